//! The learned weights that come with Shido fit their games and beat those set by hand.

use std::sync::atomic::AtomicBool;

use shido_core::{Features, Seed};
use shido_eval::{Duel, Practice, Terms, Weights, duel};
use shido_frame::{Compiled, Frame};
use shido_games::breakthrough::Breakthrough;
use shido_games::othello::Othello;

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../weights/", $name, ".toml"))
    };
}

fn meeting<G: Features>(game: &G, name: &str, learned: &str, hand: &str, pairs: u64) -> Duel {
    let [learned, hand] =
        [learned, hand].map(|text| Weights::read(game, name, text).expect("weights"));
    assert!(learned.origin.contains("shido tune"), "{}", learned.origin);
    let terms = Terms {
        pairs,
        depth: 2,
        practice: Practice {
            opening_plies: 8,
            ..Practice::default()
        },
        seed: Seed(11),
    };
    duel(game, None, &learned, &hand, &terms, &AtomicBool::new(false))
        .expect("no chance in these games")
}

/// Two plies of plain alpha-beta, which depend on nothing but the two files and the rules. The long
/// matches are in `docs/evaluation.md`.
#[test]
fn othello() {
    let game = Othello::default();
    let result = meeting(
        &game,
        "othello",
        file!("othello"),
        file!("othello.hand"),
        200,
    );
    assert!(result.score() > 0.5, "{result:?}");
}

#[test]
fn the_others_fit_their_games() {
    let text = include_str!("../../../frames/connect-four.toml");
    let frame = Frame::read("connect-four.toml", text, &[]).expect("a frame");
    let Compiled::Small(four) = Compiled::new(&frame) else {
        panic!("a small board");
    };
    let (learned, hand) = (file!("connect-four"), file!("connect-four.hand"));
    meeting(&four, "connect-four", learned, hand, 1);
    let small = Othello::new(6).expect("a size");
    let (learned, hand) = (file!("othello-6x6"), file!("othello-6x6.hand"));
    meeting(&small, "othello-6x6", learned, hand, 1);
    let (learned, hand) = (file!("breakthrough"), file!("breakthrough.hand"));
    meeting(&Breakthrough::default(), "breakthrough", learned, hand, 1);
}
