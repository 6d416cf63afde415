//! The rules: published counts, ends of contests, repetition.

use shido_core::{Game, Outcome, Seat, Seed, Turn};
use shido_games::chess::Chess;
use shido_testkit::{laws, perft};

use super::{START, after, position};

const PERFT: &str = include_str!("../data/chess-perft.tsv");

#[test]
fn perft_agrees_with_the_published_counts() {
    let rows = PERFT.lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let [fen, depth, leaves] = cells[..] else {
            panic!("a row has three cells: {row}");
        };
        let depth = depth.parse().expect("a depth");
        let leaves: u64 = leaves.parse().expect("a count");
        assert_eq!(
            perft(&Chess, &position(fen), depth),
            leaves,
            "{fen} to depth {depth}"
        );
        checked += 1;
    }
    assert_eq!(checked, 32);
}

#[test]
fn chess_keeps_the_laws() {
    laws::check(&Chess, Seed(1), 6);
    laws::check_symmetry(&Chess, Seed(2), 2);
    laws::check_guide(&Chess, Seed(3), 60);
    laws::check_features(&Chess, Seed(4), 20);
    laws::check_markers(&Chess, Seed(7), 10);
}

#[test]
fn contests_end_as_the_laws_of_chess_say() {
    let check = |fen: &str, turn: Turn| {
        let position = position(fen);
        assert_eq!(Chess.turn(&position), turn, "{fen}");
        let goes_on = matches!(turn, Turn::Of(_));
        assert_eq!(Chess.count_moves(&position) > 0, goes_on, "{fen}");
        let drawn = Chess.random_move(&position, &mut Seed(1).rng());
        assert_eq!(drawn.is_some(), goes_on, "{fen}");
    };
    let draw = Turn::Over(Outcome::DRAW);
    let white = Turn::Of(Seat::First);
    // Fool's mate, and a stalemate.
    check(
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        Turn::Over(Outcome::win(Seat::Second)),
    );
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", draw);
    // Fifty moves, unless the last one mates.
    check("7k/8/6K1/8/8/8/8/R7 w - - 99 90", white);
    check("7k/8/6K1/8/8/8/8/R7 w - - 100 90", draw);
    check(
        "R6k/8/6K1/8/8/8/8/8 b - - 100 90",
        Turn::Over(Outcome::win(Seat::First)),
    );
    // Material that cannot mate, and material that can.
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", draw);
    check("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", draw);
    check("4kb2/8/8/8/8/8/8/4K3 w - - 0 1", draw);
    // c1 and f8 are dark squares, c8 is a light one.
    check("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", draw);
    check("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", white);
    check("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", white);
    check("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", white);
    check("4kb2/8/8/8/8/8/8/4KN2 w - - 0 1", white);
    check("4k3/8/8/8/8/8/7P/4K3 w - - 0 1", white);
}

#[test]
fn positions_recur_whatever_the_clocks_say() {
    assert_eq!(Chess.repetition_limit(), Some(3));
    let once = after(START, &["Nf3", "Nf6", "Ng1", "Ng8"]);
    assert_ne!(once, Chess.start());
    assert_eq!(Chess.recurs_as(&once), Chess.recurs_as(&Chess.start()));
    // The right to castle is part of the position.
    let moved = after(START, &["e4", "e5", "Ke2", "Ke7", "Ke1", "Ke8"]);
    let unmoved = after(START, &["e4", "e5"]);
    assert_ne!(Chess.recurs_as(&moved), Chess.recurs_as(&unmoved));
}

/// The laws of chess (9.2) compare what can be played, so a pawn's double step counts only where an
/// enemy pawn can really capture it.
#[test]
fn en_passant_matters_where_it_can_be_played() {
    let same = |fen: &str, double_step: &str, knights: &[&str], expected: bool| {
        let first = after(fen, &[double_step]);
        let again = after(fen, &[&[double_step], knights].concat());
        let equal = Chess.recurs_as(&first) == Chess.recurs_as(&again);
        assert_eq!(equal, expected, "{double_step} in {fen}");
    };
    let dance = ["Nf6", "Nf3", "Ng8", "Ng1"];
    same(START, "e4", &dance, true);
    let beside = "rnbqkbnr/ppp1pppp/8/8/3p4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    same(beside, "e4", &dance, false);
    // The pawn on d4 could capture on e3, but then the rook on a4 would see the king on h4.
    let pinned = "6n1/8/8/8/R2p3k/8/4P3/4K1N1 w - - 0 1";
    same(pinned, "e4", &["Nf6", "Nh3", "Ng8", "Ng1"], true);
    // Keys agree with that as far as the pawn is concerned.
    let first = after(START, &["e4"]);
    let again = after(START, &["e4", "Nf6", "Nf3", "Ng8", "Ng1"]);
    assert_eq!(Chess.key(&first), Chess.key(&again));
}

#[test]
fn random_moves_are_even() {
    // One pawn that promotes in two ways to four pieces each, and a king: eleven moves.
    let position = position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1");
    let moves = Chess.moves(&position);
    assert_eq!(moves.len(), 11);
    let mut rng = Seed(5).rng();
    let mut counts = vec![0_u32; moves.len()];
    for _ in 0..11_000 {
        let drawn = Chess
            .random_move(&position, &mut rng)
            .expect("there are moves");
        let index = moves
            .iter()
            .position(|mv| *mv == drawn)
            .expect("a legal move");
        counts[index] += 1;
    }
    // Five standard deviations of a binomial count with mean 1000.
    assert!(
        counts.iter().all(|count| (850..=1150).contains(count)),
        "{counts:?}"
    );
}
