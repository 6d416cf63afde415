//! The searches that suppose something about the opponent: on trees worked out by hand, by their laws
//! on random trees and positions, and the pruned ones against the plain ones.

mod agreement;
mod laws;
mod models;
mod recorded;
mod reference;
mod tutoring;
mod worked;

use rand::RngExt;
use shido_core::{ForFirst, Game, Seat, Seed, Turn, spread};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_games::tree::{Branch, Tree};
use shido_search::{Judged, Limits, LookAhead, Model};
use shido_testkit::trees;

const OURS: Judged = Judged(Seat::First);
const HIS: Judged = Judged(Seat::Second);

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

fn branches(numbers: &[usize]) -> Vec<Branch> {
    numbers.iter().copied().map(Branch).collect()
}

fn to(depth: Option<u32>) -> Limits<'static> {
    Limits {
        depth,
        ..Limits::default()
    }
}

fn looking<M>(model: M, depth: Option<u32>) -> LookAhead<M> {
    LookAhead { model, depth }
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// Random trees with the sides in any order, two values at the leaves and many ties; every other one
/// with chance.
fn random_trees(seed: u64, count: u64) -> impl Iterator<Item = (String, Tree)> {
    (0..count).map(move |index| {
        let shape = trees::Shape {
            depth: 5,
            branches: 4,
            chance: index % 2 == 0,
        };
        let text = trees::random(Seed(seed).derive(index), shape);
        let tree = tree(&text);
        (text, tree)
    })
}

/// A random position after some random moves, if the contest is not over by then.
fn random_position<G: Game>(game: &G, seed: Seed, most: u32) -> Option<G::Position> {
    let mut rng = seed.rng();
    let mut position = game.start();
    for _ in 0..rng.random_range(0..=most) {
        let mv = game.random_move(&position, &mut rng)?;
        game.play(&mut position, mv);
    }
    matches!(game.turn(&position), Turn::Of(_)).then_some(position)
}

/// An evaluation that makes no sense, so that two of them disagree as much as can be: tenths, the same
/// for the same position, and less than a win.
#[derive(Clone, Copy, Debug)]
struct Whim(u64);

impl<G: Game> Model<G> for Whim {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        let drawn = spread(game.key(position) ^ spread(self.0)) % 11;
        Some(ForFirst((drawn as f64 - 5.0) / 10.0))
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }

    fn decisive(&self) -> bool {
        true
    }
}
