//! `shido play` in a terminal of 80 columns and 24 lines, typed at by a person.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::process::{Child, Command, ExitStatus};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

use crate::program::Shido;

const CTRL_C: &str = "\u{3}";

/// A terminal in which `shido play` runs.
struct Terminal {
    program: Child,
    keyboard: File,
    /// The other end, by which the state of the terminal can be asked for.
    line: OwnedFd,
    screen: Receiver<Vec<u8>>,
    /// What was shown and not yet looked at.
    shown: String,
}

impl Terminal {
    fn play(shido: &Shido, arguments: &str) -> Terminal {
        let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&control).expect("a terminal for us");
        unlockpt(&control).expect("a terminal that is open");
        let name = ptsname(&control, Vec::new()).expect("the name of the terminal");
        let path = name.to_str().expect("plain letters");
        let line = File::options().read(true).write(true).open(path);
        let line: OwnedFd = line.expect("the other end").into();
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        tcsetwinsize(&line, size).expect("a size");
        let end = || line.as_fd().try_clone_to_owned().expect("another handle");
        // Only a session of its own gets signals from the keys of its terminal.
        let program = Command::new("setsid")
            .args(["--ctty", env!("CARGO_BIN_EXE_shido"), "play"])
            .args(arguments.split(' '))
            .env("SHIDO_CACHE", shido.cache.path())
            .env("SHIDO_DATA", shido.cache.path().join("data"))
            .env("TERM", "xterm")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("setsid starts shido");
        let keyboard = File::from(control);
        let mut output = keyboard.try_clone().expect("another handle");
        let (sender, screen) = channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            program,
            keyboard,
            line,
            screen,
            shown: String::new(),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it is on");
    }

    /// Waits until something is shown, and gives what was shown up to it.
    #[track_caller]
    fn until(&mut self, text: &str) -> String {
        let patience = Instant::now() + Duration::from_secs(60);
        loop {
            if let Some(at) = self.shown.find(text) {
                let rest = self.shown.split_off(at + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            let left = patience.saturating_duration_since(Instant::now());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.shown += &String::from_utf8_lossy(&bytes),
                Err(_) => panic!("{text:?} was not shown:\n{}", self.shown),
            }
        }
    }

    /// Whether what is typed is shown by the terminal itself.
    fn echoes(&self) -> bool {
        let state = tcgetattr(&self.line).expect("its state");
        state.local_modes.contains(LocalModes::ECHO)
    }

    fn end(mut self) -> (ExitStatus, bool) {
        let status = self.program.wait().expect("it ends");
        (status, self.echoes())
    }
}

impl Drop for Terminal {
    /// A test that fails leaves no program behind.
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Of three lines typed ahead one was understood.
#[test]
fn what_is_typed_ahead_is_not_lost() {
    let shido = Shido::new();
    let mut terminal = Terminal::play(&shido, "connect-four --against pvs:time=1.5 --seed 1");
    terminal.until("Your move (X): ");
    assert!(!terminal.echoes(), "the line is edited by the program");
    terminal.press("d\r");
    terminal.until("is thinking");
    assert!(!terminal.echoes(), "what is typed waits for its turn");
    terminal.press("a\rposition\rquit\r");
    terminal.until("O plays");
    terminal.until("O plays");
    let shown = terminal.until(" X\r\n");
    let position = shown.lines().last().expect("the position");
    let board = position.trim_end_matches(" X");
    for side in ['X', 'O'] {
        assert_eq!(board.matches(side).count(), 2, "{position}");
    }
    let (status, echoes) = terminal.end();
    assert!(status.success() && echoes);
}

#[test]
fn ctrl_c_takes_back_what_was_typed_and_leaves_where_nothing_was() {
    let shido = Shido::new();
    let mut terminal = Terminal::play(&shido, "tic-tac-toe --against human");
    terminal.until("X to move: ");
    terminal.press("a1 no");
    terminal.until("no");
    terminal.press(CTRL_C);
    terminal.press("b2\r");
    terminal.until("O to move: ");
    terminal.press(CTRL_C);
    terminal.until("Stopped; the contest stays unfinished.");
    let (status, echoes) = terminal.end();
    assert!(status.success() && echoes);
}

/// What Ctrl-C interrupts is asked about in a line that fits, and whoever leaves can see what they type.
#[test]
fn a_thought_is_interrupted() {
    let shido = Shido::new();
    let mut terminal = Terminal::play(&shido, "connect-four --against pvs:time=600");
    terminal.until("Your move (X): ");
    terminal.press("d\r");
    terminal.until("is thinking");
    terminal.press(CTRL_C);
    terminal.until("O was interrupted.\r\n");
    terminal.until("Enter lets it think again; or type undo, resign or quit: ");
    terminal.press("quit\r");
    let (status, echoes) = terminal.end();
    assert!(status.success() && echoes);
}

/// The title had scrolled away when the first move was asked for, at chess and at what is larger.
#[test]
fn the_first_screen_fits() {
    for game in [
        "chess",
        "shogi",
        "othello",
        "draughts",
        "go",
        "gomoku",
        "tic-tac-toe",
    ] {
        let shido = Shido::new();
        let mut terminal = Terminal::play(&shido, &format!("{game} --against random --seed 1"));
        let screen = terminal.until("Your move (");
        assert!(screen.lines().count() <= 24, "{game}:\n{screen}");
        terminal.press("quit\r");
        assert!(terminal.end().0.success(), "{game}");
    }
}

/// The rules of chess have 26 lines at this width.
#[test]
fn long_texts_are_shown_screen_by_screen() {
    let shido = Shido::new();
    let mut terminal = Terminal::play(&shido, "chess --against human");
    terminal.until("to move: ");
    terminal.press("rules\r");
    terminal.until("rules");
    terminal.until("White moves first");
    let screen = terminal.until("Enter for more, or q to go on: ");
    assert!((15..24).contains(&screen.lines().count()), "{screen}");
    terminal.press("\r");
    terminal.until("squares: e2e4.");
    terminal.until("to move: ");
    // Who has seen enough goes on.
    terminal.press("rules\r");
    terminal.until("Enter for more");
    terminal.press("q\r");
    let rest = terminal.until("to move: ");
    assert!(!rest.contains("squares: e2e4."), "{rest}");
    terminal.press("quit\r");
    assert!(terminal.end().0.success());
}
