//! One thread's search.

use std::ops::Range;

use shido_core::{ForFirst, ForMover, Guide, Outcome, Seat, Turn, sort_short};

use super::order::{Mark, Memory, Occasion, UNRANKED, bring_best_forward, bring_worst_forward};
use super::path::Path;
use super::start::{RootMove, Start, recurrence_key};
use super::twins::{eldest_twins, is_symmetric};
use super::{Bell, ProbCut, Pvs, PvsOptions, Selectivity};
use crate::pvs::score::{Scale, Score};
use crate::pvs::transposition_table::Entry;
use crate::question::observe::{Cut, Observer, Why, Window};
use crate::{Bound, Model, SearchError, TranspositionTable};

/// A search ends before it is done: because of the error that the worker keeps, or, without one, because
/// a limit was reached or someone asked it to stop.
pub(super) struct Halt;

/// What the search of a node came to. With [`Halt`] in its place where there is nothing, it comes back
/// in two registers.
#[derive(Clone, Copy)]
struct Found {
    /// Seen by the side to move at the node.
    score: Score,
    /// Whether no deeper search would find anything else.
    settled: bool,
}

impl Found {
    #[inline]
    fn seen_by_other(self) -> Found {
        Found {
            score: -self.score,
            ..self
        }
    }
}

/// What a move leads to.
enum Step {
    /// Something that needs no search, seen by the side that moved.
    Known(Found),
    /// A position in which this side is to move.
    On(Seat),
}

/// A move with its number in the game's order.
#[derive(Clone, Copy)]
pub(super) struct Ranked<M> {
    pub(super) mv: M,
    pub(super) index: usize,
    pub(super) rank: i32,
    pub(super) noisy: bool,
}

/// How many nodes pass between two looks at the clock.
const LOOK: u64 = 1 << 10;
/// Where no move cuts a node off all have to be searched, and threads that go through them from both
/// ends meet in the middle, where each finds in the table what the other did. The first moves are tried
/// in order all the same: they are the ones that cut off.
const BACKWARD_FROM: usize = 3;
/// Beyond this ply a search takes the evaluation for an answer, whatever is going on.
const MOST_PLIES: usize = 400;

pub(super) struct Worker<'a, G: Guide, M: ?Sized> {
    game: &'a G,
    model: &'a M,
    table: &'a TranspositionTable,
    probcut: Option<&'a ProbCut>,
    options: PvsOptions,
    pub(super) bell: &'a Bell<'a>,
    /// Whether this is the thread whose answer counts.
    pub(super) leads: bool,
    /// How many of the best root moves get an exact value.
    pub(super) wanted: usize,
    /// Whether the search looks at nothing beyond the depth that is asked for.
    ends_at_horizon: bool,
    /// From which of a node's moves on the worst comes first.
    backward_from: usize,
    /// One where what was found to even and to odd depths is kept apart in the table, else zero.
    parity: u64,
    /// Whether the bell is listened to.
    pub(super) may_stop: bool,
    pub(super) decisive: bool,
    pub(super) scale: Scale,
    /// Up to which ply the search knows what the last two plies before the horizon can bring: a win of
    /// the side that moves next, or 0.
    foreseen: usize,
    root: G::Position,
    /// Whether the moves from the root that come to the same are searched but once.
    symmetric: bool,
    mover: Seat,
    pub(super) roots: Vec<RootMove<G::Move>>,
    /// Whether the present depth has found a better move than the last.
    pub(super) improved: bool,
    pub(super) nodes: u64,
    /// At how many nodes to look at the clock and the limits again.
    next_look: u64,
    pub(super) probes: u64,
    pub(super) hits: u64,
    memory: Memory<G::Move>,
    /// The moves of the nodes between the root and here, one node's behind the other's.
    moves: Vec<Ranked<G::Move>>,
    /// For each ply, the principal variation from there, last move first.
    lines: Vec<Vec<G::Move>>,
    /// The moves that led here, for telling where something went wrong.
    line: Vec<G::Move>,
    path: Option<Path>,
    observer: Option<&'a mut dyn Observer<G>>,
    /// Why the last node was left, for the observer.
    why: Why,
    /// What went wrong, where the search could not go on.
    pub(super) failure: Option<SearchError<G::Move>>,
}

/// What is to be found out about a node.
#[derive(Clone, Copy)]
struct Task {
    mover: Seat,
    /// How many plies to look ahead.
    depth: i32,
    /// How many plies it is below the root.
    ply: usize,
    alpha: Score,
    beta: Score,
    /// Whether the turn was handed over to come here.
    after_null: bool,
    /// Whether the position above it is symmetric. Where it is not, this one hardly ever is.
    below_symmetric: bool,
    /// Whether this is part of a shallow search that is to tell what a deep one would find.
    shallow: bool,
}

impl Task {
    /// Whether more is asked than a yes or no.
    fn wants_value(self) -> bool {
        self.beta.0 - self.alpha.0 > 1
    }
}

impl<'a, G: Guide, M: Model<G> + Sync + ?Sized> Worker<'a, G, M> {
    pub(super) fn new(
        search: &'a Pvs<'_, G, M>,
        start: Start<G::Position, G::Move>,
        bell: &'a Bell<'a>,
        thread: usize,
        observer: Option<&'a mut dyn Observer<G>>,
    ) -> Worker<'a, G, M> {
        let exact = search.options.selectivity == Selectivity::Exact;
        let Start {
            root,
            mover,
            symmetric,
            roots,
            path,
        } = start;
        Worker {
            game: search.game,
            model: search.model,
            table: search.table,
            probcut: search.probcut,
            options: search.options,
            bell,
            leads: thread == 0,
            wanted: search.options.wanted(),
            ends_at_horizon: exact && !search.options.quiescence,
            backward_from: match thread % 4 {
                1 | 2 if exact => BACKWARD_FROM,
                _ => usize::MAX,
            },
            parity: u64::from(exact && search.options.threads.get() > 1),
            may_stop: false,
            decisive: search.model.decisive(),
            scale: Scale::new(search.game.stake(), search.model.decisive()),
            foreseen: match search.game.plies_unless_won(&root) {
                // An observer wants to see all, and the last plies of a contest are searched to its end.
                Some(plies) if exact && search.model.flat() && observer.is_none() => {
                    plies.saturating_sub(2) as usize
                }
                _ => 0,
            },
            mover,
            root,
            symmetric,
            roots,
            improved: false,
            nodes: 0,
            next_look: 0,
            probes: 0,
            hits: 0,
            memory: Memory::new(),
            moves: Vec::with_capacity(1 << 10),
            lines: Vec::new(),
            line: Vec::new(),
            path,
            observer,
            why: Why::Horizon,
            failure: None,
        }
    }

    /// Forgets a depth that could not be finished.
    pub(super) fn start_over(&mut self) {
        self.moves.clear();
        self.line.clear();
        if let Some(path) = &mut self.path {
            path.back_to_root();
        }
    }

    /// Searches the root to a depth and leaves the best move first among the root moves. Tells whether
    /// a deeper search would find nothing else.
    pub(super) fn root(&mut self, depth: u32, alpha: Score, beta: Score) -> Result<bool, Halt> {
        self.improved = false;
        self.count()?;
        let mut best = -Score::INFINITE;
        let mut low = alpha;
        let mut settled = true;
        let root = self.root.clone();
        let whole = Task {
            mover: self.mover,
            depth: depth as i32,
            ply: 0,
            alpha,
            beta,
            after_null: false,
            below_symmetric: self.symmetric,
            shallow: false,
        };
        self.tell_entered(None, &root, whole);
        for place in 0..self.roots.len() {
            let mv = self.roots[place].mv;
            let before = self.nodes;
            let task = Task {
                alpha: low,
                ..whole
            };
            let is_wanted = place < self.wanted;
            let found = self.follow(&root, mv, task, is_wanted, 0)?;
            settled &= found.settled;
            let line = self.take_line(0, mv);
            let entry = &mut self.roots[place];
            entry.nodes = self.nodes - before;
            entry.bound = bound_of(found.score, task);
            entry.score = found.score;
            best = best.max(found.score);
            if is_wanted || found.score > low {
                entry.line = line;
                // The best so far stand in front, and the rest keeps its order, so that the last best
                // moves come next.
                let ahead = &self.roots[..place.min(self.wanted)];
                let rank = ahead.partition_point(|root| root.score >= found.score);
                self.roots[rank..=place].rotate_right(1);
                self.improved |= rank == 0 && (place > 0 || found.score > alpha);
            }
            if place + 1 >= self.wanted {
                low = low.max(self.roots[self.wanted - 1].score);
            }
            if low >= beta {
                settled = found.settled;
                for root in &self.roots[place + 1..] {
                    if let Some(observer) = &mut self.observer {
                        observer.skip(root.mv, Cut::of(self.mover));
                    }
                }
                break;
            }
        }
        if let Some(observer) = &mut self.observer {
            for (_, twin) in self.roots.iter().flat_map(|root| &root.twins) {
                observer.skip(*twin, Cut::Twin);
            }
        }
        let found = self.leave(best, settled, why_left(best, whole));
        self.tell_left(whole, found);
        // Moves that took much work to refute are tried early next time.
        let wanted = self.wanted.min(self.roots.len());
        sort_short(&mut self.roots[wanted..], |root| {
            std::cmp::Reverse(root.nodes)
        });
        Ok(settled)
    }

    /// Searches the position after a move, seen by the side that makes it. Where `first`, with the
    /// window that is asked for; else with a null window, and a wider one only if the move turns out
    /// better than the best so far. `reduction` is by how many plies less at first.
    #[inline(always)]
    fn follow(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        task: Task,
        first: bool,
        reduction: i32,
    ) -> Result<Found, Halt> {
        if task.wants_value() {
            self.clear_line(task.ply + 1);
        }
        let next = self.game.after(position, mv);
        let mover = match self.step(&next, mv, task)? {
            Step::Known(found) => {
                self.tell(mv, &next, task, found);
                return Ok(found);
            }
            Step::On(mover) => mover,
        };
        if let Some(path) = &mut self.path {
            path.push(recurrence_key(self.game, &next));
        }
        self.line.push(mv);
        let below = Task {
            mover,
            depth: task.depth - 1,
            ply: task.ply + 1,
            after_null: false,
            ..task
        };
        let found = self.scout(&next, task, below, first, reduction)?;
        self.line.pop();
        if let Some(path) = &mut self.path {
            path.pop();
        }
        Ok(found)
    }

    /// Sees whether the position that a move leads to needs no search.
    #[inline(always)]
    fn step(&mut self, next: &G::Position, mv: G::Move, task: Task) -> Result<Step, Halt> {
        let mover = match self.game.turn(next) {
            Turn::Over(outcome) => {
                self.count()?;
                return Ok(Step::Known(self.end(next, outcome, task)));
            }
            Turn::Of(seat) => seat,
            Turn::Chance => {
                self.line.push(mv);
                let line = std::mem::take(&mut self.line);
                return Err(self.fail(SearchError::NoOdds { line }));
            }
        };
        if let Some(known) = self.model.known(self.game, next) {
            self.count()?;
            let plies = task.ply + 1 + known.distance.unwrap_or(0) as usize;
            let found = self.certain(known.value.seen_by(task.mover), plies, Why::LookedUp);
            return Ok(Step::Known(found));
        }
        if let Some(path) = &self.path
            && path.repeats(recurrence_key(self.game, next))
        {
            self.count()?;
            return Ok(Step::Known(self.leave(Score::DRAW, false, Why::Repeated)));
        }
        Ok(Step::On(mover))
    }

    /// The windows of principal variation search.
    #[inline(always)]
    fn scout(
        &mut self,
        next: &G::Position,
        task: Task,
        below: Task,
        first: bool,
        reduction: i32,
    ) -> Result<Found, Halt> {
        let whole = (task.alpha, task.beta);
        if first {
            return self.seen_from_above(next, task.mover, whole, below);
        }
        let null = (task.alpha, Score(task.alpha.0 + 1));
        if reduction > 0 {
            let less = Task {
                depth: below.depth - reduction,
                ..below
            };
            let found = self.seen_from_above(next, task.mover, null, less)?;
            if found.score <= task.alpha {
                return Ok(found);
            }
        }
        let found = self.seen_from_above(next, task.mover, null, below)?;
        if found.score > task.alpha && found.score < task.beta {
            return self.seen_from_above(next, task.mover, whole, below);
        }
        Ok(found)
    }

    /// Searches a position with a window of the side that moved there, and gives what that side sees.
    /// The same side may be to move.
    #[inline]
    fn seen_from_above(
        &mut self,
        next: &G::Position,
        above: Seat,
        (alpha, beta): (Score, Score),
        below: Task,
    ) -> Result<Found, Halt> {
        let same = below.mover == above;
        let (alpha, beta) = if same { (alpha, beta) } else { (-beta, -alpha) };
        let task = Task {
            alpha,
            beta,
            ..below
        };
        let found = self.search(next, task)?;
        Ok(if same { found } else { found.seen_by_other() })
    }

    /// The value of a position that is not over, or a bound on it where it lies outside the window.
    #[inline(always)]
    fn search(&mut self, position: &G::Position, task: Task) -> Result<Found, Halt> {
        if self.observer.is_some() {
            return self.search_watched(position, task);
        }
        self.visit(position, task)
    }

    /// The same, shown to the observer.
    #[cold]
    #[inline(never)]
    fn search_watched(&mut self, position: &G::Position, task: Task) -> Result<Found, Halt> {
        self.tell_entered(self.line.last().copied(), position, task);
        let found = self.visit(position, task)?;
        self.tell_left(task, found);
        Ok(found)
    }

    /// The same, unobserved.
    #[inline(always)]
    fn visit(&mut self, position: &G::Position, task: Task) -> Result<Found, Halt> {
        if task.depth == 1 && self.ends_at_horizon {
            return self.frontier(position, task);
        }
        self.inner(position, task)
    }

    /// A node with more than a ply to go, or with more to look at beyond the horizon.
    fn inner(&mut self, position: &G::Position, task: Task) -> Result<Found, Halt> {
        // 1. At the horizon, judge or go on through the noisy moves.
        let at_ease = self.options.selectivity == Selectivity::Exact || self.game.at_ease(position);
        let depth = if at_ease { task.depth } else { task.depth + 1 };
        if depth <= 0 || task.ply >= MOST_PLIES {
            return if self.options.quiescence && task.ply < MOST_PLIES {
                self.quiesce(position, task)
            } else {
                self.count()?;
                self.judge(position, task.mover)
            };
        }
        self.count()?;
        if task.ply < self.foreseen {
            if let Some(mv) = self.game.win_at_once(position) {
                return Ok(self.win(mv, task));
            }
            // Whatever this side does, the other one does not lose by the last move.
            if depth == 2 && task.alpha >= Score::DRAW && !task.wants_value() {
                return Ok(self.leave(Score::DRAW, false, Why::Searched));
            }
        }

        // 2. Look the position up.
        let key = self.game.key(position) ^ (depth as u64 & self.parity);
        let known = self.look_up(key);
        if let Some(entry) = known
            && !task.wants_value()
            && let Some(found) = self.answer_by(entry, depth, task)
        {
            return Ok(found);
        }
        let mut table_move = known.and_then(|entry| entry.best);

        // 3. Give up where the evaluation is far from the window and nothing forces matters.
        let selective = self.options.selectivity != Selectivity::Exact
            && at_ease
            && !task.wants_value()
            && !(self.decisive && (task.alpha.is_decided() || task.beta.is_decided()));
        let mut hopeless = false;
        let mut depth = depth;
        if selective {
            let judged = self.judge(position, task.mover)?.score;
            if self.options.selectivity == Selectivity::Forward {
                let margin = self.margin(judged, depth);
                if depth <= 8 && judged.0 - margin >= task.beta.0 {
                    return Ok(self.leave(judged, false, Why::Forward));
                }
                hopeless = depth <= 6 && judged.0 + margin + margin / depth as i64 <= task.alpha.0;
            }
            if self.options.selectivity == Selectivity::ProbCut && !task.shallow {
                if let Some(found) = self.try_shallow(position, task, depth, judged)? {
                    return Ok(found);
                }
                // The shallow search has found a move to try first.
                if table_move.is_none() {
                    table_move = self.table.probe(key).and_then(|entry| entry.best);
                }
            }
            if depth >= 3
                && judged >= task.beta
                && !task.after_null
                && let Some(found) = self.try_null_move(position, task, depth)?
            {
                return Ok(found);
            }
        }
        if self.options.selectivity.dares() && depth >= 5 && table_move.is_none() {
            // Without a move to try first the node is expensive; the next depth will have one.
            depth -= 1;
        }

        // 4. Try the moves, the most promising first.
        let start = self.list_moves(position).start;
        let symmetric = task.below_symmetric && is_symmetric(self.game, position);
        if symmetric {
            self.drop_younger_twins(position, start);
        }
        let end = self.moves.len();
        let occasion = Occasion {
            mover: task.mover,
            ply: task.ply,
            before: match self.line.last() {
                Some(mv) if !task.after_null => Mark::of(mv),
                _ => Mark::NONE,
            },
        };
        // The table's move is tried before the others are even looked at: it often is enough.
        let ranked_from = match table_move.and_then(|index| self.place(start, index)) {
            Some(place) => {
                self.moves.swap(start, place);
                self.moves[start].noisy = self.game.noisy(position, self.moves[start].mv);
                start + 1
            }
            None => start,
        };
        let late_moves_are_poor =
            self.options.selectivity != Selectivity::Exact && self.game.late_moves_are_poor();
        let mut best = -Score::INFINITE;
        let mut best_index = None;
        let mut alpha = task.alpha;
        let mut settled = true;
        let mut quiet = 0;
        for place in start..end {
            if place == ranked_from {
                let rest = &mut self.moves[place..end];
                self.memory
                    .rank_foremost(self.game, position, occasion, rest);
            }
            if place >= ranked_from {
                let rest = &mut self.moves[place..end];
                let backward = place - start >= self.backward_from;
                let bring_forward = match backward {
                    true => bring_worst_forward,
                    false => bring_best_forward,
                };
                bring_forward(rest);
                if rest[0].rank == UNRANKED {
                    self.memory.rank_quiet(self.game, position, occasion, rest);
                    bring_forward(rest);
                }
            }
            let Ranked {
                mv,
                index,
                rank,
                noisy,
            } = self.moves[place];
            let lost = self.decisive && best.is_decided() && best.0 < 0;
            if !noisy && place > start && !lost {
                quiet += 1;
                let late = late_moves_are_poor
                    && selective
                    && depth <= 6
                    && self.options.selectivity.dares()
                    && quiet > 3 + depth * depth;
                if hopeless || late {
                    self.tell_skipped(mv, Cut::Forward);
                    settled = false;
                    continue;
                }
            }
            let tried = place - start;
            let reduction = if late_moves_are_poor && depth >= 3 && tried >= 2 && at_ease && !noisy
            {
                self.reduction(depth, tried, rank, task)
            } else {
                0
            };
            let asked = Task {
                depth,
                alpha,
                below_symmetric: symmetric,
                ..task
            };
            let found = self.follow(position, mv, asked, place == start, reduction)?;
            if found.score > best {
                best = found.score;
                if best > alpha {
                    best_index = Some(index);
                    alpha = best;
                    if task.wants_value() {
                        self.extend_line(task.ply, mv);
                    }
                    if best >= task.beta {
                        settled = found.settled;
                        if !noisy {
                            let tried = &self.moves[start..place];
                            self.memory.reward(occasion, depth as u32, mv, tried);
                        }
                        self.tell_cut(place + 1..end, task.mover);
                        break;
                    }
                }
            }
            settled &= found.settled;
        }
        self.moves.truncate(start);

        // 5. Remember.
        self.table.store(
            key,
            Entry {
                score: best.seen_from_node(task.ply, self.decisive),
                bound: bound_of(best, task),
                depth: depth.min(i32::from(u8::MAX)) as u8,
                settled,
                best: best_index,
            },
        );
        Ok(self.leave(best, settled, why_left(best, task)))
    }

    /// A node whose moves all lead to the horizon. Judging them costs no more than looking the node up
    /// or putting them in order would.
    fn frontier(&mut self, position: &G::Position, task: Task) -> Result<Found, Halt> {
        self.count()?;
        if task.ply < self.foreseen && !task.wants_value() {
            let wins = task.beta > Score::DRAW && self.game.win_at_once(position).is_some();
            return Ok(match wins {
                true => self.certain(ForMover(1.0), task.ply + 1, Why::Over),
                false => self.leave(Score::DRAW, false, why_left(Score::DRAW, task)),
            });
        }
        let mut best = -Score::INFINITE;
        let mut settled = true;
        if task.wants_value() {
            self.clear_line(task.ply + 1);
        }
        let moves = self.list_moves(position);
        for place in moves.clone() {
            let mv = self.moves[place].mv;
            let found = self.leaf(position, mv, task)?;
            settled &= found.settled;
            if found.score > best {
                best = found.score;
                if best > task.alpha && task.wants_value() {
                    self.extend_line(task.ply, mv);
                }
                if best >= task.beta {
                    settled = found.settled;
                    self.tell_cut(place + 1..moves.end, task.mover);
                    break;
                }
            }
        }
        self.moves.truncate(moves.start);
        Ok(self.leave(best, settled, why_left(best, task)))
    }

    /// A node with a move that wins: nothing is better.
    #[inline]
    fn win(&mut self, mv: G::Move, task: Task) -> Found {
        if task.wants_value() {
            self.clear_line(task.ply + 1);
            self.extend_line(task.ply, mv);
        }
        self.certain(ForMover(1.0), task.ply + 1, Why::Over)
    }

    /// Puts the moves of a position behind those of the nodes above it, and tells where they are.
    #[inline(always)]
    fn list_moves(&mut self, position: &G::Position) -> Range<usize> {
        let start = self.moves.len();
        let mut index = 0;
        self.game.each_move(position, |mv| {
            self.moves.push(Ranked {
                mv,
                index,
                rank: 0,
                noisy: false,
            });
            index += 1;
        });
        start..self.moves.len()
    }

    /// What a move to the horizon comes to, seen by the side that makes it.
    #[inline(always)]
    fn leaf(&mut self, position: &G::Position, mv: G::Move, task: Task) -> Result<Found, Halt> {
        let next = self.game.after(position, mv);
        let found = match self.step(&next, mv, task)? {
            Step::Known(found) => found,
            Step::On(_) => {
                self.count()?;
                match self.judged(&next, task.mover) {
                    Some(found) => found,
                    None => return Err(self.fail_to_judge(Some(mv))),
                }
            }
        };
        self.tell(mv, &next, task, found);
        Ok(found)
    }

    /// Leaves of moves that come to the same only the first.
    fn drop_younger_twins(&mut self, position: &G::Position, start: usize) {
        let moves: Vec<G::Move> = self.moves[start..].iter().map(|ranked| ranked.mv).collect();
        let eldest = eldest_twins(self.game, position, &moves);
        self.moves.truncate(start);
        let distinct = moves.into_iter().enumerate();
        self.moves
            .extend(
                distinct
                    .filter(|(index, _)| eldest[*index] == *index)
                    .map(|(index, mv)| Ranked {
                        mv,
                        index,
                        rank: 0,
                        noisy: false,
                    }),
            );
    }

    /// Where the move with this number in the game's order is among those from `start` on.
    fn place(&self, start: usize, index: usize) -> Option<usize> {
        let moves = &self.moves[start..];
        match moves.get(index) {
            Some(ranked) if ranked.index == index => Some(start + index),
            // Moves may have been left out before it.
            _ => Some(start + moves.iter().position(|ranked| ranked.index == index)?),
        }
    }

    /// What the table has on a position. An exact search has no use for what was found to another depth
    /// but as a hint which move to try first. So where threads are a ply apart, even and odd depths do
    /// not take each other's place.
    fn look_up(&mut self, key: u64) -> Option<Entry> {
        self.probes += 1;
        let other_depths = || (self.parity != 0).then(|| self.table.probe(key ^ self.parity))?;
        let entry = self.table.probe(key).or_else(other_depths);
        self.hits += u64::from(entry.is_some());
        entry
    }

    /// What a table entry answers, if it is deep enough and on the right side of the window.
    fn answer_by(&mut self, entry: Entry, depth: i32, task: Task) -> Option<Found> {
        let entry_depth = i32::from(entry.depth);
        // An exact search wants the value to this very depth.
        let deep_enough = match self.options.selectivity {
            Selectivity::Exact => entry_depth == depth,
            _ => entry_depth >= depth,
        };
        if !deep_enough && !entry.settled {
            return None;
        }
        let score = entry.score.seen_from_root(task.ply, self.decisive);
        let answers = match entry.bound {
            Bound::AtLeast => score >= task.beta,
            Bound::AtMost => score <= task.alpha,
            _ => true,
        };
        answers.then(|| self.leave(score, entry.settled, Why::LookedUp))
    }

    /// How far the value of a position may be from its evaluation after so many plies. Values are
    /// squeezed towards the stake, where the same advantage makes less difference.
    fn margin(&self, judged: Score, depth: i32) -> i64 {
        let stake = self.game.stake();
        let value = judged.0 as f64 / self.scale.score(ForMover(stake)).0 as f64;
        let slope = (1.0 - value * value).max(0.01);
        self.scale.score(ForMover(0.14 * stake * slope)).0 * i64::from(depth)
    }

    /// Lets a shallow search tell whether a deep one is likely to lie outside the window (ProbCut: Buro 1995).
    /// On which side is guessed from the evaluation.
    fn try_shallow(
        &mut self,
        position: &G::Position,
        task: Task,
        depth: i32,
        judged: Score,
    ) -> Result<Option<Found>, Halt> {
        let Some(known) = self.probcut else {
            return Ok(None);
        };
        let progress = self.game.progress(position).unwrap_or(0);
        let stake = self.scale.score(ForMover(self.game.stake())).0 as f64;
        let high = judged >= task.beta;
        let (edge, sigmas) = match high {
            true => (task.beta, known.sigmas),
            false => (task.alpha, -known.sigmas),
        };
        let advantage = (edge.0 as f64 / stake).atanh();
        for cut in known.find(depth, progress) {
            let wanted = cut.shallow_for(advantage, sigmas).tanh();
            // So close to the stake only a decided contest could be, and none is what is asked for. Outside of
            // it there is no number at all.
            if wanted.is_nan() || wanted.abs() >= 0.999 {
                continue;
            }
            let wanted = Score((wanted * stake) as i64);
            let score = match cut.shallow {
                0 => judged,
                plies => self.sound(position, task, plies as i32, wanted, high)?,
            };
            if (high && score >= wanted) || (!high && score <= wanted) {
                return Ok(Some(self.leave(edge, false, Why::Forward)));
            }
        }
        Ok(None)
    }

    /// Searches a node less deep than it is to be searched: whether it comes to what is wanted, at least or at most.
    fn sound(
        &mut self,
        position: &G::Position,
        task: Task,
        depth: i32,
        wanted: Score,
        high: bool,
    ) -> Result<Score, Halt> {
        let (alpha, beta) = match high {
            true => (Score(wanted.0 - 1), wanted),
            false => (wanted, Score(wanted.0 + 1)),
        };
        let shallow = Task {
            depth,
            alpha,
            beta,
            shallow: true,
            ..task
        };
        // The node is shown once.
        let observer = self.observer.take();
        let found = self.inner(position, shallow);
        self.observer = observer;
        Ok(found?.score)
    }

    /// Hands the turn over: a side that stands too well even so need not be searched (null move: Beal
    /// 1989).
    fn try_null_move(
        &mut self,
        position: &G::Position,
        task: Task,
        depth: i32,
    ) -> Result<Option<Found>, Halt> {
        let Some(passed) = self.game.pass(position) else {
            return Ok(None);
        };
        let Turn::Of(mover) = self.game.turn(&passed) else {
            return Ok(None);
        };
        let below = Task {
            mover,
            depth: depth - 4 - depth / 4,
            ply: task.ply + 1,
            after_null: true,
            ..task
        };
        let null = (Score(task.beta.0 - 1), task.beta);
        // What comes after a move that nobody made is not shown.
        let observer = self.observer.take();
        let found = self.seen_from_above(&passed, task.mover, null, below);
        self.observer = observer;
        let found = found?;
        if found.score < task.beta {
            return Ok(None);
        }
        // A win after doing nothing is no proof of a win.
        let score = if self.decisive && found.score.is_decided() {
            task.beta
        } else {
            found.score
        };
        Ok(Some(self.leave(score, false, Why::NullMove)))
    }

    /// By how many plies a late quiet move is searched less at first.
    fn reduction(&self, depth: i32, tried: usize, rank: i32, task: Task) -> i32 {
        let late = f64::from(depth).ln() * (tried as f64).ln() / 2.2 + 0.6;
        let mut reduction = late as i32;
        if task.wants_value() {
            reduction -= 1;
        }
        // What has done well or badly elsewhere is reduced less or more.
        reduction -= (rank / (1 << 13)).clamp(-1, 1);
        reduction.clamp(0, depth - 2)
    }

    /// Quiescence search: looks on only at noisy moves, and takes the evaluation where none is better.
    fn quiesce(&mut self, position: &G::Position, task: Task) -> Result<Found, Halt> {
        self.count()?;
        let key = self.game.key(position);
        if let Some(entry) = self.look_up(key)
            && let Some(found) = self.answer_by(entry, 0, task)
        {
            return Ok(found);
        }
        let at_ease = self.game.at_ease(position);
        let mut best = -Score::INFINITE;
        let mut alpha = task.alpha;
        if at_ease || task.ply >= MOST_PLIES {
            let judged = self.judge(position, task.mover)?;
            best = judged.score;
            if best >= task.beta || task.ply >= MOST_PLIES {
                return Ok(judged);
            }
            alpha = alpha.max(best);
        }
        let start = self.moves.len();
        let moves = &mut self.moves;
        let game = self.game;
        let mut push = |mv| {
            let promise = game.promise(position, mv);
            // A noisy move that is expected to lose something is no better than doing nothing.
            if promise >= 0 || !at_ease {
                moves.push(Ranked {
                    mv,
                    index: 0,
                    rank: promise,
                    noisy: true,
                });
            }
        };
        if at_ease {
            game.each_noisy(position, &mut push);
        } else {
            game.each_move(position, &mut push);
        }
        let end = self.moves.len();
        for place in start..end {
            bring_best_forward(&mut self.moves[place..end]);
            let mv = self.moves[place].mv;
            let found = self.follow_noisy(position, mv, Task { alpha, ..task })?;
            if found.score > best {
                best = found.score;
                alpha = alpha.max(best);
                if best >= task.beta {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        self.table.store(
            key,
            Entry {
                score: best.seen_from_node(task.ply, self.decisive),
                bound: bound_of(best, task),
                depth: 0,
                settled: false,
                best: None,
            },
        );
        let why = if end == start {
            Why::Horizon
        } else {
            why_left(best, task)
        };
        Ok(self.leave(best, false, why))
    }

    /// As [`follow`](Worker::follow), below the horizon. Repetitions are not looked for: noisy moves
    /// cannot be taken back.
    fn follow_noisy(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        task: Task,
    ) -> Result<Found, Halt> {
        let next = self.game.after(position, mv);
        let mover = match self.game.turn(&next) {
            Turn::Over(outcome) => {
                self.count()?;
                let found = self.end(&next, outcome, task);
                self.tell(mv, &next, task, found);
                return Ok(found);
            }
            Turn::Of(seat) => seat,
            Turn::Chance => {
                let line = std::mem::take(&mut self.line);
                return Err(self.fail(SearchError::NoOdds { line }));
            }
        };
        let below = |alpha, beta| Task {
            mover,
            depth: 0,
            ply: task.ply + 1,
            alpha,
            beta,
            after_null: false,
            below_symmetric: false,
            shallow: task.shallow,
        };
        let below = if mover == task.mover {
            below(task.alpha, task.beta)
        } else {
            below(-task.beta, -task.alpha)
        };
        if self.observer.is_some() {
            self.tell_entered(Some(mv), &next, below);
        }
        let found = self.quiesce(&next, below)?;
        if self.observer.is_some() {
            self.tell_left(below, found);
        }
        Ok(if mover == task.mover {
            found
        } else {
            found.seen_by_other()
        })
    }

    /// A contest that is over right below a node, seen by that node's mover.
    fn end(&mut self, position: &G::Position, outcome: Outcome, above: Task) -> Found {
        let value = self
            .model
            .end(self.game, position, outcome)
            .seen_by(above.mover);
        self.certain(value, above.ply + 1, Why::Over)
    }

    /// A value that is known for certain, from an end so many plies below the root.
    fn certain(&mut self, value: ForMover<f64>, plies: usize, why: Why) -> Found {
        self.leave(self.scale.certain(value, plies), true, why)
    }

    /// What a node is left with.
    #[inline(always)]
    fn leave(&mut self, score: Score, settled: bool, why: Why) -> Found {
        self.why = why;
        Found { score, settled }
    }

    /// The evaluation of a position, seen by a side.
    #[inline]
    fn judge(&mut self, position: &G::Position, by: Seat) -> Result<Found, Halt> {
        match self.judged(position, by) {
            Some(found) => Ok(found),
            None => Err(self.fail_to_judge(None)),
        }
    }

    /// The same, if the model has one.
    #[inline]
    fn judged(&mut self, position: &G::Position, by: Seat) -> Option<Found> {
        let value = self.model.horizon(self.game, position)?.seen_by(by);
        Some(self.leave(self.scale.judged(value), false, Why::Horizon))
    }

    /// The model has no value for where the search is, or for where one more move leads.
    #[cold]
    fn fail_to_judge(&mut self, last: Option<G::Move>) -> Halt {
        let mut line = self.line.clone();
        line.extend(last);
        self.fail(SearchError::NoValue { line })
    }

    /// Shows the observer, if there is one, what a move leads to when it needs no search: `above` and
    /// `found` are the mover's.
    #[inline]
    fn tell(&mut self, by: G::Move, position: &G::Position, above: Task, found: Found) {
        if self.observer.is_some() {
            self.tell_entered(Some(by), position, above);
            self.tell_left(above, found);
        }
    }

    // Few searches are watched. What the others would have to compute for it stays out of their way.
    #[cold]
    #[inline(never)]
    fn tell_entered(&mut self, by: Option<G::Move>, position: &G::Position, task: Task) {
        let window = self.window(task);
        if let Some(observer) = &mut self.observer {
            observer.enter(by, position, self.game.turn(position), window);
        }
    }

    #[cold]
    #[inline(never)]
    fn tell_left(&mut self, task: Task, found: Found) {
        let window = self.window(task);
        if let Some(observer) = &mut self.observer {
            let value = self.scale.value(found.score, task.mover);
            let bound = match self.why {
                Why::Over | Why::Horizon | Why::Repeated => ForFirst(Bound::Exact),
                _ => window.bound(value),
            };
            observer.leave(value, bound, self.why);
        }
    }

    #[inline]
    fn tell_skipped(&mut self, mv: G::Move, why: Cut) {
        if let Some(observer) = &mut self.observer {
            observer.skip(mv, why);
        }
    }

    /// The moves in these places need not be searched, because this side has found enough.
    #[inline]
    fn tell_cut(&mut self, places: Range<usize>, mover: Seat) {
        if let Some(observer) = &mut self.observer {
            for ranked in &self.moves[places] {
                observer.skip(ranked.mv, Cut::of(mover));
            }
        }
    }

    fn window(&self, task: Task) -> Window {
        let value = |score: Score| match score {
            score if score >= Score::INFINITE => ForMover(f64::INFINITY),
            score if score <= -Score::INFINITE => ForMover(f64::NEG_INFINITY),
            score => self.scale.value(score, task.mover).seen_by(task.mover),
        };
        Window::of(task.mover, value(task.alpha), value(task.beta))
    }

    #[cold]
    fn fail(&mut self, error: SearchError<G::Move>) -> Halt {
        self.failure = Some(error);
        Halt
    }

    #[inline]
    fn count(&mut self) -> Result<(), Halt> {
        // Where many threads share few processors, each waits for its turn to end: it should be short.
        if self.nodes >= self.next_look || self.bell.told() {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Halt> {
        if self.may_stop && self.bell.rings(self.nodes) {
            return Err(Halt);
        }
        let most = self.bell.limits.nodes.unwrap_or(u64::MAX);
        let soon = (self.nodes / LOOK + 1) * LOOK;
        self.next_look = soon.min(most).max(self.nodes + 1);
        Ok(())
    }

    fn clear_line(&mut self, ply: usize) {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
        self.lines[ply].clear();
    }

    /// The move, and then the line below it.
    fn extend_line(&mut self, ply: usize, mv: G::Move) {
        self.clear_line_if_missing(ply + 1);
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.extend_from_slice(&below[0]);
        line.push(mv);
    }

    fn clear_line_if_missing(&mut self, ply: usize) {
        if self.lines.len() <= ply {
            self.lines.resize_with(ply + 1, Vec::new);
        }
    }

    fn take_line(&mut self, ply: usize, mv: G::Move) -> Vec<G::Move> {
        self.extend_line(ply, mv);
        self.lines[ply].iter().rev().copied().collect()
    }
}

/// Why a node was left whose moves were searched in turn.
fn why_left(best: Score, task: Task) -> Why {
    if best >= task.beta {
        Why::Cut(Cut::of(task.mover))
    } else {
        Why::Searched
    }
}

/// What a score says, given the window in which it was found.
fn bound_of(score: Score, task: Task) -> Bound {
    if score >= task.beta {
        Bound::AtLeast
    } else if score > task.alpha {
        Bound::Exact
    } else {
        Bound::AtMost
    }
}
