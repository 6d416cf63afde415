//! What a person sees of a play in backgammon: where the checkers stand afterwards, what is exposed to
//! shots, and what the play was about. There is no grid: a play is judged by the position it leads to.

use shido_core::{Game, Perception, Scene, Seat, Sight, Squares};

use super::board::{BAR, Board};
use super::features::{has_contact, in_contact, in_race};
use super::{Backgammon, Dice, Move, Phase, Play};

/// For each point of the side: its blot, its point, its checkers beyond two; the other side's blot and
/// point.
const A_POINT: usize = 5;
const BOARD: usize = 24 * A_POINT;
/// What [`in_contact`] and [`in_race`] count for each side.
const WEIGHED: usize = 2 * (16 + 6);
const COUNTED: usize = 40;
const FEATURES: usize = BOARD + WEIGHED + COUNTED;
/// What the counts of [`in_contact`] are divided by, in order, to be about one.
const CONTACT_SCALE: [f64; 16] = [
    100.0, 1.0, 20.0, 4.0, 6.0, 1.0, 1.0, 3.0, 1.0, 6.0, 4.0, 2.0, 8.0, 6.0, 4.0, 15.0,
];
const RACE_SCALE: [f64; 6] = [100.0, 1.0, 100.0, 15.0, 15.0, 10.0];

impl Perception for Backgammon {
    fn sight(&self) -> Sight {
        Sight {
            width: 0,
            height: 0,
            planes: 0,
            features: FEATURES,
        }
    }

    fn see(&self, _scene: Scene<'_, Backgammon>, _planes: &mut [f32]) {}

    fn consider(&self, scene: Scene<'_, Backgammon>, mut visit: impl FnMut(Move, Squares, &[f32])) {
        let position = scene.position;
        self.each_move(position, |mv| {
            let mut features = [0.0; FEATURES];
            if let (Move::Play(play), Phase::ToPlay(seat, dice)) = (mv, position.phase) {
                describe(&position.board, seat, dice, play, &mut features);
            }
            visit(mv, Squares::default(), &features);
        });
    }
}

fn describe(before: &Board, seat: Seat, dice: Dice, play: Play, features: &mut [f32; FEATURES]) {
    let mut after = *before;
    let mut hits = [0.0_f32; 2];
    let mut loose = 0.0_f32;
    for step in play.steps() {
        if after.step(seat, step) {
            let at_home = step.to() <= 6;
            hits[usize::from(at_home)] += 1.0;
            loose += flag(at_home && after.checkers(seat, step.to()) == 1);
        }
    }
    let own = |point: u8| after.checkers(seat, point);
    // The other side's checkers by the points of this one.
    let theirs = |point: u8| after.checkers(seat.other(), BAR - point);
    for (point, numbers) in (1..BAR).zip(features.chunks_exact_mut(A_POINT)) {
        numbers.copy_from_slice(&[
            flag(own(point) == 1),
            flag(own(point) >= 2),
            f32::from(own(point).saturating_sub(2)) / 3.0,
            flag(theirs(point) == 1),
            flag(theirs(point) >= 2),
        ]);
    }
    for (side, numbers) in [seat, seat.other()]
        .into_iter()
        .zip(features[BOARD..].chunks_exact_mut(WEIGHED / 2))
    {
        weigh(&after, side, side != seat, numbers);
    }
    let counted = counted(before, &after, seat, dice, play, hits, loose);
    features[BOARD + WEIGHED..].copy_from_slice(&counted);
}

fn flag(set: bool) -> f32 {
    f32::from(u8::from(set))
}

/// What the evaluation counts for a side, each about one.
fn weigh(board: &Board, seat: Seat, on_turn: bool, numbers: &mut [f32]) {
    let [own, other] = [seat, seat.other()].map(|seat| f64::from(board.pips(seat)));
    let turn = f64::from(u8::from(on_turn));
    let (contact, race) = numbers.split_at_mut(CONTACT_SCALE.len());
    let write = |to: &mut [f32], counts: &[f64], scale: &[f64]| {
        for (to, (count, scale)) in to.iter_mut().zip(counts.iter().zip(scale)) {
            *to = (count / scale) as f32;
        }
    };
    if has_contact(board) {
        let counts = in_contact(board, seat, own, turn);
        write(contact, &counts, &CONTACT_SCALE);
    } else {
        let counts = in_race(board, seat, own, own + other, turn);
        write(race, &counts, &RACE_SCALE);
    }
}

/// The points of a side with a single checker, and those it holds, as bits.
fn blots_and_points(board: &Board, seat: Seat) -> [u32; 2] {
    let mut found = [0; 2];
    for point in 1..BAR {
        match board.checkers(seat, point) {
            0 => {}
            1 => found[0] |= 1 << point,
            _ => found[1] |= 1 << point,
        }
    }
    found
}

/// Of the other side's 36 rolls, how many hit one of these blots of `seat`: with one die, with both
/// together or with a double, if the points on the way are open. Checkers on the bar have to come in
/// first, which is passed over.
fn shots(board: &Board, seat: Seat, blots: u32) -> u32 {
    let [_, held] = blots_and_points(board, seat);
    let shooters: Vec<u8> = (0..BAR)
        .filter(|point| board.checkers(seat.other(), BAR - point) > 0)
        .collect();
    // The other side moves up the points of `seat`.
    let lands = |from: u8, pips: u8| (from + pips < BAR).then_some(from + pips);
    let open = |from: u8, pips: u8| lands(from, pips).is_some_and(|at| held & 1 << at == 0);
    let blot = |from: u8, pips: u8| lands(from, pips).is_some_and(|at| blots & 1 << at != 0);
    let hits = |dice: Dice| {
        let (high, low) = dice.faces();
        shooters.iter().any(|&from| {
            if dice.is_double() {
                let mut ways = (1..=4).map(|times| times * high);
                let reached = ways.try_for_each(|pips| match blot(from, pips) {
                    true => Err(true),
                    false if open(from, pips) => Ok(()),
                    false => Err(false),
                });
                reached == Err(true)
            } else {
                let through = open(from, high) || open(from, low);
                blot(from, high) || blot(from, low) || (through && blot(from, high + low))
            }
        })
    };
    let rolls = Dice::all().filter(|dice| hits(*dice));
    rolls.map(|dice| if dice.is_double() { 1 } else { 2 }).sum()
}

/// Points of the three parts of the board, from the side's own home on: home, outfields, the other home.
const PARTS: [u32; 3] = [0b111_1110, 0b1111_1111_1111 << 7, 0b11_1111 << 19];

fn counted(
    before: &Board,
    after: &Board,
    seat: Seat,
    dice: Dice,
    play: Play,
    hits: [f32; 2],
    loose: f32,
) -> [f32; COUNTED] {
    let [blots_before, points_before] = blots_and_points(before, seat);
    let [blots, points] = blots_and_points(after, seat);
    let bits = |set: u32| set.count_ones() as f32;
    let steps: Vec<_> = play.steps().collect();
    let leaving = |point: u8| steps.iter().filter(|step| step.from() == point).count() as f32;
    let shots_at = |set: u32| match set {
        0 => 0.0,
        set => shots(after, seat, set) as f32 / 36.0,
    };
    let checkers = |board: &Board, points: std::ops::RangeInclusive<u8>| -> f32 {
        points
            .map(|point| f32::from(board.checkers(seat, point)))
            .sum()
    };
    let pips = |board: &Board, seat| board.pips(seat) as f32;
    let borne = |board: &Board| f32::from(board.off(seat));
    let stacked = (1..BAR).map(|point| after.checkers(seat, point)).max();
    let gap = |board: &Board| {
        // How unevenly the home and outer checkers lie: the squares of their numbers.
        let squares = (1..=13).map(|point| f32::from(board.checkers(seat, point)).powi(2));
        squares.sum::<f32>()
    };
    let moved_checkers = {
        // A checker that goes on where a step ended is the same one.
        let mut ends: Vec<u8> = Vec::new();
        for step in &steps {
            match ends.iter().position(|end| *end == step.from()) {
                Some(same) => ends[same] = step.to(),
                None => ends.push(step.to()),
            }
        }
        ends.len()
    };
    let furthest = steps.iter().map(|step| step.from()).max().unwrap_or(0);
    [
        flag(steps.is_empty()),
        hits[0],
        hits[1],
        loose,
        (pips(after, seat.other()) - pips(before, seat.other())) / 24.0,
        (pips(after, seat.other()) - pips(after, seat)) / 50.0,
        bits(points & !points_before) / 2.0,
        bits(points_before & !points) / 2.0,
        bits(points & !points_before & PARTS[0]) / 2.0,
        bits(points_before & !points & PARTS[0]) / 2.0,
        bits(points & !points_before & PARTS[1]) / 2.0,
        bits(points & !points_before & PARTS[2]),
        bits(points_before & !points & PARTS[2]),
        bits(blots & !blots_before) / 2.0,
        bits(blots_before & !blots) / 2.0,
        bits(blots & PARTS[0]) / 2.0,
        bits(blots & PARTS[1]) / 3.0,
        bits(blots & PARTS[2]) / 2.0,
        shots_at(blots),
        shots_at(blots & PARTS[0]),
        shots_at(blots & !PARTS[2]),
        flag(blots == 0),
        leaving(24) / 2.0,
        leaving(13) / 2.0,
        leaving(8) / 2.0,
        leaving(6) / 2.0,
        leaving(BAR) / 2.0,
        moved_checkers as f32 / 4.0,
        flag(moved_checkers == 1),
        f32::from(furthest) / 25.0,
        (checkers(before, 19..=BAR) - checkers(after, 19..=BAR)) / 2.0,
        (checkers(after, 1..=6) - checkers(before, 1..=6)) / 2.0,
        (borne(after) - borne(before)) / 2.0,
        f32::from(stacked.unwrap_or(0)) / 6.0,
        (gap(after) - gap(before)) / 16.0,
        checkers(after, 1..=2) / 5.0,
        (checkers(after, 1..=2) - checkers(before, 1..=2)) / 2.0,
        flag(has_contact(after)),
        flag(has_contact(before) && !has_contact(after)),
        flag(dice.is_double()),
    ]
}

#[cfg(test)]
mod tests {
    use shido_core::{Notation, Perception, Scene};

    use super::{BOARD, Backgammon, WEIGHED};

    fn features(position: &str, mv: &str) -> Vec<f32> {
        let position = Backgammon.parse_position(position).expect("a position");
        let wanted = Backgammon.parse_move(&position, mv).expect("a legal play");
        let mut found = Vec::new();
        let scene = Scene {
            position: &position,
            past: &[],
        };
        Backgammon.consider(scene, |mv, _, features| {
            if mv == wanted {
                found = features.to_vec();
            }
        });
        found
    }

    /// 8/5 6/5 makes the five point and leaves no blot.
    #[test]
    fn a_point_made_is_seen() {
        let seen = features("-b----E-C---eE---c-e----B- first 31", "8/5 6/5");
        let point = |point: usize| &seen[5 * (point - 1)..5 * point];
        assert_eq!(point(5), [0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(point(6)[1..3], [1.0, 2.0 / 3.0], "four checkers");
        assert_eq!(
            point(1),
            [0.0, 0.0, 0.0, 0.0, 1.0],
            "their two back checkers"
        );
        let counted = &seen[BOARD + WEIGHED..];
        assert_eq!(counted[6], 0.5, "one point is new, halved");
        assert_eq!(counted[18], 0.0, "there is no blot to hit");
        assert_eq!(counted[21], 1.0);
    }

    /// 6/5 slots the five point: both back checkers are four away. Fours hit (11 rolls), and 3-1 (2
    /// rolls), 2-2 and 1-1 over open points: 15 of 36. The blot on 10 is nine from them: 6-3 (2 rolls) and
    /// 3-3 hit it, and 5-4 is among the fours.
    #[test]
    fn shots_are_counted() {
        let seen = features("-b----E-C---eE---c-e----B- first 31", "13/10 6/5");
        let counted = &seen[BOARD + WEIGHED..];
        assert_eq!(counted[18], 18.0 / 36.0);
        assert_eq!(counted[19], 15.0 / 36.0, "at the one on the five point");
    }
}
