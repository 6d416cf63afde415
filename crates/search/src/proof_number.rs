//! Depth-first proof-number search.

mod proof_table;
mod prover;

use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::question::analysis::best_moves;
use crate::question::limits::Counter;
use crate::{Analysis, Bound, Limits, MoveValue, NoRoom, SearchError, TranspositionUse};
use prover::Prover;

/// Depth-first proof-number search, df-pn: does a side win by force (see `docs/proof-number.md`)?
///
/// A contest that ends without a win of that side, or never ends, is not won. What is proven or
/// disproven is so for certain: positions are told apart in full, not by a key.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Answer, Limits, ProofNumber};
///
/// let tree = Tree::parse("(max (min 1 0) (min 1 (max -1 1)))").unwrap();
/// let pn = ProofNumber::default();
/// let proof = pn.prove(&tree, &tree.start(), Seat::First, Limits::default())?;
/// assert_eq!(proof.answer, Answer::Proven);
/// assert_eq!(proof.line, [Branch(2), Branch(2), Branch(2)]);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumber {
    /// How many MiB its transposition table takes.
    pub mebibytes: usize,
}

impl Default for ProofNumber {
    fn default() -> ProofNumber {
        ProofNumber { mebibytes: 64 }
    }
}

/// Whether a side wins by force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// It does.
    Proven,
    /// The other side can prevent it.
    Disproven,
    /// A limit was reached first.
    Unknown,
}

/// What a proof-number search found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof<M> {
    /// Whether the attacker wins by force.
    pub answer: Answer,
    /// If so, how: to the end, against a defence that holds out long. Shorter wins may exist.
    pub line: Vec<M>,
    /// How many positions had their moves looked at, each as often as it happened.
    pub nodes: u64,
    /// How its transposition table was used.
    pub transpositions: TranspositionUse,
}

impl ProofNumber {
    /// A prover for one side with this part of the memory.
    fn prover<'a, G: Game>(
        &self,
        game: &'a G,
        attacker: Seat,
        bytes: usize,
    ) -> Result<Prover<'a, G>, SearchError<G::Move>> {
        let mebibytes = self.mebibytes;
        Prover::new(game, attacker, bytes).map_err(|_| SearchError::NoRoom(NoRoom { mebibytes }))
    }

    fn bytes(&self) -> usize {
        self.mebibytes.saturating_mul(1 << 20)
    }

    /// Does `attacker` win by force from this position? A depth among the limits means nothing here;
    /// where another limit is reached the answer is unknown.
    ///
    /// # Errors
    /// Where chance moves, or there is no room for its table.
    pub fn prove<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        attacker: Seat,
        limits: Limits<'_>,
    ) -> Result<Proof<G::Move>, SearchError<G::Move>> {
        let mut counter = Counter::new(limits);
        let mut prover = self.prover(game, attacker, self.bytes())?;
        let answer = prover.ask(position, &mut counter)?;
        let line = match answer {
            Answer::Proven => prover.line(position, &mut counter)?,
            _ => Vec::new(),
        };
        Ok(Proof {
            answer,
            line,
            nodes: counter.nodes,
            transpositions: prover.transposition_use(),
        })
    }

    /// Every move won, drawn or lost, worth 1, 0 or -1 whatever the ends pay: two questions for each,
    /// whether the mover wins by it and, if not, whether the other side does. A move whose questions
    /// were not answered within the limits has a bound or an estimate. Where that leaves several moves
    /// to choose from, they are all among the best.
    ///
    /// # Errors
    /// Where chance moves, or there is no room for its table.
    pub fn analyze<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        let mover = match game.turn(position) {
            Turn::Of(mover) => mover,
            Turn::Chance => return Err(SearchError::Chance { line: Vec::new() }),
            Turn::Over(outcome) => return Ok(analysis_of_an_end(verdict_of(outcome.winner()))),
        };
        let mut counter = Counter::new(limits);
        let mut attack = self.prover(game, mover, self.bytes() / 2)?;
        let mut defence = self.prover(game, mover.other(), self.bytes() / 2)?;
        // A win is found sooner from here than move by move, and what is learned of the moves stays in
        // the table.
        attack.ask(position, &mut counter)?;
        let mut moves = Vec::new();
        for mv in game.moves(position) {
            let next = game.after(position, mv);
            let named = |error| before(mv, error);
            let wins = attack.ask(&next, &mut counter).map_err(named)?;
            let loses = match wins {
                Answer::Proven => Answer::Disproven,
                _ => defence.ask(&next, &mut counter).map_err(named)?,
            };
            let (value, bound) = match (wins, loses) {
                (Answer::Proven, _) => (1.0, Bound::Exact),
                (_, Answer::Proven) => (-1.0, Bound::Exact),
                (Answer::Disproven, Answer::Disproven) => (0.0, Bound::Exact),
                (Answer::Disproven, Answer::Unknown) => (0.0, Bound::AtMost),
                (Answer::Unknown, Answer::Disproven) => (0.0, Bound::AtLeast),
                (Answer::Unknown, Answer::Unknown) => (0.0, Bound::Estimate),
            };
            let value = ForMover(value).for_first(mover);
            moves.push(MoveValue { mv, value, bound });
        }
        let candidates = best_moves(mover, &moves);
        let all_exact = moves
            .iter()
            .all(|candidate| candidate.bound == Bound::Exact);
        let chosen = surest(&moves, &candidates);
        let value = chosen.first().map_or(ForFirst(0.0), |chosen| chosen.value);
        let mut line = match value.seen_by(mover).0 {
            1.0 => attack.line(position, &mut counter)?,
            -1.0 => defence.line(position, &mut counter)?,
            _ => Vec::new(),
        };
        // The limits may leave nothing for the line of what was proven.
        if line.is_empty() {
            line.extend(chosen.first().map(|chosen| chosen.mv));
        }
        let won = value.seen_by(mover).0 == 1.0;
        let best = match (all_exact, won) {
            (true, _) => candidates,
            (false, true) => line.first().copied().into_iter().collect(),
            (false, false) => chosen.iter().map(|chosen| chosen.mv).collect(),
        };
        Ok(Analysis {
            value,
            best,
            moves,
            line,
            lines: Vec::new(),
            distance: None,
            nodes: counter.nodes,
            depth: (!all_exact).then_some(0),
            transpositions: Some(attack.transposition_use().and(defence.transposition_use())),
        })
    }
}

/// The moves to choose from: of those that look best the ones that are surest to be.
fn surest<'a, M: Copy + PartialEq>(
    moves: &'a [MoveValue<M>],
    candidates: &[M],
) -> Vec<&'a MoveValue<M>> {
    let sure = |candidate: &MoveValue<M>| match candidate.bound {
        Bound::AtLeast => 3,
        Bound::Exact => 2,
        Bound::Estimate => 1,
        Bound::AtMost => 0,
    };
    let mut chosen: Vec<&MoveValue<M>> = moves
        .iter()
        .filter(|candidate| candidates.contains(&candidate.mv))
        .collect();
    let surest = chosen.iter().map(|candidate| sure(candidate)).max();
    chosen.retain(|candidate| Some(sure(candidate)) == surest);
    chosen
}

/// The error as told from one move earlier.
fn before<M: std::fmt::Debug>(mv: M, error: SearchError<M>) -> SearchError<M> {
    match error {
        SearchError::Chance { mut line } => {
            line.insert(0, mv);
            SearchError::Chance { line }
        }
        other => other,
    }
}

fn verdict_of(winner: Option<Seat>) -> ForFirst<f64> {
    winner.map_or(ForFirst(0.0), |seat| ForMover(1.0).for_first(seat))
}

fn analysis_of_an_end<M>(value: ForFirst<f64>) -> Analysis<M> {
    Analysis {
        distance: None,
        value,
        moves: Vec::new(),
        best: Vec::new(),
        line: Vec::new(),
        lines: Vec::new(),
        nodes: 0,
        depth: None,
        transpositions: None,
    }
}
