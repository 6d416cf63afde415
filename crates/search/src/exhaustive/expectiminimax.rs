//! Alpha-beta for games with chance: the \*-minimax algorithms.

use shido_core::{ForFirst, ForMover, Game, Seat, Turn};

use crate::exhaustive::alphabeta::{Ask, GivenUp, Search};
use crate::question::observe::{Cut, Observer, Why, Window};
use crate::{Analysis, Bound, Limits, Model, SearchError};

/// Where chance moves, what is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ChancePruning {
    /// Nothing: every outcome is searched with a full window.
    None,
    /// The outcomes that cannot bring the average back into the window (Ballard 1983).
    #[default]
    Star1,
    /// The same, after a first look at the outcomes: of each where a player moves next, a few moves
    /// are searched, which bound its value on one side (Ballard 1983; Hauk, Buro and Schaeffer 2004).
    Star2 {
        /// How many moves of an outcome are searched at most in the first look; usually one.
        probes: u32,
    },
}

/// Alpha-beta for games with chance, by the \*-minimax algorithms of Ballard (1983).
///
/// They need to know how large values can be: no end and no horizon may be worth more to either side
/// than [`Game::stake`]. The value is that of [`minimax`](crate::minimax), but for rounding.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::tree::Tree;
/// use shido_search::{Expectiminimax, Judged, Limits};
///
/// let tree = Tree::parse("(max 4 (chance 1/2 -6 1/4 (min 9 3) 1/4 10))").unwrap();
/// let star1 = Expectiminimax::default();
/// let analysis = star1.search(&tree, &tree.start(), &Judged(Seat::First), Limits::default())?;
/// assert_eq!(analysis.value.0, 4.0);
/// // With -6 half of the time, even 10 otherwise would make only 2.
/// assert_eq!(analysis.nodes, 4);
/// # Ok::<(), shido_search::SearchError<shido_games::tree::Branch>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Expectiminimax {
    /// What is cut where chance moves.
    pub pruning: ChancePruning,
    /// What is to be found out at the root.
    pub ask: Ask,
}

impl Expectiminimax {
    /// Searches a position.
    ///
    /// # Errors
    /// Where a limit on the work is exceeded, a line is longer than
    /// [`DEEPEST_RECURSION`](crate::DEEPEST_RECURSION), or the model does not know what it is asked.
    pub fn search<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        model: &(impl Model<G> + ?Sized),
        limits: Limits<'_>,
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        Search::new(game, model, limits, self.pruning, None).run(position, self.ask)
    }

    /// Searches a position and is watched.
    ///
    /// # Errors
    /// As for [`search`](Expectiminimax::search).
    pub fn search_observed<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        model: &(impl Model<G> + ?Sized),
        limits: Limits<'_>,
        observer: &mut dyn Observer<G>,
    ) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
        Search::new(game, model, limits, self.pruning, Some(observer)).run(position, self.ask)
    }
}

/// An outcome of chance, and what is known of its value.
pub(crate) struct Prospect<M> {
    mv: M,
    odds: f64,
    /// Between which values it is worth something to the first player.
    span: Span,
    /// Whether the search has been there.
    seen: bool,
}

/// A value and what it says.
type Found = (ForFirst<f64>, ForFirst<Bound>);

/// From the least to the most that something may be worth to the first player.
#[derive(Clone, Copy, PartialEq)]
struct Span {
    least: f64,
    most: f64,
}

impl Span {
    const fn exactly(value: f64) -> Span {
        Span {
            least: value,
            most: value,
        }
    }

    fn is_exact(self) -> bool {
        self.least == self.most
    }

    /// The window in which the value of one outcome matters, this being the span of the average. At
    /// its lower end the average is alpha even if the other outcomes are worth the most they can be;
    /// at its upper end it is beta even if they are worth the least.
    fn window<M>(self, outcome: &Prospect<M>, window: Window) -> Window {
        let others_most = self.most - outcome.odds * outcome.span.most;
        let others_least = self.least - outcome.odds * outcome.span.least;
        Window {
            alpha: ForFirst((window.alpha.0 - others_most) / outcome.odds),
            beta: ForFirst((window.beta.0 - others_least) / outcome.odds),
        }
    }

    /// The span of the average when more is known of one outcome.
    fn narrowed<M>(self, outcome: &Prospect<M>, span: Span) -> Span {
        Span {
            least: self.least + outcome.odds * (span.least - outcome.span.least),
            most: self.most + outcome.odds * (span.most - outcome.span.most),
        }
    }
}

impl<G: Game, M: Model<G> + ?Sized> Search<'_, G, M> {
    /// The expected value where chance moves.
    #[inline(never)]
    pub(crate) fn expect(
        &mut self,
        position: &G::Position,
        window: Window,
        ply: usize,
    ) -> Result<ForFirst<f64>, GivenUp> {
        let probes = match self.pruning {
            ChancePruning::None => return self.expect_all(position, ply),
            ChancePruning::Star1 => 0,
            ChancePruning::Star2 { probes } => probes as usize,
        };
        let first = self.prospects.len();
        let (value, why) = self.expect_within(position, window, ply, probes)?;
        let bound = match why {
            Why::Cut(cut) => {
                if let Some(observer) = &mut self.observer {
                    for prospect in self.prospects[first..].iter().filter(|it| !it.seen) {
                        observer.skip(prospect.mv, cut);
                    }
                }
                window.bound(value)
            }
            _ => ForFirst(Bound::Exact),
        };
        self.prospects.truncate(first);
        self.leave(value, bound, why);
        Ok(value)
    }

    fn expect_all(&mut self, position: &G::Position, ply: usize) -> Result<ForFirst<f64>, GivenUp> {
        let mut expected = 0.0;
        let first = self.moves.len();
        self.game.each_move(position, |mv| self.moves.push(mv));
        for index in first..self.moves.len() {
            let mv = self.moves[index];
            let next = self.game.after(position, mv);
            let found = self.below(mv, &next, Window::FULL, ply)?;
            expected += self.odds(position, mv)? * found.0;
        }
        self.moves.truncate(first);
        let value = ForFirst(expected);
        self.leave(value, ForFirst(Bound::Exact), Why::Searched);
        Ok(value)
    }

    /// Narrows what is known of the outcomes, first by probing if asked, then one by one to their
    /// exact values, until the average is known to lie outside the window or is known exactly. The
    /// prospects remain on the list.
    fn expect_within(
        &mut self,
        position: &G::Position,
        window: Window,
        ply: usize,
        probes: usize,
    ) -> Result<(ForFirst<f64>, Why), GivenUp> {
        // 1. Before anything is searched, an outcome may be worth anything up to the stake.
        let unknown = Span {
            least: -self.stake,
            most: self.stake,
        };
        let first = self.prospects.len();
        self.game.each_move(position, |mv| {
            self.prospects.push(Prospect {
                mv,
                odds: 0.0,
                span: unknown,
                seen: false,
            });
        });
        let last = self.prospects.len();
        let mut average = Span::exactly(0.0);
        for index in first..last {
            let odds = self.odds(position, self.prospects[index].mv)?;
            let prospect = &mut self.prospects[index];
            prospect.odds = odds;
            // What never happens adds nothing to the average, whatever it is worth.
            if odds == 0.0 {
                prospect.span = Span::exactly(0.0);
                prospect.seen = true;
            }
            average.least += odds * prospect.span.least;
            average.most += odds * prospect.span.most;
        }

        // 2. In the first round the outcomes are probed, in the second they are searched.
        let rounds = [(probes, Cut::Star2), (usize::MAX, Cut::Star1)];
        for (moves, cut) in rounds.into_iter().filter(|(moves, _)| *moves > 0) {
            for index in first..last {
                let prospect = &self.prospects[index];
                if prospect.span.is_exact() {
                    continue;
                }
                let (mv, inner) = (prospect.mv, average.window(prospect, window));
                let next = self.game.after(position, mv);
                let Some((found, bound)) = self.look(mv, &next, inner, ply, moves)? else {
                    continue;
                };
                let prospect = &mut self.prospects[index];
                let span = match bound.0 {
                    Bound::Exact => Span::exactly(found.0),
                    Bound::AtLeast => Span {
                        least: found.0,
                        ..prospect.span
                    },
                    Bound::AtMost => Span {
                        most: found.0,
                        ..prospect.span
                    },
                    Bound::Estimate => prospect.span,
                };
                average = average.narrowed(prospect, span);
                prospect.span = span;
                prospect.seen = true;
                // At the ends of the inner window the average leaves the outer one. It is told by
                // the inner one, so that rounding does not take it back in.
                if bound.0 != Bound::AtMost && found >= inner.beta {
                    let value = average.least.max(window.beta.0);
                    return Ok((ForFirst(value), Why::Cut(cut)));
                }
                if bound.0 != Bound::AtLeast && found <= inner.alpha {
                    let value = average.most.min(window.alpha.0);
                    return Ok((ForFirst(value), Why::Cut(cut)));
                }
            }
        }

        // 3. Every outcome is known exactly. The sum is taken anew, in the order of minimax.
        let known = self.prospects[first..].iter();
        let expected = known.fold(0.0, |sum, it| sum + it.odds * it.span.least);
        Ok((ForFirst(expected), Why::Searched))
    }

    /// What a search of an outcome tells about its value, or a search of its first few `moves` only;
    /// `None` where these would tell nothing.
    fn look(
        &mut self,
        mv: G::Move,
        next: &G::Position,
        window: Window,
        ply: usize,
        moves: usize,
    ) -> Result<Option<Found>, GivenUp> {
        if moves < usize::MAX {
            match self.game.turn(next) {
                // Some outcomes of chance say nothing about the others.
                Turn::Chance => return Ok(None),
                // Showing that the mover has much would cut nothing.
                Turn::Of(mover) if window.seen_by(mover).1 == ForMover(f64::INFINITY) => {
                    return Ok(None);
                }
                Turn::Of(mover) if ply + 1 < self.end && self.game.count_moves(next) > moves => {
                    return self.probe(mv, next, mover, window, ply, moves).map(Some);
                }
                _ => {}
            }
        }
        let found = self.below(mv, next, window, ply)?;
        debug_assert!(
            found.0.abs() <= self.stake * (1.0 + 1e-9),
            "no value is beyond the stake"
        );
        Ok(Some((found, window.bound(found))))
    }

    /// Searches the first few moves of an outcome. Whoever makes them has at least the best of their
    /// values, as other moves may be better still.
    fn probe(
        &mut self,
        mv: G::Move,
        next: &G::Position,
        mover: Seat,
        window: Window,
        ply: usize,
        moves: usize,
    ) -> Result<Found, GivenUp> {
        self.arrive(ply + 1)?;
        self.enter(Some(mv), next, Turn::Of(mover), window);
        let found = self.choose(next, mover, window, ply + 1, moves);
        let found = self.trace(mv, found)?;
        // A value below the window is only known to be no better than it seems. Then nothing is known
        // but that no loss is larger than the stake.
        let (alpha, _) = window.seen_by(mover);
        let least = match found.seen_by(mover) {
            found if found > alpha => found,
            _ => ForMover(-self.stake),
        };
        let at_least = ForMover(Bound::AtLeast);
        Ok((least.for_first(mover), at_least.for_first(mover)))
    }
}
