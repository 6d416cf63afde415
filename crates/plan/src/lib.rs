//! Strategic plans: AND/OR trees of uncertain goals.
//!
//! A strategy says what would achieve a goal: all of these (`AND`), one of those (`OR`), down to
//! goals whose success is uncertain. A *plan* is a subtree that leads to the success of the root.
//! Success rates tell which one is the least hazardous: the product at an AND, the maximum at
//! an OR (Cazenave and Moneret, *Development and Evaluation of Strategic Plans*). A rate is dear to
//! obtain, so [`evaluate`] asks for as few as it can and says why it did without the others.
//!
//! [`study()`] asks everything about a strategy at once; its answer is plain data with one serialised form.
//!
//! [`PlanFile`] is the language, [`PlanFile::ground`] makes a [`Tree`] of it, and where rates and
//! facts come from is said by [`Leaves`]: [`Given`] takes them from the file, another crate may take
//! them from a board. Nothing here knows a game.
//!
//! ```
//! use shido_plan::{Given, Options, PlanFile, evaluate};
//!
//! let file = PlanFile::parse(
//!     "OR (Make_Two_Eyes (G) -> 10%, AND (Connect (G G2) -> 80%, Two_Eyes (G2) -> 70%))",
//! )?;
//! let mut leaves = Given::new(&file);
//! let tree = file.ground(&[], &mut leaves)?;
//! let evaluation = evaluate(&tree, &mut leaves, &Options::default())?;
//! assert_eq!(evaluation.chosen, 1);
//! assert!((evaluation.value.least - 0.56).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod beta;
mod bounds;
mod compare;
mod develop;
mod diagram;
mod evaluation;
mod file;
mod given;
mod goal;
mod ground;
mod guess;
mod language;
mod leaves;
mod picture;
mod plain;
pub mod random;
mod rate;
mod shared;
mod spread;
mod study;
mod tree;

pub use answer::{
    BranchAnswer, BranchDoubt, Independent, LeafAnswer, PlanAnswer, PlanNode, SkippedLeaf,
    StepAnswer, WayAnswer,
};
pub use bounds::Bounds;
pub use compare::{Way, ways};
pub use develop::{Cuts, Options, OrRule, Order, evaluate};
pub use evaluation::{Branch, Cut, Evaluation, Leaf, Step};
pub use file::{Definition, Expression, GivenRate, PlanFile, Span};
pub use given::{Given, NoRate};
pub use goal::{Goal, Term};
pub use ground::{DEEPEST_NODE, GroundError, MOST_NODES};
pub use language::{DEEPEST, MOST_PLANS, PlanError, PlanErrors};
pub use leaves::{Estimate, Guess, Leaves, missing};
pub use picture::picture;
pub use plain::plain_values;
pub use rate::Rate;
pub use shared::{CountedOnce, TooEntangled, count_once};
pub use spread::{Spread, spread};
pub use study::{Compared, Question, Study, StudyError, study};
pub use tree::{Kind, Node, NodeId, Tree};
