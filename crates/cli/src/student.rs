//! `shido student`: what is remembered of whom.

mod progress;

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use serde_json::{Value, json};
use shido::Settings;
use shido::files::{RECORDED, read_text};
use shido_club::{Month, Results, cards_due, day, profile, result, students_file};
use shido_store::{Memory, Moment, Sqlite, Student, export, import};

use crate::args::{StudentArgs, StudentCommand};
use crate::games::text_table;
use crate::terminal::{FAINT, STRONG, counted, outln, print_json, styled, wrapped};
use crate::{remembered, whole_file};

/// Does what is wanted with what is remembered.
pub(crate) fn student(args: &StudentArgs) -> anyhow::Result<ExitCode> {
    let settings = Settings::for_user();
    match &args.command {
        StudentCommand::List(args) => list(&settings, args.json)?,
        StudentCommand::Show { name, json } => {
            let name = remembered::student(name.as_deref());
            show(&known(&settings, &name)?.1, *json)?;
        }
        StudentCommand::Forget { name, yes, json } => return forget(&settings, name, *yes, *json),
        StudentCommand::Export { names, out, force } => {
            write(&settings, names, out.as_deref(), *force)?;
        }
        StudentCommand::Import { file, json } => read(&settings, file, *json)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Somebody of whom something is remembered, and where.
fn known(settings: &Settings, name: &str) -> anyhow::Result<(Sqlite, Student)> {
    if let Some(memory) = remembered::open_if_there(settings)?
        && let Some(student) = memory.everything(name)?
    {
        return Ok((memory, student));
    }
    anyhow::bail!(
        "nothing is remembered of {name}; `shido student list` tells of whom there is something"
    )
}

/// Everybody, in alphabetical order.
fn everybody(settings: &Settings) -> anyhow::Result<Vec<Student>> {
    let Some(memory) = remembered::open_if_there(settings)? else {
        return Ok(Vec::new());
    };
    let mut students = Vec::new();
    for name in memory.students()? {
        // Somebody may be forgotten at this moment.
        students.extend(memory.everything(&name)?);
    }
    Ok(students)
}

fn list(settings: &Settings, json: bool) -> anyhow::Result<()> {
    let (students, now) = (everybody(settings)?, Moment::now());
    let last = |student: &Student| {
        let played = student.contests.iter().map(|contest| contest.changed);
        played.max()
    };
    if json {
        let students = students.iter().map(|student| {
            json!({
                "name": student.name,
                "since": student.since,
                "contests": student.contests.len(),
                "last": last(student),
                "cards": student.cards.len(),
                "cards_due": cards_due(student, None, now),
            })
        });
        return print_json(&json!({ "students": students.collect::<Vec<Value>>() }));
    }
    if students.is_empty() {
        outln!("Nothing is remembered of anybody yet: `shido play GAME` begins.");
        return Ok(());
    }
    let mut table = text_table(&["student", "contests", "last", "cards", "due"]);
    for student in &students {
        table.add_row([
            student.name.clone(),
            student.contests.len().to_string(),
            last(student).map_or(String::new(), |last| day(last).to_string()),
            student.cards.len().to_string(),
            cards_due(student, None, now).to_string(),
        ]);
    }
    outln!("{table}");
    Ok(())
}

fn show(student: &Student, json: bool) -> anyhow::Result<()> {
    let now = Moment::now();
    let games = profile(student, now);
    if json {
        let contests = student.contests.iter().map(|contest| {
            json!({
                "id": contest.id,
                "game": contest.beginning.game,
                "opponent": contest.beginning.opponent,
                "seat": contest.beginning.seat,
                "begun": contest.begun,
                "changed": contest.changed,
                "moves": contest.standing.moves.len(),
                "outcome": contest.standing.outcome,
                "result": result(contest),
                "certificates": contest.certificates.len(),
            })
        });
        return print_json(&json!({
            "name": student.name,
            "since": student.since,
            "games": games,
            "contests": contests.collect::<Vec<Value>>(),
            "cards": student.cards.len(),
            "cards_due": cards_due(student, None, now),
        }));
    }
    let Student { name, since, .. } = student;
    outln!("{}, since {}", styled(STRONG, name), day(*since));
    let percent =
        |score: Option<f64>| score.map_or(String::new(), |score| format!("{:.0}%", 100.0 * score));
    let columns = [
        "won",
        "drawn",
        "lost",
        "score",
        "unfinished",
        "among people",
    ];
    let counts = |results: &Results| {
        let count = |number: u32| match number {
            0 => String::new(),
            number => number.to_string(),
        };
        [
            count(results.won),
            count(results.drawn),
            count(results.lost),
            percent(results.score()),
            count(results.unfinished),
            count(results.among_people),
        ]
    };
    let mut table = text_table(&[&["game"], &columns[..], &["strength", "cards", "due"]].concat());
    for game in &games {
        let mut row = vec![game.game.clone()];
        row.extend(counts(&game.results));
        row.push(match &game.rating {
            Some(rating) => rating.to_string(),
            None => "not known".to_owned(),
        });
        row.extend([game.cards.to_string(), game.cards_due.to_string()]);
        table.add_row(row);
    }
    outln!("\n{table}");
    if games.iter().any(|game| game.rating.is_some()) {
        let note = "Strength is what the tutor plays to, by your moves and results in all your games. It is \
                    no rating: `shido review` tells what one contest looks like.";
        outln!("{}", wrapped(&styled(FAINT, note), &io::stdout()));
    }
    let mut table = text_table(&[&["month", "game"], &columns[..]].concat());
    let mut rows: Vec<(&Month, &str)> = Vec::new();
    for game in &games {
        rows.extend(game.months.iter().map(|month| (month, &*game.game)));
    }
    rows.sort_by(|(a, _), (b, _)| a.month.cmp(&b.month));
    for (month, game) in &rows {
        let mut row = vec![month.month.clone(), (*game).to_owned()];
        row.extend(counts(&month.results));
        table.add_row(row);
    }
    if !rows.is_empty() {
        outln!("\n{table}");
    }
    for game in &games {
        progress::print(&game.game, &game.progress)?;
    }
    let due = cards_due(student, None, now) as u64;
    if due > 0 {
        let due = counted(due, "position is", "positions are");
        let name = remembered::typed(name);
        let note = format!("{due} due: `shido practice --student {name}`");
        outln!("\n{}", styled(FAINT, note));
    }
    Ok(())
}

fn forget(settings: &Settings, name: &str, yes: bool, json: bool) -> anyhow::Result<ExitCode> {
    let (mut memory, student) = known(settings, name)?;
    let contests = counted(student.contests.len() as u64, "contest", "contests");
    let cards = counted(student.cards.len() as u64, "card", "cards");
    if !yes {
        anyhow::ensure!(
            io::stdin().is_terminal(),
            "this deletes everything that is remembered of {name}; give `--yes` if you are sure"
        );
        let mut out = anstream::stdout();
        write!(
            out,
            "Delete everything that is remembered of {name}, {contests} and {cards}? (y/n) "
        )?;
        out.flush()?;
        let mut answer = String::new();
        io::stdin().read_line(&mut answer)?;
        if !answer.trim().to_lowercase().starts_with('y') {
            outln!("Nothing was deleted.");
            return Ok(ExitCode::FAILURE);
        }
    }
    let forgotten = memory.forget(name)?;
    if json {
        print_json(&json!({
            "name": name,
            "forgotten": forgotten,
            "contests": student.contests.len(),
            "cards": student.cards.len(),
        }))?;
    } else {
        outln!("Forgotten: {name}, with {contests} and {cards}.");
    }
    Ok(ExitCode::SUCCESS)
}

fn write(
    settings: &Settings,
    names: &[String],
    out: Option<&Path>,
    force: bool,
) -> anyhow::Result<()> {
    let students = match names.is_empty() {
        true => everybody(settings)?,
        false => {
            let students = names.iter().map(|name| Ok(known(settings, name)?.1));
            students.collect::<anyhow::Result<Vec<Student>>>()?
        }
    };
    let Some(out) = out else {
        return print_json(&export(&students));
    };
    whole_file::check(out, force)?;
    let text = serde_json::to_string_pretty(&export(&students))? + "\n";
    whole_file::write(out, &text)
}

fn read(settings: &Settings, file: &Path, json: bool) -> anyhow::Result<()> {
    let text =
        read_text(file, RECORDED).with_context(|| format!("cannot read {}", file.display()))?;
    let students = import(&text).with_context(|| format!("cannot import {}", file.display()))?;
    let Some(data) = &settings.data else {
        anyhow::bail!("there is no folder to keep it in: name one by SHIDO_DATA");
    };
    Sqlite::open(&students_file(data))?.restore(&students)?;
    let names: Vec<&String> = students.iter().map(|student| &student.name).collect();
    if json {
        return print_json(&json!({ "students": names }));
    }
    match names.is_empty() {
        true => outln!("There is nobody in {}.", file.display()),
        false => outln!("Remembered: {}.", shido_club::list(&names, "and")),
    }
    Ok(())
}
