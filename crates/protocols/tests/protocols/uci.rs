//! UCI: what the description of the protocol asks for, and what boards do beside it.

use std::time::Duration;

use shido_protocols::Protocol;

use crate::partner::{Partner, said};

fn uci(lines: &str) -> String {
    said(Protocol::Uci, "chess", "pvs:nodes=2000", lines)
}

#[track_caller]
fn best(said: &str) -> &str {
    let found = said.lines().rfind(|line| line.starts_with("bestmove "));
    let found = found.unwrap_or_else(|| panic!("no move in:\n{said}"));
    found.split_whitespace().nth(1).expect("a move")
}

#[test]
fn it_introduces_itself_with_its_options() {
    let said = uci("uci\nisready\nquit\n");
    assert!(said.starts_with("id name Shido "), "{said}");
    for line in [
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 256",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Ponder type check default false",
        "option name Player type string default pvs:nodes=2000",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_AnalyseMode type check default false",
    ] {
        assert!(said.lines().any(|said| said == line), "{line}:\n{said}");
    }
    assert!(said.ends_with("uciok\nreadyok\n"), "{said}");
}

/// Mates that can be seen at a glance: the fool's, and a rook on an open back rank; and a position that is
/// mate already.
#[test]
fn mates_are_found_and_counted() {
    let rows = [
        ("startpos moves f2f3 e7e5 g2g4", "mate 1", "d8h4"),
        ("fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "mate 1", "a1a8"),
        // Two rooks climb: whatever Black does, mate on the second move.
        ("fen 7k/8/1R6/R7/8/8/8/6K1 w - - 0 1", "mate 2", "a5a7"),
    ];
    for (position, score, mv) in rows {
        let said = uci(&format!("position {position}\ngo depth 5\n"));
        assert!(said.contains(&format!("score {score} ")), "{said}");
        assert_eq!(best(&said), mv, "{said}");
    }
    let over = uci("position startpos moves f2f3 e7e5 g2g4 d8h4\ngo depth 2\n");
    assert_eq!(best(&over), "(none)");
    // The side that is mated soon is told so with a minus.
    let lost = uci("position fen 7k/R7/1R6/8/8/8/8/6K1 b - - 0 1\ngo depth 4\n");
    assert!(lost.contains("score mate -1 "), "{lost}");
}

#[test]
fn moves_are_written_as_programs_do() {
    // Castling and promotion are the only good moves here: a mate, and a queen.
    let said = uci("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1\ngo depth 4\n");
    assert_eq!(best(&said), "a7a8q");
    let said = uci("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo depth 1 searchmoves e1g1\n");
    assert_eq!(best(&said), "e1g1");
}

#[test]
fn what_is_wrong_is_said_and_the_position_stays_legal() {
    let said = uci("position startpos moves e2e4 e7e4 d2d4\nd\ngo depth 1\n");
    assert!(
        said.contains("info string `e7e4` is not a legal move here"),
        "{said}"
    );
    // After 1. e4, Black is to move.
    let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq";
    assert!(said.contains(after), "{said}");
    for (line, problem) in [
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "info string "),
        ("position fen nonsense", "info string a FEN has 6 fields"),
        ("position", "info string `position ` is not understood"),
        (
            "position moves e2e4",
            "info string `position ` is not understood",
        ),
        (
            "setoption name Hash value much",
            "info string `much` is no Hash",
        ),
        (
            "setoption name Nothing value 1",
            "info string there is no option `Nothing`",
        ),
        ("setoption", "info string write `setoption"),
        (
            "setoption name Player value nobody\nisready",
            "info string there is no player `nobody`",
        ),
        ("go depth many", "info string `go depth` is not understood"),
        (
            "go nodes 100 searchmoves e2e5",
            "info string not legal here: e2e5",
        ),
        ("castle", "info string `castle` is not understood"),
    ] {
        let said = uci(&format!("{line}\nposition startpos\ngo nodes 50\n"));
        assert!(said.contains(problem), "{line}:\n{said}");
        let words = best(&said);
        assert!(words.len() == 4, "a move comes all the same: {said}");
    }
    // What is not understood before a command is left out.
    assert!(uci("joho isready\n").contains("readyok"));
}

#[test]
fn several_lines_are_told_in_order() {
    let said = uci("setoption name MultiPV value 3\ngo depth 3\n");
    let last: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("depth 3 "))
        .collect();
    assert_eq!(last.len(), 3, "{said}");
    let mut scores = Vec::new();
    let mut firsts = Vec::new();
    for (number, line) in (1..).zip(&last) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let behind = |word: &str| {
            let at = words.iter().position(|known| *known == word);
            words[at.expect("it is told") + 1]
        };
        assert_eq!(behind("multipv"), number.to_string(), "{line}");
        scores.push(behind("cp").parse::<i64>().expect("a number"));
        firsts.push(behind("pv").to_owned());
    }
    assert!(scores.is_sorted_by(|a, b| a >= b), "{said}");
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 3, "three different moves: {said}");
}

#[test]
fn search_is_kept_to_the_moves_that_are_named() {
    let said = uci("go depth 2 searchmoves a2a3 h2h3\ngo searchmoves h2h4 depth 2\n");
    let moves: Vec<&str> = said
        .lines()
        .filter_map(|line| line.strip_prefix("bestmove ")?.split_whitespace().next())
        .collect();
    assert!(["a2a3", "h2h3"].contains(&moves[0]), "{said}");
    assert_eq!(moves[1], "h2h4");
}

#[test]
fn a_search_without_end_is_answered_when_it_is_stopped_and_at_once() {
    let mut partner = Partner::new(Protocol::Uci, "chess", "pvs");
    partner.tell("go infinite");
    partner.hear("info depth 3");
    partner.tell("isready");
    partner.hear("readyok");
    partner.tell("stop");
    let (_, took) = partner.hear_in_time("bestmove ");
    assert!(took < Duration::from_secs(1), "{took:?}");
    // One that has found everything waits for the stop all the same.
    partner.tell("position fen 7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
    partner.tell("go infinite");
    partner.hear("info depth ");
    std::thread::sleep(Duration::from_millis(300));
    partner.tell("isready");
    let heard = partner.hear("readyok");
    assert!(
        !heard.iter().any(|line| line.starts_with("bestmove")),
        "{heard:?}"
    );
    partner.tell("stop");
    partner.hear("bestmove ");
    // A stop where nobody thinks is no question.
    partner.tell("stop");
    partner.tell("isready");
    assert_eq!(partner.hear("readyok"), ["readyok"]);
    partner.leave();
}

/// A board should wait for an answer before it asks again. One that does not is answered all the same: the second
/// `stop` is for the second search, which had to wait for the first, and was once taken for another to the first.
#[test]
fn a_stop_reaches_a_search_that_has_to_wait() {
    let mut partner = Partner::new(Protocol::Uci, "chess", "pvs");
    for line in [
        "go movetime 300",
        "go infinite",
        "stop",
        "position startpos",
        "go infinite",
        "stop",
    ] {
        partner.tell(line);
    }
    for _ in 0..3 {
        partner.hear("bestmove ");
    }
    // A search without end ends where the board has gone on already.
    for line in ["go movetime 300", "go ponder", "go infinite", "go depth 1"] {
        partner.tell(line);
    }
    for _ in 0..4 {
        partner.hear("bestmove ");
    }
    partner.tell("isready");
    assert_eq!(partner.hear("readyok").len(), 1, "each was answered once");
    partner.leave();
}

#[test]
fn pondering_ends_with_a_hit_or_a_stop_and_one_answer_each() {
    let mut partner = Partner::new(Protocol::Uci, "chess", "pvs");
    for end in ["ponderhit", "stop"] {
        partner.tell("position startpos moves e2e4 e7e5");
        partner.tell("go ponder wtime 3000 btime 3000");
        partner.hear("info depth 2");
        partner.tell("isready");
        let heard = partner.hear("readyok");
        assert!(
            !heard.iter().any(|line| line.starts_with("bestmove")),
            "{heard:?}"
        );
        partner.tell(end);
        partner.hear("bestmove ");
    }
    partner.tell("isready");
    assert_eq!(partner.hear("readyok"), ["readyok"]);
    partner.leave();
}

/// What is asked while somebody thinks waits, and nothing is lost.
#[test]
fn commands_in_a_row_are_obeyed_in_order() {
    let said = uci(
        "go nodes 500\nposition startpos moves f2f3 e7e5 g2g4\ngo nodes 500\nposition startpos\n\
                    go infinite\nsetoption name MultiPV value 2\ngo nodes 300\n",
    );
    let moves: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("bestmove"))
        .collect();
    assert_eq!(moves.len(), 4, "{said}");
    assert_eq!(moves[1], "bestmove d8h4");
    assert!(
        said.lines().any(|line| line.contains(" multipv 2 ")),
        "{said}"
    );
}

/// Positions that recur end a contest by the rules; a board may go on, and then so does the engine.
#[test]
fn it_plays_on_where_a_position_recurs() {
    let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
    let said = uci(&format!(
        "position startpos moves {knights}\ngo nodes 100\n\
                             position startpos moves {knights}e2e4\ngo nodes 100\n"
    ));
    assert!(!said.contains("info string"), "{said}");
    assert!(!said.contains("(none)"), "{said}");
}

/// People do not always choose the same; and their strength is set as boards do it.
#[test]
fn strength_is_limited_by_the_options_of_boards() {
    let go = "ucinewgame\nposition startpos\ngo wtime 1000 btime 1000\n".repeat(12);
    let limited =
        "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000\n";
    let said = uci(&format!("{limited}{go}"));
    assert!(!said.contains("info string"), "{said}");
    let mut moves: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("best"))
        .collect();
    assert_eq!(moves.len(), 12, "{said}");
    moves.sort_unstable();
    moves.dedup();
    assert!(moves.len() > 1, "{said}");
}

#[test]
fn any_player_of_the_catalog_can_think() {
    for player in [
        "random",
        "mcts:playouts=50",
        "alphabeta:depth=2",
        "people:rating=1200",
    ] {
        let set = format!("setoption name Player value {player}\n");
        let moved = uci(&format!("{set}go movetime 5000\n"));
        assert!(!moved.contains("info string"), "{player}:\n{moved}");
        assert_eq!(moved.matches("bestmove ").count(), 1, "{player}:\n{moved}");
        // Who is interrupted before anything was found still has a move to make.
        let said = uci(&format!("{set}go infinite\ngo infinite\n"));
        assert_eq!(said.matches("bestmove ").count(), 2, "{player}:\n{said}");
    }
}

/// A tutor thinks about its student's moves as well as about its own; only what is thought of the position on
/// the board may be told.
#[test]
fn the_tutor_plays_by_the_options_of_boards() {
    let set = "setoption name Tutor value true\nsetoption name TargetScore value 60\n";
    let contest = "position startpos moves e2e4\ngo nodes 200\n\
                   position startpos moves e2e4 e7e5 g1f3\ngo nodes 200\nucinewgame\n";
    let said = uci(&format!("uci\n{set}{contest}"));
    assert!(said.contains("option name TargetScore type spin"), "{said}");
    assert!(!said.contains("info string"), "{said}");
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
}
