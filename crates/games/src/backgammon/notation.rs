//! Plays, rolls and positions as text.

use std::fmt;
use std::fmt::Write;

use shido_core::{Game, Notation, NotationError, Seat};

use super::board::{BAR, Board, CHECKERS, Misplaced, OFF};
use super::picture::SYMBOLS;
use super::plays::{Play, Step};
use super::{Backgammon, Dice, Move, Phase, Position, outcome};

/// A play is written as usual: `13/10 6/5` or `bar/22*/18`, with `off` for bearing off, `*` where a
/// checker is hit and `(2)` where two checkers go the same way. A checker's steps are drawn together
/// unless it hits on the way. `pass` is the play of a side that cannot move. A roll is `31`, the
/// opening roll `first 31` or `second 31`.
///
/// A position is the 26 letters that the first field of an XGID has, and whose turn it is:
/// `-b----E-C---eE---c-e----B- first 31`. The letters stand for the second side's bar, the points 1
/// to 24 as the first side counts, and the first side's bar; `A` to `O` are 1 to 15 checkers of the
/// first side and `a` to `o` of the second. Without dice the side is to roll; `opening` in place of
/// a side is the start of a contest.
impl Notation for Backgammon {
    fn write_move(&self, position: &Position, mv: Move) -> String {
        match (mv, position.phase) {
            (Move::Opening(seat, dice), _) => format!("{seat} {dice}"),
            (Move::Roll(dice), _) => dice.to_string(),
            (Move::Play(play), Phase::ToPlay(seat, _)) => write_play(&position.board, seat, play),
            // Dice that were not rolled cannot be played.
            (Move::Play(_), _) => "pass".to_owned(),
        }
    }

    fn tell_move(&self, position: &Position, mv: Move) -> String {
        let rolls = |seat, Dice { high, low }| format!("{} rolls {high}-{low}", self.side(seat));
        match (mv, position.phase) {
            (Move::Opening(seat, dice), _) => rolls(seat, dice) + " and begins",
            (Move::Roll(dice), Phase::ToRoll(seat)) => rolls(seat, dice),
            _ => match self.write_move(position, mv).as_str() {
                "pass" => "cannot move".to_owned(),
                text => format!("plays {text}"),
            },
        }
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let Phase::ToPlay(seat, dice) = position.phase else {
            return None;
        };
        let reason = if text == "pass" {
            "you can move, so you must"
        } else {
            Sketch::parse(text)?;
            match position.board.checkers(seat, BAR) {
                0 => {
                    "a play uses both dice if it can, and lands on no point with two checkers of the other side"
                }
                _ => "your checkers on the bar enter first",
            }
        };
        let Dice { high, low } = dice;
        Some(format!("you rolled {high}-{low}; {reason}"))
    }

    fn side(&self, seat: Seat) -> String {
        SYMBOLS[seat.index()].to_owned()
    }

    fn ending(&self, position: &Position) -> Option<String> {
        let winner = position.board.winner()?;
        let payoff = outcome(&position.board, winner).payoff().seen_by(winner).0;
        let loser = self.side(winner.other());
        Some(match payoff as u32 {
            1 => "all checkers are borne off".to_owned(),
            2 => format!("a gammon: {loser} has borne off no checker"),
            _ => format!(
                "a backgammon: {loser} has borne off none and has one in the winner's home or on the bar"
            ),
        })
    }

    fn write_position(&self, position: &Position) -> String {
        let letters = position.board.seen_by(Seat::First).map(letter);
        let board: String = letters.iter().collect();
        match position.phase {
            Phase::Opening => format!("{board} opening"),
            Phase::ToRoll(seat) => format!("{board} {seat}"),
            Phase::ToPlay(seat, dice) => format!("{board} {seat} {dice}"),
        }
    }

    /// Reads the text form, or a position id of GNU Backgammon with or without a match id: see
    /// [`Position::from_gnu_id`].
    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [id] if id.len() < 26 || id.contains(':') => Position::from_gnu_id(id),
            [board, turn] => parse_text(board, turn, None),
            [board, turn, dice] => parse_text(board, turn, Some(dice)),
            _ => Err(
                NotationError::new(format!("`{}` is not a position", text.trim()))
                    .help(POSITION_HELP),
            ),
        }
    }

    /// Reads a roll or a play. The checkers of a play may come in any order and their steps drawn
    /// together or not, and `*` may be left out where only one play fits.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let legal = self.moves(position);
        let lower = text.trim().to_ascii_lowercase();
        let named = match position.phase {
            Phase::Opening => parse_opening(&lower),
            Phase::ToRoll(_) => parse_dice(&lower).map(Move::Roll),
            Phase::ToPlay(seat, _) => match Sketch::parse(&lower) {
                Some(sketch) => choose(&position.board, seat, &legal, &sketch)
                    .map_err(|several| self.ambiguous(position, text, &several))?,
                None => None,
            },
        };
        named.filter(|mv| legal.contains(mv)).ok_or_else(|| {
            let error = NotationError::new(format!("`{}` is not a legal move here", text.trim()))
                .because(self.why_illegal(position, &lower));
            match &legal[..] {
                [] => error.help("the contest is over: there are no moves"),
                _ => error.help(format!("legal moves: {}", self.list(position, &legal))),
            }
        })
    }
}

const POSITION_HELP: &str = "write 26 letters and whose turn it is, as in \
    `-b----E-C---eE---c-e----B- first 31`, or a GNU Backgammon id such as `4HPwATDgc/ABMA`";

impl Backgammon {
    fn ambiguous(&self, position: &Position, text: &str, several: &[Move]) -> NotationError {
        NotationError::new(format!("`{}` can be played in two ways", text.trim()))
            .help(format!("write one of: {}", self.list(position, several)))
    }

    fn list(&self, position: &Position, moves: &[Move]) -> String {
        const MOST: usize = 24;
        let shown = moves.iter().take(MOST);
        let names: Vec<String> = shown.map(|mv| self.write_move(position, *mv)).collect();
        match moves.len().saturating_sub(MOST) {
            0 => names.join(", "),
            rest => format!("{} and {rest} more", names.join(", ")),
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.high, self.low)
    }
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Misplaced::TooMany(seat, count) => {
                write!(
                    f,
                    "the {seat} side has {count} checkers, more than {CHECKERS}"
                )
            }
            Misplaced::Shared(point) => {
                write!(f, "both sides stand on one point, the first side's {point}")
            }
            Misplaced::Empty => write!(f, "there are no checkers"),
        }
    }
}

/// The letter for a number of the first side's checkers, or if negative of the second's.
fn letter(count: i8) -> char {
    let letter = |first: u8| char::from(first + count.unsigned_abs() - 1);
    match count {
        0 => '-',
        1.. => letter(b'A'),
        _ => letter(b'a'),
    }
}

fn parse_text(board: &str, turn: &str, dice: Option<&str>) -> Result<Position, NotationError> {
    let board = parse_board(board)?;
    let turn = turn.to_ascii_lowercase();
    let seat = Seat::BOTH.into_iter().find(|seat| seat.to_string() == turn);
    let phase = match (seat, dice) {
        (Some(seat), None) => Phase::ToRoll(seat),
        (Some(seat), Some(dice)) => {
            let rolled = parse_dice(dice).ok_or_else(|| {
                NotationError::new(format!("`{dice}` are not two dice"))
                    .help("write two numbers from 1 to 6, as in `31`")
            })?;
            Phase::ToPlay(seat, rolled)
        }
        (None, None) if turn == "opening" => {
            if board != Board::START {
                return Err(NotationError::new(
                    "the opening roll belongs to the starting position",
                )
                .help("write `first` or `second` for the side that is to roll"));
            }
            Phase::Opening
        }
        (None, _) => {
            return Err(NotationError::new(format!("`{turn}` is not a side"))
                .help("write `first` or `second`, followed by the dice if they are rolled"));
        }
    };
    Ok(Position { board, phase }.settled())
}

fn parse_board(text: &str) -> Result<Board, NotationError> {
    let mut sides = [[0; 26]; 2];
    let letters: Vec<char> = text.chars().collect();
    if letters.len() != 26 {
        return Err(NotationError::new(format!(
            "`{text}` has {} letters and not 26",
            letters.len()
        ))
        .help(POSITION_HELP));
    }
    for (place, letter) in letters.into_iter().enumerate() {
        let (seat, count) = match letter {
            '-' => continue,
            'A'..='O' => (Seat::First, letter as u8 - b'A' + 1),
            'a'..='o' => (Seat::Second, letter as u8 - b'a' + 1),
            _ => {
                return Err(
                    NotationError::new(format!("`{letter}` does not stand for checkers"))
                        .help("write `A` to `O`, `a` to `o`, or `-` for an empty point"),
                );
            }
        };
        let own = match seat {
            Seat::First => place,
            Seat::Second => usize::from(BAR) - place,
        };
        if own == usize::from(OFF) {
            return Err(NotationError::new(format!(
                "the {seat} side has checkers on the other side's bar"
            ))
            .help("the second side's bar comes first and the first side's last"));
        }
        sides[seat.index()][own] = count;
    }
    Board::new(sides).map_err(|problem| NotationError::new(problem.to_string()).help(POSITION_HELP))
}

impl Position {
    /// The one form that a finished contest has: nothing is left to play, and the loser is on turn.
    pub(super) fn settled(self) -> Position {
        match self.board.winner() {
            Some(winner) => Position {
                phase: Phase::ToRoll(winner.other()),
                ..self
            },
            None => self,
        }
    }
}

/// Two digits, with or without something between them.
fn parse_dice(text: &str) -> Option<Dice> {
    let (one, other) = match *text.as_bytes() {
        [one, other] | [one, b'-' | b',' | b' ', other] => (one, other),
        _ => return None,
    };
    Dice::new(one.checked_sub(b'0')?, other.checked_sub(b'0')?)
}

fn parse_opening(text: &str) -> Option<Move> {
    let (side, dice) = text.split_once(char::is_whitespace)?;
    let seat = Seat::BOTH
        .into_iter()
        .find(|seat| seat.to_string() == side)?;
    Some(Move::Opening(seat, parse_dice(dice.trim_start())?))
}

/// A checker's whole way: where it starts, where it hits, and where it ends.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    stops: Vec<u8>,
    /// The stop where it hits, as bits.
    hits: u32,
}

fn write_play(board: &Board, seat: Seat, play: Play) -> String {
    let mut ways = ways(board, seat, play);
    if ways.is_empty() {
        return "pass".to_owned();
    }
    ways.sort_by(|a, b| b.cmp(a));
    let mut text = String::new();
    for alike in ways.chunk_by(|a, b| a.stops == b.stops) {
        if !text.is_empty() {
            text.push(' ');
        }
        let hits = alike.iter().fold(0, |hits, way| hits | way.hits);
        for (index, &stop) in alike[0].stops.iter().enumerate() {
            if index > 0 {
                text.push('/');
            }
            match stop {
                BAR => text.push_str("bar"),
                OFF => text.push_str("off"),
                point => text.push_str(&point.to_string()),
            }
            if index > 0 && hits & 1 << stop != 0 {
                text.push('*');
            }
        }
        if alike.len() > 1 {
            write!(text, "({})", alike.len()).expect("writing to a string does not fail");
        }
    }
    text
}

/// The ways of the checkers, from their steps.
fn ways(board: &Board, seat: Seat, play: Play) -> Vec<Way> {
    let mut board = *board;
    let mut steps: Vec<(Step, bool)> = play
        .steps()
        .map(|step| (step, board.step(seat, step)))
        .collect();
    // Those that come from behind first, so that the others can go on from where they end.
    steps.sort_by_key(|(step, hit)| (BAR - step.from(), !hit));
    let mut ways: Vec<Way> = Vec::new();
    for (step, hit) in steps {
        let goes_on = |way: &&mut Way| way.stops.last() == Some(&step.from());
        let way = match ways.iter_mut().find(goes_on) {
            Some(way) => {
                if way.hits & 1 << step.from() == 0 {
                    way.stops.pop();
                }
                way
            }
            None => {
                ways.push(Way {
                    stops: vec![step.from()],
                    hits: 0,
                });
                ways.last_mut().expect("one was just pushed")
            }
        };
        way.stops.push(step.to());
        way.hits |= u32::from(hit) << step.to();
    }
    ways
}

/// What a text says of a play.
struct Sketch {
    /// How many checkers leave each place, less how many come.
    leaving: [i8; 26],
    /// The stops that are named, as bits, and those with a star.
    stops: u32,
    stars: u32,
}

impl Sketch {
    fn parse(text: &str) -> Option<Sketch> {
        let mut sketch = Sketch {
            leaving: [0; 26],
            stops: 0,
            stars: 0,
        };
        if matches!(text, "pass" | "cannot move") {
            return Some(sketch);
        }
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            sketch.add(word)?;
        }
        (sketch.stops != 0).then_some(sketch)
    }

    /// Adds a word such as `13/8*(2)`.
    fn add(&mut self, word: &str) -> Option<()> {
        let (way, times) = match word.strip_suffix(')') {
            Some(word) => {
                let (way, times) = word.split_once('(')?;
                (
                    way,
                    times.parse().ok().filter(|times| (1..=4).contains(times))?,
                )
            }
            None => (word, 1),
        };
        let mut before = None;
        for stop in way.split('/') {
            let (name, star) = match stop.strip_suffix('*') {
                Some(name) => (name, true),
                None => (stop, false),
            };
            let place = match name {
                "bar" => BAR,
                "off" => OFF,
                point => point
                    .parse()
                    .ok()
                    .filter(|point| (1..BAR).contains(point))?,
            };
            if let Some(before) = before {
                let leaving: &mut [i8; 26] = &mut self.leaving;
                leaving[usize::from(before)] = leaving[usize::from(before)].checked_add(times)?;
                leaving[usize::from(place)] = leaving[usize::from(place)].checked_sub(times)?;
                self.stops |= 1 << place;
            }
            self.stars |= u32::from(star) << place;
            before = Some(place);
        }
        way.contains('/').then_some(())
    }
}

/// The legal play that a text means, if any; several if it does not tell them apart.
fn choose(
    board: &Board,
    seat: Seat,
    legal: &[Move],
    sketch: &Sketch,
) -> Result<Option<Move>, Vec<Move>> {
    let points = board.seen_by(seat);
    let blots = (1..BAR)
        .filter(|point| points[usize::from(*point)] == -1)
        .fold(0_u32, |blots, point| blots | 1 << point);
    let named = sketch.stops & blots;
    let fitting: Vec<(Move, u32)> = legal
        .iter()
        .filter_map(|&mv| match mv {
            Move::Play(play) => Some((mv, play)),
            _ => None,
        })
        .filter(|(_, play)| leaving(*play) == sketch.leaving)
        .map(|(mv, play)| {
            let hits = play.steps().fold(0, |hits, step| hits | 1 << step.to());
            (mv, hits & blots)
        })
        .filter(|(_, hits)| hits & named == named && sketch.stars & !hits == 0)
        .collect();
    // Of several ways for a checker, the one that hits no more than is said.
    match (
        &fitting[..],
        fitting.iter().find(|(_, hits)| *hits == named),
    ) {
        ([], _) => Ok(None),
        ([(mv, _)], _) | (_, Some((mv, _))) => Ok(Some(*mv)),
        _ => Err(fitting.into_iter().map(|(mv, _)| mv).collect()),
    }
}

/// How many checkers leave each place, less how many come.
fn leaving(play: Play) -> [i8; 26] {
    let mut leaving = [0; 26];
    for step in play.steps() {
        leaving[usize::from(step.from())] += 1;
        leaving[usize::from(step.to())] -= 1;
    }
    leaving
}
