//! How far a shallow search is from a deep one, measured at a game (ProbCut: Buro 1995).

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Serialize, Serializer};
use shido_arena::Contest;
use shido_core::{ForFirst, Game, Turn, parallel};
use shido_eval::{Sounding, regressions, write_regressions};
use shido_search::{
    Analysis, Ask, Limits, PvsOptions, Regression, SearchError, Selectivity, TranspositionTable,
};

use crate::entry::Entry;
use crate::erased::Erased;
use crate::evaluation::Evaluator;
use crate::players::{Asked, Pvs};
use crate::{Error, Event, Settings, Watch};

/// What to measure.
#[derive(Clone, Debug)]
pub struct ProbCutOrder {
    /// How many contests to play; some positions of each are searched.
    pub games: u64,
    /// How many plies deep they are searched, at least three.
    pub depth: u32,
    /// How many random plies each contest begins with.
    pub opening_plies: u32,
    /// The evaluation, by the name of its weights; the usual one where `None`.
    pub weights: Option<String>,
}

/// What was measured.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ProbCutReport {
    /// The game.
    pub game: String,
    /// Contests that positions were taken from.
    pub games: u64,
    /// How many positions were searched.
    pub positions: usize,
    /// What shallow searches say of deep ones.
    pub regressions: Vec<Regression>,
    /// The command that measures the same.
    pub origin: String,
    /// All of it as the text of a file.
    pub text: String,
    /// Whether a stop came before the end.
    pub stopped: bool,
    /// The root seed.
    pub seed: u64,
}

impl Serialize for ProbCutReport {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'r> {
            game: &'r str,
            method: &'static str,
            games: u64,
            positions: usize,
            regressions: Vec<Row>,
            origin: &'r str,
            stopped: bool,
            seed: u64,
        }
        #[derive(Serialize)]
        struct Row {
            deep: u32,
            shallow: u32,
            from: u32,
            slope: f64,
            offset: f64,
            deviation: f64,
            positions: u64,
        }
        let row = |it: &Regression| Row {
            deep: it.deep,
            shallow: it.shallow,
            from: it.from,
            slope: it.slope,
            offset: it.offset,
            deviation: it.deviation,
            positions: it.positions,
        };
        let written = Written {
            game: &self.game,
            method: "probcut",
            games: self.games,
            positions: self.positions,
            regressions: self.regressions.iter().map(row).collect(),
            origin: &self.origin,
            stopped: self.stopped,
            seed: self.seed,
        };
        written.serialize(to)
    }
}

/// One position of so many of a contest is searched: neighbours say much the same.
const STRIDE: usize = 6;
/// How far the players look who play the contests.
const PLAYED: u32 = 2;
/// A contest that is longer is broken off.
const LONGEST: usize = 300;
/// Closer to the stake than this a contest counts as decided.
const DECIDED: f64 = 0.999;

/// Plays contests, searches positions of them to all depths, and finds what the shallow ones say of the deep.
pub(crate) fn measure(
    entry: &Entry<Erased>,
    order: &ProbCutOrder,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<ProbCutReport, Error> {
    if entry.nature.is_some() {
        return Err(Error::Unable {
            what: format!(
                "{} has dice: values of one depth are averages of the next",
                entry.about.title
            ),
            help: "measure a game without chance, such as othello".to_owned(),
        });
    }
    let evaluator = entry.evaluator(order.weights.as_deref())?;
    let finished = AtomicU64::new(0);
    let contests = parallel::on_threads(settings.threads, || {
        parallel::map(order.games as usize, &|contest| {
            let soundings = soundings(entry, &evaluator, order, contest, settings)?;
            watch(Event::Contests(
                1 + finished.fetch_add(1, Ordering::Relaxed),
            ));
            Ok(soundings)
        })
    });
    let mut all = Vec::new();
    let mut games = 0;
    for contest in contests {
        match contest {
            Ok(soundings) => {
                all.extend(soundings);
                games += 1;
            }
            Err(Stopped::Asked) => {}
            Err(Stopped::Failed(reason)) => return Err(Error::Failed(reason)),
        }
    }
    let weights = match &order.weights {
        Some(weights) => format!(" --weights {weights}"),
        None => String::new(),
    };
    let origin = format!(
        "measured by `shido tune {} --method probcut --games {games} --depth {} --opening-plies {}{weights} --seed {}`",
        entry.about.name, order.depth, order.opening_plies, settings.seed.0
    );
    let regressions = regressions(&all);
    Ok(ProbCutReport {
        game: entry.about.name.clone(),
        text: write_regressions(&entry.about.name, &origin, &regressions),
        games,
        positions: all.len(),
        regressions,
        origin,
        stopped: games < order.games,
        seed: settings.seed.0,
    })
}

/// Why a contest gave nothing.
enum Stopped {
    Asked,
    Failed(String),
}

impl<M: std::fmt::Debug> From<SearchError<M>> for Stopped {
    fn from(error: SearchError<M>) -> Stopped {
        match error {
            SearchError::Stopped => Stopped::Asked,
            other => Stopped::Failed(other.to_string()),
        }
    }
}

/// Searches some positions of a contest to all depths. Contest *i* takes the numbers of `seed.derive(i)`.
fn soundings(
    entry: &Entry<Erased>,
    evaluator: &Evaluator<Erased>,
    order: &ProbCutOrder,
    number: usize,
    settings: &Settings,
) -> Result<Vec<Sounding>, Stopped> {
    let game = &entry.game;
    let mut rng = settings.seed.derive(number as u64).rng();
    let mut contest = Contest::new(game);
    for _ in 0..order.opening_plies {
        let Some(mv) = game.random_move(contest.position(), &mut rng) else {
            break;
        };
        contest
            .play(mv)
            .map_err(|error| Stopped::Failed(error.to_string()))?;
    }
    let looking = |selectivity, depth| Looking {
        entry,
        evaluator,
        settings,
        selectivity,
        depth,
    };
    let exact = looking(Selectivity::Exact, order.depth);
    let quick = looking(Selectivity::Sound, PLAYED);
    let mut tables = [None, None];
    let [playing, sounding] = &mut tables;
    let mut found = Vec::new();
    while let Turn::Of(mover) = contest.turn()
        && contest.moves().len() < LONGEST
    {
        if settings.stop.load(Ordering::Relaxed) {
            return Err(Stopped::Asked);
        }
        let ply = contest.moves().len();
        if ply % STRIDE == number % STRIDE && ply >= order.opening_plies as usize {
            let stake = game.stake();
            let advantage = |value: ForFirst<f64>| {
                let share = value.seen_by(mover).0 / stake;
                (share.abs() < DECIDED).then(|| share.atanh())
            };
            let mut at_once = vec![None; order.depth as usize + 1];
            let judged = evaluator.model.horizon(game, contest.position());
            at_once[0] = judged.and_then(advantage);
            let advantages = Mutex::new(at_once);
            let note = |seen: &Analysis<<Erased as Game>::Move>| {
                if let (Some(depth), Ok(mut noted)) = (seen.depth, advantages.lock())
                    && let Some(noted) = noted.get_mut(depth as usize)
                {
                    *noted = advantage(seen.value);
                }
            };
            exact.search(&contest, sounding, &note)?;
            found.push(Sounding {
                progress: game.progress(contest.position()).unwrap_or(0),
                advantages: advantages.into_inner().unwrap_or_default(),
            });
        }
        let answer = quick.search(&contest, playing, &|_| {})?;
        let mv = answer.best[0];
        contest
            .play(mv)
            .map_err(|error| Stopped::Failed(error.to_string()))?;
    }
    Ok(found)
}

/// How a position is searched.
struct Looking<'a> {
    entry: &'a Entry<Erased>,
    evaluator: &'a Evaluator<Erased>,
    settings: &'a Settings,
    selectivity: Selectivity,
    depth: u32,
}

impl Looking<'_> {
    /// Searches the position of a contest by what is compiled for the type of the game.
    fn search(
        &self,
        contest: &Contest<'_, Erased>,
        table: &mut Option<TranspositionTable>,
        watch: &dyn Fn(&Analysis<<Erased as Game>::Move>),
    ) -> Result<Analysis<<Erased as Game>::Move>, Stopped> {
        let search = Pvs {
            options: PvsOptions {
                selectivity: self.selectivity,
                threads: NonZeroUsize::MIN,
                ..PvsOptions::default()
            },
            probcut: None,
            mebibytes: 8,
        };
        let found = self.entry.game.rules().pvs(
            &search,
            Asked {
                game: &self.entry.game,
                positions: contest.positions(),
                model: &*self.evaluator.model,
                model_behind: self.evaluator.behind.as_deref(),
                ask: Ask::BestMove,
                limits: Limits {
                    stop: Some(&self.settings.stop),
                    ..Limits::depth(self.depth)
                },
                seed: self.settings.seed,
                table,
                watch,
            },
        )?;
        Ok(found.analysis)
    }
}
