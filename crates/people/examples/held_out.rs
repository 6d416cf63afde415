//! Writes what people did that a model of chess did not learn from; games too fast to think are left out.
//!
//! `held_out GAMES.csv.gz watched|tested MOVES [PLY]`: their decisions, those of one person after the other. Of
//! each so many moves at most, from a ply on (10); people with fewer than ten are left out.
//!
//! `held_out GAMES.csv.gz watched|tested games`: whole games in which one of them played. Games whose players have
//! no names are left out: they are divided by their place in a file, which may be another one than was learned from.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

use shido_core::{EngineNotation, Game, Seat, Turn};
use shido_games::chess::Chess;
use shido_people::training::Split;
use shido_people::{Decisions, Played};

/// The moves from which anything can be said.
const LEAST: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "held_out GAMES.csv.gz watched|tested MOVES|games [PLY]";
    let [games, split, most, ply @ ..] = &arguments[..] else {
        return Err(usage.into());
    };
    let split = match split.as_str() {
        "watched" => Split::Watched,
        "tested" => Split::Tested,
        _ => return Err(usage.into()),
    };
    if most == "games" {
        return whole_games(File::open(games)?, split);
    }
    let most: usize = most.parse()?;
    let ply: usize = ply.first().map_or(Ok(10), |text| text.parse())?;
    let mut people: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for row in Decisions::new(&Chess, File::open(games)?)? {
        let row = row?;
        if row.hasty || Split::of(&row) != split {
            continue;
        }
        for seat in Seat::BOTH {
            let Some(player) = row.players[seat.index()] else {
                continue;
            };
            if Split::of_player(&row, seat) == split {
                let rows = people.entry(player).or_default();
                let more = decisions(&row, seat, ply);
                rows.extend(more.into_iter().take(most.saturating_sub(rows.len())));
            }
        }
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "player,moves_before,played,elo,opponent_elo")?;
    for (player, rows) in people.iter().filter(|(_, rows)| rows.len() >= LEAST) {
        for row in rows {
            writeln!(out, "{player:016x},{row}")?;
        }
    }
    Ok(out.flush()?)
}

/// Writes games as they are numbered in the file: by their lines.
fn whole_games(file: File, split: Split) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    writeln!(out, "game,white_elo,black_elo,moves")?;
    for row in Decisions::new(&Chess, file)? {
        let row = row?;
        let known = row.players.iter().all(Option::is_some);
        if row.hasty || !known || Split::of(&row) != split {
            continue;
        }
        let mut position = row.start.clone();
        let moves = row.moves.iter().map(|mv| {
            let text = Chess.engine_move(&position, *mv);
            Chess.play(&mut position, *mv);
            text
        });
        let moves: Vec<String> = moves.collect();
        let [white, black] = row.ratings.map(rating);
        writeln!(out, "{},{white},{black},{}", row.line, moves.join(" "))?;
    }
    Ok(out.flush()?)
}

fn rating(known: Option<f64>) -> String {
    known.map_or(String::new(), |elo| elo.to_string())
}

/// What a side of a game decided, as the rest of a row.
fn decisions(row: &Played<Chess>, seat: Seat, first: usize) -> Vec<String> {
    let mut position = row.start.clone();
    let mut before: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    let (own, theirs) = row.ratings_for(seat);
    for (ply, mv) in row.moves.iter().enumerate() {
        let text = Chess.engine_move(&position, *mv);
        if ply >= first && Chess.turn(&position) == Turn::Of(seat) {
            let ratings = format!("{},{}", rating(own), rating(theirs));
            rows.push(format!("{},{text},{ratings}", before.join(" ")));
        }
        before.push(text);
        Chess.play(&mut position, *mv);
    }
    rows
}
