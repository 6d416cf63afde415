//! What the fuzz targets share: a short playout that keeps the laws of a game.
//!
//! The law suite of `shido-testkit` asks more of each position than a fuzzer has time for. Here a
//! single line of play is followed, so that thousands of games can be tried in a second.

use rand::seq::IndexedRandom;
use shido_core::{Depict, Notation, Pack, Rng, Seed, Turn};

/// A seed that depends on the whole input, so that equal inputs are played out alike.
#[must_use]
pub fn seed_of(input: &[u8]) -> Seed {
    input.iter().fold(Seed(input.len() as u64), |seed, &byte| {
        seed.derive(byte.into())
    })
}

/// Plays at most `plies` random moves from a position and checks each position on the way.
///
/// # Panics
/// Where a law is broken; the message names it.
pub fn playout<G>(game: &G, from: G::Position, seed: Seed, plies: usize)
where
    G: Notation + Depict + Pack,
{
    let mut rng = seed.rng();
    let mut position = from;
    for _ in 0..plies {
        let Some(mv) = check(game, &position, &mut rng) else {
            return;
        };
        let next = game.after(&position, mv);
        check_symmetry(game, &position, mv, &next, &mut rng);
        if let Some(progress) = game.progress(&position) {
            let grown = game.progress(&next).is_some_and(|next| next > progress);
            assert!(grown, "progress does not grow: {position:?} {mv:?}");
        }
        position = next;
    }
    check(game, &position, &mut rng);
}

/// Checks a position and chooses one of its moves; there is none exactly when it is over.
fn check<G>(game: &G, position: &G::Position, rng: &mut Rng) -> Option<G::Move>
where
    G: Notation + Depict + Pack,
{
    let moves = game.moves(position);
    let over = matches!(game.turn(position), Turn::Over(_));
    assert_eq!(
        moves.is_empty(),
        over,
        "no moves, yet not over, or the reverse: {position:?}"
    );
    assert_eq!(
        game.count_moves(position),
        moves.len(),
        "moves are miscounted: {position:?}"
    );

    let written = game.write_position(position);
    let read = game.parse_position(&written);
    assert_eq!(
        read.as_ref(),
        Ok(position),
        "a position is read otherwise: {written}"
    );

    if game.packed_bits() <= u64::BITS {
        let packed = game.pack(position);
        assert_eq!(
            packed.checked_shr(game.packed_bits()).unwrap_or(0),
            0,
            "too many bits"
        );
        let unpacked = game.unpack(packed);
        assert_eq!(
            unpacked.as_ref(),
            Some(position),
            "a position is unpacked otherwise"
        );
    }
    let form = game.recurs_as(position);
    assert_eq!(
        game.recurs_as(&form),
        form,
        "recurs_as does not settle: {written}"
    );
    let picture = game.picture(position);
    let places = 0..picture.places.len();
    for (from, to) in &picture.joins {
        assert!(
            places.contains(from) && places.contains(to),
            "a join leads off the board"
        );
    }

    let mv = *moves.choose(rng)?;
    let name = game.write_move(position, mv);
    assert_eq!(
        game.parse_move(position, &name),
        Ok(mv),
        "a move is read otherwise: {name}"
    );
    Some(mv)
}

/// Checks that one of the symmetries commutes with a move and keeps the canonical number.
fn check_symmetry<G>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    next: &G::Position,
    rng: &mut Rng,
) where
    G: Notation + Pack,
{
    let all: Vec<usize> = (0..game.symmetries()).collect();
    let symmetry = *all.choose(rng).expect("the identity is a symmetry");
    let image = game.transform(symmetry, position);
    let image_of_move = game.transform_move(symmetry, mv);
    assert!(
        game.moves(&image).contains(&image_of_move),
        "symmetry {symmetry} makes {mv:?} illegal in {position:?}"
    );
    assert_eq!(
        game.after(&image, image_of_move),
        game.transform(symmetry, next),
        "symmetry {symmetry} does not commute with {mv:?} in {position:?}"
    );
    if game.packed_bits() <= u64::BITS {
        assert_eq!(
            game.pack_canonical(&image),
            game.pack_canonical(position),
            "symmetry {symmetry} changes the canonical number of {position:?}"
        );
    }
}
