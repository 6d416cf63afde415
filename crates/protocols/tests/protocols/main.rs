//! Boards that speak with the engine: by script, while it thinks, and with nonsense.

mod fuzzed;
mod gtp;
mod partner;
mod uci;
mod usi;
