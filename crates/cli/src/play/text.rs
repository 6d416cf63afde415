//! What is shown while playing.

use std::io::IsTerminal;

use shido::{About, AnySession, Tutored};
use shido_club::capital;
use shido_core::picture::{Content, Picture, Surface};
use shido_core::{Outcome, Seat};
use shido_draw::{Changes, TerminalStyle, terminal};

use super::Company;
use super::input::CommandHelp;
use crate::terminal::{BAD, FAINT, GOOD, NOTE, STRONG, height, styled, width};

/// Text with its lines broken between words.
pub(crate) fn wrapped(text: &str) -> String {
    crate::terminal::wrapped(text, &std::io::stdout())
}

/// What the game is about and who plays it; of an opponent that nobody asked for also how well it plays. In short
/// only who plays what.
pub(crate) fn greeting(
    about: &About,
    company: &Company,
    strength: Option<&str>,
    session: &dyn AnySession,
    short: bool,
) -> String {
    let side = |seat| styled(STRONG, session.side(seat));
    let players = match company {
        Company::People => {
            let (first, second) = (side(Seat::First), side(Seat::Second));
            format!("{first} moves first, then {second}.")
        }
        Company::Player { you, opponent } => {
            // Whom nobody asked for is not described in the words of an option, nor is the tutor.
            let (player, usual) = match (Tutored::of(opponent.spec()), strength) {
                (Some(Tutored::Student(_)), _) => {
                    ("the tutor".to_owned(), "at your level".to_owned())
                }
                (Some(Tutored::Level(level)), _) => {
                    ("the tutor".to_owned(), format!("at level {level}"))
                }
                (None, Some(strength)) => (opponent.spec().name.clone(), strength.to_owned()),
                (None, None) => (opponent.spec().to_string(), String::new()),
            };
            let player = styled(STRONG, player);
            let strength = match usual.is_empty() {
                true => usual,
                false => format!(", {usual}"),
            };
            let (you, other) = (side(*you), side(you.other()));
            format!("You are {you}, and {player} plays {other}{strength}.")
        }
    };
    let title = styled(STRONG.underline(), &about.title);
    if short {
        return wrapped(&format!("{title}. {players}\n"));
    }
    let help = match strength {
        Some(_) => {
            "\"rules\" tells the rules, \"help\" what you can type. `--against` asks for another \
             opponent: `shido players` lists them."
        }
        None => "\"rules\" tells the rules, \"help\" what you can type.",
    };
    let about = &about.about;
    let help = styled(FAINT, help);
    wrapped(&format!("{title}\n{about}\n\n{players}\n{help}\n"))
}

/// The rules and how a move is typed.
pub(crate) fn rules(about: &About) -> String {
    match about.rules.is_empty() {
        true => format!("{}\n", wrapped(&about.about)),
        false => format!("\n{}\n\n", wrapped(&about.rules)),
    }
}

/// How to type a move, by an example.
pub(crate) fn how_to_move(example: Option<&String>) -> String {
    let Some(example) = example else {
        return String::new();
    };
    let example = styled(STRONG, example);
    format!("Type a move, such as {example}, or \"moves\" for a list, or \"help\".\n")
}

/// The board without its markers, with the names of all places.
pub(crate) fn names(mut picture: Picture) -> String {
    for place in &mut picture.places {
        match (&place.content, &picture.surface) {
            (Content::Label(_), _) => {}
            // The squares of a board are named at its edges; here each has its own name.
            (_, Surface::Cells(_)) => place.content = Content::Label(place.name.clone()),
            (_, Surface::Points | Surface::Crossings { .. }) => place.content = Content::Empty,
        }
    }
    drawing(&picture, TerminalStyle::default(), PROMPT)
}

/// How many lines a prompt takes.
pub(crate) const PROMPT: usize = 1;

/// The board with an empty line above and below. Where that and so many other lines are more than the terminal has,
/// first those two are left out, and then whatever the drawing can do without.
fn drawing(picture: &Picture, style: TerminalStyle, other_lines: usize) -> String {
    let lines = match std::io::stdout().is_terminal() {
        true => height().saturating_sub(other_lines),
        false => usize::MAX,
    };
    let style = TerminalStyle {
        width: width() - MARGIN.len(),
        ..style
    };
    let airy = terminal(picture, &style);
    fitting(airy, lines, || {
        let compact = true;
        terminal(picture, &TerminalStyle { compact, ..style })
    })
}

/// Whether a text, the board with empty lines around it, and so many other lines can be seen together.
pub(crate) fn seen_together(above: &str, picture: &Picture, other_lines: usize) -> bool {
    const AROUND: usize = 2;
    let drawing = terminal(picture, &TerminalStyle::default());
    let lines = above.lines().count() + drawing.lines().count() + AROUND + other_lines;
    !std::io::stdout().is_terminal() || lines <= height()
}

/// The drawing, or a smaller one, with as many empty lines around it as fit.
fn fitting(airy: String, lines: usize, smaller: impl FnOnce() -> String) -> String {
    const AROUND: usize = 2;
    let fits = |drawing: &str, around| drawing.lines().count() + around <= lines;
    let drawing = if fits(&airy, 0) { airy } else { smaller() };
    let around = if fits(&drawing, AROUND) { "\n" } else { "" };
    let shifted = drawing.lines().map(|line| {
        let line = format!("{MARGIN}{line}");
        line.trim_end().to_owned() + "\n"
    });
    format!("{around}{}{around}", shifted.collect::<String>())
}

/// The board, with what the last move did in brackets (what it turned in parentheses), and what to know
/// about the position. So many other lines are to be seen together with it, the prompt included.
pub(crate) fn board(
    session: &dyn AnySession,
    picture: &Picture,
    before: Option<&Picture>,
    other_lines: usize,
) -> String {
    let changes = before.map(|before| Changes::between(before, picture));
    let Changes { made, turned } = changes.unwrap_or_default();
    let style = TerminalStyle {
        highlight: made,
        turned,
        ..TerminalStyle::default()
    };
    let mut text = drawing(picture, style, other_lines);
    if let Some((count, limit)) = session.repetition().filter(|(count, _)| *count > 1)
        && count < limit
    {
        let note = format!("This position has occurred {count} times; at {limit} it is a draw.");
        text += &(styled(NOTE, note) + "\n");
    }
    text
}

const MARGIN: &str = "  ";

/// Asks a side for its move.
pub(crate) fn prompt(company: &Company, session: &dyn AnySession, seat: Seat) -> String {
    let side = session.side(seat);
    match company {
        Company::People => format!("{} to move: ", capital(&side)),
        Company::Player { .. } => format!("Your move ({side}): "),
    }
}

/// The legal moves, numbered, in columns.
pub(crate) fn moves(legal: &[String]) -> String {
    let digits = legal.len().to_string().len();
    let longest = legal.iter().map(|mv| mv.chars().count()).max().unwrap_or(0);
    let columns = (width() / (digits + longest + 4)).clamp(1, 10);
    let mut text = String::new();
    for (row, moves) in legal.chunks(columns).enumerate() {
        for (column, mv) in moves.iter().enumerate() {
            let number = styled(FAINT, format!("{:>digits$}", row * columns + column + 1));
            text += &format!("  {number} {mv:<longest$} ");
        }
        text = text.trim_end().to_owned() + "\n";
    }
    text + "Type a move, or # and its number, such as #1.\n"
}

/// What can be typed: an example of a move, and commands.
pub(crate) fn help(example: Option<&String>, commands: &[CommandHelp]) -> String {
    let example = example.map(|mv| (mv.clone(), "make this move"));
    let commands = commands
        .iter()
        .map(|help| (help.names.join(", "), help.about));
    let rows: Vec<(String, &str)> = example.into_iter().chain(commands).collect();
    let longest = rows.iter().map(|(names, _)| names.chars().count()).max();
    let longest = longest.unwrap_or(0);
    let row = |(names, about): &(String, &str)| {
        format!(
            "  {}  {about}\n",
            styled(STRONG, format!("{names:<longest$}"))
        )
    };
    rows.iter().map(row).collect()
}

/// Who somebody is to the reader: `You`, `White`.
pub(crate) fn subject(company: &Company, session: &dyn AnySession, seat: Seat) -> String {
    shido_club::subject(session, company.you(), seat)
}

/// How the contest ended, and why.
pub(crate) fn ending(company: &Company, session: &dyn AnySession, outcome: Outcome) -> String {
    let (text, why) = shido_club::ending(session, company.you(), outcome);
    let why = why.map_or(String::new(), |why| format!(" {why}"));
    let style = match (company, outcome.winner()) {
        (Company::Player { you, .. }, Some(seat)) if *you != seat => BAD,
        (_, Some(_)) => GOOD,
        (_, None) => NOTE,
    };
    wrapped(&(styled(style.bold(), text) + &why)) + "\n"
}

#[cfg(test)]
mod tests {
    use super::fitting;

    /// A drawing of six lines and one of three, on terminals with ever fewer lines.
    #[test]
    fn what_is_not_needed_is_left_out_where_lines_are_few() {
        let drawn = |lines| {
            let text = fitting("x\n".repeat(6), lines, || "y\n".repeat(3));
            text.lines().map(str::trim).collect::<Vec<_>>().join("|")
        };
        assert_eq!(drawn(8), "|x|x|x|x|x|x|");
        assert_eq!(drawn(7), "x|x|x|x|x|x");
        assert_eq!(drawn(6), "x|x|x|x|x|x");
        assert_eq!(drawn(5), "|y|y|y|");
        assert_eq!(drawn(4), "y|y|y");
        assert_eq!(drawn(0), "y|y|y");
    }
}
