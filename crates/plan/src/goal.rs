//! Goals and their arguments.

use std::fmt;

/// Something to achieve, or a fact that holds or does not: a name with arguments, `Connect(G G2)`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Goal {
    /// What is to be achieved.
    pub name: String,
    /// By what, on what, with what.
    pub terms: Vec<Term>,
}

/// An argument of a goal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Term {
    /// The name of a thing, such as a group; inside a named plan possibly a parameter.
    Name(String),
    /// `?H`: any thing, to be found by a fact.
    Variable(String),
}

impl Goal {
    /// The goal about these things.
    #[must_use]
    pub fn about(name: &str, things: &[&str]) -> Goal {
        let terms = things.iter().map(|&thing| Term::Name(thing.to_owned()));
        Goal {
            name: name.to_owned(),
            terms: terms.collect(),
        }
    }

    /// The first variable that stands in the goal.
    #[must_use]
    pub fn free(&self) -> Option<&str> {
        self.terms.iter().find_map(|term| match term {
            Term::Variable(name) => Some(name.as_str()),
            Term::Name(_) => None,
        })
    }

    /// The things the goal is about, if it has no variable.
    #[must_use]
    pub fn things(&self) -> Option<Vec<&str>> {
        self.terms
            .iter()
            .map(|term| match term {
                Term::Name(name) => Some(name.as_str()),
                Term::Variable(_) => None,
            })
            .collect()
    }

    /// What the variables must stand for so that the goal is about these things; `None` where it
    /// cannot be. A variable that occurs twice stands for the same thing both times.
    #[must_use]
    pub fn matching(&self, things: &[String]) -> Option<Vec<(String, String)>> {
        if things.len() != self.terms.len() {
            return None;
        }
        let mut found: Vec<(String, String)> = Vec::new();
        for (term, thing) in self.terms.iter().zip(things) {
            match term {
                Term::Name(name) if name == thing => {}
                Term::Name(_) => return None,
                Term::Variable(name) => match found.iter().find(|(bound, _)| bound == name) {
                    Some((_, before)) if before != thing => return None,
                    Some(_) => {}
                    None => found.push((name.clone(), thing.clone())),
                },
            }
        }
        Some(found)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, term) in self.terms.iter().enumerate() {
            write!(f, "{}{term}", if index == 0 { "(" } else { " " })?;
        }
        f.write_str(if self.terms.is_empty() { "" } else { ")" })
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Name(name) => f.write_str(name),
            Term::Variable(name) => write!(f, "?{name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Goal, Term};

    #[test]
    fn a_variable_stands_for_one_thing() {
        let twice = Goal {
            name: "Pair".to_owned(),
            terms: vec![Term::Variable("X".to_owned()); 2],
        };
        let things = |texts: [&str; 2]| texts.map(str::to_owned);
        assert_eq!(
            twice.matching(&things(["A", "A"])),
            Some(vec![("X".to_owned(), "A".to_owned())])
        );
        assert_eq!(twice.matching(&things(["A", "B"])), None);
        assert_eq!(twice.to_string(), "Pair(?X ?X)");
        assert_eq!(
            Goal::about("Kill", &["G"]).matching(&["H".to_owned()]),
            None
        );
        assert_eq!(Goal::about("Live", &[]).to_string(), "Live");
    }
}
