//! `people`: chooses as somebody of a certain strength would.
//!
//! Where it was learned how people play a game, by what was learned; elsewhere by a family with few
//! parameters.

use std::sync::Arc;

use shido_arena::{Contest, Player, PlayerError, Policy, Remembered, Thinking, draw};
use shido_core::{ForFirst, Game, Notation, Scene, Turn};
use shido_people::OddsByRating;
use shido_search::{Ask, Bound};

use super::mind::Mind;
use super::{Context, PlayerKind, Prepared, ThoughtError, family};
use crate::entry::{Entry, Playable};
use crate::evaluation::SharedModel;
use crate::options::{Declarations, Opt, Options, file, number};
use crate::people::Choose;
use crate::{Error, MoveThought, Odds, Thought};

const RATING: Opt<f64> = number(
    "rating",
    [0.0, 4000.0],
    "how strong they are: 1500 is the middle of people who play rated games",
)
.such_as("1500")
.required();

const OPPONENT: Opt<f64> = number(
    "opponent",
    [0.0, 4000.0],
    "how strong they take their opponent to be (as strong)",
);

const WEIGHTS: Opt<String> = file("weights", "a file with what was learned of people");

pub(crate) struct People;

impl PlayerKind for People {
    const NAME: &'static str = "people";
    const ABOUT: &'static str = "chooses as a person of this strength would, with their mistakes";
    const OPTIONS: Declarations = &[&RATING, &OPPONENT, &WEIGHTS];
    const FIXED: Option<bool> = Some(true);
    const VERSION: u32 = 7;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        _: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let rating = options.need(&RATING)?;
        let (opponent, weights) = (options.get(&OPPONENT)?, options.get(&WEIGHTS)?);
        let learned = match &entry.people {
            Some(learned) => (learned.find)(&entry.game, &entry.about.name, weights.as_deref())?,
            None => None,
        };
        let Some(choose) = learned else {
            return match (opponent, weights) {
                (None, None) => family::somebody(entry, rating),
                _ => Err(Error::Unable {
                    what: format!(
                        "it was not learned how people play {}, so they know no `opponent` and no `weights`",
                        entry.about.title
                    ),
                    help: "leave them out".to_owned(),
                }),
            };
        };
        let somebody = Arc::new(Somebody {
            choose,
            rating,
            opponent,
            model: entry.evaluator(None)?.model,
        });
        // A search asks about positions again and again.
        let policy = Arc::new(Remembered::new(Arc::clone(&somebody)));
        let fresh = move || -> Box<dyn Mind<G>> { Box::new(Playing(Arc::clone(&somebody))) };
        Ok(Prepared::new(fresh).with_policy(policy))
    }
}

/// Somebody with a rating.
struct Somebody<G: Game> {
    choose: Choose<G>,
    rating: f64,
    opponent: Option<f64>,
    /// How positions are judged, for those who ask what a move is worth.
    model: SharedModel<G>,
}

impl<G: Game> Somebody<G> {
    fn odds(
        &self,
        game: &G,
        scene: Scene<'_, G>,
        ratings: &[f64],
        opponent: Option<f64>,
    ) -> Result<OddsByRating<G::Move>, PlayerError> {
        match game.turn(scene.position) {
            Turn::Of(_) => {
                let opponent = opponent.or(self.opponent);
                Ok((self.choose)(game, scene, ratings, opponent))
            }
            Turn::Chance | Turn::Over(_) => Err(PlayerError::Over),
        }
    }

    /// The odds of people of these ratings who have seen all of a contest.
    fn odds_by_rating(
        &self,
        contest: &Contest<'_, G>,
        ratings: &[f64],
        opponent: Option<f64>,
    ) -> Result<OddsByRating<G::Move>, PlayerError> {
        let before = contest.positions().iter().cloned();
        let past: Vec<_> = before.zip(contest.moves().iter().copied()).collect();
        let scene = Scene {
            position: contest.position(),
            past: &past,
        };
        self.odds(contest.game(), scene, ratings, opponent)
    }

    /// The same of this rating alone.
    fn odds_in(&self, contest: &Contest<'_, G>) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let mut odds = self.odds_by_rating(contest, &[self.rating], None)?;
        Ok(odds.remove(0))
    }
}

/// Who knows nothing but the position.
impl<G: Game> Policy<G> for Somebody<G> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        let past = &[];
        let mut odds = self.odds(game, Scene { position, past }, &[self.rating], None)?;
        Ok(odds.remove(0))
    }
}

/// Somebody in a contest, who knows what was played in it.
struct Playing<G: Game>(Arc<Somebody<G>>);

impl<G: Game> Player<G> for Playing<G> {
    fn choose(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<G::Move, PlayerError> {
        draw(&self.0.odds_in(contest)?, thinking.rng)
    }
}

impl<G: Notation> Mind<G> for Playing<G> {
    fn odds(
        &mut self,
        contest: &Contest<'_, G>,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Odds<G::Move>, ThoughtError<G::Move>> {
        Ok(Odds::drawn(self.0.odds_in(contest)?))
    }

    fn odds_by_rating(
        &mut self,
        contest: &Contest<'_, G>,
        ratings: &[f64],
        opponent: Option<f64>,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Vec<Odds<G::Move>>, ThoughtError<G::Move>> {
        let odds = self.0.odds_by_rating(contest, ratings, opponent)?;
        Ok(odds.into_iter().map(Odds::drawn).collect())
    }

    fn think(
        &mut self,
        contest: &Contest<'_, G>,
        _ask: Ask,
        _thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
        let game = contest.game();
        let Turn::Of(_) = contest.turn() else {
            return Err(ThoughtError::Chance);
        };
        let odds = self.0.odds_in(contest)?;
        let mut expected = 0.0;
        let mut moves = Vec::with_capacity(odds.len());
        for (mv, probability) in &odds {
            let after = game.after(contest.position(), *mv);
            let model = &self.0.model;
            let value = match game.turn(&after) {
                Turn::Over(outcome) => model.end(game, &after, outcome),
                _ => model.horizon(game, &after).unwrap_or(ForFirst(0.0)),
            };
            expected += value.0 * probability;
            moves.push(MoveThought {
                probability: Some(*probability),
                ..MoveThought::of(*mv, value, Bound::Estimate)
            });
        }
        let likeliest = odds.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        Ok(Thought {
            best: likeliest.map(|(mv, _)| *mv).into_iter().collect(),
            nodes: moves.len() as u64 + 1,
            moves,
            ..Thought::of(ForFirst(expected))
        })
    }
}
