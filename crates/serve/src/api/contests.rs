//! Contests: beginning, playing, ending, passing on.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use shido::{
    AnySession, Ask, EarlyEnd, RecordHead, Request, Saved, Seat, Spec, ThinkingLimits, Turn,
    Tutored, read_records, tutor_spec, write_record,
};
use shido_club::{beginning, day, result, saved, standing};
use shido_store::{BegunNow, KeptNow, Moment, Standing};
use tokio::sync::broadcast::error::RecvError;
use utoipa::{IntoParams, ToSchema};
use xxhash_rust::xxh3::xxh3_64;

use super::games::{read_frame, seat};
use super::{Asked, Nothing, Sent, Shared, Side, named};
use crate::answers::{Contest, seat_name, sides};
use crate::app::App;
use crate::clock::{Clock, TimeControl};
use crate::failure::Failure;
use crate::sitting::{Acted, News, Sitting};

/// What is to be played, by whom.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    /// The name of a game; else `frame` or `like`.
    game: Option<String>,
    /// The text of a frame.
    frame: Option<String>,
    /// The number of a contest that is to be played again.
    like: Option<i64>,
    /// Whom to play; the tutor at the student's level where nobody is named.
    opponent: Option<Opponent>,
    /// `first`, `second` or `either`.
    seat: Option<String>,
    /// The position to begin with.
    start: Option<String>,
    clock: Option<TimeControl>,
}

/// Whom to play.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Opponent {
    /// The tutor, at a level in words or a rating; at the student's own where it is null.
    Tutor(Option<String>),
    /// A player, as it is written: `pvs:depth=4`.
    Player(String),
    /// Another person at the same board.
    People(bool),
}

/// Begins a contest.
#[utoipa::path(
    post, path = "/contests",
    params(Side),
    request_body = Wanted,
    responses(
        (status = 201, body = Contest), (status = 404, body = Failure), (status = 422, body = Failure)
    )
)]
pub(crate) async fn create(
    State(app): Shared,
    Asked(side): Asked<Side>,
    Sent(wanted): Sent<Wanted>,
) -> Result<impl IntoResponse, Failure> {
    let sitting = app
        .prepare(move |app, stop: &Arc<AtomicBool>| begin(app, wanted, stop))
        .await?;
    let sitting = Arc::new(sitting);
    app.seat(&sitting)?;
    sitting.go_on(&app);
    Ok((StatusCode::CREATED, Json(sitting.answer(side.turned))))
}

fn begin(app: &Arc<App>, wanted: Wanted, stop: &Arc<AtomicBool>) -> Result<Sitting, Failure> {
    let settings = app.settings(stop);
    if let Some(like) = wanted.like {
        return begin_like(app, like, stop);
    }
    let (opened_as, game) = match (&wanted.game, &wanted.frame) {
        (Some(name), None) => {
            let game = app.open(name)?;
            // By its own name, whichever of its names it was asked for by.
            (game.about().name.clone(), game)
        }
        (None, Some(frame)) => {
            read_frame(frame)?;
            let path = keep_frame(app, frame)?;
            let game = app.catalog.open(&path)?;
            (path, game)
        }
        _ => {
            let failure = Failure::impossible("what is to be played?");
            return Err(failure.help("name a `game`, send a `frame`, or a contest to play `like`"));
        }
    };
    let mut session = Arc::clone(&game).session(wanted.start.as_deref(), &settings)?;
    if let Turn::Over(_) = session.turn() {
        let failure = Failure::impossible("in this position the contest is over");
        return Err(failure.help("begin with another one"));
    }
    let you = match wanted.seat.as_deref() {
        None => Seat::First,
        Some("either") => Seat::BOTH[(settings.seed.0 % 2) as usize],
        Some(text) => seat(text)?,
    };
    let mut note = None;
    let player = match wanted.opponent {
        Some(Opponent::People(true)) => None,
        Some(Opponent::Player(text)) => {
            let spec: Spec = text.parse()?;
            app.check_player(&spec)?;
            Some(game.player(&spec, &settings, &|_| {})?)
        }
        Some(Opponent::Tutor(Some(level))) => {
            let spec = tutor_spec(Tutored::Level(&level));
            Some(game.player(&spec, &settings, &|_| {})?)
        }
        Some(Opponent::Tutor(None) | Opponent::People(false)) | None => {
            let (player, why) = game.usual_opponent(&app.student, &settings, &|_| {})?;
            let name = &player.spec().name;
            note = why.map(|why| format!("You play {name}, because {why}."));
            Some(player)
        }
    };
    if let Some(player) = &player {
        session.seat(you.other(), Some(player))?;
    }
    if wanted.clock.is_some_and(|clock| !clock.is_possible()) {
        let failure = Failure::impossible("nobody has such a clock");
        return Err(failure.help("`base` is from 1 second to a week"));
    }
    let clock = wanted.clock.map(Clock::new);
    let you = player.as_ref().map(|_| you);
    let opponent = player.map(|player| player.spec().clone());
    let sitting = sit(app, opened_as, you, opponent, session, clock)?;
    if let Some(note) = note {
        sitting.say(note);
    }
    Ok(sitting)
}

/// Begins a contest as another one began.
fn begin_like(app: &Arc<App>, like: i64, stop: &Arc<AtomicBool>) -> Result<Sitting, Failure> {
    let kept = app.memory().contest(&app.student, like)?;
    let kept = kept.ok_or_else(|| Failure::missing(format!("there is no contest {like}")))?;
    let mut record = saved(&kept).map_err(|error| Failure::impossible(error.to_string()))?;
    record.moves.clear();
    record.ended = None;
    let session = app.catalog.load(&record, &app.settings(stop))?;
    let you = match kept.beginning.seat.as_deref() {
        Some(text) => Some(seat(text)?),
        None => None,
    };
    let opponent = record.players.into_iter().flatten().next();
    let clock = kept.standing.clock.as_ref().and_then(Clock::kept);
    let clock = clock.map(|clock| Clock::new(clock.control));
    sit(app, kept.beginning.game, you, opponent, session, clock)
}

fn sit(
    app: &App,
    opened_as: String,
    you: Option<Seat>,
    opponent: Option<Spec>,
    session: Box<dyn AnySession>,
    clock: Option<Clock>,
) -> Result<Sitting, Failure> {
    let now = Moment::now();
    let not_kept = |error| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, error);
    let begun = app.keeper.begin(BegunNow {
        student: app.student.clone(),
        beginning: beginning(&*session, &opened_as),
        now,
    });
    let id = begun.map_err(not_kept)?;
    if let Some(clock) = &clock {
        let kept = app.keeper.keep(KeptNow {
            contest: id,
            standing: Standing {
                clock: Some(clock.to_keep()),
                ..standing(&*session)
            },
            certificates: Vec::new(),
            now,
        });
        kept.map_err(not_kept)?;
    }
    Ok(Sitting::new(
        id,
        opened_as,
        you,
        opponent,
        session,
        clock,
        (now, now),
    ))
}

/// Keeps the text of a frame as a file, so that its contests can be gone on with.
fn keep_frame(app: &App, text: &str) -> Result<String, Failure> {
    let unwritable = |error: std::io::Error| {
        Failure::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            format!("the frame cannot be kept: {error}"),
        )
    };
    let folder = app
        .data()
        .unwrap_or(std::path::Path::new("."))
        .join("frames");
    std::fs::create_dir_all(&folder).map_err(unwritable)?;
    let file = folder.join(format!("{:016x}.toml", xxh3_64(text.as_bytes())));
    if std::fs::read_to_string(&file).is_ok_and(|known| known == text) {
        return Ok(file.display().to_string());
    }
    // A file of its own first: who is killed in the middle leaves nothing half written behind.
    let draft = folder.join(format!(
        ".{}.{}",
        std::process::id(),
        xxh3_64(text.as_bytes())
    ));
    std::fs::write(&draft, text).map_err(unwritable)?;
    std::fs::rename(&draft, &file).map_err(unwritable)?;
    Ok(file.display().to_string())
}

/// A contest in a list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Summary {
    id: i64,
    game: String,
    title: String,
    /// What the sides are called.
    sides: [String; 2],
    opponent: Option<String>,
    you: Option<String>,
    moves: usize,
    /// `first`, `draw` or `second`; null while it is unfinished.
    outcome: Option<String>,
    /// What that is for the student: `won`, `drawn` or `lost`.
    result: Option<&'static str>,
    #[schema(value_type = i64)]
    begun: Moment,
    #[schema(value_type = i64)]
    changed: Moment,
}

/// What a game and its sides are called.
#[derive(Clone)]
struct Names {
    game: String,
    title: String,
    sides: [String; 2],
}

impl Names {
    /// Those of a game that is opened by this name. A file may have gone away meanwhile.
    fn of(app: &App, opened_as: &str) -> Names {
        let open = || -> Result<Names, shido::Error> {
            let game = app.catalog.open(opened_as)?;
            let session = Arc::clone(&game).session(None, &app.settings(&Arc::default()))?;
            let about = game.about();
            Ok(Names {
                game: about.name.clone(),
                title: about.title.clone(),
                sides: sides(&*session),
            })
        };
        open().unwrap_or_else(|_| Names {
            game: opened_as.to_owned(),
            title: opened_as.to_owned(),
            sides: ["the first side", "the second side"].map(str::to_owned),
        })
    }
}

impl Summary {
    fn of(names: Names, contest: &shido_store::Contest) -> Summary {
        let shido_store::Contest {
            beginning,
            standing,
            ..
        } = contest;
        Summary {
            id: contest.id,
            game: names.game,
            title: names.title,
            sides: names.sides,
            opponent: beginning.opponent.clone(),
            you: beginning.seat.clone(),
            moves: standing.moves.len(),
            outcome: standing.outcome.clone(),
            result: result(contest),
            begun: contest.begun,
            changed: contest.changed,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Summaries {
    contests: Vec<Summary>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// How many at most; 50 unless given, 500 at most.
    limit: Option<usize>,
    /// Whether only those are wanted that are not over.
    #[serde(default)]
    unfinished: bool,
}

/// The contests of the student, those first in which something happened last.
#[utoipa::path(
    get, path = "/contests", params(Which), responses((status = 200, body = Summaries))
)]
pub(crate) async fn list(
    State(app): Shared,
    Asked(which): Asked<Which>,
) -> Result<Json<Summaries>, Failure> {
    const USUAL: usize = 50;
    const MOST: usize = 500;
    let contests = app.quick(move |app| {
        let limit = which.limit.unwrap_or(USUAL).min(MOST);
        let most = if which.unfinished { MOST } else { limit };
        let kept = app.memory().recent(&app.student, most)?;
        let wanted = kept
            .iter()
            .filter(|contest| !which.unfinished || contest.standing.outcome.is_none());
        // Most contests are of few games.
        let mut known = HashMap::new();
        let summary = |contest: &shido_store::Contest| {
            let game = &contest.beginning.game;
            let names = known
                .entry(game.clone())
                .or_insert_with(|| Names::of(app, game));
            Summary::of(names.clone(), contest)
        };
        Ok(wanted.take(limit).map(summary).collect())
    });
    Ok(Json(Summaries {
        contests: contests.await?,
    }))
}

/// A contest as it stands.
#[utoipa::path(
    get, path = "/contests/{id}",
    params(("id" = i64, Path), Side),
    responses((status = 200, body = Contest), (status = 404, body = Failure))
)]
pub(crate) async fn show(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
) -> Result<Json<Contest>, Failure> {
    Ok(Json(named(&app, &id).await?.answer(side.turned)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// The move, as the game writes it.
    r#move: String,
    /// The revision of the contest that one has seen: it is not played if something has changed since.
    revision: Option<u64>,
}

/// Makes a move. Whoever is no person answers by itself.
#[utoipa::path(
    post, path = "/contests/{id}/play",
    params(("id" = i64, Path), Side),
    request_body = Play,
    responses(
        (status = 200, body = Contest), (status = 404, body = Failure),
        (status = 409, body = Failure), (status = 422, body = Failure)
    )
)]
pub(crate) async fn play(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
    Sent(sent): Sent<Play>,
) -> Result<Json<Contest>, Failure> {
    act(
        &app,
        &id,
        side,
        sent.revision,
        move |session, sitting| match session.turn() {
            Turn::Of(seat) if sitting.is_person(seat) => {
                session.play(&sent.r#move)?;
                Ok(Acted::Moved)
            }
            Turn::Of(_) | Turn::Chance => Err(Failure::not_now("it is not your turn")),
            Turn::Over(_) => Err(Failure::not_now("the contest is over")),
        },
    )
    .await
}

/// Does something with a contest; then whoever is no person goes on.
async fn act(
    app: &Arc<App>,
    id: &str,
    side: Side,
    revision: Option<u64>,
    act: impl FnOnce(&mut dyn AnySession, &Sitting) -> Result<Acted, Failure> + Send + 'static,
) -> Result<Json<Contest>, Failure> {
    let sitting = named(app, id).await?;
    let acting = Arc::clone(&sitting);
    app.quick(move |app| acting.act(app, revision, |session| act(session, &acting)))
        .await?;
    sitting.go_on(app);
    Ok(Json(sitting.answer(side.turned)))
}

/// Lets the player whose turn it is think.
#[utoipa::path(
    post, path = "/contests/{id}/go",
    params(("id" = i64, Path), Side),
    request_body = Nothing,
    responses((status = 200, body = Contest), (status = 404, body = Failure))
)]
pub(crate) async fn go(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
    Sent(Nothing {}): Sent<Nothing>,
) -> Result<Json<Contest>, Failure> {
    let sitting = named(&app, &id).await?;
    sitting.go_on(&app);
    Ok(Json(sitting.answer(side.turned)))
}

/// Ends the thinking of a player.
#[utoipa::path(
    post, path = "/contests/{id}/cancel",
    params(("id" = i64, Path), Side),
    request_body = Nothing,
    responses((status = 200, body = Contest), (status = 404, body = Failure))
)]
pub(crate) async fn cancel(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
    Sent(Nothing {}): Sent<Nothing>,
) -> Result<Json<Contest>, Failure> {
    let sitting = named(&app, &id).await?;
    sitting.stop_thinking().await?;
    Ok(Json(sitting.answer(side.turned)))
}

/// Goes back to where a person last chose.
#[utoipa::path(
    post, path = "/contests/{id}/take-back",
    params(("id" = i64, Path), Side),
    request_body = Nothing,
    responses(
        (status = 200, body = Contest), (status = 404, body = Failure), (status = 409, body = Failure)
    )
)]
pub(crate) async fn take_back(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
    Sent(Nothing {}): Sent<Nothing>,
) -> Result<Json<Contest>, Failure> {
    named(&app, &id).await?.stop_thinking().await?;
    act(&app, &id, side, None, |session, sitting| {
        if let Turn::Over(_) = session.turn() {
            return Err(Failure::not_now("the contest is over"));
        }
        let movers = session.movers();
        let chose = |mover: &Option<Seat>| mover.is_some_and(|seat| sitting.is_person(seat));
        let Some(kept) = movers.iter().rposition(chose) else {
            return Err(Failure::not_now(
                "you have made no move that could be taken back",
            ));
        };
        for _ in kept..movers.len() {
            session.take_back();
        }
        Ok(Acted::Otherwise)
    })
    .await
}

/// Gives a contest up.
#[utoipa::path(
    post, path = "/contests/{id}/resign",
    params(("id" = i64, Path), Side),
    request_body = Nothing,
    responses(
        (status = 200, body = Contest), (status = 404, body = Failure), (status = 409, body = Failure)
    )
)]
pub(crate) async fn resign(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
    Sent(Nothing {}): Sent<Nothing>,
) -> Result<Json<Contest>, Failure> {
    named(&app, &id).await?.stop_thinking().await?;
    act(&app, &id, side, None, |session, sitting| {
        let loser = match (session.turn(), sitting.you) {
            (Turn::Over(_), _) => return Err(Failure::not_now("the contest is over")),
            (_, Some(you)) => you,
            (Turn::Of(seat), None) => seat,
            (Turn::Chance, None) => return Err(Failure::not_now("nobody is to move")),
        };
        session.resign(loser);
        Ok(Acted::Otherwise)
    })
    .await
}

/// Offers a draw. The opponent accepts it where it stands no better than the student, in the opening only where the
/// position is drawn; people at the same board agree between themselves.
#[utoipa::path(
    post, path = "/contests/{id}/offer-draw",
    params(("id" = i64, Path), Side),
    request_body = Nothing,
    responses(
        (status = 200, body = Contest), (status = 404, body = Failure), (status = 409, body = Failure)
    )
)]
pub(crate) async fn offer_draw(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
    Sent(Nothing {}): Sent<Nothing>,
) -> Result<Json<Contest>, Failure> {
    let sitting = named(&app, &id).await?;
    let agree = |session: &mut dyn AnySession, _: &Sitting| match session.turn() {
        Turn::Over(_) => Err(Failure::not_now("the contest is over")),
        Turn::Of(_) | Turn::Chance => {
            session.end_early(EarlyEnd::Agreed);
            Ok(Acted::Otherwise)
        }
    };
    let Some(you) = sitting.you else {
        return act(&app, &id, side, None, agree).await;
    };
    let asked = Arc::clone(&sitting);
    let accepted = app.study(move |app: &Arc<App>, stop: &Arc<AtomicBool>| {
        let mut session = asked.copy(app, None)?;
        if let Turn::Over(_) = session.turn() {
            return Err(Failure::not_now("the contest is over"));
        }
        let advice = app.advice(&session.game());
        let judge = advice.adviser(&|_| {}).map_err(Failure::impossible)?;
        let request = Request {
            limits: app.limits.opinion(),
            cancel: Some(Arc::clone(stop)),
            ..Request::default()
        };
        let thought = session.analyze(judge, Ask::BestMove, &request)?.thought;
        let plies = session.moves().len();
        Ok(shido_club::accepts_draw(&thought, you.other(), plies))
    });
    if accepted.await? {
        return act(&app, &id, side, None, agree).await;
    }
    sitting.say("Your opponent declines the draw.".to_owned());
    Ok(Json(sitting.answer(side.turned)))
}

/// What happens in a contest, as server-sent events: `contest` (the whole of it, also at the beginning), `thinking`,
/// `failed`, `review` and `reviewed`.
#[utoipa::path(
    get, path = "/contests/{id}/events",
    params(("id" = i64, Path), Side),
    responses(
        (status = 200, content_type = "text/event-stream", body = String),
        (status = 404, body = Failure)
    )
)]
pub(crate) async fn events(
    State(app): Shared,
    Path(id): Path<String>,
    Asked(side): Asked<Side>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Failure> {
    const ALIVE: Duration = Duration::from_secs(15);
    let sitting = named(&app, &id).await?;
    let listening = (
        sitting.listen(),
        app.closing.subscribe(),
        Some(News::Changed),
    );
    let stream = unfold(listening, move |(mut news, mut closing, next)| {
        let sitting = Arc::clone(&sitting);
        async move {
            let told = match next {
                Some(next) => next,
                None => tokio::select! {
                    _ = closing.wait_for(|closing| *closing) => return None,
                    told = news.recv() => match told {
                        Ok(told) => told,
                        // What was missed is in the whole.
                        Err(RecvError::Lagged(_)) => News::Changed,
                        Err(RecvError::Closed) => return None,
                    },
                },
            };
            // The whole tells of all changes so far: whoever is slow to hear is not told of each.
            let mut next = None;
            while matches!((&told, &next), (News::Changed, None | Some(News::Changed))) {
                match news.try_recv() {
                    Ok(more) => next = Some(more),
                    Err(_) => break,
                }
            }
            let next = next.filter(|next| !matches!(next, News::Changed));
            let event = match told {
                News::Changed => written("contest", &sitting.answer(side.turned)),
                News::Thinking(thought) => written("thinking", &thought),
                News::Failed(failure) => written("failed", &failure),
                News::Reviewing(done, of) => {
                    written("review", &serde_json::json!({ "done": done, "of": of }))
                }
                News::Reviewed => written("reviewed", &serde_json::json!({})),
            };
            Some((Ok(event), (news, closing, next)))
        }
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::new().interval(ALIVE)))
}

fn written(name: &str, data: &impl Serialize) -> Event {
    let event = Event::default().event(name);
    // A string of JSON has no line breaks, which is all that could be wrong with it.
    event.json_data(data).unwrap_or_default()
}

/// The contest in the form of its game: PGN, SGF or a transcript.
#[utoipa::path(
    get, path = "/contests/{id}/record",
    params(("id" = i64, Path)),
    responses(
        (status = 200, content_type = "text/plain", body = String), (status = 404, body = Failure)
    )
)]
pub(crate) async fn record(
    State(app): Shared,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Failure> {
    let sitting = named(&app, &id).await?;
    let written = app.quick(move |app| {
        let kept = app.memory().contest(&app.student, sitting.id)?;
        let kept = kept.ok_or_else(|| Failure::missing("the contest is gone"))?;
        let mut saved = saved(&kept).map_err(|error| Failure::impossible(error.to_string()))?;
        let players = std::mem::take(&mut saved.players);
        let session = app.catalog.load(&saved, &app.settings(&Arc::default()))?;
        let names = Seat::BOTH.map(|seat| match &players[seat.index()] {
            Some(player) => player.to_string(),
            None => app.student.clone(),
        });
        let text = write_record(
            &*session,
            &RecordHead {
                names: [&names[0], &names[1]],
                date: Some(day(kept.begun)),
            },
        )?;
        let ending = session.game().about().record.extension();
        Ok((
            text,
            format!("attachment; filename=\"shido-{}.{ending}\"", kept.id),
        ))
    });
    let (text, attached) = written.await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attached),
    ];
    Ok((headers, text))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Records {
    /// PGN, SGF or transcripts.
    text: String,
    /// Where the student sat; nowhere if it is left out.
    seat: Option<String>,
}

/// Takes in contests that were played elsewhere.
#[utoipa::path(
    post, path = "/contests/import",
    request_body = Records,
    responses((status = 201, body = Summaries), (status = 422, body = Failure))
)]
pub(crate) async fn import(
    State(app): Shared,
    Sent(sent): Sent<Records>,
) -> Result<impl IntoResponse, Failure> {
    const MOST: usize = 100;
    let you = sent.seat.as_deref().map(seat).transpose()?;
    let contests = app.prepare(move |app: &Arc<App>, stop: &Arc<AtomicBool>| {
        let records = read_records(&sent.text)?;
        if records.is_empty() {
            return Err(Failure::impossible("there is no contest in it"));
        }
        if records.len() > MOST {
            let failure = Failure::impossible(format!("there are {} contests", records.len()));
            return Err(failure.help(format!("take in {MOST} at a time at most")));
        }
        let mut sessions = Vec::with_capacity(records.len());
        for record in &records {
            // A record may name a file as its game.
            app.open(&record.game)?;
            sessions.push(app.catalog.load(record, &app.settings(stop))?);
        }
        let taken_in = records.iter().zip(&sessions);
        taken_in
            .map(|(record, session)| take_in(app, record, &**session, you))
            .collect::<Result<Vec<Summary>, Failure>>()
    });
    let contests = contests.await?;
    Ok((StatusCode::CREATED, Json(Summaries { contests })))
}

fn take_in(
    app: &App,
    record: &Saved,
    session: &dyn AnySession,
    you: Option<Seat>,
) -> Result<Summary, Failure> {
    let now = Moment::now();
    let beginning = shido_store::Beginning {
        seat: you.map(|seat| seat_name(seat).to_owned()),
        ..beginning(session, &record.game)
    };
    let mut memory = app.memory();
    let id = memory.begin(&app.student, &beginning, now)?;
    memory.keep(id, &standing(session), now)?;
    let kept = memory.contest(&app.student, id)?;
    drop(memory);
    let kept = kept.ok_or_else(|| Failure::missing("the contest is gone"))?;
    Ok(Summary::of(Names::of(app, &kept.beginning.game), &kept))
}

impl crate::Limits {
    /// How long somebody may think about an opinion that a person waits for.
    pub(crate) fn opinion(&self) -> ThinkingLimits {
        ThinkingLimits {
            time: Some(self.opinion_time),
            ..ThinkingLimits::default()
        }
    }
}
