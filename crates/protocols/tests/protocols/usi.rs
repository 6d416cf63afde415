//! USI: UCI in the words of shogi.

use shido_protocols::Protocol;

use crate::partner::said;

fn usi(lines: &str) -> String {
    said(Protocol::Usi, "shogi", "pvs:nodes=2000", lines)
}

#[test]
fn it_speaks_of_shogi() {
    let said = usi("usi\nisready\nusinewgame\nposition startpos moves 7g7f\n\
                    go btime 0 wtime 0 byoyomi 2000\ngameover win\n");
    assert!(said.contains("option name USI_Hash type spin"), "{said}");
    assert!(said.contains("option name USI_Ponder type check"), "{said}");
    assert!(said.contains("usiok\nreadyok\n"), "{said}");
    let best = said.lines().last().expect("an answer");
    let mv = best.strip_prefix("bestmove ").expect("a move");
    // White's men stand on the ranks a to c.
    assert!(mv.as_bytes()[1] <= b'c', "{said}");
}

/// A gold dropped before the king that a pawn guards is the shortest mate there is: one ply.
#[test]
fn mates_are_counted_in_plies() {
    let said = usi("position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1\ngo depth 3\n");
    assert!(said.contains("score mate 1 "), "{said}");
    assert!(said.contains("bestmove G*5b"), "{said}");
    // And the one who is mated has no move to make.
    let over = usi("position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1\ngo depth 3\n");
    assert!(over.contains("bestmove resign"), "{over}");
    assert!(usi("go mate infinite\n").contains("checkmate notimplemented"));
}

#[test]
fn what_is_wrong_is_said() {
    let said = usi("position sfen nonsense\nposition startpos moves 7g7e\ngo nodes 50\n");
    assert_eq!(said.matches("info string ").count(), 2, "{said}");
    assert_eq!(said.matches("bestmove ").count(), 1, "{said}");
}
