//! Finding a game by its name or in a file.

use std::path::Path;

use shido_core::nearest;
use shido_frame::{Compiled, Frame, FrameErrors, Known, KnownValue};
use shido_games::tree::{Tree, TreeError};

use crate::any_game::is_path;
use crate::held::{Held, frame_entry, tree_entry};
use crate::shipped::{FrameSource, Source, shipped};
use crate::{AnyGame, CatalogError, Spec};

/// Opens a game: one of the catalog by its name, perhaps with parameters
/// (`mnk:columns=5,rows=5,in-a-row=4`), or a frame (`.toml`) or explicit tree (`.tree`) by its path.
///
/// # Errors
/// Where there is no such game, or the file cannot be read or has mistakes.
pub fn open(text: &str) -> Result<Box<dyn AnyGame>, CatalogError> {
    if is_path(text) {
        return open_file(text);
    }
    let spec: Spec = text.parse()?;
    let games = shipped();
    let Some(listing) = games.iter().find(|listing| listing.name == spec.name) else {
        let names = games.iter().map(|listing| listing.name);
        return Err(CatalogError::UnknownGame {
            nearest: nearest(&spec.name, names).map(str::to_owned),
            name: spec.name,
        });
    };
    match &listing.source {
        Source::Code(game) => (game.open)(&spec),
        Source::Frame(frame) => open_frame(listing.name, frame, &spec),
    }
}

fn open_frame(
    name: &str,
    source: &FrameSource,
    spec: &Spec,
) -> Result<Box<dyn AnyGame>, CatalogError> {
    let built_in = source.arguments.iter();
    let mut arguments: Vec<(String, i64)> = built_in
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect();
    arguments.extend(numbers(spec)?);
    let file = format!("{name}.toml");
    let mut frame = read_frame(&file, source.text, &arguments, spec)?;
    if name != frame.name || !spec.options.is_empty() {
        // It is another member of the family than the one the frame describes.
        frame.known = None;
        frame.name = spec.to_string();
    }
    if let (Some(title), true) = (source.title, spec.options.is_empty()) {
        frame.title = title.to_owned();
        frame.known = source.known.map(|(value, source)| Known {
            value: match value {
                "first" => KnownValue::First,
                "second" => KnownValue::Second,
                _ => KnownValue::Draw,
            },
            source: source.to_owned(),
            positions: None,
        });
    }
    let table = frame.name.clone();
    Ok(hold(frame, table))
}

fn numbers(spec: &Spec) -> Result<Vec<(String, i64)>, CatalogError> {
    let number = |(key, value): &(String, String)| match value.parse() {
        Ok(number) => Ok((key.clone(), number)),
        Err(_) => Err(CatalogError::OptionValue {
            name: spec.name.clone(),
            key: key.clone(),
            value: value.clone(),
            wanted: "a whole number".to_owned(),
        }),
    };
    spec.options.iter().map(number).collect()
}

/// Reads a frame whose parameters the user has chosen. What goes wrong then is about the choice, not
/// about the text of the frame.
fn read_frame(
    file: &str,
    text: &str,
    arguments: &[(String, i64)],
    spec: &Spec,
) -> Result<Frame, CatalogError> {
    let explain = |errors: FrameErrors| {
        let Some(first) = errors
            .diagnostics
            .first()
            .filter(|_| !spec.options.is_empty())
        else {
            return CatalogError::Frame(errors);
        };
        CatalogError::Unable {
            what: format!("`{spec}` is not a game: {}", first.problem),
            help: first.help.clone(),
        }
    };
    Frame::read(file, text, arguments).map_err(explain)
}

fn open_file(text: &str) -> Result<Box<dyn AnyGame>, CatalogError> {
    // Options may follow the path, but a path may itself contain a colon.
    let (path, spec) = match text.rsplit_once(':') {
        Some((path, options)) if options.contains('=') && !Path::new(text).exists() => {
            let spec: Spec = format!("file:{options}").parse()?;
            (
                path,
                Spec {
                    name: path.to_owned(),
                    ..spec
                },
            )
        }
        _ => (
            text,
            Spec {
                name: text.to_owned(),
                options: Vec::new(),
            },
        ),
    };
    let contents = std::fs::read_to_string(path).map_err(|source| CatalogError::File {
        path: path.into(),
        source,
    })?;
    if Path::new(path)
        .extension()
        .is_some_and(|ending| ending == "tree")
    {
        let contents = contents.trim_start_matches('\u{feff}').to_owned();
        return open_tree_text(path, &contents).map_err(|errors| CatalogError::Tree {
            file: path.to_owned(),
            text: contents,
            errors,
        });
    }
    let mut frame = read_frame(path, &contents, &numbers(&spec)?, &spec)?;
    if !spec.options.is_empty() {
        frame.known = None;
        frame.name = Spec {
            name: frame.name,
            ..spec
        }
        .to_string();
    }
    Ok(hold_file(frame))
}

/// Opens a frame from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_frame_text(file: &str, text: &str) -> Result<Box<dyn AnyGame>, FrameErrors> {
    Frame::read(file, text, &[]).map(hold_file)
}

/// Opens an explicit tree from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_tree_text(file: &str, text: &str) -> Result<Box<dyn AnyGame>, Vec<TreeError>> {
    let tree = Tree::parse(text)?;
    Ok(Box::new(tree_entry(file, tree)))
}

fn hold_file(frame: Frame) -> Box<dyn AnyGame> {
    let table = format!("file-{}", frame.name);
    hold(frame, table)
}

fn hold(frame: Frame, table: String) -> Box<dyn AnyGame> {
    match Compiled::new(&frame) {
        Compiled::Small(game) => boxed(frame_entry(frame, table, game)),
        Compiled::Medium(game) => boxed(frame_entry(frame, table, game)),
        Compiled::Large(game) => boxed(frame_entry(frame, table, *game)),
    }
}

fn boxed<G>(held: Held<G>) -> Box<dyn AnyGame>
where
    G: shido_core::Game + 'static,
    Held<G>: AnyGame,
{
    Box::new(held)
}
