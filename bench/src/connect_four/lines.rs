//! The evaluation that both sides are given.

const COLUMNS: i32 = 7;
const ROWS: i32 = 6;

/// All lines of four by their directions: along a row, up a column, up the two diagonals.
#[derive(Clone)]
pub(super) struct Lines([Direction; 4]);

#[derive(Clone, Copy)]
struct Direction {
    /// The lowest point of each line.
    starts: u64,
    /// How far its points are apart.
    stride: u32,
}

impl Lines {
    /// The lines on a board whose points are numbered so that neighbours in a row are `along` apart
    /// and neighbours in a column `up`.
    pub(super) fn new(along: i32, up: i32) -> Lines {
        Lines([(1, 0), (0, 1), (1, 1), (-1, 1)].map(|(right, above)| {
            let stride = right * along + above * up;
            let mut starts = 0;
            for column in 0..COLUMNS {
                for row in 0..ROWS {
                    let (last_column, last_row) = (column + 3 * right, row + 3 * above);
                    if (0..COLUMNS).contains(&last_column) && (0..ROWS).contains(&last_row) {
                        let first = column * along + row * up;
                        starts |= 1 << first.min(first + 3 * stride);
                    }
                }
            }
            Direction {
                starts,
                stride: stride.unsigned_abs(),
            }
        }))
    }

    /// What the lines are worth to one side that the other has no marker in, less the other's: 1 with
    /// one marker, 4 with two, 16 with three.
    #[inline]
    pub(super) fn worth(&self, own: u64, other: u64) -> i32 {
        let both = self.0.iter();
        both.map(|direction| direction.worth(own, other) - direction.worth(other, own))
            .sum()
    }
}

impl Direction {
    /// All lines at once: each has a bit, and their markers are added up in parallel.
    #[inline]
    fn worth(&self, own: u64, other: u64) -> i32 {
        let four = |markers: u64| [0, 1, 2, 3].map(|step| markers >> (step * self.stride));
        let open = self.starts & !four(other).into_iter().fold(0, |any, some| any | some);
        let [a, b, c, d] = four(own);
        let odd = a ^ b ^ c ^ d;
        let pairs = (a & b) ^ (c & d) ^ ((a ^ b) & (c ^ d));
        let count = |lines: u64| (open & lines).count_ones() as i32;
        count(odd & !pairs) + 4 * count(pairs & !odd) + 16 * count(pairs & odd)
    }
}
