//! A walk whose values are known.

use shido_core::{Chance, Features, Game, Inputs, Outcome, Seat, Turn};
use shido_eval::Weights;

/// The bounded random walk of Sutton (1988, section 3.2): from the middle of five places one goes to
/// the left or to the right, as often, until one falls off. Before each step there is a move, the
/// only one there is.
pub(crate) struct RandomWalk;

/// A place from 0 to 6, of which the first and the last are the ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Walker {
    pub(crate) place: u8,
    pub(crate) stepping: bool,
}

impl Game for RandomWalk {
    type Position = Walker;
    /// Where to.
    type Move = u8;

    fn start(&self) -> Walker {
        Walker {
            place: 3,
            stepping: false,
        }
    }

    fn turn(&self, walker: &Walker) -> Turn {
        match walker.place {
            0 => Turn::Over(Outcome::win(Seat::Second)),
            6 => Turn::Over(Outcome::win(Seat::First)),
            _ if walker.stepping => Turn::Chance,
            _ => Turn::Of(Seat::First),
        }
    }

    fn each_move(&self, walker: &Walker, mut visit: impl FnMut(u8)) {
        match self.turn(walker) {
            Turn::Chance => {
                visit(walker.place - 1);
                visit(walker.place + 1);
            }
            Turn::Of(_) => visit(walker.place),
            Turn::Over(_) => {}
        }
    }

    fn play(&self, walker: &mut Walker, to: u8) {
        walker.place = to;
        walker.stepping = !walker.stepping;
    }
}

impl Chance for RandomWalk {
    fn probability(&self, _walker: &Walker, _to: u8) -> f64 {
        0.5
    }
}

impl Features for RandomWalk {
    fn feature_names(&self) -> Vec<String> {
        ["B", "C", "D", "E", "F"].map(str::to_owned).into()
    }

    fn each_feature(&self, walker: &Walker, mut visit: impl FnMut(usize, f64)) {
        visit(usize::from(walker.place) - 1, 1.0);
    }
}

impl Inputs for RandomWalk {
    fn inputs(&self) -> usize {
        5
    }

    fn each_input(&self, walker: &Walker, mut visit: impl FnMut(usize, f32)) -> Seat {
        visit(usize::from(walker.place) - 1, 1.0);
        Seat::First
    }
}

/// Weights of nothing.
pub(crate) fn nothing<G: Features>(game: &G) -> Weights {
    Weights {
        game: "a game".to_owned(),
        unit: "point".to_owned(),
        scale: 1.0,
        origin: "nothing was learned yet".to_owned(),
        values: vec![0.0; game.feature_names().len()],
    }
}
