//! Questions about a drawn document.

use roxmltree::{Document, Node};

/// The document, which must be XML.
pub(crate) fn parsed(text: &str) -> Document<'_> {
    Document::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The elements with an attribute.
pub(crate) fn having<'a>(node: Node<'a, 'a>, name: &str) -> Vec<Node<'a, 'a>> {
    let elements = node.descendants();
    elements.filter(|node| node.has_attribute(name)).collect()
}

/// An id without what it has in common with the others of its drawing.
pub(crate) fn plain_id(id: &str) -> &str {
    let known = id.trim_start_matches('#').strip_prefix("shido-");
    let (own, plain) = known.and_then(|id| id.split_once('-')).expect("an id");
    assert!(
        own.len() == 6 && own.chars().all(|c| c.is_ascii_hexdigit()),
        "{id}"
    );
    plain
}

/// The text of a drawing with plain ids.
pub(crate) fn with_plain_ids(text: &str) -> String {
    let own = text.split_once("id=\"shido-").map(|(_, rest)| &rest[..7]);
    own.map_or(text.to_owned(), |own| {
        text.replace(&format!("shido-{own}"), "")
    })
}

/// What a node and those below it use, by their ids without what these have in common.
pub(crate) fn used<'a>(node: Node<'a, 'a>) -> Vec<&'a str> {
    values(node, "href").into_iter().map(plain_id).collect()
}

/// The values of an attribute, in order.
pub(crate) fn values<'a>(node: Node<'a, 'a>, name: &str) -> Vec<&'a str> {
    let elements = having(node, name).into_iter();
    elements.filter_map(|node| node.attribute(name)).collect()
}

/// The elements of a kind.
pub(crate) fn elements<'a>(node: Node<'a, 'a>, tag: &str) -> Vec<Node<'a, 'a>> {
    let elements = node.descendants();
    elements.filter(|node| node.has_tag_name(tag)).collect()
}

/// The group of a place.
pub(crate) fn group<'a>(document: &'a Document<'a>, place: &str) -> Node<'a, 'a> {
    let mut places = having(document.root(), "data-place").into_iter();
    let found = places.find(|node| node.attribute("data-place") == Some(place));
    found.expect("the group of the place")
}

/// How often something is written.
pub(crate) fn written(document: &Document<'_>, text: &str) -> usize {
    let texts = elements(document.root(), "text").into_iter();
    texts.filter(|node| node.text() == Some(text)).count()
}
