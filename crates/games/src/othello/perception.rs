//! What a person sees of an Othello board: what a disc turns over, who can move where then, and corners.
//!
//! White sees the board in a mirror: the start with the colours exchanged is the start mirrored.

use shido_core::{Game, Perception, Scene, Seat, Sight, Squares};

use super::discs::{around, flips, legal};
use super::{Move, Othello, Position};
use crate::grid::{Square, left, right, squares};

/// How many of the last moves are seen on the board.
const PAST: usize = 3;
/// The planes: discs of both sides, empty squares, moves of both sides, discs next to empty squares and
/// safe edge discs of both sides, empty squares in regions of an odd number, what was just turned
/// over, and the last moves.
const PLANES: usize = 11 + PAST;
/// How many squares up to symmetry a move can be on; on small boards not all are used.
const CLASSES: usize = 10;
/// What is counted for each move, beside the class of its square.
const COUNTED: usize = 50;
const FEATURES: usize = CLASSES + COUNTED;
/// With at most so many empty squares left after a move, people count out the end.
const COUNTED_OUT: u32 = 6;

impl Perception for Othello {
    fn sight(&self) -> Sight {
        Sight {
            width: usize::from(self.size()),
            height: usize::from(self.size()),
            planes: PLANES,
            features: FEATURES,
        }
    }

    fn see(&self, scene: Scene<'_, Othello>, planes: &mut [f32]) {
        let Position { own, other, .. } = *scene.position;
        let empty = self.board & !(own | other);
        let open = around(empty);
        let mut sets = [0; PLANES];
        sets[..11].copy_from_slice(&[
            own,
            other,
            empty,
            scene.position.legal,
            legal(other, own, self.board),
            own & open,
            other & open,
            self.anchored(own),
            self.anchored(other),
            self.odd_regions(empty),
            just_turned(scene),
        ]);
        for (set, (_, mv)) in sets[11..].iter_mut().zip(scene.past.iter().rev()) {
            *set = placed(*mv).map_or(0, Square::bit);
        }
        let mover = scene.position.mover;
        let count = self.grid.size() as usize;
        for (set, plane) in sets.into_iter().zip(planes.chunks_exact_mut(count)) {
            for square in squares(set) {
                plane[self.seen_at(mover, square)] = 1.0;
            }
        }
    }

    fn consider(&self, scene: Scene<'_, Othello>, mut visit: impl FnMut(Move, Squares, &[f32])) {
        let position = scene.position;
        let looks: Vec<Look> = self
            .moves(position)
            .into_iter()
            .map(|mv| self.look(position, mv))
            .collect();
        let best = |value: fn(&Look) -> f32| looks.iter().map(value).fold(f32::MIN, f32::max);
        let best = [
            best(|look| look.ahead[0]),
            best(|look| look.ahead[1]),
            best(|look| look.ahead[2]),
            best(|look| -look.replies),
        ];
        for look in &looks {
            let mut features = [0.0; FEATURES];
            self.describe(scene, look, best, &mut features);
            let to = placed(look.mv).map(|square| self.seen_at(position.mover, square) as u16);
            visit(look.mv, Squares { from: None, to }, &features);
        }
    }
}

/// A move and what comes of it, as far as a person looks.
struct Look {
    mv: Move,
    own: u64,
    other: u64,
    flipped: u64,
    /// How many answers the other side has.
    replies: f32,
    /// How good it looks after the move, after the other side's answer, and after one's own next move.
    ahead: [f32; 3],
    /// The lead in discs at the end with best play, where there are few empty squares left.
    counted_out: Option<i32>,
}

fn placed(mv: Move) -> Option<Square> {
    match mv {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    }
}

/// The discs that the last move turned over.
fn just_turned(scene: Scene<'_, Othello>) -> u64 {
    scene.past.last().map_or(0, |(before, _)| {
        let discs = before.discs();
        let seat = scene.position.mover.index();
        discs[seat] & scene.position.other
    })
}

fn count(set: u64) -> f32 {
    set.count_ones() as f32
}

/// What one side has more, as a part of what both have.
fn part(own: u64, other: u64) -> f32 {
    (count(own) - count(other)) / (count(own) + count(other) + 2.0)
}

/// How far two squares are apart, in steps of a king.
fn distance(one: Square, other: Square) -> u8 {
    let columns = one.column().abs_diff(other.column());
    columns.max(one.row().abs_diff(other.row()))
}

impl Othello {
    /// Where a square is on the grid as a side sees it.
    fn seen_at(&self, seat: Seat, square: Square) -> usize {
        let size = usize::from(self.size());
        let column = usize::from(square.column());
        let column = match seat {
            Seat::First => column,
            Seat::Second => size - 1 - column,
        };
        usize::from(square.row()) * size + column
    }

    /// How a position looks at a glance: room to move, and corners, of which each is worth half of all
    /// moves. It only has to tell good from bad as a beginner is taught to: what it counts for is learned.
    fn glance(&self, own: u64, other: u64) -> f32 {
        let empty = self.board & !(own | other);
        if empty == 0 || own == 0 || other == 0 {
            return (count(own) - count(other)).signum() * 3.0;
        }
        let moves = [legal(own, other, self.board), legal(other, own, self.board)];
        if moves == [0, 0] {
            return (count(own) - count(other)).signum() * 3.0;
        }
        let corners = count(own & self.corners) - count(other & self.corners);
        let reach = count(moves[0] & self.corners) - count(moves[1] & self.corners);
        let beside = around(self.corners & empty) & !self.edges;
        let x_squares = count(own & beside) - count(other & beside);
        part(moves[0], moves[1])
            + 0.5 * part(around(other) & empty, around(own) & empty)
            + 0.5 * corners
            + 0.25 * reach
            - 0.2 * x_squares
    }

    /// The best that the side `own`, which is to move, can come to in so many plies, at a glance.
    fn best_glance(&self, own: u64, other: u64, plies: u32) -> f32 {
        let moves = legal(own, other, self.board);
        if plies == 0 || (moves == 0 && legal(other, own, self.board) == 0) {
            return self.glance(own, other);
        }
        if moves == 0 {
            return -self.best_glance(other, own, plies - 1);
        }
        let after = squares(moves).map(|square| {
            let flipped = flips(own, other, square);
            let value = self.best_glance(other & !flipped, own | flipped | square.bit(), plies - 1);
            -value
        });
        after.fold(f32::MIN, f32::max)
    }

    /// The lead in discs of `own`, which is to move, when both sides play to the end as well as they can;
    /// bounds as in alpha-beta.
    fn count_out(&self, own: u64, other: u64, mut at_least: i32, at_most: i32) -> i32 {
        let moves = legal(own, other, self.board);
        if moves == 0 {
            return match legal(other, own, self.board) {
                0 => own.count_ones() as i32 - other.count_ones() as i32,
                _ => -self.count_out(other, own, -at_most, -at_least),
            };
        }
        for square in squares(moves) {
            let flipped = flips(own, other, square);
            let (next, mine) = (other & !flipped, own | flipped | square.bit());
            at_least = at_least.max(-self.count_out(next, mine, -at_most, -at_least));
            if at_least >= at_most {
                break;
            }
        }
        at_least
    }

    fn look(&self, position: &Position, mv: Move) -> Look {
        let square = placed(mv);
        let flipped = square.map_or(0, |square| flips(position.own, position.other, square));
        let own = position.own | flipped | square.map_or(0, Square::bit);
        let other = position.other & !flipped;
        let empty = self.board & !(own | other);
        let few = empty.count_ones() <= COUNTED_OUT;
        Look {
            mv,
            own,
            other,
            flipped,
            replies: count(legal(other, own, self.board)),
            ahead: [0, 1, 2].map(|plies| -self.best_glance(other, own, plies)),
            counted_out: few.then(|| -self.count_out(other, own, -64, 64)),
        }
    }

    /// The empty squares of regions, joined at sides and corners, with an odd number of squares.
    fn odd_regions(&self, empty: u64) -> u64 {
        let mut rest = empty;
        let mut odd = 0;
        while let Some(square) = squares(rest).next() {
            let region = region(square.bit(), empty);
            rest &= !region;
            if region.count_ones() % 2 == 1 {
                odd |= region;
            }
        }
        odd
    }

    /// The square's number among those that turning and mirroring cannot exchange.
    fn class(&self, square: Square) -> Option<usize> {
        let classes = self.classes.iter();
        let mut classes = classes.map(|class| class.squares & square.bit() != 0);
        classes.position(|within| within)
    }

    fn describe(
        &self,
        scene: Scene<'_, Othello>,
        look: &Look,
        best: [f32; 4],
        features: &mut [f32; FEATURES],
    ) {
        let position = scene.position;
        let before = (position.own, position.other);
        let (own, other) = (look.own, look.other);
        let empty_before = self.board & !(before.0 | before.1);
        let empty = self.board & !(own | other);
        let flag = |set: bool| f32::from(u8::from(set));
        let bit = placed(look.mv).map_or(0, Square::bit);
        if let Some(class) = placed(look.mv).and_then(|square| self.class(square)) {
            features[class] = 1.0;
        }
        let mobility = count(legal(own, other, self.board));
        let replies = legal(other, own, self.board);
        let replies_before = legal(before.1, before.0, self.board);
        let frontier = |discs: u64, empty: u64| count(discs & around(empty));
        let opened: u32 = squares(look.flipped)
            .map(|square| (around(square.bit()) & empty).count_ones())
            .sum();
        // The corner beside an X-square or a C-square.
        let corner = around(bit) & self.corners & !bit;
        let is_x = corner != 0 && bit & !self.edges != 0;
        let is_c = corner != 0 && bit & self.edges != 0;
        let corner_is = [empty, own, other].map(|set| corner & set != 0);
        let region = region(bit, empty_before);
        let region_size = region.count_ones();
        let edge_run = self.anchored(own).count_ones() as f32;
        let wedges = self.is_between(bit, before.1);
        let last: Vec<Option<Square>> = {
            let past = scene.past.iter().rev();
            past.take(PAST).map(|(_, mv)| placed(*mv)).collect()
        };
        let apart = |ago: usize| match (placed(look.mv), last.get(ago)) {
            (Some(here), Some(Some(there))) => Some(distance(here, *there)),
            _ => None,
        };
        let near = |ago: usize, steps: u8| flag(apart(ago).is_some_and(|apart| apart <= steps));
        let turned_back = look.flipped & just_turned(scene);
        let end = look.counted_out.map(|lead| lead as f32);
        let filled = count(before.0 | before.1) / self.grid.size() as f32;
        let counted: [f32; COUNTED] = [
            flag(look.mv == Move::Pass),
            count(look.flipped) / 8.0,
            flag(look.flipped.count_ones() == 1),
            look.replies / 10.0,
            (look.replies - count(replies_before)) / 10.0,
            mobility / 10.0,
            (mobility - count(position.legal)) / 10.0,
            flag(replies == 0),
            flag(look.replies == 1.0),
            flag(other == 0),
            frontier(own, empty) / 15.0,
            (frontier(own, empty) - frontier(before.0, empty_before)) / 5.0,
            frontier(other, empty) / 15.0,
            (frontier(other, empty) - frontier(before.1, empty_before)) / 5.0,
            count(around(other) & empty) / 15.0,
            count(around(own) & empty) / 15.0,
            opened as f32 / 8.0,
            flag(opened == 0),
            flag(is_x && corner_is[0]),
            flag(is_x && corner_is[1]),
            flag(is_x && corner_is[2]),
            flag(is_c && corner_is[0]),
            flag(is_c && corner_is[1]),
            flag(is_c && corner_is[2]),
            flag(bit & self.corners != 0),
            flag(bit & self.edges & !self.corners != 0),
            flag(wedges),
            count(replies & self.corners),
            count(replies & self.corners & !replies_before),
            count(replies_before & self.corners & !replies),
            count(legal(own, other, self.board) & self.corners),
            count(legal(own, other, self.board) & self.corners & !position.legal),
            (edge_run - self.anchored(before.0).count_ones() as f32) / 4.0,
            flag(region_size % 2 == 1),
            flag(region_size == 1),
            flag(region_size == 2),
            flag(empty_before.count_ones() % 2 == 1),
            look.ahead[0],
            look.ahead[1],
            look.ahead[2],
            look.ahead[0] - best[0],
            look.ahead[1] - best[1],
            look.ahead[2] - best[2],
            (-look.replies - best[3]) / 5.0,
            end.map_or(0.0, |lead| (lead / 16.0).clamp(-2.0, 2.0)),
            end.map_or(0.0, |lead| if lead == 0.0 { 0.0 } else { lead.signum() }),
            near(0, 1) + 0.5 * near(0, 2),
            near(1, 1) + 0.5 * near(1, 2),
            count(turned_back) / 4.0,
            filled,
        ];
        features[CLASSES..].copy_from_slice(&counted);
    }

    /// Whether a square on an edge lies between two discs of the other side along that edge.
    fn is_between(&self, bit: u64, other: u64) -> bool {
        let along = other & self.edges;
        let beside = |one: u64, two: u64| one & along != 0 && two & along != 0;
        let on_edge = bit & self.edges & !self.corners != 0;
        on_edge && (beside(left(bit), right(bit)) || beside(bit << 8, bit >> 8))
    }
}

/// What is joined with `from` through `within`, at sides and corners.
fn region(from: u64, within: u64) -> u64 {
    let mut reached = from & within;
    loop {
        let grown = around(reached) & within;
        if grown == reached {
            return reached;
        }
        reached = grown;
    }
}

#[cfg(test)]
mod tests {
    use shido_core::{Game, Notation, Perception, Scene};

    use super::{CLASSES, FEATURES, Move, Othello};

    fn features(othello: &Othello, position: &str, mv: &str) -> Vec<f32> {
        let position = othello.parse_position(position).expect("a position");
        let wanted: Move = othello.parse_move(&position, mv).expect("a legal move");
        let mut found = Vec::new();
        let scene = Scene {
            position: &position,
            past: &[],
        };
        othello.consider(scene, |mv, _, features| {
            if mv == wanted {
                found = features.to_vec();
            }
        });
        found
    }

    /// After d3 from the start Black has four discs and White one, and White can answer c3, c5 and e3.
    #[test]
    fn the_first_move_is_seen_as_it_is() {
        let othello = Othello::default();
        let start = othello.write_position(&othello.start());
        let seen = &features(&othello, &start, "d3")[CLASSES..];
        assert_eq!(seen.len(), FEATURES - CLASSES);
        assert_eq!(seen[1], 1.0 / 8.0, "one disc is turned over");
        assert_eq!(seen[2], 1.0, "just one");
        assert_eq!(seen[3], 0.3, "White has three answers");
        assert_eq!(seen[33], 0.0, "sixty empty squares are even");
        assert_eq!(seen[24..26], [0.0, 0.0], "neither a corner nor an edge");
        assert_eq!(seen[49], 4.0 / 64.0, "four discs lie on the board");
    }

    /// Black turns b1 from the corner. The ten empty squares are joined around the discs.
    #[test]
    fn corners_are_seen() {
        let othello = Othello::new(4).expect("a size");
        let seen = &features(&othello, "-OX-/-XO-/-OX-/---- X", "a1")[CLASSES..];
        assert_eq!(seen[24], 1.0, "a corner");
        assert_eq!(seen[1], 1.0 / 8.0, "one disc is turned over");
        assert_eq!(seen[33], 0.0, "the one region has ten squares");
    }

    /// Twelve discs are black and three white. Black takes the last square and turns two: fifteen to one.
    #[test]
    fn the_end_is_counted_out() {
        let othello = Othello::new(4).expect("a size");
        let seen = &features(&othello, "-OOX/XXXX/XXXX/XXXO X", "a1")[CLASSES..];
        assert_eq!(seen[44], 14.0 / 16.0, "fifteen discs to one");
        assert_eq!(seen[45], 1.0, "a win");
        assert_eq!(seen[34], 1.0, "a region of one square");
    }
}
