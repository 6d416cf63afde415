//! Work that is cut into pieces for several threads. Nothing here is generic over a game, so it is
//! compiled once.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::SolveError;

/// What the work gives for each number below `count`, in order, or one of its errors.
pub(crate) fn numbered<T: Send>(
    count: usize,
    work: &(dyn Fn(usize) -> Result<T, SolveError> + Sync),
) -> Result<Vec<T>, SolveError> {
    (0..count).into_par_iter().map(work).collect()
}

/// What the work gives for each chunk of the keys, in order, or one of its errors.
pub(crate) fn in_chunks<T: Send>(
    keys: &[u64],
    size: usize,
    work: &(dyn Fn(&[u64]) -> Result<T, SolveError> + Sync),
) -> Result<Vec<T>, SolveError> {
    keys.par_chunks(size).map(work).collect()
}

/// Does work on threads of its own, as many as there are processors for 0. On those that others work
/// on it could meet its own locks. Where the machine has no threads to give, the one that asks does it.
pub(crate) fn on_threads(
    threads: usize,
    work: &mut (dyn FnMut() + Send),
) -> Result<(), SolveError> {
    match ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(work),
        Err(_) => {
            if rayon::current_thread_index().is_none() {
                let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
                alone.build()?;
            }
            work();
        }
    }
    Ok(())
}
