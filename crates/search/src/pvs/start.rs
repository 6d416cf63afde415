//! Where a search starts: the same for all its threads, and found out once for all of them.

use shido_core::{Game, Guide, Seat, Turn};

use super::Pvs;
use super::path::Path;
use super::score::Score;
use super::twins::{eldest_twins, is_symmetric};
use crate::{Bound, Model};

/// The position that is searched, with its moves and how it came about.
#[derive(Clone)]
pub(super) struct Start<P, M> {
    pub(super) root: P,
    pub(super) mover: Seat,
    /// Whether the moves from the root that come to the same are searched but once.
    pub(super) symmetric: bool,
    pub(super) roots: Vec<RootMove<M>>,
    pub(super) path: Option<Path>,
}

/// A move from the position that is searched, and what has been found out about it.
#[derive(Clone)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    pub(super) index: usize,
    pub(super) score: Score,
    pub(super) bound: Bound,
    pub(super) line: Vec<M>,
    /// The moves that come to the same, with their numbers in the game's order.
    pub(super) twins: Vec<(usize, M)>,
    /// How much work it was, as an estimate of how hard it is to refute.
    pub(super) nodes: u64,
}

impl<P: Clone + PartialEq, M: Copy + PartialEq> Start<P, M> {
    /// The last of the positions of a contest so far.
    pub(super) fn of<G>(search: &Pvs<'_, G, impl Model<G> + ?Sized>, positions: &[P]) -> Start<P, M>
    where
        G: Guide<Position = P, Move = M>,
    {
        let game = search.game;
        let root = positions
            .last()
            .expect("the search has looked at it already")
            .clone();
        let path = game.repetition_limit().map(|limit| {
            let played = positions.iter();
            Path::new(played.map(|position| recurrence_key(game, position)), limit)
        });
        let moves = game.moves(&root);
        // With a repetition in sight it matters which of two twins was played before.
        let symmetric = path.is_none() && search.model.symmetric() && is_symmetric(game, &root);
        let mut roots: Vec<RootMove<G::Move>> = Vec::with_capacity(moves.len());
        let eldest = match symmetric {
            true => eldest_twins(game, &root, &moves),
            false => (0..moves.len()).collect(),
        };
        for (index, (mv, eldest)) in moves.into_iter().zip(eldest).enumerate() {
            match roots.iter_mut().find(|root| root.index == eldest) {
                Some(root) => root.twins.push((index, mv)),
                None => roots.push(RootMove {
                    mv,
                    index,
                    score: Score::DRAW,
                    bound: Bound::AtMost,
                    line: vec![mv],
                    twins: Vec::new(),
                    nodes: 0,
                }),
            }
        }
        Start {
            mover: match game.turn(&root) {
                Turn::Of(seat) => seat,
                Turn::Chance | Turn::Over(_) => Seat::First,
            },
            root,
            symmetric,
            roots,
            path,
        }
    }
}

/// The key under which it is counted how often a position has occurred.
pub(super) fn recurrence_key<G: Game>(game: &G, position: &G::Position) -> u64 {
    game.key(&game.recurs_as(position))
}
