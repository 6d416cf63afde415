//! From the text of a frame to a [`Frame`], or to everything that is wrong with it.

mod board;
mod rules;

use std::collections::BTreeMap;

use shido_core::{Game, Notation, Seat, nearest};
use toml::de::DeTable;

use crate::diagnostic::FrameErrors;
use crate::frame::{BookLine, Frame, Known, KnownValue, Theory, TheoryWisdom};
use crate::reader::{At, Notes, Section, quoted, whole_number};
use crate::{Compiled, FrameGame, FramePosition};

impl Frame {
    /// Reads a frame. `arguments` replace the values of `[parameters]`.
    ///
    /// # Errors
    /// Everything that is wrong with the text, at once.
    ///
    /// ```
    /// let text = "name = 'x'\n[board]\ngrid = [3, 3]\nlines = { in-a-row = 4 }";
    /// let errors = shido_frame::Frame::read("x.toml", text, &[]).unwrap_err();
    /// assert!(errors.to_string().contains("x.toml:4:22: no line of 4 fits"));
    /// ```
    pub fn read(file: &str, text: &str, arguments: &[(String, i64)]) -> Result<Frame, FrameErrors> {
        let fail = |notes: Notes| FrameErrors {
            file: file.to_owned(),
            text: text.to_owned(),
            diagnostics: notes.into_diagnostics(),
        };
        let mut notes = Notes::default();
        let (document, syntax) = DeTable::parse_recoverable(text);
        // After the first mistake the parser guesses; what it says next is mostly an echo.
        if let Some(error) = syntax.first() {
            notes.error(
                &error.span().unwrap_or(0..0),
                format!("this is not TOML: {}", error.message().replace('\n', ", ")),
                "see docs/frames.md for a whole frame to start from",
            );
        }
        if !notes.is_clean() {
            return Err(fail(notes));
        }
        let document = document.into_inner();
        (notes.parameters, notes.spoilt) = parameters(&document, &notes, arguments);
        let frame = lower(&document, text, &notes);
        match frame {
            Some(frame) if notes.is_clean() => Ok(frame),
            _ => Err(fail(notes)),
        }
    }
}

fn parameters(
    document: &DeTable<'_>,
    notes: &Notes,
    arguments: &[(String, i64)],
) -> (BTreeMap<String, i64>, Vec<String>) {
    let mut values = BTreeMap::new();
    let mut spoilt = Vec::new();
    let top = Section::new("", 0..0, document, notes);
    if let Some(section) = top.section("parameters") {
        for (name, value) in section.entries() {
            match whole_number(value.get_ref()) {
                Some(number) => {
                    values.insert(name.value.to_owned(), number);
                }
                None => {
                    spoilt.push(name.value.to_owned());
                    notes.error(
                        &value.span(),
                        format!("parameter `{}` is not a whole number", name.value),
                        format!("write `{} = 3`", name.value),
                    );
                }
            }
        }
    }
    for (name, number) in arguments {
        if let Some(value) = values.get_mut(name) {
            *value = *number;
            continue;
        }
        let names: Vec<&str> = values.keys().map(String::as_str).collect();
        let help = match (nearest(name, names.iter().copied()), names.is_empty()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => "this frame has no `[parameters]`".to_owned(),
            (None, false) => format!("the parameters are {}", quoted(&names)),
        };
        notes.error(
            &(0..0),
            format!("this frame has no parameter `{name}`"),
            help,
        );
    }
    (values, spoilt)
}

fn lower(document: &DeTable<'_>, text: &str, notes: &Notes) -> Option<Frame> {
    // What is missing altogether is reported at the first character.
    let beginning = 0..text.chars().next().map_or(0, char::len_utf8);
    let top = Section::new("", beginning, document, notes);
    top.get("parameters");
    let name = name(&top);
    let title = top.text("title").map(|title| title.value);
    let filled_in = |text: &str| with_parameters(text, &notes.parameters);
    let about = top.text("about").map(|about| filled_in(&about.value));
    let own_words = top.text("rules").map(|rules| filled_in(&rules.value));
    let board = board::board(&top);
    let rules = rules::rules(&top, board);
    let theory = theory(&top);
    let known = known(&top);
    top.finish();

    let (name, rules) = (name?, rules?);
    let mut frame = Frame {
        title: title.unwrap_or_else(|| name.clone()),
        about: about.unwrap_or_default(),
        own_words,
        parameters: notes.parameters.clone(),
        rules,
        theory: Theory::default(),
        known,
        name,
    };
    if notes.is_clean() {
        check_theory(&frame, &theory, notes);
    }
    frame.theory = theory.into_theory();
    Some(frame)
}

/// A text with the numbers that were chosen in place of `$columns` and the like.
fn with_parameters(text: &str, parameters: &BTreeMap<String, i64>) -> String {
    // A longer name first, since it may begin with a shorter one.
    let mut names: Vec<(&String, &i64)> = parameters.iter().collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    names
        .into_iter()
        .fold(text.to_owned(), |text, (name, value)| {
            text.replace(&format!("${name}"), &value.to_string())
        })
}

fn name(top: &Section<'_, '_>) -> Option<String> {
    let Some(name) = top.text("name") else {
        if !top.has("name") {
            top.error(
                &top.span,
                "the frame has no name",
                "begin the file with `name = \"my-game\"`",
            );
        }
        return None;
    };
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.value.is_empty() || !name.value.chars().all(fits) {
        let fixed: String = name
            .value
            .to_lowercase()
            .chars()
            .map(|c| if fits(c) { c } else { '-' })
            .collect();
        let fixed = fixed.trim_matches('-');
        top.error(
            &name.span,
            format!("`{}` cannot be typed as a name", name.value),
            format!(
                "use lower-case letters, digits and hyphens, such as `{}`; `title` may be anything",
                if fixed.is_empty() { "my-game" } else { fixed }
            ),
        );
        return None;
    }
    Some(name.value)
}

#[derive(Default)]
struct TheoryText {
    wisdom: Option<TheoryWisdom>,
    book: Vec<BookText>,
    mirror: Option<Seat>,
    prefer: Vec<At<String>>,
}

struct BookText {
    after: Vec<At<String>>,
    play: Vec<At<String>>,
}

impl TheoryText {
    fn into_theory(self) -> Theory {
        let plain = |list: Vec<At<String>>| list.into_iter().map(|at| at.value).collect();
        Theory {
            wisdom: self.wisdom,
            book: self
                .book
                .into_iter()
                .map(|line| BookLine {
                    after: plain(line.after),
                    play: plain(line.play),
                })
                .collect(),
            mirror: self.mirror,
            prefer: plain(self.prefer),
        }
    }
}

fn theory(top: &Section<'_, '_>) -> TheoryText {
    let Some(section) = top.section("theory") else {
        return TheoryText::default();
    };
    let list = |section: &Section<'_, '_>, key| match section.texts(key) {
        Some(list) => list.value,
        None => Vec::new(),
    };
    let wanted = "a list: `[{ after = [], play = [\"b2\"] }]`";
    let mut book = Vec::new();
    for value in section
        .array("book", wanted)
        .into_iter()
        .flat_map(|list| list.value)
    {
        if let Some(line) = section.as_section("book", value) {
            book.push(BookText {
                after: list(&line, "after"),
                play: list(&line, "play"),
            });
            let nothing = book
                .last()
                .is_some_and(|line: &BookText| line.play.is_empty());
            if nothing {
                let help = "add `play = [\"b2\"]`";
                line.error(
                    &line.span,
                    "this line of the book does not say what to play",
                    help,
                );
            }
            line.finish();
        }
    }
    let wisdom = section.choice(
        "wisdom",
        &[
            ("uniform", TheoryWisdom::Uniform),
            ("fastest", TheoryWisdom::Fastest),
            ("trap", TheoryWisdom::Trap),
        ],
    );
    let seats = [("first", Seat::First), ("second", Seat::Second)];
    let theory = TheoryText {
        wisdom: wisdom.map(|at| at.value),
        book,
        mirror: section.choice("mirror", &seats).map(|at| at.value),
        prefer: list(&section, "prefer"),
    };
    section.finish();
    theory
}

/// The theory is written in moves, so it can be checked only by the compiled game.
fn check_theory(frame: &Frame, theory: &TheoryText, notes: &Notes) {
    if theory.book.is_empty() && theory.prefer.is_empty() {
        return;
    }
    match Compiled::new(frame) {
        Compiled::Small(game) => check_moves(&game, theory, notes),
        Compiled::Large(game) => check_moves(&*game, theory, notes),
    }
}

fn check_moves<B: crate::Bits>(game: &FrameGame<B>, theory: &TheoryText, notes: &Notes) {
    let read = |position: &FramePosition<B>, text: &At<String>| {
        let mv = game.parse_move(position, &text.value);
        if let Err(error) = &mv {
            let help = error.help.clone().unwrap_or_default();
            let problem = format!("`{}` is not a move there", text.value);
            notes.error(&text.span, problem, help);
        }
        mv.ok()
    };
    for text in &theory.prefer {
        read(&game.start(), text);
    }
    for line in &theory.book {
        let mut position = game.start();
        let played = line.after.iter().all(|text| match read(&position, text) {
            Some(mv) => {
                game.play(&mut position, mv);
                true
            }
            None => false,
        });
        for text in line.play.iter().filter(|_| played) {
            read(&position, text);
        }
    }
}

fn known(top: &Section<'_, '_>) -> Option<Known> {
    let section = top.section("known")?;
    let value = section.choice(
        "value",
        &[
            ("first", KnownValue::First),
            ("draw", KnownValue::Draw),
            ("second", KnownValue::Second),
        ],
    );
    let source = section.text("source");
    let positions = section.number("positions", 1..=i64::MAX);
    if !section.has("value") || !section.has("source") {
        section.error(
            &section.span,
            "`known` needs a value and who found it",
            "write `value = \"draw\"` and `source = \"...\"`, or leave `[known]` out",
        );
    }
    section.finish();
    Some(Known {
        value: value?.value,
        source: source?.value,
        positions: positions.map(|at| at.value.unsigned_abs()),
    })
}
