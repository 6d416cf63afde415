//! What somebody finds, misses and allows, as a table.

use shido_club::Stage;
use shido_review::{MotifCount, Profile};

use crate::games::text_table;
use crate::terminal::{FAINT, STRONG, counted, outln, styled};

/// The longest bar, in columns.
const BAR: f64 = 12.0;

/// Prints the stages with bars, and the motifs of all of them.
pub(super) fn print(game: &str, stages: &[Stage]) -> anyhow::Result<()> {
    let Some(last) = stages.last() else {
        return Ok(());
    };
    let count = counted(last.contests[1] as u64, "contest", "contests");
    outln!("\n{}, by reviews of {count}", styled(STRONG, game));
    let most = stages.iter().map(|stage| stage.mistakes_per_contest);
    let most = most.fold(f64::MIN_POSITIVE, f64::max);
    let mut table = text_table(&["contests", "mistakes in each", "", "chances taken", ""]);
    for stage in stages {
        let Profile { offered, taken, .. } = stage.profile;
        let [first, last] = stage.contests;
        table.add_row([
            span(first, last),
            format!("{:.1}", stage.mistakes_per_contest),
            bar(stage.mistakes_per_contest / most),
            format!("{taken} of {offered}"),
            stage.chances_taken.map_or(String::new(), |share| {
                format!("{:>3.0}% {}", 100.0 * share, bar(share))
            }),
        ]);
    }
    outln!("{table}");
    let mut all = Profile::default();
    for stage in stages {
        all.add(&stage.profile);
    }
    let mut motifs: Vec<(&String, &MotifCount)> = all.motifs.iter().collect();
    motifs.sort_by_key(|(_, count)| std::cmp::Reverse(count.missed + count.allowed));
    let mut table = text_table(&[
        "motif",
        "found",
        "missed",
        "allowed",
        "missed or allowed lately",
    ]);
    for (name, count) in &motifs {
        let lately = last.profile.motifs.get(*name);
        let number = |count: usize| match count {
            0 => String::new(),
            count => count.to_string(),
        };
        table.add_row([
            (*name).clone(),
            number(count.found),
            number(count.missed),
            number(count.allowed),
            number(lately.map_or(0, |lately| lately.missed + lately.allowed)),
        ]);
    }
    if !motifs.is_empty() {
        outln!("\n{table}");
        let [first, last] = last.contests;
        let lately = span(first, last);
        let note = format!("Lately: contests {lately} of those that were reviewed.");
        outln!("{}", styled(FAINT, note));
    }
    Ok(())
}

fn span(first: usize, last: usize) -> String {
    match first == last {
        true => first.to_string(),
        false => format!("{first} to {last}"),
    }
}

/// A bar for a share of the longest.
fn bar(share: f64) -> String {
    "█".repeat((share * BAR).round() as usize)
}
