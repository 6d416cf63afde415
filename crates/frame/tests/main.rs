//! Frames: what is read, what is refused, and how they play.

mod broken;
mod features;
mod foresight;
mod motifs;
mod schema;
mod shipped;
mod symmetry;
