//! Two chains and the closed gap between them: are they connected?

use shido_core::Seat;
use shido_games::go::{Board, Chain};

use crate::arena::{Arena, OTHER, Spots, Stones, TARGET};
use crate::benson::{alive, unconditionally_alive};
use crate::enclosed::{Question, Reader};
use crate::region::Region;
use crate::{Reading, Situation, Status};

/// Where all ways between two chains of a side run, if it closes: the region of both, or else that of
/// one of them up to the other.
pub(crate) fn gap(board: &Board, one: &Chain, other: &Chain) -> Option<Region> {
    Region::of_both(board, one, other)
        .or_else(|| Region::up_to(board, one, other))
        .or_else(|| Region::up_to(board, other, one))
}

/// Do two chains of a side become one, as read out on the gap between them?
///
/// What is unsettled beyond it counts as stones of the connector, all of them connected with each other,
/// and so do its safe stones around it. Where there are any, only No is certain.
pub(crate) fn read(
    region: &Region,
    situation: &Situation,
    ends: [Chain; 2],
    nodes: u64,
) -> Reading {
    let told = |status, how: &str| Reading {
        status,
        first: None,
        nodes: 0,
        how: how.to_owned(),
    };
    let board = &situation.board;
    let connector = ends[0].seat;
    let cutter = connector.other();
    let region = region.settled_for_owner(connector);
    let Some((arena, stones)) = Arena::new(board, &ends, &region) else {
        return told(Status::Open, "too many stones are involved");
    };
    let cut = Cut { arena, connector };
    let mut reading = match cut.winner(stones, situation.first, Spots::EMPTY) {
        Some(winner) if winner == cutter => told(Status::No, "no way is left"),
        Some(_) => return told(Status::Open, "there may be a way around"),
        None => Reader::new(cut, stones, situation).read(nodes),
    };
    if reading.status != Status::No && !region.walls[connector.index()].is_empty() {
        return Reading {
            nodes: reading.nodes,
            ..told(Status::Open, "there may be a way around")
        };
    }
    let walls = region.walls[cutter.index()];
    let is_certain = walls.is_within(&unconditionally_alive(board, cutter));
    if matches!(reading.status, Status::No | Status::Ko) && !is_certain {
        reading.how += ", if the stones around are safe";
    }
    reading
}

/// The contest about the gap: the connector wins when there is one chain, the cutter when it has captured
/// one of the two, or when stones that live are all that is between them.
struct Cut {
    arena: Arena,
    connector: Seat,
}

impl Cut {
    /// Whether these spots lead from one chain to the other.
    fn is_way(&self, spots: Spots) -> bool {
        let [one, other] = [TARGET, OTHER].map(|end| self.arena.connected(end, spots));
        let leads_out = |end| self.arena.touches_wall(end, self.connector);
        one.meets(OTHER) || leads_out(one) && leads_out(other)
    }
}

impl Question for Cut {
    fn arena(&self) -> &Arena {
        &self.arena
    }

    fn attacker(&self) -> Seat {
        self.connector
    }

    fn winner(&self, stones: Stones, _mover: Seat, _ban: Spots) -> Option<Seat> {
        let cutter = self.connector.other();
        let own = stones.of(self.connector);
        if !own.meets(TARGET) || !own.meets(OTHER) {
            return Some(cutter);
        }
        if self.is_way(own) {
            return Some(self.connector);
        }
        let lasting = alive(&(&self.arena, stones), cutter);
        (!self.is_way(self.arena.all() - lasting)).then_some(cutter)
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use shido_core::Seed;
    use shido_games::go::PointSet;

    use super::*;

    /// A board with stones at random.
    fn random_board(size: u8, index: u64) -> Board {
        let mut rng = Seed(0xC07).derive(index).rng();
        let mut stones = [PointSet::EMPTY; 2];
        for point in Board::new(size).points().iter() {
            if rng.random_bool(0.6) {
                stones[rng.random_range(0..2)].insert(point);
            }
        }
        Board::with(size, stones)
    }

    #[test]
    fn what_is_cut_off_from_a_chain_that_is_safe_is_cut_off() {
        let (mut asked, mut no) = (0, 0);
        for index in 0..2_000 {
            let board = random_board(4 + (index % 2) as u8, index);
            let chains: Vec<Chain> = board.chains(board.stones(Seat::First)).collect();
            let [one, other, ..] = chains[..] else {
                continue;
            };
            let regions =
                Region::of_both(&board, &one, &other).zip(Region::up_to(&board, &one, &other));
            let differ = |(both, part): &(Region, Region)| both != part && board.is_legal();
            let Some((both, part)) = regions.filter(differ) else {
                continue;
            };
            for first in Seat::BOTH {
                let situation = Situation {
                    board,
                    first,
                    ban: PointSet::EMPTY,
                };
                let answer = |region| read(region, &situation, [one, other], 20_000).status;
                let [all, part] = [&both, &part].map(answer);
                asked += u32::from(all == Status::No);
                if part == Status::No {
                    no += 1;
                    assert!(
                        matches!(all, Status::No | Status::Open),
                        "{board:?} {first:?}"
                    );
                }
            }
        }
        assert!(no > 50, "{no} of {asked}");
    }
}
