//! Sessions: what they own, what they are asked, how they are cancelled and kept.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Instant;

use shido::{
    AnySession, Ask, Bound, Catalog, Error, Moved, Request, Saved, Seat, Seed, Settings,
    ThinkingLimits, Turn,
};

use crate::asking::{open, player};

fn session(game: &str) -> Box<dyn AnySession> {
    open(game).session(None, &Settings::in_memory()).unwrap()
}

fn is_owned<T: Send + 'static + ?Sized>(_: &T) {}

#[test]
fn a_session_owns_what_it_holds() {
    let mut session = session("tic-tac-toe");
    is_owned(&*session);
    let perfect = player(&*session.game(), "perfect");
    session.seat(Seat::Second, Some(&perfect)).unwrap();
    session.play("a1").unwrap();
    // Somebody else goes on with it.
    let mut session = thread::spawn(move || {
        session.let_move(&Request::default()).unwrap();
        session
    })
    .join()
    .unwrap();
    assert_eq!(session.moves(), ["a1", "b2"]);
    assert_eq!(session.take_back().as_deref(), Some("b2"));
    assert_eq!(session.take_back().as_deref(), Some("a1"));
    assert_eq!(session.take_back(), None);
    session.resign(Seat::First);
    assert!(
        matches!(session.turn(), Turn::Over(outcome) if outcome.winner() == Some(Seat::Second))
    );
}

/// Black has a king against king and queen, and both kings have gone back and forth: once more, and the
/// position has occurred three times, which is a draw. Only the history knows.
#[test]
fn an_analysis_knows_the_history() {
    let settings = Settings::in_memory();
    let game = open("chess");
    let by = player(&*game, "pvs:depth=1,quiescence=off,pruning=exact");
    let start = "6k1/8/8/8/8/8/8/KQ6 w - - 0 1";
    let mut session = Arc::clone(&game).session(Some(start), &settings).unwrap();
    for mv in ["Ka2", "Kh8", "Ka1", "Kg8", "Ka2", "Kh8", "Ka1"] {
        session.play(mv).unwrap();
    }
    let request = Request::default();
    let found = session.analyze(&by, Ask::EveryMove, &request).unwrap();
    assert_eq!(found.thought.best, ["Kg8"]);
    assert_eq!(found.thought.value.0, 0.0);
    assert_eq!(session.moves().len(), 7, "asking plays no move");
    // Somebody who only sees the board thinks that White is winning.
    let mut fresh = Arc::clone(&game)
        .session(Some(&session.position()), &settings)
        .unwrap();
    let found = fresh.analyze(&by, Ask::EveryMove, &request).unwrap();
    assert!(found.thought.value.0 > 0.5, "{:?}", found.thought.value);
}

/// Nobody but `pvs` saw it: to all others it was a won contest for White.
#[test]
fn every_player_who_looks_ahead_knows_the_history() {
    let settings = Settings::in_memory();
    let game = open("chess");
    let at = |start: &str, moves: &str| {
        let mut session = Arc::clone(&game).session(Some(start), &settings).unwrap();
        for mv in moves.split(' ') {
            session.play(mv).unwrap();
        }
        session
    };
    let mut free = at(
        "6k1/8/8/8/8/8/8/KQ6 w - - 0 1",
        "Ka2 Kh8 Ka1 Kg8 Ka2 Kh8 Ka1",
    );
    // Here Black has no other move, and White mates at once when the contest goes on.
    let mut forced = at(
        "6k1/8/6K1/8/8/8/8/1Q6 w - - 0 1",
        "Qc1 Kh8 Qb1 Kg8 Qc1 Kh8 Qb1",
    );
    let rows = [
        // Who, and whether they want to win.
        ("pvs:depth=3", true),
        ("minimax:depth=2", true),
        ("alphabeta:depth=3", true),
        ("expectiminimax:depth=2", true),
        ("mcts:playouts=200", true),
        ("pn:nodes=5000", true),
        ("om:depth=2,opponent=1", true),
        ("om:depth=2,opponent=[evaluation]", true),
        (
            "om:depth=2,opponent=[best-response:against=[evaluation],depth=2]",
            true,
        ),
        (
            "prom:depth=2,types=theirs@1*0.5+[soft-max:temperature=0.5,depth=1]*0.5",
            true,
        ),
        ("m-star:depth=2,level=2", true),
        ("lo:depth=2,opponent=1", false),
        ("tu:depth=2,student=1", false),
        (
            "best-response:against=[alphabeta:depth=1],maximise=score,depth=3",
            true,
        ),
        ("evaluation", true),
    ];
    let request = Request::default();
    for (text, wins) in rows {
        let by = player(&*game, text);
        for session in [&mut free, &mut forced] {
            let found = session.analyze(&by, Ask::EveryMove, &request).unwrap();
            let thought = &found.thought;
            let drawn = thought.moves.iter().find(|judged| judged.mv == "Kg8");
            let drawn = drawn.unwrap_or_else(|| panic!("{text}: {:?}", thought.best));
            assert_eq!(drawn.value.0, 0.0, "{text}: {drawn:?}");
            assert_eq!(drawn.bound, Bound::Exact, "{text}: {drawn:?}");
            if let Some(speculation) = &drawn.speculation {
                assert_eq!(speculation.expected.0, 0.0, "{text}: {drawn:?}");
                assert_eq!(speculation.worst_case.map(|it| it.0), Some(0.0), "{text}");
            }
            if wins {
                assert!(
                    thought.best.iter().any(|mv| mv == "Kg8"),
                    "{text}: {:?}",
                    thought.best
                );
                // It tells what the position is worth as it stands.
                if text != "evaluation" {
                    assert_eq!(thought.value.0, 0.0, "{text}");
                }
            }
        }
    }
}

#[test]
fn limits_are_the_askers() {
    let settings = Settings::in_memory();
    let game = open("othello");
    let by = player(&*game, "pvs:depth=20");
    let mut session = game.session(None, &settings).unwrap();
    let depths = Mutex::new(Vec::new());
    let request = Request {
        limits: ThinkingLimits {
            depth: Some(4),
            ..ThinkingLimits::default()
        },
        progress: &|progress| depths.lock().unwrap().push(progress.depth),
        ..Request::default()
    };
    let found = session.analyze(&by, Ask::BestMove, &request).unwrap();
    assert_eq!(found.thought.depth, Some(4));
    assert_eq!(
        *depths.lock().unwrap(),
        [Some(1), Some(2), Some(3), Some(4)]
    );
}

/// Only `pvs` told anything before it was done.
#[test]
fn playouts_are_told_of_as_they_are_made() {
    let settings = Settings::in_memory();
    for text in ["mcts:playouts=20000", "mcts:playouts=20000,trees=2"] {
        let game = open("connect-four");
        let by = player(&*game, text);
        let mut session = game.session(None, &settings).unwrap();
        let told = Mutex::new(Vec::new());
        let request = Request {
            progress: &|progress| told.lock().unwrap().push((progress.nodes, progress.best)),
            ..Request::default()
        };
        let found = session.analyze(&by, Ask::BestMove, &request).unwrap();
        let told = told.into_inner().unwrap();
        let nodes: Vec<u64> = told.iter().map(|(nodes, _)| *nodes).collect();
        let expected: &[u64] = match text.contains("trees") {
            false => &[4096, 8192, 12288, 16384],
            true => &[8192, 16384],
        };
        assert_eq!(nodes, expected, "{text}");
        assert!(told.iter().all(|(_, best)| best.len() == 1), "{told:?}");
        // Whoever is told may not change what is found.
        let alone = session.analyze(&by, Ask::BestMove, &Request::default());
        assert_eq!(alone.unwrap().thought, found.thought);
    }
}

#[test]
fn thinking_is_cancelled() {
    let settings = Settings::in_memory();
    // All of these would think for hours.
    for (game, text) in [
        ("chess", "pvs:depth=60"),
        ("chess", "alphabeta:depth=30"),
        ("go", "mcts:playouts=1000000000"),
        ("connect-four", "pn:nodes=1000000000000"),
        ("chess", "tu:depth=20,student=2"),
        ("connect-four", "semi-random:depth=40"),
        ("connect-four", "best-response:against=random,depth=30"),
    ] {
        let game = open(game);
        let by = player(&*game, text);
        let mut session = game.session(None, &settings).unwrap();
        session.seat(Seat::First, Some(&by)).unwrap();
        let cancel = Arc::new(AtomicBool::new(false));
        let request = Request {
            cancel: Some(Arc::clone(&cancel)),
            ..Request::default()
        };
        let moved = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(std::time::Duration::from_millis(100));
                cancel.store(true, Ordering::Relaxed);
            });
            session.let_move(&request)
        });
        assert!(matches!(moved, Err(Error::Stopped)), "{text}: {moved:?}");
        assert!(session.moves().is_empty(), "{text}: nothing was played");
    }
}

/// The move that was made is in the list, with the values that the player had when it made it.
#[test]
fn reasons_are_those_of_the_decision() {
    for text in [
        "pvs:depth=5",
        "mcts:playouts=500",
        "om:depth=3,opponent=1",
        "perfect",
    ] {
        let game = open("tic-tac-toe");
        let by = player(&*game, text);
        let mut session = game.session(None, &Settings::in_memory()).unwrap();
        session.seat(Seat::First, Some(&by)).unwrap();
        assert!(
            session
                .reasons(Seat::First, &Request::default())
                .unwrap()
                .is_none()
        );
        let Moved::Move(mv) = session.let_move(&Request::default()).unwrap() else {
            panic!("{text} does not resign")
        };
        session.play(&session.legal_moves()[0]).unwrap();
        let reasons = session.reasons(Seat::First, &Request::default()).unwrap();
        let reasons = reasons.expect("it has moved");
        assert_eq!(reasons.mv, mv);
        let listed = reasons.analysis.thought.moves.iter().any(|it| it.mv == mv);
        assert!(listed, "{text}: {mv}");
        assert!(reasons.analysis.thought.best.contains(&mv), "{text}: {mv}");
        session.take_back();
        session.take_back();
        let taken_back = session.reasons(Seat::First, &Request::default()).unwrap();
        assert!(taken_back.is_none(), "{text}");
    }
}

#[test]
fn the_last_move_is_judged() {
    let game = open("tic-tac-toe");
    let perfect = player(&*game, "perfect");
    let mut session = game.session(None, &Settings::in_memory()).unwrap();
    assert!(
        session
            .judge_last_move(&perfect, &Request::default())
            .is_err()
    );
    session.play("a1").unwrap();
    // After a corner only the centre does not lose.
    session.play("a2").unwrap();
    let judged = session
        .judge_last_move(&perfect, &Request::default())
        .unwrap();
    assert_eq!(judged.position, ".../.../X.. O");
    assert_eq!(judged.thought.best, ["b2"]);
}

#[test]
fn a_session_is_kept_and_loaded() {
    let catalog = Catalog::shipped();
    let settings = Settings::in_memory();
    let game = catalog.open("backgammon").unwrap();
    let mut session = Arc::clone(&game).session(None, &settings).unwrap();
    let random = player(&*game, "random");
    for seat in Seat::BOTH {
        session.seat(seat, Some(&random)).unwrap();
    }
    for _ in 0..20 {
        session.let_move(&Request::default()).unwrap();
    }
    let text = serde_json::to_string(&session.save()).unwrap();
    let saved: Saved = serde_json::from_str(&text).unwrap();
    assert_eq!(saved, session.save());
    let loaded = catalog.load(&saved, &settings).unwrap();
    assert_eq!(loaded.position(), session.position());
    assert_eq!(loaded.moves(), session.moves());
    assert_eq!(loaded.seated(Seat::Second).unwrap().spec().name, "random");
    let wrong: Saved = serde_json::from_str(&text.replacen("first", "nobody", 1)).unwrap();
    assert!(catalog.load(&wrong, &settings).is_err());
}

#[test]
fn a_player_of_another_game_is_refused() {
    let chess = open("chess");
    let by = player(&*chess, "random");
    let mut session = session("othello");
    assert!(matches!(
        session.seat(Seat::First, Some(&by)),
        Err(Error::OtherGame { .. })
    ));
    assert!(matches!(
        session.analyze(&by, Ask::BestMove, &Request::default()),
        Err(Error::OtherGame { .. })
    ));
}

/// How much memory this process takes, in KiB, where the system tells; else 0.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let taken = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = taken.and_then(|taken| taken.trim().split(' ').next()?.parse().ok());
    number.unwrap_or(0)
}

/// A thousand contests of different games at once, on two threads. Every tenth is cancelled: half of those
/// before they begin, the others by another thread in the midst of a search that would go on for ages.
#[test]
fn a_thousand_sessions() {
    let games = [
        "tic-tac-toe",
        "chess",
        "othello",
        "nine-mens-morris",
        "go:size=9",
        "backgammon",
    ];
    let catalog = Catalog::shipped();
    let mut players = Vec::new();
    for name in games {
        let game = catalog.open(name).unwrap();
        let text = match name {
            "tic-tac-toe" => "perfect",
            "backgammon" => "expectiminimax:depth=1",
            "go:size=9" => "mcts:playouts=20",
            _ => "pvs:depth=2,table=1",
        };
        players.push((Arc::clone(&game), player(&*game, text)));
    }
    let long = player(&*players[1].0, "pvs:depth=60,table=1");
    let sessions: Vec<Mutex<Box<dyn AnySession>>> = (0..1000)
        .map(|number| {
            let in_midst = number % 20 == 19;
            // Chess is searched for ages from the start.
            let (game, player) = match in_midst {
                true => (&players[1].0, &long),
                false => {
                    let (game, player) = &players[number % games.len()];
                    (game, player)
                }
            };
            let settings = Settings {
                seed: Seed(number as u64),
                ..Settings::in_memory()
            };
            let mut session = Arc::clone(game).session(None, &settings).unwrap();
            for seat in Seat::BOTH {
                session.seat(seat, Some(player)).unwrap();
            }
            Mutex::new(session)
        })
        .collect();
    // Raises each flag once the search that it belongs to has found something.
    let (begun, searches) = mpsc::channel::<Arc<AtomicBool>>();
    let canceller = thread::spawn(move || {
        let mut cancelled = 0;
        for cancel in searches {
            cancelled += usize::from(!cancel.swap(true, Ordering::Relaxed));
        }
        cancelled
    });
    let before = memory();
    let next = AtomicUsize::new(0);
    let started = Instant::now();
    thread::scope(|scope| {
        for _ in 0..2 {
            let begun = begun.clone();
            let (sessions, next) = (&sessions, &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(session) = sessions.get(number) else {
                        break;
                    };
                    let mut session = session.lock().unwrap();
                    let cancel = Arc::new(AtomicBool::new(number % 20 == 9));
                    let tell = |_| {
                        if number % 20 == 19 {
                            begun.send(Arc::clone(&cancel)).unwrap();
                        }
                    };
                    let request = Request {
                        cancel: Some(Arc::clone(&cancel)),
                        progress: &tell,
                        ..Request::default()
                    };
                    while session.turn() == Turn::Chance {
                        session.let_move(&request).unwrap();
                    }
                    let moved = session.let_move(&request);
                    match number % 10 {
                        9 => assert!(matches!(moved, Err(Error::Stopped)), "{moved:?}"),
                        _ => assert!(matches!(moved, Ok(Moved::Move(_))), "{moved:?}"),
                    }
                }
            });
        }
    });
    let took = started.elapsed();
    drop(begun);
    assert_eq!(canceller.join().unwrap(), 50);
    let made = |session: &Mutex<Box<dyn AnySession>>| {
        let session = session.lock().unwrap();
        session.save().moves.len() - usize::from(session.game().about().name == "backgammon")
    };
    let moved = sessions.iter().filter(|session| made(session) == 1).count();
    assert_eq!(moved, 900);
    // Seen with `--nocapture`: the figures of ARCHITECTURE.md.
    println!(
        "held in {before} KiB, moved in {took:?} to {} KiB",
        memory()
    );
}
