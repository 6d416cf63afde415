//! Games whose rules are written by hand: explicit [trees](tree) and the games that people play.

pub mod backgammon;
pub mod breakthrough;
pub mod chess;
pub mod coins;
mod colours;
pub mod draughts;
pub mod go;
pub mod grid;
pub mod othello;
pub mod shogi;
pub mod tree;
