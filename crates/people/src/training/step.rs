//! A step of learning: which way the weights go, given the gradient.
//!
//! Matrices inside the network learn by Muon (Jordan and others 2024): the gradient, averaged over steps, is made
//! orthogonal, so that what is rare in it is learned as fast as what is frequent. Everything else learns by AdamW
//! (Loshchilov and Hutter 2019): of a table with a row for whatever may be on the board, most rows are seldom used and
//! want steps of their own size.

use super::State;
use crate::matrix::{product, product_of_sums};
use crate::network::{Network, Part};

/// How much of the averages stays at each step: that of the gradient and that of its squares for AdamW, that of the
/// gradient for Muon, and that of the weights.
const MOMENTUM: f32 = 0.9;
const MEMORY_OF_SQUARES: f32 = 0.999;
const MUON_MOMENTUM: f32 = 0.95;
const AVERAGE: f32 = 0.999;

/// How much of the weights goes with each step, in parts of its rate.
const DECAY: f32 = 0.01;
const TINY: f32 = 1e-8;

/// How large the numbers of a step by Muon are, in the mean square, where those of a step by AdamW are about one.
const BESIDE_ADAM: f32 = 0.5;

impl State {
    /// A step against the gradient of the mean loss. Only the weights from `first` on change.
    pub(super) fn step(
        &mut self,
        network: &Network,
        gradient: &[f32],
        count: usize,
        rate: f32,
        first: usize,
    ) {
        self.progress.steps += 1;
        let steps = self.progress.steps.min(100_000) as i32;
        let share = 1.0 / count.max(1) as f32;
        let mut way: Vec<f32> = gradient.iter().map(|slope| share * slope).collect();
        for part in network.outer().filter(|part| part.start >= first) {
            let memories = (part.of_mut(&mut self.mean), part.of_mut(&mut self.square));
            adam(part.of_mut(&mut way), memories, steps);
        }
        for part in network.inner().filter(|part| part.start >= first) {
            muon(part, part.of_mut(&mut way), part.of_mut(&mut self.mean));
        }
        let kept = AVERAGE.min((1 + steps) as f32 / (10 + steps) as f32);
        let states = self.weights.iter_mut().zip(&mut self.average);
        for ((weight, average), way) in states.zip(way).skip(first) {
            *weight -= rate * (way + DECAY * *weight);
            *average = kept * *average + (1.0 - kept) * *weight;
        }
    }
}

/// From a gradient to the way of a step by AdamW.
fn adam(way: &mut [f32], (mean, square): (&mut [f32], &mut [f32]), steps: i32) {
    let unbias = |memory: f32| 1.0 / (1.0 - memory.powi(steps));
    let (mean_share, square_share) = (unbias(MOMENTUM), unbias(MEMORY_OF_SQUARES));
    for (way, (mean, square)) in way.iter_mut().zip(mean.iter_mut().zip(square)) {
        *mean = MOMENTUM * *mean + (1.0 - MOMENTUM) * *way;
        *square = MEMORY_OF_SQUARES * *square + (1.0 - MEMORY_OF_SQUARES) * *way * *way;
        *way = *mean * mean_share / ((*square * square_share).sqrt() + TINY);
    }
}

/// From a gradient to the way of a step by Muon, with Nesterov's momentum.
fn muon(part: &Part, way: &mut [f32], memory: &mut [f32]) {
    for (way, memory) in way.iter_mut().zip(memory) {
        *memory = MUON_MOMENTUM * *memory + *way;
        *way += MUON_MOMENTUM * *memory;
    }
    orthogonalize(way, part.width);
    // The squares of an orthogonal matrix sum to its shorter side.
    let size = BESIDE_ADAM * (part.depth.max(part.width) as f32).sqrt();
    way.iter_mut().for_each(|way| *way *= size);
}

/// Brings the singular values of a matrix near to one, by an iteration of Newton and Schulz: with *A* = *X*ᵀ*X*, *X*
/// becomes *X* (3.4445 - 4.775 *A* + 2.0315 *A*²), which is quick for small values and leaves them between 0.7 and 1.2.
fn orthogonalize(matrix: &mut [f32], width: usize) {
    let size = matrix.iter().map(|value| value * value).sum::<f32>().sqrt();
    matrix.iter_mut().for_each(|value| *value /= size + TINY);
    let times = |matrix: &[f32], factor: f32| -> Vec<f32> {
        matrix.iter().map(|value| factor * value).collect()
    };
    for _ in 0..5 {
        let mut squares = vec![0.0; width * width];
        product_of_sums(matrix, width, matrix, width, &mut squares);
        let mut factors = times(&squares, -4.775);
        product(
            &times(&squares, 2.0315),
            width,
            &squares,
            width,
            &mut factors,
        );
        let mut next = times(matrix, 3.4445);
        product(matrix, width, &factors, width, &mut next);
        matrix.copy_from_slice(&next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A matrix that is orthogonal but for the lengths of its columns has these as its singular values, and they alone
    /// change: by Hadamard's matrices of 16 rows, whose entries are the signs of shared bits.
    #[test]
    fn directions_become_equally_long() {
        let sign = |row: usize, column: usize| match (row & column).count_ones() % 2 {
            0 => 0.25,
            _ => -0.25,
        };
        let length = |column: usize| 0.02 + 0.1 * column as f32;
        let mut matrix: Vec<f32> = (0..256)
            .map(|at| sign(at / 16, at % 16) * length(at % 16))
            .collect();
        orthogonalize(&mut matrix, 16);
        for column in 0..16 {
            let along: f32 = (0..16)
                .map(|row| matrix[16 * row + column] * sign(row, column))
                .sum();
            assert!((0.6..1.3).contains(&along), "{along} of column {column}");
            let apart: f32 = (0..16)
                .map(|row| (matrix[16 * row + column] - along * sign(row, column)).abs())
                .sum();
            assert!(apart < 1e-3, "{apart} aside of column {column}");
        }
    }

    /// Nothing learned is no way to go, not one without a number.
    #[test]
    fn no_gradient_is_no_step() {
        let mut matrix = vec![0.0; 48];
        orthogonalize(&mut matrix, 16);
        assert_eq!(matrix, vec![0.0; 48]);
    }
}
