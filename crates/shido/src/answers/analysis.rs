//! What a player or search thinks of a position.

use serde::Serialize;
use shido_core::picture::Picture;
use shido_core::{ForFirst, ForMover, Turn, Verdict};
use shido_people::rating::Estimate;
use shido_search::{Bound, Judgement, TranspositionUse};
use shido_tutor::Certificate;

use crate::{Spec, wire};

/// What a player or search thinks of a position of a contest.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Analysis {
    /// The game.
    pub game: String,
    /// The position, as text.
    pub position: String,
    /// Who is to move, or how it ended.
    #[serde(rename = "to_move", serialize_with = "wire::to_move")]
    pub turn: Turn,
    /// Who thinks so.
    pub by: Spec,
    /// What they think.
    #[serde(flatten)]
    pub thought: Thought,
    /// Whether it was told to stop before it had thought as long as it would have.
    pub stopped: bool,
    /// The board to draw.
    #[serde(skip)]
    pub picture: Picture,
}

/// What a player or search thinks. Moves are text, unless they are still those of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Thought<M = String> {
    /// What the position is worth to the first player.
    #[serde(serialize_with = "wire::value")]
    pub value: ForFirst<f64>,
    /// The exact set of best moves, if every move has an exact value; else the one that the search
    /// would make. For a player that draws its moves, those of which one is drawn.
    pub best: Vec<M>,
    /// Every legal move.
    pub moves: Vec<MoveThought<M>>,
    /// How many positions were looked at: by a search that cuts, in finding the best move.
    pub nodes: u64,
    /// How many it took to find the value of every move, where that was a search of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes_for_every_move: Option<u64>,
    /// The expected line of play.
    pub line: Vec<M>,
    /// The expected line after each of the best moves, best first, by a search that keeps them where it is
    /// asked for several.
    #[serde(skip)]
    pub lines: Vec<Vec<M>>,
    /// How many plies were looked ahead everywhere; `None` if to the end of every line, or if nothing
    /// was looked for.
    pub depth: Option<u32>,
    /// In how many plies the contest ends, if it is decided and the search counted.
    pub distance: Option<u32>,
    /// The unit in which players of the game reckon, where the search uses it.
    pub unit: Option<String>,
    /// The value in that unit, for the first player; `None` where the contest is as good as decided.
    pub advantage: Option<f64>,
    /// How a transposition table was used.
    #[serde(rename = "table", serialize_with = "wire::transposition_use")]
    pub transpositions: Option<TranspositionUse>,
    /// For each move of the line how much it gives away to best play, where the search has looked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<f64>,
    /// The loss limit that a tutoring search kept to: 0 where the student judges as the tutor does and
    /// looks as far, whatever was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_in_force: Option<f64>,
    /// What a tutor is after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tutoring: Option<Tutoring<M>>,
    /// What was said about the moves, where the player listens to Advisors. What they think is no
    /// value: moves then have one only where it is certain.
    #[serde(flatten)]
    pub deliberation: Option<Deliberation<M>>,
    /// What the evaluation adds up, where it was asked by itself and is a sum of features.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<FeatureSum>,
}

impl<M> Thought<M> {
    /// A value and nothing else.
    pub(crate) fn of(value: ForFirst<f64>) -> Thought<M> {
        Thought {
            value,
            best: Vec::new(),
            moves: Vec::new(),
            nodes: 1,
            nodes_for_every_move: None,
            line: Vec::new(),
            lines: Vec::new(),
            depth: None,
            distance: None,
            unit: None,
            advantage: None,
            transpositions: None,
            errors: Vec::new(),
            limit_in_force: None,
            tutoring: None,
            deliberation: None,
            evaluation: None,
        }
    }

    /// The same with moves written by `write`, and the line, whose moves belong to positions further
    /// on, by `line`.
    pub(crate) fn written<N>(
        self,
        write: impl Fn(M) -> N,
        line: impl Fn(Vec<M>) -> Vec<N>,
    ) -> Thought<N>
    where
        M: Clone,
    {
        let moves = self.moves.into_iter();
        Thought {
            value: self.value,
            best: self.best.into_iter().map(&write).collect(),
            moves: moves.map(|judged| judged.written(&write)).collect(),
            nodes: self.nodes,
            nodes_for_every_move: self.nodes_for_every_move,
            tutoring: self.tutoring.map(|it| it.written(&write, &line)),
            line: line(self.line),
            lines: self.lines.into_iter().map(line).collect(),
            depth: self.depth,
            distance: self.distance,
            unit: self.unit,
            advantage: self.advantage,
            transpositions: self.transpositions,
            errors: self.errors,
            limit_in_force: self.limit_in_force,
            deliberation: self.deliberation.map(|it| it.written(&write)),
            evaluation: self.evaluation,
        }
    }
}

/// What a tutor is after.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Tutoring<M = String> {
    /// How strong the student's moves look.
    pub student: Estimate,
    /// How strong they are, results included.
    pub level: f64,
    /// How strong the tutor plays at this moment.
    pub strength: f64,
    /// What the student is to score in this contest, from 0 to 1.
    pub wanted: f64,
    /// Why the move is a concession, if it is one.
    pub concession: Option<Certificate<M>>,
}

impl<M: Clone> Tutoring<M> {
    fn written<N>(self, write: impl Fn(M) -> N, line: impl Fn(Vec<M>) -> Vec<N>) -> Tutoring<N> {
        Tutoring {
            student: self.student,
            level: self.level,
            strength: self.strength,
            wanted: self.wanted,
            concession: self.concession.map(|made| {
                let mv = made.mv.clone();
                let reply = |reply| line(vec![mv.clone(), reply]).remove(1);
                made.written(&write, reply)
            }),
        }
    }
}

/// A static evaluation, feature by feature.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct FeatureSum {
    /// What a sum of one is worth, in words.
    pub unit: String,
    /// The value of the position is the most that a contest can pay, times the hyperbolic tangent of
    /// this times the sum.
    pub scale: f64,
    /// Where the weights come from.
    pub origin: String,
    /// Every feature of the game, in its order.
    pub features: Vec<FeaturePart>,
    /// The sum of the parts, for the first player.
    pub sum: f64,
}

/// What a feature contributes to an evaluation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FeaturePart {
    /// Its name.
    pub name: String,
    /// What the first player has of it, less what the second has.
    pub count: f64,
    /// How much one of it is worth.
    pub weight: f64,
    /// Count times weight.
    pub part: f64,
}

/// What a player or search thinks of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct MoveThought<M = String> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// What it is worth to the first player.
    #[serde(serialize_with = "wire::value")]
    pub value: ForFirst<f64>,
    /// Whether that is its value, an estimate or, for the side that makes the move, a bound.
    #[serde(serialize_with = "wire::bound")]
    pub bound: Bound,
    /// The same in the unit of the game, for the first player.
    pub advantage: Option<f64>,
    /// How often the search tried it, by one that samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<f64>,
    /// Won, drawn or lost for the side that makes it, where that is known for certain.
    #[serde(flatten)]
    pub certain: Option<Certain>,
    /// How often the player makes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// What else a search with an opponent model says of it. The value is then that of OM-search.
    #[serde(flatten)]
    pub speculation: Option<MoveSpeculation>,
    /// The result of the Advisors' comments on it, for a player that listens to them.
    #[serde(flatten)]
    pub advised: Option<MoveAdvised>,
}

impl<M> MoveThought<M> {
    /// A move with its value and nothing else.
    pub(crate) fn of(mv: M, value: ForFirst<f64>, bound: Bound) -> MoveThought<M> {
        MoveThought {
            mv,
            value,
            bound,
            advantage: None,
            tried: None,
            certain: None,
            probability: None,
            speculation: None,
            advised: None,
        }
    }

    fn written<N>(self, write: impl Fn(M) -> N) -> MoveThought<N> {
        MoveThought {
            mv: write(self.mv),
            value: self.value,
            bound: self.bound,
            advantage: self.advantage,
            tried: self.tried,
            certain: self.certain,
            probability: self.probability,
            speculation: self.speculation,
            advised: self.advised,
        }
    }

    /// Won, drawn or lost for the side that makes it, where that is known for certain.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.certain.map(|certain| certain.verdict.0)
    }

    /// In how many plies the contest ends, this move included, where that is known.
    #[must_use]
    pub fn distance(&self) -> Option<u32> {
        self.certain.and_then(|certain| certain.distance)
    }
}

/// What is known of a move for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Certain {
    /// Won, drawn or lost for the side that makes it.
    #[serde(serialize_with = "wire::verdict")]
    pub verdict: ForMover<Verdict>,
    /// In how many plies the contest ends, this move included, where that is known.
    pub distance: Option<u32>,
}

/// What a search that supposes something about the opponent says of a move.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct MoveSpeculation {
    /// What it is worth to the first player if we go on as this search plays. It differs from the
    /// value only for searches that do not try to win.
    #[serde(serialize_with = "wire::value")]
    pub expected: ForFirst<f64>,
    /// What is left if the opponent plays their best: the minimax value.
    #[serde(serialize_with = "wire::value_if_any")]
    pub worst_case: Option<ForFirst<f64>>,
    /// The same in the unit of the game, for the first player.
    #[serde(skip)]
    pub worst_advantage: Option<f64>,
    /// By how much its OM value falls short of that of the best move, in the unit of the game; in
    /// payoffs where it has none.
    pub loss: Option<f64>,
    /// By how much it falls short in the eyes of the opponent, likewise.
    pub visible_loss: Option<f64>,
    /// Whether the search would play it, or why not.
    #[serde(serialize_with = "wire::judgement")]
    pub judgement: Judgement,
}

/// The result of the Advisors' comments on a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct MoveAdvised {
    /// What the comments add up to, where they were asked for.
    pub score: Option<i32>,
    /// Who vetoed it.
    pub vetoed_by: Option<&'static str>,
}

/// How a player that listens to Advisors came to its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Deliberation<M = String> {
    /// What those said that were asked, in order; who said nothing is left out.
    pub advice: Vec<AdvisorSaid<M>>,
    /// What decided: an Advisor, `only move`, `vetoes` or a move-selection paradigm.
    pub decided_by: &'static str,
    /// The same in a sentence.
    pub conclusion: String,
}

impl<M> Deliberation<M> {
    fn written<N>(self, write: impl Fn(M) -> N) -> Deliberation<N> {
        let advice = self.advice.into_iter();
        Deliberation {
            advice: advice.map(|said| said.written(&write)).collect(),
            decided_by: self.decided_by,
            conclusion: self.conclusion,
        }
    }
}

/// What an Advisor said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct AdvisorSaid<M = String> {
    /// Who.
    pub advisor: &'static str,
    /// When it was asked: in the first, second or third tier.
    pub tier: u8,
    /// What it did: `mandate`, `veto`, `remark` or `comments`.
    pub says: &'static str,
    /// The moves that it named.
    pub moves: Vec<MoveNamed<M>>,
    /// All of it in a sentence.
    pub sentence: String,
}

impl<M> AdvisorSaid<M> {
    fn written<N>(self, write: impl Fn(M) -> N) -> AdvisorSaid<N> {
        let moves = self.moves.into_iter();
        AdvisorSaid {
            advisor: self.advisor,
            tier: self.tier,
            says: self.says,
            moves: moves
                .map(|named| MoveNamed {
                    mv: write(named.mv),
                    strength: named.strength,
                })
                .collect(),
            sentence: self.sentence,
        }
    }
}

/// A move that an Advisor named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveNamed<M = String> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// How strongly it was commented on, from 0 to 10; `None` where it was no comment.
    pub strength: Option<u8>,
}

/// How much of a search's tree is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordSize {
    /// How many nodes at most.
    pub nodes: usize,
    /// How many plies deep at most.
    pub depth: usize,
}
