//! The searches, beside references and worked examples.

mod exact;
mod lookup;
mod mcts;
mod minimax;
mod opponent;
mod proof_number;
mod pvs;
mod quiet;
mod semi_random;
