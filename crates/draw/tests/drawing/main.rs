//! Whole boards, drawn.

mod boards;
mod svg;
mod terminal;
