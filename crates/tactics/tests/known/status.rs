//! Shido's reading finds what players know.

use shido_games::go::Point;
use shido_tactics::Verdict;

use crate::positions::{Goal, Known};

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
                && (question.verdict, reading.verdict) == (Verdict::No, Verdict::Open);
            let right = reading.verdict == question.verdict || unproved;
            let vital = &question.vital;
            let well_begun = match reading.first {
                Some(first) => vital.is_empty() || vital.contains(&first),
                None => vital.is_empty() || matches!(reading.verdict, Verdict::Ko | Verdict::Open),
            };
            if !right || !well_begun {
                let vital: Vec<String> = vital.iter().map(Point::to_string).collect();
                wrong.push(format!(
                    "{}, {}: {:?} at [{}], but read as {:?} at {:?} ({}, {} nodes)",
                    known.name,
                    question.asked(),
                    question.verdict,
                    vital.join(" "),
                    reading.verdict,
                    reading.first.map(|first| first.to_string()),
                    reading.how,
                    reading.nodes,
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
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
