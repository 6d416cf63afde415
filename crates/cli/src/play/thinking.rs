//! Shows that somebody is thinking, once it takes long enough to be noticed.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use shido::Thought;

use super::echo::Hushed;
use crate::terminal::Watcher;

/// How long somebody may think before it is shown.
const NOTICED: Duration = Duration::from_millis(400);
/// How often what is shown is brought up to date.
const FRESH: Duration = Duration::from_millis(200);

/// Lets somebody think, which is handed what to call with what it has found so far.
pub(crate) fn shown<T>(who: &str, think: impl FnOnce(&dyn Fn(Thought)) -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return think(&|_| {});
    }
    let _hushed = Hushed::new();
    let latest = Mutex::new(message(who, None));
    let message_now = &latest;
    let (thinking, over) = channel::<()>();
    let show = move || {
        if over.recv_timeout(NOTICED) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let watcher = Watcher::spinning("");
        loop {
            if let Ok(message) = message_now.lock() {
                watcher.say(message.clone());
            }
            if over.recv_timeout(FRESH) != Err(RecvTimeoutError::Timeout) {
                break;
            }
        }
        watcher.done();
    };
    std::thread::scope(|scope| {
        // Where no thread is to be had nothing is shown.
        let _ = std::thread::Builder::new().spawn_scoped(scope, show);
        let found = think(&|so_far| {
            if let Ok(mut latest) = latest.lock() {
                *latest = message(who, so_far.depth);
            }
        });
        drop(thinking);
        found
    })
}

fn message(who: &str, depth: Option<u32>) -> String {
    let depth = depth.map_or(String::new(), |depth| format!(", {depth} plies deep"));
    format!("{who} is thinking{depth} (Ctrl-C interrupts)")
}
