//! Alpha-beta and expectiminimax on trees worked out by hand, and against the reference.

mod agreement;
mod pictures;
mod recorded;
mod slides;
mod worked;

use crate::{frame, tree};
