//! What the best moves are, in words.

use shido_catalog::{AnyGame, CatalogError, Event, Judgement, MoveJudgement, Settings, Spec};
use shido_core::Verdict;

use super::text::list;

/// How much memory a solver gets while a person waits. Memory rather than time, so that the same
/// games are solved on every machine; what fits is solved within a few seconds.
const WHILE_WAITING: u64 = 32 << 20;

/// The player who knows best in a game, if it is small enough for one or was solved before.
///
/// # Errors
/// Why there is none.
pub(crate) fn adviser(
    game: &dyn AnyGame,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Spec, CatalogError> {
    let settings = Settings {
        memory: WHILE_WAITING,
        ..settings.clone()
    };
    match game.solve(false, &settings, watch) {
        Ok(_) => "perfect".parse(),
        // An explicit tree pays more than wins and losses, and is small enough to be written down.
        Err(CatalogError::Unable { .. }) => "minimax".parse(),
        Err(error) => Err(error),
    }
}

/// The best moves with what they achieve.
pub(crate) fn hint(judgement: &Judgement) -> String {
    let is_best = |judged: &&MoveJudgement| judgement.best.contains(&judged.mv);
    let best: Vec<&MoveJudgement> = judgement.moves.iter().filter(is_best).collect();
    let all = best.len() == judgement.moves.len();
    match best.first().and_then(|judged| judged.verdict) {
        None => {
            let first = &judgement.picture.symbols[0];
            let value = judgement.value.0;
            format!("{} worth {value} to {first}.", verb(&names(&best), "is", "are"))
        }
        Some(verdict) => match verdict.0 {
            Verdict::Win => winning(&best),
            Verdict::Draw if all => "Every move keeps the draw.".to_owned(),
            Verdict::Draw => {
                let keep = verb(&names(&best), "keeps", "keep");
                format!("{keep} the draw; every other move loses.")
            }
            Verdict::Loss => losing(&best),
        },
    }
}

fn winning(best: &[&MoveJudgement]) -> String {
    let quickest = best.iter().filter_map(|judged| judged.distance).min();
    let quick: Vec<&MoveJudgement> =
        best.iter().copied().filter(|judged| judged.distance == quickest).collect();
    let wins = verb(&names(&quick), "wins", "win");
    let when = quickest.map_or(String::new(), |plies| match plies {
        1 => " at once".to_owned(),
        _ => format!(" in {plies} moves, yours and the replies"),
    });
    match best.len() - quick.len() {
        0 => format!("{wins}{when}."),
        1 => format!("{wins}{when}; one other move wins later."),
        slower => format!("{wins}{when}; {slower} others win later."),
    }
}

fn losing(best: &[&MoveJudgement]) -> String {
    let longest = best.iter().filter_map(|judged| judged.distance).max();
    let long: Vec<&MoveJudgement> =
        best.iter().copied().filter(|judged| judged.distance == longest).collect();
    match longest {
        Some(plies) if long.len() < best.len() => {
            let hold = verb(&names(&long), "holds", "hold");
            format!("Every move loses; {hold} out longest, {plies} moves with the replies.")
        }
        _ => "Every move loses against best play.".to_owned(),
    }
}

fn names<'j>(moves: &[&'j MoveJudgement]) -> Vec<&'j String> {
    moves.iter().map(|judged| &judged.mv).collect()
}

fn verb(names: &[&String], one: &str, many: &str) -> String {
    let verb = if names.len() == 1 { one } else { many };
    format!("{} {verb}", list(names, " and "))
}

#[cfg(test)]
mod tests {
    use shido_catalog::open;

    use super::*;

    fn check(game: &str, position: &str, expected: &str) {
        let game = open(game).unwrap();
        let settings = Settings::in_memory();
        let by = adviser(&*game, &settings, &|_| {}).unwrap();
        let judgement = game.analyze(Some(position), &by, &settings, &|_| {}).unwrap();
        assert_eq!(hint(&judgement), expected, "{position}");
    }

    /// Worked out by hand: the positions are short before their end.
    #[test]
    fn hints_of_tic_tac_toe() {
        // Known since Gardner (1959): the centre is the only answer to a corner.
        check("tic-tac-toe", ".../.../X.. O", "b2 keeps the draw; every other move loses.");
        check("tic-tac-toe", ".../.../... X", "Every move keeps the draw.");
        // The opponent can take only one of two ends of the row.
        check("tic-tac-toe", "OO./XX./... X", "c2 wins at once; 4 others win later.");
    }

    #[test]
    fn a_tree_is_judged_by_minimax() {
        let tree = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/trees/textbook.tree");
        check(tree, "root", "1 is worth 3 to max.");
        check(tree, "root.3", "3 is worth 2 to max.");
    }
}
