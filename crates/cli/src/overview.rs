//! What `shido --help` shows: the commands, by what one wants to do.

use std::fmt::Write;

use clap::Command;

use crate::terminal;

const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Play and learn",
        &["serve", "play", "review", "practice", "student"],
    ),
    (
        "Look at games",
        &[
            "games", "players", "show", "analyze", "solve", "count", "replay", "plan",
        ],
    ),
    (
        "Measure",
        &[
            "match",
            "tournament",
            "lab",
            "rate",
            "predict",
            "audit",
            "bench",
        ],
    ),
    (
        "Bring a game, teach the program",
        &["frame", "tune", "train", "rates"],
    ),
    (
        "Connect other programs",
        &["uci", "usi", "gtp", "completions"],
    ),
];

/// The widest that lines of help get.
const MOST_WIDTH: usize = 100;

/// The command line, with its commands in groups where its help lists them.
pub(crate) fn grouped(program: Command) -> Command {
    let (header, literal) = {
        let styles = program.get_styles();
        (*styles.get_header(), *styles.get_literal())
    };
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let longest = names.map(|name| name.len()).max().unwrap_or(0);
    let margin = " ".repeat(longest + 4);
    let page = textwrap::Options::new(terminal::width().min(MOST_WIDTH))
        .initial_indent(&margin)
        .subsequent_indent(&margin);
    let mut list = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(list, "{header}{title}:{header:#}");
        for name in names {
            let about = program.find_subcommand(name).and_then(Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            let about = textwrap::fill(&about, &page);
            let about = about.trim_start();
            let _ = writeln!(list, "  {literal}{name:<longest$}{literal:#}  {about}");
        }
        list.push('\n');
    }
    let template = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}\n\n\
         `shido help COMMAND` tells what a command can do.{{after-help}}"
    );
    program.help_template(template)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::args::Arguments;

    #[test]
    fn every_command_is_in_one_group() {
        let program = Arguments::command();
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let mut there: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        listed.sort_unstable();
        there.sort_unstable();
        assert_eq!(listed, there);
    }
}
