//! Candide's naive plans are plans: with the evaluator of AND/OR plans, the same moves come out.

use std::collections::BTreeSet;
use std::convert::Infallible;

use shido_core::{Game, Markers, Notation, Seat, Seed, Turn};
use shido_learn::{Advice, Covered, Knowledge, Situation, advisors};
use shido_plan::{Cuts, Estimate, Goal, Leaves, Options, PlanFile, Rate, evaluate};

use crate::advice::players::{Board, board};

/// A line that wins is there to be filled, and each of its points is got or not.
const PLAN: &str = "AND(Line(?A ?B ?C), Get(?A), Get(?B), Get(?C))";

/// Of a point that nobody holds, one is as likely to get it as not: the plan does not expect to be
/// stopped.
struct Lines<'a> {
    lines: &'a [Vec<usize>],
    holders: &'a [Option<Seat>],
    mover: Seat,
}

impl Leaves for Lines<'_> {
    type Error = Infallible;

    fn facts(&mut self, goal: &Goal) -> Result<Option<Vec<Vec<String>>>, Infallible> {
        let named = |line: &Vec<usize>| line.iter().map(usize::to_string).collect();
        Ok((goal.name == "Line").then(|| self.lines.iter().map(named).collect()))
    }

    fn rate(&mut self, goal: &Goal) -> Result<Estimate, Infallible> {
        let things = goal.things().expect("the line is known");
        let point: usize = things[0].parse().expect("points are numbers");
        let rate = match self.holders[point] {
            Some(holder) => f64::from(u8::from(holder == self.mover)),
            None => 0.5,
        };
        Ok(Estimate {
            rate: Rate::Known(rate),
            cost: 1.0,
            how: "seen".to_owned(),
            first: (rate == 0.5).then(|| point.to_string()),
        })
    }

    fn check(&mut self, _: &Goal) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The moves that begin a best plan.
fn planned(game: &Board, lines: &mut Lines) -> BTreeSet<usize> {
    let file = PlanFile::parse(PLAN).expect("the plan is written well");
    let tree = file.ground(&[], lines).expect("lines bind the points");
    let options = Options {
        cuts: Cuts::Off,
        ..Options::default()
    };
    let found = evaluate(&tree, lines, &options).expect("every point has a rate");
    assert_eq!(tree.branches().len(), game.drawing().winning_lines().len());
    let best = found.branches.iter();
    let best = best.filter(|branch| branch.value.least > 0.0 && branch.value == found.value);
    let below = best.flat_map(|branch| tree.node(branch.node).below.clone());
    let below: Vec<_> = below.collect();
    let leaves = found
        .leaves
        .iter()
        .filter(|leaf| below.contains(&leaf.node));
    let first = leaves.filter_map(|leaf| leaf.found.as_ref().ok()?.first.clone());
    first.map(|point| point.parse().expect("a point")).collect()
}

#[test]
fn candide_begins_the_best_plan() {
    let game = board("tic-tac-toe");
    let knowledge = Knowledge::new(&game, &mut Seed(0).rng());
    let advisors = advisors(Covered::default());
    let candide = advisors.iter().find(|advisor| advisor.name() == "Candide");
    let candide = candide.expect("Candide is an Advisor");
    let mut seen = BTreeSet::new();
    let mut waiting = vec![game.start()];
    let mut opinions = 0;
    while let Some(position) = waiting.pop() {
        if !seen.insert(game.write_position(&position)) {
            continue;
        }
        let Turn::Of(mover) = game.turn(&position) else {
            continue;
        };
        game.each_move(&position, |mv| waiting.push(game.after(&position, mv)));
        let situation = Situation::new(&game, &position, &knowledge).expect("somebody moves");
        let comments = match candide.advise(&situation) {
            Advice::Comments(comments) => comments,
            _ => continue,
        };
        opinions += 1;
        let best = comments.iter().map(|(_, strength)| strength.number()).max();
        let advised = comments
            .iter()
            .filter(|(_, strength)| Some(strength.number()) == best);
        let advised = advised.map(|(mv, _)| {
            let after = game.holders(&game.after(&position, *mv));
            let holders = situation.holders().iter().zip(&after);
            holders
                .take_while(|(before, after)| before == after)
                .count()
        });
        let mut lines = Lines {
            lines: game.drawing().winning_lines(),
            holders: situation.holders(),
            mover,
        };
        let planned = planned(&game, &mut lines);
        let text = game.write_position(&position);
        assert_eq!(advised.collect::<BTreeSet<usize>>(), planned, "{text}");
    }
    assert!(opinions > 2000, "{opinions}");
}
