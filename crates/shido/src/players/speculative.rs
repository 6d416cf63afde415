//! `speculative`: speculates on the errors of a semi-random player.

use std::sync::Arc;

use shido_arena::{PlayerError, Policy};
use shido_core::{ForMover, Game, Turn};
use shido_search::{Bound, Counting, First, Limits, Moves, SpeculativePlayer, TieBreak};

use super::mind::Judge;
use super::semi_random::{PLIES_SEEN, drawn_among, forced_moves, until};
use super::shortlist::Shortlist;
use super::{Context, PlayerKind, Prepared, ThoughtError};
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, choice, whole};
use crate::{Error, MoveThought};

const DEPTH: Opt<u32> = whole("depth", PLIES_SEEN, "how many plies to look ahead").required();
const OPPONENT: Opt<u32> = whole(
    "opponent",
    PLIES_SEEN,
    "how many plies the opponent looks ahead, at least two less to matter",
)
.required();
const MOVES: &[(&str, Moves)] = &[("considered", Moves::Considered), ("all", Moves::All)];
const CANDIDATES: Opt<Moves> = choice(
    "candidates",
    MOVES,
    "our moves: those that semi-random considers, or all",
)
.usually("considered");
const FIRST: Opt<First> = choice(
    "first",
    &[
        ("nothing", First::Nothing),
        ("wins", First::Wins),
        ("safety", First::Safety),
    ],
    "what goes before chances",
)
.usually("nothing");
const OWN: Opt<Moves> = choice(
    "own",
    MOVES,
    "our later moves: those that semi-random considers, or all",
)
.usually("considered");
const THEIRS: Opt<Moves> = choice(
    "theirs",
    MOVES,
    "the opponent's moves: those that semi-random considers, or all",
)
.usually("considered");
const COUNTING: Opt<Counting> = choice(
    "counting",
    &[
        ("probability", Counting::Probability),
        ("leaves", Counting::Leaves),
    ],
    "chances as probability or share of leaves",
)
.usually("probability");
const TIES: Opt<TieBreak> = choice(
    "ties",
    &[("uniform", TieBreak::Uniform), ("first", TieBreak::First)],
    "which of equal moves",
)
.usually("uniform");

pub(crate) struct Speculative;

impl PlayerKind for Speculative {
    const NAME: &'static str = "speculative";
    const ABOUT: &'static str =
        "speculates on the errors of a semi-random player who looks less far ahead";
    const OPTIONS: Declarations = &[
        &DEPTH,
        &OPPONENT,
        &CANDIDATES,
        &FIRST,
        &OWN,
        &THEIRS,
        &COUNTING,
        &TIES,
    ];
    const FIXED: Option<bool> = Some(true);

    fn build<G: Playable>(
        _: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let play = shido_search::Speculative {
            candidates: options.need(&CANDIDATES)?,
            first: options.need(&FIRST)?,
            own: options.need(&OWN)?,
            theirs: options.need(&THEIRS)?,
            counting: options.need(&COUNTING)?,
            ties: options.need(&TIES)?,
            ..shido_search::Speculative::new(options.need(&DEPTH)?, options.need(&OPPONENT)?)
        };
        let stop = Arc::clone(&context.settings.stop);
        let policy: Arc<dyn Policy<G>> = Arc::new(Shortlist::new(
            move || SpeculativePlayer::new(play),
            move |game: &G,
                  position: &_,
                  speculator: &mut SpeculativePlayer<G>,
                  limits: Limits<'_>| {
                speculator.moves(game, position, until(limits, &stop))
            },
        ));
        let odds = Arc::clone(&policy);
        let judge: Judge<G> = Arc::new(move |game, position, limits| {
            let moves = chances(game, position, play, limits)?;
            drawn_among(game, position, moves, &*odds)
        });
        Ok(Prepared::pondering(policy, judge))
    }
}

/// The share that is won after each move, candidate or not; what is forced, where there is nothing
/// to speculate on.
fn chances<G: Game>(
    game: &G,
    position: &G::Position,
    play: shido_search::Speculative,
    limits: Limits<'_>,
) -> Result<Vec<MoveThought<G::Move>>, ThoughtError<G::Move>> {
    if !play.speculates() {
        return forced_moves(game, position, play.depth, limits);
    }
    let Turn::Of(mover) = game.turn(position) else {
        return Err(PlayerError::Over.into());
    };
    let of_every_move = shido_search::Speculative {
        candidates: Moves::All,
        first: First::Nothing,
        ..play
    };
    let shares = SpeculativePlayer::new(of_every_move).shares(game, position, limits)?;
    let thoughts = shares.into_iter().map(|(mv, share)| {
        let value = ForMover(share.ratio()).for_first(mover);
        MoveThought::of(mv, value, Bound::Exact)
    });
    Ok(thoughts.collect())
}
