//! Games: how they are opened and what can be asked of them.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use pyo3::prelude::*;
use pyo3::types::PyString;
use shido::{
    AnyGame, AnyPlayer, Catalog, Extent, MatchOrder, Settings, TournamentOrder, open_frame_text,
    open_tree_text, play_tournament,
};

use crate::answers::answer;
use crate::arguments::{self, By, Moves, Wanted, limits, seats, spec};
use crate::array::{Part, parts};
use crate::errors::{Kind, argument, exception, raised};
use crate::learning::{Training, Tuning};
use crate::player::Player;
use crate::session::Session;
use crate::watcher::watched;
use crate::{batch, learning, rules, students, work};

/// The games that come with Shido.
pub(crate) static CATALOG: LazyLock<Catalog> = LazyLock::new(Catalog::shipped);

/// A game: its rules and what is known of it. It is shared and cheap to copy.
#[pyclass(frozen, module = "shido", from_py_object)]
#[derive(Clone)]
pub(crate) struct Game(Arc<Opened>);

struct Opened {
    game: Arc<dyn AnyGame>,
    origin: Origin,
    /// What the game can be opened from by its name, where it is not the usual one.
    catalog: Option<Arc<Catalog>>,
}

/// What a game was opened from, so that another process can open it.
enum Origin {
    Named(String),
    Frame(String),
    Tree(String),
    Python(Py<PyAny>),
}

impl Game {
    fn new(game: Arc<dyn AnyGame>, origin: Origin) -> Game {
        Game(Arc::new(Opened {
            game,
            origin,
            catalog: None,
        }))
    }

    /// What the game can be opened from by its name, where it is not the usual catalog.
    pub(crate) fn catalog(&self) -> Option<Arc<Catalog>> {
        self.0.catalog.clone()
    }

    pub(crate) fn any(&self) -> &Arc<dyn AnyGame> {
        &self.0.game
    }

    /// Where work on this game is done.
    pub(crate) fn settings(
        &self,
        seed: u64,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<Settings> {
        match self.0.origin {
            // Python does one thing at a time, and its positions have no numbers that another process knows.
            Origin::Python(_) => arguments::settings(false, seed, threads.or(Some(1)), memory),
            _ => {
                let usual = arguments::settings(true, seed, threads, memory)?;
                Ok(students::remembering(usual))
            }
        }
    }

    /// The player that is wanted; who judges the game best where nobody is named. To be called without holding the
    /// interpreter.
    pub(crate) fn wanted(
        &self,
        wanted: Option<Wanted>,
        settings: &Settings,
    ) -> PyResult<AnyPlayer> {
        let wanted = match wanted {
            Some(wanted) => wanted,
            None => Wanted::Named(spec(match self.any().about().solvable {
                true => "perfect",
                false => self.any().about().thinker,
            })?),
        };
        let player = wanted.get(&**self.any(), settings, &|_| {});
        player.map_err(|error| raised(&error))
    }

    /// The same for whoever holds the interpreter.
    pub(crate) fn made(&self, py: Python<'_>, wanted: Wanted, seed: u64) -> PyResult<AnyPlayer> {
        let settings = self.settings(seed, None, None)?;
        work::run(py, &settings.stop, || self.wanted(Some(wanted), &settings))
    }
}

#[pymethods]
impl Game {
    /// The name by which it is opened.
    #[getter]
    pub(crate) fn name(&self) -> String {
        self.any().about().name.clone()
    }

    /// The name as people write it.
    #[getter]
    fn title(&self) -> String {
        self.any().about().title.clone()
    }

    /// What is known of it.
    #[getter]
    fn about<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        answer(py, "About", self.any().about())
    }

    /// The players that can play it.
    #[getter]
    fn players(&self) -> Vec<String> {
        let players = self.any().players().into_iter();
        players
            .filter(|(_, reason)| reason.is_none())
            .map(|(player, _)| player.name)
            .collect()
    }

    /// Begins a contest, from a position if one is given.
    #[pyo3(signature = (position=None, *, seed=0))]
    fn session(&self, position: Option<&str>, seed: u64) -> PyResult<Session> {
        let settings = self.settings(seed, None, None)?;
        let session = work::here(|| {
            let begun = Arc::clone(self.any()).session(position, &settings);
            begun.map_err(|error| raised(&error))
        })?;
        Ok(Session::new(session, self.clone(), seed))
    }

    /// Plays a transcript again; gives the contest as it stands at the end.
    #[pyo3(signature = (transcript, *, seed=0))]
    fn replay(&self, transcript: &str, seed: u64) -> PyResult<Session> {
        let settings = self.settings(seed, None, None)?;
        let session = work::here(|| {
            let replayed = Arc::clone(self.any()).replay(transcript, &settings);
            replayed.map_err(|error| raised(&error))
        })?;
        Ok(Session::new(session, self.clone(), seed))
    }

    /// The player that a text names, with its options chosen.
    #[pyo3(signature = (text, *, seed=0, threads=None))]
    fn player(
        &self,
        py: Python<'_>,
        text: &str,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Player> {
        let settings = self.settings(seed, threads, None)?;
        let wanted = Wanted::Named(spec(text)?);
        let made = work::run(py, &settings.stop, || self.wanted(Some(wanted), &settings))?;
        Ok(Player::new(made, self.clone()))
    }

    /// Solves the game. `extent` is `"whole"` (every position), `"value"` or `"distance"` (of the start alone).
    #[pyo3(signature = (*, extent="whole", threads=None, memory=None, progress=None))]
    fn solve<'py>(
        &self,
        py: Python<'py>,
        extent: &str,
        threads: Option<usize>,
        memory: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let extent = match extent {
            "whole" => Extent::Whole,
            "value" => Extent::Value,
            "distance" => Extent::Distance,
            _ => {
                return Err(argument(format!(
                    "`{extent}` is not possible for `extent`: write \"whole\", \"value\" or \"distance\""
                )));
            }
        };
        let settings = self.settings(0, threads, memory)?;
        let solution = watched(py, &settings, progress, |watch| {
            let solution = self.any().solve(extent, &settings, watch);
            solution.map_err(|error| raised(&error))
        })?;
        answer(py, "Solution", &solution)
    }

    /// Sets two players against each other: so many games, or exactly.
    #[pyo3(signature = (a, b, *, games=100, exact=false, seats="fixed", opening_plies=0, transcripts=false, seed=0, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of one Python function")]
    fn r#match<'py>(
        &self,
        py: Python<'py>,
        a: By<'_>,
        b: By<'_>,
        games: u64,
        exact: bool,
        seats: &str,
        opening_plies: u32,
        transcripts: bool,
        seed: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = self.settings(seed, threads, None)?;
        let seats = self::seats(seats)?;
        let (a, b) = (a.read()?, b.read()?);
        let report = watched(py, &settings, progress, |watch| {
            let order = MatchOrder {
                a: self.wanted(Some(a), &settings)?,
                b: self.wanted(Some(b), &settings)?,
                seats,
                games: (!exact).then_some(games),
                opening_plies,
                transcripts,
            };
            let report = self.any().play_match(&order, &settings, watch);
            report.map_err(|error| raised(&error))
        })?;
        let made = answer(py, "MatchReport", &report)?;
        made.setattr("transcripts", &report.transcripts)?;
        Ok(made)
    }

    /// Every player against every other, changing seats.
    #[pyo3(signature = (players, *, games=100, exact=false, opening_plies=None, seed=0, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of one Python function")]
    fn tournament<'py>(
        &self,
        py: Python<'py>,
        players: Vec<By<'_>>,
        games: u64,
        exact: bool,
        opening_plies: Option<u32>,
        seed: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = self.settings(seed, threads, None)?;
        let players: Vec<Wanted> = players.into_iter().map(By::read).collect::<PyResult<_>>()?;
        let report = watched(py, &settings, progress, |watch| {
            let players = players.into_iter();
            let order = TournamentOrder {
                players: players
                    .map(|player| self.wanted(Some(player), &settings))
                    .collect::<PyResult<_>>()?,
                games: (!exact).then_some(games),
                opening_plies,
            };
            let report = play_tournament(&**self.any(), &order, &settings, watch);
            report.map_err(|error| raised(&error))
        })?;
        answer(py, "TournamentReport", &report)
    }

    /// How many different positions there are after so many plies, for each number up to `plies`.
    #[pyo3(signature = (plies, *, threads=None, memory=None))]
    fn count<'py>(
        &self,
        py: Python<'py>,
        plies: u32,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = self.settings(0, threads, memory)?;
        let counts = work::ask(py, &settings.stop, || {
            Ok(self.any().count_by_ply(plies, &settings))
        })?;
        answer(py, "PositionCounts", &counts)
    }

    /// The solved table: for each part the measure of progress, the numbers of its positions, and their entries.
    #[pyo3(signature = (*, threads=None, memory=None))]
    fn table_parts<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
        memory: Option<u64>,
    ) -> PyResult<Vec<Part<'py>>> {
        let settings = self.settings(0, threads, memory)?;
        let table = work::ask(py, &settings.stop, || {
            self.any().solved_table(&settings, &|_| {})
        })?;
        parts(py, &table)
    }

    /// The number under which a position is in the solved table.
    fn table_key(&self, position: &str) -> PyResult<u64> {
        work::here(|| {
            self.any()
                .table_key(position)
                .map_err(|error| raised(&error))
        })
    }

    /// The position that is in the solved table under a number.
    fn table_position(&self, key: u64) -> PyResult<Option<String>> {
        work::here(|| {
            self.any()
                .table_position(key)
                .map_err(|error| raised(&error))
        })
    }

    /// Learns weights for the evaluation of the game, by temporal differences (`"td"`) or from `"results"`.
    #[pyo3(signature = (*, method="td", games=None, depth=None, lambda_=0.7, exploration=0.1, rate=None, opening_plies=6, weights=None, seed=0, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of one Python function")]
    fn tune<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        games: Option<u64>,
        depth: Option<u32>,
        lambda_: f64,
        exploration: f64,
        rate: Option<f64>,
        opening_plies: u32,
        weights: Option<String>,
        seed: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = self.settings(seed, threads, None)?;
        let asked = Tuning {
            method: method.to_owned(),
            games,
            depth,
            lambda: lambda_,
            exploration,
            rate,
            opening_plies,
            weights,
        };
        learning::tune(py, self, asked, &settings, progress)
    }

    /// Trains Hoyle: until so many contests in a row met the standard, or for so many contests.
    #[pyo3(signature = (*, trainer="2&7", standard=20, contests=None, most=10_000, paradigm="sum", without=Vec::new(), without_slots=Vec::new(), knowledge=None, challengers=None, test=100, exact=false, seed=0, threads=None, progress=None))]
    #[expect(clippy::too_many_arguments, reason = "keywords of one Python function")]
    fn train<'py>(
        &self,
        py: Python<'py>,
        trainer: &str,
        standard: u32,
        contests: Option<u64>,
        most: u64,
        paradigm: &str,
        without: Vec<String>,
        without_slots: Vec<String>,
        knowledge: Option<PathBuf>,
        challengers: Option<Vec<String>>,
        test: u64,
        exact: bool,
        seed: u64,
        threads: Option<usize>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = self.settings(seed, threads, None)?;
        let asked = Training {
            trainer: trainer.to_owned(),
            standard,
            contests,
            most,
            paradigm: paradigm.to_owned(),
            without,
            without_slots,
            knowledge,
            challengers,
            test,
            exact,
        };
        learning::train(py, self, asked, &settings, progress)
    }

    /// What can be seen of many positions at once: who is to move, what it paid, the legal moves.
    #[pyo3(signature = (positions, *, threads=None))]
    fn look<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<String>,
        threads: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        batch::look(py, self, &positions, &self.settings(0, threads, None)?)
    }

    /// Many positions as one array of numbers.
    #[pyo3(signature = (positions, *, threads=None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<String>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        batch::many_planes(py, self, &positions, &self.settings(0, threads, None)?)
    }

    /// What a player or search thinks of many positions, on several threads: see `Session.analyze`.
    #[pyo3(signature = (positions, by=None, *, moves=Moves(shido::Ask::EveryMove), depth=None, nodes=None, seconds=None, seed=0, threads=None), text_signature = "($self, positions, by=None, *, moves='every', depth=None, nodes=None, seconds=None, seed=0, threads=None)")]
    #[expect(clippy::too_many_arguments, reason = "keywords of one Python function")]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        positions: Vec<String>,
        by: Option<By<'_>>,
        moves: Moves,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let settings = self.settings(seed, threads, None)?;
        let limits = limits(depth, nodes, seconds)?;
        let by = by.map(By::read).transpose()?;
        batch::analyze(py, self, &positions, by, moves.0, limits, &settings)
    }

    /// Plays so many contests at random: what the first player received in each, and how many plies it had.
    #[pyo3(signature = (games, *, position=None, seed=0, threads=None))]
    fn random_games<'py>(
        &self,
        py: Python<'py>,
        games: usize,
        position: Option<&str>,
        seed: u64,
        threads: Option<usize>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let settings = self.settings(seed, threads, None)?;
        batch::random_games(py, self, games, position, &settings)
    }

    fn __repr__(&self) -> String {
        format!("<shido.Game {}>", self.name())
    }

    fn __eq__(&self, other: &Game) -> bool {
        Arc::ptr_eq(self.any(), other.any())
    }

    fn __hash__(&self) -> usize {
        Arc::as_ptr(self.any()).cast::<()>().addr()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.session(None, 0)?.drawing(false)?.svg())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = |text: &String| PyString::new(py, text).into_any();
        let (open, what) = match &self.0.origin {
            Origin::Named(name) => ("game", text(name)),
            Origin::Frame(frame) => ("frame", text(frame)),
            Origin::Tree(tree) => ("tree", text(tree)),
            Origin::Python(rules) => ("game", rules.bind(py).clone()),
        };
        let open = py.import("shido._shido")?.getattr(open)?;
        Ok((open, (what,)).into_pyobject(py)?.into_any())
    }
}

/// Opens a game: one that comes with Shido by its name, perhaps with options (`mnk:columns=5,rows=5,in-a-row=4`),
/// a frame (`.toml`) or explicit tree (`.tree`) by its path, or one whose rules are written in Python: see `Rules`.
#[pyfunction]
pub(crate) fn game(what: Bound<'_, PyAny>) -> PyResult<Game> {
    if let Ok(name) = what.extract::<String>() {
        let opened = CATALOG.open(&name).map_err(|error| raised(&error))?;
        return Ok(Game::new(opened, Origin::Named(name)));
    }
    let (catalog, game) = rules::open(&what)?;
    Ok(Game(Arc::new(Opened {
        game,
        origin: Origin::Python(what.unbind()),
        catalog: Some(Arc::new(catalog)),
    })))
}

/// Opens a frame from its text.
#[pyfunction]
pub(crate) fn frame(text: &str) -> PyResult<Game> {
    let opened = open_frame_text("frame", text)
        .map_err(|errors| exception(Kind::File, &errors.to_string(), None))?;
    Ok(Game::new(opened, Origin::Frame(text.to_owned())))
}

/// Opens an explicit tree from its text: `(max (min 3 12 8) (min 2 4 6))`.
#[pyfunction]
pub(crate) fn tree(text: &str) -> PyResult<Game> {
    let opened = open_tree_text("tree", text).map_err(|errors| {
        let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
        exception(Kind::File, &said.join("\n"), None)
    })?;
    Ok(Game::new(opened, Origin::Tree(text.to_owned())))
}

/// The names of the games that come with Shido.
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    CATALOG.games().map(str::to_owned).collect()
}

/// All players with what can be chosen about them.
#[pyfunction]
pub(crate) fn players(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    answer(py, "PlayerList", &CATALOG.list_players())
}
