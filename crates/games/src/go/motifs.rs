//! What is tactical about a line of Go: stones that are taken, ladders, and stones in atari at once.

use shido_core::{Game, Motif, Motifs, Scene, Seat, Turn};

use super::{Go, Move, Point, Position};

/// So many ataris in a row on one chain are a ladder.
const RUNGS: usize = 3;

impl Motifs for Go {
    fn motifs(&self, scene: Scene<'_, Go>, line: &[Move]) -> Vec<Motif> {
        let Turn::Of(hero) = self.turn(scene.position) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        found.extend(self.ladder(hero, scene.position.clone(), line));
        found.extend(self.capture(hero, scene.position.clone(), line));
        found.extend(self.double_atari(scene.position, hero, line));
        found
    }
}

impl Go {
    /// The first stones that the line takes.
    fn capture(&self, hero: Seat, mut position: Position, line: &[Move]) -> Option<Motif> {
        for (ply, &mv) in line.iter().enumerate() {
            if let Move::Place(point) = mv
                && position.mover == hero
            {
                let taken = position.board.captures(point, hero);
                if !taken.is_empty() {
                    let stones: Vec<Point> = taken.iter().collect();
                    let sentence = match stones[..] {
                        [one] => format!("{point} takes the stone on {one}."),
                        _ => format!("{point} takes {} stones.", stones.len()),
                    };
                    return Some(motif("capture", ply, point, &stones, sentence));
                }
            }
            self.play(&mut position, mv);
        }
        None
    }

    /// A chain is in atari after each own move, runs, and is taken in the end.
    fn ladder(&self, hero: Seat, mut position: Position, line: &[Move]) -> Option<Motif> {
        // Where the chain was that the last own move put in atari, since which move, and how often.
        let mut chased: Option<(Point, usize, usize)> = None;
        for (ply, &mv) in line.iter().enumerate() {
            let own = position.mover == hero;
            let Move::Place(point) = mv else {
                return None;
            };
            if own
                && let Some((runner, first, rungs)) = chased
                && position.board.captures(point, hero).contains(runner)
            {
                let sentence = format!(
                    "The stone on {runner} is chased in a ladder: each time it runs it is in atari again."
                );
                return (rungs >= RUNGS).then(|| motif("ladder", first, runner, &[], sentence));
            }
            self.play(&mut position, mv);
            if own {
                let mut chains = position
                    .board
                    .chains(position.board.neighbours(point) & position.board.stones(hero.other()));
                let in_atari = chains.find(|chain| chain.is_in_atari());
                chased = match (in_atari, chased) {
                    (Some(chain), Some((runner, first, rungs)))
                        if chain.stones.contains(runner) =>
                    {
                        Some((runner, first, rungs + 1))
                    }
                    (Some(chain), _) => {
                        let runner = chain.stones.iter().next()?;
                        Some((runner, ply, 1))
                    }
                    (None, _) => None,
                };
            }
        }
        None
    }

    /// The first move puts two chains in atari that were in none, and is in none itself.
    fn double_atari(&self, position: &Position, hero: Seat, line: &[Move]) -> Option<Motif> {
        let Some(&Move::Place(point)) = line.first() else {
            return None;
        };
        let after = self.after(position, line[0]).board;
        let beside = after.neighbours(point) & after.stones(hero.other());
        let chains: Vec<Point> = (after.chains(beside))
            .filter(|chain| chain.is_in_atari())
            .filter_map(|chain| chain.stones.iter().next())
            .filter(|&stone| {
                let before = position.board.chain(stone);
                before.is_some_and(|chain| !chain.is_in_atari())
            })
            .collect();
        let safe = after.chain(point).is_some_and(|chain| !chain.is_in_atari());
        if chains.len() < 2 || !safe {
            return None;
        }
        let names: Vec<String> = chains.iter().map(Point::to_string).collect();
        let sentence = format!(
            "{point} puts the stones on {} in atari at once.",
            names.join(" and ")
        );
        Some(motif("double atari", 0, point, &chains, sentence))
    }
}

fn motif(name: &'static str, ply: usize, by: Point, others: &[Point], sentence: String) -> Motif {
    let points = [&[by], others].concat();
    Motif {
        name,
        ply,
        points: points.iter().map(Point::to_string).collect(),
        sentence,
    }
}
