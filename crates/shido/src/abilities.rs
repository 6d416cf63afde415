//! What some games can do beside being played, as functions that are chosen where the type of a game is known.
//! What is made of it is compiled for games without their type.

use shido_core::{
    EngineNotation, Features, Game, Inputs, NotationError, Perception, Scene, Seat, Sight, Squares,
};
use shido_eval::{Odds, Weights};

use crate::Error;
use crate::entry::WriteMove;

/// What a game of this type can do.
pub(crate) struct Abilities<G: Game> {
    /// Programs can be spoken to about it.
    pub(crate) words: Option<EngineWords<G>>,
    /// There are engines among them.
    pub(crate) engines: bool,
    /// Its positions have features, whose weights can be learned.
    pub(crate) features: Option<Weighing<G>>,
    /// A network can look at its positions.
    pub(crate) inputs: Option<Wiring<G>>,
    /// It is known how likely chance makes each move.
    pub(crate) probability: Option<Odds<G>>,
    /// It can be said what people see in it.
    pub(crate) perception: Option<Seeing<G>>,
}

impl<G: Game> Abilities<G> {
    /// Those of a game that can only be played.
    pub(crate) const NONE: Abilities<G> = Abilities {
        words: None,
        engines: false,
        features: None,
        inputs: None,
        probability: None,
        perception: None,
    };
}

/// How programs are spoken to: see [`EngineNotation`].
pub(crate) struct EngineWords<G: Game> {
    pub(crate) position: fn(&G, &G::Position) -> String,
    pub(crate) setup: fn(&G, &G::Position) -> Option<Vec<String>>,
    pub(crate) write_move: WriteMove<G>,
    pub(crate) parse_move: ParseMove<G>,
}

type ParseMove<G> =
    fn(&G, &<G as Game>::Position, &str) -> Result<<G as Game>::Move, NotationError>;

impl<G: EngineNotation> EngineWords<G> {
    pub(crate) const OWN: EngineWords<G> = EngineWords {
        position: G::engine_position,
        setup: G::engine_setup,
        write_move: G::engine_move,
        parse_move: G::parse_engine_move,
    };
}

/// What is weighed in a position, and the weights from which learning starts.
pub(crate) struct Weighing<G: Game> {
    pub(crate) names: fn(&G) -> Vec<String>,
    pub(crate) each: EachFeature<G>,
    /// Those of this name for the game of this name, or the usual ones.
    pub(crate) start: fn(&G, &str, Option<&str>) -> Result<Weights, Error>,
}

type EachFeature<G> = fn(&G, &<G as Game>::Position, &mut dyn FnMut(usize, f64));

impl<G: Features> Weighing<G> {
    pub(crate) fn starting(
        start: fn(&G, &str, Option<&str>) -> Result<Weights, Error>,
    ) -> Weighing<G> {
        Weighing {
            names: G::feature_names,
            each: |game, position, visit| game.each_feature(position, visit),
            start,
        }
    }
}

/// What a network sees of a position: see [`Inputs`].
pub(crate) struct Wiring<G: Game> {
    pub(crate) count: fn(&G) -> usize,
    pub(crate) each: EachInput<G>,
}

type EachInput<G> = fn(&G, &<G as Game>::Position, &mut dyn FnMut(usize, f32)) -> Seat;

impl<G: Inputs> Wiring<G> {
    pub(crate) const OWN: Wiring<G> = Wiring {
        count: G::inputs,
        each: |game, position, visit| game.each_input(position, visit),
    };
}

/// What people see in a position: see [`Perception`].
pub(crate) struct Seeing<G: Game> {
    pub(crate) sight: fn(&G) -> Sight,
    pub(crate) see: fn(&G, Scene<'_, G>, &mut [f32]),
    pub(crate) consider: Consider<G>,
    pub(crate) look_ahead: fn(&G, &G::Position) -> Vec<f32>,
}

type Consider<G> = fn(&G, Scene<'_, G>, &mut dyn FnMut(<G as Game>::Move, Squares, &[f32]));

impl<G: Perception> Seeing<G> {
    pub(crate) const OWN: Seeing<G> = Seeing {
        sight: G::sight,
        see: G::see,
        consider: |game, scene, visit| game.consider(scene, visit),
        look_ahead: G::look_ahead,
    };
}
