//! Kalah: how to bring a game of your own to Shido.
//!
//! Each side has a row of houses with seeds in them and a store to the right of the row. Whoever moves
//! takes all seeds of one of their houses and sows them one by one to the right: over their houses, into
//! their store, over the other side's houses, and so on past the other side's store. Whoever sows the
//! last seed into their own store moves again. A last seed in an own house that was empty captures what
//! lies opposite: both go into the store. When a row is empty the contest is over, the other side keeps what
//! lies in its row, and more seeds win.
//!
//! The rules are those of Irving, Donkers and Uiterwijk (2000), *Solving Kalah*, whose values of small
//! boards the tests compare with.

use shido::core::{Foresight, Pack, spread};
use shido::{
    Depict, Entry, ForFirst, Game, Guide, Markers, Notation, NotationError, Outcome, Seat,
    Symmetry, Turn,
};

/// The most houses a side can have here.
const MOST: usize = 6;

/// Kalah with so many houses a side and so many seeds in each.
#[derive(Clone, Copy, Debug)]
pub struct Kalah {
    houses: usize,
    seeds: u8,
}

/// Where the seeds are, and who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seeds {
    houses: [[u8; MOST]; 2],
    stores: [u8; 2],
    mover: Seat,
}

impl Kalah {
    /// The game with 1 to 6 houses a side and 1 to 6 seeds in each; `None` beyond that.
    #[must_use]
    pub fn new(houses: usize, seeds: u8) -> Option<Kalah> {
        let fits = (1..=MOST).contains(&houses) && (1..=6).contains(&seeds);
        fits.then_some(Kalah { houses, seeds })
    }

    /// The game as a catalog takes it.
    #[must_use]
    pub fn entry(self) -> Entry<Kalah> {
        let Kalah { houses, seeds } = self;
        let entry = Entry::new(self)
            .title("Kalah")
            .about("Sow seeds around the board; more in your store win.")
            .size(&format!("{houses} houses a side, {seeds} seeds in each"))
            .evaluation("stores", shido::search::Evaluate(Kalah::seeds_ahead));
        match self.packed_bits() <= 64 && houses <= 3 {
            true => entry.ends_soon().solvable(),
            false => entry,
        }
    }

    /// An evaluation: who has more in their store, as a share of all seeds.
    fn seeds_ahead(&self, at: &Seeds) -> ForFirst<f64> {
        let ahead = f64::from(at.stores[0]) - f64::from(at.stores[1]);
        ForFirst(0.9 * ahead / f64::from(self.all_seeds()))
    }

    fn all_seeds(&self) -> u8 {
        2 * self.seeds * self.houses as u8
    }
}

impl Game for Kalah {
    type Position = Seeds;
    /// A house, counted from 1 at the mover's left.
    type Move = u8;

    fn start(&self) -> Seeds {
        let mut row = [0; MOST];
        row[..self.houses].fill(self.seeds);
        Seeds {
            houses: [row, row],
            stores: [0, 0],
            mover: Seat::First,
        }
    }

    fn turn(&self, at: &Seeds) -> Turn {
        if !at.houses.contains(&[0; MOST]) {
            return Turn::Of(at.mover);
        }
        let kept = |side: usize| at.stores[side] + at.houses[side].iter().sum::<u8>();
        Turn::Over(match kept(0).cmp(&kept(1)) {
            std::cmp::Ordering::Greater => Outcome::win(Seat::First),
            std::cmp::Ordering::Equal => Outcome::DRAW,
            std::cmp::Ordering::Less => Outcome::win(Seat::Second),
        })
    }

    fn each_move(&self, at: &Seeds, mut visit: impl FnMut(u8)) {
        if at.houses.contains(&[0; MOST]) {
            return;
        }
        let own = &at.houses[at.mover.index()];
        for (house, _) in own.iter().enumerate().filter(|(_, seeds)| **seeds > 0) {
            visit(house as u8 + 1);
        }
    }

    fn play(&self, at: &mut Seeds, mv: u8) {
        let own = at.mover.index();
        let mut place = usize::from(mv) - 1;
        let mut hand = std::mem::take(&mut at.houses[own][place]);
        // Around the board: own houses, own store, the other side's houses.
        let around = 2 * self.houses + 1;
        while hand > 0 {
            place = (place + 1) % around;
            hand -= 1;
            match place.checked_sub(self.houses) {
                None => at.houses[own][place] += 1,
                Some(0) => at.stores[own] += 1,
                Some(beyond) => at.houses[1 - own][beyond - 1] += 1,
            }
        }
        if place == self.houses {
            return;
        }
        if place < self.houses && at.houses[own][place] == 1 {
            let opposite = self.houses - 1 - place;
            let captured = std::mem::take(&mut at.houses[1 - own][opposite]);
            if captured > 0 {
                at.houses[own][place] = 0;
                at.stores[own] += captured + 1;
            }
        }
        at.mover = at.mover.other();
    }

    /// A seed that leaves its row has passed a store, and left one there. So a move puts seeds into stores,
    /// or moves them to the right.
    fn progress(&self, at: &Seeds) -> Option<u32> {
        let stored: u32 = at.stores.iter().map(|seeds| u32::from(*seeds)).sum();
        let rows = at.houses.iter().flat_map(|row| row.iter().zip(0..));
        let to_the_right: u32 = rows.map(|(seeds, place)| u32::from(*seeds) * place).sum();
        Some(stored * 512 + to_the_right)
    }

    fn key(&self, at: &Seeds) -> u64 {
        let fold = |hash: u64, seeds: &u8| spread(hash ^ u64::from(*seeds));
        let seeds = at.houses.iter().flatten().chain(&at.stores);
        seeds.fold(at.mover.index() as u64, fold)
    }
}

impl Notation for Kalah {
    fn write_move(&self, _: &Seeds, mv: u8) -> String {
        mv.to_string()
    }

    fn write_position(&self, at: &Seeds) -> String {
        let row = |seat: Seat| {
            let houses = at.houses[seat.index()][..self.houses].iter();
            let houses: Vec<String> = houses.map(u8::to_string).collect();
            format!("{}|{}", houses.join(","), at.stores[seat.index()])
        };
        format!("{} {} {}", row(Seat::First), row(Seat::Second), at.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Seeds, NotationError> {
        let wrong = || {
            let start = self.write_position(&self.start());
            NotationError::new(format!("`{text}` is not a position of Kalah"))
                .help(format!("write houses and store of both sides: {start}"))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let [first, second, mover] = words[..] else {
            return Err(wrong());
        };
        let mut at = self.start();
        for (seat, row) in [first, second].into_iter().enumerate() {
            let (houses, store) = row.split_once('|').ok_or_else(wrong)?;
            let houses: Result<Vec<u8>, _> = houses.split(',').map(str::parse).collect();
            let houses = houses.map_err(|_| wrong())?;
            if houses.len() != self.houses {
                return Err(wrong());
            }
            at.houses[seat][..self.houses].copy_from_slice(&houses);
            at.stores[seat] = store.parse().map_err(|_| wrong())?;
        }
        at.mover = match mover {
            "first" => Seat::First,
            "second" => Seat::Second,
            _ => return Err(wrong()),
        };
        let seeds = at.houses.iter().flatten().chain(&at.stores);
        match seeds.map(|seeds| u32::from(*seeds)).sum::<u32>() == u32::from(self.all_seeds()) {
            true => Ok(at),
            false => Err(NotationError::new(format!(
                "there are {} seeds in this game",
                self.all_seeds()
            ))),
        }
    }
}

/// A position as a number: every house and store in six bits, as far as they fit.
impl Pack for Kalah {
    fn packed_bits(&self) -> u32 {
        (2 * self.houses as u32 + 2) * 6 + 1
    }

    fn pack(&self, at: &Seeds) -> u64 {
        let rows = at.houses.iter().flat_map(|row| &row[..self.houses]);
        let seeds = rows.chain(&at.stores);
        seeds.fold(at.mover.index() as u64, |packed, seeds| {
            packed << 6 | u64::from(*seeds)
        })
    }

    fn unpack(&self, mut packed: u64) -> Option<Seeds> {
        let mut take = || {
            let seeds = (packed & 63) as u8;
            packed >>= 6;
            seeds
        };
        let mut at = self.start();
        for seat in [1, 0] {
            at.stores[seat] = take();
        }
        for seat in [1, 0] {
            for house in (0..self.houses).rev() {
                at.houses[seat][house] = take();
            }
        }
        at.mover = *Seat::BOTH.get(packed as usize)?;
        let seeds = at.houses.iter().flatten().chain(&at.stores);
        let all = seeds.map(|seeds| u32::from(*seeds)).sum::<u32>();
        (all == u32::from(self.all_seeds())).then_some(at)
    }
}

// Nothing more is to be said of it: no symmetries, no tactics, no board of markers, no picture but its
// text, nothing that can be seen at a glance.
impl Symmetry for Kalah {}
impl Guide for Kalah {}
impl Markers for Kalah {}
impl Depict for Kalah {}
impl Foresight for Kalah {}
