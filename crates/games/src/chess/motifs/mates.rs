//! Mates and threats of mate.

use cozy_chess::{BitBoard, Board, Piece, Rank, get_king_moves};
use shido_core::Motif;

use super::{Line, called, is_mate, motif, sentence, the};
use crate::chess::each_group;
use crate::chess::exchange::attackers;

/// The line ends with mate.
pub(super) fn mate(line: &Line) -> Option<Motif> {
    let last = line.steps.last().filter(|_| line.mates())?;
    let moves = line.steps.len().div_ceil(2);
    let (king, squares) = (last.after.king(!line.hero), last.mv.to);
    let text = match moves {
        1 => format!("{} is mated at once.", sentence(&the(&last.after, king))),
        _ => format!(
            "{} is mated in {moves} moves.",
            sentence(&the(
                &line.steps[0].before,
                line.steps[0].before.king(!line.hero)
            ))
        ),
    };
    Some(motif("mate", line.steps.len() - 1, &[squares, king], text))
}

/// Mate by a rook or queen on the king's first rank, which its own men keep it from leaving: they alone, so that no
/// attack on the squares in front of it is needed.
pub(super) fn back_rank(line: &Line) -> Option<Motif> {
    let last = line.steps.last().filter(|_| line.mates())?;
    let board = &last.after;
    let loser = !line.hero;
    let king = board.king(loser);
    let rank = Rank::First.relative_to(loser);
    let checker = board.checkers().next_square()?;
    let front = get_king_moves(king) & Rank::Second.relative_to(loser).bitboard();
    let attacked =
        |square| !(attackers(board, square, board.occupied()) & board.colors(line.hero)).is_empty();
    let shut_in = front.is_subset(board.colors(loser)) && !front.into_iter().any(attacked);
    if king.rank() != rank || checker.rank() != rank || !shut_in {
        return None;
    }
    let text = format!(
        "{} cannot leave its first rank: its own men are in the way.",
        sentence(&the(board, king))
    );
    let ply = line.steps.len() - 1;
    Some(motif("back rank mate", ply, &[checker, king], text))
}

/// Mate by a knight to a king that its own men leave no square.
pub(super) fn smothered(line: &Line) -> Option<Motif> {
    let last = line.steps.last().filter(|_| line.mates())?;
    let board = &last.after;
    let king = board.king(!line.hero);
    let checker = board.checkers().next_square()?;
    let shut_in = get_king_moves(king).is_subset(board.colors(!line.hero));
    if board.piece_on(checker) != Some(Piece::Knight) || !shut_in {
        return None;
    }
    let text = format!(
        "{} is shut in by its own men, and a knight can jump.",
        sentence(&the(board, king))
    );
    let ply = line.steps.len() - 1;
    Some(motif("smothered mate", ply, &[checker, king], text))
}

/// The first move is quiet, and mates with the next if nothing is done about it.
pub(super) fn threat(line: &Line) -> Option<Motif> {
    let step = line.steps.first()?;
    let piece = step.moved?;
    if step.taken.is_some() || !step.after.checkers().is_empty() {
        return None;
    }
    // What was threatened before is no merit of the move.
    let before = step.before.null_move().and_then(|it| it.null_move());
    if before.is_some_and(|board| mates_at_once(&board)) {
        return None;
    }
    let board = step.after.null_move().filter(mates_at_once)?;
    let king = board.king(!line.hero);
    let text = format!(
        "The {} on {} threatens mate at once.",
        called(piece),
        step.mv.to
    );
    Some(motif("mate threat", 0, &[step.mv.to, king], text))
}

fn mates_at_once(board: &Board) -> bool {
    each_group(board, BitBoard::FULL, &mut |moves| {
        moves.into_iter().any(|mv| {
            let mut after = board.clone();
            after.play_unchecked(mv);
            is_mate(&after)
        })
    })
}
