//! Games with what a tutor needs to teach them, and contests.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use shido_arena::{Contest, PlayerError, Thinking};
use shido_core::picture::Depict;
use shido_core::{ForFirst, Game, Guide, Pack, Seat, Seed, Turn, Verdict};
use shido_eval::{Linear, Weights};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_people::family::Parameters;
use shido_search::{Ask, Limits, Model, Pvs, PvsOptions, TranspositionTable};
use shido_solve::{Progress, ProveOptions, SolveOptions, SolvedTable, prove_position, solve};
use shido_tutor::{
    Aim, Certificate, Effort, Equipment, FamilyCrowd, Form, Judge, Judged, Student, Told, Tutor,
    manners,
};

use crate::pupil::Pupil;

const FAMILY: &str = include_str!("../../../../weights/people-family.toml");
/// How many positions are looked at to find out what a student sees.
const SIGHT: u64 = 40_000;

pub(crate) type Small = FrameGame<u64>;
type Sight<G> = Arc<dyn Model<G> + Send + Sync>;
type NewJudge<G> = Box<dyn Fn() -> Box<dyn Judge<G>>>;

/// A game with what a tutor needs to teach it.
pub(crate) struct School<G: Guide> {
    pub(crate) game: G,
    pub(crate) sight: Sight<G>,
    judge: NewJudge<G>,
}

/// A small game whose every position is known.
pub(crate) fn solved(name: &str, text: &str, parameters: &[(&str, i64)]) -> School<Small> {
    let game = frame(name, text, parameters);
    let sight: Sight<Small> = Arc::new(rough(&game, name));
    let table = solve(&game, &SolveOptions::new(name, 0), &|_| {}).expect("a small game");
    let table = Arc::new(table);
    School {
        game,
        sight,
        judge: Box::new(move || Box::new(Knowing(Arc::clone(&table)))),
    }
}

/// What the rules of a frame suggest.
fn rough(game: &Small, name: &str) -> Linear {
    let weights = Weights {
        game: name.to_owned(),
        unit: "threat".to_owned(),
        scale: 0.2,
        origin: "suggested by the rules".to_owned(),
        values: game.rough_weights(),
    };
    Linear::new(game, &weights)
}

fn frame(name: &str, text: &str, parameters: &[(&str, i64)]) -> Small {
    let given = parameters
        .iter()
        .map(|(name, value)| ((*name).to_owned(), *value));
    let frame = Frame::read(name, text, &given.collect::<Vec<_>>()).expect("the frame is shipped");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        Compiled::Large(_) => unreachable!("the board is small"),
    }
}

pub(crate) fn connect_four(nodes: u64) -> School<Small> {
    let game = frame(
        "connect-four",
        include_str!("../../../../frames/connect-four.toml"),
        &[],
    );
    let weights = include_str!("../../../../weights/connect-four.toml");
    let weights = Weights::read(&game, "connect-four", weights).expect("the weights are shipped");
    let sight: Sight<Small> = Arc::new(Linear::new(&game, &weights));
    let model = Arc::clone(&sight);
    let judge = move || -> Box<dyn Judge<Small>> {
        Box::new(Searching {
            model: Arc::clone(&model),
            nodes,
        })
    };
    School {
        game,
        sight,
        judge: Box::new(judge),
    }
}

/// A concession, and where it was made.
pub(crate) struct Made<G: Game> {
    pub(crate) before: G::Position,
    /// The moves up to there.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) certificate: Certificate<G::Move>,
}

impl<G: Guide + Depict + 'static> School<G> {
    /// A tutor for one contest.
    pub(crate) fn tutor(&self, student: Student) -> Tutor<G> {
        let judge = (self.judge)();
        Tutor::new(self.equipment(), judge, Aim::Score(0.5), student)
    }

    fn equipment(&self) -> Arc<Equipment<G>> {
        Arc::new(Equipment {
            crowd: Arc::new(FamilyCrowd {
                parameters: Parameters::read(FAMILY).expect("the shipped parameters"),
                model: Arc::clone(&self.sight),
            }),
            sight: Arc::clone(&self.sight),
            form: Form::STEADY,
            captures: None,
            kinds: Box::new(|contest, line| manners(contest, line[0])),
            nodes: SIGHT,
        })
    }

    /// Contests of a tutor with a pupil whom it does not know, taking turns to move first: what was conceded.
    pub(crate) fn teach(&self, pupil: Pupil, contests: u64, seed: u64) -> Vec<Made<G>> {
        let equipment = self.equipment();
        let mut student = Student::stranger();
        let mut conceded = Vec::new();
        for number in 0..contests {
            let mut rng = Seed(seed).derive(number).rng();
            let seat = Seat::BOTH[number as usize % 2];
            let mut tutor = Tutor::new(
                Arc::clone(&equipment),
                (self.judge)(),
                Aim::Score(0.5),
                student,
            );
            let mut contest = Contest::new(&self.game);
            while let Turn::Of(mover) = contest.turn() {
                let mv = if mover == seat {
                    let mut thinking = Thinking::freely(&mut rng);
                    let decision = tutor.decide(&contest, &mut thinking);
                    decision.expect("a decision").mv
                } else {
                    pupil.choose(&self.game, contest.position(), &*self.sight, &mut rng)
                };
                contest.play(mv).expect("a legal move");
            }
            tutor.finish(&contest);
            for certificate in tutor.concessions() {
                conceded.push(Made {
                    before: contest.positions()[certificate.ply].clone(),
                    moves: contest.moves()[..certificate.ply].to_vec(),
                    certificate: certificate.clone(),
                });
            }
            student = tutor.student;
        }
        conceded
    }
}

/// Judges by the solved table.
struct Knowing(Arc<SolvedTable>);

impl<G: Pack> Judge<G> for Knowing {
    /// What it says is exact.
    fn trusts_proofs_alone(&self) -> bool {
        false
    }

    fn values(
        &mut self,
        contest: &Contest<'_, G>,
        _: Effort,
        _: &mut Thinking<'_, G::Move>,
    ) -> Result<Judged<G::Move>, PlayerError> {
        let (game, position) = (contest.game(), contest.position());
        let Turn::Of(mover) = game.turn(position) else {
            return Err(PlayerError::Over);
        };
        let value = |mv| {
            let after = game.after(position, mv);
            let verdict = match game.turn(&after) {
                Turn::Over(outcome) => outcome.verdict(),
                _ => self.0.lookup(game, &after).expect("a known position").value,
            };
            payoff(verdict.seen_by(mover).0)
        };
        let moves: Vec<(G::Move, f64)> = (game.moves(position).into_iter())
            .map(|mv| (mv, value(mv)))
            .collect();
        let best = moves.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        Ok(Judged {
            line: best.into_iter().map(|(mv, _)| *mv).collect(),
            nodes: moves.len() as u64,
            moves,
            told: Told::default(),
        })
    }

    /// All that it says is exact.
    fn proved(&mut self, _: &Contest<'_, G>) -> Option<Judged<G::Move>> {
        None
    }
}

/// Judges by principal variation search, and by proof where that does not take too long.
struct Searching {
    model: Sight<Small>,
    nodes: u64,
}

/// How many positions a proof may visit.
const PROOF: u64 = 100_000;

fn prove(game: &Small, position: &<Small as Game>::Position) -> Option<ForFirst<Verdict>> {
    if let Turn::Over(outcome) = game.turn(position) {
        return Some(outcome.verdict());
    }
    let options = ProveOptions {
        memory: 16 << 20,
        ..ProveOptions::default()
    };
    let enough = |progress: Progress| {
        let stop = progress.done > PROOF;
        options.stop.fetch_or(stop, Ordering::Relaxed);
    };
    let proof = prove_position(game, position, &options, &enough);
    proof.ok().map(|proof| proof.value)
}

fn payoff(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.0,
        Verdict::Loss => -1.0,
    }
}

impl Judge<Small> for Searching {
    fn values(
        &mut self,
        contest: &Contest<'_, Small>,
        effort: Effort,
        _: &mut Thinking<'_, <Small as Game>::Move>,
    ) -> Result<Judged<<Small as Game>::Move>, PlayerError> {
        let Turn::Of(mover) = contest.turn() else {
            return Err(PlayerError::Over);
        };
        let game = contest.game();
        let search = Pvs {
            game,
            model: &*self.model,
            table: &TranspositionTable::new(1),
            probcut: None,
            options: PvsOptions {
                ask: Ask::EveryMove,
                ..PvsOptions::default()
            },
        };
        let limits = Limits {
            nodes: Some((effort.positions() * self.nodes as f64) as u64),
            ..Limits::default()
        };
        let found = search
            .search(contest.positions(), limits, &|_| {})
            .map_err(|error| PlayerError::Failed(error.to_string()))?;
        let own = |value: ForFirst<f64>| value.seen_by(mover).0 / game.stake();
        let moves = found.moves.iter();
        Ok(Judged {
            moves: moves.map(|it| (it.mv, own(it.value))).collect(),
            line: found.line,
            nodes: found.nodes,
            told: Told::default(),
        })
    }

    fn trusts_proofs_alone(&self) -> bool {
        true
    }

    fn proved(&mut self, contest: &Contest<'_, Small>) -> Option<Judged<<Small as Game>::Move>> {
        let (game, position) = (contest.game(), contest.position());
        let Turn::Of(mover) = game.turn(position) else {
            return None;
        };
        let value = |mv| {
            let proof = prove(game, &game.after(position, mv))?;
            Some((mv, payoff(proof.seen_by(mover).0)))
        };
        let moves: Option<Vec<(<Small as Game>::Move, f64)>> =
            game.moves(position).into_iter().map(value).collect();
        let moves = moves?;
        let best = moves.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        Some(Judged {
            line: best.into_iter().map(|(mv, _)| *mv).collect(),
            moves,
            nodes: 0,
            told: Told::default(),
        })
    }
}
