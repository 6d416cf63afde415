//! What a search knows beyond the rules: evaluations, tables, books.

pub(crate) mod book;
pub(crate) mod evaluate;
pub(crate) mod lookup;
pub(crate) mod model;
pub(crate) mod quiet;
