//! Work on a given number of threads.

use std::num::NonZeroUsize;

use shido_core::parallel;

/// Does work that would take all processors on so many threads. The result is the same.
///
/// Where so many cannot be had, it is done on what there is.
pub fn on_threads<T: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce() -> T + Send) -> T {
    let mut work = Some(work);
    let mut once = || work.take().map(|work| work());
    parallel::on_threads(threads, &mut once)
        .unwrap_or_else(|_| once())
        .expect("the work is there to be done once")
}
