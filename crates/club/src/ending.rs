//! How a contest ended, and why.

use shido::{AnySession, EarlyEnd, Outcome, Seat};
use shido_draw::number;

use crate::words::capital;

/// Who somebody is to the reader: `You`, `White`. `you` is where the reader sits, unless at both sides.
#[must_use]
pub fn subject(session: &dyn AnySession, you: Option<Seat>, seat: Seat) -> String {
    match you == Some(seat) {
        true => "You".to_owned(),
        false => capital(&session.side(seat)),
    }
}

/// The result in a sentence or two, and why it came to that: `You win after 4 moves.`, `Checkmate.`
#[must_use]
pub fn ending(
    session: &dyn AnySession,
    you: Option<Seat>,
    outcome: Outcome,
) -> (String, Option<String>) {
    let does = |seat: Seat, verb: &str| {
        let s = if you == Some(seat) { "" } else { "s" };
        format!("{} {verb}{s}", subject(session, you, seat))
    };
    let early = session.save().ended;
    let winner = outcome.winner();
    let movers = session.movers();
    let made_by = |seat| movers.iter().filter(|mover| **mover == Some(seat)).count();
    let made = match winner {
        Some(winner) if early.is_none() && made_by(winner) > 0 => made_by(winner),
        _ => Seat::BOTH.map(made_by).into_iter().max().unwrap_or(0),
    };
    let moves = match made {
        0 => "without a move".to_owned(),
        1 => "after 1 move".to_owned(),
        count => format!("after {count} moves"),
    };
    let text = match (early, winner) {
        (Some(EarlyEnd::Resigned(loser)), _) => {
            format!(
                "{} {moves}. {}.",
                does(loser, "resign"),
                does(loser.other(), "win")
            )
        }
        (Some(EarlyEnd::OutOfTime(loser)), _) => {
            let runs = does(loser, "run");
            format!(
                "{runs} out of time {moves}. {}.",
                does(loser.other(), "win")
            )
        }
        (Some(EarlyEnd::Agreed), _) => format!("A draw is agreed {moves}."),
        (None, Some(seat)) if outcome == Outcome::win(seat) => {
            format!("{} {moves}.", does(seat, "win"))
        }
        (None, Some(seat)) => {
            let points = number(outcome.payoff().seen_by(seat).0, 3);
            format!("{} {points} points {moves}.", does(seat, "win"))
        }
        (None, None) => format!("A draw {moves}."),
    };
    let why = session.ending().filter(|_| early.is_none());
    (text, why.map(|why| capital(&why) + "."))
}
