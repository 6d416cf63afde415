//! Models of people: those that come with games, and those in files.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use shido_core::{EngineNotation, Game, Perception, Scene, Sight};
use shido_people::training::{Band, Point, Training, bands, counted_plies};
use shido_people::{Decisions, FileError, Openings, People, Played, Shape};

use crate::files::{RECORDED, read_bytes};
use crate::{Error, Event, Settings, Watch};

/// What was learned of people and comes with the program, by the name of the game.
const SHIPPED: &[(&str, &[u8])] = &[
    (
        "backgammon",
        include_bytes!("../../../weights/backgammon.people"),
    ),
    ("chess", include_bytes!("../../../weights/chess.people")),
    (
        "draughts",
        include_bytes!("../../../weights/draughts.people"),
    ),
    ("go", include_bytes!("../../../weights/go.people")),
    ("othello", include_bytes!("../../../weights/othello.people")),
];

/// How people begin, by the name of the game.
const OPENINGS: &[(&str, &str)] = &[("chess", include_str!("../../../weights/chess.openings"))];

/// How likely somebody of each of some ratings is to make each move, where they know what was played before,
/// and perhaps how strong their opponent is.
pub(crate) type Choose<G> = Arc<
    dyn Fn(&G, Scene<'_, G>, &[f64], Option<f64>) -> Vec<Vec<(<G as Game>::Move, f64)>>
        + Send
        + Sync,
>;

/// Finds how people choose, for a game of a name or by a file.
pub(crate) type Find<G> = fn(&G, &str, Option<&str>) -> Result<Option<Choose<G>>, Error>;

/// What is known of people who play a game.
pub(crate) struct Learned<G: Game> {
    /// The model in a file, or else the one that comes with the game of this name, if there is one.
    pub(crate) find: Find<G>,
    /// Learns another.
    pub(crate) learn:
        fn(&G, &str, &PeopleOrder, &Settings, Watch<'_>) -> Result<PeopleReport, Error>,
}

impl<G: Perception + EngineNotation + 'static> Learned<G> {
    pub(crate) const NEW: Learned<G> = Learned {
        find: find::<G>,
        learn: learn::<G>,
    };
}

fn find<G: Perception + EngineNotation + 'static>(
    game: &G,
    name: &str,
    file: Option<&str>,
) -> Result<Option<Choose<G>>, Error> {
    let people = match file {
        Some(file) => {
            let path = PathBuf::from(file);
            let read = read_bytes(&path, RECORDED);
            let read = read.map_err(|source| Error::File { path, source })?;
            let people = People::from_bytes(game, &read);
            Arc::new(people.map_err(|error| unusable(name, file, &error))?)
        }
        None => match shipped(game, name)? {
            Some(people) => return Ok(Some(with_openings(game, name, people)?)),
            None => return Ok(None),
        },
    };
    Ok(Some(Arc::new(move |game, scene, ratings, opponent| {
        people.odds_by_rating(game, scene, ratings, opponent)
    })))
}

/// How a model chooses where it is known how people begin.
fn with_openings<G: Perception + EngineNotation + 'static>(
    game: &G,
    name: &str,
    people: Arc<People>,
) -> Result<Choose<G>, Error> {
    let table = OPENINGS.iter().find(|(known, _)| *known == name);
    let openings = table
        .map(|(_, text)| Openings::read(game, text))
        .transpose();
    let place = format!("the openings of people who play {name}");
    let openings = openings.map_err(|error| unusable(name, &place, &error))?;
    Ok(Arc::new(move |game, scene, ratings, opponent| {
        let mut odds = people.odds_by_rating(game, scene, ratings, opponent);
        if let Some(openings) = &openings {
            for (rating, odds) in ratings.iter().zip(&mut odds) {
                openings.correct(game, scene.position, *rating, odds);
            }
        }
        odds
    }))
}

/// The model that comes with a game, whatever its options (`go:komi=6.5`), as long as what is seen of it is what
/// was learned from. It is unpacked once: players of many ratings share it.
fn shipped(game: &impl Perception, name: &str) -> Result<Option<Arc<People>>, Error> {
    type Unpacked = Vec<(&'static str, Sight, Arc<People>)>;
    static UNPACKED: Mutex<Unpacked> = Mutex::new(Vec::new());
    let kind = name.split(':').next().unwrap_or(name);
    let Some(&(name, bytes)) = SHIPPED.iter().find(|(known, _)| *known == kind) else {
        return Ok(None);
    };
    let sight = game.sight();
    let mut unpacked = UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., people)) =
        (unpacked.iter()).find(|(known, seen, _)| (*known, *seen) == (name, sight))
    {
        return Ok(Some(Arc::clone(people)));
    }
    let place = format!("the model of people who play {name}");
    let people = match People::from_bytes(game, bytes) {
        Ok(people) => Arc::new(people),
        Err(FileError::Unfit(_)) => return Ok(None),
        Err(error) => return Err(unusable(name, &place, &error)),
    };
    unpacked.push((name, sight, Arc::clone(&people)));
    Ok(Some(people))
}

/// That a model cannot be used.
fn unusable(name: &str, place: &str, error: &FileError) -> Error {
    Error::BadPeople {
        place: place.to_owned(),
        game: name.to_owned(),
        problem: error.to_string(),
    }
}

/// What to learn of people from, and how long.
#[derive(Clone, Debug)]
pub struct PeopleOrder {
    /// What they played: see [`Decisions`](shido_people::Decisions).
    pub files: Vec<PathBuf>,
    /// Where it is kept how far learning is; it goes on from there.
    pub folder: PathBuf,
    /// How many decisions to go through, counted from the very beginning; steps become smaller in the
    /// last third.
    pub positions: u64,
    /// How large a step is.
    pub rate: f64,
}

/// What was learned of people.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PeopleReport {
    /// The game.
    pub game: String,
    /// Different decisions that there were to learn from.
    pub decisions: u64,
    /// Decisions that were gone through.
    pub positions: u64,
    /// How it went, since it was last begun.
    pub curve: Vec<Point>,
    /// How well decisions of players that it did not learn from are predicted, by rating.
    pub bands: Vec<Band>,
    /// The root seed.
    pub seed: u64,
    /// Whether a stop came before the end.
    pub stopped: bool,
    /// The model as a file.
    #[serde(skip)]
    pub model: Vec<u8>,
}

/// Decisions of a hundred points of rating that are measured at most.
const MEASURED: usize = 2000;

fn learn<G: Perception + EngineNotation>(
    game: &G,
    name: &str,
    order: &PeopleOrder,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<PeopleReport, Error> {
    let mut games = Vec::new();
    for file in &order.files {
        games.extend(read(game, file)?);
    }
    // A position that stands alone is nobody's opening.
    let alone = games.iter().all(|played| played.moves.len() == 1);
    let training = Training {
        shape: Shape::of(game.sight()),
        seed: settings.seed,
        batch: 256,
        rate: order.rate as f32,
        fall: Some((order.positions / 3 * 2, order.positions)),
        workers: settings.threads.map_or(1, usize::from),
        first_ply: if alone { 0 } else { counted_plies(name) },
        start: None,
        judging_alone: false,
        folder: order.folder.clone(),
        positions: order.positions,
        time: None,
    };
    let mut curve = Vec::new();
    let mut see = |point: &Point| {
        curve.push(*point);
        watch(Event::People(*point));
    };
    let learned = training.run_until(game, name, &games, &mut see, &settings.stop);
    let people = learned.map_err(|error| Error::Failed(error.to_string()))?;
    let facts = people.facts();
    Ok(PeopleReport {
        game: name.to_owned(),
        decisions: facts.decisions,
        positions: facts.positions,
        stopped: facts.positions < order.positions,
        bands: bands(&people, game, &games, MEASURED),
        seed: settings.seed.0,
        curve,
        model: people.to_bytes(),
    })
}

fn read<G: EngineNotation>(game: &G, path: &Path) -> Result<Vec<Played<G>>, Error> {
    let bytes = read_bytes(path, RECORDED).map_err(|source| Error::File {
        path: path.to_owned(),
        source,
    })?;
    let rows = Decisions::new(game, &bytes[..]).and_then(Iterator::collect);
    rows.map_err(|error| Error::Unable {
        what: format!("{}, {error}", path.display()),
        help: error.help,
    })
}
