//! What one side of one game looks like: what it lost by the judgement of a referee, and what else a person
//! would notice.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use shido::{
    Adviser, AnyGame, AnyPlayer, AnySession, Ask, Capture, ForFirst, MoveThought, Request, Seat,
    Settings, Turn,
};

use shido::tutor::concession::{BEHIND, MISTAKE, PIECE};

use crate::AuditError;
use crate::decisions::play_on;
use crate::games::{GameRecord, illegal};

/// What a move has to lose, of winning chances from -1 to 1, to be an inaccuracy or a blunder: as Lichess has
/// it. What a mistake is and what counts as left hanging, the tutor has to know as well.
const INACCURACY: f64 = 0.1;
const BLUNDER: f64 = 0.3;

/// What loses no more is as good as the best.
const STRONG: f64 = 0.02;

/// Where a side stands so well or so badly, what it loses says little.
const DECIDED: f64 = 0.95;

/// The most that one move can lose in the unit of the game.
const MOST_UNITS: f64 = 10.0;

/// What has to be there to be taken for free to count as much as a queen.
const QUEEN: f64 = 6.0;

/// People resign: after so many plies in which a side had lost, a contest that is played for the purpose is looked at no
/// further.
const RESIGNED: usize = 6;

/// How many moves of a side make a stretch, whose losses are held against its worst.
const STRETCH: u32 = 5;

/// The first plies of a contest that is longer than this are known by heart, and not counted.
const BY_HEART: usize = 8;
const LONG: usize = 24;

/// One side of one game. Losses are sums over the moves that are counted, of winning chances from -1 to 1.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Measured {
    /// The game, by its number.
    pub game: u64,
    /// The rating of the side, if it is known.
    pub rating: Option<f64>,
    /// Moves that are counted.
    pub moves: f64,
    /// Those of them in positions that were not yet decided: losses are of these.
    pub open: f64,
    /// What they lost.
    pub loss: f64,
    /// The squares of what they lost.
    pub squared: f64,
    /// What they lost in the unit of the game, where it has one.
    pub units: f64,
    /// Stretches of five moves that lost something.
    pub stretches: f64,
    /// The sum of what part of its losses the worst move of each stretch has. A whole contest has the smaller a part in
    /// its worst move the longer it is, and how long contests last says little of who plays.
    pub worst_parts: f64,
    /// Moves that lost nothing to speak of.
    pub strong: f64,
    /// Moves that lost 0.1 to 0.2.
    pub inaccuracies: f64,
    /// Moves that lost 0.2 to 0.3.
    pub mistakes: f64,
    /// Moves that lost 0.3 or more.
    pub blunders: f64,
    /// Mistakes and blunders that a look of two plies shows.
    pub obvious: f64,
    /// Losses in the first third of the contest, and how many moves that is.
    pub early: f64,
    /// See above.
    pub early_moves: f64,
    /// The same in the second third.
    pub middle: f64,
    /// See above.
    pub middle_moves: f64,
    /// The same in the last third.
    pub late: f64,
    /// See above.
    pub late_moves: f64,
    /// Mistakes and blunders that take something.
    pub greedy: f64,
    /// Moves that could have won the contest at once and did not.
    pub missed_win: f64,
    /// Something was taken, could have been taken back, and was not: at a cost.
    pub missed_recapture: f64,
    /// A piece was left to be taken for nothing.
    pub hanging: f64,
    /// As much as a queen was.
    pub queen_given: f64,
    /// A piece was left to be taken by a side that was behind already.
    pub thrown_away: f64,
    /// A mistake right after one of the other side.
    pub handed_back: f64,
    /// A blunder next to a move that was as good as the best.
    pub alternating: f64,
    /// Moves of which people were asked how likely they are.
    pub asked: f64,
    /// The sum of the negative logarithms of these probabilities.
    pub surprise: f64,
}

/// Who looks at games.
pub(crate) struct Judges<'a> {
    pub(crate) game: &'a Arc<dyn AnyGame>,
    pub(crate) settings: &'a Settings,
    /// Knows what positions are worth.
    pub(crate) referee: AnyPlayer,
    /// Looks two plies ahead.
    pub(crate) glance: AnyPlayer,
    /// Makes somebody who says how likely people of a rating are to make a move, where that can be told.
    pub(crate) people: Option<&'a (dyn Fn(f64) -> Result<AnyPlayer, AuditError> + Sync)>,
    /// The rating of those of whom none is known.
    pub(crate) level: Option<f64>,
}

impl Judges<'_> {
    /// Measures the subjects of a game.
    pub(crate) fn measure(&self, record: &GameRecord) -> Result<Vec<Measured>, AuditError> {
        let mut glance = self.game.adviser(&self.glance)?;
        let mut people = [self.people(record, 0)?, self.people(record, 1)?];
        let seen = self.see_all(record)?;
        let mut session = self.start(record)?;
        let mut sides = [0, 1].map(|seat| Measured {
            game: record.line,
            rating: record.elos[seat],
            ..Measured::default()
        });
        let plies = seen.len() - 1;
        let by_heart = if plies >= LONG { BY_HEART } else { 0 };
        let mut stretches = [Stretch::default(); 2];
        // What the last move of each side lost, and where the last of all took something.
        let mut lost = [None; 2];
        let mut taken_at = None;
        for (ply, text) in record.moves[..plies].iter().enumerate() {
            let wrong = |error: shido::Error| illegal(record, ply, &error);
            let [before, after] = [&seen[ply], &seen[ply + 1]];
            let Turn::Of(mover) = session.turn() else {
                play_on(&mut session, self.game, self.settings, text).map_err(wrong)?;
                continue;
            };
            let mv = session.spell(text).map_err(wrong)?;
            let counted = ply >= by_heart && record.subjects.contains(&mover);
            let side = &mut sides[mover.index()];
            if counted {
                let wins = session.winning_moves();
                side.missed_win += one_if(!wins.is_empty() && !wins.contains(&mv));
                if let Some(people) = &mut people[mover.index()] {
                    side.asked += 1.0;
                    side.surprise -= probability(&*session, people, &mv)?.ln();
                }
            }
            play_on(&mut session, self.game, self.settings, &mv).map_err(wrong)?;
            let loss = (before.chances(mover) - after.chances(mover)).max(0.0);
            if counted {
                side.moves += 1.0;
                if before.chances(mover).abs() < DECIDED {
                    side.count(loss, before, after, mover, 3 * ply / plies);
                    if let Some(part) = stretches[mover.index()].worst_part(loss) {
                        side.stretches += 1.0;
                        side.worst_parts += part;
                    }
                    if loss >= MISTAKE {
                        session.take_back();
                        side.obvious += one_if(shows(&*session, &mut glance, &mv, mover)?);
                        play_on(&mut session, self.game, self.settings, &mv).map_err(wrong)?;
                    }
                }
                side.tell(before, after, taken_at, &mv, loss, mover);
                let theirs = lost[mover.other().index()];
                side.handed_back +=
                    one_if(loss >= MISTAKE && theirs.is_some_and(|theirs| theirs >= MISTAKE));
                if let Some(earlier) = lost[mover.index()] {
                    let strong = loss.min(earlier) <= STRONG;
                    side.alternating += one_if(strong && loss.max(earlier) >= BLUNDER);
                }
            }
            lost[mover.index()] = Some(loss);
            taken_at = before.taking(&mv).map(|capture| capture.at);
        }
        let sides = Seat::BOTH.into_iter().zip(sides);
        Ok(sides
            .filter(|(seat, side)| record.subjects.contains(seat) && side.moves > 0.0)
            .map(|(_, side)| side)
            .collect())
    }

    fn start(&self, record: &GameRecord) -> Result<Box<dyn AnySession>, AuditError> {
        let start = Some(record.start.as_str()).filter(|start| !start.is_empty());
        Ok(Arc::clone(self.game).session(start, self.settings)?)
    }

    /// The positions of a game, from its beginning to its end or to where people would have resigned.
    fn see_all(&self, record: &GameRecord) -> Result<Vec<Seen>, AuditError> {
        let mut referee = self.game.adviser(&self.referee)?;
        let mut session = self.start(record)?;
        let mut seen = vec![see(&*session, &mut referee)?];
        let mut lost = 0;
        for (ply, text) in record.moves.iter().enumerate() {
            let played = play_on(&mut session, self.game, self.settings, text);
            played.map_err(|error| illegal(record, ply, &error))?;
            let now = see(&*session, &mut referee)?;
            lost = match now.chances.abs() >= DECIDED {
                true => lost + 1,
                false => 0,
            };
            seen.push(now);
            if record.played_out && lost >= RESIGNED {
                break;
            }
        }
        Ok(seen)
    }

    /// Who knows how likely people are to do what a side of a game did: people of its rating, or of the level.
    fn people(&self, record: &GameRecord, seat: usize) -> Result<Option<Adviser>, AuditError> {
        let Some((people, rating)) = self.people.zip(record.elos[seat].or(self.level)) else {
            return Ok(None);
        };
        Ok(Some(self.game.adviser(&people(rating)?)?))
    }
}

/// A position on the way, and what is known of it.
struct Seen {
    /// What it is worth to the first player: in winning chances, and in the unit of the game.
    chances: f64,
    units: Option<f64>,
    captures: Vec<Capture>,
}

impl Seen {
    fn chances(&self, seat: Seat) -> f64 {
        ForFirst(self.chances).seen_by(seat).0
    }

    /// The advantage of a side in the unit of the game. Who is about to be mated has lost all that can be lost.
    fn units(&self, seat: Seat) -> Option<f64> {
        let units = self.units?.clamp(-MOST_UNITS, MOST_UNITS);
        Some(ForFirst(units).seen_by(seat).0)
    }

    /// The most that the side to move can take.
    fn prize(&self) -> f64 {
        self.captures.iter().map(|it| it.gain).fold(0.0, f64::max)
    }

    fn taking(&self, mv: &str) -> Option<&Capture> {
        self.captures.iter().find(|capture| capture.mv == mv)
    }
}

fn see(session: &dyn AnySession, referee: &mut Adviser) -> Result<Seen, AuditError> {
    let stake = match session.turn() {
        Turn::Over(outcome) => {
            let chances = outcome.payoff().0.clamp(-1.0, 1.0);
            return Ok(Seen {
                chances,
                units: Some(chances * MOST_UNITS),
                captures: Vec::new(),
            });
        }
        Turn::Of(_) => session.captures().unwrap_or_default(),
        Turn::Chance => Vec::new(),
    };
    let thought = session
        .consult(referee, Ask::BestMove, &Request::default())?
        .thought;
    let chances = thought.value.0.clamp(-1.0, 1.0);
    Ok(Seen {
        chances,
        units: match (thought.unit, thought.advantage) {
            (Some(_), None) => Some(chances.signum() * MOST_UNITS),
            (_, advantage) => advantage,
        },
        captures: stake,
    })
}

/// How likely somebody is to make a move; nothing is impossible.
fn probability(session: &dyn AnySession, by: &mut Adviser, mv: &str) -> Result<f64, AuditError> {
    let odds = session.odds(by, &Request::default())?;
    let found = odds.moves.iter().find(|(made, _)| made == mv);
    Ok(found.map_or(0.0, |(_, probability)| *probability).max(1e-6))
}

/// Whether a short look shows that a move is a mistake.
fn shows(
    session: &dyn AnySession,
    glance: &mut Adviser,
    mv: &str,
    mover: Seat,
) -> Result<bool, AuditError> {
    let thought = session
        .consult(glance, Ask::EveryMove, &Request::default())?
        .thought;
    let worth = |judged: &MoveThought| judged.value.seen_by(mover).0;
    let best = thought.moves.iter().map(worth).fold(-1.0, f64::max);
    let made = thought.moves.iter().find(|judged| judged.mv == mv);
    Ok(made.is_some_and(|judged| best - worth(judged) >= MISTAKE))
}

/// Some moves of a side, one after the other.
#[derive(Clone, Copy, Default)]
struct Stretch {
    moves: u32,
    loss: f64,
    worst: f64,
}

impl Stretch {
    /// What part of the losses of a stretch its worst move has, where this move ends one that lost anything.
    fn worst_part(&mut self, loss: f64) -> Option<f64> {
        self.moves += 1;
        self.loss += loss;
        self.worst = self.worst.max(loss);
        if self.moves < STRETCH {
            return None;
        }
        let Stretch { loss, worst, .. } = std::mem::take(self);
        (loss > 0.0).then(|| worst / loss)
    }
}

fn one_if(happened: bool) -> f64 {
    f64::from(happened)
}

impl Measured {
    /// The same with as many digits as matter.
    #[must_use]
    pub(crate) fn rounded(&self) -> Measured {
        let round = |number: f64| (number * 1e4).round() / 1e4;
        Measured {
            loss: round(self.loss),
            squared: round(self.squared),
            units: round(self.units),
            worst_parts: round(self.worst_parts),
            early: round(self.early),
            middle: round(self.middle),
            late: round(self.late),
            surprise: round(self.surprise),
            ..self.clone()
        }
    }

    /// What gives a machine away, by name. The last four are seen only in games that tell what is taken.
    #[must_use]
    pub fn tells(&self) -> [(&'static str, f64); 7] {
        [
            ("missed_win", self.missed_win),
            ("handed_back", self.handed_back),
            ("alternating", self.alternating),
            ("missed_recapture", self.missed_recapture),
            ("hanging", self.hanging),
            ("queen_given", self.queen_given),
            ("thrown_away", self.thrown_away),
        ]
    }

    /// Takes note of what a move lost, in which third of the contest.
    fn count(&mut self, loss: f64, before: &Seen, after: &Seen, mover: Seat, third: usize) {
        self.open += 1.0;
        self.loss += loss;
        self.squared += loss * loss;
        if let Some((was, is)) = before.units(mover).zip(after.units(mover)) {
            self.units += (was - is).max(0.0);
        }
        match loss {
            BLUNDER.. => self.blunders += 1.0,
            MISTAKE.. => self.mistakes += 1.0,
            INACCURACY.. => self.inaccuracies += 1.0,
            _ => self.strong += one_if(loss <= STRONG),
        }
        let (lost, moves) = match third {
            0 => (&mut self.early, &mut self.early_moves),
            1 => (&mut self.middle, &mut self.middle_moves),
            _ => (&mut self.late, &mut self.late_moves),
        };
        *lost += loss;
        *moves += 1.0;
    }

    /// Takes note of what was taken, not taken, or left to be taken. `taken_at` is where the other side has
    /// just taken something.
    fn tell(
        &mut self,
        before: &Seen,
        after: &Seen,
        taken_at: Option<u16>,
        mv: &str,
        loss: f64,
        mover: Seat,
    ) {
        if loss < MISTAKE {
            return;
        }
        let taking = before.taking(mv);
        self.greedy += one_if(taking.is_some());
        let back = |capture: &Capture| Some(capture.at) == taken_at && capture.gain > 0.0;
        self.missed_recapture += one_if(
            before.captures.iter().any(back) && taking.is_none_or(|it| Some(it.at) != taken_at),
        );
        // What was taken meanwhile counts: the rest of an exchange is no gift.
        let left = after.prize() - taking.map_or(0.0, |capture| capture.gain.max(0.0));
        self.hanging += one_if(left >= PIECE);
        self.queen_given += one_if(left >= QUEEN && loss >= BLUNDER);
        self.thrown_away += one_if(left >= PIECE && before.chances(mover) <= BEHIND);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0.3 of 0.6 is a half; where nothing is lost nothing has a part; four moves are not yet a stretch.
    #[test]
    fn the_worst_of_five_moves() {
        let losses = [
            0.1, 0.3, 0.0, 0.0, 0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.4, 0.0, 0.0, 0.0,
        ];
        let mut stretch = Stretch::default();
        let parts: Vec<f64> = losses
            .iter()
            .filter_map(|loss| stretch.worst_part(*loss))
            .collect();
        assert_eq!(parts.len(), 1);
        assert!((parts[0] - 0.5).abs() < 1e-12, "{parts:?}");
    }
}
