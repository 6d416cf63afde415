//! Trees as text, in the form in which they are read.

use std::fmt;

use super::{Head, Kind, NodeIndex, ROOT, Tree, Worth};

enum Step {
    Node(NodeIndex),
    Close,
}

/// The tree on one line; reading that gives the same tree.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A list of what is still to be written, last first, since recursion would run out of
        // stack on the deepest trees.
        let mut steps = vec![Step::Node(ROOT)];
        while let Some(step) = steps.pop() {
            let Step::Node(index) = step else {
                f.write_str(")")?;
                continue;
            };
            let node = self.node(index);
            if let Some(stem) = node.stem {
                f.write_str(" ")?;
                if let Some(odds) = stem.odds {
                    write!(f, "{odds} ")?;
                }
            }
            match &node.kind {
                Kind::Leaf(value) => write!(f, "{value}")?,
                Kind::Inner { head, value, .. } => {
                    write!(f, "({head}")?;
                    if let Some(value) = value {
                        write!(f, " ={value}")?;
                    }
                    steps.push(Step::Close);
                    steps.extend(self.below(index).iter().rev().copied().map(Step::Node));
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(self.ours, f)?;
        if self.ours == self.theirs {
            return Ok(());
        }
        f.write_str("|")?;
        write_value(self.theirs, f)
    }
}

/// From here on values are written with an exponent, as they are in the answers of searches: the largest
/// would have 309 digits.
const LARGE: f64 = 1e15;

fn write_value(value: f64, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value.abs() < LARGE {
        true => write!(f, "{value}"),
        false => write!(f, "{value:e}"),
    }
}
