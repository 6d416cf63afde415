//! The HTTP API: which path is answered by whom.

pub(crate) mod cards;
pub(crate) mod contests;
pub(crate) mod games;
pub(crate) mod looking;
pub(crate) mod running;

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use utoipa::OpenApi;

use crate::app::App;
use crate::failure::Failure;
use crate::schema;
use crate::sitting::Sitting;

/// The description of the API.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Shido",
        description = "Board games with an opponent that one can learn from."
    ),
    servers((url = "/api/v1")),
    paths(
        games::games, games::game, games::picture, games::position, games::check_frame,
        games::players,
        contests::create, contests::list, contests::show, contests::play, contests::go,
        contests::cancel, contests::take_back, contests::resign, contests::offer_draw,
        contests::events, contests::record, contests::import,
        looking::hint, looking::why, looking::at, looking::explore, looking::start_review,
        looking::review,
        cards::due, cards::answer, cards::student,
        running::health, running::version, running::description,
    ),
    components(schemas(Failure, schema::Move))
)]
pub(crate) struct Description;

pub(crate) type Shared = State<Arc<App>>;

/// Everything under `/api/v1`.
pub(crate) fn router(body: usize) -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(games::games))
        .route("/games/{game}", get(games::game))
        .route("/games/{game}/picture.svg", get(games::picture))
        .route("/games/{game}/position", get(games::position))
        .route("/frames/check", post(games::check_frame))
        .route("/players", get(games::players))
        .route("/contests", get(contests::list).post(contests::create))
        .route("/contests/import", post(contests::import))
        .route("/contests/{id}", get(contests::show))
        .route("/contests/{id}/play", post(contests::play))
        .route("/contests/{id}/go", post(contests::go))
        .route("/contests/{id}/cancel", post(contests::cancel))
        .route("/contests/{id}/take-back", post(contests::take_back))
        .route("/contests/{id}/resign", post(contests::resign))
        .route("/contests/{id}/offer-draw", post(contests::offer_draw))
        .route("/contests/{id}/events", get(contests::events))
        .route("/contests/{id}/record", get(contests::record))
        .route("/contests/{id}/hint", post(looking::hint))
        .route("/contests/{id}/why", post(looking::why))
        .route("/contests/{id}/at/{ply}", get(looking::at))
        .route("/contests/{id}/explore", post(looking::explore))
        .route(
            "/contests/{id}/review",
            get(looking::review).post(looking::start_review),
        )
        .route("/cards", get(cards::due))
        .route("/cards/{id}/answer", post(cards::answer))
        .route("/student", get(cards::student))
        .route("/health", get(running::health))
        .route("/version", get(running::version))
        .route("/openapi.json", get(running::description))
        .fallback(|uri: Uri| async move {
            let path: String = uri.path().chars().take(100).collect();
            Failure::missing(format!("there is nothing at {path}"))
                .help("`/api/v1/openapi.json` tells what there is")
        })
        .method_not_allowed_fallback(|| async {
            Failure::new(StatusCode::METHOD_NOT_ALLOWED, "this cannot be done there")
                .help("`/api/v1/openapi.json` tells what can")
        })
        .layer(DefaultBodyLimit::max(body))
}

/// What was sent, as JSON.
pub(crate) struct Sent<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for Sent<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Failure> {
        let read = axum::Json::from_request(request, app);
        match tokio::time::timeout(app.limits.reading, read).await {
            Ok(Ok(axum::Json(sent))) => Ok(Sent(sent)),
            Ok(Err(rejection)) => Err(JsonRejection::into(rejection)),
            Err(_) => Err(Failure::new(
                StatusCode::REQUEST_TIMEOUT,
                "what was to be sent did not arrive in time",
            )),
        }
    }
}

/// What is asked for behind the question mark.
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let read: Result<axum::extract::Query<T>, QueryRejection> =
            axum::extract::Query::from_request_parts(parts, state).await;
        Ok(Asked(read?.0))
    }
}

/// From which side a board is wanted.
#[derive(Clone, Copy, Default, serde::Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Side {
    /// Whether the board is to be turned round: who usually sits at the upper edge is at the lower one.
    #[serde(default)]
    pub(crate) turned: bool,
}

/// Nothing is sent but that something is wanted.
#[derive(serde::Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// The contest that a path names.
pub(crate) async fn named(app: &Arc<App>, id: &str) -> Result<Arc<Sitting>, Failure> {
    match id.parse() {
        Ok(id) => app.sitting(id).await,
        Err(_) => Err(Failure::missing(format!(
            "contests have numbers; `{}` is none",
            id.chars().take(40).collect::<String>()
        ))),
    }
}
