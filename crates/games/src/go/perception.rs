//! What a person sees of a Go board: liberties, what a stone takes, threatens, saves or gives away, and
//! where the last stones were. The board looks the same from both sides but for the colours.

use shido_core::{Game, Perception, Scene, Seat, Sight, Squares};

use super::board::{Board, Chain};
use super::points::{Point, PointSet};
use super::{Go, Move, Position};

/// How many of the last moves are seen on the board.
const PAST: usize = 4;
/// The planes: stones of both sides, empty points, for each side's chains whether they have one, two,
/// three or more liberties, where a ko forbids a stone, and the last moves.
const PLANES: usize = 3 + 2 * 4 + 1 + PAST;
/// How many buckets the distance to the last move and to the one before it has.
const NEAR: [u8; 7] = [2, 3, 4, 6, 8, 12, 20];
/// How far away stones are seen to be near a point.
const REACH: usize = 6;
const COUNTED: usize = 42;
const FEATURES: usize = COUNTED + 2 * NEAR.len() + 2 * REACH;
/// A ladder is read as far as it can go round a board.
const LADDER: u32 = 80;

impl Perception for Go {
    fn sight(&self) -> Sight {
        Sight {
            width: usize::from(self.size()),
            height: usize::from(self.size()),
            planes: PLANES,
            features: FEATURES,
        }
    }

    fn see(&self, scene: Scene<'_, Go>, planes: &mut [f32]) {
        let board = scene.position.board();
        let mover = scene.position.mover();
        let mut sets = [PointSet::EMPTY; PLANES];
        sets[0] = board.stones(mover);
        sets[1] = board.stones(mover.other());
        sets[2] = board.empty();
        for chain in board.chains(board.occupied()) {
            let first = if chain.seat == mover { 3 } else { 7 };
            sets[first + chain.liberties.len().clamp(1, 4) as usize - 1] |= chain.stones;
        }
        sets[11] = scene.position.forbidden();
        for (set, (_, mv)) in sets[12..].iter_mut().zip(scene.past.iter().rev()) {
            *set = placed(*mv).map_or(PointSet::EMPTY, PointSet::from);
        }
        let size = usize::from(self.size());
        for (set, plane) in sets.into_iter().zip(planes.chunks_exact_mut(size * size)) {
            for point in set.iter() {
                plane[self.number(point)] = 1.0;
            }
        }
    }

    fn consider(&self, scene: Scene<'_, Go>, mut visit: impl FnMut(Move, Squares, &[f32])) {
        let survey = Survey::of(self, scene.position);
        self.each_move(scene.position, |mv| {
            let mut features = [0.0; FEATURES];
            self.describe(scene, &survey, mv, &mut features);
            let to = placed(mv).map(|point| self.number(point) as u16);
            visit(mv, Squares { from: None, to }, &features);
        });
    }
}

fn placed(mv: Move) -> Option<Point> {
    match mv {
        Move::Place(point) => Some(point),
        Move::Pass => None,
    }
}

fn flag(set: bool) -> f32 {
    f32::from(u8::from(set))
}

/// The distance that patterns of Go are learned with: columns, rows, and the larger of both once more.
fn distance(one: Point, other: Point) -> u8 {
    let columns = one.column().abs_diff(other.column());
    let rows = one.row().abs_diff(other.row());
    columns + rows + columns.max(rows)
}

/// What is found out once for all points.
struct Survey {
    chains: Vec<Chain>,
    /// The number of the chain on each point.
    of_point: Vec<Option<usize>>,
    /// The points within so many steps of a side's stones, the mover's first.
    reach: [[PointSet; REACH]; 2],
}

impl Survey {
    fn of(go: &Go, position: &Position) -> Survey {
        let board = position.board();
        let mover = position.mover();
        let chains: Vec<Chain> = board.chains(board.occupied()).collect();
        let size = usize::from(go.size());
        let mut of_point = vec![None; size * size];
        for (number, chain) in chains.iter().enumerate() {
            for point in chain.stones.iter() {
                of_point[go.number(point)] = Some(number);
            }
        }
        let reach = [mover, mover.other()].map(|seat| {
            let mut reached = board.stones(seat);
            [(); REACH].map(|()| {
                reached |= reached.steps() & board.points();
                reached
            })
        });
        Survey {
            chains,
            of_point,
            reach,
        }
    }

    /// The chains of a side next to a point.
    fn beside(&self, go: &Go, near: PointSet, seat: Seat) -> Vec<&Chain> {
        let mut numbers: Vec<usize> = near
            .iter()
            .filter_map(|point| self.of_point[go.number(point)])
            .filter(|number| self.chains[*number].seat == seat)
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
            .into_iter()
            .map(|number| &self.chains[number])
            .collect()
    }
}

impl Go {
    fn number(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.size()) + usize::from(point.column())
    }

    fn describe(
        &self,
        scene: Scene<'_, Go>,
        survey: &Survey,
        mv: Move,
        features: &mut [f32; FEATURES],
    ) {
        let position = scene.position;
        let board = position.board();
        let size = f32::from(self.size());
        let filled = board.occupied().len() as f32 / (size * size);
        let Some(point) = placed(mv) else {
            features[0] = 1.0;
            features[1] = flag(position.passes() == 1);
            features[2] = filled;
            return;
        };
        let counted = self.counted(position, survey, point, filled);
        features[..COUNTED].copy_from_slice(&counted);
        let mut rest = features[COUNTED..].iter_mut();
        for ago in 0..2 {
            let last = scene.past.iter().rev().nth(ago);
            let apart = last
                .and_then(|(_, mv)| placed(*mv))
                .map(|last| distance(last, point));
            for (most, feature) in NEAR.iter().zip(rest.by_ref().take(NEAR.len())) {
                *feature = flag(apart.is_some_and(|apart| apart <= *most));
            }
        }
        let reached = survey.reach.iter().flatten();
        for (reached, feature) in reached.zip(rest) {
            *feature = flag(reached.contains(point));
        }
    }

    fn counted(
        &self,
        position: &Position,
        survey: &Survey,
        point: Point,
        filled: f32,
    ) -> [f32; COUNTED] {
        let board = position.board();
        let mover = position.mover();
        let near = board.neighbours(point);
        let diagonals = board.diagonals(point);
        let own = survey.beside(self, near, mover);
        let theirs = survey.beside(self, near, mover.other());
        let stones = |chains: &mut dyn Iterator<Item = &&Chain>| -> f32 {
            chains.map(|chain| chain.stones.len() as f32).sum()
        };
        let with = |chains: &[&Chain], liberties: u32| -> f32 {
            let fitting = chains
                .iter()
                .filter(|chain| chain.liberties.len() == liberties);
            stones(&mut fitting.into_iter())
        };
        let captured = theirs.iter().filter(|chain| chain.is_in_atari());
        let captured = captured.fold(PointSet::EMPTY, |all, chain| all | chain.stones);
        // A chain that is taken sets free what it held in atari.
        let freed = own_in_atari_beside(board, &captured, mover, &own);
        let mut after = *board;
        after.place(point, mover);
        let chain = after.chain(point);
        let liberties = chain.map_or(0, |chain| chain.liberties.len());
        let weight = chain.map_or(0, |chain| chain.stones.len());
        let saved = with(&own, 1);
        let threatened = with(&theirs, 2);
        let ladder_lost = saved > 0.0 && liberties == 2 && is_laddered(&after, point, LADDER);
        let ladder_won = theirs.iter().any(|chain| {
            chain.liberties.len() == 2
                && liberties > 1
                && chain
                    .stones
                    .iter()
                    .next()
                    .is_some_and(|stone| !escapes(&after, stone, LADDER))
        });
        let last = self.size() - 1;
        let edge = [point.column(), point.row()].map(|along| along.min(last - along));
        let (line, other_line) = (edge[0].min(edge[1]), edge[0].max(edge[1]));
        let weakest = |chains: &[&Chain]| chains.iter().map(|chain| chain.liberties.len()).min();
        let is = |found: Option<u32>, wanted: u32| flag(found == Some(wanted));
        let kin = board.stones(mover);
        let foes = board.stones(mover.other());
        let lone = captured.only().is_some() && liberties == 1 && weight == 1;
        [
            0.0,
            0.0,
            filled,
            flag(line == 0),
            flag(line == 1),
            flag(line == 2),
            flag(line == 3),
            flag(line >= 4),
            f32::from(other_line.min(9)) / 9.0,
            (captured.len() as f32 / 4.0).min(3.0),
            flag(!captured.is_empty()),
            (freed / 4.0).min(3.0),
            (saved / 4.0).min(3.0),
            flag(saved > 0.0 && liberties > 1),
            flag(liberties == 1),
            flag(liberties == 1 && captured.is_empty()) * (weight as f32 / 4.0).min(3.0),
            flag(liberties == 2),
            flag(liberties == 3),
            (liberties as f32 / 8.0).min(2.0),
            (threatened / 4.0).min(3.0),
            flag(threatened > 0.0),
            flag(threatened > 0.0 && liberties == 1),
            flag(
                theirs
                    .iter()
                    .filter(|chain| chain.liberties.len() == 2)
                    .count()
                    > 1,
            ),
            (with(&theirs, 3) / 4.0).min(3.0),
            (with(&own, 2) / 4.0).min(3.0),
            flag(ladder_lost),
            flag(ladder_won),
            own.len() as f32 / 2.0,
            flag(own.len() > 1),
            theirs.len() as f32 / 2.0,
            flag(theirs.len() > 1),
            (near & kin).len() as f32 / 2.0,
            (near & foes).len() as f32 / 2.0,
            (diagonals & kin).len() as f32 / 2.0,
            (diagonals & foes).len() as f32 / 2.0,
            flag(board.is_eye(point, mover)),
            flag(board.is_eye(point, mover.other())),
            flag(lone),
            is(weakest(&own), 1),
            is(weakest(&own), 2),
            is(weakest(&theirs), 1),
            is(weakest(&theirs), 2),
        ]
    }
}

/// How many stones of the mover in atari, not next to the point itself, touch what is captured.
fn own_in_atari_beside(board: &Board, captured: &PointSet, mover: Seat, next: &[&Chain]) -> f32 {
    if captured.is_empty() {
        return 0.0;
    }
    let touching = board.chains(board.around(captured) & board.stones(mover));
    let elsewhere = touching.filter(|chain| {
        chain.is_in_atari() && next.iter().all(|other| other.stones != chain.stones)
    });
    elsewhere.map(|chain| chain.stones.len() as f32).sum()
}

/// Whether a chain of two liberties is caught by atari after atari, the other side beginning.
fn is_laddered(board: &Board, stone: Point, depth: u32) -> bool {
    let Some(chain) = board.chain(stone) else {
        return true;
    };
    match chain.liberties.len() {
        0 | 1 => return true,
        2 if depth > 0 => {}
        _ => return false,
    }
    chain.liberties.iter().any(|liberty| {
        let hunter = chain.seat.other();
        if board.is_suicide(liberty, hunter) {
            return false;
        }
        let mut next = *board;
        next.place(liberty, hunter);
        // A hunter that can be taken at once has not given atari.
        let safe = next
            .chain(liberty)
            .is_some_and(|stones| stones.liberties.len() > 1);
        safe && !escapes(&next, stone, depth - 1)
    })
}

/// Whether a chain in atari, to move, gets away: by taking what holds it or by running until it is not
/// followed any more.
fn escapes(board: &Board, stone: Point, depth: u32) -> bool {
    let Some(chain) = board.chain(stone) else {
        return false;
    };
    let Some(liberty) = chain.liberties.only() else {
        return !chain.liberties.is_empty();
    };
    if board.enemies(&chain).any(|enemy| enemy.is_in_atari()) {
        return true;
    }
    if board.is_suicide(liberty, chain.seat) {
        return false;
    }
    let mut next = *board;
    next.place(liberty, chain.seat);
    depth == 0 || !is_laddered(&next, stone, depth - 1)
}

#[cfg(test)]
mod tests {
    use shido_core::{Notation, Perception, Scene};

    use super::Go;

    fn features(position: &str, mv: &str) -> Vec<f32> {
        let go = Go::new(7).expect("a size");
        let position = go.parse_position(position).expect("a position");
        let wanted = go.parse_move(&position, mv).expect("a legal move");
        let mut found = Vec::new();
        let scene = Scene {
            position: &position,
            past: &[],
        };
        go.consider(scene, |mv, _, features| {
            if mv == wanted {
                found = features.to_vec();
            }
        });
        found
    }

    /// White's stone in the corner has its last liberty on B1.
    #[test]
    fn a_capture_is_seen() {
        let seen = features("7/7/7/7/7/X6/O6 X", "B1");
        assert_eq!(seen[3], 1.0, "on the first line");
        assert_eq!(seen[9], 0.25, "one stone, a quarter of four");
        assert_eq!(seen[10], 1.0);
        assert_eq!(seen[14], 0.0, "the stone has liberties on A1, C1 and B2");
        assert_eq!(seen[17], 1.0);
    }

    /// White's stone on D4 has two liberties, D5 and E4. Black's D5 leaves it E4, and from there it has
    /// E5, F4 and E3: it gets away. With Black on E3 too it is driven to the edge: E4 F4, E5 E6, F5 F6, G5
    /// G6, and G4 leaves it G3 alone.
    #[test]
    fn a_ladder_is_seen() {
        let open = features("7/7/7/2XO3/3X3/7/7 X", "D5");
        assert_eq!(open[20], 1.0, "an atari");
        assert_eq!(open[26], 0.0, "which does not catch it");
        let ladder = features("7/7/7/2XO3/2XXX2/7/7 X", "D5");
        assert_eq!(ladder[20], 1.0, "an atari");
        assert_eq!(ladder[26], 1.0, "which begins a ladder that works");
    }
}
