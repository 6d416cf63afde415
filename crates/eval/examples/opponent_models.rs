//! What opponent-model search costs beside alpha-beta of the same depth: visited positions and
//! time, on Othello and chess. The opponent sees only some of what we see.
//!
//! `cargo run --profile dist -p shido-eval --example opponent_models`

use std::time::Instant;

use shido_core::{Features, Game, Notation, Seed};
use shido_eval::{Linear, Weights};
use shido_games::chess::Chess;
use shido_games::othello::Othello;
use shido_search::{Ask, Limits, LookAhead, MStar, OmSearch, PlayerModel, TuSearch, alphabeta};

const OTHELLO: &str = include_str!("../../../weights/othello.hand.toml");
const CHESS: &str = include_str!("../../../weights/chess.hand.toml");

/// Openings and middle games, from quiet to wild.
const POSITIONS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/1BN1B3/PPP2PPP/R2Q1RK1 w - - 0 11",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
];

fn main() {
    let othello = Othello::new(8).expect("eight is a size of the board");
    let weights = Weights::read(&othello, "othello", OTHELLO).expect("the weights are shipped");
    let middle_games: Vec<_> = (0..4)
        .map(|index| {
            let mut rng = Seed(5).derive(index).rng();
            let mut position = othello.start();
            for _ in 0..6 * index {
                let mv = othello.random_move(&position, &mut rng);
                othello.play(&mut position, mv.expect("the contest goes on"));
            }
            position
        })
        .collect();
    for depth in [5, 6, 7] {
        measure(&othello, "othello", &weights, &middle_games, depth, 6);
    }

    let weights = Weights::read(&Chess, "chess", CHESS).expect("the weights are shipped");
    let middle_games = POSITIONS.map(|fen| Chess.parse_position(fen).expect("the FEN is sound"));
    for depth in [3, 4, 5] {
        measure(&Chess, "chess", &weights, &middle_games, depth, 4);
    }
}

/// Every third weight is nothing to them.
fn short_sighted(weights: &Weights) -> Weights {
    let dimmed = weights
        .values
        .iter()
        .enumerate()
        .map(|(index, weight)| match index % 3 {
            0 => 0.0,
            _ => *weight,
        });
    Weights {
        values: dimmed.collect(),
        ..weights.clone()
    }
}

fn measure<G: Features>(
    game: &G,
    name: &str,
    weights: &Weights,
    positions: &[G::Position],
    depth: u32,
    plain: u32,
) {
    let ours = &Linear::new(game, weights);
    let theirs = &Linear::new(game, &short_sighted(weights));
    let limits = Limits::depth(depth);
    let best = OmSearch::default();
    let every = OmSearch {
        ask: Ask::EveryMove,
        ..best
    };
    let opponent = LookAhead {
        model: theirs,
        depth: None,
    };
    let student = LookAhead {
        depth: Some(2),
        ..opponent
    };
    let tutor = TuSearch {
        limit: Some(0.1),
        visible: Some(0.05),
        ..TuSearch::default()
    };
    let m_star = MStar::default();
    let us = PlayerModel::new(ours);
    let level_2 = us.clone().against(PlayerModel::new(theirs).against(us));
    println!("{name}, {depth} plies");
    let base = row("alpha-beta", positions, 0, |position| {
        let found = alphabeta(game, position, ours, limits);
        found.map(|found| (found.nodes, 0))
    });
    row("OM, best move", positions, base, |position| {
        let found = best.pruned(game, position, ours, &opponent, limits);
        found.map(|found| (found.nodes, found.aside))
    });
    row("OM, every move", positions, base, |position| {
        let found = every.pruned(game, position, ours, &opponent, limits);
        found.map(|found| (found.nodes, found.aside))
    });
    row("(D, 2)-OM, best move", positions, base, |position| {
        let found = best.pruned(game, position, ours, &student, limits);
        found.map(|found| (found.nodes, found.aside))
    });
    row("TU, student of 2 plies", positions, base, |position| {
        let found = tutor.pruned(game, position, ours, &student, limits);
        found.map(|found| (found.nodes, found.aside))
    });
    row("M*, level 2, best move", positions, base, |position| {
        let found = m_star.pruned(game, position, &level_2, limits);
        found.map(|found| (found.nodes, found.aside))
    });
    // Without pruning, the tree grows out of hand.
    if depth <= plain {
        row("OM, plain", positions, base, |position| {
            let found = best.plain(game, position, ours, &opponent, limits);
            found.map(|found| (found.nodes, found.aside))
        });
        row("M*, level 2, plain", positions, base, |position| {
            let found = m_star.plain(game, position, &level_2, limits);
            found.map(|found| (found.nodes, found.aside))
        });
    }
}

/// Prints what a search of all positions costs, and returns how many nodes it visited.
fn row<P, E: std::fmt::Debug>(
    name: &str,
    positions: &[P],
    base: u64,
    search: impl Fn(&P) -> Result<(u64, u64), E>,
) -> u64 {
    let started = Instant::now();
    let (mut nodes, mut aside) = (0, 0);
    for position in positions {
        let (visited, told) = search(position).expect("the evaluation knows every position");
        nodes += visited;
        aside += told;
    }
    let seconds = started.elapsed().as_secs_f64();
    let share = match base {
        0 => 1.0,
        base => nodes as f64 / base as f64,
    };
    println!("  {name:<24}{nodes:>12} {share:>7.2}x  aside {aside:>12}  {seconds:>8.3} s");
    nodes
}
