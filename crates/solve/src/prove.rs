//! The value of one position of an acyclic game, without enumerating the game.
//!
//! Over the three values win, draw and loss, alpha-beta with a null window asks yes-no questions.
//! Those about the value come first, since without a horizon they are cheapest. If somebody wins and
//! the distance is wanted, those about it follow, for that side alone.

mod bounds;
mod distance;
mod effort;
mod history;
mod memo;
mod value;

use std::hash::Hash;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shido_core::{ForFirst, Foresight, Pack, Seat, Verdict};

use self::bounds::{Bounds, PackedBounds};
use self::effort::Effort;
use self::memo::{Memo, hash_of};
use crate::rules::{self, Node};
use crate::{OnProgress, SolveError};

/// What to prove with.
#[derive(Clone, Debug)]
pub struct ProveOptions {
    /// How many bytes the transposition table may take. Where positions cannot be packed, what a
    /// position keeps on the heap is not counted.
    pub memory: u64,
    /// Whether the distance is wanted too. That may take much longer than the value.
    pub distance: bool,
    /// Set it to stop the work.
    pub stop: Arc<AtomicBool>,
}

impl Default for ProveOptions {
    /// The value alone, with a transposition table of at most 1 GiB.
    fn default() -> ProveOptions {
        ProveOptions {
            memory: 1 << 30,
            distance: false,
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
    /// is over, `None` in a draw that is not and where nobody asked.
    pub distance: Option<u32>,
    /// A move that reaches the value, and the distance if that is known, unless the position is over.
    pub best: Option<M>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// Finds the value of the start.
///
/// # Errors
/// Where positions can recur, nature moves, the stop flag was raised, a win takes too long to be
/// written down, or the rules contradict themselves.
pub fn prove<G: Pack + Foresight>(
    game: &G,
    options: &ProveOptions,
    watch: OnProgress<'_>,
) -> Result<Proof<G::Move>, SolveError> {
    prove_position(game, &game.start(), options, watch)
}

/// Finds the value of any position.
///
/// # Errors
/// As [`prove`].
pub fn prove_position<G: Pack + Foresight>(
    game: &G,
    position: &G::Position,
    options: &ProveOptions,
    watch: OnProgress<'_>,
) -> Result<Proof<G::Move>, SolveError> {
    if game.progress(position).is_none() {
        return Err(SolveError::Cyclic);
    }
    if let Some(table) = packed_bounds(game, options.memory) {
        let key = |position: &G::Position| game.pack_canonical(position);
        return prove_by(game, position, key, table, options, watch);
    }
    // Any rule that picks the same image for all of an orbit will do, and where two images
    // have the same hash only some transpositions are missed: whole positions are compared.
    let key = |position: &G::Position| {
        (0..game.symmetries())
            .map(|symmetry| game.transform(symmetry, position))
            .min_by_key(hash_of)
            .expect("the identity is a symmetry")
    };
    let table = Memo::new(options.memory);
    prove_by(game, position, key, table, options, watch)
}

/// A table of packed positions, where they can be packed and there is room enough to tell them apart.
fn packed_bounds(game: &impl Pack, memory: u64) -> Option<PackedBounds> {
    let bits = game.packed_bits();
    let fits = bits <= u64::BITS;
    fits.then(|| PackedBounds::new(bits, memory)).flatten()
}

fn prove_by<G: Pack + Foresight, K: Clone + Eq + Hash>(
    game: &G,
    position: &G::Position,
    key: impl Fn(&G::Position) -> K,
    table: impl Bounds<K>,
    options: &ProveOptions,
    watch: OnProgress<'_>,
) -> Result<Proof<G::Move>, SolveError> {
    let mover = match rules::node(game, position)? {
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
    let effort = Effort::new(&options.stop, watch);
    let mut search = value::Search::new(game, &key, table, effort);
    let (value, best) = search.value(position, mover)?;
    let value = value.for_first(mover);
    // The table of values goes before that of distances comes.
    let value::Search { effort, .. } = search;
    let Some(winner) = winner(value).filter(|_| options.distance) else {
        return Ok(Proof {
            value,
            distance: None,
            best: Some(best),
            nodes: effort.nodes,
        });
    };
    let memo = Memo::new(options.memory);
    let mut search = distance::Search::new(game, key, winner, memo, effort);
    let (distance, best) = search.distance(position, mover)?;
    Ok(Proof {
        value,
        distance: Some(distance),
        best,
        nodes: search.effort.nodes,
    })
}

fn winner(value: ForFirst<Verdict>) -> Option<Seat> {
    match value.0 {
        Verdict::Win => Some(Seat::First),
        Verdict::Draw => None,
        Verdict::Loss => Some(Seat::Second),
    }
}
