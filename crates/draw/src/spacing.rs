//! How far apart the places of a board are.

use shido_core::picture::Place;

/// Places that are closer than this are at the same spot.
pub(crate) const TOLERANCE: f64 = 0.01;

/// The smallest distance between two places that are not at the same spot; one if there are none.
pub(crate) fn smallest_distance(places: &[Place]) -> f64 {
    let mut nearest = None;
    // Squares suffice to find the pair: a large board has tens of thousands of them.
    let mut smallest = f64::INFINITY;
    for (index, a) in places.iter().enumerate() {
        for b in &places[index + 1..] {
            let apart = [a.at[0] - b.at[0], a.at[1] - b.at[1]];
            let square = apart[0] * apart[0] + apart[1] * apart[1];
            if square < smallest && square > TOLERANCE * TOLERANCE {
                (nearest, smallest) = (Some(apart), square);
            }
        }
    }
    nearest.map_or(1.0, |[across, up]: [f64; 2]| across.hypot(up))
}

/// The smallest and the largest of these values; zeros if there are none.
pub(crate) fn range(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .into_iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
    if low <= high { (low, high) } else { (0.0, 0.0) }
}
