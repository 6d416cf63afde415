use shido_core::Seat;
use shido_games::go::Point;

use crate::Aim;

/// The uncertain goals that groups have in plans.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GoalKind {
    /// `Make_Two_Eyes(G)`: the group lives if its side moves first.
    MakeTwoEyes,
    /// `Two_Eyes(G)`: the group lives though the other side moves first.
    TwoEyes,
    /// `Kill(G)`: the group is captured if the other side moves first.
    Kill,
    /// `Connect(G G2)`: two groups become one if their side moves first.
    Connect,
    /// `Lot_Of_Territory(G)`: the group keeps much of what it may claim though the other side moves
    /// first.
    LotOfTerritory,
}

impl GoalKind {
    /// All of them.
    pub const ALL: [GoalKind; 5] = [
        GoalKind::MakeTwoEyes,
        GoalKind::TwoEyes,
        GoalKind::Kill,
        GoalKind::Connect,
        GoalKind::LotOfTerritory,
    ];

    /// What it is called in plans.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GoalKind::MakeTwoEyes => "Make_Two_Eyes",
            GoalKind::TwoEyes => "Two_Eyes",
            GoalKind::Kill => "Kill",
            GoalKind::Connect => "Connect",
            GoalKind::LotOfTerritory => "Lot_Of_Territory",
        }
    }

    /// The one that is called so.
    #[must_use]
    pub fn named(name: &str) -> Option<GoalKind> {
        GoalKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Who moves first in a goal about a group of this side.
    #[must_use]
    pub fn first(self, owner: Seat) -> Seat {
        match self {
            GoalKind::MakeTwoEyes | GoalKind::Connect => owner,
            GoalKind::TwoEyes | GoalKind::Kill | GoalKind::LotOfTerritory => owner.other(),
        }
    }

    /// What it means for a stone of the group, and one of the other group if it is about two. So many
    /// points are a lot. `None` for a wrong number of stones.
    #[must_use]
    pub fn aim(self, stones: &[Point], lot: u32) -> Option<Aim> {
        match (self, stones) {
            (GoalKind::MakeTwoEyes | GoalKind::TwoEyes, &[stone]) => Some(Aim::Live(stone)),
            (GoalKind::Kill, &[stone]) => Some(Aim::Capture(stone)),
            (GoalKind::Connect, &[one, other]) => Some(Aim::Connect(one, other)),
            (GoalKind::LotOfTerritory, &[of]) => Some(Aim::Territory { of, points: lot }),
            _ => None,
        }
    }
}
