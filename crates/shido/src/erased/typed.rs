//! The game behind an erased one: an entry that knows its type.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shido_arena::{ExactError, ExactResult};
use shido_core::erased::{ErasedMove, ErasedPosition, Interner};
use shido_core::picture::Picture;
use shido_core::{
    Drawing, Game, Motif, NotationError, Outcome, Rng, Scene, Seat, Sight, Solved, Squares,
    Touches, Turn,
};
use shido_engines::EnginePlayer;
use shido_eval::Weights;
use shido_solve::{
    Census, EndgameTables, Found, OnProgress, Proof, ProveOptions, SolveError, SolveOptions,
    SolvedTable, Store,
};

use super::minds::ErasedPolicy;
use super::models::{evaluator, model};
use super::{Erased, Rules};
use crate::abilities::{Abilities, EngineWords, Seeing, Weighing};
use crate::endgames::EndgamesOf;
use crate::entry::{AsPlayed, Contests, Entry, Playable};
use crate::evaluation::{Evaluator, SharedModel, consulting};
use crate::people::Learned;
use crate::players::{
    Answer, Asked, Context, Expectiminimax, Find, HotSearches, Mcts, Prepared, ProofNumber, Pvs,
    Search,
};
use crate::random_contests::contests_in_turn;
use crate::solved_tables::SolvedTables;
use crate::{Error, MatchOrder, RandomContest, Settings, Spec, Watch};

/// A game whose type is known, and the table of its moves.
pub(crate) struct Typed<G: Game> {
    pub(super) entry: Entry<G>,
    moves: &'static Interner<G::Move>,
}

impl<G: Playable> Entry<G> {
    /// The same without its type. What only the type can do goes on behind it.
    pub(crate) fn erased(self) -> Entry<Erased> {
        let typed = Arc::new(Typed {
            entry: self,
            moves: Interner::of_type(),
        });
        let entry = &typed.entry;
        let nature = entry.nature.as_ref().map(|nature| {
            let policy: Arc<dyn shido_arena::Policy<Erased>> =
                Arc::new(ErasedPolicy::new(&typed, Arc::clone(nature)));
            policy
        });
        Entry {
            about: entry.about.clone(),
            theory: entry.theory.with_moves(|mv| typed.erase(mv)),
            wisdom: entry.wisdom,
            endless: entry.endless,
            evaluation: |game, _, wanted| Arc::clone(game.rules()).evaluator(wanted, false),
            quiet_evaluation: |entry, wanted| {
                Arc::clone(entry.game.rules()).evaluator(wanted, true)
            },
            evaluations: Vec::new(),
            sides: |game, seat| Arc::clone(game.rules()).side_model(seat),
            abilities: Abilities::NONE,
            engine_player: (entry.abilities.engines)
                .then_some(|options, stop| Box::new(EnginePlayer::new(options, stop))),
            form: entry.form,
            captures: entry
                .captures
                .map(|_| -> crate::entry::ListCaptures<Erased> {
                    |game, position| {
                        let captures = game.rules().captures(position);
                        captures.expect("a game that tells what captures bring says so before")
                    }
                }),
            motifs: entry.motifs.map(|_| -> crate::entry::FindMotifs<Erased> {
                |game, scene, line| {
                    let motifs = game.rules().motifs(scene, line);
                    motifs.expect("a game whose motifs can be found says so before")
                }
            }),
            people: entry.abilities.perception.as_ref().map(|_| Learned::NEW),
            solved_tables: entry.solved_tables.as_ref().map(SolvedTables::erased),
            endgames: entry.endgames.as_ref().map(EndgamesOf::erased),
            nature,
            hot: HotSearches {
                pvs: Some(|search, asked| asked.game.rules().pvs(search, asked)),
                // The game behind does not know the past of a contest.
                mcts: Some(|search, asked| match asked.game.has_past() {
                    true => search.search(asked),
                    false => asked.game.rules().mcts(search, asked),
                }),
                pn: Some(|search, asked| match asked.game.has_past() {
                    true => search.search(asked),
                    false => asked.game.rules().pn(search, asked),
                }),
                expectiminimax: Some(|search, asked| match asked.game.has_past() {
                    true => search.search(asked),
                    false => asked.game.rules().expectiminimax(search, asked),
                }),
            },
            as_played: Some(AsPlayed {
                rules: Erased::as_played,
                without: Erased::without_past,
            }),
            quick: None,
            quick_player: Some(|entry, spec, context| {
                Arc::clone(entry.game.rules()).quick_player(spec, context)
            }),
            additions: Arc::clone(&entry.additions),
            game: Erased::new(typed),
        }
    }
}

/// What is behind both of two players, if it is behind both.
fn behind<G: Playable>(players: [&Prepared<Erased>; 2]) -> Option<[&Prepared<G>; 2]> {
    let [a, b] = players.map(|player| player.behind.as_ref()?.downcast_ref());
    Some([a?, b?])
}

impl<G: Playable> Typed<G> {
    #[inline]
    pub(super) fn erase(&self, mv: G::Move) -> ErasedMove {
        self.moves.erase(mv)
    }

    fn wrap(&self, position: G::Position) -> ErasedPosition {
        ErasedPosition::new(position)
    }

    /// Lets a search answer by what is compiled for the type of the game, where there is something.
    fn search<S: Search<Erased>>(
        &self,
        search: &S,
        find: Option<Find<S, G>>,
        asked: Asked<'_, Erased>,
    ) -> Answer<Erased> {
        match find {
            Some(find) => self.searched(&|asked| find(search, asked), asked),
            None => search.search(asked),
        }
    }

    /// What a search of the game behind answers.
    fn searched(
        &self,
        search: &dyn Fn(Asked<'_, G>) -> Answer<G>,
        asked: Asked<'_, Erased>,
    ) -> Answer<Erased> {
        let known = |position: &ErasedPosition| position.get::<G::Position>().clone();
        let positions: Vec<G::Position> = asked.positions.iter().map(known).collect();
        let model = asked.model_behind.and_then(|model| model.downcast_ref());
        let model: &SharedModel<G> =
            model.expect("who judges an erased game judges the one behind");
        let erase: &dyn Fn(G::Move) -> ErasedMove = &|mv| self.erase(mv);
        let found = search(Asked {
            game: &self.entry.game,
            positions: &positions,
            model: &**model,
            model_behind: None,
            ask: asked.ask,
            limits: asked.limits,
            seed: asked.seed,
            table: asked.table,
            watch: &|found| (asked.watch)(&found.with_moves(erase)),
        });
        match found {
            Ok(found) => Ok(found.with_moves(erase)),
            Err(error) => Err(error.with_moves(erase)),
        }
    }

    fn engine_words(&self) -> &EngineWords<G> {
        let words = self.entry.abilities.words.as_ref();
        words.expect("a game that programs are told about says so before")
    }

    fn weighing(&self) -> &Weighing<G> {
        let weighing = self.entry.abilities.features.as_ref();
        weighing.expect("a game that has features says so before")
    }

    fn seeing(&self) -> &Seeing<G> {
        let seeing = self.entry.abilities.perception.as_ref();
        seeing.expect("a game in which people see something says so before")
    }

    /// Shows a scene as one of the game behind.
    fn shown<T>(&self, scene: Scene<'_, Erased>, act: impl FnOnce(Scene<'_, G>) -> T) -> T {
        let past: Vec<(G::Position, G::Move)> = (scene.past.iter())
            .map(|(position, mv)| (position.get::<G::Position>().clone(), mv.get()))
            .collect();
        act(Scene {
            position: scene.position.get(),
            past: &past,
        })
    }

    fn solved_tables(&self) -> &SolvedTables<G> {
        let tables = self.entry.solved_tables.as_ref();
        tables.expect("a game that can be solved says so before")
    }

    fn endgames(&self) -> &EndgamesOf<G> {
        let endgames = self.entry.endgames.as_ref();
        endgames.expect("a game whose endgames can be solved says so before")
    }

    /// Makes somebody look positions of the game behind up before they judge them.
    fn looking_up(
        self: Arc<Self>,
        evaluator: Evaluator<Erased>,
        solved: impl Fn(&G, &G::Position) -> Option<Solved> + Send + Sync + 'static,
    ) -> Evaluator<Erased> {
        let own = evaluator.behind.as_ref().and_then(|own| own.downcast_ref());
        let own: &SharedModel<G> = own.expect("who judges an erased game judges the one behind");
        let own = consulting(Arc::clone(own), solved);
        Evaluator {
            model: model(&self, Arc::clone(&own)),
            behind: Some(Arc::new(own)),
            ..evaluator
        }
    }
}

impl<G: Playable> Rules for Typed<G> {
    fn start(&self) -> ErasedPosition {
        self.wrap(self.entry.game.start())
    }

    fn turn(&self, position: &ErasedPosition) -> Turn {
        self.entry.game.turn(position.get())
    }

    fn each_move(&self, position: &ErasedPosition, visit: &mut dyn FnMut(ErasedMove)) {
        let game = &self.entry.game;
        game.each_move(position.get(), |mv| visit(self.erase(mv)));
    }

    fn leading_move(&self, position: &ErasedPosition) -> Option<ErasedMove> {
        let mv = self.entry.game.leading_move(position.get())?;
        Some(self.erase(mv))
    }

    fn count_moves(&self, position: &ErasedPosition) -> usize {
        self.entry.game.count_moves(position.get())
    }

    fn play(&self, position: &mut ErasedPosition, mv: ErasedMove) {
        match position.get_mut() {
            Some(own) => self.entry.game.play(own, mv.get()),
            None => *position = self.after(position, mv),
        }
    }

    fn after(&self, position: &ErasedPosition, mv: ErasedMove) -> ErasedPosition {
        self.wrap(self.entry.game.after(position.get(), mv.get()))
    }

    fn each_successor(
        &self,
        position: &ErasedPosition,
        visit: &mut dyn FnMut(ErasedMove, ErasedPosition),
    ) {
        let game = &self.entry.game;
        game.each_successor(position.get(), |mv, next| {
            visit(self.erase(mv), self.wrap(next));
        });
    }

    fn random_move(&self, position: &ErasedPosition, rng: &mut Rng) -> Option<ErasedMove> {
        let mv = self.entry.game.random_move(position.get(), rng)?;
        Some(self.erase(mv))
    }

    fn play_out(&self, position: &ErasedPosition, rng: &mut Rng) -> Option<Outcome> {
        self.entry.game.play_out(position.get(), rng)
    }

    fn random_contests(
        &self,
        start: &ErasedPosition,
        count: usize,
        rng: &mut Rng,
        stop: &AtomicBool,
    ) -> Vec<RandomContest> {
        let odds = self.entry.abilities.probability;
        contests_in_turn(&self.entry.game, odds, start.get(), count, rng, stop)
    }

    fn key(&self, position: &ErasedPosition) -> u64 {
        self.entry.game.key(position.get())
    }

    fn stake(&self) -> f64 {
        self.entry.game.stake()
    }

    fn progress(&self, position: &ErasedPosition) -> Option<u32> {
        self.entry.game.progress(position.get())
    }

    fn repetition_limit(&self) -> Option<u32> {
        self.entry.game.repetition_limit()
    }

    fn recurs_as(&self, position: &ErasedPosition) -> ErasedPosition {
        self.wrap(self.entry.game.recurs_as(position.get()))
    }

    fn symmetries(&self) -> usize {
        self.entry.game.symmetries()
    }

    fn transform(&self, symmetry: usize, position: &ErasedPosition) -> ErasedPosition {
        self.wrap(self.entry.game.transform(symmetry, position.get()))
    }

    fn transform_move(&self, symmetry: usize, mv: ErasedMove) -> ErasedMove {
        self.erase(self.entry.game.transform_move(symmetry, mv.get()))
    }

    fn mirrors(&self, symmetry: usize, position: &ErasedPosition) -> bool {
        self.entry.game.mirrors(symmetry, position.get())
    }

    fn promise(&self, position: &ErasedPosition, mv: ErasedMove) -> i32 {
        self.entry.game.promise(position.get(), mv.get())
    }

    fn noisy(&self, position: &ErasedPosition, mv: ErasedMove) -> bool {
        self.entry.game.noisy(position.get(), mv.get())
    }

    fn each_noisy(&self, position: &ErasedPosition, visit: &mut dyn FnMut(ErasedMove)) {
        let game = &self.entry.game;
        game.each_noisy(position.get(), |mv| visit(self.erase(mv)));
    }

    fn at_ease(&self, position: &ErasedPosition) -> bool {
        self.entry.game.at_ease(position.get())
    }

    fn pass(&self, position: &ErasedPosition) -> Option<ErasedPosition> {
        Some(self.wrap(self.entry.game.pass(position.get())?))
    }

    fn late_moves_are_poor(&self) -> bool {
        self.entry.game.late_moves_are_poor()
    }

    fn write_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String {
        self.entry.game.write_move(position.get(), mv.get())
    }

    fn write_position(&self, position: &ErasedPosition) -> String {
        self.entry.game.write_position(position.get())
    }

    fn parse_position(&self, text: &str) -> Result<ErasedPosition, NotationError> {
        Ok(self.wrap(self.entry.game.parse_position(text)?))
    }

    fn side(&self, seat: Seat) -> String {
        self.entry.game.side(seat)
    }

    fn tell_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String {
        self.entry.game.tell_move(position.get(), mv.get())
    }

    fn move_number(&self, position: &ErasedPosition) -> Option<String> {
        self.entry.game.move_number(position.get())
    }

    fn ending(&self, position: &ErasedPosition) -> Option<String> {
        self.entry.game.ending(position.get())
    }

    fn points(&self, position: &ErasedPosition) -> Option<[f64; 2]> {
        self.entry.game.points(position.get())
    }

    fn engine_position(&self, position: &ErasedPosition) -> String {
        (self.engine_words().position)(&self.entry.game, position.get())
    }

    fn engine_setup(&self, start: &ErasedPosition) -> Option<Vec<String>> {
        (self.engine_words().setup)(&self.entry.game, start.get())
    }

    fn engine_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String {
        match &self.entry.abilities.words {
            Some(words) => (words.write_move)(&self.entry.game, position.get(), mv.get()),
            None => self.write_move(position, mv),
        }
    }

    fn parse_engine_move(
        &self,
        position: &ErasedPosition,
        text: &str,
    ) -> Result<ErasedMove, NotationError> {
        let parse = self.engine_words().parse_move;
        Ok(self.erase(parse(&self.entry.game, position.get(), text)?))
    }

    fn why_illegal(&self, position: &ErasedPosition, text: &str) -> Option<String> {
        self.entry.game.why_illegal(position.get(), text)
    }

    fn parse_move(
        &self,
        position: &ErasedPosition,
        text: &str,
    ) -> Result<ErasedMove, NotationError> {
        Ok(self.erase(self.entry.game.parse_move(position.get(), text)?))
    }

    fn picture(&self, position: &ErasedPosition) -> Picture {
        self.entry.game.picture(position.get())
    }

    fn touches(&self, position: &ErasedPosition, picture: &Picture, mv: ErasedMove) -> Touches {
        self.entry.game.touches(position.get(), picture, mv.get())
    }

    fn holders(&self, position: &ErasedPosition) -> Vec<Option<Seat>> {
        self.entry.game.holders(position.get())
    }

    fn drawing(&self) -> &Drawing {
        self.entry.game.drawing()
    }

    fn turned(&self, position: &ErasedPosition) -> Option<ErasedPosition> {
        Some(self.wrap(self.entry.game.turned(position.get())?))
    }

    fn evaluator(
        self: Arc<Self>,
        wanted: Option<&str>,
        quiet: bool,
    ) -> Result<Evaluator<Erased>, Error> {
        let own = match quiet {
            true => self.entry.quiet_evaluator(wanted)?,
            false => self.entry.evaluator(wanted)?,
        };
        Ok(evaluator(&self, own))
    }

    fn side_model(self: Arc<Self>, seat: Seat) -> Option<SharedModel<Erased>> {
        let own = (self.entry.sides)(&self.entry.game, seat)?;
        Some(model(&self, own))
    }

    fn consulting(
        self: Arc<Self>,
        evaluator: Evaluator<Erased>,
        table: Arc<SolvedTable>,
    ) -> Evaluator<Erased> {
        let lookup = self.solved_tables().lookup;
        self.looking_up(evaluator, move |game, position| {
            lookup(&table, game, position)
        })
    }

    fn consulting_endgames(
        self: Arc<Self>,
        evaluator: Evaluator<Erased>,
        tables: Arc<EndgameTables>,
    ) -> Evaluator<Erased> {
        let lookup = self.endgames().lookup;
        self.looking_up(evaluator, move |game, position| {
            lookup(&tables, game, position)
        })
    }

    fn pvs(&self, search: &Pvs, asked: Asked<'_, Erased>) -> Answer<Erased> {
        self.search(search, self.entry.hot.pvs, asked)
    }

    fn mcts(&self, search: &Mcts, asked: Asked<'_, Erased>) -> Answer<Erased> {
        self.search(search, self.entry.hot.mcts, asked)
    }

    fn pn(&self, search: &ProofNumber, asked: Asked<'_, Erased>) -> Answer<Erased> {
        self.search(search, self.entry.hot.pn, asked)
    }

    fn expectiminimax(&self, search: &Expectiminimax, asked: Asked<'_, Erased>) -> Answer<Erased> {
        self.search(search, self.entry.hot.expectiminimax, asked)
    }

    fn quick_player(
        self: Arc<Self>,
        spec: &Spec,
        context: Context<'_>,
    ) -> Option<Result<Prepared<Erased>, Error>> {
        let quick = self.entry.quick.as_ref()?;
        let own = (quick.player)(&self.entry, spec, context)?;
        Some(own.map(|own| (quick.erased)(&self, own)))
    }

    fn contests(
        &self,
        players: [&Prepared<Erased>; 2],
        order: &MatchOrder,
        games: u64,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Option<Result<Contests, Error>> {
        let play = self.entry.quick.as_ref()?.contests;
        let players = behind(players)?;
        Some(play(&self.entry, players, order, games, settings, watch))
    }

    fn exact_result(
        &self,
        players: [&Prepared<Erased>; 2],
        order: &MatchOrder,
        settings: &Settings,
    ) -> Option<Result<ExactResult, ExactError>> {
        let find = self.entry.quick.as_ref()?.exact_result;
        let [a, b] = behind::<G>(players)?;
        let policies = [a.policy.as_deref()?, b.policy.as_deref()?];
        Some(find(&self.entry, policies, order, settings))
    }

    fn captures(&self, position: &ErasedPosition) -> Option<Vec<(ErasedMove, u16, f64)>> {
        let listed = self.entry.captures?(&self.entry.game, position.get()).into_iter();
        Some(
            listed
                .map(|(mv, at, gain)| (self.erase(mv), at, gain))
                .collect(),
        )
    }

    fn motifs(&self, scene: Scene<'_, Erased>, line: &[ErasedMove]) -> Option<Vec<Motif>> {
        let find = self.entry.motifs?;
        let line: Vec<G::Move> = line.iter().map(|mv| mv.get()).collect();
        Some(self.shown(scene, |scene| find(&self.entry.game, scene, &line)))
    }

    fn sight(&self) -> Sight {
        (self.seeing().sight)(&self.entry.game)
    }

    fn see(&self, scene: Scene<'_, Erased>, planes: &mut [f32]) {
        let see = self.seeing().see;
        self.shown(scene, |scene| see(&self.entry.game, scene, planes));
    }

    fn consider(
        &self,
        scene: Scene<'_, Erased>,
        visit: &mut dyn FnMut(ErasedMove, Squares, &[f32]),
    ) {
        let consider = self.seeing().consider;
        self.shown(scene, |scene| {
            consider(&self.entry.game, scene, &mut |mv, squares, features| {
                visit(self.erase(mv), squares, features);
            });
        });
    }

    fn look_ahead(&self, position: &ErasedPosition) -> Vec<f32> {
        (self.seeing().look_ahead)(&self.entry.game, position.get())
    }

    fn feature_names(&self) -> Vec<String> {
        (self.weighing().names)(&self.entry.game)
    }

    fn each_feature(&self, position: &ErasedPosition, visit: &mut dyn FnMut(usize, f64)) {
        (self.weighing().each)(&self.entry.game, position.get(), visit);
    }

    fn start_weights(&self, name: &str, wanted: Option<&str>) -> Option<Result<Weights, Error>> {
        let start = self.entry.abilities.features.as_ref()?.start;
        Some(start(&self.entry.game, name, wanted))
    }

    fn inputs(&self) -> Option<usize> {
        let wiring = self.entry.abilities.inputs.as_ref()?;
        Some((wiring.count)(&self.entry.game))
    }

    fn each_input(&self, position: &ErasedPosition, visit: &mut dyn FnMut(usize, f32)) -> Seat {
        let wiring = self.entry.abilities.inputs.as_ref();
        let wiring = wiring.expect("a game that a network can look at says so before");
        (wiring.each)(&self.entry.game, position.get(), visit)
    }

    fn probability(&self, position: &ErasedPosition, outcome: ErasedMove) -> f64 {
        let probability = self.entry.abilities.probability;
        let probability = probability.expect("a game with chance says so before");
        probability(&self.entry.game, position.get(), outcome.get())
    }

    fn count_by_ply(&self, plies: u32, memory: u64, stop: &AtomicBool) -> Census {
        shido_solve::count_by_ply(&self.entry.game, plies, memory, stop)
    }

    fn load_or_solve(
        &self,
        store: &Store,
        options: &SolveOptions,
        report: OnProgress<'_>,
    ) -> Result<Found, SolveError> {
        (self.solved_tables().load_or_solve)(store, &self.entry.game, options, report)
    }

    fn solve(
        &self,
        options: &SolveOptions,
        report: OnProgress<'_>,
    ) -> Result<SolvedTable, SolveError> {
        (self.solved_tables().solve)(&self.entry.game, options, report)
    }

    fn prove(
        &self,
        position: &ErasedPosition,
        options: &ProveOptions,
        report: OnProgress<'_>,
    ) -> Result<Proof<ErasedMove>, SolveError> {
        let proof =
            (self.solved_tables().prove)(&self.entry.game, position.get(), options, report)?;
        Ok(Proof {
            value: proof.value,
            distance: proof.distance,
            best: proof.best.map(|mv| self.erase(mv)),
            nodes: proof.nodes,
        })
    }

    fn look_up(&self, table: &SolvedTable, position: &ErasedPosition) -> Option<Solved> {
        (self.solved_tables().lookup)(table, &self.entry.game, position.get())
    }

    fn provable(&self) -> bool {
        (self.solved_tables().provable)(&self.entry.game)
    }

    fn pack(&self, position: &ErasedPosition) -> u64 {
        (self.solved_tables().pack)(&self.entry.game, position.get())
    }

    fn unpack(&self, packed: u64) -> Option<ErasedPosition> {
        let position = (self.solved_tables().unpack)(&self.entry.game, packed)?;
        Some(ErasedPosition::new(position))
    }

    fn look_up_endgame(&self, tables: &EndgameTables, position: &ErasedPosition) -> Option<Solved> {
        (self.endgames().lookup)(tables, &self.entry.game, position.get())
    }
}
