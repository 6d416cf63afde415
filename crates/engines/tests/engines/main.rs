//! Engines that behave, engines that do not, and the real ones.

mod behaving;
mod misbehaving;
mod real;
mod script;
