//! What can be seen of a frame's game without its rules.

use shido_core::{Drawing, Filling, Markers, Seat};

use crate::bits::Bits;
use crate::frame::{LineRule, Point, Rules, Surface};
use crate::game::{FrameGame, FramePosition};

impl<B: Bits> Markers for FrameGame<B> {
    fn holders(&self, position: &FramePosition<B>) -> Vec<Option<Seat>> {
        let holder = |point| {
            Seat::BOTH
                .into_iter()
                .find(|seat| position.board(*seat).contains(point))
        };
        (0..self.points)
            .map(|point| holder(point as Point))
            .collect()
    }

    fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    fn turned(&self, position: &FramePosition<B>) -> Option<FramePosition<B>> {
        if position.ledger.is_over() {
            return None;
        }
        let mut turned = *position;
        turned.ledger.change_mover();
        let course = self.course_of(&turned);
        turned.ledger.set_course(course);
        Some(turned)
    }
}

/// The drawing of a board, with what the rules say of its lines.
pub(crate) fn drawing(rules: &Rules) -> Drawing {
    let board = &rules.board;
    let mut adjacent = vec![Vec::new(); board.points.len()];
    for (a, b) in &board.adjacent {
        adjacent[usize::from(*a)].push(usize::from(*b));
        adjacent[usize::from(*b)].push(usize::from(*a));
    }
    Drawing {
        lines: board
            .lines
            .iter()
            .map(|line| line.iter().map(|point| usize::from(*point)).collect())
            .collect(),
        filling: match rules.line {
            LineRule::Nothing => Filling::Nothing,
            LineRule::Wins => Filling::Wins,
            LineRule::Loses => Filling::Loses,
            LineRule::Removes { .. } => Filling::Captures,
        },
        adjacent,
        cells: board.surface == Surface::Cells,
    }
}
