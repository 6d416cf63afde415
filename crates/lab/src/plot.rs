//! What results look like as charts.

use shido_draw::{Compared, Tint, Tone, heat_map, interval_bars, scatter};

use crate::findings::{Agreement, Cell};
use crate::page::agreement_class;

/// A row and a column for every pairing, each cell tinted by its share.
pub(crate) fn map_of_shares(title: &str, cells: &[&Cell]) -> String {
    let rows = distinct(cells.iter().map(|cell| cell.row.as_str()));
    let columns = distinct(cells.iter().map(|cell| cell.column.as_str()));
    let place = |all: &[&str], name: &str| all.iter().position(|known| *known == name);
    let tints: Vec<Tint> = cells
        .iter()
        .filter_map(|cell| {
            Some(Tint {
                name: cell.name(),
                row: place(&rows, &cell.row)?,
                column: place(&columns, &cell.column)?,
                share: cell.ours,
            })
        })
        .collect();
    heat_map(title, &rows, &columns, &tints).inline()
}

/// Published numbers to the right, ours upwards.
pub(crate) fn published_and_ours(cells: &[Cell]) -> String {
    let numbers: Vec<Compared> = cells.iter().map(compared).collect();
    let title = format!("Published and ours, in {}", unit(cells));
    scatter(&title, &numbers).inline()
}

/// A line for every number, with its interval and what was published.
pub(crate) fn intervals(measure: &str, cells: &[Cell]) -> String {
    let numbers: Vec<Compared> = cells.iter().map(compared).collect();
    let neutral = match cells.iter().any(|cell| cell.parts.is_some()) {
        true => 0.0,
        false => 50.0,
    };
    let mut title = format!("{measure} in {}, 95% intervals", unit(cells));
    if cells.iter().any(|cell| cell.published.is_some()) {
        title.push_str("; black: published");
    }
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    interval_bars(&title, neutral, &numbers).inline()
}

/// Rates are in per cent, what one is above another in points.
fn unit(cells: &[Cell]) -> &'static str {
    match cells.iter().any(|cell| cell.parts.is_some()) {
        true => "percentage points",
        false => "per cent",
    }
}

fn compared(cell: &Cell) -> Compared {
    Compared {
        name: cell.name(),
        ours: 100.0 * cell.ours,
        interval: [cell.interval.low, cell.interval.high].map(|end| 100.0 * end),
        theirs: cell.published.map(|published| 100.0 * published),
        tone: match cell.agreement {
            Agreement::Unknown => Tone::Plain,
            Agreement::Close => Tone::Close,
            Agreement::Doubtful => Tone::Doubtful,
            Agreement::Far => Tone::Far,
        },
    }
}

/// What the colours of dots and cells mean.
pub(crate) fn legend(cells: &[Cell]) -> Option<String> {
    let compared = cells.iter().any(|cell| cell.z.is_some());
    compared.then(|| {
        let entry = |agreement, words| {
            let class = agreement_class(agreement);
            format!("<span class=\"key {class}\"></span>{words}")
        };
        let entries = [
            entry(Agreement::Close, "|z| below 2"),
            entry(Agreement::Doubtful, "2 to 3"),
            entry(Agreement::Far, "3 and more"),
        ];
        format!("<p class=\"legend\">{}</p>\n", entries.join(" "))
    })
}

/// The values in the order in which they first occur.
pub(crate) fn distinct<'c>(values: impl Iterator<Item = &'c str>) -> Vec<&'c str> {
    let mut seen = Vec::new();
    for value in values {
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}
