//! Students as a JSON text, to be looked at, kept elsewhere, or taken to another machine.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Result, StoreError, Student};

/// What is written now. A text with a higher number is not read; 1 lacked what reviews found and the ratings of cards.
const VERSION: u64 = 2;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exported {
    #[serde(rename = "shido_students")]
    _version: u64,
    students: Vec<Student>,
}

/// Students in the form that [`import`] reads.
#[must_use]
pub fn export(students: &[Student]) -> impl Serialize + use<> {
    json!({ "shido_students": VERSION, "students": students })
}

/// The students in a text that [`export`] wrote.
///
/// # Errors
/// [`StoreError::Form`] where it is something else.
pub fn import(text: &str) -> Result<Vec<Student>> {
    let form = |reason: String| StoreError::Form { reason };
    // The number first: what follows may be in a form of its own.
    let value: Value = serde_json::from_str(text).map_err(|error| form(error.to_string()))?;
    match value.get("shido_students").and_then(Value::as_u64) {
        Some(1..=VERSION) => {}
        Some(other) => {
            return Err(form(format!(
                "their form is {other}, and this program knows those up to {VERSION}"
            )));
        }
        None => return Err(form("`shido_students` is missing".to_owned())),
    }
    // Read again from the text, so that the mistake is found by line and column.
    let exported: Exported = serde_json::from_str(text).map_err(|error| form(error.to_string()))?;
    Ok(exported.students)
}
