//! What a person sees of a draughts board: who takes what, what is taken back, and how men advance.
//!
//! White sees the board turned by half, so that both sides play from the first row.

use shido_core::{Features, ForFirst, Game, Perception, Scene, Seat, Sight, Squares, Turn};

use super::board::{Square, Toward, each, king_row, row, step};
use super::{Draughts, Move, Position};

/// How many of the last moves are seen on the board.
const PAST: usize = 3;
/// The planes: men and kings of both sides, empty squares, pieces of both sides that could be taken, and
/// where the last moves began and ended.
const PLANES: usize = 7 + 2 * PAST;
/// What the game's evaluation counts, after the move.
const WEIGHED: usize = 21;
const COUNTED: usize = 40;
const FEATURES: usize = COUNTED + WEIGHED;
/// The numbers of the evaluation's features that are larger than one, to be made small.
const SCALE: f32 = 0.25;
/// What a king is worth in men, when exchanges are counted.
const KING: f32 = 1.5;

impl Perception for Draughts {
    fn sight(&self) -> Sight {
        Sight {
            width: 8,
            height: 8,
            planes: PLANES,
            features: FEATURES,
        }
    }

    fn see(&self, scene: Scene<'_, Draughts>, planes: &mut [f32]) {
        let position = scene.position;
        let mover = position.mover;
        let mut sets = [0; PLANES];
        sets[..7].copy_from_slice(&[
            position.men(mover),
            position.kings(mover),
            position.men(mover.other()),
            position.kings(mover.other()),
            position.empty(),
            handed_over(position).prey(),
            position.prey(),
        ]);
        for (pair, (_, mv)) in sets[7..].chunks_exact_mut(2).zip(scene.past.iter().rev()) {
            pair.copy_from_slice(&[mv.from.bit(), mv.to.bit()]);
        }
        for (set, plane) in sets.into_iter().zip(planes.chunks_exact_mut(64)) {
            for square in each(set) {
                plane[usize::from(seen_at(mover, square))] = 1.0;
            }
        }
    }

    fn consider(&self, scene: Scene<'_, Draughts>, mut visit: impl FnMut(Move, Squares, &[f32])) {
        let position = scene.position;
        let looks: Vec<Look> = self
            .moves(position)
            .into_iter()
            .map(|mv| Look::at(position, mv))
            .collect();
        let best = [0, 1, 2].map(|plies| {
            let values = looks.iter().map(|look| look.ahead[plies]);
            values.fold(f32::MIN, f32::max)
        });
        for look in &looks {
            let mut features = [0.0; FEATURES];
            self.describe(scene, look, best, &mut features);
            let [from, to] =
                [look.mv.from, look.mv.to].map(|square| Some(seen_at(position.mover, square)));
            visit(look.mv, Squares { from, to }, &features);
        }
    }
}

/// A move and what comes of it, as far as a person looks.
struct Look {
    mv: Move,
    after: Position,
    /// What the mover has gained in men, looking so many plies beyond the move and to the end of captures:
    /// none, one and two.
    ahead: [f32; 3],
}

impl Look {
    fn at(position: &Position, mv: Move) -> Look {
        let after = Draughts.after(position, mv);
        let before = material(position, position.mover);
        let ahead = [0, 1, 2].map(|plies| {
            let value = -exchanged(&after, plies, f32::MIN, f32::MAX) - before;
            (value / 2.0).clamp(-3.0, 3.0)
        });
        Look { mv, after, ahead }
    }
}

/// What the side to move has more, in men, after at most so many quiet moves and all captures, which are
/// compulsory. A side that cannot move has lost everything.
fn exchanged(position: &Position, plies: u32, mut at_least: f32, at_most: f32) -> f32 {
    match Draughts.turn(position) {
        Turn::Over(outcome) => {
            return match outcome.payoff().seen_by(position.mover).0 {
                0.0 => 0.0,
                payoff => 12.0 * payoff as f32,
            };
        }
        _ if plies == 0 && !position.must_capture() => return material(position, position.mover),
        _ => {}
    }
    let left = match position.must_capture() {
        true => plies,
        false => plies - 1,
    };
    let mut moves = Draughts.moves(position).into_iter();
    moves.try_fold((), |(), mv| {
        let value = -exchanged(&Draughts.after(position, mv), left, -at_most, -at_least);
        at_least = at_least.max(value);
        (at_least < at_most).then_some(())
    });
    at_least
}

fn material(position: &Position, seat: Seat) -> f32 {
    let worth = |seat| count(position.men(seat)) + KING * count(position.kings(seat));
    worth(seat) - worth(seat.other())
}

fn count(set: u64) -> f32 {
    set.count_ones() as f32
}

/// The same position with the other side to move.
fn handed_over(position: &Position) -> Position {
    Position {
        mover: position.mover.other(),
        ..position.clone()
    }
}

/// The row from a side's own edge and the column from its left.
fn place(seat: Seat, square: Square) -> (u8, u8) {
    let (row, column) = square.place();
    match seat {
        Seat::First => (row, column),
        Seat::Second => (7 - row, 7 - column),
    }
}

fn seen_at(seat: Seat, square: Square) -> u16 {
    let (row, column) = place(seat, square);
    u16::from(row) * 8 + u16::from(column)
}

fn distance(one: Square, other: Square) -> u8 {
    let ((row, column), (other_row, other_column)) = (one.place(), other.place());
    row.abs_diff(other_row).max(column.abs_diff(other_column))
}

impl Position {
    /// The pieces of the other side that the mover could take, first or later in a capture.
    fn prey(&self) -> u64 {
        let mut prey = 0;
        self.each_capture(|mv| prey |= mv.captured);
        prey
    }
}

impl Draughts {
    fn describe(
        &self,
        scene: Scene<'_, Draughts>,
        look: &Look,
        best: [f32; 3],
        features: &mut [f32; FEATURES],
    ) {
        let position = scene.position;
        let Look { mv, after, ahead } = look;
        let mover = position.mover;
        let flag = |set: bool| f32::from(u8::from(set));
        let king = position.kings & mv.from.bit() != 0;
        let (from_row, _) = place(mover, mv.from);
        let (to_row, to_column) = place(mover, mv.to);
        // What each side could take next: the other side now, or the mover if it were their turn.
        let loses = after.prey();
        let threatens = handed_over(after).prey();
        let beside = |toward| step(mv.to.bit(), toward) & after.pieces[mover.index()] != 0;
        let neighbours = Toward::ALL.into_iter().filter(|toward| beside(*toward));
        let last = scene.past.last().map(|(_, mv)| *mv);
        let ago = |plies: usize| scene.past.iter().rev().nth(plies).map(|(_, mv)| *mv);
        let near = |ago: Option<Move>, steps: u8| {
            flag(ago.is_some_and(|last| distance(last.to, mv.to) <= steps))
        };
        let takes_last = last.is_some_and(|last| mv.captured & last.to.bit() != 0);
        let same_piece = ago(1).is_some_and(|mine| mine.to == mv.from);
        let goes_back = ago(1).is_some_and(|mine| mine.to == mv.from && mine.from == mv.to);
        let back_row = row(mover, 1);
        let counted: [f32; COUNTED] = [
            flag(mv.captured != 0),
            count(mv.captured) / 2.0,
            count(mv.captured & position.kings),
            flag(king),
            flag(!king && mv.to.bit() & king_row(mover) != 0),
            f32::from(from_row) / 7.0,
            f32::from(to_row) / 7.0,
            flag(to_column == 0 || to_column == 7),
            flag((2..=5).contains(&to_column) && (2..=5).contains(&to_row)),
            flag(!king && mv.from.bit() & back_row != 0),
            count(after.men(mover) & back_row) / 4.0,
            flag(!king && to_row > from_row && to_row == 6),
            neighbours.count() as f32 / 4.0,
            flag(loses != 0),
            count(loses) / 3.0,
            flag(loses & mv.to.bit() != 0),
            count(loses & after.kings),
            flag(handed_over(position).prey() != 0),
            flag(handed_over(position).prey() & mv.from.bit() != 0),
            count(threatens) / 3.0,
            flag(threatens != 0),
            ahead[0],
            ahead[1],
            ahead[2],
            ahead[0] - best[0],
            ahead[1] - best[1],
            ahead[2] - best[2],
            after.count_steps(mover) as f32 / 10.0,
            after.count_steps(mover.other()) as f32 / 10.0,
            flag(self.count_moves(after) == 0),
            flag(self.count_moves(after) == 1),
            near(last, 1) + near(last, 2),
            near(ago(1), 1) + near(ago(1), 2),
            flag(takes_last),
            flag(same_piece),
            flag(goes_back),
            count(position.pieces[0] | position.pieces[1]) / 24.0,
            (material(position, mover) / 4.0).clamp(-2.0, 2.0),
            flag(position.kings != 0),
            f32::from(position.quiet) / 80.0,
        ];
        features[..COUNTED].copy_from_slice(&counted);
        self.each_feature(after, |number, value| {
            let value = ForFirst(value).seen_by(mover).0 as f32;
            features[COUNTED + number] = (SCALE * value).clamp(-4.0, 4.0);
        });
    }
}

#[cfg(test)]
mod tests {
    use shido_core::{Features, Notation, Perception, Scene};

    use super::{Draughts, WEIGHED};

    fn features(position: &str, mv: &str) -> Vec<f32> {
        let position = Draughts.parse_position(position).expect("a position");
        let wanted = Draughts.parse_move(&position, mv).expect("a legal move");
        let mut found = Vec::new();
        let scene = Scene {
            position: &position,
            past: &[],
        };
        Draughts.consider(scene, |mv, _, features| {
            if mv == wanted {
                found = features.to_vec();
            }
        });
        found
    }

    #[test]
    fn all_that_is_weighed_is_seen() {
        assert_eq!(Draughts.feature_names().len(), WEIGHED);
    }

    /// After 14-18 White takes with 22x15, and Black's other man is too far away to take back.
    #[test]
    fn a_man_given_away_is_seen() {
        let seen = features("B:B14,1:W22,32", "14-18");
        assert_eq!(seen[0], 0.0, "not a capture");
        assert_eq!(seen[15], 1.0, "the man can be taken");
        assert_eq!(seen[21], -0.5, "one man less, halved");
        let quiet = features("B:B14,1:W22,32", "1-5");
        assert_eq!(quiet[15], 0.0);
        assert_eq!(quiet[21], 0.0, "nobody is in contact");
    }

    /// The white men on 18 and 26 are taken in one go.
    #[test]
    fn a_double_capture_is_seen() {
        let seen = features("B:B14:W18,26,28", "14x23x30");
        assert_eq!(seen[0], 1.0);
        assert_eq!(seen[1], 1.0, "two men, halved");
        assert_eq!(seen[4], 1.0, "the man becomes a king");
    }
}
