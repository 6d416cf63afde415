//! Players by name.

use std::sync::Arc;

use shido_arena::{Fallible, Perfect, PlayerError, Policy, Random, Wisdom};
use shido_core::{Symmetry, nearest};
use shido_search::{Limits, SearchError};

use crate::held::{Held, Minimax};
use crate::spec::Options;
use crate::{CatalogError, Event, Settings, Spec};

/// A player that can be named.
#[derive(Clone, Copy, Debug)]
pub struct PlayerHelp {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its options with what they mean.
    pub options: &'static [(&'static str, &'static str)],
}

/// All players that can be named.
pub const PLAYERS: &[PlayerHelp] = &[
    PlayerHelp {
        name: "random",
        about: "any legal move, as often",
        options: &[],
    },
    PlayerHelp {
        name: "perfect",
        about: "never gives away what the position is worth; needs a game that can be solved",
        options: &[WISDOM],
    },
    PlayerHelp {
        name: "fallible",
        about: "perfect, but now and then makes a random move",
        options: &[
            (
                "noise",
                "how many of 100 moves are random (10: expert, 70: novice); required",
            ),
            WISDOM,
        ],
    },
    PlayerHelp {
        name: "minimax",
        about: "looks ahead and makes one of the best moves",
        options: &[(
            "depth",
            "how many plies to look ahead (explicit trees only; to the end if left out)",
        )],
    },
    PlayerHelp {
        name: "human",
        about: "you, in `shido play`",
        options: &[],
    },
];

const WISDOM: (&str, &str) = (
    "wisdom",
    "which of equally good moves: trap, fastest, uniform (the game's own theory if left out)",
);

/// A named player who knows what every move is worth, beside how he chooses.
pub(crate) enum Judge<G: Symmetry> {
    Table(crate::tables::TableOracle<G>),
    Search(Minimax<G>, Option<u32>),
}

pub(crate) struct Named<G: Symmetry> {
    pub(crate) policy: Arc<dyn Policy<G>>,
    pub(crate) judge: Option<Judge<G>>,
}

/// The player that a spec names.
pub(crate) fn player<G: Symmetry + 'static>(
    held: &Held<G>,
    spec: &Spec,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Named<G>, CatalogError> {
    let options = Options::new(spec);
    match spec.name.as_str() {
        "random" => {
            options.finish()?;
            Ok(Named {
                policy: Arc::new(Random),
                judge: None,
            })
        }
        "perfect" => {
            let wisdom = wisdom(&options)?;
            options.finish()?;
            Ok(Named {
                policy: Arc::new(perfect(held, wisdom, settings, watch)?),
                judge: Some(Judge::Table(held.oracle(settings, watch)?.oracle)),
            })
        }
        "fallible" => {
            let wanted = "a percentage from 0 to 100, such as `fallible:noise=10`";
            let noise: Option<f64> = options.number("noise", wanted)?;
            let wisdom = wisdom(&options)?;
            options.finish()?;
            let noise = noise.ok_or_else(|| CatalogError::MissingOption {
                name: spec.name.clone(),
                key: "noise".to_owned(),
                wanted: wanted.to_owned(),
            })?;
            let policy = Fallible::new(noise, perfect(held, wisdom, settings, watch)?)
                .map_err(|_| options.wrong("noise", &noise.to_string(), wanted.to_owned()))?;
            Ok(Named {
                policy: Arc::new(policy),
                judge: Some(Judge::Table(held.oracle(settings, watch)?.oracle)),
            })
        }
        "minimax" => {
            let depth: Option<u32> = options.number("depth", "a number of plies, such as 4")?;
            if depth == Some(0) {
                return Err(options.wrong("depth", "0", "a depth of at least 1".to_owned()));
            }
            options.finish()?;
            if depth.is_some() && !held.judges {
                return Err(CatalogError::Unable {
                    what: "a frame has no evaluation, so minimax cannot stop at a depth".to_owned(),
                    help: "leave the depth out (it searches to the end), or use perfect, fallible \
                           or random"
                        .to_owned(),
                });
            }
            let policy = BestMoves {
                minimax: held.minimax,
                depth,
                stop: Arc::clone(&settings.stop),
            };
            Ok(Named {
                policy: Arc::new(policy),
                judge: Some(Judge::Search(held.minimax, depth)),
            })
        }
        "human" => Err(CatalogError::Unable {
            what: "a human plays only at the terminal".to_owned(),
            help: "use `shido play GAME --against PLAYER`".to_owned(),
        }),
        name => {
            let known: Vec<&'static str> = PLAYERS.iter().map(|player| player.name).collect();
            Err(CatalogError::UnknownPlayer {
                name: name.to_owned(),
                nearest: nearest(name, known.iter().copied()).map(str::to_owned),
                known,
            })
        }
    }
}

fn wisdom(options: &Options<'_>) -> Result<Option<Wisdom>, CatalogError> {
    options.choice(
        "wisdom",
        &[
            ("trap", Wisdom::Trap),
            ("fastest", Wisdom::Fastest),
            ("uniform", Wisdom::Uniform),
        ],
    )
}

/// With a wisdom of the user's choice, that alone; else the wisdom and theory that come with the game.
fn perfect<G: Symmetry + 'static>(
    held: &Held<G>,
    wisdom: Option<Wisdom>,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Perfect<G, crate::tables::TableOracle<G>>, CatalogError> {
    let oracle = held.oracle(settings, watch)?.oracle;
    match wisdom {
        Some(wisdom) => Ok(Perfect::new(oracle, wisdom)),
        None => Perfect::new(oracle, held.wisdom)
            .with_theory(&held.game, held.theory.clone())
            .map_err(|error| CatalogError::Failed(error.to_string())),
    }
}

fn search_failure<M: std::fmt::Debug>(error: &SearchError<M>) -> String {
    match error {
        SearchError::NoValue { .. } => "minimax looked ahead to a position without a value; leave \
             its depth out, so that it searches to the end"
            .to_owned(),
        other => other.to_string(),
    }
}

/// Any of the best moves that a minimax search finds, as often.
struct BestMoves<G: Symmetry> {
    minimax: Minimax<G>,
    depth: Option<u32>,
    stop: Arc<std::sync::atomic::AtomicBool>,
}

impl<G: Symmetry> Policy<G> for BestMoves<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let limits = Limits {
            depth: self.depth,
            stop: Some(&self.stop),
            ..Limits::default()
        };
        let analysis = (self.minimax)(game, position, limits)
            .map_err(|error| PlayerError::Failed(search_failure(&error)))?;
        let share = 1.0 / analysis.best.len() as f64;
        Ok(analysis.best.into_iter().map(|mv| (mv, share)).collect())
    }
}
