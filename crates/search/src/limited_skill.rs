//! What is forced within a few plies; players of limited skill, and play against them.

pub(crate) mod forced;
pub(crate) mod semi_random;
pub(crate) mod speculative;
