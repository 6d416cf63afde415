//! `shido tournament`.

use std::process::ExitCode;

use shido::{AnyPlayer, Catalog, TournamentOrder, TournamentReport, play_tournament};
use shido_arena::Rating;

use crate::args::TournamentArgs;
use crate::games::text_table;
use crate::interrupt;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, outln, percent, print_json, styled};

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
    let order = TournamentOrder {
        games: (!args.exact).then_some(args.games),
        opening_plies: args.opening_plies,
        players,
    };
    let pairings = (order.players.len() * order.players.len().saturating_sub(1) / 2) as u64;
    let watcher = Watcher::new(order.games.map(|games| games.saturating_mul(pairings)));
    let report = play_tournament(&*game, &order, &settings, &|event| watcher.see(event));
    watcher.done();
    let report = report?;
    match args.common.json {
        true => print_json(&report)?,
        false if report.pairings.is_empty() => {}
        false => print_text(&game.about().title, args.games, &report)?,
    }
    if let Some(warning) = repeated(&report) {
        crate::report::warning(&warning);
    }
    if interrupt::raised() {
        crate::report::warning(match report.pairings.is_empty() {
            true => "stopped before a contest was finished",
            false => "stopped early: this is what was finished",
        });
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

/// That players repeated contests, and what to do about it.
fn repeated(report: &TournamentReport) -> Option<String> {
    let (mut games, mut distinct) = (0, 0);
    for pairing in &report.pairings {
        if let (Some(of), Some(count)) = (pairing.games, pairing.distinct) {
            games += of;
            distinct += count;
        }
    }
    (games > 0).then(|| {
        format!(
            "from the same opening some of the players play the same contest again: of {} contests \
             {} are distinct, and intervals are those of the distinct ones. Longer random openings \
             make contests differ: `--opening-plies {}`",
            grouped(games),
            grouped(distinct),
            report.opening_plies + 4
        )
    })
}

fn print_text(title: &str, games: u64, report: &TournamentReport) -> anyhow::Result<()> {
    let contests = match report.stopped {
        false => format!("{} contests a pairing", grouped(games)),
        true => {
            let played = report.pairings.iter().filter_map(|pairing| pairing.games);
            format!("{} contests in all", grouped(played.sum()))
        }
    };
    let how = match (report.exact, report.opening_plies) {
        (true, _) => "exact".to_owned(),
        (false, 0) => contests,
        (false, 1) => format!("{contests}, each with 1 random opening ply"),
        (false, plies) => format!("{contests}, each with {plies} random opening plies"),
    };
    outln!(
        "{} {}",
        styled(STRONG, title),
        styled(FAINT, format!("({how}, taking turns to move first)"))
    );
    let standings = &report.standings;
    let numbers: Vec<String> = (1..=standings.len()).map(|n| n.to_string()).collect();
    let mut header = vec!["", "player"];
    header.extend(numbers.iter().map(String::as_str));
    header.extend(["score", "Elo", "95% interval"]);
    let mut rows = text_table(&header);
    for (standing, number) in standings.iter().zip(&numbers) {
        let mut row = vec![number.clone(), standing.player.to_string()];
        row.extend(
            standings
                .iter()
                .map(|other| cell(report, standing.place, other.place)),
        );
        row.push(standing.score.map(percent).unwrap_or_default());
        row.extend(rating_text(&standing.rating));
        rows.add_row(row);
    }
    outln!("{rows}");
    let open = standings.iter().any(|standing| {
        let Rating { low, high, .. } = standing.rating;
        low.is_none() || high.is_none()
    });
    outln!(
        "{}",
        styled(
            FAINT,
            "won/drawn/lost in per cent; a draw scores half a win; Elo with mean 0"
        )
    );
    if open {
        outln!(
            "{}",
            styled(
                FAINT,
                "who scored everything or nothing has no Elo, and an interval that is open"
            )
        );
    }
    Ok(())
}

/// What a player did against another.
fn cell(report: &TournamentReport, place: usize, other: usize) -> String {
    let found = report.pairings.iter().find_map(|pairing| {
        let (own, theirs) = match pairing.places {
            places if places == [place, other] => (pairing.a_wins, pairing.b_wins),
            places if places == [other, place] => (pairing.b_wins, pairing.a_wins),
            _ => return None,
        };
        Some(format!(
            "{:.0}/{:.0}/{:.0}",
            100.0 * own,
            100.0 * pairing.draws,
            100.0 * theirs
        ))
    });
    found.unwrap_or_default()
}

/// The rating and its interval.
fn rating_text(rating: &Rating) -> [String; 2] {
    let number = |elo: f64| format!("{:+.0}", elo + 0.0);
    let interval = match (rating.low, rating.high) {
        (Some(low), Some(high)) => format!("{} to {}", number(low), number(high)),
        (Some(low), None) => format!("above {}", number(low)),
        (None, Some(high)) => format!("below {}", number(high)),
        (None, None) => "open".to_owned(),
    };
    [
        rating.elo.map_or_else(|| "open".to_owned(), number),
        interval,
    ]
}
