//! How often the motifs that are claimed on the lines of rated puzzles are among the themes of the puzzles; and
//! for plain exchanges, which have no theme, how often a search of all captures finds that they win a pawn or more.
//!
//! `cargo run --release -p shido-games --example puzzle_motifs -- puzzles.csv[.gz] [SHOW-NAME]`
//!
//! The file has the columns `fen`, `moves_uci` (the first move is the opponent's) and `themes`. Rows whose themes
//! lack the length of the line are left out: nobody has gone through their themes. With the name of a
//! motif, claims of it that no theme bears out are printed, to be looked at.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufReader, Read};

use cozy_chess::{Board, Move};
use flate2::read::MultiGzDecoder;
use shido_core::{Game, Motifs, Notation, Scene};
use shido_games::chess::Chess;

#[path = "../tests/chess/capture_search.rs"]
mod capture_search;

/// Which themes bear a claim out. A motif without one is only counted.
const THEMES: &[(&str, &[&str])] = &[
    ("mate", &["mate"]),
    ("back rank mate", &["backRankMate"]),
    ("smothered mate", &["smotheredMate"]),
    ("mate threat", &[]),
    ("double check", &["doubleCheck"]),
    ("discovered check", &["discoveredCheck", "discoveredAttack"]),
    ("discovered attack", &["discoveredAttack"]),
    ("fork", &["fork"]),
    ("skewer", &["skewer"]),
    ("pin", &["pin"]),
    ("deflection", &["deflection"]),
    (
        "removing the defender",
        &["capturingDefender", "deflection"],
    ),
    ("trapped piece", &["trappedPiece"]),
    ("undefended piece", &["hangingPiece"]),
    ("promotion", &["promotion", "underPromotion"]),
    ("sacrifice", &["sacrifice"]),
    ("outnumbered piece", &[EXCHANGE]),
    ("unequal trade", &[EXCHANGE]),
    ("undefended pawn", &[EXCHANGE]),
];

/// Not a theme: the first move is a capture that wins a pawn or more by all captures.
const EXCHANGE: &str = "(exchange)";

/// Every puzzle whose themes are complete has one of these.
const LENGTHS: [&str; 4] = ["oneMove", "short", "long", "veryLong"];

#[derive(Default)]
struct Count {
    claimed: u64,
    right: u64,
    themed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which file of puzzles?")?;
    let show = arguments.next();
    let file = BufReader::new(File::open(&path)?);
    let input: Box<dyn Read> = if path.ends_with(".gz") {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut reader = csv::Reader::from_reader(input);
    let headers = reader.headers()?.clone();
    let column = |name: &str| {
        let found = headers.iter().position(|it| it == name);
        found.ok_or_else(|| format!("the file has no column `{name}`"))
    };
    let (fen, moves, themes) = (column("fen")?, column("moves_uci")?, column("themes")?);
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let (mut puzzles, mut explained) = (0, 0);
    for row in reader.records() {
        let row = row?;
        if !row[themes]
            .split_whitespace()
            .any(|it| LENGTHS.contains(&it))
        {
            continue;
        }
        let before = Chess.parse_position(&row[fen])?;
        let mut position = before.clone();
        let mut line = Vec::new();
        for text in row[moves].split_whitespace() {
            let mv = Chess.parse_move(&position, text)?;
            line.push(mv);
            Chess.play(&mut position, mv);
        }
        let past = [(before.clone(), line[0])];
        let start = Chess.after(&before, line[0]);
        let scene = Scene {
            position: &start,
            past: &past,
        };
        let found = Chess.motifs(scene, &line[1..]);
        let solves = line.get(1).map(|&mv| mv.into());
        let exchange = solves.is_some_and(|mv| wins_by_captures(start.board(), mv));
        puzzles += 1;
        explained += u64::from(!found.is_empty());
        for (name, proofs) in THEMES {
            let count = counts.entry(name).or_default();
            let mut tagged = row[themes].split_whitespace();
            let themed = match proofs.contains(&EXCHANGE) {
                true => exchange,
                false => tagged.any(|it| proofs.contains(&it)),
            };
            let claim = found.iter().find(|motif| motif.name == *name);
            count.themed += u64::from(themed);
            count.claimed += u64::from(claim.is_some());
            count.right += u64::from(claim.is_some() && themed);
            if let Some(claim) = claim.filter(|_| !themed && show.as_deref() == Some(name)) {
                let texts = &row[moves];
                println!(
                    "{} | {texts} | {} | {}",
                    &row[fen], &row[themes], claim.sentence
                );
            }
        }
    }
    println!("{puzzles} puzzles, a motif on {explained}");
    println!("| motif | claimed | precision | puzzles with the theme | recall |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (name, proofs) in THEMES {
        let Count {
            claimed,
            right,
            themed,
        } = counts[name];
        let share = |of: u64| match of {
            0 => "-".to_owned(),
            _ => format!("{:.1}%", 100.0 * right as f64 / of as f64),
        };
        let (precision, recall) = match proofs.is_empty() {
            true => ("-".to_owned(), "-".to_owned()),
            false => (share(claimed), share(themed)),
        };
        println!("| {name} | {claimed} | {precision} | {themed} | {recall} |");
    }
    Ok(())
}

fn wins_by_captures(board: &Board, mv: Move) -> bool {
    let takes = board.colors(!board.side_to_move()).has(mv.to);
    takes && mv.promotion.is_none() && capture_search::won_by(board, mv) >= 1
}
