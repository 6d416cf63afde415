//! Games as portable game notation.

use proptest::prelude::*;
use shido_core::{Game, Notation, Outcome, Seat, Seed};
use shido_games::chess::Chess;
use shido_games::chess::pgn::{self, PgnGame};

use super::{START, after, position};

/// Anderssen against Kieseritzky, London 1851.
const IMMORTAL: &str = r#"
[Event "London"]
[Date "1851.06.21"]
[White "Anderssen, Adolf"]
[Black "Kieseritzky, Lionel"]
[Result "1-0"]

1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ {The king may not castle any more.} 4. Kf1 b5 5. Bxb5 Nf6
6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 ; a comment to the end of the line (
11. Rg1! cxb5 $6 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5
% an escaped line 1-0
17. Nd5 Qxb2 18. Bd6 (18. d4 {is (perhaps) better} Qxa1+ (18... Bf8) 19. Kg2) 18... Bxg1
19.e5 Qxa1+ 20.Ke2 Na6 21.Nxg7+ Kd8 22.Qf6+ Nxf6 23.Be7# 1-0
"#;

#[test]
fn a_famous_game_is_read() {
    let games = pgn::read(IMMORTAL).expect("the game is well-formed");
    let [game] = games.as_slice() else {
        panic!("it is one game");
    };
    assert_eq!(game.moves.len(), 45);
    assert_eq!(game.result, Some(Outcome::win(Seat::First)));
    assert_eq!(
        game.tags[2],
        ("White".to_owned(), "Anderssen, Adolf".to_owned())
    );
    let mut position = game.start.clone();
    for &mv in &game.moves {
        Chess.play(&mut position, mv);
    }
    assert_eq!(
        Chess.write_position(&position),
        "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23"
    );
    let written = game.to_string();
    assert!(written.lines().all(|line| line.len() <= 80), "{written}");
    assert!(written.contains("22. Qf6+ Nxf6 23. Be7# 1-0"), "{written}");
    assert_eq!(pgn::read(&written), Ok(games));
}

#[test]
fn games_can_begin_anywhere_and_follow_one_another() {
    let text =
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n\n40... Kd7 41. e4 1/2-1/2\n\n1. e4 *\n";
    let games = pgn::read(text).expect("the games are well-formed");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].start, position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 40"));
    assert_eq!(games[0].result, Some(Outcome::DRAW));
    let written = games[0].to_string();
    assert!(written.ends_with("40... Kd7 41. e4 1/2-1/2\n"), "{written}");
    assert!(written.contains("[SetUp \"1\"]"), "{written}");
    assert_eq!(games[1].moves.len(), 1);
    assert_eq!(games[1].result, None);
    let again: String = games.iter().map(PgnGame::to_string).collect();
    assert_eq!(pgn::read(&again), Ok(games));
}

/// Whoever does not claim the draw plays on.
#[test]
fn moves_after_the_fifty_move_rule_are_read() {
    let text = "[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 100 90\"] 90. Ra8# 1-0";
    let games = pgn::read(text).expect("the game is well-formed");
    assert_eq!(games[0].moves.len(), 1);
}

/// `[text, the message, part of the advice]`.
const WRONG: &[[&str; 3]] = &[
    ["", "line 1: there is no game in the text", "1. e4 e5 *"],
    [
        " {only a comment} \n",
        "line 1: there is no game in the text",
        "1. e4 e5 *",
    ],
    [
        "1. e4 e5\n2. Nf3 Nc6\n",
        "line 2, move 3.: the text ends before the game has a result",
        "cut short",
    ],
    [
        "1. e4 e5\n2. N",
        "line 2, move 2.: `N` is not a legal move",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq",
    ],
    [
        "[White \"A\"]\n",
        "line 1: the text ends before the game has a result",
        "cut short",
    ],
    [
        "[White \"A\n",
        "line 1: the value of the tag has no end",
        "[White \"Anderssen\"]",
    ],
    [
        "[White \"A\"\n1. e4 *",
        "line 1: the tag is not closed",
        "[White \"Anderssen\"]",
    ],
    [
        "\n[White A]\n1. e4 *",
        "line 2: this is no tag",
        "[White \"Anderssen\"]",
    ],
    [
        "1. e4 {the rest is mis",
        "line 1, move 1...: the text ends inside a comment",
        "cut short",
    ],
    [
        "1. e4\n(1. d4 d5",
        "line 2, move 1...: the text ends inside a variation",
        "cut short",
    ],
    [
        "1. e4 e5\n\n2. Ke3 *",
        "line 3, move 2.: `Ke3` is not a legal move",
        "position is",
    ],
    [
        "1. e4 e5 2. Qh5 Ke7 3. Qxe5# Kd8 1-0",
        "line 1, move 3...: `Kd8` is not",
        "position is",
    ],
    [
        "1. e4 2-0",
        "line 1, move 1...: `2-0` is no result",
        "`1/2-1/2`",
    ],
    [
        "1. e4 1/2",
        "line 1, move 1...: `1/2` is no result",
        "`1/2-1/2`",
    ],
    [
        "[Result \"won\"]\n1. e4 1-0",
        "line 1: `won` is no result",
        "`1/2-1/2`",
    ],
    [
        "1. e4 ) *",
        "line 1, move 1...: `)` closes nothing",
        "leave it out",
    ],
    [
        "1. e4 } *",
        "line 1, move 1...: `}` closes nothing",
        "leave it out",
    ],
    [
        "1. e4\n[White \"B\"] 1. d4 *",
        "line 2, move 1...: the next game begins",
        "a game ends",
    ],
    [
        "[FEN \"8/8 w - -\"] *",
        "line 1: the starting position is wrong",
        "ranks",
    ],
    [
        "1. d4 d5 2. Nf3 Nf6 3. Nd2 *",
        "line 1, move 3.: `Nd2` can mean",
        "Nbd2, Nfd2",
    ],
];

#[test]
fn what_is_no_game_is_explained() {
    for [text, message, help] in WRONG {
        let error = pgn::read(text).expect_err(text);
        assert!(error.to_string().contains(message), "{text}: {error}");
        assert!(error.help.contains(help), "{text}: {}", error.help);
    }
}

#[test]
fn tags_keep_quotes_and_backslashes() {
    let game = PgnGame {
        tags: vec![("Event".to_owned(), r#"the "big" \ one"#.to_owned())],
        start: after(START, &["e4"]),
        moves: Vec::new(),
        result: None,
    };
    assert_eq!(pgn::read(&game.to_string()), Ok(vec![game]));
}

#[test]
fn random_games_are_read_as_they_are_written() {
    for index in 0..20 {
        let mut rng = Seed(9).derive(index).rng();
        let mut position = Chess.start();
        let mut moves = Vec::new();
        while let Some(mv) = Chess.random_move(&position, &mut rng) {
            Chess.play(&mut position, mv);
            moves.push(mv);
        }
        let game = PgnGame {
            tags: Vec::new(),
            start: Chess.start(),
            moves,
            result: Some(Outcome::DRAW),
        };
        assert_eq!(pgn::read(&game.to_string()), Ok(vec![game]));
    }
}

proptest! {
    #[test]
    fn reading_never_panics(text in "\\PC{0,120}") {
        let _ = pgn::read(&text);
    }

    #[test]
    fn reading_bytes_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = pgn::read(&String::from_utf8_lossy(&bytes));
    }

    /// Texts of the right pieces reach further than random ones.
    #[test]
    fn reading_what_is_nearly_right_never_panics(
        words in proptest::collection::vec(
            "1\\.|2\\.\\.\\.|e4|e5|Nf3|Nc6|O-O|0-0|exd5|[({;$%\"\\\\)}\\]*é\n]|1-0|1/2|\\[A \"|\"\\]|\\[FEN \"8/8\"\\]",
            0..40,
        ),
        glue in "[ \n]?",
    ) {
        let _ = pgn::read(&words.join(&glue));
    }

    /// A game that is cut short anywhere is an error, and not a panic.
    #[test]
    fn a_game_cut_short_is_an_error(end in 0..IMMORTAL.trim_end().len() - 3) {
        prop_assume!(IMMORTAL.is_char_boundary(end));
        prop_assert!(pgn::read(&IMMORTAL[..end]).is_err());
    }
}

/// Values of tags stay on their line, or they could not be written again.
#[test]
fn a_tag_does_not_go_over_its_line() {
    for tag in ["[White \"A\rB\"]", "[White \"A\\\nB\"]", "[White \"A\nB\"]"] {
        let error = pgn::read(&format!("{tag}\n\n1. e4 *")).expect_err("no tag");
        assert_eq!(error.problem, "the value of the tag has no end", "{tag:?}");
    }
    let games = pgn::read("[White \"A \\\"B\\\" \\\\ C\"]\r\n\r\n1. e4 *\r\n");
    let games = games.expect("a game with the ends of lines of another system");
    assert_eq!(games[0].tags[0].1, "A \"B\" \\ C");
    assert_eq!(pgn::read(&games[0].to_string()).as_ref(), Ok(&games));
}
