//! The legal plays of a roll.

use shido_core::Seat;

use super::Dice;
use super::board::{BAR, Board, OFF};

/// A checker's way with one die, on the points of the side that moves it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Step {
    /// No step: nothing starts from beside the board.
    const NONE: Step = Step { from: OFF, to: OFF };

    fn new(from: u8, die: u8) -> Step {
        let to = from.saturating_sub(die);
        Step { from, to }
    }

    /// The point it leaves, 25 for the bar.
    #[must_use]
    pub const fn from(self) -> u8 {
        self.from
    }

    /// The point it reaches, 0 where the checker is borne off.
    #[must_use]
    pub const fn to(self) -> u8 {
        self.to
    }
}

/// All that a side does with a roll: its steps in an order in which they can be made, none where it
/// cannot move.
///
/// The generator makes one play for each position that can be reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Play {
    steps: [Step; 4],
}

impl Play {
    /// The play of a side that cannot move.
    pub const PASS: Play = Play {
        steps: [Step::NONE; 4],
    };

    /// The steps.
    pub fn steps(self) -> impl Iterator<Item = Step> {
        self.steps.into_iter().take_while(|step| step.from != OFF)
    }

    fn with(mut self, place: usize, step: Step) -> Play {
        self.steps[place] = step;
        self
    }
}

/// Calls `visit` once for each position that `seat` can reach with these dice: as many dice are
/// played as can be, and if it can only be one of two, the larger.
///
/// Not generic, so that it is compiled once and not for everybody who visits plays.
pub(super) fn each_play(board: &Board, seat: Seat, dice: Dice, visit: &mut dyn FnMut(Play)) {
    let (ground, side) = survey(&board.seen_by(seat));
    if dice.is_double() {
        each_of_double(&ground, side, dice.high, visit);
    } else {
        each_of_two(&ground, side, dice, visit);
    }
}

/// All orders of steps that lead to the position that a legal play leads to, the play itself first. Checkers
/// may change their parts: what counts is where they stand in the end and what was hit.
pub(super) fn ways(board: &Board, seat: Seat, dice: Dice, play: Play) -> Vec<Vec<Step>> {
    let (ground, side) = survey(&board.seen_by(seat));
    let steps: Vec<Step> = play.steps().collect();
    let end = (steps.iter()).fold(side, |side, step| side.after(&ground, *step));
    let dice = match dice.is_double() {
        true => vec![dice.high; 4],
        false => vec![dice.high, dice.low],
    };
    let mut ways = vec![steps.clone()];
    let mut made = Vec::new();
    Ordering {
        ground: &ground,
        end,
        length: steps.len(),
    }
    .each(side, &dice, &mut made, &mut |way| {
        if way != steps {
            ways.push(way.to_vec());
        }
    });
    ways
}

/// The search for orders of steps that end in one position.
struct Ordering<'a> {
    ground: &'a Ground,
    end: Side,
    length: usize,
}

impl Ordering<'_> {
    fn each(&self, side: Side, dice: &[u8], made: &mut Vec<Step>, visit: &mut dyn FnMut(&[Step])) {
        if made.len() == self.length {
            if side == self.end {
                visit(made);
            }
            return;
        }
        for (number, die) in dice.iter().enumerate() {
            if dice[..number].contains(die) {
                continue;
            }
            let mut left = dice.to_vec();
            left.remove(number);
            for from in descending(side.sources(self.ground, *die)) {
                let step = Step::new(from, *die);
                made.push(step);
                self.each(side.after(self.ground, step), &left, made, visit);
                made.pop();
            }
        }
    }
}

/// What does not change while a side plays. Bit `p` stands for point `p` of the side that moves.
struct Ground {
    /// The points that the opponent does not hold.
    open: u32,
    /// Those where the opponent has a single checker.
    blots: u32,
}

/// The checkers of the side that moves, in the middle of its play. Two plays lead to the same
/// position if they lead to the same value of this.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    /// Four bits for each place from 0 to 25: how many checkers are there.
    counts: u128,
    /// The places from 1 to 25 with any.
    places: u32,
    /// The opponent's blots that were hit.
    hits: u32,
}

const ON_BAR: u32 = 1 << BAR;
const HOME: u32 = 0b111_1110;
const POINTS: u32 = ON_BAR - 2;

fn survey(points: &[i8; 26]) -> (Ground, Side) {
    let mut ground = Ground {
        open: POINTS,
        blots: 0,
    };
    let mut side = Side {
        counts: 0,
        places: 0,
        hits: 0,
    };
    for (place, &count) in points.iter().enumerate() {
        if count > 0 {
            side.counts |= (count as u128) << (4 * place);
            side.places |= 1 << place;
        } else if count == -1 {
            ground.blots |= 1 << place;
        } else if count < -1 {
            ground.open &= !(1 << place);
        }
    }
    // The opponent's bar, at 0, is no point.
    ground.blots &= POINTS;
    (ground, side)
}

impl Side {
    /// The places from which a checker can move with this die.
    #[inline]
    fn sources(self, ground: &Ground, die: u8) -> u32 {
        let on_board = self.places & (ground.open << die);
        if self.places & ON_BAR != 0 {
            return on_board & ON_BAR;
        }
        if self.places & !HOME != 0 || self.places == 0 {
            return on_board;
        }
        let exactly = self.places & 1 << die;
        let highest = 1 << (31 - self.places.leading_zeros());
        if highest < 1 << die {
            highest
        } else {
            on_board | exactly
        }
    }

    #[inline]
    fn after(mut self, ground: &Ground, step: Step) -> Side {
        self.counts -= 1 << (4 * step.from);
        if self.counts >> (4 * step.from) & 0xf == 0 {
            self.places &= !(1 << step.from);
        }
        self.counts += 1 << (4 * step.to);
        if step.to != OFF {
            self.places |= 1 << step.to;
            self.hits |= ground.blots & 1 << step.to;
        }
        self
    }
}

/// The numbers of the bits, highest first.
fn descending(mut bits: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let highest = 31_u32.checked_sub(bits.leading_zeros())?;
        bits ^= 1 << highest;
        Some(highest as u8)
    })
}

/// Plays of two different dice. Different orders, checkers that take each other's place and bearing
/// off make many of them lead to the same position; the first one stands for all.
fn each_of_two(ground: &Ground, side: Side, dice: Dice, visit: &mut dyn FnMut(Play)) {
    let mut reached = Reached::new();
    for (first, second) in [(dice.high, dice.low), (dice.low, dice.high)] {
        for from in descending(side.sources(ground, first)) {
            let step = Step::new(from, first);
            let half = side.after(ground, step);
            let play = Play::PASS.with(0, step);
            for from in descending(half.sources(ground, second)) {
                let step = Step::new(from, second);
                if reached.insert(half.after(ground, step)) {
                    visit(play.with(1, step));
                }
            }
        }
    }
    if !reached.is_empty() {
        return;
    }
    for die in [dice.high, dice.low] {
        let sources = side.sources(ground, die);
        if sources != 0 {
            descending(sources)
                .map(|from| Play::PASS.with(0, Step::new(from, die)))
                .for_each(visit);
            return;
        }
    }
    visit(Play::PASS);
}

/// The positions that two steps have led to so far.
struct Reached {
    /// At most 15 places to start from with one die, and with the other the same 15 or where the
    /// first step ended: `15 * 15` pairs, and 15 checkers' ways in either order.
    positions: [u128; 256],
    count: usize,
}

impl Reached {
    fn new() -> Reached {
        Reached {
            positions: [0; 256],
            count: 0,
        }
    }

    fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether the position is new.
    #[inline]
    fn insert(&mut self, side: Side) -> bool {
        // The counts take 104 bits, and hits, of which bit 0 is free, the 24 above them.
        let position = side.counts | u128::from(side.hits) << 103;
        if self.positions[..self.count].contains(&position) {
            return false;
        }
        self.positions[self.count] = position;
        self.count += 1;
        true
    }
}

/// Plays of a double.
///
/// Two steps of one length lead to the same position whichever comes first, and it can always be
/// the one that starts further back: moving that checker never forbids the other. Taken in this
/// order, different steps lead to different positions, so that nothing need be remembered: what a
/// point's count has changed by, and what came in from behind, tell how many checkers left it.
struct Double<'a> {
    ground: &'a Ground,
    die: u8,
}

fn each_of_double(ground: &Ground, side: Side, die: u8, visit: &mut dyn FnMut(Play)) {
    let double = Double { ground, die };
    let most = double.longest(side, BAR, 4);
    double.visit(side, BAR, most, 0, Play::PASS, visit);
}

impl Double<'_> {
    /// The next steps that start no further back than the last one.
    #[inline]
    fn steps(&self, side: Side, last: u8) -> impl Iterator<Item = (Step, Side)> {
        let sources = side.sources(self.ground, self.die) & ((2 << last) - 1);
        descending(sources).map(move |from| {
            let step = Step::new(from, self.die);
            (step, side.after(self.ground, step))
        })
    }

    /// How many steps can be made, up to a limit.
    fn longest(&self, side: Side, last: u8, limit: usize) -> usize {
        let mut most = 0;
        if limit > 0 {
            for (step, next) in self.steps(side, last) {
                most = most.max(1 + self.longest(next, step.from, limit - 1));
                if most == limit {
                    break;
                }
            }
        }
        most
    }

    /// Visits the plays of `most` steps that go on from a play of the first `made` of them.
    fn visit(
        &self,
        side: Side,
        last: u8,
        most: usize,
        made: usize,
        play: Play,
        visit: &mut dyn FnMut(Play),
    ) {
        if made == most {
            visit(play);
            return;
        }
        for (step, next) in self.steps(side, last) {
            let play = play.with(made, step);
            self.visit(next, step.from, most, made + 1, play, visit);
        }
    }
}
