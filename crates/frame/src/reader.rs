//! Reads tables of a frame slot by slot and collects what is wrong, so that all of it can be
//! reported at once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;

use shido_core::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::Diagnostic;

/// A value with the bytes it was written in.
#[derive(Clone, Debug)]
pub(crate) struct At<T> {
    pub(crate) value: T,
    pub(crate) span: Range<usize>,
}

/// Nobody reads more mistakes than this, and a file that is no frame at all has thousands.
const MOST_TOLD: usize = 50;

/// What all sections of one frame share: the errors so far and the parameters.
#[derive(Default)]
pub(crate) struct Notes {
    diagnostics: RefCell<Vec<Diagnostic>>,
    pub(crate) parameters: BTreeMap<String, i64>,
    /// Parameters whose own value is wrong: using one is no second mistake.
    pub(crate) spoilt: Vec<String>,
}

impl Notes {
    pub(crate) fn error(
        &self,
        span: &Range<usize>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diagnostics.borrow_mut().push(Diagnostic {
            span: span.clone(),
            problem: problem.into(),
            help: help.into(),
        });
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.diagnostics.borrow().is_empty()
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnostics.into_inner();
        diagnostics.sort_by_key(|d| (d.span.start, d.span.end));
        diagnostics.dedup();
        if diagnostics.len() > MOST_TOLD {
            let rest = diagnostics.split_off(MOST_TOLD);
            diagnostics.push(Diagnostic {
                span: rest[0].span.clone(),
                problem: format!("and {} more mistakes from here on", rest.len()),
                help: "mend the ones above first".to_owned(),
            });
        }
        diagnostics
    }
}

type Value<'t> = Spanned<DeValue<'t>>;

/// A table of the frame. Keys that nobody asked for are reported by [`finish`](Section::finish).
pub(crate) struct Section<'a, 't> {
    name: &'a str,
    pub(crate) span: Range<usize>,
    table: &'a DeTable<'t>,
    asked: RefCell<Vec<&'static str>>,
    pub(crate) notes: &'a Notes,
}

impl<'a, 't> Section<'a, 't> {
    /// `name` is how errors call the table; empty for the top level.
    pub(crate) fn new(
        name: &'a str,
        span: Range<usize>,
        table: &'a DeTable<'t>,
        notes: &'a Notes,
    ) -> Self {
        Section {
            name,
            span,
            table,
            asked: RefCell::default(),
            notes,
        }
    }

    pub(crate) fn error(
        &self,
        span: &Range<usize>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.notes.error(span, problem, help);
    }

    /// The raw value of a key, now known to be asked for.
    pub(crate) fn get(&self, key: &'static str) -> Option<&'a Value<'t>> {
        self.asked.borrow_mut().push(key);
        self.table.get(key)
    }

    /// Counts keys as known without reading them, where what they say cannot be judged.
    pub(crate) fn pass_over(&self, keys: &[&'static str]) {
        self.asked.borrow_mut().extend(keys);
    }

    pub(crate) fn has(&self, key: &'static str) -> bool {
        self.table.contains_key(key)
    }

    /// Where the key itself is written, for errors about its being there at all.
    pub(crate) fn key_span(&self, key: &str) -> Range<usize> {
        self.table
            .iter()
            .find(|(name, _)| name.get_ref().as_ref() == key)
            .map_or(self.span.clone(), |(name, _)| name.span())
    }

    fn wrong_type(&self, key: &str, value: &Value<'_>, wanted: &str) {
        self.error(
            &value.span(),
            format!("`{key}` is {}", kind_of(value.get_ref())),
            format!("write {wanted}"),
        );
    }

    pub(crate) fn text(&self, key: &'static str) -> Option<At<String>> {
        let value = self.get(key)?;
        if let Some(text) = value.get_ref().as_str() {
            return Some(At {
                value: text.to_owned(),
                span: value.span(),
            });
        }
        self.wrong_type(key, value, &format!("a text: `{key} = \"...\"`"));
        None
    }

    pub(crate) fn boolean(&self, key: &'static str) -> Option<At<bool>> {
        let value = self.get(key)?;
        if let Some(answer) = value.get_ref().as_bool() {
            return Some(At {
                value: answer,
                span: value.span(),
            });
        }
        self.wrong_type(key, value, &format!("`{key} = true` or `{key} = false`"));
        None
    }

    /// A whole number within the range, written out or as `"$parameter"`.
    pub(crate) fn number(
        &self,
        key: &'static str,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<At<i64>> {
        let value = self.get(key)?;
        self.as_number(key, value, range)
    }

    pub(crate) fn as_number(
        &self,
        key: &str,
        value: &Value<'_>,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<At<i64>> {
        let span = value.span();
        let number = match value.get_ref() {
            DeValue::Integer(_) => whole_number(value.get_ref()),
            DeValue::String(text) if text.starts_with('$') => {
                let parameter = &text[1..];
                if self.notes.spoilt.iter().any(|name| name == parameter) {
                    return None;
                }
                let Some(number) = self.notes.parameters.get(parameter) else {
                    let names = self.notes.parameters.keys().map(String::as_str);
                    let help = match nearest(parameter, names) {
                        Some(near) => format!("did you mean `\"${near}\"`?"),
                        None => format!("add `{parameter} = ...` to `[parameters]`"),
                    };
                    self.error(&span, format!("there is no parameter `{parameter}`"), help);
                    return None;
                };
                Some(*number)
            }
            _ => {
                self.wrong_type(
                    key,
                    value,
                    &format!("a whole number: `{key} = {}`", range.start()),
                );
                return None;
            }
        };
        match number {
            Some(number) if range.contains(&number) => Some(At {
                value: number,
                span,
            }),
            _ => {
                let written = number.map_or("the number".to_owned(), |n| n.to_string());
                self.error(
                    &span,
                    format!("`{key}` cannot be {written}"),
                    if *range.end() == i64::MAX {
                        format!("write a number of at least {}", range.start())
                    } else {
                        format!("write a number from {} to {}", range.start(), range.end())
                    },
                );
                None
            }
        }
    }

    /// One of a few words.
    pub(crate) fn choice<T: Clone>(
        &self,
        key: &'static str,
        choices: &[(&'static str, T)],
    ) -> Option<At<T>> {
        let words = || {
            let quoted: Vec<String> = choices.iter().map(|(w, _)| format!("\"{w}\"")).collect();
            format!("one of {}", quoted.join(", "))
        };
        let value = self.get(key)?;
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(key, value, &words());
            return None;
        };
        let found = choices.iter().find(|(word, _)| *word == text);
        if found.is_none() {
            let help = match nearest(text, choices.iter().map(|(word, _)| *word)) {
                Some(near) => format!("did you mean `\"{near}\"`? It is {}", words()),
                None => format!("write {}", words()),
            };
            self.error(&value.span(), format!("`{key}` cannot be \"{text}\""), help);
        }
        found.map(|(_, choice)| At {
            value: choice.clone(),
            span: value.span(),
        })
    }

    pub(crate) fn array(&self, key: &'static str, wanted: &str) -> Option<At<Vec<&'a Value<'t>>>> {
        let value = self.get(key)?;
        self.as_array(key, value, wanted)
    }

    pub(crate) fn as_array(
        &self,
        key: &str,
        value: &'a Value<'t>,
        wanted: &str,
    ) -> Option<At<Vec<&'a Value<'t>>>> {
        if let Some(array) = value.get_ref().as_array() {
            return Some(At {
                value: array.iter().collect(),
                span: value.span(),
            });
        }
        self.wrong_type(key, value, wanted);
        None
    }

    /// A list of texts.
    pub(crate) fn texts(&self, key: &'static str) -> Option<At<Vec<At<String>>>> {
        let value = self.get(key)?;
        self.as_texts(key, value)
    }

    pub(crate) fn as_texts(&self, key: &str, value: &'a Value<'t>) -> Option<At<Vec<At<String>>>> {
        let wanted = "a list of names: `[\"a1\", \"b1\"]`";
        let list = self.as_array(key, value, wanted)?;
        let mut texts = Vec::new();
        for item in &list.value {
            match item.get_ref().as_str() {
                Some(text) => texts.push(At {
                    value: text.to_owned(),
                    span: item.span(),
                }),
                None => self.wrong_type(key, item, wanted),
            }
        }
        Some(At {
            value: texts,
            span: list.span,
        })
    }

    /// A table below this one.
    pub(crate) fn section(&self, key: &'static str) -> Option<Section<'a, 't>> {
        let value = self.get(key)?;
        self.as_section(key, value)
    }

    pub(crate) fn as_section(&self, key: &'a str, value: &'a Value<'t>) -> Option<Section<'a, 't>> {
        if let Some(table) = value.get_ref().as_table() {
            return Some(Section::new(key, value.span(), table, self.notes));
        }
        self.wrong_type(
            key,
            value,
            &format!("a table: `[{key}]` with its keys below"),
        );
        None
    }

    /// All keys with their values, as they are.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (At<&'a str>, &'a Value<'t>)> + '_ {
        self.table.iter().map(|(key, value)| {
            let name = At {
                value: key.get_ref().as_ref(),
                span: key.span(),
            };
            (name, value)
        })
    }

    /// Reports the keys that no slot has.
    pub(crate) fn finish(self) {
        let asked = self.asked.borrow();
        for (key, _) in self.entries() {
            if asked.contains(&key.value) {
                continue;
            }
            let place = if self.name.is_empty() {
                "a frame".to_owned()
            } else {
                format!("`{}`", self.name)
            };
            let help = match nearest(key.value, asked.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the keys here are {}", quoted(&asked)),
            };
            let problem = format!("{place} has no key `{}`", key.value);
            self.error(&key.span, problem, help);
        }
    }
}

/// The number that an integer of the file stands for, if it is small enough to be one.
pub(crate) fn whole_number(value: &DeValue<'_>) -> Option<i64> {
    let integer = value.as_integer()?;
    i64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// A number with or without a fraction.
pub(crate) fn real_number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Integer(_) => whole_number(value).map(|number| number as f64),
        DeValue::Float(float) => float.as_str().parse().ok().filter(|f: &f64| f.is_finite()),
        _ => None,
    }
}

fn kind_of(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text here",
        DeValue::Integer(_) => "a whole number here",
        DeValue::Float(_) => "a number with a fraction here",
        DeValue::Boolean(_) => "true or false here",
        DeValue::Datetime(_) => "a date here",
        DeValue::Array(_) => "a list here",
        DeValue::Table(_) => "a table here",
    }
}

/// Names in backquotes, separated by commas.
pub(crate) fn quoted<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<String> = names.iter().map(|n| format!("`{}`", n.as_ref())).collect();
    names.join(", ")
}
