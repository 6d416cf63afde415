//! Pieces that are attacked and cannot all be saved: forks, undefended and trapped pieces.

use cozy_chess::{Board, Piece, Square};
use shido_core::Motif;

use super::{Line, Step, attacks, called, hanging_by, listed, motif, sentence, the};
use crate::chess::each_group;
use crate::chess::exchange::{attackers, worth};

/// A piece attacks two others that it would win, stays safe, and takes one of them.
pub(super) fn fork(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let square = step.mv.to;
        let piece = step.moved.filter(|&piece| piece != Piece::King)?;
        let board = &step.after;
        if hanging_by(board, square, piece, !line.hero) > 0 {
            return None;
        }
        let targets: Vec<Square> = (attacks(board, square) & board.colors(!line.hero))
            .into_iter()
            .filter(|&target| {
                let other = board.piece_on(target).expect("somebody stands there");
                other != Piece::Pawn && wins(board, step, target, other)
            })
            .collect();
        let (_, next) = line.next(ply)?;
        let carried_out = next.mv.from == square && targets.contains(&next.mv.to);
        if targets.len() < 2 || !carried_out {
            return None;
        }
        let attacked: Vec<String> = targets.iter().map(|&it| the(board, it)).collect();
        let text = format!(
            "{} attacks {} at once",
            the(board, square),
            listed(&attacked)
        );
        let squares = [&[square], &targets[..]].concat();
        Some(motif("fork", ply, &squares, sentence(&text) + "."))
    })
}

/// Whether the piece that was moved wins the one on a square, or gives check to it.
fn wins(board: &Board, step: &Step, target: Square, other: Piece) -> bool {
    let Some(piece) = step.moved else {
        return false;
    };
    let guarded = attackers(board, target, board.occupied() ^ step.mv.to.bitboard())
        & board.colors(board.side_to_move());
    other == Piece::King || worth(other) > worth(piece) || guarded.is_empty()
}

/// The first move takes a piece that nothing guards, and what it wins stays won.
pub(super) fn hanging(line: &Line) -> Option<Motif> {
    let step = line.steps.first()?;
    let (taken, square) = (step.taken?, step.mv.to);
    let guards =
        attackers(&step.after, square, step.after.occupied()) & step.after.colors(!line.hero);
    // Who takes back wins nothing.
    let taken_back = (line.taken_before)
        .is_some_and(|(at, before)| at == square && worth(before) + 50 >= worth(taken));
    let kept = line.mates() || line.gain() + 150 >= worth(taken);
    if taken == Piece::Pawn || !guards.is_empty() || taken_back || !kept {
        return None;
    }
    let text = format!("Nothing guards {}.", the(&step.before, square));
    Some(motif("undefended piece", 0, &[square], text))
}

/// A piece is attacked, has nowhere safe to go, and is taken.
pub(super) fn trapped(line: &Line) -> Option<Motif> {
    line.own().find_map(|(ply, step)| {
        let (reply, next) = line.next(ply)?;
        let board = &step.after;
        let taken = next.taken?;
        // Where the piece stood before the reply.
        let square = if reply.mv.to == next.mv.to {
            reply.mv.from
        } else {
            next.mv.to
        };
        if matches!(taken, Piece::Pawn | Piece::King)
            || board.piece_on(square) != Some(taken)
            || !board.checkers().is_empty()
            || hanging_by(board, square, taken, line.hero) < 150
        {
            return None;
        }
        let mut escapes = false;
        each_group(board, square.bitboard(), &mut |moves| {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                let won = crate::chess::captured(board, mv).map_or(0, worth);
                escapes |= hanging_by(&after, mv.to, taken, line.hero) - won < 100;
            }
            escapes
        });
        let pinned = board.pinned().has(square);
        if escapes || pinned {
            return None;
        }
        let text = format!(
            "The {} on {square} is attacked and has no safe square to go to.",
            called(taken)
        );
        Some(motif("trapped piece", ply, &[square, step.mv.to], text))
    })
}
