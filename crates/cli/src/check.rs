//! `shido frame check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use shido::{FrameCheck, FrameChecks, FrameProblem};

use crate::args::{FrameArgs, FrameCommand};
use crate::report;
use crate::terminal::{FAINT, GOOD, counted, outln, print_json, styled};

/// Checks frames.
pub(crate) fn frame(args: &FrameArgs) -> anyhow::Result<ExitCode> {
    let FrameCommand::Check { files, json } = &args.command;
    let mut all = Vec::new();
    for file in files {
        all.extend(frames_in(file)?);
    }
    let checks = FrameChecks::of_files(all);
    match json {
        true => print_json(&checks)?,
        false => {
            for check in &checks.frames {
                print_text(check)?;
            }
        }
    }
    Ok(match checks.sound {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn print_text(check: &FrameCheck) -> anyhow::Result<()> {
    match &check.found {
        Ok(about) => {
            let symmetries = counted(about.symmetries as u64, "symmetry", "symmetries");
            outln!(
                "{} {}: {} {}",
                styled(GOOD.bold(), "sound"),
                check.file,
                about.title,
                styled(FAINT, format!("({}, {symmetries})", about.size))
            );
        }
        Err(FrameProblem::Unread(problem)) => report::error(&anyhow::anyhow!(problem.clone())),
        Err(FrameProblem::Mistakes(errors)) => report::frame_errors(errors),
    }
    Ok(())
}

/// A file is itself; a folder is the frames in it.
fn frames_in(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let context = || format!("cannot read {}", path.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(path).with_context(context)? {
        let file = entry.with_context(context)?.path();
        if file.extension().is_some_and(|ending| ending == "toml") {
            files.push(file);
        }
    }
    files.sort();
    if files.is_empty() {
        anyhow::bail!("there are no .toml files in {}", path.display());
    }
    Ok(files)
}
