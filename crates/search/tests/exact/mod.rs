//! Alpha-beta and expectiminimax on trees worked out by hand, and against the reference.

mod agreement;
mod pictures;
mod recorded;
mod slides;
mod worked;

use shido_frame::{Compiled, Frame, FrameGame};
use shido_games::tree::Tree;

fn tree(text: &str) -> Tree {
    Tree::parse(text).expect("the tree is well-formed")
}

fn frame(text: &str) -> FrameGame<u64> {
    let frame = Frame::read("frame.toml", text, &[]).expect("the frame is sound");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        unreachable!("the boards of these tests are small")
    };
    game
}
