//! Many at once, where Python would be slow: positions, analyses, contests.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use serde::Serialize;
use shido::core::parallel;
use shido::{AnySession, Ask, Error, Settings, ThinkingLimits, Turn};

use crate::answers::{answer, drawn};
use crate::arguments::{Wanted, request, to_move};
use crate::array::array;
use crate::drawing::Drawing;
use crate::errors::raised;
use crate::game::Game;
use crate::planes::planes;
use crate::work;

/// What can be seen of a position at once.
#[derive(Serialize)]
struct Look {
    position: String,
    to_move: Option<&'static str>,
    payoff: Option<f64>,
    legal_moves: Vec<String>,
}

/// What something gives for each of many positions, on the threads of the settings; the first error where one fails.
fn for_each<T: Send>(
    game: &Game,
    positions: &[String],
    settings: &Settings,
    ask: &(dyn Fn(&mut dyn AnySession) -> Result<T, Error> + Sync),
) -> Result<Vec<T>, Error> {
    let one = |number: usize| {
        if settings.stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped);
        }
        let seed = settings.seed.derive(number as u64);
        let own = Settings {
            seed,
            ..settings.clone()
        };
        let mut session = Arc::clone(game.any()).session(Some(&positions[number]), &own)?;
        ask(&mut *session)
    };
    let all = parallel::on_threads(settings.threads, || parallel::map(positions.len(), &one));
    all.into_iter().collect()
}

/// What can be seen of many positions.
pub(crate) fn look<'py>(
    py: Python<'py>,
    game: &Game,
    positions: &[String],
    settings: &Settings,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let looks = work::ask(py, &settings.stop, || {
        for_each(game, positions, settings, &|session| {
            let turn = session.turn();
            Ok(Look {
                position: session.position(),
                to_move: to_move(turn),
                payoff: match turn {
                    Turn::Over(outcome) => Some(outcome.payoff().0),
                    Turn::Of(_) | Turn::Chance => None,
                },
                legal_moves: session.legal_moves(),
            })
        })
    })?;
    looks.iter().map(|look| answer(py, "Look", look)).collect()
}

/// The planes of many positions as one array.
pub(crate) fn many_planes<'py>(
    py: Python<'py>,
    game: &Game,
    positions: &[String],
    settings: &Settings,
) -> PyResult<Bound<'py, PyAny>> {
    let all = work::ask(py, &settings.stop, || {
        for_each(game, positions, settings, &|session| Ok(planes(session)))
    })?;
    let mut shape = vec![positions.len()];
    let Some((first, _)) = all.first() else {
        return array::<f32>(py, Vec::new(), vec![0]);
    };
    shape.extend(first);
    if let Some(at) = all.iter().position(|(other, _)| other != first) {
        return Err(crate::errors::argument(format!(
            "position {at} has planes of another shape than position 0: a contest that is over or in which chance \
             moves is not seen by anybody who chooses; leave those out"
        )));
    }
    let numbers: Vec<f32> = all.into_iter().flat_map(|(_, numbers)| numbers).collect();
    array(py, numbers, shape)
}

/// What somebody thinks of many positions.
pub(crate) fn analyze<'py>(
    py: Python<'py>,
    game: &Game,
    positions: &[String],
    by: Option<Wanted>,
    ask: Ask,
    limits: ThinkingLimits,
    settings: &Settings,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let analyses = work::run(py, &settings.stop, || {
        let by = game.wanted(by, settings)?;
        let all = for_each(game, positions, settings, &|session| {
            session.analyze(&by, ask, &request(limits, &settings.stop))
        });
        all.map_err(|error| raised(&error))
    })?;
    let analyses = analyses.into_iter();
    analyses
        .map(|analysis| {
            let drawing = Drawing::board(analysis.picture.clone(), Vec::new());
            drawn(py, "Analysis", &analysis, drawing)
        })
        .collect()
}

/// Contests at random: what the first player received, and how long each was.
pub(crate) fn random_games<'py>(
    py: Python<'py>,
    game: &Game,
    count: usize,
    position: Option<&str>,
    settings: &Settings,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let played = work::ask(py, &settings.stop, || {
        game.any().random_contests(position, count, settings)
    })?;
    let (payoffs, plies): (Vec<f64>, Vec<u32>) =
        played.iter().map(|one| (one.payoff, one.plies)).unzip();
    let shape = vec![played.len()];
    Ok((array(py, payoffs, shape.clone())?, array(py, plies, shape)?))
}
