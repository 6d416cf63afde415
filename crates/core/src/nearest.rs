//! What a misspelt word was probably meant to be.

/// The candidate that the writer of `text` most likely meant, if any is near enough.
///
/// ```
/// use shido_core::nearest;
/// assert_eq!(nearest("fulboard", ["full-board", "plies"]), Some("full-board"));
/// assert_eq!(nearest("zebra", ["full-board", "plies"]), None);
/// ```
pub fn nearest<'c>(text: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let text = text.to_lowercase();
    candidates
        .into_iter()
        .map(|candidate| {
            let edits = strsim::damerau_levenshtein(&text, &candidate.to_lowercase());
            (edits, candidate)
        })
        .filter(|(edits, candidate)| *edits <= 1 + candidate.chars().count().min(text.len()) / 4)
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate)
}
