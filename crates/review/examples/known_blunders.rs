//! Which mistakes the review finds in games of people whose every position another engine has judged, and which of
//! them it picks.
//!
//! `cargo run --release -p shido-review --example known_blunders -- games.csv.gz evals.csv.gz [GAMES] [JUDGE]`
//!
//! The first file has the columns `game`, `white_elo`, `black_elo` and `moves_uci`; the second has `game` and the
//! evaluation after each ply, in hundredths of a pawn for White or as `#n`. White and Black are reviewed in turn,
//! at the rating that the file gives. A mistake is what by these evaluations loses 0.2 of the winning chances
//! (-1 to 1, by the curve of Lichess) from a position that was not lost.

use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Read};

use flate2::read::MultiGzDecoder;
use shido::{Catalog, ForFirst, Seat, Settings};
use shido_review::{ReviewOrder, review};

/// The share of the file that is looked at is spread over it: every so many games.
const STRIDE: usize = 101;

/// How long the games are, in plies: not over before they began, and quick to look at.
const PLIES: [usize; 2] = [30, 60];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, evals, rest @ ..] = &arguments[..] else {
        return Err("which files of games and of evaluations?".into());
    };
    let wanted: usize = rest.first().map_or(Ok(100), |text| text.parse())?;
    let judge = rest.get(1).map(|text| text.parse()).transpose()?;
    let known = evaluations(evals)?;
    let catalog = Catalog::shipped();
    let settings = Settings::in_memory();
    let mut tally = Tally::default();
    for (number, game) in games_of(games, &known)?
        .into_iter()
        .step_by(STRIDE)
        .enumerate()
    {
        if tally.games == wanted {
            break;
        }
        let seat = Seat::BOTH[number % 2];
        let order = ReviewOrder {
            seat: Some(seat),
            rating: Some(game.elos[seat.index()]),
            judge: Option::clone(&judge),
            ..ReviewOrder::default()
        };
        let record = shido::read_records(&game.pgn()?)?.remove(0);
        let found = review(&catalog, &record, &order, &settings, &|_| {})?;
        tally.games += 1;
        let chances = &known[&game.number];
        let loss = |ply: usize| {
            let worth = |at: usize| ForFirst(chances[at]).seen_by(seat).0;
            let before = if ply == 0 { 0.0 } else { worth(ply - 1) };
            if before < -0.9 {
                0.0
            } else {
                before - worth(ply)
            }
        };
        let own = (seat.index()..record.moves.len().min(chances.len())).step_by(2);
        let mistakes: Vec<usize> = own
            .filter(|&ply| loss(ply) >= 0.2)
            .map(|ply| ply + 1)
            .collect();
        tally.theirs += mistakes.len();
        let picked: Vec<usize> = found.moments.iter().map(|it| it.number).collect();
        for (kind, numbers) in [&picked, &found.beyond, &found.slips]
            .into_iter()
            .enumerate()
        {
            for number in numbers {
                let agreed = mistakes.contains(number);
                tally.near += usize::from(!agreed && loss(number - 1) >= 0.1);
                tally.split[kind][usize::from(agreed)] += 1;
            }
        }
        // A run that is ended early has told all the same.
        eprintln!("{}", tally.table());
        for moment in &found.moments {
            println!(
                "game {} ({} {:.0}), move {}: {:?}, p {:.2}, server's loss {:.2}\n  {}\n  played {}, accepted {}\n  {}\n  {}\n",
                game.number,
                found.side,
                found.level.rating,
                moment.number,
                moment.kind,
                moment.findable,
                loss(moment.number - 1),
                moment.card.position,
                moment.played,
                moment.card.moves.join(" "),
                moment.card.hints.join(" | "),
                moment.card.why
            );
        }
    }
    println!("{}", tally.table());
    Ok(())
}

/// What was counted.
#[derive(Default)]
struct Tally {
    games: usize,
    /// Mistakes by the evaluations of the file.
    theirs: usize,
    /// Mistakes by the review that are none by the file, but lost 0.1 there.
    near: usize,
    /// Mistakes by the review: picked, beyond the level, slips; each not by the file, and by the file, too.
    split: [[usize; 2]; 3],
}

impl Tally {
    fn table(&self) -> String {
        let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        let both: usize = self.split.iter().map(|[_, yes]| yes).sum();
        let ours: usize = both + self.split.iter().map(|[no, _]| no).sum::<usize>();
        let mut text = format!(
            "{} games\nmistakes by the evaluations of the file: {}\nmistakes by the review: {ours}; {both} \
             ({:.0}%) are among those, {} more lost 0.1 to 0.2 there\nfound of those of the file: {:.0}%\n\
             | the review says | in all | a mistake by the file, too |\n| --- | ---: | ---: |\n",
            self.games,
            self.theirs,
            share(both, ours),
            self.near,
            share(both, self.theirs)
        );
        let names = ["at the level: picked", "beyond it", "a slip"];
        for (name, [no, yes]) in names.iter().zip(self.split) {
            text += &format!("| {name} | {} | {:.0}% |\n", no + yes, share(yes, no + yes));
        }
        text
    }
}

struct Game {
    number: u64,
    elos: [f64; 2],
    moves: Vec<String>,
}

impl Game {
    /// The game as text; the moves of the file are in the notation of engines.
    fn pgn(&self) -> Result<String, Box<dyn Error>> {
        let game = Catalog::shipped().open("chess")?;
        let mut session = game.session(None, &Settings::in_memory())?;
        for mv in &self.moves {
            session.play(mv)?;
        }
        let head = shido::RecordHead {
            names: ["?", "?"],
            date: None,
        };
        Ok(shido::write_record(&*session, &head)?)
    }
}

fn open(path: &str) -> Result<csv::Reader<Box<dyn Read>>, Box<dyn Error>> {
    let file = BufReader::new(File::open(path)?);
    let input: Box<dyn Read> = match path.ends_with(".gz") {
        true => Box::new(MultiGzDecoder::new(file)),
        false => Box::new(file),
    };
    Ok(csv::Reader::from_reader(input))
}

/// The winning chances of White after each ply, by game.
fn evaluations(path: &str) -> Result<HashMap<u64, Vec<f64>>, Box<dyn Error>> {
    let mut found = HashMap::new();
    for row in open(path)?.records() {
        let row = row?;
        let chances = row[1]
            .split_whitespace()
            .map(|text| match text.strip_prefix('#') {
                Some(mate) if mate.starts_with('-') => -1.0,
                Some(_) => 1.0,
                None => {
                    let pawns: f64 = text.parse().unwrap_or(0.0);
                    2.0 / (1.0 + (-0.003_682_08 * pawns).exp()) - 1.0
                }
            });
        found.insert(row[0].parse()?, chances.collect());
    }
    Ok(found)
}

fn games_of(path: &str, known: &HashMap<u64, Vec<f64>>) -> Result<Vec<Game>, Box<dyn Error>> {
    let mut reader = open(path)?;
    let headers = reader.headers()?.clone();
    let column = |name: &str| {
        let at = headers.iter().position(|it| it == name);
        at.ok_or_else(|| format!("{path} has no column `{name}`"))
    };
    let columns = ["game", "white_elo", "black_elo", "moves_uci"];
    let [number, white, black, moves] = [
        column(columns[0])?,
        column(columns[1])?,
        column(columns[2])?,
        column(columns[3])?,
    ];
    let mut games = Vec::new();
    for row in reader.records() {
        let row = row?;
        let number: u64 = row[number].parse()?;
        let (Ok(white), Ok(black)) = (row[white].parse(), row[black].parse()) else {
            continue;
        };
        let moves: Vec<String> = row[moves].split_whitespace().map(str::to_owned).collect();
        let judged = known
            .get(&number)
            .is_some_and(|it| it.len() + 1 >= moves.len());
        if judged && (PLIES[0]..=PLIES[1]).contains(&moves.len()) {
            games.push(Game {
                number,
                elos: [white, black],
                moves,
            });
        }
    }
    Ok(games)
}
