//! Errors and warnings, on standard error.

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use shido::solve::SolveError;
use shido::{Error, Unsolvable};
use shido_audit::AuditError;
use shido_frame::FrameErrors;
use shido_lab::{FileMistake, LabError};
use shido_store::StoreError;

use crate::plan::PlanMistakes;
use crate::remembered::typed;
use crate::terminal::{BAD, GOOD, NOTE, styled, tell, tell_wrapped};

/// Says what went wrong and what to do about it.
pub(crate) fn error(error: &anyhow::Error) {
    if let Some(known) = error.downcast_ref::<LabError>() {
        return lab_error(known);
    }
    if let Some(PlanMistakes { file, text, errors }) = error.downcast_ref() {
        for error in errors {
            snippet(file, text, error.span.clone(), &error.problem, &error.help);
        }
        return;
    }
    if let Some(known) = error.downcast_ref::<AuditError>() {
        return audit_error(known);
    }
    if let Some(known) = error.downcast_ref::<StoreError>() {
        tell_wrapped(format_args!("{} {error:#}", styled(BAD.bold(), "error:")));
        if let Some(help) = student_help(known) {
            tell_wrapped(format_args!("{} {help}", styled(GOOD.bold(), "help:")));
        }
        return;
    }
    match error.downcast_ref::<Error>() {
        Some(Error::Frame(errors)) => frame_errors(errors),
        Some(Error::Tree { file, text, errors }) => {
            for error in errors {
                snippet(file, text, error.span.clone(), &error.problem, &error.help);
            }
        }
        Some(Error::Knowledge { file, text, error }) => {
            snippet(file, text, error.span.clone(), &error.problem, &error.help);
        }
        Some(known) => {
            tell_wrapped(format_args!("{} {error:#}", styled(BAD.bold(), "error:")));
            if let Some(help) = help(known) {
                tell_wrapped(format_args!("{} {help}", styled(GOOD.bold(), "help:")));
            }
        }
        None => tell_wrapped(format_args!("{} {error:#}", styled(BAD.bold(), "error:"))),
    }
}

/// What to do about an error of the library, in words of the command line.
fn help(error: &Error) -> Option<String> {
    let advice = match error {
        Error::UnknownGame { nearest: None, .. } => {
            "`shido games` lists them; a file is written with its path: `./my-game.toml`"
        }
        Error::UnknownPlayer { name, .. } if name == "human" => {
            "people play only at the terminal: `shido play GAME --against human`"
        }
        Error::NotSolvable {
            reason: Unsolvable::Payoffs,
            ..
        } => "`shido analyze FILE --by minimax` gives its value",
        Error::NoFixedOdds { .. } => {
            "sample contests with `--games 100`, or take a player whose odds depend on the \
             position alone, such as perfect, fallible, semi-random or `alphabeta:depth=2`"
        }
        Error::Recurs { .. } => "sample contests with `--games 10000`",
        Error::ChanceDecides => "learn by temporal differences: `--method td`",
        Error::NoWeights { game, kind } if kind == "learned" => {
            return Some(format!("`shido tune {game}` learns some"));
        }
        Error::NoWeights { .. } => "leave `weights` out, and the usual ones are taken",
        Error::BadWeights { game, .. } => {
            return Some(format!(
                "`shido tune {game} --out FILE` writes a file that fits"
            ));
        }
        Error::Solve { source, .. } => match source {
            SolveError::TooWide { .. } => {
                "`shido solve GAME --value-only` searches for the value without a table, if the \
                 game cannot cycle"
            }
            SolveError::Memory { limit, .. } => return Some(more_memory(2 * limit)),
            SolveError::TooMany { wanted, .. } => return Some(more_memory(*wanted)),
            _ => return None,
        },
        Error::BadPeople { game, .. } => {
            return Some(format!(
                "`shido tune {game} --people GAMES --out FILE` writes a file that fits"
            ));
        }
        Error::NoEndgames { .. } => {
            "those of chess can be solved one by one; `shido solve GAME` solves a small game whole"
        }
        Error::NoEndgameSolved { game, .. } => {
            return Some(format!(
                "solve some first, such as `shido solve {game} --endgame KRK`, or leave `tables` out"
            ));
        }
        Error::NotMeasured { game } => {
            return Some(format!(
                "`shido tune {game} --method probcut --out FILE` measures it: write cuts=FILE; or \
                 take pruning=forward"
            ));
        }
        Error::TooManyStates { most, .. } => {
            return Some(format!(
                "train with `2&7` and without `--states`, or take a game of at most {most} positions"
            ));
        }
        other => return other.help(),
    };
    Some(advice.to_owned())
}

/// What to do about what is remembered of students, in words of the command line.
pub(crate) fn student_help(error: &StoreError) -> Option<String> {
    Some(match error {
        StoreError::Taken { name } => {
            let name = typed(name);
            format!(
                "nothing was changed; keep what there is by `shido student export {name}`, and \
                 forget it before: `shido student forget {name}`"
            )
        }
        StoreError::Form { .. } => "`shido student export` writes what can be read here".to_owned(),
        other => return other.help(),
    })
}

/// What to do about experiments, in words of the command line.
fn lab_help(error: &LabError) -> Option<String> {
    let advice = match error {
        LabError::Unknown { nearest: None, .. } => {
            "`shido lab list` lists them; a file is written with its path: `./my-experiment.toml`"
        }
        LabError::NotRun { name } | LabError::Changed { name } => {
            return Some(format!("run it: `shido lab run {name}`"));
        }
        LabError::Busy { .. } => "wait for it, or choose another `--seed`",
        LabError::Sampled { .. } => {
            "say how many runs with `--games`; `exact = true` in the file computes the tests after \
             training"
        }
        LabError::TooManyRuns { .. } => "say how many with `--games`",
        LabError::Stopped { .. } | LabError::StoppedEarly => {
            "the same command goes on from there, unless it says `--fresh`"
        }
        LabError::Contradiction { .. } => {
            "the same seed gives the same numbers: one of them was made with other files, such as \
             weights; play one of them again with `--fresh`"
        }
        LabError::NoParts { .. } => "`shido lab run NAME --part 1/16 --out DIR` makes them",
        LabError::MissingParts { commands, .. } => {
            return Some(format!("make them:\n  {}", commands.join("\n  ")));
        }
        LabError::Catalog { source, .. } => return help(source),
        other => return other.help(),
    };
    Some(advice.to_owned())
}

/// What to do where a solver wants so many bytes.
fn more_memory(wanted: u64) -> String {
    const MOST: u64 = 1 << 40;
    let without = "`--value-only` searches for the value without a table, if the game cannot cycle";
    match wanted.div_ceil(1 << 30) {
        _ if wanted > MOST => format!("no machine of today has that much memory; {without}"),
        gigabytes => format!("`shido solve GAME --memory {gigabytes}GiB` allows more; {without}"),
    }
}

fn lab_error(error: &LabError) {
    if let LabError::File(mistake) = error {
        let FileMistake {
            file,
            text,
            span,
            problem,
            help,
        } = &**mistake;
        return snippet(file, text, span.clone(), problem, help);
    }
    tell_wrapped(format_args!("{} {error}", styled(BAD.bold(), "error:")));
    if let Some(help) = lab_help(error) {
        tell_wrapped(format_args!("{} {help}", styled(GOOD.bold(), "help:")));
    }
}

fn audit_error(error: &AuditError) {
    tell_wrapped(format_args!("{} {error}", styled(BAD.bold(), "error:")));
    let advice = match error {
        AuditError::Catalog(source) => help(source),
        AuditError::Yardstick { .. } => Some("`shido rate --fit FILE` writes one".to_owned()),
        other => other.help(),
    };
    if let Some(help) = advice {
        tell_wrapped(format_args!("{} {help}", styled(GOOD.bold(), "help:")));
    }
}

/// Says something that the user should know though the work goes on.
pub(crate) fn warning(text: &str) {
    tell_wrapped(format_args!("{} {text}", styled(NOTE.bold(), "warning:")));
}

/// Shows everything that is wrong with a frame, each with the line it is on.
pub(crate) fn frame_errors(errors: &FrameErrors) {
    for diagnostic in &errors.diagnostics {
        let span = diagnostic.span.clone();
        snippet(
            &errors.file,
            &errors.text,
            span,
            &diagnostic.problem,
            &diagnostic.help,
        );
    }
}

fn snippet(file: &str, text: &str, span: std::ops::Range<usize>, problem: &str, help: &str) {
    // A table's span covers all of it; its first line is enough to find it by.
    let first_line = text[span.clone()]
        .find('\n')
        .map_or(span.end, |end| span.start + end);
    let span = span.start..first_line.max(span.start);
    let annotation = AnnotationKind::Primary.span(span);
    let report = &[Level::ERROR
        .primary_title(problem)
        .element(Snippet::source(text).path(file).annotation(annotation))
        .element(Level::HELP.message(help))];
    tell(format_args!("{}\n", Renderer::styled().render(report)));
}
