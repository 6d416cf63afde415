//! What Shido's reading and GNU Go say about the same stones, as Markdown: first of the positions of
//! known status, then of groups in the games of a folder of SGF records, if one is named.
//!
//! `cargo run --profile dist -p shido-tactics --example opinions [FOLDER]`

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use shido_core::Seat;
use shido_games::go::{Point, PointSet, Position, sgf};
use shido_tactics::{Group, Situation, Status, capture, connect, kill};

use crate::opinion::GnuGo;
use crate::positions::{Goal, Known};

#[path = "../tests/known/opinion.rs"]
mod opinion;
#[path = "../tests/known/positions.rs"]
mod positions;

const NODES: u64 = 1_000_000;
/// Games ask many questions, most of which are open for want of a wall.
const NODES_IN_GAMES: u64 = 50_000;
/// Positions so many moves apart have other groups, mostly.
const APART: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let mut gnu_go = GnuGo::start();
    known(&mut gnu_go);
    if let Some(folder) = env::args().nth(1) {
        println!();
        games(&mut gnu_go, Path::new(&folder))?;
    }
    Ok(())
}

fn known(gnu_go: &mut GnuGo) {
    println!("| position | known from | question | status | Shido | nodes | GNU Go |");
    println!("| --- | --- | --- | --- | --- | ---: | --- |");
    let (mut asked, mut decided, mut right, mut agreed) = (0, 0, 0, 0);
    for known in Known::all() {
        gnu_go.tell(&known.go, &known.position);
        for question in &known.questions {
            let reading = question.read(&known.position, NODES);
            let opinion = gnu_go.opinion(&known.position, question.goal, question.first);
            let vital: Vec<String> = question.vital.iter().map(Point::to_string).collect();
            let at = match vital.is_empty() {
                true => String::new(),
                false => format!(" at {}", vital.join(" ")),
            };
            let note = match &question.gnu_go {
                Some((_, why)) => format!(": {why}"),
                None => String::new(),
            };
            println!(
                "| {} | {} | {} | {}{at} | {} | {} | {}{note} |",
                known.name,
                known.tradition,
                question.asked(),
                word(question.status),
                word(reading.status),
                reading.nodes,
                word(opinion),
            );
            asked += 1;
            decided += usize::from(reading.status != Status::Open);
            right += usize::from(reading.status == question.status);
            agreed += usize::from(opinion == question.status);
        }
    }
    println!();
    println!(
        "Shido decides {decided} of {asked} questions, {right} of them as known. GNU Go answers {agreed} \
         of {asked} as known."
    );
}

/// How often each pair of answers was given: Shido's, then GNU Go's.
type Counts = BTreeMap<(&'static str, &'static str, &'static str), usize>;

fn games(gnu_go: &mut GnuGo, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "sgf"));
    files.sort();
    let mut counts = Counts::new();
    let mut differ = Vec::new();
    let (mut asked, mut agreed, mut decided) = (0, 0, 0);
    for file in &files {
        let record = sgf::read(&fs::read_to_string(file)?)?;
        for moves in (APART..=record.moves.len()).step_by(APART) {
            let Some(position) = record.position(moves) else {
                continue;
            };
            gnu_go.tell(&record.go, &position);
            for (goal, first) in questions(&position) {
                asked += 1;
                let situation = Situation {
                    // GNU Go was told the stones and not how they came there.
                    ban: PointSet::EMPTY,
                    ..Situation::of(&position, first)
                };
                let nodes = NODES_IN_GAMES;
                let (kind, stones, reading) = match goal {
                    Goal::Kill(stone) => {
                        ("kill", stone.to_string(), kill(&situation, stone, nodes))
                    }
                    Goal::Capture(stone) => {
                        let reading = capture(&situation, stone, nodes);
                        ("capture", stone.to_string(), reading)
                    }
                    Goal::Connect(one, other) => {
                        let reading = connect(&situation, one, other, nodes);
                        ("connect", format!("{one} {other}"), reading)
                    }
                };
                if reading.status == Status::Open {
                    continue;
                }
                let opinion = gnu_go.opinion(&position, goal, first);
                decided += 1;
                agreed += usize::from(opinion == reading.status);
                *counts
                    .entry((kind, word(reading.status), word(opinion)))
                    .or_default() += 1;
                if opinion != reading.status {
                    let name = file.file_stem().unwrap_or_default().to_string_lossy();
                    differ.push(format!(
                        "{name}, move {moves}: {kind} {stones}, {first} first: {} ({}), GNU Go {}\n{}",
                        word(reading.status),
                        reading.how,
                        word(opinion),
                        drawn(&position),
                    ));
                }
            }
        }
    }
    println!("| question | Shido | GNU Go | times |");
    println!("| --- | --- | --- | ---: |");
    for ((kind, ours, theirs), count) in &counts {
        println!("| {kind} | {ours} | {theirs} | {count} |");
    }
    println!();
    println!(
        "{} games: {asked} questions, {decided} decided by Shido, {agreed} of them as by GNU Go.",
        files.len()
    );
    for difference in &differ {
        eprintln!("{difference}\n");
    }
    Ok(())
}

/// Each group is asked about with either side first: for life, for capture, and for the connection to
/// each neighbour of its side.
fn questions(position: &Position) -> Vec<(Goal, Seat)> {
    let board = position.board();
    let mut all = Vec::new();
    for group in Group::all(board, board.occupied()) {
        let stone = group.name(board);
        let neighbours = group.neighbours(board).into_iter();
        let friends = neighbours.filter(|other| other.seat == group.seat);
        // Each pair once.
        let friends: Vec<Point> = friends
            .map(|other| other.name(board))
            .filter(|other| stone < *other)
            .collect();
        for first in Seat::BOTH {
            all.push((Goal::Kill(stone), first));
            all.push((Goal::Capture(stone), first));
            for other in &friends {
                all.push((Goal::Connect(stone, *other), first));
            }
        }
    }
    all
}

fn drawn(position: &Position) -> String {
    let board = position.board();
    let mut text = String::new();
    let mut below = None;
    let mut points: Vec<Point> = board.points().iter().collect();
    points.sort_by_key(|point| (Reverse(point.row()), point.column()));
    for point in points {
        if below
            .replace(point.row())
            .is_some_and(|row| row != point.row())
        {
            text.push('\n');
        }
        text.push(match board.holder(point) {
            Some(seat) => ['X', 'O'][seat.index()],
            None => '.',
        });
    }
    text
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Yes => "yes",
        Status::Ko => "ko",
        Status::No => "no",
        Status::Open => "open",
    }
}
