//! The one way in which files are written: a reader finds all of a file or nothing.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Finds out before long work whether a file can be written in the end. One that is there already is
/// replaced only by force.
pub(crate) fn check(file: &Path, force: bool) -> anyhow::Result<()> {
    if file.is_dir() {
        anyhow::bail!("{} is a folder: give the name of a file", file.display());
    }
    let place = Place::of(file).with_context(|| cannot_write(file))?;
    let Place::Whole(target) = place else {
        return Ok(());
    };
    if !force && target.exists() {
        anyhow::bail!(
            "{} is there already: give another name, or `--force` to replace it",
            file.display()
        );
    }
    if !folder(&target).is_dir() {
        let folder = folder(&target).display();
        anyhow::bail!("{}: there is no folder {folder}", cannot_write(file));
    }
    temporary(&target)
        .map(drop)
        .with_context(|| cannot_write(file))
}

/// Writes a file all at once: a reader gets the old text or the new one. What is no regular file, such
/// as a pipe, gets the text as it is.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    write_bytes(file, text.as_bytes())
}

/// The same for what is no text.
pub(crate) fn write_bytes(file: &Path, text: &[u8]) -> anyhow::Result<()> {
    let put = || match Place::of(file)? {
        Place::Output => {
            let mut output = io::stdout().lock();
            output.write_all(text)?;
            output.flush()
        }
        // Appended, so that nothing else that was written there is lost.
        Place::Stream => File::options().append(true).open(file)?.write_all(text),
        Place::Whole(target) => {
            let mut temporary = temporary(&target)?;
            temporary.write_all(text)?;
            temporary.as_file().sync_all()?;
            let replaced = temporary.persist(&target);
            replaced.map(drop).map_err(|error| error.error)
        }
    };
    put().with_context(|| cannot_write(file))
}

/// Where the text of a file goes.
enum Place {
    /// To standard output.
    Output,
    /// To something that cannot be replaced by a file: a pipe, a terminal, a device.
    Stream,
    /// To this file, which is replaced by a new one.
    Whole(PathBuf),
}

impl Place {
    fn of(file: &Path) -> io::Result<Place> {
        if file == Path::new("-") || file == Path::new("/dev/stdout") {
            return Ok(Place::Output);
        }
        // Here a file that is open already, perhaps as an output of this program, looks like any other.
        let open = ["/dev/fd", "/dev/stderr", "/proc"]
            .iter()
            .any(|folder| file.starts_with(folder));
        match fs::metadata(file) {
            Ok(found) if open || !found.is_file() => Ok(Place::Stream),
            _ => Ok(Place::Whole(followed(file)?)),
        }
    }
}

/// The file that a link leads to, which need not be there yet: the link is to stay.
fn followed(file: &Path) -> io::Result<PathBuf> {
    let mut file = file.to_owned();
    for _ in 0..40 {
        match fs::read_link(&file) {
            Ok(target) => file = folder(&file).join(target),
            Err(_) => return Ok(file),
        }
    }
    Err(io::Error::other("its links lead in a circle"))
}

/// A file beside the one that is meant, which goes away by itself unless it takes its place.
fn temporary(file: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".shido-").suffix(".part");
    if let Some(permissions) = permissions(file) {
        builder.permissions(permissions);
    }
    builder.tempfile_in(folder(file))
}

/// Temporary files are for their owner alone unless told otherwise; these are to be as the file that
/// they replace, or as any other.
#[cfg(unix)]
fn permissions(file: &Path) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    let there = fs::metadata(file).map(|found| found.permissions());
    Some(there.unwrap_or(Permissions::from_mode(0o666)))
}

#[cfg(not(unix))]
fn permissions(_file: &Path) -> Option<Permissions> {
    None
}

fn folder(file: &Path) -> &Path {
    let folder = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

fn cannot_write(file: &Path) -> String {
    format!("cannot write {}", file.display())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    fn text_of(file: &Path) -> String {
        fs::read_to_string(file).expect("the file is there")
    }

    #[test]
    fn links_stay_and_what_they_lead_to_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old"), "old").unwrap();
        fs::set_permissions(at("old"), Permissions::from_mode(0o600)).unwrap();
        symlink("old", at("link")).unwrap();
        symlink("link", at("link of a link")).unwrap();
        symlink("not yet", at("dangling")).unwrap();
        symlink("circle", at("circle")).unwrap();
        write(&at("link of a link"), "new").unwrap();
        assert_eq!(text_of(&at("old")), "new");
        assert_eq!(
            fs::metadata(at("old")).unwrap().permissions().mode() & 0o777,
            0o600
        );
        write(&at("dangling"), "new").unwrap();
        assert_eq!(text_of(&at("not yet")), "new");
        for link in ["link", "link of a link", "dangling"] {
            assert!(at(link).is_symlink(), "{link}");
        }
        assert!(check(&at("link"), false).is_err(), "it would be replaced");
        check(&at("link"), true).unwrap();
        let circle = write(&at("circle"), "new").unwrap_err();
        assert!(format!("{circle:#}").contains("circle"), "{circle:#}");
    }

    #[test]
    fn pipes_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        check(&pipe, false).unwrap();
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        write(&pipe, "through the pipe").unwrap();
        assert_eq!(reader.join().unwrap(), "through the pipe");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());

        write(Path::new("/dev/null"), "gone").unwrap();
        let full = folder.path().join("full");
        symlink("/dev/full", &full).unwrap();
        check(&full, false).unwrap();
        assert!(write(&full, "too much").is_err());
        assert!(full.is_symlink());
    }
}
