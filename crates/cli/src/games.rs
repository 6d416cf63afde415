//! `shido games` and `shido players`.

use std::process::ExitCode;

use comfy_table::{ContentArrangement, Table, presets};
use serde_json::{Value, json};
use shido_catalog::{PLAYERS, PlayerHelp, TRAINERS, open, shipped};
use shido_frame::{Known, KnownValue};

use crate::args::ListArgs;
use crate::terminal::{FAINT, STRONG, grouped, outln, styled};

/// A table without lines, which wraps in a terminal and stays whole in a pipe.
pub(crate) fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_content_arrangement(ContentArrangement::Dynamic);
    table.set_header(header.iter().map(|title| styled(STRONG, title)));
    table
}

fn known_value(known: &Known) -> &'static str {
    match known.value {
        KnownValue::First => "first",
        KnownValue::Draw => "draw",
        KnownValue::Second => "second",
    }
}

/// Lists the games.
pub(crate) fn games(args: &ListArgs) -> anyhow::Result<ExitCode> {
    let mut rows = Vec::new();
    for listing in shipped() {
        rows.push(open(listing.name)?);
    }
    if args.json {
        let games: Vec<_> = rows
            .iter()
            .map(|game| {
                let about = game.about();
                json!({
                    "name": about.name,
                    "title": about.title,
                    "about": about.about,
                    "size": about.size,
                    "symmetries": about.symmetries,
                    "cyclic": about.cyclic,
                    "known_value": about.known.as_ref().map(known_value),
                    "known_source": about.known.as_ref().map(|known| &known.source),
                    "known_positions": about.known.as_ref().and_then(|known| known.positions),
                })
            })
            .collect();
        outln!("{}", json!({ "games": games }));
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = table(&["game", "board", "positions", "value", "what it is"]);
    for game in &rows {
        let about = game.about();
        let known = about.known.as_ref();
        let positions = known.and_then(|known| known.positions);
        table.add_row([
            about.name.clone(),
            about.size.clone(),
            positions.map(grouped).unwrap_or_default(),
            known.map(known_value).unwrap_or_default().to_owned(),
            about.about.clone(),
        ]);
    }
    outln!("{table}");
    let note = "value: who wins with perfect play, where it is known; `--json` names the sources";
    outln!("\n{}", styled(FAINT, note));
    Ok(ExitCode::SUCCESS)
}

/// Lists the players, and the trainers that are no players.
pub(crate) fn players(args: &ListArgs) -> anyhow::Result<ExitCode> {
    if args.json {
        let (players, trainers) = (described(PLAYERS), described(TRAINERS));
        outln!("{}", json!({ "players": players, "trainers": trainers }));
        return Ok(ExitCode::SUCCESS);
    }
    outln!("{}", listed("player", PLAYERS));
    outln!("\n{}", listed("trainer", TRAINERS));
    let note = "written `name` or `name:key=value,key=value`, such as `fallible:noise=10`; trainers \
                are for `shido train`, which takes most players too";
    outln!("\n{}", styled(FAINT, note));
    Ok(ExitCode::SUCCESS)
}

fn described(players: &[PlayerHelp]) -> Vec<Value> {
    let describe = |player: &PlayerHelp| {
        let options: serde_json::Map<_, _> = player
            .options
            .iter()
            .map(|(key, about)| ((*key).to_owned(), json!(about)))
            .collect();
        json!({ "name": player.name, "about": player.about, "options": options })
    };
    players.iter().map(describe).collect()
}

fn listed(what: &str, players: &[PlayerHelp]) -> Table {
    let mut table = table(&[what, "what it does"]);
    for player in players {
        table.add_row([player.name.to_owned(), player.about.to_owned()]);
        for (key, about) in player.options {
            table.add_row([String::new(), format!("{key}= {about}")]);
        }
    }
    table
}
