//! How far apart the places of a board are.

use shido_core::picture::Place;

/// Places that are closer than this are at the same spot.
pub(crate) const TOLERANCE: f64 = 0.01;

/// The smallest distance between two places that are not at the same spot; one if there are none.
pub(crate) fn smallest_distance(places: &[Place]) -> f64 {
    let mut smallest = f64::INFINITY;
    for (index, a) in places.iter().enumerate() {
        for b in &places[index + 1..] {
            let distance = (a.at[0] - b.at[0]).hypot(a.at[1] - b.at[1]);
            if distance > TOLERANCE && distance < smallest {
                smallest = distance;
            }
        }
    }
    if smallest.is_finite() { smallest } else { 1.0 }
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
