//! Sets of keys that many threads fill at once.

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use crate::SolveError;
use crate::memory::{Memory, bytes_of};

const SHARD_BITS: u32 = 8;
const SHARDS: usize = 1 << SHARD_BITS;

/// Keys on their way into a [`Shards`], sorted by the shard they belong to.
pub(crate) struct Buckets(Vec<Vec<u64>>);

impl Buckets {
    pub(crate) fn new() -> Buckets {
        Buckets(vec![Vec::new(); SHARDS])
    }

    pub(crate) fn push(&mut self, key: u64) {
        self.0[shard_of(key)].push(key);
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.0
            .iter()
            .map(|keys| bytes_of::<u64>(keys.capacity()))
            .sum()
    }
}

/// A set of keys split by hash, so that each part is filled by one thread and grows on its own.
pub(crate) struct Shards(Vec<FxHashSet<u64>>);

impl Shards {
    pub(crate) fn new() -> Shards {
        Shards(vec![FxHashSet::default(); SHARDS])
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(FxHashSet::len).sum()
    }

    /// Inserts what the buckets hold and returns the keys that were new, in an order that depends
    /// on the buckets alone; none are returned unless `wanted`.
    pub(crate) fn insert(
        &mut self,
        buckets: &[&Buckets],
        wanted: bool,
        memory: &Memory,
    ) -> Result<Vec<u64>, SolveError> {
        let new: Vec<Vec<u64>> = self
            .0
            .par_iter_mut()
            .enumerate()
            .map(|(index, shard)| {
                let mut new = Vec::new();
                for &key in buckets.iter().flat_map(|buckets| &buckets.0[index]) {
                    if shard.len() == shard.capacity() {
                        grow(shard, memory)?;
                    }
                    if shard.insert(key) && wanted {
                        new.push(key);
                    }
                }
                Ok(new)
            })
            .collect::<Result<_, SolveError>>()?;
        Ok(new.concat())
    }

    /// The keys in ascending order; the memory of the set is given back.
    pub(crate) fn into_sorted(self, memory: &Memory) -> Result<Vec<u64>, SolveError> {
        memory.take(bytes_of::<u64>(self.len()))?;
        memory.mark();
        let mut keys = Vec::with_capacity(self.len());
        for shard in self.0 {
            keys.extend(&shard);
            memory.give_back(set_bytes(shard.capacity()));
        }
        keys.par_sort_unstable();
        Ok(keys)
    }
}

fn shard_of(key: u64) -> usize {
    // Another multiplier than the hash inside a shard, which would otherwise see keys that agree
    // in some bits of their hash. The constant is that of SplitMix64's increment.
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - SHARD_BITS)) as usize
}

/// Makes room for more keys. The limit is checked before the memory is asked for, the account then
/// follows what the set really did.
fn grow(shard: &mut FxHashSet<u64>, memory: &Memory) -> Result<(), SolveError> {
    let before = set_bytes(shard.capacity());
    let foreseen = set_bytes((2 * shard.capacity()).max(3));
    memory.take(foreseen)?;
    shard.reserve(1);
    memory.give_back(before + foreseen);
    memory.take(set_bytes(shard.capacity()))
}

/// What a set of this capacity takes: a power of two of slots, filled to seven eighths, each with
/// its key and a byte of hash.
fn set_bytes(capacity: usize) -> u64 {
    if capacity == 0 {
        return 0;
    }
    let slots = (capacity + capacity.div_ceil(7)).next_power_of_two();
    bytes_of::<u64>(slots) + slots as u64
}
