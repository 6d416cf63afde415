//! A search tree as a page that folds, zooms and shows the board at a node.

use std::collections::HashMap;

use serde_json::{Value, json};
use shido_core::picture::{Picture, TreeNode, TreePicture};
use shido_core::{Seat, Turn};

use super::{Kind, number, principal_variation, value_text, window_text};
use crate::sheet::escape;
use crate::svg::{SvgStyle, svg};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes a search tree as one HTML page that needs nothing else and asks nothing of the network, for
/// trees that are too large to be drawn whole. Nodes unfold and fold, the sheet zooms and can be moved,
/// and beside it stands the board of the chosen node with all that is known of it. It can be used by
/// keyboard alone.
#[must_use]
pub fn tree_page(picture: &TreePicture, title: &str) -> String {
    let on_line = principal_variation(picture);
    let mut shapes = Shapes::default();
    let nodes: Vec<Value> = picture
        .nodes
        .iter()
        .zip(on_line)
        .map(|(node, main)| described(node, main, &mut shapes))
        .collect();
    let count = nodes.len();
    // No text can end the element that the data stand in.
    let data = json!({ "nodes": nodes, "shapes": shapes.known }).to_string();
    let data = data.replace("</", "<\\/").replace("<!--", "<\\u0021--");
    let title = escape(title);
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>{title}</title>
<style>
{STYLE}</style>
</head>
<body>
<header>
<h1>{title}</h1><span id="size">{count} positions</span>
<button id="main">Main line</button><button id="unfold">Unfold all</button><button id="fold">Fold all</button>
<button id="smaller" aria-label="Smaller">−</button><button id="larger" aria-label="Larger">+</button>
<button id="fit">Fit</button>
</header>
<div id="view"><svg id="tree" xmlns="http://www.w3.org/2000/svg" role="tree" tabindex="0" aria-label="The tree of the search"></svg>
<noscript>This page draws the tree by its own script, which your browser does not run.</noscript></div>
<aside aria-live="polite">
<h2 id="path"></h2>
<div id="board"></div>
<table id="facts"></table>
<div id="listed"><h3>Moves, in the order of the search</h3><table id="moves"></table></div>
<h3>How to read it</h3>
<p class="note">▲ the first player takes the largest value, ▼ the second the smallest, ● chance moves, ■ the
search looked no further. Values are the first player's; ≤ and ≥ are bounds. The main line is blue.</p>
<p class="note"><kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd> go through the tree, <kbd>Enter</kbd> folds and
unfolds, <kbd>+</kbd> <kbd>-</kbd> <kbd>0</kbd> zoom, <kbd>m</kbd> main line, <kbd>u</kbd> unfold all, <kbd>f</kbd> fold
all. Drag to move the sheet, turn the wheel with <kbd>Ctrl</kbd> to zoom.</p>
</aside>
<script type="application/json" id="data">{data}</script>
<script>
{SCRIPT}</script>
</body>
</html>
"#
    )
}

/// A node with its texts, as the script takes it.
fn described(node: &TreeNode, main: bool, shapes: &mut Shapes) -> Value {
    let [first, second] = &node.board.symbols;
    json!({
        "move": node.by,
        "odds": node.odds.map(number),
        "kind": match Kind::of(node) {
            Kind::Max => "max",
            Kind::Min => "min",
            Kind::Chance => "chance",
            Kind::Leaf => "leaf",
        },
        "mover": match node.turn {
            Turn::Of(Seat::First) => first.as_str(),
            Turn::Of(Seat::Second) => second.as_str(),
            Turn::Chance => "chance",
            Turn::Over(_) => "nobody: the contest is over",
        },
        "value": value_text(node),
        "window": window_text(node),
        "why": node.why,
        "below": node.below,
        "skipped": node.skipped,
        "left_out": node.left_out,
        "main": main,
        "board": shapes.of(&node.board),
    })
}

/// The parts of all boards, each of them once: from one position to the next hardly any of them change,
/// so that a board takes a list of numbers.
#[derive(Default)]
struct Shapes {
    known: Vec<String>,
    places: HashMap<String, usize>,
}

impl Shapes {
    fn of(&mut self, board: &Picture) -> Vec<usize> {
        let drawing = svg(board, &SvgStyle::default());
        let mut parts = Vec::new();
        let mut part = String::new();
        let mut depth = 0;
        for line in drawing.lines() {
            // A place with what stands on it is one part; any other line is one by itself.
            let opened = line.matches("<g").count();
            depth = match depth {
                0 if !line.starts_with("<g data-place") => 0,
                depth => depth + opened - line.matches("</g>").count(),
            };
            if !part.is_empty() {
                part.push('\n');
            }
            part.push_str(line);
            if depth == 0 {
                parts.push(self.place(std::mem::take(&mut part)));
            }
        }
        parts
    }

    fn place(&mut self, part: String) -> usize {
        if let Some(&place) = self.places.get(&part) {
            return place;
        }
        self.known.push(part.clone());
        self.places.insert(part, self.known.len() - 1);
        self.known.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(board: &str, by: Option<&str>, below: &[usize]) -> TreeNode {
        TreeNode {
            by: by.map(str::to_owned),
            board: Picture::of_text(board.to_owned()),
            odds: None,
            turn: Turn::Of(Seat::First),
            window: [f64::NEG_INFINITY, f64::INFINITY],
            value: Some([1.0, 1.0]),
            theirs: None,
            why: "searched".to_owned(),
            below: below.to_vec(),
            skipped: Vec::new(),
            left_out: 0,
        }
    }

    /// The data of a page, as its script reads them.
    fn data(page: &str) -> Value {
        let begin = "<script type=\"application/json\" id=\"data\">";
        let start = page.find(begin).expect("there are data") + begin.len();
        let end = start + page[start..].find("</script>").expect("they end");
        serde_json::from_str(&page[start..end]).expect("they are JSON")
    }

    #[test]
    fn boards_are_put_together_again() {
        let boards = ["X.O", "X.O", "XXO", "</script><!--"];
        let nodes = vec![
            node(boards[0], None, &[1, 2, 3]),
            node(boards[1], Some("a"), &[]),
            node(boards[2], Some("b"), &[]),
            node(boards[3], Some("</script>"), &[]),
        ];
        let picture = TreePicture { nodes };
        let page = tree_page(&picture, "a < b");
        let data = data(&page);
        for (node, written) in picture.nodes.iter().zip(data["nodes"].as_array().unwrap()) {
            let parts = written["board"].as_array().expect("a list").iter();
            let parts = parts.map(|part| data["shapes"][part.as_u64().unwrap() as usize].as_str());
            let parts: Vec<&str> = parts.map(|part| part.expect("a text")).collect();
            let whole = svg(&node.board, &SvgStyle::default());
            assert_eq!(parts.join("\n"), whole.trim_end());
        }
        assert_eq!(data["nodes"][3]["move"], "</script>");
        assert_eq!(data["nodes"][0]["board"], data["nodes"][1]["board"]);
        assert!(page.contains("<title>a &lt; b</title>"));
    }

    #[test]
    fn a_page_asks_nothing_of_the_network() {
        let page = tree_page(
            &TreePicture {
                nodes: vec![node("X", None, &[])],
            },
            "tree",
        );
        // Names of formats are no addresses that a browser would look up.
        let rest = page.replace("http://www.w3.org/2000/svg", "");
        for sign in [
            "http:", "https:", "src=", "href=", "url(", "@import", "fetch(",
        ] {
            assert!(!rest.contains(sign), "{sign}");
        }
    }
}
