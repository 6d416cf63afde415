//! What a player is once its options are chosen: somebody who plays, and who can be asked what they think.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use shido_arena::{Contest, Entrant, Player, PlayerError, Policy, Thinking, draw};
use shido_core::picture::TreePicture;
use shido_core::{Game, Notation, Turn};
use shido_search::{Ask, Limits, SearchError};
use shido_tutor::{Certificate, Student};

use crate::evaluation::Unit;
use crate::{MoveThought, Odds, OddsKind, RecordSize, Thought};

/// A player with a mind that can be asked, for one contest.
pub(crate) trait Mind<G: Notation>: Player<G> {
    /// What it thinks of the position that a contest has come to, where somebody chooses or chance
    /// moves.
    fn think(
        &mut self,
        _contest: &Contest<'_, G>,
        _ask: Ask,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        Err(ThoughtError::Silent)
    }

    /// The unit in which it reckons while it thinks.
    fn unit(&self) -> Option<Unit> {
        None
    }

    /// What it thought when it last chose a move, if it would not think the same when asked again.
    fn last_thought(&mut self) -> Option<Thought<G::Move>> {
        None
    }

    /// How likely it is to make each move of the position that a contest has come to, where somebody
    /// chooses. As provided it is what its thoughts say, and for those who tell none the move that it makes.
    fn odds(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Odds<G::Move>, ThoughtError<G::Move>> {
        match self.think(contest, Ask::EveryMove, thinking) {
            Ok(thought) => Ok(odds_of(contest, &thought)),
            Err(ThoughtError::Silent) => {
                let mv = self.choose(contest, thinking)?;
                Ok(chosen(contest, &[mv]))
            }
            Err(error) => Err(error),
        }
    }

    /// The same for each of some ratings, against an opponent whose rating may be known, by those who play
    /// like people of a rating.
    fn odds_by_rating(
        &mut self,
        _contest: &Contest<'_, G>,
        _ratings: &[f64],
        _opponent: Option<f64>,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Vec<Odds<G::Move>>, ThoughtError<G::Move>> {
        Err(ThoughtError::Unrated)
    }

    /// What it has conceded in this contest, where it is a tutor.
    fn concessions(&self) -> Vec<Certificate<G::Move>> {
        Vec::new()
    }

    /// What it knows of its opponent, where it is a tutor.
    fn student(&self) -> Option<Student> {
        None
    }

    /// The tree that it looks at, up to a size; `None` for those who keep none.
    fn record(
        &mut self,
        _contest: &Contest<'_, G>,
        _size: RecordSize,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Option<TreePicture>, ThoughtError<G::Move>> {
        Ok(None)
    }
}

/// The odds of somebody who thinks so.
fn odds_of<G: Game>(contest: &Contest<'_, G>, thought: &Thought<G::Move>) -> Odds<G::Move> {
    let moves = &thought.moves;
    if moves.iter().any(|judged| judged.probability.is_some()) {
        let drawn = |judged: &MoveThought<G::Move>| (judged.mv, judged.probability.unwrap_or(0.0));
        return Odds {
            kind: OddsKind::Drawn,
            moves: moves.iter().map(drawn).collect(),
        };
    }
    // Who speculates need not make the move of the highest value.
    let Turn::Of(mover) = contest.turn() else {
        return chosen(contest, &thought.best);
    };
    if moves.iter().any(|judged| judged.speculation.is_some()) {
        return chosen(contest, &thought.best);
    }
    Odds {
        kind: OddsKind::Judged,
        moves: (moves.iter())
            .map(|judged| (judged.mv, judged.value.seen_by(mover).0))
            .collect(),
    }
}

/// The odds of somebody who makes one of these moves, each as often.
pub(crate) fn chosen<G: Game>(contest: &Contest<'_, G>, made: &[G::Move]) -> Odds<G::Move> {
    let share = |mv: &G::Move| match made.contains(mv) {
        true => 1.0 / made.len() as f64,
        false => 0.0,
    };
    let legal = contest.game().moves(contest.position());
    Odds {
        kind: OddsKind::Chosen,
        moves: legal.into_iter().map(|mv| (mv, share(&mv))).collect(),
    }
}

/// Why a player has no thought to tell.
#[derive(Debug)]
pub(crate) enum ThoughtError<M: Debug> {
    /// It does not judge moves.
    Silent,
    /// It does not play like people of different ratings.
    Unrated,
    /// Chance moves, and it only knows how to choose.
    Chance,
    /// Its search failed.
    Search(SearchError<M>),
    /// It cannot play here.
    Player(PlayerError),
}

impl<M: Debug> From<SearchError<M>> for ThoughtError<M> {
    fn from(error: SearchError<M>) -> ThoughtError<M> {
        ThoughtError::Search(error)
    }
}

impl<M: Debug> From<PlayerError> for ThoughtError<M> {
    fn from(error: PlayerError) -> ThoughtError<M> {
        ThoughtError::Player(error)
    }
}

/// A player whose options are chosen. It makes a fresh mind for each contest.
pub(crate) struct Prepared<G: Game> {
    /// How often it makes which move, where that depends on the position alone.
    pub(crate) policy: Option<Arc<dyn Policy<G>>>,
    fresh: Box<dyn Fn() -> Box<dyn Mind<G>> + Send + Sync>,
    /// Whether it learns from one contest to the next, so that they have to be played in order.
    pub(crate) learns: bool,
    /// The player of the game behind an erased one that this one stands for, a `Prepared` of its type.
    pub(crate) behind: Option<Arc<dyn Any + Send + Sync>>,
}

impl<G: Notation + 'static> Prepared<G> {
    /// A player without known odds: only its minds know how it plays.
    pub(crate) fn new(fresh: impl Fn() -> Box<dyn Mind<G>> + Send + Sync + 'static) -> Prepared<G> {
        Prepared {
            policy: None,
            fresh: Box::new(fresh),
            learns: false,
            behind: None,
        }
    }

    /// The same with the odds that it plays by.
    pub(crate) fn with_policy(self, policy: Arc<dyn Policy<G>>) -> Prepared<G> {
        Prepared {
            policy: Some(policy),
            ..self
        }
    }

    /// The same, learning from one contest to the next.
    pub(crate) fn learning(self) -> Prepared<G> {
        Prepared {
            learns: true,
            ..self
        }
    }

    /// The same, standing for a player of the game behind an erased one.
    pub(crate) fn instead_of(self, behind: Arc<dyn Any + Send + Sync>) -> Prepared<G> {
        Prepared {
            behind: Some(behind),
            ..self
        }
    }

    /// A player that draws its moves from a policy.
    pub(crate) fn drawing(policy: Arc<dyn Policy<G>>, judge: Option<Judge<G>>) -> Prepared<G> {
        Prepared::drawn(Arc::clone(&policy), policy, judge, Pace::Quick, None)
    }

    /// The same from a policy that thinks long, so that contests share what was thought. An exact
    /// match asks about each position once and needs no memory.
    pub(crate) fn pondering(policy: Arc<dyn Policy<G>>, judge: Judge<G>) -> Prepared<G> {
        Prepared::recalling(policy, judge, None)
    }

    /// The same by somebody who takes the past of a contest into account, where it makes a difference.
    pub(crate) fn recalling(
        policy: Arc<dyn Policy<G>>,
        judge: Judge<G>,
        recall: Option<Recall<G>>,
    ) -> Prepared<G> {
        let remembered = Arc::new(shido_arena::Remembered::new(Arc::clone(&policy)));
        Prepared::drawn(policy, remembered, Some(judge), Pace::Slow, recall)
    }

    fn drawn(
        policy: Arc<dyn Policy<G>>,
        playing: Arc<dyn Policy<G>>,
        judge: Option<Judge<G>>,
        pace: Pace,
        recall: Option<Recall<G>>,
    ) -> Prepared<G> {
        let fresh = move || -> Box<dyn Mind<G>> {
            Box::new(Drawing {
                policy: Arc::clone(&playing),
                judge: judge.clone(),
                pace,
                recall: recall.clone(),
            })
        };
        Prepared::new(fresh).with_policy(policy)
    }

    /// Somebody for a contest, without memories of others.
    pub(crate) fn mind(&self) -> Box<dyn Mind<G>> {
        (self.fresh)()
    }
}

impl<G: Notation + 'static> Entrant<G> for Prepared<G> {
    fn enter(&self) -> Box<dyn Player<G> + '_> {
        self.mind()
    }
}

/// What somebody who plays by odds thinks of a position.
pub(crate) type Judge<G> = Arc<
    dyn Fn(
            &G,
            &<G as Game>::Position,
            Limits<'_>,
        ) -> Result<Thought<<G as Game>::Move>, ThoughtError<<G as Game>::Move>>
        + Send
        + Sync,
>;

/// Somebody who takes the past of a contest into account, without a memory of others.
pub(crate) struct Recalled<G: Game> {
    /// The rules as they stand in the contest.
    pub(crate) rules: G,
    pub(crate) policy: Arc<dyn Policy<G>>,
    pub(crate) judge: Judge<G>,
}

/// Who plays in a contest whose past makes a difference; `None` where it makes none.
pub(crate) type Recall<G> = Arc<dyn Fn(&Contest<'_, G>) -> Option<Recalled<G>> + Send + Sync>;

/// Whether a policy answers at once.
#[derive(Clone, Copy)]
enum Pace {
    Quick,
    Slow,
}

/// Draws moves from a policy.
struct Drawing<G: Game> {
    policy: Arc<dyn Policy<G>>,
    judge: Option<Judge<G>>,
    pace: Pace,
    recall: Option<Recall<G>>,
}

impl<G: Game> Drawing<G> {
    fn recalled(&self, contest: &Contest<'_, G>) -> Option<Recalled<G>> {
        self.recall.as_ref()?(contest)
    }
}

impl<G: Game> Player<G> for Drawing<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        let recalled = self.recalled(contest);
        let (game, policy) = match &recalled {
            Some(recalled) => (&recalled.rules, &recalled.policy),
            None => (contest.game(), &self.policy),
        };
        let position = contest.position();
        match self.pace {
            Pace::Quick => policy.sample(game, position, thinking.rng),
            Pace::Slow => {
                let limits = thinking.limits_within(Default::default());
                let odds = policy.distribution_within(game, position, limits)?;
                draw(&odds, thinking.rng)
            }
        }
    }
}

impl<G: Notation> Mind<G> for Drawing<G> {
    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        _ask: Ask,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        let judge = self.judge.as_ref().ok_or(ThoughtError::Silent)?;
        if contest.turn() == Turn::Chance {
            return Err(ThoughtError::Chance);
        }
        let limits = thinking.limits_within(Default::default());
        match self.recalled(contest) {
            Some(Recalled { rules, judge, .. }) => judge(&rules, contest.position(), limits),
            None => judge(contest.game(), contest.position(), limits),
        }
    }

    fn odds(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Odds<G::Move>, ThoughtError<G::Move>> {
        let recalled = self.recalled(contest);
        let (game, policy) = match &recalled {
            Some(recalled) => (&recalled.rules, &recalled.policy),
            None => (contest.game(), &self.policy),
        };
        let position = contest.position();
        let limits = thinking.limits_within(Default::default());
        let drawn = policy.distribution_within(game, position, limits)?;
        let probability = |mv| {
            let found = drawn.iter().find(|(made, _)| *made == mv);
            found.map_or(0.0, |(_, probability)| *probability)
        };
        let legal = game.moves(position).into_iter();
        Ok(Odds {
            kind: OddsKind::Drawn,
            moves: legal.map(|mv| (mv, probability(mv))).collect(),
        })
    }
}

/// A failed search as the failure of a player.
pub(crate) fn explain<M: Debug>(error: &SearchError<M>) -> PlayerError {
    PlayerError::Failed(match error {
        SearchError::Stopped => return PlayerError::Stopped,
        SearchError::NoValue { .. } => "the search looked ahead to a position without a value; \
             leave its depth out, so that it searches to the end"
            .to_owned(),
        SearchError::NoOdds { .. } => {
            "chance moves in this game: use expectiminimax or mcts".to_owned()
        }
        other => other.to_string(),
    })
}
