//! Plain minimax.

use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::question::analysis::best_moves;
use crate::question::limits::Counter;
use crate::question::observe::{Observer, Silent, Why, Window};
use crate::{Analysis, Bound, DEEPEST, Limits, Model, MoveValue, SearchError};

/// Plain depth-first minimax: the first player takes the largest value, the second the smallest,
/// and chance the expected one.
///
/// ```
/// use shido_core::Game;
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Limits, Rules, minimax};
///
/// let tree = Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))").unwrap();
/// let analysis = minimax(&tree, &tree.start(), &Rules, Limits::default())?;
/// assert_eq!(analysis.value.0, 3.0);
/// assert_eq!(analysis.best, [Branch(1)]);
/// assert_eq!(analysis.line, [Branch(1), Branch(1)]);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
///
/// # Errors
/// Where a limit on the work is exceeded, or the model does not know what it is asked.
pub fn minimax<G: Game>(
    game: &G,
    position: &G::Position,
    model: &(impl Model<G> + ?Sized),
    limits: Limits<'_>,
) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
    minimax_observed(game, position, model, limits, &mut Silent)
}

/// [`minimax`] that is watched. Its windows are all full.
///
/// # Errors
/// As for [`minimax`].
pub fn minimax_observed<G: Game>(
    game: &G,
    position: &G::Position,
    model: &(impl Model<G> + ?Sized),
    limits: Limits<'_>,
    observer: &mut dyn Observer<G>,
) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
    let mut counter = Counter::new(limits);
    let horizon = limits.depth.map(|depth| depth as usize);
    // The nodes from the root down to where the search is. The path is kept by hand because a tree
    // may be deeper than the machine's stack.
    let mut path: Vec<Node<G>> = Vec::new();
    let mut position = position.clone();
    loop {
        // 1. Arrive at a position. A leaf has its value at once, other nodes wait for those below.
        counter.visit()?;
        let turn = game.turn(&position);
        let by = path.last().map(Node::current);
        observer.enter(by, &position, turn, Window::FULL);
        // What is asked about is searched whatever a table says of it.
        let known = by.and_then(|_| model.known(game, &position));
        path.push(match (turn, known) {
            (Turn::Over(outcome), _) => {
                let value = model.end(game, &position, outcome);
                Node::leaf(position, value, Why::Over)
            }
            (_, Some(known)) => Node::leaf(position, known.value, Why::LookedUp),
            _ if horizon == Some(path.len()) => match model.horizon(game, &position) {
                Some(value) => Node::leaf(position, value, Why::Horizon),
                None => {
                    return Err(SearchError::NoValue {
                        line: moves_along(&path),
                    });
                }
            },
            _ if path.len() == DEEPEST => return Err(SearchError::TooDeep { limit: DEEPEST }),
            (Turn::Of(seat), None) => Node::inner(game, position, Some(seat)),
            (Turn::Chance, None) => Node::inner(game, position, None),
        });

        // 2. Go back up to the nearest node that has a move left to try, handing values up.
        position = loop {
            let node = path
                .pop()
                .expect("the root is returned before it is dropped");
            if let Some(&mv) = node.moves.get(node.values.len()) {
                let next = game.after(&node.position, mv);
                path.push(node);
                break next;
            }
            observer.leave(node.value, ForFirst(Bound::Exact), node.why);
            let Some((above, path_to_above)) = path.split_last_mut() else {
                return Ok(node.into_analysis(counter.nodes, limits.depth));
            };
            above.take(node, |position, mv| {
                model
                    .odds(game, position, mv)
                    .ok_or_else(|| SearchError::NoOdds {
                        line: moves_along(path_to_above),
                    })
            })?;
        };
    }
}

/// A position whose moves are being tried one after the other.
struct Node<G: Game> {
    position: G::Position,
    /// Who chooses; `None` where nobody does, at leaves and where chance moves.
    mover: Option<Seat>,
    /// The moves to try; none at a leaf.
    moves: Vec<G::Move>,
    /// What the moves tried so far are worth.
    values: Vec<ForFirst<f64>>,
    /// What the node is worth by the moves tried so far.
    value: ForFirst<f64>,
    /// The principal variation by the moves tried so far, last move first.
    line: Vec<G::Move>,
    /// Why it will be left.
    why: Why,
}

impl<G: Game> Node<G> {
    fn leaf(position: G::Position, value: ForFirst<f64>, why: Why) -> Node<G> {
        Node {
            position,
            mover: None,
            moves: Vec::new(),
            values: Vec::new(),
            value,
            line: Vec::new(),
            why,
        }
    }

    fn inner(game: &G, position: G::Position, mover: Option<Seat>) -> Node<G> {
        Node {
            mover,
            moves: game.moves(&position),
            // A choice starts from the worst there is, an expectation from nothing.
            ..Node::leaf(
                position,
                mover.map_or(ForFirst(0.0), |seat| {
                    ForMover(f64::NEG_INFINITY).for_first(seat)
                }),
                Why::Searched,
            )
        }
    }

    /// The move that is being tried.
    fn current(&self) -> G::Move {
        self.moves[self.values.len()]
    }

    /// Takes account of the node below the move that was being tried.
    fn take<E>(
        &mut self,
        below: Node<G>,
        odds: impl FnOnce(&G::Position, G::Move) -> Result<f64, E>,
    ) -> Result<(), E> {
        let mv = self.current();
        self.values.push(below.value);
        match self.mover {
            Some(seat) if below.value.seen_by(seat) > self.value.seen_by(seat) => {
                self.value = below.value;
                self.line = below.line;
                self.line.push(mv);
            }
            Some(_) => {}
            None => self.value.0 += odds(&self.position, mv)? * below.value.0,
        }
        Ok(())
    }

    fn into_analysis(mut self, nodes: u64, depth: Option<u32>) -> Analysis<G::Move> {
        self.line.reverse();
        let valued = self.moves.into_iter().zip(self.values);
        let moves: Vec<_> = valued
            .map(|(mv, value)| MoveValue {
                mv,
                value,
                bound: Bound::Exact,
            })
            .collect();
        Analysis {
            value: self.value,
            best: self
                .mover
                .map_or(Vec::new(), |mover| best_moves(mover, &moves)),
            moves,
            line: self.line,
            lines: Vec::new(),
            distance: None,
            nodes,
            depth,
            transpositions: None,
        }
    }
}

/// The moves that are being tried at the nodes of a path.
fn moves_along<G: Game>(path: &[Node<G>]) -> Vec<G::Move> {
    path.iter().map(Node::current).collect()
}
