//! Positions to practise: where they come from, and how an answer is graded.

use std::collections::BTreeMap;

use shido::{AnySession, Catalog, Error, Settings, Turn};
use shido_review::Review;
use shido_store::{Exercise, Grade};

use crate::words::list;

/// The moments of a review as exercises. `opened_as` is how the game is opened again, `contest` the number of
/// the contest that was reviewed, where it is remembered.
#[must_use]
pub fn exercises(review: &Review, opened_as: &str, contest: Option<i64>) -> Vec<Exercise> {
    let exercise = |moment: &shido_review::Moment| {
        let card = moment.card.clone();
        Exercise {
            game: opened_as.to_owned(),
            position: card.position,
            moves: card.moves,
            hints: card.hints,
            why: card.why,
            scores: card.scores,
            contest,
            ply: u32::try_from(moment.number.saturating_sub(1)).ok(),
            rating: card.rating,
        }
    };
    review.moments.iter().map(exercise).collect()
}

/// An exercise that is being asked about.
pub struct Practice {
    /// The position.
    pub session: Box<dyn AnySession>,
    /// The moves that are right, as the game writes them.
    pub right: Vec<String>,
    /// What moves are worth, as far as it is known.
    scores: BTreeMap<String, u8>,
}

/// What is said to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// Whether it is right.
    pub right: bool,
    /// That in a sentence.
    pub sentence: String,
}

impl Practice {
    /// Sets the position up.
    ///
    /// # Errors
    /// Where the game cannot be opened, the position or a move is not understood, or there is nothing to find.
    pub fn new(
        exercise: &Exercise,
        catalog: &Catalog,
        settings: &Settings,
    ) -> Result<Practice, Error> {
        let session = catalog
            .open(&exercise.game)?
            .session(Some(&exercise.position), settings)?;
        let right = exercise.moves.iter().map(|mv| session.spell(mv));
        let right = right.collect::<Result<Vec<String>, Error>>()?;
        let scores = exercise.scores.iter();
        let scores = scores.map(|(mv, score)| Ok((session.spell(mv)?, *score)));
        let scores = scores.collect::<Result<BTreeMap<String, u8>, Error>>()?;
        let nothing = match (session.turn(), right.is_empty()) {
            (Turn::Of(_), false) => {
                return Ok(Practice {
                    session,
                    right,
                    scores,
                });
            }
            (Turn::Of(_), true) => "it has no right move",
            (Turn::Chance | Turn::Over(_), _) => "nobody has to move in it",
        };
        Err(Error::Failed(nothing.to_owned()))
    }

    /// Judges a move, as the game writes it.
    #[must_use]
    pub fn tried(&self, mv: &str) -> Tried {
        let right = self.right.iter().any(|right| right == mv);
        if !right {
            let best = self.right.first().and_then(|best| self.scores.get(best));
            let sentence = match (self.scores.get(mv), best) {
                (Some(score), Some(best)) => format!(
                    "{mv} is not it: it scores {score} of 100 such contests, the move to find {best}."
                ),
                _ => format!("{mv} is not it."),
            };
            return Tried { right, sentence };
        }
        let others: Vec<&String> = self.right.iter().filter(|right| *right != mv).collect();
        let others = match &others[..] {
            [] => String::new(),
            [other] => format!(" So is {other}."),
            several => format!(" So are {}.", list(several, "and")),
        };
        let sentence = format!("{mv} is right.{others}");
        Tried { right, sentence }
    }

    /// What is said to somebody who gives up.
    #[must_use]
    pub fn answer(&self) -> String {
        format!("The move is {}.", list(&self.right, "or"))
    }

    /// How well a position was known that was found in the end.
    #[must_use]
    pub fn grade(helped: bool) -> Grade {
        match helped {
            false => Grade::Good,
            true => Grade::Hard,
        }
    }
}
