//! For whoever runs the server.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::{OpenApi, ToSchema};

use super::{Description, Shared};

#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    /// `ok`.
    status: &'static str,
    /// Contests at hand.
    contests: usize,
    /// Contests in which a player thinks.
    thinking: usize,
}

/// Whether the server is well.
#[utoipa::path(get, path = "/health", responses((status = 200, body = Health)))]
pub(crate) async fn health(State(app): Shared) -> Json<Health> {
    let sittings = app.all();
    let thinking = sittings.iter().filter(|sitting| sitting.is_thinking());
    Json(Health {
        status: "ok",
        thinking: thinking.count(),
        contests: sittings.len(),
    })
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Version {
    name: &'static str,
    version: &'static str,
}

/// Which program this is.
#[utoipa::path(get, path = "/version", responses((status = 200, body = Version)))]
pub(crate) async fn version() -> Json<Version> {
    Json(Version {
        name: "shido",
        version: env!("CARGO_PKG_VERSION"),
    })
}

/// This description.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, body = Object)))]
pub(crate) async fn description() -> Json<utoipa::openapi::OpenApi> {
    Json(Description::openapi())
}
