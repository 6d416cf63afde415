//! The Go Text Protocol, version 2 (Farnebäck 2002), for Go and for whatever else is played with stones.

use std::collections::VecDeque;
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use shido::core::picture::Content;
use shido::{Catalog, Moved, Seat, Settings, Spec, ThinkingLimits};

use crate::board::Board;
use crate::clock::Clock;
use crate::desk::{Answer, Desk, Event, Order, Thinker};
use crate::{Service, ServiceError};

/// What is lost on the way from one program to the other.
const OVERHEAD: Duration = Duration::from_millis(50);

const COMMANDS: &[&str] = &[
    "boardsize",
    "clear_board",
    "final_score",
    "fixed_handicap",
    "genmove",
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_free_handicap",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

pub(crate) fn serve(
    service: Service<'_>,
    input: impl BufRead + Send + 'static,
    output: impl Write,
) -> Result<(), ServiceError> {
    let game = service.catalog.open(&service.game)?;
    let player = service.player.as_deref();
    let player: Spec = player.unwrap_or(game.about().thinker).parse()?;
    let mut thinker = Thinker::new(Board::new(game, service.settings.clone())?);
    thinker.employ(&player, &service.settings)?;
    let dialogue = Dialogue {
        catalog: service.catalog,
        settings: service.settings,
        player,
        game: service.game.parse()?,
        desk: Desk::new(input, output)?,
        thinker: Box::new(thinker),
        plies: Vec::new(),
        clocks: Clocks::default(),
        waiting: VecDeque::new(),
        no_more_lines: false,
    };
    dialogue.run()
}

struct Dialogue<'c, W> {
    catalog: &'c Catalog,
    settings: Settings,
    player: Spec,
    /// The game with its options.
    game: Spec,
    desk: Desk<W>,
    thinker: Box<Thinker>,
    /// How many plies each command made that made any: who moves twice in a row makes the other side pass.
    plies: Vec<usize>,
    clocks: Clocks,
    /// Lines that came while somebody thought.
    waiting: VecDeque<String>,
    no_more_lines: bool,
}

/// What a command is answered: something, or what is wrong.
type Reply = Result<String, String>;

impl<W: Write> Dialogue<'_, W> {
    fn run(mut self) -> Result<(), ServiceError> {
        loop {
            let line = match self.waiting.pop_front() {
                Some(line) => line,
                None if self.no_more_lines => return Ok(self.thinker.end_contest()?),
                None => match self.desk.next() {
                    Event::Line(line) => line,
                    Event::End => return Ok(self.thinker.end_contest()?),
                    Event::Found(_) | Event::Done(..) => continue,
                },
            };
            // Behind a hash there are comments, and of characters that control something only the tab counts.
            let command = line.split('#').next().unwrap_or_default();
            let command = command.replace('\t', " ").replace(char::is_control, "");
            let mut words = command.split_whitespace().peekable();
            let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
            let id = id.unwrap_or_default();
            let Some(name) = words.next() else {
                continue;
            };
            let arguments: Vec<&str> = words.collect();
            let text = match self.obey(name, &arguments)? {
                Ok(text) => format!("={id} {text}\n"),
                Err(text) => format!("?{id} {text}\n"),
            };
            self.desk.say(&text)?;
            if name == "quit" {
                return Ok(self.thinker.end_contest()?);
            }
        }
    }

    fn obey(&mut self, name: &str, arguments: &[&str]) -> Result<Reply, ServiceError> {
        Ok(match (name, arguments) {
            ("genmove", [colour]) => return self.generate(colour, true),
            ("reg_genmove", [colour]) => return self.generate(colour, false),
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("Shido".to_owned()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("quit", _) => Ok(String::new()),
            ("boardsize", [size]) => self.board_size(size),
            ("clear_board", _) => self.clear_board(),
            ("komi", [komi]) => self.komi(komi),
            ("fixed_handicap", [stones]) => self.fixed_handicap(stones),
            ("set_free_handicap", points) if !points.is_empty() => self.free_handicap(points),
            ("play", [colour, mv]) => self.play(colour, mv),
            ("undo", _) => self.undo(),
            ("showboard", _) => Ok(format!("\n{}", self.thinker.board.drawn())),
            ("final_score", _) => self.final_score(),
            ("time_settings", [main, period, stones]) => self.time_settings(main, period, stones),
            ("time_left", [colour, time, stones]) => self.time_left(colour, time, stones),
            (known, _) if COMMANDS.contains(&known) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        })
    }

    /// Ends the contest, and begins another with an empty board.
    fn begin(&mut self, changes: &[(&str, Option<&str>)]) -> Reply {
        self.change_game(changes, true)
    }

    /// Opens the game with other options, and an empty board. Who thinks stays the same where the game does, with what
    /// they have learned; if the contest `ends`, they learn of it.
    fn change_game(&mut self, changes: &[(&str, Option<&str>)], ends: bool) -> Reply {
        let mut spec = self.game.clone();
        for (key, value) in changes {
            spec.options.retain(|(known, _)| known != key);
            if let Some(value) = value {
                spec.options.push(((*key).to_owned(), (*value).to_owned()));
            }
        }
        let mut open = || {
            let game = self.catalog.open(&spec.to_string())?;
            let board = Board::new(game, self.settings.clone())?;
            if ends {
                self.thinker.end_contest()?;
            }
            if same(&spec, &self.game) {
                return self.thinker.board.begin(None);
            }
            let mut thinker = Thinker::new(board);
            thinker.employ(&self.player, &self.settings)?;
            *self.thinker = thinker;
            Ok(())
        };
        let opened: Result<(), shido::Error> = open();
        opened.map_err(|error| error.to_string())?;
        self.game = spec;
        self.plies.clear();
        Ok(String::new())
    }

    fn clear_board(&mut self) -> Reply {
        self.clocks.start();
        self.begin(&[("handicap", None)])
    }

    fn board_size(&mut self, size: &str) -> Reply {
        let changes = [("size", Some(size)), ("handicap", None)];
        self.begin(&changes)
            .map_err(|_| "unacceptable size".to_owned())
    }

    /// The stones stay where they are.
    fn komi(&mut self, komi: &str) -> Reply {
        let wanted = komi.parse::<f64>().map_err(|_| "komi not a float")?;
        let moves = self.thinker.board.session.moves();
        let plies = self.plies.clone();
        self.change_game(&[("komi", Some(&wanted.to_string()))], false)?;
        for mv in moves {
            let played = self.thinker.board.play(&mv);
            played.map_err(|error| error.to_string())?;
        }
        self.plies = plies;
        Ok(String::new())
    }

    fn fixed_handicap(&mut self, stones: &str) -> Reply {
        self.empty_board()?;
        let number: u8 = stones.parse().map_err(|_| "handicap not an integer")?;
        if number < 2 {
            return Err("invalid number of stones".to_owned());
        }
        // With a handicap the game may have another komi of its own.
        let komi = self.game.option("komi").map(str::to_owned);
        let changes = [("handicap", Some(stones)), ("komi", komi.as_deref())];
        self.begin(&changes)
            .map_err(|_| "invalid number of stones".to_owned())?;
        let places = self.thinker.board.session.picture().places;
        let stands = |content: &Content| {
            let first = Seat::First;
            matches!(content, Content::Marker { seat, .. } if *seat == first)
        };
        let placed = places.into_iter().filter(|place| stands(&place.content));
        let placed: Vec<String> = placed.map(|place| place.name.to_uppercase()).collect();
        Ok(placed.join(" "))
    }

    fn free_handicap(&mut self, points: &[&str]) -> Reply {
        self.empty_board()?;
        for point in points {
            if let Err(problem) = self.place(Seat::First, point) {
                self.begin(&[])?;
                return Err(problem);
            }
        }
        Ok(String::new())
    }

    fn empty_board(&self) -> Result<(), String> {
        let handicap = self.game.option("handicap").is_some();
        match self.plies.is_empty() && !handicap {
            true => Ok(()),
            false => Err("board not empty".to_owned()),
        }
    }

    fn play(&mut self, colour: &str, mv: &str) -> Reply {
        let seat = seat(colour)?;
        self.place(seat, mv)?;
        Ok(String::new())
    }

    /// Makes a move for a side, after a pass of the other if it is not its turn.
    fn place(&mut self, seat: Seat, mv: &str) -> Result<(), String> {
        let passed = self.hand_over(seat)?;
        let board = &mut self.thinker.board;
        board.forget_the_answer();
        if let Err(error) = board.session.play(mv) {
            if passed == 1 {
                board.session.take_back();
            }
            return Err(format!("illegal move: {error}"));
        }
        self.plies.push(passed + 1);
        Ok(())
    }

    /// Makes the other side pass where it is not this one's turn. Tells how many plies that took.
    fn hand_over(&mut self, seat: Seat) -> Result<usize, String> {
        let board = &mut self.thinker.board;
        match board.mover() {
            Some(mover) if mover == seat => Ok(0),
            Some(_) if board.session.play("pass").is_ok() => match board.mover() {
                Some(_) => Ok(1),
                None => {
                    board.session.take_back();
                    Err("illegal move: that would end the game".to_owned())
                }
            },
            Some(_) => Err("illegal move: it is the other side's turn".to_owned()),
            None => Err("illegal move: the game is over".to_owned()),
        }
    }

    fn undo(&mut self) -> Reply {
        let plies = self.plies.pop().ok_or("cannot undo")?;
        self.thinker.board.forget_the_answer();
        for _ in 0..plies {
            self.thinker.board.session.take_back();
        }
        Ok(String::new())
    }

    /// Lets the player choose a move for a side, and play it if `plays`.
    fn generate(&mut self, colour: &str, plays: bool) -> Result<Reply, ServiceError> {
        let seat = match seat(colour) {
            Ok(seat) => seat,
            Err(problem) => return Ok(Err(problem)),
        };
        if self.thinker.board.mover().is_none() {
            return Ok(Ok("PASS".to_owned()));
        }
        let passed = match self.hand_over(seat) {
            Ok(passed) => passed,
            Err(problem) => return Ok(Err(problem)),
        };
        self.thinker.board.forget_the_answer();
        let since = Instant::now();
        let answer = self.think(self.clocks.limits(seat), plays)?;
        self.clocks.spend(seat, since.elapsed());
        let text = match answer.moved {
            Some(Moved::Resigned) => "resign".to_owned(),
            Some(Moved::Move(mv)) => {
                if plays {
                    self.thinker.board.session.play(&mv)?;
                    self.plies.push(passed + 1);
                }
                mv.to_uppercase()
            }
            None => "PASS".to_owned(),
        };
        if passed == 1 && (!plays || text == "resign") {
            self.thinker.board.session.take_back();
        }
        if plays && text == "resign" {
            self.thinker.board.answer(seat, Moved::Resigned);
        }
        Ok(Ok(text))
    }

    fn think(&mut self, limits: ThinkingLimits, plays: bool) -> Result<Answer, ServiceError> {
        let order = Order {
            limits,
            analysis: None,
            plays,
        };
        // Whoever thinks takes their board along; this one stands in for it meanwhile.
        let game = Arc::clone(&self.thinker.board.game);
        let nobody = Thinker::new(Board::new(game, self.settings.clone())?);
        let thinker = std::mem::replace(&mut self.thinker, Box::new(nobody));
        self.desk.think(thinker, order, Arc::default())?;
        loop {
            match self.desk.next() {
                Event::Line(line) => self.waiting.push_back(line),
                Event::End => self.no_more_lines = true,
                Event::Found(_) => {}
                Event::Done(thinker, answer) => {
                    self.thinker = thinker;
                    return Ok(answer);
                }
            }
        }
    }

    /// The count as the board stands.
    fn final_score(&self) -> Reply {
        let points = self.thinker.board.session.points();
        let [black, white] = points.ok_or("this game is not decided by a count")?;
        let lead = black - white;
        Ok(match lead {
            _ if lead > 0.0 => format!("B+{lead}"),
            _ if lead < 0.0 => format!("W+{}", -lead),
            _ => "0".to_owned(),
        })
    }

    fn time_settings(&mut self, main: &str, period: &str, stones: &str) -> Reply {
        let stones = stones.parse().map_err(|_| "syntax error")?;
        let control = Control {
            main: seconds(main)?,
            period: seconds(period)?,
            stones,
        };
        // A period without stones means that there is no limit.
        let limited = stones > 0 || control.period.is_zero();
        self.clocks.control = limited.then_some(control);
        self.clocks.start();
        Ok(String::new())
    }

    fn time_left(&mut self, colour: &str, time: &str, stones: &str) -> Reply {
        let stones = stones.parse().map_err(|_| "syntax error")?;
        let left = seconds(time)?;
        self.clocks.left[seat(colour)?.index()] = Some(Left { left, stones });
        Ok(String::new())
    }
}

/// Whether two games have the same options, however they are written down.
fn same(one: &Spec, other: &Spec) -> bool {
    let sorted = |spec: &Spec| {
        let mut options = spec.options.clone();
        options.sort();
        options
    };
    one.name == other.name && sorted(one) == sorted(other)
}

fn seat(colour: &str) -> Result<Seat, String> {
    match colour.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Seat::First),
        "w" | "white" => Ok(Seat::Second),
        _ => Err(format!("`{colour}` is no colour: write black or white")),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    let time = number.and_then(|number| Duration::try_from_secs_f64(number.max(0.0)).ok());
    time.ok_or_else(|| format!("`{text}` is no number of seconds"))
}

/// How time is given: at first the main time, then period after period for so many stones each.
#[derive(Clone, Copy)]
struct Control {
    main: Duration,
    period: Duration,
    stones: u32,
}

/// What is left to a side: of the main time where there are no stones, else of a period for so many.
#[derive(Clone, Copy)]
struct Left {
    left: Duration,
    stones: u32,
}

/// The clocks, as far as anybody tells them; between that they are kept here.
#[derive(Default)]
struct Clocks {
    control: Option<Control>,
    left: [Option<Left>; 2],
}

impl Clocks {
    fn start(&mut self) {
        let main = |control: Control| Left {
            left: control.main,
            stones: 0,
        };
        self.left = [self.control.map(main); 2];
    }

    fn limits(&self, seat: Seat) -> ThinkingLimits {
        let time = self.left[seat.index()].map(|Left { left, stones }| {
            let period = self.control.filter(|control| control.stones > 0);
            let a_stone = period.map_or(Duration::ZERO, |control| control.period / control.stones);
            let clock = match stones {
                0 => Clock {
                    left,
                    byoyomi: a_stone,
                    ..Clock::default()
                },
                stones => Clock {
                    left,
                    moves_to_go: Some(stones),
                    ..Clock::default()
                },
            };
            clock.share(OVERHEAD)
        });
        ThinkingLimits {
            time,
            ..ThinkingLimits::default()
        }
    }

    fn spend(&mut self, seat: Seat, time: Duration) {
        let Some(Left { left, stones }) = &mut self.left[seat.index()] else {
            return;
        };
        *left = left.saturating_sub(time);
        let period_over = *stones == 1;
        *stones = stones.saturating_sub(1);
        if let Some(control) = self.control.filter(|control| control.stones > 0)
            && (period_over || left.is_zero())
        {
            *left = control.period;
            *stones = control.stones;
        }
    }
}
