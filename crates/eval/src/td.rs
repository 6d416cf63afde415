//! Learning weights by temporal differences.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use shido_core::{Features, Game, Seed, Turn, parallel};
use shido_search::SearchError;

use crate::adam::{Adam, in_the_unit_of};
use crate::practice::{Judge, a_move, drawn, play};
use crate::{Duel, Linear, Odds, Practice, Sparse, Terms, Weights, duel};

/// How to learn by temporal differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TdOptions {
    /// How many contests to play.
    pub games: u64,
    /// How far ahead of itself a prediction learns: from the next prediction alone at 0, from the
    /// end of the contest alone at 1.
    pub lambda: f64,
    /// How large a step is at the beginning. It shrinks evenly to nothing at the end.
    pub rate: f64,
    /// How often a move is made at random, to see what the learner would not try.
    pub exploration: f64,
    /// How many plies each move looks ahead, at least one.
    pub depth: u32,
    /// How many contests are played by the same weights before something is learned from them.
    pub batch: u64,
    /// How contests begin, and how long they last at most.
    pub practice: Practice,
    /// How often on the way the learner meets the weights it began with.
    pub examinations: u64,
    /// How many openings an examination has, each played from both sides.
    pub examination_pairs: u64,
    /// Where every random choice comes from.
    pub seed: Seed,
}

impl Default for TdOptions {
    fn default() -> TdOptions {
        TdOptions {
            games: 20_000,
            lambda: 0.9,
            rate: 0.003,
            exploration: 0.02,
            depth: 1,
            batch: 32,
            practice: Practice::default(),
            examinations: 20,
            examination_pairs: 100,
            seed: Seed(0),
        }
    }
}

/// Where the learner stands after so many contests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TdPoint {
    /// Contests played.
    pub games: u64,
    /// The mean square of what predictions were off from how the contest ended, in stakes, over the
    /// contests since the last point.
    pub error: f64,
    /// How the learner fares against the weights it began with.
    pub against_start: Duel,
}

/// What was learned, and how it went.
#[derive(Clone, PartialEq, Debug)]
pub struct TdLearned {
    /// The weights at the end. Their origin is still that of the start.
    pub weights: Weights,
    /// The way there.
    pub curve: Vec<TdPoint>,
    /// Contests played: fewer than asked for if it was stopped.
    pub games: u64,
}

/// Learns weights by playing against itself: TD(lambda) (Sutton 1988), as Tesauro's TD-Gammon did.
///
/// In each position the learner looks ahead and predicts how the contest will end: the value of the
/// last position of the line that it expects. As the contest goes on predictions get better, so each
/// is moved towards the next, and the last towards the end itself. With a depth of one this is TD on
/// the positions after a move, as in TD-Gammon; with more it is TDLeaf (Baxter, Tridgell and Weaver
/// 1998). After a random move the next prediction is about something else, and nothing is learned
/// from it.
///
/// Sutton credits earlier predictions with a trace that fades by `lambda`. Since weights change
/// between batches only, the same sum can be taken from the end of a contest backwards, without a
/// vector as long as the features: an error is the difference to the next prediction plus `lambda`
/// times the next error.
///
/// `watch` is called with the number of contests after each batch. `stop` ends the learning at what was
/// learned so far. The result depends on the options alone, not on the number of threads.
///
/// # Errors
/// Where chance moves and there are no odds.
pub fn learn_by_td<G: Features>(
    game: &G,
    odds: Option<Odds<G>>,
    start: &Weights,
    options: &TdOptions,
    stop: &AtomicBool,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<TdLearned, SearchError<G::Move>> {
    let mut adam = Adam::new(start);
    let mut curve = Vec::new();
    let mut played = 0;
    let mut since = Tally::default();
    let seeds = options.seed.derive(0);
    while played < options.games && !stop.load(Ordering::Relaxed) {
        let batch = options.batch.clamp(1, options.games - played);
        let judge = Judge {
            model: Linear::new(game, &in_the_unit_of(start, &adam.values)),
            odds,
            stop,
        };
        let contests = parallel::map(batch as usize, &|contest| {
            let seed = seeds.derive(played + contest as u64);
            predictions(game, &judge, options, seed)
        });
        let contests: Vec<Vec<Prediction>> = match contests.into_iter().collect() {
            // What was not played to its end cannot be learned from.
            Err(SearchError::Stopped) => break,
            contests => contests?,
        };
        let mut gradient = vec![0.0; adam.values.len()];
        let mut tally = Tally::default();
        for contest in &contests {
            tally.add(contest);
            for prediction in contest {
                let slope = 1.0 - prediction.value * prediction.value;
                prediction
                    .features
                    .add_to(&mut gradient, prediction.error * slope);
            }
        }
        for slope in &mut gradient {
            *slope /= tally.predictions.max(1) as f64;
        }
        let left = 1.0 - played as f64 / options.games as f64;
        adam.step(&gradient, options.rate * left);
        since.merge(&tally);
        let due = |games: u64| {
            u128::from(games) * u128::from(options.examinations) / u128::from(options.games.max(1))
        };
        let examined = due(played) < due(played + batch);
        played += batch;
        watch(played);
        if examined {
            let terms = Terms {
                pairs: options.examination_pairs,
                depth: options.depth,
                practice: options.practice,
                seed: options.seed.derive(1),
            };
            let now = in_the_unit_of(start, &adam.values);
            let against_start = match duel(game, odds, &now, start, &terms, stop) {
                Err(SearchError::Stopped) => break,
                against_start => against_start?,
            };
            curve.push(TdPoint {
                games: played,
                error: since.square / since.predictions.max(1) as f64,
                against_start,
            });
            since = Tally::default();
        }
    }
    Ok(TdLearned {
        weights: in_the_unit_of(start, &adam.values),
        curve,
        games: played,
    })
}

/// What was expected in a position, and what should be learned from it.
struct Prediction {
    /// Those of the position that the value is of; none where it is an end.
    features: Sparse,
    /// In stakes.
    value: f64,
    /// By how much later predictions differ.
    error: f64,
    /// How the contest ended, in stakes.
    end: f64,
    /// Whether the next prediction is about the same line, since the move was not a random one.
    linked: bool,
}

/// Plays a contest and tells what was predicted in it.
fn predictions<G: Features>(
    game: &G,
    judge: &Judge<'_, G>,
    options: &TdOptions,
    seed: Seed,
) -> Result<Vec<Prediction>, SearchError<G::Move>> {
    let mut rng = seed.rng();
    let stake = game.stake();
    let mut contest = options.practice.open(game, judge.odds, &mut rng)?;
    let mut predictions = Vec::new();
    let end = loop {
        if let Some(payoff) = options.practice.payoff(&contest) {
            break payoff.0 / stake;
        }
        let position = contest.position();
        if contest.turn() == Turn::Chance {
            let mv = drawn(game, position, judge.odds, &mut rng)?;
            play(&mut contest, mv);
            continue;
        }
        let analysis = judge.look_ahead(game, position, options.depth.max(1))?;
        let leaf = follow(game, position, &analysis.line);
        let explores = rng.random_bool(options.exploration.clamp(0.0, 1.0));
        predictions.push(match game.turn(&leaf) {
            Turn::Over(outcome) => Prediction {
                features: Sparse::default(),
                value: outcome.payoff().0 / stake,
                error: 0.0,
                end: 0.0,
                linked: !explores,
            },
            _ => Prediction {
                features: Sparse::of(game, &leaf),
                value: judge.model.value_of(judge.model.sum(game, &leaf)).0 / stake,
                error: 0.0,
                end: 0.0,
                linked: !explores,
            },
        });
        let mv = match explores {
            true => a_move(game, position, &mut rng),
            false => analysis.best[0],
        };
        play(&mut contest, mv);
    };
    let (mut next, mut error) = (end, 0.0);
    for prediction in predictions.iter_mut().rev() {
        error = match prediction.linked {
            true => next - prediction.value + options.lambda * error,
            false => 0.0,
        };
        next = prediction.value;
        prediction.error = error;
        prediction.end = end;
    }
    Ok(predictions)
}

/// The position at the end of a line.
fn follow<G: Game>(game: &G, position: &G::Position, line: &[G::Move]) -> G::Position {
    let mut position = position.clone();
    for mv in line {
        game.play(&mut position, *mv);
    }
    position
}

/// How good predictions were.
#[derive(Default)]
struct Tally {
    predictions: u64,
    square: f64,
}

impl Tally {
    fn add(&mut self, contest: &[Prediction]) {
        self.predictions += contest.len() as u64;
        self.square += contest
            .iter()
            .map(|prediction| (prediction.end - prediction.value).powi(2))
            .sum::<f64>();
    }

    fn merge(&mut self, other: &Tally) {
        self.predictions += other.predictions;
        self.square += other.square;
    }
}
