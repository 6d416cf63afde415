//! Answers to trees that were worked out by hand.

use std::sync::Arc;

use shido::{AnyGame, Ask, Event, Request, Settings, open_tree_text};

use crate::LabError;
use crate::experiment::Example;

/// What a player says of a tree.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The value of the root.
    pub value: f64,
    /// The best moves.
    pub best: Vec<String>,
}

pub(crate) fn answer_all(
    examples: &[Example],
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Vec<Answer>, LabError> {
    let examples = examples.iter();
    examples
        .map(|example| answer(example, settings, watch))
        .collect()
}

/// The trees, who answers and how they behave, as text: it changes when an answer might.
pub(crate) fn definition(examples: &[Example]) -> Result<String, LabError> {
    let mut text = String::new();
    for example in examples {
        let tree = open(example)?;
        let behaviour = tree.behaviour(&example.by.value);
        let behaviour = behaviour.map_err(|error| {
            // Who is unknown is told as a player: trainers could behave, too.
            let made = tree.player(&example.by.value, &Settings::in_memory(), &|_| {});
            example.by.place.refuse(&made.err().unwrap_or(error))
        })?;
        text.push_str(&format!(
            "\n{:x} {} {behaviour}",
            tree.about().fingerprint,
            example.by.value
        ));
    }
    Ok(text)
}

fn open(example: &Example) -> Result<Arc<dyn AnyGame>, LabError> {
    open_tree_text(&example.name, &example.tree.value).map_err(|errors| {
        let first = errors.into_iter().next();
        let (problem, help) = first.map_or_else(Default::default, |e| (e.problem, e.help));
        example.tree.place.mistake(problem, help)
    })
}

fn answer(
    example: &Example,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Answer, LabError> {
    let tree = open(example)?;
    let refused = |error| example.by.place.refuse(&error);
    let by = tree
        .player(&example.by.value, settings, watch)
        .map_err(refused)?;
    let mut session = tree.session(None, settings).map_err(refused)?;
    let found = session.analyze(&by, Ask::EveryMove, &Request::default());
    let thought = found.map_err(refused)?.thought;
    Ok(Answer {
        value: thought.value.0,
        best: thought.best,
    })
}
