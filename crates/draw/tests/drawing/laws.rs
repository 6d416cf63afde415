//! Laws of pictures, over every game that comes with Shido, from both sides.

use std::collections::BTreeMap;

use anstyle::Style;
use shido_core::Seat;
use shido_core::picture::{Cells, Content, Picture, Shape, Surface};
use shido_draw::{SvgStyle, TerminalStyle, svg, terminal};

use crate::document::{elements, group, having, parsed, values, with_plain_ids};
use crate::shipped::{Shown, shipped};

/// The highest stack whose checkers are all seen.
const HIGHEST: u8 = 5;

/// Every picture as both sides see it, with a name for messages.
fn views() -> Vec<(String, Shown)> {
    let both = |shown: Shown| {
        let turned = Shown {
            name: shown.name.clone(),
            picture: shown.picture.clone().turned(),
            changes: shown.changes.clone(),
        };
        [
            (shown.name.clone(), shown),
            (format!("{}, turned", turned.name), turned),
        ]
    };
    shipped().into_iter().flat_map(both).collect()
}

fn drawn(shown: &Shown) -> String {
    let style = SvgStyle {
        highlight: shown.changes.made.clone(),
        turned: shown.changes.turned.clone(),
        ..SvgStyle::default()
    };
    svg(&shown.picture, &style)
}

#[test]
fn every_piece_is_drawn_once_where_it_stands_and_for_whom_it_stands() {
    for (name, shown) in views() {
        let text = drawn(&shown);
        let document = parsed(&text);
        let places = having(document.root(), "data-place");
        assert_eq!(places.len(), shown.picture.places.len(), "{name}");
        for place in &shown.picture.places {
            let sides = values(group(&document, &place.name), "data-side");
            let expected = match &place.content {
                Content::Empty | Content::Label(_) => Vec::new(),
                Content::Marker { seat, shape, .. } => {
                    let count = match shape {
                        Shape::Stack(count) => (*count).min(HIGHEST),
                        _ => 1,
                    };
                    vec![seat.to_string(); usize::from(count)]
                }
            };
            assert_eq!(sides, expected, "{name}, {}", place.name);
        }
    }
}

#[test]
fn every_piece_beside_the_board_is_drawn() {
    for (name, shown) in views() {
        let text = drawn(&shown);
        let document = parsed(&text);
        let hands = having(document.root(), "data-hand");
        let Some(held) = &shown.picture.hands else {
            assert!(hands.is_empty(), "{name}");
            continue;
        };
        assert_eq!(hands.len(), 2, "{name}");
        for (hand, seat) in hands.into_iter().zip(Seat::BOTH) {
            assert_eq!(hand.attribute("data-hand"), Some(&*seat.to_string()));
            let held = held[seat.index()].iter();
            // A table has room for all of them; on a stand a number tells how many there are.
            let table = matches!(
                shown.picture.surface,
                Surface::Cells(Cells::Triangles { .. })
            );
            let expected: usize = match table {
                true => held.map(|held| usize::from(held.count)).sum(),
                false => held.count(),
            };
            assert_eq!(values(hand, "data-side").len(), expected, "{name}");
        }
    }
}

#[test]
fn no_number_is_missing_and_everything_that_is_used_is_defined() {
    for (name, shown) in views() {
        let text = drawn(&shown);
        for wrong in ["NaN", "inf", "=\"\""] {
            assert!(!text.contains(wrong), "{name}: {wrong}");
        }
        let document = parsed(&text);
        let ids = values(document.root(), "id");
        for used in values(document.root(), "href") {
            let id = used.strip_prefix('#').expect("nothing outside is used");
            assert!(ids.contains(&id), "{name}: {id}");
        }
        for part in text.split("url(#").skip(1) {
            let id = part.split(')').next().expect("an id");
            assert!(ids.contains(&id), "{name}: {id}");
        }
        let outside = ["http://", "https://", "@import", "<script", "<image"];
        let outside = outside.map(|word| text.matches(word).count());
        assert_eq!(outside, [1, 0, 0, 0, 0], "{name}: but for the namespace");
    }
}

#[test]
fn drawings_do_not_disturb_each_other_in_a_page() {
    // Those that differ have ids of their own, so that it does not matter which of them are hidden, and
    // if they ever should not, an id still means the same.
    let mut meanings: BTreeMap<String, String> = BTreeMap::new();
    let mut owners: BTreeMap<String, String> = BTreeMap::new();
    for (name, shown) in views() {
        let text = drawn(&shown);
        for id in values(parsed(&text).root(), "id") {
            let owner = owners.entry(id.to_owned()).or_insert_with(|| text.clone());
            assert!(*owner == text, "{name}: {id} is another drawing's too");
        }
        let plain = with_plain_ids(&text);
        for node in having(parsed(&plain).root(), "id") {
            let id = node.attribute("id").expect("it has one").to_owned();
            let meaning = &plain[node.range()];
            let first = meanings.entry(id).or_insert_with(|| meaning.to_owned());
            assert_eq!(first, meaning, "{name}");
        }
    }
    assert!(meanings.len() > 20);
}

#[test]
fn every_place_is_named_on_the_board() {
    for (name, shown) in views() {
        let places = &shown.picture.places;
        let is_label = |content: &Content| matches!(content, Content::Label(_));
        if places.iter().any(|place| is_label(&place.content)) {
            // Trees and coins are told by their labels, light squares are not played on.
            continue;
        }
        let text = drawn(&shown);
        let document = parsed(&text);
        let texts = elements(document.root(), "text").into_iter();
        let texts: Vec<&str> = texts.filter_map(|node| node.text()).collect();
        for place in places {
            // Its name, or the parts of which it is made at the edges.
            let characters: Vec<char> = place.name.chars().collect();
            let kind = |c: &char| (c.is_alphabetic(), c.is_numeric());
            let parts = characters.chunk_by(|a, b| kind(a) == kind(b));
            let mut parts = parts.filter(|part| part[0].is_alphanumeric());
            let mut known = |part: &[char]| texts.contains(&&*part.iter().collect::<String>());
            let named = texts.contains(&&*place.name) || parts.all(&mut known);
            let hidden = !matches!(place.content, Content::Empty);
            assert!(named || hidden, "{name}: {}", place.name);
        }
    }
}

#[test]
fn a_picture_turned_twice_is_the_same() {
    for shown in shipped() {
        let twice = shown.picture.clone().turned().turned();
        assert_eq!(twice, shown.picture, "{}", shown.name);
    }
}

#[test]
fn turning_puts_every_place_opposite_and_changes_nothing_else() {
    let middle = |picture: &Picture, axis: usize| {
        let along = picture.places.iter().map(|place| place.at[axis]);
        let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        (low + high) / 2.0
    };
    for shown in shipped() {
        let (picture, turned) = (&shown.picture, shown.picture.clone().turned());
        let Some(near) = picture.near else {
            assert_eq!(*picture, turned, "{}", shown.name);
            continue;
        };
        assert_eq!(turned.near, Some(near.other()));
        for (old, new) in picture.places.iter().zip(&turned.places) {
            assert_eq!((&old.name, &old.content), (&new.name, &new.content));
            for axis in [0, 1] {
                let from = old.at[axis] - middle(picture, axis);
                let to = new.at[axis] - middle(&turned, axis);
                assert!((from + to).abs() < 1e-9, "{}: {}", shown.name, old.name);
            }
        }
    }
}

#[test]
fn a_turned_board_in_a_terminal_reads_from_the_other_corner() {
    let style = TerminalStyle {
        sides: [Style::new(); 2],
        label: Style::new(),
        board: Style::new(),
        ..TerminalStyle::default()
    };
    let all = shipped();
    let show = |game: &str, view: fn(Picture) -> Picture| {
        let shown = all.iter().find(|shown| shown.name == game).expect("a game");
        terminal(&view(shown.picture.clone()), &style)
    };
    let chess = show("chess", Picture::turned);
    let lines: Vec<&str> = chess.lines().collect();
    assert_eq!(lines[1], "1 │ R │ N │ B │ K │ Q │ B │ N │ R │");
    assert_eq!(lines[15], "8 │ r │ n │ b │ k │ q │ b │ n │ r │");
    assert_eq!(lines[17], "    h   g   f   e   d   c   b   a");
    let go = show("go:size=9", Picture::turned);
    let lines: Vec<&str> = go.lines().collect();
    assert_eq!(lines[0], "  J H G F E D C B A");
    assert_eq!(lines[1], "1 · · · · · · · · · 1");
    // What falls falls down for both.
    let rack = [|picture| picture, Picture::turned].map(|view| show("connect-four", view));
    assert_eq!(rack[0], rack[1]);
}

#[test]
fn boards_are_small_documents() {
    for (name, shown) in views() {
        let size = drawn(&shown).len();
        // A Go board of 361 points is the largest.
        let most = if shown.picture.places.len() > 100 {
            110
        } else {
            40
        };
        assert!(size < most * 1000, "{name}: {size} bytes");
    }
}
