//! A decision in sentences.

use shido_core::sort_short;

use crate::{Advice, Decision, Opinion, Paradigm, Reason, Strength};

impl<M: Copy + PartialEq> Decision<M> {
    /// Who said what and what decided, a sentence each. Moves are written as `write` says.
    pub fn sentences(&self, write: impl Fn(M) -> String) -> Vec<String> {
        let mut sentences: Vec<String> = self
            .opinions
            .iter()
            .map(|opinion| opinion.sentence(&write))
            .collect();
        sentences.push(self.conclusion(&write));
        sentences
    }

    /// What decided, in a sentence.
    pub fn conclusion(&self, write: impl Fn(M) -> String) -> String {
        let chosen = names(&self.choice, &write, "or");
        match &self.reason {
            Reason::OnlyMove => format!("{chosen} is the only legal move."),
            Reason::Mandate(advisor) => format!("{advisor} has the authority: {chosen}."),
            Reason::LastLeft => format!("All other moves are vetoed, so it is {chosen}."),
            Reason::Combined(paradigm, scores) if self.opinions.iter().any(comments) => {
                let best = self.choice.first();
                let of = |mv: &M| scores.iter().find(|(known, _)| known == mv);
                let score = best.and_then(of).map_or(0, |(_, score)| *score);
                let next = scores.iter().map(|(_, score)| *score);
                let next = next.filter(|other| *other < score).max();
                let both = names(&self.choice, &write, "and");
                let lead = next.map_or(String::new(), |next| {
                    format!("; the next best has {next:+}")
                });
                let drawn = match self.choice.len() {
                    1 => "",
                    _ => ". One of them, by lot",
                };
                let rule = capital(paradigm.rule());
                format!("{rule} gives {score:+} to {both}{lead}{drawn}.")
            }
            Reason::Combined(..) if self.choice.len() < self.legal.len() => {
                format!("Nobody prefers one of those that are left: {chosen}, by lot.")
            }
            Reason::Combined(..) => {
                "Nobody has anything to say, so it is any legal move, by lot.".to_owned()
            }
        }
    }

    /// Who decided, in a word: an Advisor, `only move`, `vetoes`, or a paradigm.
    #[must_use]
    pub fn decided_by(&self) -> &'static str {
        match &self.reason {
            Reason::OnlyMove => "only move",
            Reason::Mandate(advisor) => advisor,
            Reason::LastLeft => "vetoes",
            Reason::Combined(paradigm, _) => paradigm.name(),
        }
    }
}

impl<M: Copy + PartialEq> Opinion<M> {
    /// What the Advisor said, in a sentence. Moves are written as `write` says.
    pub fn sentence(&self, write: impl Fn(M) -> String) -> String {
        let says = match &self.advice {
            Advice::Silence => "says nothing".to_owned(),
            Advice::Mandate(moves) => {
                let strongly = |mv| format!("{} ({})", write(mv), Strength::SUPPORT.number());
                format!("insists on {}", names(moves, &strongly, "or"))
            }
            Advice::Veto(moves) => format!("vetoes {}", names(moves, &write, "and")),
            Advice::Remark(remark) => format!("remarks that {remark}"),
            Advice::Comments(comments) => opinions(comments, &write),
        };
        format!("{}, which {}, {says}.", self.advisor, self.rationale)
    }
}

impl Paradigm {
    /// What it looks at, in words.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Paradigm::Sum => "the sum of all comments",
            Paradigm::Smoothed => "the count of those for less those against",
            Paradigm::Limited => "the sum of the strongest comment of each Advisor",
            Paradigm::SmoothedLimited => {
                "the count of the strongest comments for less those against"
            }
        }
    }
}

fn comments<M>(opinion: &Opinion<M>) -> bool {
    matches!(opinion.advice, Advice::Comments(_))
}

/// The moves that are supported and those that are not, each with its strength, strongest first.
fn opinions<M: Copy>(comments: &[(M, Strength)], write: &impl Fn(M) -> String) -> String {
    let mut sorted = comments.to_vec();
    sort_short(&mut sorted, |(_, strength)| {
        std::cmp::Reverse(strength.lean().abs())
    });
    let told = |supported: bool| {
        let told: Vec<String> = sorted
            .iter()
            .filter(|(_, strength)| (strength.lean() > 0) == supported)
            .map(|(mv, strength)| format!("{} ({})", write(*mv), strength.number()))
            .collect();
        (!told.is_empty()).then(|| listed(&told, "and"))
    };
    match (told(true), told(false)) {
        (Some(supported), Some(opposed)) => format!("supports {supported} and opposes {opposed}"),
        (Some(supported), None) => format!("supports {supported}"),
        (None, Some(opposed)) => format!("opposes {opposed}"),
        (None, None) => "says nothing".to_owned(),
    }
}

fn names<M: Copy>(moves: &[M], write: &impl Fn(M) -> String, joint: &str) -> String {
    let names: Vec<String> = moves.iter().map(|mv| write(*mv)).collect();
    listed(&names, joint)
}

/// Names as a sentence lists them.
fn listed(names: &[String], joint: &str) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} {joint} {last}", most.join(", ")),
    }
}

fn capital(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
