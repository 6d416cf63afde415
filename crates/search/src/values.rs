use shido_core::{ForFirst, Game, Seat, Turn};

use crate::observe::{Observer, Why, Window};
use crate::probe::Probe;
use crate::replies::favourites;
use crate::speculation::{annotate, drop_between};
use crate::strategy::{Options, Strategy};
use crate::walk::{Reach, Walk, best_for};
use crate::{
    Bound, Limits, Model, OpponentType, SearchError, Speculation, SpeculativeMove, Ties, Verdict,
};

/// What a search with opponent models is about.
pub(crate) struct Setting<'a, G, O, H> {
    pub(crate) game: &'a G,
    /// Our evaluation.
    pub(crate) ours: &'a O,
    /// What he may be.
    pub(crate) types: &'a [OpponentType<H>],
    pub(crate) ties: Ties,
    pub(crate) strategy: Strategy,
}

impl<'a, G, O, H> Setting<'a, G, O, H> {
    pub(crate) fn new(
        game: &'a G,
        ours: &'a O,
        types: &'a [OpponentType<H>],
        ties: Ties,
        strategy: Strategy,
    ) -> Setting<'a, G, O, H> {
        Setting {
            game,
            ours,
            types,
            ties,
            strategy,
        }
    }
}

impl<G, O, H> Clone for Setting<'_, G, O, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G, O, H> Copy for Setting<'_, G, O, H> {}

/// Who we are: whoever moves at the root, and the max player of the papers where chance does.
pub(crate) fn us<G: Game>(game: &G, position: &G::Position) -> Seat {
    match game.turn(position) {
        Turn::Of(seat) => seat,
        _ => Seat::First,
    }
}

/// The plain definition: all values of every node of the tree, handed up from the leaves.
pub(crate) fn plain<G: Game, O: Model<G>, H: Model<G>>(
    setting: Setting<'_, G, O, H>,
    position: &G::Position,
    limits: Limits<'_>,
    observer: &mut impl Observer<G>,
) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
    let Setting { game, ours, .. } = setting;
    let reach = Reach::of(limits.depth);
    let mut search = Search {
        setting,
        us: us(game, position),
        walk: Walk::new(limits),
        observer,
    };
    let root = search.node(position, None, None, reach)?;
    let nodes = search.walk.nodes();
    let moves = search.rows(position, &root, reach)?;
    let mut line = root.values.line;
    line.reverse();
    let mut probe = Probe::new(game, ours);
    let line = annotate(&mut search.walk, &mut probe, game, position, &line, reach)?;
    let chosen = moves.iter().filter(|row| row.verdict == Verdict::Chosen);
    Ok(Speculation {
        value: root.values.value,
        best: chosen.map(|row| row.mv).collect(),
        moves,
        line,
        nodes,
        aside: search.walk.nodes() - nodes,
        depth: limits.depth,
    })
}

/// The values of a node.
struct Values<M> {
    /// What it comes to if we play by our strategy and he as supposed.
    value: ForFirst<f64>,
    /// The same if we do our best: its value by OM-search.
    om: ForFirst<f64>,
    /// If both do their best, by our evaluation.
    minimax: ForFirst<f64>,
    /// If both do their best, by the evaluation of each type; `None` for types with a look-ahead of
    /// their own, which need no values from the bottom of our tree.
    theirs: Vec<Option<ForFirst<f64>>>,
    /// The expected line, last move first.
    line: Vec<M>,
}

/// What each move is worth in someone's eyes, if he has looked at them.
type Seen = Option<Vec<ForFirst<f64>>>;

/// A node that has been searched, with those below it.
struct Searched<M> {
    values: Values<M>,
    moves: Vec<M>,
    below: Vec<Values<M>>,
    /// Where he moves, what each of the moves is worth to the types with a look-ahead of their own;
    /// `None` for those without and for who does not look at all.
    seen: Vec<Seen>,
}

struct Search<'a, G: Game, O, H, W> {
    setting: Setting<'a, G, O, H>,
    us: Seat,
    walk: Walk<'a, G::Move>,
    observer: &'a mut W,
}

impl<G: Game, O: Model<G>, H: Model<G>, W: Observer<G>> Search<'_, G, O, H, W> {
    /// The values of a node. A move of his led there that he took to be worth as much as is `seen`.
    fn node(
        &mut self,
        position: &G::Position,
        by: Option<G::Move>,
        seen: Option<ForFirst<f64>>,
        reach: Reach,
    ) -> Result<Searched<G::Move>, SearchError<G::Move>> {
        let Setting {
            game, ours, types, ..
        } = self.setting;
        self.walk.arrive()?;
        let turn = game.turn(position);
        self.observer.enter(by, position, turn, Window::FULL);

        // 1. What each of the evaluations says of a leaf. Tables may know a position for one of
        // them only; the others still have to look into it.
        let known = self.walk.leaf(game, ours, position, turn, reach)?;
        let mut believed = Vec::with_capacity(types.len());
        for kind in types {
            believed.push(match kind.look_ahead.depth {
                Some(_) => None,
                None => self
                    .walk
                    .leaf(game, &kind.look_ahead.model, position, turn, reach)?,
            });
        }
        let settled = |(kind, value): (&OpponentType<H>, &Option<_>)| {
            kind.look_ahead.depth.is_some() || value.is_some()
        };
        let leaf = known.is_some() && types.iter().zip(&believed).all(settled);

        // 2. The values of the nodes below, and what they make here.
        let mut searched = Searched {
            values: Values {
                value: ForFirst(0.0),
                om: ForFirst(0.0),
                minimax: ForFirst(0.0),
                theirs: vec![None; types.len()],
                line: Vec::new(),
            },
            moves: Vec::new(),
            below: Vec::new(),
            seen: Vec::new(),
        };
        if !leaf {
            searched.moves = game.moves(position);
            if turn == Turn::Of(self.us.other()) {
                searched.seen = self.seen_by_types(position, &searched.moves)?;
            }
            for (index, &mv) in searched.moves.iter().enumerate() {
                let next = game.after(position, mv);
                let seen = (searched.seen.first()).and_then(|values| Some(values.as_ref()?[index]));
                self.walk.step(mv);
                let below = self.node(&next, Some(mv), seen, reach.further())?;
                self.walk.back();
                searched.below.push(below.values);
            }
            searched.values = match turn {
                Turn::Of(seat) => self.choice(position, seat, &searched, reach)?,
                _ => self.expectation(position, &searched)?,
            };
        }
        let values = &mut searched.values;
        if let Some(value) = known {
            values.value = value;
            values.om = value;
            values.minimax = value;
            values.line.clear();
        }
        for (value, believed) in values.theirs.iter_mut().zip(believed) {
            *value = believed.or(*value);
        }

        // 3. Whoever watches sees our value and that of the first type: from the bottom of our tree;
        // or, if he has a look-ahead of his own, as he saw it when he chose to come here, or what he
        // believes to have where he chooses now, or what he takes an end for.
        let theirs = values.theirs[0].or(seen).or_else(|| {
            let model = &types[0].look_ahead.model;
            match (turn, searched.seen.first()) {
                (Turn::Of(him), Some(Some(seen))) => Some(best_for(him, seen.iter().copied())),
                (Turn::Over(outcome), _) => Some(model.end(game, position, outcome)),
                _ => None,
            }
        });
        if let Some(theirs) = theirs {
            self.observer.theirs(theirs);
        }
        let why = match turn {
            Turn::Over(_) => Why::Over,
            _ if reach.is_over() => Why::Horizon,
            _ if leaf => Why::Table,
            _ => Why::Searched,
        };
        self.observer
            .leave(values.value, ForFirst(Bound::Exact), why);
        Ok(searched)
    }

    /// Where someone chooses: minimax for what minimax is asked, our strategy at our nodes, and what
    /// he is supposed to play at his.
    fn choice(
        &mut self,
        position: &G::Position,
        mover: Seat,
        node: &Searched<G::Move>,
        reach: Reach,
    ) -> Result<Values<G::Move>, SearchError<G::Move>> {
        let below = &node.below;
        let minimax = best_for(mover, below.iter().map(|it| it.minimax));
        let theirs = (0..self.setting.types.len())
            .map(|kind| {
                let values: Option<Vec<_>> = below.iter().map(|it| it.theirs[kind]).collect();
                values.map(|values| best_for(mover, values))
            })
            .collect();
        let (value, om, next) = if mover == self.us {
            let om: Vec<_> = below.iter().map(|it| it.om).collect();
            let visible = match self.setting.strategy.heeds_visible_loss() {
                true => self.visible_losses(position, node, reach)?,
                false => Vec::new(),
            };
            let chosen = self.setting.strategy.choose(&Options {
                us: self.us,
                om: &om,
                minimax,
                visible: &visible,
            });
            (below[chosen].value, best_for(self.us, om), chosen)
        } else {
            let replies = self.replies(node);
            let expect = |value: &dyn Fn(&Values<G::Move>) -> ForFirst<f64>| {
                let terms = replies
                    .iter()
                    .map(|(odds, index)| odds * value(&below[*index]).0);
                ForFirst(terms.sum())
            };
            let likeliest = replies
                .iter()
                .rev()
                .max_by(|one, other| one.0.total_cmp(&other.0));
            let (_, next) = likeliest.expect("every type has a favourite");
            (expect(&|it| it.value), expect(&|it| it.om), *next)
        };
        let mut line = below[next].line.clone();
        line.push(node.moves[next]);
        Ok(Values {
            value,
            om,
            minimax,
            theirs,
            line,
        })
    }

    /// What he may play, with the odds: for each type its favourites, ties settled.
    fn replies(&self, node: &Searched<G::Move>) -> Vec<(f64, usize)> {
        let mut replies = Vec::new();
        for (number, kind) in self.setting.types.iter().enumerate() {
            let from_below = || node.below.iter().map(|it| it.theirs[number]).collect();
            let values: Option<Vec<_>> = node.seen[number].clone().or_else(from_below);
            // Who does not look ahead likes every move.
            let tied = match values {
                Some(values) => favourites(self.us.other(), &values),
                None => (0..node.moves.len()).collect(),
            };
            let settled = (self.setting.ties).settle(self.us, &tied, |index| node.below[index].om);
            let share = kind.probability / settled.len() as f64;
            replies.extend(settled.into_iter().map(|index| (share, index)));
        }
        replies
    }

    /// What each move is worth to the types that look ahead from their own node.
    fn seen_by_types(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
    ) -> Result<Vec<Seen>, SearchError<G::Move>> {
        let mut seen = Vec::with_capacity(self.setting.types.len());
        for kind in self.setting.types {
            seen.push(match kind.look_ahead.depth {
                None | Some(0) => None,
                depth => {
                    let his = Reach::of(depth).further();
                    Some(self.each_move(position, moves, &kind.look_ahead.model, his)?)
                }
            });
        }
        Ok(seen)
    }

    /// What each move loses in the eyes of the types on average: each looks at the position after a
    /// move as far as he looks.
    fn visible_losses(
        &mut self,
        position: &G::Position,
        node: &Searched<G::Move>,
        reach: Reach,
    ) -> Result<Vec<f64>, SearchError<G::Move>> {
        let mut losses = vec![0.0; node.moves.len()];
        for (number, kind) in self.setting.types.iter().enumerate() {
            let values: Vec<_> = match kind.look_ahead.depth {
                // Who does not look ahead sees no difference.
                Some(0) => continue,
                None => node
                    .below
                    .iter()
                    .filter_map(|it| it.theirs[number])
                    .collect(),
                Some(_) => {
                    let his = kind.look_ahead.reach(reach);
                    self.each_move(position, &node.moves, &kind.look_ahead.model, his)?
                }
            };
            let best = best_for(self.us, values.iter().copied());
            for (loss, value) in losses.iter_mut().zip(values) {
                *loss += kind.probability * drop_between(best, value, self.us);
            }
        }
        Ok(losses)
    }

    /// The value of each move by minimax over some evaluation.
    fn each_move(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        model: &H,
        reach: Reach,
    ) -> Result<Vec<ForFirst<f64>>, SearchError<G::Move>> {
        let game = self.setting.game;
        let mut values = Vec::with_capacity(moves.len());
        for &mv in moves {
            let next = game.after(position, mv);
            self.walk.step(mv);
            values.push(self.walk.minimax(game, model, &next, reach)?);
            self.walk.back();
        }
        Ok(values)
    }

    /// Where chance moves, all values are averages, each with the odds of its model.
    fn expectation(
        &mut self,
        position: &G::Position,
        node: &Searched<G::Move>,
    ) -> Result<Values<G::Move>, SearchError<G::Move>> {
        let Setting {
            game, ours, types, ..
        } = self.setting;
        let Searched { moves, below, .. } = node;
        let our = |value: &dyn Fn(&Values<G::Move>) -> ForFirst<f64>| {
            let values: Vec<_> = below.iter().map(value).collect();
            self.walk.average(game, ours, position, moves, &values)
        };
        let mut theirs = Vec::with_capacity(types.len());
        for (number, kind) in types.iter().enumerate() {
            let values: Option<Vec<_>> = below.iter().map(|it| it.theirs[number]).collect();
            let model = &kind.look_ahead.model;
            theirs.push(match values {
                Some(values) => Some(self.walk.average(game, model, position, moves, &values)?),
                None => None,
            });
        }
        Ok(Values {
            value: our(&|it| it.value)?,
            om: our(&|it| it.om)?,
            minimax: our(&|it| it.minimax)?,
            theirs,
            line: Vec::new(),
        })
    }

    /// What is told of the moves at the root.
    fn rows(
        &mut self,
        position: &G::Position,
        root: &Searched<G::Move>,
        reach: Reach,
    ) -> Result<Vec<SpeculativeMove<G::Move>>, SearchError<G::Move>> {
        let chooses = self.setting.game.turn(position) == Turn::Of(self.us);
        if root.moves.is_empty() || !chooses {
            return Ok(Vec::new());
        }
        let om: Vec<_> = root.below.iter().map(|it| it.om).collect();
        let visible = self.visible_losses(position, root, reach)?;
        let options = Options {
            us: self.us,
            om: &om,
            minimax: root.values.minimax,
            visible: &visible,
        };
        let verdicts = self.setting.strategy.judge(&options);
        let rows = root.moves.iter().zip(&root.below).zip(verdicts);
        Ok(rows
            .enumerate()
            .map(|(index, ((&mv, below), verdict))| SpeculativeMove {
                mv,
                value: below.value,
                om: below.om,
                bound: Bound::Exact,
                worst_case: Some(below.minimax),
                loss: Some(options.loss(index)),
                visible_loss: Some(visible[index]),
                verdict,
            })
            .collect())
    }
}
