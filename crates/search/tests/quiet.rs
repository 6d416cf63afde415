//! Quiescence for searches that know nothing of it, against the plain definition.

use std::collections::HashMap;

use rand::RngExt;
use shido_core::{Features, ForFirst, Game, Guide, Seat, Seed, Turn, spread};
use shido_games::breakthrough::Breakthrough;
use shido_games::chess::Chess;
use shido_games::draughts::Draughts;
use shido_games::othello::Othello;
use shido_games::shogi::Shogi;
use shido_search::{Model, Quiet, Window};

/// Any weights will do, as long as positions differ.
#[derive(Clone, Copy)]
struct Arbitrary;

impl<G: Features> Model<G> for Arbitrary {
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        let mut sum = 0.0;
        game.each_feature(position, |index, value| {
            sum += (spread(index as u64) % 1000) as f64 / 1000.0 * value;
        });
        Some(ForFirst(sum))
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }
}

/// Exchanges are judged where they are after so many plies.
const LONGEST: u32 = 16;

/// The definition: a mover at ease may do nothing, or make any noisy move that does not look bad; one
/// not at ease, any move.
struct Plain<'a, G: Game> {
    game: &'a G,
    /// Values by key and plies left, for the first player.
    found: HashMap<(u64, u32), f64>,
    /// How many positions may be looked at.
    budget: u32,
}

impl<G: Guide + Features> Plain<'_, G> {
    fn value(&mut self, position: &G::Position, left: u32) -> Option<f64> {
        let game = self.game;
        let mover = match game.turn(position) {
            Turn::Over(outcome) => return Some(outcome.payoff().0),
            Turn::Chance => return Arbitrary.horizon(game, position).map(|value| value.0),
            Turn::Of(seat) => seat,
        };
        let place = (game.key(position), left);
        if let Some(&value) = self.found.get(&place) {
            return Some(value);
        }
        self.budget = self.budget.checked_sub(1)?;
        let at_ease = game.at_ease(position);
        let mut values = Vec::new();
        if at_ease || left == 0 {
            values.extend(Arbitrary.horizon(game, position).map(|value| value.0));
        }
        for mv in game.moves(position) {
            let looked_at = !at_ease || game.noisy(position, mv) && game.promise(position, mv) >= 0;
            if left > 0 && looked_at {
                values.push(self.value(&game.after(position, mv), left - 1)?);
            }
        }
        let best = match mover {
            Seat::First => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
            Seat::Second => values.into_iter().fold(f64::INFINITY, f64::min),
        };
        self.found.insert(place, best);
        Some(best)
    }
}

/// Compares on positions of random contests of less than so many plies. Those with too many exchanges
/// for the plain definition are left out; at least so many must remain in which something happens.
fn check<G: Guide + Features>(game: &G, contests: u64, plies: u32, least: usize) {
    let quiet = Quiet::new(Arbitrary);
    let mut lively = 0;
    for contest in 0..contests {
        let mut rng = Seed(5).derive(contest).rng();
        let mut position = game.start();
        for _ in 0..rng.random_range(0..plies) {
            match game.random_move(&position, &mut rng) {
                Some(mv) => game.play(&mut position, mv),
                None => break,
            }
        }
        if !matches!(game.turn(&position), Turn::Of(_)) {
            continue;
        }
        let mut plain = Plain {
            game,
            found: HashMap::new(),
            budget: 2_000,
        };
        let Some(exact) = plain.value(&position, LONGEST) else {
            continue;
        };
        lively += usize::from(plain.found.len() > 1);
        // Bounds are asked for first, so that they must not be taken for the value afterwards.
        let ask = |alpha: f64, beta: f64| {
            let (alpha, beta) = (ForFirst(alpha), ForFirst(beta));
            let found = quiet.horizon_within(game, &position, Window { alpha, beta });
            found.expect("there is a value").0
        };
        for _ in 0..2 {
            let below = ask(exact - 2.0, exact - 1.0);
            assert!(below >= exact - 1.0 && below <= exact, "{position:?}");
            let above = ask(exact + 1.0, exact + 2.0);
            assert!(above <= exact + 1.0 && above >= exact, "{position:?}");
            assert_eq!(ask(exact - 0.5, exact + 0.5), exact, "{position:?}");
            let open = quiet.horizon(game, &position);
            assert_eq!(open, Some(ForFirst(exact)), "{position:?}");
        }
    }
    assert!(lively >= least, "{lively} positions with exchanges");
}

#[test]
fn values_are_those_of_the_plain_definition() {
    check(&Chess, 400, 80, 150);
    check(&Shogi, 100, 40, 10);
    check(&Draughts, 200, 80, 30);
    check(&Breakthrough::default(), 200, 60, 30);
}

#[test]
fn where_nothing_is_noisy_the_position_is_judged_as_it_is() {
    check(&Othello::default(), 50, 60, 0);
    let game = Othello::default();
    let quiet = Quiet::new(Arbitrary);
    let start = game.start();
    assert_eq!(
        quiet.horizon(&game, &start),
        Arbitrary.horizon(&game, &start)
    );
}
