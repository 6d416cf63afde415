//! The value alone, by yes-no questions without a horizon.
//!
//! *Can the side to move win?* And if not: *can it draw?* Either is settled as soon as one move is
//! found that does it, or all have failed. What a game foresees settles most successors at sight, and
//! what the transposition table knows some more (enhanced transposition cutoffs, Plaat et al. 1996);
//! only the rest is searched. Questions under way are kept in a list, not on the processor's stack,
//! since a contest may be long.

use std::cmp::Reverse;

use shido_core::{ForMover, Foresight, Prospect, Seat, Verdict, sort_short};

use super::bounds::Bounds;
use super::effort::Effort;
use super::history::History;
use crate::SolveError;
use crate::rules::{self, Node};

pub(super) struct Search<'a, G: Foresight, K, F, T> {
    game: &'a G,
    key: F,
    table: T,
    pub(super) effort: Effort<'a>,
    /// The questions under way; each but the first is about a successor of the one before.
    questions: Vec<Question>,
    /// The successors that each question has yet to look at, one question's behind the other's.
    successors: Vec<Successor<G, K>>,
    history: [History<G::Move>; 2],
}

/// Whether the side to move reaches its goal, which is a win or a draw.
struct Question {
    mover: Seat,
    goal: Verdict,
    /// Where among the successors those of this question begin, and the one that is looked at.
    first: usize,
    current: usize,
    nodes_before: u64,
}

struct Successor<G: Foresight, K> {
    mv: G::Move,
    position: G::Position,
    mover: Seat,
    key: K,
    /// Its promise, and below that what history says of the move.
    rank: i64,
}

impl<'a, G, K, F, T> Search<'a, G, K, F, T>
where
    G: Foresight,
    K: Clone,
    F: Fn(&G::Position) -> K,
    T: Bounds<K>,
{
    pub(super) fn new(game: &'a G, key: F, table: T, effort: Effort<'a>) -> Self {
        Search {
            game,
            key,
            table,
            effort,
            questions: Vec::new(),
            successors: Vec::new(),
            history: [History::new(), History::new()],
        }
    }

    /// The value of a position that is not over, and a move that keeps it.
    pub(super) fn value(
        &mut self,
        position: &G::Position,
        mover: Seat,
    ) -> Result<(ForMover<Verdict>, G::Move), SolveError> {
        let mut moves: Vec<(G::Move, i32)> = Vec::new();
        self.game
            .each_move(position, |mv| moves.push((mv, i32::MIN)));
        self.game.each_candidate(position, |mv, promise| {
            for known in moves.iter_mut().filter(|known| known.0 == mv) {
                known.1 = promise;
            }
        });
        sort_short(&mut moves, |(_, promise)| Reverse(*promise));
        let hope = self.game.prospect(position).hope.0;
        for goal in [Verdict::Win, Verdict::Draw] {
            for (mv, _) in moves.iter().filter(|_| goal <= hope) {
                let next = self.game.after(position, *mv);
                let reached = match rules::node(self.game, &next)? {
                    Node::Over(value) => value.seen_by(mover).0 >= goal,
                    Node::Of(next_mover) => {
                        let goal_there = goal_after(goal, mover, next_mover);
                        self.reaches(&next, next_mover, goal_there)? == (mover == next_mover)
                    }
                };
                if reached {
                    return Ok((ForMover(goal), *mv));
                }
            }
        }
        let (any, _) = moves.first().ok_or(NO_MOVE)?;
        Ok((ForMover(Verdict::Loss), *any))
    }

    fn reaches(
        &mut self,
        position: &G::Position,
        mover: Seat,
        goal: Verdict,
    ) -> Result<bool, SolveError> {
        let key = (self.key)(position);
        let known = settled(self.game.prospect(position), goal)
            .or_else(|| settled(self.table.bounds(&key), goal));
        if let Some(reached) = known {
            return Ok(reached);
        }
        let root = Successor {
            mv: *self.game.moves(position).first().ok_or(NO_MOVE)?,
            position: position.clone(),
            mover,
            key,
            rank: 0,
        };
        self.successors.push(root);
        let mut answer = self.ask(0, goal)?;
        loop {
            let Some(question) = self.questions.last_mut() else {
                self.successors.clear();
                return Ok(answer == Some(true));
            };
            if let Some(reached) = answer {
                let successor = &self.successors[question.current];
                if reached == (successor.mover == question.mover) {
                    answer = Some(self.close(true));
                    continue;
                }
                question.current += 1;
            }
            let (current, goal) = (question.current, question.goal);
            answer = match self.successors.get(current) {
                None => Some(self.close(false)),
                Some(successor) => {
                    let goal = goal_after(goal, question.mover, successor.mover);
                    self.ask(current, goal)?
                }
            };
        }
    }

    /// Puts a question about a successor: whether its side to move reaches the goal. It is answered
    /// at once if that can be seen; if not, the successors of the successor are to be looked at.
    fn ask(&mut self, at: usize, goal: Verdict) -> Result<Option<bool>, SolveError> {
        let Successor { mover, .. } = self.successors[at];
        let position = self.successors[at].position.clone();
        let first = self.successors.len();
        let nodes_before = self.effort.nodes;
        let mut reached = false;
        let mut nodes = 0;
        let mut failure = None;
        let game = self.game;
        game.each_prospect(&position, |mv, promise, next, prospect| {
            if reached || failure.is_some() {
                return;
            }
            nodes += 1;
            match rules::node(game, &next) {
                Err(error) => failure = Some(error),
                Ok(Node::Over(value)) => reached = value.seen_by(mover).0 >= goal,
                Ok(Node::Of(next_mover)) => {
                    let goal = goal_after(goal, mover, next_mover);
                    match settled(prospect, goal) {
                        Some(answer) => reached = answer == (next_mover == mover),
                        None => self.successors.push(Successor {
                            mv,
                            key: (self.key)(&next),
                            position: next,
                            mover: next_mover,
                            rank: i64::from(promise) << 32,
                        }),
                    }
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        self.effort.spend(nodes)?;
        if !reached {
            let open = self.successors[first..].iter();
            self.table.fetch(open.map(|successor| &successor.key));
        }
        reached = reached || self.look_up(first, mover, goal);
        let question = Question {
            mover,
            goal,
            first,
            current: first,
            nodes_before,
        };
        self.questions.push(question);
        if reached {
            self.successors.truncate(first);
            return Ok(Some(self.close(true)));
        }
        let history = &self.history[mover.index()];
        let open = &mut self.successors[first..];
        for successor in open.iter_mut() {
            successor.rank += i64::from(history.merit(successor.mv));
        }
        sort_short(open, |successor| Reverse(successor.rank));
        Ok(None)
    }

    /// Drops the successors, from the first on, that the table shows to fail. Whether it shows one to
    /// succeed.
    fn look_up(&mut self, first: usize, mover: Seat, goal: Verdict) -> bool {
        let mut kept = first;
        for at in first..self.successors.len() {
            let successor = &self.successors[at];
            let goal = goal_after(goal, mover, successor.mover);
            match settled(self.table.bounds(&successor.key), goal) {
                Some(answer) if answer == (successor.mover == mover) => return true,
                Some(_) => {}
                None => {
                    self.successors.swap(kept, at);
                    kept += 1;
                }
            }
        }
        self.successors.truncate(kept);
        false
    }

    /// Notes the answer to the last question and goes back to the one before.
    fn close(&mut self, reached: bool) -> bool {
        let question = self.questions.pop().expect("a question is under way");
        let looked_at = self.successors[question.first..].iter();
        if reached && question.current < self.successors.len() {
            let failed = looked_at.map(|successor| successor.mv);
            let failed = failed.take(question.current - question.first);
            let best = self.successors[question.current].mv;
            self.history[question.mover.index()].learn(best, failed);
        }
        self.successors.truncate(question.first);
        let bounds = match (reached, question.goal) {
            (true, goal) => Prospect {
                sure: ForMover(goal),
                ..Prospect::OPEN
            },
            (false, goal) => Prospect {
                hope: ForMover(next_worse(goal)),
                ..Prospect::OPEN
            },
        };
        let about = match self.questions.last() {
            Some(question) => question.current,
            None => 0,
        };
        let work = self.effort.nodes - question.nodes_before;
        self.table.note(&self.successors[about].key, bounds, work);
        reached
    }
}

const NO_MOVE: SolveError = SolveError::Unlawful("a position that is not over has no legal move");

/// The goal to ask about after a move. The side that moved reaches its own if the other side fails at
/// this one; where it moves again it is the same.
fn goal_after(goal: Verdict, mover: Seat, next_mover: Seat) -> Verdict {
    match goal {
        _ if next_mover == mover => goal,
        Verdict::Win => Verdict::Draw,
        Verdict::Draw | Verdict::Loss => Verdict::Win,
    }
}

/// The best that a side gets that fails to reach its goal.
fn next_worse(goal: Verdict) -> Verdict {
    match goal {
        Verdict::Win => Verdict::Draw,
        Verdict::Draw | Verdict::Loss => Verdict::Loss,
    }
}

/// Whether the side to move reaches the goal, if the bounds tell.
fn settled(bounds: Prospect, goal: Verdict) -> Option<bool> {
    if bounds.sure.0 >= goal {
        Some(true)
    } else if bounds.hope.0 < goal {
        Some(false)
    } else {
        None
    }
}
