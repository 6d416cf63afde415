//! What the user sees while work goes on, and the styles everything is printed in.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use shido::Event;
use shido::solve::Stage;

pub(crate) use shido_club::{counted, grouped, several};

/// Prints a line of the result. Where it cannot be written the command fails; `println!` would panic.
macro_rules! outln {
    ($($argument:tt)*) => {
        std::io::Write::write_fmt(
            &mut anstream::stdout(),
            format_args!("{}\n", format_args!($($argument)*)),
        )
        .map_err($crate::terminal::unwritable)?
    };
}
pub(crate) use outln;

/// An output that cannot be written.
pub(crate) fn unwritable(error: std::io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot write the result")
}

/// How many columns a page has at most, and where nobody can tell.
pub(crate) const PAGE: usize = 80;

/// How many columns the terminal has.
pub(crate) fn width() -> usize {
    let columns = comfy_table::Table::new().width();
    columns.map_or(PAGE, |columns| usize::from(columns).max(PAGE / 2))
}

/// How many lines the terminal has; as many as the smallest usual one has where nobody can tell.
pub(crate) fn height() -> usize {
    const USUAL: usize = 24;
    #[cfg(unix)]
    let lines =
        rustix::termios::tcgetwinsize(std::io::stdout()).map_or(0, |size| usize::from(size.ws_row));
    #[cfg(not(unix))]
    let lines = 0;
    if lines == 0 { USUAL } else { lines }
}

/// Text with its lines broken between words where the terminal ends. In a pipe they stay whole.
pub(crate) fn wrapped(text: &str, stream: &impl IsTerminal) -> String {
    if !stream.is_terminal() {
        return text.to_owned();
    }
    textwrap::fill(text, textwrap::Options::new(width()).break_words(false))
}

/// Prints a sentence on standard error, broken between words.
pub(crate) fn tell_wrapped(text: impl std::fmt::Display) {
    tell(wrapped(&text.to_string(), &std::io::stderr()));
}

/// Prints a line on standard error. Where nobody can read it there is nobody to tell.
pub(crate) fn tell(text: impl std::fmt::Display) {
    let _ = std::io::Write::write_fmt(&mut anstream::stderr(), format_args!("{text}\n"));
}

/// Prints an answer in its serialised form, on one line.
pub(crate) fn print_json(answer: &impl serde::Serialize) -> anyhow::Result<()> {
    outln!("{}", serde_json::to_string(answer)?);
    Ok(())
}

/// For what matters most on a line.
pub(crate) const STRONG: Style = Style::new().bold();
/// For what is there to be looked up.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// For what is good.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// For what is bad.
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
/// For what to take note of.
pub(crate) const NOTE: Style = AnsiColor::Yellow.on_default();

/// Text in a style.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Whether the reader of our output has gone away, as `head` does.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<std::io::Error>()
            .is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
    })
}

/// Shows what long work is at, on standard error if that is a terminal. Short work is not shown.
pub(crate) struct Watcher {
    bar: ProgressBar,
    /// How many contests there are, where there are any.
    contests: Option<u64>,
    stage: Mutex<&'static str>,
}

impl Watcher {
    /// For contests the number to play is known from the start.
    pub(crate) fn new(contests: Option<u64>) -> Watcher {
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(contests.unwrap_or(0))
        } else {
            ProgressBar::hidden()
        };
        let watcher = Watcher {
            bar,
            contests,
            stage: Mutex::default(),
        };
        watcher.show_contests();
        watcher
    }

    fn show_contests(&self) {
        if let Some(length) = self.contests {
            self.bar.set_style(bar_style());
            self.bar.set_length(length);
            self.bar.set_message("contests");
        }
    }

    /// For work whose end cannot be told.
    pub(crate) fn spinning(message: &str) -> Watcher {
        let watcher = Watcher::new(None);
        let style = ProgressStyle::with_template("{msg} {spinner:.cyan} {elapsed}");
        watcher
            .bar
            .set_style(style.expect("the template is well formed"));
        watcher.bar.set_message(message.to_owned());
        watcher.tick();
        watcher
    }

    /// Keeps the bar moving. A thread does that, so nothing moves where the machine has none to give.
    fn tick(&self) {
        let threads = || std::thread::Builder::new().spawn(|| {}).is_ok();
        if !self.bar.is_hidden() && threads() {
            self.bar.enable_steady_tick(Duration::from_millis(120));
        }
    }

    /// Says what the work is at now.
    pub(crate) fn say(&self, message: String) {
        self.bar.set_message(message);
    }

    /// Says something beside the bar, to stay.
    pub(crate) fn note(&self, text: &str) {
        self.bar.suspend(|| tell(styled(FAINT, text)));
    }

    /// Takes note of an event.
    pub(crate) fn see(&self, event: Event) {
        match event {
            Event::Contests(count) => {
                // A game may have been solved first.
                if let Ok(mut shown) = self.stage.lock()
                    && !std::mem::take(&mut *shown).is_empty()
                {
                    self.bar.reset();
                    self.show_contests();
                }
                self.bar.set_position(count);
            }
            Event::Learning {
                contests,
                streak,
                units,
                recently,
            } => {
                if let Ok(mut shown) = self.stage.lock()
                    && *shown != LEARNING
                {
                    self.bar.reset();
                    self.bar.set_style(spinner_style());
                    self.tick();
                    *shown = LEARNING;
                }
                let reliable = recently.map_or(String::new(), |share| {
                    format!(", {} of the last ones not lost", percent(share))
                });
                self.bar.set_message(format!(
                    "{} contests, {streak} good ones in a row, {} units{reliable}",
                    grouped(contests),
                    grouped(units as u64)
                ));
            }
            Event::Learned(_) | Event::Forecast { .. } => {}
            Event::People(point) => {
                self.note(&format!(
                    "{} decisions: {:.3} nats, held out {:.3} and {} predicted",
                    grouped(point.positions),
                    point.loss,
                    point.held_out_loss,
                    percent(point.held_out_predicted)
                ));
            }
            Event::Warning(text) => {
                self.bar.suspend(|| crate::report::warning(&text));
            }
            Event::Solving { progress, .. } => {
                let stage = stage_name(progress.stage);
                if let Ok(mut shown) = self.stage.lock()
                    && *shown != stage
                {
                    self.bar.reset();
                    match progress.total {
                        Some(_) => self.bar.set_style(bar_style()),
                        None if progress.stage == Stage::Waiting => {
                            self.bar.set_style(spinner_style())
                        }
                        None => self.bar.set_style(counter_style()),
                    }
                    self.tick();
                    self.bar.set_message(stage);
                    *shown = stage;
                }
                if let Some(total) = progress.total {
                    self.bar.set_length(total);
                }
                self.bar.set_position(progress.done);
            }
        }
    }

    /// Takes the bar away.
    pub(crate) fn done(&self) {
        self.bar.finish_and_clear();
    }
}

/// What is shown while a learner is trained.
const LEARNING: &str = "learning";

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Waiting => "waiting for another shido that solves it",
        Stage::Enumerating => "positions",
        Stage::Linking => "links",
        Stage::Valuing => "values",
        Stage::Counting => "mirror images",
        Stage::Saving => "saving",
        Stage::Proving => "searching",
    }
}

fn bar_style() -> ProgressStyle {
    ProgressStyle::with_template(
        "{msg} {wide_bar:.cyan/dim} {human_pos}/{human_len} {rate} {eta} left",
    )
    .expect("the template is well formed")
    .with_key("rate", write_rate)
    .progress_chars("━━─")
}

fn counter_style() -> ProgressStyle {
    ProgressStyle::with_template("{msg} {spinner:.cyan} {human_pos} {rate}")
        .expect("the template is well formed")
        .with_key("rate", write_rate)
}

fn spinner_style() -> ProgressStyle {
    ProgressStyle::with_template("{msg} {spinner:.cyan} {elapsed}")
        .expect("the template is well formed")
}

fn write_rate(state: &ProgressState, out: &mut dyn std::fmt::Write) {
    // Nothing can be done about a bar that cannot be drawn.
    let _ = write!(out, "{}/s", grouped(state.per_sec() as u64));
}

/// A rate as a percentage.
pub(crate) fn percent(rate: f64) -> String {
    format!("{:.2}%", 100.0 * rate)
}
