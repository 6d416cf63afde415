//! Learning the weights of a network by temporal differences.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use shido_core::{Features, ForFirst, Inputs, Outcome, Seat, Seed, Turn, parallel};
use shido_search::{Model, SearchError};

use crate::duel::meet;
use crate::network::Chances;
use crate::practice::{a_move, drawn, play};
use crate::{Duel, Linear, Network, Odds, Practice, Terms, Weights};

/// How a network learns by temporal differences.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkOptions {
    /// How many contests to play.
    pub games: u64,
    /// How far ahead of itself a prediction learns: from the next prediction alone at 0, from the
    /// end of the contest alone at 1.
    pub lambda: f64,
    /// How large a step is at the beginning. It shrinks evenly to nothing at the end.
    pub rate: f64,
    /// How often a move is made at random, to see what the learner would not try.
    pub exploration: f64,
    /// How many contests are played by the same weights before something is learned from them.
    pub batch: u64,
    /// How contests begin, and how long they last at most.
    pub practice: Practice,
    /// How often on the way the learner meets other weights.
    pub examinations: u64,
    /// How many openings an examination has, each played from both sides.
    pub examination_pairs: u64,
    /// Where every random choice comes from.
    pub seed: Seed,
}

impl Default for NetworkOptions {
    fn default() -> NetworkOptions {
        NetworkOptions {
            games: 100_000,
            lambda: 0.7,
            rate: 0.03,
            exploration: 0.0,
            batch: 16,
            practice: Practice::default(),
            examinations: 20,
            examination_pairs: 200,
            seed: Seed(0),
        }
    }
}

/// Where the network stands after so many contests.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkPoint {
    /// Contests played.
    pub games: u64,
    /// The mean square of what predictions were off from how the contest ended, in stakes, over the
    /// contests since the last point.
    pub error: f64,
    /// How the network fares against the other weights, both looking one ply ahead.
    pub against_weights: Duel,
}

/// What was learned, and how it went.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkLearned {
    /// The network at the end. Its origin is still that of the start.
    pub network: Network,
    /// The way there.
    pub curve: Vec<NetworkPoint>,
    /// Contests played: fewer than asked for if it was stopped.
    pub games: u64,
}

/// Teaches a network by letting it play against itself: TD(lambda) (Sutton 1988), as Tesauro's TD-Gammon did.
///
/// The learner looks one ply ahead and makes the move whose position it likes best. What it predicts of that position
/// is moved towards what it predicts after its next choice, and the last prediction towards the end itself. Where a
/// move was made at random, what came before learns from the move that would have been chosen.
///
/// Sutton and Tesauro carry a trace of earlier gradients along, as many numbers as there are weights for each output.
/// The weights stay as they are while a contest is played, so the same comes out if each prediction is moved towards
/// its *lambda-return* once the contest is over: `(1 - lambda)` times the next prediction plus `lambda` times the next
/// return (Sutton 1988, section 2).
///
/// From time to time the network meets `others`, to see how far it is. `watch` is called with the number of contests
/// after each batch. `stop` ends the learning at what was learned so far. The result depends on the options and the
/// start alone, not on the number of threads.
///
/// # Errors
/// Where chance moves and there are no odds.
pub fn learn_network<G: Inputs + Features>(
    game: &G,
    odds: Option<Odds<G>>,
    start: Network,
    others: &Weights,
    options: &NetworkOptions,
    stop: &AtomicBool,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<NetworkLearned, SearchError<G::Move>> {
    let mut network = start;
    let others = Linear::new(game, others);
    let mut curve = Vec::new();
    let mut played = 0;
    let (mut square, mut predictions) = (0.0, 0_u64);
    let seeds = options.seed.derive(0);
    while played < options.games && !stop.load(Ordering::Relaxed) {
        let batch = options.batch.clamp(1, options.games - played);
        let contests = parallel::map(batch as usize, &|contest| {
            let seed = seeds.derive(played + contest as u64);
            lessons(game, &network, odds, options, seed)
        });
        let rate = options.rate * (1.0 - played as f64 / options.games as f64);
        for contest in contests {
            let Played { lessons, payoff } = contest?;
            for lesson in &lessons {
                let before = network.learn(&lesson.inputs, &lesson.target, rate as f32);
                let off = payoff.seen_by(lesson.viewer).0 - network.payoff(&before);
                square += (off / game.stake()).powi(2);
                predictions += 1;
            }
        }
        let due = |games: u64| {
            u128::from(games) * u128::from(options.examinations) / u128::from(options.games.max(1))
        };
        let examined = due(played) < due(played + batch);
        played += batch;
        watch(played);
        if examined {
            let terms = Terms {
                pairs: options.examination_pairs,
                depth: 1,
                practice: options.practice,
                seed: options.seed.derive(1),
            };
            let models: [&(dyn Model<G> + Send + Sync); 2] = [&network, &others];
            let against_weights = match meet(game, odds, models, &terms, stop) {
                Err(SearchError::Stopped) => break,
                against_weights => against_weights?,
            };
            curve.push(NetworkPoint {
                games: played,
                error: square / predictions.max(1) as f64,
                against_weights,
            });
            (square, predictions) = (0.0, 0);
        }
    }
    Ok(NetworkLearned {
        network: network.rounded(),
        curve,
        games: played,
    })
}

/// A contest to learn from.
struct Played {
    lessons: Vec<Lesson>,
    payoff: ForFirst<f64>,
}

/// A position to learn from.
struct Lesson {
    inputs: Vec<(u32, f32)>,
    /// Who sees them so.
    viewer: Seat,
    /// What should have been predicted, as the viewer sees it.
    target: Chances,
}

/// A choice that was made in a contest.
struct Choice<P> {
    /// The position that it led to, if the contest went on.
    position: Option<P>,
    /// What the network predicted of the best move, or how that one ends the contest, for the first player.
    best: Chances,
    /// Whether another move was made.
    explored: bool,
}

/// Plays a contest and tells what is to be learned from it.
fn lessons<G: Inputs>(
    game: &G,
    network: &Network,
    odds: Option<Odds<G>>,
    options: &NetworkOptions,
    seed: Seed,
) -> Result<Played, SearchError<G::Move>> {
    let mut rng = seed.rng();
    let mut contest = options.practice.open(game, odds, &mut rng)?;
    let mut choices = Vec::new();
    let payoff = loop {
        if let Some(payoff) = options.practice.payoff(&contest) {
            break payoff;
        }
        let position = contest.position();
        let Turn::Of(mover) = contest.turn() else {
            let mv = drawn(game, position, odds, &mut rng)?;
            play(&mut contest, mv);
            continue;
        };
        let (mv, best) = best_move(game, network, position, mover);
        let explored = rng.random_bool(options.exploration.clamp(0.0, 1.0));
        let mv = match explored {
            true => a_move(game, position, &mut rng),
            false => mv,
        };
        play(&mut contest, mv);
        let goes_on = !matches!(contest.turn(), Turn::Over(_));
        choices.push(Choice {
            position: goes_on.then(|| contest.position().clone()),
            best,
            explored,
        });
    };
    let returns = returns(
        choices.iter().map(|choice| (choice.best, choice.explored)),
        network.ended(Outcome::paying(payoff)),
        options.lambda as f32,
    );
    let lesson = |(choice, target): (Choice<G::Position>, Chances)| {
        let position = choice.position?;
        let mut inputs = Vec::with_capacity(64);
        let viewer = game.each_input(&position, |index, input| inputs.push((index as u32, input)));
        Some(Lesson {
            inputs,
            viewer,
            target: match viewer {
                Seat::First => target,
                Seat::Second => network.turned(&target),
            },
        })
    };
    let lessons = choices.into_iter().zip(returns).filter_map(lesson);
    Ok(Played {
        lessons: lessons.collect(),
        payoff,
    })
}

/// The move that leads to the position that the network likes best, the first of several, and what it predicts of it
/// for the first player.
fn best_move<G: Inputs>(
    game: &G,
    network: &Network,
    position: &G::Position,
    mover: Seat,
) -> (G::Move, Chances) {
    let mut best: Option<(f64, G::Move, Chances)> = None;
    game.each_successor(position, |mv, next| {
        let chances = match game.turn(&next) {
            Turn::Over(outcome) => network.ended(outcome),
            _ => match network.look(game, &next) {
                (chances, Seat::First) => chances,
                (chances, Seat::Second) => network.turned(&chances),
            },
        };
        let value = ForFirst(network.payoff(&chances)).seen_by(mover).0;
        if best.is_none_or(|(most, ..)| value > most) {
            best = Some((value, mv, chances));
        }
    });
    let (_, mv, chances) = best.expect("a contest that goes on has a move");
    (mv, chances)
}

/// The lambda-return of the position after each choice, for the first player: where what was predicted at the choices
/// and whether another move was made are these, and the contest ended like that.
fn returns(
    choices: impl DoubleEndedIterator<Item = (Chances, bool)>,
    end: Chances,
    lambda: f32,
) -> Vec<Chances> {
    let mut next = end;
    let mut returns: Vec<Chances> = choices
        .rev()
        .map(|(best, explored)| {
            let own = next;
            if explored {
                next = best;
            } else {
                for (next, best) in next.iter_mut().zip(best) {
                    *next = (1.0 - lambda) * best + lambda * *next;
                }
            }
            own
        })
        .collect();
    returns.reverse();
    returns
}

#[cfg(test)]
mod tests {
    use super::*;

    fn certain(chance: f32) -> Chances {
        [chance; 8]
    }

    fn first(returns: &[Chances]) -> Vec<f32> {
        returns.iter().map(|chances| chances[0]).collect()
    }

    /// Three choices after which 0.2, 0.6 and 0.4 was predicted, and a contest that was won.
    #[test]
    fn returns_as_worked_out_by_hand() {
        let check = |lambda, explored: [bool; 3], expected: [f32; 3]| {
            let choices = [0.2, 0.6, 0.4].map(certain).into_iter().zip(explored);
            let found = first(&returns(choices, certain(1.0), lambda));
            for (found, expected) in found.iter().zip(expected) {
                assert!(
                    (found - expected).abs() < 1e-6,
                    "{lambda}: {found} {expected}"
                );
            }
        };
        let none = [false; 3];
        // The outcome alone (Monte Carlo), the next prediction alone, and half of each.
        check(1.0, none, [1.0, 1.0, 1.0]);
        check(0.0, none, [0.6, 0.4, 1.0]);
        check(0.5, none, [0.65, 0.7, 1.0]);
        // Before a random move one learns from the move that was best.
        check(1.0, [false, false, true], [0.4, 0.4, 1.0]);
        check(0.5, [false, true, false], [0.6, 0.7, 1.0]);
    }

    /// What Sutton's traces add up to over a contest is what the returns do.
    #[test]
    fn returns_and_traces_come_to_the_same() {
        let predictions = [0.2_f32, 0.6, 0.4, 0.9];
        let gradients = [1.0_f32, -0.5, 2.0, 0.25];
        for (lambda, end) in [(0.0, 1.0), (0.3, 0.0), (0.7, 1.0), (1.0, 0.0)] {
            let mut traced = 0.0;
            let mut trace = 0.0;
            for (index, prediction) in predictions.iter().enumerate() {
                trace = lambda * trace + gradients[index];
                let next = predictions.get(index + 1).copied().unwrap_or(end);
                traced += (next - prediction) * trace;
            }
            let choices = predictions.map(|prediction| (certain(prediction), false));
            let returns = first(&returns(choices.into_iter(), certain(end), lambda));
            let returned: f32 = (returns.iter().zip(predictions).zip(gradients))
                .map(|((own, prediction), gradient)| (own - prediction) * gradient)
                .sum();
            assert!(
                (traced - returned).abs() < 1e-5,
                "{lambda}: {traced} {returned}"
            );
        }
    }
}
