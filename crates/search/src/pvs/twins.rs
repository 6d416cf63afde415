//! Moves that come to the same, because a symmetry of the position takes one into the other.

use shido_core::Symmetry;

/// Whether any symmetry but the identity leaves the position as it is.
pub(super) fn is_symmetric<G: Symmetry>(game: &G, position: &G::Position) -> bool {
    (1..game.symmetries()).any(|symmetry| game.transform(symmetry, position) == *position)
}

/// For each move the first that comes to the same, itself where there is none before it.
pub(super) fn eldest_twins<G: Symmetry>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Vec<usize> {
    let kept: Vec<usize> = (1..game.symmetries())
        .filter(|&symmetry| game.transform(symmetry, position) == *position)
        .collect();
    let place = |mv: G::Move| moves.iter().position(|&other| other == mv);
    let twins = moves.iter().enumerate().map(|(index, &mv)| {
        let images = kept
            .iter()
            .filter_map(|&symmetry| place(game.transform_move(symmetry, mv)));
        images.fold(index, usize::min)
    });
    twins.collect()
}
