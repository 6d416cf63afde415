//! The library from outside: games, players and sessions by name.

mod asking;
mod catalog;
mod documentation;
mod matches;
mod odds;
mod people;
mod players;
mod proofs;
mod records;
mod semi_random;
mod sessions;
mod shipped;
mod solved;
mod training;
mod tutor;
