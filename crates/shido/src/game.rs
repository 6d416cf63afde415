//! A game without its type, and what is known of it.

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use serde::Serialize;
use shido_frame::{Known, KnownValue};
use shido_solve::SolvedTable;

use crate::network::{NetworkOrder, NetworkReport};
use crate::people::{PeopleOrder, PeopleReport};
use crate::players::{PlayerDescription, Tutored, tutor_spec};
use crate::probcut::{ProbCutOrder, ProbCutReport};
use crate::record::RecordFormat;
use crate::session::AnySession;
use crate::training::{TrainingOrder, TrainingReport};
use crate::tuning::{TuneOrder, TuneReport};
use crate::{
    EndgameSolution, Error, Extent, MatchOrder, MatchReport, PositionCounts, RandomContest,
    SelfPlayed, Settings, Solution, Spec, Watch,
};

/// What a game is called and what is known of it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct About {
    /// The name by which it is opened.
    pub name: String,
    /// The name as people write it.
    pub title: String,
    /// One sentence about it.
    pub about: String,
    /// What games it is listed with.
    pub group: String,
    /// Other names by which it is opened.
    pub aliases: Vec<String>,
    /// Its rules and how a move is typed, in paragraphs with an empty line between them; may be empty.
    pub rules: String,
    /// How large its board is, in words.
    pub size: String,
    /// How many symmetries its board has.
    pub symmetries: usize,
    /// Whether positions can recur.
    pub cyclic: bool,
    /// What the literature says about its value.
    #[serde(flatten, serialize_with = "known")]
    pub known: Option<Known>,
    /// Whether it can be solved by win, draw and loss, so that there is a perfect player.
    pub solvable: bool,
    /// The search that plays and judges it well where it is not solved, as a player is written.
    pub thinker: &'static str,
    /// The program of others that judges it best, as a player is written, where there is one.
    pub referee: Option<&'static str>,
    /// In which form its contests are passed on.
    pub record: RecordFormat,
    /// The name under which its solved table is kept. A file's differs from any built-in game's, so
    /// that the two do not push each other out.
    #[serde(skip)]
    pub kept_as: String,
    /// A number that changes when the rules do.
    #[serde(skip)]
    pub fingerprint: u128,
}

fn known<S: serde::Serializer>(known: &Option<Known>, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Written<'k> {
        known_value: Option<&'static str>,
        known_source: Option<&'k str>,
        known_positions: Option<u64>,
    }
    let written = Written {
        known_value: known.as_ref().map(|known| match known.value {
            KnownValue::First => "first",
            KnownValue::Draw => "draw",
            KnownValue::Second => "second",
        }),
        known_source: known.as_ref().map(|known| known.source.as_str()),
        known_positions: known.as_ref().and_then(|known| known.positions),
    };
    written.serialize(to)
}

/// A game of a catalog or from a file, whatever its type. It is shared: sessions hold on to it.
///
/// `watch` is called with what happens during long work.
pub trait AnyGame: Send + Sync {
    /// What it is called and what is known of it.
    fn about(&self) -> &About;

    /// All players; for those that cannot play this game, the reason.
    fn players(&self) -> Vec<(PlayerDescription, Option<Error>)>;

    /// The player that a spec names, with its options chosen. It is made once and plays any
    /// number of contests, also side by side.
    ///
    /// # Errors
    /// Where the player is not understood or cannot be had.
    fn player(
        &self,
        spec: &Spec,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<AnyPlayer, Error>;

    /// Who plays against a student unless somebody is named: their tutor; else, where this game has none, somebody
    /// who plays at random, and the reason.
    ///
    /// # Errors
    /// Where the work was stopped.
    fn usual_opponent(
        &self,
        student: &str,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<(AnyPlayer, Option<Error>), Error> {
        match self.player(&tutor_spec(Tutored::Student(student)), settings, watch) {
            Ok(tutor) => Ok((tutor, None)),
            Err(Error::Stopped) => Err(Error::Stopped),
            Err(reason) => {
                let random = self.player(&Spec::plain("random"), settings, watch)?;
                Ok((random, Some(reason)))
            }
        }
    }

    /// Somebody who is asked about many contests one after the other.
    ///
    /// # Errors
    /// Where the player is of another game.
    fn adviser(&self, player: &AnyPlayer) -> Result<Adviser, Error>;

    /// Begins a contest from a position, the start if `None`. All random choices in it come from the
    /// seed of the settings.
    ///
    /// # Errors
    /// Where the position is not understood.
    fn session(
        self: Arc<Self>,
        position: Option<&str>,
        settings: &Settings,
    ) -> Result<Box<dyn AnySession>, Error>;

    /// Plays a transcript again; gives the contest as it stands at the end.
    ///
    /// # Errors
    /// Where the text is no transcript of this game, or not one of its contests.
    fn replay(
        self: Arc<Self>,
        transcript: &str,
        settings: &Settings,
    ) -> Result<Box<dyn AnySession>, Error>;

    /// Solves the game as far as is wanted, or takes the solution from the cache.
    ///
    /// # Errors
    /// Where the game cannot be solved or does not fit in memory.
    fn solve(
        &self,
        extent: Extent,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Solution, Error>;

    /// Every position of the game with its value, solved now or taken from the cache.
    ///
    /// # Errors
    /// Where the game cannot be solved or does not fit in memory.
    fn solved_table(
        &self,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Arc<SolvedTable>, Error>;

    /// The number under which a position is in the solved table.
    ///
    /// # Errors
    /// Where the position is not understood, or the game cannot be solved.
    fn table_key(&self, position: &str) -> Result<u64, Error>;

    /// The position that is in the solved table under a number; `None` where there is none.
    ///
    /// # Errors
    /// Where the game cannot be solved.
    fn table_position(&self, key: u64) -> Result<Option<String>, Error>;

    /// Solves an endgame by its name, such as `KRK` at chess, and before it those that it leads to; or takes
    /// them from the cache, where searches and tutors find them.
    ///
    /// # Errors
    /// Where the game has no endgames, this is none, or it does not fit in memory.
    fn solve_endgame(
        &self,
        endgame: &str,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<EndgameSolution, Error>;

    /// Sets two players against each other.
    ///
    /// # Errors
    /// Where a player is of another game or fails, or an exact result cannot be had.
    fn play_match(
        &self,
        order: &MatchOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<MatchReport, Error>;

    /// Plays so many contests at random from a position, the start if `None`, on the threads of the settings. A
    /// stop leaves out those that have not begun.
    ///
    /// # Errors
    /// Where the position is not understood.
    fn random_contests(
        &self,
        position: Option<&str>,
        count: usize,
        settings: &Settings,
    ) -> Result<Vec<RandomContest>, Error>;

    /// Learns weights for the evaluation of the game.
    ///
    /// # Errors
    /// Where the game has no weights, or those to begin with cannot be had.
    fn tune(
        &self,
        order: &TuneOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TuneReport, Error>;

    /// Some of the contests that [`tune`](AnyGame::tune) by results learns from, by their numbers: whoever plays them,
    /// their positions are the same.
    ///
    /// # Errors
    /// Where the game has no weights, or those to begin with cannot be had.
    fn self_play(
        &self,
        order: &TuneOrder,
        contests: Range<u64>,
        settings: &Settings,
    ) -> Result<SelfPlayed, Error>;

    /// Learns weights by results from contests that were played already.
    ///
    /// # Errors
    /// Where the game has no weights, those to begin with cannot be had, or it is to be learned in another way.
    fn tune_on(
        &self,
        order: &TuneOrder,
        played: SelfPlayed,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TuneReport, Error>;

    /// Teaches a network to judge positions, by contests that it plays against itself.
    ///
    /// # Errors
    /// Where nothing says what a network sees in the game, or the network to begin with cannot be had.
    fn learn_network(
        &self,
        order: &NetworkOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<NetworkReport, Error>;

    /// Measures how far shallow searches are from deep ones, for a search that prunes by it.
    ///
    /// # Errors
    /// Where chance moves, or the evaluation cannot be had.
    fn measure_probcut(
        &self,
        order: &ProbCutOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<ProbCutReport, Error>;

    /// Learns how people play the game, from what they played.
    ///
    /// # Errors
    /// Where nothing says what people see in it, or what they played cannot be read.
    fn learn_people(
        &self,
        order: &PeopleOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<PeopleReport, Error>;

    /// Trains a learner and tests what it has learned, all random choices coming from the seed of the
    /// settings.
    ///
    /// # Errors
    /// Where a trainer, a challenger or a file of knowledge is not understood or fails, the game has
    /// chance, or an exact test cannot be had.
    fn train(
        &self,
        order: &TrainingOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TrainingReport, Error>;

    /// The behaviour version of the player or trainer that a spec names, with those of the players it
    /// names in turn. Results of different versions are kept apart.
    ///
    /// # Errors
    /// Where there is none of that name.
    fn behaviour(&self, spec: &Spec) -> Result<String, Error>;

    /// How many different positions there are after so many plies, for each number up to `plies`, as far
    /// as the memory of the settings and a stop allow.
    fn count_by_ply(&self, plies: u32, settings: &Settings) -> PositionCounts;
}

/// A player of some game, with its options chosen. Cheap to clone.
#[derive(Clone)]
pub struct AnyPlayer {
    pub(crate) spec: Spec,
    pub(crate) fixed: bool,
    pub(crate) game: String,
    /// What it is inside, a `Prepared<G>`.
    pub(crate) prepared: Arc<dyn Any + Send + Sync>,
}

impl AnyPlayer {
    /// As it was written.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether its odds depend on the position alone, so that it can be matched exactly.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.fixed
    }
}

/// A player who is asked about many contests, and keeps meanwhile what it works with: the program of an
/// engine, a table of positions. Who it is depends on the player alone, but what it answers may depend a
/// little on what it was asked before.
pub struct Adviser {
    pub(crate) player: AnyPlayer,
    /// A `Box<dyn Mind<G>>`.
    pub(crate) mind: Box<dyn Any + Send>,
}

impl Adviser {
    /// Who it is.
    #[must_use]
    pub fn player(&self) -> &AnyPlayer {
        &self.player
    }
}
