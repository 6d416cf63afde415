//! AND/OR trees, as SVG and for Graphviz.

use std::fmt::Write;

use shido_core::picture::{AndOrNode, AndOrPicture, Fate, Gate};

use crate::sheet::{Anchor, Ground, Sheet, text_width};

const INK: &str = "#2f2c28";
const FAINT: &str = "#8a857b";
const BRANCH: &str = "#a8a297";
const CUT: &str = "#b5382d";

const ROW: f64 = 118.0;
const SIZE: f64 = 17.0;
/// Half the height of a box.
const HALF: f64 = 26.0;

/// Draws an AND/OR tree as an SVG document that needs nothing else.
///
/// As in the literature, a line across the branches of a node says that all of them are needed. What
/// was chosen is drawn thick; what was cut off is dashed and crossed out, and tells why when it is
/// pointed at.
#[must_use]
pub fn and_or_svg(picture: &AndOrPicture) -> String {
    let places = places(picture);
    let mut sheet = Sheet::new(Ground::STRATEGY);
    for (node, &from) in picture.nodes.iter().zip(&places) {
        branches(&mut sheet, picture, node, from, &places);
    }
    for (node, &at) in picture.nodes.iter().zip(&places) {
        draw_node(&mut sheet, node, at);
    }
    sheet.finish(100.0)
}

/// Leaves stand side by side, as wide as their texts; gates above the middle of what is below.
fn places(picture: &AndOrPicture) -> Vec<(f64, f64)> {
    let mut places = vec![(f64::NAN, 0.0); picture.nodes.len()];
    let mut free = 0.0;
    // A tree may be deeper than the machine's stack, so what is yet to be placed is a list.
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    if !picture.nodes.is_empty() {
        waiting.push((0, 0));
    }
    while let Some((index, row)) = waiting.pop() {
        let node = &picture.nodes[index];
        places[index].1 = ROW * row as f64;
        if node.below.is_empty() {
            let width = half_width(node);
            places[index].0 = free + width;
            free += 2.0 * width + 18.0;
        }
        waiting.extend(node.below.iter().rev().map(|&below| (below, row + 1)));
    }
    for index in (0..picture.nodes.len()).rev() {
        let below = &picture.nodes[index].below;
        if let (Some(&first), Some(&last)) = (below.first(), below.last()) {
            places[index].0 = f64::midpoint(places[first].0, places[last].0);
        }
    }
    places
}

/// What is written in a node, line by line.
fn lines(node: &AndOrNode) -> [String; 2] {
    let gate = match node.gate {
        Some(Gate::And) => "AND",
        Some(Gate::Or) => "OR",
        None => "",
    };
    let title = match (gate, node.title.as_str()) {
        ("", title) => title.to_owned(),
        (gate, "") => gate.to_owned(),
        (gate, title) => format!("{title}: {gate}"),
    };
    [title, node.value.clone()]
}

fn half_width(node: &AndOrNode) -> f64 {
    let widest = lines(node)
        .iter()
        .map(|line| text_width(line, SIZE))
        .fold(0.0, f64::max);
    widest / 2.0 + 12.0
}

fn branches(
    sheet: &mut Sheet,
    picture: &AndOrPicture,
    node: &AndOrNode,
    from: (f64, f64),
    places: &[(f64, f64)],
) {
    for &below in &node.below {
        let to = places[below];
        match picture.nodes[below].fate {
            Fate::Chosen => sheet.line(from, to, 5.0, INK),
            Fate::Seen => sheet.line(from, to, 2.0, BRANCH),
            Fate::Cut => {
                sheet.open_dashed();
                sheet.line(from, to, 2.0, BRANCH);
                sheet.close();
                if node.fate != Fate::Cut {
                    cross(sheet, between(from, to, 0.5));
                }
            }
        }
    }
    if let (Some(Gate::And), [first, .., last]) = (node.gate, node.below.as_slice()) {
        let part = 0.38;
        let (left, right) = (
            between(from, places[*first], part),
            between(from, places[*last], part),
        );
        sheet.line(left, right, 2.0, INK);
    }
}

fn draw_node(sheet: &mut Sheet, node: &AndOrNode, (x, y): (f64, f64)) {
    let [title, value] = lines(node);
    let why = if node.why.is_empty() {
        String::new()
    } else {
        format!(": {}", node.why)
    };
    sheet.open_titled(&format!("{title} {value}{why}"));
    let (stroke, width) = match node.fate {
        Fate::Chosen => (INK, 4.0),
        Fate::Seen => (BRANCH, 2.0),
        Fate::Cut => (BRANCH, 1.0),
    };
    let fill = match node.gate {
        Some(Gate::And) => "#f6eccb",
        Some(Gate::Or) => "#dceaf5",
        None => "#ffffff",
    };
    let paint = format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{width}\" rx=\"9\"");
    sheet.rectangle((x, y), (2.0 * half_width(node), 2.0 * HALF), &paint);
    let ink = if node.fate == Fate::Cut { FAINT } else { INK };
    sheet.text((x, y - 11.0), Anchor::Middle, SIZE, ink, &title);
    sheet.text((x, y + 11.0), Anchor::Middle, SIZE, ink, &value);
    sheet.close();
}

fn cross(sheet: &mut Sheet, (x, y): (f64, f64)) {
    let reach = 7.0;
    for rise in [-reach, reach] {
        sheet.line((x - reach, y - rise), (x + reach, y + rise), 3.0, CUT);
    }
}

/// A point on the way from one point to another.
fn between(from: (f64, f64), to: (f64, f64), part: f64) -> (f64, f64) {
    (
        from.0 + part * (to.0 - from.0),
        from.1 + part * (to.1 - from.1),
    )
}

/// Writes an AND/OR tree in the DOT language of Graphviz.
#[must_use]
pub fn and_or_dot(picture: &AndOrPicture) -> String {
    let mut text = "digraph strategy {\n  node [fontname=\"sans-serif\", shape=box];\n  \
                    edge [arrowhead=none];\n"
        .to_owned();
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    for (index, node) in picture.nodes.iter().enumerate() {
        let label = quoted(&lines(node).join("\n")).replace('\n', "\\n");
        let style = match node.fate {
            Fate::Chosen => ", penwidth=3",
            Fate::Seen => "",
            Fate::Cut => ", style=dashed, fontcolor=gray50",
        };
        let tooltip = quoted(&node.why);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  n{index} [label={label}, tooltip={tooltip}{style}];"
        );
        for &below in &node.below {
            let style = match picture.nodes[below].fate {
                Fate::Chosen => " [penwidth=3]",
                Fate::Seen => "",
                Fate::Cut => " [style=dashed]",
            };
            let _ = writeln!(text, "  n{index} -> n{below}{style};");
        }
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use shido_core::picture::{AndOrNode, AndOrPicture, Fate, Gate};

    use super::{and_or_dot, and_or_svg};

    fn example() -> AndOrPicture {
        let node = |gate, title: &str, fate, below: &[usize]| AndOrNode {
            gate,
            title: title.to_owned(),
            value: "30%".to_owned(),
            fate,
            why: String::new(),
            below: below.to_vec(),
        };
        AndOrPicture {
            nodes: vec![
                node(Some(Gate::Or), "", Fate::Chosen, &[1, 2]),
                node(None, "Kill(G1)", Fate::Chosen, &[]),
                node(Some(Gate::And), "Join(\"G\")", Fate::Seen, &[3, 4]),
                node(None, "Connect(G)", Fate::Seen, &[]),
                node(None, "Live<G>", Fate::Cut, &[]),
            ],
        }
    }

    #[test]
    fn every_node_is_there_and_what_was_cut_is_crossed_out() {
        let svg = and_or_svg(&example());
        for text in [
            "Kill(G1)",
            "Join(&quot;G&quot;): AND",
            "Live&lt;G&gt;",
            "stroke-dasharray",
        ] {
            assert!(svg.contains(text), "{text}:\n{svg}");
        }
        assert_eq!(
            svg.matches("#b5382d").count(),
            2,
            "the two strokes of one cross"
        );
        assert_eq!(
            svg.matches("<rect").count(),
            6,
            "five nodes on their ground"
        );
    }

    #[test]
    fn graphviz_gets_the_same_tree() {
        let dot = and_or_dot(&example());
        assert!(
            dot.contains("n2 [label=\"Join(\\\"G\\\"): AND\\n30%\""),
            "{dot}"
        );
        assert!(dot.contains("n0 -> n1 [penwidth=3];"), "{dot}");
        assert!(dot.contains("n2 -> n4 [style=dashed];"), "{dot}");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(and_or_svg(&AndOrPicture { nodes: Vec::new() }).contains("</svg>"));
    }
}
