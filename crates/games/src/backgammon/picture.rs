//! The board with its two rows of points.

use shido_core::picture::{Cells, Content, Depict, Dice, Held, Picture, Place, Shape, Surface};
use shido_core::{Game, Notation, Seat, Touch, Touches, Turn};

use super::board::{BAR, OFF};
use super::plays::{Play, Step, ways};
use super::{Backgammon, Move, Phase, Position};

pub(super) const SYMBOLS: [&str; 2] = ["X", "O"];
/// What the bars of the sides are called.
const BARS: [&str; 2] = ["BAR", "bar"];
/// The column of the bar, between the halves of the board.
const MIDDLE: u8 = 6;

/// The first side's home is at the lower right. A marker tells how many checkers stand on its place:
/// `X5`. The points are named as the side on turn counts them, since its moves are, and in the end as the
/// winner does; between the halves are the bars, `BAR` for the first side and `bar` for the second.
impl Depict for Backgammon {
    fn picture(&self, position: &Position) -> Picture {
        let points = (1..BAR).map(|point| self.point(position, point));
        let bars = Seat::BOTH.into_iter().map(|seat| bar(position, seat));
        let places: Vec<Place> = points.chain(bars).collect();
        let surface = Surface::Cells(Cells::Triangles {
            bars: vec![places.len() - 2, places.len() - 1],
        });
        Picture {
            beside: Seat::BOTH.map(|seat| self.beside(position, seat)),
            hands: Some(Seat::BOTH.map(|seat| borne_off(position, seat))),
            dice: self.dice(position),
            ..Picture::new(surface, places, SYMBOLS.map(str::to_owned))
        }
    }

    /// Checker by checker, in any order in which the same position can be reached.
    fn touches(&self, position: &Position, _picture: &Picture, mv: Move) -> Touches {
        let (Move::Play(play), Phase::ToPlay(seat, dice)) = (mv, position.phase) else {
            return Touches::button(self.write_move(position, mv));
        };
        if play == Play::PASS {
            return Touches::button("pass");
        }
        let touch = |place: u8| match place {
            OFF => Touch::Hand(seat),
            BAR => Touch::Place(BARS[seat.index()].to_owned()),
            point => Touch::Place(point.to_string()),
        };
        let way = |steps: Vec<Step>| {
            let touched = steps.into_iter().flat_map(|step| [step.from(), step.to()]);
            touched.map(touch).collect()
        };
        let ways = ways(&position.board, seat, dice, play).into_iter();
        Touches {
            ways: ways.map(way).collect(),
            choice: None,
        }
    }
}

/// The checkers of a side that are home.
fn borne_off(position: &Position, seat: Seat) -> Vec<Held> {
    let count = position.board.off(seat);
    let held = (count > 0).then(|| Held {
        name: "off".to_owned(),
        count,
        shape: Shape::Plain,
        text: format!("{count} off"),
    });
    held.into_iter().collect()
}

impl Backgammon {
    /// A point as the first side counts it.
    fn point(&self, position: &Position, point: u8) -> Place {
        let counting = match self.turn(position) {
            // Who made the last move sees it as they made it.
            Turn::Over(_) => position.on_turn().map(Seat::other),
            _ => position.on_turn(),
        };
        let name = match counting {
            Some(Seat::Second) => BAR - point,
            _ => point,
        };
        let (column, up) = match point {
            1..=12 => (12 - point, 0.0),
            _ => (point - 13, 1.0),
        };
        let past_the_bar = u8::from(column >= MIDDLE);
        let owner = [(Seat::First, point), (Seat::Second, BAR - point)]
            .map(|(seat, point)| (seat, position.board.checkers(seat, point)))
            .into_iter()
            .find(|(_, count)| *count > 0);
        Place {
            name: name.to_string(),
            at: [f64::from(column + past_the_bar), up],
            content: owner.map_or(Content::Empty, |(seat, count)| checkers(seat, count)),
        }
    }

    fn dice(&self, position: &Position) -> Option<Dice> {
        match position.phase {
            Phase::ToPlay(seat, dice) if !matches!(self.turn(position), Turn::Over(_)) => {
                let (high, low) = dice.faces();
                let pips = vec![high, low];
                Some(Dice { seat, pips })
            }
            _ => None,
        }
    }

    fn beside(&self, position: &Position, seat: Seat) -> String {
        let board = &position.board;
        let mut text = match board.pips(seat) {
            1 => "1 pip".to_owned(),
            pips => format!("{pips} pips"),
        };
        if matches!(self.turn(position), Turn::Over(_)) {
            return text;
        }
        match position.phase {
            Phase::ToRoll(on_turn) if on_turn == seat => text += ", to roll",
            Phase::ToPlay(on_turn, dice) if on_turn == seat => {
                let (high, low) = dice.faces();
                text += &format!(", to play {high}-{low}");
            }
            _ => {}
        }
        text
    }
}

fn bar(position: &Position, seat: Seat) -> Place {
    // Each bar is in the row where its checkers come in.
    let up = match seat {
        Seat::First => 1.0,
        Seat::Second => 0.0,
    };
    Place {
        name: BARS[seat.index()].to_owned(),
        at: [f64::from(MIDDLE), up],
        content: match position.board.checkers(seat, BAR) {
            0 => Content::Empty,
            count => checkers(seat, count),
        },
    }
}

fn checkers(seat: Seat, count: u8) -> Content {
    Content::Marker {
        seat,
        symbol: format!("{}{count}", SYMBOLS[seat.index()]),
        shape: Shape::Stack(count),
    }
}
