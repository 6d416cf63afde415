//! Elo ratings from who scored how much against whom.
//!
//! The model is that of Bradley and Terry (1952, "Rank analysis of incomplete block designs") in Elo's
//! scale: a player who is rated 400 higher scores ten points to one. A draw is half a point for either.
//! The ratings are those under which what happened is most likely.

use crate::linear::solve;

/// What two players scored against each other.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// The first player, as a place among the players.
    pub a: usize,
    /// The second player.
    pub b: usize,
    /// The points of A: wins and half the draws.
    pub a_points: f64,
    /// How many contests they played.
    pub contests: f64,
}

/// How strong a player is.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rating {
    /// The rating. The mean of those that can be told is 0. `None` where it is infinitely far from the
    /// others, because somebody scored everything.
    pub elo: Option<f64>,
    /// The lower end of the 95% interval; `None` where it is open.
    pub low: Option<f64>,
    /// The upper end of the 95% interval; `None` where it is open.
    pub high: Option<f64>,
}

/// Points of Elo's scale in a natural logarithm of odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Standard deviations in half of a 95% interval.
const REACH: f64 = 1.959_963_984_540_054;

/// The ratings of so many players, in their order.
///
/// Players can be rated together if they cannot be divided into two sets of which one took every point
/// from the other. Where they can, the largest set that holds together is rated (the first of several,
/// if it has at least two players), and of the others it is only known on which side they are: the open
/// interval of a player ends where what happened would have a likelihood of exp(-1.92), as at the end of
/// a 95% interval.
///
/// Intervals are from the inverse of the Fisher information, relative to the mean of the rated players.
/// They take draws for half wins and half losses, so with many draws they are a little wide.
#[must_use]
pub fn ratings(players: usize, encounters: &[Encounter]) -> Vec<Rating> {
    let mut found = vec![Rating::default(); players];
    let together = largest_together(players, encounters);
    if together.len() < 2 {
        return found;
    }
    let place = |player: usize| together.iter().position(|&member| member == player);
    let within: Vec<Encounter> = encounters
        .iter()
        .filter_map(|met| {
            Some(Encounter {
                a: place(met.a)?,
                b: place(met.b)?,
                ..*met
            })
        })
        .collect();
    let strengths = most_likely(together.len(), &within);
    let information = information(&strengths, &within);
    for (at, &player) in together.iter().enumerate() {
        let mut unit = vec![0.0; together.len()];
        unit[at] = 1.0;
        let variance = solve(information.clone(), unit)[at] - 1.0 / together.len() as f64;
        let elo = SCALE * strengths[at];
        let reach = REACH * SCALE * variance.max(0.0).sqrt();
        found[player] = Rating {
            elo: Some(elo),
            low: Some(elo - reach),
            high: Some(elo + reach),
        };
    }
    for player in (0..players).filter(|player| !together.contains(player)) {
        // How the player did against those who are rated: all or nothing.
        let met: Vec<(f64, f64, f64)> = encounters
            .iter()
            .filter_map(|met| {
                let b_points = met.contests - met.a_points;
                match (met.a == player, met.b == player) {
                    (true, _) => Some((strengths[place(met.b)?], met.a_points, met.contests)),
                    (_, true) => Some((strengths[place(met.a)?], b_points, met.contests)),
                    _ => None,
                }
            })
            .collect();
        if met.is_empty() {
            continue;
        }
        if met.iter().any(|&(_, points, _)| points > 0.0) {
            found[player].low = Some(SCALE * -open_end(&met, -1.0));
        } else {
            found[player].high = Some(SCALE * open_end(&met, 1.0));
        }
    }
    found
}

/// Where the open interval of a player ends who lost everything to some; of one who won everything with
/// a sign of -1, seen from the other side.
fn open_end(met: &[(f64, f64, f64)], sign: f64) -> f64 {
    let likelihood = |strength: f64| -> f64 {
        let lost = |&(other, _, contests): &(f64, f64, f64)| {
            -contests * (1.0 + (strength - sign * other).exp()).ln()
        };
        met.iter().map(lost).sum()
    };
    let (mut low, mut high) = (-100.0, 100.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if likelihood(middle) > -REACH * REACH / 2.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The largest set of players in which nobody is out of reach: from each to each other there is a chain
/// of players who scored something against the next (Ford 1957).
fn largest_together(players: usize, encounters: &[Encounter]) -> Vec<usize> {
    let mut reaches = vec![vec![false; players]; players];
    for met in encounters {
        reaches[met.a][met.b] |= met.a_points > 0.0;
        reaches[met.b][met.a] |= met.contests - met.a_points > 0.0;
    }
    for by in 0..players {
        let further = reaches[by].clone();
        for from in reaches.iter_mut().filter(|from| from[by]) {
            from.iter_mut()
                .zip(&further)
                .for_each(|(to, more)| *to |= more);
        }
    }
    let mut largest: Vec<usize> = Vec::new();
    for (player, from) in reaches.iter().enumerate() {
        let with = |&other: &usize| other == player || from[other] && reaches[other][player];
        let set: Vec<usize> = (0..players).filter(with).collect();
        if set.len() > largest.len() {
            largest = set;
        }
    }
    largest
}

/// The strengths, with mean 0, under which the points are most likely: Newton's method, halving steps
/// that do not help. The logarithm of the likelihood is concave, so there is one maximum.
fn most_likely(players: usize, encounters: &[Encounter]) -> Vec<f64> {
    let likelihood = |strengths: &[f64]| -> f64 {
        let one = |met: &Encounter| {
            let lead = strengths[met.a] - strengths[met.b];
            let b_points = met.contests - met.a_points;
            -met.a_points * (-lead).exp().ln_1p() - b_points * lead.exp().ln_1p()
        };
        encounters.iter().map(one).sum()
    };
    let mut strengths = vec![0.0; players];
    let mut best = likelihood(&strengths);
    for _ in 0..200 {
        let mut slope = vec![0.0; players];
        for met in encounters {
            let surplus = met.a_points - met.contests * expected(&strengths, met);
            slope[met.a] += surplus;
            slope[met.b] -= surplus;
        }
        let step = solve(information(&strengths, encounters), slope);
        let mut part = 1.0;
        let next = loop {
            let moved = strengths.iter().zip(&step);
            let next: Vec<f64> = moved.map(|(old, step)| old + part * step).collect();
            if likelihood(&next) > best {
                break Some(next);
            }
            part /= 2.0;
            if part < 1e-9 {
                break None;
            }
        };
        let Some(next) = next else { break };
        best = likelihood(&next);
        strengths = next;
    }
    let mean = strengths.iter().sum::<f64>() / players as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// The share of the points that A is expected to take.
fn expected(strengths: &[f64], met: &Encounter) -> f64 {
    1.0 / (1.0 + (strengths[met.b] - strengths[met.a]).exp())
}

/// The Fisher information. Only differences of strengths matter, so it is made invertible by adding the
/// same small number everywhere, which holds the mean where it is.
fn information(strengths: &[f64], encounters: &[Encounter]) -> Vec<Vec<f64>> {
    let players = strengths.len();
    let mut matrix = vec![vec![1.0 / players as f64; players]; players];
    for met in encounters {
        let share = expected(strengths, met);
        let weight = met.contests * share * (1.0 - share);
        matrix[met.a][met.a] += weight;
        matrix[met.b][met.b] += weight;
        matrix[met.a][met.b] -= weight;
        matrix[met.b][met.a] -= weight;
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(a: usize, b: usize, a_points: f64, contests: f64) -> Encounter {
        Encounter {
            a,
            b,
            a_points,
            contests,
        }
    }

    #[track_caller]
    fn near(found: Option<f64>, expected: f64) {
        let found = found.expect("it can be told");
        assert!((found - expected).abs() < 1e-6, "{found} {expected}");
    }

    /// Three to one is 400 log10 3 = 190.848501888 points, half of it on either side of the mean. The
    /// information about the difference is 20 · 3/4 · 1/4 = 3.75, so that of half of it is 15.
    #[test]
    fn of_two_players() {
        let found = ratings(2, &[met(0, 1, 15.0, 20.0)]);
        near(found[0].elo, 95.424_250_944);
        near(found[1].elo, -95.424_250_944);
        let reach = 1.959_963_984_540_054 * 400.0 / 10.0_f64.ln() / 15.0_f64.sqrt();
        near(found[0].low, 95.424_250_944 - reach);
        near(found[0].high, 95.424_250_944 + reach);
        near(found[1].high, -95.424_250_944 + reach);
    }

    /// Scores of 10 to 1 between neighbours and 100 to 1 between the first and the last are what
    /// ratings of 400, 0 and -400 expect, whatever the weights.
    #[test]
    fn of_three_players_who_score_as_expected() {
        let encounters = [
            met(0, 1, 10.0, 11.0),
            met(2, 1, 3.0, 33.0),
            met(0, 2, 500.0, 505.0),
        ];
        let found = ratings(3, &encounters);
        near(found[0].elo, 400.0);
        near(found[1].elo, 0.0);
        near(found[2].elo, -400.0);
    }

    /// At even scores of n contests in each of three encounters the information is n/4 · (3 I - J), whose
    /// inverse has 4/(3n) · 2/3 = 8/(9n) in the diagonal.
    #[test]
    fn the_interval_of_three_equals() {
        let encounters = [(0, 1), (1, 2), (0, 2)].map(|(a, b)| met(a, b, 8.0, 16.0));
        let found = ratings(3, &encounters);
        let reach = 1.959_963_984_540_054 * 400.0 / 10.0_f64.ln() * (8.0_f64 / 144.0).sqrt();
        for rating in found {
            near(rating.elo.map(|elo| elo + 1.0), 1.0);
            near(rating.high, reach);
        }
    }

    /// Who lost all of ten contests against each of two equals: (1 - p)^20 = exp(-1.92).
    #[test]
    fn who_scored_nothing_has_an_open_interval() {
        let half_chi_square = 1.959_963_984_540_054_f64.powi(2) / 2.0;
        let survives = (-half_chi_square / 20.0).exp();
        let end = 400.0 * ((1.0 - survives) / survives).log10();
        let lost = [
            met(0, 1, 5.0, 10.0),
            met(2, 0, 0.0, 10.0),
            met(1, 2, 10.0, 10.0),
        ];
        let found = ratings(3, &lost);
        near(found[0].elo.map(|elo| elo + 1.0), 1.0);
        assert_eq!((found[2].elo, found[2].low), (None, None));
        near(found[2].high, end);
        let won = lost.map(|met| Encounter {
            a_points: met.contests - met.a_points,
            ..met
        });
        let found = ratings(3, &won);
        assert_eq!((found[2].elo, found[2].high), (None, None));
        near(found[2].low, -end);
    }

    #[test]
    fn where_somebody_took_everything_from_everybody_nobody_is_rated() {
        let found = ratings(2, &[met(0, 1, 20.0, 20.0)]);
        assert_eq!(found, [Rating::default(); 2]);
        assert_eq!(ratings(2, &[]), [Rating::default(); 2]);
    }
}
