//! `shido review`.

use std::io::IsTerminal;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;
use shido::{Catalog, Saved, Seat, Settings};
use shido_club::{exercises, saved};
use shido_review::{Moment, Review, ReviewOrder, graph, review, review_page};
use shido_store::{Contest, Exercise, Grade, Memory, Moment as Now};

use crate::args::{ReviewArgs, SeatArg};
use crate::play::lines::Lines;
use crate::question::Question;
use crate::terminal::{FAINT, STRONG, Watcher, outln, print_json, styled, width, wrapped};
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
    let found = match found {
        // Whatever the judge says when it is interrupted.
        Err(_) if interrupt::raised() => Err(shido::Error::Stopped)?,
        found => found?,
    };
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
    let contest = subject.student.as_ref().map(|(_, contest)| *contest);
    let exercises = exercises(&found, &record.game, contest);
    let mut tried = Vec::new();
    match (args.common.json, typed) {
        (true, _) => print_json(&found)?,
        (false, true) => tried = try_all(&found, &exercises, catalog)?,
        (false, false) => print_all(&found, &exercises, catalog)?,
    }
    kept?;
    subject.keep(&found, &exercises, &tried, args.common.json)?;
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
        let over = |contest: &Contest| {
            contest.standing.outcome.is_some() && !contest.standing.moves.is_empty()
        };
        let last = contests.into_iter().rfind(over).with_context(|| {
            format!(
                "{student} {} finished no contest yet: play one (`shido play`), or name a file \
                 (`shido review game.pgn`)",
                if student == remembered::NAMELESS {
                    "have"
                } else {
                    "has"
                }
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

    /// Keeps what was found in a student's own contest, and makes cards of its moments, so that they come back: those
    /// that were tried when they are due, the others at once.
    fn keep(
        &self,
        found: &Review,
        exercises: &[Exercise],
        tried: &[Grade],
        silent: bool,
    ) -> anyhow::Result<()> {
        let Some((student, contest)) = &self.student else {
            return Ok(());
        };
        let settings = remembered::settings();
        let Some(mut memory) = remembered::open_if_there(&settings)? else {
            return Ok(());
        };
        memory.reviewed(*contest, &json!(found.profile))?;
        memory.keep_findings(*contest, &json!(found))?;
        let grades = tried.iter().map(Some).chain(std::iter::repeat(None));
        for (exercise, grade) in exercises.iter().zip(grades) {
            let card = memory.add_card(student, exercise, Now::now())?;
            if let Some(grade) = grade {
                memory.practised(card, *grade, Now::now())?;
            }
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
    let of = format!(
        "The chances of {}, move by move, as {} sees them:",
        found.side, found.judge
    );
    outln!("{}\n", wrapped(&styled(FAINT, of), &std::io::stdout()));
    outln!("{}", graph(found, width()).trim_end());
    outln!("{}", wrapped(&found.summary(), &std::io::stdout()));
    Ok(())
}

/// The moments as questions.
fn questions<'q>(
    found: &'q Review,
    exercises: &'q [Exercise],
    catalog: &Catalog,
) -> anyhow::Result<Vec<(&'q Moment, Question<'q>)>> {
    let question = |(moment, exercise): (&'q Moment, &'q Exercise)| {
        let played = Some(&*moment.played);
        let question = Question::new(exercise, played, catalog, &Settings::in_memory())?;
        Ok((moment, question))
    };
    found.moments.iter().zip(exercises).map(question).collect()
}

fn show(number: usize, moment: &Moment, question: &Question<'_>) -> anyhow::Result<()> {
    outln!(
        "\n{}",
        styled(STRONG, format!("{number}  {}", moment.label))
    );
    question.show_board()?;
    outln!("{}", wrapped(&moment.question(), &std::io::stdout()));
    Ok(())
}

/// Everything at once, for who reads it later.
fn print_all(found: &Review, exercises: &[Exercise], catalog: &Catalog) -> anyhow::Result<()> {
    head(found)?;
    for (number, (moment, question)) in (1..).zip(questions(found, exercises, catalog)?) {
        show(number, moment, &question)?;
        for hint in &moment.card.hints {
            outln!("{}", wrapped(&format!("- {hint}"), &std::io::stdout()));
        }
        outln!("{}", wrapped(&moment.card.why, &std::io::stdout()));
    }
    Ok(())
}

/// One after the other, each to be tried; tells how well those were found that were.
fn try_all(
    found: &Review,
    exercises: &[Exercise],
    catalog: &Catalog,
) -> anyhow::Result<Vec<Grade>> {
    head(found)?;
    let lines = Lines::read(None).context("cannot listen to what is typed")?;
    let mut grades = Vec::new();
    for (number, (moment, mut question)) in (1..).zip(questions(found, exercises, catalog)?) {
        show(number, moment, &question)?;
        match question.ask(&lines)? {
            Some(grade) => grades.push(grade),
            None => break,
        }
    }
    Ok(grades)
}
