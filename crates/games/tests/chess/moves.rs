//! Moves as players and engines write them.

use shido_core::{EngineNotation, Game, Notation};
use shido_games::chess::Chess;

use super::{START, after, position};

/// `[position, UCI, SAN]`, written by hand from the rules of the notation.
const MOVES: &[[&str; 3]] = &[
    [START, "g1f3", "Nf3"],
    [START, "e2e4", "e4"],
    // Two knights reach d2: the file tells them apart.
    ["4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"],
    ["4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "f3d2", "Nfd2"],
    // On one file the rank does.
    ["4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3", "R1a3"],
    ["4k3/8/8/R7/8/8/8/R3K3 w - - 0 1", "a5a3", "R5a3"],
    // Three queens: one shares its file with one and its rank with another.
    ["1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1", "Qh4e1"],
    ["1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "e4e1", "Qee1"],
    ["1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h1e1", "Q1e1"],
    // The knight on f3 is pinned, so there is nothing to tell apart.
    ["4kr2/8/8/8/8/5N2/8/1N3K2 w - - 0 1", "b1d2", "Nd2"],
    // Captures, by pieces and by pawns, and en passant.
    ["4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", "exd5"],
    ["4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", "Nxd5"],
    ["4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"],
    // Promotions, with capture, check and mate.
    ["8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"],
    ["4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "a8=Q+"],
    ["1r5k/P5pp/8/8/8/8/8/4K3 w - - 0 1", "a7b8r", "axb8=R#"],
    // Castling to both sides, by both sides, and with check.
    ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"],
    ["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"],
    ["r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8", "O-O"],
    ["r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"],
    ["5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"],
    // Mate and double check.
    [
        "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
        "d8h4",
        "Qh4#",
    ],
    ["4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", "Nf6+"],
];

#[test]
fn moves_are_written_and_read() {
    for [fen, uci, san] in MOVES {
        let position = position(fen);
        let mv = Chess
            .parse_engine_move(&position, uci)
            .expect("a legal move");
        assert_eq!(Chess.write_move(&position, mv), *san, "{uci} in {fen}");
        assert_eq!(Chess.engine_move(&position, mv), *uci, "{san} in {fen}");
        for text in [uci, san] {
            assert_eq!(Chess.parse_move(&position, text), Ok(mv), "{text} in {fen}");
        }
    }
}

#[test]
fn reading_is_tolerant() {
    let check = |fen: &str, texts: &[&str], uci: &str| {
        let position = position(fen);
        for text in texts {
            let mv = Chess
                .parse_move(&position, text)
                .unwrap_or_else(|error| panic!("{text} in {fen}: {error}"));
            assert_eq!(Chess.write_uci(&position, mv), uci, "{text} in {fen}");
        }
    };
    check(
        START,
        &["nf3", "NF3", "Ng1f3", "Ng1-f3", " Nf3!? ", "Nf3+", "G1F3"],
        "g1f3",
    );
    check(START, &["E4", "e2-e4", "e4??"], "e2e4");
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(both, &["0-0", "o-o", "O-O!", "e1h1"], "e1g1");
    check(both, &["0-0-0", "o-o-o", "e1a1"], "e1c1");
    let promotion = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    check(
        promotion,
        &["a8Q", "a8=Q", "a8=q", "a8q", "a8=Q#", "a7a8Q"],
        "a7a8q",
    );
    let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    check(
        passing,
        &["ed6", "exd6 e.p.", "exd6e.p.", "e5xd6", "e5:d6"],
        "e5d6",
    );
    // A small b is a pawn where that is legal, and else a bishop.
    check(
        "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1",
        &["bc4", "bxc4"],
        "b3c4",
    );
    check(
        "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1",
        &["Bxc4", "Bc4"],
        "f1c4",
    );
    check("4k3/8/8/8/8/8/7P/4KB2 w - - 0 1", &["bc4", "BC4"], "f1c4");
}

/// A learner who types what no piece can do is told what stands in the way.
#[test]
fn what_no_piece_can_do_has_a_reason() {
    let alone = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    for (fen, text, reason) in [
        (START, "Ng3", "no knight of White's can go to g3"),
        (START, "e5", "no pawn of White's can go to e5"),
        (START, "Ke2", "a piece of White's own stands on e2"),
        (START, "Ke3", "the king on e1 cannot go to e3"),
        (START, "e7e5", "the piece on e7 is Black's"),
        (START, "e4e5", "there is no piece on e4"),
        (START, "f2f5", "the pawn on f2 cannot go to f5"),
        (alone, "Qd4", "White has no queen"),
    ] {
        let error = Chess.parse_move(&position(fen), text).unwrap_err();
        assert_eq!(error.reason.as_deref(), Some(reason), "{text}");
    }
}

#[test]
fn what_is_no_move_is_explained() {
    let check = |fen: &str, text: &str, problem: &str, help: &str| {
        let error = Chess
            .parse_move(&position(fen), text)
            .expect_err("the text names no move");
        assert!(error.problem.contains(problem), "{error:?}");
        let advice = error.help.unwrap_or_default();
        assert!(advice.contains(help), "{advice}");
    };
    check(
        START,
        "e5",
        "`e5` is not a legal move here",
        "legal moves: a3, a4",
    );
    check(START, "e2e4q", "not a legal move", "e4");
    check(START, "e2e4 e7e5", "not a legal move", "e4");
    check(START, "Kh1", "not a legal move", "e4");
    check(START, "O-O", "not a legal move", "e4");
    check(START, "", "not a legal move", "e4");
    check(START, "é4", "not a legal move", "e4");
    check(START, "ééé", "not a legal move", "e4");
    let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
    check(knights, "Nd2", "several moves", "Nbd2, Nfd2");
    let promotion = "7k/P7/8/8/8/8/8/4K3 w - - 0 1";
    check(promotion, "a8", "several moves", "a8=N, a8=B, a8=R+, a8=Q+");
    check(promotion, "a7a8", "several moves", "a8=Q+");
    // Castling is no move of the king to the square of its rook.
    let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    check(castling, "Kh1", "not a legal move", "O-O");
    check(
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "Kg8",
        "not a legal move",
        "over",
    );
    let error = Chess.parse_engine_move(&Chess.start(), "Nf3");
    assert!(error.is_err_and(|error| error.help.is_some_and(|help| help.contains("g1f3"))));
}

#[test]
fn castling_moves_both_pieces() {
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let castled = after(both, &["O-O", "O-O-O"]);
    assert_eq!(
        Chess.engine_position(&castled),
        "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"
    );
    assert_eq!(Chess.moves(&castled).len(), Chess.count_moves(&castled));
}
