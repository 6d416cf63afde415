//! Boards that say anything. Whatever it is, the engine keeps to the protocol, answers each `go` once and
//! leaves when nothing more is said.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use shido_protocols::Protocol;

use crate::partner::said;

const WORDS: &[&str] = &[
    "uci",
    "usi",
    "isready",
    "ucinewgame",
    "usinewgame",
    "position",
    "startpos",
    "fen",
    "sfen",
    "moves",
    "e2e4",
    "e7e5",
    "g1f3",
    "e7e8q",
    "7g7f",
    "0000",
    "go",
    "depth",
    "nodes",
    "infinite",
    "ponder",
    "ponderhit",
    "wtime",
    "btime",
    "winc",
    "movestogo",
    "movetime",
    "mate",
    "byoyomi",
    "searchmoves",
    "stop",
    "setoption",
    "name",
    "value",
    "MultiPV",
    "Threads",
    "Player",
    "UCI_Elo",
    "UCI_LimitStrength",
    "true",
    "random",
    "pvs:nodes=",
    "debug",
    "d",
    "1",
    "2",
    "-7",
    "99999999999999999999",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "8/8/8/8/8/8/8/8",
    "w",
    "b",
    "-",
    "KQkq",
    "\u{fffd}",
    "é",
];

const GTP_WORDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "fixed_handicap",
    "set_free_handicap",
    "name",
    "known_command",
    "list_commands",
    "black",
    "white",
    "b",
    "w",
    "A1",
    "c3",
    "D4",
    "pass",
    "resign",
    "5",
    "2",
    "0",
    "-3",
    "6.5",
    "nan",
    "1e999",
    "#",
    "\t",
    "999999999999",
];

/// Lines of which most mean something. A search takes no longer than the engine's own few nodes.
fn uci_line() -> impl Strategy<Value = String> {
    let sound = select(vec![
        "position startpos moves e2e4 c7c5",
        "position startpos moves f2f3 e7e5 g2g4 d8h4",
        "position fen 8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
        "position fen 7k/P7/8/8/8/8/8/K7 w - - 99 120 moves a7a8q",
        "go nodes 40",
        "go depth 1",
        "go wtime 100 btime 100 winc 5 binc 5",
        "go infinite",
        "go ponder movetime 3",
        "stop",
        "ponderhit",
        "isready",
        "ucinewgame",
        "setoption name MultiPV value 4",
        "setoption name Player value random",
        "setoption name Player value pvs:nodes=30",
    ]);
    prop_oneof![
        2 => sound.prop_map(str::to_owned),
        2 => vec(select(WORDS), 0..8).prop_map(|words| words.join(" ")),
        1 => "\\PC{0,20}",
    ]
}

fn gtp_line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => vec(select(GTP_WORDS), 0..5).prop_map(|words| words.join(" ")),
        1 => "\\PC{0,20}",
    ]
}

/// Whether a line makes the engine think, by the rule that what is not understood before a command is left
/// out.
fn asks_for_a_move(line: &str) -> bool {
    let commands = [
        "debug",
        "isready",
        "setoption",
        "register",
        "position",
        "go",
        "stop",
        "ponderhit",
        "quit",
        "d",
        "uci",
        "ucinewgame",
    ];
    let first = line.split_whitespace().find(|word| commands.contains(word));
    first == Some("go")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn uci_keeps_to_the_protocol(lines in vec(uci_line(), 0..25)) {
        let said = said(Protocol::Uci, "chess", "pvs:nodes=40", &lines.join("\n"));
        let asked = lines.iter().filter(|line| asks_for_a_move(line)).count();
        let answered = said.lines().filter(|line| line.starts_with("bestmove ")).count();
        prop_assert_eq!(asked, answered, "{:#?}\n{}", lines, said);
        let shows_board = lines.iter().any(|line| line.split_whitespace().any(|word| word == "d"));
        for line in said.lines().filter(|_| !shows_board) {
            let word = line.split_whitespace().next().unwrap_or_default();
            let known = ["id", "option", "uciok", "readyok", "info", "bestmove"];
            prop_assert!(known.contains(&word), "{}", line);
        }
    }

    #[test]
    fn usi_keeps_to_the_protocol(lines in vec(uci_line(), 0..15)) {
        let said = said(Protocol::Usi, "shogi", "pvs:nodes=20", &lines.join("\n"));
        prop_assert!(said.lines().all(|line| !line.is_empty()), "{}", said);
    }

    #[test]
    fn gtp_answers_every_command_once(lines in vec(gtp_line(), 0..25)) {
        let said = said(Protocol::Gtp, "go:size=5", "mcts:playouts=4", &lines.join("\n"));
        let answers = said.split("\n\n").filter(|answer| !answer.is_empty());
        let mut answered = 0;
        for answer in answers {
            answered += 1;
            prop_assert!(answer.starts_with(['=', '?']), "{}", answer);
        }
        let command = |line: &&String| {
            let text = line.split('#').next().unwrap_or_default();
            let text: String = text.replace('\t', " ").replace(char::is_control, "");
            let mut words = text.split_whitespace().peekable();
            words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            words.next().is_some()
        };
        let asked = lines.iter().filter(command).count();
        prop_assert_eq!(asked, answered, "{:#?}\n{}", lines, said);
    }
}
