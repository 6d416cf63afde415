//! Players by name.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use shido_arena::{
    Fallible, Perfect, Player, PlayerError, Policy, Random, Remembered, Sampled, Wisdom, WorstMove,
};
use shido_core::{ForMover, Game, Guide, Symmetry, Verdict, nearest};
use shido_search::{Ask, Bound, ChancePruning, Expectiminimax, Mcts, PvsOptions, Selectivity};

use crate::book::read_book;
use crate::evaluation::consulting;
use crate::held::{Held, Playable};
use crate::spec::Options;
use crate::speculating::{Speculator, speculator};
use crate::thinking::{BestMoves, Budget, Method, Thinker};
use crate::{CatalogError, Event, Settings, Spec, engines, hoyle, semi_random};

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
        name: "worst-move",
        about: "gives away as much as it can; needs a game that can be solved",
        options: &[],
    },
    PlayerHelp {
        name: "semi-random",
        about: "wins or does not lose within so many plies if that can be forced, else plays at random",
        options: &[(
            "depth",
            "how many plies to look ahead (0: random); required",
        )],
    },
    PlayerHelp {
        name: "speculative",
        about: "speculates on the errors of a semi-random player who looks less far ahead",
        options: &[
            ("depth", "how many plies to look ahead; required"),
            (
                "opponent",
                "how many plies the opponent looks ahead, at least two less to matter; required",
            ),
            (
                "candidates",
                "our moves: considered (by semi-random; the usual) or all",
            ),
            (
                "first",
                "what goes before chances: nothing (the usual), wins or safety",
            ),
            (
                "own",
                "our later moves: considered (by semi-random; the usual) or all",
            ),
            (
                "theirs",
                "the opponent's moves: considered (by semi-random; the usual) or all",
            ),
            (
                "counting",
                "chances as probability (the usual) or share of leaves",
            ),
            ("ties", "which of equal moves: uniform (the usual) or first"),
        ],
    },
    PlayerHelp {
        name: "best-response",
        about: "does the best there is against a player whose odds are known",
        options: &[
            (
                "against",
                "that player, in brackets: against=[semi-random:depth=2]; required",
            ),
            ("maximise", "wins (the usual) or score"),
            (
                "depth",
                "how many plies to look ahead (to the end if left out; games that may recur need one)",
            ),
        ],
    },
    PlayerHelp {
        name: "minimax",
        about: "looks at everything so many plies ahead and makes one of the best moves",
        options: &[DEPTH, NODES, TIME, WEIGHTS, TABLES],
    },
    PlayerHelp {
        name: "alphabeta",
        about: "finds what minimax finds, without the moves that cannot matter",
        options: &[DEPTH, NODES, TIME, WEIGHTS, TABLES],
    },
    PlayerHelp {
        name: "pvs",
        about: "the strongest: principal variation search, deeper and deeper within its limits",
        options: &[
            ("depth", "how many plies to look ahead at most"),
            (
                "nodes",
                "how many positions to visit (500000 if nothing else limits it)",
            ),
            TIME,
            ("table", "the size of its transposition table in MiB (16)"),
            ("threads", "how many threads search at once (1)"),
            (
                "pruning",
                "which moves it dares to leave out: exact (none), sound, forward (the usual)",
            ),
            ("quiescence", "on (the usual) or off"),
            WEIGHTS,
            TABLES,
            BOOK,
        ],
    },
    PlayerHelp {
        name: "expectiminimax",
        about: "alpha-beta for games with chance, cutting where chance moves too",
        options: &[
            DEPTH,
            ("pruning", "none, star1 (the usual) or star2"),
            (
                "probes",
                "how many moves star2 looks at first in each outcome (1)",
            ),
            NODES,
            TIME,
            WEIGHTS,
            TABLES,
        ],
    },
    PlayerHelp {
        name: "mcts",
        about: "Monte-Carlo tree search: needs no evaluation, judges by random playouts",
        options: &[
            ("playouts", "how many (10000 if nothing else limits it)"),
            TIME,
            (
                "exploration",
                "how much it prefers moves seldom tried (1.41)",
            ),
            ("trees", "how many trees grow side by side (1)"),
            ("memory", "how many MiB the trees may fill (1024)"),
            BOOK,
        ],
    },
    PlayerHelp {
        name: "pn",
        about: "proof-number search: looks for forced wins, and plays at random where it finds none",
        options: &[
            ("nodes", "how many positions to visit (1000000)"),
            TIME,
            ("table", "the size of its table in MiB (16)"),
        ],
    },
    PlayerHelp {
        name: "om",
        about: "opponent-model search: plays for the errors of an opponent whose thinking it knows",
        options: &[
            DEPTH, OPPONENT, MODEL, TIES, QUIESCENCE, NODES, TIME, WEIGHTS,
        ],
    },
    PlayerHelp {
        name: "prom",
        about: "the same against an opponent who may be one of several",
        options: &[
            DEPTH,
            (
                "types",
                "such as `theirs@2*0.7+ours*0.3`: whose evaluation (ours, theirs or weights), @ plies, * probability; required",
            ),
            OPPONENT,
            MODEL,
            TIES,
            QUIESCENCE,
            NODES,
            TIME,
            WEIGHTS,
        ],
    },
    PlayerHelp {
        name: "m-star",
        about: "the same against an opponent who has a model of us, who have a model of him",
        options: &[
            DEPTH,
            (
                "level",
                "how many models inside each other: 0 is minimax, 1 om (2)",
            ),
            MODEL,
            TIES,
            QUIESCENCE,
            NODES,
            TIME,
            WEIGHTS,
        ],
    },
    PlayerHelp {
        name: "lo",
        about: "loss-oriented search: loses by errors that are as small as can be",
        options: &[
            DEPTH, OPPONENT, MODEL, TIES, QUIESCENCE, NODES, TIME, WEIGHTS,
        ],
    },
    PlayerHelp {
        name: "tu",
        about: "tutoring search: loses, but by no error that the student would notice",
        options: &[
            DEPTH,
            (
                "student",
                "how many plies the student looks ahead (as far as we do if left out)",
            ),
            (
                "limit",
                "the loss limit: how much a move may lose, in the game's unit (0, if `visible` is not given)",
            ),
            ("visible", "how much a move may lose in the student's eyes"),
            MODEL,
            TIES,
            QUIESCENCE,
            NODES,
            TIME,
            WEIGHTS,
        ],
    },
    PlayerHelp {
        name: "hoyle",
        about: "listens to Advisors that know no game, and to what it has learned of this one",
        options: &[
            (
                "knowledge",
                "a file that `shido train` has written (knows nothing yet if left out)",
            ),
            (
                "paradigm",
                "how comments are combined: sum (the usual), smoothed, limited, smoothed-limited",
            ),
            (
                "without",
                "Advisors that are not asked, such as `greedy+not-again`",
            ),
        ],
    },
    PlayerHelp {
        name: "uci",
        about: "a chess engine that speaks UCI",
        options: engines::OPTIONS,
    },
    PlayerHelp {
        name: "usi",
        about: "a shogi engine that speaks USI",
        options: engines::OPTIONS,
    },
    PlayerHelp {
        name: "xboard",
        about: "an engine that speaks the protocol of xboard",
        options: engines::OPTIONS,
    },
    PlayerHelp {
        name: "gtp",
        about: "an engine that speaks the Go Text Protocol, whatever the game",
        options: engines::OPTIONS,
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
const DEPTH: (&str, &str) = (
    "depth",
    "how many plies to look ahead (to the end if left out; large games need one)",
);
const NODES: (&str, &str) = ("nodes", "give up after visiting so many positions");
const TIME: (&str, &str) = ("time", "seconds for each move, such as 0.5");
const WEIGHTS: (&str, &str) = (
    "weights",
    "of the evaluation: hand, learned (the usual, where there are any), rough (frames) or a file",
);
const TABLES: (&str, &str) = (
    "tables",
    "on: look positions up in the solver's table, where the game has one; off (the usual)",
);
const OPPONENT: (&str, &str) = (
    "opponent",
    "how many plies the opponent looks ahead from each of his nodes (to our horizon if left out)",
);
const MODEL: (&str, &str) = (
    "model",
    "the weights of the opponent's evaluation (as ours if left out; trees have their own)",
);
const TIES: (&str, &str) = (
    "ties",
    "which of the opponent's equally good moves: pessimistic (the usual), optimistic, first, uniform",
);
const QUIESCENCE: (&str, &str) = (
    "quiescence",
    "whether both judge only where no exchange is under way: on (the usual) or off",
);
const BOOK: (&str, &str) = (
    "book",
    "a file of openings, one line of moves a row, to play from memory",
);

/// How a named player makes up his mind, beside the moves he makes.
pub(crate) enum Judge<G: Symmetry> {
    Table(crate::tables::TableOracle<G>),
    Search(Box<Thinker<G>>),
    Speculation(Arc<Speculator<G>>),
    Opinions(Opinions<G>),
    Advice(hoyle::Deliberate<G>),
}

/// What someone thinks of each legal move of a position.
pub(crate) type Opinions<G> =
    Box<dyn Fn(&G, &<G as Game>::Position) -> Result<Vec<Opinion<<G as Game>::Move>>, PlayerError>>;

/// What someone thinks of a move.
pub(crate) struct Opinion<M> {
    pub(crate) mv: M,
    pub(crate) value: ForMover<f64>,
    pub(crate) bound: Bound,
    /// Won or lost, where that is forced.
    pub(crate) verdict: Option<ForMover<Verdict>>,
    /// In how many plies, this move included.
    pub(crate) distance: Option<u32>,
}

/// Sends a fresh player into each contest.
pub(crate) type Entrance<G> = Arc<dyn Fn() -> Box<dyn Player<G>> + Send + Sync>;

pub(crate) struct Named<G: Symmetry> {
    pub(crate) enter: Entrance<G>,
    /// How often he makes which move, where that depends on the position alone.
    pub(crate) policy: Option<Arc<dyn Policy<G>>>,
    pub(crate) judge: Option<Judge<G>>,
}

impl<G: Symmetry + 'static> Named<G> {
    pub(crate) fn by_policy(policy: Arc<dyn Policy<G>>, judge: Option<Judge<G>>) -> Named<G> {
        let shared = Arc::clone(&policy);
        Named {
            enter: Arc::new(move || Box::new(Sampled(Arc::clone(&shared)))),
            policy: Some(policy),
            judge,
        }
    }

    /// A policy that thinks long, so that contests of a match share what was thought. An exact match
    /// asks about each position once and needs no memory.
    pub(crate) fn by_thought(policy: Arc<dyn Policy<G>>, opinions: Opinions<G>) -> Named<G> {
        let shared = Arc::new(Remembered::new(Arc::clone(&policy)));
        Named {
            enter: Arc::new(move || Box::new(Sampled(Arc::clone(&shared)))),
            policy: Some(policy),
            judge: Some(Judge::Opinions(opinions)),
        }
    }
}

/// The player that a spec names.
pub(crate) fn player<G: Playable>(
    held: &Held<G>,
    spec: &Spec,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Named<G>, CatalogError> {
    let options = Options::new(spec);
    match spec.name.as_str() {
        "random" => {
            options.finish()?;
            Ok(Named::by_policy(Arc::new(Random), None))
        }
        "perfect" => {
            let wisdom = wisdom(&options)?;
            options.finish()?;
            let policy = perfect(held, wisdom, settings, watch)?;
            let judge = Judge::Table(held.oracle(settings, watch)?.oracle);
            Ok(Named::by_policy(Arc::new(policy), Some(judge)))
        }
        "fallible" => {
            let wanted = "a percentage from 0 to 100, such as `fallible:noise=10`";
            let noise: Option<f64> = options.number("noise", wanted)?;
            let wisdom = wisdom(&options)?;
            options.finish()?;
            let noise = noise.ok_or_else(|| options.missing("noise", wanted))?;
            let policy = Fallible::new(noise, perfect(held, wisdom, settings, watch)?)
                .map_err(|_| options.wrong("noise", &noise.to_string(), wanted.to_owned()))?;
            let judge = Judge::Table(held.oracle(settings, watch)?.oracle);
            Ok(Named::by_policy(Arc::new(policy), Some(judge)))
        }
        "worst-move" => {
            options.finish()?;
            let oracle = held.oracle(settings, watch)?.oracle;
            let judge = Judge::Table(held.oracle(settings, watch)?.oracle);
            Ok(Named::by_policy(Arc::new(WorstMove(oracle)), Some(judge)))
        }
        "semi-random" => semi_random::semi_random(&options, settings),
        "speculative" => semi_random::speculative(&options, settings),
        "best-response" => semi_random::best_response(held, &options, settings, watch),
        "hoyle" => hoyle::hoyle(held, &options, settings),
        "human" => Err(CatalogError::Unable {
            what: "a human plays only at the terminal".to_owned(),
            help: "use `shido play GAME --against PLAYER`".to_owned(),
        }),
        "uci" | "usi" | "xboard" | "gtp" => {
            let enter = engines::entrance(held, &options, settings)?;
            Ok(Named {
                enter,
                policy: None,
                judge: None,
            })
        }
        _ => {
            if let Some(named) = speculator(held, &options, settings)? {
                return Ok(named);
            }
            match method(held, &options)? {
                Some(search) => thinker(held, search, &options, settings, watch),
                None => Err(unknown(&spec.name)),
            }
        }
    }
}

fn unknown(name: &str) -> CatalogError {
    let known: Vec<&'static str> = PLAYERS.iter().map(|player| player.name).collect();
    CatalogError::UnknownPlayer {
        name: name.to_owned(),
        nearest: nearest(name, known.iter().copied()).map(str::to_owned),
        known,
    }
}

/// The search that a spec names, and how long it may take; `None` where it names no search.
fn method<G: Guide>(
    held: &Held<G>,
    options: &Options<'_>,
) -> Result<Option<(Method, Budget)>, CatalogError> {
    let depth = || {
        let wanted = "a depth of at least 1, such as 4";
        let depth: Option<u32> = options.number("depth", wanted)?;
        match depth {
            Some(0) => Err(options.wrong("depth", "0", wanted.to_owned())),
            depth => Ok(depth),
        }
    };
    // A small game is searched to its end unless told otherwise; a large one would never be.
    let depth_or_end = || match depth()? {
        None if held.endless => {
            Err(options.missing("depth", "a number of plies, such as `depth=4`"))
        }
        depth => Ok(depth),
    };
    let nodes = |key| {
        let wanted = "a number of positions or playouts, at least 1, such as 100000";
        match options.number::<u64>(key, wanted)? {
            Some(0) => Err(options.wrong(key, "0", wanted.to_owned())),
            nodes => Ok(nodes),
        }
    };
    let time = || seconds(options);
    let mebibytes = |usual| {
        let wanted = "a number of MiB from 1 to 65536";
        let mebibytes: usize = options.number("table", wanted)?.unwrap_or(usual);
        match mebibytes {
            1..=65536 => Ok(mebibytes),
            other => Err(options.wrong("table", &other.to_string(), wanted.to_owned())),
        }
    };
    let count = |key, usual: usize| {
        let wanted = "a number from 1 to 1024";
        let count: usize = options.number(key, wanted)?.unwrap_or(usual);
        match NonZeroUsize::new(count).filter(|count| count.get() <= 1024) {
            Some(count) => Ok(count),
            None => Err(options.wrong(key, &count.to_string(), wanted.to_owned())),
        }
    };
    let plain = || -> Result<Budget, CatalogError> {
        Ok(Budget {
            depth: depth_or_end()?,
            nodes: nodes("nodes")?,
            time: time()?,
        })
    };
    let found = match options.name() {
        "minimax" => (Method::Minimax, plain()?),
        "alphabeta" => (Method::AlphaBeta, plain()?),
        "expectiminimax" => {
            let probes = count("probes", 1)?.get() as u32;
            let kinds = [
                ("none", ChancePruning::None),
                ("star1", ChancePruning::Star1),
                ("star2", ChancePruning::Star2 { probes }),
            ];
            let pruning = options.choice("pruning", &kinds)?.unwrap_or_default();
            let search = Expectiminimax {
                pruning,
                ask: Ask::EveryMove,
            };
            (Method::Expectiminimax(search), plain()?)
        }
        "pvs" => {
            let mut budget = Budget {
                depth: depth()?,
                nodes: nodes("nodes")?,
                time: time()?,
            };
            if budget.depth.is_none() && budget.nodes.is_none() && budget.time.is_none() {
                budget.nodes = Some(500_000);
            }
            let selectivities = [
                ("exact", Selectivity::Exact),
                ("sound", Selectivity::Sound),
                ("forward", Selectivity::Forward),
            ];
            let usual = PvsOptions::default();
            let selectivity = options.choice("pruning", &selectivities)?;
            let quiescence = options.choice("quiescence", &[("on", true), ("off", false)])?;
            let pvs = PvsOptions {
                selectivity: selectivity.unwrap_or(usual.selectivity),
                quiescence: quiescence.unwrap_or(usual.quiescence),
                threads: count("threads", 1)?,
                ..usual
            };
            let method = Method::Pvs {
                options: pvs,
                mebibytes: mebibytes(16)?,
            };
            (method, budget)
        }
        "mcts" => {
            let mut budget = Budget {
                depth: None,
                nodes: nodes("playouts")?,
                time: time()?,
            };
            if budget.nodes.is_none() && budget.time.is_none() {
                budget.nodes = Some(10_000);
            }
            let wanted = "a positive number, such as 1.4";
            let exploration: Option<f32> = options.number("exploration", wanted)?;
            if let Some(wrong) = exploration.filter(|c| !(c.is_finite() && *c >= 0.0)) {
                return Err(options.wrong("exploration", &wrong.to_string(), wanted.to_owned()));
            }
            let usual = Mcts::default();
            let memory: Option<usize> = options.number("memory", "a number of MiB")?;
            let search = Mcts {
                exploration: exploration.unwrap_or(usual.exploration),
                trees: count("trees", 1)?.get(),
                memory: memory.unwrap_or(usual.memory),
                ..usual
            };
            (Method::Mcts(search), budget)
        }
        "pn" if !held.endless && held.game.stake() != 1.0 => {
            return Err(CatalogError::Unable {
                what: format!(
                    "{} pays more than wins and losses, and pn knows nothing else",
                    held.about().title
                ),
                help: "use minimax, alphabeta or expectiminimax".to_owned(),
            });
        }
        "pn" => {
            let mut budget = Budget {
                depth: None,
                nodes: nodes("nodes")?,
                time: time()?,
            };
            if budget.nodes.is_none() && budget.time.is_none() {
                budget.nodes = Some(1_000_000);
            }
            let method = Method::ProofNumber {
                mebibytes: mebibytes(16)?,
            };
            (method, budget)
        }
        _ => return Ok(None),
    };
    Ok(Some(found))
}

/// The time for a move.
pub(crate) fn seconds(options: &Options<'_>) -> Result<Option<Duration>, CatalogError> {
    let wanted = "a number of seconds above 0, such as 0.5";
    let Some(seconds) = options.number::<f64>("time", wanted)? else {
        return Ok(None);
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(Some(time)),
        _ => Err(options.wrong("time", &seconds.to_string(), wanted.to_owned())),
    }
}

fn thinker<G: Playable>(
    held: &Held<G>,
    (method, budget): (Method, Budget),
    options: &Options<'_>,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Named<G>, CatalogError> {
    let weights = method.judges().then(|| options.text("weights")).flatten();
    let book = match method
        .plays_openings()
        .then(|| options.text("book"))
        .flatten()
    {
        Some(file) => Some(Arc::new(read_book(&held.game, file)?)),
        None => None,
    };
    let consults = match method.judges() {
        true => options.choice("tables", &[("on", true), ("off", false)])?,
        false => None,
    };
    options.finish()?;
    let mut evaluator = held.evaluator(weights)?;
    if consults == Some(true) {
        evaluator.model = consulting(evaluator.model, held.oracle(settings, watch)?.oracle);
    }
    let stop = Arc::clone(&settings.stop);
    let thinker = Thinker::new(method, evaluator, budget, book, stop);
    let template = thinker.fresh();
    let judge = Judge::Search(Box::new(thinker.fresh()));
    Ok(match BestMoves::of(thinker) {
        Some(policy) => Named::by_policy(Arc::new(policy), Some(judge)),
        None => Named {
            enter: Arc::new(move || Box::new(template.fresh())),
            policy: None,
            judge: Some(judge),
        },
    })
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
