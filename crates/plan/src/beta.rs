//! The beta distribution: what is known of a success rate after some successes and failures.

/// How likely a beta distributed rate is not above `x`: the regularized incomplete beta function.
///
/// The continued fraction of DLMF 8.17.22, evaluated by the modified method of Lentz. It converges
/// fast left of the mean; right of it the distribution is mirrored.
pub(crate) fn cumulative(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - cumulative_left(b, a, 1.0 - x);
    }
    cumulative_left(a, b, x)
}

fn cumulative_left(a: f64, b: f64, x: f64) -> f64 {
    let log_front =
        ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p() - a.ln();
    // Lentz's method divides by these; a zero is replaced by something that small.
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut fraction = 1.0;
    let mut upper = 1.0;
    let mut lower = 0.0;
    // The number of terms needed grows with the square root of the larger parameter.
    for term in 0..20_000_u32 {
        let half = f64::from(term / 2);
        let coefficient = match term {
            0 => 1.0,
            term if term % 2 == 0 => {
                half * (b - half) * x / ((a + 2.0 * half - 1.0) * (a + 2.0 * half))
            }
            _ => -(a + half) * (a + b + half) * x / ((a + 2.0 * half) * (a + 2.0 * half + 1.0)),
        };
        lower = 1.0 / away_from_zero(1.0 + coefficient * lower);
        upper = away_from_zero(1.0 + coefficient / upper);
        let change = upper * lower;
        fraction *= change;
        if term > 0 && (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (log_front.exp() * (fraction - 1.0)).clamp(0.0, 1.0)
}

/// The rate below which a beta distributed one lies with this probability, by bisection.
pub(crate) fn quantile(a: f64, b: f64, probability: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if cumulative(a, b, middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The logarithm of the gamma function of a positive number: Stirling's series (DLMF 5.11.1), moved
/// by the recurrence to where it is exact to the last digits.
fn ln_gamma(x: f64) -> f64 {
    let mut shift = 0.0;
    let mut x = x;
    while x < 15.0 {
        shift += x.ln();
        x += 1.0;
    }
    let inverse = 1.0 / x;
    let square = inverse * inverse;
    let series = inverse
        * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0))));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift
}

#[cfg(test)]
mod tests {
    use super::{cumulative, ln_gamma, quantile};

    /// For whole parameters the distribution function is a binomial tail (DLMF 8.17.5): that at least
    /// `a` of `a + b - 1` trials succeed.
    fn binomial_tail(a: u32, b: u32, x: f64) -> f64 {
        let n = a + b - 1;
        let mut term = (1.0 - x).powi(n as i32);
        let mut tail = 0.0;
        for k in 0..=n {
            if k >= a {
                tail += term;
            }
            term *= f64::from(n - k) / f64::from(k + 1) * x / (1.0 - x);
        }
        tail
    }

    #[test]
    fn the_distribution_is_a_binomial_tail() {
        for (a, b) in [(1, 1), (3, 7), (2, 2), (20, 5), (1, 40), (60, 60)] {
            for x in [0.01, 0.1, 0.25, 0.5, 0.73, 0.9, 0.99] {
                let ours = cumulative(f64::from(a), f64::from(b), x);
                let reference = binomial_tail(a, b, x);
                assert!((ours - reference).abs() < 1e-12, "beta({a}, {b}) at {x}");
            }
        }
    }

    #[test]
    fn quantiles_invert_it() {
        for (a, b) in [(1.0, 1.0), (0.5, 0.5), (3.0, 7.0), (1e6, 1e6), (0.01, 1e6)] {
            for probability in [0.001, 0.025, 0.5, 0.975] {
                let x = quantile(a, b, probability);
                let back = cumulative(a, b, x);
                let spot_on = (back - probability).abs() < 1e-7;
                // Near zero the rate may be smaller than a step of the bisection.
                assert!(
                    spot_on || x < 1e-15,
                    "beta({a}, {b}): {probability} gives {x}"
                );
            }
        }
    }

    #[test]
    fn the_gamma_function_is_a_factorial() {
        let mut factorial: f64 = 1.0;
        for n in 1..20_u32 {
            assert!((ln_gamma(f64::from(n)) - factorial.ln()).abs() < 1e-12);
            factorial *= f64::from(n);
        }
        let half = std::f64::consts::PI.sqrt().ln();
        assert!((ln_gamma(0.5) - half).abs() < 1e-12);
    }
}
