//! What matters in a position, as numbers to be weighed.
//!
//! Every term counts something for White less the same for Black, and makes two features: one for
//! the middle game and one for the end game, which share the term by how much material is left
//! (tapered evaluation). Both sides are looked at from their own side of the board, so that one text
//! and one weight serve both: `knight f3` is Black's knight on f6 as well.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_rook_moves,
};
use shido_core::Features;

use super::{Chess, ChessPosition};

/// The kinds of pieces that can be lost.
const KINDS: [(Piece, &str); 5] = [
    (Piece::Pawn, "pawn"),
    (Piece::Knight, "knight"),
    (Piece::Bishop, "bishop"),
    (Piece::Rook, "rook"),
    (Piece::Queen, "queen"),
];

/// Terms that count something else than pieces on squares, in the order of their names.
#[derive(Clone, Copy)]
enum Term {
    ToMove,
    BishopPair,
    DoubledPawn,
    IsolatedPawn,
    ProtectedPawn,
    ThreatByPawn,
    RookOnOpenFile,
    RookOnHalfOpenFile,
    KnightMobility,
    BishopMobility,
    RookMobility,
    QueenMobility,
    KnightAtKing,
    BishopAtKing,
    RookAtKing,
    QueenAtKing,
    TwoAttackers,
    ThreeAttackers,
    FourAttackers,
    ShieldNear,
    ShieldFar,
    OpenFileAtKing,
    BlockedPasser,
    OwnKingFromPasser,
    OtherKingFromPasser,
    /// The first of six, for the ranks 2 to 7.
    Passer,
}

const TERM_NAMES: [&str; TERMS] = [
    "to move",
    "bishop pair",
    "doubled pawn",
    "isolated pawn",
    "pawn protected by a pawn",
    "piece attacked by a pawn",
    "rook on an open file",
    "rook on a half-open file",
    "knight mobility",
    "bishop mobility",
    "rook mobility",
    "queen mobility",
    "square at the king attacked by a knight",
    "square at the king attacked by a bishop",
    "square at the king attacked by a rook",
    "square at the king attacked by a queen",
    "two pieces attack at the king",
    "three pieces attack at the king",
    "four or more pieces attack at the king",
    "pawn right before the king",
    "pawn two ranks before the king",
    "file at the king without a pawn",
    "passed pawn blocked",
    "distance of the own king from a passed pawn",
    "distance of the other king from a passed pawn",
    "passed pawn on rank 2",
    "passed pawn on rank 3",
    "passed pawn on rank 4",
    "passed pawn on rank 5",
    "passed pawn on rank 6",
    "passed pawn on rank 7",
];

const TERMS: usize = Term::Passer as usize + 6;

/// Terms come first, then the pieces by kind, then by kind and square. Of all these, the middle game
/// has the even and the end game the odd numbers.
const FIRST_KIND: usize = TERMS;
const FIRST_SQUARE: usize = FIRST_KIND + KINDS.len();

/// The number of a kind of piece on a square, seen from its owner's side. Pawns come last, so that
/// the squares of the last rank, which they do not reach, are left over at the end.
fn on_square(piece: Piece, square: usize) -> usize {
    match piece {
        Piece::Pawn => FIRST_SQUARE + 5 * Square::NUM + square - File::NUM,
        _ => FIRST_SQUARE + (piece as usize - 1) * Square::NUM + square,
    }
}

impl Features for Chess {
    fn feature_names(&self) -> Vec<String> {
        let mut names: Vec<String> = TERM_NAMES.iter().map(|&name| name.to_owned()).collect();
        names.extend(KINDS.iter().map(|(_, kind)| (*kind).to_owned()));
        let pieces = KINDS[1..].iter().map(|(_, kind)| *kind).chain(["king"]);
        names.extend(pieces.flat_map(|kind| {
            let squares = Square::ALL.iter();
            squares.map(move |square| format!("{kind} {square}"))
        }));
        let reached = |square: &&Square| !matches!(square.rank(), Rank::First | Rank::Eighth);
        let squares = Square::ALL.iter().filter(reached);
        names.extend(squares.map(|square| format!("pawn {square}")));
        names
            .into_iter()
            .flat_map(|name| [format!("{name}, middle game"), format!("{name}, end game")])
            .collect()
    }

    #[inline]
    fn each_feature(&self, position: &ChessPosition, mut visit: impl FnMut(usize, f64)) {
        let board = &position.0;
        let middle = middle_game(board);
        let end = 1.0 - middle;
        let mut term = |number: usize, count: f64| {
            if middle > 0.0 {
                visit(2 * number, count * middle);
            }
            if end > 0.0 {
                visit(2 * number + 1, count * end);
            }
        };

        let white = View::of(board, Color::White);
        let black = View::of(board, Color::Black);
        let mut tally = [0; TERMS];
        tally[Term::ToMove as usize] = match board.side_to_move() {
            Color::White => 1,
            Color::Black => -1,
        };
        white.count(&mut tally, 1);
        black.count(&mut tally, -1);
        for (number, &count) in tally.iter().enumerate() {
            if count != 0 {
                term(number, f64::from(count));
            }
        }

        for (number, piece) in Piece::ALL.iter().enumerate() {
            let (ours, theirs) = (white.own[number], black.own[number]);
            let more = ours.len() as i32 - theirs.len() as i32;
            if more != 0 && *piece != Piece::King {
                term(FIRST_KIND + number, f64::from(more));
            }
            // What both have on the same square cancels out.
            for square in ours - theirs {
                term(on_square(*piece, square as usize), 1.0);
            }
            for square in theirs - ours {
                term(on_square(*piece, square as usize), -1.0);
            }
        }
    }
}

/// How much of a position belongs to the middle game, from 1 with all pieces on the board to 0 with
/// only kings and pawns.
fn middle_game(board: &Board) -> f64 {
    const ALL: u32 = 24;
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let left =
        minor.len() + 2 * board.pieces(Piece::Rook).len() + 4 * board.pieces(Piece::Queen).len();
    f64::from(left.min(ALL)) / f64::from(ALL)
}

/// The board from one side, which plays up it as White does.
struct View {
    own: [BitBoard; Piece::NUM],
    their_pawns: BitBoard,
    their_king: Square,
    own_all: BitBoard,
    their_all: BitBoard,
}

impl View {
    #[inline]
    fn of(board: &Board, color: Color) -> View {
        let turned = |squares: BitBoard| match color {
            Color::White => squares,
            Color::Black => squares.flip_ranks(),
        };
        let own_all = turned(board.colors(color));
        View {
            own: Piece::ALL.map(|piece| turned(board.pieces(piece)) & own_all),
            their_pawns: turned(board.colored_pieces(!color, Piece::Pawn)),
            their_king: board.king(!color).relative_to(color),
            own_all,
            their_all: turned(board.colors(!color)),
        }
    }

    /// Adds this side's terms to the tally, or takes them away.
    #[inline]
    fn count(&self, tally: &mut [i32; TERMS], sign: i32) {
        let mut add = |term: Term, count: u32| tally[term as usize] += sign * count as i32;
        let bishops = self.own[Piece::Bishop as usize];
        let both_colours = !bishops.is_disjoint(BitBoard::LIGHT_SQUARES)
            && !bishops.is_disjoint(BitBoard::DARK_SQUARES);
        add(Term::BishopPair, u32::from(both_colours));
        self.count_pieces(&mut add);
        self.count_shelter(&mut add);
        self.count_pawns(&mut add);
        self.count_passers(tally, sign);
    }

    #[inline]
    fn count_pieces(&self, add: &mut impl FnMut(Term, u32)) {
        let occupied = self.own_all | self.their_all;
        let guarded = attacked_from_above(self.their_pawns);
        let free = !self.own_all & !guarded;
        let zone = get_king_moves(self.their_king) | self.their_king.bitboard();
        let straight = |square| get_rook_moves(square, occupied);
        let diagonal = |square| get_bishop_moves(square, occupied);
        let mut attackers = 0;
        let mut watch =
            |squares: BitBoard, mobility, at_king, reach: &dyn Fn(Square) -> BitBoard| {
                for square in squares {
                    let reached = reach(square);
                    add(mobility, (reached & free).len());
                    let near = reached & zone;
                    if !near.is_empty() {
                        add(at_king, near.len());
                        attackers += 1;
                    }
                }
            };
        let own = |piece: Piece| self.own[piece as usize];
        watch(
            own(Piece::Knight),
            Term::KnightMobility,
            Term::KnightAtKing,
            &get_knight_moves,
        );
        watch(
            own(Piece::Bishop),
            Term::BishopMobility,
            Term::BishopAtKing,
            &diagonal,
        );
        watch(
            own(Piece::Rook),
            Term::RookMobility,
            Term::RookAtKing,
            &straight,
        );
        watch(
            own(Piece::Queen),
            Term::QueenMobility,
            Term::QueenAtKing,
            &|square| straight(square) | diagonal(square),
        );
        match attackers {
            0 | 1 => {}
            2 => add(Term::TwoAttackers, 1),
            3 => add(Term::ThreeAttackers, 1),
            _ => add(Term::FourAttackers, 1),
        }
        for rook in own(Piece::Rook) {
            let file = rook.file().bitboard();
            if file.is_disjoint(own(Piece::Pawn)) {
                if file.is_disjoint(self.their_pawns) {
                    add(Term::RookOnOpenFile, 1);
                } else {
                    add(Term::RookOnHalfOpenFile, 1);
                }
            }
        }
    }

    #[inline]
    fn count_shelter(&self, add: &mut impl FnMut(Term, u32)) {
        let pawns = self.own[Piece::Pawn as usize];
        let king = self.own[Piece::King as usize];
        let beside = king | left(king) | right(king);
        add(Term::ShieldNear, (up(beside) & pawns).len());
        add(Term::ShieldFar, (up(up(beside)) & pawns).len());
        let open = files(beside) & !files(pawns);
        add(Term::OpenFileAtKing, open.count_ones());
    }

    #[inline]
    fn count_pawns(&self, add: &mut impl FnMut(Term, u32)) {
        let pawns = self.own[Piece::Pawn as usize];
        let used = files(pawns);
        add(Term::DoubledPawn, pawns.len() - used.count_ones());
        let lonely = used & !(used << 1) & !(used >> 1);
        add(Term::IsolatedPawn, (whole_files(lonely) & pawns).len());
        let attacked = up(left(pawns)) | up(right(pawns));
        add(Term::ProtectedPawn, (attacked & pawns).len());
        let pieces = self.their_all & !self.their_pawns;
        add(Term::ThreatByPawn, (attacked & pieces).len());
    }

    /// Passed pawns: no pawn of the other side is before them or can come to capture them, and no
    /// pawn of their own is in their way.
    #[inline]
    fn count_passers(&self, tally: &mut [i32; TERMS], sign: i32) {
        let pawns = self.own[Piece::Pawn as usize];
        let below_theirs = all_below(self.their_pawns);
        let stopped = below_theirs | left(below_theirs) | right(below_theirs) | all_below(pawns);
        let passers = pawns - stopped;
        tally[Term::BlockedPasser as usize] += sign * (up(passers) & self.their_all).len() as i32;
        for passer in passers {
            tally[Term::Passer as usize + passer.rank() as usize - 1] += sign;
            for king in self.own[Piece::King as usize] {
                tally[Term::OwnKingFromPasser as usize] += sign * distance(king, passer);
            }
            tally[Term::OtherKingFromPasser as usize] += sign * distance(self.their_king, passer);
        }
    }
}

/// King's moves between two squares.
#[inline]
fn distance(one: Square, other: Square) -> i32 {
    let files = (one.file() as i32 - other.file() as i32).abs();
    let ranks = (one.rank() as i32 - other.rank() as i32).abs();
    files.max(ranks)
}

#[inline]
fn up(squares: BitBoard) -> BitBoard {
    BitBoard(squares.0 << 8)
}

#[inline]
fn left(squares: BitBoard) -> BitBoard {
    BitBoard((squares - File::A.bitboard()).0 >> 1)
}

#[inline]
fn right(squares: BitBoard) -> BitBoard {
    BitBoard((squares - File::H.bitboard()).0 << 1)
}

/// What pawns that play down the board attack.
#[inline]
fn attacked_from_above(pawns: BitBoard) -> BitBoard {
    BitBoard((left(pawns) | right(pawns)).0 >> 8)
}

/// The squares below some, down to the first rank.
#[inline]
fn all_below(squares: BitBoard) -> BitBoard {
    let mut below = squares.0 >> 8;
    below |= below >> 8;
    below |= below >> 16;
    below |= below >> 32;
    BitBoard(below)
}

/// The files that have one of the squares, a bit for each.
#[inline]
fn files(squares: BitBoard) -> u8 {
    squares
        .0
        .to_le_bytes()
        .iter()
        .fold(0, |files, rank| files | rank)
}

/// All squares of some files.
#[inline]
fn whole_files(files: u8) -> BitBoard {
    BitBoard(u64::from_le_bytes([files; 8]))
}
