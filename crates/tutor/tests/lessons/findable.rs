//! How often students punish what is conceded to them, and how often they would if they looked a ply further.

use shido_core::Guide;
use shido_core::picture::Depict;

use crate::pupil::Pupil;
use crate::school::{School, chess, connect_four, nine_mens_morris, othello};
use crate::setting;

/// What is known of a concession.
struct Chance {
    foretold: f64,
    punished: bool,
    /// With what probability the student punishes it, and would with one ply more.
    odds: [f64; 2],
}

fn chances<G: Guide + Depict + 'static>(
    school: &School<G>,
    pupil: Pupil,
    contests: u64,
) -> Vec<Chance> {
    let made = school.teach(pupil, contests, 7);
    let game = &school.game;
    let chance = made.into_iter().map(|made| {
        let said = &made.certificate;
        let after = game.after(&made.before, said.mv);
        let odds = [0, 1].map(|more| {
            let pupil = Pupil {
                plies: pupil.plies + more,
                ..pupil
            };
            let odds = pupil.odds(game, &after, &*school.sight).into_iter();
            let punishing = odds.filter(|(mv, _)| said.punished_by.contains(mv));
            punishing.map(|(_, odds)| odds).sum()
        });
        Chance {
            foretold: said.punished,
            punished: made.punished,
            odds,
        }
    });
    chance.collect()
}

fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len().max(1) as f64;
    numbers.sum::<f64>() / count
}

/// A row of the table: the mean difference of one ply more has an interval of 95% by its standard error.
fn tell(name: &str, chances: &[Chance]) {
    let count = chances.len();
    let punished = chances.iter().filter(|it| it.punished).count();
    let more = |it: &Chance| it.odds[1] - it.odds[0];
    let gain = mean(chances.iter().map(more));
    let spread = mean(chances.iter().map(|it| (more(it) - gain).powi(2)));
    let error = 1.96 * (spread / (count.max(2) - 1) as f64).sqrt();
    println!(
        "| {name} | {count} | {:.0}% | {punished} ({:.0}%) | {:.0}% | {:.0}% | {:+.0} ({:+.0} to {:+.0}) |",
        100.0 * mean(chances.iter().map(|it| it.foretold)),
        100.0 * punished as f64 / count.max(1) as f64,
        100.0 * mean(chances.iter().map(|it| it.odds[0])),
        100.0 * mean(chances.iter().map(|it| it.odds[1])),
        100.0 * gain,
        100.0 * (gain - error),
        100.0 * (gain + error),
    );
}

fn at<G: Guide + Depict + 'static>(
    name: &str,
    school: &School<G>,
    pupils: &[Pupil],
    contests: u64,
    all: &mut Vec<Chance>,
) {
    let mut here = Vec::new();
    for pupil in pupils {
        let chances = chances(school, *pupil, contests);
        let noise = 100.0 * pupil.noise;
        tell(
            &format!("{name} | {} plies, {noise:.0}% random", pupil.plies),
            &chances,
        );
        here.extend(chances);
    }
    tell(&format!("{name} | all"), &here);
    all.extend(here);
}

/// `CONTESTS=40 cargo test -p shido-tutor --test lessons findable -- --ignored --nocapture`
#[test]
#[ignore = "takes long: the table of docs/tutor.md"]
fn findable() {
    let (contests, nodes) = (setting("CONTESTS", 40), setting("NODES", 10_000));
    let pupils = [
        Pupil::looks(1, 0.2),
        Pupil::looks(2, 0.0),
        Pupil::looks(2, 0.2),
        Pupil::looks(3, 0.1),
    ];
    println!(
        "| game | student | concessions | foretold | punished | they would | with one ply more | difference |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut all = Vec::new();
    at(
        "connect-four",
        &connect_four(nodes),
        &pupils,
        contests,
        &mut all,
    );
    at("othello", &othello(nodes), &pupils, contests, &mut all);
    at(
        "nine-mens-morris",
        &nine_mens_morris(nodes),
        &pupils,
        contests,
        &mut all,
    );
    at("chess", &chess(nodes), &pupils[..3], contests, &mut all);
    tell("all | ", &all);
}
