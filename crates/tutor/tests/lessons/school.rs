//! Games with what a tutor needs to teach them, and contests.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use shido_arena::{Contest, PlayerError, Thinking};
use shido_core::picture::Depict;
use shido_core::{Captures, Features, ForFirst, Game, Guide, Pack, Seat, Seed, Turn, Verdict};
use shido_eval::{Linear, Weights};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_games::chess::Chess;
use shido_games::othello::Othello;
use shido_people::family::Parameters;
use shido_search::{Ask, Limits, Model, Pvs, PvsOptions, TranspositionTable};
use shido_solve::{Progress, ProveOptions, SolveOptions, SolvedTable, prove_position, solve};
use shido_tutor::{
    Aim, Certificate, Effort, Equipment, FamilyCrowd, Form, Judge, Judged, Student, Tutor, manners,
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
    captures: Option<shido_tutor::Captures<G>>,
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
        captures: None,
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
    searched(game, "connect-four", weights, nodes, Some(prove))
}

pub(crate) fn nine_mens_morris(nodes: u64) -> School<Small> {
    let name = "nine-mens-morris";
    let game = frame(
        name,
        include_str!("../../../../frames/nine-mens-morris.toml"),
        &[],
    );
    let sight = rough(&game, name);
    School::searching(game, sight, nodes, None)
}

pub(crate) fn othello(nodes: u64) -> School<Othello> {
    let weights = include_str!("../../../../weights/othello.toml");
    searched(Othello::default(), "othello", weights, nodes, None)
}

pub(crate) fn chess(nodes: u64) -> School<Chess> {
    let weights = include_str!("../../../../weights/chess.hand.toml");
    School {
        captures: Some(captures),
        ..searched(Chess, "chess", weights, nodes, None)
    }
}

fn captures<G: Captures>(game: &G, position: &G::Position) -> Vec<(G::Move, u16, f64)> {
    let mut captures = Vec::new();
    game.each_capture(position, |mv, at, gain| captures.push((mv, at, gain)));
    captures
}

/// A game with weights.
fn searched<G: Guide + Features + 'static>(
    game: G,
    name: &str,
    weights: &str,
    nodes: u64,
    prove: Option<Prove<G>>,
) -> School<G> {
    let weights = Weights::read(&game, name, weights).expect("the weights are shipped");
    let sight = Linear::new(&game, &weights);
    School::searching(game, sight, nodes, prove)
}

impl<G: Guide + Features + 'static> School<G> {
    fn searching(game: G, sight: Linear, nodes: u64, prove: Option<Prove<G>>) -> School<G> {
        let sight: Sight<G> = Arc::new(sight);
        let model = Arc::clone(&sight);
        let judge = move || -> Box<dyn Judge<G>> {
            Box::new(Searching {
                model: Arc::clone(&model),
                nodes,
                prove,
            })
        };
        School {
            game,
            sight,
            judge: Box::new(judge),
            captures: None,
        }
    }
}

/// A concession, where it was made and what the student did then.
pub(crate) struct Made<G: Game> {
    pub(crate) before: G::Position,
    /// The moves up to there.
    pub(crate) moves: Vec<G::Move>,
    pub(crate) certificate: Certificate<G::Move>,
    pub(crate) punished: bool,
}

impl<G: Guide + Depict + 'static> School<G> {
    /// Contests of a tutor with a pupil whom it does not know, taking turns to move first: what was conceded.
    pub(crate) fn teach(&self, pupil: Pupil, contests: u64, seed: u64) -> Vec<Made<G>> {
        let equipment = Arc::new(Equipment {
            crowd: Arc::new(FamilyCrowd {
                parameters: Parameters::read(FAMILY).expect("the shipped parameters"),
                model: Arc::clone(&self.sight),
            }),
            sight: Arc::clone(&self.sight),
            form: Form::STEADY,
            captures: self.captures,
            kinds: Box::new(|contest, line| manners(contest, line[0])),
            nodes: SIGHT,
        });
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
                let reply = contest.moves().get(certificate.ply + 1);
                conceded.push(Made {
                    before: contest.positions()[certificate.ply].clone(),
                    moves: contest.moves()[..certificate.ply].to_vec(),
                    certificate: certificate.clone(),
                    punished: reply.is_some_and(|it| certificate.punished_by.contains(it)),
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
        })
    }

    /// All that it says is exact.
    fn proved(&mut self, _: &Contest<'_, G>) -> Option<Judged<G::Move>> {
        None
    }
}

/// Judges by principal variation search.
struct Searching<G: Game> {
    model: Sight<G>,
    nodes: u64,
    prove: Option<Prove<G>>,
}

/// Proves what a position is worth, if that does not take too long.
type Prove<G> = fn(&G, &<G as Game>::Position) -> Option<ForFirst<Verdict>>;

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

impl<G: Guide> Judge<G> for Searching<G> {
    fn values(
        &mut self,
        contest: &Contest<'_, G>,
        effort: Effort,
        _: &mut Thinking<'_, G::Move>,
    ) -> Result<Judged<G::Move>, PlayerError> {
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
        })
    }

    fn trusts_proofs_alone(&self) -> bool {
        self.prove.is_some()
    }

    fn proved(&mut self, contest: &Contest<'_, G>) -> Option<Judged<G::Move>> {
        let (game, position, prove) = (contest.game(), contest.position(), self.prove?);
        let Turn::Of(mover) = game.turn(position) else {
            return None;
        };
        let value = |mv| {
            let proof = prove(game, &game.after(position, mv))?;
            Some((mv, payoff(proof.seen_by(mover).0)))
        };
        let moves: Option<Vec<(G::Move, f64)>> =
            game.moves(position).into_iter().map(value).collect();
        let moves = moves?;
        let best = moves.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        Some(Judged {
            line: best.into_iter().map(|(mv, _)| *mv).collect(),
            moves,
            nodes: 0,
        })
    }
}
