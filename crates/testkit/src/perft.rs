//! Counting sequences of moves, to test rules by.

use shido_core::Game;

/// How many sequences of so many moves there are from a position; those that end before
/// do not count. The last ply is counted without being played.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_moves(position) as u64,
        _ => {
            let mut leaves = 0;
            game.each_move(position, |mv| {
                leaves += perft(game, &game.after(position, mv), depth - 1);
            });
            leaves
        }
    }
}
