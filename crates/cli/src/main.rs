//! `shido`, the command line.
fn main() {}
