//! The plain searches: to be read, watched and compared with.

pub(crate) mod alphabeta;
pub(crate) mod expectiminimax;
pub(crate) mod minimax;
