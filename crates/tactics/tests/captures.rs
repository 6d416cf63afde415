//! Captures that every player knows.

use crate::diagram::Diagram;
use shido_core::Seat::{self, First, Second};
use shido_tactics::{Status, capture};

const NODES: u64 = 20_000;

/// With what the capturer begins is given only where one move alone does it.
fn check(diagram: &Diagram, first: Seat, status: Status, with: Option<&str>) {
    let reading = capture(&diagram.first(first), diagram.asked[0], NODES);
    assert_eq!(reading.status, status, "{reading:?}");
    if with.is_some() {
        let point = reading.first.map(|point| point.to_string());
        assert_eq!(point.as_deref(), with, "{reading:?}");
    }
}

/// The white stone is driven to the right and down, across the board.
const LADDER: &str = "
    .......
    .......
    ...X...
    ..Xo...
    ..X....";

#[test]
fn a_ladder_goes_across_the_board() {
    let ladder = Diagram::drawn(19, LADDER);
    check(&ladder, First, Status::Yes, Some("E16"));
    // In its way, next to its way, and where it does not go.
    check(&ladder.with(Second, "P5"), First, Status::Open, None);
    check(&ladder.with(Second, "Q5"), First, Status::Open, None);
    let elsewhere = ladder.with(Second, "Q16");
    check(&elsewhere, First, Status::Yes, Some("E16"));
    check(&ladder, Second, Status::Open, None);
    let started = ladder.with(First, "E16");
    check(&started, Second, Status::Yes, None);
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
    check(&net, First, Status::Yes, Some("D4"));
    check(&net.with(First, "D4"), Second, Status::Yes, None);
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
    check(&snapback, First, Status::Yes, Some("C1"));
    check(&snapback, Second, Status::Open, None);
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
    check(&edge, First, Status::Yes, None);
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
    check(&crawl, Second, Status::Yes, None);
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
    check(&captor, Second, Status::Open, None);
    check(&captor, First, Status::Yes, Some("B1"));
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
    check(&ko, First, Status::Yes, Some("C2"));
    let mut banned = ko.first(First);
    banned.ban.insert(ko.point("C2"));
    let reading = capture(&banned, ko.asked[0], NODES);
    assert_eq!(reading.status, Status::Ko);
}

#[test]
fn two_eyes_are_never_captured() {
    let alive = Diagram::whole(".O.O. oOOO. XXXX. ..... .....");
    check(&alive, First, Status::No, None);
}
