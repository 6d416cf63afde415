//! Results for other programs: their one serialised form, and raw numbers as CSV.

use serde::{Serialize, Serializer};
use shido_arena::Interval;

use crate::experiment::{Experiment, Subject};
use crate::findings::{Assessment, Cell, Findings, Judged, Runs, TrendRow, TuringRow};
use crate::losses::Losses;
use crate::results::Results;
use crate::run_id::Sampling;
use crate::statistics::Trend;
use crate::turing::TuringTest;

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'f> {
            experiment: &'f str,
            verdict: Assessment,
            criteria: &'f [Judged],
            cells: &'f [Cell],
            turing: &'f [TuringRow],
            trends: &'f [TrendRow],
            seed: u64,
            #[serde(flatten)]
            sampling: Sampling,
            behaviour: String,
            analysis: Option<Analysis<'f>>,
            command: String,
        }
        #[derive(Serialize)]
        struct Analysis<'f> {
            of_this_run: bool,
            seed: u64,
            #[serde(flatten)]
            sampling: Sampling,
            date: &'f str,
        }
        let written = Written {
            experiment: &self.experiment,
            verdict: self.assessment,
            criteria: &self.judged,
            cells: &self.cells,
            turing: &self.turing,
            trends: &self.trends,
            seed: self.seed,
            sampling: self.sampling,
            behaviour: self.behaviour(),
            analysis: self.analysed.as_ref().map(|run| Analysis {
                of_this_run: run.made(self),
                seed: run.seed,
                sampling: run.sampling,
                date: &run.date,
            }),
            command: self.command(),
        };
        written.serialize(to)
    }
}

impl Serialize for Sampling {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written {
            exact: bool,
            games: Option<u64>,
        }
        let games = match *self {
            Sampling::Exact => None,
            Sampling::Games(games) => Some(games),
        };
        let exact = games.is_none();
        Written { exact, games }.serialize(to)
    }
}

impl Serialize for Assessment {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl Serialize for Judged {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'j> {
            name: &'j str,
            met: bool,
            cells: usize,
            missed: usize,
            says: &'j str,
        }
        let written = Written {
            name: &self.criterion.name,
            met: self.met(),
            cells: self.cells,
            missed: self.missed.len(),
            says: &self.sentence,
        };
        written.serialize(to)
    }
}

impl Serialize for Runs {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written {
            runs: usize,
            deviation: f64,
            first_runs: usize,
            ours_in_first_runs: f64,
        }
        let written = Written {
            runs: self.all.count,
            deviation: self.all.deviation,
            first_runs: self.first.count,
            ours_in_first_runs: self.first.value,
        };
        written.serialize(to)
    }
}

impl Serialize for Losses {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written {
            mean_loss: f64,
            mean_visible_loss: f64,
            errors_seen: f64,
        }
        let written = Written {
            mean_loss: self.mean(),
            mean_visible_loss: self.mean_visible(),
            errors_seen: self.share_seen(),
        };
        written.serialize(to)
    }
}

impl Serialize for TuringRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written<'r> {
            row: &'r str,
            first_runs: Test<'r>,
            all_runs: Test<'r>,
            trials: u64,
            passed: u64,
        }
        #[derive(Serialize)]
        struct Test<'r> {
            passed: bool,
            unreliable_against: Vec<&'r str>,
            less_than_maximal_power_against: Vec<&'r str>,
            reliability_trend: Trend,
            power_trend: Trend,
        }
        let test = |test: &TuringTest| Test {
            passed: test.passed(),
            unreliable_against: self.named(&test.unreliable),
            less_than_maximal_power_against: self.named(&test.powerless),
            reliability_trend: test.reliability_trend,
            power_trend: test.power_trend,
        };
        let written = Written {
            row: &self.row,
            first_runs: test(&self.first),
            all_runs: test(&self.all),
            trials: self.trials,
            passed: self.passed,
        };
        written.serialize(to)
    }
}

impl Serialize for Trend {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Written {
            rises: u64,
            falls: u64,
            chance_of_rising: f64,
            chance_of_falling: f64,
        }
        let written = Written {
            rises: self.rises,
            falls: self.falls,
            chance_of_rising: self.chance_of_rising(),
            chance_of_falling: self.chance_of_falling(),
        };
        written.serialize(to)
    }
}

/// Texts by their names.
pub(crate) fn named<S: Serializer>(
    pairs: &[(&'static str, String)],
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(pairs.iter().map(|(name, text)| (name, text)))
}

/// The ends of an interval.
pub(crate) fn interval<S: Serializer>(interval: &Interval, to: S) -> Result<S::Ok, S::Error> {
    [interval.low, interval.high].serialize(to)
}

/// What was found as the text of a JSON file.
#[must_use]
pub fn json(findings: &Findings) -> String {
    let text = serde_json::to_string_pretty(findings);
    text.expect("findings have no keys but texts") + "\n"
}

/// The raw results: a line for each match, for each tree, or for each run of training.
#[must_use]
pub fn csv(experiment: &Experiment, results: &Results) -> String {
    match &experiment.subject {
        Subject::Trees(examples) => {
            let mut text = "tree,by,value,best,expected_value,expected_best\n".to_owned();
            for (example, answer) in examples.iter().zip(&results.answers) {
                let line = [
                    example.name.clone(),
                    example.by.value.to_string(),
                    answer.value.to_string(),
                    answer.best.join(" "),
                    example.value.to_string(),
                    example.best.join(" "),
                ];
                push_line(&mut text, &line);
            }
            text
        }
        Subject::Training(training) => {
            let mut text = "row,game,run,contests,lessons,reached,space,exact".to_owned();
            for challenger in &training.challengers {
                for what in ["wins", "draws", "losses"] {
                    text.push_str(&format!(",{what}_{}", challenger.name));
                }
            }
            if training.judges_states() {
                text.push_str(",seen,right_seen,unseen,right_unseen");
            }
            text.push('\n');
            for (row, runs) in training.rows.iter().zip(&results.trials) {
                for (number, run) in runs.iter().enumerate() {
                    let line = [
                        row.label.clone(),
                        row.game.value.clone(),
                        number.to_string(),
                    ];
                    let numbers = run.numbers().into_iter().map(|number| number.to_string());
                    let mut line: Vec<String> = line.into_iter().chain(numbers).collect();
                    // Players who do not learn have seen nothing.
                    if training.judges_states() && run.states.is_none() {
                        line.extend([(); 4].map(|()| String::new()));
                    }
                    push_line(&mut text, &line);
                }
            }
            text
        }
        Subject::Contests(contests) => {
            let mut text =
                "game,a,b,seats,opening_plies,contests,a_wins,draws,b_wins,plies,capped,\
                 a_moves,a_lost,a_lost_visibly,a_errors,a_errors_seen\n"
                    .to_owned();
            for (bout, tally) in contests.bouts.iter().zip(&results.tallies) {
                let line = [
                    bout.game.value.clone(),
                    bout.a.value.to_string(),
                    bout.b.value.to_string(),
                    format!("{:?}", bout.seats).to_lowercase(),
                    bout.opening_plies.to_string(),
                    match results.sampling {
                        Sampling::Exact => "exact".to_owned(),
                        Sampling::Games(games) => games.to_string(),
                    },
                ];
                let numbers = tally.numbers().map(|number| number.to_string());
                let line: Vec<String> = line.into_iter().chain(numbers).collect();
                push_line(&mut text, &line);
            }
            text
        }
    }
}

fn push_line(text: &mut String, fields: &[String]) {
    let quoted: Vec<String> = fields.iter().map(|field| quote(field)).collect();
    text.push_str(&quoted.join(","));
    text.push('\n');
}

/// A field of a CSV file, in quotes where it needs them (RFC 4180).
fn quote(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
