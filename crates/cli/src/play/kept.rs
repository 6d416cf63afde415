//! Contests, remembered with every move: so that it is known what somebody has played, and `shido play
//! --resume` goes on with a contest that was left, interrupted or killed.

use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};
use shido::{AnySession, Saved};
use shido_core::{Seat, Turn};
use shido_store::{Beginning, Contest, Memory, Moment, Sqlite, Standing};

use super::record::Recorded;
use crate::remembered;

/// Where the contests of a student are remembered, and the one that is under way.
pub(crate) struct Kept {
    /// Nowhere where that could not be opened.
    memory: Option<Box<dyn Memory>>,
    student: String,
    /// The number of the contest. It gets one with its first move.
    contest: Option<i64>,
    /// When it began.
    pub(crate) begun: Moment,
    /// Where it is recorded beside this.
    pub(crate) recorded: Option<Recorded>,
    /// Whether it is remembered as it stands.
    kept: bool,
}

impl Kept {
    /// For contests that begin. Play goes on where they cannot be remembered, which is said once.
    pub(crate) fn open(data: Option<&Path>, student: String) -> Kept {
        let mut kept = Kept {
            memory: None,
            student,
            contest: None,
            begun: Moment::now(),
            recorded: None,
            kept: false,
        };
        match data.map(|data| Sqlite::open(&remembered::file(data))) {
            Some(Ok(memory)) => kept.memory = Some(Box::new(memory)),
            Some(Err(error)) => remembered::not_kept(&error),
            None => {}
        }
        kept
    }

    /// For the contest that a student left last, of a game if one is wanted.
    pub(crate) fn left(
        data: Option<&Path>,
        student: String,
        game: Option<&str>,
    ) -> anyhow::Result<(Saved, Kept)> {
        let memory = match data {
            Some(data) => Sqlite::open_if_there(&remembered::file(data))?,
            None => None,
        };
        let left = match &memory {
            Some(memory) => memory.unfinished(&student, game)?,
            None => None,
        };
        let (Some(memory), Some(contest)) = (memory, left) else {
            match game {
                Some(game) => anyhow::bail!("no contest of {game} was left unfinished"),
                None => {
                    anyhow::bail!("no contest was left unfinished; `shido play GAME` begins one")
                }
            }
        };
        let recorded = contest.standing.recorded.clone();
        let recorded = recorded.map(serde_json::from_value).transpose();
        let what = || format!("contest {} cannot be gone on with", contest.id);
        let kept = Kept {
            memory: Some(Box::new(memory)),
            student,
            contest: Some(contest.id),
            begun: contest.begun,
            recorded: recorded.with_context(what)?,
            kept: true,
        };
        Ok((saved(&contest).with_context(what)?, kept))
    }

    /// Begins another contest.
    pub(crate) fn begin(&mut self) {
        self.contest = None;
        self.begun = Moment::now();
        self.kept = false;
    }

    /// Remembers the contest as it stands, from its first move on.
    pub(crate) fn keep(&mut self, session: &dyn AnySession, opened_as: &str) {
        let Some(memory) = &mut self.memory else {
            return;
        };
        let saved = session.save();
        if self.contest.is_none() && saved.moves.is_empty() {
            return;
        }
        let standing = Standing {
            outcome: match session.turn() {
                Turn::Over(outcome) => {
                    let winner = outcome.winner();
                    Some(winner.map_or("draw".to_owned(), |seat| seat.to_string()))
                }
                Turn::Of(_) | Turn::Chance => None,
            },
            moves: saved.moves,
            resigned: saved.resigned.map(|seat| seat.to_string()),
            recorded: self.recorded.as_ref().map(|recorded| json!(recorded)),
        };
        let contest = match self.contest {
            Some(contest) => Ok(contest),
            None => {
                let mut seats = Seat::BOTH.into_iter().zip(saved.players);
                let opponent = seats.find_map(|(seat, player)| Some((seat, player?)));
                let beginning = Beginning {
                    game: opened_as.to_owned(),
                    seat: opponent.as_ref().map(|(seat, _)| seat.other().to_string()),
                    opponent: opponent.map(|(_, player)| player.to_string()),
                    start: saved.start,
                };
                memory.begin(&self.student, &beginning, self.begun)
            }
        };
        let made = Seat::BOTH.map(|seat| session.concessions(seat));
        let certificates = made.iter().flatten();
        let kept = contest.and_then(|contest| {
            self.contest = Some(contest);
            memory.keep(contest, &standing, Moment::now())?;
            for certificate in certificates {
                memory.certify(contest, certificate.ply as u32, &json!(certificate))?;
            }
            Ok(())
        });
        self.kept = kept.is_ok();
        if let Err(error) = kept {
            remembered::not_kept(&error);
        }
    }

    /// Whether the contest is remembered as it stands, so that it can be gone on with.
    pub(crate) fn is_kept(&self) -> bool {
        self.kept
    }
}

/// The contest as a session is made of it.
pub(crate) fn saved(contest: &Contest) -> serde_json::Result<Saved> {
    let Contest {
        beginning,
        standing,
        ..
    } = contest;
    let player = |seat: Seat| match &beginning.seat {
        Some(you) if *you != seat.to_string() => json!(beginning.opponent),
        _ => Value::Null,
    };
    serde_json::from_value(json!({
        "game": beginning.game,
        "start": beginning.start,
        "moves": standing.moves,
        "resigned": standing.resigned,
        "players": Seat::BOTH.map(player),
    }))
}
