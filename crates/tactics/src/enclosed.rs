//! A question about stones that are shut in, read out as a game on an arena.

use shido_core::{Game, Outcome, Seat, Turn};
use shido_games::go::Point;
use shido_search::{Answer, Limits, Proof, ProofNumber};

use crate::arena::{Arena, Spots, Stones};
use crate::{Reading, Situation, Status};

/// What is asked. The sides are the attacker, who wants it to come about, and the defender, who has got
/// its way if it never does.
pub(crate) trait Question: Sync {
    fn arena(&self) -> &Arena;

    fn attacker(&self) -> Seat;

    /// Who has got its way, when `mover` is to move.
    fn winner(&self, stones: Stones, mover: Seat, ban: Spots) -> Option<Seat>;
}

/// Asks the searches that together answer a question.
pub(crate) struct Reader<Q> {
    question: Q,
    stones: Stones,
    first: Seat,
    ban: Spots,
}

struct Effort {
    left: u64,
    spent: u64,
}

impl<Q: Question> Reader<Q> {
    pub(crate) fn new(question: Q, stones: Stones, situation: &Situation) -> Reader<Q> {
        Reader {
            stones,
            first: situation.first,
            ban: question.arena().spots(situation.ban),
            question,
        }
    }

    /// Does it come about? Open if so many nodes do not decide.
    pub(crate) fn read(&self, nodes: u64) -> Reading {
        let budget = &mut Effort {
            left: nodes,
            spent: 0,
        };
        let attacker = self.question.attacker();
        let defender = attacker.other();
        // Winning all kos can only help. So what is reached without is reached, and what is not reached
        // with them is not.
        let most = budget.left / 2;
        let without = self.ask(defender, &self.contest(defender).start, most, budget);
        let (status, first) = if without.answer == Answer::Proven {
            (Status::Yes, Ok(self.attack(&without)))
        } else {
            let with = self.ask(attacker, &self.contest(attacker).start, budget.left, budget);
            match (without.answer, with.answer) {
                (_, Answer::Disproven) => (Status::No, self.defence(attacker, budget)),
                (Answer::Disproven, Answer::Proven) if self.first == attacker => {
                    (Status::Ko, Ok(self.attack(&with)))
                }
                (Answer::Disproven, Answer::Proven) => (Status::Ko, self.defence(defender, budget)),
                _ => (Status::Open, Ok(None)),
            }
        };
        let points = match self.question.arena().empty(self.stones).len() {
            1 => "one point".to_owned(),
            points => format!("{points} points"),
        };
        // An answer without the move that it takes would look as if it took none.
        let (status, first, how) = match first {
            Ok(first) if status != Status::Open => {
                (status, first, format!("read out over {points}"))
            }
            _ => (Status::Open, None, format!("not decided over {points}")),
        };
        Reading {
            status,
            first,
            nodes: budget.spent,
            how,
        }
    }

    /// The question if `ko` wins every ko.
    fn contest(&self, ko: Seat) -> Contest<'_, Q> {
        Contest {
            question: &self.question,
            ko,
            start: Standing {
                stones: self.stones,
                mover: self.first,
                ban: if ko == self.first {
                    Spots::EMPTY
                } else {
                    self.ban
                },
                winner: None,
            },
        }
    }

    /// Whether the attacker gets its way from here if `ko` wins every ko. Most questions are answered
    /// sooner than a large table is made, so they are asked with a small one first.
    fn ask(&self, ko: Seat, from: &Standing, most: u64, budget: &mut Effort) -> Proof<Move> {
        let contest = self.contest(ko);
        let last = budget.left - most.min(budget.left);
        let mut mebibytes = 1;
        loop {
            let served = match mebibytes {
                LARGEST_TABLE => u64::MAX,
                _ => mebibytes as u64 * NODES_A_MEGABYTE,
            };
            let nodes = served.min(budget.left - last);
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let search = ProofNumber { mebibytes };
            let proof = search.prove(&contest, from, self.question.attacker(), limits);
            let proof = proof.expect("only chance is an error, and there is none");
            budget.spent += proof.nodes;
            budget.left = budget.left.saturating_sub(proof.nodes).max(last);
            if proof.answer != Answer::Unknown || budget.left == last {
                return proof;
            }
            mebibytes = (mebibytes * 8).min(LARGEST_TABLE);
        }
    }

    /// The attacker's move, if it moves first.
    fn attack(&self, proof: &Proof<Move>) -> Option<Point> {
        match proof.line.first()? {
            Move::Place(spot) if self.first == self.question.attacker() => {
                Some(self.question.arena().place(*spot))
            }
            _ => None,
        }
    }

    /// The move by which the defender, if it moves first, gets its way; `None` if a pass does too.
    fn defence(&self, ko: Seat, budget: &mut Effort) -> Result<Option<Point>, Unread> {
        if self.first == self.question.attacker() {
            return Ok(None);
        }
        let contest = self.contest(ko);
        let mut after = |mv| {
            let next = contest.after(&contest.start, mv);
            self.ask(ko, &next, budget.left, budget)
        };
        let passed = after(Move::Pass);
        match passed.answer {
            Answer::Disproven => return Ok(None),
            Answer::Unknown => return Err(Unread),
            Answer::Proven => {}
        }
        // What the attacker would play is tried first.
        let mut moves = contest.moves(&contest.start);
        moves.sort_by_key(|mv| {
            let played = passed.line.iter().position(|played| played == mv);
            played.unwrap_or(usize::MAX)
        });
        for mv in moves {
            if let Move::Place(spot) = mv
                && after(mv).answer == Answer::Disproven
            {
                return Ok(Some(self.question.arena().place(spot)));
            }
        }
        Err(Unread)
    }
}

/// The nodes were used up before the move was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Unread;

/// How many nodes a table of a MiB serves well.
const NODES_A_MEGABYTE: u64 = 1 << 14;
/// In MiB.
const LARGEST_TABLE: usize = 64;

/// The contest about a question. The defender wins when the attacker gives up, too.
struct Contest<'a, Q> {
    question: &'a Q,
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

impl<Q: Question> Contest<'_, Q> {
    /// Places a stone, and tells where the other side may not answer.
    fn place(&self, stones: &mut Stones, spot: u8, seat: Seat) -> Spots {
        let arena = self.question.arena();
        let placed = Spots::one(spot);
        let captured = arena.captures(*stones, spot, seat);
        stones.0[seat.index()] |= placed;
        stones.0[seat.other().index()] = stones.of(seat.other()) - captured;
        let alone = !arena.near(spot).meets(stones.of(seat));
        let liberties = arena.near(spot) & arena.empty(*stones);
        let is_ko = captured.len() == 1
            && alone
            && liberties == captured
            && !arena.touches_wall(placed, seat);
        if is_ko && seat == self.ko {
            captured
        } else {
            Spots::EMPTY
        }
    }
}

impl<Q: Question> Game for Contest<'_, Q> {
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

    /// The defender may pass. If the attacker did, the defender could pass too and nothing would have
    /// come about, so it gives up where it has no other move, and else need not.
    fn each_move(&self, position: &Standing, mut visit: impl FnMut(Move)) {
        if position.winner.is_some() {
            return;
        }
        let Standing { stones, mover, .. } = *position;
        let arena = self.question.arena();
        let mut must_pass = true;
        for spot in (arena.empty(stones) - position.ban).iter() {
            if !arena.is_suicide(stones, spot, mover) {
                visit(Move::Place(spot));
                must_pass = false;
            }
        }
        if must_pass || mover != self.question.attacker() {
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
            Move::Pass if mover == self.question.attacker() => Some(mover.other()),
            _ => self
                .question
                .winner(position.stones, position.mover, position.ban),
        };
    }
}
