//! A contest looked at with one of its players: where they had chances, which of their mistakes they can learn
//! from, hints in steps, the answer, and why.
//!
//! ```no_run
//! use shido::{Catalog, Settings, read_records};
//! use shido_review::{ReviewOrder, review};
//!
//! let catalog = Catalog::shipped();
//! let record = read_records(&std::fs::read_to_string("game.pgn")?)?.remove(0);
//! let settings = Settings::in_memory();
//! let found = review(&catalog, &record, &ReviewOrder::default(), &settings, &|_| {})?;
//! for moment in &found.moments {
//!     println!("{}: {}", moment.number, moment.card.hints[0]);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How moments are chosen is derived in `docs/review.md`.

mod coach;
mod explain;
mod graph;
mod judge;
mod level;
mod page;
mod profile;
mod review;

pub use coach::Coach;
pub use explain::Card;
pub use graph::graph;
pub use level::Level;
pub use page::review_page;
pub use profile::{MotifCount, Profile};
pub use review::{Moment, MomentKind, Review, ReviewOrder, review};
