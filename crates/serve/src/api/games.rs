//! Games and players: what there is to choose from.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use shido::{About, AnyGame, PlayerDescription, Seat, TouchedMove, open_frame_text};
use shido_draw::{SvgStyle, svg};
use utoipa::{IntoParams, ToSchema};

use super::{Asked, Sent, Shared, Side};
use crate::answers::{Board, Position, sides};
use crate::app::App;
use crate::failure::Failure;
use crate::schema;

/// All games, group by group.
#[derive(Serialize, ToSchema)]
pub(crate) struct Games {
    groups: Vec<Group>,
}

#[derive(Serialize, ToSchema)]
struct Group {
    group: String,
    games: Vec<Listed>,
}

/// A game, with what its sides are called.
#[derive(Serialize, ToSchema)]
struct Listed {
    #[serde(flatten)]
    #[schema(value_type = schema::About)]
    about: About,
    sides: [String; 2],
}

/// A game with the position in which it begins.
#[derive(Serialize, ToSchema)]
pub(crate) struct Opened {
    #[serde(flatten)]
    listed: Listed,
    position: String,
    to_move: Option<&'static str>,
    board: Board,
    #[schema(value_type = Vec<schema::Move>)]
    legal: Vec<TouchedMove>,
}

fn listed(app: &App, about: About, game: &Arc<dyn AnyGame>) -> Result<Listed, Failure> {
    let session = Arc::clone(game).session(None, &app.settings(&Arc::default()))?;
    Ok(Listed {
        about,
        sides: sides(&*session),
    })
}

fn opened(app: &App, game: &Arc<dyn AnyGame>, turned: bool) -> Result<Opened, Failure> {
    let session = Arc::clone(game).session(None, &app.settings(&Arc::default()))?;
    Ok(Opened {
        listed: listed(app, game.about().clone(), game)?,
        position: session.position(),
        to_move: crate::answers::to_move(session.turn()),
        board: Board::of(&*session, turned),
        legal: session.touched_moves(),
    })
}

/// The games that can be played, in groups.
#[utoipa::path(get, path = "/games", responses((status = 200, body = Games)))]
pub(crate) async fn games(State(app): Shared) -> Result<Json<Games>, Failure> {
    Ok(Json(app.quick(|app| all(app)).await?))
}

/// All games. The first time it takes a moment, since all of them are opened.
pub(crate) fn all(app: &App) -> Result<Games, Failure> {
    let list = app.catalog.list_games()?;
    let groups = list.groups().into_iter().map(|(group, games)| {
        let games = games.into_iter().map(|about| {
            let game = app.open(&about.name)?;
            listed(app, about.clone(), &game)
        });
        Ok(Group {
            group: group.to_owned(),
            games: games.collect::<Result<_, Failure>>()?,
        })
    });
    Ok(Games {
        groups: groups.collect::<Result<_, Failure>>()?,
    })
}

/// One game, with its rules and the position in which it begins.
#[utoipa::path(
    get, path = "/games/{game}",
    params(("game" = String, Path), Side),
    responses((status = 200, body = Opened), (status = 404, body = Failure))
)]
pub(crate) async fn game(
    State(app): Shared,
    Path(name): Path<String>,
    Asked(side): Asked<Side>,
) -> Result<Json<Opened>, Failure> {
    let game = app.quick(move |app| opened(app, &app.open(&name)?, side.turned));
    Ok(Json(game.await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Where {
    /// A position as text; the start if there is none.
    position: Option<String>,
    /// Whether the board is to be turned round: who usually sits at the upper edge is at the lower one.
    #[serde(default)]
    turned: bool,
}

/// A drawing of a board.
#[utoipa::path(
    get, path = "/games/{game}/picture.svg",
    params(("game" = String, Path), Where),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 404, body = Failure), (status = 422, body = Failure)
    )
)]
pub(crate) async fn picture(
    State(app): Shared,
    Path(name): Path<String>,
    Asked(asked): Asked<Where>,
) -> Result<impl IntoResponse, Failure> {
    let drawn = app.quick(move |app| {
        let settings = app.settings(&Arc::default());
        let session = app
            .open(&name)?
            .session(asked.position.as_deref(), &settings)?;
        let picture = match asked.turned {
            true => session.picture().turned(),
            false => session.picture(),
        };
        let style = SvgStyle {
            bare: true,
            ..SvgStyle::default()
        };
        Ok(svg(&picture, &style))
    });
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "max-age=3600"),
    ];
    Ok((headers, drawn.await?))
}

/// A position that somebody has pasted.
#[utoipa::path(
    get, path = "/games/{game}/position",
    params(("game" = String, Path), Where),
    responses(
        (status = 200, body = Position),
        (status = 404, body = Failure), (status = 422, body = Failure)
    )
)]
pub(crate) async fn position(
    State(app): Shared,
    Path(name): Path<String>,
    Asked(asked): Asked<Where>,
) -> Result<Json<Position>, Failure> {
    let found = app.quick(move |app| {
        let settings = app.settings(&Arc::default());
        let session = app
            .open(&name)?
            .session(asked.position.as_deref(), &settings)?;
        Ok(Position::of(&*session, asked.turned))
    });
    Ok(Json(found.await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrameText {
    /// The text of a frame.
    frame: String,
}

/// The game that a frame describes.
#[utoipa::path(
    post, path = "/frames/check",
    request_body = FrameText,
    responses((status = 200, body = Opened), (status = 422, body = Failure))
)]
pub(crate) async fn check_frame(
    State(app): Shared,
    Asked(side): Asked<Side>,
    Sent(sent): Sent<FrameText>,
) -> Result<Json<Opened>, Failure> {
    let game = app.prepare(move |app: &Arc<App>, _: &Arc<AtomicBool>| {
        opened(app, &read_frame(&sent.frame)?, side.turned)
    });
    Ok(Json(game.await?))
}

/// The game that a text describes.
pub(crate) fn read_frame(text: &str) -> Result<Arc<dyn AnyGame>, Failure> {
    Ok(open_frame_text("your frame", text)?)
}

/// Whom one can play against.
#[derive(Serialize, ToSchema)]
pub(crate) struct Players {
    /// How strong a tutor can be asked to be, the weakest first.
    levels: Vec<LevelWord>,
    players: Vec<PlayerListed>,
}

#[derive(Serialize, ToSchema)]
struct LevelWord {
    level: &'static str,
    /// The rating that the word stands for.
    rating: u32,
}

#[derive(Serialize, ToSchema)]
struct PlayerListed {
    #[serde(flatten)]
    #[schema(value_type = schema::Player)]
    description: PlayerDescription,
    /// Why it cannot play the game.
    unavailable: Option<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ForGame {
    /// The game that is to be played.
    game: String,
}

/// The players of a game, with what can be chosen about them.
#[utoipa::path(
    get, path = "/players",
    params(ForGame),
    responses((status = 200, body = Players), (status = 404, body = Failure))
)]
pub(crate) async fn players(
    State(app): Shared,
    Asked(asked): Asked<ForGame>,
) -> Result<Json<Players>, Failure> {
    let players = app.quick(move |app| {
        let players = app.open(&asked.game)?.players().into_iter();
        Ok(players
            .map(|(description, why_not)| PlayerListed {
                description,
                unavailable: why_not.map(|error| error.to_string()),
            })
            .collect())
    });
    let levels = shido::tutor::strength::WORDS.iter().map(|word| LevelWord {
        level: word.name,
        rating: word.rating,
    });
    Ok(Json(Players {
        levels: levels.collect(),
        players: players.await?,
    }))
}

/// `first` or `second`, as somebody writes it.
pub(crate) fn seat(text: &str) -> Result<Seat, Failure> {
    match text {
        "first" => Ok(Seat::First),
        "second" => Ok(Seat::Second),
        _ => Err(Failure::impossible("there is no such seat").help("write `first` or `second`")),
    }
}
