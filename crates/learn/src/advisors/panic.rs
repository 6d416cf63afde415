use crate::knowledge::significant::wins_at_once;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Blocks: where the other side could win at once if it were its turn, vetoes the moves that leave
/// it such a win. Where every move does, there is nothing to block.
pub(super) struct Panic;

impl<G: Learnable> Advisor<G> for Panic {
    fn name(&self) -> &'static str {
        "Panic"
    }

    fn rationale(&self) -> &'static str {
        "insists on stopping what the other side would win with"
    }

    fn tier(&self) -> Tier {
        Tier::Second
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let other = situation.mover.other();
        let threatens = |position: &G::Position| wins_at_once(situation.game, position, other);
        if !situation.turned().is_some_and(threatens) {
            return Advice::Silence;
        }
        Advice::veto(situation.moves_where(|candidate| threatens(&candidate.next)))
    }
}
