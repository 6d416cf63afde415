//! Matches between players by name, against published figures.

use shido::{Error, Seats, Settings, TournamentOrder, play_tournament};

use crate::asking::{open, order, play};

/// Of the 255,168 ways to play tic-tac-toe, weighted by how likely random players take them, the
/// first side wins 737/1260, the second 121/420, and 8/63 are drawn.
#[test]
fn random_play_at_tic_tac_toe() {
    let report = play(
        &*open("tic-tac-toe"),
        "random",
        "random",
        Seats::Fixed,
        None,
    );
    assert!((report.a_wins - 737.0 / 1260.0).abs() < 1e-12);
    assert!((report.b_wins - 121.0 / 420.0).abs() < 1e-12);
    assert!((report.draws - 8.0 / 63.0).abs() < 1e-12);
}

/// The same as a sample of contests, which does not depend on the number of threads. Within four standard errors.
#[test]
fn random_contests_at_tic_tac_toe() {
    let game = open("tic-tac-toe");
    let contests = |threads| {
        let settings = Settings {
            threads: std::num::NonZeroUsize::new(threads),
            ..Settings::in_memory()
        };
        game.random_contests(None, 10_000, &settings)
            .expect("the start is a position")
    };
    let played = contests(1);
    assert_eq!(played, contests(2));
    for (payoff, exact) in [
        (1.0, 737.0 / 1260.0),
        (-1.0, 121.0 / 420.0),
        (0.0, 8.0 / 63.0),
    ] {
        let share = played.iter().filter(|one| one.payoff == payoff).count() as f64 / 10_000.0;
        assert!((share - exact).abs() < 4.0 * (exact * (1.0 - exact) / 10_000.0_f64).sqrt());
    }
    assert!(
        played
            .iter()
            .all(|one| (5..=9).contains(&one.plies) && !one.capped)
    );
}

/// Who meets themselves scores one half, and is as strong as themselves. Nobody else's results are known by
/// hand, but what one wins the other loses, and nobody beats a perfect player.
#[test]
fn a_tournament_has_standings() {
    let game = open("tic-tac-toe");
    let settings = Settings::in_memory();
    let player = |text: &str| {
        let spec = text.parse().expect("it is well formed");
        game.player(&spec, &settings, &|_| {}).expect("it plays")
    };
    let report = |players: &[&str]| {
        let order = TournamentOrder {
            players: players.iter().map(|text| player(text)).collect(),
            games: None,
            opening_plies: None,
        };
        play_tournament(&*game, &order, &settings, &|_| {}).expect("all can be matched exactly")
    };
    for standing in report(&["random", "random"]).standings {
        assert!((standing.score.expect("it was played") - 0.5).abs() < 1e-12);
        assert!(standing.rating.elo.expect("nobody won all").abs() < 1e-6);
    }
    let three = report(&["random", "fallible:noise=10", "perfect"]);
    let names: Vec<String> = (three.standings.iter())
        .map(|standing| standing.player.to_string())
        .collect();
    assert_eq!(names, ["perfect", "fallible:noise=10", "random"]);
    let scores = three.standings.iter().filter_map(|standing| standing.score);
    assert!((scores.sum::<f64>() - 1.5).abs() < 1e-12);
    let pairs: Vec<[usize; 2]> = three
        .pairings
        .iter()
        .map(|pairing| pairing.places)
        .collect();
    assert_eq!(pairs, [[0, 1], [0, 2], [1, 2]]);
    assert!(
        three.pairings[1..]
            .iter()
            .all(|pairing| pairing.a_wins < 1e-12)
    );
}

/// Epstein (1994), Table 1: how often her perfect player won 10,000 contests, in per cent, against
/// fallible players of noise 10, 70 and 100. Printed figures are rounded and sampled.
#[test]
fn maximal_power_is_that_of_the_wise_perfect_player() {
    let published = [
        ("tic-tac-toe", [17.0, 79.0, 93.0]),
        ("lose-tic-tac-toe", [16.0, 66.0, 74.0]),
    ];
    for (game, row) in published {
        for (noise, printed) in [10, 70, 100].into_iter().zip(row) {
            let opponent = format!("fallible:noise={noise}");
            let report = play(&*open(game), "perfect", &opponent, Seats::Alternate, None);
            let ours = 100.0 * report.a_wins;
            let sampling = 100.0 * (report.a_wins * (1.0 - report.a_wins) / 10_000.0).sqrt();
            assert!(
                (ours - printed).abs() < 0.5 + 2.0 * sampling,
                "{game}, noise {noise}: {ours:.2}% here, {printed}% there"
            );
            assert!(
                report.b_wins < 1e-12,
                "a perfect player never loses a drawn game"
            );
        }
    }
}

/// A perfect player does not lose a drawn game and wins a won one, whichever its wisdom; also where
/// positions recur, so that merely keeping a win would go round for ever.
#[test]
fn perfect_players_keep_the_value() {
    for wisdom in ["trap", "fastest", "uniform"] {
        let perfect = format!("perfect:wisdom={wisdom}");
        let fallible = "fallible:noise=20";
        for drawn in ["achi", "rota", "mu-torere"] {
            let report = play(&*open(drawn), &perfect, fallible, Seats::Fixed, Some(300));
            assert!(report.b_wins == 0.0, "{drawn} with {wisdom}: {report:?}");
        }
        for won in ["achi-adjacent", "tapatan"] {
            let report = play(&*open(won), &perfect, fallible, Seats::Fixed, Some(300));
            assert!(report.a_wins == 1.0, "{won} with {wisdom}: {report:?}");
        }
    }
}

/// With both a repetition rule and a far ply limit, repetition ends a drawn contest first.
#[test]
fn repetition_counts_under_a_ply_limit() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/rules/stuck-wins.toml"
    ))
    .expect("the frame is there");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("both.toml");
    let both = text.replace("{ repetition = 3 }", "{ repetition = 3, plies = 1000 }");
    assert_ne!(text, both);
    std::fs::write(&file, both).expect("the frame can be written");
    let path = file.to_string_lossy();
    let game = open(&path);
    let report = play(&*game, "random", "random", Seats::Fixed, Some(200));
    assert!(report.mean_plies < 100.0, "{report:?}");
    let exact = order(&*game, "random", "random", Seats::Fixed, None);
    let refused = game.play_match(&exact, &Settings::in_memory(), &|_| {});
    // History decides, so there is no exact result.
    assert!(matches!(refused, Err(Error::Recurs { .. })), "{refused:?}");
}
