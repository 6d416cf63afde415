//! What goes wrong, as exceptions of the module `shido.errors`, with the library's messages.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

/// A class of `shido.errors`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// There is nothing of that name.
    UnknownName,
    /// An option, a number or a text of the form `name:key=value` that cannot be.
    Argument,
    /// A position or a move that is not understood or not legal.
    Notation,
    /// A file or the text of one that has mistakes.
    File,
    /// A game or a player cannot do what was asked for.
    Unable,
    /// A game written in Python does what no game does.
    Rules,
    /// Somebody else is at work with it.
    Busy,
    /// Anything else.
    Failed,
}

impl Kind {
    fn class(self) -> &'static str {
        match self {
            Kind::UnknownName => "UnknownNameError",
            Kind::Argument => "ArgumentError",
            Kind::Notation => "NotationError",
            Kind::File => "FileError",
            Kind::Unable => "UnableError",
            Kind::Rules => "RulesError",
            Kind::Busy => "BusyError",
            Kind::Failed => "ShidoError",
        }
    }
}

/// The exception of a kind, with what would do instead.
pub(crate) fn exception(kind: Kind, message: &str, help: Option<&str>) -> PyErr {
    let made = Python::try_attach(|py| -> PyResult<PyErr> {
        let class = py.import("shido.errors")?.getattr(kind.class())?;
        let class = class.cast_into::<PyType>()?;
        Ok(PyErr::from_value(class.call1((message, help))?))
    });
    match made {
        Some(made) => made.unwrap_or_else(|error| error),
        None => PyRuntimeError::new_err(message.to_owned()),
    }
}

/// The exception for what the library says.
pub(crate) fn raised(error: &shido::Error) -> PyErr {
    use shido::Error as E;
    let kind = match error {
        E::UnknownGame { .. } | E::UnknownPlayer { .. } | E::UnknownTrainer { .. } => {
            Kind::UnknownName
        }
        E::Malformed { .. }
        | E::UnknownOption { .. }
        | E::MissingOption { .. }
        | E::OptionValue { .. }
        | E::Taken { .. }
        | E::OtherGame { .. } => Kind::Argument,
        E::Notation(_) => Kind::Notation,
        E::File { .. }
        | E::Frame(_)
        | E::Tree { .. }
        | E::Knowledge { .. }
        | E::BadWeights { .. }
        | E::BadPeople { .. } => Kind::File,
        E::Unable { .. }
        | E::NotSolvable { .. }
        | E::NoFixedOdds { .. }
        | E::Recurs { .. }
        | E::NoJudge { .. }
        | E::NoTree { .. }
        | E::ChanceMoves { .. }
        | E::NoValue { .. }
        | E::NoWeights { .. }
        | E::NoEndgames { .. }
        | E::NoEndgameSolved { .. }
        | E::NotMeasured { .. }
        | E::TooManyStates { .. }
        | E::ChanceDecides
        | E::NobodyToMove
        | E::Over => Kind::Unable,
        _ => Kind::Failed,
    };
    exception(kind, &with_causes(error), error.help().as_deref())
}

/// An error with everything that led to it, in one text.
pub(crate) fn with_causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let said = next.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = next.source();
    }
    text
}

/// The exception for an argument that cannot be.
pub(crate) fn argument(message: impl AsRef<str>) -> PyErr {
    exception(Kind::Argument, message.as_ref(), None)
}
