//! `shido show` and `shido replay`.

use std::fmt;
use std::process::ExitCode;

use anyhow::Context;
use shido::{AnySession, Catalog, EarlyEnd, Picture, RecordFormat, Saved, Settings};
use shido_core::Turn;
use shido_draw::{SvgStyle, TerminalStyle, svg, terminal};

use crate::args::{ReplayArgs, ShowArgs};
use crate::terminal::{FAINT, GOOD, counted, outln, styled};
use crate::{start, whole_file};

/// Draws a position.
pub(crate) fn show(args: &ShowArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let position = args.position.as_deref();
    let settings = Settings::in_memory();
    let session = start::session(catalog, &args.game, position, args.after, &settings)?;
    let picture = match args.turned {
        true => session.picture().turned(),
        false => session.picture(),
    };
    match &args.svg {
        Some(file) => {
            whole_file::write(file, &svg(&picture, &SvgStyle::default()))?;
        }
        None => {
            draw(&picture)?;
            outln!("{}", styled(FAINT, session.position()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Plays recorded contests again.
pub(crate) fn replay(args: &ReplayArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let file = args.file.display();
    let text = start::read(&args.file)?;
    let contests: Vec<Recorded<'_>> = match RecordFormat::of(&text) {
        Some(_) => {
            let records = start::records(&args.file)?;
            let numbered = (1..).zip(records);
            numbered
                .map(|(number, saved)| Recorded::Named(number, saved))
                .collect()
        }
        None => {
            let lines = (1..).zip(text.lines());
            lines
                .filter(|(_, line)| !line.trim().is_empty())
                .map(|(number, line)| Recorded::Line(number, line))
                .collect()
        }
    };
    anyhow::ensure!(!contests.is_empty(), "there is no contest in {file}");
    let game = args.game.as_deref();
    if let Some(wanted) = args.contest {
        let found = wanted.checked_sub(1).and_then(|index| contests.get(index));
        let contest = found.with_context(|| {
            let count = counted(contests.len() as u64, "contest", "contests");
            format!("{file} has {count}: there is no number {wanted}")
        })?;
        let ended = contest.replay(catalog, game);
        draw_contest(&*ended.with_context(|| format!("{file}, {contest}"))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    for contest in &contests {
        contest
            .replay(catalog, game)
            .with_context(|| format!("{file}, {contest}"))?;
    }
    let count = counted(contests.len() as u64, "contest replays", "contests replay");
    outln!("{} {count} as recorded", styled(GOOD.bold(), "sound"));
    let note = "`--contest 1` shows the first of them move by move";
    outln!("{}", styled(FAINT, note));
    Ok(ExitCode::SUCCESS)
}

/// A contest in a file, by its number there.
enum Recorded<'t> {
    /// It tells which game was played.
    Named(usize, Saved),
    /// It does not, on this line.
    Line(usize, &'t str),
}

impl fmt::Display for Recorded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recorded::Named(number, _) => write!(f, "contest {number}"),
            Recorded::Line(number, _) => write!(f, "line {number}"),
        }
    }
}

impl Recorded<'_> {
    /// The contest as it stands at its end.
    fn replay(&self, catalog: &Catalog, game: Option<&str>) -> anyhow::Result<Box<dyn AnySession>> {
        let settings = Settings::in_memory();
        match self {
            Recorded::Named(_, saved) => {
                if let Some(game) = game {
                    start::same_game(&catalog.open(game)?.about().name, &saved.game)?;
                }
                Ok(catalog.load(saved, &settings)?)
            }
            Recorded::Line(_, text) => {
                let game = game.context(
                    "this is neither PGN nor SGF nor a transcript that names its game: name it \
                     before the file, as in `shido replay achi contests.txt`",
                )?;
                Ok(catalog.open(game)?.replay(text, &settings)?)
            }
        }
    }
}

fn draw_contest(ended: &dyn AnySession) -> anyhow::Result<()> {
    let settings = Settings::in_memory();
    let mut session = ended.game().session(Some(&ended.save().start), &settings)?;
    draw(&session.picture())?;
    for mv in ended.moves() {
        outln!("\n{mv}");
        session.play(&mv)?;
        draw(&session.picture())?;
    }
    if let Turn::Over(outcome) = ended.turn() {
        let why = match ended.save().ended {
            Some(EarlyEnd::Resigned(seat)) => Some(format!("{} resigned", ended.side(seat))),
            Some(EarlyEnd::OutOfTime(seat)) => {
                Some(format!("{} ran out of time", ended.side(seat)))
            }
            Some(EarlyEnd::Agreed) => Some("it was agreed".to_owned()),
            None => ended.ending(),
        };
        let why = why.map_or(String::new(), |why| format!(": {why}"));
        match outcome.winner() {
            Some(seat) => outln!("\n{} wins{why}", ended.side(seat)),
            None => outln!("\na draw{why}"),
        }
    }
    Ok(())
}

fn draw(picture: &Picture) -> anyhow::Result<()> {
    let board = terminal(picture, &TerminalStyle::default());
    outln!("{}", board.trim_end());
    Ok(())
}
