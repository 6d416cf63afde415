//! The game behind an erased one: an entry that knows its type.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shido_arena::{ExactError, ExactResult};
use shido_core::erased::{ErasedMove, ErasedPosition, Interner};
use shido_core::picture::Picture;
use shido_core::{
    Drawing, Game, Motif, NotationError, Outcome, Rng, Scene, Seat, Solved, Touches, Turn,
};
use shido_solve::{
    Census, Found, OnProgress, Proof, ProveOptions, SolveError, SolveOptions, SolvedTable, Store,
};

use super::minds::{ErasedPlayer, ErasedPolicy, prepared};
use super::models::{evaluator, model};
use super::{Erased, Rules};
use crate::entry::{Contests, Entry, Playable};
use crate::evaluation::{Evaluator, SharedModel};
use crate::people::{Choose, Learned, PeopleOrder, PeopleReport};
use crate::players::{Context, Prepared};
use crate::solved_tables::SolvedTables;
use crate::tuning::{TuneOrder, TuneReport};
use crate::{Error, MatchOrder, Settings, Spec, Watch};

/// A game whose type is known, and the table of its moves.
pub(super) struct Typed<G: Game> {
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
            tune: entry.tune.map(|_| -> crate::tuning::Tune<Erased> {
                |game, _, order, settings, watch| {
                    let tuned = game.rules().tune(order, settings, watch);
                    tuned.expect("a game that can be tuned says so before")
                }
            }),
            engine_player: entry
                .engine_player
                .map(|_| -> crate::entry::EnginePlayer<Erased> {
                    |game, options, stop| Arc::clone(game.rules()).engine_player(options, stop)
                }),
            engine_move: |game, position, mv| game.rules().engine_move(position, mv),
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
            people: entry.people.as_ref().map(|_| Learned {
                find: |game: &Erased, name, file| Arc::clone(game.rules()).find_people(name, file),
                learn: |game, name, order, settings, watch| {
                    let learned = game.rules().learn_people(name, order, settings, watch);
                    learned.expect("a game whose people can be learned says so before")
                },
            }),
            solved_tables: entry.solved_tables.as_ref().map(SolvedTables::erased),
            nature,
            hot: |entry, spec, context| Arc::clone(entry.game.rules()).hot_player(spec, context),
            matches: None,
            additions: Arc::clone(&entry.additions),
            game: Erased(typed),
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

    fn solved_tables(&self) -> &SolvedTables<G> {
        let tables = self.entry.solved_tables.as_ref();
        tables.expect("a game that can be solved says so before")
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

    fn ending(&self, position: &ErasedPosition) -> Option<String> {
        self.entry.game.ending(position.get())
    }

    fn points(&self, position: &ErasedPosition) -> Option<[f64; 2]> {
        self.entry.game.points(position.get())
    }

    fn engine_move(&self, position: &ErasedPosition, mv: ErasedMove) -> String {
        (self.entry.engine_move)(&self.entry.game, position.get(), mv.get())
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

    fn hot_player(
        self: Arc<Self>,
        spec: &Spec,
        context: Context<'_>,
    ) -> Option<Result<Prepared<Erased>, Error>> {
        let own = (self.entry.hot)(&self.entry, spec, context)?;
        Some(own.map(|own| prepared(&self, own)))
    }

    fn contests(
        &self,
        players: [&Prepared<Erased>; 2],
        order: &MatchOrder,
        games: u64,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Option<Result<Contests, Error>> {
        let play = self.entry.matches.as_ref()?.contests;
        let players = behind(players)?;
        Some(play(&self.entry, players, order, games, settings, watch))
    }

    fn exact_result(
        &self,
        players: [&Prepared<Erased>; 2],
        order: &MatchOrder,
        settings: &Settings,
    ) -> Option<Result<ExactResult, ExactError>> {
        let find = self.entry.matches.as_ref()?.exact_result;
        let [a, b] = behind::<G>(players)?;
        let policies = [a.policy.as_deref()?, b.policy.as_deref()?];
        Some(find(&self.entry, policies, order, settings))
    }

    fn engine_player(
        self: Arc<Self>,
        options: shido_engines::EngineOptions,
        stop: Arc<AtomicBool>,
    ) -> Box<dyn shido_engines::Scoring<Erased>> {
        let start = self.entry.engine_player;
        let start = start.expect("a game that engines play says so before");
        let own = start(&self.entry.game, options, stop);
        Box::new(ErasedPlayer::new(&self, own))
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
        let past: Vec<(G::Position, G::Move)> = (scene.past.iter())
            .map(|(position, mv)| (position.get::<G::Position>().clone(), mv.get()))
            .collect();
        let line: Vec<G::Move> = line.iter().map(|mv| mv.get()).collect();
        let scene = Scene {
            position: scene.position.get(),
            past: &past,
        };
        Some(find(&self.entry.game, scene, &line))
    }

    fn find_people(
        self: Arc<Self>,
        name: &str,
        file: Option<&str>,
    ) -> Result<Option<Choose<Erased>>, Error> {
        let Some(people) = &self.entry.people else {
            return Ok(None);
        };
        let Some(own) = (people.find)(&self.entry.game, name, file)? else {
            return Ok(None);
        };
        let choose = move |_: &Erased, scene: Scene<'_, Erased>, ratings: &[f64], opponent| {
            let known = |(position, mv): &(ErasedPosition, ErasedMove)| {
                (position.get::<G::Position>().clone(), mv.get())
            };
            let past: Vec<(G::Position, G::Move)> = scene.past.iter().map(known).collect();
            let scene = Scene {
                position: scene.position.get(),
                past: &past,
            };
            let erase = |(mv, probability)| (self.erase(mv), probability);
            let all = own(&self.entry.game, scene, ratings, opponent).into_iter();
            all.map(|odds| odds.into_iter().map(erase).collect())
                .collect()
        };
        Ok(Some(Arc::new(choose)))
    }

    fn learn_people(
        &self,
        name: &str,
        order: &PeopleOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Option<Result<PeopleReport, Error>> {
        let learn = self.entry.people.as_ref()?.learn;
        Some(learn(&self.entry.game, name, order, settings, watch))
    }

    fn tune(
        &self,
        order: &TuneOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Option<Result<TuneReport, Error>> {
        let Entry { game, about, .. } = &self.entry;
        Some(self.entry.tune?(game, &about.name, order, settings, watch))
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
        options: &ProveOptions,
        report: OnProgress<'_>,
    ) -> Result<Proof<ErasedMove>, SolveError> {
        let proof = (self.solved_tables().prove)(&self.entry.game, options, report)?;
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
}
