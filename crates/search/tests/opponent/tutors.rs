//! LO- and TU-search word for word as they are defined, against any student. Nothing here is taken from
//! the searches: not how they settle ties, not their rules, not how students come to their moves.

use std::sync::Arc;

use shido_core::{Game, Seat, Turn};
use shido_games::tree::{Branch, Tree};
use shido_search::{
    Distributed, Erring, LoSearch, Mixture, SharedOpponent, SoftMax, Speculation, Ties, TuSearch,
};

use crate::opponent::reference::{best, expectation, leaf, mean, minimax};
use crate::opponent::{InUnit, close, curved, looking, random_trees, to};

type Judge = InUnit<shido_search::Judged>;

const OURS: Judge = curved(crate::opponent::OURS);
const THEIRS: Judge = curved(crate::opponent::THEIRS);

/// Numbers closer than this are the same.
const TINY: f64 = 1e-9;

/// How a student plays.
#[derive(Clone)]
enum Student {
    /// The best of so many plies, ties by the rule of the search.
    Best(Judge, Option<u32>),
    /// In the ratio of exp(value / temperature).
    Soft(Judge, Option<u32>, f64),
    /// Anything, so often.
    Errs(f64, Box<Student>),
    /// One of them.
    Mixed(Vec<(f64, Student)>),
    /// The last move twice as often as each of the others; what they see is not known.
    Habit,
}

impl Student {
    /// The same as a model for the searches.
    fn model(&self) -> SharedOpponent<Tree> {
        match self {
            Student::Best(judge, depth) => Arc::new(looking(*judge, *depth)),
            Student::Soft(judge, depth, temperature) => Arc::new(SoftMax {
                look_ahead: looking(*judge, *depth),
                temperature: *temperature,
            }),
            Student::Errs(noise, inner) => Arc::new(Erring {
                noise: *noise,
                inner: inner.model(),
            }),
            Student::Mixed(parts) => {
                let parts = parts.iter().map(|(weight, part)| (*weight, part.model()));
                Arc::new(Mixture(parts.collect()))
            }
            Student::Habit => Arc::new(Distributed(|tree: &Tree, position: &_| {
                let odds = habit(tree.moves(position).len());
                Ok(tree.moves(position).into_iter().zip(odds).collect())
            })),
        }
    }

    /// What each move is worth in the eyes of someone who looks so far from here.
    fn values(
        tree: &Tree,
        judge: &Judge,
        at: &<Tree as Game>::Position,
        below: Option<u32>,
    ) -> Vec<f64> {
        (tree.moves(at).into_iter())
            .map(|mv| minimax(tree, judge, &tree.after(at, mv), below))
            .collect()
    }

    /// How often they play each move where they are to move and we still look so far.
    fn odds(&self, tree: &Tree, at: &<Tree as Game>::Position, ours: Option<u32>) -> Vec<f64> {
        let count = tree.moves(at).len();
        let Turn::Of(them) = tree.turn(at) else {
            panic!("the student moves")
        };
        match self {
            Student::Best(judge, depth) | Student::Soft(judge, depth, _) => {
                let depth = depth.or(ours);
                if depth == Some(0) {
                    return vec![1.0 / count as f64; count];
                }
                let values = Student::values(tree, judge, at, depth.map(|depth| depth - 1));
                let most = best(them, &values);
                let weight = |value: &f64| match self {
                    Student::Soft(_, _, temperature) => (-(value - most).abs() / temperature).exp(),
                    _ => f64::from(u8::from((value - most).abs() < TINY)),
                };
                let weights: Vec<f64> = values.iter().map(weight).collect();
                let total: f64 = weights.iter().sum();
                weights.iter().map(|weight| weight / total).collect()
            }
            Student::Errs(noise, inner) => {
                let odds = inner.odds(tree, at, ours).into_iter();
                let any = noise / count as f64;
                odds.map(|odds| any + (1.0 - noise) * odds).collect()
            }
            Student::Mixed(parts) => {
                let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
                let mut mixed = vec![0.0; count];
                for (weight, part) in parts {
                    for (sum, odds) in mixed.iter_mut().zip(part.odds(tree, at, ours)) {
                        *sum += weight / total * odds;
                    }
                }
                mixed
            }
            Student::Habit => habit(count),
        }
    }

    /// What each of our moves loses in their eyes; nothing where that is not known.
    fn seen(
        &self,
        tree: &Tree,
        at: &<Tree as Game>::Position,
        ours: Option<u32>,
    ) -> Option<Vec<f64>> {
        let Turn::Of(us) = tree.turn(at) else {
            panic!("we move")
        };
        match self {
            Student::Best(_, Some(0)) | Student::Soft(_, Some(0), _) => {
                Some(vec![0.0; tree.moves(at).len()])
            }
            Student::Best(judge, depth) | Student::Soft(judge, depth, _) => {
                // As far as they look from the position after the move.
                let after = depth.or(ours.map(|depth| depth - 1));
                let values = Student::values(tree, judge, at, after);
                let most = best(us, &values);
                Some(values.iter().map(|value| (most - value).abs()).collect())
            }
            Student::Errs(_, inner) => inner.seen(tree, at, ours),
            Student::Mixed(parts) => {
                let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
                let mut mixed = None;
                for (weight, part) in parts {
                    let Some(seen) = part.seen(tree, at, ours) else {
                        continue;
                    };
                    let sums = mixed.get_or_insert(vec![0.0; seen.len()]);
                    for (sum, loss) in sums.iter_mut().zip(seen) {
                        *sum += weight / total * loss;
                    }
                }
                mixed
            }
            Student::Habit => None,
        }
    }
}

fn habit(count: usize) -> Vec<f64> {
    let share = 1.0 / (count + 1) as f64;
    let last = |index| match index + 1 == count {
        true => 2.0 * share,
        false => share,
    };
    (0..count).map(last).collect()
}

/// What the tutor is after.
#[derive(Clone, Copy, Debug)]
enum Rule {
    Lo,
    Tu {
        epsilon: Option<f64>,
        visible: Option<f64>,
    },
}

struct Lesson<'a> {
    tree: &'a Tree,
    us: Seat,
    student: &'a Student,
    ties: Ties,
    rule: Rule,
}

type Node = <Tree as Game>::Position;

impl Lesson<'_> {
    /// Our values of these numbers: the more the better for us.
    fn to_us(&self, values: &[f64]) -> Vec<f64> {
        let sign = match self.us {
            Seat::First => 1.0,
            Seat::Second => -1.0,
        };
        values.iter().map(|value| sign * value).collect()
    }

    fn below(&self, at: &Node, depth: Option<u32>, value: &dyn Fn(&Node) -> f64) -> Vec<f64> {
        assert_ne!(depth, Some(0));
        let moves = self.tree.moves(at).into_iter();
        moves.map(|mv| value(&self.tree.after(at, mv))).collect()
    }

    /// How often we suppose each reply where the student moves, given what the replies come to by
    /// OM-search.
    fn replies(&self, at: &Node, depth: Option<u32>, om: &[f64]) -> Vec<f64> {
        let odds = self.student.odds(self.tree, at, depth);
        let Student::Best(..) = self.student else {
            return odds;
        };
        // The rule on ties among what they like best.
        let tied: Vec<usize> = (0..odds.len()).filter(|&index| odds[index] > 0.0).collect();
        let om = self.to_us(om);
        let first_with = |wanted: f64| tied.iter().copied().find(|&index| om[index] == wanted);
        let of_tied = tied.iter().map(|&index| om[index]);
        let played = match self.ties {
            Ties::Uniform => return odds,
            Ties::First => tied.first().copied(),
            Ties::Pessimistic => first_with(of_tied.fold(f64::INFINITY, f64::min)),
            Ties::Optimistic => first_with(of_tied.fold(f64::NEG_INFINITY, f64::max)),
        };
        (0..odds.len())
            .map(|index| f64::from(u8::from(Some(index) == played)))
            .collect()
    }

    /// The OM value: the best where we move, the expectation of what they play where they do.
    fn om(&self, at: &Node, depth: Option<u32>) -> f64 {
        if let Some(value) = leaf(self.tree, &OURS, at, depth) {
            return value;
        }
        let below = self.below(at, depth, &|next| {
            self.om(next, depth.map(|depth| depth - 1))
        });
        match self.tree.turn(at) {
            Turn::Of(seat) if seat == self.us => best(seat, &below),
            Turn::Of(_) => mean((self.tree, &OURS), &self.replies(at, depth, &below), &below),
            _ => expectation(self.tree, &OURS, at, &below),
        }
    }

    /// What comes of following the rule at each of our nodes.
    fn value(&self, at: &Node, depth: Option<u32>) -> f64 {
        if let Some(value) = leaf(self.tree, &OURS, at, depth) {
            return value;
        }
        let further = depth.map(|depth| depth - 1);
        let below = self.below(at, depth, &|next| self.value(next, further));
        let om = self.below(at, depth, &|next| self.om(next, further));
        match self.tree.turn(at) {
            Turn::Of(seat) if seat == self.us => below[self.choice(at, depth)[0]],
            Turn::Of(_) => mean((self.tree, &OURS), &self.replies(at, depth, &om), &below),
            _ => expectation(self.tree, &OURS, at, &below),
        }
    }

    /// Between which of our moves the rule leaves the choice.
    fn choice(&self, at: &Node, depth: Option<u32>) -> Vec<usize> {
        let further = depth.map(|depth| depth - 1);
        let om = self.to_us(&self.below(at, depth, &|next| self.om(next, further)));
        let highest = om.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // The moves among which to choose, and the OM value to choose among them.
        let lowest = |moves: &[usize]| {
            let values = moves.iter().map(|&index| om[index]);
            values.fold(f64::INFINITY, f64::min)
        };
        let every: Vec<usize> = (0..om.len()).collect();
        let (among, target) = match self.rule {
            Rule::Lo => {
                let m = self.to_us(&[minimax(self.tree, &OURS, at, depth)])[0];
                // The moves with OM value below M are the intentional errors.
                let errors = (every.iter().copied()).filter(|&index| om[index] < m - TINY);
                let errors: Vec<usize> = errors.collect();
                match errors.iter().map(|&index| om[index]).reduce(f64::max) {
                    Some(smallest) => (errors, smallest),
                    None => (every.clone(), lowest(&every)),
                }
            }
            Rule::Tu { epsilon, visible } => {
                // When both evaluations are identical epsilon must be 0.
                let epsilon = match self.student {
                    Student::Best(judge, None) if judge.model.0 == OURS.model.0 => Some(0.0),
                    _ => epsilon,
                };
                let seen = self.student.seen(self.tree, at, depth);
                let is_allowed = |index: usize| {
                    let loss = highest - om[index];
                    let unseen = match (&seen, visible) {
                        (Some(seen), Some(limit)) => seen[index] <= limit + TINY,
                        _ => true,
                    };
                    loss <= TINY || (epsilon.is_none_or(|limit| loss <= limit + TINY) && unseen)
                };
                let allowed: Vec<usize> = (every.iter().copied())
                    .filter(|&index| is_allowed(index))
                    .collect();
                let target = lowest(&allowed);
                (allowed, target)
            }
        };
        (among.into_iter())
            .filter(|&index| (om[index] - target).abs() < TINY)
            .collect()
    }
}

/// What a search found is what the definition says, of the position and of each move.
fn check(lesson: &Lesson<'_>, found: &Speculation<Branch>, depth: Option<u32>, what: &str) {
    let Lesson { tree, us, .. } = lesson;
    let start = tree.start();
    assert!(
        close(found.value.0, lesson.value(&start, depth)),
        "{what}: {} and {}",
        found.value.0,
        lesson.value(&start, depth)
    );
    let further = depth.map(|depth| depth - 1);
    for row in &found.moves {
        let next = tree.after(&start, row.mv);
        assert!(close(row.om.0, lesson.om(&next, further)), "{what}");
        let value = lesson.value(&next, further);
        assert!(close(row.value.0, value), "{value}, {row:?}: {what}");
    }
    if tree.turn(&start) != Turn::Of(*us) {
        return;
    }
    let moves = tree.moves(&start);
    let chosen = lesson.choice(&start, depth);
    let chosen: Vec<Branch> = chosen.into_iter().map(|index| moves[index]).collect();
    assert_eq!(found.best, chosen, "{what}");
    let seen = lesson.student.seen(tree, &start, depth);
    for (index, row) in found.moves.iter().enumerate() {
        let expected = seen.as_ref().map(|seen| seen[index]);
        assert_eq!(row.visible_loss.is_some(), expected.is_some(), "{what}");
        let both = row.visible_loss.zip(expected);
        assert!(both.is_none_or(|(one, other)| close(one, other)), "{what}");
    }
}

fn students() -> Vec<(&'static str, Student)> {
    let short = Student::Best(THEIRS, Some(1));
    let soft = Student::Soft(THEIRS, Some(2), 1.5);
    vec![
        ("ours, as far", Student::Best(OURS, None)),
        ("ours, two plies", Student::Best(OURS, Some(2))),
        ("theirs, as far", Student::Best(THEIRS, None)),
        ("theirs, one ply", short.clone()),
        ("blind", Student::Best(THEIRS, Some(0))),
        ("soft", soft.clone()),
        ("soft, as far", Student::Soft(OURS, None, 0.7)),
        ("erring", Student::Errs(0.25, Box::new(short.clone()))),
        ("habit", Student::Habit),
        (
            "mixed",
            Student::Mixed(vec![(2.0, short), (1.0, soft), (1.0, Student::Habit)]),
        ),
    ]
}

#[test]
fn are_what_their_definitions_say() {
    const PROOF: &str = "every value and all odds are known";
    let rules = [
        Rule::Lo,
        Rule::Tu {
            epsilon: Some(0.0),
            visible: None,
        },
        Rule::Tu {
            epsilon: Some(2.0),
            visible: None,
        },
        Rule::Tu {
            epsilon: None,
            visible: Some(1.0),
        },
        Rule::Tu {
            epsilon: Some(4.0),
            visible: Some(0.5),
        },
    ];
    let students = students();
    for (number, (text, tree)) in random_trees(127, 60).enumerate() {
        let start = tree.start();
        let us = match tree.turn(&start) {
            Turn::Of(seat) => seat,
            _ => Seat::First,
        };
        for (name, student) in &students {
            let model = student.model();
            for (index, ties) in [
                Ties::Pessimistic,
                Ties::Optimistic,
                Ties::First,
                Ties::Uniform,
            ]
            .into_iter()
            .enumerate()
            {
                // A rule on ties matters only to those who look ahead; others are asked once.
                let by_ties = matches!(student, Student::Best(..));
                if !by_ties && index != number % 4 {
                    continue;
                }
                for rule in rules {
                    let depth = [None, Some(3)][(number + index) % 2];
                    let what = format!("{name}, {ties:?}, {rule:?}, {depth:?}: {text}");
                    let lesson = Lesson {
                        tree: &tree,
                        us,
                        student,
                        ties,
                        rule,
                    };
                    let (plain, pruned) = match rule {
                        Rule::Lo => {
                            let search = LoSearch { ties };
                            (
                                search.plain(&tree, &start, &OURS, &model, to(depth)),
                                search.pruned(&tree, &start, &OURS, &model, to(depth)),
                            )
                        }
                        Rule::Tu { epsilon, visible } => {
                            let search = TuSearch {
                                limit: epsilon,
                                visible,
                                ties,
                            };
                            (
                                search.plain(&tree, &start, &OURS, &model, to(depth)),
                                search.pruned(&tree, &start, &OURS, &model, to(depth)),
                            )
                        }
                    };
                    check(&lesson, &plain.expect(PROOF), depth, &what);
                    check(&lesson, &pruned.expect(PROOF), depth, &what);
                }
            }
        }
    }
}
