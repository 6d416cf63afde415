//! A command with something wrong in it, and what has to hold when it is run.

use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::seq::IndexedRandom;
use shido_core::{Rng, Seed};

use crate::corpus::{Corpus, OPTIONS, PLAYERS, POSITIONS, TRAINERS, TRANSCRIPTS, TYPED};
use crate::mutation::mutated;

/// Work that is legal but long is interrupted after this time,
const PATIENCE: Duration = Duration::from_millis(1500);
/// and has to end within this. Half a second is the aim; a busy machine gets more.
const GRACE: Duration = Duration::from_secs(8);
/// How many KiB of memory it may ask for.
const MEMORY: &str = "12000000";

/// A command to run.
pub(crate) struct Case {
    pub(crate) arguments: Vec<String>,
    typed: String,
}

impl Case {
    /// The case of this number. Its files are written to the folder.
    pub(crate) fn new(corpus: &Corpus, seed: u64, number: u64, folder: &Path) -> Case {
        let mut maker = Maker {
            corpus,
            folder,
            files: 0,
            rng: Seed(seed).derive(number).rng(),
        };
        let mut arguments = maker.command();
        if maker.rng.random_bool(0.3)
            && let Some((name, value)) = OPTIONS.choose(&mut maker.rng)
        {
            arguments.push((*name).to_owned());
            if !value.is_empty() {
                arguments.push(maker.perhaps(value));
            }
        }
        Case {
            // No argument can hold a zero.
            arguments: arguments
                .into_iter()
                .map(|argument| argument.replace('\0', ""))
                .collect(),
            typed: mutated(TYPED, &mut maker.rng),
        }
    }

    /// Runs it.
    ///
    /// # Errors
    /// Where it panics, is ended by a signal, has a status that means nothing or does not stop.
    pub(crate) fn run(&self, folder: &Path) -> Result<(), String> {
        let typed = folder.join("typed");
        std::fs::write(&typed, &self.typed).expect("the folder can be written");
        let [said, printed] = ["said", "printed"].map(|name| folder.join(name));
        let create = |path: &Path| File::create(path).expect("the folder can be written");
        let open = |path: &Path| File::open(path).expect("it was just written");
        let script = format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"");
        let mut run = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_shido")])
            .args(&self.arguments)
            .current_dir(folder)
            .env("SHIDO_CACHE", folder.join("cache"))
            .env("RUST_BACKTRACE", "0")
            .stdin(open(&typed))
            .stdout(create(&printed))
            .stderr(create(&said))
            .spawn()
            .map_err(|error| format!("it does not start: {error}"))?;
        let status = match ended(&mut run, PATIENCE) {
            Some(status) => status,
            None => {
                signal(&run, "-INT");
                let Some(status) = ended(&mut run, GRACE) else {
                    signal(&run, "-KILL");
                    let _ = run.wait();
                    return Err("Ctrl-C does not stop it".to_owned());
                };
                status
            }
        };
        let bytes = std::fs::read(&said).unwrap_or_default();
        let said = String::from_utf8_lossy(&bytes);
        let last: String = said.chars().take(600).collect();
        if said.contains("panicked at") || !matches!(status.code(), Some(0 | 1 | 2 | 130)) {
            return Err(format!("{status}: {last}"));
        }
        let silent =
            said.trim().is_empty() && std::fs::metadata(&printed).is_ok_and(|it| it.len() == 0);
        if status.code() != Some(0) && silent {
            return Err(format!("{status} without a word"));
        }
        Ok(())
    }
}

fn ended(run: &mut std::process::Child, patience: Duration) -> Option<ExitStatus> {
    let since = Instant::now();
    loop {
        if let Ok(Some(status)) = run.try_wait() {
            return Some(status);
        }
        if since.elapsed() > patience {
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn signal(run: &std::process::Child, signal: &str) {
    let id = run.id().to_string();
    // Where there is nobody to tell, it has just ended.
    let _ = Command::new("kill").args([signal, &id]).status();
}

struct Maker<'a> {
    corpus: &'a Corpus,
    folder: &'a Path,
    files: usize,
    rng: Rng,
}

impl Maker<'_> {
    fn command(&mut self) -> Vec<String> {
        let kind = self.rng.random_range(0..21);
        let parts: Vec<String> = match kind {
            0 => vec!["frame".into(), "check".into(), self.frame()],
            1 => vec!["show".into(), self.frame()],
            2 => vec!["show".into(), self.frame(), "--svg".into(), "-".into()],
            3 => {
                let (frame, player) = (self.frame(), self.one_of(PLAYERS));
                vec!["analyze".into(), frame, "--by".into(), player]
            }
            4 => {
                let (frame, a, b) = (self.frame(), self.one_of(PLAYERS), self.one_of(PLAYERS));
                vec!["match".into(), frame, a, b, "--games=2".into()]
            }
            5 => vec!["solve".into(), self.frame(), "--memory=64MiB".into()],
            6 => {
                let frame = self.frame();
                let more = ["--plies=4", "--memory=16MiB"].map(str::to_owned);
                [vec!["count".into(), frame], more.to_vec()].concat()
            }
            7 | 8 => {
                let tree = self.file(|corpus| &corpus.trees, "tree");
                let player = self.player();
                vec!["analyze".into(), tree, "--by".into(), player]
            }
            9 => {
                let tree = self.file(|corpus| &corpus.trees, "tree");
                let (a, b) = (self.one_of(PLAYERS), self.one_of(PLAYERS));
                vec!["match".into(), tree, a, b, "--games=2".into()]
            }
            10 => vec!["plan".into(), self.file(|corpus| &corpus.plans, "plan")],
            11 => {
                let plan = self.file(|corpus| &corpus.plans, "plan");
                let record = self.file(|corpus| &corpus.records, "sgf");
                let group = self.perhaps("G=D4");
                let parts = ["plan", &plan, "--position", &record, "--group", &group];
                let parts = parts.map(str::to_owned).to_vec();
                [parts, vec!["--playouts=10".into(), "--nodes=100".into()]].concat()
            }
            12 => {
                let experiment = self.file(|corpus| &corpus.experiments, "toml");
                let parts = ["lab", "run", &experiment, "--games=1"];
                parts.map(str::to_owned).to_vec()
            }
            13 => {
                let weights = self.corpus.weights.choose(&mut self.rng);
                let (game, text) = weights.cloned().expect("weights come with the program");
                let file = self.write(&text, "toml");
                let player = format!("alphabeta:depth=1,weights={file}");
                vec!["analyze".into(), game, "--by".into(), player]
            }
            14 => {
                let (game, position) = self.position();
                vec!["show".into(), game, "--position".into(), position]
            }
            15 => {
                let ((game, position), player) = (self.position(), self.player());
                let parts = ["analyze", &game, "--position", &position, "--by", &player];
                parts.map(str::to_owned).to_vec()
            }
            16 => {
                let file = self.write(TRANSCRIPTS, "txt");
                vec!["replay".into(), "tic-tac-toe".into(), file]
            }
            17 => {
                let (game, _) = self.position();
                let parts = ["tune", &game, "--games=2", "--depth=1"];
                parts.map(str::to_owned).to_vec()
            }
            18 => {
                let trainer = self.one_of(TRAINERS);
                let trainer = self.perhaps(&trainer);
                let parts = [
                    "train",
                    "tic-tac-toe",
                    "--trainer",
                    &trainer,
                    "--contests=2",
                ];
                parts.map(str::to_owned).to_vec()
            }
            19 => {
                let ((game, _), player) = (self.position(), self.player());
                let game = self.perhaps(&game);
                vec!["play".into(), game, "--against".into(), player]
            }
            _ => vec!["rates".into(), self.file(|corpus| &corpus.records, "sgf")],
        };
        parts
    }

    fn one_of(&mut self, texts: &[&str]) -> String {
        let text = texts.choose(&mut self.rng).copied();
        text.unwrap_or_default().to_owned()
    }

    fn player(&mut self) -> String {
        let player = self.one_of(PLAYERS);
        self.perhaps(&player)
    }

    /// A text that is changed as often as not.
    fn perhaps(&mut self, text: &str) -> String {
        match self.rng.random_bool(0.5) {
            true => mutated(text, &mut self.rng),
            false => text.to_owned(),
        }
    }

    fn position(&mut self) -> (String, String) {
        let found = POSITIONS.choose(&mut self.rng).copied();
        let (game, position) = found.unwrap_or_default();
        (game.to_owned(), self.perhaps(position))
    }

    fn frame(&mut self) -> String {
        self.file(|corpus| &corpus.frames, "toml")
    }

    /// A mutated file of a kind.
    fn file(&mut self, kind: fn(&Corpus) -> &Vec<String>, ending: &str) -> String {
        let text = kind(self.corpus).choose(&mut self.rng).cloned();
        self.write(&text.unwrap_or_default(), ending)
    }

    fn write(&mut self, text: &str, ending: &str) -> String {
        self.files += 1;
        let name = format!("./{}.{ending}", self.files);
        let text = mutated(text, &mut self.rng);
        std::fs::write(self.folder.join(&name), text).expect("the folder can be written");
        name
    }
}
