//! The symmetries of a board, found from its structure.

use std::collections::HashSet;

use ethnum::U256;
use shido_core::Symmetry;

use crate::bits::Bits;
use crate::frame::{Over, Point, Rules, Stage};
use crate::game::{FrameGame, FrameMove, FramePosition, NOWHERE};

/// A board with more symmetries than this has hardly any structure; looking at all of them for every
/// position would cost more than it saves, so only the identity is used.
const MOST_SYMMETRIES: usize = 1024;
/// Likewise where the look-up tables of the permutations would fill the processor's caches.
const MOST_BYTES: usize = 16 << 20;

/// How many images of points to try before giving up on a board, again for the identity. Real boards
/// take less than a million; boards made of regular designs could take for ever.
const MOST_STEPS: usize = 10_000_000;

/// A permutation of the points, ready to be applied to bitboards.
#[derive(Clone, Debug)]
pub(crate) struct Permutation<B> {
    to: Box<[Point]>,
    /// The image of every value of every byte of a bitboard.
    bytes: Box<[[B; 256]]>,
    identity: bool,
}

impl<B: Bits> Permutation<B> {
    fn new(to: Vec<Point>) -> Permutation<B> {
        let bytes = to
            .chunks(8)
            .map(|targets| {
                let mut images = [B::EMPTY; 256];
                for byte in 1..256_usize {
                    let lowest = byte.trailing_zeros() as usize;
                    let rest = images[byte & (byte - 1)];
                    images[byte] = match targets.get(lowest) {
                        Some(target) => rest | B::bit(*target),
                        None => rest,
                    };
                }
                images
            })
            .collect();
        Permutation {
            identity: to
                .iter()
                .enumerate()
                .all(|(from, to)| from == usize::from(*to)),
            to: to.into(),
            bytes,
        }
    }

    #[inline]
    pub(crate) fn board(&self, board: B) -> B {
        if self.identity {
            return board;
        }
        self.bytes
            .iter()
            .enumerate()
            .fold(B::EMPTY, |image, (index, images)| {
                image | images[usize::from(board.byte(index))]
            })
    }

    pub(crate) fn position(&self, position: &FramePosition<B>) -> FramePosition<B> {
        FramePosition {
            boards: position.boards.map(|board| self.board(board)),
            ..*position
        }
    }

    /// The same on a board with one row more, if this exchanges columns and leaves every row where it is.
    pub(crate) fn with_another_row(&self, columns: usize) -> Option<Permutation<u64>> {
        let points = self.to.len() + columns;
        let in_row = |point: usize| usize::from(self.to[point % columns]);
        let image = |point: usize| in_row(point) + point - point % columns;
        let keeps_rows = (0..columns).all(|point| in_row(point) < columns)
            && (0..self.to.len()).all(|point| usize::from(self.to[point]) == image(point));
        (keeps_rows && points <= 64)
            .then(|| Permutation::new((0..points).map(|point| image(point) as Point).collect()))
    }

    fn point(&self, point: Point) -> Point {
        if point == NOWHERE {
            NOWHERE
        } else {
            self.to[usize::from(point)]
        }
    }
}

impl<B: Bits> Symmetry for FrameGame<B> {
    fn symmetries(&self) -> usize {
        self.symmetries.len()
    }

    fn transform(&self, symmetry: usize, position: &FramePosition<B>) -> FramePosition<B> {
        self.symmetries[symmetry].position(position)
    }

    fn transform_move(&self, symmetry: usize, mv: FrameMove) -> FrameMove {
        let permutation = &self.symmetries[symmetry];
        FrameMove {
            from: permutation.point(mv.from),
            to: permutation.point(mv.to),
            removed: permutation.point(mv.removed),
        }
    }

    fn mirrors(&self, symmetry: usize, position: &FramePosition<B>) -> bool {
        let permutation = &self.symmetries[symmetry];
        let moved = |point: &Point| permutation.point(*point) != *point;
        let moving = B::of((0..permutation.to.len()).map(|p| p as Point).filter(moved));
        let [first, second] = position.boards.map(|board| board & moving);
        permutation.board(first) == second && permutation.board(second) == first
    }
}

/// All permutations of the points that keep everything the rules look at, the identity first: lines,
/// adjacency and jumps where markers slide, columns where they drop, and the starting position.
pub(crate) fn automorphisms<B: Bits>(rules: &Rules) -> Vec<Permutation<B>> {
    let structure = Structure::new(rules);
    let mut search = Search {
        images: vec![NOWHERE; structure.points],
        taken: vec![false; structure.points],
        steps: 0,
        found: Vec::new(),
    };
    structure.extend(0, &mut search);
    let mut found = search.found;
    let bytes = found.len() * structure.points.div_ceil(8) * size_of::<[B; 256]>();
    if found.len() > MOST_SYMMETRIES || search.steps > MOST_STEPS || bytes > MOST_BYTES {
        found = vec![(0..structure.points).map(|point| point as Point).collect()];
    }
    let mut found: Vec<Permutation<B>> = found.into_iter().map(Permutation::new).collect();
    found.sort_by_key(|permutation| !permutation.identity);
    found
}

/// A permutation under construction, and those that are complete.
struct Search {
    images: Vec<Point>,
    taken: Vec<bool>,
    steps: usize,
    found: Vec<Vec<Point>>,
}

/// What a symmetry must keep.
struct Structure {
    points: usize,
    /// A number for each point; a point goes only to points with the same number.
    colours: Vec<u64>,
    /// A number for each ordered pair of points; a pair goes only to pairs with the same number.
    pairs: Vec<u32>,
    /// For each point, the lines through it.
    through: Vec<Vec<U256>>,
    jumps: HashSet<(Point, Point, Point)>,
    /// The points, so ordered that each is tied to earlier ones and wrong images are seen early.
    order: Vec<usize>,
    /// For each place in the order, what can be checked when its point gets an image.
    checks: Vec<Checks>,
}

#[derive(Clone, Default)]
struct Checks {
    /// The points so far of each line through the point: their images must lie on a line too. Pairs
    /// of points see to that for lines of which only two have images. Of a whole line (`true`) they
    /// must be a whole line.
    lines: Vec<(Vec<Point>, bool)>,
    /// The jumps of which the point is the last.
    jumps: Vec<(Point, Point, Point)>,
}

impl Structure {
    fn new(rules: &Rules) -> Structure {
        let board = &rules.board;
        let points = board.points.len();
        let slides = rules
            .stages
            .iter()
            .any(|stage| matches!(stage, Stage::Slide { .. }));
        let jumps = rules.stages.iter().any(|stage| match stage {
            Stage::Slide { jumps, .. } => *jumps != Over::None,
            _ => false,
        });
        let drops = rules.stages.contains(&Stage::Drop);
        let mut pairs = vec![0_u32; points * points];
        let at = |a: Point, b: Point| usize::from(a) * points + usize::from(b);
        for line in &board.lines {
            for a in line {
                for b in line.iter().filter(|b| *b != a) {
                    pairs[at(*a, *b)] += 8;
                }
            }
        }
        if slides {
            for (a, b) in &board.adjacent {
                pairs[at(*a, *b)] |= 1;
                pairs[at(*b, *a)] |= 1;
            }
        }
        if let Some(stride) = board.column_stride.filter(|_| drops) {
            for below in 0..points.saturating_sub(stride as usize) {
                let above = below + stride as usize;
                pairs[below * points + above] |= 2;
                pairs[above * points + below] |= 4;
            }
        }
        let jumps = if jumps {
            board.jumps.clone()
        } else {
            Vec::new()
        };
        let colours = colours(rules, &pairs);
        let order = order(&board.lines, &pairs, &colours);
        let mut place = vec![0; points];
        for (depth, point) in order.iter().enumerate() {
            place[*point] = depth;
        }
        let mut checks = vec![Checks::default(); points];
        let mut through = vec![Vec::new(); points];
        for line in &board.lines {
            let mask = U256::of(line.iter().copied());
            let mut points_so_far = line.clone();
            points_so_far.sort_by_key(|point| place[usize::from(*point)]);
            for point in line {
                through[usize::from(*point)].push(mask);
            }
            for length in 3.min(line.len())..=line.len() {
                let so_far = &points_so_far[..length];
                let last = place[usize::from(so_far[length - 1])];
                checks[last]
                    .lines
                    .push((so_far.to_vec(), length == line.len()));
            }
        }
        for jump @ (from, over, to) in jumps.iter().copied() {
            let last = [from, over, to].map(|point| place[usize::from(point)]);
            checks[last.into_iter().max().unwrap_or(0)].jumps.push(jump);
        }
        Structure {
            points,
            order,
            checks,
            colours,
            pairs,
            through,
            jumps: jumps.into_iter().collect(),
        }
    }

    /// Gives the points from `depth` on in the order their images, in all possible ways.
    fn extend(&self, depth: usize, search: &mut Search) {
        if search.found.len() > MOST_SYMMETRIES || search.steps > MOST_STEPS {
            return;
        }
        let Some(point) = self.order.get(depth).copied() else {
            search.found.push(search.images.clone());
            return;
        };
        search.steps += self.points;
        for image in 0..self.points {
            let fits = !search.taken[image]
                && self.colours[point] == self.colours[image]
                && self.order[..depth].iter().all(|earlier| {
                    let earlier_image = usize::from(search.images[*earlier]);
                    self.pairs[earlier * self.points + point]
                        == self.pairs[earlier_image * self.points + image]
                });
            if !fits {
                continue;
            }
            search.images[point] = image as Point;
            if self.keeps(&self.checks[depth], &search.images) {
                search.taken[image] = true;
                self.extend(depth + 1, search);
                search.taken[image] = false;
            }
        }
    }

    fn keeps(&self, checks: &Checks, images: &[Point]) -> bool {
        let image = |point: &Point| images[usize::from(*point)];
        let line_kept = |(points, whole): &(Vec<Point>, bool)| {
            let moved = U256::of(points.iter().map(image));
            let mut lines = self.through[usize::from(image(&points[0]))].iter();
            lines.any(|line| *line == moved || !whole && line.covers(moved))
        };
        let jump_kept = |(from, over, to): &(Point, Point, Point)| {
            self.jumps.contains(&(image(from), image(over), image(to)))
        };
        checks.lines.iter().all(line_kept) && checks.jumps.iter().all(jump_kept)
    }
}

/// Colours the points by what the rules say of them alone, then refines: points whose neighbourhoods
/// differ get different colours, until nothing changes.
fn colours(rules: &Rules, pairs: &[u32]) -> Vec<u64> {
    let points = rules.board.points.len();
    let mut marks: Vec<u64> = vec![0; points];
    let mut mark = |list: &[Point], bit: u64| {
        for point in list {
            marks[usize::from(*point)] |= bit;
        }
    };
    mark(&rules.setup[0], 1);
    mark(&rules.setup[1], 2);
    for (index, stage) in rules.stages.iter().enumerate() {
        match stage {
            Stage::Place { except } => mark(except, 4 << index),
            Stage::Slide {
                enter: Some(entry), ..
            } => mark(&entry.points, 1 << (32 + index)),
            _ => {}
        }
    }
    let mut colours = numbered(marks.into_iter().map(|mark| (mark, Vec::new())).collect());
    loop {
        let signatures = (0..points)
            .map(|point| {
                let row = &pairs[point * points..(point + 1) * points];
                let mut seen: Vec<(u32, u64)> =
                    row.iter().copied().zip(colours.iter().copied()).collect();
                seen.sort_unstable();
                (colours[point], seen)
            })
            .collect();
        let refined = numbered(signatures);
        if refined == colours {
            return colours;
        }
        colours = refined;
    }
}

/// Equal signatures get equal numbers, in the order of the signatures.
fn numbered(signatures: Vec<(u64, Vec<(u32, u64)>)>) -> Vec<u64> {
    let mut distinct = signatures.clone();
    distinct.sort();
    distinct.dedup();
    let number = |signature| distinct.partition_point(|other| other < signature) as u64;
    signatures.iter().map(number).collect()
}

/// Next comes always the point that the points before it tie down most: by lines that they have in
/// common with it, then by pairs, then by its own rarity.
fn order(lines: &[Vec<Point>], pairs: &[u32], colours: &[u64]) -> Vec<usize> {
    let points = colours.len();
    let rarity = |point: usize| colours.iter().filter(|c| **c == colours[point]).count();
    let mut order: Vec<usize> = Vec::with_capacity(points);
    let mut placed = vec![false; points];
    let mut ties = vec![0_usize; points];
    while order.len() < points {
        let mut on_a_line = vec![0_usize; points];
        for line in lines {
            let known = line
                .iter()
                .filter(|point| placed[usize::from(**point)])
                .count();
            for point in line {
                let most = &mut on_a_line[usize::from(*point)];
                *most = known.max(*most);
            }
        }
        let next = (0..points)
            .filter(|point| !placed[*point])
            .max_by_key(|&point| {
                (
                    on_a_line[point],
                    ties[point],
                    points - rarity(point),
                    points - point,
                )
            })
            .expect("some point is left");
        order.push(next);
        placed[next] = true;
        for point in 0..points {
            ties[point] += usize::from(pairs[next * points + point] != 0);
        }
    }
    order
}
