//! What a board cannot tell, and what to write instead.

use shido_games::go::PointError;
use shido_plan::Goal;

use crate::GoalKind;
use crate::relation::Relation;

/// What a plan asks that the board has no answer to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct BoardError {
    /// The goal in which it is asked.
    pub goal: Goal,
    /// What is wrong with it.
    pub problem: Problem,
}

/// Why the board cannot tell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// A goal that no procedure is for.
    #[error("nothing says how often `{name}` succeeds")]
    Goal {
        /// Its name.
        name: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// A goal with the wrong arguments.
    #[error("`{name}` is about {about}")]
    Arguments {
        /// The name of the goal.
        name: &'static str,
        /// What goals of its name are about.
        about: &'static str,
        /// How it is written.
        form: &'static str,
    },
    /// A stone whose name is not a point of any board.
    #[error(transparent)]
    NoPoint(#[from] PointError),
    /// A name that is no point and that was given to nothing.
    #[error("nothing says which stone `{0}` is")]
    Unnamed(String),
    /// A point that is not on the board.
    #[error("there is no point {0} on this board")]
    Beside(String),
    /// A point without a stone.
    #[error("there is no stone on {0}")]
    Empty(String),
}

impl Problem {
    /// What to write instead.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Problem::Goal {
                nearest: Some(name),
                ..
            } => format!("did you mean `{name}`?"),
            Problem::Goal {
                name,
                nearest: None,
            } => {
                let known: Vec<&str> = names().collect();
                format!(
                    "the board tells {}; the plan may say of others how often they succeed, as in \
                     `{name}(?X) -> 30%`",
                    known.join(", ")
                )
            }
            Problem::Arguments { form, .. } => format!("write {form}"),
            Problem::NoPoint(_) => "name a stone by its column and row".to_owned(),
            Problem::Unnamed(name) | Problem::Beside(name) | Problem::Empty(name) => {
                format!("say which stone `{name}` is, or let a fact find one: `Neighbor_Of(G ?H)`")
            }
        }
    }
}

/// Whether the board tells of goals or facts of this name.
#[must_use]
pub fn is_known(name: &str) -> bool {
    names().any(|known| known == name)
}

/// All that the board can tell.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    let goals = GoalKind::ALL.into_iter().map(GoalKind::name);
    goals.chain(Relation::ALL.into_iter().map(Relation::name))
}
