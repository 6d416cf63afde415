//! Motifs of draughts, Go and Othello on positions that were made for the purpose.

use shido_core::{Game, Motif, Motifs, Notation, Scene, Seed, Turn};
use shido_games::draughts::Draughts;
use shido_games::go::Go;
use shido_games::othello::Othello;

fn motifs<G: Motifs + Notation>(game: &G, position: &str, line: &str) -> Vec<Motif> {
    let start = game.parse_position(position).expect("a sound position");
    let mut at = start.clone();
    let mut moves = Vec::new();
    for text in line.split_whitespace() {
        let mv = game.parse_move(&at, text);
        let mv = mv.unwrap_or_else(|error| panic!("{text} in {position}: {error}"));
        moves.push(mv);
        game.play(&mut at, mv);
    }
    let scene = Scene {
        position: &start,
        past: &[],
    };
    game.motifs(scene, &moves)
}

/// The motifs of a line: name, move and points.
#[track_caller]
fn check<G: Motifs + Notation>(
    game: &G,
    position: &str,
    line: &str,
    expected: &[(&str, usize, &str)],
) {
    let found = motifs(game, position, line);
    let points: Vec<String> = found.iter().map(|motif| motif.points.join(" ")).collect();
    let found: Vec<(&str, usize, &str)> = (found.iter().zip(&points))
        .map(|(motif, points)| (motif.name, motif.ply, points.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn draughts() {
    // From 1 over 6 to 10 and over 15 to 19.
    check(
        &Draughts,
        "B:W6,15,32:B1",
        "1x19",
        &[("multi-jump", 0, "1 19 6 15")],
    );
    check(&Draughts, "B:W6,32:B1", "1x10", &[]);
    // One man is given on 11, and from 3 the men on 7 and 14 are taken.
    check(
        &Draughts,
        "B:W14,16,32:B3,8",
        "8-11 16x7 3x17",
        &[("shot", 2, "3 17 7 14")],
    );
    check(&Draughts, "B:W14,16,32:B3,8", "8-11 16x7", &[]);
    check(&Draughts, "B:W5:B25", "25-29", &[("crowning", 0, "29")]);
    check(&Draughts, "B:W5:BK25", "25-29", &[]);
}

#[test]
fn captures_in_go() {
    let go = Go::new(5).expect("a size of Go");
    let corner = "OX3/5/5/5/5 X";
    check(&go, corner, "A4", &[("capture", 0, "A4 A5")]);
    check(&go, corner, "C3", &[]);
    check(
        &go,
        "1X3/XO3/2OX1/2X2/5 X",
        "B3",
        &[("double atari", 0, "B3 C3 B4")],
    );
    // The second stone has a liberty more.
    check(&go, "1X3/XO3/2O2/2X2/5 X", "B3", &[]);
}

#[test]
fn ladders_in_go() {
    let go = Go::new(7).expect("a size of Go");
    let start = "7/7/7/7/1XO4/2XX3/7 X";
    let ladder = "C4 D3 E3 D4 D5 E4 F4 E5 E6 F5 G5 F6 F7 G6";
    let found = motifs(&go, start, &format!("{ladder} G7"));
    let names: Vec<&str> = found.iter().map(|motif| motif.name).collect();
    assert_eq!(names, ["ladder", "capture"]);
    assert_eq!((found[0].ply, found[0].points[0].as_str()), (0, "C3"));
    // Nothing is taken yet.
    check(&go, start, ladder, &[]);
}

#[test]
fn corners_in_othello() {
    let othello = Othello::new(6).expect("a size of Othello");
    let position = "-OX--- --O--- --OX-- --XX-- ------ ------ X";
    let names = |line: &str| -> Vec<&str> {
        let found = motifs(&othello, position, line);
        found.iter().map(|motif| motif.name).collect()
    };
    assert!(names("a1").contains(&"corner"));
    assert!(!names("b3").contains(&"corner"));
}

/// In random contests: few moves are told where the rules, asked plainly, give few.
#[test]
fn mobility_in_othello_is_what_the_rules_say() {
    let othello = Othello::default();
    let mut rng = Seed(3).rng();
    let mut told = 0;
    for _ in 0..400 {
        let mut position = othello.start();
        while let Some(mv) = othello.random_move(&position, &mut rng) {
            let scene = Scene {
                position: &position,
                past: &[],
            };
            let found = othello.motifs(scene, &[mv]);
            let after = othello.after(&position, mv);
            let few = found.iter().any(|motif| motif.name == "mobility");
            if few {
                told += 1;
                let left = othello.moves(&after);
                assert!(left.len() <= 2 && matches!(othello.turn(&after), Turn::Of(_)));
            }
            position = after;
        }
    }
    assert!(told > 20, "{told}");
}
