//! Reading whether a chain can be captured.

use shido_games::go::{Board, Chain, Point, PointSet};

use crate::benson::unconditionally_alive;
use crate::threats::{self, Goal};
use crate::{Reading, Situation, Status};

/// Does the other side capture the chain of this stone, by ladders, nets and throw-ins? The situation
/// says who moves first.
///
/// Yes is certain, and so is No: the chain lives unconditionally. Ko means that the capturer succeeds if
/// it wins every ko, and was not seen to succeed if it loses them. Where no way to capture is found the
/// answer is open: there may be one that takes more than threats, and a stone that escapes now may die
/// later.
#[must_use]
pub fn capture(situation: &Situation, stone: Point, nodes: u64) -> Reading {
    let known = |status, how: &str| Reading {
        status,
        first: None,
        nodes: 0,
        how: how.to_owned(),
    };
    let board = &situation.board;
    let Some(owner) = board.holder(stone) else {
        return known(Status::Open, "no stone");
    };
    if unconditionally_alive(board, owner).contains(stone) {
        return known(Status::No, "unconditional life");
    }
    threats::read(&Capture { stone }, owner.other(), situation, nodes)
}

/// The owner of a stone defends its chain.
pub(crate) struct Capture {
    pub(crate) stone: Point,
}

impl Capture {
    fn chain(&self, board: &Board) -> Option<Chain> {
        board.chain(self.stone)
    }

    /// Where one of the capturer's chains around is saved or made safer: those with one or two
    /// liberties.
    fn support(&self, board: &Board, chain: &Chain) -> PointSet {
        let mut points = PointSet::EMPTY;
        for weak in board
            .enemies(chain)
            .filter(|enemy| enemy.liberties.len() <= 2)
        {
            points |= weak.liberties;
            let prey = board.enemies(&weak).filter(Chain::is_in_atari);
            prey.for_each(|prey| points |= prey.liberties);
        }
        points
    }
}

impl Goal for Capture {
    fn is_lost(&self, _board: &Board) -> bool {
        false
    }

    fn finishing(&self, board: &Board) -> PointSet {
        let chain = self.chain(board).filter(Chain::is_in_atari);
        chain.map_or(PointSet::EMPTY, |chain| chain.liberties)
    }

    fn grounds(&self, board: &Board) -> PointSet {
        self.chain(board).map_or(PointSet::EMPTY, |chain| {
            chain.stones | board.around(&chain.stones)
        })
    }

    /// By n stones in a row the capturer takes n liberties, and the last one with the next.
    fn tries(&self, board: &Board, order: u32) -> PointSet {
        let Some(chain) = self.chain(board) else {
            return PointSet::EMPTY;
        };
        if chain.liberties.len() > order + 1 {
            return PointSet::EMPTY;
        }
        if order == 1 {
            return chain.liberties;
        }
        let empty = board.empty();
        let mut near = chain.liberties;
        for _ in 1..order {
            near |= board.around(&near) & empty;
        }
        near | self.support(board, &chain)
    }

    /// A chain in atari is saved by a stone on its liberty or by capturing a chain around it. After
    /// anything else it still has that liberty only, and is captured.
    fn answers(&self, board: &Board, zone: PointSet) -> PointSet {
        match self.chain(board) {
            Some(chain) if chain.is_in_atari() => {
                let around = board.enemies(&chain).filter(Chain::is_in_atari);
                around.fold(chain.liberties, |points, enemy| points | enemy.liberties)
            }
            _ => zone & board.empty(),
        }
    }

    fn named(&self, order: u32) -> String {
        match order {
            0 => "captured at once",
            1 => "a ladder",
            2 => "a net",
            _ => "a wide net",
        }
        .to_owned()
    }
}
