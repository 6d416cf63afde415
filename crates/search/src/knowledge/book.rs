//! Openings that are played from memory.

use rustc_hash::FxHashMap;
use shido_core::{Game, Rng};

use rand::RngExt;

/// An opening book: which moves were made in a position, and how often.
///
/// A position is found however it came about, so lines that transpose into each other share what they
/// know.
#[derive(Clone, Debug)]
pub struct Book<G: Game> {
    moves: FxHashMap<G::Position, Vec<(G::Move, u32)>>,
}

impl<G: Game> Default for Book<G> {
    fn default() -> Self {
        Book {
            moves: FxHashMap::default(),
        }
    }
}

impl<G: Game> Book<G> {
    /// Adds a line from the start: each of its moves counts once more where it was made. What comes
    /// after a move that is not legal is left out.
    pub fn add(&mut self, game: &G, line: &[G::Move]) {
        let mut position = game.start();
        for &mv in line {
            if !game.moves(&position).contains(&mv) {
                return;
            }
            let known = self.moves.entry(game.recurs_as(&position)).or_default();
            match known.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, count)) => *count += 1,
                None => known.push((mv, 1)),
            }
            game.play(&mut position, mv);
        }
    }

    /// The moves that the book has in a position, with how often they were made.
    pub fn moves(&self, game: &G, position: &G::Position) -> &[(G::Move, u32)] {
        self.moves
            .get(&game.recurs_as(position))
            .map_or(&[], Vec::as_slice)
    }

    /// A move of the book, as often as it was made; `None` where the book ends.
    pub fn draw(&self, game: &G, position: &G::Position, rng: &mut Rng) -> Option<G::Move> {
        let moves = self.moves(game, position);
        let total: u32 = moves.iter().map(|(_, count)| count).sum();
        if total == 0 {
            return None;
        }
        let mut drawn = rng.random_range(0..total);
        let chosen = moves.iter().find(|(_, count)| {
            let here = drawn < *count;
            drawn = drawn.wrapping_sub(*count);
            here
        });
        chosen.map(|&(mv, _)| mv)
    }

    /// How many positions the book has moves for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether the book is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}
