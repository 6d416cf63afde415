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
