//! The games whose rules are written by hand.

use std::sync::Arc;

use shido_arena::{Nature, Policy, Theory, Wisdom};
use shido_core::{EngineNotation, Features, Foresight, Pack, spread};
use shido_frame::{Known, KnownValue};
use shido_games::backgammon::Backgammon;
use shido_games::breakthrough::Breakthrough;
use shido_games::chess::Chess;
use shido_games::coins::{Coins, LastCoin};
use shido_games::draughts::Draughts;
use shido_games::go::Go;
use shido_games::othello::Othello;
use shido_games::shogi::Shogi;

use crate::any_game::{About, AnyGame};
use crate::engines::hire;
use crate::evaluation::{by_weights, by_weights_and_odds};
use crate::held::{Held, Playable};
use crate::spec::Options;
use crate::tables::Tables;
use crate::tuning::{tune_chance_game, tune_game};
use crate::{CatalogError, Spec};

/// A game that is made by code rather than by a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuiltIn {
    pub(crate) name: &'static str,
    pub(crate) open: fn(&Spec) -> Result<Box<dyn AnyGame>, CatalogError>,
}

/// All of them.
pub(crate) const BUILT_IN: &[BuiltIn] = &[
    BuiltIn {
        name: "backgammon",
        open: backgammon,
    },
    BuiltIn {
        name: "breakthrough",
        open: breakthrough,
    },
    BuiltIn {
        name: "chess",
        open: chess,
    },
    BuiltIn {
        name: "coins",
        open: coins,
    },
    BuiltIn {
        name: "draughts",
        open: draughts,
    },
    BuiltIn {
        name: "go",
        open: go,
    },
    BuiltIn {
        name: "othello",
        open: othello,
    },
    BuiltIn {
        name: "othello-6x6",
        open: othello,
    },
    BuiltIn {
        name: "shogi",
        open: shogi,
    },
];

fn backgammon(spec: &Spec) -> Result<Box<dyn AnyGame>, CatalogError> {
    Options::new(spec).finish()?;
    let words = "The race with dice, for money without the cube.";
    let about = About {
        thinker: "expectiminimax:depth=3",
        ..about(&spec.to_string(), "Backgammon", words, "24 points")
    };
    let nature: Arc<dyn Policy<Backgammon>> = Arc::new(Nature);
    Ok(Box::new(Held {
        theory: Theory::default(),
        wisdom: Wisdom::Uniform,
        endless: true,
        evaluation: by_weights_and_odds,
        sides: |_| None,
        tune: Some(tune_chance_game),
        hire: None,
        tables: None,
        nature: Some(nature),
        about,
        game: Backgammon,
    }))
}

fn chess(spec: &Spec) -> Result<Box<dyn AnyGame>, CatalogError> {
    Options::new(spec).finish()?;
    let about = about(
        &spec.to_string(),
        "Chess",
        "The game of kings, on cozy-chess.",
        "8x8",
    );
    Ok(Box::new(large(about, Chess)))
}

fn shogi(spec: &Spec) -> Result<Box<dyn AnyGame>, CatalogError> {
    Options::new(spec).finish()?;
    let words = "Japanese chess: captured pieces come back on the other side.";
    Ok(Box::new(large(
        about(&spec.to_string(), "Shogi", words, "9x9"),
        Shogi,
    )))
}

fn draughts(spec: &Spec) -> Result<Box<dyn AnyGame>, CatalogError> {
    Options::new(spec).finish()?;
    let words = "English draughts, or checkers: jump over all of them.";
    let mut about = about(&spec.to_string(), "English draughts", words, "32 squares");
    about.known = known(
        KnownValue::Draw,
        "Schaeffer et al. (2007), Checkers is solved (500,995,484,682,338,672,639 positions)",
    );
    Ok(Box::new(large(about, Draughts)))
}

fn othello(spec: &Spec) -> Result<Box<dyn AnyGame>, CatalogError> {
    let options = Options::new(spec);
    let usual = if spec.name == "othello-6x6" { 6 } else { 8 };
    let size = options.number("size", "4, 6 or 8")?.unwrap_or(usual);
    options.finish()?;
    let game = Othello::new(size)
        .map_err(|_| options.wrong("size", &size.to_string(), "4, 6 or 8".to_owned()))?;
    let words = "Enclose the other side's discs to turn them over; most discs win.";
    // One game has one name, however it was asked for: its weights are found by it.
    let name = match size {
        8 => "othello".to_owned(),
        6 => "othello-6x6".to_owned(),
        _ => format!("othello:size={size}"),
    };
    let mut about = about(&name, "Othello", words, &format!("{size}x{size}"));
    about.known = match size {
        6 => known(
            KnownValue::Second,
            "Feinstein (1993), Amenor wins world 6x6 championships!",
        ),
        8 => known(KnownValue::Draw, "Takizawa (2023), Othello is solved"),
        _ => None,
    };
    if size == 4 {
        about.known = known(KnownValue::Second, "found by exhaustive search, many times");
        return Ok(Box::new(small(about, game)));
    }
    Ok(Box::new(large(about, game)))
}

fn go(spec: &Spec) -> Result<Box<dyn AnyGame>, CatalogError> {
    let options = Options::new(spec);
    let size = options.number("size", "2 to 19")?.unwrap_or(19);
    let handicap = options
        .number("handicap", "0 or 2 to 9 stones")?
        .unwrap_or(0);
    let komi = options.number("komi", "whole or half points, such as 7.5")?;
    options.finish()?;
    let game = Go::new(size).and_then(|go| go.with_handicap(handicap));
    let game = game.map_err(|error| CatalogError::Unable {
        what: error.to_string(),
        help: "write for example `go:size=9,komi=7` or `go:size=13,handicap=4`".to_owned(),
    })?;
    let usual_komi = game.komi();
    let game = game.with_komi(komi.unwrap_or(usual_komi));
    // One game has one name, however it was asked for.
    let mut asked = Vec::new();
    if size != 19 {
        asked.push(format!("size={size}"));
    }
    if handicap != 0 {
        asked.push(format!("handicap={handicap}"));
    }
    if game.komi() != usual_komi {
        asked.push(format!("komi={}", game.komi()));
    }
    let name = match asked.is_empty() {
        true => "go".to_owned(),
        false => format!("go:{}", asked.join(",")),
    };
    let words = "Surround more of the board than the other side does.";
    let about = About {
        thinker: "mcts",
        ..about(&name, "Go", words, &format!("{size}x{size}"))
    };
    Ok(Box::new(Held {
        // The features are the same on every board, and so are the weights.
        evaluation: |game, _, wanted| by_weights(game, "go", wanted),
        tune: None,
        ..large(about, game)
    }))
}

fn breakthrough(spec: &Spec) -> Result<Box<dyn AnyGame>, CatalogError> {
    let options = Options::new(spec);
    let width = options.number("width", "2 to 8 columns")?.unwrap_or(8);
    let height = options.number("height", "4 to 8 rows")?.unwrap_or(8);
    options.finish()?;
    let game = Breakthrough::new(width, height).map_err(|error| CatalogError::Unable {
        what: error.to_string(),
        help: "a board has 2 to 8 columns and 4 to 8 rows".to_owned(),
    })?;
    let words = "Bring one pawn to the far row.";
    let name = match (width, height) {
        (8, 8) => "breakthrough".to_owned(),
        _ => format!("breakthrough:width={width},height={height}"),
    };
    let about = about(&name, "Breakthrough", words, &format!("{width}x{height}"));
    if u32::from(width) * u32::from(height) <= 20 {
        return Ok(Box::new(small(about, game)));
    }
    Ok(Box::new(large(about, game)))
}

fn coins(spec: &Spec) -> Result<Box<dyn AnyGame>, CatalogError> {
    let options = Options::new(spec);
    let pile = options.number("coins", "a number of coins")?.unwrap_or(21);
    let most = options.number("most", "a number of coins")?.unwrap_or(3);
    let last = options.choice(
        "last",
        &[("wins", LastCoin::Wins), ("loses", LastCoin::Loses)],
    )?;
    options.finish()?;
    let game = Coins::new(pile, most, last.unwrap_or(LastCoin::Wins)).map_err(|error| {
        CatalogError::Unable {
            what: error.to_string(),
            help: "write for example `coins:coins=21,most=3`".to_owned(),
        }
    })?;
    let words = match last {
        Some(LastCoin::Loses) => "Take up to so many coins from a pile; the last one loses.",
        _ => "Take up to so many coins from a pile; the last one wins.",
    };
    let mut about = about(&spec.to_string(), "Coins", words, &format!("{pile} coins"));
    about.solvable = true;
    let nim = "the theory of take-away games: a multiple of one more than may be taken is lost";
    if last.is_none_or(|last| last == LastCoin::Wins) {
        let first_wins = u32::from(pile) % (u32::from(most) + 1) != 0;
        let value = if first_wins {
            KnownValue::First
        } else {
            KnownValue::Second
        };
        about.known = known(value, nim);
    }
    Ok(Box::new(small(about, game)))
}

fn known(value: KnownValue, source: &str) -> Option<Known> {
    Some(Known {
        value,
        source: source.to_owned(),
        positions: None,
    })
}

fn about(name: &str, title: &str, words: &str, size: &str) -> About {
    let fold = |hash: u64, byte: u8| spread(hash ^ u64::from(byte));
    About {
        title: title.to_owned(),
        about: words.to_owned(),
        size: size.to_owned(),
        symmetries: 1,
        cyclic: true,
        solvable: false,
        thinker: "pvs",
        known: None,
        table: name.to_owned(),
        // The rules themselves are code, and change with the version that is written here.
        fingerprint: u128::from(name.bytes().fold(1, fold)),
        name: name.to_owned(),
    }
}

/// A game that is too large to be solved.
fn large<G: Playable + Features + EngineNotation>(mut about: About, game: G) -> Held<G> {
    about.symmetries = game.symmetries();
    about.cyclic = game.progress(&game.start()).is_none();
    Held {
        theory: Theory::default(),
        wisdom: Wisdom::Uniform,
        endless: true,
        evaluation: by_weights,
        sides: |_| None,
        tune: Some(tune_game),
        hire: Some(hire),
        tables: None,
        nature: None,
        about,
        game,
    }
}

/// A game that is small enough to be solved.
fn small<G: Playable + Features + EngineNotation + Pack + Foresight>(
    mut about: About,
    game: G,
) -> Held<G> {
    about.solvable = true;
    Held {
        wisdom: Wisdom::Trap,
        endless: false,
        tables: Some(Tables::new()),
        ..large(about, game)
    }
}
