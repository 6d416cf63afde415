//! The value of one position of an acyclic game, without enumerating the game.
//!
//! Over the three values win, draw and loss, alpha-beta with a null window asks a yes-no question:
//! does this side, the *attacker*, win by force within so many plies? The question is put for
//! either side with one ply more at a time (iterative deepening), so the first yes tells the exact
//! distance. A side that was held without the horizon being touched can never win; when that is
//! known of both sides the position is drawn.

mod memo;

use std::cmp::Reverse;
use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;
use shido_core::{ForFirst, Outcome, Pack, Seat, Verdict};

use self::memo::{Memo, hash_of};
use crate::rules::{self, Node};
use crate::table::LONGEST;
use crate::{Progress, SolveError, Stage, Watch};

/// What to prove with.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// How many bytes the transposition table may take. Where positions cannot be packed, what a
    /// position keeps on the heap is not counted.
    pub memory: u64,
    /// Raised by whoever wants the work to stop.
    pub stop: Arc<AtomicBool>,
}

impl Default for ProveOptions {
    /// A transposition table of at most 1 GiB.
    fn default() -> ProveOptions {
        ProveOptions {
            memory: 1 << 30,
            stop: Arc::default(),
        }
    }
}

/// The value of a position, and how it was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// The value under best play.
    pub value: ForFirst<Verdict>,
    /// The plies to the end when the winner hurries and the loser delays; zero in a position that
    /// is over, `None` in a draw that is not.
    pub distance: Option<u32>,
    /// A move that reaches the value and the distance, unless the position is over.
    pub best: Option<M>,
    /// How many positions were searched.
    pub nodes: u64,
}

/// Finds the value of the start.
///
/// # Errors
/// Where positions can recur, nature moves, the stop flag was raised, a win takes too long to be
/// written down, or the rules contradict themselves.
pub fn prove<G: Pack>(
    game: &G,
    options: &ProveOptions,
    watch: Watch<'_>,
) -> Result<Proof<G::Move>, SolveError> {
    prove_position(game, &game.start(), options, watch)
}

/// Finds the value of any position.
///
/// # Errors
/// As [`prove`].
pub fn prove_position<G: Pack>(
    game: &G,
    position: &G::Position,
    options: &ProveOptions,
    watch: Watch<'_>,
) -> Result<Proof<G::Move>, SolveError> {
    if game.progress(position).is_none() {
        return Err(SolveError::Cyclic);
    }
    if game.packed_bits() <= u64::BITS {
        let key = |position: &G::Position| game.pack_canonical(position);
        Search::new(game, key, options, watch).prove(position)
    } else {
        // Any rule that picks the same image for all of an orbit will do, and where two images
        // have the same hash only some transpositions are missed: whole positions are compared.
        let key = |position: &G::Position| {
            (0..game.symmetries())
                .map(|symmetry| game.transform(symmetry, position))
                .min_by_key(hash_of)
                .expect("the identity is a symmetry")
        };
        Search::new(game, key, options, watch).prove(position)
    }
}

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
    /// both hold him, the other side lasts as long as either lets it.
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

/// How many nodes pass between two reports, and between two looks at the stop flag.
const REPORT: u64 = 1 << 20;
const LOOK: u64 = 1 << 10;

struct Search<'a, G: Pack, K, F> {
    game: &'a G,
    key: F,
    memo: Memo<K>,
    /// How often, weighted by depth, a move settled a question for its side.
    history: [FxHashMap<G::Move, u64>; 2],
    nodes: u64,
    stop: &'a AtomicBool,
    watch: Watch<'a>,
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
    fn new(game: &'a G, key: F, options: &'a ProveOptions, watch: Watch<'a>) -> Self {
        Search {
            game,
            key,
            memo: Memo::new(options.memory),
            history: Default::default(),
            nodes: 0,
            stop: &options.stop,
            watch,
        }
    }

    fn prove(mut self, position: &G::Position) -> Result<Proof<G::Move>, SolveError> {
        let mover = match rules::node(self.game, position)? {
            Node::Of(seat) => seat,
            Node::Over(value) => {
                return Ok(Proof {
                    value,
                    distance: Some(0),
                    best: None,
                    nodes: 0,
                });
            }
        };
        let mut held = [0; 2];
        // The move that held the other side for longest; any move does as long as none has.
        let mut defence = self.game.moves(position).first().copied();
        for plies in 1..=LONGEST as u16 {
            for attacker in [mover, mover.other()] {
                if held[attacker.index()] >= plies {
                    continue;
                }
                let (answer, mv) = self.ask(position, mover, None, attacker, plies)?;
                match answer {
                    Answer::Wins(plies) => {
                        return Ok(Proof {
                            value: Outcome::win(attacker).verdict(),
                            distance: Some(u32::from(plies)),
                            best: if attacker == mover { mv } else { defence },
                            nodes: self.nodes,
                        });
                    }
                    Answer::Held(plies) => {
                        held[attacker.index()] = plies;
                        if attacker != mover {
                            defence = mv.or(defence);
                        }
                    }
                }
            }
            if held == [NEVER; 2] {
                return Ok(Proof {
                    value: ForFirst(Verdict::Draw),
                    distance: None,
                    best: defence,
                    nodes: self.nodes,
                });
            }
        }
        Err(SolveError::TooLong)
    }

    /// Whether the attacker wins within so many plies (at least one) from a position that is not
    /// over, and the move by which the side to move gets its will, if it does.
    fn ask(
        &mut self,
        position: &G::Position,
        mover: Seat,
        key: Option<&Keyed<K>>,
        attacker: Seat,
        plies: u16,
    ) -> Result<(Answer, Option<G::Move>), SolveError> {
        self.count_node()?;
        let nodes_before = self.nodes;
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
                    .and_then(|at| self.memo.answer(at.hash, &at.key, attacker, left));
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
                self.note(key, attacker, answer.before(), None, nodes_before);
                return Ok((answer.before(), Some(mv)));
            }
        }

        let hint = key.and_then(|at| self.memo.hint(at.hash, &at.key, attacker));
        let history = &self.history[mover.index()];
        children.sort_by_cached_key(|child| {
            let hinted = hint.is_some() && hint == child.key.as_ref().map(|at| at.hash as u16);
            Reverse((hinted, history.get(&child.mv).copied().unwrap_or(0)))
        });
        for child in &children {
            // An earlier sibling may have led to the same position.
            let known = child
                .key
                .as_ref()
                .and_then(|at| self.memo.answer(at.hash, &at.key, attacker, left));
            let answer = match known {
                Some(answer) => answer,
                None => {
                    let key = child.key.as_ref();
                    self.ask(&child.position, child.mover, key, attacker, left)?
                        .0
                }
            };
            if wanted(answer) {
                let weight = u64::from(plies) * u64::from(plies);
                *self.history[mover.index()].entry(child.mv).or_default() += weight;
                let hint = child.key.as_ref().map(|at| at.hash as u16);
                self.note(key, attacker, answer.before(), hint, nodes_before);
                return Ok((answer.before(), Some(child.mv)));
            }
            worst = Some(worst.map_or(answer, |worst| worst.worse(answer)));
        }
        let answer = worst
            .ok_or(SolveError::Unlawful(
                "a position that is not over has no legal move",
            ))?
            .before();
        self.note(key, attacker, answer, None, nodes_before);
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
        attacker: Seat,
        answer: Answer,
        hint: Option<u16>,
        nodes_before: u64,
    ) {
        if let Some(at) = at {
            let work = self.nodes - nodes_before;
            self.memo
                .note(at.hash, &at.key, attacker, answer, hint, work);
        }
    }

    fn count_node(&mut self) -> Result<(), SolveError> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) && self.stop.load(Ordering::Relaxed) {
            return Err(SolveError::Interrupted);
        }
        if self.nodes.is_multiple_of(REPORT) {
            (self.watch)(Progress {
                stage: Stage::Proving,
                done: self.nodes,
                total: None,
            });
        }
        Ok(())
    }
}
