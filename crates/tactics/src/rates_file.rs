//! Rates as a file that people read and edit.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use shido_core::nearest;

use crate::rates::Tally;
use crate::{GoalKind, Rates};

/// A text that does not tell rates.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RatesError {
    /// It is not in the format.
    #[error("these are no rates: {0}")]
    Malformed(String),
    /// It tells of no goal.
    #[error("there are no rates here")]
    Empty,
    /// A goal that there is none of.
    #[error("there is no goal `{goal}`{}", nearest.map_or(String::new(), |name| format!(": did you mean `{name}`?")))]
    Goal {
        /// What it is called.
        goal: String,
        /// What may have been meant.
        nearest: Option<&'static str>,
    },
    /// More succeeded than were tried.
    #[error("{goal}, `{class}`: {successes} of {trials} cannot have succeeded")]
    TooMany {
        /// The goal.
        goal: String,
        /// Its class.
        class: String,
        /// How many are said to have succeeded.
        successes: u32,
        /// And of how many.
        trials: u32,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    successes: u32,
    trials: u32,
}

impl Rates {
    /// Reads rates from TOML: a table for each goal, with a line for each class.
    ///
    /// ```
    /// use shido_tactics::Rates;
    ///
    /// let rates = Rates::parse(
    ///     r#"
    ///     [Kill]
    ///     "read: yes" = { successes = 40, trials = 41 }
    ///     "playouts 30-40%" = { successes = 7, trials = 20 }
    ///     "#,
    /// )?;
    /// assert_eq!(rates.rate("Kill", "read: yes"), Some((40, 41)));
    /// assert_eq!(Rates::parse(&rates.write())?, rates);
    /// # Ok::<(), shido_tactics::RatesError>(())
    /// ```
    ///
    /// # Errors
    /// Where the text is something else, names an unknown goal or none, or more succeeded than were tried.
    pub fn parse(text: &str) -> Result<Rates, RatesError> {
        let goals: BTreeMap<String, BTreeMap<String, Entry>> =
            toml::from_str(text).map_err(|error| RatesError::Malformed(error.to_string()))?;
        let mut rates = Rates::default();
        for (goal, classes) in goals {
            if GoalKind::named(&goal).is_none() {
                let known = GoalKind::ALL.into_iter().map(GoalKind::name);
                let nearest = nearest(&goal, known);
                return Err(RatesError::Goal { goal, nearest });
            }
            let tallies = rates.goals.entry(goal.clone()).or_default();
            for (class, Entry { successes, trials }) in classes {
                if successes > trials {
                    return Err(RatesError::TooMany {
                        goal,
                        class,
                        successes,
                        trials,
                    });
                }
                tallies.insert(class, Tally { successes, trials });
            }
        }
        if rates.iter().next().is_none() {
            return Err(RatesError::Empty);
        }
        Ok(rates)
    }

    /// The rates as TOML.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        for (goal, classes) in &self.goals {
            let gap = if text.is_empty() { "" } else { "\n" };
            writeln!(text, "{gap}[{}]", key(goal)).expect("a string takes what is written");
            for (class, Tally { successes, trials }) in classes {
                let counts = format!("{{ successes = {successes}, trials = {trials} }}");
                writeln!(text, "{} = {counts}", key(class))
                    .expect("a string takes what is written");
            }
        }
        text
    }
}

/// A name as a key: bare if it may be, else in quotes.
fn key(name: &str) -> String {
    let bare = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_' || symbol == '-';
    if !name.is_empty() && name.chars().all(bare) {
        return name.to_owned();
    }
    let mut quoted = String::from("\"");
    for symbol in name.chars() {
        match symbol {
            '"' | '\\' => quoted.extend(['\\', symbol]),
            _ if symbol.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(symbol))
                    .expect("a string takes what is written");
            }
            _ => quoted.push(symbol),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut rates = Rates::default();
        let classes = [
            "read: yes",
            "",
            "tab\tand \"quotes\" \\",
            "playouts 30-40%",
            "ö\u{7f}",
        ];
        for (index, class) in classes.into_iter().enumerate() {
            for trial in 0..5 {
                rates.add("Kill", class, trial < index);
                rates.add("Make_Two_Eyes", class, trial > index);
            }
        }
        assert_eq!(Rates::parse(&rates.write()), Ok(rates.clone()));
        let mut twice = rates.clone();
        twice.merge(&rates);
        assert_eq!(twice.rate("Kill", "playouts 30-40%"), Some((6, 10)));
        assert_eq!(twice.rate("Kill", "another"), None);
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = |text: &str| Rates::parse(text).expect_err("it is wrong").to_string();
        assert_eq!(
            told("[Kill]\nsure = { successes = 3, trials = 2 }"),
            "Kill, `sure`: 3 of 2 cannot have succeeded"
        );
        let misspelt = told("[Kill]\nsure = { successes = 3, trails = 5 }");
        assert!(
            misspelt.contains("line 2") && misspelt.contains("trails"),
            "{misspelt}"
        );
        assert_eq!(
            told("[Kil]"),
            "there is no goal `Kil`: did you mean `Kill`?"
        );
        assert!(told("[Kill]\nsure = 3").contains("line 2"));
        assert!(told("[Kill\n").contains("line 1"));
        assert!(told("[Kill]\nsure = { successes = -1, trials = 5 }").contains("-1"));
    }
}
