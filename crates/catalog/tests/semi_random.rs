//! Semi-random and speculative play at tic-tac-toe beside the numbers of Kajihara, Sakuta, Iida,
//! Uiterwijk and van den Herik, "A Speculative Play against Semi-Random Self-Play": their tables 1
//! and 2, in which every cell was sampled with 10,000 contests.

use shido_arena::Seats;
use shido_catalog::{AnyGame, MatchOrder, MatchReport, Settings, open};

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
    cells(include_str!("data/semi-random-table-1.csv"))
}

fn table_2() -> Vec<Cell> {
    cells(include_str!("data/speculative-table-2.csv"))
}

fn play(game: &dyn AnyGame, a: &str, b: &str, games: Option<u64>) -> MatchReport {
    let order = MatchOrder {
        opening_plies: 0,
        a: a.parse().expect("a player"),
        b: b.parse().expect("a player"),
        seats: Seats::Fixed,
        games,
        transcripts: false,
    };
    game.contest_match(&order, &Settings::in_memory(), &|_| {})
        .expect("it can be played")
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
    let game = open("tic-tac-toe").expect("the game is there");
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
    let game = open("tic-tac-toe").expect("the game is there");
    let cells = table_2();
    assert_eq!(cells.iter().filter(|cell| cell.white_speculates()).count(), 15);
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
