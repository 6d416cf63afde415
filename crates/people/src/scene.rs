//! Positions as the network sees them.

use shido_core::{Perception, Scene};

/// What is seen of a position and its moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Seen {
    /// What is not zero on the planes: plane by plane, square by square.
    pub(crate) board: Vec<(u32, f32)>,
    /// Where each move comes from and goes to.
    pub(crate) moves: Vec<[Option<u16>; 2]>,
    /// The features of each move, one move after the other.
    pub(crate) features: Vec<f32>,
}

impl Seen {
    /// Looks at a position: what is seen, and the moves that it was seen of.
    pub(crate) fn new<G: Perception>(game: &G, scene: Scene<'_, G>) -> (Seen, Vec<G::Move>) {
        let sight = game.sight();
        let mut planes = vec![0.0; sight.planes * sight.squares()];
        game.see(scene, &mut planes);
        let mut seen = Seen::default();
        for (place, value) in planes.into_iter().enumerate() {
            if value != 0.0 {
                seen.board.push((place as u32, value));
            }
        }
        let mut moves = Vec::new();
        game.consider(scene, |mv, squares, features| {
            moves.push(mv);
            seen.moves.push([squares.from, squares.to]);
            seen.features.extend_from_slice(features);
        });
        (seen, moves)
    }
}

/// Who chooses, on the scale of the network: about -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Level {
    /// How strong they are.
    pub(crate) rating: f32,
    /// How much stronger their opponent is.
    pub(crate) difference: f32,
}

impl Level {
    /// The level of a rating. An opponent whose rating is not known is taken to be as strong.
    pub(crate) fn new(rating: Option<f64>, opponent: Option<f64>) -> Level {
        let rating = rating.unwrap_or(1500.0);
        let difference = opponent.map_or(0.0, |opponent| opponent - rating);
        Level {
            rating: ((rating.clamp(400.0, 3000.0) - 1500.0) / 500.0) as f32,
            difference: (difference.clamp(-400.0, 400.0) / 400.0) as f32,
        }
    }
}
