//! The lines of a report, as people read them: in the terminal and on a page.

use crate::audit::AuditReport;
use crate::profile::Profile;

/// A number of a report beside that of people.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What it is.
    pub name: String,
    /// What was found.
    pub ours: String,
    /// The same of people of the same level; empty where there are none.
    pub people: String,
    /// What it means.
    pub about: &'static str,
}

/// All that a report says.
#[must_use]
pub fn lines(report: &AuditReport) -> Vec<Line> {
    let between = |of: Option<[f64; 3]>, digits: usize| {
        of.map_or("unknown".to_owned(), |[low, middle, high]| {
            format!("{middle:.digits$} ({low:.digits$} to {high:.digits$})")
        })
    };
    let line = |name: &str, ours: String, people: String, about| Line {
        name: name.to_owned(),
        ours,
        people,
        about,
    };
    let ratings = (report.people_ratings).map_or(String::new(), |[low, high]| {
        format!("{low:.0} to {high:.0}")
    });
    let mut lines = vec![
        line(
            "level by results",
            between(report.elo, 0),
            ratings,
            "score against a ladder, with its 95% interval",
        ),
        line(
            "level by moves",
            between(report.looks_like, 0),
            String::new(),
            "the rating that its moves look like, with an 80% interval",
        ),
    ];
    let (profile, people) = (&report.profile, report.people.as_ref());
    let mut both = |name: &str, about, of: &dyn Fn(&Profile) -> String| {
        lines.push(line(
            name,
            of(profile),
            people.map(of).unwrap_or_default(),
            about,
        ));
    };
    let percent = |rate: f64| format!("{:.2}%", 100.0 * rate);
    both("games", "one side each", &|it| it.games.to_string());
    both("moves", "counted, without those known by heart", &|it| {
        it.moves.to_string()
    });
    if let Some(unit) = &report.unit {
        let name = format!("mean loss ({unit})");
        both(&name, "at most 10 for a move", &|it| {
            format!("{:.3}", it.mean_loss)
        });
    }
    both(
        "mean loss (chances)",
        "of winning chances from -1 to 1",
        &|it| format!("{:.4}", it.mean_chances_lost),
    );
    both("as good as the best", "lose 0.02 at most", &|it| {
        percent(it.strong)
    });
    both("inaccuracies", "lose 0.1 to 0.2", &|it| {
        percent(it.inaccuracies)
    });
    both("mistakes", "lose 0.2 to 0.3", &|it| percent(it.mistakes));
    both("blunders", "lose 0.3 or more", &|it| percent(it.blunders));
    both(
        "obvious",
        "mistakes that a look of two plies shows",
        &|it| percent(it.obvious),
    );
    both("greedy", "mistakes that take something", &|it| {
        percent(it.greedy)
    });
    both("spread", "of losses within a game", &|it| {
        format!("{:.4}", it.spread)
    });
    both("worst of five", "its part of what they lose", &|it| {
        percent(it.worst_share)
    });
    let thirds = ["loss in the first third", "in the second", "in the last"];
    for (at, name) in thirds.into_iter().enumerate() {
        both(name, "of winning chances, by a move", &|it| {
            format!("{:.4}", it.thirds[at])
        });
    }
    for (at, (name, _)) in profile.tells.iter().enumerate() {
        both(&name.replace('_', " "), about_tell(name), &|it| {
            it.tells
                .get(at)
                .map_or(String::new(), |(_, rate)| percent(*rate))
        });
    }
    both(
        "surprise (nats)",
        "of its moves to people of that level",
        &|it| {
            it.log_loss
                .map_or("unknown".to_owned(), |loss| format!("{loss:.3}"))
        },
    );
    lines.push(line(
        "detector",
        between(report.detector_auc, 3),
        "0.5".to_owned(),
        "area under the curve: 0.5 is perfect disguise",
    ));
    lines
}

fn about_tell(name: &str) -> &'static str {
    match name {
        "missed_win" => "could have won at once and did not",
        "handed_back" => "a mistake right after one of the other side",
        "alternating" => "a blunder next to a move as good as the best",
        "missed_recapture" => "did not take back, at a cost",
        "hanging" => "left a piece to be taken for nothing",
        "queen_given" => "left a queen, or as much",
        "thrown_away" => "left a piece while behind already",
        _ => "",
    }
}
