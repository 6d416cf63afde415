//! A plan on a Go board.

use std::path::Path;

use anyhow::Context;
use shido_core::Seat;
use shido_draw::{SvgStyle, TerminalStyle, svg, terminal};
use shido_plan::{Leaf, PlanFile, Term};
use shido_tactics::{Effort, Group, OnBoard, Point, Rates, Scene};

use crate::args::PlanArgs;

/// The board that a plan is about.
pub(super) struct Site {
    pub(super) scene: Scene,
    /// The groups that were named, the one that the plan is about first.
    pub(super) groups: Vec<Named>,
}

/// A group that was given a name.
pub(super) struct Named {
    pub(super) name: String,
    /// The stone it was told by.
    pub(super) stone: Point,
    pub(super) group: Group,
}

/// The position that is meant: of a record, if there is such a file, else written down.
pub(super) fn scene(position: &str, after: Option<usize>) -> anyhow::Result<Scene> {
    let file = Path::new(position);
    let looks_written = position.contains('/') && position.contains(' ');
    if !file.is_file() && looks_written {
        if after.is_some() {
            anyhow::bail!("`--move` counts the moves of a record, and a position has none");
        }
        return Ok(Scene::of_text(position)?);
    }
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {position}"))?;
    Scene::of_record(&text, after).with_context(|| position.to_owned())
}

pub(super) fn rates(file: &Path) -> anyhow::Result<Rates> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
    Rates::parse(&text).with_context(|| name.to_string())
}

pub(super) fn effort(args: &PlanArgs) -> Effort {
    Effort {
        nodes: args.nodes,
        playouts: args.playouts,
    }
}

impl Site {
    /// Gives the groups their names. A stone without one is that of the group the plan is about.
    pub(super) fn new(
        scene: Scene,
        file: &PlanFile,
        groups: &[String],
        leaves: &mut OnBoard,
    ) -> anyhow::Result<Site> {
        let mut named: Vec<Named> = Vec::new();
        for group in groups {
            let (name, stone) = match group.split_once('=') {
                Some((name, stone)) => (name.trim().to_owned(), stone.trim()),
                None => {
                    let about = about(file).with_context(|| {
                        format!("the plan is about no group: there is nothing to call {group} by")
                    })?;
                    (about, group.trim())
                }
            };
            if named.iter().any(|known| known.name == name) {
                anyhow::bail!(
                    "`{name}` is named twice: give each group a name, as in `--group G1=D4`"
                );
            }
            let stone = leaves.name(&name, stone)?;
            let group = Group::at(scene.position().board(), stone);
            named.extend(group.map(|group| Named { name, stone, group }));
        }
        Ok(Site {
            scene,
            groups: named,
        })
    }

    /// The side the plan is for.
    pub(super) fn owner(&self) -> Option<Seat> {
        self.groups.first().map(|named| named.group.seat)
    }

    /// What is written on the board: 1 on the first move, and the names of the groups on one of their
    /// stones.
    fn labels(&self, first: Option<(&Leaf, &str)>) -> Vec<(String, String)> {
        let groups = self.groups.iter();
        let groups = groups.map(|named| (named.stone.to_string(), named.name.clone()));
        let first = first.map(|(_, point)| (point.to_owned(), "1".to_owned()));
        first.into_iter().chain(groups).collect()
    }

    pub(super) fn svg(&self, first: Option<(&Leaf, &str)>) -> String {
        let style = SvgStyle {
            highlight: marked(first),
            labels: self.labels(first),
            ..SvgStyle::default()
        };
        svg(&self.scene.picture(), &style)
    }

    pub(super) fn terminal(&self, first: Option<(&Leaf, &str)>) -> String {
        let style = TerminalStyle {
            highlight: marked(first),
            labels: self.labels(first),
            ..TerminalStyle::default()
        };
        terminal(&self.scene.picture(), &style)
    }
}

fn marked(first: Option<(&Leaf, &str)>) -> Vec<String> {
    first
        .map(|(_, point)| point.to_owned())
        .into_iter()
        .collect()
}

/// What the plan calls the group it is about: its first parameter, or else the first name in it.
fn about(file: &PlanFile) -> Option<String> {
    let Some(goal) = &file.goal else {
        return file.plans.first()?.parameters.first().cloned();
    };
    let mut found = None;
    goal.each_goal(&mut |goal, _| {
        let names = goal.terms.iter().find_map(|term| match term {
            Term::Name(name) if name.parse::<Point>().is_err() => Some(name.clone()),
            _ => None,
        });
        found = found.take().or(names);
    });
    found
}
