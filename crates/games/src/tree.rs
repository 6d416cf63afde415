//! Explicit trees: games whose whole tree is written down, for worked examples and tests.
//!
//! ```text
//! ; The max player chooses among three moves, the min player answers.
//! (max (min 3 12 8) (min 2 4 6) (min 14 5 2))
//! ```
//!
//! - A node is a head and its branches in parentheses. Heads are `max`, where the first player
//!   chooses, `min`, where the second does, and `chance`. They need not alternate.
//! - A leaf is a number, the value for the max player, or `ours|theirs` where the two sides judge
//!   it differently, both from the max player's point of view: `4|-1`.
//! - Before each branch of `chance` stands its probability, a fraction or a decimal:
//!   `(chance 1/3 4 2/3 -1)`. Together they make 1.
//! - A node can have a value of its own, for searches that stop there: `(min =5|2 3 9)`.
//! - A comment goes from `;` to the end of the line.

mod odds;
mod parse;
mod picture;
mod print;

use std::ops::Range;

use shido_core::{
    Chance, Evaluation, ForFirst, Game, Guide, Markers, Notation, NotationError, Outcome, Pack,
    Seat, Symmetry, Turn,
};

use odds::Odds;
pub use parse::{DEEPEST, TreeError};

/// A game whose whole tree is written down.
///
/// ```
/// use shido_core::{Game, Notation, Seat, Turn};
/// use shido_games::tree::{Branch, Tree};
///
/// let tree = Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))")?;
/// let start = tree.start();
/// assert_eq!(tree.turn(&start), Turn::Of(Seat::First));
/// assert_eq!(tree.moves(&start), [Branch(1), Branch(2), Branch(3)]);
///
/// let answer = tree.after(&start, Branch(2));
/// assert_eq!(tree.turn(&answer), Turn::Of(Seat::Second));
/// assert_eq!(tree.write_position(&answer), "root.2");
/// assert_eq!(tree.to_string(), "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))");
/// # Ok::<(), Vec<shido_games::tree::TreeError>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// The nodes in the order in which they are written; the root is the first.
    nodes: Vec<Node>,
    /// The branches of all nodes, those of one node side by side.
    branches: Vec<NodeIndex>,
}

/// A node of a tree, as its number in the order of writing. It means nothing to another tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeIndex(usize);

const ROOT: NodeIndex = NodeIndex(0);

/// A branch of a node, numbered from the left and from one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Branch(pub usize);

#[derive(Clone, PartialEq, Debug)]
struct Node {
    /// How many branches lie between the root and this node.
    depth: u32,
    /// Where the node hangs; nothing for the root.
    stem: Option<Stem>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Stem {
    parent: NodeIndex,
    branch: Branch,
    /// How likely the branch is, below a chance node.
    odds: Option<Odds>,
}

#[derive(Clone, PartialEq, Debug)]
enum Kind {
    Leaf(Worth),
    Inner {
        head: Head,
        /// What the node is worth to a search that goes no deeper.
        value: Option<Worth>,
        /// Where the node's branches are among [`Tree::branches`].
        branches: Range<usize>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Head {
    Max,
    Min,
    Chance,
}

impl Head {
    const fn name(self) -> &'static str {
        match self {
            Head::Max => "max",
            Head::Min => "min",
            Head::Chance => "chance",
        }
    }
}

/// The worth of a node in the eyes of each side, for the max player.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Worth {
    ours: f64,
    theirs: f64,
}

impl Tree {
    /// Reads a tree from the text of a `.tree` file.
    ///
    /// # Errors
    /// Where the text is not one tree: what is wrong, in the order of the text, up to a screenful.
    pub fn parse(text: &str) -> Result<Tree, Vec<TreeError>> {
        parse::parse(text)
    }

    /// How many nodes the tree has, leaves included.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is a node at which chance moves.
    #[must_use]
    pub fn has_chance(&self) -> bool {
        let mut kinds = self.nodes.iter().map(|node| &node.kind);
        kinds.any(|kind| {
            matches!(
                kind,
                Kind::Inner {
                    head: Head::Chance,
                    ..
                }
            )
        })
    }

    fn node(&self, index: NodeIndex) -> &Node {
        &self.nodes[index.0]
    }

    /// The nodes right below this one, from the left.
    fn below(&self, index: NodeIndex) -> &[NodeIndex] {
        match &self.node(index).kind {
            Kind::Leaf(_) => &[],
            Kind::Inner { branches, .. } => &self.branches[branches.clone()],
        }
    }

    fn follow(&self, index: NodeIndex, branch: Branch) -> Option<NodeIndex> {
        let place = branch.0.checked_sub(1)?;
        self.below(index).get(place).copied()
    }
}

impl Game for Tree {
    type Position = NodeIndex;
    type Move = Branch;

    fn start(&self) -> NodeIndex {
        ROOT
    }

    fn turn(&self, position: &NodeIndex) -> Turn {
        match &self.node(*position).kind {
            Kind::Leaf(value) => Turn::Over(Outcome::paying(ForFirst(value.ours))),
            Kind::Inner { head, .. } => match head {
                Head::Max => Turn::Of(Seat::First),
                Head::Min => Turn::Of(Seat::Second),
                Head::Chance => Turn::Chance,
            },
        }
    }

    fn each_move(&self, position: &NodeIndex, visit: impl FnMut(Branch)) {
        (1..=self.count_moves(position)).map(Branch).for_each(visit);
    }

    fn count_moves(&self, position: &NodeIndex) -> usize {
        self.below(*position).len()
    }

    /// Goes down a branch; stays in place where there is no such branch.
    fn play(&self, position: &mut NodeIndex, mv: Branch) {
        *position = self.follow(*position, mv).unwrap_or(*position);
    }

    /// The largest value of any node, whoever judges it.
    fn stake(&self) -> f64 {
        let values = self.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Leaf(value) => Some(*value),
            Kind::Inner { value, .. } => *value,
        });
        values
            .map(|value| value.ours.abs().max(value.theirs.abs()))
            .fold(0.0, f64::max)
    }

    fn progress(&self, position: &NodeIndex) -> Option<u32> {
        Some(self.node(*position).depth)
    }
}

impl Chance for Tree {
    fn probability(&self, position: &NodeIndex, outcome: Branch) -> f64 {
        self.follow(*position, outcome)
            .and_then(|child| self.node(child).stem?.odds)
            .map_or(0.0, Odds::probability)
    }
}

impl Evaluation for Tree {
    /// The value written at a leaf or after a head: `ours` in the eyes of the first player,
    /// `theirs` in the eyes of the second.
    fn evaluate(&self, position: &NodeIndex, judge: Seat) -> Option<ForFirst<f64>> {
        let value = match &self.node(*position).kind {
            Kind::Leaf(value) => *value,
            Kind::Inner { value, .. } => (*value)?,
        };
        Some(ForFirst(match judge {
            Seat::First => value.ours,
            Seat::Second => value.theirs,
        }))
    }

    /// Where no node has two values.
    fn sides_agree(&self) -> bool {
        let mut values = self.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Leaf(value) => Some(value),
            Kind::Inner { value, .. } => value.as_ref(),
        });
        values.all(|value| value.ours == value.theirs)
    }
}

/// A tree is as it is written: only the identity leaves it unchanged.
impl Symmetry for Tree {}

/// A tree is no board.
impl Markers for Tree {}

/// A tree says nothing of its tactics.
impl Guide for Tree {}

impl Pack for Tree {
    fn packed_bits(&self) -> u32 {
        let largest = self.nodes.len() as u64 - 1;
        u64::BITS - largest.leading_zeros()
    }

    fn pack(&self, position: &NodeIndex) -> u64 {
        position.0 as u64
    }

    fn unpack(&self, packed: u64) -> Option<NodeIndex> {
        let index = usize::try_from(packed).ok()?;
        (index < self.nodes.len()).then_some(NodeIndex(index))
    }
}

/// A move is the number of its branch; a position is the way to it, such as `root.2.1`.
impl Notation for Tree {
    fn write_move(&self, _position: &NodeIndex, mv: Branch) -> String {
        mv.0.to_string()
    }

    fn side(&self, seat: Seat) -> String {
        match seat {
            Seat::First => "max".to_owned(),
            Seat::Second => "min".to_owned(),
        }
    }

    fn write_position(&self, position: &NodeIndex) -> String {
        let stems = std::iter::successors(self.node(*position).stem, |stem| {
            self.node(stem.parent).stem
        });
        let mut way: Vec<String> = stems.map(|stem| stem.branch.0.to_string()).collect();
        way.push("root".to_owned());
        way.reverse();
        way.join(".")
    }

    fn parse_position(&self, text: &str) -> Result<NodeIndex, NotationError> {
        let mut steps = text.trim().split('.');
        if !steps
            .next()
            .is_some_and(|step| step.eq_ignore_ascii_case("root"))
        {
            return Err(
                NotationError::new(format!("`{}` is not a node of the tree", text.trim()))
                    .help("write `root`, followed by the branches to take, as in `root.2.1`"),
            );
        }
        steps.try_fold(ROOT, |index, step| {
            let branch = step.parse().ok().map(Branch);
            branch
                .and_then(|branch| self.follow(index, branch))
                .ok_or_else(|| {
                    let here = self.write_position(&index);
                    NotationError::new(format!("`{here}` has no branch `{step}`")).help(match self
                        .below(index)
                        .len()
                    {
                        0 => format!("`{here}` is a leaf: nothing is below it"),
                        1 => "its only branch is 1".to_owned(),
                        count => format!("its branches are 1 to {count}"),
                    })
                })
        })
    }
}
