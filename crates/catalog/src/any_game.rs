//! A game without its type.

use std::path::Path;

use shido_arena::{Interval, Seats};
use shido_core::picture::{Picture, TreePicture};
use shido_core::{ForFirst, ForMover, Seat, Turn, Verdict};
use shido_frame::Known;
use shido_search::{Ask, Bound, TableUse};
use shido_solve::Summary;

use crate::schooling::{SchoolOrder, SchoolReport};
use crate::training::{TrialOrder, TrialReport};
use crate::tuning::{TuneOrder, TuneReport};
use crate::{CatalogError, Event, Settings, Spec};

/// What a game is called and what is known of it.
#[derive(Clone, Debug)]
pub struct About {
    /// The name by which it is opened.
    pub name: String,
    /// The name as people write it.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// How large its board is, in words.
    pub size: String,
    /// How many symmetries its board has.
    pub symmetries: usize,
    /// Whether positions can recur.
    pub cyclic: bool,
    /// Whether it can be solved by win, draw and loss, so that there is a perfect player.
    pub solvable: bool,
    /// The search that plays and judges it well where it is not solved, as a player is written.
    pub thinker: &'static str,
    /// What the literature says about its value.
    pub known: Option<Known>,
    /// The name under which its solved table is kept. A file's differs from any built-in game's, so
    /// that the two do not push each other out.
    pub table: String,
    /// A number that changes when the rules do.
    pub fingerprint: u128,
}

/// A game of the catalog or from a file, whatever its type.
///
/// `watch` is told what happens on the way of long work.
pub trait AnyGame: Send + Sync {
    /// What it is called and what is known of it.
    fn about(&self) -> &About;

    /// Begins a contest from a position (the start if `None`), against a player if one is named.
    ///
    /// # Errors
    /// Where the position or the player is not understood or cannot be had.
    fn sit_down(
        &self,
        position: Option<&str>,
        opponent: Option<&Spec>,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Box<dyn AnyTable + '_>, CatalogError>;

    /// Legal moves with their values: every one with its exact value, or the best with bounds on the
    /// others, as is asked. Whoever knows all values anyway tells them.
    ///
    /// # Errors
    /// Where the position or the player is not understood, or the search fails.
    fn analyze(
        &self,
        position: Option<&str>,
        by: &Spec,
        ask: Ask,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Judgement, CatalogError>;

    /// The tree that a search visits, up to a size that can be looked at.
    ///
    /// # Errors
    /// Where the position or the search is not understood, or the search fails.
    fn record(
        &self,
        position: Option<&str>,
        by: &Spec,
        size: RecordSize,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<TreePicture, CatalogError>;

    /// Solves the game as far as is wanted, or takes the solution from the cache.
    ///
    /// # Errors
    /// Where the game cannot be solved or does not fit in memory.
    fn solve(
        &self,
        extent: Extent,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Solution, CatalogError>;

    /// Learns weights for the evaluation of the game.
    ///
    /// # Errors
    /// Where the game has no weights, or those to begin with cannot be had.
    fn tune(
        &self,
        order: &TuneOrder,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<TuneReport, CatalogError>;

    /// Trains a learner that knows nothing and tests what it has learned, all random choices coming
    /// from the seed of the settings.
    ///
    /// # Errors
    /// Where a trainer or challenger is not understood or fails, the game has chance, or an exact
    /// test cannot be had.
    fn trial(
        &self,
        order: &TrialOrder,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<TrialReport, CatalogError>;

    /// Trains a learner and keeps what it learns, with tests on the way.
    ///
    /// # Errors
    /// Where a trainer, a challenger or a file of knowledge is not understood or fails, the game has
    /// chance, or an exact test cannot be had.
    fn train(
        &self,
        order: &SchoolOrder,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<SchoolReport, CatalogError>;

    /// Sets two players against each other.
    ///
    /// # Errors
    /// Where a player is not understood or fails, or an exact result cannot be had.
    fn contest_match(
        &self,
        order: &MatchOrder,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<MatchReport, CatalogError>;

    /// How many different positions there are after so many plies, for each number up to `plies`.
    ///
    /// # Errors
    /// Where there are more than `most` at some ply, or the stop flag was raised.
    fn count_by_ply(
        &self,
        plies: u32,
        most: usize,
        settings: &Settings,
    ) -> Result<Vec<u64>, CatalogError>;

    /// Plays a transcript again; gives the table as it stands at the end.
    ///
    /// # Errors
    /// Where the text is no transcript of this game, or not one of its contests.
    fn replay(&self, transcript: &str) -> Result<Box<dyn AnyTable + '_>, CatalogError>;
}

/// A contest under way.
pub trait AnyTable {
    /// The position, as text.
    fn position(&self) -> String;
    /// The board to draw.
    fn picture(&self) -> Picture;
    /// Who is to move, or how it ended.
    fn turn(&self) -> Turn;
    /// The legal moves, as text.
    fn legal_moves(&self) -> Vec<String>;
    /// The moves so far, as text.
    fn moves(&self) -> Vec<String>;
    /// The symbol that stands for a side.
    fn symbol(&self, seat: Seat) -> String;
    /// How often the position has occurred and how often it may, where that is limited.
    fn repetition(&self) -> Option<(u32, u32)>;
    /// Plays a move.
    ///
    /// # Errors
    /// Where it is not legal.
    fn play(&mut self, text: &str) -> Result<(), CatalogError>;
    /// Lets the opponent, or nature where it is its turn, make a move; tells which.
    ///
    /// # Errors
    /// Where there is no opponent or it fails.
    fn reply(&mut self) -> Result<String, CatalogError>;
    /// Takes the last move back, if there is one.
    fn undo(&mut self) -> bool;
    /// Gives the contest up.
    fn resign(&mut self, seat: Seat);
    /// The contest as a line of text that replays.
    ///
    /// # Errors
    /// Where a move was made that the rules do not allow, which would be a mistake in the game.
    fn transcript(&self) -> Result<String, CatalogError>;
}

/// What a player or search thinks of a position.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The position, as text.
    pub position: String,
    /// Who is to move, or how it ended.
    pub turn: Turn,
    /// The board to draw.
    pub picture: Picture,
    /// What the position is worth to the first player.
    pub value: ForFirst<f64>,
    /// The exact set of best moves.
    pub best: Vec<String>,
    /// Every legal move.
    pub moves: Vec<MoveJudgement>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The expected line of play.
    pub line: Vec<String>,
    /// How many plies were looked ahead everywhere; `None` if to the end of every line, or if nothing
    /// was looked for.
    pub depth: Option<u32>,
    /// In how many plies the contest ends, if it is decided and the search counted.
    pub distance: Option<u32>,
    /// The unit in which players of the game reckon, where the search uses it.
    pub unit: Option<String>,
    /// The value in that unit, for the first player; `None` where the contest is as good as decided.
    pub advantage: Option<f64>,
    /// How a transposition table was used.
    pub table: Option<TableUse>,
    /// For each move of the line how much it gives away to best play, where the search has looked.
    pub errors: Vec<f64>,
    /// What was said about the moves, where the player listens to Advisors. What they think is no
    /// value: moves then have one only where it is certain.
    pub deliberation: Option<Deliberation>,
}

/// How a player that listens to Advisors came to its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deliberation {
    /// What those said that were asked, in order; who said nothing is left out.
    pub advice: Vec<AdvisorSaid>,
    /// What decided: an Advisor, `only move`, `vetoes` or a move-selection paradigm.
    pub decided_by: &'static str,
    /// The same in a sentence.
    pub conclusion: String,
}

/// What an Advisor said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AdvisorSaid {
    /// Who.
    pub advisor: &'static str,
    /// When it was asked: in the first, second or third tier.
    pub tier: u8,
    /// What it did: `mandate`, `veto`, `remark` or `comments`.
    pub says: &'static str,
    /// The moves that it named; a comment has a strength from 0 to 10.
    pub moves: Vec<(String, Option<u8>)>,
    /// All of it in a sentence.
    pub sentence: String,
}

/// How much of a search's tree is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordSize {
    /// How many nodes at most.
    pub nodes: usize,
    /// How many plies deep at most.
    pub depth: usize,
}

/// What a player or search thinks of a move.
#[derive(Clone, Debug)]
pub struct MoveJudgement {
    /// The move.
    pub mv: String,
    /// What it is worth to the first player.
    pub value: ForFirst<f64>,
    /// Whether that is its value, an estimate or, for the side that makes the move, a bound.
    pub bound: Bound,
    /// The same in the unit of the game, for the first player.
    pub advantage: Option<f64>,
    /// Won, drawn or lost for the side that makes it, where that is known for certain.
    pub verdict: Option<ForMover<Verdict>>,
    /// In how many plies the contest ends, this move included, where that is known.
    pub distance: Option<u32>,
    /// How often the player makes it.
    pub probability: Option<f64>,
    /// How often the search tried it, by one that samples.
    pub tried: Option<f64>,
    /// What else a search says of it that supposes something about the opponent. The value is then
    /// that of OM-search.
    pub speculation: Option<MoveSpeculation>,
    /// What came of the Advisors' comments on it, for a player that listens to them.
    pub advised: Option<MoveAdvised>,
}

/// What came of the Advisors' comments on a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveAdvised {
    /// What the comments add up to, where they were asked for.
    pub score: Option<i32>,
    /// Who vetoed it.
    pub vetoed_by: Option<&'static str>,
}

/// What a search that supposes something about the opponent says of a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveSpeculation {
    /// What it is worth to the first player if we go on as this search plays. It differs from the
    /// value only for searches that do not try to win.
    pub expected: ForFirst<f64>,
    /// What is left if the opponent plays his best: the minimax value.
    pub worst_case: Option<ForFirst<f64>>,
    /// The same in the unit of the game, for the first player.
    pub worst_advantage: Option<f64>,
    /// By how much its OM value falls short of that of the best move, in the unit of the game; in
    /// payoffs where it has none.
    pub loss: Option<f64>,
    /// By how much it falls short in the eyes of the opponent, likewise.
    pub visible_loss: Option<f64>,
    /// Whether the search would play it, or why not.
    pub verdict: String,
}

/// How much of a game to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Every position, with its distance.
    Whole,
    /// The value of the start, by a search that keeps no table.
    Value,
    /// The value of the start and its distance, by such a search.
    Distance,
}

/// A solved game.
#[derive(Clone, Debug)]
pub struct Solution {
    /// Who wins.
    pub value: ForFirst<Verdict>,
    /// In how many plies, unless it is a draw or the value was all that was wanted.
    pub distance: Option<u32>,
    /// The first moves that win.
    pub winning_openings: Vec<String>,
    /// The first moves that draw.
    pub drawing_openings: Vec<String>,
    /// How it was solved.
    pub kind: SolutionKind,
}

/// How a game was solved.
#[derive(Clone, Debug)]
pub enum SolutionKind {
    /// Every position is in a table.
    Table {
        /// The counts.
        summary: Summary,
        /// Whether the table was on disk already.
        loaded: bool,
        /// Where the table is kept, if it is.
        kept: Option<std::path::PathBuf>,
    },
    /// Only the start was proved.
    Proof {
        /// How many positions were looked at.
        nodes: u64,
    },
}

/// Who plays whom, and how often.
#[derive(Clone, Debug)]
pub struct MatchOrder {
    /// The first player.
    pub a: Spec,
    /// The second player.
    pub b: Spec,
    /// Whether they change seats.
    pub seats: Seats,
    /// The number of contests; the exact distribution of outcomes if `None`.
    pub games: Option<u64>,
    /// How many random plies each contest begins with, the same for a pair of contests with the seats
    /// exchanged.
    pub opening_plies: u32,
    /// Whether to keep transcripts.
    pub transcripts: bool,
}

/// How a match went. Rates are from 0 to 1.
#[derive(Clone, Debug)]
pub struct MatchReport {
    /// The contests played; `None` for an exact result.
    pub games: Option<u64>,
    /// How often A won.
    pub a_wins: f64,
    /// How often nobody won.
    pub draws: f64,
    /// How often B won.
    pub b_wins: f64,
    /// The 95% interval of A's wins.
    pub a_wins_interval: Interval,
    /// How long contests were.
    pub mean_plies: f64,
    /// How many contests were cut short and called drawn.
    pub capped: u64,
    /// The contests, one line each.
    pub transcripts: Vec<String>,
}

/// Whether a text names a file rather than a game of the catalog.
pub(crate) fn is_path(text: &str) -> bool {
    let path = Path::new(text);
    let known_ending = path.extension().is_some_and(|e| e == "toml" || e == "tree");
    known_ending || text.contains('/') || text.contains(std::path::MAIN_SEPARATOR)
}
