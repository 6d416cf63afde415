//! Trying a little of the work before it begins, to tell how long it will take. What comes out is thrown away:
//! only the time counts.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use shido::{Event, Settings};

use crate::journal::Block;
use crate::open::ReadyExperiment;
use crate::work::on_threads;

/// How long is tried at most.
const PATIENCE: Duration = Duration::from_millis(1500);
/// A trial that takes less than this is hardly measured, so more contests are tried.
const MEASURED: Duration = Duration::from_millis(10);

/// How long these blocks will take on so many threads. They come in an order in which the first ones are
/// spread over all. `None` where there is nothing to do, nothing could be tried, or somebody asks to stop.
pub(crate) fn rehearse(
    blocks: &[(Block, Option<u64>)],
    threads: usize,
    settings: &Settings,
    ready: &ReadyExperiment,
) -> Option<Event> {
    // A block of each match or row, since blocks of the same one take about as long.
    let mut parts: BTreeMap<usize, u64> = BTreeMap::new();
    for ((part, _), games) in blocks {
        *parts.entry(*part).or_default() += games.unwrap_or(1);
    }
    let mut first_of = parts.clone();
    let trials: Vec<_> = blocks
        .iter()
        .filter(|((part, _), _)| first_of.remove(part).is_some())
        .collect();
    let patience = Patience::new(settings);
    let tried: Mutex<BTreeMap<usize, Duration>> = Mutex::default();
    let (next, at_least) = (AtomicUsize::new(0), AtomicBool::new(false));
    let work = || {
        while !patience.is_over() {
            let Some(&&(block, games)) = trials.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let mut count = games.map(|games| games.min(2));
            loop {
                let began = Instant::now();
                let played = ready.play(block, count, &patience.settings, &|_| {});
                let taken = began.elapsed();
                let done = matches!(played, Ok(Some(_)));
                at_least.fetch_or(!done, Ordering::Relaxed);
                let each = taken.div_f64(count.unwrap_or(1) as f64);
                let mut tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
                tried.insert(block.0, each);
                if !done || taken > MEASURED || count == games || patience.is_over() {
                    break;
                }
                count = count
                    .zip(games)
                    .map(|(count, games)| (8 * count).min(games));
            }
        }
    };
    patience.watched(&|| on_threads(threads, &work));
    if settings.stop.load(Ordering::Relaxed) {
        return None;
    }
    let tried = tried.into_inner().unwrap_or_else(PoisonError::into_inner);
    Some(Event::Forecast {
        threads,
        time: expected(&parts, &tried)?.div_f64(threads as f64),
        at_least: at_least.into_inner(),
    })
}

/// The time that all parts take one after the other, by the number of contests in each and the time for one
/// in those that were tried. `None` where there is nothing to do or nothing was tried.
fn expected(parts: &BTreeMap<usize, u64>, tried: &BTreeMap<usize, Duration>) -> Option<Duration> {
    if parts.is_empty() || tried.is_empty() {
        return None;
    }
    let usual = tried.values().map(Duration::as_secs_f64).sum::<f64>() / tried.len() as f64;
    let time = |(part, games): (&usize, &u64)| {
        tried.get(part).map_or(usual, Duration::as_secs_f64) * *games as f64
    };
    Duration::try_from_secs_f64(parts.iter().map(time).sum()).ok()
}

/// What makes a trial stop: its time is up, or the user asks to stop.
struct Patience<'a> {
    asked: &'a Settings,
    /// The same settings with a flag of their own.
    settings: Settings,
    began: Instant,
}

impl<'a> Patience<'a> {
    fn new(asked: &'a Settings) -> Patience<'a> {
        Patience {
            asked,
            settings: Settings {
                stop: Arc::new(AtomicBool::new(false)),
                ..asked.clone()
            },
            began: Instant::now(),
        }
    }

    fn is_over(&self) -> bool {
        self.began.elapsed() >= PATIENCE || self.asked.stop.load(Ordering::Relaxed)
    }

    /// Does work that listens to the flag, which is raised when it has to stop. Without a thread to raise it
    /// nothing is done: there would be no end to it.
    fn watched(&self, work: &dyn Fn()) {
        let done = AtomicBool::new(false);
        let watch = || {
            while !done.load(Ordering::Relaxed) && !self.is_over() {
                std::thread::park_timeout(Duration::from_millis(20));
            }
            self.settings.stop.store(true, Ordering::Relaxed);
        };
        std::thread::scope(|scope| {
            if let Ok(watcher) = std::thread::Builder::new().spawn_scoped(scope, watch) {
                work();
                done.store(true, Ordering::Relaxed);
                watcher.thread().unpark();
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 contests at 2 seconds and 5 at 4; the third part, of 100, is taken to be as the mean of both.
    #[test]
    fn what_was_not_tried_takes_as_long_as_what_was() {
        let parts = BTreeMap::from([(0, 10), (1, 5), (2, 100)]);
        let seconds = Duration::from_secs;
        let tried = BTreeMap::from([(0, seconds(2)), (1, seconds(4))]);
        assert_eq!(expected(&parts, &tried), Some(seconds(20 + 20 + 300)));
        assert_eq!(expected(&parts, &BTreeMap::new()), None);
        assert_eq!(expected(&BTreeMap::new(), &tried), None);
    }
}
