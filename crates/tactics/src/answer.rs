//! What was found out on a board, as plain data with one serialised form.

use serde::{Serialize, Serializer};
use shido_games::go::Point;
use shido_plan::Study;

use crate::{Rates, Scene};

/// The board that a plan was evaluated on, and what to do there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BoardAnswer {
    /// The position as text.
    pub position: String,
    /// What the plan calls groups, and a stone of each; the one that it is about first.
    #[serde(serialize_with = "named")]
    pub groups: Vec<(String, String)>,
    /// The move to make.
    pub first_move: Option<String>,
    /// The goal that it is for.
    pub first_goal: Option<String>,
}

fn named<S: Serializer>(groups: &[(String, String)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_map(groups.iter().map(|(name, stone)| (name, stone)))
}

impl BoardAnswer {
    /// What the study of a plan says about a scene, with these names for groups.
    pub fn new<'n>(
        scene: &Scene,
        groups: impl IntoIterator<Item = (&'n str, Point)>,
        study: &Study<'_>,
    ) -> BoardAnswer {
        let groups = groups.into_iter();
        let first = study.first();
        BoardAnswer {
            position: scene.text(),
            groups: groups
                .map(|(name, stone)| (name.to_owned(), stone.to_string()))
                .collect(),
            first_move: first.map(|(_, point)| point.to_owned()),
            first_goal: first.map(|(leaf, _)| study.tree.title(leaf.node)),
        }
    }
}

/// The rates that records of games came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct LearnedRates {
    /// How many records there were.
    pub records: usize,
    /// How many of those that were looked at were played to the end, and so count.
    pub played_to_the_end: usize,
    /// How many were looked at before a stop.
    pub looked_at: usize,
    /// Whether a stop came before the last was looked at.
    pub stopped: bool,
    /// How often goals succeeded.
    pub rates: Rates,
}

impl Serialize for Rates {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'r> {
            goal: &'r str,
            class: &'r str,
            successes: u32,
            trials: u32,
        }
        let rows = self.iter().map(|(goal, class, (successes, trials))| Row {
            goal,
            class,
            successes,
            trials,
        });
        to.collect_seq(rows)
    }
}
