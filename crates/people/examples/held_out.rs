//! Writes the decisions of people that a model of chess did not learn from, those of one after the other:
//! `held_out GAMES.csv.gz watched|tested MOVES [PLY]`. Of each person so many moves at most, from a ply on (10);
//! people with fewer than ten are left out, and so are games too fast to think.

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
    let usage = "held_out GAMES.csv.gz watched|tested MOVES [PLY]";
    let [games, split, most, ply @ ..] = &arguments[..] else {
        return Err(usage.into());
    };
    let split = match split.as_str() {
        "watched" => Split::Watched,
        "tested" => Split::Tested,
        _ => return Err(usage.into()),
    };
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

/// What a side of a game decided, as the rest of a row.
fn decisions(row: &Played<Chess>, seat: Seat, first: usize) -> Vec<String> {
    let mut position = row.start.clone();
    let mut before: Vec<String> = Vec::new();
    let mut rows = Vec::new();
    let elo = |rating: Option<f64>| rating.map_or(String::new(), |elo| elo.to_string());
    let (own, theirs) = row.ratings_for(seat);
    for (ply, mv) in row.moves.iter().enumerate() {
        let text = Chess.engine_move(&position, *mv);
        if ply >= first && Chess.turn(&position) == Turn::Of(seat) {
            let ratings = format!("{},{}", elo(own), elo(theirs));
            rows.push(format!("{},{text},{ratings}", before.join(" ")));
        }
        before.push(text);
        Chess.play(&mut position, *mv);
    }
    rows
}
