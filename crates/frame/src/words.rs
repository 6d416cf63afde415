//! A frame in words: its rules, what its sides are called, how a contest came to its end.

use shido_core::{Seat, Turn};

use crate::bits::Bits;
use crate::frame::{Entry, Frame, LineRule, NoMove, Over, Point, Rules, Stage, Surface};
use crate::game::{FrameGame, FramePosition};

impl Frame {
    /// The rules as a person reads them: the frame's own text, or one that is made from its slots.
    #[must_use]
    pub fn rules_in_words(&self) -> String {
        match &self.own_words {
            Some(text) => text.trim().to_owned(),
            None => self.rules.in_words(),
        }
    }

    /// How a move is typed, with an example for each kind.
    #[must_use]
    pub fn how_to_move(&self) -> String {
        self.rules.how_to_move()
    }
}

/// `three`, `13`.
fn number(count: u32) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    match WORDS.get(count as usize) {
        Some(word) => (*word).to_owned(),
        None => count.to_string(),
    }
}

/// `a1, b2 and c3`.
fn list(names: &[&str], and: &str) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {and} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

impl Rules {
    /// What kind of game it is, as games are listed.
    #[must_use]
    pub fn group(&self) -> &'static str {
        let places = |stage: &Stage| matches!(stage, Stage::Place { .. } | Stage::Drop);
        match self.line {
            LineRule::Removes { .. } => "Mills: a row takes a marker",
            LineRule::Nothing => "Blocking: who cannot move",
            LineRule::Wins | LineRule::Loses if self.stages.iter().all(places) => "In a row",
            LineRule::Wins | LineRule::Loses => "In a row, with markers that move",
        }
    }

    /// What a side is called. Letters that stand for colours are written out.
    pub(crate) fn side(&self, seat: Seat) -> String {
        match self.markers[seat.index()].symbol {
            'W' => "White".to_owned(),
            'B' => "Black".to_owned(),
            'R' => "Red".to_owned(),
            symbol => symbol.to_string(),
        }
    }

    fn names(&self, points: &[Point]) -> Vec<&str> {
        let name = |point: &Point| self.board.points[usize::from(*point)].name.as_str();
        points.iter().map(name).collect()
    }

    fn place(&self) -> &'static str {
        match self.board.surface {
            Surface::Cells => "square",
            Surface::Points => "point",
        }
    }

    fn in_words(&self) -> String {
        let paragraphs = [self.board_and_markers(), self.moves(), self.ends()];
        paragraphs.join("\n\n")
    }

    fn board_and_markers(&self) -> String {
        let [first, second] = Seat::BOTH.map(|seat| self.side(seat));
        let [own, other] = [0, 1].map(|side| self.markers[side].count);
        let (count, place) = (number(self.board.points.len() as u32), self.place());
        let mut text = format!("The board has {count} {place}s. ");
        text += &match own == other {
            true => format!("{first} and {second} have {} markers each", number(own)),
            false => format!(
                "{first} has {} markers and {second} {}",
                number(own),
                number(other)
            ),
        };
        let set_up = Seat::BOTH.into_iter().filter_map(|seat| {
            let points = self.names(&self.setup[seat.index()]);
            let of_side = || (self.side(seat), list(&points, "and"));
            (!points.is_empty()).then(of_side)
        });
        text += &match &set_up.collect::<Vec<_>>()[..] {
            [] => String::new(),
            [(side, points)] => format!("; at the start {side}'s lie on {points}"),
            [(first, on), (second, and_on), ..] => {
                format!("; at the start {first}'s lie on {on}, and {second}'s on {and_on}")
            }
        };
        text + &format!(". {first} moves first.")
    }

    fn moves(&self) -> String {
        let place = self.place();
        let several = self.stages.len() > 1;
        let stages = self.stages.iter().map(|stage| {
            let (when, act) = match stage {
                Stage::Place { except } => {
                    let except = self.names(except);
                    let except = match except.is_empty() {
                        true => String::new(),
                        false => format!(" except {}", list(&except, "and")),
                    };
                    let when = several.then(|| "while you have markers in hand".to_owned());
                    (when, format!("place a marker on any empty {place}{except}"))
                }
                Stage::Drop => (
                    None,
                    "drop a marker into a column; it falls to the lowest empty place".to_owned(),
                ),
                Stage::Slide {
                    markers_at_most,
                    jumps,
                    enter,
                } => {
                    let over = match jumps {
                        Over::None => "",
                        Over::Own => ", or jump over one of your own to the empty point beyond",
                        Over::Other => ", or jump over one of the other side's to the empty point beyond, which takes nothing",
                        Over::Any => ", or jump over any marker to the empty point beyond, which takes nothing",
                    };
                    let enter = enter.as_ref().map_or(String::new(), |enter| {
                        let whose = if enter.beside_own { "your own" } else { "the other side" };
                        let points = self.names(&enter.points);
                        let points = list(&points, "and");
                        format!(". Only from beside a marker of {whose} may you move to {points}")
                    });
                    let act = format!("move one of your markers to a neighbouring empty {place}{over}{enter}");
                    (markers_at_most.map(few), act)
                }
                Stage::Fly { markers_at_most } => (
                    markers_at_most.map(few),
                    format!("move one of your markers to any empty {place}, near or far"),
                ),
            };
            match when {
                Some(when) => format!("{}, {act}.", capitalised(&when)),
                None if several => format!("Otherwise {act}."),
                None => format!("In your turn, {act}."),
            }
        });
        stages.collect::<Vec<_>>().join(" ")
    }

    fn ends(&self) -> String {
        let mut sentences = Vec::new();
        if let Some(line) = self.line_in_words() {
            sentences.push(match self.line {
                LineRule::Nothing => String::new(),
                LineRule::Wins => format!("Whoever gets {line} wins."),
                LineRule::Loses => format!("Whoever gets {line} loses."),
                LineRule::Removes { protect_lines } => {
                    let safe = match protect_lines {
                        true => {
                            "; one that stands in such a line is taken only where there is no other"
                        }
                        false => "",
                    };
                    format!(
                        "Whoever gets {line} takes a marker of the other side off the board{safe}."
                    )
                }
            });
        }
        if let Some(least) = self.fewer_than {
            let least = number(least);
            sentences.push(format!("A side with fewer than {least} markers loses."));
        }
        let stuck = match self.no_move {
            NoMove::Loses => Some("A side that cannot move loses."),
            NoMove::Wins => Some("A side that cannot move wins."),
            NoMove::Passes => Some("A side that cannot move passes."),
            NoMove::Draws if self.full_board_draws => None,
            NoMove::Draws => Some("It is a draw when a side cannot move."),
        };
        sentences.extend(stuck.map(str::to_owned));
        if self.full_board_draws {
            sentences.push("A full board is a draw.".to_owned());
        }
        if let Some(repetition) = self.repetition {
            let image = match repetition.up_to_symmetry {
                true => ", mirror images included",
                false => "",
            };
            let times = number(repetition.times);
            sentences.push(format!(
                "It is a draw when a position has occurred {times} times{image}."
            ));
        }
        if let Some(plies) = self.ply_limit {
            sentences.push(format!(
                "It is a draw after {plies} moves of both sides together."
            ));
        }
        sentences.retain(|sentence| !sentence.is_empty());
        sentences.join(" ")
    }

    /// `three in a row`, where the board has lines, and which rows count where a reader would expect others.
    fn line_in_words(&self) -> Option<String> {
        let lines = &self.board.lines;
        let lengths = lines.iter().map(Vec::len);
        let (least, most) = (lengths.clone().min()?, lengths.max()?);
        let count = number(least as u32);
        if least != most {
            return Some(format!("a whole line of {count} to {most}"));
        }
        let shapes: Vec<LineShape> = lines.iter().map(|line| self.shape(line)).collect();
        let any = |shape: fn(&LineShape) -> bool| shapes.iter().any(shape);
        let row = format!("{count} in a row");
        let through = |point: &Point| lines.iter().all(|line| line.contains(point));
        let hub = lines[0].iter().find(|point| through(point));
        let slanting = any(|shape| *shape == LineShape::Slanting);
        let straight = any(|shape| *shape == LineShape::Straight);
        let sides: Vec<f64> = shapes
            .iter()
            .filter_map(LineShape::side_of_square)
            .collect();
        Some(if any(|shape| *shape == LineShape::Crooked) {
            format!("all {count} of a line")
        } else if sides.iter().any(|side| *side > sides[0]) {
            format!("{row}, or the corners of an upright square of any size,")
        } else if !sides.is_empty() {
            format!("{row}, or a square of {count} neighbours,")
        } else if self.is_full_grid() && !slanting {
            format!("{row}, across or up but not slanting,")
        } else if self.is_full_grid() && !straight {
            format!("{row} along a diagonal")
        } else if let Some(hub) = hub.filter(|_| lines.len() > 1) {
            format!(
                "{row} through {}",
                self.board.points[usize::from(*hub)].name
            )
        } else {
            row
        })
    }

    /// Whether there is a point wherever a column meets a row, so that one would expect diagonals to count.
    fn is_full_grid(&self) -> bool {
        let different = |axis: usize| {
            let mut values: Vec<f64> = self.board.points.iter().map(|it| it.at[axis]).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            values.len()
        };
        self.board.rows.len() == 1 && different(0) * different(1) == self.board.points.len()
    }

    /// What a line looks like where it is drawn.
    fn shape(&self, line: &[Point]) -> LineShape {
        let at: Vec<[f64; 2]> = line
            .iter()
            .map(|point| self.board.points[usize::from(*point)].at)
            .collect();
        // The layers of a board are drawn beside each other, so rows through them look as they happen to.
        if self.board.rows.len() > 1 {
            return LineShape::Straight;
        }
        let [first, last] = [at[0], at[at.len() - 1]];
        let across = |to: [f64; 2]| [to[0] - first[0], to[1] - first[1]];
        let [right, up] = across(last);
        let aside = |to: &[f64; 2]| {
            let [x, y] = across(*to);
            (x * up - y * right).abs() > NEAR
        };
        if !at.iter().any(aside) {
            return match right.abs() > NEAR && up.abs() > NEAR {
                true => LineShape::Slanting,
                false => LineShape::Straight,
            };
        }
        let corner = |[x, y]: &[f64; 2]| {
            let side = |from: f64, to: f64, it: f64| it == from || it == to;
            side(first[0], last[0], *x) && side(first[1], last[1], *y)
        };
        match at.len() == 4 && right.abs() == up.abs() && at.iter().all(corner) {
            true => LineShape::Square { side: up.abs() },
            false => LineShape::Crooked,
        }
    }

    fn how_to_move(&self) -> String {
        let board = &self.board;
        let middle = &board.points[usize::from(self.place_to_name())];
        let mut ways = Vec::new();
        for stage in &self.stages {
            let way = match stage {
                Stage::Place { .. } => {
                    format!("the {} where a marker goes: {}", self.place(), middle.name)
                }
                Stage::Drop => format!("the column: {}", middle.column),
                Stage::Slide { enter, .. } => {
                    let Some((from, to)) = self.slide_to_name(enter.as_ref()) else {
                        continue;
                    };
                    let names = self.names(&[from, to]);
                    format!("from where to where: {}", names.join("-"))
                }
                Stage::Fly { .. } => {
                    let Some((from, to)) = self.slide_to_name(None) else {
                        continue;
                    };
                    let names = self.names(&[from, to]);
                    format!("from where to where: {}", names.join("-"))
                }
            };
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        let taking = match self.line {
            LineRule::Removes { .. } => {
                let taken = &board.points[0].name;
                format!(
                    " If a marker is taken, x and its place follow: {}x{taken}.",
                    middle.name
                )
            }
            _ => String::new(),
        };
        format!("Type {}.{taking}", ways.join("; or "))
    }
}

impl Rules {
    fn occupied(&self, point: Point) -> bool {
        self.setup.iter().any(|points| points.contains(&point))
    }

    /// Where the first player could place a marker, in the middle if that is free.
    fn place_to_name(&self) -> Point {
        let count = self.board.points.len() as u16;
        let barred = self.stages.iter().find_map(|stage| match stage {
            Stage::Place { except } => Some(except.as_slice()),
            _ => None,
        });
        let free = |point: &Point| {
            !self.occupied(*point) && !barred.is_some_and(|barred| barred.contains(point))
        };
        // A board has at most 255 points.
        let from_middle = (0..count).map(|step| ((count / 2 + step) % count) as Point);
        from_middle
            .clone()
            .find(free)
            .unwrap_or((count / 2) as Point)
    }

    /// A move along a line: one that the first player could make at the start, if there is one.
    fn slide_to_name(&self, enter: Option<&Entry>) -> Option<(Point, Point)> {
        let [own, other] = &self.setup;
        let neighbours = |point: Point| {
            let joined = move |(a, b): &(Point, Point)| match point {
                _ if point == *a => Some(*b),
                _ if point == *b => Some(*a),
                _ => None,
            };
            self.board.adjacent.iter().filter_map(joined)
        };
        let may_enter = |from: Point, to: Point| {
            let barred = enter.filter(|enter| enter.points.contains(&to));
            barred.is_none_or(|enter| {
                let beside = if enter.beside_own { own } else { other };
                neighbours(from).any(|point| beside.contains(&point))
            })
        };
        let both_ways = self
            .board
            .adjacent
            .iter()
            .flat_map(|(a, b)| [(*a, *b), (*b, *a)]);
        let mut legal = both_ways.filter(|(from, to)| {
            own.contains(from) && !self.occupied(*to) && may_enter(*from, *to)
        });
        legal.next().or(self.board.adjacent.first().copied())
    }
}

/// What a line of a frame looks like.
#[derive(Clone, Copy, PartialEq, Debug)]
enum LineShape {
    /// Along a row or a column, or through layers.
    Straight,
    /// Straight, and neither along a row nor along a column.
    Slanting,
    /// The corners of an upright square.
    Square {
        /// How long its sides are.
        side: f64,
    },
    /// Anything else.
    Crooked,
}

impl LineShape {
    fn side_of_square(&self) -> Option<f64> {
        match self {
            LineShape::Square { side } => Some(*side),
            _ => None,
        }
    }
}

/// Points that are drawn on a circle lie on a line but for rounding.
const NEAR: f64 = 1e-6;

fn few(most: u32) -> String {
    format!("with {} markers or fewer on the board", number(most))
}

impl<B: Bits> FrameGame<B> {
    /// How a contest came to its end here, if it is over.
    pub(crate) fn ending_in_words(&self, position: &FramePosition<B>) -> Option<String> {
        use shido_core::Game;
        let Turn::Over(outcome) = self.turn(position) else {
            return None;
        };
        let rules = &self.rules;
        let (mover, previous) = (position.ledger.mover(), position.ledger.mover().other());
        let own = position.board(previous);
        let complete = |line: &&Vec<Point>| {
            let marked = |point: &Point| !(own & B::bit(*point)).is_empty();
            line.iter().all(marked)
        };
        let line = rules
            .board
            .lines
            .iter()
            .filter(|_| rules.line_ends())
            .find(complete);
        let side = rules.side(mover);
        Some(match (line, outcome.winner()) {
            (Some(line), _) => {
                let count = number(line.len() as u32);
                let line_is = match rules.shape(line) {
                    LineShape::Straight | LineShape::Slanting => format!("{count} in a row"),
                    LineShape::Square { .. } => "a square".to_owned(),
                    LineShape::Crooked => "a whole line".to_owned(),
                };
                format!("{line_is}: {}", list(&rules.names(line), "and"))
            }
            (None, Some(_)) => match rules.fewer_than {
                Some(least) if own_markers(position, mover) < least => {
                    format!("{side} has fewer than {} markers", number(least))
                }
                _ => format!("{side} cannot move"),
            },
            (None, None) if rules.full_board_draws && self.empty(position).is_empty() => {
                "the board is full".to_owned()
            }
            (None, None) => match rules.ply_limit {
                Some(limit) if u32::from(position.ledger.ply()) >= limit => {
                    format!("{limit} moves were made")
                }
                _ => format!("{side} cannot move"),
            },
        })
    }
}

fn own_markers<B: Bits>(position: &FramePosition<B>, seat: Seat) -> u32 {
    position.board(seat).count() + u32::from(position.ledger.hand(seat))
}
