//! The tutor at Connect Four, against students that are searches.

use std::sync::Arc;

use shido_arena::{Contest, PlayerError, Thinking};
use shido_core::{Game, Seat, Seed, Turn};
use shido_eval::{Linear, Weights};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_people::family::Parameters;
use shido_search::{Ask, Limits, Model, Pvs, PvsOptions, TranspositionTable};
use shido_tutor::concession::{LEAST_LOSS, PUNISHED, VISIBLE};
use shido_tutor::{Aim, Certificate, Equipment, FamilyCrowd, Judge, Judged, Student, Tutor};

type Four = FrameGame<u64>;
type Position = <Four as Game>::Position;
type Move = <Four as Game>::Move;

const FRAME: &str = include_str!("../../../frames/connect-four.toml");
const WEIGHTS: &str = include_str!("../../../weights/connect-four.toml");
const FAMILY: &str = include_str!("../../../weights/people-family.toml");
const NODES: u64 = 3_000;

fn connect_four() -> (Four, Arc<Linear>) {
    let frame = Frame::read("connect-four.toml", FRAME, &[]).expect("the frame is shipped");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        unreachable!("the board is small")
    };
    let weights = Weights::read(&game, "connect-four", WEIGHTS).expect("the weights are shipped");
    let linear = Linear::new(&game, &weights);
    (game, Arc::new(linear))
}

/// Judges by principal variation search.
struct Searching(Arc<Linear>);

impl Judge<Four> for Searching {
    fn values(
        &mut self,
        contest: &Contest<'_, Four>,
        effort: f64,
        _: &mut Thinking<'_, Move>,
    ) -> Result<Judged<Move>, PlayerError> {
        let Turn::Of(mover) = contest.turn() else {
            return Err(PlayerError::Over);
        };
        let search = Pvs {
            game: contest.game(),
            model: &*self.0,
            table: &TranspositionTable::new(1),
            options: PvsOptions {
                ask: Ask::EveryMove,
                ..PvsOptions::default()
            },
        };
        let limits = Limits {
            nodes: Some((effort * NODES as f64) as u64),
            ..Limits::default()
        };
        let found = search
            .search(contest.positions(), limits, &|_| {})
            .map_err(|error| PlayerError::Failed(error.to_string()))?;
        let moves = found.moves.iter();
        Ok(Judged {
            moves: moves.map(|it| (it.mv, it.value.seen_by(mover).0)).collect(),
            best: found.line.first().copied(),
            nodes: found.nodes,
        })
    }
}

/// Plain minimax: what a position is worth to the side to move, so many plies ahead.
fn minimax(game: &Four, model: &Linear, position: &Position, depth: u32) -> f64 {
    match game.turn(position) {
        // Whoever has just moved has won, if somebody has.
        Turn::Over(outcome) => outcome.winner().map_or(0.0, |_| -1.0),
        Turn::Of(mover) if depth == 0 => {
            let value = model.horizon(game, position).expect("an evaluation");
            value.seen_by(mover).0
        }
        Turn::Of(_) => {
            let below = |mv| -minimax(game, model, &game.after(position, mv), depth - 1);
            let values = game.moves(position).into_iter().map(below);
            values.fold(f64::NEG_INFINITY, f64::max)
        }
        Turn::Chance => unreachable!("there are no dice"),
    }
}

/// Who learns.
#[derive(Clone, Copy, Debug)]
enum Pupil {
    Random,
    /// Plain minimax, and any of the best moves; now and then any move at all.
    Looks {
        plies: u32,
        noise: f64,
    },
}

impl Pupil {
    fn choose(
        self,
        game: &Four,
        model: &Linear,
        position: &Position,
        thinking: &mut Thinking<'_, Move>,
    ) -> Move {
        use rand::RngExt;
        let any = game.random_move(position, thinking.rng).expect("a move");
        let Pupil::Looks { plies, noise } = self else {
            return any;
        };
        if thinking.rng.random_bool(noise) {
            return any;
        }
        let value = |mv: &Move| -minimax(game, model, &game.after(position, *mv), plies - 1);
        let moves = game.moves(position);
        let values: Vec<f64> = moves.iter().map(value).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<Move> = moves
            .into_iter()
            .zip(values)
            .filter(|(_, it)| *it == best)
            .map(|(mv, _)| mv)
            .collect();
        best[thinking.rng.random_range(0..best.len())]
    }
}

/// What came of some contests.
#[derive(Default)]
struct Course {
    scores: Vec<f64>,
    levels: Vec<f64>,
    /// What was conceded, in which position, and whether the pupil punished it.
    concessions: Vec<(Position, Certificate<Move>, bool)>,
}

/// Contests of a tutor with a pupil whom it does not know, taking turns to move first.
fn lessons(pupil: Pupil, contests: u64, seed: u64) -> Course {
    let (game, model) = connect_four();
    let equipment = Arc::new(Equipment {
        crowd: Arc::new(FamilyCrowd {
            parameters: Parameters::read(FAMILY).expect("the shipped parameters"),
            model: Arc::clone(&model) as _,
        }),
        sight: Arc::clone(&model) as _,
        captures: None,
        nodes: 20_000,
    });
    let mut student = Student::stranger();
    let mut course = Course::default();
    for number in 0..contests {
        let mut rng = Seed(seed).derive(number).rng();
        let judge = Box::new(Searching(Arc::clone(&model)));
        let mut tutor = Tutor::new(Arc::clone(&equipment), judge, Aim::Score(0.5), student);
        let seat = Seat::BOTH[number as usize % 2];
        let mut contest = Contest::new(&game);
        while let Turn::Of(mover) = contest.turn() {
            let mut thinking = Thinking::freely(&mut rng);
            let mv = if mover == seat {
                tutor
                    .decide(&contest, &mut thinking)
                    .expect("a decision")
                    .mv
            } else {
                pupil.choose(&game, &model, contest.position(), &mut thinking)
            };
            contest.play(mv).expect("a legal move");
        }
        tutor.finish(&contest);
        for made in tutor.concessions() {
            let punished = contest.moves().get(made.ply + 1);
            let punished = punished.is_some_and(|reply| made.punished_by.contains(reply));
            let before = contest.positions()[made.ply];
            course.concessions.push((before, made.clone(), punished));
        }
        student = tutor.student;
        course
            .scores
            .push(*student.scores.last().expect("a contest was finished"));
        course.levels.push(student.level());
    }
    course
}

/// Every concession is unseen from the horizon that its certificate names, by plain minimax, and keeps to all that the
/// certificate says.
fn check(course: &Course) {
    let (game, model) = connect_four();
    for (position, made, _) in &course.concessions {
        let seen = |mv| -minimax(&game, &model, &game.after(position, mv), made.horizon);
        let values: Vec<(Move, f64)> = game
            .moves(position)
            .into_iter()
            .map(|mv| (mv, seen(mv)))
            .collect();
        let best = values.iter().map(|(_, value)| *value).fold(-1.0, f64::max);
        let own = values
            .iter()
            .find(|(mv, _)| *mv == made.mv)
            .expect("a legal move")
            .1;
        assert!(best - own <= VISIBLE + 1e-6, "{made:?}: {best} {own}");
        assert!((best - own - made.visible_loss).abs() < 1e-6, "{made:?}");
        assert!(
            made.loss >= LEAST_LOSS && made.loss <= made.budget,
            "{made:?}"
        );
        assert!(
            (PUNISHED[0]..=PUNISHED[1]).contains(&made.punished),
            "{made:?}"
        );
        assert!(!made.punished_by.is_empty());
    }
}

#[test]
fn a_concession_is_unseen_and_can_be_punished() {
    let course = lessons(
        Pupil::Looks {
            plies: 2,
            noise: 0.1,
        },
        12,
        1,
    );
    check(&course);
}

/// `cargo test -p shido-tutor --test connect_four levels -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes: the table of docs/tutor.md"]
fn levels() {
    let contests = std::env::var("CONTESTS")
        .ok()
        .and_then(|it| it.parse().ok())
        .unwrap_or(30);
    let looks = |plies, noise| Pupil::Looks { plies, noise };
    for pupil in [
        Pupil::Random,
        looks(1, 0.0),
        looks(2, 0.3),
        looks(2, 0.0),
        looks(4, 0.0),
        looks(4, 0.2),
    ] {
        let course = lessons(pupil, contests, 7);
        check(&course);
        let later = &course.scores[5..];
        let mean = later.iter().sum::<f64>() / later.len() as f64;
        let made = course.concessions.len();
        let punished = course.concessions.iter().filter(|it| it.2).count();
        let level = course.levels.last().copied().unwrap_or(0.0);
        let foretold: f64 = course.concessions.iter().map(|it| it.1.punished).sum();
        println!(
            "{pupil:?}: {:.1}% of {} contests after the first five, level {level:.0}; {made} concessions, {punished} punished, \
             {foretold:.1} foretold",
            100.0 * mean,
            later.len()
        );
        println!(
            "  {:?}\n  {:?}",
            course.scores,
            course
                .levels
                .iter()
                .map(|it| it.round())
                .collect::<Vec<_>>()
        );
    }
}
