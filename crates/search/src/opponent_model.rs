//! Searches that suppose something about how the opponent plays: OM, PrOM, M\*, LO and TU.

pub(crate) mod lo;
pub(crate) mod m_star;
pub(crate) mod om;
pub(crate) mod opponent;
pub(crate) mod probe;
pub(crate) mod probing;
pub(crate) mod prom;
pub(crate) mod replies;
pub(crate) mod speculation;
pub(crate) mod strategy;
pub(crate) mod tu;
pub(crate) mod values;
pub(crate) mod walk;
