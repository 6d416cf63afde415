//! What a person can type while playing.

/// A line that a person typed, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// One of the legal moves.
    Move(String),
    /// Something other than a move.
    Command(Command),
    /// An empty line.
    Nothing,
    /// Neither a legal move nor a command.
    Unknown(String),
}

/// What can be asked for beside a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Moves,
    Hint,
    Why,
    Undo,
    Board,
    Turn,
    Names,
    Rules,
    Position,
    Resign,
    Quit,
    Help,
}

/// A command with its names, the long one first, and what it does.
pub(crate) struct CommandHelp {
    pub(crate) command: Command,
    pub(crate) names: &'static [&'static str],
    pub(crate) about: &'static str,
}

// Those that help wherever there is a board.
pub(crate) const BOARD: CommandHelp = CommandHelp {
    command: Command::Board,
    names: &["board"],
    about: "show the board again",
};
pub(crate) const TURN: CommandHelp = CommandHelp {
    command: Command::Turn,
    names: &["turn"],
    about: "turn the board round, to see it from the other side",
};
pub(crate) const NAMES: CommandHelp = CommandHelp {
    command: Command::Names,
    names: &["names", "n"],
    about: "show what the places of the board are called",
};
pub(crate) const RULES: CommandHelp = CommandHelp {
    command: Command::Rules,
    names: &["rules"],
    about: "tell the rules, and how a move is typed",
};

/// All commands.
pub(crate) const COMMANDS: &[CommandHelp] = &[
    CommandHelp {
        command: Command::Moves,
        names: &["moves", "m"],
        about: "list the legal moves",
    },
    CommandHelp {
        command: Command::Hint,
        names: &["hint", "h"],
        about: "which moves are best",
    },
    CommandHelp {
        command: Command::Why,
        names: &["why", "why?"],
        about: "why the opponent made its last move",
    },
    CommandHelp {
        command: Command::Undo,
        names: &["undo", "u"],
        about: "take back your last move and what came after it",
    },
    BOARD,
    TURN,
    NAMES,
    RULES,
    CommandHelp {
        command: Command::Position,
        names: &["position"],
        about: "print the position as text, as `--position` takes it",
    },
    CommandHelp {
        command: Command::Resign,
        names: &["resign"],
        about: "give the contest up",
    },
    CommandHelp {
        command: Command::Quit,
        names: &["quit", "q"],
        about: "leave; `shido play --resume` goes on later",
    },
    CommandHelp {
        command: Command::Help,
        names: &["help", "?"],
        about: "print this list",
    },
];

/// The move that is made where there is nothing else to do; an empty line is enough for it.
pub(crate) const PASS: &str = "pass";

impl Input {
    /// Understands a line. A legal move is always understood as that, even if it is called like a
    /// command. `#3` is the third move of a list that was shown, if one was: otherwise a number would
    /// mean another move each time.
    pub(crate) fn parse(
        line: &str,
        legal: &[String],
        listed: bool,
        commands: &[CommandHelp],
    ) -> Input {
        let text = line.trim();
        if text.is_empty() {
            return match legal {
                [only] if only == PASS => Input::Move(only.clone()),
                _ => Input::Nothing,
            };
        }
        let picked = || numbered(text, legal).filter(|_| listed);
        if let Some(mv) = named(text, legal).or_else(picked) {
            return Input::Move(mv.clone());
        }
        let called = |help: &&CommandHelp| {
            help.names
                .iter()
                .any(|name| name.eq_ignore_ascii_case(text))
        };
        match commands.iter().find(called) {
            Some(help) => Input::Command(help.command),
            None => Input::Unknown(text.to_owned()),
        }
    }
}

/// The move of this name. Blanks do not matter, and neither does case where that is unambiguous.
fn named<'l>(text: &str, legal: &'l [String]) -> Option<&'l String> {
    let close = |text: &str| -> String { text.split_whitespace().collect() };
    let text = close(text);
    let exact = legal.iter().find(|mv| close(mv) == text);
    exact.or_else(|| {
        let mut alike = legal
            .iter()
            .filter(|mv| close(mv).eq_ignore_ascii_case(&text));
        alike.next().filter(|_| alike.next().is_none())
    })
}

/// The move with this number in the list of moves, which counts from one.
fn numbered<'l>(text: &str, legal: &'l [String]) -> Option<&'l String> {
    let number: usize = text.strip_prefix('#')?.parse().ok()?;
    legal.get(number.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(legal: &[&str], rows: &[(&str, Input)]) {
        let legal: Vec<String> = legal.iter().map(|mv| (*mv).to_owned()).collect();
        for (line, expected) in rows {
            assert_eq!(
                Input::parse(line, &legal, true, COMMANDS),
                *expected,
                "{line:?} among {legal:?}"
            );
        }
    }

    fn mv(text: &str) -> Input {
        Input::Move(text.to_owned())
    }

    fn unknown(text: &str) -> Input {
        Input::Unknown(text.to_owned())
    }

    #[test]
    fn moves_are_typed_or_picked() {
        check(
            &["a1-b2", "a1-b2xc3", "d4"],
            &[
                ("d4\n", mv("d4")),
                ("  D4 ", mv("d4")),
                ("A1 - b2", mv("a1-b2")),
                ("a1-b2 x c3", mv("a1-b2xc3")),
                ("#2", mv("a1-b2xc3")),
                ("2", unknown("2")),
                ("#3", mv("d4")),
                ("#0", unknown("#0")),
                ("4", unknown("4")),
                ("-1", unknown("-1")),
                (
                    "99999999999999999999999",
                    unknown("99999999999999999999999"),
                ),
                ("a1-", unknown("a1-")),
            ],
        );
    }

    /// With the first of four columns full, `4` once dropped a marker into the fifth.
    #[test]
    fn a_number_picks_only_from_a_list_that_was_shown() {
        let legal = ["b", "c", "d", "e"].map(str::to_owned);
        assert_eq!(Input::parse("4", &legal, true, COMMANDS), unknown("4"));
        assert_eq!(Input::parse("#4", &legal, true, COMMANDS), mv("e"));
        assert_eq!(Input::parse("#4", &legal, false, COMMANDS), unknown("#4"));
    }

    #[test]
    fn every_command_is_understood_by_all_its_names() {
        for help in COMMANDS {
            for name in help.names {
                let expected = Input::Command(help.command);
                check(
                    &["a1"],
                    &[(name, expected.clone()), (&name.to_uppercase(), expected)],
                );
            }
        }
    }

    #[test]
    fn a_move_wins_over_a_command_and_over_a_number() {
        check(
            &["g", "h", "Q"],
            &[
                ("h", mv("h")),
                ("H", mv("h")),
                ("q", mv("Q")),
                ("hint", Input::Command(Command::Hint)),
                ("m", Input::Command(Command::Moves)),
            ],
        );
        check(
            &["3", "1", "2"],
            &[("3", mv("3")), ("1", mv("1")), ("#1", mv("3"))],
        );
    }

    #[test]
    fn case_matters_where_it_tells_moves_apart() {
        check(
            &["ab", "aB"],
            &[("ab", mv("ab")), ("aB", mv("aB")), ("AB", unknown("AB"))],
        );
    }

    #[test]
    fn an_empty_line_passes_only_where_there_is_nothing_else() {
        check(
            &["pass"],
            &[("", mv("pass")), ("\r\n", mv("pass")), ("pass", mv("pass"))],
        );
        check(&["pass", "a1"], &[("", Input::Nothing)]);
        check(&["a1"], &[(" \t", Input::Nothing)]);
        check(&[], &[("", Input::Nothing), ("1", unknown("1"))]);
    }
}
