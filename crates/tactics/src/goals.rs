use shido_core::Seat;

/// A kind of goal about stones that may or may not be achieved, by the name it has in a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct GoalKind {
    pub(crate) name: &'static str,
    pub(crate) wanted: Wanted,
    pub(crate) tempo: Tempo,
}

/// What is to be achieved.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Wanted {
    /// The stone is not captured, and has two eyes of its own.
    Life,
    /// The stone is captured.
    Death,
    /// Two stones become one chain.
    Connection,
    /// The stone lives, and so many points around it are its side's.
    Territory,
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Tempo {
    /// The side that wants the goal: it spends a move on it.
    Ours,
    /// The other side: the goal is achieved without a move, or by answering.
    Theirs,
}

const fn goal(name: &'static str, wanted: Wanted, tempo: Tempo) -> GoalKind {
    GoalKind {
        name,
        wanted,
        tempo,
    }
}

/// All goals. The paper's come in pairs only for eyes: a group *makes* two eyes with a move and *has* two
/// eyes if it needs none. The others are paired likewise.
pub(crate) const GOALS: [GoalKind; 7] = [
    goal("Make_Two_Eyes", Wanted::Life, Tempo::Ours),
    goal("Two_Eyes", Wanted::Life, Tempo::Theirs),
    goal("Kill", Wanted::Death, Tempo::Ours),
    goal("Dead", Wanted::Death, Tempo::Theirs),
    goal("Connect", Wanted::Connection, Tempo::Ours),
    goal("Connected", Wanted::Connection, Tempo::Theirs),
    goal("Lot_Of_Territory", Wanted::Territory, Tempo::Theirs),
];

/// So many points are a lot, unless a plan says how many.
pub(crate) const A_LOT: u32 = 10;

impl GoalKind {
    pub(crate) fn named(name: &str) -> Option<GoalKind> {
        GOALS.into_iter().find(|goal| goal.name == name)
    }

    /// Who wants it, if the first stone it is about belongs to this side.
    pub(crate) const fn wanted_by(self, owner: Seat) -> Seat {
        match self.wanted {
            Wanted::Death => owner.other(),
            Wanted::Life | Wanted::Connection | Wanted::Territory => owner,
        }
    }

    /// Who moves first, likewise.
    pub(crate) const fn first(self, owner: Seat) -> Seat {
        let wanted_by = self.wanted_by(owner);
        match self.tempo {
            Tempo::Ours => wanted_by,
            Tempo::Theirs => wanted_by.other(),
        }
    }

    /// What it is about, for somebody who wrote something else.
    pub(crate) const fn arguments(self) -> &'static str {
        match self.wanted {
            Wanted::Life | Wanted::Death => "one stone",
            Wanted::Connection => "two stones",
            Wanted::Territory => "one stone and perhaps a number of points",
        }
    }
}

/// What is known by looking at the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Relation {
    /// Two groups are next to each other.
    NeighborOf,
    /// Two groups have different colours.
    Enemy,
    /// Two groups have the same colour.
    Friend,
}

/// All relations with their names.
pub(crate) const RELATIONS: [(&str, Relation); 3] = [
    ("Neighbor_Of", Relation::NeighborOf),
    ("Enemy", Relation::Enemy),
    ("Friend", Relation::Friend),
];

impl Relation {
    pub(crate) fn name(self) -> &'static str {
        let found = RELATIONS.iter().find(|(_, known)| *known == self);
        found.map_or("", |(name, _)| name)
    }

    pub(crate) fn named(name: &str) -> Option<Relation> {
        let found = RELATIONS.into_iter().find(|(known, _)| *known == name);
        found.map(|(_, relation)| relation)
    }
}
