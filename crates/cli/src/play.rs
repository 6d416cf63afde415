//! `shido play`.

mod advice;
mod input;
mod lines;
mod mistake;
mod record;
mod text;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::Arc;

use shido::{AnyGame, AnyPlayer, AnySession, Catalog, Error, Event, Moved, Request, Settings};
use shido_core::picture::Picture;
use shido_core::{Seat, Seed, Turn};

use crate::args::{PlayArgs, SeatArg};
use crate::terminal::{FAINT, GOOD, Watcher, styled};
use crate::{interrupt, report};
use advice::Advice;
use input::{Command, Input, PASS};
use lines::{Line, Lines};
use record::Record;

/// Plays contests until the person has enough of it.
pub(crate) fn play(args: &PlayArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let done = contests(args, catalog);
    if !interrupt::raised() {
        return done.map(|()| ExitCode::SUCCESS);
    }
    if let Err(error) = done {
        report::error(&error);
    }
    Ok(ExitCode::from(interrupt::EXIT_CODE))
}

fn contests(args: &PlayArgs, catalog: &Catalog) -> anyhow::Result<()> {
    let game = catalog.open(&args.game)?;
    let mut record = args.record.as_deref().map(Record::open).transpose()?;
    let settings = Settings {
        seed: Seed(args.seed.unwrap_or_else(any_seed)),
        stop: interrupt::flag(),
        ..Settings::for_user()
    };
    let position = args.position.as_deref();
    // Says what is wrong with the position before anybody thinks about it.
    Arc::clone(&game).session(position, &settings)?;
    let advice = Advice::new(&game, &settings);
    let (company, reason) = company(args, &game, &settings, &advice)?;
    if interrupt::raised() {
        return Ok(());
    }
    let lines = Lines::read();
    for number in 0.. {
        let settings = Settings {
            seed: settings.seed.derive(number),
            ..settings.clone()
        };
        let mut session = Arc::clone(&game).session(position, &settings)?;
        if let Company::Player { you, opponent } = &company {
            session.seat(you.other(), Some(opponent))?;
        }
        if number == 0 {
            say(&text::greeting(
                game.about(),
                &company,
                reason.as_deref(),
                &*session,
            ))?;
        }
        let mut contest = Contest {
            session,
            company: &company,
            advice: &advice,
            lines: &lines,
            choices: Vec::new(),
            before: None,
            resigned: None,
        };
        let left = contest.play();
        // Whatever made it end, what was played is kept.
        let recorded = match &mut record {
            Some(record) => record.append(&*contest.session)?,
            None => false,
        };
        let left = left?;
        if let (true, Some(path)) = (recorded, &args.record) {
            say(&styled(FAINT, format!("Recorded in {}.\n", path.display())))?;
        }
        match left {
            Left::Over if lines.are_typed() && again(&lines)? => {}
            Left::Over | Left::Unfinished => break,
        }
    }
    Ok(())
}

fn again(lines: &Lines) -> io::Result<bool> {
    loop {
        say("Again? (y/n) ")?;
        match lines.next()? {
            Line::Text(answer) => match answer.trim().to_lowercase().chars().next() {
                Some('y') => return Ok(true),
                Some('n' | 'q') => return Ok(false),
                _ => {}
            },
            Line::End | Line::Interrupted => {
                say("\n")?;
                return Ok(false);
            }
        }
    }
}

/// Prints through a stream that leaves colours out where they are not understood.
fn say(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn watched<T>(work: impl FnOnce(&(dyn Fn(Event) + Sync)) -> T) -> T {
    let watcher = Watcher::new(None);
    let result = work(&|event| watcher.see(event));
    watcher.done();
    result
}

/// Who sits at the board.
enum Company {
    /// People at both sides.
    People,
    /// A person against a player.
    Player {
        /// Where the person sits.
        you: Seat,
        /// Who sits opposite.
        opponent: AnyPlayer,
    },
}

impl Company {
    fn is_person(&self, seat: Seat) -> bool {
        match self {
            Company::People => true,
            Company::Player { you, .. } => *you == seat,
        }
    }
}

/// Who sits at the board and, where nobody has said who should, why.
fn company(
    args: &PlayArgs,
    game: &Arc<dyn AnyGame>,
    settings: &Settings,
    advice: &Advice,
) -> Result<(Company, Option<String>), Error> {
    let player = |text: &str| {
        let spec = text.parse()?;
        watched(|watch| game.player(&spec, settings, watch))
    };
    let (opponent, reason) = match args.against.as_deref() {
        Some("human") => return Ok((Company::People, None)),
        Some(text) => (player(text)?, None),
        // Who plays unless somebody is named: who knows best, else random.
        None => match watched(|watch| advice.adviser(watch)) {
            Ok(adviser) => {
                let reason = match adviser.spec().name.as_str() {
                    "perfect" => "the game can be solved",
                    _ => "the game is searched, not solved",
                };
                (adviser.clone(), Some(reason.to_owned()))
            }
            Err(reason) => (player("random")?, Some(reason)),
        },
    };
    let you = match args.seat {
        SeatArg::First => Seat::First,
        SeatArg::Second => Seat::Second,
    };
    Ok((Company::Player { you, opponent }, reason))
}

/// Why playing stopped.
enum Left {
    /// The contest has ended.
    Over,
    /// The person left, by a command, by Ctrl-C or because the input ended.
    Unfinished,
}

/// A contest in the terminal.
struct Contest<'g> {
    session: Box<dyn AnySession>,
    company: &'g Company,
    advice: &'g Advice,
    lines: &'g Lines,
    /// How many moves had been made each time that a person made one.
    choices: Vec<usize>,
    /// The board before the last move, to tell what it changed.
    before: Option<Picture>,
    resigned: Option<Seat>,
}

impl Contest<'_> {
    fn play(&mut self) -> anyhow::Result<Left> {
        loop {
            match self.session.turn() {
                Turn::Over(outcome) => {
                    if self.resigned.is_none() {
                        self.show_board()?;
                    }
                    say(&text::ending(
                        self.company,
                        &*self.session,
                        outcome,
                        self.resigned,
                    ))?;
                    return Ok(Left::Over);
                }
                Turn::Of(seat) if self.company.is_person(seat) => {
                    self.show_board()?;
                    if let ControlFlow::Break(left) = self.choose(seat)? {
                        return Ok(left);
                    }
                }
                Turn::Of(seat) => {
                    let plays = text::does(self.company, &*self.session, seat, "play");
                    match self.reply()? {
                        Moved::Move(mv) => say(&format!("{plays} {mv}.\n"))?,
                        Moved::Resigned => self.resigned = Some(seat),
                    }
                }
                Turn::Chance => {
                    if let Moved::Move(mv) = self.reply()? {
                        say(&format!("Chance plays {mv}.\n"))?;
                    }
                }
            }
        }
    }

    fn show_board(&self) -> io::Result<()> {
        say(&text::board(&*self.session, self.before.as_ref()))
    }

    fn reply(&mut self) -> Result<Moved, Error> {
        self.before = Some(self.session.picture());
        self.session.let_move(&request())
    }

    /// Lets people do as they like until the contest has changed or they leave.
    fn choose(&mut self, seat: Seat) -> anyhow::Result<ControlFlow<Left>> {
        let mut legal = self.session.legal_moves();
        // Short names first: 2 before 10.
        legal.sort_by_cached_key(|mv| (mv.len(), mv.clone()));
        if matches!(&legal[..], [only] if only == PASS) {
            say("There is no move but to pass: press Enter.\n")?;
        }
        loop {
            say(&text::prompt(self.company, &self.session.symbol(seat)))?;
            let line = match self.lines.next()? {
                Line::Text(line) => line,
                Line::End => {
                    say("\nThe input has ended; the contest stays unfinished.\n")?;
                    return Ok(ControlFlow::Break(Left::Unfinished));
                }
                Line::Interrupted => {
                    say("\nStopped; the contest stays unfinished.\n")?;
                    return Ok(ControlFlow::Break(Left::Unfinished));
                }
            };
            if !self.lines.are_typed() {
                // What a terminal shows by itself.
                say(&format!("{line}\n"))?;
            }
            match Input::parse(&line, &legal) {
                Input::Move(mv) => {
                    self.choices.push(self.session.moves().len());
                    self.before = Some(self.session.picture());
                    self.session.play(&mv)?;
                    return Ok(ControlFlow::Continue(()));
                }
                Input::Command(Command::Undo) if self.choices.is_empty() => {
                    say("You have made no move that could be taken back.\n")?;
                }
                Input::Command(Command::Undo) => {
                    self.undo()?;
                    return Ok(ControlFlow::Continue(()));
                }
                Input::Command(Command::Resign) => {
                    self.session.resign(seat);
                    self.resigned = Some(seat);
                    return Ok(ControlFlow::Continue(()));
                }
                Input::Command(Command::Quit) => {
                    say("You left; the contest stays unfinished.\n")?;
                    return Ok(ControlFlow::Break(Left::Unfinished));
                }
                Input::Command(Command::Help) => say(&text::help(&legal))?,
                Input::Command(Command::Moves) => say(&text::moves(&legal))?,
                Input::Command(Command::Hint) => {
                    let hint = self.hint();
                    say(&format!("{hint}\n"))?;
                }
                Input::Command(Command::Why) => {
                    let why = self.why();
                    say(&format!("{why}\n"))?;
                }
                Input::Command(Command::Board) => self.show_board()?,
                Input::Command(Command::Names) => say(&text::names(&*self.session))?,
                Input::Command(Command::Position) => say(&(self.session.position() + "\n"))?,
                Input::Nothing => say(&text::how_to_move(&legal))?,
                Input::Unknown(text) => {
                    let made = self.session.moves().len();
                    let picture = self.session.picture();
                    // Games read more than they write: `e2e4`, or `Ra8` where `Ra8#` is meant.
                    if self.session.play(&text).is_ok() {
                        self.choices.push(made);
                        self.before = Some(picture);
                        return Ok(ControlFlow::Continue(()));
                    }
                    say(&(mistake::explain(&text, &legal, &picture, seat) + "\n"))?;
                }
            }
        }
    }

    /// Goes back to where a person last chose.
    fn undo(&mut self) -> io::Result<()> {
        let moves = self.session.moves();
        let kept = self.choices.pop().unwrap_or(moves.len());
        for _ in kept..moves.len() {
            self.session.take_back();
        }
        self.before = None;
        say(&format!(
            "Taken back: {}.\n",
            text::list(&moves[kept..], "and")
        ))
    }

    fn why(&mut self) -> String {
        let Company::Player { you, opponent } = self.company else {
            return "There is no opponent to ask: both sides are people.".to_owned();
        };
        match self.session.reasons(you.other(), &request()) {
            Ok(Some(reasons)) => advice::reasons(&reasons),
            Ok(None) => "The opponent has made no move yet.".to_owned(),
            Err(Error::NoJudge { .. } | Error::ChanceMoves { .. }) => {
                format!("{} gives no reasons.", opponent.spec().name)
            }
            Err(error) => format!("There are no reasons to be had: {error}."),
        }
    }

    fn hint(&mut self) -> String {
        match watched(|watch| self.advice.ask(&mut *self.session, watch)) {
            Ok(analysis) => styled(GOOD, advice::hint(&analysis)),
            Err(reason) => format!("There is no hint: {reason}."),
        }
    }
}

/// Thinking that Ctrl-C ends.
fn request() -> Request<'static> {
    Request {
        cancel: Some(interrupt::flag()),
        ..Request::default()
    }
}

/// A seed that nobody chose. The standard library's hash keys are drawn anew for every process.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one("seed")
}
