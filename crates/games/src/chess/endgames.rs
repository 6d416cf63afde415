//! Endings of up to four men, by the men that are left: `KRK` is king and rook against king.
//!
//! The stronger side is named first: the one with more men, or else with the dearer ones. Tables are written as
//! if it were White.
//!
//! A number is made of digits: who is to move, whether a pawn can be captured en passant, where the
//! kings stand, where each of the other men does. Without pawns the board looks the
//! same from eight sides, and the first king is brought into the triangle a1-d1-d4; with pawns from two, and
//! it is brought to the files a to d. Kings never stand side by side, which leaves 462 pairs of squares without
//! pawns and 1,806 with them. Men of a kind are interchangeable. Of all numbers that a position could
//! have it has the smallest.

use std::sync::LazyLock;

use cozy_chess::{
    BitBoard, BoardBuilder, Color, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_quiets, get_rook_moves,
};
use shido_core::{Endgame, Endgames, NotationError, Place, Seat, nearest};

use super::{
    Chess, ChessPosition, PLIES_WITHOUT_PROGRESS, each_group, en_passant_square, pawns_beside, seat,
};

/// The most men of an ending, kings included.
const MEN: usize = 4;

/// What may stand on the board beside the kings, the dearest first, with its letter.
const KINDS: [(Piece, char); 5] = [
    (Piece::Queen, 'Q'),
    (Piece::Rook, 'R'),
    (Piece::Bishop, 'B'),
    (Piece::Knight, 'N'),
    (Piece::Pawn, 'P'),
];

/// The men of an ending: kinds by their place among [`KINDS`], the dearest first.
#[derive(Clone, PartialEq, Eq)]
struct Men {
    first: Vec<usize>,
    second: Vec<usize>,
}

impl Men {
    /// The men of two sides, the stronger one first; and whether that exchanged them.
    fn new(mut first: Vec<usize>, mut second: Vec<usize>) -> (Men, bool) {
        first.sort_unstable();
        second.sort_unstable();
        let weaker = |men: &[usize]| (usize::MAX - men.len(), men.to_vec());
        match weaker(&first) <= weaker(&second) {
            true => (Men { first, second }, false),
            false => (
                Men {
                    first: second,
                    second: first,
                },
                true,
            ),
        }
    }

    fn name(&self) -> String {
        let letters = |men: &[usize]| men.iter().map(|&kind| KINDS[kind].1).collect::<String>();
        format!("K{}K{}", letters(&self.first), letters(&self.second))
    }

    fn count(&self) -> usize {
        2 + self.first.len() + self.second.len()
    }

    fn pawns(&self) -> usize {
        let both = self.first.iter().chain(&self.second);
        both.filter(|&&kind| KINDS[kind].0 == Piece::Pawn).count()
    }
}

/// An ending with what is asked of it again and again.
struct Ending {
    men: Men,
    /// Pieces and colours in the order of the digits: the first side's king comes first.
    pieces: Vec<(Piece, Color)>,
    pawns: bool,
    /// Whether both sides have a pawn, so that one may be captured en passant.
    en_passant: bool,
    /// For each man, whether it is of the same kind and side as the one before it.
    alike: Vec<bool>,
}

impl Ending {
    fn new(men: Men) -> Ending {
        let side = |kinds: &[usize], color| {
            let rest = kinds.iter().map(move |&kind| (KINDS[kind].0, color));
            std::iter::once((Piece::King, color))
                .chain(rest)
                .collect::<Vec<_>>()
        };
        let [first, second] = [
            side(&men.first, Color::White),
            side(&men.second, Color::Black),
        ];
        let has_pawn =
            |side: &[(Piece, Color)]| side.iter().any(|(piece, _)| *piece == Piece::Pawn);
        let en_passant = has_pawn(&first) && has_pawn(&second);
        let pieces = [first, second].concat();
        let alike = (0..pieces.len())
            .map(|man| man > 0 && pieces[man] == pieces[man - 1])
            .collect();
        Ending {
            pawns: men.pawns() > 0,
            men,
            pieces,
            en_passant,
            alike,
        }
    }

    /// The places of the kings among the men.
    fn kings(&self) -> [usize; 2] {
        [0, 1 + self.men.first.len()]
    }

    fn king_pairs(&self) -> &'static KingPairs {
        &KING_PAIRS[usize::from(self.pawns)]
    }

    /// How many numbers one side to move has, with or without en passant.
    fn block(&self) -> u32 {
        (self.king_pairs().pairs.len() as u32) << (6 * (self.pieces.len() - 2))
    }

    fn blocks(&self) -> u32 {
        2 << u32::from(self.en_passant)
    }

    /// The number of men on these squares.
    fn number(&self, block: u32, squares: &[u8; MEN]) -> u32 {
        let kings = self.kings();
        let [first, second] = kings.map(|man| usize::from(squares[man]));
        let looks = &self.king_pairs().looks[first][second];
        let seen = looks.iter().flatten().map(|&(look, pair)| {
            let turned = self.seen(look, squares);
            (1..self.pieces.len())
                .filter(|&man| man != kings[1])
                .fold(u32::from(pair), |number, man| {
                    number << 6 | u32::from(turned[man])
                })
        });
        let seen = seen.min();
        block * self.block() + seen.expect("kings that are apart can be brought where they belong")
    }

    /// The men as they are seen from a side, the lower square first of two that are alike.
    fn seen(&self, look: u8, squares: &[u8; MEN]) -> [u8; MEN] {
        let mut seen = squares.map(|square| turn(look, square));
        for man in 1..self.pieces.len() {
            if self.alike[man] && seen[man] < seen[man - 1] {
                seen.swap(man, man - 1);
            }
        }
        seen
    }

    /// The digits of a number.
    fn digits(&self, number: u32) -> (u32, [u8; MEN]) {
        let (block, mut rest) = (number / self.block(), number % self.block());
        let mut squares = [0; MEN];
        let kings = self.kings();
        for man in (1..self.pieces.len()).rev().filter(|&man| man != kings[1]) {
            squares[man] = (rest & 63) as u8;
            rest >>= 6;
        }
        let pair = self.king_pairs().pairs[rest as usize];
        for (man, square) in kings.into_iter().zip(pair) {
            squares[man] = square;
        }
        (block, squares)
    }

    /// The position of men on these squares, if it is one.
    fn position(&self, block: u32, squares: &[u8; MEN]) -> Option<ChessPosition> {
        let mut builder = BoardBuilder::empty();
        builder.side_to_move = mover(block);
        for (&(piece, color), &square) in self.pieces.iter().zip(squares) {
            let square = Square::index(usize::from(square));
            if builder.board[square as usize].is_some() {
                return None;
            }
            builder.board[square as usize] = Some((piece, color));
        }
        if has_en_passant(block) {
            let passed = self.pawn_of(!builder.side_to_move, squares);
            let behind = Rank::Third.relative_to(!builder.side_to_move);
            builder.en_passant = Some(Square::new(passed.file(), behind));
        }
        let position = ChessPosition(builder.build().ok()?);
        (has_en_passant(block) == can_capture_en_passant(&position)).then_some(position)
    }

    /// Where the pawn of a side stands.
    fn pawn_of(&self, color: Color, squares: &[u8; MEN]) -> Square {
        let man = self
            .pieces
            .iter()
            .position(|&it| it == (Piece::Pawn, color));
        let man = man.expect("both sides have a pawn where one may be captured en passant");
        Square::index(usize::from(squares[man]))
    }
}

/// Who is to move in the positions of a block.
fn mover(block: u32) -> Color {
    Color::index((block & 1) as usize)
}

fn has_en_passant(block: u32) -> bool {
    block > 1
}

fn block(mover: Color, en_passant: bool) -> u32 {
    u32::from(en_passant) << 1 | mover as u32
}

fn can_capture_en_passant(position: &ChessPosition) -> bool {
    let board = &position.0;
    en_passant_square(board).is_some_and(|square| {
        each_group(board, pawns_beside(board, square), &mut |moves| {
            moves.to.has(square)
        })
    })
}

/// A square as it is seen from one of eight sides: bit 0 mirrors files, bit 1 ranks, bit 2 exchanges them.
fn turn(look: u8, square: u8) -> u8 {
    let (mut file, mut rank) = (square & 7, square >> 3);
    if look & 1 != 0 {
        file ^= 7;
    }
    if look & 2 != 0 {
        rank ^= 7;
    }
    if look & 4 != 0 {
        std::mem::swap(&mut file, &mut rank);
    }
    rank << 3 | file
}

/// Where kings that are apart are brought to: of all pairs of squares as which they can be seen, the least.
struct KingPairs {
    pairs: Vec<[u8; 2]>,
    /// For every two squares, from which sides kings on them are seen where they belong, and as which pair: two if both are
    /// on a diagonal, none if they are not apart, else one.
    looks: Vec<[Looks; 64]>,
}

type Looks = [Option<(u8, u16)>; 2];

impl KingPairs {
    fn new(sides: u8) -> KingPairs {
        let seen = |look, kings: [u8; 2]| kings.map(|square| turn(look, square));
        let least = |kings| (0..sides).map(|look| seen(look, kings)).min();
        let apart = |[first, second]: [u8; 2]| {
            let [first, second] = [first, second].map(|square| Square::index(square.into()));
            first != second && !get_king_moves(first).has(second)
        };
        let all = (0..64).flat_map(|first| (0..64).map(move |second| [first, second]));
        let belongs = |kings: &[u8; 2]| apart(*kings) && least(*kings) == Some(*kings);
        let pairs: Vec<[u8; 2]> = all.filter(belongs).collect();
        let found = |look, kings| {
            let pair = pairs.binary_search(&seen(look, kings)).ok()?;
            Some((look, pair as u16))
        };
        let looks_at = |first, second| {
            let mut looks = (0..sides).filter_map(|look| found(look, [first, second]));
            [looks.next(), looks.next()]
        };
        let looks =
            (0..64).map(|first| std::array::from_fn(|second| looks_at(first, second as u8)));
        KingPairs {
            looks: looks.collect(),
            pairs,
        }
    }
}

/// Without pawns, and with pawns.
static KING_PAIRS: LazyLock<[KingPairs; 2]> = LazyLock::new(|| [8, 2].map(KingPairs::new));

/// All endings, each after those that it leads to: by men, then by pawns.
static ENDINGS: LazyLock<Vec<Ending>> = LazyLock::new(|| {
    let mut all: Vec<Men> = vec![Men::new(Vec::new(), Vec::new()).0];
    for a in 0..KINDS.len() {
        all.push(Men::new(vec![a], Vec::new()).0);
        for b in a..KINDS.len() {
            all.push(Men::new(vec![a, b], Vec::new()).0);
            all.push(Men::new(vec![a], vec![b]).0);
        }
    }
    all.sort_by_key(|men| (men.count(), men.pawns()));
    all.into_iter().map(Ending::new).collect()
});

/// Nobody, among the men beside the kings.
const NOBODY: usize = 2 * KINDS.len();

/// The ending of any two men beside the kings, each a kind of White's, of Black's, or nobody; and whether
/// sides are exchanged in it.
type ByMen = [[(u8, bool); NOBODY + 1]; NOBODY + 1];

static BY_MEN: LazyLock<ByMen> = LazyLock::new(|| {
    std::array::from_fn(|a| {
        std::array::from_fn(|b| {
            let mut sides = [Vec::new(), Vec::new()];
            for man in [a, b].into_iter().filter(|&man| man != NOBODY) {
                sides[man / KINDS.len()].push(man % KINDS.len());
            }
            let [first, second] = sides;
            let (men, exchanged) = Men::new(first, second);
            let found = ENDINGS.iter().position(|ending| ending.men == men);
            let found = found.expect("all of up to two men are listed");
            (found as u8, exchanged)
        })
    })
});

/// A piece by its place among [`KINDS`].
fn kind(piece: Piece) -> usize {
    Piece::Queen as usize - piece as usize
}

impl Endgames for Chess {
    fn endgame_names(&self) -> Vec<String> {
        ENDINGS.iter().map(|ending| ending.men.name()).collect()
    }

    fn find_endgame(&self, text: &str) -> Result<Endgame, NotationError> {
        let names = self.endgame_names();
        let wrong = |problem: String, help: String| Err(NotationError::new(problem).help(help));
        let upper = text.to_uppercase();
        let known = |&letter: &char| letter == 'K' || KINDS.iter().any(|(_, it)| *it == letter);
        if let Some(stranger) = upper.chars().find(|letter| !known(letter)) {
            let near = match nearest(&upper, names.iter().skip(1).map(String::as_str)) {
                Some(near) => format!("; did you mean {near}?"),
                None => String::new(),
            };
            return wrong(
                format!("`{stranger}` in `{text}` is no piece"),
                format!(
                    "write both sides' men with the letters K, Q, R, B, N and P, such as KRK{near}"
                ),
            );
        }
        let sides: Vec<&str> = upper.split('K').collect();
        let [before, first, second] = sides[..] else {
            return wrong(
                format!("`{text}` has {} kings", sides.len() - 1),
                "each side has one: write its men after it, such as KRK or KQKR".to_owned(),
            );
        };
        if !before.is_empty() {
            return wrong(
                format!("`{text}` does not begin with a king"),
                format!("write K{before}{first}K{second}"),
            );
        }
        if upper.len() > MEN {
            return wrong(
                format!(
                    "`{text}` has {} men, and endings of at most {MEN} can be solved",
                    upper.len()
                ),
                format!("one of {}", names.join(", ")),
            );
        }
        let kinds = |side: &str| {
            let kind = |letter| KINDS.iter().position(|(_, it)| *it == letter);
            side.chars().filter_map(kind).collect()
        };
        let (men, _) = Men::new(kinds(first), kinds(second));
        let found = ENDINGS.iter().position(|ending| ending.men == men);
        Ok(Endgame(found.expect("all of up to four men are listed")))
    }

    fn endgames_after(&self, endgame: Endgame) -> Vec<Endgame> {
        let men = &ENDINGS[endgame.0].men;
        let mut after = Vec::new();
        let mut lead_to = |first: Vec<usize>, second: Vec<usize>| {
            let (men, _) = Men::new(first, second);
            let found = ENDINGS.iter().position(|ending| ending.men == men);
            after.extend(found.map(Endgame));
        };
        for (side, other, swap) in [
            (&men.first, &men.second, false),
            (&men.second, &men.first, true),
        ] {
            let mut reach = |side: Vec<usize>, other: Vec<usize>| match swap {
                false => lead_to(side, other),
                true => lead_to(other, side),
            };
            // A man of the other side is taken, by a piece or by a pawn that promotes.
            let takings = (0..other.len()).map(|taken| {
                let mut left = other.clone();
                left.remove(taken);
                left
            });
            for left in std::iter::once(other.clone()).chain(takings) {
                reach(side.clone(), left.clone());
                for pawn in 0..side.len() {
                    if KINDS[side[pawn]].0 == Piece::Pawn {
                        for becomes in 0..KINDS.len() - 1 {
                            let mut side = side.clone();
                            side[pawn] = becomes;
                            reach(side, left.clone());
                        }
                    }
                }
            }
        }
        after.retain(|&it| it != endgame && !dead(&ENDINGS[it.0].men));
        after.sort_unstable_by_key(|it| it.0);
        after.dedup();
        after
    }

    fn numbers(&self, endgame: Endgame) -> u32 {
        let ending = &ENDINGS[endgame.0];
        ending.block() * ending.blocks()
    }

    fn numbered(&self, endgame: Endgame, number: u32) -> Option<ChessPosition> {
        let ending = &ENDINGS[endgame.0];
        let (block, squares) = ending.digits(number);
        match ending.number(block, &squares) == number {
            true => ending.position(block, &squares),
            false => None,
        }
    }

    fn mover(&self, endgame: Endgame, number: u32) -> Seat {
        seat(mover(number / ENDINGS[endgame.0].block()))
    }

    fn images(&self, endgame: Endgame, number: u32) -> u64 {
        let ending = &ENDINGS[endgame.0];
        let (_, squares) = ending.digits(number);
        match ending.pawns {
            true => 2,
            // Only the exchange of files and ranks can leave the first king where it is.
            false if ending.seen(4, &squares) == squares => 4,
            false => 8,
        }
    }

    fn each_predecessor(&self, endgame: Endgame, number: u32, mut visit: impl FnMut(u32)) {
        let ending = &ENDINGS[endgame.0];
        let (here, squares) = ending.digits(number);
        let moved = !mover(here);
        let occupied = (squares[..ending.pieces.len()].iter())
            .map(|&square| Square::index(usize::from(square)).bitboard())
            .fold(BitBoard::EMPTY, |all, square| all | square);
        let [first_king, second_king] =
            (ending.kings()).map(|man| Square::index(usize::from(squares[man])));
        for (man, &(piece, color)) in ending.pieces.iter().enumerate() {
            if color != moved {
                continue;
            }
            let square = Square::index(usize::from(squares[man]));
            let origins = match piece {
                Piece::Pawn => pawn_origins(ending, here, &squares, square, occupied),
                _ if has_en_passant(here) => BitBoard::EMPTY,
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, occupied),
                Piece::Rook => get_rook_moves(square, occupied),
                Piece::Queen => {
                    get_rook_moves(square, occupied) | get_bishop_moves(square, occupied)
                }
                Piece::King if square == first_king => {
                    get_king_moves(square) & !get_king_moves(second_king)
                }
                Piece::King => get_king_moves(square) & !get_king_moves(first_king),
            };
            for origin in origins & !occupied {
                let mut before = squares;
                before[man] = origin as u8;
                visit(ending.number(block(moved, false), &before));
                // The right to capture en passant was given up by the move.
                if ending.en_passant {
                    visit(ending.number(block(moved, true), &before));
                }
            }
        }
    }

    fn place(&self, position: &ChessPosition) -> Option<Place> {
        let board = &position.0;
        let all = board.occupied();
        let rights = [Color::White, Color::Black].map(|color| board.castle_rights(color));
        if all.len() as usize > MEN
            || rights
                .iter()
                .any(|it| it.short.is_some() || it.long.is_some())
        {
            return None;
        }
        let mut men = [NOBODY; 2];
        for (man, square) in men.iter_mut().zip(all & !board.pieces(Piece::King)) {
            let black = usize::from(board.colors(Color::Black).has(square));
            *man = black * KINDS.len() + kind(board.piece_on(square)?);
        }
        let (found, exchanged) = BY_MEN[men[0]][men[1]];
        let ending = &ENDINGS[usize::from(found)];
        let mut squares = [0; MEN];
        let mut taken = BitBoard::EMPTY;
        for (square, &(piece, color)) in squares.iter_mut().zip(&ending.pieces) {
            let color = if exchanged { !color } else { color };
            let found = (board.colored_pieces(color, piece) & !taken).next_square()?;
            taken |= found.bitboard();
            *square = if exchanged {
                found as u8 ^ 56
            } else {
                found as u8
            };
        }
        let mover = board.side_to_move();
        let mover = if exchanged { !mover } else { mover };
        let en_passant = ending.en_passant && can_capture_en_passant(position);
        Some(Place {
            endgame: Endgame(usize::from(found)),
            number: ending.number(block(mover, en_passant), &squares),
            exchanged,
            plies_left: u32::from(PLIES_WITHOUT_PROGRESS.saturating_sub(board.halfmove_clock())),
        })
    }
}

/// Whether nobody can ever mate with these men.
fn dead(men: &Men) -> bool {
    let minor = |kind: &usize| matches!(KINDS[*kind].0, Piece::Bishop | Piece::Knight);
    match men.first[..] {
        [] => true,
        [one] => men.second.is_empty() && minor(&one),
        _ => false,
    }
}

/// Where a pawn of the side that has just moved may come from, if it is the pawn that has moved. If it can be
/// captured en passant it has come two squares, and if it cannot it has not left that right behind.
fn pawn_origins(
    ending: &Ending,
    here: u32,
    squares: &[u8; MEN],
    square: Square,
    occupied: BitBoard,
) -> BitBoard {
    let moved = !mover(here);
    let back = |ranks: i8| square.try_offset(0, if moved == Color::White { -ranks } else { ranks });
    let reaches = |origin: &Square| {
        origin.rank() != Rank::First.relative_to(moved)
            && get_pawn_quiets(*origin, moved, occupied & !square.bitboard()).has(square)
    };
    let one = back(1).filter(reaches);
    let two = back(2).filter(reaches);
    let passed = two.is_some()
        && ending.en_passant
        && (ending.position(block(mover(here), true), squares)).is_some();
    let of = |origin: Option<Square>| origin.map_or(BitBoard::EMPTY, Square::bitboard);
    match (has_en_passant(here), passed) {
        (true, _) => of(two),
        (false, true) => of(one),
        (false, false) => of(one) | of(two),
    }
}
