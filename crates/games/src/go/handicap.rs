//! Where the stones of a handicap are placed, and the star points that are drawn there.

use super::GoError;
use super::points::Point;

/// The traditional places for so many stones, as `fixed_handicap` of the Go Text Protocol has them:
/// corners first, then the middle of the sides, and the centre where the number is odd. They lie on the
/// third line from the edge, and on the fourth from thirteen by thirteen points on. Four are the most
/// where there is no middle, or no room for it as on seven by seven.
pub(super) fn places(size: u8, stones: u8) -> Result<Vec<Point>, GoError> {
    if stones == 0 {
        return Ok(Vec::new());
    }
    let most = most(size).ok_or(GoError::NoHandicap(size))?;
    if !(2..=most).contains(&stones) {
        return Err(GoError::Handicap { stones, size, most });
    }
    let low = if size < 13 { 2 } else { 3 };
    let (middle, high) = (size / 2, size - 1 - low);
    let corners = [(low, low), (high, high), (low, high), (high, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let around = corners.into_iter().chain(sides);
    let odd = stones % 2 == 1 && stones > 4;
    let outer = usize::from(stones) - usize::from(odd);
    let centre = odd.then_some((middle, middle));
    let placed = around.take(outer).chain(centre);
    Ok(placed.map(|(column, row)| Point::at(column, row)).collect())
}

/// How many stones a handicap can have; `None` where there is no room for any.
fn most(size: u8) -> Option<u8> {
    match size {
        0..7 => None,
        7 => Some(4),
        _ if size.is_multiple_of(2) => Some(4),
        _ => Some(9),
    }
}

/// The star points (*hoshi*): the places of the largest handicap, without the middle of the sides
/// where the corners are on the third line.
pub(super) fn stars(size: u8) -> Vec<Point> {
    let stones = match most(size) {
        None => 0,
        Some(most) if size < 13 => most.min(5),
        Some(most) => most,
    };
    places(size, stones).expect("there are places for so many stones")
}
