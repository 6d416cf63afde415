//! Bounds on a success rate.

use std::fmt;

/// What is known of a success rate: it lies from `least` to `most`, which are equal where it is
/// known exactly.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// It is no less than this.
    pub least: f64,
    /// It is no more than this.
    pub most: f64,
}

impl Bounds {
    /// Before anything is known.
    pub const UNKNOWN: Bounds = Bounds {
        least: 0.0,
        most: 1.0,
    };

    /// A rate that is known.
    #[must_use]
    pub const fn exactly(rate: f64) -> Bounds {
        Bounds {
            least: rate,
            most: rate,
        }
    }

    /// Whether nothing is left to find out.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.least == self.most
    }
}

/// A rate as people write it: `56%`, `≤ 25%`, `≥ 49.5%`, `10% to 20%`, `?`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |rate: f64| (rate * 1e4).round() / 1e2;
        let (least, most) = (percent(self.least), percent(self.most));
        match (self.least <= 0.0, self.most >= 1.0) {
            _ if self.is_exact() => write!(f, "{least}%"),
            (true, true) => f.write_str("?"),
            (true, false) => write!(f, "≤ {most}%"),
            (false, true) => write!(f, "≥ {least}%"),
            (false, false) => write!(f, "{least}% to {most}%"),
        }
    }
}
