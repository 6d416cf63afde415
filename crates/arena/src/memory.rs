//! Results that threads share.

use std::hash::{BuildHasher, Hash};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use rustc_hash::{FxBuildHasher, FxHashMap};
use shido_core::spread;

/// How many parts a memory has: so many threads seldom wait for each other.
const PARTS: usize = 64;

/// What has been worked out already, for all threads.
pub(crate) struct Memory<K, V> {
    parts: Vec<Mutex<FxHashMap<K, V>>>,
    held: AtomicUsize,
}

impl<K: Eq + Hash, V: Clone> Memory<K, V> {
    pub(crate) fn new() -> Memory<K, V> {
        Memory {
            parts: (0..PARTS).map(|_| Mutex::default()).collect(),
            held: AtomicUsize::new(0),
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        // A thread that panicked has left the whole entry or none.
        let part = self
            .part(key)
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        part.get(key).cloned()
    }

    pub(crate) fn insert(&self, key: K, value: V) {
        let mut part = self
            .part(&key)
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if part.insert(key, value).is_none() {
            self.held.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How many entries there are.
    pub(crate) fn len(&self) -> usize {
        self.held.load(Ordering::Relaxed)
    }

    fn part(&self, key: &K) -> &Mutex<FxHashMap<K, V>> {
        let spread = spread(FxBuildHasher.hash_one(key));
        &self.parts[spread as usize % PARTS]
    }
}
