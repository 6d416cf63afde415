//! Threads that are kept for the next piece of work: to start one takes as long as a short search.

use std::io;
use std::sync::mpsc::{SendError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::work::STACK;

type Job = Box<dyn FnOnce() + Send>;

/// What to hand work to: a sender for each thread that has nothing to do. There are about as many threads as there
/// was work at once at most.
static IDLE: Mutex<Vec<Sender<Job>>> = Mutex::new(Vec::new());

/// Has the work done on a thread that has nothing to do, or else on a new one.
pub(crate) fn give(mut job: Job) -> io::Result<()> {
    while let Some(thread) = idle(Vec::pop) {
        match thread.send(job) {
            Ok(()) => return Ok(()),
            // Its work has killed it.
            Err(SendError(returned)) => job = returned,
        }
    }
    let builder = thread::Builder::new().stack_size(STACK);
    builder.spawn(move || work(job))?;
    Ok(())
}

fn work(first: Job) {
    let (sender, jobs) = channel();
    let mut job = first;
    loop {
        job();
        let sender = sender.clone();
        idle(|threads| threads.push(sender));
        match jobs.recv() {
            Ok(next) => job = next,
            Err(_) => return,
        }
    }
}

fn idle<T>(act: impl FnOnce(&mut Vec<Sender<Job>>) -> T) -> T {
    act(&mut IDLE.lock().unwrap_or_else(PoisonError::into_inner))
}
