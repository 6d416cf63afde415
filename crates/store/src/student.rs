//! What is remembered of a student.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Moment, Schedule};

/// Everything that is remembered of somebody.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Student {
    /// What they are called.
    pub name: String,
    /// When something was first remembered of them.
    pub since: Moment,
    /// What was learned of them, by game.
    pub learned: Vec<Learned>,
    /// What they played, the oldest first.
    pub contests: Vec<Contest>,
    /// What they practise.
    pub cards: Vec<Card>,
}

/// What was learned of a student at a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learned {
    /// The game, as it is opened.
    pub game: String,
    /// What was learned, in a form that only who learned it knows.
    pub state: Value,
    /// When it last changed.
    pub changed: Moment,
    /// How strong they were at different times, the oldest first; once a day at most.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<(Moment, f64)>,
}

/// How a contest begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beginning {
    /// The game, as it is opened.
    pub game: String,
    /// Whom the student plays, as a player is written; nobody where people sit at both sides.
    pub opponent: Option<String>,
    /// Where the student sits, `first` or `second`; nowhere where people sit at both sides.
    pub seat: Option<String>,
    /// The position it begins in; empty where contests of the game usually begin.
    pub start: String,
}

/// How a contest stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The moves so far.
    pub moves: Vec<String>,
    /// The seat that gave up; or how else it was ended before the rules did: `first out of time`, `draw agreed`.
    pub resigned: Option<String>,
    /// How it ended: `first`, `draw` or `second`; `None` while it is unfinished.
    pub outcome: Option<String>,
    /// Where it is recorded beside this, in a form that only who records it knows.
    pub recorded: Option<Value>,
    /// The clock, in a form that only who runs it knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Value>,
}

/// A contest that begins now.
#[derive(Clone, PartialEq, Debug)]
pub struct BegunNow {
    /// Whose it is.
    pub student: String,
    /// How it begins.
    pub beginning: Beginning,
    /// When this is.
    pub now: Moment,
}

/// A contest as it is to be kept now.
#[derive(Clone, PartialEq, Debug)]
pub struct KeptNow {
    /// Its number.
    pub contest: i64,
    /// How it stands.
    pub standing: Standing,
    /// What the opponent vouches for.
    pub certificates: Vec<Certificate>,
    /// When this is.
    pub now: Moment,
}

/// A contest of a student, over or under way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Contest {
    /// Its number.
    pub id: i64,
    /// How it began.
    pub beginning: Beginning,
    /// When it began.
    pub begun: Moment,
    /// How it stands.
    pub standing: Standing,
    /// When each move was made.
    pub made: Vec<Moment>,
    /// When something last happened in it.
    pub changed: Moment,
    /// What the opponent vouches for.
    pub certificates: Vec<Certificate>,
    /// What a look at it found, in a form that only who looked at it knows.
    #[serde(default)]
    pub review: Option<Value>,
}

/// What an opponent vouches for at a move that it made.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// How many moves had been made before that one.
    pub ply: u32,
    /// The certificate, in a form that only who wrote it knows.
    pub certificate: Value,
}

/// A position to practise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// The game, as it is opened.
    pub game: String,
    /// The position.
    pub position: String,
    /// The moves that are right, the best first.
    pub moves: Vec<String>,
    /// Hints in steps, each telling more than the one before; the last one tells the move.
    pub hints: Vec<String>,
    /// Why these moves are right.
    pub why: String,
    /// How much each move is worth that was looked at: what it scores of a hundred contests, a draw counting half.
    #[serde(default)]
    pub scores: BTreeMap<String, u8>,
    /// The contest of the student that it comes from.
    pub contest: Option<i64>,
    /// How many moves had been made in it.
    pub ply: Option<u32>,
    /// How hard it is: people of this rating find it half of the time.
    #[serde(default)]
    pub rating: Option<u32>,
}

/// A position that comes back when it is due.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its number.
    pub id: i64,
    /// What is practised.
    pub exercise: Exercise,
    /// When it was made.
    pub made: Moment,
    /// When it comes back, and why then.
    pub schedule: Schedule,
}

/// Whether somebody can be called so: a name has to stand in one line of a list, and to be typed again.
#[must_use]
pub fn is_name(name: &str) -> bool {
    const LONGEST: usize = 60;
    !name.is_empty()
        && name.trim() == name
        && !name.contains(char::is_control)
        && name.chars().count() <= LONGEST
}
