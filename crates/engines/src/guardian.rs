//! Whoever ends a program when we are gone and cannot do it ourselves.

use std::process::{Child, Command, Stdio};

/// A shell that waits for the end of this process, however it comes, and then kills a process group.
///
/// It notices by a pipe that nobody else holds: the system closes it also where this process was killed.
/// (Linux can send a signal when a parent dies, but it goes by the thread that started the program, and
/// asking for it takes code between fork and exec, which is unsafe.) A program that leaves its process
/// group is not found.
pub(crate) struct Guardian(Option<Child>);

impl Guardian {
    /// A guardian for the group that a child leads. Without a shell there is none.
    pub(crate) fn of(child: &Child) -> Guardian {
        if cfg!(not(unix)) {
            return Guardian(None);
        }
        let mut shell = Command::new("/bin/sh");
        shell
            .args(["-c", "read -r line; kill -s KILL -- \"-$1\"", "sh"])
            .arg(child.id().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        // An interrupt from the keyboard must not end it before us.
        crate::process::own_group(&mut shell);
        Guardian(shell.spawn().ok())
    }
}

/// Dismissed while the group is still there, so that it cannot hit another one of the same number.
impl Drop for Guardian {
    fn drop(&mut self) {
        if let Some(shell) = &mut self.0 {
            // The only error is that it is gone.
            let _ = shell.kill();
            let _ = shell.wait();
        }
    }
}
