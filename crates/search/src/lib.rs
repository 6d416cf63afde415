//! Searches, one file each; none of them names a game.
//!
//! Every search takes a game and a position, a [`Model`] of what the rules leave open (what
//! positions at the horizon are worth, and the odds of chance) and [`Limits`], and answers with an
//! [`Analysis`]. [`minimax`] is the readable reference: the others must agree with it.
//!
//! Searches that suppose something about the opponent, [`OmSearch`] and its kin, take an
//! [`OpponentModel`] and answer with a [`Speculation`]. Of these the plain definition is the
//! reference, and the pruned search must agree with it.
//!
//! | folder | what is in it |
//! | --- | --- |
//! | `exhaustive` | minimax, alpha-beta, expectiminimax: to be read, watched and compared with |
//! | `pvs`, `mcts`, `proof_number` | the searches for strong play, without an evaluation, for forced wins |
//! | `opponent_model` | searches that suppose how the opponent plays |
//! | `limited_skill` | semi-random players, and play against them |
//! | `knowledge` | evaluations, tables, books |
//! | `question` | what all searches are asked and answer, and how they are watched |

mod exhaustive;
mod knowledge;
mod limited_skill;
mod mcts;
mod opponent_model;
mod proof_number;
mod pvs;
mod question;

pub use exhaustive::alphabeta::{AlphaBeta, Ask, DEEPEST_RECURSION, alphabeta, alphabeta_observed};
pub use exhaustive::expectiminimax::{ChancePruning, Expectiminimax};
pub use exhaustive::minimax::{minimax, minimax_observed};
pub use knowledge::book::Book;
pub use knowledge::evaluate::Evaluate;
pub use knowledge::lookup::{Lookup, WithLookup};
pub use knowledge::model::{Blank, Judged, Known, MARGIN, Model, Rules, WithOdds, fingerprint};
pub use knowledge::quiet::Quiet;
pub use limited_skill::forced::{Forced, Foreseeing};
pub use limited_skill::semi_random::SemiRandom;
pub use limited_skill::speculative::{
    Counting, First, Moves, Share, Shares, Speculative, SpeculativePlayer, TieBreak,
};
pub use mcts::playout::playout;
pub use mcts::{Mcts, MctsReport};
pub use opponent_model::lo::LoSearch;
pub use opponent_model::m_star::{MStar, PlayerModel};
pub use opponent_model::om::OmSearch;
pub use opponent_model::opponent::{
    Considered, Distributed, Erring, LookAhead, Mixture, OpponentModel, SharedOpponent, SoftMax,
};
pub use opponent_model::prom::PromSearch;
pub use opponent_model::replies::{OpponentType, Ties};
pub use opponent_model::speculation::{Judgement, Speculation, SpeculativeMove, Step};
pub use opponent_model::tu::TuSearch;
pub use opponent_model::walk::{Reach, Walk};
pub use proof_number::{Answer, Proof, ProofNumber};
pub use pvs::transposition_table::TranspositionTable;
pub use pvs::{ProbCut, Pvs, PvsOptions, Regression, Selectivity};
pub use question::analysis::{Analysis, Bound, MoveValue, TranspositionUse};
pub use question::limits::{DEEPEST, Limits, NoRoom, SearchError};
pub use question::observe::{Cut, Observer, Silent, Why, Window};
pub use question::record::{RecordedNode, RecordedTree, Recording, Visited};
