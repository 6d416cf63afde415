//! What happens during long work, told to Python: how far it is to a function, warnings as warnings.

use std::ffi::CString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use shido::{Event, Settings, Watch};

use crate::work;

/// Tells a function of Python how far work is. What it raises ends the work, and is raised by whoever began it.
struct Watcher {
    progress: Option<Py<PyAny>>,
    stop: Arc<AtomicBool>,
    raised: Mutex<Option<PyErr>>,
}

impl Watcher {
    fn see(&self, event: Event) {
        let done = match event {
            Event::Contests(done) => done,
            Event::Learning { contests, .. } => contests,
            Event::Solving { progress, .. } => progress.done,
            Event::Warning(message) => return self.tell(|py| warn(py, message)),
            _ => return,
        };
        if let Some(progress) = &self.progress {
            self.tell(|py| progress.call1(py, (done,)).map(drop));
        }
    }

    fn tell(&self, act: impl FnOnce(Python<'_>) -> PyResult<()>) {
        if let Some(Err(error)) = Python::try_attach(act) {
            self.stop.store(true, Ordering::SeqCst);
            let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
            raised.get_or_insert(error);
        }
    }
}

/// Warns as Python does.
pub(crate) fn warn(py: Python<'_>, message: String) -> PyResult<()> {
    // A text with a zero in it cannot be shown.
    let message = CString::new(message.replace('\0', " ")).unwrap_or_default();
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 1)
}

/// Does work of which `progress` is told how far it is: contests, or positions where a game is solved.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    settings: &Settings,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(Watch<'_>) -> PyResult<T> + Send,
) -> PyResult<T> {
    let watcher = Watcher {
        progress,
        stop: Arc::clone(&settings.stop),
        raised: Mutex::default(),
    };
    let done = work::run(py, &settings.stop, || work(&|event| watcher.see(event)));
    match watcher.raised.into_inner() {
        Ok(Some(raised)) => Err(raised),
        _ => done,
    }
}
