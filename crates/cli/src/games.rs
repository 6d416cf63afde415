//! `shido games` and `shido players`.

use std::process::ExitCode;

use comfy_table::{ContentArrangement, Table, presets};
use shido::{Catalog, OptionDescription, OptionKind};
use shido_frame::{Known, KnownValue};

use crate::args::ListArgs;
use crate::terminal::{FAINT, STRONG, grouped, outln, print_json, styled};

/// A table without lines, which wraps in a terminal and stays whole in a pipe.
pub(crate) fn text_table(header: &[&str]) -> Table {
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
pub(crate) fn games(args: &ListArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let list = catalog.list_games()?;
    if args.json {
        print_json(&list)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = text_table(&["game", "board", "positions", "value", "what it is"]);
    for about in &list.games {
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
pub(crate) fn players(args: &ListArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let list = catalog.list_players();
    if args.json {
        print_json(&list)?;
        return Ok(ExitCode::SUCCESS);
    }
    let players = list.players.iter().map(|it| {
        let about = match it.plays.as_str() {
            "any game" => it.about.clone(),
            plays => format!("{}; for {plays}", it.about),
        };
        (&it.name, about, &it.options)
    });
    outln!("{}", listed("player", players));
    let trainers = list
        .trainers
        .iter()
        .map(|it| (&it.name, it.about.clone(), &it.options));
    outln!("\n{}", listed("trainer", trainers));
    let note = "written `name` or `name:key=value,key=value`, such as `fallible:noise=10`; `human` in \
                `shido play` is you; trainers are for `shido train`, which takes most players too";
    outln!("\n{}", styled(FAINT, note));
    Ok(ExitCode::SUCCESS)
}

type Described<'d> = (&'d String, String, &'d Vec<OptionDescription>);

fn listed<'d>(what: &str, described: impl Iterator<Item = Described<'d>>) -> Table {
    let mut table = text_table(&[what, "what it does"]);
    for (name, about, options) in described {
        table.add_row([name.clone(), about]);
        for option in options {
            table.add_row([String::new(), option_line(option)]);
        }
    }
    table
}

/// `depth= how many plies to look ahead (1 to 100; required)`.
fn option_line(option: &OptionDescription) -> String {
    let mut notes = Vec::new();
    if let OptionKind::Choice { choices } = &option.kind {
        notes.push(choices.join(", "));
    }
    if option.required {
        notes.push("required".to_owned());
    }
    if let Some(default) = &option.default {
        notes.push(format!("usually {default}"));
    }
    let notes = match notes.is_empty() {
        true => String::new(),
        false => format!(" [{}]", notes.join("; ")),
    };
    let name = match option.kind {
        OptionKind::Prefix => format!("{}NAME", option.name),
        _ => option.name.clone(),
    };
    format!("{name}= {}{notes}", option.about)
}
