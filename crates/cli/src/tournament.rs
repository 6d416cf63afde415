//! `shido tournament`.

use std::process::ExitCode;

use serde_json::json;
use shido::{AnyGame, AnyPlayer, Catalog, MatchOrder, MatchReport, Settings};
use shido_arena::{Encounter, Rating, Seats, ratings};

use crate::args::TournamentArgs;
use crate::games::table;
use crate::interrupt;
use crate::terminal::{FAINT, STRONG, Watcher, grouped, outln, percent, styled};

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
    let opening_plies = match args.opening_plies {
        Some(plies) => plies,
        None if args.exact => 0,
        None => usual_opening(&*game, &players, args.games, &settings)?,
    };
    let mut tournament = Tournament {
        args,
        players,
        opening_plies,
        played: Vec::new(),
    };
    for (number, (a, b)) in pairings(tournament.players.len()).enumerate() {
        if interrupt::raised() {
            break;
        }
        let games = (!args.exact).then_some(args.games);
        let order = tournament.order(a, b, games);
        let settings = Settings {
            seed: settings.seed.derive(number as u64),
            ..settings.clone()
        };
        let watcher = Watcher::new(order.games);
        let report = game.play_match(&order, &settings, &|event| watcher.see(event));
        watcher.done();
        tournament.played.push((a, b, report?));
    }
    if args.common.json {
        tournament.print_json(&game.about().name)?;
    } else {
        tournament.print_text(&game.about().title)?;
    }
    if let Some(warning) = tournament.repeated() {
        crate::report::warning(&warning);
    }
    if interrupt::raised() {
        crate::report::warning("stopped early: this is what was finished");
        return Ok(ExitCode::from(interrupt::EXIT_CODE));
    }
    Ok(ExitCode::SUCCESS)
}

/// Each two of so many players.
fn pairings(players: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..players).flat_map(move |a| (a + 1..players).map(move |b| (a, b)))
}

/// How many random plies contests begin with if nobody says: 4 where two of the players would otherwise
/// play the same contest again, and no more than a quarter of a contest; else none. That is found out by
/// letting each two play four contests: nobody knows beforehand what an engine or a new player does.
fn usual_opening(
    game: &dyn AnyGame,
    players: &[AnyPlayer],
    games: u64,
    settings: &Settings,
) -> anyhow::Result<u32> {
    // With one contest for either seating nothing can be repeated.
    if games <= 2 {
        return Ok(0);
    }
    for (a, b) in pairings(players.len()) {
        let watcher = Watcher::spinning("trying out");
        let order = order(players, a, b, Some(4), 0);
        let tried = game.play_match(&order, settings, &|event| watcher.see(event));
        watcher.done();
        let tried = tried?;
        if tried.distinct.is_some() {
            return Ok((tried.mean_plies / 4.0).min(4.0) as u32);
        }
    }
    Ok(0)
}

fn order(
    players: &[AnyPlayer],
    a: usize,
    b: usize,
    games: Option<u64>,
    opening_plies: u32,
) -> MatchOrder {
    MatchOrder {
        opening_plies,
        a: players[a].clone(),
        b: players[b].clone(),
        seats: Seats::Alternate,
        games,
        transcripts: false,
    }
}

struct Tournament<'a> {
    args: &'a TournamentArgs,
    players: Vec<AnyPlayer>,
    opening_plies: u32,
    played: Vec<(usize, usize, MatchReport)>,
}

/// How a player did.
struct Standing {
    /// The place among the players as they were given.
    player: usize,
    /// What the player scored on average against the others.
    score: Option<f64>,
    rating: Rating,
}

/// A win counts one, a draw a half.
fn score(report: &MatchReport) -> f64 {
    report.a_wins + report.draws / 2.0
}

impl Tournament<'_> {
    fn order(&self, a: usize, b: usize, games: Option<u64>) -> MatchOrder {
        order(&self.players, a, b, games, self.opening_plies)
    }

    /// The players by their scores, the best first.
    fn standings(&self) -> Vec<Standing> {
        let ratings = self.ratings();
        let mut standings: Vec<Standing> = ratings
            .into_iter()
            .enumerate()
            .map(|(player, rating)| Standing {
                player,
                score: self.mean_score(player),
                rating,
            })
            .collect();
        let score = |standing: &Standing| standing.score.unwrap_or(-1.0);
        standings.sort_by(|one, other| score(other).total_cmp(&score(one)));
        standings
    }

    fn mean_score(&self, player: usize) -> Option<f64> {
        let scores: Vec<f64> = self
            .played
            .iter()
            .filter_map(|(a, b, report)| match player {
                p if p == *a => Some(score(report)),
                p if p == *b => Some(1.0 - score(report)),
                _ => None,
            })
            .collect();
        (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
    }

    /// By the distinct contests. Exact rates weigh the same for each pairing, and leave no doubt.
    fn ratings(&self) -> Vec<Rating> {
        let encounters: Vec<Encounter> = self
            .played
            .iter()
            .map(|(a, b, report)| {
                let (a_points, contests) = match report.distinct_counts.or(report.counts) {
                    Some(counts) => {
                        let points = counts.a_wins as f64 + counts.draws as f64 / 2.0;
                        (
                            points,
                            (counts.a_wins + counts.draws + counts.b_wins) as f64,
                        )
                    }
                    None => (score(report), 1.0),
                };
                Encounter {
                    a: *a,
                    b: *b,
                    a_points,
                    contests,
                }
            })
            .collect();
        let found = ratings(self.players.len(), &encounters).into_iter();
        match self.args.exact {
            false => found.collect(),
            true => found
                .map(|Rating { elo, .. }| Rating {
                    elo,
                    low: elo,
                    high: elo,
                })
                .collect(),
        }
    }

    /// That players repeated contests, and what to do about it.
    fn repeated(&self) -> Option<String> {
        let (mut games, mut distinct) = (0, 0);
        for (_, _, report) in &self.played {
            if let (Some(of), Some(count)) = (report.games, report.distinct) {
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
                self.opening_plies + 4
            )
        })
    }

    fn print_text(&self, title: &str) -> anyhow::Result<()> {
        let how = match (self.args.exact, self.opening_plies) {
            (true, _) => "exact".to_owned(),
            (false, 0) => format!("{} contests a pairing", grouped(self.args.games)),
            (false, plies) => format!(
                "{} contests a pairing, each with {plies} random opening plies",
                grouped(self.args.games)
            ),
        };
        outln!(
            "{} {}",
            styled(STRONG, title),
            styled(FAINT, format!("({how}, taking turns to move first)"))
        );
        let standings = self.standings();
        let numbers: Vec<String> = (1..=standings.len()).map(|n| n.to_string()).collect();
        let mut header = vec!["", "player"];
        header.extend(numbers.iter().map(String::as_str));
        header.extend(["score", "Elo", "95% interval"]);
        let mut rows = table(&header);
        for (standing, number) in standings.iter().zip(&numbers) {
            let player = standing.player;
            let mut row = vec![number.clone(), self.players[player].spec().to_string()];
            row.extend(
                standings
                    .iter()
                    .map(|other| self.cell(player, other.player)),
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
    fn cell(&self, player: usize, other: usize) -> String {
        let found = self.played.iter().find_map(|(a, b, report)| {
            let (own, theirs) = match (*a == player, *b == player) {
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
        found.unwrap_or_default()
    }

    fn print_json(&self, name: &str) -> anyhow::Result<()> {
        let pairings: Vec<_> = self
            .played
            .iter()
            .map(|(a, b, report)| {
                json!({
                    "a": self.players[*a].spec().to_string(),
                    "b": self.players[*b].spec().to_string(),
                    "games": report.games,
                    "distinct": report.distinct,
                    "a_wins": report.a_wins,
                    "draws": report.draws,
                    "b_wins": report.b_wins,
                    "a_wins_interval": [report.a_wins_interval.low, report.a_wins_interval.high],
                    "mean_plies": report.mean_plies,
                })
            })
            .collect();
        let standings: Vec<_> = self
            .standings()
            .iter()
            .map(
                |Standing {
                     player,
                     score,
                     rating,
                 }| {
                    json!({
                        "player": self.players[*player].spec().to_string(),
                        "score": score,
                        "elo": rating.elo,
                        "elo_interval": [rating.low, rating.high],
                    })
                },
            )
            .collect();
        let object = json!({
            "game": name,
            "exact": self.args.exact,
            "opening_plies": self.opening_plies,
            "pairings": pairings,
            "standings": standings,
            "seed": self.args.common.seed,
        });
        outln!("{object}");
        Ok(())
    }
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
