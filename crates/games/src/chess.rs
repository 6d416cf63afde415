//! Chess, on the move generator of `cozy-chess`.
//!
//! White is [`Seat::First`]. The rules of a contest that arbiters apply are in here as well: a
//! contest is drawn when neither side can give mate by any play (insufficient material), after fifty
//! moves by each side without a capture or a pawn's move, and at the third occurrence of a position.
//! The last needs history: whoever keeps it counts what [`Game::recurs_as`] gives.
//!
//! Positions are written in Forsyth-Edwards notation (FEN), moves in standard algebraic notation
//! (SAN); engines are spoken to in the notation of the Universal Chess Interface (UCI); whole
//! contests are kept as [portable game notation](pgn).

mod captures;
mod endgames;
mod exchange;
mod features;
mod fen;
mod guide;
mod lookahead;
mod motifs;
mod notation;
mod perception;
pub mod pgn;
mod picture;
mod san;
mod uci;
mod words;

use std::fmt;
use std::hash::{Hash, Hasher};

use cozy_chess::{
    BitBoard, Board, BoardBuilder, Color, Move, Piece, PieceMoves, Rank, Square, get_pawn_attacks,
};
use rand::RngExt;
use shido_core::{Game, Markers, Outcome, Rng, Seat, Symmetry, Turn};

use crate::grid::holders;

/// The fifty-move rule, counted in plies.
const PLIES_WITHOUT_PROGRESS: u8 = 100;

/// Where pawns promote.
const LAST_RANKS: BitBoard = BitBoard(Rank::First.bitboard().0 | Rank::Eighth.bitboard().0);

/// The rules of chess.
///
/// ```
/// use shido_core::{Game, Notation};
/// use shido_games::chess::Chess;
///
/// let mut position = Chess.start();
/// for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6"] {
///     let mv = Chess.parse_move(&position, text)?;
///     Chess.play(&mut position, mv);
/// }
/// let mate = Chess.parse_move(&position, "h5f7")?;
/// assert_eq!(Chess.write_move(&position, mate), "Qxf7#");
/// # Ok::<(), shido_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chess;

/// A board with the side to move, the rights to castle and capture en passant, and the clocks.
#[derive(Clone, PartialEq, Eq)]
pub struct ChessPosition(Board);

impl ChessPosition {
    /// The position as the move generator holds it.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.0
    }

    /// Whether the contest is drawn although there may be moves, as long as nobody is mated.
    #[inline]
    fn drawn_by_rule(&self) -> bool {
        self.0.halfmove_clock() >= PLIES_WITHOUT_PROGRESS || insufficient_material(&self.0)
    }
}

/// The generator keeps a hash up to date with each move, so there is nothing left to compute.
impl Hash for ChessPosition {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash());
    }
}

impl fmt::Debug for ChessPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A move in sixteen bits: where it starts, where it ends, and what a pawn becomes.
///
/// Castling is written as the king taking its own rook, as the move generator does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove(u16);

impl ChessMove {
    /// A move that does not promote.
    #[inline]
    fn plain(origin: Square, target: Square) -> ChessMove {
        ChessMove(origin as u16 | (target as u16) << 6)
    }

    /// Where the piece comes from.
    #[inline]
    #[must_use]
    pub fn origin(self) -> Square {
        Square::index(usize::from(self.0 & 63))
    }

    /// Where it goes; in castling, the square of the rook.
    #[inline]
    #[must_use]
    pub fn target(self) -> Square {
        Square::index(usize::from(self.0 >> 6 & 63))
    }

    /// What a pawn becomes on the last rank.
    #[inline]
    #[must_use]
    pub fn promotion(self) -> Option<Piece> {
        const BECOMES: [Option<Piece>; 8] = [
            None,
            Some(Piece::Knight),
            Some(Piece::Bishop),
            Some(Piece::Rook),
            Some(Piece::Queen),
            None,
            None,
            None,
        ];
        BECOMES[usize::from(self.0 >> 12 & 7)]
    }
}

impl From<Move> for ChessMove {
    #[inline]
    fn from(mv: Move) -> ChessMove {
        // No pawn becomes a pawn: its number is free to say that nothing is promoted.
        let promotion = mv.promotion.map_or(0, |piece| piece as u16);
        ChessMove(ChessMove::plain(mv.from, mv.to).0 | promotion << 12)
    }
}

impl From<ChessMove> for Move {
    #[inline]
    fn from(mv: ChessMove) -> Move {
        Move {
            from: mv.origin(),
            to: mv.target(),
            promotion: mv.promotion(),
        }
    }
}

impl fmt::Debug for ChessMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Move::from(*self))
    }
}

/// An illegal move may panic in [`Game::play`]: checking each would slow every search down.
impl Game for Chess {
    type Position = ChessPosition;
    type Move = ChessMove;

    fn start(&self) -> ChessPosition {
        ChessPosition(Board::startpos())
    }

    #[inline]
    fn turn(&self, position: &ChessPosition) -> Turn {
        let board = &position.0;
        let mover = seat(board.side_to_move());
        let can_move = can_move(board);
        if !can_move && !board.checkers().is_empty() {
            Turn::Over(Outcome::win(mover.other()))
        } else if !can_move || position.drawn_by_rule() {
            Turn::Over(Outcome::DRAW)
        } else {
            Turn::Of(mover)
        }
    }

    #[inline]
    fn each_move(&self, position: &ChessPosition, mut visit: impl FnMut(ChessMove)) {
        if !position.drawn_by_rule() {
            each_group(&position.0, BitBoard::FULL, &mut |moves| {
                // Nearly all groups promote nothing, and then there is less to look at.
                if promotes(moves) {
                    moves.into_iter().for_each(|mv| visit(mv.into()));
                } else {
                    let targets = moves.to.into_iter();
                    targets.for_each(|to| visit(ChessMove::plain(moves.from, to)));
                }
                false
            });
        }
    }

    #[inline]
    fn play(&self, position: &mut ChessPosition, mv: ChessMove) {
        position.0.play_unchecked(mv.into());
    }

    // Searches count the moves of many positions: with a generator of its own that takes a third less time.
    fn count_moves(&self, position: &ChessPosition) -> usize {
        let mut count = 0;
        if !position.drawn_by_rule() {
            position.0.generate_moves(|moves| {
                count += count_group(moves);
                false
            });
        }
        count
    }

    fn random_move(&self, position: &ChessPosition, rng: &mut Rng) -> Option<ChessMove> {
        if position.drawn_by_rule() {
            return None;
        }
        // Sixteen pieces and two pawns that may capture en passant as well: more groups there are
        // not. They are generated once, and single moves only in the group that is drawn.
        let nothing = PieceMoves {
            piece: Piece::King,
            from: Square::A1,
            to: BitBoard::EMPTY,
        };
        let mut groups = [nothing; 18];
        let mut used = 0;
        let mut count = 0;
        each_group(&position.0, BitBoard::FULL, &mut |moves| {
            groups[used] = moves;
            used += 1;
            count += count_group(moves) as u32;
            false
        });
        if count == 0 {
            return None;
        }
        let mut drawn = rng.random_range(0..count) as usize;
        for moves in groups {
            let count = count_group(moves);
            if drawn < count {
                return moves.into_iter().nth(drawn).map(ChessMove::from);
            }
            drawn -= count;
        }
        None
    }

    #[inline]
    fn key(&self, position: &ChessPosition) -> u64 {
        let board = &position.0;
        match en_passant_square(board) {
            // A right that nobody can use does not make two positions different.
            Some(square) if pawns_beside(board, square).is_empty() => board.hash_without_ep(),
            _ => board.hash(),
        }
    }

    fn repetition_limit(&self) -> Option<u32> {
        Some(3)
    }

    /// The position without its clocks, and without a right to capture en passant that cannot be
    /// used: the laws of chess compare what can be played.
    fn recurs_as(&self, position: &ChessPosition) -> ChessPosition {
        let mut board = position.0.clone();
        if let Some(square) = en_passant_square(&board)
            && !each_group(&board, pawns_beside(&board, square), &mut |moves| {
                moves.to.has(square)
            })
        {
            let mut builder = BoardBuilder::from_board(&board);
            builder.en_passant = None;
            board = builder
                .build()
                .expect("a legal position without en passant is one, too");
        }
        board.set_halfmove_clock(0);
        board.set_fullmove_number(1);
        ChessPosition(board)
    }
}

/// The kings stand to one side, so the two halves of the board differ.
impl Symmetry for Chess {}

impl Markers for Chess {
    fn holders(&self, position: &ChessPosition) -> Vec<Option<Seat>> {
        holders([Color::White, Color::Black].map(|color| position.0.colors(color).0))
    }

    fn turned(&self, position: &ChessPosition) -> Option<ChessPosition> {
        position.0.null_move().map(ChessPosition)
    }
}

/// Who has the pieces of a colour.
#[inline]
fn seat(color: Color) -> Seat {
    match color {
        Color::White => Seat::First,
        Color::Black => Seat::Second,
    }
}

/// The square that a pawn has just passed over, whether or not it can be captured there.
#[inline]
fn en_passant_square(board: &Board) -> Option<Square> {
    let file = board.en_passant()?;
    Some(Square::new(
        file,
        Rank::Sixth.relative_to(board.side_to_move()),
    ))
}

/// The mover's pawns that attack a square.
#[inline]
fn pawns_beside(board: &Board, square: Square) -> BitBoard {
    let mover = board.side_to_move();
    get_pawn_attacks(square, !mover) & board.colored_pieces(mover, Piece::Pawn)
}

/// Whether neither side could mate even with the other's help: bare kings, one knight, or bishops
/// that are all on squares of one colour.
#[inline]
fn insufficient_material(board: &Board) -> bool {
    let of = |piece| board.pieces(piece);
    if !(of(Piece::Pawn) | of(Piece::Rook) | of(Piece::Queen)).is_empty() {
        return false;
    }
    let bishops = of(Piece::Bishop);
    match of(Piece::Knight).len() {
        0 => {
            bishops.is_disjoint(BitBoard::LIGHT_SQUARES)
                || bishops.is_disjoint(BitBoard::DARK_SQUARES)
        }
        1 => bishops.is_empty(),
        _ => false,
    }
}

/// Calls `visit` with the moves of each of some pieces, until it has seen enough, and tells whether it has.
///
/// Not generic: a generator is long, and it would be compiled for everybody who visits moves.
fn each_group(board: &Board, pieces: BitBoard, visit: &mut dyn FnMut(PieceMoves) -> bool) -> bool {
    board.generate_moves_for(pieces, visit)
}

/// Whether the side to move has a legal move.
fn can_move(board: &Board) -> bool {
    board.generate_moves(|_| true)
}

/// Whether a pawn's moves end on the last rank; then all of them do, four to a square.
#[inline]
fn promotes(moves: PieceMoves) -> bool {
    moves.piece == Piece::Pawn && !moves.to.is_disjoint(LAST_RANKS)
}

/// How many moves a piece has, without visiting them.
#[inline]
fn count_group(moves: PieceMoves) -> usize {
    let targets = moves.to.len() as usize;
    if promotes(moves) {
        4 * targets
    } else {
        targets
    }
}

/// Whether a move castles: only then does it end on a piece of its own side.
#[inline]
fn castles(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// The piece that a move captures, if it is one that captures.
#[inline]
fn captured(board: &Board, mv: Move) -> Option<Piece> {
    if board.colors(!board.side_to_move()).has(mv.to) {
        board.piece_on(mv.to)
    } else if Some(mv.to) == en_passant_square(board) && board.pieces(Piece::Pawn).has(mv.from) {
        Some(Piece::Pawn)
    } else {
        None
    }
}
