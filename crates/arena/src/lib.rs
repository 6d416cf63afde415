//! Players, contests and matches, sampled and exact.
//!
//! A *contest* is one play of a game from a position to its end ([`Contest`]). A [`Player`] chooses
//! moves in a contest and may remember what it likes. A [`Policy`] is a player without a memory: a
//! distribution over the legal moves that depends on the position alone. Two policies can be set
//! against each other by sampling ([`play_match`], also for players) or, where positions cannot
//! recur, exactly ([`exact_match`]).
//!
//! The policies here are [`Random`], [`Perfect`] (which plays from a solved game, with a [`Wisdom`]
//! and a [`Theory`]), [`WorstMove`] (its opposite), [`Fallible`] (another policy with noise),
//! [`BestResponse`] (what does best against another policy), [`Remembered`] (another policy with a
//! memory) and [`Nature`]. Searches of `shido-search` are players as they are: `AlphaBeta`, `Mcts`, `Pvs`.

mod best_response;
mod contest;
mod elo;
mod exact;
mod fallible;
pub mod linear;
mod matches;
mod memory;
mod nature;
mod oracle;
mod perfect;
mod player;
mod random;
mod remembered;
mod repetition;
mod searches;
mod theory;
mod transcript;
mod wilson;
mod worst_move;

pub use best_response::{Aim, BestResponse, BestResponseOptions};
pub use contest::{Contest, EarlyEnd, History, IllegalMove, NoEarlyEnd};
pub use elo::{Encounter, Rating, ratings};
pub use exact::{ExactError, ExactOptions, ExactResult, exact_match};
pub use fallible::{Fallible, NoiseError};
pub use matches::{
    Ended, MatchError, MatchOptions, MatchResult, Recorded, Score, Seats, play_match,
};
pub use nature::Nature;
pub use oracle::Oracle;
pub use perfect::{Perfect, Wisdom};
pub use player::{
    Entrant, Player, PlayerError, Policy, Sampled, Thinking, ThinkingLimits, draw, uniform,
};
pub use random::Random;
pub use remembered::Remembered;
pub use theory::{Line, Theory, TheoryError};
pub use transcript::{End, ReplayError, Transcript, TranscriptError};
pub use wilson::{Interval, wilson};
pub use worst_move::WorstMove;
