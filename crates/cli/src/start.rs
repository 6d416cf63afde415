//! Where something begins: a position as text, or a move of a contest in a file.

use std::path::Path;

use anyhow::Context;
use shido::files::{RECORDED, read_bytes};
use shido::{AnySession, Catalog, Saved, Settings, read_records};

/// A contest of a game, as it begins: at the start, in a position, or, where that names a file with
/// records, after so many moves of the first contest in it.
pub(crate) fn session(
    catalog: &Catalog,
    game: &str,
    position: Option<&str>,
    after: Option<usize>,
    settings: &Settings,
) -> anyhow::Result<Box<dyn AnySession>> {
    let game = catalog.open(game)?;
    let file = position.map(Path::new).filter(|path| path.is_file());
    let Some(file) = file else {
        anyhow::ensure!(
            after.is_none(),
            "`--move` counts the moves of a record: give `--position` a file of PGN, SGF or a transcript"
        );
        return Ok(game.session(position, settings)?);
    };
    let mut records = records(file)?;
    let count = records.len();
    let Some(mut saved) = (!records.is_empty()).then(|| records.swap_remove(0)) else {
        anyhow::bail!("there is no contest in {}", file.display());
    };
    if count > 1 {
        let note = format!(
            "{} holds {count} contests; the first is taken",
            file.display()
        );
        crate::report::warning(&note);
    }
    same_game(&game.about().name, &saved.game)?;
    let made = saved.moves.len();
    if let Some(after) = after {
        anyhow::ensure!(
            after <= made,
            "the contest in {} has {made} moves, counted for both sides, not {after}",
            file.display()
        );
        if after < made {
            saved.ended = None;
        }
        saved.moves.truncate(after);
    }
    let session = catalog.load(&saved, settings);
    session.with_context(|| format!("{} is not a contest by the rules", file.display()))
}

/// The contests of a file.
pub(crate) fn records(file: &Path) -> anyhow::Result<Vec<Saved>> {
    let text = read(file)?;
    read_records(&text).with_context(|| format!("cannot read the contests in {}", file.display()))
}

/// A file that holds contests, as text.
pub(crate) fn read(file: &Path) -> anyhow::Result<String> {
    let bytes = read_bytes(file, RECORDED);
    let bytes = bytes.with_context(|| format!("cannot read {}", file.display()))?;
    // Names of players come in many encodings; what counts is plain.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Boards of other sizes are members of one family, and a record says which was played on.
pub(crate) fn same_game(wanted: &str, found: &str) -> anyhow::Result<()> {
    let family = |name: &str| name.split(':').next().unwrap_or_default().to_owned();
    anyhow::ensure!(
        family(wanted) == family(found),
        "the record is of {found}, not of {wanted}"
    );
    Ok(())
}
