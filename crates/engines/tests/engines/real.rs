//! The engines that people have. `scripts/install-engines` installs them on Debian; where they are
//! missing these tests fail.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use shido_arena::{Contest, Player, PlayerError, Random, Sampled, Thinking, ThinkingLimits};
use shido_core::{EngineNotation, Game, Notation, Outcome, Seat, Seed, Turn};
use shido_engines::{Engine, EngineOptions, EnginePlayer, Protocol};
use shido_games::chess::Chess;
use shido_games::go::{Go, Move};

use crate::script::choose;

const QUICK: ThinkingLimits = ThinkingLimits {
    depth: None,
    nodes: None,
    time: Some(Duration::from_millis(25)),
};

const SHALLOW: ThinkingLimits = ThinkingLimits {
    depth: Some(4),
    nodes: None,
    time: None,
};

/// The engine plays one chess contest from each seat against random moves, and has to win both.
#[track_caller]
fn check(protocol: Protocol, command: &str, limits: ThinkingLimits) {
    let options = EngineOptions {
        limits,
        ..EngineOptions::new(protocol, command)
    };
    for seat in Seat::BOTH {
        let mut engine = EnginePlayer::new(options.clone(), Arc::default());
        let mut rng = Seed(1).rng();
        let mut contest = Contest::new(&Chess);
        while let Turn::Of(mover) = contest.turn() {
            let choice = if mover == seat {
                engine.choose(&contest, &mut Thinking::freely(&mut rng))
            } else {
                Sampled(Random).choose(&contest, &mut Thinking::freely(&mut rng))
            };
            match choice {
                Ok(mv) => contest.play(mv).expect("players make legal moves"),
                Err(PlayerError::Resigned) => contest.resign(mover),
                Err(error) => panic!("{error} (scripts/install-engines installs the engines)"),
            }
        }
        let end = Chess.write_position(contest.position());
        let won = Turn::Over(Outcome::win(seat));
        assert_eq!(contest.turn(), won, "{command}, {seat}: {end}");
    }
}

#[test]
fn stockfish() {
    check(Protocol::Uci, "stockfish", SHALLOW);
    let nodes = ThinkingLimits {
        nodes: Some(1000),
        ..QUICK
    };
    check(Protocol::Uci, "stockfish", nodes);
}

#[test]
fn gnu_chess() {
    check(Protocol::Uci, "gnuchess --uci", SHALLOW);
    check(Protocol::Uci, "gnuchess --uci", QUICK);
}

#[test]
fn fairy_max() {
    check(Protocol::Xboard, "fairymax", SHALLOW);
    check(Protocol::Xboard, "fairymax", QUICK);
}

#[test]
fn phalanx() {
    check(Protocol::Xboard, "phalanx", QUICK);
}

/// Phalanx knows no `sd`, which is the word of the protocol.
#[test]
fn phalanx_refuses_a_depth() {
    let options = EngineOptions {
        limits: SHALLOW,
        ..EngineOptions::new(Protocol::Xboard, "phalanx")
    };
    let Err(error) = Engine::spawn(&options, Arc::default()) else {
        panic!("Phalanx has learned `sd`");
    };
    assert_eq!(
        error.to_string(),
        "`phalanx` was told `sd 4` and refused: `Illegal move: sd 4`"
    );
}

/// White mates by Qxf7: the scholar's mate, one move before its end. Fairy-Max takes no position, only
/// moves.
#[test]
fn positions_are_told_where_the_engine_takes_them() {
    let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let start = Chess.parse_position(fen).expect("the position is legal");
    let contest = Contest::from_position(&Chess, start);
    let answer = |protocol, command: &str| {
        let options = EngineOptions {
            limits: QUICK,
            ..EngineOptions::new(protocol, command)
        };
        let mut player = EnginePlayer::new(options, Arc::default());
        let choice = player.choose(&contest, &mut Thinking::freely(&mut Seed(0).rng()));
        choice.map(|mv| Chess.write_move(contest.position(), mv))
    };
    let mate = Ok("Qxf7#".to_owned());
    assert_eq!(answer(Protocol::Uci, "stockfish"), mate);
    assert_eq!(answer(Protocol::Xboard, "phalanx"), mate);
    let refusal = "`fairymax` does not support starting from a given position";
    assert_eq!(
        answer(Protocol::Xboard, "fairymax"),
        Err(PlayerError::Failed(refusal.to_owned()))
    );
}

/// The engine plays Go against moves that keep their eyes, whatever the size of the board, the komi and
/// the handicap; it knows the rules by what it was told, and wins.
#[test]
fn gnu_go_plays_go() {
    let command =
        "gnugo --mode gtp --level 1 --chinese-rules --positional-superko --capture-all-dead";
    let options = EngineOptions::new(Protocol::Gtp, command);
    let rules = [
        (Go::new(5).expect("a size"), Seat::First),
        (Go::new(7).expect("a size"), Seat::Second),
        (
            Go::new(9)
                .and_then(|go| go.with_handicap(2))
                .expect("a handicap"),
            Seat::Second,
        ),
    ];
    for (go, seat) in rules {
        let mut engine = EnginePlayer::new(options.clone(), Arc::default());
        let mut rng = Seed(1).rng();
        let mut contest = Contest::new(&go);
        while let Turn::Of(mover) = contest.turn() {
            let choice = if mover == seat {
                engine.choose(&contest, &mut Thinking::freely(&mut rng))
            } else {
                let board = contest.position().board();
                let moves = go.moves(contest.position());
                let eye =
                    |mv: &Move| matches!(mv, Move::Place(point) if board.is_eye(*point, mover));
                let moves: Vec<Move> = moves.into_iter().filter(|mv| !eye(mv)).collect();
                Ok(moves[rng.random_range(0..moves.len().saturating_sub(1).max(1))])
            };
            match choice {
                Ok(mv) => contest.play(mv).expect("players make legal moves"),
                Err(PlayerError::Resigned) => contest.resign(mover),
                Err(error) => panic!("{error} (scripts/install-engines installs the engines)"),
            }
        }
        let end = go.write_position(contest.position());
        assert_eq!(contest.turn(), Turn::Over(Outcome::win(seat)), "{end}");
    }
}

/// A contest that begins elsewhere is told stone by stone: three white stones are in atari, and the engine
/// takes them.
#[test]
fn gnu_go_is_told_a_position() {
    let go = Go::new(9).expect("a size");
    let start = go
        .parse_position("9/9/9/3XXX3/2XOOO1X1/3XXXX2/9/9/9 X")
        .expect("the stones have liberties");
    let contest = Contest::from_position(&go, start);
    let options = EngineOptions::new(Protocol::Gtp, "gnugo --mode gtp --level 1");
    let mut engine = EnginePlayer::new(options, Arc::default());
    let mv = engine
        .choose(&contest, &mut Thinking::freely(&mut Seed(0).rng()))
        .expect("GNU Go answers");
    assert_eq!(go.write_move(contest.position(), mv), "G5");
}

/// GNU Go counts finished contests as we do: its estimate with all stones alive is the area.
#[test]
fn gnu_go_counts_alike() {
    let go = Go::new(9).expect("a size");
    // Where engines are looked for, too.
    let path = format!("{}:/usr/games", env::var("PATH").unwrap_or_default());
    for contest in 0..3 {
        let end = go.playout(&go.start(), &mut Seed(8).derive(contest).rng());
        let mut talk = Command::new("gnugo")
            .args(["--mode", "gtp", "--chinese-rules"])
            .env("PATH", &path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("GNU Go is installed (scripts/install-engines)");
        let position = go
            .set_up(end.board().both(), Seat::First)
            .expect("stones that live");
        let setup = go
            .engine_setup(&position)
            .expect("any position can be told");
        let told = format!("{}\nfinal_score\nquit\n", setup.join("\n"));
        let mut input = talk.stdin.take().expect("it is piped");
        input.write_all(told.as_bytes()).expect("GNU Go listens");
        drop(input);
        let heard = talk.wait_with_output().expect("GNU Go ends");
        let heard = String::from_utf8_lossy(&heard.stdout).into_owned();
        let margin = go.margin(&position).0;
        let winner = if margin > 0.0 { 'B' } else { 'W' };
        let score = format!("= {winner}+{:.1}", margin.abs());
        assert!(heard.contains(&score), "{score} in {heard}");
    }
}

/// The points of tic-tac-toe are those of a Go board of three by three.
#[test]
fn gnu_go() {
    let mut options = EngineOptions::new(Protocol::Gtp, "gnugo --mode gtp --level 1");
    options.limits.time = QUICK.time;
    options.options = vec![("boardsize".to_owned(), "3".to_owned())];
    let mut engine = Engine::spawn(&options, Arc::default())
        .expect("GNU Go is installed (scripts/install-engines)");
    let answer = choose(&mut engine, &["b2"]).expect("GNU Go places a stone");
    assert_ne!(answer, "b2");

    options.options = vec![("boardsize".to_owned(), "99".to_owned())];
    let Err(error) = Engine::spawn(&options, Arc::default()) else {
        panic!("no board has 99 lines");
    };
    assert_eq!(
        error.to_string(),
        "`gnugo --mode gtp --level 1` was told `boardsize 99` and refused: `? unacceptable size`"
    );
}
