//! Playouts: contests finished with random moves.

use rand::RngExt;
use shido_core::{ForFirst, Game, Rng, Turn};

use crate::Model;

/// What a contest pays that goes on from here with random moves: of the players each move as likely as
/// any other, of chance by the odds of the model.
///
/// A contest that is not over after `most_plies` is worth what the model thinks of its last position,
/// and nothing to either side if it has no opinion. So games that never end can be played out, too.
///
/// Games with a [playout of their own](Game::play_out) are played out by it, to the end.
///
/// `None` where chance moves and the model has no odds.
///
/// ```
/// use shido_core::{Game, Seed};
/// use shido_games::tree::Tree;
/// use shido_search::{Rules, playout};
///
/// let tree = Tree::parse("(max (min 3 12) (min 7 7))").unwrap();
/// let paid = playout(&tree, tree.start(), &Rules, 100, &mut Seed(1).rng());
/// assert!(paid.is_some_and(|paid| [3.0, 7.0, 12.0].contains(&paid.0)));
/// ```
#[inline]
pub fn playout<G: Game>(
    game: &G,
    mut position: G::Position,
    model: &(impl Model<G> + ?Sized),
    most_plies: u32,
    rng: &mut Rng,
) -> Option<ForFirst<f64>> {
    if most_plies > 0
        && let Some(outcome) = game.play_out(&position, rng)
    {
        return Some(outcome.payoff());
    }
    for _ in 0..most_plies {
        let mv = match game.turn(&position) {
            Turn::Over(outcome) => return Some(model.end(game, &position, outcome)),
            Turn::Of(_) => game.random_move(&position, rng),
            Turn::Chance => Some(draw(game, &position, model, rng)?),
        };
        game.play(
            &mut position,
            mv.expect("a contest that goes on has a move"),
        );
    }
    Some(match game.turn(&position) {
        Turn::Over(outcome) => model.end(game, &position, outcome),
        _ => model.horizon(game, &position).unwrap_or(ForFirst(0.0)),
    })
}

/// What chance does, by the odds of the model; `None` where it has none.
fn draw<G: Game>(
    game: &G,
    position: &G::Position,
    model: &(impl Model<G> + ?Sized),
    rng: &mut Rng,
) -> Option<G::Move> {
    let mut left: f64 = rng.random();
    let mut drawn = None;
    let mut odds_known = true;
    game.each_move(position, |outcome| {
        // What is left is below zero from the drawn outcome on. Should rounding have kept it above,
        // the last outcome that is possible at all is taken.
        if left < 0.0 {
            return;
        }
        match model.odds(game, position, outcome) {
            Some(odds) if odds > 0.0 => {
                drawn = Some(outcome);
                left -= odds;
            }
            Some(_) => {}
            None => odds_known = false,
        }
    });
    drawn.filter(|_| odds_known)
}

/// The moves of a playout up to where it was at a loss for odds.
pub(crate) fn moves_until_odds_are_missing<G: Game>(
    game: &G,
    mut position: G::Position,
    model: &(impl Model<G> + ?Sized),
    mut rng: Rng,
) -> Vec<G::Move> {
    let mut line = Vec::new();
    loop {
        let mv = match game.turn(&position) {
            Turn::Over(_) => return line,
            Turn::Of(_) => game.random_move(&position, &mut rng),
            Turn::Chance => draw(game, &position, model, &mut rng),
        };
        let Some(mv) = mv else {
            return line;
        };
        line.push(mv);
        game.play(&mut position, mv);
    }
}
