//! Tactical motifs of a line: forks, pins, mates and their kin.
//!
//! A motif is claimed where the line carries it out: a fork, where one of the pieces is taken afterwards; a pin,
//! where the pinned piece cannot do what it would have to. `docs/motifs.md` says how often that agrees with the
//! themes of rated puzzles.

mod attacks;
mod defenders;
mod material;
mod mates;
mod rays;

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use shido_core::{Motif, Motifs, Scene};

use super::exchange::{recapture, worth};
use super::{Chess, ChessMove, can_move, captured, castles};

impl Motifs for Chess {
    fn motifs(&self, scene: Scene<'_, Chess>, line: &[ChessMove]) -> Vec<Motif> {
        let line = Line::new(scene, line);
        let mut found = Vec::new();
        for find in FINDERS {
            let motif = find(&line);
            found.extend(motif);
        }
        found
    }
}

/// How each motif is found, the most telling first.
const FINDERS: &[fn(&Line) -> Option<Motif>] = &[
    mates::back_rank,
    mates::smothered,
    mates::mate,
    rays::double_check,
    attacks::fork,
    rays::skewer,
    rays::discovered_attack,
    rays::discovered_check,
    defenders::deflection,
    defenders::removed,
    attacks::hanging,
    attacks::outnumbered,
    attacks::unequal,
    rays::pin,
    attacks::trapped,
    material::promotion,
    material::sacrifice,
    mates::threat,
];

/// A line with the boards on its way.
struct Line {
    steps: Vec<Step>,
    /// Whose line it is: the side that makes the first move.
    hero: Color,
    /// The square on which the move before the line took something, and what it took.
    taken_before: Option<(Square, Piece)>,
}

/// A move of a line.
struct Step {
    before: Board,
    after: Board,
    mv: Move,
    /// What it moved: what stands there afterwards. Castling moves no piece that a motif is about.
    moved: Option<Piece>,
    /// What it took.
    taken: Option<Piece>,
}

impl Line {
    fn new(scene: Scene<'_, Chess>, line: &[ChessMove]) -> Line {
        let mut board = scene.position.0.clone();
        let hero = board.side_to_move();
        let taken_before = scene.past.last().and_then(|(position, mv)| {
            let mv = Move::from(*mv);
            Some((mv.to, captured(&position.0, mv)?))
        });
        let steps = line.iter().map(|&mv| {
            let mv = Move::from(mv);
            let before = board.clone();
            board.play_unchecked(mv);
            Step {
                moved: (board.piece_on(mv.to)).filter(|_| !castles(&before, mv)),
                taken: captured(&before, mv),
                after: board.clone(),
                before,
                mv,
            }
        });
        Line {
            steps: steps.collect(),
            hero,
            taken_before,
        }
    }

    /// The moves of the side whose line it is, each with its number.
    fn own(&self) -> impl Iterator<Item = (usize, &Step)> {
        self.steps.iter().enumerate().step_by(2)
    }

    /// The own move after this one with the reply between them, where the line goes so far.
    fn next(&self, ply: usize) -> Option<(&Step, &Step)> {
        Some((self.steps.get(ply + 1)?, self.steps.get(ply + 2)?))
    }

    /// What the side whose line it is has more than the other, in hundredths of a pawn.
    fn balance(&self, board: &Board) -> i32 {
        let side = |color: Color| -> i32 {
            let count = |piece| board.colored_pieces(color, piece).len() as i32;
            let valued = Piece::ALL.iter().filter(|&&it| it != Piece::King);
            valued.map(|&piece| worth(piece) * count(piece)).sum()
        };
        side(self.hero) - side(!self.hero)
    }

    /// What the line wins in material, counted where an exchange at its end is over: if the last move can be
    /// answered by taking, that is taken off.
    fn gain(&self) -> i32 {
        let (Some(first), Some(last)) = (self.steps.first(), self.steps.last()) else {
            return 0;
        };
        let won = self.balance(&last.after) - self.balance(&first.before);
        let mover = last.before.side_to_move();
        let lost = (last.moved).map_or(0, |piece| {
            hanging_by(&last.after, last.mv.to, piece, !mover)
        });
        if mover == self.hero {
            won - lost
        } else {
            won + lost
        }
    }

    /// Whether the line ends with mate by the side whose line it is.
    fn mates(&self) -> bool {
        let last = self.steps.last().map(|step| &step.after);
        last.is_some_and(|board| board.side_to_move() != self.hero && is_mate(board))
    }
}

fn is_mate(board: &Board) -> bool {
    !board.checkers().is_empty() && !can_move(board)
}

/// What a side wins by taking the piece on a square, in hundredths of a pawn.
fn hanging_by(board: &Board, square: Square, piece: Piece, by: Color) -> i32 {
    recapture(board, square, board.occupied(), by, piece)
}

/// The squares that a piece on a square attacks.
fn attacks(board: &Board, square: Square) -> BitBoard {
    let occupied = board.occupied();
    match (board.piece_on(square), board.color_on(square)) {
        (Some(Piece::Pawn), Some(color)) => get_pawn_attacks(square, color),
        (Some(Piece::Knight), _) => get_knight_moves(square),
        (Some(Piece::Bishop), _) => get_bishop_moves(square, occupied),
        (Some(Piece::Rook), _) => get_rook_moves(square, occupied),
        (Some(Piece::Queen), _) => {
            get_bishop_moves(square, occupied) | get_rook_moves(square, occupied)
        }
        (Some(Piece::King), _) => get_king_moves(square),
        _ => BitBoard::EMPTY,
    }
}

fn motif(name: &'static str, ply: usize, squares: &[Square], sentence: String) -> Motif {
    Motif {
        name,
        ply,
        points: squares.iter().map(Square::to_string).collect(),
        sentence,
    }
}

/// What a piece is called.
pub(super) fn called(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

/// The piece on a square, such as `the rook on a8`.
fn the(board: &Board, square: Square) -> String {
    let piece = board.piece_on(square).map_or("square", called);
    format!("the {piece} on {square}")
}

/// `a, b and c`.
fn listed(things: &[String]) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// With a capital letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|it| it.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
