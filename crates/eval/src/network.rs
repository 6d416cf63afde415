//! A network with one hidden layer, as an expected payoff.

use std::fmt::Write;

use rand::RngExt;
use serde::Deserialize;
use shido_core::{ForFirst, Inputs, Outcome, Seat, Seed};
use shido_search::{MARGIN, Model, fingerprint};

/// What begins the fingerprint of this model.
const FINGERPRINT: u64 = 0x006e_6574_776f_726b;

/// The hidden units that a network has at most.
pub const MOST_HIDDEN: usize = 256;
/// The outputs that a network has at most. A row of weights has room for all of them, so that rows are added whole.
const MOST_OUTPUTS: usize = 8;
/// Weights are written with so many parts of one. Learning gets fewer digits right, and the file stays short.
const PARTS: f32 = 1e4;
/// Larger weights are a mistake.
const LARGEST: f32 = 1e6;

/// Probabilities of how a contest ends: first that a side wins at least 1, at least 2 and so on up to the stake, then
/// the same for the other side. What is beyond is zero.
pub(crate) type Chances = [f32; MOST_OUTPUTS];

/// One hidden layer of sigmoid units, between the [inputs](Inputs) of a game and the probabilities of how a contest
/// ends: TD-Gammon's network (Tesauro 1992).
///
/// With the stake of a game at `s`, there are `2 s` outputs, each a sigmoid unit too: the probabilities to win at
/// least 1, 2 and so on, and to lose as much. Their sum, losses counted down, is the expected payoff. So one output
/// for each side is enough where contests are won, drawn or lost, and backgammon has three, for gammons and
/// backgammons.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// The game that it is for.
    pub game: String,
    /// The command by which it was learned.
    pub origin: String,
    hidden: usize,
    /// How much a contest pays at most.
    stake: usize,
    /// For each input what it adds to each hidden unit, and in the last row what is always added.
    first: Vec<f32>,
    /// For each hidden unit what it adds to each output, and in the last row what is always added.
    second: Vec<Chances>,
}

/// What is wrong with a file of a network.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum NetworkError {
    /// The text is not a network.
    #[error("not a file of a network: {0}")]
    Malformed(String),
    /// The network belongs to another game.
    #[error("this is a network for {found}, not for {expected}")]
    OtherGame {
        /// The game of the file.
        found: String,
        /// The game that was asked for.
        expected: String,
    },
    /// There are too many or too few of something.
    #[error("{what}: there are {found}, and {expected} are needed")]
    Count {
        /// Of what.
        what: String,
        /// How many there are.
        found: usize,
        /// How many there should be, in words.
        expected: String,
    },
    /// A weight is not a number that can be reckoned with.
    #[error("{place} is {value:e}: it must be from -{LARGEST:e} to {LARGEST:e}")]
    Number {
        /// Which one.
        place: String,
        /// What it is.
        value: f32,
    },
    /// The game pays more than there are outputs for.
    #[error("a contest pays up to {0}: networks are for games that pay 1 to 4")]
    Stake(f64),
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    origin: String,
    hidden: usize,
    first: Vec<Vec<f32>>,
    second: Vec<Vec<f32>>,
}

impl Network {
    /// A network that has learned nothing yet: small random weights.
    ///
    /// # Errors
    /// Where the game pays more than there are outputs for, or there are no hidden units or too many.
    pub fn new<G: Inputs>(
        game: &G,
        name: &str,
        hidden: usize,
        seed: Seed,
    ) -> Result<Network, NetworkError> {
        let stake = stake(game)?;
        check_hidden(hidden)?;
        let mut rng = seed.rng();
        let mut small = || rng.random_range(-0.1..0.1);
        let rows = game.inputs() + 1;
        let first = (0..rows * hidden).map(|_| small()).collect();
        let second = (0..=hidden).map(|_| {
            let mut row = [0.0; MOST_OUTPUTS];
            row[..2 * stake].fill_with(&mut small);
            row
        });
        Ok(Network {
            game: name.to_owned(),
            origin: "nothing was learned yet".to_owned(),
            hidden,
            stake,
            second: second.collect(),
            first,
        })
    }

    /// Whether a text means to be a network, sound or not, rather than [weights](crate::Weights).
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.lines().any(|line| line.starts_with("hidden"))
    }

    /// Reads the text of a file for a game of this name.
    ///
    /// # Errors
    /// Where the text is not a network, or is for another game or other inputs.
    pub fn read<G: Inputs>(game: &G, name: &str, text: &str) -> Result<Network, NetworkError> {
        let stake = stake(game)?;
        let file: File =
            toml::from_str(text).map_err(|error| NetworkError::Malformed(error.to_string()))?;
        if file.game != name {
            return Err(NetworkError::OtherGame {
                found: file.game,
                expected: name.to_owned(),
            });
        }
        check_hidden(file.hidden)?;
        let first = rows("first", &file.first, game.inputs() + 1, file.hidden)?;
        let second = rows("second", &file.second, file.hidden + 1, 2 * stake)?;
        let second = second.chunks(2 * stake).map(|outputs| {
            let mut row = [0.0; MOST_OUTPUTS];
            row[..outputs.len()].copy_from_slice(outputs);
            row
        });
        Ok(Network {
            game: file.game,
            origin: file.origin,
            hidden: file.hidden,
            stake,
            second: second.collect(),
            first,
        })
    }

    /// The text of a file.
    #[must_use]
    pub fn write(&self) -> String {
        let quote = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let mut text = format!(
            "game = {}\norigin = {}\nhidden = {}\n",
            quote(&self.game),
            quote(&self.origin),
            self.hidden
        );
        let mut rows = |name: &str, rows: &mut dyn Iterator<Item = &[f32]>| {
            writeln!(text, "{name} = [").expect("a string takes all that is written");
            for row in rows {
                let row: Vec<String> = row.iter().map(|weight| format!("{weight:?}")).collect();
                writeln!(text, "[{}],", row.join(",")).expect("as above");
            }
            text.push_str("]\n");
        };
        rows("first", &mut self.first.chunks(self.hidden));
        let outputs = 2 * self.stake;
        rows("second", &mut self.second.iter().map(|row| &row[..outputs]));
        text
    }

    /// The same with its weights as they are written, so that what is examined is what is kept.
    #[must_use]
    pub fn rounded(mut self) -> Network {
        for weight in self
            .first
            .iter_mut()
            .chain(self.second.iter_mut().flatten())
        {
            *weight = (*weight * PARTS).round() / PARTS;
        }
        self
    }

    /// How many hidden units there are.
    #[must_use]
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// How many weights there are.
    #[must_use]
    pub fn weights(&self) -> usize {
        self.first.len() + self.second.len() * 2 * self.stake
    }

    /// The expected payoff of a position in which the contest goes on.
    #[inline]
    pub fn value<G: Inputs>(&self, game: &G, position: &G::Position) -> ForFirst<f64> {
        let (chances, viewer) = self.look(game, position);
        let value = self.payoff(&chances);
        ForFirst(match viewer {
            Seat::First => value,
            Seat::Second => -value,
        })
    }

    /// How likely the ends of a contest are, as the side sees it that is returned.
    #[inline]
    pub(crate) fn look<G: Inputs>(&self, game: &G, position: &G::Position) -> (Chances, Seat) {
        let mut units = [0.0; MOST_HIDDEN];
        let units = &mut units[..self.hidden];
        units.copy_from_slice(self.row(self.first.len() / self.hidden - 1));
        let viewer = game.each_input(position, |index, input| self.excite(units, index, input));
        (self.outputs(units), viewer)
    }

    /// The expected payoff that probabilities come to, for the side that they are about, safely within the stake.
    #[inline]
    pub(crate) fn payoff(&self, chances: &Chances) -> f64 {
        let sum = |chances: &[f32]| chances.iter().copied().map(f64::from).sum::<f64>();
        let (wins, losses) = chances[..2 * self.stake].split_at(self.stake);
        let most = self.stake as f64 * (1.0 - MARGIN);
        (sum(wins) - sum(losses)).clamp(-most, most)
    }

    /// The same from the other side.
    pub(crate) fn turned(&self, chances: &Chances) -> Chances {
        let mut turned = *chances;
        turned[..2 * self.stake].rotate_left(self.stake);
        turned
    }

    /// What is certain at the end of a contest, for the first player.
    pub(crate) fn ended(&self, outcome: Outcome) -> Chances {
        let payoff = outcome.payoff().0;
        let mut chances = [0.0; MOST_OUTPUTS];
        for (level, chance) in chances[..2 * self.stake].iter_mut().enumerate() {
            let (sign, level) = match level < self.stake {
                true => (1.0, level),
                false => (-1.0, level - self.stake),
            };
            // A payoff between two levels, as a part of the way to the upper one.
            *chance = (sign * payoff - level as f64).clamp(0.0, 1.0) as f32;
        }
        chances
    }

    /// Moves the outputs for these inputs towards probabilities, along the gradient of how likely the network holds
    /// them, and returns what they were before.
    ///
    /// The likelihood is that of logistic regression, the logarithm of `p^t (1 - p)^(1 - t)` for an output `p` and a
    /// target `t`: its slope in what goes into an output is simply `t - p`, so that an output that is wrong for
    /// certain learns as much as any other. Tesauro's squared error has the factor `p (1 - p)` beside it.
    pub(crate) fn learn(&mut self, inputs: &[(u32, f32)], target: &Chances, rate: f32) -> Chances {
        let mut units = [0.0; MOST_HIDDEN];
        let units = &mut units[..self.hidden];
        let always = self.first.len() / self.hidden - 1;
        units.copy_from_slice(self.row(always));
        for &(index, input) in inputs {
            self.excite(units, index as usize, input);
        }
        let chances = self.outputs(units);
        let mut steps = [0.0; MOST_OUTPUTS];
        for (step, (target, chance)) in steps.iter_mut().zip(target.iter().zip(&chances)) {
            *step = rate * (target - chance);
        }
        steps[2 * self.stake..].fill(0.0);
        let (last, rows) = self
            .second
            .split_last_mut()
            .expect("one row is always there");
        for (weight, step) in last.iter_mut().zip(&steps) {
            *weight += step;
        }
        // The units make room for the steps of what goes into them.
        for (unit, row) in units.iter_mut().zip(rows) {
            let activity = *unit;
            let back: f32 = row
                .iter()
                .zip(&steps)
                .map(|(weight, step)| weight * step)
                .sum();
            for (weight, step) in row.iter_mut().zip(&steps) {
                *weight += activity * step;
            }
            *unit = back * activity * (1.0 - activity);
        }
        for &(index, input) in inputs.iter().chain(&[(always as u32, 1.0)]) {
            let start = index as usize * self.hidden;
            let row = &mut self.first[start..start + self.hidden];
            for (weight, step) in row.iter_mut().zip(&*units) {
                *weight += input * step;
            }
        }
        chances
    }

    #[inline]
    fn row(&self, index: usize) -> &[f32] {
        &self.first[index * self.hidden..(index + 1) * self.hidden]
    }

    #[inline]
    fn excite(&self, units: &mut [f32], index: usize, input: f32) {
        for (unit, weight) in units.iter_mut().zip(self.row(index)) {
            *unit += input * weight;
        }
    }

    /// The outputs, given what goes into the hidden units; their activities take its place.
    #[inline]
    fn outputs(&self, units: &mut [f32]) -> Chances {
        for unit in &mut *units {
            *unit = sigmoid(*unit);
        }
        let (last, rows) = self.second.split_last().expect("one row is always there");
        let mut outputs = *last;
        for (unit, row) in units.iter().zip(rows) {
            for (output, weight) in outputs.iter_mut().zip(row) {
                *output += unit * weight;
            }
        }
        outputs.map(sigmoid)
    }
}

fn stake<G: Inputs>(game: &G) -> Result<usize, NetworkError> {
    let stake = game.stake();
    match stake.fract() == 0.0 && (1.0..=(MOST_OUTPUTS / 2) as f64).contains(&stake) {
        true => Ok(stake as usize),
        false => Err(NetworkError::Stake(stake)),
    }
}

fn check_hidden(hidden: usize) -> Result<(), NetworkError> {
    match (1..=MOST_HIDDEN).contains(&hidden) {
        true => Ok(()),
        false => Err(NetworkError::Count {
            what: "hidden units".to_owned(),
            found: hidden,
            expected: format!("1 to {MOST_HIDDEN}"),
        }),
    }
}

/// The weights of so many rows, one after the other.
fn rows(
    name: &str,
    rows: &[Vec<f32>],
    count: usize,
    length: usize,
) -> Result<Vec<f32>, NetworkError> {
    let right = |what: String, found, expected: usize| match found == expected {
        true => Ok(()),
        false => Err(NetworkError::Count {
            what,
            found,
            expected: expected.to_string(),
        }),
    };
    right(format!("rows of `{name}`"), rows.len(), count)?;
    for (index, row) in rows.iter().enumerate() {
        let place = format!("row {} of `{name}`", index + 1);
        right(format!("weights in {place}"), row.len(), length)?;
        let wrong = row
            .iter()
            .find(|weight| !(-LARGEST..=LARGEST).contains(*weight));
        if let Some(&value) = wrong {
            return Err(NetworkError::Number {
                place: format!("a weight in {place}"),
                value,
            });
        }
    }
    Ok(rows.concat())
}

/// `1 / (1 + e^-x)`, without a branch or a call, so that several are reckoned at once. It is right to a few millionths.
#[inline]
fn sigmoid(x: f32) -> f32 {
    // Adding this leaves a number without its fraction, which stands in its lowest bits.
    const WHOLE: f32 = 12_582_912.0;
    let power = x.clamp(-60.0, 60.0) * -std::f32::consts::LOG2_E;
    let shifted = power + WHOLE;
    let rest = (power - (shifted - WHOLE)) * std::f32::consts::LN_2;
    // e^rest by its series: rest is less than 0.35 in size.
    let series = 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = series * rest + 1.0;
    let series = series * rest + 1.0;
    let exponent = shifted.to_bits().wrapping_sub(WHOLE.to_bits());
    let two_to_it = f32::from_bits(exponent.wrapping_add(127) << 23);
    1.0 / (1.0 + two_to_it * series)
}

impl<G: Inputs> Model<G> for Network {
    #[inline]
    fn horizon(&self, game: &G, position: &G::Position) -> Option<ForFirst<f64>> {
        Some(self.value(game, position))
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }

    fn decisive(&self) -> bool {
        self.stake == 1
    }

    fn fingerprint(&self, _game: &G) -> Option<u64> {
        let weights = self.first.iter().chain(self.second.iter().flatten());
        let parts = [FINGERPRINT, self.hidden as u64].into_iter();
        Some(fingerprint(
            parts.chain(weights.map(|weight| u64::from(weight.to_bits()))),
        ))
    }
}

#[cfg(test)]
mod tests {
    use shido_games::backgammon::Backgammon;

    use super::*;

    #[test]
    fn sigmoid_is_that_of_the_library() {
        for step in -3000_i16..3000 {
            let x = f32::from(step) / 100.0;
            let right = 1.0 / (1.0 + f64::from(-x).exp());
            let off = (f64::from(sigmoid(x)) - right).abs();
            assert!(off < 3e-6, "{x}: {off}");
        }
        assert_eq!([sigmoid(1e9), sigmoid(-1e9) + 1.0], [1.0, 1.0]);
    }

    /// The logarithm of how likely the network holds a target.
    fn likelihood(network: &Network, inputs: &[(u32, f32)], target: &Chances) -> f64 {
        let chances = network.clone().learn(inputs, target, 0.0);
        let each = chances.iter().zip(target).take(6).map(|(&p, &t)| {
            let (p, t) = (f64::from(p), f64::from(t));
            t * p.ln() + (1.0 - t) * (1.0 - p).ln()
        });
        each.sum()
    }

    /// A step of rate one is the gradient, as differences tell it.
    #[test]
    fn steps_follow_the_gradient() {
        let network = Network::new(&Backgammon, "backgammon", 3, Seed(7)).expect("a network");
        let inputs = [(0, 1.0), (5, 0.5), (239, -2.0)];
        let target = [0.9, 0.3, 0.0, 0.1, 0.0, 1.0, 0.0, 0.0];
        let mut stepped = network.clone();
        stepped.learn(&inputs, &target, 1.0);
        let slope = |change: &dyn Fn(&mut Network, f32)| {
            let at = |by: f32| {
                let mut changed = network.clone();
                change(&mut changed, by);
                likelihood(&changed, &inputs, &target)
            };
            (at(0.02) - at(-0.02)) / 0.04
        };
        for index in 0..network.first.len() {
            let step = f64::from(stepped.first[index] - network.first[index]);
            let slope = slope(&|changed, by| changed.first[index] += by);
            assert!(
                (step - slope).abs() < 1e-3,
                "first {index}: {step}, {slope}"
            );
        }
        for (row, output) in (0..4).flat_map(|row| (0..6).map(move |output| (row, output))) {
            let step = f64::from(stepped.second[row][output] - network.second[row][output]);
            let slope = slope(&|changed, by| changed.second[row][output] += by);
            assert!(
                (step - slope).abs() < 1e-3,
                "second {row} {output}: {step}, {slope}"
            );
        }
    }

    #[test]
    fn ends_are_certain() {
        let network = Network::new(&Backgammon, "backgammon", 3, Seed(7)).expect("a network");
        for payoff in [-3.0, -2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 3.0] {
            let chances = network.ended(Outcome::paying(ForFirst(payoff)));
            let most = 3.0 * (1.0 - MARGIN);
            assert_eq!(network.payoff(&chances), payoff.clamp(-most, most));
            assert_eq!(
                network.payoff(&network.turned(&chances)),
                (-payoff).clamp(-most, most)
            );
        }
        let gammon = network.ended(Outcome::paying(ForFirst(-2.0)));
        assert_eq!(gammon, [0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0]);
    }
}
