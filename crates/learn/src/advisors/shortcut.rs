//! Shortcut bisects the shortest path between its own markers.

use std::collections::VecDeque;

use shido_core::Seat;

use super::comment_on;
use crate::{Advice, Advisor, Learnable, Situation, Tier};

/// Bisects the shortest path between own markers along the drawn lines: goes to its middle.
pub(super) struct Shortcut;

impl<G: Learnable> Advisor<G> for Shortcut {
    fn name(&self) -> &'static str {
        "Shortcut"
    }

    fn rationale(&self) -> &'static str {
        "goes to the middle of the shortest path between own markers"
    }

    fn tier(&self) -> Tier {
        Tier::Third
    }

    fn advise(&self, situation: &Situation<'_, G>) -> Advice<G::Move> {
        let drawing = situation.game.drawing();
        let holders = situation.holders();
        let own: Vec<usize> = (0..holders.len())
            .filter(|point| holders[*point] == Some(situation.mover))
            .collect();
        if own.len() < 2 || drawing.adjacent.is_empty() {
            return Advice::Silence;
        }
        let distances: Vec<Vec<Option<u32>>> = own
            .iter()
            .map(|from| distances(&drawing.adjacent, *from))
            .collect();
        let middle = |point: usize| {
            (0..own.len()).any(|a| {
                (0..a).any(|b| {
                    let along = (
                        distances[a][own[b]],
                        distances[a][point],
                        distances[b][point],
                    );
                    matches!(along, (Some(whole), Some(here), Some(there))
                        if whole >= 2 && here + there == whole && here.abs_diff(there) <= 1)
                })
            })
        };
        let arrives = |after: &[Option<Seat>]| {
            (0..after.len()).any(|point| {
                holders[point].is_none() && after[point] == Some(situation.mover) && middle(point)
            })
        };
        comment_on(
            situation.moves_where(|candidate| arrives(situation.holders_after(candidate))),
            1,
        )
    }
}

/// How many steps it is from a point to each other.
fn distances(adjacent: &[Vec<usize>], from: usize) -> Vec<Option<u32>> {
    let mut distances = vec![None; adjacent.len()];
    distances[from] = Some(0);
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((point, steps)) = queue.pop_front() {
        for &next in &adjacent[point] {
            if distances[next].is_none() {
                distances[next] = Some(steps + 1);
                queue.push_back((next, steps + 1));
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::Shortcut;
    use crate::example::Example;

    #[test]
    fn goes_between_two_markers() {
        // From a1 to a3 by the column or, where diagonals are drawn, by the centre.
        Example::of("achi").check(
            &Shortcut,
            &[("B.W/.../B.W B", "a2=6 b2=6"), ("B../.../... W", "silence")],
        );
        // From a1 to b2 round the corner.
        Example::of("three-mens-morris").check(&Shortcut, &[("..B/.W./W.B W", "a2=6 b1=6")]);
    }
}
