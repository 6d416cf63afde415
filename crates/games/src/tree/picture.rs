//! The part of a tree that lies right below a position, as a drawing.

use shido_core::picture::{Content, Picture, Place, Surface};
use shido_core::{Depict, Notation};

use super::odds::Odds;
use super::{Kind, NodeIndex, Tree};

/// How many levels below the position are drawn.
const LEVELS: u32 = 3;
/// How many nodes are drawn at most; more would not fit on a screen.
const MOST: usize = 40;

/// The position at the top, named as in the notation, and below it the nodes that can be reached,
/// named by the moves that lead there: `2`, `2.1`. What is left out is marked by `…`.
impl Depict for Tree {
    fn picture(&self, position: &NodeIndex) -> Picture {
        let drawn = self.to_draw(*position);
        let across = places_across(&drawn);
        let top = self.node(*position).depth;
        let places = drawn
            .iter()
            .zip(across)
            .map(|(node, across)| Place {
                name: node.name.clone(),
                at: [across, -f64::from(self.node(node.index).depth - top)],
                content: Content::Label(self.label(node)),
            })
            .collect();
        let joins = drawn
            .iter()
            .enumerate()
            .flat_map(|(above, node)| node.children.clone().map(move |below| (above, below)))
            .collect();
        let symbols = ["max".to_owned(), "min".to_owned()];
        Picture {
            joins,
            near: None,
            ..Picture::new(Surface::Points, places, symbols)
        }
    }
}

struct Drawn {
    index: NodeIndex,
    name: String,
    /// How likely chance is to come here from the node above, if that is drawn.
    odds: Option<Odds>,
    /// Where its children are in the list of what is drawn; empty if they are not.
    children: std::ops::Range<usize>,
}

impl Tree {
    /// The nodes to draw, level by level: all the branches of a node or none.
    fn to_draw(&self, top: NodeIndex) -> Vec<Drawn> {
        let mut drawn = vec![Drawn {
            index: top,
            name: self.write_position(&top),
            odds: None,
            children: 0..0,
        }];
        let mut next = 0;
        while next < drawn.len() {
            let index = drawn[next].index;
            let below = self.below(index);
            let level = self.node(index).depth - self.node(top).depth;
            if level < LEVELS && drawn.len() + below.len() <= MOST {
                let first = drawn.len();
                for (number, &child) in (1..).zip(below) {
                    let name = match next {
                        0 => format!("{number}"),
                        _ => format!("{}.{number}", drawn[next].name),
                    };
                    drawn.push(Drawn {
                        index: child,
                        name,
                        odds: self.node(child).stem.and_then(|stem| stem.odds),
                        children: 0..0,
                    });
                }
                drawn[next].children = first..drawn.len();
            }
            next += 1;
        }
        drawn
    }

    fn label(&self, drawn: &Drawn) -> String {
        let node = self.node(drawn.index);
        let odds = drawn.odds.map_or(String::new(), |odds| format!("{odds}: "));
        match &node.kind {
            Kind::Leaf(value) => format!("{odds}{value}"),
            Kind::Inner { head, value, .. } => {
                let value = value.map_or(String::new(), |value| format!(" ={value}"));
                let more = if drawn.children.is_empty() {
                    " …"
                } else {
                    ""
                };
                format!("{odds}{head}{value}{more}")
            }
        }
    }
}

/// How far to the right each node stands: those without children below them side by side, the
/// others in the middle above their children.
fn places_across(drawn: &[Drawn]) -> Vec<f64> {
    let mut across = vec![0.0; drawn.len()];
    let mut free = 0.0;
    let mut open = vec![(0, false)];
    while let Some((at, children_stand)) = open.pop() {
        let children = drawn[at].children.clone();
        if children.is_empty() {
            across[at] = free;
            free += 1.0;
        } else if children_stand {
            across[at] = (across[children.start] + across[children.end - 1]) / 2.0;
        } else {
            open.push((at, true));
            open.extend(children.rev().map(|child| (child, false)));
        }
    }
    across
}
