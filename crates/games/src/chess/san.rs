//! Standard algebraic notation: `Nf3`, `exd5`, `O-O`, `e8=Q+`.
//!
//! Writing follows the standard to the letter. Reading is tolerant: signs of check, mate and
//! annotation may be there or not, as may `x`, `-` and `=`; castling may be written with zeros; more
//! of the origin may be told than is needed; upper and lower case are the same where that leaves
//! one legal move.

use cozy_chess::{Board, File, Move, Piece, Rank, Square, util};

use super::{castles, each_group};

/// Why a text is not a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SanError {
    /// It names no legal move.
    NotLegal,
    /// It names all of these.
    Ambiguous(Vec<Move>),
}

/// A legal move as text.
pub(super) fn write(board: &Board, mv: Move) -> String {
    util::display_san_move(board, mv).to_string()
}

/// The legal move that the text names.
pub(super) fn read(board: &Board, text: &str) -> Result<Move, SanError> {
    let text = text.trim_end_matches("e.p.").trim();
    let text = text.trim_end_matches(['+', '#', '!', '?']);
    let lower = text.to_ascii_lowercase();
    // Only the first letter can be read in two ways: `bc4` is a pawn's capture or a bishop's move.
    let mut capital = lower.clone();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    for reading in [text, &lower, &capital] {
        match read_exactly(board, reading).as_slice() {
            [] => {}
            [mv] => return Ok(*mv),
            several => return Err(SanError::Ambiguous(several.to_vec())),
        }
    }
    Err(SanError::NotLegal)
}

/// All legal moves that fit the text, which has its letters in the right case.
fn read_exactly(board: &Board, text: &str) -> Vec<Move> {
    let mover = board.side_to_move();
    let castling = match text.to_ascii_uppercase().replace('0', "O").as_str() {
        "O-O" => Some(board.castle_rights(mover).short),
        "O-O-O" => Some(board.castle_rights(mover).long),
        _ => None,
    };
    if let Some(rook) = castling {
        let from = board.king(mover);
        let castle = rook.map(|file| Move {
            from,
            to: Square::new(file, from.rank()),
            promotion: None,
        });
        return castle
            .into_iter()
            .filter(|mv| board.is_legal(*mv))
            .collect();
    }
    let Some(pattern) = Pattern::parse(text) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let pieces = board.colored_pieces(mover, pattern.piece);
    each_group(board, pieces, &mut |moves| {
        found.extend(moves.into_iter().filter(|mv| pattern.fits(board, *mv)));
        false
    });
    found
}

/// What a text says of a move that does not castle.
pub(super) struct Pattern {
    pub(super) piece: Piece,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    pub(super) to: Square,
    promotion: Option<Piece>,
}

impl Pattern {
    pub(super) fn parse(text: &str) -> Option<Pattern> {
        if text.ends_with(['x', ':', '-', '=']) {
            return None;
        }
        let mut signs: Vec<char> = text
            .chars()
            .filter(|sign| !matches!(sign, 'x' | ':' | '-' | '='))
            .collect();
        let piece = match signs.first()? {
            'N' => Piece::Knight,
            'B' => Piece::Bishop,
            'R' => Piece::Rook,
            'Q' => Piece::Queen,
            'K' => Piece::King,
            _ => Piece::Pawn,
        };
        if piece != Piece::Pawn {
            signs.remove(0);
        }
        let last = signs.last()?.to_ascii_lowercase();
        let promotion = Piece::try_from(last).ok().filter(|_| piece == Piece::Pawn);
        if promotion.is_some() {
            signs.pop();
        }
        let to_rank = Rank::try_from(signs.pop()?).ok()?;
        let to_file = File::try_from(signs.pop()?).ok()?;
        let from_rank = signs.last().and_then(|sign| Rank::try_from(*sign).ok());
        if from_rank.is_some() {
            signs.pop();
        }
        let from_file = signs.last().and_then(|sign| File::try_from(*sign).ok());
        if from_file.is_some() {
            signs.pop();
        }
        signs.is_empty().then_some(Pattern {
            piece,
            from_file,
            from_rank,
            to: Square::new(to_file, to_rank),
            promotion,
        })
    }

    /// Whether what it says of the origin fits a square.
    pub(super) fn starts_from(&self, from: Square) -> bool {
        self.from_file.is_none_or(|file| file == from.file())
            && self.from_rank.is_none_or(|rank| rank == from.rank())
    }

    fn fits(&self, board: &Board, mv: Move) -> bool {
        mv.to == self.to
            && !castles(board, mv)
            && self.starts_from(mv.from)
            // A pawn that promotes to something untold fits all four, and so is ambiguous.
            && self.promotion.is_none_or(|piece| mv.promotion == Some(piece))
    }
}
