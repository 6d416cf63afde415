//! A player with its options chosen.

use pyo3::prelude::*;
use shido::AnyPlayer;

use crate::game::Game;

/// A player of a game, with its options chosen. It is made once and plays any number of contests.
#[pyclass(frozen, module = "shido")]
pub(crate) struct Player {
    pub(crate) player: AnyPlayer,
    game: Game,
}

impl Player {
    pub(crate) fn new(player: AnyPlayer, game: Game) -> Player {
        Player { player, game }
    }
}

#[pymethods]
impl Player {
    /// As it was written.
    #[getter]
    fn spec(&self) -> String {
        self.player.spec().to_string()
    }

    /// Whether its odds depend on the position alone, so that it can be matched exactly.
    #[getter]
    fn is_fixed(&self) -> bool {
        self.player.is_fixed()
    }

    /// The game that it plays.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    fn __str__(&self) -> String {
        self.spec()
    }

    fn __repr__(&self) -> String {
        format!("<shido.Player {} of {}>", self.spec(), self.game.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Game, String))> {
        let made = py.get_type::<Game>().getattr("player")?;
        Ok((made, (self.game.clone(), self.spec())))
    }
}
