//! Guards that have too much to do, or are no more.

use cozy_chess::{Piece, Square};
use shido_core::Motif;

use super::{Line, Step, called, hanging_by, motif, the};
use crate::chess::exchange::{attackers, worth};

/// A piece guards two things and is made to take at one of them; then the other falls.
pub(super) fn deflection(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let (reply, next) = line.next(ply)?;
        let guard = reply.mv.from;
        if reply.mv.to != step.mv.to || reply.moved? == Piece::King {
            return None;
        }
        let target = next.mv.to;
        let elsewhere = target != reply.mv.to;
        if !elsewhere || !falls(line, step, next, guard) {
            return None;
        }
        // It guards no more where it is now.
        if attackers(&reply.after, target, reply.after.occupied()).has(reply.mv.to) {
            return None;
        }
        // An even exchange in which the guard takes back is told by what it wins, if by anything.
        if step.taken.map_or(0, worth) >= worth(step.moved?) - 50 {
            return None;
        }
        let text = format!(
            "{} guards {target} and cannot guard {} as well: it is lured away.",
            super::sentence(&the(&step.before, guard)),
            step.mv.to
        );
        let squares = [guard, step.mv.to, target];
        Some(motif("deflection", ply, &squares, text))
    })
}

/// A guard is taken; then what it guarded falls.
pub(super) fn removed(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let (_, next) = line.next(ply)?;
        let (guard, target) = (step.mv.to, next.mv.to);
        let taken = step.taken?;
        // Where the capture gives check, or the piece is guarded still, it was not the guard that mattered.
        let guarded =
            attackers(&next.after, target, next.after.occupied()) & next.after.colors(!line.hero);
        let check = !step.after.checkers().is_empty();
        if target == guard
            || next.mv.from == guard
            || check
            || !guarded.is_empty()
            || !falls(line, step, next, guard)
        {
            return None;
        }
        let text = format!(
            "The {} on {guard} guards {target}: take it, and {target} falls.",
            called(taken)
        );
        let squares = [guard, target];
        Some(motif("removing the defender", ply, &squares, text))
    })
}

/// Whether the next move takes a piece that could not be won before, was guarded by the piece on a square, and is
/// won now.
fn falls(line: &Line, step: &Step, next: &Step, guard: Square) -> bool {
    let (board, target) = (&step.before, next.mv.to);
    let Some(taken) = next.taken.filter(|&piece| piece != Piece::Pawn) else {
        return false;
    };
    let guards = attackers(board, target, board.occupied());
    board.piece_on(target) == Some(taken)
        && board.colors(!line.hero).has(target)
        && guards.has(guard)
        && hanging_by(board, target, taken, line.hero) <= 0
        && next
            .moved
            .is_some_and(|piece| worth(taken) > hanging_by(&next.after, target, piece, !line.hero))
        && line.gain() > 100
}
