//! The games as both sides play them.

use std::path::Path;

use anyhow::{Context, bail};
use board_game::board::Board;
use rand_08::rngs::SmallRng;
use shido_frame::{Compiled, Frame, FrameGame};

/// The folder of the shipped frames.
pub(crate) const FRAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../frames");

/// A shipped game of at most 64 points.
pub(crate) fn shipped(name: &str, arguments: &[(&str, i64)]) -> anyhow::Result<FrameGame<u64>> {
    let file = format!("{name}.toml");
    let path = Path::new(FRAMES).join(&file);
    let text = std::fs::read_to_string(path).with_context(|| format!("no frame {file}"))?;
    let arguments: Vec<_> = arguments
        .iter()
        .map(|&(key, value)| (key.to_owned(), value))
        .collect();
    match Compiled::new(&Frame::read(&file, &text, &arguments)?) {
        Compiled::Small(game) => Ok(game),
        _ => bail!("the board of {name} is larger than 64 points"),
    }
}

/// Plays random games as `board-game` does in its own searches, and counts the draws.
pub(crate) fn play_board_game<B: Board>(start: &B, games: u64, rng: &mut SmallRng) -> u64 {
    let mut draws = 0;
    for _ in 0..games {
        let mut board = start.clone();
        let outcome = loop {
            // A board that goes on has a move, so there is nothing to be told of here.
            let _ = board.play_random_available_move(rng);
            if let Some(outcome) = board.outcome() {
                break outcome;
            }
        };
        draws += u64::from(outcome == board_game::board::Outcome::Draw);
    }
    draws
}
