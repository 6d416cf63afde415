//! A plan on a Go board.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;
use shido::files::{WRITTEN, read_bytes, read_text};
use shido_core::Seat;
use shido_draw::{SvgStyle, TerminalStyle, svg, terminal};
use shido_plan::{Leaf, PlanFile, Study, Term};
use shido_tactics::{BoardAnswer, Effort, Group, OnBoard, Point, Rates, RatesError, Scene};

use crate::args::PlanArgs;

/// The pixels that the lines of a board take at most.
const WIDTH: f64 = 832.0;

/// The board that a plan is about.
pub(super) struct Site {
    pub(super) scene: Scene,
    /// The groups that were named, the one that the plan is about first.
    pub(super) groups: Vec<Named>,
    /// The side that the plan is for, if the board knows any of its goals.
    pub(super) side: Option<Seat>,
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
    let looks_written = position.contains('/') && !position.to_lowercase().ends_with("sgf");
    if !file.exists() && looks_written {
        if after.is_some() {
            anyhow::bail!("`--move` counts the moves of a record, and a position has none");
        }
        return Ok(Scene::of_text(position)?);
    }
    let text = record(file)?;
    Scene::of_record(&text, after).with_context(|| position.to_owned())
}

/// The text of a record. Names and comments in other encodings than UTF-8 do not matter here.
pub(crate) fn record(file: &Path) -> anyhow::Result<String> {
    let bytes =
        read_bytes(file, WRITTEN).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

pub(super) fn rates(file: &Path) -> anyhow::Result<Rates> {
    let name = file.display();
    let text = read_text(file, WRITTEN).with_context(|| format!("cannot read {name}"))?;
    Rates::parse(&text).map_err(|error| {
        let advice = match error {
            RatesError::Empty => ": `shido rates` makes some",
            _ => "",
        };
        anyhow::anyhow!("{name}: {error}{advice}")
    })
}

pub(super) fn effort(args: &PlanArgs) -> Effort {
    let usual = Effort::default();
    Effort {
        nodes: args.nodes.unwrap_or(usual.nodes),
        playouts: args.playouts.unwrap_or(usual.playouts),
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
        for told in groups {
            let (name, stone) = match told.split_once('=') {
                Some((name, stone)) => (name.trim().to_owned(), stone.trim()),
                None => {
                    let about = about(file).with_context(|| {
                        format!("the plan is about no group: there is nothing to call {told} by")
                    })?;
                    (about, told.trim())
                }
            };
            if named.iter().any(|known| known.name == name) {
                anyhow::bail!(
                    "`{name}` is named twice: give each group a name, as in `--group G1=D4`"
                );
            }
            if !names(file).contains(&name.as_str()) {
                let known: BTreeSet<&str> = names(file).into_iter().collect();
                let known = Vec::from_iter(known).join(", ");
                anyhow::bail!("the plan speaks of no `{name}`: it names {known}");
            }
            let stone = leaves
                .name(&name, stone)
                .with_context(|| format!("--group {told}"))?;
            let group = Group::at(scene.position().board(), stone);
            named.extend(group.map(|group| Named { name, stone, group }));
        }
        Ok(Site {
            scene,
            groups: named,
            side: None,
        })
    }

    pub(super) fn answer(&self, study: &Study<'_>) -> BoardAnswer {
        let groups = self.groups.iter();
        let groups = groups.map(|named| (named.name.as_str(), named.stone));
        BoardAnswer::new(&self.scene, groups, study)
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
        let size = f64::from(self.scene.position().board().size());
        let usual = SvgStyle::default();
        let style = SvgStyle {
            // A large board should fit on a screen as well.
            unit: usual.unit.min(WIDTH / size),
            highlight: marked(first),
            labels: self.labels(first),
            ..usual
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
    let is_point = |name: &&str| name.parse::<Point>().is_ok();
    let mut names = names(file).into_iter();
    let about = match file.goal {
        None => names.next(),
        Some(_) => names.find(|name| !is_point(name)),
    };
    about.map(str::to_owned)
}

/// The names in a plan that may stand for groups, those first that it is about.
fn names(file: &PlanFile) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    if let (None, Some(plan)) = (&file.goal, file.plans.first()) {
        names.extend(plan.parameters.iter().map(String::as_str));
    }
    let plans = file.plans.iter().map(|plan| &plan.body);
    for body in file.goal.iter().chain(plans) {
        body.each_goal(&mut |goal, _| {
            names.extend(goal.terms.iter().filter_map(|term| match term {
                Term::Name(name) => Some(name.as_str()),
                Term::Variable(_) => None,
            }));
        });
    }
    names
}
