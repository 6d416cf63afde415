//! What a player gave away on purpose, and how much of it could be seen.

use std::sync::Arc;

use shido::{AnyGame, AnyPlayer, Error, MatchReport, Request, Settings};
use shido_arena::Seats;
use shido_core::{Seat, Turn};

use crate::bout::Bout;

/// What the moves of a player lost, all together, as the player judges them. Sums, in the unit of the
/// game's evaluation.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Losses {
    /// The player's moves.
    pub moves: f64,
    /// What they lost.
    pub lost: f64,
    /// What they lost in the eyes of the opponent that the player supposes.
    pub visible: f64,
    /// The moves that lost something.
    pub errors: f64,
    /// The errors of which that opponent sees at least half.
    pub seen: f64,
}

/// What is left of rounding.
const NOTHING: f64 = 1e-9;

impl Losses {
    pub(crate) fn numbers(&self) -> [f64; 5] {
        [self.moves, self.lost, self.visible, self.errors, self.seen]
    }

    pub(crate) fn from_numbers([moves, lost, visible, errors, seen]: [f64; 5]) -> Losses {
        Losses {
            moves,
            lost,
            visible,
            errors,
            seen,
        }
    }

    pub(crate) fn add(&mut self, other: &Losses) {
        let (ours, theirs) = (self.numbers(), other.numbers());
        *self = Losses::from_numbers(std::array::from_fn(|index| ours[index] + theirs[index]));
    }

    /// What a move loses on average; nothing where there was no move.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.lost / self.moves.max(1.0)
    }

    /// What a move loses on average in the opponent's eyes.
    #[must_use]
    pub fn mean_visible(&self) -> f64 {
        self.visible / self.moves.max(1.0)
    }

    /// Which share of the errors the opponent sees at least half of.
    #[must_use]
    pub fn share_seen(&self) -> f64 {
        self.seen / self.errors.max(1.0)
    }

    /// What A lost in contests that have been played: they are asked again about every position in
    /// which they had to move, and tell what their move lost.
    pub(crate) fn of_a(
        bout: &Bout,
        game: &Arc<dyn AnyGame>,
        a: &AnyPlayer,
        report: &MatchReport,
        settings: &Settings,
    ) -> Result<Losses, Error> {
        let mut losses = Losses::default();
        let request = Request {
            cancel: Some(Arc::clone(&settings.stop)),
            ..Request::default()
        };
        for (contest, transcript) in report.transcripts.iter().enumerate() {
            let seat = match bout.seats {
                Seats::Alternate if contest % 2 == 1 => Seat::Second,
                _ => Seat::First,
            };
            let mut session = Arc::clone(game).replay(transcript, settings)?;
            loop {
                let made = session.moves().len();
                let Some(mv) = session.take_back() else {
                    break;
                };
                let by_chance = made <= bout.opening_plies as usize;
                if session.turn() != Turn::Of(seat) || by_chance {
                    continue;
                }
                let found = session.analyze(a, shido::Ask::EveryMove, &request)?;
                let mut judged = found.thought.moves.iter();
                let told = judged.find(|judged| judged.mv == mv);
                let told = told.and_then(|made| made.speculation.as_ref());
                let told = told.and_then(|told| Some((told.loss?, told.visible_loss?)));
                let (lost, visible) = told.ok_or_else(|| Error::Unable {
                    what: format!("`{}` does not tell what its moves lose", a.spec()),
                    help: "measure the losses of om, prom, m-star, lo or tu".to_owned(),
                })?;
                let error = lost > NOTHING;
                losses.add(&Losses {
                    moves: 1.0,
                    lost,
                    visible,
                    errors: f64::from(error),
                    seen: f64::from(error && visible >= lost / 2.0),
                });
            }
        }
        Ok(losses)
    }
}
