//! The rules, notations and features of the games, each beside a reference.

mod backgammon;
mod breakthrough;
mod chess;
mod coins;
mod draughts;
mod go;
mod motifs;
mod othello;
mod perception;
mod shogi;
mod tree;
mod weights;
