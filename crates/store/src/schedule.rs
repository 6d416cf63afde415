//! When a position comes back: FSRS, the Free Spaced Repetition Scheduler, with the parameters that fit
//! most people. A card comes back when it is known with a probability of 90% only.

use std::time::Duration;

use rs_fsrs::{Card, FSRS, Parameters, Rating, State};
use serde::{Deserialize, Serialize};

use crate::Moment;

/// A card that is known by heart comes back after this many days all the same: ten years.
const LONGEST: u32 = 3_652;

/// How well a position was known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Not found.
    Again,
    /// Found with help.
    Hard,
    /// Found.
    Good,
    /// Found without thinking.
    Easy,
}

/// When a card comes back, and what that is computed from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// When it comes back.
    pub due: Moment,
    /// When it was last practised.
    pub practised: Option<Moment>,
    /// After how many days it will be known with a probability of 90% only.
    pub stability: Option<f64>,
    /// How hard it is to get better at, from 1 to 10.
    pub difficulty: Option<f64>,
    /// How often it was practised.
    pub times: u32,
    /// How often it was not found.
    pub lapses: u32,
}

impl Schedule {
    /// Of a card that was never practised: it is due at once.
    #[must_use]
    pub fn new(now: Moment) -> Schedule {
        Schedule {
            due: now,
            practised: None,
            stability: None,
            difficulty: None,
            times: 0,
            lapses: 0,
        }
    }

    /// After the card was practised. It comes back tomorrow at the earliest.
    #[must_use]
    pub fn after(&self, grade: Grade, now: Moment) -> Schedule {
        let fsrs = FSRS::new(Parameters {
            maximum_interval: LONGEST as i32,
            // Positions are practised once a day, not again after some minutes.
            enable_short_term: false,
            ..Parameters::default()
        });
        // What comes from a file may be out of bounds, and FSRS would reckon on with it.
        let card = match self.stability.zip(self.difficulty) {
            Some((stability, difficulty)) => Card {
                stability: stability.clamp(0.1, f64::from(LONGEST)),
                difficulty: difficulty.clamp(1.0, 10.0),
                state: State::Review,
                ..Card::default()
            },
            None => Card::default(),
        };
        // Only the time in between matters, and it is counted in whole days.
        let days = self.practised.map_or(0, |then| now.days_since(then));
        let gone = Duration::from_secs(u64::from(days.min(LONGEST)) * 24 * 60 * 60);
        let today = card.last_review + gone;
        let rating = match grade {
            Grade::Again => Rating::Again,
            Grade::Hard => Rating::Hard,
            Grade::Good => Rating::Good,
            Grade::Easy => Rating::Easy,
        };
        let next = fsrs.next(card, today, rating).card;
        let days = u32::try_from(next.scheduled_days).unwrap_or(0);
        Schedule {
            due: now.after_days(days.clamp(1, LONGEST)),
            practised: Some(now),
            stability: Some(next.stability),
            difficulty: Some(next.difficulty),
            times: self.times.saturating_add(1),
            lapses: self.lapses.saturating_add(u32::from(grade == Grade::Again)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that was set back, and a file that somebody has edited.
    #[test]
    fn nothing_makes_a_card_stay_away_for_ever() {
        let practised = Schedule::new(Moment(0)).after(Grade::Good, Moment(1 << 60));
        let values = [f64::MIN, -1.0, 0.0, 1e-300, 5.0, f64::MAX, f64::INFINITY];
        for stability in values {
            for difficulty in values {
                let odd = Schedule {
                    stability: Some(stability),
                    difficulty: Some(difficulty),
                    ..practised
                };
                for now in [0, i64::MIN, i64::MAX / 2, 1 << 60] {
                    for grade in [Grade::Again, Grade::Hard, Grade::Good, Grade::Easy] {
                        let now = Moment(now);
                        let next = odd.after(grade, now);
                        let days = next.due.days_since(now);
                        assert!((1..=LONGEST).contains(&days), "{odd:?}: {next:?}");
                        assert!(next.stability.is_some_and(f64::is_finite), "{next:?}");
                        assert!(next.difficulty.is_some_and(f64::is_finite), "{next:?}");
                    }
                }
            }
        }
    }
}
