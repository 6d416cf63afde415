//! What players say of themselves is what they do.

use std::sync::Arc;

use shido::{
    Catalog, Error, Goal, LearnerOptions, OptionKind, PlayerDescription, Request, Seat, Settings,
    Spec, Testing, TrainingOrder,
};

use crate::asking::open;

/// A value that an option takes.
fn example(player: &str, option: &str, kind: &OptionKind) -> Option<String> {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights");
    Some(match kind {
        OptionKind::Whole { least, .. } => (*least).max(1).to_string(),
        OptionKind::Number { least, .. } => least.max(1.0).to_string(),
        OptionKind::Choice { choices } => choices.last()?.to_string(),
        OptionKind::Player => "random".to_owned(),
        OptionKind::Opponent => "1".to_owned(),
        OptionKind::Opponents { .. } => "theirs@1*0.5+ours*0.5".to_owned(),
        OptionKind::File => match (player, option) {
            ("pvs", "cuts") => format!("{weights}/othello.probcut.toml"),
            ("people", "weights") => format!("{weights}/othello.people"),
            _ => return None,
        },
        OptionKind::Text { .. } => match (player, option) {
            (_, "weights" | "model") => "hand".to_owned(),
            ("hoyle", "without") => "greedy".to_owned(),
            ("ideal", "without") => "quick".to_owned(),
            ("tutor", "level") => "beginner".to_owned(),
            ("tutor", "student") => "ada".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}

/// What has to stand beside an option.
fn beside(player: &str, option: &str) -> &'static [(&'static str, &'static str)] {
    match (player, option) {
        ("expectiminimax", "probes") => &[("pruning", "star2")],
        ("pvs", "cuts" | "sigmas") => &[("pruning", "probcut")],
        _ => &[],
    }
}

/// The least that has to be written.
fn needed(description: &PlayerDescription) -> Option<Spec> {
    let mut spec = Spec::plain(&description.name);
    for option in &description.options {
        if option.required || option.name == "depth" {
            let value = example(&description.name, &option.name, &option.kind)?;
            spec.options.push((option.name.clone(), value));
        }
    }
    Some(spec)
}

fn with(spec: &Spec, option: &str, value: &str) -> Spec {
    let mut spec = spec.clone();
    spec.options.retain(|(key, _)| key != option);
    spec.options.push((option.to_owned(), value.to_owned()));
    spec
}

/// Building a player checks (in a build with debug assertions) that each option that it declares is read,
/// and none that it does not declare. Whatever is declared is accepted.
#[test]
fn every_option_of_every_player_is_read() {
    let settings = Settings::in_memory();
    let mut left_out = Vec::new();
    for description in Catalog::shipped().players() {
        let name = description.name.as_str();
        let Some(spec) = needed(&description) else {
            left_out.push(name.to_owned());
            continue;
        };
        // A small game, one that is solved at once, and one of which weights, people and cuts are known.
        let game = |option: &str| match (name, option) {
            ("people" | "pvs" | "evaluation", _) | (_, "weights" | "model") => open("othello"),
            ("hoyle", _) => open("tic-tac-toe"),
            _ if description.plays.contains("solved") => open("tic-tac-toe"),
            _ => open("othello:size=4"),
        };
        let build = |spec: &Spec, option: &str| {
            let made = game(option).player(spec, &settings, &|_| {});
            assert!(made.is_ok(), "{spec}: {:?}", made.err());
        };
        build(&spec, "");
        for option in &description.options {
            let Some(value) = example(name, &option.name, &option.kind) else {
                left_out.push(format!("{name}:{}", option.name));
                continue;
            };
            let mut spec = with(&spec, &option.name, &value);
            for (key, value) in beside(name, &option.name) {
                spec = with(&spec, key, value);
            }
            build(&spec, &option.name);
        }
    }
    assert_eq!(left_out, NOT_BUILT.map(|(what, _)| what));
}

/// What the test above leaves out, and why.
const NOT_BUILT: [(&str, &str); 7] = [
    ("pvs:book", BOOK),
    ("mcts:book", BOOK),
    ("hoyle:knowledge", "training has to write such a file"),
    ("uci", PROGRAM),
    ("usi", PROGRAM),
    ("xboard", PROGRAM),
    ("gtp", PROGRAM),
];
const BOOK: &str = "no book comes with a game";
const PROGRAM: &str = "the program has to be there: it is started when the player is made";

/// The same for trainers, which are built where somebody is trained.
#[test]
fn every_option_of_every_trainer_is_read() {
    let game = open("tic-tac-toe");
    let train = |trainer: &Spec| {
        let order = TrainingOrder {
            trainer: trainer.clone(),
            goal: Goal::Contests(1),
            most: 1,
            learner: LearnerOptions::default(),
            knowledge: None,
            challengers: Some(Vec::new()),
            testing: Testing::Never,
            curve: false,
            states: false,
        };
        let trained = game.train(&order, &Settings::in_memory(), &|_| {});
        assert!(trained.is_ok(), "{trainer}: {:?}", trained.err());
    };
    let mut left_out = Vec::new();
    for description in Catalog::shipped().trainers() {
        let spec = Spec::plain(&description.name);
        train(&spec);
        for option in &description.options {
            match example(&description.name, &option.name, &option.kind) {
                Some(value) => train(&with(&spec, &option.name, &value)),
                None => left_out.push(format!("{}:{}", description.name, option.name)),
            }
        }
    }
    // No file of contests comes with a game.
    assert_eq!(left_out, ["priming:file"]);
}

#[test]
fn what_is_not_declared_is_refused() {
    let game = open("othello");
    for (text, key) in [
        ("m-star:depth=2,opponent=2", "opponent"),
        ("pvs:dept=3", "dept"),
        ("random:noise=3", "noise"),
    ] {
        let made = game.player(&text.parse().unwrap(), &Settings::in_memory(), &|_| {});
        assert!(
            matches!(&made, Err(Error::UnknownOption { key: found, .. }) if found == key),
            "{text}"
        );
    }
    let made = game.player(
        &"expectiminimax:depth=2,probes=3".parse().unwrap(),
        &Settings::in_memory(),
        &|_| {},
    );
    assert!(matches!(made, Err(Error::OptionValue { .. })));
}

#[test]
fn defaults_are_values_of_their_options() {
    for description in Catalog::shipped().players() {
        for option in &description.options {
            let Some(default) = &option.default else {
                continue;
            };
            let fits = match &option.kind {
                OptionKind::Whole { least, most } => {
                    let value: u64 = default.parse().unwrap();
                    (*least..=*most).contains(&value)
                }
                OptionKind::Number { least, most } => {
                    let value: f64 = default.parse().unwrap();
                    (*least..=*most).contains(&value)
                }
                OptionKind::Choice { choices } => choices.contains(&default.as_str()),
                _ => true,
            };
            assert!(fits, "{}: {}={default}", description.name, option.name);
        }
    }
}

/// It refused all trees, since in some of them chance moves.
#[test]
fn who_cannot_deal_with_chance_plays_trees_without_it() {
    for (tree, refused) in [
        ("(max (min 3 5) (min 2 9))", false),
        ("(max (chance 1/2 3 1/2 5) 4)", true),
    ] {
        let game = shido::open_tree_text("a.tree", tree).unwrap();
        let made = game.player(&Spec::plain("hoyle"), &Settings::in_memory(), &|_| {});
        match made {
            Ok(hoyle) => {
                let mut session = Arc::clone(&game)
                    .session(None, &Settings::in_memory())
                    .unwrap();
                session.seat(Seat::First, Some(&hoyle)).unwrap();
                session.let_move(&Request::default()).unwrap();
                assert!(!refused, "{tree}");
            }
            Err(error) => assert!(
                refused && error.to_string().contains("chance may move in a"),
                "{tree}: {error}"
            ),
        }
    }
}

/// A player that cannot play a game says so before it is made, and the same when it is.
#[test]
fn who_cannot_play_says_why() {
    for name in ["chess", "backgammon", "tic-tac-toe"] {
        let game = open(name);
        for (description, unable) in game.players() {
            let Some(spec) = needed(&description) else {
                continue;
            };
            let made = game.player(&spec, &Settings::in_memory(), &|_| {});
            if let Some(error) = unable {
                let made = made.err().map(|error| error.to_string());
                assert_eq!(made, Some(error.to_string()), "{spec} at {name}");
            }
        }
    }
}

/// An experiment goes on only where all who play in it behave as before, those too who are supposed with others.
#[test]
fn behaviour_is_that_of_everybody_who_is_named() {
    let game = open("connect-four");
    let behaviour = |text: &str| game.behaviour(&text.parse::<Spec>().unwrap()).unwrap();
    let fallible = behaviour("fallible:noise=30");
    let prom = behaviour("prom:types=theirs@1*1");
    assert_eq!(
        behaviour("prom:types=theirs@2*0.5+2*0.25+[fallible:noise=30]*0.25"),
        format!("{prom}[2][{fallible}]")
    );
    let om = behaviour("om:opponent=2").replace("[2]", "");
    assert_eq!(
        behaviour("om:opponent=[mixture:of=[erring:noise=10,of=[fallible:noise=30]]*0.5+1*0.5]"),
        format!("{om}[mixture/0[erring/1[{fallible}]][1]]")
    );
}
