//! What the library answers, as objects of the classes in `shido.answers`. Their attributes are the fields of the
//! library's own serialised form, which are not written here again.

use pyo3::prelude::*;
use serde::Serialize;

use crate::drawing::Drawing;
use crate::errors::{Kind, exception};

/// An answer as an object of a class of `shido.answers`.
pub(crate) fn answer<'py>(
    py: Python<'py>,
    class: &str,
    answer: &impl Serialize,
) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("shido.answers")?.getattr(class)?;
    class.call1((fields(py, answer)?,))
}

/// The same with what shows it.
pub(crate) fn drawn<'py>(
    py: Python<'py>,
    class: &str,
    answer: &impl Serialize,
    drawing: Drawing,
) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("shido.answers")?.getattr(class)?;
    class.call1((fields(py, answer)?, drawing))
}

/// An answer as dictionaries, lists, texts and numbers.
pub(crate) fn fields<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    pythonize::pythonize(py, answer).map_err(|error| {
        let message = format!("the answer cannot be shown to Python: {error}");
        exception(Kind::Failed, &message, None)
    })
}
