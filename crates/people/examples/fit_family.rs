//! Fits the parameters of the family to games of chess and of Othello:
//! `fit_family CHESS.csv OTHELLO.csv POSITIONS`. The files are as `scripts/people-data` writes them.
//!
//! One position a game is looked at, from each hundred points of rating at most as many. Half of them are
//! used; on the other half it is measured beside a soft-max over the values of each depth.

use std::error::Error;
use std::fs::File;

use rand::RngExt;
use shido_core::picture::Depict;
use shido_core::{EngineNotation, Features, Guide, Seed, Turn};
use shido_eval::{Advantage, Linear, Weights};
use shido_games::chess::Chess;
use shido_games::othello::Othello;
use shido_people::Decisions;
use shido_people::family::{DEEPEST, Look, Parameters, Slope, look};

/// Openings known by heart say little.
const FIRST_PLY: usize = 8;
/// How many bands of a hundred points the positions are spread over.
const BANDS: usize = 16;

/// A decision: who made it, what they saw, and what they did.
struct Case {
    rating: f64,
    looks: Vec<Look>,
    played: usize,
}

fn cases<G: Guide + Depict + Features + EngineNotation>(
    game: &G,
    name: &str,
    weights: &str,
    file: &str,
    count: usize,
) -> Result<Vec<Case>, Box<dyn Error>> {
    let weights = Weights::read(game, name, weights)?;
    let model = Advantage::new(game, Linear::new(game, &weights));
    let mut bands = [0; 64];
    let mut found = Vec::new();
    for row in Decisions::new(game, File::open(file)?)? {
        let row = row?;
        let first = row.first.max(FIRST_PLY);
        if row.moves.len() <= first {
            continue;
        }
        let mut rng = Seed(5).derive(row.line).rng();
        let ply = rng.random_range(first..row.moves.len());
        let mut position = row.start.clone();
        let mut before = position.clone();
        for mv in &row.moves[..ply] {
            before = position.clone();
            game.play(&mut position, *mv);
        }
        let Turn::Of(seat) = game.turn(&position) else {
            continue;
        };
        let Some(rating) = row.ratings_for(seat).0 else {
            continue;
        };
        let band = &mut bands[(rating / 100.0) as usize];
        if *band >= count.div_ceil(BANDS) || game.count_moves(&position) < 2 {
            continue;
        }
        *band += 1;
        let (moves, looks): (Vec<_>, Vec<_>) = look(game, &position, Some(&before), &model)?
            .into_iter()
            .unzip();
        let played = moves.iter().position(|mv| *mv == row.moves[ply]);
        found.extend(played.map(|played| Case {
            rating,
            looks,
            played,
        }));
        if found.len() >= count {
            break;
        }
    }
    println!("{name}: {} positions", found.len());
    Ok(found)
}

/// How many numbers are fitted, and which of them may not be negative.
const NUMBERS: usize = 14;
const SLOPES: [usize; 6] = [3, 5, 7, 9, 11, 13];
const START: [f64; NUMBERS] = [
    0.3, 0.0, -0.5, 0.3, -2.0, 0.2, -2.0, 0.3, -1.0, 0.1, -1.0, 0.1, 0.0, 0.1,
];

fn parameters(numbers: &[f64; NUMBERS]) -> Parameters {
    let slope = |first: usize| Slope {
        at_1500: numbers[first],
        fall: numbers[first + 1],
    };
    Parameters {
        origin: String::new(),
        depths: [0.0, numbers[0], numbers[1], numbers[2]],
        deeper: numbers[3],
        temperature: slope(4),
        lapses: slope(6),
        noisy: slope(8),
        backward: slope(10),
        distant: slope(12),
    }
}

/// Mean log-loss in nats and the share of decisions that the likeliest move predicts.
fn figures<'c>(
    cases: impl Iterator<Item = &'c Case>,
    odds: impl Fn(&Case) -> Vec<f64>,
) -> (f64, f64, f64) {
    let (mut count, mut loss, mut predicted) = (0.0, 0.0, 0.0);
    for case in cases {
        let odds = odds(case);
        let most = odds.iter().copied().fold(0.0, f64::max);
        let likeliest = odds.iter().filter(|odds| **odds >= most).count() as f64;
        count += 1.0;
        loss -= odds[case.played].max(1e-9).ln();
        if odds[case.played] >= most {
            predicted += 1.0 / likeliest;
        }
    }
    (count, loss / count, predicted / count)
}

/// Adam on slopes that are measured.
fn fitted(cases: &[&Case]) -> [f64; NUMBERS] {
    let loss = |numbers: &[f64; NUMBERS]| {
        let parameters = parameters(numbers);
        let odds = |case: &Case| parameters.odds(case.rating, &case.looks);
        figures(cases.iter().copied(), odds).1
    };
    let mut numbers = START;
    let (mut mean, mut square) = ([0.0; NUMBERS], [0.0; NUMBERS]);
    for step in 1..=250 {
        let here = loss(&numbers);
        let rate = if step < 150 { 0.06 } else { 0.02 };
        let slopes: Vec<f64> = (0..NUMBERS)
            .map(|number| {
                let mut moved = numbers;
                moved[number] += 1e-3;
                (loss(&moved) - here) / 1e-3
            })
            .collect();
        for (number, slope) in slopes.into_iter().enumerate() {
            mean[number] += 0.1 * (slope - mean[number]);
            square[number] += 0.01 * (slope * slope - square[number]);
            let even = |average: f64, kept: f64| average / (1.0 - kept.powi(step));
            let root = even(square[number], 0.99).sqrt() + 1e-8;
            numbers[number] -= rate * even(mean[number], 0.9) / root;
        }
        for slope in SLOPES {
            numbers[slope] = numbers[slope].max(0.0);
        }
    }
    numbers
}

fn soft_max(case: &Case, depth: usize, temperature: f64) -> Vec<f64> {
    let values = case.looks.iter().map(|look| look.values[depth]);
    let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = values
        .map(|value| ((value - most) / temperature).exp())
        .collect();
    let sum: f64 = odds.iter().sum();
    odds.iter().map(|odds| odds / sum).collect()
}

fn report(name: &str, learned: &[&Case], held_out: &[&Case]) {
    println!("== {name}");
    let uniform = |case: &Case| vec![1.0 / case.looks.len() as f64; case.looks.len()];
    let show = |what: &str, cases: &[&Case], odds: &dyn Fn(&Case) -> Vec<f64>| {
        let (count, loss, predicted) = figures(cases.iter().copied(), odds);
        println!(
            "{what:36} {count:6} {:5.1}% {loss:.3} nats",
            100.0 * predicted
        );
    };
    show("uniform", held_out, &uniform);
    for depth in 0..DEEPEST {
        let temperatures = (-40..20).map(|step| (0.15 * f64::from(step)).exp());
        let loss = |temperature: f64| {
            figures(learned.iter().copied(), |case| {
                soft_max(case, depth, temperature)
            })
            .1
        };
        let best = temperatures.min_by(|one, other| loss(*one).total_cmp(&loss(*other)));
        let best = best.expect("some were tried");
        let what = format!("soft-max of depth {}, {best:.3}", depth + 1);
        show(&what, held_out, &|case| soft_max(case, depth, best));
    }
    let numbers = fitted(learned);
    println!("{numbers:.3?}");
    let parameters = parameters(&numbers);
    let odds = |case: &Case| parameters.odds(case.rating, &case.looks);
    show("family", held_out, &odds);
    for (low, high) in [
        (0, 1200),
        (1200, 1500),
        (1500, 1800),
        (1800, 2100),
        (2100, 4000),
    ] {
        let within = |case: &&&Case| (f64::from(low)..f64::from(high)).contains(&case.rating);
        let band: Vec<&Case> = held_out.iter().filter(within).copied().collect();
        if !band.is_empty() {
            show(&format!("family, {low} to {high}"), &band, &odds);
            show(&format!("uniform, {low} to {high}"), &band, &uniform);
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [chess, othello, count] = &args[..] else {
        return Err("write two files and a number of positions".into());
    };
    let count = count.parse()?;
    let chess_weights = include_str!("../../../weights/chess.hand.toml");
    let othello_weights = include_str!("../../../weights/othello.toml");
    let games = [
        (
            "chess",
            cases(&Chess, "chess", chess_weights, chess, count)?,
        ),
        (
            "othello",
            cases(
                &Othello::default(),
                "othello",
                othello_weights,
                othello,
                count,
            )?,
        ),
    ];
    let half = |cases: &'_ [Case], odd: usize| -> Vec<usize> {
        (0..cases.len())
            .filter(|number| number % 2 == odd)
            .collect()
    };
    let (mut learned, mut held_out) = (Vec::new(), Vec::new());
    for (name, cases) in &games {
        let [own, theirs] = [0, 1].map(|odd| -> Vec<&Case> {
            half(cases, odd)
                .into_iter()
                .map(|number| &cases[number])
                .collect()
        });
        report(name, &own, &theirs);
        learned.extend(own);
        held_out.extend(theirs);
    }
    report("both", &learned, &held_out);
    Ok(())
}
