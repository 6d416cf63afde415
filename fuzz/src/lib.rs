//! What the fuzz targets share: a short playout that keeps the laws of a game.
//!
//! The law suite of `shido-testkit` asks more of each position than a fuzzer has time for. Here a
//! single line of play is followed, so that thousands of games can be tried in a second.

use rand::seq::IndexedRandom;
use shido_core::{Depict, Features, Guide, Notation, Pack, Rng, Seed, Symmetry, Turn};

/// A seed that depends on the whole input, so that equal inputs are played out alike.
#[must_use]
pub fn seed_of(input: &[u8]) -> Seed {
    input.iter().fold(Seed(input.len() as u64), |seed, &byte| {
        seed.derive(byte.into())
    })
}

/// Plays at most `plies` random moves from a position, checks each position on the way and gives all
/// of them.
///
/// # Panics
/// Where a law is broken; the message names it.
pub fn playout<G>(game: &G, from: G::Position, seed: Seed, plies: usize) -> Vec<G::Position>
where
    G: Notation + Depict + Symmetry + Guide,
{
    let mut rng = seed.rng();
    let mut met = vec![from];
    for _ in 0..plies {
        let position = met.last().expect("there is a first");
        let Some(mv) = check(game, position, &mut rng) else {
            return met;
        };
        let next = game.after(position, mv);
        check_symmetry(game, position, mv, &next, &mut rng);
        if let Some(progress) = game.progress(position) {
            let grown = game.progress(&next).is_some_and(|next| next > progress);
            assert!(grown, "progress does not grow: {position:?} {mv:?}");
        }
        met.push(next);
    }
    let last = met.last().expect("there is a first");
    check(game, last, &mut rng);
    met
}

/// Checks a position and chooses one of its moves; there is none exactly when it is over.
fn check<G>(game: &G, position: &G::Position, rng: &mut Rng) -> Option<G::Move>
where
    G: Notation + Depict + Guide,
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
    let key = read.map(|read| game.key(&read));
    assert_eq!(key, Ok(game.key(position)), "another key: {written}");

    let form = game.recurs_as(position);
    assert_eq!(
        game.recurs_as(&form),
        form,
        "recurs_as does not settle: {written}"
    );
    check_tactics(game, position, &moves);
    let picture = game.picture(position);
    let places = 0..picture.places.len();
    for (from, to) in &picture.joins {
        assert!(
            places.contains(from) && places.contains(to),
            "a join leads off the board"
        );
    }

    let drawn = game.random_move(position, rng);
    assert_eq!(drawn.is_none(), over, "a random move of {written}");
    let mv = drawn?;
    assert!(moves.contains(&mv), "{mv:?} is not legal in {written}");
    let name = game.write_move(position, mv);
    assert_eq!(
        game.parse_move(position, &name),
        Ok(mv),
        "a move is read otherwise: {name} in {written}"
    );
    Some(mv)
}

/// Checks what a search is told of a position where a player is to move.
fn check_tactics<G: Notation + Guide>(game: &G, position: &G::Position, moves: &[G::Move]) {
    let Turn::Of(mover) = game.turn(position) else {
        return;
    };
    let mut visited = Vec::new();
    game.each_noisy(position, |mv| visited.push(mv));
    let noisy = moves.iter().copied().filter(|mv| game.noisy(position, *mv));
    let mut noisy: Vec<G::Move> = noisy.collect();
    visited.sort();
    noisy.sort();
    assert_eq!(visited, noisy, "other noisy moves: {position:?}");
    if let Some(passed) = game.pass(position) {
        assert_eq!(
            game.turn(&passed),
            Turn::Of(mover.other()),
            "a pass does not hand the turn over: {position:?}"
        );
    }
}

/// Checks that a position is unpacked as it was packed, and that its images share a number.
///
/// # Panics
/// Where a law is broken; the message names it.
pub fn check_packing<G: Pack>(game: &G, position: &G::Position) {
    if game.packed_bits() > u64::BITS {
        return;
    }
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
    let canonical = game.pack_canonical(position);
    for symmetry in 0..game.symmetries() {
        assert_eq!(
            game.pack_canonical(&game.transform(symmetry, position)),
            canonical,
            "symmetry {symmetry} changes the canonical number of {position:?}"
        );
    }
}

/// Checks that the features of a position are there and finite.
///
/// # Panics
/// Where a law is broken; the message names it.
pub fn check_features<G: Features>(game: &G, position: &G::Position) {
    let count = game.feature_names().len();
    game.each_feature(position, |index, value| {
        assert!(
            index < count && value.is_finite(),
            "feature {index} is {value} in {position:?}"
        );
    });
}

/// Checks that one of the symmetries commutes with a move.
fn check_symmetry<G: Notation + Symmetry>(
    game: &G,
    position: &G::Position,
    mv: G::Move,
    next: &G::Position,
    rng: &mut Rng,
) {
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
}
