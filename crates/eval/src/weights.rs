//! The weights of an evaluation, and the file they are kept in.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;
use shido_core::{Features, nearest};

/// How much each feature of a game matters.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The game that they are for.
    pub game: String,
    /// What a sum of one is worth, in words: `pawn`, `disc`.
    pub unit: String,
    /// The value of a position is the hyperbolic tangent of this times the sum.
    pub scale: f64,
    /// Where the weights come from: set by hand and why, or learned and how.
    pub origin: String,
    /// A weight for each feature of the game, in its order.
    pub values: Vec<f64>,
}

/// What is wrong with a file of weights.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// The text is not a table of weights.
    #[error("not a file of weights: {0}")]
    Malformed(String),
    /// The weights belong to another game.
    #[error("these are weights for {found}, not for {expected}")]
    OtherGame {
        /// The game of the file.
        found: String,
        /// The game that was asked for.
        expected: String,
    },
    /// The scale or a weight is not a number that can be reckoned with.
    #[error("`{name}` is {value:e}: it must be from {least:e} to {most:e}")]
    Number {
        /// Which one.
        name: String,
        /// What it is.
        value: f64,
        /// What it is at least.
        least: f64,
        /// What it is at most.
        most: f64,
    },
    /// A feature has no weight.
    #[error("the feature `{name}` has no weight")]
    Missing {
        /// The feature.
        name: String,
    },
    /// A weight is for a feature that the game does not have.
    #[error("there is no feature `{name}`{}", .nearest.as_ref().map_or(String::new(), |near| format!("; did you mean `{near}`?")))]
    Unknown {
        /// What was written.
        name: String,
        /// The feature that may have been meant.
        nearest: Option<String>,
    },
}

/// Larger weights are a mistake, and their sums might not be finite.
const LARGEST: f64 = 1e9;
/// With a smaller scale every position would be worth nothing, and weights in its unit not be finite.
const LEAST_SCALE: f64 = 1e-15;

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    unit: String,
    scale: f64,
    origin: String,
    weights: BTreeMap<String, f64>,
}

impl Weights {
    /// Reads the text of a file of weights for a game of this name.
    ///
    /// # Errors
    /// Where the text is not such a file, or is for other features than the game has.
    pub fn read<G: Features>(game: &G, name: &str, text: &str) -> Result<Weights, WeightsError> {
        Weights::of_features(game.feature_names(), name, text)
    }

    /// The same for features of these names.
    fn of_features(features: Vec<String>, name: &str, text: &str) -> Result<Weights, WeightsError> {
        let file: File =
            toml::from_str(text).map_err(|error| WeightsError::Malformed(error.to_string()))?;
        if file.game != name {
            return Err(WeightsError::OtherGame {
                found: file.game,
                expected: name.to_owned(),
            });
        }
        let usable = |name: &str, value: f64, least| match (least..=LARGEST).contains(&value) {
            true => Ok(value),
            false => Err(WeightsError::Number {
                name: name.to_owned(),
                value,
                least,
                most: LARGEST,
            }),
        };
        let scale = usable("scale", file.scale, LEAST_SCALE)?;
        for name in file.weights.keys() {
            if !features.contains(name) {
                return Err(WeightsError::Unknown {
                    nearest: nearest(name, features.iter().map(String::as_str)).map(str::to_owned),
                    name: name.clone(),
                });
            }
        }
        let values = features.into_iter().map(|name| {
            let weight = file.weights.get(&name).copied();
            let weight = weight.ok_or(WeightsError::Missing { name: name.clone() })?;
            usable(&name, weight, -LARGEST)
        });
        Ok(Weights {
            values: values.collect::<Result<_, _>>()?,
            game: file.game,
            unit: file.unit,
            scale,
            origin: file.origin,
        })
    }

    /// The text of a file of these weights.
    pub fn write<G: Features>(&self, game: &G) -> String {
        self.text(&game.feature_names())
    }

    fn text(&self, features: &[String]) -> String {
        let quote = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let mut text = format!(
            "game = {}\nunit = {}\nscale = {:?}\norigin = {}\n\n[weights]\n",
            quote(&self.game),
            quote(&self.unit),
            self.scale,
            quote(&self.origin)
        );
        for (name, value) in features.iter().zip(&self.values) {
            // Four digits are more than any learning gets right, and keep the file readable.
            let rounded = (value * 1e4).round() / 1e4;
            writeln!(text, "{} = {rounded:?}", quote(name))
                .expect("a string takes all that is written");
        }
        text
    }
}
