//! Positions and moves as text.

use std::fmt::Write;

use shido_core::{EngineNotation, Notation, NotationError, Seat};

use crate::bits::Bits;
use crate::frame::{NoMove, Point, Stage};
use crate::game::{FrameGame, FrameMove, FramePosition, NOWHERE};
use crate::ledger::Ledger;

impl<B: Bits> FrameGame<B> {
    pub(crate) fn point_name(&self, point: Point) -> &str {
        &self.rules.board.points[usize::from(point)].name
    }

    fn symbol(&self, seat: Seat) -> char {
        self.rules.markers[seat.index()].symbol
    }

    pub(crate) fn drops(&self) -> bool {
        self.rules.stages.contains(&Stage::Drop)
    }

    fn parse_board(&self, text: &str) -> Result<[B; 2], NotationError> {
        let layers = &self.rules.board.rows;
        let shape = || {
            let empty = FramePosition {
                boards: [B::EMPTY; 2],
                ..self.start
            };
            format!("an empty board is `{}`", self.write_board(&empty))
        };
        let wrong = |problem: String| NotationError::new(problem).help(shape());
        let written: Vec<&str> = text.split("//").collect();
        if written.len() != layers.len() {
            let problem = format!(
                "the board has {} layers, not {}",
                layers.len(),
                written.len()
            );
            return Err(wrong(problem));
        }
        let mut boards = [B::EMPTY; 2];
        for (rows, text) in layers.iter().zip(written) {
            let lines: Vec<&str> = text.split('/').collect();
            if lines.len() != rows.len() {
                let problem = format!("the board has {} rows, not {}", rows.len(), lines.len());
                return Err(wrong(problem));
            }
            for (number, (row, line)) in rows.iter().zip(lines).enumerate() {
                if line.chars().count() != row.len() {
                    return Err(wrong(format!(
                        "row {} from the top, `{line}`, has {} points instead of {}",
                        number + 1,
                        line.chars().count(),
                        row.len()
                    )));
                }
                for (point, symbol) in row.iter().zip(line.chars()) {
                    if symbol == '.' {
                        continue;
                    }
                    let seat = Seat::BOTH
                        .into_iter()
                        .find(|seat| self.symbol(*seat) == symbol);
                    let Some(seat) = seat else {
                        return Err(NotationError::new(format!(
                            "`{symbol}` is no marker of this game"
                        ))
                        .help(self.symbols_help()));
                    };
                    boards[seat.index()] = boards[seat.index()] | B::bit(*point);
                }
            }
        }
        Ok(boards)
    }

    fn symbols_help(&self) -> String {
        format!(
            "`{}` moves first, `{}` second, `.` is an empty point",
            self.symbol(Seat::First),
            self.symbol(Seat::Second)
        )
    }

    fn write_board(&self, position: &FramePosition<B>) -> String {
        let symbol = |point: &Point| {
            let owner = Seat::BOTH
                .into_iter()
                .find(|seat| position.boards[seat.index()].contains(*point));
            owner.map_or('.', |seat| self.symbol(seat))
        };
        let row = |row: &Vec<Point>| row.iter().map(symbol).collect::<String>();
        let layer = |rows: &Vec<Vec<Point>>| rows.iter().map(row).collect::<Vec<_>>().join("/");
        let layers: Vec<String> = self.rules.board.rows.iter().map(layer).collect();
        layers.join("//")
    }

    fn parse_hands(&self, boards: [B; 2], text: Option<&str>) -> Result<[u8; 2], NotationError> {
        let mut hands = [0; 2];
        let written = match (self.rules.removes(), text) {
            (false, _) => None,
            (true, Some(text)) => {
                let numbers: Vec<Option<u32>> =
                    text.split('-').map(|number| number.parse().ok()).collect();
                match numbers[..] {
                    [Some(first), Some(second)] => Some([first, second]),
                    _ => {
                        return Err(NotationError::new(format!(
                            "`{text}` does not tell the markers in hand"
                        ))
                        .help("write how many each side has left to place, such as `2-3`"));
                    }
                }
            }
            (true, None) => {
                return Err(NotationError::new("the markers in hand are missing")
                    .help("add how many each side has left to place, such as `2-3`, or `0-0`"));
            }
        };
        for seat in Seat::BOTH {
            let side = seat.index();
            let owned = self.rules.markers[side].count;
            let on_board = boards[side].count();
            let in_hand = match written {
                Some(numbers) => numbers[side],
                None => owned.saturating_sub(on_board),
            };
            let most = u32::from(self.start.ledger.hand(seat));
            if in_hand > most {
                return Err(NotationError::new(format!(
                    "`{}` cannot have {in_hand} markers in hand: at the start it has {most}",
                    self.symbol(seat)
                )));
            }
            if in_hand.saturating_add(on_board) > owned {
                let having = match in_hand {
                    0 => format!("{on_board} markers on the board"),
                    _ => format!("{on_board} markers on the board and {in_hand} in hand"),
                };
                return Err(NotationError::new(format!(
                    "`{}` has {having}, but only {owned} in all",
                    self.symbol(seat)
                )));
            }
            hands[side] = in_hand as u8;
        }
        Ok(hands)
    }

    /// Whether the sides can have placed so many markers in turn and this side be to move.
    fn placed_in_turn(&self, hands: [u8; 2], mover: Seat) -> bool {
        let in_hand = self.start.ledger.hands().map(u32::from);
        let placed = [0, 1].map(|side: usize| in_hand[side] - u32::from(hands[side]));
        let last = 2 * in_hand[0].max(in_hand[1]) + 1;
        (0..=last).any(|ply| {
            let turns = [ply.div_ceil(2), ply / 2];
            let mover_then = if ply % 2 == 0 {
                Seat::First
            } else {
                Seat::Second
            };
            mover == mover_then && (0..2).all(|s| placed[s] == turns[s].min(in_hand[s]))
        })
    }

    /// Every move, a pass included, is a ply, and the sides take turns.
    fn check_ply(&self, position: &FramePosition<B>) -> Result<(), NotationError> {
        let ply = u32::from(position.ledger.ply());
        let [first, second] = self.start.ledger.hands().map(u32::from);
        let left: u32 = position.ledger.hands().map(u32::from).iter().sum();
        let placed = first + second - left;
        let in_turn = ply % 2 == position.ledger.mover().index() as u32;
        let exactly = !self.rules.moves_markers() && self.rules.no_move != NoMove::Passes;
        if in_turn && (ply == placed || ply > placed && !exactly) {
            return Ok(());
        }
        Err(NotationError::new(format!(
            "ply {ply} cannot be with {placed} markers placed and `{}` to move",
            self.symbol(position.ledger.mover())
        ))
        .help("the number after `ply` counts the moves made so far by both sides"))
    }

    fn check_reachable(&self, position: &FramePosition<B>) -> Result<(), NotationError> {
        if self.rules.ply_limit.is_some() {
            self.check_ply(position)?;
        }
        let mover = self.symbol(position.ledger.mover());
        let passes = self.rules.no_move == NoMove::Passes;
        if !passes && !self.placed_in_turn(position.ledger.hands(), position.ledger.mover()) {
            let on_board = position.boards.map(Bits::count);
            return Err(NotationError::new(format!(
                "`{mover}` cannot be to move with {} `{}` and {} `{}` on the board",
                on_board[0],
                self.symbol(Seat::First),
                on_board[1],
                self.symbol(Seat::Second)
            ))
            .help("the sides place in turn, the first symbol first"));
        }
        let occupied = position.boards[0] | position.boards[1];
        if let (true, Some(stride)) = (self.drops(), self.rules.board.column_stride) {
            let floats = |point: &Point| {
                u32::from(*point) >= stride && !occupied.contains(*point - stride as Point)
            };
            if let Some(point) = occupied.points().find(floats) {
                return Err(NotationError::new(format!(
                    "the marker on {} hangs in the air",
                    self.point_name(point)
                ))
                .help("markers drop to the lowest empty point of their column"));
            }
        }
        let own = position.boards[position.ledger.mover().index()];
        if self.rules.line_ends() && self.lines.any_complete(own) {
            return Err(NotationError::new(format!(
                "`{mover}` has a complete line and is to move, but the contest was over before"
            ))
            .help("the side that completed the line has just moved: let the other be to move"));
        }
        Ok(())
    }
}

impl<B: Bits> FrameGame<B> {
    /// Which rule the move would break that the text names, where it names points of the board and what stands on
    /// them is not in the way.
    fn why_not(&self, position: &FramePosition<B>, text: &str) -> Option<String> {
        let text = text.to_lowercase();
        let moved = text.split('x').next()?;
        let (from, to) = match moved.split_once('-') {
            Some((from, to)) => (Some(from), to),
            None => (None, moved),
        };
        let board = &self.rules.board;
        let point = |name: &str| {
            let number = board.points.iter().position(|point| point.name == name);
            number.map(|number| number as Point)
        };
        let missing = |name: &&str| looks_like_a_point(name) && point(name).is_none();
        if let Some(name) = from.into_iter().chain([to]).find(missing) {
            return Some(format!("the board has no {name}"));
        }
        let to = point(to)?;
        let occupied = position.boards[0] | position.boards[1];
        let barred = |stage: &Stage| match stage {
            Stage::Place { except } => from.is_none() && except.contains(&to),
            _ => false,
        };
        if self.rules.stages.iter().any(barred) && !occupied.contains(to) {
            return Some("no marker may be placed there".to_owned());
        }
        let from = point(from?)?;
        let own = position.boards[position.ledger.mover().index()];
        let joined = board.adjacent.contains(&(from.min(to), from.max(to)));
        let entered = |stage: &Stage| match stage {
            Stage::Slide {
                enter: Some(enter), ..
            } if enter.points.contains(&to) => Some(enter.beside_own),
            _ => None,
        };
        let beside_own = self.rules.stages.iter().find_map(entered)?;
        let whose = if beside_own {
            "your own"
        } else {
            "the other side"
        };
        (own.contains(from) && joined && !occupied.contains(to)).then(|| {
            let name = self.point_name(to);
            format!("{name} may be entered only from beside a marker of {whose}")
        })
    }
}

/// `a2`, which may be meant for a point that is not there.
fn looks_like_a_point(text: &str) -> bool {
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let one_letter = matches!(letters.as_bytes(), [letter] if letter.is_ascii_alphabetic());
    one_letter && letters.len() < text.len()
}

impl<B: Bits> Notation for FrameGame<B> {
    fn write_move(&self, _position: &FramePosition<B>, mv: FrameMove) -> String {
        if mv.to == NOWHERE {
            return "pass".to_owned();
        }
        let mut text = String::new();
        if mv.from != NOWHERE {
            text.push_str(self.point_name(mv.from));
            text.push('-');
        }
        if mv.from == NOWHERE && self.drops() {
            text.push_str(&self.rules.board.points[usize::from(mv.to)].column);
        } else {
            text.push_str(self.point_name(mv.to));
        }
        if mv.removed != NOWHERE {
            text.push('x');
            text.push_str(self.point_name(mv.removed));
        }
        text
    }

    fn side(&self, seat: Seat) -> String {
        self.rules.side(seat)
    }

    fn ending(&self, position: &FramePosition<B>) -> Option<String> {
        self.ending_in_words(position)
    }

    fn why_illegal(&self, position: &FramePosition<B>, text: &str) -> Option<String> {
        let points = &self.rules.board.points;
        let is = |name: &str| name.eq_ignore_ascii_case(text);
        if !self.drops() {
            return self.why_not(position, text);
        }
        if points.iter().any(|point| is(&point.column)) {
            return Some("that column is full".to_owned());
        }
        if let Some(point) = points.iter().find(|point| is(&point.name)) {
            let column = &point.column;
            return Some(format!("a move is the name of a column, here {column}"));
        }
        let number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
        number.then(|| "columns are named by letters".to_owned())
    }

    fn write_position(&self, position: &FramePosition<B>) -> String {
        let mut text = self.write_board(position);
        text.push(' ');
        text.push(self.symbol(position.ledger.mover()));
        if self.rules.removes() {
            let [first, second] = position.ledger.hands();
            write!(text, " {first}-{second}").expect("writing to a string succeeds");
        }
        if self.rules.ply_limit.is_some() {
            write!(text, " ply {}", position.ledger.ply()).expect("writing to a string succeeds");
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<FramePosition<B>, NotationError> {
        let mut words = text.split_whitespace();
        let board = words
            .next()
            .ok_or_else(|| NotationError::new("the position is empty").help(self.example()))?;
        let boards = self.parse_board(board)?;
        let mover = words.next().ok_or_else(|| {
            NotationError::new("the side to move is missing").help(self.example())
        })?;
        let mover = Seat::BOTH
            .into_iter()
            .find(|seat| mover.chars().eq([self.symbol(*seat)]))
            .ok_or_else(|| {
                NotationError::new(format!("`{mover}` is not a side")).help(self.symbols_help())
            })?;
        let hand_text = if self.rules.removes() {
            words.next()
        } else {
            None
        };
        let hands = self.parse_hands(boards, hand_text)?;
        let ply = match self.rules.ply_limit {
            None => 0,
            Some(limit) => {
                let number = (words.next() == Some("ply"))
                    .then(|| words.next())
                    .flatten();
                number
                    .and_then(|number| number.parse().ok())
                    .filter(|ply: &u16| u32::from(*ply) <= limit)
                    .ok_or_else(|| {
                        NotationError::new("the number of moves made is missing or too large")
                            .help(format!("add `ply 0` (to `ply {limit}`)"))
                    })?
            }
        };
        if let Some(extra) = words.next() {
            return Err(NotationError::new(format!("`{extra}` is too much")).help(self.example()));
        }
        let mut position = FramePosition {
            boards,
            ledger: Ledger::new(hands, mover, ply),
        };
        self.check_reachable(&position)?;
        position.ledger.set_course(self.course_of(&position));
        Ok(position)
    }
}

impl<B: Bits> EngineNotation for FrameGame<B> {}

impl<B: Bits> FrameGame<B> {
    fn example(&self) -> String {
        format!(
            "the starting position is `{}`",
            self.write_position(&self.start)
        )
    }
}
