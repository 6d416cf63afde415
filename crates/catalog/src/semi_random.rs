//! Semi-random players, and those who exploit them, by name.

use std::sync::Arc;

use shido_arena::{Aim, BestResponse, BestResponseOptions, Policy};
use shido_core::Game;
use shido_search::{
    Counting, First, Limits, Lookahead, Moves, SemiRandom, Speculative, Speculator, Ties,
};

use crate::held::{Held, Playable};
use crate::lots::Lots;
use crate::players::{Named, player};
use crate::spec::Options;
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
    let lots = Lots::new(Lookahead::default, move |game: &G, position: &_, ahead: &mut _| {
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        player.moves(game, position, ahead, limits)
    });
    Ok(Named::by_thought(Arc::new(lots)))
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
    let ties = [("uniform", Ties::Uniform), ("first", Ties::First)];
    let candidates = options.choice("candidates", &moves)?;
    let own = options.choice("own", &moves)?;
    let theirs = options.choice("theirs", &moves)?;
    let play = Speculative {
        candidates: candidates.unwrap_or(usual.candidates),
        first: options.choice("first", &first)?.unwrap_or(usual.first),
        own: own.unwrap_or(usual.own),
        theirs: theirs.unwrap_or(usual.theirs),
        counting: options.choice("counting", &counting)?.unwrap_or(usual.counting),
        ties: options.choice("ties", &ties)?.unwrap_or(usual.ties),
        ..usual
    };
    options.finish()?;
    let stop = Arc::clone(&settings.stop);
    let new = move || Speculator::new(play);
    let lots = Lots::new(new, move |game: &G, position: &_, speculator: &mut Speculator<G>| {
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        speculator.moves(game, position, limits)
    });
    Ok(Named::by_thought(Arc::new(lots)))
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
    let best: Arc<dyn Policy<G>> = Arc::new(BestResponse::new(policy, respond));
    Ok(Named::by_thought(best))
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
