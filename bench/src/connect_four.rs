//! Connect Four from the start to depth 12, searched in four ways.

mod lines;
mod peer;

use std::num::NonZeroUsize;

use anyhow::{Context, ensure};
use board_game::ai::solver::{SolverValue, solve_value};
use board_game::games::connect4::Connect4;
use minimax::{IterativeOptions, IterativeSearch, ParallelOptions, ParallelSearch, Strategy};
use shido_core::{ForFirst, Game, Seat};
use shido_frame::{FrameGame, FramePosition};
use shido_search::{
    Ask, Blank, Limits, Model, Pvs, PvsOptions, Selectivity, TranspositionTable, alphabeta,
};

use self::lines::Lines;
use self::peer::{Nothing, OpenLines, Position};
use crate::Bench;
use crate::measure::{Pairs, alternate, seconds};
use crate::rivals::shipped;
use crate::table::{Row, Unit};

const DEPTH: u32 = 12;
const MEBIBYTES: usize = 16;

pub(crate) fn rows(bench: &mut Bench) -> anyhow::Result<Vec<Row>> {
    let game = shipped("connect-four", &[])?;
    let judge = Judge(Lines::new(1, 7));
    let zero = |bench: &Bench| beside_minimax(bench, &game, &Blank, 0.0, Nothing);
    let equal = |bench: &Bench| beside_minimax(bench, &game, &judge, SCALE, OpenLines::new());
    let row = |work: &str, peer: &str, pairs: &Pairs| {
        let work = format!("connect-four depth {DEPTH}: {work}");
        Row::beside(&work, peer, Unit::Seconds, pairs, 1.0)
    };
    Ok(vec![
        row(
            "plain alpha-beta, zero evaluation",
            "`board-game`",
            &plain(bench, &game)?,
        ),
        row(
            "table and iterative deepening, zero evaluation",
            "`minimax`",
            &zero(bench)?,
        ),
        row(
            "table and iterative deepening, equal evaluation",
            "`minimax`",
            &equal(bench)?,
        ),
        two_threads(bench, &game, &judge)?,
    ])
}

fn plain(bench: &Bench, game: &FrameGame<u64>) -> anyhow::Result<Pairs> {
    let (start, board) = (game.start(), Connect4::default());
    let search = || alphabeta(game, &start, &Blank, Limits::depth(DEPTH));
    let their_search = || solve_value(&board, DEPTH);
    let (value, theirs) = (search()?.value.0, their_search());
    ensure!(
        value == 0.0 && theirs == SolverValue::Unknown,
        "at depth {DEPTH} nothing is decided, but the values are {value} and {theirs:?}"
    );
    alternate(
        bench.repetitions,
        || Ok(seconds(search)),
        || Ok(seconds(their_search)),
    )
}

/// The searches of both sides with tables of the same size, made anew before the clock starts.
fn beside_minimax<M, E>(
    bench: &Bench,
    game: &FrameGame<u64>,
    model: &M,
    scale: f64,
    evaluator: E,
) -> anyhow::Result<Pairs>
where
    M: Model<FrameGame<u64>> + Sync,
    E: minimax::Evaluator<G = peer::Rules> + Clone,
{
    let (_, value) = search(game, model, 1)?;
    alternate(
        bench.repetitions,
        || Ok(search(game, model, 1)?.0),
        || {
            let mut search = IterativeSearch::new(evaluator.clone(), options());
            search.set_max_depth(DEPTH as u8);
            let time = seconds(|| search.choose_move(&Position::START));
            let theirs = f64::from(search.root_value());
            ensure!(
                value * scale == theirs,
                "values differ: {} and {theirs}",
                value * scale
            );
            Ok(time)
        },
    )
}

/// How much two threads gain over one, on each side by its own measure.
fn two_threads(bench: &Bench, game: &FrameGame<u64>, judge: &Judge) -> anyhow::Result<Row> {
    let (_, value) = search(game, judge, 2)?;
    let ours = alternate(
        bench.repetitions,
        || Ok::<_, anyhow::Error>(search(game, judge, 2)?.0),
        || Ok(search(game, judge, 1)?.0),
    )?;
    let parallel = |threads| {
        let threads = ParallelOptions::new().with_num_threads(threads);
        let mut search = ParallelSearch::new(OpenLines::new(), options(), threads);
        search.set_max_depth(DEPTH as u8);
        let time = seconds(|| search.choose_move(&Position::START));
        let theirs = f64::from(search.root_value());
        ensure!(
            value * SCALE == theirs,
            "values differ: {} and {theirs}",
            value * SCALE
        );
        Ok(time)
    };
    let theirs = alternate(bench.repetitions, || parallel(2), || parallel(1))?;
    Ok(Row {
        work: format!("connect-four depth {DEPTH}: gain of two threads, equal evaluation"),
        ours: format!("{}", ours.ratio()),
        peer: format!("`minimax`: {}", theirs.ratio()),
        ratio: ours.ratio_over(&theirs),
        goal: 1.0,
    })
}

/// The seconds of our search and the value that it finds.
fn search<M: Model<FrameGame<u64>> + Sync>(
    game: &FrameGame<u64>,
    model: &M,
    threads: usize,
) -> anyhow::Result<(f64, f64)> {
    let table = TranspositionTable::new(MEBIBYTES);
    // So that the system has given its pages before the clock starts, as the peer's are when it is made.
    table.clear();
    let search = Pvs {
        game,
        model,
        table: &table,
        probcut: None,
        options: PvsOptions {
            selectivity: Selectivity::Exact,
            quiescence: false,
            ask: Ask::BestMove,
            threads: NonZeroUsize::new(threads).context("a search needs a thread")?,
        },
    };
    let start = [game.start()];
    let mut found = None;
    let time = seconds(|| found = Some(search.search(&start, Limits::depth(DEPTH), &|_| {})));
    let found = found.context("the search has run")??;
    Ok((time, found.value.0))
}

/// What the peer starts from, but for the size of the table. With the evaluation none of aspiration,
/// MTD(f), steps of two plies, another replacement or no null windows was quicker.
fn options() -> IterativeOptions {
    IterativeOptions::new().with_table_byte_size(MEBIBYTES << 20)
}

/// More than lines can ever be worth, so that no evaluation is taken for a win. A power of two: the
/// peer's whole numbers and our fractions are the same values.
const SCALE: f64 = 4096.0;

/// The evaluation by open lines, on the boards of the frame.
struct Judge(Lines);

impl Model<FrameGame<u64>> for Judge {
    fn horizon(
        &self,
        game: &FrameGame<u64>,
        position: &FramePosition<u64>,
    ) -> Option<ForFirst<f64>> {
        let [first, second] = Seat::BOTH.map(|seat| game.markers(position, seat));
        Some(ForFirst(f64::from(self.0.worth(first, second)) / SCALE))
    }

    fn odds(
        &self,
        _game: &FrameGame<u64>,
        _position: &FramePosition<u64>,
        _outcome: <FrameGame<u64> as Game>::Move,
    ) -> Option<f64> {
        None
    }

    fn decisive(&self) -> bool {
        true
    }

    fn symmetric(&self) -> bool {
        true
    }
}
