//! Boards as SVG: well-formed, nothing outside the view, every place a group of its own.

use shido_core::Seat;
use shido_core::picture::{Cells, Content, Dice, Figure, Held, Picture, Shape, Surface};
use shido_draw::{SvgStyle, svg};

use crate::boards::*;
use crate::document::{elements, group, having, parsed, used, values, with_plain_ids, written};

fn plain() -> SvgStyle {
    SvgStyle::default()
}

#[test]
fn every_place_is_one_group_of_a_well_formed_document() {
    for (game, picture) in all() {
        let text = svg(&full(picture.clone()), &plain());
        let document = parsed(&text);
        assert_eq!(elements(document.root(), "svg").len(), 1);
        let mut places = values(document.root(), "data-place");
        let mut names: Vec<&str> = picture.places.iter().map(|place| &*place.name).collect();
        places.sort_unstable();
        names.sort_unstable();
        assert_eq!(places, names, "{game}");
    }
}

#[test]
fn lines_lie_below_every_place() {
    for (game, picture) in lined() {
        let text = svg(&full(picture.clone()), &plain());
        let document = parsed(&text);
        let root = document.root_element();
        let children = || root.children().filter(roxmltree::Node::is_element);
        let lines = children().position(|node| node.has_tag_name("path"));
        let first_place = children().position(|node| node.has_attribute("data-place"));
        assert!(lines.unwrap() < first_place.unwrap(), "{game}");
        let lines = children().nth(lines.unwrap()).unwrap().attribute("d");
        let joins = lines.unwrap().matches('M').count();
        assert_eq!(joins, picture.joins.len(), "{game}");
    }
}

#[test]
fn everything_lies_within_the_view() {
    for (game, picture) in all() {
        let text = svg(&with_beside(full(picture), "3 to place", "none"), &plain());
        let document = parsed(&text);
        let root = document.root_element();
        let view = root.attribute("viewBox").unwrap().split(' ');
        let view: Vec<f64> = view.map(|value| value.parse().unwrap()).collect();
        let definitions = elements(root, "defs");
        let drawn = root.descendants().filter(|node| {
            let mut above = node.ancestors();
            node.is_element() && !above.any(|above| definitions.contains(&above))
        });
        for node in drawn.skip(1) {
            let number = |name: &str| -> Option<f64> { node.attribute(name)?.parse().ok() };
            let radius = number("r").unwrap_or(0.0);
            for x in ["x", "cx"].into_iter().filter_map(number) {
                let inside = view[0] <= x - radius && x + radius <= view[0] + view[2];
                assert!(inside, "{game}: {node:?}");
            }
            for y in ["y", "cy"].into_iter().filter_map(number) {
                let inside = view[1] <= y - radius && y + radius <= view[1] + view[3];
                assert!(inside, "{game}: {node:?}");
            }
        }
    }
}

#[test]
fn crosses_and_noughts_are_drawn() {
    let text = svg(&with(squares(3, 3), "a1 b2", "c3"), &plain());
    let document = parsed(&text);
    let drawn = |id: &str| {
        used(document.root())
            .into_iter()
            .filter(|used| *used == id)
            .count()
    };
    assert_eq!(drawn("cross"), 2);
    assert_eq!(drawn("nought"), 1);
    // Four lines of three squares each, and none around the board.
    let lines = elements(document.root(), "path").into_iter();
    let rules = lines.filter(|node| node.attribute("id").is_none());
    let rules: Vec<_> = rules.filter_map(|node| node.attribute("d")).collect();
    assert_eq!(rules.concat().matches('M').count(), 4 * 3);
}

#[test]
fn columns_and_rows_are_labelled() {
    let text = svg(&squares(3, 3), &plain());
    for label in ["a", "b", "c", "1", "2", "3"] {
        assert_eq!(written(&parsed(&text), label), 1, "{label}");
    }
    let unnamed = SvgStyle {
        names: false,
        ..plain()
    };
    assert!(!svg(&squares(3, 3), &unnamed).contains("<text"));
}

#[test]
fn a_page_styles_its_boards_itself() {
    let style = SvgStyle {
        page: true,
        ..plain()
    };
    for (game, picture) in all() {
        let text = svg(&with_beside(full(picture), "3 to place", "none"), &style);
        let document = parsed(&text);
        let root = document.root_element();
        assert!(elements(root, "style").is_empty(), "{game}");
        assert!(root.has_attribute("data-surface"), "{game}");
        assert!(!text.contains("to place"), "{game}");
        assert!(!root.descendants().any(|node| node.has_attribute("style")));
    }
}

#[test]
fn a_bare_board_looks_the_same_and_is_smaller() {
    let style = SvgStyle {
        bare: true,
        ..plain()
    };
    for (game, picture) in all() {
        let picture = full(picture);
        let [whole, bare] = [plain(), style.clone()].map(|style| svg(&picture, &style));
        let view = |text: &str| {
            parsed(text)
                .root_element()
                .attribute("viewBox")
                .map(str::to_owned)
        };
        assert_eq!(view(&whole), view(&bare), "{game}");
        assert!(
            bare.len() < whole.len() && !bare.contains("data-place"),
            "{game}"
        );
        let pieces = |text: &str| values(parsed(text).root(), "data-side").len();
        assert_eq!(pieces(&whole), pieces(&bare), "{game}");
    }
}

#[test]
fn the_first_shape_of_a_place_is_its_room() {
    for (game, picture) in all() {
        let text = svg(&full(picture), &plain());
        let document = parsed(&text);
        for place in having(document.root(), "data-place") {
            let shape = place
                .children()
                .find(|node| node.is_element() && !node.has_tag_name("title"));
            let name = shape.expect("a shape").tag_name().name().to_owned();
            assert!(name == "rect" || name == "circle", "{game}: {name}");
        }
    }
}

#[test]
fn what_is_in_danger_glows() {
    let mut picture = with(squares(3, 3), "a1", "b2");
    picture.alarms = vec!["b2".to_owned()];
    let text = svg(&picture, &plain());
    let document = parsed(&text);
    let glows = |name: &str| {
        let group = group(&document, name);
        let circles = elements(group, "circle").into_iter();
        let fills = circles.filter_map(|circle| circle.attribute("fill"));
        fills.filter(|fill| fill.contains("alarm")).count()
    };
    assert_eq!((glows("a1"), glows("b2")), (0, 1));
}

#[test]
fn pieces_are_told_in_words() {
    let text = svg(&with(squares(3, 3), "a1", "b2"), &plain());
    assert!(text.contains("<title>a1, X</title>"));
    assert!(text.contains("<title>c3, empty</title>"));
}

#[test]
fn a_text_alone_is_all_that_is_written() {
    let text = svg(&Picture::of_text("3 2 1 first".to_owned()), &plain());
    let document = parsed(&text);
    assert_eq!(elements(document.root(), "text").len(), 1);
    assert_eq!(written(&document, "3 2 1 first"), 1);
}

#[test]
fn what_is_beside_the_board_is_written() {
    let picture = with_beside(with(achi(), "a1", "b2"), "2 to place", "");
    let document = svg(&picture, &plain());
    assert!(document.contains(">X: 2 to place</text>"));
    assert!(document.contains(">O</text>"));
}

#[test]
fn highlights_are_drawn() {
    for (game, picture) in all() {
        let name = picture.places[0].name.clone();
        let style = SvgStyle {
            highlight: vec![name],
            ..plain()
        };
        let [without, with] = [plain(), style].map(|style| with_plain_ids(&svg(&picture, &style)));
        let unmarked: Vec<&str> = without.lines().collect();
        let marks = with.lines().filter(|line| !unmarked.contains(line));
        assert_eq!(marks.count(), 1, "{game}");
    }
}

#[test]
fn texts_are_escaped() {
    let mut picture = with_beside(with(achi(), "a1", "c3"), "<b> & \"q\"", "\u{1b}[1m");
    picture.places[3].name = "</g>&'\"\n".to_owned();
    picture.places[4].content = Content::Label("<1 & 2>".to_owned());
    let document = svg(&picture, &plain());
    parsed(&document);
    assert!(document.contains("&lt;b&gt; &amp; &quot;q&quot;"));
    assert!(document.contains("data-place=\"&lt;/g&gt;&amp;&apos;&quot;\u{fffd}\""));
    assert!(!document.contains('\u{1b}'));
}

#[test]
fn the_unit_sets_the_size_only() {
    let large = SvgStyle {
        unit: 128.0,
        ..plain()
    };
    let [small, large] = [plain(), large].map(|style| svg(&achi(), &style));
    let size = |document: &str| -> f64 {
        let document = parsed(document);
        let width = document.root_element().attribute("width");
        width.unwrap().parse().unwrap()
    };
    assert!((size(&large) - 2.0 * size(&small)).abs() < 0.02);
    let drawing = |document: &str| document.split_once('\n').unwrap().1.to_owned();
    assert_eq!(drawing(&small), drawing(&large));
}

#[test]
fn an_empty_picture_is_a_document_too() {
    let crossings = Surface::Crossings { stars: Vec::new() };
    for surface in [Surface::Cells(Cells::Paper), Surface::Points, crossings] {
        let mut picture = squares(0, 0);
        picture.surface = surface;
        let document = svg(&picture, &plain());
        let view = parsed(&document).root_element().attribute("viewBox") == Some("-24 -24 48 48");
        assert!(view, "{document}");
        assert!(!document.contains("inf") && !document.contains("NaN"));
    }
}

#[test]
fn points_in_columns_and_rows_are_named_at_the_edges_and_others_one_by_one() {
    let named = |document: &str, name: &str| written(&parsed(document), name);
    let morris = svg(&nine_mens_morris(), &plain());
    for label in ["a", "g", "1", "7"] {
        assert_eq!(named(&morris, label), 1, "{label}");
    }
    let ring = svg(&mu_torere(), &plain());
    for name in ["1", "8", "c"] {
        assert_eq!(named(&ring, name), 1, "{name}");
    }
}

#[test]
fn lines_with_stones_on_their_crossings_are_named_at_both_ends() {
    let picture = with(crossings(9, "C3 G3 E5 C7 G7"), "E5", "C3");
    let text = svg(&picture, &plain());
    let document = parsed(&text);
    for name in ["A", "J", "1", "9"] {
        assert_eq!(written(&document, name), 2, "{name}");
    }
    let root = document.root_element();
    let dots = root.children().filter(|node| node.has_tag_name("circle"));
    assert_eq!(dots.count(), 5, "a dot a star");
    let clickable = having(root, "data-place").into_iter();
    let clickable = clickable.filter(|place| !elements(*place, "circle").is_empty());
    assert_eq!(clickable.count(), 81);
    let used = used(root);
    assert!(used.contains(&"dark-stone") && used.contains(&"light-stone"));
}

#[test]
fn labels_are_written_on_markers_and_on_empty_places() {
    for (game, picture) in all() {
        let half = picture.places.iter().step_by(2);
        let half: Vec<&str> = half.map(|place| place.name.as_str()).collect();
        let picture = with(picture.clone(), &half.join(" "), "");
        for place in picture.places.iter().take(2) {
            let labels = vec![(place.name.clone(), "<1".to_owned())];
            let text = svg(&picture, &SvgStyle { labels, ..plain() });
            let document = parsed(&text);
            let texts = elements(group(&document, &place.name), "text").into_iter();
            let labels = texts.filter(|node| node.text() == Some("<1"));
            assert_eq!(labels.count(), 1, "{game}\n{text}");
        }
    }
}

#[test]
fn a_label_is_light_on_dark_stones_and_dark_on_light_ones() {
    let picture = with(crossings(5, ""), "B2", "D4");
    let labels = ["B2", "D4"].map(|name| (name.to_owned(), name.to_lowercase()));
    let style = SvgStyle {
        labels: labels.to_vec(),
        ..plain()
    };
    let text = svg(&picture, &style);
    let document = parsed(&text);
    // The brightness of an ink, from 0 to 765.
    let ink = |place: &str| -> u32 {
        let texts = elements(group(&document, place), "text");
        let color = texts[0].attribute("fill").expect("a text has a colour");
        let parts = [1, 3, 5].map(|at| u32::from_str_radix(&color[at..at + 2], 16).unwrap());
        parts.iter().sum()
    };
    assert!(ink("B2") > 600 && ink("D4") < 165);
}

/// A board of squares with these pieces on them, by place.
fn pieces(cells: Cells, pieces: &[(&str, Seat, Shape)]) -> Picture {
    let mut picture = squares(4, 4);
    picture.surface = Surface::Cells(cells);
    for (name, seat, shape) in pieces {
        let place = picture.places.iter_mut().find(|place| place.name == *name);
        place.expect("a square").content = Content::Marker {
            seat: *seat,
            symbol: "P".to_owned(),
            shape: shape.clone(),
        };
    }
    picture
}

fn wedge(text: &str, promoted: bool) -> Shape {
    Shape::Wedge {
        text: text.to_owned(),
        promoted,
    }
}

#[test]
fn squares_are_dark_in_turn_whichever_side_looks_at_them() {
    // Five columns and six rows: the corner at the right hand of the second side is light.
    let mut picture = squares(5, 6);
    picture.surface = Surface::Cells(Cells::Checkered);
    for picture in [picture.clone(), picture.turned()] {
        let text = svg(&picture, &plain());
        let document = parsed(&text);
        let fill = |name: &str| elements(group(&document, name), "rect")[0].attribute("fill");
        for (dark, light) in [("a1", "b1"), ("b2", "a2"), ("e1", "a6"), ("b6", "e6")] {
            assert_eq!(fill(dark), fill("a1"), "{dark}");
            assert_eq!(fill(light), fill("b1"), "{light}");
        }
        assert_ne!(fill("a1"), fill("b1"));
    }
}

#[test]
fn figures_look_the_same_wherever_they_stand_and_differ_by_side() {
    let knight = Shape::Figure(Figure::Knight);
    let first = ("a1", Seat::First, knight.clone());
    let second = ("b1", Seat::Second, knight.clone());
    let third = ("c2", Seat::First, knight);
    let picture = pieces(Cells::Checkered, &[first, second, third]);
    let picture = with_symbols(picture, "W", "B");
    let text = svg(&picture, &plain());
    let document = parsed(&text);
    let used = |name: &str| used(group(&document, name));
    assert_eq!(used("a1"), ["light-knight"]);
    assert_eq!(used("b1"), ["dark-knight"]);
    assert_eq!(used("c2"), used("a1"));
}

#[test]
fn wedges_point_away_from_their_owner_and_are_red_when_promoted() {
    let board = pieces(
        Cells::Wood { dots: Vec::new() },
        &[
            ("a1", Seat::First, wedge("と", true)),
            ("b4", Seat::Second, wedge("歩", false)),
        ],
    );
    for (picture, upright) in [(board.clone(), "a1"), (board.turned(), "b4")] {
        let text = svg(&picture, &plain());
        let document = parsed(&text);
        for name in ["a1", "b4"] {
            let id = values(group(&document, name), "href")[0].trim_start_matches('#');
            let definition = having(document.root(), "id").into_iter();
            let mut definition = definition.filter(|node| node.attribute("id") == Some(id));
            let definition = definition.next().expect("a definition");
            let turns = values(definition, "transform").concat();
            assert_eq!(turns.contains("rotate(180)"), name != upright, "{name}");
            let ink = elements(definition, "text")[0].attribute("fill");
            assert_eq!(ink == Some("#c02a1c"), name == "a1", "{name}");
        }
    }
}

#[test]
fn a_crown_is_seen_unless_a_label_hides_it() {
    let picture = pieces(
        Cells::Checkered,
        &[
            ("a1", Seat::First, Shape::Crowned),
            ("b2", Seat::First, Shape::Plain),
            ("c3", Seat::First, Shape::Crowned),
        ],
    );
    let style = SvgStyle {
        labels: vec![("c3".to_owned(), "1".to_owned())],
        ..plain()
    };
    let text = svg(&picture, &style);
    let document = parsed(&text);
    let used = |name: &str| used(group(&document, name)).concat();
    assert_ne!(used("a1"), used("b2"));
    assert_ne!(used("a1"), used("c3"));
}

#[test]
fn pieces_in_hand_are_on_the_stand_of_their_side() {
    let held = |count, text: &str| Held {
        name: text.to_owned(),
        count,
        shape: wedge(text, false),
        text: format!("{count}{text}"),
    };
    let mut picture = pieces(Cells::Wood { dots: Vec::new() }, &[]);
    picture.hands = Some([vec![held(1, "金"), held(3, "歩")], Vec::new()]);
    // The middle of a stand.
    let stand = |picture: &Picture, side: &str| -> (f64, f64, usize) {
        let text = svg(picture, &plain());
        let document = parsed(&text);
        let mut hands = having(document.root(), "data-hand").into_iter();
        let hand = hands.find(|node| node.attribute("data-hand") == Some(side));
        let hand = hand.expect("a stand");
        let number = |name: &str| -> f64 {
            let board = elements(hand, "rect")[0];
            board.attribute(name).unwrap().parse().unwrap()
        };
        assert_eq!(elements(hand, "text").len(), usize::from(side == "first"));
        (number("x"), number("y"), values(hand, "data-side").len())
    };
    let (x, _, pieces) = stand(&picture, "first");
    let (far, _, none) = stand(&picture, "second");
    assert!(x > far && (pieces, none) == (2, 0));
    let turned = picture.turned();
    assert!(stand(&turned, "first").0 < stand(&turned, "second").0);
}

#[test]
fn stacks_are_as_high_as_there_is_room_and_dice_show_their_pips() {
    let mut picture = squares(3, 2);
    picture.surface = Surface::Cells(Cells::Triangles { bars: vec![1] });
    for (place, count) in [(0, 5), (1, 2), (5, 12)] {
        picture.places[place].content = Content::Marker {
            seat: Seat::First,
            symbol: format!("X{count}"),
            shape: Shape::Stack(count),
        };
    }
    picture.dice = Some(Dice {
        seat: Seat::Second,
        pips: vec![6, 3],
    });
    let text = svg(&picture, &plain());
    let document = parsed(&text);
    let checkers = |name: &str| values(group(&document, name), "data-side").len();
    assert_eq!(["a1", "b1", "c2"].map(checkers), [5, 2, 5]);
    assert_eq!(written(&document, "12"), 1);
    assert_eq!(
        elements(group(&document, "b1"), "polygon").len(),
        0,
        "the bar"
    );
    let dice = having(document.root(), "data-die");
    let pips: Vec<usize> = dice
        .iter()
        .map(|die| elements(*die, "circle").len())
        .collect();
    assert_eq!(pips, [6, 3]);
}

#[test]
fn paper_is_dark_on_a_dark_page_and_wood_is_wood() {
    let [paper, wood] = [achi(), crossings(5, "")].map(|picture| svg(&picture, &plain()));
    assert!(paper.contains("prefers-color-scheme:dark"));
    assert!(!wood.contains("<style"));
    // Every colour that has a counterpart by night is one that is used by day.
    let full = svg(&full(with_symbols(achi(), "B", "W")), &plain());
    let (_, ground) = paper.split_once("[fill=\"").expect("a rule for a colour");
    let ground = &ground[..7];
    assert!(full.contains(&format!("fill=\"{ground}\" stroke")));
}
