//! What a chess player who looks a few plies ahead sees of each move: the share of the expected score that
//! it gives away.
//!
//! A small search of its own, since people are asked about millions of positions: alpha-beta with captures
//! after the last ply, over an evaluation that needs nothing but the board. It knows what every club player
//! knows: material, pieces in the middle, pawns that come near, open files, a king behind pawns.

use cozy_chess::{
    BitBoard, Board, Color, File, Move, Piece, Rank, Square, get_bishop_moves, get_knight_moves,
    get_rook_moves,
};

use super::exchange::worth;
use super::{PLIES_WITHOUT_PROGRESS, captured, each_group, insufficient_material};

/// How many plies are looked at, the move itself included, before captures. More say hardly more: what the
/// evaluation does not know, depth does not mend.
const PLIES: u32 = 3;

/// A move that is so far behind the best, in hundredths of a pawn, is not looked at more closely.
const FAR: i32 = 150;

/// How far behind the best a move is followed, in hundredths of a pawn, unless all is won already.
const MOST: i32 = 400;
const WON: i32 = 1000;

/// Mate, in hundredths of a pawn, less the plies to it.
const MATE: i32 = 20_000;

/// How deep captures are searched.
const CAPTURES: u32 = 8;

/// How the expected score goes with hundredths of a pawn: a logistic curve that fits people's games.
const SLOPE: f32 = 0.003_7;

/// The share of the expected score that each legal move gives away beside the best, in the order of the
/// moves.
pub(super) fn losses(board: &Board, moves: &[Move]) -> Vec<f32> {
    let mut search = Search::default();
    let mut values = vec![0; moves.len()];
    let mut order: Vec<usize> = (0..moves.len()).collect();
    for depth in 1..=PLIES {
        let best_before = order.first().map_or(0, |first| values[*first]);
        let mut best = -2 * MATE;
        for (rank, &index) in order.iter().enumerate() {
            let behind = best_before - values[index];
            if rank > 0 && depth == PLIES && behind > FAR {
                values[index] = best - behind;
                continue;
            }
            let mut next = board.clone();
            next.play_unchecked(moves[index]);
            let low = lowest(best);
            values[index] = -search.value(&next, -2 * MATE, -low, depth - 1, 1);
            best = best.max(values[index]);
        }
        order.sort_by_key(|&index| -values[index]);
    }
    let best = values.iter().copied().max().unwrap_or(0);
    let score = |value: i32| 1.0 / (1.0 + (-SLOPE * value as f32).exp());
    let lost = |value: &i32| score(best) - score((*value).max(lowest(best)));
    values.iter().map(lost).collect()
}

/// Below what values are not told apart, where this is the best so far.
fn lowest(best: i32) -> i32 {
    match best > WON {
        true => -MATE,
        false => (best - MOST).max(-MATE),
    }
}

/// Alpha-beta with captures first, then what refuted something at the same ply.
#[derive(Default)]
struct Search {
    killers: [[Option<Move>; 2]; PLIES as usize + 1],
}

impl Search {
    /// The value for the side to move.
    fn value(&mut self, board: &Board, mut alpha: i32, beta: i32, depth: u32, ply: usize) -> i32 {
        if depth == 0 {
            return quiet(board, alpha, beta, CAPTURES);
        }
        if board.halfmove_clock() >= PLIES_WITHOUT_PROGRESS || insufficient_material(board) {
            return 0;
        }
        let killers = self.killers[ply];
        let mut moves = Vec::with_capacity(64);
        each_group(board, BitBoard::FULL, &mut |group| {
            moves.extend(group.into_iter().map(|mv| {
                let promise = match gain(board, mv) {
                    0 if killers.contains(&Some(mv)) => 1,
                    0 => 0,
                    gain => gain * 8 - group.piece as i32,
                };
                (promise, mv)
            }));
            false
        });
        if moves.is_empty() {
            return match board.checkers().is_empty() {
                true => 0,
                false => ply as i32 - MATE,
            };
        }
        moves.sort_unstable_by_key(|(promise, _)| -promise);
        let mut best = -2 * MATE;
        for (promise, mv) in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            best = best.max(-self.value(&next, -beta, -alpha, depth - 1, ply + 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                let killers = &mut self.killers[ply];
                if promise <= 1 && killers[0] != Some(mv) {
                    *killers = [Some(mv), killers[0]];
                }
                break;
            }
        }
        best
    }
}

/// The value after captures that pay; out of check every move is looked at.
fn quiet(board: &Board, mut alpha: i32, beta: i32, depth: u32) -> i32 {
    let standing = evaluate(board);
    if depth == 0 {
        return standing;
    }
    let in_check = !board.checkers().is_empty();
    let mut best = match in_check {
        true => -MATE + 100,
        false => standing,
    };
    alpha = alpha.max(best);
    if alpha >= beta {
        return best;
    }
    let enemies = board.colors(!board.side_to_move());
    let mut moves = Vec::with_capacity(16);
    each_group(board, BitBoard::FULL, &mut |mut group| {
        if !in_check && group.piece != Piece::Pawn {
            group.to &= enemies;
        }
        for mv in group {
            let gain = gain(board, mv);
            let pays = gain > 0 && mv.promotion.is_none_or(|to| to == Piece::Queen);
            // Not even if nothing were taken back.
            let enough = standing + gain + 150 >= alpha;
            if in_check || pays && enough {
                moves.push((gain * 8 - group.piece as i32, mv));
            }
        }
        false
    });
    moves.sort_unstable_by_key(|(promise, _)| -promise);
    for (_, mv) in moves {
        let mut next = board.clone();
        next.play_unchecked(mv);
        best = best.max(-quiet(&next, -beta, -alpha, depth - 1));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// What a move takes, and what a pawn becomes by it.
fn gain(board: &Board, mv: Move) -> i32 {
    let becomes = mv.promotion.map_or(0, |to| worth(to) - worth(Piece::Pawn));
    captured(board, mv).map_or(0, worth) + becomes
}

/// What the side to move has more, in hundredths of a pawn.
fn evaluate(board: &Board) -> i32 {
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    let left: i32 = pieces
        .iter()
        .map(|piece| board.pieces(*piece).len() as i32 * worth(*piece))
        .sum();
    // From 0 when only pawns are left to 256 at the beginning.
    let middlegame = (left * 256 / 6700).min(256);
    let mover = board.side_to_move();
    side(board, mover, middlegame) - side(board, !mover, middlegame) + 10
}

fn side(board: &Board, color: Color, middlegame: i32) -> i32 {
    let own = board.colors(color);
    let (pawns, enemy_pawns) = (
        board.colored_pieces(color, Piece::Pawn),
        board.colored_pieces(!color, Piece::Pawn),
    );
    let occupied = board.occupied();
    let mut sum = 0;
    for square in pawns {
        let rank = square.rank().relative_to(color) as usize;
        let file = square.file();
        let beside = file.adjacent() | file.bitboard();
        let ahead = ahead(square, color);
        let central = matches!(file, File::D | File::E) && (3..=4).contains(&rank);
        sum += worth(Piece::Pawn) + [0, 0, 2, 6, 12, 20, 30, 0][rank] + 14 * i32::from(central);
        if (enemy_pawns & beside & ahead).is_empty() {
            sum += [0, 6, 10, 18, 36, 66, 110, 0][rank] * (512 - middlegame) / 512;
        }
        if !(pawns & ahead & file.bitboard()).is_empty() {
            sum -= 12;
        }
        if (pawns & file.adjacent()).is_empty() {
            sum -= 10;
        }
    }
    for square in board.colored_pieces(color, Piece::Knight) {
        let reach = (get_knight_moves(square) & !own).len() as i32;
        sum += worth(Piece::Knight) + 5 * centrality(square) - 15 + 3 * reach;
    }
    let bishops = board.colored_pieces(color, Piece::Bishop);
    sum += 30 * i32::from(bishops.len() > 1);
    for square in bishops {
        let reach = (get_bishop_moves(square, occupied) & !own).len() as i32;
        sum += worth(Piece::Bishop) + 2 * centrality(square) + 4 * reach - 25;
    }
    for square in board.colored_pieces(color, Piece::Rook) {
        let reach = (get_rook_moves(square, occupied) & !own).len() as i32;
        let file = square.file().bitboard();
        let open = match ((pawns & file).is_empty(), (enemy_pawns & file).is_empty()) {
            (true, true) => 22,
            (true, false) => 10,
            _ => 0,
        };
        let seventh = square.rank().relative_to(color) == Rank::Seventh;
        sum += worth(Piece::Rook) + open + 2 * reach + 15 * i32::from(seventh) - 12;
    }
    for square in board.colored_pieces(color, Piece::Queen) {
        let reach = (get_bishop_moves(square, occupied) | get_rook_moves(square, occupied)) & !own;
        sum += worth(Piece::Queen) + reach.len() as i32 - 8;
    }
    let king = board.king(color);
    let shelter = pawns & (king.file().adjacent() | king.file().bitboard()) & ahead(king, color);
    let near = shelter & (next_ranks(king, color));
    let home = king.rank().relative_to(color) == Rank::First;
    let wing = !matches!(king.file(), File::D | File::E | File::F);
    let safe = 12 * near.len().min(3) as i32 + 20 * i32::from(home && wing) + 8 * i32::from(home)
        - 6 * centrality(king);
    sum + (safe * middlegame + 6 * centrality(king) * (256 - middlegame)) / 256
}

/// The ranks in front of a square.
fn ahead(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as u32;
    BitBoard(match color {
        Color::White if rank == 7 => 0,
        Color::White => u64::MAX << (8 * (rank + 1)),
        Color::Black => (1 << (8 * rank)) - 1,
    })
}

/// The two ranks in front of a square.
fn next_ranks(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as i32;
    let step = if color == Color::White { 1 } else { -1 };
    [rank + step, rank + 2 * step]
        .into_iter()
        .filter_map(|rank| Rank::try_index(usize::try_from(rank).ok()?))
        .fold(BitBoard::EMPTY, |all, rank| all | rank.bitboard())
}

/// How near the middle, from 0 in a corner to 6.
fn centrality(square: Square) -> i32 {
    let inward = |index: usize| index.min(7 - index) as i32;
    inward(square.file() as usize) + inward(square.rank() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What each move of a position gives away, by its text as engines write it.
    fn lost(fen: &str, wanted: &str) -> f32 {
        let board: Board = fen.parse().expect("a position");
        let mut moves = Vec::new();
        board.generate_moves(|group| {
            moves.extend(group);
            false
        });
        let texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
        let index = texts.iter().position(|text| text == wanted);
        losses(&board, &moves)[index.expect("a legal move")]
    }

    /// The scholar's mate is best, and what allows it loses everything.
    #[test]
    fn mates_are_seen() {
        let white = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        assert_eq!(lost(white, "h5f7"), 0.0);
        assert!(lost(white, "d2d3") > 0.2);
        let black = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
        assert!(lost(black, "g8f6") > 0.2 && lost(black, "g7g6") < 0.1);
    }

    /// 1 / (1 + exp(-0.0037 x 400)) is 0.81, so about 0.3 is lost.
    #[test]
    fn a_queen_for_nothing_loses_most() {
        let fen = "3qk3/pp3ppp/4p3/8/8/4P3/PP3PPP/3QK3 w - - 0 1";
        assert!(lost(fen, "d1d7") > 0.2);
        assert!(lost(fen, "d1d4") < 0.1);
    }

    /// A knight's fork two plies ahead wins a rook: Nc7+ and Nxa8.
    #[test]
    fn a_fork_is_seen() {
        let fen = "r3k3/pp3ppp/8/3N4/8/8/PP3PPP/4K3 w - - 0 1";
        assert_eq!(lost(fen, "d5c7"), 0.0);
        assert!(lost(fen, "g2g3") > 0.1);
    }

    /// Turned boards are judged alike.
    #[test]
    fn both_sides_are_judged_alike() {
        let white = "r1bqk2r/pppp1ppp/2n2n2/2b1p1N1/2B1P3/8/PPPP1PPP/RNBQK2R w KQkq - 5 5";
        let black = "rnbqk2r/pppp1ppp/8/2b1p3/2B1P1n1/2N2N2/PPPP1PPP/R1BQK2R b KQkq - 5 5";
        for (one, other) in [("g5f7", "g4f2"), ("d2d3", "d7d6"), ("a2a3", "a7a6")] {
            assert_eq!(lost(white, one), lost(black, other));
        }
    }
}
