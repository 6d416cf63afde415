//! Points of the board and sets of them, one bit for each point.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};
use std::str::FromStr;

/// The largest board has this many rows and columns.
pub(crate) const LARGEST: u8 = 19;

/// Rows lie this many points apart on every board. One column more than the largest board has keeps
/// a step to the side from ending in another row: it ends in that column, which is on no board.
const STRIDE: u32 = 20;

const WORDS: usize = 6;

/// A point of a board of at most nineteen rows and columns.
///
/// Points are in order row by row from the lower left corner. They are written as the Go Text
/// Protocol writes them: `D3` is in the fourth column from the left and the third row from below, and
/// there is no column `I`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(u16);

impl Point {
    /// The point in this column and row, both counted from zero; `None` beyond the largest board.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Point> {
        if column < LARGEST && row < LARGEST {
            Some(Point::at(column, row))
        } else {
            None
        }
    }

    /// The same for a column and a row that are below nineteen.
    pub(crate) const fn at(column: u8, row: u8) -> Point {
        Point(row as u16 * STRIDE as u16 + column as u16)
    }

    /// How far it lies from the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        (self.0 % STRIDE as u16) as u8
    }

    /// How far it lies from below.
    #[must_use]
    pub const fn row(self) -> u8 {
        (self.0 / STRIDE as u16) as u8
    }

    /// Its bit in a set.
    pub(crate) const fn bit(self) -> u16 {
        self.0
    }

    /// The point of a bit.
    pub(crate) const fn of_bit(bit: u16) -> Point {
        Point(bit)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = usize::from(self.column());
        write!(f, "{}{}", char::from(COLUMNS[column]), self.row() + 1)
    }
}

/// A text that is no point of any board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "a point is a column from A to T, without I, and a row from 1 to 19, such as D4, not `{0}`"
)]
pub struct PointError(pub String);

impl FromStr for Point {
    type Err = PointError;

    fn from_str(name: &str) -> Result<Point, PointError> {
        let point = || {
            let (column, row) = name.split_at_checked(1)?;
            let column = column.as_bytes()[0].to_ascii_uppercase();
            let column = COLUMNS.iter().position(|known| *known == column)?;
            let row = match row.as_bytes() {
                [b'1'..=b'9', ..] => row.parse::<u8>().ok()? - 1,
                _ => return None,
            };
            Point::new(column as u8, row)
        };
        point().ok_or_else(|| PointError(name.to_owned()))
    }
}

/// What the columns are called.
pub(crate) const COLUMNS: &[u8; LARGEST as usize] = b"ABCDEFGHJKLMNOPQRST";

/// A set of points.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No points.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// All points of a board of this size.
    pub(crate) const fn whole(size: u8) -> PointSet {
        let mut set = PointSet::EMPTY;
        let mut row = 0;
        while row < size {
            let mut column = 0;
            while column < size {
                let bit = Point::at(column, row).0;
                set.0[bit as usize / 64] |= 1 << (bit % 64);
                column += 1;
            }
            row += 1;
        }
        set
    }

    /// Whether the point is among them.
    #[must_use]
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.0[point.0 as usize / 64 % WORDS] >> (point.0 % 64) & 1 == 1
    }

    /// Adds a point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.0[point.0 as usize / 64 % WORDS] |= 1 << (point.0 % 64);
    }

    /// How many points there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether there are none.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == PointSet::EMPTY
    }

    /// The only point of the set; `None` where there is none or more than one.
    #[must_use]
    pub fn only(&self) -> Option<Point> {
        let mut points = self.iter();
        let first = points.next();
        first.filter(|_| points.next().is_none())
    }

    /// Whether all of them are among `others`.
    #[must_use]
    #[inline]
    pub fn is_within(&self, others: &PointSet) -> bool {
        (*self - *others).is_empty()
    }

    /// Whether the two have a point in common.
    #[must_use]
    #[inline]
    pub fn meets(&self, others: &PointSet) -> bool {
        !(*self & *others).is_empty()
    }

    /// The points in order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + use<> {
        let words = self.0;
        (0..WORDS).flat_map(move |word| {
            let mut rest = words[word];
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as u16)?;
                rest &= rest - 1;
                Some(Point(word as u16 * 64 + bit))
            })
        })
    }

    /// The points one step from one of these, some of which may be beside the board or in the set.
    #[inline]
    pub(crate) fn steps(&self) -> PointSet {
        self.raised::<1>()
            | self.lowered::<1>()
            | self.raised::<STRIDE>()
            | self.lowered::<STRIDE>()
    }

    /// The points one diagonal step from one of these, some of which may be beside the board.
    pub(crate) fn diagonal_steps(&self) -> PointSet {
        let aside = self.raised::<1>() | self.lowered::<1>();
        aside.raised::<STRIDE>() | aside.lowered::<STRIDE>()
    }

    #[inline]
    fn raised<const BY: u32>(&self) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.0[0] = self.0[0] << BY;
        for word in 1..WORDS {
            set.0[word] = self.0[word] << BY | self.0[word - 1] >> (64 - BY);
        }
        set
    }

    #[inline]
    fn lowered<const BY: u32>(&self) -> PointSet {
        let mut set = PointSet::EMPTY;
        for word in 0..WORDS - 1 {
            set.0[word] = self.0[word] >> BY | self.0[word + 1] << (64 - BY);
        }
        set.0[WORDS - 1] = self.0[WORDS - 1] >> BY;
        set
    }

    #[inline]
    fn zip(self, other: PointSet, combine: impl Fn(u64, u64) -> u64) -> PointSet {
        let mut set = self;
        for (word, with) in set.0.iter_mut().zip(other.0) {
            *word = combine(*word, with);
        }
        set
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|point| point.to_string()))
            .finish()
    }
}

impl From<Point> for PointSet {
    fn from(point: Point) -> PointSet {
        let mut set = PointSet::EMPTY;
        set.insert(point);
        set
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl BitOr for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitor(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: PointSet) {
        *self = *self | other;
    }
}

impl BitAnd for PointSet {
    type Output = PointSet;

    #[inline]
    fn bitand(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a & b)
    }
}

/// The points of the first set that are not in the second.
impl Sub for PointSet {
    type Output = PointSet;

    #[inline]
    fn sub(self, other: PointSet) -> PointSet {
        self.zip(other, |a, b| a & !b)
    }
}

impl SubAssign for PointSet {
    fn sub_assign(&mut self, other: PointSet) {
        *self = *self - other;
    }
}
