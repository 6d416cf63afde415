//! Boards built by hand.

use std::f64::consts::FRAC_PI_4;

use shido_core::Seat;
use shido_core::picture::{Cells, Content, Picture, Place, Shape, Surface};

fn place(name: impl Into<String>, right: f64, up: f64) -> Place {
    Place {
        name: name.into(),
        at: [right, up],
        content: Content::Empty,
    }
}

fn picture(surface: Surface, places: Vec<Place>, joins: &[(usize, usize)]) -> Picture {
    let symbols = ["X".to_owned(), "O".to_owned()];
    Picture {
        joins: joins.to_vec(),
        ..Picture::new(surface, places, symbols)
    }
}

fn marker(seat: Seat, symbol: String) -> Content {
    let shape = Shape::Plain;
    Content::Marker {
        seat,
        symbol,
        shape,
    }
}

/// The picture with markers of both sides on these places, named in a row.
pub(crate) fn with(mut picture: Picture, first: &str, second: &str) -> Picture {
    for (seat, names) in [(Seat::First, first), (Seat::Second, second)] {
        for name in names.split_whitespace() {
            let symbol = picture.symbols[seat.index()].clone();
            let place = picture.places.iter_mut().find(|place| place.name == name);
            place.expect("a place of the board").content = marker(seat, symbol);
        }
    }
    picture
}

pub(crate) fn with_symbols(mut picture: Picture, first: &str, second: &str) -> Picture {
    picture.symbols = [first.to_owned(), second.to_owned()];
    picture
}

pub(crate) fn with_beside(mut picture: Picture, first: &str, second: &str) -> Picture {
    picture.beside = [first.to_owned(), second.to_owned()];
    picture
}

fn column_letter(column: u8) -> char {
    char::from(b'a' + column)
}

/// Squares from a1 at the lower left.
pub(crate) fn squares(columns: u8, rows: u8) -> Picture {
    let places = (0..rows)
        .flat_map(|row| (0..columns).map(move |column| (column, row)))
        .map(|(column, row)| {
            let name = format!("{}{}", column_letter(column), row + 1);
            place(name, f64::from(column), f64::from(row))
        })
        .collect();
    picture(Surface::Cells(Cells::Paper), places, &[])
}

/// Three by three squares with the numbers of a telephone.
pub(crate) fn numbered() -> Picture {
    let places = (0..9)
        .map(|n| place((n + 1).to_string(), f64::from(n % 3), f64::from(2 - n / 3)))
        .collect();
    picture(Surface::Cells(Cells::Paper), places, &[])
}

/// Layers of squares side by side, with the layer as a capital letter before the square.
pub(crate) fn layers(side: u8) -> Picture {
    let mut places = Vec::new();
    for layer in 0..side {
        for mut square in squares(side, side).places {
            square.name = format!("{}{}", char::from(b'A' + layer), square.name);
            square.at[0] += f64::from(layer * (side + 1));
            places.push(square);
        }
    }
    picture(Surface::Cells(Cells::Paper), places, &[])
}

/// Points named by column and row, joined along these rows of names.
fn lattice(lines: &[&str]) -> Picture {
    let mut places: Vec<Place> = Vec::new();
    let mut joins = Vec::new();
    for line in lines {
        let mut previous = None;
        for name in line.split_whitespace() {
            let found = places.iter().position(|place| place.name == name);
            let index = found.unwrap_or_else(|| {
                let [column, row] = *name.as_bytes() else {
                    panic!("{name} is not a letter and a digit")
                };
                places.push(place(name, f64::from(column - b'a'), f64::from(row - b'1')));
                places.len() - 1
            });
            joins.extend(previous.map(|previous| (previous, index)));
            previous = Some(index);
        }
    }
    picture(Surface::Points, places, &joins)
}

pub(crate) fn nine_mens_morris() -> Picture {
    lattice(&[
        "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2",
        "a1 d1 g1", "a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5",
        "f2 f4 f6", "g1 g4 g7",
    ])
}

pub(crate) fn six_mens_morris() -> Picture {
    lattice(&[
        "a5 c5 e5", "b4 c4 d4", "a3 b3", "d3 e3", "b2 c2 d2", "a1 c1 e1", "a1 a3 a5", "b2 b3 b4",
        "c1 c2", "c4 c5", "d2 d3 d4", "e1 e3 e5",
    ])
}

pub(crate) fn achi() -> Picture {
    lattice(&[
        "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3",
        "a3 b2 c1",
    ])
}

pub(crate) fn pong_hau_ki() -> Picture {
    lattice(&["a1 a3", "c1 c3", "a1 c1", "a1 b2 c3", "a3 b2 c1"])
}

pub(crate) fn tsoro_yematatu() -> Picture {
    let places = vec![
        place("1", 0.0, 2.0),
        place("2", -0.5, 1.0),
        place("3", 0.0, 1.0),
        place("4", 0.5, 1.0),
        place("5", -1.0, 0.0),
        place("6", 0.0, 0.0),
        place("7", 1.0, 0.0),
    ];
    let joins = [
        (0, 1),
        (0, 2),
        (0, 3),
        (1, 2),
        (2, 3),
        (1, 4),
        (2, 5),
        (3, 6),
        (4, 5),
        (5, 6),
    ];
    picture(Surface::Points, places, &joins)
}

/// Eight points around a ninth, from the right counterclockwise by so many eighths of a turn.
fn ring(radius: f64, turned: f64) -> Picture {
    let mut places: Vec<Place> = (0..8)
        .map(|n| {
            let angle = FRAC_PI_4 * (f64::from(n) + turned);
            place(
                (n + 1).to_string(),
                radius * angle.cos(),
                radius * angle.sin(),
            )
        })
        .collect();
    places.push(place("c", 0.0, 0.0));
    let joins: Vec<_> = (0..8).flat_map(|n| [(n, (n + 1) % 8), (n, 8)]).collect();
    picture(Surface::Points, places, &joins)
}

pub(crate) fn shisima() -> Picture {
    ring(1.3, 0.5)
}

pub(crate) fn mu_torere() -> Picture {
    ring(1.0, 0.0)
}

/// A tree of depth three with the values of its leaves, two branches a node.
pub(crate) fn tree() -> Picture {
    let mut places = Vec::new();
    let mut joins = Vec::new();
    for (leaf, value) in (0_u8..).zip(["3", "-1", "0", "12", "5", "5", "-10", "7"]) {
        let mut leaf = place(format!("L{leaf}"), f64::from(leaf), 0.0);
        leaf.content = Content::Label(value.to_owned());
        places.push(leaf);
    }
    let mut level: Vec<usize> = (0..8).collect();
    let mut up = 0.0;
    while level.len() > 1 {
        up += 1.0;
        level = level
            .chunks(2)
            .map(|pair| {
                let right = (places[pair[0]].at[0] + places[pair[1]].at[0]) / 2.0;
                places.push(place("", right, up));
                joins.extend(pair.iter().map(|&child| (places.len() - 1, child)));
                places.len() - 1
            })
            .collect();
    }
    for (index, node) in places.iter_mut().enumerate().skip(8) {
        node.name = char::from(b'A' + u8::try_from(index - 8).unwrap()).to_string();
    }
    picture(Surface::Points, places, &joins)
}

/// A tree of one root and so many leaves, all with the value 1.
pub(crate) fn broom(leaves: u8) -> Picture {
    let mut places = vec![place("root", f64::from(leaves - 1) / 2.0, 1.0)];
    let mut joins = Vec::new();
    for leaf in 0..leaves {
        let mut leaf = place("", f64::from(leaf), 0.0);
        leaf.content = Content::Label("1".to_owned());
        joins.push((0, places.len()));
        places.push(leaf);
    }
    picture(Surface::Points, places, &joins)
}

/// Crossings named as in Go, with stars on these.
pub(crate) fn crossings(size: u8, stars: &str) -> Picture {
    let across = |column: u8| char::from(b"ABCDEFGHJKLMNOPQRST"[usize::from(column)]);
    let places: Vec<Place> = (0..size)
        .flat_map(|row| (0..size).map(move |column| (column, row)))
        .map(|(column, row)| {
            let name = format!("{}{}", across(column), row + 1);
            place(name, f64::from(column), f64::from(row))
        })
        .collect();
    let number = |name: &str| places.iter().position(|place| place.name == name);
    let stars = stars.split_whitespace().map(number).map(Option::unwrap);
    let surface = Surface::Crossings {
        stars: stars.collect(),
    };
    let width = usize::from(size);
    let across = (0..places.len()).filter(|n| (n + 1) % width > 0);
    let across = across.map(|n| (n, n + 1));
    let up = (width..places.len()).map(|n| (n - width, n));
    let joins: Vec<_> = across.chain(up).collect();
    picture(surface, places, &joins)
}

/// The boards of points and lines, empty, with what they are called.
pub(crate) fn lined() -> Vec<(&'static str, Picture)> {
    vec![
        ("nine men's morris", nine_mens_morris()),
        ("six men's morris", six_mens_morris()),
        ("achi", achi()),
        ("pong hau k'i", pong_hau_ki()),
        ("tsoro yematatu", tsoro_yematatu()),
        ("shisima", shisima()),
        ("mu torere", mu_torere()),
    ]
}

/// Boards of all kinds, empty, with what they are called.
pub(crate) fn all() -> Vec<(&'static str, Picture)> {
    let mut boards = lined();
    boards.extend([
        ("tic-tac-toe", squares(3, 3)),
        ("numbered tic-tac-toe", numbered()),
        ("connect four", with_symbols(squares(7, 6), "R", "Y")),
        ("gomoku", with_symbols(squares(15, 15), "B", "W")),
        ("qubic", layers(4)),
        ("tree", tree()),
        ("go", crossings(13, "D4 K10")),
        ("small go", crossings(2, "")),
    ]);
    boards
}

/// The board with a marker on every place that is empty, of the sides in turn.
pub(crate) fn full(mut picture: Picture) -> Picture {
    let seats = Seat::BOTH.into_iter().cycle();
    for (place, seat) in picture.places.iter_mut().zip(seats) {
        if place.content == Content::Empty {
            let symbol = picture.symbols[seat.index()].clone();
            place.content = marker(seat, symbol);
        }
    }
    picture
}
