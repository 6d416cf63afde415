//! Days of the calendar, for records. Which day it is has to be told: nothing here looks at a clock.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Date {
    /// The year.
    pub year: u64,
    /// The month, from 1.
    pub month: u8,
    /// The day of the month, from 1.
    pub day: u8,
}

impl Date {
    /// The day that comes so many days after the first of January 1970.
    ///
    /// ```
    /// use shido::Date;
    /// assert_eq!(Date::after_1970(0).to_string(), "1970-01-01");
    /// assert_eq!(Date::after_1970(19_782).to_string(), "2024-02-29");
    /// ```
    #[must_use]
    pub fn after_1970(days: u64) -> Date {
        // Years are counted from March, so that a leap day is the last of its year, and from a year after
        // which the calendar repeats itself every 400 years.
        const DAYS_TO_1970: u64 = 719_468;
        const DAYS_OF_400_YEARS: u64 = 146_097;
        let days = days % (1_000_000 * DAYS_OF_400_YEARS) + DAYS_TO_1970;
        let (era, day) = (days / DAYS_OF_400_YEARS, days % DAYS_OF_400_YEARS);
        let leap_days = |day: u64| day / 1_460 - day / 36_524 + day / 146_096;
        let year = (day - leap_days(day)) / 365;
        let day_of_year = day - (365 * year + year / 4 - year / 100);
        // March to July and August to December have 153 days each, in the same order.
        let month = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month + 2) / 5 + 1;
        let (month, next) = match month {
            ..10 => (month + 3, 0),
            _ => (month - 9, 1),
        };
        Date {
            year: 400 * era + year + next,
            month: month as u8,
            day: day as u8,
        }
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Date { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Day by day through two rounds of the calendar, with the months counted on the fingers.
    #[test]
    fn days_follow_one_another() {
        let mut expected = Date::after_1970(0);
        for days in 0..300_000 {
            assert_eq!(Date::after_1970(days), expected);
            let leap = expected.year.is_multiple_of(4)
                && (!expected.year.is_multiple_of(100) || expected.year.is_multiple_of(400));
            let length = match expected.month {
                2 if leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            expected.day += 1;
            if expected.day > length {
                (expected.day, expected.month) = (1, expected.month + 1);
            }
            if expected.month > 12 {
                (expected.month, expected.year) = (1, expected.year + 1);
            }
        }
        assert_eq!(Date::after_1970(300_000).year, 1970 + 821);
    }
}
