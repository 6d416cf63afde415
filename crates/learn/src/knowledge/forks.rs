//! Forks that have been seen to win.

use shido_core::{Drawing, Markers, Seat, Turn};

use super::symmetries::Symmetries;
use crate::lines::open_for;
use crate::{Learnable, Lesson};

/// A fork: plans to win that have one point in common, so that a marker there advances all of them and
/// the other side can stop only one.
///
/// Only its plans identify a fork, not where it lies on the board. So it is recognised in
/// positions that no symmetry takes into each other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fork {
    /// The lengths of the lines that meet, in order.
    pub lines: Vec<usize>,
}

impl Fork {
    /// Whether winning lines of these lengths, two or more, meet somewhere on a board.
    #[must_use]
    pub fn is_possible(&self, drawing: &Drawing) -> bool {
        let meet = |pivot| {
            let lines: Vec<(usize, usize)> = through(drawing, pivot)
                .map(|line| (line.len(), 0))
                .collect();
            missing(self, &lines, false).is_some()
        };
        self.lines.len() >= 2 && self.lines.is_sorted() && points(drawing).any(meet)
    }
}

/// The forks that have been seen to win.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forks {
    relevant: Vec<Fork>,
}

impl Forks {
    /// The forks that the lines of a board make possible: for each point every way in which two or more
    /// of the winning lines through it meet.
    #[must_use]
    pub fn possible(drawing: &Drawing) -> Vec<Fork> {
        let mut forks = Vec::new();
        for pivot in points(drawing) {
            let mut lengths: Vec<usize> = through(drawing, pivot).map(Vec::len).collect();
            lengths.sort_unstable();
            for size in 2..=lengths.len() {
                for lines in lengths.windows(size) {
                    forks.push(Fork {
                        lines: lines.to_vec(),
                    });
                }
            }
        }
        forks.sort();
        forks.dedup();
        forks
    }

    /// The forks that have been seen to win, in order.
    #[must_use]
    pub fn relevant(&self) -> &[Fork] {
        &self.relevant
    }

    /// Keeps a fork.
    pub fn keep(&mut self, fork: Fork) {
        if let Err(place) = self.relevant.binary_search(&fork) {
            self.relevant.insert(place, fork);
        }
    }

    /// Explains a won contest: if the winner threatened to fill several lines at once that meet in one
    /// of their points, that was the fork.
    pub fn learn<G: Learnable>(&mut self, game: &G, _: &Symmetries, lesson: &Lesson<'_, G>) {
        let (Some(winner), true) = (lesson.winner, !game.drawing().winning_lines().is_empty())
        else {
            return;
        };
        let last_reply = lesson
            .positions
            .iter()
            .rev()
            .find(|position| game.turn(position) == Turn::Of(winner.other()));
        if let Some(fork) = last_reply.and_then(|position| explain(game, position, winner)) {
            self.keep(fork);
        }
    }

    /// How many markers a seat still needs until a fork that is known to win stands; `None` where none
    /// is possible any more.
    #[must_use]
    pub fn distance(
        &self,
        drawing: &Drawing,
        holders: &[Option<Seat>],
        seat: Seat,
    ) -> Option<usize> {
        let mut nearest: Option<usize> = None;
        for pivot in points(drawing) {
            if holders[pivot].is_some_and(|holder| holder != seat) {
                continue;
            }
            let mut open: Vec<(usize, usize)> = through(drawing, pivot)
                .filter_map(|line| Some((line.len(), open_for(line, holders, seat)?)))
                .collect();
            // Those that lack least come first.
            open.sort_unstable_by_key(|&(length, own)| (length - own, length));
            for fork in &self.relevant {
                if let Some(missing) = missing(fork, &open, holders[pivot].is_some()) {
                    nearest = Some(nearest.map_or(missing, |known| known.min(missing)));
                }
            }
        }
        nearest
    }
}

/// What a fork lacks at a point whose open lines are these: of each line all but one point have to be
/// filled, and the point where they meet is filled once for all.
fn missing(fork: &Fork, open: &[(usize, usize)], pivot_filled: bool) -> Option<usize> {
    let mut left = open.to_vec();
    let mut lacking = usize::from(!pivot_filled);
    for length in &fork.lines {
        let place = left.iter().position(|(known, _)| known == length)?;
        let (length, own) = left.remove(place);
        let beside_pivot = own - usize::from(pivot_filled).min(own);
        lacking += length.saturating_sub(2 + beside_pivot);
    }
    Some(lacking)
}

fn points(drawing: &Drawing) -> std::ops::Range<usize> {
    let lines = drawing.winning_lines().iter();
    0..lines.flatten().max().map_or(0, |largest| largest + 1)
}

fn through(drawing: &Drawing, point: usize) -> impl Iterator<Item = &Vec<usize>> {
    drawing
        .winning_lines()
        .iter()
        .filter(move |line| line.contains(&point))
}

/// The lines that a side threatens to fill at once, as far as they meet in a point of its own.
fn explain<G: Markers>(game: &G, position: &G::Position, winner: Seat) -> Option<Fork> {
    let drawing = game.drawing();
    let holders = game.holders(position);
    let threatened = |line: &&Vec<usize>| {
        open_for(line, &holders, winner).is_some_and(|own| own + 1 == line.len())
    };
    points(drawing)
        .filter(|pivot| holders[*pivot] == Some(winner))
        .map(|pivot| {
            let mut lines: Vec<usize> = through(drawing, pivot)
                .filter(threatened)
                .map(Vec::len)
                .collect();
            lines.sort_unstable();
            Fork { lines }
        })
        .filter(|fork| fork.lines.len() >= 2)
        .max_by_key(|fork| fork.lines.len())
}

#[cfg(test)]
mod tests {
    use shido_core::{Markers, Seat};

    use super::{Fork, Forks};
    use crate::example::{Example, FIGURE_3, FORKED, FORKED_NEXT, lesson};

    fn fork(lines: &[usize]) -> Fork {
        Fork {
            lines: lines.to_vec(),
        }
    }

    #[test]
    fn the_topology_says_which_forks_are_possible() {
        // Two lines meet on an edge of tic-tac-toe, three in a corner, four in the centre.
        let board = Example::of("tic-tac-toe").game;
        assert_eq!(
            Forks::possible(board.drawing()),
            [fork(&[3, 3]), fork(&[3, 3, 3]), fork(&[3, 3, 3, 3])]
        );
        let mills = Example::of("six-mens-morris").game;
        assert_eq!(Forks::possible(mills.drawing()), [fork(&[3, 3])]);
        let no_lines = Example::of("mu-torere").game;
        assert_eq!(Forks::possible(no_lines.drawing()), []);
        let lost_lines = Example::of("lose-tic-tac-toe").game;
        assert_eq!(Forks::possible(lost_lines.drawing()), []);
    }

    #[test]
    fn a_fork_is_extracted_from_what_it_won() {
        for (moves, expected) in [
            // Figure 3: the lower row and the right column.
            ("a1 b2 c3 a3 c1 b1 c2", vec![fork(&[3, 3])]),
            // Nobody stopped the one line.
            ("a1 b2 a2 b1 a3", vec![]),
            ("b2 a1 a2 c2 b1 b3 a3 c1 c3", vec![]),
        ] {
            let example = Example::of("tic-tac-toe");
            let contest = example.contest(moves);
            let mut forks = Forks::default();
            let symmetries = &example.knowledge.symmetries;
            forks.learn(&example.game, symmetries, &lesson(&contest, None));
            assert_eq!(forks.relevant(), expected, "{moves}");
        }
    }

    #[test]
    fn the_same_fork_is_kept_once() {
        let mut forks = Forks::default();
        for lines in [&[3, 3][..], &[2, 4], &[3, 3]] {
            forks.keep(fork(lines));
        }
        assert_eq!(forks.relevant(), [fork(&[2, 4]), fork(&[3, 3])]);
    }

    #[test]
    fn the_distance_counts_the_markers_that_are_lacking() {
        let example = Example::of("tic-tac-toe").fork(&[3, 3]);
        let forks = &example.knowledge.forks;
        let drawing = example.game.drawing();
        for (position, first, second) in [
            // The point where the lines meet and one on each.
            (".../.../... X", Some(3), Some(3)),
            (FIGURE_3, Some(1), Some(2)),
            (FORKED_NEXT, Some(1), Some(1)),
            (FORKED, Some(0), Some(2)),
            // X has two lines left and they do not meet; O has none.
            ("OXO/XX./.OX O", None, None),
        ] {
            let holders = example.game.holders(&example.position(position));
            let distance = |seat| forks.distance(drawing, &holders, seat);
            assert_eq!(distance(Seat::First), first, "X in {position}");
            assert_eq!(distance(Seat::Second), second, "O in {position}");
        }
    }
}
