//! The answer that reading ahead gives to a question.

use shido_games::go::Point;

use crate::Situation;

/// What reading ahead found out about a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The answer.
    pub status: Status,
    /// With what the side that moves first gets its way, where it does. `None` also where it need not
    /// move at all.
    pub first: Option<Point>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How it was found, in a few words: `a ladder`, `read out over 12 points`.
    pub how: String,
}

impl Reading {
    /// The same reading with a first move that may be made at once. A ko that was just taken can be taken
    /// back only after a threat elsewhere.
    pub(crate) fn allowed_in(mut self, situation: &Situation) -> Reading {
        if self
            .first
            .is_some_and(|first| situation.ban.contains(first))
        {
            self.first = None;
            self.how += ", after a ko threat";
        }
        self
    }

    /// The answer to the opposite question.
    pub(crate) fn inverted(mut self) -> Reading {
        self.status = match self.status {
            Status::Yes => Status::No,
            Status::No => Status::Yes,
            same => same,
        };
        self
    }
}

/// The answer to a question that both sides play for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It comes about, whatever the other side does.
    Yes,
    /// It depends on who wins a ko. Where only threats were looked for, it comes about if the side that
    /// wants it wins all kos, and was not seen to come about otherwise.
    Ko,
    /// The other side can prevent it.
    No,
    /// Reading does not decide: too much has to be looked at.
    Open,
}
