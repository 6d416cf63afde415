//! How strong somebody is, from the moves that they made.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use shido::{AnyGame, Event, Odds, OddsKind, Request, Settings, Spec, Watch};
use shido_people::rating::{Estimate, Posterior};

use crate::AuditError;
use crate::decisions::{Decisions, Follower};
use crate::prediction::of_any_rating;
use crate::work::each;
use crate::yardstick::{ASKED, STEP, Told, Yardstick};

/// Decisions that are asked about one after the other.
const BLOCK: usize = 16;

/// How often anybody does anything, whatever a hypothesis says: none dies of a single move.
const LAPSE: f64 = 1e-3;

/// What share of the truth intervals are to hold.
const HELD: f64 = 0.8;

/// The people of whom a rating is known that it takes to say how good estimates are, or to fit a yardstick.
const ENOUGH_PEOPLE: usize = 20;

/// Parts of the people whose estimates are tried by what fits the others.
const PARTS: usize = 5;

/// After how many moves it is told how the estimate stood.
const MILESTONES: [usize; 9] = [1, 2, 5, 10, 20, 40, 100, 200, 500];

/// What somebody may be.
#[derive(Clone, PartialEq, Debug)]
pub enum Hypotheses {
    /// One of these players, each as likely at first, and what a move counts: one, where moves depend on
    /// nothing but the player.
    Among(Vec<Spec>, f64),
    /// A person of some rating, as this player plays.
    People(Spec, Yardstick),
}

impl Hypotheses {
    /// People who play a game.
    #[must_use]
    pub fn people(game: &str) -> Hypotheses {
        Hypotheses::People(Spec::plain("people"), Yardstick::of(game))
    }

    fn specs(&self) -> Vec<Spec> {
        match self {
            Hypotheses::Among(specs, _) => specs.clone(),
            Hypotheses::People(by, _) => {
                let rated = |rating: f64| {
                    let mut spec = by.clone();
                    spec.options.push(("rating".to_owned(), rating.to_string()));
                    spec
                };
                Yardstick::grid().into_iter().map(rated).collect()
            }
        }
    }

    /// The probability of each after some moves, of which the logarithms of the probabilities are added up.
    fn posterior(&self, logs: &[f64]) -> Vec<f64> {
        match self {
            Hypotheses::Among(specs, tempering) => {
                let mut posterior = Posterior::new(&vec![1.0; specs.len()]);
                posterior.learn(logs, *tempering);
                posterior.probabilities()
            }
            Hypotheses::People(_, yardstick) => yardstick.posterior(logs),
        }
    }

    fn estimate(&self, posterior: &[f64]) -> Option<Estimate> {
        match self {
            Hypotheses::Among(..) => None,
            Hypotheses::People(..) => Some(Estimate::of(&Yardstick::grid(), posterior, HELD)),
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
    /// What moves say about ratings; `None` where the hypotheses are no ratings.
    pub yardstick: Option<Yardstick>,
    /// Each of them.
    pub players: Vec<Rated>,
    /// How good the estimates are, where the ratings of enough people are known: after so many moves.
    pub accuracy: Vec<Accuracy>,
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
    /// How wide these are on average.
    pub width: f64,
}

/// Finds out how strong the people of a file are. Those in the column `player` are told apart; without it the
/// file is about one.
///
/// # Errors
/// Where a player cannot be had, fails or does not tell how often it makes its moves, or the file has a
/// mistake.
pub fn rate(
    game: &Arc<dyn AnyGame>,
    hypotheses: &Hypotheses,
    decisions: &Decisions,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<StrengthReport, AuditError> {
    let people = people(game, hypotheses, decisions, settings, watch)?;
    let specs = hypotheses.specs();
    let rated = people.iter().map(|(player, person)| {
        let moves = person.logs.len();
        let posterior = person.after(moves, hypotheses);
        Rated {
            player: player.map(str::to_owned),
            moves,
            rating: hypotheses.estimate(&posterior),
            most_likely: specs[most_likely(&posterior)].clone(),
            posterior,
            elo: person.elo(),
            curve: person.curve(hypotheses),
        }
    });
    Ok(StrengthReport {
        game: game.about().name.clone(),
        yardstick: match hypotheses {
            Hypotheses::Among(..) => None,
            Hypotheses::People(_, yardstick) => Some(*yardstick),
        },
        players: rated.collect(),
        hypotheses: specs,
        accuracy: accuracy(people.values().map(|person| (person, hypotheses))),
        stopped: settings.stop.load(Ordering::Relaxed),
    })
}

/// A yardstick, and how good it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Fitted {
    /// What fits all of the people.
    #[serde(flatten)]
    pub yardstick: Yardstick,
    /// How good estimates are by what fits others: each fifth of the people is held against what fits the rest.
    pub accuracy: Vec<Accuracy>,
}

/// The yardstick that fits people best whose ratings are known, as a player plays.
///
/// # Errors
/// As for [`rate`], and where the ratings of too few people are known.
pub fn fit_yardstick(
    game: &Arc<dyn AnyGame>,
    by: &Spec,
    decisions: &Decisions,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Fitted, AuditError> {
    let hypotheses = Hypotheses::People(by.clone(), Yardstick::PLAIN);
    let people = people(game, &hypotheses, decisions, settings, watch)?;
    // A yardstick of those who came first would be kept as if it were of all.
    if settings.stop.load(Ordering::Relaxed) {
        return Err(shido::Error::Stopped.into());
    }
    let (people, told): (Vec<&Person>, Vec<Told>) = people.values().filter_map(told).unzip();
    if told.len() < ENOUGH_PEOPLE {
        return Err(AuditError::Unable {
            what: format!(
                "{}: the ratings of {} people are known",
                decisions.file,
                told.len()
            ),
            help: format!("it takes {ENOUGH_PEOPLE}: columns `player` and `elo`"),
        });
    }
    let by_others = (0..PARTS).map(|part| {
        let others = told.iter().enumerate();
        let others = others.filter(|(number, _)| number % PARTS != part);
        let others: Vec<Told> = others.map(|(_, told)| told.clone()).collect();
        Hypotheses::People(by.clone(), Yardstick::fit(&others))
    });
    let by_others: Vec<Hypotheses> = by_others.collect();
    let numbered = people.iter().enumerate();
    Ok(Fitted {
        yardstick: Yardstick::fit(&told),
        accuracy: accuracy(numbered.map(|(number, it)| (*it, &by_others[number % PARTS]))),
    })
}

/// Somebody whose rating is known, and what is said of their first moves, of more, and of all: few moves and many
/// should both be right.
fn told(person: &Person) -> Option<(&Person, Told)> {
    let made = person.logs.len();
    let milestones = MILESTONES.into_iter().filter(|&moves| moves < made);
    let after = milestones.chain([made]);
    let told = Told {
        elo: person.elo()?,
        after: after.map(|moves| person.sum(moves)).collect(),
    };
    Some((person, told))
}

/// The people of a file, by name.
fn people<'d>(
    game: &Arc<dyn AnyGame>,
    hypotheses: &Hypotheses,
    decisions: &'d Decisions,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<BTreeMap<Option<&'d str>, Person>, AuditError> {
    let logs = logs(game, hypotheses, decisions, settings, watch)?;
    let mut people: BTreeMap<Option<&str>, Person> = BTreeMap::new();
    for (decision, logs) in decisions.all.iter().zip(logs) {
        let person = people.entry(decision.player.as_deref()).or_default();
        person.elos.extend(decision.elo);
        person.logs.push(logs);
    }
    Ok(people)
}

/// The logarithm of the probability with which each hypothesis makes each of the moves, as far as a stop
/// allows; of people, those of the ratings that are asked for.
fn logs(
    game: &Arc<dyn AnyGame>,
    hypotheses: &Hypotheses,
    decisions: &Decisions,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Vec<Vec<f64>>, AuditError> {
    let (specs, ratings): (Vec<Spec>, Option<Vec<f64>>) = match hypotheses {
        Hypotheses::Among(specs, _) => (specs.clone(), None),
        Hypotheses::People(by, _) => {
            let asked = ASKED.map(|step| f64::from(step) * STEP);
            (vec![of_any_rating(by)], Some(asked.collect()))
        }
    };
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
        let request = Request::default();
        let mut block = Vec::with_capacity(BLOCK);
        for decision in blocks[number] {
            let (session, made) = follower.follow(decision)?;
            let mut told = Vec::new();
            for adviser in &mut advisers {
                let odds = match &ratings {
                    Some(ratings) => session.odds_by_rating(adviser, ratings, None, &request)?,
                    None => vec![session.odds(adviser, &request)?],
                };
                if odds.iter().any(|odds| odds.kind != OddsKind::Drawn) {
                    return Err(no_distribution(adviser.player().spec()));
                }
                told.extend(odds.iter().map(|odds| log_of(odds, &made)));
            }
            block.push(told);
        }
        Ok(block)
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// The logarithm of the probability of a move.
fn log_of(odds: &Odds, made: &str) -> f64 {
    let found = odds.moves.iter().find(|(mv, _)| mv == made);
    let probability = found.map_or(0.0, |(_, probability)| *probability);
    ((1.0 - LAPSE) * probability + LAPSE / odds.moves.len() as f64).ln()
}

fn no_distribution(spec: &Spec) -> AuditError {
    AuditError::Unable {
        what: format!("`{spec}` does not tell how often it makes its moves"),
        help: format!("take one that errs: `erring:noise=20,of=[{spec}]`"),
    }
}

/// Somebody and what is said of each of their moves.
#[derive(Default)]
struct Person {
    elos: Vec<f64>,
    logs: Vec<Vec<f64>>,
}

impl Person {
    fn elo(&self) -> Option<f64> {
        let sum: f64 = self.elos.iter().sum();
        (!self.elos.is_empty()).then(|| sum / self.elos.len() as f64)
    }

    /// What is said of so many moves together.
    fn sum(&self, moves: usize) -> Vec<f64> {
        let mut sum = vec![0.0; self.logs[0].len()];
        for logs in &self.logs[..moves] {
            sum.iter_mut().zip(logs).for_each(|(sum, log)| *sum += log);
        }
        sum
    }

    fn after(&self, moves: usize, hypotheses: &Hypotheses) -> Vec<f64> {
        hypotheses.posterior(&self.sum(moves))
    }

    fn curve(&self, hypotheses: &Hypotheses) -> Vec<Standing> {
        let made = MILESTONES
            .into_iter()
            .filter(|&moves| moves <= self.logs.len());
        let standing = |moves| {
            let posterior = self.after(moves, hypotheses);
            let place = most_likely(&posterior);
            Standing {
                moves,
                rating: hypotheses.estimate(&posterior),
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

/// How good the estimates of people are whose ratings are known, if they are enough: each by their hypotheses.
fn accuracy<'p>(people: impl Iterator<Item = (&'p Person, &'p Hypotheses)>) -> Vec<Accuracy> {
    let rated: Vec<(f64, &Person, &Hypotheses)> = people
        .filter_map(|(person, hypotheses)| Some((person.elo()?, person, hypotheses)))
        .collect();
    let after = |moves: usize| {
        let tried = rated.iter().filter(|(_, it, _)| it.logs.len() >= moves);
        let tried: Option<Vec<(f64, Estimate)>> = tried
            .map(|(elo, it, by)| Some((*elo, by.estimate(&it.after(moves, by))?)))
            .collect();
        let tried = tried.filter(|tried| tried.len() >= ENOUGH_PEOPLE)?;
        let mean = |of: &dyn Fn(f64, &Estimate) -> f64| {
            tried.iter().map(|(elo, it)| of(*elo, it)).sum::<f64>() / tried.len() as f64
        };
        let middle = mean(&|elo, _| elo);
        Some(Accuracy {
            moves,
            people: tried.len(),
            mean_error: mean(&|elo, it| (it.mean - elo).abs()),
            guessing_error: mean(&|elo, _| (middle - elo).abs()),
            held: mean(&|elo, it| f64::from((it.low..=it.high).contains(&elo))),
            width: mean(&|_, it| it.high - it.low),
        })
    };
    MILESTONES.into_iter().filter_map(after).collect()
}
