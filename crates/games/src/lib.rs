//! Games whose rules are written by hand: explicit [trees](tree) and the games that people play.

pub mod draughts;
pub mod shogi;
pub mod tree;
