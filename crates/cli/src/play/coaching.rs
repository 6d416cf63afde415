//! The coach at the board: a word before a mistake is final, once for each move that is typed.

use std::sync::Arc;

use anyhow::Context;
use shido::{AnyGame, AnySession, Error, Settings};
use shido_club::Advice;
use shido_core::Seat;
use shido_review::Coach;

use super::{thinking, watched};
use crate::terminal::{NOTE, styled};

/// The rating of somebody of whom nothing is known: that of an ordinary player.
const UNKNOWN: f64 = 1500.0;

pub(super) struct Coaching<'c> {
    coach: Coach<'c>,
    settings: &'c Settings,
    student: String,
    /// The moves so far and the one that was warned of: who types it again insists.
    warned: Option<(Vec<String>, String)>,
}

impl<'c> Coaching<'c> {
    /// A coach who asks whoever knows the game best.
    pub(super) fn new(
        game: &'c Arc<dyn AnyGame>,
        advice: &Advice,
        settings: &'c Settings,
        student: String,
    ) -> anyhow::Result<Coaching<'c>> {
        let judge = watched(|watch| advice.adviser(watch));
        let judge = judge.map_err(anyhow::Error::msg);
        let judge =
            judge.with_context(|| format!("there is no coach for {}", game.about().name))?;
        Ok(Coaching {
            coach: Coach::new(game, judge, settings)?,
            settings,
            student,
            warned: None,
        })
    }

    /// What is to be said before this move is made, if anything. Who types it again is not warned twice.
    pub(super) fn warning(
        &mut self,
        session: &dyn AnySession,
        mv: &str,
    ) -> Result<Option<String>, Error> {
        let here = Some((session.moves(), mv.to_owned()));
        if self.warned == here {
            return Ok(None);
        }
        let rating = self.rating(session);
        let found = thinking::shown("The coach", |_| self.coach.warn(session, mv, rating));
        let Some(warning) = found.or_else(|error| match error {
            // Who does not want to wait is not warned.
            Error::Stopped => Ok(None),
            error => Err(error),
        })?
        else {
            return Ok(None);
        };
        self.warned = here;
        let warning = styled(NOTE, warning);
        Ok(Some(format!(
            "{warning} Type {mv} again to play it all the same, or another move."
        )))
    }

    /// How strong the person is, as a tutor at the board sees it, or as one has seen it before.
    fn rating(&self, session: &dyn AnySession) -> f64 {
        let tutor = Seat::BOTH
            .into_iter()
            .find_map(|seat| session.student(seat));
        let seen = tutor.map(|student| student.level());
        let known = || {
            let students = self.settings.students.as_ref()?;
            let game = session.game();
            let student = students.recall(&self.student, &game.about().name);
            let student = student.ok()??;
            Some(student.level())
        };
        seen.or_else(known).unwrap_or(UNKNOWN)
    }
}
