//! Lines that a person types or another program writes, waited for so that Ctrl-C is noticed. In a
//! terminal they can be edited, remembered and completed.

use std::borrow::Cow;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{
    Cmd, ConditionalEventHandler, Config, Context, Editor, Event, EventContext, EventHandler,
    Helper, KeyEvent, Movement, RepeatCount,
};

use super::say;
use crate::interrupt;
use crate::terminal::{STRONG, height, styled};

/// What came while a line was waited for.
pub(crate) enum Line {
    /// A line.
    Text(String),
    /// The end of the input.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// Standard input line by line.
pub(crate) struct Lines {
    asked: Sender<Asked>,
    lines: Receiver<io::Result<Line>>,
    typed: bool,
    /// How the terminal was before anything was read.
    #[cfg(unix)]
    terminal: Option<rustix::termios::Termios>,
}

/// A question to whoever types.
struct Asked {
    prompt: String,
    /// What can be completed.
    words: Vec<String>,
}

/// How long to wait between two looks at whether Ctrl-C was pressed.
const PATIENCE: Duration = Duration::from_millis(50);

impl Lines {
    /// Gets ready to read. Another thread does it, because reading goes on when a signal comes. What is
    /// typed is remembered in a file, if there is one.
    pub(crate) fn read(history: Option<PathBuf>) -> io::Result<Lines> {
        let typed = io::stdin().is_terminal() && io::stdout().is_terminal();
        let (asked, questions) = channel();
        let (sender, lines) = channel();
        std::thread::Builder::new().spawn(move || {
            let mut source = Source::open(typed, history);
            for question in questions {
                if sender.send(source.line(question)).is_err() {
                    return;
                }
            }
        })?;
        Ok(Lines {
            asked,
            lines,
            typed,
            #[cfg(unix)]
            terminal: rustix::termios::tcgetattr(io::stdin()).ok(),
        })
    }

    /// Whether somebody types them.
    pub(crate) fn are_typed(&self) -> bool {
        self.typed
    }

    /// Asks for the next line and waits for it. Some words can be completed.
    pub(crate) fn ask(&self, prompt: &str, words: &[String]) -> io::Result<Line> {
        if !self.typed {
            say(prompt)?;
        }
        let question = Asked {
            prompt: prompt.to_owned(),
            words: words.to_vec(),
        };
        if self.asked.send(question).is_err() {
            return Ok(Line::End);
        }
        let line = loop {
            if interrupt::raised() {
                return Ok(Line::Interrupted);
            }
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => break line?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Line::End,
            }
        };
        if let (false, Line::Text(text)) = (self.typed, &line) {
            // What a terminal shows by itself.
            say(&format!("{text}\n"))?;
        }
        Ok(line)
    }
}

impl Lines {
    /// Shows a text screen by screen to whoever types; all at once to others.
    pub(crate) fn page(&self, text: &str) -> io::Result<()> {
        let lines: Vec<&str> = text.lines().collect();
        // The last line of the screen is for the question.
        let screen = match self.typed {
            true => height().saturating_sub(1).max(1),
            false => lines.len().max(1),
        };
        let mut rest = lines.chunks(screen).peekable();
        while let Some(lines) = rest.next() {
            say(&format!("{}\n", lines.join("\n")))?;
            if rest.peek().is_none() {
                break;
            }
            match self.ask("Enter for more, or q to go on: ", &[])? {
                Line::Text(answer) if answer.trim().is_empty() => {}
                Line::Text(_) | Line::End | Line::Interrupted => break,
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
impl Drop for Lines {
    /// A terminal that is read from shows nothing of what is typed, and would stay so.
    fn drop(&mut self) {
        if let Some(before) = &self.terminal {
            use rustix::termios::{OptionalActions, tcsetattr};
            // A terminal that has gone away needs no care.
            let _ = tcsetattr(io::stdin(), OptionalActions::Now, before);
        }
    }
}

/// Where lines come from.
enum Source {
    Typed {
        editor: Box<Editor<Words, FileHistory>>,
        history: Option<PathBuf>,
    },
    Piped,
}

impl Source {
    fn open(typed: bool, history: Option<PathBuf>) -> Source {
        let config = Config::builder().auto_add_history(true).build();
        match Editor::with_config(config) {
            Ok(mut editor) if typed => {
                editor.set_helper(Some(Words::default()));
                let clear = EventHandler::Conditional(Box::new(Clear));
                editor.bind_sequence(KeyEvent::ctrl('C'), clear);
                if let Some(history) = &history {
                    // Whoever plays for the first time has none.
                    let _ = editor.load_history(history);
                }
                Source::Typed {
                    editor: Box::new(editor),
                    history,
                }
            }
            _ => Source::Piped,
        }
    }

    fn line(&mut self, question: Asked) -> io::Result<Line> {
        match self {
            Source::Typed { editor, history } => {
                editor.set_helper(Some(Words(question.words)));
                match editor.readline(&question.prompt) {
                    Ok(text) => {
                        remember(editor, history.as_deref());
                        Ok(Line::Text(text))
                    }
                    Err(ReadlineError::Eof) => Ok(Line::End),
                    Err(ReadlineError::Interrupted) => Ok(Line::Interrupted),
                    Err(ReadlineError::Io(error)) => Err(error),
                    Err(error) => Err(io::Error::other(error)),
                }
            }
            Source::Piped => {
                let mut bytes = Vec::new();
                match io::stdin().lock().read_until(b'\n', &mut bytes)? {
                    0 => Ok(Line::End),
                    _ => Ok(Line::Text(
                        String::from_utf8_lossy(&bytes).trim_end().to_owned(),
                    )),
                }
            }
        }
    }
}

/// Keeps what was typed for the next time. Play goes on where that cannot be done.
fn remember(editor: &mut Editor<Words, FileHistory>, history: Option<&Path>) {
    let Some(history) = history else {
        return;
    };
    if let Some(folder) = history.parent() {
        let _ = std::fs::create_dir_all(folder);
    }
    let _ = editor.append_history(history);
}

/// Ctrl-C takes away what was typed, as in a shell; where nothing was, it leaves.
struct Clear;

impl ConditionalEventHandler for Clear {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        Some(match context.line().is_empty() {
            true => Cmd::Interrupt,
            false => Cmd::Kill(Movement::WholeLine),
        })
    }
}

/// The moves and commands that can be completed.
#[derive(Default)]
struct Words(Vec<String>);

impl Helper for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Validator for Words {}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line[..at].to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&typed);
        Ok((0, self.0.iter().filter(fits).cloned().collect()))
    }
}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        Cow::Owned(styled(STRONG, prompt))
    }
}
