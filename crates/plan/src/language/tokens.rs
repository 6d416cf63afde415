//! The words and signs of a text, without spaces and comments.

use std::ops::Range;

use crate::PlanError;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// A name or a number.
    Word,
    /// `?H`.
    Variable,
    Open,
    Close,
    Comma,
    Percent,
    /// `..`
    To,
    /// `->` or `=`.
    Is,
    End,
}

#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) mark: Mark,
    pub(super) span: Range<usize>,
}

/// The tokens of a text; the last one is [`Mark::End`].
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, PlanError> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let (mark, length) = match first {
            '#' => {
                rest = rest.split_once('\n').map_or("", |(_, after)| after);
                continue;
            }
            c if c.is_whitespace() => {
                rest = rest.trim_start();
                continue;
            }
            '(' => (Mark::Open, 1),
            ')' => (Mark::Close, 1),
            ',' => (Mark::Comma, 1),
            '%' => (Mark::Percent, 1),
            '=' => (Mark::Is, 1),
            '-' if rest.starts_with("->") => (Mark::Is, 2),
            '.' if rest.starts_with("..") => (Mark::To, 2),
            '?' => (Mark::Variable, 1 + name_length(&rest[1..])),
            '-' | '.' => (Mark::Word, 1 + number_length(&rest[1..])),
            c if c.is_ascii_digit() => (Mark::Word, number_length(rest)),
            c if in_name(c) => (Mark::Word, name_length(rest)),
            other => {
                return Err(PlanError::at(
                    text,
                    start..start + other.len_utf8(),
                    format!("`{other}` has no meaning here"),
                    "leave it out, or put it after a `#` to make it a comment",
                ));
            }
        };
        tokens.push(Token {
            mark,
            span: start..start + length,
        });
        rest = &rest[length..];
    }
    tokens.push(Token {
        mark: Mark::End,
        span: text.len()..text.len(),
    });
    Ok(tokens)
}

fn in_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

fn name_length(text: &str) -> usize {
    text.find(|c| !in_name(c)).unwrap_or(text.len())
}

/// A number may hold a point, but not the two points of an interval; a word that merely begins with a
/// digit, such as `4a`, is one word.
fn number_length(text: &str) -> usize {
    let whole = name_length(text);
    match text[whole..].strip_prefix('.') {
        Some(after) if after.starts_with(|c: char| c.is_ascii_digit()) => {
            whole + 1 + name_length(after)
        }
        _ => whole,
    }
}
