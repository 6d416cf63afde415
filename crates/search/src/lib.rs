//! Searches, one file each; none of them names a game.
//!
//! Every search takes a game and a position, a [`Model`] of what the rules leave open (what
//! positions at the horizon are worth, and the odds of chance) and [`Limits`], and answers with an
//! [`Analysis`]. [`minimax`] is the readable reference: the others must agree with it.

mod analysis;
mod limits;
mod mcts;
mod minimax;
mod model;
mod playout;
mod proof_number;

pub use analysis::{Analysis, Bound, MoveValue, TableUse};
pub use limits::{DEEPEST, Limits, SearchError};
pub use mcts::{Mcts, MctsReport};
pub use minimax::minimax;
pub use model::{Blank, Judged, MARGIN, Model, Rules};
pub use playout::playout;
pub use proof_number::{Answer, Proof, ProofNumber};
