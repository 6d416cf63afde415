//! Positions as text, and what can be wrong with them.

use proptest::prelude::*;
use shido_core::Notation;
use shido_games::chess::Chess;

use super::{START, position};

#[test]
fn positions_are_written_as_they_are_read() {
    for fen in [
        START,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 17 60",
        "8/8/8/4k3/8/8/8/4K2R w K - 99 65535",
    ] {
        assert_eq!(Chess.write_position(&position(fen)), fen);
    }
    // Fields without clocks, as in books of openings, begin at the first move.
    assert_eq!(
        position("4k3/8/8/8/8/8/7P/4K3  w - -"),
        position("4k3/8/8/8/8/8/7P/4K3 w - - 0 1")
    );
}

/// `[text, part of the problem, part of the advice]`.
const WRONG: &[[&str; 3]] = &[
    ["", "this text has 0", "the fields are"],
    [
        "startpos",
        "6 fields, and this text has 1",
        "rnbqkbnr/pppppppp",
    ],
    ["4k3/8/8/8/8/8/8/4K2R w K - 0", "has 5", "may be left out"],
    [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 extra",
        "has 7",
        "the fields are",
    ],
    [
        "4k3/8/8/8/8/8/4K2R w - - 0 1",
        "7 ranks instead of 8",
        "from the eighth",
    ],
    [
        "4k3/8/8/8/8/8/8/8/4K2R w - - 0 1",
        "9 ranks instead of 8",
        "from the eighth",
    ],
    [
        "4k3/8/8/8/x7/8/8/4K2R w - - 0 1",
        "`x` in rank 4 is no piece",
        "KQRBNP",
    ],
    [
        "4k3/8/8/8/9/8/8/4K2R w - - 0 1",
        "`9` in rank 4",
        "digits count",
    ],
    ["4k3/8/8/8/é7/8/8/4K2R w - - 0 1", "`é` in rank 4", "KQRBNP"],
    [
        "4k3/8/8/8/7/8/8/4K2R w - - 0 1",
        "rank 4, `7`, has 7 squares",
        "one square",
    ],
    [
        "4k3/8/8/8/8p/8/8/4K2R w - - 0 1",
        "rank 4, `8p`, has 9 squares",
        "one square",
    ],
    [
        "8/8/8/8/8/8/8/4K2R w - - 0 1",
        "Black has no king",
        "put a `k`",
    ],
    [
        "4k3/8/8/8/8/8/8/7R w - - 0 1",
        "White has no king",
        "put a `K`",
    ],
    [
        "4k3/8/8/8/8/8/8/K3K2R w - - 0 1",
        "White has 2 kings",
        "exactly one",
    ],
    [
        "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "Black has 9 pawns",
        "at most 8",
    ],
    [
        "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1",
        "White has 17 pieces",
        "at most 16",
    ],
    [
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "a pawn stands on h8",
        "ranks 2 to 7",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2p w - - 0 1",
        "a pawn stands on h1",
        "ranks 2 to 7",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R x - - 0 1",
        "`x` is not a side",
        "`w` for White",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R W - - 0 1",
        "`W` is not a side",
        "`w` for White",
    ],
    [
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "Black is in check",
        "other side to move",
    ],
    [
        "8/8/8/3kK3/8/8/8/8 w - - 0 1",
        "side by side",
        "next to the other",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w X - 0 1",
        "`X` is no right",
        "`-` for none",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
        "king on e1 and a rook on a1",
        "leave",
    ],
    [
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "king on e1 and a rook on h1",
        "leave",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w k - 0 1",
        "Black's king on e8",
        "leave",
    ],
    ["4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "told twice", "once"],
    [
        "4k3/8/8/8/8/8/8/4K2R w K e9 0 1",
        "`e9` is no square",
        "of rank 6",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w K e3 0 1",
        "`e3` is no square",
        "of rank 6",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R b K e6 0 1",
        "`e6` is no square",
        "of rank 3",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w K e6 0 1",
        "passed over e6",
        "`-` for none",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w K - -1 1",
        "`-1` is no halfmove clock",
        "0 to 100",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w K - 101 1",
        "`101` is no halfmove clock",
        "0 to 100",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 0",
        "`0` is no move number",
        "from 1",
    ],
    [
        "4k3/8/8/8/8/8/8/4K2R w K - 0 x",
        "`x` is no move number",
        "from 1",
    ],
    [
        "4k3/8/8/8/1b6/8/2n5/4K2q w - - 0 1",
        "White is in check by 3",
        "two pieces",
    ],
];

#[test]
fn what_is_no_position_is_explained() {
    for [text, problem, help] in WRONG {
        let error = Chess.parse_position(text).expect_err(text);
        assert!(error.problem.contains(problem), "{text}: {error:?}");
        let advice = error.help.expect("there is advice");
        assert!(advice.contains(help), "{text}: {advice}");
    }
}

proptest! {
    #[test]
    fn reading_never_panics(text in ".{0,80}") {
        let _ = Chess.parse_position(&text);
    }

    /// Texts that are nearly right reach further than random ones. What is read can be written.
    #[test]
    fn reading_what_is_nearly_right_never_panics(
        rows in proptest::collection::vec("[KQRBNPkqrbnp1-8]{1,8}", 8),
        rest in "[wb] [KQkq-]{1,4} (-|[a-h][36]) [0-9]{1,3} [0-9]{1,5}",
    ) {
        let text = format!("{} {rest}", rows.join("/"));
        if let Ok(position) = Chess.parse_position(&text) {
            prop_assert_eq!(Chess.parse_position(&Chess.write_position(&position)), Ok(position));
        }
    }
}
