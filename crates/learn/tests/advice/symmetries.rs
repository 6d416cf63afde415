//! A symmetry is believed in only if the rules bear it out.

use shido_core::{Game, Markers, Outcome, Seat, Seed, Symmetry, Turn};
use shido_learn::{Knowledge, Symmetries};

/// Three cells in a row, marked in turn; whoever marks the prize wins. The board looks the same from
/// both ends, and so the game says.
struct Row {
    prize: usize,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Cells([Option<Seat>; 3]);

impl Row {
    fn mirrored(symmetry: usize, cell: usize) -> usize {
        if symmetry == 1 { 2 - cell } else { cell }
    }
}

impl Game for Row {
    type Position = Cells;
    type Move = usize;

    fn start(&self) -> Cells {
        Cells([None; 3])
    }

    fn turn(&self, position: &Cells) -> Turn {
        match position.0[self.prize] {
            Some(winner) => Turn::Over(Outcome::win(winner)),
            None => {
                let marked = position.0.iter().flatten().count();
                Turn::Of(Seat::BOTH[marked % 2])
            }
        }
    }

    fn each_move(&self, position: &Cells, visit: impl FnMut(usize)) {
        if let Turn::Of(_) = self.turn(position) {
            (0..3)
                .filter(|cell| position.0[*cell].is_none())
                .for_each(visit);
        }
    }

    fn play(&self, position: &mut Cells, cell: usize) {
        if let Turn::Of(mover) = self.turn(position) {
            position.0[cell] = Some(mover);
        }
    }
}

impl Symmetry for Row {
    fn symmetries(&self) -> usize {
        2
    }

    fn transform(&self, symmetry: usize, position: &Cells) -> Cells {
        Cells([0, 1, 2].map(|cell| position.0[Row::mirrored(symmetry, cell)]))
    }

    fn transform_move(&self, symmetry: usize, cell: usize) -> usize {
        Row::mirrored(symmetry, cell)
    }
}

impl Markers for Row {
    fn holders(&self, position: &Cells) -> Vec<Option<Seat>> {
        position.0.to_vec()
    }
}

#[test]
fn a_false_symmetry_is_found_out() {
    for (prize, believed) in [(0, &[0][..]), (1, &[0, 1]), (2, &[0])] {
        let row = Row { prize };
        for seed in 0..20 {
            let induced = Symmetries::induced(&row, &mut Seed(seed).rng());
            assert_eq!(induced.believed(), believed, "prize {prize}, seed {seed}");
        }
        assert_eq!(Knowledge::new(&row, &mut Seed(0).rng()).space(), 1);
    }
}
