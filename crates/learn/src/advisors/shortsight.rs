//! Shortsight looks two plies ahead for states that are remembered as certain.

use shido_core::{Turn, Verdict};

use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Looks two plies ahead over what is remembered. Makes a move after which every reply leads to a
/// certain win; vetoes one after which some reply leads to a certain loss.
pub(super) struct Shortsight;

impl<G: Learnable> Advisor<G> for Shortsight {
    fn name(&self) -> &'static str {
        "Shortsight"
    }

    fn rationale(&self) -> &'static str {
        "speaks for and against moves by what every reply is remembered to lead to"
    }

    fn tier(&self) -> Tier {
        Tier::Second
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        if situation.knowledge.significant.is_empty() {
            return Advice::Silence;
        }
        let [mut winning, mut losing] = [Vec::new(), Vec::new()];
        for candidate in &situation.candidates {
            if candidate.turn != Turn::Of(situation.mover.other()) {
                continue;
            }
            let [mut all_win, mut some_loses] = [true, false];
            situation.game.each_move(&candidate.next, |reply| {
                let after = situation.game.after(&candidate.next, reply);
                let certain = situation.certain(&after, situation.game.turn(&after));
                all_win &= certain == Some(Verdict::Win);
                some_loses |= certain == Some(Verdict::Loss);
            });
            if all_win {
                winning.push(candidate.mv);
            } else if some_loses {
                losing.push(candidate.mv);
            }
        }
        match winning.is_empty() {
            false => Advice::Mandate(winning),
            true => Advice::veto(losing),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Shortsight;
    use crate::example::{Example, FIGURE_3, FORKED};
    use shido_core::Seat;

    #[test]
    fn vetoes_what_a_reply_is_remembered_to_refute() {
        Example::of("tic-tac-toe").check(&Shortsight, &[(FIGURE_3, "silence")]);
        let example = Example::of("tic-tac-toe").certain(FORKED, Seat::First, 2);
        example.check(&Shortsight, &[(FIGURE_3, "veto a3 c1")]);
    }

    #[test]
    fn makes_a_move_after_which_every_reply_wins() {
        // Whatever X plays, both points that are left fill a line of O, who then has lost. It looks
        // ahead once anything is remembered at all.
        let example = Example::of("lose-tic-tac-toe");
        example.check(&Shortsight, &[(".X./XOX/O.O X", "silence")]);
        let example = example.certain("XX./X.O/OO. X", Seat::First, 3);
        example.check(&Shortsight, &[(".X./XOX/O.O X", "mandate a3 b1 c3")]);
    }
}
