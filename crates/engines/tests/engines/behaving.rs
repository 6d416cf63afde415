//! The four dialogues, word by word, with engines that answer as they should. What is expected to be
//! said is taken from the descriptions of the protocols.

use std::time::Duration;

use shido_arena::ThinkingLimits;
use shido_engines::{Engine, EngineError, EngineOptions, Protocol};

use crate::script::{Script, choose, choose_within};

const UCI: &str = r#"
    while read -r line; do
        echo "$line" >>"$LOG"
        case "$line" in
            uci) echo "id name Test"; echo "option name Skill Level type spin default 20"
                 echo "option name Clear Hash type button"; echo uciok ;;
            isready) echo readyok ;;
            go*) echo "info depth 1 score cp 3 pv b2"; echo "bestmove b2 ponder a1" ;;
            quit) exit ;;
        esac
    done"#;

fn spawn(options: &EngineOptions) -> Result<Engine, EngineError> {
    Engine::spawn(options, std::sync::Arc::default())
}

#[test]
fn uci() {
    let script = Script::new(Protocol::Uci, UCI);
    let mut options = script.options();
    options.limits.depth = Some(4);
    options.options = vec![
        ("skill level".to_owned(), "3".to_owned()),
        ("Clear Hash".to_owned(), String::new()),
    ];
    let mut engine = spawn(&options).expect("the engine behaves");
    assert_eq!(choose(&mut engine, &["a1"]).expect("a move"), "b2");
    assert_eq!(choose(&mut engine, &["c3"]).expect("a move"), "b2");
    drop(engine);
    assert_eq!(
        script.log(),
        [
            "uci",
            "setoption name Skill Level value 3",
            "setoption name Clear Hash",
            "isready",
            "ucinewgame",
            "isready",
            "position startpos moves a1",
            "go depth 4",
            "ucinewgame",
            "isready",
            "position startpos moves c3",
            "go depth 4",
            "quit",
        ]
    );
}

#[test]
fn usi() {
    let body = UCI.replace("uci)", "usi)").replace("uciok", "usiok");
    let script = Script::new(Protocol::Usi, &body);
    let mut options = script.options();
    options.limits.time = Some(Duration::from_millis(50));
    let mut engine = spawn(&options).expect("the engine behaves");
    assert_eq!(choose(&mut engine, &[]).expect("a move"), "b2");
    drop(engine);
    assert_eq!(
        script.log(),
        [
            "usi",
            "isready",
            "usinewgame",
            "isready",
            "position startpos",
            "go btime 0 wtime 0 byoyomi 50",
            "quit",
        ]
    );
}

/// The engine says what it thinks of the result after its move, and hears moves by `usermove`.
const XBOARD: &str = r#"
    while read -r line; do
        echo "$line" >>"$LOG"
        case "$line" in
            "protover 2") echo 'feature ping=1 usermove=1 san=1 option="Style -spin 1 0 2" done=1' ;;
            ping*) echo "pong ${line#ping }" ;;
            easy) echo "Error (unknown command): easy" ;;
            go) moves="${moves}x"; echo "1 3 0 5 b2"
                case "$moves" in x) echo "move B2";; xx) echo "move c2";; esac
                echo "1/2-1/2 {too early to say}" ;;
            quit) exit ;;
        esac
    done"#;

#[test]
fn xboard() {
    let script = Script::new(Protocol::Xboard, XBOARD);
    let mut options = script.options();
    options.limits = ThinkingLimits {
        depth: Some(3),
        nodes: None,
        time: Some(Duration::from_millis(100)),
    };
    options.options = vec![
        ("Style".to_owned(), "2".to_owned()),
        ("memory".to_owned(), "64".to_owned()),
    ];
    let mut engine = spawn(&options).expect("the engine behaves");
    assert_eq!(choose(&mut engine, &["a1"]).expect("a move"), "b2");
    let after = ["a1", "b2", "c3"];
    assert_eq!(choose(&mut engine, &after).expect("a move"), "c2");
    drop(engine);
    let set_up = [
        "new",
        "force",
        "easy",
        "nopost",
        "level 40 0:04 0",
        "sd 3",
        "option Style=2",
        "memory 64",
    ];
    let mut expected = vec!["xboard", "protover 2"];
    expected.extend(["accepted ping", "accepted usermove", "rejected san"]);
    expected.push("accepted option");
    expected.extend(set_up);
    expected.push("ping 1");
    expected.extend(set_up);
    expected.extend(["force", "usermove a1", "ping 2"]);
    expected.extend(["time 400", "otim 400", "go"]);
    expected.extend(["force", "usermove c3", "ping 3"]);
    let log = script.log();
    assert_eq!(log[..expected.len()], expected);
    // The first move took next to none of the four seconds.
    let rest = &log[expected.len()..];
    let left: u32 = rest[0]
        .strip_prefix("time ")
        .and_then(|centiseconds| centiseconds.parse().ok())
        .expect("the engine is told its time");
    assert!((300..=400).contains(&left), "{left}");
    assert_eq!(rest[2..], ["go", "quit"]);
}

const GTP: &str = r#"
    while read -r line; do
        echo "$line" >>"$LOG"
        case "$line" in
            list_commands) printf '= list_commands\nboardsize\nplay\ngenmove\n\n' ;;
            boardsize*|clear_board|play*|time_settings*) printf '=\n\n' ;;
            "genmove white") printf '= b2\n\n' ;;
            "genmove black") printf '= resign\n\n' ;;
            quit) printf '=\n\n'; exit ;;
            *) printf '? unknown command\n\n' ;;
        esac
    done"#;

#[test]
fn gtp() {
    let script = Script::new(Protocol::Gtp, GTP);
    let mut options = script.options();
    options.options = vec![("boardsize".to_owned(), "3".to_owned())];
    options.limits.time = Some(Duration::from_millis(100));
    let mut engine = spawn(&options).expect("the engine behaves");
    assert_eq!(choose(&mut engine, &["a1"]).expect("a move"), "b2");
    assert_eq!(
        choose(&mut engine, &["a1", "b2"]).expect("a choice"),
        "resign"
    );
    drop(engine);
    assert_eq!(
        script.log(),
        [
            "list_commands",
            "boardsize 3",
            "time_settings 0 4 40",
            "clear_board",
            "play black a1",
            "time_left white 4 40",
            "genmove white",
            "time_left black 4 39",
            "genmove black",
            "quit",
        ]
    );
}

/// Whoever asks for a move may give less time or depth than the engine has for every move.
#[test]
fn limits_of_a_single_move() {
    let shallow = ThinkingLimits {
        depth: Some(2),
        ..ThinkingLimits::default()
    };
    let quick = ThinkingLimits {
        time: Some(Duration::from_millis(20)),
        ..ThinkingLimits::default()
    };
    let ask_thrice = |protocol, body| {
        let script = Script::new(protocol, body);
        let mut options = script.options();
        options.limits.time = Some(Duration::from_millis(100));
        let mut engine = spawn(&options).expect("the engine behaves");
        for limits in [shallow, quick, ThinkingLimits::default()] {
            choose_within(&mut engine, &["a1"], limits).expect("a move");
        }
        drop(engine);
        let told = |line: &String| {
            ["go ", "sd ", "time "]
                .iter()
                .any(|it| line.starts_with(it))
        };
        script.log().into_iter().filter(told).collect::<Vec<_>>()
    };
    assert_eq!(
        ask_thrice(Protocol::Uci, UCI),
        [
            "go depth 2 movetime 100",
            "go movetime 20",
            "go movetime 100"
        ]
    );
    let always_b2 = XBOARD.replace("x) echo \"move B2\";;", "*) echo \"move B2\";;");
    assert_eq!(
        ask_thrice(Protocol::Xboard, &always_b2),
        ["sd 2", "time 400", "time 2", "time 400"]
    );

    let script = Script::new(Protocol::Gtp, GTP);
    let mut engine = script.spawn().expect("the engine behaves");
    let refused = choose_within(&mut engine, &["a1"], shallow);
    assert!(matches!(refused, Err(EngineError::Unsayable { .. })));
    choose_within(&mut engine, &["a1"], quick).expect("a move");
    drop(engine);
    let time_left = "time_left white 1 1".to_owned();
    assert!(script.log().contains(&time_left), "{:?}", script.log());
}

#[test]
fn resignations() {
    let uci = "while read -r line; do case $line in
        uci) echo uciok ;; isready) echo readyok ;; go*) echo bestmove resign ;; quit) exit ;;
        esac; done";
    let xboard = |says: &str| {
        format!(
            "while read -r line; do case $line in
            protover*) echo feature done=1 ;; go) echo '{says}' ;; quit) exit ;; esac; done"
        )
    };
    let mut scripts = vec![Script::new(Protocol::Uci, uci)];
    for says in ["resign", "0-1 {White resigns}"] {
        scripts.push(Script::new(Protocol::Xboard, &xboard(says)));
    }
    for script in scripts {
        let mut engine = script.spawn().expect("the engine behaves");
        assert_eq!(choose(&mut engine, &[]).expect("a choice"), "resign");
    }
}
