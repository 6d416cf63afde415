//! Wins that are forced within a number of plies.

use rustc_hash::FxHashMap;
use shido_core::{Game, Seat, Turn};

use crate::question::limits::Counter;
use crate::{DEEPEST_RECURSION, Limits, SearchError};

/// How many positions are remembered before all of them are forgotten. Forgetting costs time and
/// changes no answer.
pub(crate) const MOST_REMEMBERED: usize = 1 << 18;

/// A win that nothing can prevent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Forced {
    /// Who wins.
    pub winner: Seat,
    /// After how many plies, if the winner hurries and the loser delays.
    pub plies: u32,
}

/// Finds what is forced within a number of plies, and remembers it.
///
/// The question whether a side wins by force has two answers, so each position of the search is done
/// with as soon as one move settles it: a winning one for the side that wants to win, any other for
/// the side that does not. What is remembered is kept by the whole position, so that no two
/// positions are ever taken for each other.
///
/// ```
/// use shido_core::{Game, Seat};
/// use shido_games::coins::{Coins, LastCoin};
/// use shido_search::{Forced, Limits, Foreseeing};
///
/// // Whoever leaves four coins, of which one to three are taken, takes the last one.
/// let coins = Coins::new(5, 3, LastCoin::Wins).unwrap();
/// let win = Forced { winner: Seat::First, plies: 3 };
/// let mut ahead = Foreseeing::default();
/// assert_eq!(ahead.forced(&coins, &coins.start(), Limits::depth(3)), Ok(Some(win)));
/// assert_eq!(ahead.forced(&coins, &coins.start(), Limits::depth(2)), Ok(None));
/// ```
pub struct Foreseeing<G: Game> {
    /// What is known of each side's wins, by seat.
    known: FxHashMap<G::Position, [Wins; 2]>,
}

/// What is known of when a side wins by force.
#[derive(Clone, Copy)]
struct Wins {
    /// Not within so many plies.
    not_within: u32,
    /// Within so many plies, if that is known.
    within: Option<u32>,
}

/// A position that is not over is not won yet.
const NOTHING: Wins = Wins {
    not_within: 0,
    within: None,
};

impl<G: Game> Default for Foreseeing<G> {
    fn default() -> Foreseeing<G> {
        Foreseeing {
            known: FxHashMap::default(),
        }
    }
}

impl<G: Game> Foreseeing<G> {
    /// Which side wins by force within the depth of the limits, if one does, and how soon.
    ///
    /// # Errors
    /// Where chance moves within that many plies, they are more than [`DEEPEST_RECURSION`] or not
    /// limited at all, or another limit is reached.
    pub fn forced(
        &mut self,
        game: &G,
        position: &G::Position,
        limits: Limits<'_>,
    ) -> Result<Option<Forced>, SearchError<G::Move>> {
        let mut counter = Counter::new(limits);
        let plies = limits.depth.unwrap_or(u32::MAX);
        self.forced_within(game, position, plies, &mut counter)
    }

    /// [`forced`](Foreseeing::forced) as a part of a larger search.
    pub(crate) fn forced_within(
        &mut self,
        game: &G,
        position: &G::Position,
        plies: u32,
        counter: &mut Counter<'_>,
    ) -> Result<Option<Forced>, SearchError<G::Move>> {
        if plies as usize > DEEPEST_RECURSION {
            return Err(SearchError::TooDeep {
                limit: DEEPEST_RECURSION,
            });
        }
        if let Turn::Over(outcome) = game.turn(position) {
            let forced = outcome.winner().map(|winner| Forced { winner, plies: 0 });
            return Ok(forced);
        }
        let [first, second] = self.known.get(position).copied().unwrap_or([NOTHING; 2]);
        let open = first.not_within.min(second.not_within) + 1;
        for within in open..=plies {
            for winner in Seat::BOTH {
                if self.wins(game, position, winner, within, counter)? {
                    return Ok(Some(Forced {
                        winner,
                        plies: within,
                    }));
                }
            }
        }
        Ok(None)
    }

    /// Whether `seat` wins by force within so many plies, which are at most [`DEEPEST_RECURSION`].
    pub(crate) fn wins(
        &mut self,
        game: &G,
        position: &G::Position,
        seat: Seat,
        plies: u32,
        counter: &mut Counter<'_>,
    ) -> Result<bool, SearchError<G::Move>> {
        let mut search = Search {
            game,
            seat,
            known: &mut self.known,
            counter,
            line: Vec::new(),
        };
        search.wins(position, plies)
    }
}

/// One question about one side.
struct Search<'a, 'l, G: Game> {
    game: &'a G,
    seat: Seat,
    known: &'a mut FxHashMap<G::Position, [Wins; 2]>,
    counter: &'a mut Counter<'l>,
    /// The moves that led to where the search is.
    line: Vec<G::Move>,
}

impl<G: Game> Search<'_, '_, G> {
    fn wins(&mut self, position: &G::Position, plies: u32) -> Result<bool, SearchError<G::Move>> {
        let mover = match self.game.turn(position) {
            Turn::Over(outcome) => return Ok(outcome.winner() == Some(self.seat)),
            Turn::Chance => {
                return Err(SearchError::Chance {
                    line: self.line.clone(),
                });
            }
            Turn::Of(mover) => mover,
        };
        // The side that wants the win needs one move that wins, the other one that does not.
        let wants = mover == self.seat;
        match plies {
            0 => return Ok(false),
            1 => return self.wins_with_next_move(position, wants),
            _ => {}
        }
        if let Some(known) = self.known.get(position) {
            let wins = known[self.seat.index()];
            if plies <= wins.not_within {
                return Ok(false);
            }
            if wins.within.is_some_and(|within| plies >= within) {
                return Ok(true);
            }
        }
        self.counter.visit()?;
        let mut won = !wants;
        for mv in self.game.moves(position) {
            self.line.push(mv);
            let wins = self.wins(&self.game.after(position, mv), plies - 1)?;
            self.line.pop();
            if wins == wants {
                won = wants;
                break;
            }
        }
        if self.known.len() >= MOST_REMEMBERED {
            self.known.clear();
        }
        let known = self.known.entry(position.clone()).or_insert([NOTHING; 2]);
        let wins = &mut known[self.seat.index()];
        if won {
            wins.within = Some(wins.within.map_or(plies, |within| within.min(plies)));
        } else {
            wins.not_within = wins.not_within.max(plies);
        }
        Ok(won)
    }

    /// [`wins`](Search::wins) within one ply. To look is quicker here than to remember.
    fn wins_with_next_move(
        &mut self,
        position: &G::Position,
        wants: bool,
    ) -> Result<bool, SearchError<G::Move>> {
        self.counter.visit()?;
        let mut won = !wants;
        let mut to_chance = None;
        self.game.each_move(position, |mv| {
            if won == wants {
                return;
            }
            let wins = match self.game.turn(&self.game.after(position, mv)) {
                Turn::Over(outcome) => outcome.winner() == Some(self.seat),
                Turn::Of(_) => false,
                Turn::Chance => {
                    to_chance = Some(mv);
                    false
                }
            };
            if wins == wants {
                won = wants;
            }
        });
        match to_chance {
            None => Ok(won),
            Some(mv) => {
                self.line.push(mv);
                let line = self.line.clone();
                Err(SearchError::Chance { line })
            }
        }
    }
}
