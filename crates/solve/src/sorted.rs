//! Sorted keys that are fast to search.

use crate::memory::bytes_of;

/// How many keys one sample stands for: two cache lines.
const STRIDE: usize = 16;

/// Keys in ascending order, with samples of samples above them so that a search touches few cache
/// lines however the keys are spread (a static B-tree).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct SortedKeys {
    keys: Vec<u64>,
    /// Every sixteenth key, then every sixteenth of those, until sixteen or fewer are left.
    levels: Vec<Vec<u64>>,
}

impl SortedKeys {
    /// The keys must be ascending without repetition.
    pub(crate) fn new(keys: Vec<u64>) -> SortedKeys {
        debug_assert!(keys.is_sorted_by(|a, b| a < b));
        let mut levels: Vec<Vec<u64>> = Vec::new();
        loop {
            let below = levels.last().unwrap_or(&keys);
            if below.len() <= STRIDE {
                break;
            }
            let samples = below.iter().copied().step_by(STRIDE).collect();
            levels.push(samples);
        }
        SortedKeys { keys, levels }
    }

    pub(crate) fn as_slice(&self) -> &[u64] {
        &self.keys
    }

    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn find(&self, key: u64) -> Option<usize> {
        let mut block = 0;
        for level in self.levels.iter().rev() {
            block = last_not_above(level, block, key)?;
        }
        let found = last_not_above(&self.keys, block, key)?;
        (self.keys[found] == key).then_some(found)
    }

    /// The bytes taken by the samples of this many keys, at most.
    pub(crate) fn index_bytes(keys: usize) -> u64 {
        bytes_of::<u64>(keys.div_ceil(STRIDE - 1))
    }
}

/// The last place in a block of `level` whose key is not above `key`.
fn last_not_above(level: &[u64], block: usize, key: u64) -> Option<usize> {
    let start = block * STRIDE;
    let end = level.len().min(start + STRIDE);
    let not_above = level[start..end].partition_point(|&k| k <= key);
    (start + not_above).checked_sub(1).filter(|_| not_above > 0)
}

#[cfg(test)]
mod tests {
    use super::SortedKeys;

    #[test]
    fn finds_every_key_and_no_other() {
        for len in [0, 1, 2, 15, 16, 17, 255, 256, 257, 5000] {
            let keys: Vec<u64> = (0..len).map(|i| i * i * 3 + 1).collect();
            let sorted = SortedKeys::new(keys.clone());
            for (place, &key) in keys.iter().enumerate() {
                assert_eq!(sorted.find(key), Some(place), "{key} of {len}");
                assert_eq!(sorted.find(key - 1), None, "{} of {len}", key - 1);
                assert_eq!(sorted.find(key + 1), None, "{} of {len}", key + 1);
            }
            assert_eq!(sorted.find(u64::MAX), None);
        }
    }
}
