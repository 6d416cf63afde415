//! The yardstick, measured.

mod measured;
mod strength;
