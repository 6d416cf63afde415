//! How far apart two numbers are, measured by what chance does.

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

/// The distance from the mean of so many numbers, in standard errors, within which the true mean lies
/// with 95%: Student's t.
///
/// What lies within t is a finite sum (Abramowitz and Stegun, 26.7.3 and 26.7.4), so that t is found by
/// halving.
#[must_use]
pub fn student(numbers: usize) -> f64 {
    let freedom = numbers.saturating_sub(1).max(1);
    if freedom > 400 {
        // Beyond this the normal distribution is off by less than the third decimal.
        return 1.959_964;
    }
    let within = |t: f64| {
        let angle = (t / (freedom as f64).sqrt()).atan();
        let (sine, cosine) = angle.sin_cos();
        let odd = freedom % 2 == 1;
        let mut term = if odd { cosine } else { 1.0 };
        let (mut sum, mut power) = (0.0, if odd { 1 } else { 0 });
        while power + 2 <= freedom {
            sum += term;
            power += 2;
            term *= cosine * cosine * (power as f64 - 1.0) / power as f64;
        }
        if odd {
            (angle + sine * sum) * std::f64::consts::FRAC_2_PI
        } else {
            sine * sum
        }
    };
    let (mut low, mut high) = (0.0, 20.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if within(middle) < 0.95 {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

/// The mean of some numbers and how they scatter.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean.
    pub value: f64,
    /// The standard deviation of the numbers; 0 of fewer than two.
    pub deviation: f64,
    /// How many numbers there are.
    pub count: usize,
}

impl Mean {
    /// Of these numbers, of which there is at least one.
    #[must_use]
    pub fn of(numbers: &[f64]) -> Mean {
        let count = numbers.len();
        let value = numbers.iter().sum::<f64>() / count.max(1) as f64;
        let squares: f64 = numbers.iter().map(|number| (number - value).powi(2)).sum();
        let variance = squares / (count.max(2) - 1) as f64;
        Mean {
            value,
            deviation: variance.sqrt(),
            count,
        }
    }

    /// How far the mean of so many numbers of this kind is from the true mean, as a rule.
    #[must_use]
    pub fn error_of(&self, count: usize) -> f64 {
        self.deviation / (count.max(1) as f64).sqrt()
    }

    /// How far this mean is from the true one, as a rule.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error_of(self.count)
    }

    /// The 95% interval of the true mean.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let reach = student(self.count) * self.error();
        Interval {
            low: self.value - reach,
            high: self.value + reach,
        }
    }

    /// How many standard errors it is above a published mean of so many numbers, which are supposed to
    /// have scattered as ours do. A difference of `least` is never more than one standard error.
    #[must_use]
    pub fn z(&self, published: f64, count: usize, least: f64) -> f64 {
        let error = self.error().hypot(self.error_of(count));
        in_standard_errors(self.value - published, error, least)
    }
}

/// Cox and Stuart's test for trend: each number of the first half of a sequence is paired with its
/// counterpart in the second half, and it is counted how often the later one is larger.
///
/// The number in the middle of a sequence of odd length has no counterpart, and pairs of equal numbers
/// do not count (Conover, Practical Nonparametric Statistics, on the Cox and Stuart test).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Trend {
    /// The pairs whose later number is larger: the statistic of the test.
    pub rises: u64,
    /// The pairs whose later number is smaller.
    pub falls: u64,
}

impl Trend {
    /// Of a sequence.
    #[must_use]
    pub fn of(sequence: &[f64]) -> Trend {
        let half = sequence.len().div_ceil(2);
        let mut trend = Trend::default();
        for (before, after) in sequence.iter().zip(&sequence[half..]) {
            // Rates that were computed in different ways may differ by rounding.
            if after - before > 1e-9 {
                trend.rises += 1;
            } else if before - after > 1e-9 {
                trend.falls += 1;
            }
        }
        trend
    }

    /// The pairs of both: the trend of several sequences, each by itself.
    #[must_use]
    pub fn plus(self, other: Trend) -> Trend {
        Trend {
            rises: self.rises + other.rises,
            falls: self.falls + other.falls,
        }
    }

    /// How probable so many rises or more are if there is no trend.
    #[must_use]
    pub fn chance_of_rising(&self) -> f64 {
        at_least_so_many_heads(self.rises, self.rises + self.falls)
    }

    /// How probable so many falls or more are if there is no trend.
    #[must_use]
    pub fn chance_of_falling(&self) -> f64 {
        at_least_so_many_heads(self.falls, self.rises + self.falls)
    }
}

/// The sign test: the chance that a fair coin shows at least so many heads.
fn at_least_so_many_heads(heads: u64, throws: u64) -> f64 {
    // The chances of all numbers of heads, each from the one before, in logarithms: there may be
    // thousands of throws.
    let mut chance = -(throws as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for count in 0..=throws {
        if count >= heads {
            sum += chance.exp();
        }
        chance += ((throws - count) as f64).ln() - ((count + 1) as f64).ln();
    }
    sum.min(1.0)
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

    /// Tables of Student's t, two-sided 95%.
    #[test]
    fn limits_of_means_are_those_of_the_tables() {
        for (numbers, limit) in [
            (2, 12.706),
            (3, 4.303),
            (5, 2.776),
            (11, 2.228),
            (31, 2.042),
            (101, 1.984),
            (1001, 1.960),
        ] {
            assert!((student(numbers) - limit).abs() < 6e-4, "{numbers}");
        }
    }

    /// 2, 4, 4, 4, 5, 5, 7, 9 have the mean 5 and the squares 32: the deviation is sqrt(32 / 7).
    #[test]
    fn means_and_how_they_scatter() {
        let mean = Mean::of(&[2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]);
        assert!((mean.value - 5.0).abs() < 1e-12);
        assert!((mean.deviation - 2.138_09).abs() < 1e-5);
        // A published mean of 2 such numbers: error sqrt(32/7 (1/8 + 1/2)) = 1.690309.
        assert!((mean.z(6.690_309, 2, 0.0) + 1.0).abs() < 1e-6);
        let constant = Mean::of(&[10.0; 5]);
        assert!(constant.z(10.0, 5, 0.2).abs() < 1e-12);
        assert!((constant.z(9.6, 5, 0.2) - 2.0).abs() < 1e-9);
    }

    /// By hand. Of 1 5 2 | 3 4 6 the pairs are 1-3, 5-4, 2-6: two rises, one fall, and two or more of
    /// three heads have the chance 4/8. Of eleven rising numbers the sixth stays out, so that there are
    /// five pairs: 1/32. That four of four have 1/16 is Epstein's level of 93.75%.
    #[test]
    fn trends_are_told_from_chance() {
        let mixed = Trend::of(&[1.0, 5.0, 2.0, 3.0, 4.0, 6.0]);
        assert_eq!((mixed.rises, mixed.falls), (2, 1));
        assert!((mixed.chance_of_rising() - 0.5).abs() < 1e-12);
        assert!((mixed.chance_of_falling() - 7.0 / 8.0).abs() < 1e-12);
        let eleven: Vec<f64> = (0..11).map(f64::from).collect();
        let rising = Trend::of(&eleven);
        assert_eq!((rising.rises, rising.falls), (5, 0));
        assert!((rising.chance_of_rising() - 1.0 / 32.0).abs() < 1e-12);
        let mut tied = eleven;
        tied[10] = 4.0;
        assert!((Trend::of(&tied).chance_of_rising() - 1.0 / 16.0).abs() < 1e-12);
        let level = Trend::of(&[7.0; 4]);
        assert!((level.chance_of_rising() - 1.0).abs() < 1e-12);
        assert!((level.chance_of_falling() - 1.0).abs() < 1e-12);
        // Thousands of throws do not underflow; half of them or more is a little above one half.
        let many = Trend {
            rises: 2000,
            falls: 2000,
        };
        assert!((many.chance_of_rising() - 0.5).abs() < 0.01);
    }
}
