//! Ctrl-C asks long work to stop and leave what was finished; a second one ends the program.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

static FLAG: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// The flag that Ctrl-C raises.
pub(crate) fn flag() -> Arc<AtomicBool> {
    let flag = FLAG.get_or_init(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = Arc::clone(&flag);
        let handler = move || {
            if raised.swap(true, Ordering::SeqCst) {
                crate::play::echo::restore();
                std::process::exit(EXIT_CODE.into());
            }
        };
        // Without a handler Ctrl-C ends the program at once, which loses nothing that was kept.
        if ctrlc::set_handler(handler).is_err() {
            crate::report::warning(
                "the system gives no thread that could listen for Ctrl-C, which ends the program at once",
            );
        }
        flag
    });
    Arc::clone(flag)
}

/// Whether Ctrl-C was pressed while something listened.
pub(crate) fn raised() -> bool {
    FLAG.get().is_some_and(|flag| flag.load(Ordering::SeqCst))
}

/// Takes note that what Ctrl-C interrupted has stopped: the next one interrupts what is done then.
pub(crate) fn lower() {
    if let Some(flag) = FLAG.get() {
        flag.store(false, Ordering::SeqCst);
    }
}

/// What shells expect of a program that Ctrl-C ended.
pub(crate) const EXIT_CODE: u8 = 130;
