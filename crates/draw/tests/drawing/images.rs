//! The boards in the documentation are what is drawn now. `UPDATE_PICTURES=1 cargo test -p shido-draw
//! images` draws them again.

use std::path::{Path, PathBuf};

use shido_core::picture::{Depict, Picture};
use shido_draw::{Changes, SvgStyle, board_style, colours, svg};
use shido_frame::{Compiled, Frame};
use shido_games::backgammon::Backgammon;
use shido_games::chess::Chess;
use shido_games::draughts::Draughts;
use shido_games::go::{Go, sgf};
use shido_games::othello::Othello;
use shido_games::shogi::Shogi;

/// A board, and what is marked and written on it.
type Board = (Picture, SvgStyle);

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// A board from a position, and what moves with commas between them make of it.
fn played<G: Depict>(game: &G, position: Option<&str>, moves: &str) -> Board {
    let mut position = position.map_or_else(
        || game.start(),
        |text| game.parse_position(text).expect("a position"),
    );
    let mut picture = game.picture(&position);
    let mut style = SvgStyle::default();
    for text in moves
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        let mv = game.parse_move(&position, text);
        game.play(&mut position, mv.expect("a legal move"));
        let next = game.picture(&position);
        let Changes { made, turned } = Changes::between(&picture, &next);
        style = SvgStyle {
            highlight: made,
            turned,
            ..style
        };
        picture = next;
    }
    (picture, style)
}

fn framed(name: &str, moves: &str) -> Board {
    let text = std::fs::read_to_string(project(&format!("frames/{name}.toml")));
    let frame = Frame::read(name, &text.expect("the frame is there"), &[]);
    match Compiled::new(&frame.expect("the frame is sound")) {
        Compiled::Small(game) => played(&game, None, moves),
        Compiled::Large(game) => played(&*game, None, moves),
    }
}

/// The positions of a page: each picture shows that of the first command below it.
fn of_commands() -> Vec<(String, Board)> {
    let page = std::fs::read_to_string(project("docs/tutoring-chess.md")).expect("the page");
    let pictures = page.split("<img src=\"images/").skip(1);
    let boards = pictures.map(|part| {
        let (name, rest) = part.split_once('"').expect("the name of a picture");
        let (_, position) = rest.split_once("--position '").expect("a command");
        let position = position.split('\'').next();
        (name.to_owned(), played(&Chess, position, ""))
    });
    boards.collect()
}

/// What `shido plan` draws of a record in which it looked for a move.
fn three_ways() -> Board {
    let text = std::fs::read_to_string(project("examples/go/three-ways.sgf"));
    let record = sgf::read(&text.expect("the record is there")).expect("a record");
    let position = record.position(record.moves.len()).expect("its end");
    let labels = [("D8", "1"), ("C10", "G"), ("C8", "G1"), ("D6", "G2")];
    let style = SvgStyle {
        highlight: vec!["D8".to_owned()],
        labels: labels
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .to_vec(),
        ..SvgStyle::default()
    };
    (record.go.picture(&position), style)
}

#[test]
fn boards_in_the_documentation_are_drawn_by_this_code() {
    let go = Go::new(9).expect("a usual board");
    let othello = Othello::new(8).expect("a usual board");
    let boards = [
        (
            "chess.svg",
            played(&Chess, None, "e4, e5, Nf3, Nc6, Bc4, Bc5, c3, Nf6"),
        ),
        (
            "shogi.svg",
            played(
                &Shogi,
                Some(
                    "ln1g3nl/1ks1gr3/1ppp1p1p1/p3p1p1p/5P3/P1P1P1PRP/1P1PS1N2/1KSG1G3/LN6L b Bbp 1",
                ),
                "2f2c+",
            ),
        ),
        (
            "go.svg",
            played(
                &go,
                None,
                "E5, E7, G6, C5, C4, D4, D5, C3, B4, C6, D3, C2, F7, F8, D2, E6, F6, D6",
            ),
        ),
        (
            "othello.svg",
            played(&othello, None, "d3, c5, f6, f5, e6, e3, c3, d2, c4, c2"),
        ),
        (
            "draughts.svg",
            played(
                &Draughts,
                Some("W:W18,19,22,26,29,K6:B1,3,9,10,12,K27"),
                "6x13",
            ),
        ),
        (
            "backgammon.svg",
            played(&Backgammon, Some("-a-BaBE-B---dC---c-d-b--A- first 62"), ""),
        ),
        (
            "nine-mens-morris.svg",
            framed(
                "nine-mens-morris",
                "d6, f4, d2, b4, f6, b6, f2, d7, b2xd7, g7, d1",
            ),
        ),
        (
            "connect-four.svg",
            framed(
                "connect-four",
                "d, d, d, c, c, b, f, e, f, f, b, c, e, d, a",
            ),
        ),
        (
            "tic-tac-toe.svg",
            framed("tic-tac-toe", "b2, a1, c1, a3, a2"),
        ),
        ("shisima.svg", framed("shisima", "")),
        ("three-ways.svg", three_ways()),
    ];
    let boards = boards.map(|(name, board)| (name.to_owned(), board));
    for (name, (picture, style)) in boards.into_iter().chain(of_commands()) {
        check(&format!("docs/images/{name}"), &svg(&picture, &style));
    }
}

#[test]
fn images_in_pages_have_their_colours_from_here() {
    check("crates/serve/web/paper.css", &board_style());
}

/// Which games have two colours of discs, and which of these colours the first side has, is seen on the boards.
#[test]
fn colours_are_told_where_discs_are_told_apart_by_nothing_else() {
    let go = Go::new(9).expect("a usual board");
    for picture in [
        played(&Chess, None, "").0,
        played(&Shogi, None, "").0,
        framed("tic-tac-toe", "b2").0,
    ] {
        assert_eq!(colours(&picture), None);
    }
    let (light, dark, red, yellow) = ("#f7efdf", "#3a3430", "#cf3a2b", "#f7cb3e");
    for (picture, wanted) in [
        (played(&go, None, "").0, [dark, light]),
        (played(&Draughts, None, "").0, [dark, light]),
        (
            played(&Backgammon, Some("-a-BaBE-B---dC---c-d-b--A- first 62"), "").0,
            [dark, light],
        ),
        (framed("connect-four", "").0, [red, yellow]),
        (framed("nine-mens-morris", "d6").0, [light, dark]),
    ] {
        assert_eq!(colours(&picture), Some(wanted));
    }
}

/// Compares a file of the project with what is drawn now, or writes it.
fn check(name: &str, drawn: &str) {
    let path = project(name);
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&path, drawn).expect("the picture can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the picture is there");
    assert!(kept.replace("\r\n", "\n") == drawn, "{name} is out of date");
}
