//! Playouts end where both sides have nothing but eyes.

use shido_core::{Game, Seat, Seed};
use shido_games::go::{Move, Playouts};

use crate::go::{at, go};

#[test]
fn what_is_left_in_the_end_is_alive() {
    for size in [5, 9, 13, 19] {
        let start = go(size).start();
        let playouts = Playouts::new(&start);
        for playout in 0..40 {
            let end = playouts.run(&mut Seed(1).derive(playout).rng());
            let board = end.board();
            assert!(board.is_legal());
            if end.plies == 3 * u32::from(size) * u32::from(size) {
                continue;
            }
            // Whatever is empty is an eye, or nobody can place a stone there.
            for point in board.empty().iter() {
                for seat in Seat::BOTH {
                    let eye = board.is_eye(point, seat);
                    assert!(eye || board.is_suicide(point, seat), "{board:?}");
                }
            }
            let [black, white] = end.areas().map(|area| area.len() as i32);
            assert_eq!(end.lead().0, black - white);
        }
    }
}

/// A board that is settled ends as it is, with two passes: Black has two eyes on the left, White on the
/// right.
#[test]
fn eyes_are_not_filled() {
    let go = go(5);
    let settled = at(&go, "1XXO1/XXXOO/1XXO1/XXXOO/XXXOO X");
    let end = go.playout(&settled, &mut Seed(2).rng());
    assert_eq!((end.plies, end.board()), (2, *settled.board()));
    assert_eq!(end.lead().0, 15 - 10);
}

/// On an empty board Black, who moves first, owns a little more than half on average, and each point is
/// owned as often as its mirror image: four standard deviations of 2,000 playouts.
#[test]
fn playouts_favour_no_corner() {
    let go = go(7);
    let playouts = Playouts::new(&go.start());
    let mut rng = Seed(3).rng();
    let corners = ["A1", "A7", "G1", "G7"].map(|name| go.point(name).expect("a corner"));
    let mut owned = [0; 4];
    for _ in 0..2000 {
        let [black, _] = playouts.run(&mut rng).areas();
        for (count, corner) in owned.iter_mut().zip(corners) {
            *count += i32::from(black.contains(corner));
        }
    }
    let mean = owned.iter().sum::<i32>() / 4;
    assert!(mean > 1000, "Black moves first: {owned:?}");
    assert!(
        owned.iter().all(|count| (count - mean).abs() < 90),
        "{owned:?}"
    );
}

/// White's first stone puts one of Black's in atari, which is saved far more often where Black answers.
#[test]
fn an_atari_is_answered() {
    let go = go(9);
    let before = at(&go, "9/9/9/4O4/3OX4/9/9/9/9 O");
    let [atari, out] = ["F5", "E4"].map(|name| go.point(name).expect("a point"));
    let stone = go.point("E5").expect("a point");
    let plain = Playouts::new(&before).after(Move::Place(atari));
    let answering = plain.clone().answering();
    let kept = |playouts: &Playouts| {
        let mut rng = Seed(4).rng();
        let kept = (0..1000).filter(|_| playouts.run_keeping(&[stone], &mut rng).is_some());
        kept.count()
    };
    assert!(kept(&answering) > kept(&plain) + 100);
    // If Black did not move out, White captures.
    let out = answering.after(Move::Place(out));
    let away = answering.after(Move::Pass);
    assert!(kept(&out) > 2 * kept(&away));
}

/// The same seed gives the same end, in playouts of both kinds, and what a playout keeps is there.
#[test]
fn a_seed_decides_a_playout() {
    let go = go(9);
    let start = at(&go, "9/9/9/4O4/3OX4/9/9/9/9 X");
    let stone = go.point("E5").expect("a point");
    for playouts in [Playouts::new(&start), Playouts::new(&start).answering()] {
        for playout in 0..100 {
            let seed = Seed(5).derive(playout);
            let end = playouts.run(&mut seed.rng());
            assert_eq!(end.board(), playouts.run(&mut seed.rng()).board());
            let [black, white] = end.areas().map(|area| area.len() as i32);
            assert_eq!(end.lead().0, black - white);
            let Some(kept) = playouts.run_keeping(&[stone], &mut seed.rng()) else {
                continue;
            };
            assert_eq!(kept.board(), end.board());
            assert_eq!(kept.board().holder(stone), Some(Seat::First));
        }
    }
    let gone = go.point("A1").expect("a point");
    let nothing = Playouts::new(&start).run_keeping(&[gone], &mut Seed(6).rng());
    assert!(nothing.is_none());
}

/// In the middle two chains share two liberties and have no other, beside living stones: whoever takes one
/// is captured. So nobody does in playouts that answer, and the two points are nobody's.
#[test]
fn a_seki_stays() {
    let go = go(7);
    let seki = at(
        &go,
        "XXOXXOO/1XOXXO1/XXO1XOO/XXO1XOO/XXOXXOO/1XOXXO1/XXOXXOO X",
    );
    let end = Playouts::new(&seki).answering().run(&mut Seed(7).rng());
    assert_eq!((end.plies, end.board()), (2, *seki.board()));
    assert_eq!(end.lead().0, (14 + 12) - (7 + 14));
}
