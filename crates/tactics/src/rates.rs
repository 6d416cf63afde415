//! How often goals of a kind have succeeded.

use std::collections::BTreeMap;

/// How often goals succeeded, by the name of the goal and a class that says how they looked before.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Rates {
    pub(crate) goals: BTreeMap<String, BTreeMap<String, Tally>>,
}

/// Successes among trials.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Tally {
    pub(crate) successes: u32,
    pub(crate) trials: u32,
}

impl Rates {
    /// Counts one more trial.
    pub fn add(&mut self, goal: &str, class: &str, succeeded: bool) {
        let tally = self.tally(goal, class);
        tally.successes += u32::from(succeeded);
        tally.trials += 1;
    }

    /// Counts what others have counted too.
    pub fn merge(&mut self, others: &Rates) {
        for (goal, class, (successes, trials)) in others.iter() {
            let tally = self.tally(goal, class);
            tally.successes = tally.successes.saturating_add(successes);
            tally.trials = tally.trials.saturating_add(trials);
        }
    }

    /// How often goals of this name and class succeeded, and of how many. `None` where there were none.
    #[must_use]
    pub fn rate(&self, goal: &str, class: &str) -> Option<(u32, u32)> {
        let tally = self.goals.get(goal)?.get(class)?;
        (tally.trials > 0).then_some((tally.successes, tally.trials))
    }

    /// All of them: goal, class, successes and trials, in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, (u32, u32))> {
        self.goals.iter().flat_map(|(goal, classes)| {
            classes.iter().map(move |(class, tally)| {
                (
                    goal.as_str(),
                    class.as_str(),
                    (tally.successes, tally.trials),
                )
            })
        })
    }

    fn tally(&mut self, goal: &str, class: &str) -> &mut Tally {
        let classes = self.goals.entry(goal.to_owned()).or_default();
        classes.entry(class.to_owned()).or_default()
    }
}
