//! Coins: take-away Nim, the simplest game with a theory.
//!
//! There is a pile of coins. The players take in turn, each time at least one coin and at most a
//! fixed number, commonly three. The player who takes the last coin wins, or loses, if that was agreed
//! (*misère* play).
//!
//! With at most *k* coins a turn, whoever leaves a multiple of *k* + 1 can do so again, whatever the
//! answer, by taking *k* + 1 less what the other took. So the player to move loses where the pile is
//! such a multiple, and wins everywhere else. In misère play it is one more than such a
//! multiple. (Bouton 1902, "Nim, a game with a complete mathematical theory", treats the game of
//! several piles; one pile with a limit is the subtraction game of Berlekamp, Conway and Guy,
//! *Winning Ways*, chapter 4.)
//!
//! A position is written as the coins that are left and who is to move, `12 first`; a move is the
//! number of coins taken, `3`.

use shido_core::picture::{Content, Picture, Place, Surface};
use shido_core::{
    Depict, EngineNotation, Features, Foresight, Game, Guide, Markers, Notation, NotationError,
    Outcome, Pack, Seat, Symmetry, Touches, Turn, nearest,
};

/// The largest pile: more coins cannot be drawn, and add nothing to the theory.
pub const LARGEST: u16 = 1000;

/// What taking the last coin does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LastCoin {
    /// Who takes it wins: normal play.
    Wins,
    /// Who takes it loses: misère play.
    Loses,
}

/// Take-away Nim.
///
/// ```
/// use shido_core::{Game, Notation};
/// use shido_games::coins::{Coins, LastCoin, Take};
///
/// let coins = Coins::new(21, 3, LastCoin::Wins)?;
/// let left = coins.after(&coins.start(), Take(1));
/// assert_eq!(coins.write_position(&left), "20 second");
/// # Ok::<(), shido_games::coins::CoinsError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coins {
    pile: u16,
    most: u16,
    last: LastCoin,
}

/// How many coins are left and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pile {
    left: u16,
    mover: Seat,
}

/// A move: how many coins are taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Take(pub u16);

/// Numbers of coins with which nothing can be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CoinsError {
    /// The pile is empty or too large.
    #[error("a pile has 1 to {LARGEST} coins, not {0}")]
    Pile(u16),
    /// Nobody may take anything.
    #[error("a player must be allowed to take at least one coin a turn")]
    NothingToTake,
}

impl Default for Coins {
    /// Twenty-one coins, one to three a turn, and the last coin wins.
    fn default() -> Coins {
        Coins {
            pile: 21,
            most: 3,
            last: LastCoin::Wins,
        }
    }
}

impl Coins {
    /// The game with a pile of so many coins, of which a player takes one to `most` a turn.
    ///
    /// # Errors
    /// Where the pile is empty or larger than [`LARGEST`], or no coin may be taken.
    pub fn new(pile: u16, most: u16, last: LastCoin) -> Result<Coins, CoinsError> {
        if !(1..=LARGEST).contains(&pile) {
            return Err(CoinsError::Pile(pile));
        }
        if most == 0 {
            return Err(CoinsError::NothingToTake);
        }
        // To be allowed more than there is changes nothing.
        let most = most.min(pile);
        Ok(Coins { pile, most, last })
    }

    /// Whether so many coins can be left with this player to move: some number of turns that fits
    /// the player must have taken the rest.
    fn occurs(&self, left: u16, mover: Seat) -> bool {
        let Some(taken) = self.pile.checked_sub(left) else {
            return false;
        };
        let fewest_turns = taken.div_ceil(self.most);
        let parity_fits = Seat::BOTH[usize::from(fewest_turns % 2)] == mover;
        parity_fits || fewest_turns < taken
    }
}

impl Game for Coins {
    type Position = Pile;
    type Move = Take;

    fn start(&self) -> Pile {
        Pile {
            left: self.pile,
            mover: Seat::First,
        }
    }

    fn turn(&self, position: &Pile) -> Turn {
        match (position.left, self.last) {
            (0, LastCoin::Wins) => Turn::Over(Outcome::win(position.mover.other())),
            (0, LastCoin::Loses) => Turn::Over(Outcome::win(position.mover)),
            _ => Turn::Of(position.mover),
        }
    }

    fn each_move(&self, position: &Pile, visit: impl FnMut(Take)) {
        (1..=self.most.min(position.left)).map(Take).for_each(visit);
    }

    fn count_moves(&self, position: &Pile) -> usize {
        usize::from(self.most.min(position.left))
    }

    fn play(&self, position: &mut Pile, mv: Take) {
        position.left = position.left.saturating_sub(mv.0);
        position.mover = position.mover.other();
    }

    fn progress(&self, position: &Pile) -> Option<u32> {
        Some(u32::from(self.pile - position.left))
    }
}

/// Engines write coins as people do.
impl EngineNotation for Coins {}

/// What lies ahead is found by trying.
impl Foresight for Coins {}

/// A pile has no sides.
impl Symmetry for Coins {}

/// A pile is no board.
impl Markers for Coins {}

/// Nothing is said of the theory: to find it is what the game is for.
impl Guide for Coins {}

impl Pack for Coins {
    fn packed_bits(&self) -> u32 {
        u32::BITS - (2 * u32::from(self.pile) + 1).leading_zeros()
    }

    fn pack(&self, position: &Pile) -> u64 {
        2 * u64::from(position.left) + position.mover.index() as u64
    }

    fn unpack(&self, packed: u64) -> Option<Pile> {
        let left = u16::try_from(packed / 2).ok()?;
        let mover = Seat::BOTH[(packed % 2) as usize];
        self.occurs(left, mover).then_some(Pile { left, mover })
    }
}

/// For each remainder of the pile by one more than a player may take: who has to move there. The
/// theory of the game is a matter of these, so weights that are learned can be read as a theory.
impl Features for Coins {
    fn feature_names(&self) -> Vec<String> {
        (0..=self.most)
            .map(|remainder| format!("to move, remainder {remainder}"))
            .collect()
    }

    fn each_feature(&self, position: &Pile, mut visit: impl FnMut(usize, f64)) {
        let remainder = position.left % (self.most + 1);
        visit(
            usize::from(remainder),
            match position.mover {
                Seat::First => 1.0,
                Seat::Second => -1.0,
            },
        );
    }
}

impl Notation for Coins {
    fn write_move(&self, _position: &Pile, mv: Take) -> String {
        mv.0.to_string()
    }

    fn ending(&self, position: &Pile) -> Option<String> {
        let last = match self.last {
            LastCoin::Wins => "wins",
            LastCoin::Loses => "loses",
        };
        (position.left == 0).then(|| format!("who takes the last coin {last}"))
    }

    fn write_position(&self, position: &Pile) -> String {
        format!("{} {}", position.left, position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Pile, NotationError> {
        let form = "write how many coins are left and who is to move, as in `12 first`";
        let words: Vec<&str> = text.split_whitespace().collect();
        let [coins, side] = words[..] else {
            let problem = format!("`{}` is not a number of coins and a side", text.trim());
            return Err(NotationError::new(problem).help(form));
        };
        let left: u16 = coins.parse().map_err(|_| {
            NotationError::new(format!("`{coins}` is not a number of coins")).help(form)
        })?;
        if left > self.pile {
            let problem = format!("there are never {left} coins");
            let help = format!("the pile has {} at the start", self.pile);
            return Err(NotationError::new(problem).help(help));
        }
        let mover = Seat::BOTH
            .into_iter()
            .find(|seat| seat.to_string().eq_ignore_ascii_case(side))
            .ok_or_else(|| {
                let meant = nearest(side, ["first", "second"]);
                let help = meant.map(|seat| format!("did you mean `{seat}`?"));
                NotationError::new(format!("`{side}` is not a side"))
                    .help(help.unwrap_or_else(|| "the sides are `first` and `second`".to_owned()))
            })?;
        if !self.occurs(left, mover) {
            let problem = format!("with {left} coins left it cannot be the {mover} player's turn");
            let help = format!("it is the other's: write `{left} {}`", mover.other());
            return Err(NotationError::new(problem).help(help));
        }
        Ok(Pile { left, mover })
    }
}

/// The coins in rows of ten, with gaps where they have been taken.
impl Depict for Coins {
    fn picture(&self, position: &Pile) -> Picture {
        let places = (0..self.pile).map(|coin| Place {
            name: (coin + 1).to_string(),
            at: [f64::from(coin % 10), -f64::from(coin / 10)],
            content: if coin < position.left {
                Content::Label("o".to_owned())
            } else {
                Content::Empty
            },
        });
        let symbols = Seat::BOTH.map(|seat| seat.to_string());
        Picture {
            near: None,
            ..Picture::new(Surface::Points, places.collect(), symbols)
        }
    }

    /// The coin from which on all are taken.
    fn touches(&self, position: &Pile, _picture: &Picture, mv: Take) -> Touches {
        Touches::of_places([(position.left + 1 - mv.0).to_string()])
    }
}
