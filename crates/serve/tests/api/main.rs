//! The server over real connections.

mod client;
mod described;
mod kept;
mod looking;
mod many;
mod panics;
mod playing;
mod refused;
