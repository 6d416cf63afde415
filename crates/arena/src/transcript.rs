//! Records of contests: as text, and played again.

use shido_core::{ForFirst, Game, Notation, NotationError, Outcome, Seat, Turn};

use crate::{Contest, EarlyEnd, IllegalMove};

/// A contest as it was played: enough to play it again.
#[derive(Clone, PartialEq, Debug)]
pub struct Transcript<P, M> {
    /// The position in which it began.
    pub start: P,
    /// The moves, those of chance included.
    pub moves: Vec<M>,
    /// How it ended.
    pub end: End,
}

/// How a recorded contest ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum End {
    /// By the rules, a draw by repetition included.
    Played(Outcome),
    /// Before the rules ended it.
    Early(EarlyEnd),
    /// Not at all: it was broken off.
    Unfinished,
}

/// A transcript that the rules contradict.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ReplayError {
    /// A recorded move cannot be played.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The moves lead to something other than the recorded end.
    #[error("the transcript ends in `{recorded}`, but its moves lead to `{found}`")]
    OtherEnd {
        /// What the transcript says.
        recorded: End,
        /// What the rules say after the last move.
        found: End,
    },
}

/// Text that is not a transcript.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum TranscriptError {
    /// One of the three parts is missing.
    #[error("a transcript is written `start | moves | end`")]
    Parts,
    /// The first part is no position.
    #[error("the start of the transcript: {0}")]
    Start(NotationError),
    /// A move cannot be read.
    #[error("move {ply} of the transcript: {error}")]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        /// What is wrong with it.
        error: NotationError,
    },
    /// The last part names no end.
    #[error("`{0}` is no end of a contest: write `first`, `draw` or `second`")]
    End(String),
    /// The rules contradict it.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

impl End {
    /// How the contest has ended so far.
    pub fn of<G: Game>(contest: &Contest<'_, G>) -> End {
        match (contest.early_end(), contest.turn()) {
            (Some(end), _) => End::Early(end),
            (None, Turn::Over(outcome)) => End::Played(outcome),
            (None, Turn::Of(_) | Turn::Chance) => End::Unfinished,
        }
    }
}

/// `first`, `draw` and `second` say who won a game that pays one; `pays 2` what the first player
/// received in others.
impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            End::Played(outcome) if outcome == Outcome::DRAW => write!(f, "draw"),
            End::Played(outcome) => match outcome.winner() {
                Some(seat) if outcome == Outcome::win(seat) => write!(f, "{seat}"),
                _ => write!(f, "pays {}", outcome.payoff().0),
            },
            End::Early(end) => write!(f, "{end}"),
            End::Unfinished => write!(f, "unfinished"),
        }
    }
}

impl std::str::FromStr for End {
    type Err = TranscriptError;

    fn from_str(text: &str) -> Result<End, TranscriptError> {
        let unknown = || TranscriptError::End(text.to_owned());
        Ok(match text {
            "first" => End::Played(Outcome::win(Seat::First)),
            "draw" => End::Played(Outcome::DRAW),
            "second" => End::Played(Outcome::win(Seat::Second)),
            "unfinished" => End::Unfinished,
            _ => {
                if let Ok(end) = text.parse() {
                    return Ok(End::Early(end));
                }
                let amount = text.strip_prefix("pays ").ok_or_else(unknown)?;
                let payoff: f64 = amount.parse().map_err(|_| unknown())?;
                End::Played(Outcome::paying(ForFirst(payoff)))
            }
        })
    }
}

impl<P: Clone, M: Copy> Transcript<P, M> {
    /// The record of a contest as far as it has gone.
    pub fn of<G: Game<Position = P, Move = M>>(contest: &Contest<'_, G>) -> Transcript<P, M> {
        Transcript {
            start: contest.start().clone(),
            moves: contest.moves().to_vec(),
            end: End::of(contest),
        }
    }

    /// Plays the contest again.
    ///
    /// # Errors
    /// Where a move is not legal or the contest ends otherwise than recorded.
    pub fn replay<'g, G: Game<Position = P, Move = M>>(
        &self,
        game: &'g G,
    ) -> Result<Contest<'g, G>, ReplayError> {
        let mut contest = Contest::from_position(game, self.start.clone());
        for &mv in &self.moves {
            contest.play(mv)?;
        }
        if let End::Early(end) = self.end {
            contest.end_early(end);
        }
        let found = End::of(&contest);
        if found == self.end {
            Ok(contest)
        } else {
            Err(ReplayError::OtherEnd {
                recorded: self.end,
                found,
            })
        }
    }

    /// The transcript on one line: `start | move, move, move | end`.
    ///
    /// It can be read back as long as the notation of the game writes no ` | ` and no comma within a
    /// move.
    ///
    /// # Errors
    /// Where a move is not legal or the contest ends otherwise than recorded: moves are written as
    /// the positions ask for, so there must be positions.
    pub fn to_text<G: Notation<Position = P, Move = M>>(
        &self,
        game: &G,
    ) -> Result<String, ReplayError> {
        let contest = self.replay(game)?;
        let moves: Vec<String> = contest
            .positions()
            .iter()
            .zip(&self.moves)
            .map(|(position, &mv)| game.write_move(position, mv))
            .collect();
        Ok(format!(
            "{} | {} | {}",
            game.write_position(&self.start),
            moves.join(", "),
            self.end
        ))
    }

    /// Reads what [`to_text`](Transcript::to_text) has written, and checks it against the rules.
    ///
    /// # Errors
    /// Where the text is malformed or the rules contradict it.
    pub fn from_text<G: Notation<Position = P, Move = M>>(
        game: &G,
        text: &str,
    ) -> Result<Transcript<P, M>, TranscriptError> {
        // From the right, because a position may be written with bars of its own.
        let mut parts = text.trim().rsplitn(3, " | ");
        let (Some(end), Some(moves), Some(start)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(TranscriptError::Parts);
        };
        let end: End = end.trim().parse()?;
        let start = game
            .parse_position(start.trim())
            .map_err(TranscriptError::Start)?;
        let mut contest = Contest::from_position(game, start);
        if !moves.trim().is_empty() {
            for (ply, written) in (1..).zip(moves.split(',')) {
                let mv = game
                    .parse_move(contest.position(), written)
                    .map_err(|error| TranscriptError::Move { ply, error })?;
                contest.play(mv).map_err(ReplayError::from)?;
            }
        }
        let transcript = Transcript {
            end,
            ..Transcript::of(&contest)
        };
        transcript.replay(game)?;
        Ok(transcript)
    }
}
