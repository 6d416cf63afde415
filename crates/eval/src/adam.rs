//! Gradient descent with Adam.

use crate::Weights;

const MOMENTUM: f64 = 0.9;
const MEMORY_OF_SQUARES: f64 = 0.999;
const TINY: f64 = 1e-8;

/// Steps along a gradient, each weight at a rate of its own (Kingma and Ba 2015, "Adam: a method for
/// stochastic optimization").
///
/// Features come in all sizes: a corner is there or not, liberties are two dozen. A step is measured
/// by the usual size of a weight's gradient, so none need be scaled.
///
/// What is stepped is `scale * weight`, so that the unit of the weights does not matter either.
pub(crate) struct Adam {
    pub(crate) values: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Adam {
    pub(crate) fn new(start: &Weights) -> Adam {
        let values: Vec<f64> = start.values.iter().map(|w| start.scale * w).collect();
        Adam {
            mean: vec![0.0; values.len()],
            square: vec![0.0; values.len()],
            values,
            steps: 0,
        }
    }

    /// A step up the gradient.
    pub(crate) fn step(&mut self, gradient: &[f64], rate: f64) {
        self.steps = self.steps.saturating_add(1);
        let unbias = |memory: f64| 1.0 - memory.powi(self.steps);
        let (mean_share, square_share) = (unbias(MOMENTUM), unbias(MEMORY_OF_SQUARES));
        for (index, slope) in gradient.iter().enumerate() {
            let mean = &mut self.mean[index];
            let square = &mut self.square[index];
            *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * slope;
            *square = MEMORY_OF_SQUARES * *square + (1.0 - MEMORY_OF_SQUARES) * slope * slope;
            self.values[index] +=
                rate * (*mean / mean_share) / ((*square / square_share).sqrt() + TINY);
        }
    }
}

/// Values of `scale * weight` as weights like those at the start.
///
/// The evaluation depends on the products alone. They are split so that the weights are as large
/// together as those at the start, and a sum of one still means about one of its unit.
pub(crate) fn in_the_unit_of(start: &Weights, values: &[f64]) -> Weights {
    let size = |values: &[f64]| values.iter().map(|value| value.abs()).sum::<f64>();
    let (before, after) = (size(&start.values), size(values));
    let scale = match before > 0.0 && after > 0.0 {
        true => after / before,
        false => start.scale,
    };
    Weights {
        scale,
        values: values.iter().map(|value| value / scale).collect(),
        ..start.clone()
    }
}
