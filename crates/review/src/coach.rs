//! A word of warning before a mistake is final.

use std::sync::Arc;
use std::time::Duration;

use shido::{
    Adviser, AnyGame, AnyPlayer, AnySession, Error, Odds, Request, Seat, Settings, ThinkingLimits,
    Turn,
};

use crate::explain::{tell, warning};
use crate::judge::{Judge, Judged};
use crate::level::{BEYOND, Level, person};
use crate::review::{ACCEPTED, FINDABLE, LOST, MISTAKE, share};

/// The positions that are visited for each position that is judged, and how long that may take: somebody has just
/// typed a move and waits.
const NODES: u64 = 15_000;
const TIME: Duration = Duration::from_millis(120);

/// How many moves are tried beside the best to see whether a good one can be found.
const TRIED: usize = 3;

/// Ratings are looked at in steps, so that somebody whose rating moves a little is not looked up anew.
const STEP: f64 = 50.0;

/// Warns of mistakes that somebody of a level need not make. It tells what to look at, and never a move.
pub struct Coach<'a> {
    judge: Judge<'a>,
    adviser: Adviser,
    /// Somebody of the level that was last asked about.
    person: Option<(f64, Adviser)>,
    settings: &'a Settings,
}

impl<'a> Coach<'a> {
    /// A coach who asks somebody that judges the game: its own search, or who knows it by heart.
    ///
    /// # Errors
    /// Where that is somebody who samples: then a warning would often be wrong.
    pub fn new(
        game: &'a Arc<dyn AnyGame>,
        judge: &AnyPlayer,
        settings: &'a Settings,
    ) -> Result<Coach<'a>, Error> {
        let limits = ThinkingLimits {
            nodes: Some(NODES),
            time: Some(TIME),
            ..ThinkingLimits::default()
        };
        let judge = Judge::within(game, judge.clone(), limits, settings);
        let mut adviser = judge.adviser()?;
        let start = Arc::clone(game).session(None, settings)?;
        if matches!(start.turn(), Turn::Of(_)) && judge.see(&*start, &mut adviser)?.sampled {
            return Err(Error::Unable {
                what: format!("there is no coach for {}", game.about().name),
                help:
                    "its positions are judged by playouts, which cannot tell a mistake in the time \
                       that somebody waits: `hint` tells what they found"
                        .to_owned(),
            });
        }
        Ok(Coach {
            judge,
            adviser,
            person: None,
            settings,
        })
    }

    /// What is to be said before this move is made by somebody of this rating; nothing where it is no mistake, or
    /// one that they could not see.
    ///
    /// # Errors
    /// Where the move is not legal, a player fails, or was told to stop.
    pub fn warn(
        &mut self,
        contest: &dyn AnySession,
        mv: &str,
        rating: f64,
    ) -> Result<Option<String>, Error> {
        let Turn::Of(seat) = contest.turn() else {
            return Ok(None);
        };
        let record = contest.save();
        let mut session = self.judge.session(&record, record.moves.len())?;
        let played = session.spell(mv)?;
        let before = self.judge.see(&*session, &mut self.adviser)?;
        let after = self.after(&mut *session, &played)?;
        let [stands, would] = [&before, &after].map(|it| it.for_seat(seat));
        let Some(best) = before.line.first().filter(|best| **best != played) else {
            return Ok(None);
        };
        if stands < LOST || stands - would < MISTAKE {
            return Ok(None);
        }
        // A search that starts one move later sees one move more: both have to be seen from there.
        let seen = self.after(&mut *session, best)?;
        let top = seen.for_seat(seat);
        if top - would < MISTAKE
            || !self.can_find(&mut *session, rating, seat, [best, &played], top)?
        {
            return Ok(None);
        }
        let longest = Level::known(rating).horizon() + BEYOND;
        let cut = |line: &[String]| line[..line.len().min(longest)].to_vec();
        let better = [std::slice::from_ref(best), &seen.line[..]].concat();
        let better = tell(&*session, &cut(&better))?;
        session.play(&played)?;
        let refuted = tell(&*session, &cut(&after.line))?;
        Ok(Some(warning(&better, &refuted, [top, would].map(share))))
    }

    /// What the position after a move is worth.
    fn after(&mut self, session: &mut dyn AnySession, mv: &str) -> Result<Judged, Error> {
        session.play(mv)?;
        let seen = self.judge.see(session, &mut self.adviser);
        session.take_back();
        seen
    }

    /// Whether somebody of a rating finds a move that is as good as the best, often enough to be held to it. Few are
    /// tried, the likeliest first: where these do not suffice, nothing is said.
    fn can_find(
        &mut self,
        session: &mut dyn AnySession,
        rating: f64,
        seat: Seat,
        [best, played]: [&str; 2],
        top: f64,
    ) -> Result<bool, Error> {
        let mut odds = self.odds(session, rating)?.moves;
        odds.sort_by(|a, b| b.1.total_cmp(&a.1));
        let probability = |mv: &str| odds.iter().find(|it| it.0 == mv).map_or(0.0, |it| it.1);
        let mut found = probability(best);
        let others = odds.iter().filter(|it| it.0 != best && it.0 != played);
        for (mv, probability) in others.take(TRIED) {
            if found >= FINDABLE[0] {
                break;
            }
            let worth = self.after(session, mv)?.for_seat(seat);
            if top - worth <= ACCEPTED {
                found += probability;
            }
        }
        Ok(found >= FINDABLE[0])
    }

    fn odds(&mut self, session: &dyn AnySession, rating: f64) -> Result<Odds, Error> {
        let rating = (rating / STEP).round() * STEP;
        let person = match &mut self.person {
            Some((known, person)) if *known == rating => person,
            other => {
                let person = person(&self.judge, rating, self.settings, &|_| {})?;
                let person = self.judge.game.adviser(&person)?;
                &mut other.insert((rating, person)).1
            }
        };
        session.odds(person, &Request::default())
    }
}
