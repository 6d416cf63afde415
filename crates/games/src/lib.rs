//! Games whose rules are written by hand; the first are explicit [trees](tree).

pub mod backgammon;
pub mod tree;
