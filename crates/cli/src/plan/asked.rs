//! Leaves that take long to look at.

use std::collections::BTreeMap;

use shido_plan::{Estimate, Goal, Guess, Leaves};

use crate::terminal::Watcher;

/// Shows which leaf is being looked at, and looks at none twice however many ways of evaluating are
/// compared.
pub(super) struct Asked<L> {
    leaves: L,
    known: BTreeMap<Goal, Estimate>,
    watcher: Watcher,
}

impl<L> Asked<L> {
    pub(super) fn new(leaves: L) -> Asked<L> {
        Asked {
            leaves,
            known: BTreeMap::new(),
            watcher: Watcher::spinning("looking at the board"),
        }
    }
}

impl<L: Leaves> Leaves for Asked<L> {
    type Error = L::Error;

    fn facts(&mut self, goal: &Goal) -> Result<Option<Vec<Vec<String>>>, L::Error> {
        self.leaves.facts(goal)
    }

    fn rate(&mut self, goal: &Goal) -> Result<Estimate, L::Error> {
        if let Some(known) = self.known.get(goal) {
            return Ok(known.clone());
        }
        self.watcher.say(format!("looking at {goal}"));
        let estimate = self.leaves.rate(goal)?;
        self.known.insert(goal.clone(), estimate.clone());
        Ok(estimate)
    }

    fn check(&mut self, goal: &Goal) -> Result<(), L::Error> {
        self.leaves.check(goal)
    }

    fn guess(&mut self, goal: &Goal) -> Guess {
        self.leaves.guess(goal)
    }
}

/// The spinner goes before the result is printed.
impl<L> Drop for Asked<L> {
    fn drop(&mut self) {
        self.watcher.done();
    }
}
