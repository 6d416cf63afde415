//! OpenSpiel, from the Python package index, in a process of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, ensure};

const REQUIREMENT: &str = "open_spiel==2.0.2";

/// The process, which waits for questions.
pub(crate) struct OpenSpiel {
    child: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What OpenSpiel is asked to do, so many times.
#[derive(Clone, Copy)]
pub(crate) enum Question<'a> {
    /// Random games from the start.
    Games(&'a str, u64),
    /// Simulations of its `MCTSBot` from the start.
    Mcts(&'a str, u64),
}

/// How long it took, and what the first player was paid on average.
pub(crate) struct Answer {
    pub(crate) seconds: f64,
    pub(crate) paid: f64,
}

impl OpenSpiel {
    /// Installs OpenSpiel beside this program, unless it is there, and starts it.
    pub(crate) fn start() -> anyhow::Result<OpenSpiel> {
        let python = install().context("OpenSpiel could not be installed")?;
        let mut child = Command::new(python)
            .args(["-c", include_str!("openspiel.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("Python does not start")?;
        let questions = child.stdin.take().context("no way to ask OpenSpiel")?;
        let answers = child.stdout.take().context("no way to hear OpenSpiel")?;
        Ok(OpenSpiel {
            child,
            questions,
            answers: BufReader::new(answers),
        })
    }

    pub(crate) fn ask(&mut self, question: Question<'_>, seed: u64) -> anyhow::Result<Answer> {
        let (what, name, count) = match question {
            Question::Games(name, count) => ("games", name, count),
            Question::Mcts(name, count) => ("mcts", name, count),
        };
        writeln!(self.questions, "{what} {name} {count} {seed}")?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let numbers: Vec<f64> = line
            .split_whitespace()
            .map_while(|word| word.parse().ok())
            .collect();
        let [seconds, paid] = numbers[..] else {
            anyhow::bail!("OpenSpiel has no answer to `{what} {name} {count}`: {line:?}");
        };
        Ok(Answer { seconds, paid })
    }
}

impl Drop for OpenSpiel {
    /// Nobody is left to tell if this fails, and nothing to do about it.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes a virtual environment beside this program and gives its Python.
fn install() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let folder = program.with_file_name(REQUIREMENT);
    let python = folder.join("bin").join("python");
    let installed = folder.join("installed");
    if !installed.exists() {
        eprintln!("installing {REQUIREMENT}");
        run(Path::new("python3"), &["-m", "venv", "--clear"], &folder)?;
        let install = ["-m", "pip", "install", "--quiet"];
        run(&python, &install, Path::new(REQUIREMENT))?;
        std::fs::write(installed, "")?;
    }
    Ok(python)
}

fn run(program: &Path, arguments: &[&str], last: &Path) -> anyhow::Result<()> {
    let status = Command::new(program).args(arguments).arg(last).status();
    let name = program.display();
    let status = status.with_context(|| format!("cannot run {name}"))?;
    ensure!(status.success(), "{name} failed: {status}");
    Ok(())
}
