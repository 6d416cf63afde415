use shido_core::Seat;
use shido_games::go::{Board, Chain, PointSet};

/// The stones of a side that cannot be captured even if it always passes (Benson 1976, "Life in the game
/// of Go").
///
/// Its chains cut the rest of the board into regions. A region is vital to a chain if all its empty
/// points are liberties of that chain. Chains live that have two vital regions each, all of whose
/// borders live as well: so whatever does not is left out until no more changes.
pub(crate) fn unconditionally_alive(board: &Board, seat: Seat) -> PointSet {
    let mut chains: Vec<Chain> = board.chains(board.stones(seat)).collect();
    let mut regions = regions(board, seat);
    loop {
        let alive = chains
            .iter()
            .fold(PointSet::EMPTY, |all, chain| all | chain.stones);
        let before = (chains.len(), regions.len());
        regions.retain(|region| (board.around(region) & board.stones(seat)).is_within(&alive));
        chains.retain(|chain| {
            let vital = |region: &&PointSet| (**region & board.empty()).is_within(&chain.liberties);
            let touching = regions
                .iter()
                .filter(|region| board.around(region).meets(&chain.stones));
            touching.filter(vital).count() >= 2
        });
        if before == (chains.len(), regions.len()) {
            return alive;
        }
    }
}

/// What is left of the board without the stones of a side, in connected parts.
fn regions(board: &Board, seat: Seat) -> Vec<PointSet> {
    let mut rest = board.points() - board.stones(seat);
    let mut regions = Vec::new();
    while let Some(point) = rest.iter().next() {
        let region = board.connected(point.into(), &rest);
        rest -= region;
        regions.push(region);
    }
    regions
}
