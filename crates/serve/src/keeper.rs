//! Contests that are written to disk together.
//!
//! To synchronise a disk takes some milliseconds, however much was written. Where many play at once, what came in
//! while it was busy is written at once the next time.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use shido_store::{BegunNow, KeptNow, Memory};

use crate::app::lock;

/// How many contests are written together at most.
const TOGETHER: usize = 256;

/// Whom to tell how it went.
type Told<T> = Sender<Result<T, String>>;

/// What is to be written.
enum Order {
    Begin(BegunNow, Told<i64>),
    Keep(KeptNow, Told<()>),
}

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

    /// Begins a contest, and gives its number. When this returns it is on disk, or the reason why not is told.
    pub(crate) fn begin(&self, contest: BegunNow) -> Result<i64, String> {
        self.order(|tell| Order::Begin(contest, tell))
    }

    /// Keeps a contest. When this returns it is on disk, or the reason why not is told.
    pub(crate) fn keep(&self, contest: KeptNow) -> Result<(), String> {
        self.order(|tell| Order::Keep(contest, tell))
    }

    fn order<T>(&self, order: impl FnOnce(Told<T>) -> Order) -> Result<T, String> {
        let (tell, told) = channel();
        let gone = || "nobody writes any more".to_owned();
        let give = lock(&self.0).clone();
        give.send(order(tell)).map_err(|_| gone())?;
        told.recv().map_err(|_| gone())?
    }
}

fn work(mut memory: Box<dyn Memory>, orders: &Receiver<Order>) {
    while let Ok(first) = orders.recv() {
        let (mut begun, mut kept) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
        let more = orders.try_iter().take(TOGETHER - 1);
        for order in [first].into_iter().chain(more) {
            match order {
                Order::Begin(contest, tell) => begun.extend([(contest, tell)]),
                Order::Keep(contest, tell) => kept.extend([(contest, tell)]),
            }
        }
        let done = memory.keep_together(&begun.0, &kept.0);
        let done = done.map_err(|error| error.to_string());
        // Whoever does not wait any more need not be told.
        for (at, tell) in begun.1.iter().enumerate() {
            let _ = tell.send(
                done.as_ref()
                    .map(|(numbers, _)| numbers[at])
                    .map_err(Clone::clone),
            );
        }
        for (contest, tell) in kept.0.iter().zip(kept.1) {
            let _ = tell.send(match &done {
                Ok((_, gone)) if gone.contains(&contest.contest) => {
                    Err("it has been forgotten meanwhile".to_owned())
                }
                Ok(_) => Ok(()),
                Err(error) => Err(error.clone()),
            });
        }
    }
}
