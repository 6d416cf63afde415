//! Pieces that are attacked and cannot all be saved: forks, trapped pieces, and those that a plain exchange wins.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};
use shido_core::Motif;

use super::{Line, Step, attacks, called, hanging_by, listed, motif, sentence, the};
use crate::chess::exchange::{attackers, worth};
use crate::chess::{captured, each_group};

/// What an exchange has to win to be worth a word, in hundredths of a pawn: a pawn, even where a bishop was given
/// for a knight.
const WORTHWHILE: i32 = 80;

/// What of it may be lost again on the way.
const LOOSE: i32 = 150;

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
    let take = Take::first(line).filter(|take| take.guards.is_empty())?;
    let (name, kept) = match take.taken {
        Piece::Pawn => (
            "undefended pawn",
            take.wins().is_some() && take.keeps(worth(Piece::Pawn)),
        ),
        piece => (
            "undefended piece",
            line.mates() || line.gain() + LOOSE >= worth(piece),
        ),
    };
    let text = format!("Nothing guards {}.", the(&take.step.before, take.square));
    kept.then(|| motif(name, 0, &[take.square], text))
}

/// The first move takes something that is attacked more often than guarded, the exchange wins, and what it wins
/// stays won.
pub(super) fn outnumbered(line: &Line) -> Option<Motif> {
    let take = Take::first(line)?;
    let (board, square) = (&take.step.before, take.square);
    let attack = reaching(board, square, line.hero).len();
    // Taking is one attack less for the one side and no guard less for the other.
    let guard = reaching(&take.step.after, square, !line.hero).len();
    let wins = take.wins()?;
    if guard == 0 || attack <= guard || wins < WORTHWHILE || !take.keeps(wins) {
        return None;
    }
    let text = format!(
        "{} is attacked {} and guarded {}.",
        sentence(&the(board, square)),
        times(attack),
        times(guard)
    );
    Some(motif("outnumbered piece", 0, &[square], text))
}

/// The first move takes a guarded piece that is worth more than what takes it, and what it wins stays won.
pub(super) fn unequal(line: &Line) -> Option<Motif> {
    let take = Take::first(line).filter(|take| !take.guards.is_empty())?;
    let by = take.step.before.piece_on(take.step.mv.from)?;
    let wins = take.wins()?;
    if worth(take.taken) < worth(by) + WORTHWHILE || wins < WORTHWHILE || !take.keeps(wins) {
        return None;
    }
    let text = format!(
        "{} is guarded, but worth more than the {} that takes it.",
        sentence(&the(&take.step.before, take.square)),
        called(by)
    );
    let squares = [take.step.mv.from, take.square];
    Some(motif("unequal trade", 0, &squares, text))
}

/// A capture by the first move of a line.
struct Take<'l> {
    line: &'l Line,
    step: &'l Step,
    square: Square,
    taken: Piece,
    /// What could take back.
    guards: BitBoard,
}

impl Take<'_> {
    /// `None` where nothing is taken, or only taken back: that wins nothing.
    fn first(line: &Line) -> Option<Take<'_>> {
        let step = line.steps.first()?;
        let (taken, square) = (step.taken?, step.mv.to);
        let back = (line.taken_before)
            .is_some_and(|(at, before)| at == square && worth(before) + 50 >= worth(taken));
        let guards = attackers(&step.after, square, step.after.occupied());
        (!back).then(|| Take {
            line,
            step,
            square,
            taken,
            guards: guards & step.after.colors(!line.hero),
        })
    }

    /// What the exchange on the square wins, by legal moves. `None` where a pawn promotes there: then it is about
    /// that.
    fn wins(&self) -> Option<i32> {
        let plain = self.step.mv.promotion.is_none();
        plain.then(|| worth(self.taken) - settled(&self.step.after, self.square))
    }

    /// Whether the line keeps what was won, or nearly all of it.
    fn keeps(&self, won: i32) -> bool {
        self.line.gain() + LOOSE >= won && self.line.gain() >= WORTHWHILE
    }
}

/// What the side to move wins by taking on a square, each side with its least piece that may, and each as long as
/// it pays.
fn settled(board: &Board, square: Square) -> i32 {
    let mut least: Option<(i32, Move)> = None;
    board.generate_moves(|moves| {
        for mv in moves.into_iter().filter(|mv| mv.to == square) {
            let cost = worth(moves.piece);
            if captured(board, mv).is_some() && least.is_none_or(|(other, _)| cost < other) {
                least = Some((cost, mv));
            }
        }
        false
    });
    let Some((_, mv)) = least else {
        return 0;
    };
    let won = captured(board, mv).map_or(0, worth);
    let mut after = board.clone();
    after.play_unchecked(mv);
    (won - settled(&after, square)).max(0)
}

/// The pieces of a side that attack a square, those that stand behind others of them as well.
fn reaching(board: &Board, square: Square, side: Color) -> BitBoard {
    let mut found = BitBoard::EMPTY;
    loop {
        let more = attackers(board, square, board.occupied() & !found) & board.colors(side);
        if more.is_empty() {
            return found;
        }
        found |= more;
    }
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
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
                let won = captured(board, mv).map_or(0, worth);
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
