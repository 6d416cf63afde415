//! Bounds on a success rate.

use std::fmt;

/// How far apart two rates that are equal on paper may be computed. Twenty per cent of ten per cent is
/// two per cent, though not to the last bit of a float.
const ROUNDING: f64 = 1e-12;

/// Whether a rate is above another by more than rounding explains.
pub(crate) fn surpasses(rate: f64, other: f64) -> bool {
    rate > other * (1.0 + ROUNDING)
}

/// What a factor has to surpass so that the product with the others surpasses `floor`. The division
/// rounds too, so it is a little less: what does not surpass it surely does not matter.
pub(crate) fn floor_of_factor(floor: f64, others: f64) -> f64 {
    floor / others / (1.0 + ROUNDING)
}

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
