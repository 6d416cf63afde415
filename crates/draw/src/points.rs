//! Boards of points and lines, and trees, in a terminal.

use shido_core::picture::{Content, Picture};

use crate::canvas::{Canvas, Spot};
use crate::spacing::{TOLERANCE, range, smallest_distance};
use crate::terminal::{Pen, reach, to_columns};

/// Draws the joins as lines and then what stands on the points.
pub(crate) fn draw(pen: &Pen) -> Canvas {
    let picture = pen.picture;
    let rooms: Vec<usize> = picture
        .places
        .iter()
        .map(|place| pen.room(place, pen.style.names))
        .collect();
    let tree = is_tree(picture);
    let plan = Plan::new(picture, rooms, to_columns(pen.style.width));
    let spots = if tree {
        plan.fitting((4..).step_by(2).map(|columns| Scale { columns, rows: 2 }))
    } else {
        let smallest = plan.rows_for_slopes(&picture.joins);
        // A character cell is twice as high as wide.
        plan.fitting((smallest..).map(|rows| Scale {
            columns: 2 * rows,
            rows,
        }))
    };
    let mut canvas = Canvas::default();
    // The board should not jump when a bracket is put around a place at its left edge.
    canvas.keep(plan.left(&spots) - 1);
    for &(a, b) in &picture.joins {
        let (upper, lower) = (spots[a].min(spots[b]), spots[a].max(spots[b]));
        if tree {
            // The branches of a node leave it together, right below it.
            let fork = upper.0 + 1;
            canvas.line(upper, (fork, upper.1));
            canvas.line((fork, upper.1), (fork, lower.1));
            canvas.line((fork, lower.1), lower);
        } else {
            canvas.line(upper, lower);
        }
    }
    for (place, &spot) in picture.places.iter().zip(&spots) {
        pen.place(&mut canvas, spot, place, pen.style.names, "·");
    }
    canvas
}

/// Whether the picture is a tree that hangs from its roots: every place has at most one join
/// upwards and none to its side. Only a picture with labels can be one, for a game that is played
/// on such lines wants them drawn as they are.
fn is_tree(picture: &Picture) -> bool {
    let labelled = |content: &Content| matches!(content, Content::Label(_));
    let mut has_parent = vec![false; picture.places.len()];
    picture.places.iter().any(|place| labelled(&place.content))
        && picture.joins.iter().all(|&(a, b)| {
            let rise = picture.places[b].at[1] - picture.places[a].at[1];
            let lower = if rise > 0.0 { a } else { b };
            rise.abs() > TOLERANCE && !std::mem::replace(&mut has_parent[lower], true)
        })
}

/// How many columns and rows are one unit.
#[derive(Clone, Copy)]
struct Scale {
    columns: i32,
    rows: i32,
}

/// The points of a board and the space that they need.
struct Plan {
    /// The points in units.
    points: Vec<[f64; 2]>,
    /// How many characters each point needs.
    rooms: Vec<usize>,
    width: i32,
}

impl Plan {
    fn new(picture: &Picture, rooms: Vec<usize>, width: i32) -> Plan {
        // Neighbours should be about one unit apart already. A board that was described in another
        // measure, such as pixels, is brought to it.
        let unit = match smallest_distance(&picture.places) {
            near if (0.5..2.0).contains(&near) => 1.0,
            other => other,
        };
        let [right, up] = [0, 1].map(|axis| {
            let along = picture.places.iter().map(|place| place.at[axis] / unit);
            let (low, high) = range(along.clone());
            let whole = |length: f64| (length - length.round()).abs() < TOLERANCE;
            // Measured from the middle, what is symmetric stays so when it is rounded. Measured
            // from the edge, what is evenly spaced stays so even if its middle is between two
            // points.
            let middle = (low + high) / 2.0;
            let even = along.clone().all(|at| whole(at - low));
            let origin = if even && !whole(middle - low) {
                low
            } else {
                middle
            };
            along.map(|at| at - origin).collect::<Vec<f64>>()
        });
        let points = right.into_iter().zip(up).map(|(x, y)| [x, y]).collect();
        Plan {
            points,
            rooms,
            width,
        }
    }

    /// Where the points are drawn, at the first of these growing scales at which the lines between
    /// them can be seen. Where the width does not allow that, the drawing is narrowed as little as
    /// possible, and only if points would collide is the width exceeded.
    fn fitting(&self, mut scales: impl Iterator<Item = Scale> + Clone) -> Vec<Spot> {
        let airy = scales
            .clone()
            .map(|scale| self.spots(scale))
            .take_while(|spots| self.fits(spots))
            .find(|spots| self.clear(spots, 2));
        if let Some(spots) = airy {
            return spots;
        }
        let Some(Scale { columns, rows }) = scales.next() else {
            return Vec::new();
        };
        let narrowed = (1..=columns)
            .rev()
            .map(|columns| self.spots(Scale { columns, rows }))
            .find(|spots| self.fits(spots) && self.clear(spots, 1));
        // Different points are at least half a unit apart, so that at six rows a unit there is a
        // row between those above each other, and some number of columns parts all others.
        narrowed
            .or_else(|| {
                (1..)
                    .map(|columns| {
                        self.spots(Scale {
                            columns,
                            rows: rows.max(6),
                        })
                    })
                    .find(|spots| self.clear(spots, 1))
            })
            .unwrap_or_default()
    }

    /// How many rows a unit should have at least. Joins that are neither level nor upright nor
    /// diagonal need more space than others to be recognised, the more the shorter they are.
    fn rows_for_slopes(&self, joins: &[(usize, usize)]) -> i32 {
        let lengths = joins.iter().filter_map(|&(a, b)| {
            let [right, up] =
                [0, 1].map(|axis| (self.points[a][axis] - self.points[b][axis]).abs());
            let odd = right > TOLERANCE && up > TOLERANCE && (right - up).abs() > TOLERANCE;
            odd.then(|| right.hypot(up))
        });
        let shortest = lengths.fold(f64::INFINITY, f64::min);
        (3.5 / shortest).ceil().clamp(2.0, 4.0) as i32
    }

    fn spots(&self, scale: Scale) -> Vec<Spot> {
        let scaled = |length: f64, scale: i32| (length * f64::from(scale)).round() as i32;
        self.points
            .iter()
            .map(|&[right, up]| (-scaled(up, scale.rows), scaled(right, scale.columns)))
            .collect()
    }

    fn fits(&self, spots: &[Spot]) -> bool {
        let ends = spots.iter().zip(&self.rooms);
        let right = ends.map(|(spot, &room)| spot.1 + reach(room).1).max();
        // Brackets may stand at either side.
        right.unwrap_or(0) - self.left(spots) + 3 <= self.width
    }

    /// The first column of the drawing.
    fn left(&self, spots: &[Spot]) -> i32 {
        let ends = spots.iter().zip(&self.rooms);
        let left = ends.map(|(spot, &room)| spot.1 - reach(room).0).min();
        left.unwrap_or(0)
    }

    /// Whether there is a row or there are `gap` columns between any two points, unless they are
    /// at one spot on the board itself.
    fn clear(&self, spots: &[Spot], gap: i32) -> bool {
        (0..spots.len()).all(|b| {
            (0..b).all(|a| {
                let (left, right) = if spots[a].1 <= spots[b].1 {
                    (a, b)
                } else {
                    (b, a)
                };
                let end = spots[left].1 + reach(self.rooms[left]).1;
                let start = spots[right].1 - reach(self.rooms[right]).0;
                (spots[a].0 - spots[b].0).abs() >= 2 || start - end > gap || self.coincide(a, b)
            })
        })
    }

    fn coincide(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.points[a], self.points[b]);
        // The smallest distance between different spots is at least half a unit.
        (a[0] - b[0]).hypot(a[1] - b[1]) < 0.49
    }
}
