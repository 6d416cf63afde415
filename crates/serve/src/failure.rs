//! Why a request cannot be answered, as it is told.

use axum::Json;
use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use shido::Error;
use shido_frame::FrameErrors;
use shido_store::StoreError;
use utoipa::ToSchema;

/// Why something cannot be had or done.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Failure {
    #[serde(skip)]
    status: StatusCode,
    /// What is wrong, in a clause.
    error: String,
    /// What would do instead, if that can be said.
    help: Option<String>,
    /// What is wrong with a frame, place by place.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    mistakes: Vec<Mistake>,
}

/// A mistake in the text of a frame.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct Mistake {
    line: usize,
    column: usize,
    problem: String,
    help: String,
}

impl Failure {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>) -> Failure {
        Failure {
            status,
            error: error.into(),
            help: None,
            mistakes: Vec::new(),
        }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Failure {
        Failure {
            help: Some(help.into()),
            ..self
        }
    }

    pub(crate) fn missing(what: impl Into<String>) -> Failure {
        Failure::new(StatusCode::NOT_FOUND, what)
    }

    /// What was asked is not possible as things stand now.
    pub(crate) fn not_now(why: impl Into<String>) -> Failure {
        Failure::new(StatusCode::CONFLICT, why)
    }

    /// What was asked is not possible at all.
    pub(crate) fn impossible(why: impl Into<String>) -> Failure {
        Failure::new(StatusCode::UNPROCESSABLE_ENTITY, why)
    }

    pub(crate) fn busy() -> Failure {
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "too much is being thought about just now",
        )
        .help("try again in a moment")
    }

    pub(crate) fn too_long() -> Failure {
        Failure::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "this took longer than the server allows",
        )
        .help("ask for less: a smaller depth, fewer positions, or a smaller game")
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status;
        let mut answer = (status, Json(self)).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            let headers = answer.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        answer
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let status = match &error {
            Error::UnknownGame { .. } => StatusCode::NOT_FOUND,
            Error::Over | Error::NobodyToMove => StatusCode::CONFLICT,
            Error::Stopped => return Failure::too_long(),
            Error::Failed(_) | Error::File { .. } => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        match error {
            Error::Frame(errors) => errors.into(),
            error => Failure {
                help: error.help(),
                ..Failure::new(status, error.to_string())
            },
        }
    }
}

impl From<FrameErrors> for Failure {
    fn from(errors: FrameErrors) -> Failure {
        let mistakes = errors.diagnostics.iter().map(|diagnostic| {
            let (line, column) = errors.place(diagnostic);
            Mistake {
                line,
                column,
                problem: diagnostic.problem.clone(),
                help: diagnostic.help.clone(),
            }
        });
        let mistakes: Vec<Mistake> = mistakes.collect();
        let first = mistakes.first();
        Failure {
            help: first.map(|first| first.help.clone()),
            ..Failure::impossible(first.map_or("the frame is broken".to_owned(), |first| {
                format!(
                    "the frame is broken in line {}: {}",
                    first.line, first.problem
                )
            }))
        }
        .with(mistakes)
    }
}

impl Failure {
    fn with(self, mistakes: Vec<Mistake>) -> Failure {
        Failure { mistakes, ..self }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let status = match &error {
            StoreError::Gone => StatusCode::NOT_FOUND,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure {
            help: error.help(),
            ..Failure::new(status, error.to_string())
        }
    }
}

impl From<JsonRejection> for Failure {
    fn from(rejection: JsonRejection) -> Failure {
        let failure = Failure::new(rejection.status(), rejection.body_text());
        match rejection.status() {
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                failure.help("send JSON, with the header `Content-Type: application/json`")
            }
            StatusCode::PAYLOAD_TOO_LARGE => failure.help("send less"),
            _ => failure,
        }
    }
}

impl From<QueryRejection> for Failure {
    fn from(rejection: QueryRejection) -> Failure {
        Failure::new(StatusCode::BAD_REQUEST, rejection.body_text())
    }
}

/// Work that has come to an unexpected end: a mistake in the program.
impl From<tokio::task::JoinError> for Failure {
    fn from(error: tokio::task::JoinError) -> Failure {
        tracing::error!(%error, "something panicked");
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "something went wrong inside: this is a mistake in the program",
        )
    }
}
