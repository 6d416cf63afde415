//! The forms of answers that are types of other crates, for the description of the API. A test holds real answers
//! against them.

#![allow(dead_code, reason = "only their forms are used")]

use std::collections::BTreeMap;

use utoipa::ToSchema;

/// A move as a person makes it on the picture of a board.
#[derive(ToSchema)]
pub(crate) struct Move {
    /// The move, as the game writes it.
    text: String,
    /// The same in words.
    spoken: String,
    /// What is touched one after the other: places by their names, `hand:first:G` for a piece beside the board,
    /// `hand:first` for where pieces go that leave it. Nothing for a move that is about no place.
    touches: Vec<String>,
    /// Other ways to make the same move; absent where there are none.
    #[schema(required = false)]
    also: Vec<Vec<String>>,
    /// What is chosen at the end, where the touches leave several moves; the label of a move without touches.
    choice: Option<String>,
}

/// What a game is called and what is known of it.
#[derive(ToSchema)]
pub(crate) struct About {
    name: String,
    title: String,
    about: String,
    group: String,
    aliases: Vec<String>,
    /// Paragraphs with an empty line between them.
    rules: String,
    size: String,
    symmetries: usize,
    cyclic: bool,
    known_value: Option<String>,
    known_source: Option<String>,
    known_positions: Option<u64>,
    solvable: bool,
    thinker: String,
    referee: Option<String>,
    record: String,
}

/// A player that can be asked for.
#[derive(ToSchema)]
pub(crate) struct Player {
    name: String,
    about: String,
    plays: String,
    fixed: Option<bool>,
    version: u32,
    options: Vec<PlayerOption>,
}

/// An option of a player. What else it has depends on its type.
#[derive(ToSchema)]
pub(crate) struct PlayerOption {
    name: String,
    about: String,
    /// `whole` and `number` (with `least` and `most`), `choice` (with `choices`), `player`, `opponent`, `file`,
    /// `text` (with an `example`) or `prefix`.
    r#type: String,
    default: Option<String>,
    required: bool,
}

/// A contest looked at with one of its players.
#[derive(ToSchema)]
pub(crate) struct Review {
    game: String,
    seat: String,
    side: String,
    level: Level,
    judge: String,
    moves: Vec<String>,
    /// The chances of that side at the start and after each move, from 0 to 1.
    chances: Vec<f64>,
    offered: usize,
    taken: usize,
    beyond: Vec<usize>,
    slips: Vec<usize>,
}

#[derive(ToSchema)]
pub(crate) struct Level {
    rating: f64,
    interval: Option<Vec<f64>>,
}

/// A moment to learn from.
#[derive(ToSchema)]
pub(crate) struct Moment {
    /// The number of the move, from 1.
    number: usize,
    /// `chance` or `mistake`.
    kind: String,
    played: String,
    /// With the best move and with the played one.
    chances: Vec<f64>,
    findable: f64,
    better: Vec<String>,
    refutation: Vec<String>,
    motifs: Vec<String>,
    /// The points of the board that these are about.
    points: Vec<String>,
    card: Card,
}

#[derive(ToSchema)]
pub(crate) struct Card {
    game: String,
    position: String,
    moves: Vec<String>,
    hints: Vec<String>,
    why: String,
    /// What each move that was looked at scores of a hundred contests.
    scores: BTreeMap<String, u8>,
}

/// Why a player made a move.
#[derive(ToSchema)]
pub(crate) struct Why {
    r#move: String,
    sentences: Vec<String>,
    moves: Vec<MoveSeen>,
}

#[derive(ToSchema)]
pub(crate) struct MoveSeen {
    r#move: String,
    value: String,
    tried: Option<f64>,
    loss: Option<f64>,
    visible_loss: Option<f64>,
    judgement: Option<String>,
}

/// What is remembered of the student at one game.
#[derive(ToSchema)]
pub(crate) struct AtGame {
    game: String,
    won: u32,
    drawn: u32,
    lost: u32,
    unfinished: u32,
    among_people: u32,
    score: Option<f64>,
    rating: Option<Rating>,
    cards: usize,
    cards_due: usize,
    months: Vec<Month>,
    levels: Vec<LevelAt>,
}

#[derive(ToSchema)]
pub(crate) struct Rating {
    mean: f64,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(ToSchema)]
pub(crate) struct Month {
    month: String,
    won: u32,
    drawn: u32,
    lost: u32,
    unfinished: u32,
    among_people: u32,
    score: Option<f64>,
}

#[derive(ToSchema)]
pub(crate) struct LevelAt {
    at: i64,
    level: f64,
}
