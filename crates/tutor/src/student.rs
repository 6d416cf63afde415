//! What is known of a student at a game: how strong they are, how contests went, what they overlook.
//!
//! It is plain data, so that it can be kept from contest to contest and from day to day.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use shido_people::rating::{Estimate, normal_prior};

use crate::concession::LEAST_HORIZON;
use crate::strength::{self, Pull, grid};

/// A stranger is taken to be like people who have just begun to play rated games: anybody.
const STRANGER: [f64; 2] = [1300.0, 500.0];
/// Strength at one game says so much of that at another.
const OTHER_GAME: f64 = 400.0;
/// What a move counts. Moves of one contest hang together, and nobody is exactly like one of the
/// hypotheses, so that a move tells less than Bayes' rule would have it.
const TEMPERING: f64 = 0.5;
/// Anybody may do anything now and then: with this probability.
const SLIP: f64 = 0.02;
/// By how much strength may have changed from one contest to the next.
const DRIFT: f64 = 60.0;
/// How much of what was known is given up from one contest to the next.
const FORGOTTEN: f64 = 0.03;
/// How much the first result says about whether somebody is stronger than their moves look, and later ones.
const FIRST_LESSON: f64 = 500.0;
const LATER_LESSON: f64 = 200.0;
/// In how many contests the one becomes the other.
const LESSONS: f64 = 3.0;
/// How many plies somebody looks ahead at most, as far as that is told apart.
pub(crate) const FURTHEST: usize = 4;
/// How likely it is at first that somebody looks one, two, three and four plies ahead: 2.7 on average, as the family of
/// people does at 1500 points (docs/people-other-games.md).
const LOOKS: [f64; FURTHEST] = [0.1, 0.35, 0.3, 0.25];
/// How often a move has other reasons than what a look shows.
const OTHER_REASONS: f64 = 0.3;
/// So many results are remembered one by one.
const REMEMBERED: usize = 20;
/// So many moves of a contest can be forgotten one by one.
const TAKEN_BACK: usize = 6;
/// Of so many contests that are under way it is known how far they were looked at.
const UNDER_WAY: usize = 8;
/// What one good move that was found or missed says about others: as much as in a logistic regression that forgets
/// after some twenty moves.
const KNACK: f64 = 0.2;
const MOST_KNACK: f64 = 3.0;
/// What is so likely or unlikely is no question.
const SURE: f64 = 0.05;
/// How far students differ in how often they take a chance, as the variance of a logarithm of odds: where a half is
/// foretold, two of three take between 27% and 73%.
const UNKNOWN: f64 = 1.0;
/// How much of that comes back from one contest to the next.
const CHANGED: f64 = 0.03;
/// How much is known of a kind of oversight before anything was seen, in chances.
const DOUBT: f64 = 8.0;
/// From here on somebody misses a kind of thing so much more often than others that it is worth teaching.
const MARKED: f64 = 0.03;

/// What is known of somebody who plays a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Student {
    /// How likely each strength of [`strength::grid`] is, by the moves.
    pub strengths: Vec<f64>,
    /// By how much results say that they are stronger than their moves look.
    pub lead: f64,
    /// How much more often they find good moves than was foretold, as the logarithm of odds.
    pub knack: f64,
    /// How likely it is that they look one, two, three and four plies ahead.
    #[serde(default = "unseen")]
    pub looks: [f64; FURTHEST],
    /// How often they take the chances that they are given, beside what was foretold.
    #[serde(default)]
    pub chances: Chances,
    /// Contests that were finished.
    pub contests: u32,
    /// Moves that were seen.
    pub moves: u64,
    /// What they scored in the last contests, the last one last: 1, 0.5 or 0.
    pub scores: Vec<f64>,
    /// What they overlook, by kind.
    pub oversights: BTreeMap<String, Oversight>,
    /// Contests that are under way, as far as their moves were looked at, so that none counts twice; the one that was
    /// looked at last is the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub under_way: Vec<UnderWay>,
    /// What was known before each of the last of their moves in that contest, so that one that is taken back can be
    /// forgotten.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Before>,
}

/// A contest as far as it was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnderWay {
    /// The position that it began with.
    pub start: String,
    /// The moves of both sides.
    pub moves: Vec<String>,
}

impl UnderWay {
    /// How many moves are the same at the beginning of two contests; `None` where they began elsewhere.
    fn shared(&self, other: &UnderWay) -> Option<usize> {
        let same = |(one, other): &(&String, &String)| one == other;
        let shared = self.moves.iter().zip(&other.moves).take_while(same).count();
        (self.start == other.start).then_some(shared)
    }
}

/// What was known before a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Before {
    /// How many moves had been made.
    pub plies: usize,
    /// What was known, without what is noted of contests that are under way.
    pub student: Student,
}

/// Whether a contest is known to be the one that was looked at last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Met {
    /// It has been seen all the while, so that what differs was taken back.
    Before,
    /// It is seen for the first time by whoever asks: it may be one that was left, or another.
    Now,
}

fn unseen() -> [f64; FURTHEST] {
    LOOKS
}

/// By how much likelier somebody is to take a chance than was foretold, as the logarithm of odds: logistic regression
/// with nothing but a constant, chance by chance (a normal distribution, and for each chance one step of Newton's).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Chances {
    /// The most likely shift.
    pub shift: f64,
    /// How uncertain that is.
    pub variance: f64,
}

impl Default for Chances {
    fn default() -> Chances {
        Chances {
            shift: 0.0,
            variance: UNKNOWN,
        }
    }
}

impl Chances {
    fn saw(&mut self, taken: bool, foretold: f64) {
        let probability = shifted(foretold, self.shift);
        self.variance = 1.0 / (1.0 / self.variance + probability * (1.0 - probability));
        self.shift += self.variance * (f64::from(u8::from(taken)) - probability);
    }
}

/// Whether it is open if somebody finds something.
pub(crate) fn is_question(foretold: f64) -> bool {
    SURE < foretold && foretold < 1.0 - SURE
}

/// A probability whose logarithm of odds is moved.
fn shifted(probability: f64, by: f64) -> f64 {
    let odds = probability / (1.0 - probability) * by.exp();
    if odds.is_finite() {
        odds / (1.0 + odds)
    } else {
        1.0
    }
}

/// How often somebody overlooked something of a kind.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Oversight {
    /// How often there was something to be found.
    pub chances: f64,
    /// How often they did not find it.
    pub missed: f64,
    /// How often people as strong would not have.
    pub expected: f64,
}

impl Oversight {
    /// How often they miss such a thing, less how often people as strong do: both as rates, and as much as can be said
    /// after so few chances (the mean of a Beta distribution that begins with what people do).
    #[must_use]
    pub fn excess(&self) -> f64 {
        if self.chances == 0.0 {
            return 0.0;
        }
        let usual = self.expected / self.chances;
        (self.missed + DOUBT * usual) / (self.chances + DOUBT) - usual
    }
}

impl Default for Student {
    fn default() -> Student {
        Student::stranger()
    }
}

impl Student {
    /// Somebody who was never met.
    #[must_use]
    pub fn stranger() -> Student {
        Student::likely([STRANGER[0], STRANGER[1]])
    }

    /// Somebody who was met at other games only.
    #[must_use]
    pub fn met_at<'s>(others: impl IntoIterator<Item = &'s Student>) -> Student {
        // Each counts as much as is known of it.
        let (mut weights, mut sum) = (0.0, 0.0);
        for other in others {
            let known = other.strength();
            let deviation = ((known.high - known.low) / 2.0).max(strength::STEP);
            weights += deviation.powi(-2);
            sum += (known.mean + other.lead) * deviation.powi(-2);
        }
        match weights > 0.0 {
            true => Student::likely([sum / weights, OTHER_GAME]),
            false => Student::stranger(),
        }
    }

    fn likely([mean, deviation]: [f64; 2]) -> Student {
        Student {
            strengths: normal_prior(&grid(), mean, deviation),
            lead: 0.0,
            knack: 0.0,
            looks: LOOKS,
            chances: Chances::default(),
            contests: 0,
            moves: 0,
            scores: Vec::new(),
            oversights: BTreeMap::new(),
            under_way: Vec::new(),
            before: Vec::new(),
        }
    }

    /// Comes to a contest: forgets moves of it that were taken back, and tells how many moves were looked at already.
    pub(crate) fn come_to(&mut self, contest: &UnderWay, met: Met) -> usize {
        let last = self.under_way.len().checked_sub(1);
        let known = match met {
            Met::Before => last,
            // A contest that begins now has one move of theirs at most. Of one that was left more is known.
            Met::Now if contest.moves.len() <= 2 => None,
            Met::Now => {
                let each = self.under_way.iter().enumerate();
                let shared = each.filter_map(|(at, it)| Some((it.shared(contest)?, at)));
                shared.filter(|it| it.0 > 0).max().map(|(_, at)| at)
            }
        };
        let shared = known.and_then(|at| self.under_way[at].shared(contest));
        let (Some(known), Some(shared)) = (known, shared) else {
            self.before.clear();
            self.under_way.push(UnderWay {
                start: contest.start.clone(),
                moves: Vec::new(),
            });
            if self.under_way.len() > UNDER_WAY {
                self.under_way.remove(0);
            }
            return 0;
        };
        if Some(known) == last {
            self.forget_from(shared);
        } else {
            // Others were looked at since: what was known before them is no longer what is known.
            self.before.clear();
        }
        let mut it = self.under_way.remove(known);
        it.moves.truncate(shared);
        self.under_way.push(it);
        shared
    }

    /// Forgets the moves of the last contest from the one after so many on.
    fn forget_from(&mut self, plies: usize) {
        let kept = self.before.iter().filter(|it| it.plies < plies).count();
        let mut taken_back = self.before.split_off(kept).into_iter();
        if let Some(Before { student, .. }) = taken_back.next() {
            *self = Student {
                under_way: std::mem::take(&mut self.under_way),
                before: std::mem::take(&mut self.before),
                ..student
            };
        }
    }

    /// Is about to look at the move that they made after so many.
    pub(crate) fn look_at(&mut self, plies: usize) {
        if self.before.len() == TAKEN_BACK {
            self.before.remove(0);
        }
        let (under_way, before) = (
            std::mem::take(&mut self.under_way),
            std::mem::take(&mut self.before),
        );
        let student = self.clone();
        (self.under_way, self.before) = (under_way, before);
        self.before.push(Before { plies, student });
    }

    /// The contest was looked at as far as this.
    pub(crate) fn looked_at(&mut self, contest: UnderWay) {
        if let Some(last) = self.under_way.last_mut() {
            *last = contest;
        }
    }

    /// The contest that was looked at last is not gone on with.
    pub(crate) fn leave(&mut self) {
        self.under_way.pop();
        self.before.clear();
    }

    /// How strong their moves look, with an interval that holds 80%.
    #[must_use]
    pub fn strength(&self) -> Estimate {
        Estimate::of(&grid(), &self.strengths, 0.8)
    }

    /// How strong they are, results included.
    #[must_use]
    pub fn level(&self) -> f64 {
        (self.strength().mean + self.lead).clamp(strength::WEAKEST, strength::STRONGEST)
    }

    /// How likely they are to make each of some moves, as far as their moves so far tell.
    #[must_use]
    pub fn odds(&self, moves: &[Pull]) -> Vec<f64> {
        let mut odds = vec![0.0; moves.len()];
        for (strength, known) in grid().into_iter().zip(&self.strengths) {
            for (odds, of) in odds.iter_mut().zip(strength::odds(strength, moves)) {
                *odds += known * of;
            }
        }
        odds
    }

    /// Takes note of a move, given how likely each strength of the grid is to make it, among `moves` legal ones.
    ///
    /// # Panics
    /// If there is not one likelihood for each strength.
    pub fn saw(&mut self, likelihoods: &[f64], moves: usize) {
        assert_eq!(likelihoods.len(), self.strengths.len());
        // Where there is no choice nothing is learned.
        if moves < 2 {
            return;
        }
        let any = SLIP / moves as f64;
        for (known, likelihood) in self.strengths.iter_mut().zip(likelihoods) {
            *known *= (any + (1.0 - SLIP) * likelihood).powf(TEMPERING);
        }
        self.normalise();
        self.moves += 1;
    }

    /// Takes note of a move, given with what probability somebody makes it who looks one, two, three and four plies ahead
    /// and makes any of the moves that are best there, among `moves` legal ones.
    pub fn looked(&mut self, likelihoods: [f64; FURTHEST], moves: usize) {
        let any = OTHER_REASONS / moves as f64;
        for (known, likelihood) in self.looks.iter_mut().zip(likelihoods) {
            *known *= (any + (1.0 - OTHER_REASONS) * likelihood).powf(TEMPERING);
        }
        let sum: f64 = self.looks.iter().sum();
        self.looks.iter_mut().for_each(|known| *known /= sum);
    }

    /// How many plies they look ahead on average.
    #[must_use]
    pub fn looks_ahead(&self) -> u32 {
        let each = self.looks.iter().enumerate();
        let mean: f64 = each.map(|(less, known)| (less as f64 + 1.0) * known).sum();
        mean.round() as u32
    }

    /// What they see without effort: as far as they look ahead, and two plies at least, since what two plies show is
    /// obvious.
    #[must_use]
    pub fn horizon(&self) -> u32 {
        self.looks_ahead().max(LEAST_HORIZON)
    }

    /// How likely they are to find one of some good moves, if by [`odds`](Student::odds) they are so likely to: people
    /// of one strength differ in whether they see what matters.
    #[must_use]
    pub fn finds(&self, foretold: f64) -> f64 {
        shifted(foretold, self.knack)
    }

    /// How likely they are to take a chance that they do not see at once, if by [`odds`](Student::odds) they are so likely
    /// to: as many as they took of those they were given.
    #[must_use]
    pub fn takes(&self, foretold: f64) -> f64 {
        shifted(self.finds(foretold), self.chances.shift)
    }

    /// Takes note of whether they took a chance that they did not see at once, where they were so likely to by
    /// [`odds`](Student::odds).
    pub fn was_given(&mut self, taken: bool, foretold: f64) {
        let foretold = self.finds(foretold);
        if is_question(foretold) {
            self.chances.saw(taken, foretold);
        }
    }

    /// Takes note of whether they found a good move, where they were so likely to, and of what kinds there was to be
    /// found.
    pub fn searched<'k>(
        &mut self,
        found: bool,
        foretold: f64,
        kinds: impl IntoIterator<Item = &'k str>,
    ) {
        // Where all moves are good or hardly any is likely, nothing is learned.
        if is_question(foretold) {
            for kind in kinds {
                self.looked_for(kind, found, 1.0 - foretold);
            }
            let missing = f64::from(u8::from(found)) - self.finds(foretold);
            self.knack = (self.knack + KNACK * missing).clamp(-MOST_KNACK, MOST_KNACK);
        }
    }

    /// Takes note of the result of a contest in which they were expected to score so much: 1 for a win, 0.5
    /// for a draw.
    pub fn finished(&mut self, score: f64, expected: f64) {
        let fading = (-f64::from(self.contests) / LESSONS).exp();
        let lesson = LATER_LESSON + (FIRST_LESSON - LATER_LESSON) * fading;
        self.lead += lesson * (score - expected);
        // Results that nobody could have had count for no more than the end of the scale, so that the way back is short.
        let mean = self.strength().mean;
        self.lead = (self.lead).clamp(strength::WEAKEST - mean, strength::STRONGEST - mean);
        self.contests += 1;
        if self.scores.len() == REMEMBERED {
            self.scores.remove(0);
        }
        self.scores.push(score);
        self.forget();
    }

    /// Takes note of whether they found something of a kind, which people as strong miss with a probability.
    pub fn looked_for(&mut self, kind: &str, found: bool, missed_by_people: f64) {
        let oversight = self.oversights.entry(kind.to_owned()).or_default();
        oversight.chances += 1.0;
        oversight.missed += f64::from(!found);
        oversight.expected += missed_by_people;
    }

    /// The kinds of things that they miss more often than people as strong, the worst first.
    #[must_use]
    pub fn blind_spots(&self) -> Vec<(&str, Oversight)> {
        let kinds = self.oversights.iter();
        let mut kinds: Vec<_> = kinds
            .map(|(kind, seen)| (kind.as_str(), *seen))
            .filter(|(_, seen)| seen.excess() > 0.0)
            .collect();
        kinds.sort_by(|(_, a), (_, b)| b.excess().total_cmp(&a.excess()));
        kinds
    }

    /// Which of some kinds of things they should learn to see before all: the one they miss the most often compared
    /// with people as strong, if it is a blind spot.
    #[must_use]
    pub fn should_learn<'k>(&self, kinds: impl IntoIterator<Item = &'k String>) -> Option<&'k str> {
        let excess = |kind: &str| self.oversights.get(kind).map_or(0.0, Oversight::excess);
        let kinds = kinds.into_iter().map(|kind| (excess(kind), kind.as_str()));
        let marked = kinds.filter(|(excess, _)| *excess >= MARKED);
        marked
            .max_by(|(a, _), (b, _)| a.total_cmp(b))
            .map(|(_, kind)| kind)
    }

    /// From one contest to the next somebody may have changed, and old knowledge counts a little less.
    fn forget(&mut self) {
        let grid = grid();
        let spread = normal_prior(&grid, grid[0], DRIFT);
        let mut changed = vec![0.0; grid.len()];
        for (from, known) in self.strengths.iter().enumerate() {
            for (to, changed) in changed.iter_mut().enumerate() {
                *changed += known * spread[from.abs_diff(to)];
            }
        }
        let anybody = normal_prior(&grid, STRANGER[0], STRANGER[1]);
        for (changed, anybody) in changed.iter_mut().zip(anybody) {
            *changed += FORGOTTEN * anybody;
        }
        self.strengths = changed;
        self.normalise();
        for (known, anybody) in self.looks.iter_mut().zip(LOOKS) {
            *known = (1.0 - FORGOTTEN) * *known + FORGOTTEN * anybody;
        }
        self.chances.variance = (self.chances.variance + CHANGED).min(UNKNOWN);
        for seen in self.oversights.values_mut() {
            let kept = 1.0 - FORGOTTEN;
            seen.chances *= kept;
            seen.missed *= kept;
            seen.expected *= kept;
        }
    }

    fn normalise(&mut self) {
        let sum: f64 = self.strengths.iter().sum();
        self.strengths.iter_mut().for_each(|known| *known /= sum);
    }
}

/// Where students are remembered by name.
pub trait Students: Send + Sync + Debug {
    /// What is known of somebody at a game, or from other games; `None` for strangers.
    ///
    /// # Errors
    /// Where it cannot be read; in words.
    fn recall(&self, name: &str, game: &str) -> Result<Option<Student>, String>;

    /// Keeps what is known of somebody at a game by now.
    ///
    /// # Errors
    /// Where it cannot be written; in words.
    fn keep(&self, name: &str, game: &str, student: &Student) -> Result<(), String>;
}

/// Students by name and game.
type ByName = BTreeMap<(String, String), Student>;

/// Remembers students until the program ends.
#[derive(Debug, Default)]
pub struct InMemory(Mutex<ByName>);

impl Students for InMemory {
    fn recall(&self, name: &str, game: &str) -> Result<Option<Student>, String> {
        let students = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = students.get(&(name.to_owned(), game.to_owned())) {
            return Ok(Some(known.clone()));
        }
        let others = students.iter().filter(|((who, _), _)| who == name);
        let others: Vec<&Student> = others.map(|(_, student)| student).collect();
        Ok((!others.is_empty()).then(|| Student::met_at(others)))
    }

    fn keep(&self, name: &str, game: &str, student: &Student) -> Result<(), String> {
        let mut students = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        students.insert((name.to_owned(), game.to_owned()), student.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stranger_may_be_anybody() {
        let known = Student::stranger().strength();
        // 1.28 deviations either side hold 80% of a normal distribution; below 0 there is nobody.
        assert!((known.median - 1300.0).abs() < 20.0, "{known:?}");
        assert!((known.high - 1940.0).abs() < 40.0, "{known:?}");
    }

    /// Two strengths, one of which makes the move always and the other never. By hand: a likelihood of
    /// 0.98 + 0.01 against 0.01, to the power of one half.
    #[test]
    fn a_move_by_hand() {
        let mut student = Student::stranger();
        let count = student.strengths.len();
        student.strengths = vec![0.0; count];
        (student.strengths[3], student.strengths[9]) = (0.5, 0.5);
        let mut likelihoods = vec![0.0; count];
        likelihoods[9] = 1.0;
        student.saw(&likelihoods, 2);
        let odds = student.strengths[9] / student.strengths[3];
        assert!((odds - 99f64.sqrt()).abs() < 1e-9, "{odds}");
    }

    /// As likely to move at random as to be of 600 points, who make the first of two
    /// moves three times of four: half of 1/2 and half of 3/4.
    #[test]
    fn what_is_foretold_goes_with_what_is_known() {
        let mut student = Student::stranger();
        student.strengths.fill(0.0);
        (student.strengths[0], student.strengths[6]) = (0.5, 0.5);
        let pull = |odds: f64| Pull {
            people: [odds.ln(); 2],
            loss: 0.0,
            shown: 0.0,
        };
        let odds = student.odds(&[pull(3.0), pull(1.0)]);
        assert!((odds[0] - 0.625).abs() < 1e-12);
    }

    /// One of two was found: half a point of 0.2. Then odds of one to one become e^0.1 to one.
    #[test]
    fn who_finds_more_than_was_foretold_has_a_knack() {
        let mut student = Student::stranger();
        assert_eq!(student.finds(0.5), 0.5);
        student.searched(true, 0.5, []);
        assert!((student.knack - 0.1).abs() < 1e-12);
        assert!((student.finds(0.5) - 1.0 / (1.0 + (-0.1f64).exp())).abs() < 1e-12);
        student.searched(true, 0.99, []);
        assert!((student.knack - 0.1).abs() < 1e-12);
        assert_eq!(student.finds(1.0), 1.0);
    }

    /// Ten moves that are best from one ply only, and another ten that are best from four plies only, of two moves each.
    #[test]
    fn how_far_somebody_looks_shows_in_their_moves() {
        let mut student = Student::stranger();
        assert_eq!(student.horizon(), 3);
        for _ in 0..10 {
            student.looked([1.0, 0.0, 0.0, 0.0], 2);
        }
        assert!(student.looks[0] > 0.99);
        assert_eq!(student.horizon(), 2);
        let mut deep = Student::stranger();
        // By hand: 0.15 + 0.7 against 0.15, to the power of one half.
        deep.looked([0.0, 0.0, 0.0, 1.0], 2);
        let odds = deep.looks[3] / deep.looks[2] * LOOKS[2] / LOOKS[3];
        assert!((odds - (0.85f64 / 0.15).sqrt()).abs() < 1e-9);
        for _ in 0..9 {
            deep.looked([0.0, 0.0, 0.0, 1.0], 2);
        }
        assert_eq!(deep.horizon(), 4);
    }

    /// A chance of one half is taken. By hand: the variance 1 becomes 1 / (1 + 1/4), and the shift half of it.
    #[test]
    fn who_takes_their_chances_is_expected_to_take_the_next() {
        let mut student = Student::stranger();
        student.was_given(true, 0.5);
        let Chances { shift, variance } = student.chances;
        assert!((variance - 0.8).abs() < 1e-12 && (shift - 0.4).abs() < 1e-12);
        assert!((student.takes(0.5) - 1.0 / (1.0 + (-0.4f64).exp())).abs() < 1e-12);
        // Good moves in general are another matter.
        assert_eq!(student.finds(0.5), 0.5);
        student.finished(0.5, 0.5);
        assert!((student.chances.variance - 0.83).abs() < 1e-12);
    }

    /// Nine of ten chances of one half are taken, for long: so many are expected then.
    #[test]
    fn what_is_foretold_becomes_true() {
        let mut student = Student::stranger();
        for number in 0..1000 {
            student.was_given(number % 10 != 0, 0.5);
        }
        assert!((student.takes(0.5) - 0.9).abs() < 0.01);
    }

    #[test]
    fn results_move_the_level_and_less_as_time_goes_on() {
        let mut student = Student::stranger();
        student.finished(1.0, 0.5);
        assert!((student.lead - 250.0).abs() < 1e-9);
        for _ in 0..50 {
            student.finished(0.5, 0.5);
        }
        let before = student.lead;
        student.finished(0.0, 0.5);
        assert!((before - student.lead - 100.0).abs() < 1.0);
        assert_eq!(student.scores.len(), REMEMBERED);
    }

    #[test]
    fn what_was_known_becomes_less_certain() {
        let mut student = Student::stranger();
        let count = student.strengths.len();
        student.strengths = vec![0.0; count];
        student.strengths[12] = 1.0;
        let width = |student: &Student| student.strength().high - student.strength().low;
        let before = width(&student);
        student.finished(0.5, 0.5);
        assert!(width(&student) > before);
        assert!((student.strengths.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }

    /// Four of five forks missed, where people miss two of five: (4 + 8 * 0.4) / 13 - 0.4.
    #[test]
    fn oversights_by_hand() {
        let mut student = Student::stranger();
        for number in 0..5 {
            student.looked_for("fork", number == 0, 0.4);
            student.looked_for("pin", true, 0.4);
        }
        let spots = student.blind_spots();
        assert_eq!(spots.len(), 1);
        assert!((spots[0].1.excess() - (7.2 / 13.0 - 0.4)).abs() < 1e-9);
        let kinds = ["pin", "fork", "skewer"].map(str::to_owned);
        assert_eq!(student.should_learn(&kinds), Some("fork"));
        assert_eq!(student.should_learn(&kinds[..1]), None);
    }

    #[test]
    fn students_are_remembered_by_name_and_a_little_across_games() {
        let students = InMemory::default();
        assert_eq!(students.recall("Ann", "chess"), Ok(None));
        let mut ann = Student::likely([2000.0, 100.0]);
        ann.contests = 7;
        students.keep("Ann", "chess", &ann).unwrap();
        assert_eq!(students.recall("Ann", "chess"), Ok(Some(ann)));
        assert_eq!(students.recall("Bob", "chess"), Ok(None));
        let elsewhere = students.recall("Ann", "othello").unwrap().unwrap();
        assert_eq!(elsewhere.contests, 0);
        let known = elsewhere.strength();
        assert!((known.mean - 2000.0).abs() < 30.0 && known.high - known.low > 900.0);
    }

    #[test]
    fn a_student_can_be_written_down() {
        let student = Student::stranger();
        let text = serde_json::to_string(&student).unwrap();
        let read: Student = serde_json::from_str(&text).unwrap();
        assert!((read.strength().mean - student.strength().mean).abs() < 1e-9);
    }
}
