//! Reading a game's rules by packed positions, with the laws checked on the way.

use shido_core::{ForFirst, Game, Pack, Seat, Turn, Verdict};

use crate::SolveError;

/// Who chooses in a position, or how the contest ended there.
#[derive(Clone, Copy)]
pub(crate) enum Node {
    Of(Seat),
    Over(ForFirst<Verdict>),
}

pub(crate) fn unpack<G: Pack>(game: &G, key: u64) -> Result<G::Position, SolveError> {
    game.unpack(key).ok_or(SolveError::Unlawful(
        "a packed position cannot be unpacked again",
    ))
}

pub(crate) fn node<G: Game>(game: &G, position: &G::Position) -> Result<Node, SolveError> {
    match game.turn(position) {
        Turn::Of(seat) => Ok(Node::Of(seat)),
        Turn::Over(outcome) => Ok(Node::Over(outcome.verdict())),
        Turn::Chance => Err(SolveError::Chance),
    }
}

/// Calls `visit` for the position after each legal move, until it fails.
pub(crate) fn each_successor<G: Game>(
    game: &G,
    position: &G::Position,
    mut visit: impl FnMut(G::Position) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    let mut result = Err(SolveError::Unlawful(
        "a position that is not over has no legal move",
    ));
    let mut failed = false;
    game.each_move(position, |mv| {
        if !failed {
            result = visit(game.after(position, mv));
            failed = result.is_err();
        }
    });
    result
}

pub(crate) fn progress<G: Pack>(game: &G, position: &G::Position) -> Result<u32, SolveError> {
    game.progress(position).ok_or(SolveError::Unlawful(
        "the start has a measure of progress and a later position has none",
    ))
}

/// How many positions the symmetries make of this one: the order of the group divided by the
/// number of symmetries that leave the position as it is.
pub(crate) fn orbit<G: Pack>(game: &G, position: &G::Position) -> u64 {
    let order = game.symmetries();
    let stabilizer = 1
        + (1..order)
            .filter(|&symmetry| game.transform(symmetry, position) == *position)
            .count();
    (order / stabilizer) as u64
}
