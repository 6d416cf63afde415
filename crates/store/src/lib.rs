//! What is remembered of students between contests: what they played, what was learned of them, and
//! the positions that come back to be practised.
//!
//! Nothing here knows a game or a tutor. Games, moves and positions are text as the game writes it; what a
//! tutor has learned and how it vouches for a concession are JSON values whose form is its own.
//!
//! [`Memory`] says what can be remembered, [`Sqlite`] does it in one file.
//!
//! ```
//! use serde_json::json;
//! use shido_store::{Beginning, Memory, Moment, Sqlite, Standing};
//!
//! let folder = tempfile::tempdir()?;
//! let mut memory = Sqlite::open(&folder.path().join("students.sqlite"))?;
//! let beginning = Beginning {
//!     game: "tic-tac-toe".to_owned(),
//!     opponent: Some("perfect".to_owned()),
//!     seat: Some("first".to_owned()),
//!     start: String::new(),
//! };
//! let contest = memory.begin("ada", &beginning, Moment::now())?;
//! let standing = Standing { moves: vec!["a1".to_owned()], ..Standing::default() };
//! memory.keep(contest, &standing, Moment::now())?;
//! memory.learn("ada", "tic-tac-toe", Moment::now(), &mut |_| json!({ "rating": 900 }))?;
//!
//! let ada = memory.everything("ada")?.expect("she has played");
//! assert_eq!(ada.contests[0].standing.moves, ["a1"]);
//! assert_eq!(ada.learned[0].state, json!({ "rating": 900 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod exchange;
mod memory;
mod moment;
mod schedule;
mod sqlite;
mod student;

pub use error::{Result, StoreError};
pub use exchange::{export, import};
pub use memory::Memory;
pub use moment::Moment;
pub use schedule::{Grade, Schedule};
pub use sqlite::Sqlite;
pub use student::{
    Beginning, BegunNow, Card, Certificate, Contest, Exercise, KeptNow, Learned, Standing, Student,
    is_name,
};
