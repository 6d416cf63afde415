//! Working off what is to be done, on several threads.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use shido::{Event, Settings};

use crate::LabError;
use crate::journal::{Block, Journal};
use crate::open::{ReadyExperiment, weight};
use crate::rehearsal::rehearse;

/// How many places ahead the next one is, as a share of all: of all shares, multiples of the golden
/// section stay furthest apart.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// The same in an order in which the first ones are spread evenly over all, so that how long they take
/// says how long all will take.
pub(crate) fn spread_out<T>(all: Vec<T>) -> Vec<T> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|one, other| {
        let [one, other] = [one, other].map(|&place| (place as f64 * GOLDEN).fract());
        one.total_cmp(&other)
    });
    let mut all: Vec<Option<T>> = all.into_iter().map(Some).collect();
    order
        .into_iter()
        .filter_map(|place| all[place].take())
        .collect()
}

/// Does the blocks that the journal lacks. The threads take whole blocks, and each block is done on one
/// thread: so no thread waits for another, whatever the players do.
pub(crate) fn work_off(
    all: &[(Block, Option<u64>)],
    journal: Journal,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
    ready: &ReadyExperiment,
) -> Result<Journal, LabError> {
    let total: u64 = all.iter().map(|(_, games)| weight(*games)).sum();
    let (kept, left): (Vec<_>, Vec<_>) = all
        .iter()
        .partition(|(block, _)| journal.done().contains_key(block));
    let left = spread_out(left);
    let kept: u64 = kept.iter().map(|(_, games)| weight(*games)).sum();
    let threads = settings
        .threads
        .or_else(|| std::thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
        .min(left.len().max(1));
    if let Some(forecast) = rehearse(&left, threads, settings, ready) {
        watch(forecast);
    }
    // What is written down, and what the user is shown meanwhile.
    let (finished, shown) = (AtomicU64::new(kept), AtomicU64::new(kept));
    watch(Event::Contests(kept));
    let show = |more| {
        watch(Event::Contests(
            shown.fetch_add(more, Ordering::Relaxed) + more,
        ))
    };
    let journal = Mutex::new(journal);
    let next = AtomicUsize::new(0);
    let broken = AtomicBool::new(false);
    let failure: Mutex<Option<(usize, LabError)>> = Mutex::new(None);
    let stopped = || settings.stop.load(Ordering::Relaxed) || broken.load(Ordering::Relaxed);
    let work = || {
        while !stopped() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(&(block, games)) = left.get(number) else {
                return;
            };
            let told = AtomicU64::new(0);
            let tell_up_to = |count: u64| {
                show(count.saturating_sub(told.fetch_max(count, Ordering::Relaxed)));
            };
            let outcome = ready.play(block, games, settings, &|event| match event {
                Event::Contests(count) => tell_up_to(count),
                other => watch(other),
            });
            let outcome = outcome.and_then(|numbers| match numbers {
                None => Ok(()),
                Some(numbers) => {
                    let mut journal = journal.lock().unwrap_or_else(PoisonError::into_inner);
                    journal.add(block, numbers)?;
                    finished.fetch_add(weight(games), Ordering::Relaxed);
                    tell_up_to(weight(games));
                    Ok(())
                }
            });
            if let Err(error) = outcome {
                broken.store(true, Ordering::Relaxed);
                let mut failure = failure.lock().unwrap_or_else(PoisonError::into_inner);
                // Of several failures the earliest is told.
                if failure.as_ref().is_none_or(|(known, _)| number < *known) {
                    *failure = Some((number, error));
                }
            }
        }
    };
    on_threads(threads, &work);
    let done = finished.into_inner();
    let failure = failure.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failure {
        // What does not work because it was stopped is nobody's mistake.
        Some(_) if settings.stop.load(Ordering::Relaxed) && done < total => {}
        Some((_, error)) => return Err(error),
        None => {}
    }
    if done < total {
        return Err(LabError::Stopped { done, total });
    }
    Ok(journal.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Does the same on so many threads at once, or as many as the machine gives.
pub(crate) fn on_threads(threads: usize, work: &(dyn Fn() + Sync)) {
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let started = std::thread::Builder::new().spawn_scoped(scope, work);
            if started.is_err() {
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tenth of the work has about a tenth of each tenth of the list, and nothing gets lost.
    #[test]
    fn the_first_blocks_are_spread_over_all() {
        let spread = spread_out((0..1_000).collect());
        for part in 0..10 {
            let found = spread[..100].iter().filter(|&&at| at / 100 == part);
            let count = found.count();
            assert!((8..=12).contains(&count), "{count} of part {part}");
        }
        let mut sorted = spread;
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..1_000));
    }
}
