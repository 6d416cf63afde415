//! Reading files that a user names, of which anything may be expected.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The size of what people write, at most: frames, trees, plans, experiments, weights.
pub const WRITTEN: u64 = 4 << 20;

/// The size of what programs write, at most: records, books of openings, what was learned.
pub const RECORDED: u64 = 256 << 20;

/// The bytes of a file, which has so many at most.
///
/// # Errors
/// Where it cannot be read or is larger.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // The size is not asked for: pipes and devices have none.
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::new(
            ErrorKind::FileTooLarge,
            format!("it has more than {} MiB", most >> 20),
        )),
        false => Ok(bytes),
    }
}

/// The text of a file, which has so many bytes at most.
///
/// # Errors
/// Where it cannot be read, is larger or is no text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read_bytes(path, most)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is no text (UTF-8)"))
}
