//! Matches of an experiment and what is counted in them.

use shido::{AnyPlayer, MatchOrder, MatchReport, Spec};
use shido_arena::Seats;

use crate::losses::Losses;
use crate::place::Placed;
use crate::statistics::Rate;

/// A match of an experiment.
#[derive(Clone, Debug)]
pub struct Bout {
    /// The game.
    pub game: Placed<String>,
    /// The player who moves first, unless they alternate.
    pub a: Placed<Spec>,
    /// The other one.
    pub b: Placed<Spec>,
    /// Who sits where.
    pub seats: Seats,
    /// How many random plies each contest begins with.
    pub opening_plies: u32,
    /// Whether A is asked what their moves lose.
    pub losses: bool,
}

impl Bout {
    /// Everything that decides how it goes, as text.
    pub(crate) fn definition(&self) -> String {
        format!(
            "{} / {} / {} / {:?} / {} / {}",
            self.game.value,
            self.a.value,
            self.b.value,
            self.seats,
            self.opening_plies,
            self.losses
        )
    }

    pub(crate) fn order(&self, [a, b]: &[AnyPlayer; 2], games: Option<u64>) -> MatchOrder {
        MatchOrder {
            a: a.clone(),
            b: b.clone(),
            seats: self.seats,
            games,
            opening_plies: self.opening_plies,
            transcripts: self.losses,
        }
    }
}

/// The matches of an experiment, each of them once.
#[derive(Default)]
pub(crate) struct Bouts {
    pub(crate) all: Vec<Bout>,
}

impl Bouts {
    /// The number of this match, which is added if it is new.
    pub(crate) fn with(&mut self, bout: Bout) -> usize {
        let definition = bout.definition();
        let known = self.all.iter().position(|b| b.definition() == definition);
        known.unwrap_or_else(|| {
            self.all.push(bout);
            self.all.len() - 1
        })
    }
}

/// What is counted in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Share {
    /// How often A wins.
    AWins,
    /// How often nobody wins.
    Draws,
    /// How often B wins.
    BWins,
    /// How often A wins, and half as often as nobody does.
    AScore,
    /// The same for B.
    BScore,
}

/// How often what happened: numbers of contests, or probabilities where the match is exact.
///
/// They are floating-point numbers for both; counts stay exact up to 2^53.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// A won.
    pub a_wins: f64,
    /// Nobody won.
    pub draws: f64,
    /// B won.
    pub b_wins: f64,
    /// The plies of all contests together.
    pub plies: f64,
    /// Contests that were broken off and count as draws.
    pub capped: f64,
    /// What A's moves lost, where they were asked.
    pub losses: Losses,
}

impl Tally {
    /// How many numbers one has.
    pub(crate) const WIDTH: usize = 10;

    /// What a match came to.
    pub(crate) fn of(report: &MatchReport) -> Tally {
        let (a_wins, draws, b_wins, plies) = match report.counts {
            Some(counts) => {
                let counts = [counts.a_wins, counts.draws, counts.b_wins, counts.plies];
                counts.map(|count| count as f64).into()
            }
            None => (
                report.a_wins,
                report.draws,
                report.b_wins,
                report.mean_plies,
            ),
        };
        Tally {
            a_wins,
            draws,
            b_wins,
            plies,
            capped: report.capped as f64,
            losses: Losses::default(),
        }
    }

    /// The numbers in the order in which they are kept.
    pub(crate) fn numbers(&self) -> [f64; Tally::WIDTH] {
        let [moves, lost, visible, errors, seen] = self.losses.numbers();
        [
            self.a_wins,
            self.draws,
            self.b_wins,
            self.plies,
            self.capped,
            moves,
            lost,
            visible,
            errors,
            seen,
        ]
    }

    pub(crate) fn from_numbers(numbers: &[f64]) -> Option<Tally> {
        let numbers: [f64; Tally::WIDTH] = numbers.try_into().ok()?;
        let [a_wins, draws, b_wins, plies, capped, losses @ ..] = numbers;
        Some(Tally {
            a_wins,
            draws,
            b_wins,
            plies,
            capped,
            losses: Losses::from_numbers(losses),
        })
    }

    pub(crate) fn add(&mut self, other: &Tally) {
        self.a_wins += other.a_wins;
        self.draws += other.draws;
        self.b_wins += other.b_wins;
        self.plies += other.plies;
        self.capped += other.capped;
        self.losses.add(&other.losses);
    }

    /// The contests, or one for all where the match is exact.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.a_wins + self.draws + self.b_wins
    }

    /// A share of the contests.
    #[must_use]
    pub fn rate(&self, share: Share, exact: bool) -> Rate {
        let counted = match share {
            Share::AWins => self.a_wins,
            Share::Draws => self.draws,
            Share::BWins => self.b_wins,
            Share::AScore => self.a_wins + self.draws / 2.0,
            Share::BScore => self.b_wins + self.draws / 2.0,
        };
        if exact {
            Rate {
                value: counted,
                contests: None,
            }
        } else {
            Rate {
                value: counted / self.total().max(1.0),
                contests: Some(self.total() as u64),
            }
        }
    }
}
