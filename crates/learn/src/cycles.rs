//! Training and testing by turns.

use std::num::NonZeroU64;

use shido_arena::{MatchOptions, PlayerError, Policy, Sampled, Score, Seats, play_match};
use shido_core::Seed;

use crate::{Going, Hoyle, Learnable, Progress, Trainer, Training, train};

/// Training and testing by turns: tournaments of fixed length until a standard of performance is met
/// (the cyclic experiment of Epstein 1994, section 5).
///
/// The behavioural standard asks how the learner does against its trainer while it learns. This one
/// asks how it does against others while it does not.
pub struct Cycles<'c, G: Learnable> {
    /// The contests of a training tournament.
    pub training: NonZeroU64,
    /// The contests of a testing tournament against each challenger, who go first by turns.
    pub testing: NonZeroU64,
    /// The challengers.
    pub challengers: Vec<&'c dyn Policy<G>>,
    /// The reliability that is to be shown against every challenger in the same test: the percentage
    /// of contests that are not lost.
    pub reliability: f64,
}

/// How a test went.
#[derive(Clone, PartialEq, Debug)]
pub struct Tested {
    /// After how many contests of training.
    pub contests: u64,
    /// The score against each challenger, of which the learner is player A.
    pub scores: Vec<Score>,
}

/// How training in cycles went.
#[derive(Clone, PartialEq, Debug)]
pub struct Cycled {
    /// How far training came.
    pub progress: Progress,
    /// The tests, in order.
    pub tests: Vec<Tested>,
    /// Whether the last test met the standard.
    pub reached: bool,
}

/// Trains and tests by turns until a test meets the standard, or training ends by its own goal or
/// limit. Nothing is learned from the tests.
///
/// # Errors
/// Where a player cannot move.
pub fn train_in_cycles<G: Learnable>(
    game: &G,
    hoyle: &mut Hoyle<G>,
    trainer: &dyn Trainer<G>,
    training: &Training,
    cycles: &Cycles<'_, G>,
) -> Result<Cycled, PlayerError> {
    let mut tests: Vec<Tested> = Vec::new();
    let mut failed = None;
    let mut reached = false;
    // Contest *i* takes part *i* of the seed, so the tests take parts that no contest comes to.
    let seeds = training.seed.derive(u64::MAX);
    let trained = train(game, hoyle, trainer, training, |progress, hoyle| {
        if progress.contests == 0 || progress.contests % cycles.training != 0 {
            return Going::On;
        }
        match cycles.test(game, hoyle, seeds.derive(tests.len() as u64)) {
            Ok(scores) => {
                reached = scores
                    .iter()
                    .all(|score| reliability(score) >= cycles.reliability);
                tests.push(Tested {
                    contests: progress.contests,
                    scores,
                });
            }
            Err(error) => failed = Some(error),
        }
        match reached || failed.is_some() {
            true => Going::Stop,
            false => Going::On,
        }
    })?;
    match failed {
        Some(error) => Err(error),
        None => Ok(Cycled {
            progress: trained.progress,
            tests,
            reached,
        }),
    }
}

impl<G: Learnable> Cycles<'_, G> {
    fn test(&self, game: &G, hoyle: &Hoyle<G>, seed: Seed) -> Result<Vec<Score>, PlayerError> {
        let against = |(number, challenger): (u64, &&dyn Policy<G>)| {
            let options = MatchOptions {
                games: self.testing.get(),
                seats: Seats::Alternate,
                seed: seed.derive(number),
                threads: Some(std::num::NonZeroUsize::MIN),
                ..MatchOptions::default()
            };
            play_match(
                game,
                &Sampled(hoyle),
                &Sampled(*challenger),
                &options,
                &|_| {},
            )
            .map(|played| played.score)
            .map_err(|error| PlayerError::Failed(error.to_string()))
        };
        (0..).zip(&self.challengers).map(against).collect()
    }
}

/// The percentage of the contests that A did not lose.
fn reliability(score: &Score) -> f64 {
    let kept = score.a_wins + score.draws;
    100.0 * kept as f64 / score.games() as f64
}
