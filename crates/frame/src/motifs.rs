//! What is tactical about a line of play in any frame's game: lines that are completed, mills, double threats.

use shido_core::{Game, Markers, Motif, Motifs, Outcome, Scene, Seat, Turn};

use crate::bits::Bits;
use crate::frame::{LineRule, Point};
use crate::game::{FrameGame, FrameMove, FramePosition, NOWHERE};

impl<B: Bits> Motifs for FrameGame<B> {
    fn motifs(&self, scene: Scene<'_, Self>, line: &[FrameMove]) -> Vec<Motif> {
        let Turn::Of(hero) = self.turn(scene.position) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        found.extend(self.double_threat(hero, *scene.position, line));
        found.extend(self.mills(hero, *scene.position, line));
        found.extend(self.end(hero, *scene.position, line));
        found.extend(self.block(hero, scene.position, line));
        found
    }
}

impl<B: Bits> FrameGame<B> {
    /// Where a side would win at once if it were to move.
    fn winning_points(&self, position: &FramePosition<B>, seat: Seat) -> Vec<Point> {
        let turned = match self.turn(position) {
            Turn::Of(mover) if mover == seat => Some(*position),
            _ => self.turned(position),
        };
        let mut points = Vec::new();
        if let Some(position) = turned {
            self.each_successor(&position, |mv, after| {
                if self.turn(&after) == Turn::Over(Outcome::win(seat)) {
                    points.push(mv.to);
                }
            });
        }
        points.retain(|point| *point != NOWHERE);
        points.sort_unstable();
        points.dedup();
        points
    }

    /// A move after which there are two ways to win at once and the other side has none, and one of them is taken.
    fn double_threat(
        &self,
        hero: Seat,
        mut position: FramePosition<B>,
        line: &[FrameMove],
    ) -> Option<Motif> {
        for (ply, &mv) in line.iter().enumerate() {
            let own = self.turn(&position) == Turn::Of(hero);
            self.play(&mut position, mv);
            if !own || mv.to == NOWHERE || line.len() < ply + 3 {
                continue;
            }
            let points = self.winning_points(&position, hero);
            let answered = !self.winning_points(&position, hero.other()).is_empty();
            let end = self.after(&self.after(&position, line[ply + 1]), line[ply + 2]);
            let wins = self.turn(&end) == Turn::Over(Outcome::win(hero));
            if points.len() >= 2 && !answered && wins {
                let names = self.names(&points);
                let text = format!(
                    "{} threatens to win at {} at once: only one can be stopped.",
                    self.point_name(mv.to),
                    names.join(" and at ")
                );
                let points = [vec![self.point_name(mv.to).to_owned()], names].concat();
                return Some(motif("double threat", ply, points, text));
            }
        }
        None
    }

    /// Lines that take a marker of the other side: the first, and the one that the same marker makes next.
    fn mills(
        &self,
        hero: Seat,
        mut position: FramePosition<B>,
        line: &[FrameMove],
    ) -> Option<Motif> {
        if !matches!(self.rules.line, LineRule::Removes { .. }) {
            return None;
        }
        for (ply, &mv) in line.iter().enumerate() {
            let own = self.turn(&position) == Turn::Of(hero);
            self.play(&mut position, mv);
            if !own || mv.removed == NOWHERE {
                continue;
            }
            let mill = self.complete_line(position.board(hero), mv.to);
            let names = self.names(&mill);
            let again = line.get(ply + 2);
            let swings = again.is_some_and(|next| next.from == mv.to && next.removed != NOWHERE);
            let (name, text) = if swings {
                let text = format!(
                    "{} closes a mill, and moving on it closes another.",
                    self.point_name(mv.to)
                );
                ("double mill", text)
            } else {
                let text = format!(
                    "{} are a mill, which takes {}.",
                    names.join(", "),
                    self.point_name(mv.removed)
                );
                ("mill", text)
            };
            return Some(motif(name, ply, names, text));
        }
        None
    }

    /// How the line wins, if it does.
    fn end(&self, hero: Seat, mut position: FramePosition<B>, line: &[FrameMove]) -> Option<Motif> {
        for mv in line {
            self.play(&mut position, *mv);
        }
        let last = line.last().filter(|mv| mv.to != NOWHERE)?;
        if self.turn(&position) != Turn::Over(Outcome::win(hero)) {
            return None;
        }
        let (ply, points) = (
            line.len() - 1,
            self.complete_line(position.board(hero), last.to),
        );
        let to = self.point_name(last.to).to_owned();
        if self.rules.line == LineRule::Wins && !points.is_empty() {
            let names = self.names(&points);
            let text = format!("{} are a line.", names.join(", "));
            return Some(motif("line", ply, names, text));
        }
        if position.ledger.mover() != hero && self.count_moves(&position) == 0 && points.is_empty()
        {
            let blocked = self.removal_is_over(&position, hero);
            let (name, text) = match blocked {
                true => (
                    "last marker",
                    format!("{to} leaves the other side too few markers."),
                ),
                false => ("blockade", format!("{to} leaves the other side no move.")),
            };
            return Some(motif(name, ply, vec![to], text));
        }
        None
    }

    /// Whether the other side has lost because it has too few markers left.
    fn removal_is_over(&self, position: &FramePosition<B>, hero: Seat) -> bool {
        let other = hero.other();
        let left = position.board(other).count() + u32::from(position.ledger.hand(other));
        self.rules.fewer_than.is_some_and(|least| left < least)
    }

    /// The first move keeps the other side from winning at once.
    fn block(&self, hero: Seat, position: &FramePosition<B>, line: &[FrameMove]) -> Option<Motif> {
        let mv = line.first().filter(|mv| mv.to != NOWHERE)?;
        let threatened = self.winning_points(position, hero.other());
        let after = self.after(position, *mv);
        let over = matches!(self.turn(&after), Turn::Over(_));
        if threatened.is_empty() || over || !self.winning_points(&after, hero.other()).is_empty() {
            return None;
        }
        let (to, names) = (self.point_name(mv.to), self.names(&threatened));
        let text = format!(
            "{to} keeps the other side from winning at {}.",
            names.join(" and ")
        );
        Some(motif("block", 0, names, text))
    }

    /// The points of a line that a marker completes.
    fn complete_line(&self, own: B, point: Point) -> Vec<Point> {
        let lines = self.rules.board.lines.iter();
        let complete = |line: &&Vec<Point>| {
            line.contains(&point) && line.iter().all(|&point| own.contains(point))
        };
        lines.clone().find(complete).cloned().unwrap_or_default()
    }

    fn names(&self, points: &[Point]) -> Vec<String> {
        let name = |&point: &Point| self.point_name(point).to_owned();
        points.iter().map(name).collect()
    }
}

fn motif(name: &'static str, ply: usize, points: Vec<String>, sentence: String) -> Motif {
    Motif {
        name,
        ply,
        points,
        sentence,
    }
}
