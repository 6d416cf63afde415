//! Fitting weights to labelled positions.

use rand::seq::SliceRandom;
use shido_core::Seed;

use crate::adam::{Adam, in_the_unit_of};
use crate::{Labelled, Weights};

/// How to fit weights to labelled positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuningOptions {
    /// How often to go through the positions, at most.
    pub epochs: u32,
    /// How many positions make a step.
    pub batch: usize,
    /// How large a step is at the beginning. It shrinks evenly to nothing at the end.
    pub rate: f64,
    /// How strongly weights are drawn back to those at the start, so that what a feature is worth is
    /// not told by a handful of positions.
    pub pull: f64,
    /// Which part of the positions is held out: nothing is learned from it, and it tells when to
    /// stop.
    pub held_out: f64,
    /// After how many epochs without anything gained to give up.
    pub patience: u32,
    /// Where every random choice comes from.
    pub seed: Seed,
}

impl Default for TuningOptions {
    fn default() -> TuningOptions {
        TuningOptions {
            epochs: 20,
            batch: 512,
            rate: 0.003,
            pull: 1e-4,
            held_out: 0.1,
            patience: 5,
            seed: Seed(0),
        }
    }
}

/// How well weights fit after an epoch; zero is before the first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TuningPoint {
    /// How often the positions were gone through.
    pub epoch: u32,
    /// The mean cross-entropy of the positions that are learned from, in nats.
    pub training: f64,
    /// The mean cross-entropy of those that were held out.
    pub held_out: f64,
}

/// What was fitted, and how it went.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuned {
    /// The weights that fitted the held-out positions best. Their origin is still that of the start.
    pub weights: Weights,
    /// The way there.
    pub curve: Vec<TuningPoint>,
}

/// Fits weights to labelled positions by logistic regression.
///
/// The value `v = tanh(s)` of a sum `s` stands for a probability `(1 + v) / 2` that the first player
/// wins, which is the logistic function of `2s`. The cross-entropy between that and the label `z` has
/// the slope `v - z` in `s`, so a step moves each weight by the mean of `(z - v) * feature`, and a
/// position that is misjudged for certain counts as much as any other.
///
/// What an epoch is judged by, and what is returned, is the mean of the weights over its steps (Polyak
/// and Juditsky 1992): the steps themselves tremble, and most where a feature is rare.
///
/// The last positions are held out rather than random ones: where the positions of a contest stand
/// together, as those of [`self_play`](crate::self_play) do, next to none of them has a sister on the
/// other side. `watch` is called after each epoch. `enough` is asked before each step, and ends the tuning at
/// the best so far.
pub fn tune(
    positions: &[Labelled],
    start: &Weights,
    options: &TuningOptions,
    enough: &dyn Fn() -> bool,
    watch: &(dyn Fn(&TuningPoint) + Sync),
) -> Tuned {
    let kept = positions.len() as f64 * (1.0 - options.held_out.clamp(0.0, 1.0));
    let (training, held_out) = positions.split_at(kept.round() as usize);
    let mut adam = Adam::new(start);
    let home = adam.values.clone();
    let mut best = home.clone();
    let mut curve = Vec::new();
    let mut least = f64::INFINITY;
    let mut idle = 0;
    let mut order: Vec<usize> = (0..training.len()).collect();
    let mut rng = options.seed.rng();
    'epochs: for epoch in 0..=options.epochs {
        let mut candidate = adam.values.clone();
        if epoch > 0 {
            candidate.fill(0.0);
            let steps = training.len().div_ceil(options.batch.max(1)) as f64;
            order.shuffle(&mut rng);
            let left = 1.0 - f64::from(epoch - 1) / f64::from(options.epochs);
            for batch in order.chunks(options.batch.max(1)) {
                if enough() {
                    break 'epochs;
                }
                let mut gradient: Vec<f64> = (adam.values.iter().zip(&home))
                    .map(|(value, home)| options.pull * (home - value))
                    .collect();
                for position in batch.iter().map(|&index| &training[index]) {
                    let value = position.features.times(&adam.values).tanh();
                    let error = f64::from(position.label.0) - value;
                    let share = error / batch.len() as f64;
                    position.features.add_to(&mut gradient, share);
                }
                adam.step(&gradient, options.rate * left);
                for (mean, value) in candidate.iter_mut().zip(&adam.values) {
                    *mean += value / steps;
                }
            }
        }
        let point = TuningPoint {
            epoch,
            training: cross_entropy(training, &candidate),
            held_out: cross_entropy(held_out, &candidate),
        };
        watch(&point);
        curve.push(point);
        idle += 1;
        // With nothing held out there is no telling the best, and the last are taken.
        if held_out.is_empty() || point.held_out < least {
            (least, idle) = (point.held_out, 0);
            best.clone_from(&candidate);
        }
        if idle > options.patience {
            break;
        }
    }
    Tuned {
        weights: in_the_unit_of(start, &best),
        curve,
    }
}

/// The mean cross-entropy between labels and what the values of `scale * weight` predict; zero where
/// there are no positions.
fn cross_entropy(positions: &[Labelled], values: &[f64]) -> f64 {
    let entropy = |position: &Labelled| {
        let sum = position.features.times(values);
        let won = (1.0 + f64::from(position.label.0)) / 2.0;
        // ln(1 + e^x), without overflow.
        let softplus = |x: f64| x.max(0.0) + (-x.abs()).exp().ln_1p();
        won * softplus(-2.0 * sum) + (1.0 - won) * softplus(2.0 * sum)
    };
    positions.iter().map(entropy).sum::<f64>() / positions.len().max(1) as f64
}
