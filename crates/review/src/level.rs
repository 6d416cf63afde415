//! How strong the reviewed player is: given, or from the moves of the contest.

use serde::{Deserialize, Serialize};
use shido::{
    Adviser, AnyPlayer, AnySession, Error, Odds, Request, Saved, Seat, Settings, Spec, Watch,
};
use shido_people::rating::{Estimate, Posterior, normal_prior};

use crate::judge::Judge;

/// The level at which mistakes are looked for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Level {
    /// The rating.
    pub rating: f64,
    /// An 80% interval, where it was found from the moves.
    pub interval: Option<[f64; 2]>,
}

impl Level {
    /// A rating that is known.
    #[must_use]
    pub fn known(rating: f64) -> Level {
        Level {
            rating,
            interval: None,
        }
    }

    /// How many plies somebody of this level looks ahead where it matters: two at 800, one more for every 400
    /// points. Lines that are shown may be a little longer (`BEYOND`).
    #[must_use]
    pub fn horizon(&self) -> usize {
        (2.0 + (self.rating - 800.0) / 400.0)
            .clamp(2.0, 8.0)
            .round() as usize
    }
}

/// How many plies beyond the horizon a line may go.
pub(crate) const BEYOND: usize = 2;

/// The ratings that are tried, and how likely they are before the first move: as `shido rate` has it, with
/// wider steps.
const GRID: [f64; 11] = [
    600.0, 800.0, 1000.0, 1200.0, 1400.0, 1600.0, 1800.0, 2000.0, 2200.0, 2400.0, 2600.0,
];
const MEAN: f64 = 1500.0;
const DEVIATION: f64 = 400.0;

/// What a move counts: moves of one contest hang together.
const TEMPERING: f64 = 0.5;

/// How often anybody does anything.
const LAPSE: f64 = 1e-3;

/// A person of a rating, who says how likely they are to make each move.
pub(crate) fn person(
    judge: &Judge<'_>,
    rating: f64,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<AnyPlayer, Error> {
    let mut spec = Spec::plain("people");
    spec.options
        .push(("rating".to_owned(), format!("{rating:.0}")));
    judge.game.player(&spec, settings, watch)
}

/// The rating of a position as a puzzle: people of this rating find one of the right moves half of the time. Where
/// everybody finds it more often, or nobody so often, it is the lowest or highest rating that is tried.
pub(crate) fn puzzle_rating(
    session: &dyn AnySession,
    person: &mut Adviser,
    right: &[String],
) -> Result<u32, Error> {
    let odds = session.odds_by_rating(person, &GRID, None, &Request::default())?;
    let found: Vec<f64> = odds.iter().map(|odds| makes_one_of(odds, right)).collect();
    Ok(half_way(&found).round() as u32)
}

/// The rating of the grid at which a share that grows with it reaches one half.
fn half_way(found: &[f64]) -> f64 {
    let Some(above) = found.iter().position(|share| *share >= 0.5) else {
        return GRID[GRID.len() - 1];
    };
    let Some(below) = above.checked_sub(1) else {
        return GRID[0];
    };
    let part = (0.5 - found[below]) / (found[above] - found[below]);
    GRID[below] + part * (GRID[above] - GRID[below])
}

/// How likely somebody is to make one of these moves.
pub(crate) fn makes_one_of(odds: &Odds, moves: &[String]) -> f64 {
    let right = odds.moves.iter().filter(|(mv, _)| moves.contains(mv));
    right.map(|(_, probability)| probability).sum()
}

/// The level of a side, from the moves that it made.
pub(crate) fn estimate(
    judge: &Judge<'_>,
    record: &Saved,
    movers: &[Option<Seat>],
    seat: Seat,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Level, Error> {
    let person = person(judge, MEAN, settings, watch)?;
    let mut person = judge.game.adviser(&person)?;
    let mut posterior = Posterior::new(&normal_prior(&GRID, MEAN, DEVIATION));
    let mut session = judge.session(record, 0)?;
    for (mv, mover) in record.moves.iter().zip(movers) {
        if *mover == Some(seat) {
            let made = session.spell(mv)?;
            let odds = session.odds_by_rating(&mut person, &GRID, None, &Request::default())?;
            let likelihoods: Vec<f64> = odds
                .iter()
                .map(|odds| {
                    let probability = makes_one_of(odds, std::slice::from_ref(&made));
                    (1.0 - LAPSE) * probability + LAPSE / odds.moves.len() as f64
                })
                .collect();
            posterior.update(&likelihoods, TEMPERING);
        }
        session.play(mv)?;
    }
    let found = Estimate::of(&GRID, &posterior.probabilities(), 0.8);
    Ok(Level {
        rating: found.mean.round(),
        interval: Some([found.low.round(), found.high.round()]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reckoned by hand: from 0.2 at 1000 to 0.6 at 1200, three quarters of the way.
    #[test]
    fn a_puzzle_has_the_rating_of_those_who_find_it_half_of_the_time() {
        let mut found = [0.1, 0.1, 0.2, 0.6, 0.7, 0.8, 0.8, 0.9, 0.9, 0.9, 0.9];
        assert!((half_way(&found) - 1150.0).abs() < 1e-9);
        found.fill(0.4);
        assert_eq!(half_way(&found), 2600.0);
        found.fill(0.9);
        assert_eq!(half_way(&found), 600.0);
    }
}
