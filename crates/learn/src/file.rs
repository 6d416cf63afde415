//! Knowledge as a text that a person can read and compare.
//!
//! Positions and moves stand in the game's own notation, everything in order, so that equal knowledge
//! gives equal text. What is read is checked: a file for another game or for other rules is refused,
//! every move has to be legal where it stands, every contest is played again, and every significant
//! state is proved anew from those before it. So nothing can be smuggled in as certain.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use serde::Deserialize;
use shido_arena::Contest;
use shido_core::{Notation, Outcome, Seat, Turn, Verdict};
use toml::Spanned;

use crate::{
    Advantage, ContestLength, Fork, History, Knowledge, Learnable, Lesson, MoveMemory, Significant,
    Symmetries,
};

/// The version of the format that is written and read.
const FORMAT: i64 = 1;

/// A file of knowledge: what was learned of a game, and how.
#[derive(Debug)]
pub struct KnowledgeFile<G: Learnable> {
    /// What was learned.
    pub knowledge: Knowledge<G>,
    /// How it was trained, one sentence each time.
    pub training: Vec<String>,
}

/// The game that a file of knowledge is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subject<'n> {
    /// Its name.
    pub name: &'n str,
    /// A number that changes when its rules do.
    pub fingerprint: u128,
}

/// What is wrong with a file of knowledge.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct KnowledgeError {
    /// The number of the line, from 1.
    pub line: usize,
    /// Which bytes of the text it is about.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub help: String,
}

/// What every version of the format begins with.
#[derive(Deserialize)]
struct Header {
    format: Spanned<i64>,
    game: Spanned<String>,
    rules: Spanned<String>,
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(rename = "format")]
    _format: i64,
    #[serde(rename = "game")]
    _game: String,
    #[serde(rename = "rules")]
    _rules: String,
    units: Spanned<usize>,
    training: Vec<String>,
    symmetries: Spanned<Vec<usize>>,
    #[serde(default)]
    forks: Vec<Spanned<Vec<usize>>>,
    #[serde(default)]
    dangerous: Vec<Spanned<String>>,
    contests: Spanned<Contests>,
    #[serde(default)]
    openings: Moves,
    #[serde(default)]
    expert_moves: Moves,
    #[serde(default)]
    significant: BTreeMap<Spanned<String>, Certain>,
    #[serde(default)]
    histories: Vec<Spanned<Told>>,
}

type Moves = BTreeMap<Spanned<String>, Vec<Spanned<String>>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Contests {
    played: u64,
    plies: u64,
    won_by_first: u64,
    won_by_second: u64,
    drawn: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Certain {
    winner: Winner,
    plies: u32,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Winner {
    First,
    Second,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Told {
    hoyle: Sat,
    winner: Ended,
    moves: Vec<Spanned<String>>,
}

/// Where Hoyle sat.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Sat {
    First,
    Second,
    Both,
    Watched,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Ended {
    First,
    Second,
    Nobody,
}

impl<G: Learnable + Notation> Knowledge<G> {
    /// The text of a file of this knowledge, with how it was trained.
    #[must_use]
    pub fn write(&self, game: &G, subject: Subject<'_>, training: &[String]) -> String {
        Writer {
            game,
            text: String::new(),
        }
        .write(self, subject, training)
    }
}

impl<G: Learnable + Notation> KnowledgeFile<G> {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Where the text is no such file, is about another game or other rules, or says something that
    /// cannot be so.
    pub fn read(
        game: &G,
        subject: Subject<'_>,
        text: &str,
    ) -> Result<KnowledgeFile<G>, KnowledgeError> {
        Reader { game, text }.read(subject)
    }
}

struct Writer<'g, G> {
    game: &'g G,
    text: String,
}

impl<G: Learnable + Notation> Writer<'_, G> {
    fn write(
        mut self,
        knowledge: &Knowledge<G>,
        subject: Subject<'_>,
        training: &[String],
    ) -> String {
        let length = knowledge.contest_length;
        let [first, second] = knowledge.advantage.wins;
        self.line(format_args!(
            "# What Hoyle has learned of {}.",
            subject.name.escape_default()
        ));
        self.line(format_args!("format = {FORMAT}"));
        self.line(format_args!("game = {}", quote(subject.name)));
        self.line(format_args!("rules = \"{:032x}\"", subject.fingerprint));
        self.line(format_args!("units = {}", knowledge.space()));
        self.list("training", training.iter().map(|text| quote(text)));
        self.line(format_args!(
            "symmetries = {:?}",
            knowledge.symmetries.believed()
        ));
        let forks = knowledge.forks.relevant().iter();
        self.list("forks", forks.map(|fork| format!("{:?}", fork.lines)));
        let mut dangerous: Vec<String> = knowledge
            .dangerous
            .iter()
            .map(|state| quote(&self.game.write_position(state)))
            .collect();
        dangerous.sort_unstable();
        self.list("dangerous", dangerous);

        self.line(format_args!("\n[contests]"));
        self.line(format_args!("played = {}", length.contests));
        self.line(format_args!("plies = {}", length.plies));
        self.line(format_args!("won-by-first = {first}"));
        self.line(format_args!("won-by-second = {second}"));
        self.line(format_args!("drawn = {}", knowledge.advantage.draws));

        self.moves("openings", &knowledge.openings.0);
        self.moves("expert-moves", &knowledge.expert_moves.0);

        self.line(format_args!("\n[significant]"));
        let mut significant: Vec<(String, Significant)> = knowledge
            .significant
            .iter()
            .map(|(state, known)| (quote(&self.game.write_position(state)), known))
            .collect();
        significant.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        for (state, known) in significant {
            let winner = match known.value.0 {
                Verdict::Loss => "second",
                Verdict::Win | Verdict::Draw => "first",
            };
            let plies = known.plies;
            self.line(format_args!(
                "{state} = {{ winner = \"{winner}\", plies = {plies} }}"
            ));
        }

        let mut histories: Vec<String> = knowledge
            .histories
            .kept()
            .iter()
            .map(|history| self.history(history))
            .collect();
        histories.sort_unstable();
        for history in histories {
            self.line(format_args!("\n[[histories]]\n{history}"));
        }
        self.text
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a string takes all that is written");
    }

    /// A list with a line for each item, so that what is new shows when two files are compared.
    fn list(&mut self, name: &str, items: impl IntoIterator<Item = String>) {
        let mut items = items.into_iter().peekable();
        if items.peek().is_none() {
            return self.line(format_args!("{name} = []"));
        }
        self.line(format_args!("{name} = ["));
        for item in items {
            self.line(format_args!("    {item},"));
        }
        self.line(format_args!("]"));
    }

    fn moves(&mut self, name: &str, memory: &MoveMemory<G>) {
        let mut by_state: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (state, mv) in memory.iter() {
            by_state
                .entry(quote(&self.game.write_position(state)))
                .or_default()
                .push(quote(&self.game.write_move(state, mv)));
        }
        self.line(format_args!("\n[{name}]"));
        for (state, mut moves) in by_state {
            moves.sort_unstable();
            self.line(format_args!("{state} = [{}]", moves.join(", ")));
        }
    }

    fn history(&self, history: &History<G::Move>) -> String {
        let hoyle = match (history.observed, history.hoyle) {
            (true, _) => "watched",
            (false, Some(Seat::First)) => "first",
            (false, Some(Seat::Second)) => "second",
            (false, None) => "both",
        };
        let winner = match history.winner {
            Some(Seat::First) => "first",
            Some(Seat::Second) => "second",
            None => "nobody",
        };
        let mut position = self.game.start();
        let mut moves = Vec::with_capacity(history.moves.len());
        for mv in &history.moves {
            moves.push(quote(&self.game.write_move(&position, *mv)));
            self.game.play(&mut position, *mv);
        }
        let moves = moves.join(", ");
        format!("hoyle = \"{hoyle}\"\nwinner = \"{winner}\"\nmoves = [{moves}]")
    }
}

fn quote(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

struct Reader<'r, G> {
    game: &'r G,
    text: &'r str,
}

impl<G: Learnable + Notation> Reader<'_, G> {
    fn read(&self, subject: Subject<'_>) -> Result<KnowledgeFile<G>, KnowledgeError> {
        let header: Header = self.parse()?;
        self.check_subject(&header, subject)?;
        let file: File = self.parse()?;

        let mut knowledge = Knowledge::with_symmetries(self.symmetries(&file.symmetries)?);
        self.contests(&file.contests, &mut knowledge)?;
        for fork in &file.forks {
            self.fork(fork, &mut knowledge)?;
        }
        for state in &file.dangerous {
            let position = self.state(state)?;
            let known = knowledge.dangerous.len();
            let symmetries = &knowledge.symmetries;
            knowledge.dangerous.learn(self.game, symmetries, &position);
            if knowledge.dangerous.len() == known {
                return Err(self.twice(state.span(), "the dangerous states"));
            }
        }
        let symmetries = &knowledge.symmetries;
        self.moves(&file.openings, symmetries, &mut knowledge.openings.0)?;
        self.moves(
            &file.expert_moves,
            symmetries,
            &mut knowledge.expert_moves.0,
        )?;
        self.significant(&file.significant, &mut knowledge)?;
        for told in &file.histories {
            self.history(told, &mut knowledge)?;
        }

        let units = *file.units.get_ref();
        if knowledge.space() != units {
            return Err(self.wrong(
                file.units.span(),
                format!(
                    "the file should hold {units} units of knowledge and holds {}",
                    knowledge.space()
                ),
                "it was cut short or changed: take it from where it was kept whole, or train again",
            ));
        }
        Ok(KnowledgeFile {
            knowledge,
            training: file.training,
        })
    }

    fn parse<T: for<'de> Deserialize<'de>>(&self) -> Result<T, KnowledgeError> {
        toml::from_str(self.text).map_err(|error: toml::de::Error| {
            let end = self.text.len();
            self.wrong(
                error.span().unwrap_or(end..end),
                format!(
                    "this is no file of knowledge: {}",
                    one_line(error.message())
                ),
                "such a file is written when training is over; if it was, it is damaged or cut short: \
                 train again",
            )
        })
    }

    fn check_subject(&self, header: &Header, subject: Subject<'_>) -> Result<(), KnowledgeError> {
        let format = *header.format.get_ref();
        if format != FORMAT {
            return Err(self.wrong(
                header.format.span(),
                format!("the file has format {format}, this program reads {FORMAT}"),
                "read it with the version of the program that wrote it, or train again",
            ));
        }
        let game = header.game.get_ref();
        if game != subject.name {
            return Err(self.wrong(
                header.game.span(),
                format!("this is about {game}, not about {}", subject.name),
                "what is known of one game is of no use in another: train for this one",
            ));
        }
        let rules = header.rules.get_ref();
        if u128::from_str_radix(rules, 16) != Ok(subject.fingerprint) {
            return Err(self.wrong(
                header.rules.span(),
                format!("the rules of {game} have changed since this was learned"),
                "what was true by the old rules need not be by the new: train again",
            ));
        }
        Ok(())
    }

    fn symmetries(&self, given: &Spanned<Vec<usize>>) -> Result<Symmetries, KnowledgeError> {
        let numbers = given.get_ref();
        let count = self.game.symmetries();
        let rising = numbers.windows(2).all(|pair| pair[0] < pair[1]);
        let group = numbers.first() == Some(&0);
        if !(group && rising && numbers.iter().all(|number| *number < count)) {
            return Err(self.wrong(
                given.span(),
                format!("{numbers:?} are no symmetries of this game"),
                format!(
                    "write numbers below {count}, each once and in order, 0 (nothing changes) first"
                ),
            ));
        }
        Ok(Symmetries::of(numbers.clone()))
    }

    fn contests(
        &self,
        given: &Spanned<Contests>,
        knowledge: &mut Knowledge<G>,
    ) -> Result<(), KnowledgeError> {
        let contests = given.get_ref();
        let ends = [
            contests.won_by_first,
            contests.won_by_second,
            contests.drawn,
        ];
        let counted = ends.into_iter().try_fold(0u64, u64::checked_add);
        if counted != Some(contests.played) {
            return Err(self.wrong(
                given.span(),
                format!(
                    "{} contests were played, but the ends that are counted do not add up to that",
                    contests.played
                ),
                "won-by-first, won-by-second and drawn together are all that were played",
            ));
        }
        knowledge.contest_length = ContestLength {
            contests: contests.played,
            plies: contests.plies,
        };
        knowledge.advantage = Advantage {
            wins: [contests.won_by_first, contests.won_by_second],
            draws: contests.drawn,
        };
        Ok(())
    }

    fn fork(
        &self,
        given: &Spanned<Vec<usize>>,
        knowledge: &mut Knowledge<G>,
    ) -> Result<(), KnowledgeError> {
        let fork = Fork {
            lines: given.get_ref().clone(),
        };
        if !fork.is_possible(self.game.drawing()) {
            return Err(self.wrong(
                given.span(),
                format!("no lines of lengths {:?} meet on this board", fork.lines),
                "name the lengths of two or more winning lines through a point, in order",
            ));
        }
        if knowledge.forks.relevant().contains(&fork) {
            return Err(self.twice(given.span(), "the forks"));
        }
        knowledge.forks.keep(fork);
        Ok(())
    }

    /// A position where somebody chooses.
    fn state(&self, given: &Spanned<String>) -> Result<G::Position, KnowledgeError> {
        let text = given.get_ref();
        let position = self.game.parse_position(text).map_err(|error| {
            let help = error.help.clone();
            self.wrong(
                given.span(),
                format!("this is no position of the game: {error}"),
                help.unwrap_or_else(|| format!("write `{}`", self.start())),
            )
        })?;
        match self.game.turn(&position) {
            Turn::Of(_) => Ok(position),
            Turn::Over(_) | Turn::Chance => Err(self.wrong(
                given.span(),
                "nobody chooses in this position".to_owned(),
                "only positions with a side to move are worth remembering: remove it",
            )),
        }
    }

    fn start(&self) -> String {
        self.game.write_position(&self.game.start())
    }

    fn mv(
        &self,
        position: &G::Position,
        given: &Spanned<String>,
    ) -> Result<G::Move, KnowledgeError> {
        self.game
            .parse_move(position, given.get_ref())
            .map_err(|error| {
                let help = error.help.clone();
                self.wrong(
                    given.span(),
                    error.problem,
                    help.unwrap_or_else(|| "write a legal move".to_owned()),
                )
            })
    }

    fn moves(
        &self,
        given: &Moves,
        symmetries: &Symmetries,
        memory: &mut MoveMemory<G>,
    ) -> Result<(), KnowledgeError> {
        for (state, moves) in given {
            let position = self.state(state)?;
            for text in moves {
                let mv = self.mv(&position, text)?;
                let known = memory.len();
                memory.keep(self.game, symmetries, &position, mv);
                if memory.len() == known {
                    return Err(self.twice(text.span(), "the moves of this position"));
                }
            }
        }
        Ok(())
    }

    /// Whatever was proved was proved from states that are nearer to the end, so going away from the
    /// end every proof can be given again.
    fn significant(
        &self,
        given: &BTreeMap<Spanned<String>, Certain>,
        knowledge: &mut Knowledge<G>,
    ) -> Result<(), KnowledgeError> {
        let mut from_the_end: Vec<(&Spanned<String>, &Certain)> = given.iter().collect();
        from_the_end.sort_by_key(|(_, certain)| certain.plies);
        let symmetries = &knowledge.symmetries;
        for (state, certain) in from_the_end {
            let position = self.state(state)?;
            let outcome = Outcome::win(match certain.winner {
                Winner::First => Seat::First,
                Winner::Second => Seat::Second,
            });
            let claimed = Significant {
                value: outcome.verdict(),
                plies: certain.plies,
            };
            let proved = knowledge
                .significant
                .prove(self.game, symmetries, &position)
                .is_some_and(|proved| {
                    proved.value == claimed.value && proved.plies <= claimed.plies
                });
            if !proved {
                return Err(self.wrong(
                    state.span(),
                    "the states that are nearer to the end do not prove this one".to_owned(),
                    "remove it and those that rest on it (and count the units again), or train again",
                ));
            }
            let known = knowledge.significant.len();
            knowledge
                .significant
                .keep(self.game, symmetries, &position, claimed);
            if knowledge.significant.len() == known {
                return Err(self.twice(state.span(), "the significant states"));
            }
        }
        Ok(())
    }

    fn history(
        &self,
        given: &Spanned<Told>,
        knowledge: &mut Knowledge<G>,
    ) -> Result<(), KnowledgeError> {
        let told = given.get_ref();
        let mut contest = Contest::new(self.game);
        for text in &told.moves {
            let mv = match contest.turn() {
                Turn::Of(_) => self.mv(contest.position(), text)?,
                Turn::Over(_) | Turn::Chance => {
                    return Err(self.wrong(
                        text.span(),
                        "the contest is over before this move".to_owned(),
                        "remove this move and those that follow",
                    ));
                }
            };
            contest.play(mv).map_err(|error| {
                self.wrong(text.span(), error.to_string(), "write a legal move")
            })?;
        }
        let winner = match told.winner {
            Ended::First => Some(Seat::First),
            Ended::Second => Some(Seat::Second),
            Ended::Nobody => None,
        };
        let ended = matches!(contest.turn(), Turn::Over(outcome) if outcome.winner() == winner);
        if !ended {
            return Err(self.wrong(
                given.span(),
                "this contest does not end as is said".to_owned(),
                "give all its moves, and the winner that they lead to",
            ));
        }
        let lesson = Lesson {
            positions: contest.positions(),
            moves: contest.moves(),
            winner,
            hoyle: match told.hoyle {
                Sat::First => Some(Seat::First),
                Sat::Second => Some(Seat::Second),
                Sat::Both | Sat::Watched => None,
            },
            observed: matches!(told.hoyle, Sat::Watched),
        };
        let known = knowledge.histories.kept().len();
        knowledge
            .histories
            .learn(self.game, &knowledge.symmetries, &lesson);
        if knowledge.histories.kept().len() == known {
            return Err(self.twice(given.span(), "the histories"));
        }
        Ok(())
    }

    fn twice(&self, span: Range<usize>, among: &str) -> KnowledgeError {
        self.wrong(
            span,
            format!("this, or a mirror image of it, is twice among {among}"),
            "remove one of them (and count the units again)",
        )
    }

    fn wrong(
        &self,
        span: Range<usize>,
        problem: String,
        help: impl Into<String>,
    ) -> KnowledgeError {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        KnowledgeError {
            line: before.matches('\n').count() + 1,
            span,
            problem,
            help: help.into(),
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
