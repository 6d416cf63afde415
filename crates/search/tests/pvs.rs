//! The workhorse agrees with the reference.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rand::RngExt;
use rand::seq::IndexedRandom;
use shido_core::{ForFirst, Game, Guide, Seat, Seed, Turn};
use shido_frame::{Compiled, Frame};
use shido_games::tree::{Branch, Tree};
use shido_search::{
    Analysis, Ask, Blank, Bound, Cut, Judged, Limits, Model, MoveValue, ProbCut, Pvs, PvsOptions,
    RecordedTree, Recording, Regression, SearchError, Selectivity, TranspositionTable, Why,
    minimax,
};
use shido_testkit::trees::{self, Shape};

fn pvs<G: Guide>(
    game: &G,
    position: &G::Position,
    model: &(impl Model<G> + Sync),
    options: PvsOptions,
    limits: Limits<'_>,
) -> Result<Analysis<G::Move>, SearchError<G::Move>> {
    let table = TranspositionTable::new(1);
    let search = Pvs {
        game,
        model,
        table: &table,
        probcut: None,
        options,
    };
    search.search(std::slice::from_ref(position), limits, &|_| {})
}

/// What an exact search to the end looks at in its last step.
fn recorded<G: Guide>(game: &G, model: &(impl Model<G> + Sync), depth: u32) -> RecordedTree<G> {
    let table = TranspositionTable::new(1);
    let search = Pvs {
        game,
        model,
        table: &table,
        probcut: None,
        options: PvsOptions {
            ask: Ask::BestMove,
            ..PvsOptions::exact()
        },
    };
    let mut recording = Recording::new(100_000, 100);
    search
        .search_observed(&[game.start()], Limits::depth(depth), &mut recording)
        .expect("pvs has an answer");
    recording.finish().expect("there was a search")
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("at least one")
}

/// Value and set of best moves are those of minimax, and the line leads to the value.
fn check<G: Guide>(
    game: &G,
    position: &G::Position,
    model: &(impl Model<G> + Sync),
    depth: u32,
    threads: NonZeroUsize,
    case: &str,
) {
    let limits = Limits::depth(depth);
    let expected = minimax(game, position, model, limits).expect("minimax has an answer");
    let exact = PvsOptions {
        threads,
        ..PvsOptions::exact()
    };
    let found = pvs(game, position, model, exact, limits).expect("pvs has an answer");
    assert_eq!(found.value, expected.value, "{case}: value");
    assert_eq!(found.best, expected.best, "{case}: best moves");
    let one = PvsOptions {
        ask: Ask::BestMove,
        ..exact
    };
    let found = pvs(game, position, model, one, limits).expect("pvs has an answer");
    assert_eq!(found.value, expected.value, "{case}: value by windows");
    if expected.best.is_empty() {
        return;
    }
    check_several(game, position, model, exact, limits, &expected, case);
    assert_eq!(found.best.len(), 1);
    assert!(expected.best.contains(&found.best[0]), "{case}: {found:?}");
    assert!(found.line.starts_with(&found.best), "{case}: {found:?}");
    let mut at = position.clone();
    for &mv in &found.line {
        assert!(game.moves(&at).contains(&mv), "{case}: illegal line");
        game.play(&mut at, mv);
    }
    let end = match game.turn(&at) {
        Turn::Over(outcome) => model.end(game, &at, outcome),
        _ if found.line.len() as u32 == depth => model.horizon(game, &at).expect("a value"),
        _ => return, // The table cut the line short.
    };
    assert_eq!(end, found.value, "{case}: the line leads elsewhere");
}

/// The two best moves have the values of minimax and lines that begin with them; the others are no better.
fn check_several<G: Guide>(
    game: &G,
    position: &G::Position,
    model: &(impl Model<G> + Sync),
    exact: PvsOptions,
    limits: Limits<'_>,
    expected: &Analysis<G::Move>,
    case: &str,
) {
    let Turn::Of(mover) = game.turn(position) else {
        return;
    };
    let two = PvsOptions {
        ask: Ask::Best(threads(2)),
        ..exact
    };
    let found = pvs(game, position, model, two, limits).expect("pvs has an answer");
    let seen = |judged: &MoveValue<G::Move>| judged.value.seen_by(mover).0;
    assert_eq!(found.value, expected.value, "{case}: value of several");
    for line in &found.lines {
        let judged = found.moves.iter().find(|judged| judged.mv == line[0]);
        let bound = judged.map(|judged| judged.bound);
        assert_eq!(bound, Some(Bound::Exact), "{case}: {found:?}");
    }
    let worst = found.lines.last().map(|line| line[0]);
    let worst = found.moves.iter().find(|judged| Some(judged.mv) == worst);
    let worst = worst.map(seen).expect("the last line is of a move");
    for (judged, truth) in found.moves.iter().zip(&expected.moves) {
        assert_eq!(judged.mv, truth.mv);
        match judged.bound {
            Bound::Exact => assert_eq!(judged.value, truth.value, "{case}: {found:?}"),
            _ => assert!(seen(truth) <= worst, "{case}: {found:?}"),
        }
    }
}

#[test]
fn random_trees_agree_with_minimax() {
    for number in 0..400 {
        let shape = Shape {
            depth: 2 + number % 6,
            branches: 2 + number % 3,
            chance: false,
        };
        let text = trees::random(Seed(u64::from(number)), shape);
        let tree = Tree::parse(&text).expect("a tree");
        for judge in Seat::BOTH {
            for depth in [1, 2, shape.depth] {
                let case = format!("depth {depth}, judged by {judge}: {text}");
                let model = Judged(judge);
                check(&tree, &tree.start(), &model, depth, threads(1), &case);
            }
        }
        check(
            &tree,
            &tree.start(),
            &Judged(Seat::First),
            9,
            threads(3),
            &text,
        );
    }
}

/// Scores are whole numbers, and there was room for values up to 2.3 million alone.
#[test]
fn large_leaves_agree_with_minimax() {
    for text in [
        "(max (min 3e6 3e6) (min 9e6 8e6))",
        "(max (min 1.5e308 -1.5e308) (min 1e308 8e307))",
        "(min (max 1e308 1e308) (max 3 1.7e308) -1e308)",
        "(max (min 1e18 1000000000000000001) (min 999999999999999872 1e18))",
        "(max 1048576 (min 1048577 2097152.5))",
    ] {
        let tree = Tree::parse(text).expect("a tree");
        check(
            &tree,
            &tree.start(),
            &Judged(Seat::First),
            9,
            threads(1),
            text,
        );
    }
    // Leaves of many sizes: small multiples of powers of two, down to what the largest leaf leaves apart.
    for number in 0..200 {
        let shape = Shape {
            depth: 2 + number % 4,
            branches: 2 + number % 3,
            chance: false,
        };
        let mut rng = Seed(99).derive(u64::from(number)).rng();
        let large = rng.random_range(30..=1020);
        let small = trees::random(Seed(u64::from(number)), shape);
        let mut text = String::new();
        for part in small.split_inclusive([' ', '|', '(', ')', '=']) {
            let word = part.trim_end_matches([' ', '|', '(', ')', '=']);
            match word.parse::<i32>() {
                Ok(value) => {
                    let power = rng.random_range((large - 50).max(-20)..=large);
                    let value = f64::from(value) * 2_f64.powi(power);
                    text += &format!("{value}{}", &part[word.len()..]);
                }
                Err(_) => text += part,
            }
        }
        let tree = Tree::parse(&text).expect("a tree");
        for judge in Seat::BOTH {
            for depth in [1, 2, shape.depth] {
                check(
                    &tree,
                    &tree.start(),
                    &Judged(judge),
                    depth,
                    threads(1),
                    &text,
                );
            }
        }
    }
}

/// What is far smaller than the largest leaf is told up to a share of that, as `Scale` states.
#[test]
fn small_values_beside_large_ones_are_close() {
    for stake in [1e7, 1e12, 1e18, 1e300, f64::MAX] {
        for share in [3e-1, 7e-5, 7e-10, 3e-15, 7e-17, 3e-18, 7e-30] {
            let value = stake * share;
            if value < 1e-12 {
                continue;
            }
            let text = format!("(max {} (min {value} {stake}))", -stake);
            let tree = Tree::parse(&text).expect("a tree");
            let exact = PvsOptions::exact();
            let model = Judged(Seat::First);
            let found = pvs(&tree, &tree.start(), &model, exact, Limits::depth(5));
            let found = found.expect("pvs has an answer");
            let error = (found.value.0 - value).abs();
            assert!(error <= stake / 2_f64.powi(59), "{text}: {}", found.value.0);
            assert_eq!(found.best, [Branch(2)], "{text}");
        }
    }
}

/// Threads meet differently each time, and the answer must not depend on it.
#[test]
fn parallel_searches_agree_however_they_are_scheduled() {
    const RUNS: usize = 25;
    fn check_often<G: Guide>(game: &G, position: &G::Position, model: &(impl Model<G> + Sync)) {
        let limits = Limits::depth(6);
        let expected = minimax(game, position, model, limits).expect("minimax has an answer");
        for run in 0..RUNS {
            let exact = PvsOptions {
                threads: threads(2 + run % 3),
                ..PvsOptions::exact()
            };
            let found = pvs(game, position, model, exact, limits).expect("pvs has an answer");
            assert_eq!(found.value, expected.value, "run {run}: {position:?}");
            assert_eq!(found.best, expected.best, "run {run}: {position:?}");
        }
    }
    for number in 0..10 {
        let shape = Shape {
            depth: 6,
            branches: 4,
            chance: false,
        };
        let tree = Tree::parse(&trees::random(Seed(number), shape)).expect("a tree");
        check_often(&tree, &tree.start(), &Judged(Seat::First));
    }
    let frame = Frame::read("frame.toml", FRAMES[4], &[]).expect("a frame");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        panic!("a small board");
    };
    for number in 0..10 {
        let mut rng = Seed(number).rng();
        let mut position = game.start();
        // Late positions, in which there are wins to be found within the horizon.
        for _ in 0..12 + number {
            if let Some(mv) = game.random_move(&position, &mut rng) {
                game.play(&mut position, mv);
            }
        }
        check_often(&game, &position, &Blank);
    }
}

const FRAMES: &[&str] = &[
    include_str!("../../../frames/tic-tac-toe.toml"),
    include_str!("../../../frames/lose-tic-tac-toe.toml"),
    include_str!("../../../frames/achi.toml"),
    include_str!("../../../frames/three-mens-morris.toml"),
    include_str!("../../../frames/connect-four.toml"),
    include_str!("../../../frames/nine-mens-morris.toml"),
    include_str!("../../../frames/shisima.toml"),
];

#[test]
fn random_positions_agree_with_minimax() {
    for text in FRAMES {
        let frame = Frame::read("frame.toml", text, &[]).expect("a frame");
        let Compiled::Small(game) = Compiled::new(&frame) else {
            panic!("a small board");
        };
        // A contest remembers repetitions and plain minimax does not, so the two are compared on
        // depths at which none can occur.
        let depth = if game.repetition_limit().is_some() {
            3
        } else {
            5
        };
        for number in 0..30 {
            let mut rng = Seed(number).rng();
            let mut position = game.start();
            for _ in 0..number / 2 {
                let Some(&mv) = game.moves(&position).choose(&mut rng) else {
                    break;
                };
                game.play(&mut position, mv);
            }
            let case = format!("{} {number}", frame.name);
            let count = threads(1 + number as usize % 3);
            check(&game, &position, &Blank, depth, count, &case);
        }
    }
}

#[test]
fn a_solved_game_is_searched_to_its_end() {
    let frame = Frame::read("frame.toml", FRAMES[0], &[]).expect("a frame");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        panic!("a small board");
    };
    let options = PvsOptions::exact();
    let analysis = pvs(&game, &game.start(), &Blank, options, Limits::default()).expect("a value");
    assert_eq!(analysis.value.0, 0.0);
    assert_eq!(analysis.depth, None);
    assert_eq!(analysis.best.len(), 9);
}

#[test]
fn near_wins_come_first() {
    let frame = Frame::read("frame.toml", FRAMES[4], &[]).expect("a frame");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        panic!("a small board");
    };
    use shido_core::Notation;
    let mut position = game.start();
    for text in ["d", "d", "c", "c"] {
        let mv = game.parse_move(&position, text).expect("legal");
        game.play(&mut position, mv);
    }
    // Two in a row on the bottom with both sides open: b or e makes a double threat.
    let analysis = pvs(
        &game,
        &position,
        &Blank,
        PvsOptions::default(),
        Limits::depth(12),
    )
    .expect("a value");
    assert_eq!(analysis.value.0, 1.0);
    assert_eq!(analysis.distance, Some(3));
}

#[test]
fn limits_are_kept_and_a_move_is_always_in_hand() {
    let frame = Frame::read("frame.toml", FRAMES[4], &[]).expect("a frame");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        panic!("a small board");
    };
    let run = |limits| {
        pvs(&game, &game.start(), &Blank, PvsOptions::default(), limits).expect("an answer")
    };
    let by_nodes = run(Limits {
        nodes: Some(50_000),
        ..Limits::default()
    });
    assert!(by_nodes.nodes <= 50_000);
    assert_eq!(by_nodes.best.len(), 1);
    let told = AtomicBool::new(true);
    let by_flag = run(Limits {
        stop: Some(&told),
        ..Limits::default()
    });
    assert_eq!(by_flag.depth, Some(1));
    assert_eq!(by_flag.best.len(), 1);
    let started = Instant::now();
    let by_time = run(Limits {
        time: Some(Duration::from_millis(200)),
        ..Limits::default()
    });
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(by_time.depth >= Some(1));
}

/// Judges nothing. After so many positions it raises a flag, and counts what it is asked from then on.
struct Stopping {
    judged: AtomicUsize,
    after: usize,
    stop: AtomicBool,
}

impl<G: Game> Model<G> for Stopping {
    fn horizon(&self, _game: &G, _position: &G::Position) -> Option<ForFirst<f64>> {
        if self.judged.fetch_add(1, Ordering::Relaxed) == self.after {
            self.stop.store(true, Ordering::Relaxed);
        }
        Some(ForFirst(0.0))
    }

    fn odds(&self, _game: &G, _position: &G::Position, _outcome: G::Move) -> Option<f64> {
        None
    }
}

/// Whoever waits for a search of many threads waits for the work that each of them does once it was told to
/// stop. With a thousand nodes each, 256 threads on two processors took more than a second at Go.
#[test]
fn many_threads_stop_soon() {
    let frame = Frame::read("frame.toml", FRAMES[4], &[]).expect("a frame");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        panic!("a small board");
    };
    let many = threads(64);
    let model = Stopping {
        judged: AtomicUsize::new(0),
        after: 200_000,
        stop: AtomicBool::new(false),
    };
    let options = PvsOptions {
        threads: many,
        ..PvsOptions::default()
    };
    let limits = Limits {
        stop: Some(&model.stop),
        ..Limits::default()
    };
    pvs(&game, &game.start(), &model, options, limits).expect("an answer");
    assert!(model.stop.load(Ordering::Relaxed), "it ended by itself");
    let late = model.judged.load(Ordering::Relaxed) - model.after;
    assert!(late <= many.get() * 20, "{late} positions were judged late");
}

/// The tree of the slides: the two leaves that alpha-beta skips are skipped, and no other.
#[test]
fn the_tree_of_the_slides_is_recorded() {
    let tree = Tree::parse("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))").expect("it is a tree");
    let recorded = recorded(&tree, &Judged(Seat::First), 2);
    assert_eq!(recorded.nodes.len(), 11);
    let skipped = recorded.nodes.iter().flat_map(|node| &node.skipped);
    let skipped: Vec<_> = skipped.map(|(mv, why)| (mv.0, *why)).collect();
    assert_eq!(skipped, [(2, Cut::Alpha), (3, Cut::Alpha)]);
    let root = recorded.nodes[0].result.expect("it was left");
    assert_eq!((root.range(), root.why), ([3.0, 3.0], Why::Searched));
}

/// Whatever a recorded node says of its position is true of its minimax value at that depth.
#[test]
fn recorded_bounds_hold() {
    let shape = Shape {
        depth: 5,
        branches: 4,
        chance: false,
    };
    for number in 0..100 {
        let text = trees::random(Seed(77).derive(number), shape);
        let tree = Tree::parse(&text).expect("random trees are trees");
        let model = Judged(Seat::First);
        let recorded = recorded(&tree, &model, shape.depth);
        for node in &recorded.nodes {
            let [low, high] = node.result.expect("the search was finished").range();
            let value = minimax(&tree, &node.position, &model, Limits::default());
            let value = value.expect("minimax has an answer").value.0;
            assert!(
                low <= value && value <= high,
                "{text}: {low} {value} {high}"
            );
        }
    }
}

/// The corners, the edges and the centre of an empty board: three moves are searched, six are the same
/// as one of them.
#[test]
fn moves_that_come_to_the_same_are_searched_once() {
    let frame = Frame::read("frame.toml", FRAMES[0], &[]).expect("the shipped frame is sound");
    let Compiled::Small(game) = Compiled::new(&frame) else {
        panic!("nine points fit in 64 bits");
    };
    let recorded = recorded(&game, &Blank, 3);
    let root = &recorded.nodes[0];
    let twins = root.skipped.iter().filter(|(_, why)| *why == Cut::Twin);
    assert_eq!(twins.count(), 6);
    let searched: HashSet<_> = root
        .below
        .iter()
        .map(|&below| recorded.nodes[below].by)
        .collect();
    assert_eq!(searched.len(), 3);
}

/// A tree without inner values, of any number of plies, has an answer by default: every line ends.
/// It used to be refused from three plies on, as liberties need values of inner nodes.
#[test]
fn depths_without_values_are_left_out() {
    let scout = include_str!("../../../examples/trees/scout.tree");
    let scout = Tree::parse(scout).expect("the tree is shipped");
    let default = |tree: &Tree, limits: Limits<'_>| {
        let model = Judged(Seat::First);
        pvs(tree, &tree.start(), &model, PvsOptions::default(), limits)
    };
    // The first node has 12 and 8, the second 6 and 14, the third 2 and 9: the least are 8, 6 and 2.
    for limits in [Limits::default(), Limits::depth(3), Limits::depth(9)] {
        let found = default(&scout, limits).expect("every line ends");
        assert_eq!(found.value.0, 8.0);
        assert_eq!(found.line[0], found.best[0]);
        assert_eq!(found.best, [shido_games::tree::Branch(1)]);
        assert_eq!(found.depth, None);
    }
    for depth in [0, 1, 2] {
        let refused = default(&scout, Limits::depth(depth));
        assert!(
            matches!(refused, Err(SearchError::NoValue { .. })),
            "{depth}"
        );
    }
    for index in 0..200 {
        let shape = Shape {
            depth: 5,
            branches: 4,
            chance: false,
        };
        let text = trees::random(Seed(107).derive(index), shape);
        // Inner values are behind an equals sign.
        let bare: Vec<&str> = text
            .split(' ')
            .filter(|word| !word.starts_with('='))
            .collect();
        let text = bare.join(" ");
        let tree = Tree::parse(&text).expect("the tree is well-formed");
        let expected = minimax(
            &tree,
            &tree.start(),
            &Judged(Seat::First),
            Limits::default(),
        );
        let expected = expected.expect("every line ends");
        let found = default(&tree, Limits::default()).expect("every line ends");
        assert!((found.value.0 - expected.value.0).abs() < 1e-6, "{text}");
        assert!(expected.best.contains(&found.best[0]), "{text}");
    }
    // Where one depth has values and the next has none, the first is not forgotten.
    let mixed = Tree::parse("(max (min =4 (max 1 2) 9) (min =3 7 (max 8 6)))");
    let mixed = mixed.expect("the tree is well-formed");
    let found = default(&mixed, Limits::depth(1)).expect("a ply has values");
    assert_eq!(found.value.0, 4.0);
    let found = default(&mixed, Limits::default()).expect("every line ends");
    assert_eq!(found.value.0, 7.0);
    // Who is stopped before a depth has values says that there were none.
    fn full(depth: u32) -> String {
        let head = ["max", "min"][depth as usize % 2];
        match depth {
            0 => "1".to_owned(),
            _ => format!("({head} {})", vec![full(depth - 1); 5].join(" ")),
        }
    }
    let large = Tree::parse(&full(7)).expect("the tree is well-formed");
    let stop = AtomicBool::new(true);
    let stopped = Limits {
        stop: Some(&stop),
        ..Limits::default()
    };
    let found = default(&large, stopped);
    assert!(
        matches!(found, Err(SearchError::NoValue { .. })),
        "{found:?}"
    );
}

/// A search of a tree by what a shallow search says of a deep one.
fn by_probcut(tree: &Tree, depth: u32, sigmas: f64, cut: Regression) -> Analysis<Branch> {
    let table = TranspositionTable::new(1);
    let known = ProbCut::new(sigmas, &[cut]);
    let search = Pvs {
        game: tree,
        model: &Judged(Seat::First),
        table: &table,
        probcut: Some(&known),
        options: PvsOptions {
            selectivity: Selectivity::ProbCut,
            quiescence: false,
            ..PvsOptions::default()
        },
    };
    let found = search.search(&[tree.start()], Limits::depth(depth), &|_| {});
    found.expect("every node has a value")
}

/// The first move is worth 0.1. Two plies below the second nothing looks better than -0.5, but there is a win for
/// the first player three plies below it: a shallow search does not see it.
const TRAP: &str = "(max =0.1 (min =0.1 (max =0.1 (min =0.1 0.1))) \
                             (min =-0.5 (max =-0.5 (min =-0.5 0.9))))";

fn one_ply_for_three(deviation: f64) -> Regression {
    Regression {
        deep: 3,
        shallow: 1,
        from: 0,
        slope: 1.0,
        offset: 0.0,
        deviation,
        positions: 100,
    }
}

#[test]
fn a_shallow_search_that_is_trusted_gives_a_node_up() {
    let tree = Tree::parse(TRAP).unwrap();
    let trusted = by_probcut(&tree, 4, 1.5, one_ply_for_three(0.1));
    assert!((trusted.value.0 - 0.1).abs() < 1e-9, "{}", trusted.value.0);
    assert_eq!(trusted.best, [Branch(1)]);
}

#[test]
fn one_that_is_too_uncertain_does_not() {
    let tree = Tree::parse(TRAP).unwrap();
    for (sigmas, deviation) in [(1.5, 10.0), (10.0, 0.1)] {
        let careful = by_probcut(&tree, 4, sigmas, one_ply_for_three(deviation));
        assert!((careful.value.0 - 0.9).abs() < 1e-9, "{}", careful.value.0);
        assert_eq!(careful.best, [Branch(2)]);
    }
}
