//! What is shown while playing.

use std::fmt::Display;

use shido::{About, AnySession};
use shido_core::picture::{Content, Picture};
use shido_core::{Outcome, Seat};
use shido_draw::{TerminalStyle, terminal};

use super::Company;
use super::input::COMMANDS;
use crate::terminal::{BAD, FAINT, GOOD, NOTE, STRONG, styled};

/// `a, b and c`, with a word of choice for `and`; of many only the first.
pub(crate) fn list(items: &[impl Display], and: &str) -> String {
    const MOST: usize = 12;
    let (shown, hidden) = items.split_at(items.len().min(MOST));
    let mut words: Vec<String> = shown.iter().map(ToString::to_string).collect();
    if !hidden.is_empty() {
        words.push(format!("{} more", hidden.len()));
    }
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// What the game is about and who plays it.
pub(crate) fn greeting(
    about: &About,
    company: &Company,
    reason: Option<&str>,
    session: &dyn AnySession,
) -> String {
    let symbol = |seat| styled(STRONG, session.symbol(seat));
    let players = match company {
        Company::People => {
            format!(
                "{} moves first, then {}.",
                symbol(Seat::First),
                symbol(Seat::Second)
            )
        }
        Company::Player { you, opponent } => format!(
            "You are {}. The opponent, {}, is played by {}.",
            symbol(*you),
            symbol(you.other()),
            styled(STRONG, opponent.spec())
        ),
    };
    let reason = reason.map_or(String::new(), |reason| {
        styled(
            FAINT,
            format!("No other was asked for (--against), and {reason}."),
        ) + "\n"
    });
    let title = styled(STRONG.underline(), &about.title);
    let how = how_to_move(&session.legal_moves());
    format!("{title}\n{}\n\n{players}\n{reason}{how}", about.about)
}

/// How to type a move.
pub(crate) fn how_to_move(legal: &[String]) -> String {
    let Some(example) = legal.get(legal.len() / 2) else {
        return String::new();
    };
    let example = styled(STRONG, example);
    format!("Type a move, such as {example}, or \"moves\" for a list, or \"help\".\n")
}

/// The empty board with the names of its points, some of which markers hide.
pub(crate) fn names(session: &dyn AnySession) -> String {
    let mut picture = session.picture();
    for place in &mut picture.places {
        if let Content::Marker { .. } = place.content {
            place.content = Content::Empty;
        }
    }
    let style = TerminalStyle {
        width: width() - MARGIN.len(),
        ..TerminalStyle::default()
    };
    drawing(&picture, &style)
}

fn drawing(picture: &Picture, style: &TerminalStyle) -> String {
    let mut text = String::from("\n");
    for line in terminal(picture, style).lines() {
        text += format!("{MARGIN}{line}").trim_end();
        text.push('\n');
    }
    text.push('\n');
    text
}

/// The board, with what the last move changed in brackets, and what to know about the position.
pub(crate) fn board(session: &dyn AnySession, before: Option<&Picture>) -> String {
    let picture = session.picture();
    let style = TerminalStyle {
        highlight: before.map_or(Vec::new(), |before| changed(before, &picture)),
        width: width() - MARGIN.len(),
        ..TerminalStyle::default()
    };
    let mut text = drawing(&picture, &style);
    if let Some((count, limit)) = session.repetition().filter(|(count, _)| *count > 1)
        && count < limit
    {
        let note = format!("This position has occurred {count} times; at {limit} it is a draw.");
        text += &(styled(NOTE, note) + "\n");
    }
    text
}

const MARGIN: &str = "  ";

/// The places where something came or went.
fn changed(before: &Picture, after: &Picture) -> Vec<String> {
    let label = |content: &Content| matches!(content, Content::Label(_));
    let pairs = before.places.iter().zip(&after.places);
    pairs
        .filter(|(old, new)| old.content != new.content && !label(&new.content))
        .map(|(_, new)| new.name.clone())
        .collect()
}

/// The columns of the terminal.
fn width() -> usize {
    const USUAL: usize = 80;
    comfy_table::Table::new()
        .width()
        .map_or(USUAL, |columns| usize::from(columns).max(USUAL / 2))
}

/// Asks a side for its move.
pub(crate) fn prompt(company: &Company, symbol: &str) -> String {
    let symbol = styled(STRONG, symbol);
    match company {
        Company::People => format!("{symbol} to move: "),
        Company::Player { .. } => format!("Your move ({symbol}): "),
    }
}

/// The legal moves, numbered, in columns.
pub(crate) fn moves(legal: &[String]) -> String {
    let digits = legal.len().to_string().len();
    let longest = legal.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
    let columns = (width() / (digits + longest + 4)).clamp(1, 10);
    let mut text = String::new();
    for (row, moves) in legal.chunks(columns).enumerate() {
        for (column, mv) in moves.iter().enumerate() {
            let number = styled(FAINT, format!("{:>digits$}", row * columns + column + 1));
            text += &format!("  {number} {mv:<longest$} ");
        }
        text = text.trim_end().to_owned() + "\n";
    }
    text + "Type a move or its number.\n"
}

/// What can be typed.
pub(crate) fn help(legal: &[String]) -> String {
    let row =
        |names: &str, about: &str| format!("  {}{about}\n", styled(STRONG, format!("{names:<14}")));
    let mut text = String::new();
    if let Some(mv) = legal.get(legal.len() / 2) {
        let number = legal.len() / 2 + 1;
        text += &row(mv, "make this move");
        text += &row(
            &format!("#{number}"),
            "make the move with this number in the list of moves",
        );
    }
    for help in COMMANDS {
        text += &row(&help.names.join(", "), help.about);
    }
    text
}

/// What somebody does: `You (X) win`, `The opponent (O) wins`, `X wins`.
pub(crate) fn does(company: &Company, session: &dyn AnySession, seat: Seat, verb: &str) -> String {
    let symbol = session.symbol(seat);
    match company {
        Company::People => format!("{symbol} {verb}s"),
        Company::Player { you, .. } if *you == seat => format!("You ({symbol}) {verb}"),
        Company::Player { .. } => format!("The opponent ({symbol}) {verb}s"),
    }
}

/// How the contest ended.
pub(crate) fn ending(
    company: &Company,
    session: &dyn AnySession,
    outcome: Outcome,
    resigned: Option<Seat>,
) -> String {
    let after = match session.moves().len() {
        0 => "without a move".to_owned(),
        1 => "after 1 move".to_owned(),
        count => format!("after {count} moves"),
    };
    let winner = outcome.winner();
    let repeated = session
        .repetition()
        .is_some_and(|(count, limit)| count >= limit);
    let text = match (resigned, winner) {
        (Some(loser), _) => {
            let resigns = does(company, session, loser, "resign");
            format!(
                "{resigns} {after}. {}.",
                does(company, session, loser.other(), "win")
            )
        }
        (None, Some(seat)) if outcome == Outcome::win(seat) => {
            format!("{} {after}.", does(company, session, seat, "win"))
        }
        (None, Some(seat)) => {
            let payoff = outcome.payoff().seen_by(seat).0;
            format!(
                "{} {payoff} {after}.",
                does(company, session, seat, "receive")
            )
        }
        (None, None) if repeated => format!("A draw by repetition {after}."),
        (None, None) => format!("A draw {after}."),
    };
    let style = match (company, winner) {
        (Company::Player { you, .. }, Some(seat)) if *you != seat => BAD,
        (_, Some(_)) => GOOD,
        (_, None) => NOTE,
    };
    styled(style.bold(), text) + "\n"
}

#[cfg(test)]
mod tests {
    use super::list;

    #[test]
    fn lists_read_as_sentences() {
        let items: Vec<u32> = (1..=14).collect();
        assert_eq!(list(&items[..0], "and"), "");
        assert_eq!(list(&items[..1], "and"), "1");
        assert_eq!(list(&items[..2], "or"), "1 or 2");
        assert_eq!(list(&items[..3], "and"), "1, 2 and 3");
        assert_eq!(
            list(&items, "and"),
            "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more"
        );
    }
}
