//! How many lines each side may still complete, and how far it has come with them.

use crate::bits::Bits;
use crate::frame::Point;

/// Lines with more points than this are not taken together.
const LONGEST_RUN: usize = 8;

/// The lines of a board, prepared for counting.
///
/// On a regular board the lines of a direction are one pattern at many starts. A few shifts then
/// count the markers of all of them at once, a bit for each start.
#[derive(Clone, Debug)]
pub(crate) struct OpenLines<B> {
    runs: Box<[Run<B>]>,
    /// Lines whose points are not evenly spaced, one by one.
    others: Box<[B]>,
}

/// Lines of equal length and stride.
#[derive(Clone, Copy, Debug)]
struct Run<B> {
    length: usize,
    stride: u32,
    starts: B,
}

impl<B: Bits> OpenLines<B> {
    pub(crate) fn new(lines: &[Vec<Point>]) -> OpenLines<B> {
        let mut runs: Vec<Run<B>> = Vec::new();
        let mut others = Vec::new();
        for line in lines {
            let stride = u32::from(line[1] - line[0]);
            let even = line
                .windows(2)
                .all(|pair| u32::from(pair[1] - pair[0]) == stride);
            if !even || line.len() > LONGEST_RUN {
                others.push(B::of(line.iter().copied()));
                continue;
            }
            let start = B::bit(line[0]);
            let alike = |run: &&mut Run<B>| run.length == line.len() && run.stride == stride;
            match runs.iter_mut().find(alike) {
                Some(run) => run.starts = run.starts | start,
                None => runs.push(Run {
                    length: line.len(),
                    stride,
                    starts: start,
                }),
            }
        }
        OpenLines {
            runs: runs.into(),
            others: others.into(),
        }
    }

    /// Counts the lines in which only one side has markers, and not all: `visit` is told the side,
    /// how many markers it has there, and how many such lines there are. Returns each side's threats:
    /// the points that would complete a line.
    #[inline]
    pub(crate) fn count(&self, boards: [B; 2], mut visit: impl FnMut(usize, usize, u32)) -> [B; 2] {
        let mut threats = [B::EMPTY; 2];
        for run in &self.runs {
            // The usual lengths by name, so that the compiler can unroll the loops over them.
            match run.length {
                3 => run.count(3, boards, &mut threats, &mut visit),
                4 => run.count(4, boards, &mut threats, &mut visit),
                5 => run.count(5, boards, &mut threats, &mut visit),
                length => run.count(length, boards, &mut threats, &mut visit),
            }
        }
        for &line in &self.others {
            let own = boards.map(|board| board & line);
            let side = match own.map(B::is_empty) {
                [false, true] => 0,
                [true, false] => 1,
                _ => continue,
            };
            let missing = line & !own[side];
            if !missing.is_empty() {
                visit(side, own[side].count() as usize, 1);
                if missing.without_lowest().is_empty() {
                    threats[side] = threats[side] | missing;
                }
            }
        }
        threats
    }
}

impl<B: Bits> Run<B> {
    #[inline(always)]
    fn count(
        &self,
        length: usize,
        boards: [B; 2],
        threats: &mut [B; 2],
        visit: &mut impl FnMut(usize, usize, u32),
    ) {
        let with = boards.map(|board| self.starts_with(length, board));
        for side in [0, 1] {
            let free = with[1 - side][0];
            for (markers, starts) in with[side].iter().enumerate().take(length).skip(1) {
                let open = *starts & free;
                if !open.is_empty() {
                    visit(side, markers, open.count());
                }
            }
            let nearly = with[side][length - 1] & free;
            if !nearly.is_empty() {
                threats[side] = threats[side] | self.gaps(length, nearly, boards[side]);
            }
        }
    }

    /// For each number of markers the starts of the lines that hold as many, found point by point:
    /// those with *m* are those that had *m* and get none, and those that had *m* - 1 and get one.
    #[inline(always)]
    fn starts_with(&self, length: usize, board: B) -> [B; LONGEST_RUN + 1] {
        let mut with = [B::EMPTY; LONGEST_RUN + 1];
        with[0] = self.starts;
        for point in 0..length {
            let marked = board >> (self.stride * point as u32);
            for markers in (1..=point + 1).rev() {
                with[markers] = (with[markers] & !marked) | (with[markers - 1] & marked);
            }
            with[0] = with[0] & !marked;
        }
        with
    }

    /// The points without a marker of the lines that begin at these starts.
    #[inline(always)]
    fn gaps(&self, length: usize, starts: B, board: B) -> B {
        (0..length as u32).fold(B::EMPTY, |gaps, point| {
            let along = self.stride * point;
            gaps | ((starts & !(board >> along)) << along)
        })
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use shido_core::Seed;

    use super::*;

    /// Counts line by line and point by point.
    fn plainly(lines: &[Vec<Point>], boards: [u64; 2]) -> ([[u32; LONGEST_RUN + 2]; 2], [u64; 2]) {
        let mut counts = [[0; LONGEST_RUN + 2]; 2];
        let mut threats = [0; 2];
        for line in lines {
            let has = |side: usize, point: &&Point| boards[side].contains(**point);
            let held = [0, 1].map(|side| line.iter().filter(|point| has(side, point)).count());
            for side in [0, 1] {
                if held[1 - side] > 0 || held[side] == 0 || held[side] == line.len() {
                    continue;
                }
                counts[side][held[side]] += 1;
                if held[side] + 1 == line.len() {
                    let gap = line.iter().find(|point| !has(side, point));
                    threats[side] |= 1 << gap.expect("one is missing");
                }
            }
        }
        (counts, threats)
    }

    /// Random boards of Connect Four, with a crooked line, a short and a very long one added.
    #[test]
    fn runs_agree_with_a_plain_count() {
        let text = include_str!("../../../frames/connect-four.toml");
        let frame = crate::Frame::read("connect-four.toml", text, &[]).expect("a frame");
        let mut lines = frame.rules.board.lines;
        lines.extend([vec![0, 1, 9], vec![3, 4], (0..9).collect()]);
        let open = OpenLines::<u64>::new(&lines);
        let mut rng = Seed(0).rng();
        for _ in 0..2_000 {
            let mut boards = [0_u64; 2];
            let fullness = rng.random_range(0.0..1.0);
            for point in 0..42 {
                if rng.random_bool(fullness) {
                    boards[usize::from(rng.random_bool(0.4))] |= 1 << point;
                }
            }
            let mut counts = [[0; LONGEST_RUN + 2]; 2];
            let threats = open.count(boards, |side, markers, count| {
                counts[side][markers] += count;
            });
            assert_eq!((counts, threats), plainly(&lines, boards), "{boards:x?}");
        }
    }
}
