//! A move that gives the student a chance, and the proof that it is a good one to give.

use serde::{Deserialize, Serialize};

/// What a move has to lose to be a concession, in winning chances from -1 to 1: an inaccuracy. What loses less is
/// neither noticed nor punished.
pub const LEAST_LOSS: f64 = 0.1;
/// What it may lose in the eyes of the student: half an inaccuracy.
pub const VISIBLE: f64 = 0.05;
/// How likely people of that level have to be to make it.
pub const LEAST_ODDS: f64 = 0.04;
/// How likely the student has to be to punish it, at least and at most: with some effort, and with something to learn.
pub const PUNISHED: [f64; 2] = [1.0 / 3.0, 0.8];
/// A reply punishes if it keeps this part of what was conceded.
pub const KEPT: f64 = 0.5;
/// Nobody looks less far ahead than this: what two plies show is obvious.
pub const LEAST_HORIZON: u32 = 2;

/// From here on a loss is a mistake that people notice, as Lichess has it.
pub const MISTAKE: f64 = 0.2;
/// What can be taken for nothing that counts as a piece, in the unit of the game.
pub const PIECE: f64 = 2.5;
/// From where a side counts as behind.
pub const BEHIND: f64 = -0.5;

/// Why a move is no concession: what an audit would find suspicious in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tell {
    /// The contest could have been won at once.
    MissedWin,
    /// The student can win at once.
    AllowsWin,
    /// The student has just taken something, and taking it back would have paid.
    MissedRecapture,
    /// A piece can be taken for nothing.
    Hanging,
    /// The student has just made a mistake themselves.
    HandedBack,
    /// The last concession was just made.
    TooSoon,
    /// It gives away what is left by a side that is behind.
    ThrownAway,
}

/// What is known of a move that might be conceded.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// What it loses, in winning chances.
    pub loss: f64,
    /// What it loses as the student sees it; `None` where that was not found out.
    pub visible_loss: Option<f64>,
    /// How likely people of the level are to make it.
    pub odds: f64,
    /// What is suspicious about it.
    pub tell: Option<Tell>,
    /// How likely the student is to punish it; `None` where that was not found out.
    pub punished: Option<f64>,
}

/// Why a move is not conceded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refusal {
    /// It loses next to nothing.
    NoLoss,
    /// It loses more than the budget allows.
    OverBudget,
    /// The student would see it at once.
    Seen,
    /// People of that level do not play it.
    Unlikely,
    /// It gives the tutor away.
    Tell(Tell),
    /// The student would hardly ever find what to do about it.
    TooHard,
    /// The student would nearly always find what to do about it.
    TooEasy,
}

impl Candidate {
    /// Whether it may be conceded within a budget. The conditions are looked at in the order of what they cost to find
    /// out; what is not yet known is no reason to refuse.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn admitted(&self, budget: f64) -> Result<(), Refusal> {
        if self.loss < LEAST_LOSS {
            return Err(Refusal::NoLoss);
        }
        if self.loss > budget {
            return Err(Refusal::OverBudget);
        }
        if self.odds < LEAST_ODDS {
            return Err(Refusal::Unlikely);
        }
        if let Some(tell) = self.tell {
            return Err(Refusal::Tell(tell));
        }
        if self.visible_loss.is_some_and(|seen| seen > VISIBLE) {
            return Err(Refusal::Seen);
        }
        match self.punished {
            Some(punished) if punished < PUNISHED[0] => Err(Refusal::TooHard),
            Some(punished) if punished > PUNISHED[1] => Err(Refusal::TooEasy),
            _ => Ok(()),
        }
    }
}

/// What is known of a concession that was made, and why it could be made. Moves are text, unless they are still those
/// of a game; values are winning chances of the tutor from -1 to 1.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Certificate<M = String> {
    /// How many plies had been played before it.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// The best move instead.
    pub best: M,
    /// What the position was worth before it.
    pub value: f64,
    /// What it loses.
    pub loss: f64,
    /// The most that it might lose.
    pub budget: f64,
    /// What the student was to score in the contest.
    pub wanted: f64,
    /// How strong the student's moves look.
    pub student: f64,
    /// How many plies the student looks ahead.
    pub horizon: u32,
    /// What the move loses as the student sees it from that horizon.
    pub visible_loss: f64,
    /// How likely people of the level are to make it.
    pub odds: f64,
    /// The replies that punish it.
    pub punished_by: Vec<M>,
    /// How likely the student is to make one of them.
    pub punished: f64,
    /// How many plies ahead one has to look for one of them to be best, as far as was looked.
    pub found_at: Option<u32>,
    /// What players call what the punishment shows: `fork`, `quiet move`. The most telling first.
    #[serde(default)]
    pub kinds: Vec<String>,
    /// The one of these that the student misses more often than people as strong.
    #[serde(default)]
    pub blind_spot: Option<String>,
}

impl<M> Certificate<M> {
    /// The same with the move and the best one written by `write`, and the replies by `reply`.
    pub fn written<N>(self, write: impl Fn(M) -> N, reply: impl Fn(M) -> N) -> Certificate<N> {
        Certificate {
            ply: self.ply,
            mv: write(self.mv),
            best: write(self.best),
            value: self.value,
            loss: self.loss,
            budget: self.budget,
            wanted: self.wanted,
            student: self.student,
            horizon: self.horizon,
            visible_loss: self.visible_loss,
            odds: self.odds,
            punished_by: self.punished_by.into_iter().map(reply).collect(),
            punished: self.punished,
            found_at: self.found_at,
            kinds: self.kinds,
            blind_spot: self.blind_spot,
        }
    }
}

impl Certificate {
    /// Why the concession was made, in sentences.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let percent = |share: f64| format!("{:.0}%", 100.0 * share);
        let points = |chances: f64| format!("{:.0}", 50.0 * chances);
        let found = match self.found_at {
            Some(plies) => format!("; who looks {plies} plies ahead finds it"),
            None => String::new(),
        };
        let mut sentences = vec![
            format!(
                "{} is a concession: it gives away {} of 100 points, where {} was best. Up to {} might be given, \
                 since the student is to score {} of this contest.",
                self.mv,
                points(self.loss),
                self.best,
                points(self.budget),
                percent(self.wanted),
            ),
            format!(
                "Unseen: from {} plies it seems to give away {}.",
                self.horizon,
                points(self.visible_loss)
            ),
            format!(
                "Likely: {} of people at that level play it, and nothing about it gives the tutor away.",
                percent(self.odds)
            ),
            format!(
                "Findable: the student punishes it by {} with a probability of {}{found}.",
                self.punished_by.join(" or "),
                percent(self.punished)
            ),
        ];
        if !self.kinds.is_empty() {
            let spot = match &self.blind_spot {
                Some(kind) => format!(", and {kind} is what they miss more often than others"),
                None => String::new(),
            };
            sentences.push(format!("It shows: {}{spot}.", self.kinds.join(", ")));
        }
        sentences
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fine() -> Candidate {
        Candidate {
            loss: 0.3,
            visible_loss: Some(0.0),
            odds: 0.2,
            tell: None,
            punished: Some(0.5),
        }
    }

    #[test]
    fn every_condition_can_refuse() {
        let fine = fine();
        assert_eq!(fine.admitted(0.5), Ok(()));
        let check = |candidate: Candidate, why| assert_eq!(candidate.admitted(0.5), Err(why));
        check(
            Candidate {
                loss: 0.09,
                ..fine.clone()
            },
            Refusal::NoLoss,
        );
        check(
            Candidate {
                loss: 0.51,
                ..fine.clone()
            },
            Refusal::OverBudget,
        );
        check(
            Candidate {
                odds: 0.03,
                ..fine.clone()
            },
            Refusal::Unlikely,
        );
        check(
            Candidate {
                visible_loss: Some(0.06),
                ..fine.clone()
            },
            Refusal::Seen,
        );
        check(
            Candidate {
                tell: Some(Tell::Hanging),
                ..fine.clone()
            },
            Refusal::Tell(Tell::Hanging),
        );
        check(
            Candidate {
                punished: Some(0.3),
                ..fine.clone()
            },
            Refusal::TooHard,
        );
        check(
            Candidate {
                punished: Some(0.9),
                ..fine.clone()
            },
            Refusal::TooEasy,
        );
    }

    #[test]
    fn what_is_not_known_yet_is_no_reason_to_refuse() {
        let unknown = Candidate {
            visible_loss: None,
            punished: None,
            ..fine()
        };
        assert_eq!(unknown.admitted(0.5), Ok(()));
    }
}
