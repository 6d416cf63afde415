//! The catalog: games, players and evaluations by name. It is a value, and open: anybody adds to it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use shido_core::{Game, nearest};
use shido_search::Model;

use crate::additions::Additions;
use crate::entry::{Entry, Playable};
use crate::game::AnyGame;
use crate::players::{AddedPlayer, GenericPlayer, PlayerDescription, described};
use crate::sources::{Source, is_path, open_file, shipped};
use crate::trainers::{self, TrainerDescription};
use crate::{About, AnySession, Error, GameList, PlayerList, Saved, Settings, Spec};

/// Games, players and evaluations by name.
///
/// ```
/// use shido::{Catalog, Settings};
///
/// let catalog = Catalog::shipped();
/// let mut session = catalog.open("tic-tac-toe")?.session(None, &Settings::in_memory())?;
/// session.play("b2")?;
/// assert_eq!(session.position(), ".../.X./... O");
/// # Ok::<(), shido::Error>(())
/// ```
pub struct Catalog {
    games: Vec<Listing>,
    /// Other names of games, each with the name that it stands for.
    aliases: Vec<(String, String)>,
    additions: Arc<Additions>,
    /// Games that somebody holds, so that all share what is known of them.
    opened: Mutex<HashMap<String, Weak<dyn AnyGame>>>,
}

/// A game of the catalog: its name, and what it is made of.
pub(crate) struct Listing {
    pub(crate) name: String,
    pub(crate) source: Source,
}

/// What people also call the games that come with Shido.
const ALIASES: &[(&str, &str)] = &[
    ("baduk", "go"),
    ("checkers", "draughts"),
    ("connect4", "connect-four"),
    ("five-in-a-row", "gomoku"),
    ("four-in-a-row", "connect-four"),
    ("mill", "nine-mens-morris"),
    ("nim", "coins"),
    ("noughts-and-crosses", "tic-tac-toe"),
    ("reversi", "othello"),
    ("tictactoe", "tic-tac-toe"),
    ("weiqi", "go"),
];

impl Default for Catalog {
    fn default() -> Catalog {
        Catalog::shipped()
    }
}

impl Catalog {
    /// The games that come with Shido.
    #[must_use]
    pub fn shipped() -> Catalog {
        Catalog {
            games: shipped(),
            aliases: ALIASES
                .iter()
                .map(|(alias, name)| ((*alias).to_owned(), (*name).to_owned()))
                .collect(),
            ..Catalog::empty()
        }
    }

    /// No game at all. Frames and trees can still be opened from files.
    #[must_use]
    pub fn empty() -> Catalog {
        Catalog {
            games: Vec::new(),
            aliases: Vec::new(),
            additions: Arc::default(),
            opened: Mutex::default(),
        }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// Where there is one of that name already.
    pub fn add_game<G: Playable>(
        &mut self,
        name: &str,
        entry: impl Fn() -> Entry<G> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        let own = name.to_owned();
        self.add_family(name, move |spec| match spec.options.first() {
            None => Ok(entry()),
            Some((key, _)) => Err(Error::UnknownOption {
                name: own.clone(),
                key: key.clone(),
                nearest: None,
                known: Vec::new(),
            }),
        })
    }

    /// Adds a family of games that differ by options: `name:key=value`.
    ///
    /// # Errors
    /// Where there is one of that name already.
    pub fn add_family<G: Playable>(
        &mut self,
        name: &str,
        entry: impl Fn(&Spec) -> Result<Entry<G>, Error> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        self.free(name)?;
        let open = move |spec: &Spec, additions: &Arc<Additions>| {
            Ok(entry(spec)?.named(&spec.to_string()).open(additions))
        };
        self.games.push(Listing {
            name: name.to_owned(),
            source: Source::Added(Box::new(open)),
        });
        self.games.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(())
    }

    /// Adds a player that plays any game.
    ///
    /// # Errors
    /// Where there is one of that name already.
    pub fn add_player(
        &mut self,
        name: &str,
        about: &str,
        make: impl Fn(&Spec) -> Result<Box<dyn GenericPlayer>, Error> + Send + Sync + 'static,
    ) -> Result<(), Error> {
        if self.players().iter().any(|known| known.name == name) {
            return Err(Error::Taken {
                name: name.to_owned(),
            });
        }
        let description = PlayerDescription {
            name: name.to_owned(),
            about: about.to_owned(),
            plays: "any game".to_owned(),
            fixed: Some(false),
            options: Vec::new(),
            version: 1,
        };
        self.added().add_player(AddedPlayer {
            description,
            make: Arc::new(make),
        });
        Ok(())
    }

    /// Adds an evaluation for a game, which `weights=NAME` asks a search for. The type of the game has
    /// to be the right one, else nobody will find it.
    pub fn add_evaluation<G: Game + 'static>(
        &mut self,
        game: &str,
        name: &str,
        model: impl Model<G> + Send + Sync + 'static,
    ) {
        self.added().add_evaluation(game, name, Arc::new(model));
    }

    /// What was added. Games that are open already do not see what is added now.
    fn added(&mut self) -> &mut Additions {
        let opened = self.opened.get_mut();
        opened.unwrap_or_else(PoisonError::into_inner).clear();
        Arc::make_mut(&mut self.additions)
    }

    /// The names of the games and their other names.
    fn names(&self) -> impl Iterator<Item = &str> {
        let aliases = self.aliases.iter().map(|(alias, _)| alias.as_str());
        self.games().chain(aliases)
    }

    /// Adds another name for a game.
    ///
    /// # Errors
    /// Where something has that name already.
    pub fn add_alias(&mut self, alias: &str, game: &str) -> Result<(), Error> {
        self.free(alias)?;
        self.aliases.push((alias.to_owned(), game.to_owned()));
        Ok(())
    }

    fn free(&self, name: &str) -> Result<(), Error> {
        match self.names().any(|known| known == name) {
            false => Ok(()),
            true => Err(Error::Taken {
                name: name.to_owned(),
            }),
        }
    }

    /// The names of the games, in alphabetical order.
    pub fn games(&self) -> impl Iterator<Item = &str> {
        self.games.iter().map(|listing| listing.name.as_str())
    }

    /// The games, with what is known of them.
    ///
    /// # Errors
    /// Where one of them cannot be opened.
    pub fn list_games(&self) -> Result<GameList, Error> {
        let games = self.games().map(|name| {
            let aliases = self.aliases.iter().filter(|(_, game)| game == name);
            Ok(About {
                aliases: aliases.map(|(alias, _)| alias.clone()).collect(),
                ..self.open(name)?.about().clone()
            })
        });
        Ok(GameList {
            games: games.collect::<Result<_, Error>>()?,
        })
    }

    /// The players and trainers, with what can be chosen about them.
    #[must_use]
    pub fn list_players(&self) -> PlayerList {
        PlayerList {
            players: self.players(),
            trainers: self.trainers(),
        }
    }

    /// All players.
    #[must_use]
    pub fn players(&self) -> Vec<PlayerDescription> {
        let shipped = described().into_iter();
        shipped.chain(self.additions.descriptions()).collect()
    }

    /// The trainers that are more than one player for all contests.
    #[must_use]
    pub fn trainers(&self) -> Vec<TrainerDescription> {
        trainers::described()
    }

    /// Opens a game: one of the catalog by its name, perhaps with options
    /// (`mnk:columns=5,rows=5,in-a-row=4`), or a frame (`.toml`) or explicit tree (`.tree`) by its
    /// path. Opening a game that is open already gives the same one.
    ///
    /// # Errors
    /// Where there is no such game, or the file cannot be read or has mistakes.
    pub fn open(&self, text: &str) -> Result<Arc<dyn AnyGame>, Error> {
        if is_path(text) {
            return open_file(text, &self.additions);
        }
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(game) = opened.get(text).and_then(Weak::upgrade) {
            return Ok(game);
        }
        let mut spec: Spec = text.parse()?;
        if let Some((_, name)) = self.aliases.iter().find(|(alias, _)| *alias == spec.name) {
            spec.name.clone_from(name);
        }
        let found = self.games.iter().find(|listing| listing.name == spec.name);
        let Some(listing) = found else {
            return Err(Error::UnknownGame {
                nearest: nearest(&spec.name, self.names()).map(str::to_owned),
                name: spec.name,
            });
        };
        let game = listing.source.open(&listing.name, &spec, &self.additions)?;
        opened.retain(|_, game| game.strong_count() > 0);
        opened.insert(text.to_owned(), Arc::downgrade(&game));
        Ok(game)
    }

    /// A session as it was saved, with fresh players at its seats.
    ///
    /// # Errors
    /// Where the game or a player cannot be had, or the moves are not legal.
    pub fn load(&self, saved: &Saved, settings: &Settings) -> Result<Box<dyn AnySession>, Error> {
        let game = self.open(&saved.game)?;
        let start = (!saved.start.is_empty()).then_some(&*saved.start);
        let mut session = Arc::clone(&game).session(start, settings)?;
        for mv in &saved.moves {
            session.play(mv)?;
        }
        if let Some(end) = saved.ended {
            session.end_early(end);
        }
        for (seat, player) in shido_core::Seat::BOTH.into_iter().zip(&saved.players) {
            if let Some(spec) = player {
                let player = game.player(spec, settings, &|_| {})?;
                session.seat(seat, Some(&player))?;
            }
        }
        Ok(session)
    }
}
