//! What matters in a position of any frame's game, as far as the rules tell.

use shido_core::{Features, Seat};

use crate::bits::Bits;
use crate::frame::{LineRule, Rules, Stage};
use crate::game::{FrameGame, FramePosition};

/// The order in which the features of a game come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrangement {
    /// The most points a line has.
    longest: usize,
    /// Whether markers are on the move, so that their number and their freedom matter.
    moving: bool,
    /// Whether markers drop, so that it matters in which row a line is to be completed.
    dropping: bool,
}

impl Arrangement {
    const TURN: usize = 0;
    /// The first of the features of lines: those with one marker.
    const LINES: usize = 1;

    pub(crate) fn new(rules: &Rules) -> Arrangement {
        Arrangement {
            longest: rules.board.lines.iter().map(Vec::len).max().unwrap_or(0),
            moving: rules.moves_markers(),
            dropping: matches!(rules.stages[0], Stage::Drop),
        }
    }

    fn after_lines(&self) -> usize {
        Arrangement::LINES + self.longest.saturating_sub(1)
    }
}

impl<B: Bits> FrameGame<B> {
    /// Weights to begin with, where nothing has been learned yet: a line is worth four times as much
    /// with every marker, in the direction that the goal says; markers and freedom are good.
    #[must_use]
    pub fn rough_weights(&self) -> Vec<f64> {
        let arrangement = self.arrangement;
        let wanted = match self.rules.line {
            LineRule::Loses => -1.0,
            _ => 1.0,
        };
        let lines = (1..arrangement.longest).map(|markers| {
            let missing = (arrangement.longest - markers) as i32;
            wanted * 4.0_f64.powi(1 - missing)
        });
        let mut weights = vec![0.0];
        weights.extend(lines);
        if arrangement.dropping {
            weights.extend([wanted, wanted]);
        }
        if arrangement.moving {
            weights.extend([2.0, 0.1]);
        }
        weights
    }
}

impl<B: Bits> Features for FrameGame<B> {
    fn feature_names(&self) -> Vec<String> {
        let arrangement = self.arrangement;
        let mut names = vec!["turn".to_owned()];
        names.extend((1..arrangement.longest).map(|markers| format!("lines with {markers}")));
        if arrangement.dropping {
            names.push("threats in odd rows".to_owned());
            names.push("threats in even rows".to_owned());
        }
        if arrangement.moving {
            names.push("markers".to_owned());
            names.push("liberties".to_owned());
        }
        names
    }

    fn each_feature(&self, position: &FramePosition<B>, mut visit: impl FnMut(usize, f64)) {
        let arrangement = self.arrangement;
        let signs = Seat::BOTH.map(|seat| match seat {
            Seat::First => 1.0,
            Seat::Second => -1.0,
        });
        visit(Arrangement::TURN, signs[position.ledger.mover().index()]);

        let [first, second] = position.boards;
        let mut threats = [B::EMPTY; 2];
        for line in self.lines.masks() {
            let sides = [first & *line, second & *line];
            let (side, own) = match sides.map(B::is_empty) {
                [false, true] => (0, sides[0]),
                [true, false] => (1, sides[1]),
                _ => continue,
            };
            let markers = own.count();
            if markers < line.count() {
                visit(Arrangement::LINES + markers as usize - 1, signs[side]);
                if markers + 1 == line.count() {
                    threats[side] = threats[side] | (*line & !own);
                }
            }
        }
        let mut next = arrangement.after_lines();
        if arrangement.dropping {
            for (side, threats) in threats.into_iter().enumerate() {
                let odd = (threats & self.odd_rows).count();
                visit(next, signs[side] * f64::from(odd));
                visit(next + 1, signs[side] * f64::from(threats.count() - odd));
            }
            next += 2;
        }
        if arrangement.moving {
            let empty = self.empty(position);
            for seat in Seat::BOTH {
                let own = position.board(seat);
                let hand = u32::from(position.ledger.hand(seat));
                let sign = signs[seat.index()];
                visit(next, sign * f64::from(own.count() + hand));
                let liberties: u32 = own
                    .points()
                    .map(|point| (self.neighbours[usize::from(point)] & empty).count())
                    .sum();
                visit(next + 1, sign * f64::from(liberties));
            }
        }
    }
}
