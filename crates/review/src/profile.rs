//! What there was to find and to prevent in a contest, counted: contests are compared by it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::explain::Told;

/// What somebody found, missed and allowed in one contest or several.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Profile {
    /// The level at which it was looked at.
    pub rating: f64,
    /// How many moves they made.
    pub moves: usize,
    /// How many of these were mistakes, of whatever level.
    pub mistakes: usize,
    /// How many mistakes of the opponent there were, and how many of these the next move took advantage of.
    pub offered: usize,
    /// See above.
    pub taken: usize,
    /// The same by motif, where one was seen.
    pub motifs: BTreeMap<String, MotifCount>,
}

/// How often a motif was found, missed and allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MotifCount {
    /// The opponent's mistake allowed it, and it was played.
    pub found: usize,
    /// It was there, and a mistake was played instead.
    pub missed: usize,
    /// A mistake allowed it to the opponent.
    pub allowed: usize,
}

impl Profile {
    pub(crate) fn found(&mut self, told: &Told) {
        if let Some(count) = self.count(told) {
            count.found += 1;
        }
    }

    pub(crate) fn missed(&mut self, told: &Told) {
        if let Some(count) = self.count(told) {
            count.missed += 1;
        }
    }

    pub(crate) fn allowed(&mut self, told: &Told) {
        if let Some(count) = self.count(told) {
            count.allowed += 1;
        }
    }

    fn count(&mut self, told: &Told) -> Option<&mut MotifCount> {
        let motif = told.motif.as_ref()?;
        Some(self.motifs.entry(motif.name.clone()).or_default())
    }

    /// Counts another contest as well. The rating becomes that of the other, which came later.
    pub fn add(&mut self, later: &Profile) {
        self.rating = later.rating;
        self.moves += later.moves;
        self.mistakes += later.mistakes;
        self.offered += later.offered;
        self.taken += later.taken;
        for (name, count) in &later.motifs {
            let sum = self.motifs.entry(name.clone()).or_default();
            sum.found += count.found;
            sum.missed += count.missed;
            sum.allowed += count.allowed;
        }
    }
}
