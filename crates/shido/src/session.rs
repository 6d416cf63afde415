//! A session: a contest under way that owns what it holds. It can be kept by the thousand and asked from
//! any thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use shido_arena::{Contest, EarlyEnd, History, PlayerError, Thinking, ThinkingLimits, Transcript};
use shido_core::picture::Picture;
use shido_core::{
    Chance, Depict, EngineNotation, Game, Markers, Notation, Perception, Rng, Scene, Seat, Seed,
    Sight, Touch, Turn, words,
};
use shido_search::{Ask, SearchError};
use shido_tutor::{Certificate, Student};

use crate::entry::{Entry, Playable, WriteMove};
use crate::erased::Erased;
use crate::evaluation::Unit;
use crate::game::{Adviser, AnyGame, AnyPlayer};
use crate::players::{Mind, ThoughtError, thought};
use crate::{Analysis, Error, Odds, RecordSize, SearchTree, Settings, Spec, Thought, wire};

/// A contest under way: the game, the moves so far, and the players at the seats with their memories.
///
/// ```
/// use shido::{Ask, Catalog, Request, Seat, Settings};
///
/// let settings = Settings::in_memory();
/// let game = Catalog::shipped().open("tic-tac-toe")?;
/// let perfect = game.player(&"perfect".parse()?, &settings, &|_| {})?;
/// let mut session = game.session(None, &settings)?;
/// session.seat(Seat::Second, Some(&perfect))?;
/// session.play("a1")?;
/// session.let_move(&Request::default())?;
/// assert_eq!(session.moves(), ["a1", "b2"]); // the only move that does not lose
/// let thought = session.analyze(&perfect, Ask::EveryMove, &Request::default())?.thought;
/// assert_eq!(thought.value.0, 0.0);
/// # Ok::<(), shido::Error>(())
/// ```
pub trait AnySession: Send {
    /// The game.
    fn game(&self) -> Arc<dyn AnyGame>;
    /// The position, as text.
    fn position(&self) -> String;
    /// The board to draw.
    fn picture(&self) -> Picture;
    /// Who is to move, or how it ended.
    fn turn(&self) -> Turn;
    /// The legal moves, as text.
    fn legal_moves(&self) -> Vec<String>;
    /// A legal move as the game writes it, however it was written.
    ///
    /// # Errors
    /// Where it is not legal.
    fn spell(&self, text: &str) -> Result<String, Error>;
    /// The moves so far, as text.
    fn moves(&self) -> Vec<String>;
    /// Who made each of the moves; `None` for those of chance.
    fn movers(&self) -> Vec<Option<Seat>>;
    /// The last move as it is told: a clause that lacks its subject, such as `plays e4` or `passes`; where
    /// chance made it, all of it, such as `White rolls 3-1`.
    fn told(&self) -> Option<String>;
    /// The same of every move so far, in order.
    fn story(&self) -> Vec<String>;
    /// The legal moves as a person makes them on the picture: what they touch, and the move in words. Empty
    /// where nobody has to choose.
    fn touched_moves(&self) -> Vec<TouchedMove>;
    /// The moves of a line from here, each as it is made on the picture of its position.
    ///
    /// # Errors
    /// Where a move of the line is not legal.
    fn touched_line(&self, line: &[String]) -> Result<Vec<TouchedMove>, Error>;
    /// The contest after its first moves, with nobody at its seats.
    fn after(&self, moves: usize) -> Box<dyn AnySession>;
    /// The symbol that stands for a side.
    fn symbol(&self, seat: Seat) -> String;
    /// What a side is called: `White`, `X`.
    fn side(&self, seat: Seat) -> String;
    /// The number of the move to come as players of the game write it before the move: `5.` and `5...` at chess, where
    /// the moves of both sides count as one, and `9.` where each counts.
    fn move_number(&self) -> String;
    /// How the contest came to its end by the rules, in a clause such as `checkmate`. `None` where it is
    /// not over, or nothing is to be said beyond the result.
    fn ending(&self) -> Option<String>;
    /// What each side has if it is counted now, the first side's first; `None` in games that are not decided
    /// by a count.
    fn points(&self) -> Option<[f64; 2]>;
    /// The legal moves as engines write them, in the order of [`legal_moves`](AnySession::legal_moves).
    fn engine_moves(&self) -> Vec<String>;
    /// What may happen where chance moves, with the probabilities; empty elsewhere.
    fn chances(&self) -> Vec<(String, f64)>;
    /// What a person sees of the position, as numbers; `None` in games that do not say.
    fn planes(&self) -> Option<Planes>;
    /// Who holds each point of the board; nothing in games that do not tell.
    fn holders(&self) -> Vec<Option<Seat>>;
    /// How often the position has occurred and how often it may, where that is limited.
    fn repetition(&self) -> Option<(u32, u32)>;

    /// Puts a player at a seat, without memories of other contests; or nobody.
    ///
    /// # Errors
    /// Where the player was made for another game.
    fn seat(&mut self, seat: Seat, player: Option<&AnyPlayer>) -> Result<(), Error>;
    /// Who sits at a seat.
    fn seated(&self, seat: Seat) -> Option<&AnyPlayer>;

    /// Plays a move for the side whose turn it is.
    ///
    /// # Errors
    /// Where it is not legal.
    fn play(&mut self, text: &str) -> Result<(), Error>;
    /// Plays the legal move with this number, counted from 0 in the order of [`legal_moves`](AnySession::legal_moves).
    ///
    /// # Errors
    /// Where there are not so many.
    fn play_number(&mut self, number: usize) -> Result<(), Error>;
    /// Lets the side to move make its move: the player at that seat, or chance.
    ///
    /// # Errors
    /// Where nobody sits there, the player fails, or the request was cancelled. The contest then
    /// stays as it was.
    fn let_move(&mut self, request: &Request<'_>) -> Result<Moved, Error>;
    /// Takes the last move back, if there is one, and an early end with it; returns the move.
    fn take_back(&mut self) -> Option<String>;
    /// Gives the contest up.
    fn resign(&mut self, seat: Seat) {
        self.end_early(EarlyEnd::Resigned(seat));
    }
    /// Ends the contest before the rules do. Once it is over this changes nothing.
    fn end_early(&mut self, end: EarlyEnd);

    /// What a player or search thinks of the position, given how it came about: every move with its
    /// exact value, or the best with bounds on the others, as is asked.
    ///
    /// # Errors
    /// Where the player is of another game, has no thoughts to tell, or the search fails.
    fn analyze(
        &mut self,
        by: &AnyPlayer,
        ask: Ask,
        request: &Request<'_>,
    ) -> Result<Analysis, Error>;
    /// The same by somebody who is asked about many contests.
    ///
    /// # Errors
    /// As for [`analyze`](AnySession::analyze).
    fn consult(&self, by: &mut Adviser, ask: Ask, request: &Request<'_>)
    -> Result<Analysis, Error>;
    /// What somebody would do here, who is asked about many contests, with their thoughts if they tell them.
    /// The contest stays as it is. Who is told to stop answers with what they have found so far.
    ///
    /// # Errors
    /// Where the contest is over or chance moves, the player is of another game or fails, or was told to
    /// stop before anything was found.
    fn choose(&mut self, by: &mut Adviser, request: &Request<'_>) -> Result<Choice, Error>;
    /// Tells somebody who was asked about this contest that it is over, or not played on.
    ///
    /// # Errors
    /// Where the player is of another game.
    fn finish(&self, by: &mut Adviser) -> Result<(), Error>;
    /// With what probability somebody makes each move here, given how the position came about.
    ///
    /// # Errors
    /// Where the contest is over or chance moves, the player is of another game or fails.
    fn odds(&self, by: &mut Adviser, request: &Request<'_>) -> Result<Odds, Error>;
    /// The same of somebody who plays like people of a rating, for each of some ratings; `opponent` is the
    /// rating of the other side, where that is known and makes a difference to them. It hardly takes longer
    /// than for one.
    ///
    /// # Errors
    /// As for [`odds`](AnySession::odds), and where the player does not play like people of a rating.
    fn odds_by_rating(
        &self,
        by: &mut Adviser,
        ratings: &[f64],
        opponent: Option<f64>,
        request: &Request<'_>,
    ) -> Result<Vec<Odds>, Error>;
    /// The moves that win the contest at once.
    fn winning_moves(&self) -> Vec<String>;
    /// The moves that take something and what each brings; `None` in games that do not tell.
    fn captures(&self) -> Option<Vec<Capture>>;
    /// What is tactical about a line of moves from here; `None` in games that do not tell.
    ///
    /// # Errors
    /// Where a move of the line is not legal.
    fn motifs(&self, line: &[String]) -> Result<Option<Vec<MotifSeen>>, Error>;
    /// What somebody thinks of the position before the last move, every move with its value: so that
    /// the last move can be judged.
    ///
    /// # Errors
    /// As for [`analyze`](AnySession::analyze), and where there was no move.
    fn judge_last_move(&mut self, by: &AnyPlayer, request: &Request<'_>)
    -> Result<Analysis, Error>;
    /// What the player at a seat decided on when it last moved: the values it had then. Where it would
    /// think the same again it is asked again. `None` where it has not moved, or its move was taken
    /// back.
    ///
    /// # Errors
    /// As for [`analyze`](AnySession::analyze).
    fn reasons(&mut self, seat: Seat, request: &Request<'_>) -> Result<Option<Reasons>, Error>;
    /// What the player at a seat has conceded in this contest and not taken back, where it is a tutor.
    fn concessions(&self, seat: Seat) -> Vec<Certificate>;
    /// What the player at a seat knows of its opponent, where it is a tutor.
    fn student(&self, seat: Seat) -> Option<Student>;
    /// The tree that a search visits, up to a size that can be looked at.
    ///
    /// # Errors
    /// Where the player is of another game or keeps no tree, or the search fails.
    fn record(
        &mut self,
        by: &AnyPlayer,
        size: RecordSize,
        request: &Request<'_>,
    ) -> Result<SearchTree, Error>;

    /// The session as it can be kept: the moves and who sits where, not what they remember.
    fn save(&self) -> Saved;
    /// The contest as a line of text that replays.
    ///
    /// # Errors
    /// Where a move was made that the rules do not allow, which would be a mistake in the game.
    fn transcript(&self) -> Result<String, Error>;
}

/// How something is to be thought about.
#[derive(Clone)]
pub struct Request<'a> {
    /// How long at most. A player with limits of its own keeps to both.
    pub limits: ThinkingLimits,
    /// Set it when the answer is no longer wanted.
    pub cancel: Option<Arc<AtomicBool>>,
    /// Called with what a search has found so far.
    pub progress: &'a dyn Fn(Thought),
    /// How moves are written in what is found.
    pub writing: Writing,
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Writing {
    /// As players of the game do: `Nf3`.
    #[default]
    Game,
    /// As engines do among themselves: `g1f3`.
    Engines,
}

impl Default for Request<'_> {
    fn default() -> Self {
        Request {
            limits: ThinkingLimits::default(),
            cancel: None,
            progress: &|_| {},
            writing: Writing::default(),
        }
    }
}

/// What somebody did with their turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Moved {
    /// A move.
    Move(String),
    /// The contest was given up.
    Resigned,
}

/// What somebody would do with their turn.
#[derive(Clone, Debug)]
pub struct Choice {
    /// What they would do.
    pub moved: Moved,
    /// What they think, if they tell it.
    pub thought: Option<Thought>,
}

/// Why a player made a move.
#[derive(Clone, Debug, Serialize)]
pub struct Reasons {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What the player thought of its moves.
    #[serde(flatten)]
    pub analysis: Analysis,
}

/// What a person sees of a position, as numbers: see [`Perception`].
#[derive(Clone, PartialEq, Debug)]
pub struct Planes {
    /// How many planes there are, and of what size.
    pub sight: Sight,
    /// Plane by plane, row by row, from the point of view of the side to move.
    pub numbers: Vec<f32>,
}

/// A move that takes something.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Capture {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Where it takes: the same number for the same point of the board.
    pub at: u16,
    /// What it brings if both sides go on taking there as long as it pays, in the unit of the game.
    pub gain: f64,
}

/// Something tactical that a line of play shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MotifSeen {
    /// What players call it, such as `fork`.
    pub name: String,
    /// The move of the line that does it, counted from 0.
    pub ply: usize,
    /// The points of the board that it is about: what acts comes first.
    pub points: Vec<String>,
    /// All of it in a sentence.
    pub sentence: String,
}

/// A move as a person makes it on the picture of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TouchedMove {
    /// The move, as the game writes it.
    pub text: String,
    /// The same in words, such as `knight g1 to f3`.
    pub spoken: String,
    /// What is touched one after the other: places by their names, `hand:first:G` for a piece beside the board,
    /// `hand:first` for where pieces go that leave it. Nothing for a move that is about no place.
    pub touches: Vec<String>,
    /// Other ways to make the same move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Vec<String>>,
    /// What is chosen at the end, where the touches leave several moves; the label of a move without touches.
    pub choice: Option<String>,
}

/// A session as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Saved {
    /// The game, as it is opened.
    pub game: String,
    /// Where it began; empty where contests usually do.
    pub start: String,
    /// The moves, those of chance included.
    pub moves: Vec<String>,
    /// How it was ended before the rules did.
    #[serde(
        default,
        with = "wire::early_end",
        skip_serializing_if = "Option::is_none"
    )]
    pub ended: Option<EarlyEnd>,
    /// Who sits where, the first seat first.
    pub players: [Option<Spec>; 2],
}

/// Somebody at a seat.
struct Seated<G: Game> {
    player: AnyPlayer,
    mind: Box<dyn Mind<G>>,
    /// After how many moves they moved last, and what they thought.
    last: Option<(usize, Option<Thought<G::Move>>)>,
}

/// A session of a game whose type is known.
pub(crate) struct Session<G: Playable> {
    entry: Arc<Entry<G>>,
    /// Always there but while a player is asked.
    history: Option<History<G>>,
    seats: [Option<Seated<G>>; 2],
    rng: Rng,
    seed: Seed,
}

impl<G: Playable + EngineNotation> Session<G> {
    pub(crate) fn new(entry: Arc<Entry<G>>, start: G::Position, settings: &Settings) -> Session<G> {
        let history = Contest::from_position(&entry.game, start).into_history();
        Session::resumed(entry, history, settings)
    }

    pub(crate) fn resumed(
        entry: Arc<Entry<G>>,
        history: History<G>,
        settings: &Settings,
    ) -> Session<G> {
        Session {
            entry,
            history: Some(history),
            seats: [None, None],
            rng: settings.seed.rng(),
            seed: settings.seed,
        }
    }

    fn history(&self) -> &History<G> {
        let history = self.history.as_ref();
        history.expect("the history is put back by whoever took it")
    }

    /// Tells the players where the contest is over.
    fn tell_the_end(&mut self) {
        if !matches!(self.history().turn(), Turn::Over(_)) {
            return;
        }
        let mut seats = std::mem::take(&mut self.seats);
        self.contest(|contest| {
            for seated in seats.iter_mut().flatten() {
                seated.mind.finish(contest);
            }
        });
        self.seats = seats;
    }

    /// Does something with the contest.
    fn contest<T>(&mut self, act: impl FnOnce(&mut Contest<'_, G>) -> T) -> T {
        let history = self.history.take();
        let history = history.expect("the history is put back by whoever took it");
        let mut contest = Contest::resume(&self.entry.game, history);
        let done = act(&mut contest);
        self.history = Some(contest.into_history());
        done
    }

    /// Asks somebody about a contest of this game; the answer is told as text.
    fn think(
        &self,
        contest: &Contest<'_, G>,
        by: &AnyPlayer,
        ask: Ask,
        request: &Request<'_>,
    ) -> Result<Analysis, Error> {
        let mut mind = self.entry.prepared(by)?.mind();
        self.thought(contest, by, &mut *mind, ask, request)
    }

    fn thought(
        &self,
        contest: &Contest<'_, G>,
        by: &AnyPlayer,
        mind: &mut dyn Mind<G>,
        ask: Ask,
        request: &Request<'_>,
    ) -> Result<Analysis, Error> {
        if let Turn::Over(outcome) = contest.turn() {
            let thought = Thought::of(outcome.payoff());
            return Ok(self.analysis(contest, by, thought, request.writing, false));
        }
        let mut rng = self.seed.rng();
        let found = self.asked(contest, &mut rng, mind.unit(), request, |thinking| {
            mind.think(contest, ask, thinking)
        });
        match found {
            Ok(thought) => {
                let cancel = request.cancel.as_ref();
                let stopped = cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
                Ok(self.analysis(contest, by, thought, request.writing, stopped))
            }
            Err(error) => Err(self.thought_error(contest.position(), by, error)),
        }
    }

    /// The mind of somebody who is asked about many contests.
    fn mind<'a>(&self, by: &'a mut Adviser) -> Result<&'a mut dyn Mind<G>, Error> {
        self.entry.prepared(&by.player)?;
        let mind = by.mind.downcast_mut::<Box<dyn Mind<G>>>();
        Ok(&mut **mind.expect("the mind of a player of this game is one"))
    }

    /// What somebody is asked about the odds of moves here, with the moves as text.
    fn asked_odds(
        &self,
        by: &mut Adviser,
        request: &Request<'_>,
        ask: impl FnOnce(
            &mut dyn Mind<G>,
            &Contest<'_, G>,
            &mut Thinking<'_, G::Move>,
        ) -> Result<Vec<Odds<G::Move>>, ThoughtError<G::Move>>,
    ) -> Result<Vec<Odds>, Error> {
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        let player = by.player.clone();
        can_choose(contest.turn(), &player)?;
        let mind = self.mind(by)?;
        let mut rng = self.seed.rng();
        let found = self.asked(&contest, &mut rng, mind.unit(), request, |thinking| {
            ask(mind, &contest, thinking)
        });
        let (game, position) = (&self.entry.game, contest.position());
        let write = |odds: Odds<G::Move>| odds.written(|mv| game.write_move(position, mv));
        found
            .map(|all| all.into_iter().map(write).collect())
            .map_err(|error| self.thought_error(position, &player, error))
    }

    /// Lets somebody who reckons in a unit think as a request says.
    fn asked<T>(
        &self,
        contest: &Contest<'_, G>,
        rng: &mut Rng,
        unit: Option<Unit>,
        request: &Request<'_>,
        act: impl FnOnce(&mut Thinking<'_, G::Move>) -> T,
    ) -> T {
        let watch = |found: &shido_search::Analysis<G::Move>| {
            let thought = thought(found.clone().into(), unit.as_ref());
            (request.progress)(self.written(contest, request.writing, thought));
        };
        act(&mut Thinking {
            rng,
            limits: request.limits,
            stop: request.cancel.as_ref(),
            watch: &watch,
        })
    }

    fn analysis(
        &self,
        contest: &Contest<'_, G>,
        by: &AnyPlayer,
        thought: Thought<G::Move>,
        writing: Writing,
        stopped: bool,
    ) -> Analysis {
        let (game, position) = (&self.entry.game, contest.position());
        Analysis {
            game: self.entry.about.name.clone(),
            position: game.write_position(position),
            turn: contest.turn(),
            by: by.spec.clone(),
            thought: self.written(contest, writing, thought),
            stopped,
            picture: game.picture(position),
        }
    }

    /// A thought about the position that a contest has come to, as text.
    fn written(
        &self,
        contest: &Contest<'_, G>,
        writing: Writing,
        thought: Thought<G::Move>,
    ) -> Thought {
        let (position, write) = (contest.position(), Self::hand(writing));
        thought.written(
            |mv| write(&self.entry.game, position, mv),
            |line| self.entry.write_line(position, &line, write),
        )
    }

    /// The failure of a player as an error, with the position it failed at.
    fn player_error(&self, position: &G::Position, error: PlayerError) -> Error {
        match error {
            PlayerError::Stopped => Error::Stopped,
            PlayerError::Unsolved { .. } => {
                let text = self.entry.game.write_position(position);
                self.entry.unsolved(&text)
            }
            error => Error::Failed(error.to_string()),
        }
    }

    /// A failed thought as an error, with the position it failed at.
    fn thought_error(
        &self,
        position: &G::Position,
        by: &AnyPlayer,
        error: ThoughtError<G::Move>,
    ) -> Error {
        let player = by.spec.name.clone();
        match error {
            ThoughtError::Silent => Error::NoJudge { player },
            ThoughtError::Unrated => Error::Unable {
                what: format!("`{player}` does not play like people of different ratings"),
                help: "ask `people`".to_owned(),
            },
            ThoughtError::Chance => Error::ChanceMoves { player },
            ThoughtError::Search(SearchError::Stopped) => Error::Stopped,
            ThoughtError::Player(error) => self.player_error(position, error),
            ThoughtError::Search(SearchError::NoValue { line }) => {
                let mut position = position.clone();
                for mv in line {
                    self.entry.game.play(&mut position, mv);
                }
                Error::NoValue {
                    position: self.entry.game.write_position(&position),
                    depth_given: by.spec.option("depth").is_some(),
                }
            }
            ThoughtError::Search(SearchError::NoOdds { .. } | SearchError::Chance { .. }) => {
                Error::Unable {
                    what: "this search is for games without chance".to_owned(),
                    help: "use minimax, alphabeta, expectiminimax or mcts".to_owned(),
                }
            }
            ThoughtError::Search(error @ SearchError::TooDeep { .. }) => Error::Unable {
                what: error.to_string(),
                help: "analyze by perfect, which knows games whose positions recur".to_owned(),
            },
            ThoughtError::Search(error) => Error::Failed(error.to_string()),
        }
    }

    /// Plays a legal move.
    fn play_move(&mut self, mv: G::Move) -> Result<(), Error> {
        let played = self.contest(|contest| contest.play(mv));
        self.tell_the_end();
        played.map_err(|error| Error::Failed(error.to_string()))
    }

    fn write_legal_moves(&self, write: WriteMove<G>) -> Vec<String> {
        if let Turn::Over(_) = self.history().turn() {
            return Vec::new();
        }
        let (game, position) = (&self.entry.game, self.history().position());
        let moves = game.moves(position).into_iter();
        moves.map(|mv| write(game, position, mv)).collect()
    }

    /// How moves are to be written.
    fn hand(writing: Writing) -> WriteMove<G> {
        match writing {
            Writing::Game => G::write_move,
            Writing::Engines => G::engine_move,
        }
    }

    /// A move as it is made on the picture of a position.
    fn touched(&self, position: &G::Position, picture: &Picture, mv: G::Move) -> TouchedMove {
        let game = &self.entry.game;
        let touches = game.touches(position, picture, mv);
        let spoken = words::mv(picture, &touches);
        let written = |way: Vec<Touch>| way.iter().map(ToString::to_string).collect();
        let mut ways = touches.ways.into_iter().map(written);
        TouchedMove {
            text: game.write_move(position, mv),
            spoken,
            touches: ways.next().unwrap_or_default(),
            also: ways.collect(),
            choice: touches.choice,
        }
    }

    /// The contest without its last moves.
    fn earlier(&self, plies: usize) -> Contest<'_, G> {
        let mut contest = Contest::resume(&self.entry.game, self.history().clone());
        while contest.moves().len() > plies {
            contest.undo();
        }
        contest
    }
}

impl AnySession for Session<Erased> {
    fn game(&self) -> Arc<dyn AnyGame> {
        Arc::clone(&self.entry) as _
    }

    fn position(&self) -> String {
        self.entry.game.write_position(self.history().position())
    }

    fn picture(&self) -> Picture {
        self.entry.game.picture(self.history().position())
    }

    fn turn(&self) -> Turn {
        self.history().turn()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.write_legal_moves(Erased::write_move)
    }

    fn spell(&self, text: &str) -> Result<String, Error> {
        let (game, position) = (&self.entry.game, self.history().position());
        let mv = game.parse_move(position, text)?;
        Ok(game.write_move(position, mv))
    }

    fn moves(&self) -> Vec<String> {
        let history = self.history();
        self.entry.write_moves(history.start(), history.moves())
    }

    fn movers(&self) -> Vec<Option<Seat>> {
        let (game, history) = (&self.entry.game, self.history());
        let made = history.positions().iter().take(history.moves().len());
        let mover = |position| match game.turn(position) {
            Turn::Of(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        };
        made.map(mover).collect()
    }

    fn told(&self) -> Option<String> {
        let history = self.history();
        let mv = *history.moves().last()?;
        let before = &history.positions()[history.moves().len() - 1];
        Some(self.entry.game.tell_move(before, mv))
    }

    fn story(&self) -> Vec<String> {
        let history = self.history();
        let made = history.positions().iter().zip(history.moves());
        made.map(|(before, mv)| self.entry.game.tell_move(before, *mv))
            .collect()
    }

    fn touched_moves(&self) -> Vec<TouchedMove> {
        let Turn::Of(_) = self.history().turn() else {
            return Vec::new();
        };
        let (game, position) = (&self.entry.game, self.history().position());
        let picture = game.picture(position);
        let moves = game.moves(position).into_iter();
        moves
            .map(|mv| self.touched(position, &picture, mv))
            .collect()
    }

    fn touched_line(&self, line: &[String]) -> Result<Vec<TouchedMove>, Error> {
        let game = &self.entry.game;
        let mut position = self.history().position().clone();
        let mut touched = Vec::with_capacity(line.len());
        for text in line {
            let mv = game.parse_move(&position, text)?;
            touched.push(self.touched(&position, &game.picture(&position), mv));
            game.play(&mut position, mv);
        }
        Ok(touched)
    }

    fn after(&self, moves: usize) -> Box<dyn AnySession> {
        let history = self.earlier(moves).into_history();
        Box::new(Session {
            rng: self.rng.clone(),
            seed: self.seed,
            seats: [None, None],
            history: Some(history),
            entry: Arc::clone(&self.entry),
        })
    }

    fn symbol(&self, seat: Seat) -> String {
        self.picture().symbols[seat.index()].clone()
    }

    fn side(&self, seat: Seat) -> String {
        self.entry.game.side(seat)
    }

    fn move_number(&self) -> String {
        let history = self.history();
        let number = self.entry.game.move_number(history.position());
        number.unwrap_or_else(|| format!("{}.", history.moves().len() + 1))
    }

    fn ending(&self) -> Option<String> {
        if let Some((count, _)) = self.repetition().filter(|(now, limit)| now >= limit) {
            return Some(format!("the position has occurred {count} times"));
        }
        self.entry.game.ending(self.history().position())
    }

    fn points(&self) -> Option<[f64; 2]> {
        self.entry.game.points(self.history().position())
    }

    fn engine_moves(&self) -> Vec<String> {
        self.write_legal_moves(Erased::engine_move)
    }

    fn chances(&self) -> Vec<(String, f64)> {
        if self.history().turn() != Turn::Chance {
            return Vec::new();
        }
        let (game, position) = (&self.entry.game, self.history().position());
        let outcomes = game.moves(position).into_iter();
        outcomes
            .map(|mv| {
                (
                    game.write_move(position, mv),
                    game.probability(position, mv),
                )
            })
            .collect()
    }

    fn planes(&self) -> Option<Planes> {
        self.entry.people.as_ref()?;
        let (game, history) = (&self.entry.game, self.history());
        let sight = game.sight();
        let mut numbers = vec![0.0; sight.planes * sight.squares()];
        let before = history.positions().iter().cloned();
        let past: Vec<_> = before.zip(history.moves().iter().copied()).collect();
        let scene = Scene {
            position: history.position(),
            past: &past,
        };
        game.see(scene, &mut numbers);
        Some(Planes { sight, numbers })
    }

    fn holders(&self) -> Vec<Option<Seat>> {
        self.entry.game.holders(self.history().position())
    }

    fn repetition(&self) -> Option<(u32, u32)> {
        let limit = self.entry.game.repetition_limit()?;
        let now = self.history().occurrences(&self.entry.game)?;
        Some((now, limit))
    }

    fn seat(&mut self, seat: Seat, player: Option<&AnyPlayer>) -> Result<(), Error> {
        self.seats[seat.index()] = match player {
            None => None,
            Some(player) => Some(Seated {
                mind: self.entry.prepared(player)?.mind(),
                player: player.clone(),
                last: None,
            }),
        };
        Ok(())
    }

    fn seated(&self, seat: Seat) -> Option<&AnyPlayer> {
        let seated = self.seats[seat.index()].as_ref();
        seated.map(|seated| &seated.player)
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        let mv = self
            .entry
            .game
            .parse_move(self.history().position(), text)?;
        self.play_move(mv)
    }

    fn play_number(&mut self, number: usize) -> Result<(), Error> {
        let moves = match self.history().turn() {
            Turn::Over(_) => return Err(Error::Over),
            Turn::Of(_) | Turn::Chance => self.entry.game.moves(self.history().position()),
        };
        let mv = moves.get(number).copied();
        let mv = mv.ok_or_else(|| Error::Malformed {
            text: number.to_string(),
            why: format!("there are {} legal moves, counted from 0", moves.len()),
        })?;
        self.play_move(mv)
    }

    fn let_move(&mut self, request: &Request<'_>) -> Result<Moved, Error> {
        let mut rng = self.rng.clone();
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        let made = contest.moves().len();
        let (mv, thought) = match contest.turn() {
            Turn::Over(_) => return Err(Error::Over),
            Turn::Chance => {
                let nature = self.entry.nature.as_ref().ok_or(Error::NobodyToMove)?;
                let drawn = nature.sample(&self.entry.game, contest.position(), &mut rng);
                (
                    drawn.map_err(|error| Error::Failed(error.to_string()))?,
                    None,
                )
            }
            Turn::Of(seat) => {
                let seated = self.seats[seat.index()].take();
                let mut seated = seated.ok_or(Error::NobodyToMove)?;
                let unit = seated.mind.unit();
                let choice = self.asked(&contest, &mut rng, unit, request, |thinking| {
                    seated.mind.choose(&contest, thinking)
                });
                let thought = seated.mind.last_thought();
                let cancelled = request
                    .cancel
                    .as_ref()
                    .is_some_and(|cancel| cancel.load(Ordering::Relaxed));
                let position = contest.position().clone();
                drop(contest);
                self.seats[seat.index()] = Some(seated);
                match choice {
                    Ok(_) if cancelled => return Err(Error::Stopped),
                    Ok(mv) => (mv, Some((seat, thought))),
                    Err(_) if cancelled => return Err(Error::Stopped),
                    Err(PlayerError::Resigned) => {
                        self.resign(seat);
                        return Ok(Moved::Resigned);
                    }
                    Err(error) => return Err(self.player_error(&position, error)),
                }
            }
        };
        let text = self.entry.game.write_move(self.history().position(), mv);
        self.contest(|contest| contest.play(mv))
            .map_err(|error| Error::Failed(error.to_string()))?;
        self.rng = rng;
        if let Some((seat, thought)) = thought
            && let Some(seated) = &mut self.seats[seat.index()]
        {
            seated.last = Some((made, thought));
        }
        self.tell_the_end();
        Ok(Moved::Move(text))
    }

    fn take_back(&mut self) -> Option<String> {
        let mv = self.contest(|contest| contest.undo())?;
        let made = self.history().moves().len();
        for seated in self.seats.iter_mut().flatten() {
            if seated
                .last
                .as_ref()
                .is_some_and(|(after, _)| *after >= made)
            {
                seated.last = None;
            }
        }
        let game = &self.entry.game;
        Some(game.write_move(self.history().position(), mv))
    }

    fn end_early(&mut self, end: EarlyEnd) {
        self.contest(|contest| contest.end_early(end));
        self.tell_the_end();
    }

    fn analyze(
        &mut self,
        by: &AnyPlayer,
        ask: Ask,
        request: &Request<'_>,
    ) -> Result<Analysis, Error> {
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        self.think(&contest, by, ask, request)
    }

    fn consult(
        &self,
        by: &mut Adviser,
        ask: Ask,
        request: &Request<'_>,
    ) -> Result<Analysis, Error> {
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        let player = by.player.clone();
        self.thought(&contest, &player, self.mind(by)?, ask, request)
    }

    fn choose(&mut self, by: &mut Adviser, request: &Request<'_>) -> Result<Choice, Error> {
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        can_choose(contest.turn(), &by.player)?;
        let mind = self.mind(by)?;
        let mut rng = self.rng.clone();
        let choice = self.asked(&contest, &mut rng, mind.unit(), request, |thinking| {
            mind.choose(&contest, thinking)
        });
        let position = contest.position();
        let moved = match choice {
            Ok(mv) => Moved::Move(Self::hand(request.writing)(&self.entry.game, position, mv)),
            Err(PlayerError::Resigned) => Moved::Resigned,
            Err(error) => return Err(self.player_error(position, error)),
        };
        let thought = mind.last_thought();
        let thought = thought.map(|thought| self.written(&contest, request.writing, thought));
        drop(contest);
        self.rng = rng;
        Ok(Choice { moved, thought })
    }

    fn finish(&self, by: &mut Adviser) -> Result<(), Error> {
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        self.mind(by)?.finish(&contest);
        Ok(())
    }

    fn odds(&self, by: &mut Adviser, request: &Request<'_>) -> Result<Odds, Error> {
        let odds = self.asked_odds(by, request, |mind, contest, thinking| {
            Ok(vec![mind.odds(contest, thinking)?])
        });
        Ok(odds?.remove(0))
    }

    fn odds_by_rating(
        &self,
        by: &mut Adviser,
        ratings: &[f64],
        opponent: Option<f64>,
        request: &Request<'_>,
    ) -> Result<Vec<Odds>, Error> {
        self.asked_odds(by, request, |mind, contest, thinking| {
            mind.odds_by_rating(contest, ratings, opponent, thinking)
        })
    }

    fn winning_moves(&self) -> Vec<String> {
        let Turn::Of(mover) = self.turn() else {
            return Vec::new();
        };
        let (game, position) = (&self.entry.game, self.history().position());
        let mut winning = Vec::new();
        game.each_successor(position, |mv, after| {
            if let Turn::Over(outcome) = game.turn(&after)
                && outcome.winner() == Some(mover)
            {
                winning.push(game.write_move(position, mv));
            }
        });
        winning
    }

    fn captures(&self) -> Option<Vec<Capture>> {
        let (game, position) = (&self.entry.game, self.history().position());
        let taken = (self.entry.captures?)(game, position).into_iter();
        let written = taken.map(|(mv, at, gain)| Capture {
            mv: game.write_move(position, mv),
            at,
            gain,
        });
        Some(written.collect())
    }

    fn motifs(&self, line: &[String]) -> Result<Option<Vec<MotifSeen>>, Error> {
        let Some(find) = self.entry.motifs else {
            return Ok(None);
        };
        let (game, history) = (&self.entry.game, self.history());
        let mut position = history.position().clone();
        let mut moves = Vec::with_capacity(line.len());
        for text in line {
            let mv = game.parse_move(&position, text)?;
            game.play(&mut position, mv);
            moves.push(mv);
        }
        let before = history.positions().iter().cloned();
        let past: Vec<_> = before.zip(history.moves().iter().copied()).collect();
        let scene = Scene {
            position: history.position(),
            past: &past,
        };
        let found = find(game, scene, &moves).into_iter();
        let seen = found.map(|motif| MotifSeen {
            name: motif.name.to_owned(),
            ply: motif.ply,
            points: motif.points,
            sentence: motif.sentence,
        });
        Ok(Some(seen.collect()))
    }

    fn judge_last_move(
        &mut self,
        by: &AnyPlayer,
        request: &Request<'_>,
    ) -> Result<Analysis, Error> {
        let made = self.history().moves().len();
        let Some(before) = made.checked_sub(1) else {
            return Err(Error::Failed("there was no move yet".to_owned()));
        };
        self.think(&self.earlier(before), by, Ask::EveryMove, request)
    }

    fn reasons(&mut self, seat: Seat, request: &Request<'_>) -> Result<Option<Reasons>, Error> {
        let Some(seated) = &self.seats[seat.index()] else {
            return Ok(None);
        };
        let Some((made, thought)) = &seated.last else {
            return Ok(None);
        };
        let contest = self.earlier(*made);
        let mv = self.history().moves()[*made];
        let analysis = match thought {
            Some(thought) => {
                let thought = thought.clone();
                self.analysis(&contest, &seated.player, thought, request.writing, false)
            }
            None => self.think(&contest, &seated.player, Ask::EveryMove, request)?,
        };
        Ok(Some(Reasons {
            mv: self.entry.game.write_move(contest.position(), mv),
            analysis,
        }))
    }

    fn concessions(&self, seat: Seat) -> Vec<Certificate> {
        let Some(seated) = &self.seats[seat.index()] else {
            return Vec::new();
        };
        let (game, positions) = (&self.entry.game, self.history().positions());
        let made = seated.mind.concessions().into_iter();
        let stands = made.filter(|made| made.ply + 1 < positions.len());
        let written = stands.map(|made| {
            let (before, after) = (&positions[made.ply], &positions[made.ply + 1]);
            made.written(
                |mv| game.write_move(before, mv),
                |mv| game.write_move(after, mv),
            )
        });
        written.collect()
    }

    fn student(&self, seat: Seat) -> Option<Student> {
        self.seats[seat.index()].as_ref()?.mind.student()
    }

    fn record(
        &mut self,
        by: &AnyPlayer,
        size: RecordSize,
        request: &Request<'_>,
    ) -> Result<SearchTree, Error> {
        let prepared = self.entry.prepared(by)?;
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        let mut rng = self.seed.rng();
        let tree = self.asked(&contest, &mut rng, None, request, |thinking| {
            prepared.mind().record(&contest, size, thinking)
        });
        match tree {
            Ok(Some(picture)) => Ok(SearchTree { picture }),
            Ok(None) => Err(Error::NoTree {
                player: by.spec.name.clone(),
            }),
            Err(error) => Err(self.thought_error(contest.position(), by, error)),
        }
    }

    fn save(&self) -> Saved {
        let history = self.history();
        let spec = |seat: Seat| self.seated(seat).map(|player| player.spec.clone());
        Saved {
            game: self.entry.about.name.clone(),
            start: self.entry.game.write_position(history.start()),
            moves: self.moves(),
            ended: history.early_end(),
            players: Seat::BOTH.map(spec),
        }
    }

    fn transcript(&self) -> Result<String, Error> {
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        Transcript::of(&contest)
            .to_text(&self.entry.game)
            .map_err(|error| Error::Failed(error.to_string()))
    }
}

/// Whether somebody has to choose.
fn can_choose(turn: Turn, player: &AnyPlayer) -> Result<(), Error> {
    match turn {
        Turn::Of(_) => Ok(()),
        Turn::Over(_) => Err(Error::Over),
        Turn::Chance => Err(Error::ChanceMoves {
            player: player.spec.name.clone(),
        }),
    }
}
