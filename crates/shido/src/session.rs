//! A session: a contest under way that owns what it holds. It can be kept by the thousand and asked from
//! any thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use shido_arena::{Contest, History, PlayerError, Thinking, ThinkingLimits, Transcript};
use shido_core::picture::Picture;
use shido_core::{Depict, Game, Notation, Rng, Seat, Seed, Turn};
use shido_search::{Ask, SearchError};

use crate::entry::{Entry, Playable};
use crate::erased::Erased;
use crate::game::{Adviser, AnyGame, AnyPlayer};
use crate::players::{Mind, ThoughtError};
use crate::{
    Analysis, Error, Odds, Progress, RecordSize, SearchTree, Settings, Spec, Thought, wire,
};

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
    /// The symbol that stands for a side.
    fn symbol(&self, seat: Seat) -> String;
    /// What a side is called: `White`, `X`.
    fn side(&self, seat: Seat) -> String;
    /// How the contest came to its end by the rules, in a clause such as `checkmate`. `None` where it is
    /// not over, or nothing is to be said beyond the result.
    fn ending(&self) -> Option<String>;
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
    /// Lets the side to move make its move: the player at that seat, or chance.
    ///
    /// # Errors
    /// Where nobody sits there, the player fails, or the request was cancelled. The contest then
    /// stays as it was.
    fn let_move(&mut self, request: &Request<'_>) -> Result<Moved, Error>;
    /// Takes the last move back, if there is one, and a resignation with it; returns the move.
    fn take_back(&mut self) -> Option<String>;
    /// Gives the contest up.
    fn resign(&mut self, seat: Seat);

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
    /// With what probability somebody makes each move here, given how the position came about.
    ///
    /// # Errors
    /// Where the contest is over or chance moves, the player is of another game or fails.
    fn odds(&self, by: &mut Adviser, request: &Request<'_>) -> Result<Odds, Error>;
    /// The moves that win the contest at once.
    fn winning_moves(&self) -> Vec<String>;
    /// The moves that take something and what each brings; `None` in games that do not tell.
    fn captures(&self) -> Option<Vec<Capture>>;
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
    pub progress: &'a dyn Fn(Progress),
}

impl Default for Request<'_> {
    fn default() -> Self {
        Request {
            limits: ThinkingLimits::default(),
            cancel: None,
            progress: &|_| {},
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
    /// Who gave up.
    #[serde(default, with = "wire::seat", skip_serializing_if = "Option::is_none")]
    pub resigned: Option<Seat>,
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

impl<G: Playable> Session<G> {
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
            return Ok(self.analysis(contest, by, thought, false));
        }
        let mut rng = self.seed.rng();
        let found = self.asked(contest, &mut rng, request, |thinking| {
            mind.think(contest, ask, thinking)
        });
        match found {
            Ok(thought) => {
                let cancel = request.cancel.as_ref();
                let stopped = cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed));
                Ok(self.analysis(contest, by, thought, stopped))
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

    /// Lets somebody think as a request says.
    fn asked<T>(
        &self,
        contest: &Contest<'_, G>,
        rng: &mut Rng,
        request: &Request<'_>,
        act: impl FnOnce(&mut Thinking<'_, G::Move>) -> T,
    ) -> T {
        let watch = |found: &shido_search::Analysis<G::Move>| {
            (request.progress)(Progress {
                depth: found.depth,
                value: found.value,
                line: self.entry.write_moves(contest.position(), &found.line),
                nodes: found.nodes,
            });
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
        stopped: bool,
    ) -> Analysis {
        let (game, position) = (&self.entry.game, contest.position());
        Analysis {
            game: self.entry.about.name.clone(),
            position: game.write_position(position),
            turn: contest.turn(),
            by: by.spec.clone(),
            thought: thought.written(
                |mv| game.write_move(position, mv),
                |line| self.entry.write_moves(position, &line),
            ),
            stopped,
            picture: game.picture(position),
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
            ThoughtError::Chance => Error::ChanceMoves { player },
            ThoughtError::Search(SearchError::Stopped)
            | ThoughtError::Player(PlayerError::Stopped) => Error::Stopped,
            ThoughtError::Player(PlayerError::Unsolved { .. }) => {
                let text = self.entry.game.write_position(position);
                self.entry.unsolved(&text)
            }
            ThoughtError::Player(error) => Error::Failed(error.to_string()),
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
        if let Turn::Over(_) = self.turn() {
            return Vec::new();
        }
        let (game, position) = (&self.entry.game, self.history().position());
        let moves = game.moves(position).into_iter();
        moves.map(|mv| game.write_move(position, mv)).collect()
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

    fn symbol(&self, seat: Seat) -> String {
        self.picture().symbols[seat.index()].clone()
    }

    fn side(&self, seat: Seat) -> String {
        self.entry.game.side(seat)
    }

    fn ending(&self) -> Option<String> {
        if let Some((count, _)) = self.repetition().filter(|(now, limit)| now >= limit) {
            return Some(format!("the position has occurred {count} times"));
        }
        self.entry.game.ending(self.history().position())
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
        self.contest(|contest| contest.play(mv))
            .map_err(|error| Error::Failed(error.to_string()))
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
                let choice = self.asked(&contest, &mut rng, request, |thinking| {
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
                    Err(PlayerError::Unsolved { .. }) => {
                        let text = self.entry.game.write_position(&position);
                        return Err(self.entry.unsolved(&text));
                    }
                    Err(error) => return Err(Error::Failed(error.to_string())),
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

    fn resign(&mut self, seat: Seat) {
        self.contest(|contest| contest.resign(seat));
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

    fn odds(&self, by: &mut Adviser, request: &Request<'_>) -> Result<Odds, Error> {
        let contest = Contest::resume(&self.entry.game, self.history().clone());
        let player = by.player.clone();
        match contest.turn() {
            Turn::Of(_) => {}
            Turn::Over(_) => return Err(Error::Over),
            Turn::Chance => {
                let player = player.spec.name;
                return Err(Error::ChanceMoves { player });
            }
        }
        let mind = self.mind(by)?;
        let mut rng = self.seed.rng();
        let found = self.asked(&contest, &mut rng, request, |thinking| {
            mind.odds(&contest, thinking)
        });
        let (game, position) = (&self.entry.game, contest.position());
        found
            .map(|odds| odds.written(|mv| game.write_move(position, mv)))
            .map_err(|error| self.thought_error(position, &player, error))
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
            Some(thought) => self.analysis(&contest, &seated.player, thought.clone(), false),
            None => self.think(&contest, &seated.player, Ask::EveryMove, request)?,
        };
        Ok(Some(Reasons {
            mv: self.entry.game.write_move(contest.position(), mv),
            analysis,
        }))
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
        let tree = self.asked(&contest, &mut rng, request, |thinking| {
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
            resigned: history.resigned(),
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
