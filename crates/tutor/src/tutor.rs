//! The policy: TU-search (Iida, Kotani and Uiterwijk 1995) with a student who is modelled as a person.
//!
//! For every move the tutor knows what it is worth (a judge), what the student sees of it (a search to the student's
//! horizon), how likely people of the level are to make it and how likely the student is to punish it (people). It
//! plays as people of its level do, and where it is ahead of its plan it may make a concession, if one qualifies.

use std::num::NonZeroUsize;
use std::sync::Arc;

use shido_arena::{Contest, PlayerError, Thinking, draw};
use shido_core::{Game, Guide, Notation, Seat, Turn};
use shido_search::{Limits, Model};

use crate::concession::{
    BEHIND, Candidate, Certificate, KEPT, LEAST_LOSS, MISTAKE, PIECE, Tell, VISIBLE,
};
use crate::eye::{self, best_and};
use crate::form::Form;
use crate::plan::{Aim, Plan};
use crate::strength::{self, LEAST_LIKE_PEOPLE, PEOPLE, Pull, grid};
use crate::student::{FURTHEST, Met, Student, UnderWay, is_question};

/// Who knows what moves are worth.
pub trait Judge<G: Game>: Send {
    /// What each move that is worth a look is worth to the side to move, from -1 to 1.
    ///
    /// # Errors
    /// Where the judge fails or was told to stop.
    fn values(
        &mut self,
        contest: &Contest<'_, G>,
        effort: Effort,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Judged<G::Move>, PlayerError>;

    /// What every move is worth if both sides play best from then on, where that can be proved while somebody waits.
    fn proved(&mut self, contest: &Contest<'_, G>) -> Option<Judged<G::Move>>;

    /// Whether what is not proved is not to be trusted: in a game small enough for proofs, exact values are to be had
    /// in good time, and those of a search before that are often wrong.
    fn trusts_proofs_alone(&self) -> bool;
}

/// How much a judge is to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Effort {
    /// The share of what a move of the tutor takes: of the positions to visit and of the time on a clock.
    pub share: f64,
    /// How many times as many positions as usual, where there is time.
    pub times: f64,
    /// Of how many of the best moves it has to be known what they are worth: of all, unless a number is given.
    pub among: Option<NonZeroUsize>,
}

impl Effort {
    /// How many times the usual number of positions.
    #[must_use]
    pub fn positions(self) -> f64 {
        self.share * self.times
    }
}

/// What a judge says.
#[derive(Clone, PartialEq, Debug)]
pub struct Judged<M> {
    /// Moves with their values for the side to move, from -1 to 1.
    pub moves: Vec<(M, f64)>,
    /// How the judge would go on: of moves that win the one that wins soonest. It may be empty.
    pub line: Vec<M>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// The same as those who play the game reckon.
    pub told: Told<M>,
}

/// What a judge says in the words of the game, for those who look on.
#[derive(Clone, PartialEq, Debug)]
pub struct Told<M> {
    /// How many plies it looked ahead everywhere.
    pub depth: Option<u32>,
    /// The unit in which it reckons, such as a pawn.
    pub unit: Option<String>,
    /// Each move with what it is worth in that unit, for the side to move; `None` where it is as good as decided.
    pub advantages: Vec<(M, Option<f64>)>,
    /// In how many plies the contest ends by its line, where it is decided.
    pub distance: Option<u32>,
}

impl<M> Default for Told<M> {
    fn default() -> Told<M> {
        Told {
            depth: None,
            unit: None,
            advantages: Vec::new(),
            distance: None,
        }
    }
}

impl<M: Copy + PartialEq> Judged<M> {
    fn value(&self) -> f64 {
        let values = self.moves.iter().map(|(_, value)| *value);
        values.fold(f64::NEG_INFINITY, f64::max)
    }

    fn of(&self, mv: M) -> Option<f64> {
        let found = self.moves.iter().find(|(known, _)| *known == mv);
        found.map(|(_, value)| *value)
    }
}

/// How likely two kinds of people are to make each move.
pub type OddsOfTwo<M> = Vec<(M, [f64; 2])>;

/// People who play a game.
pub trait Crowd<G: Game>: Send + Sync {
    /// How likely people of the lowest and of the highest rating of [`PEOPLE`] are to make each legal move where a contest
    /// has come to.
    ///
    /// # Errors
    /// Where nobody is to choose, or they do not know how.
    fn odds(&self, contest: &Contest<'_, G>) -> Result<OddsOfTwo<G::Move>, PlayerError>;
}

/// Lists the moves that take something, where, and what they bring.
pub type Captures<G> = fn(&G, &<G as Game>::Position) -> Vec<(<G as Game>::Move, u16, f64)>;

/// Tells what players call what a line of moves shows, from where a contest has come to: `fork`, `quiet move`. The most
/// telling first.
pub type Kinds<G> = dyn Fn(&Contest<'_, G>, &[<G as Game>::Move]) -> Vec<String> + Send + Sync;

/// What a tutor works with.
pub struct Equipment<G: Guide> {
    /// People who play the game.
    pub crowd: Arc<dyn Crowd<G>>,
    /// What positions look like to the student.
    pub sight: Arc<dyn Model<G> + Send + Sync>,
    /// What is taken, in games that tell.
    pub captures: Option<Captures<G>>,
    /// What a student can overlook.
    pub kinds: Box<Kinds<G>>,
    /// How people's strength changes in the course of a contest.
    pub form: Form,
    /// How many positions are looked at to find out what the student sees.
    pub nodes: u64,
}

/// A move as the tutor saw it. Values are winning chances of the tutor from -1 to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Considered<M> {
    /// The move.
    pub mv: M,
    /// What it is worth.
    pub value: f64,
    /// By how much it is worse than the best.
    pub loss: f64,
    /// By how much it seems to be worse to the student, where that was looked for.
    pub visible_loss: Option<f64>,
    /// How likely people of the level are to make it.
    pub odds: f64,
    /// How likely the tutor was to make it, if nothing was conceded.
    pub probability: f64,
}

/// What the tutor did, and why.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision<M> {
    /// The move.
    pub mv: M,
    /// All the moves that were judged.
    pub moves: Vec<Considered<M>>,
    /// The level at which it plays at this moment.
    pub strength: f64,
    /// How the contest is to go.
    pub plan: Plan,
    /// Why a concession was made, if one was.
    pub concession: Option<Certificate<M>>,
    /// How many positions the judge looked at.
    pub nodes: u64,
    /// How the judge would go on.
    pub line: Vec<M>,
    /// What the judge said in the words of the game.
    pub told: Told<M>,
}

/// A share of the effort for what is asked beside one's own move: what the student did, what they may reply.
const ASIDE: f64 = 0.25;
/// How many times the usual effort is made at least before something is conceded: what is given has to be worth
/// something, and the student has to be able to take it. Against the strong it is half of what a move takes, so that
/// all of it stays within two seconds.
const CLOSELY: f64 = 4.0;
/// Moves that somebody would make this much less often than the likeliest are absurd, and people do not make them.
const ABSURD: f64 = 0.01;
/// What loses no more is a good move: half an inaccuracy.
const GOOD: f64 = 0.05;
/// Where the tutor stands so, it has won, and does not dawdle.
const WON: f64 = 0.98;
/// How many moves of its own the tutor waits after a concession.
const PAUSE: usize = 2;
/// Of how many moves it is found out at most whether the student would punish them.
const CANDIDATES: usize = 3;
/// How many plies ahead anybody looks at a glance, and how many positions it may take: the same whatever the tutor's own
/// effort is, for what people see does not depend on it.
const GLANCE: u32 = 2;
const GLANCE_NODES: u64 = 20_000;
/// How much of a loss a glance usually shows, for positions in which nobody can look: where chance moves next, say.
const USUALLY_SHOWN: f64 = 0.8;
/// Where there is a clock, a look at what the student sees takes this part of the time at most.
const GLANCES: u32 = 40;
/// So many moves of somebody who is met in the middle of a contest are looked at.
const LOOKED_BACK: usize = 12;
/// Who stood so well or so badly has won or lost, where the end of a contest was not seen: boards do not tell engines of
/// a mate or that somebody resigned.
const DECIDED: f64 = 0.9;

/// A tutor in a contest.
pub struct Tutor<G: Guide> {
    equipment: Arc<Equipment<G>>,
    judge: Box<dyn Judge<G>>,
    aim: Aim,
    /// What is known of the student.
    pub student: Student,
    plan: Option<Plan>,
    /// Whether it has seen this contest before.
    met: Met,
    /// What the student's last move lost.
    lost: Option<f64>,
    /// What the position was worth to the tutor when it moved last.
    worth: f64,
    /// What the move is worth that it made then.
    stands: f64,
    concessions: Vec<Certificate<G::Move>>,
    /// What the tutor's moves gave the student to find.
    chances: Vec<Chance>,
    seat: Option<Seat>,
    /// What was planned and known when the contest ended, for an end that is taken back.
    ended: Option<(Plan, Student)>,
}

/// A move of the tutor that lost something, though the student does not see that at once: meant or not.
#[derive(Clone, Copy, Debug)]
struct Chance {
    ply: usize,
    /// What the position was worth to the tutor before.
    value: f64,
}

impl<G: Guide + Notation> Tutor<G> {
    /// A tutor for one contest with a student.
    pub fn new(
        equipment: Arc<Equipment<G>>,
        judge: Box<dyn Judge<G>>,
        aim: Aim,
        student: Student,
    ) -> Tutor<G> {
        Tutor {
            equipment,
            judge,
            aim,
            student,
            plan: None,
            met: Met::Now,
            lost: None,
            worth: 0.0,
            stands: 0.0,
            concessions: Vec::new(),
            chances: Vec::new(),
            seat: None,
            ended: None,
        }
    }

    /// What was conceded in this contest and not taken back.
    pub fn concessions(&self) -> &[Certificate<G::Move>] {
        &self.concessions
    }

    /// Takes note that the contest is over, or is not played on. Where its end was not seen it counts as won by whom it was
    /// as good as won for; if for nobody, it counts as not played. Once is enough.
    pub fn finish(&mut self, contest: &Contest<'_, G>) {
        let (Some(seat), Some(plan)) = (self.seat.take(), self.plan.take()) else {
            return;
        };
        let score = match contest.turn() {
            Turn::Over(outcome) => match outcome.winner() {
                Some(winner) if winner == seat => Some(0.0),
                Some(_) => Some(1.0),
                None => Some(0.5),
            },
            Turn::Of(_) | Turn::Chance => match self.stands {
                value if value >= DECIDED => Some(0.0),
                value if value <= -DECIDED => Some(1.0),
                _ => None,
            },
        };
        self.ended = Some((plan, self.student.clone()));
        self.student.leave();
        if let Some(score) = score {
            self.student.finished(score, plan.wanted);
        }
    }

    /// Decides on a move for the side whose turn it is.
    ///
    /// # Errors
    /// Where the contest is over, or the judge or the crowd fails.
    pub fn decide(
        &mut self,
        contest: &Contest<'_, G>,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Decision<G::Move>, PlayerError> {
        let Turn::Of(seat) = contest.turn() else {
            return Err(PlayerError::Over);
        };
        if let Some((plan, student)) = self.ended.take() {
            self.plan = Some(plan);
            self.student = student;
        }
        self.seat = Some(seat);
        self.watch_student(contest, seat, thinking)?;
        let plan = *(self.plan).get_or_insert_with(|| Plan::new(self.aim, &self.student));
        let effort = Effort {
            among: plan.among(self.worth),
            ..self.effort(1.0)
        };
        let judged = self.judge.values(contest, effort, thinking)?;
        let value = judged.value();
        self.worth = value;
        let own_moves = contest.moves().len() / 2;
        let form = self.equipment.form;
        let strength = form.strength(plan.strength_now(value), own_moves);
        let chooser = strength::playing(strength);
        let mut moves = self.considered(contest, &judged, chooser, thinking)?;
        let mv = usual(contest, &judged, &mut moves, chooser, thinking)?;
        let mut decision = Decision {
            mv,
            moves,
            strength,
            plan,
            concession: None,
            nodes: judged.nodes,
            line: judged.line,
            told: judged.told,
        };
        let budget = plan.budget(value);
        if budget > 0.0
            && let Some(certificate) = self.concede(contest, &mut decision, budget, thinking)?
        {
            decision.mv = certificate.mv;
            self.concessions.push(certificate.clone());
            decision.concession = Some(certificate);
        }
        let chance = self.given(contest, &mut decision, value, thinking);
        self.chances.extend(chance);
        self.stands = made(&decision).value;
        Ok(decision)
    }

    /// The chance that a decision gives the student, if it gives one.
    fn given(
        &self,
        contest: &Contest<'_, G>,
        decision: &mut Decision<G::Move>,
        value: f64,
        thinking: &Thinking<'_, G::Move>,
    ) -> Option<Chance> {
        if made(decision).loss < LEAST_LOSS {
            return None;
        }
        if made(decision).visible_loss.is_none() {
            let limits = self.glance(self.student.horizon() + 1, thinking);
            self.see(contest, &mut decision.moves, limits);
        }
        let unseen = made(decision).visible_loss? <= VISIBLE;
        unseen.then_some(Chance {
            ply: contest.moves().len(),
            value,
        })
    }

    /// How long to look at what somebody sees who looks so many plies ahead.
    fn glance<'t>(&self, depth: u32, thinking: &Thinking<'t, G::Move>) -> Limits<'t> {
        Limits {
            depth: Some(depth),
            nodes: Some(self.equipment.nodes),
            time: thinking.limits.time.map(|time| time / GLANCES),
            stop: thinking.stop.map(|stop| &**stop),
        }
    }

    fn effort(&self, share: f64) -> Effort {
        let plan = self
            .plan
            .unwrap_or_else(|| Plan::new(self.aim, &self.student));
        Effort {
            share,
            times: plan.effort(),
            among: None,
        }
    }

    /// Looks at what the student has played since the last time.
    fn watch_student(
        &mut self,
        contest: &Contest<'_, G>,
        seat: Seat,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<(), PlayerError> {
        let plies = contest.moves().len();
        self.concessions.retain(|made| made.ply < plies);
        self.chances.retain(|given| given.ply < plies);
        let told = written(contest);
        let met = std::mem::replace(&mut self.met, Met::Before);
        let looked = self.student.come_to(&told, met);
        let from = looked.max(plies.saturating_sub(LOOKED_BACK));
        let mut earlier = contest.clone();
        let mut theirs = Vec::new();
        while earlier.moves().len() > from {
            let mv = earlier.undo().expect("there are moves left");
            if earlier.turn() == Turn::Of(seat.other()) {
                theirs.push((earlier.clone(), mv));
            }
        }
        self.lost = None;
        for (before, mv) in theirs.into_iter().rev() {
            let legal = before.game().count_moves(before.position());
            if legal < 2 {
                self.lost = Some(0.0);
                continue;
            }
            let judged = self.judge.values(&before, self.effort(ASIDE), thinking)?;
            let pulls = self.pulls(&before, &judged, thinking)?;
            let made = pulls.iter().position(|(known, _)| *known == mv);
            let Some(made) = made else { continue };
            let made_after = before.moves().len();
            self.student.look_at(made_after);
            let (_, pulls): (Vec<G::Move>, Vec<Pull>) = pulls.into_iter().unzip();
            let lost = pulls[made].loss;
            self.lost = Some(lost);
            let likely = |strength: f64| strength::odds(strength, &pulls)[made];
            let likelihoods: Vec<f64> = grid().into_iter().map(likely).collect();
            let foretold = self.student.odds(&pulls);
            let share = |limit: f64| -> f64 {
                let each = pulls.iter().zip(&foretold);
                each.filter(|(pull, _)| pull.loss <= limit)
                    .map(|(_, odds)| odds)
                    .sum()
            };
            let given = self.chances.iter().find(|it| it.ply + 1 == made_after);
            if let Some(chance) = given {
                let conceded = chance.value + judged.value();
                let kept = (1.0 - KEPT) * conceded;
                if conceded >= LEAST_LOSS {
                    self.student.was_given(lost <= kept, share(kept));
                }
            }
            let good = share(GOOD);
            let kinds = match is_question(good) && !judged.line.is_empty() {
                true => (self.equipment.kinds)(&before, &judged.line),
                false => Vec::new(),
            };
            let kinds = kinds.iter().map(String::as_str);
            self.student.searched(lost <= GOOD, good, kinds);
            self.student.saw(&likelihoods, legal);
            if let Some(looks) = self.by_looking(&before, mv, thinking) {
                self.student.looked(looks, legal);
            }
            // Whoever is interrupted goes on here.
            self.student.looked_at(UnderWay {
                start: told.start.clone(),
                moves: told.moves[..=made_after].to_vec(),
            });
        }
        self.student.looked_at(told);
        Ok(())
    }

    /// With what probability somebody makes a move who looks one ply ahead, two and so on, and makes any of the moves that
    /// are best there; `None` where nobody can look.
    fn by_looking(
        &self,
        contest: &Contest<'_, G>,
        mv: G::Move,
        thinking: &Thinking<'_, G::Move>,
    ) -> Option<[f64; FURTHEST]> {
        let limits = Limits {
            nodes: Some((ASIDE * self.equipment.nodes as f64) as u64),
            ..self.glance(FURTHEST as u32, thinking)
        };
        let sight = &*self.equipment.sight;
        let seen = eye::look(contest.game(), contest.positions(), sight, limits);
        let last = seen.len().checked_sub(1)?;
        Some(std::array::from_fn(|depth| {
            let values = &seen[depth.min(last)];
            match best_and(values, mv) {
                Some((best, own)) if own == best => {
                    let ties = values.iter().filter(|(_, value)| *value == best);
                    1.0 / ties.count() as f64
                }
                _ => 0.0,
            }
        }))
    }

    /// What attracts somebody to each move that was judged.
    fn pulls(
        &self,
        contest: &Contest<'_, G>,
        judged: &Judged<G::Move>,
        thinking: &Thinking<'_, G::Move>,
    ) -> Result<Vec<(G::Move, Pull)>, PlayerError> {
        let best = judged.value();
        let limits = Limits {
            nodes: Some(GLANCE_NODES),
            ..self.glance(GLANCE, thinking)
        };
        let sight = &*self.equipment.sight;
        let seen = eye::look(contest.game(), contest.positions(), sight, limits);
        let at_a_glance = |mv| {
            let (best, own) = best_and(seen.last()?, mv)?;
            Some(best - own)
        };
        let known = self.equipment.crowd.odds(contest)?.into_iter();
        let pulls = known.filter_map(|(mv, odds)| {
            let loss = best - judged.of(mv)?;
            let people = odds.map(|odds| odds.max(1e-9).ln());
            let shown = at_a_glance(mv).unwrap_or(USUALLY_SHOWN * loss);
            let shown = shown.min(loss);
            Some((
                mv,
                Pull {
                    people,
                    loss,
                    shown,
                },
            ))
        });
        let pulls: Vec<_> = pulls.collect();
        match pulls.is_empty() {
            true => Err(PlayerError::Failed("the judge knows no move".to_owned())),
            false => Ok(pulls),
        }
    }

    fn considered(
        &self,
        contest: &Contest<'_, G>,
        judged: &Judged<G::Move>,
        level: f64,
        thinking: &Thinking<'_, G::Move>,
    ) -> Result<Vec<Considered<G::Move>>, PlayerError> {
        let (moves, pulls): (Vec<G::Move>, Vec<Pull>) =
            self.pulls(contest, judged, thinking)?.into_iter().unzip();
        let own = strength::played(level, &pulls);
        // People alone, without what the tutor knows better.
        let people: Vec<Pull> = (pulls.iter())
            .map(|pull| Pull {
                loss: 0.0,
                shown: 0.0,
                ..*pull
            })
            .collect();
        let like_people = level.clamp(LEAST_LIKE_PEOPLE, PEOPLE[1]);
        let people = strength::odds(like_people, &people);
        let best = judged.value();
        let each = moves
            .into_iter()
            .zip(pulls)
            .zip(own.into_iter().zip(people));
        Ok(each
            .map(|((mv, pull), (probability, odds))| Considered {
                mv,
                value: best - pull.loss,
                loss: pull.loss,
                visible_loss: None,
                odds,
                probability,
            })
            .collect())
    }

    /// The concession to make now, if one qualifies.
    fn concede(
        &mut self,
        contest: &Contest<'_, G>,
        decision: &mut Decision<G::Move>,
        budget: f64,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Option<Certificate<G::Move>>, PlayerError> {
        let game = contest.game();
        let value = decision
            .moves
            .iter()
            .map(|it| it.value)
            .fold(-1.0, f64::max);
        let tells = Tells::new(contest, &*self.equipment, self.lost, value);
        let too_soon = self.too_soon(contest);
        let possible = |it: &Considered<G::Move>| Candidate {
            loss: it.loss,
            visible_loss: it.visible_loss,
            odds: it.odds,
            tell: too_soon.or_else(|| tells.of(contest, it.mv)),
            punished: None,
        };
        let admitted = |it: &Considered<G::Move>| possible(it).admitted(budget).is_ok();
        // What costs little to find out comes first.
        if !decision.moves.iter().any(admitted) {
            return Ok(None);
        }
        let sees = self.student.strength().mean;
        let horizon = self.student.horizon();
        let after_each = self.glance(horizon + 1, thinking);
        let beyond = self.glance(horizon + 2, thinking);
        self.see(contest, &mut decision.moves, after_each);
        let mut candidates: Vec<Considered<G::Move>> = (decision.moves.iter().copied())
            .filter(|it| it.visible_loss.is_some() && admitted(it))
            .collect();
        candidates.sort_by(|a, b| b.odds.total_cmp(&a.odds));
        candidates.truncate(CANDIDATES);
        let best = decision
            .moves
            .iter()
            .max_by(|a, b| a.value.total_cmp(&b.value));
        let best = best.expect("some move was admitted").mv;
        let mut admitted = Vec::new();
        for it in candidates {
            let Some(after) = self.answered(contest, it.mv)? else {
                continue;
            };
            let judged = self.judge.values(&after, self.effort(ASIDE), thinking)?;
            let found = self.punishment(&after, &judged, value, thinking)?;
            let candidate = found.candidate(possible(&it));
            if candidate.admitted(budget.max(LEAST_LOSS)).is_ok() {
                let found_at = self.found_at(game, &after, &found.replies, beyond);
                let looks = self.student.looks_ahead();
                let teaches = Teaches {
                    blind_spot: self.student.should_learn(&found.kinds).is_some(),
                    takes_effort: found_at.is_some_and(|depth| depth > looks),
                    within_reach: found_at.is_some(),
                };
                admitted.push((teaches, it, candidate, after));
            }
        }
        let most = admitted.iter().map(|(teaches, ..)| *teaches).max();
        admitted.retain(|(teaches, ..)| Some(*teaches) == most);
        while !admitted.is_empty() {
            let odds: f64 = admitted.iter().map(|(_, it, ..)| it.odds).sum();
            let odds = admitted.iter().map(|(_, it, ..)| it.odds / odds);
            let odds: Vec<(usize, f64)> = odds.enumerate().collect();
            let (_, it, candidate, after) = admitted.swap_remove(draw(&odds, thinking.rng)?);
            let sure = self.make_sure(contest, best, &after, decision.plan.effort(), thinking)?;
            let Some(Sure { value, replies }) = sure else {
                continue;
            };
            let found = self.punishment(&after, &replies, value, thinking)?;
            let budget = decision.plan.budget(value);
            let candidate = found.candidate(candidate);
            if candidate.admitted(budget).is_err() {
                continue;
            }
            return Ok(Some(Certificate {
                ply: contest.moves().len(),
                mv: it.mv,
                best,
                value,
                loss: found.loss,
                budget,
                wanted: decision.plan.wanted,
                student: sees,
                horizon,
                visible_loss: it.visible_loss.unwrap_or(0.0),
                odds: it.odds,
                found_at: self.found_at(game, &after, &found.replies, beyond),
                punished_by: found.replies,
                punished: found.probability,
                blind_spot: self.student.should_learn(&found.kinds).map(str::to_owned),
                kinds: found.kinds,
            }));
        }
        Ok(None)
    }

    /// What the position is worth to the tutor after a move of theirs; `None` where chance goes on.
    fn worth(
        &mut self,
        contest: &Contest<'_, G>,
        mv: G::Move,
        effort: Effort,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Option<f64>, PlayerError> {
        let (after, seat) = (played(contest, mv)?, self.seat);
        Ok(match after.turn() {
            Turn::Over(outcome) => {
                let own = seat.map(|seat| outcome.payoff().seen_by(seat).0);
                own.map(|own| own / contest.game().stake())
            }
            Turn::Chance => None,
            Turn::Of(mover) => {
                let value = self.judge.values(&after, effort, thinking)?.value();
                Some(if Some(mover) == seat { value } else { -value })
            }
        })
    }

    /// Who gives something away on purpose makes sure of it first: what the position is worth to the tutor, and what the
    /// replies to a concession are; proved where that can be done, else by a closer look. `None` where chance goes on,
    /// or a closer look is not to be trusted.
    fn make_sure(
        &mut self,
        contest: &Contest<'_, G>,
        best: G::Move,
        after: &Contest<'_, G>,
        times: f64,
        thinking: &mut Thinking<'_, G::Move>,
    ) -> Result<Option<Sure<G::Move>>, PlayerError> {
        // A proof does not look at the clock.
        if thinking.limits.time.is_none()
            && let Some(now) = self.judge.proved(contest)
            && let Some(then) = self.judge.proved(after)
        {
            return Ok(Some(Sure {
                value: now.value(),
                replies: then,
            }));
        }
        if self.judge.trusts_proofs_alone() {
            return Ok(None);
        }
        let effort = Effort {
            share: ASIDE,
            times: (times / 2.0).max(CLOSELY) / ASIDE,
            among: None,
        };
        let Some(value) = self.worth(contest, best, effort, thinking)? else {
            return Ok(None);
        };
        let replies = self.judge.values(after, effort, thinking)?;
        Ok(Some(Sure { value, replies }))
    }

    /// The contest after a move, if the student is to reply then: whoever moves twice in a row, or throws dice, gives
    /// nothing that could be punished.
    fn answered<'g>(
        &self,
        contest: &Contest<'g, G>,
        mv: G::Move,
    ) -> Result<Option<Contest<'g, G>>, PlayerError> {
        let after = played(contest, mv)?;
        Ok(match after.turn() {
            Turn::Of(mover) if Some(mover) != self.seat => Some(after),
            _ => None,
        })
    }

    /// What the student can do about a move after which their replies are worth so much, where the best would have been
    /// worth `value` to the tutor.
    fn punishment(
        &self,
        after: &Contest<'_, G>,
        judged: &Judged<G::Move>,
        value: f64,
        thinking: &Thinking<'_, G::Move>,
    ) -> Result<Punishment<G::Move>, PlayerError> {
        // Looked at from the other side it may turn out to be no loss, or a greater one.
        let loss = value + judged.value();
        let (replies, pulls): (Vec<G::Move>, Vec<Pull>) =
            self.pulls(after, judged, thinking)?.into_iter().unzip();
        let odds = self.student.odds(&pulls);
        let each = replies.into_iter().zip(&pulls).zip(odds);
        let punishing = each.filter(|((_, pull), _)| pull.loss <= (1.0 - KEPT) * loss);
        let (replies, odds): (Vec<G::Move>, Vec<f64>) =
            punishing.map(|((mv, _), odds)| (mv, odds)).unzip();
        Ok(Punishment {
            loss,
            probability: self.student.takes(odds.into_iter().sum()),
            replies,
            kinds: (self.equipment.kinds)(after, &judged.line),
        })
    }

    /// Whether a concession was made just now.
    fn too_soon(&self, contest: &Contest<'_, G>) -> Option<Tell> {
        let since = contest.moves().len() - self.concessions.last()?.ply;
        (since <= 2 * PAUSE).then_some(Tell::TooSoon)
    }

    /// Finds out what the moves lose as the student sees it: after each, they look as far ahead as they do.
    fn see(&self, contest: &Contest<'_, G>, moves: &mut [Considered<G::Move>], limits: Limits<'_>) {
        let sight = &*self.equipment.sight;
        let seen = eye::look(contest.game(), contest.positions(), sight, limits);
        let Some(seen) = limits.depth.and_then(|depth| seen.get(depth as usize - 1)) else {
            return;
        };
        for it in moves {
            it.visible_loss = best_and(seen, it.mv).map(|(best, own)| best - own);
        }
    }

    /// How many plies ahead somebody has to look to find that one of some replies is best.
    fn found_at(
        &self,
        game: &G,
        after: &Contest<'_, G>,
        replies: &[G::Move],
        limits: Limits<'_>,
    ) -> Option<u32> {
        let seen = eye::look(game, after.positions(), &*self.equipment.sight, limits);
        let found = |values: &Vec<(G::Move, f64)>| {
            let best = values.iter().max_by(|a, b| a.1.total_cmp(&b.1));
            best.is_some_and(|(_, best)| {
                let mut ties = values.iter().filter(|(_, value)| value == best);
                ties.all(|(mv, _)| replies.contains(mv))
            })
        };
        let depth = seen.iter().position(found)?;
        Some(depth as u32 + 1)
    }
}

/// The move that was decided on.
fn made<M: Copy + PartialEq>(decision: &Decision<M>) -> Considered<M> {
    let made = decision.moves.iter().find(|it| it.mv == decision.mv);
    *made.expect("what was decided on was considered")
}

/// A contest with its moves written down.
fn written<G: Notation>(contest: &Contest<'_, G>) -> UnderWay {
    let (game, positions) = (contest.game(), contest.positions());
    let moves = positions.iter().zip(contest.moves());
    UnderWay {
        start: game.write_position(&positions[0]),
        moves: moves
            .map(|(position, mv)| game.write_move(position, *mv))
            .collect(),
    }
}

/// What a concession would teach: what the student should learn to see comes first, then what is within reach of a
/// somewhat longer look than theirs, and of that what their usual look does not show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Teaches {
    blind_spot: bool,
    takes_effort: bool,
    within_reach: bool,
}

/// What is known of a concession by those who make sure of it.
struct Sure<M> {
    /// What the position is worth to the tutor before it.
    value: f64,
    /// What the student's replies to it are worth.
    replies: Judged<M>,
}

/// What a student can do about a move.
struct Punishment<M> {
    loss: f64,
    /// The replies that keep enough of what was lost.
    replies: Vec<M>,
    /// How likely the student is to make one of them.
    probability: f64,
    /// What there is to be seen.
    kinds: Vec<String>,
}

impl<M> Punishment<M> {
    fn candidate(&self, known: Candidate) -> Candidate {
        Candidate {
            loss: self.loss,
            punished: Some(self.probability),
            ..known
        }
    }
}

/// A contest after one move more.
fn played<'g, G: Game>(
    contest: &Contest<'g, G>,
    mv: G::Move,
) -> Result<Contest<'g, G>, PlayerError> {
    let mut after = contest.clone();
    match after.play(mv) {
        Ok(_) => Ok(after),
        Err(error) => Err(PlayerError::Failed(error.to_string())),
    }
}

/// The move of somebody who concedes nothing: drawn as people of a level would, without what is absurd or gives the
/// tutor away.
fn usual<G: Guide>(
    contest: &Contest<'_, G>,
    judged: &Judged<G::Move>,
    moves: &mut [Considered<G::Move>],
    strength: f64,
    thinking: &mut Thinking<'_, G::Move>,
) -> Result<G::Move, PlayerError> {
    // Below people there is nothing that one would not do.
    let person = strength >= LEAST_LIKE_PEOPLE;
    let most = moves.iter().map(|it| it.probability).fold(0.0, f64::max);
    let wins = wins(contest, contest.position());
    let again = Repeats(contest);
    for it in moves.iter_mut() {
        let absurd = it.probability < ABSURD * most;
        let missed = !wins.is_empty() && !wins.contains(&it.mv);
        if person && (absurd || missed) {
            it.probability = 0.0;
        }
    }
    let fresh = |it: &Considered<G::Move>| !again.of(it.mv);
    let freshest = moves.iter().filter(|it| fresh(it) && it.probability > 0.0);
    let freshest = freshest
        .map(|it| it.value)
        .fold(f64::NEG_INFINITY, f64::max);
    for it in moves.iter_mut() {
        // Nobody learns from a repetition, but it beats losing.
        if !fresh(it) && freshest > it.value - MISTAKE {
            it.probability = 0.0;
        }
    }
    let sum: f64 = moves.iter().map(|it| it.probability).sum();
    moves.iter_mut().for_each(|it| it.probability /= sum);
    let odds: Vec<(G::Move, f64)> = moves.iter().map(|it| (it.mv, it.probability)).collect();
    let drawn = draw(&odds, thinking.rng)?;
    let won = |mv| judged.of(mv).is_some_and(|value| value >= WON);
    match judged.line.first() {
        Some(&best) if person && won(drawn) && won(best) => Ok(best),
        _ => Ok(drawn),
    }
}

/// The moves that win at once.
fn wins<G: Game>(contest: &Contest<'_, G>, position: &G::Position) -> Vec<G::Move> {
    let game = contest.game();
    let Turn::Of(mover) = game.turn(position) else {
        return Vec::new();
    };
    let mut wins = Vec::new();
    game.each_successor(position, |mv, after| {
        if let Turn::Over(outcome) = game.turn(&after)
            && outcome.winner() == Some(mover)
        {
            wins.push(mv);
        }
    });
    wins
}

/// Which moves lead to where the contest has been.
struct Repeats<'c, 'g, G: Game>(&'c Contest<'g, G>);

impl<G: Game> Repeats<'_, '_, G> {
    fn of(&self, mv: G::Move) -> bool {
        let game = self.0.game();
        if game.repetition_limit().is_none() {
            return false;
        }
        let next = game.recurs_as(&game.after(self.0.position(), mv));
        let been = self.0.positions().iter();
        been.map(|position| game.recurs_as(position))
            .any(|been| been == next)
    }
}

/// What an audit would find suspicious.
struct Tells<G: Game> {
    captures: Option<Captures<G>>,
    wins: Vec<G::Move>,
    /// The moves that take back, where that pays.
    recaptures: Vec<G::Move>,
    /// What each capture of the tutor brings.
    brings: Vec<(G::Move, f64)>,
    always: Option<Tell>,
}

impl<G: Guide> Tells<G> {
    fn new(
        contest: &Contest<'_, G>,
        equipment: &Equipment<G>,
        lost: Option<f64>,
        value: f64,
    ) -> Tells<G> {
        let (game, position) = (contest.game(), contest.position());
        let takes = |position: &G::Position| match equipment.captures {
            Some(captures) => captures(game, position),
            None => Vec::new(),
        };
        let own = takes(position);
        let positions = contest.positions();
        let before = positions
            .len()
            .checked_sub(2)
            .map(|number| &positions[number]);
        let taken_at = before
            .zip(contest.moves().last())
            .and_then(|(before, last)| {
                let taken = takes(before).into_iter().find(|(mv, ..)| mv == last);
                taken.map(|(_, at, _)| at)
            });
        let back = own
            .iter()
            .filter(|(_, at, gain)| Some(*at) == taken_at && *gain > 0.0);
        Tells {
            captures: equipment.captures,
            wins: wins(contest, position),
            recaptures: back.map(|(mv, ..)| *mv).collect(),
            brings: own.iter().map(|(mv, _, gain)| (*mv, *gain)).collect(),
            always: match lost {
                Some(lost) if lost >= MISTAKE => Some(Tell::HandedBack),
                _ if value <= BEHIND => Some(Tell::ThrownAway),
                _ => None,
            },
        }
    }

    fn of(&self, contest: &Contest<'_, G>, mv: G::Move) -> Option<Tell> {
        if self.always.is_some() {
            return self.always;
        }
        if !self.wins.is_empty() && !self.wins.contains(&mv) {
            return Some(Tell::MissedWin);
        }
        if !self.recaptures.is_empty() && !self.recaptures.contains(&mv) {
            return Some(Tell::MissedRecapture);
        }
        let game = contest.game();
        let after = game.after(contest.position(), mv);
        if !wins(contest, &after).is_empty() {
            return Some(Tell::AllowsWin);
        }
        let prize = self.captures.map_or(0.0, |captures| {
            let gains = captures(game, &after).into_iter().map(|(_, _, gain)| gain);
            gains.fold(0.0, f64::max)
        });
        let taking = self.brings.iter().find(|(known, _)| *known == mv);
        let brings = taking.map_or(0.0, |(_, gain)| gain.max(0.0));
        (prize - brings >= PIECE).then_some(Tell::Hanging)
    }
}
