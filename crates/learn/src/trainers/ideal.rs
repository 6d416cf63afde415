//! The ideal trainer: it leads the learner to positions where it errs.

use rustc_hash::FxHashMap;
use shido_arena::{Oracle, PlayerError, Policy};
use shido_core::{Rng, Seat, Solved, Turn, Verdict};

use crate::truth::{solved, value};
use crate::{Arrangement, Hoyle, Learnable, Progress, Symmetries, Trainer};

/// A trainer that leaves nothing essential to chance: it knows the solved game and what the learner
/// knows, and leads the learner to where it errs.
///
/// Before each contest it asks the learner in its mind what it would do in every position that may
/// come up, and compares that with the truth. Then it plans: of all the ways in which it can steer a
/// contest it takes one that may meet an error that it can refute soon, from the seat where that is
/// likelier. It keeps to good moves as long as they lead to errors, because the learner imitates it: at
/// first any of those that do, until the learner knows what to do against good moves, then while the
/// learner tries what it understands least, until it knows why it does so. Only then it makes errors of
/// its own. When the learner has erred it is refuted, as soon as possible, so that it can see why.
pub struct Ideal<O> {
    oracle: O,
    options: IdealOptions,
}

/// What an [`Ideal`] trainer makes use of. Switching a part off shows what that part is good for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct IdealOptions {
    /// Whether an error is refuted as quickly as possible; otherwise in any way that wins.
    pub quick: bool,
    /// Whether errors that are refuted in a few plies come before those whose refutation is long, which
    /// the learner could not follow yet.
    pub gradual: bool,
    /// Whether the seat is chosen; otherwise the learner has them by turns.
    pub seat: bool,
    /// Whether it sets a good example as long as that leads to errors; otherwise it makes errors of its
    /// own from the beginning.
    pub example: bool,
    /// Whether contests are steered; otherwise any move that keeps the value is as good as another.
    pub steering: bool,
    /// Whether good moves are varied as long as the learner errs against them: any that promises an error;
    /// otherwise the one that promises most.
    pub variety: bool,
    /// Whether the learner is to try what it understands least, against good moves, before the trainer
    /// makes errors of its own.
    pub inquiry: bool,
    /// How many plies are planned ahead where positions can recur.
    pub horizon: u32,
}

impl Default for IdealOptions {
    fn default() -> IdealOptions {
        IdealOptions {
            quick: true,
            gradual: true,
            seat: true,
            example: true,
            steering: true,
            variety: true,
            inquiry: true,
            horizon: 12,
        }
    }
}

impl<O> Ideal<O> {
    /// A trainer who knows this solution.
    pub fn new(oracle: O, options: IdealOptions) -> Ideal<O> {
        Ideal { oracle, options }
    }

    /// The plans that promise an error, in the first manner in which any do.
    fn plans<G: Learnable>(&self, game: &G, learner: &Hoyle<G>) -> Result<Vec<Plan<G>>, PlayerError>
    where
        O: Oracle<G>,
    {
        let wanted = |manner: &Manner| match manner {
            Manner::Example => self.options.example,
            Manner::Inquiry => self.options.example && self.options.inquiry,
            Manner::Error => true,
        };
        let mut plans = Vec::new();
        for manner in Manner::ALL.into_iter().filter(wanted) {
            for seat in Seat::BOTH {
                let plan = Planner::new(game, self, learner, seat, manner).plan()?;
                if plan.promise > 0.0 {
                    plans.push(plan);
                }
            }
            if !plans.is_empty() {
                break;
            }
        }
        Ok(plans)
    }

    fn arrangement<G: Learnable>(&self, learner: &Hoyle<G>, plan: Plan<G>) -> Arrangement<'_, G>
    where
        O: Oracle<G>,
    {
        let (manner, paradigm) = (plan.manner, learner.paradigm);
        let seat = Some(plan.learner);
        let expert = Box::new(Steering {
            oracle: &self.oracle,
            options: self.options,
            symmetries: learner.knowledge.symmetries.clone(),
            plan,
        });
        match manner {
            Manner::Example | Manner::Error => Arrangement::Lesson {
                expert,
                seat,
                paradigm,
            },
            Manner::Inquiry => Arrangement::Inquiry {
                expert,
                seat,
                paradigm,
            },
        }
    }
}

impl<G: Learnable, O: Oracle<G>> Trainer<G> for Ideal<O> {
    fn arrange(
        &self,
        game: &G,
        learner: &Hoyle<G>,
        progress: &Progress,
        _: &mut Rng,
    ) -> Result<Arrangement<'_, G>, PlayerError> {
        let due = match progress.lessons % 2 {
            0 => Seat::First,
            _ => Seat::Second,
        };
        let mut plans = self.plans(game, learner)?;
        if !self.options.seat {
            plans.retain(|plan| plan.learner == due);
        }
        // Of plans that promise the same, the one for the seat that is due.
        let rank = |plan: &Plan<G>| (plan.promise, plan.learner == due);
        let plan = plans
            .into_iter()
            .max_by(|a, b| rank(a).partial_cmp(&rank(b)).expect("promises are numbers"))
            .unwrap_or_else(|| Plan::empty(due));
        Ok(self.arrangement(learner, plan))
    }
}

/// How a contest is to lead to an error of the learner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// The trainer sets a good example, and the learner does what it thinks best.
    Example,
    /// The trainer sets a good example, and the learner does what it understands least. What it loses by
    /// that does not make it wary of what was right.
    Inquiry,
    /// The trainer makes errors of its own. The learner imitates those, too, so this comes last.
    Error,
}

impl Manner {
    /// All of them, in the order in which they are tried.
    const ALL: [Manner; 3] = [Manner::Example, Manner::Inquiry, Manner::Error];
}

/// What can be hoped for from each position, with so many plies of planning left.
type Hopes<P> = FxHashMap<(P, u32), f64>;

/// A plan for a contest in which the learner has one of the seats.
struct Plan<G: Learnable> {
    learner: Seat,
    manner: Manner,
    hopes: Hopes<G::Position>,
    /// How much is hoped for at the start.
    promise: f64,
    horizon: u32,
}

impl<G: Learnable> Plan<G> {
    /// Nothing in particular.
    fn empty(learner: Seat) -> Plan<G> {
        Plan {
            learner,
            manner: Manner::Example,
            hopes: FxHashMap::default(),
            promise: 0.0,
            horizon: u32::MAX,
        }
    }
}

/// Makes a plan.
struct Planner<'a, G: Learnable, O> {
    game: &'a G,
    trainer: &'a Ideal<O>,
    learner: &'a Hoyle<G>,
    seat: Seat,
    manner: Manner,
    /// What the learner would do, by the state that stands for its mirror images.
    choices: FxHashMap<G::Position, Vec<(G::Position, f64)>>,
    hopes: Hopes<G::Position>,
}

impl<'a, G: Learnable, O: Oracle<G>> Planner<'a, G, O> {
    fn new(
        game: &'a G,
        trainer: &'a Ideal<O>,
        learner: &'a Hoyle<G>,
        seat: Seat,
        manner: Manner,
    ) -> Planner<'a, G, O> {
        Planner {
            game,
            trainer,
            learner,
            seat,
            manner,
            choices: FxHashMap::default(),
            hopes: FxHashMap::default(),
        }
    }

    fn plan(mut self) -> Result<Plan<G>, PlayerError> {
        let (start, horizon) = self.start();
        let promise = self.hope(&start, horizon)?;
        Ok(Plan {
            learner: self.seat,
            manner: self.manner,
            hopes: self.hopes,
            promise,
            horizon,
        })
    }

    /// The state of the start, and how far to look from there.
    fn start(&self) -> (G::Position, u32) {
        let start = self.state(&self.game.start());
        let horizon = match self.game.progress(&start) {
            Some(_) => u32::MAX,
            None => self.trainer.options.horizon,
        };
        (start, horizon)
    }

    fn state(&self, position: &G::Position) -> G::Position {
        self.learner.knowledge.symmetries.state(self.game, position)
    }

    /// What the learner would do in a state.
    fn choice(&mut self, state: &G::Position) -> Result<Vec<(G::Position, f64)>, PlayerError> {
        if let Some(known) = self.choices.get(state) {
            return Ok(known.clone());
        }
        let learner = self.learner;
        let moves = match self.manner {
            Manner::Example | Manner::Error => learner.distribution(self.game, state)?,
            Manner::Inquiry => {
                let inquiring = learner.inquiring(learner.paradigm);
                inquiring.distribution(self.game, state)?
            }
        };
        let choice: Vec<(G::Position, f64)> = moves
            .into_iter()
            .map(|(mv, share)| (self.state(&self.game.after(state, mv)), share))
            .collect();
        self.choices.insert(state.clone(), choice.clone());
        Ok(choice)
    }

    /// How well the learner can follow a refutation: half as well for each ply that it takes.
    fn grasp(&self, after: Solved) -> f64 {
        match (self.trainer.options.gradual, after.distance) {
            (true, Some(plies)) => 0.5_f64.powi(plies as i32),
            _ => 1.0,
        }
    }

    /// How likely it is that the learner errs from here on if the trainer does what it can for it, each
    /// error counted by how well its refutation can be followed.
    fn hope(&mut self, state: &G::Position, left: u32) -> Result<f64, PlayerError> {
        let Turn::Of(mover) = self.game.turn(state) else {
            return Ok(0.0);
        };
        if left == 0 {
            return Ok(0.0);
        }
        if let Some(known) = self.hopes.get(&(state.clone(), left)) {
            return Ok(*known);
        }
        let lost = |position: &G::Position| {
            Ok::<bool, PlayerError>(
                value(self.game, &self.trainer.oracle, position, self.seat)? == Verdict::Loss,
            )
        };
        let below = left.saturating_sub(u32::from(left != u32::MAX));
        let mut hope: f64 = 0.0;
        if lost(state)? {
            // The error has been made; what is left is to refute it.
        } else if mover == self.seat {
            for (next, share) in self.choice(state)? {
                let after = solved(self.game, &self.trainer.oracle, &next)?;
                hope += share
                    * match after.value.seen_by(self.seat).0 {
                        Verdict::Loss => self.grasp(after),
                        Verdict::Win | Verdict::Draw => self.hope(&next, below)?,
                    };
            }
        } else {
            let kept = value(self.game, &self.trainer.oracle, state, mover)?;
            for mv in self.game.moves(state) {
                let next = self.state(&self.game.after(state, mv));
                let sound = value(self.game, &self.trainer.oracle, &next, mover)? == kept;
                if sound || self.manner == Manner::Error {
                    hope = hope.max(self.hope(&next, below)?);
                }
            }
        }
        self.hopes.insert((state.clone(), left), hope);
        Ok(hope)
    }
}

/// The trainer at the board, with a plan.
struct Steering<'t, G: Learnable, O> {
    oracle: &'t O,
    options: IdealOptions,
    symmetries: Symmetries,
    plan: Plan<G>,
}

impl<G: Learnable, O: Oracle<G>> Steering<'_, G, O> {
    /// How much a position promises; the most for any number of plies that may be left.
    fn hope(&self, game: &G, position: &G::Position) -> f64 {
        let state = self.symmetries.state(game, position);
        if self.plan.horizon == u32::MAX {
            return self
                .plan
                .hopes
                .get(&(state, u32::MAX))
                .copied()
                .unwrap_or(0.0);
        }
        (0..=self.plan.horizon)
            .filter_map(|left| self.plan.hopes.get(&(state.clone(), left)).copied())
            .fold(0.0, f64::max)
    }
}

impl<G: Learnable, O: Oracle<G>> Policy<G> for Steering<'_, G, O> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let own = self.plan.learner.other();
        let mut moves = Vec::new();
        for mv in game.moves(position) {
            let next = game.after(position, mv);
            moves.push((mv, solved(game, self.oracle, &next)?, next));
        }
        let verdict = |solved: &Solved| solved.value.seen_by(own).0;
        let best = moves.iter().map(|(_, s, _)| verdict(s)).max();
        if best == Some(Verdict::Win) && value(game, self.oracle, position, own)? == Verdict::Win {
            moves.retain(|(_, solved, _)| verdict(solved) == Verdict::Win);
            let quickest = moves.iter().map(|(_, s, _)| s.distance).min();
            if self.options.quick || game.progress(position).is_none() {
                moves.retain(|(_, solved, _)| Some(solved.distance) == quickest);
            }
        } else {
            let hopes: Vec<f64> = moves
                .iter()
                .map(|(.., next)| match self.options.steering {
                    true => self.hope(game, next),
                    false => 0.0,
                })
                .collect();
            let most = hopes.iter().copied().fold(0.0, f64::max);
            if most > 0.0 {
                let varied = self.options.variety && self.plan.manner == Manner::Example;
                let enough = if varied { f64::MIN_POSITIVE } else { most };
                let mut hopes = hopes.into_iter();
                moves.retain(|_| hopes.next() >= Some(enough));
            } else {
                moves.retain(|(_, solved, _)| Some(verdict(solved)) == best);
            }
        }
        let share = 1.0 / moves.len() as f64;
        Ok(moves.into_iter().map(|(mv, ..)| (mv, share)).collect())
    }
}
