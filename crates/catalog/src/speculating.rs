//! Players who think about how the opponent thinks.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::seq::IndexedRandom;
use shido_arena::{Contest, Player, PlayerError, Policy};
use shido_core::picture::TreePicture;
use shido_core::{Game, Notation, Rng, Seat, Turn};
use shido_search::{
    Ask, Limits, LoSearch, LookAhead, MStar, OpponentType, PlayerModel, PromSearch, Quiet,
    Recording, SearchError, Speculation, Ties, TuSearch,
};

use crate::evaluation::{Evaluator, SharedModel, Unit};
use crate::held::{Held, Playable};
use crate::players::{Judge, Named};
use crate::spec::Options;
use crate::thinking::{Budget, explain};
use crate::{CatalogError, RecordSize, Settings};

/// What a speculator is after.
#[derive(Clone, Copy, Debug)]
enum Purpose {
    /// To win by the opponent's errors.
    Win,
    /// To win, by what he thinks that we think that he thinks, to so many levels.
    WinByMinds(usize),
    /// To lose by small errors.
    Lose,
    /// To lose unnoticed.
    Tutor {
        limit: Option<f64>,
        visible: Option<f64>,
    },
}

/// Whose judgement a type of opponent has.
enum Judgement<G: Game> {
    Ours,
    Theirs,
    By(SharedModel<G>),
}

/// What the opponent may be like.
struct Supposed<G: Game> {
    probability: f64,
    judgement: Judgement<G>,
    depth: Option<u32>,
}

/// A search that supposes something about the opponent.
pub(crate) struct Speculator<G: Game> {
    purpose: Purpose,
    ours: SharedModel<G>,
    theirs: SharedModel<G>,
    /// How each side judges by itself, in games that say so.
    sides: Sides<G>,
    types: Vec<Supposed<G>>,
    ties: Ties,
    budget: Budget,
    stop: Arc<AtomicBool>,
    /// The unit in which values, losses and limits are; payoffs where there is none.
    pub(crate) unit: Option<Unit>,
}

/// The judgement of a side, where the game knows one.
pub(crate) type Sides<G> = fn(Seat) -> Option<SharedModel<G>>;

impl<G: Game> Speculator<G> {
    /// What it thinks of a position.
    pub(crate) fn speculate(
        &self,
        game: &G,
        position: &G::Position,
        ask: Ask,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let (ours, theirs) = self.models(game, position);
        let (ties, limits) = (self.ties, self.limits());
        let minds = self.types(&ours, &theirs);
        let types = self.weighed(&minds);
        match self.purpose {
            Purpose::Win => PromSearch { ties, ask }.pruned(game, position, &ours, &types, limits),
            Purpose::WinByMinds(level) => {
                let player = self::minds(level, [ours, theirs]);
                MStar { ties, ask }.pruned(game, position, &player, limits)
            }
            Purpose::Lose => LoSearch { ties }.pruned(game, position, &ours, &minds[0], limits),
            Purpose::Tutor { limit, visible } => {
                let search = TuSearch {
                    limit,
                    visible,
                    ties,
                };
                search.pruned(game, position, &ours, &minds[0], limits)
            }
        }
    }

    /// The models of the side to move and of the other.
    fn models(&self, game: &G, position: &G::Position) -> (SharedModel<G>, SharedModel<G>) {
        let mover = match game.turn(position) {
            Turn::Of(seat) => seat,
            Turn::Chance | Turn::Over(_) => Seat::First,
        };
        let of =
            |seat, other: &SharedModel<G>| (self.sides)(seat).unwrap_or_else(|| Arc::clone(other));
        (of(mover, &self.ours), of(mover.other(), &self.theirs))
    }

    fn types(
        &self,
        ours: &SharedModel<G>,
        theirs: &SharedModel<G>,
    ) -> Vec<LookAhead<SharedModel<G>>> {
        let types = self.types.iter().map(|supposed| LookAhead {
            model: Arc::clone(match &supposed.judgement {
                Judgement::Ours => ours,
                Judgement::Theirs => theirs,
                Judgement::By(model) => model,
            }),
            depth: supposed.depth,
        });
        types.collect()
    }

    /// The types with their probabilities.
    fn weighed<'a>(&self, minds: &'a [LookAhead<SharedModel<G>>]) -> Vec<OpponentType<'a, G>> {
        let types = self.types.iter().zip(minds);
        let types = types.map(|(supposed, mind)| OpponentType {
            probability: supposed.probability,
            opponent: mind,
        });
        types.collect()
    }

    fn limits(&self) -> Limits<'_> {
        Limits {
            depth: self.budget.depth,
            nodes: self.budget.nodes,
            time: self.budget.time,
            stop: Some(&self.stop),
        }
    }
}

impl<G: Notation> Speculator<G> {
    /// The tree that the plain search visits.
    pub(crate) fn record(
        &self,
        game: &G,
        position: &G::Position,
        size: RecordSize,
    ) -> Result<Option<TreePicture>, SearchError<G::Move>> {
        let (ours, theirs) = self.models(game, position);
        let (ties, limits) = (self.ties, self.limits());
        let minds = self.types(&ours, &theirs);
        let types = self.weighed(&minds);
        let mut seen = Recording::new(size.nodes, size.depth);
        let ask = Ask::EveryMove;
        match self.purpose {
            Purpose::WinByMinds(level) => {
                let player = self::minds(level, [Arc::clone(&ours), theirs]);
                let search = MStar { ties, ask };
                search.plain_observed(game, position, &player, limits, &mut seen)?;
            }
            Purpose::Win => {
                let search = PromSearch { ties, ask };
                search.plain_observed(game, position, &ours, &types, limits, &mut seen)?;
            }
            Purpose::Lose => {
                let (search, student) = (LoSearch { ties }, &minds[0]);
                search.plain_observed(game, position, &ours, student, limits, &mut seen)?;
            }
            Purpose::Tutor { limit, visible } => {
                let search = TuSearch {
                    limit,
                    visible,
                    ties,
                };
                search.plain_observed(game, position, &ours, &minds[0], limits, &mut seen)?;
            }
        }
        Ok(seen.finish().map(|tree| tree.picture(game, &ours)))
    }
}

/// So many models inside each other, we and he by turns.
fn minds<G: Game>(level: usize, models: [SharedModel<G>; 2]) -> PlayerModel<SharedModel<G>> {
    let player = |level: usize| PlayerModel::new(Arc::clone(&models[level % 2]));
    let outwards = (0..level).rev();
    outwards.fold(player(level), |opponent, level| {
        player(level).against(opponent)
    })
}

/// Plays the best move that it finds first.
struct Playing<G: Game>(Arc<Speculator<G>>);

impl<G: Game> Player<G> for Playing<G> {
    fn choose(&mut self, contest: &Contest<'_, G>, rng: &mut Rng) -> Result<G::Move, PlayerError> {
        let found = self
            .0
            .speculate(contest.game(), contest.position(), Ask::BestMove)
            .map_err(|error| PlayerError::Failed(explain(&error)))?;
        found.best.choose(rng).copied().ok_or(PlayerError::Over)
    }
}

/// One of the moves between which it would choose, each as often.
impl<G: Game> Policy<G> for Speculator<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let found = self
            .speculate(game, position, Ask::EveryMove)
            .map_err(|error| PlayerError::Failed(explain(&error)))?;
        if found.best.is_empty() {
            return Err(PlayerError::Over);
        }
        let share = 1.0 / found.best.len() as f64;
        Ok(found.best.into_iter().map(|mv| (mv, share)).collect())
    }
}

/// The speculating player that a spec names, if it names one.
pub(crate) fn speculator<G: Playable>(
    held: &Held<G>,
    options: &Options<'_>,
    settings: &Settings,
) -> Result<Option<Named<G>>, CatalogError> {
    let amount = |key, wanted: &str| {
        let amount: Option<f64> = options.number(key, wanted)?;
        match amount.filter(|amount| !(amount.is_finite() && *amount >= 0.0)) {
            Some(wrong) => Err(options.wrong(key, &wrong.to_string(), wanted.to_owned())),
            None => Ok(amount),
        }
    };
    let purpose = match options.name() {
        "om" | "prom" => Purpose::Win,
        "m-star" => {
            let wanted = "a number from 0 to 8";
            match options.number("level", wanted)?.unwrap_or(2) {
                level @ 0..=8 => Purpose::WinByMinds(level),
                level => return Err(options.wrong("level", &level.to_string(), wanted.to_owned())),
            }
        }
        "lo" => Purpose::Lose,
        "tu" => {
            let visible = amount("visible", "how much he may see, such as 0.3")?;
            let limit = amount("limit", "how much a move may lose, such as 0.5")?;
            // Without any limit it would be no tutor.
            let limit = limit.or(visible.is_none().then_some(0.0));
            Purpose::Tutor { limit, visible }
        }
        _ => return Ok(None),
    };
    let wanted = "a depth of at least 1, such as 4";
    let depth = match options.number::<u32>("depth", wanted)? {
        Some(0) => return Err(options.wrong("depth", "0", wanted.to_owned())),
        None if held.endless => {
            return Err(options.missing("depth", "a number of plies, such as `depth=4`"));
        }
        depth => depth,
    };
    let budget = Budget {
        depth,
        nodes: options.number("nodes", "a number of positions, such as 1000000")?,
        time: crate::players::seconds(options)?,
    };
    let quiet = options.choice("quiescence", &[("on", true), ("off", false)])?;
    let quiet = quiet.unwrap_or(true);
    let kinds = [
        ("pessimistic", Ties::Pessimistic),
        ("optimistic", Ties::Optimistic),
        ("first", Ties::First),
        ("uniform", Ties::Uniform),
    ];
    let ties = options.choice("ties", &kinds)?.unwrap_or_default();
    let ours = held.evaluator(options.text("weights"))?;
    let unit = ours.unit.clone().filter(|_| ours.in_units.is_some());
    let model = |evaluator: &Evaluator<G>| -> SharedModel<G> {
        let in_units = evaluator.in_units.as_ref().filter(|_| unit.is_some());
        let model = Arc::clone(in_units.unwrap_or(&evaluator.model));
        if quiet {
            Arc::new(Quiet::new(model))
        } else {
            model
        }
    };
    let his_model = |key: &'static str, weights: &str| {
        let evaluator = held.evaluator(Some(weights))?;
        let his = evaluator
            .unit
            .as_ref()
            .filter(|_| evaluator.in_units.is_some());
        match &unit {
            // What he sees would be told in our unit, and it is in another or in none.
            Some(unit) if his.is_none_or(|his| his.name != unit.name) => {
                let wanted = format!(
                    "weights in our unit, the {}; or, beside it, `weights={weights}` for ours too",
                    unit.name
                );
                Err(options.wrong(key, weights, wanted))
            }
            _ => Ok(model(&evaluator)),
        }
    };
    let our_model = model(&ours);
    // Who judges alike also remembers what the other has found.
    let theirs = match options.text("model") {
        Some(weights) => his_model("model", weights)?,
        None => Arc::clone(&our_model),
    };
    let types = types(options, &|weights| his_model("types", weights))?;
    options.finish()?;
    let speculator = Arc::new(Speculator {
        purpose,
        theirs,
        sides: held.sides,
        types,
        ties,
        budget,
        stop: Arc::clone(&settings.stop),
        unit,
        ours: our_model,
    });
    let judge = Some(Judge::Speculation(Arc::clone(&speculator)));
    if held.endless || budget.time.is_some() {
        return Ok(Some(Named {
            enter: Arc::new(move || Box::new(Playing(Arc::clone(&speculator)))),
            policy: None,
            judge,
        }));
    }
    Ok(Some(Named::by_policy(speculator, judge)))
}

/// What the opponent may be: of several types for `prom`, else of one.
fn types<G: Game>(
    options: &Options<'_>,
    model: &dyn Fn(&str) -> Result<SharedModel<G>, CatalogError>,
) -> Result<Vec<Supposed<G>>, CatalogError> {
    let key = if options.name() == "tu" {
        "student"
    } else {
        "opponent"
    };
    let wanted = "how many plies he looks ahead, such as 2";
    let depth: Option<u32> = options.number(key, wanted)?;
    if options.name() != "prom" {
        return Ok(vec![Supposed {
            probability: 1.0,
            judgement: Judgement::Theirs,
            depth,
        }]);
    }
    let wanted = "types with probabilities that add up to 1, such as `theirs@2*0.7+ours*0.3`";
    let text = options
        .text("types")
        .ok_or_else(|| options.missing("types", wanted))?;
    let wrong = || options.wrong("types", text, wanted.to_owned());
    let mut types = Vec::new();
    for part in text.split('+') {
        let (who, probability) = part.split_once('*').ok_or_else(wrong)?;
        let probability: f64 = probability.parse().map_err(|_| wrong())?;
        if !(0.0..=1.0).contains(&probability) {
            return Err(wrong());
        }
        let (who, own_depth) = match who.split_once('@') {
            Some((who, plies)) => (who, Some(plies.parse().map_err(|_| wrong())?)),
            None => (who, depth),
        };
        types.push(Supposed {
            probability,
            judgement: match who {
                "ours" => Judgement::Ours,
                "theirs" => Judgement::Theirs,
                weights => Judgement::By(model(weights)?),
            },
            depth: own_depth,
        });
    }
    let sum: f64 = types.iter().map(|supposed| supposed.probability).sum();
    if (sum - 1.0).abs() > 1e-9 {
        return Err(wrong());
    }
    Ok(types)
}
