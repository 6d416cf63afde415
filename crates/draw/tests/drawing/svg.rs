use shido_core::picture::{Content, Surface};
use shido_draw::{SvgStyle, svg};

use crate::boards::*;

fn plain() -> SvgStyle {
    SvgStyle::default()
}

/// The value of an attribute of a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = format!(" {name}=\"");
    tag.split_once(&start)?.1.split('"').next()
}

/// The tags of a document in order, after checking that it is well-formed: tags are closed in the
/// right order, attributes are quoted and no ampersand stands alone.
fn tags(document: &str) -> Vec<&str> {
    let mut open = Vec::new();
    let mut tags = Vec::new();
    let mut rest = document;
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>'), "a bare angle in {text:?}");
        let (tag, after) = after.split_once('>').expect("an end of the tag");
        assert_eq!(tag.matches('"').count() % 2, 0, "quotes of {tag:?}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
            tags.push(tag);
        }
        rest = after;
    }
    assert!(open.is_empty(), "left open: {open:?}");
    for after in document.split('&').skip(1) {
        let (entity, _) = after.split_once(';').expect("an end of the entity");
        assert!(["amp", "lt", "gt", "quot", "apos"].contains(&entity));
    }
    tags
}

#[test]
fn every_place_is_one_group_of_a_well_formed_document() {
    for (game, picture) in all() {
        let document = svg(&full(picture.clone()), &plain());
        let tags = tags(&document);
        assert_eq!(tags.iter().filter(|tag| tag.starts_with("svg ")).count(), 1);
        let mut places: Vec<&str> = tags
            .iter()
            .filter_map(|tag| attribute(tag, "data-place"))
            .collect();
        let mut names: Vec<&str> = picture.places.iter().map(|place| &*place.name).collect();
        places.sort_unstable();
        names.sort_unstable();
        assert_eq!(places, names, "{game}");
    }
}

#[test]
fn lines_lie_below_every_place() {
    for (game, picture) in lined() {
        let document = svg(&full(picture.clone()), &plain());
        let last_line = document.rfind("<line ").unwrap();
        let first_place = document.find("data-place").unwrap();
        assert!(last_line < first_place, "{game}");
        assert_eq!(
            document.matches("<line ").count(),
            picture.joins.len(),
            "{game}"
        );
    }
}

#[test]
fn everything_lies_within_the_view() {
    for (game, picture) in all() {
        let document = svg(&with_beside(full(picture), "3 to place", "none"), &plain());
        let tags = tags(&document);
        let number = |tag: &str, name: &str| -> Option<f64> { attribute(tag, name)?.parse().ok() };
        let view: Vec<f64> = attribute(tags[0], "viewBox")
            .unwrap()
            .split(' ')
            .map(|value| value.parse().unwrap())
            .collect();
        for tag in &tags[1..] {
            let radius = number(tag, "r").unwrap_or(0.0);
            for x in ["x", "cx", "x1", "x2"]
                .into_iter()
                .filter_map(|x| number(tag, x))
            {
                assert!(
                    view[0] <= x - radius && x + radius <= view[0] + view[2],
                    "{game}: {tag}"
                );
            }
            for y in ["y", "cy", "y1", "y2"]
                .into_iter()
                .filter_map(|y| number(tag, y))
            {
                assert!(
                    view[1] <= y - radius && y + radius <= view[1] + view[3],
                    "{game}: {tag}"
                );
            }
        }
    }
}

#[test]
fn crosses_and_noughts_are_drawn() {
    let document = svg(&with(squares(3, 3), "a1 b2", "c3"), &plain());
    assert_eq!(
        document.matches("<line ").count(),
        2 * 2,
        "two strokes a cross"
    );
    assert_eq!(document.matches("<circle ").count(), 1, "one ring a nought");
}

#[test]
fn columns_and_rows_are_labelled() {
    let document = svg(&squares(3, 3), &plain());
    for label in ["a", "b", "c", "1", "2", "3"] {
        assert_eq!(
            document.matches(&format!(">{label}</text>")).count(),
            1,
            "{label}"
        );
    }
    let unnamed = SvgStyle {
        names: false,
        ..plain()
    };
    assert!(!svg(&squares(3, 3), &unnamed).contains("<text"));
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
        let [without, with] = [plain(), style].map(|style| svg(&picture, &style));
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
    tags(&document);
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
        attribute(tags(document)[0], "width")
            .unwrap()
            .parse()
            .unwrap()
    };
    assert!((size(&large) - 2.0 * size(&small)).abs() < 0.02);
    let drawing = |document: &str| document.split_once('\n').unwrap().1.to_owned();
    assert_eq!(drawing(&small), drawing(&large));
}

#[test]
fn an_empty_picture_is_a_document_too() {
    let crossings = Surface::Crossings { stars: Vec::new() };
    for surface in [Surface::Cells, Surface::Points, crossings] {
        let mut picture = squares(0, 0);
        picture.surface = surface;
        let document = svg(&picture, &plain());
        assert!(tags(&document)[0].contains("viewBox=\"-24 -24 48 48\""));
        assert!(!document.contains("inf") && !document.contains("NaN"));
    }
}

#[test]
fn points_in_columns_and_rows_are_named_at_the_edges_and_others_one_by_one() {
    let named = |document: &str, name: &str| document.matches(&format!(">{name}</text>")).count();
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
    let document = svg(&picture, &plain());
    for name in ["A", "J", "1", "9"] {
        let named = document.matches(&format!(">{name}</text>")).count();
        assert_eq!(named, 2, "{name}");
    }
    let circles = |radius: &str| document.matches(&format!(" r=\"{radius}\"")).count();
    assert_eq!(circles("7"), 5, "a dot a star");
    assert_eq!(circles("47"), 2, "stones nearly touch");
    assert_eq!(circles("50"), 81, "there is a place to click on everywhere");
    assert_eq!(document.matches("<line ").count(), picture.joins.len());
}

#[test]
fn labels_are_written_on_markers_and_on_empty_places() {
    for (game, picture) in all() {
        let half = picture.places.iter().step_by(2);
        let half: Vec<&str> = half.map(|place| place.name.as_str()).collect();
        let picture = with(picture.clone(), &half.join(" "), "");
        for place in picture.places.iter().take(2) {
            let labels = vec![(place.name.clone(), "<1".to_owned())];
            let document = svg(&picture, &SvgStyle { labels, ..plain() });
            tags(&document);
            let start = format!("data-place=\"{}\"", place.name);
            let (_, group) = document.split_once(&start).expect("the group of the place");
            let (group, _) = group.split_once("data-place").expect("another group");
            assert_eq!(group.matches(">&lt;1</text>").count(), 1, "{game}\n{group}");
        }
    }
}

#[test]
fn a_label_is_light_on_dark_stones_and_dark_on_light_ones() {
    let picture = with(crossings(5, ""), "B2", "D4");
    let labels = ["B2", "D4", "C3"].map(|name| (name.to_owned(), name.to_lowercase()));
    let style = SvgStyle {
        labels: labels.to_vec(),
        ..plain()
    };
    let document = svg(&picture, &style);
    let ink = |text: &str| {
        let line = document
            .lines()
            .find(|line| line.contains(&format!(">{text}<")));
        let fill = attribute(line.expect("the label is written"), "fill");
        fill.expect("a text has a colour").to_owned()
    };
    let [on_dark, on_light] = ["b2", "d4"].map(ink);
    let stone = |fill: &str| document.contains(&format!("r=\"47\" fill=\"{fill}\""));
    // Each is written in the colour of the other side's stones.
    assert!(on_dark != on_light && stone(&on_dark) && stone(&on_light));
}
