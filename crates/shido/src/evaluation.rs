//! How positions of a game are judged where a search stops.

use std::any::Any;
use std::sync::Arc;

use shido_core::{Chance, Features, ForFirst, Game, Guide, Inputs, Seat, Solved, Verdict};
use shido_eval::{Advantage, Linear, Network, Weights};
use shido_frame::{Bits, FrameGame};
use shido_games::tree::Tree;
use shido_search::{Blank, Judged, Known, Model, Quiet, WithLookup, WithOdds};

use crate::weights::{WeightsFile, has_usual_weights};
use crate::{Error, FeaturePart, FeatureSum};

/// A model whose type does not matter any more.
pub(crate) type SharedModel<G> = Arc<dyn Model<G> + Send + Sync>;

/// A judge of positions, and the unit in which they speak.
pub(crate) struct Evaluator<G: Game> {
    pub(crate) model: SharedModel<G>,
    pub(crate) unit: Option<Unit>,
    /// The same in that unit, if there is one.
    pub(crate) in_units: Option<SharedModel<G>>,
    /// What is added up, where it is features.
    pub(crate) add_up: Option<AddUp<G>>,
    /// The model of the game behind an erased one, a `SharedModel` of its type.
    pub(crate) behind: Option<Arc<dyn Any + Send + Sync>>,
}

/// Tells what an evaluation adds up in a position.
pub(crate) type AddUp<G> = Arc<dyn Fn(&G, &<G as Game>::Position) -> FeatureSum + Send + Sync>;

impl<G: Game> Evaluator<G> {
    /// Somebody who speaks in no unit.
    pub(crate) fn of(model: SharedModel<G>) -> Evaluator<G> {
        Evaluator {
            model,
            unit: None,
            in_units: None,
            add_up: None,
            behind: None,
        }
    }
}

impl<G: Guide + 'static> Evaluator<G> {
    /// The same, judging only where no exchange is under way.
    pub(crate) fn quiet(self) -> Evaluator<G> {
        let quiet = |model| -> SharedModel<G> { Arc::new(Quiet::new(model)) };
        Evaluator {
            model: quiet(self.model),
            in_units: self.in_units.map(quiet),
            ..self
        }
    }
}

fn add_up<G: Features>(weights: Weights) -> AddUp<G> {
    Arc::new(move |game, position| {
        let names = game.feature_names();
        let mut counts = vec![0.0; names.len()];
        game.each_feature(position, |index, count| counts[index] += count);
        let each = names.into_iter().zip(counts).zip(&weights.values);
        let features: Vec<FeaturePart> = each
            .map(|((name, count), &weight)| FeaturePart {
                name,
                count,
                weight,
                part: count * weight,
            })
            .collect();
        FeatureSum {
            unit: weights.unit.clone(),
            scale: weights.scale,
            origin: weights.origin.clone(),
            sum: features.iter().map(|feature| feature.part).sum(),
            features,
        }
    })
}

/// How each side judges by itself, in games that say so.
pub(crate) type Sides<G> = fn(&G, Seat) -> Option<SharedModel<G>>;

/// What a solved position pays.
pub(crate) fn payoff(value: ForFirst<Verdict>) -> ForFirst<f64> {
    ForFirst(match value.0 {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.0,
        Verdict::Loss => -1.0,
    })
}

/// A unit in which players of a game reckon, such as a pawn.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    pub(crate) name: String,
    linear: Linear,
    scale: Advantage,
}

impl Unit {
    /// An expected payoff in this unit; `None` where the contest is as good as decided.
    pub(crate) fn advantage(&self, value: ForFirst<f64>) -> Option<f64> {
        Some(self.linear.sum_of(value).0).filter(|sum| sum.is_finite())
    }

    /// The expected payoff that an amount of this unit stands for.
    pub(crate) fn payoff(&self, advantage: ForFirst<f64>) -> ForFirst<f64> {
        self.scale.payoff(advantage)
    }
}

/// A model that looks positions up in tables before it says what it thinks.
pub(crate) fn consulting<G: Game + 'static>(
    model: SharedModel<G>,
    solved: impl Fn(&G, &G::Position) -> Option<Solved> + Send + Sync + 'static,
) -> SharedModel<G> {
    let look_up = move |game: &G, position: &G::Position| {
        let solved = solved(game, position)?;
        Some(Known {
            value: payoff(solved.value),
            distance: solved.distance,
        })
    };
    Arc::new(WithLookup {
        model,
        lookup: look_up,
    })
}

/// Finds the evaluation of a game by the name of its weights, or the usual one.
pub(crate) type FindEvaluator<G> = fn(&G, &str, Option<&str>) -> Result<Evaluator<G>, Error>;

/// The evaluation of a game that has weights.
pub(crate) fn by_weights<G: Features>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<G>, Error> {
    if wanted.is_none() && !has_usual_weights(name) {
        return Ok(Evaluator::of(Arc::new(Blank)));
    }
    let (weights, linear, unit) = linear(game, name, wanted)?;
    Ok(Evaluator {
        model: Arc::new(linear),
        in_units: Some(Arc::new(unit.scale.clone())),
        unit: Some(unit),
        add_up: Some(add_up(weights)),
        behind: None,
    })
}

/// The same for a game with chance.
pub(crate) fn by_weights_and_odds<G: Features + Chance>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<G>, Error> {
    let (weights, linear, unit) = linear(game, name, wanted)?;
    Ok(Evaluator {
        model: Arc::new(WithOdds(linear)),
        // Where chance moves, values are averaged, and payoffs are what may be averaged.
        in_units: None,
        unit: Some(unit),
        add_up: Some(add_up(weights)),
        behind: None,
    })
}

/// The evaluation of a game that has weights, or one that a network judges.
pub(crate) fn by_network<G: Features + Inputs>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<G>, Error> {
    match network(game, name, wanted)? {
        Some(network) => Ok(Evaluator::of(Arc::new(network))),
        None => by_weights(game, name, wanted),
    }
}

/// The same for a game with chance.
pub(crate) fn by_network_and_odds<G: Features + Inputs + Chance>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<G>, Error> {
    match network(game, name, wanted)? {
        Some(network) => Ok(Evaluator::of(Arc::new(WithOdds(network)))),
        None => by_weights_and_odds(game, name, wanted),
    }
}

/// The network that is wanted, if it is one.
fn network<G: Inputs>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Option<Network>, Error> {
    let Some(wanted) = wanted else {
        return Ok(None);
    };
    let file = WeightsFile::find(name, Some(wanted))?;
    match file.is_network() {
        true => file.read_network(game, name).map(Some),
        false => Ok(None),
    }
}

/// A frame's evaluation: by the weights that come with it, or by what its rules suggest.
pub(crate) fn of_a_frame<B: Bits>(
    game: &FrameGame<B>,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<FrameGame<B>>, Error> {
    let rough = wanted == Some("rough");
    if rough || wanted.is_none() && !has_usual_weights(name) {
        let weights = rough_weights(game, name);
        let model = Arc::new(Linear::new(game, &weights));
        return Ok(Evaluator {
            add_up: Some(add_up(weights)),
            ..Evaluator::of(model)
        });
    }
    by_weights(game, name, wanted)
}

/// The weights that a frame's rules suggest.
pub(crate) fn rough_weights<B: Bits>(game: &FrameGame<B>, name: &str) -> Weights {
    Weights {
        game: name.to_owned(),
        unit: "threat".to_owned(),
        scale: 0.2,
        origin: "suggested by the rules".to_owned(),
        values: game.rough_weights(),
    }
}

/// An explicit tree says itself what its nodes are worth; the first player's view is the true one.
pub(crate) fn of_a_tree(
    _tree: &Tree,
    _name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<Tree>, Error> {
    match wanted {
        None => Ok(Evaluator::of(Arc::new(Judged(Seat::First)))),
        Some(_) => Err(Error::Unable {
            what: "an explicit tree has values of its own and takes no weights".to_owned(),
            help: "leave `weights` out".to_owned(),
        }),
    }
}

/// The two sides of an explicit tree judge its nodes each in their own way.
pub(crate) fn of_a_side(_tree: &Tree, side: Seat) -> Option<SharedModel<Tree>> {
    Some(Arc::new(Judged(side)))
}

/// The evaluation of a game without weights, by somebody who sees only wins, draws and losses: what is
/// beyond the horizon counts as drawn.
pub(crate) fn blank_only<G: Game>(
    _game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<G>, Error> {
    no_weights(name, wanted)?;
    Ok(Evaluator::of(Arc::new(Blank)))
}

/// The same for a game with chance.
pub(crate) fn blank_with_odds<G: Chance>(
    _game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<G>, Error> {
    no_weights(name, wanted)?;
    Ok(Evaluator::of(Arc::new(WithOdds(Blank))))
}

fn no_weights(name: &str, wanted: Option<&str>) -> Result<(), Error> {
    match wanted {
        None => Ok(()),
        Some(wanted) => Err(Error::Unable {
            what: format!("{name} has no evaluation `{wanted}`"),
            help: "leave `weights` out, or add an evaluation to the catalog".to_owned(),
        }),
    }
}

fn linear<G: Features>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<(Weights, Linear, Unit), Error> {
    let file = WeightsFile::find(name, wanted)?;
    let weights = file.read(game, name)?;
    let linear = Linear::new(game, &weights);
    let unit = Unit {
        name: weights.unit.clone(),
        scale: Advantage::new(game, linear.clone()),
        linear: linear.clone(),
    };
    Ok((weights, linear, unit))
}
