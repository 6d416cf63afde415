//! Enough Rope vetoes moves that keep the other side from a losing mistake.

use shido_core::{Game, Seat, Turn};

use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Does not block a move with which the other side would lose: vetoes moves after which a move that
/// would have lost at once for the other side, had it been its turn, is not there any more or does
/// not lose any more.
pub(super) struct EnoughRope;

impl<G: Learnable> Advisor<G> for EnoughRope {
    fn name(&self) -> &'static str {
        "Enough Rope"
    }

    fn rationale(&self) -> &'static str {
        "leaves the other side the moves with which it would lose"
    }

    fn tier(&self) -> Tier {
        Tier::Second
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let other = situation.mover.other();
        let ropes = situation.turned().map_or_else(Vec::new, |position| {
            losing_moves(situation.game, position, other)
        });
        if ropes.is_empty() {
            return Advice::Silence;
        }
        Advice::veto(situation.moves_where(|candidate| {
            let left = losing_moves(situation.game, &candidate.next, other);
            !ropes.iter().all(|rope| left.contains(rope))
        }))
    }
}

/// The moves with which a side loses at once.
fn losing_moves<G: Game>(game: &G, position: &G::Position, seat: Seat) -> Vec<G::Move> {
    let mut losing = Vec::new();
    if game.turn(position) != Turn::Of(seat) {
        return losing;
    }
    game.each_move(position, |mv| {
        if let Turn::Over(outcome) = game.turn(&game.after(position, mv))
            && outcome.winner() == Some(seat.other())
        {
            losing.push(mv);
        }
    });
    losing
}

#[cfg(test)]
mod tests {
    use super::EnoughRope;
    use crate::example::Example;

    #[test]
    fn leaves_the_other_side_its_losing_move() {
        Example::of("lose-tic-tac-toe").check(
            &EnoughRope,
            &[
                ("OO./X../X.. X", "veto c3"),
                // Two ropes, in the upper row and the middle column.
                ("OO./XO./X.X X", "veto b1 c3"),
                (".../.../... X", "silence"),
            ],
        );
    }

    #[test]
    fn where_lines_win_there_is_no_rope() {
        Example::of("tic-tac-toe").check(&EnoughRope, &[("OO./X../X.. X", "silence")]);
    }
}
