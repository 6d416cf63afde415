//! Semi-random players, and those who exploit them, by name.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shido_arena::{Aim, BestResponse, BestResponseOptions, PlayerError};
use shido_core::{ForMover, Game, Turn, Verdict};
use shido_search::{
    Bound, Counting, First, Forced, Foreseeing, Limits, Moves, SemiRandom, Share, Speculative,
    Speculator, TieBreak,
};

use crate::held::{Held, Playable};
use crate::lots::Lots;
use crate::players::{Named, Opinion, player};
use crate::spec::Options;
use crate::thinking::explain;
use crate::{CatalogError, Event, Settings};

/// The deepest look-ahead that is accepted: contests of the games for which it could make sense are
/// shorter.
const DEEPEST: u32 = 100;

/// `semi-random:depth=3`
pub(crate) fn semi_random<G: Playable>(
    options: &Options<'_>,
    settings: &Settings,
) -> Result<Named<G>, CatalogError> {
    let depth = plies(options, "depth", "`semi-random:depth=3`")?;
    options.finish()?;
    let player = SemiRandom { depth };
    let stop = Arc::clone(&settings.stop);
    let lots = Lots::new(
        Foreseeing::default,
        move |game: &G, position: &_, ahead: &mut _| {
            player.moves(game, position, ahead, until(&stop))
        },
    );
    let stop = Arc::clone(&settings.stop);
    let opinions = move |game: &G, position: &_| fates(game, position, depth, &stop);
    Ok(Named::by_thought(Arc::new(lots), Box::new(opinions)))
}

/// What is forced after each move, as far as he sees.
fn fates<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Vec<Opinion<G::Move>>, PlayerError> {
    let Turn::Of(mover) = game.turn(position) else {
        return Err(PlayerError::Over);
    };
    let mut ahead = Foreseeing::default();
    let open = |mv| Opinion {
        mv,
        value: ForMover(0.0),
        bound: Bound::Estimate,
        verdict: None,
        distance: None,
    };
    let mut opinions = Vec::new();
    for mv in game.moves(position) {
        let forced = match depth.checked_sub(1) {
            None => None,
            Some(plies) => {
                let limits = Limits {
                    depth: Some(plies),
                    ..until(stop)
                };
                ahead
                    .forced(game, &game.after(position, mv), limits)
                    .map_err(|error| PlayerError::Failed(explain(&error)))?
            }
        };
        opinions.push(match forced {
            None => open(mv),
            Some(Forced { winner, plies }) => {
                let (value, verdict) = if winner == mover {
                    (1.0, Verdict::Win)
                } else {
                    (-1.0, Verdict::Loss)
                };
                Opinion {
                    value: ForMover(value),
                    bound: Bound::Exact,
                    verdict: Some(ForMover(verdict)),
                    distance: Some(plies + 1),
                    ..open(mv)
                }
            }
        });
    }
    Ok(opinions)
}

/// `speculative:depth=5,opponent=3`
pub(crate) fn speculative<G: Playable>(
    options: &Options<'_>,
    settings: &Settings,
) -> Result<Named<G>, CatalogError> {
    let example = "`speculative:depth=5,opponent=3`";
    let usual = Speculative::new(
        plies(options, "depth", example)?,
        plies(options, "opponent", example)?,
    );
    let moves = [("considered", Moves::Considered), ("all", Moves::All)];
    let first = [
        ("nothing", First::Nothing),
        ("wins", First::Wins),
        ("safety", First::Safety),
    ];
    let counting = [
        ("probability", Counting::Probability),
        ("leaves", Counting::Leaves),
    ];
    let ties = [("uniform", TieBreak::Uniform), ("first", TieBreak::First)];
    let candidates = options.choice("candidates", &moves)?;
    let own = options.choice("own", &moves)?;
    let theirs = options.choice("theirs", &moves)?;
    let play = Speculative {
        candidates: candidates.unwrap_or(usual.candidates),
        first: options.choice("first", &first)?.unwrap_or(usual.first),
        own: own.unwrap_or(usual.own),
        theirs: theirs.unwrap_or(usual.theirs),
        counting: options
            .choice("counting", &counting)?
            .unwrap_or(usual.counting),
        ties: options.choice("ties", &ties)?.unwrap_or(usual.ties),
        ..usual
    };
    options.finish()?;
    let stop = Arc::clone(&settings.stop);
    let new = move || Speculator::new(play);
    let lots = Lots::new(
        new,
        move |game: &G, position: &_, speculator: &mut Speculator<G>| {
            speculator.moves(game, position, until(&stop))
        },
    );
    let stop = Arc::clone(&settings.stop);
    let opinions = move |game: &G, position: &_| chances(game, position, play, &stop);
    Ok(Named::by_thought(Arc::new(lots), Box::new(opinions)))
}

/// The share that is won after each move, candidate or not; what is forced, where there is nothing
/// to speculate on.
fn chances<G: Game>(
    game: &G,
    position: &G::Position,
    play: Speculative,
    stop: &AtomicBool,
) -> Result<Vec<Opinion<G::Move>>, PlayerError> {
    if !play.speculates() {
        return fates(game, position, play.depth, stop);
    }
    let of_every_move = Speculative {
        candidates: Moves::All,
        first: First::Nothing,
        ..play
    };
    let shares = Speculator::new(of_every_move)
        .shares(game, position, until(stop))
        .map_err(|error| PlayerError::Failed(explain(&error)))?;
    let opinion = |(mv, share): (G::Move, Share)| Opinion {
        mv,
        value: ForMover(share.ratio()),
        bound: Bound::Exact,
        verdict: None,
        distance: None,
    };
    Ok(shares.into_iter().map(opinion).collect())
}

/// `best-response:against=[semi-random:depth=2]`
pub(crate) fn best_response<G: Playable>(
    held: &Held<G>,
    options: &Options<'_>,
    settings: &Settings,
    watch: &(dyn Fn(Event) + Sync),
) -> Result<Named<G>, CatalogError> {
    let wanted = "a player in brackets, such as `against=[semi-random:depth=2]`";
    let against = options.player("against", wanted)?;
    let aims = [("wins", Aim::Wins), ("score", Aim::Score)];
    let aim = options.choice("maximise", &aims)?.unwrap_or_default();
    let wanted_depth = "a number of plies, at least 1";
    let depth: Option<u32> = options.number("depth", wanted_depth)?;
    options.finish()?;
    let Some(against) = against else {
        return Err(options.missing("against", wanted));
    };
    if depth == Some(0) {
        return Err(options.wrong("depth", "0", wanted_depth.to_owned()));
    }
    if depth.is_none() && (held.endless || recurs(&held.game)) {
        return Err(options.missing("depth", "a number of plies, such as `depth=6`"));
    }
    let Some(policy) = player(held, &against, settings, watch)?.policy else {
        return Err(CatalogError::Unable {
            what: format!("`{}` has no fixed odds for its moves", against.name),
            help: "respond to a player whose odds depend on the position alone, such as \
                   semi-random, fallible or random"
                .to_owned(),
        });
    };
    let respond = BestResponseOptions {
        aim,
        depth,
        nature: held.nature.clone(),
        stop: Arc::clone(&settings.stop),
    };
    let best = Arc::new(BestResponse::new(policy, respond));
    let values = Arc::clone(&best);
    let bound = match depth {
        None => Bound::Exact,
        Some(_) => Bound::Estimate,
    };
    let opinions = move |game: &G, position: &G::Position| {
        let opinion = |(mv, value)| Opinion {
            mv,
            value: ForMover(value),
            bound,
            verdict: None,
            distance: None,
        };
        let values = values.values(game, position)?;
        Ok(values.into_iter().map(opinion).collect())
    };
    Ok(Named::by_thought(best, Box::new(opinions)))
}

fn until(stop: &AtomicBool) -> Limits<'_> {
    Limits {
        stop: Some(stop),
        ..Limits::default()
    }
}

/// Whether contests may go round in circles.
fn recurs<G: Game>(game: &G) -> bool {
    game.progress(&game.start()).is_none() || game.repetition_limit().is_some()
}

fn plies(options: &Options<'_>, key: &'static str, example: &str) -> Result<u32, CatalogError> {
    let wanted = format!("a number of plies from 0 to {DEEPEST}, as in {example}");
    match options.number(key, &wanted)? {
        Some(plies) if plies <= DEEPEST => Ok(plies),
        Some(plies) => Err(options.wrong(key, &plies.to_string(), wanted)),
        None => Err(options.missing(key, &wanted)),
    }
}
