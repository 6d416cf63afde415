//! Contests as a memory keeps them.

use serde_json::{Value, json};
use shido::{AnySession, EarlyEnd, Saved, Seat, Turn};
use shido_store::{Beginning, Certificate, Contest, Standing};

/// How a contest begins. `opened_as` is how its game is opened again.
#[must_use]
pub fn beginning(session: &dyn AnySession, opened_as: &str) -> Beginning {
    let saved = session.save();
    let mut seats = Seat::BOTH.into_iter().zip(saved.players);
    let opponent = seats.find_map(|(seat, player)| Some((seat, player?)));
    Beginning {
        game: opened_as.to_owned(),
        seat: opponent.as_ref().map(|(seat, _)| seat.other().to_string()),
        opponent: opponent.map(|(_, player)| player.to_string()),
        start: saved.start,
    }
}

/// How a contest stands, without what others keep of it.
#[must_use]
pub fn standing(session: &dyn AnySession) -> Standing {
    let saved = session.save();
    Standing {
        outcome: match session.turn() {
            Turn::Over(outcome) => {
                let winner = outcome.winner();
                Some(winner.map_or("draw".to_owned(), |seat| seat.to_string()))
            }
            Turn::Of(_) | Turn::Chance => None,
        },
        moves: saved.moves,
        resigned: saved.ended.map(|end| match end {
            EarlyEnd::Resigned(seat) => seat.to_string(),
            other => other.to_string(),
        }),
        ..Standing::default()
    }
}

/// What the players of a contest vouch for.
#[must_use]
pub fn certificates(session: &dyn AnySession) -> Vec<Certificate> {
    let made = Seat::BOTH.map(|seat| session.concessions(seat));
    let written = |made: &shido::tutor::Certificate| Certificate {
        ply: made.ply as u32,
        certificate: json!(made),
    };
    made.iter().flatten().map(written).collect()
}

/// The contest as a session is made of it.
///
/// # Errors
/// Where somebody else has written what cannot be read.
pub fn saved(contest: &Contest) -> serde_json::Result<Saved> {
    let Contest {
        beginning,
        standing,
        ..
    } = contest;
    let player = |seat: Seat| match &beginning.seat {
        Some(you) if *you != seat.to_string() => json!(beginning.opponent),
        _ => Value::Null,
    };
    let ended = standing.resigned.as_ref().map(|end| match end.as_str() {
        "first" | "second" => format!("{end} resigned"),
        _ => end.clone(),
    });
    serde_json::from_value(json!({
        "game": beginning.game,
        "start": beginning.start,
        "moves": standing.moves,
        "ended": ended,
        "players": Seat::BOTH.map(player),
    }))
}
