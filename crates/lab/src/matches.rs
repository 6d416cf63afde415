//! The matches of an experiment with their games.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use shido::{AnyGame, AnyPlayer, Catalog, Event, Settings, Spec};

use crate::LabError;
use crate::bout::{Bout, Tally};
use crate::experiment::Contests;
use crate::journal::Block;
use crate::losses::Losses;
use crate::open::Blocks;
use crate::place::Placed;
use crate::run_id::Sampling;

/// The matches of an experiment with their games, each of which is opened once for all of them.
pub(crate) struct Matches {
    contests: Contests,
    games: BTreeMap<String, Arc<dyn AnyGame>>,
}

/// The players of each match, A and B. Who plays several is made once.
pub(crate) type Players = Vec<[AnyPlayer; 2]>;

impl Matches {
    pub(crate) fn open(contests: &Contests, catalog: &Catalog) -> Result<Matches, LabError> {
        let mut games = BTreeMap::new();
        for bout in &contests.bouts {
            let name = bout.game.value.as_str();
            if !games.contains_key(name) {
                let game = catalog.open(name);
                let game = game.map_err(|error| bout.game.place.refuse(&error))?;
                games.insert(name.to_owned(), game);
            }
        }
        Ok(Matches {
            contests: contests.clone(),
            games,
        })
    }

    fn game(&self, bout: &Bout) -> &Arc<dyn AnyGame> {
        &self.games[bout.game.value.as_str()]
    }

    /// The rules, who plays, and how they behave, as text: a player that behaves otherwise than before
    /// does not go on where it was.
    pub(crate) fn definition(&self) -> Result<String, LabError> {
        let mut text = String::new();
        for bout in &self.contests.bouts {
            let game = self.game(bout);
            let behaviour = |player: &Placed<Spec>| {
                game.behaviour(&player.value).map_err(|error| {
                    // Who is unknown is told as a player: trainers could behave, too.
                    let made = game.player(&player.value, &Settings::in_memory(), &|_| {});
                    player.place.refuse(&made.err().unwrap_or(error))
                })
            };
            text.push_str(&format!(
                "\n{:x} {} {} {}",
                game.about().fingerprint,
                bout.definition(),
                behaviour(&bout.a)?,
                behaviour(&bout.b)?
            ));
        }
        Ok(text)
    }

    /// All blocks of a run, each with its number of contests; `None` if it is exact.
    pub(crate) fn blocks(&self, sampling: Sampling) -> Blocks {
        let bouts = 0..self.contests.bouts.len();
        match sampling {
            Sampling::Exact => bouts.map(|bout| ((bout, 0), None)).collect(),
            Sampling::Games(games) => {
                let size = block_size(games);
                bouts
                    .flat_map(|bout| {
                        (0..games.div_ceil(size)).map(move |block| {
                            let left = games - block * size;
                            ((bout, block), Some(left.min(size)))
                        })
                    })
                    .collect()
            }
        }
    }

    /// Makes every player once, so that whoever cannot play is found before anything is played. Games
    /// that have to be solved for it are solved here, on all threads.
    pub(crate) fn prepare_all(
        &self,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Players, LabError> {
        let mut made: BTreeMap<(String, String), AnyPlayer> = BTreeMap::new();
        let mut make = |bout: &Bout, player: &Placed<Spec>| {
            let key = (bout.game.value.clone(), player.value.to_string());
            if let Some(known) = made.get(&key) {
                return Ok(known.clone());
            }
            let new = self.game(bout).player(&player.value, settings, watch);
            let new = new.map_err(|error| match error {
                shido::Error::Solve { .. } => LabError::Catalog {
                    what: format!("`{}` cannot play", player.value),
                    source: Box::new(error),
                },
                error => player.place.refuse(&error),
            })?;
            made.insert(key, new.clone());
            Ok(new)
        };
        let bouts = self.contests.bouts.iter();
        bouts
            .map(|bout| Ok([make(bout, &bout.a)?, make(bout, &bout.b)?]))
            .collect()
    }

    /// A block of contests; `None` where it was stopped on the way.
    pub(crate) fn play(
        &self,
        (bout, block): Block,
        games: Option<u64>,
        players: &Players,
        settings: &Settings,
        watch: &(dyn Fn(Event) + Sync),
    ) -> Result<Option<Tally>, LabError> {
        let chosen = &self.contests.bouts[bout];
        let settings = Settings {
            seed: settings.seed.derive(bout as u64).derive(block),
            threads: Some(NonZeroUsize::MIN),
            ..settings.clone()
        };
        let game = self.game(chosen);
        match game.play_match(&chosen.order(&players[bout], games), &settings, watch) {
            Ok(report) if report.games != games => Ok(None),
            Ok(report) => {
                let mut tally = Tally::of(&report);
                if chosen.losses {
                    let [a, _] = &players[bout];
                    tally.losses = match Losses::of_a(chosen, game, a, &report, &settings) {
                        Ok(losses) => losses,
                        Err(_) if settings.stop.load(Ordering::Relaxed) => return Ok(None),
                        Err(error) => return Err(chosen.a.place.refuse(&error)),
                    };
                }
                Ok(Some(tally))
            }
            Err(_) if settings.stop.load(Ordering::Relaxed) => Ok(None),
            Err(error) => Err(LabError::Catalog {
                source: Box::new(error),
                what: format!(
                    "{}, {} against {}",
                    chosen.game.value, chosen.a.value, chosen.b.value
                ),
            }),
        }
    }
}

/// How many contests are played before they are written down. Where few are wanted they are slow, so
/// that little is lost when the run is killed. The number is even, so that both sides of an opening
/// are in one block. Where very many are wanted the blocks are larger: to list millions of them takes seconds.
fn block_size(games: u64) -> u64 {
    const MOST_BLOCKS: u64 = 10_000;
    let size = (games / 10).clamp(10, 1000).max(games / MOST_BLOCKS);
    size.next_multiple_of(2)
}
