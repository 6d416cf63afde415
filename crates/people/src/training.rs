//! Learning how people choose, from what they played.
//!
//! Decisions are taken in batches in a random order. The network learns to make what was played likely: matrices
//! inside it by Muon (Jordan and others 2024), the rest by AdamW (Loshchilov and Hutter 2019). What is asked afterwards
//! is a moving average of its weights. Games of some players are held out: one part shows how learning goes, the
//! other is never looked at before the end ([`Split`]).
//!
//! Everything that learning depends on is in its checkpoint: after a kill it goes on as if nothing had
//! happened. The result depends on the seed and the number of workers, and on nothing else.

mod checkpoint;
mod measure;
mod order;
mod step;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use shido_core::{Perception, Scene, Seed, Turn};

use crate::decisions::Played;
use crate::network::{Backward, Network, Pull, Shape};
use crate::people::{Facts, People, chances};
use crate::scene::{Level, Seen};

pub use checkpoint::CheckpointError;
pub use measure::{Band, Figures, HeldOut, bands, held_out};
pub use order::Split;

/// How to learn.
#[derive(Clone, Debug)]
pub struct Training {
    /// The size of the network.
    pub shape: Shape,
    /// Where chance comes from.
    pub seed: Seed,
    /// Decisions in a batch.
    pub batch: usize,
    /// How large a step is.
    pub rate: f32,
    /// From which number of decisions on steps become smaller, and where they end, if they do.
    pub fall: Option<(u64, u64)>,
    /// How many threads work on a batch.
    pub workers: usize,
    /// The first moves of games that are left out, where they are counted instead.
    pub first_ply: usize,
    /// A model to go on from where there is no checkpoint: the decisions that it saw count as gone through.
    pub start: Option<People>,
    /// Whether only the layers that judge moves learn, which takes less than half of the time: what reads the board stays
    /// as it is in the model to go on from. It cannot change within a folder: a checkpoint remembers no slopes of layers that
    /// did not learn.
    pub judging_alone: bool,
    /// Where checkpoints are kept.
    pub folder: PathBuf,
    /// How many decisions to go through, counted from the very beginning.
    pub positions: u64,
    /// How long at most.
    pub time: Option<Duration>,
}

/// How many first moves of a game are left out. How people begin at chess is [counted](crate::Openings); nowhere else.
#[must_use]
pub fn counted_plies(game: &str) -> usize {
    match game {
        "chess" => 6,
        _ => 0,
    }
}

/// A point of the learning curve.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// Decisions gone through.
    pub positions: u64,
    /// Times that all decisions were gone through.
    pub epochs: f64,
    /// Seconds of learning.
    pub seconds: f64,
    /// How large a step is.
    pub rate: f32,
    /// Log-loss of the batches since the last point, in nats.
    pub loss: f64,
    /// Log-loss of the average weights on held-out decisions.
    pub held_out_loss: f64,
    /// Share of held-out decisions that the likeliest move predicts.
    pub held_out_predicted: f64,
}

/// How far learning is: all that it depends on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct State {
    pub(crate) progress: Progress,
    pub(crate) weights: Vec<f32>,
    pub(crate) average: Vec<f32>,
    pub(crate) mean: Vec<f32>,
    pub(crate) square: Vec<f32>,
}

/// The part of the state that is not numbers by the weight.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Progress {
    pub(crate) shape: Shape,
    pub(crate) sight: [usize; 4],
    pub(crate) seed: u64,
    #[serde(default)]
    pub(crate) judging_alone: bool,
    pub(crate) steps: u64,
    pub(crate) positions: u64,
    pub(crate) epoch: u64,
    /// How many decisions of this epoch are done.
    pub(crate) done: u64,
    pub(crate) seconds: f64,
    /// Sum of log-losses and number of decisions since the last point of the curve.
    pub(crate) since: (f64, u64),
    pub(crate) curve: Vec<Point>,
}

/// A decision as the network is taught it.
pub(crate) struct Lesson {
    pub(crate) seen: Seen,
    pub(crate) level: Level,
    pub(crate) chosen: usize,
    /// What the move gave away of the expected score, where it is known.
    pub(crate) lost: Option<f32>,
}

impl Lesson {
    /// The decision at a ply of a game; `None` where nobody chose. The past may be hidden.
    pub(crate) fn new<G: Perception>(
        game: &G,
        played: &Played<G>,
        ply: usize,
        hide_past: bool,
    ) -> Option<Lesson> {
        let (position, mut past) = played.before(game, ply);
        let Turn::Of(seat) = game.turn(&position) else {
            return None;
        };
        if hide_past {
            past.clear();
        }
        let scene = Scene {
            position: &position,
            past: &past,
        };
        let (seen, moves) = Seen::new(game, scene);
        let chosen = moves.iter().position(|mv| *mv == played.moves[ply])?;
        let (rating, opponent) = played.ratings_for(seat);
        let level = Level::new(rating, opponent);
        Some(Lesson {
            seen,
            level,
            chosen,
            lost: played.losses.get(ply).copied().flatten(),
        })
    }
}

impl Lesson {
    /// How badly the master is foretold, and its slopes: they would have played a sound move, and not an
    /// unsound one.
    fn of_master(&self, pulls: &[Pull]) -> Option<(f64, Vec<f32>)> {
        let lost = self.lost.filter(|lost| !(SOUND..UNSOUND).contains(lost))?;
        let mut odds = chances(pulls, MASTER);
        let played = odds[self.chosen].clamp(1e-30, 1.0 - 1e-6);
        let (loss, factor) = match lost < SOUND {
            true => (-played.ln(), 1.0),
            false => (-(1.0 - played).ln(), -played / (1.0 - played)),
        };
        odds[self.chosen] -= 1.0;
        let slope = |odds: f64| OF_MASTER * (factor * odds) as f32;
        let slopes = odds.into_iter().map(slope).collect();
        Some((f64::from(OF_MASTER) * loss, slopes))
    }
}

/// How many positions go through the network together: as many as the caches hold.
const TOGETHER: usize = 8;

/// How often the past is hidden, in hundredths, so that a position alone can be judged as well.
const HIDDEN: u64 = 15;

/// Somebody who plays no bad moves, and how much is learned from what is said of them, beside what
/// people played.
const MASTER: Level = Level {
    rating: 3.0,
    difference: 0.0,
};
const OF_MASTER: f32 = 0.3;
/// A move that gives away less is the master's, one that gives away more is not, by expected score.
/// Referees at ordinary depth disagree by what is between.
const SOUND: f32 = 0.02;
const UNSOUND: f32 = 0.08;

/// Steps in which the rate rises to what it is.
const WARM_UP: u64 = 100;

impl Training {
    /// Learns from games until the positions or the time are used up; what happens on the way is told to
    /// `watch`.
    ///
    /// # Errors
    /// Where a checkpoint cannot be written, or the one that is there belongs to other settings.
    pub fn run<G: Perception>(
        &self,
        game: &G,
        name: &str,
        games: &[Played<G>],
        watch: &mut dyn FnMut(&Point),
    ) -> Result<People, CheckpointError> {
        self.run_until(game, name, games, watch, &AtomicBool::new(false))
    }

    /// The same, ended early where `stop` is raised.
    ///
    /// # Errors
    /// As for [`run`](Training::run).
    pub fn run_until<G: Perception>(
        &self,
        game: &G,
        name: &str,
        games: &[Played<G>],
        watch: &mut dyn FnMut(&Point),
        stop: &AtomicBool,
    ) -> Result<People, CheckpointError> {
        let sight = game.sight();
        let network = Network::new(sight, self.shape);
        let held_out = measure::sample(game, games, Split::Watched, self.first_ply, 400);
        let lessons = order::Lessons::new(game, games, self.first_ply);
        let mut state = match (State::load(&self.folder)?, &self.start) {
            (Some(state), _) => state.checked(self, sight)?,
            (None, Some(people)) => State::after(people, self.seed)
                .of(self)
                .checked(self, sight)
                .map_err(|_| CheckpointError::OtherModel)?,
            (None, None) if self.judging_alone => return Err(CheckpointError::NoModel),
            (None, None) => State::new(&network, self.seed).of(self),
        };
        let mut order = lessons.order(self.seed, state.progress.epoch);
        if state.progress.steps == 0 && !order.is_empty() {
            // The rounds are about as long as the first.
            state.progress.epoch = state.progress.positions / order.len() as u64;
            state.progress.done = state.progress.positions % order.len() as u64;
            order = lessons.order(self.seed, state.progress.epoch);
        }
        let started = Instant::now();
        let before = state.progress.seconds;
        let mut saved = Instant::now();
        let mut shown = Instant::now();
        let mut every = Duration::from_secs(60);
        let over = |state: &State| {
            state.progress.positions >= self.positions
                || stop.load(Ordering::Relaxed)
                || self.time.is_some_and(|time| started.elapsed() >= time)
        };
        while !over(&state) && !order.is_empty() {
            let from = state.progress.done as usize;
            let batch = &order[from.min(order.len())..order.len().min(from + self.batch)];
            if batch.is_empty() {
                state.progress.epoch += 1;
                state.progress.done = 0;
                order = lessons.order(self.seed, state.progress.epoch);
                continue;
            }
            let hidden = self.seed.derive(1).derive(state.progress.steps);
            let work = |share: &[(usize, (u32, u16))]| {
                let lessons = share.iter().filter_map(|&(number, (index, ply))| {
                    let hide = hidden.derive(number as u64).0 % 100 < HIDDEN;
                    Lesson::new(game, &games[index as usize], usize::from(ply), hide)
                });
                lessons.collect::<Vec<_>>()
            };
            let (loss, count, gradient) = self.gradient(&network, &state.weights, batch, &work);
            let rate = self.rate_at(&state.progress);
            let first = match self.judging_alone {
                true => network.judging(),
                false => 0,
            };
            state.step(&network, &gradient, count, rate, first);
            state.progress.done += batch.len() as u64;
            state.progress.positions += batch.len() as u64;
            state.progress.since.0 += loss;
            state.progress.since.1 += count as u64;
            state.progress.seconds = before + started.elapsed().as_secs_f64();
            if shown.elapsed() >= every || over(&state) {
                let figures = measure::of(&network, &state.average, &held_out);
                let (sum, count) = std::mem::take(&mut state.progress.since);
                let point = Point {
                    positions: state.progress.positions,
                    epochs: state.progress.epoch as f64
                        + state.progress.done as f64 / order.len() as f64,
                    seconds: state.progress.seconds,
                    rate,
                    loss: sum / count.max(1) as f64,
                    held_out_loss: figures.loss,
                    held_out_predicted: figures.predicted,
                };
                state.progress.curve.push(point);
                watch(&point);
                shown = Instant::now();
                // Measuring takes a while: the longer it goes on, the less often.
                every = every.mul_f64(1.15).min(Duration::from_secs(300));
            }
            if saved.elapsed() >= Duration::from_secs(60) || over(&state) {
                state.save(&self.folder)?;
                saved = Instant::now();
            }
        }
        state.save(&self.folder)?;
        let known = |played: &Played<G>| played.ratings.iter().flatten().count();
        let most = games.iter().map(known).max().unwrap_or(0);
        network.keep_only(&mut state.average, most > 0, most > 1);
        let foresight = measure::foresight(game, games, &network, &state.average, self.first_ply);
        let last = state.progress.curve.last();
        let facts = Facts {
            game: name.to_owned(),
            positions: state.progress.positions,
            decisions: lessons.count(),
            loss: last.map_or(f64::NAN, |point| point.held_out_loss),
            predicted: last.map_or(f64::NAN, |point| point.held_out_predicted),
        };
        let people = People::new(sight, self.shape, state.average, facts);
        Ok(people.with_foresight(foresight))
    }

    /// The sum of log-losses of a batch, how many decisions it has, and the sum of gradients.
    fn gradient<T: Copy + Sync>(
        &self,
        network: &Network,
        weights: &[f32],
        batch: &[T],
        prepare: &Prepare<'_, T>,
    ) -> (f64, usize, Vec<f32>) {
        let back = network.backward(weights);
        let numbered: Vec<(usize, T)> = batch.iter().copied().enumerate().collect();
        let one = |share: &[(usize, T)]| {
            let lessons = prepare(share);
            let mut gradient = vec![0.0; network.weights()];
            let mut loss = 0.0;
            for together in lessons.chunks(TOGETHER) {
                let alone = self.judging_alone;
                loss += learn(network, weights, &back, together, alone, &mut gradient).0;
            }
            (loss, lessons.len(), gradient)
        };
        let share = numbered.len().div_ceil(self.workers.max(1)).max(1);
        if self.workers <= 1 {
            return one(&numbered);
        }
        std::thread::scope(|scope| {
            let shares: Vec<_> = numbered
                .chunks(share)
                .map(|share| scope.spawn(move || one(share)))
                .collect();
            let mut all = (0.0, 0, vec![0.0; network.weights()]);
            for worker in shares {
                let (loss, count, gradient) = worker.join().expect("workers do not panic");
                all.0 += loss;
                all.1 += count;
                for (sum, slope) in all.2.iter_mut().zip(gradient) {
                    *sum += slope;
                }
            }
            all
        })
    }

    fn rate_at(&self, progress: &Progress) -> f32 {
        let warm = ((progress.steps + 1) as f32 / WARM_UP as f32).min(1.0);
        let left = self.fall.map_or(1.0, |(from, to)| {
            let done = progress.positions.saturating_sub(from) as f32;
            (1.0 - done / to.saturating_sub(from).max(1) as f32).max(0.01)
        });
        self.rate * warm * left
    }
}

/// Makes lessons of what a batch names, each with its number in the batch.
type Prepare<'a, T> = dyn Fn(&[(usize, T)]) -> Vec<Lesson> + Sync + 'a;

/// Adds the gradient of the log-loss of some decisions; the sums of their losses by what people played,
/// and by what the master would have.
fn learn(
    network: &Network,
    weights: &[f32],
    back: &Backward,
    lessons: &[Lesson],
    judging_alone: bool,
    gradient: &mut [f32],
) -> (f64, f64) {
    let seen: Vec<&Seen> = lessons.iter().map(|lesson| &lesson.seen).collect();
    let pass = network.forward(weights, &seen);
    let mut slopes = Vec::with_capacity(pass.pulls.len());
    let (mut loss, mut master_loss) = (0.0, 0.0);
    for lesson in lessons {
        let pulls = &pass.pulls[slopes.len()..][..lesson.seen.moves.len()];
        let odds = chances(pulls, lesson.level);
        loss -= odds[lesson.chosen].max(1e-30).ln();
        let of_master = lesson.of_master(pulls);
        master_loss += of_master.as_ref().map_or(0.0, |(loss, _)| *loss);
        for (number, odds) in odds.into_iter().enumerate() {
            let slope = odds as f32 - f32::from(number == lesson.chosen);
            let master = of_master.as_ref().map_or(0.0, |(_, slopes)| slopes[number]);
            slopes.push(Pull {
                base: slope + master,
                skill: slope * lesson.level.rating + master * MASTER.rating,
                respect: slope * lesson.level.difference,
            });
        }
    }
    let seen = (&seen[..], &pass);
    network.learn(weights, back, seen, &slopes, judging_alone, gradient);
    (loss, master_loss)
}

impl State {
    fn new(network: &Network, seed: Seed) -> State {
        State::at(network, network.start(seed.derive(0)), seed, 0)
    }

    /// Where learning is that a model came from. What is lost is how steep it was of late.
    fn after(people: &People, seed: Seed) -> State {
        let (network, weights) = people.parts();
        State::at(network, weights.to_vec(), seed, people.facts().positions)
    }

    fn at(network: &Network, weights: Vec<f32>, seed: Seed, positions: u64) -> State {
        State {
            progress: Progress {
                shape: network.shape,
                sight: crate::people::sight_numbers(network.sight),
                seed: seed.0,
                judging_alone: false,
                steps: 0,
                positions,
                epoch: 0,
                done: 0,
                seconds: 0.0,
                since: (0.0, 0),
                curve: Vec::new(),
            },
            average: weights.clone(),
            mean: vec![0.0; weights.len()],
            square: vec![0.0; weights.len()],
            weights,
        }
    }
}

#[cfg(test)]
mod tests {
    use shido_core::{Seed, Sight};

    use super::*;

    /// Decisions without meaning: numbers without a pattern, some moves without squares.
    fn lessons(sight: Sight, count: u64) -> Vec<Lesson> {
        let number = |seed: Seed| (seed.0 >> 40) as f32 / (1 << 23) as f32 - 1.0;
        let lesson = |index: u64| {
            let seed = Seed(9).derive(index);
            let moves = 3 + index as usize % 3;
            let square = |seed: Seed| match seed.0 % 5 {
                0 => None,
                _ => Some((seed.0 / 5 % sight.squares().max(1) as u64) as u16),
            };
            let places = (sight.planes * sight.squares()) as u64;
            Lesson {
                seen: Seen {
                    board: (0..places)
                        .filter(|place| seed.derive(*place).0.is_multiple_of(3))
                        .map(|place| (place as u32, number(seed.derive(1000 + place))))
                        .collect(),
                    moves: (0..moves as u64)
                        .map(|mv| {
                            [
                                square(seed.derive(2000 + mv)),
                                square(seed.derive(3000 + mv)),
                            ]
                        })
                        .collect(),
                    features: (0..(moves * sight.features) as u64)
                        .map(|index| number(seed.derive(4000 + index)))
                        .collect(),
                },
                level: Level {
                    rating: number(seed.derive(1)),
                    difference: number(seed.derive(2)),
                },
                chosen: index as usize % moves,
                lost: [None, Some(0.0), Some(0.5)][index as usize % 3],
            }
        };
        (0..count).map(lesson).collect()
    }

    /// The gradient is what small changes of the weights show.
    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let none = Sight {
            width: 0,
            height: 0,
            planes: 0,
            features: 7,
        };
        let flat = Shape {
            channels: 0,
            blocks: 0,
            overview: 0,
            ..SHAPE
        };
        let near = Shape {
            overview: 0,
            ..SHAPE
        };
        for (sight, shape) in [(SIGHT, SHAPE), (SIGHT, near), (none, flat)] {
            let network = Network::new(sight, shape);
            let mut weights = network.start(Seed(5));
            let lessons = lessons(sight, 6);
            let mut gradient = vec![0.0; weights.len()];
            let back = network.backward(&weights);
            learn(&network, &weights, &back, &lessons, false, &mut gradient);
            let loss = |weights: &[f32]| {
                let back = network.backward(weights);
                let mut gradient = vec![0.0; weights.len()];
                let (loss, of_master) =
                    learn(&network, weights, &back, &lessons, false, &mut gradient);
                loss + of_master
            };
            // Changes all weights of a stretch at once, each by chance up or down, so that slopes are
            // large beside what single precision loses.
            let stretch = weights.len().div_ceil(60);
            let (mut apart, mut size) = (0.0, 0.0);
            for first in (0..weights.len()).step_by(stretch) {
                let kept = weights.clone();
                let end = weights.len().min(first + stretch);
                let sign = |index: usize| {
                    if Seed(6).derive(index as u64).0.is_multiple_of(2) {
                        1.0
                    } else {
                        -1.0
                    }
                };
                let step = 5e-4;
                let mut shifted = |factor: f32| {
                    for index in first..end {
                        weights[index] = kept[index] + factor * step * sign(index);
                    }
                    loss(&weights)
                };
                let measured = (shifted(1.0) - shifted(-1.0)) / f64::from(2.0 * step);
                weights = kept;
                let slope: f64 = (first..end)
                    .map(|index| f64::from(gradient[index] * sign(index)))
                    .sum();
                apart += (measured - slope).powi(2);
                size += slope.powi(2);
            }
            assert!(apart.sqrt() < 0.02 * size.sqrt(), "{apart} beside {size}");
        }
    }

    const SIGHT: Sight = Sight {
        width: 4,
        height: 3,
        planes: 3,
        features: 5,
    };
    const SHAPE: Shape = Shape {
        channels: 16,
        blocks: 2,
        overview: 16,
        hidden: 16,
        narrow: 16,
    };

    /// Where only what judges moves learns, it learns the same, and the rest stays.
    #[test]
    fn the_tower_may_stay_as_it_is() {
        let network = Network::new(SIGHT, SHAPE);
        let mut state = State::new(&network, Seed(5));
        let lessons = lessons(SIGHT, 6);
        let back = network.backward(&state.weights);
        let gradient = |alone: bool| {
            let mut gradient = vec![0.0; state.weights.len()];
            learn(
                &network,
                &state.weights,
                &back,
                &lessons,
                alone,
                &mut gradient,
            );
            gradient
        };
        let (alone, whole) = (gradient(true), gradient(false));
        let first = network.judging();
        assert_eq!(alone[first..], whole[first..]);
        assert!(alone[..first].iter().all(|slope| *slope == 0.0));
        let before = state.weights.clone();
        state.step(&network, &alone, lessons.len(), 0.01, first);
        assert_eq!(state.weights[..first], before[..first]);
        assert!(state.weights[first..] != before[first..]);
    }

    /// What a wider network begins with says what the narrower one did, whatever is new of each move.
    #[test]
    fn a_wider_network_says_the_same_at_first() {
        let narrow = Network::new(SIGHT, SHAPE);
        let weights = narrow.start(Seed(5));
        let more = Sight {
            features: 9,
            ..SIGHT
        };
        let wider = Shape {
            hidden: 48,
            narrow: 32,
            ..SHAPE
        };
        let wide = Network::new(more, wider);
        let widened = wide.widened(Seed(6), &narrow, &weights);
        let widened = widened.expect("only more is seen of each move");
        for lesson in lessons(more, 6) {
            let mut less = lesson.seen.clone();
            let rows = lesson.seen.features.chunks(9);
            less.features = rows.flat_map(|row| &row[..5]).copied().collect();
            let before = narrow.forward(&weights, &[&less]).pulls;
            let after = wide.forward(&widened, &[&lesson.seen]).pulls;
            for (before, after) in before.iter().zip(&after) {
                let apart = [
                    before.base - after.base,
                    before.skill - after.skill,
                    before.respect - after.respect,
                ];
                assert!(apart.iter().all(|apart| apart.abs() < 1e-4), "{apart:?}");
            }
        }
        assert_eq!(narrow.widened(Seed(6), &wide, &widened), None);
        let other = Shape {
            channels: 32,
            ..SHAPE
        };
        let other = Network::new(SIGHT, other);
        assert_eq!(other.widened(Seed(6), &narrow, &weights), None);
    }
}
