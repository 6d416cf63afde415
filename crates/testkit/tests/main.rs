//! The laws and references themselves, and the sources of the workspace.

mod laws;
mod reference;
mod sources;
