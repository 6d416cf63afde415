//! Cells that lie side by side, and the labels at their edges.

use std::collections::BTreeMap;

use shido_core::picture::Place;

use crate::spacing::{TOLERANCE, range};

/// A connected group of cells: a board, or one layer of a board in three dimensions.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The cells, as indices of places.
    pub(crate) members: Vec<usize>,
    /// The positions of the columns, left to right.
    pub(crate) columns: Vec<f64>,
    /// The positions of the rows, top to bottom.
    pub(crate) rows: Vec<f64>,
    /// The labels, if the names of the cells are made of a column's and a row's.
    pub(crate) labels: Option<Labels>,
}

/// What is written at the edges of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Labels {
    /// One label for each column.
    pub(crate) columns: Vec<String>,
    /// One label for each row.
    pub(crate) rows: Vec<String>,
    /// What the names of all cells have in common beside these, such as the layer.
    pub(crate) title: String,
}

impl Block {
    /// The index of the column that is this far to the right.
    pub(crate) fn column(&self, right: f64) -> usize {
        level(&self.columns, right)
    }

    /// The index of the row that holds this height.
    pub(crate) fn row(&self, up: f64) -> usize {
        level(&self.rows, up)
    }

    /// The label above the block; empty if there is none.
    pub(crate) fn title(&self) -> &str {
        self.labels.as_ref().map_or("", |labels| &labels.title)
    }

    /// The block of these places.
    pub(crate) fn new(places: &[Place], members: Vec<usize>) -> Block {
        let columns = levels(members.iter().map(|&place| places[place].at[0]));
        let mut rows = levels(members.iter().map(|&place| places[place].at[1]));
        rows.reverse();
        let named = |parts: fn(&str) -> Vec<&str>| -> Vec<Named> {
            members
                .iter()
                .map(|&place| Named {
                    parts: parts(&places[place].name),
                    column: level(&columns, places[place].at[0]),
                    row: level(&rows, places[place].at[1]),
                })
                .collect()
        };
        // Single characters find the layer in `Aa1`, runs of them the row in `a10`.
        let labels = [characters, runs]
            .into_iter()
            .find_map(|parts| labels(&named(parts), columns.len(), rows.len()));
        Block {
            members,
            columns,
            rows,
            labels,
        }
    }
}

/// The blocks of a board whose cells are this wide, in bands from the top down and from left to
/// right within a band.
pub(crate) fn bands(places: &[Place], unit: f64) -> Vec<Vec<Block>> {
    let mut blocks: Vec<Block> = components(places, unit)
        .into_iter()
        .map(|members| Block::new(places, members))
        .collect();
    blocks.sort_by(|a, b| b.rows[0].total_cmp(&a.rows[0]));
    let mut bands: Vec<Vec<Block>> = Vec::new();
    for block in blocks {
        match bands.last_mut() {
            Some(band) if overlap(&band[0], &block) => band.push(block),
            _ => bands.push(vec![block]),
        }
    }
    for band in &mut bands {
        band.sort_by(|a, b| a.columns[0].total_cmp(&b.columns[0]));
    }
    bands
}

/// Whether a block that starts no higher than another begins before that other ends.
fn overlap(upper: &Block, lower: &Block) -> bool {
    let (bottom, _) = range(upper.rows.iter().copied());
    lower.rows[0] >= bottom - TOLERANCE
}

/// The groups of places that are connected by steps of one unit.
fn components(places: &[Place], unit: f64) -> Vec<Vec<usize>> {
    let mut found = vec![false; places.len()];
    let mut components = Vec::new();
    for start in 0..places.len() {
        if std::mem::replace(&mut found[start], true) {
            continue;
        }
        let mut members = vec![start];
        let mut next = 0;
        while let Some(&member) = members.get(next) {
            let [x, y] = places[member].at;
            for (index, place) in places.iter().enumerate() {
                if !found[index] && (place.at[0] - x).hypot(place.at[1] - y) < 1.05 * unit {
                    found[index] = true;
                    members.push(index);
                }
            }
            next += 1;
        }
        members.sort_unstable();
        components.push(members);
    }
    components
}

/// The different values, in increasing order.
fn levels(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut levels: Vec<f64> = values.collect();
    levels.sort_by(f64::total_cmp);
    levels.dedup_by(|a, b| (*a - *b).abs() < TOLERANCE);
    levels
}

/// The index of the level that is nearest to a value.
fn level(levels: &[f64], value: f64) -> usize {
    (0..levels.len())
        .min_by(|&a, &b| {
            (levels[a] - value)
                .abs()
                .total_cmp(&(levels[b] - value).abs())
        })
        .unwrap_or(0)
}

/// A cell by the parts of its name and where it is in its block.
struct Named<'a> {
    parts: Vec<&'a str>,
    column: usize,
    row: usize,
}

/// Cuts a name into its characters.
fn characters(name: &str) -> Vec<&str> {
    name.split("").filter(|part| !part.is_empty()).collect()
}

/// Cuts a name between letters, digits and other characters: `a10` is `a` and `10`.
fn runs(name: &str) -> Vec<&str> {
    let kind = |c: char| (c.is_alphabetic(), c.is_numeric());
    let mut parts = Vec::new();
    let mut start = 0;
    let mut previous = None;
    for (index, character) in name.char_indices() {
        if previous.is_some_and(|previous| previous != kind(character)) {
            parts.push(&name[start..index]);
            start = index;
        }
        previous = Some(kind(character));
    }
    parts.push(&name[start..]);
    parts
}

/// The labels of a block, if one part of the names tells its columns apart and another its rows.
fn labels(cells: &[Named], columns: usize, rows: usize) -> Option<Labels> {
    // A cell alone has a name and neither column nor row.
    if cells.len() < 2 {
        return None;
    }
    let count = cells.first()?.parts.len();
    if cells.iter().any(|cell| cell.parts.len() != count) {
        return None;
    }
    let of_columns: Vec<_> = (0..count)
        .map(|part| axis(cells, part, columns, |cell| cell.column))
        .collect();
    let of_rows: Vec<_> = (0..count)
        .map(|part| axis(cells, part, rows, |cell| cell.row))
        .collect();
    // A block of a single row or column leaves a choice: letters for columns with the number just
    // behind them are what a reader expects.
    let lettered = |part: usize| cells[0].parts[part].chars().all(char::is_alphabetic);
    let (column, row) = (0..count)
        .flat_map(|column| (0..count).map(move |row| (column, row)))
        .filter(|&(column, row)| {
            column != row && of_columns[column].is_some() && of_rows[row].is_some()
        })
        .min_by_key(|&(column, row)| {
            (!lettered(column), lettered(row), row.abs_diff(column + 1))
        })?;
    let rest: String = (0..count)
        .filter(|&part| part != column && part != row)
        .map(|part| cells[0].parts[part])
        .collect();
    Some(Labels {
        columns: of_columns[column].clone()?,
        rows: of_rows[row].clone()?,
        title: rest.trim_matches(|c: char| !c.is_alphanumeric()).to_owned(),
    })
}

/// The labels along an axis, if this part of the names is the same for all cells of a level and
/// different for different levels.
fn axis(
    cells: &[Named],
    part: usize,
    levels: usize,
    level: impl Fn(&Named) -> usize,
) -> Option<Vec<String>> {
    let mut labels = vec![None; levels];
    let mut owner = BTreeMap::new();
    for cell in cells {
        let (text, level) = (cell.parts[part], level(cell));
        if *labels[level].get_or_insert(text) != text
            || *owner.entry(text).or_insert(level) != level
        {
            return None;
        }
    }
    labels
        .into_iter()
        .map(|label| label.map(str::to_owned))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shido_core::picture::Content;

    fn cell(name: &str, x: f64, y: f64) -> Place {
        Place {
            name: name.to_owned(),
            at: [x, y],
            content: Content::Empty,
        }
    }

    #[test]
    fn a_name_is_cut_between_letters_and_digits() {
        assert_eq!(runs("a10"), ["a", "10"]);
        assert_eq!(runs("2:b3"), ["2", ":", "b", "3"]);
        assert_eq!(runs("7"), ["7"]);
        assert_eq!(runs(""), [""]);
    }

    #[test]
    fn layers_are_separate_blocks_with_their_own_titles() {
        let mut places = Vec::new();
        for (layer, shift) in [("1", 0.0), ("2", 3.0)] {
            for (column, x) in [("a", 0.0), ("b", 1.0)] {
                for (row, y) in [("1", 0.0), ("2", 1.0)] {
                    places.push(cell(&format!("{column}{row}.{layer}"), x + shift, y));
                }
            }
        }
        let bands = bands(&places, 1.0);
        assert_eq!(bands.len(), 1);
        let expected = |title: &str| Labels {
            columns: vec!["a".into(), "b".into()],
            rows: vec!["2".into(), "1".into()],
            title: title.into(),
        };
        assert_eq!(bands[0][0].labels, Some(expected("1")));
        assert_eq!(bands[0][1].labels, Some(expected("2")));
        assert_eq!(bands[0][0].members, [0, 1, 2, 3]);
    }

    #[test]
    fn numbered_cells_have_no_edge_labels() {
        let places: Vec<Place> = (0..9)
            .map(|n| cell(&(n + 1).to_string(), f64::from(n % 3), f64::from(2 - n / 3)))
            .collect();
        assert_eq!(bands(&places, 1.0)[0][0].labels, None);
    }

    #[test]
    fn a_single_row_is_labelled_by_letter_and_number() {
        let places = [cell("a1", 0.0, 0.0), cell("b1", 1.0, 0.0)];
        let labels = bands(&places, 1.0)[0][0].labels.clone().unwrap();
        assert_eq!(labels.columns, ["a", "b"]);
        assert_eq!(labels.rows, ["1"]);
    }

    #[test]
    fn blocks_above_each_other_are_separate_bands() {
        let places = [cell("low", 0.0, 0.0), cell("high", 0.0, 2.0)];
        let bands = bands(&places, 1.0);
        assert_eq!(bands.len(), 2);
        assert_eq!(bands[0][0].members, [1]);
    }
}
