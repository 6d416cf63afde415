//! `hoyle`: listens to Advisors that know no game, and tells its reasons.

use std::path::Path;
use std::sync::Arc;

use shido_arena::PlayerError;
use shido_core::{ForFirst, ForMover, Seat, Turn, Verdict};
use shido_learn::{
    Advice, Covered, Decision, Learnable, Opinion, Paradigm, Reason, Situation, Strength, Tier,
};
use shido_search::Bound;

use super::mind::Judge;
use super::{Context, Need, PlayerKind, Prepared, ThoughtError};
use crate::entry::{Entry, Playable};
use crate::options::{Declarations, Opt, Options, choice, file, text};
use crate::training::LearnerOptions;
use crate::{
    AdvisorSaid, Certain, Deliberation, Error, MoveAdvised, MoveNamed, MoveThought, Thought,
};

const KNOWLEDGE: Opt<String> = file(
    "knowledge",
    "a file with what it has learned (knows nothing yet if left out)",
);
const PARADIGM: Opt<Paradigm> = choice(
    "paradigm",
    &[
        ("sum", Paradigm::Sum),
        ("smoothed", Paradigm::Smoothed),
        ("limited", Paradigm::Limited),
        ("smoothed-limited", Paradigm::SmoothedLimited),
    ],
    "how comments are combined",
)
.usually("sum");
const WITHOUT: Opt<String> = text(
    "without",
    "`greedy+not-again`",
    "Advisors that are not asked",
);

const COVERAGE: Opt<Covered> = choice(
    "coverage",
    &Covered::ALL,
    "which lines Coverage counts: all, or those that are drawn (none on a board of cells)",
)
.usually("lines");

pub(crate) struct Hoyle;

impl PlayerKind for Hoyle {
    const NAME: &'static str = "hoyle";
    const ABOUT: &'static str =
        "listens to Advisors that know no game, and to what it has learned of this one";
    const OPTIONS: Declarations = &[&KNOWLEDGE, &PARADIGM, &WITHOUT, &COVERAGE];
    const NEEDS: &'static [Need] = &[Need::NoChance];
    const FIXED: Option<bool> = Some(true);

    fn build<G: Playable>(
        entry: &Entry<G>,
        options: &Options<'_>,
        context: Context<'_>,
    ) -> Result<Prepared<G>, Error> {
        let wanted = LearnerOptions {
            paradigm: options.need(&PARADIGM)?,
            without_advisors: names(&options.get(&WITHOUT)?.unwrap_or_default()),
            coverage: options.need(&COVERAGE)?,
            ..LearnerOptions::default()
        };
        let (mut hoyle, _) = entry.learner(&wanted, context.settings)?;
        if let Some(file) = options.get(&KNOWLEDGE)? {
            hoyle.knowledge = entry.knowledge(Path::new(&file))?.knowledge;
        }
        let hoyle = Arc::new(hoyle);
        let thinker = Arc::clone(&hoyle);
        let judge: Judge<G> =
            Arc::new(move |game, position, _| deliberate(&thinker, game, position));
        Ok(Prepared::pondering(hoyle, judge))
    }
}

/// Names with a plus between them.
fn names(text: &str) -> Vec<String> {
    let names = text.split('+').filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

fn deliberate<G: Learnable + shido_core::Notation>(
    hoyle: &shido_learn::Hoyle<G>,
    game: &G,
    position: &G::Position,
) -> Result<Thought<G::Move>, ThoughtError<G::Move>> {
    let Turn::Of(mover) = game.turn(position) else {
        return Err(PlayerError::Over.into());
    };
    let decision = hoyle.decide(game, position, hoyle.paradigm)?;
    let situation = Situation::new(game, position, &hoyle.knowledge).ok_or(PlayerError::Over)?;
    let certain = |mv: G::Move| {
        let mut candidates = situation.candidates.iter();
        let candidate = candidates.find(|candidate| candidate.mv == mv)?;
        situation.certain(&candidate.next, candidate.turn)
    };
    let write = |mv: G::Move| game.write_move(position, mv);
    let share = 1.0 / decision.choice.len().max(1) as f64;
    let mut expected = 0.0;
    let mut moves = Vec::new();
    for &mv in &decision.legal {
        let verdict = certain(mv).map(ForMover);
        let value = payoff(verdict, mover);
        let bound = match verdict {
            Some(_) => Bound::Exact,
            None => Bound::Estimate,
        };
        let probability = match decision.choice.contains(&mv) {
            true => share,
            false => 0.0,
        };
        expected += value.0 * probability;
        moves.push(MoveThought {
            certain: verdict.map(|verdict| Certain {
                verdict,
                distance: None,
            }),
            probability: Some(probability),
            advised: Some(MoveAdvised {
                score: score(&decision, mv),
                vetoed_by: vetoed_by(&decision, mv),
            }),
            ..MoveThought::of(mv, value, bound)
        });
    }
    let opinions = decision.opinions.iter();
    Ok(Thought {
        nodes: moves.len() as u64 + 1,
        moves,
        deliberation: Some(Deliberation {
            advice: opinions.map(|opinion| said(opinion, write)).collect(),
            decided_by: decision.decided_by(),
            conclusion: decision.conclusion(write),
        }),
        best: decision.choice,
        ..Thought::of(ForFirst(expected + 0.0))
    })
}

/// What is not certain has no value, and counts as none.
fn payoff(verdict: Option<ForMover<Verdict>>, mover: Seat) -> ForFirst<f64> {
    let value = match verdict.map(|verdict| verdict.0) {
        Some(Verdict::Win) => 1.0,
        Some(Verdict::Loss) => -1.0,
        Some(Verdict::Draw) | None => return ForFirst(0.0),
    };
    ForMover(value).for_first(mover)
}

fn score<M: PartialEq>(decision: &Decision<M>, mv: M) -> Option<i32> {
    match &decision.reason {
        Reason::Combined(_, scores) => scores
            .iter()
            .find(|(known, _)| *known == mv)
            .map(|(_, score)| *score),
        Reason::OnlyMove | Reason::Mandate(_) | Reason::LastLeft => None,
    }
}

fn vetoed_by<M: PartialEq>(decision: &Decision<M>, mv: M) -> Option<&'static str> {
    let vetoes = |opinion: &&Opinion<M>| matches!(&opinion.advice, Advice::Veto(moves) if moves.contains(&mv));
    let first = decision.opinions.iter().find(vetoes);
    first.map(|opinion| opinion.advisor)
}

fn said<M: Copy + PartialEq>(opinion: &Opinion<M>, write: impl Fn(M) -> String) -> AdvisorSaid<M> {
    let named = |(mv, strength): (M, Option<Strength>)| MoveNamed {
        mv,
        strength: strength.map(Strength::number),
    };
    AdvisorSaid {
        advisor: opinion.advisor,
        tier: match opinion.tier {
            Tier::First => 1,
            Tier::Second => 2,
            Tier::Third => 3,
        },
        says: match opinion.advice {
            Advice::Silence => "nothing",
            Advice::Mandate(_) => "mandate",
            Advice::Veto(_) => "veto",
            Advice::Remark(_) => "remark",
            Advice::Comments(_) => "comments",
        },
        moves: opinion.advice.moves().into_iter().map(named).collect(),
        sentence: opinion.sentence(write),
    }
}
