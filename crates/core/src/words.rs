//! Pictures and moves in words, for people who hear a board instead of seeing it.
//!
//! `sides` is what the two sides are called, as [`Notation::side`](crate::Notation::side) says.

use crate::picture::{Content, Held, Picture, Place, Shape};
use crate::{Seat, Touch, Touches};

/// A place and what is on it: `e4, White knight`.
#[must_use]
pub fn place(place: &Place, sides: &[String; 2]) -> String {
    match &place.content {
        Content::Label(text) if text.trim().is_empty() => place.name.clone(),
        Content::Label(text) => format!("{}, {text}", place.name),
        Content::Empty => format!("{}, empty", place.name),
        Content::Marker { seat, shape, .. } => {
            format!("{}, {}", place.name, piece(*seat, shape, sides))
        }
    }
}

/// Pieces beside the board: `2 gold generals`.
#[must_use]
pub fn held(held: &Held) -> String {
    match (kind(&held.shape), held.count) {
        (None, _) => held.text.clone(),
        (Some(kind), 1) => format!("1 {kind}"),
        (Some(kind), count) => format!("{count} {kind}s"),
    }
}

/// All that is on a board and beside it.
#[must_use]
pub fn board(picture: &Picture, sides: &[String; 2]) -> String {
    let mut sentences = Vec::new();
    for seat in Seat::BOTH {
        let mut kinds: Vec<(String, Vec<&str>)> = Vec::new();
        for place in &picture.places {
            let Content::Marker {
                seat: owner, shape, ..
            } = &place.content
            else {
                continue;
            };
            if *owner != seat {
                continue;
            }
            let kind = kind(shape).unwrap_or_default();
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, places)) => places.push(&place.name),
                None => kinds.push((kind, vec![&place.name])),
            }
        }
        let mut parts: Vec<String> = kinds
            .iter()
            .map(|(kind, places)| format!("{kind} {}", places.join(" ")).trim().to_owned())
            .collect();
        if let Some(hands) = &picture.hands {
            parts.extend(
                hands[seat.index()]
                    .iter()
                    .map(|it| format!("{} beside the board", held(it))),
            );
        }
        let beside = &picture.beside[seat.index()];
        parts.extend((!beside.is_empty()).then(|| beside.clone()));
        let what = match parts.is_empty() {
            true => "nothing".to_owned(),
            false => parts.join(", "),
        };
        sentences.push(format!("{}: {what}.", sides[seat.index()]));
    }
    if let Some(dice) = &picture.dice {
        let pips: Vec<String> = dice.pips.iter().map(ToString::to_string).collect();
        let who = &sides[dice.seat.index()];
        sentences.push(format!("{who} rolled {}.", pips.join(" and ")));
    }
    if !picture.alarms.is_empty() {
        sentences.push(format!("In check: {}.", picture.alarms.join(", ")));
    }
    sentences.join(" ")
}

/// A move as it is made on a picture: `knight g1 to f3`, `a4, takes b2`, `pass`.
#[must_use]
pub fn mv(picture: &Picture, touches: &Touches) -> String {
    let empty = Vec::new();
    let way = touches.ways.first().unwrap_or(&empty);
    let content = |touch: &Touch| match touch {
        Touch::Place(name) => {
            let found = picture.places.iter().find(|place| place.name == *name);
            found.map(|place| &place.content)
        }
        Touch::Held(..) | Touch::Hand(_) => None,
    };
    let shape = |touch: &Touch| match content(touch) {
        Some(Content::Marker { shape, .. }) => Some(shape),
        _ => None,
    };
    let stacked = way
        .first()
        .is_some_and(|touch| matches!(shape(touch), Some(Shape::Stack(_))));
    let mut text = match way.first() {
        None => return touches.choice.clone().unwrap_or_default(),
        // Checkers go one by one, each from its place to another.
        Some(_) if stacked => {
            let steps = way.chunks(2).map(|step| {
                let names: Vec<String> = step.iter().map(|touch| named(touch, picture)).collect();
                names.join(" to ")
            });
            steps.collect::<Vec<_>>().join(", ")
        }
        Some(first) => {
            let moves = shape(first).is_some() || matches!(first, Touch::Held(..));
            let mut text = match shape(first).and_then(kind) {
                Some(kind) => format!("{kind} {}", named(first, picture)),
                None => named(first, picture),
            };
            for (number, touch) in way.iter().enumerate().skip(1) {
                let name = named(touch, picture);
                match (shape(touch), moves && number == 1) {
                    (Some(shape), true) => {
                        let taken =
                            kind(shape).map_or(String::new(), |kind| format!(" the {kind}"));
                        text += &format!(" to {name}, takes{taken}");
                    }
                    (Some(_), false) => text += &format!(", takes {name}"),
                    (None, _) => text += &format!(" to {name}"),
                }
            }
            text
        }
    };
    if let Some(choice) = &touches.choice {
        text += &format!(", {choice}");
    }
    text
}

fn named(touch: &Touch, picture: &Picture) -> String {
    match touch {
        Touch::Place(name) => name.clone(),
        Touch::Hand(_) => "off".to_owned(),
        Touch::Held(seat, name) => {
            let hands = picture.hands.as_ref();
            let found =
                hands.and_then(|hands| hands[seat.index()].iter().find(|it| it.name == *name));
            let kind = found.and_then(|it| kind(&it.shape));
            kind.unwrap_or_else(|| name.clone())
        }
    }
}

fn piece(seat: Seat, shape: &Shape, sides: &[String; 2]) -> String {
    let side = &sides[seat.index()];
    match kind(shape) {
        Some(kind) => format!("{side} {kind}"),
        None => side.clone(),
    }
}

/// What a piece is called; nothing where all of a side are alike.
fn kind(shape: &Shape) -> Option<String> {
    Some(match shape {
        Shape::Plain => return None,
        Shape::Crowned => "king".to_owned(),
        Shape::Stack(1) => "1 checker".to_owned(),
        Shape::Stack(count) => format!("{count} checkers"),
        Shape::Figure(figure) => figure.to_string(),
        Shape::Wedge { text, .. } => wedge(text).unwrap_or(text).to_owned(),
    })
}

/// What is written on a wedge, in English.
fn wedge(text: &str) -> Option<&'static str> {
    Some(match text {
        "歩" => "pawn",
        "香" => "lance",
        "桂" => "knight",
        "銀" => "silver general",
        "金" => "gold general",
        "角" => "bishop",
        "飛" => "rook",
        "玉" | "王" => "king",
        "と" => "promoted pawn",
        "杏" => "promoted lance",
        "圭" => "promoted knight",
        "全" => "promoted silver",
        "馬" => "horse",
        "龍" => "dragon",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Cells, Figure, Surface};

    fn sides() -> [String; 2] {
        ["White", "Black"].map(str::to_owned)
    }

    fn at(name: &str, content: Content) -> Place {
        Place {
            name: name.to_owned(),
            at: [0.0, 0.0],
            content,
        }
    }

    fn marker(seat: Seat, shape: Shape) -> Content {
        Content::Marker {
            seat,
            symbol: "?".to_owned(),
            shape,
        }
    }

    fn pictured(places: Vec<Place>) -> Picture {
        Picture::new(Surface::Cells(Cells::Paper), places, sides())
    }

    #[test]
    fn a_board_is_told_piece_by_piece() {
        let knight = || marker(Seat::First, Shape::Figure(Figure::Knight));
        let picture = pictured(vec![
            at("b1", knight()),
            at("g1", knight()),
            at("e8", marker(Seat::Second, Shape::Figure(Figure::King))),
            at("f3", Content::Empty),
        ]);
        let told = board(&picture, &sides());
        assert_eq!(told, "White: knight b1 g1. Black: king e8.");
        assert_eq!(place(&picture.places[0], &sides()), "b1, White knight");
        assert_eq!(place(&picture.places[3], &sides()), "f3, empty");
        let told = mv(&picture, &Touches::of_places(["g1", "f3"]));
        assert_eq!(told, "knight g1 to f3");
        let told = mv(&picture, &Touches::of_places(["g1", "e8"]));
        assert_eq!(told, "knight g1 to e8, takes the king");
        assert_eq!(mv(&picture, &Touches::button("pass")), "pass");
    }

    #[test]
    fn what_is_placed_and_what_it_takes_are_told() {
        let picture = pictured(vec![
            at("a1", Content::Empty),
            at("b1", marker(Seat::Second, Shape::Plain)),
            at("c1", marker(Seat::First, Shape::Plain)),
        ]);
        let told = |names: &[&str]| mv(&picture, &Touches::of_places(names.iter().copied()));
        assert_eq!(told(&["a1"]), "a1");
        assert_eq!(told(&["a1", "b1"]), "a1, takes b1");
        assert_eq!(told(&["c1", "a1", "b1"]), "c1 to a1, takes b1");
    }

    #[test]
    fn checkers_go_one_by_one() {
        let picture = pictured(vec![
            at("13", marker(Seat::First, Shape::Stack(5))),
            at("6", marker(Seat::First, Shape::Stack(4))),
        ]);
        let told = mv(&picture, &Touches::of_places(["13", "10", "6", "5"]));
        assert_eq!(told, "13 to 10, 6 to 5");
        let told = board(&picture, &sides());
        assert_eq!(told, "White: 5 checkers 13, 4 checkers 6. Black: nothing.");
    }
}
