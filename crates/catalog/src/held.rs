//! A game whose type is known here and nowhere further out.

use shido_arena::{
    Contest, ExactError, ExactOptions, Interval, Line, MatchError, MatchOptions, Nature, Player,
    Policy, Sampled, Theory, Transcript, Wisdom, exact_match, play_match,
};
use shido_core::picture::Picture;
use shido_core::{Depict, ForFirst, Game, Notation, Rng, Seat, Solved, Symmetry, Turn, Verdict};
use shido_frame::{Bits, Frame, FrameGame, TheoryWisdom};
use shido_games::tree::Tree;
use shido_search::{Analysis, Judged, Limits, Rules, SearchError, minimax};

use crate::any_game::{
    About, AnyGame, AnyTable, Extent, Judgement, MatchOrder, MatchReport, MoveJudgement, Solution,
    SolutionKind,
};
use crate::players::{Judge, player};
use crate::tables::{Answer, TableOracle, Tables};
use crate::{CatalogError, Event, Settings, Spec};

/// A minimax search of one type of game.
pub(crate) type Minimax<G> =
    fn(
        &G,
        &<G as Game>::Position,
        Limits<'_>,
    ) -> Result<Analysis<<G as Game>::Move>, SearchError<<G as Game>::Move>>;

type Watch<'w> = &'w (dyn Fn(Event) + Sync);

/// A game with what belongs to it.
pub(crate) struct Held<G: Game> {
    pub(crate) game: G,
    pub(crate) theory: Theory<G::Move>,
    pub(crate) wisdom: Wisdom,
    pub(crate) minimax: Minimax<G>,
    /// Whether the game can judge positions, so that a search may stop before the end.
    pub(crate) judges: bool,
    about: About,
    tables: Option<Tables<G>>,
    nature: Option<Box<dyn Policy<G>>>,
}

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
        minimax: |game, position, limits| minimax(game, position, &Rules, limits),
        judges: false,
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
        minimax: |game, position, limits| minimax(game, position, &Judged(Seat::First), limits),
        judges: true,
        tables: None,
        nature: Some(Box::new(Nature)),
        about: About {
            title: name.clone(),
            about: "A game whose whole tree is written down.".to_owned(),
            size: format!("{} nodes", tree.size()),
            symmetries: 1,
            cyclic: false,
            solvable: false,
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
        self.tables.as_ref().ok_or_else(|| CatalogError::Unable {
            what: format!(
                "{} has payoffs, so it is not solved by win, draw and loss",
                self.about.title
            ),
            help: "`shido analyze FILE --by minimax` gives its value".to_owned(),
        })
    }
}

impl<G: Symmetry + Notation + Depict + 'static> Held<G> {
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

    fn write_moves(&self, start: &G::Position, moves: &[G::Move]) -> Vec<String> {
        let mut position = start.clone();
        let write = |mv: &G::Move| {
            let text = self.game.write_move(&position, *mv);
            self.game.play(&mut position, *mv);
            text
        };
        moves.iter().map(write).collect()
    }

    /// A judgement without any moves.
    fn judgement(&self, position: &G::Position, value: ForFirst<f64>) -> Judgement {
        Judgement {
            position: self.game.write_position(position),
            turn: self.game.turn(position),
            picture: self.game.picture(position),
            value,
            best: Vec::new(),
            moves: Vec::new(),
            nodes: 1,
            line: Vec::new(),
        }
    }

    fn judge_by_search(&self, position: &G::Position, analysis: Analysis<G::Move>) -> Judgement {
        let write = |mv: &G::Move| self.game.write_move(position, *mv);
        Judgement {
            best: analysis.best.iter().map(write).collect(),
            moves: analysis
                .moves
                .iter()
                .map(|judged| MoveJudgement {
                    mv: write(&judged.mv),
                    value: judged.value,
                    verdict: None,
                    distance: None,
                    probability: None,
                })
                .collect(),
            nodes: analysis.nodes,
            line: self.write_moves(position, &analysis.line),
            ..self.judgement(position, analysis.value)
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
                verdict: Some(after.value.seen_by(mover)),
                distance: after
                    .distance
                    .map(|plies| plies + 1)
                    .filter(|_| decided(after)),
                probability: Some(chosen.map_or(0.0, |(_, probability)| *probability)),
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
        [a, b]: [&dyn Policy<G>; 2],
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<MatchReport, CatalogError> {
        let options = MatchOptions {
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
        let result = play_match(&self.game, &Sampled(a), &Sampled(b), &options, &count)
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
        let result = exact_match(&self.game, a, b, &options).map_err(|error| match error {
            ExactError::Cyclic => CatalogError::Unable {
                what: format!(
                    "positions of {} can recur, so there is no exact result",
                    self.about.title
                ),
                help: "sample contests with `--games 10000`".to_owned(),
            },
            other => CatalogError::Failed(other.to_string()),
        })?;
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

fn payoff(value: ForFirst<Verdict>) -> ForFirst<f64> {
    ForFirst(match value.0 {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.0,
        Verdict::Loss => -1.0,
    })
}

impl<G: Symmetry + Notation + Depict + 'static> AnyGame for Held<G> {
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
                let seated: Box<dyn Player<G>> = Box::new(Sampled(named.policy));
                Some(seated)
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
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<Judgement, CatalogError> {
        let position = self.read(position)?;
        let named = player(self, by, settings, watch)?;
        let turn = self.game.turn(&position);
        match (named.judge, turn) {
            (None, _) => Err(CatalogError::Unable {
                what: format!("`{}` does not judge moves", by.name),
                help: "analyze by perfect, fallible or minimax".to_owned(),
            }),
            (Some(_), Turn::Over(outcome)) => Ok(self.judgement(&position, outcome.payoff())),
            (Some(Judge::Table(oracle)), Turn::Of(mover)) => {
                self.judge_by_table(&position, mover, &oracle, &named.policy)
            }
            (Some(Judge::Table(_)), Turn::Chance) => Err(CatalogError::Unable {
                what: "nature moves here, and a table knows only wins, draws and losses".to_owned(),
                help: "analyze by minimax".to_owned(),
            }),
            (Some(Judge::Search(search, depth)), _) => {
                let limits = Limits {
                    depth,
                    stop: Some(&settings.stop),
                    ..Limits::default()
                };
                let analysis = search(&self.game, &position, limits)
                    .map_err(|error| self.search_error(&position, &error))?;
                Ok(self.judge_by_search(&position, analysis))
            }
        }
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

    fn contest_match(
        &self,
        order: &MatchOrder,
        settings: &Settings,
        watch: Watch<'_>,
    ) -> Result<MatchReport, CatalogError> {
        let a = player(self, &order.a, settings, watch)?.policy;
        let b = player(self, &order.b, settings, watch)?.policy;
        let players: [&dyn Policy<G>; 2] = [&*a, &*b];
        match order.games {
            Some(games) => self.sample_match(order, games, players, settings, watch),
            None => self.exact_match(order, players, settings),
        }
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

impl<G: Symmetry + Notation + Depict + 'static> Held<G> {
    /// A search error tells where it happened by the moves that led there.
    fn search_error(&self, from: &G::Position, error: &SearchError<G::Move>) -> CatalogError {
        let (problem, line) = match error {
            SearchError::NoValue { line } => {
                ("the search stops at a position without a value", line)
            }
            SearchError::NoOdds { line } => ("the odds are not known at", line),
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

/// A contest under way, perhaps against a player.
struct SeatedTable<'h, G: Game> {
    held: &'h Held<G>,
    contest: Contest<'h, G>,
    opponent: Option<Box<dyn Player<G>>>,
    rng: Rng,
}

impl<G: Symmetry + Notation + Depict + 'static> AnyTable for SeatedTable<'_, G> {
    fn position(&self) -> String {
        self.held.game.write_position(self.contest.position())
    }

    fn picture(&self) -> Picture {
        self.held.game.picture(self.contest.position())
    }

    fn turn(&self) -> Turn {
        self.contest.turn()
    }

    fn legal_moves(&self) -> Vec<String> {
        if let Turn::Over(_) = self.contest.turn() {
            return Vec::new();
        }
        let position = self.contest.position();
        let moves = self.held.game.moves(position);
        moves
            .into_iter()
            .map(|mv| self.held.game.write_move(position, mv))
            .collect()
    }

    fn moves(&self) -> Vec<String> {
        self.held
            .write_moves(self.contest.start(), self.contest.moves())
    }

    fn symbol(&self, seat: Seat) -> String {
        self.picture().symbols[seat.index()].clone()
    }

    fn repetition(&self) -> Option<(u32, u32)> {
        Some((
            self.contest.occurrences()?,
            self.held.game.repetition_limit()?,
        ))
    }

    fn play(&mut self, text: &str) -> Result<(), CatalogError> {
        let mv = self.held.game.parse_move(self.contest.position(), text)?;
        self.contest
            .play(mv)
            .map_err(|error| CatalogError::Failed(error.to_string()))
    }

    fn reply(&mut self) -> Result<String, CatalogError> {
        let failed = |error: &dyn std::error::Error| CatalogError::Failed(error.to_string());
        let position = self.contest.position();
        let mv = match (self.contest.turn(), &self.held.nature, &mut self.opponent) {
            (Turn::Chance, Some(nature), _) => nature
                .sample(&self.held.game, position, &mut self.rng)
                .map_err(|e| failed(&e))?,
            (Turn::Of(_), _, Some(opponent)) => opponent
                .choose(&self.contest, &mut self.rng)
                .map_err(|e| failed(&e))?,
            _ => return Err(CatalogError::Failed("nobody is there to move".to_owned())),
        };
        let text = self.held.game.write_move(position, mv);
        self.contest.play(mv).map_err(|e| failed(&e))?;
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        self.contest.undo().is_some()
    }

    fn resign(&mut self, seat: Seat) {
        self.contest.resign(seat);
    }

    fn transcript(&self) -> Result<String, CatalogError> {
        Transcript::of(&self.contest)
            .to_text(&self.held.game)
            .map_err(|error| CatalogError::Failed(error.to_string()))
    }
}
