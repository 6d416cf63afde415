//! Life and death: is a chain captured?

use shido_core::Seat;
use shido_games::go::{Chain, Point};

use crate::arena::{Arena, Spots, Stones, TARGET};
use crate::benson::{alive, unconditionally_alive};
use crate::enclosed::{Question, Reader};
use crate::region::Region;
use crate::{Reading, Situation, Status};

/// Is the chain of a stone captured by the other side, whoever moves first?
///
/// Read out by proof-number search on the region that the chain is enclosed in, with at most about so
/// many nodes (see `docs/go-tactics.md`). The status is open if these do not decide, or if it depends on
/// what lies beyond the region. Seki is life, and so is a circle that never ends. Kos are read twice,
/// once with each side winning all of them.
#[must_use]
pub fn kill(situation: &Situation, stone: Point, nodes: u64) -> Reading {
    read(situation, stone, nodes, |_| {})
}

/// Does the chain of a stone live by itself? As [`kill`], but what lives only because it is connected with
/// friends around the region is open.
#[must_use]
pub fn two_eyes(situation: &Situation, stone: Point, nodes: u64) -> Reading {
    let owner = situation.board.holder(stone);
    let alone = |region: &mut Region| {
        if let Some(owner) = owner {
            region.doubtful = region.walls[owner.index()];
        }
    };
    read(situation, stone, nodes, alone).inverted()
}

/// Is the chain captured, on a region that is looked at in some way?
fn read(
    situation: &Situation,
    stone: Point,
    nodes: u64,
    seen: impl FnOnce(&mut Region),
) -> Reading {
    let board = &situation.board;
    let Some(target) = board.chain(stone) else {
        return told(Status::Open, None, "no stone is there");
    };
    let killer = target.seat.other();
    let last = target.liberties.only();
    if let Some(last) = last.filter(|last| !situation.ban.contains(*last))
        && situation.first == killer
    {
        return told(Status::Yes, Some(last), "it is in atari");
    }
    if unconditionally_alive(board, target.seat).contains(stone) {
        return told(Status::No, None, "its owner may pass for ever");
    }
    let mut region = Region::of(board, &target);
    seen(&mut region);
    read_around(&region, situation, &target, nodes).allowed_in(situation)
}

/// The answer if play stays in a region, whoever has what is unsettled around it.
fn read_around(region: &Region, situation: &Situation, target: &Chain, nodes: u64) -> Reading {
    if region.is_settled() {
        return read_in(region, situation, target, nodes);
    }
    // What is captured although all that is unsettled is the owner's is captured in any case, and what
    // lives although it is the killer's, and without its doubtful friends, lives.
    let harder = read_in(
        &region.settled_for_owner(target.seat),
        situation,
        target,
        nodes / 2,
    );
    let mut reading = match harder.status {
        Status::Yes => harder,
        _ => {
            let left = nodes.saturating_sub(harder.nodes);
            let easier = read_in(
                &region.settled_for_killer(target.seat),
                situation,
                target,
                left,
            );
            let status = match (harder.status, easier.status) {
                (_, Status::No) => Status::No,
                (Status::Ko, Status::Ko) => Status::Ko,
                _ => Status::Open,
            };
            // The killer's move has to do where killing is harder, the owner's where living is harder.
            let first = match situation.first == target.seat {
                true => easier.first,
                false => harder.first,
            };
            Reading {
                status,
                first: first.filter(|_| status != Status::Open),
                nodes: harder.nodes + easier.nodes,
                how: easier.how,
            }
        }
    };
    match reading.status {
        Status::Open => reading.how = "it is not enclosed".to_owned(),
        _ => reading.how += ", whatever lies beyond",
    }
    reading
}

/// The answer if play stays in a region.
fn read_in(region: &Region, situation: &Situation, target: &Chain, nodes: u64) -> Reading {
    let Some((arena, stones)) = Arena::new(&situation.board, &[*target], region) else {
        return told(Status::Open, None, "too many stones are involved");
    };
    if lives(&arena, stones, target.seat) {
        return told(Status::No, None, "its owner may pass");
    }
    let life = Life {
        arena,
        owner: target.seat,
    };
    Reader::new(life, stones, situation).read(nodes)
}

fn told(status: Status, first: Option<Point>, how: &str) -> Reading {
    Reading {
        status,
        first,
        nodes: 0,
        how: how.to_owned(),
    }
}

fn lives(arena: &Arena, stones: Stones, owner: Seat) -> bool {
    alive(&(arena, stones), owner).meets(TARGET)
}

/// The contest about one chain: the killer wins when it is captured, the owner when it is alive.
struct Life {
    arena: Arena,
    owner: Seat,
}

impl Life {
    /// Whether there is no place for a second eye, so that the chain is captured whoever is to move.
    ///
    /// Stones of the killer that are connected with its safe ones are safe, and so is every further stone
    /// next to them. A spot next to a safe stone is never an eye. If all spots but one are such, the
    /// killer fills them one after the other, which is always legal and never undone, and the last one in
    /// the end: it is then the chain's only liberty. No stone of the killer is captured meanwhile, so that
    /// no ko comes up.
    fn is_without_eyes(&self, stones: Stones, chain: Spots, ban: Spots) -> bool {
        let killer = self.owner.other();
        let arena = &self.arena;
        let safe = arena.connected(arena.beside_wall(killer), stones.of(killer));
        let dull = safe | arena.around(safe) | arena.beside_wall(killer);
        let rest = arena.all() - dull - chain;
        rest.len() <= 1
            && !rest.meets(stones.of(killer))
            && ban.is_empty()
            && arena.beside_wall(self.owner).is_empty()
    }
}

impl Question for Life {
    fn arena(&self) -> &Arena {
        &self.arena
    }

    fn attacker(&self) -> Seat {
        self.owner.other()
    }

    fn winner(&self, stones: Stones, mover: Seat, ban: Spots) -> Option<Seat> {
        let killer = self.owner.other();
        if !stones.of(self.owner).meets(TARGET) {
            return Some(killer);
        }
        let chain = self.arena.connected(TARGET, stones.of(self.owner));
        // With doubtful friends it shares their fate, which is not known to be life.
        if self.arena.touches_doubtful(chain) || self.is_without_eyes(stones, chain, ban) {
            return Some(killer);
        }
        if mover == self.owner {
            return None;
        }
        let liberties = self.arena.around(chain) & self.arena.empty(stones);
        let held = self.arena.touches_wall(chain, self.owner);
        if !held && liberties.len() == 1 && liberties != ban {
            return Some(killer);
        }
        lives(&self.arena, stones, self.owner).then_some(self.owner)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rand::RngExt;
    use shido_core::{Rng, Seed};
    use shido_games::go::{Board, PointSet};

    use super::*;

    /// A position of the question as the rules of Go have it, nothing left out.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    struct Plain {
        board: Board,
        mover: Seat,
        ban: PointSet,
        passes: u8,
    }

    /// The question without any knowledge of life: all positions that play in a region reaches, and
    /// of these the ones from which the killer forces the capture, found backwards from the captures.
    /// From all others the owner can stay away from these for ever.
    struct Reference {
        target: Point,
        owner: Seat,
        ko: Seat,
        region: PointSet,
    }

    impl Reference {
        fn is_captured(&self, position: &Plain) -> bool {
            !position.board.stones(self.owner).contains(self.target)
        }

        fn next(&self, position: &Plain) -> Vec<Plain> {
            let Plain { board, mover, .. } = *position;
            let other = mover.other();
            if self.is_captured(position) || position.passes == 2 {
                return Vec::new();
            }
            let mut next = vec![Plain {
                mover: other,
                ban: PointSet::EMPTY,
                passes: position.passes + 1,
                ..*position
            }];
            for point in ((board.empty() & self.region) - position.ban).iter() {
                if board.is_suicide(point, mover) {
                    continue;
                }
                let mut board = board;
                let captured = board.place(point, mover);
                let chain = board.chain(point).expect("a stone was placed");
                let is_ko =
                    captured.len() == 1 && chain.stones.len() == 1 && chain.liberties == captured;
                let ban = if is_ko && other != self.ko {
                    captured
                } else {
                    PointSet::EMPTY
                };
                next.push(Plain {
                    board,
                    mover: other,
                    ban,
                    passes: 0,
                });
            }
            next
        }

        fn kills(&self, start: Plain) -> bool {
            let mut numbers = HashMap::from([(start, 0)]);
            let mut positions = vec![start];
            let mut before: Vec<Vec<usize>> = vec![Vec::new()];
            let mut left: Vec<usize> = Vec::new();
            while left.len() < positions.len() {
                let at = left.len();
                let next = self.next(&positions[at]);
                left.push(next.len());
                for next in next {
                    let number = *numbers.entry(next).or_insert_with(|| {
                        positions.push(next);
                        before.push(Vec::new());
                        positions.len() - 1
                    });
                    before[number].push(at);
                }
            }
            let captured = |at: &usize| self.is_captured(&positions[*at]);
            let mut fresh: Vec<usize> = (0..positions.len()).filter(captured).collect();
            let mut killed = vec![false; positions.len()];
            fresh.iter().for_each(|at| killed[*at] = true);
            while let Some(at) = fresh.pop() {
                for &earlier in &before[at] {
                    left[earlier] -= 1;
                    let forced = positions[earlier].mover != self.owner || left[earlier] == 0;
                    if forced && !killed[earlier] {
                        killed[earlier] = true;
                        fresh.push(earlier);
                    }
                }
            }
            killed[0]
        }
    }

    fn status(situation: &Situation, target: &Chain, region: &Region) -> Status {
        let kills = |ko: Seat| {
            let reference = Reference {
                target: target.stones.iter().next().expect("a stone"),
                owner: target.seat,
                ko,
                region: region.points,
            };
            reference.kills(Plain {
                board: situation.board,
                mover: situation.first,
                ban: if ko == situation.first {
                    PointSet::EMPTY
                } else {
                    situation.ban
                },
                passes: 0,
            })
        };
        match (kills(target.seat), kills(target.seat.other())) {
            (true, true) => Status::Yes,
            (false, true) => Status::Ko,
            (false, false) => Status::No,
            (true, false) => panic!("winning all kos did harm"),
        }
    }

    /// What the other side faces after a stone, or a pass.
    fn after(situation: &Situation, point: Option<Point>) -> Situation {
        let mut board = situation.board;
        let captured = point.map_or(PointSet::EMPTY, |point| board.place(point, situation.first));
        let chain = point.and_then(|point| board.chain(point));
        let is_ko = captured.len() == 1
            && chain.is_some_and(|chain| chain.stones.len() == 1 && chain.liberties == captured);
        Situation {
            board,
            first: situation.first.other(),
            ban: if is_ko { captured } else { PointSet::EMPTY },
        }
    }

    /// A box of points on a larger board with random stones in it and walls around it, which nobody
    /// plays behind: mostly White's, who is to capture.
    fn random(rng: &mut Rng, corner: [u8; 2], box_size: [u8; 2]) -> Option<(Board, PointSet)> {
        let size = 9;
        let point = |column, row| Point::new(column, row).expect("a point");
        let inside: PointSet = (corner[0]..corner[0] + box_size[0])
            .flat_map(|column| {
                (corner[1]..corner[1] + box_size[1]).map(move |row| point(column, row))
            })
            .collect();
        let empty = Board::new(size);
        let mut stones = [PointSet::EMPTY; 2];
        for wall in empty.around(&inside).iter() {
            stones[usize::from(rng.random_range(0..8) > 0)].insert(wall);
        }
        let density = rng.random_range(4..9);
        for point in inside.iter() {
            match rng.random_range(0..10) {
                drawn if drawn >= density => {}
                drawn if drawn % 4 == 3 => stones[1].insert(point),
                _ => stones[0].insert(point),
            }
        }
        let board = Board::with(size, stones);
        board.is_legal().then_some((board, inside))
    }

    /// The part of a region next to the target and to the chains there, the rest of it unsettled.
    fn nearest(board: &Board, target: &Chain, region: &Region) -> Region {
        let mut points = target.stones | target.liberties;
        for chain in board.chains(board.around(&points) & region.points) {
            if chain.stones.is_within(&region.points) {
                points |= chain.stones | chain.liberties;
            }
        }
        let around = board.around(&points);
        let walls = region.walls.map(|wall| wall & around);
        Region {
            points,
            walls,
            doubtful: PointSet::EMPTY,
            unsettled: around - (walls[0] | walls[1]),
        }
    }

    #[test]
    fn answers_are_those_of_a_search_without_knowledge() {
        let rng = &mut Seed(20).rng();
        let boxes = [
            ([0, 0], [2, 3]),
            ([0, 0], [3, 3]),
            ([0, 0], [4, 2]),
            ([3, 0], [4, 2]),
            ([0, 0], [5, 2]),
            ([3, 3], [3, 3]),
        ];
        let mut counts = HashMap::new();
        let mut decided = 0;
        for round in 0..300 {
            let (corner, box_size) = boxes[round % boxes.len()];
            let Some((board, inside)) = random(rng, corner, box_size) else {
                continue;
            };
            let all: Vec<Chain> = board.chains(inside & board.stones(Seat::First)).collect();
            let Some(target) = all.first().filter(|chain| chain.stones.is_within(&inside)) else {
                continue;
            };
            let named = target.stones.iter().next().expect("a stone");
            let around = board.around(&inside);
            let region = Region {
                points: inside,
                walls: Seat::BOTH.map(|seat| board.stones(seat) & around),
                doubtful: PointSet::EMPTY,
                unsettled: PointSet::EMPTY,
            };
            for first in Seat::BOTH {
                let situation = Situation {
                    board,
                    first,
                    ban: PointSet::EMPTY,
                };
                let expected = status(&situation, target, &region);
                let reading = read_in(&region, &situation, target, 1_000_000);
                assert_eq!(reading.status, expected, "{board:?} {target:?} {first:?}");
                let nearest = nearest(&board, target, &region);
                let answer = read_around(&nearest, &situation, target, 1_000_000).status;
                assert!(
                    answer == expected || answer == Status::Open,
                    "{answer:?} of a part, {expected:?} of all: {board:?} {target:?} {first:?}"
                );
                decided += u32::from(answer != Status::Open && nearest.points != region.points);
                *counts.entry(expected).or_insert(0) += 1;
                let told = after(&situation, reading.first);
                let worth = |situation: &Situation| match situation.board.chain(named) {
                    Some(chain) if chain.seat == target.seat => status(situation, &chain, &region),
                    _ => Status::Yes,
                };
                match (expected, first == target.seat) {
                    (Status::Yes, true) | (Status::No, false) => {
                        assert_eq!(reading.first, None);
                    }
                    _ => assert_eq!(worth(&told), expected, "{board:?} {reading:?}"),
                }
                if let Some(chain) = told.board.chain(named).filter(|_| !told.ban.is_empty()) {
                    let answer = read_in(&region, &told, &chain, 1_000_000).status;
                    assert_eq!(answer, worth(&told), "after a ko was taken: {told:?}");
                }
                if first == target.seat && reading.first.is_some() {
                    assert_ne!(worth(&after(&situation, None)), expected, "a pass would do");
                }
            }
        }
        let [yes, ko, no] = [Status::Yes, Status::Ko, Status::No].map(|status| counts[&status]);
        assert!(yes > 100 && ko > 0 && no > 100, "{counts:?}");
        assert!(decided > 20, "{decided}");
    }
}
