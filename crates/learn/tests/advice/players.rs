//! Games by name, and who is played against.

use std::num::NonZeroUsize;
use std::sync::Arc;

use shido_arena::{ExactOptions, Fallible, Line, Oracle, Perfect, Policy, Seats, Theory, Wisdom};
use shido_core::{Notation, Seed, Solved, Symmetry};
use shido_frame::{Compiled, Frame, FrameGame, FrameMove, FramePosition};
use shido_learn::trainers::Expert;
use shido_learn::{Goal, Going, Hoyle, Knowledge, Learner, Trained, Trainer, Training, train};
use shido_solve::{SolveOptions, SolvedTable, solve};

pub(crate) type Board = FrameGame<u64>;

pub(crate) fn board(name: &str) -> Board {
    sized(name, &[])
}

pub(crate) fn sized(name: &str, size: &[(&str, i64)]) -> Board {
    let path = format!("{}/../../frames/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the frame is shipped");
    let size: Vec<(String, i64)> = size.iter().map(|(p, v)| ((*p).to_owned(), *v)).collect();
    let frame = Frame::read(name, &text, &size).expect("the frame is sound");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        _ => panic!("{name} does not fit on a small board"),
    }
}

/// What a position is worth, from a solved table.
pub(crate) struct Known(SolvedTable);

impl Known {
    pub(crate) fn of(game: &Board) -> Arc<Known> {
        let options = SolveOptions::new("game", game.fingerprint());
        Arc::new(Known(
            solve(game, &options, &|_| {}).expect("the game is small"),
        ))
    }
}

impl Oracle<Board> for Known {
    fn solved(&self, game: &Board, position: &FramePosition<u64>) -> Option<Solved> {
        self.0.lookup(game, position)
    }
}

pub(crate) type Master = Arc<Perfect<Board, Arc<Known>>>;

pub(crate) fn perfect(known: &Arc<Known>) -> Master {
    Arc::new(Perfect::new(known.clone(), Wisdom::Trap))
}

/// Epstein's perfect player for tic-tac-toe: it opens in the centre or in a corner, and aims for her
/// Figure 3.
pub(crate) fn perfect_at_tic_tac_toe(game: &Board, known: &Arc<Known>) -> Master {
    let start = game.parse_position(".../.../... X").expect("empty");
    let mv = |name: &str| game.parse_move(&start, name).expect("a point");
    let line = |after: &[&str], classes: &[&[&str]]| {
        let moves = |names: &[&str]| names.iter().map(|name| mv(name)).collect();
        Line {
            after: moves(after),
            classes: classes.iter().map(|class| moves(class)).collect(),
        }
    };
    let theory = Theory {
        book: vec![
            line(&[], &[&["b2"], &["a1", "a3", "c1", "c3"]]),
            line(&["a1", "b2"], &[&["c3"]]),
        ],
        mirror: None,
        prefer: Vec::<FrameMove>::new(),
    };
    let player = Perfect::new(known.clone(), Wisdom::Trap).with_theory(game, theory);
    Arc::new(player.expect("the theory fits"))
}

/// Perfect, expert, novice and random, as Epstein's challengers err.
pub(crate) fn challengers(master: &Master) -> [Fallible<Master>; 4] {
    [0.0, 10.0, 70.0, 100.0].map(|noise| fallible(master, noise))
}

pub(crate) fn fallible(master: &Master, noise: f64) -> Fallible<Master> {
    Fallible::new(noise, master.clone()).expect("a share of a hundred")
}

pub(crate) fn untrained<G: shido_learn::Learnable>(game: &G, seed: Seed) -> Hoyle<G> {
    Hoyle::new(Knowledge::new(game, &mut seed.rng()))
}

pub(crate) fn trained<G: shido_learn::Learnable>(
    game: &G,
    trainer: &dyn Trainer<G>,
    goal: Goal,
    seed: Seed,
) -> (Hoyle<G>, Trained) {
    let mut hoyle = untrained(game, seed.derive(0));
    let training = Training {
        learner: Learner::default(),
        goal,
        most: 2000,
        seed: seed.derive(1),
    };
    let trained = train(game, &mut hoyle, trainer, &training, |_, _| Going::On);
    let trained = trained.expect("everybody can move");
    (hoyle, trained)
}

pub(crate) fn taught_by<G, P>(game: &G, expert: P, contests: u64, seed: Seed) -> Hoyle<G>
where
    G: shido_learn::Learnable,
    P: Policy<G>,
{
    trained(game, &Expert(expert), Goal::Contests(contests), seed).0
}

pub(crate) fn exactly(seats: Seats) -> ExactOptions<'static, Board> {
    ExactOptions {
        seats,
        threads: NonZeroUsize::new(1),
        ..ExactOptions::default()
    }
}

/// A position and its images.
pub(crate) fn images(game: &Board, position: &str) -> Vec<FramePosition<u64>> {
    let position = game.parse_position(position).expect("a position");
    (0..game.symmetries())
        .map(|symmetry| game.transform(symmetry, &position))
        .collect()
}
