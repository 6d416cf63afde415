//! Lines come in on one thread, somebody thinks on another, and the one that answers hears of both in order.

use std::cell::RefCell;
use std::io::{BufRead, Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

use shido::{
    Adviser, Ask, Bound, Error, MoveThought, Moved, Request, Seat, Settings, Spec, ThinkingLimits,
    Thought, Writing,
};

use crate::board::Board;
use crate::options::TUTOR;

/// What happens.
pub(crate) enum Event {
    /// A line was read.
    Line(String),
    /// There are no more lines.
    End,
    /// This was found so far.
    Found(Thought),
    /// Somebody has thought, and is back.
    Done(Box<Thinker>, Answer),
}

/// Everything arrives here, and is answered from here.
pub(crate) struct Desk<W> {
    events: Receiver<Event>,
    sender: Sender<Event>,
    output: W,
}

/// What is longer is no command of any protocol, and comes in pieces.
const LONGEST_LINE: u64 = 1 << 20;

impl<W: Write> Desk<W> {
    /// Begins to read.
    pub(crate) fn new(input: impl BufRead + Send + 'static, output: W) -> std::io::Result<Desk<W>> {
        let (sender, events) = channel();
        let lines = sender.clone();
        Builder::new().spawn(move || read(input, &lines))?;
        Ok(Desk {
            events,
            sender,
            output,
        })
    }

    /// What happens next.
    pub(crate) fn next(&self) -> Event {
        // The desk has a sender of its own, so there is always one.
        self.events.recv().unwrap_or(Event::End)
    }

    /// What happens within so much time.
    pub(crate) fn next_within(&self, time: Duration) -> Option<Event> {
        self.events.recv_timeout(time).ok()
    }

    /// Writes a line, at once.
    pub(crate) fn say(&mut self, line: &str) -> std::io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    /// Lets somebody think on a thread of its own, until `stop` is raised at the latest.
    pub(crate) fn think(
        &self,
        mut thinker: Box<Thinker>,
        order: Order,
        stop: Arc<AtomicBool>,
    ) -> std::io::Result<()> {
        let events = self.sender.clone();
        let thinking = move || {
            let found = |thought| {
                // Nobody minds if nobody listens any more.
                let _ = events.send(Event::Found(thought));
            };
            let answer = thinker.answer(&order, stop, &found);
            let _ = events.send(Event::Done(thinker, answer));
        };
        Builder::new().spawn(thinking).map(drop)
    }
}

fn read(mut input: impl BufRead, lines: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        match (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {
                let line = String::from_utf8_lossy(&line).trim().to_owned();
                if lines.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            Ok(0) | Err(_) => {
                let _ = lines.send(Event::End);
                return;
            }
        }
    }
}

/// What somebody is asked.
#[derive(Clone, Default)]
pub(crate) struct Order {
    pub(crate) limits: ThinkingLimits,
    /// What is wanted beyond the move that the player makes.
    pub(crate) analysis: Option<Wish>,
    /// Whether the move is made in the contest: who learns from it learns then.
    pub(crate) plays: bool,
}

/// What an analysis is to find.
#[derive(Clone)]
pub(crate) struct Wish {
    /// How many of the best moves.
    pub(crate) several: usize,
    /// Among these moves only; among all if there are none.
    pub(crate) among: Vec<String>,
}

impl Wish {
    fn ask(&self) -> Ask {
        match std::num::NonZeroUsize::new(self.several) {
            _ if !self.among.is_empty() => Ask::EveryMove,
            Some(several) if several.get() > 1 => Ask::Best(several),
            _ => Ask::BestMove,
        }
    }
}

/// What came of thinking.
pub(crate) struct Answer {
    /// `None` where there is no move to make.
    pub(crate) moved: Option<Moved>,
    pub(crate) thought: Option<Thought>,
    /// Why it is not what the player wanted to do.
    pub(crate) complaint: Option<String>,
}

/// Who thinks, and about what.
pub(crate) struct Thinker {
    pub(crate) board: Board,
    adviser: Option<Adviser>,
}

impl Thinker {
    pub(crate) fn new(board: Board) -> Thinker {
        Thinker {
            board,
            adviser: None,
        }
    }

    /// Makes sure that this player thinks; who does so already goes on with what they know.
    pub(crate) fn employ(&mut self, spec: &Spec, settings: &Settings) -> Result<(), Error> {
        let present = self.adviser.as_ref();
        if present.is_some_and(|adviser| adviser.player().spec() == spec) {
            return Ok(());
        }
        let game = &self.board.game;
        let player = game.player(spec, settings, &|_| {})?;
        self.adviser = Some(game.adviser(&player)?);
        Ok(())
    }

    /// Whether there is somebody to think.
    pub(crate) fn is_employed(&self) -> bool {
        self.adviser.is_some()
    }

    /// Ends the contest: who thought about it may learn from it, and begins the next with a free mind.
    pub(crate) fn end_contest(&mut self) -> Result<(), Error> {
        self.board.close()?;
        if let Some(adviser) = &mut self.adviser {
            self.board.session.finish(adviser)?;
            *adviser = self.board.game.adviser(adviser.player())?;
        }
        Ok(())
    }

    fn answer(&mut self, order: &Order, stop: Arc<AtomicBool>, found: &dyn Fn(Thought)) -> Answer {
        let best_so_far = RefCell::new(None);
        let request = Request {
            limits: order.limits,
            cancel: Some(stop),
            progress: &|thought| {
                *best_so_far.borrow_mut() = thought.best.first().cloned();
                found(thought);
            },
            writing: Writing::Engines,
        };
        match self.ask(order, &request) {
            Ok((moved, thought)) => Answer {
                moved,
                thought,
                complaint: None,
            },
            Err(error) => {
                let legal = || self.board.session.engine_moves().into_iter().next();
                let anything = best_so_far.take().or_else(legal);
                Answer {
                    moved: anything.map(Moved::Move),
                    thought: None,
                    complaint: Some(error.to_string()),
                }
            }
        }
    }

    fn ask(
        &mut self,
        order: &Order,
        request: &Request<'_>,
    ) -> Result<(Option<Moved>, Option<Thought>), Error> {
        self.board.go_on()?;
        let Some(mover) = self.board.mover() else {
            return Ok((None, None));
        };
        let Some(adviser) = &mut self.adviser else {
            return Err(Error::NobodyToMove);
        };
        let session = &mut self.board.session;
        // A tutor knows all of its moves, and has to know that it is playing.
        let tutors = order.plays && adviser.player().spec().name == TUTOR;
        if let Some(wish) = &order.analysis
            && !(tutors && wish.among.is_empty())
        {
            match session.consult(adviser, wish.ask(), request) {
                Ok(analysis) => {
                    let thought = analysis.thought;
                    let best = lines(&thought, mover, wish).into_iter().next();
                    let moved =
                        best.and_then(|line| Some(Moved::Move(line.moves.first()?.clone())));
                    return Ok((moved, Some(thought)));
                }
                // Who has no thoughts to tell may have a move to make.
                Err(Error::NoJudge { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let choice = session.choose(adviser, request)?;
        Ok((Some(choice.moved), choice.thought))
    }
}

/// A line of play and what it is worth to the side to move.
pub(crate) struct Line {
    pub(crate) moves: Vec<String>,
    /// From -1 to 1, or what a contest can pay.
    pub(crate) value: f64,
    /// In the unit of the game.
    pub(crate) advantage: Option<f64>,
    /// In how many plies the contest ends, where it is decided.
    pub(crate) distance: Option<u32>,
}

/// The best lines, as far as the thought has them.
pub(crate) fn lines(thought: &Thought, mover: Seat, wish: &Wish) -> Vec<Line> {
    let side = match mover {
        Seat::First => 1.0,
        Seat::Second => -1.0,
    };
    let of_its_own = |mv: &MoveThought| Line {
        moves: vec![mv.mv.clone()],
        value: mv.value.0 * side,
        advantage: mv.advantage.map(|advantage| advantage * side),
        distance: mv.distance(),
    };
    // A tutor may make another move than its judge would: then it is told what that is worth.
    let chosen = thought.best.first().filter(|_| thought.line.is_empty());
    let chosen = chosen.and_then(|chosen| thought.moves.iter().find(|mv| mv.mv == *chosen));
    let leader = match chosen {
        Some(chosen) if thought.tutoring.is_some() => of_its_own(chosen),
        _ => Line {
            moves: match thought.line.is_empty() {
                true => thought.best.iter().take(1).cloned().collect(),
                false => thought.line.clone(),
            },
            value: thought.value.0 * side,
            advantage: thought.advantage.map(|advantage| advantage * side),
            distance: thought.distance,
        },
    };
    if wish.several == 1 && wish.among.is_empty() {
        return vec![leader];
    }
    let allowed = |mv: &&MoveThought| wish.among.is_empty() || wish.among.contains(&mv.mv);
    let known = |mv: &&MoveThought| matches!(mv.bound, Bound::Exact | Bound::Estimate);
    let mut moves: Vec<&MoveThought> = thought.moves.iter().filter(known).filter(allowed).collect();
    // A search that samples tries good moves most often, and who draws moves likes them most, unless it is a tutor, who
    // knows better; of equal moves the search's own comes first.
    let drawn = |mv: &MoveThought| mv.probability.filter(|_| thought.tutoring.is_none());
    let liking = |mv: &MoveThought| mv.tried.or(drawn(mv)).unwrap_or(0.0);
    let rank = |mv: &MoveThought| (liking(mv), mv.value.0 * side);
    let is_leader = |mv: &MoveThought| leader.moves.first() == Some(&mv.mv);
    moves.sort_by(|a, b| {
        let ((tried_a, a_value), (tried_b, b_value)) = (rank(a), rank(b));
        let by_tries = tried_b.total_cmp(&tried_a);
        by_tries
            .then(b_value.total_cmp(&a_value))
            .then(is_leader(b).cmp(&is_leader(a)))
    });
    let line_of = |mv: &MoveThought| {
        let found = thought
            .lines
            .iter()
            .find(|line| line.first() == Some(&mv.mv));
        let of_its_own = of_its_own(mv);
        Line {
            moves: match is_leader(mv) {
                true => leader.moves.clone(),
                false => found.cloned().unwrap_or(of_its_own.moves),
            },
            distance: match is_leader(mv) {
                true => leader.distance,
                false => of_its_own.distance,
            },
            ..of_its_own
        }
    };
    moves.into_iter().take(wish.several).map(line_of).collect()
}
