//! Positions as numbers: planes of the board.
//!
//! Games that say what a person sees in them (`core::Perception`) are asked. Of others it is seen what their
//! pictures show: for each side where its markers are, and how many of them.

use shido::core::picture::{Content, Picture, Shape};
use shido::{AnySession, Seat, Turn};

/// The planes of a position, and their shape: planes, rows, columns; or planes and points, where the board is no grid.
pub(crate) fn planes(session: &dyn AnySession) -> (Vec<usize>, Vec<f32>) {
    if matches!(session.turn(), Turn::Of(_))
        && let Some(planes) = session.planes()
        && planes.sight.squares() > 0
    {
        let sight = planes.sight;
        return (
            vec![sight.planes, sight.height, sight.width],
            planes.numbers,
        );
    }
    of_picture(&session.picture())
}

fn of_picture(picture: &Picture) -> (Vec<usize>, Vec<f32>) {
    let places = &picture.places;
    let along = |axis: usize| {
        let mut values: Vec<f64> = places.iter().map(|place| place.at[axis]).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    };
    let (columns, rows) = (along(0), along(1));
    let grid = columns.len() * rows.len() == places.len();
    let mut numbers = vec![0.0; 2 * places.len()];
    for (number, place) in places.iter().enumerate() {
        let Content::Marker { seat, shape, .. } = &place.content else {
            continue;
        };
        let at = match grid {
            true => {
                let column = columns.iter().position(|x| *x == place.at[0]).unwrap_or(0);
                let row = rows.iter().position(|y| *y == place.at[1]).unwrap_or(0);
                row * columns.len() + column
            }
            false => number,
        };
        numbers[seat.index() * places.len() + at] = match shape {
            Shape::Stack(count) => f32::from(*count),
            _ => 1.0,
        };
    }
    let shape = match grid {
        true => vec![Seat::BOTH.len(), rows.len(), columns.len()],
        false => vec![Seat::BOTH.len(), places.len()],
    };
    (shape, numbers)
}
