//! The ways to evaluate a strategy, to be compared with each other.

use crate::{Cuts, Options, OrRule, Order};

/// A way to evaluate, with a name, to be compared with others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Way {
    /// What it is called.
    pub name: &'static str,
    /// What it is.
    pub options: Options,
}

/// All ways that differ in the leaves they look at; the first looks at all.
#[must_use]
pub fn ways(or: OrRule) -> Vec<Way> {
    let way = |name, order, cuts| Way {
        name,
        options: Options {
            order,
            cuts,
            or,
            certainty: None,
        },
    };
    vec![
        way("no cuts", Order::DepthFirst, Cuts::Off),
        way("depth-first", Order::DepthFirst, Cuts::Paper),
        way("best-first", Order::BestFirst, Cuts::Paper),
        way("saving", Order::Saving, Cuts::Paper),
        way("depth-first, deep cuts", Order::DepthFirst, Cuts::Deep),
        way("best-first, deep cuts", Order::BestFirst, Cuts::Deep),
        way("saving, deep cuts", Order::Saving, Cuts::Deep),
    ]
}
