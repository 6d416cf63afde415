//! Matches: who plays whom, and how it went.

use serde::Serialize;
use shido_arena::{Ended, Interval, Score, Seats};
use shido_core::Seat;

use crate::{AnyPlayer, Spec, wire};

/// Who plays whom, and how often.
#[derive(Clone)]
pub struct MatchOrder {
    /// The first player.
    pub a: AnyPlayer,
    /// The second player.
    pub b: AnyPlayer,
    /// Whether they change seats.
    pub seats: Seats,
    /// The number of contests; the exact distribution of outcomes if `None`.
    pub games: Option<u64>,
    /// How many random plies each contest begins with, the same for a pair of contests with the seats
    /// exchanged.
    pub opening_plies: u32,
    /// Whether to keep transcripts.
    pub transcripts: bool,
}

/// How a match went. Rates are from 0 to 1.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MatchReport {
    /// The game.
    pub game: String,
    /// The first player.
    pub a: Spec,
    /// The second player.
    pub b: Spec,
    /// Whether they changed seats.
    #[serde(serialize_with = "seats")]
    pub seats: Seats,
    /// Whether the rates are exact.
    pub exact: bool,
    /// The contests played; `None` for an exact result.
    pub games: Option<u64>,
    /// How often A won.
    pub a_wins: f64,
    /// How often nobody won.
    pub draws: f64,
    /// How often B won.
    pub b_wins: f64,
    /// How many distinct contests there were, where contests were repeated: from the same opening and
    /// with the same seats the players always played the same contest. `None` where they varied, or
    /// nothing was repeated.
    pub distinct: Option<u64>,
    /// The 95% interval of A's wins; of the distinct contests, where contests were repeated.
    #[serde(serialize_with = "wire::interval")]
    pub a_wins_interval: Interval,
    /// How long contests were.
    pub mean_plies: f64,
    /// How many contests were cut short and called drawn.
    pub capped: u64,
    /// Whether a stop came before the last contest was over.
    pub stopped: bool,
    /// The root seed.
    pub seed: u64,
    /// The same as numbers of contests; `None` for an exact result.
    pub counts: Option<MatchCounts>,
    /// The same of the distinct contests, where contests were repeated.
    pub distinct_counts: Option<MatchCounts>,
    /// How each contest went, in the order in which they were played, where somebody learned from one to the next.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contests: Vec<ContestResult>,
    /// The contests, one line each.
    #[serde(skip)]
    pub transcripts: Vec<String>,
}

/// How a contest of a match went.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ContestResult {
    /// Its number, from 1.
    pub number: u64,
    /// Where A sat.
    #[serde(serialize_with = "seat")]
    pub a_seat: Seat,
    /// Who won: `a`, `b`, or `draw` where nobody did.
    pub outcome: &'static str,
    /// How many plies were played.
    pub plies: usize,
}

impl From<Ended> for ContestResult {
    fn from(ended: Ended) -> ContestResult {
        ContestResult {
            number: ended.number + 1,
            a_seat: ended.seat_of_a,
            outcome: match ended.winner {
                None => "draw",
                Some(seat) if seat == ended.seat_of_a => "a",
                Some(_) => "b",
            },
            plies: ended.plies,
        }
    }
}

fn seat<S: serde::Serializer>(seat: &Seat, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(seat)
}

/// How many contests went how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MatchCounts {
    /// A won.
    pub a_wins: u64,
    /// Nobody won.
    pub draws: u64,
    /// B won.
    pub b_wins: u64,
    /// The plies of all contests together.
    pub plies: u64,
}

impl From<Score> for MatchCounts {
    fn from(score: Score) -> MatchCounts {
        MatchCounts {
            a_wins: score.a_wins,
            draws: score.draws,
            b_wins: score.b_wins,
            plies: score.plies,
        }
    }
}

fn seats<S: serde::Serializer>(seats: &Seats, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(match seats {
        Seats::Fixed => "fixed",
        Seats::Alternate => "alternate",
    })
}
