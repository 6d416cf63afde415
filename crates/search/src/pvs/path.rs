//! The positions between the start of the contest and where the search is.

/// How often positions have occurred, where the rules count that.
#[derive(Clone)]
pub(super) struct Path {
    keys: Vec<u64>,
    /// How many keys of the path fall in each place, so that most questions need no look at the keys.
    counts: Box<[u8; PLACES]>,
    /// How many keys belong to the contest before the position that is searched.
    played: usize,
    limit: usize,
}

const PLACES: usize = 1 << 14;

impl Path {
    /// The path of a contest so far. A position is drawn when it has occurred `limit` times.
    pub(super) fn new(played: impl IntoIterator<Item = u64>, limit: u32) -> Path {
        let mut path = Path {
            keys: Vec::new(),
            counts: Box::new([0; PLACES]),
            played: 0,
            limit: limit as usize,
        };
        for key in played {
            path.push(key);
        }
        path.played = path.keys.len().saturating_sub(1);
        path
    }

    pub(super) fn push(&mut self, key: u64) {
        self.keys.push(key);
        let count = &mut self.counts[key as usize % PLACES];
        *count = count.saturating_add(1);
    }

    pub(super) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let count = &mut self.counts[key as usize % PLACES];
            // A place that overflowed keeps its count: it says "perhaps", which is always safe.
            if *count < u8::MAX {
                *count -= 1;
            }
        }
    }

    /// Leaves only what was played.
    pub(super) fn back_to_root(&mut self) {
        while self.keys.len() > self.played + 1 {
            self.pop();
        }
    }

    /// Whether coming to this position again is as good as a draw: it completes the repetition that
    /// the rules ask for, or it occurred during the search, so that whoever wanted it once can have it
    /// again.
    #[inline]
    pub(super) fn repeats(&self, key: u64) -> bool {
        if self.counts[key as usize % PLACES] == 0 {
            return false;
        }
        let (played, searched) = self.keys.split_at(self.played);
        searched.contains(&key)
            || played.iter().filter(|&&known| known == key).count() + 1 >= self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_in_the_search_counts_at_once_and_one_of_the_contest_as_the_rules_say() {
        let mut path = Path::new([1, 2, 3, 1, 4], 3);
        assert!(path.repeats(1));
        assert!(!path.repeats(2));
        assert!(!path.repeats(7));
        path.push(7);
        assert!(path.repeats(7));
        path.pop();
        assert!(!path.repeats(7));
    }
}
