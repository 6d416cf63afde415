//! How long to think about a move, given the clock.

use std::time::Duration;

/// What is known of the clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock {
    /// What is left for the moves to come.
    pub(crate) left: Duration,
    /// What every move adds.
    pub(crate) increment: Duration,
    /// What every move may take once nothing is left, without using it up.
    pub(crate) byoyomi: Duration,
    /// After how many moves time is added, if that is so.
    pub(crate) moves_to_go: Option<u32>,
}

/// How many more moves a contest is taken to last at any time, so that what is left shrinks by shares and
/// does not run out.
const MOVES_AHEAD: u32 = 40;

impl Clock {
    /// How long to think, if so much is lost on the way from one program to the other.
    ///
    /// An even share of what is left after that loss, and most of what the move adds; but never more than
    /// half of what is left, since one is not the only move to be made with it. Before a move that adds time
    /// it is, and a tenth is kept in reserve.
    pub(crate) fn share(self, overhead: Duration) -> Duration {
        let moves = self.moves_to_go.unwrap_or(MOVES_AHEAD);
        let moves = moves.clamp(1, MOVES_AHEAD);
        let left = self.left.saturating_sub(overhead);
        let most = match moves {
            1 => left.mul_f64(0.9),
            _ => left / 2,
        };
        let even = self.left.saturating_sub(overhead * moves) / moves;
        let share = (even + self.increment.mul_f64(0.8)).min(most);
        let extra = self.byoyomi.saturating_sub(overhead);
        (share + extra).max(Duration::from_millis(1))
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Duration};

    const OVERHEAD: Duration = Duration::from_millis(50);

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    /// Worked out by hand.
    #[test]
    fn shares_of_the_clock() {
        let rows = [
            // 60 s: (60000 - 40 * 50) / 40.
            ((60_000, 0, 0, None), 1_450),
            // 3 s and 2 s a move: 1000 / 40 + 1600 is more than half of 2950.
            ((3_000, 2_000, 0, None), 1_475),
            // 10 moves in 20 s.
            ((20_500, 0, 0, Some(10)), 2_000),
            // The last move before more is added.
            ((1_050, 0, 0, Some(1)), 900),
            // Byoyomi alone.
            ((0, 0, 1_000, None), 950),
            // Nothing left at all.
            ((0, 0, 0, None), 1),
            ((20, 10, 0, Some(0)), 1),
        ];
        for ((left, increment, byoyomi, moves_to_go), expected) in rows {
            let clock = Clock {
                left: ms(left),
                increment: ms(increment),
                byoyomi: ms(byoyomi),
                moves_to_go,
            };
            let share = clock.share(OVERHEAD).as_millis();
            assert_eq!(share, expected, "{clock:?}");
        }
    }

    /// Whatever the control: who always takes what is their share, and loses the overhead beside, is never
    /// out of time.
    #[test]
    fn no_contest_is_lost_on_time() {
        let controls = [
            (1_000, 100, 0, None),
            (60_000, 0, 0, None),
            (10_000, 0, 0, Some(40)),
            (500, 60, 0, None),
            (3_000, 2_000, 0, None),
            (0, 0, 200, None),
            (3_000, 0, 500, None),
        ];
        for (start, increment, byoyomi, session) in controls {
            let mut left = ms(start);
            for number in 0..300_u32 {
                let moves_to_go = session.map(|moves: u32| moves - number % moves);
                if session.is_some_and(|moves| number > 0 && number % moves == 0) {
                    left += ms(start);
                }
                let clock = Clock {
                    left,
                    increment: ms(increment),
                    byoyomi: ms(byoyomi),
                    moves_to_go,
                };
                let used = clock.share(OVERHEAD) + OVERHEAD / 5;
                let free = ms(byoyomi);
                let over = used.saturating_sub(free);
                assert!(over <= left, "{clock:?} uses {used:?} of move {number}");
                left = left - over + ms(increment);
            }
        }
    }
}
