//! Options of games, players and trainers: each is declared once, and read by its declaration.
//!
//! Help, parsing, the error that lists what there is, `shido players --json` and docs/players.md all
//! come from the declaration. An option that is declared and never read, or read and not declared, fails
//! the test that goes over all players.

use std::cell::RefCell;

use serde::Serialize;
use shido_core::nearest;

use crate::{Error, Spec};

/// An option as it is described to people and programs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct OptionDescription {
    /// What is written before the equals sign.
    pub name: String,
    /// What it means, in a sentence.
    pub about: String,
    /// What may be written behind the equals sign.
    #[serde(flatten)]
    pub kind: OptionKind,
    /// What it is where it is left out, if that can be written.
    pub default: Option<String>,
    /// Whether it must be given.
    pub required: bool,
}

/// What the value of an option may be.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum OptionKind {
    /// A whole number.
    Whole {
        /// The smallest.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// Any number.
    Number {
        /// The smallest.
        least: f64,
        /// The largest.
        most: f64,
    },
    /// One of several words.
    Choice {
        /// The words.
        choices: Vec<&'static str>,
    },
    /// A player, in brackets if it has options of its own.
    Player,
    /// An opponent: a number of plies, or in brackets a model or a player with fixed odds.
    Opponent,
    /// Opponents with the share of each: `2*0.7+[fallible:noise=30]*0.3`.
    Opponents {
        /// An example.
        example: &'static str,
    },
    /// The name of a file.
    File,
    /// A text of a form of its own.
    Text {
        /// An example.
        example: &'static str,
    },
    /// All options that begin so, whatever follows.
    Prefix,
}

impl OptionKind {
    /// What to write, in words.
    fn wanted(&self) -> String {
        match self {
            OptionKind::Whole { least, most } if *most >= u64::from(u32::MAX) => {
                format!("a whole number of at least {least}")
            }
            OptionKind::Whole { least, most } => format!("a whole number from {least} to {most}"),
            OptionKind::Number { least, most } if most.is_infinite() => {
                format!("a number of at least {least}")
            }
            OptionKind::Number { least, most } => format!("a number from {least} to {most}"),
            OptionKind::Choice { choices } => format!("one of {}", choices.join(", ")),
            OptionKind::Player => {
                "a player, in brackets if it has options: [semi-random:depth=2]".to_owned()
            }
            OptionKind::Opponent => {
                "how many plies they look ahead, such as 2, or a model of them, such \
                 as [soft-max:temperature=0.5,depth=2], [erring:noise=10,of=2], \
                 [mixture:of=1*0.5+3*0.5] or [fallible:noise=30]"
                    .to_owned()
            }
            OptionKind::File => "the name of a file".to_owned(),
            OptionKind::Opponents { example } | OptionKind::Text { example } => {
                format!("something like {example}")
            }
            OptionKind::Prefix => "any value".to_owned(),
        }
    }
}

impl OptionKind {
    /// A value that may be written.
    fn example(&self) -> String {
        match self {
            OptionKind::Whole { least, most } => 4.clamp(*least, *most).to_string(),
            OptionKind::Number { least, most } => 10.0_f64.clamp(*least, *most).to_string(),
            OptionKind::Choice { choices } => choices.first().copied().unwrap_or("").to_owned(),
            OptionKind::Player => "[semi-random:depth=2]".to_owned(),
            OptionKind::Opponent => "2".to_owned(),
            OptionKind::File => "FILE".to_owned(),
            OptionKind::Opponents { example } | OptionKind::Text { example } => {
                example.trim_matches('`').to_owned()
            }
            OptionKind::Prefix => "VALUE".to_owned(),
        }
    }
}

/// The declaration of an option whose values are of type `T`.
pub(crate) struct Opt<T: Sync + 'static> {
    name: &'static str,
    about: &'static str,
    values: Values<T>,
    default: Option<&'static str>,
    example: Option<&'static str>,
    required: bool,
}

/// What values an option may have, and how they are read.
enum Values<T: 'static> {
    Whole {
        least: u64,
        most: u64,
        of: fn(u64) -> Option<T>,
    },
    Number {
        least: f64,
        most: f64,
        of: fn(f64) -> T,
    },
    Choice(&'static [(&'static str, T)], fn(&T) -> T),
    Player(fn(&str) -> Option<T>),
    Opponent(fn(&str) -> Option<T>),
    File(fn(&str) -> T),
    Opponents {
        example: &'static str,
        of: fn(&str) -> T,
    },
    Text {
        example: &'static str,
        of: fn(&str) -> T,
    },
    Prefix,
}

impl<T: Sync> Opt<T> {
    const fn new(name: &'static str, about: &'static str, values: Values<T>) -> Opt<T> {
        Opt {
            name,
            about,
            values,
            default: None,
            example: None,
            required: false,
        }
    }

    /// The same, with a value where it is left out.
    pub(crate) const fn usually(mut self, default: &'static str) -> Opt<T> {
        self.default = Some(default);
        self
    }

    /// The same, with what is suggested where it is missing.
    pub(crate) const fn such_as(mut self, example: &'static str) -> Opt<T> {
        self.example = Some(example);
        self
    }

    /// The same, but it must be given.
    pub(crate) const fn required(mut self) -> Opt<T> {
        self.required = true;
        self
    }

    fn read(&self, text: &str) -> Option<T> {
        match &self.values {
            Values::Whole { least, most, of } => {
                let number: u64 = text.parse().ok()?;
                (*least..=*most).contains(&number).then(|| of(number))?
            }
            Values::Number { least, most, of } => {
                let number: f64 = text.parse().ok()?;
                let fits = number.is_finite() && number >= *least && number <= *most;
                fits.then(|| of(number))
            }
            Values::Choice(choices, copy) => {
                let found = choices.iter().find(|(word, _)| *word == text);
                found.map(|(_, value)| copy(value))
            }
            Values::Player(of) | Values::Opponent(of) => of(text),
            Values::File(of) => Some(of(text)),
            Values::Opponents { of, .. } | Values::Text { of, .. } => Some(of(text)),
            Values::Prefix => None,
        }
    }
}

/// A whole number that any type takes which can hold it.
pub(crate) const fn whole<T: TryFrom<u64> + Sync>(
    name: &'static str,
    [least, most]: [u64; 2],
    about: &'static str,
) -> Opt<T> {
    let of = |number| T::try_from(number).ok();
    Opt::new(name, about, Values::Whole { least, most, of })
}

/// A number within limits; the upper one may be infinite.
pub(crate) const fn number(
    name: &'static str,
    [least, most]: [f64; 2],
    about: &'static str,
) -> Opt<f64> {
    let of = |number| number;
    Opt::new(name, about, Values::Number { least, most, of })
}

/// One of several words, each with what it stands for.
pub(crate) const fn choice<T: Copy + Sync>(
    name: &'static str,
    choices: &'static [(&'static str, T)],
    about: &'static str,
) -> Opt<T> {
    Opt::new(name, about, Values::Choice(choices, |value| *value))
}

/// `on` or `off`.
pub(crate) const fn switch(name: &'static str, about: &'static str) -> Opt<bool> {
    choice(name, &[("on", true), ("off", false)], about)
}

/// Somebody else.
pub(crate) const fn player(name: &'static str, about: &'static str) -> Opt<Spec> {
    Opt::new(name, about, Values::Player(in_brackets))
}

/// Somebody who is supposed: a number of plies, a model or a player.
pub(crate) const fn opponent(name: &'static str, about: &'static str) -> Opt<Spec> {
    Opt::new(name, about, Values::Opponent(in_brackets))
}

/// A spec, in brackets if it has options of its own.
pub(crate) fn in_brackets(text: &str) -> Option<Spec> {
    let inner = match text.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']')?,
        None => text,
    };
    inner.parse().ok()
}

/// A file by its name.
pub(crate) const fn file(name: &'static str, about: &'static str) -> Opt<String> {
    Opt::new(name, about, Values::File(str::to_owned))
}

/// A text whose form its reader checks.
pub(crate) const fn text(
    name: &'static str,
    example: &'static str,
    about: &'static str,
) -> Opt<String> {
    let of = str::to_owned;
    Opt::new(name, about, Values::Text { example, of })
}

/// Several who are supposed, with the share of each. Its reader checks the form.
pub(crate) const fn opponents(
    name: &'static str,
    example: &'static str,
    about: &'static str,
) -> Opt<String> {
    let of = str::to_owned;
    Opt::new(name, about, Values::Opponents { example, of })
}

/// All options that begin with the name.
pub(crate) const fn prefix(name: &'static str, about: &'static str) -> Opt<()> {
    Opt::new(name, about, Values::Prefix)
}

/// A declaration whose type does not matter.
pub(crate) trait Declared: Sync {
    fn name(&self) -> &'static str;
    /// What is suggested where it is missing, if something special is.
    fn example(&self) -> Option<&'static str>;
    fn describe(&self) -> OptionDescription;
}

/// The options of something.
pub(crate) type Declarations = &'static [&'static dyn Declared];

impl<T: Sync> Declared for Opt<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn example(&self) -> Option<&'static str> {
        self.example
    }

    fn describe(&self) -> OptionDescription {
        OptionDescription {
            name: self.name.to_owned(),
            about: self.about.to_owned(),
            kind: match &self.values {
                Values::Whole { least, most, .. } => OptionKind::Whole {
                    least: *least,
                    most: *most,
                },
                Values::Number { least, most, .. } => OptionKind::Number {
                    least: *least,
                    most: *most,
                },
                Values::Choice(choices, _) => OptionKind::Choice {
                    choices: choices.iter().map(|(word, _)| *word).collect(),
                },
                Values::Player(_) => OptionKind::Player,
                Values::Opponent(_) => OptionKind::Opponent,
                Values::File(_) => OptionKind::File,
                Values::Opponents { example, .. } => OptionKind::Opponents { example },
                Values::Text { example, .. } => OptionKind::Text { example },
                Values::Prefix => OptionKind::Prefix,
            },
            default: self.default.map(str::to_owned),
            required: self.required,
        }
    }
}

/// The options of a [`Spec`], read by their declarations.
pub(crate) struct Options<'s> {
    spec: &'s Spec,
    declared: Declarations,
    read: RefCell<Vec<&'static str>>,
}

impl<'s> Options<'s> {
    /// Checks that every option that is given is declared.
    pub(crate) fn new(spec: &'s Spec, declared: Declarations) -> Result<Options<'s>, Error> {
        let known = |key: &str| {
            declared.iter().any(|option| match option.describe().kind {
                OptionKind::Prefix => key.starts_with(option.name()),
                _ => key == option.name(),
            })
        };
        if let Some((key, _)) = spec.options.iter().find(|(key, _)| !known(key)) {
            let names = || declared.iter().map(|option| option.name());
            return Err(Error::UnknownOption {
                name: spec.name.clone(),
                key: key.clone(),
                nearest: nearest(key, names()).map(str::to_owned),
                known: names().map(str::to_owned).collect(),
            });
        }
        Ok(Options {
            spec,
            declared,
            read: RefCell::default(),
        })
    }

    /// The value of an option, or its default; `None` where it has none.
    pub(crate) fn get<T: Sync>(&self, option: &Opt<T>) -> Result<Option<T>, Error> {
        debug_assert!(
            self.declared
                .iter()
                .any(|known| known.name() == option.name),
            "`{}` reads `{}`, which it does not declare",
            self.spec.name,
            option.name
        );
        self.read.borrow_mut().push(option.name);
        let Some(text) = self.spec.option(option.name).or(option.default) else {
            return match option.required {
                true => Err(self.missing(option)),
                false => Ok(None),
            };
        };
        match option.read(text) {
            Some(value) => Ok(Some(value)),
            None => Err(self.wrong(option, text, option.describe().kind.wanted())),
        }
    }

    /// The value of an option that is required or has a default.
    pub(crate) fn need<T: Sync>(&self, option: &Opt<T>) -> Result<T, Error> {
        self.get(option)?.ok_or_else(|| self.missing(option))
    }

    /// All options that begin as this one is called, without that beginning.
    pub(crate) fn with_prefix(&self, option: &Opt<()>) -> Vec<(String, String)> {
        self.read.borrow_mut().push(option.name);
        let options = self.spec.options.iter();
        let rest = options.filter_map(|(key, value)| {
            let rest = key.strip_prefix(option.name)?;
            Some((rest.to_owned(), value.clone()))
        });
        rest.collect()
    }

    /// The error for an option that has to be given.
    pub(crate) fn missing(&self, option: &dyn Declared) -> Error {
        Error::MissingOption {
            name: self.spec.name.clone(),
            key: option.name().to_owned(),
            wanted: {
                let kind = option.describe().kind;
                let (name, key) = (&self.spec.name, option.name());
                let example = option.example();
                let example = example.map_or_else(|| kind.example(), str::to_owned);
                format!("{}, such as `{name}:{key}={example}`", kind.wanted())
            },
        }
    }

    /// The error for a value that does not fit.
    pub(crate) fn wrong(&self, option: &dyn Declared, value: &str, wanted: String) -> Error {
        Error::OptionValue {
            name: self.spec.name.clone(),
            key: option.name().to_owned(),
            value: value.to_owned(),
            wanted,
        }
    }

    /// The declared options that nobody has read. A reader that is done has read all of them.
    pub(crate) fn unread(&self) -> Vec<&'static str> {
        let read = self.read.borrow();
        let names = self.declared.iter().map(|option| option.name());
        names.filter(|name| !read.contains(name)).collect()
    }
}
