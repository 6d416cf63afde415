//! For tests only: [laws] that every game must keep, a [reference](mod@reference) to check fast
//! searches against, and random explicit [trees] to check them on.

pub mod laws;
pub mod reference;
pub mod trees;
