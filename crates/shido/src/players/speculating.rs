//! What players have in common that think about how the opponent thinks: `om`, `prom`, `m-star`, `lo`
//! and `tu`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::seq::IndexedRandom;
use shido_arena::{Contest, Player, PlayerError, Policy, Thinking, ThinkingLimits, draw, uniform};
use shido_core::picture::TreePicture;
use shido_core::{Depict, ForFirst, Game, Seat, Turn};
use shido_search::{
    Ask, Limits, LoSearch, MStar, OpponentType, PlayerModel, PromSearch, Recording, SearchError,
    SharedOpponent, Speculation, Ties, TuSearch,
};

use super::Context;
use super::mind::{Mind, Prepared, ThoughtError, explain};
use super::opponent::Opponent;
use super::search::{WEIGHTS, limits};
use crate::entry::{AsPlayed, Entry, Playable};
use crate::evaluation::{Evaluator, SharedModel, Sides, Unit};
use crate::options::{Opt, Options, choice, opponent, switch, text};
use crate::{Error, MoveSpeculation, MoveThought, RecordSize, Spec, Thought};

pub(crate) const OPPONENT: Opt<Spec> = opponent(
    "opponent",
    "the opponent: how many plies they look ahead (to our horizon if left out), or a model of them",
);
pub(crate) const MODEL: Opt<String> = text(
    "model",
    "`hand`, `rough` or a file",
    "the weights of the opponent's evaluation (as ours if left out; trees have their own)",
);
pub(crate) const TIES: Opt<Ties> = choice(
    "ties",
    &[
        ("pessimistic", Ties::Pessimistic),
        ("optimistic", Ties::Optimistic),
        ("first", Ties::First),
        ("uniform", Ties::Uniform),
    ],
    "which of the opponent's equally good moves",
)
.usually("pessimistic");
pub(crate) const QUIESCENCE: Opt<bool> = switch(
    "quiescence",
    "whether both judge only where no exchange is under way",
)
.usually("on");

/// What a speculator is after.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Purpose {
    /// To win by the opponent's errors.
    Win,
    /// To win, by what they think that we think that they think, to so many levels.
    WinByMinds(usize),
    /// To lose by small errors.
    Lose,
    /// To lose unnoticed.
    Tutor {
        limit: Option<f64>,
        visible: Option<f64>,
    },
}

/// A search that supposes something about the opponent.
pub(crate) struct Speculator<G: Game> {
    purpose: Purpose,
    ours: SharedModel<G>,
    theirs: SharedModel<G>,
    /// How each side judges by itself, in games that say so.
    sides: Sides<G>,
    /// What the opponent may be, each with its probability.
    types: Vec<(f64, Opponent<G>)>,
    ties: Ties,
    limits: ThinkingLimits,
    stop: Arc<AtomicBool>,
    /// Whether what it plays depends on the position alone, in a game small enough to make use of it.
    fixed: bool,
    /// The unit in which values, losses and limits are; payoffs where there is none.
    unit: Option<Unit>,
    as_played: Option<AsPlayed<G>>,
}

impl<G: Game + 'static> Speculator<G> {
    /// What it thinks of a position.
    fn speculate(
        &self,
        game: &G,
        position: &G::Position,
        ask: Ask,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let (ours, theirs) = self.models(game, position);
        let ties = self.ties;
        let opponents = self.opponents(&ours, &theirs);
        let (_, student) = &opponents[0];
        match self.purpose {
            Purpose::Win => {
                let search = PromSearch { ties, ask };
                search.pruned(game, position, &ours, &types(&opponents), limits)
            }
            Purpose::WinByMinds(level) => {
                let player = minds(level, [ours, theirs]);
                MStar { ties, ask }.pruned(game, position, &player, limits)
            }
            Purpose::Lose => LoSearch { ties }.pruned(game, position, &ours, student, limits),
            Purpose::Tutor { limit, visible } => {
                let search = TuSearch {
                    limit,
                    visible,
                    ties,
                };
                search.pruned(game, position, &ours, student, limits)
            }
        }
    }

    /// The rules as they stand in a contest, where its past makes a difference.
    fn rules_as_played(&self, contest: &Contest<'_, G>) -> Option<G> {
        (self.as_played?.rules)(contest)
    }

    /// The models of the side to move and of the other.
    fn models(&self, game: &G, position: &G::Position) -> (SharedModel<G>, SharedModel<G>) {
        let mover = match game.turn(position) {
            Turn::Of(seat) => seat,
            Turn::Chance | Turn::Over(_) => Seat::First,
        };
        let of = |seat, other: &SharedModel<G>| {
            (self.sides)(game, seat).unwrap_or_else(|| Arc::clone(other))
        };
        (of(mover, &self.ours), of(mover.other(), &self.theirs))
    }

    /// The models of what the opponent may be.
    fn opponents(
        &self,
        ours: &SharedModel<G>,
        theirs: &SharedModel<G>,
    ) -> Vec<(f64, SharedOpponent<G>)> {
        let types = self.types.iter();
        types
            .map(|(probability, opponent)| (*probability, opponent.model(ours, theirs)))
            .collect()
    }
}

/// The same as a search takes them.
fn types<G: Game>(opponents: &[(f64, SharedOpponent<G>)]) -> Vec<OpponentType<'_, G>> {
    let types = opponents
        .iter()
        .map(|(probability, opponent)| OpponentType {
            probability: *probability,
            opponent: &**opponent,
        });
    types.collect()
}

impl<G: Depict + 'static> Speculator<G> {
    /// The tree that the plain search visits.
    fn record(
        &self,
        game: &G,
        position: &G::Position,
        size: RecordSize,
        limits: Limits<'_>,
    ) -> Result<Option<TreePicture>, SearchError<G::Move>> {
        let (ours, theirs) = self.models(game, position);
        let ties = self.ties;
        let opponents = self.opponents(&ours, &theirs);
        let (_, student) = &opponents[0];
        let mut seen = Recording::new(size.nodes, size.depth);
        let ask = Ask::EveryMove;
        match self.purpose {
            Purpose::WinByMinds(level) => {
                let player = minds(level, [Arc::clone(&ours), theirs]);
                let search = MStar { ties, ask };
                search.plain_observed(game, position, &player, limits, &mut seen)?;
            }
            Purpose::Win => {
                let search = PromSearch { ties, ask };
                let types = types(&opponents);
                search.plain_observed(game, position, &ours, &types, limits, &mut seen)?;
            }
            Purpose::Lose => {
                let search = LoSearch { ties };
                search.plain_observed(game, position, &ours, student, limits, &mut seen)?;
            }
            Purpose::Tutor { limit, visible } => {
                let search = TuSearch {
                    limit,
                    visible,
                    ties,
                };
                search.plain_observed(game, position, &ours, student, limits, &mut seen)?;
            }
        }
        Ok(seen.finish().map(|tree| tree.picture(game, &ours)))
    }
}

/// So many models inside each other, ours and the opponent's by turns.
fn minds<G: Game>(level: usize, models: [SharedModel<G>; 2]) -> PlayerModel<SharedModel<G>> {
    let player = |level: usize| PlayerModel::new(Arc::clone(&models[level % 2]));
    let outwards = (0..level).rev();
    outwards.fold(player(level), |opponent, level| {
        player(level).against(opponent)
    })
}

/// Plays one of the moves between which the search would choose.
struct Speculating<G: Game> {
    speculator: Arc<Speculator<G>>,
    last: Option<Thought<G::Move>>,
}

impl<G: Game + 'static> Speculating<G> {
    fn limits<'a>(&'a self, thinking: &Thinking<'a, G::Move>) -> Limits<'a> {
        let stop = thinking.stop.unwrap_or(&self.speculator.stop);
        let own = self.speculator.limits;
        thinking.limits.within(own).for_search(Some(stop))
    }

    fn find(
        &self,
        contest: &Contest<'_, G>,
        ask: Ask,
        thinking: &Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError<G::Move>> {
        let as_played = self.speculator.rules_as_played(contest);
        let game = as_played.as_ref().unwrap_or(contest.game());
        let position = contest.position();
        let limits = self.limits(thinking);
        let found = self.speculator.speculate(game, position, ask, limits)?;
        Ok(thought(found, self.speculator.unit.as_ref()))
    }
}

impl<G: Game + 'static> Player<G> for Speculating<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        // Who has fixed odds draws among all best moves; who has not plays the first that it finds.
        let ask = match self.speculator.fixed {
            true => Ask::EveryMove,
            false => Ask::BestMove,
        };
        let thought = self
            .find(contest, ask, thinking)
            .map_err(|error| explain(&error))?;
        let choice = match self.speculator.fixed {
            true => draw(&uniform(&thought.best), thinking.rng).ok(),
            false => thought.best.choose(thinking.rng).copied(),
        };
        self.last = Some(thought);
        choice.ok_or(PlayerError::Over)
    }
}

impl<G: Depict + 'static> Mind<G> for Speculating<G> {
    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        ask: Ask,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        Ok(self.find(contest, ask, thinking)?)
    }

    fn last_thought(&mut self) -> Option<Thought<G::Move>> {
        self.last.take()
    }

    fn record(
        &mut self,
        contest: &Contest<'_, G>,
        size: RecordSize,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Option<TreePicture>, ThoughtError<G::Move>> {
        let as_played = self.speculator.rules_as_played(contest);
        let game = as_played.as_ref().unwrap_or(contest.game());
        let position = contest.position();
        let limits = self.limits(thinking);
        Ok(self.speculator.record(game, position, size, limits)?)
    }
}

/// One of the moves between which it would choose, each as often.
impl<G: Game + 'static> Policy<G> for Speculator<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let limits = self.limits.for_search(Some(&self.stop));
        let found = self
            .speculate(game, position, Ask::EveryMove, limits)
            .map_err(|error| explain(&error))?;
        match found.best.is_empty() {
            true => Err(PlayerError::Over),
            false => Ok(uniform(&found.best)),
        }
    }
}

fn thought<M: Copy + PartialEq>(found: Speculation<M>, unit: Option<&Unit>) -> Thought<M> {
    let payoff = |value| unit.map_or(value, |unit| unit.payoff(value));
    let advantage = |value: ForFirst<f64>| unit.map(|_| value.0);
    // The rules of LO- and TU-search look at OM values, so these are told; what comes of playing
    // like that to the end is told beside them.
    let chosen = found
        .moves
        .iter()
        .find(|judged| found.best.contains(&judged.mv));
    let value = chosen.map_or(found.value, |chosen| chosen.om);
    let moves = found.moves.iter().map(|judged| MoveThought {
        advantage: advantage(judged.om),
        speculation: Some(MoveSpeculation {
            expected: payoff(judged.value),
            worst_case: judged.worst_case.map(payoff),
            worst_advantage: judged.worst_case.and_then(advantage),
            loss: judged.loss,
            visible_loss: judged.visible_loss,
            judgement: judged.judgement,
        }),
        ..MoveThought::of(judged.mv, payoff(judged.om), judged.bound)
    });
    Thought {
        moves: moves.collect(),
        best: found.best,
        nodes: found.nodes,
        line: found.line.iter().map(|step| step.mv).collect(),
        errors: found.line.iter().map(|step| step.error).collect(),
        depth: found.depth,
        limit_in_force: found.limit_in_force,
        unit: unit.map(|unit| unit.name.clone()),
        advantage: advantage(value),
        ..Thought::of(payoff(value))
    }
}

/// The evaluations of both sides, in one unit.
pub(crate) struct Evaluations<'e, G: Game> {
    pub(crate) entry: &'e Entry<G>,
    pub(crate) context: Context<'e>,
    quiet: bool,
    unit: Option<Unit>,
    ours: SharedModel<G>,
}

impl<'e, G: Playable> Evaluations<'e, G> {
    fn new(
        entry: &'e Entry<G>,
        options: &Options<'_>,
        context: Context<'e>,
    ) -> Result<Evaluations<'e, G>, Error> {
        let quiet = options.need(&QUIESCENCE)?;
        let ours = evaluator(entry, options.get(&WEIGHTS)?.as_deref(), quiet)?;
        let unit = ours.unit.clone().filter(|_| ours.in_units.is_some());
        Ok(Evaluations {
            entry,
            context,
            ours: model(&ours, unit.as_ref()),
            quiet,
            unit,
        })
    }

    /// The opponent's, by other weights. What they see would be told in our unit, so it has to be
    /// theirs too.
    pub(crate) fn theirs<T: Sync>(
        &self,
        options: &Options<'_>,
        option: &Opt<T>,
        weights: &str,
    ) -> Result<SharedModel<G>, Error> {
        let evaluator = evaluator(self.entry, Some(weights), self.quiet)?;
        let unit = evaluator.unit.as_ref();
        let theirs = unit.filter(|_| evaluator.in_units.is_some());
        match &self.unit {
            Some(unit) if theirs.is_none_or(|theirs| theirs.name != unit.name) => {
                let wanted = format!(
                    "weights in our unit, the {}; or, beside it, `weights={weights}` for ours too",
                    unit.name
                );
                Err(options.wrong(option, weights, wanted))
            }
            _ => Ok(model(&evaluator, self.unit.as_ref())),
        }
    }
}

fn evaluator<G: Playable>(
    entry: &Entry<G>,
    wanted: Option<&str>,
    quiet: bool,
) -> Result<Evaluator<G>, Error> {
    match quiet {
        true => entry.quiet_evaluator(wanted),
        false => entry.evaluator(wanted),
    }
}

fn model<G: Playable>(evaluator: &Evaluator<G>, unit: Option<&Unit>) -> SharedModel<G> {
    let in_units = evaluator.in_units.as_ref().filter(|_| unit.is_some());
    Arc::clone(in_units.unwrap_or(&evaluator.model))
}

/// A player with this purpose against opponents that `types` makes of the options.
pub(crate) fn speculating<G: Playable>(
    purpose: Purpose,
    entry: &Entry<G>,
    options: &Options<'_>,
    context: Context<'_>,
    types: impl FnOnce(&Evaluations<'_, G>) -> Result<Vec<(f64, Opponent<G>)>, Error>,
) -> Result<Prepared<G>, Error> {
    let limits = limits(entry, options)?;
    let evaluations = Evaluations::new(entry, options, context)?;
    // Who judges alike also remembers what the other has found.
    let theirs = match options.get(&MODEL)? {
        Some(weights) => evaluations.theirs(options, &MODEL, &weights)?,
        None => Arc::clone(&evaluations.ours),
    };
    let fixed = !entry.endless && limits.time.is_none();
    let speculator = Arc::new(Speculator {
        purpose,
        theirs,
        sides: entry.sides,
        types: types(&evaluations)?,
        ties: options.need(&TIES)?,
        limits,
        stop: Arc::clone(&context.settings.stop),
        fixed,
        as_played: entry.as_played,
        unit: evaluations.unit,
        ours: evaluations.ours,
    });
    let policy = fixed.then(|| Arc::clone(&speculator));
    let prepared = Prepared::new(move || {
        Box::new(Speculating {
            speculator: Arc::clone(&speculator),
            last: None,
        })
    });
    Ok(match policy {
        Some(policy) => prepared.with_policy(policy),
        None => prepared,
    })
}
