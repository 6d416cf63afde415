//! Players, contests and matches, sampled and exact.
