use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::observe::Window;
use crate::probe::{Memo, Place, Probe};
use crate::speculation::{annotate, drop_between};
use crate::strategy::{Options, Strategy};
use crate::values::{Setting, us};
use crate::walk::{Reach, Walk, best_for};
use crate::{
    Ask, Bound, Limits, Model, OpponentType, SearchError, Speculation, SpeculativeMove, Ties,
    Verdict,
};

/// The same values as by the plain definition, with probes: at a node of his, an alpha-beta search
/// with his evaluation finds what he plays, and only that is searched further.
///
/// Strategies that do not look for the best need the value of every move.
pub(crate) fn pruned<G: Game, O: Model<G>, H: Model<G>>(
    setting: Setting<'_, G, O, H>,
    position: &G::Position,
    ask: Ask,
    limits: Limits<'_>,
) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
    let models = setting.types.iter().map(|kind| &kind.look_ahead.model);
    let theirs = models.map(|model| Probe::new(setting.game, model));
    pruned_by(setting, theirs.collect(), position, ask, limits)
}

/// The same by these probes, one for each type, which may suppose something of us.
pub(crate) fn pruned_by<'a, G: Game, O: Model<G>, H: Model<G>>(
    setting: Setting<'a, G, O, H>,
    theirs: Vec<Probe<'a, G, H>>,
    position: &G::Position,
    ask: Ask,
    limits: Limits<'a>,
) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
    let Setting { game, ours, .. } = setting;
    let search = Search {
        setting,
        us: us(game, position),
        walk: Walk::new(limits),
        memo: Memo::default(),
        ours: Probe::new(game, ours),
        theirs,
    };
    search.run(position, ask, limits.depth)
}

struct Search<'a, G: Game, O, H> {
    setting: Setting<'a, G, O, H>,
    us: Seat,
    walk: Walk<'a, G::Move>,
    /// The OM values of positions.
    memo: Memo<G::Move>,
    /// For worst cases.
    ours: Probe<'a, G, O>,
    /// For what each type plays and sees.
    theirs: Vec<Probe<'a, G, H>>,
}

/// What may happen, each with its probability.
type Odds<T> = Vec<(f64, T)>;

/// What a position comes to if we play by our strategy, and the expected line, last move first.
type Realised<M> = (ForFirst<f64>, Vec<M>);

impl<G: Game, O: Model<G>, H: Model<G>> Search<'_, G, O, H> {
    fn run(
        mut self,
        position: &G::Position,
        ask: Ask,
        depth: Option<u32>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let Setting { game, strategy, .. } = self.setting;
        let reach = Reach::of(depth);
        let moves = game.moves(position);
        let chooses = game.turn(position) == Turn::Of(self.us);
        if !chooses || moves.is_empty() || reach.is_over() {
            let (value, _) = self.realise(position, reach)?;
            return Ok(Speculation {
                value,
                best: Vec::new(),
                moves: Vec::new(),
                line: Vec::new(),
                nodes: self.walk.nodes(),
                aside: 0,
                depth,
            });
        }

        // 1. The OM values of the moves, all of them or as far as they are better than another.
        self.walk.arrive()?;
        let every = ask == Ask::EveryMove || strategy != Strategy::Best;
        let mut om = Vec::with_capacity(moves.len());
        let mut bounds = Vec::with_capacity(moves.len());
        let mut best = (ForMover(f64::NEG_INFINITY), 0);
        for (index, &mv) in moves.iter().enumerate() {
            let window = match every {
                true => Window::FULL,
                false => Window::of(self.us, best.0, ForMover(f64::INFINITY)),
            };
            // Nothing is better than the best there can be.
            if !every && self.is_top(best.0) {
                om.push(best.0.for_first(self.us));
                bounds.push(Bound::AtMost);
                continue;
            }
            let value = self.om_after(position, mv, window, reach)?;
            om.push(value);
            bounds.push(window.bound(value).seen_by(self.us).0);
            if value.seen_by(self.us) > best.0 {
                best = (value.seen_by(self.us), index);
            }
        }
        let minimax = match strategy.heeds_minimax() {
            true => self
                .ours
                .choose(&mut self.walk, position, self.us, Window::FULL, reach)?,
            false => ForFirst(0.0),
        };
        let mut visible = match strategy.heeds_visible_loss() {
            true => self.visible_losses(position, &moves, reach)?,
            false => Vec::new(),
        };
        let nodes = self.walk.nodes();

        // 2. What is only told. Without being asked for every move, only the best is told about.
        if every && visible.is_empty() {
            visible = self.visible_losses(position, &moves, reach)?;
        }
        let verdicts = match every {
            true => strategy.judge(&Options {
                us: self.us,
                om: &om,
                minimax,
                visible: &visible,
            }),
            false => (0..moves.len())
                .map(|index| match index == best.1 {
                    true => Verdict::Chosen,
                    false => Verdict::NotBetter,
                })
                .collect(),
        };
        let chosen = (verdicts.iter())
            .position(|verdict| *verdict == Verdict::Chosen)
            .expect("a strategy chooses at least one move");
        let mut rows = Vec::with_capacity(moves.len());
        let mut expected = (om[chosen], Vec::new());
        for (index, &mv) in moves.iter().enumerate() {
            let told = every || index == chosen;
            // By the strategy a move comes to its OM value, unless the strategy is not to do one's
            // best.
            let value = if index == chosen || strategy != Strategy::Best {
                let realised = self.realise_after(position, mv, reach)?;
                let value = realised.0;
                if index == chosen {
                    expected = realised;
                }
                value
            } else {
                om[index]
            };
            let worst_case = match told {
                true => Some(self.worst_after(position, mv, reach)?),
                false => None,
            };
            let visible_loss = match (every, told) {
                (true, _) => Some(visible[index]),
                (false, true) => Some(self.visible_loss(position, mv, reach)?),
                (false, false) => None,
            };
            let best = best_for(self.us, om.iter().copied());
            rows.push(SpeculativeMove {
                mv,
                value,
                om: om[index],
                bound: bounds[index],
                worst_case,
                loss: told.then(|| drop_between(best, om[index], self.us)),
                visible_loss,
                verdict: verdicts[index],
            });
        }
        let (value, mut line) = expected;
        line.push(moves[chosen]);
        line.reverse();
        let line = annotate(&mut self.walk, &mut self.ours, game, position, &line, reach)?;
        let played = rows.iter().filter(|row| row.verdict == Verdict::Chosen);
        Ok(Speculation {
            value,
            best: played.map(|row| row.mv).collect(),
            moves: rows,
            line,
            nodes,
            aside: self.walk.nodes() - nodes,
            depth,
        })
    }

    /// The OM value of a position if it lies inside the window, else a bound on the same side of the
    /// window.
    fn om(
        &mut self,
        position: &G::Position,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let Setting { game, ours, .. } = self.setting;
        self.walk.arrive()?;
        let turn = game.turn(position);
        if let Some(value) = self
            .walk
            .leaf_within(game, ours, position, turn, window, reach)?
        {
            return Ok(value);
        }
        let place = Place::of(game, position, reach);
        if let Some(value) = self.memo.value(place, window) {
            return Ok(value);
        }
        let (value, window) = match turn {
            Turn::Of(seat) if seat == self.us => {
                let moves = game.moves(position);
                (self.best_of(position, &moves, seat, window, reach)?, window)
            }
            Turn::Of(_) => self.om_of_replies(position, window, reach)?,
            _ => {
                let moves = game.moves(position);
                let mut values = Vec::with_capacity(moves.len());
                for &mv in &moves {
                    values.push(self.om_after(position, mv, Window::FULL, reach)?);
                }
                let average = self.walk.average(game, ours, position, &moves, &values)?;
                (average, Window::FULL)
            }
        };
        self.memo.keep(place, value, window, None);
        Ok(value)
    }

    fn om_after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let next = self.setting.game.after(position, mv);
        self.walk.step(mv);
        let value = self.om(&next, window, reach.further())?;
        self.walk.back();
        Ok(value)
    }

    /// The best OM value of these moves for one side: at our nodes of all moves for us, and at his of
    /// the tied ones for whom the rule on ties favours.
    fn best_of(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        chooser: Seat,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let (mut alpha, beta) = window.seen_by(chooser);
        let mut best = ForMover(f64::NEG_INFINITY);
        for &mv in moves {
            let inner = Window::of(chooser, alpha, beta);
            let found = self.om_after(position, mv, inner, reach)?.seen_by(chooser);
            if found > best {
                best = found;
            }
            if best >= beta || self.is_top(best) {
                break;
            }
            if best > alpha {
                alpha = best;
            }
        }
        Ok(best.for_first(chooser))
    }

    /// Whether nothing can be worth more to whoever sees it so.
    fn is_top(&self, value: ForMover<f64>) -> bool {
        self.setting.ours.decisive() && value.0 >= 1.0
    }

    /// The OM value of what he plays, and the window with which it was found.
    fn om_of_replies(
        &mut self,
        position: &G::Position,
        window: Window,
        reach: Reach,
    ) -> Result<(ForFirst<f64>, Window), SearchError<G::Move>> {
        let favourites = self.favourites(position, reach)?;
        if let [(1.0, tied)] = &favourites[..]
            && let Some((chooser, moves)) = self.setting.ties.chooser(self.us, tied)
        {
            let value = self.best_of(position, moves, chooser, window, reach)?;
            return Ok((value, window));
        }
        // An average is only known when all of its terms are.
        let mut expected = 0.0;
        for (odds, mv) in self.replies(position, &favourites, reach)? {
            expected += odds * self.om_after(position, mv, Window::FULL, reach)?.0;
        }
        Ok((ForFirst(expected), Window::FULL))
    }

    /// For each type its probability and its favourite moves.
    fn favourites(
        &mut self,
        position: &G::Position,
        reach: Reach,
    ) -> Result<Odds<Vec<G::Move>>, SearchError<G::Move>> {
        let him = self.us.other();
        let mut favourites = Vec::with_capacity(self.theirs.len());
        for (kind, probe) in self.setting.types.iter().zip(&mut self.theirs) {
            let his = kind.look_ahead.reach(reach);
            let tied = probe.favourites(&mut self.walk, position, him, his)?;
            favourites.push((kind.probability, tied));
        }
        Ok(favourites)
    }

    /// The favourites with ties settled.
    fn replies(
        &mut self,
        position: &G::Position,
        favourites: &[(f64, Vec<G::Move>)],
        reach: Reach,
    ) -> Result<Odds<G::Move>, SearchError<G::Move>> {
        let mut replies = Vec::new();
        for (probability, tied) in favourites {
            let settled = match (self.setting.ties, &tied[..]) {
                (Ties::Pessimistic | Ties::Optimistic, [_, _, ..]) => {
                    let mut values = Vec::with_capacity(tied.len());
                    for &mv in tied {
                        values.push((mv, self.om_after(position, mv, Window::FULL, reach)?));
                    }
                    let settled = self.setting.ties.settle(self.us, &values, |(_, om)| om);
                    settled.into_iter().map(|(mv, _)| mv).collect()
                }
                (Ties::Uniform, _) => tied.clone(),
                _ => tied[..1].to_vec(),
            };
            let share = probability / settled.len() as f64;
            replies.extend(settled.into_iter().map(|mv| (share, mv)));
        }
        Ok(replies)
    }

    /// What a position comes to if we play by our strategy.
    fn realise(
        &mut self,
        position: &G::Position,
        reach: Reach,
    ) -> Result<Realised<G::Move>, SearchError<G::Move>> {
        let Setting {
            game,
            ours,
            strategy,
            ..
        } = self.setting;
        self.walk.arrive()?;
        let turn = game.turn(position);
        if let Some(value) = self.walk.leaf(game, ours, position, turn, reach)? {
            return Ok((value, Vec::new()));
        }
        let moves = game.moves(position);
        match turn {
            Turn::Of(seat) if seat == self.us => {
                let mv = self.own_move(position, &moves, reach)?;
                let (value, mut line) = self.realise_after(position, mv, reach)?;
                line.push(mv);
                Ok((value, line))
            }
            Turn::Of(_) => {
                let favourites = self.favourites(position, reach)?;
                let replies = self.replies(position, &favourites, reach)?;
                let mut expected = 0.0;
                let mut likeliest = (0.0, Vec::new());
                for (odds, mv) in replies {
                    let (value, mut line) = self.realise_after(position, mv, reach)?;
                    expected += odds * value.0;
                    if odds > likeliest.0 {
                        line.push(mv);
                        likeliest = (odds, line);
                    }
                }
                Ok((ForFirst(expected), likeliest.1))
            }
            _ if strategy == Strategy::Best => {
                // The line ends here, and the value is that of OM-search.
                Ok((self.om(position, Window::FULL, reach)?, Vec::new()))
            }
            _ => {
                let mut values = Vec::with_capacity(moves.len());
                for &mv in &moves {
                    values.push(self.realise_after(position, mv, reach)?.0);
                }
                let average = self.walk.average(game, ours, position, &moves, &values)?;
                Ok((average, Vec::new()))
            }
        }
    }

    fn realise_after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        reach: Reach,
    ) -> Result<Realised<G::Move>, SearchError<G::Move>> {
        let next = self.setting.game.after(position, mv);
        self.walk.step(mv);
        let realised = self.realise(&next, reach.further())?;
        self.walk.back();
        Ok(realised)
    }

    /// The move that our strategy makes.
    fn own_move(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        reach: Reach,
    ) -> Result<G::Move, SearchError<G::Move>> {
        let strategy = self.setting.strategy;
        let mut om = Vec::with_capacity(moves.len());
        for &mv in moves {
            om.push(self.om_after(position, mv, Window::FULL, reach)?);
        }
        let minimax = match strategy.heeds_minimax() {
            true => self
                .ours
                .choose(&mut self.walk, position, self.us, Window::FULL, reach)?,
            false => ForFirst(0.0),
        };
        let visible = match strategy.heeds_visible_loss() {
            true => self.visible_losses(position, moves, reach)?,
            false => Vec::new(),
        };
        let chosen = strategy.choose(&Options {
            us: self.us,
            om: &om,
            minimax,
            visible: &visible,
        });
        Ok(moves[chosen])
    }

    /// The worst case of a move.
    fn worst_after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let next = self.setting.game.after(position, mv);
        self.walk.step(mv);
        let worst = self
            .ours
            .value(&mut self.walk, &next, Window::FULL, reach.further())?;
        self.walk.back();
        Ok(worst)
    }

    /// The types that look ahead. Others see no difference between moves.
    fn lookers(&self) -> Vec<usize> {
        let looks = |kind: &OpponentType<H>| kind.look_ahead.depth != Some(0);
        let numbers = self.setting.types.iter().enumerate();
        (numbers.filter(|(_, kind)| looks(kind)))
            .map(|(number, _)| number)
            .collect()
    }

    /// What each move loses in the eyes of the types, on average.
    fn visible_losses(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        reach: Reach,
    ) -> Result<Vec<f64>, SearchError<G::Move>> {
        let mut losses = vec![0.0; moves.len()];
        for number in self.lookers() {
            let mut values = Vec::with_capacity(moves.len());
            for &mv in moves {
                values.push(self.seen_after(number, position, mv, Window::FULL, reach)?);
            }
            let best = best_for(self.us, values.iter().copied());
            let probability = self.setting.types[number].probability;
            for (loss, value) in losses.iter_mut().zip(values) {
                *loss += probability * drop_between(best, value, self.us);
            }
        }
        Ok(losses)
    }

    /// What one move loses in the eyes of the types, on average.
    fn visible_loss(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        reach: Reach,
    ) -> Result<f64, SearchError<G::Move>> {
        let mut loss = 0.0;
        for number in self.lookers() {
            let own = self.seen_after(number, position, mv, Window::FULL, reach)?;
            let mut best = own.seen_by(self.us);
            for other in self.setting.game.moves(position) {
                let window = Window::of(self.us, best, ForMover(f64::INFINITY));
                let seen = self.seen_after(number, position, other, window, reach)?;
                if seen.seen_by(self.us) > best {
                    best = seen.seen_by(self.us);
                }
            }
            let probability = self.setting.types[number].probability;
            loss += probability * drop_between(best.for_first(self.us), own, self.us);
        }
        Ok(loss)
    }

    /// What a type makes of the position after a move of ours, looking as far as he looks.
    fn seen_after(
        &mut self,
        number: usize,
        position: &G::Position,
        mv: G::Move,
        window: Window,
        reach: Reach,
    ) -> Result<ForFirst<f64>, SearchError<G::Move>> {
        let look_ahead = &self.setting.types[number].look_ahead;
        let his = look_ahead.reach(reach.further());
        let next = self.setting.game.after(position, mv);
        self.walk.step(mv);
        let seen = self.theirs[number].value(&mut self.walk, &next, window, his)?;
        self.walk.back();
        Ok(seen)
    }
}
