//! What an evaluation by the networks costs beside features times weights, over positions of random contests; and a move
//! of backgammon two plies ahead.
//!
//! `cargo run --profile dist -p shido-eval --example network_speed`

use std::hint::black_box;
use std::time::Instant;

use shido_core::{Features, Game, Inputs, Seed, Turn};
use shido_eval::{Linear, Network, Weights};
use shido_games::backgammon::Backgammon;
use shido_games::breakthrough::Breakthrough;
use shido_search::{Ask, ChancePruning, Expectiminimax, Limits, Model, WithOdds};

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../weights/", $name, ".toml"))
    };
}

fn main() {
    let network = measure(
        &Backgammon,
        "backgammon",
        file!("backgammon.network"),
        file!("backgammon.hand"),
    );
    measure(
        &Breakthrough::default(),
        "breakthrough",
        file!("breakthrough.network"),
        file!("breakthrough.hand"),
    );
    let search = Expectiminimax {
        pruning: ChancePruning::Star1,
        ask: Ask::BestMove,
    };
    let model = WithOdds(network);
    let positions = positions(&Backgammon, 20);
    let middle = positions
        .iter()
        .filter(|position| matches!(Backgammon.turn(position), Turn::Of(_)));
    let middle: Vec<_> = middle.step_by(97).take(5).collect();
    for depth in [1, 3] {
        let mut nodes = 0;
        let all = least(|| {
            nodes = 0;
            for position in &middle {
                let found = search.search(&Backgammon, position, &model, Limits::depth(depth));
                nodes += found.expect("the odds are known").nodes;
            }
        });
        let each = all / middle.len() as f64;
        let nodes = nodes / middle.len() as u64;
        println!(
            "backgammon, depth {depth}: {:.2} ms and {nodes} positions a move",
            each * 1e3
        );
    }
}

/// The seconds that something takes, the least of several times: the machine may be busy with something else.
fn least(mut work: impl FnMut()) -> f64 {
    let times = (0..50).map(|_| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    });
    times.fold(f64::INFINITY, f64::min)
}

/// All positions of so many contests at random.
fn positions<G: Game>(game: &G, contests: u64) -> Vec<G::Position> {
    let mut all = Vec::new();
    for contest in 0..contests {
        let mut rng = Seed(contest).rng();
        let mut position = game.start();
        while let Some(mv) = game.random_move(&position, &mut rng) {
            game.play(&mut position, mv);
            all.push(position.clone());
        }
    }
    all
}

fn measure<G: Features + Inputs>(game: &G, name: &str, network: &str, hand: &str) -> Network {
    let network = Network::read(game, name, network).expect("the network is shipped");
    let weights = Weights::read(game, name, hand).expect("the weights are shipped");
    let linear = Linear::new(game, &weights);
    let mut positions = positions(game, 20);
    positions.truncate(500);
    let models: [(&str, &dyn Model<G>); 2] =
        [("features times weights", &linear), ("network", &network)];
    for (what, model) in models {
        let all = least(|| {
            for position in &positions {
                black_box(model.horizon(game, black_box(position)));
            }
        });
        let each = all / positions.len() as f64;
        println!("{name}, {what}: {:.2} microseconds", each * 1e6);
    }
    network
}
