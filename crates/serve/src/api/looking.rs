//! Looking at a contest: hints, reasons, other moves, the review.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shido::{AnySession, Ask, Error, Event, Request, Seat, Thought, TouchedMove, Turn};
use shido_club::{Why, exercises};
use shido_review::{Moment, Review, ReviewOrder};
use shido_store::Moment as Now;
use utoipa::ToSchema;

use super::games::seat;
use super::{Asked, Nothing, Sent, Shared, Side, named};
use crate::answers::{Position, sides};
use crate::app::{App, lock};
use crate::failure::Failure;
use crate::schema;
use crate::sitting::{News, Reviewing, Sitting};

#[derive(Serialize, ToSchema)]
pub(crate) struct Hint {
    /// The best moves with what they achieve.
    sentence: String,
    #[schema(value_type = Vec<schema::Move>)]
    moves: Vec<TouchedMove>,
}

/// What whoever knows best would do.
#[utoipa::path(
    post, path = "/contests/{id}/hint",
    params(("id" = i64, Path)),
    request_body = Nothing,
    responses(
        (status = 200, body = Hint), (status = 404, body = Failure), (status = 409, body = Failure)
    )
)]
pub(crate) async fn hint(
    State(app): Shared,
    Path(id): Path<String>,
    Sent(Nothing {}): Sent<Nothing>,
) -> Result<Json<Hint>, Failure> {
    let sitting = named(&app, &id).await?;
    let hint = app.study(move |app: &Arc<App>, stop: &Arc<AtomicBool>| {
        let mut session = sitting.copy(app, None)?;
        let Turn::Of(seat) = session.turn() else {
            return Err(Failure::not_now("nobody is to move"));
        };
        let mover = match sitting.you {
            Some(_) => "you".to_owned(),
            None => session.side(seat),
        };
        let advice = app.advice(&session.game());
        let request = opinion(app, stop);
        let asked = advice.ask(&mut *session, &request, &|_| {});
        let found = asked.map_err(Failure::impossible)?;
        let best = |mv: &TouchedMove| found.thought.best.contains(&mv.text);
        let legal = session.touched_moves().into_iter();
        Ok(Hint {
            sentence: shido_club::hint(&found, &mover),
            moves: legal.filter(best).collect(),
        })
    });
    Ok(Json(hint.await?))
}

fn opinion<'a>(app: &App, stop: &Arc<AtomicBool>) -> Request<'a> {
    Request {
        limits: app.limits.opinion(),
        cancel: Some(Arc::clone(stop)),
        ..Request::default()
    }
}

/// Why the opponent made its last move.
#[utoipa::path(
    post, path = "/contests/{id}/why",
    params(("id" = i64, Path)),
    request_body = Nothing,
    responses(
        (status = 200, body = schema::Why), (status = 404, body = Failure),
        (status = 409, body = Failure), (status = 422, body = Failure)
    )
)]
pub(crate) async fn why(
    State(app): Shared,
    Path(id): Path<String>,
    Sent(Nothing {}): Sent<Nothing>,
) -> Result<Json<Why>, Failure> {
    let sitting = named(&app, &id).await?;
    let why = app.study(move |app: &Arc<App>, stop: &Arc<AtomicBool>| {
        let Some(you) = sitting.you else {
            return Err(Failure::not_now("there is no opponent to ask"));
        };
        sitting.borrow(|session| {
            let asked = session.reasons(you.other(), &opinion(app, stop));
            match asked {
                Ok(Some(reasons)) => Ok(shido_club::why(&reasons)),
                Ok(None) if session.movers().contains(&Some(you.other())) => {
                    Err(Failure::not_now("it no longer knows")
                        .help("ask again after its next move"))
                }
                Ok(None) => Err(Failure::not_now("the opponent has made no move yet")),
                Err(Error::NoJudge { .. } | Error::ChanceMoves { .. }) => {
                    Err(Failure::impossible("this opponent gives no reasons"))
                }
                Err(error) => Err(error.into()),
            }
        })
    });
    Ok(Json(why.await?))
}

/// A contest after so many of its moves.
#[utoipa::path(
    get, path = "/contests/{id}/at/{ply}",
    params(("id" = i64, Path), ("ply" = usize, Path), Side),
    responses((status = 200, body = Position), (status = 404, body = Failure))
)]
pub(crate) async fn at(
    State(app): Shared,
    Path((id, ply)): Path<(String, String)>,
    Asked(side): Asked<Side>,
) -> Result<Json<Position>, Failure> {
    let sitting = named(&app, &id).await?;
    let Ok(ply) = ply.parse() else {
        return Err(Failure::missing("moves are counted from 0"));
    };
    let found = app.quick(move |app| {
        let session = sitting.copy(app, Some(ply))?;
        Ok(Position::of(&*session, side.turned))
    });
    Ok(Json(found.await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explore {
    /// After how many moves of the contest.
    ply: usize,
    /// The moves that are tried from there.
    #[serde(default)]
    line: Vec<String>,
    /// Whether an opinion on the position is wanted.
    #[serde(default)]
    think: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Explored {
    #[serde(flatten)]
    position: Position,
    #[schema(value_type = Vec<schema::Move>)]
    line: Vec<TouchedMove>,
    opinion: Option<Opinion>,
}

/// What whoever knows best thinks of a position.
#[derive(Serialize, ToSchema)]
struct Opinion {
    sentence: String,
    /// What the position is worth to the first side, from -1 to 1.
    value: f64,
    /// The chances of the two sides.
    share: [f64; 2],
    #[schema(value_type = Vec<schema::Move>)]
    best: Vec<TouchedMove>,
    /// How play is expected to go on.
    expected: Vec<String>,
    /// What each move is worth to the side that makes it, as a share, the best first.
    moves: Vec<Valued>,
}

#[derive(Serialize, ToSchema)]
struct Valued {
    r#move: String,
    share: f64,
}

/// Tries other moves from a position of a contest.
#[utoipa::path(
    post, path = "/contests/{id}/explore",
    params(("id" = i64, Path), Side),
    request_body = Explore,
    responses(
        (status = 200, body = Explored), (status = 404, body = Failure), (status = 422, body = Failure)
    )
)]
pub(crate) async fn explore(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
    Sent(sent): Sent<Explore>,
) -> Result<Json<Explored>, Failure> {
    const LONGEST: usize = 500;
    if sent.line.len() > LONGEST {
        return Err(Failure::impossible("the line is too long"));
    }
    let sitting = named(&app, &id).await?;
    let think = sent.think;
    let look = move |app: &Arc<App>| {
        let mut session = sitting.copy(app, Some(sent.ply))?;
        let line = session.touched_line(&sent.line)?;
        for mv in &sent.line {
            session.play(mv)?;
        }
        Ok::<_, Failure>((session, line))
    };
    let explored = match think {
        false => app.quick(move |app| explored(look(app)?, side, None)).await,
        true => {
            let thought = app.study(move |app: &Arc<App>, stop: &Arc<AtomicBool>| {
                let (mut session, line) = look(app)?;
                let opinion = opined(app, &mut *session, stop)?;
                explored((session, line), side, opinion)
            });
            thought.await
        }
    };
    Ok(Json(explored?))
}

fn explored(
    (session, line): (Box<dyn AnySession>, Vec<TouchedMove>),
    side: Side,
    opinion: Option<Opinion>,
) -> Result<Explored, Failure> {
    Ok(Explored {
        position: Position::of(&*session, side.turned),
        line,
        opinion,
    })
}

fn opined(
    app: &App,
    session: &mut dyn AnySession,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Opinion>, Failure> {
    let Turn::Of(mover) = session.turn() else {
        return Ok(None);
    };
    let advice = app.advice(&session.game());
    let judge = advice.adviser(&|_| {}).map_err(Failure::impossible)?;
    let found = session.analyze(judge, Ask::EveryMove, &opinion(app, stop))?;
    let Thought {
        value,
        best,
        line,
        moves,
        ..
    } = &found.thought;
    let share = |value: f64| (1.0 + value.clamp(-1.0, 1.0)) / 2.0;
    let mut valued: Vec<Valued> = moves
        .iter()
        .map(|judged| Valued {
            r#move: judged.mv.clone(),
            share: share(judged.value.seen_by(mover).0),
        })
        .collect();
    valued.sort_by(|a, b| b.share.total_cmp(&a.share));
    let legal = session.touched_moves().into_iter();
    Ok(Some(Opinion {
        sentence: shido_club::hint(&found, &sides(session)[mover.index()]),
        value: value.0,
        share: Seat::BOTH.map(|seat| share(value.seen_by(seat).0)),
        best: legal.filter(|mv| best.contains(&mv.text)).collect(),
        expected: line.clone(),
        moves: valued,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewWanted {
    /// Whose play; that of the student, where it is known.
    seat: Option<String>,
    /// Their rating; else it is found from their moves.
    rating: Option<f64>,
}

/// How far a review has come.
#[derive(Serialize, ToSchema)]
pub(crate) struct ReviewShown {
    /// `none`, `running`, `done` or `failed`.
    state: &'static str,
    /// Positions that were looked at, and how many there are.
    done: u64,
    of: u64,
    review: Option<Reviewed>,
    error: Option<Failure>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Reviewed {
    #[serde(flatten)]
    #[schema(value_type = schema::Review)]
    review: serde_json::Value,
    /// In a few sentences.
    summary: String,
    moments: Vec<MomentShown>,
}

#[derive(Serialize, ToSchema)]
struct MomentShown {
    #[serde(flatten)]
    #[schema(value_type = schema::Moment)]
    moment: Moment,
    /// What is asked of the student.
    question: String,
    /// The better line as it is made on the board, for arrows.
    #[schema(value_type = Vec<schema::Move>)]
    better_moves: Vec<TouchedMove>,
    /// What the played move runs into, likewise.
    #[schema(value_type = Vec<schema::Move>)]
    refutation_moves: Vec<TouchedMove>,
}

/// Begins to look at a contest. How far it has come is told by events, and what was found by asking for it.
#[utoipa::path(
    post, path = "/contests/{id}/review",
    params(("id" = i64, Path)),
    request_body = ReviewWanted,
    responses(
        (status = 202, body = ReviewShown), (status = 404, body = Failure),
        (status = 409, body = Failure)
    )
)]
pub(crate) async fn start_review(
    State(app): Shared,
    Path(id): Path<String>,
    Sent(wanted): Sent<ReviewWanted>,
) -> Result<impl IntoResponse, Failure> {
    let sitting = named(&app, &id).await?;
    let wanted_seat = wanted.seat.as_deref().map(seat).transpose()?;
    let rating = wanted.rating.map(|rating| rating.clamp(0.0, 3600.0));
    let order = ReviewOrder {
        seat: wanted_seat.or(sitting.you),
        rating,
        ..ReviewOrder::default()
    };
    let session = {
        let sitting = Arc::clone(&sitting);
        app.quick(move |app| sitting.copy(app, None)).await?
    };
    if session.moves().is_empty() {
        return Err(Failure::not_now("nothing was played yet"));
    }
    let of = session.moves().len() as u64 + 1;
    drop(session);
    let begun = {
        let mut review = lock(&sitting.review);
        let running = matches!(*review, Reviewing::Running(..));
        if !running {
            *review = Reviewing::Running(0, of);
        }
        !running
    };
    if begun {
        let (app, sitting) = (Arc::clone(&app), Arc::clone(&sitting));
        tokio::spawn(async move {
            let looking = Arc::clone(&sitting);
            let found = app.review(move |app: &Arc<App>, stop: &Arc<AtomicBool>| {
                look(app, &looking, &order, of, stop)
            });
            let found = match found.await {
                Ok(review) => Reviewing::Done(Arc::new(review)),
                Err(failure) => Reviewing::Failed(failure),
            };
            *lock(&sitting.review) = found;
            sitting.tell(News::Reviewed);
        });
    }
    Ok((StatusCode::ACCEPTED, Json(shown(&app, &sitting)?)))
}

fn look(
    app: &App,
    sitting: &Arc<Sitting>,
    order: &ReviewOrder,
    of: u64,
    stop: &Arc<AtomicBool>,
) -> Result<Review, Failure> {
    let watched = Arc::clone(sitting);
    let watch = move |event: Event| {
        if let Event::Contests(done) = event {
            *lock(&watched.review) = Reviewing::Running(done, of);
            watched.tell(News::Reviewing(done, of));
        }
    };
    let mut record = sitting.copy(app, None)?.save();
    record.game.clone_from(&sitting.opened_as);
    let settings = app.settings(stop);
    let found = shido_review::review(&app.catalog, &record, order, &settings, &watch)?;
    let own = sitting
        .you
        .is_some_and(|you| seat(&found.seat).is_ok_and(|seat| seat == you));
    let mut memory = app.memory();
    memory.keep_findings(sitting.id, &json!(found))?;
    if own {
        memory.reviewed(sitting.id, &json!(found.profile))?;
        for exercise in exercises(&found, &sitting.opened_as, Some(sitting.id)) {
            memory.add_card(&app.student, &exercise, Now::now())?;
        }
    }
    Ok(found)
}

/// What was found in a contest, or how far that has come.
#[utoipa::path(
    get, path = "/contests/{id}/review",
    params(("id" = i64, Path)),
    responses((status = 200, body = ReviewShown), (status = 404, body = Failure))
)]
pub(crate) async fn review(
    State(app): Shared,
    Path(id): Path<String>,
) -> Result<Json<ReviewShown>, Failure> {
    let sitting = named(&app, &id).await?;
    let answer = app.quick(move |app| shown(app, &sitting));
    Ok(Json(answer.await?))
}

/// How far the review of a contest has come. One that was made before the server was started is kept; one of a
/// contest in which moves were made or taken back since is none.
fn how_far(app: &App, sitting: &Sitting) -> Result<Reviewing, Failure> {
    let far = lock(&sitting.review).clone();
    let found = match far {
        Reviewing::Done(found) => found,
        Reviewing::None => {
            let kept = app.memory().findings(sitting.id)?;
            // Another version of this program may have written it in another form.
            match kept.and_then(|kept| serde_json::from_value(kept).ok()) {
                Some(found) => Arc::new(found),
                None => return Ok(Reviewing::None),
            }
        }
        Reviewing::Running(..) | Reviewing::Failed(_) => return Ok(far),
    };
    let review: &Review = &found;
    if review.moves != sitting.copy(app, None)?.moves() {
        return Ok(Reviewing::None);
    }
    let mut far = lock(&sitting.review);
    if matches!(*far, Reviewing::None) {
        *far = Reviewing::Done(Arc::clone(&found));
    }
    Ok(Reviewing::Done(found))
}

fn shown(app: &App, sitting: &Sitting) -> Result<ReviewShown, Failure> {
    let far = how_far(app, sitting)?;
    let nothing = ReviewShown {
        state: "none",
        done: 0,
        of: 0,
        review: None,
        error: None,
    };
    Ok(match far {
        Reviewing::None => nothing,
        Reviewing::Running(done, of) => ReviewShown {
            state: "running",
            done,
            of,
            ..nothing
        },
        Reviewing::Failed(failure) => ReviewShown {
            state: "failed",
            error: Some(failure),
            ..nothing
        },
        Reviewing::Done(found) => {
            let moments = found.moments.iter().map(|moment| {
                let before = sitting.copy(app, Some(moment.number - 1))?;
                let after = sitting.copy(app, Some(moment.number))?;
                Ok(MomentShown {
                    question: moment.question(),
                    better_moves: before.touched_line(&moment.better)?,
                    refutation_moves: after.touched_line(&moment.refutation)?,
                    moment: moment.clone(),
                })
            });
            let mut review = serde_json::json!(*found);
            if let Some(fields) = review.as_object_mut() {
                fields.remove("moments");
            }
            let of = found.chances.len() as u64;
            ReviewShown {
                state: "done",
                done: of,
                of,
                review: Some(Reviewed {
                    moments: moments.collect::<Result<_, Failure>>()?,
                    summary: found.summary(),
                    review,
                }),
                error: None,
            }
        }
    })
}
