//! Boards that speak with the engine: by script, while it thinks, and with nonsense.

mod fuzzed;
mod gtp;
mod lessons;
mod partner;
mod uci;
mod usi;
