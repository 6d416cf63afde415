//! How well a player foretells what people play.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde::Serialize;
use shido::{AnyGame, Event, Odds, OddsKind, Request, Settings, Spec, Watch};

use crate::AuditError;
use crate::decisions::{Decision, Decisions, Follower};
use crate::work::each;

/// Decisions that are asked about one after the other by the same advisers. What a search remembers depends on
/// these alone, so that the result does not depend on the number of threads.
const BLOCK: usize = 64;

/// How wide a band of ratings is.
const BAND: f64 = 100.0;

/// How well a player foretells what people play. Shares are from 0 to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct PredictionReport {
    /// The game.
    pub game: String,
    /// Who foretells.
    pub by: Spec,
    /// All decisions together.
    #[serde(flatten)]
    pub all: Prediction,
    /// The same by the rating of who decided, in steps of 100; those without a rating are left out.
    pub bands: Vec<Band>,
    /// What the player told: how often it makes each move, what each is worth, or its move alone.
    pub kind: OddsKind,
    /// How far its values or its move are to be doubted, fitted to every other decision: the temperature of a
    /// soft-max, or how often any other move is made. `None` for players that tell probabilities.
    pub doubt: Option<f64>,
    /// How many decisions that was fitted to. They are not counted in anything else.
    pub fitted: u64,
    /// Whether a stop came before the last decision.
    pub stopped: bool,
}

/// How well decisions were foretold.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Prediction {
    /// How many decisions.
    pub positions: u64,
    /// How often the most likely move was played. Of several that are equally likely each counts its share.
    pub top1: f64,
    /// The mean of the negative logarithm of the probability of what was played, in nats; `None` where
    /// something was played that the player never does.
    pub log_loss: Option<f64>,
    /// How often something was played to which the player gives no chance at all.
    pub impossible: u64,
}

/// The decisions of people of a strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Band {
    /// The lowest rating; the highest is below that plus 100.
    pub band: i64,
    /// How well they were foretold.
    #[serde(flatten)]
    pub prediction: Prediction,
}

/// Asks a player about every decision of a file.
///
/// A player that needs a rating, and for whom none is named, takes that of each row, and likewise the rating of
/// the opponent.
///
/// # Errors
/// Where the player cannot be had or fails, or the file has a mistake.
pub fn predict(
    game: &Arc<dyn AnyGame>,
    by: &Spec,
    decisions: &Decisions,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<PredictionReport, AuditError> {
    let by_rating = takes_ratings(game, by);
    let player = match by_rating {
        true => game.player(&of_any_rating(by), settings, watch)?,
        false => game.player(by, settings, watch)?,
    };
    let blocks: Vec<&[Decision]> = decisions.all.chunks(BLOCK).collect();
    let count = |event| match event {
        Event::Contests(blocks) => watch(Event::Contests(blocks * BLOCK as u64)),
        event => watch(event),
    };
    let asked = each(blocks.len(), settings, &count, &|number| {
        let mut follower = Follower::new(game, settings, decisions);
        let mut adviser = game.adviser(&player)?;
        let request = Request::default();
        let mut asked = Vec::with_capacity(BLOCK);
        for decision in blocks[number] {
            let (session, made) = follower.follow(decision)?;
            let odds = match by_rating {
                false => session.odds(&mut adviser, &request)?,
                true => {
                    let help = format!("name one for all rows: `{}:rating=1500`", by.name);
                    let unrated = || decisions.unrated(decision, &help);
                    let elo = decision.elo.ok_or_else(unrated)?;
                    let named = by.option("opponent").is_some();
                    let opponent = decision.opponent_elo.filter(|_| !named);
                    let odds = session.odds_by_rating(&mut adviser, &[elo], opponent, &request);
                    odds?.remove(0)
                }
            };
            asked.push(Asked::new(decision, &odds, &made)?);
        }
        Ok(asked)
    })?;
    let asked: Vec<Asked> = asked.into_iter().flatten().collect();
    let kind = asked
        .first()
        .map_or(OddsKind::Drawn, |asked| asked.odds.kind);
    let (fitted, measured): (Vec<_>, Vec<_>) = match kind {
        OddsKind::Drawn => (Vec::new(), asked.iter().collect()),
        _ => {
            let even = |number: &(usize, &Asked)| number.0.is_multiple_of(2);
            let (fitted, measured): (Vec<_>, Vec<_>) = asked.iter().enumerate().partition(even);
            let plain = |numbered: Vec<(usize, _)>| numbered.into_iter().map(|it| it.1).collect();
            (plain(fitted), plain(measured))
        }
    };
    if measured.is_empty() && !fitted.is_empty() {
        return Err(AuditError::Unable {
            what: format!("one decision is too few for `{by}`"),
            help: "how far it is to be doubted is fitted to every other decision, so that there have to be two; \
                   `people:rating=1500` can be asked about one"
                .to_owned(),
        });
    }
    let doubt = (!fitted.is_empty()).then(|| fit(&fitted));
    let mut all = Sum::default();
    let mut bands: BTreeMap<i64, Sum> = BTreeMap::new();
    for asked in measured {
        let probabilities = asked.odds.probabilities(doubt.unwrap_or(0.0));
        all.add(&probabilities, asked.made);
        if let Some(elo) = asked.elo {
            let band = ((elo / BAND).floor() * BAND) as i64;
            bands
                .entry(band)
                .or_default()
                .add(&probabilities, asked.made);
        }
    }
    let band = |(band, sum): (i64, Sum)| Band {
        band,
        prediction: sum.mean(),
    };
    Ok(PredictionReport {
        game: game.about().name.clone(),
        by: by.clone(),
        all: all.mean(),
        bands: bands.into_iter().map(band).collect(),
        kind,
        doubt,
        fitted: fitted.len() as u64,
        stopped: settings.stop.load(Ordering::Relaxed),
    })
}

/// Whether a player needs a rating and none is named.
fn takes_ratings(game: &Arc<dyn AnyGame>, by: &Spec) -> bool {
    let has = |about: &shido::PlayerDescription| {
        let mut options = about.options.iter();
        about.name == by.name && options.any(|it| it.name == "rating" && it.required)
    };
    by.option("rating").is_none() && game.players().iter().any(|(about, _)| has(about))
}

/// A player for whom it makes no difference which rating it has, since it is asked for those of others.
pub(crate) fn of_any_rating(by: &Spec) -> Spec {
    let mut spec = by.clone();
    spec.options.push(("rating".to_owned(), "1500".to_owned()));
    spec
}

/// What was told about a decision.
struct Asked {
    elo: Option<f64>,
    odds: Odds<()>,
    /// The move that was made, by its place among them.
    made: usize,
}

impl Asked {
    fn new(decision: &Decision, odds: &Odds, made: &str) -> Result<Asked, AuditError> {
        let place = odds.moves.iter().position(|(mv, _)| mv == made);
        Ok(Asked {
            elo: decision.elo,
            made: place.ok_or_else(|| AuditError::Unable {
                what: format!("line {}: nothing was told of `{made}`", decision.line),
                help: "ask a player that judges every move".to_owned(),
            })?,
            odds: Odds {
                kind: odds.kind,
                moves: odds.moves.iter().map(|&(_, number)| ((), number)).collect(),
            },
        })
    }
}

/// The doubt under which these decisions are most likely.
fn fit(asked: &[&Asked]) -> f64 {
    let loss = |log_doubt: f64| -> f64 {
        let doubt = log_doubt.exp();
        let one = |asked: &&Asked| -(asked.odds.probabilities(doubt)[asked.made].max(1e-300)).ln();
        asked.iter().map(one).sum()
    };
    // Below a thousandth nobody errs, and above the largest everything is as likely.
    let most = match asked[0].odds.kind {
        OddsKind::Chosen => 1.0_f64,
        OddsKind::Judged | OddsKind::Drawn => 100.0,
    };
    golden(loss, 1e-3_f64.ln(), most.ln()).exp()
}

/// Where a function with one valley is lowest, by golden sections.
pub(crate) fn golden(function: impl Fn(f64) -> f64, low: f64, high: f64) -> f64 {
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (low, high);
    let mut left = high - ratio * (high - low);
    let mut right = low + ratio * (high - low);
    let (mut at_left, mut at_right) = (function(left), function(right));
    for _ in 0..40 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - ratio * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + ratio * (high - low);
            at_right = function(right);
        }
    }
    (low + high) / 2.0
}

/// Decisions added up.
#[derive(Default)]
struct Sum {
    positions: u64,
    top: f64,
    loss: f64,
    impossible: u64,
}

impl Sum {
    fn add(&mut self, probabilities: &[f64], made: usize) {
        self.positions += 1;
        let most = probabilities.iter().copied().fold(0.0, f64::max);
        if probabilities[made] >= most {
            let ties = probabilities.iter().filter(|&&other| other >= most).count();
            self.top += 1.0 / ties as f64;
        }
        match probabilities[made] > 0.0 {
            true => self.loss -= probabilities[made].ln(),
            false => self.impossible += 1,
        }
    }

    fn mean(&self) -> Prediction {
        let count = self.positions.max(1) as f64;
        Prediction {
            positions: self.positions,
            top1: self.top / count,
            log_loss: (self.impossible == 0 && self.positions > 0).then_some(self.loss / count),
            impossible: self.impossible,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_point_of_a_valley() {
        assert!((golden(|x| (x - 0.7) * (x - 0.7), -3.0, 5.0) - 0.7).abs() < 1e-6);
    }

    /// A player whose move was made in three of four cases, with four legal moves: the share of other moves is
    /// a quarter, and of all random moves three quarters are other ones, so that a third is random.
    #[test]
    fn the_doubt_of_a_chosen_move() {
        let asked = |made| Asked {
            elo: None,
            odds: Odds {
                kind: OddsKind::Chosen,
                moves: vec![((), 1.0), ((), 0.0), ((), 0.0), ((), 0.0)],
            },
            made,
        };
        let all = [asked(0), asked(0), asked(0), asked(2)];
        let found = fit(&all.iter().collect::<Vec<_>>());
        assert!((found - 1.0 / 3.0).abs() < 1e-6, "{found}");
    }

    /// Two values, 0 and -1, of which the better was played three times of four: the odds are 3 to 1, so
    /// the temperature is 1 / ln 3.
    #[test]
    fn the_temperature_of_values() {
        let asked = |made| Asked {
            elo: None,
            odds: Odds {
                kind: OddsKind::Judged,
                moves: vec![((), 0.0), ((), -1.0)],
            },
            made,
        };
        let all = [asked(0), asked(0), asked(1), asked(0)];
        let found = fit(&all.iter().collect::<Vec<_>>());
        assert!((found - 1.0 / 3.0_f64.ln()).abs() < 1e-6, "{found}");
    }

    #[test]
    fn moves_that_are_as_likely_share_the_credit() {
        let mut sum = Sum::default();
        sum.add(&[0.4, 0.4, 0.2], 0);
        sum.add(&[0.4, 0.4, 0.2], 2);
        let mean = sum.mean();
        assert_eq!((mean.positions, mean.top1), (2, 0.25));
        let expected = -(0.4_f64.ln() + 0.2_f64.ln()) / 2.0;
        assert!((mean.log_loss.expect("nothing was impossible") - expected).abs() < 1e-12);
        sum.add(&[1.0, 0.0, 0.0], 1);
        assert_eq!((sum.mean().log_loss, sum.mean().impossible), (None, 1));
    }
}
