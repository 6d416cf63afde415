//! The features of a position, without those that are zero.

use shido_core::{Features, ForFirst};

/// The features of a position that are not zero, in order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sparse(Vec<(u32, f32)>);

impl Sparse {
    /// The features of a position.
    pub fn of<G: Features>(game: &G, position: &G::Position) -> Sparse {
        let mut all = Vec::new();
        game.each_feature(position, |index, value| all.push((index, value)));
        Sparse::new(all)
    }

    /// Features by number; one that is given twice has the sum.
    pub fn new(features: impl IntoIterator<Item = (usize, f64)>) -> Sparse {
        let mut all: Vec<(u32, f32)> = features
            .into_iter()
            .map(|(index, value)| (index as u32, value as f32))
            .collect();
        all.sort_by_key(|&(index, _)| index);
        all.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            if same {
                kept.1 += next.1;
            }
            same
        });
        all.retain(|&(_, value)| value != 0.0);
        Sparse(all)
    }

    /// The sum of features times weights.
    #[must_use]
    pub fn times(&self, weights: &[f64]) -> f64 {
        self.iter()
            .map(|(index, value)| weights[index] * value)
            .sum()
    }

    /// Adds so many times the features to a vector.
    pub(crate) fn add_to(&self, vector: &mut [f64], times: f64) {
        for (index, value) in self.iter() {
            vector[index] += times * value;
        }
    }

    /// Whether there is none behind so many.
    pub(crate) fn is_within(&self, count: usize) -> bool {
        self.0.iter().all(|&(index, _)| (index as usize) < count)
    }

    fn iter(&self) -> impl Iterator<Item = (usize, f64)> {
        self.0
            .iter()
            .map(|&(index, value)| (index as usize, f64::from(value)))
    }
}

/// A position as weights see it, with what it is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Labelled {
    /// What weights see of it.
    pub features: Sparse,
    /// What it is worth, in stakes: 1 where the first player wins all there is to win.
    pub label: ForFirst<f32>,
}

impl Labelled {
    /// A position with its worth on the scale of payoffs.
    pub fn new<G: Features>(game: &G, position: &G::Position, payoff: ForFirst<f64>) -> Labelled {
        Labelled {
            features: Sparse::of(game, position),
            label: ForFirst((payoff.0 / game.stake()) as f32),
        }
    }

    /// Writes it behind what is there: the label, how many features, and these.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) {
        let features = &self.features.0;
        bytes.extend(self.label.0.to_le_bytes());
        bytes.extend((features.len() as u32).to_le_bytes());
        for (index, value) in features {
            bytes.extend(index.to_le_bytes());
            bytes.extend(value.to_le_bytes());
        }
    }

    /// Reads one from the beginning of what is there, and leaves what follows.
    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Labelled> {
        let mut four = || {
            let (first, rest) = bytes.split_first_chunk::<4>()?;
            *bytes = rest;
            Some(*first)
        };
        let label = f32::from_le_bytes(four()?);
        let count = u32::from_le_bytes(four()?);
        let mut all = Vec::new();
        for _ in 0..count {
            let index = u32::from_le_bytes(four()?);
            all.push((index, f32::from_le_bytes(four()?)));
        }
        Some(Labelled {
            features: Sparse(all),
            label: ForFirst(label),
        })
    }
}
