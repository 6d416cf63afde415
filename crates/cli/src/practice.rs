//! `shido practice`: positions that are due, one after the other.

use std::process::ExitCode;

use anyhow::Context;
use shido::{Catalog, Settings};
use shido_club::day;
use shido_store::{Card, Grade, Memory, Moment};

use crate::args::PracticeArgs;
use crate::play::lines::Lines;
use crate::play::{opened_as, say};
use crate::question::Question;
use crate::terminal::{FAINT, STRONG, counted, styled};
use crate::{interrupt, remembered, report};

/// Asks for the right move in positions that are due, until all are done or the person has enough of it.
pub(crate) fn practice(args: &PracticeArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let settings = Settings {
        stop: interrupt::flag(),
        ..Settings::for_user()
    };
    let student = remembered::student(args.who.student.as_deref());
    let game = args.game.as_deref().map(opened_as);
    let Some(mut memory) = remembered::open_if_there(&settings)? else {
        say(&nothing_due(&student, &[]))?;
        return Ok(ExitCode::SUCCESS);
    };
    let due = memory.due_cards(&student, game.as_deref(), Moment::now())?;
    if due.is_empty() {
        let known = memory.everything(&student)?;
        let mut cards = known.map_or(Vec::new(), |known| known.cards);
        cards.retain(|card| game.as_ref().is_none_or(|game| *game == card.exercise.game));
        say(&nothing_due(&student, &cards))?;
        return Ok(ExitCode::SUCCESS);
    }
    let history = settings.data.as_ref().map(|data| data.join("history"));
    let lines = Lines::read(history).context("cannot listen to what is typed")?;
    let count = args
        .count
        .map_or(due.len(), |count| due.len().min(count as usize));
    let (mut answered, mut found) = (0, 0);
    for (number, card) in due.iter().take(count).enumerate() {
        let mut question = match Question::new(&card.exercise, None, catalog, &settings) {
            Ok(question) => question,
            Err(error) => {
                report::warning(&format!("card {} is left out: {error:#}", card.id));
                continue;
            }
        };
        let title = question.practice.session.game().about().title.clone();
        let title = styled(STRONG, title);
        let rated = (card.exercise)
            .rating
            .map_or(String::new(), |it| format!(", rated {it}"));
        say(&format!(
            "\n{title}, position {} of {count}{rated}.\n",
            number + 1
        ))?;
        question.show_board()?;
        let Some(grade) = question.ask(&lines)? else {
            break;
        };
        let next = memory.practised(card.id, grade, Moment::now())?;
        answered += 1;
        found += u32::from(grade != Grade::Again);
        let back = format!("It comes back on {}.\n", day(next.due));
        say(&styled(FAINT, back))?;
    }
    let of = counted(answered, "position", "positions");
    say(&format!("\nYou found {found} of {of}.\n"))?;
    Ok(match interrupt::raised() {
        true => ExitCode::from(interrupt::EXIT_CODE),
        false => ExitCode::SUCCESS,
    })
}

/// What to say where no position is due, but these will be.
fn nothing_due(student: &str, cards: &[Card]) -> String {
    let next = cards.iter().map(|card| card.schedule.due).min();
    let later = match next {
        Some(next) => {
            let waiting = counted(cards.len() as u64, "waits", "wait");
            format!("{waiting} for later, the next one on {}", day(next))
        }
        None => "Those that you miss in your games come back here".to_owned(),
    };
    format!("No position is due for {student}. {later}.\n")
}
