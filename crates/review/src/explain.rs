//! A moment in words: hints in steps and the reason. What is claimed was found on a line.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shido::{AnySession, Error, MotifSeen};

/// A position to be tried again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Card {
    /// The game, as it is opened.
    pub game: String,
    /// The position, as text.
    pub position: String,
    /// The moves that are accepted, the best first.
    pub moves: Vec<String>,
    /// Hints in steps: where to look, which idea, the move.
    pub hints: Vec<String>,
    /// Why, in plain sentences.
    pub why: String,
    /// How much each move is worth that was looked at: what it scores of a hundred contests, a draw counting half.
    #[serde(default)]
    pub scores: BTreeMap<String, u8>,
    /// How hard it is: people of this rating find it half of the time.
    #[serde(default)]
    pub rating: Option<u32>,
}

/// A line and what is tactical about it.
#[derive(Clone, Debug)]
pub(crate) struct Told {
    pub(crate) line: Vec<String>,
    pub(crate) motif: Option<MotifSeen>,
}

/// The most telling motif of a line, and the shortest beginning of the line that shows it; of a line without
/// motif, the first moves.
pub(crate) fn tell(session: &dyn AnySession, line: &[String]) -> Result<Told, Error> {
    /// Without a motif no more is shown than a move, its answer and the next.
    const PLAIN: usize = 3;
    let found = session.motifs(line)?.unwrap_or_default();
    let Some(motif) = found.into_iter().next() else {
        return Ok(Told {
            line: line[..line.len().min(PLAIN)].to_vec(),
            motif: None,
        });
    };
    for length in motif.ply + 1..=line.len() {
        let shorter = session.motifs(&line[..length])?.unwrap_or_default();
        if let Some(same) = shorter.into_iter().find(|it| it.name == motif.name) {
            return Ok(Told {
                line: line[..length].to_vec(),
                motif: Some(same),
            });
        }
    }
    Ok(Told {
        line: line.to_vec(),
        motif: Some(motif),
    })
}

/// What is said of a moment.
pub(crate) struct Words {
    pub(crate) hints: Vec<String>,
    pub(crate) why: String,
}

/// Everything that a moment is told with.
pub(crate) struct Facts<'a> {
    /// The moves that are accepted, the best first.
    pub(crate) accepted: &'a [String],
    /// What was played.
    pub(crate) played: &'a str,
    /// What the best move leads to, and what the played one does.
    pub(crate) better: &'a Told,
    pub(crate) refuted: &'a Told,
    /// The chances with each, from 0 to 1.
    pub(crate) chances: [f64; 2],
}

pub(crate) fn words(facts: &Facts<'_>) -> Words {
    let Facts {
        accepted,
        played,
        better,
        refuted,
        chances,
    } = facts;
    let best = &accepted[0];
    let [with, after] = chances.map(|it| format!("{:.0}%", 100.0 * it));
    let mut hints = Vec::new();
    let mut why = Vec::new();
    match (&better.motif, &refuted.motif) {
        (Some(motif), _) => {
            hints.push(format!("Look at {}.", listed(targets(motif))));
            hints.push(format!("The idea: {}.", named(&motif.name)));
        }
        (None, Some(motif)) => {
            let places = listed(targets(motif));
            hints.push(format!(
                "{played} allows something. Look at {places} as your opponent would."
            ));
            hints.push(format!("It has to be prevented: {}.", named(&motif.name)));
        }
        (None, None) => {
            hints.push(format!(
                "{played} was not the best: with the right move your chances are {with}."
            ));
            if let Some(answer) = refuted.line.first() {
                hints.push(format!("The answer to {played} would be {answer}."));
            }
        }
    }
    hints.push(match accepted {
        [only] => format!("The move is {only}."),
        [best, other] => format!("The move is {best}; {other} is as good."),
        [best, one, two] => format!("The move is {best}; {one} and {two} are as good."),
        [best, one, two, ..] => {
            format!("The move is {best}; {one}, {two} and others are as good.")
        }
        [] => unreachable!("the best move is accepted"),
    });
    if let Some(motif) = &better.motif {
        why.push(format!("{}: {}", better.line.join(" "), motif.sentence));
    }
    match (&refuted.motif, refuted.line.is_empty()) {
        (Some(motif), _) => why.push(format!(
            "After {played} comes {}: {}",
            refuted.line.join(" "),
            motif.sentence
        )),
        (None, false) if better.motif.is_none() => why.push(format!(
            "Better is {}; after {played} comes {}.",
            better.line.join(" "),
            refuted.line.join(" ")
        )),
        _ => {}
    }
    why.push(format!(
        "Your chances: {with} with {best}, {after} after {played}."
    ));
    Words {
        hints,
        why: why.join(" "),
    }
}

/// What is said before a mistake is final: what to look at, and never a move.
pub(crate) fn warning(better: &Told, refuted: &Told, chances: [f64; 2]) -> String {
    let [with, after] = chances.map(|it| format!("{:.0}%", 100.0 * it));
    // Where markers are placed, a point is a move.
    let told = |place: &&String| {
        let lines = [&better.line, &refuted.line];
        lines.iter().all(|line| line.first() != Some(*place))
    };
    let look = |motif: &MotifSeen, how: &str| {
        let places: Vec<String> = targets(motif).iter().filter(told).cloned().collect();
        match places.is_empty() {
            true => String::new(),
            false => format!(" Look at {}{how}.", listed(&places)),
        }
    };
    match (&refuted.motif, &better.motif) {
        (Some(motif), _) => format!(
            "Careful: that allows {}.{}",
            named(&motif.name),
            look(motif, " as your opponent would")
        ),
        (None, Some(motif)) => format!("Careful: you would miss something.{}", look(motif, "")),
        (None, None) => {
            format!("Careful: your chances would go down from {with} to {after}.")
        }
    }
}

/// Where to look: what is acted on, so that the place of the move is not given away.
fn targets(motif: &MotifSeen) -> &[String] {
    match &motif.points[..] {
        [_, targets @ ..] if !targets.is_empty() => targets,
        all => all,
    }
}

/// `a fork`, `an undefended piece`.
fn named(name: &str) -> String {
    match name {
        "mate" | "mobility" | "removing the defender" => name.to_owned(),
        _ if name.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {name}"),
        _ => format!("a {name}"),
    }
}

fn listed(things: &[String]) -> String {
    match things {
        [] => "the board".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
