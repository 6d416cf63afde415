//! The searches, beside references and worked examples.

mod exact;
mod lookup;
mod mcts;
mod minimax;
mod opponent;
mod proof_number;
mod pvs;
mod quiet;
mod semi_random;

use shido_frame::{Compiled, Frame, FrameGame};
use shido_games::tree::Tree;

/// A tree of the tests.
fn tree(text: &str) -> Tree {
    Tree::parse(text).expect("the tree is well-formed")
}

/// A game of a frame, as it is.
fn frame(text: &str) -> FrameGame<u64> {
    sized(text, &[])
}

/// A game of a frame with other parameters.
fn sized(text: &str, parameters: &[(&str, i64)]) -> FrameGame<u64> {
    let named = |(name, value): &(&str, i64)| ((*name).to_owned(), *value);
    let parameters: Vec<_> = parameters.iter().map(named).collect();
    let frame = Frame::read("frame.toml", text, &parameters).expect("the frame is sound");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        unreachable!("the boards of these tests are small")
    };
    game
}
