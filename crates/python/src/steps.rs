//! A contest by the numbers of its moves, as environments want it: one call for a step, one for what is seen.

use std::collections::HashMap;

use pyo3::prelude::*;
use shido::{AnySession, Turn};

use crate::arguments::to_move;
use crate::array::{Kind, writable};
use crate::errors::argument;
use crate::game::Game;
use crate::planes::Sight;
use crate::session::Session;

/// The numbers of the moves of a game (`shido.actions`), and how its positions are seen.
#[pyclass(frozen, module = "shido._shido")]
pub(crate) struct Steps {
    numbers: HashMap<String, usize>,
    /// How many numbers there are, with the spare ones for moves that have none.
    actions: usize,
    sight: Sight,
}

impl Steps {
    /// The numbers of the legal moves, in their order.
    fn numbered(&self, session: &dyn AnySession) -> PyResult<Vec<usize>> {
        let mut taken = vec![false; self.numbers.len()];
        let mut unknown = self.numbers.len();
        let texts = session.engine_moves().into_iter();
        let numbers = texts.map(|text| match self.numbers.get(&text) {
            Some(number) if !taken[*number] => {
                taken[*number] = true;
                *number
            }
            _ => {
                unknown += 1;
                unknown - 1
            }
        });
        let numbers = numbers.collect();
        if unknown > self.actions {
            return Err(argument(format!(
                "{} moves here are not among the {} known ones, and there are {} spare numbers",
                unknown - self.numbers.len(),
                self.numbers.len(),
                self.actions - self.numbers.len(),
            )));
        }
        Ok(numbers)
    }
}

#[pymethods]
impl Steps {
    #[new]
    fn new(game: &Game, texts: Vec<String>, spare: usize) -> PyResult<Steps> {
        let settings = game.settings(0, None, None)?;
        let sight = crate::work::here(|| {
            let begun = game.any().clone().session(None, &settings);
            let mut session = begun.map_err(|error| crate::errors::raised(&error))?;
            Ok(Sight::of(&mut *session))
        })?;
        let actions = texts.len() + spare;
        let numbers = texts.into_iter().enumerate();
        Ok(Steps {
            numbers: numbers.map(|(number, text)| (text, number)).collect(),
            actions,
            sight,
        })
    }

    /// Plays the legal move with this number: who is to move then, and what the first player received where the
    /// contest is over. Nothing where no legal move has the number.
    fn play<'py>(
        &self,
        session: &Bound<'py, Session>,
        action: i64,
    ) -> PyResult<Option<(Option<&'static str>, Option<f64>)>> {
        session.get().change(|session| {
            let numbers = self.numbered(session)?;
            let wanted = usize::try_from(action).ok();
            let Some(place) = numbers.iter().position(|number| Some(*number) == wanted) else {
                return Ok(None);
            };
            let played = session.play_number(place);
            played.map_err(|error| crate::errors::raised(&error))?;
            let turn = session.turn();
            let payoff = match turn {
                Turn::Over(outcome) => Some(outcome.payoff().0),
                Turn::Of(_) | Turn::Chance => None,
            };
            Ok(Some((to_move(turn), payoff)))
        })
    }

    /// The position as planes, and which numbers are those of legal moves.
    fn see<'py>(
        &self,
        py: Python<'py>,
        session: &Bound<'py, Session>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let (shape, planes, mask) = session.get().look(|session| {
            let mut mask = vec![0; self.actions];
            if matches!(session.turn(), Turn::Of(_)) {
                for number in self.numbered(session)? {
                    mask[number] = 1;
                }
            }
            let (shape, planes) = self.sight.bytes(session);
            Ok((shape, planes, mask))
        })?;
        Ok((
            writable(py, Kind::Float32, &shape, &planes)?,
            writable(py, Kind::Int8, &[self.actions], &mask)?,
        ))
    }
}
