//! `shido frame check`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;
use shido::open_frame_text;

use crate::args::{FrameArgs, FrameCommand};
use crate::report;
use crate::terminal::{FAINT, GOOD, counted, outln, styled};

/// Checks frames.
pub(crate) fn frame(args: &FrameArgs) -> anyhow::Result<ExitCode> {
    let FrameCommand::Check { files, json } = &args.command;
    let mut all = Vec::new();
    for file in files {
        all.extend(frames_in(file)?);
    }
    let mut sound = true;
    let mut reports = Vec::new();
    for file in &all {
        let name = file.display().to_string();
        let text = match std::fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) => {
                sound = false;
                let problem = format!("cannot read {name}: {error}");
                if *json {
                    let unread = json!({ "line": 1, "column": 1, "problem": problem, "help": "" });
                    reports.push(json!({ "file": name, "sound": false, "errors": [unread] }));
                } else {
                    report::error(&anyhow::anyhow!(problem));
                }
                continue;
            }
        };
        match open_frame_text(&name, &text) {
            Ok(game) => {
                let about = game.about();
                if *json {
                    reports.push(
                        json!({ "file": name, "sound": true, "game": about.name, "errors": [] }),
                    );
                } else {
                    let details = format!(
                        "{}, {}",
                        about.size,
                        counted(about.symmetries as u64, "symmetry", "symmetries")
                    );
                    outln!(
                        "{} {name}: {} {}",
                        styled(GOOD.bold(), "sound"),
                        about.title,
                        styled(FAINT, format!("({details})"))
                    );
                }
            }
            Err(errors) => {
                sound = false;
                if *json {
                    let list: Vec<_> = errors
                        .diagnostics
                        .iter()
                        .map(|diagnostic| {
                            let (line, column) = errors.place(diagnostic);
                            json!({
                                "line": line,
                                "column": column,
                                "problem": diagnostic.problem,
                                "help": diagnostic.help,
                            })
                        })
                        .collect();
                    reports.push(json!({ "file": name, "sound": false, "errors": list }));
                } else {
                    report::frame_errors(&errors);
                }
            }
        }
    }
    if *json {
        outln!("{}", json!({ "sound": sound, "frames": reports }));
    }
    Ok(if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
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
