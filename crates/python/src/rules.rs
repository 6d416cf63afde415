//! A game whose rules are written in Python: an object with a handful of methods, as `shido.Rules` describes it.
//!
//! Rules cannot fail in Rust, and everything can in Python. What the object raises, and what it does that no game
//! does, leaves the work under way as an exception ([`work::leave`]) which whoever began the work raises.
//!
//! No lock is ever held while the interpreter is waited for: who has the interpreter may be waiting for the lock.

use std::collections::HashSet;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyInt, PyString, PyTuple};
use shido::core::picture::{Cells, Content, Picture, Place, Shape, Surface};
use shido::core::{Chance, Drawing, Filling, Foresight, Pack, spread};
use shido::search::Evaluate;
use shido::{
    Catalog, Depict, Entry, ForFirst, Game, Guide, Markers, Notation, NotationError, Outcome, Seat,
    Symmetry, Turn,
};

use crate::arguments::Side;
use crate::errors::{Kind, exception, raised};
use crate::work;

/// How far the probabilities of what chance does may be from adding up to one.
const SLACK: f64 = 1e-6;

/// A game written in Python, as the library opens it.
pub(crate) fn open(rules: &Bound<'_, PyAny>) -> PyResult<(Catalog, Arc<dyn shido::AnyGame>)> {
    let rules = Rules::read(rules)?;
    // What it does at the start is looked at now, so that mistakes are told where the game is opened.
    let start = work::here(|| Ok(rules.start()))?;
    work::here(|| Ok((rules.moves(&start), rules.picture(&start))))?;
    let name = rules.0.name.clone();
    let mut catalog = Catalog::empty();
    let added = catalog.add_game(&name, move || rules.entry());
    added.map_err(|error| raised(&error))?;
    let game = work::here(|| catalog.open(&name).map_err(|error| raised(&error)))?;
    Ok((catalog, game))
}

/// The rules, shared by all who hold them.
#[derive(Clone)]
struct Rules(Arc<Inner>);

struct Inner {
    object: Py<PyAny>,
    name: String,
    title: String,
    about: String,
    stake: f64,
    /// Which of the methods that a game may lack it has.
    has: Has,
    sides: [String; 2],
    symbols: [String; 2],
    drawing: Drawing,
    ends_soon: bool,
    solvable: bool,
    repetition: Option<u32>,
    /// The moves that were met, each with its number: a dictionary and the same as a list.
    moves: (Py<PyDict>, Mutex<Vec<Py<PyAny>>>),
    /// The same of positions, where the game is solved.
    positions: (Py<PyDict>, Mutex<Vec<At>>),
}

struct Has {
    chances: bool,
    progress: bool,
    evaluate: bool,
    write_move: bool,
    write_position: bool,
    parse_position: bool,
    board: bool,
    key: bool,
}

/// A position: what Python says it is, and what was asked about it once.
#[derive(Clone)]
pub(crate) struct At(Arc<Node>);

struct Node {
    object: Py<PyAny>,
    /// What Python says, for comparing.
    hash: isize,
    /// The same in every process, as far as that can be had.
    key: u64,
    turn: Turn,
    progress: Option<u32>,
    moves: OnceLock<Vec<Choice>>,
    odds: OnceLock<Vec<(Choice, f64)>>,
}

impl PartialEq for At {
    fn eq(&self, other: &At) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        if self.0.hash != other.0.hash {
            return false;
        }
        attached(|py| self.0.object.bind(py).eq(&other.0.object))
    }
}

impl Eq for At {}

impl Hash for At {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.key);
    }
}

impl std::fmt::Debug for At {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = attached(|py| Ok(self.0.object.bind(py).repr()?.to_string()));
        f.write_str(&text)
    }
}

/// A move, by its number among those that were met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Choice(u32);

/// Does something with the interpreter. What is raised is raised where the work began. Once the interpreter is about
/// to end nothing is done any more.
fn attached<T>(act: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    let done = match work::is_leaving() {
        true => None,
        false => Python::try_attach(act),
    };
    match done {
        Some(Ok(done)) => done,
        Some(Err(error)) => work::leave(error),
        None => work::leave(PyRuntimeError::new_err("the interpreter is about to end")),
    }
}

fn broken(message: impl AsRef<str>) -> PyErr {
    exception(Kind::Rules, message.as_ref(), None)
}

/// The beginning of what Python shows of an object.
fn shown(object: &Bound<'_, PyAny>) -> String {
    let Ok(text) = object.repr() else {
        return "something".to_owned();
    };
    let text = text.to_string();
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

impl Rules {
    fn read(object: &Bound<'_, PyAny>) -> PyResult<Rules> {
        let py = object.py();
        let class = object.get_type();
        let named = class.name()?.to_string();
        for needed in ["start", "to_move", "moves", "play", "payoff"] {
            let method = object.getattr_opt(needed)?;
            if !method.is_some_and(|method| method.is_callable()) {
                return Err(broken(format!(
                    "{named} has no method `{needed}`: a game has start, to_move, moves, play and payoff (see shido.Rules)"
                )));
            }
        }
        // A method that only `shido.Rules` has says nothing.
        let base = py.import("shido.rules")?.getattr("Rules")?;
        let has = |name: &str| -> PyResult<bool> {
            let Some(own) = object.getattr_opt(name)? else {
                return Ok(false);
            };
            let function = own.getattr_opt("__func__")?;
            let provided = base.getattr_opt(name)?;
            Ok(match (function, provided) {
                (Some(function), Some(provided)) => !function.is(&provided),
                _ => !own.is_none(),
            })
        };
        let text = |name: &str, otherwise: &str| -> PyResult<String> {
            match object.getattr_opt(name)? {
                Some(value) if !value.is_none() => value.extract(),
                _ => Ok(otherwise.to_owned()),
            }
        };
        let flag = |name: &str| -> PyResult<bool> {
            match object.getattr_opt(name)? {
                Some(value) => value.is_truthy(),
                None => Ok(false),
            }
        };
        let pair = |name: &str, otherwise: [&str; 2]| -> PyResult<[String; 2]> {
            match object.getattr_opt(name)? {
                Some(value) if !value.is_none() => value.extract(),
                _ => Ok(otherwise.map(str::to_owned)),
            }
        };
        let stake = match object.getattr_opt("stake")? {
            Some(stake) => stake.extract::<f64>()?,
            None => 1.0,
        };
        if !(stake.is_finite() && stake > 0.0) {
            return Err(broken(format!(
                "`stake` is the most that a contest can pay, a number above 0, not {stake}"
            )));
        }
        let lines: Vec<Vec<usize>> = match object.getattr_opt("lines")? {
            Some(lines) if !lines.is_none() => lines.extract()?,
            _ => Vec::new(),
        };
        let symbols = pair("symbols", ["X", "O"])?;
        let name = text("name", &named.to_lowercase())?;
        if name.is_empty() || name.contains([':', '/', '=', ',']) {
            return Err(broken(format!("`{name}` cannot be the name of a game")));
        }
        Ok(Rules(Arc::new(Inner {
            title: text("title", &named)?,
            about: text("about", "")?,
            stake,
            has: Has {
                chances: has("chances")?,
                progress: has("progress")?,
                evaluate: has("evaluate")?,
                write_move: has("write_move")?,
                write_position: has("write_position")?,
                parse_position: has("parse_position")?,
                board: has("board")?,
                key: has("key")?,
            },
            sides: pair("sides", [&symbols[0], &symbols[1]])?,
            symbols,
            drawing: Drawing {
                filling: match lines.is_empty() {
                    true => Filling::Nothing,
                    false => Filling::Wins,
                },
                lines,
                adjacent: Vec::new(),
                // A class names its lines: they are taken for drawn.
                cells: false,
            },
            ends_soon: flag("ends_soon")? || flag("solvable")?,
            solvable: flag("solvable")?,
            repetition: match object.getattr_opt("repetition")? {
                Some(limit) if !limit.is_none() => Some(limit.extract()?),
                _ => None,
            },
            moves: (PyDict::new(py).unbind(), Mutex::default()),
            positions: (PyDict::new(py).unbind(), Mutex::default()),
            object: object.clone().unbind(),
            name,
        })))
    }

    /// The game as a catalog takes it.
    fn entry(&self) -> Entry<Rules> {
        let inner = &self.0;
        let mut entry = Entry::new(self.clone())
            .title(&inner.title)
            .about(&inner.about)
            .group("Written in Python");
        if inner.has.evaluate {
            entry = entry.evaluation("own", Evaluate(Rules::judged));
        } else if !inner.ends_soon {
            entry = entry.thinker("mcts");
        }
        if inner.ends_soon {
            entry = entry.ends_soon();
        }
        if inner.has.chances {
            entry = entry.chance();
        } else if inner.solvable {
            entry = entry.solvable();
        }
        entry
    }

    /// Calls a method of the object.
    fn call<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.0.object.bind(py).call_method1(method, arguments)
    }

    /// A position as Python gave it, looked at from all sides.
    fn at(&self, object: Bound<'_, PyAny>, from: &str) -> PyResult<At> {
        let py = object.py();
        if object.is_none() {
            return Err(broken(format!(
                "{from} returned nothing: it has to return a position"
            )));
        }
        let hash = object.hash().map_err(|error| {
            match error.is_instance_of::<PyTypeError>(py) {
                true => broken(format!(
                    "{from} returned a position that cannot be hashed, {}: positions are values that never change, \
                     such as tuples, texts and frozen dataclasses",
                    shown(&object)
                )),
                false => error,
            }
        })?;
        let key = match self.0.has.key {
            true => stable(&self.call(py, "key", (&object,))?)?,
            false => stable(&object)?,
        };
        let turn = self.turn_of(&object)?;
        let progress = match self.0.has.progress {
            true => {
                let told = self.call(py, "progress", (&object,))?;
                let number = told.extract().map_err(|_| {
                    broken(format!(
                        "progress({}) is {}: it has to be a whole number, 0 or more",
                        shown(&object),
                        shown(&told)
                    ))
                })?;
                Some(number)
            }
            false => None,
        };
        Ok(At(Arc::new(Node {
            object: object.unbind(),
            hash,
            key,
            turn,
            progress,
            moves: OnceLock::new(),
            odds: OnceLock::new(),
        })))
    }

    fn turn_of(&self, position: &Bound<'_, PyAny>) -> PyResult<Turn> {
        let py = position.py();
        let told = self.call(py, "to_move", (position,))?;
        if told.is_none() {
            let paid = self.call(py, "payoff", (position,))?;
            let payoff = paid.extract::<f64>().ok().filter(|payoff| {
                payoff.is_finite() && payoff.abs() <= self.0.stake * (1.0 + SLACK)
            });
            let payoff = payoff.ok_or_else(|| {
                broken(format!(
                    "payoff({}) is {}: it has to be a number from {} to {}, what the first player receives \
                     (the most is the attribute `stake`)",
                    shown(position),
                    shown(&paid),
                    -self.0.stake,
                    self.0.stake
                ))
            })?;
            return Ok(Turn::Over(Outcome::paying(ForFirst(payoff))));
        }
        if told.extract::<String>().is_ok_and(|text| text == "chance") {
            return match self.0.has.chances {
                true => Ok(Turn::Chance),
                false => Err(broken(format!(
                    "chance moves in {}, but there is no method `chances`",
                    shown(position)
                ))),
            };
        }
        let side: Result<Side, PyErr> = told.extract();
        side.map(|side| Turn::Of(side.0)).map_err(|_| {
            broken(format!(
                "to_move({}) is {}: it has to be \"first\", \"second\", \"chance\", or None where it is over",
                shown(position),
                shown(&told)
            ))
        })
    }

    /// The number of a move, a new one for a move that was not met before.
    fn choice(&self, mv: &Bound<'_, PyAny>) -> PyResult<Choice> {
        let (numbers, met) = &self.0.moves;
        let numbers = numbers.bind(mv.py());
        let known = numbers.get_item(mv).map_err(|error| {
            match error.is_instance_of::<PyTypeError>(mv.py()) {
                true => broken(format!(
                    "a move cannot be hashed, {}: moves are values that never change, such as texts, numbers and tuples",
                    shown(mv)
                )),
                false => error,
            }
        })?;
        if let Some(number) = known {
            return Ok(Choice(number.extract()?));
        }
        let number = {
            let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
            met.push(mv.clone().unbind());
            met.len() - 1
        };
        // Another thread may have met it meanwhile.
        let number = numbers.call_method1("setdefault", (mv, number))?;
        Ok(Choice(number.extract()?))
    }

    /// The move of a number.
    fn choice_object(&self, py: Python<'_>, mv: Choice) -> Py<PyAny> {
        let met = self
            .0
            .moves
            .1
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        met[mv.0 as usize].clone_ref(py)
    }

    /// The legal moves, asked once.
    fn listed<'a>(&self, at: &'a At) -> &'a [Choice] {
        if matches!(at.0.turn, Turn::Over(_)) {
            return &[];
        }
        if let Some(moves) = at.0.moves.get() {
            return moves;
        }
        let moves = attached(|py| {
            let position = at.0.object.bind(py);
            if at.0.turn == Turn::Chance {
                return Ok(self.odds(at)?.iter().map(|(mv, _)| *mv).collect());
            }
            let mut moves = Vec::new();
            let mut seen = HashSet::new();
            for mv in self.call(py, "moves", (position,))?.try_iter()? {
                let mv = mv?;
                let choice = self.choice(&mv)?;
                if !seen.insert(choice) {
                    return Err(broken(format!(
                        "moves({}) has {} twice",
                        shown(position),
                        shown(&mv)
                    )));
                }
                moves.push(choice);
            }
            match moves.is_empty() {
                false => Ok(moves),
                true => Err(broken(format!(
                    "moves({}) is empty, though it is somebody's turn: where there is no move the contest is over \
                     (to_move is None) or there is a move to pass",
                    shown(position)
                ))),
            }
        });
        let _ = at.0.moves.set(moves);
        at.0.moves.get().map_or(&[], Vec::as_slice)
    }

    /// What chance does and how likely, asked once.
    fn odds<'a>(&self, at: &'a At) -> PyResult<&'a [(Choice, f64)]> {
        if at.0.odds.get().is_none() {
            let odds = Python::attach(|py| self.asked_odds(at.0.object.bind(py)))?;
            let _ = at.0.odds.set(odds);
        }
        Ok(at.0.odds.get().map_or(&[], Vec::as_slice))
    }

    fn asked_odds(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<(Choice, f64)>> {
        let told = self.call(position.py(), "chances", (position,))?;
        let told = match told.cast::<PyDict>() {
            Ok(pairs) => pairs.items().into_any(),
            Err(_) => told,
        };
        let mut odds: Vec<(Choice, f64)> = Vec::new();
        for pair in told.try_iter()? {
            let (mv, probability): (Bound<'_, PyAny>, f64) = pair?.extract()?;
            let choice = self.choice(&mv)?;
            if odds.iter().any(|(known, _)| *known == choice) {
                let (position, mv) = (shown(position), shown(&mv));
                return Err(broken(format!("chances({position}) has {mv} twice")));
            }
            odds.push((choice, probability));
        }
        let sum: f64 = odds.iter().map(|(_, probability)| probability).sum();
        let sound = odds.iter().all(|(_, probability)| *probability > 0.0);
        match sound && (sum - 1.0).abs() <= SLACK {
            true => Ok(odds),
            false => Err(broken(format!(
                "the probabilities of chances({}) have to be above 0 and add up to 1, and they add up to {sum}",
                shown(position)
            ))),
        }
    }

    /// What the rules themselves say of a position.
    fn judged(&self, at: &At) -> ForFirst<f64> {
        attached(|py| {
            let told = self.call(py, "evaluate", (&at.0.object,))?;
            let value = told.extract::<f64>().ok().filter(|value| value.is_finite());
            let value = value.ok_or_else(|| {
                broken(format!(
                    "evaluate({}) is {}: it has to be a number, what the first player may expect",
                    shown(at.0.object.bind(py)),
                    shown(&told)
                ))
            })?;
            Ok(ForFirst(value.clamp(-self.0.stake, self.0.stake)))
        })
    }

    /// Who stands where, the top row first.
    fn rows(&self, at: &At) -> Option<Vec<Vec<Option<Seat>>>> {
        if !self.0.has.board {
            return None;
        }
        Some(attached(|py| {
            let told = self.call(py, "board", (&at.0.object,))?;
            let mut rows = Vec::new();
            for row in told.try_iter()? {
                let mut cells = Vec::new();
                for cell in row?.try_iter()? {
                    let cell = cell?;
                    cells.push(
                        match cell.is_none() {
                            true => None,
                            false => Some(self.holder(&cell)?),
                        }
                        .flatten(),
                    );
                }
                rows.push(cells);
            }
            if rows.iter().any(|row| row.len() != rows[0].len()) {
                return Err(broken("the rows of board() have to be of the same length"));
            }
            Ok(rows)
        }))
    }

    /// Whose a cell is: a side, or the symbol of one; a dot or a blank for nobody's.
    fn holder(&self, cell: &Bound<'_, PyAny>) -> PyResult<Option<Seat>> {
        if let Ok(text) = cell.extract::<String>() {
            if text == "." || text.trim().is_empty() {
                return Ok(None);
            }
            if let Some(seat) = self.0.symbols.iter().position(|symbol| *symbol == text) {
                return Ok(Some(Seat::BOTH[seat]));
            }
        }
        let side: PyResult<Side> = cell.extract();
        side.map(|side| Some(side.0)).map_err(|_| {
            broken(format!(
                "board() has {} in it: a cell is None, \"first\", \"second\" or one of the symbols {} and {}",
                shown(cell),
                self.0.symbols[0],
                self.0.symbols[1]
            ))
        })
    }
}

/// A number for a value that is the same in every process, which Python's own hash of texts is not. Of other values
/// than texts, numbers, tuples and frozen sets it is Python's.
fn stable(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let bytes = |bytes: &[u8], kind: u64| {
        let fold = |hash: u64, chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            spread(hash ^ u64::from_le_bytes(word))
        };
        bytes.chunks(8).fold(kind ^ bytes.len() as u64, fold)
    };
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(bytes(text.to_cow()?.as_bytes(), 1 << 60));
    }
    if let Ok(text) = value.cast::<PyBytes>() {
        return Ok(bytes(text.as_bytes(), 2 << 60));
    }
    if let Ok(parts) = value.cast::<PyTuple>() {
        let mut hash = 3 << 60;
        for part in parts.iter() {
            hash = spread(hash ^ stable(&part)?);
        }
        return Ok(hash);
    }
    if let Ok(parts) = value.cast::<PyFrozenSet>() {
        let mut sum = 4_u64 << 60;
        for part in parts.iter() {
            sum = sum.wrapping_add(spread(stable(&part)?));
        }
        return Ok(spread(sum));
    }
    if value.is_instance_of::<PyInt>()
        && let Ok(number) = value.extract::<i64>()
    {
        return Ok(spread(number as u64));
    }
    Ok(spread(value.hash()? as u64))
}

impl Game for Rules {
    type Position = At;
    type Move = Choice;

    fn start(&self) -> At {
        attached(|py| self.at(self.0.object.bind(py).call_method0("start")?, "start()"))
    }

    fn turn(&self, at: &At) -> Turn {
        at.0.turn
    }

    fn each_move(&self, at: &At, visit: impl FnMut(Choice)) {
        self.listed(at).iter().copied().for_each(visit);
    }

    fn count_moves(&self, at: &At) -> usize {
        self.listed(at).len()
    }

    fn play(&self, at: &mut At, mv: Choice) {
        *at = self.after(at, mv);
    }

    fn after(&self, at: &At, mv: Choice) -> At {
        attached(|py| {
            let before = at.0.object.bind(py);
            let after = self.call(py, "play", (before, self.choice_object(py, mv)))?;
            if after.is(before) {
                return Err(broken(format!(
                    "play({}, ...) returned the position that it was given: it has to return the one after the move",
                    shown(before)
                )));
            }
            let after = self.at(after, "play()")?;
            if let (Some(then), Some(now)) = (at.0.progress, after.0.progress)
                && now <= then
            {
                return Err(broken(format!(
                    "progress has to grow with every move, and it is {then} before and {now} after a move in {}",
                    shown(before)
                )));
            }
            Ok(after)
        })
    }

    fn key(&self, at: &At) -> u64 {
        at.0.key
    }

    fn stake(&self) -> f64 {
        self.0.stake
    }

    fn progress(&self, at: &At) -> Option<u32> {
        at.0.progress
    }

    fn repetition_limit(&self) -> Option<u32> {
        self.0.repetition
    }
}

impl Chance for Rules {
    fn probability(&self, at: &At, outcome: Choice) -> f64 {
        let odds = match self.odds(at) {
            Ok(odds) => odds,
            Err(error) => work::leave(error),
        };
        let found = odds.iter().find(|(mv, _)| *mv == outcome);
        found.map_or(0.0, |(_, probability)| *probability)
    }
}

impl Notation for Rules {
    fn write_move(&self, at: &At, mv: Choice) -> String {
        attached(|py| {
            let mv = self.choice_object(py, mv);
            let text = match self.0.has.write_move {
                true => self.call(py, "write_move", (&at.0.object, mv))?,
                false => mv.bind(py).str()?.into_any(),
            };
            text.extract()
        })
    }

    fn write_position(&self, at: &At) -> String {
        attached(|py| {
            let position = at.0.object.bind(py);
            if self.0.has.write_position {
                return self.call(py, "write_position", (position,))?.extract();
            }
            match position.cast::<PyString>() {
                Ok(text) => Ok(text.to_cow()?.into_owned()),
                Err(_) => Ok(position.repr()?.to_string()),
            }
        })
    }

    fn parse_position(&self, text: &str) -> Result<At, NotationError> {
        let read = Python::attach(|py| {
            let object = if self.0.has.parse_position {
                self.call(py, "parse_position", (text,))?
            } else if self
                .0
                .object
                .bind(py)
                .call_method0("start")?
                .is_instance_of::<PyString>()
            {
                PyString::new(py, text).into_any()
            } else {
                py.import("ast")?.call_method1("literal_eval", (text,))?
            };
            self.at(object, "parse_position()")
        });
        read.map_err(|error| {
            NotationError::new(format!(
                "`{text}` is not a position of {}: {error}",
                self.0.title
            ))
        })
    }

    fn side(&self, seat: Seat) -> String {
        self.0.sides[seat.index()].clone()
    }
}

impl Depict for Rules {
    fn picture(&self, at: &At) -> Picture {
        let Some(rows) = self.rows(at) else {
            return Picture::of_text(self.write_position(at));
        };
        let height = rows.len();
        let mut places = Vec::new();
        for (down, row) in rows.iter().enumerate() {
            for (along, cell) in row.iter().enumerate() {
                let up = height - 1 - down;
                let column = char::from(b'a' + (along % 26) as u8);
                places.push(Place {
                    name: format!("{column}{}", up + 1),
                    at: [along as f64, up as f64],
                    content: match cell {
                        None => Content::Empty,
                        Some(seat) => Content::Marker {
                            seat: *seat,
                            symbol: self.0.symbols[seat.index()].clone(),
                            shape: Shape::Plain,
                        },
                    },
                });
            }
        }
        Picture::new(Surface::Cells(Cells::Paper), places, self.0.symbols.clone())
    }
}

impl Markers for Rules {
    fn holders(&self, at: &At) -> Vec<Option<Seat>> {
        self.rows(at)
            .unwrap_or_default()
            .into_iter()
            .flatten()
            .collect()
    }

    fn drawing(&self) -> &Drawing {
        &self.0.drawing
    }
}

/// A position as the number under which it was met first. It means nothing to another process, so tables of games
/// written in Python are not kept.
impl Pack for Rules {
    fn packed_bits(&self) -> u32 {
        40
    }

    fn pack(&self, at: &At) -> u64 {
        attached(|py| {
            let (numbers, met) = &self.0.positions;
            let (numbers, position) = (numbers.bind(py), at.0.object.bind(py));
            if let Some(number) = numbers.get_item(position)? {
                return number.extract();
            }
            let number = {
                let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
                met.push(at.clone());
                met.len() - 1
            };
            numbers
                .call_method1("setdefault", (position, number))?
                .extract()
        })
    }

    fn unpack(&self, packed: u64) -> Option<At> {
        let met = self
            .0
            .positions
            .1
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        met.get(usize::try_from(packed).ok()?).cloned()
    }
}

impl Symmetry for Rules {}
impl Guide for Rules {}
impl Foresight for Rules {}
