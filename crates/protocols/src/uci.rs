//! The Universal Chess Interface, and its dialect for shogi.
//!
//! UCI: Kahlen and Meyer-Kahlen 2006, `uci` to `quit`; USI: Romstad 2007, the same in other words, with the
//! seats exchanged, byoyomi, and mates counted in plies.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use shido::{Moved, Seat, Settings, Spec, ThinkingLimits, Thought, Verdict};

use crate::board::Board;
use crate::clock::Clock;
use crate::desk::{Answer, Desk, Event, Line, Order, Thinker, Wish, lines};
use crate::options::BoardOptions;
use crate::{Service, ServiceError};

/// What differs between the dialects.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    hello: &'static str,
    ready: &'static str,
    new_game: &'static str,
    /// What a position in words is called.
    position: &'static str,
    prefix: &'static str,
    /// The options that have the prefix in this dialect alone.
    claimed: &'static [&'static str],
    /// The letters of the clocks of the first and the second seat.
    clocks: [&'static str; 2],
    /// What is said where there is no move to make.
    no_move: &'static str,
    /// Whether a mate is counted in plies, and a contest may be given up.
    shogi: bool,
}

pub(crate) const UCI: Words = Words {
    hello: "uci",
    ready: "uciok",
    new_game: "ucinewgame",
    position: "fen",
    prefix: "UCI_",
    claimed: &[],
    clocks: ["w", "b"],
    no_move: "(none)",
    shogi: false,
};

pub(crate) const USI: Words = Words {
    hello: "usi",
    ready: "usiok",
    new_game: "usinewgame",
    position: "sfen",
    prefix: "USI_",
    claimed: &["Hash", "Ponder"],
    clocks: ["b", "w"],
    no_move: "resign",
    shogi: true,
};

pub(crate) fn serve(
    words: Words,
    service: Service<'_>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), ServiceError> {
    let game = service.catalog.open(&service.game)?;
    let player = service.player.as_deref();
    let player: Spec = player.unwrap_or(game.about().thinker).parse()?;
    // What nobody can play has to be said before anything is played.
    game.player(&player, &service.settings, &|_| {})?;
    let options = BoardOptions::of(&*game, &player, words.prefix, words.claimed);
    let board = Board::new(game, service.settings.clone())?;
    let dialogue = Dialogue {
        words,
        settings: service.settings,
        options,
        desk: Desk::new(input, output)?,
        thinker: Some(Box::new(Thinker::new(board))),
        going: None,
        waiting: VecDeque::new(),
        no_more_lines: false,
        announced: false,
    };
    dialogue.run()
}

struct Dialogue<W> {
    words: Words,
    settings: Settings,
    options: BoardOptions,
    desk: Desk<W>,
    /// With its thread while it thinks.
    thinker: Option<Box<Thinker>>,
    going: Option<Going>,
    /// Lines that came while somebody thought and have to wait until that is over.
    waiting: VecDeque<String>,
    no_more_lines: bool,
    /// Whether the board says when a contest begins.
    announced: bool,
}

/// What was asked for by `go` and is not answered yet.
struct Going {
    go: Go,
    wish: Wish,
    plays: bool,
    mover: Option<Seat>,
    since: Instant,
    stop: Arc<AtomicBool>,
    /// How many positions had been looked at when something was told last.
    told: u64,
    /// The answer where it may not be given before it is asked for.
    kept: Option<Answer>,
    /// Whether the opponent made the move that was pondered, so that the clock runs now.
    hit: bool,
}

impl Going {
    fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Whether there is more to say.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Quit,
}

fn ends_a_search(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("stop" | "ponderhit"))
}

/// So long is waited for somebody who thinks when the board leaves.
const PARTING: Duration = Duration::from_secs(2);

/// Longer than anybody waits: a search without limits of its own keeps to it.
const FOREVER: Duration = Duration::from_secs(10 * 365 * 24 * 60 * 60);

impl<W: Write> Dialogue<W> {
    fn run(mut self) -> Result<(), ServiceError> {
        loop {
            let front = self.waiting.front();
            if self.going.is_none() || front.is_some_and(|line| ends_a_search(line)) {
                if let Some(line) = self.waiting.pop_front() {
                    if self.obey(&line)? == Then::Quit {
                        return self.leave();
                    }
                    continue;
                }
                if self.no_more_lines {
                    return self.leave();
                }
            }
            match self.desk.next() {
                // It may be meant for a search that waits for its turn.
                Event::Line(line) if ends_a_search(&line) && !self.waiting.is_empty() => {
                    if line.trim_start().starts_with("stop") {
                        self.stop()?;
                    }
                    self.waiting.push_back(line);
                }
                Event::Line(line) => {
                    if self.obey(&line)? == Then::Quit {
                        return self.leave();
                    }
                }
                Event::End => {
                    self.no_more_lines = true;
                    self.end_what_never_ends()?;
                }
                Event::Found(thought) => self.tell(&thought)?,
                Event::Done(thinker, answer) => {
                    self.thinker = Some(thinker);
                    self.finish(answer)?;
                }
            }
        }
    }

    /// Nothing more is said: who thinks now is interrupted, and learns what there is to be learned from the contest.
    fn leave(mut self) -> Result<(), ServiceError> {
        let until = Instant::now() + PARTING;
        while self.thinker.is_none() {
            match self.desk.next_within(until - Instant::now()) {
                Some(Event::Done(thinker, _)) => self.thinker = Some(thinker),
                Some(_) => {}
                None => return Ok(()),
            }
        }
        match &mut self.thinker {
            Some(thinker) => Ok(thinker.end_contest()?),
            None => Ok(()),
        }
    }

    fn obey(&mut self, line: &str) -> Result<Then, ServiceError> {
        // What is not understood at the beginning of a line is left out, as the protocol wants it.
        let mut rest = line;
        let command = loop {
            let (word, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            match word {
                "" if behind.is_empty() => break None,
                _ if self.knows(word) => break Some((word, behind.trim())),
                _ => rest = behind.trim_start(),
            }
        };
        let Some((word, rest)) = command else {
            if !line.is_empty() {
                let hello = self.words.hello;
                self.remark(&format!("`{line}` is not understood: `{hello}` begins"))?;
            }
            return Ok(Then::GoOn);
        };
        match word {
            "quit" => {
                if let Some(going) = &self.going {
                    going.stop();
                }
                return Ok(Then::Quit);
            }
            "stop" => self.stop()?,
            "ponderhit" => self.ponder_hit()?,
            "isready" => {
                // While somebody thinks they are there.
                if let Some(mut thinker) = self.thinker.take() {
                    self.employ(&mut thinker)?;
                    self.thinker = Some(thinker);
                }
                self.desk.say("readyok")?;
            }
            "debug" | "register" => {}
            _ => match self.thinker.take() {
                Some(thinker) if self.going.is_none() => self.change(word, rest, thinker)?,
                thinker => {
                    self.thinker = thinker;
                    self.waiting.push_back(line.to_owned());
                    self.end_what_never_ends()?;
                }
            },
        }
        Ok(Then::GoOn)
    }

    fn knows(&self, word: &str) -> bool {
        let always = [
            "debug",
            "isready",
            "setoption",
            "register",
            "position",
            "go",
            "stop",
            "ponderhit",
            "quit",
            "d",
        ];
        let words = self.words;
        always.contains(&word)
            || [words.hello, words.new_game].contains(&word)
            || words.shogi && word == "gameover"
    }

    /// Commands that wait until nobody thinks.
    fn change(
        &mut self,
        word: &str,
        rest: &str,
        mut thinker: Box<Thinker>,
    ) -> Result<(), ServiceError> {
        let words = self.words;
        if word == words.hello {
            self.introduce(&thinker)?;
        } else if word == words.new_game {
            self.announced = true;
            thinker.end_contest()?;
            thinker.board.begin(None)?;
        } else if word == "gameover" {
            match rest {
                "win" => thinker.board.close_with(Verdict::Win)?,
                "draw" => thinker.board.close_with(Verdict::Draw)?,
                "lose" => thinker.board.close_with(Verdict::Loss)?,
                _ => {}
            }
            thinker.end_contest()?;
            thinker.board.begin(None)?;
        } else if word == "setoption" {
            if let Err(problem) = self.options.set(rest) {
                self.remark(&problem)?;
            }
        } else if word == "position" {
            // A board that never announces a contest begins one by its first move.
            let begins = rest.split_whitespace().skip_while(|word| *word != "moves");
            if !self.announced && thinker.board.plies() > 2 && begins.count() <= 2 {
                thinker.end_contest()?;
            }
            if let Err(problem) = follow(words, &mut thinker.board, rest) {
                self.remark(&problem)?;
            }
        } else if word == "d" {
            self.desk.say(&thinker.board.drawn())?;
        } else if words.shogi && rest.split_whitespace().next() == Some("mate") {
            // Problems are a search of their own in this dialect.
            self.desk.say("checkmate notimplemented")?;
        } else {
            return self.go(rest, thinker);
        }
        self.thinker = Some(thinker);
        Ok(())
    }

    fn introduce(&mut self, thinker: &Thinker) -> Result<(), ServiceError> {
        let title = &thinker.board.game.about().title;
        let version = env!("CARGO_PKG_VERSION");
        self.desk
            .say(&format!("id name Shido {version} ({title})"))?;
        self.desk.say("id author the Shido developers")?;
        for line in self.options.declared().collect::<Vec<_>>() {
            self.desk.say(&line)?;
        }
        self.desk.say(self.words.ready)?;
        Ok(())
    }

    /// Tells a person something.
    fn remark(&mut self, text: &str) -> Result<(), ServiceError> {
        for line in text.lines() {
            self.desk.say(&format!("info string {line}"))?;
        }
        Ok(())
    }

    /// Lets the player think that the options ask for. Where there is no such player who thought before
    /// goes on, and at the beginning the game's own thinker.
    fn employ(&mut self, thinker: &mut Thinker) -> Result<(), ServiceError> {
        let game = Arc::clone(&thinker.board.game);
        let wanted = self.options.player(&*game);
        let employed = wanted.and_then(|spec| thinker.employ(&spec, &self.settings));
        if let Err(error) = employed {
            self.remark(&told(&error))?;
            if !thinker.is_employed() {
                thinker.employ(&game.about().thinker.parse()?, &self.settings)?;
            }
        }
        Ok(())
    }

    fn go(&mut self, text: &str, mut thinker: Box<Thinker>) -> Result<(), ServiceError> {
        self.employ(&mut thinker)?;
        let (mut go, problems) = Go::parse(self.words, text);
        for problem in problems {
            self.remark(&problem)?;
        }
        thinker.board.go_on()?;
        let legal = thinker.board.session.engine_moves();
        let (among, strange) = (go.among.drain(..)).partition(|mv| legal.contains(mv));
        let strange: Vec<String> = strange;
        if !strange.is_empty() {
            self.remark(&format!("not legal here: {}", strange.join(" ")))?;
        }
        self.begin(go, among, thinker)
    }

    fn begin(
        &mut self,
        go: Go,
        among: Vec<String>,
        mut thinker: Box<Thinker>,
    ) -> Result<(), ServiceError> {
        thinker.board.guessed = go.ponder;
        // Who is asked again here has another answer to give.
        thinker.board.forget_the_answer();
        let overhead = Duration::from_millis(self.options.number("Move Overhead"));
        let mover = thinker.board.mover();
        let wish = Wish {
            several: self.options.number("MultiPV") as usize,
            among,
        };
        // What is only looked at leaves no trace: a guess need not come true.
        let plays = !go.waits() && !self.options.is_on("UCI_AnalyseMode");
        let analyses = go.waits() || wish.several > 1 || !wish.among.is_empty();
        let order = Order {
            limits: go.limits(mover, overhead),
            analysis: analyses.then(|| wish.clone()),
            plays,
        };
        let going = Going {
            go,
            wish,
            plays,
            mover,
            since: Instant::now(),
            stop: Arc::default(),
            told: 0,
            kept: None,
            hit: false,
        };
        self.desk.think(thinker, order, Arc::clone(&going.stop))?;
        self.going = Some(going);
        // Somebody has gone on already, or left.
        let passed = self.waiting.iter().any(|line| !ends_a_search(line));
        if passed || self.no_more_lines {
            self.end_what_never_ends()?;
        }
        Ok(())
    }

    fn stop(&mut self) -> Result<(), ServiceError> {
        let Some(going) = &mut self.going else {
            return Ok(());
        };
        going.stop();
        match going.kept.take() {
            Some(answer) => self.finish(answer),
            None => Ok(()),
        }
    }

    /// Stops a search that only a `stop` would end, since there will be none.
    fn end_what_never_ends(&mut self) -> Result<(), ServiceError> {
        match &self.going {
            Some(going) if going.go.waits() => self.stop(),
            _ => Ok(()),
        }
    }

    fn ponder_hit(&mut self) -> Result<(), ServiceError> {
        match &mut self.going {
            Some(going) if going.go.ponder => {
                going.hit = true;
                self.stop()
            }
            _ => Ok(()),
        }
    }

    /// Somebody has thought: answers, if it may be answered.
    fn finish(&mut self, answer: Answer) -> Result<(), ServiceError> {
        let Some(mut going) = self.going.take() else {
            return Ok(());
        };
        if going.go.waits() && !going.is_stopped() {
            going.kept = Some(answer);
            self.going = Some(going);
            return Ok(());
        }
        if going.hit
            && let Some(thinker) = self.thinker.take()
        {
            let go = Go {
                ponder: false,
                ..going.go
            };
            return self.begin(go, going.wish.among, thinker);
        }
        if let Some(complaint) = &answer.complaint {
            self.remark(complaint)?;
        }
        let mut line = None;
        if let (Some(thought), Some(mover)) = (&answer.thought, going.mover) {
            if thought.nodes != going.told {
                self.tell_lines(thought, mover, &going)?;
            }
            line = lines(thought, mover, &going.wish).into_iter().next();
        }
        let any_move = || {
            let thinker = self.thinker.as_ref()?;
            thinker.board.session.engine_moves().into_iter().next()
        };
        let mv = match answer.moved {
            Some(Moved::Move(mv)) => Some(mv),
            Some(Moved::Resigned) if self.words.shogi => {
                self.answered(&going, Moved::Resigned);
                None
            }
            // In chess programs do not resign by themselves.
            Some(Moved::Resigned) => any_move(),
            None => None,
        };
        let Some(mv) = mv else {
            self.desk.say(&format!("bestmove {}", self.words.no_move))?;
            return Ok(());
        };
        self.answered(&going, Moved::Move(mv.clone()));
        let expected = line.filter(|line| line.moves.first() == Some(&mv));
        let reply = expected.and_then(|line| line.moves.into_iter().nth(1));
        match reply {
            Some(reply) => self.desk.say(&format!("bestmove {mv} ponder {reply}"))?,
            None => self.desk.say(&format!("bestmove {mv}"))?,
        }
        Ok(())
    }

    /// Takes note of an answer, unless the position was only looked at.
    fn answered(&mut self, going: &Going, moved: Moved) {
        if let (Some(thinker), Some(seat), true) = (&mut self.thinker, going.mover, going.plays) {
            thinker.board.answer(seat, moved);
        }
    }

    /// Tells what was found so far.
    fn tell(&mut self, thought: &Thought) -> Result<(), ServiceError> {
        let Some(mut going) = self.going.take() else {
            return Ok(());
        };
        if let Some(mover) = going.mover {
            self.tell_lines(thought, mover, &going)?;
            going.told = thought.nodes;
        }
        self.going = Some(going);
        Ok(())
    }

    fn tell_lines(
        &mut self,
        thought: &Thought,
        mover: Seat,
        going: &Going,
    ) -> Result<(), ServiceError> {
        let time = going.since.elapsed();
        for (number, line) in (1..).zip(lines(thought, mover, &going.wish)) {
            let multipv = (going.wish.several > 1).then_some(number);
            let text = self.info(thought, &line, multipv, time);
            self.desk.say(&text)?;
        }
        Ok(())
    }

    fn info(
        &self,
        thought: &Thought,
        line: &Line,
        multipv: Option<usize>,
        time: Duration,
    ) -> String {
        let depth = thought
            .depth
            .map_or(line.moves.len(), |depth| depth as usize);
        let mut text = format!("info depth {}", depth.max(1));
        if let Some(number) = multipv {
            text += &format!(" multipv {number}");
        }
        let per_second = thought.nodes as f64 / time.as_secs_f64().max(0.001);
        text += &format!(
            " score {} nodes {} nps {} time {}",
            score(line, self.words),
            thought.nodes,
            per_second as u64,
            time.as_millis()
        );
        if let Some(table) = thought.transpositions {
            text += &format!(" hashfull {}", table.filled);
        }
        if !line.moves.is_empty() {
            text += &format!(" pv {}", line.moves.join(" "));
        }
        text
    }
}

/// An error with what to do about it.
fn told(error: &shido::Error) -> String {
    match error.help() {
        Some(help) => format!("{error}: {help}"),
        None => error.to_string(),
    }
}

/// What a line is worth to the side to move. Where the game has no unit, or none goes so far, the share of
/// what a contest pays stands in its place: all of it is a hundred units.
fn score(line: &Line, words: Words) -> String {
    if let Some(plies) = line.distance
        && line.value != 0.0
    {
        let plies = i64::from(plies);
        let count = if words.shogi { plies } else { (plies + 1) / 2 };
        let sign = if line.value < 0.0 { "-" } else { "" };
        return format!("mate {sign}{count}");
    }
    let units = line.advantage.unwrap_or(line.value * 100.0);
    format!("cp {}", (units * 100.0).round() as i64)
}

/// Comes to the position that is told behind `position`.
///
/// # Errors
/// With what is wrong, in a sentence.
fn follow(words: Words, board: &mut Board, text: &str) -> Result<(), String> {
    let (start, moves) = match text.split_once("moves") {
        Some((start, moves)) => (start.trim(), moves),
        None => (text, ""),
    };
    let position = start.strip_prefix(words.position).map(str::trim);
    let start = match (start, position) {
        ("startpos", _) => None,
        (_, Some(position)) => Some(position),
        (other, None) => {
            return Err(format!(
                "`position {other}` is not understood: write `position startpos` or \
                 `position {}`, and the position",
                words.position
            ));
        }
    };
    let moves: Vec<&str> = moves.split_whitespace().collect();
    board.follow(start, &moves).map_err(|error| {
        let here = board.session.position();
        format!("{}; the position stays {here}", told(&error))
    })
}

/// What follows `go`.
#[derive(Clone, Default)]
struct Go {
    /// What the clocks of the first and the second seat show, and what each move adds.
    clocks: [Option<Duration>; 2],
    increments: [Duration; 2],
    byoyomi: Option<Duration>,
    moves_to_go: Option<u32>,
    move_time: Option<Duration>,
    depth: Option<u32>,
    nodes: Option<u64>,
    infinite: bool,
    ponder: bool,
    among: Vec<String>,
}

impl Go {
    /// Reads what it can, with what was not understood.
    fn parse(words: Words, text: &str) -> (Go, Vec<String>) {
        let mut go = Go::default();
        let mut problems = Vec::new();
        let mut tokens = text.split_whitespace().peekable();
        let mut names_moves = false;
        while let Some(token) = tokens.next() {
            match token {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => names_moves = true,
                _ => {
                    let number = tokens.peek().and_then(|next| next.parse::<i64>().ok());
                    let used = number.is_some_and(|number| go.number(words, token, number));
                    if used {
                        tokens.next();
                    } else if names_moves {
                        go.among.push(token.to_owned());
                        continue;
                    } else {
                        problems.push(format!("`go {token}` is not understood"));
                    }
                }
            }
            names_moves &= token == "searchmoves";
        }
        (go, problems)
    }

    /// Takes a number in, if there is one of that name.
    fn number(&mut self, words: Words, name: &str, number: i64) -> bool {
        // A clock that has run out shows less than nothing.
        let number = number.max(0).unsigned_abs();
        let time = Duration::from_millis(number);
        let whole = u32::try_from(number).unwrap_or(u32::MAX);
        let seat = |suffix: &str| {
            let letter = name.strip_suffix(suffix)?;
            words.clocks.iter().position(|clock| *clock == letter)
        };
        match name {
            "movestogo" => self.moves_to_go = Some(whole),
            "movetime" => self.move_time = Some(time),
            "byoyomi" => self.byoyomi = Some(time),
            "depth" => self.depth = Some(whole.max(1)),
            "nodes" => self.nodes = Some(number.max(1)),
            // A mate in so many moves ends no later.
            "mate" => self.depth = Some(whole.saturating_mul(2).clamp(1, 200)),
            _ => match (seat("time"), seat("inc")) {
                (Some(seat), _) => self.clocks[seat] = Some(time),
                (_, Some(seat)) => self.increments[seat] = time,
                (None, None) => return false,
            },
        }
        true
    }

    /// Whether only `stop` or `ponderhit` is answered.
    fn waits(&self) -> bool {
        self.infinite || self.ponder
    }

    fn limits(&self, mover: Option<Seat>, overhead: Duration) -> ThinkingLimits {
        let seat = mover.map_or(0, Seat::index);
        let clock = match (self.clocks[seat], self.byoyomi) {
            (None, None) => None,
            (left, byoyomi) => Some(Clock {
                left: left.unwrap_or_default(),
                increment: self.increments[seat],
                byoyomi: byoyomi.unwrap_or_default(),
                moves_to_go: self.moves_to_go,
            }),
        };
        let share = clock.map(|clock| clock.share(overhead));
        let move_time = self
            .move_time
            .map(|time| time.saturating_sub(overhead).max(time / 2));
        ThinkingLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: match self.waits() {
                true => Some(FOREVER),
                false => move_time.or(share),
            },
        }
    }
}
