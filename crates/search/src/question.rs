//! What all searches are asked and answer, and how they are watched.

pub(crate) mod analysis;
pub(crate) mod limits;
pub(crate) mod observe;
pub(crate) mod record;
