//! Ways to ask that tests share.

use std::sync::Arc;

use shido::{AnyGame, AnyPlayer, Catalog, MatchOrder, MatchReport, Seats, Settings};

/// A game that comes with Shido, or one in a file.
pub(crate) fn open(name: &str) -> Arc<dyn AnyGame> {
    let game = Catalog::shipped().open(name);
    game.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A player of a game.
pub(crate) fn player(game: &dyn AnyGame, text: &str) -> AnyPlayer {
    let spec = text.parse().expect("a player");
    let player = game.player(&spec, &Settings::in_memory(), &|_| {});
    player.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A match, exact where no number of contests is given.
pub(crate) fn order(
    game: &dyn AnyGame,
    a: &str,
    b: &str,
    seats: Seats,
    games: Option<u64>,
) -> MatchOrder {
    MatchOrder {
        opening_plies: 0,
        a: player(game, a),
        b: player(game, b),
        seats,
        games,
        transcripts: false,
    }
}

/// How a match went.
pub(crate) fn play(
    game: &dyn AnyGame,
    a: &str,
    b: &str,
    seats: Seats,
    games: Option<u64>,
) -> MatchReport {
    let order = order(game, a, b, seats, games);
    game.play_match(&order, &Settings::in_memory(), &|_| {})
        .expect("it can be played")
}
