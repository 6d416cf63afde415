//! What people played, read from CSV ([`Rows`]) as moves of a game: in the notation of engines, or else as
//! people write them.

use std::io::Read;

use shido_core::{EngineNotation, Game, NotationError, Seat, Turn};
use xxhash_rust::xxh3::xxh3_64;

use crate::rows::{Row, RowError, Rows};

/// What was played before, each move with the position in which it was made.
pub type Past<G> = Vec<(<G as Game>::Position, <G as Game>::Move)>;

/// A row: a game, or the part of one that leads to a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<G: Game> {
    /// The line of the file, counted from 1.
    pub line: u64,
    /// Where it began.
    pub start: G::Position,
    /// All that was played from there.
    pub moves: Vec<G::Move>,
    /// The first of the moves that people are asked about; in a game that is the very first, unless the
    /// file says otherwise.
    pub first: usize,
    /// The ratings of the side that moves first in a contest, and of the other.
    pub ratings: [Option<f64>; 2],
    /// A number for each player by the same seats, if the file says who they are.
    pub players: [Option<u64>; 2],
    /// A number for the game; rows of a file that names no games are games of their own.
    pub game: u64,
    /// Whether it was played too fast to think.
    pub hasty: bool,
    /// What each move gave away of the expected score, 0 to 1, as far as the file has evaluations.
    pub losses: Vec<Option<f32>>,
}

impl<G: Game> Played<G> {
    /// The position at a ply, and what was played before it.
    #[must_use]
    pub fn before(&self, game: &G, ply: usize) -> (G::Position, Past<G>) {
        let mut position = self.start.clone();
        let mut past = Vec::with_capacity(ply);
        for mv in &self.moves[..ply] {
            past.push((position.clone(), *mv));
            game.play(&mut position, *mv);
        }
        (position, past)
    }

    /// The rating of a side and that of its opponent.
    #[must_use]
    pub fn ratings_for(&self, seat: Seat) -> (Option<f64>, Option<f64>) {
        (
            self.ratings[seat.index()],
            self.ratings[seat.other().index()],
        )
    }
}

/// The rows of a file, one after the other.
///
/// ```
/// use shido_games::chess::Chess;
/// use shido_people::Decisions;
///
/// let file = "moves_before,played,elo\ne2e4 e7e5,g1f3,1500\n";
/// let rows: Result<Vec<_>, _> = Decisions::new(&Chess, file.as_bytes())?.collect();
/// let row = &rows?[0];
/// assert_eq!((row.moves.len(), row.first, row.ratings), (3, 2, [Some(1500.0), None]));
/// # Ok::<(), shido_people::RowError>(())
/// ```
pub struct Decisions<'a, G> {
    game: &'a G,
    rows: Rows<'a>,
}

impl<'a, G: EngineNotation> Decisions<'a, G> {
    /// Begins to read.
    ///
    /// # Errors
    /// Where the file has no header with the columns that are needed, or cannot be read.
    pub fn new(game: &'a G, file: impl Read + Send + 'a) -> Result<Self, RowError> {
        let [first, second] = Seat::BOTH.map(|seat| game.side(seat));
        let rows = Rows::new(file, [&first, &second])?;
        Ok(Decisions { game, rows })
    }

    fn follow(&self, row: Row) -> Result<Played<G>, RowError> {
        let game = self.game;
        let wrong = |column: &str, problem: String, error: &NotationError| RowError {
            line: row.line,
            column: Some(column.to_owned()),
            problem,
            help: error.help.clone().unwrap_or_default(),
        };
        let start = match &row.start {
            Some(text) => (game.parse_position(text))
                .map_err(|error| wrong("position", error.to_string(), &error))?,
            None => game.start(),
        };
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(row.moves.len() + 1);
        let before = row
            .moves
            .iter()
            .map(|text| (self.rows.moves_column(), text));
        let mut decided = None;
        for (column, text) in before.chain(row.played.iter().map(|text| ("played", text))) {
            if column == "played" {
                decided = Some(game.turn(&position));
            }
            let mv = game.parse_engine_move(&position, text).or_else(|error| {
                let mv = game.parse_move(&position, text);
                mv.map_err(|_| error)
            });
            let mv = mv.map_err(|error| {
                let problem = format!("move {}: {error}", moves.len() + 1);
                wrong(column, problem, &error)
            })?;
            game.play(&mut position, mv);
            moves.push(mv);
        }
        // The columns of a decision are those of who made it, and of the other.
        let swapped = match decided {
            None | Some(Turn::Of(Seat::First)) => false,
            Some(Turn::Of(Seat::Second)) => true,
            Some(_) => {
                let error = NotationError::new("nobody is to move there");
                return Err(wrong("played", error.to_string(), &error));
            }
        };
        let (mut ratings, players) = (row.elos, row.players);
        let mut players = players.map(|name| name.map(|name| xxh3_64(name.as_bytes())));
        if swapped {
            ratings.reverse();
            players.reverse();
        }
        Ok(Played {
            line: row.line,
            losses: losses(game, &start, &moves, &row.expected),
            start,
            first: match decided {
                Some(_) => moves.len() - 1,
                None => row.first_ply,
            },
            moves,
            ratings,
            players,
            game: (row.game).map_or(row.line, |name| xxh3_64(name.as_bytes())),
            hasty: row.hasty,
        })
    }
}

/// What each move gave away, from the scores that the first side could expect after each. Nothing is known
/// of a move without one before and one after it.
fn losses<G: Game>(
    game: &G,
    start: &G::Position,
    moves: &[G::Move],
    scores: &[f32],
) -> Vec<Option<f32>> {
    let mut position = start.clone();
    let known = &moves[..moves.len().min(scores.len())];
    let losses = known.iter().enumerate().map(|(ply, mv)| {
        let mover = game.turn(&position);
        game.play(&mut position, *mv);
        let lost = scores[ply.checked_sub(1)?] - scores[ply];
        match mover {
            Turn::Of(Seat::First) => Some(lost.max(0.0)),
            Turn::Of(Seat::Second) => Some((-lost).max(0.0)),
            _ => None,
        }
    });
    losses.collect()
}

impl<G: EngineNotation> Iterator for Decisions<'_, G> {
    type Item = Result<Played<G>, RowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        Some(row.and_then(|row| self.follow(row)))
    }
}

#[cfg(test)]
mod tests {
    use shido_games::backgammon::Backgammon;
    use shido_games::chess::Chess;
    use shido_games::othello::Othello;

    use super::Decisions;

    /// 24/18 and 13/10 with one roll are one move.
    #[test]
    fn a_single_move_may_have_blanks() {
        let file = "position,played,elo\n-b----E-C---eE---c-e----B- first 63,24/18 13/10,2000\n";
        let mut rows = Decisions::new(&Backgammon, file.as_bytes()).expect("a header");
        let row = rows.next().expect("a row").expect("a legal play");
        assert_eq!((row.moves.len(), row.first), (1, 0));
        assert_eq!(row.ratings, [Some(2000.0), None]);
    }

    /// A logistic curve: 0 is a half, and ln 3 / 0.00368208 = 298.4 is three quarters.
    #[test]
    fn evaluations_tell_what_moves_gave_away() {
        let read = |evaluations: &str| {
            let file = format!("moves,evaluations\nf2f3 e7e5 g2g4 d8h4,{evaluations}\n");
            let mut rows = Decisions::new(&Chess, file.as_bytes()).expect("a header");
            rows.next().expect("a row").map(|row| row.losses)
        };
        let losses = read("0 -298.4 #-1").expect("a row");
        let thousandths = |loss: Option<f32>| loss.map(|loss| (1000.0 * loss).round());
        let losses: Vec<_> = losses.into_iter().map(thousandths).collect();
        assert_eq!(losses, [None, Some(0.0), Some(250.0)]);
        assert_eq!(read("").expect("a row"), []);
        assert_eq!(
            read("0 mate").expect_err("no number").to_string(),
            "line 2, column `evaluations`: `mate` is no evaluation"
        );
    }

    #[test]
    fn moves_that_nobody_chose_are_told() {
        let read = |first: &str| {
            let file = format!("moves,first_ply\nf5 d6 c3,{first}\n");
            let othello = Othello::default();
            let mut rows = Decisions::new(&othello, file.as_bytes()).expect("a header");
            rows.next().expect("a row").map(|row| row.first)
        };
        assert_eq!(read("2").expect("a row"), 2);
        assert_eq!(read("").expect("a row"), 0);
        assert_eq!(
            read("two").expect_err("no number").to_string(),
            "line 2, column `first_ply`: `two` is no number of plies"
        );
    }
}
