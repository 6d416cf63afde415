use rustc_hash::FxHashMap;
use shido_core::{ForFirst, Game, Seat, Turn};

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
    let us = us(game, position);
    let reach = Reach::of(limits.depth);
    let mut search = Search {
        game,
        ours,
        opponent,
        us,
        walk: Walk::new(limits),
        memo: FxHashMap::default(),
    };
    let value = search.value(position, reach)?;
    let nodes = search.walk.nodes();

    let mut probe = Probe::new(game, ours);
    let mut rows = Vec::new();
    if game.turn(position) == Turn::Of(us) && !reach.is_over() {
        let moves = game.moves(position);
        let mut values = Vec::with_capacity(moves.len());
        for &mv in &moves {
            values.push(search.after(position, mv, reach)?);
        }
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
    /// The values of positions by how far the search looks from them.
    memo: FxHashMap<(G::Position, u32), ForFirst<f64>>,
}

impl<G: Game, O: Model<G>, P: OpponentModel<G> + ?Sized> Search<'_, G, O, P> {
    fn value(
        &mut self,
        position: &G::Position,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let Search { game, ours, .. } = *self;
        self.walk.arrive()?;
        let turn = game.turn(position);
        if let Some(value) = self.walk.leaf(game, ours, position, turn, reach)? {
            return Ok(value);
        }
        let place = (position.clone(), reach.key());
        if let Some(&value) = self.memo.get(&place) {
            return Ok(value);
        }
        let value = match turn {
            Turn::Of(seat) if seat == self.us => {
                let mut values = Vec::new();
                for mv in game.moves(position) {
                    values.push(self.after(position, mv, reach)?);
                }
                best_for(seat, values)
            }
            Turn::Of(_) => {
                let mut expected = 0.0;
                for reply in self.opponent.consider(game, position)? {
                    // What he never plays need not be looked at.
                    if reply.probability > 0.0 {
                        let value = self.after(position, reply.mv, reach)?;
                        expected += reply.probability * value.0;
                    }
                }
                ForFirst(expected)
            }
            _ => {
                let mut expected = 0.0;
                for mv in game.moves(position) {
                    let odds = self.walk.odds(game, ours, position, mv)?;
                    expected += odds * self.after(position, mv, reach)?.0;
                }
                ForFirst(expected)
            }
        };
        self.memo.insert(place, value);
        Ok(value)
    }

    fn after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let next = self.game.after(position, mv);
        self.walk.step(mv);
        let value = self.value(&next, reach.further())?;
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
                        values.push(self.after(&position, mv, reach)?);
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
