//! Games whose whole tree is written down.

use std::path::Path;
use std::sync::Arc;

use shido_games::tree::{Tree, TreeError};
use xxhash_rust::xxh3::xxh3_128;

use crate::additions::Additions;
use crate::entry::Entry;
use crate::game::{About, AnyGame};
use crate::{Error, evaluation};

/// Opens an explicit tree from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_tree_text(file: &str, text: &str) -> Result<Arc<dyn AnyGame>, Vec<TreeError>> {
    Ok(entry(file, text)?.open(&Arc::default()))
}

/// Opens an explicit tree from a file that was read.
pub(crate) fn open(
    file: &str,
    contents: &str,
    additions: &Arc<Additions>,
) -> Result<Arc<dyn AnyGame>, Error> {
    let text = contents.trim_start_matches('\u{feff}');
    match entry(file, text) {
        Ok(entry) => Ok(entry.open(additions)),
        Err(errors) => Err(Error::Tree {
            file: file.to_owned(),
            text: text.to_owned(),
            errors,
        }),
    }
}

fn entry(file: &str, text: &str) -> Result<Entry<Tree>, Vec<TreeError>> {
    let tree = Tree::parse(text)?;
    let name = Path::new(file).file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let size = format!("{} nodes", tree.size());
    let chance_moves = tree.has_chance();
    let entry = Entry::unhurried(tree)
        .ends_soon()
        .chance()
        .thinker("minimax");
    Ok(Entry {
        // Who cannot deal with chance can play a tree in which it never moves.
        nature: entry.nature.clone().filter(|_| chance_moves),
        evaluation: evaluation::of_a_tree,
        sides: evaluation::of_a_side,
        about: About {
            title: name.clone(),
            about: "A game whose whole tree is written down.".to_owned(),
            rules: include_str!("rules/tree.txt").trim().to_owned(),
            size,
            cyclic: false,
            fingerprint: xxh3_128(text.as_bytes()),
            name,
            ..entry.about
        },
        ..entry
    })
}
