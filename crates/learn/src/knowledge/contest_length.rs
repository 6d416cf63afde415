//! How long contests are on average.

/// How long contests are on average, in plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ContestLength {
    /// The contests that were looked at.
    pub contests: u64,
    /// Their plies, all together.
    pub plies: u64,
}

impl ContestLength {
    /// Takes a contest into account.
    pub fn learn(&mut self, plies: usize) {
        self.contests += 1;
        self.plies += plies as u64;
    }

    /// The average; `None` before the first contest.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        (self.contests > 0).then(|| self.plies as f64 / self.contests as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::ContestLength;

    #[test]
    fn averages_over_contests() {
        let mut length = ContestLength::default();
        assert_eq!(length.average(), None);
        for plies in [5, 9, 7] {
            length.learn(plies);
        }
        assert_eq!(length.average(), Some(7.0));
    }
}
