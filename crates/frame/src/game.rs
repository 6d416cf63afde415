//! A frame compiled to rules on bitboards.

use rand::RngExt;
use shido_core::{Drawing, Game, Pack, Rng, Seat, Turn, spread};

use crate::bits::Bits;
use crate::features::Arrangement;
use crate::frame::{LineRule, NoMove, Over, Point, Rules, Stage};
use crate::ledger::{Course, Ledger};
use crate::line_test::LineTest;
use crate::markers::drawing;
use crate::pack::Layout;
use crate::symmetry::{Permutation, automorphisms};
use crate::targets::Targets;

/// A position of a frame's game. Its parts are only seen through the game that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FramePosition<B> {
    pub(crate) boards: [B; 2],
    pub(crate) ledger: Ledger,
}

/// A move of a frame's game: place, drop, slide, fly or pass, with or without a removal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FrameMove {
    pub(crate) from: Point,
    pub(crate) to: Point,
    pub(crate) removed: Point,
}

/// To be raised whenever the same rules come to mean something else.
const MEANING: u32 = 1;
/// The same for rules by which markers are dropped.
const MEANING_OF_DROPS: u32 = 2;

/// No point: a marker from hand, no removal, or for `to` a pass.
pub(crate) const NOWHERE: Point = Point::MAX;

impl FrameMove {
    pub(crate) const PASS: FrameMove = FrameMove {
        from: NOWHERE,
        to: NOWHERE,
        removed: NOWHERE,
    };

    /// A marker from hand.
    #[inline]
    pub(crate) fn placing(to: Point) -> FrameMove {
        FrameMove {
            from: NOWHERE,
            to,
            removed: NOWHERE,
        }
    }
}

/// The rules of a frame, compiled to bitboards of type `B`.
#[derive(Clone, Debug)]
pub struct FrameGame<B> {
    pub(crate) rules: Rules,
    pub(crate) points: u32,
    /// All points.
    pub(crate) full: B,
    pub(crate) start: FramePosition<B>,
    pub(crate) lines: LineTest<B>,
    stages: Box<[CompiledStage<B>]>,
    pub(crate) neighbours: Box<[B]>,
    /// For each point, the ways to jump from it.
    jumps: Box<[Box<[Jump]>]>,
    /// The lowest point of each column, for dropping.
    bottom: B,
    pub(crate) stride: u32,
    /// The points of each column where markers are dropped; none elsewhere.
    columns: Box<[B]>,
    /// The rows of a grid that count as odd, from the bottom and from one.
    pub(crate) odd_rows: B,
    pub(crate) arrangement: Arrangement<B>,
    pub(crate) symmetries: Vec<Permutation<B>>,
    /// What the symmetries but the first make of packed boards, where that can be told from these alone.
    pub(crate) packed_images: Option<Vec<Permutation<u64>>>,
    pub(crate) layout: Layout,
    /// Whether moves only ever place markers, so that none can recur.
    only_places: bool,
    /// How markers are placed, where that is all there is to a move.
    pub(crate) plain: Option<Placing<B>>,
    /// The same, where whoever completes a line wins and a full board is drawn.
    pub(crate) line_race: Option<Placing<B>>,
    pub(crate) drawing: Box<Drawing>,
    removal: Removal,
}

/// The only stage of a game in which a move is nothing but a marker from hand: the many games of
/// which tic-tac-toe and Connect Four are two. Telling them apart once spares every move the
/// questions that the richer rules have to ask.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Placing<B> {
    /// The points that can be filled.
    pub(crate) allowed: B,
    /// One point for each move that is open as long as the point is empty: the point itself, or the
    /// topmost of its column.
    pub(crate) open: B,
    pub(crate) in_columns: bool,
    /// The hands with which all is full.
    last: Ledger,
}

/// A way to jump from a point.
#[derive(Clone, Copy, Debug)]
struct Jump {
    over: Point,
    to: Point,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Removal {
    Never,
    Any,
    OutsideLines,
}

#[derive(Clone, Debug)]
struct CompiledStage<B> {
    kind: Kind<B>,
    /// The most markers on the board with which a side moves this way; for stages from the board.
    markers_at_most: u32,
}

#[derive(Clone, Debug)]
enum Kind<B> {
    Place {
        allowed: B,
    },
    Drop,
    Slide {
        over: Over,
        guarded: B,
        beside_own: bool,
    },
    Fly,
}

impl<B> Kind<B> {
    fn uses_hand(&self) -> bool {
        matches!(self, Kind::Place { .. } | Kind::Drop)
    }
}

impl<B: Bits> FrameGame<B> {
    /// Compiles rules.
    ///
    /// # Panics
    /// If the board has more points than `B` holds.
    #[must_use]
    pub fn new(rules: &Rules) -> FrameGame<B> {
        let board = &rules.board;
        let points = board.points.len();
        assert!(
            points <= B::CAPACITY,
            "a board of {points} points needs wider bitboards"
        );
        let full = B::of((0..points).map(|point| point as Point));
        let mut neighbours = vec![B::EMPTY; points];
        for (a, b) in &board.adjacent {
            neighbours[usize::from(*a)] = neighbours[usize::from(*a)] | B::bit(*b);
            neighbours[usize::from(*b)] = neighbours[usize::from(*b)] | B::bit(*a);
        }
        let jumps = (0..points)
            .map(|point| {
                let ways = board.jumps.iter();
                let here = ways.filter(|(from, _, _)| usize::from(*from) == point);
                here.map(|&(_, over, to)| Jump { over, to }).collect()
            })
            .collect();
        let stride = board.column_stride.unwrap_or(0);
        let bottom = B::of(0..stride.min(points as u32) as Point);
        // In a grid of a single layer nothing lies above anything.
        let stride = if (stride as usize) < points {
            stride
        } else {
            0
        };
        let symmetries = automorphisms(rules);
        let boards = [0, 1].map(|side: usize| B::of(rules.setup[side].iter().copied()));
        let in_hand = |side: usize| {
            let owned = rules.markers[side].count as usize;
            (owned - rules.setup[side].len()) as u8
        };
        let layout = Layout::new(rules, [in_hand(0), in_hand(1)]);
        let mut game = FrameGame {
            points: points as u32,
            full,
            start: FramePosition {
                boards,
                ledger: Ledger::new([in_hand(0), in_hand(1)], Seat::First, 0),
            },
            lines: LineTest::new(points, &board.lines),
            stages: rules
                .stages
                .iter()
                .map(|stage| compile_stage(stage, full))
                .collect(),
            neighbours: neighbours.into(),
            jumps,
            bottom,
            stride,
            columns: match rules.stages.contains(&Stage::Drop) {
                true => columns(bottom, stride, points),
                false => Box::default(),
            },
            odd_rows: match stride as usize {
                0 => full,
                stride => B::of(
                    (0..points)
                        .filter(|p| p / stride % 2 == 0)
                        .map(|p| p as Point),
                ),
            },
            arrangement: Arrangement::new(rules, &symmetries),
            packed_images: layout.images(&symmetries),
            layout,
            symmetries,
            only_places: !rules.moves_markers() && rules.no_move != NoMove::Passes,
            plain: None,
            line_race: None,
            drawing: Box::new(drawing(rules)),
            removal: match rules.line {
                LineRule::Removes {
                    protect_lines: true,
                } => Removal::OutsideLines,
                LineRule::Removes {
                    protect_lines: false,
                } => Removal::Any,
                _ => Removal::Never,
            },
            rules: rules.clone(),
        };
        let course = game.course_of(&game.start);
        game.start.ledger.set_course(course);
        game.plain = game.plain_placing();
        game.line_race = game.plain.filter(|placing| {
            let full = [placing.allowed, B::EMPTY];
            rules.line == LineRule::Wins
                && rules.fewer_than.is_none()
                && game.settled(full, placing.last) == Course::Drawn
        });
        game
    }

    /// A number that changes when the rules do, whatever the frame is called, and when this program
    /// comes to play or to number the positions of the same rules in another way.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        let symmetries = self.symmetries.len();
        let meaning = match self.columns.is_empty() {
            true => MEANING,
            false => MEANING_OF_DROPS,
        };
        let text = format!(
            "{meaning} {:?} {symmetries} {}",
            self.rules,
            self.packed_bits()
        );
        xxhash_rust::xxh3::xxh3_128(text.as_bytes())
    }

    /// The points on which a side has markers, numbered as the board of the rules lists them: for
    /// evaluations that are written by hand.
    #[inline]
    #[must_use]
    pub fn markers(&self, position: &FramePosition<B>, seat: Seat) -> B {
        position.board(seat)
    }

    /// Whether the contest goes on, found from the whole position. Playing a move finds the same
    /// more quickly from what the move changed.
    pub(crate) fn course_of(&self, position: &FramePosition<B>) -> Course {
        let previous = position.ledger.mover().other();
        if self.rules.line_ends() && self.lines.any_complete(position.board(previous)) {
            return self.line_course(previous);
        }
        self.course_without_line(position)
    }

    /// What it means that `seat` has completed a line that ends the contest.
    fn line_course(&self, seat: Seat) -> Course {
        match self.rules.line {
            LineRule::Loses => Course::Won(seat.other()),
            _ => Course::Won(seat),
        }
    }

    fn course_without_line(&self, position: &FramePosition<B>) -> Course {
        let mover = position.ledger.mover();
        if let Some(least) = self.rules.fewer_than {
            let left = position.board(mover).count() + u32::from(position.ledger.hand(mover));
            if left < least {
                return Course::Won(mover.other());
            }
        }
        if self.rules.full_board_draws && self.empty(position).is_empty() {
            return Course::Drawn;
        }
        if !self.can_move(position, mover) {
            match self.rules.no_move {
                NoMove::Loses => return Course::Won(mover.other()),
                NoMove::Wins => return Course::Won(mover),
                NoMove::Draws => return Course::Drawn,
                NoMove::Passes if !self.can_move(position, mover.other()) => return Course::Drawn,
                NoMove::Passes => {}
            }
        }
        match self.rules.ply_limit {
            Some(limit) if u32::from(position.ledger.ply()) >= limit => Course::Drawn,
            _ => Course::Ongoing,
        }
    }

    #[inline]
    pub(crate) fn empty(&self, position: &FramePosition<B>) -> B {
        self.full & !(position.boards[0] | position.boards[1])
    }

    /// The points on which a dropped marker would come to rest.
    #[inline]
    pub(crate) fn landing(&self, position: &FramePosition<B>) -> B {
        let occupied = position.boards[0] | position.boards[1];
        self.full & !occupied & ((occupied << self.stride) | self.bottom)
    }

    /// How markers are placed, if that is all there is to a move and only a line or a full board ends
    /// the contest.
    fn plain_placing(&self) -> Option<Placing<B>> {
        let plain = self.only_places
            && self.removal == Removal::Never
            && self.rules.line_ends()
            && self.rules.ply_limit.is_none();
        let (allowed, in_columns) = match self.stages[0].kind {
            Kind::Place { allowed } if plain => (allowed, false),
            Kind::Drop if plain => (self.full, true),
            _ => return None,
        };
        // The sides place in turn, so these are the hands when nothing is left to fill. A side that
        // would run out before makes the game one that is not plain.
        let to_fill = (allowed & self.empty(&self.start)).count();
        let [first, second] = self.start.ledger.hands().map(u32::from);
        let last_hands = [
            first.checked_sub(to_fill.div_ceil(2))? as u8,
            second.checked_sub(to_fill / 2)? as u8,
        ];
        let has_above = match self.stride {
            0 => B::EMPTY,
            stride => self.full >> stride,
        };
        Some(Placing {
            allowed,
            in_columns,
            open: if in_columns {
                self.full & !has_above
            } else {
                allowed
            },
            last: Ledger::new(last_hands, Seat::First, 0),
        })
    }

    #[inline]
    pub(crate) fn plain_targets(&self, position: &FramePosition<B>, placing: Placing<B>) -> B {
        if placing.in_columns {
            self.landing(position)
        } else {
            self.empty(position) & placing.allowed
        }
    }

    /// The plain targets in the order of their moves.
    #[inline(always)]
    fn plain_moves(&self, position: &FramePosition<B>, placing: Placing<B>) -> Targets<'_, B> {
        let columns: &[B] = if placing.in_columns {
            &self.columns
        } else {
            &[]
        };
        Targets::new(self.plain_targets(position, placing), columns)
    }

    /// One of the plain targets, each as likely as any other. There must be one.
    ///
    /// A column is drawn until one is not full. Few are for most of a game, and the processor can draw
    /// ahead, because a column does not depend on the position: random games of Connect Four take a
    /// third less time than with a draw among the columns that are open.
    #[inline(always)]
    fn random_target(
        &self,
        position: &FramePosition<B>,
        placing: Placing<B>,
        rng: &mut Rng,
    ) -> Point {
        let targets = self.plain_targets(position, placing);
        if !placing.in_columns {
            return targets.random(rng);
        }
        loop {
            let column = self.columns[rng.random_range(0..self.columns.len())];
            if let Some(point) = (targets & column).points().next() {
                return point;
            }
        }
    }

    /// The position after a marker was placed in a plain game.
    #[inline(always)]
    pub(crate) fn after_placing(
        &self,
        position: &FramePosition<B>,
        placing: Placing<B>,
        to: Point,
    ) -> FramePosition<B> {
        let own = position.board(position.ledger.mover()) | B::bit(to);
        self.placed(position, placing, to, self.lines.completed(own, to))
    }

    /// The same where it is known whether that completes a line. The position is built anew from its
    /// parts, which spares copying the old one through memory.
    #[inline(always)]
    fn placed(
        &self,
        position: &FramePosition<B>,
        placing: Placing<B>,
        to: Point,
        completes_line: bool,
    ) -> FramePosition<B> {
        let mut ledger = position.ledger;
        let seat = ledger.mover();
        let own = position.board(seat) | B::bit(to);
        let boards = match seat {
            Seat::First => [own, position.boards[1]],
            Seat::Second => [position.boards[0], own],
        };
        ledger.take_from_hand(seat);
        ledger.change_mover();
        if completes_line {
            ledger.set_course(self.line_course(seat));
        } else if ledger.same_hands(placing.last) {
            ledger.set_course(self.settled(boards, ledger));
        }
        FramePosition { boards, ledger }
    }

    /// Whether the contest goes on when the last move completed no line. Apart from the quick ways,
    /// because it is seldom asked there.
    #[inline(never)]
    fn settled(&self, boards: [B; 2], ledger: Ledger) -> Course {
        self.course_without_line(&FramePosition { boards, ledger })
    }

    /// Plays a move of any kind. Kept out of [`play`](Game::play), so that the plain games' short way
    /// is compiled into the loops that use it.
    #[inline(never)]
    fn play_any(&self, position: &mut FramePosition<B>, mv: FrameMove) {
        let seat = position.ledger.mover();
        position.ledger.change_mover();
        if self.rules.ply_limit.is_some() {
            position.ledger.count_ply();
        }
        if mv.to != NOWHERE {
            let mut own = position.board(seat);
            if mv.from == NOWHERE {
                position.ledger.take_from_hand(seat);
            } else {
                own = own & !B::bit(mv.from);
            }
            own = own | B::bit(mv.to);
            position.boards[seat.index()] = own;
            if mv.removed != NOWHERE {
                let other = position.board(seat.other());
                position.boards[seat.other().index()] = other & !B::bit(mv.removed);
            }
            if self.rules.line_ends() && self.lines.completed(own, mv.to) {
                position.ledger.set_course(self.line_course(seat));
                return;
            }
        }
        position
            .ledger
            .set_course(self.course_without_line(position));
    }

    /// The stage of a side: the first that applies to it.
    #[inline]
    fn stage(&self, position: &FramePosition<B>, seat: Seat) -> Option<&Kind<B>> {
        let in_hand = position.ledger.hand(seat) > 0;
        self.stages
            .iter()
            .find(|stage| {
                stage.kind.uses_hand() == in_hand
                    && (in_hand || position.board(seat).count() <= stage.markers_at_most)
            })
            .map(|stage| &stage.kind)
    }

    /// Where a marker of `seat` on `from` may slide or jump.
    #[inline]
    fn slides(
        &self,
        position: &FramePosition<B>,
        seat: Seat,
        from: Point,
        (over, guarded, beside_own): (Over, B, bool),
    ) -> B {
        let empty = self.empty(position);
        let own = position.board(seat);
        let other = position.board(seat.other());
        let near = self.neighbours[usize::from(from)];
        let mut targets = near & empty;
        if over != Over::None {
            let fence = match over {
                Over::None => B::EMPTY,
                Over::Own => own,
                Over::Other => other,
                Over::Any => own | other,
            };
            for jump in &self.jumps[usize::from(from)] {
                if fence.contains(jump.over) {
                    targets = targets | (B::bit(jump.to) & empty);
                }
            }
        }
        let witnesses = if beside_own { own } else { other };
        if (near & witnesses).is_empty() {
            targets = targets & !guarded;
        }
        targets
    }

    /// Whether `seat` could move if it were its turn.
    #[inline]
    fn can_move(&self, position: &FramePosition<B>, seat: Seat) -> bool {
        let own = position.board(seat);
        match self.stage(position, seat) {
            None => false,
            Some(Kind::Place { allowed }) => !(self.empty(position) & *allowed).is_empty(),
            Some(Kind::Drop) => !self.empty(position).is_empty(),
            Some(Kind::Fly) => !own.is_empty() && !self.empty(position).is_empty(),
            Some(Kind::Slide {
                over,
                guarded,
                beside_own,
            }) => own.points().any(|from| {
                !self
                    .slides(position, seat, from, (*over, *guarded, *beside_own))
                    .is_empty()
            }),
        }
    }

    /// Which markers of the side that is not moving may be removed.
    fn removable(&self, position: &FramePosition<B>) -> B {
        let markers = position.board(position.ledger.mover().other());
        if self.removal == Removal::Any {
            return markers;
        }
        let outside = markers
            .points()
            .filter(|point| !self.lines.is_in_line(markers, *point));
        let outside = B::of(outside);
        if outside.is_empty() { markers } else { outside }
    }

    /// Visits the moves of games that are not plain.
    #[inline(never)]
    fn visit_any(&self, position: &FramePosition<B>, visit: &mut impl FnMut(FrameMove)) {
        let seat = position.ledger.mover();
        match self.stage(position, seat) {
            Some(Kind::Place { allowed }) => {
                let targets = self.empty(position) & *allowed;
                self.visit_targets(position, NOWHERE, targets.points(), visit);
            }
            Some(Kind::Drop) => {
                let targets = Targets::new(self.landing(position), &self.columns);
                self.visit_targets(position, NOWHERE, targets, visit);
            }
            Some(Kind::Slide {
                over,
                guarded,
                beside_own,
            }) => {
                for from in position.board(seat).points() {
                    let ways = (*over, *guarded, *beside_own);
                    let targets = self.slides(position, seat, from, ways);
                    self.visit_targets(position, from, targets.points(), visit);
                }
            }
            Some(Kind::Fly) => {
                for from in position.board(seat).points() {
                    let targets = self.empty(position).points();
                    self.visit_targets(position, from, targets, visit);
                }
            }
            None => {}
        }
        if self.rules.no_move == NoMove::Passes && !self.can_move(position, seat) {
            visit(FrameMove::PASS);
        }
    }

    /// A random move of games that are not plain, each as likely as any other.
    #[inline(never)]
    fn random_of_any(&self, position: &FramePosition<B>, rng: &mut Rng) -> Option<FrameMove> {
        let mut count = 0_u32;
        self.visit_any(position, &mut |_| count += 1);
        let mut left = rng.random_range(0..count.max(1));
        let mut chosen = None;
        self.visit_any(position, &mut |mv| {
            if left == 0 && chosen.is_none() {
                chosen = Some(mv);
            }
            left = left.saturating_sub(1);
        });
        chosen
    }

    /// Visits the moves of a marker from `from` (or from hand) to each of the targets.
    #[inline]
    fn visit_targets(
        &self,
        position: &FramePosition<B>,
        from: Point,
        targets: impl Iterator<Item = Point>,
        visit: &mut impl FnMut(FrameMove),
    ) {
        for to in targets {
            let plain = FrameMove {
                from,
                to,
                removed: NOWHERE,
            };
            if self.removal == Removal::Never {
                visit(plain);
                continue;
            }
            let mut own = position.board(position.ledger.mover()) | B::bit(to);
            if from != NOWHERE {
                own = own & !B::bit(from);
            }
            let taken = if self.lines.is_in_line(own, to) {
                self.removable(position)
            } else {
                B::EMPTY
            };
            if taken.is_empty() {
                visit(plain);
            }
            for removed in taken.points() {
                visit(FrameMove { removed, ..plain });
            }
        }
    }
}

/// The points of each column, of which these are the lowest.
fn columns<B: Bits>(bottom: B, stride: u32, points: usize) -> Box<[B]> {
    let step = if stride == 0 { points } else { stride as usize };
    let column = |lowest: Point| (usize::from(lowest)..points).step_by(step);
    let of = |lowest| B::of(column(lowest).map(|point| point as Point));
    bottom.points().map(of).collect()
}

fn compile_stage<B: Bits>(stage: &Stage, full: B) -> CompiledStage<B> {
    let (kind, limit) = match stage {
        Stage::Place { except } => {
            let allowed = full & !B::of(except.iter().copied());
            (Kind::Place { allowed }, None)
        }
        Stage::Drop => (Kind::Drop, None),
        Stage::Slide {
            markers_at_most,
            jumps,
            enter,
        } => {
            let guarded = enter.iter().flat_map(|entry| entry.points.iter().copied());
            let kind = Kind::Slide {
                over: *jumps,
                guarded: B::of(guarded),
                beside_own: enter.as_ref().is_some_and(|entry| entry.beside_own),
            };
            (kind, *markers_at_most)
        }
        Stage::Fly { markers_at_most } => (Kind::Fly, *markers_at_most),
    };
    CompiledStage {
        kind,
        markers_at_most: limit.unwrap_or(u32::MAX),
    }
}

impl<B: Bits> Game for FrameGame<B> {
    type Position = FramePosition<B>;
    type Move = FrameMove;

    fn start(&self) -> FramePosition<B> {
        self.start
    }

    #[inline]
    fn turn(&self, position: &FramePosition<B>) -> Turn {
        if position.ledger.is_over() {
            return Turn::Over(position.ledger.outcome());
        }
        Turn::Of(position.ledger.mover())
    }

    #[inline(always)]
    fn each_move(&self, position: &FramePosition<B>, visit: impl FnMut(FrameMove)) {
        if position.ledger.is_over() {
            return;
        }
        // Each way has a visitor of its own: one that is lent to `visit_any` has to live in memory,
        // and with it all that it counts, even where that is never called.
        let Some(placing) = self.plain else {
            let mut visit = visit;
            return self.visit_any(position, &mut visit);
        };
        let mut visit = visit;
        for to in self.plain_moves(position, placing) {
            visit(FrameMove::placing(to));
        }
    }

    #[inline(always)]
    fn leading_move(&self, position: &FramePosition<B>) -> Option<FrameMove> {
        let placing = self.plain.filter(|_| !position.ledger.is_over())?;
        let mut targets = self.plain_moves(position, placing);
        targets.next().map(FrameMove::placing)
    }

    #[inline(always)]
    fn each_successor(
        &self,
        position: &FramePosition<B>,
        visit: impl FnMut(FrameMove, FramePosition<B>),
    ) {
        if position.ledger.is_over() {
            return;
        }
        let own = position.board(position.ledger.mover());
        let (Some(placing), Some(completing)) = (self.plain, self.lines.completing(own)) else {
            let mut visit = visit;
            return self.each_move(position, |mv| visit(mv, self.after(position, mv)));
        };
        let mut visit = visit;
        for to in self.plain_moves(position, placing) {
            let next = self.placed(position, placing, to, completing.contains(to));
            visit(FrameMove::placing(to), next);
        }
    }

    #[inline(always)]
    fn count_moves(&self, position: &FramePosition<B>) -> usize {
        if let (false, Some(placing)) = (position.ledger.is_over(), self.plain) {
            return (self.empty(position) & placing.open).count() as usize;
        }
        let mut count = 0;
        self.each_move(position, |_| count += 1);
        count
    }

    #[inline(always)]
    fn random_move(&self, position: &FramePosition<B>, rng: &mut Rng) -> Option<FrameMove> {
        if position.ledger.is_over() {
            return None;
        }
        if let Some(placing) = self.plain {
            let to = self.random_target(position, placing, rng);
            return Some(FrameMove::placing(to));
        }
        self.random_of_any(position, rng)
    }

    fn key(&self, position: &FramePosition<B>) -> u64 {
        // In a plain game who moves, and with what in hand, follows from the boards.
        let ledger = match self.plain {
            Some(_) => 0,
            None => position.ledger.word(),
        };
        let words = position.boards.into_iter().flat_map(|board| {
            let count = B::CAPACITY as u32 / u64::BITS;
            (0..count).map(move |index| board.word(index))
        });
        words.fold(ledger, |mixed, word| spread(mixed ^ word))
    }

    #[inline(always)]
    fn play(&self, position: &mut FramePosition<B>, mv: FrameMove) {
        match self.plain {
            Some(placing) => *position = self.after_placing(position, placing, mv.to),
            None => self.play_any(position, mv),
        }
    }

    #[inline(always)]
    fn after(&self, position: &FramePosition<B>, mv: FrameMove) -> FramePosition<B> {
        if let Some(placing) = self.plain {
            return self.after_placing(position, placing, mv.to);
        }
        let mut next = *position;
        self.play_any(&mut next, mv);
        next
    }

    fn progress(&self, position: &FramePosition<B>) -> Option<u32> {
        if self.rules.ply_limit.is_some() {
            return Some(u32::from(position.ledger.ply()));
        }
        self.only_places.then(|| {
            let placed =
                |seat| u32::from(self.start.ledger.hand(seat) - position.ledger.hand(seat));
            placed(Seat::First) + placed(Seat::Second)
        })
    }

    fn repetition_limit(&self) -> Option<u32> {
        let repetition = self.rules.repetition.filter(|_| !self.only_places);
        repetition.map(|repetition| repetition.times)
    }

    fn recurs_as(&self, position: &FramePosition<B>) -> FramePosition<B> {
        let mut timeless = *position;
        timeless.ledger.forget_plies();
        if self
            .rules
            .repetition
            .is_none_or(|rule| !rule.up_to_symmetry)
        {
            return timeless;
        }
        let images = self.symmetries.iter();
        images
            .map(|symmetry| symmetry.position(&timeless))
            .min_by_key(FramePosition::order_key)
            .unwrap_or(timeless)
    }
}

impl<B: Bits> FramePosition<B> {
    #[inline]
    pub(crate) fn board(&self, seat: Seat) -> B {
        match seat {
            Seat::First => self.boards[0],
            Seat::Second => self.boards[1],
        }
    }

    /// A total order on positions with equal hands, mover and ply.
    fn order_key(&self) -> Vec<u8> {
        let bytes = B::CAPACITY / 8;
        let of = |board: B| (0..bytes).map(move |index| board.byte(index));
        of(self.boards[0]).chain(of(self.boards[1])).collect()
    }
}
