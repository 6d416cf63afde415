//! Reading whether two stones can be connected.

use shido_core::Seat;
use shido_games::go::{Board, Chain, Point, PointSet};

use crate::benson::unconditionally_alive;
use crate::cut;
use crate::threats::{self, Goal};
use crate::{Reading, Situation, Status};

/// Do these two stones of a colour become one chain? The situation says who moves first.
///
/// Yes is certain. No is said where the other side captures one of them with its first stone, or where
/// all ways between them lead through a gap that is closed, and is certain as far as the stones around it
/// are safe (see `docs/go-tactics.md`). Ko means that they are connected if their side wins every ko, and
/// were not seen to be if it loses them. Everything else is open.
#[must_use]
pub fn connect(situation: &Situation, one: Point, other: Point, nodes: u64) -> Reading {
    let known = |status, first, how: &str| Reading {
        status,
        first,
        nodes: 0,
        how: how.to_owned(),
    };
    let board = &situation.board;
    let (Some(here), Some(there)) = (board.chain(one), board.chain(other)) else {
        return known(Status::Open, None, "no two stones");
    };
    if here.seat != there.seat {
        return known(Status::Open, None, "stones of both sides");
    }
    if here.stones.contains(other) {
        return known(Status::Yes, None, "one chain");
    }
    let owner = here.seat;
    let open = board.points() - unconditionally_alive(board, owner.other());
    if !board.connected(one.into(), &open).contains(other) {
        return known(Status::No, None, "unconditional life between them");
    }
    if situation.first != owner {
        let in_atari = [here, there].into_iter().filter(Chain::is_in_atari);
        let lost = in_atari.fold(PointSet::EMPTY, |points, chain| points | chain.liberties);
        if let Some(point) = (lost - situation.ban).iter().next() {
            return known(Status::No, Some(point), "captured at once");
        }
    }
    let goal = Connection { one, other, owner };
    let gap = cut::gap(board, &here, &there);
    // Half is kept for reading the gap. Threats are found soon or not at all, mostly.
    let most = if gap.is_some() { nodes / 2 } else { nodes };
    let mut reading = threats::read(&goal, owner, situation, most);
    if reading.status == Status::Yes && situation.first == owner {
        let passed = Situation {
            first: owner.other(),
            ban: PointSet::EMPTY,
            ..*situation
        };
        let anyway = threats::read_with_kos(&goal, owner, owner.other(), &passed, nodes / 4);
        reading.nodes += anyway.nodes;
        if anyway.status == Status::Yes {
            reading.first = None;
            reading.how = anyway.how;
        }
    }
    if let Some(gap) = gap.filter(|_| reading.status != Status::Yes) {
        let by_threats = reading;
        let left = nodes.saturating_sub(by_threats.nodes);
        reading = cut::read(&gap, situation, [here, there], left);
        reading.nodes += by_threats.nodes;
        if reading.status == Status::Open && by_threats.status == Status::Ko {
            reading = Reading {
                nodes: reading.nodes,
                ..by_threats
            };
        }
    }
    reading
}

/// Two stones of one owner, to be connected.
pub(crate) struct Connection {
    pub(crate) one: Point,
    pub(crate) other: Point,
    pub(crate) owner: Seat,
}

impl Connection {
    /// The points that are reached from a stone over none, one, two ... points of `passable`. Stones of
    /// the owner cost nothing.
    fn reached(&self, board: &Board, from: Point, passable: PointSet, most: u32) -> Vec<PointSet> {
        let own = board.stones(self.owner);
        let with_chains = |set: PointSet| {
            let touched = (set | board.around(&set)) & own;
            set | board.connected(touched, &own)
        };
        let mut reached = vec![board.connected(from.into(), &own)];
        for step in 0..most as usize {
            let last = reached[step];
            reached.push(with_chains(last | (board.around(&last) & passable)));
        }
        reached
    }
}

impl Goal for Connection {
    fn is_lost(&self, board: &Board) -> bool {
        let own = board.stones(self.owner);
        !own.contains(self.one) || !own.contains(self.other)
    }

    fn finishing(&self, board: &Board) -> PointSet {
        match (board.chain(self.one), board.chain(self.other)) {
            (Some(one), Some(other)) => one.liberties & other.liberties,
            _ => PointSet::EMPTY,
        }
    }

    fn grounds(&self, _board: &Board) -> PointSet {
        [self.one, self.other].into_iter().collect()
    }

    /// On the ways from one to the other that as many stones in a row complete as the order has moves,
    /// over empty points and over stones that are easily captured; where those are captured; and where
    /// chains on the way are saved.
    fn tries(&self, board: &Board, order: u32) -> PointSet {
        let cutter = self.owner.other();
        let weak: Vec<Chain> = board
            .chains(board.stones(cutter))
            .filter(|chain| chain.liberties.len() <= order)
            .collect();
        let passable = weak
            .iter()
            .fold(board.empty(), |points, chain| points | chain.stones);
        let length = order as usize + 1;
        let from_one = self.reached(board, self.one, passable, order + 1);
        let from_other = self.reached(board, self.other, passable, order + 1);
        let ways = (0..=length + 1).fold(PointSet::EMPTY, |ways, steps| {
            let one = from_one.get(steps);
            let other = from_other.get(length + 1 - steps);
            one.zip(other)
                .map_or(ways, |(&one, &other)| ways | one & other)
        });
        let mut points = ways & board.empty();
        for chain in weak.iter().filter(|chain| chain.stones.meets(&ways)) {
            points |= chain.liberties;
        }
        let ends = [self.one, self.other].into_iter().collect();
        for chain in board.chains((ways | ends) & board.stones(self.owner)) {
            if chain.liberties.len() <= order {
                points |= chain.liberties;
                let prey = board.enemies(&chain).filter(Chain::is_in_atari);
                prey.for_each(|prey| points |= prey.liberties);
            }
        }
        points
    }

    fn named(&self, order: u32) -> String {
        match order {
            0 => "a stone between them".to_owned(),
            1 => "two ways at once".to_owned(),
            _ => format!("threats of order {order}"),
        }
    }
}
