//! Tournaments and learning in pieces, for whoever shares out the work: see `python/shido/cluster.py`. A piece comes to
//! the same wherever it is done.

use std::sync::atomic::Ordering;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use shido::{
    Meeting, SelfPlayed, TournamentOrder, finish_tournament, play_meeting, tournament_opening,
};

use crate::answers::{answer, fields};
use crate::arguments::{By, Wanted};
use crate::errors::{argument, raised};
use crate::game::Game;
use crate::learning::{Tuning, tuned};
use crate::work;

/// The players of a tournament, and how often each two of them meet.
fn order(
    game: &Game,
    players: Vec<Wanted>,
    games: Option<u64>,
    opening_plies: Option<u32>,
    settings: &shido::Settings,
) -> PyResult<TournamentOrder> {
    let players = players.into_iter();
    let players = players.map(|player| game.wanted(Some(player), settings));
    Ok(TournamentOrder {
        players: players.collect::<PyResult<_>>()?,
        games,
        opening_plies,
    })
}

fn read(players: Vec<By<'_>>) -> PyResult<Vec<Wanted>> {
    players.into_iter().map(By::read).collect()
}

/// With how many random plies the contests of a tournament begin.
#[pyfunction]
pub(crate) fn opening_of_tournament(
    py: Python<'_>,
    game: &Game,
    players: Vec<By<'_>>,
    games: Option<u64>,
    seed: u64,
) -> PyResult<u32> {
    let settings = game.settings(seed, None, None)?;
    let players = read(players)?;
    work::run(py, &settings.stop, || {
        let order = order(game, players, games, None, &settings)?;
        let plies = tournament_opening(&**game.any(), &order, &settings, &|_| {});
        plies.map_err(|error| raised(&error))
    })
}

/// Lets two players of a tournament meet, by the number of their pairing.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "what a worker is told")]
pub(crate) fn meeting_of_tournament<'py>(
    py: Python<'py>,
    game: &Game,
    a: By<'_>,
    b: By<'_>,
    number: u64,
    games: Option<u64>,
    opening_plies: u32,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = game.settings(seed, Some(1), None)?;
    let (a, b) = (a.read()?, b.read()?);
    let meeting = work::run(py, &settings.stop, || {
        let two = [
            game.wanted(Some(a), &settings)?,
            game.wanted(Some(b), &settings)?,
        ];
        let terms = (games, opening_plies);
        let met = play_meeting(&**game.any(), two, number, terms, &settings, &|_| {});
        whole(&settings)?;
        met.map_err(|error| raised(&error))
    })?;
    fields(py, &meeting)
}

/// What is broken off is no piece of the work.
fn whole(settings: &shido::Settings) -> PyResult<()> {
    match settings.stop.load(Ordering::SeqCst) {
        true => Err(PyKeyboardInterrupt::new_err(())),
        false => Ok(()),
    }
}

/// What the meetings of a tournament come to, in the order of the pairings.
#[pyfunction]
pub(crate) fn report_of_tournament<'py>(
    py: Python<'py>,
    game: &Game,
    players: Vec<By<'_>>,
    games: Option<u64>,
    opening_plies: u32,
    meetings: Vec<Bound<'py, PyAny>>,
    seed: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = game.settings(seed, None, None)?;
    let meetings = meetings.iter().map(|meeting| {
        let read = pythonize::depythonize(meeting);
        read.map_err(|error| argument(format!("this is no meeting of a tournament: {error}")))
    });
    let meetings: Vec<Meeting> = meetings.collect::<PyResult<_>>()?;
    let players = read(players)?;
    let report = work::run(py, &settings.stop, || {
        let order = order(game, players, games, None, &settings)?;
        let any = &**game.any();
        let seed = settings.seed;
        Ok(finish_tournament(
            any,
            &order,
            opening_plies,
            &meetings,
            seed,
        ))
    })?;
    answer(py, "TournamentReport", &report)
}

/// Plays some of the contests that weights are learned from by results, by their numbers.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "what a worker is told")]
pub(crate) fn self_play<'py>(
    py: Python<'py>,
    game: &Game,
    games: Option<u64>,
    depth: Option<u32>,
    opening_plies: u32,
    weights: Option<String>,
    first: u64,
    last: u64,
    seed: u64,
) -> PyResult<Bound<'py, PyBytes>> {
    let settings = game.settings(seed, Some(1), None)?;
    let order = Tuning::by_results(games, depth, None, opening_plies, weights).order()?;
    let played = work::run(py, &settings.stop, || {
        let played = game.any().self_play(&order, first..last, &settings);
        whole(&settings)?;
        played.map_err(|error| raised(&error))
    })?;
    Ok(PyBytes::new(py, &played.to_bytes()))
}

/// How many contests weights are learned from by results, where nobody says how many.
#[pyfunction]
pub(crate) fn usual_self_play() -> PyResult<u64> {
    Ok(Tuning::by_results(None, None, None, 0, None).order()?.games)
}

/// Learns weights by results from contests that were played in pieces.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "what a worker is told")]
pub(crate) fn tune_on<'py>(
    py: Python<'py>,
    game: &Game,
    games: Option<u64>,
    depth: Option<u32>,
    rate: Option<f64>,
    opening_plies: u32,
    weights: Option<String>,
    pieces: Vec<Bound<'py, PyBytes>>,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let settings = game.settings(seed, threads, None)?;
    let order = Tuning::by_results(games, depth, rate, opening_plies, weights).order()?;
    let mut all = SelfPlayed::default();
    for piece in &pieces {
        let read = SelfPlayed::from_bytes(piece.as_bytes());
        all.append(read.ok_or_else(|| argument("these are no contests of self-play"))?);
    }
    let report = work::ask(py, &settings.stop, || {
        game.any().tune_on(&order, all, &settings, &|_| {})
    })?;
    tuned(py, &report)
}
