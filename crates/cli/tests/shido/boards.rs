//! The program as an engine, driven by its own client for engines: each move that comes back is checked by
//! the rules.

use crate::program::{Shido, stderr};

/// Plays a match against the program itself behind a protocol, and gives the outcome.
#[track_caller]
fn match_of(
    game: &str,
    protocol: &str,
    player: &str,
    other: &str,
    games: u64,
) -> serde_json::Value {
    let program = env!("CARGO_BIN_EXE_shido");
    let engine = format!("{protocol}:command={program} {protocol} --seed 1 --player {player}");
    let games = games.to_string();
    let seats = ["--seats", "alternate", "--json"];
    let arguments = ["match", game, &engine, other, "--games", &games];
    Shido::new().json(&[&arguments[..], &seats[..]].concat())
}

#[test]
fn chess_by_uci() {
    let report = match_of("chess", "uci", "pvs:nodes=300", "random", 2);
    assert_eq!(report["games"], 2);
    assert_eq!(report["b_wins"], 0.0, "{report}");
}

#[test]
fn shogi_by_usi() {
    let report = match_of("shogi", "usi", "pvs:nodes=100", "random", 2);
    assert_eq!(report["games"], 2);
    assert_eq!(report["b_wins"], 0.0, "{report}");
}

#[test]
fn go_by_gtp() {
    let report = match_of(
        "go:size=5,komi=0.5",
        "gtp",
        "mcts:playouts=300",
        "random",
        2,
    );
    assert_eq!(report["games"], 2);
    assert_eq!(report["b_wins"], 0.0, "{report}");
}

/// Two processes of the program, and a third that is the board.
#[test]
fn an_engine_plays_an_engine() {
    let program = env!("CARGO_BIN_EXE_shido");
    let other = format!("uci:command={program} uci --player random");
    let report = match_of("chess", "uci", "people:rating=1200", &other, 1);
    assert_eq!(report["games"], 1);
}

#[test]
fn what_cannot_be_had_is_said_before_anything_else() {
    for (arguments, problem) in [
        (["uci", "--player", "nobody"], "there is no player `nobody`"),
        (["uci", "--player", "pvs:depth=x"], "depth=x"),
        (["gtp", "chess", "--player=perfect"], "chess"),
    ] {
        let said = Shido::new().refuse(&arguments);
        assert!(said.to_lowercase().contains(problem), "{said}");
    }
    let shido = Shido::new();
    let output = shido.run(&["uci", "no-such-game"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no-such-game"));
}
