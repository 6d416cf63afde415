//! `shido show` and `shido replay`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use shido_catalog::{AnyGame, AnyTable, Settings, open};
use shido_core::Turn;
use shido_draw::{SvgStyle, TerminalStyle, svg, terminal};

use crate::args::{ReplayArgs, ShowArgs};
use crate::terminal::{FAINT, GOOD, outln, styled};

/// Draws a position.
pub(crate) fn show(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let game = open(&args.game)?;
    let position = args.position.as_deref();
    let table = game.sit_down(position, None, &Settings::in_memory(), &|_| {})?;
    match &args.svg {
        Some(file) => {
            let picture = svg(&table.picture(), &SvgStyle::default());
            if file == Path::new("-") {
                std::io::stdout().write_all(picture.as_bytes())?;
            } else {
                std::fs::write(file, picture)
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
        }
        None => {
            draw(&*table)?;
            outln!("{}", styled(FAINT, table.position()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays recorded contests again.
pub(crate) fn replay(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    let game = open(&args.game)?;
    let file = args.file.display();
    let text =
        std::fs::read_to_string(&args.file).with_context(|| format!("cannot read {file}"))?;
    let contests: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
        .collect();
    if let Some(wanted) = args.contest {
        let found = wanted.checked_sub(1).and_then(|index| contests.get(index));
        let (line, text) = found
            .with_context(|| format!("{file} has {} contests, not {wanted}", contests.len()))?;
        draw_contest(&*game, text).with_context(|| format!("{file}, line {}", line + 1))?;
        return Ok(ExitCode::SUCCESS);
    }
    for (line, text) in &contests {
        game.replay(text)
            .with_context(|| format!("{file}, line {}", line + 1))?;
    }
    outln!(
        "{} {} contests replay as recorded",
        styled(GOOD.bold(), "sound"),
        contests.len()
    );
    Ok(ExitCode::SUCCESS)
}

fn draw_contest(game: &dyn AnyGame, text: &str) -> anyhow::Result<()> {
    let ended = game.replay(text)?;
    let start = text.split('|').next().unwrap_or_default().trim();
    let settings = Settings::in_memory();
    let mut table = game.sit_down(Some(start), None, &settings, &|_| {})?;
    draw(&*table)?;
    for mv in ended.moves() {
        outln!("\n{mv}");
        table.play(&mv)?;
        draw(&*table)?;
    }
    if let Turn::Over(outcome) = ended.turn() {
        match outcome.winner() {
            Some(seat) => outln!("\n{} wins", ended.symbol(seat)),
            None => outln!("\na draw"),
        }
    }
    Ok(())
}

fn draw(table: &dyn AnyTable) -> anyhow::Result<()> {
    let board = terminal(&table.picture(), &TerminalStyle::default());
    outln!("{}", board.trim_end());
    Ok(())
}
