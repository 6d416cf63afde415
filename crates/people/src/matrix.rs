//! Products of matrices and convolutions over boards, for the network and its training.
//!
//! Small tiles of the result are worked out in registers, of whatever size the processor has that is
//! compiled for: `-C target-cpu=native` is several times faster than what runs everywhere, which matters
//! to training and hardly to anything else.

use crate::lane::{LANE, Lane};

/// How many rows of a result are worked out at once.
const ROWS: usize = if LANE == 4 { 4 } else { 8 };

/// How many registers of columns are worked out at once, at most.
const LANES: usize = match LANE {
    16 => 3,
    8 => 1,
    _ => 2,
};

/// All widths of layers are multiples of this.
pub(crate) const WIDTH_UNIT: usize = 16;

/// The tiles that `width` columns are cut into: first column and number of lanes.
fn columns_of(width: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..width)
        .step_by(LANES * LANE)
        .map(move |first| (first, LANES.min((width - first) / LANE)))
}

/// The tiles that `height` rows are cut into, of as many rows as go together or of one: first and number.
fn rows_of(height: usize) -> impl Iterator<Item = (usize, usize)> {
    let whole = height / ROWS * ROWS;
    let single = (whole..height).map(|row| (row, 1));
    (0..whole)
        .step_by(ROWS)
        .map(|row| (row, ROWS))
        .chain(single)
}

/// A stretch of a sum of products: where it begins in the first row on the left and in the rows on the
/// right, and how long it is.
type Stretch = (usize, usize, usize);

/// Two sides of a product: rows on the left are `pitch` apart, those on the right `width` long.
#[derive(Clone, Copy)]
struct Sides<'a> {
    left: &'a [f32],
    pitch: usize,
    right: &'a [f32],
    width: usize,
    stretches: &'a [Stretch],
}

/// A function that adds a tile of a product to `out`. Rows are written out, so that their sums stay in
/// registers.
macro_rules! tile {
    ($name:ident, $($row:literal)+) => {
        #[inline(never)]
        fn $name<const N: usize>(&self, column: usize, out: &mut [f32]) {
            const M: usize = [$($row),+].len();
            let mut sums = [[Lane::ZERO; N]; M];
            for &(left, right, length) in self.stretches {
                let rows: [&[f32]; M] = [$(&self.left[left + $row * self.pitch..][..length]),+];
                let right = &self.right[right..][..length * self.width];
                let mut at = column;
                for k in 0..length {
                    let weights = &right[at..][..N * LANE];
                    at += self.width;
                    for lane in 0..N {
                        let weights = Lane::load(weights, lane);
                        $(sums[$row][lane].accumulate(rows[$row][k], weights);)+
                    }
                }
            }
            $({
                let out = &mut out[$row * self.width + column..][..N * LANE];
                for (lane, sum) in sums[$row].iter().enumerate() {
                    sum.add_to(out, lane);
                }
            })+
        }
    };
}

impl Sides<'_> {
    /// Adds the product to the first `rows` rows of `out`: as many as go together, or one.
    #[inline]
    fn add_to(&self, rows: usize, out: &mut [f32]) {
        for (column, lanes) in columns_of(self.width) {
            match (rows == ROWS, lanes) {
                (true, 3) => self.rows::<3>(column, out),
                (true, 2) => self.rows::<2>(column, out),
                (true, _) => self.rows::<1>(column, out),
                (false, 3) => self.row::<3>(column, out),
                (false, 2) => self.row::<2>(column, out),
                (false, _) => self.row::<1>(column, out),
            }
        }
    }

    #[cfg(target_feature = "avx2")]
    tile!(rows, 0 1 2 3 4 5 6 7);
    #[cfg(not(target_feature = "avx2"))]
    tile!(rows, 0 1 2 3);
    tile!(row, 0);
}

/// Adds `left * right` to `out`: `left` has `depth` columns, `right` and `out` have `width`.
pub(crate) fn product(left: &[f32], depth: usize, right: &[f32], width: usize, out: &mut [f32]) {
    for (row, rows) in rows_of(out.len() / width) {
        let sides = Sides {
            left,
            pitch: depth,
            right,
            width,
            stretches: &[(row * depth, 0, depth)],
        };
        sides.add_to(rows, &mut out[row * width..]);
    }
}

/// Adds the transposed left side times the right to `out`: the gradient of weights from what went into a
/// layer and the gradient of what came out.
pub(crate) fn product_of_sums(
    left: &[f32],
    depth: usize,
    right: &[f32],
    width: usize,
    out: &mut [f32],
) {
    let count = right.len() / width;
    let left = &transposed(left, count, depth);
    for (row, rows) in rows_of(depth) {
        let sides = Sides {
            left,
            pitch: count,
            right,
            width,
            stretches: &[(row * count, 0, count)],
        };
        sides.add_to(rows, &mut out[row * width..]);
    }
}

/// `count` boards one after another with a margin of zeros: one column to the right of each row, which
/// also serves as the left margin of the next, and one row between boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Boards {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) count: usize,
}

impl Boards {
    /// From one row to the next.
    fn pitch(&self) -> usize {
        self.width + 1
    }

    /// How many places there are, margins included.
    pub(crate) fn places(&self) -> usize {
        (self.count * (self.height + 1) + 2) * self.pitch() + 2
    }

    /// The place of a square.
    pub(crate) fn place(&self, board: usize, square: usize) -> usize {
        let row = board * (self.height + 1) + square / self.width + 1;
        row * self.pitch() + square % self.width + 1
    }

    /// The first places of all rows.
    fn rows(&self) -> impl Iterator<Item = usize> {
        let boards = *self;
        (0..boards.count).flat_map(move |board| {
            (0..boards.height).map(move |row| boards.place(board, row * boards.width))
        })
    }

    /// Sets the squares of `out`, of `width` channels each, to the convolution of those of `values`, of
    /// `depth` channels, with a kernel of three by three, plus what `out` held there.
    pub(crate) fn convolve(
        &self,
        values: &[f32],
        depth: usize,
        kernel: &[f32],
        width: usize,
        out: &mut [f32],
    ) {
        for place in self.rows() {
            for (square, squares) in rows_of(self.width) {
                let stretches = std::array::from_fn::<Stretch, 3, _>(|row| {
                    let from = place + square + row * self.pitch() - self.pitch() - 1;
                    (from * depth, row * 3 * depth * width, 3 * depth)
                });
                let sides = Sides {
                    left: values,
                    pitch: depth,
                    right: kernel,
                    width,
                    stretches: &stretches,
                };
                sides.add_to(squares, &mut out[(place + square) * width..]);
            }
        }
    }

    /// Adds to `out` the gradient of a kernel: `values` went in, `slopes` is the gradient of what came out.
    pub(crate) fn convolve_sums(
        &self,
        values: &[f32],
        depth: usize,
        slopes: &[f32],
        width: usize,
        out: &mut [f32],
    ) {
        let places = self.places();
        let values = &transposed(&values[..places * depth], places, depth);
        let mut stretches = Vec::new();
        for tap in 0..9 {
            for (channel, channels) in rows_of(depth) {
                stretches.clear();
                // Margins within a board go along: there are no gradients there.
                stretches.extend((0..self.count).map(|board| {
                    let place = self.place(board, 0);
                    let from = place + tap / 3 * self.pitch() + tap % 3 - self.pitch() - 1;
                    let length = self.height * self.pitch() - 1;
                    (channel * places + from, place * width, length)
                }));
                let sides = Sides {
                    left: values,
                    pitch: places,
                    right: slopes,
                    width,
                    stretches: &stretches,
                };
                sides.add_to(channels, &mut out[(tap * depth + channel) * width..]);
            }
        }
    }
}

/// The kernel that carries gradients back through a convolution: turned half round, with what went in
/// and what came out exchanged.
pub(crate) fn turned(kernel: &[f32], depth: usize, width: usize) -> Vec<f32> {
    let mut out = vec![0.0; kernel.len()];
    for tap in 0..9 {
        for channel in 0..depth {
            for column in 0..width {
                out[((8 - tap) * width + column) * depth + channel] =
                    kernel[(tap * depth + channel) * width + column];
            }
        }
    }
    out
}

/// The transposed matrix of `depth` rows and `width` columns.
pub(crate) fn transposed(matrix: &[f32], depth: usize, width: usize) -> Vec<f32> {
    let mut out = vec![0.0; depth * width];
    // A few rows at a time, so that what is read and what is written stays near.
    for first in (0..depth).step_by(16) {
        let last = depth.min(first + 16);
        for column in 0..width {
            let out = &mut out[column * depth..][first..last];
            for (row, out) in (first..last).zip(out) {
                *out = matrix[row * width + column];
            }
        }
    }
    out
}

/// Adds `factor` times one list to another.
#[inline]
pub(crate) fn add_scaled(out: &mut [f32], factor: f32, values: &[f32]) {
    for (out, value) in out.iter_mut().zip(values) {
        *out += factor * value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers without a pattern, from -1 to 1.
    fn numbers(count: usize, seed: u64) -> Vec<f32> {
        (0..count)
            .map(|index| {
                let bits = shido_core::Seed(seed).derive(index as u64).0 >> 40;
                bits as f32 / (1 << 23) as f32 - 1.0
            })
            .collect()
    }

    fn close(left: &[f32], right: &[f32]) -> bool {
        left.len() == right.len() && left.iter().zip(right).all(|(a, b)| (a - b).abs() < 1e-3)
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (height, depth, width) in [(1, 5, 16), (13, 7, 48), (8, 16, 80), (21, 3, 32)] {
            let (left, right) = (numbers(height * depth, 1), numbers(depth * width, 2));
            let mut out = numbers(height * width, 3);
            let mut plain = out.clone();
            for i in 0..height {
                for j in 0..width {
                    for k in 0..depth {
                        plain[i * width + j] += left[i * depth + k] * right[k * width + j];
                    }
                }
            }
            product(&left, depth, &right, width, &mut out);
            assert!(close(&out, &plain));

            let slopes = numbers(height * width, 4);
            let mut out = vec![0.0; depth * width];
            let mut plain = out.clone();
            for i in 0..height {
                for j in 0..width {
                    for k in 0..depth {
                        plain[k * width + j] += left[i * depth + k] * slopes[i * width + j];
                    }
                }
            }
            product_of_sums(&left, depth, &slopes, width, &mut out);
            assert!(close(&out, &plain));
        }
    }

    #[test]
    fn convolutions_are_those_of_the_definition() {
        for (width, height, depth, channels) in [(8, 8, 5, 16), (3, 5, 16, 48), (19, 2, 3, 32)] {
            let boards = Boards {
                width,
                height,
                count: 2,
            };
            let mut values = vec![0.0; boards.places() * depth];
            let mut slopes = vec![0.0; boards.places() * channels];
            let kernel = numbers(9 * depth * channels, 5);
            for board in 0..2 {
                for square in 0..width * height {
                    let place = boards.place(board, square);
                    let seed = place as u64;
                    values[place * depth..][..depth].copy_from_slice(&numbers(depth, seed));
                    slopes[place * channels..][..channels]
                        .copy_from_slice(&numbers(channels, seed + 1000));
                }
            }
            let mut plain = vec![0.0; boards.places() * channels];
            let mut plain_sums = vec![0.0; kernel.len()];
            for board in 0..2 {
                for (row, column) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
                    for tap in 0..9 {
                        let (r, c) = (row + tap / 3, column + tap % 3);
                        if r == 0 || c == 0 || r > height || c > width {
                            continue;
                        }
                        let here = boards.place(board, row * width + column);
                        let there = boards.place(board, (r - 1) * width + c - 1);
                        for k in 0..depth {
                            for j in 0..channels {
                                let weight = (tap * depth + k) * channels + j;
                                let value = values[there * depth + k];
                                plain[here * channels + j] += value * kernel[weight];
                                plain_sums[weight] += value * slopes[here * channels + j];
                            }
                        }
                    }
                }
            }
            let mut out = vec![0.0; boards.places() * channels];
            boards.convolve(&values, depth, &kernel, channels, &mut out);
            assert!(close(&out, &plain));
            let mut out = vec![0.0; kernel.len()];
            boards.convolve_sums(&values, depth, &slopes, channels, &mut out);
            assert!(close(&out, &plain_sums));
        }
    }
}
