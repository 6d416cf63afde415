//! What the user sees while work goes on, and the styles everything is printed in.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::Duration;

use anstyle::{AnsiColor, Style};
use indicatif::{ProgressBar, ProgressStyle};
use shido_catalog::Event;

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
    stage: Mutex<String>,
}

impl Watcher {
    /// For contests the number to play is known from the start.
    pub(crate) fn new(contests: Option<u64>) -> Watcher {
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::new(contests.unwrap_or(0))
        } else {
            ProgressBar::hidden()
        };
        if let Some(length) = contests {
            bar.set_style(counted());
            bar.set_length(length);
            bar.set_message("contests");
        }
        Watcher {
            bar,
            stage: Mutex::default(),
        }
    }

    /// Takes note of an event.
    pub(crate) fn see(&self, event: Event) {
        match event {
            Event::Contests(count) => self.bar.set_position(count),
            Event::Warning(text) => {
                self.bar.suspend(|| crate::report::warning(&text));
            }
            Event::Solving { game, progress } => {
                let stage = format!("{game}: {}", stage_name(progress.stage));
                if let Ok(mut shown) = self.stage.lock()
                    && *shown != stage
                {
                    self.bar.reset();
                    match progress.total {
                        Some(_) => self.bar.set_style(counted()),
                        None => self.bar.set_style(uncounted()),
                    }
                    self.bar.enable_steady_tick(Duration::from_millis(120));
                    self.bar.set_message(stage.clone());
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

fn stage_name(stage: shido_catalog::Stage) -> &'static str {
    use shido_catalog::Stage;
    match stage {
        Stage::Waiting => "waiting for another shido that solves it",
        Stage::Enumerating => "finding positions",
        Stage::Linking => "linking positions",
        Stage::Valuing => "finding values",
        Stage::Counting => "counting mirror images",
        Stage::Saving => "saving the table",
        Stage::Proving => "searching",
    }
}

fn counted() -> ProgressStyle {
    ProgressStyle::with_template(
        "{msg} {bar:30.cyan/dim} {human_pos}/{human_len} {per_sec} {eta} left",
    )
    .expect("the template is well formed")
    .progress_chars("━━─")
}

fn uncounted() -> ProgressStyle {
    ProgressStyle::with_template("{msg} {spinner:.cyan} {human_pos} {per_sec}")
        .expect("the template is well formed")
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A rate as a percentage.
pub(crate) fn percent(rate: f64) -> String {
    format!("{:.2}%", 100.0 * rate)
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped() {
        let text: Vec<String> = [0, 999, 1000, 1_234_567].map(grouped).into();
        assert_eq!(text, ["0", "999", "1,000", "1,234,567"]);
    }
}
