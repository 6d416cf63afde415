//! What a frame's lines say of its moves before anything is searched.

use shido_core::{Game, Guide, Turn};

use crate::bits::Bits;
use crate::frame::{LineRule, Point};
use crate::game::{FrameGame, FrameMove, FramePosition, NOWHERE};

/// Completing a line comes first, then keeping the other side from it, then removing a marker; what
/// is left is a matter of how many lines meet where the marker goes, seldom more than a dozen.
const COMPLETES: i32 = 10_000;
const KEEPS_FROM: i32 = 1_000;
const REMOVES: i32 = 100;

/// Frames know their lines. They have zugzwangs, and moves that look poor may be forced, so nothing
/// beyond an order of the moves is declared sound.
impl<B: Bits> Guide for FrameGame<B> {
    #[inline]
    fn promise(&self, position: &FramePosition<B>, mv: FrameMove) -> i32 {
        if mv.to == NOWHERE {
            return 0;
        }
        let seat = position.ledger.mover();
        let mut own = position.board(seat) | B::bit(mv.to);
        if mv.from != NOWHERE {
            own = own & !B::bit(mv.from);
        }
        let other = position.board(seat.other()) | B::bit(mv.to);
        // Where a line ends the contest there is none yet, and a quicker test will do.
        let is_in_line = |markers: B| match self.rules.line_ends() {
            true => self.lines.completed(markers, mv.to),
            false => self.lines.is_in_line(markers, mv.to),
        };
        self.promise_of(mv, is_in_line(own), || is_in_line(other))
    }

    #[inline]
    fn promises(&self, position: &FramePosition<B>) -> impl Fn(FrameMove) -> i32 {
        let seat = position.ledger.mover();
        let completing = |seat| {
            let plain = self.plain.is_some();
            plain.then(|| self.lines.completing(position.board(seat)))?
        };
        let at_once = completing(seat).zip(completing(seat.other()));
        move |mv| match at_once {
            Some((own, other)) => {
                self.promise_of(mv, own.contains(mv.to), || other.contains(mv.to))
            }
            None => self.promise(position, mv),
        }
    }

    fn noisy(&self, _position: &FramePosition<B>, mv: FrameMove) -> bool {
        mv.removed != NOWHERE
    }

    fn plies_unless_won(&self, position: &FramePosition<B>) -> Option<u32> {
        let placing = self.line_race?;
        Some((self.empty(position) & placing.allowed).count())
    }

    #[inline]
    fn win_at_once(&self, position: &FramePosition<B>) -> Option<FrameMove> {
        let seat = position.ledger.mover();
        if let Some(placing) = self.line_race
            && let Some(completing) = self.lines.completing(position.board(seat))
        {
            let winning = completing & self.plain_targets(position, placing);
            return winning.points().next().map(FrameMove::placing);
        }
        let mut winning = None;
        self.each_successor(position, |mv, next| match self.turn(&next) {
            Turn::Over(outcome) if outcome.winner() == Some(seat) => winning = Some(mv),
            _ => {}
        });
        winning
    }
}

impl<B: Bits> FrameGame<B> {
    /// What a move promises that completes a line or does not, on a point with which the other side
    /// would complete one or would not.
    #[inline]
    fn promise_of(&self, mv: FrameMove, completes: bool, keeps_from: impl FnOnce() -> bool) -> i32 {
        let lines_through = |point: Point| match point {
            NOWHERE => 0,
            point => self.lines.count_through(point) as i32,
        };
        let mut promise = lines_through(mv.to) - lines_through(mv.from);
        if completes {
            promise += COMPLETES;
        } else if keeps_from() {
            promise += KEEPS_FROM;
        }
        if self.rules.line == LineRule::Loses {
            promise = -promise;
        }
        if mv.removed != NOWHERE {
            promise += REMOVES + lines_through(mv.removed);
        }
        promise
    }
}
