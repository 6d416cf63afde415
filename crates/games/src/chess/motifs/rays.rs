//! What happens along ranks, files and diagonals: pins, skewers and discoveries.

use cozy_chess::{BitBoard, Board, Color, Piece, Square, get_between_rays, get_line_rays};
use shido_core::Motif;

use super::{Line, attacks, called, hanging_by, is_mate, motif, sentence, the};
use crate::chess::exchange::worth;

/// Two pieces give check at once.
pub(super) fn double_check(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let checkers: Vec<Square> = step.after.checkers().into_iter().collect();
        let [one, other] = checkers[..] else {
            return None;
        };
        let (one, other) = (the(&step.after, one), the(&step.after, other));
        let text = format!("{} and {other} both give check.", sentence(&one));
        Some(motif("double check", ply, &checkers, text))
    })
}

/// The piece that gives check is not the one that moved.
pub(super) fn discovered_check(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let checkers = step.after.checkers();
        let checker = checkers.next_square()?;
        if checkers.has(step.mv.to) || step.moved.is_none() {
            return None;
        }
        let text = format!(
            "The {} leaves {}, and {} gives check.",
            called(step.before.piece_on(step.mv.from)?),
            step.mv.from,
            the(&step.after, checker)
        );
        let squares = [checker, step.mv.from, step.after.king(!line.hero)];
        Some(motif("discovered check", ply, &squares, text))
    })
}

/// A piece leaves a line; the one behind it takes what stood at its other end.
pub(super) fn discovered_attack(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let (reply, next) = line.next(ply)?;
        let (by, target) = (next.mv.from, next.mv.to);
        let opened = get_between_rays(by, target).has(step.mv.from);
        let taken = next.taken?;
        let stood = step.before.piece_on(target) == Some(taken) && reply.mv.to != target;
        if by == step.mv.to || !opened || !stood || !is_slider(&next.before, by) {
            return None;
        }
        // Before, the first piece alone was in the way; the capture has to pay.
        let between = get_between_rays(by, target) & step.before.occupied();
        if between != step.mv.from.bitboard() || taken == Piece::Pawn || !pays(line, next) {
            return None;
        }
        let text = format!(
            "The {} leaves {}, and {} attacks {}.",
            called(step.before.piece_on(step.mv.from)?),
            step.mv.from,
            the(&step.after, by),
            the(&step.after, target)
        );
        let squares = [by, step.mv.from, target];
        Some(motif("discovered attack", ply, &squares, text))
    })
}

/// A piece has to leave a line, and the lesser one behind it is taken.
pub(super) fn skewer(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let (reply, next) = line.next(ply)?;
        let (by, front, behind) = (next.mv.from, reply.mv.from, next.mv.to);
        let taken = next.taken?;
        let stood = step.after.piece_on(behind) == Some(taken) && reply.mv.to != behind;
        let moved = step.after.piece_on(front)?;
        let on_ray = get_between_rays(by, behind).has(front) && is_slider(&next.before, by);
        let greater = moved == Piece::King || worth(moved) > worth(taken);
        let attacked = by == step.mv.to && attacks(&step.after, by).has(front);
        if taken == Piece::Pawn || is_mate(&next.after) {
            return None;
        }
        if !stood || !on_ray || !greater || !attacked || !pays(line, next) {
            return None;
        }
        let text = format!(
            "{} attacks {}, and behind it stands {}.",
            sentence(&the(&step.after, by)),
            the(&step.after, front),
            the(&step.after, behind)
        );
        Some(motif("skewer", ply, &[by, front, behind], text))
    })
}

/// A piece that stands between an attacker and its king cannot take what it would like to, or is taken itself.
pub(super) fn pin(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let board = &step.after;
        let king = board.king(!line.hero);
        let pinned = pins(board, line.hero).into_iter().find(|&(square, by)| {
            let piece = board.piece_on(square).expect("somebody stands there");
            let ray = get_line_rays(king, by);
            let (to, moved) = (step.mv.to, step.moved);
            // It would take what was moved, and gain by it.
            let barred = to != by
                && attacks(board, square).has(to)
                && !ray.has(to)
                && moved.is_some_and(|it| worth(it) > worth(piece) || !guarded(board, to));
            let falls = line.next(ply).is_some_and(|(reply, next)| {
                next.mv.to == square
                    && next.taken == Some(piece)
                    && reply.mv.to != square
                    && piece != Piece::Pawn
                    && !attacks(board, square).has(by)
                    && hanging_by(board, square, piece, line.hero) > 0
                    && pays(line, next)
            });
            barred || falls
        });
        let (square, by) = pinned?;
        let text = format!(
            "{} cannot leave the line of {}: its king is behind it.",
            sentence(&the(board, square)),
            the(board, by)
        );
        Some(motif("pin", ply, &[by, square, king], text))
    })
}

/// The pieces that stand alone between the king of the other side and a slider, each with it.
fn pins(board: &Board, by: Color) -> Vec<(Square, Square)> {
    let king = board.king(!by);
    let sliders = board.colors(by)
        & (board.pieces(Piece::Queen) | board.pieces(Piece::Rook) | board.pieces(Piece::Bishop));
    let pinned = sliders.into_iter().filter_map(|slider| {
        let between = get_between_rays(king, slider) & board.occupied();
        let reaches = on_its_lines(board, slider, king);
        let single = (between.len() == 1).then(|| between.next_square())??;
        (reaches && board.colors(!by).has(single)).then_some((single, slider))
    });
    pinned.collect()
}

/// Whether a slider moves along the line between two squares.
fn on_its_lines(board: &Board, slider: Square, to: Square) -> bool {
    let straight = slider.file() == to.file() || slider.rank() == to.rank();
    match board.piece_on(slider) {
        Some(Piece::Queen) => true,
        Some(Piece::Rook) => straight,
        Some(Piece::Bishop) => !straight,
        _ => false,
    }
}

fn is_slider(board: &Board, square: Square) -> bool {
    let piece = board.piece_on(square);
    matches!(piece, Some(Piece::Queen | Piece::Rook | Piece::Bishop))
}

/// Whether a side guards its own piece.
fn guarded(board: &Board, square: Square) -> bool {
    let own = board.color_on(square);
    let others: BitBoard = crate::chess::exchange::attackers(board, square, board.occupied());
    own.is_some_and(|color| !(others & board.colors(color)).is_empty())
}

/// Whether a capture of the line wins something even if it is answered.
fn pays(line: &Line, step: &super::Step) -> bool {
    let (Some(taken), Some(piece)) = (step.taken, step.moved) else {
        return false;
    };
    worth(taken) > hanging_by(&step.after, step.mv.to, piece, !line.hero)
}
