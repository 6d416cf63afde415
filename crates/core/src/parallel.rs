//! Work on several threads that is compiled once.
//!
//! `rayon` compiles its machinery anew for every closure it is given, and a closure in a function that is
//! generic over a game is another one for every game. Here work is handed on as `dyn`: one indirect call
//! for each piece, so pieces should not be tiny.

use std::error::Error;
use std::num::NonZeroUsize;
use std::sync::OnceLock;

use rayon::prelude::*;

/// A piece of work.
pub type Task<'a> = Box<dyn FnMut() + Send + 'a>;

/// Does all of these, as many at once as there are threads; one after the other where the machine has no
/// threads to give.
pub fn run(tasks: &mut [Task<'_>]) {
    if has_threads() {
        tasks.par_iter_mut().for_each(|task| task());
    } else {
        tasks.iter_mut().for_each(|task| task());
    }
}

/// Whether there are threads to work on: those of [`on_threads`], or else the usual ones, which are
/// started here. To use them where they cannot be started would panic.
fn has_threads() -> bool {
    static STARTED: OnceLock<bool> = OnceLock::new();
    rayon::current_thread_index().is_some()
        || *STARTED.get_or_init(|| {
            let started = rayon::ThreadPoolBuilder::new().build_global();
            // A failure without a cause is that somebody else has started them.
            started.err().is_none_or(|error| error.source().is_none())
        })
}

/// What the work gives for each number below `count`, in order.
///
/// ```
/// assert_eq!(shido_core::parallel::map(4, &|number| number * number), [0, 1, 4, 9]);
/// ```
pub fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let mut done: Vec<Option<T>> = Vec::new();
    done.resize_with(count, || None);
    let mut tasks: Vec<Task<'_>> = Vec::with_capacity(count);
    for (number, place) in done.iter_mut().enumerate() {
        tasks.push(Box::new(move || *place = Some(work(number))));
    }
    run(&mut tasks);
    drop(tasks);
    let mut all = Vec::with_capacity(count);
    for place in done {
        all.push(place.expect("every task was run"));
    }
    all
}

/// Does work that would take all processors on so many threads; on what there is where the machine does not
/// give so many.
pub fn on_threads<T: Send>(threads: Option<NonZeroUsize>, work: impl FnOnce() -> T + Send) -> T {
    let Some(threads) = threads else {
        return work();
    };
    let mut work = Some(work);
    let mut done = None;
    install(threads, &mut || done = work.take().map(|work| work()));
    done.expect("the work was done")
}

fn install(threads: NonZeroUsize, work: &mut (dyn FnMut() + Send)) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
    match pool.build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}
