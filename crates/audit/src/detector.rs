//! A plain classifier that tries to tell games of a player from games of people: logistic regression on what
//! each game looks like, cross-validated by game.

use shido_arena::linear::solve;

use crate::measure::Measured;

/// How many parts the games are cut into; each is judged by what was learned from the others.
const FOLDS: u64 = 5;

/// How strongly weights are drawn to zero.
const RIDGE: f64 = 1.0;

/// The fewest games on either side from which something can be told.
const ENOUGH: usize = 10;

/// How well games of a player can be told from those of people: the area under the curve, which is the
/// probability that of a game of each the player's is the more suspicious, with its 95% interval. One half is
/// perfect disguise. `None` where there are too few games.
#[must_use]
pub fn detect(player: &[Measured], people: &[Measured]) -> Option<[f64; 3]> {
    let suspicions = suspicions(player, people)?;
    Some(area(&suspicions[0], &suspicions[1]))
}

/// What sets a game apart, per move.
fn features(it: &Measured, asked: bool) -> Vec<f64> {
    let moves = it.moves.max(1.0);
    let open = it.open.max(1.0);
    let mean = it.loss / open;
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    let mut features = vec![
        mean,
        (it.squared / open - mean * mean).max(0.0).sqrt(),
        share(it.worst_parts, it.stretches),
        share(it.early, it.early_moves),
        share(it.middle, it.middle_moves),
        share(it.late, it.late_moves),
    ];
    if asked {
        features.push(share(it.surprise, it.asked));
    }
    let errors = [it.strong, it.inaccuracies, it.mistakes, it.blunders];
    features.extend(errors.map(|count| count / open));
    features.extend([it.obvious, it.greedy].map(|count| count / moves));
    features.extend(it.tells().map(|(_, count)| count / moves));
    features
}

/// How suspicious each game of the player and each of people looks to somebody who has not seen it.
fn suspicions(player: &[Measured], people: &[Measured]) -> Option<[Vec<f64>; 2]> {
    if player.len() < ENOUGH || people.len() < ENOUGH {
        return None;
    }
    // What people would say of a game counts where they were asked of all.
    let asked = [player, people]
        .iter()
        .all(|games| games.iter().all(|it| it.asked > 0.0));
    let rows = |games: &[Measured]| -> Vec<(u64, Vec<f64>)> {
        // Both sides of a game are in one part.
        let part = |it: &Measured| shido_core::spread(it.game) % FOLDS;
        games
            .iter()
            .map(|it| (part(it), features(it, asked)))
            .collect()
    };
    let [ours, theirs] = [rows(player), rows(people)];
    let mut found = [vec![0.0; ours.len()], vec![0.0; theirs.len()]];
    for fold in 0..FOLDS {
        let learned: Vec<Example<'_>> = [(&ours, 1.0), (&theirs, 0.0)]
            .into_iter()
            .flat_map(|(rows, label)| {
                let others = || rows.iter().filter(move |(part, _)| *part != fold);
                // Both sides count as much, however many games there are of each: otherwise a part with
                // many games of one side would be judged by a model that takes them to be rare.
                let weight = (ours.len() + theirs.len()) as f64 / 2.0 / others().count() as f64;
                others().map(move |(_, features)| Example {
                    features,
                    label,
                    weight,
                })
            })
            .collect();
        let model = Logistic::fit(&learned);
        for (found, rows) in found.iter_mut().zip([&ours, &theirs]) {
            for (suspicion, (part, features)) in found.iter_mut().zip(rows) {
                if *part == fold {
                    *suspicion = model.suspicion(features);
                }
            }
        }
    }
    Some(found)
}

struct Example<'a> {
    features: &'a [f64],
    label: f64,
    weight: f64,
}

/// Logistic regression on features that are brought to mean zero and deviation one.
struct Logistic {
    means: Vec<f64>,
    deviations: Vec<f64>,
    /// The last is the constant.
    weights: Vec<f64>,
}

impl Logistic {
    /// Newton's method; the likelihood with its ridge is concave, so that there is one maximum.
    fn fit(examples: &[Example<'_>]) -> Logistic {
        let size = examples[0].features.len();
        let count = examples.len() as f64;
        let mean = |at: usize| examples.iter().map(|it| it.features[at]).sum::<f64>() / count;
        let means: Vec<f64> = (0..size).map(mean).collect();
        let deviation = |at: usize| {
            let square = |it: &Example<'_>| (it.features[at] - means[at]).powi(2);
            let variance = examples.iter().map(square).sum::<f64>() / count;
            if variance > 1e-18 {
                variance.sqrt()
            } else {
                1.0
            }
        };
        let mut model = Logistic {
            deviations: (0..size).map(deviation).collect(),
            means,
            weights: vec![0.0; size + 1],
        };
        for _ in 0..30 {
            let mut slope: Vec<f64> = model.weights.iter().map(|it| -RIDGE * it).collect();
            let mut curvature = vec![vec![0.0; size + 1]; size + 1];
            for (at, row) in curvature.iter_mut().enumerate() {
                row[at] = RIDGE;
            }
            for example in examples {
                let inputs = model.inputs(example.features);
                let share = logistic(dot(&model.weights, &inputs));
                for (at, input) in inputs.iter().enumerate() {
                    slope[at] += example.weight * (example.label - share) * input;
                    let pull = example.weight * share * (1.0 - share) * input;
                    let row = curvature[at].iter_mut().zip(&inputs);
                    row.for_each(|(entry, other)| *entry += pull * other);
                }
            }
            let step = solve(curvature, slope);
            let moved: f64 = step.iter().map(|step| step.abs()).sum();
            model
                .weights
                .iter_mut()
                .zip(step)
                .for_each(|(it, step)| *it += step);
            if moved < 1e-9 {
                break;
            }
        }
        model
    }

    fn inputs(&self, features: &[f64]) -> Vec<f64> {
        let scale = self.means.iter().zip(&self.deviations);
        let scaled = features.iter().zip(scale);
        let scaled = scaled.map(|(it, (mean, deviation))| (it - mean) / deviation);
        scaled.chain([1.0]).collect()
    }

    fn suspicion(&self, features: &[f64]) -> f64 {
        dot(&self.weights, &self.inputs(features))
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

fn logistic(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp())
}

/// The area under the curve with its 95% interval (DeLong, DeLong and Clarke-Pearson 1988): low, middle, high.
fn area(player: &[f64], people: &[f64]) -> [f64; 3] {
    let above = |one: f64, other: f64| match one.total_cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let mean = |numbers: &[f64]| numbers.iter().sum::<f64>() / numbers.len() as f64;
    let wins = |of: f64| mean(&people.iter().map(|it| above(of, *it)).collect::<Vec<_>>());
    let losses = |of: f64| mean(&player.iter().map(|it| above(*it, of)).collect::<Vec<_>>());
    let placed = player.iter().map(|it| wins(*it)).collect::<Vec<_>>();
    let passed = people.iter().map(|it| losses(*it)).collect::<Vec<_>>();
    let middle = mean(&placed);
    let variance = |numbers: &[f64]| {
        let squares = numbers.iter().map(|it| (it - middle).powi(2)).sum::<f64>();
        squares / (numbers.len() as f64 - 1.0) / numbers.len() as f64
    };
    let reach = 1.959_963_984_540_054 * (variance(&placed) + variance(&passed)).sqrt();
    [(middle - reach).max(0.0), middle, (middle + reach).min(1.0)]
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    /// Of the six pairs of {3, 5} and {1, 4, 2} five are in order. The parts of the variance by hand: placed
    /// 2/3 and 1, passed 1, 1/2 and 1.
    #[test]
    fn an_area_by_hand() {
        let [low, middle, high] = area(&[3.0, 5.0], &[1.0, 4.0, 2.0]);
        assert!((middle - 5.0 / 6.0).abs() < 1e-12);
        let variance = (2.0 / 36.0) / 1.0 / 2.0 + (2.0 / 36.0 + 4.0 / 36.0) / 2.0 / 3.0;
        let reach = 1.959_963_984_540_054 * f64::sqrt(variance);
        assert!((low - (middle - reach).max(0.0)).abs() < 1e-12);
        assert!((high - 1.0).abs() < 1e-12, "{high}");
    }

    fn game(number: u64, mistakes: f64) -> Measured {
        Measured {
            game: number,
            moves: 30.0,
            open: 30.0,
            mistakes,
            ..Measured::default()
        }
    }

    #[test]
    fn what_differs_is_told_apart() {
        let often = |number: u64| game(number, 5.0 + (number % 3) as f64);
        let seldom = |number: u64| game(1000 + number, (number % 3) as f64);
        let many: Vec<Measured> = (0..40).map(often).collect();
        let few: Vec<Measured> = (0..40).map(seldom).collect();
        let [_, middle, _] = detect(&many, &few).expect("there are enough");
        assert!(middle > 0.99, "{middle}");
        assert_eq!(detect(&many[..9], &few), None);
    }

    /// Twenty times games that are drawn alike: nearly all intervals hold a half, and the areas are about a
    /// half on average.
    #[test]
    fn what_does_not_differ_is_not_told_apart() {
        let mut rng = shido_core::Seed(1).rng();
        let mut drawn = |first: u64| -> Vec<Measured> {
            let numbers = first..first + 60;
            let mistakes = numbers.map(|number| game(number, f64::from(rng.random_range(0..6_u8))));
            mistakes.collect()
        };
        let found: Vec<[f64; 3]> = (0..20)
            .map(|_| detect(&drawn(0), &drawn(1000)).expect("there are enough"))
            .collect();
        let held = found
            .iter()
            .filter(|[low, _, high]| *low < 0.5 && *high > 0.5);
        assert!(held.count() >= 16, "{found:?}");
        let mean = found.iter().map(|area| area[1]).sum::<f64>() / 20.0;
        assert!((mean - 0.5).abs() < 0.05, "{found:?}");
    }

    /// With one feature that is 1 in three of four cases of one label, the log odds are 2 ln 3 apart; the ridge
    /// is small beside a thousand cases of each.
    #[test]
    fn a_regression_by_hand() {
        let [zero, one] = [[0.0], [1.0]];
        let examples: Vec<Example<'_>> = (0..4000)
            .map(|number| {
                let label = f64::from(number < 2000);
                let features = if (number % 4 < 3) == (number < 2000) {
                    &one
                } else {
                    &zero
                };
                Example {
                    features,
                    label,
                    weight: 1.0,
                }
            })
            .collect();
        let model = Logistic::fit(&examples);
        let found = model.suspicion(&one) - model.suspicion(&zero);
        assert!((found - 2.0 * 3.0_f64.ln()).abs() < 0.02, "{found}");
    }
}
