//! From the trees of a Monte-Carlo tree search to its answer.

use std::cmp::Reverse;

use shido_core::{ForFirst, Game, Seat, sort_short};

use super::MctsReport;
use super::tree::{Branch, Tree};
use crate::question::analysis::best_moves;
use crate::{Analysis, Bound, Model, MoveValue};

/// What the trees found out together.
pub(super) fn merge<G: Game, M: Model<G> + ?Sized>(
    game: &G,
    position: &G::Position,
    trees: &[Tree<'_, G, M>],
) -> MctsReport<G::Move> {
    let mut branches = trees[0].branches(None);
    sort_short(&mut branches, |branch| branch.mv);
    for tree in &trees[1..] {
        let mut others = tree.branches(None);
        sort_short(&mut others, |branch| branch.mv);
        for (branch, other) in branches.iter_mut().zip(&others) {
            branch.merge(other);
        }
    }
    let branches: Vec<Branch<G::Move>> = game
        .moves(position)
        .iter()
        .filter_map(|mv| {
            let found = branches.binary_search_by_key(mv, |branch| branch.mv);
            found.ok().map(|index| branches[index])
        })
        .collect();
    let moves: Vec<MoveValue<G::Move>> = branches
        .iter()
        .map(|branch| MoveValue {
            mv: branch.mv,
            value: branch.value(),
            bound: if branch.is_settled() {
                Bound::Exact
            } else {
                Bound::Estimate
            },
        })
        .collect();
    let all_settled = branches.iter().all(Branch::is_settled);
    let (value, best, line) = match trees[0].chooser(None) {
        None => (expected(&branches), Vec::new(), Vec::new()),
        Some(seat) => {
            let chosen = choice(seat, &branches).expect("a contest that goes on has a move");
            let best = if all_settled {
                best_moves(seat, &moves)
            } else {
                vec![chosen.mv]
            };
            (chosen.value(), best, line(trees, chosen.mv))
        }
    };
    MctsReport {
        analysis: Analysis {
            value,
            moves,
            best,
            line,
            lines: Vec::new(),
            distance: None,
            nodes: trees.iter().map(Tree::simulations).sum(),
            depth: (!all_settled).then_some(0),
            transpositions: None,
        },
        visits: branches.iter().map(|branch| branch.visits).collect(),
    }
}

fn expected<M>(branches: &[Branch<M>]) -> ForFirst<f64> {
    let shares = branches.iter().map(|branch| branch.odds * branch.value().0);
    ForFirst(shares.sum())
}

/// The move to make: the most visited one, unless a proved value is at least as good.
///
/// The number of visits is the steadier guide, since a mean may be high by luck as long as few
/// simulations make it up (Chaslot and others call this the robust child). A move that is proved to be
/// no better than another has few visits and is not chosen.
fn choice<M: Copy + Ord>(seat: Seat, branches: &[Branch<M>]) -> Option<&Branch<M>> {
    let worth = |branch: &Branch<M>| branch.value().seen_by(seat).0;
    let first_best = |a: &&Branch<M>, b: &&Branch<M>| worth(a).total_cmp(&worth(b));
    let settled = branches.iter().rev().filter(|branch| branch.is_settled());
    let settled = settled.max_by(first_best);
    let open = branches.iter().filter(|branch| !branch.is_settled());
    let open = open.max_by_key(|branch| (branch.visits, Reverse(branch.mv)));
    match (settled, open) {
        (Some(settled), Some(open)) if worth(open) > worth(settled) => Some(open),
        (settled, open) => settled.or(open),
    }
}

/// The principal variation: after the first move as the tree sees it that looked at it most.
fn line<G: Game, M: Model<G> + ?Sized>(trees: &[Tree<'_, G, M>], first: G::Move) -> Vec<G::Move> {
    let after_first = trees.iter().filter_map(|tree| {
        let branches = tree.branches(None).into_iter();
        let mut there = branches.filter(|branch| branch.mv == first);
        there.next().map(|branch| (tree, branch))
    });
    let most_seen = after_first
        .rev()
        .max_by_key(|(_, branch)| (branch.is_settled(), branch.visits));
    let mut line = vec![first];
    let Some((tree, mut at)) = most_seen else {
        return line;
    };
    while let Some(seat) = tree.chooser(Some(at.node)) {
        let branches = tree.branches(Some(at.node));
        match choice(seat, &branches) {
            Some(next) if next.is_settled() || next.visits > 0 => {
                line.push(next.mv);
                at = *next;
            }
            _ => break,
        }
    }
    line
}
