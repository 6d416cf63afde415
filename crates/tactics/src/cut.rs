//! Two chains and the closed gap between them: are they connected?

use shido_core::Seat;
use shido_games::go::Chain;

use crate::arena::{Arena, OTHER, Spots, Stones, TARGET};
use crate::benson::{alive, unconditionally_alive};
use crate::enclosed::{Question, Reader};
use crate::region::Region;
use crate::{Reading, Situation, Verdict};

/// Do two chains of a side become one, as read out on the region between them?
///
/// What is unsettled beyond the region counts as stones of the connector, all of them connected with
/// each other, and so do its stones around the region. Where there are any, only No is certain.
pub(crate) fn read(
    region: &Region,
    situation: &Situation,
    ends: [Chain; 2],
    nodes: u64,
) -> Reading {
    let told = |verdict, how: &str| Reading {
        verdict,
        first: None,
        nodes: 0,
        how: how.to_owned(),
    };
    let board = &situation.board;
    let connector = ends[0].seat;
    let cutter = connector.other();
    let Some((arena, stones)) = Arena::new(board, &ends, region) else {
        return told(Verdict::Open, "too many stones are involved");
    };
    let cut = Cut { arena, connector };
    let mut reading = match cut.winner(stones, situation.first, Spots::EMPTY) {
        Some(winner) if winner == cutter => told(Verdict::No, "no way is left"),
        Some(_) => return told(Verdict::Open, "there is a way around"),
        None => Reader::new(cut, stones, situation).read(nodes),
    };
    if reading.verdict != Verdict::No && !region.walls[connector.index()].is_empty() {
        reading = Reading {
            nodes: reading.nodes,
            ..told(Verdict::Open, "it depends on what lies beyond")
        };
    }
    let walls = region.walls[cutter.index()];
    let is_certain = walls.is_within(&unconditionally_alive(board, cutter));
    if reading.verdict != Verdict::Open && !is_certain {
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
