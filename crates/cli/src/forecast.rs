//! How long work will take, told before it begins.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::terminal::{counted, grouped};

/// How long to look at the work itself where trying a little of it did not tell. A forecast then rests on what
/// is done, which is a fair sample as long as the work is done in an order that mixes all of it.
const LOOK: Duration = Duration::from_secs(2);

/// Says how much there is to do and how long it will take; later, where it could not be told before.
pub(crate) struct Forecast {
    total: u64,
    /// What is counted, one and several.
    units: [&'static str; 2],
    /// How long it will take, as a clause.
    expected: OnceLock<String>,
    /// When work began, and how much was done before.
    began: OnceLock<(Instant, u64)>,
    /// Whether there is nothing more to tell.
    told: AtomicBool,
}

impl Forecast {
    pub(crate) const fn new(total: u64, units: [&'static str; 2]) -> Forecast {
        Forecast {
            total,
            units,
            expected: OnceLock::new(),
            began: OnceLock::new(),
            told: AtomicBool::new(false),
        }
    }

    /// Takes note of how long it will take, or will take at least.
    pub(crate) fn expect(&self, time: Duration, threads: usize, at_least: bool) {
        let about = if at_least { "at least" } else { "about" };
        let time = words(time.as_secs_f64());
        let threads = counted(threads as u64, "thread", "threads");
        // It is told once, before the work begins.
        let _ = self.expected.set(format!(", {about} {time} on {threads}"));
        self.told.store(!at_least, Ordering::Relaxed);
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
        let expected = self.expected.get().map_or("", String::as_str);
        match kept {
            0 => format!("{left} to do{expected}"),
            kept => format!(
                "{left} to do{expected}; {} are kept from before",
                grouped(kept)
            ),
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
    fn what_was_expected_is_told_first() {
        let sure = Forecast::new(1_000, ["run", "runs"]);
        sure.expect(Duration::from_secs(720), 2, false);
        let said = sure.see(100);
        let expected = "900 runs to do, about 12 minutes on 2 threads; 100 are kept from before";
        assert_eq!(said.as_deref(), Some(expected));
        assert!(sure.told.into_inner(), "there is nothing more to tell");
        let unsure = Forecast::new(30, ["run", "runs"]);
        unsure.expect(Duration::from_secs(20), 1, true);
        let expected = "30 runs to do, at least 20 seconds on 1 thread";
        assert_eq!(unsure.see(0).as_deref(), Some(expected));
        assert!(!unsure.told.into_inner(), "it is told once more is known");
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
