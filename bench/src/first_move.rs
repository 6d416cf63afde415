//! From the text of a frame to its first move.

use anyhow::Context;
use shido_core::Game;
use shido_frame::{Compiled, Frame};

use crate::Bench;
use crate::measure::{alone, seconds};
use crate::rivals::FRAMES;
use crate::table::{Row, Unit};

/// What a person does not notice.
const MARK: f64 = 0.05;

pub(crate) fn rows(bench: &mut Bench) -> anyhow::Result<Vec<Row>> {
    let mut slowest: Option<(String, crate::measure::Pairs)> = None;
    let mut count = 0;
    for entry in std::fs::read_dir(FRAMES).context("the frames are not there")? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "toml") {
            continue;
        }
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path)?;
        let mut instances = vec![(name.clone(), Vec::new())];
        if name == "mnk" {
            let gomoku = [("columns", 15), ("rows", 15), ("in-a-row", 5)];
            let gomoku = gomoku.map(|(key, value)| (key.to_owned(), value)).to_vec();
            instances.push(("gomoku".to_owned(), gomoku));
        }
        for (name, arguments) in instances {
            count += 1;
            let pairs = alone(bench.repetitions, MARK, || {
                let mut played = Ok(());
                let time = seconds(|| played = first_move(&name, &text, &arguments));
                played.map(|()| time)
            })?;
            let slower = |(_, other): &(_, crate::measure::Pairs)| pairs.ours() > other.ours();
            if slowest.as_ref().is_none_or(slower) {
                slowest = Some((name, pairs));
            }
        }
    }
    let (name, pairs) = slowest.context("no frame was found")?;
    let work = format!("text of a frame to its first move, the slowest of {count} ({name})");
    let peer = "compilers of rules take seconds; the mark is";
    Ok(vec![Row::beside(&work, peer, Unit::Seconds, &pairs, 1.0)])
}

fn first_move(name: &str, text: &str, arguments: &[(String, i64)]) -> anyhow::Result<()> {
    let frame = Frame::read(name, text, arguments)?;
    match Compiled::new(&frame) {
        Compiled::Small(game) => play_one(&game),
        Compiled::Large(game) => play_one(&*game),
    }
    .with_context(|| format!("{name} has no first move"))
}

fn play_one<G: Game>(game: &G) -> Option<()> {
    let position = game.start();
    let first = game.moves(&position).into_iter().next()?;
    std::hint::black_box(game.after(&position, first));
    Some(())
}
