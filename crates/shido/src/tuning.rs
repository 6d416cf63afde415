//! Learning the weights of a game.

use std::ops::Range;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde::{Serialize, Serializer};
use shido_arena::Interval;
use shido_core::{Chance, Features, Seed, parallel};
use shido_eval::{
    Duel, Odds, Practice, SelfPlay, SelfPlayed, TdOptions, TdPoint, Terms, TuningOptions,
    TuningPoint, Weights, duel, learn_by_td, self_play, self_play_some,
};
use shido_frame::{Bits, FrameGame};
use shido_search::SearchError;

use crate::erased::Erased;
use crate::evaluation::rough_weights;
use crate::weights::{WeightsFile, has_usual_weights};
use crate::{Error, Event, Settings, Watch};

/// What to learn weights from, and how long.
#[derive(Clone, Debug)]
pub struct TuneOrder {
    /// How to learn.
    pub method: TuneMethod,
    /// How many contests to play.
    pub games: u64,
    /// How many plies each move looks ahead, at least one.
    pub depth: u32,
    /// How large a step is at the beginning; what suits the method where `None`.
    pub rate: Option<f64>,
    /// How many random plies each contest begins with.
    pub opening_plies: u32,
    /// The weights to begin with: `hand`, `learned`, `none` for zeros, or a file; for frames also
    /// `rough`, what the rules suggest. The hand-set ones where `None`, else the rough ones, else
    /// none.
    pub weights: Option<String>,
}

/// How weights are learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum TuneMethod {
    /// TD(lambda): each prediction learns from the next.
    Td {
        /// How far ahead of itself a prediction learns, from 0 to 1.
        lambda: f64,
        /// How often a move is made at random, from 0 to 1.
        exploration: f64,
    },
    /// Positions learn from how their contest ended.
    Results,
}

/// What was learned.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TuneReport {
    /// The game.
    pub game: String,
    /// What the features are called.
    pub names: Vec<String>,
    /// The weights at the start.
    pub before: Weights,
    /// The weights that were learned.
    pub after: Weights,
    /// The same as the text of a file.
    pub text: String,
    /// Contests that were learned from.
    pub games: u64,
    /// How it went.
    pub curve: TuneCurve,
    /// How the learned weights fared against those at the start, both looking two plies ahead; `None`
    /// where a stop came before.
    pub against_start: Option<Duel>,
    /// Whether a stop came before the end.
    pub stopped: bool,
    /// The root seed.
    pub seed: u64,
}

impl Serialize for TuneReport {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'r> {
            game: &'r str,
            method: &'static str,
            games: u64,
            positions: Option<usize>,
            score_against_start: Option<f64>,
            score_interval: Option<[f64; 2]>,
            unit: &'r str,
            scale: f64,
            weights: Named<'r>,
            scale_before: f64,
            weights_before: Named<'r>,
            origin: &'r str,
            curve: Vec<Point>,
            stopped: bool,
            seed: u64,
        }
        #[derive(Serialize)]
        #[serde(untagged)]
        enum Point {
            Td {
                games: u64,
                error: f64,
                score_against_start: f64,
            },
            Results {
                epoch: u32,
                training: f64,
                held_out: f64,
            },
        }
        let (method, positions, curve) = match &self.curve {
            TuneCurve::Td(points) => {
                let point = |point: &TdPoint| Point::Td {
                    games: point.games,
                    error: point.error,
                    score_against_start: point.against_start.score(),
                };
                ("td", None, points.iter().map(point).collect())
            }
            TuneCurve::Results { positions, points } => {
                let point = |point: &TuningPoint| Point::Results {
                    epoch: point.epoch,
                    training: point.training,
                    held_out: point.held_out,
                };
                let curve = points.iter().map(point).collect();
                ("results", Some(*positions), curve)
            }
        };
        let written = Written {
            game: &self.game,
            method,
            games: self.games,
            positions,
            score_against_start: self.against_start.map(|duel| duel.score()),
            score_interval: self.against_start.map(|duel| {
                let Interval { low, high } = duel.interval();
                [low, high]
            }),
            unit: &self.after.unit,
            scale: self.after.scale,
            weights: Named(&self.names, &self.after),
            scale_before: self.before.scale,
            weights_before: Named(&self.names, &self.before),
            origin: &self.after.origin,
            curve,
            stopped: self.stopped,
            seed: self.seed,
        };
        written.serialize(to)
    }
}

/// Weights by the names of their features, in the order of the game.
struct Named<'r>(&'r [String], &'r Weights);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().zip(&self.1.values))
    }
}

/// How learning went.
#[derive(Clone, Debug)]
pub enum TuneCurve {
    /// By temporal differences.
    Td(Vec<TdPoint>),
    /// By results.
    Results {
        /// How many positions there were.
        positions: usize,
        /// The way.
        points: Vec<TuningPoint>,
    },
}

/// The weights to begin with.
pub(crate) fn start<G: Features>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Weights, Error> {
    let nothing = || Weights {
        game: name.to_owned(),
        unit: "point".to_owned(),
        scale: 1.0,
        origin: "nothing was learned yet".to_owned(),
        values: vec![0.0; game.feature_names().len()],
    };
    match wanted {
        Some("none") => Ok(nothing()),
        None if !has_usual_weights(name) => Ok(nothing()),
        wanted => WeightsFile::find(name, Some(wanted.unwrap_or("hand")))?.read(game, name),
    }
}

/// The same for a frame's game.
pub(crate) fn start_of_a_frame<B: Bits>(
    game: &FrameGame<B>,
    name: &str,
    wanted: Option<&str>,
) -> Result<Weights, Error> {
    match wanted {
        Some("rough") => Ok(rough_weights(game, name)),
        None if !has_usual_weights(name) => Ok(rough_weights(game, name)),
        wanted => start(game, name, wanted),
    }
}

/// How many openings the final examination has.
const EXAMINATION_PAIRS: u64 = 200;
const EXAMINATION_DEPTH: u32 = 2;

/// How long may be learned after a stop from what was played until then.
const LAST_LESSON: Duration = Duration::from_millis(250);

/// Some of the contests that [`learn`] by results learns from, by their numbers.
pub(crate) fn play_some(
    game: &Erased,
    start: &Weights,
    order: &TuneOrder,
    contests: Range<u64>,
    settings: &Settings,
) -> Result<SelfPlayed, Error> {
    let options = self_play_options(order, settings.seed);
    let played = parallel::on_threads(settings.threads, || {
        self_play_some(game, start, &options, contests, &settings.stop, &|_| {})
    });
    played.map_err(|error| explain(&error))
}

fn self_play_options(order: &TuneOrder, seed: Seed) -> SelfPlay {
    SelfPlay {
        games: order.games,
        depth: order.depth,
        practice: practice(order),
        seed: seed.derive(0),
    }
}

fn practice(order: &TuneOrder) -> Practice {
    Practice {
        opening_plies: order.opening_plies,
        ..Practice::default()
    }
}

/// Learns from these weights on. Where chance moves it is known with what odds. By results it may learn from contests
/// that were played already.
pub(crate) fn learn(
    game: &Erased,
    by_chance: bool,
    start: Weights,
    order: &TuneOrder,
    played: Option<SelfPlayed>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<TuneReport, Error> {
    let odds: Odds<Erased> = |game, position, outcome| game.probability(position, outcome);
    let odds = by_chance.then_some(odds);
    let practice = practice(order);
    let contests = |count: u64| watch(Event::Contests(count));
    let stop = &*settings.stop;
    let learned = parallel::on_threads(settings.threads, || match order.method {
        TuneMethod::Td {
            lambda,
            exploration,
        } => {
            let usual = TdOptions::default();
            let options = TdOptions {
                games: order.games,
                lambda,
                rate: order.rate.unwrap_or(usual.rate),
                exploration,
                depth: order.depth,
                practice,
                seed: settings.seed,
                ..usual
            };
            let learned = learn_by_td(game, odds, &start, &options, stop, &contests)?;
            Ok((learned.weights, learned.games, TuneCurve::Td(learned.curve)))
        }
        TuneMethod::Results => {
            let SelfPlayed { positions, games } = match played {
                Some(played) => played,
                None => {
                    let options = self_play_options(order, settings.seed);
                    self_play(game, &start, &options, stop, &contests)?
                }
            };
            let usual = TuningOptions::default();
            let options = TuningOptions {
                rate: order.rate.unwrap_or(usual.rate),
                seed: settings.seed.derive(1),
                ..usual
            };
            // What was played before a stop is still worth learning from, for a moment.
            let asked = stop.load(Ordering::Relaxed).then(Instant::now);
            let enough = || match asked {
                Some(asked) => asked.elapsed() > LAST_LESSON,
                None => stop.load(Ordering::Relaxed),
            };
            let tuned = shido_eval::tune(&positions, &start, &options, &enough, &|_| {});
            let curve = TuneCurve::Results {
                positions: positions.len(),
                points: tuned.curve,
            };
            Ok((tuned.weights, games, curve))
        }
    });
    let (mut after, games, curve) = learned.map_err(|error| explain(&error))?;
    after.origin = origin(&start, order, games, settings.seed);
    let terms = Terms {
        pairs: EXAMINATION_PAIRS,
        depth: EXAMINATION_DEPTH,
        practice,
        seed: settings.seed.derive(2),
    };
    let examined = parallel::on_threads(settings.threads, || {
        duel(game, odds, &after, &start, &terms, stop)
    });
    let against_start = match examined {
        Err(SearchError::Stopped) => None,
        examined => Some(examined.map_err(|error| explain(&error))?),
    };
    Ok(TuneReport {
        game: start.game.clone(),
        seed: settings.seed.0,
        names: game.feature_names(),
        text: after.write(game),
        stopped: games < order.games || against_start.is_none(),
        against_start,
        before: start,
        after,
        games,
        curve,
    })
}

pub(crate) fn explain<M: std::fmt::Debug>(error: &SearchError<M>) -> Error {
    match error {
        SearchError::NoOdds { .. } | SearchError::Chance { .. } => Error::ChanceDecides,
        other => Error::Failed(other.to_string()),
    }
}

/// Where learned weights come from: the command that learns them again.
fn origin(start: &Weights, order: &TuneOrder, games: u64, seed: Seed) -> String {
    let mut command = format!("shido tune {}", start.game);
    if let Some(weights) = &order.weights {
        command += &format!(" --weights {weights}");
    }
    command += &match order.method {
        TuneMethod::Td {
            lambda,
            exploration,
        } => format!(" --method td --lambda {lambda} --exploration {exploration}"),
        TuneMethod::Results => " --method results".to_owned(),
    };
    command += &format!(
        " --games {games} --depth {} --opening-plies {}",
        order.depth, order.opening_plies
    );
    if let Some(rate) = order.rate {
        command += &format!(" --rate {rate}");
    }
    format!("learned by `{command} --seed {}`", seed.0)
}
