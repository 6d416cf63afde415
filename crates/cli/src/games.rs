//! `shido games` and `shido players`.

use std::process::ExitCode;

use comfy_table::{ContentArrangement, Table, presets};
use shido::{About, Catalog, GameList, OptionDescription, OptionKind};
use shido_frame::{Known, KnownValue};

use crate::args::{GamesArgs, ListArgs};
use crate::terminal::{FAINT, PAGE, STRONG, grouped, outln, print_json, styled, width, wrapped};

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
        KnownValue::First => "the first player wins",
        KnownValue::Draw => "a draw",
        KnownValue::Second => "the second player wins",
    }
}

/// What to do first, for whoever has typed nothing but the name of the program.
pub(crate) fn greet() -> anyhow::Result<ExitCode> {
    outln!(
        "{} is an opponent for board games that you can learn from.\n",
        styled(STRONG, "Shido")
    );
    for (command, about) in [
        ("shido serve", "play in the browser"),
        ("shido play tic-tac-toe", "play in the terminal"),
        ("shido play --resume", "go on with the contest you left"),
        ("shido review", "what you missed in the last one, and why"),
        ("shido practice", "try again what you missed"),
        ("shido games", "what can be played"),
        (
            "shido games chess",
            "the rules of a game, and how to type a move",
        ),
        ("shido players", "whom you can play against"),
        ("shido help", "all commands"),
    ] {
        outln!("  {}{about}", styled(STRONG, format!("{command:<26}")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists the games, or tells of one.
pub(crate) fn games(args: &GamesArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    match (&args.game, args.json) {
        (Some(game), true) => print_json(catalog.open(game)?.about())?,
        (Some(game), false) => tell(catalog.open(game)?.about())?,
        (None, true) => print_json(&catalog.list_games()?)?,
        (None, false) => list(&catalog.list_games()?)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn list(list: &GameList) -> anyhow::Result<()> {
    let name = |about: &About| about.name.chars().count();
    let longest = list.games.iter().map(name).max().unwrap_or(0);
    let page = width().min(PAGE);
    for (group, games) in list.groups() {
        outln!("{}", styled(STRONG, group));
        for about in games {
            let known = about.known.as_ref();
            let known = known.map(|known| format!(" ({})", known_value(known)));
            let text = format!("{}{}", about.about, known.unwrap_or_default());
            let indent = " ".repeat(longest + 4);
            let first = format!("  {:<longest$}  ", about.name);
            let options = textwrap::Options::new(page)
                .initial_indent(&first)
                .subsequent_indent(&indent);
            outln!("{}", textwrap::fill(&text, options));
        }
        outln!("");
    }
    let note = "In brackets: who wins if both sides play perfectly, where it is known.\n\
                `shido games NAME` tells the rules, `shido play NAME` plays.";
    outln!("{}", styled(FAINT, note));
    Ok(())
}

/// The rules of a game and what is known of it.
fn tell(about: &About) -> anyhow::Result<()> {
    let page = width().min(PAGE);
    let filled = |text: &str| textwrap::fill(text, page);
    outln!("{}", styled(STRONG.underline(), &about.title));
    outln!("{}", filled(&about.about));
    if !about.rules.is_empty() {
        outln!("\n{}", filled(&about.rules));
    }
    let mut facts = vec![("board", about.size.clone())];
    if !about.aliases.is_empty() {
        facts.push(("also called", about.aliases.join(", ")));
    }
    if let Some(known) = &about.known {
        facts.push((
            "value",
            format!("{} ({})", known_value(known), known.source),
        ));
        facts.extend(known.positions.map(|count| ("positions", grouped(count))));
    }
    outln!("");
    for (name, fact) in facts {
        let options = textwrap::Options::new(page)
            .initial_indent("")
            .subsequent_indent("             ");
        outln!(
            "{}",
            textwrap::fill(&format!("{name:<11}  {fact}"), options)
        );
    }
    outln!(
        "\n{}",
        styled(FAINT, format!("`shido play {}` plays it.", about.name))
    );
    Ok(())
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
    let note = wrapped(note, &std::io::stdout());
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
