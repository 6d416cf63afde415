//! Kalah: its rules, its published values, and all that it gets from the library.

use std::sync::Arc;

use kalah::Kalah;
use shido::{
    AnyGame, Ask, Catalog, Extent, Game, Goal, LearnerOptions, MatchOrder, Notation, Request,
    Seats, Seed, Settings, Testing, TrainingOrder, Verdict,
};
use shido_testkit::laws;

fn catalog() -> Catalog {
    let mut catalog = Catalog::empty();
    catalog
        .add_family("kalah", |spec| {
            let number = |key, usual| spec.option(key).map_or(usual, |it| it.parse().unwrap());
            Ok(Kalah::new(number("houses", 3), number("seeds", 2) as u8)
                .expect("a board")
                .entry())
        })
        .unwrap();
    catalog
}

fn open(text: &str) -> Arc<dyn AnyGame> {
    catalog().open(text).unwrap()
}

/// By hand: the third house of three with two seeds ends in the second house of the other side; the
/// first ends in the third, which is not empty.
#[test]
fn sowing() {
    let game = Kalah::new(3, 2).unwrap();
    let after = |moves: &[u8]| {
        let mut at = game.start();
        for mv in moves {
            game.play(&mut at, *mv);
        }
        game.write_position(&at)
    };
    assert_eq!(after(&[]), "2,2,2|0 2,2,2|0 first");
    assert_eq!(after(&[1]), "0,3,3|0 2,2,2|0 second");
    assert_eq!(after(&[3]), "2,2,0|1 3,2,2|0 second");
    // The last seed in the own store: the same side goes on.
    assert_eq!(after(&[2]), "2,0,3|1 2,2,2|0 first");
    // Then the first house ends in the third, which is not empty.
    assert_eq!(after(&[2, 1]), "0,1,4|1 2,2,2|0 second");
    // 2, then 3: three seeds over the store into the other side's second house.
    assert_eq!(after(&[2, 3]), "2,0,0|2 3,3,2|0 second");
}

/// The laws that every game keeps.
#[test]
fn laws() {
    let game = Kalah::new(3, 2).unwrap();
    laws::check(&game, Seed(1), 100);
    laws::check_pack(&game, Seed(1), 100);
}

/// Irving, Donkers and Uiterwijk (2000), Solving Kalah: who wins with so many houses and seeds.
#[test]
fn small_boards_have_the_published_values() {
    let rows = [(1, "DLWLWD"), (2, "WLLLWW"), (3, "DWW")];
    for (houses, values) in rows {
        for (seeds, value) in (1..).zip(values.chars()) {
            let game = open(&format!("kalah:houses={houses},seeds={seeds}"));
            let solved = game.solve(Extent::Whole, &Settings::in_memory(), &|_| {});
            let ours = match solved.unwrap().value.0 {
                Verdict::Win => 'W',
                Verdict::Draw => 'D',
                Verdict::Loss => 'L',
            };
            assert_eq!(ours, value, "{houses} houses with {seeds} seeds");
        }
    }
}

/// Search, tutor, learner, arena: all of it, for a game that the library has never seen.
#[test]
fn everything_works_on_it() {
    let game = open("kalah");
    let settings = Settings::in_memory();
    let player = |text: &str| {
        game.player(&text.parse().unwrap(), &settings, &|_| {})
            .unwrap()
    };
    let session = || Arc::clone(&game).session(None, &settings).unwrap();
    for text in [
        "pvs:depth=6",
        "minimax:depth=4",
        "mcts:playouts=200",
        "perfect",
    ] {
        let found = session().analyze(&player(text), Ask::EveryMove, &Request::default());
        assert_eq!(found.unwrap().thought.moves.len(), 3, "{text}");
    }
    let tutor = player("tu:depth=5,student=1,limit=0.5");
    let found = session()
        .analyze(&tutor, Ask::EveryMove, &Request::default())
        .unwrap();
    let told = found.thought.moves[0]
        .speculation
        .as_ref()
        .expect("a tutor tells losses");
    assert!(told.loss.is_some() && told.visible_loss.is_some());
    let order = MatchOrder {
        a: player("perfect"),
        b: player("random"),
        seats: Seats::Fixed,
        games: Some(50),
        opening_plies: 0,
        transcripts: false,
    };
    // Three houses with two seeds are won by whoever begins.
    let report = game.play_match(&order, &settings, &|_| {}).unwrap();
    assert_eq!(report.counts.unwrap().a_wins, 50);
    let order = TrainingOrder {
        trainer: "perfect".parse().unwrap(),
        goal: Goal::Contests(5),
        most: 5,
        learner: LearnerOptions::default(),
        knowledge: None,
        challengers: None,
        testing: Testing::Never,
        curve: false,
        states: false,
    };
    assert_eq!(game.train(&order, &settings, &|_| {}).unwrap().contests, 5);
}
