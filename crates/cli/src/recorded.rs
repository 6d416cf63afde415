//! The tree of a search, written to a file.

use std::path::Path;

use anyhow::bail;
use shido::SearchTree;
use shido_draw::{tree_dot, tree_page, tree_svg};

use crate::whole_file;

/// How a tree is written.
#[derive(Clone, Copy)]
pub(crate) enum Format {
    Html,
    Svg,
    Dot,
    Json,
}

impl Format {
    /// The format that a file's name asks for.
    pub(crate) fn of(file: &Path) -> anyhow::Result<Format> {
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("html") => Ok(Format::Html),
            Some("svg") => Ok(Format::Svg),
            Some("dot" | "gv") => Ok(Format::Dot),
            Some("json") => Ok(Format::Json),
            _ => bail!(
                "the tree's file must end in .html, .svg, .dot or .json, not {}",
                file.display()
            ),
        }
    }
}

/// Writes a tree to a file. A page says what it is of.
pub(crate) fn write(
    file: &Path,
    format: Format,
    tree: &SearchTree,
    title: &str,
) -> anyhow::Result<()> {
    let text = match format {
        Format::Html => tree_page(&tree.picture, title),
        Format::Svg => tree_svg(&tree.picture),
        Format::Dot => tree_dot(&tree.picture),
        Format::Json => serde_json::to_string_pretty(tree)? + "\n",
    };
    whole_file::write(file, &text)
}
