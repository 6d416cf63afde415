//! How somebody's strength changes in the course of a contest.

use crate::strength::{PEOPLE, WEAKEST, between};

/// Who is fresh plays better than their level has it, and later, tired and short of time, worse.
///
/// Positions get simpler as a contest goes on, so that somebody who is equally strong all the time errs less and less.
/// People err as much late as early.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Form {
    /// By how many points somebody is stronger at first, and weaker in the end.
    pub change: f64,
    /// After how many moves of their own they play as their level has it.
    pub middle: f64,
}

/// How much of it holds for whom: all for people, as far as it was measured, and nothing for whoever is no person.
const SHARES: [[f64; 2]; 4] = [
    [WEAKEST, 0.0],
    [PEOPLE[0], 1.0],
    [2100.0, 1.0],
    [PEOPLE[1], 0.0],
];

impl Form {
    /// The same from the first move to the last.
    pub const STEADY: Form = Form {
        change: 0.0,
        middle: 1.0,
    };

    /// How strong somebody of this level plays after so many moves of their own.
    #[must_use]
    pub fn strength(self, level: f64, moves: usize) -> f64 {
        let share = between(&SHARES, level.clamp(WEAKEST, PEOPLE[1]));
        let freshness = (1.0 - moves as f64 / self.middle).max(-1.0);
        level + share * self.change * freshness
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: Form = Form {
        change: 200.0,
        middle: 20.0,
    };

    #[test]
    fn strength_falls_from_above_the_level_to_below() {
        let strengths = [0, 10, 20, 30, 40, 99].map(|moves| FORM.strength(1500.0, moves));
        assert_eq!(strengths, [1700.0, 1600.0, 1500.0, 1400.0, 1300.0, 1300.0]);
        assert_eq!(Form::STEADY.strength(1500.0, 99), 1500.0);
    }

    /// Whoever is no person does not tire, and at no time is somebody of a higher level the weaker.
    #[test]
    fn levels_keep_their_order() {
        for level in [WEAKEST - 100.0, WEAKEST, PEOPLE[1], 3600.0] {
            assert_eq!(FORM.strength(level, 0), level);
        }
        for moves in [0, 20, 50] {
            let at = |step: u32| FORM.strength(10.0 * f64::from(step), moves);
            assert!((0..360).all(|step| at(step) < at(step + 1)), "{moves}");
        }
    }
}
