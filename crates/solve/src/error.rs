//! Why a game was not solved.

/// Why a game was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// Positions do not fit in 64 bits, so they cannot be kept in a table.
    #[error("a packed position takes {bits} bits and a table holds at most 64")]
    TooWide {
        /// What [`Pack::packed_bits`](shido_core::Pack::packed_bits) says.
        bits: u32,
    },
    /// Nature moves in this game; its positions have expectations, not one of three values.
    #[error("the game has chance moves, so its positions have no win, draw or loss value")]
    Chance,
    /// The memory limit was reached.
    #[error(
        "{} MiB were needed for the first {positions} positions and the limit is {} MiB",
        wanted.div_ceil(1 << 20),
        limit >> 20
    )]
    Memory {
        /// What the options allow, in bytes.
        limit: u64,
        /// What was held and asked for when the limit was reached, in bytes.
        wanted: u64,
        /// How many positions, up to symmetry, had been found by then.
        positions: u64,
    },
    /// So many positions are known to exist that they cannot fit.
    #[error(
        "the game has {positions} positions up to symmetry, which take at least {} MiB, and the \
         limit is {} MiB",
        wanted.div_ceil(1 << 20),
        limit >> 20
    )]
    TooMany {
        /// What the options allow, in bytes.
        limit: u64,
        /// The least that the positions take, in bytes.
        wanted: u64,
        /// How many positions there are, up to symmetry.
        positions: u64,
    },
    /// A win takes more plies than a table entry can hold.
    #[error("a forced win takes more than {most} plies, which a table cannot hold")]
    TooLong {
        /// How many it may take.
        most: u32,
    },
    /// A position of a game with recurring positions has more successors than can be counted.
    #[error("a position has {successors} different successors and at most {most} can be counted")]
    TooManyMoves {
        /// How many there are, up to symmetry.
        successors: usize,
        /// How many there may be.
        most: usize,
    },
    /// A game with recurring positions has more of them than can be numbered.
    #[error("the game has {positions} positions, more than the 2^32 that can be linked")]
    TooManyPositions {
        /// How many there are, up to symmetry.
        positions: u64,
    },
    /// Positions of this game can recur, so a depth-first proof does not apply.
    #[error("positions of this game can recur: solve it whole instead of proving one position")]
    Cyclic,
    /// The stop flag was raised.
    #[error("stopped before the game was solved")]
    Interrupted,
    /// The game breaks a law that every game must keep; the text says which.
    #[error("the rules are inconsistent: {0}")]
    Unlawful(&'static str),
    /// The worker threads could not be started.
    #[error("the worker threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
