//! A chess clock for engines that cannot be given a time for one move.

use std::time::Duration;

/// How many moves an engine has to make in one allotment of time.
pub(crate) const SESSION: u32 = 40;

/// A chess clock that gives as much time for 40 moves as 40 moves should take.
///
/// Protocols that think in clocks have no portable way to say "a tenth of a second for this move":
/// xboard's `st` takes whole seconds, and engines differ in what they make of it. Every engine
/// understands 40 moves in 4 seconds.
pub(crate) struct Clock {
    per_move: Duration,
    left: Duration,
    /// The number of the session that the time left is for.
    session: Option<u32>,
}

impl Clock {
    pub(crate) fn new(per_move: Duration) -> Clock {
        Clock {
            per_move,
            left: Duration::ZERO,
            session: None,
        }
    }

    /// The time for a whole session.
    pub(crate) fn allotment(&self) -> Duration {
        self.per_move * SESSION
    }

    /// How many moves of its session are left to a player who has made this many.
    pub(crate) fn moves_left(own_moves: u32) -> u32 {
        SESSION - own_moves % SESSION
    }

    /// The time left to a player who has made this many moves. A new session adds its allotment, in
    /// part where its first moves were made for the player; and nobody has less than the time for a
    /// move, since nobody loses on time here.
    pub(crate) fn start(&mut self, own_moves: u32) -> Duration {
        let session = own_moves / SESSION;
        if self.session != Some(session) {
            self.session = Some(session);
            self.left += self.per_move * Clock::moves_left(own_moves);
        }
        self.left = self.left.max(self.per_move);
        self.left
    }

    /// Takes off what the move took.
    pub(crate) fn stop(&mut self, taken: Duration) {
        self.left = self.left.saturating_sub(taken);
    }

    /// Sets the clock back for another contest.
    pub(crate) fn reset(&mut self) {
        *self = Clock::new(self.per_move);
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;
    use std::time::Duration;

    const TENTH: Duration = Duration::from_millis(100);

    #[test]
    fn forty_moves_have_forty_times_the_time_of_a_move() {
        let mut clock = Clock::new(TENTH);
        assert_eq!(clock.allotment(), TENTH * 40);
        assert_eq!(clock.start(0), TENTH * 40);
        clock.stop(TENTH * 3);
        assert_eq!(clock.start(1), TENTH * 37);
        // What was saved is kept when the next session begins.
        clock.stop(TENTH * 30);
        assert_eq!(clock.start(40), TENTH * 47);
    }

    #[test]
    fn moves_of_an_opening_have_no_time() {
        let mut clock = Clock::new(TENTH);
        assert_eq!(Clock::moves_left(4), 36);
        assert_eq!(clock.start(4), TENTH * 36);
    }

    #[test]
    fn nobody_has_less_than_the_time_for_a_move() {
        let mut clock = Clock::new(TENTH);
        clock.start(0);
        clock.stop(TENTH * 400);
        assert_eq!(clock.start(1), TENTH);
        clock.reset();
        assert_eq!(clock.start(0), TENTH * 40);
    }
}
