//! What can be typed after `shido`.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use shido::Settings;
use shido_core::Seed;
use shido_lab::Part;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// More contests than these are not over in a lifetime.
const MOST_CONTESTS: u64 = 1_000_000_000_000;

/// No game has a use for longer random openings.
const MOST_OPENING_PLIES: i64 = 1_000;

/// A teaching opponent for board games: play, solve, measure.
#[derive(Parser)]
#[command(name = "shido", version, styles = STYLES, max_term_width = 100)]
#[command(subcommand_required = false)]
#[command(after_help = "Examples:\n  \
    shido play chess                               play the tutor, who plays at your level\n  \
    shido play ./my-game.toml --against random     a game of your own\n  \
    shido solve achi                               who wins, and why it is a draw\n  \
    shido match tic-tac-toe perfect fallible:noise=10 --exact\n  \
    shido analyze ./example.tree --by minimax      a tree from the blackboard")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// The games; or one game, its rules and how to type a move
    #[command(alias = "rules")]
    Games(GamesArgs),
    /// The players and trainers, and their options
    Players(ListArgs),
    /// Work with game frames
    Frame(FrameArgs),
    /// Play in the browser: serve Shido on this machine
    Serve(ServeArgs),
    /// Play in the terminal
    Play(PlayArgs),
    /// Practise positions from your own games that are due
    Practice(PracticeArgs),
    /// What is remembered of whom: list, show, forget, export, import
    Student(StudentArgs),
    /// Draw a position, in the terminal or as SVG
    Show(ShowArgs),
    /// Every legal move with its value under a player or search
    Analyze(AnalyzeArgs),
    /// Exact value, distance and counts; keeps the table for `perfect` players
    Solve(SolveArgs),
    /// Wins, draws and losses of two players, sampled or exact
    Match(MatchArgs),
    /// Every player against every other
    Tournament(TournamentArgs),
    /// Experiments: what was published beside what is measured here
    Lab(LabArgs),
    /// Check and show contests in files: PGN, SGF, and what `play --record` and `match` wrote
    Replay(ReplayArgs),
    /// How many different positions there are after each number of moves
    Count(CountArgs),
    /// Learn the weights of a game's evaluation, by playing
    Tune(TuneArgs),
    /// Train Hoyle, a player that learns any board game, and keep what it has learned
    Train(TrainArgs),
    /// How well a player foretells what people played, by their rating
    Predict(PredictArgs),
    /// How strong somebody is, from the moves that they made
    Rate(RateArgs),
    /// How credible a weak player is: level, errors, tells, and whether a classifier finds it out
    Audit(AuditArgs),
    /// Look at a contest with its player: chances, mistakes at their level, hints and why
    Review(ReviewArgs),
    /// Evaluate an AND/OR plan: the success rate of each branch, and the least hazardous plan
    Plan(PlanArgs),
    /// Learn from records of Go how often the goals of plans succeed
    Rates(RatesArgs),
    /// A chess engine for other programs' boards, by the protocol UCI
    #[command(after_help = "Examples:\n  \
        shido uci                                  for Cute Chess, Arena, lichess-bot and others\n  \
        shido uci --player people:rating=1400      plays as people of that strength do\n  \
        printf 'go movetime 1000\\n' | shido uci    by hand: `d` shows the board\n\n\
        docs/chess-gui.md tells how it is added to a board, and what its options do.")]
    Uci(EngineArgs),
    /// A shogi engine for other programs' boards, by the protocol USI
    #[command(after_help = "Examples:\n  \
        shido usi                                  for ShogiGUI, Shogidokoro and others\n  \
        shido usi --player pvs:nodes=20000         plays fast\n\n\
        docs/chess-gui.md tells how it is added to a board, and what its options do.")]
    Usi(EngineArgs),
    /// A Go engine for other programs' boards, by the protocol GTP
    #[command(after_help = "Examples:\n  \
        shido gtp                                  for Sabaki, GoGui and others\n  \
        shido gtp --player mcts:playouts=2000      plays fast\n\n\
        docs/chess-gui.md tells how it is added to a board.")]
    Gtp(EngineArgs),
    /// Measure the speed of the searches, with a signature that tells whether they behave as before
    Bench(BenchArgs),
    /// Print a completion script for your shell
    Completions(CompletionsArgs),
}

/// Where the work runs and how the result is printed.
#[derive(Args)]
pub(crate) struct Common {
    /// The seed of every random choice; the same seed gives the same result
    #[arg(
        long,
        default_value_t = 0,
        value_name = "N",
        allow_negative_numbers = true
    )]
    pub(crate) seed: u64,
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
    /// Use this many threads [default: all processors]
    #[arg(long, value_name = "N", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Most memory for the solver, such as 512MiB or 8GiB
    #[arg(long, default_value = "8GiB", value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: u64,
}

impl Common {
    /// The settings for work that can be interrupted.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            seed: Seed(self.seed),
            threads: self
                .threads
                .and_then(|threads| NonZeroUsize::new(threads.into())),
            memory: self.memory,
            stop: crate::interrupt::flag(),
            ..crate::remembered::settings()
        }
    }
}

fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "kib" | "k" => 1 << 10,
        "mib" | "m" => 1 << 20,
        "gib" | "g" => 1 << 30,
        "" => 1,
        other => return Err(format!("`{other}` is no unit; write KiB, MiB or GiB")),
    };
    let number: f64 = digits
        .parse()
        .map_err(|_| format!("`{digits}` is not a number"))?;
    if number.is_finite() && number > 0.0 {
        Ok((number * unit as f64) as u64)
    } else {
        Err("the memory must be more than nothing".to_owned())
    }
}

/// Options of commands that only list.
#[derive(Args)]
pub(crate) struct ListArgs {
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `games`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido games                      all of them\n  \
    shido games nine-mens-morris     its rules and how to type a move"
)]
pub(crate) struct GamesArgs {
    /// A game, or a frame file such as ./my-game.toml [default: all games]
    pub(crate) game: Option<String>,
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// What to do with frames.
#[derive(Args)]
pub(crate) struct FrameArgs {
    #[command(subcommand)]
    pub(crate) command: FrameCommand,
}

/// What to do with frames.
#[derive(Subcommand)]
pub(crate) enum FrameCommand {
    /// Write a commented frame to begin with: a small game that can be played at once
    #[command(after_help = "Example:\n  shido frame new my-game     writes my-game.toml")]
    New {
        /// The name of the game: lower-case letters, digits and hyphens
        name: String,
    },
    /// Print the JSON schema of frames, by which editors check and explain them
    #[command(after_help = "Example:\n  shido frame schema > frame.schema.json\n\n\
        The first line of a frame beside it is then `#:schema ./frame.schema.json`.")]
    Schema,
    /// Check frames and report everything that is wrong, with what to write instead
    #[command(after_help = "Examples:\n  shido frame check my-game.toml\n  \
        shido frame check frames/            all .toml files in a folder")]
    Check {
        /// Frame files, or folders of them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Print one JSON object (see docs/json.md) and nothing else
        #[arg(long)]
        json: bool,
    },
}

/// Options of `play`.
#[derive(Args)]
#[command(
    after_help = "While playing, type a move or a command: moves, rules, hint, why, undo, resign, help, quit.\n\n\
    Examples:\n  shido play chess                               the tutor plays at your level\n  \
    shido play chess --level beginner              the tutor plays like a beginner\n  \
    shido play connect-four --against random\n  \
    shido play nine-mens-morris --against human    two people at one keyboard\n  \
    shido play tic-tac-toe --seat second --against fallible:noise=30\n  \
    shido play chess --position game.pgn --move 24  from the 24th move of a record, both sides counted\n  \
    shido play --resume                            go on with the contest you left"
)]
pub(crate) struct PlayArgs {
    /// A game (see `shido games`) or a frame file such as ./my-game.toml
    pub(crate) game: Option<String>,
    /// Go on with the contest that was left last, of this game if one is named
    #[arg(long, conflicts_with_all = ["against", "seat", "position"])]
    pub(crate) resume: bool,
    /// Whom to play against (see `shido players`); `human` for two people at one keyboard
    /// [default: the tutor, who plays at your level]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) against: Option<String>,
    /// How strong the tutor is to be, whoever you are: beginner, casual, improver, club, expert, master, or a
    /// rating such as 1400
    #[arg(long, value_name = "LEVEL", conflicts_with_all = ["against", "resume"])]
    pub(crate) level: Option<String>,
    /// Be warned before a mistake is final that you could see: a hint, and never a move
    #[arg(long)]
    pub(crate) coach: bool,
    /// Which seat you take
    #[arg(long, value_enum, default_value_t = SeatArg::First)]
    pub(crate) seat: SeatArg,
    /// See the board from the side of the second player; `turn` does it while playing
    #[arg(long)]
    pub(crate) turned: bool,
    /// Start from this position, or from a contest in a file: PGN, SGF or a transcript
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// With a file: after so many of its moves, both sides counted [default: all]
    #[arg(long = "move", value_name = "N", requires = "position")]
    pub(crate) after: Option<usize>,
    /// Append the contest to this file when it ends: as PGN for chess, SGF for Go, else a transcript
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// The seed of every random choice [default: another one each time]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) who: WhoArgs,
}

/// Who plays or practises.
#[derive(Args)]
pub(crate) struct WhoArgs {
    /// Who you are, to tell apart what is remembered of several people
    /// [default: your login name]
    #[arg(long, value_name = "NAME", value_parser = student_name)]
    pub(crate) student: Option<String>,
}

fn student_name(text: &str) -> Result<String, String> {
    match shido_store::is_name(text) {
        true => Ok(text.to_owned()),
        false => {
            Err("a name has 1 to 60 letters, no line breaks, and no blanks at its ends".to_owned())
        }
    }
}

/// Options of `practice`.
#[derive(Args)]
#[command(
    after_help = "Type the move that you think is right, or \"hint\"; \"help\" lists what else there is. What you find comes\n\
    back later, what you do not find sooner (docs/students.md).\n\n\
    Examples:\n  shido practice\n  shido practice chess --count 5"
)]
pub(crate) struct PracticeArgs {
    /// A game [default: all of them]
    pub(crate) game: Option<String>,
    /// How many positions at most [default: all that are due]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: Option<u32>,
    #[command(flatten)]
    pub(crate) who: WhoArgs,
}

/// Where Shido is served.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido serve\n  shido serve --port 8080 --no-open\n  shido serve --student ada\n\n\
    What you play is kept as by `shido play`: each goes on with what was begun by the other (docs/serve.md)."
)]
pub(crate) struct ServeArgs {
    /// The port [default: 8000, or the next one that is free]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Where connections are taken; anybody who reaches it plays as you
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: std::net::IpAddr,
    /// Also offer players that read files or start programs, such as other engines; whoever reaches the address
    /// can then do so in your name
    #[arg(long)]
    pub(crate) any_player: bool,
    /// Open the browser [default: where there is a terminal]
    #[arg(long, conflicts_with = "no_open")]
    pub(crate) open: bool,
    /// Open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// What is written to the standard error stream
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "warn")]
    pub(crate) log: LogArg,
    #[command(flatten)]
    pub(crate) who: WhoArgs,
}

/// How much is written about what a server does.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum LogArg {
    /// What fails
    Error,
    /// Also what should not happen
    Warn,
    /// Also that it began and stopped
    Info,
    /// Also every request
    Debug,
}

/// What to do with what is remembered.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido student list\n  shido student show ada\n  \
    shido student export --out students.json\n  shido student forget ada\n\n\
    All of it is in one file on this machine (docs/students.md)."
)]
pub(crate) struct StudentArgs {
    #[command(subcommand)]
    pub(crate) command: StudentCommand,
}

/// What to do with what is remembered.
#[derive(Subcommand)]
pub(crate) enum StudentCommand {
    /// Everybody of whom something is remembered
    List(ListArgs),
    /// What somebody played, how it ended, how strong they are, what is due
    Show {
        /// Whom [default: you, by your login name]
        name: Option<String>,
        /// Print one JSON object (see docs/json.md) and nothing else
        #[arg(long)]
        json: bool,
    },
    /// Delete everything that is remembered of somebody
    Forget {
        /// Whom
        name: String,
        /// Do not ask before
        #[arg(long)]
        yes: bool,
        /// Print one JSON object (see docs/json.md) and nothing else; wants --yes
        #[arg(long, requires = "yes")]
        json: bool,
    },
    /// Everything that is remembered, as JSON
    Export {
        /// Of whom [default: of everybody]
        names: Vec<String>,
        /// Write it to this file [default: standard output]
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Replace the file if it is there
        #[arg(long, requires = "out")]
        force: bool,
    },
    /// Remember what was exported, here or on another machine
    Import {
        /// What `export` wrote
        file: PathBuf,
        /// Print one JSON object (see docs/json.md) and nothing else
        #[arg(long)]
        json: bool,
    },
}

/// Which seat.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SeatArg {
    /// Move first
    First,
    /// Move second
    Second,
}

/// Options of `show`.
#[derive(Args)]
pub(crate) struct ShowArgs {
    /// A game or a file
    pub(crate) game: String,
    /// The position, or a contest in a file: PGN, SGF or a transcript [default: the start]
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// With a file: after so many of its moves, both sides counted [default: all]
    #[arg(long = "move", value_name = "N", requires = "position")]
    pub(crate) after: Option<usize>,
    /// Write an SVG picture to this file instead; `-` for standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Show the board as the second player sees it
    #[arg(long)]
    pub(crate) turned: bool,
}

/// Options of `analyze`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido analyze tic-tac-toe --position 'X.O/.O./..X X'\n  \
    shido analyze ./example.tree --by minimax --json\n  \
    shido analyze chess --by pvs:time=2\n  \
    shido analyze chess --position game.pgn --move 24\n  \
    shido analyze othello --by alphabeta:depth=3 --tree tree.svg\n  \
    shido analyze chess --by pvs:depth=5 --tree tree.html --tree-nodes 5000\n  \
    shido analyze tic-tac-toe --position '..X/.O./X.. O' --by hoyle:knowledge=ttt.toml"
)]
pub(crate) struct AnalyzeArgs {
    /// A game or a file
    pub(crate) game: String,
    /// The position, or a contest in a file: PGN, SGF or a transcript [default: the start]
    #[arg(long, value_name = "POS", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// With a file: after so many of its moves, both sides counted [default: all]
    #[arg(long = "move", value_name = "N", requires = "position")]
    pub(crate) after: Option<usize>,
    /// The player or search that judges
    /// [default: perfect where the game is small, else a search]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) by: Option<String>,
    /// Draw the tree of the search to this file: .html (unfolds, zooms and shows boards), .svg, .dot
    /// (Graphviz) or .json
    #[arg(long, value_name = "FILE")]
    pub(crate) tree: Option<PathBuf>,
    /// How many nodes of the tree to keep at most
    #[arg(long, value_name = "N", default_value_t = 500, requires = "tree",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) tree_nodes: u32,
    /// How many plies of the tree to keep at most
    #[arg(long, value_name = "N", default_value_t = 8, requires = "tree",
          value_parser = clap::value_parser!(u32).range(..=1_000))]
    pub(crate) tree_depth: u32,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of `solve`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido solve tic-tac-toe\n  shido solve six-mens-morris --threads 2\n  \
    shido solve connect-four --value-only    too large for a table: search for the value alone\n  \
    shido solve chess --endgame KRK          king and rook against king, and so on up to four men"
)]
pub(crate) struct SolveArgs {
    /// A game or a file
    pub(crate) game: String,
    /// Find only the value, by a search that keeps no table (games that cannot cycle)
    #[arg(long)]
    pub(crate) value_only: bool,
    /// With --value-only, find also in how many plies the winner wins, which may take much longer
    #[arg(long, requires = "value_only")]
    pub(crate) distance: bool,
    /// Solve an endgame of a large game by its men, and those that it leads to; searches and tutors look them up
    #[arg(long, value_name = "MEN", conflicts_with = "value_only")]
    pub(crate) endgame: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of `match`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido match tic-tac-toe random random --exact\n  \
    shido match achi perfect fallible:noise=10 --games 10000 --seats alternate\n  \
    shido match othello pvs:depth=4 mcts:playouts=1000 --games 50 --seats alternate --opening-plies 6"
)]
pub(crate) struct MatchArgs {
    /// A game or a file
    pub(crate) game: String,
    /// The player who moves first, unless seats alternate
    pub(crate) a: String,
    /// The other player
    pub(crate) b: String,
    /// How many contests to play
    #[arg(long, value_name = "N", default_value_t = 1000, conflicts_with = "exact",
          allow_negative_numbers = true, value_parser = clap::value_parser!(u64).range(1..=MOST_CONTESTS))]
    pub(crate) games: u64,
    /// The exact distribution of outcomes, without sampling (games that cannot cycle)
    #[arg(long)]
    pub(crate) exact: bool,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = SeatsArg::Fixed)]
    pub(crate) seats: SeatsArg,
    /// Begin each contest with so many random plies; where seats alternate, both players get either
    /// side of the same opening
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "exact",
          value_parser = clap::value_parser!(u32).range(..=MOST_OPENING_PLIES))]
    pub(crate) opening_plies: u32,
    /// Write the contests to this file, one line each
    #[arg(long, value_name = "FILE", conflicts_with = "exact")]
    pub(crate) transcripts: Option<PathBuf>,
    /// Replace a file of contests that is there already
    #[arg(long, requires = "transcripts")]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of `tournament`.
#[derive(Args)]
#[command(
    after_help = "Example:\n  shido tournament tic-tac-toe perfect fallible:noise=10 fallible:noise=70 random --exact"
)]
pub(crate) struct TournamentArgs {
    /// A game or a file
    pub(crate) game: String,
    /// The players, at least two
    #[arg(required = true, num_args = 2.., value_name = "PLAYER")]
    pub(crate) players: Vec<String>,
    /// Begin each contest with so many random plies [default: 4 where players would otherwise play
    /// the same contest again, fewer in a short game; else 0]
    #[arg(long, value_name = "N", conflicts_with = "exact",
          value_parser = clap::value_parser!(u32).range(..=MOST_OPENING_PLIES))]
    pub(crate) opening_plies: Option<u32>,
    /// How many contests each two play
    #[arg(long, value_name = "N", default_value_t = 1000, conflicts_with = "exact",
          value_parser = clap::value_parser!(u64).range(1..=MOST_CONTESTS))]
    pub(crate) games: u64,
    /// The exact distribution of outcomes, without sampling (games that cannot cycle)
    #[arg(long)]
    pub(crate) exact: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What to do in the laboratory.
#[derive(Args)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(crate) command: LabCommand,
}

/// What to do in the laboratory.
#[derive(Subcommand)]
pub(crate) enum LabCommand {
    /// The experiments, what is published of them, and what came of the last run
    List(ListArgs),
    /// Run an experiment, or go on with one that was interrupted
    Run(LabRunArgs),
    /// Put the parts of a run together that `lab run --part` has made, here or on other machines
    Merge(LabMergeArgs),
    /// Show the last run beside what was published, here and as one HTML file with plots
    Report(LabReportArgs),
}

/// Options of `lab run`.
#[derive(Args)]
#[command(
    after_help = "What is finished is kept as the run goes on. After an interruption, whatever its cause, \
    the same command goes on from there.\n\n\
    Examples:\n  shido lab run semi-random-table-1 --exact\n  \
    shido lab run semi-random-table-1 --games 10000 --seed 7\n  \
    shido lab run ./my-experiment.toml --out results\n  \
    shido lab run om-depth-othello --part 3/16 --out parts   one of sixteen jobs of a batch system\n  \
    shido lab run om-depth-othello --ray auto                on the machines of a Ray cluster"
)]
pub(crate) struct LabRunArgs {
    /// An experiment (see `shido lab list`) or a file such as ./my-experiment.toml
    pub(crate) name: String,
    /// How many contests each match has, or how many runs a training [default: as the experiment says]
    #[arg(long, value_name = "N", conflicts_with = "exact", allow_negative_numbers = true,
          value_parser = clap::value_parser!(u64).range(1..=shido_lab::MOST_GAMES))]
    pub(crate) games: Option<u64>,
    /// Compute the rates without playing (games that cannot cycle, players with fixed odds)
    #[arg(long)]
    pub(crate) exact: bool,
    /// Forget what an earlier run with the same options has found
    #[arg(long)]
    pub(crate) fresh: bool,
    /// Play only this part of the work and keep it in the directory of --out, for `lab merge`
    #[arg(long, value_name = "I/N", requires = "out")]
    pub(crate) part: Option<Part>,
    /// Let a Ray cluster play it: `auto`, `local`, or an address such as ray://head:10001 (needs
    /// the Python package `shido`)
    #[arg(long, value_name = "ADDRESS", conflicts_with = "part")]
    pub(crate) ray: Option<String>,
    /// Write the raw results, CSV and JSON, into this directory too; with --part, what was played
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of `lab merge`.
#[derive(Args)]
#[command(
    after_help = "Example:\n  shido lab run om-depth-othello --part 1/2 --out one\n  \
    shido lab run om-depth-othello --part 2/2 --out two      perhaps on another machine\n  \
    shido lab merge one two"
)]
pub(crate) struct LabMergeArgs {
    /// Where the parts are; those of one run
    #[arg(value_name = "DIR", required = true)]
    pub(crate) directories: Vec<PathBuf>,
    /// Write the raw results, CSV and JSON, into this directory too
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `lab report`.
#[derive(Args)]
#[command(after_help = "Example:\n  shido lab report semi-random-table-1 --out table-1.html")]
pub(crate) struct LabReportArgs {
    /// An experiment that was run, or its file
    pub(crate) name: String,
    /// Where to write the page [default: beside the results]
    #[arg(long, value_name = "FILE.html")]
    pub(crate) out: Option<PathBuf>,
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Who moves first.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SeatsArg {
    /// A always moves first
    Fixed,
    /// They take turns
    Alternate,
}

/// Options of `replay`.
#[derive(Args)]
#[command(allow_missing_positional = true)]
#[command(after_help = "Examples:\n  shido replay games.pgn\n  \
    shido replay games.pgn --contest 2        every position of the second one\n  \
    shido replay achi contests.txt            what `match --transcripts` wrote does not name its game")]
pub(crate) struct ReplayArgs {
    /// The game that was played, where the file does not name it
    pub(crate) game: Option<String>,
    /// A file of PGN, SGF or transcripts, or with one contest a line
    #[arg(required = true)]
    pub(crate) file: PathBuf,
    /// Draw every position of this contest, counted from 1
    #[arg(long, value_name = "N")]
    pub(crate) contest: Option<usize>,
}

/// Options of `count`.
#[derive(Args)]
#[command(after_help = "Example:\n  shido count connect-four --plies 8")]
pub(crate) struct CountArgs {
    /// A game or a file
    pub(crate) game: String,
    /// Up to how many moves
    #[arg(
        long,
        default_value_t = 8,
        value_name = "N",
        allow_negative_numbers = true
    )]
    pub(crate) plies: u32,
    /// Most memory for the tables of positions, such as 512MiB or 8GiB
    #[arg(long, default_value = "4GiB", value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: u64,
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `tune`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido tune connect-four --method td --games 20000 --curve curve.svg\n  \
    shido tune othello --method results --games 2000 --out othello.toml\n  \
    shido match othello pvs:depth=4,weights=othello.toml pvs:depth=4,weights=hand --games 200 \\\n    \
    --seats alternate --opening-plies 6\n  \
    shido tune backgammon --method network --games 100000 --opening-plies 0 --out mine.toml\n  \
    shido tune chess --people games.csv.gz --positions 20000000 --out chess.people"
)]
pub(crate) struct TuneArgs {
    /// A game or a frame file
    pub(crate) game: String,
    /// How to learn
    #[arg(long, value_enum, default_value_t = MethodArg::Td)]
    pub(crate) method: MethodArg,
    /// How many contests to play [default: 20000 by td, 2000 by results, 100000 by network, 100 by probcut]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_CONTESTS))]
    pub(crate) games: Option<u64>,
    /// How many plies each move looks ahead, or how deep is measured [default: 1 by td, 4 by results, 8 by probcut]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: Option<u32>,
    /// How far ahead of itself a prediction learns, from 0 to 1 (td, network)
    /// [default: 0.7]
    #[arg(long, value_name = "L", value_parser = share)]
    pub(crate) lambda: Option<f64>,
    /// How often a move is made at random, from 0 to 1 (td, network)
    /// [default: 0.1 by td, 0 by network]
    #[arg(long, value_name = "E", value_parser = share)]
    pub(crate) exploration: Option<f64>,
    /// How large a step is at the beginning, above 0 and up to 1
    #[arg(long, value_name = "R", allow_negative_numbers = true, value_parser = rate)]
    pub(crate) rate: Option<f64>,
    /// How many hidden units a new network has (network) [default: 40]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) hidden: Option<u16>,
    /// Begin each contest with so many random plies
    #[arg(long, value_name = "N", default_value_t = 6,
          value_parser = clap::value_parser!(u32).range(..=MOST_OPENING_PLIES))]
    pub(crate) opening_plies: u32,
    /// The weights to begin with: hand, learned, none, rough (frames), network (by network) or a file
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) weights: Option<String>,
    /// Learn how people choose, from what they played: a CSV file (docs/people.md), or several, each with
    /// its own `--people`
    #[arg(long, value_name = "FILE",
          conflicts_with_all = ["method", "games", "depth", "lambda", "exploration", "hidden", "opening_plies", "weights"])]
    pub(crate) people: Vec<PathBuf>,
    /// How many decisions of people to go through, counted from the very beginning
    #[arg(long, value_name = "N", default_value_t = 10_000_000, requires = "people",
          value_parser = clap::value_parser!(u64).range(1..=MOST_CONTESTS))]
    pub(crate) positions: u64,
    /// Where it is kept how far learning of people is, to go on from there
    /// [default: the file of `--out` with `.learning`]
    #[arg(long, value_name = "FOLDER", requires = "people")]
    pub(crate) checkpoints: Option<PathBuf>,
    /// Write the weights to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Draw the curve of learning to this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// How to learn.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MethodArg {
    /// Temporal differences, TD(lambda): each prediction learns from the next
    Td,
    /// Positions of contests between searches learn from how the contest ended
    Results,
    /// A network with one hidden layer learns by temporal differences (backgammon, breakthrough)
    Network,
    /// No weights: how far shallow searches are from deep ones, for `pvs:pruning=probcut`
    #[value(name = "probcut")]
    ProbCut,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if (1e-9..=1.0).contains(&rate) => Ok(rate),
        _ => Err("it must be a number from 1e-9 to 1, such as 0.003".to_owned()),
    }
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("it must be a number from 0 to 1".to_owned()),
    }
}

/// A percentage as a share.
fn percentage(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err("it must be a percentage from 0 to 100, such as 95".to_owned()),
    }
}

/// Options of `train`.
#[derive(Args)]
#[command(
    after_help = "Trainers: perfect, fallible:noise=10, self, 2&7 (by turns 2 lessons by the perfect player and 7\n\
    contests against itself), or any other player with fixed odds, such as alphabeta:depth=2.\n\n\
    Examples:\n  shido train tic-tac-toe --trainer perfect --out ttt.toml\n  \
    shido train lose-tic-tac-toe --trainer '2&7' --standard 20 --out lose.toml --report lose.html\n  \
    shido train achi --trainer self --contests 100 --knowledge achi.toml --out achi.toml\n  \
    shido train lose-tic-tac-toe --trainer ideal --cycle 20 --reliability 95 --test 20 --states\n  \
    shido play lose-tic-tac-toe --against hoyle:knowledge=lose.toml"
)]
pub(crate) struct TrainArgs {
    /// A game or a frame file
    pub(crate) game: String,
    /// Who trains it
    #[arg(long, value_name = "TRAINER", default_value = "2&7")]
    pub(crate) trainer: String,
    /// Until so many contests in a row were won or drawn, or drawn where it plays itself [default: 20]
    #[arg(long, value_name = "N", conflicts_with = "contests",
          value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) standard: Option<u32>,
    /// For so many contests
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_CONTESTS))]
    pub(crate) contests: Option<u64>,
    /// In cycles of so many contests and a test, until a test shows the wanted reliability
    #[arg(long, value_name = "N", conflicts_with_all = ["contests", "standard"],
          value_parser = clap::value_parser!(u64).range(1..=MOST_CONTESTS))]
    pub(crate) cycle: Option<u64>,
    /// What a test has to show against every challenger: contests not lost, in percent [default: 100]
    #[arg(long, value_name = "PERCENT", requires = "cycle", value_parser = percentage)]
    pub(crate) reliability: Option<f64>,
    /// How many contests at most, if the standard is not met before
    #[arg(long, value_name = "N", default_value_t = 10_000, conflicts_with = "contests",
          value_parser = clap::value_parser!(u64).range(1..=MOST_CONTESTS))]
    pub(crate) most: u64,
    /// Go on from what is known already
    #[arg(long, value_name = "FILE")]
    pub(crate) knowledge: Option<PathBuf>,
    /// Write what is known to this file, at the end and now and then
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Write a report with the curves of learning to this HTML file
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// How comments are combined: sum, smoothed, limited or smoothed-limited
    #[arg(long, value_name = "PARADIGM", default_value = "sum")]
    pub(crate) paradigm: String,
    /// Advisors it has to do without, such as greedy+not-again
    #[arg(long, value_name = "ADVISORS", value_delimiter = '+')]
    pub(crate) without: Vec<String>,
    /// Slots of useful knowledge that stay empty, such as openings+histories
    #[arg(long, value_name = "SLOTS", value_delimiter = '+')]
    pub(crate) without_slots: Vec<String>,
    /// Which lines the Advisor Coverage counts: lines (all) or drawn (none on a board of cells)
    #[arg(long, value_name = "LINES", default_value = "lines")]
    pub(crate) coverage: String,
    /// Ask it in the end what it would do in every critical state, seen in training or not
    #[arg(long)]
    pub(crate) states: bool,
    /// Whom it meets in tests; can be given several times
    /// [default: perfect, expert, novice and random where the game is small, else random]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) challenger: Vec<String>,
    /// How many contests against each challenger make a test; 0 for no tests
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        conflicts_with = "exact",
        value_parser = clap::value_parser!(u64).range(..=MOST_CONTESTS)
    )]
    pub(crate) test: u64,
    /// Test by the exact distribution of outcomes (games that cannot cycle)
    #[arg(long)]
    pub(crate) exact: bool,
    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of `plan`.
#[derive(Args)]
#[command(after_help = "Examples:\n  shido plan examples/plans/paper.plan\n  \
    shido plan examples/plans/paper.plan --order best-first --svg plan.svg\n  \
    shido plan examples/plans/shared.plan --shared exact --or any\n  \
    shido plan examples/plans/doubt.plan --certainty 95\n  \
    shido plan examples/plans/save.plan --position game.sgf --move 57 --group D4\n\n\
    A file is a plan and the success rates of its goals (docs/plans.md):\n  \
    OR(Make_Two_Eyes(G), AND(Connect(G H), Two_Eyes(H)))\n  \
    Make_Two_Eyes(G) -> 10%\n  \
    Connect(G H) -> 80%\n  \
    Two_Eyes(H) -> 60%..80% cost 5")]
pub(crate) struct PlanArgs {
    /// The file that holds the plan
    pub(crate) file: PathBuf,
    /// Which leaf to look at next
    #[arg(long, value_enum, default_value = "depth-first")]
    pub(crate) order: OrderArg,
    /// Whether to leave out what cannot matter
    #[arg(long, value_enum, default_value = "on")]
    pub(crate) cuts: CutsArg,
    /// What an OR is worth
    #[arg(long = "or", value_enum, default_value = "maximum")]
    pub(crate) or_rule: OrArg,
    /// How a goal counts that stands in several places; `exact` looks at all leaves
    #[arg(
        long,
        value_enum,
        default_value = "independent",
        conflicts_with = "certainty"
    )]
    pub(crate) shared: SharedArg,
    /// Stop when the choice is right with this certainty, in percent
    #[arg(long, value_name = "PERCENT", value_parser = certainty)]
    pub(crate) certainty: Option<f64>,
    /// Tell how many leaves each order looks at, with and without cuts
    #[arg(long)]
    pub(crate) compare: bool,
    /// Draw the tree to this file, as SVG, or for Graphviz if it ends in .dot; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Find facts and rates on a Go board: an SGF file, or a position as text
    #[arg(long, value_name = "SGF", help_heading = "On a Go board")]
    pub(crate) position: Option<String>,
    /// The position after so many moves of the record [default: all]
    #[arg(
        long = "move",
        value_name = "N",
        requires = "position",
        help_heading = "On a Go board"
    )]
    pub(crate) after: Option<usize>,
    /// A stone of the group that the plan is about; G1=D4 for one that the plan calls G1
    #[arg(
        long,
        value_name = "[NAME=]STONE",
        requires = "position",
        help_heading = "On a Go board"
    )]
    pub(crate) group: Vec<String>,
    /// Read at most so many positions for a question [default: 100000]
    #[arg(
        long,
        value_name = "N",
        requires = "position",
        value_parser = clap::value_parser!(u64).range(1..),
        help_heading = "On a Go board"
    )]
    pub(crate) nodes: Option<u64>,
    /// Make so many playouts where reading does not decide, half of them to choose the first move
    /// [default: 4000]
    #[arg(
        long,
        value_name = "N",
        requires = "position",
        value_parser = clap::value_parser!(u32).range(10..=1_000_000),
        help_heading = "On a Go board"
    )]
    pub(crate) playouts: Option<u32>,
    /// Take the rates of such goals in games from this file, which `shido rates` makes
    #[arg(
        long,
        value_name = "FILE",
        requires = "position",
        help_heading = "On a Go board"
    )]
    pub(crate) rates: Option<PathBuf>,
    /// Draw the board with the first move to this file, as SVG; `-` is standard output
    #[arg(
        long,
        value_name = "FILE",
        requires = "position",
        help_heading = "On a Go board"
    )]
    pub(crate) board: Option<PathBuf>,
    /// The seed of playouts, and of the draws that error bars are taken from
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `predict`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido predict chess --from decisions.csv.gz\n  \
    shido predict chess --from decisions.csv --by pvs:depth=2\n  \
    shido predict othello --from decisions.csv --by random --json\n\n\
    FILE is CSV with a header, compressed by gzip or not: `moves_before` (blanks between the moves) or\n\
    `position`, `played`, and where known `elo` and `opponent_elo` (docs/predict.md)."
)]
pub(crate) struct PredictArgs {
    /// A game or a file
    pub(crate) game: String,
    /// What people played
    #[arg(long, value_name = "FILE")]
    pub(crate) from: PathBuf,
    /// The player that foretells it; one that takes a rating and is given none takes that of each row
    #[arg(long, value_name = "PLAYER", default_value = "people")]
    pub(crate) by: String,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of `rate`.
#[derive(Args)]
#[command(after_help = "Examples:\n  shido rate chess --from my-games.pgn\n  \
    shido rate chess --from decisions.csv.gz --json\n  \
    shido rate othello --from decisions.csv --among random 'erring:noise=20,of=[alphabeta:depth=2]'\n\n\
    FILE is PGN, SGF or a transcript, of which both sides are rated; or CSV as for `shido predict`, \
    in which a column `player` tells people apart (docs/rate.md).")]
pub(crate) struct RateArgs {
    /// A game or a file
    pub(crate) game: String,
    /// What they played
    #[arg(long, value_name = "FILE")]
    pub(crate) from: PathBuf,
    /// What they may be: players that tell how often they make each move [default: people of 600 to
    /// 2600 points]
    #[arg(long, value_name = "PLAYER", num_args = 2..)]
    pub(crate) among: Vec<String>,
    /// What a move counts, 1 if moves were independent of each other [default: what the yardstick says, and 1
    /// with --among]
    #[arg(long, value_name = "SHARE", value_parser = tempering)]
    pub(crate) tempering: Option<f64>,
    /// What moves say about ratings, as `--fit` wrote it [default: what comes with the game]
    #[arg(long, value_name = "FILE", conflicts_with = "among")]
    pub(crate) yardstick: Option<PathBuf>,
    /// Fit that to the people of FROM, whose ratings are in the file, and write it here
    #[arg(long, value_name = "FILE", conflicts_with_all = ["among", "yardstick", "tempering"])]
    pub(crate) fit: Option<PathBuf>,
    /// Replace a file that is there
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

fn tempering(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if share > 0.0 && share <= 2.0 => Ok(share),
        _ => Err("it must be a number above 0 and at most 2, such as 0.5".to_owned()),
    }
}

/// Options of `audit`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido audit 'uci:command=stockfish,nodes=1000,option.Skill Level=2'\n  \
    shido audit tu:depth=4,student=2,limit=1 --games 40 --html tu.html\n  \
    shido audit games.csv.gz --level 1500          people themselves\n  \
    shido audit erring:noise=20,of=[pvs:depth=2] --game othello --json\n\n\
    What the numbers mean is in docs/audit.md."
)]
pub(crate) struct AuditArgs {
    /// A player, or a file of games: PGN, SGF, a transcript, or CSV with `moves` and ratings
    #[arg(value_name = "PLAYER|FILE")]
    pub(crate) subject: String,
    /// The game
    #[arg(long, default_value = "chess")]
    pub(crate) game: String,
    /// How many contests to play, or how many games of the file to look at
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Whom the player plays against; ratings are taken from `rating` and `option.UCI_Elo` [default:
    /// people of 300 to 2600 points, and then equals]
    #[arg(long, value_name = "PLAYER", num_args = 1..)]
    pub(crate) ladder: Vec<String>,
    /// Who judges the moves [default: the solved table; Stockfish for chess where it is installed; else
    /// a search]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) referee: Option<String>,
    /// Games of people to compare with: CSV of games with ratings, or what --measured wrote [default:
    /// what comes with Shido]
    #[arg(long, value_name = "FILE")]
    pub(crate) people: Option<PathBuf>,
    /// Compare with people of this rating; of a file, look only at sides that are near it [default: what
    /// the ratings of the file or the results say]
    #[arg(long, value_name = "RATING", allow_negative_numbers = true, value_parser = rating)]
    pub(crate) level: Option<f64>,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write what each game looks like to this file, as CSV for --people
    #[arg(long, value_name = "FILE")]
    pub(crate) measured: Option<PathBuf>,
    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Options of `review`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido review                        the contest that you finished last\n  \
    shido review game.pgn\n  \
    shido review game.pgn --seat second --rating 1400 --out review.html\n  \
    shido review game.pgn --judge uci:command=stockfish,nodes=50000 --json\n\n\
    At a terminal you try each position: type a move, `hint` or `answer`. How positions are chosen is in\n\
    docs/review.md."
)]
pub(crate) struct ReviewArgs {
    /// A contest: PGN, SGF or a transcript [default: the contest that you finished last; its positions
    /// then come back in `shido practice`]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) who: WhoArgs,
    /// Which contest of the file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "file")]
    pub(crate) contest: usize,
    /// Whose play [default: yours; in a file that of who lost, and of the first player in a draw]
    #[arg(long, value_enum)]
    pub(crate) seat: Option<SeatArg>,
    /// How strong they are [default: found from their moves]
    #[arg(long, value_name = "RATING", allow_negative_numbers = true, value_parser = rating)]
    pub(crate) rating: Option<f64>,
    /// Who judges [default: the game's own search]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) judge: Option<String>,
    /// How many positions at most
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) most: usize,
    /// Write a page to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Replace a file that is there already
    #[arg(long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

fn rating(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rating) if (0.0..=4000.0).contains(&rating) => Ok(rating),
        _ => Err("it must be a number from 0 to 4000, such as 1400".to_owned()),
    }
}

/// Options of `rates`.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  shido rates games/*.sgf --out rates.toml\n  \
    shido plan examples/plans/save.plan --position game.sgf --group D4 --rates rates.toml\n\n\
    In each game that was played to the end, some positions are taken, and of each goal of each group\n\
    it is noted what reading or playouts say of it and what became of it (docs/go-tactics.md)."
)]
pub(crate) struct RatesArgs {
    /// Records in SGF
    #[arg(required = true, value_name = "SGF")]
    pub(crate) records: Vec<PathBuf>,
    /// Write the rates to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Take a position every so many moves
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = clap::value_parser!(u32).range(1..=1_000)
    )]
    pub(crate) every: u32,
    /// Read at most so many positions for a question
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) nodes: u64,
    /// Make so many playouts where reading does not decide, half of them to choose the first move
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(10..=1_000_000)
    )]
    pub(crate) playouts: u32,
    /// Replace files that are there already
    #[arg(long)]
    pub(crate) force: bool,
    /// The seed of every random choice; the same seed gives the same result
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Use this many threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which leaf of a plan comes next.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderArg {
    /// The leftmost
    DepthFirst,
    /// In the branch with the fewest AND branches found so far
    BestFirst,
    /// The one that is expected to save most, by guesses of rates and costs
    Saving,
}

/// Which leaves of a plan are left out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CutsArg {
    /// The two cuts of the paper
    On,
    /// None
    Off,
    /// Also what ORs further up make needless
    Deep,
}

/// What an OR is worth.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrArg {
    /// As much as its best branch
    Maximum,
    /// The rate at which at least one branch succeeds
    Any,
}

/// How a goal counts that stands in several places.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SharedArg {
    /// Each time anew, as if it were another goal
    Independent,
    /// Once
    Exact,
}

fn certainty(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(percent) if (50.0..100.0).contains(&percent) => Ok(percent / 100.0),
        _ => Err("it must be a percentage from 50 to below 100, such as 95".to_owned()),
    }
}

/// Options of `uci`, `usi` and `gtp`.
#[derive(Args)]
pub(crate) struct EngineArgs {
    /// Another game that the board knows [default: chess for uci, shogi for usi, go for gtp]
    pub(crate) game: Option<String>,
    /// Who plays, as `shido players` lists them [default: the search that plays the game well]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// The seed of every random choice [default: another one each time]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// Options of `bench`.
#[derive(Args)]
pub(crate) struct BenchArgs {
    /// Print one JSON object (see docs/json.md) and nothing else
    #[arg(long)]
    pub(crate) json: bool,
}

/// Options of `completions`.
#[derive(Args)]
#[command(
    after_help = "Example:\n  shido completions bash > ~/.local/share/bash-completion/completions/shido"
)]
pub(crate) struct CompletionsArgs {
    /// Your shell
    pub(crate) shell: clap_complete::Shell,
}

/// Prints a completion script.
pub(crate) fn completions(args: &CompletionsArgs) -> anyhow::Result<ExitCode> {
    // Written to memory first: the generator panics where the reader goes away.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "shido", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(bytes("8GiB"), Ok(8 << 30));
        assert_eq!(bytes("1.5k"), Ok(1536));
        assert!(bytes("lots").is_err());
        assert!(bytes("-1GiB").is_err());
    }
}
