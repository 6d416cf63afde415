//! Contests as PGN, SGF and transcripts.

use rand::RngExt;
use shido::{Catalog, Date, RecordHead, Seat, Seed, Settings, Turn, read_records, write_record};

const GAMES: [&str; 9] = [
    "chess",
    "go:size=5",
    "go:size=9,handicap=2",
    "backgammon",
    "connect-four",
    "draughts",
    "nine-mens-morris",
    "othello",
    "shogi",
];

/// The record of a contest of so many random moves.
fn record(game: &str, moves: usize, seed: u64) -> (String, Vec<String>, String) {
    let settings = Settings {
        seed: Seed(seed),
        ..Settings::in_memory()
    };
    let game = Catalog::shipped().open(game).unwrap();
    let random = "random".parse().unwrap();
    let random = game.player(&random, &settings, &|_| {}).unwrap();
    let mut session = game.session(None, &settings).unwrap();
    for seat in Seat::BOTH {
        session.seat(seat, Some(&random)).unwrap();
    }
    for _ in 0..moves {
        match session.turn() {
            Turn::Over(_) => break,
            Turn::Of(_) | Turn::Chance => {
                session.let_move(&shido::Request::default()).unwrap();
            }
        }
    }
    let head = RecordHead {
        names: ["a \"b\" \\ c]", "d"],
        date: Some(Date::after_1970(seed)),
    };
    let text = write_record(&*session, &head).unwrap();
    (text, session.moves(), session.position())
}

#[test]
fn what_is_written_is_read() {
    let catalog = Catalog::shipped();
    for game in GAMES {
        for seed in 0..4 {
            let (text, moves, position) = record(game, 30 + 100 * seed as usize, seed);
            let read = read_records(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let [saved] = &read[..] else {
                panic!("one contest:\n{text}");
            };
            let session = catalog.load(saved, &Settings::in_memory()).unwrap();
            assert_eq!(session.game().about().name, game);
            assert_eq!(session.moves(), moves, "{text}");
            assert_eq!(session.position(), position, "{text}");
            let both = read_records(&format!("{text}\n{text}")).unwrap();
            assert_eq!(both, [saved.clone(), saved.clone()]);
        }
    }
}

/// A record that was cut short or scribbled in is read or refused with a reason.
#[test]
fn damaged_records_are_refused_in_words() {
    let catalog = Catalog::shipped();
    let mut rng = Seed(1).rng();
    let (mut refused, mut accepted) = (0, 0);
    for game in GAMES {
        let (text, ..) = record(game, 12, 7);
        let letters: Vec<char> = text.chars().collect();
        for _ in 0..60 {
            let mut letters = letters.clone();
            for _ in 0..rng.random_range(1..4) {
                let at = rng.random_range(0..letters.len());
                match rng.random_range(0..4) {
                    0 => letters.truncate(at.max(1)),
                    1 => letters.insert(at, ['[', ']', '"', '(', ';', '9', 'é'][at % 7]),
                    2 => drop(letters.remove(at.min(letters.len() - 1))),
                    _ => letters[at] = char::from(rng.random_range(32..127)),
                }
                letters.push('\n');
            }
            let text: String = letters.iter().collect();
            let loaded = read_records(&text).and_then(|records| {
                let settings = Settings::in_memory();
                records
                    .iter()
                    .try_for_each(|saved| catalog.load(saved, &settings).map(drop))
            });
            match loaded {
                Ok(()) => accepted += 1,
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().len() > 10, "{error}");
                }
            }
        }
    }
    assert!(refused > 100 && accepted > 20, "{refused} {accepted}");
}
