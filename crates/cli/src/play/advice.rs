//! Why a player made a move, for the terminal.

use shido::Reasons;
use shido_club::{lost, why};

use crate::deliberation;
use crate::games::text_table;
use crate::terminal::percent;

/// What a player thought of its moves when it made this one.
pub(crate) fn reasons(reasons: &Reasons) -> String {
    let mv = &reasons.mv;
    let thought = &reasons.analysis.thought;
    if let Some(deliberation) = &thought.deliberation {
        let sentences = deliberation::sentences(deliberation);
        return format!("Why {mv}:\n{}", sentences.trim_end());
    }
    let why = why(reasons);
    let conceded = thought.tutoring.as_ref();
    if conceded.is_some_and(|tutoring| tutoring.concession.is_some()) {
        return format!("Why {mv}:\n{}", why.sentences.join("\n"));
    }
    let said = format!("Why {mv}: {}", why.sentences.join(" "));
    if why.moves.is_empty() {
        return said;
    }
    let speculates = why.moves.iter().any(|seen| seen.judgement.is_some());
    let sampled = why.moves.iter().any(|seen| seen.tried.is_some());
    let mut table = match (speculates, sampled) {
        (true, _) => text_table(&["move", "value", "gives away", "you see", "verdict"]),
        (false, true) => text_table(&["move", "value", "tried"]),
        (false, false) => text_table(&["move", "value"]),
    };
    for seen in why.moves {
        let mut row = vec![seen.mv, seen.value];
        row.extend(seen.tried.filter(|_| !speculates).map(percent));
        if let Some(judgement) = seen.judgement {
            let amount = |amount: Option<f64>| amount.map_or(String::new(), lost);
            row.extend([amount(seen.loss), amount(seen.visible_loss), judgement]);
        }
        table.add_row(row);
    }
    format!("{said}\n{table}")
}
