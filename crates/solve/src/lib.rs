//! The exact value and distance of every position of a game that fits in memory.
