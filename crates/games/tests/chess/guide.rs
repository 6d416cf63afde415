//! Hints for searches.

use shido_core::{Game, Guide, Notation};
use shido_games::chess::Chess;

use super::{START, position};

fn noisy(fen: &str) -> Vec<String> {
    let position = position(fen);
    let mut names = Vec::new();
    Chess.each_noisy(&position, |mv| names.push(Chess.write_move(&position, mv)));
    names.sort();
    names
}

#[test]
fn captures_and_queens_are_noisy() {
    assert!(noisy(START).is_empty());
    assert_eq!(noisy("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), ["exd6"]);
    assert_eq!(
        noisy("1n5k/P7/8/8/8/8/6p1/6K1 w - - 0 1"),
        ["Kxg2", "a8=Q", "axb8=Q+"]
    );
    // Castling ends on a square of one's own and captures nothing.
    assert!(noisy("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").is_empty());
    // A pinned piece takes only along the pin.
    assert_eq!(noisy("4r2k/8/8/2p5/8/4R3/4K3/8 w - - 0 1"), ["Rxe8+"]);
}

#[test]
fn promises_put_moves_in_order() {
    // By hand: the pawn takes the queen, the rook takes the pawn that nobody guards, quiet moves, the
    // rook takes the guarded pawn.
    let fen = "4k3/8/2p5/1p1q4/2P4p/8/8/1R2K2R w K - 0 1";
    let position = position(fen);
    let promise = |text: &str| {
        let mv = Chess.parse_move(&position, text).expect("a legal move");
        Chess.promise(&position, mv)
    };
    let order = ["cxd5", "cxb5", "Rhxh4", "O-O", "Ke2", "Rxb5"].map(promise);
    assert!(order.is_sorted_by(|one, next| one > next), "{order:?}");
    assert_eq!(promise("Ke2"), 0);
    // A rook for a pawn, in hundredths.
    assert_eq!(promise("Rxb5"), 100 - 500);
}

#[test]
fn passing_needs_pieces_and_no_check() {
    let passes = |fen: &str| Chess.pass(&position(fen)).is_some();
    assert!(passes(START));
    assert!(!passes("4k3/8/8/8/8/8/7P/4K3 w - - 0 1"));
    assert!(passes("4k3/8/8/8/8/8/7P/4KN2 w - - 0 1"));
    let check = "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1";
    assert!(!passes(check));
    assert!(!Chess.at_ease(&position(check)));
    // The other side would be stalemated, which is no boon to judge by.
    assert!(!passes("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"));
    // The clock stands still, or the pass itself would end the contest.
    assert!(passes("4k3/8/8/8/8/8/7P/4KN2 w - - 99 90"));
    let passed = Chess.pass(&Chess.start()).expect("nobody is in check");
    assert_eq!(Chess.count_moves(&passed), 20);
}
