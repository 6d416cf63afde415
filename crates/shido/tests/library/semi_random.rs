//! Semi-random and speculative play at tic-tac-toe beside the numbers of Kajihara, Sakuta, Iida,
//! Uiterwijk and van den Herik, "A Speculative Play against Semi-Random Self-Play": their tables 1
//! and 2, in which every cell was sampled with 10,000 contests.

use std::sync::Arc;

use shido::{AnyGame, Ask, MatchOrder, MatchReport, Request, Seats, Settings};

use crate::asking::{open, player};

const CONTESTS: f64 = 10_000.0;

/// A cell: how far the two look ahead, and how often White won, nobody did and Black did.
struct Cell {
    white: u32,
    black: u32,
    published: [f64; 3],
}

impl Cell {
    /// Whether White looks far enough ahead to speculate on Black's errors, or the other way round.
    fn white_speculates(&self) -> bool {
        self.white >= self.black + 2
    }

    fn black_speculates(&self) -> bool {
        self.black >= self.white + 2
    }
}

fn cells(table: &str) -> Vec<Cell> {
    let rows = table.lines().skip(1);
    rows.map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let plies = |field: &str| field[1..].parse().expect("P and a number of plies");
        let share = |field: &str| field.parse::<f64>().expect("a percentage") / 100.0;
        Cell {
            white: plies(fields[0]),
            black: plies(fields[1]),
            published: [share(fields[2]), share(fields[3]), share(fields[4])],
        }
    })
    .collect()
}

fn table_1() -> Vec<Cell> {
    cells(include_str!("../data/semi-random-table-1.csv"))
}

fn table_2() -> Vec<Cell> {
    cells(include_str!("../data/speculative-table-2.csv"))
}

fn play(game: &dyn AnyGame, a: &str, b: &str, games: Option<u64>) -> MatchReport {
    crate::asking::play(game, a, b, Seats::Fixed, games)
}

fn shares(report: &MatchReport) -> [f64; 3] {
    [report.a_wins, report.draws, report.b_wins]
}

/// How many standard errors of a sample the published share is above the exact one. What never or
/// always happens has no error: there the two must be the same.
fn z(published: f64, exact: f64) -> f64 {
    let error = (exact * (1.0 - exact)).max(0.0).sqrt() / CONTESTS.sqrt();
    let difference = published - exact;
    if error < 1e-9 && difference.abs() < 1e-9 {
        return 0.0;
    }
    difference / error
}

fn semi_random(depth: u32) -> String {
    format!("semi-random:depth={depth}")
}

fn speculative(depth: u32, opponent: u32) -> String {
    format!("speculative:depth={depth},opponent={opponent}")
}

#[test]
fn table_1_is_reproduced() {
    let game = open("tic-tac-toe");
    let cells = table_1();
    assert_eq!(cells.len(), 49);
    for cell in cells {
        let (white, black) = (semi_random(cell.white), semi_random(cell.black));
        let exact = shares(&play(&*game, &white, &black, None));
        for (published, exact) in cell.published.into_iter().zip(exact) {
            let z = z(published, exact);
            assert!(
                z.abs() < 2.5,
                "P{} against P{}: {published} there, {exact} here, z = {z}",
                cell.white,
                cell.black
            );
        }
    }
}

/// The fifteen cells of Table 2 in which White speculates. Those in which Black does come out
/// otherwise, and nothing is claimed of them.
#[test]
fn table_2_is_reproduced_where_white_speculates() {
    let game = open("tic-tac-toe");
    let cells = table_2();
    assert_eq!(
        cells.iter().filter(|cell| cell.white_speculates()).count(),
        15
    );
    for cell in cells.iter().filter(|cell| cell.white_speculates()) {
        let white = speculative(cell.white, cell.black);
        let exact = shares(&play(&*game, &white, &semi_random(cell.black), None));
        for (published, exact) in cell.published.into_iter().zip(exact) {
            let z = z(published, exact);
            assert!(
                z.abs() < 3.0,
                "P{} against P{}: {published} there, {exact} here, z = {z}",
                cell.white,
                cell.black
            );
        }
    }
}

/// No strategy wins more often than the best response, from either seat; nor could the authors' have,
/// but for the luck of 10,000 contests.
#[test]
fn the_best_response_dominates_speculative_play() {
    let game = open("tic-tac-toe");
    for cell in table_2() {
        let (deeper, shallower) = (cell.white.max(cell.black), cell.white.min(cell.black));
        let opponent = semi_random(shallower);
        let best = format!("best-response:against=[{opponent}]");
        let play = |player: &str| match cell.white_speculates() {
            true => play(&*game, player, &opponent, None).a_wins,
            false => play(&*game, &opponent, player, None).b_wins,
        };
        let published = match (cell.white_speculates(), cell.black_speculates()) {
            (true, _) => cell.published[0],
            (_, true) => cell.published[2],
            _ => continue,
        };
        let limit = play(&best);
        let ours = play(&speculative(deeper, shallower));
        let cell = format!("P{} against P{}", cell.white, cell.black);
        assert!(ours <= limit + 1e-12, "{cell}: {ours} beats {limit}");
        assert!(
            z(published, limit) < 3.0,
            "{cell}: {published} beats {limit}"
        );
    }
}

/// Below the depth that speculation needs, Table 2 repeats Table 1.
#[test]
fn too_little_depth_is_semi_random_play() {
    let game = open("lose-tic-tac-toe");
    let plain = play(&*game, "semi-random:depth=3", "random", None);
    let shallow = play(&*game, "speculative:depth=3,opponent=2", "random", None);
    assert_eq!(shares(&plain), shares(&shallow));
}

/// Sampled contests, which share a memory, agree with the exact result.
#[test]
fn samples_agree_with_the_exact_result() {
    for (game, a, b) in [
        ("tic-tac-toe", "semi-random:depth=5", "semi-random:depth=2"),
        (
            "lose-tic-tac-toe",
            "speculative:depth=4,opponent=2",
            "semi-random:depth=2",
        ),
        (
            "tic-tac-toe",
            "best-response:against=[semi-random:depth=3]",
            "semi-random:depth=3",
        ),
        (
            "connect-four:columns=4,rows=4",
            "semi-random:depth=4",
            "semi-random:depth=2",
        ),
    ] {
        let opened = open(game);
        let exact = play(&*opened, a, b, None);
        let sampled = play(&*opened, a, b, Some(CONTESTS as u64));
        for (sampled, exact) in shares(&sampled).into_iter().zip(shares(&exact)) {
            let z = z(sampled, exact);
            assert!(
                z.abs() < 4.0,
                "{game}, {a} against {b}: {sampled} of {exact}, z = {z}"
            );
        }
    }
}

#[test]
fn what_cannot_be_had_says_what_to_write() {
    let complain = |game: &str, text: &str| {
        let game = open(game);
        let spec = match text.parse() {
            Ok(spec) => spec,
            Err(error) => return format!("{error}"),
        };
        let settings = Settings::in_memory();
        let played = game.player(&spec, &settings, &|_| {}).and_then(|a| {
            let order = MatchOrder {
                b: player(&*game, "random"),
                a,
                seats: Seats::Fixed,
                games: Some(1),
                opening_plies: 0,
                transcripts: false,
            };
            game.play_match(&order, &settings, &|_| {})
        });
        match played {
            Ok(_) => "nothing".to_owned(),
            Err(error) => format!("{error}; {}", error.help().unwrap_or_default()),
        }
    };
    for (game, player, expected) in [
        ("tic-tac-toe", "semi-random", "needs the option `depth`"),
        ("tic-tac-toe", "semi-random:depth=-1", "from 0 to 100"),
        (
            "tic-tac-toe",
            "semi-random:plies=3,depth=3",
            "no option `plies`",
        ),
        (
            "tic-tac-toe",
            "speculative:depth=3",
            "needs the option `opponent`",
        ),
        (
            "tic-tac-toe",
            "speculative:depth=3,opponent=1,ties=last",
            "uniform, first",
        ),
        ("tic-tac-toe", "best-response", "needs the option `against`"),
        (
            "tic-tac-toe",
            "best-response:against=[semi-random:depth=2",
            "not closed",
        ),
        (
            "tic-tac-toe",
            "best-response:against=[random]maximise=score",
            "a comma",
        ),
        (
            "tic-tac-toe",
            "best-response:against=[semi-random:depth=x]",
            "from 0 to 100",
        ),
        (
            "tic-tac-toe",
            "best-response:against=[mcts:playouts=9]",
            "no fixed odds",
        ),
        (
            "tic-tac-toe",
            "best-response:against=random,maximise=luck",
            "wins, score",
        ),
        (
            "achi",
            "best-response:against=random",
            "needs the option `depth`",
        ),
        (
            "chess",
            "best-response:against=random",
            "needs the option `depth`",
        ),
        ("backgammon", "semi-random:depth=2", "chance"),
        (
            "achi",
            "best-response:against=[semi-random:depth=1],depth=3",
            "nothing",
        ),
        (
            "tic-tac-toe",
            "best-response:maximise=score,against=[best-response:against=[semi-random:depth=1]]",
            "nothing",
        ),
    ] {
        let said = complain(game, player);
        assert!(said.contains(expected), "{player} at {game}: {said}");
    }
}

/// O has to parry on c3; every other move loses in two plies, and three plies ahead nothing
/// more is seen.
#[test]
fn players_can_be_analysed_by() {
    let game = open("tic-tac-toe");
    let judge = |by: &str| {
        let position = Some("X../OX./... O");
        let session = Arc::clone(&game).session(position, &Settings::in_memory());
        let by = player(&*game, by);
        let request = Request::default();
        let judged = session.unwrap().analyze(&by, Ask::EveryMove, &request);
        judged.expect("it can be judged").thought
    };
    let semi_random = judge("semi-random:depth=2");
    assert_eq!(semi_random.best, ["c1"]);
    for judged in &semi_random.moves {
        let expected = if judged.mv == "c1" { None } else { Some(2) };
        assert_eq!(judged.distance(), expected, "{}", judged.mv);
    }
    // A random X overlooks the win more often than not, but here speculation only chooses among
    // what is considered.
    assert_eq!(judge("speculative:depth=2,opponent=0").best, ["c1"]);
    let best = judge("best-response:against=random,maximise=score");
    assert!(best.moves.iter().all(|judged| judged.probability.is_some()));
}
