//! Connections that every player knows.

mod diagram;

use std::time::Instant;

use diagram::Diagram;
use shido_core::Seat::{self, First, Second};
use shido_tactics::{Verdict, connect};

const NODES: u64 = 20_000;

fn check(what: &str, diagram: &Diagram, first: Seat, verdict: Verdict, with: Option<&str>) {
    let started = Instant::now();
    let reading = connect(
        &diagram.first(first),
        diagram.asked[0],
        diagram.asked[1],
        NODES,
    );
    let took = started.elapsed().as_micros();
    let point = reading.first.map(|point| point.to_string());
    println!(
        "| {what} | {:?} | {point:?} | {} | {} | {took} us |",
        reading.verdict, reading.how, reading.nodes
    );
    assert_eq!(reading.verdict, verdict, "{what}: {reading:?}");
    assert_eq!(point.as_deref(), with, "{what}: {reading:?}");
}

#[test]
fn what_has_two_ways_is_connected() {
    let diagonal = Diagram::whole(
        "......... ......... ......... ...x..... ....x.... ......... ......... ......... .........",
    );
    check("a diagonal", &diagonal, Second, Verdict::Yes, None);
    check(
        "a diagonal, need not move",
        &diagonal,
        First,
        Verdict::Yes,
        None,
    );
    let cut = diagonal.with(Second, "E6");
    check(
        "a diagonal with one way left",
        &cut,
        First,
        Verdict::Yes,
        Some("D5"),
    );
    check(
        "a diagonal with one way left, the cutter first",
        &cut,
        Second,
        Verdict::Open,
        None,
    );
    let bamboo = Diagram::whole(
        "......... ......... ......... ...x.x... ...X.X... ......... ......... ......... .........",
    );
    check("a bamboo joint", &bamboo, Second, Verdict::Yes, None);
    let mouth = Diagram::whole(
        "......... ......... ......... ...x.x... ....X.... ......... ......... ......... .........",
    );
    check("a tiger's mouth", &mouth, Second, Verdict::Yes, None);
    let hanging = Diagram::whole(
        "......... ......... ....O.... ...xO.... ..X.x.... ......... ......... ......... .........",
    );
    check("a hanging connection", &hanging, Second, Verdict::Yes, None);
    let one = Diagram::whole("..... .xx.. ..... ..... .....");
    check("one chain", &one, Second, Verdict::Yes, None);
}

#[test]
fn a_jump_is_connected_by_its_middle() {
    let jump = Diagram::whole(
        "......... ......... ......... ...x.x... ......... ......... ......... ......... .........",
    );
    check("a jump", &jump, First, Verdict::Yes, Some("E6"));
    let far = Diagram::whole(
        "......... ......... ......... .x.....x. ......... ......... ......... ......... .........",
    );
    check("far apart", &far, First, Verdict::Open, None);
}

#[test]
fn stones_are_connected_along_the_edge() {
    let under = Diagram::whole(
        "
        .........
        .........
        .........
        .........
        .........
        ...OOO...
        ..XOOOX..
        ..XxOxX..
        .........",
    );
    check("a bridge under", &under, First, Verdict::Yes, Some("E1"));
}

#[test]
fn what_captures_the_cutter_connects() {
    let snapback = Diagram::whole(
        "
        .........
        .........
        .........
        .........
        .OO......
        OO.......
        OOxXX....
        .XO.X....
        .xO.OOO..",
    );
    check(
        "a cutter in a snapback",
        &snapback,
        First,
        Verdict::Yes,
        Some("D1"),
    );
}

#[test]
fn life_between_them_separates() {
    let wall = Diagram::whole(
        "
        ..OOO..
        x.O.O..
        ..OOO..
        ..O....
        ..OOO.x
        ..O.O..
        ..OOO..",
    );
    check(
        "unconditional life between",
        &wall,
        First,
        Verdict::No,
        None,
    );
    let captured = Diagram::whole("..... .Ox.. Ox... .O... .....");
    check(
        "one captured at once",
        &captured,
        Second,
        Verdict::No,
        Some("C3"),
    );
}
