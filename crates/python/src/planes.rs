//! Positions as numbers: planes of the board.
//!
//! Games that say what a person sees in them (`core::Perception`) are asked. Of others it is seen what their
//! pictures show: for each side where its markers are, and how many of them.

use shido::core::picture::{Content, Picture, Shape};
use shido::core::spread;
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

/// How the positions of a game are seen, again and again.
pub(crate) struct Sight {
    /// The shape of the planes and, for each point of the board, its place in a plane: where the board has nothing on it
    /// but markers, so that no picture is needed.
    plain: Option<(Vec<usize>, Vec<usize>)>,
}

/// How many positions of a contest are looked at to see what a game has on its board.
const LOOKS: u64 = 200;

impl Sight {
    /// How positions of a game are seen, found out in a contest at random from here.
    pub(crate) fn of(session: &mut dyn AnySession) -> Sight {
        let picture = session.picture();
        let (grid, places) = places(&picture);
        let plain = Sight {
            plain: Some((shape(grid, places.len()), places)),
        };
        for look in 0..LOOKS {
            let (shape, numbers) = planes(session);
            let bytes: Vec<u8> = numbers.iter().flat_map(|it| it.to_ne_bytes()).collect();
            if session.holders().is_empty() || plain.bytes(session) != (shape, bytes) {
                return Sight { plain: None };
            }
            let count = session.legal_moves().len() as u64;
            if count == 0
                || session
                    .play_number((spread(look) % count) as usize)
                    .is_err()
            {
                break;
            }
        }
        plain
    }

    /// The shape and the numbers of the planes of a position, as bytes.
    pub(crate) fn bytes(&self, session: &dyn AnySession) -> (Vec<usize>, Vec<u8>) {
        let Some((shape, places)) = &self.plain else {
            let (shape, numbers) = planes(session);
            return (
                shape,
                numbers.iter().flat_map(|it| it.to_ne_bytes()).collect(),
            );
        };
        let one = 1_f32.to_ne_bytes();
        let mut bytes = vec![0; Seat::BOTH.len() * places.len() * one.len()];
        for (holder, place) in session.holders().into_iter().zip(places) {
            if let Some(seat) = holder {
                let at = (seat.index() * places.len() + place) * one.len();
                bytes[at..at + one.len()].copy_from_slice(&one);
            }
        }
        (shape.clone(), bytes)
    }
}

/// How many columns and rows a board has, where it is a grid, and the place of each point in a plane.
fn places(picture: &Picture) -> (Option<[usize; 2]>, Vec<usize>) {
    let places = &picture.places;
    let along = |axis: usize| {
        let mut values: Vec<f64> = places.iter().map(|place| place.at[axis]).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values
    };
    let (columns, rows) = (along(0), along(1));
    if columns.len() * rows.len() != places.len() {
        return (None, (0..places.len()).collect());
    }
    let at = places.iter().map(|place| {
        let column = columns.iter().position(|x| *x == place.at[0]).unwrap_or(0);
        let row = rows.iter().position(|y| *y == place.at[1]).unwrap_or(0);
        row * columns.len() + column
    });
    (Some([columns.len(), rows.len()]), at.collect())
}

fn shape(grid: Option<[usize; 2]>, points: usize) -> Vec<usize> {
    match grid {
        Some([columns, rows]) => vec![Seat::BOTH.len(), rows, columns],
        None => vec![Seat::BOTH.len(), points],
    }
}

fn of_picture(picture: &Picture) -> (Vec<usize>, Vec<f32>) {
    let (grid, at) = places(picture);
    let places = &picture.places;
    let mut numbers = vec![0.0; Seat::BOTH.len() * places.len()];
    for (place, at) in places.iter().zip(at) {
        let Content::Marker { seat, shape, .. } = &place.content else {
            continue;
        };
        numbers[seat.index() * places.len() + at] = match shape {
            Shape::Stack(count) => f32::from(*count),
            _ => 1.0,
        };
    }
    (shape(grid, places.len()), numbers)
}
