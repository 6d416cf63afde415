//! Counting all sequences of moves. On both sides the last ply is counted, not played.

use anyhow::ensure;
use board_game::games::connect4::Connect4;
use board_game::util::game_stats::perft_naive;
use cozy_chess::Board;
use shido_core::Game;
use shido_games::chess::Chess;

use crate::Bench;
use crate::measure::{Pairs, alternate, seconds};
use crate::rivals::shipped;
use crate::table::{Row, Unit};

pub(crate) fn rows(bench: &mut Bench) -> anyhow::Result<Vec<Row>> {
    let connect_four = shipped("connect-four", &[])?;
    let (start, board) = (connect_four.start(), Connect4::default());
    let (count, pairs) = compare(
        bench,
        || perft(&connect_four, &start, 9),
        || perft_naive(&board, 9),
    )?;
    let unit = Unit::PerSecond(count);
    let connect_four = Row::beside(
        "perft, connect-four depth 9",
        "`board-game`",
        unit,
        &pairs,
        1.0,
    );

    let (start, board) = (Chess.start(), Board::startpos());
    let (count, pairs) = compare(
        bench,
        || perft_in_place(&Chess, &start, 6),
        || their_perft(&board, 6),
    )?;
    let unit = Unit::PerSecond(count);
    let chess = Row::beside("perft, chess depth 6", "`cozy-chess`", unit, &pairs, 0.95);
    Ok(vec![connect_four, chess])
}

/// Both counts, which must be equal, and their times.
fn compare(
    bench: &Bench,
    ours: impl Fn() -> u64,
    theirs: impl Fn() -> u64,
) -> anyhow::Result<(u64, Pairs)> {
    let (count, their_count) = (ours(), theirs());
    ensure!(
        count == their_count,
        "perft counts differ: {count} and {their_count}"
    );
    let pairs = alternate(
        bench.repetitions,
        || Ok::<_, anyhow::Error>(seconds(&ours)),
        || Ok(seconds(&theirs)),
    )?;
    Ok((count, pairs))
}

/// A position that is over has no moves, so it need not be asked about.
fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth <= 2 {
        return frontier(game, position);
    }
    let mut count = 0;
    game.each_successor(position, |_, next| count += perft(game, &next, depth - 1));
    count
}

/// The last ply but one counts the moves of its successors itself, in a loop that calls nothing: a call
/// for each would take longer than the count.
fn frontier<G: Game>(game: &G, position: &G::Position) -> u64 {
    let mut count = 0;
    game.each_successor(position, |_, next| count += game.count_moves(&next) as u64);
    count
}

/// The same for large positions, which are changed in place: one that is returned is copied once more.
fn perft_in_place<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth <= 2 {
        return frontier_in_place(game, position);
    }
    let mut count = 0;
    game.each_move(position, |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        count += perft_in_place(game, &next, depth - 1);
    });
    count
}

fn frontier_in_place<G: Game>(game: &G, position: &G::Position) -> u64 {
    let mut count = 0;
    game.each_move(position, |mv| {
        let mut next = position.clone();
        game.play(&mut next, mv);
        count += game.count_moves(&next) as u64;
    });
    count
}

fn their_perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            count += moves.len() as u64;
            false
        });
        return count;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            count += their_perft(&next, depth - 1);
        }
        false
    });
    count
}
