//! What is wrong with a frame, and where.

use std::fmt;
use std::ops::Range;

/// One thing that is wrong with a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The bytes of the text that it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to write instead.
    pub help: String,
}

/// Everything that is wrong with a frame, in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FrameErrors {
    /// The file, as the user named it.
    pub file: String,
    /// Its text.
    pub text: String,
    /// What is wrong; never empty.
    pub diagnostics: Vec<Diagnostic>,
}

impl FrameErrors {
    /// The line and column, both from one, where a diagnostic begins. Columns count characters.
    #[must_use]
    pub fn place(&self, diagnostic: &Diagnostic) -> (usize, usize) {
        let before = self.text.get(..diagnostic.span.start).unwrap_or(&self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        (line, column)
    }
}

impl fmt::Display for FrameErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            let (line, column) = self.place(diagnostic);
            writeln!(f, "{}:{line}:{column}: {}", self.file, diagnostic.problem)?;
            write!(f, "  help: {}", diagnostic.help)?;
        }
        Ok(())
    }
}

impl std::error::Error for FrameErrors {}
