//! What is remembered, in files and by several processes.

mod files;
mod memory;
mod processes;
