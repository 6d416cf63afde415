//! The goals that groups have in plans.

use shido_core::Seat;
use shido_games::go::Point;

use crate::Aim;

/// The uncertain goals that groups have in plans.
///
/// The paper has a pair of them for eyes: a group *makes* two eyes with a move, and *has* two eyes if it
/// needs none. The goals to kill and to connect are paired likewise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GoalKind {
    /// `Make_Two_Eyes(G)`: the group lives by itself if its side moves first.
    MakeTwoEyes,
    /// `Two_Eyes(G)`: the group lives by itself though the other side moves first.
    TwoEyes,
    /// `Kill(G)`: the group is captured if the other side moves first.
    Kill,
    /// `Dead(G)`: the group is captured though its side moves first.
    Dead,
    /// `Connect(G G2)`: two groups become one if their side moves first.
    Connect,
    /// `Connected(G G2)`: two groups become one though the other side moves first.
    Connected,
    /// `Lot_Of_Territory(G)`: the group keeps much of what it may claim though the other side moves
    /// first. How many points are a lot may be told, as in `Lot_Of_Territory(G 15)`.
    LotOfTerritory,
}

impl GoalKind {
    /// All of them.
    pub const ALL: [GoalKind; 7] = [
        GoalKind::MakeTwoEyes,
        GoalKind::TwoEyes,
        GoalKind::Kill,
        GoalKind::Dead,
        GoalKind::Connect,
        GoalKind::Connected,
        GoalKind::LotOfTerritory,
    ];

    /// So many points are a lot of territory, unless a plan says how many.
    pub const A_LOT: u32 = 10;

    /// What it is called in plans.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GoalKind::MakeTwoEyes => "Make_Two_Eyes",
            GoalKind::TwoEyes => "Two_Eyes",
            GoalKind::Kill => "Kill",
            GoalKind::Dead => "Dead",
            GoalKind::Connect => "Connect",
            GoalKind::Connected => "Connected",
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
    pub const fn first(self, owner: Seat) -> Seat {
        match self {
            GoalKind::MakeTwoEyes | GoalKind::Dead | GoalKind::Connect => owner,
            GoalKind::TwoEyes | GoalKind::Kill | GoalKind::Connected | GoalKind::LotOfTerritory => {
                owner.other()
            }
        }
    }

    /// Whether it is about two groups.
    #[must_use]
    pub const fn is_about_two(self) -> bool {
        matches!(self, GoalKind::Connect | GoalKind::Connected)
    }

    /// What it is about, for somebody who wrote something else.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            GoalKind::Connect | GoalKind::Connected => "two groups",
            GoalKind::LotOfTerritory => "one group, and perhaps a number of points",
            _ => "one group",
        }
    }

    /// How it is written.
    pub(crate) const fn form(self) -> &'static str {
        match self {
            GoalKind::MakeTwoEyes => "`Make_Two_Eyes(G)`",
            GoalKind::TwoEyes => "`Two_Eyes(G)`",
            GoalKind::Kill => "`Kill(G)`",
            GoalKind::Dead => "`Dead(G)`",
            GoalKind::Connect => "`Connect(G H)`",
            GoalKind::Connected => "`Connected(G H)`",
            GoalKind::LotOfTerritory => "`Lot_Of_Territory(G)` or `Lot_Of_Territory(G 15)`",
        }
    }

    /// What it means for a stone of the group, and one of the other group if it is about two. So many
    /// points are a lot. `None` for a wrong number of stones.
    #[must_use]
    pub fn aim(self, stones: &[Point], lot: u32) -> Option<Aim> {
        match (self, stones) {
            (GoalKind::MakeTwoEyes | GoalKind::TwoEyes, &[stone]) => Some(Aim::TwoEyes(stone)),
            (GoalKind::Kill | GoalKind::Dead, &[stone]) => Some(Aim::Capture(stone)),
            (GoalKind::Connect | GoalKind::Connected, &[one, other]) => {
                Some(Aim::Connect(one, other))
            }
            (GoalKind::LotOfTerritory, &[of]) => Some(Aim::Territory { of, points: lot }),
            _ => None,
        }
    }
}
