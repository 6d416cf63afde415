//! The pruned recursion of the searches that model an opponent: probes find what they play, and only
//! that is searched further. It agrees with [the plain one](crate::values).

use rustc_hash::FxHashMap;
use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::opponent_model::opponent::{add_seen, drops};
use crate::opponent_model::probe::{MOST_REMEMBERED, Memo, Place, Probe};
use crate::opponent_model::speculation::{annotate, drop_between};
use crate::opponent_model::strategy::{Options, Strategy};
use crate::opponent_model::values::{Mind, Setting, us};
use crate::opponent_model::walk::{Reach, Walk, best_for, expectation};
use crate::question::observe::Window;
use crate::{
    Ask, Bound, Judgement, Limits, OpponentModel, SearchError, Speculation, SpeculativeMove, Ties,
};

/// The same values as by the plain definition, with probes: at a node of a type that looks ahead, an
/// alpha-beta search with its evaluation finds what it plays, and only that is searched further. Other
/// types are asked what they play.
///
/// Strategies that do not look for the best need the value of every move.
pub(crate) fn pruned<G: Game>(
    setting: Setting<'_, G>,
    position: &G::Position,
    ask: Ask,
    limits: Limits<'_>,
) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
    let insights = setting.types.iter().map(|kind| match kind.mind {
        Mind::Looks(look_ahead) => Insight::Probe {
            depth: look_ahead.depth,
            probe: Probe::new(setting.game, look_ahead.model),
        },
        Mind::Says(opponent) => Insight::Word {
            opponent,
            heard: FxHashMap::default(),
        },
    });
    pruned_by(setting, insights.collect(), position, ask, limits)
}

/// The same by this insight into each type, whose probe may suppose something of us.
pub(crate) fn pruned_by<'a, G: Game>(
    setting: Setting<'a, G>,
    theirs: Vec<Insight<'a, G>>,
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

/// How it is found out what a type plays and sees.
pub(crate) enum Insight<'a, G: Game> {
    /// A probe looks ahead for it, so many plies or as far as we do.
    Probe {
        depth: Option<u32>,
        probe: Probe<'a, G>,
    },
    /// It is asked, once at each position.
    Word {
        opponent: &'a dyn OpponentModel<G>,
        heard: FxHashMap<Place, Odds<Vec<G::Move>>>,
    },
}

struct Search<'a, G: Game> {
    setting: Setting<'a, G>,
    us: Seat,
    walk: Walk<'a, G::Move>,
    /// The OM values of positions.
    memo: Memo<G::Move>,
    /// For worst cases.
    ours: Probe<'a, G>,
    /// For what each type plays and sees.
    theirs: Vec<Insight<'a, G>>,
}

/// What may happen, each with its probability.
type Odds<T> = Vec<(f64, T)>;

/// What a position comes to if we play by our strategy, and the expected line, last move first.
type Realised<M> = (ForFirst<f64>, Vec<M>);

impl<'a, G: Game> Search<'a, G> {
    fn run(
        mut self,
        position: &G::Position,
        ask: Ask,
        depth: Option<u32>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let Setting { game, strategy, .. } = self.setting;
        let reach = Reach::of(depth);
        let moves = game.moves(position);
        if moves.is_empty() || reach.is_over() {
            let (value, _) = self.realise(position, reach)?;
            return Ok(self.without_choice(value, Vec::new(), self.walk.nodes(), depth));
        }
        if game.turn(position) == Turn::Chance {
            return self.run_from_chance(position, &moves, depth);
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
            false => None,
        };
        let nodes = self.walk.nodes();

        // 2. What is only told. Without being asked for every move, only the best is told about.
        if every && !strategy.heeds_visible_loss() {
            visible = self.visible_losses(position, &moves, reach)?;
        }
        let verdicts = match every {
            true => strategy.judge(&Options {
                us: self.us,
                om: &om,
                minimax,
                visible: visible.as_deref(),
            }),
            false => (0..moves.len())
                .map(|index| match index == best.1 {
                    true => Judgement::Chosen,
                    false => Judgement::NotBetter,
                })
                .collect(),
        };
        let chosen = (verdicts.iter())
            .position(|verdict| *verdict == Judgement::Chosen)
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
                (true, _) => visible.as_ref().map(|seen| seen[index]),
                (false, true) => self.visible_loss(position, mv, reach)?,
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
                judgement: verdicts[index],
            });
        }
        let (value, mut line) = expected;
        line.push(moves[chosen]);
        line.reverse();
        let line = annotate(&mut self.walk, &mut self.ours, game, position, &line, reach)?;
        let played = rows.iter().filter(|row| row.judgement == Judgement::Chosen);
        Ok(Speculation {
            value,
            best: played.map(|row| row.mv).collect(),
            moves: rows,
            line,
            nodes,
            aside: self.walk.nodes() - nodes,
            depth,
            limit_in_force: strategy.limit_in_force(),
        })
    }

    /// What chance may do, and what that comes to.
    fn run_from_chance(
        mut self,
        position: &G::Position,
        moves: &[G::Move],
        depth: Option<u32>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let Setting {
            game,
            ours,
            strategy,
            ..
        } = self.setting;
        let reach = Reach::of(depth);
        self.walk.arrive()?;
        let (mut om, mut values) = (Vec::new(), Vec::new());
        for &mv in moves {
            om.push(self.om_after(position, mv, Window::FULL, reach)?);
            values.push(match strategy {
                Strategy::Best => om[om.len() - 1],
                _ => self.realise_after(position, mv, reach)?.0,
            });
        }
        let value = self.walk.average(game, ours, position, moves, &values)?;
        let nodes = self.walk.nodes();
        let mut rows = Vec::with_capacity(moves.len());
        for (index, &mv) in moves.iter().enumerate() {
            rows.push(SpeculativeMove {
                mv,
                value: values[index],
                om: om[index],
                bound: Bound::Exact,
                worst_case: Some(self.worst_after(position, mv, reach)?),
                loss: None,
                visible_loss: None,
                judgement: Judgement::NobodyChooses,
            });
        }
        Ok(self.without_choice(value, rows, nodes, depth))
    }

    /// The answer where nobody chooses.
    fn without_choice(
        &self,
        value: ForFirst<f64>,
        moves: Vec<SpeculativeMove<G::Move>>,
        nodes: u64,
        depth: Option<u32>,
    ) -> Speculation<G::Move> {
        Speculation {
            value,
            best: Vec::new(),
            moves,
            line: Vec::new(),
            nodes,
            aside: self.walk.nodes() - nodes,
            depth,
            limit_in_force: self.setting.strategy.limit_in_force(),
        }
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

    /// The best OM value of these moves for one side: at our nodes of all moves for us, and at theirs
    /// of the tied ones for whom the rule on ties favours.
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

    /// The OM value of what they play, and the window with which it was found.
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
        let replies = self.replies(position, &favourites, reach)?;
        let mut terms = Vec::with_capacity(replies.len());
        for (odds, mv) in replies {
            terms.push((odds, self.om_after(position, mv, Window::FULL, reach)?));
        }
        Ok((expectation(self.setting.ours, terms), Window::FULL))
    }

    /// For each type its probability and its favourite moves; or, of a type that plays by odds, each of
    /// its moves.
    fn favourites(
        &mut self,
        position: &G::Position,
        reach: Reach,
    ) -> Result<Odds<Vec<G::Move>>, SearchError<G::Move>> {
        let (game, mover) = (self.setting.game, self.us.other());
        let mut favourites = Vec::with_capacity(self.theirs.len());
        for (kind, insight) in self.setting.types.iter().zip(&mut self.theirs) {
            match insight {
                Insight::Probe { depth, probe } => {
                    let reach = depth.map_or(reach, |depth| Reach::of(Some(depth)));
                    let tied = probe.favourites(&mut self.walk, position, mover, reach)?;
                    favourites.push((kind.probability, tied));
                }
                Insight::Word { opponent, heard } => {
                    let place = Place::of(game, position, reach);
                    let odds = match heard.get(&place) {
                        Some(odds) => odds.clone(),
                        None => {
                            let considered =
                                opponent.consider(game, position, reach, &mut self.walk)?;
                            let played = considered.iter().filter(|it| it.probability > 0.0);
                            let odds: Odds<_> = played
                                .map(|it| (kind.probability * it.probability, vec![it.mv]))
                                .collect();
                            if heard.len() >= MOST_REMEMBERED {
                                heard.clear();
                            }
                            heard.insert(place, odds.clone());
                            odds
                        }
                    };
                    favourites.extend(odds);
                }
            }
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
                let mut terms = Vec::with_capacity(replies.len());
                let mut likeliest = (0.0, Vec::new());
                for (odds, mv) in replies {
                    let (value, mut line) = self.realise_after(position, mv, reach)?;
                    terms.push((odds, value));
                    if odds > likeliest.0 {
                        line.push(mv);
                        likeliest = (odds, line);
                    }
                }
                Ok((expectation(ours, terms), likeliest.1))
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
            false => None,
        };
        let chosen = strategy.choose(&Options {
            us: self.us,
            om: &om,
            minimax,
            visible: visible.as_deref(),
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

    /// What each move loses in the eyes of the types, on average; `None` if nothing is known of what any
    /// of them sees.
    fn visible_losses(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        reach: Reach,
    ) -> Result<Option<Vec<f64>>, SearchError<G::Move>> {
        let mut losses = None;
        for (kind, insight) in self.setting.types.iter().zip(&mut self.theirs) {
            let seen = match insight {
                // Who does not look ahead sees no difference.
                Insight::Probe { depth: Some(0), .. } => Some(vec![0.0; moves.len()]),
                Insight::Probe { depth, probe } => {
                    let mut values = Vec::with_capacity(moves.len());
                    for &mv in moves {
                        let next = self.setting.game.after(position, mv);
                        let reach = depth.map_or(reach.further(), |depth| Reach::of(Some(depth)));
                        let value =
                            |walk: &mut Walk<'a, _>| probe.value(walk, &next, Window::FULL, reach);
                        values.push(self.walk.below(mv, value)?);
                    }
                    Some(drops(self.us, &values))
                }
                Insight::Word { opponent, .. } => {
                    opponent.visible_losses(self.setting.game, position, reach, &mut self.walk)?
                }
            };
            add_seen(&mut losses, kind.probability, seen);
        }
        Ok(losses)
    }

    /// What one move loses in the eyes of the types, on average. Of the others a probe need only know
    /// whether they are better.
    fn visible_loss(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        reach: Reach,
    ) -> Result<Option<f64>, SearchError<G::Move>> {
        let game = self.setting.game;
        let moves = game.moves(position);
        let us = self.us;
        let mut losses = None;
        for (kind, insight) in self.setting.types.iter().zip(&mut self.theirs) {
            let seen = match insight {
                Insight::Probe { depth: Some(0), .. } => Some(vec![0.0]),
                Insight::Probe { depth, probe } => {
                    let reach = depth.map_or(reach.further(), |depth| Reach::of(Some(depth)));
                    let mut seen_after = |mv: G::Move, window: Window| {
                        let next = game.after(position, mv);
                        let value =
                            |walk: &mut Walk<'a, _>| probe.value(walk, &next, window, reach);
                        self.walk.below(mv, value)
                    };
                    let own = seen_after(mv, Window::FULL)?;
                    let mut best = own.seen_by(us);
                    for &other in &moves {
                        let window = Window::of(us, best, ForMover(f64::INFINITY));
                        let seen = seen_after(other, window)?.seen_by(us);
                        if seen > best {
                            best = seen;
                        }
                    }
                    Some(vec![drop_between(best.for_first(us), own, us)])
                }
                Insight::Word { opponent, .. } => {
                    let seen = opponent.visible_losses(game, position, reach, &mut self.walk)?;
                    let index = moves.iter().position(|other| *other == mv);
                    seen.zip(index).map(|(seen, index)| vec![seen[index]])
                }
            };
            add_seen(&mut losses, kind.probability, seen);
        }
        Ok(losses.map(|losses: Vec<f64>| losses[0]))
    }
}
