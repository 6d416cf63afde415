use rustc_hash::FxHashMap;
use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::observe::Window;
use crate::probe::Probe;
use crate::speculation::{annotate, drop_between};
use crate::strategy::{Options, Strategy};
use crate::values::us;
use crate::walk::{Reach, Walk, best_for};
use crate::{
    Bound, Limits, Model, OpponentModel, SearchError, Speculation, SpeculativeMove, Verdict,
};

/// The exact best response to an opponent who plays each move with a known probability: the
/// expectation where he moves, the best move where we do.
///
/// No strategy can do better against this opponent, by our evaluation and as far as it looks. It is
/// the yardstick for those that speculate. Positions that are reached in several ways are looked into
/// once.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::{Branch, Tree};
/// use shido_search::{Distributed, Judged, Limits, best_response};
///
/// // He answers with either leaf, half of the time each.
/// let tree = Tree::parse("(max (min 3 5) (min 1 8))").unwrap();
/// let careless = Distributed(|tree: &Tree, position: &_| {
///     tree.moves(position).into_iter().map(|mv| (mv, 0.5)).collect()
/// });
/// let ours = Judged(Seat::First);
/// let found = best_response(&tree, &tree.start(), &ours, &careless, Limits::default())?;
/// assert_eq!(found.value.0, 4.5);
/// assert_eq!(found.best, [Branch(2)]);
/// # Ok::<(), shido_search::SearchError<Branch>>(())
/// ```
///
/// # Errors
/// Where a limit on the work is exceeded, a line is longer than
/// [`DEEPEST_RECURSION`](crate::DEEPEST_RECURSION), or a model does not know what it is asked.
pub fn best_response<G: Game>(
    game: &G,
    position: &G::Position,
    ours: &impl Model<G>,
    opponent: &(impl OpponentModel<G> + ?Sized),
    limits: Limits<'_>,
) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
    respond(game, position, (ours, opponent), limits, None)
}

/// The same values and moves, where no end and no horizon is worth more to either side than
/// [`Game::stake`].
///
/// His moves are then cut like those of chance by Star1 (Ballard 1983): once what he plays with the
/// probability that is left could not make the average better than what we have elsewhere, even if
/// all of it were worth the stake. And a move that is worth the stake ends the search of a node of
/// ours.
///
/// # Errors
/// As for [`best_response`].
pub fn best_response_pruned<G: Game>(
    game: &G,
    position: &G::Position,
    ours: &impl Model<G>,
    opponent: &(impl OpponentModel<G> + ?Sized),
    limits: Limits<'_>,
) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
    respond(game, position, (ours, opponent), limits, Some(game.stake()))
}

fn respond<G: Game>(
    game: &G,
    position: &G::Position,
    (ours, opponent): (&impl Model<G>, &(impl OpponentModel<G> + ?Sized)),
    limits: Limits<'_>,
    stake: Option<f64>,
) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
    let us = us(game, position);
    let reach = Reach::of(limits.depth);
    let mut search = Search {
        game,
        ours,
        opponent,
        us,
        walk: Walk::new(limits),
        memo: FxHashMap::default(),
        stake,
    };
    let chooses = game.turn(position) == Turn::Of(us) && !reach.is_over();
    let moves = match chooses {
        true => game.moves(position),
        false => Vec::new(),
    };
    let mut values = Vec::with_capacity(moves.len());
    let value = if chooses {
        search.walk.arrive()?;
        for &mv in &moves {
            values.push(search.after(position, mv, Window::FULL, reach)?);
        }
        best_for(us, values.iter().copied())
    } else {
        search.value(position, Window::FULL, reach)?
    };
    let nodes = search.walk.nodes();

    let mut probe = Probe::new(game, ours);
    let mut rows = Vec::new();
    if chooses {
        let seen = search.seen(position, &moves)?;
        let options = Options {
            us,
            om: &values,
            minimax: ForFirst(0.0),
            visible: &[],
        };
        let verdicts = Strategy::Best.judge(&options);
        for (index, &mv) in moves.iter().enumerate() {
            let next = game.after(position, mv);
            let worst = search.walk.below(mv, |walk| {
                probe.value(walk, &next, Window::FULL, reach.further())
            })?;
            let visible_loss = seen.as_ref().map(|seen| {
                let most = best_for(us, seen.iter().copied());
                drop_between(most, seen[index], us)
            });
            rows.push(SpeculativeMove {
                mv,
                value: values[index],
                om: values[index],
                bound: Bound::Exact,
                worst_case: Some(worst),
                loss: Some(options.loss(index)),
                visible_loss,
                verdict: verdicts[index],
            });
        }
    }
    let line = search.line(position, reach)?;
    let line = annotate(&mut search.walk, &mut probe, game, position, &line, reach)?;
    let chosen = rows.iter().filter(|row| row.verdict == Verdict::Chosen);
    Ok(Speculation {
        value,
        best: chosen.map(|row| row.mv).collect(),
        moves: rows,
        line,
        nodes,
        aside: search.walk.nodes() - nodes,
        depth: limits.depth,
    })
}

struct Search<'a, G: Game, O, P: ?Sized> {
    game: &'a G,
    ours: &'a O,
    opponent: &'a P,
    us: Seat,
    walk: Walk<'a, G::Move>,
    /// The values of positions, by how far the search looks from them, and what they say.
    memo: FxHashMap<(G::Position, u32), (ForFirst<f64>, Bound)>,
    /// Than what nothing is worth more, if that may be used.
    stake: Option<f64>,
}

impl<G: Game, O: Model<G>, P: OpponentModel<G> + ?Sized> Search<'_, G, O, P> {
    /// The value of a position if it lies inside the window, else a bound on the same side of the
    /// window.
    fn value(
        &mut self,
        position: &G::Position,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let Search { game, ours, .. } = *self;
        self.walk.arrive()?;
        let turn = game.turn(position);
        if let Some(value) = self.walk.leaf(game, ours, position, turn, reach)? {
            return Ok(value);
        }
        let place = (position.clone(), reach.key());
        match self.memo.get(&place) {
            Some(&(value, Bound::Exact)) => return Ok(value),
            Some(&(value, Bound::AtLeast)) if value >= window.beta => return Ok(value),
            Some(&(value, Bound::AtMost)) if value <= window.alpha => return Ok(value),
            _ => {}
        }
        let value = match turn {
            Turn::Of(seat) if seat == self.us => self.best(position, window, reach)?,
            Turn::Of(_) => {
                let replies = self.opponent.consider(game, position)?;
                let odds = replies.iter().map(|reply| (reply.probability, reply.mv));
                self.expect(position, &odds.collect::<Vec<_>>(), window, reach)?
            }
            _ => {
                let mut odds = Vec::new();
                for mv in game.moves(position) {
                    odds.push((self.walk.odds(game, ours, position, mv)?, mv));
                }
                self.expect(position, &odds, window, reach)?
            }
        };
        self.memo.insert(place, (value, window.bound(value).0));
        Ok(value)
    }

    /// The best of our moves.
    fn best(
        &mut self,
        position: &G::Position,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let (mut alpha, beta) = window.seen_by(self.us);
        let mut best = ForMover(f64::NEG_INFINITY);
        for mv in self.game.moves(position) {
            let inner = match self.stake {
                Some(_) => Window::of(self.us, alpha, beta),
                None => Window::FULL,
            };
            let found = self.after(position, mv, inner, reach)?.seen_by(self.us);
            if found > best {
                best = found;
            }
            if best >= beta || self.stake.is_some_and(|stake| best.0 >= stake) {
                break;
            }
            if best > alpha {
                alpha = best;
            }
        }
        Ok(best.for_first(self.us))
    }

    /// The average of what may happen, each with its probability.
    fn expect(
        &mut self,
        position: &G::Position,
        outcomes: &[(f64, G::Move)],
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let mut expected = 0.0;
        for (index, &(odds, mv)) in outcomes.iter().enumerate() {
            // What never happens need not be looked at.
            if odds == 0.0 {
                continue;
            }
            let Some(stake) = self.stake else {
                expected += odds * self.after(position, mv, Window::FULL, reach)?.0;
                continue;
            };
            // The others may add so much at most, or take away.
            let left: f64 = outcomes[index + 1..].iter().map(|(odds, _)| odds).sum();
            let others = stake * left;
            let inner = Window {
                alpha: ForFirst((window.alpha.0 - expected - others) / odds),
                beta: ForFirst((window.beta.0 - expected + others) / odds),
            };
            let found = self.after(position, mv, inner, reach)?;
            expected += odds * found.0;
            // It is told by the inner window, so that rounding does not take it back into the outer.
            if found <= inner.alpha {
                return Ok(ForFirst((expected + others).min(window.alpha.0)));
            }
            if found >= inner.beta {
                return Ok(ForFirst((expected - others).max(window.beta.0)));
            }
        }
        Ok(ForFirst(expected))
    }

    fn after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let next = self.game.after(position, mv);
        self.walk.step(mv);
        let value = self.value(&next, window, reach.further())?;
        self.walk.back();
        Ok(value)
    }

    /// What he believes of the positions after our moves; `None` unless he has an opinion of all of
    /// them. Of a position in which he is to move he has one if he has one of his moves.
    fn seen(
        &self,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<Option<Vec<ForFirst<f64>>>, SearchError<G::Move>> {
        let mut seen = Vec::with_capacity(moves.len());
        for &mv in moves {
            let next = self.game.after(position, mv);
            let believed = match self.game.turn(&next) {
                Turn::Over(outcome) => Some(outcome.payoff()),
                Turn::Of(seat) if seat != self.us => {
                    let considered = self.opponent.consider(self.game, &next)?;
                    let believed: Option<Vec<_>> =
                        considered.iter().map(|reply| reply.believed).collect();
                    believed.map(|values| best_for(seat, values))
                }
                _ => None,
            };
            match believed {
                Some(value) => seen.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(seen))
    }

    /// The expected line: our first best moves and his likeliest ones.
    fn line(
        &mut self,
        position: &G::Position,
        reach: Reach,
    ) -> Result<Vec<G::Move>, SearchError<G::Move>> {
        let Search { game, ours, .. } = *self;
        let mut line = Vec::new();
        let (mut position, mut reach) = (position.clone(), reach);
        loop {
            let turn = game.turn(&position);
            let leaf = self.walk.leaf(game, ours, &position, turn, reach)?;
            let next = match turn {
                _ if leaf.is_some() => None,
                Turn::Of(seat) if seat == self.us => {
                    let moves = game.moves(&position);
                    let mut values = Vec::with_capacity(moves.len());
                    for &mv in &moves {
                        values.push(self.after(&position, mv, Window::FULL, reach)?);
                    }
                    let best = best_for(seat, values.iter().copied());
                    let valued = moves.into_iter().zip(values);
                    valued
                        .into_iter()
                        .find(|(_, value)| *value == best)
                        .map(|(mv, _)| mv)
                }
                Turn::Of(_) => {
                    let replies = self.opponent.consider(game, &position)?;
                    let likeliest = replies
                        .into_iter()
                        .rev()
                        .max_by(|one, other| one.probability.total_cmp(&other.probability));
                    likeliest.map(|reply| reply.mv)
                }
                _ => None,
            };
            let Some(mv) = next else {
                line.iter().for_each(|_| self.walk.back());
                return Ok(line);
            };
            game.play(&mut position, mv);
            reach = reach.further();
            self.walk.step(mv);
            line.push(mv);
        }
    }
}
