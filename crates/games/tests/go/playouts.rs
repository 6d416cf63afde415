//! Playouts end where both sides have nothing but eyes.

use shido_core::{Game, Seat, Seed};
use shido_games::go::Playouts;

use crate::{at, go};

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
