//! How often students punish what a tutor concedes to them, and how often they would if they looked a ply further ahead.
//!
//! `cargo run --release -p shido --example findable -- GAME [CONTESTS] [NODES] [SEED]`
//!
//! A student makes any of the moves that are best to an exact search of some plies, and now and then any move at all. The
//! tutor has never met them, remembers them from contest to contest, and aims at the usual score. The same concession
//! is put before the student and before one who looks a ply further; *they would* is the exact probability of a reply
//! that the certificate names. The interval of the difference is by its standard error over concessions.

use std::error::Error;
use std::sync::Arc;

use rand::RngExt;
use shido::core::Rng;
use shido::{AnyGame, AnyPlayer, AnySession, Catalog, Request, Seat, Seed, Settings, Turn};

/// Students: how many plies they look ahead, and how many of 100 moves are random.
const STUDENTS: [(u32, u32); 4] = [(1, 20), (2, 0), (2, 20), (3, 10)];
/// A contest of so many plies is broken off.
const MOST_PLIES: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, numbers @ ..] = &arguments[..] else {
        return Err("which game?".into());
    };
    let number = |at: usize, usual: u64| numbers.get(at).map_or(Ok(usual), |text| text.parse());
    let (contests, nodes, seed) = (number(0, 40)?, number(1, 4_000)?, number(2, 7)?);
    let game = Catalog::shipped().open(name)?;
    println!(
        "| student | contests | score | concessions | foretold | punished | they would | with one ply more | difference |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all = Lessons::default();
    for (plies, noise) in STUDENTS {
        let lessons = teach(&game, [plies, noise], contests, nodes, seed)?;
        lessons.tell(&format!("{plies} plies, {noise}% random"));
        all.chances.extend(lessons.chances);
        all.scores.extend(lessons.scores);
    }
    all.tell("all");
    Ok(())
}

/// What is known of a concession.
struct Chance {
    foretold: f64,
    punished: bool,
    /// With what probability the student punishes it, and would with one ply more.
    odds: [f64; 2],
}

/// Contests with a student.
#[derive(Default)]
struct Lessons {
    /// What the student scored in each.
    scores: Vec<f64>,
    chances: Vec<Chance>,
}

fn teach(
    game: &Arc<dyn AnyGame>,
    [plies, noise]: [u32; 2],
    contests: u64,
    nodes: u64,
    seed: u64,
) -> Result<Lessons, Box<dyn Error>> {
    let settings = |number: u64| Settings {
        seed: Seed(seed).derive(number),
        ..Settings::in_memory()
    };
    let made = |text: String| game.player(&text.parse()?, &settings(0), &|_| {});
    let looks = |plies: u32| {
        made(format!(
            "erring:noise={noise},of=[pvs:depth={plies},pruning=exact,quiescence=off,table=1]"
        ))
    };
    let students = [looks(plies)?, looks(plies + 1)?];
    let tutor = made(format!("tutor:nodes={nodes}"))?;
    let mut lessons = Lessons::default();
    for number in 0..contests {
        let seat = Seat::BOTH[number as usize % 2];
        let mut session = Arc::clone(game).session(None, &settings(number))?;
        session.seat(seat, Some(&tutor))?;
        let mut rng = Seed(seed).derive(number).derive(1).rng();
        let mut student = game.adviser(&students[0])?;
        let score = loop {
            match session.turn() {
                Turn::Over(outcome) => {
                    break (1.0 - outcome.payoff().seen_by(seat).0.clamp(-1.0, 1.0)) / 2.0;
                }
                _ if session.moves().len() >= MOST_PLIES => break 0.5,
                Turn::Of(mover) if mover != seat => {
                    let odds = session.odds(&mut student, &Request::default())?.moves;
                    session.play(&drawn(&odds, &mut rng))?;
                }
                Turn::Of(_) | Turn::Chance => {
                    session.let_move(&Request::default())?;
                }
            }
        };
        lessons.scores.push(score);
        lessons.chances.extend(chances(&*session, seat, &students)?);
    }
    Ok(lessons)
}

fn drawn(odds: &[(String, f64)], rng: &mut Rng) -> String {
    let mut left: f64 = rng.random();
    let found = odds.iter().find(|(_, odds)| {
        left -= odds;
        left < 0.0
    });
    let (mv, _) = found.or(odds.last()).expect("there is a move");
    mv.clone()
}

/// The concessions of a contest, and what came of them.
fn chances(
    session: &dyn AnySession,
    tutor: Seat,
    students: &[AnyPlayer; 2],
) -> Result<Vec<Chance>, Box<dyn Error>> {
    let moves = session.moves();
    let mut chances = Vec::new();
    for said in session.concessions(tutor) {
        let after = session.after(said.ply + 1);
        let punishes = |mv: &String| said.punished_by.contains(mv);
        let mut odds = [0.0; 2];
        for (odds, student) in odds.iter_mut().zip(students) {
            let mut student = session.game().adviser(student)?;
            let all = after.odds(&mut student, &Request::default())?.moves;
            *odds = (all.iter())
                .filter(|(mv, _)| punishes(mv))
                .map(|(_, odds)| odds)
                .sum();
        }
        chances.push(Chance {
            foretold: said.punished,
            punished: moves.get(said.ply + 1).is_some_and(punishes),
            odds,
        });
    }
    Ok(chances)
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len().max(1) as f64;
    numbers.sum::<f64>() / count
}

impl Lessons {
    /// A row of the table.
    fn tell(&self, name: &str) {
        let chances = &self.chances;
        let count = chances.len();
        let punished = chances.iter().filter(|it| it.punished).count();
        let more = |it: &Chance| it.odds[1] - it.odds[0];
        let gain = mean(chances.iter().map(more));
        let spread = mean(chances.iter().map(|it| (more(it) - gain).powi(2)));
        let error = 1.96 * (spread / (count.max(2) - 1) as f64).sqrt();
        println!(
            "| {name} | {} | {:.0}% | {count} | {:.0}% | {punished} ({:.0}%) | {:.0}% | {:.0}% | {:+.0} ({:+.0} to {:+.0}) |",
            self.scores.len(),
            100.0 * mean(self.scores.iter().copied()),
            100.0 * mean(chances.iter().map(|it| it.foretold)),
            100.0 * punished as f64 / count.max(1) as f64,
            100.0 * mean(chances.iter().map(|it| it.odds[0])),
            100.0 * mean(chances.iter().map(|it| it.odds[1])),
            100.0 * gain,
            100.0 * (gain - error),
            100.0 * (gain + error),
        );
    }
}
