//! Probabilities as they are written in a tree: fractions stay exact.

use std::fmt;

/// A probability as it is written, so that thirds add up to one exactly and are printed as thirds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Odds {
    Fraction { numerator: u64, denominator: u64 },
    Decimal(f64),
}

impl Odds {
    /// Reads `1/3` or `0.25`; `None` where that is not a number from 0 to 1.
    pub(super) fn parse(text: &str) -> Option<Odds> {
        if let Some((numerator, denominator)) = text.split_once('/') {
            let (numerator, denominator) = (numerator.parse().ok()?, denominator.parse().ok()?);
            (denominator > 0 && numerator <= denominator).then_some(Odds::Fraction {
                numerator,
                denominator,
            })
        } else {
            let decimal: f64 = text.parse().ok()?;
            // Adding zero turns the negative zero into the plain one.
            (0.0..=1.0)
                .contains(&decimal)
                .then_some(Odds::Decimal(decimal + 0.0))
        }
    }

    pub(super) fn probability(self) -> f64 {
        match self {
            Odds::Fraction {
                numerator,
                denominator,
            } => numerator as f64 / denominator as f64,
            Odds::Decimal(decimal) => decimal,
        }
    }

    /// Whether the odds add up to one; if not, what they add up to, as text.
    ///
    /// Fractions must do so exactly. Decimals, and fractions whose common denominator is beyond 128
    /// bits, may be off by `1e-9`.
    pub(super) fn make_one(all: &[Odds]) -> Result<(), String> {
        if let Some((numerator, denominator)) = exact_sum(all) {
            return if numerator == denominator {
                Ok(())
            } else if denominator == 1 {
                Err(numerator.to_string())
            } else {
                Err(format!("{numerator}/{denominator}"))
            };
        }
        let sum: f64 = all.iter().map(|odds| odds.probability()).sum();
        if (sum - 1.0).abs() <= 1e-9 {
            Ok(())
        } else {
            Err(sum.to_string())
        }
    }
}

/// The sum in lowest terms, where all are fractions and it can be computed exactly.
fn exact_sum(all: &[Odds]) -> Option<(u128, u128)> {
    all.iter().try_fold((0u128, 1u128), |(sum, common), odds| {
        let Odds::Fraction {
            numerator,
            denominator,
        } = *odds
        else {
            return None;
        };
        let denominator = u128::from(denominator);
        let ours = denominator / gcd(common, denominator);
        let theirs = common / gcd(common, denominator);
        let sum = sum
            .checked_mul(ours)?
            .checked_add(u128::from(numerator).checked_mul(theirs)?)?;
        let common = common.checked_mul(ours)?;
        let shared = gcd(sum, common);
        Some((sum / shared, common / shared))
    })
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Odds::Fraction {
                numerator,
                denominator,
            } => write!(f, "{numerator}/{denominator}"),
            Odds::Decimal(decimal) => write!(f, "{decimal}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Odds;

    fn sum(texts: &str) -> Result<(), String> {
        let odds: Vec<Odds> = texts
            .split(' ')
            .map(|text| Odds::parse(text).expect("the rows are well-formed"))
            .collect();
        Odds::make_one(&odds)
    }

    #[test]
    fn fractions_are_exact_and_decimals_nearly_so() {
        assert_eq!(sum("1/3 2/3"), Ok(()));
        assert_eq!(sum("1/6 1/6 1/6 1/6 1/6 1/6"), Ok(()));
        assert_eq!(sum("1/2 1/3"), Err("5/6".to_owned()));
        assert_eq!(sum("1/1 1/1"), Err("2".to_owned()));
        assert_eq!(sum("1/3 666666666666/999999999999 0/7"), Ok(()));
        // Off by about 1e-12, which decimals may be.
        assert!(sum("1/3 666666666665/999999999999").is_err());
        assert_eq!(sum("0.333333333333 0.666666666666"), Ok(()));
        assert_eq!(sum("0.1 0.2 0.7"), Ok(()));
        assert_eq!(sum("0.5 1/2"), Ok(()));
        assert_eq!(sum("0.5 0.25"), Err("0.75".to_owned()));
    }

    #[test]
    fn common_denominators_beyond_128_bits_are_added_as_decimals() {
        // Three large primes near 2^63: their product does not fit.
        let primes = [
            9223372036854775783_u64,
            9223372036854775643,
            9223372036854775549,
        ];
        let thirds: Vec<String> = primes.iter().map(|p| format!("{}/{p}", p / 3)).collect();
        assert_eq!(sum(&thirds.join(" ")), Ok(()));
    }

    #[test]
    fn other_texts_are_no_probabilities() {
        for text in [
            "", "1/0", "2/1", "-1/2", "1/2/3", "1.5", "-0.1", "nan", "x", "/", "1/",
        ] {
            assert_eq!(Odds::parse(text), None, "{text}");
        }
    }
}
