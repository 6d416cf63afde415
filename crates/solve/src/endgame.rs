//! Endgames of large games, each solved whole: by retrograde analysis over numbered positions.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;
use shido_core::{Endgame, Endgames, ForFirst, Place, Seat, Solved, Turn, Verdict};

use crate::memory::bytes_of;
use crate::options::{BATCH, CHUNK, Run};
use crate::pieces::{numbered, on_threads};
use crate::retrograde::{Exits, Mark, NONE, settle};
use crate::rules::{self, Node};
use crate::solved_table::Entry;
use crate::summary::Count;
use crate::{OnProgress, SolveError, SolveOptions, Stage};

/// What every position of an endgame is worth, and how far its end is: a byte for each number.
#[derive(Clone, PartialEq, Eq)]
pub struct EndgameTable {
    pub(crate) name: String,
    pub(crate) fingerprint: u128,
    pub(crate) codes: Vec<Code>,
    pub(crate) summary: EndgameSummary,
}

/// A solved endgame in numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndgameSummary {
    /// The positions, those that are over included, with the men of the first side as the endgame names them.
    pub positions: u64,
    /// The same, mirror images counted once.
    pub positions_up_to_symmetry: u64,
    /// The positions that are over.
    pub terminal: u64,
    /// The positions that the side to move wins.
    pub won: u64,
    /// The positions that are drawn and not over.
    pub drawn: u64,
    /// The positions that the side to move loses.
    pub lost: u64,
    /// The largest distance of any position, in plies.
    pub longest: u32,
    /// The number of the first position at that distance.
    pub longest_at: u32,
    /// The most memory that was held at any time while the endgame was solved.
    pub peak_bytes: u64,
}

impl EndgameTable {
    /// The name under which it is kept.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The numbers of positions of each kind.
    #[must_use]
    pub fn summary(&self) -> &EndgameSummary {
        &self.summary
    }

    /// What is known of the position of a number, the first side having the men that are named first.
    #[must_use]
    pub fn solved(&self, number: u32) -> Option<Solved> {
        self.codes.get(number as usize)?.solved()
    }

    /// Every number that stands for a position, with what is known of that.
    pub fn iter(&self) -> impl Iterator<Item = (u32, Solved)> + '_ {
        let codes = (0..).zip(&self.codes);
        codes.filter_map(|(number, code)| Some((number, code.solved()?)))
    }

    /// How many bytes it takes in memory.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        bytes_of::<Code>(self.codes.len())
    }
}

impl std::fmt::Debug for EndgameTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EndgameTable")
            .field("name", &self.name)
            .field("summary", &self.summary)
            .finish_non_exhaustive()
    }
}

/// A value and a distance in eight bits: 0 where a number stands for no position, 1 for a draw that is over, 2 for
/// one that goes on, and from 3 on the distance, doubled, and one more where the first side wins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) u8);

impl Code {
    /// The longest distance that fits.
    const LONGEST: u32 = 126;

    fn new(solved: Solved) -> Result<Code, SolveError> {
        let decided = |first: u8| match solved.distance {
            Some(plies) if plies <= Code::LONGEST => Ok(Code(3 + 2 * plies as u8 + first)),
            _ => Err(SolveError::TooLong {
                most: Code::LONGEST,
            }),
        };
        match solved.value.0 {
            Verdict::Win => decided(1),
            Verdict::Draw => Ok(Code(if solved.distance.is_some() { 1 } else { 2 })),
            Verdict::Loss => decided(0),
        }
    }

    fn solved(self) -> Option<Solved> {
        let (value, distance) = match self.0 {
            0 => return None,
            1 => (Verdict::Draw, Some(0)),
            2 => (Verdict::Draw, None),
            code if code % 2 == 0 => (Verdict::Win, Some(u32::from(code - 3) / 2)),
            code => (Verdict::Loss, Some(u32::from(code - 3) / 2)),
        };
        Some(Solved {
            value: ForFirst(value),
            distance,
        })
    }
}

/// The tables of a game's endgames, as many as there are.
#[derive(Clone, Debug, Default)]
pub struct EndgameTables(Vec<Option<EndgameTable>>);

impl EndgameTables {
    /// The table of an endgame, if it is there.
    #[must_use]
    pub fn get(&self, endgame: Endgame) -> Option<&EndgameTable> {
        self.0.get(endgame.0)?.as_ref()
    }

    /// Adds the table of an endgame.
    pub fn insert(&mut self, endgame: Endgame, table: EndgameTable) {
        if self.0.len() <= endgame.0 {
            self.0.resize(endgame.0 + 1, None);
        }
        self.0[endgame.0] = Some(table);
    }

    /// How many bytes they take in memory.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.iter().flatten().map(EndgameTable::bytes).sum()
    }

    /// What is known of a position; `None` where its endgame has no table, or a rule that tables say nothing
    /// about, such as the fifty moves of chess, could end the contest before it is won.
    pub fn lookup<G: Endgames>(&self, game: &G, position: &G::Position) -> Option<Solved> {
        if self.0.is_empty() {
            return None;
        }
        let place = game.place(position)?;
        let solved = self.at(place)?;
        let in_time = solved
            .distance
            .is_none_or(|plies| plies <= place.plies_left);
        in_time.then_some(solved)
    }

    fn at(&self, place: Place) -> Option<Solved> {
        let solved = self.get(place.endgame)?.solved(place.number)?;
        Some(match place.exchanged {
            false => solved,
            true => Solved {
                value: ForFirst(solved.value.seen_by(Seat::Second).0),
                ..solved
            },
        })
    }
}

/// Finds the exact value of every position of an endgame, given the tables of those that it leads to.
///
/// # Errors
/// Where memory runs out, the stop flag was raised, or the rules contradict themselves; a table that is
/// missing counts as the last.
pub fn solve_endgame<G: Endgames>(
    game: &G,
    endgame: Endgame,
    after: &EndgameTables,
    options: &SolveOptions,
    watch: OnProgress<'_>,
) -> Result<EndgameTable, SolveError> {
    let run = Run::new(options, watch);
    let threads = options.threads.map_or(0, NonZeroUsize::get);
    let mut solved = None;
    on_threads(threads, &mut || {
        solved = Some(table(game, endgame, after, options, &run));
    })?;
    solved.expect("the work was done")
}

fn table<G: Endgames>(
    game: &G,
    endgame: Endgame,
    after: &EndgameTables,
    options: &SolveOptions,
    run: &Run<'_>,
) -> Result<EndgameTable, SolveError> {
    let numbers = game.numbers(endgame) as usize;
    run.memory
        .take(after.bytes() + bytes_of::<AtomicU16>(numbers))?;
    let marks: Vec<AtomicU16> = (0..numbers).map(|_| AtomicU16::new(NONE)).collect();
    let mut exits = Exits::new();
    for first in (0..numbers).step_by(BATCH) {
        let end = numbers.min(first + BATCH);
        let chunks = numbered((end - first).div_ceil(CHUNK), &|chunk| {
            run.check_stop()?;
            let first = first + chunk * CHUNK;
            mark(game, endgame, after, &marks, first..end.min(first + CHUNK))
        })?;
        for (distance, place, winner) in chunks.into_iter().flatten() {
            run.memory.take(bytes_of::<(u32, Seat)>(1))?;
            exits.entry(distance).or_default().push((place, winner));
        }
        run.report(Stage::Linking, end, Some(numbers));
    }
    run.memory.mark();
    let predecessors = |place, found: &mut Vec<u32>| {
        game.each_predecessor(endgame, place, |number| found.push(number));
        found.sort_unstable();
        found.dedup();
    };
    settle(&marks, exits, &predecessors, run)?;
    let codes: Vec<Code> = (marks.into_par_iter())
        .map(|mark| match mark.into_inner() {
            NONE => Ok(Code(0)),
            bits => Code::new(Entry::from_bits(bits).unwrap_or(Entry::DRAW).solved()),
        })
        .collect::<Result<_, SolveError>>()?;
    let summary = summarise(game, endgame, &codes, run)?;
    Ok(EndgameTable {
        name: options.name.clone(),
        fingerprint: options.fingerprint,
        codes,
        summary,
    })
}

/// Marks some numbers as over, open or no position, and returns what leads out of the endgame: the distance of
/// the nearest win, or where all moves out of it lose of the farthest loss, with the position before and who
/// wins.
fn mark<G: Endgames>(
    game: &G,
    endgame: Endgame,
    after: &EndgameTables,
    marks: &[AtomicU16],
    numbers: std::ops::Range<usize>,
) -> Result<Vec<(u32, u32, Seat)>, SolveError> {
    let mut exits = Vec::new();
    let mut within = Vec::new();
    for number in numbers {
        let place = number as u32;
        let Some(position) = game.numbered(endgame, place) else {
            continue;
        };
        let mover = match rules::node(game, &position)? {
            Node::Over(value) => {
                marks[number].store(Entry::over(value).bits(), Relaxed);
                continue;
            }
            Node::Of(mover) => mover,
        };
        within.clear();
        let mut exit: Option<Solved> = None;
        rules::each_successor(game, &position, |next| {
            let place = game.place(&next).ok_or(LOST)?;
            if place.endgame == endgame {
                within.push(place.number);
                return Ok(());
            }
            let solved = match game.turn(&next) {
                Turn::Over(outcome) => Solved {
                    value: outcome.verdict(),
                    distance: Some(0),
                },
                Turn::Of(_) => after.at(place).ok_or(LOST)?,
                Turn::Chance => return Err(SolveError::Chance),
            };
            exit = Some(match exit {
                Some(best) if !is_better(solved, best, mover) => best,
                _ => solved,
            });
            Ok(())
        })?;
        within.sort_unstable();
        within.dedup();
        // All moves out of the endgame count as one: the best of them.
        let successors = within.len() + usize::from(exit.is_some());
        marks[number].store(Mark::open(mover, successors)?.bits(), Relaxed);
        if let Some(Solved { value, distance }) = exit
            && let Some(winner) = winner(value)
        {
            exits.push((distance.unwrap_or(0), place, winner));
        }
    }
    Ok(exits)
}

const LOST: SolveError =
    SolveError::Unlawful("a move leads out of an endgame to a position that no table has");

fn winner(value: ForFirst<Verdict>) -> Option<Seat> {
    match value.0 {
        Verdict::Win => Some(Seat::First),
        Verdict::Draw => None,
        Verdict::Loss => Some(Seat::Second),
    }
}

/// Whether somebody to move prefers the one to the other: wins that are near, then draws, then losses that
/// are far.
fn is_better(one: Solved, other: Solved, mover: Seat) -> bool {
    let rank = |solved: Solved| {
        let plies = i64::from(solved.distance.unwrap_or(0));
        match solved.value.seen_by(mover).0 {
            Verdict::Win => (2, -plies),
            Verdict::Draw => (1, 0),
            Verdict::Loss => (0, plies),
        }
    };
    rank(one) > rank(other)
}

fn summarise<G: Endgames>(
    game: &G,
    endgame: Endgame,
    codes: &[Code],
    run: &Run<'_>,
) -> Result<EndgameSummary, SolveError> {
    let counts = numbered(codes.len().div_ceil(CHUNK), &|chunk| {
        run.check_stop()?;
        let first = chunk * CHUNK;
        let mut count = Count::default();
        for (number, code) in (first as u32..).zip(&codes[first..codes.len().min(first + CHUNK)]) {
            let Some(solved) = code.solved() else {
                continue;
            };
            let mover = (solved.distance != Some(0)).then(|| game.mover(endgame, number));
            count.add(solved, mover, game.images(endgame, number));
        }
        Ok(count)
    })?;
    let all = counts.into_iter().fold(Count::default(), Count::plus);
    let far = |code: &Code| code.solved().and_then(|it| it.distance) == Some(all.longest);
    Ok(EndgameSummary {
        positions: all.positions(),
        positions_up_to_symmetry: codes.iter().filter(|code| code.0 != 0).count() as u64,
        terminal: all.terminal,
        won: all.won,
        drawn: all.drawn,
        lost: all.lost,
        longest: all.longest,
        longest_at: codes.iter().position(far).unwrap_or(0) as u32,
        peak_bytes: run.memory.peak(),
    })
}
