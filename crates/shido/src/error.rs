//! Why something cannot be had or done. Whoever shows an error to a person may add what to type; the
//! library only says what it knows: the nearest name, the form of a text, what would do instead.

use std::path::PathBuf;

use shido_core::NotationError;
use shido_frame::FrameErrors;
use shido_games::tree::TreeError;
use shido_learn::KnowledgeError;
use shido_solve::SolveError;

/// Why something of the catalog cannot be had or done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No game has this name.
    #[error("there is no game `{name}`")]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// The game that may have been meant.
        nearest: Option<String>,
    },
    /// No player has this name.
    #[error("there is no player `{name}`")]
    UnknownPlayer {
        /// What was asked for.
        name: String,
        /// The player that may have been meant.
        nearest: Option<String>,
        /// All that there are.
        known: Vec<String>,
    },
    /// No trainer has this name, and no player.
    #[error("there is no trainer `{name}`")]
    UnknownTrainer {
        /// What was asked for.
        name: String,
        /// The trainer or player that may have been meant.
        nearest: Option<String>,
        /// The trainers that are not players too.
        known: Vec<String>,
    },
    /// A game or player of this name is in the catalog already.
    #[error("there is a `{name}` in the catalog already")]
    Taken {
        /// The name.
        name: String,
    },
    /// The text is not of the form `name:key=value,key=value`.
    #[error("`{}` is not understood: {why}", shortened(text))]
    Malformed {
        /// The text.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A game or player has no such option.
    #[error("`{name}` has no option `{key}`")]
    UnknownOption {
        /// Whose option.
        name: String,
        /// The option.
        key: String,
        /// The option that may have been meant.
        nearest: Option<String>,
        /// All that there are.
        known: Vec<String>,
    },
    /// An option is missing.
    #[error("`{name}` needs the option `{key}`")]
    MissingOption {
        /// Whose option.
        name: String,
        /// The option.
        key: String,
        /// What it could be.
        wanted: String,
    },
    /// An option has an impossible value.
    #[error("`{key}={value}` is not possible for `{name}`")]
    OptionValue {
        /// Whose option.
        name: String,
        /// The option.
        key: String,
        /// Its value.
        value: String,
        /// What it could be.
        wanted: String,
    },
    /// A file could not be read.
    #[error("cannot read {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A frame has mistakes.
    #[error("{0}")]
    Frame(FrameErrors),
    /// A tree has mistakes.
    #[error("{file} is not a tree")]
    Tree {
        /// The file.
        file: String,
        /// Its text.
        text: String,
        /// What is wrong with it.
        errors: Vec<TreeError>,
    },
    /// A file of knowledge cannot be used.
    #[error("{file}: {error}")]
    Knowledge {
        /// The file.
        file: String,
        /// Its text.
        text: String,
        /// What is wrong with it.
        error: KnowledgeError,
    },
    /// A position or move is not understood.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The solver failed.
    #[error("{game} was not solved")]
    Solve {
        /// The game.
        game: String,
        /// Why not.
        source: SolveError,
    },
    /// The game is not one that can be solved.
    #[error("{title} {reason}")]
    NotSolvable {
        /// What the game is called.
        title: String,
        /// Why not.
        reason: Unsolvable,
    },
    /// A player's odds do not depend on the position alone, and that was needed.
    #[error("`{player}` has no fixed odds for its moves")]
    NoFixedOdds {
        /// The player's name.
        player: String,
    },
    /// There is no exact result in a game that may go round in circles.
    #[error("positions of {title} can recur, so there is no exact result")]
    Recurs {
        /// What the game is called.
        title: String,
    },
    /// A player does not tell what it thinks of moves.
    #[error("`{player}` does not judge moves")]
    NoJudge {
        /// The player's name.
        player: String,
    },
    /// A player keeps no tree of what it looks at.
    #[error("`{player}` does not keep its tree")]
    NoTree {
        /// The player's name.
        player: String,
    },
    /// Chance moves, and the player can only be asked where somebody chooses.
    #[error("chance moves here, and `{player}` can only be asked where somebody chooses")]
    ChanceMoves {
        /// The player's name.
        player: String,
    },
    /// A search stopped where nothing says what a position is worth.
    #[error("the search stops at a position without a value: `{position}`")]
    NoValue {
        /// The position.
        position: String,
        /// Whether a depth was asked for; else the game itself is too long.
        depth_given: bool,
    },
    /// No such weights come with a game.
    #[error("no {kind} weights come with {game}")]
    NoWeights {
        /// The game.
        game: String,
        /// Which were wanted.
        kind: String,
    },
    /// Weights do not fit a game.
    #[error("{place} cannot be used: {problem}")]
    BadWeights {
        /// Where they are.
        place: String,
        /// The game.
        game: String,
        /// What is wrong with them.
        problem: String,
    },
    /// A file of people does not fit a game.
    #[error("{place} cannot be used: {problem}")]
    BadPeople {
        /// Where it is.
        place: String,
        /// The game.
        game: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A game has no endgames that are solved one by one.
    #[error("{title} has no endgames with names")]
    NoEndgames {
        /// What the game is called.
        title: String,
    },
    /// Solved endgames were asked for, and there are none yet.
    #[error("no endgame of {title} has been solved yet")]
    NoEndgameSolved {
        /// The game.
        game: String,
        /// What it is called.
        title: String,
    },
    /// Nothing was measured of a game's shallow searches, by which others could be cut.
    #[error("nothing was measured for probcut at {game} yet")]
    NotMeasured {
        /// The game.
        game: String,
    },
    /// A learner would be asked what it does in every position, and there are too many.
    #[error(
        "the learner would be asked what it does in every position, and this game has {positions}"
    )]
    TooManyStates {
        /// How many positions the game has.
        positions: u64,
        /// How many there may be.
        most: u64,
    },
    /// Results say little in a game of chance.
    #[error("results say little where chance has its part in them")]
    ChanceDecides,
    /// A player was made for another game.
    #[error("`{player}` was made for {made_for}, not for {game}")]
    OtherGame {
        /// The player.
        player: String,
        /// The game it was made for.
        made_for: String,
        /// The game it was asked to play.
        game: String,
    },
    /// It is the turn of a side at which nobody sits.
    #[error("nobody sits where it is the turn")]
    NobodyToMove,
    /// The contest is over.
    #[error("the contest is over")]
    Over,
    /// Somebody asked for the work to stop.
    #[error("stopped before it was finished")]
    Stopped,
    /// The game or player lacks a capability.
    #[error("{what}")]
    Unable {
        /// What cannot be done, and why.
        what: String,
        /// What can be done instead.
        help: String,
    },
    /// A player, search or match failed on the way.
    #[error("{0}")]
    Failed(String),
}

/// Why a game cannot be solved by win, draw and loss.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsolvable {
    /// It has too many positions.
    #[error("is too large to be solved")]
    TooLarge,
    /// It pays amounts, or is not said to be one that can be solved.
    #[error(
        "is not solved by win, draw and loss, since it pays amounts or is not declared to be solvable"
    )]
    Payoffs,
}

impl Error {
    /// What would do instead, where that can be said without knowing who asks.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let meant = |nearest: &Option<String>| {
            nearest
                .as_ref()
                .map(|near| format!("did you mean `{near}`?"))
        };
        let with_list = |nearest: &Option<String>, list: String| match meant(nearest) {
            Some(near) => format!("{near} {list}"),
            None => list,
        };
        Some(match self {
            Error::UnknownGame { nearest, .. } => return meant(nearest),
            Error::UnknownPlayer { nearest, known, .. } => {
                with_list(nearest, format!("the players are {}", known.join(", ")))
            }
            Error::UnknownTrainer { nearest, known, .. } => {
                let list = format!(
                    "the trainers are {} and every player with fixed odds, such as perfect",
                    known.join(", ")
                );
                with_list(nearest, list)
            }
            Error::Taken { .. } => "give it another name".to_owned(),
            Error::Malformed { .. } => "write `name` or `name:key=value,key=value`".to_owned(),
            Error::UnknownOption { nearest, known, .. } => {
                return meant(nearest).or_else(|| {
                    Some(match known.len() {
                        0 => "it has no options".to_owned(),
                        _ => format!("the options are {}", known.join(", ")),
                    })
                });
            }
            Error::OptionValue { wanted, .. } | Error::MissingOption { wanted, .. } => {
                format!("write {wanted}")
            }
            Error::Notation(error) => return error.help.clone(),
            Error::Knowledge { error, .. } => error.help.clone(),
            Error::NotSolvable {
                reason: Unsolvable::TooLarge,
                ..
            } => "use a search instead, such as `pvs:time=1` or `mcts`".to_owned(),
            Error::NotSolvable {
                reason: Unsolvable::Payoffs,
                ..
            } => "minimax finds its value; a game of your own says `solvable`".to_owned(),
            Error::NoFixedOdds { .. } => "take a player whose odds depend on the position alone, \
                 such as perfect, fallible, semi-random or `alphabeta:depth=2`"
                .to_owned(),
            Error::NoJudge { .. } => "ask perfect, fallible or a search, such as pvs".to_owned(),
            Error::NoTree { .. } => {
                "record minimax, alphabeta, expectiminimax, pvs, om, prom, m-star, lo or tu"
                    .to_owned()
            }
            Error::ChanceMoves { .. } => {
                "ask minimax, alphabeta, expectiminimax or mcts, or about a position in which \
                 somebody chooses"
                    .to_owned()
            }
            Error::NoValue {
                depth_given: true, ..
            } => "leave the depth out, so that it searches to the end; only explicit trees have \
                 values of their own (`=5`) at a horizon"
                .to_owned(),
            Error::NoValue {
                depth_given: false, ..
            } => "it cannot search to the end of every line within its limits: write values of \
                 their own (`=5`) at inner nodes, or allow it more"
                .to_owned(),
            Error::Unable { help, .. } => help.clone(),
            Error::BadPeople { .. } => {
                "learn it anew from games, or leave `weights` out".to_owned()
            }
            Error::NoEndgames { .. } => {
                "those of chess can be solved one by one; a small game is solved whole".to_owned()
            }
            Error::NoEndgameSolved { .. } => {
                "solve some first, such as KRK, or leave `tables` out".to_owned()
            }
            Error::NotMeasured { .. } => {
                "measure it and write cuts=FILE, or take pruning=forward".to_owned()
            }
            Error::TooManyStates { most, .. } => format!(
                "train with `2&7` and without looking at every state, or take a game of at most \
                 {most} positions"
            ),
            Error::Solve { .. }
            | Error::Recurs { .. }
            | Error::NoWeights { .. }
            | Error::BadWeights { .. }
            | Error::ChanceDecides
            | Error::OtherGame { .. }
            | Error::NobodyToMove
            | Error::Over
            | Error::Stopped
            | Error::File { .. }
            | Error::Frame(_)
            | Error::Tree { .. }
            | Error::Failed(_) => return None,
        })
    }
}

/// The beginning of a text that may be of any length.
fn shortened(text: &str) -> String {
    const MOST: usize = 100;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
