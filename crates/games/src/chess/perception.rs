//! What a person sees of a chess position: where the pieces are and what they attack, what was played last,
//! and of each move what it takes, risks, threatens and leaves.
//!
//! Material is counted in exchanges ([`exchange`](super::exchange)) and in a search of captures, which a
//! reply of the opponent may come before. Everything is in queens, from the mover's point of view.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use shido_core::{Game, Perception, Scene, Sight, Squares};

use super::exchange::{attackers, exchange, recapture, worth};
use super::{Chess, ChessMove, ChessPosition, can_move, captured, castles, each_group, lookahead};

/// How many moves of the past are on the planes.
const PAST: usize = 6;

/// Planes before those of the past.
const PRESENT: usize = 34;

/// Numbers for each move.
const FEATURES: usize = 90;

/// Where the four numbers are that compare a move with the best one.
const BESIDE_BEST: usize = 68;

/// How many of one's own turns are remembered with what was possible then.
const TURNS: usize = 3;

/// What a queen is worth: the unit of material.
const UNIT: f32 = 1.0 / worth(Piece::Queen) as f32;

/// Mate, in hundredths of a pawn: more than all that can be won.
const MATE: i32 = 3000;

/// How deep captures are searched.
const CAPTURES: u32 = 6;

impl Perception for Chess {
    fn sight(&self) -> Sight {
        Sight {
            width: 8,
            height: 8,
            planes: PRESENT + 2 * PAST,
            features: FEATURES,
        }
    }

    fn see(&self, scene: Scene<'_, Chess>, planes: &mut [f32]) {
        let board = &scene.position.0;
        let mover = board.side_to_move();
        let mut paint = |plane: usize, squares: BitBoard, value: f32| {
            for square in squares {
                planes[plane * 64 + seen_from(mover, square)] = value;
            }
        };
        for (side, color) in [mover, !mover].into_iter().enumerate() {
            for piece in Piece::ALL {
                let plane = side * 6 + piece as usize;
                paint(plane, board.colored_pieces(color, piece), 1.0);
            }
            let rights = board.castle_rights(color);
            for (wing, right) in [rights.short, rights.long].into_iter().enumerate() {
                if right.is_some() {
                    paint(12 + side * 2 + wing, BitBoard::FULL, 1.0);
                }
            }
        }
        if let Some(square) = super::en_passant_square(board) {
            paint(16, square.bitboard(), 1.0);
        }
        let occupied = board.occupied();
        for square in Square::ALL {
            let all = attackers(board, square, occupied);
            for (side, color) in [mover, !mover].into_iter().enumerate() {
                let own = all & board.colors(color);
                if let Some(least) = least(board, own) {
                    let here = square.bitboard();
                    paint(17 + side, here, own.len() as f32 / 3.0);
                    paint(19 + side, here, 1.0 - rank_of(least) / 6.0);
                }
            }
            if let (Some(piece), Some(color)) = (board.piece_on(square), board.color_on(square)) {
                let lost = hangs(board, square, piece, color);
                if lost > 0 {
                    paint(
                        21 + usize::from(color != mover),
                        square.bitboard(),
                        lost as f32 * UNIT,
                    );
                }
            }
        }
        paint(23, board.pinned(), 1.0);
        paint(24, board.checkers(), 1.0);
        paint(25, BitBoard::FULL, 1.0);
        paint(
            26,
            BitBoard::FULL,
            f32::from(board.halfmove_clock()) / 100.0,
        );
        paint(27, BitBoard::FULL, balance(board, mover) as f32 * UNIT);
        paint(28, BitBoard::FULL, material(board) as f32 / 8000.0);
        paint(
            29,
            BitBoard::FULL,
            f32::from(board.fullmove_number().min(60)) / 40.0,
        );
        for square in Square::ALL {
            let (file, rank) = (
                square.file() as usize,
                square.rank().relative_to(mover) as usize,
            );
            paint(30, square.bitboard(), rank as f32 / 7.0);
            paint(31, square.bitboard(), file as f32 / 7.0);
        }
        if let Some((before, last)) = scene.past.last() {
            paint(32, BitBoard::FULL, 1.0);
            if let Some(piece) = captured(&before.0, (*last).into()) {
                paint(33, last.target().bitboard(), worth(piece) as f32 * UNIT);
            }
        }
        for (ago, (before, mv)) in scene.past.iter().rev().take(PAST).enumerate() {
            let plane = PRESENT + 2 * ago;
            let (from, to) = squares_of(&before.0, (*mv).into());
            paint(plane, from.bitboard(), 1.0);
            paint(plane + 1, to.bitboard(), 1.0);
        }
    }

    fn consider(&self, scene: Scene<'_, Chess>, mut visit: impl FnMut(ChessMove, Squares, &[f32])) {
        let board = &scene.position.0;
        let mover = board.side_to_move();
        let around = Around::new(scene);
        let mut all: Vec<(ChessMove, [f32; FEATURES], i32)> = Vec::with_capacity(48);
        self.each_move(scene.position, |mv| {
            let mut features = [0.0; FEATURES];
            let outlook = around.consider(mv.into(), &mut features);
            all.push((mv, features, outlook));
        });
        let best = all.iter().map(|(.., outlook)| *outlook).max().unwrap_or(0);
        let as_good = all.iter().filter(|(.., outlook)| *outlook == best).count();
        for (mv, mut features, outlook) in all {
            let behind = best - outlook;
            features[BESIDE_BEST..BESIDE_BEST + 4].copy_from_slice(&[
                -behind.min(1500) as f32 * UNIT,
                f32::from(behind == 0),
                f32::from(behind > 50),
                f32::from(behind == 0 && as_good == 1),
            ]);
            let (from, to) = squares_of(board, mv.into());
            let squares = Squares {
                from: Some(seen_from(mover, from) as u16),
                to: Some(seen_from(mover, to) as u16),
            };
            visit(mv, squares, &features);
        }
    }

    fn look_ahead(&self, position: &ChessPosition) -> Vec<f32> {
        let mut moves = Vec::with_capacity(48);
        self.each_move(position, |mv| moves.push(mv.into()));
        lookahead::losses(&position.0, &moves)
    }
}

/// The number of a square with the mover's first rank first.
fn seen_from(mover: Color, square: Square) -> usize {
    match mover {
        Color::White => square as usize,
        Color::Black => square as usize ^ 56,
    }
}

/// Where a piece comes from and goes to: in castling the king, which goes two files.
fn squares_of(board: &Board, mv: Move) -> (Square, Square) {
    if !castles(board, mv) {
        return (mv.from, mv.to);
    }
    let file = match mv.to.file() > mv.from.file() {
        true => cozy_chess::File::G,
        false => cozy_chess::File::C,
    };
    (mv.from, Square::new(file, mv.from.rank()))
}

/// From 0 for a pawn to 5 for a king.
fn rank_of(piece: Piece) -> f32 {
    piece as usize as f32
}

fn least(board: &Board, among: BitBoard) -> Option<Piece> {
    let mut pieces = Piece::ALL.into_iter();
    pieces.find(|piece| !(among & board.pieces(*piece)).is_empty())
}

/// What the other side wins by taking a piece, at least nothing. Kings are not taken.
fn hangs(board: &Board, square: Square, piece: Piece, color: Color) -> i32 {
    match piece {
        Piece::King => 0,
        _ => recapture(board, square, board.occupied(), !color, piece),
    }
}

/// The two largest losses that exchanges on two different squares cost a side.
fn losses(board: &Board, color: Color) -> [i32; 2] {
    let mut most = [0; 2];
    for piece in &Piece::ALL[..5] {
        for square in board.colored_pieces(color, *piece) {
            let lost = hangs(board, square, *piece, color);
            if lost > most[0] {
                most = [lost, most[0]];
            } else if lost > most[1] {
                most[1] = lost;
            }
        }
    }
    most
}

fn material_of(board: &Board, color: Color) -> i32 {
    let pieces = Piece::ALL[..5].iter();
    pieces
        .map(|piece| board.colored_pieces(color, *piece).len() as i32 * worth(*piece))
        .sum()
}

fn balance(board: &Board, color: Color) -> i32 {
    material_of(board, color) - material_of(board, !color)
}

fn material(board: &Board) -> i32 {
    material_of(board, Color::White) + material_of(board, Color::Black)
}

fn attacks(piece: Piece, square: Square, color: Color, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color),
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::King => get_king_moves(square),
    }
}

fn distance(a: Square, b: Square) -> f32 {
    let apart = |a: usize, b: usize| a.abs_diff(b);
    let files = apart(a.file() as usize, b.file() as usize);
    files.max(apart(a.rank() as usize, b.rank() as usize)) as f32 / 7.0
}

/// How near the middle, from 0 in a corner to 1.
fn centrality(square: Square) -> f32 {
    let inward = |index: usize| index.min(7 - index) as f32;
    (inward(square.file() as usize) + inward(square.rank() as usize)) / 6.0
}

/// What captures win for the side to move, which may also stop; within a window, as far as it matters.
fn captures(board: &Board, mut alpha: i32, beta: i32, depth: u32) -> i32 {
    if alpha < 0 {
        alpha = 0;
    }
    if alpha >= beta || depth == 0 {
        return alpha;
    }
    let enemies = board.colors(!board.side_to_move());
    let mut found: [(i32, Move); 32] = [(0, NO_MOVE); 32];
    let mut count = 0;
    each_group(board, BitBoard::FULL, &mut |mut moves| {
        moves.to &= enemies;
        for mv in moves {
            if count < found.len() && mv.promotion.is_none_or(|to| to == Piece::Queen) {
                // The most valuable victim first, then the least valuable attacker.
                found[count] = (gain(board, mv) * 8 - moves.piece as i32, mv);
                count += 1;
            }
        }
        false
    });
    let found = &mut found[..count];
    found.sort_unstable_by_key(|(order, _)| -order);
    for &(_, mv) in found.iter() {
        let gain = gain(board, mv);
        if gain <= alpha {
            // Not even for nothing in return; those that follow take no more.
            break;
        }
        let mut next = board.clone();
        next.play_unchecked(mv);
        let value = gain - captures(&next, gain - beta, gain - alpha, depth - 1);
        if value > alpha {
            alpha = value;
            if alpha >= beta {
                break;
            }
        }
    }
    alpha
}

const NO_MOVE: Move = Move {
    from: Square::A1,
    to: Square::A1,
    promotion: None,
};

/// What happens after a move of ours, with the opponent to reply.
struct Aftermath {
    /// What we have in material, as captures of the opponent leave it.
    settled: i32,
    /// The same, where any reply may come first and captures of ours follow.
    outlook: i32,
    /// Whether a reply mates us.
    mated: bool,
    replies: u32,
}

/// Looks at all replies to a move that leaves `board`; values are what we win from now on.
fn aftermath(board: &Board) -> Aftermath {
    let opponent = board.side_to_move();
    let in_check = !board.checkers().is_empty();
    let occupied = board.occupied();
    let king = board.king(!opponent);
    let diagonal = get_bishop_moves(king, occupied);
    let straight = get_rook_moves(king, occupied);
    let checks = |piece: Piece| match piece {
        Piece::Pawn => get_pawn_attacks(king, !opponent),
        Piece::Knight => get_knight_moves(king),
        Piece::Bishop => diagonal,
        Piece::Rook => straight,
        Piece::Queen => diagonal | straight,
        Piece::King => BitBoard::EMPTY,
    };
    // Where captures win them something, a quiet reply is taken not to win them more; where they do not,
    // it can only be that we win something whatever they reply. Out of check they have to move.
    let settled = -captures(board, -MATE, MATE, CAPTURES);
    let mut open = in_check || settled == 0;
    let mut outlook = if open { MATE } else { settled };
    let mut replies = 0;
    let mut mated = false;
    each_group(board, BitBoard::FULL, &mut |moves| {
        let checking = checks(moves.piece);
        for mv in moves {
            replies += 1;
            let gain = gain(board, mv);
            let matters = (open || mv.promotion.is_some()) && -gain < outlook;
            let may_mate = !mated && mv.promotion.is_none() && checking.has(mv.to);
            if !matters && !may_mate {
                continue;
            }
            let mut next = board.clone();
            next.play_unchecked(mv);
            mated |= may_mate && !next.checkers().is_empty() && !can_move(&next);
            if matters {
                let value = -gain + captures(&next, 0, outlook + gain, CAPTURES - 1);
                outlook = outlook.min(value);
                open = in_check || outlook > 0;
            }
        }
        false
    });
    let outlook = match (replies, mated) {
        (0, _) if in_check => MATE,
        (0, _) => 0,
        (_, true) => -MATE,
        (_, false) => outlook,
    };
    Aftermath {
        settled: if replies == 0 { outlook } else { settled },
        outlook,
        mated,
        replies,
    }
}

/// What a move takes and what a pawn becomes by it; en passant is left out.
fn gain(board: &Board, mv: Move) -> i32 {
    let taken = match board.colors(!board.side_to_move()).has(mv.to) {
        true => board.piece_on(mv.to).map_or(0, worth),
        false => 0,
    };
    taken + mv.promotion.map_or(0, |to| worth(to) - worth(Piece::Pawn))
}

/// What all moves of a position have in common.
struct Around<'s> {
    scene: Scene<'s, Chess>,
    board: &'s Board,
    mover: Color,
    /// What exchanges would cost us now if the opponent were to move.
    hanging: [i32; 2],
    balance: i32,
    last: Option<(Square, Square, bool)>,
    /// What the piece attacks that the opponent moved last.
    attacked_by_last: BitBoard,
    /// One's own moves, the last first.
    own: [Option<(Square, Square)>; TURNS],
    /// The opponent's move before the last.
    last_but_one: Option<(Square, Square)>,
    /// One's own turns, the last first.
    turns: Vec<Before<'s>>,
    /// The position in which the opponent moved.
    before_last: Option<&'s Board>,
    travels: Travels,
    enemy_pawns: BitBoard,
}

/// A turn of one's own in the past, and what was possible then.
struct Before<'s> {
    board: &'s Board,
    /// Where the piece on each square could go.
    targets: [BitBoard; Square::NUM],
}

impl<'s> Before<'s> {
    fn new(board: &'s Board) -> Before<'s> {
        let mut targets = [BitBoard::EMPTY; Square::NUM];
        each_group(board, BitBoard::FULL, &mut |moves| {
            // What may take in passing comes twice.
            targets[moves.from as usize] |= moves.to;
            false
        });
        Before { board, targets }
    }

    fn stood(&self, piece: Piece, square: Square) -> bool {
        let own = self.board.side_to_move();
        self.board.colored_pieces(own, piece).has(square)
    }

    fn could(&self, piece: Piece, mv: Move) -> bool {
        self.stood(piece, mv.from) && self.targets[mv.from as usize].has(mv.to)
    }
}

/// How far the pieces have come.
struct Travels {
    /// For the piece on each square: how many moves it has made, and after how many plies of the game the last.
    moved: [(u32, usize); Square::NUM],
    plies: usize,
    /// What moved in one's own last moves, the last first.
    kinds: [Option<Piece>; 4],
}

impl Travels {
    fn new(scene: Scene<'_, Chess>) -> Travels {
        let mut moved = [(0, 0); Square::NUM];
        for (ply, (before, mv)) in scene.past.iter().enumerate() {
            let (from, to) = squares_of(&before.0, (*mv).into());
            let (moves, _) = std::mem::take(&mut moved[from as usize]);
            moved[to as usize] = (moves + 1, ply + 1);
        }
        let own = scene.past.iter().rev().skip(1).step_by(2);
        let mut own = own.map(|(before, mv)| before.0.piece_on(Move::from(*mv).from));
        Travels {
            moved,
            plies: scene.past.len(),
            kinds: std::array::from_fn(|_| own.next().flatten()),
        }
    }

    /// How many moves the piece on a square has made.
    fn moves(&self, square: Square) -> f32 {
        self.moved[square as usize].0 as f32
    }

    /// From 1 for the piece that moved last down to nothing for one that did not move yet.
    fn lately(&self, square: Square) -> f32 {
        match self.moved[square as usize] {
            (0, _) => 0.0,
            (_, ply) => 2.0 / (self.plies + 1).saturating_sub(ply).max(2) as f32,
        }
    }

    /// The share of one's last moves that were made with a piece of a kind.
    fn share(&self, piece: Piece) -> f32 {
        let same = self.kinds.iter().filter(|kind| **kind == Some(piece));
        same.count() as f32 / self.kinds.len() as f32
    }
}

impl<'s> Around<'s> {
    fn new(scene: Scene<'s, Chess>) -> Around<'s> {
        let board = &scene.position.0;
        let mover = board.side_to_move();
        let ago = |plies: usize| {
            let index = scene.past.len().checked_sub(plies)?;
            let (before, mv) = &scene.past[index];
            Some((&before.0, Move::from(*mv)))
        };
        let last = ago(1).map(|(before, mv)| {
            let (from, to) = squares_of(before, mv);
            (from, to, captured(before, mv).is_some())
        });
        let attacked_by_last = last.map_or(BitBoard::EMPTY, |(_, to, _)| {
            let piece = board.piece_on(to).unwrap_or(Piece::King);
            attacks(piece, to, !mover, board.occupied())
        });
        let own = |plies| ago(plies).map(|(before, mv)| squares_of(before, mv));
        let mut enemy_pawns = BitBoard::EMPTY;
        for pawn in board.colored_pieces(!mover, Piece::Pawn) {
            enemy_pawns |= get_pawn_attacks(pawn, !mover);
        }
        Around {
            scene,
            board,
            mover,
            hanging: losses(board, mover),
            balance: balance(board, mover),
            last,
            attacked_by_last,
            own: std::array::from_fn(|turn| own(2 * turn + 2)),
            last_but_one: own(3),
            turns: (1..=TURNS)
                .map_while(|turn| ago(2 * turn).map(|(before, _)| Before::new(before)))
                .collect(),
            before_last: ago(1).map(|(before, _)| before),
            travels: Travels::new(scene),
            enemy_pawns,
        }
    }

    /// Writes the features of a move, and tells what it wins in the end.
    fn consider(&self, mv: Move, features: &mut [f32; FEATURES]) -> i32 {
        let Around { board, mover, .. } = *self;
        let (from, to) = squares_of(board, mv);
        let castling = castles(board, mv);
        let piece = board.piece_on(mv.from).unwrap_or(Piece::King);
        let taken = captured(board, mv);
        let mut next = board.clone();
        next.play_unchecked(mv);
        let occupied = next.occupied();
        let becomes = mv.promotion.unwrap_or(piece);
        let check = !next.checkers().is_empty();
        let after = aftermath(&next);
        let mate = check && after.replies == 0;
        let gain = taken.map_or(0, worth) + mv.promotion.map_or(0, |to| worth(to) - 100);
        let won = if castling { 0 } else { exchange(board, mv) };
        let own_hanging = losses(&next, mover);
        let threats = losses(&next, !mover);
        let settled = gain + after.settled;
        let outlook = gain + after.outlook;
        let enemy_king = board.king(!mover);
        let own_king = board.king(mover);
        let others = next.colors(!mover);
        let mine = next.colors(mover);
        let reach = attacks(becomes, to, mover, occupied);
        let was_hanging = hangs(board, mv.from, piece, mover);
        let relative = |square: Square| square.rank().relative_to(mover) as usize as f32 / 7.0;
        let flag = |yes: bool| f32::from(yes);
        let queens = |value: i32| value.clamp(-1500, 1500) as f32 * UNIT;

        let mut at = 0;
        let mut put = |value: f32| {
            features[at] = value;
            at += 1;
        };
        for kind in Piece::ALL {
            put(flag(piece == kind));
        }
        for kind in &Piece::ALL[..5] {
            put(flag(taken == Some(*kind)));
        }
        put(flag(mv.promotion == Some(Piece::Queen)));
        put(flag(mv.promotion.is_some_and(|to| to != Piece::Queen)));
        put(flag(castling && to.file() == cozy_chess::File::G));
        put(flag(castling && to.file() == cozy_chess::File::C));
        // What is won and lost.
        put(queens(won));
        put(flag(won > 0));
        put(flag(won < 0));
        put(flag(taken.is_some() && won == 0));
        put(queens(settled));
        put(flag(settled > 20));
        put(flag(settled < -20));
        put(queens(outlook));
        put(flag(outlook < -20 && settled >= -20));
        put(flag(outlook > 20 && settled <= 20));
        put(queens(own_hanging[0]));
        put(queens(own_hanging[1]));
        put(queens(own_hanging[0] - self.hanging[0]));
        put(queens(threats[0]));
        put(queens(threats[1]));
        put(queens(was_hanging));
        put(flag(was_hanging > 0 && own_hanging[0] < self.hanging[0]));
        put(flag(mate));
        put(flag(check));
        put(flag(check && won < 0));
        put(flag(!check && after.replies == 0));
        put(flag(after.mated));
        put(after.replies as f32 / 40.0);
        // The square where it goes.
        put(flag(self.enemy_pawns.has(to)));
        let around = attackers(&next, to, occupied);
        put((around & others).len() as f32 / 3.0);
        put((around & mine).len() as f32 / 3.0);
        let targets = reach & others;
        put(targets.len() as f32 / 4.0);
        let valuable = Piece::ALL[..5]
            .iter()
            .filter(|kind| worth(**kind) > worth(becomes))
            .map(|kind| (targets & next.pieces(*kind)).len())
            .sum::<u32>();
        put(valuable as f32 / 2.0);
        put((reach & mine).len() as f32 / 4.0);
        put(reach.len() as f32 / 14.0);
        put((reach & get_king_moves(enemy_king)).len() as f32 / 4.0);
        // Geometry.
        put(centrality(to));
        put(centrality(to) - centrality(from));
        put(relative(to));
        put(relative(to) - relative(from));
        put(distance(from, to));
        put(distance(to, enemy_king));
        put(distance(to, enemy_king) - distance(from, enemy_king));
        put(distance(to, own_king));
        let minor = matches!(piece, Piece::Knight | Piece::Bishop);
        put(flag(minor && from.rank() == Rank::First.relative_to(mover)));
        put(flag(piece == Piece::Pawn && distance(from, to) > 0.2));
        put(flag(
            piece == Piece::Pawn && taken.is_none() && passed(&next, to, mover),
        ));
        put(flag(board.pinned().has(mv.from)));
        // What came before.
        let (last_to, last_took) = self
            .last
            .map_or((None, false), |(_, to, took)| (Some(to), took));
        put(flag(last_to == Some(to)));
        put(flag(last_to == Some(to) && last_took));
        put(flag(self.attacked_by_last.has(mv.from)));
        put(flag(last_to.is_some_and(|last| reach.has(last))));
        put(last_to.map_or(0.0, |last| 1.0 - distance(to, last)));
        let [own_last, own_before, own_third] = self.own;
        put(flag(own_last.is_some_and(|(_, to)| to == from)));
        put(flag(own_last == Some((to, from))));
        put(flag(own_before.is_some_and(|(_, to)| to == from)));
        put(flag(self.occurred(&next)));
        put(queens(self.balance));
        // Beside the best move, which is not known before all are.
        (0..4).for_each(|_| put(0.0));
        // What could have been played before, and what is new.
        let could = self.turns.iter().take_while(|turn| turn.could(piece, mv));
        let could = could.count();
        put(flag(could > 0));
        put(could as f32 / TURNS as f32);
        let stood = |turn: &Before| turn.stood(piece, mv.from);
        put(flag(could == 0 && self.turns.first().is_some_and(stood)));
        let enemies = board.colors(!mover);
        let attacked_before = |before: &Board| {
            let all = attackers(before, from, before.occupied());
            !(all & before.colors(!mover)).is_empty()
        };
        let attacked = !(attackers(board, from, board.occupied()) & enemies).is_empty();
        let before_last = self.before_last;
        put(flag(
            attacked && before_last.is_some_and(|before| !attacked_before(before)),
        ));
        put(before_last.map_or(0.0, |before| {
            queens((was_hanging - hangs(before, mv.from, piece, mover)).max(0))
        }));
        put(flag(self.last.is_some_and(|(left, ..)| left == to)));
        put(flag(self.attacked_by_last.has(to)));
        let near = |other: Option<(Square, Square)>| {
            other.map_or(0.0, |(_, other)| 1.0 - distance(to, other))
        };
        put(flag(self.last_but_one.is_some_and(|(_, last)| last == to)));
        put(near(self.last_but_one));
        // What one has been up to.
        put(near(own_last));
        let covers = |(_, last): (Square, Square)| {
            let piece = board.piece_on(last).unwrap_or(Piece::King);
            board.colors(mover).has(last) && attacks(piece, last, mover, board.occupied()).has(to)
        };
        put(flag(own_last.is_some_and(covers)));
        put(flag(own_last.is_some_and(|(_, last)| reach.has(last))));
        put(flag(own_third.is_some_and(|(_, to)| to == from)));
        put(flag(own_before.is_some_and(|(left, _)| left == to)));
        put(self.travels.moves(mv.from) / 6.0);
        put(self.travels.lately(mv.from));
        put(flag(self.travels.kinds[0] == Some(piece)));
        put(self.travels.share(piece));
        outlook
    }

    /// Whether a position was there before.
    fn occurred(&self, next: &Board) -> bool {
        let key = next.hash_without_ep();
        let past = self.scene.past.iter().rev();
        past.take(usize::from(next.halfmove_clock()))
            .any(|(before, _)| before.0.hash_without_ep() == key)
    }
}

/// Whether no pawn of the other side can stop or take a pawn on its way.
fn passed(board: &Board, square: Square, color: Color) -> bool {
    let file = square.file().bitboard() | square.file().adjacent();
    let rank = square.rank().relative_to(color) as usize;
    let pawns = board.colored_pieces(!color, Piece::Pawn) & file;
    pawns
        .into_iter()
        .all(|pawn| pawn.rank().relative_to(color) as usize <= rank)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use shido_core::Notation;

    use super::*;
    use crate::chess::ChessPosition;

    /// Positions of games with many captures about, checks and promotions near.
    const POSITIONS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4",
        "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1",
    ];

    fn position(fen: &str) -> ChessPosition {
        Chess.parse_position(fen).expect("the position is legal")
    }

    fn alone(position: &ChessPosition) -> Scene<'_, Chess> {
        Scene {
            position,
            past: &[],
        }
    }

    /// The position with colours and sides of the board exchanged.
    fn exchanged(fen: &str) -> String {
        let swap = |text: &str| -> String {
            text.chars()
                .map(|c| match c.is_ascii_uppercase() {
                    true => c.to_ascii_lowercase(),
                    false => c.to_ascii_uppercase(),
                })
                .collect()
        };
        let fields: Vec<&str> = fen.split(' ').collect();
        let ranks: Vec<String> = fields[0].split('/').rev().map(swap).collect();
        let turn = if fields[1] == "w" { "b" } else { "w" };
        let mut rights: Vec<char> = swap(fields[2]).chars().collect();
        rights.sort_unstable();
        let rights: String = rights.into_iter().collect();
        format!(
            "{} {turn} {rights} {} {} {}",
            ranks.join("/"),
            fields[3],
            fields[4],
            fields[5]
        )
    }

    /// Planes, and the features of each move by its squares and what it promotes to.
    type Looked = (Vec<f32>, BTreeMap<(u16, u16, u32), Vec<u32>>);

    fn look(position: &ChessPosition) -> Looked {
        let sight = Chess.sight();
        let mut planes = vec![0.0; sight.planes * sight.squares()];
        Chess.see(alone(position), &mut planes);
        let mut moves = BTreeMap::new();
        Chess.consider(alone(position), |mv, squares, features| {
            assert_eq!(features.len(), sight.features);
            let promotion = mv.promotion().map_or(9, |piece| piece as u32);
            let at = (
                squares.from.unwrap_or(99),
                squares.to.unwrap_or(99),
                promotion,
            );
            let bits = features.iter().map(|feature| feature.to_bits()).collect();
            moves.insert(at, bits);
        });
        (planes, moves)
    }

    #[test]
    fn both_sides_see_the_same() {
        for fen in POSITIONS {
            let there = position(fen);
            let here = position(&exchanged(fen));
            let (planes, moves) = look(&there);
            assert_eq!(moves.len(), Chess.count_moves(&there), "{fen}");
            let (turned_planes, turned_moves) = look(&here);
            assert!(planes == turned_planes, "{fen}");
            assert!(moves == turned_moves, "{fen}");
        }
    }

    /// What captures win, without leaving anything out.
    fn plain_captures(board: &Board, depth: u32) -> i32 {
        let mut best = 0;
        if depth > 0 {
            board.generate_moves(|moves| {
                for mv in moves {
                    let takes = board.colors(!board.side_to_move()).has(mv.to);
                    if takes && mv.promotion.is_none_or(|to| to == Piece::Queen) {
                        let mut next = board.clone();
                        next.play_unchecked(mv);
                        best = best.max(gain(board, mv) - plain_captures(&next, depth - 1));
                    }
                }
                false
            });
        }
        best
    }

    #[test]
    fn captures_are_those_of_a_plain_search() {
        for fen in POSITIONS {
            let start = position(fen);
            for mv in Chess.moves(&start) {
                let next = Chess.after(&start, mv);
                let board = next.board();
                // Deeper, the plain search of the second position takes minutes.
                assert_eq!(
                    captures(board, -MATE, MATE, 4),
                    plain_captures(board, 4),
                    "{fen} {mv:?}"
                );
            }
        }
    }

    #[test]
    fn the_outlook_is_the_worst_of_all_replies() {
        for fen in POSITIONS {
            let start = position(fen);
            for mv in Chess.moves(&start) {
                let next = Chess.after(&start, mv);
                let board = next.board();
                let found = aftermath(board);
                let mut worst = MATE;
                let mut mated = false;
                for reply in Chess.moves(&next) {
                    let after = Chess.after(&next, reply);
                    let won = captures(after.board(), -MATE, MATE, CAPTURES - 1);
                    worst = worst.min(won - gain(board, reply.into()));
                    mated |= Chess.count_moves(&after) == 0 && !after.board().checkers().is_empty();
                }
                let quiet = board.checkers().is_empty();
                if quiet && found.settled < 0 {
                    worst = worst.max(found.settled);
                }
                if mated {
                    worst = -MATE;
                }
                assert_eq!(found.mated, mated, "{fen} {mv:?}");
                if found.replies > 0 {
                    assert_eq!(found.outlook, worst, "{fen} {mv:?}");
                }
            }
        }
    }

    /// Which number tells what, for the tests below.
    const EXCHANGE: usize = 15;
    const OUTLOOK: usize = 22;
    const LEFT_HANGING: usize = 25;
    const MATES: usize = 32;
    const CHECKS: usize = 33;
    const IS_MATED: usize = 36;
    const RECAPTURES: usize = 59;
    const RETURNS: usize = 64;

    fn feature(scene: Scene<'_, Chess>, text: &str, index: usize) -> f32 {
        let wanted = Chess
            .parse_move(scene.position, text)
            .expect("a legal move");
        let mut found = f32::NAN;
        Chess.consider(scene, |mv, _, features| {
            if mv == wanted {
                found = features[index];
            }
        });
        found
    }

    /// Worked out by hand; a queen is 950, a rook 500, a knight 320, a pawn 100.
    #[test]
    fn moves_are_seen_for_what_they_do() {
        let check = |fen: &str, mv: &str, index: usize, expected: f32| {
            let position = position(fen);
            let found = feature(alone(&position), mv, index);
            assert!((found - expected).abs() < 1e-6, "{mv} in {fen}: {found}");
        };
        let scholar = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
        check(scholar, "Qxf7", MATES, 1.0);
        check(scholar, "Bxf7", MATES, 0.0);
        check(scholar, "Bxf7", CHECKS, 1.0);
        // The bishop is taken by the king: a pawn for a bishop; but the queen covers, so nobody takes.
        check(scholar, "Bxf7", EXCHANGE, 100.0 / 950.0);
        // The queen stays under attack by the knight on f6.
        check(scholar, "a3", LEFT_HANGING, 1.0);
        check(scholar, "Qe2", LEFT_HANGING, 0.0);
        // Rb1 mates unless the rook can come between or the king has a way out.
        let back_rank = "6k1/5ppp/8/3R4/8/8/1r3PPP/6K1 w - - 0 1";
        check(back_rank, "Ra5", IS_MATED, 1.0);
        check(back_rank, "Rd7", IS_MATED, 0.0);
        check(back_rank, "g3", IS_MATED, 0.0);
        check(back_rank, "Rd8#", MATES, 1.0);
        // A fork that nothing parries: after Nc7+ the king moves and the knight takes the rook.
        let fork = "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1";
        check(fork, "Nc7", OUTLOOK, 500.0 / 950.0);
        check(fork, "Nf6", OUTLOOK, 0.0);
    }

    #[test]
    fn the_past_is_seen() {
        let mut position = Chess.start();
        let mut past = Vec::new();
        for text in ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "Nb1"] {
            let mv = Chess.parse_move(&position, text).expect("a legal move");
            past.push((position.clone(), mv));
            Chess.play(&mut position, mv);
            if text == "exd5" {
                let scene = Scene {
                    position: &position,
                    past: &past,
                };
                assert_eq!(feature(scene, "Qxd5", RECAPTURES), 1.0);
                assert_eq!(feature(alone(&position), "Qxd5", RECAPTURES), 0.0);
            }
        }
        let scene = Scene {
            position: &position,
            past: &past,
        };
        assert_eq!(feature(scene, "Qd5", RETURNS), 1.0);
        assert_eq!(feature(scene, "Qb6", RETURNS), 0.0);
        let mut planes = vec![0.0; Chess.sight().planes * 64];
        Chess.see(scene, &mut planes);
        // The last move as Black sees it: from c3 to b1, on the far side.
        let plane = |number: usize| &planes[number * 64..][..64];
        assert_eq!(plane(PRESENT)[Square::C6 as usize], 1.0);
        assert_eq!(plane(PRESENT + 1)[Square::B8 as usize], 1.0);
        assert_eq!(plane(PRESENT).iter().sum::<f32>(), 1.0);
    }

    const COULD: usize = 72;
    const COULD_FOR: usize = 73;
    const OPENED: usize = 74;
    const NEWLY_ATTACKED: usize = 75;
    const NEWLY_HANGING: usize = 76;
    const TRAVELLED: usize = 86;
    const LATELY: usize = 87;
    const SAME_KIND: usize = 88;
    const SHARE_OF_KIND: usize = 89;

    #[test]
    fn what_was_possible_before_is_seen() {
        let check = |moves: &str, mv: &str, index: usize, expected: f32| {
            let mut position = Chess.start();
            let mut past = Vec::new();
            for text in moves.split(' ') {
                let mv = Chess.parse_move(&position, text).expect("a legal move");
                past.push((position.clone(), mv));
                Chess.play(&mut position, mv);
            }
            let scene = Scene {
                position: &position,
                past: &past,
            };
            let found = feature(scene, mv, index);
            assert!(
                (found - expected).abs() < 1e-6,
                "{mv} after {moves}: {found}"
            );
            assert_eq!(feature(alone(&position), mv, index), 0.0, "{mv}");
        };
        let knights = "e4 d5 Nf3 Nf6";
        // The pawn could take a move ago, and was on another square before.
        check(knights, "exd5", COULD, 1.0);
        check(knights, "exd5", COULD_FOR, 1.0 / 3.0);
        check(knights, "a3", COULD_FOR, 2.0 / 3.0);
        // The knight was in the rook's way.
        check(knights, "Rg1", COULD, 0.0);
        check(knights, "Rg1", OPENED, 1.0);
        check(knights, "Ng5", OPENED, 0.0);
        check(knights, "Ng5", TRAVELLED, 1.0 / 6.0);
        check(knights, "Ng5", LATELY, 1.0);
        check(knights, "e5", LATELY, 0.5);
        check(knights, "Nc3", SAME_KIND, 1.0);
        check(knights, "Nc3", SHARE_OF_KIND, 0.25);
        // It could take in passing then, and could go on as well.
        check("e4 a6 e5 d5 a3 a5", "e6", COULD, 1.0);
        // The bishop looks at f7, which the king covers.
        check("e4 e5 Bc4", "f6", NEWLY_ATTACKED, 1.0);
        check("e4 e5 Bc4", "f6", NEWLY_HANGING, 0.0);
        check("e4 e5 Bc4", "d6", NEWLY_ATTACKED, 0.0);
        // A knight for a pawn.
        check("e4 Nf6 e5", "Nd5", NEWLY_HANGING, 220.0 / 950.0);
    }
}
