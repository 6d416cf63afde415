//! Timing in turns, and what the times say.

use std::hint::black_box;
use std::time::Instant;

use rand::RngExt;
use shido_core::{Rng, Seed};

/// How often the repetitions are drawn anew for an interval.
const RESAMPLES: usize = 2_000;

/// The seconds of each repetition, ours and theirs side by side.
pub(crate) struct Pairs(Vec<[f64; 2]>);

/// A ratio of medians with the interval in which 95% of the resampled ones lie.
#[derive(Clone, Copy)]
pub(crate) struct Ratio {
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// How long something takes.
pub(crate) fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let started = Instant::now();
    black_box(work());
    started.elapsed().as_secs_f64()
}

/// Times two sides in turns; each tells its own seconds, so that what is set up does not count. The
/// first turn of each is for the caches and does not count either.
pub(crate) fn alternate<E>(
    repetitions: usize,
    mut ours: impl FnMut() -> Result<f64, E>,
    mut theirs: impl FnMut() -> Result<f64, E>,
) -> Result<Pairs, E> {
    ours()?;
    theirs()?;
    let pairs = (0..repetitions).map(|_| Ok([ours()?, theirs()?]));
    pairs.collect::<Result<Vec<_>, E>>().map(Pairs)
}

/// Times one side, to be held against a figure.
pub(crate) fn alone<E>(
    repetitions: usize,
    figure: f64,
    mut ours: impl FnMut() -> Result<f64, E>,
) -> Result<Pairs, E> {
    alternate(repetitions, &mut ours, || Ok(figure))
}

impl Pairs {
    pub(crate) fn ours(&self) -> f64 {
        median(self.0.iter().map(|pair| pair[0]).collect())
    }

    pub(crate) fn theirs(&self) -> f64 {
        median(self.0.iter().map(|pair| pair[1]).collect())
    }

    /// How many times as fast we are.
    pub(crate) fn ratio(&self) -> Ratio {
        resampled(|rng| self.again(rng).quotient(), self.quotient())
    }

    /// How many times as large the ratio is as that of other pairs.
    pub(crate) fn ratio_over(&self, other: &Pairs) -> Ratio {
        let drawn = |rng: &mut Rng| self.again(rng).quotient() / other.again(rng).quotient();
        resampled(drawn, self.quotient() / other.quotient())
    }

    fn quotient(&self) -> f64 {
        self.theirs() / self.ours()
    }

    /// As many pairs, drawn from these. What was timed together is drawn together, because a
    /// disturbance meets both.
    fn again(&self, rng: &mut Rng) -> Pairs {
        let count = self.0.len();
        Pairs(
            (0..count)
                .map(|_| self.0[rng.random_range(0..count)])
                .collect(),
        )
    }
}

/// A value with its bootstrap interval.
fn resampled(draw: impl Fn(&mut Rng) -> f64, value: f64) -> Ratio {
    let mut rng = Seed(95).rng();
    let mut drawn: Vec<f64> = (0..RESAMPLES).map(|_| draw(&mut rng)).collect();
    drawn.sort_by(f64::total_cmp);
    let at = |share: f64| drawn[((RESAMPLES - 1) as f64 * share) as usize];
    Ratio {
        value,
        low: at(0.025),
        high: at(0.975),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() % 2 {
        0 => (values[middle - 1] + values[middle]) / 2.0,
        _ => values[middle],
    }
}

/// A sample's mean with its standard error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mean {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Mean {
    pub(crate) fn of(sample: impl IntoIterator<Item = f64>) -> Mean {
        let (mut count, mut sum, mut squares) = (0.0, 0.0, 0.0);
        for value in sample {
            count += 1.0;
            sum += value;
            squares += value * value;
        }
        let value = sum / count;
        Mean {
            value,
            error: ((squares / count - value * value) / count).sqrt(),
        }
    }

    /// Whether chance alone explains the difference, but for one case in a million.
    pub(crate) fn agrees(self, other: Mean) -> bool {
        (self.value - other.value).abs() < 5.0 * self.error.hypot(other.error)
    }
}
