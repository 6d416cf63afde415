//! Options that a board sets, and the player that they come to.

use shido::{AnyGame, Error, OptionKind, PlayerDescription, Spec};

/// An option as it is told to a board.
pub(crate) struct BoardOption {
    name: String,
    kind: Kind,
    value: String,
}

enum Kind {
    Check,
    Spin { least: i64, most: i64 },
    Text,
}

/// The options of a dialogue. They are asked for by the names that they have in UCI; other dialects may call
/// them otherwise.
pub(crate) struct BoardOptions {
    options: Vec<BoardOption>,
    /// What stands in place of UCI's own prefix, and before the options that a dialect claims.
    prefix: &'static str,
    claimed: &'static [&'static str],
}

/// The strengths between which people's games were plentiful.
const RATINGS: [i64; 2] = [800, 2400];
/// A player that plays at somebody's level, where the catalog has it.
pub(crate) const TUTOR: &str = "tutor";
/// A player who chooses as people of a rating do.
const PEOPLE: &str = "people";

impl BoardOptions {
    /// The options for a game, with who plays where nothing else is wanted. The prefix is that of a
    /// dialect, and `claimed` are options that have it there though not in UCI.
    pub(crate) fn of(
        game: &dyn AnyGame,
        player: &Spec,
        prefix: &'static str,
        claimed: &'static [&'static str],
    ) -> BoardOptions {
        let mut options = BoardOptions {
            options: Vec::new(),
            prefix,
            claimed,
        };
        options.add("Hash", spin(1, 65_536), "16");
        options.add("Threads", spin(1, 256), "1");
        options.add("MultiPV", spin(1, 256), "1");
        options.add("Ponder", Kind::Check, "false");
        options.add("Move Overhead", spin(0, 5_000), "50");
        options.add("Player", Kind::Text, &player.to_string());
        options.add("UCI_AnalyseMode", Kind::Check, "false");
        let can = |name| describe(game, name).is_some();
        if can(TUTOR) || can(PEOPLE) {
            options.add("UCI_LimitStrength", Kind::Check, "false");
            let [least, most] = RATINGS;
            options.add("UCI_Elo", spin(least, most), "1500");
        }
        if let Some(tutor) = describe(game, TUTOR) {
            options.add("Tutor", Kind::Check, "false");
            options.add("TargetScore", range(&tutor, "score"), "50");
            options.add("Student", Kind::Text, "");
        }
        options
    }

    fn add(&mut self, name: &str, kind: Kind, value: &str) {
        self.options.push(BoardOption {
            name: self.spelled(name),
            kind,
            value: value.to_owned(),
        });
    }

    /// What the dialect calls an option.
    fn spelled(&self, name: &str) -> String {
        match name.strip_prefix("UCI_") {
            Some(name) => format!("{}{name}", self.prefix),
            None if self.claimed.contains(&name) => format!("{}{name}", self.prefix),
            None => name.to_owned(),
        }
    }

    /// The lines that declare the options.
    pub(crate) fn declared(&self) -> impl Iterator<Item = String> {
        self.options.iter().map(|option| {
            let BoardOption { name, kind, value } = option;
            match kind {
                Kind::Check => format!("option name {name} type check default {value}"),
                Kind::Spin { least, most } => {
                    format!("option name {name} type spin default {value} min {least} max {most}")
                }
                // What is empty has to be written as something.
                Kind::Text if value.is_empty() => {
                    format!("option name {name} type string default <empty>")
                }
                Kind::Text => format!("option name {name} type string default {value}"),
            }
        })
    }

    /// Sets an option by what follows `setoption`.
    ///
    /// # Errors
    /// With what is wrong, in a sentence.
    pub(crate) fn set(&mut self, text: &str) -> Result<(), String> {
        let wanted = "write `setoption name NAME value VALUE`";
        let text = text.trim().strip_prefix("name ").ok_or(wanted)?.trim();
        let (name, value) = match text.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (text, ""),
        };
        let found = self.options.iter_mut();
        let mut found = found.filter(|option| option.name.eq_ignore_ascii_case(name));
        let Some(option) = found.next() else {
            let known: Vec<&str> = self.options.iter().map(|known| &*known.name).collect();
            return Err(format!(
                "there is no option `{name}`; there are {}",
                known.join(", ")
            ));
        };
        let wrong = |wanted: String| format!("`{value}` is no {}: write {wanted}", option.name);
        option.value = match option.kind {
            Kind::Check => match value.to_ascii_lowercase().as_str() {
                "true" => "true".to_owned(),
                "false" => "false".to_owned(),
                _ => return Err(wrong("true or false".to_owned())),
            },
            Kind::Spin { least, most } => {
                let number = value.parse().ok();
                let number = number.filter(|number| (least..=most).contains(number));
                let range = || wrong(format!("a whole number from {least} to {most}"));
                number.ok_or_else(range)?.to_string()
            }
            Kind::Text if value == "<empty>" => String::new(),
            Kind::Text => value.to_owned(),
        };
        Ok(())
    }

    fn text(&self, name: &str) -> &str {
        let name = self.spelled(name);
        let found = self.options.iter().find(|option| option.name == name);
        found.map_or("", |option| &option.value)
    }

    /// Whether an option is on.
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.text(name) == "true"
    }

    /// The number that an option has.
    pub(crate) fn number(&self, name: &str) -> u64 {
        self.text(name).parse().unwrap_or(0)
    }

    /// Who thinks, by these options. Who analyses a game is not limited.
    ///
    /// # Errors
    /// Where the text of the player is none.
    pub(crate) fn player(&self, game: &dyn AnyGame) -> Result<Spec, Error> {
        let tutor = describe(game, TUTOR).is_some();
        let mut spec = Spec::plain(TUTOR);
        let mut with = |key: &str, value: &str| {
            spec.options.push((key.to_owned(), value.to_owned()));
        };
        if self.is_on("UCI_AnalyseMode") {
            spec = self.text("Player").parse()?;
        } else if self.is_on("UCI_LimitStrength") {
            let rating = self.text("UCI_Elo");
            match tutor {
                true => with("level", rating),
                false => {
                    with("rating", rating);
                    spec.name = PEOPLE.to_owned();
                }
            }
        } else if self.is_on("Tutor") {
            with("score", self.text("TargetScore"));
            match self.text("Student") {
                "" => {}
                student => with("student", student),
            }
        } else {
            spec = self.text("Player").parse()?;
        }
        Ok(self.equipped(spec, game))
    }

    /// The same with as much memory and as many threads as are granted, where the player has a use for them
    /// and its text says nothing of its own.
    fn equipped(&self, mut spec: Spec, game: &dyn AnyGame) -> Spec {
        let Some(player) = describe(game, &spec.name) else {
            return spec;
        };
        let granted = [
            ("Hash", ["table", "memory"]),
            ("Threads", ["threads", "trees"]),
        ];
        for (name, keys) in granted {
            let takes = |key: &&str| player.options.iter().any(|option| option.name == **key);
            if let Some(key) = keys.into_iter().find(|key| takes(key))
                && spec.option(key).is_none()
            {
                let value = self.text(name).to_owned();
                spec.options.push((key.to_owned(), value));
            }
        }
        spec
    }
}

fn spin(least: i64, most: i64) -> Kind {
    Kind::Spin { least, most }
}

/// The whole numbers that an option of a player takes.
fn range(player: &PlayerDescription, key: &str) -> Kind {
    let option = player.options.iter().find(|option| option.name == key);
    match option.map(|option| &option.kind) {
        Some(OptionKind::Number { least, most }) => spin(least.ceil() as i64, most.floor() as i64),
        _ => spin(0, 100),
    }
}

/// A player that can play a game.
fn describe(game: &dyn AnyGame, name: &str) -> Option<PlayerDescription> {
    let players = game.players().into_iter();
    players
        .filter(|(_, unable)| unable.is_none())
        .map(|(player, _)| player)
        .find(|player| player.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tutor_gets_the_memory_and_the_threads_that_are_granted() {
        let game = shido::Catalog::shipped().open("chess").expect("a game");
        let player = "pvs".parse().expect("a player");
        let mut options = BoardOptions::of(&*game, &player, "UCI_", &[]);
        for set in ["Hash value 3", "Threads value 2", "Tutor value true"] {
            options.set(&format!("name {set}")).expect("an option");
        }
        let spec = options.player(&*game).expect("a player");
        assert_eq!(spec.name, TUTOR);
        assert_eq!(
            (spec.option("table"), spec.option("threads")),
            (Some("3"), Some("2"))
        );
    }
}
