//! Work on many decisions or games, on several threads, that a stop ends with what was finished.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use shido::{Event, Settings, Watch};
use shido_core::parallel;

use crate::AuditError;

/// What the work gives for each of so many pieces, in order; those that a stop came before are left out.
/// `watch` is told how many are done.
pub(crate) fn each<T: Send>(
    count: usize,
    settings: &Settings,
    watch: Watch<'_>,
    work: &(dyn Fn(usize) -> Result<T, AuditError> + Sync),
) -> Result<Vec<T>, AuditError> {
    let done = AtomicU64::new(0);
    let failed = Mutex::new(None);
    let piece = |number: usize| -> Option<T> {
        let mut first = failed.lock().expect("nobody panics while they hold it");
        if first.is_some() || settings.stop.load(Ordering::Relaxed) {
            return None;
        }
        drop(first);
        match work(number) {
            Ok(result) => {
                watch(Event::Contests(done.fetch_add(1, Ordering::Relaxed) + 1));
                Some(result)
            }
            // What was under way when the stop came.
            Err(AuditError::Catalog(shido::Error::Stopped)) => None,
            Err(_) if settings.stop.load(Ordering::Relaxed) => None,
            Err(error) => {
                first = failed.lock().expect("nobody panics while they hold it");
                // The mistake that stands first in a file is the one that is told.
                if first.as_ref().is_none_or(|(other, _)| *other > number) {
                    *first = Some((number, error));
                }
                None
            }
        }
    };
    let results = parallel::on_threads(settings.threads, || parallel::map(count, &piece));
    match failed
        .into_inner()
        .expect("nobody panics while they hold it")
    {
        Some((_, error)) => Err(error),
        None => Ok(results.into_iter().flatten().collect()),
    }
}
