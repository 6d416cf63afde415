//! `shido review`.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use shido::{AnySession, Catalog, Saved, Seat, Settings, Turn};
use shido_club::{exercises, saved};
use shido_draw::{TerminalStyle, terminal};
use shido_review::{Moment, Review, ReviewOrder, graph, review, review_page};
use shido_store::{Contest, Memory, Moment as Now};

use crate::args::{ReviewArgs, SeatArg};
use crate::play::input::{Command, Input};
use crate::play::lines::{Line, Lines};
use crate::play::mistake;
use crate::terminal::{
    BAD, FAINT, GOOD, STRONG, Watcher, outln, print_json, styled, tell_wrapped, width, wrapped,
};
use crate::{interrupt, remembered, start, whole_file};

/// Looks at a contest.
pub(crate) fn run(args: &ReviewArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.out {
        whole_file::check(file, args.force)?;
    }
    let subject = match &args.file {
        Some(file) => Subject::recorded(file, args.contest)?,
        None => Subject::remembered(remembered::student(args.who.student.as_deref()))?,
    };
    let record = &subject.record;
    let order = ReviewOrder {
        seat: args
            .seat
            .map(|seat| match seat {
                SeatArg::First => Seat::First,
                SeatArg::Second => Seat::Second,
            })
            .or(subject.seat),
        rating: args.rating,
        judge: args.judge.as_ref().map(|it| it.parse()).transpose()?,
        most: args.most,
    };
    let watcher = Watcher::new(Some(record.moves.len() as u64 + 1));
    watcher.say("positions".to_owned());
    let settings = args.common.settings();
    let found = review(catalog, record, &order, &settings, &|event| {
        watcher.see(event);
    });
    watcher.done();
    let found = found?;
    let mut kept = Ok(());
    if let Some(file) = &args.out {
        let command = match &args.file {
            Some(file) => format!("shido review {} --seat {}", file.display(), found.seat),
            None => "shido review".to_owned(),
        };
        let game = catalog.open(&found.game)?;
        kept = whole_file::write(file, &review_page(&found, &game, &command)?);
    }
    let typed = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    match (args.common.json, typed) {
        (true, _) => print_json(&found)?,
        (false, true) => try_all(&found, catalog)?,
        (false, false) => print_all(&found, catalog)?,
    }
    kept?;
    subject.keep(&found, args.common.json)?;
    Ok(match interrupt::raised() {
        true => ExitCode::from(interrupt::EXIT_CODE),
        false => ExitCode::SUCCESS,
    })
}

/// What is reviewed.
struct Subject {
    record: Saved,
    /// Whose play, where that is known.
    seat: Option<Seat>,
    /// The student whose contest it is, and its number.
    student: Option<(String, i64)>,
}

impl Subject {
    /// A contest of a file.
    fn recorded(file: &Path, number: usize) -> anyhow::Result<Subject> {
        let records = start::records(file)?;
        let count = records.len();
        let record = number
            .checked_sub(1)
            .and_then(|at| records.into_iter().nth(at));
        let file = file.display();
        Ok(Subject {
            record: record.with_context(|| format!("{file} has {count} contests, not {number}"))?,
            seat: None,
            student: None,
        })
    }

    /// The contest that a student finished last.
    fn remembered(student: String) -> anyhow::Result<Subject> {
        let memory = remembered::open_if_there(&remembered::settings())?;
        let known = match memory {
            Some(memory) => memory.everything(&student)?,
            None => None,
        };
        let contests = known.map_or(Vec::new(), |known| known.contests);
        let over = |contest: &Contest| contest.standing.outcome.is_some();
        let last = contests.into_iter().rfind(over).with_context(|| {
            format!(
                "no contest of {student} is finished yet: play one (`shido play`), or name a file \
                 (`shido review game.pgn`)"
            )
        })?;
        let seat = match last.beginning.seat.as_deref() {
            Some("first") => Some(Seat::First),
            Some("second") => Some(Seat::Second),
            _ => None,
        };
        let what = || format!("contest {} cannot be reviewed", last.id);
        Ok(Subject {
            record: saved(&last).with_context(what)?,
            seat,
            student: Some((student, last.id)),
        })
    }

    /// Makes cards of the moments of a student's own contest, so that they come back.
    fn keep(&self, found: &Review, silent: bool) -> anyhow::Result<()> {
        let Some((student, contest)) = &self.student else {
            return Ok(());
        };
        let settings = remembered::settings();
        let Some(mut memory) = remembered::open_if_there(&settings)? else {
            return Ok(());
        };
        for exercise in exercises(found, &self.record.game, *contest) {
            memory.add_card(student, &exercise, Now::now())?;
        }
        if !silent && !found.moments.is_empty() {
            outln!(
                "\n{}",
                styled(FAINT, "These positions come back in `shido practice`.")
            );
        }
        Ok(())
    }
}

fn head(found: &Review) -> anyhow::Result<()> {
    outln!("{}", graph(found, width()).trim_end());
    outln!("{}", wrapped(&found.summary(), &std::io::stdout()));
    outln!("{}", styled(FAINT, format!("judged by {}", found.judge)));
    Ok(())
}

/// The position of a moment, drawn from the side of who is to move.
fn show(number: usize, moment: &Moment, session: &dyn AnySession) -> anyhow::Result<()> {
    let title = format!("{number}. Move {}", moment.number);
    outln!("\n{}", styled(STRONG, title));
    let picture = match session.turn() {
        Turn::Of(Seat::Second) => session.picture().turned(),
        _ => session.picture(),
    };
    let board = terminal(&picture, &TerminalStyle::default());
    outln!("{}", board.trim_end());
    outln!("{}", wrapped(&moment.question(), &std::io::stdout()));
    Ok(())
}

fn session(moment: &Moment, catalog: &Catalog) -> anyhow::Result<Box<dyn AnySession>> {
    let game = catalog.open(&moment.card.game)?;
    Ok(game.session(Some(&moment.card.position), &Settings::in_memory())?)
}

/// Everything at once, for who reads it later.
fn print_all(found: &Review, catalog: &Catalog) -> anyhow::Result<()> {
    head(found)?;
    for (number, moment) in (1..).zip(&found.moments) {
        show(number, moment, &*session(moment, catalog)?)?;
        for hint in &moment.card.hints {
            outln!("- {hint}");
        }
        outln!("{}", wrapped(&moment.card.why, &std::io::stdout()));
    }
    Ok(())
}

/// One after the other, each to be tried.
fn try_all(found: &Review, catalog: &Catalog) -> anyhow::Result<()> {
    head(found)?;
    let lines = Lines::read(None).context("cannot listen to what is typed")?;
    for (number, moment) in (1..).zip(&found.moments) {
        let session = session(moment, catalog)?;
        show(number, moment, &*session)?;
        if !attempt(moment, &*session, &lines)? {
            return Ok(());
        }
    }
    Ok(())
}

/// Lets somebody try; tells whether they want to go on.
fn attempt(moment: &Moment, session: &dyn AnySession, lines: &Lines) -> anyhow::Result<bool> {
    let legal = session.legal_moves();
    let card = &moment.card;
    let mut hints = card.hints.iter();
    let words: Vec<String> = [&["hint", "answer", "quit"].map(str::to_owned), &legal[..]].concat();
    loop {
        let Line::Text(line) = lines.ask("Your move (or hint, answer, quit): ", &words)? else {
            return Ok(false);
        };
        let told = match line.trim() {
            "answer" | "a" => {
                outln!("{}", card.hints.last().map_or("", String::as_str));
                true
            }
            _ => match Input::parse(&line, &legal, false) {
                Input::Move(mv) if card.moves.contains(&mv) => {
                    outln!("{}", styled(GOOD, "Right."));
                    true
                }
                Input::Move(mv) if mv == moment.played => {
                    outln!("That is what you played.");
                    false
                }
                Input::Move(_) => {
                    outln!("{}", styled(BAD, "Not that one. Try again, or type hint."));
                    false
                }
                Input::Command(Command::Hint) => match hints.next() {
                    Some(hint) => {
                        outln!("{hint}");
                        hints.len() == 0
                    }
                    None => true,
                },
                Input::Command(Command::Quit) => return Ok(false),
                Input::Command(Command::Moves) => {
                    outln!("{}", wrapped(&legal.join(" "), &std::io::stdout()));
                    false
                }
                Input::Command(_) => {
                    outln!("Here you can type a move, hint, answer, moves or quit.");
                    false
                }
                Input::Nothing => false,
                Input::Unknown(text) => {
                    let Turn::Of(mover) = session.turn() else {
                        return Ok(true);
                    };
                    let why = mistake::explain(&text, None, &legal, &session.picture(), mover);
                    tell_wrapped(why);
                    false
                }
            },
        };
        if told {
            outln!("{}", wrapped(&card.why, &std::io::stdout()));
            return Ok(true);
        }
    }
}
