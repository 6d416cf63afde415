//! Table 1 of Epstein (1994), "Toward an ideal trainer": how often a perfect player beats fallible
//! ones with a noise of 10, 70 and 100 percent, in percent of 10,000 contests.
//!
//! The paper says little about how its perfect player chooses among good moves. The theories below
//! were picked among many readings because their exact results agree with the published numbers, and
//! a few other readings agree as well: that such a player exists is shown here, not that it was hers.

use shido_arena::{ExactOptions, Fallible, Line, Perfect, Seats, Theory, Wisdom, exact_match};
use shido_core::Seat;

use crate::games::TicTacToe;
use crate::solved_table::SolvedTable;

const CORNERS: [u8; 4] = [0, 2, 6, 8];
const CENTRE: u8 = 4;

type Wise = Perfect<TicTacToe, SolvedTable<TicTacToe>>;

/// Opens half the time in the centre and half in a random corner; takes the corner opposite if the
/// centre is the answer to a corner (her Figure 3); otherwise sets traps.
fn wise_at_tic_tac_toe(game: &TicTacToe) -> Wise {
    let theory = Theory {
        book: vec![
            Line {
                after: vec![],
                classes: vec![vec![CENTRE], CORNERS.to_vec()],
            },
            Line {
                after: vec![0, CENTRE],
                classes: vec![vec![8]],
            },
        ],
        ..Theory::default()
    };
    Perfect::new(SolvedTable::solve(game), Wisdom::Trap)
        .with_theory(game, theory)
        .expect("the theory fits the game")
}

/// Opens in the centre and mirrors; as second player it prefers corners.
fn wise_at_lose_tic_tac_toe(game: &TicTacToe) -> Wise {
    let theory = Theory {
        book: vec![Line {
            after: vec![],
            classes: vec![vec![CENTRE]],
        }],
        mirror: Some(Seat::First),
        prefer: CORNERS.to_vec(),
    };
    Perfect::new(SolvedTable::solve(game), Wisdom::Uniform)
        .with_theory(game, theory)
        .expect("the theory fits the game")
}

/// The published numbers, and those that an independent computation of the same match has given.
fn check(game: &TicTacToe, wise: &Wise, published: [f64; 3], exact: [f64; 3]) {
    for (index, noise) in [10.0, 70.0, 100.0].into_iter().enumerate() {
        let fallible = Fallible::new(noise, wise).expect("a percentage");
        let options = ExactOptions {
            seats: Seats::Alternate,
            ..ExactOptions::default()
        };
        let result = exact_match(game, wise, &fallible, &options).expect("small and acyclic");
        assert!(result.b_wins.abs() < 1e-12, "a perfect player has lost");
        let power = 100.0 * result.a_wins;
        assert!(
            (power - exact[index]).abs() < 0.05,
            "noise {noise}: {power}, expected {}",
            exact[index]
        );
        // Rounding to a whole number, and two standard errors of 10,000 contests.
        let tolerance = 0.5 + 2.0 * (power * (100.0 - power) / 10_000.0).sqrt();
        assert!(
            (power - published[index]).abs() < tolerance,
            "noise {noise}: {power}, published {}",
            published[index]
        );
    }
}

#[test]
fn tic_tac_toe() {
    let game = TicTacToe { lose: false };
    let wise = wise_at_tic_tac_toe(&game);
    check(&game, &wise, [17.0, 79.0, 93.0], [17.2, 79.1, 93.5]);
}

#[test]
fn lose_tic_tac_toe() {
    let game = TicTacToe { lose: true };
    let wise = wise_at_lose_tic_tac_toe(&game);
    check(&game, &wise, [16.0, 66.0, 74.0], [15.5, 65.8, 74.9]);
}
