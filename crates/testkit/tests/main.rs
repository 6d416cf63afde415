//! The laws and references themselves.

mod laws;
mod reference;
