//! Search trees in the DOT language of Graphviz.

use std::fmt::Write;

use shido_core::picture::TreePicture;

use super::{Kind, move_text, principal_variation, tooltip, value_text, window_text};

/// Writes a search tree in the DOT language of Graphviz.
///
/// Nodes where the first player chooses are triangles, where the second does they stand on their
/// head, chance is a circle. Moves that were not searched are dashed, the principal variation is bold.
#[must_use]
pub fn tree_dot(picture: &TreePicture) -> String {
    let on_line = principal_variation(picture);
    let mut text = "digraph search {\n  node [fontname=\"sans-serif\", margin=\"0.03\"];\n  \
                    edge [fontname=\"sans-serif\", arrowhead=none];\n"
        .to_owned();
    let mut put = |statement: String| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {statement};");
    };
    for (index, node) in picture.nodes.iter().enumerate() {
        let (shape, label) = match Kind::of(node) {
            Kind::Leaf => ("box", value_text(node)),
            kind => {
                let shape = match kind {
                    Kind::Max => "triangle",
                    Kind::Min => "invtriangle",
                    _ => "circle",
                };
                (
                    shape,
                    format!("{}\n{}", value_text(node), window_text(node)),
                )
            }
        };
        let (label, tooltip) = (quoted(&label), quoted(&tooltip(node)));
        put(format!(
            "n{index} [shape={shape}, label={label}, tooltip={tooltip}]"
        ));
    }
    for (index, node) in picture.nodes.iter().enumerate() {
        for &below in &node.below {
            let mv = move_text(&picture.nodes[below]).unwrap_or_default();
            let style = if on_line[below] {
                ", style=bold, penwidth=3"
            } else {
                ""
            };
            put(format!(
                "n{index} -> n{below} [label={}{style}]",
                quoted(&mv)
            ));
        }
        if node.left_out > 0 {
            let label = quoted(&format!("{} more", node.left_out));
            put(format!("n{index}m [shape=plaintext, label={label}]"));
            put(format!("n{index} -> n{index}m [style=dotted]"));
        }
        for (place, (mv, why)) in node.skipped.iter().enumerate() {
            let (mv, why) = (quoted(mv), quoted(why));
            put(format!(
                "n{index}s{place} [shape=point, color=gray60, tooltip={why}]"
            ));
            put(format!(
                "n{index} -> n{index}s{place} [label={mv}, style=dashed, color=gray60, \
                 fontcolor=gray60, tooltip={why}]"
            ));
        }
    }
    text.push_str("}\n");
    text
}

/// A text as a quoted string of DOT.
fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn quotes_and_backslashes_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd"), r#""a\"b\\c\nd""#);
    }
}
