//! Games that are frames: those that come with Shido, and those in files.

use std::sync::Arc;

use shido_arena::{Line, Theory, Wisdom};
use shido_core::{Game, Notation, Symmetry};
use shido_frame::{
    Bits, Compiled, Frame, FrameErrors, FrameGame, Known, KnownValue, Surface, TheoryWisdom,
};

use crate::abilities::{Abilities, Weighing};
use crate::additions::Additions;
use crate::entry::Entry;
use crate::evaluation;
use crate::game::{About, AnyGame};
use crate::tuning::start_of_a_frame;
use crate::{Error, Spec};

/// A frame, and how this game differs from others of its family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameSource {
    /// The frame's file, without its ending.
    family: &'static str,
    /// The values of the frame's parameters that make this game of it.
    arguments: &'static [(&'static str, i64)],
    /// What the game is called, where the frame's title names only the family.
    title: Option<&'static str>,
    /// What is known of its value, where it is another game than the frame's default.
    known: Option<(KnownValue, &'static str)>,
}

/// The frames that come with Shido, and members of their families.
pub(crate) fn shipped() -> impl Iterator<Item = (&'static str, FrameSource)> {
    let plain = FRAMES.iter().map(|(name, _)| {
        let source = FrameSource {
            family: name,
            arguments: &[],
            title: None,
            known: None,
        };
        (*name, source)
    });
    plain.chain(INSTANCES.iter().copied())
}

impl FrameSource {
    pub(crate) fn open(
        &self,
        name: &str,
        spec: &Spec,
        additions: &Arc<Additions>,
    ) -> Result<Arc<dyn AnyGame>, Error> {
        let text = FRAMES.iter().find(|(family, _)| *family == self.family);
        let text = text.map_or("", |(_, text)| *text);
        let built_in = self.arguments.iter();
        let mut arguments: Vec<(String, i64)> = built_in
            .map(|(name, value)| ((*name).to_owned(), *value))
            .collect();
        arguments.extend(numbers(spec)?);
        let mut frame = read_frame(&format!("{name}.toml"), text, &arguments, spec)?;
        if name != frame.name || !spec.options.is_empty() {
            // It is another member of the family than the one the frame describes.
            frame.known = None;
            frame.name = spec.to_string();
        }
        if let (Some(title), true) = (self.title, spec.options.is_empty()) {
            frame.title = title.to_owned();
            frame.known = self.known.map(|(value, source)| Known {
                value,
                source: source.to_owned(),
                positions: None,
            });
        }
        let kept_as = frame.name.clone();
        Ok(hold(frame, kept_as, additions))
    }
}

/// Opens a frame from a file that was read.
pub(crate) fn open(
    path: &str,
    contents: &str,
    spec: Spec,
    additions: &Arc<Additions>,
) -> Result<Arc<dyn AnyGame>, Error> {
    let mut frame = read_frame(path, contents, &numbers(&spec)?, &spec)?;
    if !spec.options.is_empty() {
        frame.known = None;
        let name = frame.name;
        frame.name = Spec { name, ..spec }.to_string();
    }
    Ok(hold_file(frame, additions))
}

/// Opens a frame from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_frame_text(file: &str, text: &str) -> Result<Arc<dyn AnyGame>, FrameErrors> {
    Frame::read(file, text, &[]).map(|frame| hold_file(frame, &Arc::default()))
}

fn numbers(spec: &Spec) -> Result<Vec<(String, i64)>, Error> {
    let number = |(key, value): &(String, String)| match value.parse() {
        Ok(number) => Ok((key.clone(), number)),
        Err(_) => Err(Error::OptionValue {
            name: spec.name.clone(),
            key: key.clone(),
            value: value.clone(),
            wanted: "a whole number".to_owned(),
        }),
    };
    spec.options.iter().map(number).collect()
}

/// Reads a frame whose parameters the user has chosen. What goes wrong then is about the choice, not
/// about the text of the frame.
fn read_frame(
    file: &str,
    text: &str,
    arguments: &[(String, i64)],
    spec: &Spec,
) -> Result<Frame, Error> {
    let explain = |errors: FrameErrors| {
        let Some(first) = errors
            .diagnostics
            .first()
            .filter(|_| !spec.options.is_empty())
        else {
            return Error::Frame(errors);
        };
        Error::Unable {
            what: format!("`{spec}` is not a game: {}", first.problem),
            help: first.help.clone(),
        }
    };
    Frame::read(file, text, arguments).map_err(explain)
}

/// A file's solved table is kept under another name than any built-in game's.
fn hold_file(frame: Frame, additions: &Arc<Additions>) -> Arc<dyn AnyGame> {
    let kept_as = format!("file-{}", frame.name);
    hold(frame, kept_as, additions)
}

fn hold(frame: Frame, kept_as: String, additions: &Arc<Additions>) -> Arc<dyn AnyGame> {
    match Compiled::new(&frame) {
        Compiled::Small(game) => entry(frame, kept_as, game).open(additions),
        Compiled::Large(game) => entry(frame, kept_as, *game).open(additions),
    }
}

fn entry<B: Bits>(frame: Frame, kept_as: String, game: FrameGame<B>) -> Entry<FrameGame<B>> {
    let board = &frame.rules.board;
    let places = match board.surface {
        Surface::Cells => "squares",
        Surface::Points => "points",
    };
    let size = format!("{} {places}", board.points.len());
    let theory = theory(&game, &frame.theory);
    let rules = format!("{}\n\n{}", frame.rules_in_words(), frame.how_to_move());
    let fingerprint = game.fingerprint();
    let entry = Entry::new(game)
        .quick()
        .ends_soon()
        .solvable()
        .engines()
        .motifs();
    Entry {
        theory,
        wisdom: match frame.theory.wisdom {
            Some(TheoryWisdom::Uniform) => Wisdom::Uniform,
            Some(TheoryWisdom::Fastest) => Wisdom::Fastest,
            Some(TheoryWisdom::Trap) | None => Wisdom::Trap,
        },
        evaluation: evaluation::of_a_frame,
        abilities: Abilities {
            features: Some(Weighing::starting(start_of_a_frame)),
            ..entry.abilities
        },
        about: About {
            size,
            group: frame.rules.group().to_owned(),
            rules,
            kept_as,
            fingerprint,
            name: frame.name,
            title: frame.title,
            about: frame.about,
            known: frame.known,
            ..entry.about
        },
        ..entry
    }
}

/// The theory of a frame, its moves read and completed by their mirror images. The frame was checked
/// to contain only moves that are legal where they stand.
fn theory<B: Bits>(
    game: &FrameGame<B>,
    text: &shido_frame::Theory,
) -> Theory<<FrameGame<B> as Game>::Move> {
    let images = |mv, keeps: &dyn Fn(usize) -> bool| {
        let symmetries = (0..game.symmetries()).filter(|symmetry| keeps(*symmetry));
        let mut images: Vec<_> = symmetries.map(|s| game.transform_move(s, mv)).collect();
        images.sort_unstable();
        images.dedup();
        images
    };
    let book = text.book.iter().filter_map(|line| {
        let mut position = game.start();
        let mut after = Vec::new();
        for text in &line.after {
            let mv = game.parse_move(&position, text).ok()?;
            after.push(mv);
            game.play(&mut position, mv);
        }
        let keeps = |symmetry| game.transform(symmetry, &position) == position;
        let moves = line
            .play
            .iter()
            .filter_map(|text| game.parse_move(&position, text).ok());
        let classes = moves.map(|mv| images(mv, &keeps)).collect();
        Some(Line { after, classes })
    });
    let start = game.start();
    let prefer = text
        .prefer
        .iter()
        .filter_map(|text| game.parse_move(&start, text).ok());
    Theory {
        book: book.collect(),
        mirror: text.mirror,
        prefer: prefer.flat_map(|mv| images(mv, &|_| true)).collect(),
    }
}

macro_rules! frames {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../../frames/", $name, ".toml")))),*]
    };
}

const FRAMES: &[(&str, &str)] = frames![
    "achi",
    "achi-adjacent",
    "advanced-teeko",
    "alquerque-de-tres",
    "connect-four",
    "do-guti",
    "dorvon-cag",
    "five-mens-morris",
    "katsela",
    "les-pendus",
    "lose-tic-tac-toe",
    "lose-tic-tac-toe-3d",
    "madelinette",
    "marelle-quadruple",
    "marelle-triple",
    "mnk",
    "morabaraba",
    "mu-torere",
    "nine-holes",
    "nine-mens-morris",
    "picaria",
    "picaria-nine",
    "pong-hau-ki",
    "qubic",
    "rota",
    "score-four",
    "shisima",
    "six-mens-morris",
    "tant-fant",
    "tapatan",
    "teeko",
    "three-mens-morris",
    "tic-tac-toe",
    "tic-tac-toe-3d",
    "triodi",
    "tsoro-yematatu",
    "tsoro-yemutatu",
    "tugul-shodra",
    "wure-dune",
];

const TROMP: &str = "Tromp, John's Connect Four Playground (values of small boards)";
const HERIK: &str =
    "van den Herik, Uiterwijk and van Rijswijck (2002), Games solved: now and in the future";

/// Members of families that have a name of their own.
const INSTANCES: &[(&str, FrameSource)] = &[
    (
        "connect-four-4x4",
        FrameSource {
            family: "connect-four",
            arguments: &[("columns", 4), ("rows", 4)],
            title: Some("Connect Four, 4 columns by 4 rows"),
            known: Some((KnownValue::Draw, TROMP)),
        },
    ),
    (
        "connect-four-5x4",
        FrameSource {
            family: "connect-four",
            arguments: &[("columns", 5), ("rows", 4)],
            title: Some("Connect Four, 5 columns by 4 rows"),
            known: Some((KnownValue::Draw, TROMP)),
        },
    ),
    (
        "connect-four-6x5",
        FrameSource {
            family: "connect-four",
            arguments: &[("columns", 6), ("rows", 5)],
            title: Some("Connect Four, 6 columns by 5 rows"),
            known: Some((KnownValue::Draw, TROMP)),
        },
    ),
    (
        "mnk-4x4x4",
        FrameSource {
            family: "mnk",
            arguments: &[("columns", 4), ("rows", 4), ("in-a-row", 4)],
            title: Some("Four in a row on 4 by 4"),
            known: Some((KnownValue::Draw, HERIK)),
        },
    ),
    (
        "mnk-5x5x4",
        FrameSource {
            family: "mnk",
            arguments: &[("columns", 5), ("rows", 5), ("in-a-row", 4)],
            title: Some("Four in a row on 5 by 5"),
            known: Some((KnownValue::Draw, HERIK)),
        },
    ),
    (
        "gomoku",
        FrameSource {
            family: "mnk",
            arguments: &[("columns", 15), ("rows", 15), ("in-a-row", 5)],
            title: Some("Gomoku without restrictions"),
            known: Some((
                KnownValue::First,
                "Allis, van den Herik and Huntjens (1993), Go-Moku solved by new search techniques",
            )),
        },
    ),
];
