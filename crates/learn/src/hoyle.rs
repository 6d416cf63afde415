//! Hoyle, the player that learns.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shido_arena::{PlayerError, Policy};

use crate::{
    Advice, Advisor, Covered, Decision, Experience, Knowledge, Learnable, Opinion, Paradigm,
    Reason, Situation, Tier, advisors,
};

/// A player that knows no game: Advisors, what they have learned of one game, and a way to combine
/// what they say.
///
/// Which move it makes depends on the position and on what it knows, and on chance only among moves
/// that it considers equally good. So while it does not learn it is a [`Policy`].
pub struct Hoyle<G: Learnable> {
    /// What it has learned.
    pub knowledge: Knowledge<G>,
    /// How it combines comments.
    pub paradigm: Paradigm,
    /// What it has met in training; not for its own use.
    pub experience: Experience<G>,
    /// When this becomes true it stops to think, and to train.
    pub stop: Arc<AtomicBool>,
    advisors: Vec<Box<dyn Advisor<G>>>,
}

impl<G: Learnable> Hoyle<G> {
    /// A player with all Advisors.
    #[must_use]
    pub fn new(knowledge: Knowledge<G>) -> Hoyle<G> {
        Hoyle::advised(knowledge, advisors(Covered::default()))
    }

    /// A player with these Advisors, in the order of their tiers.
    #[must_use]
    pub fn advised(knowledge: Knowledge<G>, advisors: Vec<Box<dyn Advisor<G>>>) -> Hoyle<G> {
        Hoyle {
            knowledge,
            paradigm: Paradigm::default(),
            experience: Experience::default(),
            stop: Arc::default(),
            advisors,
        }
    }

    /// The same player without some of its Advisors, to see what they contribute. Names that no
    /// Advisor has change nothing.
    #[must_use]
    pub fn without(mut self, names: &[&str]) -> Hoyle<G> {
        self.advisors
            .retain(|advisor| !names.contains(&advisor.name()));
        self
    }

    /// Whether it was told to stop.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How it would move under a paradigm, with all that was said.
    ///
    /// # Errors
    /// Where nobody chooses, or it was told to stop.
    pub fn decide(
        &self,
        game: &G,
        position: &G::Position,
        paradigm: Paradigm,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let mut situation =
            Situation::new(game, position, &self.knowledge).ok_or(PlayerError::Over)?;
        let legal = situation.moves_where(|_| true);
        let mut opinions = Vec::new();
        let mut scores: Vec<(G::Move, i32)> = Vec::new();
        let mut reason = None;
        let mut choice = Vec::new();
        if let [only] = legal[..] {
            reason = Some(Reason::OnlyMove);
            choice = vec![only];
        }
        for advisor in &self.advisors {
            if reason.is_some() {
                break;
            }
            if self.stopped() {
                return Err(PlayerError::Stopped);
            }
            if advisor.tier() == Tier::Third && scores.is_empty() {
                scores = situation.candidates.iter().map(|c| (c.mv, 0)).collect();
            }
            let advice = advisor.advise(&situation);
            match &advice {
                Advice::Silence => continue,
                Advice::Remark(_) => {}
                Advice::Mandate(moves) => {
                    choice = moves.clone();
                    reason = Some(Reason::Mandate(advisor.name()));
                }
                Advice::Veto(moves) => {
                    // Who vetoes everything has said nothing about what to do.
                    if situation.candidates.iter().all(|c| moves.contains(&c.mv)) {
                        continue;
                    }
                    situation.candidates.retain(|c| !moves.contains(&c.mv));
                    if let [last] = &situation.candidates[..] {
                        choice = vec![last.mv];
                        reason = Some(Reason::LastLeft);
                    }
                }
                Advice::Comments(comments) => paradigm.add(comments, &mut scores),
            }
            opinions.push(Opinion {
                advisor: advisor.name(),
                tier: advisor.tier(),
                rationale: advisor.rationale(),
                advice,
            });
        }
        let reason = reason.unwrap_or_else(|| {
            if scores.is_empty() {
                scores = situation.candidates.iter().map(|c| (c.mv, 0)).collect();
            }
            let best = scores.iter().map(|(_, score)| *score).max();
            choice = scores
                .iter()
                .filter(|(_, score)| Some(*score) == best)
                .map(|(mv, _)| *mv)
                .collect();
            Reason::Combined(paradigm, scores)
        });
        Ok(Decision {
            legal,
            opinions,
            reason,
            choice,
        })
    }

    /// The player under another paradigm than its own.
    #[must_use]
    pub fn playing(&self, paradigm: Paradigm) -> Playing<'_, G> {
        Playing {
            hoyle: self,
            paradigm,
        }
    }
}

impl<G: Learnable> Policy<G> for Hoyle<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        self.playing(self.paradigm).distribution(game, position)
    }
}

/// Hoyle with a paradigm of its own for a contest.
#[derive(Clone, Copy)]
pub struct Playing<'h, G: Learnable> {
    hoyle: &'h Hoyle<G>,
    paradigm: Paradigm,
}

impl<G: Learnable> Policy<G> for Playing<'_, G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let choice = self.hoyle.decide(game, position, self.paradigm)?.choice;
        let share = 1.0 / choice.len() as f64;
        Ok(choice.into_iter().map(|mv| (mv, share)).collect())
    }
}
