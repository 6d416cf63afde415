//! Tactics at Go beside known positions and exhaustive search.

mod captures;
mod connections;
mod diagram;
mod exhaustive;
mod known;
mod life;
