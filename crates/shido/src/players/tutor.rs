//! `tutor`: plays at the level of a student whom it gets to know, and gives them chances.
//!
//! The policy is that of `shido_tutor`; here it is said who judges, who knows people, and where the student is
//! remembered: from contest to contest by the player itself, and for longer under a name.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shido_arena::{Contest, Player, PlayerError, Thinking, ThinkingLimits};
use shido_core::{ForFirst, ForMover, Game, Notation, Scene, Turn};
use shido_search::{Ask, Bound, Judgement};
use shido_solve::{Progress, ProveOptions, Stage};
use shido_tutor::strength::{self, PEOPLE};
use shido_tutor::{
    Aim, Certificate, Crowd, Decision, Effort, Equipment, FamilyCrowd, Judge, Judged, Kinds,
    OddsOfTwo, Student, Students, Told, Tutor, manners,
};

use super::mind::{Mind, ThoughtError, explain};
use super::search::ANY;
use super::{Context, PlayerKind, Prepared, family};
use crate::entry::{Entry, FindMotifs, Playable};
use crate::evaluation::payoff;
use crate::options::{Declarations, Declared, Opt, Options, number, player, text, whole};
use crate::people::Choose;
use crate::solved_tables::Prove;
use crate::{Error, Event, MoveSpeculation, MoveThought, Settings, Spec, Thought, Tutoring};

const SCORE: Opt<f64> = number(
    "score",
    [5.0, 95.0],
    "how many of 100 points the student is to score",
)
.usually("50");
const LEVEL: Opt<String> = text(
    "level",
    "`beginner`",
    "a strength to keep instead: beginner, casual, improver, club, expert, master or a rating from 0 to 3600",
);
const STUDENT: Opt<String> = text(
    "student",
    "`Ann`",
    "who the student is, so that they are remembered (somebody who was never met)",
);
const NODES: Opt<u64> = whole(
    "nodes",
    ANY,
    "how many positions its judge visits for each move",
)
.usually("40000");
const JUDGE: Opt<Spec> = player(
    "judge",
    "who knows what moves are worth, in brackets: judge=[uci:command=stockfish,nodes=20000] (the solved table of a small \
     game, else the search that plays the game well)",
);
const TABLE: Opt<u64> = whole(
    "table",
    [1, 65_536],
    "where its judge is `pvs`, the size of the table of positions in MiB",
);
const THREADS: Opt<u64> = whole(
    "threads",
    [1, 256],
    "where its judge is `pvs`, how many threads search at once",
);

/// The tutor as it is written: of a strength in words or numbers that it keeps, or for a student whom it
/// remembers.
#[must_use]
pub fn tutor_spec(of: Tutored<'_>) -> Spec {
    let option = match of {
        Tutored::Level(level) => (LEVEL.name(), level),
        Tutored::Student(student) => (STUDENT.name(), student),
    };
    Spec {
        name: TutorKind::NAME.to_owned(),
        options: vec![(option.0.to_owned(), option.1.to_owned())],
    }
}

/// How a tutor knows how strong to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tutored<'a> {
    /// This strength, in a word or as a rating.
    Level(&'a str),
    /// As it suits the student of this name.
    Student(&'a str),
}

impl<'a> Tutored<'a> {
    /// How the tutor that is written so knows it; nothing where it is another player or says more.
    #[must_use]
    pub fn of(spec: &'a Spec) -> Option<Tutored<'a>> {
        match &spec.options[..] {
            _ if spec.name != TutorKind::NAME => None,
            [(option, level)] if option == LEVEL.name() => Some(Tutored::Level(level)),
            [(option, student)] if option == STUDENT.name() => Some(Tutored::Student(student)),
            _ => None,
        }
    }
}

/// How much memory a solver gets while a person waits, and how many positions up to symmetry it may find: a second of
/// work. Larger games are looked up only if they were solved before.
const WHILE_WAITING: u64 = 32 << 20;
const POSITIONS: u64 = 100_000;
/// How many positions a proof may visit, of all moves of a position together, and its memory.
const PROOF: u64 = 500_000;
const PROOF_MEMORY: u64 = 16 << 20;
/// A playout takes as long as a search takes for so many positions.
const PLAYOUT: u64 = 40;
/// Where there is a clock, the judge takes this part of the time for the tutor's own move. What is asked aside (the
/// student's move, three candidates, making sure of one twice) takes one and a half times as much at most, and what
/// the student sees is looked at eight times for a fortieth each: all of it stays within the time.
const AT_ONCE: f64 = 0.3;
/// Of so many moves a judge that tells its best move only is asked one by one.
const SHORTLIST: usize = 8;

pub(crate) struct TutorKind;

impl PlayerKind for TutorKind {
    const NAME: &'static str = "tutor";
    const ABOUT: &'static str = "plays at the level of its opponent, whom it gets to know, and gives chances that they can find";
    const OPTIONS: Declarations = &[&SCORE, &LEVEL, &STUDENT, &NODES, &JUDGE, &TABLE, &THREADS];
    const FIXED: Option<bool> = Some(false);
    const VERSION: u32 = 13;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let score = options.need(&SCORE)?;
        let aim = match options.get(&LEVEL)? {
            None => Aim::Score(score / 100.0),
            Some(level) => Aim::Level(strength::read(&level).ok_or_else(|| {
                let words = strength::WORDS.map(|word| word.name).join(", ");
                options.wrong(
                    &LEVEL,
                    &level,
                    format!("one of {words}, or a rating from 0 to 3600"),
                )
            })?),
        };
        let nodes = options.need(&NODES)?;
        let means = Means {
            table: options.get(&TABLE)?,
            threads: options.get(&THREADS)?,
        };
        let (judge, within) = match options.get(&JUDGE)? {
            Some(mut judge) => {
                means.grant(&mut judge);
                let judge = super::player(entry, &judge, context.settings, context.watch)?;
                (judge, None)
            }
            None => usual_judge(entry, context, nodes, means)?,
        };
        let sight = entry.evaluator(None)?.model;
        let learned = match &entry.people {
            Some(learned) => (learned.find)(&entry.game, &entry.about.name, None)?,
            None => None,
        };
        let crowd: Arc<dyn Crowd<G>> = match learned {
            Some(choose) => Arc::new(Learned(choose)),
            None => Arc::new(FamilyCrowd {
                parameters: family::parameters(),
                model: Arc::clone(&sight),
            }),
        };
        let tables = entry.solved_tables.as_ref();
        let prove = tables.map(|tables| tables.prove);
        let provable = tables.is_some_and(|tables| (tables.provable)(&entry.game));
        let equipment = Arc::new(Equipment {
            crowd,
            sight,
            captures: entry.captures,
            form: entry.form,
            kinds: kinds(entry.motifs),
            nodes,
        });
        let room = Arc::new(Room {
            judge,
            within,
            prove,
            provable,
            equipment,
            aim,
            desk: Desk::new(options.get(&STUDENT)?, &entry.about.name, context.settings)?,
        });
        let fresh = move || -> Box<dyn Mind<G>> { Box::new(Teaching::new(&room)) };
        Ok(Prepared::new(fresh).learning())
    }
}

/// What a judge may work with.
#[derive(Clone, Copy)]
struct Means {
    table: Option<u64>,
    threads: Option<u64>,
}

impl Means {
    /// Tells a judge that has a use for them and says nothing of its own.
    fn grant(self, judge: &mut Spec) {
        let given = [(TABLE.name(), self.table), (THREADS.name(), self.threads)];
        for (option, number) in given {
            if let Some(number) = number
                && judge.name == "pvs"
                && judge.option(option).is_none()
            {
                judge.options.push((option.to_owned(), number.to_string()));
            }
        }
    }
}

/// Who judges where nobody is named, and how many positions they may visit: a solved table where that is to be had while
/// a person waits.
fn usual_judge<G: Playable>(
    entry: &Entry<G>,
    context: Context<'_>,
    nodes: u64,
    means: Means,
) -> Result<(Prepared<G>, Option<u64>), Error> {
    if entry.solved_tables.is_some() {
        let stop = Arc::new(AtomicBool::new(false));
        let settings = Settings {
            memory: WHILE_WAITING.min(context.settings.memory),
            stop: Arc::clone(&stop),
            ..context.settings.clone()
        };
        let watch = |event: Event| {
            if let Event::Solving { progress, .. } = &event
                && progress.stage == Stage::Enumerating
                && progress.done > POSITIONS
            {
                stop.store(true, Ordering::Relaxed);
            }
            (context.watch)(event);
        };
        match super::player(entry, &"perfect".parse()?, &settings, &watch) {
            Ok(perfect) => return Ok((perfect, None)),
            Err(Error::NotSolvable { .. } | Error::Solve { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    let mut thinker: Spec = match entry.nature {
        // Three plies with dice between them take too long for somebody who waits.
        Some(_) => "expectiminimax:depth=2",
        None => entry.about.thinker,
    }
    .parse()?;
    // What was solved before is known; nothing is solved while a person waits.
    if let Some(endgames) = &entry.endgames
        && thinker.name == "pvs"
        && endgames
            .kept(&entry.about, context.settings, context.watch)
            .bytes()
            > 0
    {
        thinker.options.push(("tables".to_owned(), "on".to_owned()));
    }
    means.grant(&mut thinker);
    let within = match thinker.name.as_str() {
        "pvs" => Some(nodes),
        "mcts" => Some((nodes / PLAYOUT).max(1)),
        // Other searches give up where they run out of positions.
        _ => None,
    };
    let judge = super::player(entry, &thinker, context.settings, context.watch)?;
    Ok((judge, within))
}

/// What a line shows: its motifs, where the game has any, and what kind of move it begins with.
fn kinds<G: Playable>(motifs: Option<FindMotifs<G>>) -> Box<Kinds<G>> {
    Box::new(move |contest, line| {
        let mut kinds: Vec<String> = Vec::new();
        if let Some(motifs) = motifs {
            let past = past(contest);
            let scene = Scene {
                position: contest.position(),
                past: &past,
            };
            let found = motifs(contest.game(), scene, line);
            kinds.extend(found.into_iter().map(|motif| motif.name.to_owned()));
        }
        kinds.extend(
            line.first()
                .into_iter()
                .flat_map(|mv| manners(contest, *mv)),
        );
        let mut named = HashSet::new();
        kinds.retain(|kind| named.insert(kind.clone()));
        kinds
    })
}

/// Each position of a contest before the last, with the move that was made there.
fn past<G: Game>(contest: &Contest<'_, G>) -> Vec<(G::Position, G::Move)> {
    let before = contest.positions().iter().cloned();
    before.zip(contest.moves().iter().copied()).collect()
}

/// Everything that a tutor has from contest to contest.
struct Room<G: Playable> {
    judge: Prepared<G>,
    /// How many positions the judge may visit, where that makes it think less deep.
    within: Option<u64>,
    /// How what a position is worth is proved, where it can be.
    prove: Option<Prove<G>>,
    /// Whether much of a contest can be proved.
    provable: bool,
    equipment: Arc<Equipment<G>>,
    aim: Aim,
    desk: Desk,
}

impl<G: Playable> Room<G> {
    fn tutor(&self) -> Tutor<G> {
        let judge = Box::new(Judging {
            mind: self.judge.mind(),
            within: self.within,
            prove: self.prove,
            provable: self.provable,
            crowd: Arc::clone(&self.equipment.crowd),
        });
        let student = self.desk.known().student.clone();
        Tutor::new(Arc::clone(&self.equipment), judge, self.aim, student)
    }
}

/// Where it is noted what is known of the student.
struct Desk {
    known: Mutex<Known>,
    name: Option<String>,
    game: String,
    students: Option<Arc<dyn Students>>,
}

struct Known {
    student: Student,
    /// Why it could not be kept.
    trouble: Option<String>,
}

impl Desk {
    fn new(name: Option<String>, game: &str, settings: &Settings) -> Result<Desk, Error> {
        let students = settings.students.clone();
        let student = match (&name, &students) {
            (Some(name), Some(students)) => students.recall(name, game).map_err(Error::Failed)?,
            _ => None,
        };
        Ok(Desk {
            known: Mutex::new(Known {
                student: student.unwrap_or_default(),
                trouble: None,
            }),
            name,
            game: game.to_owned(),
            students,
        })
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, student: &Student) {
        let mut known = self.known();
        known.student = student.clone();
        if let (Some(name), Some(students)) = (&self.name, &self.students) {
            known.trouble = students.keep(name, &self.game, student).err();
        }
    }
}

/// People of whom it was learned how they choose.
struct Learned<G: Game>(Choose<G>);

impl<G: Game> Crowd<G> for Learned<G> {
    fn odds(&self, contest: &Contest<'_, G>) -> Result<OddsOfTwo<G::Move>, PlayerError> {
        let Turn::Of(_) = contest.turn() else {
            return Err(PlayerError::Over);
        };
        let past = past(contest);
        let scene = Scene {
            position: contest.position(),
            past: &past,
        };
        let mut by_rating = (self.0)(contest.game(), scene, &PEOPLE, None).into_iter();
        let (low, high) = (by_rating.next(), by_rating.next());
        let both = low.into_iter().flatten().zip(high.into_iter().flatten());
        Ok(both
            .map(|((mv, low), (_, high))| (mv, [low, high]))
            .collect())
    }
}

/// Any player who tells what moves are worth.
struct Judging<G: Game> {
    mind: Box<dyn Mind<G>>,
    within: Option<u64>,
    prove: Option<Prove<G>>,
    provable: bool,
    crowd: Arc<dyn Crowd<G>>,
}

impl<G: Notation> Judging<G> {
    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        effort: Effort,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, PlayerError> {
        let own = ThinkingLimits {
            nodes: (self.within).map(|nodes| ((nodes as f64 * effort.positions()) as u64).max(1)),
            time: (thinking.limits.time).map(|time| time.mul_f64(AT_ONCE * effort.share)),
            depth: None,
        };
        let mut thinking = Thinking {
            rng: &mut *thinking.rng,
            limits: thinking.limits.within(own),
            stop: thinking.stop,
            // It looks at other positions than the one that somebody watches.
            watch: &|_| {},
        };
        let ask = effort.among.map_or(Ask::EveryMove, Ask::Best);
        let thought = self.mind.think(contest, ask, &mut thinking);
        thought.map_err(|error| match error {
            ThoughtError::Silent | ThoughtError::Unrated | ThoughtError::Chance => PlayerError::Failed(
                "the judge does not tell what moves are worth: name a search or an engine that speaks UCI"
                    .to_owned(),
            ),
            ThoughtError::Search(error) => explain(&error),
            ThoughtError::Player(error) => error,
        })
    }

    /// What each of the moves that matter is worth by a judge that tells what positions are worth.
    fn one_by_one(
        &mut self,
        contest: &Contest<'_, G>,
        best: G::Move,
        effort: Effort,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Vec<MoveThought<G::Move>>, PlayerError> {
        let mut likely = self.crowd.odds(contest)?;
        let most = |odds: &[f64; 2]| odds[0].max(odds[1]);
        likely.sort_by(|(_, a), (_, b)| most(b).total_cmp(&most(a)));
        likely.sort_by_key(|(mv, _)| *mv != best);
        likely.truncate(SHORTLIST);
        let mut values = Vec::new();
        for (mv, _) in likely {
            let mut after = contest.clone();
            after
                .play(mv)
                .map_err(|error| PlayerError::Failed(error.to_string()))?;
            let (value, advantage) = match after.turn() {
                Turn::Over(outcome) => (outcome.payoff(), None),
                Turn::Of(_) | Turn::Chance => {
                    let thought = self.think(&after, effort, thinking)?;
                    (thought.value, thought.advantage)
                }
            };
            values.push(MoveThought {
                advantage,
                ..MoveThought::of(mv, value, Bound::Estimate)
            });
        }
        Ok(values)
    }
}

impl<G: Notation> Judge<G> for Judging<G> {
    fn values(
        &mut self,
        contest: &Contest<'_, G>,
        effort: Effort,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Judged<G::Move>, PlayerError> {
        let Turn::Of(mover) = contest.turn() else {
            return Err(PlayerError::Over);
        };
        let game = contest.game();
        let thought = self.think(contest, effort, thinking)?;
        let mut line = thought.line.clone();
        if line.is_empty() {
            line.extend(thought.best.first());
        }
        let bounded = |judged: &&MoveThought<G::Move>| {
            effort.among.is_some() && matches!(judged.bound, Bound::AtLeast | Bound::AtMost)
        };
        let judged = match line.first() {
            Some(&best) if thought.moves.len() < game.count_moves(contest.position()) => {
                self.one_by_one(contest, best, effort, thinking)?
            }
            _ => {
                let known = thought.moves.iter().filter(|judged| !bounded(judged));
                known.cloned().collect()
            }
        };
        let own = |value: f64| ForFirst(value).seen_by(mover).0;
        let chances = |value: f64| own(value / game.stake()).clamp(-1.0, 1.0);
        let each = judged.iter();
        Ok(Judged {
            moves: each.map(|it| (it.mv, chances(it.value.0))).collect(),
            line,
            nodes: thought.nodes,
            told: Told {
                depth: thought.depth,
                unit: thought.unit,
                advantages: (judged.iter())
                    .map(|it| (it.mv, it.advantage.map(own)))
                    .collect(),
                distance: thought.distance,
            },
        })
    }

    fn trusts_proofs_alone(&self) -> bool {
        self.provable
    }

    fn proved(&mut self, contest: &Contest<'_, G>) -> Option<Judged<G::Move>> {
        let (game, prove) = (contest.game(), self.prove?);
        let Turn::Of(mover) = contest.turn() else {
            return None;
        };
        let mut nodes = 0;
        let mut moves = Vec::new();
        for mv in game.moves(contest.position()) {
            let after = game.after(contest.position(), mv);
            let value = match game.turn(&after) {
                Turn::Over(outcome) => outcome.verdict(),
                Turn::Of(_) | Turn::Chance => {
                    let options = ProveOptions {
                        memory: PROOF_MEMORY,
                        ..ProveOptions::default()
                    };
                    let enough = |progress: Progress| {
                        let stop = nodes + progress.done > PROOF;
                        options.stop.fetch_or(stop, Ordering::Relaxed);
                    };
                    let proof = prove(game, &after, &options, &enough).ok()?;
                    nodes += proof.nodes;
                    proof.value
                }
            };
            moves.push((mv, payoff(value).seen_by(mover).0));
        }
        let best = moves.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        Some(Judged {
            line: best.into_iter().map(|(mv, _)| *mv).collect(),
            moves,
            nodes,
            told: Told::default(),
        })
    }
}

/// A tutor in a contest.
struct Teaching<G: Playable> {
    room: Arc<Room<G>>,
    tutor: Tutor<G>,
    last: Option<Thought<G::Move>>,
}

impl<G: Playable> Teaching<G> {
    fn new(room: &Arc<Room<G>>) -> Teaching<G> {
        Teaching {
            room: Arc::clone(room),
            tutor: room.tutor(),
            last: None,
        }
    }
}

impl<G: Playable> Player<G> for Teaching<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        if let Some(trouble) = self.room.desk.known().trouble.take() {
            return Err(PlayerError::Failed(trouble));
        }
        let decision = self.tutor.decide(contest, thinking)?;
        self.room.desk.note(&self.tutor.student);
        let mv = decision.mv;
        self.last = Some(told(contest, decision, &self.tutor.student));
        Ok(mv)
    }

    fn finish(&mut self, contest: &Contest<'_, G>) {
        self.tutor.finish(contest);
        self.room.desk.note(&self.tutor.student);
    }
}

impl<G: Playable> Mind<G> for Teaching<G> {
    /// What it would do. The student is not judged by positions that are only looked at.
    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        _ask: Ask,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        let Turn::Of(_) = contest.turn() else {
            return Err(ThoughtError::Chance);
        };
        let mut tutor = self.room.tutor();
        let decision = tutor.decide(contest, thinking)?;
        Ok(told(contest, decision, &tutor.student))
    }

    fn last_thought(&mut self) -> Option<Thought<G::Move>> {
        self.last.take()
    }

    fn concessions(&self) -> Vec<Certificate<G::Move>> {
        self.tutor.concessions().to_vec()
    }

    fn student(&self) -> Option<Student> {
        Some(self.tutor.student.clone())
    }
}

/// A decision as it is told.
fn told<G: Game>(
    contest: &Contest<'_, G>,
    decision: Decision<G::Move>,
    student: &Student,
) -> Thought<G::Move> {
    let Turn::Of(mover) = contest.turn() else {
        unreachable!("a tutor decides where somebody chooses")
    };
    let stake = contest.game().stake();
    let for_first = |value: f64| ForMover(value * stake).for_first(mover);
    let best = decision
        .moves
        .iter()
        .map(|it| it.value)
        .fold(-1.0, f64::max);
    let said = decision.told;
    let advantage = |mv: G::Move| {
        let known = said.advantages.iter().find(|(known, _)| *known == mv);
        let (_, advantage) = known?;
        advantage.map(|advantage| ForMover(advantage).for_first(mover).0)
    };
    // Its line goes on from the move that it would make itself.
    let follows = decision.line.first() == Some(&decision.mv);
    let moves = decision.moves.iter().map(|it| MoveThought {
        probability: Some(it.probability),
        speculation: Some(MoveSpeculation {
            expected: for_first(it.value),
            worst_case: Some(for_first(it.value)),
            worst_advantage: None,
            loss: Some(it.loss),
            visible_loss: it.visible_loss,
            judgement: match it.mv == decision.mv {
                true => Judgement::Chosen,
                // As good, but another was drawn.
                false if it.loss < 0.005 => Judgement::NotBetter,
                false => Judgement::Loses { loss: it.loss },
            },
        }),
        advantage: advantage(it.mv),
        ..MoveThought::of(it.mv, for_first(it.value), Bound::Estimate)
    });
    Thought {
        best: vec![decision.mv],
        moves: moves.collect(),
        nodes: decision.nodes,
        depth: said.depth,
        distance: said.distance,
        advantage: decision.line.first().and_then(|mv| advantage(*mv)),
        unit: said.unit.clone(),
        line: match follows {
            true => decision.line,
            false => Vec::new(),
        },
        tutoring: Some(Tutoring {
            student: student.strength(),
            level: student.level(),
            strength: decision.strength,
            wanted: decision.plan.wanted,
            concession: decision.concession,
        }),
        ..Thought::of(for_first(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn judges_get_what_they_have_a_use_for() {
        let means = Means {
            table: Some(3),
            threads: Some(2),
        };
        for (judge, told) in [
            ("pvs", "pvs:table=3,threads=2"),
            ("pvs:table=9", "pvs:table=9,threads=2"),
            ("perfect", "perfect"),
        ] {
            let mut spec: Spec = judge.parse().expect("a player");
            means.grant(&mut spec);
            assert_eq!(spec.to_string(), told);
        }
    }
}
