//! Every search consults tables, and openings are played from a book.

use std::sync::atomic::{AtomicU64, Ordering};

use shido_core::{Game, Notation, Seed, Turn, Verdict};
use shido_frame::{Compiled, Frame, FrameGame};
use shido_search::{
    Blank, Book, Expectiminimax, Known, Limits, Mcts, Pvs, PvsOptions, TranspositionTable,
    WithLookup, alphabeta, minimax,
};
use shido_solve::{SolveOptions, SolvedTable};

fn tic_tac_toe() -> FrameGame<u64> {
    let text = include_str!("../../../frames/tic-tac-toe.toml");
    let frame = Frame::read("tic-tac-toe.toml", text, &[]).expect("a frame");
    match Compiled::new(&frame) {
        Compiled::Small(game) => game,
        _ => panic!("a small board"),
    }
}

fn payoff(verdict: Verdict) -> f64 {
    match verdict {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.0,
        Verdict::Loss => -1.0,
    }
}

/// With the solver's table, a search one ply deep knows the value of every move: in each position of
/// the game it finds what minimax to the end finds.
#[test]
fn a_table_makes_shallow_searches_perfect() {
    let game = tic_tac_toe();
    let options = SolveOptions::new("tic-tac-toe", 1);
    let table: SolvedTable = shido_solve::solve(&game, &options, &|_| {}).expect("it is small");
    let asked = AtomicU64::new(0);
    let look_up = |game: &FrameGame<u64>, position: &<FrameGame<u64> as Game>::Position| {
        asked.fetch_add(1, Ordering::Relaxed);
        let solved = table.lookup(game, position)?;
        Some(Known {
            value: shido_core::ForFirst(payoff(solved.value.0)),
            distance: solved.distance,
        })
    };
    let model = WithLookup {
        model: Blank,
        lookup: &look_up,
    };
    let mut rng = Seed(3).rng();
    for _ in 0..40 {
        let mut position = game.start();
        while let Turn::Of(_) = game.turn(&position) {
            let limits = Limits::depth(1);
            let expected = minimax(&game, &position, &Blank, Limits::default()).expect("a value");
            let by_minimax = minimax(&game, &position, &model, limits).expect("a value");
            let by_alphabeta = alphabeta(&game, &position, &model, limits).expect("a value");
            let by_chance = Expectiminimax::default()
                .search(&game, &position, &model, limits)
                .expect("a value");
            let memory = TranspositionTable::new(1);
            let search = Pvs {
                game: &game,
                model: &model,
                table: &memory,
                probcut: None,
                options: PvsOptions::exact(),
            };
            let by_pvs = search
                .search(&[position], limits, &|_| {})
                .expect("a value");
            let by_mcts = Mcts {
                all_moves: true,
                ..Mcts::default()
            }
            .search(&game, &position, &model, Seed(1), Limits::default())
            .expect("a value")
            .analysis;
            for found in [&by_minimax, &by_alphabeta, &by_chance, &by_pvs, &by_mcts] {
                assert_eq!(found.value, expected.value);
            }
            for found in [&by_minimax, &by_pvs, &by_mcts] {
                assert_eq!(found.best, expected.best);
            }
            let mv = game.random_move(&position, &mut rng).expect("not over");
            game.play(&mut position, mv);
        }
    }
    assert!(asked.load(Ordering::Relaxed) > 0);
}

#[test]
fn a_book_draws_moves_as_often_as_they_were_made() {
    let game = tic_tac_toe();
    let mut book = Book::default();
    let read = |line: &str| -> Vec<_> {
        let mut position = game.start();
        let read = |text: &str| {
            let mv = game.parse_move(&position, text).expect("a legal move");
            game.play(&mut position, mv);
            mv
        };
        line.split(' ').map(read).collect()
    };
    for line in ["b2 a1 c3", "b2 a1 c3", "b2 c1", "a1 b2"] {
        book.add(&game, &read(line));
    }
    // Start; after b2; after b2 a1; after a1.
    assert_eq!(book.len(), 4);
    let [centre, corner] = [read("b2")[0], read("a1")[0]];
    assert_eq!(book.moves(&game, &game.start()), [(centre, 3), (corner, 1)]);
    let mut rng = Seed(5).rng();
    let draws = (0..4000)
        .filter(|_| book.draw(&game, &game.start(), &mut rng) == Some(centre))
        .count();
    // Three quarters, and six standard deviations of 27 either way.
    assert!((2836..=3164).contains(&draws), "{draws}");
    let unknown = game.after(&game.start(), read("c1")[0]);
    assert_eq!(book.draw(&game, &unknown, &mut rng), None);
}
