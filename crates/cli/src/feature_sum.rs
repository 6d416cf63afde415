//! What an evaluation adds up, feature by feature, as a table.

use comfy_table::CellAlignment;
use shido::{FeatureSum, ForFirst};
use shido_draw::number;

use crate::games::text_table;
use crate::terminal::{FAINT, STRONG, grouped, outln, styled};

/// The features that are there, their sum, and what it stands for.
pub(crate) fn print(sum: &FeatureSum, value: ForFirst<f64>) -> anyhow::Result<()> {
    let mut rows = text_table(&["feature", "count", "weight", "part"]);
    for column in 1..4 {
        let column = rows.column_mut(column).expect("there are four columns");
        column.set_cell_alignment(CellAlignment::Right);
    }
    let counted = sum.features.iter().filter(|feature| feature.count != 0.0);
    let mut absent = sum.features.len();
    for feature in counted {
        absent -= 1;
        rows.add_row([
            feature.name.clone(),
            signed(feature.count),
            number(feature.weight, 4),
            signed(feature.part),
        ]);
    }
    let total = [styled(STRONG, "sum"), String::new(), String::new()];
    rows.add_row(total.into_iter().chain([styled(STRONG, signed(sum.sum))]));
    outln!("{rows}\n");
    outln!(
        "{} {}s for the first player, a value of {}",
        styled(STRONG, signed(sum.sum)),
        sum.unit,
        number(value.0, 6)
    );
    outln!("{}", styled(FAINT, format!("weights: {}", sum.origin)));
    if absent > 0 {
        let absent = grouped(absent as u64);
        let note = format!("features that count 0 here, and are not shown: {absent}");
        outln!("{}", styled(FAINT, note));
    }
    Ok(())
}

/// What speaks for the first player has a plus.
fn signed(amount: f64) -> String {
    let text = number(amount, 4);
    match amount > 0.0 && text != "0" {
        true => format!("+{text}"),
        false => text,
    }
}
