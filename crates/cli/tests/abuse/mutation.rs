//! Small changes to a text that make it wrong in the ways that texts go wrong.

use rand::RngExt;
use rand::seq::IndexedRandom;
use shido_core::Rng;

/// Numbers that nobody expects.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "-1",
    "1",
    "2",
    "255",
    "256",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1e18",
    "1000000000000000000",
    "99999999999999999999999",
    "1e-320",
    "1e308",
    "-1e308",
    "1e400",
    "0.1",
    "nan",
    "inf",
    "-inf",
    "0x10",
    "1_000",
    "٣",
];

/// Pieces that mean something to one reader or another.
const PIECES: &[&str] = &[
    "",
    " ",
    "\n",
    "\t",
    "\r\n",
    "\0",
    "\u{feff}",
    "ü",
    "駒",
    "🂡",
    "\u{202e}",
    "e\u{301}",
    "\"",
    "'",
    "`",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "[[",
    "]]",
    ",",
    ";",
    ":",
    "=",
    "|",
    "/",
    "\\",
    "%",
    "&",
    "#",
    "+",
    "-",
    "--",
    "$",
    "$x",
    "..",
    "*",
    "?",
    "<",
    ">",
    "!",
    "~",
    "X",
    "O",
    "x",
    "pass",
    "true",
    "\u{7f}",
    "\u{1b}[31m",
    "{}",
    "{0}",
    "%s",
    "null",
];

/// A text with a few changes.
pub(crate) fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    // Many texts are to be nearly right, so that they get far.
    for _ in 0..rng.random_range(1..=4) {
        text = changed(&text, rng);
        if text.len() > 1 << 20 {
            break;
        }
    }
    text
}

fn changed(text: &str, rng: &mut Rng) -> String {
    let start = place(text, rng);
    let end = match rng.random_range(0..3) {
        0 => place(text, rng).max(start),
        _ => (start..=text.len())
            .filter(|at| text.is_char_boundary(*at))
            .nth(rng.random_range(0..6))
            .unwrap_or(text.len()),
    };
    let (before, cut, after) = (&text[..start], &text[start..end], &text[end..]);
    match rng.random_range(0..12) {
        0..4 => with_another_number(text, rng),
        4 => format!("{before}{after}"),
        5 => format!("{before}{cut}{cut}{after}"),
        6 => format!("{before}{}{after}", cut.repeat(rng.random_range(2..300))),
        7 => before.to_owned(),
        8 => {
            let other = place(text, rng);
            format!("{before}{}{after}", &text[other..])
        }
        9 => without_a_line(text, rng),
        _ => {
            let piece = PIECES.choose(rng).copied().unwrap_or_default();
            format!("{before}{piece}{after}")
        }
    }
}

/// Somewhere between two letters.
fn place(text: &str, rng: &mut Rng) -> usize {
    let mut at = rng.random_range(0..=text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn with_another_number(text: &str, rng: &mut Rng) -> String {
    let digit = |c: char| c.is_ascii_digit();
    let starts: Vec<usize> = text
        .match_indices(digit)
        .map(|(at, _)| at)
        .filter(|&at| !text[..at].ends_with(digit))
        .collect();
    let number = NUMBERS.choose(rng).copied().unwrap_or_default();
    match starts.choose(rng) {
        Some(&start) => {
            let rest = text[start..].trim_start_matches(|c: char| digit(c) || c == '.');
            format!("{}{number}{rest}", &text[..start])
        }
        None => format!("{text}{number}"),
    }
}

fn without_a_line(text: &str, rng: &mut Rng) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let gone = rng.random_range(0..lines.len().max(1));
    let kept = lines.iter().enumerate().filter(|(at, _)| *at != gone);
    kept.map(|(_, line)| format!("{line}\n")).collect()
}
