//! What a frame says about play: markers, start, stages, goal and draws.

use std::ops::Range;

use crate::frame::{Board, Entry, LineRule, Marker, NoMove, Over, Point, Repetition, Rules, Stage};
use crate::reader::{At, Section};

use super::board::{BoardText, Names};

pub(super) fn rules(top: &Section<'_, '_>, board: Option<BoardText>) -> Option<Rules> {
    let starts = top.choice("starts", &[("first", 0_usize), ("second", 1)]);
    let points = board.as_ref().map(|text| text.board.points.len());
    let second_starts = starts.is_some_and(|at| at.value == 1);
    let markers = markers(top, points, second_starts);
    let setup = setup(top, board.as_ref());
    let stages = stages(top, board.as_ref());
    let goal = goal(top);
    let removal = removal(top, &goal);
    let draw = draw(top);

    let (board, mut markers, mut setup, stages) = (board?, markers?, setup?, stages?);
    let line = match goal.line.as_ref().map(|at| at.value) {
        None => LineRule::Nothing,
        Some(LineWord::Win) => LineRule::Wins,
        Some(LineWord::Lose) => LineRule::Loses,
        Some(LineWord::Remove) => LineRule::Removes {
            protect_lines: removal,
        },
    };
    let check = Check {
        top,
        board: &board,
        markers: &markers,
        setup: &setup,
        stages: &stages,
        goal: &goal,
        line,
        draw: &draw,
        second_starts,
    };
    check.all();
    if second_starts {
        markers.swap(0, 1);
        setup.swap(0, 1);
    }
    Some(Rules {
        board: board.board,
        markers: markers.map(|at| at.value),
        setup: setup.map(|at| at.value),
        stages: stages.into_iter().map(|at| at.value).collect(),
        line,
        no_move: goal.no_move.map_or(NoMove::Draws, |at| at.value),
        fewer_than: goal.fewer_than.map(|at| at.value as u32),
        full_board_draws: draw.full_board,
        repetition: draw.repetition,
        ply_limit: draw.plies,
    })
}

fn markers(
    top: &Section<'_, '_>,
    points: Option<usize>,
    second_starts: bool,
) -> Option<[At<Marker>; 2]> {
    let Some(section) = top.section("markers") else {
        if !top.has("markers") {
            top.error(
                &top.span,
                "the frame does not say what the sides play with",
                "add `[markers]` with `first = { symbol = \"X\", count = 5 }` and `second = ...`",
            );
        }
        return None;
    };
    // Left out, the counts fill the board when the sides place in turn.
    let share = |starts: bool| points.map(|n| if starts { n.div_ceil(2) } else { n / 2 });
    let first = marker(&section, "first", share(!second_starts));
    let second = marker(&section, "second", share(second_starts));
    let span = section.span.clone();
    if let (Some(first), Some(second)) = (&first, &second) {
        if first.value.symbol == second.value.symbol {
            section.error(
                &second.span,
                format!("both sides have the symbol `{}`", second.value.symbol),
                "give the sides different symbols, such as `X` and `O`",
            );
        }
        if let Some(points) = points {
            for marker in [first, second] {
                if marker.value.count as usize > points {
                    section.error(
                        &marker.span,
                        format!(
                            "{} markers do not fit on a board of {points} points",
                            marker.value.count
                        ),
                        format!("write `count = {points}` or less"),
                    );
                }
            }
        }
    }
    for (side, missing) in [("first", first.is_none()), ("second", second.is_none())] {
        if missing && !section.entries().any(|(key, _)| key.value == side) {
            section.error(
                &span,
                format!("the {side} side has no markers"),
                format!("add `{side} = {{ symbol = \"X\", count = 5 }}`"),
            );
        }
    }
    section.finish();
    Some([first?, second?])
}

fn marker(
    markers: &Section<'_, '_>,
    side: &'static str,
    default_count: Option<usize>,
) -> Option<At<Marker>> {
    let section = markers.section(side)?;
    let symbol = section.text("symbol");
    let count = section.number("count", 1..=255);
    if !section.has("symbol") {
        section.error(
            &section.span,
            format!("the {side} side's markers have no symbol"),
            "add `symbol = \"X\"`",
        );
    }
    let given = section.has("count");
    let span = section.span.clone();
    let symbol = symbol.and_then(|text| {
        let mut characters = text.value.chars();
        let character = characters.next();
        let usable = |c: &char| {
            !c.is_whitespace() && !c.is_control() && !c.is_ascii_digit() && !".-/|".contains(*c)
        };
        match (character.filter(usable), characters.next()) {
            (Some(symbol), None) => Some(symbol),
            _ => {
                section.error(
                    &text.span,
                    format!("`{}` cannot stand for a marker", text.value),
                    "use one character, not a digit, space or one of `. - / |`",
                );
                None
            }
        }
    });
    section.finish();
    let count = match count {
        Some(count) => count.value as u32,
        None if given => return None,
        None => default_count? as u32,
    };
    Some(At {
        value: Marker {
            symbol: symbol?,
            count,
        },
        span,
    })
}

fn setup(top: &Section<'_, '_>, board: Option<&BoardText>) -> Option<[At<Vec<Point>>; 2]> {
    let nothing = || At {
        value: Vec::new(),
        span: 0..0,
    };
    let Some(section) = top.section("start") else {
        return (!top.has("start")).then(|| [nothing(), nothing()]);
    };
    let lists = [section.texts("first"), section.texts("second")];
    let mut sound = true;
    let mut sides = [nothing(), nothing()];
    if let Some(board) = board {
        for (side, list) in sides.iter_mut().zip(lists) {
            let Some(list) = list else { continue };
            match Names(&board.names).find_all(&section, &list.value) {
                Some(points) => {
                    *side = At {
                        value: points,
                        span: list.span,
                    }
                }
                None => sound = false,
            }
        }
        let shared = sides[0].value.iter().find(|p| sides[1].value.contains(p));
        if let Some(point) = shared {
            let name = &board.board.points[usize::from(*point)].name;
            section.error(
                &sides[1].span,
                format!("both sides start on `{name}`"),
                "leave the point to one of them",
            );
            sound = false;
        }
    }
    section.finish();
    sound.then_some(sides)
}

/// Far more than any known game has, and few enough to mark points by the stages that name them.
const MOST_STAGES: usize = 8;

#[derive(Clone, Copy)]
enum MoveWord {
    Place,
    Drop,
    Slide,
    Fly,
}

fn stages(top: &Section<'_, '_>, board: Option<&BoardText>) -> Option<Vec<At<Stage>>> {
    let Some(list) = top.array("stages", "`[[stages]]` with `move = \"place\"` below") else {
        if !top.has("stages") {
            top.error(
                &top.span,
                "the frame does not say how to move",
                "add `[[stages]]` with `move = \"place\"`, `\"drop\"`, `\"slide\"` or `\"fly\"`",
            );
        }
        return None;
    };
    if list.value.is_empty() {
        top.error(
            &list.span,
            "there are no stages",
            "add `[[stages]]` with `move = \"place\"`",
        );
        return None;
    }
    if list.value.len() > MOST_STAGES {
        top.error(
            &list.span,
            format!("{} stages are more than a game can use", list.value.len()),
            format!("write at most {MOST_STAGES}"),
        );
        return None;
    }
    let mut stages = Vec::new();
    let mut sound = true;
    for value in &list.value {
        match top
            .as_section("stages", value)
            .and_then(|section| stage(section, board))
        {
            Some(stage) => stages.push(stage),
            None => sound = false,
        }
    }
    sound.then_some(stages)
}

fn stage(section: Section<'_, '_>, board: Option<&BoardText>) -> Option<At<Stage>> {
    let word = section.choice(
        "move",
        &[
            ("place", MoveWord::Place),
            ("drop", MoveWord::Drop),
            ("slide", MoveWord::Slide),
            ("fly", MoveWord::Fly),
        ],
    );
    if !section.has("move") {
        section.error(
            &section.span,
            "this stage does not say how to move",
            "add `move = \"place\"`, `\"drop\"`, `\"slide\"` or `\"fly\"`",
        );
    }
    let at_most = section.number("markers-at-most", 1..=255);
    let jumps = section.choice(
        "jumps",
        &[
            ("none", Over::None),
            ("own", Over::Own),
            ("other", Over::Other),
            ("any", Over::Any),
        ],
    );
    let except = section.texts("except");
    let enter = section
        .section("enter")
        .and_then(|enter| entry(enter, board));
    let except = match (&except, board) {
        (Some(list), Some(board)) => Names(&board.names).find_all(&section, &list.value),
        _ => Some(Vec::new()),
    };
    if let Some(word) = &word {
        let moving = matches!(word.value, MoveWord::Slide | MoveWord::Fly);
        let sliding = matches!(word.value, MoveWord::Slide);
        let placing = matches!(word.value, MoveWord::Place);
        for (key, fits, whose) in [
            ("markers-at-most", moving, "`slide` and `fly`"),
            ("jumps", sliding, "`slide`"),
            ("enter", sliding, "`slide`"),
            ("except", placing, "`place`"),
        ] {
            if section.has(key) && !fits {
                section.error(
                    &section.key_span(key),
                    format!("`{key}` means nothing in this stage"),
                    format!("`{key}` belongs to {whose}; leave it out here"),
                );
            }
        }
    }
    section.finish();
    let word = word?;
    let markers_at_most = at_most.map(|at| at.value as u32);
    let stage = match word.value {
        MoveWord::Place => Stage::Place { except: except? },
        MoveWord::Drop => Stage::Drop,
        MoveWord::Slide => Stage::Slide {
            markers_at_most,
            jumps: jumps.map_or(Over::None, |at| at.value),
            enter,
        },
        MoveWord::Fly => Stage::Fly { markers_at_most },
    };
    Some(At {
        value: stage,
        span: word.span,
    })
}

fn entry(section: Section<'_, '_>, board: Option<&BoardText>) -> Option<Entry> {
    let points = section.texts("points");
    let beside = section.choice("beside", &[("own", true), ("other", false)]);
    if !section.has("points") || !section.has("beside") {
        section.error(
            &section.span,
            "`enter` needs the points and the condition",
            "write `enter = { points = [\"centre\"], beside = \"other\" }`",
        );
    }
    let points = match (points, board) {
        (Some(list), Some(board)) => Names(&board.names).find_all(&section, &list.value),
        _ => None,
    };
    section.finish();
    Some(Entry {
        points: points?,
        beside_own: beside?.value,
    })
}

#[derive(Clone, Copy, PartialEq)]
enum LineWord {
    Win,
    Lose,
    Remove,
}

#[derive(Default)]
struct Goal {
    span: Range<usize>,
    line: Option<At<LineWord>>,
    no_move: Option<At<NoMove>>,
    fewer_than: Option<At<i64>>,
}

fn goal(top: &Section<'_, '_>) -> Goal {
    let Some(section) = top.section("goal") else {
        return Goal {
            span: top.span.clone(),
            ..Goal::default()
        };
    };
    let goal = Goal {
        span: section.span.clone(),
        line: section.choice(
            "line",
            &[
                ("win", LineWord::Win),
                ("lose", LineWord::Lose),
                ("remove", LineWord::Remove),
            ],
        ),
        no_move: section.choice(
            "no-move",
            &[
                ("lose", NoMove::Loses),
                ("win", NoMove::Wins),
                ("draw", NoMove::Draws),
                ("pass", NoMove::Passes),
            ],
        ),
        fewer_than: section.number("fewer-than", 1..=255),
    };
    section.finish();
    goal
}

/// Whether markers in lines are protected from removal.
fn removal(top: &Section<'_, '_>, goal: &Goal) -> bool {
    let Some(section) = top.section("removal") else {
        return true;
    };
    let protect = section.boolean("protect-lines").is_none_or(|at| at.value);
    if goal
        .line
        .as_ref()
        .is_none_or(|at| at.value != LineWord::Remove)
    {
        section.error(
            &section.span,
            "nothing is ever removed in this game",
            "write `line = \"remove\"` in `[goal]`, or leave `[removal]` out",
        );
    }
    section.finish();
    protect
}

#[derive(Default)]
struct Draw {
    /// Whether something keeps play from going on for ever, even if it is written wrongly.
    bounded: bool,
    full_board: bool,
    repetition: Option<Repetition>,
    plies: Option<u32>,
}

fn draw(top: &Section<'_, '_>) -> Draw {
    let Some(section) = top.section("draw") else {
        return Draw::default();
    };
    let draw = Draw {
        bounded: section.has("repetition") || section.has("plies"),
        full_board: section.boolean("full-board").is_some_and(|at| at.value),
        repetition: repetition(&section),
        plies: section
            .number("plies", 1..=10_000)
            .map(|at| at.value as u32),
    };
    section.finish();
    draw
}

fn repetition(section: &Section<'_, '_>) -> Option<Repetition> {
    let value = section.get("repetition")?;
    if value.get_ref().is_table() {
        let table = section.as_section("repetition", value)?;
        let times = table.number("times", 2..=255);
        let up_to_symmetry = table.boolean("up-to-symmetry").is_some_and(|at| at.value);
        if !table.has("times") {
            table.error(
                &table.span,
                "`repetition` does not say how often",
                "write `repetition = { times = 3, up-to-symmetry = true }`",
            );
        }
        table.finish();
        return Some(Repetition {
            times: times?.value as u32,
            up_to_symmetry,
        });
    }
    let times = section.as_number("repetition", value, 2..=255)?;
    Some(Repetition {
        times: times.value as u32,
        up_to_symmetry: false,
    })
}

/// Do the parts make a game together?
struct Check<'c, 'a, 't> {
    top: &'c Section<'a, 't>,
    board: &'c BoardText,
    markers: &'c [At<Marker>; 2],
    setup: &'c [At<Vec<Point>>; 2],
    stages: &'c [At<Stage>],
    goal: &'c Goal,
    line: LineRule,
    draw: &'c Draw,
    second_starts: bool,
}

impl Check<'_, '_, '_> {
    fn all(&self) {
        self.start();
        self.columns();
        self.lines();
        self.winnable();
        for (index, stage) in self.stages.iter().enumerate() {
            self.stage_is_possible(stage);
            self.stage_is_reached(index, stage);
        }
        self.ends();
    }

    fn error(&self, span: &Range<usize>, problem: impl Into<String>, help: impl Into<String>) {
        self.top.error(span, problem, help);
    }

    fn board(&self) -> &Board {
        &self.board.board
    }

    fn removes(&self) -> bool {
        matches!(self.line, LineRule::Removes { .. })
    }

    fn in_hand(&self, side: usize) -> u32 {
        let placed = self.setup[side].value.len() as u32;
        self.markers[side].value.count.saturating_sub(placed)
    }

    fn start(&self) {
        for side in 0..2 {
            let (setup, marker) = (&self.setup[side], &self.markers[side]);
            if setup.value.len() > marker.value.count as usize {
                self.error(
                    &setup.span,
                    format!(
                        "{} markers start on the board, but the side has only {}",
                        setup.value.len(),
                        marker.value.count
                    ),
                    format!("write `count = {}` in `[markers]`", setup.value.len()),
                );
            }
            let complete = |line: &Vec<Point>| line.iter().all(|p| setup.value.contains(p));
            if self.line != LineRule::Nothing && self.board().lines.iter().any(complete) {
                self.error(
                    &setup.span,
                    "a line is complete before the first move",
                    "start the markers elsewhere",
                );
            }
            let place = self.stages.iter().any(|stage| self.uses_hand(&stage.value));
            if self.in_hand(side) > 0 && !place {
                self.error(
                    &marker.span,
                    format!("{} markers can never come into play", self.in_hand(side)),
                    "add a stage with `move = \"place\"`, or list the points under `[start]`",
                );
            }
        }
    }

    /// In a game with columns markers never leave them and never hang in the air.
    fn columns(&self) {
        let drop = self.stages.iter().find(|stage| stage.value == Stage::Drop);
        let (Some(drop), Some(stride)) = (drop, self.board().column_stride) else {
            return;
        };
        let other = self
            .stages
            .iter()
            .find(|stage| !self.uses_hand(&stage.value));
        if let Some(stage) = other {
            self.error(
                &stage.span,
                "markers that were dropped into columns cannot move out of them",
                "leave this stage out, or use `move = \"place\"` instead of `\"drop\"`",
            );
        }
        if self.removes() {
            self.error(
                &drop.span,
                "taking a marker out of a column would leave others hanging in the air",
                "use `move = \"place\"`, or another `line` in `[goal]`",
            );
        }
        let starts = || self.setup.iter().flat_map(|side| side.value.iter());
        for side in self.setup {
            let hangs = |point: &&Point| {
                let below = u32::from(**point).checked_sub(stride);
                below.is_some_and(|below| !starts().any(|start| u32::from(*start) == below))
            };
            if let Some(point) = side.value.iter().find(hangs) {
                self.error(
                    &side.span,
                    format!(
                        "the marker on `{}` hangs in the air",
                        self.board().points[usize::from(*point)].name
                    ),
                    "start it at the bottom of its column, or put a marker below it",
                );
            }
        }
    }

    fn uses_hand(&self, stage: &Stage) -> bool {
        matches!(stage, Stage::Place { .. } | Stage::Drop)
    }

    fn lines(&self) {
        match (&self.goal.line, self.board.has_lines) {
            (Some(line), false) => self.error(
                &line.span,
                "the goal is about lines, but the board has none",
                "add `lines = { in-a-row = 3 }`, `lines = \"roads\"` or a list to `[board]`",
            ),
            (None, true) if self.decisive() => self.error(
                &self.board.lines,
                "the board has lines, but nothing happens when one is completed",
                "write `line = \"win\"`, `\"lose\"` or `\"remove\"` in `[goal]`",
            ),
            (Some(line), true) => self.lines_can_be_completed(line),
            _ => {}
        }
    }

    fn lines_can_be_completed(&self, line: &At<LineWord>) {
        let shortest = self.board().lines.iter().map(Vec::len).min();
        let most = self.markers.iter().map(|m| m.value.count as usize).max();
        match (shortest, most) {
            (None, _) if self.top.notes.is_clean() => self.error(
                &self.board.lines,
                "there are no lines on this board",
                "list some; of the roads, those that return to where they began are no lines",
            ),
            (Some(shortest), Some(most)) if shortest > most => self.error(
                &line.span,
                format!("a line takes {shortest} markers, and no side has more than {most}"),
                "give the sides more markers, or use shorter lines",
            ),
            _ => {}
        }
    }

    fn decisive(&self) -> bool {
        let stuck = self.goal.no_move.as_ref().map(|at| at.value);
        matches!(self.line, LineRule::Wins | LineRule::Loses)
            || self.goal.fewer_than.is_some()
            || matches!(stuck, Some(NoMove::Loses | NoMove::Wins))
    }

    fn winnable(&self) {
        let goal = self.goal;
        if let Some(fewer) = &goal.fewer_than {
            if !self.removes() {
                self.error(
                    &fewer.span,
                    "no side ever loses a marker",
                    "write `line = \"remove\"`, or leave `fewer-than` out",
                );
            }
            let least = self.markers.iter().map(|m| i64::from(m.value.count)).min();
            if least.is_some_and(|least| least < fewer.value) {
                self.error(
                    &fewer.span,
                    "a side has fewer markers than that from the start",
                    format!("write `fewer-than = {}` or less", least.unwrap_or_default()),
                );
            }
        }
        if !self.decisive() {
            self.error(
                &goal.span,
                "nobody can ever win this game",
                "add `line = \"win\"`, `no-move = \"lose\"` or `fewer-than = 3` to `[goal]`",
            );
        }
    }

    fn stage_is_possible(&self, stage: &At<Stage>) {
        match &stage.value {
            Stage::Drop if self.board().column_stride.is_none() => self.error(
                &stage.span,
                "markers drop into columns, and this board has none",
                "use a `grid`, or `move = \"place\"`",
            ),
            Stage::Slide { .. } if !self.board.has_ways => self.error(
                &stage.span,
                "markers cannot slide: no points are adjacent",
                "add `roads` or `adjacency = \"orthogonal\"` to `[board]`, or use `move = \"fly\"`",
            ),
            Stage::Slide { jumps, .. } if *jumps != Over::None && self.board().jumps.is_empty() => {
                self.error(
                    &stage.span,
                    "there is nowhere to jump to: no three points follow each other on a road",
                    "list roads of at least three points, or leave `jumps` out",
                );
            }
            Stage::Slide { .. } if !self.board().adjacent.is_empty() => {
                let joined = |point: usize| {
                    let pairs = self.board().adjacent.iter();
                    pairs
                        .into_iter()
                        .any(|(a, b)| [*a, *b].contains(&(point as Point)))
                };
                let lonely = (0..self.board().points.len()).find(|point| !joined(*point));
                if let Some(point) = lonely {
                    self.error(
                        &self.board.span,
                        format!(
                            "markers slide, but no road leads to `{}`",
                            self.board().points[point].name
                        ),
                        "add a road to it, or leave the point out",
                    );
                }
            }
            Stage::Place { except } if except.len() == self.board().points.len() => self.error(
                &stage.span,
                "no point is left to place a marker on",
                "leave some points out of `except`",
            ),
            _ => {}
        }
    }

    /// A stage is dead when an earlier one always applies in its place, or when its own condition
    /// can never hold.
    fn stage_is_reached(&self, index: usize, stage: &At<Stage>) {
        let never = |why: &str, help: &str| {
            self.error(
                &stage.span,
                format!("this stage is never reached: {why}"),
                help,
            );
        };
        let earlier = &self.stages[..index];
        if self.uses_hand(&stage.value) {
            if self.in_hand(0) == 0 && self.in_hand(1) == 0 {
                never(
                    "every marker is on the board from the start",
                    "leave the stage out, or raise `count`",
                );
            } else if earlier.iter().any(|other| self.uses_hand(&other.value)) {
                never(
                    "an earlier stage applies while there are markers in hand",
                    "leave one of the two out",
                );
            }
            return;
        }
        let most = u32::from(u8::MAX);
        let limit = |stage: &Stage| self.limit(stage).unwrap_or(most);
        // With no more markers than that in all, a limit is none.
        let owned = self.markers.iter().map(|m| m.value.count).max();
        let reach = limit(&stage.value).min(owned.unwrap_or(most));
        let covers =
            |other: &At<Stage>| !self.uses_hand(&other.value) && limit(&other.value) >= reach;
        if earlier.iter().any(covers) {
            never(
                "an earlier stage applies whenever this one would",
                "put this stage first, or give the earlier one a smaller `markers-at-most`",
            );
            return;
        }
        // A side that has placed all its markers before the other may still find an empty point.
        let hands = [self.in_hand(0), self.in_hand(1)];
        let [starter, other] = if self.second_starts {
            [hands[1], hands[0]]
        } else {
            hands
        };
        let together = starter == other || starter == other + 1;
        let total: u32 = self.markers.iter().map(|m| m.value.count).sum();
        if together && !self.removes() && total as usize >= self.board().points.len() {
            never(
                "when all markers are placed the board is full and none can move",
                "give the sides fewer markers, or leave the stage out",
            );
            return;
        }
        if let Some(limit) = self.limit(&stage.value) {
            let least = self.goal.fewer_than.as_ref().map_or(1, |at| at.value);
            if i64::from(limit) < least {
                never(
                    "a side with so few markers has lost already",
                    &format!("write `markers-at-most = {least}` or more"),
                );
            } else if !self.removes() && self.markers.iter().all(|m| m.value.count > limit) {
                never(
                    "no side ever has so few markers",
                    "leave `markers-at-most` out, or write `line = \"remove\"`",
                );
            }
        }
    }

    fn limit(&self, stage: &Stage) -> Option<u32> {
        match stage {
            Stage::Slide {
                markers_at_most, ..
            }
            | Stage::Fly { markers_at_most } => *markers_at_most,
            Stage::Place { .. } | Stage::Drop => None,
        }
    }

    fn ends(&self) {
        let moving = self
            .stages
            .iter()
            .find(|stage| !self.uses_hand(&stage.value));
        if let Some(stage) = moving
            && !self.draw.bounded
        {
            self.error(
                &stage.span,
                "markers can move to and fro for ever",
                "add `repetition = 3` (or `plies = 200`) to `[draw]`",
            );
        }
    }
}
