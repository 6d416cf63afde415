//! Whether a model of people finds the best move more often the stronger somebody is: `coherence
//! BEST.csv MODEL.people`, where BEST.csv has positions with the best move as `played`
//! (scripts/best-moves).

use std::error::Error;
use std::fs::{self, File};

use shido_core::{Game, Scene};
use shido_games::chess::Chess;
use shido_people::{Decisions, People};

const RATINGS: [f64; 7] = [1000.0, 1200.0, 1400.0, 1600.0, 1800.0, 2000.0, 2200.0];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [best, model] = &arguments[..] else {
        return Err("coherence BEST.csv MODEL.people".into());
    };
    let people = People::from_bytes(&Chess, &fs::read(model)?)?;
    let mut count = 0;
    let mut sums = [0.0; RATINGS.len()];
    // Never falls; falls by less than a hundredth in all; is higher at the end than at the beginning.
    let mut kept = [0; 3];
    for row in Decisions::new(&Chess, File::open(best)?)? {
        let row = row?;
        let mut position = row.start.clone();
        let mut past = Vec::new();
        for mv in &row.moves[..row.first] {
            past.push((position.clone(), *mv));
            Chess.play(&mut position, *mv);
        }
        let scene = Scene {
            position: &position,
            past: &past,
        };
        let wanted = row.moves[row.first];
        let by_rating = people.odds_by_rating(&Chess, scene, &RATINGS, None);
        let of_best = |odds: Vec<_>| odds.into_iter().find(|(mv, _)| *mv == wanted);
        let curve: Vec<f64> = by_rating
            .into_iter()
            .filter_map(of_best)
            .map(|(_, odds)| odds)
            .collect();
        count += 1;
        for (sum, odds) in sums.iter_mut().zip(&curve) {
            *sum += odds;
        }
        let fall: f64 = curve.windows(2).map(|two| (two[0] - two[1]).max(0.0)).sum();
        // Less than a millionth is rounding.
        kept[0] += u32::from(fall < 1e-6);
        kept[1] += u32::from(fall < 0.01);
        kept[2] += u32::from(curve[RATINGS.len() - 1] > curve[0] - 1e-6);
    }
    let share = |kept: u32| 100.0 * f64::from(kept) / f64::from(count);
    println!("{count} positions");
    println!("never falls {:.1}%", share(kept[0]));
    println!("falls by less than a hundredth {:.1}%", share(kept[1]));
    println!("is higher at the end {:.1}%", share(kept[2]));
    for (rating, sum) in RATINGS.iter().zip(sums) {
        println!("{rating}: {:.4}", sum / f64::from(count));
    }
    Ok(())
}
