//! What a tutor learns over a board, which tells it of a contest as little as boards do.

use std::sync::Arc;

use shido::tutor::{InMemory, Student, Students};
use shido_protocols::Protocol;

use crate::partner::{Partner, said_in};

/// What is known of somebody after a conversation, and what was said.
fn taught(protocol: Protocol, game: &str, player: &str, lines: &str) -> (Student, String) {
    let students = Arc::new(InMemory::default());
    let said = said_in(&students, protocol, game, player, lines);
    let known = students.recall("guy", game).expect("students are there");
    (known.unwrap_or_default(), said)
}

fn uci(lines: &str) -> (Student, String) {
    taught(Protocol::Uci, "chess", "pvs", &format!("{SET}{lines}"))
}

/// Somebody who is to win hardly ever: the tutor takes what it is given.
const SET: &str = "setoption name Tutor value true\nsetoption name TargetScore value 10\n\
                   setoption name Student value guy\n";
/// Black mates on h4.
const MATES: &str = "position startpos moves f2f3 e7e5 g2g4\ngo nodes 500\n";

/// Boards hardly ever send the last position to an engine, and some leave without a word.
#[test]
fn results_that_no_board_tells_are_found_out() {
    let mates = MATES;
    let begins = "position startpos moves e2e4\ngo nodes 500\n";
    let mated = "position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4\ngo nodes 500\n\
                 position startpos moves e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7\n";
    let hopeless = "position fen 6k1/8/8/8/8/1r6/r7/4K3 w - - 0 1\ngo nodes 500\n";
    let rows: [(String, &[f64]); 7] = [
        (format!("{mates}ucinewgame\n{begins}"), &[0.0]),
        (mates.to_owned(), &[0.0]),
        // A board that announces no contest.
        (format!("{mates}{begins}"), &[0.0]),
        (format!("{mated}ucinewgame\n"), &[1.0]),
        // Two rooks less: whoever stops here has resigned.
        (format!("{hopeless}ucinewgame\n"), &[1.0]),
        // Of a contest that was stopped in the midst nothing is known.
        (format!("{begins}ucinewgame\n{begins}"), &[]),
        // Nor of one that was only looked at.
        (mates.replace("go nodes 500", "go infinite\nstop"), &[]),
    ];
    for (lines, scores) in rows {
        let (student, said) = uci(&lines);
        assert!(!said.contains("info string"), "{said}");
        assert_eq!(student.scores, scores, "{lines}\n{said}");
        assert_eq!(student.contests as usize, scores.len());
    }
}

#[test]
fn a_contest_ends_where_the_board_leaves() {
    let students = Arc::new(InMemory::default());
    let mut partner = Partner::teaching(Arc::clone(&students), Protocol::Uci, "chess", "pvs");
    partner.tell(SET.trim_end());
    partner.tell(MATES.trim_end());
    assert_eq!(
        partner.hear("bestmove ").last().expect("a move"),
        "bestmove d8h4"
    );
    partner.tell("quit");
    partner.leave();
    let guy = students.recall("guy", "chess").expect("students are there");
    assert_eq!(guy.expect("somebody who was met").scores, [0.0]);
}

/// In this dialect the board tells how it ended for the engine.
#[test]
fn a_result_that_is_told_counts() {
    let contest = "usinewgame\nposition startpos moves 7g7f\ngo nodes 200\n";
    for (end, scores) in [
        ("gameover win", &[0.0][..]),
        ("gameover draw", &[0.5]),
        ("gameover lose", &[1.0]),
        ("gameover", &[]),
    ] {
        let lines = format!("{SET}{contest}{end}\n{contest}{end}\n");
        let (student, said) = taught(Protocol::Usi, "shogi", "pvs", &lines);
        assert!(!said.contains("info string"), "{said}");
        let both = [scores, scores].concat();
        assert_eq!(student.scores, both, "{end} {said:?}");
    }
}

/// White wins by its answer, on b3.
#[test]
fn a_contest_that_ends_on_a_board_of_stones_counts() {
    let moves = "play b a1\nplay w b1\nplay b a2\nplay w b2\nplay b c3\ngenmove w\n";
    let player = "tutor:student=guy,level=2000,nodes=200";
    for (end, scores) in [
        ("quit\n", &[0.0][..]),
        ("", &[0.0]),
        ("clear_board\n", &[0.0]),
    ] {
        let lines = format!("{moves}{end}");
        let (student, said) = taught(Protocol::Gtp, "tic-tac-toe", player, &lines);
        assert!(said.contains("= B3"), "{said}");
        assert_eq!(student.scores, scores, "{said}");
    }
    // Of a game that stays the same who plays it keeps what they know.
    let twice = format!("{moves}clear_board\n{moves}clear_board\n");
    let (student, _) = taught(Protocol::Gtp, "tic-tac-toe", player, &twice);
    assert_eq!(student.scores, [0.0, 0.0]);
}

/// What is guessed of the student is not what they did.
#[test]
fn a_guess_teaches_nothing() {
    let first = "position startpos moves e2e4\ngo nodes 500\n";
    let guess = "position startpos moves e2e4 e7e5 d1h5\ngo ponder wtime 1000 btime 1000\nstop\n";
    let then = "position startpos moves e2e4 e7e5 g1f3\ngo nodes 500\n";
    let (without, _) = uci(&format!("{first}{then}"));
    let (with, said) = uci(&format!("{first}{guess}{then}"));
    assert_eq!(said.matches("bestmove ").count(), 3, "{said:?}");
    assert_eq!((without.moves, with.moves), (2, 2));
    let pairs = with.strengths.iter().zip(&without.strengths);
    let most = pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(most < 1e-6, "{most}");
}

/// The Ruy Lopez after three moves is worth half a pawn at most, a mate in one is a mate in one, and whoever is shown
/// several lines plays all the same.
#[test]
fn scores_are_those_of_the_judge() {
    let behind = |line: &str, word: &str| {
        let mut words = line.split_whitespace().skip_while(|it| *it != word);
        let number = words.nth(1).and_then(|number| number.parse::<i64>().ok());
        number.unwrap_or_else(|| panic!("no number behind `{word}` in {line}"))
    };
    let ruy = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 a7a6\ngo nodes 20000\n";
    let (student, said) = uci(&format!("setoption name MultiPV value 3\n{ruy}"));
    let told: Vec<&str> = said.lines().filter(|it| it.starts_with("info ")).collect();
    assert_eq!(told.len(), 3, "{said:?}");
    let scores: Vec<i64> = told.iter().map(|line| behind(line, "cp")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{said}");
    assert!((-100..=150).contains(&scores[0]), "{said}");
    assert!(told.iter().all(|line| behind(line, "depth") > 1), "{said}");
    assert_eq!(student.moves, 3);
    let mate = "position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo nodes 2000\n";
    let (_, said) = uci(mate);
    assert!(said.contains("score mate 1 "), "{said}");
}
