//! The table of a solved game.

use std::fmt;

use shido_core::{ForFirst, Pack, Solved, Verdict};

use crate::Summary;
use crate::sorted::SortedKeys;

/// The longest distance, in plies, that a table can hold.
pub(crate) const LONGEST: u32 = (1 << 14) - 1;

/// The value and distance of every reachable position of a game, up to symmetry.
#[derive(Clone, PartialEq, Eq)]
pub struct SolvedTable {
    pub(crate) name: String,
    pub(crate) fingerprint: u128,
    pub(crate) positions: Positions,
    pub(crate) summary: Summary,
}

/// How the positions of a table are divided.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Positions {
    /// By the measure of progress, ascending.
    Layered(Vec<(u32, Layer)>),
    /// Not at all: positions can recur.
    Whole(Layer),
}

/// Positions in the order of their keys, each with its entry.
#[derive(Clone, PartialEq, Eq, Default)]
pub(crate) struct Layer {
    pub(crate) keys: SortedKeys,
    pub(crate) entries: Vec<Entry>,
}

impl SolvedTable {
    /// What the game is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The digest of the rules by which the table was computed.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        self.fingerprint
    }

    /// The numbers of positions of each kind and the value of the start.
    #[must_use]
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// What is known of a position, or `None` where it cannot be reached from the start.
    ///
    /// The game must be the one that was solved.
    pub fn lookup<G: Pack>(&self, game: &G, position: &G::Position) -> Option<Solved> {
        let layer = match &self.positions {
            Positions::Whole(layer) => layer,
            Positions::Layered(layers) => layer_of(layers, game.progress(position)?)?,
        };
        layer.find(game.pack_canonical(position)).map(Entry::solved)
    }

    /// The positions as they lie in memory, in parts: one for each measure of progress, ascending, or all in one
    /// where positions can recur. In a part they are in the order of their numbers.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        let progress: Vec<Option<u32>> = match &self.positions {
            Positions::Layered(layers) => {
                layers.iter().map(|(progress, _)| Some(*progress)).collect()
            }
            Positions::Whole(_) => vec![None],
        };
        let layers = progress.into_iter().zip(self.positions.layers());
        layers.map(|(progress, layer)| Part {
            progress,
            keys: layer.keys.as_slice(),
            entries: &layer.entries,
        })
    }

    /// Every position as its smallest packed image, with what is known of it.
    ///
    /// Positions that cannot recur come by their measure of progress, and then by number.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Solved)> + '_ {
        self.positions
            .layers()
            .flat_map(Layer::iter)
            .map(|(key, entry)| (key, entry.solved()))
    }
}

impl fmt::Debug for SolvedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedTable")
            .field("name", &self.name)
            .field("fingerprint", &self.fingerprint)
            .field("summary", &self.summary)
            .finish_non_exhaustive()
    }
}

impl Positions {
    pub(crate) fn layers(&self) -> impl Iterator<Item = &Layer> {
        let (layers, whole) = match self {
            Positions::Layered(layers) => (layers.as_slice(), None),
            Positions::Whole(layer) => (&[][..], Some(layer)),
        };
        layers.iter().map(|(_, layer)| layer).chain(whole)
    }
}

/// The layer of a measure of progress, among layers in ascending order.
pub(crate) fn layer_of(layers: &[(u32, Layer)], progress: u32) -> Option<&Layer> {
    layers
        .binary_search_by_key(&progress, |(progress, _)| *progress)
        .ok()
        .map(|place| &layers[place].1)
}

impl Layer {
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        self.keys.find(key).map(|place| self.entries[place])
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, Entry)> {
        let keys = self.keys.as_slice().iter().copied();
        keys.zip(self.entries.iter().copied())
    }
}

/// Some of the positions of a table, as they lie in memory.
#[derive(Clone, Copy)]
pub struct Part<'t> {
    /// Their measure of progress; `None` where positions can recur.
    pub progress: Option<u32>,
    /// Each position as its smallest packed image.
    pub keys: &'t [u64],
    /// What is known of each.
    pub entries: &'t [Entry],
}

/// A value and a distance in sixteen bits: the verdict for the first player in the lower two (1 loss, 2 draw,
/// 3 win), the plies above.
///
/// A draw has zero plies where the contest is over and one where it goes on. The lower bits are
/// never both zero, which leaves room for other marks while values are being found.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct Entry(u16);

impl Entry {
    pub(crate) const DRAW: Entry = Entry(1 << 2 | verdict_bits(Verdict::Draw));

    pub(crate) const fn over(value: ForFirst<Verdict>) -> Entry {
        Entry(verdict_bits(value.0))
    }

    /// A win of one side, this far away; `None` where that is too far.
    pub(crate) fn decided(value: ForFirst<Verdict>, distance: u32) -> Option<Entry> {
        debug_assert_ne!(value.0, Verdict::Draw);
        (distance <= LONGEST).then(|| Entry((distance as u16) << 2 | verdict_bits(value.0)))
    }

    /// The sixteen bits.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The entry of these bits, or `None` where they are no entry's.
    pub(crate) const fn from_bits(bits: u16) -> Option<Entry> {
        match (bits & 3, bits >> 2) {
            (0, _) | (2, 2..) => None,
            _ => Some(Entry(bits)),
        }
    }

    /// The same taken apart.
    #[must_use]
    pub fn solved(self) -> Solved {
        let plies = u32::from(self.0 >> 2);
        let (value, distance) = match self.0 & 3 {
            1 => (Verdict::Loss, Some(plies)),
            3 => (Verdict::Win, Some(plies)),
            _ => (Verdict::Draw, (plies == 0).then_some(0)),
        };
        Solved {
            value: ForFirst(value),
            distance,
        }
    }
}

const fn verdict_bits(verdict: Verdict) -> u16 {
    match verdict {
        Verdict::Loss => 1,
        Verdict::Draw => 2,
        Verdict::Win => 3,
    }
}
