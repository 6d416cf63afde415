//! How credible a weak player is: its level, its errors, what gives it away, and whether a classifier can tell
//! its games from people's.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use shido::{AnyGame, AnyPlayer, Settings, Spec, Watch};
use shido_people::rating::Estimate;

use crate::AuditError;
use crate::decisions::Decisions;
use crate::detector::detect;
use crate::games::{GameRecord, decisions_of, read_bytes, read_games};
use crate::ladder::{PlaysLike, Rung, climb, elo};
use crate::measure::{Judges, Measured};
use crate::profile::Profile;
use crate::strength::{Hypotheses, rate};
use crate::work::each;

/// Who looks two plies ahead, to find what is obvious.
const GLANCE: &str = "pvs:depth=2,table=1";

/// How far the rating of people may be from the level of whom they are compared with, at first.
const NEAR: f64 = 100.0;

/// How many games of people are wanted for a comparison; where fewer are near, those further away count.
const WANTED: usize = 60;

/// The moves from which a rating is estimated, at most, spread over all games.
const MOST_DECISIONS: usize = 300;

/// Who is looked at.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A player, who plays for it.
    Player(Spec),
    /// Whoever played the games of a file.
    Games(PathBuf),
}

/// What is to be found out.
#[derive(Clone, Debug)]
pub struct AuditOrder {
    /// Who is looked at.
    pub subject: Subject,
    /// How many contests or games of a file are looked at, at most. A player may play some more, to find out against whom.
    pub games: usize,
    /// Whom a player plays against; the usual ones if empty.
    pub ladder: Vec<Spec>,
    /// Who judges moves; the usual one if `None`.
    pub referee: Option<Spec>,
    /// Games of people to compare with: contests or measured games; what comes with Shido if `None`.
    pub people: Option<PathBuf>,
    /// The rating of the people to compare with. Of a file only the sides that are near it are looked at.
    pub level: Option<f64>,
}

/// What was found out.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct AuditReport {
    /// The player, or the file.
    pub player: String,
    /// The game.
    pub game: String,
    /// Who judged the moves.
    pub referee: Spec,
    /// What the player scored against opponents of known ratings, as a rating with its 95% interval: low,
    /// middle, high.
    pub elo: Option<[f64; 3]>,
    /// The rating that the moves look like, with an 80% interval.
    pub looks_like: Option<[f64; 3]>,
    /// The rating of the people that it is compared with.
    pub level: Option<f64>,
    /// The unit of `mean_loss`; winning chances if `None`.
    pub unit: Option<String>,
    /// What its games look like.
    #[serde(flatten)]
    pub profile: Profile,
    /// The same of people of that level.
    pub people: Option<Profile>,
    /// The ratings of these people, from and to.
    pub people_ratings: Option<[f64; 2]>,
    /// How surprising people's own moves are to the model of people.
    pub people_log_loss: Option<f64>,
    /// How well a classifier tells its games from theirs: the area under the curve with its 95% interval.
    pub detector_auc: Option<[f64; 3]>,
    /// Whether a stop came before the last game.
    pub stopped: bool,
    /// Each game.
    #[serde(skip)]
    pub measured: Vec<Measured>,
    /// Those of people.
    #[serde(skip)]
    pub measured_people: Vec<Measured>,
}

/// Looks at a player or at games.
///
/// # Errors
/// Where a player or the referee cannot be had or fails, or a file cannot be read.
pub fn audit(
    game: &Arc<dyn AnyGame>,
    order: &AuditOrder,
    settings: &Settings,
    watch: Watch<'_>,
    say: &(dyn Fn(&str, usize) + Sync),
) -> Result<AuditReport, AuditError> {
    let named = order.referee.clone();
    let referee = named.unwrap_or_else(|| usual_referee(game, settings));
    let has_people = game
        .players()
        .iter()
        .any(|(about, _)| about.name == "people");
    let people = |rating: f64| -> Result<AnyPlayer, AuditError> {
        let mut spec = Spec::plain("people");
        let rating = rating.round().to_string();
        spec.options.push(("rating".to_owned(), rating));
        Ok(game.player(&spec, settings, &|_| {})?)
    };
    let mut judges = Judges {
        game,
        settings,
        referee: game.player(&referee, settings, watch)?,
        glance: game.player(&GLANCE.parse()?, settings, watch)?,
        people: has_people.then_some(&people),
        level: None,
    };
    // Asked first: nobody answers once a stop has come.
    let session = Arc::clone(game).session(None, settings)?;
    let captures = session.captures().is_some();
    let unit = unit_of(&judges, &*session)?;
    // What is looked at, and what only tells the level.
    let (records, others) = match &order.subject {
        Subject::Player(spec) => {
            let player = game.player(spec, settings, watch)?;
            contests(game, &player, order, has_people, settings, watch, say)?
        }
        Subject::Games(file) => (chosen(read_games(file, game)?, order), Vec::new()),
    };
    let elo = elo(records.iter().chain(&others));
    let looks_like = match has_people {
        true => looks_like(game, &records, settings, watch, say)?,
        false => None,
    };
    let middle = |of: Option<[f64; 3]>| of.map(|[_, middle, _]| middle);
    let level = (order.level)
        .or_else(|| mean_rating(&records))
        .or_else(|| middle(elo))
        .or_else(|| middle(looks_like));
    judges.level = level;
    say("games", records.len());
    let measured = measure(&judges, &records, watch)?;
    let measured_people = match &order.people {
        Some(file) => people_of(file, &judges, order, level, watch, say)?,
        None => shipped(game)?,
    };
    let measured_people = near(measured_people, level);
    let profile = |games: &[Measured]| Profile::of(games, unit.is_some(), captures);
    let compared = (!measured_people.is_empty()).then(|| profile(&measured_people));
    let ratings = measured_people.iter().filter_map(|it| it.rating);
    let ratings: Vec<f64> = ratings.collect();
    Ok(AuditReport {
        player: match &order.subject {
            Subject::Player(spec) => spec.to_string(),
            Subject::Games(file) => file.display().to_string(),
        },
        game: game.about().name.clone(),
        referee,
        elo,
        looks_like,
        level,
        profile: profile(&measured),
        people_ratings: (!ratings.is_empty()).then(|| {
            let low = ratings.iter().copied().fold(f64::INFINITY, f64::min);
            let high = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            [low, high]
        }),
        people_log_loss: compared.as_ref().and_then(|people| people.log_loss),
        people: compared,
        detector_auc: detect(&measured, &measured_people),
        unit,
        stopped: settings.stop.load(Ordering::Relaxed),
        measured,
        measured_people,
    })
}

/// The contests of a player that are looked at, and those that only tell its level.
///
/// People are looked at in games against others of about their strength, and so are players where it is known how strong
/// the models of people are: some contests against a ladder tell the level, and the others are against equals. Whoever
/// plays against the weak has more mistakes to punish, and whoever is about to lose makes others.
fn contests(
    game: &Arc<dyn AnyGame>,
    player: &AnyPlayer,
    order: &AuditOrder,
    has_people: bool,
    settings: &Settings,
    watch: Watch<'_>,
    say: &(dyn Fn(&str, usize) + Sync),
) -> Result<(Vec<GameRecord>, Vec<GameRecord>), AuditError> {
    let ladder = match &order.ladder[..] {
        [] => usual_ladder(has_people)?,
        given => given.to_vec(),
    };
    let rungs: Result<Vec<Rung>, AuditError> = (ladder.iter())
        .map(|spec| Rung::new(game, spec, settings, watch))
        .collect();
    let rungs = rungs?;
    let play = |rungs: &[Rung], numbers: Range<usize>| {
        say("contests", numbers.len());
        climb(game, player, rungs, numbers, settings, watch)
    };
    let known = PlaysLike::of(&game.about().name).filter(|_| order.ladder.is_empty());
    let Some(known) = known else {
        return Ok((play(&rungs, 0..order.games)?, Vec::new()));
    };
    let first = on_the_ladder(order.games, rungs.len());
    let others = play(&rungs, 0..first)?;
    let Some([_, level, _]) = elo(&others) else {
        return Ok((Vec::new(), others));
    };
    let equal = Rung::of_level(game, known, level, settings)?;
    let records = play(&[equal], first..first + order.games)?;
    Ok((records, others))
}

/// How many contests tell the level before so many against equals: a quarter of these, and as many against each rung on
/// either side.
fn on_the_ladder(games: usize, rungs: usize) -> usize {
    games.div_ceil(4).next_multiple_of(2 * rungs)
}

/// Who judges moves where nobody else is named: the solved table, the program that judges the game best where
/// it is installed, or the search that plays it well.
fn usual_referee(game: &Arc<dyn AnyGame>, settings: &Settings) -> Spec {
    let about = game.about();
    let spec = |text: &str| text.parse().expect("a player that comes with Shido");
    // A game may be too large to be solved here, and an engine may be missing.
    let can_be_had = |text: &&str| game.player(&spec(text), settings, &|_| {}).is_ok();
    let solved = about.solvable.then_some("perfect").filter(can_be_had);
    match solved.or_else(|| about.referee.filter(can_be_had)) {
        Some(player) => spec(player),
        None if about.thinker == "pvs" => spec("pvs:nodes=20000"),
        None => spec(about.thinker),
    }
}

fn usual_ladder(has_people: bool) -> Result<Vec<Spec>, AuditError> {
    let rungs: &[&str] = match has_people {
        true => &[
            "people:rating=300",
            "people:rating=900",
            "people:rating=1500",
            "people:rating=2600",
        ],
        false => &[
            "erring:noise=60,of=[pvs:depth=2]",
            "erring:noise=30,of=[pvs:depth=2]",
            "erring:noise=10,of=[pvs:depth=2]",
        ],
    };
    rungs.iter().map(|text| Ok(text.parse()?)).collect()
}

/// The games of a file that are looked at: so many at most, spread over the file; of these the sides near the
/// level, if one was asked for.
fn chosen(mut games: Vec<GameRecord>, order: &AuditOrder) -> Vec<GameRecord> {
    if let Some(level) = order.level {
        for record in &mut games {
            let elos = record.elos;
            record
                .subjects
                .retain(|seat| elos[seat.index()].is_none_or(|elo| (elo - level).abs() <= NEAR));
        }
        games.retain(|record| !record.subjects.is_empty());
    }
    spread_over(games, order.games)
}

/// So many of them, evenly.
fn spread_over<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    if count <= most {
        return all;
    }
    let kept = |number: usize| (number + 1) * most / count > number * most / count;
    let numbered = all.into_iter().enumerate();
    numbered
        .filter(|(number, _)| kept(*number))
        .map(|(_, it)| it)
        .collect()
}

fn mean_rating(games: &[GameRecord]) -> Option<f64> {
    let of = |record: &GameRecord| -> Vec<f64> {
        let seats = record.subjects.iter();
        seats.filter_map(|seat| record.elos[seat.index()]).collect()
    };
    let all: Vec<f64> = games.iter().flat_map(of).collect();
    (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
}

fn looks_like(
    game: &Arc<dyn AnyGame>,
    records: &[GameRecord],
    settings: &Settings,
    watch: Watch<'_>,
    say: &(dyn Fn(&str, usize) + Sync),
) -> Result<Option<[f64; 3]>, AuditError> {
    let mut all = spread_over(decisions_of(records, game)?, MOST_DECISIONS);
    // All of them are taken for one.
    all.iter_mut().for_each(|decision| decision.player = None);
    all.iter_mut().for_each(|decision| decision.elo = None);
    say("moves", all.len());
    let decisions = Decisions {
        file: "the games".to_owned(),
        all,
    };
    let people = Hypotheses::people(&game.about().name);
    let found = rate(game, &people, &decisions, settings, watch)?;
    let rating = found.players.first().and_then(|rated| rated.rating);
    Ok(rating.map(
        |Estimate {
             low, median, high, ..
         }| [low, median, high],
    ))
}

fn measure(
    judges: &Judges<'_>,
    games: &[GameRecord],
    watch: Watch<'_>,
) -> Result<Vec<Measured>, AuditError> {
    let found = each(games.len(), judges.settings, watch, &|number| {
        judges.measure(&games[number])
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// Games of people from a file: measured before, or to be measured now.
fn people_of(
    file: &Path,
    judges: &Judges<'_>,
    order: &AuditOrder,
    level: Option<f64>,
    watch: Watch<'_>,
    say: &(dyn Fn(&str, usize) + Sync),
) -> Result<Vec<Measured>, AuditError> {
    let bytes = read_bytes(file)?;
    let header = measured_table(&bytes).headers().cloned();
    if header.is_ok_and(|names| names.iter().any(|name| name == "surprise")) {
        return read_measured(&file.display().to_string(), &bytes);
    }
    let order = AuditOrder {
        level,
        ..order.clone()
    };
    let games = chosen(read_games(file, judges.game)?, &order);
    say("games of people", games.len());
    measure(judges, &games, watch)
}

/// Measured games of people that come with Shido.
fn shipped(game: &Arc<dyn AnyGame>) -> Result<Vec<Measured>, AuditError> {
    match game.about().name.as_str() {
        "chess" => read_measured("chess-people.csv", CHESS_PEOPLE.as_bytes()),
        _ => Ok(Vec::new()),
    }
}

const CHESS_PEOPLE: &str = include_str!("../data/chess-people.csv");

fn measured_table(bytes: &[u8]) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(bytes)
}

/// Reads what [`write_measured`] wrote.
fn read_measured(file: &str, bytes: &[u8]) -> Result<Vec<Measured>, AuditError> {
    let rows: Result<Vec<Measured>, csv::Error> =
        measured_table(bytes).into_deserialize().collect();
    rows.map_err(|error| AuditError::Row {
        file: file.to_owned(),
        line: error.position().map_or(1, csv::Position::line),
        column: None,
        problem: error.to_string(),
        help:
            "a file of people has games (`moves` and ratings), or is the table of an earlier audit"
                .to_owned(),
    })
}

/// Measured games as a table that can be compared with later.
///
/// # Errors
/// Where the table cannot be written.
pub fn write_measured(games: &[Measured], referee: &Spec) -> Result<String, AuditError> {
    let failed = |problem: String| AuditError::Unable {
        what: format!("the table cannot be written: {problem}"),
        help: "this is a mistake in the program".to_owned(),
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    for game in games {
        writer
            .serialize(game.rounded())
            .map_err(|error| failed(error.to_string()))?;
    }
    let bytes = writer
        .into_inner()
        .map_err(|error| failed(error.to_string()))?;
    let table = String::from_utf8(bytes).map_err(|error| failed(error.to_string()))?;
    Ok(format!(
        "# Sides of games, as `shido audit` measures them by {referee}.\n{table}"
    ))
}

/// Those whose rating is nearest to the level: within 100 points, or further away where that is too few.
fn near(people: Vec<Measured>, level: Option<f64>) -> Vec<Measured> {
    let Some(level) = level else {
        return people;
    };
    let distance = |it: &Measured| it.rating.map_or(0.0, |rating| (rating - level).abs());
    let mut reach = NEAR;
    while people.iter().filter(|it| distance(it) <= reach).count() < WANTED.min(people.len()) {
        reach += NEAR;
    }
    people
        .into_iter()
        .filter(|it| distance(it) <= reach)
        .collect()
}

/// The unit in which the referee reckons.
fn unit_of(
    judges: &Judges<'_>,
    session: &dyn shido::AnySession,
) -> Result<Option<String>, AuditError> {
    let mut referee = judges.game.adviser(&judges.referee)?;
    let request = shido::Request::default();
    match session.consult(&mut referee, shido::Ask::BestMove, &request) {
        Ok(found) => Ok(found.thought.unit),
        // Where chance begins nobody is asked.
        Err(shido::Error::ChanceMoves { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
