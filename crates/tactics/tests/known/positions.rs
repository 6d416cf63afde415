//! The positions of `tests/data/positions.txt`.

use shido_core::{Notation, Seat};
use shido_games::go::{Go, Point, Position};
use shido_tactics::{Reading, Situation, Status, capture, connect, kill};

const TEXT: &str = include_str!("../data/positions.txt");

/// A position and what is known about it.
pub(crate) struct Known {
    pub(crate) name: String,
    /// Where players know it from.
    pub(crate) tradition: String,
    pub(crate) go: Go,
    pub(crate) position: Position,
    pub(crate) questions: Vec<Question>,
}

/// A question about stones of a position, with its answer.
pub(crate) struct Question {
    pub(crate) goal: Goal,
    pub(crate) first: Seat,
    pub(crate) status: Status,
    /// The moves with which the side that moves first gets its way. Empty where it need not move, or
    /// whatever it plays is in vain.
    pub(crate) vital: Vec<Point>,
    /// What GNU Go says instead, and why.
    pub(crate) gnu_go: Option<(Status, String)>,
}

/// What is asked.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    Kill(Point),
    Capture(Point),
    Connect(Point, Point),
}

impl Known {
    /// All of them, in the order of the file.
    pub(crate) fn all() -> Vec<Known> {
        let paragraphs = TEXT.split("\n\n").filter(|text| !text.starts_with('#'));
        paragraphs.map(Known::parse).collect()
    }

    fn parse(text: &str) -> Known {
        let mut lines = text.trim_end().lines();
        let name = lines.next().expect("a name").to_owned();
        let tradition = lines.next().expect("where it is known from").to_owned();
        let (rows, answers): (Vec<&str>, Vec<&str>) =
            lines.partition(|line| line.trim_start().starts_with(['.', 'X', 'O']));
        let go = Go::new(rows.len() as u8).expect("a size of a board");
        let rows: Vec<String> = rows.iter().map(|row| row.replace(' ', "")).collect();
        let position = go.parse_position(&format!("{} X", rows.join("/")));
        let position = position.unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut questions: Vec<Question> = Vec::new();
        for line in answers {
            match line.strip_prefix("GNU Go: ") {
                None => questions.push(Question::parse(&go, line)),
                Some(opinion) => {
                    let (word, why) = opinion.split_once(", ").expect("a reason");
                    let asked = questions.last_mut().expect("a question before the opinion");
                    asked.gnu_go = Some((status(word), why.to_owned()));
                }
            }
        }
        Known {
            name,
            tradition,
            go,
            position,
            questions,
        }
    }
}

impl Question {
    fn parse(go: &Go, line: &str) -> Question {
        let point = |name: &str| go.point(name).unwrap_or_else(|| panic!("{name} in {line}"));
        let (asked, answer) = line.split_once(": ").expect("a question and its answer");
        let words: Vec<&str> = asked
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .collect();
        let (goal, side) = match words[..] {
            ["kill", stone, side, "first"] => (Goal::Kill(point(stone)), side),
            ["capture", stone, side, "first"] => (Goal::Capture(point(stone)), side),
            ["connect", one, other, side, "first"] => {
                (Goal::Connect(point(one), point(other)), side)
            }
            _ => panic!("no question: {line}"),
        };
        let (word, vital) = answer.split_once(" at ").unwrap_or((answer, ""));
        Question {
            goal,
            first: match side {
                "X" => Seat::First,
                "O" => Seat::Second,
                _ => panic!("no side: {line}"),
            },
            status: status(word),
            vital: vital.split_whitespace().map(point).collect(),
            gnu_go: None,
        }
    }

    /// What Shido's reading says.
    pub(crate) fn read(&self, position: &Position, nodes: u64) -> Reading {
        let situation = Situation::of(position, self.first);
        match self.goal {
            Goal::Kill(stone) => kill(&situation, stone, nodes),
            Goal::Capture(stone) => capture(&situation, stone, nodes),
            Goal::Connect(one, other) => connect(&situation, one, other, nodes),
        }
    }

    /// The question in words.
    pub(crate) fn asked(&self) -> String {
        let side = ["X", "O"][self.first.index()];
        match self.goal {
            Goal::Kill(stone) => format!("kill {stone}, {side} first"),
            Goal::Capture(stone) => format!("capture {stone}, {side} first"),
            Goal::Connect(one, other) => format!("connect {one} {other}, {side} first"),
        }
    }
}

fn status(word: &str) -> Status {
    match word {
        "yes" => Status::Yes,
        "ko" => Status::Ko,
        "no" => Status::No,
        _ => panic!("`{word}` is no answer"),
    }
}
