//! Tournaments: every player against every other, changing seats.

use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};
use shido_arena::{Encounter, Interval, Rating, Seats, ratings};

use crate::{
    AnyGame, AnyPlayer, Error, Event, MatchOrder, MatchReport, Seed, Settings, Spec, Watch, wire,
};

/// Who plays, and how often.
#[derive(Clone)]
pub struct TournamentOrder {
    /// The players.
    pub players: Vec<AnyPlayer>,
    /// The contests of each pairing; the exact distribution of outcomes if `None`.
    pub games: Option<u64>,
    /// How many random plies each contest begins with. If `None` it is 4 where two of the players would
    /// otherwise play the same contest again, and no more than a quarter of a contest; else 0.
    pub opening_plies: Option<u32>,
}

/// How a tournament went. Rates are from 0 to 1.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct TournamentReport {
    /// The game.
    pub game: String,
    /// Whether the rates are exact.
    pub exact: bool,
    /// How many random plies each contest began with.
    pub opening_plies: u32,
    /// Each two players. Those that a stop came before are left out.
    pub pairings: Vec<Pairing>,
    /// The players by their scores, the best first.
    pub standings: Vec<Standing>,
    /// Whether a stop came before the last contest was over.
    pub stopped: bool,
    /// The root seed.
    pub seed: u64,
}

/// How two players did against each other.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Pairing {
    /// The places of both among the players as they were given.
    #[serde(skip)]
    pub places: [usize; 2],
    /// The first player.
    pub a: Spec,
    /// The second player.
    pub b: Spec,
    /// The contests played; `None` for an exact result.
    pub games: Option<u64>,
    /// How many distinct contests there were, where contests were repeated.
    pub distinct: Option<u64>,
    /// How often A won.
    pub a_wins: f64,
    /// How often nobody won.
    pub draws: f64,
    /// How often B won.
    pub b_wins: f64,
    /// The 95% interval of A's wins.
    #[serde(serialize_with = "wire::interval")]
    pub a_wins_interval: Interval,
    /// How long contests were.
    pub mean_plies: f64,
}

/// How a player did.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Standing {
    /// The place among the players as they were given.
    #[serde(skip)]
    pub place: usize,
    /// The player.
    pub player: Spec,
    /// The mean over the pairings of wins plus half the draws; `None` where none was finished.
    pub score: Option<f64>,
    /// The rating.
    #[serde(flatten, serialize_with = "rating")]
    pub rating: Rating,
}

fn rating<S: serde::Serializer>(rating: &Rating, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Written {
        elo: Option<f64>,
        elo_interval: [Option<f64>; 2],
    }
    let written = Written {
        elo: rating.elo,
        elo_interval: [rating.low, rating.high],
    };
    written.serialize(to)
}

/// Lets every player meet every other. A stop ends it with what was finished.
///
/// # Errors
/// Where a player is of another game or fails, or an exact result cannot be had.
pub fn play_tournament(
    game: &dyn AnyGame,
    order: &TournamentOrder,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<TournamentReport, Error> {
    let opening_plies = tournament_opening(game, order, settings, watch)?;
    let mut meetings = Vec::new();
    for (number, places) in each_two(order.players.len()).enumerate() {
        if settings.stop.load(Ordering::Relaxed) {
            break;
        }
        let number = number as u64;
        let before = number.saturating_mul(order.games.unwrap_or(0));
        let watch = |event| match event {
            Event::Contests(count) => watch(Event::Contests(before + count)),
            event => watch(event),
        };
        let two = places.map(|place| order.players[place].clone());
        let terms = (order.games, opening_plies);
        let meeting = play_meeting(game, two, number, terms, settings, &watch)?;
        if meeting.games == Some(0) {
            break;
        }
        meetings.push(meeting);
    }
    let report = finish_tournament(game, order, opening_plies, &meetings, settings.seed);
    Ok(report)
}

/// What is kept of a match of two players of a tournament, for whoever shares out the work.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Meeting {
    /// The contests played; `None` for an exact result.
    games: Option<u64>,
    distinct: Option<u64>,
    a_wins: f64,
    draws: f64,
    b_wins: f64,
    /// The 95% interval of A's wins.
    low: f64,
    high: f64,
    mean_plies: f64,
    /// What counts for ratings: A's points, and out of how many contests.
    a_points: f64,
    contests: f64,
    stopped: bool,
}

/// With how many random plies the contests of a tournament begin.
///
/// # Errors
/// Where a player is of another game or fails.
pub fn tournament_opening(
    game: &dyn AnyGame,
    order: &TournamentOrder,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<u32, Error> {
    match (order.opening_plies, order.games) {
        (Some(plies), _) => Ok(plies),
        (None, None) => Ok(0),
        (None, Some(games)) => usual_opening(game, &order.players, games, settings, watch),
    }
}

/// Lets two players of a tournament meet, by the number of their pairing: so many contests, each beginning with so many
/// random plies. Who plays it, and where, makes no difference to the result.
///
/// # Errors
/// Where a player is of another game or fails, or an exact result cannot be had.
pub fn play_meeting(
    game: &dyn AnyGame,
    [a, b]: [AnyPlayer; 2],
    number: u64,
    (games, opening_plies): (Option<u64>, u32),
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Meeting, Error> {
    let settings = Settings {
        seed: settings.seed.derive(number),
        ..settings.clone()
    };
    let order = match_order(a, b, games, opening_plies);
    let report = game.play_match(&order, &settings, watch)?;
    let (a_points, contests) = points(&report);
    Ok(Meeting {
        games: report.games,
        distinct: report.distinct,
        a_wins: report.a_wins,
        draws: report.draws,
        b_wins: report.b_wins,
        low: report.a_wins_interval.low,
        high: report.a_wins_interval.high,
        mean_plies: report.mean_plies,
        a_points,
        contests,
        stopped: report.stopped,
    })
}

/// What the meetings of a tournament come to, in the order of the pairings. Where there are fewer than pairings, a stop
/// came before the others.
#[must_use]
pub fn finish_tournament(
    game: &dyn AnyGame,
    order: &TournamentOrder,
    opening_plies: u32,
    meetings: &[Meeting],
    seed: Seed,
) -> TournamentReport {
    let players = &order.players;
    let mut pairings = Vec::new();
    let mut encounters = Vec::new();
    for (places, meeting) in each_two(players.len()).zip(meetings) {
        let [a, b] = places;
        encounters.push(Encounter {
            a,
            b,
            a_points: meeting.a_points,
            contests: meeting.contests,
        });
        pairings.push(Pairing {
            places,
            a: players[a].spec().clone(),
            b: players[b].spec().clone(),
            games: meeting.games,
            distinct: meeting.distinct,
            a_wins: meeting.a_wins,
            draws: meeting.draws,
            b_wins: meeting.b_wins,
            a_wins_interval: Interval {
                low: meeting.low,
                high: meeting.high,
            },
            mean_plies: meeting.mean_plies,
        });
    }
    TournamentReport {
        game: game.about().name.clone(),
        exact: order.games.is_none(),
        opening_plies,
        standings: standings(order, &pairings, &encounters),
        stopped: pairings.len() < each_two(players.len()).count()
            || meetings.iter().any(|meeting| meeting.stopped),
        pairings,
        seed: seed.0,
    }
}

/// Each two of so many players.
fn each_two(players: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| [a, b]))
}

/// Found out by letting each two play four contests: nobody knows beforehand what an engine or a new
/// player does.
fn usual_opening(
    game: &dyn AnyGame,
    players: &[AnyPlayer],
    games: u64,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<u32, Error> {
    // With one contest for either seating nothing can be repeated.
    if games <= 2 {
        return Ok(0);
    }
    // These contests are no part of the tournament.
    let watch = |event| match event {
        Event::Contests(_) => {}
        event => watch(event),
    };
    for places in each_two(players.len()) {
        let [a, b] = places.map(|place| players[place].clone());
        let order = match_order(a, b, Some(4), 0);
        let tried = game.play_match(&order, settings, &watch)?;
        if tried.distinct.is_some() {
            return Ok((tried.mean_plies / 4.0).min(4.0) as u32);
        }
    }
    Ok(0)
}

fn match_order(a: AnyPlayer, b: AnyPlayer, games: Option<u64>, opening_plies: u32) -> MatchOrder {
    MatchOrder {
        opening_plies,
        a,
        b,
        seats: Seats::Alternate,
        games,
        transcripts: false,
    }
}

/// A match as it counts for ratings: A's points out of the distinct contests. Exact rates weigh the same for each
/// pairing.
fn points(report: &MatchReport) -> (f64, f64) {
    match report.distinct_counts.or(report.counts) {
        Some(counts) => (
            counts.a_wins as f64 + counts.draws as f64 / 2.0,
            (counts.a_wins + counts.draws + counts.b_wins) as f64,
        ),
        None => (report.a_wins + report.draws / 2.0, 1.0),
    }
}

fn standings(
    order: &TournamentOrder,
    pairings: &[Pairing],
    encounters: &[Encounter],
) -> Vec<Standing> {
    let rated = ratings(order.players.len(), encounters).into_iter();
    let mut standings: Vec<Standing> = rated
        .zip(&order.players)
        .enumerate()
        .map(|(place, (rating, player))| Standing {
            place,
            player: player.spec().clone(),
            score: mean_score(place, pairings),
            rating: match order.games {
                Some(_) => rating,
                // Exact rates leave no doubt.
                None => Rating {
                    elo: rating.elo,
                    low: rating.elo,
                    high: rating.elo,
                },
            },
        })
        .collect();
    let score = |standing: &Standing| standing.score.unwrap_or(-1.0);
    standings.sort_by(|one, other| score(other).total_cmp(&score(one)));
    standings
}

fn mean_score(place: usize, pairings: &[Pairing]) -> Option<f64> {
    // A win counts one, a draw a half.
    let scores = pairings.iter().filter_map(|pairing| {
        let score = pairing.a_wins + pairing.draws / 2.0;
        match pairing.places {
            [a, _] if a == place => Some(score),
            [_, b] if b == place => Some(1.0 - score),
            _ => None,
        }
    });
    let scores: Vec<f64> = scores.collect();
    (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
}
