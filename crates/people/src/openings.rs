//! How people begin: where very many games have been, counting tells more than a model that learned what comes later.

use std::collections::HashMap;

use shido_core::EngineNotation;

use crate::FileError;

/// What the model says counts as much as so many games.
const MODEL: f64 = 50.0;

/// Moves, and how often each was made by people of each rating.
type Made<M> = Vec<(M, Vec<f64>)>;

/// What people of some ratings played in the first positions of a game, and how often.
#[derive(Clone, Debug)]
pub struct Openings<G: EngineNotation> {
    ratings: Vec<f64>,
    positions: HashMap<G::Position, Made<G::Move>>,
}

impl<G: EngineNotation> Openings<G> {
    /// Reads a table. The first line has the `ratings`; each other one the moves that were made before, as engines write
    /// them, and then each move that was made and how often by people of each rating, separated by `|`. What follows a
    /// `#` is a comment.
    ///
    /// # Errors
    /// Where a line is none of these.
    pub fn read(game: &G, text: &str) -> Result<Openings<G>, FileError> {
        let lines = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or(""));
        let mut lines = lines.filter(|line| !line.trim().is_empty());
        let unfit = |line: &str| FileError::Unfit(format!("no openings: `{line}`"));
        let header = lines.next().unwrap_or_default();
        let ratings = (header.strip_prefix("ratings ")).and_then(numbers);
        let rising = |ratings: &Vec<f64>| ratings.windows(2).all(|pair| pair[0] < pair[1]);
        let ratings = ratings.filter(rising).ok_or_else(|| unfit(header))?;
        let mut positions = HashMap::new();
        for line in lines {
            let row = Openings::row(game, line, ratings.len());
            let (position, made) = row.ok_or_else(|| unfit(line))?;
            positions.insert(game.recurs_as(&position), made);
        }
        Ok(Openings { ratings, positions })
    }

    fn row(game: &G, line: &str, ratings: usize) -> Option<(G::Position, Made<G::Move>)> {
        let mut parts = line.split('|').map(str::trim);
        let mut position = game.start();
        for mv in parts.next()?.split_whitespace() {
            let mv = game.parse_engine_move(&position, mv).ok()?;
            game.play(&mut position, mv);
        }
        let made = parts.map(|part| {
            let (mv, counts) = part.split_once(' ')?;
            let counts = numbers(counts).filter(|counts| counts.len() == ratings)?;
            Some((game.parse_engine_move(&position, mv).ok()?, counts))
        });
        let made: Option<Made<G::Move>> = made.collect();
        Some((position, made?))
    }

    /// Changes a model's odds of people of a rating by what they were seen to play: the more games came to the position,
    /// the less the model counts. Between two ratings is a straight line.
    pub fn correct(
        &self,
        game: &G,
        position: &G::Position,
        rating: f64,
        odds: &mut [(G::Move, f64)],
    ) {
        let Some(made) = self.positions.get(&game.recurs_as(position)) else {
            return;
        };
        let above = self.ratings.partition_point(|known| *known <= rating);
        let high = above.min(self.ratings.len() - 1);
        let low = above.saturating_sub(1);
        let share = match self.ratings[high] - self.ratings[low] {
            0.0 => 0.0,
            apart => (rating - self.ratings[low]) / apart,
        };
        let games = |at: usize| made.iter().map(|(_, counts)| counts[at]).sum::<f64>();
        let [games_low, games_high] = [games(low), games(high)];
        for (mv, odds) in odds {
            let counts = made.iter().find(|(known, _)| known == mv);
            let seen = |at: usize, games: f64| {
                let count = counts.map_or(0.0, |(_, counts)| counts[at]);
                (count + MODEL * *odds) / (games + MODEL)
            };
            *odds = (1.0 - share) * seen(low, games_low) + share * seen(high, games_high);
        }
    }
}

/// Numbers with blanks between them; at least one.
fn numbers(text: &str) -> Option<Vec<f64>> {
    let parsed = text.split_whitespace().map(|word| word.parse::<f64>());
    let numbers: Vec<f64> = parsed.collect::<Result<_, _>>().ok()?;
    let sound = numbers
        .iter()
        .all(|number| number.is_finite() && *number >= 0.0);
    (sound && !numbers.is_empty()).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use shido_core::Game;
    use shido_games::chess::Chess;

    use super::*;

    const TABLE: &str =
        "# a comment\nratings 1000 2000\n | e2e4 150 50 | d2d4 0 100\ne2e4 | e7e5 7 7\n";

    /// The model knows two moves, as likely as each other. At 1000 there are 150 games and the model counts for 50: e4 has
    /// (150 + 25) / 200. At 2000 it has (50 + 25) / 200, and half-way between them the mean.
    #[test]
    fn counts_and_the_model_by_hand() {
        let chess = Chess;
        let openings = Openings::read(&chess, TABLE).expect("sound");
        let start = chess.start();
        let [e4, d4] =
            ["e2e4", "d2d4"].map(|mv| chess.parse_engine_move(&start, mv).expect("legal"));
        let e4_at = |rating: f64| {
            let mut odds = vec![(e4, 0.5), (d4, 0.5)];
            openings.correct(&chess, &start, rating, &mut odds);
            assert!((odds[0].1 + odds[1].1 - 1.0).abs() < 1e-12);
            odds[0].1
        };
        for (rating, expected) in [
            (1000.0, 0.875),
            (2000.0, 0.375),
            (1500.0, 0.625),
            // Beyond both ends they play as the nearest do.
            (300.0, 0.875),
            (2600.0, 0.375),
        ] {
            assert!((e4_at(rating) - expected).abs() < 1e-12, "{rating}");
        }
        // Where nobody has been the model is left alone.
        let mut odds = vec![(d4, 1.0)];
        openings.correct(&chess, &chess.after(&start, d4), 1500.0, &mut odds);
        assert_eq!(odds, [(d4, 1.0)]);
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let chess = Chess;
        for text in [
            "",
            "e2e4 | e7e5 7 7",
            "ratings 2000 1000",
            "ratings 1000 2000\n | e2e5 1 1",
            "ratings 1000 2000\n | e2e4 1",
            "ratings 1000 2000\n | e2e4 1 x",
            "ratings 1000 2000\ne2e4 e2e4 | e7e5 1 1",
        ] {
            assert!(matches!(
                Openings::read(&chess, text),
                Err(FileError::Unfit(_))
            ));
        }
    }
}
