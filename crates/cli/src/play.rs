//! `shido play`.

mod advice;
mod coaching;
pub(crate) mod echo;
pub(crate) mod input;
pub(crate) mod kept;
pub(crate) mod lines;
pub(crate) mod mistake;
mod record;
pub(crate) mod text;
mod thinking;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use shido::{
    AnyGame, AnyPlayer, AnySession, Catalog, Error, Event, Moved, Request, Saved, Settings, Spec,
    Tutored, tutor_spec,
};
use shido_club::{Advice, capital, day, hint, list};
use shido_core::picture::Picture;
use shido_core::{Seat, Seed, Turn};

use crate::args::{PlayArgs, SeatArg};
use crate::terminal::{FAINT, GOOD, Watcher, styled};
use crate::{interrupt, remembered, report, start};
use coaching::Coaching;
use input::{COMMANDS, Command, Input, PASS};
use kept::Kept;
use lines::{Line, Lines};
use record::{Record, Recorded};
use text::wrapped;

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
    let settings = Settings {
        seed: Seed(args.seed.unwrap_or_else(any_seed)),
        stop: interrupt::flag(),
        ..remembered::settings()
    };
    let data = settings.data.clone();
    anyhow::ensure!(
        args.resume || args.game.is_some(),
        "which game? `shido games` lists them, `shido play tic-tac-toe` plays one, and `shido play \
         --resume` goes on with the one you left"
    );
    let student = remembered::student(args.who.student.as_deref());
    // Who was named has to be named again.
    let who = args.who.student.as_deref().map_or(String::new(), |name| {
        format!(" --student {}", remembered::typed(name))
    });
    let mut left = match args.resume {
        true => {
            let game = args.game.as_deref().map(opened_as);
            Some(Kept::left(
                data.as_deref(),
                student.clone(),
                game.as_deref(),
            )?)
        }
        false => None,
    };
    let opened_as = match &left {
        Some((saved, _)) => saved.game.clone(),
        None => opened_as(args.game.as_deref().unwrap_or_default()),
    };
    let begin = |settings: &Settings| {
        let position = args.position.as_deref();
        start::session(catalog, &opened_as, position, args.after, settings)
    };
    // Says what is wrong with the position before anybody thinks about it.
    let game = match &left {
        Some((saved, _)) => catalog.open(&saved.game)?,
        None => begin(&settings)?.game(),
    };
    // Who asks for another file is not held to the one that the contest was recorded in.
    let recorded = match (&args.record, &mut left) {
        (Some(path), _) => Some(Recorded::new(path)),
        (None, Some((_, kept))) => kept.recorded.take(),
        (None, None) => None,
    };
    let mut record = recorded
        .map(|recorded| Record::open(recorded, game.about().record))
        .transpose()?;
    let advice = Advice::new(&game, &settings);
    let (company, strength) = match &left {
        Some((saved, _)) => (Company::of(saved, &game, &settings)?, None),
        None => company(args, &student, &game, &settings)?,
    };
    let mut coaching = match args.coach {
        true => Some(Coaching::new(&game, &advice, &settings, student.clone())?),
        false => None,
    };
    if interrupt::raised() {
        return Ok(());
    }
    let lines = Lines::read(data.as_ref().map(|data| data.join("history"))).context(
        "cannot listen to what is typed, because the system gives the program no thread: end other \
             programs, or allow more processes (`ulimit -u`)",
    )?;
    let (mut resumed, mut kept) = match left {
        Some((saved, kept)) => (Some(saved), kept),
        None => (None, Kept::open(data.as_deref(), student)),
    };
    for number in 0.. {
        let settings = Settings {
            seed: settings.seed.derive(number),
            ..settings.clone()
        };
        let mut session = match resumed.take() {
            Some(saved) => catalog.load(&saved, &settings)?,
            None => {
                kept.begin();
                begin(&settings)?
            }
        };
        kept.recorded = record.as_ref().map(Record::recorded);
        if let Company::Player { you, opponent } = &company {
            session.seat(you.other(), Some(opponent))?;
        }
        let mut greeting = String::new();
        if number == 0 {
            let greet = |short| {
                let (about, strength) = (game.about(), strength.as_deref());
                text::greeting(about, &company, strength, &*session, short)
            };
            greeting = greet(false);
            // Also what to type, and the first move of an opponent who begins.
            let other_lines = 2 + text::PROMPT;
            if !text::seen_together(&greeting, &session.picture(), other_lines) {
                greeting = greet(true);
            }
            say(&greeting)?;
        }
        let mut contest = Contest {
            session,
            opened_as: &opened_as,
            company: &company,
            advice: &advice,
            coaching: coaching.as_mut(),
            lines: &lines,
            kept: &mut kept,
            turned: args.turned,
            told_how: number > 0,
            choices: Vec::new(),
            before: None,
            news: Vec::new(),
            above: greeting.lines().count(),
        };
        contest.look_back();
        let left = contest.play();
        // Whatever made it end, what was played is kept.
        let recorded = match &mut record {
            Some(record) => {
                let begun = day(contest.kept.begun);
                record.append(&*contest.session, company.names(), begun)?
            }
            None => false,
        };
        let left = left?;
        if let (true, Some(record)) = (recorded, &record) {
            let path = record.path().display();
            say(&styled(FAINT, format!("Recorded in {path}.\n")))?;
        }
        contest.kept.recorded = record.as_ref().map(Record::recorded);
        contest.keep();
        match left {
            Left::Over => {
                let played = !contest.choices.is_empty();
                if lines.are_typed() && played && contest.kept.is_kept() {
                    let how = format!(
                        "`shido review{who}` looks at it with you: what you could have found.\n"
                    );
                    say(&styled(FAINT, how))?;
                }
                if !lines.are_typed() || !again(&lines)? {
                    break;
                }
            }
            Left::Unfinished => {
                if contest.kept.is_kept() {
                    let how = format!("`shido play --resume{who}` goes on with it.\n");
                    say(&styled(FAINT, how))?;
                }
                break;
            }
        }
    }
    Ok(())
}

/// How a game is opened again from anywhere: a file by its whole path.
pub(crate) fn opened_as(game: &str) -> String {
    let (file, options) = match game.split_once(".toml:") {
        Some((file, options)) => (format!("{file}.toml"), format!(":{options}")),
        None => (game.to_owned(), String::new()),
    };
    match Path::new(&file).canonicalize() {
        Ok(path) if path.is_file() => format!("{}{options}", path.display()),
        _ => game.to_owned(),
    }
}

fn again(lines: &Lines) -> io::Result<bool> {
    loop {
        match lines.ask("Again? (y/n) ", &[])? {
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
pub(crate) fn say(text: &str) -> io::Result<()> {
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
pub(crate) enum Company {
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
    /// Where the person sits, unless people sit at both sides.
    pub(crate) fn you(&self) -> Option<Seat> {
        match self {
            Company::People => None,
            Company::Player { you, .. } => Some(*you),
        }
    }

    fn is_person(&self, seat: Seat) -> bool {
        match self {
            Company::People => true,
            Company::Player { you, .. } => *you == seat,
        }
    }

    /// Who sat at the board when a contest was left.
    fn of(saved: &Saved, game: &Arc<dyn AnyGame>, settings: &Settings) -> Result<Company, Error> {
        let mut seats = Seat::BOTH.into_iter().zip(&saved.players);
        let Some((seat, Some(spec))) = seats.find(|(_, player)| player.is_some()) else {
            return Ok(Company::People);
        };
        Ok(Company::Player {
            you: seat.other(),
            opponent: watched(|watch| game.player(spec, settings, watch))?,
        })
    }

    /// What the players are called in a record, the first one first.
    fn names(&self) -> [String; 2] {
        Seat::BOTH.map(|seat| match self {
            Company::Player { you, opponent } if *you != seat => opponent.spec().to_string(),
            Company::Player { .. } | Company::People => "human".to_owned(),
        })
    }
}

/// Who sits at the board and, where nobody has said who should, how well they play.
fn company(
    args: &PlayArgs,
    student: &str,
    game: &Arc<dyn AnyGame>,
    settings: &Settings,
) -> Result<(Company, Option<String>), Error> {
    let player = |spec: &Spec| watched(|watch| game.player(spec, settings, watch));
    let (opponent, strength) = match (args.against.as_deref(), &args.level) {
        (Some("human"), _) => return Ok((Company::People, None)),
        (Some(text), _) => (player(&text.parse()?)?, None),
        (None, Some(level)) => (player(&tutor_spec(Tutored::Level(level)))?, None),
        (None, None) => {
            let found = watched(|watch| game.usual_opponent(student, settings, watch))?;
            let strength = match found.1 {
                None => "at your level".to_owned(),
                Some(reason) => format!("because {reason}"),
            };
            (found.0, Some(strength))
        }
    };
    let you = match args.seat {
        SeatArg::First => Seat::First,
        SeatArg::Second => Seat::Second,
    };
    Ok((Company::Player { you, opponent }, strength))
}

/// Why playing stopped.
enum Left {
    /// The contest has ended.
    Over,
    /// The person left, by a command, by Ctrl-C or because the input ended.
    Unfinished,
}

/// A contest in the terminal.
struct Contest<'g, 'c> {
    session: Box<dyn AnySession>,
    opened_as: &'g str,
    company: &'g Company,
    advice: &'g Advice,
    coaching: Option<&'g mut Coaching<'c>>,
    lines: &'g Lines,
    kept: &'g mut Kept,
    /// Whether the board is seen from the second player's side.
    turned: bool,
    /// Whether somebody was told how to type a move.
    told_how: bool,
    /// How many moves had been made each time that a person made one.
    choices: Vec<usize>,
    /// The board before the last move, to tell what it changed.
    before: Option<Picture>,
    /// What happened since the board was shown. It is told below the next one, where it is seen.
    news: Vec<String>,
    /// How many lines stand above the first board and should be seen with it.
    above: usize,
}

impl Contest<'_, '_> {
    fn play(&mut self) -> anyhow::Result<Left> {
        loop {
            match self.session.turn() {
                Turn::Over(outcome) => {
                    if self.session.save().ended.is_none() {
                        self.show_board()?;
                    }
                    say(&text::ending(self.company, &*self.session, outcome))?;
                    return Ok(Left::Over);
                }
                Turn::Of(seat) if self.company.is_person(seat) => {
                    self.show_board()?;
                    if let ControlFlow::Break(left) = self.choose(seat)? {
                        return Ok(left);
                    }
                }
                Turn::Of(seat) => match self.reply(seat) {
                    Ok(Moved::Move(_)) => self.tell(Some(seat)),
                    // That it ended is told next.
                    Ok(Moved::Resigned) => {}
                    Err(Error::Stopped) if self.lines.are_typed() => {
                        if let ControlFlow::Break(left) = self.interrupted(seat)? {
                            return Ok(left);
                        }
                    }
                    Err(error) => return Err(error.into()),
                },
                // Dice change nothing on the board: what was moved before them stays marked.
                Turn::Chance => {
                    self.session.let_move(&request())?;
                    self.tell(None);
                }
            }
            self.keep();
        }
    }

    /// Finds out what happened before, in a contest that is gone on with.
    fn look_back(&mut self) {
        let movers = self.session.movers();
        let person = |(_, mover): &(usize, &Option<Seat>)| {
            mover.is_some_and(|seat| self.company.is_person(seat))
        };
        let made = movers.iter().enumerate().filter(person);
        self.choices = made.map(|(ply, _)| ply).collect();
        let before = movers.len().checked_sub(1);
        self.before = before.map(|moves| self.session.after(moves).picture());
    }

    /// Keeps the contest as it is, so that it can be gone on with. What ends before a person has moved is no result.
    fn keep(&mut self) {
        let over = matches!(self.session.turn(), Turn::Over(_));
        if !over || !self.choices.is_empty() {
            self.kept.keep(&*self.session, self.opened_as);
        }
    }

    fn show_board(&mut self) -> io::Result<()> {
        let (session, before) = (&*self.session, self.before.as_ref());
        let told_how = usize::from(!self.told_how);
        let above = std::mem::take(&mut self.above);
        let other_lines = above + self.news.len() + told_how + text::PROMPT;
        let picture = self.picture();
        say(&text::board(session, &picture, before, other_lines))?;
        for news in self.news.drain(..) {
            say(&format!("{}\n", wrapped(&news)))?;
        }
        Ok(())
    }

    /// The board as it is looked at.
    fn picture(&self) -> Picture {
        match self.turned {
            true => self.session.picture().turned(),
            false => self.session.picture(),
        }
    }

    /// Takes note of what a player has done, or chance.
    fn tell(&mut self, seat: Option<Seat>) {
        let told = self.session.told().unwrap_or_default();
        let told = match seat {
            Some(seat) => {
                let subject = text::subject(self.company, &*self.session, seat);
                format!("{subject} {told}")
            }
            None => capital(&told),
        };
        self.news.push(told + ".");
    }

    fn reply(&mut self, seat: Seat) -> Result<Moved, Error> {
        self.before = Some(self.session.picture());
        let who = text::subject(self.company, &*self.session, seat);
        let moved = thinking::shown(&who, |progress| {
            self.session.let_move(&Request {
                progress,
                ..request()
            })
        });
        self.heed_no_more();
        moved
    }

    /// Ctrl-C in the middle of a thought was meant for that thought: whoever types goes on playing.
    fn heed_no_more(&self) {
        if self.lines.are_typed() {
            interrupt::lower();
        }
    }

    /// Ctrl-C has stopped the opponent's thinking: asks what is to be done.
    fn interrupted(&mut self, seat: Seat) -> anyhow::Result<ControlFlow<Left>> {
        let who = text::subject(self.company, &*self.session, seat);
        let undo = if self.choices.is_empty() {
            ""
        } else {
            "undo, "
        };
        let ask = format!("Enter lets it think again; or type {undo}resign or quit: ");
        say(&format!("{who} was interrupted.\n"))?;
        loop {
            let line = match self.lines.ask(&ask, &[])? {
                Line::Text(line) => line,
                Line::End | Line::Interrupted => "quit".to_owned(),
            };
            match Input::parse(&line, &[], false, COMMANDS) {
                Input::Nothing => return Ok(ControlFlow::Continue(())),
                Input::Command(Command::Undo) if !self.choices.is_empty() => {
                    self.undo()?;
                    return Ok(ControlFlow::Continue(()));
                }
                Input::Command(Command::Resign) => {
                    self.session.resign(seat.other());
                    return Ok(ControlFlow::Continue(()));
                }
                Input::Command(Command::Quit) => {
                    return Ok(ControlFlow::Break(Left::Unfinished));
                }
                _ => {}
            }
        }
    }

    /// Lets people do as they like until the contest has changed or they leave.
    fn choose(&mut self, seat: Seat) -> anyhow::Result<ControlFlow<Left>> {
        let mut legal = self.session.legal_moves();
        // Short names first: 2 before 10.
        legal.sort_by_cached_key(|mv| (mv.len(), mv.clone()));
        let commands = COMMANDS.iter().map(|help| help.names[0].to_owned());
        let words: Vec<String> = legal.iter().cloned().chain(commands).collect();
        if matches!(&legal[..], [only] if only == PASS) {
            say("No move is possible: press Enter to pass.\n")?;
        } else if !std::mem::replace(&mut self.told_how, true) {
            say(&text::how_to_move(self.example(&legal)))?;
        }
        // Whether the numbered list of moves was shown.
        let mut listed = false;
        loop {
            let prompt = text::prompt(self.company, &*self.session, seat);
            let line = match self.lines.ask(&prompt, &words)? {
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
            match Input::parse(&line, &legal, listed, COMMANDS) {
                Input::Move(mv) => {
                    if self.make(&mv)? {
                        return Ok(ControlFlow::Continue(()));
                    }
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
                    return Ok(ControlFlow::Continue(()));
                }
                Input::Command(Command::Quit) => {
                    say("You left; the contest stays unfinished.\n")?;
                    return Ok(ControlFlow::Break(Left::Unfinished));
                }
                Input::Command(Command::Help) => {
                    let help = text::help(self.example(&legal), COMMANDS);
                    self.lines.page(&help)?;
                }
                Input::Command(Command::Rules) => {
                    let rules = text::rules(self.session.game().about());
                    self.lines.page(&rules)?;
                }
                Input::Command(Command::Moves) => {
                    listed = true;
                    self.lines.page(&text::moves(&legal))?;
                }
                Input::Command(Command::Hint) => {
                    let hint = self.hint(seat);
                    say(&format!("{}\n", wrapped(&hint)))?;
                }
                Input::Command(Command::Why) => {
                    let why = self.why();
                    say(&format!("{}\n", wrapped(&why)))?;
                }
                Input::Command(Command::Board) => self.show_board()?,
                Input::Command(Command::Turn) => {
                    self.turned = !self.turned;
                    self.show_board()?;
                }
                Input::Command(Command::Names) => say(&text::names(self.picture()))?,
                Input::Command(Command::Position) => say(&(self.session.position() + "\n"))?,
                Input::Nothing => say(&text::how_to_move(self.example(&legal)))?,
                Input::Unknown(text) => {
                    // Games read more than they write: `e2e4`, or `Ra8` where `Ra8#` is meant.
                    let error = match self.session.spell(&text) {
                        Ok(mv) => match self.make(&mv)? {
                            true => return Ok(ControlFlow::Continue(())),
                            false => continue,
                        },
                        Err(error) => error,
                    };
                    let picture = self.session.picture();
                    let typed = (&legal[..], COMMANDS);
                    let said = mistake::explain(&text, &error, typed, &picture, seat);
                    say(&format!("{}\n", wrapped(&said)))?;
                }
            }
        }
    }

    /// A legal move to show how one is typed: what people often play here, since it will be typed.
    fn example<'l>(&self, legal: &'l [String]) -> Option<&'l String> {
        let usual = self.advice.usual_move(&*self.session);
        let known = |usual: String| legal.iter().find(|mv| **mv == usual);
        usual.and_then(known).or(legal.get(legal.len() / 2))
    }

    /// Makes a move for a person, unless the coach has something to say about it first.
    fn make(&mut self, mv: &str) -> anyhow::Result<bool> {
        if let Some(coaching) = &mut self.coaching {
            let warning = coaching.warning(&*self.session, mv);
            self.heed_no_more();
            if let Some(warning) = warning? {
                say(&format!("{}\n", wrapped(&warning)))?;
                return Ok(false);
            }
        }
        self.choices.push(self.session.moves().len());
        self.before = Some(self.session.picture());
        self.session.play(mv)?;
        Ok(true)
    }

    /// Goes back to where a person last chose.
    fn undo(&mut self) -> anyhow::Result<()> {
        let moves = self.session.moves();
        let kept = self.choices.pop().unwrap_or(moves.len());
        for _ in kept..moves.len() {
            self.session.take_back();
        }
        self.look_back();
        self.news.clear();
        let taken = list(&moves[kept..], "and");
        say(&format!("Taken back: {taken}.\n"))?;
        Ok(())
    }

    fn why(&mut self) -> String {
        let Company::Player { you, opponent } = self.company else {
            return "There is no opponent to ask: both sides are people.".to_owned();
        };
        let who = text::subject(self.company, &*self.session, you.other());
        let reasons = thinking::shown(&who, |progress| {
            let request = Request {
                progress,
                ..request()
            };
            self.session.reasons(you.other(), &request)
        });
        self.heed_no_more();
        match reasons {
            Ok(Some(reasons)) => advice::reasons(&reasons),
            Ok(None) if self.session.movers().contains(&Some(you.other())) => {
                "It no longer knows: ask again after its next move.".to_owned()
            }
            Ok(None) => "The opponent has made no move yet.".to_owned(),
            Err(Error::NoJudge { .. } | Error::ChanceMoves { .. }) => {
                format!("{} gives no reasons.", opponent.spec().name)
            }
            Err(Error::Stopped) => "Stopped.".to_owned(),
            Err(error) => format!("There are no reasons to be had: {error}."),
        }
    }

    fn hint(&mut self, seat: Seat) -> String {
        let mover = match self.company {
            Company::Player { .. } => "you".to_owned(),
            Company::People => self.session.side(seat),
        };
        let found = thinking::shown("The adviser", |progress| {
            let request = Request {
                progress,
                ..request()
            };
            watched(|watch| self.advice.ask(&mut *self.session, &request, watch))
        });
        self.heed_no_more();
        match found {
            Ok(analysis) => styled(GOOD, hint(&analysis, &mover)),
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
pub(crate) fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one("seed")
}
