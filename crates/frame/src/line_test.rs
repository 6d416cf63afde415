//! Has a line been completed?

use crate::bits::Bits;
use crate::frame::Point;

/// The lines of a board, prepared for two questions: is there a complete line through this point,
/// and is there one at all.
#[derive(Clone, Debug)]
pub(crate) struct LineTest<B> {
    through: Vec<Box<[B]>>,
    all: Box<[B]>,
    runs: Option<Runs<B>>,
    small: Option<Small>,
}

/// Of each set of points of a small board whether it has a complete line, a bit each. To look that up takes no branch
/// that no processor could foretell, as going through the lines of a point does.
#[derive(Clone, Debug)]
struct Small(Box<[u64]>);

/// The most points of a small board: the table has half a KiB.
const SMALL: usize = 12;

impl Small {
    fn new<B: Bits>(points: usize, any_complete: impl Fn(B) -> bool) -> Option<Small> {
        if points > SMALL {
            return None;
        }
        let mut table = vec![0; (1_usize << points).div_ceil(64)];
        for own in 0..1_u64 << points {
            let complete = any_complete(B::from_low(own));
            table[own as usize / 64] |= u64::from(complete) << (own % 64);
        }
        Some(Small(table.into()))
    }

    #[inline(always)]
    fn any_complete(&self, own: u64) -> bool {
        self.0[own as usize / 64] >> (own % 64) & 1 == 1
    }
}

/// All lines of a regular board, by direction: from any of the starts, points that follow each other
/// with an equal stride. A few shifts test them all, wherever they lie.
#[derive(Clone, Debug)]
struct Runs<B> {
    starts: [B; MOST_RUNS],
    /// The shifts that fold a complete line onto its first point, by doubling; zeros do nothing.
    shifts: [[u32; MOST_SHIFTS]; MOST_RUNS],
    /// The distance between neighbours and the number of points of the lines.
    steps: [(u32, u32); MOST_RUNS],
}

/// With more directions than this, looking at the lines through a point is the quicker way.
const MOST_RUNS: usize = 4;
/// Doubling twice covers lines of up to four points, the most common by far; each further shift would
/// cost them a quarter more.
const MOST_SHIFTS: usize = 2;

impl<B: Bits> Runs<B> {
    // By index: iterators over two lists are called where they are compiled in another unit of code.
    #[inline]
    fn any_complete(&self, own: B) -> bool {
        for run in 0..MOST_RUNS {
            let mut folded = own;
            for shift in 0..MOST_SHIFTS {
                folded = folded & (folded >> self.shifts[run][shift]);
            }
            if !(folded & self.starts[run]).is_empty() {
                return true;
            }
        }
        false
    }

    /// The points that alone are missing from a line.
    #[inline]
    fn missing(&self, own: B) -> B {
        let mut missing = B::EMPTY;
        for run in 0..MOST_RUNS {
            let (starts, (stride, length)) = (self.starts[run], self.steps[run]);
            missing = missing
                | match length {
                    2 => missing_from_runs::<B, 2>(own, starts, stride),
                    3 => missing_from_runs::<B, 3>(own, starts, stride),
                    _ => missing_from_fours(own, starts, stride),
                };
        }
        missing
    }

    /// The lines as runs, if every one of them has equal steps and there are few directions.
    fn new(lines: &[Vec<Point>]) -> Option<Runs<B>> {
        let mut runs: Vec<([u32; MOST_SHIFTS], B, (u32, u32))> = Vec::new();
        for line in lines {
            let stride = u32::from(line[1] - line[0]);
            let even = line
                .windows(2)
                .all(|pair| u32::from(pair[1] - pair[0]) == stride);
            let shifts = doubling(stride, line.len() as u32).filter(|_| even)?;
            let start = B::bit(line[0]);
            let step = (stride, line.len() as u32);
            match runs.iter_mut().find(|run| run.2 == step) {
                Some(run) => run.1 = run.1 | start,
                None => runs.push((shifts, start, step)),
            }
        }
        (runs.len() <= MOST_RUNS).then(|| {
            let run = |index: usize| runs.get(index).copied();
            Runs {
                starts: std::array::from_fn(|i| run(i).map_or(B::EMPTY, |run| run.1)),
                shifts: std::array::from_fn(|i| run(i).map_or([0; MOST_SHIFTS], |run| run.0)),
                steps: std::array::from_fn(|i| run(i).map_or((0, 2), |run| run.2)),
            }
        })
    }
}

/// After shifting by these and intersecting, a bit remains where `length` bits in a row were set.
fn doubling(stride: u32, length: u32) -> Option<[u32; MOST_SHIFTS]> {
    let mut shifts = [0; MOST_SHIFTS];
    let mut covered = 1;
    for shift in &mut shifts {
        let step = covered.min(length - covered);
        *shift = stride * step;
        covered += step;
    }
    (covered == length).then_some(shifts)
}

/// The points that alone are missing from a line of `LENGTH` points. Of each line, looked at from its
/// first point, those before a point and those behind it are wanted.
#[inline]
fn missing_from_runs<B: Bits, const LENGTH: usize>(own: B, starts: B, stride: u32) -> B {
    let mut behind = [starts; LENGTH];
    for place in (0..LENGTH - 1).rev() {
        behind[place] = behind[place + 1] & (own >> (stride * (place as u32 + 1)));
    }
    let mut before = starts;
    let mut missing = B::EMPTY;
    for (place, behind) in behind.into_iter().enumerate() {
        let shift = stride * place as u32;
        missing = missing | ((before & behind) << shift);
        before = before & (own >> shift);
    }
    missing
}

/// The same for lines of four, the most common: their halves are looked at first.
#[inline]
fn missing_from_fours<B: Bits>(own: B, starts: B, stride: u32) -> B {
    let (second, third) = (own >> stride, own >> (2 * stride));
    let fourth = own >> (3 * stride);
    let lower = starts & own & second;
    let upper = starts & third & fourth;
    (upper & second)
        | ((upper & own) << stride)
        | ((lower & fourth) << (2 * stride))
        | ((lower & third) << (3 * stride))
}

impl<B: Bits> LineTest<B> {
    pub(crate) fn new(points: usize, lines: &[Vec<Point>]) -> LineTest<B> {
        let all: Box<[B]> = lines
            .iter()
            .map(|line| B::of(line.iter().copied()))
            .collect();
        let through = (0..points)
            .map(|point| {
                let meets = |line: &&B| line.contains(point as Point);
                all.iter().filter(meets).copied().collect()
            })
            .collect();
        // Runs cost the same everywhere, so they pay only where many lines meet.
        let meeting = lines.iter().map(Vec::len).sum::<usize>() as f64 / points as f64;
        let runs = Runs::new(lines).filter(|_| meeting > 4.0);
        let mut test = LineTest {
            through,
            all,
            runs,
            small: None,
        };
        test.small = Small::new(points, |own: B| test.any_covered(own));
        test
    }

    /// Whether `own` has a complete line through `point`, given that it has no other.
    #[inline(always)]
    pub(crate) fn completed(&self, own: B, point: Point) -> bool {
        if let Some(small) = &self.small {
            return small.any_complete(own.low());
        }
        match &self.runs {
            Some(runs) => runs.any_complete(own),
            None => self.is_in_line(own, point),
        }
    }

    /// The points, occupied or not, with which `own` would complete a line, where finding them all costs
    /// little more than testing a few.
    #[inline(always)]
    pub(crate) fn completing(&self, own: B) -> Option<B> {
        self.runs.as_ref().map(|runs| runs.missing(own))
    }

    /// What is at stake at a point: its lines that only one side can yet complete, each twice as much
    /// for every marker that the side has in it, and own ones twice as much as those of the other.
    #[inline]
    pub(crate) fn stakes(&self, point: Point, own: B, other: B) -> i32 {
        let mut stakes = 0;
        for line in &self.through[usize::from(point)] {
            let (ours, theirs) = (*line & own, *line & other);
            if theirs.is_empty() {
                stakes += 2 << ours.count();
            }
            if ours.is_empty() {
                stakes += 1 << theirs.count();
            }
        }
        stakes
    }

    /// Whether `own` has a complete line through `point`, whatever other lines it has.
    #[inline]
    pub(crate) fn is_in_line(&self, own: B, point: Point) -> bool {
        self.through[usize::from(point)]
            .iter()
            .any(|line| own.covers(*line))
    }

    /// How many lines go through a point.
    #[inline]
    pub(crate) fn count_through(&self, point: Point) -> usize {
        self.through[usize::from(point)].len()
    }

    /// The points, occupied or not, with which alone `own` would complete a line.
    #[inline]
    pub(crate) fn missing(&self, own: B) -> B {
        if let Some(runs) = &self.runs {
            return runs.missing(own);
        }
        let mut missing = B::EMPTY;
        for line in &self.all {
            let rest = *line & !own;
            if rest.without_lowest().is_empty() {
                missing = missing | rest;
            }
        }
        missing
    }

    #[inline]
    pub(crate) fn any_complete(&self, own: B) -> bool {
        if let Some(small) = &self.small {
            return small.any_complete(own.low());
        }
        if let Some(runs) = &self.runs {
            return runs.any_complete(own);
        }
        self.any_covered(own)
    }

    fn any_covered(&self, own: B) -> bool {
        self.all.iter().any(|line| own.covers(*line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set of points of a row of seven and one of two diagonals: fours agree with runs of any length.
    #[test]
    fn fours_agree_with_runs_of_any_length() {
        for (stride, starts) in [(1, 0b1111_u64), (3, 0b111_0111), (5, 1)] {
            for own in 0..1_u64 << 16 {
                let runs = missing_from_runs::<u64, 4>(own, starts, stride) & !own;
                let fours = missing_from_fours(own, starts, stride) & !own;
                assert_eq!(fours, runs, "{own:b}");
            }
        }
    }

    /// Every set of points of a 4x3 board with three in a row: shifts, the table and line masks agree.
    #[test]
    fn quick_ways_agree_with_masks() {
        let mut lines = Vec::new();
        let point = |x: i32, y: i32| (x + 4 * y) as Point;
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            for x in 0..4_i32 {
                for y in 0..3_i32 {
                    let end = (x + 2 * dx, y + 2 * dy);
                    if (0..4).contains(&end.0) && (0..3).contains(&end.1) {
                        let mut line: Vec<Point> = (0..3)
                            .map(|step| point(x + step * dx, y + step * dy))
                            .collect();
                        line.sort_unstable();
                        lines.push(line);
                    }
                }
            }
        }
        let test = LineTest::<u64>::new(12, &lines);
        let runs = Runs::<u64>::new(&lines).expect("a grid is regular");
        for own in 0..1_u64 << 12 {
            assert_eq!(runs.any_complete(own), test.any_covered(own), "{own:b}");
            assert_eq!(test.any_complete(own), test.any_covered(own), "{own:b}");
            let completing = (0..12).filter(|&point| {
                let through = &test.through[usize::from(point)];
                through.iter().any(|line| (own | 1 << point).covers(*line))
            });
            let missing = u64::of(completing) & !own;
            assert_eq!(runs.missing(own) & !own, missing, "{own:b}");
        }
    }
}
