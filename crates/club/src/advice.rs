//! What the best moves are, and why somebody made a move, in words.

use std::sync::{Arc, OnceLock};

use serde::Serialize;
use shido::{
    Analysis, AnyGame, AnyPlayer, AnySession, Ask, Bound, Error, Extent, ForFirst, MoveThought,
    Reasons, Request, Seat, Settings, Spec, Thought, Turn, Tutoring, Verdict, Watch,
};
use shido_draw::number;

use crate::judgement::{CHOSEN, judgement};
use crate::words::{counted, list, several};

/// How much memory a solver gets while a person waits. Memory rather than time, so that the same
/// games are solved on every machine; what fits is solved within a few seconds.
const WHILE_WAITING: u64 = 32 << 20;

/// People in the middle of the scale.
const ORDINARY_PEOPLE: &str = "people:rating=1500";

/// Asks whoever knows best in a game, if that can be found out while a person waits.
pub struct Advice {
    game: Arc<dyn AnyGame>,
    settings: Settings,
    /// Who knows best, or why nobody does, once it was asked.
    adviser: OnceLock<Result<AnyPlayer, String>>,
}

impl Advice {
    /// For contests of a game.
    #[must_use]
    pub fn new(game: &Arc<dyn AnyGame>, settings: &Settings) -> Advice {
        Advice {
            game: Arc::clone(game),
            settings: Settings {
                memory: WHILE_WAITING,
                ..settings.clone()
            },
            adviser: OnceLock::new(),
        }
    }

    /// What the one who knows best thinks of a contest.
    ///
    /// # Errors
    /// Why that is not to be had.
    pub fn ask(
        &self,
        session: &mut dyn AnySession,
        request: &Request<'_>,
        watch: Watch<'_>,
    ) -> Result<Analysis, String> {
        let adviser = self.adviser(watch)?;
        let found = session.analyze(adviser, Ask::BestMove, request);
        found.map_err(|error| error.to_string())
    }

    /// Who knows best.
    ///
    /// # Errors
    /// Why nobody does.
    pub fn adviser(&self, watch: Watch<'_>) -> Result<&AnyPlayer, String> {
        let adviser = self.adviser.get_or_init(|| self.find(watch));
        adviser.as_ref().map_err(String::clone)
    }

    /// What people play most often here, where that is known; no pass, which says nothing about how moves are typed.
    #[must_use]
    pub fn usual_move(&self, session: &dyn AnySession) -> Option<String> {
        let spec: Spec = ORDINARY_PEOPLE.parse().ok()?;
        let people = self.game.player(&spec, &self.settings, &|_| {}).ok()?;
        let mut people = self.game.adviser(&people).ok()?;
        let odds = session.odds(&mut people, &Request::default()).ok()?;
        let moves = odds.moves.into_iter().filter(|(mv, _)| mv != "pass");
        let most = moves.max_by(|a, b| a.1.total_cmp(&b.1));
        most.map(|(mv, _)| mv)
    }

    fn find(&self, watch: Watch<'_>) -> Result<AnyPlayer, String> {
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

/// The best moves with what they achieve, told to the one who is to move: `you`, or the name of the side.
#[must_use]
pub fn hint(analysis: &Analysis, mover: &str) -> String {
    let thought = &analysis.thought;
    let Turn::Of(seat) = analysis.turn else {
        return "Nobody is to move.".to_owned();
    };
    let is_best = |judged: &&MoveThought| thought.best.contains(&judged.mv);
    let best: Vec<&MoveThought> = thought.moves.iter().filter(is_best).collect();
    let all = best.len() == thought.moves.len();
    match best.first().and_then(|judged| judged.verdict()) {
        Some(Verdict::Win) => winning(&best),
        Some(Verdict::Draw) if all => "Every move keeps the draw.".to_owned(),
        Some(Verdict::Draw) => {
            let keep = verb(&names(&best), "keeps", "keep");
            format!("{keep} the draw; every other move loses.")
        }
        Some(Verdict::Loss) => losing(&best),
        None if !stands_out(thought, seat) => {
            let some: Vec<&String> = names(&sorted(thought, seat)).into_iter().take(3).collect();
            format!(
                "No move stands out; {} look as good as any.",
                list(&some, "and")
            )
        }
        None => {
            let value = thought.value.seen_by(seat).0;
            let moves = verb(&names(&best), "is", "are");
            match (thought.distance, thought.advantage, &thought.unit) {
                (Some(plies), ..) if value > 0.0 => forced(&names(&best), plies),
                (Some(plies), ..) if value < 0.0 => {
                    let moves = counted(own_moves(plies) as u64, "move", "moves");
                    let hold = verb(&names(&best), "holds", "hold");
                    format!("Every move loses; {hold} out for {moves}.")
                }
                (_, Some(advantage), Some(unit)) => {
                    let ahead = ForFirst(advantage).seen_by(seat).0;
                    format!("{moves} best; {}.", standing(mover, ahead, unit))
                }
                _ if thought
                    .moves
                    .iter()
                    .any(|judged| judged.value.0.abs() > 1.0) =>
                {
                    format!("{moves} best, and worth {} to {mover}.", number(value, 3))
                }
                _ => {
                    let share = 50.0 * (1.0 + value);
                    let score = verb_of(mover, "score");
                    format!("{moves} best; {score} about {share:.0}% from here.")
                }
            }
        }
    }
}

/// So many plies are too few to agree to a draw because one stands a little worse.
const OPENING: usize = 20;

/// Whether somebody agrees to a draw after so many plies, given what whoever knows best thinks: if the position is worth
/// exactly that, or later than in the opening if they stand no better than the other side.
#[must_use]
pub fn accepts_draw(thought: &Thought, seat: Seat, plies: usize) -> bool {
    let value = thought.value.seen_by(seat).0;
    value == 0.0 || value < 0.0 && plies >= OPENING
}

/// Whether the best move is better than others by more than chance would have it, for a search that
/// samples; for any other, whether it found a difference.
fn stands_out(thought: &Thought, seat: Seat) -> bool {
    let moves = sorted(thought, seat);
    let [best, next, ..] = &moves[..] else {
        return true;
    };
    let (Some(best_tried), Some(next_tried)) = (best.tried, next.tried) else {
        let exact = |judged: &MoveThought| judged.bound == Bound::Exact;
        return !moves.iter().all(|it| it.value == best.value && exact(it));
    };
    // Payoffs from -1 to 1 have a variance of at most 1.
    let playouts = |tried: f64| (tried * thought.nodes as f64).max(1.0);
    let doubt = (1.0 / playouts(best_tried) + 1.0 / playouts(next_tried)).sqrt();
    let ahead = best.value.seen_by(seat).0 - next.value.seen_by(seat).0;
    ahead > CERTAIN * doubt
}

/// How many standard deviations are no accident.
const CERTAIN: f64 = 2.0;

/// How many moves of one's own a contest lasts that ends in so many plies.
fn own_moves(plies: u32) -> u32 {
    plies.div_ceil(2)
}

/// `you are 1.86 pawns behind`.
fn standing(mover: &str, ahead: f64, unit: &str) -> String {
    let is = verb_of(mover, "be");
    let amount = format!("{:.2}", ahead.abs());
    let units = match amount.as_str() {
        "1.00" => unit.to_owned(),
        _ => several(unit),
    };
    match amount.as_str() {
        "0.00" => "the sides are level".to_owned(),
        _ if ahead > 0.0 => format!("{is} {amount} {units} ahead"),
        _ => format!("{is} {amount} {units} behind"),
    }
}

/// `you score`, `White scores`; `you are`, `White is`.
fn verb_of(mover: &str, verb: &str) -> String {
    match (mover, verb) {
        ("you", "be") => "you are".to_owned(),
        (_, "be") => format!("{mover} is"),
        ("you", _) => format!("you {verb}"),
        _ => format!("{mover} {verb}s"),
    }
}

/// Moves that win by force in so many plies.
fn forced(moves: &[&String], plies: u32) -> String {
    let mates = moves.iter().all(|mv| mv.ends_with('#'));
    match own_moves(plies) {
        1 if mates => verb(moves, "is", "are") + " mate.",
        1 => verb(moves, "wins", "win") + " at once.",
        own => format!("{} in {own} moves.", verb(moves, "wins", "win")),
    }
}

/// The moves, the best for a side first.
fn sorted(thought: &Thought, seat: Seat) -> Vec<&MoveThought> {
    let mut moves: Vec<&MoveThought> = thought.moves.iter().collect();
    let seen = |judged: &MoveThought| (judged.tried.unwrap_or(0.0), judged.value.seen_by(seat).0);
    moves.sort_by(|a, b| {
        let ((a_tried, a), (b_tried, b)) = (seen(a), seen(b));
        b_tried.total_cmp(&a_tried).then(b.total_cmp(&a))
    });
    moves
}

/// Why a player made a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Why {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Why, in sentences.
    pub sentences: Vec<String>,
    /// How it saw its moves, the one that it made first; empty where the sentences say it all.
    pub moves: Vec<MoveSeen>,
}

/// What a player thought of one of its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveSeen {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it is worth for the side that moves, with a word on how sure that is.
    pub value: String,
    /// The share of the simulations that began with it, of players who simulate.
    pub tried: Option<f64>,
    /// What it gives away, and what of that the opponent sees, of players who reckon with an opponent.
    pub loss: Option<f64>,
    /// See above.
    pub visible_loss: Option<f64>,
    /// Whether such a player would play it, or why not.
    pub judgement: Option<String>,
}

/// What a player thought of its moves when it made this one.
#[must_use]
pub fn why(reasons: &Reasons) -> Why {
    const MOST: usize = 6;
    let Reasons { mv, analysis } = reasons;
    let thought = &analysis.thought;
    let say = |sentences: Vec<String>| Why {
        mv: mv.clone(),
        sentences,
        moves: Vec::new(),
    };
    if let Some(deliberation) = &thought.deliberation {
        let said = deliberation.advice.iter().map(|said| said.sentence.clone());
        return say(said.chain([deliberation.conclusion.clone()]).collect());
    }
    match &thought.tutoring {
        Some(Tutoring {
            concession: Some(made),
            ..
        }) => return say(made.sentences()),
        Some(tutoring) => return say(drawn(mv, &thought.moves, tutoring)),
        None => {}
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
        return say(vec![format!("it knows that {}.", list(&known, "and"))]);
    }
    let Turn::Of(mover) = analysis.turn else {
        return say(vec!["chance had it so.".to_owned()]);
    };
    let mut sorted = sorted(thought, mover);
    // The move that was made comes first, whatever the player is after.
    if let Some(made) = sorted.iter().position(|judged| judged.mv == *mv) {
        sorted[..=made].rotate_right(1);
    }
    let shown = match sorted.len() {
        all if all > MOST => format!("its best {MOST} of {all} moves"),
        _ => "its moves".to_owned(),
    };
    sorted.truncate(MOST);
    let chances = |judged: &&MoveThought| judged.value.0.abs() <= 1.0;
    let unit = match &thought.unit {
        Some(unit) => format!("in {}, for its side", several(unit)),
        None if sorted.iter().all(chances) => "from -1, lost, to +1, won, for its side".to_owned(),
        None => "for its side".to_owned(),
    };
    let mut moves: Vec<MoveSeen> = sorted.iter().map(|judged| seen(judged, mover)).collect();
    for other in moves.iter_mut().filter(|other| other.mv != *mv) {
        if other.judgement.as_deref() == Some(CHOSEN) {
            other.judgement = Some("as good".to_owned());
        }
    }
    Why {
        moves,
        ..say(vec![format!("this is how it saw {shown} ({unit}).")])
    }
}

/// Why a tutor made a move that is no concession: it draws one as somebody of its strength would.
fn drawn(mv: &str, moves: &[MoveThought], tutoring: &Tutoring) -> Vec<String> {
    const MOST: usize = 3;
    let chance = |judged: &MoveThought| judged.probability.unwrap_or(0.0);
    let mut likely: Vec<&MoveThought> = moves.iter().collect();
    likely.sort_by(|a, b| chance(b).total_cmp(&chance(a)));
    let likely = likely
        .into_iter()
        .take(MOST)
        .filter(|it| chance(it) >= 0.01);
    let likely: Vec<String> = likely
        .map(|it| format!("{} ({:.0}%)", it.mv, 100.0 * chance(it)))
        .collect();
    let strength = tutoring.strength;
    let mut sentences = vec![format!(
        "it plays like somebody of about {strength:.0} points, who would choose {} here.",
        list(&likely, "or")
    )];
    let made = moves.iter().find(|judged| judged.mv == mv);
    let speculation = made.and_then(|made| made.speculation.as_ref());
    let loss = speculation.and_then(|it| it.loss).unwrap_or(0.0);
    // A loss is in chances from -1 to 1.
    let points = 50.0 * loss;
    sentences.push(match points {
        1.0.. => format!(
            "It drew {mv}, with which it expects to score {} points in a hundred less than with its best \
             move.",
            points.round()
        ),
        _ => format!("It drew {mv}, and knows nothing better."),
    });
    sentences
}

fn seen(judged: &MoveThought, mover: Seat) -> MoveSeen {
    let value = judged.advantage.map_or(judged.value, ForFirst);
    let value = value.seen_by(mover).0;
    let sign = match judged.bound {
        Bound::Exact => "",
        Bound::AtLeast => "at least ",
        Bound::AtMost => "at most ",
        Bound::Estimate => "about ",
    };
    let speculation = judged.speculation.as_ref();
    MoveSeen {
        mv: judged.mv.clone(),
        value: format!("{sign}{}", signed(value)),
        tried: judged.tried,
        loss: speculation.and_then(|it| it.loss),
        visible_loss: speculation.and_then(|it| it.visible_loss),
        judgement: speculation.map(|it| judgement(&it.judgement)),
    }
}

/// `+0.35`, `-1.20`, and `0.00` without a sign.
fn signed(value: f64) -> String {
    match format!("{value:+.2}").as_str() {
        "+0.00" | "-0.00" => "0.00".to_owned(),
        text => text.to_owned(),
    }
}

fn winning(best: &[&MoveThought]) -> String {
    let quickest = best.iter().filter_map(|judged| judged.distance()).min();
    let quick: Vec<&MoveThought> = best
        .iter()
        .copied()
        .filter(|judged| judged.distance() == quickest)
        .collect();
    let wins = match quickest {
        Some(plies) => forced(&names(&quick), plies),
        None => verb(&names(&quick), "wins", "win") + ".",
    };
    let wins = wins.trim_end_matches('.');
    match best.len() - quick.len() {
        0 => format!("{wins}."),
        1 => format!("{wins}; one other move wins later."),
        slower => format!("{wins}; {slower} others win later."),
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
            let moves = counted(own_moves(plies).into(), "more move", "more moves");
            format!("Every move loses; {hold} out longest, for {moves}.")
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
        let request = Request::default();
        let analysis = advice.ask(&mut *session, &request, &|_| {}).unwrap();
        assert_eq!(hint(&analysis, "you"), expected, "{position}");
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
            "Every move loses; c3 holds out longest, for 2 more moves.",
        );
        // There are three threats.
        check(
            "tic-tac-toe",
            ".O./.XO/X.X O",
            "Every move loses against best play.",
        );
    }

    /// Nothing is neither above nor below nothing.
    #[test]
    fn values_have_signs_where_they_differ_from_nothing() {
        let text: Vec<String> = [0.352, -1.2, -0.004, 0.0].map(signed).into();
        assert_eq!(text, ["+0.35", "-1.20", "0.00", "0.00"]);
    }

    #[test]
    fn a_tree_is_judged_by_minimax() {
        let tree = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/trees/textbook.tree"
        );
        check(tree, "root", "1 is best, and worth 3 to you.");
        check(tree, "root.3", "3 is best, and worth -2 to you.");
    }
}
