//! `shido practice`: positions that are due, one after the other.

use std::process::ExitCode;

use anyhow::Context;
use shido::{Catalog, Error, Settings};
use shido_club::{Practice, day};
use shido_core::{Seat, Turn};
use shido_store::{Card, Grade, Memory, Moment};

use crate::args::PracticeArgs;
use crate::play::input::{BOARD, Command, CommandHelp, Input, NAMES, RULES, TURN};
use crate::play::lines::{Line, Lines};
use crate::play::text::{self, wrapped};
use crate::play::{mistake, opened_as, say};
use crate::terminal::{BAD, FAINT, GOOD, NOTE, STRONG, counted, styled};
use crate::{interrupt, remembered, report};

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
        names: &["resign"],
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

/// Asks for the right move in positions that are due, until all are done or the person has enough of it.
pub(crate) fn practice(args: &PracticeArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let settings = Settings {
        stop: interrupt::flag(),
        ..Settings::for_user()
    };
    let student = remembered::student(args.who.student.as_deref());
    let game = args.game.as_deref().map(opened_as);
    let memory = remembered::open_if_there(&settings)?;
    let due = match &memory {
        Some(memory) => memory.due_cards(&student, game.as_deref(), Moment::now())?,
        None => Vec::new(),
    };
    let (Some(mut memory), false) = (memory, due.is_empty()) else {
        say(&format!(
            "No position is due for {student}. Those that you miss in your games come back here.\n"
        ))?;
        return Ok(ExitCode::SUCCESS);
    };
    let history = settings.data.as_ref().map(|data| data.join("history"));
    let lines = Lines::read(history).context("cannot listen to what is typed")?;
    let count = args
        .count
        .map_or(due.len(), |count| due.len().min(count as usize));
    let (mut answered, mut found) = (0, 0);
    for (number, card) in due.iter().take(count).enumerate() {
        let mut question = match Question::new(card, catalog, &settings, &lines) {
            Ok(question) => question,
            Err(error) => {
                report::warning(&format!("card {} is left out: {error:#}", card.id));
                continue;
            }
        };
        let title = question.practice.session.game().about().title.clone();
        let title = styled(STRONG, title);
        say(&format!("\n{title}, position {} of {count}.\n", number + 1))?;
        let Some(grade) = question.ask()? else {
            break;
        };
        let next = memory.practised(card.id, grade, Moment::now())?;
        answered += 1;
        found += u32::from(grade != Grade::Again);
        let back = format!("It comes back on {}.\n", day(next.due));
        say(&styled(FAINT, back))?;
    }
    let of = counted(answered, "position", "positions");
    say(&format!("\nYou found {found} of {of}.\n"))?;
    Ok(match interrupt::raised() {
        true => ExitCode::from(interrupt::EXIT_CODE),
        false => ExitCode::SUCCESS,
    })
}

/// A card that is asked about.
struct Question<'q> {
    card: &'q Card,
    practice: Practice,
    lines: &'q Lines,
    mover: Seat,
    /// How many hints were given.
    hints: usize,
    /// Whether a move was tried that is not right.
    erred: bool,
    turned: bool,
}

impl<'q> Question<'q> {
    fn new(
        card: &'q Card,
        catalog: &Catalog,
        settings: &Settings,
        lines: &'q Lines,
    ) -> anyhow::Result<Question<'q>> {
        let practice = Practice::new(&card.exercise, catalog, settings)?;
        let Turn::Of(mover) = practice.session.turn() else {
            unreachable!("somebody has to move in what is practised")
        };
        Ok(Question {
            card,
            practice,
            lines,
            mover,
            hints: 0,
            erred: false,
            turned: false,
        })
    }

    /// Lets the person try until they have found it or given up; `None` where they leave.
    fn ask(&mut self) -> anyhow::Result<Option<Grade>> {
        let mut legal = self.practice.session.legal_moves();
        legal.sort_by_cached_key(|mv| (mv.len(), mv.clone()));
        let commands = COMMANDS.iter().map(|help| help.names[0].to_owned());
        let words: Vec<String> = legal.iter().cloned().chain(commands).collect();
        let prompt = format!("Your move ({}): ", self.practice.session.side(self.mover));
        self.show_board()?;
        let mut listed = false;
        loop {
            let line = match self.lines.ask(&prompt, &words)? {
                Line::Text(line) => line,
                Line::End | Line::Interrupted => {
                    say("\n")?;
                    return Ok(None);
                }
            };
            let graded = match Input::parse(&line, &legal, listed) {
                Input::Move(mv) => self.tried(&mv)?,
                Input::Command(Command::Hint) => self.hint()?,
                Input::Command(Command::Resign) => Some(self.answer()?),
                Input::Command(Command::Quit) => return Ok(None),
                Input::Command(Command::Moves) => {
                    listed = true;
                    self.lines.page(&text::moves(&legal))?;
                    None
                }
                Input::Command(Command::Rules) => {
                    let rules = text::rules(self.practice.session.game().about());
                    self.lines.page(&rules)?;
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
                    self.lines.page(&text::help(&legal, COMMANDS))?;
                    None
                }
                Input::Nothing => {
                    say(&text::how_to_move(&legal))?;
                    None
                }
                Input::Unknown(text) => match self.practice.session.spell(&text) {
                    Ok(mv) => self.tried(&mv)?,
                    Err(error) => {
                        let rule = match error {
                            Error::Notation(error) => error.reason,
                            _ => None,
                        };
                        let picture = self.practice.session.picture();
                        let said =
                            mistake::explain(&text, rule.as_deref(), &legal, &picture, self.mover);
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

    /// Judges a move. One that is not right is followed by a hint.
    fn tried(&mut self, mv: &str) -> anyhow::Result<Option<Grade>> {
        let tried = self.practice.tried(mv);
        if !tried.right {
            self.erred = true;
            say(&(styled(NOTE, tried.sentence) + "\n"))?;
            return self.hint();
        }
        self.because(&styled(GOOD.bold(), tried.sentence))?;
        Ok(Some(Practice::grade(self.hints > 0 || self.erred)))
    }

    /// Gives the next hint. The last one is the answer.
    fn hint(&mut self) -> anyhow::Result<Option<Grade>> {
        let hints = &self.card.exercise.hints;
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
        let why = &self.card.exercise.why;
        let text = format!("{said} {why}");
        say(&format!("{}\n", wrapped(text.trim_end())))?;
        Ok(())
    }

    fn picture(&self) -> shido_core::picture::Picture {
        match self.turned {
            true => self.practice.session.picture().turned(),
            false => self.practice.session.picture(),
        }
    }

    fn show_board(&self) -> anyhow::Result<()> {
        say(&text::board(&*self.practice.session, &self.picture(), None))?;
        Ok(())
    }
}
