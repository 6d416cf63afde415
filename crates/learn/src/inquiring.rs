//! Hoyle as an active learner: it makes the move that it understands least.

use shido_arena::{PlayerError, Policy};

use crate::{Hoyle, Learnable, Paradigm, Reason};

/// Hoyle as an active learner: it makes the move that it understands least.
///
/// What the first two tiers decide is understood, and what they veto as well. Of the moves that are
/// left it makes the one on which what the third tier says comes nearest to nothing, for or against:
/// neither clearly good nor clearly bad.
#[derive(Clone, Copy)]
pub struct Inquiring<'h, G: Learnable> {
    hoyle: &'h Hoyle<G>,
    paradigm: Paradigm,
}

impl<G: Learnable> Hoyle<G> {
    /// The player that inquires, with a paradigm to weigh comments by.
    #[must_use]
    pub fn inquiring(&self, paradigm: Paradigm) -> Inquiring<'_, G> {
        Inquiring {
            hoyle: self,
            paradigm,
        }
    }
}

impl<G: Learnable> Policy<G> for Inquiring<'_, G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let decision = self.hoyle.decide(game, position, self.paradigm)?;
        let choice = match &decision.reason {
            Reason::Combined(_, scores) => least_understood(scores),
            Reason::OnlyMove | Reason::Mandate(_) | Reason::LastLeft => decision.choice,
        };
        let share = 1.0 / choice.len() as f64;
        Ok(choice.into_iter().map(|mv| (mv, share)).collect())
    }
}

/// The moves whose scores are nearest to neutral.
fn least_understood<M: Copy>(scores: &[(M, i32)]) -> Vec<M> {
    let nearest = scores.iter().map(|(_, score)| score.abs()).min();
    scores
        .iter()
        .filter(|(_, score)| Some(score.abs()) == nearest)
        .map(|(mv, _)| *mv)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::least_understood;

    #[test]
    fn neither_good_nor_bad_is_whatever_is_near_nothing() {
        let scores = [('a', -3), ('b', 1), ('c', -1), ('d', 7)];
        assert_eq!(least_understood(&scores), ['b', 'c']);
    }
}
