//! `name:key=value,key=value`, the way games and players are written everywhere.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// A name with options. A value that is itself such a text is written in brackets:
/// `best-response:against=[semi-random:depth=2]`.
///
/// ```
/// use shido::Spec;
/// let spec: Spec = "fallible:noise=10,wisdom=trap".parse()?;
/// assert_eq!(spec.name, "fallible");
/// assert_eq!(spec.to_string(), "fallible:noise=10,wisdom=trap");
/// # Ok::<(), shido::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// What is meant.
    pub name: String,
    /// Its options, in the order written.
    pub options: Vec<(String, String)>,
}

impl Spec {
    /// A name without options.
    #[must_use]
    pub fn plain(name: &str) -> Spec {
        Spec {
            name: name.to_owned(),
            options: Vec::new(),
        }
    }

    /// The value of an option, if it is given.
    #[must_use]
    pub fn option(&self, key: &str) -> Option<&str> {
        let found = self.options.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| value.as_str())
    }
}

/// How deep players may stand inside each other's brackets.
const DEEPEST_NESTING: usize = 8;

impl FromStr for Spec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Spec, Error> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let malformed = |why: String| Error::Malformed {
            text: text.to_owned(),
            why,
        };
        let mut open = 0_usize;
        for character in text.chars() {
            match character {
                '[' => open += 1,
                ']' => open = open.saturating_sub(1),
                _ => {}
            }
            if open > DEEPEST_NESTING {
                return Err(malformed(format!(
                    "there are more than {DEEPEST_NESTING} brackets inside each other"
                )));
            }
        }
        if name.is_empty() {
            return Err(malformed("it has no name".to_owned()));
        }
        let mut options: Vec<(String, String)> = Vec::new();
        let mut rest = rest;
        while let Some(text) = rest {
            let (part, behind) = first_option(text).map_err(malformed)?;
            rest = behind;
            let Some((key, value)) = part.split_once('=') else {
                return Err(malformed(format!("`{part}` is not `key=value`")));
            };
            if options.iter().any(|(known, _)| known == key) {
                return Err(malformed(format!("`{key}` is given twice")));
            }
            options.push((key.to_owned(), value.to_owned()));
        }
        Ok(Spec {
            name: name.to_owned(),
            options,
        })
    }
}

/// The first of several options, and what comes behind its comma. What stands in brackets may have
/// commas of its own, and brackets.
fn first_option(text: &str) -> Result<(&str, Option<&str>), String> {
    let mut open = 0;
    for (at, character) in text.char_indices() {
        match character {
            '[' => open += 1,
            ']' if open == 0 => return Err("a bracket is closed that was not opened".to_owned()),
            ']' => {
                open -= 1;
                let behind = text[at + 1..].chars().next();
                if open == 0 && behind.is_some_and(char::is_alphanumeric) {
                    return Err(format!("after `{}` comes a comma", &text[..=at]));
                }
            }
            ',' if open == 0 => return Ok((&text[..at], Some(&text[at + 1..]))),
            _ => {}
        }
    }
    match open {
        0 => Ok((text, None)),
        _ => Err("a bracket is not closed".to_owned()),
    }
}

impl serde::Serialize for Spec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Spec {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Spec, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.options.iter().enumerate() {
            let separator = if index == 0 { ':' } else { ',' };
            write!(f, "{separator}{key}={value}")?;
        }
        Ok(())
    }
}
