//! What people of several ratings would play in a chess position: `moves_by_rating MODEL.people FEN ...`.

use std::error::Error;
use std::fs;

use shido_core::{Notation, Scene};
use shido_games::chess::Chess;
use shido_people::People;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [model, positions @ ..] = &arguments[..] else {
        return Err("moves_by_rating MODEL.people FEN ...".into());
    };
    let people = People::from_bytes(&Chess, &fs::read(model)?)?;
    for text in positions {
        println!("{text}");
        let position = Chess.parse_position(text)?;
        let scene = Scene {
            position: &position,
            past: &[],
        };
        for rating in [1000.0, 1500.0, 2000.0] {
            let mut odds = people.odds(&Chess, scene, Some(rating), None);
            odds.sort_by(|a, b| b.1.total_cmp(&a.1));
            let shown = odds.iter().take(4).map(|(mv, odds)| {
                format!("{} {:.0}%", Chess.write_move(&position, *mv), 100.0 * odds)
            });
            println!("  {rating}: {}", shown.collect::<Vec<_>>().join(", "));
        }
    }
    Ok(())
}
