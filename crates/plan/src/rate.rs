//! Success rates, and how surely they are known.

use std::fmt;

use crate::Bounds;
use crate::beta;

/// How often a goal succeeds, from 0 to 1, and how surely that is known.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Rate {
    /// So often.
    Known(f64),
    /// Somewhere between these, each as likely as the other.
    Between(f64, f64),
    /// As likely as a beta distribution says. After `s` successes and `f` failures of a goal of
    /// which nothing was known before, that is `beta(s + 1, f + 1)`.
    Beta(f64, f64),
}

impl Rate {
    /// The largest parameter of a beta distribution that can be handled.
    pub const MOST_TRIALS: f64 = 1e6;

    /// What is known of a goal that succeeded so often in so many trials.
    #[must_use]
    pub fn counted(successes: u32, trials: u32) -> Rate {
        let failures = trials.saturating_sub(successes);
        Rate::Beta(f64::from(successes) + 1.0, f64::from(failures) + 1.0)
    }

    /// The rate to expect.
    #[must_use]
    pub fn mean(self) -> f64 {
        match self {
            Rate::Known(rate) => rate,
            Rate::Between(least, most) => f64::midpoint(least, most),
            Rate::Beta(a, b) => a / (a + b),
        }
    }

    /// The rate below which the true one lies with this probability.
    #[must_use]
    pub fn quantile(self, probability: f64) -> f64 {
        match self {
            Rate::Known(rate) => rate,
            Rate::Between(least, most) => least + probability * (most - least),
            Rate::Beta(a, b) => beta::quantile(a, b, probability),
        }
    }

    /// Where the rate lies with this certainty: as much is left out below as above. All of an
    /// interval, which says by itself where the rate lies.
    #[must_use]
    pub fn interval(self, certainty: f64) -> Bounds {
        match self {
            Rate::Known(rate) => Bounds::exactly(rate),
            Rate::Between(least, most) => Bounds { least, most },
            Rate::Beta(..) => {
                let tail = (1.0 - certainty) / 2.0;
                Bounds {
                    least: self.quantile(tail),
                    most: self.quantile(1.0 - tail),
                }
            }
        }
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Rate::Known(rate) => f.write_str(&written(rate)),
            Rate::Between(least, most) => write!(f, "{}..{}", written(least), written(most)),
            Rate::Beta(a, b) => write!(f, "beta({a}, {b})"),
        }
    }
}

/// A rate as a percentage, unless only the decimal fraction is read back as the same number.
fn written(rate: f64) -> String {
    let percent = (rate * 100.0 * 1e9).round() / 1e9;
    if percent / 100.0 == rate {
        format!("{percent}%")
    } else {
        format!("{rate}")
    }
}

#[cfg(test)]
mod tests {
    use super::Rate;

    #[test]
    fn rates_are_written_as_they_are_thought_of() {
        let texts = [
            Rate::Known(0.3),
            Rate::Known(1.0 / 3.0),
            Rate::Between(0.07, 0.29),
            Rate::Beta(3.0, 7.5),
        ];
        let texts = texts.map(|rate| rate.to_string());
        assert_eq!(
            texts,
            ["30%", "0.3333333333333333", "7%..29%", "beta(3, 7.5)"]
        );
    }

    #[test]
    fn means_and_quantiles() {
        assert_eq!(Rate::Between(0.2, 0.4).quantile(0.25), 0.25);
        assert_eq!(Rate::counted(2, 8), Rate::Beta(3.0, 7.0));
        assert!((Rate::counted(2, 8).mean() - 0.3).abs() < 1e-15);
        assert_eq!(Rate::Known(0.7).interval(0.95), super::Bounds::exactly(0.7));
    }
}
