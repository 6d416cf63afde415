//! Speculative play against a semi-random opponent.

use rustc_hash::FxHashMap;
use shido_core::{Game, Seat, Turn};

use crate::limited_skill::forced::MOST_REMEMBERED;
use crate::question::limits::Counter;
use crate::{DEEPEST_RECURSION, Foreseeing, Limits, SearchError, SemiRandom};

/// Speculative play against a semi-random player (Kajihara and others, Definition 2): of our moves,
/// the one after which the largest share of what may follow within our depth is won for us.
///
/// The paper demands a depth of at least two plies more than the opponent's. With less this is plain
/// [`SemiRandom`] play of our depth, as in its Table 2.
///
/// What the definition leaves open are the other fields. Their usual values are those with which the
/// cells of Table 2 come out in which the speculating side moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Speculative {
    /// How many plies we look ahead, `d_x`.
    pub depth: u32,
    /// How many plies the opponent looks ahead, `d_y`.
    pub opponent: u32,
    /// Among which moves we choose.
    pub candidates: Moves,
    /// Which of the candidates come before all others, whatever their share.
    pub first: First,
    /// Which moves of our own are expected later on.
    pub own: Moves,
    /// Which moves of the opponent are expected.
    pub theirs: Moves,
    /// What a share is a share of.
    pub counting: Counting,
    /// Which of the moves with the largest share we make.
    pub ties: TieBreak,
}

/// Which moves of a side count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Moves {
    /// Those that a semi-random player of its depth considers.
    #[default]
    Considered,
    /// All legal ones.
    All,
}

/// What goes before the largest share.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum First {
    /// Nothing does. Candidates that a semi-random player considers are the soonest wins, or do not
    /// lose within the depth, anyway.
    #[default]
    Nothing,
    /// Candidates that win by force within the depth are played (R1 of Definition 1).
    Wins,
    /// The same, and candidates that lose by force within the depth are dropped, unless all do (R1
    /// and R2).
    Safety,
}

/// What a share is a share of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Counting {
    /// Probability: every move that counts is as likely as the others in its position.
    #[default]
    Probability,
    /// Leaves of the tree: positions that are over, or at its depth, each as often as it is reached.
    Leaves,
}

/// What decides between equal shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TieBreak {
    /// Lots, with equal odds.
    #[default]
    Uniform,
    /// The order of the game: the first of them is played.
    First,
}

/// How much of what may follow is won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Share {
    /// Leaves that are won, or the probability of winning.
    pub won: f64,
    /// All leaves, or one.
    pub all: f64,
}

/// Moves, each with its share.
pub type Shares<M> = Vec<(M, Share)>;

impl Share {
    /// The part that is won, from 0 to 1.
    #[must_use]
    pub fn ratio(self) -> f64 {
        self.won / self.all
    }

    fn leaf(won: bool) -> Share {
        Share {
            won: f64::from(u8::from(won)),
            all: 1.0,
        }
    }
}

impl Speculative {
    /// Speculative play as it comes nearest to the published numbers.
    #[must_use]
    pub fn new(depth: u32, opponent: u32) -> Speculative {
        Speculative {
            depth,
            opponent,
            candidates: Moves::default(),
            first: First::default(),
            own: Moves::default(),
            theirs: Moves::default(),
            counting: Counting::default(),
            ties: TieBreak::default(),
        }
    }

    /// Whether we see enough more than the opponent to speculate on their errors.
    #[must_use]
    pub fn speculates(&self) -> bool {
        self.depth >= self.opponent.saturating_add(2)
    }
}

/// Plays speculatively at one game, and remembers what it has worked out.
pub struct SpeculativePlayer<G: Game> {
    play: Speculative,
    ahead: Foreseeing<G>,
    /// The share of a side in what may follow a position within so many plies.
    shares: FxHashMap<(G::Position, Seat, u32), Share>,
}

impl<G: Game> SpeculativePlayer<G> {
    /// A speculator without memories.
    #[must_use]
    pub fn new(play: Speculative) -> SpeculativePlayer<G> {
        SpeculativePlayer {
            play,
            ahead: Foreseeing::default(),
            shares: FxHashMap::default(),
        }
    }

    /// The moves that are made, with equal odds, in the order of the game; none where the contest is
    /// over. A depth among the limits says nothing here.
    ///
    /// # Errors
    /// Where chance moves within the depth, or a limit is reached.
    pub fn moves(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Vec<G::Move>, SearchError<G::Move>> {
        if !self.play.speculates() {
            let plain = SemiRandom {
                depth: self.play.depth,
            };
            return plain.moves(game, position, &mut self.ahead, limits);
        }
        let shares = self.shares(game, position, limits)?;
        let ratio = |share: &Share| share.ratio();
        let largest = shares.iter().map(|(_, share)| ratio(share));
        let largest = largest.fold(f64::NEG_INFINITY, f64::max);
        // Probabilities are sums of products: those that differ by rounding only are equal.
        let best = shares
            .iter()
            .filter(|(_, share)| ratio(share) >= largest - 1e-12)
            .map(|&(mv, _)| mv);
        Ok(match self.play.ties {
            TieBreak::Uniform => best.collect(),
            TieBreak::First => best.take(1).collect(),
        })
    }

    /// The candidates, those that come first if there are any, each with its share.
    ///
    /// # Errors
    /// As for [`moves`](SpeculativePlayer::moves).
    pub fn shares(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Shares<G::Move>, SearchError<G::Move>> {
        if self.play.depth as usize > DEEPEST_RECURSION {
            return Err(SearchError::TooDeep {
                limit: DEEPEST_RECURSION,
            });
        }
        let mut counter = Counter::new(limits);
        let us = match game.turn(position) {
            Turn::Of(seat) => seat,
            Turn::Chance => return Err(SearchError::Chance { line: Vec::new() }),
            Turn::Over(_) => return Ok(Vec::new()),
        };
        let mut candidates = match self.play.candidates {
            Moves::All => game.moves(position),
            Moves::Considered => self.considered(game, position, self.play.depth, &mut counter)?,
        };
        self.put_first(game, position, us, &mut candidates, &mut counter)?;
        let left = self.play.depth.saturating_sub(1);
        let mut shares = Vec::with_capacity(candidates.len());
        for mv in candidates {
            let next = game.after(position, mv);
            shares.push((mv, self.share(game, &next, us, left, &mut counter)?));
        }
        Ok(shares)
    }

    /// Leaves only the candidates that come before the others.
    fn put_first(
        &mut self,
        game: &G,
        position: &G::Position,
        us: Seat,
        candidates: &mut Vec<G::Move>,
        counter: &mut Counter<'_>,
    ) -> Result<(), SearchError<G::Move>> {
        let rules: &[(Seat, bool)] = match self.play.first {
            First::Nothing => &[],
            First::Wins => &[(us, true)],
            First::Safety => &[(us, true), (us.other(), false)],
        };
        let after = self.play.depth.saturating_sub(1);
        for &(winner, wanted) in rules {
            let mut left = Vec::new();
            for &mv in candidates.iter() {
                let next = game.after(position, mv);
                if self.ahead.wins(game, &next, winner, after, counter)? == wanted {
                    left.push(mv);
                }
            }
            if !left.is_empty() {
                *candidates = left;
            }
        }
        Ok(())
    }

    fn considered(
        &mut self,
        game: &G,
        position: &G::Position,
        depth: u32,
        counter: &mut Counter<'_>,
    ) -> Result<Vec<G::Move>, SearchError<G::Move>> {
        SemiRandom { depth }.considered(game, position, &mut self.ahead, counter)
    }

    /// How much of what may follow within so many plies is won for us.
    fn share(
        &mut self,
        game: &G,
        position: &G::Position,
        us: Seat,
        plies: u32,
        counter: &mut Counter<'_>,
    ) -> Result<Share, SearchError<G::Move>> {
        let mover = match game.turn(position) {
            Turn::Over(outcome) => return Ok(Share::leaf(outcome.winner() == Some(us))),
            _ if plies == 0 => return Ok(Share::leaf(false)),
            Turn::Of(mover) => mover,
            Turn::Chance => return Err(SearchError::Chance { line: Vec::new() }),
        };
        let key = (position.clone(), us, plies);
        if let Some(&share) = self.shares.get(&key) {
            return Ok(share);
        }
        counter.visit()?;
        let (which, depth) = if mover == us {
            (self.play.own, self.play.depth)
        } else {
            (self.play.theirs, self.play.opponent)
        };
        let moves = match which {
            Moves::All => game.moves(position),
            Moves::Considered => self.considered(game, position, depth, counter)?,
        };
        let mut share = Share { won: 0.0, all: 0.0 };
        for &mv in &moves {
            let next = game.after(position, mv);
            let below = self.share(game, &next, us, plies - 1, counter)?;
            share.won += below.won;
            share.all += below.all;
        }
        if self.play.counting == Counting::Probability {
            share = Share {
                won: share.won / share.all,
                all: 1.0,
            };
        }
        if self.shares.len() >= MOST_REMEMBERED {
            self.shares.clear();
        }
        self.shares.insert(key, share);
        Ok(share)
    }
}
