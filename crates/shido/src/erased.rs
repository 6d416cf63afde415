//! A game whose type is gone. What is not hot is compiled for [`Erased`] alone, once instead of once for
//! each type of game; what is hot is called through it and works on the game itself.

mod minds;
mod models;
mod typed;

pub(crate) use minds::prepared;
pub(crate) use typed::Typed;

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shido_arena::{Contest, ExactError, ExactResult};
use shido_core::erased::{ErasedMove, ErasedPosition};
use shido_core::picture::Picture;
use shido_core::{
    Chance, Depict, Drawing, EngineNotation, Features, Game, Guide, Inputs, Markers, Motif,
    Notation, NotationError, Outcome, Perception, Rng, Scene, Seat, Sight, Solved, Squares,
    Symmetry, Touches, Turn,
};
use shido_eval::Weights;
use shido_solve::{
    Census, EndgameTables, Found, OnProgress, Proof, ProveOptions, SolveError, SolveOptions,
    SolvedTable, Store,
};

use crate::entry::Contests;
use crate::evaluation::{Evaluator, SharedModel};
use crate::players::{Answer, Asked, Context, Expectiminimax, Mcts, Prepared, ProofNumber, Pvs};
use crate::{Error, MatchOrder, RandomContest, Settings, Spec, Watch};

/// A game of any type. It keeps the order of moves, the keys and the texts of the game behind it, so that
/// whoever plays it does the same as if they knew its type.
#[derive(Clone)]
pub(crate) struct Erased {
    rules: Arc<dyn Rules>,
    /// What a contest has used up, for who looks at how it may go on.
    past: Option<Arc<Past>>,
}

/// What is drawn because of the past of a contest.
struct Past {
    /// The position that the contest has come to. It goes on; when it comes about again it may be over.
    present: ErasedPosition,
    /// The positions, as the rules count them, that are over when they come about once more.
    drawn: HashSet<ErasedPosition>,
}

impl Erased {
    pub(crate) fn new(rules: Arc<dyn Rules>) -> Erased {
        Erased { rules, past: None }
    }

    /// What is behind it. It knows nothing of the past of a contest.
    pub(crate) fn rules(&self) -> &Arc<dyn Rules> {
        &self.rules
    }

    /// The rules as they stand in a contest: what comes about for the last time that they allow is over. `None`
    /// where they are the usual ones, because nothing has come about so often yet.
    pub(crate) fn as_played(contest: &Contest<'_, Erased>) -> Option<Erased> {
        let drawn = contest.drawn_when_repeated();
        (!drawn.is_empty()).then(|| Erased {
            past: Some(Arc::new(Past {
                present: contest.position().clone(),
                drawn: drawn.into_iter().collect(),
            })),
            ..contest.game().clone()
        })
    }

    /// The usual rules.
    pub(crate) fn without_past(&self) -> Erased {
        Erased::new(Arc::clone(&self.rules))
    }

    /// Whether the past of a contest makes a difference.
    pub(super) fn has_past(&self) -> bool {
        self.past.is_some()
    }

    /// Whether a position is over because it has come about as often as is allowed, if the rules do not say
    /// already that it is.
    #[inline]
    fn is_drawn(&self, position: &ErasedPosition) -> bool {
        let Some(past) = &self.past else {
            return false;
        };
        !position.is_copy_of(&past.present) && past.drawn.contains(&self.rules.recurs_as(position))
    }
}

/// What is asked of the game behind: its rules, and everything that is too hot to be done from outside.
///
/// Positions and moves are always those that this game gave away; another's make it panic.
pub(crate) trait Rules: Send + Sync {
    fn start(&self) -> ErasedPosition;
    fn turn(&self, position: &ErasedPosition) -> Turn;
    fn each_move(&self, position: &ErasedPosition, visit: &mut dyn FnMut(ErasedMove));
    fn leading_move(&self, position: &ErasedPosition) -> Option<ErasedMove>;
    fn count_moves(&self, position: &ErasedPosition) -> usize;
    fn play(&self, position: &mut ErasedPosition, mv: ErasedMove);
    fn after(&self, position: &ErasedPosition, mv: ErasedMove) -> ErasedPosition;
    fn each_successor(
        &self,
        position: &ErasedPosition,
        visit: &mut dyn FnMut(ErasedMove, ErasedPosition),
    );
    fn random_move(&self, position: &ErasedPosition, rng: &mut Rng) -> Option<ErasedMove>;
    fn play_out(&self, position: &ErasedPosition, rng: &mut Rng) -> Option<Outcome>;
    /// So many contests at random, one after the other.
    fn random_contests(
        &self,
        start: &ErasedPosition,
        count: usize,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Vec<RandomContest>;
    fn key(&self, position: &ErasedPosition) -> u64;
    fn stake(&self) -> f64;
    fn progress(&self, position: &ErasedPosition) -> Option<u32>;
    fn repetition_limit(&self) -> Option<u32>;
    fn recurs_as(&self, position: &ErasedPosition) -> ErasedPosition;

    fn symmetries(&self) -> usize;
    fn transform(&self, symmetry: usize, position: &ErasedPosition) -> ErasedPosition;
    fn transform_move(&self, symmetry: usize, mv: ErasedMove) -> ErasedMove;
    fn mirrors(&self, symmetry: usize, position: &ErasedPosition) -> bool;

    fn promise(&self, position: &ErasedPosition, mv: ErasedMove) -> i32;
    fn noisy(&self, position: &ErasedPosition, mv: ErasedMove) -> bool;
    fn each_noisy(&self, position: &ErasedPosition, visit: &mut dyn FnMut(ErasedMove));
    fn at_ease(&self, position: &ErasedPosition) -> bool;
    fn pass(&self, position: &ErasedPosition) -> Option<ErasedPosition>;
    fn late_moves_are_poor(&self) -> bool;

    fn write_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String;
    fn write_position(&self, position: &ErasedPosition) -> String;
    fn parse_position(&self, text: &str) -> Result<ErasedPosition, NotationError>;
    fn side(&self, seat: Seat) -> String;
    fn tell_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String;
    fn move_number(&self, position: &ErasedPosition) -> Option<String>;
    fn ending(&self, position: &ErasedPosition) -> Option<String>;
    fn points(&self, position: &ErasedPosition) -> Option<[f64; 2]>;
    fn why_illegal(&self, position: &ErasedPosition, text: &str) -> Option<String>;
    fn parse_move(
        &self,
        position: &ErasedPosition,
        text: &str,
    ) -> Result<ErasedMove, NotationError>;
    fn picture(&self, position: &ErasedPosition) -> Picture;
    fn touches(&self, position: &ErasedPosition, picture: &Picture, mv: ErasedMove) -> Touches;

    /// What is said to engines, where they can play the game.
    fn engine_position(&self, position: &ErasedPosition) -> String;
    fn engine_setup(&self, start: &ErasedPosition) -> Option<Vec<String>>;
    fn engine_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String;
    fn parse_engine_move(
        &self,
        position: &ErasedPosition,
        text: &str,
    ) -> Result<ErasedMove, NotationError>;

    fn holders(&self, position: &ErasedPosition) -> Vec<Option<Seat>>;
    fn drawing(&self) -> &Drawing;
    fn turned(&self, position: &ErasedPosition) -> Option<ErasedPosition>;

    /// How positions are judged, by these weights or the usual ones; and if `quiet`, only where no
    /// exchange is under way.
    fn evaluator(
        self: Arc<Self>,
        wanted: Option<&str>,
        quiet: bool,
    ) -> Result<Evaluator<Erased>, Error>;
    /// How a side judges by itself, in games that say so.
    fn side_model(self: Arc<Self>, seat: Seat) -> Option<SharedModel<Erased>>;
    /// Makes somebody look positions up before they judge them.
    fn consulting(
        self: Arc<Self>,
        evaluator: Evaluator<Erased>,
        table: Arc<SolvedTable>,
    ) -> Evaluator<Erased>;
    /// The same with the tables of endgames.
    fn consulting_endgames(
        self: Arc<Self>,
        evaluator: Evaluator<Erased>,
        tables: Arc<EndgameTables>,
    ) -> Evaluator<Erased>;
    fn pvs(&self, search: &Pvs, asked: Asked<'_, Erased>) -> Answer<Erased>;
    fn mcts(&self, search: &Mcts, asked: Asked<'_, Erased>) -> Answer<Erased>;
    fn pn(&self, search: &ProofNumber, asked: Asked<'_, Erased>) -> Answer<Erased>;
    fn expectiminimax(&self, search: &Expectiminimax, asked: Asked<'_, Erased>) -> Answer<Erased>;
    /// The player that a spec names, if it is one that has to know the type of the game.
    fn quick_player(
        self: Arc<Self>,
        spec: &Spec,
        context: Context<'_>,
    ) -> Option<Result<Prepared<Erased>, Error>>;
    /// The contests of a match, where both players know the type of the game.
    fn contests(
        &self,
        players: [&Prepared<Erased>; 2],
        order: &MatchOrder,
        games: u64,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Option<Result<Contests, Error>>;
    /// The exact result of a match, where both players know the type of the game.
    fn exact_result(
        &self,
        players: [&Prepared<Erased>; 2],
        order: &MatchOrder,
        settings: &Settings,
    ) -> Option<Result<ExactResult, ExactError>>;
    /// The moves that take something, where, and what they bring.
    fn captures(&self, position: &ErasedPosition) -> Option<Vec<(ErasedMove, u16, f64)>>;
    /// What is tactical about a line.
    fn motifs(&self, scene: Scene<'_, Erased>, line: &[ErasedMove]) -> Option<Vec<Motif>>;

    /// What people see, where that can be said.
    fn sight(&self) -> Sight;
    fn see(&self, scene: Scene<'_, Erased>, planes: &mut [f32]);
    fn consider(
        &self,
        scene: Scene<'_, Erased>,
        visit: &mut dyn FnMut(ErasedMove, Squares, &[f32]),
    );
    fn look_ahead(&self, position: &ErasedPosition) -> Vec<f32>;

    /// What is weighed in a position, where it has features.
    fn feature_names(&self) -> Vec<String>;
    fn each_feature(&self, position: &ErasedPosition, visit: &mut dyn FnMut(usize, f64));
    /// The weights from which learning starts; `None` for a game without features.
    fn start_weights(&self, name: &str, wanted: Option<&str>) -> Option<Result<Weights, Error>>;
    /// How many inputs a network has that looks at positions; `None` where none can.
    fn inputs(&self) -> Option<usize>;
    fn each_input(&self, position: &ErasedPosition, visit: &mut dyn FnMut(usize, f32)) -> Seat;
    /// How likely chance makes a move, where it moves.
    fn probability(&self, position: &ErasedPosition, outcome: ErasedMove) -> f64;

    fn count_by_ply(&self, plies: u32, memory: u64, stop: &AtomicBool) -> Census;

    fn load_or_solve(
        &self,
        store: &Store,
        options: &SolveOptions,
        report: OnProgress<'_>,
    ) -> Result<Found, SolveError>;
    fn solve(
        &self,
        options: &SolveOptions,
        report: OnProgress<'_>,
    ) -> Result<SolvedTable, SolveError>;
    fn prove(
        &self,
        position: &ErasedPosition,
        options: &ProveOptions,
        report: OnProgress<'_>,
    ) -> Result<Proof<ErasedMove>, SolveError>;
    fn provable(&self) -> bool;
    fn look_up(&self, table: &SolvedTable, position: &ErasedPosition) -> Option<Solved>;
    fn pack(&self, position: &ErasedPosition) -> u64;
    fn unpack(&self, packed: u64) -> Option<ErasedPosition>;
    fn look_up_endgame(&self, tables: &EndgameTables, position: &ErasedPosition) -> Option<Solved>;
}

impl Game for Erased {
    type Position = ErasedPosition;
    type Move = ErasedMove;

    fn start(&self) -> ErasedPosition {
        self.rules.start()
    }

    fn turn(&self, position: &ErasedPosition) -> Turn {
        match self.rules.turn(position) {
            // Who has won has won, however often.
            Turn::Of(_) | Turn::Chance if self.is_drawn(position) => Turn::Over(Outcome::DRAW),
            turn => turn,
        }
    }

    fn each_move(&self, position: &ErasedPosition, mut visit: impl FnMut(ErasedMove)) {
        if !self.is_drawn(position) {
            self.rules.each_move(position, &mut visit);
        }
    }

    fn leading_move(&self, position: &ErasedPosition) -> Option<ErasedMove> {
        match self.is_drawn(position) {
            true => None,
            false => self.rules.leading_move(position),
        }
    }

    fn count_moves(&self, position: &ErasedPosition) -> usize {
        match self.is_drawn(position) {
            true => 0,
            false => self.rules.count_moves(position),
        }
    }

    fn play(&self, position: &mut ErasedPosition, mv: ErasedMove) {
        self.rules.play(position, mv);
    }

    fn after(&self, position: &ErasedPosition, mv: ErasedMove) -> ErasedPosition {
        self.rules.after(position, mv)
    }

    fn each_successor(
        &self,
        position: &ErasedPosition,
        mut visit: impl FnMut(ErasedMove, ErasedPosition),
    ) {
        if !self.is_drawn(position) {
            self.rules.each_successor(position, &mut visit);
        }
    }

    fn random_move(&self, position: &ErasedPosition, rng: &mut Rng) -> Option<ErasedMove> {
        match self.is_drawn(position) {
            true => None,
            false => self.rules.random_move(position, rng),
        }
    }

    fn play_out(&self, position: &ErasedPosition, rng: &mut Rng) -> Option<Outcome> {
        match self.is_drawn(position) {
            true => Some(Outcome::DRAW),
            false => self.rules.play_out(position, rng),
        }
    }

    fn key(&self, position: &ErasedPosition) -> u64 {
        self.rules.key(position)
    }

    fn stake(&self) -> f64 {
        self.rules.stake()
    }

    fn progress(&self, position: &ErasedPosition) -> Option<u32> {
        self.rules.progress(position)
    }

    fn repetition_limit(&self) -> Option<u32> {
        self.rules.repetition_limit()
    }

    fn recurs_as(&self, position: &ErasedPosition) -> ErasedPosition {
        self.rules.recurs_as(position)
    }
}

impl Symmetry for Erased {
    fn symmetries(&self) -> usize {
        self.rules.symmetries()
    }

    fn transform(&self, symmetry: usize, position: &ErasedPosition) -> ErasedPosition {
        self.rules.transform(symmetry, position)
    }

    fn transform_move(&self, symmetry: usize, mv: ErasedMove) -> ErasedMove {
        self.rules.transform_move(symmetry, mv)
    }

    fn mirrors(&self, symmetry: usize, position: &ErasedPosition) -> bool {
        self.rules.mirrors(symmetry, position)
    }
}

impl Guide for Erased {
    fn promise(&self, position: &ErasedPosition, mv: ErasedMove) -> i32 {
        self.rules.promise(position, mv)
    }

    fn noisy(&self, position: &ErasedPosition, mv: ErasedMove) -> bool {
        self.rules.noisy(position, mv)
    }

    fn each_noisy(&self, position: &ErasedPosition, mut visit: impl FnMut(ErasedMove)) {
        self.rules.each_noisy(position, &mut visit);
    }

    fn at_ease(&self, position: &ErasedPosition) -> bool {
        self.rules.at_ease(position)
    }

    fn pass(&self, position: &ErasedPosition) -> Option<ErasedPosition> {
        self.rules.pass(position)
    }

    fn late_moves_are_poor(&self) -> bool {
        self.rules.late_moves_are_poor()
    }
}

impl Notation for Erased {
    fn write_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String {
        self.rules.write_move(position, mv)
    }

    fn write_position(&self, position: &ErasedPosition) -> String {
        self.rules.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<ErasedPosition, NotationError> {
        self.rules.parse_position(text)
    }

    fn side(&self, seat: Seat) -> String {
        self.rules.side(seat)
    }

    fn tell_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String {
        self.rules.tell_move(position, mv)
    }

    fn move_number(&self, position: &ErasedPosition) -> Option<String> {
        self.rules.move_number(position)
    }

    fn ending(&self, position: &ErasedPosition) -> Option<String> {
        self.rules.ending(position)
    }

    fn points(&self, position: &ErasedPosition) -> Option<[f64; 2]> {
        self.rules.points(position)
    }

    fn why_illegal(&self, position: &ErasedPosition, text: &str) -> Option<String> {
        self.rules.why_illegal(position, text)
    }

    fn parse_move(
        &self,
        position: &ErasedPosition,
        text: &str,
    ) -> Result<ErasedMove, NotationError> {
        self.rules.parse_move(position, text)
    }
}

impl EngineNotation for Erased {
    fn engine_position(&self, position: &ErasedPosition) -> String {
        self.rules.engine_position(position)
    }

    fn engine_setup(&self, start: &ErasedPosition) -> Option<Vec<String>> {
        self.rules.engine_setup(start)
    }

    fn engine_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String {
        self.rules.engine_move(position, mv)
    }

    fn parse_engine_move(
        &self,
        position: &ErasedPosition,
        text: &str,
    ) -> Result<ErasedMove, NotationError> {
        self.rules.parse_engine_move(position, text)
    }
}

impl Depict for Erased {
    fn picture(&self, position: &ErasedPosition) -> Picture {
        self.rules.picture(position)
    }

    fn touches(&self, position: &ErasedPosition, picture: &Picture, mv: ErasedMove) -> Touches {
        self.rules.touches(position, picture, mv)
    }
}

impl Markers for Erased {
    fn holders(&self, position: &ErasedPosition) -> Vec<Option<Seat>> {
        self.rules.holders(position)
    }

    fn drawing(&self) -> &Drawing {
        self.rules.drawing()
    }

    fn turned(&self, position: &ErasedPosition) -> Option<ErasedPosition> {
        self.rules.turned(position)
    }
}

impl Features for Erased {
    fn feature_names(&self) -> Vec<String> {
        self.rules.feature_names()
    }

    fn each_feature(&self, position: &ErasedPosition, mut visit: impl FnMut(usize, f64)) {
        self.rules.each_feature(position, &mut visit);
    }
}

impl Inputs for Erased {
    fn inputs(&self) -> usize {
        self.rules.inputs().unwrap_or(0)
    }

    fn each_input(&self, position: &ErasedPosition, mut visit: impl FnMut(usize, f32)) -> Seat {
        self.rules.each_input(position, &mut visit)
    }
}

impl Chance for Erased {
    fn probability(&self, position: &ErasedPosition, outcome: ErasedMove) -> f64 {
        self.rules.probability(position, outcome)
    }
}

impl Perception for Erased {
    fn sight(&self) -> Sight {
        self.rules.sight()
    }

    fn see(&self, scene: Scene<'_, Erased>, planes: &mut [f32]) {
        self.rules.see(scene, planes);
    }

    fn consider(
        &self,
        scene: Scene<'_, Erased>,
        mut visit: impl FnMut(ErasedMove, Squares, &[f32]),
    ) {
        self.rules.consider(scene, &mut visit);
    }

    fn look_ahead(&self, position: &ErasedPosition) -> Vec<f32> {
        self.rules.look_ahead(position)
    }
}
