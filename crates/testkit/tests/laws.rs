//! A game that keeps the laws passes, and each law can be broken.

use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};

use shido_core::picture::{Content, Picture, Place, Surface};
use shido_core::{
    Chance, Depict, Drawing, Evaluation, Features, Filling, ForFirst, Game, Guide, Markers,
    Notation, NotationError, Outcome, Pack, Rng, Seat, Seed, Symmetry, Touch, Touches, Turn,
};
use shido_testkit::laws;

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    None,
    TurnChanges,
    MovesChange,
    MovesReversed,
    MovesMiscounted,
    LastMoveLeads,
    MoveTwice,
    MoveAfterTheEnd,
    RandomMoveIllegal,
    RandomMoveMissing,
    EndlessPayoff,
    PayoffAboveTheStake,
    NoMoveLeft,
    PlayChanges,
    ProgressStands,
    ProgressVanishes,
    RecursElsewhere,
    MovesShareAName,
    MoveMisread,
    PositionOnTwoLines,
    PositionUnread,
    PositionMisread,
    ReadWithAnotherTurn,
    ReadWithOtherMoves,
    ReadWithAnotherHash,
    ReadWithAnotherKey,
    PlaceUnnamed,
    PlacesShareAName,
    PlaceNowhere,
    JoinToNowhere,
    JoinToItself,
    AlarmElsewhere,
    NoWayToMove,
    TouchesNothing,
    HandMissing,
    ButtonWithoutALabel,
    MovesTouchedAlike,
    NoIdentity,
    IdentityTurns,
    StartTurns,
    TurnLopsided,
    ProgressLopsided,
    MovesLopsided,
    MovesMismapped,
    RotationMissing,
    PackedTooLarge,
    UnpackedToNothing,
    CanonicalNotShared,
    CanonicalForeign,
    TooWideToPack,
    OddsAboveOne,
    OddsShort,
    JudgementInfinite,
    JudgementChanges,
    NoisyMoveMissed,
    PassKeepsTheTurn,
    PassWithoutEase,
    WinMissed,
    PliesMiscounted,
    FeaturesShareAName,
    FeatureUnnamed,
    FeatureInfinite,
    FeaturesChange,
    FeaturesTurn,
    LineOffTheBoard,
    OneSidedNeighbour,
    PointVanishes,
    HoldersChange,
    MarkersLopsided,
    TurningRemovesAMarker,
    TurningKeepsTheTurn,
}

/// Three heaps of two in a ring. A move takes one or two from a heap; whoever cannot move loses.
/// When two are left, chance moves.
struct Heaps {
    fault: Fault,
    calls: AtomicU32,
    drawing: Drawing,
}

#[derive(Clone, Debug)]
struct Position {
    heaps: [u8; 3],
    mover: Seat,
    /// Not part of what makes two positions equal, but of what some faults go by.
    ghost: bool,
    /// Whether the ghost is, wrongly, part of the hash.
    ghost_hashed: bool,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.heaps, self.mover) == (other.heaps, other.mover)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.heaps, self.mover, self.ghost && self.ghost_hashed).hash(state);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Take {
    heap: usize,
    count: u8,
}

impl Heaps {
    fn with(fault: Fault) -> Heaps {
        Heaps {
            fault,
            calls: AtomicU32::new(0),
            drawing: Drawing {
                lines: vec![vec![
                    0,
                    1,
                    if fault == Fault::LineOffTheBoard {
                        3
                    } else {
                        2
                    },
                ]],
                filling: Filling::Nothing,
                adjacent: vec![
                    vec![1, 2],
                    if fault == Fault::OneSidedNeighbour {
                        vec![2]
                    } else {
                        vec![0, 2]
                    },
                    vec![0, 1],
                ],
                cells: false,
            },
        }
    }

    fn has(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// True every other time, with this fault.
    fn sometimes(&self, fault: Fault) -> bool {
        self.has(fault) && self.calls.fetch_add(1, Ordering::Relaxed) % 2 == 1
    }

    /// By how many heaps a symmetry turns the ring.
    fn by(&self, symmetry: usize) -> usize {
        (symmetry + usize::from(self.has(Fault::IdentityTurns))) % 3
    }

    fn left(position: &Position) -> u8 {
        position.heaps.iter().sum()
    }

    fn turned(position: &Position, by: usize) -> Position {
        let mut turned = position.clone();
        turned.heaps.rotate_right(by);
        turned
    }
}

impl Game for Heaps {
    type Position = Position;
    type Move = Take;

    fn start(&self) -> Position {
        Position {
            heaps: [2; 3],
            mover: Seat::First,
            ghost: false,
            ghost_hashed: false,
        }
    }

    fn turn(&self, position: &Position) -> Turn {
        let other = self.sometimes(Fault::TurnChanges)
            || (self.has(Fault::ReadWithAnotherTurn) && position.ghost)
            || (self.has(Fault::TurnLopsided) && position.heaps[0] < position.heaps[1]);
        let mover = if other {
            position.mover.other()
        } else {
            position.mover
        };
        match Heaps::left(position) {
            0 if self.has(Fault::EndlessPayoff) => {
                Turn::Over(Outcome::paying(ForFirst(f64::INFINITY)))
            }
            0 if self.has(Fault::PayoffAboveTheStake) => {
                Turn::Over(Outcome::paying(ForFirst(-1.5)))
            }
            0 => Turn::Over(Outcome::win(mover.other())),
            2 => Turn::Chance,
            _ => Turn::Of(mover),
        }
    }

    fn each_move(&self, position: &Position, mut visit: impl FnMut(Take)) {
        let left = Heaps::left(position);
        if self.has(Fault::NoMoveLeft) && left == 1 {
            return;
        }
        let first = Take { heap: 0, count: 1 };
        if (self.has(Fault::MoveAfterTheEnd) && left == 0)
            || self.sometimes(Fault::MovesChange)
            || (self.has(Fault::ReadWithOtherMoves) && position.ghost)
            || (self.has(Fault::MoveTwice) && position.heaps[0] > 0)
        {
            visit(first);
        }
        for (heap, &size) in position.heaps.iter().enumerate() {
            for count in 1..=size {
                let take = Take { heap, count };
                if !(self.has(Fault::MovesLopsided) && take == (Take { heap: 0, count: 2 })) {
                    visit(take);
                }
            }
        }
    }

    fn moves(&self, position: &Position) -> Vec<Take> {
        let mut moves = Vec::new();
        self.each_move(position, |mv| moves.push(mv));
        if self.has(Fault::MovesReversed) {
            moves.reverse();
        }
        moves
    }

    fn leading_move(&self, position: &Position) -> Option<Take> {
        let moves = self.moves(position);
        match self.has(Fault::LastMoveLeads) {
            true => moves.last().copied(),
            false => moves.first().copied(),
        }
    }

    fn count_moves(&self, position: &Position) -> usize {
        self.moves(position).len() + usize::from(self.has(Fault::MovesMiscounted))
    }

    fn play(&self, position: &mut Position, mv: Take) {
        position.heaps[mv.heap] = position.heaps[mv.heap].saturating_sub(mv.count);
        if !self.sometimes(Fault::PlayChanges) {
            position.mover = position.mover.other();
        }
    }

    fn random_move(&self, position: &Position, _rng: &mut Rng) -> Option<Take> {
        match self.fault {
            Fault::RandomMoveIllegal => Some(Take { heap: 0, count: 3 }),
            Fault::RandomMoveMissing => None,
            _ => self.moves(position).pop(),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        let ghost = self.has(Fault::ReadWithAnotherKey) && position.ghost;
        let heaps = position.heaps.iter().map(|&size| u64::from(size));
        heaps.fold(u64::from(ghost), |key, size| 3 * key + size)
    }

    fn progress(&self, position: &Position) -> Option<u32> {
        let taken = 6 - u32::from(Heaps::left(position));
        match self.fault {
            Fault::ProgressStands => Some(0),
            Fault::ProgressVanishes => (taken == 0).then_some(0),
            Fault::ProgressLopsided => Some(10 + taken - u32::from(position.heaps[0])),
            _ => Some(taken),
        }
    }

    fn recurs_as(&self, position: &Position) -> Position {
        Heaps::turned(position, usize::from(self.has(Fault::RecursElsewhere)))
    }
}

impl Notation for Heaps {
    fn write_move(&self, _position: &Position, mv: Take) -> String {
        let heap = ["a", "b", "c"][mv.heap];
        if self.has(Fault::MovesShareAName) {
            heap.to_owned()
        } else {
            format!("{heap}{}", mv.count)
        }
    }

    fn write_position(&self, position: &Position) -> String {
        let heaps: String = position.heaps.iter().map(u8::to_string).collect();
        let between = if self.has(Fault::PositionOnTwoLines) {
            "\n"
        } else {
            " "
        };
        format!("{heaps}{between}{}", position.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let no_position = || NotationError::new("not three heaps and a seat");
        if self.has(Fault::PositionUnread) {
            return Err(no_position());
        }
        let (heaps, mover) = text.split_once([' ', '\n']).ok_or_else(no_position)?;
        let mut heaps: Vec<u8> = heaps
            .bytes()
            .map(|digit| digit.wrapping_sub(b'0'))
            .collect();
        if self.has(Fault::PositionMisread) {
            heaps.reverse();
        }
        Ok(Position {
            heaps: heaps.try_into().map_err(|_| no_position())?,
            mover: if mover == "first" {
                Seat::First
            } else {
                Seat::Second
            },
            ghost: matches!(
                self.fault,
                Fault::ReadWithAnotherTurn
                    | Fault::ReadWithOtherMoves
                    | Fault::ReadWithAnotherHash
                    | Fault::ReadWithAnotherKey
            ),
            ghost_hashed: self.has(Fault::ReadWithAnotherHash),
        })
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Take, NotationError> {
        let moves = self.moves(position);
        moves
            .into_iter()
            .find(|&mv| self.has(Fault::MoveMisread) || self.write_move(position, mv) == text)
            .ok_or_else(|| NotationError::new("no such move"))
    }
}

impl Depict for Heaps {
    fn picture(&self, position: &Position) -> Picture {
        let mut names = ["a", "b", "c"];
        let mut right = 2.0;
        let mut joins = vec![(0, 1), (1, 2), (2, 0)];
        match self.fault {
            Fault::PlaceUnnamed => names[2] = "",
            Fault::PlacesShareAName => names[2] = "a",
            Fault::PlaceNowhere => right = f64::NAN,
            Fault::JoinToNowhere => joins.push((0, 3)),
            Fault::JoinToItself => joins.push((1, 1)),
            _ => {}
        }
        let place = |heap: usize| Place {
            name: names[heap].to_owned(),
            at: [[0.0, 1.0, right][heap], 0.0],
            content: Content::Label(position.heaps[heap].to_string()),
        };
        let places = (0..3).map(place).collect();
        let alarms = match self.has(Fault::AlarmElsewhere) {
            true => vec!["d".to_owned()],
            false => vec!["a".to_owned()],
        };
        Picture {
            joins,
            alarms,
            ..Picture::new(Surface::Points, places, ["1", "2"].map(str::to_owned))
        }
    }

    /// The heap, and then how many are taken of it.
    fn touches(&self, _position: &Position, _picture: &Picture, mv: Take) -> Touches {
        let heap = Touches::of_places([["a", "b", "c"][mv.heap]]);
        match self.fault {
            Fault::NoWayToMove => Touches {
                ways: Vec::new(),
                ..heap
            },
            Fault::TouchesNothing => Touches::of_places(["d"]),
            Fault::HandMissing => Touches {
                ways: vec![vec![Touch::Hand(Seat::First)]],
                ..heap
            },
            Fault::ButtonWithoutALabel => Touches {
                ways: vec![Vec::new()],
                choice: None,
            },
            Fault::MovesTouchedAlike => heap,
            _ => heap.choosing(mv.count.to_string()),
        }
    }
}

impl Symmetry for Heaps {
    fn symmetries(&self) -> usize {
        match self.fault {
            Fault::NoIdentity => 0,
            Fault::RotationMissing => 2,
            _ => 3,
        }
    }

    fn transform(&self, symmetry: usize, position: &Position) -> Position {
        let mut turned = Heaps::turned(position, self.by(symmetry));
        if self.has(Fault::StartTurns) && symmetry > 0 {
            turned.mover = turned.mover.other();
        }
        turned
    }

    fn transform_move(&self, symmetry: usize, mv: Take) -> Take {
        let mismapped = self.has(Fault::MovesMismapped) && symmetry > 0;
        Take {
            heap: (mv.heap + self.by(symmetry)) % 3,
            count: if mismapped { 3 - mv.count } else { mv.count },
        }
    }

    fn mirrors(&self, _symmetry: usize, _position: &Position) -> bool {
        false
    }
}

impl Pack for Heaps {
    fn packed_bits(&self) -> u32 {
        match self.fault {
            Fault::PackedTooLarge => 3,
            Fault::TooWideToPack => 65,
            _ => 6,
        }
    }

    fn pack(&self, position: &Position) -> u64 {
        assert!(!self.has(Fault::TooWideToPack), "positions are too wide");
        let digits = position.heaps.iter().map(|&size| u64::from(size));
        digits.fold(position.mover.index() as u64, |packed, size| {
            3 * packed + size
        })
    }

    fn unpack(&self, packed: u64) -> Option<Position> {
        (packed < 54 && !self.has(Fault::UnpackedToNothing)).then(|| Position {
            heaps: [9, 3, 1].map(|unit| (packed / unit % 3) as u8),
            mover: Seat::BOTH[usize::from(packed >= 27)],
            ghost: false,
            ghost_hashed: false,
        })
    }

    fn pack_canonical(&self, position: &Position) -> u64 {
        let turned = (0..3).map(|by| self.pack(&Heaps::turned(position, by)));
        match self.fault {
            Fault::CanonicalNotShared => self.pack(position),
            Fault::CanonicalForeign => 60,
            _ => turned.min().expect("there are three"),
        }
    }
}

impl Chance for Heaps {
    fn probability(&self, position: &Position, _outcome: Take) -> f64 {
        match self.fault {
            Fault::OddsAboveOne => 2.0,
            Fault::OddsShort => 0.1,
            _ => 1.0 / self.count_moves(position) as f64,
        }
    }
}

impl Evaluation for Heaps {
    fn evaluate(&self, position: &Position, _judge: Seat) -> Option<ForFirst<f64>> {
        let spoilt = self.has(Fault::JudgementInfinite) && Heaps::left(position) == 3;
        let changed = self.sometimes(Fault::JudgementChanges);
        Some(ForFirst(if spoilt {
            f64::INFINITY
        } else {
            f64::from(u8::from(changed))
        }))
    }
}

/// To empty a heap is noisy. Doing nothing is allowed while all three heaps are there.
impl Guide for Heaps {
    fn noisy(&self, position: &Position, mv: Take) -> bool {
        position.heaps[mv.heap] == mv.count
    }

    fn each_noisy(&self, position: &Position, mut visit: impl FnMut(Take)) {
        for mv in self.moves(position) {
            let missed = self.has(Fault::NoisyMoveMissed) && mv.count == 2;
            if self.noisy(position, mv) && !missed {
                visit(mv);
            }
        }
    }

    fn at_ease(&self, _position: &Position) -> bool {
        !self.has(Fault::PassWithoutEase)
    }

    fn pass(&self, position: &Position) -> Option<Position> {
        let mut passed = position.clone();
        if !self.has(Fault::PassKeepsTheTurn) {
            passed.mover = passed.mover.other();
        }
        (!position.heaps.contains(&0)).then_some(passed)
    }

    fn plies_unless_won(&self, position: &Position) -> Option<u32> {
        self.has(Fault::PliesMiscounted)
            .then(|| u32::from(Heaps::left(position)) + 1)
    }

    fn win_at_once(&self, position: &Position) -> Option<Take> {
        let moves = self.moves(position);
        let wins = |mv: &&Take| match self.turn(&self.after(position, **mv)) {
            Turn::Over(outcome) => outcome.winner() == Some(position.mover),
            _ => false,
        };
        match self.has(Fault::WinMissed) {
            true => None,
            false => moves.iter().find(wins).copied(),
        }
    }
}

/// A heap is held by the first player while it is whole, and by the second when one is left.
impl Markers for Heaps {
    fn holders(&self, position: &Position) -> Vec<Option<Seat>> {
        let mut holders: Vec<Option<Seat>> = position
            .heaps
            .iter()
            .map(|&size| match size {
                2 => Some(Seat::First),
                1 => Some(Seat::Second),
                _ => None,
            })
            .collect();
        if self.has(Fault::PointVanishes) && Heaps::left(position) == 3 {
            holders.pop();
        }
        if self.sometimes(Fault::HoldersChange) {
            holders[0] = None;
        }
        if self.has(Fault::MarkersLopsided) && position.heaps[0] == 1 {
            holders[0] = None;
        }
        if self.has(Fault::TurningRemovesAMarker) && position.ghost {
            holders[1] = None;
        }
        holders
    }

    fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    fn turned(&self, position: &Position) -> Option<Position> {
        let mut turned = position.clone();
        turned.ghost = true;
        if !self.has(Fault::TurningKeepsTheTurn) {
            turned.mover = turned.mover.other();
        }
        Some(turned)
    }
}

impl Features for Heaps {
    fn feature_names(&self) -> Vec<String> {
        let last = if self.has(Fault::FeaturesShareAName) {
            "heaps of one"
        } else {
            "heaps of two"
        };
        ["empty heaps", "heaps of one", last]
            .map(str::to_owned)
            .to_vec()
    }

    fn each_feature(&self, position: &Position, mut visit: impl FnMut(usize, f64)) {
        for (heap, &size) in position.heaps.iter().enumerate() {
            let feature = if self.has(Fault::FeaturesTurn) {
                heap
            } else {
                usize::from(size)
            };
            visit(feature, 1.0 + f64::from(size));
        }
        if self.has(Fault::FeatureUnnamed) {
            visit(3, 1.0);
        }
        if self.has(Fault::FeatureInfinite) && Heaps::left(position) == 3 {
            visit(0, f64::NEG_INFINITY);
        }
        if self.sometimes(Fault::FeaturesChange) {
            visit(0, 1.0);
        }
    }
}

const PLAYOUTS: usize = 50;

type Check = fn(&Heaps);

fn check(game: &Heaps) {
    laws::check(game, Seed(1), PLAYOUTS);
}

fn check_symmetry(game: &Heaps) {
    laws::check_symmetry(game, Seed(2), PLAYOUTS);
}

fn check_pack(game: &Heaps) {
    laws::check_pack(game, Seed(3), PLAYOUTS);
}

fn check_chance(game: &Heaps) {
    laws::check_chance(game, Seed(4), PLAYOUTS);
}

fn check_evaluation(game: &Heaps) {
    laws::check_evaluation(game, Seed(5), PLAYOUTS);
}

fn check_guide(game: &Heaps) {
    laws::check_guide(game, Seed(6), PLAYOUTS);
}

fn check_features(game: &Heaps) {
    laws::check_features(game, Seed(7), PLAYOUTS);
}

fn check_markers(game: &Heaps) {
    laws::check_markers(game, Seed(8), PLAYOUTS);
}

/// The message of the law that breaks.
fn message(fault: Fault, check: Check) -> String {
    let game = Heaps::with(fault);
    let panic =
        catch_unwind(AssertUnwindSafe(|| check(&game))).expect_err("a law should be broken");
    match panic.downcast::<String>() {
        Ok(message) => *message,
        Err(panic) => (*panic.downcast::<&str>().expect("panics carry text")).to_owned(),
    }
}

#[test]
fn a_sound_game_passes() {
    for check in [
        check,
        check_symmetry,
        check_pack,
        check_chance,
        check_evaluation,
        check_guide,
        check_features,
        check_markers,
    ] {
        check(&Heaps::with(Fault::None));
    }
    check_pack(&Heaps::with(Fault::TooWideToPack));
}

#[test]
fn every_law_can_be_broken() {
    let rows: &[(Fault, Check, &str)] = &[
        (Fault::TurnChanges, check, "turn is stable"),
        (Fault::MovesChange, check, "moves are stable"),
        (Fault::MovesReversed, check, "each_move agrees with moves"),
        (
            Fault::MovesMiscounted,
            check,
            "count_moves agrees with moves",
        ),
        (Fault::LastMoveLeads, check, "leading_move is the first"),
        (Fault::MoveTwice, check, "moves are distinct"),
        (
            Fault::MoveAfterTheEnd,
            check,
            "a contest that is over has no moves",
        ),
        (Fault::RandomMoveIllegal, check, "a random move is legal"),
        (
            Fault::RandomMoveMissing,
            check,
            "there is a random move if any",
        ),
        (Fault::EndlessPayoff, check, "no payoff is above the stake"),
        (
            Fault::PayoffAboveTheStake,
            check,
            "no payoff is above the stake",
        ),
        (
            Fault::NoMoveLeft,
            check,
            "a contest that goes on has a move",
        ),
        (Fault::PlayChanges, check, "play is a function"),
        (Fault::ProgressStands, check, "progress grows"),
        (Fault::ProgressVanishes, check, "progress grows"),
        (Fault::RecursElsewhere, check, "recurs_as settles at once"),
        (
            Fault::MovesShareAName,
            check,
            "moves are written differently",
        ),
        (
            Fault::MoveMisread,
            check,
            "moves are read as they are written",
        ),
        (
            Fault::PositionOnTwoLines,
            check,
            "a position is written on one line",
        ),
        (
            Fault::PositionUnread,
            check,
            "positions are read as they are written",
        ),
        (
            Fault::PositionMisread,
            check,
            "positions are read as they are written",
        ),
        (
            Fault::ReadWithAnotherTurn,
            check,
            "equal positions have equal turns",
        ),
        (
            Fault::ReadWithOtherMoves,
            check,
            "equal positions have equal moves",
        ),
        (
            Fault::ReadWithAnotherHash,
            check,
            "equal positions have equal hashes",
        ),
        (
            Fault::ReadWithAnotherKey,
            check,
            "equal positions have equal keys",
        ),
        (Fault::PlaceUnnamed, check, "places are named"),
        (
            Fault::PlacesShareAName,
            check,
            "places are named differently",
        ),
        (Fault::PlaceNowhere, check, "places are somewhere"),
        (Fault::JoinToNowhere, check, "joins are between two places"),
        (Fault::JoinToItself, check, "joins are between two places"),
        (Fault::AlarmElsewhere, check, "alarms are at places"),
        (Fault::NoWayToMove, check, "a move can be made by touching"),
        (
            Fault::TouchesNothing,
            check,
            "what is touched is on the picture",
        ),
        (
            Fault::HandMissing,
            check,
            "what is touched is on the picture",
        ),
        (
            Fault::ButtonWithoutALabel,
            check,
            "a move without a touch is a button with a label",
        ),
        (
            Fault::MovesTouchedAlike,
            check,
            "moves differ in what is touched or chosen",
        ),
        (
            Fault::NoIdentity,
            check_symmetry,
            "the identity is a symmetry",
        ),
        (
            Fault::IdentityTurns,
            check_symmetry,
            "symmetry 0 is the identity",
        ),
        (
            Fault::StartTurns,
            check_symmetry,
            "symmetries keep the start",
        ),
        (
            Fault::TurnLopsided,
            check_symmetry,
            "symmetries keep the turn",
        ),
        (
            Fault::ProgressLopsided,
            check_symmetry,
            "symmetries keep the progress",
        ),
        (
            Fault::MovesLopsided,
            check_symmetry,
            "symmetries map legal moves onto legal moves",
        ),
        (
            Fault::MovesMismapped,
            check_symmetry,
            "symmetries commute with play",
        ),
        (
            Fault::RotationMissing,
            check_symmetry,
            "symmetries are closed under composition",
        ),
        (
            Fault::PackedTooLarge,
            check_pack,
            "packed positions are below 2^bits",
        ),
        (
            Fault::UnpackedToNothing,
            check_pack,
            "unpacking is the inverse of packing",
        ),
        (
            Fault::CanonicalNotShared,
            check_pack,
            "images share a canonical number",
        ),
        (
            Fault::CanonicalForeign,
            check_pack,
            "the canonical number is that of an image",
        ),
        (
            Fault::OddsAboveOne,
            check_chance,
            "probabilities are from 0 to 1",
        ),
        (
            Fault::OddsShort,
            check_chance,
            "probabilities add up to one",
        ),
        (
            Fault::JudgementInfinite,
            check_evaluation,
            "judgements are finite",
        ),
        (
            Fault::JudgementChanges,
            check_evaluation,
            "judgements are stable",
        ),
        (
            Fault::NoisyMoveMissed,
            check_guide,
            "each_noisy visits the noisy moves",
        ),
        (
            Fault::PassKeepsTheTurn,
            check_guide,
            "a pass hands the turn over",
        ),
        (Fault::PassWithoutEase, check_guide, "a pass needs ease"),
        (
            Fault::WinMissed,
            check_guide,
            "win_at_once finds a move that wins",
        ),
        (
            Fault::PliesMiscounted,
            check_guide,
            "plies_unless_won are left unless somebody wins",
        ),
        (
            Fault::FeaturesShareAName,
            check_features,
            "features are named differently",
        ),
        (Fault::FeatureUnnamed, check_features, "features are named"),
        (
            Fault::FeatureInfinite,
            check_features,
            "features are finite",
        ),
        (Fault::FeaturesChange, check_features, "features are stable"),
        (
            Fault::FeaturesTurn,
            check_features,
            "features are symmetric",
        ),
        (
            Fault::LineOffTheBoard,
            check_markers,
            "what is drawn is on the board",
        ),
        (
            Fault::OneSidedNeighbour,
            check_markers,
            "neighbours are neighbours of each other",
        ),
        (
            Fault::PointVanishes,
            check_markers,
            "the board keeps its points",
        ),
        (Fault::HoldersChange, check_markers, "holders are stable"),
        (
            Fault::MarkersLopsided,
            check_markers,
            "symmetries move markers from point to point",
        ),
        (
            Fault::TurningRemovesAMarker,
            check_markers,
            "turning round keeps the markers",
        ),
        (
            Fault::TurningKeepsTheTurn,
            check_markers,
            "turning round hands the turn over",
        ),
    ];
    for (fault, check, law) in rows {
        let message = message(*fault, *check);
        let first_line = message.lines().next();
        assert_eq!(
            first_line,
            Some(format!("law broken: {law}").as_str()),
            "{fault:?}"
        );
    }
}

#[test]
fn a_broken_law_shows_the_position_and_the_way_there() {
    let message = message(Fault::NoMoveLeft, check);
    let told = |label: &str| {
        let lines = message.lines().map(str::trim);
        lines
            .filter_map(|line| line.strip_prefix(label))
            .next()
            .expect("the line is there")
    };
    let game = Heaps::with(Fault::None);
    let mut position = game.start();
    let moves = told("after the moves ").trim_matches(['[', ']']);
    for name in moves.split(' ') {
        let mv = game.parse_move(&position, name).expect("the move is legal");
        game.play(&mut position, mv);
    }
    assert_eq!(game.write_position(&position), told("in position "));
    assert_eq!(Heaps::left(&position), 1);
}
