//! What can be asked of a game or a session is answered by these: plain data, typed, with one serialised
//! form. `--json` prints that form and nothing else; words for people are made by whoever shows them.

mod analysis;
mod endgame;
mod frame_check;
mod listing;
mod matches;
mod odds;
mod search_tree;
mod solution;

pub use analysis::{
    AdvisorSaid, Analysis, Certain, Deliberation, FeaturePart, FeatureSum, MoveAdvised, MoveNamed,
    MoveSpeculation, MoveThought, RecordSize, Thought, Tutoring,
};
pub use endgame::EndgameSolution;
pub use frame_check::{FrameCheck, FrameChecks, FrameProblem};
pub use listing::{GameList, PlayerList, PositionCounts};
pub use matches::{ContestResult, MatchCounts, MatchOrder, MatchReport};
pub use odds::{Odds, OddsKind};
pub use search_tree::SearchTree;
pub use solution::{Extent, Solution, SolutionKind};
