//! Positions of any type behind a pointer.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{BuildHasher, Hash, Hasher};
use std::sync::Arc;

/// A position of a game whose type is gone. Copies share it until one of them is changed.
#[derive(Clone)]
pub struct ErasedPosition(Arc<dyn AnyPosition>);

/// What positions of all games are.
pub trait Position: Clone + Eq + Hash + Debug + Send + Sync + 'static {}

impl<P: Clone + Eq + Hash + Debug + Send + Sync + 'static> Position for P {}

/// A position of some type.
trait AnyPosition: Any + Debug + Send + Sync {
    fn equals(&self, other: &dyn AnyPosition) -> bool;
    fn hashed(&self) -> u64;
}

impl<P: Position> AnyPosition for P {
    fn equals(&self, other: &dyn AnyPosition) -> bool {
        (other as &dyn Any).downcast_ref::<P>() == Some(self)
    }

    fn hashed(&self) -> u64 {
        rustc_hash::FxBuildHasher.hash_one(self)
    }
}

impl ErasedPosition {
    /// A position whose type is to be forgotten.
    pub fn new<P: Position>(position: P) -> ErasedPosition {
        ErasedPosition(Arc::new(position))
    }

    /// The position as what it is.
    ///
    /// # Panics
    /// Where it is of another type.
    #[inline]
    #[must_use]
    pub fn get<P: Position>(&self) -> &P {
        (&*self.0 as &dyn Any)
            .downcast_ref()
            .expect("positions come back to the game that gave them away")
    }

    /// Whether this is a copy of the other that nobody has changed, rather than a position like it.
    #[inline]
    #[must_use]
    pub fn is_copy_of(&self, other: &ErasedPosition) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The position to be changed, where nobody else shares it.
    pub fn get_mut<P: Position>(&mut self) -> Option<&mut P> {
        (Arc::get_mut(&mut self.0)? as &mut dyn Any).downcast_mut()
    }
}

impl PartialEq for ErasedPosition {
    fn eq(&self, other: &ErasedPosition) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl Eq for ErasedPosition {}

impl Hash for ErasedPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hashed());
    }
}

/// As the position shows itself.
impl Debug for ErasedPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_equal_to_its_like_and_hashed_alike() {
        let hash = |it: &ErasedPosition| rustc_hash::FxBuildHasher.hash_one(it);
        let [one, same, other] = [[1, 2], [1, 2], [2, 1]].map(ErasedPosition::new);
        assert_eq!(one, same);
        assert_eq!(hash(&one), hash(&same));
        assert_ne!(one, other);
        // The same numbers of another type are another position.
        assert_ne!(one, ErasedPosition::new([1_u8, 2]));
        assert_eq!(format!("{one:?}"), "[1, 2]");
    }

    #[test]
    fn a_shared_position_is_not_changed() {
        let mut one = ErasedPosition::new(1_u8);
        *one.get_mut::<u8>().expect("nobody else has it") = 2;
        let copy = one.clone();
        assert!(one.get_mut::<u8>().is_none());
        assert!(copy.is_copy_of(&one));
        assert!(!copy.is_copy_of(&ErasedPosition::new(2_u8)));
        assert_eq!(*copy.get::<u8>(), 2);
    }
}
