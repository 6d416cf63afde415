//! Learns how people play chess: `train FILE FOLDER MINUTES RATE [FALL_FROM FALL_TO]`.

use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use shido_core::Seed;
use shido_games::chess::Chess;
use shido_people::training::{Training, bands};
use shido_people::{Decisions, Shape};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = PathBuf::from(&args[1]);
    let number = |index: usize| args.get(index).map(|text| text.parse::<f64>()).transpose();
    let started = Instant::now();
    let games: Result<Vec<_>, _> = Decisions::new(&Chess, File::open(&args[0])?)?.collect();
    let games = games?;
    println!("{} games read in {:.1?}", games.len(), started.elapsed());
    let fall = number(4)?.zip(number(5)?);
    let env = |name: &str, default: usize| {
        std::env::var(name)
            .ok()
            .and_then(|t| t.parse().ok())
            .unwrap_or(default)
    };
    let training = Training {
        shape: Shape {
            channels: env("CHANNELS", 48),
            blocks: env("BLOCKS", 4),
            ..Shape::BOARD
        },
        seed: Seed(1),
        batch: 256,
        rate: number(3)?.unwrap_or(1e-3) as f32,
        fall: fall.map(|(from, to)| (from as u64, to as u64)),
        workers: env("WORKERS", 1),
        first_ply: 6,
        folder: folder.clone(),
        positions: u64::MAX,
        time: Some(Duration::from_secs_f64(60.0 * number(2)?.unwrap_or(1.0))),
    };
    let people = training.run(&Chess, "chess", &games, &mut |point| {
        println!("{}", serde_json::to_string(point).unwrap_or_default());
    })?;
    let bytes = people.to_bytes();
    std::fs::write(folder.join("chess.people"), &bytes)?;
    println!("{} bytes", bytes.len());
    if std::env::var("TEST").is_ok() {
        for band in bands(&people, &Chess, &games, 2000) {
            println!("{}", serde_json::to_string(&band)?);
        }
    }
    Ok(())
}
