//! What moves say about ratings: the few numbers between a model of people and an estimate.
//!
//! They are fitted once to people whose ratings are known, and whom the model did not learn from
//! (`shido rate --fit`); those for chess come with Shido.

use serde::{Deserialize, Serialize};
use shido_people::rating::{Posterior, density, normal_prior};

use crate::AuditError;
use crate::prediction::golden;

/// The ratings that a model of people is asked for: as far as it tells them apart.
pub(crate) const ASKED: std::ops::RangeInclusive<u32> = 4..=30;

/// How far apart they are.
pub(crate) const STEP: f64 = 100.0;

/// The ratings of people that are told apart.
const GRID: std::ops::RangeInclusive<u32> = 6..=26;

/// Where a normal distribution is looked at: in steps of half its deviation, three deviations either way.
const PLACES: std::ops::RangeInclusive<i32> = -6..=6;

/// What moves say about ratings.
///
/// People of one rating differ from each other: each plays as if they were rated more or less, by a number of
/// their own that is normal with the deviation `scatter`. It does not average out, so that no number of moves
/// says more than that. Moves of a game hang together as well, so that each counts `tempering`.
///
/// People of a rating are those that the model takes for `seen_as` + `stretch` times what they are above
/// `mean`, on average: where it tells strong from weak less than it should, `stretch` is above one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Yardstick {
    /// The mean rating of people, before the first move.
    pub mean: f64,
    /// The standard deviation of their ratings.
    pub deviation: f64,
    /// What a move counts.
    pub tempering: f64,
    /// How far the rating that somebody plays like is from their own: the standard deviation, on the scale of
    /// the model.
    pub scatter: f64,
    /// The rating that the model takes people of the mean for.
    pub seen_as: f64,
    /// How much wider its scale is than that of people.
    pub stretch: f64,
}

impl Yardstick {
    /// Moves that depend on nothing but the rating, and a model that is right: most people about 1500, wider
    /// than the population of any one site.
    pub const PLAIN: Yardstick = Yardstick {
        mean: 1500.0,
        deviation: 400.0,
        tempering: 1.0,
        scatter: 0.0,
        seen_as: 1500.0,
        stretch: 1.0,
    };

    /// The one that comes with a game, or else the plain one.
    #[must_use]
    pub fn of(game: &str) -> Yardstick {
        match game {
            "chess" => toml::from_str(CHESS).expect("a test reads what comes with Shido"),
            _ => Yardstick::PLAIN,
        }
    }

    /// Reads what [`write`](Yardstick::write) wrote.
    ///
    /// # Errors
    /// Where the text is none, or a number is out of bounds.
    pub fn read(file: &str, text: &str) -> Result<Yardstick, AuditError> {
        let wrong = |problem: String| AuditError::Yardstick {
            file: file.to_owned(),
            problem: problem.trim_end().to_owned(),
        };
        let read: Yardstick = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let positive = [read.deviation, read.tempering, read.stretch];
        let sound = positive
            .iter()
            .all(|number| number.is_finite() && *number > 0.0)
            && [read.mean, read.seen_as, read.scatter]
                .iter()
                .all(|rating| (0.0..=5000.0).contains(rating));
        match sound {
            true => Ok(read),
            false => Err(wrong("a number is out of bounds".to_owned())),
        }
    }

    /// The yardstick as a file.
    #[must_use]
    pub fn write(&self) -> String {
        let Yardstick {
            mean,
            deviation,
            tempering,
            scatter,
            seen_as,
            stretch,
        } = self;
        format!(
            "# What moves say about ratings (docs/rate.md), fitted by `shido rate --fit`.\n\
             mean = {mean:.1}\ndeviation = {deviation:.1}\ntempering = {tempering:.4}\n\
             scatter = {scatter:.1}\nseen_as = {seen_as:.1}\nstretch = {stretch:.4}\n"
        )
    }

    /// The ratings of people, in rising order.
    #[must_use]
    pub fn grid() -> Vec<f64> {
        GRID.map(|step| f64::from(step) * STEP).collect()
    }

    pub(crate) fn prior(&self) -> Vec<f64> {
        normal_prior(&Yardstick::grid(), self.mean, self.deviation)
    }

    /// The probability of each rating of the grid, from the logarithms of the probabilities of some moves at
    /// the ratings that the model was asked for, added up.
    pub(crate) fn posterior(&self, told: &[f64]) -> Vec<f64> {
        let most = told.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let likelihood = |rating: f64| {
            let place = rating / STEP - f64::from(*ASKED.start());
            let place = place.clamp(0.0, told.len() as f64 - 1.0);
            let left = (place.floor() as usize).min(told.len() - 2);
            let part = place - left as f64;
            let told = (1.0 - part) * told[left] + part * told[left + 1];
            (self.tempering * (told - most)).exp()
        };
        let places = PLACES.map(|place| f64::from(place) / 2.0);
        let places: Vec<(f64, f64)> = places
            .map(|away| (away * self.scatter, (-away * away / 2.0).exp()))
            .collect();
        let likelihoods = Yardstick::grid().into_iter().map(|rating| {
            let taken_for = self.seen_as + self.stretch * (rating - self.mean);
            let places = places.iter();
            places
                .map(|(away, weight)| weight * likelihood(taken_for + away))
                .sum::<f64>()
        });
        let likelihoods: Vec<f64> = likelihoods.collect();
        let mut posterior = Posterior::new(&self.prior());
        posterior.update(&likelihoods, 1.0);
        posterior.probabilities()
    }

    /// The yardstick under which the ratings of people are most likely, from what the model says of their
    /// moves.
    pub(crate) fn fit(people: &[Told]) -> Yardstick {
        let count = people.len() as f64;
        let mean = people.iter().map(|it| it.elo).sum::<f64>() / count;
        let spread = people.iter().map(|it| (it.elo - mean).powi(2)).sum::<f64>() / count;
        let mut best = Yardstick {
            mean,
            deviation: spread.sqrt().max(STEP),
            tempering: 0.5,
            scatter: STEP,
            seen_as: mean,
            stretch: 1.0,
        };
        let grid = Yardstick::grid();
        let surprise = |tried: &Yardstick| -> f64 {
            let one = |told: &Told| -> f64 {
                let after = told.after.iter();
                let losses = after.map(|logs| {
                    -density(&grid, &tried.posterior(logs), told.elo)
                        .max(1e-12)
                        .ln()
                });
                losses.sum()
            };
            people.iter().map(one).sum()
        };
        // One number after the other, until nothing changes any more.
        for _ in 0..6 {
            let tried = |number: f64| Yardstick {
                tempering: number.exp(),
                ..best
            };
            let found = golden(|it| surprise(&tried(it)), 0.02_f64.ln(), 2.0_f64.ln());
            best = tried(found);
            let tried = |scatter: f64| Yardstick { scatter, ..best };
            best = tried(golden(|it| surprise(&tried(it)), 0.0, 800.0));
            let tried = |stretch: f64| Yardstick { stretch, ..best };
            best = tried(golden(|it| surprise(&tried(it)), 0.3, 4.0));
            let tried = |seen_as: f64| Yardstick { seen_as, ..best };
            best = tried(golden(|it| surprise(&tried(it)), 500.0, 2500.0));
        }
        best
    }
}

/// Somebody whose rating is known, and what the model says of their moves.
#[derive(Clone)]
pub(crate) struct Told {
    /// Their rating.
    pub(crate) elo: f64,
    /// After some moves, after more and so on: the sum of the logarithms of the probabilities at each rating
    /// that was asked for.
    pub(crate) after: Vec<Vec<f64>>,
}

const CHESS: &str = include_str!("../data/chess-rating.toml");

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use shido_people::rating::Estimate;

    use super::*;

    #[test]
    fn what_comes_with_shido_can_be_read_and_written() {
        let shipped = Yardstick::read("chess", CHESS).expect("it is sound");
        assert_eq!(shipped, Yardstick::of("chess"));
        assert_eq!(
            Yardstick::read("again", &shipped.write()).ok(),
            Some(shipped)
        );
        let negative = shipped.write().replace("stretch = ", "stretch = -");
        for (text, problem) in [
            ("mean = 1500", "deviation"),
            (negative.as_str(), "out of bounds"),
        ] {
            let error = Yardstick::read("f", text).expect_err(text).to_string();
            assert!(
                error.starts_with("f: ") && error.contains(problem),
                "{error}"
            );
        }
    }

    /// With all ratings told alike nothing is learned; and who is told apart by a factor has it in their odds.
    #[test]
    fn a_posterior_by_hand() {
        let (plain, asked) = (Yardstick::PLAIN, ASKED.count());
        let even = plain.posterior(&vec![-7.0; asked]);
        let pairs = even.iter().zip(plain.prior());
        assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-12));
        // 1600 made the moves twice as often as all others: it stands at place 12 from 400, and 10 from 600.
        let mut told = vec![0.0; asked];
        told[12] = 2.0_f64.ln();
        let found = plain.posterior(&told);
        let prior = plain.prior();
        assert!((found[10] / found[9] - 2.0 * prior[10] / prior[9]).abs() < 1e-6);
        // A scale twice as wide takes people of 1600 for 1700, which was told as 1500 was.
        let wide = Yardstick {
            stretch: 2.0,
            ..plain
        };
        let found = wide.posterior(&told);
        assert!((found[10] / found[9] - prior[10] / prior[9]).abs() < 1e-9);
    }

    /// People who choose between two moves, the better one the more often the stronger they play, and a model
    /// that knows it but thinks the difference smaller by a factor. Everybody plays by a number of their own
    /// better or worse than their rating. All three are found out: the factor, the scatter, and that moves
    /// count fully. Then intervals hold what they promise, after few moves and after many.
    #[test]
    fn what_is_between_a_model_and_people_is_found_out() {
        let logistic = |rating: f64| 1.0 / (1.0 + (-(rating - 1500.0) / 400.0).exp());
        for (factor, scatter) in [(2.0, 0.0), (1.0, 200.0)] {
            let mut rng = shido_core::Seed(5).rng();
            let mut people = Vec::new();
            for number in 0..200 {
                let elo = 1000.0 + f64::from(number % 100) * 10.0;
                // A sum of twelve even numbers is nearly normal.
                let lot: f64 = (0..12).map(|_| rng.random::<f64>() - 0.5).sum();
                let mut sum = vec![0.0; ASKED.count()];
                let mut after = Vec::new();
                for made in 1..=400 {
                    let good = rng.random_bool(logistic(elo + scatter * lot));
                    for (sum, step) in sum.iter_mut().zip(ASKED) {
                        let asked = f64::from(step) * STEP;
                        let p = logistic(1500.0 + (asked - 1500.0) / factor);
                        *sum += if good { p } else { 1.0 - p }.ln();
                    }
                    if [10, 40, 400].contains(&made) {
                        after.push(sum.clone());
                    }
                }
                people.push(Told { elo, after });
            }
            let found = Yardstick::fit(&people);
            assert!((found.stretch / factor - 1.0).abs() < 0.15, "{found:?}");
            assert!((found.tempering - 1.0).abs() < 0.3, "{found:?}");
            // On the scale of ratings. The grid rounds them, which is a scatter of 100 / sqrt(12) = 29.
            let scattered = found.scatter / found.stretch;
            assert!((scattered - scatter).abs() < 50.0, "{found:?}");
            // Where nothing scatters, intervals of 400 moves are no wider than a step of the grid.
            let told = if scatter > 0.0 { 0..3 } else { 0..2 };
            for length in told {
                let held = people.iter().filter(|told| {
                    let posterior = found.posterior(&told.after[length]);
                    let it = Estimate::of(&Yardstick::grid(), &posterior, 0.8);
                    (it.low..=it.high).contains(&told.elo)
                });
                let share = held.count() as f64 / 200.0;
                assert!((share - 0.8).abs() < 0.08, "{length}: {share}");
            }
        }
    }
}
