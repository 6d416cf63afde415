//! M\*: the opponent has a model of us.

use shido_core::{ForFirst, Game, Seat, Turn};

use crate::opponent_model::opponent::drops;
use crate::opponent_model::probe::Probe;
use crate::opponent_model::probing::{Insight, pruned_by};
use crate::opponent_model::replies::favourites;
use crate::opponent_model::speculation::annotate;
use crate::opponent_model::strategy::{Options, Strategy};
use crate::opponent_model::values::{Setting, certainly, us};
use crate::opponent_model::walk::{Reach, Walk, expectation};
use crate::question::observe::{Observer, Silent, Why, Window};
use crate::{
    Ask, Bound, Judgement, Limits, LookAhead, Model, SearchError, Speculation, SpeculativeMove,
    Ties,
};

/// A player: their evaluation, and what they take their opponent for, who is a player too. Somebody
/// without a model of their opponent takes them for one who judges likewise.
///
/// ```
/// use shido_core::Seat;
/// use shido_search::{Judged, PlayerModel};
///
/// // We suppose that they judge with their eyes and suppose that we judge with ours.
/// let (us, them) = (PlayerModel::new(Judged(Seat::First)), PlayerModel::new(Judged(Seat::Second)));
/// let player = us.clone().against(them.against(us));
/// assert_eq!(player.level(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerModel<M> {
    /// Their evaluation.
    pub model: M,
    /// What they take their opponent for.
    pub opponent: Option<Box<PlayerModel<M>>>,
}

impl<M> PlayerModel<M> {
    /// Someone who takes their opponent to judge likewise: a minimax player.
    pub fn new(model: M) -> PlayerModel<M> {
        PlayerModel {
            model,
            opponent: None,
        }
    }

    /// The same with this model of their opponent.
    #[must_use]
    pub fn against(self, opponent: PlayerModel<M>) -> PlayerModel<M> {
        PlayerModel {
            opponent: Some(Box::new(opponent)),
            ..self
        }
    }

    /// How many models there are one inside the other: none in a minimax player, one in OM-search.
    #[must_use]
    pub fn level(&self) -> usize {
        self.players().count() - 1
    }

    /// The evaluations from the outermost player inwards.
    fn minds<G: Game>(&self) -> Vec<&dyn Model<G>>
    where
        M: Model<G>,
    {
        (self.players().map(|player| &player.model as &dyn Model<G>)).collect()
    }

    /// The players from the outermost inwards.
    fn players(&self) -> impl Iterator<Item = &PlayerModel<M>> {
        std::iter::successors(Some(self), |player| player.opponent.as_deref())
    }
}

/// M\* (Carmel and Markovitch 1993, 1996): the opponent has an evaluation and a model of us, which has
/// an evaluation and a model of them, and so on.
///
/// A node has a value in the mind of each of these players, number 0 being ourselves, number 1 the
/// opponent as we see them, number 2 ourselves as we believe that they see us. In mind `k`:
///
/// - a leaf is worth what evaluation `k` says;
/// - where player `k` moves, the best of the moves by `k`'s values;
/// - where the other side moves, the `k` value of the move that is best for it by the values of
///   `k + 1`; in the innermost mind, of the move that is best for it by `k`'s own values.
///
/// With no model it is minimax, with one it is [`OmSearch`](crate::OmSearch).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MStar {
    /// Which of the moves that a player takes to be equally good for the other is supposed: the
    /// pessimist is the player in whose mind it happens.
    pub ties: Ties,
    /// What the pruned search is to find out at the root. The plain one finds out everything.
    pub ask: Ask,
}

impl MStar {
    /// The definition: the values of every node in every mind.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn plain<G: Game, M: Model<G>>(
        self,
        game: &G,
        position: &G::Position,
        player: &PlayerModel<M>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        self.plain_observed(game, position, player, limits, &mut Silent)
    }

    /// The definition, watched. Our value of a node is told, and that in the mind of the opponent.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn plain_observed<G: Game, M: Model<G>>(
        self,
        game: &G,
        position: &G::Position,
        player: &PlayerModel<M>,
        limits: Limits<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let mut search = Search {
            game,
            ties: self.ties,
            us: us(game, position),
            minds: player.minds(),
            walk: Walk::new(limits),
            observer,
        };
        let reach = Reach::of(limits.depth);
        let root = search.node(position, None, reach)?;
        let nodes = search.walk.nodes();

        let mut probe = Probe::new(game, &player.model);
        let om: Vec<_> = root.below.iter().map(|minds| minds.values[0]).collect();
        let mut rows = Vec::with_capacity(root.moves.len());
        for (&mv, &om) in root.moves.iter().zip(&om) {
            let next = game.after(position, mv);
            let worst = search.walk.below(mv, |walk| {
                probe.value(walk, &next, Window::FULL, reach.further())
            })?;
            rows.push(SpeculativeMove {
                mv,
                value: om,
                om,
                bound: Bound::Exact,
                worst_case: Some(worst),
                loss: None,
                visible_loss: None,
                judgement: Judgement::NobodyChooses,
            });
        }
        if game.turn(position) == Turn::Of(search.us) {
            let theirs = search.their_mind();
            let seen: Vec<_> = root.below.iter().map(|it| it.values[theirs]).collect();
            let visible = drops(search.us, &seen);
            let options = Options {
                us: search.us,
                om: &om,
                minimax: ForFirst(0.0),
                visible: None,
            };
            let verdicts = Strategy::Best.judge(&options);
            for (index, row) in rows.iter_mut().enumerate() {
                row.loss = Some(options.loss(index));
                row.visible_loss = Some(visible[index]);
                row.judgement = verdicts[index];
            }
        }
        let mut line = root.minds.line;
        line.reverse();
        let line = annotate(&mut search.walk, &mut probe, game, position, &line, reach)?;
        let chosen = rows.iter().filter(|row| row.judgement == Judgement::Chosen);
        Ok(Speculation {
            value: root.minds.values[0],
            best: chosen.map(|row| row.mv).collect(),
            moves: rows,
            line,
            nodes,
            aside: search.walk.nodes() - nodes,
            depth: limits.depth,
            limit_in_force: None,
        })
    }

    /// The same value and, if [every move](Ask::EveryMove) is asked for, the same moves, with probes
    /// inside probes.
    ///
    /// To know `V_k` where the other side moves, only the moves that are best for it by `V_(k+1)` have
    /// to be searched, and a probe of mind `k + 1` finds them. So `V_k` is minimax over evaluation `k` on
    /// the tree in which the other side has no moves but those, and within one mind alpha-beta is
    /// sound, as in [OM-search](crate::OmSearch::pruned). A bound never passes from one mind to
    /// another, whose values have nothing to do with it. In the innermost mind it is alpha-beta as
    /// everywhere.
    ///
    /// # Errors
    /// As for [`OmSearch::plain`](crate::OmSearch::plain).
    pub fn pruned<G: Game, M: Model<G>>(
        self,
        game: &G,
        position: &G::Position,
        player: &PlayerModel<M>,
        limits: Limits<'_>,
    ) -> Result<Speculation<G::Move>, SearchError<G::Move>> {
        let minds = player.minds();
        // Who has no model of their opponent supposes nothing, so how ties fall does not matter.
        let (inner, ties) = match minds.len() {
            1 => (&minds[..], Ties::First),
            _ => (&minds[1..], self.ties),
        };
        let opponent = LookAhead {
            model: inner[0],
            depth: None,
        };
        let types = certainly(&opponent);
        let setting = Setting::new(game, minds[0], &types, ties, Strategy::Best);
        let them = Insight::Probe {
            depth: None,
            probe: mind(game, inner, us(game, position).other(), ties),
        };
        pruned_by(setting, vec![them], position, self.ask, limits)
    }
}

/// The probe of a player of this side, with those of the minds inside theirs.
fn mind<'a, G: Game>(
    game: &'a G,
    minds: &[&'a dyn Model<G>],
    seat: Seat,
    ties: Ties,
) -> Probe<'a, G> {
    let probe = Probe::new(game, minds[0]);
    match &minds[1..] {
        [] => probe,
        inner => {
            let other = mind(game, inner, seat.other(), ties);
            probe.supposing(seat.other(), other, ties)
        }
    }
}

/// A node in the minds of all.
struct Minds<M> {
    /// Its value in each.
    values: Vec<ForFirst<f64>>,
    /// The line that we expect, last move first.
    line: Vec<M>,
}

struct Searched<M> {
    minds: Minds<M>,
    moves: Vec<M>,
    below: Vec<Minds<M>>,
}

struct Search<'a, 'o, G: Game> {
    game: &'a G,
    ties: Ties,
    us: Seat,
    minds: Vec<&'a dyn Model<G>>,
    walk: Walk<'a, G::Move>,
    observer: &'o mut dyn Observer<G>,
}

impl<G: Game> Search<'_, '_, G> {
    /// The number of the opponent as we see them, or of whoever takes their place in minimax.
    fn their_mind(&self) -> usize {
        self.minds.len().min(2) - 1
    }

    fn node(
        &mut self,
        position: &G::Position,
        by: Option<G::Move>,
        reach: Reach,
    ) -> Result<Searched<G::Move>, SearchError<G::Move>> {
        let game = self.game;
        self.walk.arrive()?;
        let turn = game.turn(position);
        self.observer.enter(by, position, turn, Window::FULL);
        // A table may know the position for some of the minds; the others have to look into it.
        let mut known = Vec::with_capacity(self.minds.len());
        for model in &self.minds {
            known.push(self.walk.leaf(game, *model, position, turn, reach)?);
        }
        let mut node = Searched {
            minds: Minds {
                values: vec![ForFirst(0.0); self.minds.len()],
                line: Vec::new(),
            },
            moves: Vec::new(),
            below: Vec::new(),
        };
        if known.contains(&None) {
            for mv in game.moves(position) {
                let next = game.after(position, mv);
                self.walk.step(mv);
                let below = self.node(&next, Some(mv), reach.further())?.minds;
                self.walk.back();
                node.moves.push(mv);
                node.below.push(below);
            }
            for mind in 0..self.minds.len() {
                let values: Vec<_> = node.below.iter().map(|it| it.values[mind]).collect();
                let Turn::Of(mover) = turn else {
                    let model = self.minds[mind];
                    let average = self
                        .walk
                        .average(game, model, position, &node.moves, &values);
                    node.minds.values[mind] = average?;
                    continue;
                };
                let expected = self.expected(mind, mover, &node.below);
                let share = 1.0 / expected.len() as f64;
                let terms = expected.iter().map(|&index| (share, values[index]));
                node.minds.values[mind] = expectation(self.minds[mind], terms);
                if let (0, Some(&index)) = (mind, expected.first()) {
                    node.minds.line = node.below[index].line.clone();
                    node.minds.line.push(node.moves[index]);
                }
            }
        }
        for (value, known) in node.minds.values.iter_mut().zip(&known) {
            *value = known.unwrap_or(*value);
        }
        if known[0].is_some() {
            node.minds.line.clear();
        }
        let values = &node.minds.values;
        self.observer.theirs(values[self.their_mind()]);
        let why = match turn {
            Turn::Over(_) => Why::Over,
            _ if reach.is_over() => Why::Horizon,
            _ if node.moves.is_empty() => Why::LookedUp,
            _ => Why::Searched,
        };
        let exact = ForFirst(Bound::Exact);
        self.observer.leave(values[0], exact, why);
        Ok(node)
    }

    /// The moves that are expected in a mind, each as likely as the others.
    fn expected(&self, mind: usize, mover: Seat, below: &[Minds<G::Move>]) -> Vec<usize> {
        let owner = match mind % 2 {
            0 => self.us,
            _ => self.us.other(),
        };
        let in_mind = |mind: usize| -> Vec<_> { below.iter().map(|it| it.values[mind]).collect() };
        let values = in_mind(mind);
        if owner == mover || mind + 1 == self.minds.len() {
            return Ties::First.settle(owner, &favourites(mover, &values), |index| values[index]);
        }
        let tied = favourites(mover, &in_mind(mind + 1));
        self.ties.settle(owner, &tied, |index| values[index])
    }
}
