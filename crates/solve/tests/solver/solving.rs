//! Whole games and random graphs solved, held against brute force.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::Ordering;

use shido_core::{ForFirst, Game, Outcome, Pack, Seat, Seed, Solved, Turn, Verdict};
use shido_solve::{SolveError, SolveOptions, SolvedTable, Stage, solve};

use crate::toys::{Achi, Graph, Grid, Recurring};

pub(crate) fn table(game: &impl Pack) -> SolvedTable {
    solve(game, &SolveOptions::new("toy", 1), &|_| {}).unwrap()
}

fn sorted(table: &SolvedTable) -> Vec<(u64, Solved)> {
    let mut all: Vec<(u64, Solved)> = table.iter().collect();
    all.sort_by_key(|(key, _)| *key);
    all
}

/// By definition: a side wins within `d` plies where the contest is over and it has won, or where
/// it can go to, or the other side must go to, a position that it wins within `d - 1`.
pub(crate) fn brute_force(graph: &Graph) -> Vec<Solved> {
    let wins_now = |node: usize, seat| match graph.nodes[node].0 {
        Turn::Over(outcome) => outcome.winner() == Some(seat),
        _ => false,
    };
    let size = graph.nodes.len();
    let mut solved: Vec<Solved> = (0..size)
        .map(|node| Solved {
            value: ForFirst(Verdict::Draw),
            distance: matches!(graph.nodes[node].0, Turn::Over(_)).then_some(0),
        })
        .collect();
    for (seat, verdict) in [(Seat::First, Verdict::Win), (Seat::Second, Verdict::Loss)] {
        let mut within: Vec<bool> = (0..size).map(|node| wins_now(node, seat)).collect();
        for plies in 0..=size as u32 {
            for node in (0..size).filter(|&node| within[node]) {
                if solved[node].value.0 == Verdict::Draw {
                    solved[node] = Solved {
                        value: ForFirst(verdict),
                        distance: Some(plies),
                    };
                }
            }
            within = (0..size)
                .map(|node| {
                    let (turn, edges) = &graph.nodes[node];
                    let mut led = edges.iter().map(|&to| within[to as usize]);
                    match turn {
                        Turn::Of(mover) if *mover == seat => led.any(|wins| wins),
                        Turn::Of(_) => led.all(|wins| wins),
                        _ => wins_now(node, seat),
                    }
                })
                .collect();
        }
    }
    solved
}

/// The positions that can be reached, counted by walking.
fn reachable(graph: &Graph) -> Vec<bool> {
    let mut seen = vec![false; graph.nodes.len()];
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(graph.nodes[node].1.iter().map(|&to| to as usize));
        }
    }
    seen
}

fn check_against_brute_force(graph: &Graph) {
    let table = table(graph);
    let seen = reachable(graph);
    let mut longest = 0;
    for (node, expected) in brute_force(graph).into_iter().enumerate() {
        let found = table.lookup(graph, &(node as u32));
        assert_eq!(
            found,
            seen[node].then_some(expected),
            "node {node} of {graph:?}"
        );
        if seen[node] {
            longest = longest.max(expected.distance.unwrap_or(0));
        }
    }
    assert_eq!(table.summary().longest, longest);
    assert_eq!(
        table.iter().count(),
        seen.iter().filter(|&&seen| seen).count()
    );
}

#[test]
fn graphs_with_cycles_agree_with_brute_force() {
    for seed in 0..500 {
        check_against_brute_force(&Graph::random(Seed(seed), false));
    }
}

#[test]
fn graphs_without_cycles_agree_with_brute_force() {
    for seed in 0..300 {
        let mut graph = Graph::random(Seed(seed), true);
        check_against_brute_force(&graph);
        graph.acyclic = false;
        check_against_brute_force(&graph);
    }
}

/// The counts are those of the literature; 765 is the number of essentially different positions.
#[test]
fn tic_tac_toe() {
    let table = table(&Grid::tic_tac_toe());
    let summary = table.summary();
    assert_eq!(summary.value, ForFirst(Verdict::Draw));
    assert_eq!(summary.distance, None);
    assert_eq!(summary.positions, 5478);
    assert_eq!(summary.positions_up_to_symmetry, 765);
    assert_eq!(summary.terminal, 958);
    assert_eq!(summary.won + summary.drawn + summary.lost, 5478 - 958);
    assert_eq!(table.iter().count(), 765);
    assert!(summary.peak_bytes > 10 * 765);
}

#[test]
fn positions_of_tic_tac_toe() {
    let game = Grid::tic_tac_toe();
    let table = table(&game);
    let solved = |moves: &[usize]| {
        let mut position = game.start();
        for &cell in moves {
            game.play(&mut position, cell);
        }
        table.lookup(&game, &position)
    };
    let decided = |verdict, distance| {
        Some(Solved {
            value: ForFirst(verdict),
            distance: Some(distance),
        })
    };
    // 0 1 2 / 3 4 5 / 6 7 8. Two in a row, own move.
    assert_eq!(solved(&[0, 3, 1, 4]), decided(Verdict::Win, 1));
    // The same with the other side to move, who wins first.
    assert_eq!(solved(&[0, 3, 1, 4, 8]), decided(Verdict::Loss, 1));
    // A fork of two corners and the centre against two answers that meet nothing.
    assert_eq!(solved(&[0, 1, 4, 8, 3]), decided(Verdict::Win, 2));
    // An edge in answer to a corner loses, but not before the seventh ply.
    assert_eq!(solved(&[0, 1]), decided(Verdict::Win, 5));
    assert_eq!(solved(&[0, 3, 1, 4, 2]), decided(Verdict::Win, 0));
    let draw = Solved {
        value: ForFirst(Verdict::Draw),
        distance: None,
    };
    assert_eq!(solved(&[0, 4]), Some(draw));
    // Two more crosses than noughts cannot be reached.
    assert_eq!(table.lookup(&game, &[0b101, 0]), None);
}

/// 161,029 is the number of positions of connect-four on four by four (Tromp's count).
#[test]
fn four_in_a_row_on_four_by_four() {
    let table = table(&Grid::four_in_a_row(4, 4));
    assert_eq!(table.summary().positions, 161_029);
    assert_eq!(table.summary().value, ForFirst(Verdict::Draw));
}

/// 5,768 positions and a draw, as found by others who solved it.
#[test]
fn achi() {
    let table = table(&Achi::new());
    assert_eq!(table.summary().positions, 5768);
    assert_eq!(table.summary().value, ForFirst(Verdict::Draw));
    assert_eq!(table.summary().distance, None);
}

#[test]
fn both_ways_to_value_agree() {
    for (width, height) in [(3, 3), (4, 3), (4, 4), (5, 3)] {
        let plain = table(&Grid::four_in_a_row(width, height));
        let recurring = table(&Recurring(Grid::four_in_a_row(width, height)));
        assert_eq!(sorted(&plain), sorted(&recurring));
        let (mut plain, recurring) = (*plain.summary(), *recurring.summary());
        plain.peak_bytes = recurring.peak_bytes;
        assert_eq!(plain, recurring);
    }
}

/// A pile from which one to three are taken, who takes the last wins: multiples of four are lost.
/// Each round of two plies takes four, whatever the loser does.
#[test]
fn take_away() {
    const PILE: u32 = 1001;
    let nodes: Vec<(Turn, Vec<u32>)> = (0..PILE * 2)
        .map(|node| {
            let (taken, mover) = (node / 2, Seat::BOTH[(node % 2) as usize]);
            if taken == PILE - 1 {
                return (Turn::Over(Outcome::win(mover.other())), Vec::new());
            }
            let most = 3.min(PILE - 1 - taken);
            let edges = (1..=most)
                .map(|take| (taken + take) * 2 + 1 - node % 2)
                .collect();
            (Turn::Of(mover), edges)
        })
        .collect();
    for acyclic in [true, false] {
        let nodes = nodes.clone();
        let game = Graph { nodes, acyclic };
        let table = table(&game);
        for node in [0, 3, 4, 5, 6, 7, 100, 801, 1995, 2001] {
            let (taken, mover) = (node / 2, Seat::BOTH[(node % 2) as usize]);
            let left = PILE - 1 - taken;
            let winner = if left.is_multiple_of(4) {
                mover.other()
            } else {
                mover
            };
            let solved = table.lookup(&game, &node).unwrap();
            assert_eq!(solved.value, Outcome::win(winner).verdict(), "{left} left");
            let plies = left / 4 * 2 + u32::from(!left.is_multiple_of(4));
            assert_eq!(solved.distance, Some(plies), "{left} left");
        }
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    fn check(game: &impl Pack) {
        let mut options = SolveOptions::new("toy", 1);
        options.threads = NonZeroUsize::new(1);
        let alone = solve(game, &options, &|_| {}).unwrap();
        for threads in [2, 3] {
            options.threads = NonZeroUsize::new(threads);
            assert!(solve(game, &options, &|_| {}).unwrap() == alone);
        }
    }
    check(&Grid::four_in_a_row(4, 4));
    check(&Recurring(Grid::four_in_a_row(4, 4)));
    check(&Achi::new());
}

#[test]
fn the_stages_are_reported_in_order() {
    let seen = Mutex::new(Vec::new());
    let watch = |progress: shido_solve::Progress| {
        if let Some(total) = progress.total {
            assert!(progress.done <= total);
        }
        let mut seen = seen.lock().unwrap();
        if seen.last() != Some(&progress.stage) {
            seen.push(progress.stage);
        }
    };
    solve(&Achi::new(), &SolveOptions::new("toy", 1), &watch).unwrap();
    assert_eq!(
        seen.into_inner().unwrap(),
        [
            Stage::Enumerating,
            Stage::Linking,
            Stage::Valuing,
            Stage::Counting
        ]
    );
}

#[test]
fn what_cannot_be_solved_is_said() {
    let options = SolveOptions::new("toy", 1);
    let mut wide = Grid::tic_tac_toe();
    wide.too_wide = true;
    let error = solve(&wide, &options, &|_| {}).unwrap_err();
    assert!(matches!(error, SolveError::TooWide { bits: 65 }));

    for acyclic in [false, true] {
        let over = (Turn::Over(Outcome::DRAW), Vec::new());
        let chance = Graph {
            nodes: vec![(Turn::Chance, vec![1]), over.clone()],
            acyclic,
        };
        let error = solve(&chance, &options, &|_| {}).unwrap_err();
        assert!(matches!(error, SolveError::Chance));

        let stuck = Graph {
            nodes: vec![(Turn::Of(Seat::First), vec![])],
            acyclic,
        };
        let error = solve(&stuck, &options, &|_| {}).unwrap_err();
        assert!(matches!(error, SolveError::Unlawful(_)));
    }
    let backwards = Graph {
        nodes: vec![(Turn::Of(Seat::First), vec![0])],
        acyclic: true,
    };
    let error = solve(&backwards, &options, &|_| {}).unwrap_err();
    assert!(matches!(error, SolveError::Unlawful(_)));
}

#[test]
fn a_win_that_is_too_far_away_is_an_error() {
    for acyclic in [false, true] {
        let corridor = |length: u32| Graph {
            nodes: (1..=length)
                .map(|next| (Turn::Of(Seat::First), vec![next]))
                .chain([(Turn::Over(Outcome::win(Seat::Second)), Vec::new())])
                .collect(),
            acyclic,
        };
        let most = (1 << 14) - 1;
        assert_eq!(table(&corridor(most)).summary().distance, Some(most));
        let error = solve(&corridor(most + 1), &SolveOptions::new("toy", 1), &|_| {}).unwrap_err();
        assert!(matches!(error, SolveError::TooLong { .. }));
    }
}

/// With less and less memory the answer is the same until it is an error, and what was held never
/// exceeds what was allowed.
#[test]
fn memory_is_kept_within_its_limit() {
    fn check(game: &impl Pack) {
        let plenty = table(game);
        let peak = plenty.summary().peak_bytes;
        let mut refused = false;
        for tenths in (1..=10).rev() {
            let mut options = SolveOptions::new("toy", 1);
            options.memory = peak * tenths / 10;
            match solve(game, &options, &|_| {}) {
                Ok(table) => {
                    assert!(!refused);
                    assert!(table.summary().peak_bytes <= options.memory);
                    assert_eq!(sorted(&table), sorted(&plenty));
                }
                Err(SolveError::Memory { limit, wanted, .. }) => {
                    refused = true;
                    assert_eq!(limit, options.memory);
                    assert!(wanted > limit);
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert!(refused);
    }
    check(&Grid::four_in_a_row(4, 4));
    check(&Recurring(Grid::four_in_a_row(4, 4)));
}

/// The peak of a game with cycles is where its edges are turned round. With less than that, those
/// for which there is no room are found a second time.
#[test]
fn edges_that_do_not_fit_are_found_again() {
    let game = Recurring(Grid::four_in_a_row(4, 4));
    let plenty = table(&game);
    let mut options = SolveOptions::new("toy", 1);
    options.memory = plenty.summary().peak_bytes * 9 / 10;
    let scarce = solve(&game, &options, &|_| {}).unwrap();
    assert!(scarce.summary().peak_bytes < plenty.summary().peak_bytes);
    assert_eq!(sorted(&scarce), sorted(&plenty));
}

#[test]
fn a_raised_stop_flag_stops_the_work_at_any_stage() {
    let game = Achi::new();
    for stage in [Stage::Enumerating, Stage::Linking, Stage::Valuing] {
        let options = SolveOptions::new("toy", 1);
        let watch = |progress: shido_solve::Progress| {
            if progress.stage == stage {
                options.stop.store(true, Ordering::Relaxed);
            }
        };
        let error = solve(&game, &options, &watch).unwrap_err();
        assert!(matches!(error, SolveError::Interrupted), "{stage:?}");
    }
}

/// Every value follows from those of the successors, in every position of a game with symmetries.
#[test]
fn values_of_a_real_game_follow_from_each_other() {
    let game = Achi::new();
    let table = table(&game);
    for (key, solved) in table.iter() {
        let position = game.unpack(key).unwrap();
        let Turn::Of(mover) = game.turn(&position) else {
            assert_eq!(solved.distance, Some(0));
            continue;
        };
        let best = game
            .moves(&position)
            .into_iter()
            .map(|mv| {
                let next = table.lookup(&game, &game.after(&position, mv)).unwrap();
                let plies = next.distance.unwrap_or(0) as i32;
                match next.value.seen_by(mover).0 {
                    Verdict::Win => (Verdict::Win, -plies),
                    Verdict::Draw => (Verdict::Draw, 0),
                    Verdict::Loss => (Verdict::Loss, plies),
                }
            })
            .max()
            .unwrap();
        assert_eq!(solved.value.seen_by(mover).0, best.0);
        let plies = (best.0 != Verdict::Draw).then_some(best.1.unsigned_abs() + 1);
        assert_eq!(solved.distance, plies);
    }
}
