//! Moves of any type as pointers that can be copied. For each type there is one table for the whole
//! program, in which every move that ever occurs has its place and keeps it: there are few of them, however
//! many positions they are made in.

use std::any::{Any, TypeId};
use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use rustc_hash::{FxBuildHasher, FxHashMap};

/// A move of a game whose type is gone. It is equal to, ordered and shown like the move it stands for.
#[derive(Clone, Copy)]
pub struct ErasedMove(&'static dyn AnyMove);

/// A move of some type, in its place.
trait AnyMove: Any + Debug + Send + Sync {
    fn hashed(&self) -> u64;
    fn compare(&self, other: &dyn AnyMove) -> Ordering;
}

/// What moves of all games are.
pub trait Move: Copy + Ord + Hash + Debug + Send + Sync + 'static {}

impl<M: Copy + Ord + Hash + Debug + Send + Sync + 'static> Move for M {}

struct Interned<M> {
    mv: M,
    hash: u64,
}

impl<M: Debug> Debug for Interned<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mv.fmt(f)
    }
}

impl<M: Move> AnyMove for Interned<M> {
    fn hashed(&self) -> u64 {
        self.hash
    }

    fn compare(&self, other: &dyn AnyMove) -> Ordering {
        match (other as &dyn Any).downcast_ref::<Interned<M>>() {
            Some(other) => self.mv.cmp(&other.mv),
            None => TypeId::of::<Interned<M>>().cmp(&other.type_id()),
        }
    }
}

impl ErasedMove {
    /// The move as what it is.
    ///
    /// # Panics
    /// Where it is of another type.
    #[inline]
    #[must_use]
    pub fn get<M: Move>(self) -> M {
        let interned = (self.0 as &dyn Any).downcast_ref::<Interned<M>>();
        interned
            .expect("moves come back to the game that gave them away")
            .mv
    }
}

impl PartialEq for ErasedMove {
    /// Equal moves have one place.
    fn eq(&self, other: &ErasedMove) -> bool {
        std::ptr::addr_eq(self.0, other.0)
    }
}

impl Eq for ErasedMove {}

impl Ord for ErasedMove {
    fn cmp(&self, other: &ErasedMove) -> Ordering {
        self.0.compare(other.0)
    }
}

impl PartialOrd for ErasedMove {
    fn partial_cmp(&self, other: &ErasedMove) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for ErasedMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hashed());
    }
}

impl Debug for ErasedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The moves of a type, each in the first free place that it may have. Places are filled and never
/// emptied, so that all threads find a move where one of them has put it, without a lock. For moves that
/// find no place there is a map behind a lock.
pub struct Interner<M: 'static> {
    places: Box<[OnceLock<Interned<M>>]>,
    others: RwLock<FxHashMap<M, &'static Interned<M>>>,
}

/// How many places there are: a power of two, and more than most games have moves.
const PLACES: usize = 1 << 14;

/// How many of them a move may take, one after the other.
const TRIES: usize = 8;

impl<M: Move> Interner<M> {
    /// The moves of this type.
    #[must_use]
    pub fn of_type() -> &'static Interner<M> {
        static ALL: Mutex<Vec<&'static (dyn Any + Send + Sync)>> = Mutex::new(Vec::new());
        // Who panicked has not changed the list.
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all.iter().find_map(|it| it.downcast_ref());
        known.unwrap_or_else(|| {
            let new: &'static Interner<M> = Box::leak(Box::new(Interner {
                places: (0..PLACES).map(|_| OnceLock::new()).collect(),
                others: RwLock::default(),
            }));
            all.push(new);
            new
        })
    }

    /// The move that stands for this one.
    #[inline]
    pub fn erase(&'static self, mv: M) -> ErasedMove {
        let hash = FxBuildHasher.hash_one(mv);
        for step in 0..TRIES {
            let place = (hash as usize).wrapping_add(step) % PLACES;
            let interned = self.places[place].get_or_init(|| Interned { mv, hash });
            if interned.mv == mv {
                return ErasedMove(interned);
            }
        }
        self.erase_other(Interned { mv, hash })
    }

    #[cold]
    fn erase_other(&'static self, new: Interned<M>) -> ErasedMove {
        // Who panicked has added a move or has not.
        let others = self.others.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(interned) = others.get(&new.mv) {
            return ErasedMove(*interned);
        }
        drop(others);
        let mut others = self.others.write().unwrap_or_else(PoisonError::into_inner);
        ErasedMove(
            *others
                .entry(new.mv)
                .or_insert_with(|| Box::leak(Box::new(new))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_comes_back_and_has_one_place() {
        let interner = Interner::<u64>::of_type();
        // More than there are places.
        let moves: Vec<u64> = (0..30_000).map(|number| number * 4096).collect();
        let erased: Vec<ErasedMove> = moves.iter().map(|mv| interner.erase(*mv)).collect();
        for (mv, it) in moves.iter().zip(&erased) {
            assert_eq!(it.get::<u64>(), *mv);
            assert_eq!(interner.erase(*mv), *it);
        }
        assert!(erased.is_sorted());
        assert!(std::ptr::eq(interner, Interner::<u64>::of_type()));
    }

    #[test]
    fn moves_that_are_hashed_alike_are_told_apart() {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        struct Alike(u8);
        impl Hash for Alike {
            fn hash<H: Hasher>(&self, _: &mut H) {}
        }
        let interner = Interner::<Alike>::of_type();
        let erased: Vec<ErasedMove> = (0..200).map(|mv| interner.erase(Alike(mv))).collect();
        for (number, it) in (0..).zip(&erased) {
            assert_eq!(it.get::<Alike>(), Alike(number));
            assert_eq!(interner.erase(Alike(number)), *it);
        }
    }

    #[test]
    fn threads_agree_where_a_move_is() {
        let interner = Interner::<u32>::of_type();
        let all = || (0..5_000).map(|mv| interner.erase(mv)).collect();
        let found: Vec<Vec<ErasedMove>> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(all)).collect();
            let joined = threads.into_iter().map(|thread| thread.join());
            joined.map(|it| it.expect("no panic")).collect()
        });
        assert!(found.windows(2).all(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn moves_of_different_types_differ() {
        let byte = Interner::<u8>::of_type().erase(1);
        let word = Interner::<u16>::of_type().erase(1);
        assert_ne!(byte, word);
        assert_ne!(byte.cmp(&word), Ordering::Equal);
    }
}
