//! Learns how people play chess at a rate of one's own choice, as long as one likes: `train GAMES.csv.gz
//! FOLDER MINUTES RATE [FALL_FROM FALL_TO]`. The rate falls to nothing between those numbers of decisions,
//! counted from the very beginning. The same folder goes on; the model is `chess.people` in it.
//! `shido tune chess --people` does the same with less to decide.

use std::error::Error;
use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use shido_core::Seed;
use shido_games::chess::Chess;
use shido_people::training::Training;
use shido_people::{Decisions, Shape};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [games, folder, minutes, rate, fall @ ..] = &arguments[..] else {
        return Err("train GAMES.csv.gz FOLDER MINUTES RATE [FALL_FROM FALL_TO]".into());
    };
    let rows: Result<Vec<_>, _> = Decisions::new(&Chess, File::open(games)?)?.collect();
    let folder = PathBuf::from(folder);
    let training = Training {
        shape: Shape::BOARD,
        seed: Seed(1),
        batch: 256,
        rate: rate.parse()?,
        fall: match fall {
            [from, to] => Some((from.parse()?, to.parse()?)),
            _ => None,
        },
        workers: 2,
        first_ply: 6,
        folder: folder.clone(),
        positions: u64::MAX,
        time: Some(Duration::from_secs_f64(60.0 * minutes.parse::<f64>()?)),
    };
    let people = training.run(&Chess, "chess", &rows?, &mut |point| println!("{point:?}"))?;
    std::fs::write(folder.join("chess.people"), people.to_bytes())?;
    Ok(())
}
