//! What to say about a line that is neither a legal move nor a command.

use shido::Error;
use shido_club::list;
use shido_core::picture::{Content, Picture};
use shido_core::{Seat, nearest};

use super::input::CommandHelp;

/// Why the text is not a move of this side, and what could be typed instead: one of these moves or commands. What
/// the game has to say about it comes first: what it could mean, or which rule it would break.
pub(crate) fn explain(
    text: &str,
    error: &Error,
    (legal, commands): (&[String], &[CommandHelp]),
    picture: &Picture,
    mover: Seat,
) -> String {
    let text = &*shortened(text);
    let (could_be, rule) = match error {
        Error::Notation(error) => (&error.could_be[..], error.reason.as_deref()),
        _ => (&[][..], None),
    };
    let longer = match could_be {
        [] => beginning(text, legal),
        several => several.iter().collect(),
    };
    if !longer.is_empty() {
        return format!(
            "`{text}` is not a whole move. It could be {}.",
            list(&longer, "or")
        );
    }
    let not_legal = format!("`{text}` is not a legal move here");
    let reason = match rule {
        Some(rule) => format!("{not_legal}: {rule}"),
        None => reason(text, legal, picture, mover).unwrap_or(not_legal),
    };
    format!("{reason}. {}", instead(text, legal, commands))
}

/// Nonsense is not repeated at length.
fn shortened(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn instead(text: &str, legal: &[String], commands: &[CommandHelp]) -> String {
    let from_there = match text.split_once('-') {
        Some((from, _)) => beginning(&format!("{from}-"), legal),
        None => Vec::new(),
    };
    if !from_there.is_empty() {
        return format!("From there: {}.", list(&from_there, "or"));
    }
    // Of two short names one always looks like the other, and of moves another piece may be meant.
    let length = text.chars().count();
    let commands = commands.iter().map(|help| help.names[0]);
    let moves = legal.iter().map(String::as_str).filter(|_| length > 4);
    if length > 2
        && let Some(near) = nearest(text, commands.chain(moves))
    {
        return format!("Did you mean {near}?");
    }
    match legal {
        [only] => format!("The only move is {only}."),
        _ => format!("The legal moves are {}.", list(legal, "and")),
    }
}

fn beginning<'l>(start: &str, legal: &'l [String]) -> Vec<&'l String> {
    let start = start.to_lowercase();
    legal
        .iter()
        .filter(|mv| mv.to_lowercase().starts_with(&start))
        .collect()
}

/// What is in the way, where that can be seen.
fn reason(text: &str, legal: &[String], picture: &Picture, mover: Seat) -> Option<String> {
    let number = text.strip_prefix('#').map(str::parse);
    if let Some(Ok(number)) = number {
        return Some(match (1..=legal.len()).contains(&number) {
            true => "Type \"moves\" first: the numbers are those of the list".to_owned(),
            false => format!("The list of moves ends at {}", legal.len()),
        });
    }
    let content = |name: &str| {
        let mut places = picture.places.iter();
        let place = places.find(|place| place.name.eq_ignore_ascii_case(name.trim()));
        place.map(|place| &place.content)
    };
    let taken = |name: &str| match content(name)? {
        Content::Marker { symbol, .. } => Some(format!("{name} is occupied by {symbol}")),
        Content::Empty | Content::Label(_) => None,
    };
    let Some((from, to)) = text.split_once('-') else {
        return taken(text);
    };
    match content(from)? {
        Content::Empty => Some(format!("There is no marker on {from}")),
        Content::Marker { seat, .. } if *seat != mover => {
            Some(format!("The marker on {from} is not yours"))
        }
        Content::Marker { .. } | Content::Label(_) => taken(to),
    }
}

#[cfg(test)]
mod tests {
    use shido::{Catalog, Settings};
    use shido_core::Turn;

    use super::super::input::COMMANDS;
    use super::*;

    /// What is said about each text in a position.
    fn check(game: &str, position: &str, rows: &[(&str, &str)]) {
        let game = Catalog::shipped().open(game).unwrap();
        let session = game
            .session(Some(position), &Settings::in_memory())
            .unwrap();
        let Turn::Of(mover) = session.turn() else {
            panic!("{position} is over")
        };
        let mut legal = session.legal_moves();
        legal.sort();
        for (text, expected) in rows {
            let error = session.spell(text).expect_err("it is a mistake");
            let typed = (&legal[..], COMMANDS);
            let said = explain(text, &error, typed, &session.picture(), mover);
            assert_eq!(said, *expected);
        }
    }

    /// Two rooks reach b1, and a pawn that promotes has to say to what.
    #[test]
    fn what_fits_several_moves_is_not_illegal() {
        check(
            "chess",
            "8/P6k/8/8/8/8/7K/R6R w - - 0 1",
            &[
                (
                    "Rb1",
                    "`Rb1` is not a whole move. It could be Rab1 or Rhb1.",
                ),
                (
                    "a7a8",
                    "`a7a8` is not a whole move. It could be a8=N, a8=B, a8=R or a8=Q.",
                ),
            ],
        );
    }

    #[test]
    fn places_and_words() {
        let legal = "The legal moves are a1, a2, b1, b3 and c2.";
        check(
            "tic-tac-toe",
            "X.O/.O./..X X",
            &[
                ("b2", &format!("b2 is occupied by O. {legal}")),
                ("C1", &format!("C1 is occupied by X. {legal}")),
                ("a", "`a` is not a whole move. It could be a1 or a2."),
                (
                    "hnit",
                    "`hnit` is not a legal move here. Did you mean hint?",
                ),
                (
                    "somewhere",
                    &format!("`somewhere` is not a legal move here. {legal}"),
                ),
                ("#7", &format!("The list of moves ends at 5. {legal}")),
                ("d", &format!("`d` is not a legal move here. {legal}")),
            ],
        );
    }

    #[test]
    fn slides() {
        check(
            "shisima",
            "B/BB/W../.W/W B",
            &[
                (
                    "ne",
                    "`ne` is not a whole move. It could be ne-centre or ne-e.",
                ),
                ("nw-w", "w is occupied by W. From there: nw-centre."),
                (
                    "n-e",
                    "`n-e` is not a legal move here. From there: n-centre.",
                ),
                (
                    "sw-centre",
                    "There is no marker on sw. Did you mean nw-centre?",
                ),
                (
                    "s-centre",
                    "The marker on s is not yours. Did you mean n-centre?",
                ),
            ],
        );
    }

    #[test]
    fn a_row_takes_a_marker() {
        check(
            "nine-mens-morris",
            "B../B../.../....../.../.../WW. W 7-7",
            &[(
                "g1",
                "`g1` is not a whole move. It could be g1xa7 or g1xb6.",
            )],
        );
    }
}
