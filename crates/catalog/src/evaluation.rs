//! How positions of a game are judged where a search stops.

use std::sync::Arc;

use shido_arena::Oracle;
use shido_core::{Chance, Features, ForFirst, Game, Seat};
use shido_eval::{Advantage, Linear, Weights};
use shido_frame::{Bits, FrameGame};
use shido_games::tree::Tree;
use shido_search::{Blank, Judged, Known, Model, WithLookup, WithOdds};

use crate::CatalogError;
use crate::held::payoff;
use crate::tables::TableOracle;
use crate::weights::{WeightsFile, shipped_weights};

/// A model whose type does not matter any more.
pub(crate) type SharedModel<G> = Arc<dyn Model<G> + Send + Sync>;

/// A judge of positions, and the unit in which he speaks.
pub(crate) struct Evaluator<G: Game> {
    pub(crate) model: SharedModel<G>,
    pub(crate) unit: Option<Unit>,
    /// The same judgement in his unit, if he has one.
    pub(crate) in_units: Option<SharedModel<G>>,
}

impl<G: Game> Clone for Evaluator<G> {
    fn clone(&self) -> Self {
        Evaluator {
            model: Arc::clone(&self.model),
            unit: self.unit.clone(),
            in_units: self.in_units.clone(),
        }
    }
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

/// A model that looks positions up in a solved table before it says what it thinks.
pub(crate) fn consulting<G: Game + 'static>(
    model: SharedModel<G>,
    oracle: TableOracle<G>,
) -> SharedModel<G> {
    let look_up = move |game: &G, position: &G::Position| {
        let solved = oracle.solved(game, position)?;
        Some(Known {
            value: payoff(solved.value),
            distance: solved.distance,
        })
    };
    Arc::new(WithLookup {
        model,
        table: look_up,
    })
}

/// Finds the evaluation of a game by the name of its weights, or the usual one.
pub(crate) type FindEvaluator<G> = fn(&G, &str, Option<&str>) -> Result<Evaluator<G>, CatalogError>;

/// The evaluation of a game that has weights.
pub(crate) fn by_weights<G: Features>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<G>, CatalogError> {
    if wanted.is_none() && shipped_weights(name).is_none() {
        return Ok(blank());
    }
    let (linear, unit) = linear(game, name, wanted)?;
    Ok(Evaluator {
        model: Arc::new(linear),
        in_units: Some(Arc::new(unit.scale.clone())),
        unit: Some(unit),
    })
}

/// The same for a game with chance.
pub(crate) fn by_weights_and_odds<G: Features + Chance>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<G>, CatalogError> {
    let (linear, unit) = linear(game, name, wanted)?;
    Ok(Evaluator {
        model: Arc::new(WithOdds(linear)),
        // Where chance moves, values are averaged, and payoffs are what may be averaged.
        in_units: None,
        unit: Some(unit),
    })
}

/// A frame's evaluation: by the weights that come with it, or by what its rules suggest.
pub(crate) fn of_a_frame<B: Bits>(
    game: &FrameGame<B>,
    name: &str,
    wanted: Option<&str>,
) -> Result<Evaluator<FrameGame<B>>, CatalogError> {
    let rough = wanted == Some("rough");
    if rough || wanted.is_none() && shipped_weights(name).is_none() {
        let weights = rough_weights(game, name);
        return Ok(Evaluator {
            model: Arc::new(Linear::new(game, &weights)),
            unit: None,
            in_units: None,
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
) -> Result<Evaluator<Tree>, CatalogError> {
    match wanted {
        None => Ok(Evaluator {
            model: Arc::new(Judged(Seat::First)),
            unit: None,
            in_units: None,
        }),
        Some(_) => Err(CatalogError::Unable {
            what: "an explicit tree has values of its own and takes no weights".to_owned(),
            help: "leave `weights` out".to_owned(),
        }),
    }
}

/// The two sides of an explicit tree judge its nodes each in their own way.
pub(crate) fn of_a_side(side: Seat) -> Option<SharedModel<Tree>> {
    Some(Arc::new(Judged(side)))
}

/// A judge who sees only wins, draws and losses, for searches that need no other and for games that
/// have no weights: what is beyond the horizon counts as drawn.
fn blank<G: Game>() -> Evaluator<G> {
    Evaluator {
        model: Arc::new(Blank),
        unit: None,
        in_units: None,
    }
}

fn linear<G: Features>(
    game: &G,
    name: &str,
    wanted: Option<&str>,
) -> Result<(Linear, Unit), CatalogError> {
    let file = WeightsFile::find(name, wanted)?;
    let weights = file.read(game, name)?;
    let linear = Linear::new(game, &weights);
    let unit = Unit {
        name: weights.unit,
        scale: Advantage::new(game, linear.clone()),
        linear: linear.clone(),
    };
    Ok((linear, unit))
}
