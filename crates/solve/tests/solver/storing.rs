//! Tables as files: whole, damaged, and wanted by several at once.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shido_solve::{
    Origin, Rejected, SolveError, SolveOptions, SolvedTable, Stage, Store, load_or_solve, solve,
};

use crate::toys::{Achi, Grid};

const NAME: &str = "tic-tac-toe";
const RULES: u128 = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;

fn tic_tac_toe() -> SolvedTable {
    let options = SolveOptions::new(NAME, RULES);
    solve(&Grid::tic_tac_toe(), &options, &|_| {}).unwrap()
}

fn achi() -> SolvedTable {
    solve(&Achi::new(), &SolveOptions::new("achi", 5), &|_| {}).unwrap()
}

fn files(directory: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(directory)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn tables_come_back_as_they_were() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path().join("not/yet/there"));
    assert!(store.load::<SolvedTable>(NAME, RULES).unwrap().is_none());
    for table in [tic_tac_toe(), achi()] {
        store.save(&table).unwrap();
        let loaded: SolvedTable = store
            .load(table.name(), table.fingerprint())
            .unwrap()
            .unwrap();
        assert!(loaded == table);
        assert!(loaded.iter().eq(table.iter()));
    }
    assert_eq!(
        files(&directory.path().join("not/yet/there")),
        ["achi.table", "tic-tac-toe.table"]
    );
}

#[test]
fn a_file_is_several_times_smaller_than_the_table() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let options = SolveOptions::new("four", 1);
    let table = solve(&Grid::four_in_a_row(4, 4), &options, &|_| {}).unwrap();
    store.save(&table).unwrap();
    let length = fs::metadata(store.path("four")).unwrap().len();
    assert!(length < table.summary().positions_up_to_symmetry * 10 / 2);
}

#[test]
fn a_file_cut_off_anywhere_is_rejected() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    store.save(&tic_tac_toe()).unwrap();
    let path = store.path(NAME);
    let whole = fs::read(&path).unwrap();
    for length in (0..whole.len()).filter(|length| *length < 300 || length % 13 == 0) {
        fs::write(&path, &whole[..length]).unwrap();
        let reason = store.load::<SolvedTable>(NAME, RULES).unwrap_err();
        assert!(
            matches!(reason, Rejected::Truncated { .. }),
            "{length}: {reason}"
        );
    }
    let mut longer = whole.clone();
    longer.push(0);
    fs::write(&path, &longer).unwrap();
    assert!(matches!(
        store.load::<SolvedTable>(NAME, RULES),
        Err(Rejected::Damaged)
    ));
}

#[test]
fn any_flipped_bit_is_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    store.save(&tic_tac_toe()).unwrap();
    let path = store.path(NAME);
    let whole = fs::read(&path).unwrap();
    for byte in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[byte] ^= 1 << (byte % 8);
        fs::write(&path, &damaged).unwrap();
        let reason = store.load::<SolvedTable>(NAME, RULES).unwrap_err();
        let expected = match byte {
            0..8 => matches!(reason, Rejected::NotATable),
            8..12 => matches!(reason, Rejected::OtherVersion { .. }),
            12..20 => matches!(reason, Rejected::Truncated { .. } | Rejected::Damaged),
            _ => matches!(reason, Rejected::Damaged),
        };
        assert!(expected, "byte {byte}: {reason}");
    }
}

#[test]
fn what_is_not_the_wanted_table_is_rejected_by_name() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    store.save(&tic_tac_toe()).unwrap();
    assert!(matches!(
        store.load::<SolvedTable>(NAME, RULES + 1),
        Err(Rejected::OtherRules)
    ));

    fs::copy(store.path(NAME), store.path("achi")).unwrap();
    let reason = store.load::<SolvedTable>("achi", RULES).unwrap_err();
    assert!(matches!(reason, Rejected::OtherName { found } if found == NAME));

    fs::write(store.path("text"), "Lorem ipsum dolor sit amet").unwrap();
    assert!(matches!(
        store.load::<SolvedTable>("text", RULES),
        Err(Rejected::NotATable)
    ));

    fs::create_dir(store.path("directory")).unwrap();
    assert!(matches!(
        store.load::<SolvedTable>("directory", RULES),
        Err(Rejected::Unreadable(_))
    ));
}

#[test]
fn what_happened_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let game = Grid::tic_tac_toe();
    let mut options = SolveOptions::new(NAME, RULES);
    let found = load_or_solve(&store, &game, &options, &|_| {}).unwrap();
    assert!(matches!(found.origin, Origin::Solved));
    found.kept.unwrap();
    let found = load_or_solve(&store, &game, &options, &|_| {}).unwrap();
    assert!(matches!(found.origin, Origin::Loaded));
    assert!(found.table == tic_tac_toe());

    options.fingerprint += 1;
    let found = load_or_solve(&store, &game, &options, &|_| {}).unwrap();
    assert!(matches!(
        found.origin,
        Origin::Rebuilt(Rejected::OtherRules)
    ));

    let path = store.path(NAME);
    let mut bytes = fs::read(&path).unwrap();
    bytes[100] ^= 1;
    fs::write(&path, bytes).unwrap();
    let found = load_or_solve(&store, &game, &options, &|_| {}).unwrap();
    assert!(matches!(found.origin, Origin::Rebuilt(Rejected::Damaged)));
    let found = load_or_solve(&store, &game, &options, &|_| {}).unwrap();
    assert!(matches!(found.origin, Origin::Loaded));
}

#[test]
fn a_table_that_cannot_be_saved_is_not_lost() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("a file, not a directory");
    fs::write(&file, "").unwrap();
    let store = Store::new(&file);
    let options = SolveOptions::new(NAME, RULES);
    let found = load_or_solve(&store, &Grid::tic_tac_toe(), &options, &|_| {}).unwrap();
    assert!(found.kept.is_err());
    assert!(found.table == tic_tac_toe());
}

/// Readers see a whole table or none while writers replace it.
#[test]
fn readers_and_writers_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let table = tic_tac_toe();
    store.save(&table).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| (0..30).for_each(|_| store.save(&table).unwrap()));
            scope.spawn(|| {
                for _ in 0..60 {
                    assert!(store.load::<SolvedTable>(NAME, RULES).unwrap().unwrap() == table);
                }
            });
        }
    });
    assert_eq!(files(directory.path()), ["tic-tac-toe.table"]);
}

#[test]
fn many_askers_at_once_solve_once() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let options = SolveOptions::new(NAME, RULES);
    let solved = AtomicUsize::new(0);
    let barrier = Barrier::new(4);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                barrier.wait();
                let found = load_or_solve(&store, &Grid::tic_tac_toe(), &options, &|_| {}).unwrap();
                if let Origin::Solved = found.origin {
                    solved.fetch_add(1, Ordering::Relaxed);
                }
                found.kept.unwrap();
            });
        }
    });
    assert_eq!(solved.into_inner(), 1);
}

/// Who waits for another process says so, can be stopped, and goes on when the lock is gone.
#[test]
fn waiting_for_another_process() {
    let directory = tempfile::tempdir().unwrap();
    let store = Store::new(directory.path());
    let game = Grid::tic_tac_toe();
    let holder = File::create(directory.path().join("tic-tac-toe.lock")).unwrap();
    holder.lock().unwrap();

    let options = SolveOptions::new(NAME, RULES);
    let waited = AtomicUsize::new(0);
    let error = load_or_solve(&store, &game, &options, &|progress| {
        assert_eq!(progress.stage, Stage::Waiting);
        waited.fetch_add(1, Ordering::Relaxed);
        options.stop.store(true, Ordering::Relaxed);
    })
    .unwrap_err();
    assert!(matches!(error, SolveError::Interrupted));
    assert_eq!(waited.into_inner(), 1);

    options.stop.store(false, Ordering::Relaxed);
    std::thread::scope(|scope| {
        let asker = scope.spawn(|| load_or_solve(&store, &game, &options, &|_| {}).unwrap());
        std::thread::sleep(Duration::from_millis(100));
        store.save(&tic_tac_toe()).unwrap();
        drop(holder);
        assert!(matches!(asker.join().unwrap().origin, Origin::Loaded));
    });
}
