//! Whether a terminal shows what is typed. While somebody thinks it does not: what is typed ahead would stand
//! between what is shown of the thinking, and is shown when its turn comes.

/// Keeps the terminal from showing what is typed until it is dropped.
pub(crate) struct Hushed {
    #[cfg(unix)]
    before: Option<rustix::termios::Termios>,
}

#[cfg(unix)]
mod terminal {
    use std::io;
    use std::sync::Mutex;

    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};

    use super::Hushed;

    /// How the terminal was before it was hushed, for whoever ends the program meanwhile.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    fn set(termios: &Termios) {
        // A terminal that has gone away needs no care.
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, termios);
    }

    fn remember(before: Option<Termios>) {
        if let Ok(mut kept) = BEFORE.lock() {
            *kept = before;
        }
    }

    impl Hushed {
        pub(crate) fn new() -> Hushed {
            let before = tcgetattr(io::stdin()).ok();
            if let Some(before) = &before {
                remember(Some(before.clone()));
                let mut quiet = before.clone();
                quiet.local_modes.remove(LocalModes::ECHO);
                set(&quiet);
            }
            Hushed { before }
        }
    }

    impl Drop for Hushed {
        fn drop(&mut self) {
            if let Some(before) = &self.before {
                set(before);
                remember(None);
            }
        }
    }

    /// Makes a terminal that is hushed show what is typed, because the program ends at once.
    pub(crate) fn restore() {
        if let Ok(kept) = BEFORE.try_lock()
            && let Some(before) = &*kept
        {
            set(before);
        }
    }
}

#[cfg(unix)]
pub(crate) use terminal::restore;

#[cfg(not(unix))]
impl Hushed {
    pub(crate) fn new() -> Hushed {
        Hushed {}
    }
}

#[cfg(not(unix))]
pub(crate) fn restore() {}
