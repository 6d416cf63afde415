//! Whether going first or second is an advantage.

use shido_core::Seat;

/// Whether going first or second is an advantage, from how contests ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Advantage {
    /// How often the first and the second player won.
    pub wins: [u64; 2],
    /// How often nobody did.
    pub draws: u64,
}

impl Advantage {
    /// Takes the end of a contest into account.
    pub fn learn(&mut self, winner: Option<Seat>) {
        match winner {
            Some(seat) => self.wins[seat.index()] += 1,
            None => self.draws += 1,
        }
    }

    /// The seat that has won more often; `None` while neither has.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        let [first, second] = self.wins;
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether it comes as a surprise that this seat wins: so far the other has won more often.
    #[must_use]
    pub fn surprised_by(&self, winner: Seat) -> bool {
        self.seat() == Some(winner.other())
    }
}

#[cfg(test)]
mod tests {
    use shido_core::Seat::{First, Second};

    use super::Advantage;

    #[test]
    fn who_wins_more_often_has_the_advantage() {
        let mut advantage = Advantage::default();
        assert_eq!(advantage.seat(), None);
        for (winner, seat) in [
            (None, None),
            (Some(Second), Some(Second)),
            (Some(First), None),
            (Some(First), Some(First)),
        ] {
            advantage.learn(winner);
            assert_eq!(advantage.seat(), seat, "after {winner:?}");
        }
        assert!(advantage.surprised_by(Second));
        assert!(!advantage.surprised_by(First));
        assert_eq!((advantage.wins, advantage.draws), ([2, 1], 1));
    }

    #[test]
    fn where_both_win_as_often_nobody_surprises() {
        let advantage = Advantage {
            wins: [3, 3],
            draws: 0,
        };
        assert!(!advantage.surprised_by(First) && !advantage.surprised_by(Second));
    }
}
