//! Recording the tree of a search.

use shido_core::picture::{Depict, TreeNode, TreePicture};
use shido_core::{ForFirst, Game, Turn};

use crate::question::observe::{Cut, Observer, Why, Window};
use crate::{Bound, Model};

/// Watches a search and keeps what it saw; of one that deepens step by step, the last step.
///
/// ```
/// use shido_core::Game;
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Ask, Limits, Recording, Rules, alphabeta_observed};
///
/// let tree = Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))").unwrap();
/// let mut recording = Recording::new(1_000, 20);
/// let start = tree.start();
/// alphabeta_observed(&tree, &start, &Rules, Ask::BestMove, Limits::default(), &mut recording)?;
/// let recorded = recording.finish().expect("there was a search");
/// assert_eq!(recorded.nodes.len(), 11);
/// let second = &recorded.nodes[recorded.nodes[0].below[1]];
/// let skipped: Vec<Branch> = second.skipped.iter().map(|(mv, _)| *mv).collect();
/// assert_eq!(skipped, [Branch(2), Branch(3)]);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recording<G: Game> {
    nodes: Vec<RecordedNode<G>>,
    most: usize,
    deepest: usize,
    /// The kept positions that the search is in, from the root down.
    path: Vec<usize>,
    /// How many positions the search is in below those.
    left_out: usize,
}

impl<G: Game> Recording<G> {
    /// Keeps the root and what the search comes to next, up to so many positions and down to this
    /// ply. The others are counted.
    #[must_use]
    pub const fn new(most: usize, deepest: usize) -> Recording<G> {
        Recording {
            nodes: Vec::new(),
            most,
            deepest,
            path: Vec::new(),
            left_out: 0,
        }
    }

    /// What has been kept so far; `None` before a search has begun.
    #[must_use]
    pub fn finish(self) -> Option<RecordedTree<G>> {
        (!self.nodes.is_empty()).then_some(RecordedTree { nodes: self.nodes })
    }
}

impl<G: Game> Observer<G> for Recording<G> {
    fn enter(&mut self, by: Option<G::Move>, position: &G::Position, turn: Turn, window: Window) {
        if by.is_none() {
            self.nodes.clear();
            self.path.clear();
            self.left_out = 0;
        }
        let index = self.nodes.len();
        if let Some(&above) = self.path.last() {
            let full = index >= self.most || self.path.len() > self.deepest;
            if full || self.left_out > 0 {
                self.left_out += 1;
                self.nodes[above].left_out += 1;
                return;
            }
            self.nodes[above].below.push(index);
        }
        self.path.push(index);
        self.nodes.push(RecordedNode {
            by,
            position: position.clone(),
            turn,
            window,
            result: None,
            theirs: None,
            below: Vec::new(),
            skipped: Vec::new(),
            left_out: 0,
        });
    }

    fn skip(&mut self, mv: G::Move, why: Cut) {
        if let (0, Some(&here)) = (self.left_out, self.path.last()) {
            self.nodes[here].skipped.push((mv, why));
        }
    }

    fn theirs(&mut self, value: ForFirst<f64>) {
        if let (0, Some(&here)) = (self.left_out, self.path.last()) {
            self.nodes[here].theirs = Some(value);
        }
    }

    fn leave(&mut self, value: ForFirst<f64>, bound: ForFirst<Bound>, why: Why) {
        if self.left_out > 0 {
            self.left_out -= 1;
        } else if let Some(here) = self.path.pop() {
            self.nodes[here].result = Some(Visited { value, bound, why });
        }
    }
}

/// What a search looked at.
#[derive(Clone, Debug)]
pub struct RecordedTree<G: Game> {
    /// The positions in the order in which the search came to them, the root first. One that it came
    /// to twice is there twice.
    pub nodes: Vec<RecordedNode<G>>,
}

/// A position that a search looked at.
#[derive(Clone, Debug)]
pub struct RecordedNode<G: Game> {
    /// The move that led here; `None` at the root.
    pub by: Option<G::Move>,
    /// The position.
    pub position: G::Position,
    /// Who moves there.
    pub turn: Turn,
    /// The window with which the search came.
    pub window: Window,
    /// What it left with; `None` where it was broken off before.
    pub result: Option<Visited>,
    /// What it is worth in the eyes of the opponent, by a search that models them.
    pub theirs: Option<ForFirst<f64>>,
    /// The positions that it looked at from here, by their numbers, in its order.
    pub below: Vec<usize>,
    /// The moves that were not searched, each with the reason.
    pub skipped: Vec<(G::Move, Cut)>,
    /// How many positions it came to below this one that are not kept, not counting those below
    /// one that is.
    pub left_out: u64,
}

/// What a search left a position with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Visited {
    /// The value.
    pub value: ForFirst<f64>,
    /// What it says.
    pub bound: ForFirst<Bound>,
    /// Why the search left.
    pub why: Why,
}

impl Visited {
    /// Between which values the position is worth something to the first player.
    #[must_use]
    pub fn range(self) -> [f64; 2] {
        let value = self.value.0;
        match self.bound.0 {
            Bound::Exact => [value, value],
            Bound::AtLeast => [value, f64::INFINITY],
            Bound::AtMost => [f64::NEG_INFINITY, value],
            Bound::Estimate => [f64::NEG_INFINITY, f64::INFINITY],
        }
    }
}

impl<G: Depict> RecordedTree<G> {
    /// The same with the moves as text, the positions as pictures and the odds of the model, to be drawn
    /// or written down.
    #[must_use]
    pub fn picture(&self, game: &G, model: &dyn Model<G>) -> TreePicture {
        let mut nodes: Vec<TreeNode> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let write = |mv: G::Move| game.write_move(&node.position, mv);
            nodes.push(TreeNode {
                by: None,
                board: game.picture(&node.position),
                odds: None,
                turn: node.turn,
                window: [node.window.alpha.0, node.window.beta.0],
                value: node.result.map(Visited::range),
                theirs: node.theirs.map(|value| value.0),
                why: node
                    .result
                    .map_or("broken off".to_owned(), |result| result.why.to_string()),
                below: node.below.clone(),
                skipped: node
                    .skipped
                    .iter()
                    .map(|&(mv, why)| (write(mv), why.to_string()))
                    .collect(),
                left_out: node.left_out,
            });
        }
        for node in &self.nodes {
            for &below in &node.below {
                let Some(mv) = self.nodes[below].by else {
                    continue;
                };
                nodes[below].by = Some(game.write_move(&node.position, mv));
                if node.turn == Turn::Chance {
                    nodes[below].odds = model.odds(game, &node.position, mv);
                }
            }
        }
        TreePicture { nodes }
    }
}
