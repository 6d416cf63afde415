//! Random games from the start to the end.

use anyhow::ensure;
use board_game::board::{Board, Outcome, Player};
use board_game::games::chess::ChessBoard;
use board_game::games::connect4::Connect4;
use board_game::games::ttt::TTTBoard;
use rand_08::SeedableRng;
use rand_08::rngs::SmallRng;
use shido_core::{Game, Rng, Seed, Turn};
use shido_frame::FrameGame;
use shido_games::breakthrough::Breakthrough;
use shido_games::chess::Chess;
use shido_games::draughts::Draughts;
use shido_games::othello::Othello;
use shido_search::{Rules, playout};

use crate::measure::{Mean, alone, alternate, seconds};
use crate::openspiel::Question;
use crate::rivals::shipped;
use crate::table::{Row, Unit};
use crate::{Bench, rivals};

/// Longer games than this do not come up.
const MOST_PLIES: u32 = 100_000;

/// How many games are compared before anything is timed.
const SAMPLE: usize = 20_000;

pub(crate) fn rows(bench: &mut Bench) -> anyhow::Result<Vec<Row>> {
    let tic_tac_toe = shipped("tic-tac-toe", &[])?;
    let connect_four = shipped("connect-four", &[])?;
    let morris = shipped("nine-mens-morris", &[])?;
    Ok(vec![
        beside_board_game(
            bench,
            "tic-tac-toe",
            &tic_tac_toe,
            &TTTBoard::default(),
            200_000,
        )?,
        beside_board_game(
            bench,
            "connect-four",
            &connect_four,
            &Connect4::default(),
            100_000,
        )?,
        beside_openspiel(bench, "tic-tac-toe", &tic_tac_toe, "tic_tac_toe", 200_000)?,
        beside_openspiel(bench, "connect-four", &connect_four, "connect_four", 50_000)?,
        against_a_mark(
            bench,
            "breakthrough",
            &Breakthrough::default(),
            32e3,
            10_000,
        )?,
        against_a_mark(bench, "othello", &Othello::default(), 15e3, 5_000)?,
        against_a_mark(bench, "draughts", &Draughts, 51e3, 10_000)?,
        against_a_mark(bench, "nine-mens-morris", &morris, 28e3, 5_000)?,
        chess(bench)?,
    ])
}

fn beside_board_game<B: Board>(
    bench: &Bench,
    name: &str,
    game: &FrameGame<u64>,
    board: &B,
    games: u64,
) -> anyhow::Result<Row> {
    let mut rng = Seed(1).rng();
    let mut their_rng = SmallRng::seed_from_u64(1);
    let ours: Vec<_> = (0..SAMPLE).map(|_| contest(game, &mut rng)).collect();
    let theirs: Vec<_> = (0..SAMPLE)
        .map(|_| their_contest(board, &mut their_rng))
        .collect();
    for pick in [
        |contest: &(f64, f64)| contest.0,
        |contest: &(f64, f64)| contest.1,
    ] {
        let ours = Mean::of(ours.iter().map(pick));
        let theirs = Mean::of(theirs.iter().map(pick));
        ensure!(
            ours.agrees(theirs),
            "{name}: plies or payoffs differ, {ours:?} and {theirs:?}"
        );
    }
    let pairs = alternate(
        bench.repetitions,
        || Ok::<_, anyhow::Error>(seconds(|| play(game, games, &mut rng))),
        || {
            Ok(seconds(|| {
                rivals::play_board_game(board, games, &mut their_rng)
            }))
        },
    )?;
    let work = format!("random games, {name} through its frame");
    Ok(Row::beside(
        &work,
        "`board-game`",
        Unit::PerSecond(games),
        &pairs,
        1.0,
    ))
}

fn beside_openspiel(
    bench: &mut Bench,
    name: &str,
    game: &FrameGame<u64>,
    their_name: &str,
    games: u64,
) -> anyhow::Result<Row> {
    let mut rng = Seed(2).rng();
    let ours = Mean::of((0..games).map(|_| contest(game, &mut rng).1));
    // The mean alone comes back; its error is as large as that of our mean, of as many games.
    let theirs = Mean {
        value: bench
            .openspiel
            .ask(Question::Games(their_name, games), 1)?
            .paid,
        ..ours
    };
    ensure!(
        ours.agrees(theirs),
        "{name}: payoffs differ, {ours:?} and {theirs:?}"
    );
    let mut seed = 1;
    let openspiel = &mut bench.openspiel;
    let pairs = alternate(
        bench.repetitions,
        || Ok::<_, anyhow::Error>(seconds(|| play(game, games, &mut rng))),
        || {
            seed += 1;
            let answer = openspiel.ask(Question::Games(their_name, games), seed)?;
            Ok(answer.seconds)
        },
    )?;
    let work = format!("random games, {name} through its frame");
    Ok(Row::beside(
        &work,
        "OpenSpiel (C++)",
        Unit::PerSecond(games),
        &pairs,
        5.0,
    ))
}

fn against_a_mark<G: Game>(
    bench: &Bench,
    name: &str,
    game: &G,
    mark: f64,
    games: u64,
) -> anyhow::Result<Row> {
    let mut rng = Seed(3).rng();
    let pairs = alone(bench.repetitions, games as f64 / mark, || {
        Ok::<_, anyhow::Error>(seconds(|| play(game, games, &mut rng)))
    })?;
    let work = format!("random games, {name}");
    let peer = "best public figure, rules compiled to C++";
    Ok(Row::beside(
        &work,
        peer,
        Unit::PerSecond(games),
        &pairs,
        1.0,
    ))
}

/// Chess of `board-game` knows a draw by repetition, at the fourth occurrence, and none but bare kings
/// by insufficient material. Random games end a little earlier or later by such rules, so what is
/// compared is plies, told as games of our length.
fn chess(bench: &Bench) -> anyhow::Result<Row> {
    const GAMES: u64 = 500;
    let board = ChessBoard::default();
    let mut rng = Seed(4).rng();
    let mut their_rng = SmallRng::seed_from_u64(4);
    let sample = SAMPLE / 10;
    let ours = Mean::of((0..sample).map(|_| contest(&Chess, &mut rng).0)).value;
    let theirs = Mean::of((0..sample).map(|_| their_contest(&board, &mut their_rng).0)).value;
    let pairs = alternate(
        bench.repetitions,
        || Ok::<_, anyhow::Error>(seconds(|| play(&Chess, GAMES, &mut rng))),
        || {
            let time = seconds(|| rivals::play_board_game(&board, GAMES, &mut their_rng));
            Ok(time * ours / theirs)
        },
    )?;
    let work =
        format!("random games, chess (of {ours:.0} plies; the peer's, of {theirs:.0}, are scaled)");
    Ok(Row::beside(
        &work,
        "`board-game`",
        Unit::PerSecond(GAMES),
        &pairs,
        1.0,
    ))
}

fn play<G: Game>(game: &G, games: u64, rng: &mut Rng) -> f64 {
    (0..games)
        .filter_map(|_| playout(game, game.start(), &Rules, MOST_PLIES, rng))
        .map(|paid| paid.0)
        .sum()
}

/// The plies of a random game and what it pays the first player.
fn contest<G: Game>(game: &G, rng: &mut Rng) -> (f64, f64) {
    let mut position = game.start();
    let mut plies = 0.0;
    while let Some(mv) = game.random_move(&position, rng) {
        game.play(&mut position, mv);
        plies += 1.0;
    }
    match game.turn(&position) {
        Turn::Over(outcome) => (plies, outcome.payoff().0),
        _ => unreachable!("without a move the contest is over"),
    }
}

/// The same of a game of `board-game`.
fn their_contest<B: Board>(start: &B, rng: &mut SmallRng) -> (f64, f64) {
    let mut board = start.clone();
    let mut plies = 0.0;
    while board.play_random_available_move(rng).is_ok() {
        plies += 1.0;
    }
    let paid = match board.outcome() {
        Some(Outcome::WonBy(Player::A)) => 1.0,
        Some(Outcome::WonBy(Player::B)) => -1.0,
        _ => 0.0,
    };
    (plies, paid)
}
