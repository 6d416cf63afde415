//! Panic blocks: it vetoes moves that leave the other side a win at once.

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

#[cfg(test)]
mod tests {
    use super::Panic;
    use crate::example::Example;

    #[test]
    fn insists_on_the_block() {
        Example::of("tic-tac-toe").check(
            &Panic,
            &[
                ("X../.O./X.. O", "veto b1 b3 c1 c2 c3"),
                ("X../.O./... X", "silence"),
            ],
        );
        Example::of("connect-four").check(
            &Panic,
            &[(
                "......./......./......./......./OO...../XXX.... O",
                "veto a b c e f g",
            )],
        );
    }

    #[test]
    fn against_two_threats_no_move_helps() {
        Example::of("tic-tac-toe").check(&Panic, &[("X.X/.O./X.O O", "veto a2 b1 b3 c2")]);
    }

    #[test]
    fn nobody_is_stopped_from_losing() {
        Example::of("lose-tic-tac-toe").check(&Panic, &[("X../.O./X.. O", "silence")]);
    }
}
