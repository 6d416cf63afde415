//! A contest at hand: a session that people and players take turns at, kept in the memory with every move.
//!
//! While a player thinks it has the session to itself. What is shown meanwhile are the facts that were taken down
//! when something last changed, so nobody who looks has to wait for somebody who thinks.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use shido::{
    AnySession, EarlyEnd, Error, Moved, Picture, Request, Seat, Spec, ThinkingLimits, Thought,
    TouchedMove, Turn,
};
use shido_club::{certificates, ending, saved, standing};
use shido_review::Review;
use shido_store::{Contest as Kept, KeptNow, Moment, Standing};
use tokio::sync::{Notify, broadcast};

use crate::answers::{
    Board, Can, Contest, Ending, GameName, Made, seat_name, sentences, sides, to_move,
};
use crate::app::{App, lock};
use crate::clock::Clock;
use crate::failure::Failure;

/// How often it is told at most what somebody thinks.
const BETWEEN_THOUGHTS: Duration = Duration::from_millis(200);

/// How long to wait for somebody who was told to stop thinking.
const PATIENCE: Duration = Duration::from_secs(10);

/// What happens in a contest.
#[derive(Clone, Debug)]
pub(crate) enum News {
    /// Something has changed.
    Changed,
    /// Somebody thinks, and has found this so far.
    Thinking(Value),
    /// Somebody could not move.
    Failed(Value),
    /// So many positions of so many were looked at.
    Reviewing(u64, u64),
    /// The review is there, or has failed.
    Reviewed,
}

/// How far a review has come.
#[derive(Clone, Default)]
pub(crate) enum Reviewing {
    #[default]
    None,
    Running(u64, u64),
    Done(Arc<Review>),
    Failed(Failure),
}

/// A contest at hand.
pub(crate) struct Sitting {
    pub(crate) id: i64,
    /// How its game is opened again.
    pub(crate) opened_as: String,
    /// Where the student sits, unless people sit at both sides.
    pub(crate) you: Option<Seat>,
    opponent: Option<Spec>,
    begun: Moment,
    state: Mutex<State>,
    /// Told when somebody has stopped thinking.
    stopped: Notify,
    news: broadcast::Sender<News>,
    pub(crate) review: Mutex<Reviewing>,
    /// When it was last used, in milliseconds since the server began.
    used: AtomicU64,
}

struct State {
    /// Nowhere while somebody has it to themselves.
    session: Option<Box<dyn AnySession>>,
    facts: Arc<Facts>,
    /// By this somebody is told to stop thinking.
    thinking: Option<Arc<AtomicBool>>,
    clock: Option<Clock>,
    revision: u64,
    /// What was said beside the moves since a person last moved.
    said: Vec<String>,
    /// After how many moves a person last moved.
    moved_at: usize,
    /// Why the contest is not kept as it stands.
    not_kept: Option<String>,
    changed: Moment,
}

/// What a session had to tell when something last changed.
struct Facts {
    game: GameName,
    sides: [String; 2],
    symbols: [String; 2],
    start: String,
    position: String,
    turn: Turn,
    moves: Vec<Made>,
    legal: Vec<TouchedMove>,
    picture: Picture,
    before: Option<Picture>,
    notes: Vec<String>,
    ending: Option<Ending>,
    points: Option<[f64; 2]>,
    /// Whether somebody who is no person has moved.
    has_opponent_moved: bool,
    has_person_moved: bool,
    /// The board from either side as it is written, once somebody has looked.
    boards: [OnceLock<Arc<RawValue>>; 2],
}

impl Facts {
    fn of(session: &dyn AnySession, you: Option<Seat>, against: bool) -> Facts {
        let about = session.game();
        let about = about.about();
        let texts = session.moves();
        let told = sentences(session);
        let turn = session.turn();
        let made = texts.into_iter().zip(told).map(|(text, (by, told))| Made {
            text,
            by: by.map(seat_name),
            told,
        });
        let moves: Vec<Made> = made.collect();
        let before = moves.len().checked_sub(1);
        let movers = session.movers();
        let is_person = |seat: Seat| !against || you == Some(seat);
        let repeated = session
            .repetition()
            .filter(|(count, limit)| *count > 1 && count < limit);
        let notes = repeated.map(|(count, limit)| {
            format!("This position has occurred {count} times; at {limit} it is a draw.")
        });
        Facts {
            game: GameName {
                name: about.name.clone(),
                title: about.title.clone(),
                record: about.record,
            },
            sides: sides(session),
            symbols: Seat::BOTH.map(|seat| session.symbol(seat)),
            start: session.save().start,
            position: session.position(),
            turn,
            legal: match turn {
                Turn::Of(seat) if is_person(seat) => session.touched_moves(),
                _ => Vec::new(),
            },
            picture: session.picture(),
            before: before.map(|moves| session.after(moves).picture()),
            notes: notes.into_iter().collect(),
            ending: match turn {
                Turn::Over(outcome) => Some(ended(session, you, outcome)),
                Turn::Of(_) | Turn::Chance => None,
            },
            points: session.points(),
            has_opponent_moved: movers.iter().flatten().any(|seat| !is_person(*seat)),
            has_person_moved: movers.iter().flatten().any(|seat| is_person(*seat)),
            moves,
            boards: Default::default(),
        }
    }

    /// The board from the side that is wanted. Many may look at it: it is drawn once.
    fn board(&self, turned: bool) -> Arc<RawValue> {
        let written = self.boards[usize::from(turned)].get_or_init(|| {
            let board = Board::new(&self.picture, self.before.as_ref(), &self.sides, turned);
            let written = serde_json::value::to_raw_value(&board);
            Arc::from(written.expect("a board is plain data"))
        });
        Arc::clone(written)
    }
}

fn ended(session: &dyn AnySession, you: Option<Seat>, outcome: shido::Outcome) -> Ending {
    let (sentence, why) = ending(session, you, outcome);
    let winner = outcome.winner();
    Ending {
        outcome: winner.map_or("draw".to_owned(), |seat| seat.to_string()),
        result: you.map(|you| match winner {
            None => "drawn",
            Some(winner) if winner == you => "won",
            Some(_) => "lost",
        }),
        by: match session.save().ended {
            None => "rules",
            Some(EarlyEnd::Resigned(_)) => "resignation",
            Some(EarlyEnd::OutOfTime(_)) => "time",
            Some(EarlyEnd::Agreed) => "agreement",
        },
        sentence: why.map_or(sentence.clone(), |why| format!("{sentence} {why}")),
    }
}

impl Sitting {
    /// A contest that has just begun, or was taken from the memory.
    pub(crate) fn new(
        id: i64,
        opened_as: String,
        you: Option<Seat>,
        opponent: Option<Spec>,
        session: Box<dyn AnySession>,
        clock: Option<Clock>,
        (begun, changed): (Moment, Moment),
    ) -> Sitting {
        let facts = Arc::new(Facts::of(&*session, you, opponent.is_some()));
        Sitting {
            id,
            opened_as,
            you,
            begun,
            stopped: Notify::new(),
            news: broadcast::Sender::new(32),
            review: Mutex::default(),
            used: AtomicU64::new(now()),
            state: Mutex::new(State {
                session: Some(session),
                moved_at: facts.moves.len(),
                facts,
                thinking: None,
                clock,
                revision: 0,
                said: Vec::new(),
                not_kept: None,
                changed,
            }),
            opponent,
        }
    }

    /// A contest as it was kept. Who plays against the student comes when it is their turn.
    pub(crate) fn load(app: &App, kept: &Kept) -> Result<Sitting, Failure> {
        let unreadable = |error: serde_json::Error| {
            Failure::impossible(format!("contest {} cannot be read: {error}", kept.id))
        };
        let mut record = saved(kept).map_err(unreadable)?;
        let mut players = std::mem::take(&mut record.players).into_iter();
        let opponent = players.find_map(|player| player);
        let session = app.catalog.load(&record, &app.settings(&Arc::default()))?;
        let you = match kept.beginning.seat.as_deref() {
            Some("first") => Some(Seat::First),
            Some("second") => Some(Seat::Second),
            _ => None,
        };
        Ok(Sitting::new(
            kept.id,
            kept.beginning.game.clone(),
            you,
            opponent,
            session,
            kept.standing.clock.as_ref().and_then(Clock::kept),
            (kept.begun, kept.changed),
        ))
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<News> {
        self.news.subscribe()
    }

    pub(crate) fn tell(&self, news: News) {
        // Nobody may be listening.
        let _ = self.news.send(news);
    }

    /// Whether nobody looks at it and nobody thinks.
    pub(crate) fn is_idle(&self) -> bool {
        let state = lock(&self.state);
        let at_rest = state.thinking.is_none() && state.session.is_some();
        let clock_stands = state
            .clock
            .as_ref()
            .is_none_or(|clock| clock.runs().is_none());
        let reviewing = matches!(*lock(&self.review), Reviewing::Running(..));
        at_rest && clock_stands && self.news.receiver_count() == 0 && !reviewing
    }

    pub(crate) fn unused_for(&self) -> Duration {
        Duration::from_millis(now().saturating_sub(self.used.load(Ordering::Relaxed)))
    }

    pub(crate) fn is_thinking(&self) -> bool {
        lock(&self.state).thinking.is_some()
    }

    /// The contest as it stands.
    pub(crate) fn answer(&self, turned: bool) -> Contest {
        self.used.store(now(), Ordering::Relaxed);
        let state = lock(&self.state);
        let facts = Arc::clone(&state.facts);
        let thinking = state.thinking.is_some();
        let (revision, changed) = (state.revision, state.changed);
        let clock = state.clock.as_ref().map(Clock::shown);
        let told = facts.moves.iter().skip(state.moved_at);
        let told = told.map(|made| made.told.clone());
        let news = told.chain(state.said.iter().cloned()).collect();
        let not_kept = state.not_kept.clone();
        drop(state);
        let over = matches!(facts.turn, Turn::Over(_));
        let person = matches!(facts.turn, Turn::Of(seat) if self.is_person(seat));
        let yours = person && !thinking;
        let not_kept = not_kept.map(|why| format!("What you play now is not kept: {why}."));
        Contest {
            id: self.id,
            revision,
            game: facts.game.clone(),
            you: self.you.map(seat_name),
            opponent: self.opponent.as_ref().map(ToString::to_string),
            opponent_name: self.opponent.as_ref().map(|spec| spec.name.clone()),
            sides: facts.sides.clone(),
            symbols: facts.symbols.clone(),
            start: facts.start.clone(),
            position: facts.position.clone(),
            to_move: to_move(facts.turn),
            yours,
            thinking,
            waiting: !over && !person && !thinking,
            moves: facts.moves.clone(),
            legal: facts.legal.clone(),
            board: facts.board(turned),
            news,
            notes: facts.notes.iter().cloned().chain(not_kept).collect(),
            ending: facts.ending.clone(),
            points: facts.points,
            clock,
            can: Can {
                take_back: facts.has_person_moved && !over,
                resign: !over,
                offer_draw: yours,
                hint: yours,
                why: facts.has_opponent_moved,
                review: over && facts.has_person_moved,
            },
            begun: self.begun,
            changed,
        }
    }

    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.opponent.is_none() || self.you == Some(seat)
    }

    /// A copy of the contest after so many moves, to be looked at.
    pub(crate) fn copy(
        &self,
        app: &App,
        moves: Option<usize>,
    ) -> Result<Box<dyn AnySession>, Failure> {
        let state = lock(&self.state);
        let made = state.facts.moves.len();
        let moves = moves.unwrap_or(made);
        if moves > made {
            return Err(Failure::missing(format!(
                "the contest has {made} moves, not {moves}"
            )));
        }
        if let Some(session) = &state.session {
            return Ok(session.after(moves));
        }
        // Somebody has it to themselves: it is made again.
        let facts = Arc::clone(&state.facts);
        drop(state);
        let game = self.open(app)?;
        let mut session = game.session(Some(&facts.start), &app.settings(&Arc::default()))?;
        for made in &facts.moves[..moves] {
            session.play(&made.text)?;
        }
        Ok(session)
    }

    fn open(&self, app: &App) -> Result<Arc<dyn shido::AnyGame>, Error> {
        app.catalog.open(&self.opened_as)
    }

    /// Lets a person do something with the contest. Who calls this lets it [go on](Sitting::go_on) then, and both are
    /// told as one change.
    pub(crate) fn act(
        &self,
        app: &App,
        expected: Option<u64>,
        act: impl FnOnce(&mut dyn AnySession) -> Result<Acted, Failure>,
    ) -> Result<(), Failure> {
        self.end_by_time(app);
        let mut state = lock(&self.state);
        if expected.is_some_and(|expected| expected != state.revision) {
            return Err(Failure::not_now("the contest has changed meanwhile").help("look again"));
        }
        let mut session = state.session.take().ok_or_else(in_use)?;
        drop(state);
        let acted = act(&mut *session);
        let settled = match acted {
            Ok(acted) => Some((acted, self.settle(app, &*session, acted == Acted::Moved))),
            Err(_) => None,
        };
        let mut state = lock(&self.state);
        if let Some((acted, settled)) = settled {
            state.said.clear();
            let made = settled.facts.moves.len();
            state.moved_at = match acted {
                Acted::Moved => made,
                Acted::Otherwise => state.moved_at.min(made),
            };
            state.show(settled);
        }
        state.session = Some(session);
        drop(state);
        acted.map(|_| ())
    }

    /// Says something that is no move.
    pub(crate) fn say(&self, text: String) {
        let mut state = lock(&self.state);
        state.said.push(text);
        state.revision += 1;
        drop(state);
        self.tell(News::Changed);
    }

    /// Takes down how the contest stands, and keeps it. Whoever has the session does so, and nobody waits for the
    /// disk who only looks.
    fn settle(&self, app: &App, session: &dyn AnySession, moved: bool) -> Settled {
        let facts = Facts::of(session, self.you, self.opponent.is_some());
        let changed = Moment::now();
        let mut clock = lock(&self.state).clock.clone();
        if let Some(clock) = &mut clock {
            clock.stop(moved);
            if let (Turn::Of(seat), true) = (session.turn(), !facts.moves.is_empty()) {
                clock.start(seat);
            }
        }
        let kept = app.keeper.keep(KeptNow {
            contest: self.id,
            standing: Standing {
                clock: clock.as_ref().map(Clock::to_keep),
                ..standing(session)
            },
            certificates: certificates(session),
            now: changed,
        });
        let not_kept = kept.err();
        if let Some(error) = &not_kept {
            tracing::error!(contest = self.id, error, "a contest is not kept");
        }
        Settled {
            facts: Arc::new(facts),
            clock,
            changed,
            not_kept,
        }
    }

    /// Lets whoever is no person move, if it is their turn, and tells that something has changed.
    pub(crate) fn go_on(self: &Arc<Sitting>, app: &Arc<App>) {
        self.begin_to_think(app);
        self.tell(News::Changed);
    }

    /// Lets a player or chance think, if it is their turn. They do so elsewhere.
    fn begin_to_think(self: &Arc<Sitting>, app: &Arc<App>) {
        let mut state = lock(&self.state);
        let theirs = match state.facts.turn {
            Turn::Of(seat) => !self.is_person(seat),
            Turn::Chance => true,
            Turn::Over(_) => false,
        };
        if !theirs || state.thinking.is_some() || *app.closing.borrow() {
            return;
        }
        let cancel = Arc::<AtomicBool>::default();
        state.thinking = Some(Arc::clone(&cancel));
        drop(state);
        let (sitting, app) = (Arc::clone(self), Arc::clone(app));
        tokio::spawn(async move {
            let permit = app.moving.acquire().await;
            let (thinking, shared) = (Arc::clone(&sitting), Arc::clone(&app));
            let thought = tokio::task::spawn_blocking(move || thinking.think(&shared, &cancel));
            if let Err(error) = thought.await {
                sitting.recover(&app, error.into());
            }
            drop(permit);
        });
    }

    /// Lets players and chance move until it is a person's turn.
    fn think(&self, app: &App, cancel: &Arc<AtomicBool>) {
        let session = lock(&self.state).session.take();
        let Some(mut session) = session else {
            // Somebody else has it: they give it back, and then it has to be asked for again.
            lock(&self.state).thinking = None;
            return;
        };
        let mut settled = None;
        let failure = loop {
            let seat = match session.turn() {
                Turn::Of(seat) if !self.is_person(seat) => Some(seat),
                Turn::Chance => None,
                Turn::Of(_) | Turn::Over(_) => break None,
            };
            // What was done before is shown while it goes on.
            if let Some(settled) = settled.take() {
                lock(&self.state).show(settled);
                self.tell(News::Changed);
            }
            match self.let_move(app, &mut *session, seat, cancel) {
                Ok(_) => settled = Some(self.settle(app, &*session, true)),
                Err(Error::Stopped) => break None,
                Err(error) => break Some(Failure::from(error)),
            }
        };
        let mut state = lock(&self.state);
        if let Some(settled) = settled {
            state.show(settled);
        }
        state.session = Some(session);
        state.thinking = None;
        state.revision += 1;
        drop(state);
        self.end_by_time(app);
        self.stopped.notify_waiters();
        if let Some(failure) = failure {
            self.tell(News::Failed(json!(failure)));
        }
        self.tell(News::Changed);
    }

    fn let_move(
        &self,
        app: &App,
        session: &mut dyn AnySession,
        seat: Option<Seat>,
        cancel: &Arc<AtomicBool>,
    ) -> Result<Moved, Error> {
        if let (Some(seat), Some(spec)) = (seat, &self.opponent)
            && session.seated(seat).is_none()
        {
            // A player looks at the flag of its settings as long as it lives: it is not that of one thought.
            let settings = app.settings(&Arc::default());
            let player = session.game().player(spec, &settings, &|_| {})?;
            session.seat(seat, Some(&player))?;
        }
        let told = Mutex::new(None::<Instant>);
        let progress = |thought: Thought| {
            let mut told = lock(&told);
            if told.is_none_or(|last| last.elapsed() >= BETWEEN_THOUGHTS) {
                *told = Some(Instant::now());
                self.tell(News::Thinking(json!(Glimpse::of(&thought))));
            }
        };
        let clock = lock(&self.state).clock.clone();
        let budget = clock.zip(seat).map(|(clock, seat)| clock.budget(seat));
        session.let_move(&Request {
            limits: ThinkingLimits {
                time: Some(
                    budget
                        .unwrap_or(app.limits.move_time)
                        .min(app.limits.move_time),
                ),
                ..ThinkingLimits::default()
            },
            cancel: Some(Arc::clone(cancel)),
            progress: &progress,
            ..Request::default()
        })
    }

    /// Begins anew where somebody panicked and took the session along.
    fn recover(&self, app: &App, failure: Failure) {
        let facts = Arc::clone(&lock(&self.state).facts);
        let again = self.open(app).and_then(|game| {
            let mut session = game.session(Some(&facts.start), &app.settings(&Arc::default()))?;
            facts
                .moves
                .iter()
                .try_for_each(|made| session.play(&made.text))?;
            Ok(session)
        });
        let mut state = lock(&self.state);
        state.session = again.ok();
        state.thinking = None;
        state.revision += 1;
        drop(state);
        self.stopped.notify_waiters();
        self.tell(News::Failed(json!(failure)));
        self.tell(News::Changed);
    }

    /// Tells whoever thinks to stop.
    pub(crate) fn cancel(&self) {
        if let Some(cancel) = &lock(&self.state).thinking {
            cancel.store(true, Ordering::Relaxed);
        }
    }

    /// Tells whoever thinks to stop, and waits until they have.
    pub(crate) async fn stop_thinking(&self) -> Result<(), Failure> {
        let begun = Instant::now();
        loop {
            let stopped = self.stopped.notified();
            self.cancel();
            if !self.is_thinking() {
                return Ok(());
            }
            if begun.elapsed() > PATIENCE {
                return Err(Failure::not_now("whoever thinks does not stop"));
            }
            // Who has just begun to think is told to stop the next time.
            let _ = tokio::time::timeout(Duration::from_millis(50), stopped).await;
        }
    }

    /// Lets somebody have the session to themselves, to ask its players something.
    pub(crate) fn borrow<T>(
        &self,
        ask: impl FnOnce(&mut dyn AnySession) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let session = lock(&self.state).session.take();
        let mut session = session.ok_or_else(in_use)?;
        let answer = ask(&mut *session);
        lock(&self.state).session = Some(session);
        answer
    }

    pub(crate) fn has_fallen(&self) -> bool {
        let state = lock(&self.state);
        state
            .clock
            .as_ref()
            .is_some_and(|clock| clock.fallen().is_some())
    }

    /// Ends the contest of somebody whose time is up. Who thinks is told to stop, and it ends then.
    pub(crate) fn fall(&self, app: &App) {
        self.cancel();
        if self.end_by_time(app) {
            self.tell(News::Changed);
        }
    }

    fn end_by_time(&self, app: &App) -> bool {
        let mut state = lock(&self.state);
        let Some(seat) = state.clock.as_ref().and_then(Clock::fallen) else {
            return false;
        };
        let Some(mut session) = state.session.take() else {
            return false;
        };
        drop(state);
        session.end_early(EarlyEnd::OutOfTime(seat));
        let settled = self.settle(app, &*session, false);
        let mut state = lock(&self.state);
        state.show(settled);
        state.session = Some(session);
        true
    }
}

/// How a contest stands, once that is on disk.
struct Settled {
    facts: Arc<Facts>,
    clock: Option<Clock>,
    changed: Moment,
    not_kept: Option<String>,
}

impl State {
    /// From now on this is shown.
    fn show(&mut self, settled: Settled) {
        self.facts = settled.facts;
        self.clock = settled.clock;
        self.changed = settled.changed;
        self.not_kept = settled.not_kept;
        self.revision += 1;
    }
}

/// Why nothing can be done with a session that somebody else has.
fn in_use() -> Failure {
    Failure::not_now("somebody is thinking about it").help("wait, or cancel")
}

/// Whether a person has made a move or done something else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Acted {
    Moved,
    Otherwise,
}

/// What somebody has found so far.
#[derive(Serialize)]
struct Glimpse {
    depth: Option<u32>,
    nodes: u64,
    value: f64,
    advantage: Option<f64>,
    unit: Option<String>,
    line: Vec<String>,
}

impl Glimpse {
    fn of(thought: &Thought) -> Glimpse {
        Glimpse {
            depth: thought.depth,
            nodes: thought.nodes,
            value: thought.value.0,
            advantage: thought.advantage,
            unit: thought.unit.clone(),
            line: thought.line.clone(),
        }
    }
}

/// Milliseconds since some fixed moment.
fn now() -> u64 {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed().as_millis() as u64
}
