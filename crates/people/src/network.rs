//! The network: what a position and its moves look like, to what attracts people to each move.
//!
//! A tower of residual convolutions reads the planes of the board, helped by one wide layer that sees the
//! whole board at once. Each legal move is then a row: what the tower says of its two squares, the features
//! of the move, and what it says of the board as a whole; two small layers turn it into a [`Pull`].

use shido_core::{Seed, Sight};

use crate::matrix::{Boards, WIDTH_UNIT, add_scaled, product, product_of_sums, transposed, turned};
use crate::scene::Seen;

/// The most squares of a board that is not large.
const LARGE_BOARD: usize = 144;

/// How large a network is. All but `blocks` are multiples of 16.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub struct Shape {
    /// Numbers for each square in the tower.
    pub channels: usize,
    /// Residual blocks of the tower, two convolutions each.
    pub blocks: usize,
    /// Width of the layer that sees the whole board.
    pub overview: usize,
    /// Width of the first layer over moves.
    pub hidden: usize,
    /// Width of the second layer over moves.
    pub narrow: usize,
}

impl Shape {
    /// What is right for a board with much to see.
    pub const BOARD: Shape = Shape {
        channels: 48,
        blocks: 4,
        overview: 128,
        hidden: 256,
        narrow: 64,
    };

    /// What is right where moves are told by their features alone.
    pub const MOVES: Shape = Shape {
        channels: 0,
        blocks: 0,
        overview: 0,
        hidden: 128,
        narrow: 32,
    };

    /// What is right for a large board: it takes as long as it has squares, and what matters is near by and
    /// looks the same everywhere, so that nothing sees the whole board at once.
    pub const LARGE: Shape = Shape {
        channels: 32,
        blocks: 2,
        overview: 0,
        hidden: 64,
        narrow: 32,
    };

    /// What is right for what is seen of a game.
    #[must_use]
    pub fn of(sight: Sight) -> Shape {
        match sight.squares() {
            0 => Shape::MOVES,
            1..=LARGE_BOARD => Shape::BOARD,
            _ => Shape::LARGE,
        }
    }

    /// Whether all widths are such as the arithmetic wants, and what is seen is no more than a game could show.
    pub(crate) fn fits(&self, sight: Sight) -> bool {
        let widths = [self.channels, self.overview, self.hidden, self.narrow];
        // First, so that nothing below is too large a number: a file may say anything.
        let seen = sight.width.max(sight.height) <= 64 && sight.planes.max(sight.features) <= 4096;
        seen && widths
            .iter()
            .all(|width| width % WIDTH_UNIT == 0 && *width <= 4096)
            && self.hidden > 0
            && self.narrow > 0
            && self.blocks <= 64
            && (sight.squares() > 0) == (self.channels > 0)
            && (self.channels > 0 || self.blocks == 0 && self.overview == 0)
    }
}

/// What attracts people to a move: at a rating, with an opponent so much stronger, the odds of a move go
/// with the exponential of `base + skill * rating + respect * difference` on the scale of
/// [`Level`](crate::scene::Level).
///
/// So the stronger somebody is, the likelier the moves whose `skill` is above the average of those that
/// they choose: what a stronger player finds, the model finds more often.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Pull {
    pub(crate) base: f32,
    pub(crate) skill: f32,
    pub(crate) respect: f32,
}

/// Numbers for each move that come out.
const OUTPUTS: usize = 3;

/// Where the weights of one layer lie among all, and how large they are at the start.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    pub(crate) start: usize,
    pub(crate) depth: usize,
    pub(crate) width: usize,
    scale: f32,
}

impl Part {
    pub(crate) fn of<'a>(&self, all: &'a [f32]) -> &'a [f32] {
        &all[self.start..][..self.depth * self.width]
    }

    pub(crate) fn of_mut<'a>(&self, all: &'a mut [f32]) -> &'a mut [f32] {
        &mut all[self.start..][..self.depth * self.width]
    }
}

#[derive(Clone, Debug)]
struct Block {
    first: Part,
    first_bias: Part,
    second: Part,
    second_bias: Part,
    mean: Part,
}

/// A network without its weights: what they mean.
#[derive(Clone, Debug)]
pub(crate) struct Network {
    pub(crate) sight: Sight,
    pub(crate) shape: Shape,
    weights: usize,
    overview: Part,
    overview_bias: Part,
    input: Part,
    input_bias: Part,
    overview_to_tower: Part,
    blocks: Vec<Block>,
    moves: Part,
    moves_bias: Part,
    board: Part,
    narrow: Part,
    narrow_bias: Part,
    out: Part,
}

/// Everything that is computed on the way from positions to pulls, kept for the way back.
pub(crate) struct Pass {
    boards: Boards,
    input: Vec<f32>,
    overview: Vec<f32>,
    tower: Vec<Vec<f32>>,
    inner: Vec<Vec<f32>>,
    means: Vec<Vec<f32>>,
    board: Vec<f32>,
    rows: Vec<f32>,
    hidden: Vec<f32>,
    narrow: Vec<f32>,
    /// For all moves of all positions, one position after the other.
    pub(crate) pulls: Vec<Pull>,
}

/// Kernels as the way back needs them: prepared once for a set of weights.
pub(crate) struct Backward {
    kernels: Vec<[Vec<f32>; 2]>,
    means: Vec<Vec<f32>>,
    overview_to_tower: Vec<f32>,
    squares: Vec<f32>,
    board: Vec<f32>,
    narrow: Vec<f32>,
}

impl Network {
    pub(crate) fn new(sight: Sight, shape: Shape) -> Network {
        let mut weights = 0;
        let mut part = |depth: usize, width: usize, scale: f32| {
            let start = weights;
            weights += depth * width;
            Part {
                start,
                depth,
                width,
                scale,
            }
        };
        // For rectified inputs (He and others 2015), and less for what is added to something else.
        let usual = |depth: usize| (2.0 / depth.max(1) as f32).sqrt();
        let Shape {
            channels,
            overview: wide,
            hidden,
            narrow,
            ..
        } = shape;
        let (planes, places) = (sight.planes, sight.planes * sight.squares());
        let row = 2 * channels + sight.features;
        Network {
            sight,
            shape,
            overview: part(places, wide, 0.1),
            overview_bias: part(1, wide, 0.0),
            input: part(9 * planes, channels, usual(9 * planes) * 2.0),
            input_bias: part(1, channels, 0.0),
            overview_to_tower: part(wide, channels, 0.3 * usual(wide)),
            blocks: (0..shape.blocks)
                .map(|_| Block {
                    first: part(9 * channels, channels, usual(9 * channels)),
                    first_bias: part(1, channels, 0.0),
                    second: part(9 * channels, channels, 0.3 * usual(9 * channels)),
                    second_bias: part(1, channels, 0.0),
                    mean: part(channels, channels, 0.1 * usual(channels)),
                })
                .collect(),
            moves: part(row, hidden, usual(row)),
            moves_bias: part(1, hidden, 0.0),
            board: part(channels + wide, hidden, 0.3 * usual(channels + wide)),
            narrow: part(hidden, narrow, usual(hidden)),
            narrow_bias: part(1, narrow, 0.0),
            out: part(narrow, OUTPUTS, 0.1 * usual(narrow)),
            weights,
        }
    }

    /// How many weights there are.
    pub(crate) fn weights(&self) -> usize {
        self.weights
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.inner().chain(self.outer())
    }

    /// Matrices that make a list of numbers of another one; without a board there are few.
    pub(crate) fn inner(&self) -> impl Iterator<Item = &Part> {
        let blocks = self.blocks.iter();
        let blocks = blocks.flat_map(|block| [&block.first, &block.second, &block.mean]);
        [
            &self.input,
            &self.overview_to_tower,
            &self.moves,
            &self.board,
            &self.narrow,
        ]
        .into_iter()
        .chain(blocks)
        .filter(|part| part.depth * part.width > 0)
    }

    /// What begins and ends the network: the table of what may be on the board, what comes out; and the biases.
    pub(crate) fn outer(&self) -> impl Iterator<Item = &Part> {
        let blocks = self.blocks.iter();
        let blocks = blocks.flat_map(|block| [&block.first_bias, &block.second_bias]);
        [
            &self.overview,
            &self.overview_bias,
            &self.input_bias,
            &self.moves_bias,
            &self.narrow_bias,
            &self.out,
        ]
        .into_iter()
        .chain(blocks)
    }

    /// Weights to begin with.
    pub(crate) fn start(&self, seed: Seed) -> Vec<f32> {
        let mut weights = vec![0.0; self.weights];
        for part in self.parts() {
            for (index, weight) in part.of_mut(&mut weights).iter_mut().enumerate() {
                let bits = seed.derive((part.start + index) as u64).0 >> 40;
                // Evenly from -1 to 1, whose spread is the root of a third.
                let even = bits as f32 / (1 << 23) as f32 - 1.0;
                *weight = part.scale * 1.732 * even;
            }
        }
        weights
    }

    /// The weights of a network that sees less of each move or is narrower after the tower, as weights of this one. It
    /// then says the same as the other: what is new counts for nothing at first. `None` where anything else is different.
    pub(crate) fn widened(&self, seed: Seed, from: &Network, weights: &[f32]) -> Option<Vec<f32>> {
        let before_moves = |network: &Network| {
            let sight = Sight {
                features: 0,
                ..network.sight
            };
            let shape = Shape {
                hidden: 0,
                narrow: 0,
                ..network.shape
            };
            (sight, shape)
        };
        let parts = || self.parts().zip(from.parts());
        let wider = |(to, from): (&Part, &Part)| to.depth >= from.depth && to.width >= from.width;
        if before_moves(self) != before_moves(from) || !parts().all(wider) {
            return None;
        }
        let mut widened = self.start(seed);
        for (to, from) in parts().filter(|(to, _)| to.width > 0) {
            let mut old = from.of(weights).chunks_exact(from.width);
            for row in to.of_mut(&mut widened).chunks_exact_mut(to.width) {
                // A row says what one number means for those of the next layer.
                let known = &mut row[..from.width];
                match old.next() {
                    Some(old) => known.copy_from_slice(old),
                    None => known.fill(0.0),
                }
            }
        }
        Some(widened)
    }

    /// Where the weights begin that judge moves by what the tower says.
    pub(crate) fn judging(&self) -> usize {
        self.moves.start
    }

    /// Takes out what could not be learned: how choices go with the rating, where nobody's was known, and
    /// how with the opponent's.
    pub(crate) fn keep_only(&self, weights: &mut [f32], skill: bool, respect: bool) {
        for [_, of_skill, of_respect] in self.out.of_mut(weights).as_chunks_mut::<OUTPUTS>().0 {
            *of_skill *= f32::from(u8::from(skill));
            *of_respect *= f32::from(u8::from(respect));
        }
    }

    /// What comes out for some positions.
    pub(crate) fn forward(&self, weights: &[f32], seen: &[&Seen]) -> Pass {
        let count = seen.len();
        let Shape {
            channels,
            overview: wide,
            hidden,
            narrow,
            ..
        } = self.shape;
        let planes = self.sight.planes;
        let boards = Boards {
            width: self.sight.width,
            height: self.sight.height,
            count,
        };
        let places = boards.places();
        let mut input = Vec::new();
        let mut overview = repeated(self.overview_bias.of(weights), count);
        let mut tower: Vec<Vec<f32>> = Vec::new();
        let mut inner = Vec::new();
        let mut means = Vec::new();
        let mut board = Vec::new();
        if channels > 0 {
            let squares = self.sight.squares();
            input = vec![0.0; places * planes];
            let table = self.overview.of(weights);
            for (index, seen) in seen.iter().enumerate() {
                let overview = &mut overview[index * wide..][..wide];
                for &(place, value) in &seen.board {
                    let place = place as usize;
                    add_scaled(overview, value, &table[place * wide..][..wide]);
                    let (plane, square) = (place / squares, place % squares);
                    input[boards.place(index, square) * planes + plane] = value;
                }
            }
            rectify(&mut overview);
            let mut everywhere = repeated(self.input_bias.of(weights), count);
            let to_tower = self.overview_to_tower.of(weights);
            product(&overview, wide, to_tower, channels, &mut everywhere);
            let mut first = vec![0.0; places * channels];
            self.spread(boards, &everywhere, &mut first);
            boards.convolve(&input, planes, self.input.of(weights), channels, &mut first);
            rectify(&mut first);
            tower.push(first);
            for block in &self.blocks {
                let before = tower.last().expect("the first is there");
                let mut middle = vec![0.0; places * channels];
                let bias = repeated(block.first_bias.of(weights), count);
                self.spread(boards, &bias, &mut middle);
                boards.convolve(
                    before,
                    channels,
                    block.first.of(weights),
                    channels,
                    &mut middle,
                );
                rectify(&mut middle);
                let mean = self.gather(boards, &middle);
                let mut everywhere = repeated(block.second_bias.of(weights), count);
                let of_mean = block.mean.of(weights);
                product(&mean, channels, of_mean, channels, &mut everywhere);
                let mut after = before.clone();
                self.spread(boards, &everywhere, &mut after);
                boards.convolve(
                    &middle,
                    channels,
                    block.second.of(weights),
                    channels,
                    &mut after,
                );
                rectify(&mut after);
                tower.push(after);
                inner.push(middle);
                means.push(mean);
            }
            let last = tower.last().expect("the first is there");
            let mean = self.gather(boards, last);
            for index in 0..count {
                board.extend_from_slice(&mean[index * channels..][..channels]);
                board.extend_from_slice(&overview[index * wide..][..wide]);
            }
        }
        let row = 2 * channels + self.sight.features;
        let moves: usize = seen.iter().map(|seen| seen.moves.len()).sum();
        let mut rows = Vec::with_capacity(moves * row);
        let mut of_board = repeated(self.moves_bias.of(weights), count);
        if channels > 0 {
            product(
                &board,
                channels + wide,
                self.board.of(weights),
                hidden,
                &mut of_board,
            );
        }
        let mut first = Vec::with_capacity(moves * hidden);
        for (index, seen) in seen.iter().enumerate() {
            for (number, squares) in seen.moves.iter().enumerate() {
                if channels > 0 {
                    let last = tower.last().expect("the first is there");
                    for square in squares {
                        match square {
                            Some(square) => {
                                let place = boards.place(index, usize::from(*square));
                                rows.extend_from_slice(&last[place * channels..][..channels]);
                            }
                            None => rows.resize(rows.len() + channels, 0.0),
                        }
                    }
                }
                let features = self.sight.features;
                rows.extend_from_slice(&seen.features[number * features..][..features]);
                first.extend_from_slice(&of_board[index * hidden..][..hidden]);
            }
        }
        product(&rows, row, self.moves.of(weights), hidden, &mut first);
        rectify(&mut first);
        let mut second = repeated(self.narrow_bias.of(weights), moves);
        product(&first, hidden, self.narrow.of(weights), narrow, &mut second);
        rectify(&mut second);
        let out = self.out.of(weights);
        let pulls = second
            .chunks_exact(narrow)
            .map(|row| {
                let mut sums = [0.0; OUTPUTS];
                for (value, weights) in row.iter().zip(out.chunks_exact(OUTPUTS)) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += value * weight;
                    }
                }
                let [base, skill, respect] = sums;
                Pull {
                    base,
                    skill,
                    respect,
                }
            })
            .collect();
        Pass {
            boards,
            input,
            overview,
            tower,
            inner,
            means,
            board,
            rows,
            hidden: first,
            narrow: second,
            pulls,
        }
    }

    /// What the way back needs to know of the weights.
    pub(crate) fn backward(&self, weights: &[f32]) -> Backward {
        let channels = self.shape.channels;
        let flip = |part: &Part| transposed(part.of(weights), part.depth, part.width);
        let turn = |part: &Part| turned(part.of(weights), channels, channels);
        Backward {
            kernels: self
                .blocks
                .iter()
                .map(|block| [turn(&block.first), turn(&block.second)])
                .collect(),
            means: self.blocks.iter().map(|block| flip(&block.mean)).collect(),
            overview_to_tower: flip(&self.overview_to_tower),
            squares: transposed(
                &self.moves.of(weights)[..2 * channels * self.shape.hidden],
                2 * channels,
                self.shape.hidden,
            ),
            board: flip(&self.board),
            narrow: flip(&self.narrow),
        }
    }

    /// Adds to `gradient` what the slopes of the pulls mean for the weights, of the tower too unless `judging_alone`.
    pub(crate) fn learn(
        &self,
        weights: &[f32],
        back: &Backward,
        (seen, pass): (&[&Seen], &Pass),
        slopes: &[Pull],
        judging_alone: bool,
        gradient: &mut [f32],
    ) {
        let count = seen.len();
        let Shape {
            channels,
            overview: wide,
            hidden,
            narrow,
            ..
        } = self.shape;
        let boards = pass.boards;
        let row = 2 * channels + self.sight.features;

        let out = self.out.of(weights);
        let out_gradient = self.out.of_mut(gradient);
        let mut of_narrow = vec![0.0; pass.narrow.len()];
        let rows = pass.narrow.chunks_exact(narrow);
        for ((slope, values), of_row) in slopes
            .iter()
            .zip(rows)
            .zip(of_narrow.chunks_exact_mut(narrow))
        {
            let slope = [slope.base, slope.skill, slope.respect];
            for index in 0..narrow {
                if values[index] > 0.0 {
                    for (output, slope) in slope.iter().enumerate() {
                        out_gradient[index * OUTPUTS + output] += slope * values[index];
                        of_row[index] += slope * out[index * OUTPUTS + output];
                    }
                }
            }
        }
        let narrow_gradient = self.narrow.of_mut(gradient);
        product_of_sums(&pass.hidden, hidden, &of_narrow, narrow, narrow_gradient);
        sum_rows(&of_narrow, self.narrow_bias.of_mut(gradient));
        let mut of_hidden = vec![0.0; pass.hidden.len()];
        product(&of_narrow, narrow, &back.narrow, hidden, &mut of_hidden);
        mask(&mut of_hidden, &pass.hidden);
        product_of_sums(
            &pass.rows,
            row,
            &of_hidden,
            hidden,
            self.moves.of_mut(gradient),
        );
        sum_rows(&of_hidden, self.moves_bias.of_mut(gradient));
        if channels == 0 {
            return;
        }

        let mut of_board_hidden = vec![0.0; count * hidden];
        let mut done = 0;
        for (index, seen) in seen.iter().enumerate() {
            let rows = &of_hidden[done * hidden..][..seen.moves.len() * hidden];
            sum_rows(rows, &mut of_board_hidden[index * hidden..][..hidden]);
            done += seen.moves.len();
        }
        let both = channels + wide;
        product_of_sums(
            &pass.board,
            both,
            &of_board_hidden,
            hidden,
            self.board.of_mut(gradient),
        );
        if judging_alone {
            return;
        }
        let mut of_board = vec![0.0; count * both];
        product(&of_board_hidden, hidden, &back.board, both, &mut of_board);

        // Only the squares' part of the rows goes on: features are given.
        let mut of_rows = vec![0.0; slopes.len() * 2 * channels];
        product(
            &of_hidden,
            hidden,
            &back.squares,
            2 * channels,
            &mut of_rows,
        );
        let mut of_last = vec![0.0; boards.places() * channels];
        let mut of_mean = Vec::with_capacity(count * channels);
        let mut of_overview = Vec::with_capacity(count * wide);
        for slopes in of_board.chunks_exact(both) {
            of_mean.extend_from_slice(&slopes[..channels]);
            of_overview.extend_from_slice(&slopes[channels..]);
        }
        let share = 1.0 / self.sight.squares() as f32;
        of_mean.iter_mut().for_each(|slope| *slope *= share);
        self.spread(boards, &of_mean, &mut of_last);
        let mut rows = of_rows.chunks_exact(channels);
        for (index, seen) in seen.iter().enumerate() {
            for square in seen.moves.iter().flatten() {
                let slopes = rows.next().expect("two for each move");
                if let Some(square) = square {
                    let place = boards.place(index, usize::from(*square));
                    add_scaled(&mut of_last[place * channels..][..channels], 1.0, slopes);
                }
            }
        }

        for (number, block) in self.blocks.iter().enumerate().rev() {
            let (before, middle) = (&pass.tower[number], &pass.inner[number]);
            mask(&mut of_last, &pass.tower[number + 1]);
            let second = block.second.of_mut(gradient);
            boards.convolve_sums(middle, channels, &of_last, channels, second);
            let everywhere = self.total(boards, &of_last);
            sum_rows(&everywhere, block.second_bias.of_mut(gradient));
            let mean_gradient = block.mean.of_mut(gradient);
            product_of_sums(
                &pass.means[number],
                channels,
                &everywhere,
                channels,
                mean_gradient,
            );
            let mut of_mean = vec![0.0; count * channels];
            product(
                &everywhere,
                channels,
                &back.means[number],
                channels,
                &mut of_mean,
            );
            of_mean.iter_mut().for_each(|slope| *slope *= share);
            let mut of_middle = vec![0.0; boards.places() * channels];
            self.spread(boards, &of_mean, &mut of_middle);
            let [first_back, second_back] = &back.kernels[number];
            boards.convolve(&of_last, channels, second_back, channels, &mut of_middle);
            mask(&mut of_middle, middle);
            let first = block.first.of_mut(gradient);
            boards.convolve_sums(before, channels, &of_middle, channels, first);
            let everywhere = self.total(boards, &of_middle);
            sum_rows(&everywhere, block.first_bias.of_mut(gradient));
            boards.convolve(&of_middle, channels, first_back, channels, &mut of_last);
        }
        mask(&mut of_last, &pass.tower[0]);
        let planes = self.sight.planes;
        boards.convolve_sums(
            &pass.input,
            planes,
            &of_last,
            channels,
            self.input.of_mut(gradient),
        );
        let everywhere = self.total(boards, &of_last);
        sum_rows(&everywhere, self.input_bias.of_mut(gradient));
        if wide == 0 {
            return;
        }
        let to_tower = self.overview_to_tower.of_mut(gradient);
        product_of_sums(&pass.overview, wide, &everywhere, channels, to_tower);
        product(
            &everywhere,
            channels,
            &back.overview_to_tower,
            wide,
            &mut of_overview,
        );
        mask(&mut of_overview, &pass.overview);
        sum_rows(&of_overview, self.overview_bias.of_mut(gradient));
        let table = self.overview.of_mut(gradient);
        for (seen, slopes) in seen.iter().zip(of_overview.chunks_exact(wide)) {
            for &(place, value) in &seen.board {
                add_scaled(&mut table[place as usize * wide..][..wide], value, slopes);
            }
        }
    }

    /// Adds a row of numbers to every square of its board.
    fn spread(&self, boards: Boards, rows: &[f32], out: &mut [f32]) {
        let channels = self.shape.channels;
        for (index, row) in rows.chunks_exact(channels).enumerate() {
            for square in 0..self.sight.squares() {
                let place = boards.place(index, square);
                add_scaled(&mut out[place * channels..][..channels], 1.0, row);
            }
        }
    }

    /// The sums over the squares of each board. Margins are zero.
    fn total(&self, boards: Boards, values: &[f32]) -> Vec<f32> {
        let channels = self.shape.channels;
        let mut sums = vec![0.0; boards.count * channels];
        for (index, sums) in sums.chunks_exact_mut(channels).enumerate() {
            for square in 0..self.sight.squares() {
                let place = boards.place(index, square);
                add_scaled(sums, 1.0, &values[place * channels..][..channels]);
            }
        }
        sums
    }

    /// The means over the squares of each board.
    fn gather(&self, boards: Boards, values: &[f32]) -> Vec<f32> {
        let mut means = self.total(boards, values);
        let share = 1.0 / self.sight.squares() as f32;
        means.iter_mut().for_each(|mean| *mean *= share);
        means
    }
}

fn repeated(row: &[f32], count: usize) -> Vec<f32> {
    row.repeat(count)
}

fn rectify(values: &mut [f32]) {
    values.iter_mut().for_each(|value| *value = value.max(0.0));
}

/// No slope where nothing came through.
fn mask(slopes: &mut [f32], values: &[f32]) {
    for (slope, value) in slopes.iter_mut().zip(values) {
        *slope = if *value > 0.0 { *slope } else { 0.0 };
    }
}

fn sum_rows(rows: &[f32], out: &mut [f32]) {
    for row in rows.chunks_exact(out.len()) {
        add_scaled(out, 1.0, row);
    }
}
