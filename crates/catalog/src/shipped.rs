//! The games that are built in.

use crate::built_in::{BUILT_IN, BuiltIn};

/// A game of the catalog: its name, and what it is made of.
#[derive(Clone, Copy, Debug)]
pub struct Listing {
    /// The name by which it is opened.
    pub name: &'static str,
    pub(crate) source: Source,
}

/// What a game of the catalog is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    Frame(FrameSource),
    Code(BuiltIn),
}

/// A frame, and how this game differs from others of its family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrameSource {
    /// The text of the frame.
    pub(crate) text: &'static str,
    /// The values of the frame's parameters that make this game of it.
    pub(crate) arguments: &'static [(&'static str, i64)],
    /// What the game is called, where the frame's title names only the family.
    pub(crate) title: Option<&'static str>,
    /// What is known of its value, where it is another game than the frame's default.
    pub(crate) known: Option<(&'static str, &'static str)>,
}

/// All games that are built in, in alphabetical order.
#[must_use]
pub fn shipped() -> Vec<Listing> {
    let plain = FRAMES.iter().map(|(name, text)| Listing {
        name,
        source: Source::Frame(FrameSource {
            text,
            arguments: &[],
            title: None,
            known: None,
        }),
    });
    let by_hand = BUILT_IN.iter().map(|game| Listing {
        name: game.name,
        source: Source::Code(*game),
    });
    let mut all: Vec<Listing> = plain.chain(instances()).chain(by_hand).collect();
    all.sort_by_key(|listing| listing.name);
    all
}

macro_rules! frames {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../../frames/", $name, ".toml")))),*]
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
fn instances() -> impl Iterator<Item = Listing> {
    let frame = |name: &str| {
        let found = FRAMES.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, text)| text)
    };
    let four = frame("connect-four");
    let row = frame("mnk");
    [
        Listing {
            name: "connect-four-4x4",
            source: Source::Frame(FrameSource {
            text: four,
            arguments: &[("columns", 4), ("rows", 4)],
            title: Some("Connect Four, 4 columns by 4 rows"),
            known: Some(("draw", TROMP)),
        }),
        },
        Listing {
            name: "connect-four-5x4",
            source: Source::Frame(FrameSource {
            text: four,
            arguments: &[("columns", 5), ("rows", 4)],
            title: Some("Connect Four, 5 columns by 4 rows"),
            known: Some(("draw", TROMP)),
        }),
        },
        Listing {
            name: "connect-four-6x5",
            source: Source::Frame(FrameSource {
            text: four,
            arguments: &[("columns", 6), ("rows", 5)],
            title: Some("Connect Four, 6 columns by 5 rows"),
            known: Some(("draw", TROMP)),
        }),
        },
        Listing {
            name: "mnk-4x4x4",
            source: Source::Frame(FrameSource {
            text: row,
            arguments: &[("columns", 4), ("rows", 4), ("in-a-row", 4)],
            title: Some("Four in a row on 4 by 4"),
            known: Some(("draw", HERIK)),
        }),
        },
        Listing {
            name: "mnk-5x5x4",
            source: Source::Frame(FrameSource {
            text: row,
            arguments: &[("columns", 5), ("rows", 5), ("in-a-row", 4)],
            title: Some("Four in a row on 5 by 5"),
            known: Some(("draw", HERIK)),
        }),
        },
        Listing {
            name: "gomoku",
            source: Source::Frame(FrameSource {
            text: row,
            arguments: &[("columns", 15), ("rows", 15), ("in-a-row", 5)],
            title: Some("Gomoku without restrictions"),
            known: Some((
                "first",
                "Allis, van den Herik and Huntjens (1993), Go-Moku solved by new search techniques",
            )),
        }),
        },
    ]
    .into_iter()
}
