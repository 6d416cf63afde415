//! The distance of a win, by yes-no questions with a horizon.
//!
//! Does this side, the *attacker*, win by force within so many plies? The question is put with one ply
//! more at a time (iterative deepening), so the first yes tells the exact distance.

use std::cmp::Reverse;
use std::hash::Hash;

use shido_core::{Outcome, Pack, Seat};

use super::effort::Effort;
use super::history::History;
use super::memo::{Memo, hash_of};
use crate::SolveError;
use crate::rules::{self, Node};
use crate::solved_table::LONGEST;

/// Whether the attacker wins by force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    /// In this many plies or fewer.
    Wins(u16),
    /// Not within this many plies, or not at all if that is [`NEVER`].
    Held(u16),
}

/// How many plies an attacker is held who cannot win at all.
const NEVER: u16 = u16::MAX;

impl Answer {
    /// The same as known one ply earlier.
    fn before(self) -> Answer {
        match self {
            Answer::Wins(plies) => Answer::Wins(plies + 1),
            Answer::Held(plies) => Answer::Held(plies.saturating_add(1)),
        }
    }

    /// What two moves come to for a side that neither helps: the attacker is held for as long as
    /// both do so, the other side lasts as long as either lets it.
    fn worse(self, other: Answer) -> Answer {
        match (self, other) {
            (Answer::Held(a), Answer::Held(b)) => Answer::Held(a.min(b)),
            (Answer::Wins(a), Answer::Wins(b)) => Answer::Wins(a.max(b)),
            (Answer::Held(_), Answer::Wins(_)) | (Answer::Wins(_), Answer::Held(_)) => {
                unreachable!("a side looks for moves only while all it has seen fail it alike")
            }
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    /// The plies within which the attacker wins, [`NEVER`] if that is not known.
    wins: u16,
    /// The plies within which the attacker does not win.
    held: u16,
    /// Part of the hash of the successor that settled the last question.
    hint: u16,
}

impl Default for Facts {
    fn default() -> Facts {
        Facts {
            wins: NEVER,
            held: 0,
            hint: 0,
        }
    }
}

impl Facts {
    /// Whether the attacker wins within so many plies, if that is known.
    fn answer(&self, plies: u16) -> Option<Answer> {
        if self.wins <= plies {
            Some(Answer::Wins(self.wins))
        } else if self.held >= plies {
            Some(Answer::Held(self.held))
        } else {
            None
        }
    }
}

pub(super) struct Search<'a, G: Pack, K, F> {
    game: &'a G,
    key: F,
    attacker: Seat,
    memo: Memo<K, Facts>,
    history: [History<G::Move>; 2],
    pub(super) effort: Effort<'a>,
}

/// A successor that is not over.
struct Child<G: Pack, K> {
    mv: G::Move,
    position: G::Position,
    mover: Seat,
    key: Option<Keyed<K>>,
}

#[derive(Clone)]
struct Keyed<K> {
    hash: u64,
    key: K,
}

impl<'a, G: Pack, K: Clone + Eq + Hash, F: Fn(&G::Position) -> K> Search<'a, G, K, F> {
    pub(super) fn new(
        game: &'a G,
        key: F,
        winner: Seat,
        memo: Memo<K, Facts>,
        effort: Effort<'a>,
    ) -> Self {
        Search {
            game,
            key,
            attacker: winner,
            memo,
            effort,
            history: [History::new(), History::new()],
        }
    }

    /// How many plies the winner takes from a position that is not over, and a move that agrees with
    /// that: the fastest of the winner, or one that delays the win longest.
    pub(super) fn distance(
        &mut self,
        position: &G::Position,
        mover: Seat,
    ) -> Result<(u32, Option<G::Move>), SolveError> {
        // The move that held the winner for longest; any move does as long as none has.
        let mut defence = self.game.moves(position).first().copied();
        let mut plies = 1;
        while plies <= LONGEST as u16 {
            let (answer, mv) = self.ask(position, mover, None, plies)?;
            match answer {
                Answer::Wins(plies) => {
                    let best = if mover == self.attacker { mv } else { defence };
                    return Ok((u32::from(plies), best));
                }
                Answer::Held(held) => plies = held.saturating_add(1),
            }
            if mover != self.attacker {
                defence = mv.or(defence);
            }
        }
        Err(SolveError::TooLong { most: LONGEST })
    }

    /// Whether the attacker wins within so many plies (at least one) from a position that is not
    /// over, and the move by which the side to move gets its will, if it does.
    fn ask(
        &mut self,
        position: &G::Position,
        mover: Seat,
        key: Option<&Keyed<K>>,
        plies: u16,
    ) -> Result<(Answer, Option<G::Move>), SolveError> {
        self.effort.spend(1)?;
        let nodes_before = self.effort.nodes;
        let attacker = self.attacker;
        // One text for both sides: the attacker looks for a yes, the other side for a no.
        let wanted = |answer| matches!(answer, Answer::Wins(_)) == (mover == attacker);
        let ends = |value| {
            if value == Outcome::win(attacker).verdict() {
                Answer::Wins(0)
            } else {
                Answer::Held(NEVER)
            }
        };

        let mut children: Vec<Child<G, K>> = Vec::new();
        let mut worst: Option<Answer> = None;
        let mut failure = None;
        let mut settled = None;
        self.game.each_move(position, |mv| {
            if settled.is_some() || failure.is_some() {
                return;
            }
            let successor = self.game.after(position, mv);
            match rules::node(self.game, &successor) {
                Err(error) => failure = Some(error),
                Ok(Node::Of(mover)) => children.push(Child {
                    mv,
                    position: successor,
                    mover,
                    key: None,
                }),
                Ok(Node::Over(value)) if wanted(ends(value)) => settled = Some((ends(value), mv)),
                Ok(Node::Over(value)) => {
                    worst = Some(worst.map_or(ends(value), |worst| worst.worse(ends(value))));
                }
            }
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if let Some((answer, mv)) = settled {
            return Ok((answer.before(), Some(mv)));
        }
        let left = plies - 1;
        if left == 0
            && let Some(child) = children.first()
        {
            // Beyond the horizon nothing has been won: a hold if that is what the mover wants.
            let mv = (mover != attacker).then_some(child.mv);
            return Ok((Answer::Held(1), mv));
        }

        // A successor at the horizon costs less to search than to look up.
        if left > 1 {
            for child in &mut children {
                child.key = Some(self.keyed(&child.position));
            }
            let mut settled = None;
            children.retain(|child| {
                let known = child
                    .key
                    .as_ref()
                    .and_then(|at| self.memo.facts(at.hash, &at.key)?.answer(left));
                match known {
                    None => true,
                    Some(answer) if wanted(answer) => {
                        settled.get_or_insert((answer, child.mv));
                        false
                    }
                    Some(answer) => {
                        worst = Some(worst.map_or(answer, |worst| worst.worse(answer)));
                        false
                    }
                }
            });
            if let Some((answer, mv)) = settled {
                self.note(key, answer.before(), None, nodes_before);
                return Ok((answer.before(), Some(mv)));
            }
        }

        let hint = key.and_then(|at| Some(self.memo.facts(at.hash, &at.key)?.hint));
        let history = &self.history[mover.index()];
        children.sort_by_cached_key(|child| {
            let hinted = hint.is_some() && hint == child.key.as_ref().map(|at| at.hash as u16);
            Reverse((hinted, history.merit(child.mv)))
        });
        for (index, child) in children.iter().enumerate() {
            // An earlier sibling may have led to the same position.
            let known = child
                .key
                .as_ref()
                .and_then(|at| self.memo.facts(at.hash, &at.key)?.answer(left));
            let answer = match known {
                Some(answer) => answer,
                None => {
                    let key = child.key.as_ref();
                    self.ask(&child.position, child.mover, key, left)?.0
                }
            };
            if wanted(answer) {
                let failed = children[..index].iter().map(|child| child.mv);
                self.history[mover.index()].learn(child.mv, failed);
                let hint = child.key.as_ref().map(|at| at.hash as u16);
                self.note(key, answer.before(), hint, nodes_before);
                return Ok((answer.before(), Some(child.mv)));
            }
            worst = Some(worst.map_or(answer, |worst| worst.worse(answer)));
        }
        let answer = worst
            .ok_or(SolveError::Unlawful(
                "a position that is not over has no legal move",
            ))?
            .before();
        self.note(key, answer, None, nodes_before);
        Ok((answer, None))
    }

    fn keyed(&self, position: &G::Position) -> Keyed<K> {
        let key = (self.key)(position);
        Keyed {
            hash: hash_of(&key),
            key,
        }
    }

    fn note(
        &mut self,
        at: Option<&Keyed<K>>,
        answer: Answer,
        hint: Option<u16>,
        nodes_before: u64,
    ) {
        let Some(at) = at else { return };
        let work = self.effort.nodes - nodes_before;
        self.memo.note(at.hash, &at.key, work, |facts| {
            match answer {
                Answer::Wins(plies) => facts.wins = facts.wins.min(plies),
                Answer::Held(plies) => facts.held = facts.held.max(plies),
            }
            facts.hint = hint.unwrap_or(facts.hint);
        });
    }
}
