//! Players, each in a file of its own with everything that is to be said of it: name, sentence, options,
//! what games it can play, whether it is a fixed policy, how it is built.
//!
//! To add one: a file here, a line in the list at the end of this one, and its tests.

mod added;
mod alphabeta;
mod best_response;
mod engines;
mod erring;
mod evaluation;
mod expectiminimax;
mod fallible;
mod family;
mod hot;
mod hoyle;
mod lo;
mod m_star;
mod mcts;
mod mind;
mod minimax;
mod om;
mod opponent;
mod people;
mod perfect;
mod pn;
mod prom;
mod pvs;
mod random;
mod search;
mod semi_random;
mod shortlist;
mod speculating;
mod speculative;
mod tu;
mod tutor;
mod worst_move;

use serde::Serialize;
use shido_core::nearest;

use crate::entry::{Entry, Playable};
use crate::options::{Declarations, OptionDescription, Options};
use crate::{Error, Settings, Spec, Watch};

pub(crate) use added::AddedPlayer;
pub use added::{AnyContest, GenericPlayer};
pub(crate) use expectiminimax::Expectiminimax;
pub(crate) use hot::{Find, HotSearches};
pub(crate) use mcts::Mcts;
pub(crate) use mind::{Mind, Prepared, ThoughtError, explain};
pub(crate) use opponent::{described as described_opponents, named_in as named_opponents};
pub(crate) use pn::ProofNumber;
pub(crate) use pvs::Pvs;
pub(crate) use search::{Answer, Asked, Search, thought};
pub use tutor::{Tutored, tutor_spec};

/// A player as it is described to people and programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlayerDescription {
    /// Its name.
    pub name: String,
    /// What it does, in a sentence.
    pub about: String,
    /// What games it can play, in words.
    pub plays: String,
    /// Whether its odds depend on the position alone, so that it can be matched exactly and be the
    /// model of somebody. `None` where that depends on its options or the game.
    pub fixed: Option<bool>,
    /// Its options.
    pub options: Vec<OptionDescription>,
    /// Changes when the player behaves differently from before.
    pub version: u32,
}

/// What a player asks of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// That it can be solved.
    Solvable,
    /// That chance does not move.
    NoChance,
    /// That it pays wins and losses and nothing else.
    WinsAndLosses,
    /// That engines have a notation for it.
    Engines,
}

impl Need {
    fn words(self) -> &'static str {
        match self {
            Need::Solvable => "games that can be solved",
            Need::NoChance => "games without chance",
            Need::WinsAndLosses => "games that pay wins and losses",
            Need::Engines => "games that engines play",
        }
    }

    /// Why a game does not do.
    pub(crate) fn unmet<G: Playable>(self, entry: &Entry<G>) -> Option<Error> {
        let title = &entry.about.title;
        match self {
            Need::Solvable => entry.solved_tables().err(),
            Need::NoChance if entry.nature.is_some() => Some(Error::Unable {
                what: format!("chance may move in {title}, and this player cannot deal with that"),
                help: "use minimax, alphabeta, expectiminimax or mcts".to_owned(),
            }),
            Need::WinsAndLosses if !entry.endless && entry.game.stake() != 1.0 => {
                Some(Error::Unable {
                    what: format!(
                        "{title} pays more than wins and losses, and this player knows nothing else"
                    ),
                    help: "use minimax, alphabeta or expectiminimax".to_owned(),
                })
            }
            Need::Engines if entry.engine_player.is_none() => Some(Error::Unable {
                what: format!("no engine plays {title}"),
                help: "engines play games of two players without chance".to_owned(),
            }),
            Need::NoChance | Need::WinsAndLosses | Need::Engines => None,
        }
    }
}

/// A kind of player.
pub(crate) trait PlayerKind {
    /// What it is called.
    const NAME: &'static str;
    /// What it does, in a sentence.
    const ABOUT: &'static str;
    /// Its options.
    const OPTIONS: Declarations;
    /// What it asks of a game.
    const NEEDS: &'static [Need] = &[];
    /// Whether its odds depend on the position alone; `None` where it depends.
    const FIXED: Option<bool>;
    /// Raise it when the player behaves differently from before: journals and solved tables are
    /// kept apart by it.
    const VERSION: u32 = 1;

    /// The player with these options, for a game that meets its needs.
    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error>;
}

/// Where players are made.
#[derive(Clone, Copy)]
pub(crate) struct Context<'c> {
    pub(crate) settings: &'c Settings,
    pub(crate) watch: Watch<'c>,
}

/// What a kind of player says of itself.
fn description<K: PlayerKind>() -> PlayerDescription {
    let needs: Vec<&str> = K::NEEDS.iter().map(|need| need.words()).collect();
    PlayerDescription {
        name: K::NAME.to_owned(),
        about: K::ABOUT.to_owned(),
        plays: match needs.is_empty() {
            true => "any game".to_owned(),
            false => needs.join(", "),
        },
        fixed: K::FIXED,
        options: K::OPTIONS.iter().map(|option| option.describe()).collect(),
        version: K::VERSION,
    }
}

fn built<K: PlayerKind, G: Playable>(
    entry: &Entry<G>,
    spec: &Spec,
    context: Context<'_>,
) -> Result<Prepared<G>, Error> {
    let options = Options::new(spec, K::OPTIONS)?;
    if let Some(error) = K::NEEDS.iter().find_map(|need| need.unmet(entry)) {
        return Err(error);
    }
    let prepared = K::build(entry, &options, context)?;
    debug_assert_eq!(
        options.unread(),
        [""; 0],
        "`{}` declares options that it does not read",
        K::NAME
    );
    Ok(prepared)
}

/// The player that a spec names.
pub(crate) fn player<G: Playable>(
    entry: &Entry<G>,
    spec: &Spec,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Prepared<G>, Error> {
    let context = Context { settings, watch };
    if let Some(added) = entry.additions.player(&spec.name) {
        return added.prepare(entry, spec);
    }
    let quick = entry
        .quick_player
        .and_then(|make| make(entry, spec, context));
    quick
        .or_else(|| shipped(entry, spec, context))
        .unwrap_or_else(|| {
            let known = described()
                .into_iter()
                .chain(entry.additions.descriptions());
            let known: Vec<String> = known.map(|it| it.name).collect();
            Err(Error::UnknownPlayer {
                name: spec.name.clone(),
                nearest: nearest(&spec.name, known.iter().map(String::as_str)).map(str::to_owned),
                known,
            })
        })
}

macro_rules! players {
    ($($(#[$quick:ident])? $kind:ty,)*) => {
        /// All players that come with the program.
        pub(crate) fn described() -> Vec<PlayerDescription> {
            vec![$(description::<$kind>()),*]
        }

        /// The player of this name that comes with the program.
        fn shipped<G: Playable>(
            entry: &Entry<G>,
            spec: &Spec,
            context: Context<'_>,
        ) -> Option<Result<Prepared<G>, Error>> {
            $(if spec.name == <$kind>::NAME {
                return Some(built::<$kind, G>(entry, spec, context));
            })*
            None
        }

        /// The same, if it is so quick that the type of a small game tells.
        pub(crate) fn quick<G: Playable>(
            entry: &Entry<G>,
            spec: &Spec,
            context: Context<'_>,
        ) -> Option<Result<Prepared<G>, Error>> {
            $($(
                // The attribute says that it is.
                let _ = stringify!($quick);
                if spec.name == <$kind>::NAME {
                    return Some(built::<$kind, G>(entry, spec, context));
                }
            )?)*
            None
        }

        /// Which of them cannot play a game, and why not.
        pub(crate) fn unable<G: Playable>(entry: &Entry<G>, name: &str) -> Option<Error> {
            $(if name == <$kind>::NAME {
                return <$kind>::NEEDS.iter().find_map(|need| need.unmet(entry));
            })*
            None
        }
    };
}

// All are compiled for games without their type, and who is `quick` once more for the types of frames, of which
// contests are played by the million. What is hot about searches is in `hot.rs`.
players![
    #[quick]
    random::Random,
    #[quick]
    perfect::Perfect,
    #[quick]
    fallible::Fallible,
    erring::Erring,
    #[quick]
    worst_move::WorstMove,
    #[quick]
    semi_random::SemiRandom,
    people::People,
    #[quick]
    speculative::Speculative,
    best_response::BestResponse,
    evaluation::Evaluation,
    minimax::Minimax,
    alphabeta::AlphaBeta,
    pvs::Pvs,
    expectiminimax::Expectiminimax,
    mcts::Mcts,
    pn::ProofNumber,
    om::Om,
    prom::Prom,
    m_star::MStar,
    lo::Lo,
    tu::Tu,
    tutor::TutorKind,
    hoyle::Hoyle,
    engines::Uci,
    engines::Usi,
    engines::Xboard,
    engines::Gtp,
];
