//! What is remembered of a student, game by game and over time.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use shido::tutor::strength::{STRONGEST, WEAKEST};
use shido_store::{Contest, Moment, Student};

use crate::progress::{Stage, stages};
use crate::students::day;

/// How many cards of a student are due, of a game if one is wanted.
#[must_use]
pub fn cards_due(student: &Student, game: Option<&str>, now: Moment) -> usize {
    let cards = student.cards.iter().filter(|card| card.schedule.due <= now);
    cards
        .filter(|card| game.is_none_or(|game| game == card.exercise.game))
        .count()
}

/// How contests ended for the student.
#[derive(Default, Serialize)]
pub struct Results {
    /// Those that the student won.
    pub won: u32,
    /// Those that were drawn.
    pub drawn: u32,
    /// Those that the student lost.
    pub lost: u32,
    /// Those that are not over.
    pub unfinished: u32,
    /// Those in which people sat at both sides: nobody knows which of them the student was.
    pub among_people: u32,
}

impl Results {
    fn add(&mut self, contest: &Contest) {
        *match result(contest) {
            Some("won") => &mut self.won,
            Some("drawn") => &mut self.drawn,
            Some(_) => &mut self.lost,
            None if contest.standing.outcome.is_none() => &mut self.unfinished,
            None => &mut self.among_people,
        } += 1;
    }

    /// The points of the student, as a share of those that could be had.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let over = self.won + self.drawn + self.lost;
        (over > 0).then(|| (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(over))
    }
}

/// How a contest ended for the student, where that is known.
#[must_use]
pub fn result(contest: &Contest) -> Option<&'static str> {
    let seat = contest.beginning.seat.as_deref()?;
    Some(match contest.standing.outcome.as_deref()? {
        "draw" => "drawn",
        winner if winner == seat => "won",
        _ => "lost",
    })
}

/// What is remembered of a student at one game.
#[derive(Serialize)]
pub struct AtGame {
    /// The game, as it is opened.
    pub game: String,
    /// How their contests ended.
    #[serde(flatten)]
    pub results: Results,
    /// Their points, as a share of those that could be had.
    pub score: Option<f64>,
    /// How strong they are.
    pub rating: Option<Rating>,
    /// How many cards there are.
    pub cards: usize,
    /// How many of them are due.
    pub cards_due: usize,
    /// Month by month.
    pub months: Vec<Month>,
    /// How strong they were at different times, the oldest first.
    pub levels: Vec<LevelAt>,
    /// What the reviews of their contests found, the oldest first.
    pub progress: Vec<Stage>,
}

/// How strong somebody was.
#[derive(Serialize)]
pub struct LevelAt {
    /// When.
    pub at: Moment,
    /// The rating.
    pub level: f64,
}

/// How contests ended that were begun in one month.
#[derive(Serialize)]
pub struct Month {
    /// The month, as `2026-11`.
    pub month: String,
    /// How they ended.
    #[serde(flatten)]
    pub results: Results,
    /// The points, as a share of those that could be had.
    pub score: Option<f64>,
}

/// How strong somebody is, between two bounds where these are known.
#[derive(Serialize)]
pub struct Rating {
    /// The rating.
    pub mean: f64,
    /// The lower bound.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
}

impl Rating {
    /// As what was learned tells it: `rating` is a number, or has a `mean` and perhaps `low` and `high`.
    fn of(state: &Value) -> Option<Rating> {
        let rating = state.get("rating")?;
        let number = |key: &str| rating.get(key).and_then(Value::as_f64);
        let mean = rating.as_f64().or_else(|| number("mean"))?;
        // What was learned elsewhere may end beyond the scale, where its mean does not.
        Some(Rating {
            mean,
            low: number("low").map(|low| low.max(WEAKEST).min(mean)),
            high: number("high").map(|high| high.min(STRONGEST).max(mean)),
        })
    }
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.0}", self.mean)?;
        match (self.low, self.high) {
            (Some(low), Some(high)) => write!(f, " ({low:.0} to {high:.0})"),
            _ => Ok(()),
        }
    }
}

/// What is remembered of a student, game by game.
#[must_use]
pub fn profile(student: &Student, now: Moment) -> Vec<AtGame> {
    // One that was begun and left before the first move tells nothing.
    let played = |contest: &&Contest| {
        !contest.standing.moves.is_empty() || contest.standing.outcome.is_some()
    };
    let contests: Vec<&Contest> = student.contests.iter().filter(played).collect();
    let mut months: BTreeMap<&str, BTreeMap<String, Results>> = BTreeMap::new();
    for contest in &contests {
        let begun = day(contest.begun);
        let month = format!("{:04}-{:02}", begun.year, begun.month);
        let at_game = months.entry(&contest.beginning.game).or_default();
        at_game.entry(month).or_default().add(contest);
    }
    for learned in &student.learned {
        months.entry(&learned.game).or_default();
    }
    for card in &student.cards {
        months.entry(&card.exercise.game).or_default();
    }
    let at_game = |(game, months): (&str, BTreeMap<String, Results>)| {
        let mut results = Results::default();
        let of_game = contests.iter();
        for contest in of_game.filter(|contest| contest.beginning.game == game) {
            results.add(contest);
        }
        let learned = student.learned.iter().find(|learned| learned.game == game);
        let cards = student.cards.iter();
        AtGame {
            game: game.to_owned(),
            score: results.score(),
            results,
            rating: learned.and_then(|learned| Rating::of(&learned.state)),
            levels: learned.map_or(Vec::new(), |learned| {
                let levels = learned.levels.iter();
                levels.map(|&(at, level)| LevelAt { at, level }).collect()
            }),
            cards: cards.filter(|card| card.exercise.game == game).count(),
            cards_due: cards_due(student, Some(game), now),
            months: months
                .into_iter()
                .map(|(month, results)| Month {
                    month,
                    score: results.score(),
                    results,
                })
                .collect(),
            progress: stages(student, game),
        }
    };
    months.into_iter().map(at_game).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_rating_lies_between_its_bounds() {
        for (rating, told) in [
            (json!(900), "900"),
            (
                json!({"mean": 1200, "low": 1000.4, "high": 1400}),
                "1200 (1000 to 1400)",
            ),
            (
                json!({"mean": 3600, "low": 3797, "high": 4117}),
                "3600 (3600 to 3600)",
            ),
            (json!({"mean": 0, "low": -400, "high": -90}), "0 (0 to 0)"),
        ] {
            let rating = Rating::of(&json!({ "rating": rating })).expect("a rating");
            assert_eq!(rating.to_string(), told);
        }
    }
}
