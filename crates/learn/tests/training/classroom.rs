//! A small game of the shipped frames, solved, with its perfect player and a learner who knows nothing.

use std::sync::Arc;

use shido_arena::{Line, Oracle, Perfect, Theory, Wisdom};
use shido_core::{Game, Notation, Seed, Solved, Symmetry};
use shido_frame::{Compiled, Frame, FrameGame, FrameMove, TheoryWisdom};
use shido_learn::{Goal, Going, Hoyle, Knowledge, Learner, Progress, Trained, Trainer, Training};
use shido_solve::{SolveOptions, SolvedTable};

pub(crate) type Rules = FrameGame<u64>;
pub(crate) type Position = <Rules as Game>::Position;

pub(crate) struct Classroom {
    pub(crate) game: Rules,
    pub(crate) answers: Arc<Answers>,
    pub(crate) perfect: Arc<Perfect<Rules, Arc<Answers>>>,
}

pub(crate) struct Answers(SolvedTable);

impl Oracle<Rules> for Answers {
    fn solved(&self, game: &Rules, position: &Position) -> Option<Solved> {
        self.0.lookup(game, position)
    }
}

impl Classroom {
    pub(crate) fn of(name: &str) -> Classroom {
        let path = format!("{}/../../frames/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("the frame is shipped");
        let frame = Frame::read(name, &text, &[]).expect("the frame is in order");
        let Compiled::Small(game) = Compiled::new(&frame) else {
            panic!("{name} has too large a board");
        };
        let options = SolveOptions::new(name, game.fingerprint());
        let table = shido_solve::solve(&game, &options, &|_| {}).expect("small enough");
        let answers = Arc::new(Answers(table));
        let wisdom = match frame.theory.wisdom {
            Some(TheoryWisdom::Uniform) => Wisdom::Uniform,
            Some(TheoryWisdom::Fastest) => Wisdom::Fastest,
            Some(TheoryWisdom::Trap) | None => Wisdom::Trap,
        };
        let perfect = Perfect::new(Arc::clone(&answers), wisdom);
        let theory = theory(&game, &frame.theory);
        let perfect = Arc::new(perfect.with_theory(&game, theory).expect("it fits"));
        Classroom {
            game,
            answers,
            perfect,
        }
    }

    pub(crate) fn learner(&self) -> Hoyle<Rules> {
        Hoyle::new(Knowledge::new(&self.game, &mut Seed(1).rng()))
    }

    /// Trains for a number of contests, and says how far training was before each of them and at the
    /// end.
    pub(crate) fn train(
        &self,
        hoyle: &mut Hoyle<Rules>,
        trainer: &dyn Trainer<Rules>,
        contests: u64,
        seed: Seed,
    ) -> Vec<Progress> {
        let mut course = Vec::new();
        let training = self.fixed(contests, seed);
        let Trained { progress, reached } =
            shido_learn::train(&self.game, hoyle, trainer, &training, |progress, _| {
                course.push(*progress);
                Going::On
            })
            .expect("everybody can move");
        assert!(reached);
        course.push(progress);
        course
    }

    pub(crate) fn fixed(&self, contests: u64, seed: Seed) -> Training {
        Training {
            learner: Learner::default(),
            goal: Goal::Contests(contests),
            most: contests,
            seed,
        }
    }
}

/// What the frame says of wise play, as the arena understands it.
fn theory(game: &Rules, written: &shido_frame::Theory) -> Theory<FrameMove> {
    let book = written.book.iter().map(|line| {
        let mut position = game.start();
        let after = line.after.iter().map(|text| {
            let mv = read(game, &position, text);
            game.play(&mut position, mv);
            mv
        });
        let after = after.collect();
        let alike = |symmetry| game.transform(symmetry, &position) == position;
        let play = line.play.iter().map(|text| read(game, &position, text));
        let classes = play.map(|mv| images(game, mv, alike)).collect();
        Line { after, classes }
    });
    let start = game.start();
    let prefer = written.prefer.iter().map(|text| read(game, &start, text));
    Theory {
        book: book.collect(),
        mirror: written.mirror,
        prefer: prefer.flat_map(|mv| images(game, mv, |_| true)).collect(),
    }
}

fn read(game: &Rules, position: &Position, text: &str) -> FrameMove {
    game.parse_move(position, text)
        .expect("the frame is in order")
}

/// The images of a move under some of the symmetries.
fn images(game: &Rules, mv: FrameMove, under: impl Fn(usize) -> bool) -> Vec<FrameMove> {
    let symmetries = (0..game.symmetries()).filter(|symmetry| under(*symmetry));
    let mut images: Vec<FrameMove> = symmetries
        .map(|symmetry| game.transform_move(symmetry, mv))
        .collect();
    images.sort_unstable();
    images.dedup();
    images
}
