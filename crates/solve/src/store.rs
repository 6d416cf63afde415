//! Solved tables on disk.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use shido_core::{Endgame, Endgames, Pack};
use xxhash_rust::xxh3::xxh3_64;

use crate::{
    EndgameTable, EndgameTables, OnProgress, Progress, SolveError, SolveOptions, SolvedTable,
    Stage, format, solve, solve_endgame,
};

/// A directory of solved tables, one file for each name.
#[derive(Clone, Debug)]
pub struct Store {
    directory: PathBuf,
}

/// Why a stored table was not used.
#[derive(Debug, thiserror::Error)]
pub enum Rejected {
    /// The file could not be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The file does not begin as tables do.
    #[error("the file is not a table")]
    NotATable,
    /// The file was written by a version of the program with another format.
    #[error("the file has format version {found}, this program reads {expected}")]
    OtherVersion {
        /// The version in the file.
        found: u32,
        /// The version this program reads and writes.
        expected: u32,
    },
    /// The file ends too early.
    #[error("the file is cut off: it has {found} of {expected} bytes")]
    Truncated {
        /// The length that the file should have.
        expected: u64,
        /// The length that it has.
        found: u64,
    },
    /// The checksum does not fit the contents.
    #[error("the file is damaged: its checksum does not fit")]
    Damaged,
    /// The table is that of another game.
    #[error("the file holds the table of `{found}`")]
    OtherName {
        /// The name in the file.
        found: String,
    },
    /// The rules have changed since the table was computed.
    #[error("the table was computed by other rules")]
    OtherRules,
}

/// Why a table could not be kept.
#[derive(Debug, thiserror::Error)]
#[error("cannot keep the table in {path}: {source}")]
pub struct SaveError {
    /// Where it was to be kept.
    pub path: PathBuf,
    /// What went wrong.
    pub source: io::Error,
}

/// A table that a store can keep: of a game or of an endgame.
pub trait Table: Sized + sealed::Table {}

impl Table for SolvedTable {}
impl Table for EndgameTable {}

mod sealed {
    use std::io::{self, Write};

    use super::Rejected;

    /// How a table is written and read.
    pub trait Table: Sized {
        fn name(&self) -> &str;
        fn write(&self, out: &mut dyn Write) -> io::Result<()>;
        fn read(bytes: &[u8], name: &str, fingerprint: u128) -> Result<Self, Rejected>;
    }
}

impl sealed::Table for SolvedTable {
    fn name(&self) -> &str {
        &self.name
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        format::write(self, out)
    }

    fn read(bytes: &[u8], name: &str, fingerprint: u128) -> Result<SolvedTable, Rejected> {
        format::read(bytes, name, fingerprint)
    }
}

impl sealed::Table for EndgameTable {
    fn name(&self) -> &str {
        &self.name
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        format::write_endgame(self, out)
    }

    fn read(bytes: &[u8], name: &str, fingerprint: u128) -> Result<EndgameTable, Rejected> {
        format::read_endgame(bytes, name, fingerprint)
    }
}

/// A table and where it came from.
#[derive(Debug)]
pub struct Found<T = SolvedTable> {
    /// The table.
    pub table: T,
    /// Where it came from.
    pub origin: Origin,
    /// Whether it is on disk now.
    pub kept: Result<(), SaveError>,
}

/// Where a table came from.
#[derive(Debug)]
pub enum Origin {
    /// It was on disk.
    Loaded,
    /// It was solved now, for the first time.
    Solved,
    /// It was solved now, because what was on disk could not be used.
    Rebuilt(Rejected),
}

const TEMPORARY_PREFIX: &str = ".shido-table-";
const TEMPORARY_SUFFIX: &str = ".tmp";

/// How old a temporary file must be to be taken for the remains of a run that was killed.
const STALE: Duration = Duration::from_secs(24 * 60 * 60);

/// How long to sleep between two looks at a lock that another process holds.
const PATIENCE: Duration = Duration::from_millis(50);

impl Store {
    /// A store in this directory, which is created when the first table is saved.
    pub fn new(directory: impl Into<PathBuf>) -> Store {
        Store {
            directory: directory.into(),
        }
    }

    /// Where the table of this name is kept.
    #[must_use]
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.join(format!("{}.table", file_stem(name)))
    }

    /// Reads a table; `None` where there is none.
    ///
    /// # Errors
    /// Where there is a file but it is not the whole, undamaged table of this name and these rules.
    pub fn load<T: Table>(&self, name: &str, fingerprint: u128) -> Result<Option<T>, Rejected> {
        let mut file = match File::open(self.path(name)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        (&file)
            .take(format::PREFIX as u64)
            .read_to_end(&mut bytes)?;
        format::check_prefix(&bytes, length)?;
        // The length is now known to be both the file's and the table's.
        let rest = usize::try_from(length).map_err(|_| Rejected::Damaged)? - bytes.len();
        bytes
            .try_reserve_exact(rest)
            .map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
        file.read_to_end(&mut bytes)?;
        T::read(&bytes, name, fingerprint).map(Some)
    }

    /// Writes a table under its name, replacing what was there all at once: whoever reads
    /// meanwhile gets either the old table or the new one.
    ///
    /// # Errors
    /// Where the disk does not take it. The old table is then still there.
    pub fn save<T: Table>(&self, table: &T) -> Result<(), SaveError> {
        let path = self.path(table.name());
        self.replace(&path, |out| table.write(out))
            .map_err(|source| SaveError { path, source })
    }

    fn replace(
        &self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        self.remove_stale();
        // Dropped on an error, and its file removed with it.
        let mut temporary = tempfile::Builder::new()
            .prefix(TEMPORARY_PREFIX)
            .suffix(TEMPORARY_SUFFIX)
            .tempfile_in(&self.directory)?;
        let mut out = BufWriter::with_capacity(1 << 18, temporary.as_file_mut());
        write(&mut out)?;
        out.flush()?;
        drop(out);
        temporary.as_file().sync_all()?;
        temporary.persist(path).map_err(|error| error.error)?;
        self.sync_directory()
    }

    /// Makes the renaming itself outlast a loss of power, where directories can be synchronised.
    fn sync_directory(&self) -> io::Result<()> {
        if cfg!(unix) {
            File::open(&self.directory)?.sync_all()?;
        }
        Ok(())
    }

    /// Removes what killed runs left behind. Failing to is no reason not to save.
    fn remove_stale(&self) {
        let Ok(files) = fs::read_dir(&self.directory) else {
            return;
        };
        for file in files.flatten() {
            let name = file.file_name();
            let name = name.to_string_lossy();
            let age = file
                .metadata()
                .and_then(|metadata| metadata.modified())
                .ok()
                .and_then(|modified| modified.elapsed().ok());
            if name.starts_with(TEMPORARY_PREFIX)
                && name.ends_with(TEMPORARY_SUFFIX)
                && age.is_some_and(|age| age > STALE)
            {
                let _ = fs::remove_file(file.path());
            }
        }
    }

    /// Waits until no other process solves this game. The lock ends with its holder, however that
    /// ends. Where locks do not work there is none, and at worst the game is solved twice.
    fn lock(
        &self,
        options: &SolveOptions,
        watch: OnProgress<'_>,
    ) -> Result<Option<File>, SolveError> {
        let path = self.path(&options.name).with_extension("lock");
        let opened = fs::create_dir_all(&self.directory).and_then(|()| File::create(path));
        let Ok(file) = opened else {
            return Ok(None);
        };
        let mut waited = 0;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::Error(_)) => return Ok(None),
                Err(TryLockError::WouldBlock) => {}
            }
            if options.stop.load(Ordering::Relaxed) {
                return Err(SolveError::Interrupted);
            }
            watch(Progress {
                stage: Stage::Waiting,
                done: waited,
                total: None,
            });
            waited += 1;
            std::thread::sleep(PATIENCE);
        }
    }
}

/// Takes the table from the store, or solves the game and stores it.
///
/// Two processes that ask for the same table at once solve it once: the second waits, and loads
/// what the first has written.
///
/// # Errors
/// Those of [`solve`]. A table that cannot be used is solved again, and one that cannot be saved
/// is still returned; what happened is told in [`Found`].
pub fn load_or_solve<G: Pack>(
    store: &Store,
    game: &G,
    options: &SolveOptions,
    watch: OnProgress<'_>,
) -> Result<Found, SolveError> {
    load_or(store, options, watch, &|| solve(game, options, watch))
}

/// The same for an endgame, given the tables of those that it leads to.
///
/// # Errors
/// Those of [`solve_endgame`].
pub fn load_or_solve_endgame<G: Endgames>(
    store: &Store,
    game: &G,
    endgame: Endgame,
    after: &EndgameTables,
    options: &SolveOptions,
    watch: OnProgress<'_>,
) -> Result<Found<EndgameTable>, SolveError> {
    load_or(store, options, watch, &|| {
        solve_endgame(game, endgame, after, options, watch)
    })
}

fn load_or<T: Table>(
    store: &Store,
    options: &SolveOptions,
    watch: OnProgress<'_>,
    solve: &dyn Fn() -> Result<T, SolveError>,
) -> Result<Found<T>, SolveError> {
    let loaded = |table| Found {
        table,
        origin: Origin::Loaded,
        kept: Ok(()),
    };
    if let Ok(Some(table)) = store.load(&options.name, options.fingerprint) {
        return Ok(loaded(table));
    }
    let lock = store.lock(options, watch)?;
    let origin = match store.load(&options.name, options.fingerprint) {
        Ok(Some(table)) => return Ok(loaded(table)),
        Ok(None) => Origin::Solved,
        Err(reason) => Origin::Rebuilt(reason),
    };
    let table = solve()?;
    watch(Progress {
        stage: Stage::Saving,
        done: 0,
        total: None,
    });
    let kept = store.save(&table);
    drop(lock);
    Ok(Found {
        table,
        origin,
        kept,
    })
}

/// A file name for any name of a game: what is not plain is written as `%` and two hexadecimal
/// digits, and a long name is cut and told apart by its hash.
fn file_stem(name: &str) -> String {
    const LONGEST: usize = 100;
    let mut stem = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_' {
            stem.push(char::from(byte));
        } else {
            stem.push_str(&format!("%{byte:02x}"));
        }
    }
    if stem.len() > LONGEST {
        stem.truncate(LONGEST);
        stem.push_str(&format!("%{:016x}", xxh3_64(name.as_bytes())));
    }
    stem
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    fn files(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(directory)
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_full_disk_leaves_the_old_table_and_no_other_file() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::new(directory.path());
        let path = store.path("game");
        fs::write(&path, "the old table").unwrap();
        for written in [0, 1, 1 << 19] {
            let error = store
                .replace(&path, |out| {
                    out.write_all(&vec![7; written])?;
                    Err(io::ErrorKind::StorageFull.into())
                })
                .unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
            assert_eq!(fs::read(&path).unwrap(), b"the old table");
            assert_eq!(files(directory.path()), ["game.table"]);
        }
    }

    #[test]
    fn remains_of_killed_runs_go_and_those_of_running_ones_stay() {
        let directory = tempfile::tempdir().unwrap();
        let store = Store::new(directory.path());
        let long_ago = SystemTime::now() - 2 * STALE;
        for (name, old) in [
            (".shido-table-old.tmp", true),
            (".shido-table-new.tmp", false),
            ("old.table", true),
            ("notes.tmp", true),
        ] {
            let file = File::create(directory.path().join(name)).unwrap();
            if old {
                file.set_modified(long_ago).unwrap();
            }
        }
        store.replace(&store.path("game"), |_| Ok(())).unwrap();
        assert_eq!(
            files(directory.path()),
            [
                ".shido-table-new.tmp",
                "game.table",
                "notes.tmp",
                "old.table"
            ]
        );
    }

    #[test]
    fn names_become_different_file_names_inside_the_directory() {
        let long = "x".repeat(1000);
        let names = [
            "a",
            "a.b",
            "../a",
            "/a",
            "a b",
            "a%20b",
            "ä",
            "",
            &long,
            &long[1..],
        ];
        let store = Store::new("tables");
        let mut paths: Vec<PathBuf> = names.iter().map(|name| store.path(name)).collect();
        for path in &paths {
            assert_eq!(path.parent(), Some(Path::new("tables")));
            assert!(path.file_name().unwrap().len() < 200);
        }
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), names.len());
    }
}
