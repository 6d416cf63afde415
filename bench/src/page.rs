//! The table's place in the page.

use std::fmt::Write;
use std::path::Path;

use anyhow::Context;

use crate::table::{Reached, Row};

const BEGIN: &str = "<!-- peers: written by the benchmark -->";
const END: &str = "<!-- peers: end -->";

/// Puts the table between the two marks of the page.
pub(crate) fn write(page: &Path, rows: &[Row], repetitions: usize) -> anyhow::Result<()> {
    let name = page.display();
    let text = std::fs::read_to_string(page).with_context(|| format!("cannot read {name}"))?;
    let missing = || format!("{name} has no place for the table: {BEGIN} ... {END}");
    let (before, rest) = text.split_once(BEGIN).with_context(missing)?;
    let (_, after) = rest.split_once(END).with_context(missing)?;
    let count = |wanted| rows.iter().filter(|row| row.reached() == wanted).count();
    let mut table = format!(
        "{BEGIN}\n\nMedians of {repetitions}. Of {} goals {} are reached, {} perhaps, {} not.\n\n\
         | work | ours | peer | ratio [95%] | to reach | reached |\n\
         | --- | --- | --- | --- | --- | --- |\n",
        rows.len(),
        count(Reached::Yes),
        count(Reached::Perhaps),
        count(Reached::No),
    );
    for row in rows {
        writeln!(table, "{row}")?;
    }
    std::fs::write(page, format!("{before}{table}\n{END}{after}"))
        .with_context(|| format!("cannot write {name}"))
}
