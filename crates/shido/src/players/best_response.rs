//! `best-response`: the best there is against a player whose odds are known.

use std::sync::Arc;

use shido_arena::{Aim, BestResponseOptions, PlayerError, Policy};
use shido_core::{ForMover, Game, Turn};
use shido_search::Bound;

use super::mind::{Judge, Recall, Recalled};
use super::opponent::by_position;
use super::search::PLIES;
use super::semi_random::drawn_among;
use super::{Context, PlayerKind, Prepared};
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, choice, player, whole};
use crate::{Error, MoveThought, Spec};

const AGAINST: Opt<Spec> = player(
    "against",
    "that player, in brackets: against=[semi-random:depth=2]",
)
.required();
const MAXIMISE: Opt<Aim> = choice(
    "maximise",
    &[("wins", Aim::Wins), ("score", Aim::Score)],
    "what it has as much of as possible",
)
.usually("wins");
const DEPTH: Opt<u32> = whole(
    "depth",
    PLIES,
    "how many plies to look ahead (to the end if left out; games that may recur need one)",
);

pub(crate) struct BestResponse;

impl PlayerKind for BestResponse {
    const NAME: &'static str = "best-response";
    const ABOUT: &'static str = "does the best there is against a player whose odds are known";
    const OPTIONS: Declarations = &[&AGAINST, &MAXIMISE, &DEPTH];
    const FIXED: Option<bool> = Some(true);
    const VERSION: u32 = 2;

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let against = options.need(&AGAINST)?;
        let aim = options.need(&MAXIMISE)?;
        let depth = options.get(&DEPTH)?;
        if depth.is_none() && (entry.endless || recurs(&entry.game)) {
            return Err(options.missing(&DEPTH));
        }
        let known = super::player(entry, &against, context.settings, context.watch)?;
        let known = known.policy.ok_or_else(|| Error::NoFixedOdds {
            player: against.name.clone(),
        })?;
        let known = by_position(entry, known);
        let nature = entry.nature.clone();
        let stop = Arc::clone(&context.settings.stop);
        let bound = match depth {
            None => Bound::Exact,
            Some(_) => Bound::Estimate,
        };
        let responding = move || {
            let respond = BestResponseOptions {
                aim,
                depth,
                nature: nature.clone(),
                stop: Arc::clone(&stop),
            };
            let best = shido_arena::BestResponse::new(Arc::clone(&known), respond);
            responding(Arc::new(best), bound)
        };
        let (policy, judge) = responding();
        let recall = entry.as_played.map(|as_played| -> Recall<G> {
            Arc::new(move |contest| {
                let rules = (as_played.rules)(contest)?;
                let (policy, judge) = responding();
                Some(Recalled {
                    rules,
                    policy,
                    judge,
                })
            })
        });
        Ok(Prepared::recalling(policy, judge, recall))
    }
}

/// The odds of who responds best, and what they think.
fn responding<G: Game + 'static>(
    best: Arc<shido_arena::BestResponse<G, Arc<dyn Policy<G>>>>,
    bound: Bound,
) -> (Arc<dyn Policy<G>>, Judge<G>) {
    let policy: Arc<dyn Policy<G>> = Arc::clone(&best) as _;
    let odds = Arc::clone(&policy);
    let judge: Judge<G> = Arc::new(move |game, position, limits| {
        let Turn::Of(mover) = game.turn(position) else {
            return Err(PlayerError::Over.into());
        };
        let values = match limits.stop {
            Some(stop) => best.values_until(game, position, stop)?,
            None => best.values(game, position)?,
        };
        let values = values.into_iter();
        let moves = values.map(|(mv, value)| {
            // What has ended is worth what it is, however far we look.
            let over = matches!(game.turn(&game.after(position, mv)), Turn::Over(_));
            let bound = match over {
                true => Bound::Exact,
                false => bound,
            };
            MoveThought::of(mv, ForMover(value).for_first(mover), bound)
        });
        drawn_among(game, position, moves.collect(), &*odds)
    });
    (policy, judge)
}

/// Whether contests may go round in circles.
fn recurs<G: Game>(game: &G) -> bool {
    game.progress(&game.start()).is_none() || game.repetition_limit().is_some()
}
