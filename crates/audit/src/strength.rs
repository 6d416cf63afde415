//! How strong somebody is, from the moves that they made.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use shido::{AnyGame, Event, OddsKind, Request, Settings, Spec, Watch};
use shido_people::rating::{Estimate, Posterior, density, normal_prior};

use crate::AuditError;
use crate::decisions::{Decisions, Follower};
use crate::prediction::golden;
use crate::work::each;

/// Decisions that are asked about one after the other.
const BLOCK: usize = 16;

/// How often anybody does anything, whatever a hypothesis says: none dies of a single move.
const LAPSE: f64 = 1e-3;

/// What share of the truth intervals are to hold.
const HELD: f64 = 0.8;

/// The people of whom a rating is known that it takes to find out how much a move should count.
const ENOUGH_PEOPLE: usize = 20;

/// After how many moves it is told how the estimate stood.
const MILESTONES: [usize; 9] = [1, 2, 5, 10, 20, 40, 100, 200, 500];

/// What somebody may be.
#[derive(Clone, PartialEq, Debug)]
pub enum Hypotheses {
    /// One of these players, each as likely at first.
    Among(Vec<Spec>),
    /// A person of some rating: this player with each of the ratings as its option `rating`, likely as in a
    /// population with this mean and deviation.
    Ratings {
        /// Who plays like a person of a rating.
        by: Spec,
        /// The ratings, in rising order.
        grid: Vec<f64>,
        /// The mean of the population.
        mean: f64,
        /// Its standard deviation.
        deviation: f64,
    },
}

impl Hypotheses {
    /// People of 600 to 2600 points, most of them about 1500: wider than the population of any one site.
    #[must_use]
    pub fn people() -> Hypotheses {
        Hypotheses::Ratings {
            by: Spec::plain("people"),
            grid: (6..=26)
                .map(|hundreds| f64::from(hundreds) * 100.0)
                .collect(),
            mean: 1500.0,
            deviation: 400.0,
        }
    }

    fn specs(&self) -> Vec<Spec> {
        match self {
            Hypotheses::Among(specs) => specs.clone(),
            Hypotheses::Ratings { by, grid, .. } => {
                let rated = |rating: &f64| {
                    let mut spec = by.clone();
                    spec.options.push(("rating".to_owned(), rating.to_string()));
                    spec
                };
                grid.iter().map(rated).collect()
            }
        }
    }

    fn prior(&self) -> Vec<f64> {
        match self {
            Hypotheses::Among(specs) => vec![1.0 / specs.len() as f64; specs.len()],
            Hypotheses::Ratings {
                grid,
                mean,
                deviation,
                ..
            } => normal_prior(grid, *mean, *deviation),
        }
    }

    fn grid(&self) -> Option<&[f64]> {
        match self {
            Hypotheses::Among(_) => None,
            Hypotheses::Ratings { grid, .. } => Some(grid),
        }
    }
}

/// How strong people are.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct StrengthReport {
    /// The game.
    pub game: String,
    /// What they may be.
    pub hypotheses: Vec<Spec>,
    /// What a move counted.
    pub tempering: f64,
    /// Each of them.
    pub players: Vec<Rated>,
    /// How good the estimates are, where the ratings of enough people are known.
    pub calibration: Option<Calibration>,
    /// Whether a stop came before the last decision.
    pub stopped: bool,
}

/// What is known of somebody.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Rated {
    /// Who, where the file tells people apart.
    pub player: Option<String>,
    /// How many moves they made.
    pub moves: usize,
    /// Their rating by these moves, with an 80% interval; `None` where the hypotheses are no ratings.
    pub rating: Option<Estimate>,
    /// The hypothesis that is most likely.
    pub most_likely: Spec,
    /// The probability of each hypothesis.
    pub posterior: Vec<f64>,
    /// Their rating as the file has it: the mean of the column `elo`.
    pub elo: Option<f64>,
    /// How it stood on the way.
    pub curve: Vec<Standing>,
}

/// What was known of somebody after some moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Standing {
    /// After so many moves.
    pub moves: usize,
    /// The rating, as in [`Rated`].
    pub rating: Option<Estimate>,
    /// The hypothesis that was most likely, by its place.
    pub most_likely: usize,
    /// Its probability.
    pub probability: f64,
}

/// How good estimates of known ratings are. What a move counts was fitted to one half of the people; the
/// others are those of which this is told.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Calibration {
    /// What a move should count.
    pub tempering: f64,
    /// How many people that was fitted to.
    pub fitted: usize,
    /// How many it was tried on.
    pub people: usize,
    /// How good it is after how many moves.
    pub after: Vec<Accuracy>,
}

/// How good estimates are after some moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Accuracy {
    /// After so many moves.
    pub moves: usize,
    /// How many people made as many.
    pub people: usize,
    /// The mean distance of the estimate from the rating.
    pub mean_error: f64,
    /// The same where the mean rating of these people is guessed for each.
    pub guessing_error: f64,
    /// How many ratings the 80% intervals hold.
    pub held: f64,
}

/// Finds out how strong the people of a file are. Those in the column `player` are told apart; without it the
/// file is about one.
///
/// `tempering` is what a move counts; where it is left out it is fitted, if the ratings of enough people are
/// known, and else one.
///
/// # Errors
/// Where a player cannot be had, fails or does not tell how often it makes its moves, or the file has a
/// mistake.
pub fn rate(
    game: &Arc<dyn AnyGame>,
    hypotheses: &Hypotheses,
    decisions: &Decisions,
    tempering: Option<f64>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<StrengthReport, AuditError> {
    let likelihoods = likelihoods(game, &hypotheses.specs(), decisions, settings, watch)?;
    let mut people: BTreeMap<Option<&str>, Person> = BTreeMap::new();
    for (decision, likelihoods) in decisions.all.iter().zip(likelihoods) {
        let person = people.entry(decision.player.as_deref()).or_default();
        person.elos.extend(decision.elo);
        person.moves.push(likelihoods);
    }
    let calibration = hypotheses.grid().and_then(|grid| {
        let rated: Vec<&Person> = (people.values())
            .filter(|person| person.elo().is_some())
            .collect();
        (rated.len() >= ENOUGH_PEOPLE)
            .then(|| calibrate(grid, &hypotheses.prior(), &rated, tempering))
    });
    let tempering = tempering
        .or(calibration.as_ref().map(|found| found.tempering))
        .unwrap_or(1.0);
    let specs = hypotheses.specs();
    let rated = people.iter().map(|(player, person)| {
        let curve = person.curve(hypotheses, tempering);
        let posterior = person.after(person.moves.len(), &hypotheses.prior(), tempering);
        Rated {
            player: player.map(str::to_owned),
            moves: person.moves.len(),
            rating: (hypotheses.grid()).map(|grid| Estimate::of(grid, &posterior, HELD)),
            most_likely: specs[most_likely(&posterior)].clone(),
            posterior,
            elo: person.elo(),
            curve,
        }
    });
    Ok(StrengthReport {
        game: game.about().name.clone(),
        tempering,
        players: rated.collect(),
        hypotheses: specs,
        calibration,
        stopped: settings.stop.load(Ordering::Relaxed),
    })
}

/// With what probability each hypothesis makes each of the moves, as far as a stop allows.
fn likelihoods(
    game: &Arc<dyn AnyGame>,
    specs: &[Spec],
    decisions: &Decisions,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Vec<Vec<f64>>, AuditError> {
    let players: Result<Vec<_>, _> = (specs.iter())
        .map(|spec| game.player(spec, settings, watch))
        .collect();
    let players = players?;
    let blocks: Vec<_> = decisions.all.chunks(BLOCK).collect();
    let count = |event| match event {
        Event::Contests(blocks) => watch(Event::Contests(blocks * BLOCK as u64)),
        event => watch(event),
    };
    let found = each(blocks.len(), settings, &count, &|number| {
        let mut follower = Follower::new(game, settings, decisions);
        let advisers: Result<Vec<_>, _> = players.iter().map(|it| game.adviser(it)).collect();
        let mut advisers = advisers?;
        let mut block = Vec::with_capacity(BLOCK);
        for decision in blocks[number] {
            let (session, made) = follower.follow(decision)?;
            let mut each = Vec::with_capacity(players.len());
            for adviser in &mut advisers {
                let odds = session.odds(adviser, &Request::default())?;
                if odds.kind != OddsKind::Drawn {
                    return Err(no_distribution(adviser.player().spec()));
                }
                let found = odds.moves.iter().find(|(mv, _)| *mv == made);
                let probability = found.map_or(0.0, |(_, probability)| *probability);
                each.push((1.0 - LAPSE) * probability + LAPSE / odds.moves.len() as f64);
            }
            block.push(each);
        }
        Ok(block)
    })?;
    Ok(found.into_iter().flatten().collect())
}

fn no_distribution(spec: &Spec) -> AuditError {
    AuditError::Unable {
        what: format!("`{spec}` does not tell how often it makes its moves"),
        help: format!("take one that errs: `erring:noise=20,of=[{spec}]`"),
    }
}

/// Somebody and what each hypothesis says of their moves.
#[derive(Default)]
struct Person {
    elos: Vec<f64>,
    moves: Vec<Vec<f64>>,
}

impl Person {
    fn elo(&self) -> Option<f64> {
        let sum: f64 = self.elos.iter().sum();
        (!self.elos.is_empty()).then(|| sum / self.elos.len() as f64)
    }

    fn after(&self, moves: usize, prior: &[f64], tempering: f64) -> Vec<f64> {
        let mut posterior = Posterior::new(prior);
        for likelihoods in &self.moves[..moves] {
            posterior.update(likelihoods, tempering);
        }
        posterior.probabilities()
    }

    fn curve(&self, hypotheses: &Hypotheses, tempering: f64) -> Vec<Standing> {
        let made = MILESTONES
            .into_iter()
            .filter(|&moves| moves <= self.moves.len());
        let standing = |moves| {
            let posterior = self.after(moves, &hypotheses.prior(), tempering);
            let place = most_likely(&posterior);
            Standing {
                moves,
                rating: (hypotheses.grid()).map(|grid| Estimate::of(grid, &posterior, HELD)),
                most_likely: place,
                probability: posterior[place],
            }
        };
        made.map(standing).collect()
    }
}

fn most_likely(posterior: &[f64]) -> usize {
    let places = 0..posterior.len();
    let most = places.max_by(|&a, &b| posterior[a].total_cmp(&posterior[b]));
    most.expect("there are hypotheses")
}

/// Fits what a move counts to every other person, so that what they are is as likely as possible, and tries it
/// on the others.
fn calibrate(
    grid: &[f64],
    prior: &[f64],
    people: &[&Person],
    tempering: Option<f64>,
) -> Calibration {
    let half = |rest: usize| people.iter().skip(rest).step_by(2).copied();
    let elo = |person: &Person| person.elo().expect("those with a rating were chosen");
    let tempering = tempering.unwrap_or_else(|| {
        let surprise = |log: f64| -> f64 {
            let one = |person: &Person| {
                // Few moves and many should both be right.
                let milestones = MILESTONES.into_iter().filter(|&it| it < person.moves.len());
                let all = milestones.chain([person.moves.len()]);
                let told = all.map(|moves| {
                    let posterior = person.after(moves, prior, log.exp());
                    -density(grid, &posterior, elo(person)).max(1e-12).ln()
                });
                told.sum::<f64>()
            };
            half(0).map(one).sum()
        };
        golden(surprise, 0.02_f64.ln(), 2.0_f64.ln()).exp()
    });
    let accuracy = |moves: usize| {
        let tried: Vec<&Person> = half(1).filter(|it| it.moves.len() >= moves).collect();
        let count = tried.len() as f64;
        let middle = tried.iter().map(|it| elo(it)).sum::<f64>() / count;
        let estimate =
            |person: &&Person| Estimate::of(grid, &person.after(moves, prior, tempering), HELD);
        let mean = |of: &dyn Fn(&&Person) -> f64| tried.iter().map(of).sum::<f64>() / count;
        (!tried.is_empty()).then(|| Accuracy {
            moves,
            people: tried.len(),
            mean_error: mean(&|it| (estimate(it).mean - elo(it)).abs()),
            guessing_error: mean(&|it| (middle - elo(it)).abs()),
            held: mean(&|it| {
                let Estimate { low, high, .. } = estimate(it);
                f64::from((low..=high).contains(&elo(it)))
            }),
        })
    };
    Calibration {
        tempering,
        fitted: half(0).count(),
        people: half(1).count(),
        after: MILESTONES.into_iter().filter_map(accuracy).collect(),
    }
}
