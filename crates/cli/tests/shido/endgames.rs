//! Endings of chess: solved, kept, looked up, and refused where they are none.

use serde_json::Value;

use crate::program::{Shido, stderr};

/// Mate in sixteen at the longest, published by Bain and Hoff; and a search of one ply that finds its way by the
/// table alone.
#[test]
fn an_ending_is_solved_once_and_looked_up_by_searches() {
    let shido = Shido::new();
    let far = [
        "analyze",
        "chess",
        "--position",
        "8/8/8/8/8/2k5/8/K6R w - - 0 1",
        "--json",
        "--by",
    ];
    let ask = |player: &'static str| [&far[..], &[player]].concat();
    let said = shido.refuse(&ask("pvs:depth=1,tables=on"));
    assert!(
        said.contains("no endgame of Chess has been solved"),
        "{said}"
    );
    assert!(said.contains("shido solve chess --endgame KRK"), "{said}");

    let solve = ["solve", "chess", "--endgame", "krk", "--json"];
    let solved = shido.json(&solve);
    for (key, value) in [
        ("endgame", Value::from("KRK")),
        ("longest_moves", 16.into()),
    ] {
        assert_eq!(solved[key], value, "{key}");
    }
    assert_eq!(solved["from_cache"], false);
    assert_eq!(shido.json(&solve)["from_cache"], true);
    assert!(shido.table("chess-KRK").exists());

    for player in ["pvs:depth=1,tables=on", "alphabeta:depth=1,tables=on"] {
        let found = shido.json(&ask(player));
        assert_eq!(found["value"], 1.0, "{player}: {found}");
    }

    let mut bytes = std::fs::read(shido.table("chess-KRK")).expect("the table was kept");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(shido.table("chess-KRK"), bytes).expect("the table can be written");
    let output = shido.run(&ask("pvs:depth=1,tables=on"));
    let said = stderr(&output);
    assert!(said.contains("chess-KRK.table was not used"), "{said}");
    assert_eq!(output.status.code(), Some(1), "{said}");
    let again = shido.run(&solve);
    let said = stderr(&again);
    assert!(said.contains("chess-KRK.table was not used"), "{said}");
    assert!(again.status.success(), "{said}");
}

#[test]
fn what_is_no_ending_is_refused() {
    let shido = Shido::new();
    for (game, endgame, problem, help) in [
        ("chess", "KXK", "`X` in `KXK` is no piece", "did you mean"),
        ("chess", "KQRBK", "has 5 men", "KQRK"),
        ("chess", "KR", "has 1 kings", "KRK"),
        (
            "tic-tac-toe",
            "KRK",
            "has no endgames",
            "solves a small game whole",
        ),
    ] {
        let said = shido.refuse(&["solve", game, "--endgame", endgame]);
        assert!(said.contains(problem), "{said}");
        assert!(said.contains(help), "{said}");
    }
}
