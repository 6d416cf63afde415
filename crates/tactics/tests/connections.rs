//! Connections that every player knows.

use crate::diagram::Diagram;
use shido_core::Seat::{self, First, Second};
use shido_tactics::{Status, connect};

const NODES: u64 = 20_000;

fn check(diagram: &Diagram, first: Seat, status: Status, with: Option<&str>) {
    let [one, other] = [diagram.asked[0], diagram.asked[1]];
    let reading = connect(&diagram.first(first), one, other, NODES);
    assert_eq!(reading.status, status, "{reading:?}");
    let point = reading.first.map(|point| point.to_string());
    assert_eq!(point.as_deref(), with, "{reading:?}");
}

#[test]
fn what_has_two_ways_is_connected() {
    let diagonal = Diagram::whole(
        "......... ......... ......... ...x..... ....x.... ......... ......... ......... .........",
    );
    check(&diagonal, Second, Status::Yes, None);
    check(&diagonal, First, Status::Yes, None);
    let cut = diagonal.with(Second, "E6");
    check(&cut, First, Status::Yes, Some("D5"));
    check(&cut, Second, Status::Open, None);
    // A bamboo joint.
    let bamboo = Diagram::whole(
        "......... ......... ......... ...x.x... ...X.X... ......... ......... ......... .........",
    );
    check(&bamboo, Second, Status::Yes, None);
    // A tiger's mouth, seen from its two sides.
    let mouth = Diagram::whole(
        "......... ......... ......... ...x.x... ....X.... ......... ......... ......... .........",
    );
    check(&mouth, Second, Status::Yes, None);
    // A hanging connection: the stone that cuts is captured.
    let hanging = Diagram::whole(
        "......... ......... ....O.... ...xO.... ..X.x.... ......... ......... ......... .........",
    );
    check(&hanging, Second, Status::Yes, None);
    let one = Diagram::whole("..... .xx.. ..... ..... .....");
    check(&one, Second, Status::Yes, None);
}

#[test]
fn a_jump_is_connected_by_its_middle() {
    let jump = Diagram::whole(
        "......... ......... ......... ...x.x... ......... ......... ......... ......... .........",
    );
    check(&jump, First, Status::Yes, Some("E6"));
    let far = Diagram::whole(
        "......... ......... ......... .x.....x. ......... ......... ......... ......... .........",
    );
    check(&far, First, Status::Open, None);
    let asked = connect(&far.first(First), far.asked[0], far.asked[1], NODES);
    assert_eq!(asked.nodes, 0, "nothing to read");
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
    check(&under, First, Status::Yes, Some("E1"));
    // A stone in the middle of a jump on the second line is met from below, where there are two ways
    // to connect; on the first line it is captured.
    for rows in ["......... ...x.x...", "...x.x..."] {
        let jump = Diagram::drawn(9, rows);
        check(&jump, Second, Status::Yes, None);
        check(&jump, First, Status::Yes, None);
    }
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
    check(&snapback, First, Status::Yes, Some("D1"));
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
    check(&wall, First, Status::No, None);
    let captured = Diagram::whole("..... .Ox.. Ox... .O... .....");
    check(&captured, Second, Status::No, Some("C3"));
}

#[test]
fn a_closed_gap_is_cut_or_not() {
    // The stones in the corner have no other way out, those outside have.
    let gap = Diagram::whole(
        "
        .........
        .........
        .........
        .........
        .........
        OOOOO....
        ..xX.xX..
        ....OOOO.
        ....O....",
    );
    check(&gap, Second, Status::No, Some("E3"));
    check(&gap, First, Status::Yes, Some("E3"));
    check(&gap.with(Second, "E3"), First, Status::No, None);
    let around = Diagram::whole(
        "
        .........
        .........
        .........
        .........
        .........
        ..OOO....
        ..xX.xX..
        ....OOOO.
        ....O....",
    );
    check(&around, Second, Status::Open, None);
}
