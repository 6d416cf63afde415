//! A model of people, ready to be asked.

use serde::{Deserialize, Serialize};
use shido_core::{Perception, Scene, Seed, Sight};

use crate::file::{self, FileError};
use crate::foresight::Foresight;
use crate::network::{Network, Pull, Shape};
use crate::scene::{Level, Seen};

/// How likely each legal move is, for each of some ratings.
pub type OddsByRating<M> = Vec<Vec<(M, f64)>>;

/// How people of a given strength choose: odds for each legal move.
#[derive(Clone, Debug)]
pub struct People {
    network: Network,
    weights: Vec<f32>,
    /// Where the game looks ahead: how much that counts.
    foresight: Option<Foresight>,
    facts: Facts,
}

/// What a model was learned from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Facts {
    /// The game.
    pub game: String,
    /// Decisions that training went through.
    pub positions: u64,
    /// Different decisions there were to learn from.
    pub decisions: u64,
    /// Held-out log-loss in nats when training ended.
    pub loss: f64,
    /// Held-out share of decisions that the likeliest move predicted.
    pub predicted: f64,
}

#[derive(Serialize, Deserialize)]
struct Header {
    facts: Facts,
    shape: Shape,
    /// Width, height, planes and features of the game's sight.
    sight: [usize; 4],
    #[serde(default)]
    foresight: Option<Foresight>,
}

pub(crate) fn sight_numbers(sight: Sight) -> [usize; 4] {
    [sight.width, sight.height, sight.planes, sight.features]
}

impl People {
    pub(crate) fn new(sight: Sight, shape: Shape, weights: Vec<f32>, facts: Facts) -> People {
        People {
            network: Network::new(sight, shape),
            weights,
            foresight: None,
            facts,
        }
    }

    pub(crate) fn with_foresight(self, foresight: Option<Foresight>) -> People {
        People { foresight, ..self }
    }

    /// What it was learned from.
    #[must_use]
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The network and its weights.
    pub(crate) fn parts(&self) -> (&Network, &[f32]) {
        (&self.network, &self.weights)
    }

    /// The model as a file. Numbers lose the precision that makes no difference.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            facts: self.facts.clone(),
            shape: self.network.shape,
            sight: sight_numbers(self.network.sight),
            foresight: self.foresight,
        };
        let halves = self.weights.iter().map(|weight| half(*weight));
        let body: Vec<u8> = halves.flat_map(u16::to_le_bytes).collect();
        file::pack(&header, &body)
    }

    /// Reads a model of people who play a game.
    ///
    /// # Errors
    /// Where the bytes are no model, are damaged, or belong to another game or another version of what is
    /// seen of it.
    pub fn from_bytes(game: &impl Perception, bytes: &[u8]) -> Result<People, FileError> {
        let people = People::read(bytes)?;
        let sight = game.sight();
        match people.network.sight == sight {
            true => Ok(people),
            false => Err(people.unfit(sight)),
        }
    }

    /// Reads a model to go on learning from: it may be narrower than a network of this shape, and less may have been seen
    /// of each move when it was learned.
    ///
    /// # Errors
    /// As for [`from_bytes`](People::from_bytes).
    pub fn widened(
        game: &impl Perception,
        bytes: &[u8],
        shape: Shape,
        seed: Seed,
    ) -> Result<People, FileError> {
        let people = People::read(bytes)?;
        let network = Network::new(game.sight(), shape);
        let widened = network.widened(seed, &people.network, &people.weights);
        let Some(weights) = widened else {
            return Err(people.unfit(game.sight()));
        };
        Ok(People {
            network,
            weights,
            ..people
        })
    }

    fn unfit(&self, sight: Sight) -> FileError {
        let [then, now] = [self.network.sight, sight].map(sight_numbers);
        let game = &self.facts.game;
        FileError::Unfit(match then == now {
            true => format!("it was learned for {game} by a network of another shape"),
            false => format!(
                "it was learned for {game} by what was seen of a position then (width, height, planes and numbers of a \
                 move {then:?}; now {now:?})"
            ),
        })
    }

    /// A model of whatever game.
    fn read(bytes: &[u8]) -> Result<People, FileError> {
        let (header, body): (Header, _) = file::unpack(bytes)?;
        let [width, height, planes, features] = header.sight;
        let sight = Sight {
            width,
            height,
            planes,
            features,
        };
        if !header.shape.fits(sight) {
            return Err(FileError::Unfit("there is no such network".to_owned()));
        }
        let network = Network::new(sight, header.shape);
        if body.len() != 2 * network.weights() {
            return Err(FileError::Unfit(
                "the number of weights is wrong".to_owned(),
            ));
        }
        let halves = body.chunks_exact(2);
        let weights = halves.map(|two| whole(u16::from_le_bytes([two[0], two[1]])));
        Ok(People {
            weights: weights.collect(),
            network,
            foresight: header.foresight,
            facts: header.facts,
        })
    }

    /// How likely each legal move is, in the order of the game. A rating that is not known is taken to be
    /// 1500, and an opponent to be as strong.
    pub fn odds<G: Perception>(
        &self,
        game: &G,
        scene: Scene<'_, G>,
        rating: Option<f64>,
        opponent: Option<f64>,
    ) -> Vec<(G::Move, f64)> {
        let (moves, pulls) = self.pulls(game, scene);
        let odds = chances(&pulls, Level::new(rating, opponent));
        moves.into_iter().zip(odds).collect()
    }

    /// The same for several ratings against one opponent, which hardly takes longer than for one.
    pub fn odds_by_rating<G: Perception>(
        &self,
        game: &G,
        scene: Scene<'_, G>,
        ratings: &[f64],
        opponent: Option<f64>,
    ) -> OddsByRating<G::Move> {
        let (moves, pulls) = self.pulls(game, scene);
        let of = |rating: &f64| {
            let odds = chances(&pulls, Level::new(Some(*rating), opponent));
            moves.iter().copied().zip(odds).collect()
        };
        ratings.iter().map(of).collect()
    }

    /// What attracts people to each legal move.
    fn pulls<G: Perception>(&self, game: &G, scene: Scene<'_, G>) -> (Vec<G::Move>, Vec<Pull>) {
        let (seen, moves) = Seen::new(game, scene);
        let mut pulls = self.network.forward(&self.weights, &[&seen]).pulls;
        if let Some(foresight) = self.foresight {
            foresight.apply(&mut pulls, &game.look_ahead(scene.position));
        }
        (moves, pulls)
    }
}

/// The odds of moves that attract so: exponentials that sum to one.
pub(crate) fn chances(pulls: &[Pull], level: Level) -> Vec<f64> {
    let [rating, difference] = [level.rating, level.difference].map(f64::from);
    let strength = |pull: &Pull| {
        let [base, skill, respect] = [pull.base, pull.skill, pull.respect].map(f64::from);
        base + skill * rating + respect * difference
    };
    let strengths: Vec<f64> = pulls.iter().map(strength).collect();
    let most = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut odds: Vec<f64> = strengths.iter().map(|value| (value - most).exp()).collect();
    let sum: f64 = odds.iter().sum();
    odds.iter_mut().for_each(|odds| *odds /= sum);
    odds
}

/// A number in sixteen bits (binary16 of IEEE 754), rounded to nearest; too large becomes the largest.
fn half(value: f32) -> u16 {
    let sign = ((value.to_bits() >> 16) & 0x8000) as u16;
    let size = value.abs().min(65504.0);
    // Below the smallest normal number steps are equal.
    if size < 6.103_515_6e-5 {
        return sign | (size * 16_777_216.0).round_ties_even() as u16;
    }
    let bits = size.to_bits();
    let rounded = bits + 0x0fff + ((bits >> 13) & 1);
    sign | ((rounded >> 13) - (112 << 10)) as u16
}

/// The number that sixteen bits stand for.
fn whole(half: u16) -> f32 {
    let sign = if half & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (u32::from(half >> 10 & 31), u32::from(half & 0x3ff));
    sign * match exponent {
        0 => fraction as f32 / 16_777_216.0,
        _ => f32::from_bits((exponent + 112) << 23 | fraction << 13),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header may say anything, and its check sum be right.
    #[test]
    fn headers_are_not_believed() {
        for sight in [
            [usize::MAX, 8, 46, 90],
            [65, 64, 46, 90],
            [8, 8, 46, 5000],
            [8, 8, 46, 90],
        ] {
            let header = Header {
                facts: Facts {
                    game: "chess".to_owned(),
                    positions: 0,
                    decisions: 0,
                    loss: 0.0,
                    predicted: 0.0,
                },
                shape: Shape::BOARD,
                sight,
                foresight: None,
            };
            let read = People::read(&file::pack(&header, &[0; 64]));
            assert!(matches!(read, Err(FileError::Unfit(_))), "{sight:?}");
        }
    }

    /// Values from the table of examples of binary16 in IEEE 754-2008 and its well-known limits.
    #[test]
    fn halves_are_those_of_the_standard() {
        for (value, bits) in [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (0.000_061_035_156, 0x0400),
            (0.000_000_059_604_645, 0x0001),
            (0.333_251_95, 0x3555),
        ] {
            assert_eq!(half(value), bits, "{value}");
            assert_eq!(whole(bits), value, "{bits:x}");
        }
        // To the nearest, and at a tie to the even one.
        assert_eq!(half(1.0 + 1.0 / 2048.0), 0x3c00);
        assert_eq!(half(1.0 + 3.0 / 2048.0), 0x3c02);
        assert_eq!(half(1e9), 0x7bff);
    }

    #[test]
    fn odds_go_with_exponentials() {
        let pull = |base, skill, respect| Pull {
            base,
            skill,
            respect,
        };
        let pulls = [pull(0.0, 0.0, 0.0), pull(0.0, std::f32::consts::LN_2, 0.0)];
        let level = |rating| Level {
            rating,
            difference: 0.0,
        };
        let at = |rating| chances(&pulls, level(rating))[1];
        assert!((at(0.0) - 1.0 / 2.0).abs() < 1e-6);
        assert!((at(1.0) - 2.0 / 3.0).abs() < 1e-6);
        assert!((at(-1.0) - 1.0 / 3.0).abs() < 1e-6);
    }
}
