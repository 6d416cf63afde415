//! Learns how people play at a rate of one's own choice, as long as one likes: `train GAME GAMES.csv.gz FOLDER
//! MINUTES RATE [FALL_FROM FALL_TO [judging]]`. The rate falls to nothing between those numbers of decisions, counted
//! from the very beginning. The same folder goes on; the model is `GAME.people` in it. Where the folder has a
//! model and no checkpoint, learning goes on from the model, even one that saw less of each move. With `judging` only what
//! judges moves learns, not what reads the board; what is to learn cannot change within a folder. `shido tune GAME --people`
//! does the same with less to decide.

use std::error::Error;
use std::fs::File;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

use shido_core::{EngineNotation, Perception, Seed};
use shido_games::chess::Chess;
use shido_games::draughts::Draughts;
use shido_games::go::Go;
use shido_games::othello::Othello;
use shido_people::training::{Training, counted_plies};
use shido_people::{Decisions, People, Shape};

const USAGE: &str = "train chess|draughts|go|othello GAMES.csv.gz FOLDER MINUTES RATE [FALL_FROM FALL_TO [judging]]";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, rest @ ..] = &arguments[..] else {
        return Err(USAGE.into());
    };
    match name.as_str() {
        "chess" => train(&Chess, name, rest),
        "draughts" => train(&Draughts, name, rest),
        "go" => train(&Go::new(19)?, name, rest),
        "othello" => train(&Othello::new(8)?, name, rest),
        _ => Err(USAGE.into()),
    }
}

fn train<G: Perception + EngineNotation>(
    game: &G,
    name: &str,
    arguments: &[String],
) -> Result<(), Box<dyn Error>> {
    let [games, folder, minutes, rate, fall @ ..] = arguments else {
        return Err(USAGE.into());
    };
    let rows: Result<Vec<_>, _> = Decisions::new(game, File::open(games)?)?.collect();
    let folder = PathBuf::from(folder);
    let model = folder.join(format!("{name}.people"));
    let (shape, seed) = (Shape::of(game.sight()), Seed(1));
    let start = match std::fs::read(&model) {
        Ok(bytes) => Some(People::widened(game, &bytes, shape, seed)?),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    let training = Training {
        shape,
        seed,
        batch: 256,
        rate: rate.parse()?,
        fall: match fall {
            [] => None,
            [from, to] => Some((from.parse()?, to.parse()?)),
            [from, to, what] if what == "judging" => Some((from.parse()?, to.parse()?)),
            _ => return Err(USAGE.into()),
        },
        judging_alone: fall.len() > 2,
        workers: std::thread::available_parallelism()?.get(),
        first_ply: counted_plies(name),
        start,
        folder,
        positions: u64::MAX,
        time: Some(Duration::from_secs_f64(60.0 * minutes.parse::<f64>()?)),
    };
    let people = training.run(game, name, &rows?, &mut |point| println!("{point:?}"))?;
    std::fs::write(model, people.to_bytes())?;
    Ok(())
}
