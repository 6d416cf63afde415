//! What is learned, as bytes: a header in JSON, numbers, and a check sum.

use serde::{Serialize, de::DeserializeOwned};
use xxhash_rust::xxh3::xxh3_64;

/// Why bytes are not what they should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FileError {
    /// Something else.
    #[error("this is no file of a model of people")]
    Foreign,
    /// Made by another version.
    #[error("this model of people has format {0}, but only {FORMAT} can be read: learn it again")]
    Format(u8),
    /// Not all there.
    #[error("the file is cut short: {there} of {expected} bytes")]
    Short {
        /// Bytes that are there.
        there: usize,
        /// Bytes that there should be.
        expected: usize,
    },
    /// Something was changed.
    #[error("the file is damaged: its check sum is wrong")]
    Damaged,
    /// The header cannot be understood, or does not fit what follows or what is wanted.
    #[error("the file does not fit: {0}")]
    Unfit(String),
}

const MAGIC: &[u8; 7] = b"shidopl";
const FORMAT: u8 = 1;
/// Magic, format, length of the header, length of the rest.
const PREFIX: usize = 16;

/// The bytes of a header and what belongs to it.
pub(crate) fn pack(header: &impl Serialize, body: &[u8]) -> Vec<u8> {
    let header = serde_json::to_vec(header).expect("headers are plain data");
    let mut bytes = Vec::with_capacity(PREFIX + header.len() + body.len() + 8);
    bytes.extend_from_slice(MAGIC);
    bytes.push(FORMAT);
    for length in [header.len(), body.len()] {
        let length = u32::try_from(length).expect("models are small");
        bytes.extend_from_slice(&length.to_le_bytes());
    }
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(body);
    bytes.extend_from_slice(&xxh3_64(&bytes).to_le_bytes());
    bytes
}

/// The header and the rest.
pub(crate) fn unpack<H: DeserializeOwned>(bytes: &[u8]) -> Result<(H, &[u8]), FileError> {
    let known = bytes.len().min(MAGIC.len());
    if bytes[..known] != MAGIC[..known] {
        return Err(FileError::Foreign);
    }
    let short = |expected| FileError::Short {
        there: bytes.len(),
        expected,
    };
    if bytes.len() < PREFIX {
        return Err(short(PREFIX));
    }
    if bytes[7] != FORMAT {
        return Err(FileError::Format(bytes[7]));
    }
    let length = |at: usize| {
        let four = bytes[at..at + 4].try_into().expect("four bytes");
        u32::from_le_bytes(four) as usize
    };
    let (header, body) = (length(8), length(12));
    let end = PREFIX + header + body;
    if bytes.len() < end + 8 {
        return Err(short(end + 8));
    }
    let sum = u64::from_le_bytes(bytes[end..end + 8].try_into().expect("eight bytes"));
    if bytes.len() > end + 8 || sum != xxh3_64(&bytes[..end]) {
        return Err(FileError::Damaged);
    }
    let text = &bytes[PREFIX..PREFIX + header];
    let header = serde_json::from_slice(text).map_err(|error| {
        FileError::Unfit(format!(
            "its header cannot be read ({error}), probably since another version made it: learn it again"
        ))
    })?;
    Ok((header, &bytes[end - body..end]))
}
