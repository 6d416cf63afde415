//! Connect Four through its frame against the same rules written by hand on bitboards.
//!
//! `cargo bench -p shido-frame --bench connect_four`. The two take turns, so that a noisy machine
//! disturbs both alike; what counts is the ratio of the medians.

use std::hint::black_box;
use std::time::Instant;

use shido_core::{Game, Turn};
use shido_frame::{Compiled, Frame, FrameGame, FramePosition};

/// The usual hand-written form: seven bits a column, the top one always empty, so that shifts never
/// carry a line from one column into the next.
#[derive(Clone, Copy)]
struct ByHand {
    own: u64,
    occupied: u64,
}

const COLUMN: u64 = 0x3f;

impl ByHand {
    fn columns(self) -> impl Iterator<Item = u64> {
        (0..7).filter_map(move |column| {
            let mask = COLUMN << (7 * column);
            let landing = (self.occupied + (1 << (7 * column))) & mask;
            (landing != 0).then_some(landing)
        })
    }

    fn count_columns(self) -> u64 {
        const TOP: u64 = 0x0020_4081_0204_0810 << 1;
        7 - u64::from((self.occupied & TOP).count_ones())
    }

    fn after(self, landing: u64) -> ByHand {
        ByHand {
            own: self.occupied ^ self.own,
            occupied: self.occupied | landing,
        }
    }

    /// Whether the side that has just moved has four in a row.
    fn won(self) -> bool {
        let board = self.own ^ self.occupied;
        [1, 7, 6, 8].iter().any(|shift| {
            let pairs = board & (board >> shift);
            pairs & (pairs >> (2 * shift)) != 0
        })
    }

    fn perft(self, depth: u32) -> u64 {
        if self.won() {
            return 0;
        }
        if depth == 1 {
            return self.count_columns();
        }
        self.columns()
            .map(|landing| self.after(landing).perft(depth - 1))
            .sum()
    }
}

fn perft(game: &FrameGame<u64>, position: &FramePosition<u64>, depth: u32) -> u64 {
    if let Turn::Over(_) = game.turn(position) {
        return 0;
    }
    if depth == 1 {
        return game.count_moves(position) as u64;
    }
    let mut count = 0;
    game.each_move(position, |mv| {
        count += perft(game, &game.after(position, mv), depth - 1)
    });
    count
}

fn seconds(work: impl FnOnce() -> u64) -> (f64, u64) {
    let started = Instant::now();
    let count = black_box(work());
    (started.elapsed().as_secs_f64(), count)
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let text = include_str!("../../../frames/connect-four.toml");
    let frame = Frame::read("connect-four.toml", text, &[]).expect("the frame is sound");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        unreachable!("42 points fit in 64 bits")
    };
    let depth = 9;
    let empty = ByHand {
        own: 0,
        occupied: 0,
    };
    let (mut by_hand, mut by_frame) = (Vec::new(), Vec::new());
    let mut leaves = 0;
    for _ in 0..11 {
        let (time, hand_count) = seconds(|| black_box(empty).perft(depth));
        by_hand.push(time);
        let (time, frame_count) = seconds(|| perft(black_box(&game), &game.start(), depth));
        by_frame.push(time);
        assert_eq!(hand_count, frame_count, "the two must count the same");
        leaves = frame_count;
    }
    let rate = |time: f64| leaves as f64 / time / 1e6;
    let (hand, frame) = (median(by_hand), median(by_frame));
    println!("connect-four perft {depth}: {leaves} sequences, median of 11, taken in turns");
    println!("  by hand    {:8.1} million/s", rate(hand));
    println!("  by frame   {:8.1} million/s", rate(frame));
    println!("  ratio      {:8.2}", hand / frame);
}
