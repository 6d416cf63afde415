//! Games as data.
//!
//! A [`Frame`] is read from a TOML text and compiles to a [`FrameGame`]: rules on bitboards that run
//! at nearly the speed of rules written by hand. The file format is described in `docs/frames.md`.
//!
//! ```
//! use shido_core::{Game, Notation};
//! use shido_frame::{Compiled, Frame};
//!
//! let text = r#"
//!     name = "tic-tac-toe"
//!     board = { grid = [3, 3], lines = { in-a-row = 3 } }
//!     markers = { first = { symbol = "X" }, second = { symbol = "O" } }
//!     stages = [{ move = "place" }]
//!     goal = { line = "win" }
//! "#;
//! let frame = Frame::read("tic-tac-toe.toml", text, &[]).expect("the frame is sound");
//! let Compiled::Small(game) = Compiled::new(&frame) else { unreachable!("nine points") };
//! let mut position = game.start();
//! let centre = game.parse_move(&position, "b2")?;
//! game.play(&mut position, centre);
//! assert_eq!(game.write_position(&position), ".../.X./... O");
//! # Ok::<(), shido_core::NotationError>(())
//! ```

mod authoring;
mod bits;
mod diagnostic;
mod features;
mod foresight;
mod frame;
mod game;
mod guide;
mod ledger;
mod line_test;
mod lower;
mod markers;
mod motifs;
mod notation;
mod open_lines;
mod pack;
mod picture;
mod reader;
mod symmetry;
mod targets;
mod words;

pub use authoring::{SCHEMA, template};
pub use bits::{Bits, Points};
pub use diagnostic::{Diagnostic, FrameErrors};
pub use frame::{
    Board, BoardPoint, BookLine, Entry, Frame, Known, KnownValue, LineRule, MOST_POINTS, Marker,
    NoMove, Over, Point, Repetition, Rules, Stage, Surface, Theory, TheoryWisdom,
};
pub use game::{FrameGame, FrameMove, FramePosition};

/// A compiled frame, with bitboards as wide as its board needs.
#[expect(
    clippy::large_enum_variant,
    reason = "nearly all frames are small, and nobody keeps many"
)]
pub enum Compiled {
    /// Up to 64 points.
    Small(FrameGame<u64>),
    /// Up to 255 points.
    Large(Box<FrameGame<ethnum::U256>>),
}

impl Compiled {
    /// Compiles the rules of a frame.
    #[must_use]
    pub fn new(frame: &Frame) -> Compiled {
        match frame.rules.board.points.len() {
            0..=64 => Compiled::Small(FrameGame::new(&frame.rules)),
            _ => Compiled::Large(Box::new(FrameGame::new(&frame.rules))),
        }
    }
}
