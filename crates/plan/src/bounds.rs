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
