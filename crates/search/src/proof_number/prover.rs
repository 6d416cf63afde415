//! Depth-first proof-number search for one attacker.

use std::collections::{HashSet, TryReserveError};

use rustc_hash::FxBuildHasher;
use shido_core::{Game, Seat, Turn};

use super::Answer;
use super::proof_table::{Entry, ProofTable};
use crate::question::limits::Counter;
use crate::{SearchError, TranspositionUse};

/// Looks for forced wins of one side.
pub(super) struct Prover<'a, G: Game> {
    game: &'a G,
    attacker: Seat,
    table: ProofTable<G::Position>,
    /// The nodes from the root down to where the search is. It is kept by hand because a line may be
    /// longer than the machine's stack.
    path: Vec<Frame<G>>,
    /// The children of all nodes of the path, those of the deepest last.
    children: Vec<Child<G>>,
    /// The positions of the path. Empty for games in which none can recur.
    on_path: HashSet<G::Position, FxBuildHasher>,
}

/// How much is left to do: the least number of leaves that must turn out well for the attacker to
/// prove the win, and badly to disprove it. Zero means done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// No number of leaves is enough.
const NEVER: u32 = u32::MAX;

impl Numbers {
    const PROVEN: Numbers = Numbers {
        proof: 0,
        disproof: NEVER,
    };
    const DISPROVEN: Numbers = Numbers {
        proof: NEVER,
        disproof: 0,
    };
    const NEW: Numbers = Numbers {
        proof: 1,
        disproof: 1,
    };

    /// The numbers by what they mean to the side to move: one child is enough for its aim, while all
    /// of them are needed for the opposite.
    fn one_and_all(self, attacking: bool) -> (u32, u32) {
        if attacking {
            (self.proof, self.disproof)
        } else {
            (self.disproof, self.proof)
        }
    }

    fn from_one_and_all(one: u32, all: u32, attacking: bool) -> Numbers {
        let (proof, disproof) = if attacking { (one, all) } else { (all, one) };
        Numbers { proof, disproof }
    }

    fn answer(self) -> Answer {
        match self {
            Numbers::PROVEN => Answer::Proven,
            Numbers::DISPROVEN => Answer::Disproven,
            _ => Answer::Unknown,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy)]
struct Known {
    numbers: Numbers,
    /// How many plies the proof has at most, if there is one.
    plies: u32,
}

impl Known {
    fn of(numbers: Numbers) -> Known {
        Known { numbers, plies: 0 }
    }
}

/// A node of the path.
struct Frame<G: Game> {
    position: G::Position,
    /// Whether the attacker is to move.
    attacking: bool,
    /// Where its children start.
    children: usize,
    /// The child that is being looked at.
    chosen: usize,
    /// The search stays below this node while both numbers are below these.
    thresholds: Numbers,
    /// How many nodes had been visited before.
    nodes_before: u64,
}

struct Child<G: Game> {
    mv: G::Move,
    position: G::Position,
    known: Known,
}

impl<'a, G: Game> Prover<'a, G> {
    pub(super) fn new(
        game: &'a G,
        attacker: Seat,
        table_bytes: usize,
    ) -> Result<Prover<'a, G>, TryReserveError> {
        Ok(Prover {
            game,
            attacker,
            table: ProofTable::new(table_bytes)?,
            path: Vec::new(),
            children: Vec::new(),
            on_path: HashSet::default(),
        })
    }

    pub(super) fn transposition_use(&self) -> TranspositionUse {
        self.table.transposition_use()
    }

    /// Does the attacker win? Only chance is an error; limits leave the answer unknown.
    pub(super) fn ask(
        &mut self,
        position: &G::Position,
        counter: &mut Counter<'_>,
    ) -> Result<Answer, SearchError<G::Move>> {
        match self.solve_and_confirm(position, counter) {
            Ok(answer) => Ok(answer),
            Err(SearchError::Chance { line }) => Err(SearchError::Chance { line }),
            Err(_) => Ok(Answer::Unknown),
        }
    }

    fn solve_and_confirm(
        &mut self,
        position: &G::Position,
        counter: &mut Counter<'_>,
    ) -> Result<Answer, SearchError<G::Move>> {
        loop {
            let answer = self.solve(position, counter)?.known.numbers.answer();
            let may_recur = self.game.progress(position).is_none();
            if answer != Answer::Disproven || !may_recur || self.confirm(position, counter)? {
                return Ok(answer);
            }
        }
    }

    /// Whether a disproof stands that was found with returns taken for failures.
    ///
    /// Such a disproof is a claim, since the position returned to may turn out won, or may not be on the
    /// path by which the disproof is met again. Claims that support one another are a proof, though: a
    /// set of positions that has, with each position of the attacker, all that the attacker can reach and,
    /// with each of the defender, one that the defender can reach. The defender can keep the contest in it
    /// for ever, and no win of the attacker is in it.
    ///
    /// Where a claim turns out false a position has been proven, so that asking again makes progress.
    fn confirm(
        &mut self,
        position: &G::Position,
        counter: &mut Counter<'_>,
    ) -> Result<bool, SearchError<G::Move>> {
        let game = self.game;
        let mut held: HashSet<G::Position, FxBuildHasher> = HashSet::default();
        let mut unsupported = vec![position.clone()];
        held.insert(position.clone());
        while let Some(position) = unsupported.pop() {
            let attacking = match game.turn(&position) {
                Turn::Of(mover) => mover == self.attacker,
                _ => continue,
            };
            counter.visit()?;
            let mut next: Vec<G::Position> = Vec::new();
            game.each_move(&position, |mv| next.push(game.after(&position, mv)));
            if !attacking {
                // What is held already supports the position at no cost, and claims that are in the
                // table at little.
                if next.iter().any(|next| held.contains(next)) {
                    continue;
                }
                next.sort_by_key(|next| self.appraise(next).numbers.disproof);
            }
            let mut supports = 0;
            let needed = if attacking { next.len() } else { 1 };
            for next in next {
                let known = self.appraise(&next);
                let claimed = held.contains(&next)
                    || known.numbers == Numbers::DISPROVEN
                    || self.solve(&next, counter)?.known.numbers == Numbers::DISPROVEN;
                if claimed {
                    supports += 1;
                    if held.insert(next.clone()) {
                        unsupported.push(next);
                    }
                }
                if supports == needed || attacking && !claimed {
                    break;
                }
            }
            if supports < needed {
                self.solve(&position, counter)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// How a proven win is won: by the shortest way that is known, against the longest defence.
    pub(super) fn line(
        &mut self,
        position: &G::Position,
        counter: &mut Counter<'_>,
    ) -> Result<Vec<G::Move>, SearchError<G::Move>> {
        let mut line = Vec::new();
        let mut position = position.clone();
        let mut plies = NEVER;
        // What the table has forgotten is proved again. That could lead in a circle, so the way to go
        // must become shorter with every move.
        while let Ok(solved) = self.solve(&position, counter) {
            let Some(mv) = solved.best.filter(|_| solved.known.plies < plies) else {
                break;
            };
            plies = solved.known.plies;
            line.push(mv);
            self.game.play(&mut position, mv);
        }
        Ok(line)
    }

    /// Searches until the question is answered for this position.
    fn solve(
        &mut self,
        position: &G::Position,
        counter: &mut Counter<'_>,
    ) -> Result<Solved<G::Move>, SearchError<G::Move>> {
        self.path.clear();
        self.children.clear();
        self.on_path.clear();
        if let Turn::Over(outcome) = self.game.turn(position) {
            return Ok(Solved {
                known: self.known_of_an_end(outcome.winner()),
                best: None,
            });
        }
        let without_end = Numbers {
            proof: NEVER,
            disproof: NEVER,
        };
        self.enter(position.clone(), without_end, counter)?;
        loop {
            // 1. What do the children say of the node?
            let ply = self.path.len() - 1;
            let frame = &self.path[ply];
            let children = &self.children[frame.children..];
            let known = combine(children, frame.attacking);
            let Numbers { proof, disproof } = known.numbers;
            if proof < frame.thresholds.proof && disproof < frame.thresholds.disproof {
                // 2. There is more to do here than elsewhere not yet: go to the best child.
                let (chosen, thresholds) =
                    best_child(children, frame.attacking, known.numbers, frame.thresholds);
                let chosen = frame.children + chosen;
                self.path[ply].chosen = chosen;
                let position = self.children[chosen].position.clone();
                self.enter(position, thresholds, counter)?;
                continue;
            }
            // 3. Go back up.
            let best = proving_move(children, frame.attacking);
            let Some(frame) = self.leave(known, counter.nodes) else {
                return Ok(Solved { known, best });
            };
            let chosen = frame.chosen;
            self.children[chosen].known = known;
        }
    }

    /// Makes a position the deepest of the path and looks at its moves.
    fn enter(
        &mut self,
        position: G::Position,
        thresholds: Numbers,
        counter: &mut Counter<'_>,
    ) -> Result<(), SearchError<G::Move>> {
        let nodes_before = counter.nodes;
        counter.visit()?;
        let Turn::Of(mover) = self.game.turn(&position) else {
            return Err(SearchError::Chance {
                line: self.line_here(),
            });
        };
        if self.game.progress(&position).is_none() {
            self.on_path.insert(position.clone());
        }
        let children = self.children.len();
        let game = self.game;
        game.each_move(&position, |mv| {
            let position = game.after(&position, mv);
            let known = self.appraise(&position);
            self.children.push(Child {
                mv,
                position,
                known,
            });
        });
        self.path.push(Frame {
            position,
            attacking: mover == self.attacker,
            children,
            chosen: children,
            thresholds,
            nodes_before,
        });
        Ok(())
    }

    /// Removes the deepest position from the path, remembers what is known of it, and tells which is
    /// the deepest now.
    fn leave(&mut self, known: Known, nodes: u64) -> Option<&Frame<G>> {
        let frame = self.path.pop()?;
        self.children.truncate(frame.children);
        self.on_path.remove(&frame.position);
        let work = u32::try_from(nodes - frame.nodes_before).unwrap_or(u32::MAX);
        let key = self.game.key(&frame.position);
        let entry = Entry {
            position: frame.position,
            numbers: known.numbers,
            plies: known.plies,
            work,
        };
        self.table.put(key, entry);
        self.path.last()
    }

    /// What is known of a position that a move leads to.
    fn appraise(&mut self, position: &G::Position) -> Known {
        if let Turn::Over(outcome) = self.game.turn(position) {
            return self.known_of_an_end(outcome.winner());
        }
        // Whoever has to return has not won yet, and need not win the next time either. Whether the
        // attacker really has to is asked in `confirm`.
        if self.on_path.contains(position) {
            return Known::of(Numbers::DISPROVEN);
        }
        let key = self.game.key(position);
        match self.table.get(key, position) {
            Some(entry) => Known {
                numbers: entry.numbers,
                plies: entry.plies,
            },
            None => Known::of(Numbers::NEW),
        }
    }

    fn known_of_an_end(&self, winner: Option<Seat>) -> Known {
        Known::of(if winner == Some(self.attacker) {
            Numbers::PROVEN
        } else {
            Numbers::DISPROVEN
        })
    }

    fn line_here(&self) -> Vec<G::Move> {
        let chosen = self.path.iter().map(|frame| frame.chosen);
        chosen.map(|index| self.children[index].mv).collect()
    }
}

/// The answer for a position, and the move that leads to a proven win or holds out longest against it.
struct Solved<M> {
    known: Known,
    best: Option<M>,
}

/// What the children say of a node.
fn combine<G: Game>(children: &[Child<G>], attacking: bool) -> Known {
    let mut one = NEVER;
    let mut all = 0_u32;
    for child in children {
        let (child_one, child_all) = child.known.numbers.one_and_all(attacking);
        one = one.min(child_one);
        // A sum of what can be done can be done, however large it is.
        all = match (all, child_all) {
            (NEVER, _) | (_, NEVER) => NEVER,
            (sum, more) => sum.saturating_add(more).min(NEVER - 1),
        };
    }
    let numbers = Numbers::from_one_and_all(one, all, attacking);
    let mut known = Known::of(numbers);
    if numbers == Numbers::PROVEN {
        let proven = children
            .iter()
            .filter(|child| child.known.numbers == Numbers::PROVEN);
        let plies = proven.map(|child| child.known.plies);
        let plies = if attacking { plies.min() } else { plies.max() };
        known.plies = plies.unwrap_or(0).saturating_add(1);
    }
    known
}

/// The child in which least is left to do, and when to leave it: when its numbers show that another
/// child has less left, or that the node has more left than its own thresholds allow.
fn best_child<G: Game>(
    children: &[Child<G>],
    attacking: bool,
    numbers: Numbers,
    thresholds: Numbers,
) -> (usize, Numbers) {
    let mut best = 0;
    let mut least = (NEVER, NEVER);
    let mut second = NEVER;
    for (index, child) in children.iter().enumerate() {
        let left = child.known.numbers.one_and_all(attacking);
        if left < least {
            second = least.0;
            least = left;
            best = index;
        } else {
            second = second.min(left.0);
        }
    }
    let (_, all) = numbers.one_and_all(attacking);
    let (one_threshold, all_threshold) = thresholds.one_and_all(attacking);
    // The 1 + epsilon trick, with a quarter: going to and fro between children that are about equal
    // costs more than staying a little longer.
    let patience = second.saturating_add(second / 4).saturating_add(1);
    let one = one_threshold.min(patience);
    let all = match all_threshold {
        NEVER => NEVER,
        threshold => threshold - (all - least.1),
    };
    (best, Numbers::from_one_and_all(one, all, attacking))
}

/// The attacker's shortest proven move, or the defender's move against which the proof is longest.
fn proving_move<G: Game>(children: &[Child<G>], attacking: bool) -> Option<G::Move> {
    let proven = children
        .iter()
        .filter(|child| child.known.numbers == Numbers::PROVEN);
    let chosen = if attacking {
        proven.min_by_key(|child| child.known.plies)
    } else {
        proven.rev().max_by_key(|child| child.known.plies)
    };
    chosen.map(|child| child.mv)
}
