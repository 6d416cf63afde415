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
