//! What the best moves are, in words.

use std::sync::{Arc, OnceLock};

use shido::{
    Analysis, AnyGame, AnyPlayer, AnySession, Ask, Error, Event, Extent, MoveThought, Reasons,
    Settings, Spec,
};
use shido_core::{Turn, Verdict};

use super::text::list;
use crate::deliberation;

/// How much memory a solver gets while a person waits. Memory rather than time, so that the same
/// games are solved on every machine; what fits is solved within a few seconds.
const WHILE_WAITING: u64 = 32 << 20;

/// Asks whoever knows best in a game, if that can be found out while a person waits.
pub(crate) struct Advice {
    game: Arc<dyn AnyGame>,
    settings: Settings,
    /// Who knows best, or why nobody does, once it was asked.
    adviser: OnceLock<Result<AnyPlayer, String>>,
}

impl Advice {
    pub(crate) fn new(game: &Arc<dyn AnyGame>, settings: &Settings) -> Advice {
        Advice {
            game: Arc::clone(game),
            settings: Settings {
                memory: WHILE_WAITING,
                ..settings.clone()
            },
            adviser: OnceLock::new(),
        }
    }

    /// What the one who knows best thinks of a contest; else why that is not to be had.
    pub(crate) fn ask(
        &self,
        session: &mut dyn AnySession,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Analysis, String> {
        let adviser = self.adviser(watch)?;
        let found = session.analyze(adviser, Ask::BestMove, &super::request());
        found.map_err(|error| error.to_string())
    }

    /// Who knows best.
    pub(crate) fn adviser(&self, watch: &(dyn Fn(Event) + Sync)) -> Result<&AnyPlayer, String> {
        let adviser = self.adviser.get_or_init(|| self.find(watch));
        adviser.as_ref().map_err(String::clone)
    }

    fn find(&self, watch: &(dyn Fn(Event) + Sync)) -> Result<AnyPlayer, String> {
        let name = match self.game.solve(Extent::Whole, &self.settings, watch) {
            Ok(_) => "perfect",
            // What cannot be solved, or not while a person waits, can still be searched.
            Err(Error::NotSolvable { .. } | Error::Solve { .. }) => self.game.about().thinker,
            Err(error) => return Err(error.to_string()),
        };
        let spec: Result<Spec, Error> = name.parse();
        spec.and_then(|spec| self.game.player(&spec, &self.settings, watch))
            .map_err(|error| error.to_string())
    }
}

/// The best moves with what they achieve.
pub(crate) fn hint(analysis: &Analysis) -> String {
    let thought = &analysis.thought;
    let is_best = |judged: &&MoveThought| thought.best.contains(&judged.mv);
    let best: Vec<&MoveThought> = thought.moves.iter().filter(is_best).collect();
    let all = best.len() == thought.moves.len();
    match best.first().and_then(|judged| judged.verdict()) {
        None => {
            let first = &analysis.picture.symbols[0];
            let is = verb(&names(&best), "is", "are");
            match (thought.advantage, &thought.unit) {
                (Some(advantage), Some(unit)) => {
                    format!("{is} best: {first} is {advantage:+.2} ({unit}s) ahead.")
                }
                _ => format!("{is} worth {} to {first}.", thought.value.0),
            }
        }
        Some(verdict) => match verdict {
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

/// What a player thought of its moves when it made this one.
pub(crate) fn reasons(reasons: &Reasons) -> String {
    const MOST: usize = 6;
    let Reasons { mv, analysis } = reasons;
    let thought = &analysis.thought;
    if let Some(deliberation) = &thought.deliberation {
        let sentences = deliberation::sentences(deliberation);
        return format!("Why {mv}:\n{}", sentences.trim_end());
    }
    if thought.moves.iter().all(|judged| judged.certain.is_some()) {
        let kinds = [
            (Verdict::Win, "wins", "win"),
            (Verdict::Draw, "draws", "draw"),
            (Verdict::Loss, "loses", "lose"),
        ];
        let known = kinds.into_iter().filter_map(|(verdict, one, many)| {
            let has = |judged: &&MoveThought| judged.verdict() == Some(verdict);
            let moves: Vec<&MoveThought> = thought.moves.iter().filter(has).collect();
            (!moves.is_empty()).then(|| verb(&names(&moves), one, many))
        });
        let known: Vec<String> = known.collect();
        return format!("Why {mv}: it knows that {}.", list(&known, "and"));
    }
    let mut sorted: Vec<&MoveThought> = thought.moves.iter().collect();
    if let Turn::Of(mover) = analysis.turn {
        let seen = |judged: &MoveThought| judged.value.seen_by(mover).0;
        sorted.sort_by(|a, b| seen(b).total_cmp(&seen(a)));
    }
    // The move that was made is among them, whatever the player is after.
    let made = sorted.iter().position(|judged| judged.mv == *mv);
    if let Some(made) = made.filter(|place| *place >= MOST) {
        sorted[MOST - 1..=made].rotate_right(1);
    }
    let value = |judged: &&MoveThought| match judged.advantage {
        Some(advantage) => format!("{} {advantage:+.2}", judged.mv),
        None => format!("{} {:.3}", judged.mv, judged.value.0),
    };
    let values: Vec<String> = sorted.iter().take(MOST).map(value).collect();
    let unit = thought.unit.as_ref();
    let unit = unit.map_or(String::new(), |unit| format!(" in {unit}s"));
    let first = &analysis.picture.symbols[0];
    let values = values.join(", ");
    format!("Why {mv}: when it moved, moves had these values{unit} for {first}: {values}.")
}

fn winning(best: &[&MoveThought]) -> String {
    let quickest = best.iter().filter_map(|judged| judged.distance()).min();
    let quick: Vec<&MoveThought> = best
        .iter()
        .copied()
        .filter(|judged| judged.distance() == quickest)
        .collect();
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

fn losing(best: &[&MoveThought]) -> String {
    let longest = best.iter().filter_map(|judged| judged.distance()).max();
    let long: Vec<&MoveThought> = best
        .iter()
        .copied()
        .filter(|judged| judged.distance() == longest)
        .collect();
    match longest {
        Some(plies) if long.len() < best.len() => {
            let hold = verb(&names(&long), "holds", "hold");
            format!("Every move loses; {hold} out longest, {plies} moves with the replies.")
        }
        _ => "Every move loses against best play.".to_owned(),
    }
}

fn names<'j>(moves: &[&'j MoveThought]) -> Vec<&'j String> {
    moves.iter().map(|judged| &judged.mv).collect()
}

fn verb(names: &[&String], one: &str, many: &str) -> String {
    let verb = if names.len() == 1 { one } else { many };
    format!("{} {verb}", list(names, "and"))
}

#[cfg(test)]
mod tests {
    use shido::Catalog;

    use super::*;

    fn check(game: &str, position: &str, expected: &str) {
        let game = Catalog::shipped().open(game).unwrap();
        let settings = Settings::in_memory();
        let advice = Advice::new(&game, &settings);
        let mut session = game.session(Some(position), &settings).unwrap();
        let analysis = advice.ask(&mut *session, &|_| {}).unwrap();
        assert_eq!(hint(&analysis), expected, "{position}");
    }

    /// Worked out by hand.
    #[test]
    fn hints_of_tic_tac_toe() {
        check("tic-tac-toe", ".../.../... X", "Every move keeps the draw.");
        // The centre is the only answer to a corner.
        check(
            "tic-tac-toe",
            ".../.../X.. O",
            "b2 keeps the draw; every other move loses.",
        );
        // c3 stops the row above and threatens a1 and c2.
        check(
            "tic-tac-toe",
            "OO./XX./... X",
            "c2 wins at once; one other move wins later.",
        );
        // After c3 comes a2 or a3 with two threats.
        check(
            "tic-tac-toe",
            ".../.X./XO. O",
            "Every move loses; c3 holds out longest, 4 moves with the replies.",
        );
        // There are three threats.
        check(
            "tic-tac-toe",
            ".O./.XO/X.X O",
            "Every move loses against best play.",
        );
    }

    #[test]
    fn a_tree_is_judged_by_minimax() {
        let tree = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/trees/textbook.tree"
        );
        check(tree, "root", "1 is worth 3 to max.");
        check(tree, "root.3", "3 is worth 2 to max.");
    }
}
