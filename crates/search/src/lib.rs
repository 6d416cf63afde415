//! Searches, one file each; none of them names a game.
//!
//! Every search takes a game and a position, a [`Model`] of what the rules leave open (what
//! positions at the horizon are worth, and the odds of chance) and [`Limits`], and answers with an
//! [`Analysis`]. [`minimax`] is the readable reference: the others must agree with it.

mod alphabeta;
mod analysis;
mod book;
mod expectiminimax;
mod limits;
mod lookahead;
mod lookup;
mod mcts;
mod minimax;
mod model;
mod observe;
mod playout;
mod proof_number;
mod pvs;
mod record;
mod score;
mod semi_random;
mod speculative;
mod table;

pub use alphabeta::{Ask, DEEPEST_RECURSION, alphabeta, alphabeta_observed};
pub use analysis::{Analysis, Bound, MoveValue, TableUse};
pub use book::Book;
pub use expectiminimax::{ChancePruning, Expectiminimax};
pub use limits::{DEEPEST, Limits, SearchError};
pub use lookahead::{Forced, Lookahead};
pub use lookup::{Lookup, WithLookup};
pub use mcts::{Mcts, MctsReport};
pub use minimax::{minimax, minimax_observed};
pub use model::{Blank, Judged, Known, MARGIN, Model, Rules, WithOdds};
pub use observe::{Cut, Observer, Silent, Why, Window};
pub use playout::playout;
pub use proof_number::{Answer, Proof, ProofNumber};
pub use pvs::{Pvs, PvsOptions, Selectivity};
pub use record::{RecordedNode, RecordedTree, Recording, Visited};
pub use semi_random::SemiRandom;
pub use speculative::{Counting, First, Moves, Share, Shares, Speculative, Speculator, Ties};
pub use table::TranspositionTable;
