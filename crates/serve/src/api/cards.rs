//! Positions to practise, and the profile of the student.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use shido_club::{AtGame, Practice, cards_due, profile};
use shido_store::{Card, Grade, Moment};
use utoipa::{IntoParams, ToSchema};

use super::{Asked, Sent, Shared};
use crate::answers::{GameName, Position};
use crate::app::App;
use crate::failure::Failure;
use crate::schema;

#[derive(Serialize, ToSchema)]
pub(crate) struct Due {
    /// How many cards are due.
    due: usize,
    /// The first of them, those first that are due for longest.
    cards: Vec<CardShown>,
}

#[derive(Serialize, ToSchema)]
struct CardShown {
    id: i64,
    game: GameName,
    /// Who is to move, as the side is called.
    side: String,
    /// The contest that it comes from, and after how many moves of it.
    contest: Option<i64>,
    ply: Option<u32>,
    #[schema(value_type = i64)]
    due: Moment,
    /// How often it was practised, and how often not found.
    times: u32,
    lapses: u32,
    #[serde(flatten)]
    shown: Position,
    /// Hints in steps, without the last one, which tells the move.
    hints: Vec<String>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// The game, as it is opened; all of them if it is left out.
    game: Option<String>,
    /// Whether the board is to be turned round: who usually sits at the upper edge is at the lower one.
    #[serde(default)]
    turned: bool,
}

/// The positions that are due for practice.
#[utoipa::path(get, path = "/cards", params(Which), responses((status = 200, body = Due)))]
pub(crate) async fn due(
    State(app): Shared,
    Asked(which): Asked<Which>,
) -> Result<Json<Due>, Failure> {
    const MOST: usize = 20;
    let due = app.quick(move |app| {
        let memory = app.memory();
        let cards = memory.due_cards(&app.student, which.game.as_deref(), Moment::now())?;
        drop(memory);
        let shown = cards
            .iter()
            .filter_map(|card| match show(app, card, which.turned) {
                Ok(shown) => Some(shown),
                // Its game may be gone, or have other rules by now.
                Err(failure) => {
                    tracing::warn!(card = card.id, ?failure, "a card is left out");
                    None
                }
            });
        Ok(Due {
            cards: shown.take(MOST).collect(),
            due: cards.len(),
        })
    });
    Ok(Json(due.await?))
}

fn show(app: &App, card: &Card, turned: bool) -> Result<CardShown, Failure> {
    let settings = app.settings(&Arc::default());
    let practice = Practice::new(&card.exercise, &app.catalog, &settings)?;
    let session = &*practice.session;
    let game = session.game();
    let about = game.about();
    let hints = &card.exercise.hints;
    Ok(CardShown {
        id: card.id,
        game: GameName {
            name: about.name.clone(),
            title: about.title.clone(),
            record: about.record,
        },
        side: match session.turn() {
            shido::Turn::Of(seat) => session.side(seat),
            shido::Turn::Chance | shido::Turn::Over(_) => String::new(),
        },
        contest: card.exercise.contest,
        ply: card.exercise.ply,
        due: card.schedule.due,
        times: card.schedule.times,
        lapses: card.schedule.lapses,
        shown: Position::of(session, turned),
        hints: hints[..hints.len().saturating_sub(1)].to_vec(),
    })
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    /// The move; null to give up.
    r#move: Option<String>,
    /// How many hints were looked at.
    #[serde(default)]
    hints: u32,
    /// How many moves were tried that are not right.
    #[serde(default)]
    errors: u32,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Judged {
    right: bool,
    /// Whether the card is answered, by finding the move or by giving up.
    finished: bool,
    sentence: String,
    /// Why, once it is answered.
    why: Option<String>,
    /// The right moves, once it is answered.
    moves: Vec<String>,
    /// `again`, `hard`, `good` or `easy`.
    #[schema(value_type = Option<String>)]
    grade: Option<Grade>,
    /// When it comes back.
    #[schema(value_type = Option<i64>)]
    due: Option<Moment>,
}

/// Answers a card.
#[utoipa::path(
    post, path = "/cards/{id}/answer",
    params(("id" = i64, Path)),
    request_body = Answer,
    responses(
        (status = 200, body = Judged), (status = 404, body = Failure), (status = 422, body = Failure)
    )
)]
pub(crate) async fn answer(
    State(app): Shared,
    Path(id): Path<String>,
    Sent(sent): Sent<Answer>,
) -> Result<Json<Judged>, Failure> {
    let judged = app.quick(move |app| {
        let missing = || Failure::missing("there is no such card");
        let id: i64 = id.parse().map_err(|_| missing())?;
        let card = app.memory().card(&app.student, id)?.ok_or_else(missing)?;
        let settings = app.settings(&Arc::default());
        let practice = Practice::new(&card.exercise, &app.catalog, &settings)?;
        let (right, sentence, grade) = match &sent.r#move {
            None => (false, practice.answer(), Grade::Again),
            Some(text) => {
                let tried = practice.tried(&practice.session.spell(text)?);
                if !tried.right {
                    return Ok(Judged {
                        right: false,
                        finished: false,
                        sentence: tried.sentence,
                        why: None,
                        moves: Vec::new(),
                        grade: None,
                        due: None,
                    });
                }
                let helped = sent.hints > 0 || sent.errors > 0;
                (true, tried.sentence, Practice::grade(helped))
            }
        };
        let next = app.memory().practised(id, grade, Moment::now())?;
        Ok(Judged {
            right,
            finished: true,
            sentence,
            why: Some(card.exercise.why),
            moves: practice.right,
            grade: Some(grade),
            due: Some(next.due),
        })
    });
    Ok(Json(judged.await?))
}

#[derive(Serialize, ToSchema)]
pub(crate) struct StudentShown {
    name: String,
    /// Since when something is remembered of them; null if nothing is.
    #[schema(value_type = Option<i64>)]
    since: Option<Moment>,
    games: Vec<AtGameShown>,
    cards: usize,
    cards_due: usize,
}

#[derive(Serialize, ToSchema)]
struct AtGameShown {
    #[serde(flatten)]
    #[schema(value_type = schema::AtGame)]
    at_game: AtGame,
    title: String,
}

/// The profile of the student, game by game and over time.
#[utoipa::path(get, path = "/student", responses((status = 200, body = StudentShown)))]
pub(crate) async fn student(State(app): Shared) -> Result<Json<StudentShown>, Failure> {
    let shown = app.quick(|app| {
        let now = Moment::now();
        let Some(student) = app.memory().everything(&app.student)? else {
            return Ok(StudentShown {
                name: app.student.clone(),
                since: None,
                games: Vec::new(),
                cards: 0,
                cards_due: 0,
            });
        };
        let games = profile(&student, now).into_iter().map(|at_game| {
            let game = app.catalog.open(&at_game.game);
            AtGameShown {
                title: match game {
                    Ok(game) => game.about().title.clone(),
                    Err(_) => at_game.game.clone(),
                },
                at_game,
            }
        });
        Ok(StudentShown {
            games: games.collect(),
            since: Some(student.since),
            cards: student.cards.len(),
            cards_due: cards_due(&student, None, now),
            name: student.name,
        })
    });
    Ok(Json(shown.await?))
}
