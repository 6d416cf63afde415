//! Whole boards, drawn.

mod boards;
mod document;
mod images;
mod laws;
mod shipped;
mod svg;
mod terminal;
