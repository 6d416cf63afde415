//! Matches: the same on any number of threads, in agreement with the exact result, and never stuck.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use shido_arena::{
    Contest, End, ExactOptions, Fallible, MatchError, MatchOptions, MatchResult, Nature, Perfect,
    Player, PlayerError, Random, Sampled, Score, Seats, Thinking, Wisdom, exact_match, play_match,
};
use shido_core::{Game, Seat, Seed};

use crate::games::{Coin, Ring, TicTacToe};
use crate::solved_table::SolvedTable;

const PLAIN: TicTacToe = TicTacToe { lose: false };

fn nobody_watches(_: u64) {}

fn random_match(options: &MatchOptions<'_, TicTacToe>) -> MatchResult<TicTacToe> {
    play_match(
        &PLAIN,
        &Sampled(Random),
        &Sampled(Random),
        options,
        &nobody_watches,
    )
    .expect("random players do not fail")
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let run = |threads| {
        random_match(&MatchOptions {
            games: 2000,
            seats: Seats::Alternate,
            seed: Seed(5),
            threads: NonZeroUsize::new(threads),
            transcripts: true,
            ..MatchOptions::default()
        })
    };
    let alone = run(1);
    assert_eq!(alone.score.games(), 2000);
    assert_eq!(alone.transcripts.len(), 2000);
    for threads in [0, 2, 4] {
        let together = run(threads);
        assert_eq!(together.score, alone.score);
        assert!(together.transcripts == alone.transcripts);
    }
}

#[test]
fn another_seed_gives_another_match() {
    let run = |seed| {
        random_match(&MatchOptions {
            games: 2000,
            seed: Seed(seed),
            ..MatchOptions::default()
        })
        .score
    };
    assert_ne!(run(1), run(2));
}

/// With fixed seats A moves first; with alternating ones in contests 0, 2, 4, ...
#[test]
fn transcripts_and_score_tell_the_same() {
    for seats in [Seats::Fixed, Seats::Alternate] {
        let result = random_match(&MatchOptions {
            games: 500,
            seats,
            seed: Seed(8),
            transcripts: true,
            ..MatchOptions::default()
        });
        let mut score = Score::default();
        for (index, (number, transcript)) in (0..).zip(&result.transcripts) {
            assert_eq!(*number, index);
            let End::Played(outcome) = transcript.end else {
                panic!("tic-tac-toe ends");
            };
            let a_first = seats == Seats::Fixed || index % 2 == 0;
            match outcome.winner() {
                None => score.draws += 1,
                Some(seat) if (seat == Seat::First) == a_first => score.a_wins += 1,
                Some(_) => score.b_wins += 1,
            }
            score.plies += transcript.moves.len() as u64;
        }
        assert_eq!(score, result.score);
    }
}

/// The numbers of wins and draws lie within four standard deviations of the exact probabilities.
#[test]
fn sampling_agrees_with_the_exact_match() {
    let perfect = Perfect::new(SolvedTable::solve(&PLAIN), Wisdom::Trap);
    let fallible = Fallible::new(60.0, &perfect).expect("a percentage");
    for seats in [Seats::Fixed, Seats::Alternate] {
        let games = 40_000;
        let options = MatchOptions {
            games,
            seats,
            seed: Seed(11),
            ..MatchOptions::default()
        };
        let sampled = play_match(
            &PLAIN,
            &Sampled(&fallible),
            &Sampled(Random),
            &options,
            &nobody_watches,
        )
        .expect("policies do not fail")
        .score;
        let options = ExactOptions {
            seats,
            ..ExactOptions::default()
        };
        let exact = exact_match(&PLAIN, &fallible, &Random, &options).expect("small and acyclic");
        for (count, probability) in [
            (sampled.a_wins, exact.a_wins),
            (sampled.draws, exact.draws),
            (sampled.b_wins, exact.b_wins),
        ] {
            let n = games as f64;
            let z =
                (count as f64 - n * probability) / (n * probability * (1.0 - probability)).sqrt();
            assert!(z.abs() < 4.0, "{seats:?}: {count} for {probability}");
        }
        let mean = sampled.mean_plies().expect("contests were played");
        // A contest lasts 5 to 9 plies, so its deviation is at most 2.
        assert!((mean - exact.mean_plies).abs() < 4.0 * 2.0 / (games as f64).sqrt());
        let interval = sampled.a_wins_interval();
        assert!(interval.low < exact.a_wins && exact.a_wins < interval.high);
    }
}

#[test]
fn endless_contests_are_capped() {
    let ring = Ring {
        limit: None,
        up_to_symmetry: false,
    };
    let options = MatchOptions {
        games: 3,
        most_plies: 50,
        transcripts: true,
        ..MatchOptions::default()
    };
    let result = play_match(
        &ring,
        &Sampled(Random),
        &Sampled(Random),
        &options,
        &nobody_watches,
    )
    .expect("random players do not fail");
    let expected = Score {
        draws: 3,
        capped: 3,
        plies: 150,
        ..Score::default()
    };
    assert_eq!(result.score, expected);
    assert!(
        result
            .transcripts
            .iter()
            .all(|(_, t)| t.end == End::Unfinished)
    );
}

#[test]
fn repetition_ends_a_contest_before_the_cap() {
    let ring = Ring {
        limit: Some(3),
        up_to_symmetry: false,
    };
    let options = MatchOptions {
        games: 20,
        ..MatchOptions::default()
    };
    let result = play_match(
        &ring,
        &Sampled(Random),
        &Sampled(Random),
        &options,
        &nobody_watches,
    )
    .expect("random players do not fail");
    // Four positions can occur twice each; the ninth occurrence, after eight plies, is a third one.
    assert_eq!((result.score.draws, result.score.capped), (20, 0));
    assert!(result.score.plies <= 20 * 8);
}

/// A player with a memory: it plays by a list and then does what it was told to do.
struct Scripted {
    moves: std::vec::IntoIter<u8>,
    then: PlayerError,
}

impl<G: Game<Move = u8>> Player<G> for Scripted {
    fn choose(&mut self, _: &Contest<'_, G>, _: &mut Thinking<'_, u8>) -> Result<u8, PlayerError> {
        self.moves.next().ok_or_else(|| self.then.clone())
    }
}

fn scripted(moves: &[u8], then: PlayerError) -> impl Fn() -> Box<dyn Player<TicTacToe>> + Sync {
    let moves = moves.to_vec();
    move || {
        Box::new(Scripted {
            moves: moves.clone().into_iter(),
            then: then.clone(),
        })
    }
}

fn scripted_match(a: &[u8], b: &[u8], then: PlayerError) -> Result<Score, MatchError> {
    let options = MatchOptions {
        games: 3,
        ..MatchOptions::default()
    };
    let (a, b) = (scripted(a, then.clone()), scripted(b, then));
    play_match(&PLAIN, &a, &b, &options, &nobody_watches).map(|result| result.score)
}

#[test]
fn each_contest_has_fresh_players() {
    let score = scripted_match(&[0, 1, 2], &[3, 4], PlayerError::Quit).expect("legal moves");
    let expected = Score {
        a_wins: 3,
        plies: 15,
        ..Score::default()
    };
    assert_eq!(score, expected);
}

#[test]
fn resigning_loses_the_contest_and_quitting_ends_the_match() {
    let score = scripted_match(&[0], &[4, 8], PlayerError::Resigned).expect("not a fault");
    assert_eq!((score.b_wins, score.plies), (3, 6));

    let error = scripted_match(&[0], &[4, 8], PlayerError::Quit).expect_err("A has left");
    assert_eq!(error.to_string(), "contest 0: player A: the player quit");

    let error = scripted_match(&[0], &[0], PlayerError::Quit).expect_err("0 is taken");
    assert_eq!(
        error.to_string(),
        "contest 0: player B: 0 is not legal as move 2"
    );
}

/// Fails in the contests whose random numbers happen to say so.
struct Moody;

impl Player<TicTacToe> for Moody {
    fn choose(
        &mut self,
        contest: &Contest<'_, TicTacToe>,
        thinking: &mut Thinking<'_, u8>,
    ) -> Result<u8, PlayerError> {
        let mv = Sampled(Random).choose(contest, thinking)?;
        if contest.moves().len() == 4 && mv == 8 && contest.moves()[0] == 4 {
            return Err(PlayerError::Failed("in a mood".to_owned()));
        }
        Ok(mv)
    }
}

#[test]
fn the_earliest_failure_is_reported() {
    let run = |threads| {
        let options = MatchOptions {
            games: 5000,
            seed: Seed(3),
            threads: NonZeroUsize::new(threads),
            ..MatchOptions::default()
        };
        let moody = || -> Box<dyn Player<TicTacToe>> { Box::new(Moody) };
        play_match(&PLAIN, &moody, &Sampled(Random), &options, &nobody_watches)
            .err()
            .expect("among so many contests some fail")
            .to_string()
    };
    let alone = run(1);
    assert!(alone.ends_with("player A: in a mood"), "{alone}");
    for threads in [2, 4] {
        assert_eq!(run(threads), alone);
    }
}

/// Stopped from within after some contests, the match returns those that were finished.
#[test]
fn stopping_keeps_what_was_finished() {
    let stop = Arc::new(AtomicBool::new(false));
    let finished = AtomicU64::new(0);
    let options = MatchOptions {
        games: 1_000_000,
        stop: Some(&stop),
        transcripts: true,
        ..MatchOptions::default()
    };
    let watch = |count| {
        finished.fetch_max(count, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    };
    let result = play_match(&PLAIN, &Sampled(Random), &Sampled(Random), &options, &watch)
        .expect("random players do not fail");
    let games = result.score.games();
    assert!(
        games >= finished.into_inner() && games < 1_000_000,
        "{games}"
    );
    assert_eq!(result.transcripts.len() as u64, games);
    assert_eq!(
        result.score.plies,
        result
            .transcripts
            .iter()
            .map(|(_, t)| t.moves.len() as u64)
            .sum::<u64>()
    );
}

#[test]
fn progress_reaches_the_end() {
    let seen = Mutex::new(Vec::new());
    let options = MatchOptions {
        games: 2500,
        ..MatchOptions::default()
    };
    let watch = |count| seen.lock().expect("no panic in here").push(count);
    play_match(&PLAIN, &Sampled(Random), &Sampled(Random), &options, &watch)
        .expect("random players do not fail");
    let seen = seen.into_inner().expect("no panic in here");
    assert_eq!(seen.len(), 1250);
    assert!(seen.contains(&2500));
}

#[test]
fn nature_moves_in_a_match_if_it_is_asked_to() {
    let run = |nature| {
        let options = MatchOptions {
            games: 10_000,
            nature,
            ..MatchOptions::default()
        };
        play_match(
            &Coin,
            &Sampled(Random),
            &Sampled(Random),
            &options,
            &nobody_watches,
        )
    };
    assert!(matches!(run(None), Err(MatchError::Chance)));
    let score = run(Some(&Nature))
        .expect("random players do not fail")
        .score;
    // Four standard deviations of 10,000 fair coins.
    assert!(score.a_wins.abs_diff(5000) < 200, "{score:?}");
}

/// Plays the first legal move, always.
struct First;

impl Player<TicTacToe> for First {
    fn choose(
        &mut self,
        contest: &Contest<'_, TicTacToe>,
        _: &mut Thinking<'_, u8>,
    ) -> Result<u8, PlayerError> {
        let moves = PLAIN.moves(contest.position());
        moves.first().copied().ok_or(PlayerError::Resigned)
    }
}

fn first_against_first(games: u64, seats: Seats, opening_plies: u32) -> MatchResult<TicTacToe> {
    let options = MatchOptions {
        games,
        seats,
        opening_plies,
        threads: NonZeroUsize::new(2),
        ..MatchOptions::default()
    };
    let first = || -> Box<dyn Player<TicTacToe>> { Box::new(First) };
    play_match(&PLAIN, &first, &first, &options, &nobody_watches).expect("they do not fail")
}

/// From the top, square by square, the first player has a1, a3, b2 and c1: a diagonal, in seven plies.
#[test]
fn one_contest_played_twenty_times_is_one_contest() {
    let result = first_against_first(20, Seats::Fixed, 0);
    assert_eq!((result.score.a_wins, result.score.plies), (20, 140));
    let one = Score {
        a_wins: 1,
        plies: 7,
        ..Score::default()
    };
    assert_eq!(result.distinct, Some(one));
    // Each has the first seat once, and wins with it.
    let result = first_against_first(20, Seats::Alternate, 0);
    let two = Score {
        a_wins: 1,
        b_wins: 1,
        plies: 14,
        ..Score::default()
    };
    assert_eq!((result.score.a_wins, result.distinct), (10, Some(two)));
}

#[test]
fn contests_that_were_played_once_are_not_repetitions() {
    assert_eq!(first_against_first(1, Seats::Fixed, 0).distinct, None);
    assert_eq!(first_against_first(2, Seats::Alternate, 0).distinct, None);
}

/// Nine openings of one ply with either seating are eighteen contests, however many are played.
#[test]
fn each_opening_is_one_contest_for_either_seating() {
    let result = first_against_first(1000, Seats::Alternate, 1);
    assert_eq!(result.distinct.map(|score| score.games()), Some(18));
    let fixed = first_against_first(1000, Seats::Fixed, 1);
    assert_eq!(fixed.distinct.map(|score| score.games()), Some(9));
}

/// A contest of tic-tac-toe has nine plies at most, so the ninth is never an opening.
#[test]
fn an_opening_longer_than_the_game_is_refused() {
    let longest = MatchOptions {
        games: 10,
        opening_plies: 8,
        ..MatchOptions::default()
    };
    let players = || -> Box<dyn Player<TicTacToe>> { Box::new(First) };
    let played = play_match(&PLAIN, &players, &players, &longest, &nobody_watches);
    assert_eq!(played.expect("one ply is left").score.plies, 90);
    for opening_plies in [9, 30] {
        let options = MatchOptions {
            opening_plies,
            ..longest
        };
        let Err(error) = play_match(&PLAIN, &players, &players, &options, &nobody_watches) else {
            panic!("nobody moved in these contests");
        };
        assert!(matches!(error, MatchError::Opening { plies } if plies == opening_plies));
    }
}

/// A billion contests are not gone through one by one when nobody wants them any more.
#[test]
fn a_stopped_match_ends_at_once() {
    let stop = Arc::new(AtomicBool::new(false));
    let options = MatchOptions {
        games: u64::MAX,
        stop: Some(&stop),
        threads: NonZeroUsize::new(2),
        ..MatchOptions::default()
    };
    let random = || -> Box<dyn Player<TicTacToe>> { Box::new(First) };
    let begun = std::time::Instant::now();
    let watched = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(200));
            stop.store(true, Ordering::Relaxed);
        });
        play_match(&PLAIN, &random, &random, &options, &nobody_watches)
    });
    assert!(watched.expect("they do not fail").score.games() > 0);
    assert!(begun.elapsed() < std::time::Duration::from_secs(2));
}

#[test]
fn players_who_vary_repeat_nothing() {
    let options = MatchOptions {
        games: 1000,
        ..MatchOptions::default()
    };
    assert_eq!(random_match(&options).distinct, None);
    // Openings alone do not make a repetition.
    let options = MatchOptions {
        opening_plies: 2,
        ..options
    };
    assert_eq!(random_match(&options).distinct, None);
}
