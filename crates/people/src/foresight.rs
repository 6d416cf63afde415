//! What looking ahead adds to what is seen at a glance, and how it keeps a model coherent.
//!
//! The network sees two plies. Where a game looks further ([`Perception::look_ahead`]), what a move gives
//! away counts against it, and the more the stronger somebody is:
//!
//! > log *P* = *a* + *b r* + *c d* - (*k* + *l r*) loss.
//!
//! Then what is sound, as far as looking ahead tells, may not become less likely as the rating rises: its
//! *b* is raised to the mean over what the strongest would choose, if it is below. Since that mean grows with the
//! rating, no smaller change would do.
//!
//! [`Perception::look_ahead`]: shido_core::Perception::look_ahead

use serde::{Deserialize, Serialize};

use crate::network::Pull;
use crate::people::chances;
use crate::scene::Level;

/// A move that gives away no more of the expected score is sound. Smaller would be what people call a good
/// move, but our own look at it is no better than that: one in twenty best moves of a strong engine seems
/// to give away more.
const SOUND: f32 = 0.08;

/// Up to which strength sound moves may not become less likely.
const STRONGEST: Level = Level {
    rating: 2.0,
    difference: 0.0,
};

/// How much it counts what a move gives away: at the middle of all ratings, and with each unit of rating.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Foresight {
    middle: f32,
    growth: f32,
}

/// A decision with what looking ahead says of each move.
pub(crate) struct Foreseen {
    pub(crate) pulls: Vec<Pull>,
    pub(crate) losses: Vec<f32>,
    pub(crate) level: Level,
    pub(crate) chosen: usize,
}

impl Foresight {
    /// What makes decisions likeliest. The log-likelihood is concave in both numbers, so Newton's steps
    /// find it.
    pub(crate) fn fit(decisions: &[Foreseen]) -> Foresight {
        let mut found = [0.0; 2];
        for _ in 0..20 {
            let mut slope = [0.0; 2];
            // A little that pulls towards nothing, where there is little to learn from.
            let mut curve = [[1.0, 0.0], [0.0, 1.0]];
            for decision in decisions {
                let mut pulls = decision.pulls.clone();
                let [middle, growth] = found.map(|value| value as f32);
                Foresight { middle, growth }.weigh(&mut pulls, &decision.losses);
                let odds = chances(&pulls, decision.level);
                let losses = || decision.losses.iter().copied().map(f64::from);
                let mean: f64 = odds
                    .iter()
                    .zip(losses())
                    .map(|(odds, loss)| odds * loss)
                    .sum();
                let squares = odds.iter().zip(losses());
                let spread = squares.map(|(odds, loss)| odds * (loss - mean).powi(2));
                let spread: f64 = spread.sum();
                let gain = mean - f64::from(decision.losses[decision.chosen]);
                let parts = [1.0, f64::from(decision.level.rating)];
                for (row, part) in parts.iter().enumerate() {
                    slope[row] += part * gain;
                    for (column, other) in parts.iter().enumerate() {
                        curve[row][column] += part * other * spread;
                    }
                }
            }
            for (slope, found) in slope.iter_mut().zip(found) {
                *slope -= found;
            }
            let [[a, b], [c, d]] = curve;
            let whole = a * d - b * c;
            found[0] += (d * slope[0] - b * slope[1]) / whole;
            found[1] += (a * slope[1] - c * slope[0]) / whole;
        }
        let [middle, growth] = found.map(|value| value as f32);
        Foresight { middle, growth }
    }

    /// Changes what attracts people to moves by what looking ahead says of them.
    pub(crate) fn apply(self, pulls: &mut [Pull], losses: &[f32]) {
        self.weigh(pulls, losses);
        raise(pulls, losses);
    }

    fn weigh(self, pulls: &mut [Pull], losses: &[f32]) {
        for (pull, loss) in pulls.iter_mut().zip(losses) {
            pull.base -= self.middle * loss;
            pull.skill -= self.growth * loss;
        }
    }
}

/// Raises the skill that sound moves show, so that they do not become less likely with it.
fn raise(pulls: &mut [Pull], losses: &[f32]) {
    let raised = |floor: f32| {
        let moves = pulls.iter().zip(losses);
        moves.map(move |(pull, loss)| match *loss <= SOUND {
            true => pull.skill.max(floor),
            false => pull.skill,
        })
    };
    let mean = |floor: f32| {
        let changed = pulls.iter().zip(raised(floor));
        let changed: Vec<Pull> = changed
            .map(|(pull, skill)| Pull { skill, ..*pull })
            .collect();
        let odds = chances(&changed, STRONGEST);
        let skills = changed.iter().map(|pull| f64::from(pull.skill));
        odds.iter()
            .zip(skills)
            .map(|(odds, skill)| odds * skill)
            .sum::<f64>() as f32
    };
    let skills = || pulls.iter().map(|pull| pull.skill);
    let mut low = skills().fold(f32::INFINITY, f32::min);
    let mut high = skills().fold(f32::NEG_INFINITY, f32::max);
    // The higher the floor, the higher the mean, but never above the highest: they meet once.
    for _ in 0..24 {
        let floor = low.midpoint(high);
        match mean(floor) > floor {
            true => low = floor,
            false => high = floor,
        }
    }
    let raised: Vec<f32> = raised(high).collect();
    for (pull, skill) in pulls.iter_mut().zip(raised) {
        pull.skill = skill;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pull(base: f32, skill: f32) -> Pull {
        Pull {
            base,
            skill,
            respect: 0.0,
        }
    }

    fn level(rating: f32) -> Level {
        Level {
            rating,
            difference: 0.0,
        }
    }

    /// Two moves that attract alike, of which one gives away 0.2: taken three times in four, the other
    /// needs odds of 3, so the weight is ln 3 / 0.2; at a unit of rating nine times in ten, so ln 9 / 0.2.
    #[test]
    fn weights_are_those_that_make_decisions_likely() {
        let decision = |rating, chosen| Foreseen {
            pulls: vec![pull(0.0, 0.0); 2],
            losses: vec![0.0, 0.2],
            level: level(rating),
            chosen,
        };
        let mut decisions = Vec::new();
        for _ in 0..10_000 {
            decisions.extend((0..4).map(|index| decision(0.0, usize::from(index == 0))));
            decisions.extend((0..10).map(|index| decision(1.0, usize::from(index == 0))));
        }
        let fit = Foresight::fit(&decisions);
        let expected = [3_f32.ln() / 0.2, 3_f32.ln() / 0.2];
        assert!((fit.middle - expected[0]).abs() < 0.05, "{fit:?}");
        assert!((fit.growth - expected[1]).abs() < 0.05, "{fit:?}");
    }

    /// A sound move that would become rarer does not; unsound ones keep what they have.
    #[test]
    fn sound_moves_do_not_become_less_likely() {
        let mut pulls = vec![
            pull(0.0, -1.0),
            pull(0.0, 0.5),
            pull(1.0, 0.2),
            pull(-1.0, 1.5),
        ];
        let losses = [0.0, 0.2, 0.05, 0.3];
        let falls = |pulls: &[Pull], at: usize| {
            let odds = |rating| chances(pulls, level(rating))[at];
            (0..40).any(|step| {
                let rating = -2.0 + 0.1 * step as f32;
                odds(rating + 0.1) < odds(rating) - 1e-6
            })
        };
        assert!(falls(&pulls, 0) && falls(&pulls, 2));
        raise(&mut pulls, &losses);
        assert!(!falls(&pulls, 0) && !falls(&pulls, 2));
        assert_eq!((pulls[1].skill, pulls[3].skill), (0.5, 1.5));
    }
}
