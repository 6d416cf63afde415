//! Matches: contests between two players, and how often each of them won.

use std::hash::{Hash, Hasher};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use shido_core::{Game, Seat, Seed, Turn, parallel};

use crate::repetition::{Repetitions, Seen};
use crate::{
    Contest, End, Entrant, IllegalMove, Interval, PlayerError, Policy, Thinking, Transcript, wilson,
};

/// Who sits where in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Seats {
    /// A has the first seat in every contest.
    #[default]
    Fixed,
    /// A has the first seat in the first contest and in every second one after it.
    Alternate,
}

impl Seats {
    /// The seat of A in the contest with this number, counted from 0.
    fn of_a(self, contest: u64) -> Seat {
        match self {
            Seats::Alternate if contest % 2 == 1 => Seat::Second,
            Seats::Fixed | Seats::Alternate => Seat::First,
        }
    }
}

/// How to play a match.
pub struct MatchOptions<'a, G: Game> {
    /// How many contests to play.
    pub games: u64,
    /// Who sits where.
    pub seats: Seats,
    /// Where the random numbers come from. The contest with number *i* takes those of
    /// `seed.derive(i)`.
    pub seed: Seed,
    /// How many threads to play on; `None` leaves it to the machine. The result is the same.
    pub threads: Option<NonZeroUsize>,
    /// With how many random plies a contest begins, before the players take over: otherwise players
    /// without randomness would play the same contest again and again. Where seats alternate, two
    /// contests in a row begin alike, so that either player has either side of it.
    pub opening_plies: u32,
    /// After this many plies a contest is broken off and counts as a draw.
    pub most_plies: usize,
    /// Who moves where chance does, for games that have it: [`Nature`](crate::Nature).
    pub nature: Option<&'a dyn Policy<G>>,
    /// When this becomes true no more moves are played, and the contests that were finished count.
    pub stop: Option<&'a Arc<AtomicBool>>,
    /// Whether to keep a record of every contest.
    pub transcripts: bool,
    /// Whether contests are played one after the other, since somebody learns from one to the next; then it is
    /// told how each of them went.
    pub in_order: bool,
}

impl<G: Game> Default for MatchOptions<'_, G> {
    fn default() -> Self {
        MatchOptions {
            games: 1,
            seats: Seats::Fixed,
            seed: Seed(0),
            threads: None,
            opening_plies: 0,
            most_plies: 10_000,
            nature: None,
            stop: None,
            transcripts: false,
            in_order: false,
        }
    }
}

/// How often each side won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Contests that A won.
    pub a_wins: u64,
    /// Contests that nobody won.
    pub draws: u64,
    /// Contests that B won.
    pub b_wins: u64,
    /// Those among the draws that were broken off because they took too long.
    pub capped: u64,
    /// The plies of all contests together.
    pub plies: u64,
}

impl Score {
    /// How many contests were finished.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.a_wins + self.draws + self.b_wins
    }

    /// The average length of a contest, or `None` if there was none.
    #[must_use]
    pub fn mean_plies(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.plies as f64 / self.games() as f64)
    }

    pub(crate) fn add(&mut self, other: &Score) {
        self.a_wins += other.a_wins;
        self.draws += other.draws;
        self.b_wins += other.b_wins;
        self.capped += other.capped;
        self.plies += other.plies;
    }

    /// Counts a contest. Without a winner it is a draw.
    pub(crate) fn count(&mut self, winner: Option<Seat>, a: Seat, plies: usize, capped: bool) {
        match winner {
            None => self.draws += 1,
            Some(seat) if seat == a => self.a_wins += 1,
            Some(_) => self.b_wins += 1,
        }
        self.capped += u64::from(capped);
        self.plies += plies as u64;
    }

    /// The 95% confidence interval for the probability that A wins.
    #[must_use]
    pub fn a_wins_interval(&self) -> Interval {
        wilson(self.a_wins, self.games())
    }
}

/// A contest of a match with its number, from 0.
pub type Recorded<G> = (u64, Transcript<<G as Game>::Position, <G as Game>::Move>);

/// How a contest of a match went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ended {
    /// Its number, from 0.
    pub number: u64,
    /// Where A sat.
    pub seat_of_a: Seat,
    /// Who won.
    pub winner: Option<Seat>,
    /// How many plies were played.
    pub plies: usize,
}

/// The result of a match.
pub struct MatchResult<G: Game> {
    /// Who won how often.
    pub score: Score,
    /// The score of the distinct contests, where contests were repeated: from the same opening and with
    /// the same seats the players always played the same contest, at least once more. Repeating a
    /// contest tells nothing, so this is what intervals go by. `None` where players varied, where
    /// nothing was repeated, or where there were too many openings to remember (2^16).
    pub distinct: Option<Score>,
    /// The contests in the order of their numbers, if they were to be kept. Numbers are missing
    /// where the match was stopped.
    pub transcripts: Vec<Recorded<G>>,
    /// How each contest went, in the order in which they were played, if that was in order.
    pub contests: Vec<Ended>,
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A player failed.
    #[error("contest {contest}: player {player}: {error}")]
    Player {
        /// The number of the contest, from 0.
        contest: u64,
        /// `A` or `B`, or `chance`.
        player: &'static str,
        /// What went wrong.
        error: PlayerError,
    },
    /// A player made a move that the rules forbid.
    #[error("contest {contest}: player {player}: {error}")]
    Illegal {
        /// The number of the contest, from 0.
        contest: u64,
        /// `A` or `B`, or `chance`.
        player: &'static str,
        /// What was played.
        error: IllegalMove,
    },
    /// No contest is long enough for a random opening of this length.
    #[error("contests are over within {plies} random plies: begin them with fewer opening plies")]
    Opening {
        /// How many plies were asked for.
        plies: u32,
    },
    /// Nature is to move, and nobody plays it.
    #[error("chance moves in this game, and its odds were not given")]
    Chance,
}

/// Plays a match, contests side by side, each with players and random numbers of its own. The result
/// does not depend on the number of threads.
///
/// `watch` is called with the number of finished contests, about a thousand times in a match.
///
/// # Errors
/// Where a player fails, quits or makes an illegal move, where chance moves and nobody plays it, or where no
/// contest is as long as its opening is to be. Among several failures the one in the earliest contest is
/// reported.
pub fn play_match<G: Game>(
    game: &G,
    a: &dyn Entrant<G>,
    b: &dyn Entrant<G>,
    options: &MatchOptions<'_, G>,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<MatchResult<G>, MatchError> {
    let in_play = MatchInPlay {
        game,
        a,
        b,
        options,
        watch,
        finished: AtomicU64::new(0),
        first_failure: AtomicU64::new(u64::MAX),
        repetitions: Repetitions::new(),
    };
    let tally = parallel::on_threads(options.threads, || in_play.play_all());
    if let Some((_, error)) = tally.failure {
        return Err(error);
    }
    Ok(MatchResult {
        score: tally.score,
        distinct: in_play.repetitions.distinct(tally.score.games()),
        transcripts: tally.transcripts,
        contests: tally.contests,
    })
}

/// Into how many pieces a match is cut at most, each played on one thread.
const MOST_PIECES: u64 = 1024;

/// A match that is being played: what all of its contests share.
struct MatchInPlay<'a, G: Game> {
    game: &'a G,
    a: &'a dyn Entrant<G>,
    b: &'a dyn Entrant<G>,
    options: &'a MatchOptions<'a, G>,
    watch: &'a (dyn Fn(u64) + Sync),
    finished: AtomicU64,
    /// The earliest contest that failed so far. Later ones need not be played, earlier ones must:
    /// they might fail too.
    first_failure: AtomicU64,
    /// Whether fixed players play the same contest again.
    repetitions: Repetitions,
}

/// The results of some contests in a row. Tallies are added up in the order of their contests, and so are
/// the transcripts in order.
struct Tally<G: Game> {
    score: Score,
    transcripts: Vec<Recorded<G>>,
    contests: Vec<Ended>,
    failure: Option<(u64, MatchError)>,
}

impl<G: Game> Tally<G> {
    fn empty() -> Tally<G> {
        Tally {
            score: Score::default(),
            transcripts: Vec::new(),
            contests: Vec::new(),
            failure: None,
        }
    }

    fn plus(mut self, other: Tally<G>) -> Tally<G> {
        self.score.add(&other.score);
        self.transcripts.extend(other.transcripts);
        self.contests.extend(other.contests);
        self.failure = [self.failure, other.failure]
            .into_iter()
            .flatten()
            .min_by_key(|&(contest, _)| contest);
        self
    }
}

/// A contest with how much of it the players did not choose.
struct Played<'g, G: Game> {
    contest: Contest<'g, G>,
    opening_moves: usize,
}

fn fingerprint(of: &(impl Hash + ?Sized)) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

impl<G: Game> MatchInPlay<'_, G> {
    fn play_all(&self) -> Tally<G> {
        let games = self.options.games;
        // One piece is played by one thread, contest after contest.
        let piece = match self.options.in_order {
            true => games,
            false => games.div_ceil(MOST_PIECES),
        };
        let piece = piece.max(1);
        let tallies = parallel::map(games.div_ceil(piece) as usize, &|index| {
            let first = index as u64 * piece;
            let mut tally = Tally::empty();
            for number in first..games.min(first.saturating_add(piece)) {
                // Without this, numbers that are not played would still be counted one by one.
                if self.stopped() {
                    break;
                }
                self.play_into(&mut tally, number);
            }
            tally
        });
        tallies.into_iter().fold(Tally::empty(), Tally::plus)
    }

    /// Plays the contest with this number and counts it, unless the match is to end before.
    fn play_into(&self, tally: &mut Tally<G>, number: u64) {
        if self.stopped() || number > self.first_failure.load(Ordering::Relaxed) {
            return;
        }
        let seat_of_a = self.options.seats.of_a(number);
        match self.play(number, seat_of_a) {
            Err(error) => {
                self.first_failure.fetch_min(number, Ordering::Relaxed);
                // A worker need not meet its contests in order.
                if tally
                    .failure
                    .as_ref()
                    .is_none_or(|&(known, _)| number < known)
                {
                    tally.failure = Some((number, error));
                }
            }
            Ok(None) => {}
            Ok(Some(Played {
                contest,
                opening_moves,
            })) => {
                let (winner, capped) = match contest.turn() {
                    Turn::Over(outcome) => (outcome.winner(), false),
                    Turn::Of(_) | Turn::Chance => (None, true),
                };
                let moves = contest.moves();
                tally.score.count(winner, seat_of_a, moves.len(), capped);
                self.repetitions.see(|| {
                    let mut score = Score::default();
                    score.count(winner, seat_of_a, moves.len(), capped);
                    Seen {
                        opening: fingerprint(&moves[..opening_moves]),
                        seat_of_a,
                        contest: fingerprint(&(moves, winner, capped)),
                        score,
                    }
                });
                if self.options.in_order {
                    tally.contests.push(Ended {
                        number,
                        seat_of_a,
                        winner,
                        plies: moves.len(),
                    });
                }
                if self.options.transcripts {
                    tally.transcripts.push((number, Transcript::of(&contest)));
                }
                self.report();
            }
        }
    }

    /// A contest with its random opening. One that ends in the opening is drawn again, a few times: in
    /// some games none may be long enough.
    fn opening(&self, number: u64) -> Result<Contest<'_, G>, MatchError> {
        let pair = match self.options.seats {
            Seats::Fixed => number,
            Seats::Alternate => number / 2,
        };
        // Other numbers than those of the contests themselves.
        let seed = self.options.seed.derive(u64::MAX - pair);
        for attempt in 0..100 {
            let mut rng = seed.derive(attempt).rng();
            let mut contest = Contest::new(self.game);
            let mut plies = 0;
            while plies < self.options.opening_plies && !self.stopped() {
                let drawn = match contest.turn() {
                    Turn::Over(_) => break,
                    Turn::Of(_) => {
                        plies += 1;
                        self.game.random_move(contest.position(), &mut rng)
                    }
                    Turn::Chance => {
                        let nature = self.options.nature;
                        nature.and_then(|n| n.sample(self.game, contest.position(), &mut rng).ok())
                    }
                };
                match drawn {
                    Some(mv) if contest.play(mv).is_ok() => {}
                    _ => break,
                }
            }
            if plies == 0 || !matches!(contest.turn(), Turn::Over(_)) {
                return Ok(contest);
            }
        }
        let plies = self.options.opening_plies;
        Err(MatchError::Opening { plies })
    }

    /// A contest that is over or has reached the cap, or `None` where the match was stopped.
    fn play(&self, number: u64, seat_of_a: Seat) -> Result<Option<Played<'_, G>>, MatchError> {
        let mut rng = self.options.seed.derive(number).rng();
        let mut contest = self.opening(number)?;
        let opening_moves = contest.moves().len();
        let (mut a, mut b) = (self.a.enter(), self.b.enter());
        while contest.moves().len() < self.options.most_plies {
            let (player, choice) = match contest.turn() {
                Turn::Over(_) => break,
                Turn::Of(seat) => {
                    let mut thinking = Thinking {
                        stop: self.options.stop,
                        ..Thinking::freely(&mut rng)
                    };
                    match seat == seat_of_a {
                        true => ("A", a.choose(&contest, &mut thinking)),
                        false => ("B", b.choose(&contest, &mut thinking)),
                    }
                }
                Turn::Chance => {
                    let nature = self.options.nature.ok_or(MatchError::Chance)?;
                    let drawn = nature.sample(self.game, contest.position(), &mut rng);
                    ("chance", drawn)
                }
            };
            match (choice, contest.turn()) {
                (Ok(mv), _) => contest.play(mv).map_err(|error| MatchError::Illegal {
                    contest: number,
                    player,
                    error,
                })?,
                (Err(PlayerError::Resigned), Turn::Of(seat)) => contest.resign(seat),
                // A player who was told to stop thinking has not failed.
                (Err(_), _) if self.stopped() => return Ok(None),
                (Err(error), _) => {
                    return Err(MatchError::Player {
                        contest: number,
                        player,
                        error,
                    });
                }
            }
            if self.stopped() && End::of(&contest) == End::Unfinished {
                return Ok(None);
            }
        }
        a.finish(&contest);
        b.finish(&contest);
        Ok(Some(Played {
            contest,
            opening_moves,
        }))
    }

    fn stopped(&self) -> bool {
        self.options
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn report(&self) {
        let finished = self.finished.fetch_add(1, Ordering::Relaxed) + 1;
        let stride = (self.options.games / 1000).max(1);
        if finished.is_multiple_of(stride) || finished == self.options.games {
            (self.watch)(finished);
        }
    }
}
