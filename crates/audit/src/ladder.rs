//! Contests of a player against others of known strength.

use std::ops::Range;
use std::sync::Arc;

use shido::tutor::strength::between;
use shido::{AnyGame, AnyPlayer, Moved, Request, Seat, Settings, Spec, Turn, Watch};
use shido_people::rating::{Estimate, Posterior};

use crate::AuditError;
use crate::games::GameRecord;
use crate::work::each;

/// A contest of so many plies is broken off: it counts as drawn.
const MOST_PLIES: usize = 400;

/// The ratings between which strength is looked for.
const GRID: std::ops::RangeInclusive<i32> = 0..=140;
const STEP: f64 = 25.0;

/// Ratings, and what models of people of that rating play like at chess: spaced by what they score against each other,
/// and put where people lose as much as they do (docs/audit.md). Who draws every move anew is no person: the models of
/// weak people are stronger than these, and those of strong ones weaker. Below 400 points models are all the same.
const AT_CHESS: [[f64; 2]; 7] = [
    [400.0, 918.0],
    [600.0, 1068.0],
    [900.0, 1196.0],
    [1300.0, 1363.0],
    [1700.0, 1511.0],
    [2100.0, 1614.0],
    [2600.0, 1708.0],
];

/// How strong models of people really are.
#[derive(Clone, Copy)]
pub(crate) struct PlaysLike(&'static [[f64; 2]]);

impl PlaysLike {
    /// For the models of a game, where it is known.
    pub(crate) fn of(game: &str) -> Option<PlaysLike> {
        (game == "chess").then_some(PlaysLike(&AT_CHESS))
    }

    fn level(self, rating: f64) -> f64 {
        between(self.0, rating.max(self.0[0][0]))
    }

    /// The rating whose model plays like this level, or comes nearest to it.
    fn rating(self, level: f64) -> f64 {
        let rows: Vec<[f64; 2]> = (self.0.iter())
            .map(|&[rating, like]| [like, rating])
            .collect();
        let ends = [self.0[0][0], self.0[self.0.len() - 1][0]];
        between(&rows, level).clamp(ends[0], ends[1])
    }
}

/// Somebody of known strength, if it is known.
pub(crate) struct Rung {
    pub(crate) player: AnyPlayer,
    pub(crate) rating: Option<f64>,
}

impl Rung {
    /// The rating is what the options say, that of an engine that limits its strength, or what models of such people play
    /// like.
    pub(crate) fn new(
        game: &Arc<dyn AnyGame>,
        spec: &Spec,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Rung, AuditError> {
        let said = ["rating", "option.UCI_Elo"]
            .iter()
            .find_map(|key| spec.option(key));
        let said = said.and_then(|text| text.parse().ok());
        let known = PlaysLike::of(&game.about().name).filter(|_| spec.name == "people");
        Ok(Rung {
            player: game.player(spec, settings, watch)?,
            rating: said.map(|rating| known.map_or(rating, |it| it.level(rating))),
        })
    }

    /// The model of people that plays like a level.
    pub(crate) fn of_level(
        game: &Arc<dyn AnyGame>,
        known: PlaysLike,
        level: f64,
        settings: &Settings,
    ) -> Result<Rung, AuditError> {
        let mut spec = Spec::plain("people");
        let rating = known.rating(level).round().to_string();
        spec.options.push(("rating".to_owned(), rating));
        Rung::new(game, &spec, settings, &|_| {})
    }
}

/// Plays the contests with these numbers, against each rung in turn and on either side in turn.
pub(crate) fn climb(
    game: &Arc<dyn AnyGame>,
    subject: &AnyPlayer,
    rungs: &[Rung],
    numbers: Range<usize>,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Vec<GameRecord>, AuditError> {
    each(numbers.len(), settings, watch, &|at| {
        let number = numbers.start + at;
        let settings = Settings {
            seed: settings.seed.derive(number as u64),
            ..settings.clone()
        };
        let rung = &rungs[number % rungs.len()];
        let seat = Seat::BOTH[number / rungs.len() % 2];
        let mut session = Arc::clone(game).session(None, &settings)?;
        session.seat(seat, Some(subject))?;
        session.seat(seat.other(), Some(&rung.player))?;
        let request = Request {
            cancel: Some(Arc::clone(&settings.stop)),
            ..Request::default()
        };
        let mut plies = 0;
        let score = loop {
            match session.turn() {
                Turn::Over(outcome) => break (outcome.payoff().0.clamp(-1.0, 1.0) + 1.0) / 2.0,
                _ if plies >= MOST_PLIES => break 0.5,
                Turn::Of(_) | Turn::Chance => {
                    if let Moved::Move(_) = session.let_move(&request)? {
                        plies += 1;
                    }
                }
            }
        };
        let mut elos = [None; 2];
        elos[seat.other().index()] = rung.rating;
        Ok(GameRecord {
            line: number as u64 + 1,
            start: String::new(),
            moves: session.moves(),
            elos,
            names: [None, None],
            score: Some(score),
            first_ply: 0,
            subjects: vec![seat],
            played_out: true,
        })
    })
}

/// The rating of the subjects of games by what they scored against opponents of known ratings, with its 95%
/// interval; `None` where nothing is known. Before the first game all ratings are as likely.
pub(crate) fn elo<'g>(games: impl IntoIterator<Item = &'g GameRecord>) -> Option<[f64; 3]> {
    let grid: Vec<f64> = GRID.map(|step| f64::from(step) * STEP).collect();
    let mut posterior = Posterior::new(&vec![1.0 / grid.len() as f64; grid.len()]);
    let mut known = false;
    for record in games {
        let (Some(score), [seat]) = (record.score, &record.subjects[..]) else {
            continue;
        };
        let Some(theirs) = record.elos[seat.other().index()] else {
            continue;
        };
        let score = match seat {
            Seat::First => score,
            Seat::Second => 1.0 - score,
        };
        // A draw is half a win and half a loss.
        let likelihood = |rating: &f64| {
            let wins = 1.0 / (1.0 + 10_f64.powf((theirs - rating) / 400.0));
            wins.powf(score) * (1.0 - wins).powf(1.0 - score)
        };
        let likelihoods: Vec<f64> = grid.iter().map(likelihood).collect();
        posterior.update(&likelihoods, 1.0);
        known = true;
    }
    known.then(|| {
        let Estimate {
            low, median, high, ..
        } = Estimate::of(&grid, &posterior.probabilities(), 0.95);
        [low, median, high]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(seat: Seat, score: f64, theirs: f64) -> GameRecord {
        let mut elos = [None; 2];
        elos[seat.other().index()] = Some(theirs);
        GameRecord {
            line: 1,
            start: String::new(),
            moves: Vec::new(),
            elos,
            names: [None, None],
            score: Some(score),
            first_ply: 0,
            subjects: vec![seat],
            played_out: true,
        }
    }

    /// The model of 1100 is half-way between those of 900 and 1300; nobody is weaker than that of 400.
    #[test]
    fn what_models_play_like() {
        let chess = PlaysLike::of("chess").expect("measured");
        assert_eq!(chess.level(1100.0), (1196.0 + 1363.0) / 2.0);
        assert_eq!(chess.level(300.0), 918.0);
        assert!((chess.rating(1279.5) - 1100.0).abs() < 1e-9);
        assert_eq!(chess.rating(500.0), 400.0);
        assert_eq!(chess.rating(2200.0), 2600.0);
        assert!(PlaysLike::of("othello").is_none());
    }

    /// Three of four points against 1500 are 400 log10 3 = 190.8 more; with 400 games the interval is about
    /// 1.96 · 173.7 / sqrt(400 · 3/16) = 39 either way, and not much more for a grid of 25 points.
    #[test]
    fn the_rating_of_three_in_four() {
        let games: Vec<GameRecord> = (0..400)
            .map(|number| {
                let won = f64::from(number % 4 != 0);
                match number % 2 {
                    0 => game(Seat::First, won, 1500.0),
                    _ => game(Seat::Second, 1.0 - won, 1500.0),
                }
            })
            .collect();
        let [low, middle, high] = elo(&games).expect("ratings are known");
        assert!((middle - 1690.8).abs() < 5.0, "{middle}");
        assert!((high - low - 78.6).abs() < STEP / 2.0, "{low} {high}");
        assert_eq!(elo(&[]), None);
    }
}
