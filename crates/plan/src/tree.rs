//! AND/OR trees whose leaves are goals.

use crate::Goal;

/// A strategy with all names replaced by things: an AND/OR tree whose leaves are goals.
#[derive(Clone, PartialEq, Debug)]
pub struct Tree {
    /// A node comes before those below it; the root is the first.
    nodes: Vec<Node>,
    /// The uncertain goals, each of them once, in the order in which they first occur.
    goals: Vec<Goal>,
}

/// A node of a [`Tree`], as its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(usize);

impl NodeId {
    /// The node that all others are below.
    pub const ROOT: NodeId = NodeId(0);

    /// The place of the node among [`Tree::nodes`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// The named plan that it is the whole of, as it was called: `Save(G2)`.
    pub plan: Option<Goal>,
    /// The node that it hangs from.
    pub above: Option<NodeId>,
    /// The nodes right below, as they are written.
    pub below: Vec<NodeId>,
}

/// What a node is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// All that is below must be achieved.
    And,
    /// One of those below must be achieved.
    Or,
    /// An uncertain goal, by its place among [`Tree::goals`].
    Leaf(usize),
    /// Something that holds or does not, as is known without any work.
    Fact {
        /// What.
        fact: Goal,
        /// Whether it holds.
        holds: bool,
    },
}

impl Tree {
    pub(crate) const fn new() -> Tree {
        Tree {
            nodes: Vec::new(),
            goals: Vec::new(),
        }
    }

    pub(crate) fn add(&mut self, kind: Kind, above: Option<NodeId>) -> NodeId {
        let id = NodeId(self.nodes.len());
        if let Some(above) = above {
            self.nodes[above.0].below.push(id);
        }
        self.nodes.push(Node {
            kind,
            plan: None,
            above,
            below: Vec::new(),
        });
        id
    }

    pub(crate) fn add_goal(&mut self, goal: Goal) -> usize {
        self.goals.push(goal);
        self.goals.len() - 1
    }

    pub(crate) fn name(&mut self, id: NodeId, plan: Goal) {
        self.nodes[id.0].plan = Some(plan);
    }

    /// How many nodes there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes; each comes before those below it.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = (NodeId, &Node)> {
        let numbered = self.nodes.iter().enumerate();
        numbered.map(|(index, node)| (NodeId(index), node))
    }

    /// One of them.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// The uncertain goals, each of them once.
    #[must_use]
    pub fn goals(&self) -> &[Goal] {
        &self.goals
    }

    /// The leaves: every place where an uncertain goal stands, with the goal's number.
    pub fn leaves(&self) -> impl Iterator<Item = (NodeId, usize)> {
        self.nodes().filter_map(|(id, node)| match node.kind {
            Kind::Leaf(goal) => Some((id, goal)),
            _ => None,
        })
    }

    /// What there is to choose from at the root: what is below it if it is an OR, else itself alone.
    #[must_use]
    pub fn branches(&self) -> Vec<NodeId> {
        let root = self.node(NodeId::ROOT);
        match root.kind {
            Kind::Or => root.below.clone(),
            _ => vec![NodeId::ROOT],
        }
    }

    /// Which of its branches a node is in, as a place among them; nothing for the OR over them.
    #[must_use]
    pub fn branch_of(&self, id: NodeId) -> Option<usize> {
        let branches = self.branches();
        let mut at = Some(id);
        while let Some(id) = at {
            if let Some(place) = branches.iter().position(|&branch| branch == id) {
                return Some(place);
            }
            at = self.node(id).above;
        }
        None
    }

    /// The goals that stand in more than one place.
    #[must_use]
    pub fn shared(&self) -> Vec<&Goal> {
        let mut places = vec![0_usize; self.goals.len()];
        for (_, goal) in self.leaves() {
            places[goal] += 1;
        }
        let counted = self.goals.iter().zip(places);
        counted
            .filter(|(_, places)| *places > 1)
            .map(|(goal, _)| goal)
            .collect()
    }

    /// A node in a word or two: `AND`, `OR`, or its goal.
    #[must_use]
    pub fn title(&self, id: NodeId) -> String {
        match &self.node(id).kind {
            Kind::And => "AND".to_owned(),
            Kind::Or => "OR".to_owned(),
            Kind::Leaf(goal) => self.goals[*goal].to_string(),
            Kind::Fact { fact, .. } => fact.to_string(),
        }
    }

    /// A node with all that is below it, on one line: `AND(Connect(G G2), Two_Eyes(G2))`. A named plan
    /// that is the whole of a lower node is called by its name.
    #[must_use]
    pub fn written(&self, id: NodeId) -> String {
        let below: Vec<String> = self
            .node(id)
            .below
            .iter()
            .map(|&part| self.called(part))
            .collect();
        match self.node(id).kind {
            Kind::And | Kind::Or => format!("{}({})", self.title(id), below.join(", ")),
            Kind::Leaf(_) | Kind::Fact { .. } => self.title(id),
        }
    }

    /// The name of the plan that a node is the whole of; where it has none, the node itself.
    #[must_use]
    pub fn called(&self, id: NodeId) -> String {
        match &self.node(id).plan {
            Some(plan) => plan.to_string(),
            None => self.written(id),
        }
    }
}
