//! What is tactical about a line of play, in the words of those who play the game.

use crate::{Game, Scene};

/// Something tactical that a line of play shows: a fork, a mill, a corner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Motif {
    /// What players call it, such as `fork`: a noun, without article.
    pub name: &'static str,
    /// The move of the line that does it, counted from 0.
    pub ply: usize,
    /// The points of the board that it is about, as the game writes them: what acts comes first.
    pub points: Vec<String>,
    /// All of it in a sentence, such as `The knight on c7 attacks the king on e8 and the rook on a8.`
    pub sentence: String,
}

/// Games in which motifs can be found.
///
/// What is told has to be true of the line, and done by the side that makes its first move: a motif is a reason
/// that a student is given. What cannot be found soundly is left out.
pub trait Motifs: Game {
    /// The motifs of a line of legal moves that somebody has searched, the most telling first. The past of the
    /// scene may be empty; where it is not, a move that only takes back is told from one that wins something.
    fn motifs(&self, scene: Scene<'_, Self>, line: &[Self::Move]) -> Vec<Motif>;
}
