//! Shido's reading finds what players know.

use shido_core::Seed;
use shido_games::go::Point;
use shido_plan::Rate;
use shido_tactics::{Effort, OnBoard, Status};

use crate::known::positions::{Goal, Known};

const NODES: u64 = 1_000_000;

#[test]
fn known_positions_are_read_right() {
    let mut wrong = Vec::new();
    for known in Known::all() {
        for question in &known.questions {
            let reading = question.read(&known.position, NODES);
            // Captures in the open are read by threats, which prove that a goal is reached. That it
            // is not is seen only where nothing is left to read.
            let unproved = matches!(question.goal, Goal::Capture(_))
                && (question.status, reading.status) == (Status::No, Status::Open);
            let right = reading.status == question.status || unproved;
            let vital = &question.vital;
            let well_begun = match reading.first {
                Some(first) => vital.is_empty() || vital.contains(&first),
                None => vital.is_empty() || matches!(reading.status, Status::Ko | Status::Open),
            };
            if !right || !well_begun {
                let vital: Vec<String> = vital.iter().map(Point::to_string).collect();
                wrong.push(format!(
                    "{}, {}: {:?} at [{}], but read as {:?} at {:?} ({}, {} nodes)",
                    known.name,
                    question.asked(),
                    question.status,
                    vital.join(" "),
                    reading.status,
                    reading.first.map(|first| first.to_string()),
                    reading.how,
                    reading.nodes,
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The same as goals of a plan: to kill, to be dead, and the opposite.
#[test]
fn goals_of_plans_come_out_right() {
    let effort = Effort {
        nodes: 2 * NODES,
        playouts: 10,
    };
    let mut asked = 0;
    for known in Known::all() {
        let board = OnBoard::new(&known.position, effort, Seed(0));
        for question in &known.questions {
            let Goal::Kill(stone) = question.goal else {
                continue;
            };
            let owner = known.position.board().holder(stone).expect("a stone");
            let [death, life] = match question.first == owner {
                true => ["Dead", "Make_Two_Eyes"],
                false => ["Kill", "Two_Eyes"],
            };
            for (name, succeeds) in [(death, Status::Yes), (life, Status::No)] {
                let goal = shido_plan::Goal::about(name, &[&stone.to_string()]);
                let found = board.find(&goal).expect("the board knows it").estimate;
                let expected = match question.status {
                    Status::Ko => Rate::Between(0.0, 1.0),
                    status => Rate::Known(f64::from(u8::from(status == succeeds))),
                };
                // Where friends save a chain its own eyes are counted.
                let counted = name == life && matches!(found.rate, Rate::Beta(..));
                let text = format!("{}, {goal}: {found:?}", known.name);
                assert!(found.rate == expected || counted, "{text}");
                asked += 1;
            }
        }
    }
    assert!(asked > 100, "{asked}");
}

/// Fewer would be no check.
#[test]
fn there_are_many_of_them() {
    let all = Known::all();
    let questions: usize = all.iter().map(|known| known.questions.len()).sum();
    assert!(
        all.len() >= 30 && questions >= 50,
        "{} {questions}",
        all.len()
    );
    let traditions = all.iter().filter(|known| known.tradition.is_empty());
    assert_eq!(traditions.count(), 0);
}
