//! Clocks of a contest.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shido::Seat;
use utoipa::ToSchema;

use crate::answers::{ClockShown, seat_name};

/// How much time there is, in seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TimeControl {
    /// For each side at the beginning.
    pub(crate) base: u32,
    /// With every move.
    #[serde(default)]
    pub(crate) increment: u32,
}

impl TimeControl {
    /// Longer than anybody plays.
    const LONGEST: u32 = 7 * 24 * 60 * 60;

    pub(crate) fn is_possible(self) -> bool {
        (1..=TimeControl::LONGEST).contains(&self.base) && self.increment <= TimeControl::LONGEST
    }
}

/// Two clocks, of which at most one runs.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    pub(crate) control: TimeControl,
    /// What was left when a clock was last stopped.
    left: [Duration; 2],
    /// Whose runs, and since when.
    running: Option<(Seat, Instant)>,
}

impl Clock {
    pub(crate) fn new(control: TimeControl) -> Clock {
        Clock {
            control,
            left: [Duration::from_secs(control.base.into()); 2],
            running: None,
        }
    }

    /// The clock that was kept. None runs: time in which nobody was there does not count.
    pub(crate) fn kept(value: &Value) -> Option<Clock> {
        let control = serde_json::from_value(value.get("control")?.clone()).ok()?;
        let left: [u64; 2] = serde_json::from_value(value.get("left")?.clone()).ok()?;
        Some(Clock {
            control,
            left: left.map(Duration::from_millis),
            running: None,
        })
    }

    pub(crate) fn to_keep(&self) -> Value {
        json!({ "control": self.control, "left": self.left_now() })
    }

    pub(crate) fn left(&self, seat: Seat) -> Duration {
        let stopped = self.left[seat.index()];
        match self.running {
            Some((running, since)) if running == seat => stopped.saturating_sub(since.elapsed()),
            _ => stopped,
        }
    }

    fn left_now(&self) -> [u64; 2] {
        Seat::BOTH.map(|seat| self.left(seat).as_millis() as u64)
    }

    /// Who has no time left.
    pub(crate) fn fallen(&self) -> Option<Seat> {
        let (seat, _) = self.running?;
        self.left(seat).is_zero().then_some(seat)
    }

    /// Stops what runs. Who has made a move gets the increment.
    pub(crate) fn stop(&mut self, moved: bool) {
        if let Some((seat, _)) = self.running {
            let increment = Duration::from_secs(self.control.increment.into());
            let left = self.left(seat);
            self.left[seat.index()] = if moved { left + increment } else { left };
        }
        self.running = None;
    }

    pub(crate) fn start(&mut self, seat: Seat) {
        self.running = Some((seat, Instant::now()));
    }

    pub(crate) fn runs(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// How long somebody may think about a move.
    pub(crate) fn budget(&self, seat: Seat) -> Duration {
        const MOVES: u32 = 30;
        let increment = Duration::from_secs(self.control.increment.into());
        let left = self.left(seat);
        (left / MOVES + increment * 4 / 5).min(left / 2)
    }

    pub(crate) fn shown(&self) -> ClockShown {
        ClockShown {
            base: self.control.base,
            increment: self.control.increment,
            left: self.left_now(),
            running: self.runs().map(seat_name),
        }
    }
}
