//! Pictures of every game that comes with Shido.

use std::path::Path;

use rand::RngExt;
use shido_core::picture::{Depict, Picture};
use shido_core::{Seed, Turn};
use shido_draw::Changes;
use shido_frame::{Compiled, Frame};
use shido_games::backgammon::Backgammon;
use shido_games::breakthrough::Breakthrough;
use shido_games::chess::Chess;
use shido_games::coins::{Coins, LastCoin};
use shido_games::draughts::Draughts;
use shido_games::go::Go;
use shido_games::othello::Othello;
use shido_games::shogi::Shogi;
use shido_games::tree::Tree;

/// A picture with what it shows.
pub(crate) struct Shown {
    /// The game, and where it is not the start how the position came about.
    pub(crate) name: String,
    pub(crate) picture: Picture,
    /// What the last move did.
    pub(crate) changes: Changes,
}

/// Every game at its start and after some random moves, and positions with what is rare.
pub(crate) fn shipped() -> Vec<Shown> {
    let mut shown = Vec::new();
    coded(&mut shown);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frames");
    let files = std::fs::read_dir(folder).expect("the frames are there");
    let mut paths: Vec<_> = files.map(|file| file.expect("a frame").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    paths.sort();
    for path in paths {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let text = std::fs::read_to_string(&path).expect("a frame can be read");
        let frame = Frame::read(&name, &text, &[]).expect("a frame is sound");
        match Compiled::new(&frame) {
            Compiled::Small(game) => walk(&mut shown, &name, &game),
            Compiled::Large(game) => walk(&mut shown, &name, &*game),
        }
    }
    shown
}

fn coded(shown: &mut Vec<Shown>) {
    walk(shown, "chess", &Chess);
    walk(shown, "shogi", &Shogi);
    at(
        shown,
        "shogi",
        &Shogi,
        "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w GR5pnsg 1",
    );
    walk(shown, "go", &Go::new(19).expect("a usual board"));
    walk(shown, "go:size=9", &Go::new(9).expect("a usual board"));
    walk(shown, "othello", &Othello::new(8).expect("a usual board"));
    walk(shown, "draughts", &Draughts);
    at(
        shown,
        "draughts",
        &Draughts,
        "W:W18,22,29,K6,K14:B1,3,9,K27,K32",
    );
    walk(shown, "backgammon", &Backgammon);
    at(
        shown,
        "backgammon",
        &Backgammon,
        "bJbA--B--------------bc--A second 64",
    );
    let narrow = Breakthrough::new(5, 6).expect("a board");
    walk(shown, "breakthrough", &narrow);
    let coins = Coins::new(12, 3, LastCoin::Wins).expect("a pile");
    walk(shown, "coins", &coins);
    let tree = Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))");
    walk(shown, "tree", &tree.expect("a tree"));
}

fn at<G: Depict>(shown: &mut Vec<Shown>, name: &str, game: &G, text: &str) {
    let position = game.parse_position(text).expect("a position");
    shown.push(Shown {
        name: format!("{name} at {text}"),
        picture: game.picture(&position),
        changes: Changes::default(),
    });
}

/// The start, and what random moves make of it.
fn walk<G: Depict>(shown: &mut Vec<Shown>, name: &str, game: &G) {
    let mut rng = Seed(7).rng();
    let mut position = game.start();
    let mut picture = game.picture(&position);
    shown.push(Shown {
        name: name.to_owned(),
        picture: picture.clone(),
        changes: Changes::default(),
    });
    let mut changes = Changes::default();
    for _ in 0..40 {
        if matches!(game.turn(&position), Turn::Over(_)) {
            break;
        }
        let moves = game.moves(&position);
        let mv = moves[rng.random_range(0..moves.len())];
        game.play(&mut position, mv);
        let next = game.picture(&position);
        changes = Changes::between(&picture, &next);
        picture = next;
    }
    shown.push(Shown {
        name: format!("{name} after some moves"),
        picture,
        changes,
    });
}
