//! What is telling about a line of Othello: corners, and who runs out of moves.

use shido_core::{Game, Motif, Motifs, Notation, Scene, Turn};

use super::{Move, Othello, Position};

impl Motifs for Othello {
    fn motifs(&self, scene: Scene<'_, Othello>, line: &[Move]) -> Vec<Motif> {
        let Turn::Of(hero) = self.turn(scene.position) else {
            return Vec::new();
        };
        let other = self.side(hero.other());
        let mut found = Vec::new();
        let mut position = *scene.position;
        for (ply, &mv) in line.iter().enumerate() {
            let own = position.mover == hero;
            self.play(&mut position, mv);
            let Move::Place(square) = mv else { continue };
            if own && square.bit() & self.corners != 0 {
                found.push(Motif {
                    name: "corner",
                    ply,
                    points: vec![square.to_string()],
                    sentence: format!(
                        "{square} is a corner: a disc there is never turned over again."
                    ),
                });
                break;
            }
        }
        found.extend(self.mobility(scene.position, line, &other));
        found
    }
}

impl Othello {
    /// The first move leaves the other side next to nothing to do, while it had more before.
    fn mobility(&self, position: &Position, line: &[Move], other: &str) -> Option<Motif> {
        /// So few moves are a burden as long as the board has room for more.
        const FEW: u32 = 2;
        const ROOM: u32 = 10;
        let Some(Move::Place(square)) = line.first() else {
            return None;
        };
        let after = self.after(position, line[0]);
        let turned = self.position(position.other, position.own, position.mover.other());
        let (before, left) = (turned.legal.count_ones(), after.legal.count_ones());
        let room = (self.board & !after.occupied()).count_ones();
        if after.over || left > FEW || before <= left || room < ROOM {
            return None;
        }
        let sentence = match left {
            0 => format!("{square} leaves {other} no move: they have to pass."),
            1 => format!("{square} leaves {other} a single move."),
            _ => format!("{square} leaves {other} only {left} moves."),
        };
        Some(Motif {
            name: "mobility",
            ply: 0,
            points: vec![square.to_string()],
            sentence,
        })
    }
}
