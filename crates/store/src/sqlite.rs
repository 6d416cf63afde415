//! What is remembered in one SQLite file.

mod migrations;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::types::Type;
use rusqlite::{
    Connection, ErrorCode, OpenFlags, OptionalExtension, Row, Statement, Transaction,
    TransactionBehavior, named_params, params,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::student::is_name;
use crate::{
    Beginning, BegunNow, Card, Certificate, Contest, Exercise, Grade, KeptNow, Learned, Memory,
    Moment, Result, Schedule, Standing, StoreError, Student,
};
use migrations::STEPS;

/// By this number a file is known to be one of Shido's: `shdo`.
const OURS: i64 = 0x7368_646f;

/// How long to wait for another process that writes, and how long between two tries. SQLite's own waiting
/// tries less and less often, so that who writes all the time leaves no room to who waits.
const PATIENCE: Duration = Duration::from_secs(20);
const BETWEEN: Duration = Duration::from_millis(5);

/// Waits a little for another process; gives up after so many times.
fn wait(times: i32) -> bool {
    std::thread::sleep(BETWEEN);
    BETWEEN * times.unsigned_abs() < PATIENCE
}

/// A SQLite file. Several processes can use it at once, each with its own value of this type.
///
/// What was written outlives a crash of the program and of the machine: the log is synchronised with every
/// transaction. What was forgotten is overwritten.
#[derive(Debug)]
pub struct Sqlite {
    file: PathBuf,
    connection: Connection,
}

impl Sqlite {
    /// Opens a file, which is made if it is not there, as is its folder. One of an older form is brought
    /// to the newest.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] where it is something else, which is left as it is; [`StoreError::Newer`]
    /// where a newer program wrote it; [`StoreError::Unusable`] where it cannot be made or written.
    pub fn open(file: &Path) -> Result<Sqlite> {
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| StoreError::Unusable {
                file: file.to_owned(),
                reason: format!("its folder cannot be made: {error}"),
            })?;
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(file, flags);
        let mut store = Sqlite {
            connection: opened.map_err(|error| Fault::from(error).explained(file))?,
            file: file.to_owned(),
        };
        store.prepare().map_err(|fault| fault.explained(file))?;
        Ok(store)
    }

    /// Opens a file if it is there.
    ///
    /// # Errors
    /// As for [`open`](Sqlite::open).
    pub fn open_if_there(file: &Path) -> Result<Option<Sqlite>> {
        match file.try_exists() {
            Ok(false) => Ok(None),
            // Whatever is wrong with it is told when it is opened.
            Ok(true) | Err(_) => Sqlite::open(file).map(Some),
        }
    }

    /// Sees what the file is before anything is written to it, then brings it to the newest form.
    fn prepare(&mut self) -> std::result::Result<(), Fault> {
        self.connection.busy_handler(Some(wait))?;
        let is_old = self.steps()? < STEPS.len() as i64;
        self.use_log()?;
        self.connection.pragma_update(None, "synchronous", "FULL")?;
        self.connection.pragma_update(None, "foreign_keys", true)?;
        self.connection.pragma_update(None, "secure_delete", true)?;
        if is_old {
            self.migrate()?;
        }
        Ok(())
    }

    /// How many steps the file has behind it.
    fn steps(&self) -> std::result::Result<i64, Fault> {
        // One statement, so that nobody else changes the file in between.
        let found = self.connection.query_row(
            "SELECT (SELECT application_id FROM pragma_application_id),
                    (SELECT user_version FROM pragma_user_version),
                    (SELECT count(*) FROM sqlite_schema)",
            [],
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        let damaged = |reason: &str| StoreError::Damaged {
            file: self.file.clone(),
            reason: reason.to_owned(),
        };
        let known = STEPS.len() as i64;
        match found {
            // It is new.
            (0, 0, 0) => Ok(0),
            (OURS, steps, _) if (1..=known).contains(&steps) => Ok(steps),
            (OURS, found, _) if found > known => Err(StoreError::Newer {
                file: self.file.clone(),
                found,
                known,
            }
            .into()),
            (OURS, _, _) => Err(damaged("its form has no number").into()),
            _ => Err(damaged("it belongs to another program").into()),
        }
    }

    /// Changes go to a log first, so that readers need not wait for who writes. Where that cannot be had, as
    /// on some network drives, SQLite goes on as it was, and everybody waits for everybody.
    fn use_log(&self) -> rusqlite::Result<()> {
        let begun = Instant::now();
        loop {
            match self.connection.pragma_update(None, "journal_mode", "WAL") {
                // Processes that open a new file at once are in each other's way here, and SQLite does not
                // wait for them by itself.
                Err(error) if is_busy(&error) && begun.elapsed() < PATIENCE => {
                    std::thread::sleep(BETWEEN);
                }
                done => return done,
            }
        }
    }

    fn migrate(&mut self) -> rusqlite::Result<()> {
        let behaviour = TransactionBehavior::Immediate;
        let within = self.connection.transaction_with_behavior(behaviour)?;
        // Another process may have done it meanwhile.
        let done: i64 = within.pragma_query_value(None, "user_version", |row| row.get(0))?;
        for (number, step) in (1..).zip(STEPS) {
            if number > done {
                within.execute_batch(step)?;
                within.pragma_update(None, "user_version", number)?;
            }
        }
        within.pragma_update(None, "application_id", OURS)?;
        within.commit()
    }

    /// Reads, all of it at one moment.
    fn read<T>(
        &self,
        work: impl FnOnce(&Connection) -> std::result::Result<T, Fault>,
    ) -> Result<T> {
        let within = self.connection.unchecked_transaction();
        let result = within.map_err(Fault::from).and_then(|within| work(&within));
        result.map_err(|fault| fault.explained(&self.file))
    }

    /// Writes, all of it or nothing.
    fn write<T>(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> std::result::Result<T, Fault>,
    ) -> Result<T> {
        let behaviour = TransactionBehavior::Immediate;
        let within = self.connection.transaction_with_behavior(behaviour);
        let result = within.map_err(Fault::from).and_then(|within| {
            let result = work(&within)?;
            within.commit()?;
            Ok(result)
        });
        result.map_err(|fault| fault.explained(&self.file))
    }
}

impl Memory for Sqlite {
    fn students(&self) -> Result<Vec<String>> {
        self.read(|within| {
            Ok(rows(
                within,
                "SELECT name FROM students ORDER BY name",
                [],
                |row| row.get(0),
            )?)
        })
    }

    fn everything(&self, name: &str) -> Result<Option<Student>> {
        self.read(|within| {
            let found = within
                .query_row(
                    "SELECT id, since FROM students WHERE name = ?",
                    [name],
                    |row| Ok((row.get(0)?, moment(row, 1)?)),
                )
                .optional()?;
            let Some((id, since)) = found else {
                return Ok(None);
            };
            let id: i64 = id;
            Ok(Some(Student {
                name: name.to_owned(),
                since,
                learned: all_learned(within, id)?,
                contests: contests(within, "WHERE student = ? ORDER BY begun, id", [id])?,
                cards: cards(within, "WHERE student = ? ORDER BY made, id", [id])?,
            }))
        })
    }

    fn restore(&mut self, students: &[Student]) -> Result<()> {
        let restored = self.write(|within| {
            for student in students {
                let name = &student.name;
                if student_number(within, name)?.is_some() {
                    return Err(StoreError::Taken { name: name.clone() }.into());
                }
                restore(within, student)?;
            }
            Ok(())
        });
        // Two of something that there can be one of, or a reference to nothing.
        restored.map_err(|error| match error {
            StoreError::Gone => StoreError::Form {
                reason: "something is there twice, or belongs to a contest that is not".to_owned(),
            },
            other => other,
        })
    }

    fn forget(&mut self, name: &str) -> Result<bool> {
        let forgotten = self.write(|within| {
            Ok(within.execute("DELETE FROM students WHERE name = ?", [name])? > 0)
        })?;
        // What was forgotten is overwritten in the file; the log goes away. Where somebody still reads,
        // that happens later.
        let _ = self
            .connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()));
        Ok(forgotten)
    }

    fn learned(&self, name: &str, game: &str) -> Result<Option<Value>> {
        self.read(|within| {
            let sql = "SELECT state FROM learned JOIN students ON id = student
                       WHERE name = ? AND game = ?";
            let state = within.query_row(sql, [name, game], |row| from_json(row, 0));
            Ok(state.optional()?)
        })
    }

    fn learn(
        &mut self,
        name: &str,
        game: &str,
        now: Moment,
        change: &mut dyn FnMut(Option<Value>) -> Value,
    ) -> Result<()> {
        self.write(|within| {
            let student = meet(within, name, now)?;
            let known = within
                .query_row(
                    "SELECT state FROM learned WHERE student = ? AND game = ?",
                    params![student, game],
                    |row| from_json(row, 0),
                )
                .optional()?;
            within.execute(
                "INSERT OR REPLACE INTO learned (student, game, state, changed) VALUES (?, ?, ?, ?)",
                params![student, game, change(known).to_string(), now.0],
            )?;
            Ok(())
        })
    }

    fn note_level(&mut self, name: &str, game: &str, now: Moment, level: f64) -> Result<()> {
        self.write(|within| {
            let student = meet(within, name, now)?;
            let today = now.day();
            within.execute(
                "DELETE FROM levels WHERE student = ? AND game = ? AND at >= ? AND at < ?",
                params![student, game, today.0, today.after_days(1).0],
            )?;
            Ok(add_level(within, student, game, now, level)?)
        })
    }

    fn keep_together(
        &mut self,
        begun: &[BegunNow],
        kept: &[KeptNow],
    ) -> Result<(Vec<i64>, Vec<i64>)> {
        self.write(|within| {
            let mut numbers = Vec::with_capacity(begun.len());
            for BegunNow {
                student,
                beginning,
                now,
            } in begun
            {
                let student = meet(within, student, *now)?;
                numbers.push(begin(within, student, beginning, *now)?);
            }
            let mut gone = Vec::new();
            if !kept.is_empty() {
                let mut writer = ContestWriter::new(within)?;
                for kept in kept {
                    match writer.keep(kept) {
                        Err(Fault::Store(StoreError::Gone)) => gone.push(kept.contest),
                        done => done?,
                    }
                }
            }
            Ok((numbers, gone))
        })
    }

    fn unfinished(&self, name: &str, game: Option<&str>) -> Result<Option<Contest>> {
        self.read(|within| {
            let found = contests(
                within,
                "WHERE student = (SELECT id FROM students WHERE name = ?1)
                   AND outcome IS NULL AND (?2 IS NULL OR game = ?2)
                 ORDER BY changed DESC, id DESC LIMIT 1",
                params![name, game],
            )?;
            Ok(found.into_iter().next())
        })
    }

    fn contest(&self, name: &str, contest: i64) -> Result<Option<Contest>> {
        self.read(|within| {
            let found = contests(
                within,
                "WHERE student = (SELECT id FROM students WHERE name = ?1) AND id = ?2",
                params![name, contest],
            )?;
            Ok(found.into_iter().next())
        })
    }

    fn recent(&self, name: &str, most: usize) -> Result<Vec<Contest>> {
        self.read(|within| {
            Ok(contests(
                within,
                "WHERE student = (SELECT id FROM students WHERE name = ?1)
                   AND EXISTS (SELECT 1 FROM moves WHERE contest = contests.id)
                 ORDER BY changed DESC, id DESC LIMIT ?2",
                params![name, i64::try_from(most).unwrap_or(i64::MAX)],
            )?)
        })
    }

    fn certify(&mut self, contest: i64, ply: u32, certificate: &Value) -> Result<()> {
        self.write(|within| Ok(certify(within, contest, ply, certificate)?))
    }

    fn reviewed(&mut self, contest: i64, review: &Value) -> Result<()> {
        self.write(|within| match keep_review(within, contest, review)? {
            0 => Err(StoreError::Gone.into()),
            _ => Ok(()),
        })
    }

    fn keep_findings(&mut self, contest: i64, findings: &Value) -> Result<()> {
        self.write(|within| {
            let sql = "INSERT OR REPLACE INTO findings (contest, findings) VALUES (?, ?)";
            within.execute(sql, params![contest, findings.to_string()])?;
            Ok(())
        })
    }

    fn findings(&self, contest: i64) -> Result<Option<Value>> {
        self.read(|within| {
            let sql = "SELECT findings FROM findings WHERE contest = ?";
            let found = within.query_row(sql, [contest], |row| from_json(row, 0));
            Ok(found.optional()?)
        })
    }

    fn add_card(&mut self, name: &str, exercise: &Exercise, now: Moment) -> Result<i64> {
        self.write(|within| {
            let student = meet(within, name, now)?;
            let card = Card {
                id: 0,
                exercise: exercise.clone(),
                made: now,
                schedule: Schedule::new(now),
            };
            Ok(add_card(within, student, &card)?)
        })
    }

    fn due_cards(&self, name: &str, game: Option<&str>, now: Moment) -> Result<Vec<Card>> {
        self.read(|within| {
            Ok(cards(
                within,
                "WHERE student = (SELECT id FROM students WHERE name = ?1)
                   AND due <= ?3 AND (?2 IS NULL OR game = ?2)
                 ORDER BY due, id",
                params![name, game, now.0],
            )?)
        })
    }

    fn card(&self, name: &str, card: i64) -> Result<Option<Card>> {
        self.read(|within| {
            let found = cards(
                within,
                "WHERE student = (SELECT id FROM students WHERE name = ?1) AND id = ?2",
                params![name, card],
            )?;
            Ok(found.into_iter().next())
        })
    }

    fn practised(&mut self, card: i64, grade: Grade, now: Moment) -> Result<Schedule> {
        self.write(|within| {
            let found = cards(within, "WHERE id = ?", [card])?;
            let card = found.first().ok_or(StoreError::Gone)?;
            let next = card.schedule.after(grade, now);
            within.execute(
                "UPDATE cards SET due = ?, practised = ?, stability = ?, difficulty = ?, times = ?,
                        lapses = ?
                 WHERE id = ?",
                params![
                    next.due.0,
                    next.practised.map(|practised| practised.0),
                    next.stability,
                    next.difficulty,
                    next.times,
                    next.lapses,
                    card.id
                ],
            )?;
            Ok(next)
        })
    }
}

/// What was learned of a student, game by game.
fn all_learned(within: &Connection, student: i64) -> rusqlite::Result<Vec<Learned>> {
    let sql = "SELECT game, state, changed FROM learned WHERE student = ? ORDER BY game";
    let mut learned = rows(within, sql, [student], |row| {
        Ok(Learned {
            game: row.get(0)?,
            state: from_json(row, 1)?,
            changed: moment(row, 2)?,
            levels: Vec::new(),
        })
    })?;
    for learned in &mut learned {
        let sql = "SELECT at, level FROM levels WHERE student = ? AND game = ? ORDER BY at";
        let at_game = params![student, learned.game];
        learned.levels = rows(within, sql, at_game, |row| {
            Ok((moment(row, 0)?, row.get(1)?))
        })?;
    }
    Ok(learned)
}

fn add_level(
    within: &Connection,
    student: i64,
    game: &str,
    at: Moment,
    level: f64,
) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO levels (student, game, at, level) VALUES (?, ?, ?, ?)";
    within.execute(sql, params![student, game, at.0, level])?;
    Ok(())
}

/// The number of a student, if they are known.
fn student_number(within: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    let sql = "SELECT id FROM students WHERE name = ?";
    within.query_row(sql, [name], |row| row.get(0)).optional()
}

/// The number of a student, who is known from now on.
fn meet(within: &Connection, name: &str, now: Moment) -> std::result::Result<i64, Fault> {
    if let Some(known) = student_number(within, name)? {
        return Ok(known);
    }
    if !is_name(name) {
        let name = name.to_owned();
        return Err(StoreError::Name { name }.into());
    }
    let sql = "INSERT INTO students (name, since) VALUES (?, ?)";
    within.execute(sql, params![name, now.0])?;
    Ok(within.last_insert_rowid())
}

fn begin(
    within: &Connection,
    student: i64,
    beginning: &Beginning,
    now: Moment,
) -> rusqlite::Result<i64> {
    let Beginning {
        game,
        opponent,
        seat,
        start,
    } = beginning;
    within.execute(
        "INSERT INTO contests (student, game, opponent, seat, start, begun, changed)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)",
        params![student, game, opponent, seat, start, now.0],
    )?;
    Ok(within.last_insert_rowid())
}

/// Writes contests with statements that are prepared once for all of them.
struct ContestWriter<'c> {
    within: &'c Connection,
    stand: Statement<'c>,
    made: Statement<'c>,
    add_move: Statement<'c>,
}

impl<'c> ContestWriter<'c> {
    fn new(within: &'c Connection) -> rusqlite::Result<ContestWriter<'c>> {
        Ok(ContestWriter {
            within,
            stand: within.prepare(
                "UPDATE contests SET resigned = ?, outcome = ?, recorded = ?, clock = ?, changed = ?
                 WHERE id = ?",
            )?,
            made: within.prepare("SELECT move FROM moves WHERE contest = ? ORDER BY ply")?,
            add_move: within
                .prepare("INSERT INTO moves (contest, ply, move, made) VALUES (?, ?, ?, ?)")?,
        })
    }

    /// Writes how a contest stands. Nothing is written of one that is gone.
    fn keep(&mut self, kept: &KeptNow) -> std::result::Result<(), Fault> {
        let KeptNow {
            contest,
            standing,
            certificates,
            now,
        } = kept;
        self.stand(*contest, standing, *now)?;
        let made = self.made.query_map([contest], |row| row.get(0))?;
        let made: Vec<String> = made.collect::<rusqlite::Result<_>>()?;
        let moves = &standing.moves;
        let same = made.iter().zip(moves).take_while(|(old, new)| old == new);
        let same = same.count();
        if same < made.len() {
            for table in ["moves", "certificates"] {
                let sql = format!("DELETE FROM {table} WHERE contest = ? AND ply >= ?");
                self.within.execute(&sql, params![contest, same as i64])?;
            }
        }
        for (ply, mv) in moves.iter().enumerate().skip(same) {
            self.add_move(*contest, ply, mv, *now)?;
        }
        for Certificate { ply, certificate } in certificates {
            certify(self.within, *contest, *ply, certificate)?;
        }
        Ok(())
    }

    /// Writes how a contest stands, except for its moves.
    fn stand(
        &mut self,
        contest: i64,
        standing: &Standing,
        now: Moment,
    ) -> std::result::Result<(), Fault> {
        let recorded = standing.recorded.as_ref().map(Value::to_string);
        let changed = self.stand.execute(params![
            standing.resigned,
            standing.outcome,
            recorded,
            standing.clock.as_ref().map(Value::to_string),
            now.0,
            contest
        ])?;
        match changed {
            0 => Err(StoreError::Gone.into()),
            _ => Ok(()),
        }
    }

    fn add_move(
        &mut self,
        contest: i64,
        ply: usize,
        mv: &str,
        now: Moment,
    ) -> rusqlite::Result<()> {
        self.add_move
            .execute(params![contest, ply as i64, mv, now.0])?;
        Ok(())
    }
}

fn certify(
    within: &Connection,
    contest: i64,
    ply: u32,
    certificate: &Value,
) -> rusqlite::Result<()> {
    let sql = "INSERT OR REPLACE INTO certificates (contest, ply, certificate) VALUES (?, ?, ?)";
    within.execute(sql, params![contest, ply, certificate.to_string()])?;
    Ok(())
}

/// Tells how many contests there are of this number.
fn keep_review(within: &Connection, contest: i64, review: &Value) -> rusqlite::Result<usize> {
    let sql = "UPDATE contests SET review = ? WHERE id = ?";
    within.execute(sql, params![review.to_string(), contest])
}

fn add_card(within: &Connection, student: i64, card: &Card) -> rusqlite::Result<i64> {
    let Exercise {
        game,
        position,
        moves,
        hints,
        why,
        scores,
        contest,
        ply,
        rating,
    } = &card.exercise;
    let schedule = &card.schedule;
    within.query_row(
        "INSERT INTO cards (student, game, position, moves, hints, why, scores, contest, ply, rating,
                            made, due, practised, stability, difficulty, times, lapses)
         VALUES (:student, :game, :position, :moves, :hints, :why, :scores, :contest, :ply, :rating,
                 :made, :due, :practised, :stability, :difficulty, :times, :lapses)
         ON CONFLICT (student, game, position) DO UPDATE
         SET moves = :moves, hints = :hints, why = :why, scores = :scores, contest = :contest, ply = :ply,
             rating = :rating
         RETURNING id",
        named_params! {
            ":student": student,
            ":game": game,
            ":position": position,
            ":moves": json!(moves).to_string(),
            ":hints": json!(hints).to_string(),
            ":why": why,
            ":scores": json!(scores).to_string(),
            ":contest": contest,
            ":ply": ply,
            ":rating": rating,
            ":made": card.made.0,
            ":due": schedule.due.0,
            ":practised": schedule.practised.map(|practised| practised.0),
            ":stability": schedule.stability,
            ":difficulty": schedule.difficulty,
            ":times": schedule.times,
            ":lapses": schedule.lapses,
        },
        |row| row.get(0),
    )
}

/// Writes a student as they are given; contests get new numbers.
fn restore(within: &Connection, student: &Student) -> std::result::Result<(), Fault> {
    let form = |reason: String| StoreError::Form { reason };
    let id = meet(within, &student.name, student.since)?;
    for learned in &student.learned {
        within.execute(
            "INSERT INTO learned (student, game, state, changed) VALUES (?, ?, ?, ?)",
            params![
                id,
                learned.game,
                learned.state.to_string(),
                learned.changed.0
            ],
        )?;
        for (at, level) in &learned.levels {
            add_level(within, id, &learned.game, *at, *level)?;
        }
    }
    let mut numbers = std::collections::BTreeMap::new();
    let mut writer = ContestWriter::new(within)?;
    for contest in &student.contests {
        let (old, moves) = (contest.id, &contest.standing.moves);
        if moves.len() != contest.made.len() {
            let reason = format!(
                "contest {old} of {} has {} moves and {} times at which they were made",
                student.name,
                moves.len(),
                contest.made.len()
            );
            return Err(form(reason).into());
        }
        let new = begin(within, id, &contest.beginning, contest.begun)?;
        numbers.insert(old, new);
        writer.stand(new, &contest.standing, contest.changed)?;
        for (ply, (mv, made)) in moves.iter().zip(&contest.made).enumerate() {
            writer.add_move(new, ply, mv, *made)?;
        }
        for Certificate { ply, certificate } in &contest.certificates {
            certify(within, new, *ply, certificate)?;
        }
        if let Some(review) = &contest.review {
            keep_review(within, new, review)?;
        }
    }
    for card in &student.cards {
        let mut card = card.clone();
        if let Some(contest) = &mut card.exercise.contest {
            *contest = *numbers.get(contest).ok_or(StoreError::Gone)?;
        }
        add_card(within, id, &card)?;
    }
    Ok(())
}

/// The contests that a clause of SQL picks, in its order.
fn contests(
    within: &Connection,
    which: &str,
    parameters: impl rusqlite::Params,
) -> rusqlite::Result<Vec<Contest>> {
    let sql = format!(
        "SELECT id, game, opponent, seat, start, begun, resigned, outcome, recorded, changed, review, clock
         FROM contests {which}"
    );
    let mut contests = rows(within, &sql, parameters, |row| {
        Ok(Contest {
            id: row.get(0)?,
            beginning: Beginning {
                game: row.get(1)?,
                opponent: row.get(2)?,
                seat: row.get(3)?,
                start: row.get(4)?,
            },
            begun: moment(row, 5)?,
            standing: Standing {
                moves: Vec::new(),
                resigned: row.get(6)?,
                outcome: row.get(7)?,
                recorded: if_any(row, 8)?,
                clock: if_any(row, 11)?,
            },
            made: Vec::new(),
            changed: moment(row, 9)?,
            certificates: Vec::new(),
            review: if_any(row, 10)?,
        })
    })?;
    for contest in &mut contests {
        let moves: Vec<(String, Moment)> = rows(
            within,
            "SELECT move, made FROM moves WHERE contest = ? ORDER BY ply",
            [contest.id],
            |row| Ok((row.get(0)?, moment(row, 1)?)),
        )?;
        (contest.standing.moves, contest.made) = moves.into_iter().unzip();
        contest.certificates = rows(
            within,
            "SELECT ply, certificate FROM certificates WHERE contest = ? ORDER BY ply",
            [contest.id],
            |row| {
                Ok(Certificate {
                    ply: row.get(0)?,
                    certificate: from_json(row, 1)?,
                })
            },
        )?;
    }
    Ok(contests)
}

/// The cards that a clause of SQL picks, in its order.
fn cards(
    within: &Connection,
    which: &str,
    parameters: impl rusqlite::Params,
) -> rusqlite::Result<Vec<Card>> {
    let sql = format!(
        "SELECT id, game, position, moves, hints, why, contest, ply, made, due, practised, stability,
                difficulty, times, lapses, rating, scores
         FROM cards {which}"
    );
    rows(within, &sql, parameters, |row| {
        Ok(Card {
            id: row.get(0)?,
            exercise: Exercise {
                game: row.get(1)?,
                position: row.get(2)?,
                moves: from_json(row, 3)?,
                hints: from_json(row, 4)?,
                why: row.get(5)?,
                scores: from_json(row, 16)?,
                contest: row.get(6)?,
                ply: row.get(7)?,
                rating: row.get(15)?,
            },
            made: moment(row, 8)?,
            schedule: Schedule {
                due: moment(row, 9)?,
                practised: row.get::<_, Option<i64>>(10)?.map(Moment),
                stability: row.get(11)?,
                difficulty: row.get(12)?,
                times: row.get(13)?,
                lapses: row.get(14)?,
            },
        })
    })
}

fn rows<T>(
    within: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    within.prepare(sql)?.query_map(parameters, read)?.collect()
}

fn moment(row: &Row<'_>, column: usize) -> rusqlite::Result<Moment> {
    row.get(column).map(Moment)
}

fn from_json<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(error))
    })
}

/// The same where there may be nothing.
fn if_any<T: DeserializeOwned>(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<T>> {
    match row.get_ref(column)?.data_type() {
        Type::Null => Ok(None),
        _ => from_json(row, column).map(Some),
    }
}

/// What goes wrong within a transaction.
enum Fault {
    Sql(rusqlite::Error),
    Store(StoreError),
}

impl From<rusqlite::Error> for Fault {
    fn from(error: rusqlite::Error) -> Fault {
        Fault::Sql(error)
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        Fault::Store(error)
    }
}

impl Fault {
    /// What it means to whoever uses the file.
    fn explained(self, file: &Path) -> StoreError {
        let error = match self {
            Fault::Store(error) => return error,
            Fault::Sql(error) => error,
        };
        let (file, reason) = (file.to_owned(), error.to_string());
        match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => StoreError::Gone,
            _ if is_busy(&error) => StoreError::Unusable {
                file,
                reason: "another program has been writing to it for too long".to_owned(),
            },
            // The statements are fixed: where SQLite does not understand one, or what comes of it is of
            // another kind, the file is not what it should be.
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt | ErrorCode::Unknown)
            | None => StoreError::Damaged { file, reason },
            Some(_) => StoreError::Unusable { file, reason },
        }
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    matches!(
        code,
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the disk is full, what was written before stays, and there is more once there is room.
    #[test]
    fn a_full_disk_loses_nothing_that_was_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("students.sqlite");
        let mut store = Sqlite::open(&file).unwrap();
        let beginning = Beginning {
            game: "go".to_owned(),
            opponent: None,
            seat: None,
            start: String::new(),
        };
        let contest = store.begin("ada", &beginning, Moment(1)).unwrap();
        let pages = |store: &Sqlite, most: u32| {
            let sql = format!("PRAGMA max_page_count = {most}");
            let set = store.connection.query_row(&sql, [], |row| row.get(0));
            let _: i64 = set.unwrap();
        };
        pages(&store, 30);
        let mut standing = Standing::default();
        let full = loop {
            standing.moves.push("a long move ".repeat(100));
            if let Err(error) = store.keep(contest, &standing, Moment(2)) {
                break error;
            }
        };
        assert!(matches!(full, StoreError::Unusable { .. }), "{full:?}");
        assert!(full.to_string().contains("full"), "{full}");
        let there = |store: &Sqlite| {
            let left = store.unfinished("ada", None).unwrap();
            left.unwrap().standing.moves.len()
        };
        assert!(there(&store) > 3 && there(&store) == standing.moves.len() - 1);
        pages(&store, 1_000);
        store.keep(contest, &standing, Moment(3)).unwrap();
        drop(store);
        assert_eq!(there(&Sqlite::open(&file).unwrap()), standing.moves.len());
    }
}
