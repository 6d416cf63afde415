//! A program that is spoken to line by line.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::EngineError;
use crate::guardian::Guardian;

/// No engine has reason to write longer lines than this.
const LONGEST_LINE: usize = 64 * 1024;
/// How many lines are kept that nobody has read. Beyond them the program has to wait.
const UNREAD_LINES: usize = 256;
/// How many bytes of the standard error are kept.
const TAIL: usize = 1000;
/// How many lines of it are shown.
const LAST_WORDS: usize = 5;
/// How often a wait looks at the stop flag.
const GLANCE: Duration = Duration::from_millis(10);
/// How long a program that was told to quit has before it is killed.
const FAREWELL: Duration = Duration::from_millis(300);

/// A running program. When it is dropped the program is told to quit, killed if it does not, and
/// waited for, so that it leaves no zombie.
///
/// The three streams have a thread each. So neither a program that does not read nor one that does
/// not write can block us, and one that writes without end is itself made to wait.
pub(crate) struct Process {
    /// The command as it was given: of a script run by an interpreter the first word says little.
    program: String,
    child: Child,
    /// Until the program has ended.
    guardian: Option<Guardian>,
    status: Option<ExitStatus>,
    input: Sender<String>,
    output: Receiver<Result<String, LongLine>>,
    errors: Arc<Mutex<Vec<u8>>>,
    errors_thread: JoinHandle<()>,
    farewell: &'static str,
    last_heard: Option<String>,
    stop: Arc<AtomicBool>,
}

/// Something that the program was asked, and since when.
pub(crate) struct Question {
    pub(crate) asked: String,
    since: Instant,
    pub(crate) patience: Duration,
}

struct LongLine;

impl Process {
    /// Starts a command. `farewell` is the line that asks it to quit.
    pub(crate) fn spawn(
        command: &str,
        farewell: &'static str,
        stop: Arc<AtomicBool>,
    ) -> Result<Process, EngineError> {
        let malformed = |problem: &str| EngineError::Command {
            command: command.to_owned(),
            problem: problem.to_owned(),
        };
        let words = shell_words::split(command).map_err(|error| malformed(&error.to_string()))?;
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| malformed("it is empty"))?;
        let mut child = start(program, arguments).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => EngineError::Missing {
                program: program.clone(),
            },
            _ => EngineError::Unrunnable {
                program: program.clone(),
                error,
            },
        })?;
        let piped = "the streams of the program were to be piped";
        let stdin = child.stdin.take().expect(piped);
        let stdout = child.stdout.take().expect(piped);
        let stderr = child.stderr.take().expect(piped);

        let (input, lines_in) = mpsc::channel();
        let (lines_out, output) = mpsc::sync_channel(UNREAD_LINES);
        let errors = Arc::default();
        let tail = Arc::clone(&errors);
        let attend = || {
            attendant(move || write_lines(stdin, &lines_in))?;
            attendant(move || read_lines(stdout, &lines_out))?;
            attendant(move || keep_tail(stderr, &tail))
        };
        let errors_thread = attend().map_err(|error| {
            kill(&mut child);
            // The only error is that it is gone.
            let _ = child.wait();
            EngineError::Unrunnable {
                program: program.clone(),
                error,
            }
        })?;
        Ok(Process {
            program: command.to_owned(),
            guardian: Some(Guardian::of(&child)),
            child,
            status: None,
            input,
            output,
            errors,
            errors_thread,
            farewell,
            last_heard: None,
            stop,
        })
    }

    /// Takes another flag that ends waiting for the program.
    pub(crate) fn heed(&mut self, stop: &Arc<AtomicBool>) {
        self.stop = Arc::clone(stop);
    }

    pub(crate) fn program(&self) -> &str {
        &self.program
    }

    /// Writes a line. That a program no longer reads is noticed when it does not answer.
    pub(crate) fn tell(&self, line: impl Into<String>) {
        // An error means that the writing thread found the pipe closed.
        let _ = self.input.send(line.into());
    }

    /// Writes a line that wants an answer.
    pub(crate) fn ask(&self, line: impl Into<String>, patience: Duration) -> Question {
        let asked = line.into();
        self.tell(asked.clone());
        Question {
            asked,
            since: Instant::now(),
            patience,
        }
    }

    /// The next line, without the white space around it.
    pub(crate) fn hear(&mut self, question: &Question) -> Result<String, EngineError> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(EngineError::Stopped);
            }
            let left = question.patience.saturating_sub(question.since.elapsed());
            if left.is_zero() {
                return Err(EngineError::Silent {
                    program: self.program.clone(),
                    asked: question.asked.clone(),
                    waited: question.patience,
                    last: self.last_heard.take(),
                    stderr: self.last_words(),
                });
            }
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(Ok(line)) => {
                    self.last_heard = Some(line.clone());
                    return Ok(line);
                }
                Ok(Err(LongLine)) => {
                    return Err(EngineError::LongLine {
                        program: self.program.clone(),
                        asked: question.asked.clone(),
                        limit: LONGEST_LINE,
                    });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended(question)),
            }
        }
    }

    /// Reads lines until one is an answer.
    pub(crate) fn hear_until<T>(
        &mut self,
        question: &Question,
        mut answer: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        loop {
            let line = self.hear(question)?;
            if let Some(answer) = answer(&line) {
                return Ok(answer);
            }
        }
    }

    /// The program closed its output: it has ended, or is about to.
    fn ended(&mut self, question: &Question) -> EngineError {
        let since = Instant::now();
        while since.elapsed() < FAREWELL && !(self.exited() && self.errors_thread.is_finished()) {
            thread::sleep(GLANCE);
        }
        EngineError::Ended {
            program: self.program.clone(),
            how: self.status.map_or("closed its output".to_owned(), describe),
            asked: question.asked.clone(),
            stderr: self.last_words(),
        }
    }

    fn exited(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_some() {
                self.guardian = None;
            }
        }
        self.status.is_some()
    }

    /// The last few lines of the standard error.
    fn last_words(&self) -> String {
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&kept);
        let lines: Vec<&str> = text.trim_end().lines().collect();
        lines[lines.len().saturating_sub(LAST_WORDS)..].join("\n")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.exited() {
            return;
        }
        self.tell(self.farewell);
        // The output ends when the program does, and whatever it has started in turn.
        let since = Instant::now();
        while let Some(left) = FAREWELL.checked_sub(since.elapsed()) {
            if matches!(
                self.output.recv_timeout(left),
                Err(RecvTimeoutError::Disconnected)
            ) {
                break;
            }
        }
        // Not yet waited for, so the number of the process cannot belong to another one.
        kill(&mut self.child);
        self.guardian = None;
        // The only error is that somebody else has waited for it: then it is gone as well.
        let _ = self.child.wait();
    }
}

/// A thread for a stream.
fn attendant(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(work)
}

/// Starts a program, looking also where Debian puts games, which is not in everybody's PATH.
fn start(program: &str, arguments: &[String]) -> io::Result<Child> {
    let run = |path: &str| {
        let mut command = Command::new(path);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        own_group(&mut command);
        command.spawn()
    };
    match run(program) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !program.contains('/') => {
            run(&format!("/usr/games/{program}")).map_err(|_| error)
        }
        started => started,
    }
}

/// In a process group of its own a program can be killed together with those it started, and an
/// interrupt from the keyboard does not reach it before us.
#[cfg(unix)]
pub(crate) fn own_group(command: &mut Command) {
    std::os::unix::process::CommandExt::process_group(command, 0);
}

#[cfg(not(unix))]
pub(crate) fn own_group(_command: &mut Command) {}

#[cfg(unix)]
fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // The only error is that nobody of the group is left.
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

#[cfg(not(unix))]
fn kill(child: &mut Child) {
    let _ = child.kill();
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("was ended by signal {signal}");
    }
    match status.code() {
        Some(code) => format!("exited with code {code}"),
        None => "exited".to_owned(),
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(format!("{line}\n").as_bytes()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<Result<String, LongLine>>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut bytes = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        match (&mut stdout).take(most).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if bytes.len() > LONGEST_LINE {
            // Whether anybody still listens or not, this was the last of it.
            let _ = lines.send(Err(LongLine));
            return;
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if lines.send(Ok(line)).is_err() {
            return;
        }
    }
}

fn keep_tail(mut stderr: ChildStderr, tail: &Mutex<Vec<u8>>) {
    let mut chunk = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut chunk) {
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        tail.extend_from_slice(&chunk[..count]);
        let excess = tail.len().saturating_sub(TAIL);
        tail.drain(..excess);
    }
}
