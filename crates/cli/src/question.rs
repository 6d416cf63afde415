//! A position that somebody tries to solve: moves, hints in steps, the answer.

use shido::{Catalog, Settings};
use shido_club::Practice;
use shido_core::picture::Picture;
use shido_core::{Seat, Turn};
use shido_store::{Exercise, Grade};

use crate::play::input::{BOARD, Command, CommandHelp, Input, NAMES, RULES, TURN};
use crate::play::lines::{Line, Lines};
use crate::play::text::{self, wrapped};
use crate::play::{mistake, say};
use crate::terminal::{BAD, GOOD, NOTE, styled};

/// What can be typed beside a move.
const COMMANDS: &[CommandHelp] = &[
    CommandHelp {
        command: Command::Hint,
        names: &["hint", "h"],
        about: "a hint; the next one tells more, and the last one the answer",
    },
    CommandHelp {
        command: Command::Moves,
        names: &["moves", "m"],
        about: "list the legal moves",
    },
    BOARD,
    TURN,
    NAMES,
    RULES,
    CommandHelp {
        command: Command::Position,
        names: &["position"],
        about: "print the position as text",
    },
    CommandHelp {
        command: Command::Resign,
        names: &["answer", "a", "resign"],
        about: "give up and see the answer",
    },
    CommandHelp {
        command: Command::Quit,
        names: &["quit", "q"],
        about: "leave; what you have not answered stays due",
    },
    CommandHelp {
        command: Command::Help,
        names: &["help", "?"],
        about: "print this list",
    },
];

/// An exercise that is asked about.
pub(crate) struct Question<'q> {
    exercise: &'q Exercise,
    /// What somebody played who was there: to try it again is no mistake.
    played: Option<&'q str>,
    pub(crate) practice: Practice,
    mover: Seat,
    /// How many hints were given.
    hints: usize,
    /// How many moves were tried that are not right.
    errors: usize,
    turned: bool,
}

impl<'q> Question<'q> {
    pub(crate) fn new(
        exercise: &'q Exercise,
        played: Option<&'q str>,
        catalog: &Catalog,
        settings: &Settings,
    ) -> anyhow::Result<Question<'q>> {
        let practice = Practice::new(exercise, catalog, settings)?;
        let Turn::Of(mover) = practice.session.turn() else {
            unreachable!("somebody has to move in what is practised")
        };
        Ok(Question {
            exercise,
            played,
            practice,
            mover,
            hints: 0,
            errors: 0,
            turned: false,
        })
    }

    /// Lets the person try until they have found it or given up; `None` where they leave.
    pub(crate) fn ask(&mut self, lines: &Lines) -> anyhow::Result<Option<Grade>> {
        let mut legal = self.practice.session.legal_moves();
        legal.sort_by_cached_key(|mv| (mv.len(), mv.clone()));
        let commands = COMMANDS.iter().map(|help| help.names[0].to_owned());
        let words: Vec<String> = legal.iter().cloned().chain(commands).collect();
        let prompt = format!("Your move ({}): ", self.practice.session.side(self.mover));
        let mut listed = false;
        loop {
            let line = match lines.ask(&prompt, &words)? {
                Line::Text(line) => line,
                Line::End | Line::Interrupted => {
                    say("\n")?;
                    return Ok(None);
                }
            };
            let graded = match Input::parse(&line, &legal, listed, COMMANDS) {
                Input::Move(mv) => self.tried(&mv)?,
                Input::Command(Command::Hint) => self.hint()?,
                Input::Command(Command::Resign) => Some(self.answer()?),
                Input::Command(Command::Quit) => return Ok(None),
                Input::Command(Command::Moves) => {
                    listed = true;
                    lines.page(&text::moves(&legal))?;
                    None
                }
                Input::Command(Command::Rules) => {
                    let rules = text::rules(self.practice.session.game().about());
                    lines.page(&rules)?;
                    None
                }
                Input::Command(Command::Board) => {
                    self.show_board()?;
                    None
                }
                Input::Command(Command::Turn) => {
                    self.turned = !self.turned;
                    self.show_board()?;
                    None
                }
                Input::Command(Command::Names) => {
                    say(&text::names(self.picture()))?;
                    None
                }
                Input::Command(Command::Position) => {
                    say(&(self.practice.session.position() + "\n"))?;
                    None
                }
                Input::Command(Command::Help | Command::Why | Command::Undo) => {
                    lines.page(&text::help(legal.first(), COMMANDS))?;
                    None
                }
                Input::Nothing => {
                    say(&text::how_to_move(legal.first()))?;
                    None
                }
                Input::Unknown(text) => match self.practice.session.spell(&text) {
                    Ok(mv) => self.tried(&mv)?,
                    Err(error) => {
                        let picture = self.practice.session.picture();
                        let typed = (&legal[..], COMMANDS);
                        let said = mistake::explain(&text, &error, typed, &picture, self.mover);
                        say(&format!("{}\n", wrapped(&said)))?;
                        None
                    }
                },
            };
            if graded.is_some() {
                return Ok(graded);
            }
        }
    }

    /// Judges a move. The first that is not right may be followed by another, later ones bring a hint.
    fn tried(&mut self, mv: &str) -> anyhow::Result<Option<Grade>> {
        if self.played == Some(mv) {
            say(&(styled(NOTE, format!("{mv} is what you played.")) + "\n"))?;
            return Ok(None);
        }
        let tried = self.practice.tried(mv);
        if !tried.right {
            self.errors += 1;
            if self.errors > 1 {
                say(&(styled(NOTE, tried.sentence) + "\n"))?;
                return self.hint();
            }
            let again = format!("{} Try another, or type \"hint\".", tried.sentence);
            say(&(styled(NOTE, again) + "\n"))?;
            return Ok(None);
        }
        self.because(&styled(GOOD.bold(), tried.sentence))?;
        Ok(Some(Practice::grade(self.hints > 0 || self.errors > 0)))
    }

    /// Gives the next hint. The last one is the answer.
    fn hint(&mut self) -> anyhow::Result<Option<Grade>> {
        let hints = &self.exercise.hints;
        let Some(hint) = hints
            .get(self.hints)
            .filter(|_| self.hints + 1 < hints.len())
        else {
            return self.answer().map(Some);
        };
        self.hints += 1;
        say(&format!("{}\n", wrapped(&format!("Hint: {hint}"))))?;
        Ok(None)
    }

    fn answer(&self) -> anyhow::Result<Grade> {
        self.because(&styled(BAD.bold(), self.practice.answer()))?;
        Ok(Grade::Again)
    }

    fn because(&self, said: &str) -> anyhow::Result<()> {
        let why = &self.exercise.why;
        let text = format!("{said} {why}");
        say(&format!("{}\n", wrapped(text.trim_end())))?;
        Ok(())
    }

    fn picture(&self) -> Picture {
        match self.turned {
            true => self.practice.session.picture().turned(),
            false => self.practice.session.picture(),
        }
    }

    pub(crate) fn show_board(&self) -> anyhow::Result<()> {
        let (session, picture) = (&*self.practice.session, self.picture());
        say(&text::board(session, &picture, None, text::PROMPT))?;
        Ok(())
    }
}
