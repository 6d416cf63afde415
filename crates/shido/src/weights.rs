//! The weights that are built in, and those in files.

use std::path::PathBuf;

use shido_core::{Features, Inputs};
use shido_eval::{Network, Weights};
use shido_search::Regression;

use crate::Error;
use crate::files::{WRITTEN, read_text};

/// Weights that come with a game.
struct ShippedWeights {
    game: &'static str,
    /// What `weights=` calls them.
    name: &'static str,
    text: &'static str,
}

macro_rules! shipped {
    ($($game:literal $name:literal $file:literal,)*) => {
        &[$(ShippedWeights {
            game: $game,
            name: $name,
            text: include_str!(concat!("../../../weights/", $file, ".toml")),
        }),*]
    };
}

const HAND: &str = "hand";
const LEARNED: &str = "learned";

/// Those set by hand, those learned, those of a textbook, and networks.
const SHIPPED: &[ShippedWeights] = shipped![
    "backgammon" "hand" "backgammon.hand",
    "backgammon" "network" "backgammon.network",
    "breakthrough" "hand" "breakthrough.hand",
    "breakthrough" "learned" "breakthrough",
    "breakthrough" "network" "breakthrough.network",
    "chess" "hand" "chess.hand",
    "connect-four" "hand" "connect-four.hand",
    "connect-four" "learned" "connect-four",
    "draughts" "hand" "draughts.hand",
    "go" "hand" "go.hand",
    "othello" "hand" "othello.hand",
    "othello" "learned" "othello",
    "othello-6x6" "hand" "othello-6x6.hand",
    "othello-6x6" "learned" "othello-6x6",
    "shogi" "hand" "shogi.hand",
    "tic-tac-toe" "open-lines" "tic-tac-toe.open-lines",
];

fn shipped(game: &str, name: &str) -> Option<&'static ShippedWeights> {
    let mut all = SHIPPED.iter();
    all.find(|known| known.game == game && known.name == name)
}

/// The weights that a game is judged by unless others are asked for.
fn usual(game: &str) -> Option<&'static ShippedWeights> {
    shipped(game, LEARNED).or_else(|| shipped(game, HAND))
}

/// Whether a game of the catalog has weights that it is judged by unless others are asked for.
pub(crate) fn has_usual_weights(game: &str) -> bool {
    usual(game).is_some()
}

/// What was measured of a game's shallow searches: in a file, or what comes with the game.
pub(crate) fn regressions(game: &str, file: Option<&str>) -> Result<Vec<Regression>, Error> {
    let measured = match file {
        Some(file) => {
            let path = PathBuf::from(file);
            let text = read_text(&path, WRITTEN).map_err(|source| Error::File { path, source })?;
            WeightsFile {
                place: file.to_owned(),
                text,
            }
        }
        None => {
            let shipped = MEASURED.iter().find(|(known, _)| *known == game);
            let (_, text) = shipped.ok_or_else(|| Error::NotMeasured {
                game: game.to_owned(),
            })?;
            WeightsFile {
                place: format!("what comes with {game}"),
                text: (*text).to_owned(),
            }
        }
    };
    shido_eval::read_regressions(game, &measured.text).map_err(|error| Error::BadWeights {
        place: measured.place,
        game: game.to_owned(),
        problem: error.to_string(),
    })
}

/// What comes with games for `pruning=probcut`.
const MEASURED: &[(&str, &str)] = &[(
    "othello",
    include_str!("../../../weights/othello.probcut.toml"),
)];

/// The text of a file of weights, and where it is.
pub(crate) struct WeightsFile {
    place: String,
    text: String,
}

impl WeightsFile {
    /// The weights that are wanted: by their name or in a file; else the learned ones, if there are
    /// any.
    pub(crate) fn find(game: &str, wanted: Option<&str>) -> Result<WeightsFile, Error> {
        let built_in = |name: &str, found: Option<&ShippedWeights>| match found {
            Some(found) => Ok(WeightsFile {
                place: format!("the {} weights of {game}", found.name),
                text: found.text.to_owned(),
            }),
            None => Err(Error::NoWeights {
                game: game.to_owned(),
                kind: name.to_owned(),
            }),
        };
        match wanted {
            None => built_in("usual", usual(game)),
            Some(name) if SHIPPED.iter().any(|known| known.name == name) => {
                built_in(name, shipped(game, name))
            }
            Some(file) => {
                let path = PathBuf::from(file);
                match read_text(&path, WRITTEN) {
                    Ok(text) => Ok(WeightsFile {
                        place: file.to_owned(),
                        text,
                    }),
                    Err(source) => Err(Error::File { path, source }),
                }
            }
        }
    }

    pub(crate) fn read<G: Features>(&self, game: &G, name: &str) -> Result<Weights, Error> {
        if self.is_network() {
            let problem = "it is a network, and weights of features are needed here".to_owned();
            return Err(self.bad(name, problem));
        }
        let weights = Weights::read(game, name, &self.text);
        weights.map_err(|error| self.bad(name, error.to_string()))
    }

    /// Whether it is a network rather than weights of features.
    pub(crate) fn is_network(&self) -> bool {
        Network::is_meant(&self.text)
    }

    pub(crate) fn read_network<G: Inputs>(&self, game: &G, name: &str) -> Result<Network, Error> {
        let network = Network::read(game, name, &self.text);
        network.map_err(|error| self.bad(name, error.to_string()))
    }

    fn bad(&self, game: &str, problem: String) -> Error {
        Error::BadWeights {
            place: self.place.clone(),
            game: game.to_owned(),
            problem,
        }
    }
}
