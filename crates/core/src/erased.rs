//! Positions and moves whose types are gone, for rules that are held without theirs. Behind them are those
//! of the game, to which only the game itself goes back.

mod moves;
mod position;

pub use moves::{ErasedMove, Interner, Move};
pub use position::{ErasedPosition, Position};
