//! What a game can tell of a position at a glance, so that a proof need not search it.

use crate::{ForMover, Game, Turn, Verdict};

/// Games that see a little of what lies ahead, so that a proof need not search it.
///
/// As provided both methods try every move. Games that know their threats do better: a side that can
/// win at once does so, one that would lose at once has to parry, and sometimes a strategy for the
/// rest of the contest is plain to see. Both are asked only where a player is to move.
pub trait Foresight: Game {
    /// Bounds on the value of a position.
    fn prospect(&self, position: &Self::Position) -> Prospect {
        prospect_by_trying(self, position)
    }

    /// Calls `visit` with the moves by which the side to move might get more than its
    /// [`prospect`](Foresight::prospect) is sure of, each with how good it looks; larger is tried
    /// first. None of them ends the contest. Moves may be left out that are known to bring no more.
    fn each_candidate(&self, position: &Self::Position, visit: impl FnMut(Self::Move, i32)) {
        candidates_by_trying(self, position, visit);
    }

    /// Calls `visit` with the [candidates](Foresight::each_candidate) and how good they look, the
    /// position after each, and its [prospect](Foresight::prospect), which is open where no player is
    /// to move. Games that can find out once for all moves what each would have to find out for itself
    /// do so here.
    fn each_prospect(
        &self,
        position: &Self::Position,
        mut visit: impl FnMut(Self::Move, i32, Self::Position, Prospect),
    ) {
        self.each_candidate(position, |mv, promise| {
            let next = self.after(position, mv);
            let prospect = match self.turn(&next) {
                Turn::Of(_) => self.prospect(&next),
                Turn::Chance | Turn::Over(_) => Prospect::OPEN,
            };
            visit(mv, promise, next, prospect);
        });
    }
}

/// What can be told of the value of a position at a glance: it lies between the two, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The least that the side to move is sure of.
    pub sure: ForMover<Verdict>,
    /// The most that it can hope for.
    pub hope: ForMover<Verdict>,
}

impl Prospect {
    /// Nothing can be told.
    pub const OPEN: Prospect = Prospect {
        sure: ForMover(Verdict::Loss),
        hope: ForMover(Verdict::Win),
    };

    /// What two views of the same position tell together.
    #[must_use]
    pub fn and(self, other: Prospect) -> Prospect {
        Prospect {
            sure: self.sure.max(other.sure),
            hope: self.hope.min(other.hope),
        }
    }

    /// All can be told.
    #[must_use]
    pub const fn certain(value: ForMover<Verdict>) -> Prospect {
        Prospect {
            sure: value,
            hope: value,
        }
    }
}

impl Default for Prospect {
    fn default() -> Prospect {
        Prospect::OPEN
    }
}

/// The [`prospect`](Foresight::prospect) of a position as far as one move ahead shows it.
pub fn prospect_by_trying<G: Game + ?Sized>(game: &G, position: &G::Position) -> Prospect {
    let Turn::Of(mover) = game.turn(position) else {
        return Prospect::OPEN;
    };
    let mut sure = ForMover(Verdict::Loss);
    let mut goes_on = false;
    game.each_move(position, |mv| match game.turn(&game.after(position, mv)) {
        Turn::Over(outcome) => sure = sure.max(outcome.verdict().seen_by(mover)),
        Turn::Of(_) | Turn::Chance => goes_on = true,
    });
    let hope = if goes_on {
        ForMover(Verdict::Win)
    } else {
        sure
    };
    Prospect { sure, hope }
}

/// All moves after which the contest goes on, none looking better than another.
pub fn candidates_by_trying<G: Game + ?Sized>(
    game: &G,
    position: &G::Position,
    mut visit: impl FnMut(G::Move, i32),
) {
    game.each_move(position, |mv| {
        if !matches!(game.turn(&game.after(position, mv)), Turn::Over(_)) {
            visit(mv, 0);
        }
    });
}
