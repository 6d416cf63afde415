//! How the comments of the third tier are combined into a choice.

use shido_core::nearest;

use crate::Strength;

/// A move-selection paradigm: how the comments of the third tier are combined.
///
/// Given the same comments, different paradigms may choose different moves. Practice plays one against
/// another, so that variety comes from advice and not from chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Paradigm {
    /// The strengths of the comments on a move are added up.
    #[default]
    Sum,
    /// Strengths are smoothed to yes, don't care and no before.
    Smoothed,
    /// Only the strongest comment of each Advisor counts, or those, if several are as strong.
    Limited,
    /// Both: smoothed and limited.
    SmoothedLimited,
}

impl Paradigm {
    /// All of them.
    pub const ALL: [Paradigm; 4] = [
        Paradigm::Sum,
        Paradigm::Smoothed,
        Paradigm::Limited,
        Paradigm::SmoothedLimited,
    ];

    /// The name by which it is asked for.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Paradigm::Sum => "sum",
            Paradigm::Smoothed => "smoothed",
            Paradigm::Limited => "limited",
            Paradigm::SmoothedLimited => "smoothed-limited",
        }
    }

    /// The paradigm of a name.
    ///
    /// # Errors
    /// Where no paradigm has that name: the nearest name that one has, if any is near.
    pub fn named(name: &str) -> Result<Paradigm, Option<&'static str>> {
        Paradigm::ALL
            .into_iter()
            .find(|paradigm| paradigm.name() == name)
            .ok_or_else(|| nearest(name, Paradigm::ALL.map(Paradigm::name)))
    }

    fn smooths(self) -> bool {
        matches!(self, Paradigm::Smoothed | Paradigm::SmoothedLimited)
    }

    fn limits(self) -> bool {
        matches!(self, Paradigm::Limited | Paradigm::SmoothedLimited)
    }

    /// Adds what one Advisor's comments are worth to the scores of the moves they are about. A move
    /// without a comment is as one with a neutral comment.
    pub(crate) fn add<M: PartialEq>(self, comments: &[(M, Strength)], scores: &mut [(M, i32)]) {
        let strongest = comments
            .iter()
            .map(|(_, strength)| strength.lean().abs())
            .max();
        for (mv, strength) in comments {
            let lean = strength.lean();
            if self.limits() && Some(lean.abs()) != strongest {
                continue;
            }
            let worth = if self.smooths() { lean.signum() } else { lean };
            if let Some((_, score)) = scores.iter_mut().find(|(known, _)| known == mv) {
                *score += worth;
            }
        }
    }
}
