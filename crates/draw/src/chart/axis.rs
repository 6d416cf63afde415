//! Values along a side of a chart, with round ones marked.

/// Values along a side of a chart.
pub(super) struct Axis {
    from: f64,
    step: f64,
    steps: u32,
    /// Where on the sheet the smallest and the largest value are.
    ends: [f64; 2],
}

/// About how many steps an axis has.
const STEPS: f64 = 6.0;

impl Axis {
    /// Reaches around the values in round steps. Those that are not finite are left out.
    pub(super) fn over(values: impl IntoIterator<Item = f64>, ends: [f64; 2]) -> Axis {
        let values = values.into_iter().filter(|value| value.is_finite());
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = match high > low {
            true => (low, high),
            // One value, or none, is put in the middle.
            false if low.is_finite() => (low - 0.5, low + 0.5),
            false => (0.0, 1.0),
        };
        let step = round_step((high - low) / STEPS);
        let first = (low / step + 1e-9).floor();
        Axis {
            from: first * step,
            step,
            steps: ((high / step - 1e-9).ceil() - first).max(1.0) as u32,
            ends,
        }
    }

    /// Where on the sheet a value is.
    pub(super) fn place(&self, value: f64) -> f64 {
        let share = (value - self.from) / (self.step * f64::from(self.steps));
        self.ends[0] + share * (self.ends[1] - self.ends[0])
    }

    /// The round values, each with its label.
    pub(super) fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        let decimals = (-self.step.log10().floor()).max(0.0) as usize;
        (0..=self.steps).map(move |number| {
            // Adding zero turns a negative zero into a positive one.
            let tick = self.from + self.step * f64::from(number) + 0.0;
            (tick, format!("{tick:.decimals$}"))
        })
    }
}

/// The smallest of 1, 2, 5, 10, 20, ... and their fractions that is not below `wanted`.
fn round_step(wanted: f64) -> f64 {
    let power = 10.0_f64.powf(wanted.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    // The largest is ten times what was rounded down, so one of them is large enough but for rounding.
    *steps
        .iter()
        .find(|step| **step >= wanted * (1.0 - 1e-9))
        .unwrap_or(&steps[3])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (wanted, step) in [
            (0.7, 1.0),
            (1.0, 1.0),
            (1.2, 2.0),
            (33.0, 50.0),
            (0.06, 0.1),
        ] {
            assert!((round_step(wanted) - step).abs() < 1e-12, "{wanted}");
        }
    }

    #[test]
    fn axes_reach_around_the_values() {
        for (values, labels) in [
            (&[0.31, 0.68][..], &["0.3", "0.4", "0.5", "0.6", "0.7"][..]),
            (&[0.0, 99.5], &["0", "20", "40", "60", "80", "100"]),
            (&[-2.78, 13.09], &["-5", "0", "5", "10", "15"]),
        ] {
            let axis = Axis::over(values.iter().copied(), [0.0, 100.0]);
            let found: Vec<String> = axis.ticks().map(|(_, label)| label).collect();
            assert_eq!(found, labels);
        }
        let one = Axis::over([7.0, f64::NAN], [0.0, 100.0]);
        assert!((one.place(7.0) - 50.0).abs() < 1e-9);
    }
}
