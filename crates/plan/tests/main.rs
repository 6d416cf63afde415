//! Strategic plans beside the paper, a reference, and their language.

mod agreement;
mod certainty;
mod language;
mod paper;
