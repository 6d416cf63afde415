//! Lists and numbers as they are read.

use std::fmt::Display;

/// `a, b and c`, with a word of choice for `and`; of many only the first.
pub fn list(items: &[impl Display], and: &str) -> String {
    const MOST: usize = 12;
    let (shown, hidden) = items.split_at(items.len().min(MOST));
    let mut words: Vec<String> = shown.iter().map(ToString::to_string).collect();
    if !hidden.is_empty() {
        words.push(format!("{} more", hidden.len()));
    }
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// The text with its first letter in upper case.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A number with its digits in groups of three.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with what it counts.
#[must_use]
pub fn counted(number: u64, one: &str, more: &str) -> String {
    format!(
        "{} {}",
        grouped(number),
        if number == 1 { one } else { more }
    )
}

/// More than one of what a game is reckoned in: `pawns`, `men`.
#[must_use]
pub fn several(unit: &str) -> String {
    match unit {
        "man" => "men".to_owned(),
        _ => format!("{unit}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::{grouped, list};

    #[test]
    fn digits_are_grouped() {
        let text: Vec<String> = [0, 999, 1000, 1_234_567].map(grouped).into();
        assert_eq!(text, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn lists_read_as_sentences() {
        let items: Vec<u32> = (1..=14).collect();
        assert_eq!(list(&items[..0], "and"), "");
        assert_eq!(list(&items[..1], "and"), "1");
        assert_eq!(list(&items[..2], "or"), "1 or 2");
        assert_eq!(list(&items[..3], "and"), "1, 2 and 3");
        assert_eq!(
            list(&items, "and"),
            "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more"
        );
    }
}
