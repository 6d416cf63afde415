//! Law: a stored table is used only where its checksum fits, and no file makes loading panic.
//!
//! The bytes are tried as they are, and again as the body of a file that is otherwise sound: with the
//! magic number, version, length and checksum that `shido-solve` documents. Only so does anything
//! get past the checksum. A table accepted then is the same when it is saved and loaded again.

#![no_main]

use std::fs;

use libfuzzer_sys::fuzz_target;
use shido_solve::{Rejected, Store};
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_128;

const NAME: &str = "fuzz";
const FINGERPRINT: u128 = 7;
const CHECKSUM: usize = 16;
/// Distances are kept in fourteen bits.
const LONGEST: u32 = (1 << 14) - 1;

fuzz_target!(|bytes: &[u8]| {
    let directory = directory();
    let store = Store::new(directory.path());
    let path = store.path(NAME);
    let load = |bytes: &[u8]| {
        fs::write(&path, bytes).expect("the file can be written");
        store.load(NAME, FINGERPRINT)
    };
    if load(bytes).is_ok() {
        assert!(checksum_fits(bytes), "accepted in spite of its checksum");
    }
    let whole = enclosed(bytes);
    match load(&whole) {
        Ok(table) => {
            let table = table.expect("the file is there");
            assert_eq!(table.name(), NAME);
            assert_eq!(table.fingerprint(), FINGERPRINT);
            assert!(
                table
                    .iter()
                    .all(|(_, solved)| solved.distance <= Some(LONGEST))
            );
            store.save(&table).expect("what was loaded can be saved");
            let again = store
                .load(NAME, FINGERPRINT)
                .expect("what was saved can be loaded");
            assert!(
                again.as_ref() == Some(&table),
                "saved and loaded, it is another table"
            );
        }
        Err(error) => {
            let about_the_body = matches!(
                error,
                Rejected::Damaged | Rejected::OtherName { .. } | Rejected::OtherRules
            );
            assert!(about_the_body, "refused for what encloses it: {error}");
        }
    }
});

/// In memory where the system has such a place, since every input is written out.
fn directory() -> TempDir {
    TempDir::new_in("/dev/shm")
        .or_else(|_| TempDir::new())
        .expect("a temporary directory can be made")
}

fn checksum_fits(bytes: &[u8]) -> bool {
    bytes
        .split_last_chunk::<CHECKSUM>()
        .is_some_and(|(body, checksum)| xxh3_128(body).to_le_bytes() == *checksum)
}

fn enclosed(body: &[u8]) -> Vec<u8> {
    let mut file = b"ShidoTbl".to_vec();
    file.extend(1_u32.to_le_bytes());
    let length = file.len() + 8 + body.len() + CHECKSUM;
    file.extend((length as u64).to_le_bytes());
    file.extend(body);
    let checksum = xxh3_128(&file);
    file.extend(checksum.to_le_bytes());
    file
}
