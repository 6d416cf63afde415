//! The review: which moments of a contest somebody can learn from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shido::{AnySession, Catalog, Error, Odds, Request, Saved, Seat, Settings, Spec, Watch};

use crate::explain::{Card, Facts, Told, tell, words};
use crate::judge::{Judge, Judged};
use crate::level::{BEYOND, Level, estimate, makes_one_of, person, puzzle_rating};
use crate::profile::Profile;

/// What a move has to lose, of chances from -1 to 1, to be a mistake; Lichess says so, too.
pub(crate) const MISTAKE: f64 = 0.2;

/// A move that is no more than this worse than the best is accepted, and takes a chance.
pub(crate) const ACCEPTED: f64 = 0.1;

/// Who stands worse than this has little left to lose.
pub(crate) const LOST: f64 = -0.9;

/// Moves that people make less often are not looked at as alternatives.
const LIKELY: f64 = 0.02;

/// How likely somebody of the level has to be to find a good move, at least and at most: below it is beyond
/// them, above it they know it already.
pub(crate) const FINDABLE: [f64; 2] = [1.0 / 3.0, 4.0 / 5.0];

/// What a motif adds to how instructive a moment is: it can be told why.
const TELLING: f64 = 1.5;

/// What is to be looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct ReviewOrder {
    /// Whose play; by default that of who lost, and of the first player in a draw.
    pub seat: Option<Seat>,
    /// Their rating; by default it is found from their moves.
    pub rating: Option<f64>,
    /// Who judges; by default the game's own search with a budget of positions.
    pub judge: Option<Spec>,
    /// How many moments at most.
    pub most: usize,
}

impl Default for ReviewOrder {
    fn default() -> ReviewOrder {
        ReviewOrder {
            seat: None,
            rating: None,
            judge: None,
            most: 5,
        }
    }
}

/// A contest looked at with one of its players.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Review {
    /// The game.
    pub game: String,
    /// Whose play was looked at: `first` or `second`.
    pub seat: String,
    /// What that side is called.
    pub side: String,
    /// Their level.
    pub level: Level,
    /// Who judged.
    pub judge: Spec,
    /// The moves of the contest.
    pub moves: Vec<String>,
    /// Their chances at the start and after each move, from 0 to 1.
    pub chances: Vec<f64>,
    /// How many mistakes of the opponent there were, and how many of these the next move took advantage of.
    pub offered: usize,
    /// See above.
    pub taken: usize,
    /// The moments to learn from, the most instructive first.
    pub moments: Vec<Moment>,
    /// Mistakes that are beyond their level, by the numbers of the moves: they are not corrected.
    pub beyond: Vec<usize>,
    /// Mistakes that somebody of their level seldom makes, by the numbers of the moves: they know better.
    pub slips: Vec<usize>,
    /// What there was to find and to prevent, counted, to be compared with other contests.
    pub profile: Profile,
}

/// What kind of moment it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum MomentKind {
    /// The opponent has just made a mistake, and it was not punished.
    Chance,
    /// A mistake of their own.
    Mistake,
}

/// A moment to learn from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Moment {
    /// The number of the move in the contest, counted from 1; those of both sides count.
    pub number: usize,
    /// The move with its number as players write it: `5... Nf6`.
    pub label: String,
    /// A chance or a mistake.
    pub kind: MomentKind,
    /// What was played.
    pub played: String,
    /// The chances with the best move and with the played one, from 0 to 1.
    pub chances: [f64; 2],
    /// How likely somebody of the level is to find a good move.
    pub findable: f64,
    /// The best line, as far as it is worth showing.
    pub better: Vec<String>,
    /// What the played move runs into, likewise.
    pub refutation: Vec<String>,
    /// The motifs that the reason rests on, by name.
    pub motifs: Vec<String>,
    /// The points of the board that these are about.
    pub points: Vec<String>,
    /// The position with hints, answer and reason.
    pub card: Card,
}

impl Moment {
    /// How much is to be learned from it: what was lost, times how open it was whether they would find it, more
    /// if it can be told why.
    fn instructive(&self) -> f64 {
        let lost = self.chances[0] - self.chances[1];
        let open = 4.0 * self.findable * (1.0 - self.findable);
        let told = if self.motifs.is_empty() { 1.0 } else { TELLING };
        lost * open * told
    }
}

/// Looks at a contest. `watch` is told how many positions were judged.
///
/// # Errors
/// Where the record is not a contest of its game, nobody chose a move in it, or a player fails.
pub fn review(
    catalog: &Catalog,
    record: &Saved,
    order: &ReviewOrder,
    settings: &Settings,
    watch: Watch<'_>,
) -> Result<Review, Error> {
    let game = catalog.open(&record.game)?;
    // Who played is not asked to play again.
    let mut record = record.clone();
    record.players = [None, None];
    let ended = catalog.load(&record, settings)?;
    let movers = ended.movers();
    let seat = order.seat.unwrap_or_else(|| usual_seat(&*ended));
    if !movers.contains(&Some(seat)) {
        return Err(Error::Unable {
            what: format!("{} made no move in this contest", ended.side(seat)),
            help: "review the other side, or another contest".to_owned(),
        });
    }
    let judge = Judge::new(&game, order.judge.as_ref(), settings, watch)?;
    let level = match order.rating {
        Some(rating) => Level::known(rating),
        None => estimate(&judge, &record, &movers, seat, settings, watch)?,
    };
    let judged = judge.see_all(&record, watch)?;
    let looking = Looking {
        judge: &judge,
        record: &record,
        movers: &movers,
        judged: &judged,
        seat,
        level,
    };
    let (offered, taken) = looking.offers();
    let mut found = looking.moments(settings, watch)?;
    looking.chances_taken(&taken, &mut found.profile)?;
    found.profile.rating = level.rating;
    found.profile.moves = movers.iter().filter(|it| **it == Some(seat)).count();
    (found.profile.offered, found.profile.taken) = (offered, taken.len());
    found
        .moments
        .sort_by(|a, b| b.instructive().total_cmp(&a.instructive()));
    found.moments.truncate(order.most);
    Ok(Review {
        game: game.about().name.clone(),
        seat: seat.to_string(),
        side: ended.side(seat),
        level,
        judge: judge.player.spec().clone(),
        moves: ended.moves(),
        chances: judged.iter().map(|it| share(it.for_seat(seat))).collect(),
        offered,
        taken: taken.len(),
        moments: found.moments,
        beyond: found.beyond,
        slips: found.slips,
        profile: found.profile,
    })
}

fn usual_seat(ended: &dyn AnySession) -> Seat {
    match ended.turn() {
        shido::Turn::Over(outcome) => outcome.winner().map_or(Seat::First, Seat::other),
        _ => Seat::First,
    }
}

/// The points of the board that the motifs of some lines are about, each of them once.
fn motif_points(told: [&Told; 2]) -> Vec<String> {
    let mut points: Vec<String> = Vec::new();
    for motif in told.into_iter().filter_map(|told| told.motif.as_ref()) {
        for point in &motif.points {
            if !points.contains(point) {
                points.push(point.clone());
            }
        }
    }
    points
}

/// Chances from -1 to 1 as a share.
pub(crate) fn share(value: f64) -> f64 {
    (1.0 + value) / 2.0
}

/// A contest that is being looked at.
struct Looking<'a> {
    judge: &'a Judge<'a>,
    record: &'a Saved,
    movers: &'a [Option<Seat>],
    judged: &'a [Judged],
    seat: Seat,
    level: Level,
}

#[derive(Default)]
struct Found {
    moments: Vec<Moment>,
    beyond: Vec<usize>,
    slips: Vec<usize>,
    profile: Profile,
}

/// What there was to choose from at a move.
struct Choice {
    accepted: Vec<String>,
    findable: f64,
    /// What the best move is worth, and what it leads to.
    best: f64,
    line: Vec<String>,
    /// What every move is worth that was looked at.
    scores: BTreeMap<String, u8>,
}

impl Looking<'_> {
    /// What a move lost for the side that made it.
    fn loss(&self, ply: usize) -> f64 {
        let Some(mover) = self.movers[ply] else {
            return 0.0;
        };
        let [before, after] = [ply, ply + 1].map(|at| self.judged[at].for_seat(mover));
        if before < LOST { 0.0 } else { before - after }
    }

    /// How many mistakes of the opponent came just before a move of the player, and which moves punished one.
    fn offers(&self) -> (usize, Vec<usize>) {
        let own = |ply: usize| self.movers[ply] == Some(self.seat);
        let offers = (1..self.movers.len())
            .filter(|&ply| own(ply) && !own(ply - 1) && self.loss(ply - 1) >= MISTAKE);
        let taken = offers.clone().filter(|&ply| self.loss(ply) < ACCEPTED);
        (offers.clone().count(), taken.collect())
    }

    /// What was to be found where a chance was taken.
    fn chances_taken(&self, taken: &[usize], profile: &mut Profile) -> Result<(), Error> {
        for &ply in taken {
            let session = self.judge.session(self.record, ply)?;
            profile.found(&self.shown(&*session, &self.judged[ply].line)?);
        }
        Ok(())
    }

    /// A line as far as the player could follow it, and what is tactical about it.
    fn shown(&self, session: &dyn AnySession, line: &[String]) -> Result<Told, Error> {
        let longest = self.level.horizon() + BEYOND;
        tell(session, &line[..line.len().min(longest)])
    }

    fn moments(&self, settings: &Settings, watch: Watch<'_>) -> Result<Found, Error> {
        let person = person(self.judge, self.level.rating, settings, watch)?;
        let mut person = self.judge.game.adviser(&person)?;
        let mut adviser = self.judge.adviser()?;
        let mut found = Found::default();
        for ply in 0..self.movers.len() {
            if self.movers[ply] != Some(self.seat) || self.loss(ply) < MISTAKE {
                continue;
            }
            let mut session = self.judge.session(self.record, ply)?;
            let odds = session.odds(&mut person, &Request::default())?;
            let played = session.spell(&self.record.moves[ply])?;
            let Some(choice) = self.choice(ply, &mut session, &mut adviser, &odds, &played)? else {
                continue;
            };
            found.profile.mistakes += 1;
            (found.profile).missed(&self.shown(&*session, &choice.line)?);
            session.play(&played)?;
            (found.profile).allowed(&self.shown(&*session, &self.judged[ply + 1].line)?);
            session.take_back();
            match choice.findable {
                it if it < FINDABLE[0] => found.beyond.push(ply + 1),
                it if it > FINDABLE[1] => found.slips.push(ply + 1),
                _ => {
                    let rating = puzzle_rating(&*session, &mut person, &choice.accepted)?;
                    let mut moment =
                        self.moment(ply, &mut session, &mut adviser, &choice, &played)?;
                    moment.card.rating = Some(rating);
                    found.moments.push(moment);
                }
            }
        }
        Ok(found)
    }

    /// Judges the best move and those that people make. `None` where the move that was played turns out to be no
    /// mistake: a search that starts one move later sees one move more.
    fn choice(
        &self,
        ply: usize,
        session: &mut Box<dyn AnySession>,
        adviser: &mut shido::Adviser,
        odds: &Odds,
        played: &str,
    ) -> Result<Option<Choice>, Error> {
        let first = self.judged[ply].line.first();
        let mut judged = Vec::new();
        for (mv, probability) in &odds.moves {
            let likely = *probability >= LIKELY || Some(mv) == first;
            if !likely || mv == played {
                continue;
            }
            session.play(mv)?;
            let seen = self.judge.see(&**session, adviser)?;
            session.take_back();
            judged.push((mv, seen));
        }
        let worth = |seen: &Judged| seen.for_seat(self.seat);
        judged.sort_by(|a, b| worth(&b.1).total_cmp(&worth(&a.1)));
        let Some((best, seen)) = judged.first() else {
            return Ok(None);
        };
        let top = worth(seen);
        let after = self.judged[ply + 1].for_seat(self.seat);
        if top - after < MISTAKE {
            return Ok(None);
        }
        let percent = |value: f64| (100.0 * share(value)).round() as u8;
        let scores = judged.iter().map(|(mv, seen)| ((*mv).clone(), worth(seen)));
        let scores = scores.chain([(played.to_owned(), after)]);
        let scores = scores.map(|(mv, value)| (mv, percent(value))).collect();
        let good = judged
            .iter()
            .filter(|(_, seen)| top - worth(seen) <= ACCEPTED);
        let line = [&[(*best).clone()], &seen.line[..]].concat();
        let accepted: Vec<String> = good.map(|(mv, _)| (*mv).clone()).collect();
        Ok(Some(Choice {
            findable: makes_one_of(odds, &accepted),
            accepted,
            best: top,
            line,
            scores,
        }))
    }

    fn moment(
        &self,
        ply: usize,
        session: &mut Box<dyn AnySession>,
        adviser: &mut shido::Adviser,
        choice: &Choice,
        played: &str,
    ) -> Result<Moment, Error> {
        let longest = self.level.horizon() + BEYOND;
        let line = (self.judge).extended(&mut **session, adviser, &choice.line, longest)?;
        let better = tell(&**session, &line)?;
        let position = session.position();
        let label = format!("{} {played}", session.move_number());
        session.play(played)?;
        let line = &self.judged[ply + 1].line;
        let line = (self.judge).extended(&mut **session, adviser, line, longest)?;
        let refuted = tell(&**session, &line)?;
        let after = self.judged[ply + 1].for_seat(self.seat);
        let chances = [share(choice.best), share(after)];
        let words = words(&Facts {
            accepted: &choice.accepted,
            played,
            better: &better,
            refuted: &refuted,
            chances,
        });
        let name = |told: &Told| told.motif.as_ref().map(|motif| motif.name.clone());
        let offered = ply > 0 && self.movers[ply - 1] != Some(self.seat);
        let chance = offered && self.loss(ply - 1) >= MISTAKE;
        Ok(Moment {
            number: ply + 1,
            label,
            kind: match chance {
                true => MomentKind::Chance,
                false => MomentKind::Mistake,
            },
            played: played.to_owned(),
            chances,
            findable: choice.findable,
            motifs: [&better, &refuted].into_iter().filter_map(name).collect(),
            points: motif_points([&better, &refuted]),
            card: Card {
                game: self.judge.game.about().name.clone(),
                position,
                moves: choice.accepted.clone(),
                hints: words.hints,
                why: words.why,
                scores: choice.scores.clone(),
                rating: None,
            },
            better: better.line,
            refutation: refuted.line,
        })
    }
}
