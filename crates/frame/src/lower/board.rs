//! The `[board]` of a frame.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use shido_core::nearest;
use toml::Spanned;
use toml::de::DeValue;

use crate::frame::{Board, BoardPoint, MOST_POINTS, Point, Surface};
use crate::reader::{At, Section, real_number};

/// Points by name, and the errors about names that are not there.
pub(super) struct Names<'b>(pub(super) &'b BTreeMap<String, Point>);

impl Names<'_> {
    pub(super) fn find(&self, section: &Section<'_, '_>, name: &At<String>) -> Option<Point> {
        if let Some(point) = self.0.get(&name.value) {
            return Some(*point);
        }
        let help = match nearest(&name.value, self.0.keys().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => {
                let first = self.0.keys().next().map_or("", String::as_str);
                let last = self.0.keys().next_back().map_or("", String::as_str);
                format!(
                    "the board has {} points, `{first}` to `{last}`",
                    self.0.len()
                )
            }
        };
        let problem = format!("there is no point `{}`", name.value);
        section.error(&name.span, problem, help);
        None
    }

    /// The points of a list of names, each at most once.
    pub(super) fn find_all(
        &self,
        section: &Section<'_, '_>,
        names: &[At<String>],
    ) -> Option<Vec<Point>> {
        let mut points = Vec::new();
        let mut complete = true;
        for name in names {
            match self.find(section, name) {
                Some(point) if points.contains(&point) => {
                    section.error(
                        &name.span,
                        format!("`{}` is listed twice", name.value),
                        "leave one of them out",
                    );
                    complete = false;
                }
                Some(point) => points.push(point),
                None => complete = false,
            }
        }
        complete.then_some(points)
    }
}

/// The board, and where its parts are written, for errors about how they fit the rules.
pub(super) struct BoardText {
    pub(super) board: Board,
    pub(super) names: BTreeMap<String, Point>,
    pub(super) span: Range<usize>,
    pub(super) lines: Range<usize>,
    /// Whether lines and ways are written down, if perhaps wrongly: then their absence is no second
    /// mistake.
    pub(super) has_lines: bool,
    pub(super) has_ways: bool,
}

pub(super) fn board(top: &Section<'_, '_>) -> Option<BoardText> {
    let Some(section) = top.section("board") else {
        if !top.has("board") {
            top.error(
                &top.span,
                "the frame has no board",
                "add `[board]` with `grid = [3, 3]`, or with `points` and `roads`",
            );
        }
        return None;
    };
    let places = places(&section);
    let parts = match places {
        Some(places) => parts(&section, places),
        None => {
            section.pass_over(&["grid", "points", "roads", "adjacency", "lines"]);
            section.pass_over(&["more-lines", "surface"]);
            None
        }
    };
    section.finish();
    parts
}

/// The points before anything joins them.
struct Places {
    points: Vec<BoardPoint>,
    names: BTreeMap<String, Point>,
    rows: Vec<Vec<Vec<Point>>>,
    grid: Option<Grid>,
}

#[derive(Clone, Copy)]
struct Grid {
    columns: usize,
    rows: usize,
    layers: usize,
    dimensions: usize,
}

impl Grid {
    fn cell(&self, point: usize) -> [i64; 3] {
        let (columns, rows) = (self.columns, self.rows);
        [
            (point % columns) as i64,
            (point / columns % rows) as i64,
            (point / columns / rows) as i64,
        ]
    }

    fn point(&self, cell: [i64; 3]) -> Option<usize> {
        let sizes = [self.columns, self.rows, self.layers];
        let inside = (0..3).all(|axis| (0..sizes[axis] as i64).contains(&cell[axis]));
        inside.then(|| {
            let [x, y, z] = cell.map(|coordinate| coordinate as usize);
            x + self.columns * (y + self.rows * z)
        })
    }

    fn count(&self) -> usize {
        self.columns * self.rows * self.layers
    }

    /// One of each pair of opposite directions.
    fn directions(&self) -> impl Iterator<Item = [i64; 3]> {
        let depth = if self.dimensions == 3 { -1..=1 } else { 0..=0 };
        depth
            .flat_map(|z| (-1..=1).flat_map(move |y| (-1..=1).map(move |x| [x, y, z])))
            .filter(|[x, y, z]| (*z, *y, *x) > (0, 0, 0))
    }
}

fn is_diagonal(direction: [i64; 3]) -> bool {
    direction.iter().filter(|step| **step != 0).count() > 1
}

fn places(section: &Section<'_, '_>) -> Option<Places> {
    match (section.has("grid"), section.has("points")) {
        (true, true) => {
            section.error(
                &section.key_span("points"),
                "the board has both `grid` and `points`",
                "keep `grid` for a rectangular board, `points` for any other",
            );
            None
        }
        (true, false) => {
            let grid = grid(section)?;
            Some(grid_places(grid))
        }
        (false, true) => free_places(section),
        (false, false) => {
            section.error(
                &section.span,
                "the board has no points",
                "write `grid = [3, 3]`, or `points = { a = [0, 0], b = [1, 0] }`",
            );
            None
        }
    }
}

fn grid(section: &Section<'_, '_>) -> Option<Grid> {
    let wanted = "`[columns, rows]` or `[columns, rows, layers]`";
    let sizes = section.array("grid", wanted)?;
    if !(2..=3).contains(&sizes.value.len()) {
        section.error(
            &sizes.span,
            format!(
                "a grid has two or three dimensions, not {}",
                sizes.value.len()
            ),
            format!("write {wanted}"),
        );
        return None;
    }
    let mut numbers = Vec::new();
    for value in &sizes.value {
        numbers.push(section.as_number("grid", value, 1..=MOST_POINTS as i64));
    }
    let numbers: Option<Vec<usize>> = numbers
        .into_iter()
        .map(|number| number.map(|at| at.value as usize))
        .collect();
    let numbers = numbers?;
    let grid = Grid {
        columns: numbers[0],
        rows: numbers[1],
        layers: numbers.get(2).copied().unwrap_or(1),
        dimensions: numbers.len(),
    };
    if grid.columns > 26 {
        section.error(
            &sizes.span,
            format!(
                "columns are named by letters, and {} are too many",
                grid.columns
            ),
            "use at most 26 columns",
        );
        return None;
    }
    if grid.count() > MOST_POINTS {
        section.error(
            &sizes.span,
            format!("a grid of {} points is too large", grid.count()),
            format!("use at most {MOST_POINTS} points"),
        );
        return None;
    }
    if grid.count() < 2 {
        section.error(
            &sizes.span,
            "a board of a single point cannot be played on",
            "write a larger grid, such as `grid = [3, 3]`",
        );
        return None;
    }
    Some(grid)
}

fn grid_places(grid: Grid) -> Places {
    let solid = grid.dimensions == 3;
    let points: Vec<BoardPoint> = (0..grid.count())
        .map(|number| {
            let [x, y, z] = grid.cell(number);
            let letter = char::from(b'a' + x as u8);
            let flat = format!("{letter}{}", y + 1);
            BoardPoint {
                at: [(x + z * (grid.columns as i64 + 1)) as f64, y as f64],
                column: if solid {
                    flat.clone()
                } else {
                    letter.to_string()
                },
                name: if solid {
                    format!("{}{flat}", z + 1)
                } else {
                    flat
                },
            }
        })
        .collect();
    let rows = (0..grid.layers as i64)
        .map(|z| {
            let row = |y| (0..grid.columns as i64).filter_map(move |x| grid.point([x, y, z]));
            (0..grid.rows as i64)
                .rev()
                .map(|y| row(y).map(|point| point as Point).collect())
                .collect()
        })
        .collect();
    Places {
        names: by_name(&points),
        points,
        rows,
        grid: Some(grid),
    }
}

fn by_name(points: &[BoardPoint]) -> BTreeMap<String, Point> {
    let numbered = points.iter().enumerate();
    numbered
        .map(|(number, point)| (point.name.clone(), number as Point))
        .collect()
}

fn free_places(section: &Section<'_, '_>) -> Option<Places> {
    let table = section.section("points")?;
    let count = table.entries().count();
    if !(2..=MOST_POINTS).contains(&count) {
        table.error(
            &table.span,
            format!("a board of {} points cannot be played on", count),
            format!("use 2 to {MOST_POINTS} points"),
        );
        return None;
    }
    let mut points: Vec<BoardPoint> = Vec::new();
    for (name, value) in table.entries() {
        let Some(at) = coordinates(value) else {
            table.error(
                &value.span(),
                format!("`{}` is not a pair of coordinates", name.value),
                format!("write `{} = [0, 0]`: right, then up", name.value),
            );
            continue;
        };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        if name.value.is_empty()
            || name.value == "pass"
            || !name.value.chars().all(|c| plain(c) && c != 'x')
        {
            table.error(
                &name.span,
                format!("a point cannot be called `{}`", name.value),
                "use lower-case letters and digits; `x` stands for removal in moves, and `pass` is a move",
            );
        }
        if at.iter().any(|number| number.abs() > FARTHEST) {
            table.error(
                &value.span(),
                format!("`{}` is too far away to be drawn", name.value),
                format!("use coordinates from -{FARTHEST} to {FARTHEST}"),
            );
        }
        let near = |one: f64, other: f64| (one - other).abs() < NEAREST;
        let meets = |point: &&BoardPoint| near(point.at[0], at[0]) && near(point.at[1], at[1]);
        if let Some(twin) = points.iter().find(meets) {
            table.error(
                &value.span(),
                format!("`{}` and `{}` are in the same place", twin.name, name.value),
                format!("give each point coordinates of its own, at least {NEAREST} apart"),
            );
        }
        points.push(BoardPoint {
            name: name.value.to_owned(),
            column: name.value.to_owned(),
            at,
        });
    }
    // Numbers follow the reading order, so that positions are written in the order of the numbers.
    points.sort_by(|a, b| {
        b.at[1]
            .total_cmp(&a.at[1])
            .then(a.at[0].total_cmp(&b.at[0]))
    });
    let mut rows: Vec<Vec<Point>> = Vec::new();
    for (number, point) in points.iter().enumerate() {
        let same_height = number > 0 && points[number - 1].at[1] == point.at[1];
        match rows.last_mut() {
            Some(row) if same_height => row.push(number as Point),
            _ => rows.push(vec![number as Point]),
        }
    }
    Some(Places {
        names: by_name(&points),
        points,
        rows: vec![rows],
        grid: None,
    })
}

/// A board is drawn to scale, so its points are neither farther away nor nearer together than this.
const FARTHEST: f64 = 100.0;
const NEAREST: f64 = 0.1;

fn coordinates(value: &Spanned<DeValue<'_>>) -> Option<[f64; 2]> {
    let array = value.get_ref().as_array()?;
    let numbers: Option<Vec<f64>> = array.iter().map(|n| real_number(n.get_ref())).collect();
    // `+ 0.0` makes a negative zero an ordinary one, so that equal places compare equal.
    <[f64; 2]>::try_from(numbers?)
        .ok()
        .map(|at| at.map(|c| c + 0.0))
}

fn parts(section: &Section<'_, '_>, places: Places) -> Option<BoardText> {
    let names = Names(&places.names);
    let roads = roads(section, &names);
    let mut adjacent = BTreeSet::new();
    let mut jumps = BTreeSet::new();
    for road in roads.iter().flat_map(|roads| &roads.value) {
        for pair in road.windows(2) {
            adjacent.insert((pair[0].min(pair[1]), pair[0].max(pair[1])));
        }
        let closed = road.first() == road.last();
        let seam = closed.then(|| [road[road.len() - 2], road[0], road[1]]);
        let triples = road.windows(3).map(|t| [t[0], t[1], t[2]]).chain(seam);
        for [from, over, to] in triples {
            jumps.insert((from, over, to));
            jumps.insert((to, over, from));
        }
    }
    let neighbours = adjacency(section, places.grid);
    if let (Some(kind), Some(grid)) = (neighbours, places.grid) {
        for direction in grid.directions().filter(|d| kind.has(*d)) {
            for run in runs(grid, direction, 2) {
                adjacent.insert((run[0].min(run[1]), run[0].max(run[1])));
            }
            for run in runs(grid, direction, 3) {
                jumps.insert((run[0], run[1], run[2]));
                jumps.insert((run[2], run[1], run[0]));
            }
        }
    }
    let lines = lines(section, &names, &places, roads.as_ref());
    let plain = places.grid.is_some() && adjacent.is_empty();
    let surface = section.choice(
        "surface",
        &[("cells", Surface::Cells), ("points", Surface::Points)],
    );
    let surface = match surface {
        Some(surface) => surface.value,
        None if plain => Surface::Cells,
        None => Surface::Points,
    };
    Some(BoardText {
        board: Board {
            column_stride: places.grid.map(|grid| match grid.dimensions {
                3 => (grid.columns * grid.rows) as u32,
                _ => grid.columns as u32,
            }),
            points: places.points,
            rows: places.rows,
            adjacent: adjacent.into_iter().collect(),
            jumps: jumps.into_iter().collect(),
            lines: lines.unwrap_or_default(),
            surface,
        },
        names: places.names,
        span: section.span.clone(),
        lines: section.key_span("lines"),
        has_lines: section.has("lines") || section.has("more-lines"),
        has_ways: section.has("roads") || section.has("adjacency"),
    })
}

fn roads(section: &Section<'_, '_>, names: &Names<'_>) -> Option<At<Vec<Vec<Point>>>> {
    let list = section.array("roads", "lists of points: `[[\"a1\", \"b1\", \"c1\"]]`")?;
    let mut roads = Vec::new();
    for value in &list.value {
        let Some(road) = section.as_texts("roads", value) else {
            continue;
        };
        if road.value.len() < 2 {
            section.error(
                &road.span,
                "a road of one point leads nowhere",
                "list at least two points",
            );
            continue;
        }
        // A road may come back to where it began: a circle is written with its first point last.
        let open = match (road.value.first(), road.value.last()) {
            (Some(first), Some(last)) if first.value == last.value && road.value.len() > 3 => {
                &road.value[..road.value.len() - 1]
            }
            _ => &road.value[..],
        };
        if let Some(mut points) = names.find_all(section, open) {
            if open.len() < road.value.len() {
                points.push(points[0]);
            }
            roads.push(points);
        }
    }
    Some(At {
        value: roads,
        span: list.span,
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Adjacency {
    Orthogonal,
    Diagonal,
    All,
}

impl Adjacency {
    fn has(self, direction: [i64; 3]) -> bool {
        match self {
            Adjacency::All => true,
            Adjacency::Orthogonal => !is_diagonal(direction),
            Adjacency::Diagonal => is_diagonal(direction),
        }
    }
}

fn adjacency(section: &Section<'_, '_>, grid: Option<Grid>) -> Option<Adjacency> {
    let kind = section.choice(
        "adjacency",
        &[
            ("orthogonal", Adjacency::Orthogonal),
            ("diagonal", Adjacency::Diagonal),
            ("all", Adjacency::All),
        ],
    )?;
    if grid.is_none() {
        section.error(
            &kind.span,
            "`adjacency` is for grids, and this board has `points`",
            "list the `roads` along which markers slide",
        );
        return None;
    }
    Some(kind.value)
}

/// All runs of `length` points in a direction.
fn runs(grid: Grid, direction: [i64; 3], length: usize) -> Vec<Vec<Point>> {
    (0..grid.count())
        .filter_map(|start| {
            let cell = grid.cell(start);
            (0..length as i64)
                .map(|step| {
                    let at = std::array::from_fn(|axis| cell[axis] + step * direction[axis]);
                    grid.point(at).map(|point| point as Point)
                })
                .collect()
        })
        .collect()
}

fn lines(
    section: &Section<'_, '_>,
    names: &Names<'_>,
    places: &Places,
    roads: Option<&At<Vec<Vec<Point>>>>,
) -> Option<Vec<Vec<Point>>> {
    let mut lines = match section.get("lines") {
        None => Vec::new(),
        Some(value) => match value.get_ref() {
            DeValue::Table(_) => {
                let table = section.as_section("lines", value)?;
                let lines = in_a_row(&table, places.grid);
                table.finish();
                lines?
            }
            DeValue::String(text) if text == "roads" => {
                let Some(roads) = roads else {
                    section.error(
                        &value.span(),
                        "the lines are to be the roads, but there are no roads",
                        "add `roads = [[...], ...]`, or list the lines",
                    );
                    return None;
                };
                let open = roads
                    .value
                    .iter()
                    .filter(|road| road.first() != road.last());
                open.cloned().collect()
            }
            DeValue::Array(_) => listed_lines(section, names, "lines", value)?,
            _ => {
                section.error(
                    &value.span(),
                    "`lines` is neither a rule nor a list",
                    "write `{ in-a-row = 3 }`, `\"roads\"` or `[[\"a1\", \"b1\", \"c1\"], ...]`",
                );
                return None;
            }
        },
    };
    if let Some(value) = section.get("more-lines") {
        lines.extend(listed_lines(section, names, "more-lines", value)?);
    }
    for line in &mut lines {
        line.sort_unstable();
    }
    lines.sort();
    lines.dedup();
    Some(lines)
}

fn in_a_row(table: &Section<'_, '_>, grid: Option<Grid>) -> Option<Vec<Vec<Point>>> {
    let length = table.number("in-a-row", 2..=MOST_POINTS as i64);
    let diagonals = table.boolean("diagonals").is_none_or(|at| at.value);
    if !table.has("in-a-row") {
        table.error(
            &table.span,
            "the rule for lines does not say how long they are",
            "write `lines = { in-a-row = 3 }`",
        );
    }
    let Some(grid) = grid else {
        table.error(
            &table.span,
            "`in-a-row` is for grids, and this board has `points`",
            "write `lines = \"roads\"`, or list the lines",
        );
        return None;
    };
    let length = length?;
    let wanted = grid.directions().filter(|d| diagonals || !is_diagonal(*d));
    let lines: Vec<Vec<Point>> = wanted
        .flat_map(|direction| runs(grid, direction, length.value as usize))
        .collect();
    if lines.is_empty() {
        let longest = grid.columns.max(grid.rows).max(grid.layers);
        table.error(
            &length.span,
            format!("no line of {} fits on this board", length.value),
            format!("write `in-a-row = {longest}` or less"),
        );
        return None;
    }
    Some(lines)
}

fn listed_lines<'a, 't>(
    section: &Section<'a, 't>,
    names: &Names<'_>,
    key: &str,
    value: &'a Spanned<DeValue<'t>>,
) -> Option<Vec<Vec<Point>>> {
    let list = section.as_array(key, value, "lists of points: `[[\"a1\", \"b1\", \"c1\"]]`")?;
    let mut lines: Vec<Vec<Point>> = Vec::new();
    let mut sorted = BTreeSet::new();
    let mut sound = true;
    for value in &list.value {
        let Some(line) = section.as_texts(key, value) else {
            sound = false;
            continue;
        };
        let Some(points) = names.find_all(section, &line.value) else {
            sound = false;
            continue;
        };
        if points.len() < 2 {
            section.error(
                &line.span,
                "a line needs at least two points",
                "list all the points that make the line",
            );
            sound = false;
        }
        let mut set = points.clone();
        set.sort_unstable();
        if !sorted.insert(set) {
            section.error(
                &line.span,
                "this line is there already",
                "leave one of them out",
            );
            sound = false;
        }
        lines.push(points);
    }
    sound.then_some(lines)
}
