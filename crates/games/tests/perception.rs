//! What a person sees of a game, for every game that can say it: the numbers are there, they follow the
//! moves, and they are the same for both sides. A position is written down, turned and its colours
//! exchanged as text, so that nothing of the code under test helps.

use rand::seq::IndexedRandom;
use shido_core::{Notation, Perception, Scene, Seed, Squares, Turn};
use shido_games::backgammon::Backgammon;
use shido_games::chess::Chess;
use shido_games::draughts::Draughts;
use shido_games::go::Go;
use shido_games::othello::Othello;

/// How a position and a move are written when the board is turned and the colours are exchanged.
struct Turned {
    position: fn(&str) -> String,
    mv: fn(&str) -> String,
}

type Seen<M> = (Vec<f32>, Vec<(M, Squares, Vec<f32>)>);

fn seen<G: Perception>(game: &G, scene: Scene<'_, G>) -> Seen<G::Move> {
    let sight = game.sight();
    let mut planes = vec![0.0; sight.planes * sight.squares()];
    game.see(scene, &mut planes);
    let mut moves = Vec::new();
    game.consider(scene, |mv, squares, features| {
        moves.push((mv, squares, features.to_vec()));
    });
    (planes, moves)
}

/// Plays random contests and checks every position of them, with what was played before and without.
fn check<G: Perception + Notation>(game: &G, turned: &Turned, contests: u64, plies: usize) {
    for contest in 0..contests {
        let mut rng = Seed(7).derive(contest).rng();
        let mut position = game.start();
        let mut past = Vec::new();
        for _ in 0..plies {
            let moves = game.moves(&position);
            let Some(&mv) = moves.choose(&mut rng) else {
                break;
            };
            if matches!(game.turn(&position), Turn::Of(_)) {
                let last = past.len().saturating_sub(4);
                check_position(game, turned, &position, &past[last..]);
                check_position(game, turned, &position, &[]);
                past.push((position.clone(), mv));
            }
            game.play(&mut position, mv);
        }
    }
}

fn check_position<G: Perception + Notation>(
    game: &G,
    turned: &Turned,
    position: &G::Position,
    past: &[(G::Position, G::Move)],
) {
    let text = game.write_position(position);
    let sight = game.sight();
    let (planes, moves) = seen(game, Scene { position, past });
    let visited: Vec<G::Move> = moves.iter().map(|(mv, ..)| *mv).collect();
    assert_eq!(
        visited,
        game.moves(position),
        "{text}: every move in its order"
    );
    for (mv, squares, features) in &moves {
        let name = game.write_move(position, *mv);
        assert_eq!(features.len(), sight.features, "{text}, {name}");
        let small = |number: &f32| number.is_finite() && number.abs() <= 8.0;
        assert!(features.iter().all(small), "{text}, {name}: {features:?}");
        let within =
            |square: Option<u16>| square.is_none_or(|at| usize::from(at) < sight.squares());
        assert!(within(squares.from) && within(squares.to), "{text}, {name}");
    }
    assert!(planes.iter().all(|number| number.is_finite()), "{text}");

    let turn_position = |position: &G::Position| {
        let text = (turned.position)(&game.write_position(position));
        game.parse_position(&text)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    let turn_move = |before: &G::Position, after: &G::Position, mv: G::Move| {
        let text = (turned.mv)(&game.write_move(before, mv));
        game.parse_move(after, &text)
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    let other = turn_position(position);
    let other_past: Vec<(G::Position, G::Move)> = past
        .iter()
        .map(|(before, mv)| {
            let turned = turn_position(before);
            let mv = turn_move(before, &turned, *mv);
            (turned, mv)
        })
        .collect();
    let scene = Scene {
        position: &other,
        past: &other_past,
    };
    let (other_planes, other_moves) = seen(game, scene);
    assert_eq!(
        planes, other_planes,
        "{text}: the same board from the other side"
    );
    for (mv, squares, features) in moves {
        let mv = turn_move(position, &other, mv);
        let (_, other_squares, other_features) = other_moves
            .iter()
            .find(|(other, ..)| *other == mv)
            .unwrap_or_else(|| panic!("{text}: {mv:?} is missing on the turned board"));
        let name = game.write_move(&other, mv);
        assert_eq!(squares, *other_squares, "{text}: where {name} is");
        assert_eq!(features, *other_features, "{text}: what {name} looks like");
    }
}

/// The text with the letters of each pair exchanged.
fn exchanged(text: &str, pairs: &[(char, char)]) -> String {
    let exchange = |letter: char| {
        let pair = pairs
            .iter()
            .find(|(one, other)| letter == *one || letter == *other);
        pair.map_or(
            letter,
            |&(one, other)| if letter == one { other } else { one },
        )
    };
    text.chars().map(exchange).collect()
}

#[test]
fn othello_looks_the_same_from_both_sides() {
    let turned = Turned {
        position: |text| {
            let (board, mover) = text.split_once(' ').expect("a board and a side");
            let rows: Vec<char> = board.chars().collect();
            let rows = rows.chunks(8).flat_map(|row| row.iter().rev());
            exchanged(
                &format!("{} {mover}", rows.collect::<String>()),
                &[('X', 'O')],
            )
        },
        mv: |text| match text {
            "pass" => text.to_owned(),
            _ => exchanged(text, &[('a', 'h'), ('b', 'g'), ('c', 'f'), ('d', 'e')]),
        },
    };
    check(&Othello::default(), &turned, 20, 70);
}

#[test]
fn draughts_looks_the_same_from_both_sides() {
    /// Every number of a square becomes that of the square which lies there for the other side.
    fn squares(text: &str) -> String {
        let mut turned = String::new();
        let mut number = 0;
        for letter in text.chars().chain([' ']) {
            match letter.to_digit(10) {
                Some(digit) => number = 10 * number + digit,
                None => {
                    if number > 0 {
                        turned += &(33 - number).to_string();
                    }
                    number = 0;
                    turned.push(letter);
                }
            }
        }
        turned.trim_end().to_owned()
    }
    let turned = Turned {
        position: |text| {
            let (pieces, quiet) = text.split_once(":H").unwrap_or((text, "0"));
            format!("{}:H{quiet}", exchanged(&squares(pieces), &[('B', 'W')]))
        },
        mv: squares,
    };
    check(&Draughts, &turned, 20, 120);
}

#[test]
fn backgammon_looks_the_same_from_both_sides() {
    let turned = Turned {
        position: |text| {
            let (board, turn) = text.split_once(' ').expect("a board and a turn");
            let swap = |letter: char| match letter.is_ascii_lowercase() {
                true => letter.to_ascii_uppercase(),
                false => letter.to_ascii_lowercase(),
            };
            let board: String = board.chars().rev().map(swap).collect();
            let turn = match turn.split_once(' ').unwrap_or((turn, "")) {
                ("first", dice) => format!("second {dice}"),
                (_, dice) => format!("first {dice}"),
            };
            format!("{board} {turn}")
        },
        // Both sides count from their own home.
        mv: str::to_owned,
    };
    check(&Backgammon, &turned, 8, 150);
}

#[test]
fn go_looks_the_same_from_both_sides() {
    let turned = Turned {
        position: |text| {
            let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            for word in &mut words[..2] {
                *word = exchanged(word, &[('X', 'O')]);
            }
            words.join(" ")
        },
        mv: str::to_owned,
    };
    check(&Go::new(9).expect("a size"), &turned, 3, 120);
}

#[test]
fn chess_looks_the_same_from_both_sides() {
    /// Ranks counted from the other side.
    fn ranks(text: &str) -> String {
        exchanged(text, &[('1', '8'), ('2', '7'), ('3', '6'), ('4', '5')])
    }
    fn colours(text: &str) -> String {
        let swap = |letter: char| match letter.is_ascii_lowercase() {
            true => letter.to_ascii_uppercase(),
            false => letter.to_ascii_lowercase(),
        };
        text.chars().map(swap).collect()
    }
    let turned = Turned {
        position: |text| {
            let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            let rows: Vec<String> = words[0].rsplit('/').map(colours).collect();
            words[0] = rows.join("/");
            words[1] = exchanged(&words[1], &[('w', 'b')]);
            // White's rights are written first.
            let mut rights: Vec<char> = colours(&words[2]).chars().collect();
            rights.sort_by_key(|letter| letter.is_ascii_lowercase());
            words[2] = rights.into_iter().collect();
            words[3] = ranks(&words[3]);
            words.join(" ")
        },
        mv: ranks,
    };
    check(&Chess, &turned, 6, 120);
}
