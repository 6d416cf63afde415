//! What people decided where, from a file.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use shido::{AnyGame, AnySession, Settings, Turn};
use shido_people::Row;

use crate::AuditError;
use crate::games::{Contents, decisions_of, of_row, read};

/// Somebody had a choice and made it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Decision {
    /// The line of the file.
    pub line: u64,
    /// Where the contest began, or the position itself where nothing is known of the way there; the
    /// usual start if empty.
    pub start: String,
    /// The moves from there.
    pub moves_before: Vec<String>,
    /// What was played.
    pub played: String,
    /// The rating of whoever played it.
    pub elo: Option<f64>,
    /// The rating of the other side.
    pub opponent_elo: Option<f64>,
    /// Who played it, where the file tells people apart.
    pub player: Option<String>,
}

impl Decision {
    /// A move after others from the usual start, of somebody of whom nothing is known.
    #[must_use]
    pub fn new(moves_before: Vec<String>, played: String) -> Decision {
        Decision {
            line: 0,
            start: String::new(),
            moves_before,
            played,
            elo: None,
            opponent_elo: None,
            player: None,
        }
    }

    fn of(row: Row) -> Decision {
        let [elo, opponent_elo] = row.elos;
        let [player, _] = row.players;
        Decision {
            line: row.line,
            start: row.start.unwrap_or_default(),
            elo,
            opponent_elo,
            player,
            ..Decision::new(row.moves, row.played.unwrap_or_default())
        }
    }
}

/// Decisions and where they come from.
#[derive(Clone, PartialEq, Debug)]
pub struct Decisions {
    /// What mistakes are told of: a file.
    pub file: String,
    /// Them.
    pub all: Vec<Decision>,
}

impl Decisions {
    /// Reads a file: games as [`read_games`](crate::read_games) does; or CSV, compressed by gzip or not, with the columns
    /// `played` and `moves_before` or `position`, and where known `elo`, `opponent_elo` and `player`. Where
    /// games do not tell who played them, the two sides are taken for two people.
    ///
    /// # Errors
    /// Where it cannot be read, lacks a column or has a rating that is no number. Whether the moves are
    /// legal is found out by whoever follows them.
    pub fn read(file: &Path, game: &Arc<dyn AnyGame>) -> Result<Decisions, AuditError> {
        let name = file.display().to_string();
        let all = match read(file, game)? {
            Contents::Games(games) => decisions_of(&games, game)?,
            Contents::Rows(rows) => {
                let mut all = Vec::with_capacity(rows.len());
                for row in rows {
                    match row.played {
                        Some(_) => all.push(Decision::of(row)),
                        None => all.extend(decisions_of(&of_row(row), game)?),
                    }
                }
                all
            }
        };
        if all.is_empty() {
            return Err(AuditError::Unable {
                what: format!("{name} has no decisions"),
                help: "below the header comes a row for each".to_owned(),
            });
        }
        Ok(Decisions { file: name, all })
    }

    fn wrong(
        &self,
        decision: &Decision,
        column: &str,
        problem: impl Into<String>,
        help: impl Into<String>,
    ) -> AuditError {
        AuditError::Row {
            file: self.file.clone(),
            line: decision.line,
            column: Some(column.to_owned()),
            problem: problem.into(),
            help: help.into(),
        }
    }

    /// That a decision has no rating, where one is needed.
    pub(crate) fn unrated(&self, decision: &Decision, help: &str) -> AuditError {
        self.wrong(decision, "elo", "there is no rating", help)
    }
}

/// Goes from decision to decision, one contest after the other.
pub(crate) struct Follower<'d> {
    game: Arc<dyn AnyGame>,
    settings: Settings,
    decisions: &'d Decisions,
    /// The contest, where it began, and the moves as they were written.
    at: Option<(Box<dyn AnySession>, String, Vec<String>)>,
}

impl<'d> Follower<'d> {
    pub(crate) fn new(
        game: &Arc<dyn AnyGame>,
        settings: &Settings,
        decisions: &'d Decisions,
    ) -> Follower<'d> {
        Follower {
            game: Arc::clone(game),
            settings: settings.clone(),
            decisions,
            at: None,
        }
    }

    /// The contest in which a decision was made, and the decision as the game writes it.
    pub(crate) fn follow(
        &mut self,
        decision: &Decision,
    ) -> Result<(&dyn AnySession, String), AuditError> {
        if self.settings.stop.load(Ordering::Relaxed) {
            return Err(shido::Error::Stopped.into());
        }
        let before = match decision.start.is_empty() {
            true => "moves_before",
            false => "position",
        };
        let wrong = |column, error: &shido::Error| {
            let help = error.help().unwrap_or_default();
            self.decisions
                .wrong(decision, column, error.to_string(), help)
        };
        // Rows of one contest stand one after the other, each with a few moves more.
        let goes_on = self.at.as_ref().is_some_and(|(_, start, moves)| {
            *start == decision.start && decision.moves_before.starts_with(moves)
        });
        if !goes_on {
            let start = Some(decision.start.as_str()).filter(|start| !start.is_empty());
            let session = Arc::clone(&self.game).session(start, &self.settings);
            let session = session.map_err(|error| wrong(before, &error))?;
            self.at = Some((session, decision.start.clone(), Vec::new()));
        }
        let (session, _, moves) = self.at.as_mut().expect("it was just put there");
        for text in &decision.moves_before[moves.len()..] {
            play_on(session, &self.game, &self.settings, text)
                .map_err(|error| wrong(before, &error))?;
            moves.push(text.clone());
        }
        go_on(session, &self.game, &self.settings)?;
        let made = session.spell(&decision.played);
        let made = made.map_err(|error| wrong("played", &error))?;
        Ok((&**session, made))
    }
}

/// Plays a move of people, who may go on where our rules call it a draw: a third repetition has to be claimed.
pub(crate) fn play_on(
    session: &mut Box<dyn AnySession>,
    game: &Arc<dyn AnyGame>,
    settings: &Settings,
    text: &str,
) -> Result<(), shido::Error> {
    go_on(session, game, settings)?;
    session.play(text)
}

/// Forgets how a position came about if it is only by that that the contest is over.
fn go_on(
    session: &mut Box<dyn AnySession>,
    game: &Arc<dyn AnyGame>,
    settings: &Settings,
) -> Result<(), shido::Error> {
    if let Turn::Over(_) = session.turn() {
        *session = Arc::clone(game).session(Some(&session.position()), settings)?;
    }
    Ok(())
}
