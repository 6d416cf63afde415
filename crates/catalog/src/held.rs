//! A game whose type is known here and nowhere further out.

use std::sync::Arc;

use shido_arena::{
    Contest, ExactError, ExactOptions, Interval, Line, MatchError, MatchOptions, Nature, Policy,
    Theory, Transcript, Wisdom, exact_match, play_match,
};
use shido_core::picture::TreePicture;
use shido_core::{
    Depict, ForFirst, Game, Guide, Markers, Notation, Seat, Solved, Symmetry, Turn, Verdict,
};
use shido_frame::{Bits, Frame, FrameGame, TheoryWisdom};
use shido_games::tree::Tree;
use shido_search::{Ask, Bound, SearchError, Speculation};

use crate::any_game::{
    About, AnyGame, AnyTable, Extent, Judgement, MatchOrder, MatchReport, MoveJudgement,
    MoveSpeculation, RecordSize, Solution, SolutionKind,
};
use crate::engines::{Hire, hire};
use crate::evaluation::{self, Evaluator, FindEvaluator, Unit};
use crate::players::{Entrance, Judge, Named, Opinion, player};
use crate::schooling::{SchoolOrder, SchoolReport};
use crate::seated::SeatedTable;
use crate::speculating::Sides;
use crate::tables::{Answer, TableOracle, Tables};
use crate::thinking::Thought;
use crate::training::{TrialOrder, TrialReport};
use crate::tuning::{Tune, TuneOrder, TuneReport, tune_frame};
use crate::{CatalogError, Event, Settings, Spec};

type Watch<'w> = &'w (dyn Fn(Event) + Sync);

/// A game with what belongs to it.
pub(crate) struct Held<G: Game> {
    pub(crate) game: G,
    pub(crate) theory: Theory<G::Move>,
    pub(crate) wisdom: Wisdom,
    /// Whether the game is too large to be searched to its end.
    pub(crate) endless: bool,
    pub(crate) evaluation: FindEvaluator<G>,
    /// How each side judges by itself, in games that say so.
    pub(crate) sides: Sides<G>,
    /// How its weights are learned, if it has any.
    pub(crate) tune: Option<Tune<G>>,
    /// How external engines are made to play it, where they can.
    pub(crate) hire: Option<Hire<G>>,
    pub(crate) about: About,
    pub(crate) tables: Option<Tables<G>>,
    pub(crate) nature: Option<Arc<dyn Policy<G>>>,
}

/// What a game needs to be able to do to be held without its type.
pub(crate) trait Playable: Symmetry + Guide + Notation + Depict + Markers + 'static {}

impl<G: Symmetry + Guide + Notation + Depict + Markers + 'static> Playable for G {}

/// A frame's game.
pub(crate) fn frame_entry<B: Bits>(
    frame: Frame,
    table: String,
    game: FrameGame<B>,
) -> Held<FrameGame<B>> {
    let points = frame.rules.board.points.len();
    let about = About {
        size: format!("{points} points"),
        symmetries: game.symmetries(),
        cyclic: game.progress(&game.start()).is_none(),
        solvable: true,
        thinker: "pvs",
        table,
        fingerprint: game.fingerprint(),
        name: frame.name,
        title: frame.title,
        about: frame.about,
        known: frame.known,
    };
    Held {
        theory: theory(&game, &frame.theory),
        wisdom: match frame.theory.wisdom {
            Some(TheoryWisdom::Uniform) => Wisdom::Uniform,
            Some(TheoryWisdom::Fastest) => Wisdom::Fastest,
            Some(TheoryWisdom::Trap) | None => Wisdom::Trap,
        },
        endless: false,
        evaluation: evaluation::of_a_frame,
        sides: |_| None,
        tune: Some(tune_frame),
        hire: Some(hire),
        tables: Some(Tables::new()),
        nature: None,
        about,
        game,
    }
}

/// An explicit tree.
pub(crate) fn tree_entry(path: &str, tree: Tree) -> Held<Tree> {
    let name = std::path::Path::new(path).file_stem().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    Held {
        theory: Theory::default(),
        wisdom: Wisdom::Uniform,
        endless: false,
        evaluation: evaluation::of_a_tree,
        sides: evaluation::of_a_side,
        tune: None,
        hire: None,
        tables: None,
        nature: Some(Arc::new(Nature)),
        about: About {
            title: name.clone(),
            about: "A game whose whole tree is written down.".to_owned(),
            size: format!("{} nodes", tree.size()),
            symmetries: 1,
            cyclic: false,
            solvable: false,
            thinker: "minimax",
            known: None,
            table: String::new(),
            fingerprint: 0,
            name,
        },
        game: tree,
    }
}

/// The theory of a frame, its moves read and completed by their mirror images. The frame was checked
/// to contain only moves that are legal where they stand.
fn theory<B: Bits>(
    game: &FrameGame<B>,
    text: &shido_frame::Theory,
) -> Theory<<FrameGame<B> as Game>::Move> {
    let images = |mv, keeps: &dyn Fn(usize) -> bool| {
        let symmetries = (0..game.symmetries()).filter(|symmetry| keeps(*symmetry));
        let mut images: Vec<_> = symmetries.map(|s| game.transform_move(s, mv)).collect();
        images.sort_unstable();
        images.dedup();
        images
    };
    let book = text.book.iter().filter_map(|line| {
        let mut position = game.start();
        let mut after = Vec::new();
        for text in &line.after {
            let mv = game.parse_move(&position, text).ok()?;
            after.push(mv);
            game.play(&mut position, mv);
        }
        let keeps = |symmetry| game.transform(symmetry, &position) == position;
        let moves = line
            .play
            .iter()
            .filter_map(|text| game.parse_move(&position, text).ok());
        let classes = moves.map(|mv| images(mv, &keeps)).collect();
        Some(Line { after, classes })
    });
    let start = game.start();
    let prefer = text
        .prefer
        .iter()
        .filter_map(|text| game.parse_move(&start, text).ok());
    Theory {
        book: book.collect(),
        mirror: text.mirror,
        prefer: prefer.flat_map(|mv| images(mv, &|_| true)).collect(),
    }
}

impl<G: Game> Held<G> {
    pub(crate) fn about(&self) -> &About {
        &self.about
    }

    /// How positions are judged, by these weights or the usual ones.
    pub(crate) fn evaluator(&self, weights: Option<&str>) -> Result<Evaluator<G>, CatalogError> {
        (self.evaluation)(&self.game, &self.about.name, weights)
    }
}

impl<G: Symmetry> Held<G> {
    pub(crate) fn oracle(
        &self,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Answer<G>, CatalogError> {
        self.tables()?
            .table(&self.game, &self.about, settings, watch)
    }

    fn tables(&self) -> Result<&Tables<G>, CatalogError> {
        self.tables.as_ref().ok_or_else(|| {
            let title = &self.about.title;
            if self.endless {
                CatalogError::Unable {
                    what: format!("{title} is too large to be solved"),
                    help: "use a search instead, such as `pvs:time=1` or `mcts`".to_owned(),
                }
            } else {
                CatalogError::Unable {
                    what: format!("{title} has payoffs, so it is not solved by win, draw and loss"),
                    help: "`shido analyze FILE --by minimax` gives its value".to_owned(),
                }
            }
        })
    }
}

impl<G: Playable> Held<G> {
    /// The side to move; the first where nobody is.
    fn mover(&self, position: &G::Position) -> Seat {
        match self.game.turn(position) {
            Turn::Of(seat) => seat,
            Turn::Chance | Turn::Over(_) => Seat::First,
        }
    }

    fn read(&self, position: Option<&str>) -> Result<G::Position, CatalogError> {
        match position {
            None => Ok(self.game.start()),
            Some(text) => Ok(self.game.parse_position(text)?),
        }
    }

    pub(crate) fn write_moves(&self, start: &G::Position, moves: &[G::Move]) -> Vec<String> {
        let mut position = start.clone();
        let write = |mv: &G::Move| {
            let text = self.game.write_move(&position, *mv);
            self.game.play(&mut position, *mv);
            text
        };
        moves.iter().map(write).collect()
    }

    /// A judgement without any moves.
    pub(crate) fn judgement(&self, position: &G::Position, value: ForFirst<f64>) -> Judgement {
        Judgement {
            position: self.game.write_position(position),
            turn: self.game.turn(position),
            picture: self.game.picture(position),
            value,
            best: Vec::new(),
            moves: Vec::new(),
            nodes: 1,
            line: Vec::new(),
            depth: None,
            distance: None,
            unit: None,
            advantage: None,
            table: None,
            errors: Vec::new(),
            deliberation: None,
        }
    }

    fn judge_by_search(
        &self,
        position: &G::Position,
        thought: Thought<G::Move>,
        unit: Option<&Unit>,
    ) -> Judgement {
        let Thought { analysis, visits } = thought;
        let write = |mv: &G::Move| self.game.write_move(position, *mv);
        let advantage = |value| unit.and_then(|unit| unit.advantage(value));
        let total = visits.iter().flatten().sum::<u64>().max(1) as f64;
        let share = |index: usize| Some(*visits.as_ref()?.get(index)? as f64 / total);
        Judgement {
            best: analysis.best.iter().map(write).collect(),
            moves: analysis
                .moves
                .iter()
                .enumerate()
                .map(|(index, judged)| MoveJudgement {
                    mv: write(&judged.mv),
                    value: judged.value,
                    bound: judged.bound,
                    advantage: advantage(judged.value),
                    verdict: None,
                    distance: None,
                    probability: None,
                    tried: share(index),
                    speculation: None,
                    advised: None,
                })
                .collect(),
            nodes: analysis.nodes,
            line: self.write_moves(position, &analysis.line),
            depth: analysis.depth,
            distance: analysis.distance,
            unit: unit.map(|unit| unit.name.clone()),
            advantage: advantage(analysis.value),
            table: analysis.table,
            ..self.judgement(position, analysis.value)
        }
    }

    fn judge_by_speculation(
        &self,
        position: &G::Position,
        found: Speculation<G::Move>,
        unit: Option<&Unit>,
    ) -> Judgement {
        let write = |mv: &G::Move| self.game.write_move(position, *mv);
        let payoff = |value| unit.map_or(value, |unit| unit.payoff(value));
        let advantage = |value: ForFirst<f64>| unit.map(|_| value.0);
        // The rules of LO- and TU-search look at OM values, so these are told; what comes of playing
        // like that to the end is told beside them.
        let chosen = found
            .moves
            .iter()
            .find(|judged| found.best.contains(&judged.mv));
        let value = chosen.map_or(found.value, |chosen| chosen.om);
        let line: Vec<G::Move> = found.line.iter().map(|step| step.mv).collect();
        Judgement {
            best: found.best.iter().map(write).collect(),
            moves: found
                .moves
                .iter()
                .map(|judged| MoveJudgement {
                    mv: write(&judged.mv),
                    value: payoff(judged.om),
                    bound: judged.bound,
                    advantage: advantage(judged.om),
                    verdict: None,
                    distance: None,
                    probability: None,
                    tried: None,
                    speculation: Some(MoveSpeculation {
                        expected: payoff(judged.value),
                        worst_case: judged.worst_case.map(payoff),
                        worst_advantage: judged.worst_case.and_then(advantage),
                        loss: judged.loss,
                        visible_loss: judged.visible_loss,
                        verdict: judged.verdict.to_string(),
                    }),
                    advised: None,
                })
                .collect(),
            nodes: found.nodes,
            line: self.write_moves(position, &line),
            errors: found.line.iter().map(|step| step.error).collect(),
            depth: found.depth,
            unit: unit.map(|unit| unit.name.clone()),
            advantage: advantage(value),
            ..self.judgement(position, payoff(value))
        }
    }

    fn judge_by_table(
        &self,
        position: &G::Position,
        mover: Seat,
        oracle: &TableOracle<G>,
        policy: &dyn Policy<G>,
    ) -> Result<Judgement, CatalogError> {
        let solved = self.solved(oracle, position)?;
        let odds = policy
            .distribution(&self.game, position)
            .map_err(|error| CatalogError::Failed(error.to_string()))?;
        let mut best = Vec::new();
        let mut moves = Vec::new();
        for mv in self.game.moves(position) {
            let after = self.solved(oracle, &self.game.after(position, mv))?;
            let text = self.game.write_move(position, mv);
            if after.value == solved.value {
                best.push(text.clone());
            }
            let chosen = odds.iter().find(|(chosen, _)| *chosen == mv);
            moves.push(MoveJudgement {
                mv: text,
                value: payoff(after.value),
                bound: Bound::Exact,
                advantage: None,
                verdict: Some(after.value.seen_by(mover)),
                distance: after
                    .distance
                    .map(|plies| plies + 1)
                    .filter(|_| decided(after)),
                probability: Some(chosen.map_or(0.0, |(_, probability)| *probability)),
                speculation: None,
                advised: None,
                tried: None,
            });
        }
        Ok(Judgement {
            nodes: moves.len() as u64 + 1,
            best,
            moves,
            line: self.expected_line(oracle, position)?,
            ..self.judgement(position, payoff(solved.value))
        })
    }

    /// What someone without an eye for lines of play thinks of each move.
    fn judge_by_opinion(
        &self,
        position: &G::Position,
        mover: Seat,
        opinions: &[Opinion<G::Move>],
        policy: &dyn Policy<G>,
    ) -> Result<Judgement, CatalogError> {
        let odds = policy
            .distribution(&self.game, position)
            .map_err(|error| CatalogError::Failed(error.to_string()))?;
        let write = |mv: G::Move| self.game.write_move(position, mv);
        let moves: Vec<MoveJudgement> = opinions
            .iter()
            .map(|opinion| {
                let chosen = odds.iter().find(|(chosen, _)| *chosen == opinion.mv);
                MoveJudgement {
                    mv: write(opinion.mv),
                    // Nothing is nothing to either side: a zero has no sign.
                    value: ForFirst(opinion.value.for_first(mover).0 + 0.0),
                    bound: opinion.bound,
                    advantage: None,
                    verdict: opinion.verdict,
                    distance: opinion.distance,
                    probability: Some(chosen.map_or(0.0, |(_, probability)| *probability)),
                    tried: None,
                    speculation: None,
                    advised: None,
                }
            })
            .collect();
        let made = moves.iter().filter(|mv| mv.probability > Some(0.0));
        let value: f64 = made
            .clone()
            .map(|mv| mv.value.0 * mv.probability.unwrap_or(0.0))
            .sum();
        Ok(Judgement {
            best: made.map(|mv| mv.mv.clone()).collect(),
            nodes: moves.len() as u64 + 1,
            moves,
            ..self.judgement(position, ForFirst(value))
        })
    }

    /// Both sides keep the value; the winner hurries and the loser delays. A drawn game that goes
    /// round in circles is cut where a position recurs.
    fn expected_line(
        &self,
        oracle: &TableOracle<G>,
        start: &G::Position,
    ) -> Result<Vec<String>, CatalogError> {
        let mut line = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut position = start.clone();
        while let (Turn::Of(mover), true) =
            (self.game.turn(&position), seen.insert(position.clone()))
        {
            let mut ranked = Vec::new();
            for mv in self.game.moves(&position) {
                let after = self.solved(oracle, &self.game.after(&position, mv))?;
                ranked.push((after.preference(mover), mv));
            }
            // Of equally good moves the first stays.
            let best = ranked.into_iter().rev().max_by_key(|(rank, _)| *rank);
            let Some((_, mv)) = best else { break };
            line.push(mv);
            self.game.play(&mut position, mv);
        }
        Ok(self.write_moves(start, &line))
    }

    fn solved(
        &self,
        oracle: &TableOracle<G>,
        position: &G::Position,
    ) -> Result<Solved, CatalogError> {
        use shido_arena::Oracle;
        if let Turn::Over(outcome) = self.game.turn(position) {
            return Ok(Solved {
                value: outcome.verdict(),
                distance: Some(0),
            });
        }
        oracle
            .solved(&self.game, position)
            .ok_or_else(|| CatalogError::Unable {
                what: format!(
                    "`{}` is not in the solved table: it cannot be reached from the start",
                    self.game.write_position(position)
                ),
                help: "use a position that can occur in play, or another player".to_owned(),
            })
    }

    fn sample_match(
        &self,
        order: &MatchOrder,
        games: u64,
        [a, b]: [&Entrance<G>; 2],
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<MatchReport, CatalogError> {
        let options = MatchOptions {
            opening_plies: order.opening_plies,
            games,
            seats: order.seats,
            seed: settings.seed,
            threads: settings.threads,
            nature: self.nature.as_deref(),
            stop: Some(&settings.stop),
            transcripts: order.transcripts,
            ..MatchOptions::default()
        };
        let count = |games| watch(Event::Contests(games));
        let (a, b) = (|| a(), || b());
        let result = play_match(&self.game, &a, &b, &options, &count)
            .map_err(|error: MatchError| CatalogError::Failed(error.to_string()))?;
        let score = result.score;
        let rate = |count: u64| count as f64 / score.games().max(1) as f64;
        Ok(MatchReport {
            games: Some(score.games()),
            a_wins: rate(score.a_wins),
            draws: rate(score.draws),
            b_wins: rate(score.b_wins),
            a_wins_interval: score.a_wins_interval(),
            mean_plies: score.mean_plies().unwrap_or(0.0),
            capped: score.capped,
            transcripts: result
                .transcripts
                .iter()
                .map(|(_, transcript)| transcript.to_text(&self.game))
                .collect::<Result<_, _>>()
                .map_err(|error| CatalogError::Failed(error.to_string()))?,
        })
    }

    fn exact_match(
        &self,
        order: &MatchOrder,
        [a, b]: [&dyn Policy<G>; 2],
        settings: &Settings,
    ) -> Result<MatchReport, CatalogError> {
        let options = ExactOptions {
            seats: order.seats,
            nature: self.nature.as_deref(),
            threads: settings.threads,
            stop: Some(&settings.stop),
            ..ExactOptions::default()
        };
        let result = exact_match(&self.game, a, b, &options)
            .map_err(|error| self.exact_error(error, "sample contests with `--games 10000`"))?;
        Ok(MatchReport {
            games: None,
            a_wins: result.a_wins,
            draws: result.draws,
            b_wins: result.b_wins,
            a_wins_interval: Interval {
                low: result.a_wins,
                high: result.a_wins,
            },
            mean_plies: result.mean_plies,
            capped: 0,
            transcripts: Vec::new(),
        })
    }

    /// Why there is no exact result, and what to do instead.
    pub(crate) fn exact_error(&self, error: ExactError, instead: &str) -> CatalogError {
        match error {
            ExactError::Cyclic => CatalogError::Unable {
                what: format!(
                    "positions of {} can recur, so there is no exact result",
                    self.about.title
                ),
                help: instead.to_owned(),
            },
            other => CatalogError::Failed(other.to_string()),
        }
    }
}

/// What is told of a solved game. Draws have no distance: a table knows one only for those that are
/// over.
fn solution(
    value: ForFirst<Verdict>,
    distance: Option<u32>,
    openings: impl IntoIterator<Item = (String, Verdict)>,
    kind: SolutionKind,
) -> Solution {
    let (mut winning_openings, mut drawing_openings) = (Vec::new(), Vec::new());
    for (opening, verdict) in openings {
        match verdict {
            Verdict::Win => winning_openings.push(opening),
            Verdict::Draw => drawing_openings.push(opening),
            Verdict::Loss => {}
        }
    }
    Solution {
        value,
        distance: distance.filter(|_| value.0 != Verdict::Draw),
        winning_openings,
        drawing_openings,
        kind,
    }
}

fn decided(solved: Solved) -> bool {
    solved.value.0 != Verdict::Draw
}

pub(crate) fn payoff(value: ForFirst<Verdict>) -> ForFirst<f64> {
    ForFirst(match value.0 {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.0,
        Verdict::Loss => -1.0,
    })
}

impl<G: Playable> AnyGame for Held<G> {
    fn about(&self) -> &About {
        &self.about
    }

    fn sit_down(
        &self,
        position: Option<&str>,
        opponent: Option<&Spec>,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Box<dyn AnyTable + '_>, CatalogError> {
        let start = self.read(position)?;
        let opponent = match opponent {
            None => None,
            Some(spec) => {
                let named = player(self, spec, settings, watch)?;
                if let Some(Judge::Table(oracle)) = &named.judge {
                    self.solved(oracle, &start)?;
                }
                Some((named.enter)())
            }
        };
        Ok(Box::new(SeatedTable {
            held: self,
            contest: Contest::from_position(&self.game, start),
            opponent,
            rng: settings.seed.rng(),
        }))
    }

    fn analyze(
        &self,
        position: Option<&str>,
        by: &Spec,
        ask: Ask,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Judgement, CatalogError> {
        let position = self.read(position)?;
        let named = player(self, by, settings, watch)?;
        let Some(judge) = named.judge else {
            return Err(CatalogError::Unable {
                what: format!("`{}` does not judge moves", by.name),
                help: "analyze by perfect, fallible or a search, such as pvs".to_owned(),
            });
        };
        match (judge, self.game.turn(&position)) {
            (_, Turn::Over(outcome)) => Ok(self.judgement(&position, outcome.payoff())),
            (Judge::Table(oracle), Turn::Of(mover)) => {
                let policy = named.policy.expect("who plays from a table has fixed odds");
                self.judge_by_table(&position, mover, &oracle, &*policy)
            }
            (Judge::Table(_), Turn::Chance) => Err(CatalogError::Unable {
                what: "nature moves here, and a table knows only wins, draws and losses".to_owned(),
                help: "analyze by minimax".to_owned(),
            }),
            (Judge::Speculation(speculator), _) => {
                let found = speculator
                    .speculate(&self.game, &position, ask)
                    .map_err(|error| self.search_error(&position, &error))?;
                let unit = speculator.unit.as_ref();
                Ok(self.judge_by_speculation(&position, found, unit))
            }
            (Judge::Opinions(opinions), Turn::Of(mover)) => {
                let policy = named.policy.expect("who has opinions has fixed odds");
                let opinions = opinions(&self.game, &position)
                    .map_err(|error| CatalogError::Failed(error.to_string()))?;
                self.judge_by_opinion(&position, mover, &opinions, &*policy)
            }
            (Judge::Opinions(_), Turn::Chance) => Err(CatalogError::Unable {
                what: "nature moves here, and nobody chooses".to_owned(),
                help: "analyze by minimax".to_owned(),
            }),
            (Judge::Advice(deliberate), Turn::Of(mover)) => {
                let deliberated = deliberate(&self.game, &position)
                    .map_err(|error| CatalogError::Failed(error.to_string()))?;
                Ok(self.judge_by_advice(&position, mover, &deliberated))
            }
            (Judge::Advice(_), Turn::Chance) => Err(CatalogError::Unable {
                what: "nature moves here, and nobody chooses".to_owned(),
                help: "analyze by minimax".to_owned(),
            }),
            (Judge::Search(thinker), _) => {
                let positions = std::slice::from_ref(&position);
                let thought = thinker
                    .think(&self.game, positions, ask, settings.seed)
                    .map_err(|error| self.search_error(&position, &error))?;
                let unit = thinker.evaluator.unit.as_ref();
                Ok(self.judge_by_search(&position, thought, unit))
            }
        }
    }

    fn record(
        &self,
        position: Option<&str>,
        by: &Spec,
        size: RecordSize,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TreePicture, CatalogError> {
        let position = self.read(position)?;
        let tree = match player(self, by, settings, watch)?.judge {
            Some(Judge::Search(thinker)) => thinker.record(&self.game, &position, size),
            Some(Judge::Speculation(speculator)) => speculator.record(&self.game, &position, size),
            Some(Judge::Table(_) | Judge::Opinions(_) | Judge::Advice(_)) | None => Ok(None),
        };
        let tree = tree.map_err(|error| self.search_error(&position, &error))?;
        tree.ok_or_else(|| CatalogError::Unable {
            what: format!("`{}` does not keep its tree", by.name),
            help: "record minimax, alphabeta, expectiminimax, pvs, om, prom, m-star, lo or tu"
                .to_owned(),
        })
    }

    fn solve(
        &self,
        extent: Extent,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Solution, CatalogError> {
        let tables = self.tables()?;
        let start = self.game.start();
        if extent != Extent::Whole {
            let distance = extent == Extent::Distance;
            let proof = tables.prove(&self.game, &self.about, distance, settings, watch)?;
            let openings = proof.best.map(|mv| {
                let verdict = proof.value.seen_by(self.mover(&start)).0;
                (self.game.write_move(&start, mv), verdict)
            });
            let kind = SolutionKind::Proof { nodes: proof.nodes };
            return Ok(solution(proof.value, proof.distance, openings, kind));
        }
        let answer = self.oracle(settings, watch)?;
        let summary = *answer.oracle.table.summary();
        let mut openings = Vec::new();
        for mv in self.game.moves(&start) {
            let after = self.solved(&answer.oracle, &self.game.after(&start, mv))?;
            let verdict = after.value.seen_by(self.mover(&start)).0;
            openings.push((self.game.write_move(&start, mv), verdict));
        }
        let kind = SolutionKind::Table {
            summary,
            loaded: answer.loaded,
            kept: answer.kept,
        };
        Ok(solution(summary.value, summary.distance, openings, kind))
    }

    fn tune(
        &self,
        order: &TuneOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TuneReport, CatalogError> {
        let Some(tune) = self.tune else {
            return Err(CatalogError::Unable {
                what: "an explicit tree has values of its own: there are no weights to learn"
                    .to_owned(),
                help: "tune a game, such as connect-four".to_owned(),
            });
        };
        tune(&self.game, &self.about.name, order, settings, watch)
    }

    fn trial(
        &self,
        order: &TrialOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<TrialReport, CatalogError> {
        self.tried(order, settings, watch)
    }

    fn train(
        &self,
        order: &SchoolOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<SchoolReport, CatalogError> {
        self.schooled(order, settings, watch)
    }

    fn contest_match(
        &self,
        order: &MatchOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<MatchReport, CatalogError> {
        let a = player(self, &order.a, settings, watch)?;
        let b = player(self, &order.b, settings, watch)?;
        if let Some(games) = order.games {
            return self.sample_match(order, games, [&a.enter, &b.enter], settings, watch);
        }
        let policy = |named: &Named<G>, spec: &Spec| match &named.policy {
            Some(policy) => Ok(Arc::clone(policy)),
            None => Err(CatalogError::Unable {
                what: format!("`{}` has no fixed odds for its moves", spec.name),
                help: "sample contests with `--games 100`".to_owned(),
            }),
        };
        let [a, b] = [policy(&a, &order.a)?, policy(&b, &order.b)?];
        self.exact_match(order, [&*a, &*b], settings)
    }

    fn count_by_ply(
        &self,
        plies: u32,
        most: usize,
        settings: &Settings,
    ) -> Result<Vec<u64>, CatalogError> {
        shido_solve::count_by_ply(&self.game, plies, most, &settings.stop)
            .map_err(|error| CatalogError::Failed(error.to_string()))
    }

    fn replay(&self, transcript: &str) -> Result<Box<dyn AnyTable + '_>, CatalogError> {
        let failed = |error: &dyn std::error::Error| CatalogError::Failed(error.to_string());
        let transcript = Transcript::from_text(&self.game, transcript).map_err(|e| failed(&e))?;
        let contest = transcript.replay(&self.game).map_err(|e| failed(&e))?;
        Ok(Box::new(SeatedTable {
            held: self,
            contest,
            opponent: None,
            rng: shido_core::Seed(0).rng(),
        }))
    }
}

impl<G: Playable> Held<G> {
    /// A search error tells where it happened by the moves that led there.
    fn search_error(&self, from: &G::Position, error: &SearchError<G::Move>) -> CatalogError {
        let (problem, line) = match error {
            SearchError::NoValue { line } => {
                ("the search stops at a position without a value", line)
            }
            SearchError::NoOdds { .. } => {
                return CatalogError::Unable {
                    what: "this search does not know what to do where chance moves".to_owned(),
                    help: "use minimax, alphabeta, expectiminimax or mcts".to_owned(),
                };
            }
            SearchError::Chance { .. } => {
                return CatalogError::Unable {
                    what: "this search is for games without chance".to_owned(),
                    help: "use minimax, alphabeta, expectiminimax or mcts".to_owned(),
                };
            }
            SearchError::TooDeep { .. } => {
                return CatalogError::Unable {
                    what: format!("{error}"),
                    help: "analyze by perfect, which knows games whose positions recur".to_owned(),
                };
            }
            other => return CatalogError::Failed(other.to_string()),
        };
        let mut position = from.clone();
        for mv in line {
            self.game.play(&mut position, *mv);
        }
        CatalogError::Unable {
            what: format!("{problem}: `{}`", self.game.write_position(&position)),
            help: "leave the depth out, so that it searches to the end; only explicit trees have \
                   values of their own (`=5`) at a horizon"
                .to_owned(),
        }
    }
}
