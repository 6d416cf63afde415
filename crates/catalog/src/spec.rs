//! `name:key=value,key=value`, the way games and players are written everywhere.

use std::cell::RefCell;
use std::fmt;
use std::str::FromStr;

use shido_core::nearest;

use crate::CatalogError;

/// A name with options. A value that is itself such a text is written in brackets:
/// `best-response:against=[semi-random:depth=2]`.
///
/// ```
/// use shido_catalog::Spec;
/// let spec: Spec = "fallible:noise=10,wisdom=trap".parse()?;
/// assert_eq!(spec.name, "fallible");
/// assert_eq!(spec.to_string(), "fallible:noise=10,wisdom=trap");
/// # Ok::<(), shido_catalog::CatalogError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// What is meant.
    pub name: String,
    /// Its options, in the order written.
    pub options: Vec<(String, String)>,
}

impl FromStr for Spec {
    type Err = CatalogError;

    fn from_str(text: &str) -> Result<Spec, CatalogError> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let malformed = |why: String| CatalogError::Malformed {
            text: text.to_owned(),
            why,
        };
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

/// The first of several options, and what comes behind its comma. A value in brackets may have
/// commas of its own, and brackets.
fn first_option(text: &str) -> Result<(&str, Option<&str>), String> {
    let comma = text.find(',').unwrap_or(text.len());
    let end = match text.find("=[") {
        Some(equals) if equals < comma => {
            let mut open = 0;
            let close = text.char_indices().skip_while(|(at, _)| *at <= equals);
            let close = close.map(|(at, character)| {
                match character {
                    '[' => open += 1,
                    ']' => open -= 1,
                    _ => {}
                }
                (at, open)
            });
            let mut close = close.skip_while(|(_, open)| *open > 0);
            let Some((close, _)) = close.next() else {
                return Err("a bracket is not closed".to_owned());
            };
            close + 1
        }
        _ => comma,
    };
    match text[end..].strip_prefix(',') {
        Some(behind) => Ok((&text[..end], Some(behind))),
        None if end == text.len() => Ok((text, None)),
        None => Err(format!("after `{}` comes a comma", &text[..end])),
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

/// Takes the options of a [`Spec`] one by one; those nobody took are an error.
pub(crate) struct Options<'s> {
    spec: &'s Spec,
    taken: RefCell<Vec<&'static str>>,
    /// Options that were taken by how they begin.
    prefixed: RefCell<Vec<&'s str>>,
}

impl<'s> Options<'s> {
    pub(crate) fn new(spec: &'s Spec) -> Options<'s> {
        Options {
            spec,
            taken: RefCell::default(),
            prefixed: RefCell::default(),
        }
    }

    /// The name of what has these options.
    pub(crate) fn name(&self) -> &'s str {
        &self.spec.name
    }

    /// All options whose key begins so, without that beginning.
    pub(crate) fn with_prefix(&self, prefix: &str) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (key, value) in &self.spec.options {
            if let Some(rest) = key.strip_prefix(prefix) {
                self.prefixed.borrow_mut().push(key.as_str());
                found.push((rest.to_owned(), value.clone()));
            }
        }
        found
    }

    pub(crate) fn text(&self, key: &'static str) -> Option<&'s str> {
        self.taken.borrow_mut().push(key);
        let mut options = self.spec.options.iter();
        options
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn number<T: FromStr>(
        &self,
        key: &'static str,
        wanted: &str,
    ) -> Result<Option<T>, CatalogError> {
        let Some(text) = self.text(key) else {
            return Ok(None);
        };
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(self.wrong(key, text, wanted.to_owned())),
        }
    }

    pub(crate) fn choice<T: Copy>(
        &self,
        key: &'static str,
        choices: &[(&str, T)],
    ) -> Result<Option<T>, CatalogError> {
        let Some(text) = self.text(key) else {
            return Ok(None);
        };
        match choices.iter().find(|(word, _)| *word == text) {
            Some((_, choice)) => Ok(Some(*choice)),
            None => {
                let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
                Err(self.wrong(key, text, format!("one of {}", words.join(", "))))
            }
        }
    }

    /// A player, written in brackets if it has options of its own.
    pub(crate) fn player(
        &self,
        key: &'static str,
        wanted: &str,
    ) -> Result<Option<Spec>, CatalogError> {
        let Some(text) = self.text(key) else {
            return Ok(None);
        };
        let inner = text
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'));
        match inner.unwrap_or(text).parse() {
            Ok(spec) => Ok(Some(spec)),
            Err(_) => Err(self.wrong(key, text, wanted.to_owned())),
        }
    }

    pub(crate) fn missing(&self, key: &str, wanted: &str) -> CatalogError {
        CatalogError::MissingOption {
            name: self.spec.name.clone(),
            key: key.to_owned(),
            wanted: wanted.to_owned(),
        }
    }

    pub(crate) fn wrong(&self, key: &str, value: &str, wanted: String) -> CatalogError {
        CatalogError::OptionValue {
            name: self.spec.name.clone(),
            key: key.to_owned(),
            value: value.to_owned(),
            wanted,
        }
    }

    pub(crate) fn finish(&self) -> Result<(), CatalogError> {
        let taken = self.taken.borrow();
        let prefixed = self.prefixed.borrow();
        let unknown = |(key, _): &&(String, String)| {
            let key = key.as_str();
            !taken.contains(&key) && !prefixed.contains(&key)
        };
        match self.spec.options.iter().find(unknown) {
            None => Ok(()),
            Some((key, _)) => Err(CatalogError::UnknownOption {
                name: self.spec.name.clone(),
                key: key.clone(),
                nearest: nearest(key, taken.iter().copied()).map(str::to_owned),
                known: taken.iter().map(|key| (*key).to_owned()).collect(),
            }),
        }
    }
}
