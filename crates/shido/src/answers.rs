//! What can be asked of a game or a session is answered by these: plain data, typed, with one serialised
//! form. `--json` prints that form and nothing else; words for people are made by whoever shows them.

mod analysis;
mod matches;
mod solution;

pub use analysis::{
    AdvisorSaid, Analysis, Certain, Deliberation, MoveAdvised, MoveNamed, MoveSpeculation,
    MoveThought, Progress, RecordSize, Thought,
};
pub use matches::{MatchCounts, MatchOrder, MatchReport};
pub use solution::{Extent, Solution, SolutionKind};
