//! A contest under way.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, TryLockError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shido::{AnySession, EarlyEnd, Moved, RecordSize, Saved, Seat, Settings, Turn};
use shido_draw::Changes;

use crate::answers::{answer, drawn, fields};
use crate::arguments::{By, Moves, Side, Wanted, limits, request, to_move};
use crate::array::small;
use crate::drawing::{self, Drawing};
use crate::errors::{Kind, argument, exception, raised};
use crate::game::Game;
use crate::planes::planes;
use crate::player::Player;
use crate::work;

/// A contest under way: the game, the moves so far, and who sits where.
#[pyclass(frozen, module = "shido")]
pub(crate) struct Session {
    held: Mutex<Held>,
    game: Game,
    seed: u64,
}

/// The session itself; nothing where an exception of its game came in the middle of a move.
type Held = Option<Box<dyn AnySession>>;

impl Session {
    pub(crate) fn new(session: Box<dyn AnySession>, game: Game, seed: u64) -> Session {
        Session {
            held: Mutex::new(Some(session)),
            game,
            seed,
        }
    }

    /// Does something that leaves the contest as it is.
    pub(crate) fn look<T>(&self, act: impl FnOnce(&dyn AnySession) -> PyResult<T>) -> PyResult<T> {
        self.held(|held| work::here(|| act(&**held.as_ref().ok_or_else(lost)?)))
    }

    /// Does something that goes on with the contest.
    pub(crate) fn change<T>(
        &self,
        act: impl FnOnce(&mut dyn AnySession) -> PyResult<T>,
    ) -> PyResult<T> {
        self.held(|held| {
            // Not there meanwhile: whoever is thrown out in the middle of a move leaves nothing that can be used.
            let mut session = held.take().ok_or_else(lost)?;
            work::here(|| {
                let done = act(&mut *session);
                *held = Some(session);
                done
            })
        })
    }

    pub(crate) fn saved(&self) -> PyResult<Saved> {
        self.look(|session| Ok(session.save()))
    }

    /// Does work with the session, which may be over soon or take its time.
    fn work<T: Send + 'static>(
        session: &Bound<'_, Session>,
        stop: &Arc<AtomicBool>,
        work: impl FnOnce(&Session, &Arc<AtomicBool>) -> PyResult<T> + Send + 'static,
    ) -> PyResult<T> {
        let (own, flag) = (session.clone().unbind(), Arc::clone(stop));
        work::run_at_once(session.py(), stop, move || work(own.get(), &flag))
    }

    /// Where work on it is done.
    fn settings(&self, threads: Option<usize>) -> PyResult<Settings> {
        self.game.settings(self.seed, threads, None)
    }

    fn held<T>(&self, act: impl FnOnce(&mut Held) -> PyResult<T>) -> PyResult<T> {
        match self.held.try_lock() {
            Ok(mut held) => act(&mut held),
            Err(TryLockError::Poisoned(poisoned)) => act(&mut poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => Err(exception(
                Kind::Busy,
                "this session is at work already, in another thread or further up",
                Some("wait until it is done, or take a copy of it first: session.copy()"),
            )),
        }
    }

    fn play_text(session: &mut dyn AnySession, mv: &MoveGiven) -> PyResult<()> {
        let played = match mv {
            MoveGiven::Text(text) => session.play(text),
            MoveGiven::Number(number) => {
                let place = usize::try_from(*number).unwrap_or(usize::MAX);
                match session.play_number(place) {
                    Err(shido::Error::Malformed { .. } | shido::Error::Over) => {
                        return Err(argument(format!(
                            "there is no legal move {number}: there are {}, counted from 0",
                            session.legal_moves().len()
                        )));
                    }
                    played => played,
                }
            }
        };
        played.map_err(|error| raised(&error))
    }
}

fn lost() -> PyErr {
    exception(
        Kind::Failed,
        "this session is lost: its game raised an exception in the middle of a move",
        Some("begin another one: game.session(position)"),
    )
}

/// A move as it is handed in: as text, or as its number among the legal moves.
#[derive(FromPyObject)]
enum MoveGiven {
    Number(i64),
    Text(String),
}

#[pymethods]
impl Session {
    /// The game.
    #[getter]
    pub(crate) fn game(&self) -> Game {
        self.game.clone()
    }

    /// The position, as text.
    #[getter]
    fn position(&self) -> PyResult<String> {
        self.look(|session| Ok(session.position()))
    }

    /// Who is to move: `"first"`, `"second"` or `"chance"`; `None` where the contest is over.
    #[getter]
    fn to_move(&self) -> PyResult<Option<&'static str>> {
        self.look(|session| Ok(to_move(session.turn())))
    }

    /// Whether the contest is over.
    #[getter]
    fn is_over(&self) -> PyResult<bool> {
        self.look(|session| Ok(matches!(session.turn(), Turn::Over(_))))
    }

    /// What the first player receives; `None` while the contest goes on.
    #[getter]
    fn payoff(&self) -> PyResult<Option<f64>> {
        self.look(|session| {
            Ok(match session.turn() {
                Turn::Over(outcome) => Some(outcome.payoff().0),
                Turn::Of(_) | Turn::Chance => None,
            })
        })
    }

    /// Who has won: `"first"` or `"second"`; `None` while the contest goes on and where nobody has.
    #[getter]
    fn winner(&self) -> PyResult<Option<String>> {
        self.look(|session| {
            Ok(match session.turn() {
                Turn::Over(outcome) => outcome.winner().map(|seat| seat.to_string()),
                Turn::Of(_) | Turn::Chance => None,
            })
        })
    }

    /// How the contest came to its end, in a clause such as `checkmate`, where something is to be said.
    #[getter]
    fn ending(&self) -> PyResult<Option<String>> {
        self.look(|session| Ok(session.ending()))
    }

    /// What each side has if it is counted now, in games that are decided by a count.
    #[getter]
    fn points(&self) -> PyResult<Option<[f64; 2]>> {
        self.look(|session| Ok(session.points()))
    }

    /// The legal moves, as text.
    #[getter]
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        self.look(|session| Ok(session.legal_moves()))
    }

    /// The legal moves as engines write them, in the same order.
    #[getter]
    fn engine_moves(&self) -> PyResult<Vec<String>> {
        self.look(|session| Ok(session.engine_moves()))
    }

    /// What may happen where chance moves, each with its probability, in the order of `legal_moves`; nothing elsewhere.
    #[getter]
    fn chances(&self) -> PyResult<Vec<(String, f64)>> {
        self.look(|session| Ok(session.chances()))
    }

    /// The moves so far, as text.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        self.look(|session| Ok(session.moves()))
    }

    /// Every move so far in words, such as `plays e4`.
    #[getter]
    fn story(&self) -> PyResult<Vec<String>> {
        self.look(|session| Ok(session.story()))
    }

    /// The moves that win at once.
    #[getter]
    fn winning_moves(&self) -> PyResult<Vec<String>> {
        self.look(|session| Ok(session.winning_moves()))
    }

    /// What a side is called, such as `White`.
    fn side(&self, seat: Side) -> PyResult<String> {
        self.look(|session| Ok(session.side(seat.0)))
    }

    /// The moves that take something and what each brings; `None` in games that do not tell.
    fn captures<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let captures = self.look(|session| Ok(session.captures()))?;
        captures.map(|captures| fields(py, &captures)).transpose()
    }

    /// What is tactical about a line of moves from here; `None` in games that do not tell.
    fn motifs<'py>(
        &self,
        py: Python<'py>,
        line: Vec<String>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let motifs = self.look(|session| session.motifs(&line).map_err(|error| raised(&error)))?;
        motifs.map(|motifs| fields(py, &motifs)).transpose()
    }

    /// Plays a move: as text, or as its number among the legal moves. Returns the session.
    fn play(slf: Bound<'_, Self>, mv: MoveGiven) -> PyResult<Bound<'_, Self>> {
        let session = slf.get();
        session.change(|session| Session::play_text(session, &mv))?;
        Ok(slf)
    }

    /// Takes the last move back and returns it; `None` where there is none.
    fn undo(&self) -> PyResult<Option<String>> {
        self.change(|session| Ok(session.take_back()))
    }

    /// Gives the contest up.
    fn resign(&self, seat: Side) -> PyResult<()> {
        self.change(|session| {
            session.end_early(EarlyEnd::Resigned(seat.0));
            Ok(())
        })
    }

    /// Puts a player at a seat, by its text or as it was made; nobody with `None`.
    #[pyo3(signature = (seat, player))]
    fn seat(&self, py: Python<'_>, seat: Side, player: Option<By<'_>>) -> PyResult<()> {
        let Some(player) = player else {
            return self.change(|session| session.seat(seat.0, None).map_err(|e| raised(&e)));
        };
        let player = self.game.made(py, player.read()?, self.seed)?;
        self.change(|session| {
            let seated = session.seat(seat.0, Some(&player));
            seated.map_err(|error| raised(&error))
        })
    }

    /// Who sits at a seat.
    fn seated(&self, seat: Side) -> PyResult<Option<Player>> {
        self.look(|session| {
            let player = session.seated(seat.0).cloned();
            Ok(player.map(|player| Player::new(player, self.game.clone())))
        })
    }

    /// Lets the player at the seat whose turn it is make its move, or chance. Returns the move; `None` where it
    /// gave the contest up.
    #[pyo3(signature = (*, depth=None, nodes=None, seconds=None))]
    fn let_move(
        slf: &Bound<'_, Self>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Option<String>> {
        let stop = Arc::default();
        let limits = limits(depth, nodes, seconds)?;
        Session::work(slf, &stop, move |session, stop| {
            let request = request(limits, stop);
            let moved =
                session.change(|session| session.let_move(&request).map_err(|e| raised(&e)))?;
            Ok(match moved {
                Moved::Move(text) => Some(text),
                Moved::Resigned => None,
            })
        })
    }

    /// What a player or search thinks of the position. `moves` is `"every"` (each with its exact value), `"best"`
    /// or how many of the best.
    #[pyo3(signature = (by=None, *, moves=Moves(shido::Ask::EveryMove), depth=None, nodes=None, seconds=None, threads=None), text_signature = "($self, by=None, *, moves='every', depth=None, nodes=None, seconds=None, threads=None)")]
    fn analyze<'py>(
        slf: &Bound<'py, Self>,
        by: Option<By<'_>>,
        moves: Moves,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = slf.get().settings(threads)?;
        let wanted = by.map(By::read).transpose()?;
        let limits = limits(depth, nodes, seconds)?;
        let stop = Arc::clone(&settings.stop);
        let analysis = Session::work(slf, &stop, move |session, stop| {
            let by = session.game.wanted(wanted, &settings)?;
            let request = request(limits, stop);
            session.change(|session| {
                let analysis = session.analyze(&by, moves.0, &request);
                analysis.map_err(|error| raised(&error))
            })
        })?;
        let drawing = Drawing::board(analysis.picture.clone(), Vec::new());
        drawn(slf.py(), "Analysis", &analysis, drawing)
    }

    /// With what probability a player makes each move here.
    #[pyo3(signature = (by, *, depth=None, nodes=None, seconds=None))]
    fn odds<'py>(
        slf: &Bound<'py, Self>,
        by: By<'_>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = slf.get().settings(None)?;
        let wanted = by.read()?;
        let limits = limits(depth, nodes, seconds)?;
        let stop = Arc::clone(&settings.stop);
        let odds = Session::work(slf, &stop, move |session, stop| {
            let by = session.game.wanted(Some(wanted), &settings)?;
            let mut adviser = session.game.any().adviser(&by).map_err(|e| raised(&e))?;
            let request = request(limits, stop);
            session.look(|session| session.odds(&mut adviser, &request).map_err(|e| raised(&e)))
        })?;
        answer(slf.py(), "Odds", &odds)
    }

    /// The tree that a search visits, up to a size that can be looked at.
    #[pyo3(signature = (by, *, size=500, plies=6, depth=None, nodes=None, seconds=None))]
    fn search_tree<'py>(
        slf: &Bound<'py, Self>,
        by: By<'_>,
        size: usize,
        plies: usize,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let settings = slf.get().settings(None)?;
        let wanted = by.read()?;
        let limits = limits(depth, nodes, seconds)?;
        let size = RecordSize {
            nodes: size,
            depth: plies,
        };
        let stop = Arc::clone(&settings.stop);
        let tree = Session::work(slf, &stop, move |session, stop| {
            let by = session.game.wanted(Some(wanted), &settings)?;
            let request = request(limits, stop);
            session.change(|session| session.record(&by, size, &request).map_err(|e| raised(&e)))
        })?;
        drawn(
            slf.py(),
            "SearchTree",
            &tree,
            Drawing::tree(tree.picture.clone()),
        )
    }

    /// Why the player at a seat made its last move; `None` where it has made none.
    fn reasons<'py>(slf: &Bound<'py, Self>, seat: Side) -> PyResult<Option<Bound<'py, PyAny>>> {
        let stop = Arc::default();
        let reasons = Session::work(slf, &stop, move |session, stop| {
            let request = request(Default::default(), stop);
            session.change(|session| session.reasons(seat.0, &request).map_err(|e| raised(&e)))
        })?;
        let py = slf.py();
        reasons.map(|it| answer(py, "Reasons", &it)).transpose()
    }

    /// What the tutor at a seat has conceded in this contest, each with its certificate.
    fn concessions<'py>(&self, py: Python<'py>, seat: Side) -> PyResult<Bound<'py, PyAny>> {
        let made = self.look(|session| Ok(session.concessions(seat.0)))?;
        fields(py, &made)
    }

    /// What the tutor at a seat knows of its student; `None` where nobody or no tutor sits there.
    fn student<'py>(&self, py: Python<'py>, seat: Side) -> PyResult<Option<Bound<'py, PyAny>>> {
        let student = self.look(|session| Ok(session.student(seat.0)))?;
        student.map(|student| fields(py, &student)).transpose()
    }

    /// The contest after its first moves, with nobody at its seats; all of it where no number is given.
    #[pyo3(signature = (moves=None))]
    fn copy(&self, moves: Option<usize>) -> PyResult<Session> {
        let after = self.look(|session| {
            let made = session.moves().len();
            Ok(session.after(moves.unwrap_or(made).min(made)))
        })?;
        Ok(Session::new(after, self.game.clone(), self.seed))
    }

    /// The contest as a line of text that replays.
    fn transcript(&self) -> PyResult<String> {
        self.look(|session| session.transcript().map_err(|error| raised(&error)))
    }

    /// The session as a dictionary that can be kept: the moves and who sits where.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fields(py, &self.saved()?)
    }

    /// The position as an array of numbers: planes, rows, columns (docs/python.md).
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (shape, numbers) = self.look(|session| Ok(planes(session)))?;
        small(py, &numbers, shape)
    }

    /// The board, with the last move marked; seen by the second side with `turned`.
    #[pyo3(signature = (*, turned=false))]
    pub(crate) fn drawing(&self, turned: bool) -> PyResult<Drawing> {
        self.look(|session| {
            let picture = session.picture();
            let highlight = match session.moves().len().checked_sub(1) {
                Some(before) => Changes::between(&session.after(before).picture(), &picture).made,
                None => Vec::new(),
            };
            let picture = match turned {
                true => picture.turned(),
                false => picture,
            };
            Ok(Drawing::board(picture, highlight))
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(self.drawing(false)?.svg())
    }

    fn __str__(&self) -> PyResult<String> {
        self.look(|session| Ok(drawing::text(&session.picture())))
    }

    fn __repr__(&self) -> PyResult<String> {
        let name = self.game.name();
        let position = self.position()?;
        Ok(format!("<shido.Session of {name}: {position}>"))
    }

    fn __copy__(&self) -> PyResult<Session> {
        self.copy(None)
    }

    #[pyo3(signature = (_memo=None))]
    fn __deepcopy__(&self, _memo: Option<Bound<'_, PyDict>>) -> PyResult<Session> {
        self.copy(None)
    }

    /// A session is pickled as its game, its moves and who sits where. What players remember stays behind.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let restore = py.import("shido._shido")?.getattr("restored")?;
        let state = (self.game.clone(), self.save(py)?, self.seed);
        Ok((restore, state).into_pyobject(py)?.into_any())
    }
}

/// A session as it was pickled or saved.
#[pyfunction]
#[pyo3(signature = (game, saved, seed=0))]
pub(crate) fn restored(
    py: Python<'_>,
    game: Game,
    saved: Bound<'_, PyAny>,
    seed: u64,
) -> PyResult<Session> {
    let saved: Saved = pythonize::depythonize(&saved)
        .map_err(|error| argument(format!("this is no saved session: {error}")))?;
    let settings = game.settings(seed, None, None)?;
    let session = work::run(py, &settings.stop, || {
        let start = (!saved.start.is_empty()).then_some(&*saved.start);
        let begun = Arc::clone(game.any()).session(start, &settings);
        let mut session = begun.map_err(|e| raised(&e))?;
        for mv in &saved.moves {
            session.play(mv).map_err(|e| raised(&e))?;
        }
        if let Some(end) = saved.ended {
            session.end_early(end);
        }
        for (seat, player) in Seat::BOTH.into_iter().zip(&saved.players) {
            if let Some(spec) = player {
                let player = game.wanted(Some(Wanted::Named(spec.clone())), &settings)?;
                session.seat(seat, Some(&player)).map_err(|e| raised(&e))?;
            }
        }
        Ok(session)
    })?;
    Ok(Session::new(session, game, seed))
}
