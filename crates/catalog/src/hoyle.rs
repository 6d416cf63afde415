//! Hoyle as a player that can be named, and its reasons in words.

use std::path::Path;
use std::sync::Arc;

use shido_arena::{PlayerError, Remembered, Sampled};
use shido_core::{ForFirst, ForMover, Game, Seat, Verdict};
use shido_learn::{
    Advice, Decision, Hoyle, KnowledgeFile, Learnable, Opinion, Paradigm, Reason, Situation,
    Subject, Tier,
};
use shido_search::Bound;

use crate::any_game::{AdvisorSaid, Deliberation, Judgement, MoveAdvised, MoveJudgement};
use crate::held::{Held, Playable};
use crate::players::{Judge, Named};
use crate::spec::Options;
use crate::training::LearnerOptions;
use crate::{CatalogError, Settings};

/// How a player that listens to Advisors thinks about a position.
pub(crate) type Deliberate<G> =
    Box<dyn Fn(&G, &<G as Game>::Position) -> Result<Deliberated<<G as Game>::Move>, PlayerError>>;

/// What came of it.
pub(crate) struct Deliberated<M> {
    decision: Decision<M>,
    /// What legal moves are worth to the mover, where it is certain of that.
    certain: Vec<(M, Verdict)>,
}

/// Hoyle, with what it knows.
pub(crate) fn hoyle<G: Playable>(
    held: &Held<G>,
    options: &Options<'_>,
    settings: &Settings,
) -> Result<Named<G>, CatalogError> {
    let paradigms = Paradigm::ALL.map(|paradigm| (paradigm.name(), paradigm));
    let paradigm = options.choice("paradigm", &paradigms)?;
    let without = options.text("without").unwrap_or_default();
    let file = options.text("knowledge");
    options.finish()?;
    let wanted = LearnerOptions {
        paradigm: paradigm.unwrap_or_default(),
        without_advisors: names(without),
        ..LearnerOptions::default()
    };
    let (mut hoyle, _) = held.learner(&wanted, settings)?;
    if let Some(file) = file {
        hoyle.knowledge = held.knowledge(Path::new(file))?.knowledge;
    }
    let hoyle = Arc::new(hoyle);
    let thinker = Arc::clone(&hoyle);
    let shared = Arc::new(Remembered::new(Arc::clone(&hoyle)));
    Ok(Named {
        enter: Arc::new(move || Box::new(Sampled(Arc::clone(&shared)))),
        policy: Some(hoyle),
        judge: Some(Judge::Advice(Box::new(move |game, position| {
            deliberate(&thinker, game, position)
        }))),
    })
}

/// Names with a plus between them.
fn names(text: &str) -> Vec<String> {
    let names = text.split('+').filter(|name| !name.is_empty());
    names.map(str::to_owned).collect()
}

fn deliberate<G: Learnable>(
    hoyle: &Hoyle<G>,
    game: &G,
    position: &G::Position,
) -> Result<Deliberated<G::Move>, PlayerError> {
    let decision = hoyle.decide(game, position, hoyle.paradigm)?;
    let situation = Situation::new(game, position, &hoyle.knowledge).ok_or(PlayerError::Over)?;
    let certain = situation.candidates.iter().filter_map(|candidate| {
        let verdict = situation.certain(&candidate.next, candidate.turn)?;
        Some((candidate.mv, verdict))
    });
    Ok(Deliberated {
        certain: certain.collect(),
        decision,
    })
}

impl<G: Playable> Held<G> {
    /// What files of knowledge have to be about.
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject {
            name: &self.about.name,
            fingerprint: self.about.fingerprint,
        }
    }

    /// Reads a file of knowledge.
    pub(crate) fn knowledge(&self, path: &Path) -> Result<KnowledgeFile<G>, CatalogError> {
        let text = std::fs::read_to_string(path).map_err(|source| CatalogError::File {
            path: path.to_owned(),
            source,
        })?;
        KnowledgeFile::read(&self.game, self.subject(), &text).map_err(|error| {
            CatalogError::Knowledge {
                file: path.display().to_string(),
                text,
                error,
            }
        })
    }

    pub(crate) fn judge_by_advice(
        &self,
        position: &G::Position,
        mover: Seat,
        deliberated: &Deliberated<G::Move>,
    ) -> Judgement {
        let Deliberated { decision, certain } = deliberated;
        let write = |mv: G::Move| self.game.write_move(position, mv);
        let verdict = |mv: G::Move| {
            certain
                .iter()
                .find(|known| known.0 == mv)
                .map(|known| known.1)
        };
        let share = 1.0 / decision.choice.len().max(1) as f64;
        let moves: Vec<MoveJudgement> = decision
            .legal
            .iter()
            .map(|&mv| {
                let verdict = verdict(mv).map(ForMover);
                MoveJudgement {
                    mv: write(mv),
                    value: payoff(verdict, mover),
                    bound: match verdict {
                        Some(_) => Bound::Exact,
                        None => Bound::Estimate,
                    },
                    advantage: None,
                    verdict,
                    distance: None,
                    probability: Some(match decision.choice.contains(&mv) {
                        true => share,
                        false => 0.0,
                    }),
                    tried: None,
                    speculation: None,
                    advised: Some(MoveAdvised {
                        score: score(decision, mv),
                        vetoed_by: vetoed_by(decision, mv),
                    }),
                }
            })
            .collect();
        let expected: f64 = moves
            .iter()
            .map(|mv| mv.value.0 * mv.probability.unwrap_or(0.0))
            .sum();
        Judgement {
            best: decision.choice.iter().map(|mv| write(*mv)).collect(),
            nodes: moves.len() as u64 + 1,
            moves,
            deliberation: Some(Deliberation {
                advice: decision
                    .opinions
                    .iter()
                    .map(|opinion| said(opinion, write))
                    .collect(),
                decided_by: decision.decided_by(),
                conclusion: decision.conclusion(write),
            }),
            ..self.judgement(position, ForFirst(expected + 0.0))
        }
    }
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

fn said<M: Copy + PartialEq>(opinion: &Opinion<M>, write: impl Fn(M) -> String) -> AdvisorSaid {
    let named = |moves: &[M]| moves.iter().map(|mv| (write(*mv), None)).collect();
    let (says, moves) = match &opinion.advice {
        Advice::Silence => ("nothing", Vec::new()),
        Advice::Mandate(moves) => ("mandate", named(moves)),
        Advice::Veto(moves) => ("veto", named(moves)),
        Advice::Remark(_) => ("remark", Vec::new()),
        Advice::Comments(comments) => {
            let comments = comments.iter();
            let comments = comments.map(|(mv, strength)| (write(*mv), Some(strength.number())));
            ("comments", comments.collect())
        }
    };
    AdvisorSaid {
        advisor: opinion.advisor,
        tier: match opinion.tier {
            Tier::First => 1,
            Tier::Second => 2,
            Tier::Third => 3,
        },
        says,
        moves,
        sentence: opinion.sentence(write),
    }
}
