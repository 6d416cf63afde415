//! Facts that plans may ask about, read from the board.

/// What is known by looking at the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Relation {
    /// `Neighbor_Of(G H)`: two groups are next to each other.
    NeighborOf,
    /// `Enemy(G H)`: they have different colours.
    Enemy,
    /// `Friend(G H)`: they have the same.
    Friend,
}

impl Relation {
    pub(crate) const ALL: [Relation; 3] = [Relation::NeighborOf, Relation::Enemy, Relation::Friend];

    /// What it is called in plans.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Relation::NeighborOf => "Neighbor_Of",
            Relation::Enemy => "Enemy",
            Relation::Friend => "Friend",
        }
    }

    /// How it is written.
    pub(crate) const fn form(self) -> &'static str {
        match self {
            Relation::NeighborOf => "`Neighbor_Of(G ?H)`",
            Relation::Enemy => "`Enemy(G ?H)`",
            Relation::Friend => "`Friend(G ?H)`",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Relation> {
        let mut all = Relation::ALL.into_iter();
        all.find(|relation| relation.name() == name)
    }
}
