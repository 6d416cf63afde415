//! How well a model of people who play chess predicts those that it did not learn from, beside the
//! uniform player, by rating and with the past hidden; what it takes; and those decisions as a file for
//! other players, with this one's log-loss: `measure GAMES.csv.gz MODEL.people [MOST [TEST.csv]]`.

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use shido_core::{EngineNotation, Game, Scene, Seat, Turn};
use shido_games::chess::Chess;
use shido_people::training::{Figures, Split, held_out};
use shido_people::{Decisions, People};

/// From which ply on.
const FIRST: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, model, rest @ ..] = &arguments[..] else {
        return Err("measure GAMES.csv.gz MODEL.people [MOST [TEST.csv]]".into());
    };
    let most = rest.first().map_or(Ok(2000), |text| text.parse())?;
    let mut out = match rest.get(1) {
        Some(path) => Some(BufWriter::new(File::create(path)?)),
        None => None,
    };
    let people = People::from_bytes(&Chess, &fs::read(model)?)?;
    println!("{:?}", people.facts());
    let rows: Result<Vec<_>, _> = Decisions::new(&Chess, File::open(games)?)?.collect();
    let games = rows?;
    if let Some(out) = &mut out {
        writeln!(out, "game,elo,opponent_elo,moves_before,played,log_loss")?;
    }
    let mut time = Duration::ZERO;
    let mut all = [Figures::default(); 3];
    println!("rating  decisions  with the past   position alone   uniform");
    let chosen = held_out(&Chess, &games, Split::Tested, FIRST, most);
    for band in chosen.chunk_by(|a, b| a.band == b.band) {
        let mut figures = [Figures::default(); 3];
        for at in band {
            let played = &games[at.game];
            let mut position = played.start.clone();
            let mut losses = [0.0; 2];
            let mut past = Vec::new();
            let mut before = Vec::new();
            for mv in &played.moves[..at.ply] {
                before.push(Chess.engine_move(&position, *mv));
                past.push((position.clone(), *mv));
                Chess.play(&mut position, *mv);
            }
            let Turn::Of(seat) = Chess.turn(&position) else {
                continue;
            };
            let (rating, opponent) = played.ratings_for(seat);
            let mv = played.moves[at.ply];
            for (number, past) in [&past[..], &[]].into_iter().enumerate() {
                let position = &position;
                let started = Instant::now();
                let odds = people.odds(&Chess, Scene { position, past }, rating, opponent);
                time += started.elapsed();
                let best = odds.iter().max_by(|a, b| a.1.total_cmp(&b.1));
                let of_played = odds.iter().find(|(other, _)| *other == mv);
                losses[number] = -of_played.map_or(f64::MIN_POSITIVE, |(_, odds)| *odds).ln();
                figures[number] = figures[number].and(Figures {
                    positions: 1,
                    predicted: f64::from(best.is_some_and(|(best, _)| *best == mv)),
                    loss: losses[number],
                });
            }
            if let Some(out) = &mut out {
                let (rating, opponent) = (rating.unwrap_or(0.0), opponent.unwrap_or(0.0));
                let (before, mv) = (before.join(" "), Chess.engine_move(&position, mv));
                let side = if seat == Seat::First { "w" } else { "b" };
                writeln!(
                    out,
                    "{}{side},{rating},{opponent},{before},{mv},{:.5}",
                    played.line, losses[0]
                )?;
            }
            let count = Chess.count_moves(&position) as f64;
            figures[2] = figures[2].and(Figures {
                positions: 1,
                predicted: 1.0 / count,
                loss: count.ln(),
            });
        }
        line(&band[0].band.to_string(), figures);
        for (all, figures) in all.iter_mut().zip(figures) {
            *all = all.and(figures);
        }
    }
    line("all", all);
    let asked = 2 * all[0].positions.max(1) as u32;
    println!("{:?} a position", time / asked);
    Ok(())
}

fn line(name: &str, figures: [Figures; 3]) {
    print!("{name:>6} {:>10}", figures[0].positions);
    for figures in figures {
        print!("   {:6.2}% {:6.4}", 100.0 * figures.predicted, figures.loss);
    }
    println!();
}
