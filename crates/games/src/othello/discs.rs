//! What discs do to one another, for all squares of a set at once.
//!
//! Boards smaller than eight by eight lie in a corner of the large one. The squares around them are
//! empty, so a line of discs ends there as it does at an empty square.

use crate::grid::{Square, column_mask, widened};

/// The empty squares of `board` where `own` can be placed so that some of `other` are outflanked.
///
/// For each of the four lines, discs of `own` grow through those of `other` next to them, both ways
/// at once, by doubling (the parallel prefix fill of Kogge and Stone 1973). Where the growth comes
/// out on an empty square, a disc placed there outflanks.
#[inline]
pub(crate) fn legal(own: u64, other: u64, board: u64) -> u64 {
    // A line of discs cannot go on round the side of the board.
    let inner = other & !(column_mask(0) | column_mask(7));
    let reached = outflanking(own, inner, 1)
        | outflanking(own, inner, 7)
        | outflanking(own, other, 8)
        | outflanking(own, inner, 9);
    reached & board & !(own | other)
}

/// The squares right behind the lines of `other` that begin next to `own`, `step` bits apart.
#[inline]
fn outflanking(own: u64, other: u64, step: u32) -> u64 {
    let mut up = other & (own << step);
    let mut down = other & (own >> step);
    up |= other & (up << step);
    down |= other & (down >> step);
    let pairs_up = other & (other << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

/// The discs of `other` that turn over when a disc of `own` is placed on `square`.
#[inline]
pub(crate) fn flips(own: u64, other: u64, square: Square) -> u64 {
    let rays = &RAYS[square.index()];
    let mut flipped = 0;
    for ray in rays.up {
        // The carry runs through all that is not on the ray and through the line of `other` on it,
        // and stops at the first square that is something else.
        let end = (other | !ray).wrapping_add(1) & ray & own;
        flipped |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in rays.down {
        // Here the first square is the highest bit. The lowest bit only keeps the set from being
        // empty: if it is on the ray at all, it is one of `other` when nothing above it stops.
        let stops = (ray & !other) | 1;
        let end = ((1 << 63) >> stops.leading_zeros()) & ray & own;
        flipped |= (end.wrapping_neg() << 1) & ray;
    }
    flipped
}

/// The squares of the large board that can be seen from one square, without itself.
struct Rays {
    /// In the directions in which the numbers of squares grow.
    up: [u64; 4],
    /// In the opposite directions.
    down: [u64; 4],
}

static RAYS: [Rays; 64] = {
    let mut table = [const {
        Rays {
            up: [0; 4],
            down: [0; 4],
        }
    }; 64];
    let directions = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            let (right, up) = directions[direction];
            table[square].up[direction] = ray(square, right, up);
            table[square].down[direction] = ray(square, -right, -up);
            direction += 1;
        }
        square += 1;
    }
    table
};

const fn ray(square: usize, right: i32, up: i32) -> u64 {
    let mut column = (square % 8) as i32 + right;
    let mut row = (square / 8) as i32 + up;
    let mut seen = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        seen |= Square::at(column as u8, row as u8).bit();
        column += right;
        row += up;
    }
    seen
}

/// The set with the eight neighbours of each of its squares.
#[inline]
pub(crate) const fn around(set: u64) -> u64 {
    let wide = widened(set);
    wide | (wide << 8) | (wide >> 8)
}
