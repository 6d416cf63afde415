//! The bytes of a table on disk, all numbers little-endian:
//!
//! | what | bytes |
//! | --- | --- |
//! | magic | 8 |
//! | version | 4 |
//! | length of the whole file | 8 |
//! | fingerprint | 16 |
//! | length of the name, then the name | 4 + n |
//! | value and distance of the start, longest distance, seven counts | 1 + 2 * 4 + 7 * 8 |
//! | layered (1) or whole (0), number of layers | 1 + 4 |
//! | for each layer: progress, positions, bytes of keys, bytes of entries | 4 + 3 * 8 |
//! | for each layer: keys, then entries | |
//! | XXH3-128 of everything before | 16 |
//!
//! The table of an endgame has, after its name: a zero, the longest distance and where it is, seven counts, how
//! many numbers there are, and a byte for each, zero where a number stands for no position.
//!
//! Keys ascend, so each is written as its distance from the one before; that and the entries are
//! variable-length integers (LEB128). Most take one byte, so a file is a quarter of the memory.

use std::io::{self, Write};

use shido_core::{ForFirst, Verdict};
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::endgame::Code;
use crate::solved_table::{Entry, Layer, Positions};
use crate::sorted::SortedKeys;
use crate::{EndgameSummary, EndgameTable, Rejected, SolvedTable, Summary};

const MAGIC: &[u8; 8] = b"ShidoTbl";

/// To be raised whenever the bytes change their meaning.
const VERSION: u32 = 2;

/// The part that says what file this is and how long it must be.
pub(crate) const PREFIX: usize = 8 + 4 + 8;
const CHECKSUM: usize = 16;

/// Stands for an endgame where the table of a game says what its start is worth, which is never 0.
const ENDGAME: u8 = 0;

/// Writes a table.
pub(crate) fn write(table: &SolvedTable, out: &mut dyn Write) -> io::Result<()> {
    let mut header = head(&table.name, table.fingerprint)?;
    write_summary(&table.summary, &mut header);
    let layers: Vec<(u32, &Layer)> = match &table.positions {
        Positions::Layered(layers) => layers.iter().map(|(p, layer)| (*p, layer)).collect(),
        Positions::Whole(layer) => vec![(0, layer)],
    };
    header.push(u8::from(matches!(table.positions, Positions::Layered(_))));
    header.extend(to_u32(layers.len())?.to_le_bytes());
    let mut data = 0;
    for (progress, layer) in &layers {
        let keys: u64 = gaps(layer).map(varint_len).sum();
        let entries: u64 = codes(layer).map(varint_len).sum();
        header.extend(progress.to_le_bytes());
        for number in [layer.keys.len() as u64, keys, entries] {
            header.extend(number.to_le_bytes());
        }
        data += keys + entries;
    }

    write_file(out, &header, data, |out| {
        layers.iter().try_for_each(|(_, layer)| {
            write_varints(gaps(layer), out)?;
            write_varints(codes(layer), out)
        })
    })
}

/// Writes the table of an endgame.
pub(crate) fn write_endgame(table: &EndgameTable, out: &mut dyn Write) -> io::Result<()> {
    let summary = &table.summary;
    let mut header = head(&table.name, table.fingerprint)?;
    header.push(ENDGAME);
    for number in [summary.longest, summary.longest_at] {
        header.extend(number.to_le_bytes());
    }
    for count in [
        summary.positions,
        summary.positions_up_to_symmetry,
        summary.terminal,
        summary.won,
        summary.drawn,
        summary.lost,
        summary.peak_bytes,
        table.codes.len() as u64,
    ] {
        header.extend(count.to_le_bytes());
    }
    let codes: Vec<u8> = table.codes.iter().map(|code| code.0).collect();
    write_file(out, &header, codes.len() as u64, |out| {
        out.write_all(&codes)
    })
}

/// What comes after the length of a file, up to what is in the table.
fn head(name: &str, fingerprint: u128) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    head.extend(fingerprint.to_le_bytes());
    head.extend(to_u32(name.len())?.to_le_bytes());
    head.extend(name.as_bytes());
    Ok(head)
}

/// Writes a file of a head and so many bytes of data, with what goes around them.
fn write_file(
    out: &mut dyn Write,
    head: &[u8],
    data: u64,
    write_data: impl FnOnce(&mut Hashing<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let length = (PREFIX + head.len() + CHECKSUM) as u64 + data;
    let mut out = Hashing {
        out,
        hash: Xxh3::new(),
    };
    out.write_all(MAGIC)?;
    out.write_all(&VERSION.to_le_bytes())?;
    out.write_all(&length.to_le_bytes())?;
    out.write_all(head)?;
    write_data(&mut out)?;
    let checksum = out.hash.digest128();
    out.out.write_all(&checksum.to_le_bytes())
}

/// Checks the first bytes of a file of this length, before the rest is read.
pub(crate) fn check_prefix(prefix: &[u8], length: u64) -> Result<(), Rejected> {
    let known = prefix.len().min(MAGIC.len());
    if prefix[..known] != MAGIC[..known] {
        return Err(Rejected::NotATable);
    }
    let mut rest = Reader(&prefix[known..]);
    let (Ok(version), Ok(expected)) = (rest.u32(), rest.u64()) else {
        return Err(Rejected::Truncated {
            expected: (PREFIX + CHECKSUM) as u64,
            found: length,
        });
    };
    if version != VERSION {
        return Err(Rejected::OtherVersion {
            found: version,
            expected: VERSION,
        });
    }
    if length < expected {
        return Err(Rejected::Truncated {
            expected,
            found: length,
        });
    }
    if length > expected {
        return Err(Rejected::Damaged);
    }
    Ok(())
}

/// Checks the bytes of a file whose prefix was checked, and gives those of what is in its table.
fn body<'a>(bytes: &'a [u8], name: &str, fingerprint: u128) -> Result<Reader<'a>, Rejected> {
    let (body, checksum) = bytes
        .split_last_chunk::<CHECKSUM>()
        .filter(|(body, _)| body.len() >= PREFIX)
        .ok_or(Rejected::Damaged)?;
    if xxh3_128(body) != u128::from_le_bytes(*checksum) {
        return Err(Rejected::Damaged);
    }
    let mut rest = Reader(&body[PREFIX..]);
    let found_fingerprint = rest.u128()?;
    let name_len = rest.u32()? as usize;
    let found_name = str::from_utf8(rest.take(name_len)?).map_err(|_| Rejected::Damaged)?;
    if found_name != name {
        return Err(Rejected::OtherName {
            found: found_name.to_owned(),
        });
    }
    if found_fingerprint != fingerprint {
        return Err(Rejected::OtherRules);
    }
    Ok(rest)
}

/// Reads the table of an endgame from the bytes of a file whose prefix was checked.
pub(crate) fn read_endgame(
    bytes: &[u8],
    name: &str,
    fingerprint: u128,
) -> Result<EndgameTable, Rejected> {
    let mut rest = body(bytes, name, fingerprint)?;
    if rest.u8()? != ENDGAME {
        return Err(Rejected::Damaged);
    }
    let summary = EndgameSummary {
        longest: rest.u32()?,
        longest_at: rest.u32()?,
        positions: rest.u64()?,
        positions_up_to_symmetry: rest.u64()?,
        terminal: rest.u64()?,
        won: rest.u64()?,
        drawn: rest.u64()?,
        lost: rest.u64()?,
        peak_bytes: rest.u64()?,
    };
    let numbers = to_usize(rest.u64()?)?;
    let codes = rest.take(numbers)?.iter().map(|&code| Code(code)).collect();
    match rest.0.is_empty() {
        true => Ok(EndgameTable {
            name: name.to_owned(),
            fingerprint,
            codes,
            summary,
        }),
        false => Err(Rejected::Damaged),
    }
}

/// Reads a table from the bytes of a file whose prefix was checked.
pub(crate) fn read(bytes: &[u8], name: &str, fingerprint: u128) -> Result<SolvedTable, Rejected> {
    let mut rest = body(bytes, name, fingerprint)?;
    let summary = read_summary(&mut rest)?;
    let layered = rest.u8()? == 1;
    let sizes = (0..rest.u32()?)
        .map(|_| Ok((rest.u32()?, rest.u64()?, rest.u64()?, rest.u64()?)))
        .collect::<Result<Vec<_>, Rejected>>()?;
    let mut layers = sizes
        .into_iter()
        .map(|(progress, positions, keys, entries)| {
            let keys = rest.take(to_usize(keys)?)?;
            let entries = rest.take(to_usize(entries)?)?;
            Ok((progress, read_layer(to_usize(positions)?, keys, entries)?))
        })
        .collect::<Result<Vec<_>, Rejected>>()?;
    if !rest.0.is_empty() {
        return Err(Rejected::Damaged);
    }
    let positions = if layered {
        Positions::Layered(layers)
    } else {
        match (layers.pop(), layers.is_empty()) {
            (Some((_, layer)), true) => Positions::Whole(layer),
            _ => return Err(Rejected::Damaged),
        }
    };
    Ok(SolvedTable {
        name: name.to_owned(),
        fingerprint,
        positions,
        summary,
    })
}

fn write_summary(summary: &Summary, out: &mut Vec<u8>) {
    out.push(match summary.value.0 {
        Verdict::Loss => 1,
        Verdict::Draw => 2,
        Verdict::Win => 3,
    });
    out.extend(summary.distance.unwrap_or(u32::MAX).to_le_bytes());
    out.extend(summary.longest.to_le_bytes());
    for count in [
        summary.positions,
        summary.positions_up_to_symmetry,
        summary.terminal,
        summary.won,
        summary.drawn,
        summary.lost,
        summary.peak_bytes,
    ] {
        out.extend(count.to_le_bytes());
    }
}

fn read_summary(rest: &mut Reader<'_>) -> Result<Summary, Rejected> {
    Ok(Summary {
        value: ForFirst(match rest.u8()? {
            1 => Verdict::Loss,
            2 => Verdict::Draw,
            3 => Verdict::Win,
            _ => return Err(Rejected::Damaged),
        }),
        distance: Some(rest.u32()?).filter(|&distance| distance != u32::MAX),
        longest: rest.u32()?,
        positions: rest.u64()?,
        positions_up_to_symmetry: rest.u64()?,
        terminal: rest.u64()?,
        won: rest.u64()?,
        drawn: rest.u64()?,
        lost: rest.u64()?,
        peak_bytes: rest.u64()?,
    })
}

/// Every number takes at least a byte, so the bytes at hand bound what is allocated.
fn read_layer(positions: usize, keys: &[u8], entries: &[u8]) -> Result<Layer, Rejected> {
    if positions > keys.len() || positions > entries.len() {
        return Err(Rejected::Damaged);
    }
    let mut gaps = Reader(keys);
    let mut codes = Reader(entries);
    let mut keys = Vec::with_capacity(positions);
    let mut last: Option<u64> = None;
    for _ in 0..positions {
        let gap = gaps.varint()?;
        let key = match last {
            None => Some(gap),
            Some(last) => last.checked_add(gap).filter(|_| gap > 0),
        }
        .ok_or(Rejected::Damaged)?;
        keys.push(key);
        last = Some(key);
    }
    let entries = (0..positions)
        .map(|_| {
            let code = u16::try_from(codes.varint()?).map_err(|_| Rejected::Damaged)?;
            Entry::from_bits(code).ok_or(Rejected::Damaged)
        })
        .collect::<Result<_, Rejected>>()?;
    if !gaps.0.is_empty() || !codes.0.is_empty() {
        return Err(Rejected::Damaged);
    }
    Ok(Layer {
        keys: SortedKeys::new(keys),
        entries,
    })
}

fn gaps(layer: &Layer) -> impl Iterator<Item = u64> {
    let mut last = 0;
    layer.keys.as_slice().iter().map(move |&key| {
        let gap = key - last;
        last = key;
        gap
    })
}

fn codes(layer: &Layer) -> impl Iterator<Item = u64> {
    layer.entries.iter().map(|entry| u64::from(entry.bits()))
}

fn varint_len(number: u64) -> u64 {
    u64::from((u64::BITS - (number | 1).leading_zeros()).div_ceil(7))
}

fn write_varints(numbers: impl Iterator<Item = u64>, out: &mut impl Write) -> io::Result<()> {
    const FULL: usize = 1 << 16;
    let mut buffer = Vec::with_capacity(FULL + 10);
    for mut number in numbers {
        while number >= 0x80 {
            buffer.push(number as u8 | 0x80);
            number >>= 7;
        }
        buffer.push(number as u8);
        if buffer.len() >= FULL {
            out.write_all(&buffer)?;
            buffer.clear();
        }
    }
    out.write_all(&buffer)
}

fn to_u32(length: usize) -> io::Result<u32> {
    u32::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))
}

fn to_usize(length: u64) -> Result<usize, Rejected> {
    usize::try_from(length).map_err(|_| Rejected::Damaged)
}

/// Passes on what is written and keeps its hash.
struct Hashing<'a> {
    out: &'a mut dyn Write,
    hash: Xxh3,
}

impl Write for Hashing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Bytes that are still to be read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], Rejected> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(Rejected::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Rejected> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(Rejected::Damaged)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn u8(&mut self) -> Result<u8, Rejected> {
        self.array().map(u8::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, Rejected> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, Rejected> {
        self.array().map(u64::from_le_bytes)
    }

    fn u128(&mut self) -> Result<u128, Rejected> {
        self.array().map(u128::from_le_bytes)
    }

    fn varint(&mut self) -> Result<u64, Rejected> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.u8()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Rejected::Damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_length_come_back() {
        let mut numbers: Vec<u64> = (0..64).flat_map(|bit| [1 << bit, (1 << bit) - 1]).collect();
        numbers.push(u64::MAX);
        let mut bytes = Vec::new();
        write_varints(numbers.iter().copied(), &mut bytes).unwrap();
        let expected: u64 = numbers.iter().copied().map(varint_len).sum();
        assert_eq!(bytes.len() as u64, expected);
        let mut reader = Reader(&bytes);
        for number in numbers {
            assert_eq!(reader.varint().unwrap(), number);
        }
        assert!(reader.0.is_empty());
    }

    #[test]
    fn a_length_that_the_file_cannot_hold_allocates_nothing() {
        assert!(matches!(
            read_layer(usize::MAX / 16, &[1; 4], &[1; 4]),
            Err(Rejected::Damaged)
        ));
    }
}
