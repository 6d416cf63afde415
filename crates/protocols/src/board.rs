//! The contest as a board tells it.

use std::sync::Arc;

use anstyle::Style;
use shido::{AnyGame, AnySession, EarlyEnd, Error, Moved, Seat, Settings, Turn, Verdict};
use shido_draw::{TerminalStyle, terminal};

/// A contest that is told by its start and all of its moves, again and again.
pub(crate) struct Board {
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) session: Box<dyn AnySession>,
    settings: Settings,
    start: Option<String>,
    /// The moves since then, as they were told.
    told: Vec<String>,
    /// What the engine answered here, which the board tells with the next position, if there is one.
    answered: Option<(Seat, Moved)>,
    /// The side that the engine played last.
    own: Option<Seat>,
    /// Whether the last move is a guess, made so that it is thought about what comes after it.
    pub(crate) guessed: bool,
    /// How many contests were begun, so that each has random numbers of its own.
    begun: u64,
}

impl Board {
    pub(crate) fn new(game: Arc<dyn AnyGame>, settings: Settings) -> Result<Board, Error> {
        Ok(Board {
            session: Arc::clone(&game).session(None, &settings)?,
            game,
            settings,
            start: None,
            told: Vec::new(),
            answered: None,
            own: None,
            guessed: false,
            begun: 0,
        })
    }

    /// How many moves were told since the start.
    pub(crate) fn plies(&self) -> usize {
        self.told.len()
    }

    /// Begins a contest, where it usually begins if `start` is `None`. The old one goes on where the new
    /// start is no position.
    pub(crate) fn begin(&mut self, start: Option<&str>) -> Result<(), Error> {
        self.session = self.fresh(start)?;
        self.start = start.map(str::to_owned);
        self.told.clear();
        self.forget_the_answer();
        Ok(())
    }

    /// The engine has answered for a side. Where that ends the contest, a board need not tell it any more.
    pub(crate) fn answer(&mut self, seat: Seat, moved: Moved) {
        self.own = Some(seat);
        self.answered = Some((seat, moved));
    }

    /// The contest goes on otherwise.
    pub(crate) fn forget_the_answer(&mut self) {
        self.answered = None;
    }

    /// Nothing more happens in the contest: the engine's answer was the last, if it was not told since.
    pub(crate) fn close(&mut self) -> Result<(), Error> {
        if std::mem::take(&mut self.guessed) {
            self.session.take_back();
        }
        match self.answered.take() {
            Some((_, Moved::Move(mv))) => self.session.play(&mv),
            Some((seat, Moved::Resigned)) => {
                self.session.resign(seat);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The same with how it ended for the engine, where the rules do not say.
    pub(crate) fn close_with(&mut self, verdict: Verdict) -> Result<(), Error> {
        self.close()?;
        if let Some(own) = self.own {
            self.session.end_early(match verdict {
                Verdict::Win => EarlyEnd::Resigned(own.other()),
                Verdict::Draw => EarlyEnd::Agreed,
                Verdict::Loss => EarlyEnd::Resigned(own),
            });
        }
        Ok(())
    }

    fn fresh(&mut self, start: Option<&str>) -> Result<Box<dyn AnySession>, Error> {
        self.begun += 1;
        let settings = Settings {
            seed: self.settings.seed.derive(self.begun),
            ..self.settings.clone()
        };
        Arc::clone(&self.game).session(start, &settings)
    }

    /// Comes to where these moves lead from a start. The contest goes on if it is the one that is known.
    ///
    /// # Errors
    /// Where the start is no position: the contest stays as it was. Where a move is not legal: the contest
    /// then stands before it.
    pub(crate) fn follow(&mut self, start: Option<&str>, moves: &[&str]) -> Result<(), Error> {
        self.guessed = false;
        let known = self.start.as_deref() == start
            && self.told.len() <= moves.len()
            && self.told.iter().zip(moves).all(|(told, mv)| told == mv);
        if !known {
            self.begin(start)?;
        }
        for mv in &moves[self.told.len()..] {
            self.play(mv)?;
        }
        Ok(())
    }

    /// Plays a move.
    pub(crate) fn play(&mut self, mv: &str) -> Result<(), Error> {
        self.go_on()?;
        self.session.play(mv)?;
        self.forget_the_answer();
        self.told.push(mv.to_owned());
        Ok(())
    }

    /// Boards play on where a position has recurred so often that the rules end the contest: then it begins
    /// anew there.
    pub(crate) fn go_on(&mut self) -> Result<(), Error> {
        let recurred = self.session.repetition();
        if let Turn::Over(_) = self.session.turn()
            && recurred.is_some_and(|(now, most)| now >= most)
        {
            let here = self.session.position();
            self.session = self.fresh(Some(&here))?;
        }
        Ok(())
    }

    /// Who is to move.
    pub(crate) fn mover(&self) -> Option<Seat> {
        match self.session.turn() {
            Turn::Of(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        }
    }

    /// The position for a person to look at, in lines of which none is empty: boards take that for an end.
    pub(crate) fn drawn(&self) -> String {
        let plain = Style::new();
        let style = TerminalStyle {
            sides: [plain; 2],
            label: plain,
            board: plain,
            brackets: plain,
            ..TerminalStyle::default()
        };
        let board = terminal(&self.session.picture(), &style);
        let lines = board.lines().filter(|line| !line.trim().is_empty());
        let mut text: String = lines.flat_map(|line| [line, "\n"]).collect();
        text += &self.session.position();
        text
    }
}
