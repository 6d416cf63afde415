//! Searches, one file each; none of them names a game.
//!
//! Every search takes a game and a position, a [`Model`] of what the rules leave open (what
//! positions at the horizon are worth, and the odds of chance) and [`Limits`], and answers with an
//! [`Analysis`]. [`minimax`] is the readable reference: the others must agree with it.
//!
//! Searches that suppose something about the opponent, [`OmSearch`] and its kin, take an
//! [`OpponentModel`] and answer with a [`Speculation`]. Of these the plain definition is the
//! reference, and the pruned search must agree with it.

mod alphabeta;
mod analysis;
mod book;
mod evaluate;
mod expectiminimax;
mod forced;
mod limits;
mod lo;
mod lookup;
mod m_star;
mod mcts;
mod minimax;
mod model;
mod observe;
mod om;
mod opponent;
mod playout;
mod probe;
mod probing;
mod prom;
mod proof_number;
mod pvs;
mod quiet;
mod record;
mod replies;
mod score;
mod semi_random;
mod speculation;
mod speculative;
mod strategy;
mod table;
mod tu;
mod values;
mod walk;

pub use alphabeta::{Ask, DEEPEST_RECURSION, alphabeta, alphabeta_observed};
pub use analysis::{Analysis, Bound, MoveValue, TableUse};
pub use book::Book;
pub use evaluate::Evaluate;
pub use expectiminimax::{ChancePruning, Expectiminimax};
pub use forced::{Forced, Foreseeing};
pub use limits::{DEEPEST, Limits, SearchError};
pub use lo::LoSearch;
pub use lookup::{Lookup, WithLookup};
pub use m_star::{MStar, PlayerModel};
pub use mcts::{Mcts, MctsReport};
pub use minimax::{minimax, minimax_observed};
pub use model::{Blank, Judged, Known, MARGIN, Model, Rules, WithOdds, fingerprint};
pub use observe::{Cut, Observer, Silent, Why, Window};
pub use om::OmSearch;
pub use opponent::{
    Considered, Distributed, Erring, LookAhead, Mixture, OpponentModel, SharedOpponent, SoftMax,
};
pub use playout::playout;
pub use prom::PromSearch;
pub use proof_number::{Answer, Proof, ProofNumber};
pub use pvs::{Pvs, PvsOptions, Selectivity};
pub use quiet::Quiet;
pub use record::{RecordedNode, RecordedTree, Recording, Visited};
pub use replies::{OpponentType, Ties};
pub use semi_random::SemiRandom;
pub use speculation::{Speculation, SpeculativeMove, Step, Verdict};
pub use speculative::{Counting, First, Moves, Share, Shares, Speculative, Speculator, TieBreak};
pub use table::TranspositionTable;
pub use tu::TuSearch;
pub use walk::{Reach, Walk};
