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

#[cfg(test)]
mod tests {
    use shido_core::Notation;
    use shido_games::go::Go;

    use super::*;

    fn alive(text: &str) -> u32 {
        let go = Go::new(5).expect("a size of a board");
        let position = go.parse_position(&format!("{text} X 0 -"));
        unconditionally_alive(position.expect("a position").board(), Seat::First).len()
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        assert_eq!(alive("1X1X1/XXXX1/5/5/5"), 6);
        assert_eq!(alive("2XX1/XXX2/5/5/5"), 0);
        // Two chains with an eye each are dead apart, and live if they share both.
        assert_eq!(alive("1X3/XX3/2XX1/2X1X/3XX"), 0);
        assert_eq!(alive("1XX2/X1X2/XX3/5/5"), 6);
        // An eye with an enemy stone in it is one if all that is empty of it is a liberty.
        assert_eq!(alive("O1X1X/XXXXX/5/5/5"), 7);
        // White fills the three points in the corner but one, and then the other eye.
        assert_eq!(alive("2X1X/1XXXX/XX3/5/5"), 0);
    }
}
