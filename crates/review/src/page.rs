//! A review as one HTML file that needs nothing else: the graph, and the moments to try, hint by hint.

use std::sync::Arc;

use shido::{AnyGame, Error, Picture, Settings};
use shido_draw::{CHART_STYLE, Chart, ChartPoint, PAGE_STYLE, Series, SvgStyle, svg};

use crate::review::{Moment, MomentKind, Review};

const STYLE: &str = include_str!("page.css");

/// The pixels of one square: a board beside a text.
const UNIT: f64 = 40.0;

/// The review as a page. `command` is what made it.
///
/// # Errors
/// Where the review is of another game.
pub fn review_page(
    review: &Review,
    game: &Arc<dyn AnyGame>,
    command: &str,
) -> Result<String, Error> {
    let title = format!("{}, played by {}", game.about().title, review.side);
    let mut main = format!(
        "<header>\n<p class=\"name\">{}</p>\n<h1>{}</h1>\n<p>{}</p>\n</header>\n",
        escape(&review.game),
        escape(&title),
        escape(&review.summary()),
    );
    main += &chart(review).figure().inline();
    for moment in &review.moments {
        main += &section(moment, game)?;
    }
    main += &format!(
        "<footer><p>Judged by {}. How moments are chosen is in docs/review.md. Made by <code>{}</code>.</p></footer>\n",
        escape(&review.judge.to_string()),
        escape(command)
    );
    Ok(format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{}</title>\n<style>\n{PAGE_STYLE}{STYLE}{CHART_STYLE}</style>\n</head>\n<body>\n<main>\n{main}</main>\n\
         </body>\n</html>\n",
        escape(&title)
    ))
}

impl Review {
    /// What was found, in a few sentences.
    #[must_use]
    pub fn summary(&self) -> String {
        let level = match self.level.interval {
            None => format!("rating {:.0}", self.level.rating),
            Some([low, high]) => format!(
                "rating about {:.0} by these moves (80%: {low:.0} to {high:.0})",
                self.level.rating
            ),
        };
        let offered = match self.offered {
            0 => "Your opponent gave you no chance.".to_owned(),
            1 if self.taken == 1 => "You had a chance and took it.".to_owned(),
            1 => "You had a chance.".to_owned(),
            all => format!("You had {all} chances and took {}.", self.taken),
        };
        let moments = match self.moments.len() {
            0 => "There is no mistake at your level to look at.".to_owned(),
            1 => "There is one move worth another look: find a better one.".to_owned(),
            count => format!("There are {count} moves worth another look: find better ones."),
        };
        let mut text = format!("{}, {level}. {offered} {moments}", self.side);
        if !self.beyond.is_empty() {
            text += &format!(
                " {} beyond your level, and not corrected.",
                counted(self.beyond.len(), "mistake is", "mistakes are")
            );
        }
        if !self.slips.is_empty() {
            text += &format!(
                " {} that you usually would not make.",
                counted(self.slips.len(), "slip", "slips")
            );
        }
        text
    }
}

impl Moment {
    /// The question that it asks.
    #[must_use]
    pub fn question(&self) -> String {
        match self.kind {
            MomentKind::Chance => format!(
                "Your opponent has just made a mistake. You played {}. What is better?",
                self.played
            ),
            MomentKind::Mistake => format!("You played {}. What is better?", self.played),
        }
    }
}

fn counted(number: usize, one: &str, more: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        _ => format!("{number} {more}"),
    }
}

fn chart(review: &Review) -> Chart {
    let points = review.chances.iter().enumerate().map(|(at, chances)| {
        let emphasised = review.moments.iter().any(|moment| moment.number == at);
        ChartPoint {
            at: [at as f64, 100.0 * chances],
            interval: None,
            emphasised,
        }
    });
    Chart {
        title: format!("Chances of {}", review.side),
        across: "moves of both sides".to_owned(),
        up: "%".to_owned(),
        series: vec![Series {
            name: review.side.clone(),
            points: points.collect(),
            ..Series::default()
        }],
        reference: Some(50.0),
    }
}

fn section(moment: &Moment, game: &Arc<dyn AnyGame>) -> Result<String, Error> {
    let card = &moment.card;
    let session = Arc::clone(game).session(Some(&card.position), &Settings::in_memory())?;
    let picture: Picture = session.picture();
    let style = SvgStyle {
        unit: UNIT,
        ..SvgStyle::default()
    };
    let rated = card.rating.map_or(String::new(), |rating| {
        format!(" <span class=\"rated\">rated {rating}</span>")
    });
    let mut text = format!(
        "<section class=\"moment\">\n{}<div>\n<h2>{}{rated}</h2>\n<p>{}</p>\n",
        svg(&picture, &style),
        escape(&moment.label),
        escape(&moment.question())
    );
    for (step, hint) in (1..).zip(&card.hints) {
        let label = match step == card.hints.len() {
            true => "The move".to_owned(),
            false => format!("Hint {step}"),
        };
        text += &format!(
            "<details><summary>{label}</summary>{}</details>\n",
            escape(hint)
        );
    }
    text += &format!(
        "<details><summary>Why</summary>{}</details>\n</div>\n</section>\n",
        escape(&card.why)
    );
    Ok(text)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
