//! Playouts of Go, in which no side fills its own eyes.

use anyhow::ensure;
use board_game::board::Player;
use board_game::games::go::{Chains, FlatTile, Tile};
use rand_08::SeedableRng;
use rand_08::rngs::SmallRng;
use shido_core::{Game, Seed};
use shido_games::go::{Go, Playouts};

use crate::Bench;
use crate::measure::{Mean, alternate, seconds};
use crate::table::{Row, Unit};

/// How many playouts are compared before anything is timed.
const SAMPLE: usize = 2_000;

pub(crate) fn rows(bench: &mut Bench) -> anyhow::Result<Vec<Row>> {
    Ok(vec![row(bench, 9, 4_000)?, row(bench, 19, 1_000)?])
}

fn row(bench: &Bench, size: u8, playouts: u64) -> anyhow::Result<Row> {
    let ours = Playouts::new(&Go::new(size)?.start());
    let theirs = Chains::new(size);
    let mut rng = Seed(5).rng();
    let mut their_rng = SmallRng::seed_from_u64(5);
    let our_ends: Vec<_> = (0..SAMPLE)
        .map(|_| {
            let end = ours.run(&mut rng);
            (f64::from(end.plies), f64::from(end.lead().0))
        })
        .collect();
    let their_ends: Vec<_> = (0..SAMPLE)
        .map(|_| their_playout(&theirs, &mut their_rng))
        .collect();
    for pick in [|end: &(f64, f64)| end.0, |end: &(f64, f64)| end.1] {
        let ours = Mean::of(our_ends.iter().map(pick));
        let theirs = Mean::of(their_ends.iter().map(pick));
        ensure!(
            ours.agrees(theirs),
            "go {size}x{size}: plies or points differ, {ours:?} and {theirs:?}"
        );
    }
    let pairs = alternate(
        bench.repetitions,
        || {
            Ok::<_, anyhow::Error>(seconds(|| {
                (0..playouts)
                    .map(|_| ours.run(&mut rng).lead().0)
                    .sum::<i32>()
            }))
        },
        || {
            Ok(seconds(|| {
                let ends = (0..playouts).map(|_| their_playout(&theirs, &mut their_rng).1);
                ends.sum::<f64>()
            }))
        },
    )?;
    Ok(Row::beside(
        &format!("playouts, go {size}x{size}"),
        "`board-game`",
        Unit::PerSecond(playouts),
        &pairs,
        1.0,
    ))
}

/// The same playout on the peer's chains, which know what is suicide and what the board would be, but
/// not what an eye is. Its plies and by how many points the first player is ahead in the end.
fn their_playout(start: &Chains, rng: &mut SmallRng) -> (f64, f64) {
    let mut chains = start.clone();
    let mut mover = Player::A;
    let mut before = chains.zobrist();
    let mut passes = 0;
    let mut plies = 0;
    while passes < 2 && plies < 3 * u32::from(start.area()) {
        let drawn = chains.random_empty_tile_where(rng, |tile| {
            !is_eye(&chains, tile, mover)
                && chains
                    .simulate_place_stone_minimal(tile, mover)
                    .is_ok_and(|placed| !placed.kind.is_suicide() && placed.next_zobrist != before)
        });
        before = chains.zobrist();
        match drawn {
            Some(tile) => {
                // An empty tile was drawn, so it is not occupied.
                let _ = chains.place_stone(tile, mover);
                passes = 0;
            }
            None => passes += 1,
        }
        mover = mover.other();
        plies += 1;
    }
    let score = chains.score();
    (f64::from(plies), f64::from(score.a) - f64::from(score.b))
}

/// As our playouts have it: all neighbours are the mover's, and of the diagonal points at most one is the
/// other side's, none at the edge.
fn is_eye(chains: &Chains, tile: FlatTile, mover: Player) -> bool {
    let size = chains.size();
    let mut near = tile.all_adjacent(size);
    if near.any(|near| chains.stone_at(near) != Some(mover)) {
        return false;
    }
    let at = tile.to_tile(size);
    let mut others = 0;
    let mut beside = 0;
    for (right, up) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        let along = [(at.x(), right), (at.y(), up)]
            .map(|(from, step)| from.checked_add_signed(step).filter(|along| *along < size));
        match along {
            [Some(x), Some(y)] => {
                let diagonal = Tile::new(x, y).to_flat(size);
                others += u32::from(chains.stone_at(diagonal) == Some(mover.other()));
            }
            _ => beside = 1,
        }
    }
    others + beside < 2
}
