//! `perfect`: plays from the solved table of a game.

use std::collections::HashSet;
use std::sync::Arc;

use shido_arena::{Oracle, Policy, Wisdom};
use shido_core::{Game, Seat, Solved, Symmetry, Turn, Verdict};
use shido_search::Bound;

use super::mind::Judge;
use super::{Context, Need, PlayerKind, Prepared, ThoughtError};
use crate::entry::{Entry, Playable};
use crate::evaluation::payoff;
use crate::options::{Declarations, Opt, Options, choice};
use crate::solved_tables::SolvedOracle;
use crate::{Certain, Error, MoveThought, Thought};

pub(crate) const WISDOM: Opt<Wisdom> = choice(
    "wisdom",
    &[
        ("trap", Wisdom::Trap),
        ("fastest", Wisdom::Fastest),
        ("uniform", Wisdom::Uniform),
    ],
    "which of equally good moves (the game's own theory if left out)",
);

pub(crate) struct Perfect;

impl PlayerKind for Perfect {
    const NAME: &'static str = "perfect";
    const ABOUT: &'static str = "never gives away what the position is worth";
    const OPTIONS: Declarations = &[&WISDOM];
    const NEEDS: &'static [Need] = &[Need::Solvable];
    const FIXED: Option<bool> = Some(true);

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let policy = perfect(entry, options.get(&WISDOM)?, context)?;
        from_table(entry, Arc::new(policy), context)
    }
}

/// With a wisdom of the user's choice, that alone; else the wisdom and theory that come with the game.
pub(crate) fn perfect<G: Symmetry + 'static>(
    entry: &Entry<G>,
    wisdom: Option<Wisdom>,
    context: Context<'_>,
) -> Result<shido_arena::Perfect<G, SolvedOracle<G>>, Error> {
    let oracle = entry.oracle(context.settings, context.watch)?.oracle;
    match wisdom {
        Some(wisdom) => Ok(shido_arena::Perfect::new(oracle, wisdom)),
        None => shido_arena::Perfect::new(oracle, entry.wisdom)
            .with_theory(&entry.game, entry.theory.clone())
            .map_err(|error| Error::Failed(error.to_string())),
    }
}

/// A player who draws moves from a policy and knows what the solved table says of them.
pub(crate) fn from_table<G: Playable>(
    entry: &Entry<G>,
    policy: Arc<dyn Policy<G>>,
    context: Context<'_>,
) -> Result<Prepared<G>, Error> {
    let oracle = entry.oracle(context.settings, context.watch)?.oracle;
    let odds = Arc::clone(&policy);
    let judge: Judge<G> =
        Arc::new(move |game, position, _| thought(game, position, &oracle, &*odds));
    Ok(Prepared::drawing(policy, Some(judge)))
}

fn thought<G: Game>(
    game: &G,
    position: &G::Position,
    oracle: &SolvedOracle<G>,
    policy: &dyn Policy<G>,
) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
    let Turn::Of(mover) = game.turn(position) else {
        return Err(ThoughtError::Chance);
    };
    let solved = look_up(game, oracle, position)?;
    let odds = policy.distribution(game, position)?;
    let mut best = Vec::new();
    let mut moves = Vec::new();
    for mv in game.moves(position) {
        let after = look_up(game, oracle, &game.after(position, mv))?;
        if after.value == solved.value {
            best.push(mv);
        }
        let chosen = odds.iter().find(|(chosen, _)| *chosen == mv);
        let decided = after.value.0 != Verdict::Draw;
        moves.push(MoveThought {
            certain: Some(Certain {
                verdict: after.value.seen_by(mover),
                distance: after.distance.map(|plies| plies + 1).filter(|_| decided),
            }),
            probability: Some(chosen.map_or(0.0, |(_, probability)| *probability)),
            ..MoveThought::of(mv, payoff(after.value), Bound::Exact)
        });
    }
    Ok(Thought {
        nodes: moves.len() as u64 + 1,
        best,
        moves,
        line: expected_line(game, oracle, position)?,
        ..Thought::of(payoff(solved.value))
    })
}

/// Both sides keep the value; the winner hurries and the loser delays. A drawn game that goes round in
/// circles is cut where a position recurs.
fn expected_line<G: Game>(
    game: &G,
    oracle: &SolvedOracle<G>,
    start: &G::Position,
) -> Result<Vec<G::Move>, ThoughtError<G::Move>> {
    let mut line = Vec::new();
    let mut seen = HashSet::new();
    let mut position = start.clone();
    while let (Turn::Of(mover), true) = (game.turn(&position), seen.insert(position.clone())) {
        let Some(mv) = preferred(game, oracle, &position, mover)? else {
            break;
        };
        line.push(mv);
        game.play(&mut position, mv);
    }
    Ok(line)
}

/// Of equally good moves the first.
fn preferred<G: Game>(
    game: &G,
    oracle: &SolvedOracle<G>,
    position: &G::Position,
    mover: Seat,
) -> Result<Option<G::Move>, ThoughtError<G::Move>> {
    let mut ranked = Vec::new();
    for mv in game.moves(position) {
        let after = look_up(game, oracle, &game.after(position, mv))?;
        ranked.push((after.preference(mover), mv));
    }
    let best = ranked.into_iter().rev().max_by_key(|(rank, _)| *rank);
    Ok(best.map(|(_, mv)| mv))
}

fn look_up<G: Game>(
    game: &G,
    oracle: &SolvedOracle<G>,
    position: &G::Position,
) -> Result<Solved, ThoughtError<G::Move>> {
    if let Turn::Over(outcome) = game.turn(position) {
        return Ok(Solved {
            value: outcome.verdict(),
            distance: Some(0),
        });
    }
    oracle.solved(game, position).ok_or_else(|| {
        ThoughtError::Player(shido_arena::PlayerError::Unsolved {
            position: format!("{position:?}"),
        })
    })
}
