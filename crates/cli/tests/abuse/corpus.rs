//! What is mutated: the files that come with the program, and texts of every kind that it takes.

use std::path::Path;

/// Texts by kind.
pub(crate) struct Corpus {
    pub(crate) frames: Vec<String>,
    pub(crate) trees: Vec<String>,
    pub(crate) plans: Vec<String>,
    pub(crate) experiments: Vec<String>,
    /// With the game that they are for.
    pub(crate) weights: Vec<(String, String)>,
    pub(crate) records: Vec<String>,
}

impl Corpus {
    pub(crate) fn read() -> Corpus {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let texts = |folder: &str, ending: &str| -> Vec<String> {
            let files = files(&root.join(folder), ending).into_iter();
            files.map(|(_, text)| text).collect()
        };
        let weights = files(&root.join("weights"), "toml").into_iter();
        Corpus {
            frames: texts("frames", "toml"),
            trees: texts("examples/trees", "tree"),
            plans: texts("examples/plans", "plan"),
            experiments: texts("experiments", "toml"),
            weights: weights
                .map(|(name, text)| {
                    let game = name.split('.').next().unwrap_or_default();
                    (game.to_owned(), text)
                })
                .collect(),
            records: texts("examples/go", "sgf"),
        }
    }
}

/// The files of a folder with this ending, by name.
fn files(folder: &Path, ending: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).expect("the folder comes with the program");
    let paths = entries.map(|entry| entry.expect("it can be read").path());
    let mut paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read_to_string(path).expect("it is text");
        (name.into_owned(), text)
    };
    paths.iter().map(read).collect()
}

/// Games with a position of each, in all notations.
pub(crate) const POSITIONS: &[(&str, &str)] = &[
    ("tic-tac-toe", "X.O/.O./..X X"),
    ("achi", "X.O/.O./..X X"),
    (
        "connect-four",
        "......./......./......./......./OO...../XXX..O. X",
    ),
    ("nine-mens-morris", ".../.../.../....../.../.../... X"),
    ("qubic", "..../..../..../.... X"),
    (
        "chess",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    ),
    (
        "shogi",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    ),
    ("draughts", "B:W21-32:B1-12"),
    ("go:size=5", "...../.X.../..O../...../..... X"),
    ("othello", "d3"),
    ("backgammon", "4HPwATDgc/ABMA"),
    (
        "breakthrough",
        "bbbbbbbb/bbbbbbbb/8/8/8/8/wwwwwwww/wwwwwwww w",
    ),
    ("coins", "12 first"),
    ("hexapawn", "ppp/.../PPP w"),
];

/// Players with their options.
pub(crate) const PLAYERS: &[&str] = &[
    "random",
    "perfect",
    "fallible:noise=10",
    "worst-move",
    "minimax:depth=2",
    "alphabeta:depth=2,nodes=1000",
    "expectiminimax:depth=1,pruning=star2,probes=2",
    "pvs:depth=2,table=1,threads=2,pruning=exact,quiescence=off",
    "mcts:playouts=50,exploration=0.5",
    "pn:nodes=100,table=1",
    "om:depth=2,opponent=1",
    "prom:depth=2,types=[1;0.5;2;0.5]",
    "m-star:depth=2,opponent=[1]",
    "lo:depth=2,opponent=1",
    "tu:depth=2,student=[soft-max:temperature=0.5,depth=1],limit=0.5",
    "tu:depth=2,student=[erring:noise=20,of=1],limit=1",
    "semi-random:depth=2",
    "speculative:depth=3,opponent=1",
    "best-response:against=[random]",
    "hoyle:paradigm=smoothed,without=greedy+not-again",
    "pvs:time=0.01",
    "uci:command=true,depth=1,timeout=0.1",
    "gtp:command=cat,timeout=0.1",
];

/// Trainers.
pub(crate) const TRAINERS: &[&str] = &[
    "self",
    "2&7",
    "perfect",
    "ideal:without=steering",
    "growing-practice:practice=1",
    "rising-difficulty",
    "active-learning",
    "maximal-exposure",
    "priming:contests=1,then=self",
    "lesson-and-practice:lessons=1,practice=1,expert=[fallible:noise=10]",
];

/// Options that some command takes, with a value that it would take.
pub(crate) const OPTIONS: &[(&str, &str)] = &[
    ("--seed", "7"),
    ("--threads", "2"),
    ("--memory", "64MiB"),
    ("--json", ""),
    ("--games", "2"),
    ("--plies", "2"),
    ("--seats", "alternate"),
    ("--opening-plies", "2"),
    ("--exact", ""),
    ("--position", "X.O/.O./..X X"),
    ("--depth", "1"),
    ("--method", "results"),
    ("--lambda", "0.5"),
    ("--exploration", "0.1"),
    ("--rate", "0.01"),
    ("--weights", "none"),
    ("--contests", "2"),
    ("--standard", "1"),
    ("--most", "2"),
    ("--test", "1"),
    ("--paradigm", "sum"),
    ("--without", "greedy"),
    ("--without-slots", "openings"),
    ("--challenger", "random"),
    ("--tree-nodes", "10"),
    ("--tree-depth", "3"),
    ("--value-only", ""),
    ("--distance", ""),
    ("--order", "best-first"),
    ("--cuts", "deep"),
    ("--or", "any"),
    ("--shared", "exact"),
    ("--certainty", "95"),
    ("--compare", ""),
    ("--group", "G=D4"),
    ("--move", "10"),
    ("--nodes", "100"),
    ("--playouts", "10"),
    ("--every", "50"),
    ("--contest", "1"),
    ("--fresh", ""),
    ("--force", ""),
];

/// What is typed while playing.
pub(crate) const TYPED: &str =
    "help\nmoves\nnames\nb2\na1\n1\nhint\nwhy\nundo\nrules\nresign\nquit\n";

/// Contests of tic-tac-toe, one a line.
pub(crate) const TRANSCRIPTS: &str = "\
.../.../... X | b2, a1, c1, a3, a2, c2, b3, b1, c3 | draw
.../.../... X | a1, b1, a2, b2, a3 | first
.../.../... X | a1, b1 | unfinished
";
