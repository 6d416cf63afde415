//! The games that come with Shido, and those in files.

mod built_in;
mod frames;
mod tree;

use std::path::Path;
use std::sync::Arc;

use crate::additions::Additions;
use crate::catalog::Listing;
use crate::files::{WRITTEN, read_text};
use crate::game::AnyGame;
use crate::{Error, Spec};

pub(crate) use built_in::{CLASSICS, go_of, go_spec};
pub use frames::open_frame_text;
pub use tree::open_tree_text;

/// What a game of a catalog is made of.
pub(crate) enum Source {
    Frame(frames::FrameSource),
    Code(built_in::Open),
    Added(Box<OpenAdded>),
}

/// Opens a game that somebody added.
pub(crate) type OpenAdded =
    dyn Fn(&Spec, &Arc<Additions>) -> Result<Arc<dyn AnyGame>, Error> + Send + Sync;

impl Source {
    pub(crate) fn open(
        &self,
        name: &str,
        spec: &Spec,
        additions: &Arc<Additions>,
    ) -> Result<Arc<dyn AnyGame>, Error> {
        match self {
            Source::Frame(frame) => frame.open(name, spec, additions),
            Source::Code(open) => open(spec, additions),
            Source::Added(open) => open(spec, additions),
        }
    }
}

/// All games that come with Shido, in alphabetical order.
pub(crate) fn shipped() -> Vec<Listing> {
    let frames = frames::shipped().map(|(name, frame)| (name, Source::Frame(frame)));
    let code = built_in::BUILT_IN.iter();
    let code = code.map(|(name, open)| (*name, Source::Code(*open)));
    let mut all: Vec<Listing> = frames
        .chain(code)
        .map(|(name, source)| Listing {
            name: name.to_owned(),
            source,
        })
        .collect();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

/// Whether a text names a file rather than a game of the catalog.
pub(crate) fn is_path(text: &str) -> bool {
    let path = Path::new(text);
    let known_ending = path.extension().is_some_and(|e| e == "toml" || e == "tree");
    known_ending || text.contains('/') || text.contains(std::path::MAIN_SEPARATOR)
}

/// Opens a frame or a tree in a file. Options may follow the path, but a path may itself contain a colon.
pub(crate) fn open_file(text: &str, additions: &Arc<Additions>) -> Result<Arc<dyn AnyGame>, Error> {
    let (path, spec) = match text.rsplit_once(':') {
        Some((path, options)) if options.contains('=') && !Path::new(text).exists() => {
            let spec: Spec = format!("file:{options}").parse()?;
            let name = path.to_owned();
            (path, Spec { name, ..spec })
        }
        _ => (text, Spec::plain(text)),
    };
    let contents = read_text(Path::new(path), WRITTEN).map_err(|source| Error::File {
        path: path.into(),
        source,
    })?;
    let is_tree = Path::new(path)
        .extension()
        .is_some_and(|ending| ending == "tree");
    match is_tree {
        true => tree::open(path, &contents, additions),
        false => frames::open(path, &contents, spec, additions),
    }
}
