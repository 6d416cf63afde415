//! The weights that are built in, and those in files.

use std::path::PathBuf;

use shido_core::Features;
use shido_eval::Weights;

use crate::Error;
use crate::files::{WRITTEN, read_text};

/// The weights that come with a game: set by hand, and learned if that was done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShippedWeights {
    game: &'static str,
    hand: Option<&'static str>,
    learned: Option<&'static str>,
}

macro_rules! weights {
    ($file:literal) => {
        Some(include_str!(concat!("../../../weights/", $file, ".toml")))
    };
}

const SHIPPED: &[ShippedWeights] = &[
    ShippedWeights {
        game: "backgammon",
        hand: weights!("backgammon.hand"),
        learned: None,
    },
    ShippedWeights {
        game: "breakthrough",
        hand: weights!("breakthrough.hand"),
        learned: weights!("breakthrough"),
    },
    ShippedWeights {
        game: "chess",
        hand: weights!("chess.hand"),
        learned: None,
    },
    ShippedWeights {
        game: "connect-four",
        hand: weights!("connect-four.hand"),
        learned: weights!("connect-four"),
    },
    ShippedWeights {
        game: "draughts",
        hand: weights!("draughts.hand"),
        learned: None,
    },
    ShippedWeights {
        game: "go",
        hand: weights!("go.hand"),
        learned: None,
    },
    ShippedWeights {
        game: "othello",
        hand: weights!("othello.hand"),
        learned: weights!("othello"),
    },
    ShippedWeights {
        game: "othello-6x6",
        hand: weights!("othello-6x6.hand"),
        learned: weights!("othello-6x6"),
    },
    ShippedWeights {
        game: "shogi",
        hand: weights!("shogi.hand"),
        learned: None,
    },
];

/// The weights that come with a game of the catalog, if any do.
pub(crate) fn shipped_weights(game: &str) -> Option<ShippedWeights> {
    SHIPPED.iter().find(|known| known.game == game).copied()
}

/// The text of a file of weights, and where it is.
pub(crate) struct WeightsFile {
    place: String,
    text: String,
}

impl WeightsFile {
    /// The weights that are wanted: `hand`, `learned` or a file; else the learned ones, if there are
    /// any.
    pub(crate) fn find(game: &str, wanted: Option<&str>) -> Result<WeightsFile, Error> {
        let shipped = shipped_weights(game);
        let built_in = |kind: &str, text: Option<&'static str>| match text {
            Some(text) => Ok(WeightsFile {
                place: format!("the {kind} weights of {game}"),
                text: text.to_owned(),
            }),
            None => Err(Error::NoWeights {
                game: game.to_owned(),
                kind: kind.to_owned(),
            }),
        };
        match wanted {
            Some("hand") => built_in("hand-set", shipped.and_then(|known| known.hand)),
            Some("learned") => built_in("learned", shipped.and_then(|known| known.learned)),
            None => {
                let usual = shipped.and_then(|known| known.learned.or(known.hand));
                built_in("usual", usual)
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
        Weights::read(game, name, &self.text).map_err(|error| Error::BadWeights {
            place: self.place.clone(),
            game: name.to_owned(),
            problem: error.to_string(),
        })
    }
}
