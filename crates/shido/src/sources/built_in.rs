//! The games whose rules are written in code.

use std::sync::Arc;

use shido_core::{EngineNotation, Features, Foresight, Pack};
use shido_frame::{Known, KnownValue};
use shido_games::backgammon::Backgammon;
use shido_games::breakthrough::Breakthrough;
use shido_games::chess::Chess;
use shido_games::coins::{Coins, LastCoin};
use shido_games::draughts::Draughts;
use shido_games::go::Go;
use shido_games::othello::Othello;
use shido_games::shogi::Shogi;
use shido_tutor::Form;

use crate::abilities::Abilities;
use crate::additions::Additions;
use crate::entry::{Entry, Playable};
use crate::evaluation::by_weights;
use crate::game::AnyGame;
use crate::options::{Declarations, Opt, Options, choice, number, whole};
use crate::record::RecordFormat;
use crate::{Error, Spec};

/// Opens a game with its options.
pub(crate) type Open = fn(&Spec, &Arc<Additions>) -> Result<Arc<dyn AnyGame>, Error>;

/// All of them by name.
pub(crate) const BUILT_IN: &[(&str, Open)] = &[
    ("backgammon", backgammon),
    ("breakthrough", breakthrough),
    ("chess", chess),
    ("coins", coins),
    ("draughts", draughts),
    ("go", go),
    ("othello", othello),
    ("othello-6x6", othello),
    ("shogi", shogi),
];

/// The games that are played all over the world.
pub(crate) const CLASSICS: &str = "Classics";

type Opened = Result<Arc<dyn AnyGame>, Error>;

fn backgammon(spec: &Spec, additions: &Arc<Additions>) -> Opened {
    Options::new(spec, &[])?;
    let entry = Entry::unhurried(Backgammon)
        .title("Backgammon")
        .group(CLASSICS)
        .rules(include_str!("rules/backgammon.txt"))
        .about("The race with dice, for money without the cube.")
        .size("24 points")
        .thinker("expectiminimax:depth=3")
        .features_and_chance()
        .network_and_chance()
        .people();
    Ok(entry.named(&spec.to_string()).open(additions))
}

fn chess(spec: &Spec, additions: &Arc<Additions>) -> Opened {
    Options::new(spec, &[])?;
    let entry = large(Chess)
        .title("Chess")
        .group(CLASSICS)
        .rules(include_str!("rules/chess.txt"))
        .about("The game of kings.")
        .endgames()
        .captures()
        .motifs()
        // Measured by audits: docs/tutor.md.
        .form(Form {
            change: 250.0,
            middle: 17.0,
        })
        .referee("uci:command=stockfish,nodes=5000")
        .recorded_as(RecordFormat::Pgn)
        .size("8x8")
        .people();
    Ok(entry.named(&spec.to_string()).open(additions))
}

fn shogi(spec: &Spec, additions: &Arc<Additions>) -> Opened {
    Options::new(spec, &[])?;
    let entry = large(Shogi)
        .title("Shogi")
        .group(CLASSICS)
        .rules(include_str!("rules/shogi.txt"))
        .about("Japanese chess: captured pieces come back on the other side.")
        .size("9x9");
    Ok(entry.named(&spec.to_string()).open(additions))
}

fn draughts(spec: &Spec, additions: &Arc<Additions>) -> Opened {
    Options::new(spec, &[])?;
    let entry = large(Draughts)
        .title("English draughts")
        .group(CLASSICS)
        .rules(include_str!("rules/draughts.txt"))
        .about("English draughts, or checkers: jump over all of them.")
        .motifs()
        .size("32 squares")
        .people();
    let source =
        "Schaeffer et al. (2007), Checkers is solved (500,995,484,682,338,672,639 positions)";
    let entry = known(entry, KnownValue::Draw, source);
    Ok(entry.named(&spec.to_string()).open(additions))
}

const OTHELLO_SIZE: Opt<u8> = whole("size", [4, 8], "rows and columns: 4, 6 or 8");

fn othello(spec: &Spec, additions: &Arc<Additions>) -> Opened {
    const OPTIONS: Declarations = &[&OTHELLO_SIZE];
    let options = Options::new(spec, OPTIONS)?;
    let usual = if spec.name == "othello-6x6" { 6 } else { 8 };
    let size = options.get(&OTHELLO_SIZE)?.unwrap_or(usual);
    let game = Othello::new(size)
        .map_err(|_| options.wrong(&OTHELLO_SIZE, &size.to_string(), "4, 6 or 8".to_owned()))?;
    // One game has one name, however it was asked for: its weights are found by it.
    let name = match size {
        8 => "othello".to_owned(),
        6 => "othello-6x6".to_owned(),
        _ => format!("othello:size={size}"),
    };
    let title = match size {
        8 => "Othello".to_owned(),
        _ => format!("Othello, {size} by {size}"),
    };
    let titled = |entry: Entry<Othello>| {
        entry
            .title(&title)
            .group(CLASSICS)
            .rules(include_str!("rules/othello.txt"))
            .about("Enclose the other side's discs to turn them over; most discs win.")
            .motifs()
            .size(&format!("{size}x{size}"))
            .people()
    };
    let entry = match size {
        4 => known(
            titled(small(game)),
            KnownValue::Second,
            "found by exhaustive search, many times",
        ),
        6 => known(
            titled(large(game)),
            KnownValue::Second,
            "Feinstein (1993), Amenor wins world 6x6 championships!",
        ),
        _ => known(
            titled(large(game)),
            KnownValue::Draw,
            "Takizawa (2023), Othello is solved",
        ),
    };
    Ok(entry.named(&name).open(additions))
}

const GO_SIZE: Opt<u8> = whole("size", [2, 19], "rows and columns").usually("19");
const HANDICAP: Opt<u8> = whole("handicap", [0, 9], "stones: 0 or 2 to 9").usually("0");
const KOMI: Opt<f64> = number(
    "komi",
    [-1000.0, 1000.0],
    "whole or half points for White, such as 7.5",
);

/// The rules of Go with the options that a spec has.
pub(crate) fn go_of(spec: &Spec) -> Result<Go, Error> {
    const OPTIONS: Declarations = &[&GO_SIZE, &HANDICAP, &KOMI];
    let options = Options::new(spec, OPTIONS)?;
    let (size, handicap) = (options.need(&GO_SIZE)?, options.need(&HANDICAP)?);
    let game = Go::new(size).and_then(|go| go.with_handicap(handicap));
    let game = game.map_err(|error| Error::Unable {
        what: error.to_string(),
        help: "write for example `go:size=9,komi=7` or `go:size=13,handicap=4`".to_owned(),
    })?;
    let komi = match spec.option("komi") {
        None => game.komi(),
        Some(text) => {
            options.get(&KOMI)?;
            let wanted = "whole or half points, such as 7.5".to_owned();
            let komi = text.parse();
            komi.map_err(|_| options.wrong(&KOMI, text, wanted))?
        }
    };
    Ok(game.with_komi(komi))
}

/// The name of a game of Go. One game has one name, however it was asked for.
pub(crate) fn go_spec(game: &Go) -> String {
    let (size, handicap) = (game.size(), game.handicap());
    let plain = Go::new(size).and_then(|go| go.with_handicap(handicap));
    let mut asked = Vec::new();
    if size != 19 {
        asked.push(format!("size={size}"));
    }
    if handicap != 0 {
        asked.push(format!("handicap={handicap}"));
    }
    if plain.is_ok_and(|plain| plain.komi() != game.komi()) {
        asked.push(format!("komi={}", game.komi()));
    }
    match asked.is_empty() {
        true => "go".to_owned(),
        false => format!("go:{}", asked.join(",")),
    }
}

fn go(spec: &Spec, additions: &Arc<Additions>) -> Opened {
    let game = go_of(spec)?;
    let (name, size) = (go_spec(&game), game.size());
    let entry = large(game)
        .title("Go")
        .group(CLASSICS)
        .rules(include_str!("rules/go.txt"))
        .about("Surround more of the board than the other side does.")
        .motifs()
        .recorded_as(RecordFormat::Sgf)
        .size(&format!("{size}x{size}"))
        .thinker("mcts:exploration=0.2")
        .people();
    let entry = Entry {
        // The features are the same on every board, and so are the weights.
        evaluation: |game, _, wanted| by_weights(game, "go", wanted),
        abilities: Abilities {
            features: None,
            ..entry.abilities
        },
        ..entry
    };
    Ok(entry.named(&name).open(additions))
}

const WIDTH: Opt<u8> = whole("width", [2, 8], "columns").usually("8");
const HEIGHT: Opt<u8> = whole("height", [4, 8], "rows").usually("8");

fn breakthrough(spec: &Spec, additions: &Arc<Additions>) -> Opened {
    const OPTIONS: Declarations = &[&WIDTH, &HEIGHT];
    let options = Options::new(spec, OPTIONS)?;
    let (width, height) = (options.need(&WIDTH)?, options.need(&HEIGHT)?);
    let game = Breakthrough::new(width, height).map_err(|error| Error::Unable {
        what: error.to_string(),
        help: "a board has 2 to 8 columns and 4 to 8 rows".to_owned(),
    })?;
    let name = match (width, height) {
        (8, 8) => "breakthrough".to_owned(),
        _ => format!("breakthrough:width={width},height={height}"),
    };
    let entry = match u32::from(width) * u32::from(height) <= 20 {
        true => small(game),
        false => large(game),
    };
    let entry = entry
        .network()
        .title("Breakthrough")
        .group(CLASSICS)
        .rules(include_str!("rules/breakthrough.txt"))
        .about("Bring one pawn to the far row.")
        .size(&format!("{width}x{height}"));
    Ok(entry.named(&name).open(additions))
}

const COINS: Opt<u16> = whole("coins", [1, 1000], "how many there are").usually("21");
const MOST: Opt<u16> = whole("most", [1, 1000], "how many may be taken at once").usually("3");
const LAST: Opt<LastCoin> = choice(
    "last",
    &[("wins", LastCoin::Wins), ("loses", LastCoin::Loses)],
    "what becomes of who takes the last coin",
)
.usually("wins");

fn coins(spec: &Spec, additions: &Arc<Additions>) -> Opened {
    const OPTIONS: Declarations = &[&COINS, &MOST, &LAST];
    let options = Options::new(spec, OPTIONS)?;
    let (pile, most) = (options.need(&COINS)?, options.need(&MOST)?);
    let last = options.need(&LAST)?;
    let game = Coins::new(pile, most, last).map_err(|error| Error::Unable {
        what: error.to_string(),
        help: "write for example `coins:coins=21,most=3`".to_owned(),
    })?;
    let entry = Entry::unhurried(game)
        .features()
        .engines()
        .ends_soon()
        .solvable()
        .title("Coins")
        .group(CLASSICS)
        .rules(include_str!("rules/coins.txt"))
        .about(match last {
            LastCoin::Loses => "Take up to so many coins from a pile; the last one loses.",
            LastCoin::Wins => "Take up to so many coins from a pile; the last one wins.",
        })
        .size(&format!("{pile} coins"));
    let entry = match last {
        LastCoin::Loses => entry,
        LastCoin::Wins => {
            let nim =
                "the theory of take-away games: a multiple of one more than may be taken is lost";
            let first_wins = u32::from(pile) % (u32::from(most) + 1) != 0;
            let value = match first_wins {
                true => KnownValue::First,
                false => KnownValue::Second,
            };
            known(entry, value, nim)
        }
    };
    Ok(entry.named(&spec.to_string()).open(additions))
}

fn known<G: Playable>(mut entry: Entry<G>, value: KnownValue, source: &str) -> Entry<G> {
    entry.about.known = Some(Known {
        value,
        source: source.to_owned(),
        positions: None,
    });
    entry
}

/// A game that is too large to be solved.
fn large<G: Playable + Features + EngineNotation>(game: G) -> Entry<G> {
    Entry::new(game).features().engines()
}

/// A game that is small enough to be solved.
fn small<G: Playable + Features + EngineNotation + Pack + Foresight>(game: G) -> Entry<G> {
    large(game).ends_soon().solvable()
}
