//! A player that never gives away the value of a position, with several ways to choose among equal moves.

use shido_core::{Game, Seat, Symmetry, Turn, Verdict};

use crate::player::uniform;
use crate::theory::Prepared;
use crate::{Oracle, PlayerError, Policy, Theory, TheoryError};

/// How a perfect player chooses among the moves that keep the value of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wisdom {
    /// All of them alike.
    #[default]
    Uniform,
    /// The shortest win, the longest loss; among drawing moves all alike.
    Fastest,
    /// Those after which the largest share of the other side's replies lose: a trap of one ply. A
    /// move that wins at once counts as a trap without escape; one that ends the contest
    /// otherwise, or after which the other side is not to move, as no trap.
    Trap,
}

/// A player that never gives away what the position is worth.
///
/// A perfect player that always made the same good move would be a poor trainer: Epstein's *wise
/// competitor* varies its moves and prefers those that give the other side a chance to err. Which
/// ones these are is said by a [`Wisdom`] and by a [`Theory`], in this order, each choosing among
/// what the one before has left:
///
/// 1. the book of the theory, which decides alone;
/// 2. the mirror image of what the other side did, if it does not lose;
/// 3. the moves that keep the value: a win stays a win, a draw a draw; if all is lost, every move.
///    Where positions can recur, a won contest must also come nearer to its end;
/// 4. the wisdom;
/// 5. the moves that the theory prefers, if one of them is left;
/// 6. chance, with equal odds.
pub struct Perfect<G: Game, O> {
    oracle: O,
    wisdom: Wisdom,
    theory: Prepared<G>,
}

/// A legal move and where it leads.
struct Candidate<G: Game> {
    mv: G::Move,
    next: G::Position,
    /// What the mover can hope for after it.
    value: Verdict,
}

impl<G: Game, O: Oracle<G>> Perfect<G, O> {
    /// A player without a theory.
    pub fn new(oracle: O, wisdom: Wisdom) -> Perfect<G, O> {
        Perfect {
            oracle,
            wisdom,
            theory: Prepared::empty(),
        }
    }

    /// What the position is worth to `seat`.
    fn value(&self, game: &G, position: &G::Position, seat: Seat) -> Result<Verdict, PlayerError> {
        let for_first = match game.turn(position) {
            Turn::Over(outcome) => outcome.verdict(),
            Turn::Of(_) => match self.oracle.solved(game, position) {
                Some(solved) => solved.value,
                None => return Err(unsolved::<G>(position)),
            },
            Turn::Chance => return Err(unsolved::<G>(position)),
        };
        Ok(for_first.seen_by(seat).0)
    }

    fn candidates(
        &self,
        game: &G,
        position: &G::Position,
        mover: Seat,
    ) -> Result<Vec<Candidate<G>>, PlayerError> {
        game.moves(position)
            .into_iter()
            .map(|mv| {
                let next = game.after(position, mv);
                let value = self.value(game, &next, mover)?;
                Ok(Candidate { mv, next, value })
            })
            .collect()
    }

    /// How soon the contest is decided after the candidate, as a number that is larger the better:
    /// wins want to be near, losses far.
    fn haste(&self, game: &G, candidate: &Candidate<G>) -> Result<i64, PlayerError> {
        let next = &candidate.next;
        let distance = match (game.turn(next), candidate.value) {
            (Turn::Over(_), _) | (_, Verdict::Draw) => 0,
            _ => self
                .oracle
                .solved(game, next)
                .and_then(|solved| solved.distance)
                .ok_or_else(|| PlayerError::Unmeasured {
                    position: format!("{next:?}"),
                })?,
        };
        Ok(match candidate.value {
            Verdict::Win => -i64::from(distance),
            Verdict::Draw => 0,
            Verdict::Loss => i64::from(distance),
        })
    }

    /// Where positions can recur, keeping a win is not yet winning: of the winning candidates, only
    /// those that bring the end nearer are left.
    fn come_nearer(
        &self,
        game: &G,
        position: &G::Position,
        candidates: &mut Vec<Candidate<G>>,
    ) -> Result<(), PlayerError> {
        let won = candidates.first().is_some_and(|c| c.value == Verdict::Win);
        let now = self
            .oracle
            .solved(game, position)
            .and_then(|solved| solved.distance);
        let can_recur = game.progress(position).is_none() || game.repetition_limit().is_some();
        let Some(now) = now.filter(|_| won && can_recur) else {
            return Ok(());
        };
        keep_highest(candidates, |c| Ok(self.haste(game, c)? > -i64::from(now)))
    }

    /// The share of the replies to the candidate that lose for the one who replies.
    fn trap(&self, game: &G, candidate: &Candidate<G>, mover: Seat) -> Result<f64, PlayerError> {
        match game.turn(&candidate.next) {
            Turn::Over(outcome) if outcome.winner() == Some(mover) => Ok(1.0),
            Turn::Of(replier) if replier != mover => {
                let replies = game.moves(&candidate.next);
                let mut losing = 0;
                for &reply in &replies {
                    let next = game.after(&candidate.next, reply);
                    if self.value(game, &next, replier)? == Verdict::Loss {
                        losing += 1;
                    }
                }
                // Division rounds equal fractions to equal numbers, so ties stay ties.
                Ok(f64::from(losing) / replies.len() as f64)
            }
            _ => Ok(0.0),
        }
    }
}

impl<G: Symmetry, O: Oracle<G>> Perfect<G, O> {
    /// The same player with a theory of the game.
    ///
    /// # Errors
    /// Where the theory does not fit the game.
    pub fn with_theory(
        self,
        game: &G,
        theory: Theory<G::Move>,
    ) -> Result<Perfect<G, O>, TheoryError> {
        let theory = Prepared::new(game, theory)?;
        Ok(Perfect { theory, ..self })
    }
}

impl<G: Symmetry, O: Oracle<G>> Policy<G> for Perfect<G, O> {
    fn distribution(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Result<Vec<(G::Move, f64)>, PlayerError> {
        if let Some(choice) = self.theory.book(position) {
            return Ok(choice.to_vec());
        }
        let mover = match game.turn(position) {
            Turn::Of(seat) => seat,
            Turn::Over(_) => return Err(PlayerError::Over),
            Turn::Chance => return Err(unsolved::<G>(position)),
        };
        let mut candidates = self.candidates(game, position, mover)?;

        let mirroring: Vec<G::Move> = candidates
            .iter()
            .filter(|c| c.value >= Verdict::Draw && self.theory.mirrored(game, mover, &c.next))
            .map(|c| c.mv)
            .collect();
        if !mirroring.is_empty() {
            return Ok(uniform(&mirroring));
        }

        keep_highest(&mut candidates, |c| Ok(c.value))?;
        self.come_nearer(game, position, &mut candidates)?;
        match self.wisdom {
            Wisdom::Uniform => {}
            Wisdom::Fastest => keep_highest(&mut candidates, |c| self.haste(game, c))?,
            Wisdom::Trap => keep_highest(&mut candidates, |c| self.trap(game, c, mover))?,
        }
        keep_highest(&mut candidates, |c| Ok(self.theory.prefers(c.mv)))?;
        let moves: Vec<G::Move> = candidates.into_iter().map(|c| c.mv).collect();
        Ok(uniform(&moves))
    }
}

/// Drops the items whose rank is below the highest one among them.
fn keep_highest<T, K: PartialOrd + Copy>(
    items: &mut Vec<T>,
    rank: impl Fn(&T) -> Result<K, PlayerError>,
) -> Result<(), PlayerError> {
    let ranks: Vec<K> = items.iter().map(rank).collect::<Result<_, _>>()?;
    let highest = ranks
        .iter()
        .copied()
        .reduce(|best, rank| if rank > best { rank } else { best });
    let mut ranks = ranks.into_iter();
    items.retain(|_| ranks.next() == highest);
    Ok(())
}

pub(crate) fn unsolved<G: Game>(position: &G::Position) -> PlayerError {
    PlayerError::Unsolved {
        position: format!("{position:?}"),
    }
}
