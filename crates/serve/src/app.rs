//! What all requests share: the catalog, the memory, the contests at hand, and how much may be done at once.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shido::{AnyGame, Catalog, OptionKind, Seed, Settings, Spec};
use shido_club::{Advice, KeptStudents, students_file};
use shido_store::{Memory, Sqlite};
use tokio::sync::{Semaphore, watch};

use crate::Limits;
use crate::failure::Failure;
use crate::keeper::Keeper;
use crate::pages::Pages;
use crate::sitting::Sitting;

/// A value behind a lock. Whoever panicked while they held it has not left it half changed: it is changed by
/// single assignments.
pub(crate) fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work that takes long, and can be told to stop.
pub(crate) trait Work<T>:
    FnOnce(&Arc<App>, &Arc<AtomicBool>) -> Result<T, Failure> + Send + 'static
{
}

impl<T, W> Work<T> for W where
    W: FnOnce(&Arc<App>, &Arc<AtomicBool>) -> Result<T, Failure> + Send + 'static
{
}

/// What all requests share.
pub(crate) struct App {
    pub(crate) catalog: Arc<Catalog>,
    settings: Settings,
    /// Whose contests and cards these are.
    pub(crate) student: String,
    /// Whether players may be asked for that read files or start programs.
    any_player: bool,
    pub(crate) limits: Limits,
    pub(crate) pages: Pages,
    memory: Mutex<Box<dyn Memory>>,
    pub(crate) keeper: Keeper,
    sittings: Mutex<HashMap<i64, Arc<Sitting>>>,
    /// Held while a contest is taken from the memory, so that there is one of each.
    loading: tokio::sync::Mutex<()>,
    /// Games that were opened, so that what is known of them stays.
    games: Mutex<HashMap<String, Arc<dyn AnyGame>>>,
    advice: Mutex<HashMap<String, Arc<Advice>>>,
    /// Places for those who think about a move in a contest, and for what takes long.
    pub(crate) moving: Semaphore,
    preparing: Semaphore,
    studying: Semaphore,
    reviewing: Semaphore,
    waiting: AtomicUsize,
    /// Becomes true when the server stops.
    pub(crate) closing: watch::Sender<bool>,
}

impl App {
    pub(crate) fn new(
        catalog: Arc<Catalog>,
        settings: Settings,
        student: String,
        any_player: bool,
        limits: Limits,
        pages: Pages,
    ) -> Result<App, crate::ServeError> {
        let Some(data) = settings.data.clone() else {
            return Err(crate::ServeError::NoFolder);
        };
        let file = students_file(&data);
        let open = || Sqlite::open(&file).map_err(crate::ServeError::Memory);
        let (memory, kept) = (open()?, open()?);
        let students = KeptStudents {
            file: file.clone(),
            trouble: |error| tracing::warn!(%error, "what a tutor has learned is not kept"),
        };
        Ok(App {
            catalog,
            settings: Settings {
                students: Some(Arc::new(students)),
                memory: settings.memory.min(limits.memory),
                threads: std::num::NonZeroUsize::new(1),
                ..settings
            },
            student,
            any_player,
            pages,
            memory: Mutex::new(Box::new(memory)),
            keeper: Keeper::new(Box::new(kept)).map_err(crate::ServeError::System)?,
            sittings: Mutex::default(),
            loading: tokio::sync::Mutex::default(),
            games: Mutex::default(),
            advice: Mutex::default(),
            moving: Semaphore::new(limits.moving),
            preparing: Semaphore::new(limits.moving),
            studying: Semaphore::new(limits.studying),
            reviewing: Semaphore::new(limits.reviewing),
            waiting: AtomicUsize::new(0),
            limits,
            closing: watch::Sender::new(false),
        })
    }

    pub(crate) fn memory(&self) -> MutexGuard<'_, Box<dyn Memory>> {
        lock(&self.memory)
    }

    /// The folder in which things are kept.
    pub(crate) fn data(&self) -> Option<&std::path::Path> {
        self.settings.data.as_deref()
    }

    /// Settings with a seed that nobody chose, and with somebody who can stop the work.
    pub(crate) fn settings(&self, stop: &Arc<AtomicBool>) -> Settings {
        use std::hash::{BuildHasher, RandomState};
        Settings {
            seed: Seed(RandomState::new().hash_one("seed")),
            stop: Arc::clone(stop),
            ..self.settings.clone()
        }
    }

    /// Opens a game that somebody asks for by its name. Files are not opened by name: whoever asks may sit
    /// elsewhere.
    pub(crate) fn open(&self, name: &str) -> Result<Arc<dyn AnyGame>, Failure> {
        let is_file =
            name.contains(['/', '\\']) || name.ends_with(".toml") || name.ends_with(".tree");
        if is_file || name.len() > 200 {
            return Err(shido::Error::UnknownGame {
                name: name.chars().take(80).collect(),
                nearest: None,
            }
            .into());
        }
        if let Some(game) = lock(&self.games).get(name) {
            return Ok(Arc::clone(game));
        }
        let game = self.catalog.open(name)?;
        // Of games with options there is no end.
        if !name.contains(':') {
            lock(&self.games).insert(name.to_owned(), Arc::clone(&game));
        }
        Ok(game)
    }

    /// Whether this player may be asked for.
    pub(crate) fn check_player(&self, spec: &Spec) -> Result<(), Failure> {
        if self.any_player {
            return Ok(());
        }
        let players = self.catalog.players();
        let description = players.iter().find(|player| player.name == spec.name);
        let harmless = |key: &str| {
            let options = description.iter().flat_map(|it| &it.options);
            let option = options.into_iter().find(|option| option.name == key);
            // One that is not known is refused where the player is made.
            option.is_none_or(|option| {
                matches!(
                    option.kind,
                    OptionKind::Whole { .. }
                        | OptionKind::Number { .. }
                        | OptionKind::Choice { .. }
                )
            })
        };
        match spec.options.iter().find(|(key, _)| !harmless(key)) {
            None => Ok(()),
            Some((key, _)) => Err(Failure::impossible(format!(
                "`{key}` cannot be chosen in the browser"
            ))
            .help("it could read files or start programs; whoever runs the server can allow any player")),
        }
    }

    /// Who knows best in a game.
    pub(crate) fn advice(&self, game: &Arc<dyn AnyGame>) -> Arc<Advice> {
        let about = game.about();
        let key = format!("{} {}", about.kept_as, about.fingerprint);
        let mut advice = lock(&self.advice);
        if advice.len() > self.limits.contests {
            advice.clear();
        }
        let made = || Arc::new(Advice::new(game, &self.settings(&Arc::default())));
        Arc::clone(advice.entry(key).or_insert_with(made))
    }

    /// Does quick work that may wait for a disk, away from those who answer.
    pub(crate) async fn quick<T: Send + 'static>(
        self: &Arc<App>,
        work: impl FnOnce(&Arc<App>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let app = Arc::clone(self);
        tokio::task::spawn_blocking(move || work(&app)).await?
    }

    /// Prepares something that is to be played. It takes long where a game has to be solved first.
    pub(crate) async fn prepare<T: Send + 'static>(
        self: &Arc<App>,
        work: impl Work<T>,
    ) -> Result<T, Failure> {
        self.work(&self.preparing, self.limits.study, work).await
    }

    /// Thinks about something that a person waits for.
    pub(crate) async fn study<T: Send + 'static>(
        self: &Arc<App>,
        work: impl Work<T>,
    ) -> Result<T, Failure> {
        self.work(&self.studying, self.limits.study, work).await
    }

    /// Looks at a whole contest.
    pub(crate) async fn review<T: Send + 'static>(
        self: &Arc<App>,
        work: impl Work<T>,
    ) -> Result<T, Failure> {
        self.work(&self.reviewing, self.limits.review, work).await
    }

    /// Does work that takes long: so many at once, so many waiting, and no longer than is allowed. It is told to
    /// stop when the time is up, the server stops, or nobody waits for it any more.
    async fn work<T: Send + 'static>(
        self: &Arc<App>,
        places: &Semaphore,
        time: Duration,
        work: impl Work<T>,
    ) -> Result<T, Failure> {
        let waiting = Waiting::enter(&self.waiting, self.limits.waiting)?;
        let _place = places.acquire().await.map_err(|_| Failure::busy())?;
        drop(waiting);
        let mut stop = StopOnDrop(Some(Arc::default()));
        let (app, flag) = (Arc::clone(self), stop.flag());
        let mut work = tokio::task::spawn_blocking(move || work(&app, &flag));
        let mut closing = self.closing.subscribe();
        tokio::select! {
            done = &mut work => {
                // Players that were made meanwhile look at the flag as long as they live.
                stop.0 = None;
                return done?;
            }
            () = tokio::time::sleep(time) => {}
            _ = closing.wait_for(|closing| *closing) => {}
        }
        drop(stop);
        work.await?
    }

    /// A contest of the student, as it stands.
    pub(crate) async fn sitting(self: &Arc<App>, id: i64) -> Result<Arc<Sitting>, Failure> {
        if let Some(sitting) = self.at_hand(id) {
            return Ok(sitting);
        }
        let _one_at_a_time = self.loading.lock().await;
        if let Some(sitting) = self.at_hand(id) {
            return Ok(sitting);
        }
        let loaded = self.quick(move |app| {
            let kept = app.memory().contest(&app.student, id)?;
            let kept = kept.ok_or_else(|| Failure::missing(format!("there is no contest {id}")))?;
            Sitting::load(app, &kept)
        });
        let sitting = Arc::new(loaded.await?);
        self.seat(&sitting)?;
        Ok(sitting)
    }

    fn at_hand(&self, id: i64) -> Option<Arc<Sitting>> {
        lock(&self.sittings).get(&id).cloned()
    }

    /// Keeps a contest at hand.
    pub(crate) fn seat(&self, sitting: &Arc<Sitting>) -> Result<(), Failure> {
        let mut sittings = lock(&self.sittings);
        if sittings.len() >= self.limits.contests {
            make_room(&mut sittings, self.limits.at_rest, Duration::ZERO);
        }
        if sittings.len() >= self.limits.contests {
            return Err(Failure::busy());
        }
        sittings.insert(sitting.id, Arc::clone(sitting));
        Ok(())
    }

    /// All contests at hand.
    pub(crate) fn all(&self) -> Vec<Arc<Sitting>> {
        lock(&self.sittings).values().cloned().collect()
    }

    /// Ends the contests of those whose time is up, and lets contests go that nobody looks at any more.
    pub(crate) async fn watch(self: Arc<App>) {
        const OFTEN: Duration = Duration::from_millis(100);
        const FORGOTTEN: Duration = Duration::from_secs(60);
        let mut closing = self.closing.subscribe();
        loop {
            tokio::select! {
                _ = closing.changed() => return,
                () = tokio::time::sleep(OFTEN) => {}
            }
            make_room(&mut lock(&self.sittings), self.limits.at_rest, FORGOTTEN);
            for sitting in self.all() {
                if sitting.has_fallen() {
                    let done = self.quick(move |app| {
                        sitting.fall(app);
                        Ok(())
                    });
                    let _ = done.await;
                }
            }
        }
    }

    /// Tells everybody to come to an end.
    pub(crate) fn close(&self) {
        self.closing.send_replace(true);
        self.settings.stop.store(true, Ordering::Relaxed);
        for sitting in self.all() {
            sitting.cancel();
        }
    }
}

/// Lets contests go that nobody has looked at for so long, those first that were not used for longest, until so many
/// are left. They are in the memory, and come back when they are asked for; what their players have in mind, which
/// may be some megabytes, is gone.
fn make_room(sittings: &mut HashMap<i64, Arc<Sitting>>, left: usize, unused: Duration) {
    let Some(over) = sittings.len().checked_sub(left).filter(|over| *over > 0) else {
        return;
    };
    let at_rest = |sitting: &&Arc<Sitting>| {
        sitting.unused_for() >= unused && Arc::strong_count(sitting) == 1 && sitting.is_idle()
    };
    let mut at_rest: Vec<(Duration, i64)> = (sittings.values().filter(at_rest))
        .map(|sitting| (sitting.unused_for(), sitting.id))
        .collect();
    at_rest.sort_unstable();
    for (_, id) in at_rest.into_iter().rev().take(over) {
        sittings.remove(&id);
    }
}

/// Somebody who waits to study.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn enter(count: &'a AtomicUsize, most: usize) -> Result<Waiting<'a>, Failure> {
        let waiting = Waiting(count);
        match count.fetch_add(1, Ordering::Relaxed) < most {
            true => Ok(waiting),
            false => Err(Failure::busy()),
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Tells work to stop for whose answer nobody waits any more.
struct StopOnDrop(Option<Arc<AtomicBool>>);

impl StopOnDrop {
    fn flag(&self) -> Arc<AtomicBool> {
        self.0.clone().unwrap_or_default()
    }
}

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }
}
