//! How far apart two rates are, measured by what chance does.

use shido_arena::{Interval, wilson};

/// A rate, and from how many contests it was estimated; exact where `None`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rate {
    /// From 0 to 1.
    pub value: f64,
    /// The number of contests behind it.
    pub contests: Option<u64>,
}

impl Rate {
    /// The 95% interval, by Wilson's method. A score in which draws count half is treated as if it
    /// came of wins and losses alone, which makes the interval wider than it need be.
    #[must_use]
    pub fn interval(self) -> Interval {
        match self.contests {
            None => Interval {
                low: self.value,
                high: self.value,
            },
            Some(contests) => wilson((self.value * contests as f64).round() as u64, contests),
        }
    }

    /// The variance of the estimate if the true rate is `truth`.
    fn variance(self, truth: f64) -> f64 {
        self.contests
            .map_or(0.0, |contests| truth * (1.0 - truth) / contests as f64)
    }
}

/// How many standard errors `ours` is above `published`, if both estimate the same rate.
///
/// Where ours is exact it is the truth, and only the published number scatters; where both are
/// samples the truth is their pooled rate. A truth of 0 or 1 would leave no room for chance at all:
/// so a difference of one contest, of the smaller sample, is never more than one standard error.
#[must_use]
pub fn z(ours: Rate, published: Rate) -> f64 {
    let weight = |rate: Rate| {
        rate.contests
            .map_or(f64::INFINITY, |contests| contests as f64)
    };
    let truth = match (ours.contests, published.contests) {
        (None, _) => ours.value,
        (_, None) => published.value,
        (Some(_), Some(_)) => {
            let all = weight(ours) + weight(published);
            (ours.value * weight(ours) + published.value * weight(published)) / all
        }
    };
    let one_contest = 1.0 / weight(ours).min(weight(published));
    let error = (ours.variance(truth) + published.variance(truth)).sqrt();
    in_standard_errors(ours.value - published.value, error, one_contest)
}

/// How many standard errors our gain of one rate over another is above a published gain, which was
/// estimated from so many contests for each of the two.
#[must_use]
pub fn z_of_gain(with: Rate, without: Rate, published: f64, contests: u64) -> f64 {
    let scatter = |rate: Rate| {
        let theirs = Rate {
            contests: Some(contests),
            ..rate
        };
        rate.variance(rate.value) + theirs.variance(rate.value)
    };
    let error = (scatter(with) + scatter(without)).sqrt();
    in_standard_errors(
        with.value - without.value - published,
        error,
        1.0 / contests as f64,
    )
}

fn in_standard_errors(difference: f64, error: f64, least: f64) -> f64 {
    // Percentages with two decimals are not exact in binary; that must not count as a difference.
    if difference.abs() < 1e-9 {
        0.0
    } else {
        difference / error.max(least)
    }
}

/// The 95% interval of the difference of two rates that were estimated independently, by the method
/// numbered 10 in Newcombe (1998), "Interval estimation for the difference between independent
/// proportions": from the two Wilson intervals.
#[must_use]
pub fn interval_of_gain(with: Rate, without: Rate) -> Interval {
    let (a, b) = (with.interval(), without.interval());
    let gain = with.value - without.value;
    Interval {
        low: gain - (with.value - a.low).hypot(b.high - without.value),
        high: gain + (a.high - with.value).hypot(without.value - b.low),
    }
}

/// The chance that a standard normal number is further from 0 than `z`.
#[must_use]
pub fn beyond(z: f64) -> f64 {
    // Twice the integral of the density from 0 to z, as a series whose terms all have one sign.
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let (mut term, mut sum, mut odd) = (z, 0.0, 1.0);
    while term > sum * 1e-17 {
        sum += term;
        odd += 2.0;
        term *= z * z / odd;
    }
    (1.0 - 2.0 * density * sum).max(0.0)
}

/// The |z| that the largest of so many independent cells exceeds by chance alone in one run of a
/// hundred, by Bonferroni's inequality.
#[must_use]
pub fn limit_for(cells: usize) -> f64 {
    let wanted = 0.01 / cells.max(1) as f64;
    let (mut low, mut high) = (0.0, 8.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if beyond(middle) > wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(successes: u64, contests: u64) -> Rate {
        Rate {
            value: successes as f64 / contests as f64,
            contests: Some(contests),
        }
    }

    fn exact(value: f64) -> Rate {
        Rate {
            value,
            contests: None,
        }
    }

    /// Tables of the normal distribution.
    #[test]
    fn tails_are_those_of_the_tables() {
        for (z, chance) in [
            (0.0, 1.0),
            (1.0, 0.317_310_5),
            (1.959_964, 0.05),
            (2.575_829, 0.01),
            (3.290_527, 0.001),
            (4.417_173, 0.000_01),
        ] {
            assert!((beyond(z) / chance - 1.0).abs() < 1e-5, "{z}");
        }
        assert!((limit_for(1) - 2.575_829).abs() < 1e-5);
        assert!((limit_for(10) - 3.290_527).abs() < 1e-5);
        assert!((limit_for(1000) - 4.417_173).abs() < 1e-5);
    }

    /// 50 heads in 100 throws of a coin that shows heads with 0.4: (0.4 - 0.5) / sqrt(0.24 / 100).
    #[test]
    fn an_exact_rate_against_a_sample() {
        let z = z(exact(0.4), sampled(50, 100));
        assert!((z + 2.041_241).abs() < 1e-6, "{z}");
    }

    /// The two-proportion test by hand: 56/70 and 48/80 pool to 104/150, so the standard error is
    /// sqrt(0.69333 * 0.30667 * (1/70 + 1/80)) = 0.0754667, and 0.2 is 2.6501 of it.
    #[test]
    fn two_samples() {
        let z = z(sampled(56, 70), sampled(48, 80));
        assert!((z - 2.650_2).abs() < 2e-4, "{z}");
    }

    #[test]
    fn certain_outcomes_leave_a_contest_of_room() {
        assert!(z(exact(0.0), sampled(0, 10_000)).abs() < 1e-12);
        assert!((z(exact(0.0), sampled(3, 10_000)) + 3.0).abs() < 1e-9);
        assert!(z(sampled(10, 10), sampled(10_000, 10_000)).abs() < 1e-12);
    }

    /// Newcombe (1998), Table II, method 10: examples (a) 56/70 - 48/80 and (c) 6/7 - 2/7.
    #[test]
    fn intervals_of_differences() {
        for (with, without, low, high) in [
            (sampled(56, 70), sampled(48, 80), 0.0524, 0.3339),
            (sampled(6, 7), sampled(2, 7), 0.0582, 0.8062),
        ] {
            let interval = interval_of_gain(with, without);
            assert!((interval.low - low).abs() < 5e-5, "{interval:?}");
            assert!((interval.high - high).abs() < 5e-5, "{interval:?}");
        }
        let certain = interval_of_gain(exact(0.75), exact(0.5));
        assert_eq!((certain.low, certain.high), (0.25, 0.25));
    }

    /// Both rates exact: only the published gain scatters, by sqrt(2 * 0.25 / 10000) = 0.0070711.
    #[test]
    fn gains_against_published_gains() {
        let z = z_of_gain(exact(0.5), exact(0.5), -0.007_071_1, 10_000);
        assert!((z - 1.0).abs() < 1e-4, "{z}");
    }
}
