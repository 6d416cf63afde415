//! `shido frame`: a frame to begin with, its schema, and what is wrong with it.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use shido::{Error, FrameCheck, FrameChecks, FrameProblem};
use shido_frame::{SCHEMA, template};

use crate::args::{FrameArgs, FrameCommand};
use crate::report;
use crate::terminal::{FAINT, GOOD, counted, outln, print_json, styled};

/// Does something with frames.
pub(crate) fn frame(args: &FrameArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        FrameCommand::New { name } => write_new(name),
        FrameCommand::Check { files, json } => check(files, *json),
        FrameCommand::Schema => {
            outln!("{}", SCHEMA.trim_end());
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes a commented frame. One that is there already may be somebody's work and is never replaced.
fn write_new(name: &str) -> anyhow::Result<ExitCode> {
    let text = template(name).map_err(|errors| {
        let mistake = errors.diagnostics.into_iter().next();
        let (what, help) = mistake.map(|it| (it.problem, it.help)).unwrap_or_default();
        Error::Unable { what, help }
    })?;
    let file = format!("{name}.toml");
    let written = File::create_new(&file).and_then(|mut new| new.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow::Error::from(Error::Unable {
            what: format!("{file} is there already"),
            help: "take another name, or another folder".to_owned(),
        }),
        _ => anyhow::Error::new(error).context(format!("cannot write {file}")),
    })?;
    outln!("{} {file}", styled(GOOD.bold(), "wrote"));
    outln!("shido frame check {file}     after each change");
    outln!("shido play ./{file}          play it");
    Ok(ExitCode::SUCCESS)
}

fn check(files: &[PathBuf], json: bool) -> anyhow::Result<ExitCode> {
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
