//! Contests that are written to disk together.
//!
//! To synchronise a disk takes some milliseconds, however much was written. Where many play at once, what came in
//! while it was busy is written at once the next time.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use shido_store::{KeptNow, Memory};

use crate::app::lock;

/// How many contests are written together at most.
const TOGETHER: usize = 256;

/// A contest to be kept, and whom to tell how it went.
type Order = (KeptNow, Sender<Result<(), String>>);

/// Somebody who writes contests to disk.
pub(crate) struct Keeper(Mutex<Sender<Order>>);

impl Keeper {
    /// Starts to work with a memory, on a thread of its own. It ends when the keeper is dropped.
    pub(crate) fn new(memory: Box<dyn Memory>) -> std::io::Result<Keeper> {
        let (give, orders) = channel();
        let thread = std::thread::Builder::new().name("keeper".to_owned());
        thread.spawn(move || work(memory, &orders))?;
        Ok(Keeper(Mutex::new(give)))
    }

    /// Keeps a contest. When this returns it is on disk, or the reason why not is told.
    pub(crate) fn keep(&self, contest: KeptNow) -> Result<(), String> {
        let (tell, told) = channel();
        let gone = |_| "nobody writes any more".to_owned();
        let give = lock(&self.0).clone();
        give.send((contest, tell)).map_err(|_| gone(()))?;
        told.recv().map_err(|_| gone(()))?
    }
}

fn work(mut memory: Box<dyn Memory>, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let more = orders.try_iter().take(TOGETHER - 1);
        let (contests, waiting): (Vec<KeptNow>, Vec<_>) = [first].into_iter().chain(more).unzip();
        let kept = memory.keep_all(&contests);
        for (contest, waiting) in contests.iter().zip(waiting) {
            let told = match &kept {
                Err(error) => Err(error.to_string()),
                Ok(gone) if gone.contains(&contest.contest) => {
                    Err("it has been forgotten meanwhile".to_owned())
                }
                Ok(_) => Ok(()),
            };
            // Whoever does not wait any more need not be told.
            let _ = waiting.send(told);
        }
    }
}
