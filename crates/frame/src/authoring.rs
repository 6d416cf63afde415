//! What helps to write a frame: a commented one to begin with, and a schema for editors.

use crate::diagnostic::FrameErrors;
use crate::frame::Frame;

/// What a frame may say, as a JSON schema (draft 2020-12). Editors that know TOML check and explain
/// frames by it. What it cannot say, such as that points exist, [`Frame::read`] finds.
pub const SCHEMA: &str = include_str!("../../../frames/frame.schema.json");

/// A commented frame of this name to begin with: the text of a file. It is sound as it stands.
///
/// # Errors
/// Where the name cannot be that of a frame.
///
/// ```
/// let text = shido_frame::template("my-game")?;
/// assert!(text.contains("title = \"My game\""));
/// # Ok::<(), shido_frame::FrameErrors>(())
/// ```
pub fn template(name: &str) -> Result<String, FrameErrors> {
    let mut title = name.replace('-', " ");
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    // As TOML writes a text, so that any name can be told what is wrong with it.
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let text = include_str!("template.toml")
        .replace("\"NAME\"", &quoted(name))
        .replace("\"TITLE\"", &quoted(&title));
    Frame::read(name, &text, &[])?;
    Ok(text.replace("NAME", name))
}
