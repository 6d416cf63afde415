//! Life and death: is a chain captured in the region that it is enclosed in?

use shido_core::{Game, Outcome, Seat, Turn};
use shido_games::go::Point;
use shido_search::{Answer, Limits, Proof, ProofNumber};

use crate::arena::{Arena, Spots, Stones, TARGET};
use crate::benson::alive;
use crate::region::Region;
use crate::{Reading, Situation, Verdict};

/// Is the chain of a stone captured by the other side, whoever moves first?
///
/// Read out by proof-number search on the region that the chain is enclosed in, at most so many nodes
/// (see `docs/go-tactics.md`); where it is not enclosed, or the nodes are used up, the verdict is open.
/// Seki is life, and so is a circle that never ends. Kos are read twice, once with each side winning
/// all of them.
#[must_use]
pub fn kill(situation: &Situation, stone: Point, nodes: u64) -> Reading {
    let board = &situation.board;
    let Some(target) = board.chain(stone) else {
        return told(Verdict::Open, None, "no stone is there");
    };
    let killer = target.seat.other();
    let last = target.liberties.only();
    if let Some(last) = last.filter(|last| !situation.ban.contains(*last))
        && situation.first == killer
    {
        return told(Verdict::Yes, Some(last), "it is in atari");
    }
    let enclosed = Region::of(board, &target).and_then(|region| Arena::new(board, &target, &region));
    let Some((arena, stones)) = enclosed else {
        return told(Verdict::Open, None, "it is not enclosed");
    };
    if lives(&arena, stones, target.seat) {
        return told(Verdict::No, None, "its owner may pass for ever");
    }
    let reader = Reader {
        ban: arena.spots(situation.ban),
        arena,
        owner: target.seat,
        stones,
        first: situation.first,
    };
    reader.read(&mut Budget { left: nodes, spent: 0 })
}

fn told(verdict: Verdict, first: Option<Point>, how: &str) -> Reading {
    Reading {
        verdict,
        first,
        nodes: 0,
        how: how.to_owned(),
    }
}

fn lives(arena: &Arena, stones: Stones, owner: Seat) -> bool {
    alive(&(arena, stones), owner).meets(TARGET)
}

/// Asks the searches that together answer the question.
struct Reader {
    arena: Arena,
    owner: Seat,
    stones: Stones,
    first: Seat,
    ban: Spots,
}

struct Budget {
    left: u64,
    spent: u64,
}

impl Reader {
    fn read(&self, budget: &mut Budget) -> Reading {
        let killer = self.owner.other();
        // Winning all kos can only help. So what is killed without is killed, and what is not killed
        // with them lives.
        let most = budget.left / 2;
        let without = self.ask(self.owner, &self.life(self.owner).start, most, budget);
        let (verdict, first) = if without.answer == Answer::Proven {
            (Verdict::Yes, self.attack(&without))
        } else {
            let with = self.ask(killer, &self.life(killer).start, budget.left, budget);
            match (without.answer, with.answer) {
                (_, Answer::Disproven) => (Verdict::No, self.defence(killer, budget)),
                (Answer::Disproven, Answer::Proven) if self.first == killer => {
                    (Verdict::Ko, self.attack(&with))
                }
                (Answer::Disproven, Answer::Proven) => {
                    (Verdict::Ko, self.defence(self.owner, budget))
                }
                _ => (Verdict::Open, None),
            }
        };
        let points = self.arena.empty(self.stones).len();
        let how = match verdict {
            Verdict::Open => format!("not decided over {points} points"),
            _ => format!("read out over {points} points"),
        };
        Reading {
            verdict,
            first,
            nodes: budget.spent,
            how,
        }
    }

    /// The question if `ko` wins every ko.
    fn life(&self, ko: Seat) -> Life<'_> {
        Life {
            arena: &self.arena,
            owner: self.owner,
            ko,
            start: Standing {
                stones: self.stones,
                mover: self.first,
                ban: if ko == self.first { Spots::EMPTY } else { self.ban },
                winner: None,
            },
        }
    }

    /// Whether the killer gets the chain from here if `ko` wins every ko. Most questions are answered
    /// sooner than a large table is made, so they are asked with a small one first.
    fn ask(&self, ko: Seat, from: &Standing, most: u64, budget: &mut Budget) -> Proof<Move> {
        let life = self.life(ko);
        let last = budget.left - most.min(budget.left);
        let mut table = 1;
        loop {
            let nodes = (table as u64 * NODES_A_MEGABYTE).min(budget.left - last);
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let search = ProofNumber { table };
            let proof = search.prove(&life, from, self.owner.other(), limits);
            let proof = proof.expect("only chance is an error, and there is none");
            budget.spent += proof.nodes;
            budget.left = budget.left.saturating_sub(proof.nodes).max(last);
            if proof.answer != Answer::Unknown || budget.left == last {
                return proof;
            }
            table = (table * 8).min(LARGEST_TABLE);
        }
    }

    /// The killing move, if the killer moves first.
    fn attack(&self, proof: &Proof<Move>) -> Option<Point> {
        match proof.line.first()? {
            Move::Place(spot) if self.first != self.owner => Some(self.arena.place(*spot)),
            _ => None,
        }
    }

    /// The move by which the owner, if it moves first, saves the chain; `None` also if a pass does.
    fn defence(&self, ko: Seat, budget: &mut Budget) -> Option<Point> {
        if self.first != self.owner {
            return None;
        }
        let life = self.life(ko);
        let start = life.start;
        let passed = self.ask(ko, &life.after(&start, Move::Pass), budget.left, budget);
        if passed.answer != Answer::Proven {
            return None;
        }
        // What the killer would play is the first to be tried.
        let mut moves = life.moves(&start);
        moves.sort_by_key(|mv| passed.line.iter().position(|played| played == mv).unwrap_or(usize::MAX));
        for mv in moves {
            if let Move::Place(spot) = mv
                && self.ask(ko, &life.after(&start, mv), budget.left, budget).answer == Answer::Disproven
            {
                return Some(self.arena.place(spot));
            }
        }
        None
    }
}

/// How many nodes a table of a MiB serves well.
const NODES_A_MEGABYTE: u64 = 1 << 14;
/// In MiB.
const LARGEST_TABLE: usize = 64;

/// The contest about one chain: the killer wins when it is captured, the owner when it is alive, or when
/// the killer gives up.
struct Life<'a> {
    arena: &'a Arena,
    owner: Seat,
    /// Who wins every ko: that side may take back at once.
    ko: Seat,
    start: Standing,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Standing {
    stones: Stones,
    mover: Seat,
    /// Where the mover may not take back a ko.
    ban: Spots,
    winner: Option<Seat>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Move {
    Place(u8),
    Pass,
}

impl Life<'_> {
    /// Places a stone, and tells where the other side may not answer.
    fn place(&self, stones: &mut Stones, spot: u8, seat: Seat) -> Spots {
        let placed = Spots::one(spot);
        let captured = self.arena.captures(*stones, spot, seat);
        stones.0[seat.index()] |= placed;
        stones.0[seat.other().index()] = stones.of(seat.other()) - captured;
        let alone = !self.arena.near(spot).meets(stones.of(seat));
        let liberties = self.arena.near(spot) & self.arena.empty(*stones);
        let is_ko = captured.len() == 1
            && alone
            && liberties == captured
            && !self.arena.touches_wall(placed, seat);
        if is_ko && seat == self.ko { captured } else { Spots::EMPTY }
    }

    /// Who has won, when `mover` is to move.
    fn winner(&self, stones: Stones, mover: Seat, ban: Spots) -> Option<Seat> {
        let killer = self.owner.other();
        if !stones.of(self.owner).meets(TARGET) {
            return Some(killer);
        }
        if mover == self.owner {
            return None;
        }
        let chain = self.arena.connected(TARGET, stones.of(self.owner));
        let liberties = self.arena.around(chain) & self.arena.empty(stones);
        let held = self.arena.touches_wall(chain, self.owner);
        if !held && liberties.len() == 1 && liberties != ban {
            return Some(killer);
        }
        lives(self.arena, stones, self.owner).then_some(self.owner)
    }
}

impl Game for Life<'_> {
    type Position = Standing;
    type Move = Move;

    fn start(&self) -> Standing {
        self.start
    }

    fn turn(&self, position: &Standing) -> Turn {
        match position.winner {
            Some(winner) => Turn::Over(Outcome::win(winner)),
            None => Turn::Of(position.mover),
        }
    }

    /// The owner may pass. If the killer did, the owner could pass too and keep the chain, so it gives
    /// up where it has no other move, and else need not.
    fn each_move(&self, position: &Standing, mut visit: impl FnMut(Move)) {
        if position.winner.is_some() {
            return;
        }
        let Standing { stones, mover, .. } = *position;
        let mut must_pass = true;
        for spot in (self.arena.empty(stones) - position.ban).iter() {
            if !self.arena.is_suicide(stones, spot, mover) {
                visit(Move::Place(spot));
                must_pass = false;
            }
        }
        if must_pass || mover == self.owner {
            visit(Move::Pass);
        }
    }

    fn play(&self, position: &mut Standing, mv: Move) {
        let mover = position.mover;
        position.mover = mover.other();
        position.ban = match mv {
            Move::Place(spot) => self.place(&mut position.stones, spot, mover),
            Move::Pass => Spots::EMPTY,
        };
        position.winner = match mv {
            Move::Pass if mover != self.owner => Some(self.owner),
            _ => self.winner(position.stones, position.mover, position.ban),
        };
    }
}
