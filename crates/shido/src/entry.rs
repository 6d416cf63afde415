//! A game with everything that belongs to it, while its type is still known.

use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use shido_arena::{
    Contest, ExactError, ExactOptions, ExactResult, Interval, MatchError, MatchOptions, Nature,
    Policy, Score, Theory, Transcript, Wisdom, exact_match, play_match,
};
use shido_core::{
    Captures, Chance, Depict, Endgames, EngineNotation, Features, ForFirst, Foresight, Game, Guide,
    Inputs, Markers, Motif, Motifs, Notation, Pack, Perception, Scene, Seat, Solved, Symmetry,
    Turn, Verdict, spread,
};
use shido_eval::{SelfPlayed, Weights};
use shido_search::Model;
use shido_solve::SolvedTable;
use shido_tutor::Form;

use crate::abilities::{Abilities, EngineWords, Seeing, Weighing, Wiring};
use crate::additions::Additions;
use crate::endgames::EndgamesOf;
use crate::erased::{self, Erased, Typed};
use crate::evaluation::{self, Evaluator, FindEvaluator, SharedModel, Sides};
use crate::game::{About, Adviser, AnyGame, AnyPlayer};
use crate::network::{self, NetworkOrder, NetworkReport};
use crate::people::{Learned, PeopleOrder, PeopleReport};
use crate::players::{self, Context, HotSearches, PlayerDescription, Prepared};
use crate::probcut::{self, ProbCutOrder, ProbCutReport};
use crate::random_contests::random_contests;
use crate::record::RecordFormat;
use crate::session::{AnySession, Session};
use crate::solved_tables::{Answer, SolvedOracle, SolvedTables};
use crate::training::{TrainingOrder, TrainingReport};
use crate::tuning::{self, TuneMethod, TuneOrder, TuneReport};
use crate::{
    ContestResult, EndgameSolution, Error, Event, Extent, MatchOrder, MatchReport, PositionCounts,
    RandomContest, Settings, Solution, SolutionKind, Spec, Unsolvable, Watch, trainers,
};

/// What a game has to be able to do to be held without its type. Most of it is provided: a game that has
/// no symmetries, no tactics and no markers to speak of says so by empty `impl` blocks.
pub trait Playable: Symmetry + Guide + Notation + Depict + Markers + 'static {}

impl<G: Symmetry + Guide + Notation + Depict + Markers + 'static> Playable for G {}

/// A game with what belongs to it: what a catalog is made of.
///
/// ```
/// # use shido::{Catalog, Entry, games::coins::{Coins, LastCoin}};
/// let mut catalog = Catalog::shipped();
/// catalog.add_game("pennies", || {
///     let game = Coins::new(12, 2, LastCoin::Wins).expect("a sound pile");
///     Entry::new(game).title("Pennies").ends_soon().solvable()
/// })?;
/// let solution = catalog.open("pennies")?.solve(
///     shido::Extent::Whole,
///     &shido::Settings::in_memory(),
///     &|_| {},
/// )?;
/// assert_eq!(solution.value.0, shido::Verdict::Loss);
/// # Ok::<(), shido::Error>(())
/// ```
pub struct Entry<G: Game> {
    pub(crate) game: G,
    pub(crate) about: About,
    pub(crate) theory: Theory<G::Move>,
    pub(crate) wisdom: Wisdom,
    /// Whether the game is too large to be searched to its end.
    pub(crate) endless: bool,
    pub(crate) evaluation: FindEvaluator<G>,
    /// How positions are judged by who waits until no exchange is under way.
    pub(crate) quiet_evaluation: QuietEvaluation<G>,
    /// Evaluations by name that came with the entry; the first is the usual one.
    pub(crate) evaluations: Vec<(String, SharedModel<G>)>,
    /// How each side judges by itself, in games that say so.
    pub(crate) sides: Sides<G>,
    /// What it can do beside being played.
    pub(crate) abilities: Abilities<G>,
    /// How an engine is made to play it.
    pub(crate) engine_player: Option<EnginePlayer<G>>,
    /// How strong people are in the course of a contest.
    pub(crate) form: Form,
    /// What captures bring, where things are taken.
    pub(crate) captures: Option<ListCaptures<G>>,
    /// What is tactical about a line, where that can be told.
    pub(crate) motifs: Option<FindMotifs<G>>,
    /// What can be learned of people who play it.
    pub(crate) people: Option<Learned<G>>,
    pub(crate) solved_tables: Option<SolvedTables<G>>,
    /// Its endgames, where they can be solved one by one.
    pub(crate) endgames: Option<EndgamesOf<G>>,
    pub(crate) nature: Option<Arc<dyn Policy<G>>>,
    /// The searches that are compiled for the type of the game.
    pub(crate) hot: HotSearches<G>,
    /// The rules as they stand in a contest, for a game without its type.
    pub(crate) as_played: Option<AsPlayed<G>>,
    /// What plays contests by the million, where it is compiled for the type of the game.
    pub(crate) quick: Option<Quick<G>>,
    /// The players of the game behind an erased one that are.
    pub(crate) quick_player: Option<QuickPlayer<G>>,
    /// What was added to the catalog that it was opened from.
    pub(crate) additions: Arc<Additions>,
}

/// Rules that know the past of a contest, for searches that know positions alone.
pub(crate) struct AsPlayed<G: Game> {
    /// The rules as they stand in a contest, where its past makes a difference.
    pub(crate) rules: fn(&Contest<'_, G>) -> Option<G>,
    /// The usual rules again.
    pub(crate) without: fn(&G) -> G,
}

impl<G: Game> Clone for AsPlayed<G> {
    fn clone(&self) -> AsPlayed<G> {
        *self
    }
}

impl<G: Game> Copy for AsPlayed<G> {}

/// Writes a move.
pub(crate) type WriteMove<G> = fn(&G, &<G as Game>::Position, <G as Game>::Move) -> String;

/// Lists the moves that take something, where, and what they bring.
pub(crate) type ListCaptures<G> =
    fn(&G, &<G as Game>::Position) -> Vec<(<G as Game>::Move, u16, f64)>;

fn list_captures<G: Captures>(game: &G, position: &G::Position) -> Vec<(G::Move, u16, f64)> {
    let mut captures = Vec::new();
    game.each_capture(position, |mv, at, gain| captures.push((mv, at, gain)));
    captures
}

/// Finds the motifs of a line.
pub(crate) type FindMotifs<G> = fn(&G, Scene<'_, G>, &[<G as Game>::Move]) -> Vec<Motif>;

/// Makes a player of an engine, for a game that engines understand.
pub(crate) type EnginePlayer<G> = fn(
    shido_engines::EngineOptions,
    Arc<std::sync::atomic::AtomicBool>,
) -> Box<dyn shido_engines::Scoring<G>>;

/// Finds the evaluation of a game by the name of its weights, or the usual one, with patience.
type QuietEvaluation<G> = fn(&Entry<G>, Option<&str>) -> Result<Evaluator<G>, Error>;

/// Makes the player that a spec names, if it is one of those that are compiled for the type of the game.
type QuickPlayer<G> = fn(&Entry<G>, &Spec, Context<'_>) -> Option<Result<Prepared<G>, Error>>;

impl<G: Playable> Entry<G> {
    /// A game that can be played and searched. It is taken to be too large to be searched to its end,
    /// and what is beyond the horizon of a search counts as drawn, until more is said of it.
    #[must_use]
    pub fn new(game: G) -> Entry<G> {
        Entry {
            hot: HotSearches::USUAL,
            ..Entry::unhurried(game)
        }
    }

    /// The same for a game that nobody is in a hurry to play: no search is compiled for its type.
    pub(crate) fn unhurried(game: G) -> Entry<G> {
        Entry {
            about: About {
                name: String::new(),
                title: String::new(),
                about: String::new(),
                group: "Others".to_owned(),
                aliases: Vec::new(),
                rules: String::new(),
                size: String::new(),
                symmetries: game.symmetries(),
                cyclic: game.progress(&game.start()).is_none(),
                known: None,
                solvable: false,
                thinker: "pvs",
                referee: None,
                record: RecordFormat::default(),
                kept_as: String::new(),
                fingerprint: 0,
            },
            theory: Theory::default(),
            wisdom: Wisdom::Uniform,
            endless: true,
            evaluation: evaluation::blank_only,
            quiet_evaluation: |entry, wanted| Ok(entry.evaluator(wanted)?.quiet()),
            evaluations: Vec::new(),
            sides: |_, _| None,
            abilities: Abilities::NONE,
            engine_player: None,
            form: Form::STEADY,
            captures: None,
            motifs: None,
            people: None,
            solved_tables: None,
            endgames: None,
            nature: None,
            hot: HotSearches::NONE,
            as_played: None,
            quick: None,
            quick_player: None,
            additions: Arc::default(),
            game,
        }
        .version(1)
    }

    /// The name as people write it.
    #[must_use]
    pub fn title(mut self, title: &str) -> Entry<G> {
        title.clone_into(&mut self.about.title);
        self
    }

    /// One sentence about it.
    #[must_use]
    pub fn about(mut self, about: &str) -> Entry<G> {
        about.clone_into(&mut self.about.about);
        self
    }

    /// What games it is listed with.
    #[must_use]
    pub fn group(mut self, group: &str) -> Entry<G> {
        group.clone_into(&mut self.about.group);
        self
    }

    /// Its rules and how a move is typed: paragraphs with an empty line between them.
    #[must_use]
    pub fn rules(mut self, text: &str) -> Entry<G> {
        text.trim().clone_into(&mut self.about.rules);
        self
    }

    /// How large its board is, in words.
    #[must_use]
    pub fn size(mut self, size: &str) -> Entry<G> {
        size.clone_into(&mut self.about.size);
        self
    }

    /// The search that plays and judges it well where it is not solved, as a player is written.
    #[must_use]
    pub fn thinker(mut self, player: &'static str) -> Entry<G> {
        self.about.thinker = player;
        self
    }

    /// The program of others that judges it best, as a player is written.
    #[must_use]
    pub fn referee(mut self, player: &'static str) -> Entry<G> {
        self.about.referee = Some(player);
        self
    }

    /// Contests are played by the million, so that what plays them is compiled for the type too.
    pub(crate) fn quick(mut self) -> Entry<G> {
        self.quick = Some(Quick {
            player: players::quick,
            erased: erased::prepared,
            contests: Entry::contests,
            exact_result: Entry::exact_result,
        });
        self
    }

    /// In which form its contests are passed on, where it is not a transcript.
    pub(crate) fn recorded_as(mut self, record: RecordFormat) -> Entry<G> {
        self.about.record = record;
        self
    }

    /// The version of the rules. Raise it when they change: results and solved tables of other versions
    /// are not used any more.
    #[must_use]
    pub fn version(mut self, version: u32) -> Entry<G> {
        self.about.fingerprint = u128::from(version);
        self
    }

    /// Contests are short enough to be searched to their ends.
    #[must_use]
    pub fn ends_soon(mut self) -> Entry<G> {
        self.endless = false;
        self
    }

    /// An evaluation by a name, which `weights=NAME` asks a search for. The first one is the usual one.
    /// It may be a closure in an [`Evaluate`](shido_search::Evaluate).
    #[must_use]
    pub fn evaluation(
        mut self,
        name: &str,
        model: impl Model<G> + Send + Sync + 'static,
    ) -> Entry<G> {
        self.evaluations.push((name.to_owned(), Arc::new(model)));
        self
    }

    /// Whether weights of features come with it or can be learned; they are found by the name of the
    /// game.
    #[must_use]
    pub fn features(mut self) -> Entry<G>
    where
        G: Features,
    {
        self.evaluation = evaluation::by_weights;
        self.abilities.features = Some(Weighing::starting(tuning::start));
        self
    }

    /// Chance moves, with the odds of the game. A game with features takes
    /// [`features_and_chance`](Entry::features_and_chance) instead.
    #[must_use]
    pub fn chance(mut self) -> Entry<G>
    where
        G: Chance,
    {
        self.nature = Some(Arc::new(Nature));
        self.abilities.probability = Some(G::probability);
        self.evaluation = evaluation::blank_with_odds;
        self
    }

    /// Chance moves, and positions have features.
    #[must_use]
    pub fn features_and_chance(mut self) -> Entry<G>
    where
        G: Chance + Features,
    {
        self.nature = Some(Arc::new(Nature));
        self.evaluation = evaluation::by_weights_and_odds;
        self.hot = HotSearches::WITH_CHANCE;
        self.abilities.features = Some(Weighing::starting(tuning::start));
        self.abilities.probability = Some(G::probability);
        self
    }

    /// A network can look at its positions, beside weights of features: `weights=` takes a network as well.
    #[must_use]
    pub fn network(mut self) -> Entry<G>
    where
        G: Inputs + Features,
    {
        self.evaluation = evaluation::by_network;
        self.abilities.inputs = Some(Wiring::OWN);
        self
    }

    /// The same where chance moves.
    #[must_use]
    pub fn network_and_chance(mut self) -> Entry<G>
    where
        G: Inputs + Features + Chance,
    {
        self.evaluation = evaluation::by_network_and_odds;
        self.abilities.inputs = Some(Wiring::OWN);
        self
    }

    /// It is small enough to be solved, so that there is a perfect player.
    #[must_use]
    pub fn solvable(mut self) -> Entry<G>
    where
        G: Pack + Foresight,
    {
        self.about.solvable = true;
        self.wisdom = Wisdom::Trap;
        self.solved_tables = Some(SolvedTables::new());
        self
    }

    /// Its endgames can be solved one by one, and searches look positions up in those that were.
    #[must_use]
    pub fn endgames(mut self) -> Entry<G>
    where
        G: Endgames + Clone,
    {
        self.endgames = Some(EndgamesOf::new(&self.game));
        self
    }

    /// Engines of the community can play it.
    #[must_use]
    pub fn engines(mut self) -> Entry<G>
    where
        G: EngineNotation,
    {
        self.abilities.words = Some(EngineWords::OWN);
        self.abilities.engines = true;
        self
    }

    /// People play better at first than later, by so much.
    #[must_use]
    pub fn form(mut self, form: Form) -> Entry<G> {
        self.form = form;
        self
    }

    /// It can be said what captures bring.
    #[must_use]
    pub fn captures(mut self) -> Entry<G>
    where
        G: Captures,
    {
        self.captures = Some(list_captures);
        self
    }

    /// It can be said what is tactical about a line.
    #[must_use]
    pub fn motifs(mut self) -> Entry<G>
    where
        G: Motifs,
    {
        self.motifs = Some(G::motifs);
        self
    }

    /// It can be learned how people play it; what was learned is found by the name of the game.
    #[must_use]
    pub fn people(mut self) -> Entry<G>
    where
        G: Perception + EngineNotation,
    {
        self.abilities.words = Some(EngineWords::OWN);
        self.abilities.perception = Some(Seeing::OWN);
        self
    }

    /// The same under a name of the catalog, which rules written in code are also told apart by.
    pub(crate) fn named(mut self, name: &str) -> Entry<G> {
        let fold = |hash: u64, byte: u8| spread(hash ^ u64::from(byte));
        let version = self.about.fingerprint as u64;
        name.clone_into(&mut self.about.name);
        name.clone_into(&mut self.about.kept_as);
        if self.about.title.is_empty() {
            name.clone_into(&mut self.about.title);
        }
        let hash = name.bytes().fold(version, fold);
        self.about.fingerprint = u128::from(hash) << 64 | u128::from(version);
        self
    }

    /// The entry as a game without its type.
    pub(crate) fn open(self, additions: &Arc<Additions>) -> Arc<dyn AnyGame> {
        let entry = Entry {
            additions: Arc::clone(additions),
            ..self
        };
        Arc::new(entry.erased())
    }
}

impl<G: Playable> Entry<G> {
    /// How positions are judged, by these weights or the usual ones.
    pub(crate) fn evaluator(&self, wanted: Option<&str>) -> Result<Evaluator<G>, Error> {
        let name = &self.about.name;
        let own = match wanted {
            Some(wanted) => self.evaluations.iter().find(|(known, _)| known == wanted),
            None => self.evaluations.first(),
        };
        if let Some((_, model)) = own {
            return Ok(Evaluator::of(Arc::clone(model)));
        }
        if let Some(model) = wanted.and_then(|wanted| self.additions.evaluation(name, wanted)) {
            return Ok(Evaluator::of(model));
        }
        (self.evaluation)(&self.game, name, wanted)
    }

    /// The same by who judges only where no exchange is under way.
    pub(crate) fn quiet_evaluator(&self, wanted: Option<&str>) -> Result<Evaluator<G>, Error> {
        (self.quiet_evaluation)(self, wanted)
    }

    pub(crate) fn write_moves(&self, start: &G::Position, moves: &[G::Move]) -> Vec<String> {
        self.write_line(start, moves, G::write_move)
    }

    /// The same, each move written in a certain way.
    pub(crate) fn write_line(
        &self,
        start: &G::Position,
        moves: &[G::Move],
        write: WriteMove<G>,
    ) -> Vec<String> {
        let mut position = start.clone();
        let write = |mv: &G::Move| {
            let text = write(&self.game, &position, *mv);
            self.game.play(&mut position, *mv);
            text
        };
        moves.iter().map(write).collect()
    }

    /// What was made of a player of this game.
    pub(crate) fn prepared(&self, player: &AnyPlayer) -> Result<Arc<Prepared<G>>, Error> {
        let other = || Error::OtherGame {
            player: player.spec.to_string(),
            made_for: player.game.clone(),
            game: self.about.name.clone(),
        };
        if player.game != self.about.name {
            return Err(other());
        }
        Arc::clone(&player.prepared).downcast().map_err(|_| other())
    }

    /// Why there is no exact result.
    pub(crate) fn exact_error(&self, error: ExactError) -> Error {
        match error {
            ExactError::Cyclic => Error::Recurs {
                title: self.about.title.clone(),
            },
            other => Error::Failed(other.to_string()),
        }
    }

    /// The contests of a match between two players of this game.
    pub(crate) fn contests(
        &self,
        [a, b]: [&Prepared<G>; 2],
        order: &MatchOrder,
        games: u64,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Contests, Error> {
        let options = MatchOptions {
            opening_plies: order.opening_plies,
            games,
            seats: order.seats,
            seed: settings.seed,
            threads: settings.threads,
            nature: self.nature.as_deref(),
            stop: Some(&settings.stop),
            transcripts: order.transcripts,
            in_order: a.learns || b.learns,
            ..MatchOptions::default()
        };
        let count = |games| watch(Event::Contests(games));
        let result = play_match(&self.game, a, b, &options, &count)
            .map_err(|error: MatchError| Error::Failed(error.to_string()))?;
        let transcripts = result.transcripts.iter();
        Ok(Contests {
            score: result.score,
            distinct: result.distinct,
            contests: result.contests.into_iter().map(Into::into).collect(),
            transcripts: transcripts
                .map(|(_, transcript)| transcript.to_text(&self.game))
                .collect::<Result<_, _>>()
                .map_err(|error| Error::Failed(error.to_string()))?,
        })
    }

    /// The exact result of a match between two policies for this game.
    pub(crate) fn exact_result(
        &self,
        [a, b]: [&dyn Policy<G>; 2],
        order: &MatchOrder,
        settings: &Settings,
    ) -> Result<ExactResult, ExactError> {
        let options = ExactOptions {
            seats: order.seats,
            nature: self.nature.as_deref(),
            threads: settings.threads,
            stop: Some(&settings.stop),
            ..ExactOptions::default()
        };
        exact_match(&self.game, a, b, &options)
    }
}

/// Players of a game, and how two of them meet.
pub(crate) struct Quick<G: Game> {
    pub(crate) player: QuickPlayer<G>,
    pub(crate) erased: fn(&Arc<Typed<G>>, Prepared<G>) -> Prepared<Erased>,
    pub(crate) contests: PlayContests<G>,
    pub(crate) exact_result: FindExactResult<G>,
}

type PlayContests<G> = fn(
    &Entry<G>,
    [&Prepared<G>; 2],
    &MatchOrder,
    u64,
    &Settings,
    Watch<'_>,
) -> Result<Contests, Error>;

type FindExactResult<G> =
    fn(&Entry<G>, [&dyn Policy<G>; 2], &MatchOrder, &Settings) -> Result<ExactResult, ExactError>;

/// What came of the contests of a match.
pub(crate) struct Contests {
    score: Score,
    /// The score of the distinct contests, where contests were repeated.
    distinct: Option<Score>,
    contests: Vec<ContestResult>,
    transcripts: Vec<String>,
}

impl Entry<Erased> {
    /// The weights that learning begins with.
    fn weights_to_tune(&self, order: &TuneOrder) -> Result<Weights, Error> {
        let rules = self.game.rules();
        let start = rules.start_weights(&self.about.name, order.weights.as_deref());
        start.unwrap_or_else(|| {
            Err(Error::Unable {
                what: format!(
                    "{} has no features: there are no weights to learn",
                    self.about.title
                ),
                help: "tune a game that has, such as connect-four".to_owned(),
            })
        })
    }

    fn sample_match(
        &self,
        order: &MatchOrder,
        games: u64,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<MatchReport, Error> {
        let (a, b) = (self.prepared(&order.a)?, self.prepared(&order.b)?);
        let players = [&*a, &*b];
        let hot = self.game.rules();
        let played = match hot.contests(players, order, games, settings, watch) {
            Some(played) => played?,
            None => self.contests(players, order, games, settings, watch)?,
        };
        let (score, distinct) = (played.score, played.distinct);
        let rate = |count: u64| count as f64 / score.games().max(1) as f64;
        Ok(MatchReport {
            exact: false,
            games: Some(score.games()),
            a_wins: rate(score.a_wins),
            draws: rate(score.draws),
            b_wins: rate(score.b_wins),
            distinct: distinct.map(|distinct| distinct.games()),
            a_wins_interval: distinct.unwrap_or(score).a_wins_interval(),
            mean_plies: score.mean_plies().unwrap_or(0.0),
            capped: score.capped,
            stopped: score.games() < games,
            counts: Some(score.into()),
            distinct_counts: distinct.map(Into::into),
            contests: played.contests,
            transcripts: played.transcripts,
            ..self.empty_report(order, settings)
        })
    }

    fn exact_match(&self, order: &MatchOrder, settings: &Settings) -> Result<MatchReport, Error> {
        let (a, b) = (self.prepared(&order.a)?, self.prepared(&order.b)?);
        let policy = |player: &AnyPlayer, prepared: &Prepared<Erased>| {
            let policy = prepared.policy.clone();
            policy.ok_or_else(|| Error::NoFixedOdds {
                player: player.spec.name.clone(),
            })
        };
        let policies = [policy(&order.a, &a)?, policy(&order.b, &b)?];
        let hot = self.game.rules().exact_result([&a, &b], order, settings);
        let result = hot.unwrap_or_else(|| {
            let [a, b] = &policies;
            self.exact_result([&**a, &**b], order, settings)
        });
        let result = result.map_err(|error| self.exact_error(error))?;
        Ok(MatchReport {
            a_wins: result.a_wins,
            draws: result.draws,
            b_wins: result.b_wins,
            a_wins_interval: Interval {
                low: result.a_wins,
                high: result.a_wins,
            },
            mean_plies: result.mean_plies,
            ..self.empty_report(order, settings)
        })
    }

    fn empty_report(&self, order: &MatchOrder, settings: &Settings) -> MatchReport {
        MatchReport {
            game: self.about.name.clone(),
            a: order.a.spec.clone(),
            b: order.b.spec.clone(),
            seats: order.seats,
            exact: true,
            games: None,
            a_wins: 0.0,
            draws: 0.0,
            b_wins: 0.0,
            distinct: None,
            a_wins_interval: Interval {
                low: 0.0,
                high: 0.0,
            },
            mean_plies: 0.0,
            capped: 0,
            stopped: false,
            seed: settings.seed.0,
            counts: None,
            distinct_counts: None,
            contests: Vec::new(),
            transcripts: Vec::new(),
        }
    }
}

impl<G: Symmetry> Entry<G> {
    pub(crate) fn oracle(&self, settings: &Settings, watch: Watch<'_>) -> Result<Answer<G>, Error> {
        self.solved_tables()?
            .solve(&self.game, &self.about, settings, watch)
    }

    pub(crate) fn solved_tables(&self) -> Result<&SolvedTables<G>, Error> {
        self.solved_tables
            .as_ref()
            .ok_or_else(|| Error::NotSolvable {
                title: self.about.title.clone(),
                reason: match self.endless {
                    true => Unsolvable::TooLarge,
                    false => Unsolvable::Payoffs,
                },
            })
    }
}

impl<G: Game> Entry<G> {
    /// The endgames, where they can be solved one by one.
    pub(crate) fn endgame_tables(&self) -> Result<&EndgamesOf<G>, Error> {
        self.endgames.as_ref().ok_or_else(|| Error::NoEndgames {
            title: self.about.title.clone(),
        })
    }
}

impl AnyGame for Entry<Erased> {
    fn about(&self) -> &About {
        &self.about
    }

    fn players(&self) -> Vec<(PlayerDescription, Option<Error>)> {
        let shipped = players::described().into_iter().map(|description| {
            let unable = players::unable(self, &description.name);
            (description, unable)
        });
        let added = self.additions.descriptions().map(|it| (it, None));
        shipped.chain(added).collect()
    }

    fn player(
        &self,
        spec: &Spec,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<AnyPlayer, Error> {
        let prepared = players::player(self, spec, settings, watch)?;
        Ok(AnyPlayer {
            spec: spec.clone(),
            fixed: prepared.policy.is_some(),
            game: self.about.name.clone(),
            prepared: Arc::new(prepared),
        })
    }

    fn adviser(&self, player: &AnyPlayer) -> Result<Adviser, Error> {
        Ok(Adviser {
            mind: Box::new(self.prepared(player)?.mind()),
            player: player.clone(),
        })
    }

    fn session(
        self: Arc<Self>,
        position: Option<&str>,
        settings: &Settings,
    ) -> Result<Box<dyn AnySession>, Error> {
        let start = match position {
            None => self.game.start(),
            Some(text) => self.game.parse_position(text)?,
        };
        Ok(Box::new(Session::new(self, start, settings)))
    }

    fn replay(
        self: Arc<Self>,
        transcript: &str,
        settings: &Settings,
    ) -> Result<Box<dyn AnySession>, Error> {
        let failed = |error: &dyn std::error::Error| Error::Failed(error.to_string());
        let transcript = Transcript::from_text(&self.game, transcript).map_err(|e| failed(&e))?;
        let contest = transcript.replay(&self.game).map_err(|e| failed(&e))?;
        let history = contest.into_history();
        Ok(Box::new(Session::resumed(self, history, settings)))
    }

    fn solve(
        &self,
        extent: Extent,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Solution, Error> {
        let tables = self.solved_tables()?;
        let started = Instant::now();
        let start = self.game.start();
        let mover = match self.game.turn(&start) {
            Turn::Of(seat) => seat,
            Turn::Chance | Turn::Over(_) => Seat::First,
        };
        if extent != Extent::Whole {
            let distance = extent == Extent::Distance;
            let proof = tables.prove(&self.game, &self.about, distance, settings, watch)?;
            let openings = proof.best.map(|mv| {
                let verdict = proof.value.seen_by(mover).0;
                (self.game.write_move(&start, mv), verdict)
            });
            let kind = SolutionKind::Proof { nodes: proof.nodes };
            let found = (proof.value, proof.distance);
            return Ok(self.solution(found, openings, kind, started));
        }
        let answer = self.oracle(settings, watch)?;
        let summary = *answer.oracle.table.summary();
        let mut openings = Vec::new();
        for mv in self.game.moves(&start) {
            let after = self.solved(&answer.oracle, &self.game.after(&start, mv))?;
            let verdict = after.value.seen_by(mover).0;
            openings.push((self.game.write_move(&start, mv), verdict));
        }
        let kind = SolutionKind::SolvedTable {
            summary,
            loaded: answer.loaded,
            kept: answer.kept,
        };
        let found = (summary.value, summary.distance);
        Ok(self.solution(found, openings, kind, started))
    }

    fn solved_table(
        &self,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Arc<SolvedTable>, Error> {
        Ok(self.oracle(settings, watch)?.oracle.table)
    }

    fn table_key(&self, position: &str) -> Result<u64, Error> {
        let tables = self.solved_tables()?;
        Ok((tables.pack)(
            &self.game,
            &self.game.parse_position(position)?,
        ))
    }

    fn table_position(&self, key: u64) -> Result<Option<String>, Error> {
        let position = (self.solved_tables()?.unpack)(&self.game, key);
        Ok(position.map(|position| self.game.write_position(&position)))
    }

    fn solve_endgame(
        &self,
        endgame: &str,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<EndgameSolution, Error> {
        let started = Instant::now();
        let found = self
            .endgame_tables()?
            .solve(endgame, &self.about, settings, watch)?;
        Ok(EndgameSolution {
            game: self.about.name.clone(),
            endgame: found.name,
            summary: *found.table.summary(),
            longest_position: found.longest_position,
            bytes: found.table.bytes(),
            seconds: started.elapsed().as_secs_f64(),
            from_cache: found.loaded,
            table: found.kept,
        })
    }

    fn play_match(
        &self,
        order: &MatchOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<MatchReport, Error> {
        match order.games {
            Some(games) => self.sample_match(order, games, settings, watch),
            None => self.exact_match(order, settings),
        }
    }

    fn random_contests(
        &self,
        position: Option<&str>,
        count: usize,
        settings: &Settings,
    ) -> Result<Vec<RandomContest>, Error> {
        let start = match position {
            Some(text) => self.game.parse_position(text)?,
            None => self.game.start(),
        };
        Ok(random_contests(&self.game, &start, count, settings))
    }

    fn tune(
        &self,
        order: &TuneOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TuneReport, Error> {
        let start = self.weights_to_tune(order)?;
        let by_chance = self.nature.is_some();
        tuning::learn(&self.game, by_chance, start, order, None, settings, watch)
    }

    fn self_play(
        &self,
        order: &TuneOrder,
        contests: Range<u64>,
        settings: &Settings,
    ) -> Result<SelfPlayed, Error> {
        let start = self.weights_to_tune(order)?;
        tuning::play_some(&self.game, &start, order, contests, settings)
    }

    fn tune_on(
        &self,
        order: &TuneOrder,
        played: SelfPlayed,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TuneReport, Error> {
        if order.method != TuneMethod::Results {
            return Err(Error::Unable {
                what: "only learning by results learns from contests that were played before"
                    .to_owned(),
                help: "choose the method `results`".to_owned(),
            });
        }
        let start = self.weights_to_tune(order)?;
        if !played.has_features(start.values.len()) {
            return Err(Error::Failed(format!(
                "these contests are of another game than {}",
                self.about.title
            )));
        }
        let played = Some(played);
        let by_chance = self.nature.is_some();
        tuning::learn(&self.game, by_chance, start, order, played, settings, watch)
    }

    fn learn_network(
        &self,
        order: &NetworkOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<NetworkReport, Error> {
        network::learn(self, order, settings, watch)
    }

    fn measure_probcut(
        &self,
        order: &ProbCutOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<ProbCutReport, Error> {
        probcut::measure(self, order, settings, watch)
    }

    fn learn_people(
        &self,
        order: &PeopleOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<PeopleReport, Error> {
        let Some(people) = &self.people else {
            return Err(Error::Unable {
                what: format!(
                    "nothing says what people see in {}, so it cannot be learned how they choose",
                    self.about.title
                ),
                help: "learn from games of chess, Othello, draughts, Go or backgammon".to_owned(),
            });
        };
        (people.learn)(&self.game, &self.about.name, order, settings, watch)
    }

    fn train(
        &self,
        order: &TrainingOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TrainingReport, Error> {
        self.trained(order, settings, watch)
    }

    fn behaviour(&self, spec: &Spec) -> Result<String, Error> {
        trainers::behaviour(spec, &self.additions)
    }

    fn count_by_ply(&self, plies: u32, settings: &Settings) -> PositionCounts {
        let Settings { memory, stop, .. } = settings;
        let census = self.game.rules().count_by_ply(plies, *memory, stop);
        PositionCounts {
            game: self.about.name.clone(),
            positions_by_ply: census.counts,
            stopped: census.end == shido_solve::CensusEnd::Stopped,
            too_many: census.end == shido_solve::CensusEnd::TooMany,
        }
    }
}

impl<G: Playable> Entry<G> {
    fn solved(&self, oracle: &SolvedOracle<G>, position: &G::Position) -> Result<Solved, Error> {
        use shido_arena::Oracle;
        if let Turn::Over(outcome) = self.game.turn(position) {
            return Ok(Solved {
                value: outcome.verdict(),
                distance: Some(0),
            });
        }
        oracle
            .solved(&self.game, position)
            .ok_or_else(|| self.unsolved(&self.game.write_position(position)))
    }

    /// The error for a position that the solved table lacks.
    pub(crate) fn unsolved(&self, position: &str) -> Error {
        Error::Unable {
            what: format!(
                "`{position}` is not in the solved table: it cannot be reached from the start"
            ),
            help: "use a position that can occur in play, or another player".to_owned(),
        }
    }

    /// What is told of a solved game. Draws have no distance: a solved table knows one only for those that
    /// are over.
    fn solution(
        &self,
        (value, distance): (ForFirst<Verdict>, Option<u32>),
        openings: impl IntoIterator<Item = (String, Verdict)>,
        kind: SolutionKind,
        started: Instant,
    ) -> Solution {
        let (mut winning, mut drawing) = (Vec::new(), Vec::new());
        for (opening, verdict) in openings {
            match verdict {
                Verdict::Win => winning.push(opening),
                Verdict::Draw => drawing.push(opening),
                Verdict::Loss => {}
            }
        }
        Solution {
            game: self.about.name.clone(),
            value,
            distance: distance.filter(|_| value.0 != Verdict::Draw),
            kind,
            drawing_or_winning_openings: [&winning[..], &drawing].concat(),
            winning_openings: winning,
            seconds: started.elapsed().as_secs_f64(),
        }
    }
}
