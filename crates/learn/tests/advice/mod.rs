//! What Hoyle must show: that its advice is sound, does not depend on how the board is labelled, and
//! comes to what Epstein reports.

mod achi;
mod breadth;
mod decisions;
mod naive_plans;
mod players;
mod soundness;
mod symmetries;
mod tic_tac_toe;
