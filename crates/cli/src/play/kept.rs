//! Contests under way, kept on disk after every move, so that `shido play --resume` goes on with one
//! that was left, interrupted or killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::Context;
use serde::{Deserialize, Serialize};
use shido::{Date, Saved};

use super::record::Recorded;
use crate::{report, whole_file};

/// How many contests that were left are kept; older ones are forgotten.
const MOST: usize = 50;

/// The file of a contest under way, and what is kept there beside the contest.
pub(crate) struct Kept {
    file: PathBuf,
    /// When the contest began, where it is known.
    pub(crate) begun: Option<Date>,
    /// Where it is to be recorded.
    pub(crate) recorded: Option<Recorded>,
    /// Whether somebody was told that it cannot be written.
    failed: bool,
}

/// A contest as it is written down.
#[derive(Serialize, Deserialize)]
struct Written {
    #[serde(flatten)]
    contest: Saved,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    begun: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    recorded: Option<Recorded>,
}

impl Kept {
    /// A place for a contest that begins; nowhere without a folder.
    pub(crate) fn begin(
        data: Option<&Path>,
        begun: Option<Date>,
        recorded: Option<Recorded>,
    ) -> Option<Kept> {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let name = since.map_or(0, |since| since.as_millis());
        // Two contests may begin in the same moment.
        let name = format!("{name}-{}.json", std::process::id());
        Some(Kept {
            file: folder(data?).join(name),
            begun,
            recorded,
            failed: false,
        })
    }

    /// Keeps the contest as it is now. Play goes on where that cannot be done, which is said once.
    pub(crate) fn keep(&mut self, contest: Saved) {
        if let Err(error) = self.write(contest)
            && !std::mem::replace(&mut self.failed, true)
        {
            report::warning(&format!("the contest could not be resumed: {error:#}"));
        }
    }

    fn write(&self, contest: Saved) -> anyhow::Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        let written = Written {
            contest,
            begun: self.begun,
            recorded: self.recorded.clone(),
        };
        whole_file::write(&self.file, &serde_json::to_string(&written)?)
    }

    /// Forgets the contest: it has come to its end.
    pub(crate) fn forget(self) {
        // It may never have been written.
        let _ = fs::remove_file(self.file);
    }
}

/// The contest that was left last, of a game if one is wanted, with the file it is kept in.
pub(crate) fn last(data: Option<&Path>, game: Option<&str>) -> anyhow::Result<(Saved, Kept)> {
    let mut files = data.map(|data| files(&folder(data))).unwrap_or_default();
    for old in files.drain(MOST.min(files.len())..) {
        let _ = fs::remove_file(old);
    }
    for file in files {
        let text =
            fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let written: Written = serde_json::from_str(&text)
            .with_context(|| format!("{} is damaged; delete it to go on", file.display()))?;
        if game.is_none_or(|game| game == written.contest.game) {
            let kept = Kept {
                file,
                begun: written.begun,
                recorded: written.recorded,
                failed: false,
            };
            return Ok((written.contest, kept));
        }
    }
    match game {
        Some(game) => anyhow::bail!("no contest of {game} was left unfinished"),
        None => anyhow::bail!("no contest was left unfinished; `shido play GAME` begins one"),
    }
}

fn folder(data: &Path) -> PathBuf {
    data.join("contests")
}

/// The kept contests, the newest first.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter(|entry| entry.path().extension().is_some_and(|end| end == "json"))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort_by(|a, b| b.cmp(a));
    files.into_iter().map(|(_, file)| file).collect()
}
