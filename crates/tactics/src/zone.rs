use shido_games::go::{Board, PointSet};

/// Grows a set of points until whether one more stone captures a chain in it, and which, can be told
/// from what is in the set alone: a chain is in it with all its stones and with two of its liberties,
/// or, if it has but one, with all the points around it.
///
/// Two boards that agree on such a set still agree on it after the same move on both, and after a move
/// beside it on one of them.
pub(crate) fn closed(board: &Board, mut zone: PointSet) -> PointSet {
    let mut seen = PointSet::EMPTY;
    let mut roomy = Vec::new();
    while let Some(point) = ((zone & board.occupied()) - seen).iter().next() {
        let Some(chain) = board.chain(point) else {
            break;
        };
        seen |= chain.stones;
        zone |= chain.stones;
        if chain.is_in_atari() {
            zone |= board.around(&chain.stones);
        } else {
            roomy.push(chain.liberties);
        }
    }
    // Liberties that are in the zone for another reason come first: the fewer points the better.
    for liberties in roomy {
        let there = (liberties & zone).len() as usize;
        let more = (liberties - zone)
            .iter()
            .take(2_usize.saturating_sub(there));
        zone |= more.collect();
    }
    zone
}
