//! What the searches that suppose something about the opponent answer.

use shido_core::{ForFirst, Game, Seat, Turn};

use crate::opponent_model::probe::Probe;
use crate::opponent_model::walk::{Reach, Walk};
use crate::question::analysis::rounding;
use crate::question::observe::Window;
use crate::{Bound, SearchError};

/// What a search found that supposes something about how the opponent plays.
#[derive(Clone, PartialEq, Debug)]
pub struct Speculation<M> {
    /// What the position comes to if the opponent plays as supposed and we as this search plays, by
    /// our evaluation.
    pub value: ForFirst<f64>,
    /// The moves between which the search would choose, in the order of the game. None where
    /// nobody chooses.
    pub best: Vec<M>,
    /// Every legal move, in the order of the game; where chance moves, what it may do. Empty where the
    /// search did not look ahead.
    pub moves: Vec<SpeculativeMove<M>>,
    /// The play that is expected: ours the first that the search would choose, theirs the likeliest; up
    /// to where the search ended or chance moves.
    pub line: Vec<Step<M>>,
    /// How many positions the search visited to come to its choice, each as often as it was reached.
    pub nodes: u64,
    /// How many more it visited for what is only told: worst cases, what the opponent sees, and who
    /// errs in the line.
    pub aside: u64,
    /// How many plies the search looked ahead; `None` if to the end of every line.
    pub depth: Option<u32>,
    /// The loss limit that [TU-search](crate::TuSearch) kept to, in units of our evaluation: the one
    /// that was asked for, or 0 where the student judges as we do and looks as far. `None` where no
    /// limit was asked for, and for other searches.
    pub limit_in_force: Option<f64>,
}

/// A move and what it is worth, if the opponent is as supposed and if not.
#[derive(Clone, PartialEq, Debug)]
pub struct SpeculativeMove<M> {
    /// The move.
    pub mv: M,
    /// What it comes to if the opponent plays as supposed and we as this search plays.
    pub value: ForFirst<f64>,
    /// What it comes to if the opponent plays as supposed and we make the best of it: its value by
    /// OM-search. It differs from `value` only for searches that do not try to win.
    pub om: ForFirst<f64>,
    /// Whether these are the values or bounds, for us who make the move.
    pub bound: Bound,
    /// What is left if the opponent is not as supposed but does their best: the minimax value, by our
    /// evaluation. `None` where nobody asked for it.
    pub worst_case: Option<ForFirst<f64>>,
    /// By how much `om` falls short of that of the best move; never negative. `None` where `om` is a
    /// bound, and where nobody chooses.
    pub loss: Option<f64>,
    /// By how much the move falls short of the best in the eyes of the opponent as supposed; never
    /// negative. `None` where nothing is known of what they see, nobody asked for it or nobody
    /// chooses.
    pub visible_loss: Option<f64>,
    /// Whether the search would play it, and why not.
    pub judgement: Judgement,
}

/// A move of the line that is expected.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Step<M> {
    /// The move.
    pub mv: M,
    /// Who makes it.
    pub by: Seat,
    /// How much it gives away to an opponent who does their best: the minimax value before it less
    /// that after it, by our evaluation, for the side that makes it. Zero where it is no error.
    pub error: f64,
}

impl<M> Step<M> {
    /// Whether the move is an error against minimax.
    #[must_use]
    pub fn errs(&self) -> bool {
        self.error > 0.0
    }
}

/// Whether a search would play a move, or why not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Judgement {
    /// It is one of those that the search would play.
    Chosen,
    /// There is better.
    Loses {
        /// By how much.
        loss: f64,
    },
    /// Another move is at least as good; by how much was not looked for.
    NotBetter,
    /// The error is larger than is allowed.
    OverTheLimit {
        /// What it loses.
        loss: f64,
        /// What it may.
        limit: f64,
    },
    /// The student would see that it is an error.
    Noticed {
        /// What it loses.
        loss: f64,
        /// What it loses in their eyes.
        seen: f64,
        /// What it may lose in their eyes.
        limit: f64,
    },
    /// It is an error, and the student judges as we do and looks as far: they see every error, so the
    /// loss limit is 0 whatever was asked for.
    StudentJudgesAlike {
        /// What it loses.
        loss: f64,
    },
    /// Chance moves here, so nobody chooses.
    NobodyChooses,
    /// It is allowed, but there is an error that serves the purpose better.
    BetterError {
        /// What it loses.
        loss: f64,
        /// What the other one loses.
        other: f64,
    },
    /// It is no intentional error, and there are some.
    NoError {
        /// What it is worth to us.
        value: f64,
        /// What minimax gives us: only less is an error.
        minimax: f64,
    },
    /// There is no intentional error, and another move gains less.
    GainsMore {
        /// What it is worth to us.
        value: f64,
        /// What the other one is worth.
        other: f64,
    },
}

/// Tells who errs in a line, by minimax over our evaluation.
pub(crate) fn annotate<G: Game>(
    walk: &mut Walk<'_, G::Move>,
    probe: &mut Probe<'_, G>,
    game: &G,
    position: &G::Position,
    line: &[G::Move],
    reach: Reach,
) -> Result<Vec<Step<G::Move>>, SearchError<G::Move>> {
    let Turn::Of(mover) = game.turn(position) else {
        return Ok(Vec::new());
    };
    if line.is_empty() {
        return Ok(Vec::new());
    }
    let mut before = probe.choose(walk, position, mover, Window::FULL, reach)?;
    let (mut position, mut reach) = (position.clone(), reach);
    let mut steps = Vec::with_capacity(line.len());
    for &mv in line {
        let Turn::Of(by) = game.turn(&position) else {
            break;
        };
        game.play(&mut position, mv);
        reach = reach.further();
        walk.step(mv);
        let after = probe.value(walk, &position, Window::FULL, reach)?;
        let error = drop_between(before, after, by);
        steps.push(Step { mv, by, error });
        before = after;
    }
    steps.iter().for_each(|_| walk.back());
    Ok(steps)
}

/// How much less the second value is than the first for this side; zero where it is not, rounding
/// aside. What is more than any number is the largest.
pub(crate) fn drop_between(first: ForFirst<f64>, second: ForFirst<f64>, seat: Seat) -> f64 {
    let drop = first.seen_by(seat).0 - second.seen_by(seat).0;
    if drop <= rounding(first.0) {
        0.0
    } else {
        drop.min(f64::MAX)
    }
}
