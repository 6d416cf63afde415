//! Captures that every player knows.

mod diagram;

use std::time::Instant;

use diagram::Diagram;
use shido_core::Seat::{self, First, Second};
use shido_tactics::{Reading, Situation, Verdict, capture};

const NODES: u64 = 20_000;

fn ask(what: &str, situation: &Situation, diagram: &Diagram) -> Reading {
    let started = Instant::now();
    let reading = capture(situation, diagram.asked[0], NODES);
    let took = started.elapsed().as_micros();
    println!(
        "| {what} | {:?} | {:?} | {} | {} | {took} us |",
        reading.verdict,
        reading.first.map(|p| p.to_string()),
        reading.how,
        reading.nodes
    );
    reading
}

fn check(what: &str, diagram: &Diagram, first: Seat, verdict: Verdict, with: &[&str]) {
    let reading = ask(what, &diagram.first(first), diagram);
    assert_eq!(reading.verdict, verdict, "{what}: {reading:?}");
    if !with.is_empty() {
        let point = reading.first.expect("a first move").to_string();
        assert!(with.contains(&point.as_str()), "{what}: {reading:?}");
    }
}

const LADDER: &str = "
    .......
    .......
    ...X...
    ..Xo...
    ..X....";

#[test]
fn a_ladder_goes_across_the_board() {
    let ladder = Diagram::drawn(19, LADDER);
    check(
        "a ladder across 19 by 19",
        &ladder,
        First,
        Verdict::Yes,
        &["E16"],
    );
    // On its way, at its end, or beside it: the stones that a ladder runs into, seen from afar.
    check(
        "a breaker in the way",
        &ladder.with(Second, "P5"),
        First,
        Verdict::Open,
        &[],
    );
    check(
        "a breaker beside it",
        &ladder.with(Second, "Q5"),
        First,
        Verdict::Open,
        &[],
    );
    check(
        "a breaker elsewhere",
        &ladder.with(Second, "Q16"),
        First,
        Verdict::Yes,
        &["E16"],
    );
    check(
        "ladder, the runner first",
        &ladder,
        Second,
        Verdict::Open,
        &[],
    );
    let started = ladder.with(First, "E16");
    check(
        "a ladder begun, the runner first",
        &started,
        Second,
        Verdict::Yes,
        &[],
    );
}

#[test]
fn a_net_holds_where_a_ladder_is_broken() {
    let net = Diagram::whole(
        "
        .........
        .........
        ......O..
        .........
        .........
        .X.......
        .Xo......
        ..XX.....
        .........",
    );
    check("a net", &net, First, Verdict::Yes, &["D4"]);
    check(
        "a net cast, the other first",
        &net.with(First, "D4"),
        Second,
        Verdict::Yes,
        &[],
    );
}

#[test]
fn a_snapback_takes_more_than_it_gives() {
    let snapback = Diagram::whole(
        "
        .......
        .......
        .......
        .......
        XXXX...
        Xo.X...
        Xo.OOO.",
    );
    check("a snapback", &snapback, First, Verdict::Yes, &["C1"]);
    check(
        "a snapback prevented",
        &snapback,
        Second,
        Verdict::Open,
        &[],
    );
}

#[test]
fn the_edge_helps_to_capture() {
    let edge = Diagram::whole(
        "
        .......
        .......
        .......
        .......
        XXX....
        Xo.....
        .......",
    );
    check("against the edge", &edge, First, Verdict::Yes, &[]);
    let crawl = Diagram::whole(
        "
        .......
        .......
        .......
        .......
        .......
        XXXXXX.
        Xo....X",
    );
    check(
        "crawling on the first line",
        &crawl,
        Second,
        Verdict::Yes,
        &[],
    );
}

#[test]
fn a_captor_can_be_captured() {
    let captor = Diagram::whole(
        "
        ......
        ......
        ......
        .XO...
        XoXO..
        ......",
    );
    check("a captor in atari", &captor, Second, Verdict::Open, &[]);
    check("captured at once", &captor, First, Verdict::Yes, &["B1"]);
}

#[test]
fn a_ko_is_told_from_a_capture() {
    let ko = Diagram::whole(
        "
        ......
        ......
        ......
        .XO...
        Xo.O..
        .XO...",
    );
    check("a ko that may be taken", &ko, First, Verdict::Yes, &["C2"]);
    let mut banned = ko.first(First);
    banned.ban.insert(ko.point("C2"));
    let reading = ask("a ko that was just taken", &banned, &ko);
    assert_eq!(reading.verdict, Verdict::Ko);
}

#[test]
fn two_eyes_are_never_captured() {
    let alive = Diagram::whole(".O.O. oOOO. XXXX. ..... .....");
    check("two eyes", &alive, First, Verdict::No, &[]);
}
