//! What is known about playing a game well: opening books, mirrored play and preferred moves.

use rustc_hash::FxHashMap;
use shido_core::{Game, Seat, Symmetry};

use crate::player::uniform;

/// What is known about playing a game well beyond who wins: data that comes with the game.
///
/// All of it is taken as given. A theory that recommends a losing move makes its player lose.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theory<M> {
    /// What to play in certain positions, mirror images included.
    pub book: Vec<Line<M>>,
    /// The side that answers every move with its mirror image as long as that does not lose, even
    /// where a win is to be had.
    ///
    /// The image is taken under the symmetries that pair the opening moves: applied twice they
    /// change nothing, and they leave at most one move in place. On a square board that is the half
    /// turn alone, because a reflection leaves its axis in place, and a move on the axis has no
    /// image to answer it with.
    pub mirror: Option<Seat>,
    /// The moves to choose among those that are equally good otherwise.
    pub prefer: Vec<M>,
}

/// A line of a book: which moves have been played, and what to play then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// The moves that lead to the position from the start; none for an opening.
    pub after: Vec<M>,
    /// The choice. A class is chosen with equal odds, then a move of that class with equal odds.
    pub classes: Vec<Vec<M>>,
}

impl<M: Copy> Theory<M> {
    /// The same with the moves of another type that stand for these.
    pub fn with_moves<N>(&self, other: impl Fn(M) -> N) -> Theory<N> {
        let all = |moves: &Vec<M>| -> Vec<N> { moves.iter().map(|mv| other(*mv)).collect() };
        let line = |line: &Line<M>| Line {
            after: all(&line.after),
            classes: line.classes.iter().map(all).collect(),
        };
        Theory {
            book: self.book.iter().map(line).collect(),
            mirror: self.mirror,
            prefer: all(&self.prefer),
        }
    }
}

/// A theory that does not fit the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TheoryError {
    /// A line contains a move that is not legal where it stands.
    #[error("line {line} of the book: {mv} is not a legal move there")]
    Illegal {
        /// The number of the line, from 1.
        line: usize,
        /// The move, as its type shows itself.
        mv: String,
    },
    /// A line offers nothing to play.
    #[error("line {line} of the book has no moves to choose from")]
    Empty {
        /// The number of the line, from 1.
        line: usize,
    },
}

impl<M> Default for Theory<M> {
    fn default() -> Theory<M> {
        Theory {
            book: Vec::new(),
            mirror: None,
            prefer: Vec::new(),
        }
    }
}

/// A theory made ready for use in one game.
pub(crate) struct Prepared<G: Game> {
    book: FxHashMap<G::Position, Vec<(G::Move, f64)>>,
    mirror: Option<(Seat, Vec<usize>)>,
    prefer: Vec<G::Move>,
}

impl<G: Game> Prepared<G> {
    /// No theory at all.
    pub(crate) fn empty() -> Prepared<G> {
        Prepared {
            book: FxHashMap::default(),
            mirror: None,
            prefer: Vec::new(),
        }
    }

    /// The distribution that the book gives for this position.
    pub(crate) fn book(&self, position: &G::Position) -> Option<&[(G::Move, f64)]> {
        self.book.get(position).map(Vec::as_slice)
    }

    /// Whether the move is among the preferred ones.
    pub(crate) fn prefers(&self, mv: G::Move) -> bool {
        self.prefer.contains(&mv)
    }
}

impl<G: Symmetry> Prepared<G> {
    /// Looks up the positions of the book and the symmetries that a side can mirror under.
    pub(crate) fn new(game: &G, theory: Theory<G::Move>) -> Result<Prepared<G>, TheoryError> {
        let mut book = FxHashMap::default();
        for (number, line) in (1..).zip(&theory.book) {
            let mut position = game.start();
            for &mv in &line.after {
                check_legal(game, &position, mv, number)?;
                game.play(&mut position, mv);
            }
            let mut shares = Vec::new();
            for class in &line.classes {
                if class.is_empty() {
                    return Err(TheoryError::Empty { line: number });
                }
                for (mv, share) in uniform(class) {
                    check_legal(game, &position, mv, number)?;
                    shares.push((mv, share / line.classes.len() as f64));
                }
            }
            if shares.is_empty() {
                return Err(TheoryError::Empty { line: number });
            }
            for symmetry in 0..game.symmetries() {
                let image = game.transform(symmetry, &position);
                let images: Vec<(G::Move, f64)> = shares
                    .iter()
                    .map(|&(mv, share)| (game.transform_move(symmetry, mv), share))
                    .collect();
                let choice = in_order(game, &image, &images);
                book.entry(image).or_insert(choice);
            }
        }
        Ok(Prepared {
            book,
            mirror: theory.mirror.map(|seat| (seat, pairings(game))),
            prefer: theory.prefer,
        })
    }

    /// Whether `mover` is the side that mirrors and would leave a position that is its own mirror image.
    pub(crate) fn mirrored(&self, game: &G, mover: Seat, left: &G::Position) -> bool {
        self.mirror.as_ref().is_some_and(|(seat, symmetries)| {
            *seat == mover && symmetries.iter().any(|&s| game.mirrors(s, left))
        })
    }
}

fn check_legal<G: Game>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    line: usize,
) -> Result<(), TheoryError> {
    if game.moves(position).contains(&mv) {
        Ok(())
    } else {
        Err(TheoryError::Illegal {
            line,
            mv: format!("{mv:?}"),
        })
    }
}

/// The shares as a distribution: in the order of the legal moves, one entry a move.
fn in_order<G: Game>(
    game: &G,
    position: &G::Position,
    shares: &[(G::Move, f64)],
) -> Vec<(G::Move, f64)> {
    let mut distribution = Vec::new();
    game.each_move(position, |mv| {
        let of_move = shares.iter().filter(|(known, _)| *known == mv);
        let probability: f64 = of_move.map(|(_, share)| share).sum();
        if probability > 0.0 {
            distribution.push((mv, probability));
        }
    });
    distribution
}

/// The symmetries that pair the opening moves, leaving at most one without a partner.
fn pairings<G: Symmetry>(game: &G) -> Vec<usize> {
    let moves = game.moves(&game.start());
    (1..game.symmetries())
        .filter(|&symmetry| {
            let image = |mv| game.transform_move(symmetry, mv);
            moves.iter().all(|&mv| image(image(mv)) == mv)
                && moves.iter().filter(|&&mv| image(mv) == mv).count() <= 1
        })
        .collect()
}
