//! Games whose rules are written by hand: explicit [trees](tree) and [chess].

pub mod chess;
pub mod tree;
