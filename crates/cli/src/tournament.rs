//! `shido tournament`.

use std::process::ExitCode;

use serde_json::json;
use shido::{AnyPlayer, Catalog, MatchOrder, MatchReport, Settings};
use shido_arena::Seats;

use crate::args::TournamentArgs;
use crate::games::table;
use crate::interrupt;
use crate::terminal::{FAINT, STRONG, Watcher, outln, percent, styled};

/// Every player against every other, changing seats.
pub(crate) fn tournament(args: &TournamentArgs, catalog: &Catalog) -> anyhow::Result<ExitCode> {
    let game = catalog.open(&args.game)?;
    let settings = args.common.settings();
    let watcher = Watcher::new(None);
    let player =
        |text: &String| game.player(&text.parse()?, &settings, &|event| watcher.see(event));
    let players: Result<Vec<AnyPlayer>, shido::Error> = args.players.iter().map(player).collect();
    watcher.done();
    let players = players?;
    let mut pairings = Vec::new();
    for a in 0..players.len() {
        for b in a + 1..players.len() {
            pairings.push((a, b));
        }
    }
    let mut played: Vec<(usize, usize, MatchReport)> = Vec::new();
    for (number, (a, b)) in pairings.into_iter().enumerate() {
        if interrupt::raised() {
            break;
        }
        let order = MatchOrder {
            opening_plies: args.opening_plies,
            a: players[a].clone(),
            b: players[b].clone(),
            seats: Seats::Alternate,
            games: (!args.exact).then_some(args.games),
            transcripts: false,
        };
        let settings = Settings {
            seed: settings.seed.derive(number as u64),
            ..settings.clone()
        };
        let watcher = Watcher::new(order.games);
        let report = game.play_match(&order, &settings, &|event| watcher.see(event));
        watcher.done();
        played.push((a, b, report?));
    }
    if args.common.json {
        print_json(&game.about().name, args, &players, &played)?;
    } else {
        print_text(&game.about().title, args, &players, &played)?;
    }
    if interrupt::raised() {
        crate::report::warning("stopped early: this is what was finished");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

/// A win counts one, a draw a half.
fn score(report: &MatchReport) -> f64 {
    report.a_wins + report.draws / 2.0
}

/// What a player scored on average against the others, in the order of the players.
fn totals(players: usize, played: &[(usize, usize, MatchReport)]) -> Vec<Option<f64>> {
    (0..players)
        .map(|player| {
            let scores: Vec<f64> = played
                .iter()
                .filter_map(|(a, b, report)| match player {
                    p if p == *a => Some(score(report)),
                    p if p == *b => Some(1.0 - score(report)),
                    _ => None,
                })
                .collect();
            (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
        })
        .collect()
}

fn print_text(
    title: &str,
    args: &TournamentArgs,
    players: &[AnyPlayer],
    played: &[(usize, usize, MatchReport)],
) -> anyhow::Result<()> {
    let how = if args.exact {
        "exact".to_owned()
    } else {
        format!("{} contests a pairing", args.games)
    };
    outln!(
        "{} {}",
        styled(STRONG, title),
        styled(FAINT, format!("({how}, taking turns to move first)"))
    );
    let totals = totals(players.len(), played);
    let numbers: Vec<String> = (1..=players.len()).map(|n| n.to_string()).collect();
    let mut header = vec!["", "player"];
    header.extend(numbers.iter().map(String::as_str));
    header.push("score");
    let mut rows = table(&header);
    for (index, player) in players.iter().enumerate() {
        let mut row = vec![numbers[index].clone(), player.spec().to_string()];
        for other in 0..players.len() {
            let cell = played.iter().find_map(|(a, b, report)| {
                let (own, theirs) = match (*a == index, *b == index) {
                    (true, _) if *b == other => (report.a_wins, report.b_wins),
                    (_, true) if *a == other => (report.b_wins, report.a_wins),
                    _ => return None,
                };
                Some(format!(
                    "{:.0}/{:.0}/{:.0}",
                    100.0 * own,
                    100.0 * report.draws,
                    100.0 * theirs
                ))
            });
            row.push(cell.unwrap_or_default());
        }
        row.push(totals[index].map(percent).unwrap_or_default());
        rows.add_row(row);
    }
    outln!("{rows}");
    outln!(
        "{}",
        styled(
            FAINT,
            "won/drawn/lost in per cent; a draw scores half a win"
        )
    );
    Ok(())
}

fn print_json(
    name: &str,
    args: &TournamentArgs,
    players: &[AnyPlayer],
    played: &[(usize, usize, MatchReport)],
) -> anyhow::Result<()> {
    let pairings: Vec<_> = played
        .iter()
        .map(|(a, b, report)| {
            json!({
                "a": players[*a].spec().to_string(),
                "b": players[*b].spec().to_string(),
                "games": report.games,
                "a_wins": report.a_wins,
                "draws": report.draws,
                "b_wins": report.b_wins,
                "a_wins_interval": [report.a_wins_interval.low, report.a_wins_interval.high],
                "mean_plies": report.mean_plies,
            })
        })
        .collect();
    let standings: Vec<_> = players
        .iter()
        .zip(totals(players.len(), played))
        .map(|(player, score)| json!({ "player": player.spec().to_string(), "score": score }))
        .collect();
    let object = json!({
        "game": name,
        "exact": args.exact,
        "pairings": pairings,
        "standings": standings,
        "seed": args.common.seed,
    });
    outln!("{object}");
    Ok(())
}
