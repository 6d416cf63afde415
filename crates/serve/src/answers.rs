//! What is answered about boards and contests.

use std::sync::Arc;

use serde::Serialize;
use serde_json::value::RawValue;
use shido::{AnySession, Picture, Seat, TouchedMove, Turn};
use shido_core::picture::Content;
use shido_core::words;
use shido_draw::{Changes, SvgStyle, colours, svg};
use shido_store::Moment;
use utoipa::ToSchema;

use crate::schema;

/// `first` or `second`.
pub(crate) type SeatName = &'static str;

pub(crate) fn seat_name(seat: Seat) -> SeatName {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

/// Who is to move: a seat or `chance`; nobody where it is over.
pub(crate) fn to_move(turn: Turn) -> Option<&'static str> {
    match turn {
        Turn::Of(seat) => Some(seat_name(seat)),
        Turn::Chance => Some("chance"),
        Turn::Over(_) => None,
    }
}

pub(crate) fn sides(session: &dyn AnySession) -> [String; 2] {
    Seat::BOTH.map(|seat| session.side(seat))
}

/// A board as a drawing, as places to be touched, and in words.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Board {
    /// The drawing: SVG without styles of its own. `data-place` of a group is the name of its place.
    svg: String,
    /// The seat at the lower edge; null where there is only one way to look at it.
    #[schema(value_type = Option<String>)]
    near: Option<SeatName>,
    places: Vec<Place>,
    /// The pieces beside the board, those of the first side first; null where there never are any.
    hands: Option<[Vec<Held>; 2]>,
    dice: Option<Dice>,
    /// What is to be said of each side; may be empty.
    beside: [String; 2],
    /// The colours of the two sides' discs; null where something else tells their pieces apart.
    #[schema(value_type = Option<[String; 2]>)]
    colours: Option<[&'static str; 2]>,
    /// The places with a piece whose danger everybody should see, as a king in check.
    check: Vec<String>,
    /// The places that the last move changed.
    last: Vec<String>,
    /// Where it changed something beside that.
    turned: Vec<String>,
    /// All of it in words.
    words: String,
}

#[derive(Clone, Serialize, ToSchema)]
struct Place {
    name: String,
    /// To the right and up.
    at: [f64; 2],
    /// What is there, in words.
    words: String,
    empty: bool,
    /// Whose piece is there.
    #[schema(value_type = Option<String>)]
    side: Option<SeatName>,
}

#[derive(Clone, Serialize, ToSchema)]
struct Held {
    /// What is touched.
    name: String,
    count: u8,
    words: String,
}

#[derive(Clone, Serialize, ToSchema)]
struct Dice {
    #[schema(value_type = String)]
    seat: SeatName,
    pips: Vec<u8>,
}

impl Board {
    /// A picture with what has changed since the one before, from the side that is wanted.
    pub(crate) fn new(
        picture: &Picture,
        before: Option<&Picture>,
        sides: &[String; 2],
        turned: bool,
    ) -> Board {
        let changes = before.map(|before| Changes::between(before, picture));
        let changes = changes.unwrap_or_default();
        let picture = match turned {
            true => picture.clone().turned(),
            false => picture.clone(),
        };
        let style = SvgStyle {
            highlight: changes.made.clone(),
            turned: changes.turned.clone(),
            page: true,
            ..SvgStyle::default()
        };
        let place = |place: &shido_core::picture::Place| Place {
            name: place.name.clone(),
            at: place.at,
            words: words::place(place, sides),
            empty: place.content == Content::Empty,
            side: match &place.content {
                Content::Marker { seat, .. } => Some(seat_name(*seat)),
                Content::Empty | Content::Label(_) => None,
            },
        };
        let held = |seat: Seat, held: &shido_core::picture::Held| Held {
            name: shido_core::Touch::Held(seat, held.name.clone()).to_string(),
            count: held.count,
            words: words::held(held),
        };
        let hands = picture.hands.as_ref().map(|hands| {
            Seat::BOTH.map(|seat| {
                let pieces = hands[seat.index()].iter();
                pieces.map(|piece| held(seat, piece)).collect()
            })
        });
        Board {
            svg: svg(&picture, &style),
            near: picture.near.map(seat_name),
            places: picture.places.iter().map(place).collect(),
            hands,
            dice: picture.dice.as_ref().map(|dice| Dice {
                seat: seat_name(dice.seat),
                pips: dice.pips.clone(),
            }),
            beside: picture.beside.clone(),
            colours: colours(&picture),
            check: picture.alarms.clone(),
            last: changes.made,
            turned: changes.turned,
            words: words::board(&picture, sides),
        }
    }

    /// The board of a session.
    pub(crate) fn of(session: &dyn AnySession, turned: bool) -> Board {
        let moves = session.moves().len();
        let before = moves
            .checked_sub(1)
            .map(|moves| session.after(moves).picture());
        Board::new(&session.picture(), before.as_ref(), &sides(session), turned)
    }
}

/// A position to look at, and what can be played there.
#[derive(Serialize, ToSchema)]
pub(crate) struct Position {
    /// How many moves were made before.
    ply: usize,
    position: String,
    to_move: Option<&'static str>,
    /// What the last move was, in a sentence.
    told: Option<String>,
    board: Board,
    #[schema(value_type = Vec<schema::Move>)]
    legal: Vec<TouchedMove>,
}

impl Position {
    pub(crate) fn of(session: &dyn AnySession, turned: bool) -> Position {
        Position {
            ply: session.moves().len(),
            position: session.position(),
            to_move: to_move(session.turn()),
            told: sentences(session).pop().map(|(_, told)| told),
            board: Board::of(session, turned),
            legal: session.touched_moves(),
        }
    }
}

/// What is told of each move, and who made it.
pub(crate) fn sentences(session: &dyn AnySession) -> Vec<(Option<Seat>, String)> {
    let sides = sides(session);
    let told = session.movers().into_iter().zip(session.story());
    let sentence = |(mover, told): (Option<Seat>, String)| {
        let subject = mover.map_or(String::new(), |seat| sides[seat.index()].clone() + " ");
        (mover, shido_club::capital(&(subject + &told)) + ".")
    };
    told.map(sentence).collect()
}

/// A contest, as far as it has come.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Contest {
    pub(crate) id: i64,
    /// Grows whenever something changes.
    pub(crate) revision: u64,
    pub(crate) game: GameName,
    /// Where the student sits; null where people sit at both sides.
    #[schema(value_type = Option<String>)]
    pub(crate) you: Option<SeatName>,
    /// Whom they play, as a player is written.
    pub(crate) opponent: Option<String>,
    pub(crate) opponent_name: Option<String>,
    pub(crate) sides: [String; 2],
    pub(crate) symbols: [String; 2],
    pub(crate) start: String,
    pub(crate) position: String,
    pub(crate) to_move: Option<&'static str>,
    /// Whether a person is to move.
    pub(crate) yours: bool,
    /// Whether a player thinks.
    pub(crate) thinking: bool,
    /// Whether it is the turn of a player who does not think: it has to be told to go on.
    pub(crate) waiting: bool,
    pub(crate) moves: Vec<Made>,
    #[schema(value_type = Vec<schema::Move>)]
    pub(crate) legal: Vec<TouchedMove>,
    #[serde(serialize_with = "as_written")]
    #[schema(value_type = Board)]
    pub(crate) board: Arc<RawValue>,
    /// What happened since a person last moved.
    pub(crate) news: Vec<String>,
    /// What else is to be known.
    pub(crate) notes: Vec<String>,
    pub(crate) ending: Option<Ending>,
    /// What each side has if it is counted now, in games that are decided by a count.
    pub(crate) points: Option<[f64; 2]>,
    pub(crate) clock: Option<ClockShown>,
    pub(crate) can: Can,
    #[schema(value_type = i64)]
    pub(crate) begun: Moment,
    #[schema(value_type = i64)]
    pub(crate) changed: Moment,
}

fn as_written<S: serde::Serializer>(written: &Arc<RawValue>, to: S) -> Result<S::Ok, S::Error> {
    written.as_ref().serialize(to)
}

#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct GameName {
    pub(crate) name: String,
    pub(crate) title: String,
    /// In which form its contests are passed on: `pgn`, `sgf` or `transcript`.
    #[schema(value_type = String)]
    pub(crate) record: shido::RecordFormat,
}

/// A move that was made.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Made {
    pub(crate) text: String,
    /// Who made it; null where it was chance.
    #[schema(value_type = Option<String>)]
    pub(crate) by: Option<SeatName>,
    /// That in a sentence.
    pub(crate) told: String,
}

#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Ending {
    /// `first`, `draw` or `second`.
    pub(crate) outcome: String,
    /// What that is for the student: `won`, `drawn` or `lost`.
    pub(crate) result: Option<&'static str>,
    /// `rules`, `resignation`, `agreement` or `time`.
    pub(crate) by: &'static str,
    pub(crate) sentence: String,
}

#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct ClockShown {
    /// Seconds at the beginning.
    pub(crate) base: u32,
    /// Seconds that come with every move.
    pub(crate) increment: u32,
    /// Milliseconds that are left to each side now.
    pub(crate) left: [u64; 2],
    /// Whose clock runs.
    #[schema(value_type = Option<String>)]
    pub(crate) running: Option<SeatName>,
}

/// What can be done now.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct Can {
    pub(crate) take_back: bool,
    pub(crate) resign: bool,
    pub(crate) offer_draw: bool,
    pub(crate) hint: bool,
    pub(crate) why: bool,
    pub(crate) review: bool,
}
