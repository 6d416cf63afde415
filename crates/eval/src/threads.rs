use std::num::NonZeroUsize;

/// Does work that would take all processors on so many threads. The result is the same.
///
/// Where so many cannot be had, it is done on what there is.
pub fn on_threads<T: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce() -> T + Send) -> T {
    let pool = threads.map(|threads| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.get())
            .build()
    });
    match pool {
        Some(Ok(pool)) => pool.install(work),
        Some(Err(_)) | None => work(),
    }
}
