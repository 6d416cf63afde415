//! What matters in a position of any frame's game, as far as the rules tell.

use shido_core::{Features, Seat};

use crate::bits::Bits;
use crate::frame::{LineRule, Point, Rules, Stage};
use crate::game::{FrameGame, FramePosition};
use crate::open_lines::OpenLines;
use crate::symmetry::Permutation;

/// What has to be known of the rules to tell the features of a position.
#[derive(Clone, Debug)]
pub(crate) struct Arrangement<B> {
    lines: OpenLines<B>,
    /// The most points a line has.
    longest: usize,
    kind: Kind,
    /// For each point the class of those that symmetries exchange.
    classes: Box<[u16]>,
    /// The first point of each class.
    leaders: Box<[Point]>,
}

/// What the features beside lines and points are about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Markers are placed wherever there is room, and stay.
    Placing,
    /// Markers drop, so that it matters in which row a line is to be completed.
    Dropping,
    /// Markers move, so that their number matters.
    Flying,
    /// Markers move to points nearby, so that their freedom matters, too.
    Sliding,
}

/// Where the features of each sort begin; they come in this order.
#[derive(Clone, Copy)]
struct Begin {
    lines: usize,
    points: usize,
    rest: usize,
}

const TURN: usize = 0;

/// Of games in which markers stay.
const REACH: [&str; 3] = [
    "mover completes a line",
    "other side threatens one point",
    "other side threatens several points",
];

/// Of games in which markers drop. Which rows serve a side depends on who it is: when the other
/// columns are full, it is the first player who has to move below a threat in an even row, and the
/// second below one in an odd row (Allis 1988, "A Knowledge-based Approach of Connect-Four").
const ROWS: [&str; 5] = [
    "threats of first in odd rows",
    "threats of first in even rows",
    "threats of second in odd rows",
    "threats of second in even rows",
    "threats above threats",
];

/// Of games in which markers move.
const MARKERS: &str = "markers";
const LIBERTIES: &str = "liberties";

impl<B: Bits> Arrangement<B> {
    pub(crate) fn new(rules: &Rules, symmetries: &[Permutation<B>]) -> Arrangement<B> {
        let mut leaders: Vec<Point> = Vec::new();
        let classes = (0..rules.board.points.len())
            .map(|point| {
                let images = symmetries.iter().map(|s| s.board(B::bit(point as Point)));
                let leader = images.map(B::lowest).min().unwrap_or(point as u32) as Point;
                let known = leaders.iter().position(|known| *known == leader);
                known.unwrap_or_else(|| {
                    leaders.push(leader);
                    leaders.len() - 1
                }) as u16
            })
            .collect();
        let slides = rules
            .stages
            .iter()
            .any(|stage| matches!(stage, Stage::Slide { .. }));
        Arrangement {
            lines: OpenLines::new(&rules.board.lines),
            longest: rules.board.lines.iter().map(Vec::len).max().unwrap_or(0),
            kind: match rules.stages[0] {
                _ if slides => Kind::Sliding,
                _ if rules.moves_markers() => Kind::Flying,
                Stage::Drop => Kind::Dropping,
                _ => Kind::Placing,
            },
            classes,
            leaders: leaders.into(),
        }
    }

    fn begin(&self) -> Begin {
        let lines = TURN + 1;
        let points = lines + self.longest.saturating_sub(1);
        Begin {
            lines,
            points,
            rest: points + self.leaders.len(),
        }
    }
}

impl<B: Bits> FrameGame<B> {
    /// Weights to begin with, where nothing has been learned yet: a line is worth four times as much
    /// with every marker, in the direction that the goal says; markers and freedom are good.
    #[must_use]
    pub fn rough_weights(&self) -> Vec<f64> {
        let arrangement = &self.arrangement;
        let wanted = match self.rules.line {
            LineRule::Loses => -1.0,
            _ => 1.0,
        };
        let mut weights = vec![0.0];
        weights.extend((1..arrangement.longest).map(|markers| {
            let missing = (arrangement.longest - markers) as i32;
            wanted * 4.0_f64.powi(1 - missing)
        }));
        weights.extend(arrangement.leaders.iter().map(|_| 0.0));
        match arrangement.kind {
            Kind::Flying => weights.extend([2.0]),
            Kind::Sliding => weights.extend([2.0, 0.1]),
            Kind::Placing => weights.extend([wanted; REACH.len()]),
            Kind::Dropping => weights.extend([wanted; REACH.len() + ROWS.len()]),
        }
        weights
    }
}

/// - whose turn it is;
/// - for each number of markers the open lines with as many: those in which the other side has none;
/// - for each class of points that symmetries exchange, the markers on it;
/// - where markers stay, whether the mover can complete a line at once, and whether the other side
///   could; where they drop, threats by rows, and those right above another of the same side;
/// - where markers move, how many there are, those in hand included, and where they slide their
///   *liberties*: the empty points next to each.
impl<B: Bits> Features for FrameGame<B> {
    fn feature_names(&self) -> Vec<String> {
        let arrangement = &self.arrangement;
        let mut names = vec!["turn".to_owned()];
        names.extend((1..arrangement.longest).map(|markers| format!("lines with {markers}")));
        names.extend(arrangement.leaders.iter().map(|&leader| {
            let point = &self.rules.board.points[usize::from(leader)];
            format!("points like {}", point.name)
        }));
        let rest: &[&[&str]] = match arrangement.kind {
            Kind::Flying => &[&[MARKERS]],
            Kind::Sliding => &[&[MARKERS, LIBERTIES]],
            Kind::Placing => &[&REACH],
            Kind::Dropping => &[&REACH, &ROWS],
        };
        names.extend(
            rest.iter()
                .flat_map(|part| part.iter())
                .map(|name| (*name).to_owned()),
        );
        names
    }

    #[inline]
    fn each_feature(&self, position: &FramePosition<B>, mut visit: impl FnMut(usize, f64)) {
        const SIGNS: [f64; 2] = [1.0, -1.0];
        let arrangement = &self.arrangement;
        let begin = arrangement.begin();
        let mover = position.ledger.mover().index();
        visit(TURN, SIGNS[mover]);

        let threats = arrangement
            .lines
            .count(position.boards, |side, markers, count| {
                visit(begin.lines + markers - 1, SIGNS[side] * f64::from(count));
            });
        for (board, sign) in position.boards.into_iter().zip(SIGNS) {
            for point in board.points() {
                let class = arrangement.classes[usize::from(point)];
                visit(begin.points + usize::from(class), sign);
            }
        }
        if let Kind::Flying | Kind::Sliding = arrangement.kind {
            let empty = self.empty(position);
            for seat in Seat::BOTH {
                let own = position.board(seat);
                let hand = u32::from(position.ledger.hand(seat));
                let sign = SIGNS[seat.index()];
                visit(begin.rest, sign * f64::from(own.count() + hand));
                if arrangement.kind == Kind::Sliding {
                    let near = |point: Point| (self.neighbours[usize::from(point)] & empty).count();
                    let liberties: u32 = own.points().map(near).sum();
                    visit(begin.rest + 1, sign * f64::from(liberties));
                }
            }
            return;
        }
        if threats.iter().all(|threats| threats.is_empty()) {
            return;
        }
        let within_reach = match arrangement.kind {
            Kind::Dropping => self.landing(position),
            _ => self.full,
        };
        let [own, others] = [mover, 1 - mover].map(|side| threats[side] & within_reach);
        if !own.is_empty() {
            visit(begin.rest, SIGNS[mover]);
        }
        if !others.is_empty() {
            let several = !others.without_lowest().is_empty();
            visit(begin.rest + 1 + usize::from(several), SIGNS[1 - mover]);
        }
        if arrangement.kind == Kind::Dropping {
            let rows = begin.rest + REACH.len();
            for (side, threats) in threats.into_iter().enumerate() {
                let odd = (threats & self.odd_rows).count();
                let even = threats.count() - odd;
                let stacked = (threats & (threats << self.stride)).count();
                visit(rows + 2 * side, SIGNS[side] * f64::from(odd));
                visit(rows + 2 * side + 1, SIGNS[side] * f64::from(even));
                visit(rows + 4, SIGNS[side] * f64::from(stacked));
            }
        }
    }
}
