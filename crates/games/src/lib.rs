//! Games whose rules are written by hand: explicit [trees](tree), [coins], [othello] and
//! [breakthrough].

pub mod breakthrough;
pub mod coins;
pub mod grid;
pub mod othello;
pub mod tree;
