//! The Wilson score interval: how sure a success rate is after so many trials.

/// The quantile of the normal distribution that leaves 2.5% above it.
const Z: f64 = 1.959_963_984_540_054;

/// A range of probabilities.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The smallest probability in it.
    pub low: f64,
    /// The largest probability in it.
    pub high: f64,
}

/// The Wilson score interval (Wilson 1927) of a probability at 95% confidence, after so many
/// successes in so many trials. Without trials it is everything from 0 to 1.
///
/// Unlike the interval that is taught first it stays within 0 and 1 and has a width where every
/// trial succeeded, as against weak opponents they do.
///
/// # Panics
/// Where there are more successes than trials.
///
/// ```
/// let interval = shido_arena::wilson(10, 20);
/// assert_eq!(format!("{:.3} {:.3}", interval.low, interval.high), "0.299 0.701");
/// ```
#[must_use]
pub fn wilson(successes: u64, trials: u64) -> Interval {
    assert!(
        successes <= trials,
        "{successes} successes in {trials} trials"
    );
    if trials == 0 {
        return Interval {
            low: 0.0,
            high: 1.0,
        };
    }
    let n = trials as f64;
    let p = successes as f64 / n;
    let centre = p + Z * Z / (2.0 * n);
    let margin = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    Interval {
        low: if successes == 0 {
            0.0
        } else {
            (centre - margin) / scale
        },
        high: if successes == trials {
            1.0
        } else {
            (centre + margin) / scale
        },
    }
}

#[cfg(test)]
mod tests {
    use super::wilson;

    /// The rows 81/263, 15/148, 0/20 and 1/29 are the worked examples of Newcombe (1998), "Two-sided
    /// confidence intervals for the single proportion", Table I, method 3. For 10 of 20 the formula
    /// is 1/2 -+ (z/2) / sqrt(20 + z^2) = 0.5 -+ 0.97998 / 4.88277.
    #[test]
    fn gives_the_published_intervals() {
        for (successes, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
            (10, 20, 0.2993, 0.7007),
            (20, 20, 0.8389, 1.0),
            (0, 0, 0.0, 1.0),
        ] {
            let interval = wilson(successes, trials);
            assert!(
                (interval.low - low).abs() < 5e-5 && (interval.high - high).abs() < 5e-5,
                "{successes} of {trials}: {interval:?}"
            );
        }
    }
}
