//! `shido show` and `shido replay`.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use shido::files::{RECORDED, read_text};
use shido::{AnyGame, AnySession, Catalog, Settings};
use shido_core::Turn;
use shido_draw::{SvgStyle, TerminalStyle, svg, terminal};

use crate::args::{ReplayArgs, ShowArgs};
use crate::terminal::{FAINT, GOOD, outln, styled};
use crate::whole_file;

/// Draws a position.
pub(crate) fn show(args: &ShowArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let position = args.position.as_deref();
    let session = game.session(position, &Settings::in_memory())?;
    match &args.svg {
        Some(file) => {
            let picture = svg(&session.picture(), &SvgStyle::default());
            whole_file::write(file, &picture)?;
        }
        None => {
            draw(&*session)?;
            outln!("{}", styled(FAINT, session.position()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays recorded contests again.
pub(crate) fn replay(args: &ReplayArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let file = args.file.display();
    let text = read_text(&args.file, RECORDED).with_context(|| format!("cannot read {file}"))?;
    let contests: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    if let Some(wanted) = args.contest {
        let found = wanted.checked_sub(1).and_then(|index| contests.get(index));
        let (line, text) = found
            .with_context(|| format!("{file} has {} contests, not {wanted}", contests.len()))?;
        draw_contest(&game, text).with_context(|| format!("{file}, line {}", line + 1))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (line, text) in &contests {
        Arc::clone(&game)
            .replay(text, &Settings::in_memory())
            .with_context(|| format!("{file}, line {}", line + 1))?;
    }
    outln!(
        "{} {} contests replay as recorded",
        styled(GOOD.bold(), "sound"),
        contests.len()
    );
    Ok(ExitCode::SUCCESS)
}

fn draw_contest(game: &Arc<dyn AnyGame>, text: &str) -> anyhow::Result<()> {
    let settings = Settings::in_memory();
    let ended = Arc::clone(game).replay(text, &settings)?;
    let mut session = Arc::clone(game).session(Some(&ended.save().start), &settings)?;
    draw(&*session)?;
    for mv in ended.moves() {
        outln!("\n{mv}");
        session.play(&mv)?;
        draw(&*session)?;
    }
    if let Turn::Over(outcome) = ended.turn() {
        match outcome.winner() {
            Some(seat) => outln!("\n{} wins", ended.symbol(seat)),
            None => outln!("\na draw"),
        }
    }
    Ok(())
}

fn draw(session: &dyn AnySession) -> anyhow::Result<()> {
    let board = terminal(&session.picture(), &TerminalStyle::default());
    outln!("{}", board.trim_end());
    Ok(())
}
