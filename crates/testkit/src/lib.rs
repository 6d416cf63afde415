//! For tests only: [laws] that every game must keep, a [reference](mod@reference) to check fast
//! searches against, random explicit [trees] to check them on, and [`perft`] for known counts.

pub mod laws;
mod perft;
pub mod reference;
pub mod trees;

pub use perft::perft;
