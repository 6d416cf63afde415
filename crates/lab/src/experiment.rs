//! An experiment as it is written down.
//!
//! The file holds the definition, the published numbers and the analysis side by side. Rates in it
//! are percentages, as papers print them; everywhere else they go from 0 to 1.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use shido::Spec;
use shido::files::{WRITTEN, read_text};
use shido_arena::Seats;
use shido_core::{Seat, nearest};
use toml::Spanned;

use crate::LabError;
use crate::analysis::{AnalysedRun, WrittenRun};
use crate::bout::{Bout, Bouts, Share};
use crate::criteria::WrittenCriterion;
use crate::place::{Place, Placed, Source};
use crate::run_id::Sampling;
use crate::shipped::SHIPPED;
use crate::training::{Training, WrittenTraining};

/// What is to be found out, what is known of it, and how to tell whether it came out.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The name by which it is run.
    pub name: String,
    /// The name under which its results are kept: a file's differs from that of any experiment that
    /// is built in, so that the two do not push each other out.
    pub kept_as: String,
    /// How the user asked for it: its name, or the path of its file.
    pub asked_as: String,
    /// The text of its file.
    pub text: String,
    /// Its name as people write it.
    pub title: String,
    /// Where the published numbers stand.
    pub source: Option<String>,
    /// What the numbers say.
    pub analysis: String,
    /// The run whose numbers the analysis is about, where the file says it.
    pub analysed: Option<AnalysedRun>,
    /// What is measured.
    pub subject: Subject,
    /// When it counts as reproduced.
    pub criteria: Vec<Criterion>,
}

/// What an experiment measures.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Matches.
    Contests(Contests),
    /// Trees worked out by hand.
    Trees(Vec<Example>),
    /// Training.
    Training(Training),
}

/// Matches, and the cells of the table that is made of them.
#[derive(Clone, Debug)]
pub struct Contests {
    /// How many contests a match has, unless the user says otherwise.
    pub games: u64,
    /// How many contests were played for a published number.
    pub published_games: u64,
    /// Whether each cell is the share of one outcome of a pairing, so that three make a pairing.
    pub grid: bool,
    /// What a cell measures, in words.
    pub measure: &'static str,
    /// The matches; one may serve several cells.
    pub bouts: Vec<Bout>,
    /// The cells, in the order in which they are shown.
    pub cells: Vec<CellPlan>,
}

/// A number to be measured.
#[derive(Clone, Debug)]
pub struct CellPlan {
    /// What it is called, in the words of a script.
    pub key: Vec<(&'static str, String)>,
    /// Its row in the table.
    pub row: String,
    /// Its column in the table.
    pub column: String,
    /// The group of cells that a criterion can be about.
    pub group: Option<String>,
    /// The match and the share of it that is counted.
    pub of: Reading,
    /// What is subtracted, if the cell is a gain.
    pub over: Option<Reading>,
    /// The published number.
    pub published: Option<f64>,
}

/// A share of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// Which of the matches.
    pub bout: usize,
    /// Which share of it.
    pub share: Share,
}

/// A tree with the answers that were worked out by hand.
#[derive(Clone, Debug)]
pub struct Example {
    /// What it is called.
    pub name: String,
    /// The tree, as `.tree` files are written.
    pub tree: Placed<String>,
    /// Who answers.
    pub by: Placed<Spec>,
    /// The value of the root.
    pub value: f64,
    /// The moves that may be chosen.
    pub best: Vec<String>,
    /// How the answer comes about.
    pub why: String,
}

/// What must hold of some cells.
#[derive(Clone, PartialEq, Debug)]
pub struct Criterion {
    /// What it is called, such as "White cells".
    pub name: String,
    /// The group of cells that it is about; all cells if `None`.
    pub group: Option<String>,
    /// The row that it is about; all rows if `None`.
    pub row: Option<String>,
    /// The measure that it is about, with or without the challenger; all if `None`.
    pub measure: Option<String>,
    /// The row, or the group of rows, whose numbers are subtracted.
    pub over: Option<String>,
    /// What must hold.
    pub test: Test,
}

impl Criterion {
    /// About all cells.
    pub(crate) fn of_all(name: &str, test: Test) -> Criterion {
        Criterion {
            name: name.to_owned(),
            group: None,
            row: None,
            measure: None,
            over: None,
            test,
        }
    }
}

/// What must hold of a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Test {
    /// It is less than so many standard errors from the published number.
    ZBelow(f64),
    /// It is not below this, or by no more than chance explains.
    NotBelow(f64),
    /// It is above this, and by more than chance explains.
    Above(f64),
    /// As measured, it is at least this.
    AtLeast(f64),
    /// As measured, it is at most this.
    AtMost(f64),
    /// As measured, it is no further from 0 than this.
    Within(f64),
    /// It is the answer that was worked out by hand.
    Exactly,
}

impl Experiment {
    /// How many of its numbers were published; those of trees were worked out by hand.
    #[must_use]
    pub fn published(&self) -> usize {
        match &self.subject {
            Subject::Contests(contests) => {
                let cells = contests.cells.iter();
                cells.filter(|cell| cell.published.is_some()).count()
            }
            Subject::Training(training) => {
                let rows = training.rows.iter();
                rows.map(|row| row.published.len()).sum()
            }
            Subject::Trees(_) => 0,
        }
    }

    /// How many contests a run has, or matches where it is exact, or runs where it is about training;
    /// trees take none.
    #[must_use]
    pub fn contests(&self, sampling: Option<Sampling>) -> u64 {
        match &self.subject {
            Subject::Trees(_) => 0,
            Subject::Training(training) => {
                let rows = training.rows.len() as u64;
                rows.saturating_mul(match sampling {
                    Some(Sampling::Games(runs)) => runs,
                    _ => training.runs,
                })
            }
            Subject::Contests(contests) => {
                let matches = contests.bouts.len() as u64;
                match sampling {
                    Some(Sampling::Exact) => matches,
                    Some(Sampling::Games(games)) => matches.saturating_mul(games),
                    None => matches.saturating_mul(contests.games),
                }
            }
        }
    }
}

/// What the results of files are kept under begins so.
pub(crate) const FILE: &str = "file-";

/// How many contests a match has at most.
pub const MOST_GAMES: u64 = 100_000_000;

/// How many runs a row of training has at most: the runs of all rows are listed in memory.
pub const MOST_RUNS: u64 = 10_000;

/// Finds an experiment: one that is built in by its name, or a file by its path.
///
/// # Errors
/// Where there is none, or the file cannot be read or has mistakes.
pub fn find(text: &str) -> Result<Experiment, LabError> {
    if text.contains(['/', std::path::MAIN_SEPARATOR]) || text.ends_with(".toml") {
        let contents = read_text(Path::new(text), WRITTEN).map_err(|source| LabError::Disk {
            what: "read",
            path: Path::new(text).to_owned(),
            source,
        })?;
        let experiment = read(text, &contents)?;
        return Ok(Experiment {
            kept_as: format!("{FILE}{}", experiment.name),
            asked_as: text.to_owned(),
            ..experiment
        });
    }
    let Some((name, contents)) = SHIPPED.iter().find(|(name, _)| *name == text) else {
        return Err(LabError::Unknown {
            name: text.to_owned(),
            nearest: nearest(text, SHIPPED.iter().map(|(name, _)| *name)).map(str::to_owned),
        });
    };
    read(&format!("experiments/{name}.toml"), contents)
}

/// Reads an experiment from the text of its file.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn read(file: &str, text: &str) -> Result<Experiment, LabError> {
    let source = Source {
        file: file.to_owned(),
        text: text.to_owned(),
    };
    Reader {
        source: Arc::new(source),
    }
    .read()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Spanned<String>,
    title: String,
    source: Option<String>,
    analysis: String,
    analysed: Option<Spanned<WrittenRun>>,
    grid: Option<Spanned<WrittenGrid>>,
    matches: Option<Spanned<WrittenMatches>>,
    trees: Option<Spanned<Vec<WrittenTree>>>,
    training: Option<Spanned<WrittenTraining>>,
    #[serde(default)]
    criteria: Vec<Spanned<WrittenCriterion>>,
}

/// Every pairing gives three numbers: first wins, draws, second wins.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenGrid {
    game: Spanned<String>,
    games: Spanned<u64>,
    published_games: Option<Spanned<u64>>,
    #[serde(default)]
    players: BTreeMap<String, Spanned<String>>,
    rows: Option<Vec<Spanned<String>>>,
    columns: Option<Vec<Spanned<String>>>,
    cells: Option<Vec<WrittenCell>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCell {
    row: Spanned<String>,
    column: Spanned<String>,
    first: Option<Spanned<String>>,
    second: Option<Spanned<String>>,
    published: Option<Spanned<[f64; 3]>>,
    group: Option<String>,
}

/// Every row gives one number: how a player does against an opponent, or how much better than
/// another.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenMatches {
    games: Spanned<u64>,
    published_games: Option<Spanned<u64>>,
    measure: Measure,
    #[serde(default)]
    opening_plies: u32,
    /// Whether the player is asked what each of their moves loses.
    #[serde(default)]
    losses: Option<Spanned<bool>>,
    rows: Spanned<Vec<WrittenRow>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRow {
    row: String,
    column: String,
    game: Spanned<String>,
    player: Spanned<String>,
    over: Option<Spanned<String>>,
    against: Spanned<String>,
    #[serde(default)]
    seat: SeatChoice,
    published: Option<f64>,
    group: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Measure {
    /// How often the player wins.
    Wins,
    /// The same, plus half of how often the player draws.
    Score,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
enum SeatChoice {
    First,
    Second,
    #[default]
    Both,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenTree {
    name: String,
    tree: Spanned<String>,
    by: Spanned<String>,
    value: f64,
    best: Vec<String>,
    why: String,
}

pub(crate) struct Reader {
    source: Arc<Source>,
}

impl Reader {
    fn read(&self) -> Result<Experiment, LabError> {
        let written: Written =
            toml::from_str(&self.source.text).map_err(|error| self.explain(&error))?;
        let name = written.name.get_ref();
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(self.wrong(
                written.name.span(),
                format!("`{name}` cannot be the name of an experiment"),
                "use small letters, digits and `-`",
            ));
        }
        let kinds = [
            written.grid.as_ref().map(Spanned::span),
            written.matches.as_ref().map(Spanned::span),
            written.trees.as_ref().map(Spanned::span),
            written.training.as_ref().map(Spanned::span),
        ];
        if let Some(second) = kinds.iter().flatten().nth(1) {
            return Err(self.wrong(
                second.clone(),
                "an experiment measures one thing".to_owned(),
                "keep one of `[grid]`, `[matches]`, `[[trees]]` and `[training]`, and put the \
                 others into files of their own",
            ));
        }
        let subject = match &written {
            Written {
                grid: Some(grid), ..
            } => Subject::Contests(self.grid(grid)?),
            Written {
                matches: Some(matches),
                ..
            } => Subject::Contests(self.matches(matches)?),
            Written {
                trees: Some(trees), ..
            } => Subject::Trees(self.trees(trees)?),
            Written {
                training: Some(training),
                ..
            } => Subject::Training(self.training(training)?),
            _ => {
                return Err(self.wrong(
                    written.name.span(),
                    "the experiment does not say what to measure".to_owned(),
                    "add `[grid]`, `[matches]`, `[[trees]]` or `[training]`",
                ));
            }
        };
        let criteria = self.criteria(&written.criteria, &subject)?;
        Ok(Experiment {
            kept_as: name.clone(),
            asked_as: name.clone(),
            name: name.clone(),
            text: self.source.text.clone(),
            title: written.title,
            source: written.source,
            analysis: written.analysis.trim().to_owned(),
            analysed: self.analysed(written.analysed.as_ref())?,
            subject,
            criteria,
        })
    }

    fn grid(&self, written: &Spanned<WrittenGrid>) -> Result<Contests, LabError> {
        let grid = written.get_ref();
        let pairings: Vec<WrittenCell> = match (&grid.cells, &grid.rows, &grid.columns) {
            (Some(_), None, None) => Vec::new(),
            (None, Some(rows), Some(columns)) => rows
                .iter()
                .flat_map(|row| columns.iter().map(move |column| (row, column)))
                .map(|(row, column)| WrittenCell {
                    row: row.clone(),
                    column: column.clone(),
                    first: None,
                    second: None,
                    published: None,
                    group: None,
                })
                .collect(),
            _ => {
                return Err(self.wrong(
                    written.span(),
                    "it is not clear who plays whom".to_owned(),
                    "give either `cells`, or both `rows` and `columns`",
                ));
            }
        };
        let game = self.text_at(&grid.game);
        let mut bouts = Bouts::default();
        let mut cells: Vec<CellPlan> = Vec::new();
        for pairing in grid.cells.as_ref().unwrap_or(&pairings) {
            let seated = |given: &Option<Spanned<String>>, label: &Spanned<String>| {
                let named = given.as_ref().or_else(|| grid.players.get(label.get_ref()));
                self.player(named.unwrap_or(label))
            };
            let bout = bouts.with(Bout {
                game: game.clone(),
                a: seated(&pairing.first, &pairing.row)?,
                b: seated(&pairing.second, &pairing.column)?,
                seats: Seats::Fixed,
                opening_plies: 0,
                losses: false,
            });
            let [row, column] = [&pairing.row, &pairing.column].map(|label| label.get_ref());
            if cells.iter().any(|c| c.row == *row && c.column == *column) {
                return Err(self.wrong(
                    pairing.row.span(),
                    format!("row `{row}`, column `{column}` is there twice"),
                    "take one of them out, or give it another `row` or `column`",
                ));
            }
            let published = match &pairing.published {
                None => [None; 3],
                Some(percentages) => self.three_rates(percentages)?.map(Some),
            };
            let outcomes = [
                ("first", Share::AWins),
                ("draw", Share::Draws),
                ("second", Share::BWins),
            ];
            for ((outcome, share), published) in outcomes.into_iter().zip(published) {
                cells.push(CellPlan {
                    key: vec![
                        ("first", row.clone()),
                        ("second", column.clone()),
                        ("outcome", outcome.to_owned()),
                    ],
                    row: row.clone(),
                    column: column.clone(),
                    group: pairing.group.clone(),
                    of: Reading { bout, share },
                    over: None,
                    published,
                });
            }
        }
        let published_games = self.published_games(
            grid.published_games.as_ref(),
            cells.iter().any(|cell| cell.published.is_some()),
            written.span(),
        )?;
        Ok(Contests {
            games: self.games(&grid.games)?,
            published_games,
            grid: true,
            measure: "outcomes",
            bouts: bouts.all,
            cells,
        })
    }

    fn three_rates(&self, percentages: &Spanned<[f64; 3]>) -> Result<[f64; 3], LabError> {
        let three = percentages.get_ref();
        let sum: f64 = three.iter().sum();
        if three.iter().any(|p| !(0.0..=100.0).contains(p)) || (sum - 100.0).abs() > 1.5 {
            return Err(self.wrong(
                percentages.span(),
                format!("these percentages add up to {sum}"),
                "write how often the first player wins, nobody wins, the second player wins, in \
                 per cent",
            ));
        }
        Ok(three.map(|percentage| percentage / 100.0))
    }

    fn matches(&self, written: &Spanned<WrittenMatches>) -> Result<Contests, LabError> {
        let matches = written.get_ref();
        let mut bouts = Bouts::default();
        let mut cells = Vec::new();
        let losses = matches.losses.as_ref();
        for row in matches.rows.get_ref() {
            if let (Some(losses), SeatChoice::Second) = (losses, row.seat) {
                return Err(self.wrong(
                    losses.span(),
                    "losses are those of a player who moves first or takes turns".to_owned(),
                    "leave `seat` out of the rows, or `losses` out of `[matches]`",
                ));
            }
            let game = self.text_at(&row.game);
            let against = self.player(&row.against)?;
            let mut reading = |player: &Spanned<String>,
                               losses: bool|
             -> Result<Reading, LabError> {
                let player = self.player(player)?;
                let (a, b, seats, side) = match row.seat {
                    SeatChoice::First => (player, against.clone(), Seats::Fixed, Seat::First),
                    SeatChoice::Second => (against.clone(), player, Seats::Fixed, Seat::Second),
                    SeatChoice::Both => (player, against.clone(), Seats::Alternate, Seat::First),
                };
                let share = match (matches.measure, side) {
                    (Measure::Wins, Seat::First) => Share::AWins,
                    (Measure::Wins, Seat::Second) => Share::BWins,
                    (Measure::Score, Seat::First) => Share::AScore,
                    (Measure::Score, Seat::Second) => Share::BScore,
                };
                let bout = bouts.with(Bout {
                    game: game.clone(),
                    a,
                    b,
                    seats,
                    opening_plies: matches.opening_plies,
                    losses,
                });
                Ok(Reading { bout, share })
            };
            let of = reading(&row.player, losses.is_some_and(|losses| *losses.get_ref()))?;
            let over = row.over.as_ref().map(|over| reading(over, false));
            let over = over.transpose()?;
            let mut key = vec![("row", row.row.clone()), ("column", row.column.clone())];
            match row.seat {
                SeatChoice::First => key.push(("seat", "first".to_owned())),
                SeatChoice::Second => key.push(("seat", "second".to_owned())),
                SeatChoice::Both => {}
            }
            cells.push(CellPlan {
                key,
                row: row.row.clone(),
                column: row.column.clone(),
                group: row.group.clone(),
                of,
                over,
                published: row.published.map(|percentage| percentage / 100.0),
            });
        }
        if cells.is_empty() {
            return Err(self.wrong(
                matches.rows.span(),
                "there is nothing to play".to_owned(),
                "add rows such as `{ row = \"...\", column = \"...\", game = \"...\", player = \
                 \"...\", against = \"...\" }`",
            ));
        }
        let published_games = self.published_games(
            matches.published_games.as_ref(),
            cells.iter().any(|cell| cell.published.is_some()),
            written.span(),
        )?;
        let gains = cells.iter().any(|cell| cell.over.is_some());
        Ok(Contests {
            games: self.games(&matches.games)?,
            published_games,
            grid: false,
            measure: match (matches.measure, gains) {
                (Measure::Wins, false) => "wins",
                (Measure::Score, false) => "score",
                (Measure::Wins, true) => "gain in wins",
                (Measure::Score, true) => "gain in score",
            },
            bouts: bouts.all,
            cells,
        })
    }

    fn trees(&self, written: &Spanned<Vec<WrittenTree>>) -> Result<Vec<Example>, LabError> {
        written
            .get_ref()
            .iter()
            .map(|tree| {
                Ok(Example {
                    name: tree.name.clone(),
                    tree: self.text_at(&tree.tree),
                    by: self.player(&tree.by)?,
                    value: tree.value,
                    best: tree.best.clone(),
                    why: tree.why.trim().to_owned(),
                })
            })
            .collect()
    }

    fn games(&self, games: &Spanned<u64>) -> Result<u64, LabError> {
        match *games.get_ref() {
            0 => Err(self.wrong(
                games.span(),
                "a match without contests measures nothing".to_owned(),
                "write at least 1, such as `games = 10000`",
            )),
            number => self.not_too_many(games.span(), number),
        }
    }

    pub(crate) fn not_too_many(&self, span: Range<usize>, number: u64) -> Result<u64, LabError> {
        self.at_most(MOST_GAMES, span, number)
    }

    pub(crate) fn at_most(
        &self,
        most: u64,
        span: Range<usize>,
        number: u64,
    ) -> Result<u64, LabError> {
        match number <= most {
            true => Ok(number),
            false => Err(self.wrong(
                span,
                format!("nobody would live to see {number} of them"),
                &format!("write at most {most}"),
            )),
        }
    }

    fn published_games(
        &self,
        games: Option<&Spanned<u64>>,
        needed: bool,
        span: Range<usize>,
    ) -> Result<u64, LabError> {
        match games {
            Some(games) => self.games(games),
            None if needed => Err(self.wrong(
                span,
                "published numbers are compared by how much they scatter".to_owned(),
                "say how many contests are behind each: `published-games = 10000`",
            )),
            None => Ok(1),
        }
    }

    pub(crate) fn text_at(&self, text: &Spanned<String>) -> Placed<String> {
        Placed {
            value: text.get_ref().trim().to_owned(),
            place: self.place(text.span()),
        }
    }

    pub(crate) fn player(&self, text: &Spanned<String>) -> Result<Placed<Spec>, LabError> {
        let place = self.place(text.span());
        match text.get_ref().parse() {
            Ok(spec) => Ok(Placed { value: spec, place }),
            Err(error) => {
                let error: shido::Error = error;
                Err(place.refuse(&error))
            }
        }
    }

    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place {
            source: Arc::clone(&self.source),
            span,
        }
    }

    pub(crate) fn wrong(&self, span: Range<usize>, problem: String, help: &str) -> LabError {
        self.place(span).mistake(problem, help.to_owned())
    }

    /// A name that nothing has.
    pub(crate) fn unknown<'k>(
        &self,
        name: &Spanned<String>,
        what: &str,
        known: impl Iterator<Item = &'k str> + Clone,
    ) -> LabError {
        let help = match nearest(name.get_ref(), known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known here: {}", known.collect::<Vec<_>>().join(", ")),
        };
        let problem = format!("there is no {what} `{}`", name.get_ref());
        self.wrong(name.span(), problem, &help)
    }

    /// What is wrong with the form of the file. The reader of TOML puts names in backticks, first
    /// the one it met, then those it knows.
    fn explain(&self, error: &toml::de::Error) -> LabError {
        let message = error.message();
        let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let span = error.span().unwrap_or(0..0);
        let (problem, help) = match names.as_slice() {
            [unknown, known @ ..]
                if message.starts_with("unknown field")
                    || message.starts_with("unknown variant") =>
            {
                let help = match nearest(unknown, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("known here: {}", known.join(", ")),
                };
                (format!("`{unknown}` is not known here"), help)
            }
            [missing, ..] if message.starts_with("missing field") => (
                format!("`{missing}` is missing"),
                format!("add `{missing} = ...`; docs/laboratory.md says what it means"),
            ),
            _ => (
                message.lines().collect::<Vec<_>>().join(" "),
                "docs/laboratory.md says what an experiment looks like".to_owned(),
            ),
        };
        self.wrong(span, problem, &help)
    }
}
