//! What an Advisor sees when it is asked.

use std::cell::OnceCell;

use shido_core::{Game, Seat, Turn, Verdict};

use crate::{Knowledge, Learnable, Significant};

/// What an Advisor sees when it is asked.
pub struct Situation<'a, G: Learnable> {
    /// The rules, as far as they can be asked.
    pub game: &'a G,
    /// The position.
    pub position: &'a G::Position,
    /// Who is to move.
    pub mover: Seat,
    /// The legal moves that nobody has vetoed, in the order of [`Game::each_move`].
    pub candidates: Vec<Candidate<G>>,
    /// What has been learned of this game.
    pub knowledge: &'a Knowledge<G>,
    holders: OnceCell<Vec<Option<Seat>>>,
    turned: OnceCell<Option<G::Position>>,
}

/// A legal move and where it leads.
pub struct Candidate<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// The position after it.
    pub next: G::Position,
    /// What happens there.
    pub turn: Turn,
    holders: OnceCell<Vec<Option<Seat>>>,
}

impl<'a, G: Learnable> Situation<'a, G> {
    /// The situation in a position; `None` where nobody chooses.
    pub fn new(
        game: &'a G,
        position: &'a G::Position,
        knowledge: &'a Knowledge<G>,
    ) -> Option<Situation<'a, G>> {
        let Turn::Of(mover) = game.turn(position) else {
            return None;
        };
        let mut candidates = Vec::new();
        game.each_move(position, |mv| {
            candidates.push(Candidate::new(game, position, mv))
        });
        Some(Situation {
            game,
            position,
            mover,
            candidates,
            knowledge,
            holders: OnceCell::new(),
            turned: OnceCell::new(),
        })
    }

    /// Who holds each point now.
    pub fn holders(&self) -> &[Option<Seat>] {
        self.holders
            .get_or_init(|| self.game.holders(self.position))
    }

    /// Who holds each point after a candidate.
    pub fn holders_after<'c>(&self, candidate: &'c Candidate<G>) -> &'c [Option<Seat>] {
        candidate
            .holders
            .get_or_init(|| self.game.holders(&candidate.next))
    }

    /// The position if it were the other side's turn, where that can be asked.
    pub fn turned(&self) -> Option<&G::Position> {
        self.turned
            .get_or_init(|| self.game.turned(self.position))
            .as_ref()
    }

    /// What a position is worth to the mover, where that is certain: because the contest is over there,
    /// or because it is remembered.
    pub fn certain(&self, position: &G::Position, turn: Turn) -> Option<Verdict> {
        let value = match turn {
            Turn::Over(outcome) => outcome.verdict(),
            Turn::Of(_) | Turn::Chance => self.remembered(position)?.value,
        };
        Some(value.seen_by(self.mover).0)
    }

    /// The significant state that a position is remembered as.
    pub fn remembered(&self, position: &G::Position) -> Option<Significant> {
        self.knowledge
            .significant
            .get(self.game, &self.knowledge.symmetries, position)
    }

    /// The moves of the candidates of which something holds.
    pub fn moves_where(&self, holds: impl Fn(&Candidate<G>) -> bool) -> Vec<G::Move> {
        self.candidates
            .iter()
            .filter(|candidate| holds(candidate))
            .map(|candidate| candidate.mv)
            .collect()
    }
}

impl<G: Game> Candidate<G> {
    fn new(game: &G, position: &G::Position, mv: G::Move) -> Candidate<G> {
        let next = game.after(position, mv);
        Candidate {
            turn: game.turn(&next),
            mv,
            next,
            holders: OnceCell::new(),
        }
    }

    /// Whether the contest is over after the move, won by this side.
    #[must_use]
    pub fn wins_for(&self, seat: Seat) -> bool {
        matches!(self.turn, Turn::Over(outcome) if outcome.winner() == Some(seat))
    }
}
