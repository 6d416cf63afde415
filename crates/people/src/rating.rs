//! What is known of somebody's strength: a probability for each hypothesis, updated move by move.

/// A probability for each of several hypotheses about how somebody plays.
///
/// ```
/// use shido_people::rating::Posterior;
/// // Two equally likely hypotheses; a move that the second makes three times as often.
/// let mut posterior = Posterior::new(&[0.5, 0.5]);
/// posterior.update(&[0.2, 0.6], 1.0);
/// assert!((posterior.probabilities()[1] - 0.75).abs() < 1e-12);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Posterior {
    /// The logarithms of the probabilities, up to a constant.
    log: Vec<f64>,
}

impl Posterior {
    /// What is known before the first move.
    #[must_use]
    pub fn new(prior: &[f64]) -> Posterior {
        Posterior {
            log: prior.iter().map(|probability| probability.ln()).collect(),
        }
    }

    /// What is known after a move that each hypothesis makes with its probability.
    ///
    /// `tempering` is what a move counts: one where moves depend on nothing but the hypothesis, less where
    /// people of one strength differ from each other or moves of a game hang together.
    pub fn update(&mut self, likelihoods: &[f64], tempering: f64) {
        let logs: Vec<f64> = (likelihoods.iter())
            .map(|likelihood| likelihood.max(f64::MIN_POSITIVE).ln())
            .collect();
        self.learn(&logs, tempering);
    }

    /// The same from the logarithms of the probabilities, of a move or of many.
    pub fn learn(&mut self, logs: &[f64], tempering: f64) {
        for (log, found) in self.log.iter_mut().zip(logs) {
            *log += tempering * found;
        }
    }

    /// The probability of each hypothesis.
    #[must_use]
    pub fn probabilities(&self) -> Vec<f64> {
        let most = self.log.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = self.log.iter().map(|log| (log - most).exp()).collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }
}

/// Where a number is that hypotheses on a grid give probabilities to.
#[derive(Clone, Copy, PartialEq, Debug, serde::Serialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The middle: below and above it are equally likely.
    pub median: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// The estimate from the probabilities of the points of a grid in rising order, each of which stands for
    /// what is nearest to it. The interval leaves out as much on either side and holds the share `held`.
    #[must_use]
    pub fn of(grid: &[f64], probabilities: &[f64], held: f64) -> Estimate {
        let tail = (1.0 - held) / 2.0;
        let both = grid.iter().zip(probabilities);
        Estimate {
            mean: both.map(|(point, probability)| point * probability).sum(),
            low: quantile(grid, probabilities, tail),
            median: quantile(grid, probabilities, 0.5),
            high: quantile(grid, probabilities, 1.0 - tail),
        }
    }
}

/// Below which number this share of the probability lies.
#[must_use]
pub fn quantile(grid: &[f64], probabilities: &[f64], share: f64) -> f64 {
    let edges = edges(grid);
    let mut below = 0.0;
    for (cell, &probability) in probabilities.iter().enumerate() {
        if below + probability >= share && probability > 0.0 {
            let part = ((share - below) / probability).clamp(0.0, 1.0);
            return edges[cell] + part * (edges[cell + 1] - edges[cell]);
        }
        below += probability;
    }
    edges[edges.len() - 1]
}

/// How likely a number is: the density at it.
#[must_use]
pub fn density(grid: &[f64], probabilities: &[f64], number: f64) -> f64 {
    let edges = edges(grid);
    let cell = edges[1..edges.len() - 1].partition_point(|&edge| edge <= number);
    probabilities[cell] / (edges[cell + 1] - edges[cell])
}

/// Where the cells of a grid begin and end.
fn edges(grid: &[f64]) -> Vec<f64> {
    let middle = |pair: &[f64]| (pair[0] + pair[1]) / 2.0;
    let inner: Vec<f64> = grid.windows(2).map(middle).collect();
    let (first, last) = (grid[0], grid[grid.len() - 1]);
    let (Some(low), Some(high)) = (inner.first(), inner.last()) else {
        return vec![first - 0.5, last + 0.5];
    };
    let ends = (2.0 * first - low, 2.0 * last - high);
    [&[ends.0], &inner[..], &[ends.1]].concat()
}

/// A normal distribution over the points of a grid.
#[must_use]
pub fn normal_prior(grid: &[f64], mean: f64, deviation: f64) -> Vec<f64> {
    let weight = |&point: &f64| (-((point - mean) / deviation).powi(2) / 2.0).exp();
    let weights: Vec<f64> = grid.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four cells of width 100 from 950 to 1350 with a quarter each: a uniform distribution.
    #[test]
    fn an_estimate_of_a_uniform_distribution() {
        let found = Estimate::of(&[1000.0, 1100.0, 1200.0, 1300.0], &[0.25; 4], 0.8);
        assert_eq!((found.mean, found.median), (1150.0, 1150.0));
        assert!((found.low - 990.0).abs() < 1e-9 && (found.high - 1310.0).abs() < 1e-9);
    }

    #[test]
    fn the_density_belongs_to_the_nearest_point() {
        let (grid, odds) = ([1000.0, 1100.0, 1200.0], [0.2, 0.5, 0.3]);
        for (number, expected) in [
            (300.0, 0.002),
            (1049.0, 0.002),
            (1051.0, 0.005),
            (2000.0, 0.003),
        ] {
            assert!(
                (density(&grid, &odds, number) - expected).abs() < 1e-12,
                "{number}"
            );
        }
    }

    /// A coin that falls on heads with 0.5 or 0.8, thrown three times: heads, heads, tails. By Bayes the odds
    /// are 0.125 to 0.128; with tempering 0.5 their square roots.
    #[test]
    fn bayes_by_hand() {
        for (tempering, power) in [(1.0, 1.0), (0.5, 0.5)] {
            let mut posterior = Posterior::new(&[0.5, 0.5]);
            for heads in [true, true, false] {
                let of = |p: f64| if heads { p } else { 1.0 - p };
                posterior.update(&[of(0.5), of(0.8)], tempering);
            }
            let odds = posterior.probabilities();
            let expected = (0.125_f64 / 0.128).powf(power);
            assert!((odds[0] / odds[1] - expected).abs() < 1e-12);
        }
    }
}
