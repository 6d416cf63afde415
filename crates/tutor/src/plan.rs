//! How a contest is to go: how strong to play, and how much may be conceded.

use std::num::NonZeroUsize;

use crate::strength::{DOUBLING, LOWEST, PEOPLE, STRONGEST, playing};
use crate::student::Student;

/// What the tutor is after.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Aim {
    /// That the student scores so much on average, from 0 to 1.
    Score(f64),
    /// To play at a strength, whoever the student is. Nothing is conceded then.
    Level(f64),
}

/// How fast results fade: one of seven contests ago counts half.
const FADING: f64 = 0.9;
/// How many points are ten to one, by Elo's curve.
const TEN_TO_ONE: f64 = 400.0;
/// How much of what the student has scored too little or too much the next contest is to make up for.
const MAKING_UP: f64 = 0.5;
/// Nobody can promise a result: what is wanted of a contest stays between these.
const WANTED: [f64; 2] = [0.1, 0.9];
/// By how many points weaker the tutor plays when it has all but won and ought to be level.
const EASE: f64 = 300.0;
/// By how much a concession may leave the tutor below where it ought to stand: so far that the student is better,
/// not so far that all is over.
const SLACK: f64 = 0.5;

/// Up to here the usual effort of the judge is enough. From here on it doubles as what a loss counts does: who tells
/// moves apart twice as finely has to know twice as finely what they are worth.
const USUAL_EFFORT: f64 = 1500.0;
/// Who is better than any people chooses among so many moves: enough to vary, and little more work than one.
const FEW: usize = 2;
/// The most: a move may take two seconds.
const MOST_EFFORT: f64 = 16.0;

/// How a contest is to go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// What the student is to score in this contest on average.
    pub wanted: f64,
    /// How strong to play where nothing is conceded.
    pub strength: f64,
    concedes: bool,
}

impl Plan {
    /// The plan for the next contest against a student.
    #[must_use]
    pub fn new(aim: Aim, student: &Student) -> Plan {
        let target = match aim {
            Aim::Level(strength) => {
                let ahead = student.level() - strength;
                return Plan {
                    wanted: 1.0 / (1.0 + 10f64.powf(-ahead / TEN_TO_ONE)),
                    strength,
                    concedes: false,
                };
            }
            Aim::Score(target) => target,
        };
        let (mut weight, mut owed) = (1.0, 0.0);
        for score in student.scores.iter().rev() {
            owed += weight * (target - score);
            weight *= FADING;
        }
        let wanted = (target + MAKING_UP * owed).clamp(WANTED[0], WANTED[1]);
        let behind = TEN_TO_ONE * (wanted / (1.0 - wanted)).log10();
        Plan {
            wanted,
            strength: (student.level() - behind).clamp(LOWEST, STRONGEST),
            concedes: true,
        }
    }

    /// How many times the usual effort the judge has to make for somebody who plays so strong.
    #[must_use]
    pub fn effort(&self) -> f64 {
        let more = (playing(self.strength) - USUAL_EFFORT) / DOUBLING;
        more.exp2().clamp(1.0, MOST_EFFORT)
    }

    /// Among how many of the best moves to choose, if the position is worth about so much: among all of them, unless the
    /// tutor plays better than any people and has nothing to concede. To know what every move is worth takes ten times as
    /// long as to find the best.
    #[must_use]
    pub fn among(&self, value: f64) -> Option<NonZeroUsize> {
        let narrow = playing(self.strength) > PEOPLE[1] && self.budget(value) == 0.0;
        NonZeroUsize::new(FEW).filter(|_| narrow)
    }

    /// By how much the tutor stands better than it ought to, if the position is worth so much to it.
    #[must_use]
    pub fn ahead(&self, value: f64) -> f64 {
        value - (1.0 - 2.0 * self.wanted)
    }

    /// The most that a concession may lose now.
    #[must_use]
    pub fn budget(&self, value: f64) -> f64 {
        match self.ahead(value) {
            ahead if ahead > 0.0 && self.concedes => ahead + SLACK,
            _ => 0.0,
        }
    }

    /// How strong to play now. Whoever is ahead takes it easier; whoever is behind does what they can.
    #[must_use]
    pub fn strength_now(&self, value: f64) -> f64 {
        match self.concedes {
            true => (self.strength - EASE * self.ahead(value).max(0.0)).max(LOWEST),
            false => self.strength,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn student(scores: &[f64]) -> Student {
        Student {
            scores: scores.to_vec(),
            ..Student::stranger()
        }
    }

    fn plan(scores: &[f64]) -> Plan {
        Plan::new(Aim::Score(0.5), &student(scores))
    }

    /// After a loss half a point is owed, of which half is to be made up for: 0.75 is wanted. Three to one are
    /// 400 log 3 = 190.85 points.
    #[test]
    fn a_loss_is_made_up_for() {
        let level = Student::stranger().level();
        assert_eq!(plan(&[]).wanted, 0.5);
        assert!((plan(&[]).strength - level).abs() < 1e-9);
        assert_eq!(plan(&[0.0]).wanted, 0.75);
        assert!((plan(&[0.0]).strength - (level - 190.85)).abs() < 0.01);
        assert_eq!(plan(&[1.0]).wanted, 0.25);
        // Won, then lost: 0.5 - 0.9 * 0.5 are owed.
        assert!((plan(&[1.0, 0.0]).wanted - 0.525).abs() < 1e-12);
        assert_eq!(plan(&[0.0; 9]).wanted, 0.9);
    }

    #[test]
    fn who_is_ahead_may_concede_and_who_is_behind_may_not() {
        let even = plan(&[]);
        assert_eq!(even.budget(0.0), 0.0);
        assert_eq!(even.budget(-0.4), 0.0);
        assert!((even.budget(0.4) - 0.9).abs() < 1e-12);
        // Where the student is to win, the tutor is ahead even where the sides are level.
        assert!((plan(&[0.0]).budget(0.0) - 1.0).abs() < 1e-12);
        assert!((even.strength_now(0.5) - (even.strength - 150.0)).abs() < 1e-9);
        assert_eq!(even.strength_now(-0.5), even.strength);
    }

    #[test]
    fn the_stronger_the_more_effort() {
        let effort = |strength| Plan::new(Aim::Level(strength), &student(&[])).effort();
        assert_eq!(effort(800.0), 1.0);
        assert_eq!(effort(1400.0), 1.0);
        assert!(effort(2200.0) > effort(2000.0));
        assert_eq!(effort(3600.0), 16.0);
    }

    /// Nobody who is not better than people gives up knowing what every move is worth, and nobody who may concede one.
    #[test]
    fn the_strongest_choose_among_few() {
        let fixed = |strength| Plan::new(Aim::Level(strength), &student(&[]));
        assert_eq!(fixed(2000.0).among(0.0), None);
        assert_eq!(fixed(3600.0).among(0.0), NonZeroUsize::new(2));
        let adapting = Plan {
            strength: 3600.0,
            ..plan(&[])
        };
        assert_eq!(adapting.among(-0.1), NonZeroUsize::new(2));
        assert_eq!(adapting.among(0.1), None);
    }

    #[test]
    fn a_level_is_kept() {
        let fixed = Plan::new(Aim::Level(1000.0), &student(&[0.0, 0.0]));
        assert_eq!(fixed.strength_now(0.9), 1000.0);
        assert_eq!(fixed.budget(0.9), 0.0);
    }
}
