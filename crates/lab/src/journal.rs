//! What was finished of a run, kept so that neither a kill nor a full disk loses or doubles it.
//!
//! A journal is a text file. Each line begins with the checksum of the rest. The first tells which run
//! it is; each of the others holds a block of contests or a run of training, and is written in one go when the block is
//! done. A line that was cut off, as by a kill, or is damaged does not count: its block is played
//! again and comes out the same.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use xxhash_rust::xxh3::xxh3_64;

use crate::LabError;

/// A part of a match, by the number of the match and the number of the part; or a run of training, by
/// the number of the row and the number of the run.
pub type Block = (usize, u64);

/// The blocks of one run that are done, each with the numbers that were found in it.
pub struct Journal {
    path: PathBuf,
    file: File,
    /// How many numbers a block has.
    width: usize,
    done: BTreeMap<Block, Vec<f64>>,
    /// Held as long as the journal is written to. It ends with its holder, however that ends.
    _lock: Option<File>,
}

/// A journal, and what the user should know of how it was found.
pub(crate) struct Opened {
    pub(crate) journal: Journal,
    pub(crate) warning: Option<String>,
}

impl Journal {
    /// Goes on with a journal, or begins it.
    pub(crate) fn open(
        path: &Path,
        run: &str,
        width: usize,
        fresh: bool,
    ) -> Result<Opened, OpenError> {
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory)?;
        }
        let lock = lock(&path.with_extension("lock"))?;
        let found = if fresh { None } else { read_if_there(path)? };
        let mut warning = None;
        let mut done = BTreeMap::new();
        let mut sound = false;
        if let Some(text) = found {
            let read = Read::of(&text, width);
            if read.run.as_deref() == Some(run) {
                sound = read.lost == 0 && !read.cut;
                done = read.done;
                if read.lost > 0 {
                    warning = Some(format!(
                        "{} is damaged: {} lines of it are played again",
                        path.display(),
                        read.lost
                    ));
                }
            } else {
                warning = Some(format!(
                    "{} is damaged: the experiment begins anew",
                    path.display()
                ));
            }
        }
        if !sound {
            let mut text = line(run);
            for (block, tally) in &done {
                text.push_str(&line(&block_text(*block, tally)));
            }
            replace(path, text.as_bytes())?;
        }
        let file = OpenOptions::new().append(true).open(path)?;
        let journal = Journal {
            path: path.to_owned(),
            file,
            width,
            done,
            _lock: lock,
        };
        Ok(Opened { journal, warning })
    }

    /// The blocks of a journal that nobody need be writing to.
    pub(crate) fn read(
        path: &Path,
        run: &str,
        width: usize,
    ) -> Result<BTreeMap<Block, Vec<f64>>, LabError> {
        let disk = |source| LabError::Disk {
            what: "read",
            path: path.to_owned(),
            source,
        };
        let text = read_if_there(path).map_err(disk)?.unwrap_or_default();
        let read = Read::of(&text, width);
        if read.run.as_deref() != Some(run) {
            return Err(LabError::Damaged {
                path: path.to_owned(),
            });
        }
        Ok(read.done)
    }

    /// The blocks that are done.
    #[must_use]
    pub fn done(&self) -> &BTreeMap<Block, Vec<f64>> {
        &self.done
    }

    /// Keeps a block that is done, with the numbers that
    /// [`play`](crate::ReadyExperiment::play) found. One that is kept already must have the same numbers.
    ///
    /// # Errors
    /// Where it has others or not as many as it should, or the disk is full.
    pub fn add(&mut self, block: Block, numbers: Vec<f64>) -> Result<(), LabError> {
        if numbers.len() != self.width {
            return Err(LabError::WrongNumbers {
                block,
                found: numbers.len(),
                expected: self.width,
            });
        }
        match self.done.get(&block) {
            Some(known) if *known == numbers => return Ok(()),
            Some(_) => {
                return Err(LabError::Contradiction {
                    block,
                    kept: self.path.clone(),
                    found: "what was found now".to_owned(),
                });
            }
            None => {}
        }
        let text = line(&block_text(block, &numbers));
        self.file
            .write_all(text.as_bytes())
            .map_err(|source| LabError::Disk {
                what: "write",
                path: self.path.clone(),
                source,
            })?;
        self.done.insert(block, numbers);
        Ok(())
    }
}

/// Why a journal cannot be opened.
#[derive(Debug)]
pub(crate) enum OpenError {
    /// Someone else is writing to it.
    Busy,
    /// The disk does not let us.
    Disk(io::Error),
}

impl From<io::Error> for OpenError {
    fn from(error: io::Error) -> OpenError {
        OpenError::Disk(error)
    }
}

/// Where locks do not work there is none: at worst, blocks are played twice and counted once.
fn lock(path: &Path) -> Result<Option<File>, OpenError> {
    let file = File::create(path)?;
    // Whoever only looks whether it is locked holds it for a moment.
    for _ in 0..5 {
        match file.try_lock() {
            Ok(()) => return Ok(Some(file)),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(_)) => return Ok(None),
        }
    }
    Err(OpenError::Busy)
}

/// Whether somebody is writing to a journal.
pub(crate) fn is_locked(journal: &Path) -> bool {
    let Ok(file) = File::open(journal.with_extension("lock")) else {
        return false;
    };
    matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock))
}

fn read_if_there(path: &Path) -> io::Result<Option<String>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Replaces a file all at once: a reader gets the old text or the new one.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> io::Result<()> {
    let directory = path.parent().filter(|d| !d.as_os_str().is_empty());
    let directory = directory.unwrap_or(Path::new("."));
    fs::create_dir_all(directory)?;
    let mut temporary = tempfile::Builder::new()
        .prefix(".shido-lab-")
        .suffix(".tmp")
        .tempfile_in(directory)?;
    temporary.write_all(contents)?;
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// What stands in a journal.
struct Read {
    run: Option<String>,
    done: BTreeMap<Block, Vec<f64>>,
    /// Whole lines that cannot be used.
    lost: usize,
    /// Whether the last line was never finished.
    cut: bool,
}

impl Read {
    fn of(text: &str, width: usize) -> Read {
        let mut read = Read {
            run: None,
            done: BTreeMap::new(),
            lost: 0,
            cut: !text.is_empty() && !text.ends_with('\n'),
        };
        let mut lines: Vec<&str> = text.lines().collect();
        if read.cut {
            lines.pop();
        }
        for (number, line) in lines.into_iter().enumerate() {
            let checked = line
                .split_once(' ')
                .filter(|(sum, body)| u64::from_str_radix(sum, 16) == Ok(xxh3_64(body.as_bytes())));
            match checked {
                Some((_, body)) if number == 0 => read.run = Some(body.to_owned()),
                Some((_, body)) => match parse_block(body) {
                    Some((block, numbers)) if numbers.len() == width => {
                        read.done.insert(block, numbers);
                    }
                    _ => read.lost += 1,
                },
                None => read.lost += 1,
            }
        }
        read
    }
}

fn line(body: &str) -> String {
    format!("{:016x} {body}\n", xxh3_64(body.as_bytes()))
}

/// Numbers are written so that they are read back to the last bit.
fn block_text((bout, block): Block, numbers: &[f64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
    format!("{bout} {block} {}", numbers.join(" "))
}

fn parse_block(body: &str) -> Option<(Block, Vec<f64>)> {
    let mut words = body.split(' ');
    let bout = words.next()?.parse().ok()?;
    let block = words.next()?.parse().ok()?;
    let numbers: Vec<f64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    Some(((bout, block), numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: &str = "a run";

    fn numbers(number: u64) -> Vec<f64> {
        let third = number as f64 / 3.0;
        vec![number as f64, third, 1.0 - third]
    }

    fn open(path: &Path) -> Opened {
        Journal::open(path, RUN, 3, false).expect("the folder can be written")
    }

    /// A journal with three blocks, as bytes.
    fn written(path: &Path) -> Vec<u8> {
        let mut journal = open(path).journal;
        for number in 0..3 {
            journal.add((0, number), numbers(number)).unwrap();
        }
        fs::read(path).unwrap()
    }

    #[test]
    fn wherever_it_is_cut_off_whole_blocks_stay_and_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.journal");
        let bytes = written(&path);
        for length in 0..=bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            let opened = open(&path);
            let whole = bytes[..length]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count();
            let expected: Vec<(Block, Vec<f64>)> = (0..whole.saturating_sub(1) as u64)
                .map(|number| ((0, number), numbers(number)))
                .collect();
            let done: Vec<(Block, Vec<f64>)> = opened
                .journal
                .done()
                .iter()
                .map(|(block, numbers)| (*block, numbers.clone()))
                .collect();
            assert_eq!(done, expected, "cut at {length}");
            // What is added next is not swallowed by the line that was cut.
            let mut journal = opened.journal;
            journal.add((7, 7), numbers(1)).unwrap();
            drop(journal);
            assert_eq!(open(&path).journal.done().len(), expected.len() + 1);
        }
    }

    #[test]
    fn a_changed_byte_is_noticed_wherever_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.journal");
        let bytes = written(&path);
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            fs::write(&path, &damaged).unwrap();
            let opened = open(&path);
            let done = opened.journal.done();
            assert!(done.len() < 3, "byte {place}");
            assert!(
                done.iter().all(|((_, n), found)| *found == numbers(*n)),
                "byte {place}"
            );
            // A last line whose end was changed looks like one that was never finished.
            assert!(
                opened.warning.is_some() || place == bytes.len() - 1,
                "byte {place}"
            );
        }
    }

    #[test]
    fn one_writes_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.journal");
        let first = open(&path);
        assert!(matches!(
            Journal::open(&path, RUN, 3, false),
            Err(OpenError::Busy)
        ));
        drop(first);
        open(&path);
    }

    #[test]
    fn another_run_or_a_fresh_one_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.journal");
        written(&path);
        assert!(
            Journal::open(&path, RUN, 3, true)
                .unwrap()
                .journal
                .done()
                .is_empty()
        );
        written(&path);
        let other = Journal::open(&path, "another run", 3, false).unwrap();
        assert!(other.journal.done().is_empty() && other.warning.is_some());
    }
}
