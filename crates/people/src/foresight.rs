//! What looking ahead adds to what is seen at a glance, and how it keeps a model coherent.
//!
//! The network sees two plies. Where a game looks further ([`Perception::look_ahead`]), what a move gives
//! away counts against it, the more the stronger somebody is; and what it looks like at a glance counts the less
//! the stronger they are:
//!
//! > log *P* = (*s* + *t r*) *a* + *u b r* + *c d* - (*k* + *l r*) loss - (*m* + *n r*) root of the loss.
//!
//! The seven factors make decisions likeliest of players that the network did not learn from. Small losses count for
//! more than their part in large ones, hence the root.
//!
//! Then what is sound, as far as looking ahead tells, may not become less likely as the rating rises: its
//! *b* is raised to the mean over what the strongest would choose, if it is below. Since that mean grows with the
//! rating, no smaller change would do.
//!
//! [`Perception::look_ahead`]: shido_core::Perception::look_ahead

use serde::{Deserialize, Serialize};
use shido_arena::linear::solve;

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

/// How much each [part](parts) of what attracts to a move counts.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Foresight {
    factors: [f32; PARTS],
}

/// What the factors belong to.
const PARTS: usize = 7;

/// Without looking ahead, what is seen at a glance is all that counts.
const GLANCE: [f64; PARTS] = [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0];

/// What the factors of a move belong to, at a rating.
fn parts(pull: &Pull, loss: f32, rating: f32) -> [f64; PARTS] {
    let root = loss.sqrt();
    [
        pull.base,
        pull.base * rating,
        pull.skill * rating,
        -loss,
        -loss * rating,
        -root,
        -root * rating,
    ]
    .map(f64::from)
}

/// A decision with what looking ahead says of each move.
pub(crate) struct Foreseen {
    pub(crate) pulls: Vec<Pull>,
    pub(crate) losses: Vec<f32>,
    pub(crate) level: Level,
    pub(crate) chosen: usize,
}

impl Foresight {
    /// What makes decisions likeliest. The log-likelihood is concave in the factors, so Newton's steps find it.
    pub(crate) fn fit(decisions: &[Foreseen]) -> Foresight {
        let mut found = GLANCE;
        for _ in 0..20 {
            // A little that pulls towards a mere glance, where there is little to learn from.
            let mut slope = std::array::from_fn::<_, PARTS, _>(|part| GLANCE[part] - found[part]);
            let mut curve = [[0.0; PARTS]; PARTS];
            (0..PARTS).for_each(|part| curve[part][part] = 1.0);
            for decision in decisions {
                let factors = found.map(|factor| factor as f32);
                let mut pulls = decision.pulls.clone();
                Foresight { factors }.weigh(&mut pulls, &decision.losses);
                let odds = chances(&pulls, decision.level);
                let moves = decision.pulls.iter().zip(&decision.losses);
                let moves = moves.map(|(pull, loss)| parts(pull, *loss, decision.level.rating));
                let moves: Vec<[f64; PARTS]> = moves.collect();
                let mut mean = [0.0; PARTS];
                for (odds, parts) in odds.iter().zip(&moves) {
                    mean.iter_mut()
                        .zip(parts)
                        .for_each(|(mean, part)| *mean += odds * part);
                }
                for (odds, parts) in odds.iter().zip(&moves) {
                    for (row, curve) in curve.iter_mut().enumerate() {
                        let apart = odds * (parts[row] - mean[row]);
                        for (column, curve) in curve.iter_mut().enumerate() {
                            *curve += apart * (parts[column] - mean[column]);
                        }
                    }
                }
                for part in 0..PARTS {
                    slope[part] += moves[decision.chosen][part] - mean[part];
                }
            }
            let curve = curve.iter().map(|row| row.to_vec()).collect();
            let step = solve(curve, slope.to_vec());
            found
                .iter_mut()
                .zip(step)
                .for_each(|(found, step)| *found += step);
        }
        Foresight {
            factors: found.map(|factor| factor as f32),
        }
    }

    /// Changes what attracts people to moves by what looking ahead says of them.
    pub(crate) fn apply(self, pulls: &mut [Pull], losses: &[f32]) {
        self.weigh(pulls, losses);
        raise(pulls, losses);
    }

    fn weigh(self, pulls: &mut [Pull], losses: &[f32]) {
        let [
            base,
            base_of_skill,
            skill,
            loss_now,
            loss_growth,
            root_now,
            root_growth,
        ] = self.factors;
        for (pull, &loss) in pulls.iter_mut().zip(losses) {
            let root = loss.sqrt();
            *pull = Pull {
                base: base * pull.base - loss_now * loss - root_now * root,
                skill: skill * pull.skill + base_of_skill * pull.base
                    - loss_growth * loss
                    - root_growth * root,
                respect: pull.respect,
            };
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

    /// How far a model that looks ahead sets the first of two moves above the second: at the middle, and with each
    /// unit of rating.
    fn apart(fit: Foresight, mut pulls: Vec<Pull>, losses: &[f32]) -> [f32; 2] {
        fit.weigh(&mut pulls, losses);
        [
            pulls[0].base - pulls[1].base,
            pulls[0].skill - pulls[1].skill,
        ]
    }

    /// Two moves that attract alike, of which one gives away 0.2: the other is taken three times in four, so it
    /// is ln 3 above; at a unit of rating nine times in ten, so ln 9.
    #[test]
    fn weights_are_those_that_make_decisions_likely() {
        let alike = || vec![pull(0.0, 0.0); 2];
        let decision = |rating, chosen| Foreseen {
            pulls: alike(),
            losses: vec![0.0, 0.2],
            level: level(rating),
            chosen,
        };
        let mut decisions = Vec::new();
        for _ in 0..2_000 {
            decisions.extend((0..4).map(|index| decision(0.0, usize::from(index == 0))));
            decisions.extend((0..10).map(|index| decision(1.0, usize::from(index == 0))));
        }
        let fit = Foresight::fit(&decisions);
        let found = apart(fit, alike(), &[0.0, 0.2]);
        assert!(
            found.iter().all(|found| (found - 3_f32.ln()).abs() < 0.01),
            "{fit:?}"
        );
    }

    /// A glance that sets a move ln 9 above another one which is taken in a quarter of all cases, is worth half.
    #[test]
    fn what_promises_too_much_counts_less() {
        let decision = |chosen| Foreseen {
            pulls: vec![pull(9_f32.ln(), 0.0), pull(0.0, 0.0)],
            losses: vec![0.0, 0.0],
            level: level(0.0),
            chosen,
        };
        let decisions: Vec<_> = (0..8_000)
            .map(|index| decision(usize::from(index % 4 == 0)))
            .collect();
        let fit = Foresight::fit(&decisions);
        let [found, _] = apart(fit, decision(0).pulls, &[0.0, 0.0]);
        assert!((found - 3_f32.ln()).abs() < 0.01, "{fit:?}");
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
