//! What is tactical about a line of draughts: jumps over several, shots, and crowning.

use shido_core::{Game, Motif, Motifs, Scene, Seat, Turn};

use super::board::king_row;
use super::{Draughts, Move, Position};

impl Motifs for Draughts {
    fn motifs(&self, scene: Scene<'_, Draughts>, line: &[Move]) -> Vec<Motif> {
        let Turn::Of(hero) = self.turn(scene.position) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let mut position = scene.position.clone();
        let mut given = 0;
        for (ply, &mv) in line.iter().enumerate() {
            let taken = mv.captured().count();
            if position.mover == hero {
                found.extend(jump(ply, mv, taken, given));
                found.extend(crowned(&position, ply, mv, hero));
            } else {
                given += taken;
            }
            self.play(&mut position, mv);
        }
        // Of each kind the first is the reason; the others follow from it.
        let mut names = Vec::new();
        found.retain(|motif| {
            let new = !names.contains(&motif.name);
            names.push(motif.name);
            new
        });
        found
    }
}

/// Several pieces are taken with one move, after more or less was given for it.
fn jump(ply: usize, mv: Move, taken: usize, given: usize) -> Option<Motif> {
    if taken < 2 || given >= taken {
        return None;
    }
    let (from, to) = (mv.from().number(), mv.to().number());
    let (name, sentence) = match given {
        0 => (
            "multi-jump",
            format!("The jump from {from} to {to} takes {taken} pieces at once."),
        ),
        _ => (
            "shot",
            format!("{given} given, {taken} taken: the jump from {from} to {to} takes {taken}."),
        ),
    };
    let squares = [mv.from(), mv.to()].into_iter().chain(mv.captured());
    Some(Motif {
        name,
        ply,
        points: squares.map(|square| square.number().to_string()).collect(),
        sentence,
    })
}

/// A man reaches the far row.
fn crowned(position: &Position, ply: usize, mv: Move, hero: Seat) -> Option<Motif> {
    let man = position.men(hero) & mv.from().bit() != 0;
    (man && mv.to().bit() & king_row(hero) != 0).then(|| Motif {
        name: "crowning",
        ply,
        points: vec![mv.to().number().to_string()],
        sentence: format!("The man reaches {} and becomes a king.", mv.to().number()),
    })
}
