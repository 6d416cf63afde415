//! What Hoyle learns from a contest, and into which slot it goes.

use shido_core::{Seat, Turn, Verdict};

use crate::knowledge::expert_moves::Imitation;
use crate::{Knowledge, Learnable};

/// A contest to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'c, G: Learnable> {
    /// Every position, from the start to the end.
    pub positions: &'c [G::Position],
    /// The moves between them.
    pub moves: &'c [G::Move],
    /// Who won.
    pub winner: Option<Seat>,
    /// Where Hoyle sat; `None` where it sat on both sides or only watched.
    pub hoyle: Option<Seat>,
    /// Whether Hoyle only watched two experts.
    pub observed: bool,
}

impl<'c, G: Learnable> Lesson<'c, G> {
    /// Whether Hoyle sat there.
    #[must_use]
    pub fn played_by_hoyle(&self, seat: Seat) -> bool {
        !self.observed && self.hoyle.is_none_or(|own| own == seat)
    }

    /// Whether an expert sat there.
    #[must_use]
    pub fn played_by_expert(&self, seat: Seat) -> bool {
        self.observed || self.hoyle == Some(seat.other())
    }

    /// How the contest ended for a seat.
    #[must_use]
    pub fn end_for(&self, seat: Seat) -> Verdict {
        match self.winner {
            Some(winner) if winner == seat => Verdict::Win,
            Some(_) => Verdict::Loss,
            None => Verdict::Draw,
        }
    }

    /// The moves of a seat: after how many plies, where, and what.
    pub fn moves_of(
        &self,
        game: &G,
        seat: Seat,
    ) -> impl Iterator<Item = (usize, &'c G::Position, G::Move)> {
        self.positions
            .iter()
            .zip(self.moves)
            .enumerate()
            .filter(move |(_, (position, _))| game.turn(position) == Turn::Of(seat))
            .map(|(ply, (position, mv))| (ply, position, *mv))
    }
}

/// What learns: the procedures that fill the slots of useful knowledge after each contest.
#[derive(Clone, Debug, Default)]
pub struct Learner {
    /// Which moves of experts are kept.
    pub imitation: Imitation,
    /// The slots that stay empty, to see what they contribute.
    pub without: Vec<Slot>,
}

/// A slot of useful knowledge that grows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    /// How experts open.
    Openings,
    /// What experts have played.
    ExpertMoves,
    /// How plans have been seen to win together.
    Forks,
    /// Contests worth remembering.
    Histories,
    /// Positions that seem to lose.
    Dangerous,
    /// Positions that are certain to win or lose.
    Significant,
}

impl Slot {
    /// All of them, each with its name.
    pub const ALL: [(Slot, &'static str); 6] = [
        (Slot::Openings, "openings"),
        (Slot::ExpertMoves, "expert-moves"),
        (Slot::Forks, "forks"),
        (Slot::Histories, "histories"),
        (Slot::Dangerous, "dangerous"),
        (Slot::Significant, "significant"),
    ];
}

impl Learner {
    /// Looks back on a contest and adds to the knowledge.
    pub fn learn<G: Learnable>(
        &self,
        game: &G,
        knowledge: &mut Knowledge<G>,
        lesson: &Lesson<'_, G>,
    ) {
        let fills = |slot| !self.without.contains(&slot);
        let symmetries = &knowledge.symmetries;
        let surprising = lesson
            .winner
            .is_some_and(|winner| knowledge.advantage.surprised_by(winner));
        knowledge.contest_length.learn(lesson.moves.len());
        knowledge.advantage.learn(lesson.winner);

        let mut proved = 0;
        if fills(Slot::Significant) {
            let looked_back =
                knowledge
                    .significant
                    .learn(game, symmetries, lesson.positions, lesson.winner);
            proved = looked_back.proved;
            if let (Some(stopped), true) = (looked_back.stopped, fills(Slot::Dangerous)) {
                knowledge
                    .dangerous
                    .learn(game, symmetries, &lesson.positions[stopped]);
            }
        }
        if fills(Slot::Openings) {
            knowledge.openings.learn(game, symmetries, lesson);
        }
        if fills(Slot::ExpertMoves) {
            knowledge
                .expert_moves
                .learn(game, symmetries, lesson, self.imitation);
        }
        if fills(Slot::Forks) {
            knowledge.forks.learn(game, symmetries, lesson);
        }
        if fills(Slot::Histories) && (proved > 0 || surprising) {
            knowledge.histories.learn(game, symmetries, lesson);
        }
    }
}
