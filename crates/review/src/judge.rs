//! What each position of a contest is worth, by a judge.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use shido::{
    Adviser, AnyGame, AnyPlayer, AnySession, Ask, Error, Event, ForFirst, Request, Saved, Seat,
    Settings, Spec, ThinkingLimits, Turn, Watch,
};
use shido_core::parallel;

/// The positions that a search may visit for each position of the contest, unless a judge is named: enough to see
/// what people see, few enough to wait for.
const NODES: u64 = 50_000;

/// Positions that are asked about one after the other, so that the search finds what it knows of the last one.
/// The number is fixed: what is found does not depend on the number of threads.
const BLOCK: usize = 20;

/// What a judge says of a position.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    /// What it is worth to the first player, from -1 to 1.
    value: f64,
    /// The expected line of play.
    pub(crate) line: Vec<String>,
    /// Whether it was sampled, so that a little more or less means nothing.
    pub(crate) sampled: bool,
}

impl Judged {
    /// What it is worth to a side.
    pub(crate) fn for_seat(&self, seat: Seat) -> f64 {
        ForFirst(self.value).seen_by(seat).0
    }
}

/// Who judges.
pub(crate) struct Judge<'a> {
    pub(crate) game: &'a Arc<dyn AnyGame>,
    pub(crate) player: AnyPlayer,
    limits: ThinkingLimits,
    settings: &'a Settings,
}

impl<'a> Judge<'a> {
    /// The judge that is named, or the game's own search with a budget.
    pub(crate) fn new(
        game: &'a Arc<dyn AnyGame>,
        named: Option<&Spec>,
        settings: &'a Settings,
        watch: Watch<'_>,
    ) -> Result<Judge<'a>, Error> {
        let usual: Spec = game.about().thinker.parse()?;
        let player = game.player(named.unwrap_or(&usual), settings, watch)?;
        let nodes = match named {
            Some(_) => None,
            None => Some(NODES),
        };
        let limits = ThinkingLimits {
            nodes,
            ..ThinkingLimits::default()
        };
        Ok(Judge::within(game, player, limits, settings))
    }

    /// A judge with limits.
    pub(crate) fn within(
        game: &'a Arc<dyn AnyGame>,
        player: AnyPlayer,
        limits: ThinkingLimits,
        settings: &'a Settings,
    ) -> Judge<'a> {
        Judge {
            game,
            player,
            limits,
            settings,
        }
    }

    pub(crate) fn adviser(&self) -> Result<Adviser, Error> {
        self.game.adviser(&self.player)
    }

    /// What one position is worth.
    pub(crate) fn see(
        &self,
        session: &dyn AnySession,
        adviser: &mut Adviser,
    ) -> Result<Judged, Error> {
        if let Turn::Over(outcome) = session.turn() {
            return Ok(Judged {
                value: outcome.payoff().0.clamp(-1.0, 1.0),
                line: Vec::new(),
                sampled: false,
            });
        }
        if self.settings.stop.load(Ordering::Relaxed) {
            return Err(Error::Stopped);
        }
        let request = Request {
            limits: self.limits,
            cancel: Some(Arc::clone(&self.settings.stop)),
            ..Request::default()
        };
        let thought = session.consult(adviser, Ask::BestMove, &request)?.thought;
        let sampled = thought.moves.iter().any(|it| it.tried.is_some());
        let line = match thought.line.is_empty() {
            true => thought.best.into_iter().take(1).collect(),
            false => thought.line,
        };
        Ok(Judged {
            value: thought.value.0.clamp(-1.0, 1.0),
            line,
            sampled,
        })
    }

    /// A line from a position made as long as is wanted: some who judge tell a move or two only, and then are
    /// asked again where their line ends.
    pub(crate) fn extended(
        &self,
        session: &mut dyn AnySession,
        adviser: &mut Adviser,
        line: &[String],
        longest: usize,
    ) -> Result<Vec<String>, Error> {
        let mut line = line[..line.len().min(longest)].to_vec();
        for mv in &line {
            session.play(mv)?;
        }
        while line.len() < longest && matches!(session.turn(), Turn::Of(_)) {
            let Some(next) = self.see(session, adviser)?.line.into_iter().next() else {
                break;
            };
            session.play(&next)?;
            line.push(next);
        }
        for _ in &line {
            session.take_back();
        }
        Ok(line)
    }

    /// What every position of a contest is worth, the start first.
    pub(crate) fn see_all(&self, record: &Saved, watch: Watch<'_>) -> Result<Vec<Judged>, Error> {
        let count = record.moves.len() + 1;
        let done = AtomicU64::new(0);
        let block = |number: usize| -> Result<Vec<Judged>, Error> {
            let first = number * BLOCK;
            let mut session = self.session(record, first)?;
            let mut adviser = self.adviser()?;
            let mut found = Vec::with_capacity(BLOCK);
            for ply in first..count.min(first + BLOCK) {
                found.push(self.see(&*session, &mut adviser)?);
                watch(Event::Contests(done.fetch_add(1, Ordering::Relaxed) + 1));
                if let Some(mv) = record.moves.get(ply) {
                    session.play(mv)?;
                }
            }
            Ok(found)
        };
        let blocks = parallel::on_threads(self.settings.threads, || {
            parallel::map(count.div_ceil(BLOCK), &block)
        });
        let blocks: Result<Vec<_>, _> = blocks.into_iter().collect();
        Ok(blocks?.into_iter().flatten().collect())
    }

    /// The contest after so many moves.
    pub(crate) fn session(
        &self,
        record: &Saved,
        moves: usize,
    ) -> Result<Box<dyn AnySession>, Error> {
        let start = Some(record.start.as_str()).filter(|start| !start.is_empty());
        let mut session = Arc::clone(self.game).session(start, self.settings)?;
        for mv in &record.moves[..moves] {
            session.play(mv)?;
        }
        Ok(session)
    }
}
