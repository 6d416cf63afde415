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

/// Beyond so many moves one counts as much as the one before, as far as anybody can tell.
const ENDLESS: f64 = 1e9;

/// What moves say about ratings.
///
/// After *n* moves the logarithm of their probability counts `tempering` / (1 + *n* / `lasting`): people of
/// one rating differ from each other and moves of a game hang together, so that the hundredth move says less
/// than the first. People of a rating are those that the model takes for `seen_as` + `stretch` times what
/// they are above `mean`: where it tells strong from weak less than it should, `stretch` is above one.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Yardstick {
    /// The mean rating of people, before the first move.
    pub mean: f64,
    /// The standard deviation of their ratings.
    pub deviation: f64,
    /// What the first move counts.
    pub tempering: f64,
    /// After so many moves each counts half as much.
    pub lasting: f64,
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
        lasting: ENDLESS,
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
        let wrong = |problem: String| AuditError::Unable {
            what: format!("{file}: {}", problem.trim_end()),
            help: "`shido rate --fit FILE` writes one".to_owned(),
        };
        let read: Yardstick = toml::from_str(text).map_err(|error| wrong(error.to_string()))?;
        let positive = [read.deviation, read.tempering, read.lasting, read.stretch];
        let sound = positive
            .iter()
            .all(|number| number.is_finite() && *number > 0.0)
            && [read.mean, read.seen_as]
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
            lasting,
            seen_as,
            stretch,
        } = self;
        format!(
            "# What moves say about ratings (docs/rate.md), fitted by `shido rate --fit`.\n\
             mean = {mean:.1}\ndeviation = {deviation:.1}\ntempering = {tempering:.4}\n\
             lasting = {lasting:.1}\nseen_as = {seen_as:.1}\nstretch = {stretch:.4}\n"
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

    /// What a move counts where there are so many.
    #[must_use]
    pub fn weight(&self, moves: usize) -> f64 {
        self.tempering / (1.0 + moves as f64 / self.lasting)
    }

    /// The probability of each rating of the grid after some moves, of which the logarithms of the
    /// probabilities at the ratings that the model was asked for are added up.
    pub(crate) fn posterior(&self, moves: usize, told: &[f64]) -> Vec<f64> {
        let at = |rating: f64| {
            let taken_for = self.seen_as + self.stretch * (rating - self.mean);
            let place = taken_for / STEP - f64::from(*ASKED.start());
            let place = place.clamp(0.0, told.len() as f64 - 1.0);
            let left = (place.floor() as usize).min(told.len() - 2);
            let part = place - left as f64;
            (1.0 - part) * told[left] + part * told[left + 1]
        };
        let mut posterior = Posterior::new(&self.prior());
        let logs: Vec<f64> = Yardstick::grid().into_iter().map(at).collect();
        posterior.learn(&logs, self.weight(moves));
        posterior.probabilities()
    }

    /// The yardstick under which the ratings of people are most likely, from what the model says of their
    /// moves: their rating, and what was told after how many moves.
    pub(crate) fn fit(people: &[Told]) -> Yardstick {
        let count = people.len() as f64;
        let mean = people.iter().map(|it| it.elo).sum::<f64>() / count;
        let spread = people.iter().map(|it| (it.elo - mean).powi(2)).sum::<f64>() / count;
        let mut best = Yardstick {
            mean,
            deviation: spread.sqrt().max(STEP),
            tempering: 0.5,
            lasting: 200.0,
            seen_as: mean,
            stretch: 1.0,
        };
        let grid = Yardstick::grid();
        let surprise = |tried: &Yardstick| -> f64 {
            let one = |told: &Told| -> f64 {
                let after = told.after.iter();
                let losses = after.map(|(moves, logs)| {
                    -density(&grid, &tried.posterior(*moves, logs), told.elo)
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
            let tried = |number: f64| Yardstick {
                lasting: number.exp(),
                ..best
            };
            let found = golden(|it| surprise(&tried(it)), 5.0_f64.ln(), 1e5_f64.ln());
            best = tried(found);
            let tried = |stretch: f64| Yardstick { stretch, ..best };
            best = tried(golden(|it| surprise(&tried(it)), 0.3, 4.0));
            let tried = |seen_as: f64| Yardstick { seen_as, ..best };
            best = tried(golden(|it| surprise(&tried(it)), 500.0, 2500.0));
        }
        best
    }
}

/// Somebody whose rating is known, and what the model says of their moves.
pub(crate) struct Told {
    /// Their rating.
    pub(crate) elo: f64,
    /// After how many moves, the sum of the logarithms of the probabilities at each rating that was asked for.
    pub(crate) after: Vec<(usize, Vec<f64>)>,
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

    /// A move of tempering 0.5 counts half; after as many moves as it lasts a quarter.
    #[test]
    fn later_moves_count_less() {
        let yardstick = Yardstick {
            tempering: 0.5,
            lasting: 100.0,
            ..Yardstick::PLAIN
        };
        assert_eq!((yardstick.weight(0), yardstick.weight(100)), (0.5, 0.25));
    }

    /// With all ratings told alike nothing is learned; and who is told apart by a factor has it in their odds.
    #[test]
    fn a_posterior_by_hand() {
        let (plain, asked) = (Yardstick::PLAIN, ASKED.count());
        let even = plain.posterior(5, &vec![-7.0; asked]);
        let pairs = even.iter().zip(plain.prior());
        assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-12));
        // 1600 made the moves twice as often as all others: it stands at place 12 from 400, and 10 from 600.
        let mut told = vec![0.0; asked];
        told[12] = 2.0_f64.ln();
        let found = plain.posterior(5, &told);
        let prior = plain.prior();
        assert!((found[10] / found[9] - 2.0 * prior[10] / prior[9]).abs() < 1e-6);
        // A scale twice as wide takes people of 1600 for 1700, which was told as 1500 was.
        let wide = Yardstick {
            stretch: 2.0,
            ..plain
        };
        let found = wide.posterior(5, &told);
        assert!((found[10] / found[9] - prior[10] / prior[9]).abs() < 1e-9);
    }

    /// People who choose between two moves, the better one the more often the stronger they are, and a model
    /// that knows it but thinks the difference half as large: it is found out that moves count fully, that
    /// later ones count as much, and that its scale has to be stretched by two.
    #[test]
    fn a_flat_model_is_stretched() {
        let logistic = |rating: f64| 1.0 / (1.0 + (-(rating - 1500.0) / 400.0).exp());
        let mut rng = shido_core::Seed(5).rng();
        let mut people = Vec::new();
        for number in 0..600 {
            let elo = 1000.0 + f64::from(number % 100) * 10.0;
            let mut sum = vec![0.0; ASKED.count()];
            let mut after = Vec::new();
            for made in 1..=200 {
                let good = rng.random_bool(logistic(elo));
                for (sum, step) in sum.iter_mut().zip(ASKED) {
                    let asked = f64::from(step) * STEP;
                    let p = logistic(1500.0 + (asked - 1500.0) / 2.0);
                    *sum += if good { p } else { 1.0 - p }.ln();
                }
                if [10, 40, 200].contains(&made) {
                    after.push((made, sum.clone()));
                }
            }
            people.push(Told { elo, after });
        }
        let found = Yardstick::fit(&people);
        assert!((found.stretch - 2.0).abs() < 0.3, "{found:?}");
        assert!((found.weight(40) - 1.0).abs() < 0.25, "{found:?}");
        // After 40 moves an interval spans several steps of the grid, so that rounding does not widen it much.
        let held = people.iter().filter(|told| {
            let (moves, sum) = &told.after[1];
            let it = Estimate::of(&Yardstick::grid(), &found.posterior(*moves, sum), 0.8);
            (it.low..=it.high).contains(&told.elo)
        });
        let share = held.count() as f64 / 600.0;
        assert!((share - 0.8).abs() < 0.06, "{share}");
    }
}
