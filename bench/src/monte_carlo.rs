//! Simulations of Monte-Carlo tree search from the start, with equal exploration.

use anyhow::ensure;
use board_game::ai::mcts::mcts_build_tree;
use board_game::board::AltBoard;
use board_game::games::chess::ChessBoard;
use board_game::games::connect4::Connect4;
use rand_08::SeedableRng;
use rand_08::rngs::SmallRng;
use shido_core::{Game, Seed};
use shido_games::chess::Chess;
use shido_search::{Limits, Mcts, Rules};

use crate::Bench;
use crate::measure::{alternate, seconds};
use crate::openspiel::Question;
use crate::rivals::shipped;
use crate::table::{Row, Unit};

/// On the scale on which a loss is 0 and a win is 1, as `board-game` has it, too. OpenSpiel's scale
/// is twice as wide, so that it explores less.
const EXPLORATION: f32 = std::f32::consts::SQRT_2;

pub(crate) fn rows(bench: &mut Bench) -> anyhow::Result<Vec<Row>> {
    let connect_four = shipped("connect-four", &[])?;
    Ok(vec![
        beside_board_game(
            bench,
            "connect-four",
            &connect_four,
            &Connect4::default(),
            100_000,
        )?,
        beside_board_game(bench, "chess", &Chess, &ChessBoard::default(), 1_000)?,
        beside_openspiel(bench, "connect-four", &connect_four, "connect_four", 20_000)?,
        beside_openspiel(bench, "chess", &Chess, "chess", 200)?,
    ])
}

fn beside_board_game<G: Game, B: AltBoard>(
    bench: &Bench,
    name: &str,
    game: &G,
    board: &B,
    simulations: u64,
) -> anyhow::Result<Row> {
    let (mut seed, mut their_seed) = (0, 0);
    let pairs = alternate(
        bench.repetitions,
        || {
            seed += 1;
            search(game, simulations, Seed(seed))
        },
        || {
            their_seed += 1;
            let mut rng = SmallRng::seed_from_u64(their_seed);
            let mut made = 0;
            let time = seconds(|| {
                let tree = mcts_build_tree(board, simulations, EXPLORATION, &mut rng);
                made = tree[0].visits as u64;
            });
            ensure!(
                made == simulations,
                "{name}: the peer made {made} simulations"
            );
            Ok(time)
        },
    )?;
    let work = format!("MCTS simulations, {name}");
    let unit = Unit::PerSecond(simulations);
    Ok(Row::beside(&work, "`board-game`", unit, &pairs, 1.0))
}

fn beside_openspiel<G: Game>(
    bench: &mut Bench,
    name: &str,
    game: &G,
    their_name: &str,
    simulations: u64,
) -> anyhow::Result<Row> {
    let (mut seed, mut their_seed) = (0, 0);
    let openspiel = &mut bench.openspiel;
    let pairs = alternate(
        bench.repetitions,
        || {
            seed += 1;
            search(game, simulations, Seed(seed))
        },
        || {
            their_seed += 1;
            let answer = openspiel.ask(Question::Mcts(their_name, simulations), their_seed)?;
            Ok(answer.seconds)
        },
    )?;
    let work = format!("MCTS simulations, {name}");
    let unit = Unit::PerSecond(simulations);
    Ok(Row::beside(&work, "`pyspiel.MCTSBot`", unit, &pairs, 8.0))
}

/// The seconds of a search that makes all its simulations.
fn search<G: Game>(game: &G, simulations: u64, seed: Seed) -> anyhow::Result<f64> {
    let search = Mcts {
        exploration: EXPLORATION,
        ..Mcts::default()
    };
    let limits = Limits {
        nodes: Some(simulations),
        ..Limits::default()
    };
    let start = game.start();
    let mut made = Ok(0);
    let time = seconds(|| {
        let found = search.search(game, &start, &Rules, seed, limits);
        made = found.map(|found| found.analysis.nodes);
    });
    let made = made?;
    ensure!(
        made == simulations,
        "{made} simulations were made, not {simulations}"
    );
    Ok(time)
}
