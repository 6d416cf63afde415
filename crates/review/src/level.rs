//! How strong the reviewed player is: given, or from the moves of the contest.

use serde::Serialize;
use shido::{AnyPlayer, Error, Request, Saved, Seat, Settings, Spec, Watch};
use shido_people::rating::{Estimate, Posterior, normal_prior};

use crate::judge::Judge;

/// The level at which mistakes are looked for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
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

/// The level of a side, from the moves that it made.
pub(crate) fn estimate(
    judge: &Judge<'_>,
    record: &Saved,
    movers: &[Option<Seat>],
    seat: Seat,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Level, Error> {
    let mut people = Vec::with_capacity(GRID.len());
    for rating in GRID {
        let player = person(judge, rating, settings, watch)?;
        people.push(judge.game.adviser(&player)?);
    }
    let mut posterior = Posterior::new(&normal_prior(&GRID, MEAN, DEVIATION));
    let mut session = judge.session(record, 0)?;
    for (mv, mover) in record.moves.iter().zip(movers) {
        if *mover == Some(seat) {
            let made = session.spell(mv)?;
            let mut likelihoods = Vec::with_capacity(GRID.len());
            for person in &mut people {
                let odds = session.odds(person, &Request::default())?;
                let found = odds.moves.iter().find(|(mv, _)| *mv == made);
                let probability = found.map_or(0.0, |(_, probability)| *probability);
                likelihoods.push((1.0 - LAPSE) * probability + LAPSE / odds.moves.len() as f64);
            }
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
