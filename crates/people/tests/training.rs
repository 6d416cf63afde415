//! Learning, going on with it, and keeping what was learned.

use std::path::Path;

use shido_core::{Game, Notation, Scene, Seed};
use shido_games::chess::Chess;
use shido_people::training::Training;
use shido_people::{Decisions, FileError, People, Played, Shape};

/// Weak people grab the pawn, strong ones do not.
fn games() -> Vec<Played<Chess>> {
    let mut text = "game,white_elo,black_elo,moves\n".to_owned();
    for game in 0..400 {
        let (elo, mv) = if game % 2 == 0 {
            (1000, "f3e5")
        } else {
            (2000, "d2d4")
        };
        text += &format!("{game},{elo},1500,e2e4 e7e5 g1f3 b8c6 {mv}\n");
    }
    let rows: Result<Vec<_>, _> = Decisions::new(&Chess, text.as_bytes())
        .expect("the columns are there")
        .collect();
    rows.expect("the moves are legal")
}

fn training(folder: &Path, positions: u64, workers: usize) -> Training {
    Training {
        shape: Shape {
            channels: 16,
            blocks: 1,
            overview: 16,
            hidden: 16,
            narrow: 16,
        },
        seed: Seed(1),
        batch: 32,
        rate: 0.01,
        fall: Some((2000, 4000)),
        workers,
        first_ply: 4,
        start: None,
        judging_alone: false,
        folder: folder.to_owned(),
        positions,
        time: None,
    }
}

fn learn(folder: &Path, positions: u64, workers: usize) -> People {
    let training = training(folder, positions, workers);
    let learned = training.run(&Chess, "chess", &games(), &mut |_| {});
    learned.expect("the folder can be written to")
}

fn odds(people: &People, rating: f64, wanted: &str) -> f64 {
    let mut position = Chess.start();
    for text in ["e4", "e5", "Nf3", "Nc6"] {
        let mv = Chess.parse_move(&position, text).expect("a legal move");
        Chess.play(&mut position, mv);
    }
    let scene = Scene {
        position: &position,
        past: &[],
    };
    let wanted = Chess.parse_move(&position, wanted).expect("a legal move");
    let odds = people.odds(&Chess, scene, Some(rating), Some(1500.0));
    let sum: f64 = odds.iter().map(|(_, odds)| odds).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    odds.iter()
        .find(|(mv, _)| *mv == wanted)
        .expect("it is legal")
        .1
}

/// Where nobody's rating is known, nothing can be said of how choices go with it.
#[test]
fn without_ratings_people_are_the_same_at_every_rating() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut games = games();
    for played in &mut games {
        played.ratings = [None; 2];
    }
    let learned = training(folder.path(), 320, 1).run(&Chess, "chess", &games, &mut |_| {});
    let people = learned.expect("the folder can be written to");
    assert_eq!(odds(&people, 1000.0, "d4"), odds(&people, 2000.0, "d4"));
}

#[test]
fn what_people_do_is_learned_by_rating() {
    let folder = tempfile::tempdir().expect("a folder");
    let people = learn(folder.path(), 4000, 1);
    assert!(odds(&people, 1000.0, "Nxe5") > 0.8);
    assert!(odds(&people, 2000.0, "d4") > 0.8);
    let curve = [1000.0, 1200.0, 1400.0, 1600.0, 1800.0, 2000.0];
    let curve = curve.map(|rating| odds(&people, rating, "d4"));
    assert!(curve.is_sorted(), "{curve:?}");
}

#[test]
fn learning_goes_on_as_if_it_had_not_stopped() {
    let [whole, broken, two] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let at_once = learn(whole.path(), 1024, 1).to_bytes();
    learn(broken.path(), 320, 1);
    learn(broken.path(), 640, 1);
    assert!(learn(broken.path(), 1024, 1).to_bytes() == at_once);
    // By two workers sums are rounded otherwise, but always in the same way.
    let by_two = learn(two.path(), 640, 2).to_bytes();
    let again = tempfile::tempdir().expect("a folder");
    assert!(learn(again.path(), 640, 2).to_bytes() == by_two);

    let mut other = training(broken.path(), 2000, 1);
    other.seed = Seed(2);
    let error = other.run(&Chess, "chess", &games(), &mut |_| {});
    let error = error.expect_err("the seed is another").to_string();
    assert!(error.contains("another seed"), "{error}");
}

/// A checkpoint of the whole network is none of a part of it, and what reads the board cannot be left as it is where there
/// is nothing yet.
#[test]
fn what_is_to_learn_does_not_change_within_a_folder() {
    let [begun, empty] = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let model = learn(begun.path(), 64, 1);
    let judging = |folder: &Path, start| {
        let mut training = training(folder, 128, 1);
        (training.judging_alone, training.start) = (true, start);
        let learned = training.run(&Chess, "chess", &games(), &mut |_| {});
        learned.map(|_| ()).map_err(|error| error.to_string())
    };
    let error = judging(begun.path(), None).expect_err("all layers learned there");
    assert!(error.contains("other layers learning"), "{error}");
    let error = judging(empty.path(), None).expect_err("there is no model");
    assert!(error.contains("no model to go on from"), "{error}");
    assert_eq!(judging(empty.path(), Some(model)), Ok(()));
}

/// What a model knows is not lost, what it has seen counts, and it has to be one of the same network.
#[test]
fn learning_goes_on_from_a_model() {
    let [first, second, third] = [(); 3].map(|()| tempfile::tempdir().expect("a folder"));
    let go_on = |training: Training| training.run(&Chess, "chess", &games(), &mut |_| {});
    let model = learn(first.path(), 1280, 1);
    let more = Training {
        start: Some(model.clone()),
        ..training(second.path(), 1600, 1)
    };
    let further = go_on(more).expect("the folder can be written to");
    // The last batch may reach beyond.
    assert!((1600..1632).contains(&further.facts().positions));
    assert!(odds(&further, 2000.0, "d4") > 0.8);
    let mut other = Training {
        start: Some(model),
        ..training(third.path(), 1600, 1)
    };
    other.shape.hidden = 32;
    let error = go_on(other)
        .expect_err("the network is another")
        .to_string();
    assert!(error.starts_with("the model to go on from"), "{error}");
}

#[test]
fn models_are_kept_in_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let people = learn(folder.path(), 320, 1);
    let bytes = people.to_bytes();
    let read = People::from_bytes(&Chess, &bytes).expect("it was just written");
    for mv in ["Nxe5", "d4", "a3"] {
        let (before, after) = (odds(&people, 1400.0, mv), odds(&read, 1400.0, mv));
        assert!((before - after).abs() < 0.002, "{before} {after}");
    }
    assert_eq!(read.to_bytes(), bytes);

    let error = |bytes: &[u8]| People::from_bytes(&Chess, bytes).err();
    for length in [0, 5, 12, 40, bytes.len() / 2, bytes.len() - 1] {
        assert!(
            matches!(error(&bytes[..length]), Some(FileError::Short { .. })),
            "{length}"
        );
    }
    for place in [16, 60, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 1;
        assert_eq!(error(&damaged), Some(FileError::Damaged), "{place}");
    }
    assert_eq!(
        error(b"PNG and so on, much longer"),
        Some(FileError::Foreign)
    );
    let mut later = bytes;
    later[7] = 9;
    assert_eq!(error(&later), Some(FileError::Format(9)));
}
