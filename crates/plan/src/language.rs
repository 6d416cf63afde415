//! The language of `.plan` files: see `docs/plans.md`.

mod check;
mod parse;
mod print;
mod tokens;

use std::fmt;
use std::ops::Range;

pub use parse::{DEEPEST, MOST_PLANS};

use crate::PlanFile;

/// How many bytes a file may have.
const LONGEST: usize = 200_000;

/// How many mistakes are told at once.
const TOLD: usize = 20;

/// A mistake in the text of a plan.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PlanError {
    /// The line, counted from one.
    pub line: usize,
    /// The column, counted from one and in characters.
    pub column: usize,
    /// The same place as bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to write instead.
    pub help: String,
}

impl PlanError {
    /// A mistake in these bytes of a text.
    #[must_use]
    pub fn at(
        text: &str,
        span: Range<usize>,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> PlanError {
        let before = text.get(..span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        PlanError {
            line,
            column,
            span,
            problem: problem.into(),
            help: help.into(),
        }
    }
}

/// All mistakes of a text, in its order, up to a screenful; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlanErrors(pub Vec<PlanError>);

impl fmt::Display for PlanErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}\n  help: {}", error.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for PlanErrors {}

impl PlanFile {
    /// Reads the text of a `.plan` file.
    ///
    /// # Errors
    /// Where the text is no such file, or where it makes no sense: plans that are made of
    /// themselves, wrong numbers of arguments, things that are defined twice.
    pub fn parse(text: &str) -> Result<PlanFile, PlanErrors> {
        if text.len() > LONGEST {
            let problem = format!("the file has more than {LONGEST} bytes");
            let help = "write a shorter one: a plan is meant to be read";
            return Err(PlanErrors(vec![PlanError::at(text, 0..0, problem, help)]));
        }
        let (file, places) = parse::parse(text).map_err(|error| PlanErrors(vec![error]))?;
        let mut errors = check::check(text, &file, &places);
        if errors.is_empty() {
            return Ok(file);
        }
        errors.sort_by_key(|error| error.span.start);
        errors.truncate(TOLD);
        Err(PlanErrors(errors))
    }
}
