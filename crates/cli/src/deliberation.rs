//! What Advisors said and how it was decided, in words.

use shido::{Deliberation, MoveThought, Thought};
use shido_core::Verdict;

use crate::games::text_table;
use crate::terminal::{BAD, FAINT, GOOD, NOTE, STRONG, outln, percent, styled};

/// The sentences, one a line, what decided last.
pub(crate) fn sentences(deliberation: &Deliberation) -> String {
    let mut text = String::new();
    for said in &deliberation.advice {
        let rest = said.sentence.strip_prefix(said.advisor);
        text += &match rest {
            Some(rest) => format!("  {}{rest}\n", styled(STRONG, said.advisor)),
            None => format!("  {}\n", said.sentence),
        };
    }
    text + &deliberation.conclusion + "\n"
}

/// Every move with its score and how often it is made, and then why.
pub(crate) fn print(thought: &Thought, deliberation: &Deliberation) -> anyhow::Result<()> {
    let mut rows = text_table(&["move", "score", "chosen", "certain", "vetoed by"]);
    let mut sorted: Vec<&MoveThought> = thought.moves.iter().collect();
    let score = |judged: &MoveThought| judged.advised.as_ref().and_then(|advised| advised.score);
    sorted.sort_by(|a, b| {
        let chosen = |judged: &MoveThought| judged.probability.unwrap_or(0.0);
        let by_chance = chosen(b).total_cmp(&chosen(a));
        by_chance.then(score(b).cmp(&score(a)))
    });
    for judged in sorted {
        let chosen = judged.probability.filter(|share| *share > 0.0);
        let certain = judged.verdict().map(|verdict| match verdict {
            Verdict::Win => styled(GOOD, "wins"),
            Verdict::Draw => styled(NOTE, "draws"),
            Verdict::Loss => styled(BAD, "loses"),
        });
        let vetoed_by = judged
            .advised
            .as_ref()
            .and_then(|advised| advised.vetoed_by);
        rows.add_row([
            match chosen {
                Some(_) => styled(STRONG, &judged.mv),
                None => judged.mv.clone(),
            },
            match score(judged) {
                None => String::new(),
                Some(0) => "0".to_owned(),
                Some(score) => format!("{score:+}"),
            },
            chosen.map(percent).unwrap_or_default(),
            certain.unwrap_or_default(),
            vetoed_by.unwrap_or_default().to_owned(),
        ]);
    }
    outln!("{rows}\n");
    if deliberation.advice.is_empty() {
        outln!("{}", styled(FAINT, "No Advisor says anything."));
    }
    outln!("{}", sentences(deliberation).trim_end());
    Ok(())
}
