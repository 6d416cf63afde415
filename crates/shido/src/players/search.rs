//! What searches have in common as players: limits, an evaluation, a memory, a book of openings.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use shido_arena::{Contest, Player, PlayerError, Policy, Thinking, ThinkingLimits, draw, uniform};
use shido_core::picture::TreePicture;
use shido_core::{Depict, Game, Seed};
use shido_search::{
    Analysis, Ask, Book, Limits, Model, Recording, SearchError, TranspositionTable,
};

use super::Context;
use super::mind::{Mind, Prepared, ThoughtError, explain};
use crate::book::read_book;
use crate::entry::{AsPlayed, Entry, Playable};
use crate::evaluation::{Evaluator, Unit};
use crate::options::{Opt, Options, file, number, switch, text, whole};
use crate::{Error, MoveThought, RecordSize, Thought};

pub(crate) const ANY: [u64; 2] = [1, u64::MAX];
pub(crate) const PLIES: [u64; 2] = [1, 10_000];

pub(crate) const DEPTH: Opt<u32> = whole(
    "depth",
    PLIES,
    "how many plies to look ahead (to the end if left out; large games need one)",
);
pub(crate) const NODES: Opt<u64> = whole("nodes", ANY, "give up after visiting so many positions");
pub(crate) const TIME: Opt<f64> = number(
    "time",
    [0.001, 86_400.0],
    "seconds for each move, such as 0.5",
);
pub(crate) const WEIGHTS: Opt<String> = text(
    "weights",
    "`hand`, `learned`, `rough` or a file",
    "of the evaluation: hand, learned (the usual, where there are any), network (backgammon, breakthrough), rough \
     (frames), open-lines (tic-tac-toe), one that was added, or a file",
);
pub(crate) const TABLES: Opt<bool> = switch(
    "tables",
    "whether positions are looked up in the solver's tables: that of a small game, or those of endgames that were solved",
)
.usually("off");
pub(crate) const BOOK: Opt<String> = file(
    "book",
    "openings to play from memory, one line of moves a row",
);
pub(crate) const TABLE: Opt<usize> = whole(
    "table",
    [1, 65_536],
    "the size of its table of positions in MiB",
)
.usually("16");

/// What a search comes to.
pub(crate) type Answer<G> = Result<Found<<G as Game>::Move>, SearchError<<G as Game>::Move>>;

/// A search with all of its options but limits and evaluation.
pub(crate) trait Search<G: Game>: Send + Sync {
    /// Whether the same position always gets the same answer, whatever was searched before.
    fn is_pure(&self) -> bool;

    /// Looks at the last of the positions of a contest.
    fn search(&self, asked: Asked<'_, G>) -> Answer<G>;

    /// How many positions to visit where nothing limits it.
    fn usual_nodes(&self) -> Option<u64> {
        None
    }

    /// What the search has to find out to choose a move.
    fn ask_to_choose(&self) -> Ask {
        Ask::EveryMove
    }

    /// Whether it looks at all positions of the contest so far. Who looks at the last alone is given the
    /// rules as they stand after the others.
    fn knows_the_past(&self) -> bool {
        false
    }

    /// Whether a search for one best move cuts moves of the root that a search for the value of every
    /// move has to look at: then both counts are told.
    fn cuts_at_the_root(&self) -> bool {
        false
    }

    /// The same search for the best move, watched; `None` where it cannot be.
    fn watched(
        &self,
        _asked: Asked<'_, G>,
        _recording: &mut Recording<G>,
    ) -> Option<Result<(), SearchError<G::Move>>> {
        None
    }
}

/// What a search is asked.
pub(crate) struct Asked<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) positions: &'a [G::Position],
    pub(crate) model: &'a (dyn Model<G> + Send + Sync),
    /// The same for the game behind an erased one, a `SharedModel` of its type.
    pub(crate) model_behind: Option<&'a (dyn Any + Send + Sync)>,
    pub(crate) ask: Ask,
    pub(crate) limits: Limits<'a>,
    pub(crate) seed: Seed,
    /// What it remembers from one question to the next. Made when it is first needed.
    pub(crate) table: &'a mut Option<TranspositionTable>,
    pub(crate) watch: &'a dyn Fn(&Analysis<G::Move>),
}

impl<'a, G: Game> Asked<'a, G> {
    /// The position in question.
    pub(crate) fn position(&self) -> &'a G::Position {
        self.positions.last().expect("a contest has a position")
    }
}

/// What a search found out.
pub(crate) struct Found<M> {
    pub(crate) analysis: Analysis<M>,
    /// How often each move was tried, by a search that samples.
    pub(crate) visits: Option<Vec<u64>>,
}

impl<M: Copy> Found<M> {
    /// The same with the moves of another type that stand for these.
    pub(crate) fn with_moves<N>(self, other: &dyn Fn(M) -> N) -> Found<N> {
        Found {
            analysis: self.analysis.with_moves(other),
            visits: self.visits,
        }
    }
}

impl<M> From<Analysis<M>> for Found<M> {
    fn from(analysis: Analysis<M>) -> Found<M> {
        Found {
            analysis,
            visits: None,
        }
    }
}

/// What a search needs beside itself.
struct Equipment<G: Game> {
    search: Box<dyn Search<G>>,
    evaluator: Evaluator<G>,
    limits: ThinkingLimits,
    book: Option<Book<G>>,
    as_played: Option<AsPlayed<G>>,
    /// Raised by whoever wants all work to stop.
    stop: Arc<AtomicBool>,
}

impl<G: Game> Equipment<G> {
    fn thought(&self, found: Found<G::Move>) -> Thought<G::Move> {
        thought(found, self.evaluator.unit.as_ref())
    }

    /// The rules as they stand in a contest, where its past makes a difference to the search.
    fn rules_as_played(&self, contest: &Contest<'_, G>) -> Option<G> {
        let as_played = self.as_played.filter(|_| !self.search.knows_the_past())?;
        (as_played.rules)(contest)
    }
}

/// The options that give limits, as they are read.
pub(crate) fn time(options: &Options<'_>) -> Result<Option<Duration>, Error> {
    Ok(options.get(&TIME)?.map(Duration::from_secs_f64))
}

/// Depth, nodes and time. A small game is searched to its end unless told otherwise; a large one would
/// never be.
pub(crate) fn limits<G: Playable>(
    entry: &Entry<G>,
    options: &Options<'_>,
) -> Result<ThinkingLimits, Error> {
    let limits = ThinkingLimits {
        depth: options.get(&DEPTH)?,
        nodes: options.get(&NODES)?,
        time: time(options)?,
    };
    if limits.depth.is_none() && entry.endless {
        return Err(options.missing(&DEPTH));
    }
    Ok(limits)
}

/// The evaluation that the options `weights` and `tables` ask for.
pub(crate) fn evaluator<G: Playable>(
    entry: &Entry<G>,
    options: &Options<'_>,
    context: Context<'_>,
) -> Result<Evaluator<G>, Error> {
    let evaluator = entry.evaluator(options.get(&WEIGHTS)?.as_deref())?;
    if !options.need(&TABLES)? {
        return Ok(evaluator);
    }
    if let Some(endgames) = &entry.endgames {
        let tables = endgames.kept(&entry.about, context.settings, context.watch);
        if tables.bytes() == 0 {
            return Err(Error::NoEndgameSolved {
                game: entry.about.name.clone(),
                title: entry.about.title.clone(),
            });
        }
        return Ok((endgames.consulting)(&entry.game, evaluator, tables));
    }
    let oracle = entry.oracle(context.settings, context.watch)?.oracle;
    Ok((entry.solved_tables()?.consulting)(
        &entry.game,
        evaluator,
        oracle,
    ))
}

/// The book that the option `book` names.
pub(crate) fn book<G: Playable>(
    entry: &Entry<G>,
    options: &Options<'_>,
) -> Result<Option<Book<G>>, Error> {
    let file = options.get(&BOOK)?;
    file.map(|file| read_book(&entry.game, &file)).transpose()
}

/// A player who thinks by a search, with a book if it has one.
pub(crate) fn searching<G: Playable>(
    search: Box<dyn Search<G>>,
    entry: &Entry<G>,
    evaluator: Evaluator<G>,
    limits: ThinkingLimits,
    book: Option<Book<G>>,
    context: Context<'_>,
) -> Prepared<G> {
    let equipment = Arc::new(Equipment {
        search,
        evaluator,
        limits,
        book,
        as_played: entry.as_played,
        stop: Arc::clone(&context.settings.stop),
    });
    let fixed = equipment.search.is_pure() && limits.time.is_none() && equipment.book.is_none();
    let policy = fixed.then(|| Arc::new(BestMoves(Arc::clone(&equipment))));
    let prepared = Prepared::new(move || {
        Box::new(Searching {
            equipment: Arc::clone(&equipment),
            table: None,
            last: None,
        })
    });
    match policy {
        Some(policy) => prepared.with_policy(policy),
        None => prepared,
    }
}

/// Thinks anew before each move, and plays openings from a book.
struct Searching<G: Game> {
    equipment: Arc<Equipment<G>>,
    table: Option<TranspositionTable>,
    last: Option<Thought<G::Move>>,
}

impl<G: Game> Searching<G> {
    fn find(
        &mut self,
        contest: &Contest<'_, G>,
        ask: Ask,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, SearchError<G::Move>> {
        let equipment = &*self.equipment;
        let as_played = equipment.rules_as_played(contest);
        let found = equipment.search.search(Asked {
            game: as_played.as_ref().unwrap_or(contest.game()),
            positions: contest.positions(),
            model: &*equipment.evaluator.model,
            model_behind: equipment.evaluator.behind.as_deref(),
            ask,
            limits: limits_of(equipment, thinking),
            seed: match equipment.search.is_pure() {
                true => Seed(0),
                false => Seed(thinking.rng.random()),
            },
            table: &mut self.table,
            watch: thinking.watch,
        })?;
        Ok(equipment.thought(found))
    }
}

/// The search's own limits and those of whoever asks. Without a flag from them that of all work counts.
fn limits_of<'a, G: Game>(
    equipment: &'a Equipment<G>,
    thinking: &Thinking<'a, G::Move>,
) -> Limits<'a> {
    let stop = thinking.stop.unwrap_or(&equipment.stop);
    let mut limits = thinking.limits.within(equipment.limits);
    if limits == ThinkingLimits::default() {
        limits.nodes = equipment.search.usual_nodes();
    }
    limits.for_search(Some(stop))
}

impl<G: Game> Player<G> for Searching<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        self.last = None;
        if let Some(book) = &self.equipment.book
            && let Some(mv) = book.draw(contest.game(), contest.position(), thinking.rng)
        {
            return Ok(mv);
        }
        let ask = self.equipment.search.ask_to_choose();
        let thought = self
            .find(contest, ask, thinking)
            .map_err(|error| explain(&error))?;
        let choice = match self.equipment.search.is_pure() {
            // As its policy draws.
            true => draw(&uniform(&thought.best), thinking.rng).ok(),
            false => thought.best.choose(thinking.rng).copied(),
        };
        self.last = Some(thought);
        choice.ok_or(PlayerError::Over)
    }
}

impl<G: Depict> Mind<G> for Searching<G> {
    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        ask: Ask,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        let mut thought = self.find(contest, ask, thinking)?;
        // A clock would stop the second search elsewhere.
        let timed = (thinking.limits.time)
            .or(self.equipment.limits.time)
            .is_some();
        if ask == Ask::EveryMove && self.equipment.search.cuts_at_the_root() && !timed {
            let alone = self.find(contest, Ask::BestMove, thinking)?.nodes;
            thought.nodes_for_every_move = Some(std::mem::replace(&mut thought.nodes, alone));
        }
        Ok(thought)
    }

    fn unit(&self) -> Option<Unit> {
        self.equipment.evaluator.unit.clone()
    }

    fn last_thought(&mut self) -> Option<Thought<G::Move>> {
        self.last.take()
    }

    fn record(
        &mut self,
        contest: &Contest<'_, G>,
        size: RecordSize,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Option<TreePicture>, ThoughtError<G::Move>> {
        let equipment = &*self.equipment;
        let model = &*equipment.evaluator.model;
        let mut recording = Recording::new(size.nodes, size.depth);
        let as_played = equipment.rules_as_played(contest);
        let asked = Asked {
            game: as_played.as_ref().unwrap_or(contest.game()),
            positions: contest.positions(),
            model,
            model_behind: equipment.evaluator.behind.as_deref(),
            ask: Ask::BestMove,
            limits: limits_of(equipment, thinking),
            seed: Seed(0),
            // With a transposition table of its own: what is known already would not be searched.
            table: &mut None,
            watch: &|_| {},
        };
        match equipment.search.watched(asked, &mut recording) {
            None => Ok(None),
            Some(searched) => {
                searched?;
                let tree = recording.finish();
                Ok(tree.map(|tree| tree.picture(contest.game(), model)))
            }
        }
    }
}

/// Any of the best moves that a pure search finds, as often.
struct BestMoves<G: Game>(Arc<Equipment<G>>);

impl<G: Game> Policy<G> for BestMoves<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let equipment = &*self.0;
        let found = equipment.search.search(Asked {
            game,
            positions: std::slice::from_ref(position),
            model: &*equipment.evaluator.model,
            model_behind: equipment.evaluator.behind.as_deref(),
            ask: Ask::EveryMove,
            limits: equipment.limits.for_search(Some(&equipment.stop)),
            seed: Seed(0),
            table: &mut None,
            watch: &|_| {},
        });
        let best = found.map_err(|error| explain(&error))?.analysis.best;
        Ok(uniform(&best))
    }
}

/// What a search found as a thought, in a unit if it has one.
pub(crate) fn thought<M>(found: Found<M>, unit: Option<&Unit>) -> Thought<M> {
    let Found { analysis, visits } = found;
    let advantage = |value| unit.and_then(|unit| unit.advantage(value));
    let total = visits.iter().flatten().sum::<u64>().max(1) as f64;
    let share = |index: usize| Some(*visits.as_ref()?.get(index)? as f64 / total);
    let moves = analysis.moves.into_iter().enumerate();
    Thought {
        best: analysis.best,
        moves: moves
            .map(|(index, judged)| MoveThought {
                advantage: advantage(judged.value),
                tried: share(index),
                ..MoveThought::of(judged.mv, judged.value, judged.bound)
            })
            .collect(),
        nodes: analysis.nodes,
        line: analysis.line,
        lines: analysis.lines,
        depth: analysis.depth,
        distance: analysis.distance,
        unit: unit.map(|unit| unit.name.clone()),
        advantage: advantage(analysis.value),
        transpositions: analysis.transpositions,
        ..Thought::of(analysis.value)
    }
}
