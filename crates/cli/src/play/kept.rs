//! Contests, remembered with every move: so that it is known what somebody has played, and `shido play
//! --resume` goes on with a contest that was left, interrupted or killed.

use std::path::Path;

use anyhow::Context;
use serde_json::json;
use shido::{AnySession, Saved};
use shido_club::{beginning, certificates, saved, standing, students_file};
use shido_store::{KeptNow, Memory, Moment, Sqlite, Standing, StoreError};

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
        match data.map(|data| Sqlite::open(&students_file(data))) {
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
            Some(data) => Sqlite::open_if_there(&students_file(data))?,
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
        if self.contest.is_none() && session.moves().is_empty() {
            return;
        }
        let standing = Standing {
            recorded: self.recorded.as_ref().map(|recorded| json!(recorded)),
            ..standing(session)
        };
        let contest = match self.contest {
            Some(contest) => Ok(contest),
            None => memory.begin(&self.student, &beginning(session, opened_as), self.begun),
        };
        let kept = contest.and_then(|contest| {
            self.contest = Some(contest);
            let kept = KeptNow {
                contest,
                standing,
                certificates: certificates(session),
                now: Moment::now(),
            };
            match memory.keep_all(&[kept])?.is_empty() {
                true => Ok(()),
                false => Err(StoreError::Gone),
            }
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
