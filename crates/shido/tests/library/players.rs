//! What players say of themselves is what they do.

use shido::{Catalog, Error, OptionKind, PlayerDescription, Settings, Spec};

use crate::asking::open;

/// A value that an option takes.
fn example(player: &str, option: &str, kind: &OptionKind) -> Option<String> {
    Some(match kind {
        OptionKind::Whole { least, .. } => (*least).max(1).to_string(),
        OptionKind::Number { least, .. } => least.max(1.0).to_string(),
        OptionKind::Choice { choices } => choices.last()?.to_string(),
        OptionKind::Player => "random".to_owned(),
        // Which files there are is not known here.
        OptionKind::File => return None,
        OptionKind::Text { .. } => match (player, option) {
            (_, "weights" | "model") => "hand".to_owned(),
            ("prom", "types") => "theirs@1*0.5+ours*0.5".to_owned(),
            ("hoyle", "without") => "greedy".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
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

/// Building a player checks (in a build with debug assertions) that each option that it declares is read,
/// and none that it does not declare. Whatever is declared is accepted.
#[test]
fn every_option_of_every_player_is_read() {
    let settings = Settings::in_memory();
    let mut tried = 0;
    for description in Catalog::shipped().players() {
        // Engines have to be there; their options are read in the tests of the program.
        let Some(spec) = needed(&description) else {
            continue;
        };
        // A small game with shipped weights, one that is solved at once, and one of which people and cuts are known.
        let game = match description.name.as_str() {
            "hoyle" => open("tic-tac-toe"),
            "people" | "pvs" => open("othello"),
            _ if description.plays.contains("solved") => open("tic-tac-toe"),
            _ => open("othello:size=4"),
        };
        for option in &description.options {
            let Some(value) = example(&description.name, &option.name, &option.kind) else {
                continue;
            };
            // These need something beside them.
            if ["probes", "sigmas", "weights", "model", "types"].contains(&option.name.as_str()) {
                continue;
            }
            let mut spec = spec.clone();
            spec.options.retain(|(key, _)| *key != option.name);
            spec.options.push((option.name.clone(), value));
            let made = game.player(&spec, &settings, &|_| {});
            assert!(made.is_ok(), "{spec}: {:?}", made.err());
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
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
