//! A frame in words: its rules, what its sides are called, how a contest came to its end.

use shido_core::{Seat, Turn};

use crate::bits::Bits;
use crate::frame::{Frame, LineRule, NoMove, Over, Point, Rules, Stage, Surface};
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
        for seat in Seat::BOTH {
            let points = self.names(&self.setup[seat.index()]);
            if !points.is_empty() {
                let side = self.side(seat);
                text += &format!("; at the start {side}'s lie on {}", list(&points, "and"));
            }
        }
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
                    (when, format!("place one on any empty {place}{except}"))
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
                        let whose = if enter.beside_own { "your own" } else { "the other side's" };
                        let points = self.names(&enter.points);
                        format!("; {} may be entered only from beside a marker of {whose}", list(&points, "and"))
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

    /// `three in a row`, where the board has lines.
    fn line_in_words(&self) -> Option<String> {
        let lengths = self.board.lines.iter().map(Vec::len);
        let (least, most) = (lengths.clone().min()?, lengths.max()?);
        let least = number(least as u32);
        Some(match least == number(most as u32) {
            true => format!("{least} in a row"),
            false => format!("a whole line of {least} to {most}"),
        })
    }

    fn how_to_move(&self) -> String {
        let board = &self.board;
        let middle = &board.points[board.points.len() / 2];
        let mut ways = Vec::new();
        for stage in &self.stages {
            let way = match stage {
                Stage::Place { .. } => {
                    format!("the {} where a marker goes: {}", self.place(), middle.name)
                }
                Stage::Drop => format!("the column: {}", middle.column),
                Stage::Slide { .. } | Stage::Fly { .. } => {
                    let Some((from, to)) = board.adjacent.first() else {
                        continue;
                    };
                    let names = self.names(&[*from, *to]);
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
                format!("{count} in a row: {}", list(&rules.names(line), "and"))
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
