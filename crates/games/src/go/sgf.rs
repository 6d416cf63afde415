//! Smart Game Format: the text in which games of Go are passed on.
//!
//! What is read is the main line of the first game: the size of the board, the komi, stones that were
//! set up before the first move, and the moves. Variations, comments and markup are skipped. Where a
//! side moves twice in a row, the other is taken to have passed in between. The text itself is taken
//! apart by the crate `sgf-parse`.

use std::fmt::Write;

use sgf_parse::go::{Move as SgfMove, Point as SgfPoint, Prop};
use sgf_parse::{Color, GameTree, GameType, SgfNode, SgfProp, SimpleText};
use shido_core::{Game, Notation, Outcome, Seat, Turn};

use super::points::{Point, PointSet};
use super::{Go, Komi, Move, Position};

/// A game that was played, with what is told of it.
///
/// ```
/// use shido_core::Notation;
/// use shido_games::go::sgf;
///
/// let record = sgf::read("(;SZ[9]KM[7];B[ee];W[gc](;B[cg])(;B[cc]))")?;
/// let position = record.position(2).expect("there are three moves");
/// assert_eq!(record.go.write_position(&position), "9/9/6O2/9/4X4/9/9/9/9 X 0 -");
/// # Ok::<(), sgf::SgfError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Record {
    /// The size of the board, the komi and the handicap.
    pub go: Go,
    /// Where the game begins: as the rules have it, or as stones were set up.
    pub start: Position,
    /// The moves from there, all of them legal.
    pub moves: Vec<Move>,
    /// Who had Black and who White, where it is told.
    pub players: [Option<String>; 2],
    /// The day, as it is told: `2024-02-29`.
    pub date: Option<String>,
    /// The result as it is told, such as `B+3.5` or `W+R`.
    pub result: Option<String>,
}

/// A text that is no game of Go that could be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SgfError {
    /// The text is not in the format.
    #[error("this is not SGF: {0}")]
    Malformed(String),
    /// More moves follow one another than in any game.
    #[error("more than {0} moves follow one another")]
    TooLong(usize),
    /// The text tells of another game.
    #[error("the record is not of a game of go: GM is 1 for go")]
    OtherGame,
    /// A property has a value that means nothing for it.
    #[error("`{property}[{value}]` makes no sense: {wanted}")]
    Value {
        /// The property, such as `SZ`.
        property: String,
        /// Its value as it stands in the text.
        value: String,
        /// What would make sense.
        wanted: &'static str,
    },
    /// Stones are set up where the game has begun.
    #[error("after move {0} stones are set up: only those before the first move can be read")]
    LateSetup(usize),
    /// The stones that are set up cannot lie like this.
    #[error(
        "the stones that are set up cannot lie like this: every chain has an empty point next to it"
    )]
    Setup,
    /// A move that the rules forbid.
    #[error("move {number}, {mv}, is not legal: {why}")]
    Illegal {
        /// Which move of the record it is, counted from one.
        number: usize,
        /// The move.
        mv: String,
        /// What the rules have against it.
        why: String,
    },
}

/// Deeper nesting would use up the stack, and no game has as many moves.
const MOST_MOVES: usize = 4000;

const A_SIZE: &str = "boards that can be read have 2 to 19 rows and as many columns";
const A_KOMI: &str = "a komi is a number of whole or half points";
const A_HANDICAP: &str = "a handicap is 2 to 9 stones, on this board at places that it has";
const A_SIDE: &str = "the side to move is B or W";
const A_POINT: &str = "a point is two letters and on the board";

/// Reads the first game of a text.
///
/// # Errors
/// Where the text is no game of Go, or has a move that is not legal.
pub fn read(text: &str) -> Result<Record, SgfError> {
    let trees = parse(text)?;
    record(trees.first().ok_or(SgfError::OtherGame)?)
}

/// Reads all games of a text.
///
/// # Errors
/// As for [`read`], for the first game that cannot be read.
pub fn read_all(text: &str) -> Result<Vec<Record>, SgfError> {
    parse(text)?.iter().map(record).collect()
}

fn parse(text: &str) -> Result<Vec<GameTree>, SgfError> {
    if nesting(text) > MOST_MOVES {
        return Err(SgfError::TooLong(MOST_MOVES));
    }
    // Some programs write a word before the game, or a mark of the byte order.
    let text = text.find("(;").map_or(text, |start| &text[start..]);
    sgf_parse::parse(text).map_err(|error| SgfError::Malformed(error.to_string()))
}

fn record(tree: &GameTree) -> Result<Record, SgfError> {
    let root = Some(tree)
        .filter(|tree| tree.gametype() == GameType::Go)
        .and_then(|tree| tree.as_go_node().ok())
        .ok_or(SgfError::OtherGame)?;
    let size = match root.get_property("SZ") {
        None => 19,
        Some(Prop::SZ((columns, rows))) if columns == rows => *columns,
        Some(other) => return Err(nonsense(other, A_SIZE)),
    };
    let go = match (Go::new(size), root.get_property("SZ")) {
        (Ok(go), _) => go,
        (Err(_), Some(size)) => return Err(nonsense(size, A_SIZE)),
        (Err(_), None) => unreachable!("nineteen is a size"),
    };
    let info = Info::of(root, &go)?;
    let beginning = Beginning::of(root, size)?;
    let (go, start) = beginning.position(go, &info, first_to_move(root))?;
    let moves = moves(&go, &start, root)?;
    Ok(Record {
        go,
        start,
        moves,
        players: info.players,
        date: info.date,
        result: info.result,
    })
}

/// The game as text.
#[must_use]
pub fn write(record: &Record) -> String {
    let Record {
        go, start, moves, ..
    } = record;
    let size = go.size();
    let simple = |text: &String| SimpleText { text: text.clone() };
    let mut root = vec![
        Prop::FF(4),
        Prop::GM(1),
        Prop::CA(SimpleText {
            text: "UTF-8".to_owned(),
        }),
        // As a pair of numbers, which is how the crate would write it, it is for other boards.
        Prop::Unknown("SZ".to_owned(), vec![size.to_string()]),
        Prop::KM(go.komi().points()),
    ];
    if go.handicap() > 0 {
        root.push(Prop::HA(i64::from(go.handicap())));
    }
    let [black, white] = &record.players;
    root.extend(black.as_ref().map(|name| Prop::PB(simple(name))));
    root.extend(white.as_ref().map(|name| Prop::PW(simple(name))));
    root.extend(record.date.as_ref().map(|date| Prop::DT(simple(date))));
    let end = record.position(moves.len()).map(|end| go.turn(&end));
    let counted = match end {
        Some(Turn::Over(outcome)) => record.position(moves.len()).map(|end| {
            let margin = go.margin(&end).0.abs();
            match outcome.winner() {
                Some(Seat::First) => format!("B+{margin}"),
                Some(Seat::Second) => format!("W+{margin}"),
                None => "0".to_owned(),
            }
        }),
        _ => None,
    };
    root.extend(
        record
            .result
            .as_ref()
            .or(counted.as_ref())
            .map(|result| Prop::RE(simple(result))),
    );
    for (seat, property) in Seat::BOTH.into_iter().zip(["AB", "AW"]) {
        let stones = start.board().stones(seat).iter();
        let stones: Vec<String> = stones.map(|point| letters(size, point)).collect();
        if !stones.is_empty() {
            // As a set of the crate the stones would come in a random order.
            root.push(Prop::Unknown(property.to_owned(), stones));
        }
    }
    root.push(Prop::PL(match start.mover() {
        Seat::First => Color::Black,
        Seat::Second => Color::White,
    }));
    let mut text = String::from("(;");
    for property in root {
        write!(text, "{property}").expect("a string takes what is written");
    }
    let mut mover = start.mover();
    for mv in moves {
        let mv = match mv {
            Move::Pass => SgfMove::Pass,
            Move::Place(point) => SgfMove::Move(SgfPoint {
                x: point.column(),
                y: size - 1 - point.row(),
            }),
        };
        let property = match mover {
            Seat::First => Prop::B(mv),
            Seat::Second => Prop::W(mv),
        };
        write!(text, "\n;{property}").expect("a string takes what is written");
        mover = mover.other();
    }
    text.push_str(")\n");
    text
}

impl Record {
    /// The position after so many moves, if there are as many.
    #[must_use]
    pub fn position(&self, moves: usize) -> Option<Position> {
        let mut position = self.start.clone();
        for mv in self.moves.get(..moves)? {
            self.go.play(&mut position, *mv);
        }
        Some(position)
    }

    /// Whether both sides passed in the end, so that nobody would have gone on.
    #[must_use]
    pub fn is_played_out(&self) -> bool {
        self.moves.ends_with(&[Move::Pass, Move::Pass])
    }

    /// How the game ended, as far as the result that is told says so.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let result = self.result.as_deref()?.trim();
        match result.as_bytes() {
            [b'B' | b'b', b'+', ..] => Some(Outcome::win(Seat::First)),
            [b'W' | b'w', b'+', ..] => Some(Outcome::win(Seat::Second)),
            b"0" => Some(Outcome::DRAW),
            _ if result.eq_ignore_ascii_case("draw") => Some(Outcome::DRAW),
            _ => None,
        }
    }
}

/// How many nodes follow one another at most, brackets and what is in them aside.
fn nesting(text: &str) -> usize {
    let mut deepest = 0;
    let mut depth: usize = 0;
    let mut branches = Vec::new();
    let mut symbols = text.bytes();
    while let Some(symbol) = symbols.next() {
        match symbol {
            b'[' => {
                while let Some(inside) = symbols.next().filter(|inside| *inside != b']') {
                    if inside == b'\\' {
                        symbols.next();
                    }
                }
            }
            b'(' => branches.push(depth),
            b')' => depth = branches.pop().unwrap_or(0),
            b';' => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            _ => {}
        }
    }
    deepest
}

fn nonsense(property: &Prop, wanted: &'static str) -> SgfError {
    let value = match property {
        Prop::Invalid(_, values) | Prop::Unknown(_, values) => values.join("]["),
        Prop::SZ((columns, rows)) if columns == rows => columns.to_string(),
        known => {
            let written = known.to_string();
            let value = written.split_once('[').map_or("", |(_, value)| value);
            value.trim_end_matches(']').to_owned()
        }
    };
    SgfError::Value {
        property: property.identifier(),
        value,
        wanted,
    }
}

/// What the root tells of the game besides stones.
struct Info {
    komi: Option<Komi>,
    handicap: u8,
    players: [Option<String>; 2],
    date: Option<String>,
    result: Option<String>,
}

impl Info {
    fn of(root: &SgfNode<Prop>, go: &Go) -> Result<Info, SgfError> {
        let blank = |values: &Vec<String>| values.iter().all(|value| value.trim().is_empty());
        let komi = match root.get_property("KM") {
            None => None,
            Some(Prop::Invalid(_, values)) if blank(values) => None,
            Some(property @ Prop::KM(komi)) => {
                // Where stones are counted and not points, half of the komi is told, in quarters.
                let quarters = (2.0 * komi).fract() != 0.0 && (4.0 * komi).fract() == 0.0;
                let komi = if quarters { 2.0 * komi } else { *komi };
                let komi = komi.to_string().parse();
                Some(komi.map_err(|_| nonsense(property, A_KOMI))?)
            }
            Some(other) => return Err(nonsense(other, A_KOMI)),
        };
        let none = |values: &Vec<String>| {
            blank(values) || matches!(values.as_slice(), [one] if ["0", "1"].contains(&one.trim()))
        };
        let handicap = match root.get_property("HA") {
            None => 0,
            Some(Prop::Invalid(_, values)) if none(values) => 0,
            Some(property @ Prop::HA(stones)) => u8::try_from(*stones)
                .ok()
                .filter(|stones| u32::from(*stones) <= u32::from(go.size()).pow(2))
                .ok_or_else(|| nonsense(property, A_HANDICAP))?,
            Some(other) => return Err(nonsense(other, A_HANDICAP)),
        };
        let told = |property: &str| match root.get_property(property)? {
            Prop::PB(text) | Prop::PW(text) | Prop::DT(text) | Prop::RE(text) => {
                Some(text.text.clone())
            }
            _ => None,
        };
        Ok(Info {
            komi,
            handicap,
            players: [told("PB"), told("PW")],
            date: told("DT"),
            result: told("RE"),
        })
    }
}

/// The stones before the first move, and who moves first where that is told.
struct Beginning {
    stones: [PointSet; 2],
    mover: Option<Seat>,
}

impl Beginning {
    fn of(root: &SgfNode<Prop>, size: u8) -> Result<Beginning, SgfError> {
        let mut beginning = Beginning {
            stones: [PointSet::EMPTY; 2],
            mover: None,
        };
        let mut moves = 0;
        for node in root.main_variation() {
            for property in node.properties() {
                let identifier = property.identifier();
                if ["AB", "AW", "AE"].contains(&identifier.as_str()) && moves > 0 {
                    return Err(SgfError::LateSetup(moves));
                }
                match property {
                    Prop::AB(points) | Prop::AW(points) | Prop::AE(points) => {
                        let set =
                            point_set(points, size).ok_or_else(|| nonsense(property, A_POINT))?;
                        beginning.stones = beginning.stones.map(|stones| stones - set);
                        match identifier.as_str() {
                            "AB" => beginning.stones[0] |= set,
                            "AW" => beginning.stones[1] |= set,
                            _ => {}
                        }
                    }
                    Prop::PL(Color::Black) if moves == 0 => beginning.mover = Some(Seat::First),
                    Prop::PL(Color::White) if moves == 0 => beginning.mover = Some(Seat::Second),
                    Prop::Invalid(name, _) if ["AB", "AW", "AE"].contains(&name.as_str()) => {
                        return Err(nonsense(property, A_POINT));
                    }
                    Prop::Invalid(name, _) if name == "PL" => {
                        return Err(nonsense(property, A_SIDE));
                    }
                    Prop::B(_) | Prop::W(_) => moves += 1,
                    _ => {}
                }
            }
        }
        Ok(beginning)
    }

    /// The rules and the position in which the game begins. Who moves first is told, or is who made the
    /// first move, or follows from the handicap.
    fn position(
        self,
        go: Go,
        info: &Info,
        first: Option<Seat>,
    ) -> Result<(Go, Position), SgfError> {
        let [black, white] = self.stones;
        let bare = black.is_empty() && white.is_empty();
        let traditional = match info.handicap {
            0 => None,
            stones => go.clone().with_handicap(stones).ok(),
        };
        if bare && info.handicap > 0 && traditional.is_none() {
            return Err(nonsense(&Prop::HA(i64::from(info.handicap)), A_HANDICAP));
        }
        let as_usual = |go: &Go| bare || go.start().board().both() == [black, white];
        let with_handicap = traditional.filter(as_usual);
        let komi = info.komi.unwrap_or(match info.handicap {
            0 => Go::KOMI,
            _ => Go::HANDICAP_KOMI,
        });
        let go = with_handicap.unwrap_or(go).with_komi(komi);
        let stones = match bare {
            true => go.start().board().both(),
            false => [black, white],
        };
        let usual = match info.handicap {
            0 => Seat::First,
            _ => Seat::Second,
        };
        let mover = self.mover.or(first).unwrap_or(usual);
        let start = go.set_up(stones, mover).ok_or(SgfError::Setup)?;
        Ok((go, start))
    }
}

fn first_to_move(root: &SgfNode<Prop>) -> Option<Seat> {
    root.main_variation()
        .flat_map(|node| node.properties())
        .find_map(|property| match property {
            Prop::B(_) => Some(Seat::First),
            Prop::W(_) => Some(Seat::Second),
            _ => None,
        })
}

fn moves(go: &Go, start: &Position, root: &SgfNode<Prop>) -> Result<Vec<Move>, SgfError> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    let mut number = 0;
    for property in root.main_variation().flat_map(|node| node.properties()) {
        let (seat, mv) = match property {
            Prop::B(mv) => (Seat::First, mv),
            Prop::W(mv) => (Seat::Second, mv),
            Prop::Invalid(name, _) if name == "B" || name == "W" => {
                return Err(nonsense(property, A_POINT));
            }
            _ => continue,
        };
        number += 1;
        let mv = match mv {
            SgfMove::Pass => Move::Pass,
            // How passes were written before the fourth version of the format.
            SgfMove::Move(SgfPoint { x: 19, y: 19 }) => Move::Pass,
            SgfMove::Move(point) => {
                Move::Place(on_board(go.size(), point).ok_or_else(|| nonsense(property, A_POINT))?)
            }
        };
        if position.passes() == 2 && mv == Move::Pass {
            continue;
        }
        if position.mover() != seat && position.passes() < 2 {
            go.play(&mut position, Move::Pass);
            moves.push(Move::Pass);
        }
        let name = go.write_move(&position, mv);
        go.parse_move(&position, &name)
            .map_err(|error| SgfError::Illegal {
                number,
                mv: name,
                why: error.reason.or(error.help).unwrap_or(error.problem),
            })?;
        go.play(&mut position, mv);
        moves.push(mv);
    }
    Ok(moves)
}

fn on_board(size: u8, point: &SgfPoint) -> Option<Point> {
    let row = size.checked_sub(point.y + 1)?;
    (point.x < size).then(|| Point::at(point.x, row))
}

fn point_set<'a>(points: impl IntoIterator<Item = &'a SgfPoint>, size: u8) -> Option<PointSet> {
    points
        .into_iter()
        .map(|point| on_board(size, point))
        .collect()
}

fn letters(size: u8, point: Point) -> String {
    [point.column(), size - 1 - point.row()]
        .map(|along| char::from(b'a' + along))
        .into_iter()
        .collect()
}
