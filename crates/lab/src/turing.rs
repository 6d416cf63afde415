//! The game players' Turing test (Epstein, *Toward an Ideal Trainer*, section 2.3).

use crate::statistics::{Mean, Trend};
use crate::trials::Trial;

/// How probable a trend may be by chance and still be taken for one: the correlations that the paper
/// cites are of 93.75% or more.
const LEVEL: f64 = 1.0 - 0.9375;

/// Rounding is no shortcoming.
const ROUNDING: f64 = 1e-9;

/// How a learner did at the test.
#[derive(Clone, PartialEq, Debug)]
pub struct TuringTest {
    /// Its reliability against each challenger.
    pub reliability: Vec<Mean>,
    /// Its power against each of them.
    pub power: Vec<Mean>,
    /// The challengers against whom it is less reliable than 100%, by more than chance explains.
    pub unreliable: Vec<usize>,
    /// Those against whom its power is less than maximal, by more than chance explains.
    pub powerless: Vec<usize>,
    /// Whether it is more reliable against weaker challengers.
    pub reliability_trend: Trend,
    /// Whether it is more powerful against weaker challengers.
    pub power_trend: Trend,
}

impl TuringTest {
    /// The test of some runs, given the maximal power against each challenger, the strongest first.
    ///
    /// Chance is what the runs show of it: a mean is within the 95% confidence limit of a number if
    /// that number is not above the 95% interval of the mean, by Student's t. For the trends each run
    /// is a sequence from the strongest challenger to the weakest; the pairs of all runs are counted
    /// together.
    #[must_use]
    pub fn of(runs: &[Trial], maximal: &[f64]) -> TuringTest {
        let rates = |rate: fn(&[f64; 3]) -> f64| -> Vec<Vec<f64>> {
            let run = |run: &Trial| run.tests.iter().map(rate).collect();
            runs.iter().map(run).collect()
        };
        let reliability = rates(|[_, _, losses]| 1.0 - losses);
        let power = rates(|[wins, _, _]| *wins);
        let means = |rates: &[Vec<f64>]| -> Vec<Mean> {
            (0..maximal.len())
                .map(|index| Mean::of(&rates.iter().map(|run| run[index]).collect::<Vec<_>>()))
                .collect()
        };
        let trend = |rates: &[Vec<f64>]| {
            let trends = rates.iter().map(|run| Trend::of(run));
            trends.fold(Trend::default(), Trend::plus)
        };
        let short = |means: &[Mean], wanted: &dyn Fn(usize) -> f64| -> Vec<usize> {
            let short = |&index: &usize| means[index].interval().high < wanted(index) - ROUNDING;
            (0..means.len()).filter(short).collect()
        };
        let (reliability_means, power_means) = (means(&reliability), means(&power));
        TuringTest {
            unreliable: short(&reliability_means, &|_| 1.0),
            powerless: short(&power_means, &|index| maximal[index]),
            reliability_trend: trend(&reliability),
            power_trend: trend(&power),
            reliability: reliability_means,
            power: power_means,
        }
    }

    /// Whether it is passed: reliability within the limit of 100%, power within the limit of maximal
    /// power, power rising as the challengers get weaker, and reliability at least not falling: at
    /// 100% it cannot rise any more.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.unreliable.is_empty()
            && self.powerless.is_empty()
            && self.power_trend.chance_of_rising() <= LEVEL + ROUNDING
            && !self.reliability_falls()
    }

    /// Whether reliability falls as the challengers get weaker.
    #[must_use]
    pub fn reliability_falls(&self) -> bool {
        self.reliability_trend.chance_of_falling() <= LEVEL + ROUNDING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(tests: [[f64; 3]; 4]) -> Trial {
        Trial {
            contests: 10.0,
            lessons: 0.0,
            reached: 1.0,
            space: 1.0,
            exact: 0.0,
            tests: tests.into(),
            states: None,
        }
    }

    const MAXIMAL: [f64; 4] = [0.0, 0.17, 0.79, 0.93];

    /// By hand: five runs that never lose, with 4 of 20 and 3 of 20 against the expert, and so on.
    #[test]
    fn whoever_never_loses_and_takes_what_is_given_passes() {
        let strong = run([
            [0.0, 1.0, 0.0],
            [0.2, 0.8, 0.0],
            [0.8, 0.2, 0.0],
            [0.95, 0.05, 0.0],
        ]);
        let other = run([
            [0.0, 1.0, 0.0],
            [0.15, 0.85, 0.0],
            [0.75, 0.25, 0.0],
            [0.9, 0.1, 0.0],
        ]);
        let runs = [strong.clone(), other.clone(), strong.clone(), other, strong];
        let test = TuringTest::of(&runs, &MAXIMAL);
        assert!(test.passed(), "{test:?}");
        // Each run has two pairs: perfect and novice, expert and random.
        assert_eq!((test.power_trend.rises, test.power_trend.falls), (10, 0));
        assert_eq!(test.reliability_trend, Trend::default());
    }

    #[test]
    fn whoever_loses_or_wins_too_seldom_fails() {
        let weak = run([
            [0.0, 1.0, 0.0],
            [0.15, 0.85, 0.0],
            [0.8, 0.1, 0.1],
            [0.5, 0.5, 0.0],
        ]);
        let test = TuringTest::of(&vec![weak; 5], &MAXIMAL);
        // The runs do not scatter, so anything below is below; 15% of 17% too.
        assert_eq!(test.unreliable, [2]);
        assert_eq!(test.powerless, [1, 3]);
        assert!(!test.passed());
        // Against the novice less than against the perfect player: five pairs of five fall.
        assert!(test.reliability_falls());
    }
}
