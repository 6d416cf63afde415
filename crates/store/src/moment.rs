//! Points in time.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// A point in time: milliseconds since the beginning of 1970, by UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Moment(pub i64);

const DAY: i64 = 24 * 60 * 60 * 1000;

impl Moment {
    /// By the clock. One that is wrong and before 1970 is taken for 1970.
    #[must_use]
    pub fn now() -> Moment {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let since = since.unwrap_or(Duration::ZERO).as_millis();
        Moment(i64::try_from(since).unwrap_or(i64::MAX))
    }

    /// The beginning of its day, by UTC.
    #[must_use]
    pub fn day(self) -> Moment {
        Moment(self.0.div_euclid(DAY).saturating_mul(DAY))
    }

    /// So many days later.
    #[must_use]
    pub fn after_days(self, days: u32) -> Moment {
        Moment(self.0.saturating_add(i64::from(days) * DAY))
    }

    /// How many whole days have gone by since then; none if it has not come yet.
    #[must_use]
    pub fn days_since(self, then: Moment) -> u32 {
        let days = self.0.saturating_sub(then.0).max(0) / DAY;
        u32::try_from(days).unwrap_or(u32::MAX)
    }
}
