//! `semi-random`: sees what is forced within a few plies, and plays at random otherwise.

use std::sync::Arc;

use shido_arena::{PlayerError, Policy};
use shido_core::{ForMover, Game, Turn, Verdict};
use shido_search::{Bound, Forced, Foreseeing, Limits};

use super::mind::Judge;
use super::shortlist::Shortlist;
use super::{Context, PlayerKind, Prepared, ThoughtError};
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, whole};
use crate::{Certain, Error, MoveThought, Thought};

/// The deepest look-ahead that is accepted: contests of the games for which it could make sense are
/// shorter.
pub(crate) const PLIES_SEEN: [u64; 2] = [0, 100];

const DEPTH: Opt<u32> = whole(
    "depth",
    PLIES_SEEN,
    "how many plies to look ahead (0: random)",
)
.required();

pub(crate) struct SemiRandom;

impl PlayerKind for SemiRandom {
    const NAME: &'static str = "semi-random";
    const ABOUT: &'static str =
        "wins or does not lose within so many plies if that can be forced, else plays at random";
    const OPTIONS: Declarations = &[&DEPTH];
    const FIXED: Option<bool> = Some(true);

    fn build<G: Playable>(
        _: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let depth = options.need(&DEPTH)?;
        let player = shido_search::SemiRandom { depth };
        let stop = Arc::clone(&context.settings.stop);
        let policy: Arc<dyn Policy<G>> = Arc::new(Shortlist::new(
            Foreseeing::default,
            move |game: &G, position: &_, ahead: &mut _, limits: Limits<'_>| {
                player.moves(game, position, ahead, until(limits, &stop))
            },
        ));
        let odds = Arc::clone(&policy);
        let judge: Judge<G> = Arc::new(move |game, position, limits| {
            let moves = forced_moves(game, position, depth, limits)?;
            drawn_among(game, position, moves, &*odds)
        });
        Ok(Prepared::pondering(policy, judge))
    }
}

/// Limits with a flag that ends all work, where whoever asks has brought none.
pub(crate) fn until<'a>(limits: Limits<'a>, stop: &'a std::sync::atomic::AtomicBool) -> Limits<'a> {
    Limits {
        stop: limits.stop.or(Some(stop)),
        ..limits
    }
}

/// What is forced after each move, as far as it sees.
pub(crate) fn forced_moves<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    limits: Limits<'_>,
) -> Result<Vec<MoveThought<G::Move>>, ThoughtError<G::Move>> {
    let Turn::Of(mover) = game.turn(position) else {
        return Err(PlayerError::Over.into());
    };
    let mut ahead = Foreseeing::default();
    let mut moves = Vec::new();
    for mv in game.moves(position) {
        let forced = match depth.checked_sub(1) {
            None => None,
            Some(plies) => {
                let limits = Limits {
                    depth: Some(plies),
                    ..limits
                };
                ahead.forced(game, &game.after(position, mv), limits)?
            }
        };
        moves.push(match forced {
            None => MoveThought::of(mv, ForMover(0.0).for_first(mover), Bound::Estimate),
            Some(Forced { winner, plies }) => {
                let (value, verdict) = match winner == mover {
                    true => (1.0, Verdict::Win),
                    false => (-1.0, Verdict::Loss),
                };
                MoveThought {
                    certain: Some(Certain {
                        verdict: ForMover(verdict),
                        distance: Some(plies + 1),
                    }),
                    ..MoveThought::of(mv, ForMover(value).for_first(mover), Bound::Exact)
                }
            }
        });
    }
    Ok(moves)
}

/// What somebody thinks who has an opinion of each move and draws among them: the moves with their odds.
pub(crate) fn drawn_among<G: Game>(
    game: &G,
    position: &G::Position,
    mut moves: Vec<MoveThought<G::Move>>,
    policy: &dyn Policy<G>,
) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
    let odds = policy.distribution(game, position)?;
    let mut expected = 0.0;
    let mut best = Vec::new();
    for judged in &mut moves {
        let chosen = odds.iter().find(|(chosen, _)| *chosen == judged.mv);
        let probability = chosen.map_or(0.0, |(_, probability)| *probability);
        judged.probability = Some(probability);
        // Nothing is nothing to either side: a zero has no sign.
        judged.value.0 += 0.0;
        if probability > 0.0 {
            best.push(judged.mv);
            expected += judged.value.0 * probability;
        }
    }
    Ok(Thought {
        best,
        nodes: moves.len() as u64 + 1,
        moves,
        ..Thought::of(shido_core::ForFirst(expected))
    })
}
