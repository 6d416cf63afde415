//! Models of people: what they learn from, and learning.

mod decisions;
mod training;
