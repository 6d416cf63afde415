//! What captures win, by trying all of them: references for claims that an exchange wins something.

// The example `puzzle_motifs` shares this file and uses one of the two.
#![allow(dead_code)]

use cozy_chess::{Board, Move, Piece, Square};

/// Deep enough for every exchange; a row of checks ends here at the latest.
const DEEPEST: u32 = 24;

/// More than all the material there is.
const MATE: i32 = 1000;

/// What the side to move has won, in pawns by the worths 1, 3, 3, 5 and 9, after a move and the best captures of
/// both sides anywhere on the board. Either may stop wherever it is not in check; who is in check may do
/// anything legal.
pub(crate) fn won_by(board: &Board, mv: Move) -> i32 {
    let mut after = board.clone();
    after.play(mv);
    -search(&after, -MATE, MATE, DEEPEST) - balance(board)
}

/// The same with captures on the square of the move only, where each side may stop at any time: what an exchange
/// there brings, whatever else hangs.
pub(crate) fn won_on_the_square(board: &Board, mv: Move) -> i32 {
    let mut after = board.clone();
    after.play(mv);
    let taken = board.piece_on(mv.to).map_or(0, worth);
    taken - exchange(&after, mv.to)
}

fn exchange(board: &Board, square: Square) -> i32 {
    let standing = board.piece_on(square).map_or(0, worth);
    let mut most = 0;
    board.generate_moves(|moves| {
        for mv in moves.into_iter().filter(|mv| mv.to == square) {
            let mut after = board.clone();
            after.play_unchecked(mv);
            most = most.max(standing - exchange(&after, square));
        }
        false
    });
    most
}

fn search(board: &Board, mut alpha: i32, beta: i32, depth: u32) -> i32 {
    let check = !board.checkers().is_empty();
    if !check || depth == 0 {
        alpha = alpha.max(balance(board));
    }
    if alpha >= beta || depth == 0 {
        return alpha;
    }
    let mut moves: Vec<Move> = Vec::new();
    board.generate_moves(|some| {
        moves.extend(some);
        false
    });
    if check && moves.is_empty() {
        return -MATE;
    }
    let taken = |mv: &Move| match board.color_on(mv.to) == Some(!board.side_to_move()) {
        true => board.piece_on(mv.to).map_or(0, worth),
        // A pawn that changes its file and takes nothing takes in passing.
        false => i32::from(
            board.piece_on(mv.from) == Some(Piece::Pawn) && mv.from.file() != mv.to.file(),
        ),
    };
    moves.retain(|mv| check || taken(mv) > 0 || mv.promotion.is_some());
    moves.sort_by_key(|mv| -taken(mv));
    for mv in moves {
        let mut after = board.clone();
        after.play_unchecked(mv);
        alpha = alpha.max(-search(&after, -beta, -alpha, depth - 1));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// What the side to move has more than the other.
fn balance(board: &Board) -> i32 {
    let side = |color| -> i32 {
        let all = Piece::ALL.iter();
        all.map(|&piece| worth(piece) * board.colored_pieces(color, piece).len() as i32)
            .sum()
    };
    side(board.side_to_move()) - side(!board.side_to_move())
}

fn worth(piece: Piece) -> i32 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 0,
    }
}
