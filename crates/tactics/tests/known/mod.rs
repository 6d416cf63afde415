//! Positions of known status: Shido's reading is held against them, and GNU Go is asked about them.

mod gnu_go;
mod opinion;
mod positions;
mod status;
