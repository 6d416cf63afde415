//! Connect Four through its frame against the same rules written by hand on bitboards.
//!
//! `cargo bench -p shido-frame --bench connect_four`. The two take turns, so that a noisy machine
//! disturbs both alike; what counts is the ratio of the medians.

use std::hint::black_box;
use std::time::Instant;

use shido_core::{Game, Notation, Turn};
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
    game.each_successor(position, |_, next| count += perft(game, &next, depth - 1));
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
    println!("connect-four perft, by hand and by frame in turns, medians of 11, million/s");
    for (name, columns, depth) in [
        ("from the start", "", 9),
        ("after 12 plies", "ddcdccaagbff", 9),
    ] {
        compare(&game, name, columns, depth);
    }
}

fn compare(game: &FrameGame<u64>, name: &str, columns: &str, depth: u32) {
    let mut by_hand = ByHand {
        own: 0,
        occupied: 0,
    };
    let mut by_frame = game.start();
    for letter in columns.bytes() {
        let column = COLUMN << (7 * (letter - b'a'));
        let landing = by_hand.columns().find(|landing| landing & column != 0);
        by_hand = by_hand.after(landing.expect("the column has room"));
        let text = char::from(letter).to_string();
        let mv = game
            .parse_move(&by_frame, &text)
            .expect("the column has room");
        game.play(&mut by_frame, mv);
    }
    let (mut hand_times, mut frame_times) = (Vec::new(), Vec::new());
    let mut leaves = 0;
    for _ in 0..11 {
        let (time, hand_count) = seconds(|| black_box(by_hand).perft(depth));
        hand_times.push(time);
        let (time, frame_count) = seconds(|| perft(black_box(game), &by_frame, depth));
        frame_times.push(time);
        assert_eq!(hand_count, frame_count, "the two must count the same");
        leaves = frame_count;
    }
    let rate = |time: f64| leaves as f64 / time / 1e6;
    let (hand, frame) = (median(hand_times), median(frame_times));
    println!(
        "  {name}, depth {depth}: {leaves} sequences, {:.0} by hand, {:.0} by frame, ratio {:.2}",
        rate(hand),
        rate(frame),
        hand / frame
    );
}
