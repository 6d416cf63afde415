//! How long work will take, told as soon as it can be told.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::terminal::{counted, grouped};

/// How long to look before a forecast is made. It then rests on what is done, which is a fair sample as
/// long as the work is done in an order that mixes all of it.
const LOOK: Duration = Duration::from_secs(2);

/// Says how much there is to do, and then how long it will take.
pub(crate) struct Forecast {
    total: u64,
    /// What is counted, one and several.
    units: [&'static str; 2],
    /// When work began, and how much was done before.
    began: OnceLock<(Instant, u64)>,
    told: AtomicBool,
}

impl Forecast {
    pub(crate) const fn new(total: u64, units: [&'static str; 2]) -> Forecast {
        Forecast {
            total,
            units,
            began: OnceLock::new(),
            told: AtomicBool::new(false),
        }
    }

    /// What is to be said now that so much is done.
    pub(crate) fn see(&self, done: u64) -> Option<String> {
        let mut first = None;
        let (began, before) = self.began.get_or_init(|| {
            first = Some(self.to_do(done));
            (Instant::now(), done)
        });
        let (taken, did) = (began.elapsed(), done.saturating_sub(*before));
        if first.is_some() || taken < LOOK || did == 0 || done >= self.total {
            return first;
        }
        let again = self.told.swap(true, Ordering::Relaxed);
        (!again).then(|| self.left(taken, did, done))
    }

    fn to_do(&self, kept: u64) -> String {
        let [one, several] = self.units;
        let left = counted(self.total.saturating_sub(kept), one, several);
        match kept {
            0 => format!("{left} to do"),
            kept => format!("{left} to do; {} are kept from before", grouped(kept)),
        }
    }

    fn left(&self, taken: Duration, did: u64, done: u64) -> String {
        let left = taken.as_secs_f64() / did as f64 * (self.total - done) as f64;
        let share = 100.0 * did as f64 / self.total as f64;
        format!(
            "about {} to go, as far as the first {} tell ({share:.1}% of all)",
            words(left),
            counted(did, self.units[0], self.units[1])
        )
    }
}

/// A time as people say it.
fn words(seconds: f64) -> String {
    match seconds {
        ..100.0 => counted(seconds.ceil().max(1.0) as u64, "second", "seconds"),
        ..6000.0 => counted((seconds / 60.0).round() as u64, "minute", "minutes"),
        _ => format!("{:.1} hours", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_takes_as_long_for_each_as_what_is_done() {
        let forecast = Forecast::new(1_000, ["run", "runs"]);
        assert_eq!(
            forecast.see(100).as_deref(),
            Some("900 runs to do; 100 are kept from before")
        );
        assert_eq!(forecast.see(101), None);
        // 40 in 4 seconds; 860 are left.
        let said = forecast.left(Duration::from_secs(4), 40, 140);
        assert_eq!(
            said,
            "about 86 seconds to go, as far as the first 40 runs tell (4.0% of all)"
        );
    }

    #[test]
    fn times_are_said_in_fitting_units() {
        for (seconds, said) in [
            (0.2, "1 second"),
            (99.5, "100 seconds"),
            (360.0, "6 minutes"),
            (9_000.0, "2.5 hours"),
        ] {
            assert_eq!(words(seconds), said);
        }
    }
}
