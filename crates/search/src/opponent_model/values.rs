//! The plain recursion of the searches that model an opponent: all values of every node. It is the
//! reference that [the pruned one](crate::probing) must agree with.

use shido_core::{ForFirst, Game, Seat, Turn};

use crate::opponent_model::opponent::{add_seen, drops};
use crate::opponent_model::probe::Probe;
use crate::opponent_model::replies::favourites;
use crate::opponent_model::speculation::annotate;
use crate::opponent_model::strategy::{Options, Strategy};
use crate::opponent_model::walk::{Reach, Walk, best_for, expectation};
use crate::question::observe::{Observer, Why, Window};
use crate::{
    Bound, Judgement, Limits, LookAhead, Model, OpponentModel, OpponentType, SearchError,
    Speculation, SpeculativeMove, Ties,
};

/// What a search with opponent models is about.
pub(crate) struct Setting<'a, G: Game> {
    pub(crate) game: &'a G,
    /// Our evaluation.
    pub(crate) ours: &'a dyn Model<G>,
    /// What the opponent may be.
    pub(crate) types: &'a [Kind<'a, G>],
    pub(crate) ties: Ties,
    pub(crate) strategy: Strategy,
}

impl<'a, G: Game> Setting<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        ours: &'a dyn Model<G>,
        types: &'a [Kind<'a, G>],
        ties: Ties,
        strategy: Strategy,
    ) -> Setting<'a, G> {
        Setting {
            game,
            ours,
            types,
            ties,
            strategy,
        }
    }
}

impl<G: Game> Clone for Setting<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Setting<'_, G> {}

/// A type of opponent, as a search sees it.
pub(crate) struct Kind<'a, G: Game> {
    pub(crate) probability: f64,
    pub(crate) mind: Mind<'a, G>,
}

/// How a type of opponent comes to its moves.
pub(crate) enum Mind<'a, G: Game> {
    /// It plays the best of a look-ahead.
    Looks(LookAhead<&'a dyn Model<G>>),
    /// It says how often it plays what.
    Says(&'a dyn OpponentModel<G>),
}

impl<'a, G: Game> Kind<'a, G> {
    pub(crate) fn of(types: &[OpponentType<'a, G>]) -> Vec<Kind<'a, G>> {
        let kind = |it: &OpponentType<'a, G>| Kind::new(it.probability, it.opponent);
        types.iter().map(kind).collect()
    }

    fn new(probability: f64, opponent: &'a dyn OpponentModel<G>) -> Kind<'a, G> {
        let mind = match opponent.look_ahead() {
            Some(look_ahead) => Mind::Looks(look_ahead),
            None => Mind::Says(opponent),
        };
        Kind { probability, mind }
    }
}

/// The only type there is.
pub(crate) fn certainly<'a, G: Game>(opponent: &'a dyn OpponentModel<G>) -> [Kind<'a, G>; 1] {
    [Kind::new(1.0, opponent)]
}

/// Who we are: whoever moves at the root, and the max player of the papers where chance does.
pub(crate) fn us<G: Game>(game: &G, position: &G::Position) -> Seat {
    match game.turn(position) {
        Turn::Of(seat) => seat,
        _ => Seat::First,
    }
}

/// The plain definition: all values of every node of the tree, handed up from the leaves.
pub(crate) fn plain<G: Game>(
    setting: Setting<'_, G>,
    position: &G::Position,
    limits: Limits<'_>,
    observer: &mut dyn Observer<G>,
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
    let chosen = moves
        .iter()
        .filter(|row| row.judgement == Judgement::Chosen);
    Ok(Speculation {
        value: root.values.value,
        best: chosen.map(|row| row.mv).collect(),
        moves,
        line,
        nodes,
        aside: search.walk.nodes() - nodes,
        depth: limits.depth,
        limit_in_force: setting.strategy.limit_in_force(),
    })
}

/// The values of a node.
struct Values<M> {
    /// What it comes to if we play by our strategy and they as supposed.
    value: ForFirst<f64>,
    /// The same if we do our best: its value by OM-search.
    om: ForFirst<f64>,
    /// If both do their best, by our evaluation.
    minimax: ForFirst<f64>,
    /// If both do their best, by the evaluation of each type that looks as far as we do; `None` for
    /// others, which need no values from the bottom of our tree.
    theirs: Vec<Option<ForFirst<f64>>>,
    /// The expected line, last move first.
    line: Vec<M>,
}

/// What a type that does not look to our horizon makes of the moves where it chooses.
#[derive(Default)]
struct Answer {
    /// What each is worth in its eyes, if it has looked at them.
    seen: Option<Vec<ForFirst<f64>>>,
    /// How often it plays each, if it says so.
    odds: Option<Vec<f64>>,
}

/// A node that has been searched, with those below it.
struct Searched<M> {
    values: Values<M>,
    moves: Vec<M>,
    below: Vec<Values<M>>,
    /// Where they move, the answer of each type.
    answers: Vec<Answer>,
}

struct Search<'a, 'o, G: Game> {
    setting: Setting<'a, G>,
    us: Seat,
    walk: Walk<'a, G::Move>,
    observer: &'o mut dyn Observer<G>,
}

impl<G: Game> Search<'_, '_, G> {
    /// The values of a node. A move of theirs led there that they took to be worth as much as is
    /// `seen`.
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
            believed.push(match kind.mind {
                Mind::Looks(LookAhead { model, depth: None }) => {
                    Some(self.walk.leaf(game, model, position, turn, reach)?)
                }
                _ => None,
            });
        }
        let leaf = known.is_some() && !believed.contains(&Some(None));

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
            answers: Vec::new(),
        };
        if !leaf {
            searched.moves = game.moves(position);
            if turn == Turn::Of(self.us.other()) {
                searched.answers = self.answers(position, &searched.moves, reach)?;
            }
            for (index, &mv) in searched.moves.iter().enumerate() {
                let next = game.after(position, mv);
                let seen = (searched.answers.first())
                    .and_then(|answer| Some(answer.seen.as_ref()?[index]));
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
            *value = believed.flatten().or(*value);
        }

        // 3. Whoever watches sees our value and that of the first type: from the bottom of our tree;
        // or, if the type does not look there, as it saw the node when it chose to come here, or what
        // it believes to have where it chooses now, or what it takes an end for.
        let theirs = values.theirs[0].or(seen).or_else(|| {
            let seen = (searched.answers.first()).and_then(|answer| answer.seen.as_ref());
            match (turn, seen, &types[0].mind) {
                (Turn::Of(mover), Some(seen), _) => Some(best_for(mover, seen.iter().copied())),
                (Turn::Over(outcome), _, Mind::Looks(LookAhead { model, .. })) => {
                    Some(model.end(game, position, outcome))
                }
                _ => None,
            }
        });
        if let Some(theirs) = theirs {
            self.observer.theirs(theirs);
        }
        let why = match turn {
            Turn::Over(_) => Why::Over,
            _ if reach.is_over() => Why::Horizon,
            _ if leaf => Why::LookedUp,
            _ => Why::Searched,
        };
        self.observer
            .leave(values.value, ForFirst(Bound::Exact), why);
        Ok(searched)
    }

    /// Where someone chooses: minimax for what minimax is asked, our strategy at our nodes, and what
    /// they are supposed to play at theirs.
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
                false => None,
            };
            let chosen = self.setting.strategy.choose(&Options {
                us: self.us,
                om: &om,
                minimax,
                visible: visible.as_deref(),
            });
            (below[chosen].value, best_for(self.us, om), chosen)
        } else {
            let replies = self.replies(node);
            let expect = |value: &dyn Fn(&Values<G::Move>) -> ForFirst<f64>| {
                let terms = (replies.iter()).map(|(odds, index)| (*odds, value(&below[*index])));
                expectation(self.setting.ours, terms)
            };
            let likeliest = replies
                .iter()
                .rev()
                .max_by(|one, other| one.0.total_cmp(&other.0));
            let (_, next) = likeliest.expect("every type plays something");
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

    /// What they may play, with the odds: for each type what it says, or its favourites, ties settled.
    fn replies(&self, node: &Searched<G::Move>) -> Vec<(f64, usize)> {
        let mut replies = Vec::new();
        for (number, (kind, answer)) in self.setting.types.iter().zip(&node.answers).enumerate() {
            if let Some(odds) = &answer.odds {
                let played = odds.iter().enumerate().filter(|(_, odds)| **odds > 0.0);
                replies.extend(played.map(|(index, odds)| (kind.probability * odds, index)));
                continue;
            }
            let from_below = || node.below.iter().map(|it| it.theirs[number]).collect();
            let values: Option<Vec<_>> = answer.seen.clone().or_else(from_below);
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

    /// What the types that do not look to our horizon make of the moves at a node of theirs.
    fn answers(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        reach: Reach,
    ) -> Result<Vec<Answer>, SearchError<G::Move>> {
        let Setting {
            game, ours, types, ..
        } = self.setting;
        let mut answers = Vec::with_capacity(types.len());
        for kind in types {
            answers.push(match kind.mind {
                Mind::Looks(LookAhead { depth: None, .. }) => Answer::default(),
                Mind::Looks(LookAhead { depth: Some(0), .. }) => Answer::default(),
                Mind::Looks(LookAhead { model, depth }) => {
                    let reach = Reach::of(depth).further();
                    Answer {
                        seen: Some(self.each_move(position, moves, model, reach)?),
                        odds: None,
                    }
                }
                Mind::Says(opponent) => {
                    let considered = opponent.consider(game, position, reach, &mut self.walk)?;
                    let believed = considered.iter().map(|it| it.believed);
                    Answer {
                        seen: believed.map(|it| Some(ours.amount(it?))).collect(),
                        odds: Some(considered.iter().map(|it| it.probability).collect()),
                    }
                }
            });
        }
        Ok(answers)
    }

    /// What each move loses in the eyes of the types on average: each looks at the position after a
    /// move as far as it looks. `None` if nothing is known of what any of them sees.
    fn visible_losses(
        &mut self,
        position: &G::Position,
        node: &Searched<G::Move>,
        reach: Reach,
    ) -> Result<Option<Vec<f64>>, SearchError<G::Move>> {
        let Setting { game, types, .. } = self.setting;
        let mut losses = None;
        for (number, kind) in types.iter().enumerate() {
            let seen = match kind.mind {
                // Who does not look ahead sees no difference.
                Mind::Looks(LookAhead { depth: Some(0), .. }) => Some(vec![0.0; node.moves.len()]),
                Mind::Looks(LookAhead { depth: None, .. }) => {
                    let values = node.below.iter().filter_map(|it| it.theirs[number]);
                    Some(drops(self.us, &values.collect::<Vec<_>>()))
                }
                Mind::Looks(LookAhead { model, depth }) => {
                    let values = self.each_move(position, &node.moves, model, Reach::of(depth))?;
                    Some(drops(self.us, &values))
                }
                Mind::Says(opponent) => {
                    opponent.visible_losses(game, position, reach, &mut self.walk)?
                }
            };
            add_seen(&mut losses, kind.probability, seen);
        }
        Ok(losses)
    }

    /// The value of each move by minimax over some evaluation.
    fn each_move(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        model: &dyn Model<G>,
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
            theirs.push(match (values, &kind.mind) {
                (Some(values), Mind::Looks(LookAhead { model, .. })) => {
                    Some(self.walk.average(game, *model, position, moves, &values)?)
                }
                _ => None,
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
        let row = |mv: G::Move, below: &Values<G::Move>| SpeculativeMove {
            mv,
            value: below.value,
            om: below.om,
            bound: Bound::Exact,
            worst_case: Some(below.minimax),
            loss: None,
            visible_loss: None,
            judgement: Judgement::NobodyChooses,
        };
        let rows = root.moves.iter().zip(&root.below);
        let mut rows: Vec<_> = rows.map(|(&mv, below)| row(mv, below)).collect();
        let chooses = self.setting.game.turn(position) == Turn::Of(self.us);
        if !chooses || rows.is_empty() {
            return Ok(rows);
        }
        let om: Vec<_> = root.below.iter().map(|it| it.om).collect();
        let visible = self.visible_losses(position, root, reach)?;
        let options = Options {
            us: self.us,
            om: &om,
            minimax: root.values.minimax,
            visible: visible.as_deref(),
        };
        let verdicts = self.setting.strategy.judge(&options);
        for (index, (row, verdict)) in rows.iter_mut().zip(verdicts).enumerate() {
            row.loss = Some(options.loss(index));
            row.visible_loss = visible.as_ref().map(|seen| seen[index]);
            row.judgement = verdict;
        }
        Ok(rows)
    }
}
