//! Training: contests until the learner has shown that it can play.

use std::num::NonZeroU64;

use rand::RngExt;
use shido_arena::{Contest, PlayerError, Policy};
use shido_core::{Rng, Seat, Seed, Turn};

use crate::{Hoyle, Learnable, Learner, Lesson, Paradigm};

/// Someone who decides what the learner meets next.
pub trait Trainer<G: Learnable>: Send + Sync {
    /// How the next contest is to be played, given what the learner is like by now.
    ///
    /// # Errors
    /// Where the trainer does not know the game well enough.
    fn arrange(
        &self,
        game: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        rng: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError>;
}

impl<G: Learnable, T: Trainer<G> + ?Sized> Trainer<G> for Box<T> {
    fn arrange(
        &self,
        game: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        rng: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        (**self).arrange(game, learner, progress, rng)
    }
}

/// How a contest is to be played.
pub enum Arrangement<'t, G: Learnable> {
    /// Against an expert, who sits opposite. The learner has this seat, or the one that is due.
    Lesson {
        /// The expert.
        expert: Box<dyn Policy<G> + 't>,
        /// The seat of the learner; by turns where it is left open.
        seat: Option<Seat>,
        /// How the learner chooses.
        paradigm: Paradigm,
    },
    /// Against an expert as well, but the learner makes the moves it understands least, to see what
    /// follows.
    Inquiry {
        /// The expert.
        expert: Box<dyn Policy<G> + 't>,
        /// The seat of the learner; by turns where it is left open.
        seat: Option<Seat>,
        /// How the learner weighs what its Advisors say.
        paradigm: Paradigm,
    },
    /// Against itself, with a paradigm for each side.
    Practice([Paradigm; 2]),
    /// The learner only watches two experts.
    Observation([Box<dyn Policy<G> + 't>; 2]),
    /// The learner looks at a contest that experts have played before: its moves from the start.
    Record(&'t [G::Move]),
}

/// How far training has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The contests so far.
    pub contests: u64,
    /// Those of them against an expert.
    pub lessons: u64,
    /// How many contests in a row met the standard up to now.
    pub streak: u32,
    /// The lessons that were won, drawn and lost.
    pub results: [u64; 3],
    /// How many lessons in a row were won or drawn up to now.
    pub unbeaten: u64,
    /// The contests of practice since the last lesson.
    pub practised: u64,
}

/// When training ends.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Goal {
    /// The behavioural standard: this many contests in a row won or drawn against an expert, or drawn
    /// against itself.
    Standard(u32),
    /// A fixed number of contests.
    Contests(u64),
    /// The cyclic experiment (Epstein 1994, section 5): training tournaments of so many contests and
    /// tests by turns, until one test shows this reliability against every challenger, from 0 to 1.
    /// The behavioural standard asks how the learner does against its trainer while it learns; this one
    /// asks how it does against others while it does not. Who watches the training tests, and says
    /// when.
    Cycles {
        /// The contests between two tests.
        training: NonZeroU64,
        /// The share of contests that are not to be lost.
        reliability: f64,
    },
}

/// How training is to be done.
#[derive(Clone, Debug)]
pub struct Training {
    /// What learns from the contests.
    pub learner: Learner,
    /// When it ends.
    pub goal: Goal,
    /// How many contests are played at most, whether the goal is reached or not.
    pub most: u64,
    /// Where the random numbers come from: contest *i* takes those of part *i*.
    pub seed: Seed,
}

/// Whether training goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Going {
    /// It does.
    On,
    /// It was asked to stop.
    Stop,
    /// It need not, since the goal is reached.
    Reached,
}

/// How training went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trained {
    /// How far it came.
    pub progress: Progress,
    /// Whether the goal was reached, rather than the limit.
    pub reached: bool,
}

/// Plays contests as the trainer arranges them, learning from each, until the goal or the limit is
/// reached, `watch`, which is asked before each contest, says so, or the learner is told to stop.
///
/// # Errors
/// Where a player cannot move.
pub fn train<G: Learnable>(
    game: &G,
    hoyle: &mut Hoyle<G>,
    trainer: &dyn Trainer<G>,
    training: &Training,
    mut watch: impl FnMut(&Progress, &Hoyle<G>) -> Going,
) -> Result<Trained, PlayerError> {
    let mut progress = Progress::default();
    loop {
        let reached = match training.goal {
            Goal::Standard(standard) => progress.streak >= standard,
            Goal::Contests(contests) => progress.contests >= contests,
            Goal::Cycles { .. } => false,
        };
        let ended = |reached| Ok(Trained { progress, reached });
        if reached {
            return ended(true);
        }
        // Asked before the limit is, so that the last test is not left out.
        match watch(&progress, hoyle) {
            Going::Reached => return ended(true),
            Going::Stop => return ended(false),
            Going::On if progress.contests >= training.most => return ended(false),
            Going::On => {}
        }
        let mut rng = training.seed.derive(progress.contests).rng();
        let arrangement = trainer.arrange(game, hoyle, &progress, &mut rng);
        let played = arrangement
            .and_then(|arrangement| play(game, hoyle, &progress, &arrangement, &mut rng));
        let played = match played {
            // A contest that was broken off teaches nothing; what was learned before stands.
            Err(_) if hoyle.stopped() => return ended(false),
            played => played?,
        };
        let lesson = Lesson {
            positions: played.contest.positions(),
            moves: played.contest.moves(),
            winner: played.winner,
            hoyle: played.hoyle,
            observed: played.observed,
        };
        training.learner.learn(game, &mut hoyle.knowledge, &lesson);
        let symmetries = &hoyle.knowledge.symmetries;
        hoyle.experience.add(game, symmetries, lesson.positions);
        progress.count(&played);
    }
}

struct Played<'g, G: Learnable> {
    contest: Contest<'g, G>,
    winner: Option<Seat>,
    hoyle: Option<Seat>,
    observed: bool,
}

fn play<'g, G: Learnable>(
    game: &'g G,
    hoyle: &Hoyle<G>,
    progress: &Progress,
    arrangement: &Arrangement<'_, G>,
    rng: &mut Rng,
) -> Result<Played<'g, G>, PlayerError> {
    let due = match progress.lessons % 2 {
        0 => Seat::First,
        _ => Seat::Second,
    };
    let (first, second, inquiring);
    let (players, seat, observed): ([&dyn Policy<G>; 2], _, _) = match arrangement {
        Arrangement::Lesson {
            expert,
            seat,
            paradigm,
        } => {
            let own = seat.unwrap_or(due);
            first = hoyle.playing(*paradigm);
            (seated(own, &first, &**expert), Some(own), false)
        }
        Arrangement::Inquiry {
            expert,
            seat,
            paradigm,
        } => {
            let own = seat.unwrap_or(due);
            inquiring = hoyle.inquiring(*paradigm);
            (seated(own, &inquiring, &**expert), Some(own), false)
        }
        Arrangement::Practice(paradigms) => {
            [first, second] = paradigms.map(|paradigm| hoyle.playing(paradigm));
            ([&first, &second], None, false)
        }
        Arrangement::Observation(experts) => ([&*experts[0], &*experts[1]], None, true),
        Arrangement::Record(moves) => return replay(game, moves),
    };
    let mut contest = Contest::new(game);
    let winner = loop {
        if hoyle.stopped() {
            return Err(PlayerError::Stopped);
        }
        let mv = match contest.turn() {
            Turn::Over(outcome) => break outcome.winner(),
            Turn::Of(seat) => players[seat.index()].sample(game, contest.position(), rng)?,
            Turn::Chance => {
                return Err(PlayerError::Failed(
                    "Hoyle learns games without chance".to_owned(),
                ));
            }
        };
        contest
            .play(mv)
            .map_err(|error| PlayerError::Failed(error.to_string()))?;
    };
    Ok(Played {
        contest,
        winner,
        hoyle: seat,
        observed,
    })
}

/// A recorded contest, as far as it goes. Nobody has won one that was left unfinished.
fn replay<'g, G: Learnable>(game: &'g G, moves: &[G::Move]) -> Result<Played<'g, G>, PlayerError> {
    let mut contest = Contest::new(game);
    for mv in moves {
        contest
            .play(*mv)
            .map_err(|error| PlayerError::Failed(error.to_string()))?;
    }
    Ok(Played {
        winner: match contest.turn() {
            Turn::Over(outcome) => outcome.winner(),
            Turn::Of(_) | Turn::Chance => None,
        },
        contest,
        hoyle: None,
        observed: true,
    })
}

/// The learner on its own seat and the expert opposite.
fn seated<'p, G: Learnable>(
    own: Seat,
    learner: &'p dyn Policy<G>,
    expert: &'p dyn Policy<G>,
) -> [&'p dyn Policy<G>; 2] {
    match own {
        Seat::First => [learner, expert],
        Seat::Second => [expert, learner],
    }
}

impl Progress {
    fn count<G: Learnable>(&mut self, played: &Played<'_, G>) {
        self.contests += 1;
        let met = match played.hoyle {
            Some(seat) => {
                self.lessons += 1;
                let result = match played.winner {
                    Some(winner) if winner == seat => 0,
                    None => 1,
                    Some(_) => 2,
                };
                self.results[result] += 1;
                self.unbeaten = if result < 2 { self.unbeaten + 1 } else { 0 };
                self.practised = 0;
                result < 2
            }
            None => {
                self.practised += u64::from(!played.observed);
                // Whoever defeats itself has made an error on one side.
                played.winner.is_none()
            }
        };
        // To watch shows nothing about the learner.
        if !played.observed {
            self.streak = if met { self.streak + 1 } else { 0 };
        }
    }
}

/// A paradigm drawn at random.
pub(crate) fn any_paradigm(rng: &mut Rng) -> Paradigm {
    Paradigm::ALL[rng.random_range(0..Paradigm::ALL.len())]
}
